-- How many published locations offer a category (itself or below it), in each municipality and altogether. The number 0 stands for "all
-- categories" or "all municipalities". Kept by the steps of 75_suggestions_upkeep: counting all listings takes as long as there are many.
create table internal.catalogue_numbers (
  category smallint not null,
  city_id integer not null,
  locations integer not null,
  primary key (category, city_id)
) with (fillfactor = 80);
alter table internal.catalogue_numbers enable row level security;

-- The numbers for the page of all categories, the home page, results and the sitemap: [[category, municipality, locations], …]. One value and
-- not rows, which a service gives away a thousand at a time, reading all anew for each. Not jsonb, which takes twice the time to make.
create function public.catalogue_counts() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_array(kept.category, kept.city_id, kept.locations) order by kept.category, kept.city_id), '[]')
  from internal.catalogue_numbers kept where kept.locations > 0
$$;

revoke execute on function public.catalogue_counts from public;
grant execute on function public.catalogue_counts to anon, authenticated, service_role;
