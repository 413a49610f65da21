-- What the search reads: published locations of active companies that have an active service with an active employee.
-- Derived like free_days: one function says what should be there, one brings it up to date under the location's lock, triggers call it,
-- and internal.index_differences compares. Nobody but the search and the holding of slots (40_time/35_quick_plan) reads these tables.

create sequence internal.listing_numbers as integer;

-- What the search must know of a service to find its starts: as in internal.listing_services.
create type internal.listed_service as (
  service_id uuid, before smallint, after smallint, gap_start smallint, gap_minutes smallint, resource_kind text,
  employees uuid[], minutes smallint[]
);

-- One row for each category in which a location offers something, for its parent, and for 0, which is everything. It has all that a page
-- of the search shows and needs besides the free time: looking up one more row for each hit costs more than all that is kept here twice.
create table internal.listings (
  category smallint not null,
  number integer not null,
  location_id uuid not null,
  -- The place on a sphere in kilometres: the index orders by the chord, which grows with the distance.
  spot extensions.cube,
  city_id integer,
  -- Average drawn towards 4 by five imagined reviews, so that one review of five stars does not win.
  rating real not null,
  rating_average real not null,
  -- The lowest price at which anything of the category can be booked.
  price_cents integer not null,
  attributes text[] not null,
  zone text not null,
  grid_minutes smallint not null,
  notice_minutes integer not null,
  horizon_days smallint not null,
  -- Starts are multiples of so many minutes since 1970, and on each weekday all lie between these minutes of the local day (null: there
  -- are none at all). They only say what can't be: whom the search need not read, and the order in which it looks for the first start.
  unit smallint not null,
  opens smallint[] not null,
  closes smallint[] not null,
  -- The first three of the category, in the order of the location.
  services internal.listed_service[] not null,
  -- The categories right below this one in which the location offers something.
  below smallint[] not null,
  -- What cards show: the location, its first picture and the services, both as finished JSON.
  slug text not null,
  name text not null,
  street text not null,
  postal_code text not null,
  city text not null,
  district text not null,
  latitude float8,
  longitude float8,
  rating_count integer not null,
  image text,
  offers text not null,
  -- Words of name, services and categories; of category 0 only.
  document tsvector,
  primary key (category, number)
);
create index listings_spot on internal.listings using gist (category, spot);
create index listings_rating on internal.listings (category, rating desc, number);
create index listings_price on internal.listings (category, price_cents, number);
create index listings_city on internal.listings (category, city_id);
create index listings_location on internal.listings (location_id);
-- Few: most listings are where the marketplace is.
create index listings_other_zones on internal.listings (zone) where zone <> 'Europe/Berlin';
create index listings_words on internal.listings using gin (document) where category = 0;

-- The services of the locations, with those who perform them in the order of rule 7 and how long each takes.
create table internal.listing_services (
  service_id uuid primary key,
  number integer not null,
  category smallint not null,
  parent smallint,
  "position" integer not null,
  price_cents integer not null, -- the lowest of `prices`
  before smallint not null,
  after smallint not null,
  gap_start smallint,
  gap_minutes smallint,
  employees uuid[] not null,
  minutes smallint[] not null,
  document tsvector not null,
  resource_kind text, -- what it needs of the location's resources
  -- What a booking needs besides (40_time/35_quick_plan): the employees' prices, and the rules of the location.
  service_name text not null,
  prices integer[] not null,
  location_id uuid not null,
  company_id uuid not null,
  zone text not null,
  grid_minutes smallint not null,
  notice_minutes integer not null,
  horizon_days smallint not null,
  hold_minutes smallint not null,
  cancellation_hours smallint not null,
  special boolean not null default false -- has day prices (30_setup/18_day_prices) or needs a test before (50_booking/44_tests_before)
);
create index listing_services_number on internal.listing_services (number, "position");

create table internal.search_words (word text primary key, stem text not null); -- every folded word that a document holds, with its stem
create index search_words_trigrams on internal.search_words using gin (word extensions.gin_trgm_ops);

