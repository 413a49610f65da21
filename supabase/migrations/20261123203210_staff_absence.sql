set local check_function_bodies = off;

CREATE TYPE "public"."staff_absence" AS ENUM ('not', 'allowed');

ALTER TABLE "public"."locations" ADD COLUMN "staff_absence" public.staff_absence NOT NULL DEFAULT 'not'::public.staff_absence;

CREATE OR REPLACE FUNCTION public.begin_disruption(p_location uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  made public.disruptions;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  select * into place from public.locations where id = p_location;
  if not coalesce(place.staff_absence = 'allowed' and p_employee in (select internal.own_employees()), false)
    and (p_location not in (select internal.locations_to_rearrange())
      or p_employee is null and p_location not in (select internal.locations_as('manager'))) then
    perform internal.fail('not_allowed');
  end if;
  if p_employee is not null and not exists (select from public.employees where id = p_employee and location_id = p_location) then
    perform internal.fail('employee_not_found');
  end if;
  if not coalesce(p_starts_at between present - interval '1 year' and present + interval '3 years' and p_ends_at > present
    and p_ends_at <= p_starts_at + interval '1 year' and date_trunc('minute', p_starts_at, 'UTC') = p_starts_at
    and date_trunc('minute', p_ends_at, 'UTC') = p_ends_at
    and p_starts_at at time zone place.time_zone < p_ends_at at time zone place.time_zone, false) then
    perform internal.fail('disruption_times');
  end if;
  perform internal.lock_location(p_location, true);
  select * into made from public.disruptions
  where location_id = p_location and employee_id is not distinct from p_employee and (starts_at, ends_at) = (p_starts_at, p_ends_at) and ended_at is null;
  if made.id is null then
    insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
    values (p_location, p_employee, 'closed', p_starts_at at time zone place.time_zone, p_ends_at at time zone place.time_zone,
      left(btrim(coalesce(p_reason, '')), 120))
    returning id into made.exception_id;
    insert into public.disruptions (company_id, location_id, employee_id, starts_at, ends_at, exception_id, created_by)
    values (place.company_id, p_location, p_employee, p_starts_at, p_ends_at, made.exception_id, internal.person()) returning * into made;
  end if;
  insert into public.disruption_items (disruption_id, appointment_id, starts_at)
  select made.id, visit.id, visit.starts_at from public.appointments visit
  where visit.location_id = p_location and visit.state in ('requested', 'confirmed') and visit.starts_at > present and visit.starts_at < p_ends_at
    and visit.ends_at > p_starts_at and internal.lies_in(visit.id, made)
  on conflict do nothing;
  return jsonb_build_object('id', made.id, 'items', (select count(*) from public.disruption_items item where item.disruption_id = made.id));
end $function$;

REVOKE ALL ("staff_absence") ON TABLE "public"."locations" FROM "authenticated";

GRANT UPDATE ("staff_absence") ON TABLE "public"."locations" TO "authenticated";
