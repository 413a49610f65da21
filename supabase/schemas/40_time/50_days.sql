-- Days of employees for whoever needs free time: two sources of the same rows. The index (40_time/40_free_days) has those of published locations,
-- live holds not subtracted; fresh days are computed from hours and bookings, for drafts, moves, and bookings by hand.

-- The time of locations that live holds take, by employee: the index leaves subtracting it to its readers. There are few holds at any time, so
-- they are looked up by location first. Null where there are none.
create function internal.held_times(locations uuid[], at timestamptz, out employees uuid[], out times int4multirange[])
language plpgsql stable set search_path = '' as $$
begin
  select array_agg(held.subject), array_agg(held.minutes) into employees, times
  from (
    select taken.subject, range_agg(taken.minutes) as minutes
    from public.holds hold join public.occupancies taken on taken.source = hold.id
    where hold.location_id = any(locations) and hold.ended_at is null and internal.is_live(hold.expires_at, at)
    group by taken.subject) held;
end $$;

-- The same of holds near these minutes since 1970: buffers of 8 hours are far enough. For whoever looks at few days of many locations.
create function internal.held_times_within(
  locations uuid[], at timestamptz, p_from integer, p_to integer, out employees uuid[], out times int4multirange[])
language plpgsql stable set search_path = '' as $$
begin
  select array_agg(held.subject), array_agg(held.minutes) into employees, times
  from (
    select taken.subject, range_agg(taken.minutes) as minutes
    from public.holds hold join public.occupancies taken on taken.source = hold.id
    where hold.location_id = any(locations) and hold.ended_at is null and internal.is_live(hold.expires_at, at)
      and hold.starts_at < to_timestamp((p_to + 480) * 60::float8) and hold.ends_at > to_timestamp((p_from - 480) * 60::float8)
    group by taken.subject) held;
end $$;

-- The free time, or working time, of a day together with the days that a service may reach into.
create function internal.joined_free(p_employee uuid, p_day date) returns int4multirange
language plpgsql stable set search_path = '' as $$
begin
  return (select range_agg(piece) from internal.free_days row cross join unnest(row.free) piece
    where row.employee_id = p_employee and row.day between p_day - 1 and p_day + 2);
end $$;
create function internal.joined_work(p_employee uuid, p_day date) returns int4multirange
language plpgsql stable set search_path = '' as $$
begin
  return (select range_agg(piece) from internal.free_days row cross join unnest(row.work) piece
    where row.employee_id = p_employee and row.day between p_day - 1 and p_day + 2);
end $$;

-- Days of employees in their order from the index, minus what live holds take. Free time that touches midnight continues beyond it.
create function internal.indexed_days(
  p_employees uuid[], p_first date, p_last date, held_employees uuid[], held_times int4multirange[])
returns table (turn integer, day date, begins integer, ends integer, booked integer, work int4multirange, free int4multirange)
language sql stable parallel safe rows 100
begin atomic
  select person.turn::integer, row.day, row.begins, row.ends,
    case when person.held is null then row.booked
      else row.booked + internal.length_of(person.held * int4multirange(int4range(row.begins, row.ends))) end,
    row.work,
    case when lower(row.free) = row.begins or upper(row.free) = row.ends
        then internal.joined_free(person.id, row.day) - coalesce(person.held, '{}')
      when person.held is not null then row.free - person.held else row.free end
  from (
    select each.id, each.turn, held_times[array_position(held_employees, each.id)] as held
    from unnest(p_employees) with ordinality each (id, turn) offset 0) person
  join internal.free_days row on row.employee_id = person.id and row.day between p_first and p_last;
end;

-- Whether the index has the days of all these employees from one to another, and those around them into which visits reach.
create function internal.is_indexed(p_employees uuid[], p_first date, p_last date) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) = cardinality(p_employees) from internal.calendars calendar
    where calendar.employee_id = any(p_employees) and calendar.until >= p_last + 2 and exists (
      select from internal.free_days row where row.employee_id = calendar.employee_id and row.day = p_first - 1));
end $$;

-- Days of employees in their order, from either source. Work and free time that touch midnight continue beyond it.
create function internal.days(
  p_location uuid, p_employees uuid[], p_zone text, p_first date, p_last date, outlook internal.outlook)
returns table (turn integer, day date, begins integer, ends integer, booked integer, work int4multirange, free int4multirange)
language plpgsql stable set search_path = '' rows 100 as $$
declare
  held_employees uuid[];
  held_times int4multirange[];
begin
  if outlook.ignored is null and not (outlook.by_hand or outlook.fresh)
    and internal.is_indexed(p_employees, p_first, p_last) then
    select * into held_employees, held_times from internal.held_times(array[p_location], outlook.at);
    return query
    select known.turn, known.day, known.begins, known.ends, known.booked,
      case when lower(known.work) = known.begins or upper(known.work) = known.ends
        then internal.joined_work(p_employees[known.turn], known.day) else known.work end, known.free
    from internal.indexed_days(p_employees, p_first, p_last, held_employees, held_times) known;
    return;
  end if;
  return query
  select array_position(p_employees, row.employee_id), row.day, row.begins, row.ends, row.booked, row.around_work, row.around_free
  from (
    select fresh.*, range_agg(fresh.work) over around as around_work, range_agg(fresh.free) over around as around_free
    from internal.fresh_days(p_employees, p_location, p_zone, p_first - 1, p_last + 2, outlook) fresh
    window around as (partition by fresh.employee_id order by fresh.day rows between 1 preceding and 2 following)) row
  where row.day between p_first and p_last;
end $$;

revoke execute on function internal.held_times, internal.held_times_within, internal.joined_free, internal.joined_work, internal.indexed_days, internal.is_indexed,
  internal.days from public;