alter table internal.listings enable row level security;
alter table internal.listing_services enable row level security;
alter table internal.search_words enable row level security;

-- A place in kilometres from the centre of the earth; null without coordinates.
create function internal.spot(latitude float8, longitude float8) returns extensions.cube
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return extensions.cube(array[6371 * cosd(latitude) * cosd(longitude), 6371 * cosd(latitude) * sind(longitude), 6371 * sind(latitude)]);
end $$;

-- The chord below kilometres along the sphere.
create function internal.chord(arc float8) returns float8
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return 12742 * sin(least(arc, 20015) / 12742);
end $$;

-- A folded word as documents hold it: those with digits are kept as they are.
create function internal.stem_of(word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return case when word ~ '[0-9]' then word else coalesce((ts_lexize('pg_catalog.german_stem', word))[1], word) end;
end $$;

-- The stems of a text with their places. Not by to_tsvector, whose parser takes "40e21abc" for a number and a word.
create function internal.words_of(value text, weight "char") returns tsvector
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(format('%L:%s%s', internal.stem_of(part.word), part.place, weight), ' '), '')
    from regexp_split_to_table(internal.search_key(value), ' ') with ordinality part (word, place)
    where ts_lexize('pg_catalog.german_stem', part.word) <> '{}')::tsvector;
end $$;

-- The services of a location that are booked online by themselves, as they should be. No rows when it is not listed.
create function internal.fresh_services(p_location uuid, p_number integer) returns setof internal.listing_services
language plpgsql stable set search_path = '' rows 15 as $$
begin
  if not internal.is_listed(p_location) then return; end if;
  return query
  with category as materialized (
    select self.id, self.parent_id, internal.words_of(self.name || ' ' || array_to_string(self.synonyms, ' '), 'B')
      || coalesce(internal.words_of(parent.name || ' ' || array_to_string(parent.synonyms, ' '), 'C'), '') as document
    from public.categories self left join public.categories parent on parent.id = self.parent_id
    where self.id in (select service.category_id from public.services service where service.location_id = p_location)
  )
  select service.id, p_number, service.category_id, category.parent_id,
    (row_number() over (order by service.position, service.id))::integer, (select min(price) from unnest(offer.prices) price),
    service.buffer_before_minutes, service.buffer_after_minutes, service.processing_start, service.processing_minutes, offer.employees, offer.minutes,
    internal.words_of(service.name, 'A') || category.document, service.resource_kind, service.name, offer.prices, place.id, place.company_id,
    place.time_zone, place.grid_minutes, place.notice_minutes, place.horizon_days, place.hold_minutes, place.cancellation_hours,
    service.day_percent is not null or exists (select from public.service_tests need where need.service_id = service.id)
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
  where service.location_id = p_location and service.active and service.booking_way <> 'phone' and not service.addon;
end $$;

-- Services as cards show them, in this order: [{id, category_id, name, duration_minutes, price_cents, price_from}]. The price is the
-- lowest that is usual, and `price_from` says that somebody or a day price asks for more, or that it is the least in any case (PAngV).
-- p_services: all of the location as they should be; null takes them as they are kept.
create function internal.offers_json(p_shown uuid[], p_services internal.listing_services[] default null) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('id', service.id, 'category_id', service.category_id, 'name', service.name, 'duration_minutes', service.duration_minutes,
      'price_cents', kept.price_cents, 'price_from', service.price_from or kept.price_cents < any(kept.prices) or coalesce(service.day_percent, 0) > 0)
      order by array_position(p_shown, service.id))::text
    from unnest(coalesce(p_services, array(
      select row(known.*)::internal.listing_services from internal.listing_services known where known.service_id = any(p_shown)))) kept
    join public.services service on service.id = kept.service_id where service.id = any(p_shown));
end $$;

