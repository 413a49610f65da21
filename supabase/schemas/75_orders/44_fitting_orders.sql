-- The orders that a business can answer: of what it offers, within the radius that the customer has chosen. Whether there is a free start is shown, not
-- asked for: somebody may offer another time. Whom the business has blocked it does not see, nor who has blocked it (43_order_blocks), and orders on health only with the customer's consent.

create function internal.fits_order(one public.search_orders, p_location uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  place constant public.locations := (select kept from public.locations kept where kept.id = p_location);
begin
  return one.state <> 'draft' and one.emptied_at is null and one.kind <> 'alert' and (one.kind = 'order' or one.location_id = p_location) and exists (
      select from internal.listings listing where listing.location_id = p_location and listing.category = one.category_id
        and listing.spot operator(extensions.<->) internal.spot(one.latitude, one.longitude) <= internal.chord(one.radius_km))
    and (one.kind = 'waitlist' or one.health_consent_at is not null or not internal.is_secret_order(one))
    and not internal.is_blocked(place.company_id, one.contact_email, one.contact_phone, one.user_id)
    and not internal.are_apart(place.company_id, one);
end $$;

-- The open orders that fit a location: `away` in kilometres.
create function internal.fitting_orders(p_location uuid, p_present timestamptz) returns table (order_id uuid, away float8)
language plpgsql stable rows 20 set search_path = '' as $$
begin
  return query
  select one.id, 12742 * asin(least(near.chord / 12742, 1)) from internal.listings listing
  join public.search_orders one on one.state = 'open' and one.kind = 'order' and one.category_id = listing.category and one.area operator(extensions.@>) listing.spot
  cross join lateral (select listing.spot operator(extensions.<->) internal.spot(one.latitude, one.longitude) as chord) near
  where listing.location_id = p_location and one.expires_at > p_present and near.chord <= internal.chord(one.radius_km)
    and internal.fits_order(one, p_location);
end $$;

-- The wished times in minutes since 1970, in a location's zone.
create function internal.wished_minutes(one public.search_orders, p_zone text) returns int4multirange
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select range_agg(int4range(day.low, day.high)) from unnest(internal.order_days(one.windows, array[p_zone], internal.present())) day), '{}');
end $$;

-- The first free starts of a location within the wished times, at most three, of these employees (null: of anybody): [instant].
create function internal.starts_for_order(one public.search_orders, p_location uuid, p_employees uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  hits internal.search_hit[] := internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude), one.radius_km, null, p_location, 1);
begin
  if p_employees is not null then
    hits := array(
      select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, array(
          select (service.service_id, service.before, service.after, service.gap_start, service.gap_minutes, service.resource_kind,
            own.employees, own.minutes)::internal.listed_service
          from unnest(hit.services) service
          cross join lateral (
            select array_agg(each.employee order by each.turn) as employees, array_agg(each.minutes order by each.turn) as minutes
            from unnest(service.employees, service.minutes) with ordinality each (employee, minutes, turn)
            where each.employee = any(p_employees) having count(*) > 0) own),
        hit.distance_km, hit."key", hit.bound, null, null, null)::internal.search_hit
      from unnest(hits) hit);
  end if;
  if cardinality(hits) = 0 then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(internal.instant(start) order by start), '[]')
    from unnest(internal.hits_with_starts(hits, internal.order_days(one.windows, array[hits[1].zone], present), present, null)) hit
    cross join lateral unnest(hit.starts) start);
end $$;

