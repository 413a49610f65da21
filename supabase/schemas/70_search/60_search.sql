-- Which locations a page of the search shows (70_search/80_search_page), one hit per location.
-- It takes candidates in the order asked, reads free starts of some at a time, and stops when the page is full.

-- The first `wanted` of these candidates with a start in the window, in their order.
create function internal.first_hits(
  candidates internal.search_hit[], wanted integer, p_wish internal.search_wish, days internal.search_day[], at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  found internal.search_hit[] := '{}';
  step integer := 32;
  "next" integer := 1;
begin
  while "next" <= cardinality(candidates) and cardinality(found) < wanted loop
    found := found || array(
      select row(hit.*)::internal.search_hit
      from unnest(internal.hits_with_starts(
        internal.with_services(candidates["next" : "next" + step - 1], p_wish), days, at, p_wish.languages)) hit order by hit.place);
    "next" := "next" + step;
    step := least(step * 2, 256);
  end loop;
  return found[1:wanted];
end $$;

-- The `wanted` candidates that can begin first; among equals the order of the candidates. They come by `bound`: once enough
-- start before the next one's bound, nobody later can be earlier. Each step reads as many as are likely to be missing.
create function internal.earliest_hits(
  candidates internal.search_hit[], wanted integer, p_wish internal.search_wish, days internal.search_day[], at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  last constant integer := cardinality(candidates);
  found internal.search_hit[] := '{}';
  step integer := wanted + 8;
  "next" integer := 1;
  sure integer := 0;
begin
  while "next" <= last loop
    found := found || internal.hits_with_starts(
      internal.with_services(candidates["next" : "next" + step - 1], p_wish), days, at, p_wish.languages);
    "next" := "next" + step;
    exit when "next" > last;
    sure := (select count(*) from unnest(found) hit where hit.starts[1] <= (candidates["next"]).bound);
    exit when sure >= wanted;
    step := least(greatest((wanted - sure) * "next" * 5 / (4 * (sure + 1)), 8), 256);
  end loop;
  return array(
    select row(hit.*)::internal.search_hit from unnest(found) hit order by hit.starts[1], hit.place limit wanted);
end $$;

-- Without those who can't begin in the window at all.
create function internal.possible_hits(candidates internal.search_hit[]) returns internal.search_hit[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select row(each.*)::internal.search_hit from unnest(candidates) each where each.bound is not null);
end $$;

-- How a page ends, for the next one: the key and number of its last row, or for `next`, whose order changes with every booking,
-- the numbers of all shown so far. What is no cursor of ours begins anew.
create function internal.read_cursor(
  p_cursor text, p_sort text, out after_key float8, out after_number integer, out seen integer[])
language plpgsql immutable set search_path = '' as $$
begin
  if p_sort = 'next' then
    if length(p_cursor) <= 8000 and p_cursor ~ '^n(\.[0-9a-f]{1,7})+$' then
      seen := array(select ('x' || lpad(part, 8, '0'))::bit(32)::integer from unnest((string_to_array(p_cursor, '.'))[2:]) part);
    end if;
  elsif p_cursor ~ ('^' || left(p_sort, 1) || '~-?[0-9]{1,6}(\.[0-9]{1,20})?(e-[0-9]{1,3})?~[0-9]{1,9}$') then
    after_key := split_part(p_cursor, '~', 2)::float8;
    after_number := split_part(p_cursor, '~', 3)::integer;
  end if;
end $$;

-- The hits of a page: `shown` after the first `skipped`, and after a cursor. `timed`: only who has a start in the window; `instant`: the window
-- begins at a time of the day.
create function internal.page_hits(
  p_wish internal.search_wish, sort text, days internal.search_day[], timed boolean, instant boolean, skipped integer, shown integer,
  after_key float8, after_number integer, seen integer[], at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := skipped + shown;
  -- How many candidates are read at first, which is enough for most pages, and at most. They cost little until their times are read.
  few constant integer := 4 * wanted + 32;
  most constant integer := greatest(3000, few);
  candidates internal.search_hit[];
  hits internal.search_hit[];
begin
  if sort <> 'next' and not timed then
    candidates := internal.search_candidates(p_wish, sort, wanted, null, at, after_key, after_number);
    return internal.with_all_starts(internal.with_first_starts(
      internal.with_services(candidates[skipped + 1:], p_wish), p_wish, at), p_wish, at);
  end if;
  if sort <> 'next' then
    candidates := internal.search_candidates(p_wish, sort, few, null, at, after_key, after_number);
    hits := internal.first_hits(candidates, wanted, p_wish, days, at);
    if cardinality(hits) < wanted and cardinality(candidates) = few then
      candidates := internal.search_candidates(p_wish, sort, most, null, at, after_key, after_number);
      hits := hits || internal.first_hits(candidates[few + 1:], wanted - cardinality(hits), p_wish, days, at);
    end if;
    return hits[skipped + 1 : wanted];
  end if;
  -- With a time of the day, a page of those who can begin at its very first minute is complete: nobody is earlier.
  if instant then
    candidates := internal.search_candidates(p_wish, sort, few, days, at, null, null, seen);
    hits := internal.earliest_hits(internal.possible_hits(candidates), wanted, p_wish, days, at);
  end if;
  if candidates is null or cardinality(candidates) = few and (cardinality(hits) < wanted
      or (hits[wanted]).starts[1] > (select min(day.low) from unnest(days) as day)) then
    candidates := internal.search_candidates(p_wish, sort, most, days, at, null, null, seen);
    hits := internal.earliest_hits(internal.possible_hits(candidates), wanted, p_wish, days, at);
  end if;
  if timed then return hits[skipped + 1 : wanted]; end if;
  if cardinality(hits) < wanted then
    hits := hits || internal.later_hits(candidates, hits, wanted, most, p_wish, at, seen);
  end if;
  return internal.with_all_starts(hits[skipped + 1 : wanted], p_wish, at);
end $$;

-- The searched window; without one, today and tomorrow, where most find their next start.
create function internal.window_days(p_date date, p_date_to date, p_from_minute integer, p_to_minute integer, at timestamptz)
returns internal.search_day[]
language plpgsql stable set search_path = '' as $$
declare
  today constant date := (at at time zone 'Europe/Berlin')::date;
  first_date date := greatest(internal.reckonable(coalesce(p_date, p_date_to, today)), today);
  last_date date := coalesce(internal.reckonable(p_date_to), internal.reckonable(p_date), case when p_from_minute is null and p_to_minute is null then today + 1 else today + 6 end);
begin
  return internal.search_days(internal.listed_zones(), first_date, least(last_date, first_date + 30), p_from_minute, p_to_minute, at);
end $$;

-- Without a window 14 days are looked at, in these parts, counted from today: most find their next start in the first. A service with a
-- start in an earlier part is shown rather than a better fitting one without.
create function internal.spans() returns int4range[]
language sql immutable set search_path = '' as $$ select '{"[0,1]","[2,3]","[4,6]","[7,13]"}'::int4range[] $$;

create function internal.coming_days(p_days int4range, at timestamptz) returns internal.search_day[]
language plpgsql stable set search_path = '' as $$
declare
  today constant date := (at at time zone 'Europe/Berlin')::date;
begin
  return internal.search_days(internal.listed_zones(), today + lower(p_days), today + upper(p_days) - 1, null, null, at);
end $$;

-- Zones in which there are listings.
create function internal.listed_zones() returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return '{Europe/Berlin}'::text[] || array(
    select distinct listing.zone from internal.listings listing where listing.zone <> 'Europe/Berlin');
end $$;

-- Who follows the hits of today and tomorrow: who can begin within 14 days, a few days at a time, since most pages are full after the next
-- ones; then the others of the candidates, in the order of their key.
create function internal.later_hits(
  candidates internal.search_hit[], hits internal.search_hit[], wanted integer, p_limit integer, p_wish internal.search_wish,
  at timestamptz, p_seen integer[])
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  shown integer[] := array(select hit.number from unnest(hits) hit);
  found internal.search_hit[] := '{}';
  more internal.search_hit[];
  missing integer := wanted - cardinality(hits);
  days internal.search_day[];
  span int4range;
begin
  foreach span in array (internal.spans())[2:] loop
    exit when missing = 0;
    days := internal.coming_days(span, at);
    more := internal.earliest_hits(internal.possible_hits(internal.search_candidates(
      p_wish, 'next', p_limit, days, at, null, null, coalesce(p_seen, '{}') || shown)), missing, p_wish, days, at);
    found := found || more;
    shown := shown || array(select hit.number from unnest(more) hit);
    missing := missing - cardinality(more);
  end loop;
  if missing = 0 then return found; end if;
  return found || array(
    select row(each.*)::internal.search_hit
    from unnest(internal.with_services(candidates, p_wish)) each
    where each.number <> all(shown) order by each."key", each.number limit missing);
end $$;

-- Hits in their order, with their first starts within 14 days where they have any.
create function internal.with_first_starts(hits internal.search_hit[], p_wish internal.search_wish, at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  found internal.search_hit[] := '{}';
  missing internal.search_hit[] := hits;
  span int4range;
begin
  foreach span in array internal.spans() loop
    found := found || internal.hits_with_starts(missing, internal.coming_days(span, at), at, p_wish.languages);
    exit when cardinality(found) = cardinality(hits);
    missing := array(
      select row(hit.*)::internal.search_hit from unnest(hits) hit
      where hit.number <> all(array(select done.number from unnest(found) done)));
  end loop;
  return array(
    select case when done.number is null then row(hit.*)::internal.search_hit else row(done.*)::internal.search_hit end
    from unnest(hits) hit left join unnest(found) done on done.number = hit.number order by hit.place);
end $$;

-- Hits with fewer than three starts get the next ones of the same service: so far only a part of the 14 days was asked. It was asked to its
-- end, and nothing before it is free; so what the days after the first part give follows, or begins with what is known.
create function internal.with_all_starts(hits internal.search_hit[], p_wish internal.search_wish, at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  incomplete internal.search_hit[] := array(
    select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days,
      array(select row(service.*)::internal.listed_service from unnest(hit.services) service where service.service_id = hit.service_id), hit.distance_km, hit."key", hit.bound, hit.service_id, hit.starts, hit.employees)::internal.search_hit
    from unnest(hits) hit where cardinality(hit.starts) < 3);
begin
  if cardinality(incomplete) = 0 then return hits; end if;
  return array(
    select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, hit.services,
      hit.distance_km, hit."key", hit.bound, hit.service_id, (hit.starts[:known.first] || later.starts)[:3],
      (hit.employees[:known.first] || later.employees)[:3])::internal.search_hit
    from unnest(hits) with ordinality hit (place, number, location_id, zone, grid_minutes, notice_minutes, horizon_days, services,
      distance_km, "key", bound, service_id, starts, employees, index)
    left join unnest(internal.hits_with_starts(incomplete, internal.coming_days('[2,13]', at), at, p_wish.languages)) later
      on later.number = hit.number
    cross join lateral (
      select count(*) filter (where later.number is null or each.minute < later.starts[1])::integer as first from unnest(hit.starts) each (minute)) known
    order by hit.index);
end $$;

revoke execute on function internal.first_hits, internal.earliest_hits, internal.possible_hits, internal.read_cursor, internal.page_hits,
  internal.window_days, internal.listed_zones, internal.spans, internal.coming_days, internal.later_hits, internal.with_first_starts,
  internal.with_all_starts from public;
