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
  employee_id uuid, service_name text, ends_at timestamptz, price_cents integer, occupied tstzmultirange,
  -- The processing gap in minutes since 1970, and what the index says is free that day.
  gap_begins integer, gap_ends integer, free int4multirange,
  -- Who performs the service, where it is not said who shall.
  anyone uuid[],
  -- The day of the start by the calendar of the location.
  day date
);

-- With one possible employee it is not asked whether the whole visit is free of holds: the constraint will say so. `taken` is asked of
-- visits that begin at this very start; whoever begins within another one learns it from the constraint or from plan_visit.
create function internal.plan_one(p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamptz, p_present timestamptz)
returns internal.quick_plan
language plpgsql stable set search_path = '' as $$
declare
  minute constant integer := floor(date_part('epoch', p_starts_at) / 60);
  plan internal.quick_plan;
  index integer;
begin
  -- One statement, and few expressions in it: PostgreSQL prepares each anew in every transaction, also those of a branch not taken.
  select
    -- The grid counts from where the piece of working time begins: the end of the last gap before the start.
    case when day.begins <= visit.low and visit.high <= day.ends and service.resource_kind is null then
      case when service.gap_start is null then day.free @> int4range(visit.low, visit.high) else day.work @> int4range(visit.low, visit.high) end
      and (minute - coalesce(upper(int4multirange(int4range(least(day.begins, minute), minute + 1)) - day.work), day.begins))
        % service.grid_minutes = 0
      and date_trunc('minute', p_starts_at) = p_starts_at
      and p_starts_at >= p_present + service.notice_minutes * interval '1 minute'
      and day.day <= (p_present at time zone service.zone)::date + service.horizon_days end,
    exists (
      select from public.appointment_lines line
      where line.employee_id = coalesce(p_employee, service.employees[1]) and line.starts_at = p_starts_at
        and not isempty(line.occupied) and (line.hold_expires_at is null or line.hold_expires_at > p_present)),
    service.company_id, service.hold_minutes, service.cancellation_hours, service.employees[visit.person], service.service_name,
    p_starts_at + service.minutes[visit.person] * interval '1 minute', service.prices[visit.person],
    tstzmultirange(tstzrange(p_starts_at + (visit.low - minute) * interval '1 minute', p_starts_at + (visit.high - minute) * interval '1 minute')),
    minute + service.gap_start, minute + service.gap_start + service.gap_minutes, day.free,
    case when p_employee is null and cardinality(service.employees) > 1 then service.employees end, day.day
  into plan
  from internal.listing_services service
  cross join lateral (
    select every.person, minute - service.before as low, minute + service.minutes[every.person] + service.after as high
    from (select case when p_employee is null then 1 else array_position(service.employees, p_employee) end as person offset 0) every
    offset 0) visit
  left join internal.free_days day on day.employee_id = coalesce(p_employee, service.employees[1])
    and day.day = (p_starts_at at time zone service.zone)::date
  where service.service_id = p_service and service.location_id = p_location and visit.person is not null;
  -- In the processing gap the employee is free for others.
  if plan.bookable and plan.gap_begins is not null then
    plan.occupied := plan.occupied
      - tstzmultirange(tstzrange(to_timestamp(plan.gap_begins * 60.0), to_timestamp(plan.gap_ends * 60.0)));
    plan.bookable := plan.free @> internal.minute_ranges(plan.occupied);
  end if;
  if plan.anyone is null then return plan; end if;

  plan.taken := plan.taken and not exists (
    select from unnest(plan.anyone) person (id) where not exists (
      select from public.appointment_lines line
      where line.employee_id = person.id and line.starts_at = p_starts_at and not isempty(line.occupied)
        and (line.hold_expires_at is null or line.hold_expires_at > p_present)));
  if plan.taken then return plan; end if;
  index := internal.least_booked(p_service, p_starts_at, p_present);
  if index > 0 then return internal.plan_one(p_location, p_service, plan.anyone[index], p_starts_at, p_present); end if;
  plan.bookable := case when index is null then false end;
  return plan;
end $$;

-- Rule 7 among employees in their order: the index of the one who is free for the visit and has the least booked time that day, live
-- holds included. 0 when the visit of one of them reaches beyond the day, null when nobody is free.
create function internal.least_booked(p_service uuid, p_starts_at timestamptz, p_present timestamptz) returns integer
language plpgsql stable set search_path = '' as $$
declare
  minute constant integer := floor(date_part('epoch', p_starts_at) / 60);
begin
  return (
    select case when person.known then person.index else 0 end
    from (
      select each.index, service.grid_minutes, day.begins, day.ends, day.booked, day.work, day.free, visit.wanted, visit.busy, held.times,
        day.begins <= lower(visit.wanted) and upper(visit.wanted) <= day.ends as known
      from internal.listing_services service
      cross join unnest(service.employees, service.minutes) with ordinality as each (id, minutes, index)
      join internal.free_days day on day.employee_id = each.id and day.day = (p_starts_at at time zone service.zone)::date
      cross join lateral (
        select int4range(minute - service.before, minute + each.minutes + service.after) as wanted,
          int4multirange(int4range(minute - service.before, minute + each.minutes + service.after))
            - case when service.gap_start is null then '{}'
              else int4multirange(int4range(minute + service.gap_start, minute + service.gap_start + service.gap_minutes)) end as busy
        offset 0) visit
      cross join lateral (
        select internal.minute_ranges(range_agg(line.occupied)) as times from public.appointment_lines line
        where line.employee_id = each.id and line.hold_expires_at > p_present
          and line.starts_at > to_timestamp(day.begins * 60.0) - interval '48 hours'
          and line.starts_at < to_timestamp(day.ends * 60.0) + interval '8 hours') held
      where service.service_id = p_service
    ) person
    where not person.known or (
      person.work @> person.wanted and person.free @> person.busy and not coalesce(person.times && person.busy, false)
      and (minute - coalesce(upper(int4multirange(int4range(least(person.begins, minute), minute + 1)) - person.work), person.begins))
        % person.grid_minutes = 0)
    order by person.known, person.booked + case when person.times is null then 0
      else internal.length_of(person.times * int4multirange(int4range(person.begins, person.ends))) end, person.index
    limit 1);
end $$;

revoke execute on function internal.plan_one, internal.least_booked from public;
