-- The page of an order, /request/{id}: for the customer, by account or secret link, and for whoever they have asked to help choosing.

-- How an offer compares with the others of its order, from 0 to 1: the weighted sum that /legal/ranking prints (70_search/50_search_wish, context
-- `offers`). When it arrived does not count, nor does anything that a business pays. `p_dearest`: the price of the dearest offer, for orders without a budget.
create function internal.offer_points(one public.search_orders, offer public.offers, p_km float8, p_dearest integer) returns real
language plpgsql stable set search_path = '' as $$
begin
  return (
    select sum(known.weight * part.points) from public.ranking_weights known join (
      select 'time' as component, (select max(1 / (1 + away.minutes / 360.0)) from public.offer_starts start
        cross join lateral (select case when start.outside then coalesce((
            select min(greatest(lower(wish) - internal.minute(start.starts_at), internal.minute(start.starts_at) - upper(wish), 0))
            from unnest(one.wanted) wish), 0) else 0 end as minutes) away
        where start.offer_id = offer.id) as points
      union all select 'price', greatest(0, 1 - offer.price_cents / (2.0 * greatest(coalesce(one.budget_cents, p_dearest), 1)))
      union all select 'distance', 1 / (1 + coalesce(p_km, 20000) / 5)
      union all select 'rating', (coalesce((select listing.rating from internal.listings listing
        where listing.location_id = offer.location_id and listing.category = 0), 4) - 1) / 4) part on part.component = known.component
    where known.context = 'offers');
end $$;

-- An offer for its customer. `state` is `live`, as long as it can be accepted, else what became of it; a start is `kept` while its time is held.
create function internal.request_offer(one public.search_orders, offer public.offers, p_dearest integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  live boolean := offer.state = 'sent' and offer.expires_at > present;
  starts jsonb;
  km float8;
begin
  select jsonb_agg(jsonb_build_object('position', start."position", 'starts_at', start.starts_at, 'ends_at', start.ends_at, 'employee', employee.name,
    'outside', start.outside, 'kept', live and hold.id is not null and start.starts_at > present) order by start.starts_at, start."position")
  into starts from public.offer_starts start join public.employees employee on employee.id = start.employee_id
  left join public.holds hold on hold.id = start.hold_id and hold.ended_at is null
  where start.offer_id = offer.id;
  live := live and jsonb_path_exists(starts, '$[*] ? (@.kept == true)');
  return (
    select jsonb_build_object('id', offer.id,
      'state', case when live then 'live' when offer.state = 'sent' then 'expired' else offer.state::text end,
      'price_cents', offer.price_cents, 'reference_cents', case when offer.reference_cents > offer.price_cents then offer.reference_cents end,
      'text', offer.text_masked, 'sent_at', offer.sent_at, 'expires_at', offer.expires_at,
      'reason', case when offer.state = 'withdrawn' then offer.reason else '' end,
      'points', internal.offer_points(one, offer, away.km, p_dearest), 'distance_km', away.km,
      'cancellation_hours', place.cancellation_hours, 'starts', coalesce(starts, '[]'),
      'services', (select jsonb_agg(jsonb_build_object('id', service.id, 'name', service.name) order by wish.turn)
        from unnest(offer.service_ids) with ordinality wish (id, turn) join public.services service on service.id = wish.id),
      'employee', case when cardinality(offer.employee_ids) = 1 then offer.employee_ids[1] end,
      'location', jsonb_build_object('id', place.id, 'slug', place.slug, 'name', place.name, 'city', place.city, 'time_zone', place.time_zone,
        'published', internal.is_published(place.id), 'rating_average', coalesce(listing.rating_average, 0), 'rating_count', coalesce(listing.rating_count, 0),
        'image', listing.image::jsonb, 'small_business', company.small_business))
    from public.locations place join public.companies company on company.id = place.company_id
    left join internal.listings listing on listing.location_id = place.id and listing.category = 0
    cross join lateral (select 12742 * asin(least(
      internal.spot(place.latitude, place.longitude) operator(extensions.<->) internal.spot(one.latitude, one.longitude), 12742) / 12742) as km) away
    where place.id = offer.location_id);
end $$;

-- Whom an order that waits has reached: {count, nearest: [{name, slug}]}, at most 50 and the six nearest.
create function internal.asked_json(one public.search_orders) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  reached internal.search_hit[] := internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude), one.radius_km,
    null, null, 50);
begin
  -- Whom the customer has blocked is not asked. Who has blocked them stays in, since nobody is told.
  if exists (select from public.order_blocks kept where kept.contact_hash = internal.contact_of(one) and kept.by_customer) then
    reached := array(select row(hit.*)::internal.search_hit from unnest(reached) hit
      where not exists (select from public.order_blocks kept join public.locations place on place.company_id = kept.company_id
        where place.id = hit.location_id and kept.contact_hash = internal.contact_of(one) and kept.by_customer)
      order by hit.distance_km, hit.location_id);
  end if;
  return jsonb_build_object('count', cardinality(reached), 'nearest', (
    select coalesce(jsonb_agg(jsonb_build_object('name', place.name, 'slug', place.slug) order by hit.ordinality), '[]')
    from unnest(reached[1:6]) with ordinality hit join public.locations place on place.id = hit.location_id));
