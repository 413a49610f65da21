-- The index of free time: when each employee of a published location works and is free, one row per employee and local day.
--
-- The invariant at every commit: a row's `free` is its `work` minus everything that is taken for good, and its `booked` counts the minutes
-- taken for good on the day. `work` is rule 3 of docs/availability.md. Taken for good is whatever has no `expires_at` in `occupancies`. Holds leave
-- no trace here; whoever reads free time subtracts the live ones (`holds_location`). So a hold costs the index nothing, and an expired one
-- needs no action.
--
-- A row begins at local midnight and ends at the next (23 to 25 hours). Pieces that cross midnight are cut there and touch, so
-- that readers merge them again, and the lower bound of the piece of `work` that holds a start is the anchor of the grid (rule 5).
-- All times are whole minutes since 1970, UTC. There is a row for each active employee of a published location of an active
-- company and each day from the day before yesterday to the horizon and some days more; days without work have empty ones.
--
-- How it is kept current, and why in this way:
--   * Something is taken: subtract it, in one statement. The row's lock makes a second one wait and read what the first
--     left. The statement must not use `free` to find its rows: it would miss one to which time is just being given back.
--   * Something is given back: lock the rows, then recompute them in a second statement. In one statement the occupancies would be
--     read before the lock is taken, and a booking committed meanwhile would be missing from the row for good.
--   * Everything else (hours, exceptions, employees, publishing, the turn of the day) takes the location's lock exclusively, as verbs
--     for several lines do (50_booking/35_appointment_verbs), then the employees' locks in the order of their ids, and recomputes their rows.
--     Whatever takes time first takes a shared lock on its employee, so that no row can appear between an occupancy and its day.
-- Locks are taken in one order: location, employee, day. A visit with several employees locks the location exclusively, so two transactions never
-- hold the lock of one employee each and wait for the other's.
--
-- internal.index_differences compares all of it with a fresh computation; free_days_upkeep has the upkeep.

create table internal.calendars (
  employee_id uuid primary key,
  location_id uuid not null,
  -- The last day that has a row.
  until date not null
);
create index calendars_location on internal.calendars (location_id);

-- No foreign keys: the upkeep removes rows, and a check of each row of 60 days would cost more than the row.
-- The search reads a day of all employees of a location: one walk down an index, and rows that mostly lie on one page, because
-- they are written day by day.
create table internal.free_days (
  employee_id uuid not null,
  location_id uuid not null,
  day date not null,
  begins integer not null,
  ends integer not null,
  booked integer not null,
  work int4multirange not null,
  free int4multirange not null,
  primary key (employee_id, day)
) with (fillfactor = 80);
create index free_days_location on internal.free_days (location_id, day);

alter table internal.calendars enable row level security;
alter table internal.free_days enable row level security;

-- Times as minutes since 1970; what does not begin or end at a whole minute is rounded outwards.
create function internal.minute_ranges(times tstzmultirange) returns int4multirange
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  found int4multirange;
begin
  select range_agg(int4range(floor(date_part('epoch', lower(piece)) / 60)::integer,
    ceil(date_part('epoch', upper(piece)) / 60)::integer)) into found from unnest(times) as piece;
  return coalesce(found, '{}');
end $$;

create function internal.length_of(pieces int4multirange) returns integer
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (select coalesce(sum(upper(piece) - lower(piece)), 0)::integer from unnest(pieces) as piece);
end $$;

-- The rows as they should be, computed from hours and bookings. Employees without any shift have rows as well. With an outlook they take account of
-- what the index leaves out: live holds, an appointment to be ignored, everybody always at work.
create function internal.fresh_days(
  p_employees uuid[], p_location uuid, p_zone text, p_first date, p_last date, outlook internal.outlook default null)
returns setof internal.free_days
language plpgsql stable set search_path = '' rows 70 as $$
declare
  -- A shift that reaches into the first day began the day before.
  midnights constant timestamptz[] := internal.midnights(p_zone, p_first - 1, p_last + 1);
  bounds constant integer[] := internal.minutes(midnights);
  always constant boolean := coalesce(outlook.by_hand, false);
