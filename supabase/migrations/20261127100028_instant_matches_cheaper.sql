set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.count_candidates(p_category smallint, p_spot extensions.cube, p_radius_km double precision, p_max_price_cents integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  chord constant float8 := internal.chord(p_radius_km);
begin
  return (select count(*) from (
    select from internal.listings every
    where every.category = p_category and every.spot operator(extensions.<@) extensions.cube_enlarge(p_spot, chord, 3)
      and every.spot operator(extensions.<->) p_spot <= chord and (p_max_price_cents is null or every.price_cents <= p_max_price_cents)
    limit 1000) found);
end $function$;

CREATE OR REPLACE FUNCTION public.instant_matches(p_category text, p_latitude double precision, p_longitude double precision, p_radius_km integer, p_windows jsonb, p_budget_cents integer DEFAULT NULL::integer, p_limit integer DEFAULT 6)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  at constant timestamptz := internal.present();
  wanted constant integer := least(greatest(coalesce(p_limit, 6), 1), 12);
  asked constant smallint := (select id from public.categories where slug = p_category);
  windows constant jsonb := internal.read_windows(p_windows, at);
  spot extensions.cube;
  candidates internal.search_hit[] := '{}';
  days internal.search_day[];
  hits internal.search_hit[] := '{}';
  reach integer;
  affordable integer;
  step integer := 16;
  "next" integer := 1;
begin
  if asked is null then perform internal.fail('category_not_found'); end if;
  if not coalesce(p_latitude between -90 and 90 and p_longitude between -180 and 180, false) then perform internal.fail('place_missing'); end if;
  if not coalesce(p_radius_km between 1 and 50, false) then perform internal.fail('radius_invalid'); end if;
  spot := internal.spot(p_latitude, p_longitude);
  reach := internal.count_candidates(asked, spot, p_radius_km, null);
  affordable := case when p_budget_cents is null then reach else internal.count_candidates(asked, spot, p_radius_km, p_budget_cents) end;
  days := internal.order_days(windows, internal.listed_zones(), at);
  -- Mostly the nearest have enough, so services of the others are read only when they are looked at.
  while "next" <= affordable and cardinality(hits) < wanted loop
    if cardinality(candidates) < least("next" + step - 1, affordable) then
      candidates := internal.order_candidates(asked, spot, p_radius_km, p_budget_cents, null, case when "next" = 1 then 48 else 1000 end);
    end if;
    hits := hits || array(select row(hit.*)::internal.search_hit
      from unnest(internal.hits_with_starts(candidates["next" : "next" + step - 1], days, at, null)) hit order by hit.place);
    "next" := "next" + step;
    step := least(step * 2, 128);
  end loop;
  return jsonb_build_object('reach', reach, 'affordable', affordable, 'matches', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', listing.slug, 'name', listing.name, 'city', listing.city, 'district', listing.district,
      'distance_km', round(hit.distance_km::numeric, 1), 'image', listing.image, 'rating_average', listing.rating_average,
      'rating_count', listing.rating_count, 'time_zone', hit.zone,
      'service', (select jsonb_build_object('id', service.id, 'name', service.name, 'duration_minutes', service.duration_minutes, 'price_cents', kept.price_cents)
        from public.services service join internal.listing_services kept on kept.service_id = service.id where service.id = hit.service_id),
      'starts', (select jsonb_agg(jsonb_build_object('starts_at', to_timestamp(start.minute::float8 * 60), 'employee_id', start.employee) order by start.minute)
        from unnest(hit.starts, hit.employees) start (minute, employee))) order by hit.place), '[]')
    from unnest(hits[1:wanted]) hit join internal.listings listing on listing.category = asked and listing.number = hit.number));
end $function$;

REVOKE ALL ON FUNCTION "internal"."count_candidates"(smallint, extensions.cube, double precision, integer) FROM PUBLIC;