end $$;

-- An order with its offers. `scope`: `own` or `read`; with `read` there is neither contact nor what was written, and nothing can be done.
-- `asked` is there while an open order has no offer, `appointment` once one was accepted: whoever opened the order opens that as well.
-- Error: order_not_found.
create function public.get_request(p_order uuid, p_secret text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  one constant public.search_orders := internal.order_of(p_order, p_secret, 'read');
  own constant boolean := internal.owns_order(one, p_secret);
  dearest constant integer := (select max(offer.price_cents) from public.offers offer where offer.order_id = p_order and offer.state = 'sent');
begin
  return (
    select jsonb_build_object('id', one.id, 'scope', case when own then 'own' else 'read' end,
      'state', case when one.state = 'open' and one.expires_at <= internal.present() then 'expired' else one.state::text end,
      'category', case when category.id is not null then jsonb_build_object('id', category.id, 'slug', category.slug, 'name', category.name,
        'icon', category.icon, 'hue', category.hue) end,
      'secret', internal.is_secret_order(one), 'title', one.title, 'text', case when own then one.text else '' end, 'persons', one.persons,
      'place', case when own then one.place_label else coalesce(internal.order_place(one), '') end, 'radius_km', one.radius_km, 'windows', one.windows,
      'budget_cents', one.budget_cents, 'version', one.version, 'created_at', one.created_at, 'submitted_at', one.submitted_at,
      'confirmed_at', one.confirmed_at, 'expires_at', one.expires_at, 'extended', one.extended, 'closed_at', one.closed_at,
      'closed_reason', one.closed_reason, 'kind', one.kind, 'waiting', case when one.kind = 'waitlist' then internal.waiting_json(one) end,
      'found', case when one.kind = 'alert' and one.state = 'open' then internal.alert_starts(one, internal.present(), false) end,
      'contact', case when own then jsonb_build_object('name', one.contact_name, 'email', one.contact_email, 'phone', one.contact_phone) end,
      'asked', case when one.state = 'open' and one.kind <> 'waitlist' and jsonb_array_length(found.offers) = 0 then internal.asked_json(one) end,
      'offers', found.offers,
      'messages', case when own then (select count(*) from public.order_messages said where said.order_id = p_order) else 0 end,
      'appointment', (select jsonb_build_object('id', case when own then visit.id end, 'starts_at', visit.starts_at, 'location', place.name,
          'time_zone', place.time_zone)
        from public.offers offer join public.appointments visit on visit.id = offer.appointment_id
        join public.locations place on place.id = visit.location_id where offer.order_id = p_order and offer.state = 'accepted'))
    from (select coalesce(jsonb_agg(internal.request_offer(one, offer, dearest) order by offer.sent_at, offer.id), '[]') as offers
      from public.offers offer where offer.order_id = p_order) found
    left join public.categories category on category.id = one.category_id);
end $$;

-- Whether the caller may do everything with an order that they have opened.
create function internal.owns_order(one public.search_orders, p_secret text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(one.user_id = internal.person(), false)
    or coalesce(one.confirmed_at is not null and lower(one.contact_email) = lower(internal.own_email()), false) or exists (
    select from public.search_order_links link
    where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and link.order_id = one.id and link.scope = 'own'
      and link.expires_at > internal.present());
end $$;

-- The customer has their offers before them: businesses see that, and nobody asks whether the order still holds. Error: order_not_found.
create function public.see_offers(p_order uuid, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.order_of(p_order, p_secret);
  if not exists (select from public.offers offer where offer.order_id = p_order and offer.seen_at is null) then return; end if;
  perform internal.lock_order(p_order);
  update public.offers set seen_at = internal.present() where order_id = p_order and seen_at is null;
end $$;

-- A link for somebody who helps choosing: shows the offers and nothing else, for as long as the order is open. `p_secret_hash`: of a fresh secret, in hex.
-- Errors: order_not_found, order_closed, secret_invalid.
create function public.share_request(p_order uuid, p_secret_hash text, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one constant public.search_orders := internal.order_of(p_order, p_secret);
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  if one.state <> 'open' then perform internal.fail('order_closed'); end if;
  perform internal.lock_order(p_order);
  -- A new link replaces those before, so that there are never many.
  delete from public.search_order_links where order_id = p_order and scope = 'read';
  insert into public.search_order_links (secret_hash, order_id, scope, expires_at)
  values (decode(p_secret_hash, 'hex'), p_order, 'read', one.expires_at + interval '1 day');
end $$;

revoke execute on function internal.offer_points, internal.request_offer, internal.asked_json, internal.owns_order from public;
grant execute on function public.get_request, public.see_offers, public.share_request to anon, authenticated;
