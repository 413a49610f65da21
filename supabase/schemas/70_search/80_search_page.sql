-- The search of the marketplace: a page of cards, and the counts next to the filters.

-- Finds published locations of active companies. All conditions are optional and hold together:
--   p_bounds degrees west, south, east, north: a part of a map; what is no such part finds nothing;
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
-- first that has any soon (internal.spans), and then from all 14 days. Live holds do not count as free.
-- `cursor` stands on the last row of a full page: give it as p_cursor, with everything else unchanged, for the next page. No location comes
-- twice and none is lost, whatever is booked meanwhile. p_offset skips rows, for addresses with page numbers.
create function public.search_locations(
  p_category text default null, p_text text default null, p_latitude float8 default null, p_longitude float8 default null,
  p_radius_km float8 default null, p_city_id integer default null, p_postal_code text default null,
  p_date date default null, p_date_to date default null, p_from_minute integer default null, p_to_minute integer default null,
  p_min_price_cents integer default null, p_max_price_cents integer default null, p_min_rating numeric default null,
  p_attributes text[] default null, p_languages text[] default null, p_open_now boolean default false,
  p_sort text default 'relevance', p_limit integer default 24, p_cursor text default null, p_offset integer default 0,
  p_bounds float8[] default null)
returns table (
  id uuid, slug text, name text, street text, postal_code text, city text, district text, latitude float8, longitude float8,
  distance_km float8, rating_average numeric, rating_count integer, image json, services json, next_starts json, "cursor" text,
  time_zone text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set jit = off rows 24 as $$
declare
  at constant timestamptz := internal.present();
  sort constant text := case when p_sort in ('next', 'distance', 'rating', 'price') then p_sort else 'relevance' end;
  timed constant boolean := coalesce(p_date, p_date_to) is not null or p_from_minute is not null or p_to_minute is not null;
  shown constant integer := least(greatest(coalesce(p_limit, 24), 0), 100);
  skipped constant integer := least(greatest(coalesce(p_offset, 0), 0), 2000);
  wish constant internal.search_wish := internal.read_wish(p_category, p_text, p_latitude, p_longitude, p_radius_km, p_city_id,
    p_postal_code, p_min_price_cents, p_max_price_cents, p_min_rating, p_attributes, p_languages, p_open_now, p_bounds);
  chosen constant boolean := internal.chooses_services(wish);
  epoch constant timestamp := '1970-01-01';
  minute constant interval := '1 minute';
  after_key float8;
  after_number integer;
  seen integer[];
  hits internal.search_hit[];
  last integer;
  ending text;
begin
  if p_cursor is not null then
    select past.after_key, past.after_number, past.seen into after_key, after_number, seen from internal.read_cursor(p_cursor, sort) past;
  end if;
  hits := internal.page_hits(wish, sort, internal.window_days(p_date, p_date_to, p_from_minute, p_to_minute, at), timed,
    p_from_minute is not null, skipped, shown, after_key, after_number, seen, at);
  last := cardinality(hits);
  -- The last row of a full page carries the cursor.
  if last = shown and last > 0 then
    ending := case when sort = 'next'
      then 'n' || (select string_agg('.' || to_hex(number), '') from (
        select unnest(seen) as number union all select hit.number from unnest(hits) hit) every)
      else format('%s~%s~%s', left(sort, 1), (hits[last])."key", (hits[last]).number) end;
  end if;
  -- JSON is put together as text: that takes a third of the time of functions that look up the types of their arguments.
  return query
  select listing.location_id, listing.slug, listing.name, listing.street, listing.postal_code, listing.city, listing.district,
    listing.latitude, listing.longitude, round(hit.distance_km * 100) / 100, listing.rating_average::numeric, listing.rating_count,
    listing.image::json,
    case when chosen and listing.services <> hit.services then internal.offers_json(
      array(select shown.service_id from unnest(hit.services) shown)) else listing.offers end::json,
    ('[' || concat_ws(',',
      '{"starts_at":' || rtrim(to_json(epoch + hit.starts[1] * minute)::text, '"') || '+00:00","service_id":"' || hit.service_id
        || '","employee_id":"' || hit.employees[1] || '"}',
      '{"starts_at":' || rtrim(to_json(epoch + hit.starts[2] * minute)::text, '"') || '+00:00","service_id":"' || hit.service_id
        || '","employee_id":"' || hit.employees[2] || '"}',
      '{"starts_at":' || rtrim(to_json(epoch + hit.starts[3] * minute)::text, '"') || '+00:00","service_id":"' || hit.service_id
        || '","employee_id":"' || hit.employees[3] || '"}') || ']')::json,
    case when hit.index = last then ending end, listing.zone
  from unnest(hits) with ordinality hit (place, number, location_id, zone, grid_minutes, notice_minutes, horizon_days, services,
    distance_km, "key", bound, service_id, starts, employees, index)
  join internal.listings listing on listing.category = wish.category and listing.number = hit.number
  order by hit.index;
end $$;

-- How many locations match, with the same parameters as public.search_locations, altogether and by what visitors can choose next:
-- {total, capped, categories: [{id, count}], attributes: {"payment:card": n, …}, ratings: {"3": n, "4": n, "4.5": n},
-- prices: [least, most]}. With a window only those with a start in it count. `capped`: more match than are counted (3000).
-- Categories are those below the one asked (without one, the upper level). Languages are the attributes language:…
create function public.search_facets(
  p_category text default null, p_text text default null, p_latitude float8 default null, p_longitude float8 default null,
  p_radius_km float8 default null, p_city_id integer default null, p_postal_code text default null,
  p_date date default null, p_date_to date default null, p_from_minute integer default null, p_to_minute integer default null,
  p_min_price_cents integer default null, p_max_price_cents integer default null, p_min_rating numeric default null,
  p_attributes text[] default null, p_languages text[] default null, p_open_now boolean default false,
  p_bounds float8[] default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  at constant timestamptz := internal.present();
  timed constant boolean := coalesce(p_date, p_date_to) is not null or p_from_minute is not null or p_to_minute is not null;
  most constant integer := 3000;
  wish constant internal.search_wish := internal.read_wish(p_category, p_text, p_latitude, p_longitude, p_radius_km, p_city_id,
    p_postal_code, p_min_price_cents, p_max_price_cents, p_min_rating, p_attributes, p_languages, p_open_now, p_bounds);
  days internal.search_day[];
  hits internal.search_hit[];
  source text := 'internal.listings listing';
  conditions text := 'listing.category = $1 and listing.number = any($11)';
  capped boolean;
  counts jsonb;
begin
  if timed then
    days := internal.window_days(p_date, p_date_to, p_from_minute, p_to_minute, at);
    hits := internal.search_candidates(wish, 'next', most + 1, days, at);
    capped := cardinality(hits) > most;
    hits := internal.hits_with_starts(internal.with_services(internal.possible_hits(hits[1:most]), wish), days, at, wish.languages, 1);
  else
    select * into source, conditions from internal.matching(wish);
  end if;
  execute format($statement$
    with own as materialized (
      select listing.attributes, listing.rating_average, listing.price_cents, listing.below from %s where %s limit $12
    )
    select jsonb_build_object('total', least(count(*), $12 - 1), 'capped', count(*) = $12,
      'ratings', jsonb_build_object('3', count(*) filter (where own.rating_average >= 3), '4', count(*) filter (where own.rating_average >= 4),
        '4.5', count(*) filter (where own.rating_average >= 4.5)),
      'prices', jsonb_build_array(min(own.price_cents), max(own.price_cents)),
      'categories', (
        select coalesce(jsonb_agg(jsonb_build_object('id', counted.id, 'count', counted.found) order by counted.found desc, counted.id), '[]')
        from (select id, count(*) as found from own cross join unnest(own.below) id group by id) counted),
      'attributes', (
        select coalesce(jsonb_object_agg(counted.value, counted.found), '{}')
        from (select value, count(*) as found from own cross join unnest(own.attributes) value group by value) counted))
    from own $statement$, source, conditions)
  into counts
  using wish.category, wish.center, wish.words, internal.chord(wish.radius_km), wish.city, wish.max_price_cents, wish.min_price_cents,
    wish.min_rating, wish.attributes, at, array(select hit.number from unnest(hits) hit), most + 1, null::text, null::text, null::text,
    null::text, wish.bounds;
  return case when capped then counts || '{"capped":true}' else counts end;
end $$;

revoke execute on function public.search_locations, public.search_facets from public;
grant execute on function public.search_locations, public.search_facets to anon, authenticated, service_role;
