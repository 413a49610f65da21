-- Who can perform the lines of a visit, one or several services one after the other, and when (rules 4, 6 and 7).
--
-- Line i of a visit runs [s_i, s_i + d_i) and s_{i+1} = s_i + d_i. Each line needs, for its employee,
--   * [s_i - buffer before, s_i + d_i + buffer after) wholly in working time, and
--   * the same without the processing gap free of what is booked. The gap itself may be booked, but lies in working time.
-- A service may need a resource: any one of its kind that is free from buffer to buffer, the gap included.
-- Lines of one visit never conflict with each other: a buffer between two of them may be used by the visit itself.
-- Grid, notice, horizon and dates apply to s_1, the grid by the working time of the first line's employee.
-- Duration and price are the employee's own where set, so the end of a visit depends on who performs it.
--
-- Who: with a chosen employee, this one for all lines. Otherwise ("Egal wer") anyone who offers all services; only when nobody
-- offers all, a chain: for each line anyone who offers it. Among those who can, the one with the least booked time on the local
-- date of s_1 (minutes occupied, buffers included, gaps not, live holds included), then by position, then by id; in a chain line
-- after line, always leaving the later lines possible. Only active services and employees count.

-- One employee who may perform one line. `alone`: one employee performs the whole visit. `work` and `free` are the employee's. `resources` are those of the kind that the service needs besides the employee,
-- in the order in which they are taken, and `spare` says when each is free; null for nothing.
-- `starts`: the minutes at which this line and all later ones can begin. `day_priced`: there are day prices, and `price_cents` is the usual one.
create type internal.line_offer as (
  line integer, turn integer, employee_id uuid, service_id uuid, service_name text, price_cents integer,
  minutes integer, before integer, after integer, gap_start integer, gap_minutes integer, alone boolean,
  resource_kind text, resources uuid[], spare int4multirange[], work int4multirange, free int4multirange, starts int4multirange,
  day_priced boolean
);

-- A local day of an employee as visits are planned: what is booked on it, and working time with that of the days around it.
create type internal.employee_day as (turn integer, day date, begins integer, ends integer, booked integer, work int4multirange);

-- How free time is read. `at`: holds that are live then count; null: none. `ignored`: an appointment that is being moved and must not block
-- itself. `by_hand`: as if people worked all the time. `unbooked`: as if nothing was booked. `fresh`: never from the index.
create type internal.outlook as (at timestamptz, ignored uuid, by_hand boolean, unbooked boolean, fresh boolean);

-- Who offers which line, last line first. Inactive services, those booked by phone, and add-ons without their service count by hand only.
create function internal.offered_lines(location uuid, services uuid[], employee uuid, by_hand boolean)
returns setof internal.line_offer
language plpgsql stable set search_path = '' as $$
begin
  return query
  select offer.line, offer.turn, offer.employee_id, offer.service_id, offer.service_name, offer.price_cents,
    offer.minutes, offer.before, offer.after, offer.gap_start, offer.gap_minutes,
    offer.lines = cardinality(services), offer.resource_kind, null::uuid[], null::int4multirange[], null::int4multirange,
    null::int4multirange, null::int4multirange, offer.day_priced
  from (
    select every.*, max(every.lines) over () as most_lines
    from (
      select wish.line::integer, dense_rank() over (order by person.position, person.id)::integer as turn,
        person.id as employee_id, service.id as service_id, service.name as service_name,
        coalesce(own.price_cents, service.price_cents) as price_cents,
        coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)::integer as minutes,
        service.buffer_before_minutes::integer as before, service.buffer_after_minutes::integer as after,
        service.resource_kind, service.day_percent is not null as day_priced, service.processing_start::integer as gap_start, service.processing_minutes::integer as gap_minutes,
        count(*) over (partition by person.id) as lines
      from unnest(services) with ordinality as wish (service_id, line)
      join public.services service on service.id = wish.service_id and service.location_id = location
      join public.employee_services own on own.service_id = service.id
      join public.employees person on person.id = own.employee_id
      where person.active and (by_hand or service.active and service.booking_way <> 'phone' and (not service.addon
          or exists (select from public.service_addons link where link.addon_id = service.id and link.service_id = any(services))))
        and (employee is null or person.id = employee)
    ) every
  ) offer
  where offer.lines = cardinality(services) or (employee is null and offer.most_lines < cardinality(services))
  order by offer.line desc, offer.turn;
end $$;

-- The resources of a kind in the order in which they are taken, and when each is free from `first` to `final`.
create function internal.resources(
  p_location uuid, p_kind text, first integer, final integer, outlook internal.outlook, out ids uuid[], out spare int4multirange[])
language plpgsql stable set search_path = '' as $$
begin
  ids := array(select id from public.resources where location_id = p_location and kind = p_kind and active order by "position", id);
  spare := array(
    select int4multirange(int4range(first, final)) - coalesce(taken.minutes, '{}')
    from unnest(ids) with ordinality resource (id, turn)
    left join internal.taken_minutes(case when not outlook.unbooked then ids end,
      int4range(first, final), outlook.at, outlook.ignored) taken on taken.subject = resource.id
    order by resource.turn);
end $$;

-- The offers for each line, last line first, and the days from p_first to p_last of everyone who makes one; empty when nobody offers one of the
-- lines. Times reach from the day before p_first to some days after p_last. p_by_hand as for internal.offered_lines; whether hours count is the outlook's.
create function internal.offers(
  p_location uuid, p_services uuid[], p_employee uuid, p_zone text, p_first date, p_last date, outlook internal.outlook,
  p_by_hand boolean default false, out offers internal.line_offer[], out days internal.employee_day[])
language plpgsql stable set search_path = '' as $$
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
    -- What moves keeps the lengths agreed for it.
    if outlook.ignored is not null then offer := internal.with_agreed_length(offer, outlook.ignored); end if;
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
end $$;

-- Whether the caller may see the free times of a location: everyone when it is published, members always.
create function internal.bookable_location(location uuid) returns public.locations
language plpgsql stable set search_path = '' as $$
declare
  found public.locations;
begin
  select place.* into found
  from public.locations place join public.companies company on company.id = place.company_id
  where place.id = location
    and ((place.state = 'published' and company.state = 'active' and not company.sandbox) or place.company_id in (select internal.companies_as('staff')));
  return found;
end $$;

revoke execute on function internal.offered_lines, internal.resources, internal.offers, internal.bookable_location from public;
