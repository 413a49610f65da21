-- The free starts of one service read from the index (46), for the many who look at a calendar: what is computed from what people
-- wrote (42b) costs several times as much. Both answer the same, by the same rules; a property test holds each against the oracle.
--
-- The service, who performs it and the rules of the location are one row (internal.listing_services, 70), which exists only for active
-- services of published locations of active companies. What is rare is left to 42b: several services, a processing gap, a resource,
-- days without a row in the index, and members who look at what is not published.

-- What live holds take of the time of locations, by employee: the index leaves that to its readers. Holds are few at any time, so that
-- they are looked for by location first. Null where there are none.
create function internal.held_times(locations uuid[], at timestamptz, out employees uuid[], out times int4multirange[])
language plpgsql stable set search_path = '' as $$
begin
  select array_agg(hold.employee_id), array_agg(internal.minute_ranges(hold.occupied)) into employees, times
  from (
    select line.employee_id, range_agg(line.occupied) as occupied
    from public.appointments visit join public.appointment_lines line on line.appointment_id = visit.id
    where visit.location_id = any(locations) and visit.state = 'held' and visit.hold_expires_at > at and not isempty(line.occupied)
    group by line.employee_id) hold;
end $$;

-- The starts of an employee from one local day to another, both included, as runs on the grid: first, first + grid, … up to last, in
-- minutes since 1970; where nothing begins on the grid, last is before first. `booked` is what is booked that day, live holds included.
-- p_after is counted from the start, buffer included.
create function internal.indexed_runs(
  p_employee uuid, p_first date, p_last date, p_before integer, p_after integer, p_grid integer, p_earliest integer, held int4multirange)
returns table (first integer, last integer, booked integer)
language plpgsql stable set search_path = '' rows 100 as $$
begin
  return query
  select bounded.low + (p_grid - (bounded.low - bounded.anchor) % p_grid) % p_grid, bounded.high, bounded.booked
  from (
    -- The grid counts from where the piece of working time begins: the end of what is before the start and no work.
    select slot.low, slot.high, upper(int4multirange(int4range(null, slot.low + 1)) - slot.work) as anchor,
      case when held is null then slot.booked
        else slot.booked + internal.length_of(held * int4multirange(int4range(slot.begins, slot.ends))) end as booked
    from (
      select row.begins, row.ends, row.work, row.booked, greatest(row.begins, p_earliest, lower(piece) + p_before) as low,
        least(row.ends - 1, upper(piece) - p_after) as high
      from internal.free_days row
      cross join lateral unnest(case
        -- What touches a midnight goes on beyond it.
        when lower(row.free) = row.begins or upper(row.free) = row.ends
          then internal.joined_free(p_employee, row.day) - coalesce(held, '{}')
        when held is not null then row.free - held
        else row.free end) piece
      where row.employee_id = p_employee and row.day between p_first and p_last
    ) slot
    where slot.low <= slot.high
    offset 0
  ) bounded
  order by bounded.low;
end $$;

-- The wish of available_starts for one service; null where the index can't say.
create function internal.read_indexed_wish(p_location uuid, p_service uuid, p_employee uuid, p_from date, p_to date, at timestamptz)
returns internal.indexed_wish
language plpgsql stable set search_path = '' as $$
declare
  service record;
  wish internal.indexed_wish;
  today date;
  turn integer;
begin
  select kept.* into service from internal.listing_services kept
  where kept.service_id = p_service and kept.location_id = p_location and kept.gap_start is null and kept.resource_kind is null;
  if service.service_id is null then return null; end if;
  today := (at at time zone service.zone)::date;
  wish := (service.employees, service.minutes, service.before, service.after, service.grid_minutes, greatest(p_from, today), null,
    at + make_interval(mins => service.notice_minutes));
  wish.last_day := least(p_to, today + service.horizon_days, wish.first_day + 61);
  if p_employee is not null then
    turn := coalesce(array_position(service.employees, p_employee), 0);
    wish.employees := service.employees[turn : turn];
    wish.minutes := service.minutes[turn : turn];
  end if;
  -- Visits reach into the days around, which must be there for everybody.
  if (select count(*) < cardinality(wish.employees) from internal.calendars calendar
      where calendar.employee_id = any(wish.employees) and calendar.until >= wish.last_day + 2 and exists (
        select from internal.free_days row where row.employee_id = calendar.employee_id and row.day = wish.first_day - 1)) then
    return null;
  end if;
  return wish;
end $$;

-- The starts of a wish, as available_starts answers them.
create function internal.indexed_starts(p_location uuid, wish internal.indexed_wish, at timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable set search_path = '' set enable_seqscan = off rows 1000 as $$
declare
  earliest constant integer := ceil(date_part('epoch', wish.earliest) / 60);
  turns constant integer := cardinality(wish.employees);
  held_employees uuid[];
  held_times int4multirange[];
begin
  select * into held_employees, held_times from internal.held_times(array[p_location], at);

  if turns = 1 then
    return query
    select to_timestamp(start * 60::float8), to_timestamp((start + wish.minutes[1]) * 60::float8), wish.employees
    from internal.indexed_runs(wish.employees[1], wish.first_day, wish.last_day, wish.before, wish.minutes[1] + wish.after, wish.grid,
      earliest, held_times[array_position(held_employees, wish.employees[1])]) run
    cross join generate_series(run.first, run.last, wish.grid) as start;
    return;
  end if;
  -- `choice` is one number for booked time, then turn: its minimum is the one chosen (rule 7).
  return query
  select to_timestamp(best.start * 60::float8), to_timestamp((best.start + wish.minutes[best.turn]) * 60::float8),
    wish.employees[best.turn : best.turn]
  from (
    select start, min(run.booked * turns + person.turn - 1) % turns + 1 as turn
    from unnest(wish.employees) with ordinality as person (id, turn)
    cross join lateral internal.indexed_runs(person.id, wish.first_day, wish.last_day, wish.before, wish.minutes[person.turn] + wish.after,
      wish.grid, earliest, held_times[array_position(held_employees, person.id)]) run
    cross join generate_series(run.first, run.last, wish.grid) as start
    group by start
  ) best
  order by best.start;
end $$;

revoke execute on function internal.held_times, internal.indexed_runs, internal.read_indexed_wish, internal.indexed_starts from public;
