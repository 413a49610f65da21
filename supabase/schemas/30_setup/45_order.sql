-- The order in which services, employees and pictures of a location are shown: the ids in the wanted order, in one step.
-- Ids of other locations are passed over, rows that are not named keep their place. With the rights of the caller, for managers and
-- owners. Error: location_not_found.

create function public.order_services(p_location uuid, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform internal.check_manages(p_location);
  update public.services set position = listed.place from unnest(p_ids) with ordinality listed (id, place)
  where services.id = listed.id and location_id = p_location;
end $$;

create function public.order_employees(p_location uuid, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform internal.check_manages(p_location);
  update public.employees set position = listed.place from unnest(p_ids) with ordinality listed (id, place)
  where employees.id = listed.id and location_id = p_location;
end $$;

create function public.order_pictures(p_location uuid, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform internal.check_manages(p_location);
  update public.location_images set position = listed.place from unnest(p_ids) with ordinality listed (id, place)
  where location_images.id = listed.id and location_id = p_location;
end $$;

create function internal.check_manages(p_location uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then
    perform internal.fail('location_not_found');
  end if;
end $$;

grant execute on function internal.check_manages, public.order_services, public.order_employees, public.order_pictures to authenticated;
