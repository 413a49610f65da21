-- The plan of one service at one start, for the many who want a slot at the same time. It equals internal.plan_visit's, but reads two
-- rows that the search keeps: the service with who performs it (internal.listing_services) and the employee's day
-- (internal.free_days). It leaves rare cases to plan_visit: days without a row in the index, visits that reach beyond the day, services
-- that need a resource or are special otherwise (internal.listing_services).
--
-- Both rows exist only for published locations of active companies, active services and active employees; that is not checked again.

-- `bookable` is null when plan_visit has to be called. `taken`: it could begin there if nothing were booked.
-- `company_id`, `hold_minutes` and `cancellation_hours` are the location's; `day` is that of the start by its calendar, in `zone`.
create type internal.quick_plan as (
  bookable boolean, taken boolean, company_id uuid, hold_minutes smallint, cancellation_hours smallint,
  employee_id uuid, service_name text, ends_at timestamptz, price_cents integer, occupied int4multirange, day date, zone text
);

create function internal.plan_one(p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamptz, p_present timestamptz)
returns internal.quick_plan
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := internal.minute(p_starts_at);
  plan internal.quick_plan;
begin
  -- One statement: starting one costs PostgreSQL more than reading rows.
  select person.fits and not person.held, person.fits_unbooked and (person.held or not person.fits),
    person.company_id, person.hold_minutes, person.cancellation_hours, person.id, person.service_name,
    p_starts_at + person.minutes * interval '1 minute', person.price,
    person.busy, person.date, person.zone
  into plan
  from (
    select visit.*, day.booked + case when hold.minutes is null or visit.alone then 0
        else internal.length_of(hold.minutes * int4multirange(int4range(day.begins, day.ends))) end as booked,
      coalesce(hold.minutes && visit.busy, false) as held,
      case when visit.resource_kind is null and not visit.special and day.begins <= visit.low and visit.high <= day.ends then
        visit.may and exists (
          select from internal.runs(
            case when visit.gap_start is null then day.free else (
              select open from internal.openings(
                day.work, day.free, visit.before, visit.minutes, visit.after, visit.gap_start, visit.gap_minutes, null)) end,
            case when visit.gap_start is null then wanted - visit.low else 0 end,
            case when visit.gap_start is null then visit.high - wanted else 1 end,
            day.work, day.begins, visit.grid_minutes, wanted, wanted) run
          where run.first = wanted) end as fits,
      visit.may and exists (
        select from internal.runs(
          day.work, wanted - visit.low, visit.high - wanted, day.work, day.begins, visit.grid_minutes, wanted, wanted) run
        where run.first = wanted) as fits_unbooked
    from (
      select service.company_id, service.hold_minutes, service.cancellation_hours, service.service_name, service.grid_minutes,
        service.resource_kind, service.special, service.gap_start, service.gap_minutes, service.before, service.after, each.id, each.minutes, each.price,
        each.turn, wanted - service.before as low, wanted + each.minutes + service.after as high,
        service.zone, (p_starts_at at time zone service.zone)::date as date,
        date_trunc('minute', p_starts_at) = p_starts_at and p_starts_at >= p_present + service.notice_minutes * interval '1 minute'
          and (p_starts_at at time zone service.zone)::date <= (p_present at time zone service.zone)::date + service.horizon_days as may,
        p_employee is not null or cardinality(service.employees) = 1 as alone,
        internal.busy(wanted, service.before, each.minutes, service.after, service.gap_start, service.gap_minutes) as busy
      from internal.listing_services service
      cross join lateral unnest(service.employees, service.minutes, service.prices) with ordinality each (id, minutes, price, turn)
      where service.service_id = p_service and service.location_id = p_location and (p_employee is null or each.id = p_employee)
      offset 0) visit
    left join internal.free_days day on day.employee_id = visit.id and day.day = visit.date
    -- What is held: of who is alone, in the way of this visit; else on the whole day, since who has the least decides.
    cross join lateral (
      select range_agg(one.minutes) as minutes from public.occupancies one
      where one.subject = visit.id and one.expires_at > p_present
        and one.minutes && case when visit.alone then range_merge(visit.busy) else int4range(day.begins, day.ends) end) hold
    offset 0) person
  -- Whoever's day is not known decides; then who can, by rule 7.
  order by person.fits is null desc, (person.fits and not person.held) desc, person.booked, person.turn
  limit 1;
  return plan;
end $$;

revoke execute on function internal.plan_one from public;
