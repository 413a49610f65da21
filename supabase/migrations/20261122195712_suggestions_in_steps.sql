set local check_function_bodies = off;

-- What is offered stays until the job has come past everything once, which the marks at the end of this file ask for.
ALTER MATERIALIZED VIEW internal.suggestions RENAME TO suggestions_before;

CREATE TABLE "internal"."catalogue_numbers" ("category" smallint NOT NULL, "city_id" integer NOT NULL, "locations" integer NOT NULL, CONSTRAINT "catalogue_numbers_pkey" PRIMARY KEY (category, city_id));

ALTER TABLE "internal"."catalogue_numbers" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "internal"."catalogue_numbers" SET (fillfactor=80);

CREATE TABLE "internal"."counted_locations" ("location_id" uuid NOT NULL, "names" text[] NOT NULL, "city_id" integer, "categories" smallint[] NOT NULL, CONSTRAINT "counted_locations_pkey" PRIMARY KEY (location_id));

ALTER TABLE "internal"."counted_locations" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."offered_names" ("name" text NOT NULL, "folded" text NOT NULL, "locations" integer NOT NULL, CONSTRAINT "offered_names_pkey" PRIMARY KEY (name));

ALTER TABLE "internal"."offered_names" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "internal"."offered_names" SET (fillfactor=80);

CREATE TABLE "internal"."suggestion_marks" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "source" text NOT NULL, CONSTRAINT "suggestion_marks_pkey" PRIMARY KEY (id));

ALTER TABLE "internal"."suggestion_marks" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."suggestions" ("field" text NOT NULL, "kind" text NOT NULL, "key" text NOT NULL, "place_id" uuid, "label" text NOT NULL, "detail" text NOT NULL, "folded" text NOT NULL, "weight" double precision NOT NULL, "source" text NOT NULL);

INSERT INTO internal.suggestions (field, kind, key, place_id, label, detail, folded, weight, source)
SELECT known.field, known.kind, known.key, known.place_id, known.label, known.detail, known.folded, known.weight,
  CASE known.kind WHEN 'category' THEN 'category ' || category.id WHEN 'business' THEN 'location ' || known.place_id
    WHEN 'city' THEN 'city ' || known.key WHEN 'district' THEN 'city ' || district.city_id WHEN 'postal' THEN 'city ' || code.city_id ELSE '' END
FROM internal.suggestions_before known
LEFT JOIN public.categories category ON known.kind = 'category' AND category.slug = known.key
LEFT JOIN public.districts district ON known.kind = 'district' AND district.id::text = known.key
LEFT JOIN public.postal_codes code ON known.kind = 'postal' AND code.code = known.key
-- What has gone since the last time the view was made is left out, or nothing would ever take it away.
WHERE known.kind IN ('service', 'business', 'city') OR category.id IS NOT NULL OR district.id IS NOT NULL OR code.code IS NOT NULL;

DROP MATERIALIZED VIEW internal.suggestions_before;

ALTER TABLE "internal"."suggestions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "internal"."suggestions" SET (autovacuum_analyze_scale_factor=0.02, fillfactor=80);

CREATE OR REPLACE FUNCTION internal.fresh_counts(p_places uuid[])
 RETURNS SETOF internal.counted_locations
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select place.id, coalesce(offers.names, '{}'), listed.city_id, coalesce(listed.categories, '{}')
  from unnest(p_places) place (id)
  left join lateral (
    select array_agg(each.name order by each.name) as names from (
      select min(service.name) as name
      from (select distinct name from public.services where location_id = place.id and active) service
      left join internal.offered_names known on known.name = service.name
      cross join lateral (select coalesce(known.folded, internal.search_key(service.name)) as folded) spelling
      where spelling.folded <> '' group by spelling.folded) each
  ) offers on internal.is_published(place.id)
  left join lateral (
    select min(listing.city_id) as city_id, array_agg(listing.category order by listing.category) as categories
    from internal.listings listing where listing.location_id = place.id and listing.city_id is not null
  ) listed on true;
end $function$;

CREATE OR REPLACE FUNCTION internal.fresh_suggestions(p_sources text[])
 RETURNS SETOF internal.suggestions
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  categories constant smallint[] := internal.marked_ids(p_sources, 'category')::smallint[];
  cities constant integer[] := internal.marked_ids(p_sources, 'city')::integer[];
  places constant uuid[] := internal.marked_ids(p_sources, 'location')::uuid[];
  names constant text[] := internal.marked_ids(p_sources, 'name');
