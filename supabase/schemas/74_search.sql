-- The search of the marketplace: one row per location, a page at a time.
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

-- Finds published locations of active companies. All conditions are optional and hold together:
--   p_category a slug, parents include their children;
--   p_text words in names of location, services or categories and their synonyms, also inflected, with umlauts written out or misspelt;
--   p_radius_km around p_latitude and p_longitude or p_postal_code (6 km when nothing is said); p_city_id the municipality;
--   p_min_price_cents to p_max_price_cents of a matching service; p_min_rating; p_attributes, all of them (payment:card, …);
--   p_languages two-letter codes: an employee who speaks them all; p_open_now somebody works at this moment;
--   p_date to p_date_to (local dates, at most 31 days) and p_from_minute to p_to_minute of the local day: a start lies in this window
--   for one of the up to three best matching services, "Egal wer". Minutes without dates mean the coming 7 days.
-- p_sort: next (the first start; ties: who opens first, then distance or rating), distance, rating, price, relevance (ranking_weights).
-- Without a window, `next` looks 14 days ahead, and who has no start there comes last.
-- `services`: up to three that match. `next_starts`: up to three of the first of them that has any in the window; without one, of the
-- first that has any soon (internal.spans), and then from all 14 days. Live holds do not count as free. `cursor` stands on the last row of a full page: give it as p_cursor, with everything else unchanged, for the
-- next page. No location comes twice and none is lost, whatever is booked meanwhile. p_offset skips rows, for addresses with page numbers.
create function public.search_locations(
  p_category text default null, p_text text default null, p_latitude float8 default null, p_longitude float8 default null,
  p_radius_km float8 default null, p_city_id integer default null, p_postal_code text default null,
  p_date date default null, p_date_to date default null, p_from_minute integer default null, p_to_minute integer default null,
  p_min_price_cents integer default null, p_max_price_cents integer default null, p_min_rating numeric default null,
  p_attributes text[] default null, p_languages text[] default null, p_open_now boolean default false,
  p_sort text default 'relevance', p_limit integer default 24, p_cursor text default null, p_offset integer default 0)
returns table (
  id uuid, slug text, name text, street text, postal_code text, city text, district text, latitude float8, longitude float8,
  distance_km float8, rating_average numeric, rating_count integer, image json, services json, next_starts json, "cursor" text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set jit = off rows 24 as $$
declare
  at constant timestamptz := internal.present();
  sort constant text := case when p_sort in ('next', 'distance', 'rating', 'price') then p_sort else 'relevance' end;
  timed constant boolean := coalesce(p_date, p_date_to) is not null or p_from_minute is not null or p_to_minute is not null;
  shown constant integer := least(greatest(coalesce(p_limit, 24), 0), 100);
  skipped constant integer := least(greatest(coalesce(p_offset, 0), 0), 2000);
  wanted constant integer := skipped + shown;
  -- How many candidates are read at first, which is enough for most pages, and at most. They cost little until their times are read.
  few constant integer := 4 * wanted + 32;
  most constant integer := greatest(3000, few);
  wish constant internal.search_wish := internal.read_wish(p_category, p_text, p_latitude, p_longitude, p_radius_km, p_city_id,
    p_postal_code, p_min_price_cents, p_max_price_cents, p_min_rating, p_attributes, p_languages, p_open_now);
  days internal.search_day[] := internal.window_days(p_date, p_date_to, p_from_minute, p_to_minute, at);
  after record;
  candidates internal.search_hit[];
  hits internal.search_hit[];
  later internal.search_day[];
begin
  select * into after from internal.read_cursor(p_cursor, sort);
  if sort = 'next' then
    -- With a time of the day, a page of those who can begin at its very first minute is complete: nobody is earlier.
    if p_from_minute is not null then
      candidates := internal.search_candidates(wish, sort, few, days, at, null, null, after.seen);
      hits := internal.earliest_hits(internal.possible_hits(candidates), wanted, wish, days, at);
    end if;
    if candidates is null or (cardinality(candidates) = few and (cardinality(hits) < wanted
        or (hits[wanted]).starts[1] > (select min(day.low) from unnest(days) as day))) then
      candidates := internal.search_candidates(wish, sort, most, days, at, null, null, after.seen);
      hits := internal.earliest_hits(internal.possible_hits(candidates), wanted, wish, days, at);
    end if;
    if timed then
      hits := hits[skipped + 1 : wanted];
    else
      if cardinality(hits) < wanted then
        hits := hits || internal.later_hits(candidates, hits, wanted, most, wish, at, after.seen);
      end if;
      hits := internal.with_all_starts(hits[skipped + 1 : wanted], wish, at);
    end if;
  elsif timed then
    candidates := internal.search_candidates(wish, sort, few, null, at, after.after_key, after.after_number);
    hits := internal.first_hits(candidates, wanted, wish, days, at);
    if cardinality(hits) < wanted and cardinality(candidates) = few then
      hits := hits || internal.first_hits(
        (internal.search_candidates(wish, sort, most, null, at, after.after_key, after.after_number))[few + 1:],
        wanted - cardinality(hits), wish, days, at);
    end if;
    hits := hits[skipped + 1 : wanted];
  else
    hits := internal.with_all_starts(internal.with_first_starts(internal.with_services((internal.search_candidates(
      wish, sort, wanted, null, at, after.after_key, after.after_number))[skipped + 1:], wish), wish, at), wish, at);
  end if;
  return query select * from internal.location_cards(hits, wish, shown, sort, after.seen);
end $$;

-- The searched window; without one, today and tomorrow, where most find their next start.
create function internal.window_days(p_date date, p_date_to date, p_from_minute integer, p_to_minute integer, at timestamptz)
returns internal.search_day[]
language plpgsql stable set search_path = '' as $$
declare
  today constant date := (at at time zone 'Europe/Berlin')::date;
  first_date date := greatest(coalesce(p_date, p_date_to, today), today);
  last_date date := coalesce(p_date_to, p_date, case when p_from_minute is null and p_to_minute is null then today + 1 else today + 6 end);
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

revoke execute on function internal.first_hits, internal.earliest_hits, internal.possible_hits, internal.read_cursor, public.search_locations,
  internal.window_days, internal.listed_zones, internal.spans, internal.coming_days, internal.later_hits, internal.with_first_starts,
  internal.with_all_starts from public;
grant execute on function public.search_locations to anon, authenticated, service_role;
