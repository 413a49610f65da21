-- The free starts of one plain service of a published location, which is what most visitors ask for: read from the index (40_time/40_free_days) and from the one row that
-- the search keeps of the service, its people and the rules of its location (internal.listing_services). Rare cases are
-- left to internal.computed_starts: several services, a processing gap, a resource, days without a row, and members who look at a draft.

-- The arguments of available_starts for one service; null where the index cannot answer.
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
  return case when internal.is_indexed(wish.employees, wish.first_day, wish.last_day) then wish end;
end $$;

-- The starts for these arguments, as available_starts returns them.
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
    -- Days come in their order, and so do the starts in them: nothing is grouped or sorted.
    return query
    select internal.instant(start), internal.instant(start + wish.minutes[1]), wish.employees
    from (
      select run.first, run.last
      from (select * from internal.indexed_days(wish.employees, wish.first_day, wish.last_day, held_employees, held_times) offset 0) day
      cross join lateral internal.runs(day.free, wish.before, wish.minutes[1] + wish.after, day.work, day.begins, wish.grid,
        greatest(day.begins, earliest), day.ends - 1) run
      order by run.first offset 0) run
    cross join generate_series(run.first, run.last, wish.grid) start;
    return;
  end if;
  -- Rule 7: one number for booked time, then turn, whose minimum is the one chosen.
  return query
  select internal.instant(best.start), internal.instant(best.start + wish.minutes[best.turn]), wish.employees[best.turn : best.turn]
  from (
    select start, min(day.booked * turns + day.turn - 1) % turns + 1 as turn
    from (select * from internal.indexed_days(wish.employees, wish.first_day, wish.last_day, held_employees, held_times) offset 0) day
    cross join lateral internal.runs(day.free, wish.before, wish.minutes[day.turn] + wish.after, day.work, day.begins, wish.grid,
      greatest(day.begins, earliest), day.ends - 1) run
    cross join generate_series(run.first, run.last, wish.grid) start
    group by start) best
  order by best.start;
end $$;

revoke execute on function internal.read_indexed_wish, internal.indexed_starts from public;
