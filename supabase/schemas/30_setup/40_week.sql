-- The weeks of people and of the location, written as a whole, and how the first follow the second. Who writes either locks the location first and the
-- employee after it: otherwise somebody could get their own week and that of the location at once.

-- A week as it is written: wall times and local dates.
create type internal.week_row as (
  weekday smallint, starts time, ends time, valid_from date, valid_to date, rota_weeks smallint, rota_week smallint, rota_start date);

-- Refuses a week of which two rows hold at the same time. Error: hours_overlap (detail: the weekday).
create function internal.check_week(rows internal.week_row[]) returns void
language plpgsql immutable set search_path = '' as $$
declare
  twice smallint := (
    select one.weekday
    from unnest(rows) with ordinality as one (weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start, turn)
    join unnest(rows) with ordinality as other (weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start, turn)
      on other.weekday = one.weekday and other.turn > one.turn
    where one.starts < (case when other.ends <= other.starts then time '24:00' else other.ends end)
      and other.starts < (case when one.ends <= one.starts then time '24:00' else one.ends end)
      and coalesce(one.valid_from <= other.valid_to, true) and coalesce(other.valid_from <= one.valid_to, true)
      -- Weeks of two cycles meet one day unless a common part of both keeps them apart; a row without a rota meets all.
      and coalesce((one.rota_start - other.rota_start + 7 * (one.rota_week - other.rota_week))
        % (7 * gcd(one.rota_weeks::integer, other.rota_weeks::integer)) = 0, true)
    order by 1 limit 1);
begin
  if twice is not null then perform internal.fail('hours_overlap', twice::text); end if;
end $$;

