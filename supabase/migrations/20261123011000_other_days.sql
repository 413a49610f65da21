set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.replacements(visit public.appointments, disruption public.disruptions)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  zone constant text := (select location.time_zone from public.locations location where location.id = visit.location_id);
  services constant uuid[] := internal.movable_services(visit.id);
  first constant date := (greatest(visit.starts_at, present) at time zone zone)::date;
  hour constant time := (visit.starts_at at time zone zone)::time;
  same internal.planned_line[];
begin
  if services is null then return; end if;
  same := internal.plan_replacement(visit, disruption, visit.starts_at, null, present);
  if cardinality(same) > 0 then
    return query select min(line.starts_at), max(line.ends_at), array_agg(line.employee_id order by line."position") from unnest(same) line;
  end if;
  return query
  select near.starts_at, near.ends_at, near.employee_ids from (
    select distinct on (local.day) free.starts_at, free.ends_at, free.employee_ids
    from public.available_starts(visit.location_id, services, null, first, first + 13) free
    cross join lateral (select (free.starts_at at time zone zone)::date as day, (free.starts_at at time zone zone)::time as clock) local
    where free.starts_at > present and free.starts_at <> visit.starts_at and (cardinality(same) = 0 or local.day > first) and not (
      coalesce(disruption.employee_id = any(free.employee_ids), false) and free.starts_at < disruption.ends_at and free.ends_at > disruption.starts_at)
    order by local.day, abs(extract(epoch from local.clock - hour)), free.starts_at) near
  order by near.starts_at limit 3;
end $function$;
