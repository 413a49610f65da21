-- Bookable visits: one or several services one after the other (rules 5 to 7).
--
-- Line i of a visit runs [s_i, s_i + d_i) and s_{i+1} = s_i + d_i. Each line needs, for its employee,
--   * [s_i - buffer before, s_i + d_i + buffer after) wholly in working time, and
--   * the same without the processing gap free of what is booked. The gap itself may be booked, but lies in working time.
-- Lines of one visit never conflict with each other: a buffer between two of them may be used by the visit itself.
-- Grid, notice, horizon and dates are asked of s_1, the grid by the working time of the first line's employee.
-- Duration and price are the employee's own where set, so the end of a visit depends on who performs it.
--
-- Who: with a chosen employee, this one for all lines. Otherwise ("Egal wer") anyone who offers all services; only when nobody
-- offers all, a chain: for each line anyone who offers it. Among those who can, the one with the least booked time on the local
-- date of s_1 (minutes occupied, buffers included, gaps not, live holds included), then by position, then by id; in a chain line
-- after line, always leaving the later lines possible. Only active services and employees count.

-- One employee who may perform one line. `starts`: the instants at which this line and all later ones can begin.
-- `alone`: one employee performs the whole visit, which then takes `visit_minutes` from the start of this line.
create type internal.line_offer as (
  line integer, turn integer, employee_id uuid, service_id uuid, service_name text, price_cents integer,
  minutes integer, before integer, after integer, gap_start integer, gap_minutes integer,
  alone boolean, visit_minutes integer, working tstzmultirange, busy tstzmultirange, starts tstzmultirange
);

