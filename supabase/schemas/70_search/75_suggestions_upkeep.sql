-- Upkeep of the suggestions and of the numbers of the catalogue, in small steps. Whatever changes a category, a city or a location leaves a
-- mark, which costs it one row; a job takes the first marks and brings up to date what is made of them, one short transaction after the
-- other. A mark is seen when what it stands for is, and is gone when that is counted: a step may be broken off anywhere, and two marks
-- of one thing do no harm. After the last mark the tables are what a fresh computation would give.

create table internal.suggestion_marks (
  id bigint generated always as identity primary key,
  -- 'category 7', 'city 12' (with its districts and postal codes), 'location …', and 'name …': a folded name of services.
  source text not null
);
create index suggestion_marks_source on internal.suggestion_marks (source);

-- What a location is counted with: its names of services, each folded one once, and the categories of its listing in its city.
create table internal.counted_locations (
  location_id uuid primary key,
  names text[] not null,
  city_id integer,
  categories smallint[] not null
);

-- By how many locations a name is offered. Folding is the dear part: each spelling is folded once.
create table internal.offered_names (name text primary key, folded text not null, locations integer not null) with (fillfactor = 80);
create index offered_names_folded on internal.offered_names (folded);

alter table internal.suggestion_marks enable row level security;
alter table internal.counted_locations enable row level security;
alter table internal.offered_names enable row level security;

-- The suggestions that are made of these, as they should be.
create function internal.fresh_suggestions(p_sources text[]) returns setof internal.suggestions
language plpgsql stable set search_path = '' as $$
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
  where place.id = any(places) and internal.is_listed(place.id) and internal.search_key(place.name) <> '';
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
end $$;

-- What these locations should be counted with; a location that is not public with nothing.
create function internal.fresh_counts(p_places uuid[]) returns setof internal.counted_locations
language plpgsql stable set search_path = '' as $$
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
  ) offers on internal.is_listed(place.id)
  left join lateral (
    select min(listing.city_id) as city_id, array_agg(listing.category order by listing.category) as categories
    from internal.listings listing where listing.location_id = place.id and listing.city_id is not null
  ) listed on true;
end $$;

-- Brings the numbers up to date with these locations; returns the sources of the names whose number has changed.
create function internal.recount(p_places uuid[]) returns text[]
language plpgsql set search_path = '' as $$
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
end $$;

-- The ids of one kind among sources.
create function internal.marked_ids(p_sources text[], p_kind text) returns text[]
language sql immutable set search_path = '' as $$
  select array(select substr(source, length(p_kind) + 2) from unnest(p_sources) source where starts_with(source, p_kind || ' '))
$$;

-- One step: takes the oldest marks, of sources with altogether about `p_limit` rows, and brings up to date what is made of them. Returns how
-- many sources it has done; 0 when nothing is left to do, or another process is at it. For the server's job.
create function public.advance_suggestions(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- One step for servers of the version before; goes with the next minor version.
create function public.refresh_suggestions() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.advance_suggestions();
end $$;

-- A location is marked wherever its listing is brought up to date (20_listings), if it is public or was.
create function internal.mark_location(p_location uuid) returns void
language plpgsql set search_path = '' as $$
begin
  insert into internal.suggestion_marks (source)
  select 'location ' || p_location
  where internal.is_listed(p_location) or exists (select from internal.counted_locations where location_id = p_location)
    or exists (select from internal.suggestions where source = 'location ' || p_location);
end $$;

-- Reference data, wherever somebody changes a row.
create function internal.mark_reference() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['categories', 'federal_states', 'cities', 'districts', 'postal_codes'] loop
    execute format('create trigger mark_suggestions after insert or update or delete on public.%I
      for each row execute function internal.mark_reference()', name);
  end loop;
end $$;

revoke execute on function internal.fresh_suggestions, internal.fresh_counts, internal.recount, internal.marked_ids, internal.mark_location,
  internal.mark_reference,
  public.advance_suggestions, public.refresh_suggestions from public;
grant execute on function public.advance_suggestions, public.refresh_suggestions to service_role;
