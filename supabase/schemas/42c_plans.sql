-- The plan of one visit at one start, for the verbs that hold, book and move (43_…).

-- The busy time of a line that begins at `at`: the service with its buffers without its processing gap.
create function internal.occupied_by(offer internal.line_offer, at timestamptz) returns tstzmultirange
language plpgsql immutable set search_path = '' as $$
declare
  whole tstzmultirange := tstzmultirange(tstzrange(
    at - make_interval(mins => offer.before), at + make_interval(mins => offer.minutes + offer.after)));
begin
  if offer.gap_start is null then return whole; end if;
  return whole - tstzmultirange(tstzrange(
    at + make_interval(mins => offer.gap_start), at + make_interval(mins => offer.gap_start + offer.gap_minutes)));
end $$;

-- The first of some free times that holds all of `wanted`.
create function internal.first_free(free tstzmultirange[], wanted tstzmultirange) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  for index in 1 .. cardinality(free) loop
    if free[index] @> wanted then return index; end if;
  end loop;
  return null;
end $$;

-- A row of internal.plan_visit.
create type internal.planned_line as (
  "position" smallint, service_id uuid, employee_id uuid, service_name text, starts_at timestamptz, ends_at timestamptz,
  price_cents integer, occupied tstzmultirange, resource_id uuid, reserved tstzmultirange
);

-- The lines of a visit that begins at exactly this instant, if it can be booked; else no rows.
-- p_employee null is "Egal wer". p_ignore_appointment: the appointment that is being moved, which is not in its own way.
-- p_free_choice: booked by hand by a member, who may leave working hours, grid, notice and horizon; what is booked still blocks.
-- `occupied` is what the line adds to its employee's busy time: not the processing gap, nor what earlier lines of the visit occupy.
-- `reserved` is what it adds to the times of its resource.
-- A plan is no promise: it is read without locks. The constraint of appointment_lines decides.
create function internal.plan_visit(
  p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamptz, p_now timestamptz,
  p_ignore_appointment uuid default null, p_free_choice boolean default false)
returns table (
  "position" smallint, service_id uuid, employee_id uuid, service_name text, starts_at timestamptz, ends_at timestamptz,
  price_cents integer, occupied tstzmultirange, resource_id uuid, reserved tstzmultirange)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  -- Index of the visit's local date in `midnights`, see internal.line_offers.
  day constant integer := 3;
  place public.locations := internal.bookable_location(p_location);
  start_date date;
  midnights timestamptz[];
  offers internal.line_offer[];
  offer internal.line_offer;
  -- What the lines so far occupy of the employee of each turn.
  taken tstzmultirange[] := '{}';
  -- What the lines so far reserve of which resource.
  keepers uuid[] := '{}';
  kept tstzmultirange[] := '{}';
  whole tstzmultirange;
begin
  if place.id is null or p_starts_at <> date_trunc('minute', p_starts_at) then return; end if;
  start_date := (p_starts_at at time zone place.time_zone)::date;
  if not p_free_choice and (p_starts_at < p_now + make_interval(mins => place.notice_minutes)
    or start_date > (p_now at time zone place.time_zone)::date + place.horizon_days) then return; end if;

  midnights := internal.midnights(place.time_zone, start_date - 2, start_date + 3 + cardinality(p_services));
  offers := internal.line_offers(p_location, p_services, p_employee, place.time_zone, start_date - 2, midnights,
    p_now, p_ignore_appointment, p_free_choice);
  starts_at := p_starts_at;
  for line in 1 .. cardinality(p_services) loop
    offer := internal.chosen_offer(offers, line, case when offer.alone then offer.turn end, starts_at, midnights, day,
      case when line = 1 and not p_free_choice then place.grid_minutes end);
    if offer.line is null then return; end if;
    "position" := line;
    service_id := offer.service_id;
    employee_id := offer.employee_id;
    service_name := offer.service_name;
    price_cents := offer.price_cents;
    ends_at := starts_at + make_interval(mins => offer.minutes);
    occupied := internal.occupied_by(offer, starts_at) - coalesce(taken[offer.turn], '{}');
    taken[offer.turn] := coalesce(taken[offer.turn], '{}') + occupied;
    resource_id := null;
    reserved := null;
    if offer.resource_kind is not null then
      whole := tstzmultirange(tstzrange(starts_at - make_interval(mins => offer.before), ends_at + make_interval(mins => offer.after)));
      resource_id := offer.resources[internal.first_free(offer.resources_free, whole)];
      reserved := whole - coalesce((
        select range_agg(earlier) from unnest(keepers, kept) as own (id, earlier) where own.id = resource_id), '{}');
      keepers := keepers || resource_id;
      kept := kept || whole;
    end if;
    return next;
    starts_at := ends_at;
  end loop;
end $$;

revoke execute on function internal.plan_visit, internal.first_free, internal.occupied_by from public;
