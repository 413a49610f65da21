set local check_function_bodies = off;

-- The search takes a part of a map as well. Programs of the previous version call by names of arguments, and the new last one has a
-- default, so the new functions serve them too; within one transaction there is no moment without one.

DROP FUNCTION "internal"."read_wish"(text, text, double precision, double precision, double precision, integer, text, integer, integer, numeric, text[], text[], boolean);

DROP FUNCTION "public"."search_facets"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean);

DROP FUNCTION "public"."search_locations"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean, text, integer, text, integer);

ALTER TYPE "internal"."search_wish" ADD ATTRIBUTE "bounds" double precision[] CASCADE;

CREATE OR REPLACE FUNCTION internal.candidates_shape(p_wish internal.search_wish, p_sort text, p_after boolean, p_seen boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_sort = 'next' and not p_after and not p_wish.open_now and p_wish.center is not null
      and (p_wish.radius_km is null) <> (p_wish.city is null)
      and num_nonnulls(p_wish.words, p_wish.max_price_cents, p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_wish.bounds) = 0
    then 'next' || case when p_wish.city is null then '_near' else '_town' end || case when p_seen then '_seen' else '' end end;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_area(p_bounds double precision[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(array_ndims(p_bounds) = 1 and array_lower(p_bounds, 1) = 1 and cardinality(p_bounds) = 4
    and p_bounds[1] between -180 and 180 and p_bounds[3] between p_bounds[1] and 180
    and p_bounds[2] between -90 and 90 and p_bounds[4] between p_bounds[2] and 90, false);
end $function$;

CREATE OR REPLACE FUNCTION internal.matching(p_wish internal.search_wish, OUT source text, OUT conditions text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  source := 'internal.listings listing';
  conditions := 'listing.category = $1';
  if p_wish.words is not null then
    if p_wish.category <> 0 then
      source := 'internal.listings every join internal.listings listing on listing.number = every.number';
      conditions := conditions || ' and every.category = 0 and every.document @@ $3';
    else
      conditions := conditions || ' and listing.document @@ $3';
    end if;
  end if;
  if p_wish.radius_km is not null and p_wish.center is not null then
    conditions := conditions || ' and listing.spot operator(extensions.<@) extensions.cube_enlarge($2, $4, 3) and listing.spot operator(extensions.<->) $2 <= $4';
  end if;
  if p_wish.bounds is not null then
    conditions := conditions || ' and listing.latitude between $17[2] and $17[4] and listing.longitude between $17[1] and $17[3]';
  end if;
  if p_wish.city is not null then conditions := conditions || ' and listing.city_id = $5'; end if;
  if p_wish.max_price_cents is not null then conditions := conditions || ' and listing.price_cents <= $6'; end if;
  if p_wish.min_price_cents is not null then
    conditions := conditions || ' and exists (select from internal.listing_services service where service.number = listing.number
      and ($1 = 0 or $1 in (service.category, service.parent)) and service.price_cents between $7 and coalesce($6, 2147483647))';
  end if;
  if p_wish.min_rating is not null then conditions := conditions || ' and listing.rating_average >= $8'; end if;
  if p_wish.attributes is not null then conditions := conditions || ' and listing.attributes @> $9'; end if;
  if p_wish.open_now then
    conditions := conditions || ' and exists (select from internal.free_days row
      where row.location_id = listing.location_id and row.work @> floor(date_part(''epoch'', $10) / 60)::integer
        and row.day between ($10 at time zone ''UTC'')::date - 1 and ($10 at time zone ''UTC'')::date + 1)';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.read_wish(p_category text, p_text text, p_latitude double precision, p_longitude double precision, p_radius_km double precision, p_city_id integer, p_postal_code text, p_min_price_cents integer, p_max_price_cents integer, p_min_rating numeric, p_attributes text[], p_languages text[], p_open_now boolean, p_bounds double precision[])
 RETURNS internal.search_wish
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wish internal.search_wish;
  word text;
  meant tsquery;
  reach float8;
begin
  wish.category := case when p_category is null then 0 else (select id from public.categories where slug = p_category) end;
  if p_text <> '' then
    for word in
      select part from regexp_split_to_table(internal.search_key(left(p_text, 200)), ' ') part where length(part) > 1 limit 6
    loop
      -- Words like "und" mean nothing.
      continue when ts_lexize('pg_catalog.german_stem', word) = '{}';
      meant := internal.meant_by(word);
      wish.words := case when wish.words is null then meant else wish.words && meant end;
      wish.any_word := case when wish.any_word is null then meant else wish.any_word || meant end;
    end loop;
  end if;
  -- What is nowhere on the globe, NaN and infinity among it, finds nothing.
  if p_latitude not between -90 and 90 or p_longitude not between -180 and 180 then
    wish.category := null;
  else
    wish.center := internal.spot(p_latitude, p_longitude);
  end if;
  wish.radius_km := case when p_radius_km < 0 then 0 when p_radius_km < 2000 then p_radius_km when p_radius_km is not null then 2000 end;
  wish.city := p_city_id;
  if wish.center is null and p_postal_code is not null then
    select internal.spot(latitude, longitude), coalesce(wish.radius_km, 6) into wish.center, wish.radius_km
    from public.postal_codes where code = p_postal_code;
    -- A code that nobody knows finds nothing.
    if not found then wish.category := null; end if;
  elsif wish.center is null and p_city_id is not null then
    select internal.spot(latitude, longitude) into wish.center from public.cities where id = p_city_id;
  end if;
  if p_bounds is not null then
    if internal.is_area(p_bounds) then
      wish.bounds := p_bounds;
      wish.center := coalesce(wish.center, internal.spot((p_bounds[2] + p_bounds[4]) / 2, (p_bounds[1] + p_bounds[3]) / 2));
      -- A circle that holds all of it, for the index of places; one of half the globe would help nobody.
      reach := 12742 * asin(least(1, greatest(
        wish.center operator(extensions.<->) internal.spot(p_bounds[2], p_bounds[1]),
        wish.center operator(extensions.<->) internal.spot(p_bounds[4], p_bounds[1]),
        wish.center operator(extensions.<->) internal.spot(p_bounds[2], p_bounds[3]),
        wish.center operator(extensions.<->) internal.spot(p_bounds[4], p_bounds[3])) / 12742)) * 1.01;
      if wish.radius_km is null and reach < 2000 then wish.radius_km := reach; end if;
    else
      wish.category := null;
    end if;
  end if;
  wish.min_price_cents := p_min_price_cents;
  wish.max_price_cents := p_max_price_cents;
  -- More than five stars nobody has; a type of fewer digits holds it.
  wish.min_rating := case when p_min_rating is not null then least(greatest(p_min_rating, 0), 6) end;
  wish.languages := nullif(p_languages, '{}');
  wish.attributes := nullif(p_attributes, '{}');
  if wish.languages is not null then
    wish.attributes := coalesce(wish.attributes, '{}') || array(select 'language:' || spoken from unnest(p_languages) spoken);
  end if;
  wish.open_now := coalesce(p_open_now, false);
  return wish;
end $function$;

CREATE OR REPLACE FUNCTION internal.search_candidates(p_wish internal.search_wish, p_sort text, p_limit integer, p_days internal.search_day[], p_at timestamp with time zone, p_after_key double precision DEFAULT NULL::double precision, p_after_number integer DEFAULT NULL::integer, p_seen integer[] DEFAULT NULL::integer[])
 RETURNS internal.search_hit[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  reach constant float8 := internal.chord(p_wish.radius_km);
  shape constant text := internal.candidates_shape(p_wish, p_sort, p_after_number is not null, p_seen is not null);
  present constant integer := ceil(date_part('epoch', p_at) / 60);
  hits internal.search_hit[];
begin
  if p_wish.category is null then return '{}'; end if;
  if shape = 'next_near' then
    hits := internal.candidates_next_near(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  elsif shape = 'next_near_seen' then
    hits := internal.candidates_next_near_seen(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  elsif shape = 'next_town' then
    hits := internal.candidates_next_town(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  elsif shape = 'next_town_seen' then
    hits := internal.candidates_next_town_seen(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  else
    execute internal.candidates_statement(p_wish, p_sort, p_after_number is not null, p_seen is not null) into hits
    using p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present,
      p_wish.bounds;
  end if;
  return coalesce(hits, '{}');
end $function$;

CREATE OR REPLACE FUNCTION public.search_facets(p_category text DEFAULT NULL::text, p_text text DEFAULT NULL::text, p_latitude double precision DEFAULT NULL::double precision, p_longitude double precision DEFAULT NULL::double precision, p_radius_km double precision DEFAULT NULL::double precision, p_city_id integer DEFAULT NULL::integer, p_postal_code text DEFAULT NULL::text, p_date date DEFAULT NULL::date, p_date_to date DEFAULT NULL::date, p_from_minute integer DEFAULT NULL::integer, p_to_minute integer DEFAULT NULL::integer, p_min_price_cents integer DEFAULT NULL::integer, p_max_price_cents integer DEFAULT NULL::integer, p_min_rating numeric DEFAULT NULL::numeric, p_attributes text[] DEFAULT NULL::text[], p_languages text[] DEFAULT NULL::text[], p_open_now boolean DEFAULT false, p_bounds double precision[] DEFAULT NULL::double precision[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.search_locations(p_category text DEFAULT NULL::text, p_text text DEFAULT NULL::text, p_latitude double precision DEFAULT NULL::double precision, p_longitude double precision DEFAULT NULL::double precision, p_radius_km double precision DEFAULT NULL::double precision, p_city_id integer DEFAULT NULL::integer, p_postal_code text DEFAULT NULL::text, p_date date DEFAULT NULL::date, p_date_to date DEFAULT NULL::date, p_from_minute integer DEFAULT NULL::integer, p_to_minute integer DEFAULT NULL::integer, p_min_price_cents integer DEFAULT NULL::integer, p_max_price_cents integer DEFAULT NULL::integer, p_min_rating numeric DEFAULT NULL::numeric, p_attributes text[] DEFAULT NULL::text[], p_languages text[] DEFAULT NULL::text[], p_open_now boolean DEFAULT false, p_sort text DEFAULT 'relevance'::text, p_limit integer DEFAULT 24, p_cursor text DEFAULT NULL::text, p_offset integer DEFAULT 0, p_bounds double precision[] DEFAULT NULL::double precision[])
 RETURNS TABLE(id uuid, slug text, name text, street text, postal_code text, city text, district text, latitude double precision, longitude double precision, distance_km double precision, rating_average numeric, rating_count integer, image json, services json, next_starts json, cursor text, time_zone text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 24
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "internal"."is_area"(double precision[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."read_wish"(text, text, double precision, double precision, double precision, integer, text, integer, integer, numeric, text[], text[], boolean, double precision[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."search_facets"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean, double precision[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_facets"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean, double precision[]) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."search_facets"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean, double precision[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."search_locations"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean, text, integer, text, integer, double precision[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_locations"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean, text, integer, text, integer, double precision[]) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."search_locations"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean, text, integer, text, integer, double precision[]) TO "service_role";