begin
  return query
  -- A category is found by its name, its slug, and each synonym; the label is always its name.
  select 'what', 'category', category.slug, null::uuid, category.name, coalesce(parent.name, ''), word.folded,
    case when category.parent_id is null then 3.0 else 2.0 end::float8, 'category ' || category.id
  from public.categories category left join public.categories parent on parent.id = category.parent_id
  cross join lateral (select distinct internal.search_key(each) as folded
    from unnest(category.synonyms || array[category.name, category.slug]) as each) word
  where category.id = any(categories);
  return query
  -- Each name of a service once, however many businesses offer it, and however they write it.
  select 'what', 'service', '', null::uuid, min(offer.name), '', offer.folded, ln(sum(offer.locations))::float8, ''
  from internal.offered_names offer where offer.folded = any(names) group by offer.folded;
  return query
  select 'what', 'business', place.id::text, place.id, place.name, place.city, internal.search_key(place.name),
    ln(1 + place.rating_count)::float8 / 10, 'location ' || place.id
  from public.locations place
  where place.id = any(places) and internal.is_published(place.id) and internal.search_key(place.name) <> '';
  return query
  select 'where', 'city', city.id::text, null::uuid, city.name, state.name, internal.search_key(city.name),
    ln(1 + city.population)::float8, 'city ' || city.id
  from public.cities city join public.federal_states state on state.code = city.state_code where city.id = any(cities)
  union all
  select distinct 'where', 'district', district.id::text, null::uuid, district.name || ', ' || city.name, '', internal.search_key(words),
    ln(1 + city.population)::float8 - 6, 'city ' || city.id
  from public.districts district join public.cities city on city.id = district.city_id
  cross join lateral unnest(array[district.name || ' ' || city.name, city.name || ' ' || district.name]) as words
  where city.id = any(cities)
  union all
  select 'where', 'postal', code.code, null::uuid, code.code || ' ' || city.name, case when code.name = city.name then '' else code.name end,
    internal.search_key(code.code || ' ' || city.name), ln(1 + city.population)::float8 - 4, 'city ' || city.id
  from public.postal_codes code join public.cities city on city.id = code.city_id where city.id = any(cities);
end $function$;

