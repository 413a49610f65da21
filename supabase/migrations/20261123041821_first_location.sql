set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.begin_location(p_company uuid, p_details jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place record;
  made uuid;
begin
  if p_company is null or p_company not in (select internal.companies_as('owner')) then perform internal.fail('company_not_found'); end if;
  perform from public.companies where id = p_company for no key update;
  if exists (select from public.locations where company_id = p_company and state <> 'draft') then perform internal.fail('wrong_state'); end if;
  select code.latitude, code.longitude, city.name as city into place
  from public.postal_codes code join public.cities city on city.id = code.city_id where code.code = p_details ->> 'postal_code';
  if place is null then perform internal.fail('postal_code_unknown'); end if;
  if length(btrim(coalesce(p_details ->> 'name', ''))) < 2 or btrim(coalesce(p_details ->> 'person', '')) = '' then
    perform internal.fail('name_missing');
  end if;
  if greatest(length(btrim(p_details ->> 'name')), length(btrim(p_details ->> 'person'))) > 120 then perform internal.fail('name_too_long'); end if;

  update public.companies set legal_name = btrim(coalesce(p_details ->> 'legal_name', '')),
    representative = btrim(coalesce(p_details ->> 'representative', '')), street = btrim(coalesce(p_details ->> 'street', '')),
    postal_code = p_details ->> 'postal_code', city = place.city, email = btrim(coalesce(p_details ->> 'email', '')),
    phone = btrim(coalesce(p_details ->> 'phone', ''))
  where id = p_company;
  select id into made from public.locations where company_id = p_company and not archived order by created_at, id limit 1;
  made := coalesce(made, public.create_location(p_company, p_details ->> 'name'));
  update public.locations set name = btrim(p_details ->> 'name'), street = company.street, postal_code = company.postal_code,
    city = company.city, phone = company.phone, email = company.email, latitude = place.latitude, longitude = place.longitude
  from public.companies company where company.id = p_company and locations.id = made;
  if not exists (select from public.employees where location_id = made) then
    insert into public.employees (location_id, user_id, name, position, own_hours)
    values (made, case when (p_details ->> 'self')::boolean then internal.person() end, btrim(p_details ->> 'person'), 1, false);
  end if;
  return made;
end $function$;

REVOKE ALL ON FUNCTION "public"."begin_location"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_location"(uuid, jsonb) TO "authenticated";
