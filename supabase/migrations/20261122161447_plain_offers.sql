set local check_function_bodies = off;

ALTER TYPE "internal"."line_offer" DROP ATTRIBUTE "visit_minutes" CASCADE;

CREATE OR REPLACE FUNCTION internal.days(p_location uuid, p_employees uuid[], p_zone text, p_first date, p_last date, outlook internal.outlook)
 RETURNS TABLE(turn integer, day date, begins integer, ends integer, booked integer, work int4multirange, free int4multirange)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET search_path TO ''
AS $function$
declare
  held_employees uuid[];
  held_times int4multirange[];
begin
  if outlook.ignored is null and not (outlook.by_hand or outlook.fresh)
    and internal.is_indexed(p_employees, p_first, p_last) then
    select * into held_employees, held_times from internal.held_times(array[p_location], outlook.at);
    return query
    select known.turn, known.day, known.begins, known.ends, known.booked,
      case when lower(known.work) = known.begins or upper(known.work) = known.ends
        then internal.joined_work(p_employees[known.turn], known.day) else known.work end, known.free
    from internal.indexed_days(p_employees, p_first, p_last, held_employees, held_times) known;
    return;
  end if;
  return query
  select array_position(p_employees, row.employee_id), row.day, row.begins, row.ends, row.booked, row.around_work, row.around_free
  from (
    select fresh.*, range_agg(fresh.work) over around as around_work, range_agg(fresh.free) over around as around_free
    from internal.fresh_days(p_employees, p_location, p_zone, p_first - 1, p_last + 2, outlook) fresh
    window around as (partition by fresh.employee_id order by fresh.day rows between 1 preceding and 2 following)) row
  where row.day between p_first and p_last;
end $function$;

CREATE OR REPLACE FUNCTION internal.offered_lines(location uuid, services uuid[], employee uuid, by_hand boolean)
 RETURNS SETOF internal.line_offer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select offer.line, offer.turn, offer.employee_id, offer.service_id, offer.service_name, offer.price_cents,
    offer.minutes, offer.before, offer.after, offer.gap_start, offer.gap_minutes,
    offer.lines = cardinality(services), offer.resource_kind, null::uuid[], null::int4multirange[], null::int4multirange,
    null::int4multirange, null::int4multirange
  from (
    select every.*, max(every.lines) over () as most_lines
    from (
      select wish.line::integer, dense_rank() over (order by person.position, person.id)::integer as turn,
        person.id as employee_id, service.id as service_id, service.name as service_name,
        coalesce(own.price_cents, service.price_cents) as price_cents,
        coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)::integer as minutes,
        service.buffer_before_minutes::integer as before, service.buffer_after_minutes::integer as after,
        service.resource_kind, service.processing_start::integer as gap_start, service.processing_minutes::integer as gap_minutes,
        count(*) over (partition by person.id) as lines
      from unnest(services) with ordinality as wish (service_id, line)
      join public.services service on service.id = wish.service_id and service.location_id = location
      join public.employee_services own on own.service_id = service.id
      join public.employees person on person.id = own.employee_id
      where person.active and (service.active or by_hand) and (employee is null or person.id = employee)
    ) every
  ) offer
  where offer.lines = cardinality(services) or (employee is null and offer.most_lines < cardinality(services))
  order by offer.line desc, offer.turn;
end $function$;

CREATE OR REPLACE FUNCTION internal.offers(p_location uuid, p_services uuid[], p_employee uuid, p_zone text, p_first date, p_last date, outlook internal.outlook, OUT offers internal.line_offer[], OUT days internal.employee_day[])
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
  for offer in select * from internal.offered_lines(p_location, p_services, p_employee, outlook.by_hand) loop
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

CREATE OR REPLACE FUNCTION internal.resources(p_location uuid, p_kind text, first integer, final integer, outlook internal.outlook, OUT ids uuid[], OUT spare int4multirange[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  ids := array(select id from public.resources where location_id = p_location and kind = p_kind and active order by "position", id);
  spare := array(
    select int4multirange(int4range(first, final)) - coalesce(internal.minute_ranges(taken.reserved), '{}')
    from unnest(ids) with ordinality resource (id, turn)
    left join internal.reserved_times(case when not outlook.unbooked then ids end,
      tstzrange(internal.instant(first), internal.instant(final)), outlook.at, outlook.ignored) taken on taken.resource_id = resource.id
    order by resource.turn);
end $function$;
