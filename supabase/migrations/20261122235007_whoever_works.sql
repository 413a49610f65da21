set local check_function_bodies = off;

DROP FUNCTION "internal"."offers"(uuid, uuid[], uuid, text, date, date, internal.outlook);

CREATE OR REPLACE FUNCTION internal.offers(p_location uuid, p_services uuid[], p_employee uuid, p_zone text, p_first date, p_last date, outlook internal.outlook, p_by_hand boolean DEFAULT false, OUT offers internal.line_offer[], OUT days internal.employee_day[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  lines constant integer := cardinality(p_services);
  offer internal.line_offer;
  found internal.line_offer[] := '{}';
  employees uuid[] := '{}';
  works int4multirange[];
  frees int4multirange[];
  first integer;
  final integer;
  line integer := lines + 1;
  -- When the later lines can begin: with anyone, and with the employee of each turn alone.
  rest int4multirange;
  rest_alone int4multirange[] := '{}';
  anyone int4multirange := '{}';
begin
  offers := '{}';
  for offer in select * from internal.offered_lines(p_location, p_services, p_employee, p_by_hand) loop
    if offer.line < line - 1 then return; end if;
    line := offer.line;
    employees[offer.turn] := offer.employee_id;
    found := found || offer;
  end loop;
  if line > 1 then return; end if;
  -- Turns without those of employees who dropped out.
  employees := array(select id from unnest(employees) id where id is not null);

  with row as materialized (
    select * from internal.days(p_location, employees, p_zone, p_first - 1, p_last + 1 + lines, outlook)
  ), person as (
    select row.turn, range_agg(row.work) as work, range_agg(row.free) as free from row group by row.turn
  )
  select (select array_agg(person.work order by person.turn) from person), (select array_agg(person.free order by person.turn) from person),
    (select array_agg((row.turn, row.day, row.begins, row.ends, row.booked, row.work)::internal.employee_day order by row.day, row.turn)
      from row where row.day between p_first and p_last),
    (select min(row.begins) from row), (select max(row.ends) from row)
  into works, frees, days, first, final;

  line := lines;
  foreach offer in array found loop
    if offer.line < line then
      line := offer.line;
      rest := anyone;
      anyone := '{}';
    end if;
    offer.turn := array_position(employees, offer.employee_id);
    offer.work := coalesce(works[offer.turn], '{}');
    offer.free := case when outlook.unbooked then offer.work else coalesce(frees[offer.turn], '{}') end;
    if offer.resource_kind is not null then
      select ids, spare into offer.resources, offer.spare
      from internal.resources(p_location, offer.resource_kind, first, final, outlook);
    end if;
    offer.starts := (select open from internal.openings(
      offer.work, offer.free, offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes, offer.spare));
    if line < lines then
      offer.starts := offer.starts * internal.moved(case when offer.alone then rest_alone[offer.turn] else rest end, -offer.minutes);
    end if;
    rest_alone[offer.turn] := offer.starts;
    anyone := anyone + offer.starts;
    offers := offers || offer;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_visit(p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamp with time zone, p_now timestamp with time zone, p_ignore_appointment uuid DEFAULT NULL::uuid, p_free_choice boolean DEFAULT false, p_unbooked boolean DEFAULT false)
 RETURNS SETOF internal.planned_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
begin
  if place.id is null or p_starts_at <> date_trunc('minute', internal.reckonable(p_starts_at)) then return; end if;
  if not p_free_choice and (p_starts_at < p_now + make_interval(mins => place.notice_minutes)
    or start_date > (p_now at time zone place.time_zone)::date + place.horizon_days) then return; end if;

  loop
    select * into found from internal.offers(p_location, p_services, p_employee, place.time_zone, start_date, start_date, outlook, p_free_choice);
    exit when outlook.by_hand or not p_free_choice
      or exists (select from unnest(found.offers) each where each.line = 1 and each.starts @> minute);
    outlook.by_hand := true;
  end loop;
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
    return next (step, offer.service_id, offer.employee_id, offer.service_name, internal.instant(minute),
      internal.instant(minute + offer.minutes), offer.price_cents, occupied, resource, reserved, null, null)::internal.planned_line;
    minute := minute + offer.minutes;
  end loop;
end $function$;

REVOKE ALL ON FUNCTION "internal"."offers"(uuid, uuid[], uuid, text, date, date, internal.outlook, boolean) FROM PUBLIC;
