set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.pieces_json(pieces int4multirange, begins integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(jsonb_agg(jsonb_build_array(lower(piece) - begins, upper(piece) - begins) order by piece), '[]') from unnest(pieces) piece);
end $function$;

CREATE OR REPLACE FUNCTION public.roster(p_location uuid, p_first date, p_last date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first constant date := internal.reckonable(p_first);
  last constant date := least(internal.reckonable(p_last), first + 41);
  manages constant boolean := p_location in (select internal.locations_as('manager'));
  zone text;
  people uuid[];
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if first is null or last is null or last < first then return '[]'; end if;
  select time_zone into zone from public.locations where id = p_location;
  people := array(
    select person.id from public.employees person
    where person.location_id = p_location and (manages or person.id in (select internal.own_employees()))
      and (person.active or exists (
        select from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
        where line.employee_id = person.id and visit.state in ('requested', 'confirmed', 'completed', 'no_show')
          and line.starts_at >= internal.instant(first::timestamp, zone) and line.starts_at < internal.instant((last + 1)::timestamp, zone)))
    order by person.position, person.id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'employee_id', people[one.turn], 'day', one.day, 'begins', internal.instant(one.begins),
        'work', internal.pieces_json(one.work, one.begins), 'taken', internal.pieces_json(one.work - one.free, one.begins),
        'appointments', coalesce(visits.number, 0), 'begun', coalesce(visits.begun, 0),
        'absences', coalesce(away.reasons, '[]')) order by one.turn, one.day), '[]')
    from (
      select each.turn, each.day, each.begins, each.work * int4multirange(int4range(each.begins, each.ends)) as work, each.free
      from internal.days(p_location, people, zone, first, last, row(internal.present(), null, false, false, false)::internal.outlook) each) one
    left join (
      select line.employee_id, (line.starts_at at time zone zone)::date as day, count(distinct line.appointment_id)::integer as number,
        count(*) filter (where line.starts_at = visit.starts_at)::integer as begun
      from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
      where line.employee_id = any(people) and visit.state in ('requested', 'confirmed', 'completed', 'no_show')
        and line.starts_at >= internal.instant(first::timestamp, zone) and line.starts_at < internal.instant((last + 1)::timestamp, zone)
      group by 1, 2) visits on visits.employee_id = people[one.turn] and visits.day = one.day
    left join lateral (
      select jsonb_agg(jsonb_build_object('reason', closed.reason, 'everyone', closed.employee_id is null) order by closed.starts_at, closed.id) as reasons
      from public.exceptions closed
      where closed.location_id = p_location and closed.kind = 'closed' and coalesce(closed.employee_id, people[one.turn]) = people[one.turn]
        and closed.starts_at < one.day + 1 and closed.ends_at > one.day) away on true);
end $function$;

REVOKE ALL ON FUNCTION "internal"."pieces_json"(int4multirange, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."roster"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."roster"(uuid, date, date) TO "authenticated";
