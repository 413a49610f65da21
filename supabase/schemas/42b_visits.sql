-- Bookable visits: one or several services one after the other (rules 5 to 7).
--
-- Line i of a visit runs [s_i, s_i + d_i) and s_{i+1} = s_i + d_i. Each line needs, for its employee,
--   * [s_i - buffer before, s_i + d_i + buffer after) wholly in working time, and
--   * the same without the processing gap free of what is booked. The gap itself may be booked, but lies in working time.
-- A service may need a resource: any one of its kind that is free from buffer to buffer, the gap included.
-- Lines of one visit never conflict with each other: a buffer between two of them may be used by the visit itself.
-- Grid, notice, horizon and dates are asked of s_1, the grid by the working time of the first line's employee.
-- Duration and price are the employee's own where set, so the end of a visit depends on who performs it.
--
-- Who: with a chosen employee, this one for all lines. Otherwise ("Egal wer") anyone who offers all services; only when nobody
-- offers all, a chain: for each line anyone who offers it. Among those who can, the one with the least booked time on the local
-- date of s_1 (minutes occupied, buffers included, gaps not, live holds included), then by position, then by id; in a chain line
-- after line, always leaving the later lines possible. Only active services and employees count.

-- One employee who may perform one line. `alone`: one employee performs the whole visit, which then takes `visit_minutes` from the
-- start of this line. `free` is working time less busy time. `starts`: the instants at which this line and all later ones can begin;
-- null for a visit of one line without gap and resource, which can begin wherever it fits into free time.
create type internal.line_offer as (
  line integer, turn integer, employee_id uuid, service_id uuid, service_name text, price_cents integer,
  minutes integer, before integer, after integer, gap_start integer, gap_minutes integer, alone boolean, visit_minutes integer,
  working tstzmultirange, busy tstzmultirange, free tstzmultirange, starts tstzmultirange,
  -- What the service needs besides the employee: null for nothing, else the possible resources and their free times.
  resource_kind text, resources uuid[], resources_free tstzmultirange[]
);

-- Who offers which line, last line first. Inactive services count by hand only.
create function internal.offered_lines(location uuid, services uuid[], employee uuid, by_hand boolean)
returns setof internal.line_offer
language plpgsql stable set search_path = '' as $$
begin
  return query
  select offer.line, offer.turn, offer.employee_id, offer.service_id, offer.service_name, offer.price_cents,
    offer.minutes, offer.before, offer.after, offer.gap_start, offer.gap_minutes,
    offer.lines = cardinality(services), null::integer, null::tstzmultirange, null::tstzmultirange, null::tstzmultirange,
    null::tstzmultirange, offer.resource_kind, null::uuid[], null::tstzmultirange[]
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
end $$;

-- When a line can begin as far as its own employee and resources go.
create function internal.line_starts(offer internal.line_offer) returns tstzmultirange
language plpgsql immutable set search_path = '' as $$
declare
  reservable tstzmultirange := '{}';
  free tstzmultirange;
begin
  if offer.resource_kind is not null then
    foreach free in array offer.resources_free loop
      reservable := reservable + internal.fitting(free, -offer.before, offer.minutes + offer.after);
    end loop;
    offer.resource_kind := null;
    return reservable * internal.line_starts(offer);
  end if;
  if offer.gap_start is null then return internal.fitting(offer.free, -offer.before, offer.minutes + offer.after); end if;
  return internal.fitting(offer.working, -offer.before, offer.minutes + offer.after)
    * internal.fitting(offer.free, -offer.before, offer.gap_start)
    * internal.fitting(offer.free, offer.gap_start + offer.gap_minutes, offer.minutes + offer.after);
end $$;

-- When each offer can begin with all later lines: with the same employee where one performs all, else with anyone.
create function internal.with_starts(offers internal.line_offer[], lines integer) returns internal.line_offer[]
language plpgsql immutable set search_path = '' as $$
declare
  offer internal.line_offer;
  done internal.line_offer[] := '{}';
  line integer := lines;
  -- When the later lines can begin: with anyone, and with the employee of each turn alone.
  rest tstzmultirange;
  rest_alone tstzmultirange[] := '{}';
  minutes_alone integer[] := '{}';
  found tstzmultirange := '{}';
begin
  foreach offer in array offers loop
    if offer.line < line then
      line := offer.line;
      rest := found;
      found := '{}';
    end if;
    offer.starts := internal.line_starts(offer);
    if line < lines then
      offer.starts := offer.starts * internal.moved(case when offer.alone then rest_alone[offer.turn] else rest end, -offer.minutes);
    end if;
    offer.visit_minutes := offer.minutes + coalesce(minutes_alone[offer.turn], 0);
    minutes_alone[offer.turn] := offer.visit_minutes;
    rest_alone[offer.turn] := offer.starts;
    found := found + offer.starts;
    done := done || offer;
  end loop;
  return done;
end $$;

-- The offers of each line with their employees' times, last line first; empty when nobody offers one of the lines.
-- midnights[1] is the midnight of `first_date`: two days before the first wanted start, and three days and one for each service
-- after the last. By hand working time is not asked: everything between the first and the last midnight is.
create function internal.line_offers(
  location uuid, services uuid[], employee uuid, zone text, first_date date, midnights timestamptz[],
  at timestamptz, ignored uuid, by_hand boolean)
returns internal.line_offer[]
language plpgsql stable set search_path = '' as $$
declare
  last constant timestamptz := midnights[cardinality(midnights)];
  always constant tstzmultirange := case when by_hand then tstzmultirange(tstzrange(midnights[1], last)) else '{}' end;
  offer internal.line_offer;
  offers internal.line_offer[] := '{}';
  found internal.line_offer[] := '{}';
  -- By turn.
  employees uuid[] := '{}';
  working tstzmultirange[] := '{}';
  busy tstzmultirange[] := '{}';
  person uuid;
  times tstzmultirange;
  line integer := cardinality(services) + 1;
