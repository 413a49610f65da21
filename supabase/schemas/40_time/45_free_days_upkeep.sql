-- Upkeep of the index of free time (40_time/40_free_days): hours, exceptions, employees, publishing, the turn of the day.

-- Days that have rows, from today on this location's calendar: some past ones, because free time may begin the evening before
-- a start, and some more than visitors may book, because services reach beyond their day and the nightly job may be late.
create function internal.first_row(p_today date) returns date
language sql immutable set search_path = '' as $$ select p_today - 2 $$;
create function internal.last_row(p_today date, p_horizon integer) returns date
language sql immutable set search_path = '' as $$ select p_today + p_horizon + 10 $$;
-- The days that must be there at least.
create function internal.last_needed_row(p_today date, p_horizon integer) returns date
language sql immutable set search_path = '' as $$ select p_today + p_horizon + 3 $$;

-- What the index should contain for a location, as one row in which `employees` may be empty; no row: nothing.
create function internal.indexed_location(p_location uuid, out zone text, out first date, out last date, out employees uuid[])
language plpgsql stable set search_path = '' as $$
declare
  today date;
  horizon integer;
begin
  select place.time_zone, (internal.present() at time zone place.time_zone)::date, place.horizon_days into zone, today, horizon
  from public.locations place join public.companies company on company.id = place.company_id
  where place.id = p_location and place.state = 'published' and company.state = 'active' and not company.sandbox;
  first := internal.first_row(today);
  last := internal.last_row(today, horizon);
  employees := array(
    select id from public.employees where location_id = p_location and active and zone is not null order by id);
end $$;

-- Brings the rows of a location up to date, or of some of its employees. Takes the locks of location and employees exclusively.
create function internal.refresh_days(p_location uuid, p_employees uuid[] default null) returns void
language plpgsql set search_path = '' as $$
declare
  wanted record;
  employees uuid[];
begin
  perform internal.lock_location(p_location, true);
  select * into wanted from internal.indexed_location(p_location);
  if wanted.zone is null and not exists (select from internal.calendars where location_id = p_location) then return; end if;
  perform internal.lock_days(employee.id, true) from (
    select id from public.employees where location_id = p_location and (p_employees is null or id = any(p_employees)) order by id) employee;
  with gone as (
    delete from internal.calendars where location_id = p_location and employee_id <> all(wanted.employees) returning employee_id
  )
  delete from internal.free_days where employee_id in (select employee_id from gone);
  employees := array(select id from unnest(wanted.employees) id where p_employees is null or id = any(p_employees));
  if cardinality(employees) = 0 then return; end if;

  insert into internal.calendars (employee_id, location_id, until) select id, p_location, wanted.last from unnest(employees) id
  on conflict (employee_id) do update set until = excluded.until, location_id = excluded.location_id
  where (calendars.until, calendars.location_id) is distinct from (excluded.until, excluded.location_id);
  delete from internal.free_days where employee_id = any(employees) and day not between wanted.first and wanted.last;
  insert into internal.free_days as row
  select * from internal.fresh_days(employees, p_location, wanted.zone, wanted.first, wanted.last)
  on conflict (employee_id, day) do update
  set location_id = excluded.location_id, begins = excluded.begins, ends = excluded.ends, booked = excluded.booked, work = excluded.work,
    free = excluded.free
  where (row.location_id, row.begins, row.ends, row.booked, row.work, row.free)
    is distinct from (excluded.location_id, excluded.begins, excluded.ends, excluded.booked, excluded.work, excluded.free);
end $$;

-- Rows that differ from a fresh computation, of some locations or all; none when the index is right.
-- Only days from today to the last required one are compared: the rest is reserve.
create function internal.day_differences(p_location uuid)
returns table (employee_id uuid, day date, what text, expected text, found text)
language plpgsql stable set search_path = '' as $$
declare
  wanted record;
  today date;
begin
  select * into wanted from internal.indexed_location(p_location);
  today := wanted.first + 2;
  return query
  select coalesce(fresh.employee_id, row.employee_id), coalesce(fresh.day, row.day),
    case when row.employee_id is null then 'missing' when fresh.employee_id is null then 'surplus'
      when row.location_id <> fresh.location_id then 'location' when (row.begins, row.ends) <> (fresh.begins, fresh.ends) then 'bounds'
      when row.work <> fresh.work then 'work' when row.free <> fresh.free then 'free' else 'booked' end,
    case when row.begins = fresh.begins and row.ends = fresh.ends and row.work = fresh.work and row.free = fresh.free
      then fresh.booked::text else format('%s free of %s', fresh.free, fresh.work) end,
    case when row.begins = fresh.begins and row.ends = fresh.ends and row.work = fresh.work and row.free = fresh.free
      then row.booked::text else format('%s free of %s', row.free, row.work) end
  from internal.fresh_days(wanted.employees, p_location, wanted.zone, today, wanted.last - 7) fresh
  full join (
    select kept.* from internal.free_days kept
    where kept.employee_id in (
      select calendar.employee_id from internal.calendars calendar where calendar.location_id = p_location)
      and (kept.day between today and wanted.last - 7 or wanted.zone is null)
  ) row on row.employee_id = fresh.employee_id and row.day = fresh.day
  where (row.location_id, row.begins, row.ends, row.booked, row.work, row.free)
    is distinct from (fresh.location_id, fresh.begins, fresh.ends, fresh.booked, fresh.work, fresh.free);
