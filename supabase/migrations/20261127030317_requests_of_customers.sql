set local check_function_bodies = off;

ALTER TABLE "public"."ranking_weights" DROP CONSTRAINT "ranking_weights_component_check";

ALTER TABLE "public"."ranking_weights" DROP CONSTRAINT "ranking_weights_pkey";

ALTER TABLE "public"."ranking_weights" ADD COLUMN "context" text NOT NULL DEFAULT 'search'::text;

CREATE OR REPLACE FUNCTION internal.asked_json(one public.search_orders)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  reached constant internal.search_hit[] := internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude), one.radius_km,
    null, null, 50);
begin
  return jsonb_build_object('count', cardinality(reached), 'nearest', (
    select coalesce(jsonb_agg(jsonb_build_object('name', place.name, 'slug', place.slug) order by hit.ordinality), '[]')
    from unnest(reached[1:6]) with ordinality hit join public.locations place on place.id = hit.location_id));
end $function$;

CREATE OR REPLACE FUNCTION internal.asks_first(hold public.holds)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return hold.purpose <> 'offer' and exists (
    select from public.locations location where location.id = hold.location_id and (location.confirms_by_hand or exists (
      select from jsonb_array_elements(hold.lines) line join public.services service on service.id = (line ->> 'service_id')::uuid
      where service.booking_way = 'request'
        or service.new_by_request and not internal.is_known(hold.company_id, coalesce(hold.user_id, internal.person())))));
end $function$;

CREATE OR REPLACE FUNCTION internal.book_hold(hold public.holds, p_contact jsonb, p_state public.appointment_state, p_demanded text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  customer constant uuid := internal.keep_customer(hold.company_id, p_contact, hold.user_id, false);
  unheard text;
begin
  with made as (
    insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, user_id, contact_name, contact_email,
      contact_phone, note, total_cents, source, origin, cancellation_hours, idempotency_key, created_at, employee_chosen, package_name)
    values (hold.id, hold.company_id, hold.location_id, p_state, hold.starts_at, hold.ends_at, customer, hold.user_id, p_contact ->> 'name',
      p_contact ->> 'email', p_contact ->> 'phone', p_contact ->> 'note', hold.total_cents, hold.source, hold.origin, hold.cancellation_hours,
      hold.idempotency_key, hold.created_at, hold.employee_chosen, hold.package_name)
  ), lines as (
    insert into public.appointment_lines
      (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, event_id, seats,
      struck_cents)
    select hold.id, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at, line.price_cents,
      line.resource_id, line.event_id, coalesce(line.seats, 1), line.struck_cents
    from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line
  ), linked as (
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select hold.secret_hash, hold.id, hold.ends_at + interval '180 days' where hold.secret_hash is not null
  ), settled as (
    update public.occupancies set expires_at = null where source = hold.id
  ), seated as (
    update public.event_seats set expires_at = null where source = hold.id
  ), agreed as (
    insert into public.early_starts select hold.id, present, p_demanded where p_demanded is not null
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    values (hold.id, 'confirm', 'customer', internal.person(), 'held', p_state, hold.starts_at, true)
  )
  delete from internal.hold_budget where appointment_id = hold.id;
  unheard := internal.spend_booking(p_contact ->> 'email', internal.account_of(hold.user_id, p_contact ->> 'email') is not null, hold.company_id);
  -- Last, when all budgets have room: whoever tries whether a number is blocked pays for each that is not with a booking.
  if internal.is_blocked(hold.company_id, p_contact ->> 'email', p_contact ->> 'phone', hold.user_id) then
    perform internal.fail('not_possible', internal.phone_of(hold.location_id));
  end if;
  if unheard is not null then perform internal.compose_ordered(hold.id, unheard); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.candidates_statement(p_wish internal.search_wish, p_sort text, p_after boolean, p_seen boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  chord constant text := 'listing.spot operator(extensions.<->) $2';
  -- Kilometres along the sphere. Written out, a call for each row would cost more than the row; a hair more than the diameter, since
  -- rounding must not lead asin beyond 1.
  arc constant text := '12742 * asin((' || chord || ') / 12742.000001)';
  source text;
  conditions text;
  sorted_by text;
  "key" text;
  bound text := 'null::integer';
begin
  select * into source, conditions from internal.matching(p_wish);
  if p_seen then conditions := conditions || ' and listing.number <> all($11)'; end if;

  "key" := case
    when p_sort in ('distance', 'next') and p_wish.center is not null then chord
    when p_sort = 'price' then 'listing.price_cents::float8'
    when p_sort = 'relevance' and (p_wish.center is not null or p_wish.words is not null) then concat_ws(' ',
      (select '-' || weight || ' * (listing.rating - 1) / 4' from public.ranking_weights where context = 'search' and component = 'rating'),
      (select '-' || weight || ' / (1 + coalesce(' || arc || ', 20000) / 5)' from public.ranking_weights
        where context = 'search' and component = 'distance' and p_wish.center is not null),
      (select '-' || weight || ' * 2 * ts_rank(' || case when p_wish.category = 0 then 'listing' else 'every' end || '.document, $3, 32)'
        from public.ranking_weights where context = 'search' and component = 'text' and p_wish.words is not null))
    else '-listing.rating' end;
  sorted_by := case
    when p_sort = 'price' then 'listing.price_cents, listing.number'
    when "key" = '-listing.rating' then 'listing.rating desc, listing.number'
    else '"key", listing.number' end;
  if p_after then
    conditions := conditions || format(' and (%1$s > $12 or %1$s = $12 and listing.number > $13)', "key");
  end if;
  if p_sort = 'next' then
    bound := '(select min(greatest(day.low, day.midnight + listing.opens[day.weekday] - day.slack, $16 + listing.notice_minutes)) + listing.unit - 1
      from unnest($14) as day
      where day.zone = listing.zone and day.high > $16 + listing.notice_minutes
        and greatest(day.low, $16 + listing.notice_minutes) < day.midnight + listing.closes[day.weekday] + day.slack
        and day.day <= day.today + listing.horizon_days)';
    bound := 'case when listing.zone = ''Europe/Berlin'' then ' || bound || ' / listing.unit * listing.unit else 0 end';
  end if;
  return format($statement$
    select array_agg((found.place, found.number, found.location_id, found.zone, found.grid_minutes, found.notice_minutes,
      found.horizon_days, found.services, found.distance_km, found."key", found.bound, null, null, null)::internal.search_hit order by %5$s)
    from (
      select row_number() over (order by %5$s) as place, %8$s as distance_km, found.* from (
        select listing.number, listing.location_id, listing.zone, listing.grid_minutes, listing.notice_minutes, listing.horizon_days,
          listing.services, %4$s, %1$s as "key", %6$s as bound
        from %2$s where %3$s order by %7$s limit $15) found
    ) found $statement$,
    "key", source, conditions, case when "key" = chord then '0' else chord end || ' as chord', case when p_sort = 'next' then 'found.bound, found."key", found.number' else 'found."key", found.number' end,
    bound, sorted_by, '12742 * asin(found.' || case when "key" = chord then '"key"' else 'chord' end || ' / 12742.000001)');