begin
  for offer in select * from internal.offered_lines(location, services, employee, by_hand) loop
    if offer.line < line - 1 then return '{}'; end if;
    line := offer.line;
    employees[offer.turn] := offer.employee_id;
    found := found || offer;
  end loop;
  if line > 1 then return '{}'; end if;

  if not by_hand then
    for person, times in select * from internal.working_times(employees, location, zone, first_date, midnights) loop
      working[array_position(employees, person)] := times;
    end loop;
  end if;
  for person, times in select * from internal.busy_times(employees, midnights[1], last, at, ignored) loop
    busy[array_position(employees, person)] := times;
  end loop;
  foreach offer in array found loop
    offer.working := coalesce(working[offer.turn], always);
    offer.busy := coalesce(busy[offer.turn], '{}');
    offer.free := offer.working - offer.busy;
    offer.visit_minutes := offer.minutes;
    if offer.resource_kind is not null then
      select ids, free into offer.resources, offer.resources_free
      from internal.free_resources(location, offer.resource_kind, tstzrange(midnights[1], last), at, ignored);
    end if;
    offers := offers || offer;
  end loop;
  if cardinality(services) > 1 or offer.gap_start is not null or offer.resource_kind is not null then return internal.with_starts(offers, cardinality(services)); end if;
  return offers;
end $$;

-- Rule 5's grid: the starts of an offer from `earliest` to `latest`. Each row is first, first + grid, ... up to last, in minutes
-- since 1970, all on the local day midnights[day]; rows are in order.
-- Every piece of free time lies in one piece of working time; both are walked along together, and so are the days.
create function internal.grid_runs(
  offer internal.line_offer, midnights timestamptz[], grid integer, earliest timestamptz, latest timestamptz)
returns table (day integer, first integer, last integer)
language plpgsql immutable rows 100 set search_path = '' as $$
declare
  before constant integer := case when offer.starts is null then offer.before else 0 end;
  after constant integer := case when offer.starts is null then offer.minutes + offer.after else 0 end;
  midnight constant integer[] := internal.minutes(midnights);
  earliest_minute constant integer := ceil(date_part('epoch', earliest) / 60);
  latest_minute constant integer := floor(date_part('epoch', latest) / 60);
  begins integer[] := array(select (date_part('epoch', lower(piece)) / 60)::integer from unnest(offer.working) as piece);
  piece integer := 1;
  low integer;
  high integer;
  next_midnight integer := midnight[2];
  anchor integer;
begin
  begins := begins || 2147483647;
  day := 1;
  for low, high in
    select ceil(date_part('epoch', lower(part)) / 60)::integer + before, floor(date_part('epoch', upper(part)) / 60)::integer - after
    from unnest(coalesce(offer.starts, offer.free)) as part
  loop
    if low < earliest_minute then low := earliest_minute; end if;
    if high > latest_minute then high := latest_minute; end if;
    continue when low > high;
    while begins[piece + 1] <= low loop piece := piece + 1; end loop;
    while next_midnight <= low loop
      day := day + 1;
      next_midnight := midnight[day + 1];
    end loop;
    loop
      anchor := greatest(midnight[day], begins[piece]);
      first := anchor + (low - anchor + grid - 1) / grid * grid;
      last := least(high, next_midnight - 1);
      if first <= last then return next; end if;
      exit when high < next_midnight;
      low := next_midnight;
      day := day + 1;
      next_midnight := midnight[day + 1];
    end loop;
  end loop;
end $$;

-- Whether a visit begins on the grid at this instant of working time; `midnight` is that of its local date.
create function internal.on_grid(working tstzmultirange, at timestamptz, midnight timestamptz, grid integer) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  piece_begins timestamptz := (select lower(piece) from unnest(working) as piece where piece @> at);
begin
  return date_part('epoch', at - greatest(midnight, piece_begins))::integer % (grid * 60) = 0;
end $$;

-- The offer that performs a line which begins at `at`, if anyone can (rule 7). `day` is the index of the local date of the visit.
-- `turn` when the employee is settled by an earlier line, `grid` when the grid is asked, else null.
create function internal.chosen_offer(
  offers internal.line_offer[], line integer, turn integer, at timestamptz, midnights timestamptz[], day integer, grid integer)
returns internal.line_offer
language plpgsql immutable set search_path = '' as $$
declare
  today constant timestamptz[] := midnights[day : day + 1];
  offer internal.line_offer;
  chosen internal.line_offer;
  booked integer;
  least_booked integer;
begin
  foreach offer in array offers loop
    continue when offer.line <> line or offer.turn <> turn;
    continue when not case
      when offer.starts is not null then offer.starts @> at
      else offer.free @> tstzrange(at - make_interval(mins => offer.before), at + make_interval(mins => offer.minutes + offer.after)) end;
    continue when grid is not null and not internal.on_grid(offer.working, at, midnights[day], grid);
    if turn is not null then return offer; end if;
    booked := (internal.booked_minutes(offer.busy, today))[1];
    if least_booked is null or booked < least_booked then
      chosen := offer;
      least_booked := booked;
    end if;
  end loop;
  return chosen;
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
    and ((place.state = 'published' and company.state = 'active') or place.company_id in (select internal.companies_as('staff')));
  return found;
end $$;

revoke execute on function internal.offered_lines, internal.line_starts, internal.with_starts, internal.line_offers,
  internal.grid_runs, internal.on_grid, internal.chosen_offer, internal.bookable_location from public;