-- Whether what somebody has read is still what is stored; null asks nothing.
create function internal.is_same_week(stored internal.week_row[], p_was jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  was constant internal.week_row[] := array(select jsonb_populate_record(null::internal.week_row, value) from jsonb_array_elements(p_was));
begin
  return p_was is null or cardinality(was) = cardinality(stored)
    and not exists (select * from unnest(stored) except all select * from unnest(was));
end $$;

create function internal.week_of(p_employee uuid) returns internal.week_row[]
language sql stable set search_path = '' as $$
  select array(select (weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start)::internal.week_row
    from public.working_hours where employee_id = p_employee)
$$;

create function internal.week_of_location(p_location uuid) returns internal.week_row[]
language sql stable set search_path = '' as $$
  select array(select (weekday, starts, ends, valid_from, valid_to, null, null, null)::internal.week_row
    from public.location_hours where location_id = p_location)
$$;

create function internal.lock_week(p_employee uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.locations place
  where place.id = (select person.location_id from public.employees person where person.id = p_employee) for no key update;
  perform from public.employees where id = p_employee for no key update;
end $$;

-- Replaces the week of one employee in one step; on an error the old week stays. For managers and owners.
-- `p_rows` is [{id?, weekday, starts, ends, valid_from?, valid_to?, rota_weeks?, rota_week?, rota_start?}], wall times and local dates of the
-- location. A row with the id of one that exists changes that one and keeps validity dates and a rota that are not named; a new row without
-- them is open-ended and holds every week; rows that are not named go. Whoever followed the location's week has their own from then on. `p_was` are the rows that the caller has read.
-- Runs with the rights of the caller. Errors: employee_not_found, hours_overlap, hours_changed (`p_was` is not what is stored).
create function public.replace_working_hours(p_employee uuid, p_rows jsonb, p_was jsonb default null) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  if p_employee is null or p_employee not in (select internal.employees_as('manager')) then
    perform internal.fail('employee_not_found');
  end if;
  -- Two who save at once wait for each other instead of mixing their weeks.
  perform internal.lock_week(p_employee);
  if not internal.is_same_week(internal.week_of(p_employee), p_was) then perform internal.fail('hours_changed'); end if;
  update public.employees set own_hours = true where id = p_employee and not own_hours;
  delete from public.working_hours hours where hours.employee_id = p_employee
    and not exists (select from jsonb_to_recordset(p_rows) as typed (id uuid) where typed.id = hours.id);
  update public.working_hours hours set weekday = typed.weekday, starts = typed.starts, ends = typed.ends,
    valid_from = case when given.value ? 'valid_from' then typed.valid_from else hours.valid_from end,
    valid_to = case when given.value ? 'valid_to' then typed.valid_to else hours.valid_to end,
    rota_weeks = case when given.value ? 'rota_weeks' then typed.rota_weeks else hours.rota_weeks end,
    rota_week = case when given.value ? 'rota_weeks' then typed.rota_week else hours.rota_week end,
    rota_start = case when given.value ? 'rota_weeks' then typed.rota_start else hours.rota_start end
  from jsonb_array_elements(p_rows) given (value), jsonb_to_record(given.value) as typed (
    id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date, rota_weeks smallint, rota_week smallint, rota_start date)
  where hours.id = typed.id and hours.employee_id = p_employee;
  insert into public.working_hours (employee_id, weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start)
  select p_employee, typed.weekday, typed.starts, typed.ends, typed.valid_from, typed.valid_to, typed.rota_weeks, typed.rota_week, typed.rota_start
  from jsonb_to_recordset(p_rows) as typed (
    id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date, rota_weeks smallint, rota_week smallint, rota_start date)
  where not exists (select from public.working_hours hours where hours.id = typed.id and hours.employee_id = p_employee);
  perform internal.check_week(internal.week_of(p_employee));
end $$;

-- Replaces the week of a location and of everybody who follows it. For managers and owners. Arguments as above, rows without ids; a location has no rota.
-- Errors: location_not_found, hours_overlap, hours_changed.
create function public.replace_location_hours(p_location uuid, p_rows jsonb, p_was jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  perform from public.locations where id = p_location for no key update;
  if not internal.is_same_week(internal.week_of_location(p_location), p_was) then perform internal.fail('hours_changed'); end if;
  delete from public.location_hours where location_id = p_location;
  insert into public.location_hours (location_id, weekday, starts, ends, valid_from, valid_to)
  select p_location, typed.* from jsonb_to_recordset(p_rows) as typed (weekday smallint, starts time, ends time, valid_from date, valid_to date);
  perform internal.check_week(internal.week_of_location(p_location));
  perform internal.follow_hours(p_location);
end $$;

-- Gives an employee the week of the location instead of their own, or keeps a copy of it as their own. For managers and owners. `p_was` as above.
-- Runs with the rights of the caller. Errors: employee_not_found, hours_changed.
create function public.choose_hours(p_employee uuid, p_own boolean, p_was jsonb default null) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  if p_employee is null or p_employee not in (select internal.employees_as('manager')) then
    perform internal.fail('employee_not_found');
  end if;
  perform internal.lock_week(p_employee);
  if not internal.is_same_week(internal.week_of(p_employee), p_was) then perform internal.fail('hours_changed'); end if;
  update public.employees set own_hours = coalesce(p_own, true) where id = p_employee and own_hours <> coalesce(p_own, true);
end $$;

-- Makes the weeks of all who follow the location equal to its own; rows that are equal stay. Locked by the location, so that nobody who
-- comes in meanwhile keeps the old week.
create function internal.follow_hours(p_location uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.locations where id = p_location for no key update;
  delete from public.working_hours hours using public.employees person
  where person.id = hours.employee_id and person.location_id = p_location and not person.own_hours
    and not exists (select from public.location_hours opened where opened.location_id = p_location and hours.rota_weeks is null
      and (opened.weekday, opened.starts, opened.ends, opened.valid_from, opened.valid_to)
        is not distinct from (hours.weekday, hours.starts, hours.ends, hours.valid_from, hours.valid_to));
  insert into public.working_hours (employee_id, weekday, starts, ends, valid_from, valid_to)
  select person.id, opened.weekday, opened.starts, opened.ends, opened.valid_from, opened.valid_to
  from public.employees person join public.location_hours opened on opened.location_id = person.location_id
  where person.location_id = p_location and not person.own_hours
    and not exists (select from public.working_hours hours where hours.employee_id = person.id
      and (opened.weekday, opened.starts, opened.ends, opened.valid_from, opened.valid_to)
        is not distinct from (hours.weekday, hours.starts, hours.ends, hours.valid_from, hours.valid_to));
end $$;

create function internal.begin_to_follow() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.follow_hours(new.location_id);
  return null;
end $$;
create trigger follow_hours after insert on public.employees for each row when (not new.own_hours)
  execute function internal.begin_to_follow();
create trigger follow_hours_again after update of own_hours on public.employees for each row when (old.own_hours and not new.own_hours)
  execute function internal.begin_to_follow();

revoke execute on function internal.follow_hours, internal.begin_to_follow, internal.week_of_location from public;
grant execute on function internal.check_week, internal.is_same_week, internal.week_of, internal.lock_week to authenticated;
grant execute on function public.replace_working_hours, public.replace_location_hours, public.choose_hours to authenticated;
