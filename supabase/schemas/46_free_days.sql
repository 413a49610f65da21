-- The index of free time: when each employee of a published location works and is free, one row per employee and local day.
--
-- The invariant, at every commit: a row's `free` is its `work` less everything booked, and its `booked` is the minutes of
-- everything booked on that day. `work` is rule 3 of docs/availability.md. Booked is what blocks
-- for good: lines whose `occupied` is not empty and that are no holds. Holds come and go without a trace here; whoever reads
-- free time subtracts the live ones (`appointments_held`). So a hold costs the index nothing and an expired one needs no care.
--
-- A row begins at local midnight and ends at the next (23 to 25 hours). Pieces that cross midnight are cut there and touch, so
-- that readers merge them again, and the lower bound of the piece of `work` that holds a start is the anchor of the grid (rule 5).
-- All times are whole minutes since 1970, UTC. There is a row for each active employee of a published location of an active
-- company and each day from the day before yesterday to the horizon and some days more; days without work have empty ones.
--
-- How it is kept, and why so:
--   * One line begins to block: subtract it, in one statement. The row's lock makes a second one wait and read what the first
--     left. The statement must not look at `free` to find its rows: it would pass over one that is just being given time back.
--   * One line stops blocking: lock the rows, then compute them anew in a second statement. In one statement the lines would be
--     read before the lock is had, and a booking committed meanwhile would be lost from the row for good.
--   * Everything else (hours, exceptions, employees, publishing, the turn of the day) holds the lock of the location alone, as
--     verbs of several lines do (43), then the locks of the employees in the order of their ids, and computes their rows anew.
--     Lines take the lock of their employee shared before they touch rows: so no row appears between a line and its row.
-- Locks come in one order: location, employee, day. A visit with several employees holds the location alone, so no two
-- transactions that hold the lock of one employee wait for that of another.
--
-- internal.index_differences compares all of it with a fresh computation; 46a has the upkeep.

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

-- Times as minutes since 1970; what does not begin at a whole minute is rounded to the outside.
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

-- The rows as they should be, from the tables that people write. Employees without any shift have rows as well. With an outlook also what the
-- index does not hold: live holds, an appointment left out, everybody always at work. A line with its buffers takes at most 24 + 8 + 8 hours
-- (see services), so two days before suffice; the condition on `starts_at` and not on `occupied` keeps the reading to few rows.
create function internal.fresh_days(
  p_employees uuid[], p_location uuid, p_zone text, p_first date, p_last date, outlook internal.outlook default null)
returns setof internal.free_days
language plpgsql stable set search_path = '' rows 70 as $$
declare
  -- A shift that reaches into the first day began the day before.
  midnights constant timestamptz[] := internal.midnights(p_zone, p_first - 1, p_last + 1);
  minutes constant integer[] := internal.minutes(midnights);
  always constant boolean := coalesce(outlook.by_hand, false);
begin
  -- Pieces are cut at the midnights one by one, which costs far less than the part of each day of all of them.
  return query
  with piece as materialized (
    select person.id as employee_id, true as works, minutes[1] as begins, minutes[cardinality(minutes)] as ends
    from unnest(p_employees) person (id) where always
    union all
    select found.employee_id, true, internal.minute(lower(part)), ceil(date_part('epoch', upper(part)) / 60)::integer
    from internal.working_times(p_employees, p_location, p_zone, p_first - 1, midnights) found cross join unnest(found.working) part
    where not always
    union all
    select line.employee_id, false, internal.minute(lower(part)), ceil(date_part('epoch', upper(part)) / 60)::integer
    from public.appointment_lines line cross join unnest(line.occupied) part
    where line.employee_id = any(p_employees) and internal.is_live(line.hold_expires_at, outlook.at)
      and line.appointment_id is distinct from outlook.ignored
      and line.starts_at > midnights[2] - interval '48 hours'
      and line.starts_at < midnights[cardinality(midnights)] + interval '8 hours'
  ), today as (
    select piece.employee_id, day.index, range_agg(span.minutes) filter (where piece.works) as work,
      range_agg(span.minutes) filter (where not piece.works) as busy
    from piece
    cross join generate_series(greatest(width_bucket(piece.begins, minutes), 2),
      least(width_bucket(piece.ends - 1, minutes), cardinality(minutes) - 1)) as day (index)
    cross join lateral (
      select int4range(greatest(piece.begins, minutes[day.index]), least(piece.ends, minutes[day.index + 1])) as minutes) span
    group by piece.employee_id, day.index
  )
  select person.id, p_location, p_first + (day.index - 2), minutes[day.index], minutes[day.index + 1],
    case when today.busy is null then 0 else (select sum(upper(p) - lower(p))::integer from unnest(today.busy) p) end,
    coalesce(today.work, '{}'), coalesce(today.work - coalesce(today.busy, '{}'), '{}')
  from unnest(p_employees) as person (id)
  cross join generate_series(2, cardinality(minutes) - 1) as day (index)
  left join today on today.employee_id = person.id and today.index = day.index
  order by day.index, person.id;
