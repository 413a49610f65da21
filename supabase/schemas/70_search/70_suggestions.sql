-- What the search fields offer while someone types: "Was" (categories with their synonyms, services, businesses) and
-- "Wo" (cities, districts, postal codes). Names are compared folded and without punctuation, so that "Koeln", "Köln" and
-- "KÖLN" are one; with fewer exact hits than wanted, names that are alike are offered too.
-- The table follows what it is made of by a job that looks at what has changed (75_suggestions_upkeep): a new business or service is
-- offered some seconds later. Businesses that are no longer public are left out at once, because the function looks them up.

create table internal.suggestions (
  field text not null, -- 'what' or 'where'
  kind text not null,
  key text not null,
  place_id uuid,
  label text not null,
  detail text not null,
  folded text not null,
  weight float8 not null,
  -- What it is made of, as in internal.suggestion_marks: 'category 7', 'city 12', 'location …'; '' for names of services, which are
  -- made of many.
  source text not null
-- Weights of names change with every location that offers them, and are in no index.
) with (fillfactor = 80, autovacuum_analyze_scale_factor = 0.02);
create unique index suggestions_key on internal.suggestions (field, kind, key, folded);
create index suggestions_start on internal.suggestions (field, folded text_pattern_ops);
create index suggestions_source on internal.suggestions (source);
-- Without `fastupdate` each row costs its own time, instead of now and then one row that of thousands.
create index suggestions_trigrams on internal.suggestions using gin (folded extensions.gin_trgm_ops) with (fastupdate = off);
alter table internal.suggestions enable row level security;

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
      where entry.field = p_field and entry.folded like '%' || term || '%' and entry.folded not like term || '%'
      order by entry.kind = 'business', entry.weight desc limit 60);
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
    select distinct on (entry.kind, entry.key, entry.label) entry.kind, entry.label, entry.detail, entry.key, entry.place_id,
      entry.weight + case when entry.kind = 'category' then coalesce((
        select ln(1 + numbers.locations) from internal.catalogue_numbers numbers
        where numbers.category = substr(entry.source, 10)::smallint and numbers.city_id = 0), 0) else 0 end as weight,
      case when entry.folded = term then 0 when entry.folded like term || '%' then 1
        -- A word that ends so is a kind of it: Rückenmassage.
        when entry.kind in ('category', 'service') and length(term) > 3 and entry.folded || ' ' like '%' || term || ' %' then 1
        when entry.folded like '% ' || term || '%' then 2
        when entry.folded like '%' || term || '%' then 4 else 5 - extensions.similarity(entry.folded, term) end
        -- A synonym counts a little less than the name that is shown.
        + case when internal.search_key(entry.label) = entry.folded then 0 else 0.5 end as distance
    from unnest(found || alike) entry
    order by entry.kind, entry.key, entry.label, distance
  ), live as (
    select ranked.*, coalesce(place.slug, case when ranked.kind = 'category' then ranked.key else '' end) as slug,
      row_number() over (partition by ranked.kind order by floor(ranked.distance), ranked.distance - ranked.weight / 40, ranked.label) as number
    from ranked left join public.locations place on place.id = ranked.place_id and place.state = 'published'
      and exists (select from public.companies company where company.id = place.company_id and company.state = 'active' and not company.sandbox)
    where ranked.place_id is null or place.id is not null
  )
  select live.kind, live.label, live.detail, live.slug from live
  where live.number <= 4
  order by floor(live.distance), case live.kind when 'category' then 0 when 'city' then 0 when 'service' then 1 when 'district' then 2 else 3 end,
    live.distance - live.weight / 40, live.label
  limit wanted;
end $$;

revoke execute on function public.suggest from public;
grant execute on function public.suggest to anon, authenticated, service_role;
