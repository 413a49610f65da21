-- Figures of a location over whole local days, for plots. Each stands beside that of as many days before: 28 days before the same
-- weekday. Members ask; staff are answered about themselves, as with everything else (60_appointment_rules).

-- The employees whose time the caller may see. Error: location_not_found.
create function internal.seen_employees(p_location uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  return array(select id from public.employees where location_id = p_location and active and not archived
    and (p_location in (select internal.locations_with('all_calendars')) or id in (select internal.own_employees())) order by position, id);
end $$;

-- Visits of each day up to `p_last`, those of the day as many days before, and whether anybody works on it: [{day, visits, before, open}].
-- A visit is what took place, is to take place or should have. At most 92 days. Error: location_not_found.
create function public.visits_by_day(p_location uuid, p_last date, p_days integer default 28) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  people constant uuid[] := internal.seen_employees(p_location);
  manages constant boolean := p_location in (select internal.locations_with('all_calendars'));
  days constant integer := least(greatest(p_days, 1), 92);
  last constant date := internal.reckonable(p_last);
  zone constant text := (select time_zone from public.locations where id = p_location);
  bounds constant timestamptz[] := internal.midnights(zone, last - 2 * days + 1, last + 1);
begin
  return (
    with visit as (
      select width_bucket(starts_at, bounds) as index, count(*)::integer as visits from public.appointments
      where location_id = p_location and state in ('requested', 'confirmed', 'completed', 'no_show')
        and starts_at >= bounds[1] and starts_at < bounds[cardinality(bounds)] and (manages or internal.has_own_line(id))
      group by 1
    ), working as (
      select distinct each.day from internal.days(p_location, people, zone, last - days + 1, last,
        row(internal.present(), null, false, false, false)::internal.outlook) each
      where each.work && int4range(each.begins, each.ends)
    )
    select coalesce(jsonb_agg(jsonb_build_object('day', last - days + number, 'visits', coalesce(now.visits, 0),
      'before', coalesce(earlier.visits, 0), 'open', last - days + number in (select day from working)) order by number), '[]')
    from generate_series(1, case when last is null then 0 else days end) as number
    left join visit now on now.index = days + number
    left join visit earlier on earlier.index = number);
end $$;

-- Minutes that people work and that of these are taken, as the roster counts them, over the days up to `p_last`, 92 at most, and as many before:
-- [{id, name, taken, working, taken_before, working_before}]. Error: location_not_found.
create function public.use_of_people(p_location uuid, p_last date, p_days integer default 28) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  people constant uuid[] := internal.seen_employees(p_location);
  days constant integer := least(greatest(p_days, 1), 92);
  last constant date := internal.reckonable(p_last);
  zone constant text := (select time_zone from public.locations where id = p_location);
begin
  if last is null then return '[]'; end if;
  return (
    with one as (
      select each.turn, each.day > last - days as recent, internal.length_of(own.work) as working, internal.length_of(own.work - each.free) as taken
      from internal.days(p_location, people, zone, last - 2 * days + 1, last,
        row(internal.present(), null, false, false, false)::internal.outlook) each
      cross join lateral (select each.work * int4multirange(int4range(each.begins, each.ends)) as work) own
    ), summed as (
      select turn, coalesce(sum(taken) filter (where recent), 0) as taken, coalesce(sum(working) filter (where recent), 0) as working,
        coalesce(sum(taken) filter (where not recent), 0) as taken_before,
        coalesce(sum(working) filter (where not recent), 0) as working_before
      from one group by turn
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', employee.id, 'name', employee.name, 'taken', summed.taken, 'working', summed.working,
      'taken_before', summed.taken_before, 'working_before', summed.working_before) order by summed.turn), '[]')
    from summed join public.employees employee on employee.id = people[summed.turn]);
end $$;

revoke execute on function internal.seen_employees from public;
grant execute on function public.visits_by_day, public.use_of_people to authenticated;
