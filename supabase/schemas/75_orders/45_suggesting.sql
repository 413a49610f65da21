-- Which starts a business may offer for an order with a few clicks.

-- At most twelve free starts within the wished times, in their order: chosen first are those that touch what is booked already, so that no gap is left,
-- then they spread over the days and the hours of the day; at each time serves who has least to do. Too short to be answered is none.
-- p_employee null: whoever is free; without all calendars only the caller. Members see what the times cost and whom they concern:
-- [{starts_at, ends_at, employee_ids, total_cents, touches}].
-- Errors: location_not_found, not_allowed, order_not_found.
create function public.suggest_starts(p_order uuid, p_location uuid, p_services uuid[], p_employee uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  wish public.search_orders;
  place public.locations;
  mine uuid[];
  earliest timestamptz;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_to_offer()) then perform internal.fail('not_allowed'); end if;
  select * into place from public.locations where id = p_location;
  select * into wish from public.search_orders where id = p_order;
  if wish.id is null or not internal.fits_order(wish, p_location) then perform internal.fail('order_not_found'); end if;
  mine := internal.employees_to_offer(p_location);
  if mine is not null and (p_employee is null and cardinality(mine) <> 1 or p_employee <> all(mine)) then return '[]'; end if;
  earliest := present + make_interval(mins => greatest(place.notice_minutes, 60) + 15);
  return (
    with free as materialized (
      select start.starts_at, start.ends_at, start.employee_ids, internal.touches_booked(start.employee_ids, p_services, start.starts_at, start.ends_at) as touches,
        (start.starts_at at time zone place.time_zone)::date as day,
        extract(hour from start.starts_at at time zone place.time_zone)::integer / 2 as part
      from internal.free_within(wish, place, p_services, coalesce(p_employee, mine[1])) start
      where start.starts_at >= earliest
    ), numbered as (
      select free.*, row_number() over (partition by touches, day, part order by starts_at) as of_part from free
    ), ranked as (
      select numbered.*, row_number() over (partition by touches, day order by of_part, starts_at) as of_day from numbered
    ), chosen as (
      select * from ranked order by touches desc, of_day, day, starts_at limit 12
    )
    select coalesce(jsonb_agg(jsonb_build_object('starts_at', chosen.starts_at, 'ends_at', chosen.ends_at, 'employee_ids', chosen.employee_ids,
      'total_cents', priced.total, 'touches', chosen.touches) order by chosen.starts_at), '[]')
    from chosen cross join lateral (
      select sum(plan.price_cents)::integer as total from internal.plan_visit(p_location, p_services,
        case when cardinality(array(select distinct unnest(chosen.employee_ids))) = 1 then chosen.employee_ids[1] end,
        chosen.starts_at, present, p_without_notice => true) plan having count(*) > 0) priced);
end $$;

-- The free starts of these services on the days of the wished times that begin within these; services booked by phone only are offered as well.
create function internal.free_within(wish public.search_orders, place public.locations, p_services uuid[], p_employee uuid)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  wished constant int4multirange := internal.wished_minutes(wish, place.time_zone);
  first constant date := (internal.instant(lower(wished)) at time zone place.time_zone)::date;
  last constant date := (internal.instant(upper(wished) - 1) at time zone place.time_zone)::date;
begin
  if isempty(wished) then return; end if;
  if internal.needs_phone(p_services) or internal.is_addon_alone(p_services) then
    return query select * from internal.computed_starts(place.id, p_services, p_employee, first, last, present, p_by_hand => true) free
      where internal.minute(free.starts_at) <@ wished;
  else
    return query select * from public.available_starts(place.id, p_services, p_employee, first, last) free
      where internal.minute(free.starts_at) <@ wished;
  end if;
end $$;

-- Whether something booked ends where this visit with its buffers would begin, or begins where it would end, of those who serve first and last.
create function internal.touches_booked(p_employees uuid[], p_services uuid[], p_starts_at timestamptz, p_ends_at timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  before constant integer := (select service.buffer_before_minutes from public.services service where service.id = p_services[1]);
  after constant integer := (select service.buffer_after_minutes from public.services service where service.id = p_services[cardinality(p_services)]);
  busy constant int4range := int4range(internal.minute(p_starts_at) - before, internal.minute(p_ends_at) + after);
begin
  return exists (select from public.occupancies one where one.subject in (p_employees[1], p_employees[cardinality(p_employees)])
    and one.expires_at is null and one.kind <> 'block' and one.minutes && int4range(lower(busy) - 1, upper(busy) + 1)
    and (one.subject = p_employees[1] and one.minutes @> lower(busy) - 1 or one.subject = p_employees[cardinality(p_employees)] and one.minutes @> upper(busy)));
end $$;

revoke execute on function internal.free_within, internal.touches_booked from public;
grant execute on function public.suggest_starts to authenticated;
