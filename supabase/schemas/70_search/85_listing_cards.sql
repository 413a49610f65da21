-- Cards of locations that somebody knows already.

-- The published ones of p_locations (the first hundred), in their order, each with up to three free starts within 14 days, like the rows of
-- public.search_locations: {id, slug, name, …, services, next_starts, time_zone, distance_km: null, cursor: null}.
create function public.listing_cards(p_locations uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  at constant timestamptz := internal.present();
  wish internal.search_wish;
  hits internal.search_hit[] := array(
    select (wanted.place, listing.number, listing.location_id, listing.zone, listing.grid_minutes, listing.notice_minutes, listing.horizon_days,
      listing.services, null, null, null, null, null, null)::internal.search_hit
    from (select location_id, min(place)::integer as place from unnest(p_locations[:100]) with ordinality one (location_id, place) group by 1) wanted
    join internal.listings listing on listing.category = 0 and listing.location_id = wanted.location_id order by wanted.place);
begin
  hits := internal.with_all_starts(internal.with_first_starts(hits, wish, at), wish, at);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listing.location_id, 'slug', listing.slug, 'name', listing.name, 'street', listing.street,
      'postal_code', listing.postal_code, 'city', listing.city, 'district', listing.district, 'latitude', listing.latitude,
      'longitude', listing.longitude, 'distance_km', null, 'rating_average', listing.rating_average::numeric, 'rating_count', listing.rating_count,
      'image', listing.image::jsonb, 'services', listing.offers::jsonb, 'time_zone', listing.zone, 'cursor', null,
      'next_starts', (
        select jsonb_agg(jsonb_build_object('starts_at', to_timestamp(start.minute * 60), 'service_id', hit.service_id, 'employee_id', start.employee)
          order by start.minute)
        from unnest(hit.starts, hit.employees) start (minute, employee))) order by hit.place), '[]')
    from unnest(hits) hit
    join internal.listings listing on listing.category = 0 and listing.number = hit.number);
end $$;
grant execute on function public.listing_cards to anon, authenticated, service_role;
