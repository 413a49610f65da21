-- Who is free anyway: before somebody posts an order they see what can be booked at once.

-- The first so many of these locations, or a few more, that have a free start in one of the days; looked at in growing steps, in their order, of which p_step is the first.
create function internal.nearest_free(candidates internal.search_hit[], days internal.search_day[], at timestamptz, p_wanted integer, p_step integer)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  hits internal.search_hit[] := '{}';
  step integer := p_step;
  "next" integer := 1;
begin
  while "next" <= cardinality(candidates) and cardinality(hits) < p_wanted loop
    hits := hits || array(select row(hit.*)::internal.search_hit
      from unnest(internal.hits_with_starts(candidates["next" : "next" + step - 1], days, at, null)) hit order by hit.place);
    "next" := "next" + step;
    step := least(step * 2, 128);
  end loop;
  return hits;
end $$;

-- How many locations of a category are around a place, counted to 1,000; p_max_price_cents: those that offer something up to it.
create function internal.count_candidates(p_category smallint, p_spot extensions.cube, p_radius_km float8, p_max_price_cents integer) returns integer
language plpgsql stable set search_path = '' as $$
declare
  chord constant float8 := internal.chord(p_radius_km);
begin
  return (select count(*) from (
    select from internal.listings every
    where every.category = p_category and every.spot operator(extensions.<@) extensions.cube_enlarge(p_spot, chord, 3)
      and every.spot operator(extensions.<->) p_spot <= chord and (p_max_price_cents is null or every.price_cents <= p_max_price_cents)
    limit 1000) found);
end $$;

-- The nearest locations that have a free start in these windows, with up to three starts each, as cards show them: {reach: locations in the radius, affordable: those that offer
-- something within the budget, matches: [{slug, name, city, district, distance_km, image, rating_average, rating_count, service: {id, name, duration_minutes, price_cents}, time_zone,
-- starts: [{starts_at, employee_id}]}]}. Only services within the budget. Errors: category_not_found, place_missing, radius_invalid, those of internal.read_windows.
create function public.instant_matches(
  p_category text, p_latitude float8, p_longitude float8, p_radius_km integer, p_windows jsonb, p_budget_cents integer default null, p_limit integer default 6)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  at constant timestamptz := internal.present();
  wanted constant integer := least(greatest(coalesce(p_limit, 6), 1), 12);
  asked constant smallint := (select id from public.categories where slug = p_category);
  windows constant jsonb := internal.read_windows(p_windows, at);
  spot extensions.cube;
  candidates internal.search_hit[] := '{}';
  days internal.search_day[];
  hits internal.search_hit[];
  reach integer;
  affordable integer;
begin
  if asked is null then perform internal.fail('category_not_found'); end if;
  if not coalesce(p_latitude between -90 and 90 and p_longitude between -180 and 180, false) then perform internal.fail('place_missing'); end if;
  if not coalesce(p_radius_km between 1 and 50, false) then perform internal.fail('radius_invalid'); end if;
  spot := internal.spot(p_latitude, p_longitude);
  reach := internal.count_candidates(asked, spot, p_radius_km, null);
  affordable := case when p_budget_cents is null then reach else internal.count_candidates(asked, spot, p_radius_km, p_budget_cents) end;
  days := internal.order_days(windows, internal.listed_zones(), at);
  -- Mostly the nearest have enough, so services of the others are read only when they are needed.
  candidates := internal.order_candidates(asked, spot, p_radius_km, p_budget_cents, null, 48);
  hits := internal.nearest_free(candidates, days, at, wanted, 8);
  if cardinality(hits) < wanted and affordable > cardinality(candidates) then
    candidates := (internal.order_candidates(asked, spot, p_radius_km, p_budget_cents, null, 1000))[cardinality(candidates) + 1:];
    hits := hits || internal.nearest_free(candidates, days, at, wanted - cardinality(hits), 8);
  end if;
  return jsonb_build_object('reach', reach, 'affordable', affordable, 'matches', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', listing.slug, 'name', listing.name, 'city', listing.city, 'district', listing.district,
      'distance_km', round(hit.distance_km::numeric, 1), 'image', listing.image, 'rating_average', listing.rating_average,
      'rating_count', listing.rating_count, 'time_zone', hit.zone,
      'service', (select jsonb_build_object('id', service.id, 'name', service.name, 'duration_minutes', service.duration_minutes, 'price_cents', kept.price_cents)
        from public.services service join internal.listing_services kept on kept.service_id = service.id where service.id = hit.service_id),
      'starts', (select jsonb_agg(jsonb_build_object('starts_at', to_timestamp(start.minute::float8 * 60), 'employee_id', start.employee) order by start.minute)
        from unnest(hit.starts, hit.employees) start (minute, employee))) order by hit.place), '[]')
    from unnest(hits[1:wanted]) hit join internal.listings listing on listing.category = asked and listing.number = hit.number));
end $$;

revoke execute on function internal.nearest_free, internal.count_candidates from public;
grant execute on function public.instant_matches to anon, authenticated;
