-- How many published locations offer a category (itself or below it), in each municipality and altogether, for the page of all
-- categories, the home page and the sitemap. The number 0 stands for "all categories" or "all municipalities".
-- Reads every service: callers keep the answer for some minutes.
create function public.catalogue_counts() returns table (category smallint, city integer, locations integer)
language sql stable security definer set search_path = '' as $$
  with places as (
    select location.id, location.city_id from public.locations location
    join public.companies company on company.id = location.company_id
    where location.state = 'published' and company.state = 'active'
  ), offers as (
    select distinct places.id, places.city_id, categories.id as category
    from places
    join public.services service on service.location_id = places.id and service.active
    join public.categories own on own.id = service.category_id
    join public.categories categories on categories.id in (own.id, own.parent_id)
  )
  select coalesce(offers.category, 0::smallint), coalesce(offers.city_id, 0), count(*)::integer
  from offers where offers.city_id is not null
  group by grouping sets ((offers.category, offers.city_id), (offers.category))
  union all
  select 0::smallint, coalesce(places.city_id, 0), count(*)::integer
  from places where places.city_id is not null
  group by grouping sets ((places.city_id), ())
$$;

revoke execute on function public.catalogue_counts from public;
grant execute on function public.catalogue_counts to anon, authenticated, service_role;
