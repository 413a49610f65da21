-- How many published locations offer a category (itself or below it), in each municipality and altogether, for the page of all
-- categories, the home page, results and the sitemap: [[category, municipality, locations], …]. The number 0 stands for "all categories"
-- or "all municipalities". One value and not rows, which a service gives away a thousand at a time, counting all anew for each.
create function public.catalogue_counts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(counted.category, counted.city, counted.locations) order by counted.category, counted.city), '[]')
  from (
    select listing.category, coalesce(listing.city_id, 0) as city, count(*) as locations
    from internal.listings listing where listing.city_id is not null
    group by grouping sets ((listing.category, listing.city_id), (listing.category))) counted
$$;

revoke execute on function public.catalogue_counts from public;
grant execute on function public.catalogue_counts to anon, authenticated, service_role;