begin
  -- Pieces are cut at the midnights one by one, which costs far less than the part of each day of all of them.
  return query
  with piece as materialized (
    select person.id as employee_id, true as works, bounds[1] as begins, bounds[cardinality(bounds)] as ends
    from unnest(p_employees) person (id) where always
    union all
    select found.employee_id, true, internal.minute(lower(part)), ceil(date_part('epoch', upper(part)) / 60)::integer
    from internal.working_times(p_employees, p_location, p_zone, p_first - 1, midnights) found cross join unnest(found.working) part
    where not always
    union all
    select one.subject, false, greatest(lower(part), bounds[2]), least(upper(part), bounds[cardinality(bounds)])
    from public.occupancies one cross join unnest(one.minutes) part
    where one.subject = any(p_employees) and one.minutes && int4range(bounds[2], bounds[cardinality(bounds)])
      and internal.is_live(one.expires_at, outlook.at) and one.source is distinct from outlook.ignored
      and part && int4range(bounds[2], bounds[cardinality(bounds)])
  ), today as (
    select piece.employee_id, day.index, range_agg(span.minutes) filter (where piece.works) as work,
      range_agg(span.minutes) filter (where not piece.works) as busy
    from piece
    cross join generate_series(greatest(width_bucket(piece.begins, bounds), 2),
      least(width_bucket(piece.ends - 1, bounds), cardinality(bounds) - 1)) as day (index)
    cross join lateral (
      select int4range(greatest(piece.begins, bounds[day.index]), least(piece.ends, bounds[day.index + 1])) as minutes) span
    group by piece.employee_id, day.index
  )
  select person.id, p_location, p_first + (day.index - 2), bounds[day.index], bounds[day.index + 1],
    case when today.busy is null then 0 else (select sum(upper(p) - lower(p))::integer from unnest(today.busy) p) end,
    coalesce(today.work, '{}'), coalesce(today.work - coalesce(today.busy, '{}'), '{}')
  from unnest(p_employees) as person (id)
  cross join generate_series(2, cardinality(bounds) - 1) as day (index)
  left join today on today.employee_id = person.id and today.index = day.index
  order by day.index, person.id;
end $$;

-- The lock of an employee's rows: shared when time is taken or given back, exclusive for the upkeep.
create function internal.lock_days(p_employee uuid, p_alone boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if p_alone then
    perform pg_advisory_xact_lock(hashtextextended(p_employee::text, 46));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended(p_employee::text, 46));
  end if;
end $$;

-- Rows from one day to another that some minutes touch, in local time.
create function internal.first_day(minutes int4multirange) returns date language sql immutable parallel safe
return date '1970-01-01' + (lower(minutes) / 1440 - 1);
create function internal.last_day(minutes int4multirange) returns date language sql immutable parallel safe
return date '1970-01-01' + (upper(minutes) / 1440 + 1);

-- Time was given back, or moved here from elsewhere: the rows that it touches are recomputed.
create function internal.recompute_days(p_employee uuid, p_minutes int4multirange) returns void
language plpgsql set search_path = '' as $$
declare
  first constant date := internal.first_day(p_minutes);
  last constant date := internal.last_day(p_minutes);
  begins_at constant integer := lower(p_minutes);
  ends_at constant integer := upper(p_minutes);
begin
  perform internal.lock_days(p_employee, false);
  perform from internal.free_days row
  where row.employee_id = p_employee and row.day between first and last and row.begins < ends_at and row.ends > begins_at
  order by row.day for update;
  if not found then return; end if;
  update internal.free_days row
  set free = row.work - busy.minutes, booked = internal.length_of(busy.minutes * int4multirange(int4range(row.begins, row.ends)))
  from (
    select coalesce(range_agg(one.minutes), '{}') as minutes from public.occupancies one
    where one.subject = p_employee and one.expires_at is null and one.minutes && (
      select int4range(min(day.begins), max(day.ends)) from internal.free_days day
      where day.employee_id = p_employee and day.day between first and last and day.begins < ends_at and day.ends > begins_at)
  ) busy
  where row.employee_id = p_employee and row.day between first and last and row.begins < ends_at and row.ends > begins_at;
end $$;

-- The frequent case, time that is taken, is written out: every call of a function here would be paid by each booking.
create function internal.index_occupancy() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  locked text;
  begins_at integer;
  ends_at integer;
begin
  if tg_op <> 'INSERT' and old.expires_at is null then
    perform internal.recompute_days(old.subject, old.minutes);
    if tg_op = 'UPDATE' and new.expires_at is null then perform internal.recompute_days(new.subject, new.minutes); end if;
    return null;
  end if;
  if new.expires_at is not null then return null; end if;
  -- internal.lock_days, as an expression.
  locked := pg_advisory_xact_lock_shared(hashtextextended(new.subject::text, 46));
  begins_at := lower(new.minutes);
  ends_at := upper(new.minutes);
  update internal.free_days row
  set free = row.free - new.minutes, booked = row.booked + case
      when new.minutes = range_merge(new.minutes)::int4multirange then least(row.ends, ends_at) - greatest(row.begins, begins_at)
      else internal.length_of(new.minutes * int4multirange(int4range(row.begins, row.ends))) end
  where row.employee_id = new.subject and row.day between internal.first_day(new.minutes) and internal.last_day(new.minutes)
    and row.begins < ends_at and row.ends > begins_at;
  return null;
end $$;

-- Because of the condition, holds do not pay for a call.
create trigger index_new after insert on public.occupancies for each row when (new.expires_at is null)
  execute function internal.index_occupancy();
-- For updates the columns decide: a condition would be parsed again in every statement.
create trigger index_changed after update of subject, minutes, expires_at on public.occupancies for each row
  execute function internal.index_occupancy();
create trigger index_gone after delete on public.occupancies for each row when (old.expires_at is null)
  execute function internal.index_occupancy();

revoke execute on function internal.minute_ranges, internal.length_of, internal.fresh_days, internal.lock_days,
  internal.first_day, internal.last_day, internal.recompute_days, internal.index_occupancy from public;