CREATE OR REPLACE FUNCTION internal.mark_location(p_location uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into internal.suggestion_marks (source)
  select 'location ' || p_location
  where internal.is_published(p_location) or exists (select from internal.counted_locations where location_id = p_location)
    or exists (select from internal.suggestions where source = 'location ' || p_location);
end $function$;

CREATE OR REPLACE FUNCTION internal.mark_reference()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  past constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  fresh constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if past = fresh then return null; end if;
  insert into internal.suggestion_marks (source)
  select distinct marked.source from (values (past), (fresh)) version (row)
  cross join lateral (
    select 'category ' || (version.row ->> 'id') as source where tg_table_name = 'categories'
    union all select 'category ' || child.id from public.categories child
      where tg_table_name = 'categories' and child.parent_id = (version.row ->> 'id')::smallint
    union all select 'city ' || (version.row ->> 'id') where tg_table_name = 'cities'
    union all select 'city ' || (version.row ->> 'city_id') where tg_table_name in ('districts', 'postal_codes')
    union all select 'city ' || city.id from public.cities city
      where tg_table_name = 'federal_states' and city.state_code = version.row ->> 'code'
  ) marked where marked.source is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.marked_ids(p_sources text[], p_kind text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select substr(source, length(p_kind) + 2) from unnest(p_sources) source where starts_with(source, p_kind || ' '))
$function$;

CREATE OR REPLACE FUNCTION internal.recount(p_places uuid[])
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  fresh constant internal.counted_locations[] := array(
    select row(every.*)::internal.counted_locations from internal.fresh_counts(p_places) every);
  past constant internal.counted_locations[] := array(
    select row(every.*)::internal.counted_locations from internal.counted_locations every where every.location_id = any(p_places));
  changed text[];
begin
  with difference as (
    select each.name, sum(each.sign)::integer as locations from (
      select unnest(place.names) as name, 1 as sign from unnest(fresh) place
      union all select unnest(place.names), -1 from unnest(past) place) each
    group by each.name having sum(each.sign) <> 0
  ), counted as (
    insert into internal.offered_names as kept (name, folded, locations)
    select difference.name, coalesce(known.folded, internal.search_key(difference.name)), difference.locations
    from difference left join internal.offered_names known on known.name = difference.name order by difference.name
    on conflict (name) do update set locations = kept.locations + excluded.locations
    returning kept.folded
  )
  select array_agg(distinct 'name ' || counted.folded) into changed from counted;
  delete from internal.offered_names where locations = 0 and folded = any(internal.marked_ids(changed, 'name'));

  insert into internal.catalogue_numbers as kept (category, city_id, locations)
  select each.category, city.id, sum(each.sign) from (
    select unnest(place.categories) as category, place.city_id, 1 as sign from unnest(fresh) place
    union all select unnest(place.categories), place.city_id, -1 from unnest(past) place) each
  cross join lateral (values (each.city_id), (0)) city (id)
  group by 1, 2 having sum(each.sign) <> 0
  on conflict (category, city_id) do update set locations = kept.locations + excluded.locations;

  delete from internal.counted_locations where location_id = any(p_places);
  insert into internal.counted_locations
  select * from unnest(fresh) place where place.names <> '{}' or place.categories <> '{}';
  return coalesce(changed, '{}');
end $function$;

CREATE OR REPLACE FUNCTION internal.refresh_listing(p_location uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  place_number integer;
  services internal.listing_services[];
  listings internal.listings[];
begin
  perform internal.lock_location(p_location, true);
  perform internal.mark_location(p_location);
  select kept.number into place_number from internal.listings kept where kept.location_id = p_location limit 1;
  if place_number is null and not internal.is_published(p_location) then return; end if;
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
end $function$;

CREATE OR REPLACE FUNCTION public.advance_suggestions(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sources text[];
  fresh internal.suggestions[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('suggestions', 0)) then return 0; end if;
  select array_agg(weighed.source) into sources from (
    select marked.source, sum(1 + case split_part(marked.source, ' ', 1)
        when 'location' then (select count(*) from public.services where location_id = substr(marked.source, 10)::uuid)
        when 'city' then (select count(*) from public.postal_codes where city_id = substr(marked.source, 6)::integer)
        else 0 end) over (order by marked.id) as rows, row_number() over (order by marked.id) as number
    from (select source, min(id) as id from (
      select id, source from internal.suggestion_marks order by id limit greatest(p_limit / 8, 1)) first group by source) marked
  ) weighed where weighed.number = 1 or weighed.rows <= p_limit;
  if sources is null then return 0; end if;
  -- What is committed from here on leaves a mark that stays.
  delete from internal.suggestion_marks where source = any(sources);
  sources := sources || internal.recount(internal.marked_ids(sources, 'location')::uuid[]);

  fresh := array(select row(every.*)::internal.suggestions from internal.fresh_suggestions(sources) every);
  delete from internal.suggestions kept
  where (kept.source = any(sources)
      or kept.field = 'what' and kept.kind = 'service' and kept.key = '' and kept.folded = any(internal.marked_ids(sources, 'name')))
    and not exists (select from unnest(fresh) every
      where (every.field, every.kind, every.key, every.folded) = (kept.field, kept.kind, kept.key, kept.folded));
  insert into internal.suggestions as kept select * from unnest(fresh)
  on conflict (field, kind, key, folded) do update
  set place_id = excluded.place_id, label = excluded.label, detail = excluded.detail, weight = excluded.weight, source = excluded.source
  where (kept.place_id, kept.label, kept.detail, kept.weight, kept.source)
    is distinct from (excluded.place_id, excluded.label, excluded.detail, excluded.weight, excluded.source);
  return cardinality(sources);
end $function$;

DROP FUNCTION public.catalogue_counts();

CREATE FUNCTION public.catalogue_counts()
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(json_build_array(kept.category, kept.city_id, kept.locations) order by kept.category, kept.city_id), '[]')
  from internal.catalogue_numbers kept where kept.locations > 0
$function$;

REVOKE ALL ON FUNCTION public.catalogue_counts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.catalogue_counts() TO anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.refresh_suggestions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.advance_suggestions();
end $function$;

CREATE INDEX offered_names_folded ON internal.offered_names USING btree (folded);

CREATE INDEX suggestion_marks_source ON internal.suggestion_marks USING btree (source);

CREATE UNIQUE INDEX suggestions_key ON internal.suggestions USING btree (field, kind, key, folded);

CREATE INDEX suggestions_source ON internal.suggestions USING btree (source);

CREATE INDEX suggestions_start ON internal.suggestions USING btree (field, folded text_pattern_ops);

CREATE INDEX suggestions_trigrams ON internal.suggestions USING gin (folded extensions.gin_trgm_ops) WITH (fastupdate=off);

CREATE TRIGGER mark_suggestions AFTER INSERT OR DELETE OR UPDATE ON public.categories FOR EACH ROW EXECUTE FUNCTION internal.mark_reference();

CREATE TRIGGER mark_suggestions AFTER INSERT OR DELETE OR UPDATE ON public.cities FOR EACH ROW EXECUTE FUNCTION internal.mark_reference();

CREATE TRIGGER mark_suggestions AFTER INSERT OR DELETE OR UPDATE ON public.districts FOR EACH ROW EXECUTE FUNCTION internal.mark_reference();

CREATE TRIGGER mark_suggestions AFTER INSERT OR DELETE OR UPDATE ON public.federal_states FOR EACH ROW EXECUTE FUNCTION internal.mark_reference();

CREATE TRIGGER mark_suggestions AFTER INSERT OR DELETE OR UPDATE ON public.postal_codes FOR EACH ROW EXECUTE FUNCTION internal.mark_reference();

REVOKE ALL ON FUNCTION "internal"."fresh_counts"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."fresh_suggestions"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mark_location"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mark_reference"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."marked_ids"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."recount"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."advance_suggestions"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."advance_suggestions"(integer) TO "service_role";

-- As it was: sessions that know the view's type must learn the table's.
CREATE OR REPLACE FUNCTION public.suggest(p_text text default '', p_field text default 'what', p_limit integer default 8)
returns table (kind text, label text, detail text, slug text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
set pg_trgm.similarity_threshold = 0.25 rows 8 as $$
declare
  term constant text := coalesce(internal.search_key(left(p_text, 60)), '');
  wanted constant integer := least(greatest(coalesce(p_limit, 8), 1), 20);
  found internal.suggestions[];
  alike internal.suggestions[] := '{}';
begin
  if term = '' then
    return query
    (select 'category', category.name, '', category.slug from public.categories category
      where p_field = 'what' and category.parent_id is null order by category.position limit wanted)
    union all
    (select 'city', city.name, state.name, '' from public.cities city join public.federal_states state on state.code = city.state_code
      where p_field = 'where' order by city.population desc limit wanted);
    return;
  end if;
  found := array(
    select entry from internal.suggestions entry
    where entry.field = p_field and entry.folded like term || '%' and (length(term) > 1 or entry.kind <> 'business')
    order by entry.folded = term desc, entry.weight desc limit 60);
  if cardinality(found) < 60 and length(term) > 2 then
    found := found || array(
      select entry from internal.suggestions entry
      where entry.field = p_field and entry.folded like '%' || term || '%' and entry.folded not like term || '%' limit 60);
  end if;
  -- Only when the typed word leads nowhere by itself.
  if cardinality(found) < 3 and length(term) > 3 and not exists (select from unnest(found) as entry where entry.folded = term) then
    alike := array(
      select entry from internal.suggestions entry
      where entry.field = p_field and entry.folded operator(extensions.%) term and entry.folded not like '%' || term || '%'
        and entry.kind <> 'postal'
      order by extensions.similarity(entry.folded, term) + entry.weight / 40 desc limit 2 * wanted);
  end if;
  return query
  with ranked as (
    -- One entry for all synonyms of a category.
    select distinct on (entry.kind, entry.key, entry.label) entry.kind, entry.label, entry.detail, entry.key, entry.place_id, entry.weight,
      case when entry.folded = term then 0 when entry.folded like term || '%' then 1 when entry.folded like '% ' || term || '%' then 2
        when entry.folded like '%' || term || '%' then 4 else 5 - extensions.similarity(entry.folded, term) end
        -- A synonym counts a little less than the name that is shown.
        + case when internal.search_key(entry.label) = entry.folded then 0 else 0.5 end as distance
    from unnest(found || alike) entry
    order by entry.kind, entry.key, entry.label, distance
  ), live as (
    select ranked.*, coalesce(place.slug, case when ranked.kind = 'category' then ranked.key else '' end) as slug,
      row_number() over (partition by ranked.kind order by floor(ranked.distance), ranked.distance - ranked.weight / 40, ranked.label) as number
    from ranked left join public.locations place on place.id = ranked.place_id and place.state = 'published'
      and exists (select from public.companies company where company.id = place.company_id and company.state = 'active')
    where ranked.place_id is null or place.id is not null
  )
  select live.kind, live.label, live.detail, live.slug from live
  where live.number <= 4
  order by floor(live.distance), case live.kind when 'category' then 0 when 'city' then 0 when 'service' then 1 when 'district' then 2 else 3 end,
    live.distance - live.weight / 40, live.label
  limit wanted;
end $$;

-- The numbers at once, since pages show them; names of services as the job comes past, and whatever has gone meanwhile.
INSERT INTO internal.counted_locations (location_id, names, city_id, categories)
SELECT location_id, '{}', min(city_id), array_agg(category ORDER BY category)
FROM internal.listings WHERE city_id IS NOT NULL GROUP BY location_id;

INSERT INTO internal.catalogue_numbers (category, city_id, locations)
SELECT category, coalesce(city_id, 0), count(*) FROM internal.listings WHERE city_id IS NOT NULL
GROUP BY GROUPING SETS ((category, city_id), (category));

INSERT INTO internal.suggestion_marks (source)
SELECT 'location ' || id FROM public.locations WHERE state = 'published'
UNION SELECT source FROM internal.suggestions WHERE kind = 'business'
UNION SELECT 'city ' || id FROM public.cities
UNION SELECT 'category ' || id FROM public.categories;

-- After the locations.
INSERT INTO internal.suggestion_marks (source) SELECT 'name ' || folded FROM internal.suggestions WHERE kind = 'service';