-- What a location knows of an order: its summary (30_ground) with {distance_km, starts, offers: how many live ones, dismissed, mine: our last offer or null}.
create function internal.fitting_order_json(one public.search_orders, p_location uuid, p_away float8, p_employees uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  return internal.order_summary(one) || jsonb_build_object('distance_km', round(p_away::numeric, 1), 'starts', internal.starts_for_order(one, p_location, p_employees),
    'offers', (select count(*) from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present),
    'dismissed', exists (select from public.order_notices seen where seen.order_id = one.id and seen.location_id = p_location and seen.dismissed_at is not null),
    'mine', (select jsonb_build_object('id', offer.id, 'state', internal.offer_state(offer), 'expires_at', offer.expires_at)
      from public.offers offer where offer.order_id = one.id and offer.location_id = p_location order by offer.sent_at desc limit 1));
end $$;

-- One page of the open orders that fit a location and that it neither answers just now nor has put aside (p_dismissed: only these), the newest first:
-- {total, rows, left: how many starts may still be held}. For members who may enter appointments; who has not all calendars sees only their own free starts.
-- Errors: location_not_found, not_allowed.
create function public.matching_orders(p_location uuid, p_dismissed boolean default false, p_limit integer default 25, p_offset integer default 0)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  mine uuid[];
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  select * into place from public.locations where id = p_location;
  mine := internal.employees_to_offer(p_location);
  return (
    with found as materialized (
      select fitting.order_id, fitting.away, wish.confirmed_at from internal.fitting_orders(p_location, present) fitting
      join public.search_orders wish on wish.id = fitting.order_id
      where internal.is_unanswered(fitting.order_id, p_location, present, coalesce(p_dismissed, false))
    ), page as (
      select * from found order by confirmed_at desc, order_id limit least(greatest(p_limit, 0), 100) offset greatest(p_offset, 0)
    )
    select jsonb_build_object('total', (select count(*) from found), 'left', greatest((internal.holds_left(place, null, present)).here, 0), 'rows', (
      select coalesce(jsonb_agg(internal.fitting_order_json(wish, p_location, page.away, mine) order by page.confirmed_at desc, page.order_id), '[]')
      from page join public.search_orders wish on wish.id = page.order_id)));
end $$;

-- Whether an order waits for this location: it has no live offer there and was put aside as asked.
create function internal.is_unanswered(p_order uuid, p_location uuid, p_present timestamptz, p_dismissed boolean) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (select from public.offers offer where offer.order_id = p_order and offer.location_id = p_location and offer.state = 'sent'
      and offer.expires_at > p_present)
    and p_dismissed = exists (select from public.order_notices seen where seen.order_id = p_order and seen.location_id = p_location
      and seen.dismissed_at is not null);
end $$;

-- One order that fits, open or not, for whoever answers it, with `services` that do and how many starts are `left` to hold; noted as seen. Errors: location_not_found, not_allowed, order_not_found.
create function public.matching_order(p_order uuid, p_location uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wish public.search_orders;
  place public.locations;
  away float8;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  select * into wish from public.search_orders where id = p_order;
  if wish.id is null or not internal.fits_order(wish, p_location) then perform internal.fail('order_not_found'); end if;
  insert into public.order_notices (order_id, location_id, seen_at) values (p_order, p_location, internal.present())
  on conflict (order_id, location_id) do update set seen_at = excluded.seen_at where order_notices.seen_at is null;
  select * into place from public.locations where id = p_location;
  away := internal.spot(place.latitude, place.longitude) operator(extensions.<->) internal.spot(wish.latitude, wish.longitude);
  return internal.fitting_order_json(wish, p_location, 12742 * asin(least(away / 12742, 1)), internal.employees_to_offer(p_location))
    || jsonb_build_object('services', internal.services_for_order(wish, p_location),
      'left', greatest((internal.holds_left(place, wish.id, internal.present())).here, 0));
end $$;

-- How many orders wait for an answer of this location, up to 100; 0 for whoever cannot answer.
create function public.count_matching_orders(p_location uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  if p_location is null or p_location not in (select internal.locations_to_offer()) then return 0; end if;
  return (select count(*) from (
    select from internal.fitting_orders(p_location, present) fitting where internal.is_unanswered(fitting.order_id, p_location, present, false) limit 100) waiting);
end $$;

-- Puts an order aside for a location, or takes it back from there. Errors: location_not_found, not_allowed, order_not_found.
create function public.dismiss_order(p_order uuid, p_location uuid, p_dismissed boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  wish constant public.search_orders := (select one from public.search_orders one where one.id = p_order);
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  if wish.id is null or not internal.fits_order(wish, p_location) then perform internal.fail('order_not_found'); end if;
  insert into public.order_notices (order_id, location_id, seen_at, dismissed_at) values (p_order, p_location, present, case when p_dismissed then present end)
  on conflict (order_id, location_id) do update set dismissed_at = excluded.dismissed_at;
end $$;

revoke execute on function internal.fits_order, internal.fitting_orders, internal.wished_minutes, internal.starts_for_order, internal.fitting_order_json,
  internal.is_unanswered from public;
grant execute on function public.matching_orders, public.matching_order, public.count_matching_orders, public.dismiss_order to authenticated;
