-- Which locations fit an order: its category is offered within its radius, and there is a free start in one of its windows. Starts are read from the
-- index, as by the search (70_search/40_search_starts).

-- The windows as days of the search in these zones, in their order and without overlaps.
create function internal.order_days(p_windows jsonb, zones text[], at timestamptz) returns internal.search_day[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select (day.zone, day.day, day.weekday, day.today, day.midnight, day.slack, lower(piece), upper(piece))::internal.search_day
    from (
      select each.zone, each.day, each.weekday, each.today, each.midnight, each.slack, range_agg(int4range(each.low, each.high)) as pieces
      from jsonb_to_recordset(p_windows) win (first date, last date, weekdays integer[], "from" integer, "to" integer)
      cross join lateral unnest(internal.search_days(zones, win.first, win.last, win."from", win."to", at)) each
      where each.weekday = any(win.weekdays)
      group by 1, 2, 3, 4, 5, 6) day
    cross join lateral unnest(day.pieces) piece
    order by day.zone, lower(piece));
end $$;

-- The locations of a category around a place, nearest first, with all their services of it; p_location: only that one, p_max_price_cents: services up to it.
create function internal.order_candidates(
  p_category smallint, p_spot extensions.cube, p_radius_km float8, p_max_price_cents integer, p_location uuid, p_limit integer)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  chord constant float8 := internal.chord(p_radius_km);
begin
  return array(
    select (row_number() over (order by listing.away, listing.number), listing.number, listing.location_id, listing.zone, listing.grid_minutes,
      listing.notice_minutes, listing.horizon_days, fitting.services, 12742 * asin(least(listing.away / 12742, 1)), listing.away, null, null, null,
      null)::internal.search_hit
    from (
      select every.*, every.spot operator(extensions.<->) p_spot as away from internal.listings every
      where every.category = p_category and every.spot operator(extensions.<@) extensions.cube_enlarge(p_spot, chord, 3)
        and every.spot operator(extensions.<->) p_spot <= chord and (p_location is null or every.location_id = p_location)
        and (p_max_price_cents is null or every.price_cents <= p_max_price_cents)
      order by away, every.number limit p_limit) listing
    cross join lateral (
      select array(
        select (service.service_id, service.before, service.after, service.gap_start, service.gap_minutes, service.resource_kind,
          service.employees, service.minutes)::internal.listed_service
        from internal.listing_services service
        where service.number = listing.number and p_category in (service.category, service.parent)
          and (p_max_price_cents is null or service.price_cents <= p_max_price_cents)
        order by service."position") as services) fitting
    order by 1);
end $$;

-- Whether a location fits an order now: the hit with its first starts (up to p_most), or null.
create function internal.order_hit(one public.search_orders, p_location uuid, p_most integer default 3) returns internal.search_hit
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := internal.present();
  candidates constant internal.search_hit[] := internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude),
    one.radius_km, null, p_location, 1);
begin
  if cardinality(candidates) = 0 then return null; end if;
  return (internal.hits_with_starts(candidates, internal.order_days(one.windows, array[candidates[1].zone], at), at, null, p_most))[1];
end $$;

create function internal.matches_order(one public.search_orders, p_location uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (internal.order_hit(one, p_location, 1)).location_id is not null;
end $$;

revoke execute on function internal.order_days, internal.order_candidates, internal.order_hit, internal.matches_order from public;
