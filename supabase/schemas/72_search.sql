-- The search of the marketplace: one row per location, a page at a time.

-- Hits in one of the orders that need no free times: relevance, distance, rating, price. Best first.
create function internal.sorted_hits(hits internal.search_hit[], sort text) returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select each from unnest(hits) as each
    order by
      case when sort = 'distance' then each.distance_km when sort = 'price' then each.price_cents end nulls last,
      case when sort = 'rating' then -each.rating else -each.score end,
      -each.rating, each.distance_km nulls last, each.location_id);
end $$;

-- One card of the result, without its total.
create function internal.location_card(hit internal.search_hit)
returns table (
  id uuid, slug text, name text, street text, postal_code text, city text, district text, latitude float8, longitude float8,
  distance_km float8, rating_average numeric, rating_count integer, image jsonb, services jsonb, next_starts jsonb)
language plpgsql stable rows 1 set search_path = '' as $$
begin
  return query
  select place.id, place.slug, place.name, place.street, place.postal_code, place.city, place.district, place.latitude, place.longitude,
    round(hit.distance_km::numeric, 2)::float8, place.rating_average, place.rating_count,
    (select jsonb_build_object('path', picture.path, 'alt', picture.alt, 'width', picture.width, 'height', picture.height,
        'color', picture.color)
      from public.location_images picture where picture.location_id = place.id order by picture.position, picture.id limit 1),
    (select jsonb_agg(jsonb_build_object('id', service.id, 'name', service.name, 'duration_minutes', service.duration_minutes,
        'price_cents', service.price_cents, 'price_from', service.price_from) order by array_position(hit.service_ids, service.id))
      from public.services service where service.id = any(hit.service_ids)),
    coalesce(hit.starts, '[]')
  from public.locations place where place.id = hit.location_id;
end $$;

-- Finds published locations of active companies. All conditions are optional and hold together:
--   p_category a slug, parents include their children; p_text words in names of location, service or category, also misspelt;
--   p_radius_km around p_latitude and p_longitude; p_city_id; p_max_price_cents, p_min_rating, p_attributes (all of them);
--   p_date to p_date_to (local dates, at most 14) and p_from_minute to p_to_minute of the local day: a start lies in this window
--   for one of the location's up to three best services, "Egal wer". Minutes without dates mean the coming 7 days.
-- p_sort: relevance, next, distance, rating, price. `next` looks 14 days ahead; who has no start there comes last.
-- `services`: up to three that match. `next_starts`: up to three of the first of them that has any, in the window or in 14 days.
-- `total_count`: all locations found; with a window, those with enough free time in it (the grid may still rule out a few).
create function public.search_locations(
  p_category text default null, p_text text default null, p_latitude float8 default null, p_longitude float8 default null,
  p_radius_km float8 default null, p_city_id integer default null, p_date date default null, p_date_to date default null,
  p_from_minute integer default null, p_to_minute integer default null, p_max_price_cents integer default null,
  p_min_rating numeric default null, p_attributes text[] default null, p_sort text default 'relevance',
  p_limit integer default 24, p_offset integer default 0)
returns table (
  id uuid, slug text, name text, street text, postal_code text, city text, district text, latitude float8, longitude float8,
  distance_km float8, rating_average numeric, rating_count integer, image jsonb, services jsonb, next_starts jsonb, total_count integer)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 24 as $$
declare
  at constant timestamptz := internal.present();
  today constant date := (at at time zone 'Europe/Berlin')::date;
  has_window constant boolean := coalesce(p_date, p_date_to) is not null or p_from_minute is not null or p_to_minute is not null;
  first_date constant date := greatest(coalesce(p_date, p_date_to, today), today);
  last_date constant date := least(coalesce(p_date_to, p_date, case when has_window then today + 6 end, today + 13), first_date + 13);
  skipped constant integer := least(greatest(coalesce(p_offset, 0), 0), 10000);
  shown constant integer := least(greatest(coalesce(p_limit, 24), 0), 100);
  hits internal.search_hit[] := array(
    select candidate from internal.search_candidates(p_category, internal.search_words(p_text), p_latitude, p_longitude, p_radius_km,
      p_city_id, p_max_price_cents, p_min_rating, p_attributes) as candidate);
  roomy internal.search_hit[];
  total integer := cardinality(hits);
begin
  if has_window then
    hits := array(select each from internal.with_room(hits, first_date, last_date, p_from_minute, p_to_minute, at) as each);
    total := cardinality(hits);
  end if;
  if p_sort = 'next' then
    if has_window then
      roomy := internal.earliest_hits(hits, skipped + shown, first_date, last_date, p_from_minute, p_to_minute, at);
    else
      -- Most pages are filled by today and tomorrow.
      roomy := internal.next_hits(hits, skipped + shown, first_date, first_date + 1, at);
      if cardinality(roomy) < least(skipped + shown, total) then
        roomy := internal.next_hits(hits, skipped + shown, first_date, last_date, at);
      end if;
    end if;
    if not has_window and cardinality(roomy) < skipped + shown then
      roomy := roomy || internal.sorted_hits(array(
        select each from unnest(hits) as each where each.location_id <> all (array(select ready.location_id from unnest(roomy) as ready))
      ), 'relevance');
    end if;
    hits := roomy;
  else
    hits := internal.sorted_hits(hits, p_sort);
    if has_window then
      hits := internal.hits_with_starts(hits, skipped + shown, first_date, last_date, p_from_minute, p_to_minute, at);
    end if;
  end if;
  hits := hits[skipped + 1 : skipped + shown];
  if not has_window and p_sort <> 'next' then
    hits := internal.with_first_starts(hits, first_date, last_date, at);
  end if;
  return query
  select card.*, total
  from unnest(hits) with ordinality as hit
  cross join lateral internal.location_card((hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days,
    hit.service_ids, hit.distance_km, hit.score, hit.price_cents, hit.rating, hit.room, hit.starts)::internal.search_hit) as card
  order by hit.ordinality;
end $$;

revoke execute on function internal.sorted_hits, internal.location_card, public.search_locations from public;
grant execute on function public.search_locations to anon, authenticated, service_role;