-- The listing of a location with these services as it should be.
create function internal.fresh_listing(p_location uuid, p_number integer, p_services internal.listing_services[]) returns setof internal.listings
language plpgsql stable set search_path = '' rows 5 as $$
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
end $$;

-- Brings the listing of a location up to date; writes only what has changed. Takes the location's lock alone.
create function internal.refresh_listing(p_location uuid) returns void
language plpgsql set search_path = '' as $$
declare
  place_number integer;
  services internal.listing_services[];
  listings internal.listings[];
begin
  perform internal.lock_location(p_location, true);
  perform internal.mark_location(p_location);
  select kept.number into place_number from internal.listings kept where kept.location_id = p_location limit 1;
  if place_number is null and not internal.is_listed(p_location) then return; end if;
  place_number := coalesce(place_number, nextval('internal.listing_numbers'));
  services := array(select row(fresh.*)::internal.listing_services from internal.fresh_services(p_location, place_number) fresh);
  listings := array(select row(fresh.*)::internal.listings from internal.fresh_listing(p_location, place_number, services) fresh);
  delete from internal.listing_services kept
  where kept.number = place_number and not exists (
    select from unnest(services) fresh where fresh.service_id = kept.service_id and fresh is not distinct from kept);
  insert into internal.listing_services select * from unnest(services) on conflict (service_id) do nothing;
  delete from internal.listings kept
  where kept.location_id = p_location and not exists (
    select from unnest(listings) fresh where fresh.category = kept.category and fresh is not distinct from kept);
  insert into internal.listings select * from unnest(listings) on conflict (category, number) do nothing;
  insert into internal.search_words
  select word, internal.stem_of(word) from (
    select distinct word from (
      select place.name as text from public.locations place where place.id = p_location
      union all select service.name from public.services service where service.location_id = p_location
      union all select self.name || ' ' || array_to_string(self.synonyms, ' ')
        from public.categories self where self.id in (select fresh.category from unnest(listings) fresh)
    ) texts cross join regexp_split_to_table(internal.search_key(texts.text), ' ') word
    where length(word) > 1 and cardinality(listings) > 0) new
  where not exists (select from internal.search_words known where known.word = new.word)
  order by word on conflict do nothing;
end $$;

-- Listings and services that differ from what they should be.
create function internal.listing_differences(p_location uuid) returns table (what text, expected text, found text)
language plpgsql stable set search_path = '' as $$
declare
  place_number integer := (select kept.number from internal.listings kept where kept.location_id = p_location limit 1);
  services internal.listing_services[] := array(
    select row(fresh.*)::internal.listing_services from internal.fresh_services(p_location, coalesce(place_number, 0)) fresh);
begin
  return query
  select 'listing', fresh::text, kept::text
  from internal.fresh_listing(p_location, coalesce(place_number, 0), services) fresh
  full join (select * from internal.listings every where every.location_id = p_location) kept on kept.category = fresh.category
  where kept is distinct from fresh;
  return query
  select 'service', fresh::text, kept::text
  from unnest(services) fresh
  full join (select * from internal.listing_services every where every.number = place_number) kept on kept.service_id = fresh.service_id
  where kept is distinct from fresh;
end $$;

create function internal.index_services() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
begin
  for place in select distinct location_id from changed order by 1 loop
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['services', 'employee_services', 'service_tests', 'location_images'] loop
    execute format('create trigger index_new after insert on public.%I referencing new table as changed
      for each statement execute function internal.index_services()', name);
    execute format('create trigger index_changed after update on public.%I referencing new table as changed
      for each statement execute function internal.index_services()', name);
    execute format('create trigger index_gone after delete on public.%I referencing old table as changed
      for each statement execute function internal.index_services()', name);
  end loop;
end $$;

revoke execute on function internal.spot, internal.chord, internal.words_of, internal.stem_of, internal.fresh_services,
  internal.offers_json, internal.fresh_listing, internal.refresh_listing, internal.listing_differences, internal.index_services from public;
