-- How many published locations offer a category (itself or below it), in each municipality and altogether, for the page of all
-- categories, the home page and the sitemap. The number 0 stands for "all categories" or "all municipalities".
create function public.catalogue_counts() returns table (category smallint, city integer, locations integer)
language sql stable security definer set search_path = '' as $$
  select listing.category, coalesce(listing.city_id, 0), count(*)::integer
  from internal.listings listing where listing.city_id is not null
  group by grouping sets ((listing.category, listing.city_id), (listing.category))
$$;

revoke execute on function public.catalogue_counts from public;
grant execute on function public.catalogue_counts to anon, authenticated, service_role;
