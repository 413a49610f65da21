-- Accepting and declining offers, and what becomes of the others. Locks: the order, then all locations with offers of it in the order of their ids,
-- then rows (30_ground).

-- Ends the open offers of an order, but for one: their times are free again and their businesses are told. `p_reason`: a German sentence for
-- the businesses. The caller has locked the order.
create function internal.close_offers(p_order uuid, p_reason text, p_except uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  perform internal.lock_offering(p_order);
  perform internal.free_starts(array(
    select offer.id from public.offers offer where offer.order_id = p_order and offer.state = 'sent' and offer.id is distinct from p_except));
  update public.offers set state = (case when expires_at <= present then 'expired' else 'declined' end)::public.offer_state, decided_at = present,
    reason = p_reason
  where order_id = p_order and state = 'sent' and id is distinct from p_except;
end $$;

-- Locks the locations with open offers of an order.
create function internal.lock_offering(p_order uuid) returns void
language plpgsql set search_path = '' as $$
declare
  place uuid;
begin
  for place in select distinct offer.location_id from public.offers offer where offer.order_id = p_order and offer.state = 'sent' order by 1 loop
    perform internal.lock_location(place, true);
  end loop;
end $$;

-- An open order and one of its offers, both locked, for its customer. Errors: order_not_found, order_closed, offer_closed (declined, withdrawn, accepted, or of
-- another order), offer_expired.
create function internal.offer_to_answer(p_order uuid, p_offer uuid) returns public.offers
language plpgsql set search_path = '' as $$
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
end $$;

-- Books one of the times of an offer at its price: confirmed, also where the location confirms by hand, since the business has said yes with its offer;
-- one that the server offered by itself waits for its payment where that is due.
-- `p_price_cents`: what the customer was shown. `p_contact` {name?, phone?, note?} adds to the contact of the order, whose address stays. `p_early_start`
-- as for `confirm_appointment`. A repeated call with the same key answers the same. Answers the visit.
-- Errors: order_not_found, order_closed, offer_expired, offer_closed, price_changed, early_start_missing, not_possible, too_many_to_address,
-- too_many_bookings, key_used, swap_gone, and those of internal.clean_contact.
create function public.accept_offer(
  p_order uuid, p_offer uuid, p_position integer, p_secret text default null, p_price_cents integer default null, p_contact jsonb default null,
  p_key uuid default null, p_early_start text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  one public.search_orders := internal.order_of(p_order, p_secret);
  known uuid;
  offer public.offers;
  hold public.holds;
  contact jsonb;
  demanded text;
  becomes public.appointment_state;
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
  if exists (select from public.offers made where made.id = p_offer and made.order_id = p_order and made.appointment_id = one.replaces_appointment) then
    return internal.visit_json(one.replaces_appointment);
  end if;
  offer := internal.offer_to_answer(p_order, p_offer);
  if p_price_cents is distinct from offer.price_cents then perform internal.fail('price_changed'); end if;
  select kept.* into hold from public.offer_starts start join public.holds kept on kept.id = start.hold_id
  where start.offer_id = p_offer and start."position" = p_position and kept.ended_at is null for update of kept;
  if hold.id is null or hold.starts_at <= present then perform internal.fail('offer_expired'); end if;
  if not exists (select from public.companies company where company.id = hold.company_id and company.state = 'active') then
    perform internal.fail('not_possible', internal.phone_of(hold.location_id));
  end if;
  if one.replaces_appointment is not null then
    perform internal.swap_to_offer(one, offer, hold, p_early_start);
    return internal.visit_json(one.replaces_appointment);
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
  -- With a time that the server offered by itself the business has not said yes; and what is paid when that time is booked is paid for it, too.
  becomes := case when offer.origin = 'waitlist' and internal.asks_first(hold) then 'requested' when hold.terms is not null then 'awaiting_payment' else 'confirmed' end;
  perform internal.book_hold(hold, contact, becomes, demanded);
  if becomes = 'awaiting_payment' then perform internal.await_payment(hold);
  elsif hold.terms is not null then perform internal.keep_terms(hold);
  end if;
  if one.for_name <> '' then update public.appointments set for_name = one.for_name where id = hold.id; end if;
  update public.offers set state = 'accepted', decided_at = present, appointment_id = hold.id where id = p_offer;
  return internal.visit_json(hold.id);
end $$;

-- Moves the appointment that a place on a waiting list replaces to the time of an offer; its old one is free again. The caller has locked order and
-- location and checked the offer. Errors: swap_gone (it was cancelled, is too near to be moved, or consists of other services or lengths now), early_start_missing,
-- hold_expired.
create function internal.swap_to_offer(one public.search_orders, offer public.offers, hold public.holds, p_early_start text) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  visit public.appointments;
  demanded text;
begin
  select * into visit from public.appointments where id = one.replaces_appointment for update;
  if not coalesce(internal.customer_may_change(visit), false) or visit.location_id <> hold.location_id
    or array(select line.service_id from public.appointment_lines line where line.appointment_id = visit.id order by 1)
      <> array(select (line ->> 'service_id')::uuid from jsonb_array_elements(hold.lines) line order by 1)
    or exists (
      select from public.appointment_lines line
      left join jsonb_populate_recordset(null::internal.planned_line, hold.lines) kept on kept."position" = line."position" and kept.service_id = line.service_id
      where line.appointment_id = visit.id and line.agreed_minutes is not null
        and coalesce(kept.ends_at - kept.starts_at <> line.agreed_minutes * interval '1 minute', true)) then
    perform internal.fail('swap_gone');
  end if;
  demanded := internal.demanded_early_start(visit, hold.starts_at, p_early_start);
  perform internal.move_to_hold(visit.id, hold.id, 'customer');
  insert into public.early_starts select visit.id, present, demanded where demanded is not null on conflict do nothing;
  perform internal.free_starts(array[offer.id]);
  perform internal.close_offers(one.id, 'Eine andere Zeit passte besser.', offer.id);
  update public.search_orders set state = 'matched', closed_at = present where id = one.id;
  update public.offers set state = 'accepted', decided_at = present, appointment_id = visit.id where id = offer.id;
end $$;

-- Says no to an offer: its times are free again, its business is told. Again changes nothing. Errors: order_not_found, order_closed, offer_closed.
create function public.decline_offer(p_order uuid, p_offer uuid, p_secret text default null, p_reason text default '') returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Everything that the page of an acceptance shows above its button (§ 312j BGB): the offer, its contract and the contact so far.
-- {offer (as in get_request), start, company, location, contact, cancel_until, withdrawal, early_start, secret,
-- replaces: when the appointment is now that moves there, or null}. Errors: order_not_found, order_closed, offer_closed,
-- offer_expired.
create function public.get_offer(p_order uuid, p_offer uuid, p_position integer, p_secret text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
      'withdrawal', (internal.legal_flags(hold.id)).withdrawal, 'early_start', internal.early_start_json(internal.as_appointment(hold)),
      'replaces', (select visit.starts_at from public.appointments visit where visit.id = one.replaces_appointment))
    from public.locations place join public.companies company on company.id = place.company_id where place.id = hold.location_id);
end $$;

revoke execute on function internal.close_offers, internal.swap_to_offer, internal.lock_offering, internal.offer_to_answer from public;
grant execute on function public.accept_offer, public.decline_offer, public.get_offer to anon, authenticated;