end $$;

-- Adds the days that have come into range and drops past ones, for up to p_limit locations; returns for how many. Published locations that
-- are not in the index at all (data loaded with triggers off) are built as well. For the server's job.
create function public.extend_availability(p_limit integer default 20) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
  extended integer := 0;
begin
  for place in
    select late.location_id from (
      select distinct calendar.location_id from internal.calendars calendar
      join public.locations location on location.id = calendar.location_id
      where calendar.until < internal.last_needed_row((internal.present() at time zone location.time_zone)::date, location.horizon_days)
      union
      select location.id from public.locations location join public.companies company on company.id = location.company_id
      where location.state = 'published' and company.state = 'active' and not company.sandbox
        and exists (select from public.employees where location_id = location.id and active)
        and not exists (select from internal.calendars calendar where calendar.location_id = location.id)
    ) late order by late.location_id limit p_limit
  loop
    perform internal.refresh_days(place);
    perform internal.refresh_listing(place);
    extended := extended + 1;
  end loop;
  return extended;
end $$;

create function internal.index_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
  employees uuid[];
begin
  for place, employees in
    select employee.location_id, array_agg(distinct employee.id) from public.employees employee
    where employee.id in (select employee_id from changed) group by 1 order by 1
  loop
    perform internal.refresh_days(place, employees);
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;
create trigger index_new_hours after insert on public.working_hours referencing new table as changed
  for each statement execute function internal.index_hours();
create trigger index_gone_hours after delete on public.working_hours referencing old table as changed
  for each statement execute function internal.index_hours();
-- An update never moves hours to another employee: `employee_id` is granted to nobody for update.
create trigger index_changed_hours after update on public.working_hours referencing new table as changed
  for each statement execute function internal.index_hours();

-- Exceptions and employees: the whole location.
create function internal.index_location_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
begin
  for place in select distinct location_id from changed order by 1 loop
    perform internal.refresh_days(place);
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;
create trigger index_new_exceptions after insert on public.exceptions referencing new table as changed
  for each statement execute function internal.index_location_rows();
create trigger index_gone_exceptions after delete on public.exceptions referencing old table as changed
  for each statement execute function internal.index_location_rows();
create trigger index_changed_exceptions after update on public.exceptions referencing new table as changed
  for each statement execute function internal.index_location_rows();
create trigger index_new_employees after insert on public.employees referencing new table as changed
  for each statement execute function internal.index_location_rows();
create trigger index_gone_employees after delete on public.employees referencing old table as changed
  for each statement execute function internal.index_location_rows();
create trigger index_changed_employees after update on public.employees referencing new table as changed
  for each statement execute function internal.index_location_rows();

-- Locations: publishing, zone and horizon touch the days; everything visitors search by touches the listing.
create function internal.index_locations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
  days boolean;
begin
  for place, days in
    select fresh.id, (fresh.state, fresh.time_zone, fresh.horizon_days) is distinct from (past.state, past.time_zone, past.horizon_days)
    from fresh join past using (id)
    where (fresh.state = 'published' or past.state = 'published')
      and (fresh.state, fresh.time_zone, fresh.horizon_days, fresh.name, fresh.slug, fresh.street, fresh.postal_code,
        fresh.city, fresh.district, fresh.city_id, fresh.latitude, fresh.longitude, fresh.attributes,
        fresh.grid_minutes, fresh.notice_minutes, fresh.hold_minutes, fresh.cancellation_hours, fresh.rating_average,
        fresh.rating_count)
      is distinct from (past.state, past.time_zone, past.horizon_days, past.name, past.slug, past.street, past.postal_code, past.city,
        past.district, past.city_id, past.latitude, past.longitude, past.attributes, past.grid_minutes,
        past.notice_minutes, past.hold_minutes, past.cancellation_hours, past.rating_average, past.rating_count)
    order by 1
  loop
    if days then perform internal.refresh_days(place); end if;
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;
create trigger index_changed after update on public.locations referencing new table as fresh old table as past
  for each statement execute function internal.index_locations();

create function internal.drop_from_index() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
begin
  for place in select id from gone order by 1 loop
    perform internal.refresh_days(place);
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;
create trigger index_gone after delete on public.locations referencing old table as gone
  for each statement execute function internal.drop_from_index();

create function internal.index_company() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
begin
  for place in select id from public.locations where company_id = new.id and state = 'published' order by 1 loop
    perform internal.refresh_days(place);
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;
create trigger index_changed after update on public.companies for each row when (old.state <> new.state)
  execute function internal.index_company();

revoke execute on function internal.first_row, internal.last_row, internal.last_needed_row, internal.indexed_location,
  internal.refresh_days, internal.day_differences, internal.index_hours, internal.index_location_rows, internal.index_locations,
  internal.drop_from_index, internal.index_company, public.extend_availability from public;
grant execute on function public.extend_availability to service_role;