-- Who offers which line, last line first. Inactive services count by hand only.
create function internal.offered_lines(location uuid, services uuid[], employee uuid, by_hand boolean)
returns setof internal.line_offer
language plpgsql stable set search_path = '' as $$
begin
  return query
  select offer.line, offer.turn, offer.employee_id, offer.service_id, offer.service_name, offer.price_cents,
    offer.minutes, offer.before, offer.after, offer.gap_start, offer.gap_minutes,
    offer.lines = cardinality(services), null::integer, null::tstzmultirange, null::tstzmultirange, null::tstzmultirange
  from (
    select every.*, max(every.lines) over () as most_lines
    from (
      select wish.line::integer, dense_rank() over (order by person.position, person.id)::integer as turn,
        person.id as employee_id, service.id as service_id, service.name as service_name,
        coalesce(own.price_cents, service.price_cents) as price_cents,
        coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)::integer as minutes,
        service.buffer_before_minutes::integer as before, service.buffer_after_minutes::integer as after,
        service.processing_start::integer as gap_start, service.processing_minutes::integer as gap_minutes,
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

-- When a line can begin as far as its own employee goes.
create function internal.line_starts(offer internal.line_offer) returns tstzmultirange
language plpgsql immutable set search_path = '' as $$
declare
  free tstzmultirange := offer.working - offer.busy;
begin
  if offer.gap_start is null then return internal.fitting(free, -offer.before, offer.minutes + offer.after); end if;
  return internal.fitting(offer.working, -offer.before, offer.minutes + offer.after)
    * internal.fitting(free, -offer.before, offer.gap_start)
    * internal.fitting(free, offer.gap_start + offer.gap_minutes, offer.minutes + offer.after);
end $$;

-- The offers of each line with the instants at which it can begin; empty when nobody offers one of the lines.
-- midnights[1] is the midnight of `first_date`: two days before the first wanted start, and three days and one for each service
-- after the last. By hand working time is not asked: everything between the first and the last midnight is.
create function internal.line_offers(
  location uuid, services uuid[], employee uuid, zone text, first_date date, midnights timestamptz[],
  at timestamptz, ignored uuid, by_hand boolean)
returns internal.line_offer[]
language plpgsql stable set search_path = '' as $$
declare
  lines constant integer := cardinality(services);
  last constant timestamptz := midnights[cardinality(midnights)];
  offer internal.line_offer;
  offers internal.line_offer[] := '{}';
  working tstzmultirange[] := '{}';
  busy tstzmultirange[] := '{}';
  line integer := lines + 1;
  -- When the later lines can begin: with anyone, and with the employee of each turn alone.
  rest tstzmultirange;
  rest_alone tstzmultirange[] := '{}';
  minutes_alone integer[] := '{}';
  found tstzmultirange := '{}';
begin
  for offer in select * from internal.offered_lines(location, services, employee, by_hand) loop
    if offer.line < line - 1 then return '{}'; end if;
    if offer.line < line then
      line := offer.line;
      rest := found;
      found := '{}';
    end if;
    if working[offer.turn] is null then
      working[offer.turn] := case when by_hand then tstzmultirange(tstzrange(midnights[1], last))
        else internal.working_time(offer.employee_id, location, zone, first_date, midnights) end;
      busy[offer.turn] := internal.busy_time(offer.employee_id, midnights[1], last, at, ignored);
    end if;
    offer.working := working[offer.turn];
    offer.busy := busy[offer.turn];
    offer.starts := internal.line_starts(offer);
    if line < lines then
      offer.starts := offer.starts * internal.moved(case when offer.alone then rest_alone[offer.turn] else rest end, -offer.minutes);
    end if;
    offer.visit_minutes := offer.minutes + coalesce(minutes_alone[offer.turn], 0);
    minutes_alone[offer.turn] := offer.visit_minutes;
    if line > 1 then
      rest_alone[offer.turn] := offer.starts;
      found := found + offer.starts;
    end if;
    offers := offers || offer;
  end loop;
  if line > 1 then return '{}'; end if;
  return offers;
end $$;

-- Rule 5's grid: the starts S for which [S - before, S + after) lies in one of the free pieces and `earliest` <= S <= `latest`.
-- Each row is first, first + grid, ... up to last, in minutes since 1970, all on the local day midnights[day]; rows are in order.
-- Every free piece lies in one piece of working time; both are walked along together, and so are the days.
create function internal.grid_runs(
  free tstzmultirange, before integer, after integer, working tstzmultirange, midnights timestamptz[], grid integer,
  earliest timestamptz, latest timestamptz)
returns table (day integer, first integer, last integer)
language plpgsql immutable rows 100 set search_path = '' as $$
declare
  midnight constant integer[] := internal.minutes(midnights);
  earliest_minute constant integer := ceil(date_part('epoch', earliest) / 60);
  latest_minute constant integer := floor(date_part('epoch', latest) / 60);
  begins integer[] := array(select (date_part('epoch', lower(piece)) / 60)::integer from unnest(working) as piece);
  piece integer := 1;
  anchor integer;
  low integer;
  high integer;
begin
  begins := begins || 2147483647;
  day := 1;
  for low, high in
    select ceil(date_part('epoch', lower(part)) / 60)::integer + before, floor(date_part('epoch', upper(part)) / 60)::integer - after
    from unnest(free) as part
  loop
    if low < earliest_minute then low := earliest_minute; end if;
    if high > latest_minute then high := latest_minute; end if;
    continue when low > high;
    while begins[piece + 1] <= low loop piece := piece + 1; end loop;
    while midnight[day + 1] <= low loop day := day + 1; end loop;
    loop
      anchor := greatest(midnight[day], begins[piece]);
      first := anchor + (low - anchor + grid - 1) / grid * grid;
      last := least(high, midnight[day + 1] - 1);
      if first <= last then return next; end if;
      exit when high < midnight[day + 1];
      day := day + 1;
      low := midnight[day];
    end loop;
  end loop;
end $$;

-- The offer that performs a line which begins at `at`, if anyone can (rule 7). `day` is the index of the local date of the visit.
create function internal.chosen_offer(offers internal.line_offer[], line integer, at timestamptz, midnights timestamptz[], day integer)
returns internal.line_offer
language plpgsql immutable set search_path = '' as $$
declare
  offer internal.line_offer;
  chosen internal.line_offer;
  booked integer;
  least_booked integer;
begin
  foreach offer in array offers loop
    continue when offer.line <> line or not offer.starts @> at;
    booked := (internal.booked_minutes(offer.busy, midnights[day : day + 1]))[1];
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

revoke execute on function internal.offered_lines, internal.line_starts, internal.line_offers, internal.grid_runs,
  internal.chosen_offer, internal.bookable_location from public;
