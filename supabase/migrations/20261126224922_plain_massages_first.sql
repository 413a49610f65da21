set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.suggest(p_text text DEFAULT ''::text, p_field text DEFAULT 'what'::text, p_limit integer DEFAULT 8)
 RETURNS TABLE(kind text, label text, detail text, slug text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 8
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.similarity_threshold" TO '0.25'
AS $function$
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
      and exists (select from public.companies company where company.id = place.company_id and company.state = 'active')
    where ranked.place_id is null or place.id is not null
  )
  select live.kind, live.label, live.detail, live.slug from live
  where live.number <= 4
  order by floor(live.distance), case live.kind when 'category' then 0 when 'city' then 0 when 'service' then 1 when 'district' then 2 else 3 end,
    live.distance - live.weight / 40, live.label
  limit wanted;
end $function$;
