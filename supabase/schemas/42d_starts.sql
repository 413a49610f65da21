-- Free times as visitors ask for them. Definer functions: they read appointments and give away nothing but free starts.

-- The present, or a time given by the server or a test; a visitor's own idea of it is not heard.
create function internal.present_or(given timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  if given is null or current_setting('role', true) in ('anon', 'authenticated') then return internal.present(); end if;
  return internal.reckonable(given);
end $$;

-- The starts of a visit that several employees can perform, in order, each with those who do by rule 7.
-- `choice` is one number for booked time, then turn: its minimum is the one chosen.
create function internal.starts_with_anyone(
  offers internal.line_offer[], lines integer, midnights timestamptz[], grid integer, earliest timestamptz, latest timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  turns constant integer := (select max(offer.turn) + 1 from unnest(offers) as offer);
begin
  if (offers[1]).alone then
    return query
    select to_timestamp(best.start * 60::float8), to_timestamp((best.start + offer.visit_minutes) * 60::float8),
      array_fill(offer.employee_id, array[lines])
    from (
      select start, min(booked[run.day] * turns + offer.turn) as choice
      from unnest(offers) as offer
      cross join internal.booked_minutes(offer.busy, midnights) as booked
      cross join internal.grid_runs(offer, midnights, grid, earliest, latest) as run
      cross join generate_series(run.first, run.last, grid) as start
      where offer.line = 1
      group by start
    ) best
    join unnest(offers) as offer on offer.line = 1 and offer.turn = best.choice % turns
    order by best.start;
    return;
  end if;

  return query
  with recursive person as materialized (
    select offer.line, offer.turn, offer.employee_id, offer.minutes, offer.starts, offer as self, booked
    from unnest(offers) as offer cross join internal.booked_minutes(offer.busy, midnights) as booked
  ), first_line as (
    select start, run.day, min(person.booked[run.day] * turns + person.turn) as choice
    from person
    cross join internal.grid_runs(person.self, midnights, grid, earliest, latest) as run
    cross join generate_series(run.first, run.last, grid) as start
    where person.line = 1
    group by start, run.day
  ), visit as (
    select first_line.start, first_line.day, 1 as line, first_line.start + person.minutes as finish, array[person.employee_id] as people
    from first_line join person on person.line = 1 and person.turn = first_line.choice % turns
    union all
    select visit.start, visit.day, visit.line + 1, visit.finish + next.minutes, visit.people || next.employee_id
    from visit
    cross join lateral (
      select person.employee_id, person.minutes from person
      where person.line = visit.line + 1 and person.starts @> to_timestamp(visit.finish * 60::float8)
      order by person.booked[visit.day], person.turn limit 1
    ) next
    where visit.line < lines
  )
  select to_timestamp(visit.start * 60::float8), to_timestamp(visit.finish * 60::float8), visit.people
  from visit where visit.line = lines order by visit.start;
end $$;

-- What the index (46b) is asked for one service: who performs a service, in the order of rule 7, how long each takes, and on which local days.
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
  -- What most ask, one plain service of a published location, the index knows.
  wish constant internal.indexed_wish := case when cardinality(p_services) = 1 then
    internal.read_indexed_wish(p_location, p_services[1], p_employee, first_date, last_date, at) end;
begin
  if wish is not null then
    return query select * from internal.indexed_starts(p_location, wish, at);
  else
    return query select * from internal.computed_starts(p_location, p_services, p_employee, first_date, last_date, at);
  end if;
end $$;

-- The same for every visit, from what people wrote.
create function internal.computed_starts(p_location uuid, p_services uuid[], p_employee uuid, p_from date, p_to date, at timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable set search_path = '' rows 1000 as $$
declare
  lines constant integer := cardinality(p_services);
  place public.locations := internal.bookable_location(p_location);
  today date := (at at time zone place.time_zone)::date;
  first_date date := greatest(p_from, today);
  last_date date := least(p_to, today + place.horizon_days, first_date + 61);
  earliest timestamptz := at + make_interval(mins => place.notice_minutes);
  latest timestamptz;
  midnights timestamptz[];
  offers internal.line_offer[];
begin
  if place.id is null or last_date < first_date or lines not between 1 and 10 then return; end if;
  midnights := internal.midnights(place.time_zone, first_date - 2, last_date + 3 + lines);
  latest := midnights[last_date - first_date + 4] - interval '1 minute';
  earliest := greatest(earliest, midnights[3]);
  offers := internal.line_offers(p_location, p_services, p_employee, place.time_zone, first_date - 2, midnights, at, null, false);
  if cardinality(offers) = 0 or earliest > latest then return; end if;

  if (offers[1]).alone and cardinality(offers) = lines then
    -- One employee: pieces of time come in order, and so do the starts in them.
    return query
    select to_timestamp(start * 60::float8), to_timestamp((start + offer.visit_minutes) * 60::float8),
      array_fill(offer.employee_id, array[lines])
    from unnest(offers) as offer
    cross join internal.grid_runs(offer, midnights, place.grid_minutes, earliest, latest) as run
    cross join generate_series(run.first, run.last, place.grid_minutes) as start
    where offer.line = 1;
  else
    return query select * from internal.starts_with_anyone(offers, lines, midnights, place.grid_minutes, earliest, latest);
  end if;
end $$;

-- The next starts at or after p_from (null: now), at most 50, up to the location's horizon. Else as available_starts.
create function public.next_starts(
  p_location uuid, p_services uuid[], p_employee uuid default null, p_from timestamptz default null, p_limit integer default 3,
  p_now timestamptz default null)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 3 as $$
declare
  at constant timestamptz := internal.present_or(p_now);
  wanted integer := least(p_limit, 50);
  place public.locations := internal.bookable_location(p_location);
  first_date date := (greatest(internal.reckonable(p_from), at) at time zone place.time_zone)::date;
  last_date date := (at at time zone place.time_zone)::date + place.horizon_days;
  days integer := 3;
  found integer;
begin
  while first_date <= last_date and wanted > 0 loop
    return query
    select next.* from public.available_starts(p_location, p_services, p_employee, first_date, first_date + days - 1, at) next
    where p_from is null or next.starts_at >= p_from limit wanted;
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

-- available_starts as one value: the rest service cuts lists of rows, and a day of a fine grid has more starts than that.
create function public.list_starts(
  p_location uuid, p_services uuid[], p_employee uuid default null, p_from date default null, p_to date default null) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(free) order by free.starts_at), '[]')
  from public.available_starts(p_location, p_services, p_employee, p_from, p_to) free;
$$;

revoke execute on function internal.present_or, internal.starts_with_anyone, internal.computed_starts, public.available_starts, public.next_starts,
  public.available_days, public.list_starts from public;
grant execute on function public.available_starts, public.next_starts, public.available_days, public.list_starts
  to anon, authenticated, service_role;