end $function$;

CREATE OR REPLACE FUNCTION internal.close_offers(p_order uuid, p_reason text, p_except uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  perform internal.lock_offering(p_order);
  perform internal.free_starts(array(
    select offer.id from public.offers offer where offer.order_id = p_order and offer.state = 'sent' and offer.id is distinct from p_except));
  update public.offers set state = (case when expires_at <= present then 'expired' else 'declined' end)::public.offer_state, decided_at = present,
    reason = p_reason
  where order_id = p_order and state = 'sent' and id is distinct from p_except;
end $function$;

CREATE OR REPLACE FUNCTION internal.close_order(p_order uuid, p_state public.order_state, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.close_offers(p_order, p_reason);
  update public.search_orders set state = p_state, closed_at = internal.present(), closed_reason = p_reason where id = p_order;
end $function$;

CREATE OR REPLACE FUNCTION internal.confirm_hold(p_hold uuid, p_secret text, p_contact jsonb, p_early_start text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  hold public.holds;
  by_hand boolean;
  contact jsonb;
  demanded text;
begin
  select * into hold from public.holds where id = p_hold;
  if hold.id is null or not internal.is_holder(hold, p_secret) then return false; end if;
  contact := internal.clean_contact(p_contact, false);
  select internal.asks_first(hold) into by_hand from public.companies company where company.id = hold.company_id and company.state = 'active';
  if by_hand is null then perform internal.fail('not_possible', internal.phone_of(hold.location_id)); end if;
  if hold.starts_at <= present then perform internal.fail('past'); end if;
  perform internal.lock_location(hold.location_id, hold.ended_at is not null or jsonb_array_length(hold.lines) > 1);
  if hold.ended_at is not null then hold := internal.retake(hold, present); end if;
  demanded := internal.demanded_early_start(internal.as_appointment(hold), hold.starts_at, p_early_start);
  -- While the hold has not ended the time is ours, however late: nobody else can have taken it.
  delete from public.holds where id = p_hold and ended_at is null;
  if not found then
    -- It ended between our first look and the lock: somebody is just taking its place. Or it was confirmed meanwhile.
    if exists (select from public.holds where id = p_hold) then perform internal.fail('slot_taken'); end if;
    return false;
  end if;
  hold.user_id := coalesce(hold.user_id, caller);
  perform internal.book_hold(hold, contact, (case when by_hand then 'requested' else 'confirmed' end)::public.appointment_state, demanded);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.free_starts(p_offers uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.end_hold(kept.id, true) from (
    select hold.id from public.offer_starts start join public.holds hold on hold.id = start.hold_id and hold.ended_at is null
    where start.offer_id = any(p_offers) order by hold.id for update of hold) kept;
end $function$;

CREATE OR REPLACE FUNCTION internal.lock_offering(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  place uuid;
begin
  for place in select distinct offer.location_id from public.offers offer where offer.order_id = p_order and offer.state = 'sent' order by 1 loop
    perform internal.lock_location(place, true);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_offers(one public.search_orders, p_kind text, p_once text, p_offers uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  hidden constant boolean := internal.is_secret_order(one);
begin
  perform internal.mail_order(one, p_kind, p_once, jsonb_build_object('offers', (
      select coalesce(jsonb_agg(jsonb_build_object('business', case when not hidden then internal.neutral(place.name, null) end,
        'price_cents', offer.price_cents, 'expires_at', offer.expires_at, 'time_zone', place.time_zone, 'starts', (
          select jsonb_agg(start.starts_at order by start.starts_at) from public.offer_starts start where start.offer_id = offer.id))
        order by offer.sent_at, offer.id), '[]')
      from public.offers offer join public.locations place on place.id = offer.location_id where offer.id = any(p_offers))));
end $function$;

CREATE OR REPLACE FUNCTION internal.new_offers(p_order uuid, p_since timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(select offer.id from public.offers offer where offer.order_id = p_order and offer.state = 'sent' and offer.expires_at > internal.present()
    and offer.seen_at is null and (p_since is null or offer.sent_at > p_since) order by offer.sent_at, offer.id);
end $function$;

CREATE OR REPLACE FUNCTION internal.offer_points(one public.search_orders, offer public.offers, p_km double precision, p_dearest integer)
 RETURNS real
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION internal.offer_to_answer(p_order uuid, p_offer uuid)
 RETURNS public.offers
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  offer public.offers;
begin
  if not exists (select from public.search_orders one where one.id = p_order and one.state = 'open' and one.expires_at > present) then
    perform internal.fail('order_closed');
  end if;
  perform internal.lock_offering(p_order);
  select * into offer from public.offers one where one.id = p_offer and one.order_id = p_order for update;
  if offer.state = 'expired' or offer.state = 'sent' and offer.expires_at <= present then perform internal.fail('offer_expired'); end if;
  if offer.state is distinct from 'sent' then perform internal.fail('offer_closed'); end if;
  return offer;
end $function$;

CREATE OR REPLACE FUNCTION internal.owns_order(one public.search_orders, p_secret text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(one.user_id = internal.person(), false) or exists (
    select from public.search_order_links link
    where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and link.order_id = one.id and link.scope = 'own'
      and link.expires_at > internal.present());
end $function$;

CREATE OR REPLACE FUNCTION internal.request_offer(one public.search_orders, offer public.offers, p_dearest integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
      'price_cents', offer.price_cents, 'text', offer.text_masked, 'sent_at', offer.sent_at, 'expires_at', offer.expires_at,
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
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_first_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.mail_offers(one, 'offer_received', 'first', array[new.id])
  from public.search_orders one where one.id = new.order_id and one.state = 'open';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.told_of_offers(p_order uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select max(message.created_at) from public.messages message
    where message.dedupe_key in (
      select concat('order ', p_order, ' offer_received first') union all
      select concat('order ', p_order, ' offers_digest ', offer.id) from public.offers offer where offer.order_id = p_order));
end $function$;

CREATE OR REPLACE FUNCTION public.accept_offer(p_order uuid, p_offer uuid, p_position integer, p_secret text DEFAULT NULL::text, p_price_cents integer DEFAULT NULL::integer, p_contact jsonb DEFAULT NULL::jsonb, p_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  one public.search_orders := internal.order_of(p_order, p_secret);
  known uuid;
  offer public.offers;
  hold public.holds;
  contact jsonb;
  demanded text;
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if p_key is not null then
    select visit.id into known from public.appointments visit where visit.idempotency_key = p_key;
    if known is not null then
      if exists (select from public.offers made where made.order_id = p_order and made.appointment_id = known) then return internal.visit_json(known); end if;
      perform internal.fail('key_used');
    end if;
  end if;
  offer := internal.offer_to_answer(p_order, p_offer);
  if p_price_cents is distinct from offer.price_cents then perform internal.fail('price_changed'); end if;
  select kept.* into hold from public.offer_starts start join public.holds kept on kept.id = start.hold_id
  where start.offer_id = p_offer and start."position" = p_position and kept.ended_at is null for update of kept;
  if hold.id is null or hold.starts_at <= present then perform internal.fail('offer_expired'); end if;
  if not exists (select from public.companies company where company.id = hold.company_id and company.state = 'active') then
    perform internal.fail('not_possible', internal.phone_of(hold.location_id));
  end if;
  contact := internal.clean_contact(jsonb_build_object('name', coalesce(nullif(btrim(p_contact ->> 'name'), ''), one.contact_name),
    'email', one.contact_email, 'phone', coalesce(p_contact ->> 'phone', one.contact_phone), 'note', p_contact ->> 'note'), false);
  hold.user_id := coalesce(one.user_id, internal.person());
  hold.source := 'web';
  hold.origin := 'offer';
  hold.idempotency_key := p_key;
  -- The link of the order opens the booking as well.
  select link.secret_hash into hold.secret_hash from public.search_order_links link
  where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and link.order_id = p_order and link.scope = 'own';
  demanded := internal.demanded_early_start(internal.as_appointment(hold), hold.starts_at, p_early_start);
  delete from public.holds where id = hold.id;
  perform internal.free_starts(array[p_offer]);
  perform internal.close_offers(p_order, 'Ein anderes Angebot passte besser.', p_offer);
  update public.search_orders set state = 'matched', closed_at = present where id = p_order;
  perform internal.book_hold(hold, contact, 'confirmed', demanded);
  if one.for_name <> '' then update public.appointments set for_name = one.for_name where id = hold.id; end if;
  update public.offers set state = 'accepted', decided_at = present, appointment_id = hold.id where id = p_offer;
  return internal.visit_json(hold.id);
end $function$;

CREATE OR REPLACE FUNCTION public.decline_offer(p_order uuid, p_offer uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  why constant text := left(internal.masked(btrim(coalesce(p_reason, ''))), 500);
begin
  perform internal.order_of(p_order, p_secret);
  perform internal.lock_order(p_order);
  if exists (select from public.offers offer where offer.id = p_offer and offer.order_id = p_order and offer.state = 'declined') then return; end if;
  perform internal.lock_offering(p_order);
  if not exists (select from public.offers offer where offer.id = p_offer and offer.order_id = p_order and offer.state = 'sent' for update) then
    perform internal.fail('offer_closed');
  end if;
  perform internal.free_starts(array[p_offer]);
  update public.offers set state = 'declined', decided_at = internal.present(), reason = why where id = p_offer;
end $function$;

CREATE OR REPLACE FUNCTION public.get_offer(p_order uuid, p_offer uuid, p_position integer, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  one constant public.search_orders := internal.order_of(p_order, p_secret);
  offer public.offers;
  hold public.holds;
begin
  select * into offer from public.offers made where made.id = p_offer and made.order_id = p_order;
  if offer.id is null then perform internal.fail('offer_closed'); end if;
  select kept.* into hold from public.offer_starts start join public.holds kept on kept.id = start.hold_id
  where start.offer_id = p_offer and start."position" = p_position and kept.ended_at is null;
  if one.state <> 'open' then perform internal.fail('order_closed'); end if;
  if offer.state = 'expired' or offer.state = 'sent' and (offer.expires_at <= present or hold.id is null or hold.starts_at <= present) then
    perform internal.fail('offer_expired');
  end if;
  if offer.state <> 'sent' then perform internal.fail('offer_closed'); end if;
  -- As accept_offer will book it.
  hold.source := 'web';
  return (
    select jsonb_build_object('offer', internal.request_offer(one, offer, offer.price_cents),
      'lines', (select jsonb_agg(jsonb_build_object('service_name', line ->> 'service_name', 'starts_at', line ->> 'starts_at',
          'price_cents', (line ->> 'price_cents')::integer, 'employee_name', employee.name) order by line -> 'position')
        from jsonb_array_elements(hold.lines) line
        join public.employees employee on employee.id = (line ->> 'employee_id')::uuid),
      'starts_at', hold.starts_at, 'ends_at', hold.ends_at, 'cancellation_hours', hold.cancellation_hours,
      'cancel_until', hold.starts_at - make_interval(hours => hold.cancellation_hours),
      'location', jsonb_build_object('slug', place.slug, 'name', place.name, 'street', place.street, 'postal_code', place.postal_code,
        'city', place.city, 'time_zone', place.time_zone, 'phone', place.phone),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name, 'representative', company.representative,
        'street', company.street, 'postal_code', company.postal_code, 'city', company.city, 'email', company.email, 'phone', company.phone,
        'small_business', company.small_business),
      'contact', jsonb_build_object('name', one.contact_name, 'email', one.contact_email, 'phone', one.contact_phone),
      'withdrawal', (internal.legal_flags(hold.id)).withdrawal, 'early_start', internal.early_start_json(internal.as_appointment(hold)))
    from public.locations place join public.companies company on company.id = place.company_id where place.id = hold.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_request(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      'closed_reason', one.closed_reason,
      'contact', case when own then jsonb_build_object('name', one.contact_name, 'email', one.contact_email, 'phone', one.contact_phone) end,
      'asked', case when one.state = 'open' and jsonb_array_length(found.offers) = 0 then internal.asked_json(one) end,
      'offers', found.offers,
      'appointment', (select jsonb_build_object('id', case when own then visit.id end, 'starts_at', visit.starts_at, 'location', place.name,
          'time_zone', place.time_zone)
        from public.offers offer join public.appointments visit on visit.id = offer.appointment_id
        join public.locations place on place.id = visit.location_id where offer.order_id = p_order and offer.state = 'accepted'))
    from (select coalesce(jsonb_agg(internal.request_offer(one, offer, dearest) order by offer.sent_at, offer.id), '[]') as offers
      from public.offers offer where offer.order_id = p_order) found
    left join public.categories category on category.id = one.category_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nudge_orders(p_limit integer DEFAULT 100)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  due record;
  one public.search_orders;
  done integer := 0;
begin
  for due in
    select found.order_id, min(found.step) as step from (
      -- A day after the question the order closes, if nothing was looked at since.
      select offer.order_id, 1 as step from public.offers offer
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open'
      join public.messages asked on asked.dedupe_key = concat('order ', offer.order_id, ' order_still_wanted once') and asked.created_at <= present - interval '24 hours'
      where offer.seen_at is null and offer.sent_at <= asked.created_at - interval '24 hours'
      union all
      select offer.order_id, 2 from public.offers offer
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open'
      where offer.seen_at is null and offer.sent_at <= present - interval '24 hours' and offer.state in ('sent', 'expired')
        and not exists (select from public.messages asked where asked.dedupe_key = concat('order ', offer.order_id, ' order_still_wanted once'))
      union all
      select offer.order_id, 3 from public.offers offer
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open'
      where offer.state = 'sent' and offer.expires_at > present and offer.expires_at <= present + interval '4 hours'
        and offer.expires_at - offer.sent_at > interval '6 hours'
        and not exists (select from public.offers later where later.order_id = offer.order_id and later.state = 'sent' and later.expires_at > offer.expires_at)
        and not exists (select from public.messages told where told.dedupe_key = concat('order ', offer.order_id, ' offer_expiring ', offer.id))
      union all
      select offer.order_id, 4 from public.offers offer
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open'
      cross join lateral (select internal.told_of_offers(offer.order_id) as at) told
      where offer.state = 'sent' and offer.expires_at > present and offer.seen_at is null and offer.sent_at > told.at and told.at <= present - interval '2 hours') found
    group by found.order_id order by min(found.step) limit p_limit
  loop
    perform internal.lock_order(due.order_id);
    select * into one from public.search_orders where id = due.order_id and state = 'open';
    continue when one.id is null;
    if due.step = 1 then
      perform internal.close_order(one.id, 'expired', 'Es kam keine Antwort mehr.');
      perform internal.mail_order(one, 'order_closed', 'silent');
    elsif due.step = 2 then
      perform internal.mail_offers(one, 'order_still_wanted', 'once', internal.new_offers(one.id, null));
    elsif due.step = 3 then
      perform internal.mail_offers(one, 'offer_expiring', offer.id::text, array[offer.id])
      from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present
      order by offer.expires_at desc limit 1;
    else
      perform internal.mail_offers(one, 'offers_digest', fresh.ids[cardinality(fresh.ids)]::text, fresh.ids)
      from (select internal.new_offers(one.id, internal.told_of_offers(one.id)) as ids) fresh where cardinality(fresh.ids) > 0;
    end if;
    done := done + 1;
  end loop;
  return done;
end $function$;

CREATE OR REPLACE FUNCTION public.see_offers(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.order_of(p_order, p_secret);
  if not exists (select from public.offers offer where offer.order_id = p_order and offer.seen_at is null) then return; end if;
  perform internal.lock_order(p_order);
  update public.offers set seen_at = internal.present() where order_id = p_order and seen_at is null;
end $function$;

CREATE OR REPLACE FUNCTION public.share_request(p_order uuid, p_secret_hash text, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER TABLE "public"."ranking_weights" ADD CONSTRAINT "ranking_weights_component_check" CHECK ((component = ANY (ARRAY['text'::text, 'distance'::text, 'rating'::text, 'time'::text, 'price'::text])));

ALTER TABLE "public"."ranking_weights" ADD CONSTRAINT "ranking_weights_context_check" CHECK ((context = ANY (ARRAY['search'::text, 'offers'::text])));

ALTER TABLE "public"."ranking_weights" ADD CONSTRAINT "ranking_weights_pkey" PRIMARY KEY (context, component);

CREATE CONSTRAINT TRIGGER tell_first_offer AFTER INSERT ON public.offers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION internal.tell_first_offer();

REVOKE ALL ON FUNCTION "internal"."asked_json"(public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."book_hold"(public.holds, jsonb, public.appointment_state, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."close_offers"(uuid, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."free_starts"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."lock_offering"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mail_offers"(public.search_orders, text, text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."new_offers"(uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."offer_points"(public.search_orders, public.offers, double precision, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."offer_to_answer"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."owns_order"(public.search_orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."request_offer"(public.search_orders, public.offers, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."tell_first_offer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."told_of_offers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."accept_offer"(uuid, uuid, integer, text, integer, jsonb, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_offer"(uuid, uuid, integer, text, integer, jsonb, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."decline_offer"(uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decline_offer"(uuid, uuid, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_offer"(uuid, uuid, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_offer"(uuid, uuid, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_request"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_request"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."nudge_orders"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."nudge_orders"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."see_offers"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."see_offers"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."share_request"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."share_request"(uuid, text, text) TO "anon", "authenticated";

insert into public.ranking_weights (component, weight, name, description, position, context) values
  ('time', 0.35, 'Zeit', 'Liegt ein Termin in Ihren Wunschzeiten, gibt es volle Punkte, sechs Stunden daneben die halben. Bei mehreren Terminen zählt der beste.', 11, 'offers'),
  ('price', 0.25, 'Preis', 'Der Gesamtpreis gegen Ihr Budget: wer die Hälfte verlangt, bekommt drei Viertel der Punkte, wer es ausschöpft, die Hälfte, wer das Doppelte verlangt, keine. Ohne Budget steht dafür das teuerste Angebot.', 12, 'offers'),
  ('distance', 0.2, 'Entfernung', 'Wie nah der Betrieb an Ihrem Ort liegt: am Ort selbst volle Punkte, in 5 km Entfernung die halben.', 13, 'offers'),
  ('rating', 0.2, 'Bewertungen', 'Der Durchschnitt der Bewertungen, bei wenigen zur Mitte gezogen wie in der Suche.', 14, 'offers');

insert into internal.message_kinds (kind, purpose, priority) values
  ('offer_received', 'transactional', 10),
  ('offers_digest', 'transactional', 10),
  ('offer_expiring', 'transactional', 10),
  ('order_still_wanted', 'transactional', 10);
