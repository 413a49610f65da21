-- What the search fields offer while someone types: "Was" (categories with their synonyms, services, businesses) and
-- "Wo" (cities, districts, postal codes). Names are compared folded and without punctuation, so that "Koeln", "Köln" and
-- "KÖLN" are one; with fewer exact hits than wanted, names that are alike are offered too.
-- The view is a picture of the moment it was refreshed (a job does it every few minutes): a new business or service is
-- offered a little later. Businesses that are no longer public are left out at once, because the function looks them up.

create materialized view internal.suggestions as
  -- A category is found by its name, its slug, and each synonym; the label is always its name.
  select 'what' as field, 'category' as kind, category.slug as key, null::uuid as place_id, category.name as label,
    coalesce(parent.name, '') as detail, internal.search_key(word) as folded,
    case when category.parent_id is null then 3.0 else 2.0 end::float8 as weight
  from public.categories category
  left join public.categories parent on parent.id = category.parent_id
  cross join lateral (select distinct internal.search_key(each) as word
    from unnest(category.synonyms || array[category.name, category.slug]) as each) words
  union all
  -- Each name of a service once, however many businesses offer it. Folding is the dear part: each spelling is folded once.
  select 'what', 'service', '', null, min(offer.name), '', spelling.folded, ln(count(distinct offer.location_id))::float8
  from (
    select distinct service.name, service.location_id
    from public.services service
    join public.locations place on place.id = service.location_id and place.state = 'published'
    join public.companies company on company.id = place.company_id and company.state = 'active'
    where service.active
  ) offer
  join (
    select name, internal.search_key(name) as folded
    from (select distinct name from public.services where active offset 0) names offset 0
  ) spelling on spelling.name = offer.name
  where spelling.folded <> ''
  group by spelling.folded
  union all
  select 'what', 'business', place.id::text, place.id, place.name, place.city, internal.search_key(place.name),
    ln(1 + place.rating_count)::float8 / 10
  from public.locations place join public.companies company on company.id = place.company_id
  where place.state = 'published' and company.state = 'active' and internal.search_key(place.name) <> ''
  union all
  select 'where', 'city', city.id::text, null, city.name, state.name, internal.search_key(city.name), ln(1 + city.population)::float8
  from public.cities city join public.federal_states state on state.code = city.state_code
  union all
  select 'where', 'district', district.id::text, null, district.name || ', ' || city.name, '',
    internal.search_key(words), ln(1 + city.population)::float8 - 6
  from public.districts district join public.cities city on city.id = district.city_id
  cross join lateral unnest(array[district.name || ' ' || city.name, city.name || ' ' || district.name]) as words
  union all
  select 'where', 'postal', code.code, null, code.code || ' ' || city.name, case when code.name = city.name then '' else code.name end,
    internal.search_key(code.code || ' ' || city.name), ln(1 + city.population)::float8 - 4
  from public.postal_codes code join public.cities city on city.id = code.city_id;

create unique index suggestions_key on internal.suggestions (field, kind, key, folded);
create index suggestions_start on internal.suggestions (field, folded text_pattern_ops);
create index suggestions_trigrams on internal.suggestions using gin (folded extensions.gin_trgm_ops);

-- Up to `p_limit` suggestions for a typed text in the field 'what' or 'where', best first, at most four of a kind.
-- kind: category, service, business, city, district, postal. slug: of the category or the business, else ''.
-- Without a text: the main categories or the largest cities. Unknown fields give nothing.
create function public.suggest(p_text text default '', p_field text default 'what', p_limit integer default 8)
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

-- Brings the picture up to date; readers are not held up. Called by a job; one process at a time, the others return at once.
create function public.refresh_suggestions() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('refresh_suggestions', 0)) then
    refresh materialized view concurrently internal.suggestions;
    -- Without it, misspelt words are compared with every name instead of those that share letters: eight times the work.
    analyze internal.suggestions;
  end if;
end $$;

revoke execute on function public.suggest, public.refresh_suggestions from public;
grant execute on function public.suggest to anon, authenticated, service_role;
grant execute on function public.refresh_suggestions to service_role;
