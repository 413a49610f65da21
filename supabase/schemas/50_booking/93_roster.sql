-- The roster: for each day and person of a location when they work, what of it is taken and how many appointments begin. The week of a team
-- and the month are drawn from it. Days come from the kernel's two sources (40_time/50_days), so that a roster says what can be booked.

-- Pieces of a day as [[from, to], …] in real minutes since its first instant.
create function internal.pieces_json(pieces int4multirange, begins integer) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_array(lower(piece) - begins, upper(piece) - begins) order by piece), '[]') from unnest(pieces) piece);
end $$;

-- Local dates, both included, 42 at most, as an array in the order of people and days. `work` and `taken` are minutes since `begins`, the first instant of the day;
-- `taken` lies in `work`, buffers, blocked time, events and live holds included. `appointments` counts those in force with a line that begins on the day,
-- `begun` those of them that begin with this person: over all people each counts once.
-- `absences` are the reasons of closed exceptions that touch the day; `everyone` of the whole location. With all calendars one sees everybody who is active or
-- serves on one of these days, else oneself.
-- Errors: location_not_found.
create function public.roster(p_location uuid, p_first date, p_last date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  first constant date := internal.reckonable(p_first);
  last constant date := least(internal.reckonable(p_last), first + 41);
  manages constant boolean := p_location in (select internal.locations_with('all_calendars'));
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
end $$;

revoke execute on function internal.pieces_json from public;
grant execute on function public.roster to authenticated;
