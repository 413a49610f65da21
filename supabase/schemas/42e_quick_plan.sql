-- The plan of one service at one start, for the many who want a slot at the same time. It equals internal.plan_visit's, but reads two
-- rows that the search keeps: the service with who performs it (internal.listing_services, 70) and the employee's day
-- (internal.free_days, 46). Starting a statement costs PostgreSQL more than reading rows, so there are few. What is rare it leaves to
-- plan_visit: days without a row in the index, visits that reach beyond the day, services that need a resource.
--
-- Both rows exist only for published locations of active companies, active services and active employees; that is not asked again.

-- `bookable` is null when plan_visit has to be asked. `taken`: everyone who performs the service is busy at the start.
-- `company_id`, `hold_minutes` and `cancellation_hours` are the location's.
create type internal.quick_plan as (
  bookable boolean, taken boolean, company_id uuid, hold_minutes smallint, cancellation_hours smallint,
  employee_id uuid, service_name text, ends_at timestamptz, price_cents integer, occupied tstzmultirange
);

-- With one possible employee it is not asked whether the whole visit is free of holds: the constraint will say so.
create function internal.plan_one(p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamptz, p_present timestamptz)
returns internal.quick_plan
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  minute constant integer := floor(date_part('epoch', p_starts_at) / 60);
  plan internal.quick_plan;
  offer record;
  -- Of the employee in the arrays of the offer.
  index integer;
  low integer;
  high integer;
begin
  select service.company_id, service.hold_minutes, service.cancellation_hours, service.service_name, service.employees, service.minutes,
    service.prices, service.before, service.after, service.gap_start, service.gap_minutes, service.zone, service.grid_minutes as grid,
    service.notice_minutes, service.horizon_days, service.resource_kind, day.begins, day.ends, day.work, day.free
  into offer
  from internal.listing_services service
  left join internal.free_days day on day.employee_id = coalesce(p_employee, service.employees[1])
    and day.day = (p_starts_at at time zone service.zone)::date
  where service.service_id = p_service and service.location_id = p_location;
  index := case when p_employee is null and cardinality(offer.employees) = 1 then 1
    else array_position(offer.employees, p_employee) end;
  if index is null and (p_employee is not null or offer.employees is null) then return plan; end if;

  if index is null then
    plan.taken := not exists (
      select from unnest(offer.employees) person (id) where not exists (
        select from public.appointment_lines line
        where line.employee_id = person.id and not isempty(line.occupied) and line.occupied @> p_starts_at
          and (line.hold_expires_at is null or line.hold_expires_at > p_present)));
  else
    plan.taken := exists (
      select from public.appointment_lines line
      where line.employee_id = offer.employees[index] and not isempty(line.occupied) and line.occupied @> p_starts_at
        and (line.hold_expires_at is null or line.hold_expires_at > p_present));
  end if;
  if plan.taken or offer.resource_kind is not null or date_trunc('minute', p_starts_at) <> p_starts_at then return plan; end if;
  if index is null then
    index := internal.least_booked(offer.employees, offer.minutes, (p_starts_at at time zone offer.zone)::date, minute, offer.before,
      offer.after, offer.gap_start, offer.gap_minutes, offer.grid, p_present);
    plan.bookable := case when index is null then false when index > 0 then true end;
    if not coalesce(plan.bookable, false) then return plan; end if;
  end if;

  low := minute - offer.before;
  high := minute + offer.minutes[index] + offer.after;
  -- The grid counts from where the piece of working time begins: the end of the last gap before the start.
  plan.bookable := case when plan.bookable or offer.begins <= low and high <= offer.ends then
    (plan.bookable or (minute - coalesce(upper(int4multirange(int4range(least(offer.begins, minute), minute + 1)) - offer.work), offer.begins))
        % offer.grid = 0
      and case when offer.gap_start is null then offer.free @> int4range(low, high) else offer.work @> int4range(low, high)
        and offer.free @> int4range(low, minute + offer.gap_start)
        and offer.free @> int4range(minute + offer.gap_start + offer.gap_minutes, high) end)
    and p_starts_at >= p_present + make_interval(mins => offer.notice_minutes)
    and (p_starts_at at time zone offer.zone)::date <= (p_present at time zone offer.zone)::date + offer.horizon_days end;
  if plan.bookable then
    plan.company_id := offer.company_id;
    plan.hold_minutes := offer.hold_minutes;
    plan.cancellation_hours := offer.cancellation_hours;
    plan.employee_id := offer.employees[index];
    plan.service_name := offer.service_name;
    plan.price_cents := offer.prices[index];
    plan.ends_at := p_starts_at + make_interval(mins => offer.minutes[index]);
    plan.occupied := tstzmultirange(tstzrange(p_starts_at - make_interval(mins => offer.before),
      plan.ends_at + make_interval(mins => offer.after)));
    if offer.gap_start is not null then
      plan.occupied := plan.occupied - tstzmultirange(tstzrange(p_starts_at + make_interval(mins => offer.gap_start),
        p_starts_at + make_interval(mins => offer.gap_start + offer.gap_minutes)));
    end if;
  end if;
  return plan;
end $$;

-- Rule 7 among employees in their order: the index of the one who is free for the visit and has the least booked time that day, live
-- holds included. 0 when the visit of one of them reaches beyond the day, null when nobody is free.
create function internal.least_booked(
  employees uuid[], minutes smallint[], date date, minute integer, before integer, after integer, gap_start integer,
  gap_minutes integer, grid integer, p_present timestamptz)
returns integer
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select case when person.known then person.index else 0 end
    from (
      select each.index, day.begins, day.ends, day.booked, day.work, day.free, visit.wanted, visit.busy, held.times,
        day.begins <= lower(visit.wanted) and upper(visit.wanted) <= day.ends as known
      from unnest(employees, minutes) with ordinality as each (id, minutes, index)
      join internal.free_days day on day.employee_id = each.id and day.day = date
      cross join lateral (
        select int4range(minute - before, minute + each.minutes + after) as wanted,
          int4multirange(int4range(minute - before, minute + each.minutes + after)) - case when gap_start is null then '{}'
            else int4multirange(int4range(minute + gap_start, minute + gap_start + gap_minutes)) end as busy
        offset 0) visit
      cross join lateral (
        select internal.minute_ranges(range_agg(line.occupied)) as times from public.appointment_lines line
        where line.employee_id = each.id and line.hold_expires_at > p_present
          and line.starts_at > to_timestamp(day.begins * 60.0) - interval '48 hours'
          and line.starts_at < to_timestamp(day.ends * 60.0) + interval '8 hours') held
    ) person
    where not person.known or (
      person.work @> person.wanted and person.free @> person.busy and not coalesce(person.times && person.busy, false)
      and (minute - coalesce(upper(int4multirange(int4range(least(person.begins, minute), minute + 1)) - person.work), person.begins))
        % grid = 0)
    order by person.known, person.booked + case when person.times is null then 0
      else internal.length_of(person.times * int4multirange(int4range(person.begins, person.ends))) end, person.index
    limit 1);
end $$;

revoke execute on function internal.plan_one, internal.least_booked from public;
