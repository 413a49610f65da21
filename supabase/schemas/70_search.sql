-- What the search finds: locations with matching services. 71_search.sql adds free times and gives pages.
-- A first version that reads the tables as they are, for some thousand locations; a later one has an index of free time.

create index locations_name_trigrams on public.locations using gin (internal.folded(name) extensions.gin_trgm_ops);
create index services_name_trigrams on public.services using gin (internal.folded(name) extensions.gin_trgm_ops);

-- A found location on its way to a page: up to three best services, best first; before `room` no start is possible.
create type internal.search_hit as (
  location_id uuid, zone text, grid_minutes integer, notice_minutes integer, horizon_days integer,
  service_ids uuid[], distance_km float8, score float8, price_cents integer, rating float8, room timestamptz, starts jsonb
);

-- The searched words, folded, at most six.
create function internal.search_words(wanted text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select word from regexp_split_to_table(internal.folded(left(coalesce(wanted, ''), 200)), '[^a-z0-9]+') as word
    where length(word) > 1 limit 6);
end $$;

-- How well a word is found in a folded text: 1 when it is there, less with typing errors, 0 below pg_trgm's usual bound.
create function internal.word_score(word text, folded text) returns float8
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  likeness float8;
begin
  if strpos(folded, word) > 0 then return 1; end if;
  likeness := extensions.word_similarity(word, folded);
  return case when likeness >= 0.6 then likeness * 0.9 else 0 end;
end $$;

-- Where the words are found: in the name of a location (service null), or of a service or its category (a little less).
create function internal.search_places(words text[])
returns table (location_id uuid, service_id uuid, word integer, score float8)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with searched as (
    select item.word, item.number::integer as number from unnest(words) with ordinality as item (word, number)
  ), category as materialized (
    select searched.number, self.id, greatest(
      internal.word_score(searched.word, internal.folded(self.name || ' ' || array_to_string(self.synonyms, ' '))),
      internal.word_score(searched.word, internal.folded(coalesce(parent.name || ' ' || array_to_string(parent.synonyms, ' '), '')))
    ) as score
    from searched cross join public.categories self left join public.categories parent on parent.id = self.parent_id
  )
  select place.id, null::uuid, searched.number, internal.word_score(searched.word, internal.folded(place.name))
  from searched join public.locations place on internal.folded(place.name) like '%' || searched.word || '%'
    or searched.word operator(extensions.<%) internal.folded(place.name)
  union all
  select service.location_id, service.id, searched.number, internal.word_score(searched.word, internal.folded(service.name))
  from searched join public.services service on internal.folded(service.name) like '%' || searched.word || '%'
    or searched.word operator(extensions.<%) internal.folded(service.name)
  union all
  select service.location_id, service.id, category.number, category.score * 0.9
  from category join public.services service on service.category_id = category.id
  where category.score > 0;
end $$;

-- Kilometres between two places on the sphere.
create function internal.kilometres(latitude1 float8, longitude1 float8, latitude2 float8, longitude2 float8) returns float8
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return 12742 * asin(sqrt(least(1, sin(radians(latitude2 - latitude1) / 2) ^ 2
    + cos(radians(latitude1)) * cos(radians(latitude2)) * sin(radians(longitude2 - longitude1) / 2) ^ 2)));
end $$;

-- Published locations with services that match everything but the time. Every word must be found somewhere at the location.
-- When words name services, these come first; else the services stand in the order of the location.
create function internal.search_candidates(
  category text, words text[], center_latitude float8, center_longitude float8, radius_km float8, wanted_city integer,
  max_price_cents integer, min_rating numeric, wanted_attributes text[])
returns setof internal.search_hit
language plpgsql stable set search_path = '' as $$
declare
  categories smallint[] := array(
    select self.id from public.categories self left join public.categories parent on parent.id = self.parent_id
    where category in (self.slug, parent.slug));
  wordless constant boolean := cardinality(words) = 0;
begin
  return query
  with place as materialized (
    select location.*, internal.kilometres(center_latitude, center_longitude, location.latitude, location.longitude)
      as distance_km
    from public.locations location join public.companies company on company.id = location.company_id
    where location.state = 'published' and company.state = 'active'
      and (wanted_city is null or location.city_id = wanted_city)
      and (min_rating is null or location.rating_average >= min_rating)
      and (wanted_attributes is null or location.attributes @> wanted_attributes)
  ), found as materialized (
    select spot.location_id, spot.service_id, spot.word, max(spot.score) as score
    from internal.search_places(words) spot where spot.score > 0 group by 1, 2, 3
  ), named as (
    select best.location_id, sum(best.score) as score
    from (select found.location_id, found.word, max(found.score) as score from found group by 1, 2) best
    group by 1 having count(*) = cardinality(words)
  ), service as (
    select offered.location_id, offered.id, offered.price_cents,
      row_number() over (partition by offered.location_id order by coalesce(hit.score, 0) desc, offered.position, offered.id) as number
    from public.services offered
    left join (select found.service_id, sum(found.score) as score from found where found.service_id is not null group by 1) hit
      on hit.service_id = offered.id
    where offered.active
      and (category is null or offered.category_id = any(categories))
      and (max_price_cents is null or offered.price_cents <= max_price_cents)
      and exists (
        select from public.employee_services own join public.employees person on person.id = own.employee_id
        where own.service_id = offered.id and person.active)
  ), best as (
    select service.location_id, array_agg(service.id order by service.number) filter (where service.number <= 3) as service_ids,
      min(service.price_cents) filter (where service.number <= 3) as price_cents
    from service group by 1
  )
  select place.id, place.time_zone, place.grid_minutes::integer, place.notice_minutes, place.horizon_days::integer,
    best.service_ids, place.distance_km, coalesce(named.score, 0),
    best.price_cents, (place.rating_average * place.rating_count + 20)::float8 / (place.rating_count + 5), null::timestamptz, null::jsonb
  from place join best on best.location_id = place.id left join named on named.location_id = place.id
  where (wordless or named.score is not null)
    and (radius_km is null or place.distance_km <= radius_km);
end $$;

revoke execute on function internal.search_words, internal.word_score, internal.search_places, internal.kilometres,
  internal.search_candidates from public;
