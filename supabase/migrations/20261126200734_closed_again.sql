set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.begin_disruption(p_location uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_reason text DEFAULT ''::text, p_resource uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  made public.disruptions;
  own_only boolean;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  select * into place from public.locations where id = p_location;
  own_only := p_location not in (select internal.locations_to_rearrange())
    or num_nonnulls(p_employee, p_resource) = 0 and p_location not in (select internal.locations_as('manager'));
  if own_only and not coalesce(place.staff_absence = 'allowed' and p_employee in (select internal.own_employees()), false) then
    perform internal.fail('not_allowed');
  end if;
  if p_employee is not null and not exists (select from public.employees where id = p_employee and location_id = p_location) then
    perform internal.fail('employee_not_found');
  end if;
  if p_resource is not null and (p_employee is not null or not exists (
    select from public.resources where id = p_resource and location_id = p_location)) then
    perform internal.fail('resource_not_found');
  end if;
  if not coalesce(p_starts_at between present - interval '1 year' and present + interval '3 years' and p_ends_at > present
    and p_ends_at <= p_starts_at + interval '1 year' and date_trunc('minute', p_starts_at, 'UTC') = p_starts_at
    and date_trunc('minute', p_ends_at, 'UTC') = p_ends_at
    and p_starts_at at time zone place.time_zone < p_ends_at at time zone place.time_zone, false) then
    perform internal.fail('disruption_times');
  end if;
  perform internal.lock_location(p_location, true);
  if own_only and (p_starts_at < date_trunc('day', present at time zone place.time_zone) at time zone place.time_zone
    or (select count(*) from public.disruptions one where one.employee_id = p_employee and one.ended_at is null and one.ends_at > present) >= 50) then
    perform internal.fail('disruption_times');
  end if;
  select * into made from public.disruptions
  where location_id = p_location and (employee_id, resource_id) is not distinct from (p_employee, p_resource) and (starts_at, ends_at) = (p_starts_at, p_ends_at) and ended_at is null;
  -- Somebody can have taken away or changed since what closed the time.
  if p_resource is null and not exists (select from public.exceptions closed where closed.id = made.exception_id and closed.kind = 'closed'
    and (closed.starts_at, closed.ends_at) = (p_starts_at at time zone place.time_zone, p_ends_at at time zone place.time_zone)) then
    insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
    values (p_location, p_employee, 'closed', p_starts_at at time zone place.time_zone, p_ends_at at time zone place.time_zone,
      left(btrim(coalesce(p_reason, '')), 120))
    returning id into made.exception_id;
  elsif p_resource is not null and not exists (select from public.blocks closed where closed.id = made.block_id
    and closed.resource_id = p_resource and (closed.starts_at, closed.ends_at) = (p_starts_at, p_ends_at)) then
    made.block_id := internal.close_resource(p_location, p_resource, p_starts_at, p_ends_at, left(btrim(coalesce(p_reason, '')), 120));
  end if;
  if made.id is null then
    insert into public.disruptions (company_id, location_id, employee_id, resource_id, starts_at, ends_at, exception_id, block_id, created_by)
    values (place.company_id, p_location, p_employee, p_resource, p_starts_at, p_ends_at, made.exception_id, made.block_id, internal.person())
    returning * into made;
  else
    update public.disruptions set exception_id = made.exception_id, block_id = made.block_id
    where id = made.id and (exception_id, block_id) is distinct from (made.exception_id, made.block_id);
  end if;
  perform internal.take_from_rooms(made);
  insert into public.disruption_items (disruption_id, appointment_id, starts_at)
  select made.id, visit.id, visit.starts_at from public.appointments visit
  where visit.location_id = p_location and visit.state in ('requested', 'confirmed') and visit.starts_at > present and visit.starts_at < p_ends_at
    and visit.ends_at > p_starts_at and internal.lies_in(visit.id, made) and internal.movable_services(visit.id) is not null
  on conflict do nothing;
  perform internal.list_events(made);
  return jsonb_build_object('id', made.id, 'items', (select count(*) from public.disruption_items item where item.disruption_id = made.id));
end $function$;