end $$;

-- The lock of an employee's rows: shared for a line that begins or stops to block, alone for the upkeep.
create function internal.lock_days(p_employee uuid, p_alone boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if p_alone then
    perform pg_advisory_xact_lock(hashtextextended(p_employee::text, 46));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended(p_employee::text, 46));
  end if;
end $$;

-- A line has stopped blocking, or has come from elsewhere: the rows that this time touches are computed anew.
create function internal.recompute_days(p_employee uuid, p_occupied tstzmultirange) returns void
language plpgsql set search_path = '' as $$
declare
  first constant date := (lower(p_occupied) at time zone 'UTC')::date - 1;
  last constant date := (upper(p_occupied) at time zone 'UTC')::date + 1;
  begins_at constant integer := floor(date_part('epoch', lower(p_occupied)) / 60);
  ends_at constant integer := ceil(date_part('epoch', upper(p_occupied)) / 60);
begin
  perform internal.lock_days(p_employee, false);
  perform from internal.free_days row
  where row.employee_id = p_employee and row.day between first and last and row.begins < ends_at and row.ends > begins_at
  order by row.day for update;
  if not found then return; end if;
  update internal.free_days row
  set free = row.work - busy.minutes, booked = internal.length_of(busy.minutes * int4multirange(int4range(row.begins, row.ends)))
  from (
    select internal.minute_ranges(coalesce(range_agg(line.occupied), '{}')) as minutes
    from public.appointment_lines line
    where line.employee_id = p_employee and line.hold_expires_at is null and not isempty(line.occupied)
      and line.starts_at > lower(p_occupied) - interval '74 hours' and line.starts_at < upper(p_occupied) + interval '34 hours'
  ) busy
  where row.employee_id = p_employee and row.day between first and last and row.begins < ends_at and row.ends > begins_at;
end $$;

-- The frequent case, a line that begins to block, is written out: every call of a function here would be paid by each booking.
create function internal.index_line() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  locked text;
  begins_at integer;
  ends_at integer;
  first date;
  last date;
begin
  if tg_op <> 'INSERT' and old.hold_expires_at is null and not isempty(old.occupied) then
    if tg_op = 'UPDATE' and (new.employee_id, new.occupied, new.hold_expires_at) is not distinct from (old.employee_id, old.occupied, null) then
      return null;
    end if;
    perform internal.recompute_days(old.employee_id, old.occupied);
    if tg_op = 'UPDATE' and new.hold_expires_at is null and not isempty(new.occupied) then
      perform internal.recompute_days(new.employee_id, new.occupied);
    end if;
    return null;
  end if;
  if new.hold_expires_at is not null or isempty(new.occupied) then return null; end if;
  -- internal.lock_days, as an expression.
  locked := pg_advisory_xact_lock_shared(hashtextextended(new.employee_id::text, 46));
  begins_at := floor(date_part('epoch', lower(new.occupied)) / 60);
  ends_at := ceil(date_part('epoch', upper(new.occupied)) / 60);
  first := (lower(new.occupied) at time zone 'UTC')::date - 1;
  last := (upper(new.occupied) at time zone 'UTC')::date + 1;
  if new.occupied = tstzmultirange(range_merge(new.occupied)) then
    update internal.free_days row
    set free = row.free - int4multirange(int4range(begins_at, ends_at)),
      booked = row.booked + least(row.ends, ends_at) - greatest(row.begins, begins_at)
    where row.employee_id = new.employee_id and row.day between first and last and row.begins < ends_at and row.ends > begins_at;
  else
    update internal.free_days row
    set free = row.free - internal.minute_ranges(new.occupied), booked = row.booked
      + internal.length_of(internal.minute_ranges(new.occupied) * int4multirange(int4range(row.begins, row.ends)))
    where row.employee_id = new.employee_id and row.day between first and last and row.begins < ends_at and row.ends > begins_at;
  end if;
  return null;
end $$;

-- The conditions keep holds, and what changes nothing, from paying for a call.
create trigger index_new_line after insert on public.appointment_lines for each row
  when (new.hold_expires_at is null and not isempty(new.occupied)) execute function internal.index_line();
-- Of updates the columns decide: a long condition is read anew in every statement.
create trigger index_changed_line after update of employee_id, occupied, hold_expires_at on public.appointment_lines for each row
  execute function internal.index_line();
create trigger index_gone_line after delete on public.appointment_lines for each row
  when (old.hold_expires_at is null and not isempty(old.occupied)) execute function internal.index_line();

revoke execute on function internal.minute_ranges, internal.length_of, internal.fresh_days, internal.lock_days,
  internal.recompute_days, internal.index_line from public;
