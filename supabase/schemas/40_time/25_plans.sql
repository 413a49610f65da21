-- The plan of one visit at one start, for the verbs that hold, book and move (50_booking).

-- A row of internal.plan_visit; with event_id it stands for seats of an event, which take nobody's time. `struck_cents`: what may be struck beside a
-- day price (30_setup/18_day_prices).
create type internal.planned_line as (
  "position" smallint, service_id uuid, employee_id uuid, service_name text, starts_at timestamptz, ends_at timestamptz,
  price_cents integer, occupied int4multirange, resource_id uuid, reserved int4multirange, event_id uuid, seats smallint,
  struck_cents integer
);

-- The lines of a visit that begins at exactly this instant, if it can be booked; else no rows.
-- p_employee null is "Egal wer". p_ignore_appointment: the appointment that is being moved, which must not block itself.
-- p_free_choice: booked by hand by a member, who may ignore working hours, grid, notice and horizon; what is booked still blocks. "Egal wer" is then
-- somebody who works at that time, and only if nobody does, anybody who is not busy.
-- p_without_notice: the business itself asks for it, whatever is still offered online. p_unbooked: as if nothing were booked. A time for which there are rows only with this is taken.
-- `occupied` is what the line adds to its employee's busy time: not the processing gap, nor what earlier lines of the visit occupy.
-- `reserved` is what it adds to the times of its resource.
-- A plan is no promise: it is read without locks. The constraint of occupancies decides.
create function internal.plan_visit(
  p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamptz, p_now timestamptz,
  p_ignore_appointment uuid default null, p_free_choice boolean default false, p_unbooked boolean default false,
  p_without_notice boolean default false)
returns setof internal.planned_line
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 2 as $$
declare
  place public.locations := internal.bookable_location(p_location);
  start_date date := (internal.reckonable(p_starts_at) at time zone place.time_zone)::date;
  minute integer := internal.minute(internal.reckonable(p_starts_at));
  -- Whoever books a named person by hand books them out of hours, too.
  outlook internal.outlook := (p_now, p_ignore_appointment, p_free_choice and p_employee is not null, p_unbooked, false);
  found record;
  offer internal.line_offer;
  settled integer;
  -- What the lines so far occupy of the employee of each turn.
  taken int4multirange[] := '{}';
  occupied int4multirange;
  -- What the lines so far reserve of which resource.
  keepers uuid[] := '{}';
  kept int4multirange[] := '{}';
  whole int4multirange;
  resource uuid;
  reserved int4multirange;
  struck integer;
  -- What the lines cost as a package.
  shares integer[];
begin
  if place.id is null or p_starts_at <> date_trunc('minute', internal.reckonable(p_starts_at)) then return; end if;
  if not p_free_choice and (not p_without_notice and p_starts_at < p_now + make_interval(mins => place.notice_minutes)
    or start_date > (p_now at time zone place.time_zone)::date + place.horizon_days) then return; end if;

  loop
    select * into found from internal.offers(p_location, p_services, p_employee, place.time_zone, start_date, start_date, outlook,
      p_free_choice or p_without_notice);
    exit when outlook.by_hand or not p_free_choice
      or exists (select from unnest(found.offers) each where each.line = 1 and each.starts @> minute);
    outlook.by_hand := true;
  end loop;
  if cardinality(p_services) > 1 then shares := internal.package_shares(p_location, p_services); end if;
  for step in 1 .. cardinality(p_services) loop
    -- Rule 7. Who performs the whole visit is settled by the first line.
    select each.* into offer
    from unnest(found.offers) each join unnest(found.days) day on day.turn = each.turn
    where each.line = step and (settled is null or each.turn = settled) and case
      when step > 1 or p_free_choice then each.starts @> minute
      else exists (select from internal.runs(each.starts, 0, 1, day.work, day.begins, place.grid_minutes::integer, minute, minute) run
        where run.first = minute) end
    order by day.booked, each.turn limit 1;
    if offer.line is null then return; end if;
    settled := case when offer.alone then offer.turn end;
    occupied := internal.busy(minute, offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes)
      - coalesce(taken[offer.turn], '{}');
    taken[offer.turn] := coalesce(taken[offer.turn], '{}') + occupied;
    resource := null;
    reserved := null;
    if offer.resource_kind is not null then
      whole := int4multirange(int4range(minute - offer.before, minute + offer.minutes + offer.after));
      resource := (select one.id from unnest(offer.resources, offer.spare) with ordinality one (id, times, turn)
        where one.times @> whole order by one.turn limit 1);
      reserved := whole - coalesce((
        select range_agg(own.earlier) from unnest(keepers, kept) as own (id, earlier) where own.id = resource), '{}');
      keepers := keepers || resource;
      kept := kept || whole;
    end if;
    struck := null;
    if shares is not null then
      offer.price_cents := shares[step];
    elsif offer.day_priced then
      select * into offer.price_cents, struck
      from internal.price_on(offer.service_id, offer.employee_id, offer.price_cents, internal.instant(minute), place.time_zone, p_now);
    end if;
    return next (step, offer.service_id, offer.employee_id, offer.service_name, internal.instant(minute),
      internal.instant(minute + offer.minutes), offer.price_cents, occupied, resource, reserved, null, null,
      struck)::internal.planned_line;
    minute := minute + offer.minutes;
  end loop;
end $$;

revoke execute on function internal.plan_visit from public;
