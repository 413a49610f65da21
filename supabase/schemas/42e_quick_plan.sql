-- The plan of one service at one start, for the many who hold a slot at the same time. It equals internal.plan_visit's, but asks
-- about this start only, in minutes of its local day, with few statements and little state: starting a statement costs
-- PostgreSQL more than reading the rows. What is rare it leaves to plan_visit: days of a clock change and those beside them, days
-- with absences or special openings, visits that reach beyond the day, services that need a resource.
--
-- Why a day is enough: the working time of a local day comes from the shifts that begin on it or on the day before, and the grid
-- counts from midnight or from where that time begins.

-- `bookable` is null when plan_visit has to be asked.
-- `company_id`, `hold_minutes` and `cancellation_hours` are the location's; `company_id` is null when it is not published.
create type internal.quick_plan as (
  bookable boolean, company_id uuid, hold_minutes integer, cancellation_hours smallint,
  employee_id uuid, service_name text, ends_at timestamptz, price_cents integer, occupied tstzmultirange
);

-- With one possible employee it is not asked whether the whole visit is free: the constraint will say so.
create function internal.plan_one(p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamptz, p_present timestamptz)
returns internal.quick_plan
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  plan internal.quick_plan;
  zone text;
  grid integer;
  notice integer;
  horizon integer;
  day date;
  midnight timestamptz;
  next_midnight timestamptz;
  -- Of the start in its day, and the ISO weekdays of the day and the one before.
  minute integer;
  today smallint;
  yesterday smallint;
  able record;
  employees uuid[] := '{}';
  finishes timestamptz[] := '{}';
  prices integer[] := '{}';
  times tstzmultirange[] := '{}';
  chosen integer := 1;
begin
  select location.company_id, location.hold_minutes, location.cancellation_hours, location.time_zone, location.grid_minutes,
    location.notice_minutes, location.horizon_days
  into plan.company_id, plan.hold_minutes, plan.cancellation_hours, zone, grid, notice, horizon
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = p_location and location.state = 'published' and company.state = 'active';
  if plan.company_id is null then return plan; end if;
  day := (p_starts_at at time zone zone)::date;
  midnight := day::timestamp at time zone zone;
  next_midnight := (day + 1)::timestamp at time zone zone;
  minute := date_part('epoch', p_starts_at - midnight)::integer / 60;
  today := extract(isodow from day);
  yesterday := case today when 1 then 7 else today - 1 end;
  for able in
    select person.id, service.name, coalesce(own.price_cents, service.price_cents) as price, length.minutes,
      service.buffer_before_minutes as before, service.buffer_after_minutes as after,
      service.processing_start as gap_start, service.processing_minutes as gap_minutes, service.resource_kind, shift.begins
    from public.services service
    join public.employee_services own on own.service_id = service.id
    join public.employees person on person.id = own.employee_id
    cross join lateral (
      select coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)::integer
        as minutes) length
    left join lateral (
      select lower(piece) as begins
      from unnest((
        select range_agg(int4range(
          case when hours.weekday = today then date_part('epoch', hours.starts)::integer / 60 else 0 end,
          case when hours.weekday = today and hours.ends <= hours.starts then 1440 else date_part('epoch', hours.ends)::integer / 60 end))
        from public.working_hours hours
        where hours.employee_id = own.employee_id
          and (hours.weekday = today or hours.weekday = yesterday and hours.ends <= hours.starts)
          and (hours.valid_from is null or hours.valid_from <= case when hours.weekday = today then day else day - 1 end)
          and (hours.valid_to is null or hours.valid_to >= case when hours.weekday = today then day else day - 1 end)
      )) as piece
      where piece @> int4range(minute - service.buffer_before_minutes, minute + length.minutes + service.buffer_after_minutes)
    ) shift on true
    where service.id = p_service and service.location_id = p_location and service.active and person.active
      and (p_employee is null or own.employee_id = p_employee)
    order by person.position, person.id
  loop
    plan.service_name := able.name;
    if minute < able.before or minute + able.minutes + able.after > 1440 or able.resource_kind is not null then
      midnight := null;
    end if;
    continue when able.begins is null or (minute - able.begins) % grid <> 0;
    employees := employees || able.id;
    prices := prices || able.price;
    finishes := finishes || p_starts_at + make_interval(mins => able.minutes);
    times := times || case when able.gap_start is null then tstzmultirange(tstzrange(p_starts_at - make_interval(mins => able.before),
        p_starts_at + make_interval(mins => able.minutes + able.after)))
      else tstzmultirange(tstzrange(p_starts_at - make_interval(mins => able.before), p_starts_at + make_interval(mins => able.gap_start)),
        tstzrange(p_starts_at + make_interval(mins => able.gap_start + able.gap_minutes),
          p_starts_at + make_interval(mins => able.minutes + able.after))) end;
  end loop;
  if midnight is null or p_starts_at <> date_trunc('minute', p_starts_at) or next_midnight - midnight <> interval '24 hours'
    or midnight - (day - 1)::timestamp at time zone zone <> interval '24 hours'
    or exists (select from public.exceptions
      where location_id = p_location and ends_at > day::timestamp and starts_at < (day + 1)::timestamp) then return plan; end if;
  plan.bookable := cardinality(employees) > 0 and p_starts_at >= p_present + make_interval(mins => notice)
    and day <= (p_present at time zone zone)::date + horizon;
  if plan.bookable and cardinality(employees) > 1 then
    chosen := internal.least_booked(employees, times, p_present, midnight, next_midnight);
    plan.bookable := chosen is not null;
  end if;
  if plan.bookable then
    plan.employee_id := employees[chosen];
    plan.price_cents := prices[chosen];
    plan.ends_at := finishes[chosen];
    plan.occupied := times[chosen];
  end if;
  return plan;
end $$;

-- Rule 7 among employees in their order: the index of the one who is free at the times wanted of each and has the least booked
-- time that day.
create function internal.least_booked(
  employees uuid[], wanted tstzmultirange[], p_present timestamptz, midnight timestamptz, next_midnight timestamptz)
returns integer
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  today constant tstzmultirange := tstzmultirange(tstzrange(midnight, next_midnight));
begin
  return (
    select person.index
    from unnest(employees, wanted) with ordinality as person (id, wanted, index)
    cross join lateral (
      select coalesce(range_agg(line.occupied), '{}') as all from public.appointment_lines line
      where line.employee_id = person.id and not isempty(line.occupied)
        and line.starts_at > midnight - interval '48 hours' and line.starts_at < next_midnight + interval '8 hours'
        and (line.hold_expires_at is null or line.hold_expires_at > p_present)
    ) busy
    where not busy.all && person.wanted
    order by (select coalesce(sum(upper(piece) - lower(piece)), '0') from unnest(busy.all * today) as piece), person.index
    limit 1);
end $$;

revoke execute on function internal.plan_one, internal.least_booked from public;
