set local check_function_bodies = off;

DROP FUNCTION "internal"."offers_json"(internal.listed_service[]);

DROP FUNCTION "public"."search_locations"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean, text, integer, text, integer);

CREATE OR REPLACE FUNCTION internal.fresh_listing(p_location uuid, p_number integer, p_services internal.listing_services[])
 RETURNS SETOF internal.listings
 LANGUAGE plpgsql
 STABLE ROWS 5
 SET search_path TO ''
AS $function$
begin
  return query
  with service as materialized (select * from unnest(p_services)),
  offered as (
    select every.category, min(service.price_cents) as price_cents,
      (array_agg((service.service_id, service.before, service.after, service.gap_start, service.gap_minutes, service.resource_kind,
        service.employees, service.minutes)::internal.listed_service order by service."position"))[1:3] as services,
      array_agg(distinct every.below) filter (where every.below is not null) as below
    from service cross join lateral (values (service.category, null), (service.parent, service.category),
      (0::smallint, coalesce(service.parent, service.category))) every (category, below)
    where every.category is not null group by 1
  ), words as (
    select (select string_agg(document::text, ' ') from service)::tsvector as document
  )
  select offered.category, p_number, place.id, internal.spot(place.latitude, place.longitude), place.city_id,
    ((place.rating_average * place.rating_count + 20) / (place.rating_count + 5))::real, place.rating_average::real,
    offered.price_cents,
    array(select distinct value from unnest(place.attributes || array(
      select 'language:' || spoken from public.employees person cross join unnest(person.languages) spoken
      where person.location_id = place.id and person.active)) value order by value),
    place.time_zone, place.grid_minutes, place.notice_minutes, place.horizon_days, possible.unit, possible.opens, possible.closes,
    offered.services, coalesce(offered.below, '{}'), place.slug, place.name, place.street, place.postal_code, place.city, place.district,
    place.latitude, place.longitude, place.rating_count, picture.image,
    internal.offers_json(array(select shown.service_id from unnest(offered.services) shown), p_services),
    case when offered.category = 0 then internal.words_of(place.name, 'A') || words.document end
  from offered cross join words cross join internal.possible_starts(p_location) possible
  join public.locations place on place.id = p_location
  left join lateral (
    select jsonb_build_object('path', shot.path, 'alt', shot.alt, 'width', shot.width, 'height', shot.height, 'color', shot.color)::text as image
    from public.location_images shot where shot.location_id = p_location order by shot.position, shot.id limit 1) picture on true;
end $function$;

CREATE OR REPLACE FUNCTION internal.fresh_services(p_location uuid, p_number integer)
 RETURNS SETOF internal.listing_services
 LANGUAGE plpgsql
 STABLE ROWS 15
 SET search_path TO ''
AS $function$
begin
  if not internal.is_published(p_location) then return; end if;
  return query
  with category as materialized (
    select self.id, self.parent_id, internal.words_of(self.name || ' ' || array_to_string(self.synonyms, ' '), 'B')
      || coalesce(internal.words_of(parent.name || ' ' || array_to_string(parent.synonyms, ' '), 'C'), '') as document
    from public.categories self left join public.categories parent on parent.id = self.parent_id
    where self.id in (select service.category_id from public.services service where service.location_id = p_location)
  )
  select service.id, p_number, service.category_id, category.parent_id,
    (row_number() over (order by service.position, service.id))::integer, (select min(price) from unnest(offer.prices) price),
    service.buffer_before_minutes, service.buffer_after_minutes, service.processing_start, service.processing_minutes,
    offer.employees, offer.minutes, internal.words_of(service.name, 'A') || category.document,
    service.resource_kind, service.name, offer.prices, place.id, place.company_id, place.time_zone, place.grid_minutes,
    place.notice_minutes, place.horizon_days, place.hold_minutes, place.cancellation_hours
  from public.services service
  join public.locations place on place.id = service.location_id
  join category on category.id = service.category_id
  join lateral (
    select array_agg(person.id order by person.position, person.id) as employees,
      array_agg(coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)
        order by person.position, person.id) as minutes,
      array_agg(coalesce(own.price_cents, service.price_cents) order by person.position, person.id) as prices
    from public.employee_services own join public.employees person on person.id = own.employee_id and person.active
    where own.service_id = service.id
  ) offer on offer.employees is not null
  where service.location_id = p_location and service.active;
end $function$;

CREATE OR REPLACE FUNCTION internal.offers_json(p_shown uuid[], p_services internal.listing_services[] DEFAULT NULL::internal.listing_services[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_agg(jsonb_build_object('id', service.id, 'category_id', service.category_id, 'name', service.name, 'duration_minutes', service.duration_minutes,
      'price_cents', kept.price_cents, 'price_from', service.price_from or kept.price_cents < any(kept.prices))
      order by array_position(p_shown, service.id))::text
    from unnest(coalesce(p_services, array(
      select row(known.*)::internal.listing_services from internal.listing_services known where known.service_id = any(p_shown)))) kept
    join public.services service on service.id = kept.service_id where service.id = any(p_shown));
end $function$;

CREATE OR REPLACE FUNCTION public.search_locations(p_category text DEFAULT NULL::text, p_text text DEFAULT NULL::text, p_latitude double precision DEFAULT NULL::double precision, p_longitude double precision DEFAULT NULL::double precision, p_radius_km double precision DEFAULT NULL::double precision, p_city_id integer DEFAULT NULL::integer, p_postal_code text DEFAULT NULL::text, p_date date DEFAULT NULL::date, p_date_to date DEFAULT NULL::date, p_from_minute integer DEFAULT NULL::integer, p_to_minute integer DEFAULT NULL::integer, p_min_price_cents integer DEFAULT NULL::integer, p_max_price_cents integer DEFAULT NULL::integer, p_min_rating numeric DEFAULT NULL::numeric, p_attributes text[] DEFAULT NULL::text[], p_languages text[] DEFAULT NULL::text[], p_open_now boolean DEFAULT false, p_sort text DEFAULT 'relevance'::text, p_limit integer DEFAULT 24, p_cursor text DEFAULT NULL::text, p_offset integer DEFAULT 0)
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
    p_postal_code, p_min_price_cents, p_max_price_cents, p_min_rating, p_attributes, p_languages, p_open_now);
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

REVOKE ALL ON FUNCTION "internal"."offers_json"(uuid[], internal.listing_services[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."search_locations"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean, text, integer, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_locations"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean, text, integer, text, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."search_locations"(text, text, double precision, double precision, double precision, integer, text, date, date, integer, integer, integer, integer, numeric, text[], text[], boolean, text, integer, text, integer) TO "service_role";

-- Listings of locations where somebody asks another price than the service's.
do $$
declare
  place uuid;
begin
  for place in select distinct own.location_id from public.employee_services own where own.price_cents is not null order by 1 loop
    perform internal.refresh_listing(place);
  end loop;
end $$;
