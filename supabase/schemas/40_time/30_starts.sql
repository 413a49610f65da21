-- Free times as visitors ask for them. Definer functions: they read appointments and reveal nothing but free starts.

-- The present, or a time given by the server or a test; a time given by a visitor is ignored.
create function internal.present_or(given timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  if given is null or current_setting('role', true) in ('anon', 'authenticated') then return internal.present(); end if;
  return internal.reckonable(given);
end $$;

-- What the index (40_time/55_indexed_starts) is asked for one service: who performs a service, in the order of rule 7, how long each takes, and on which local days.
create type internal.indexed_wish as (
  employees uuid[], minutes smallint[], before integer, after integer, grid integer, first_day date, last_day date, earliest timestamptz);

-- All bookable starts of a visit in order. employee_ids[i] performs p_services[i]; ends_at is the end of the last service.
-- p_employee null is "Egal wer". p_from and p_to are local dates, both included, at most 62; without them from today to the horizon.
-- Published locations of active companies; members also see their drafts and paused locations. Unknown ids give no rows.
create function public.available_starts(
  p_location uuid, p_services uuid[], p_employee uuid default null, p_from date default null, p_to date default null,
  p_now timestamptz default null)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 1000 as $$
declare
  at constant timestamptz := internal.present_or(p_now);
  first_date constant date := internal.reckonable(p_from);
  last_date constant date := internal.reckonable(p_to);
  -- What most ask, one plain service of a published location, is read from rows that are ready.
  wish constant internal.indexed_wish := case when cardinality(p_services) = 1 then
    internal.read_indexed_wish(p_location, p_services[1], p_employee, first_date, last_date, at) end;
begin
  if wish is not null then
    return query select * from internal.indexed_starts(p_location, wish, at);
  else
    return query select * from internal.computed_starts(p_location, p_services, p_employee, first_date, last_date, at);
  end if;
end $$;

-- The same for every visit. p_fresh: computed from hours and bookings, without the index. p_by_hand: without notice, and of every service.
create function internal.computed_starts(
  p_location uuid, p_services uuid[], p_employee uuid, p_from date, p_to date, at timestamptz, p_fresh boolean default false,
  p_by_hand boolean default false)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable set search_path = '' set enable_seqscan = off rows 1000 as $$
declare
  lines constant integer := cardinality(p_services);
  place public.locations := internal.bookable_location(p_location);
  today date := (at at time zone place.time_zone)::date;
  first_date date := greatest(p_from, today);
  last_date date := least(p_to, today + place.horizon_days, first_date + 61);
  earliest integer := ceil(date_part('epoch', at + make_interval(mins => case when p_by_hand then 0 else place.notice_minutes end)) / 60);
  grid integer := place.grid_minutes;
  found record;
  turns integer;
begin
  if place.id is null or last_date < first_date or lines not between 1 and 10 then return; end if;
  select * into found from internal.offers(p_location, p_services, p_employee, place.time_zone, first_date, last_date,
    (at, null, false, false, p_fresh)::internal.outlook, p_by_hand);
  if cardinality(found.offers) = 0 then return; end if;
  turns := (select max(turn) + 1 from unnest(found.offers));
  return query
  -- Rule 7 line by line: one number for booked time, then turn, whose minimum is the one chosen.
  with recursive person as materialized (
    select offer.line, offer.turn, offer.employee_id, offer.minutes, offer.alone, offer.starts,
      array(select day.booked from unnest(found.days) day where day.turn = offer.turn order by day.day) as booked
    from unnest(found.offers) offer
  ), first_line as (
    select start, day.day, min(day.booked * turns + person.turn) % turns as turn
    from person join unnest(found.days) day on day.turn = person.turn
    cross join lateral internal.runs(person.starts * int4multirange(int4range(day.begins, day.ends)), 0, 1, day.work, day.begins, grid,
      greatest(day.begins, earliest), day.ends - 1) run
    cross join generate_series(run.first, run.last, grid) start
    where person.line = 1
    group by start, day.day
  ), visit as (
    select first_line.start, first_line.day, 1 as line, first_line.start + person.minutes as finish, array[person.employee_id] as people,
      case when person.alone then person.turn end as alone
    from first_line join person on person.line = 1 and person.turn = first_line.turn
    union all
    select visit.start, visit.day, visit.line + 1, visit.finish + next.minutes, visit.people || next.employee_id, visit.alone
    from visit
    cross join lateral (
      select person.employee_id, person.minutes from person
      where person.line = visit.line + 1 and case when visit.alone is null then person.starts @> visit.finish else person.turn = visit.alone end
      order by person.booked[visit.day - first_date + 1], person.turn limit 1) next
    where visit.line < lines
  )
  select internal.instant(visit.start), internal.instant(visit.finish), visit.people from visit where visit.line = lines order by visit.start;
end $$;

-- The next starts at or after p_from (null: now), at most 50, up to the location's horizon. Else as available_starts.
create function public.next_starts(
  p_location uuid, p_services uuid[], p_employee uuid default null, p_from timestamptz default null, p_limit integer default 3,
  p_now timestamptz default null)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 3 as $$
begin
  return query
  select * from internal.next_starts(p_location, p_services, p_employee, p_from, p_limit, internal.present_or(p_now), false);
end $$;

-- The same for members who book by hand, for whom there is no notice. Error: location_not_found.
create function public.next_starts_by_hand(
  p_location uuid, p_services uuid[], p_employee uuid default null, p_from timestamptz default null, p_limit integer default 3)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 3 as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  return query
  select * from internal.next_starts(p_location, p_services, p_employee, p_from, p_limit, internal.present(), true);
end $$;

create function internal.next_starts(
  p_location uuid, p_services uuid[], p_employee uuid, p_from timestamptz, p_limit integer, at timestamptz, p_by_hand boolean)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable set search_path = '' rows 3 as $$
declare
  wanted integer := least(p_limit, 50);
  place public.locations := internal.bookable_location(p_location);
  first_date date := (greatest(internal.reckonable(p_from), at) at time zone place.time_zone)::date;
  last_date date := (at at time zone place.time_zone)::date + place.horizon_days;
  days integer := 3;
  found integer;
begin
  while first_date <= last_date and wanted > 0 loop
    if p_by_hand then
      return query
      select next.* from internal.computed_starts(p_location, p_services, p_employee, first_date, first_date + days - 1, at, false, true) next
      where p_from is null or next.starts_at >= p_from limit wanted;
    else
      return query
      select next.* from public.available_starts(p_location, p_services, p_employee, first_date, first_date + days - 1, at) next
      where p_from is null or next.starts_at >= p_from limit wanted;
    end if;
    get diagnostics found = row_count;
    wanted := wanted - found;
    first_date := first_date + days;
    -- Most visits are found in the first days; whoever is booked out is searched in longer steps.
    days := least(2 * days + 1, 62);
  end loop;
end $$;

-- How many starts each local day has, for all days from p_from to p_to (at most 62), those without any included.
create function public.available_days(p_location uuid, p_services uuid[], p_employee uuid, p_from date, p_to date)
returns table (day date, starts integer)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 31 as $$
declare
  place public.locations := internal.bookable_location(p_location);
begin
  if place.id is null or (p_from, p_to) <> (internal.reckonable(p_from), internal.reckonable(p_to)) then return; end if;
  if not p_to - p_from between 0 and 61 then return; end if;
  return query
  select p_from + every.index, coalesce(counted.starts, 0)
  from generate_series(0, p_to - p_from) as every (index)
  left join (
    select (free.starts_at at time zone place.time_zone)::date as day, count(*)::integer as starts
    from public.available_starts(p_location, p_services, p_employee, p_from, p_to) free group by 1
  ) counted on counted.day = p_from + every.index
  order by every.index;
end $$;

-- available_starts as one value: the rest service cuts off long lists of rows, and a day with a fine grid has more starts than that.
create function public.list_starts(
  p_location uuid, p_services uuid[], p_employee uuid default null, p_from date default null, p_to date default null) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(free) order by free.starts_at), '[]')
  from public.available_starts(p_location, p_services, p_employee, p_from, p_to) free;
$$;

revoke execute on function internal.present_or, internal.computed_starts, internal.next_starts, public.available_starts, public.next_starts,
  public.next_starts_by_hand, public.available_days, public.list_starts from public;
grant execute on function public.available_starts, public.next_starts, public.available_days, public.list_starts
  to anon, authenticated, service_role;
grant execute on function public.next_starts_by_hand to authenticated;
