-- Changing, extending and ending an order.

-- Ends an order with all of its live offers, whose times are free again (66_accepting). The caller has locked the order.
create function internal.close_order(p_order uuid, p_state public.order_state, p_reason text) returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.close_offers(p_order, p_reason);
  update public.search_orders set state = p_state, closed_at = internal.present(), closed_reason = p_reason where id = p_order;
end $$;

-- Changes an open order: as for internal.fill_order, but not its category; of other wishes only the windows. Offers stay. Returns the new version.
-- Errors: order_not_found, order_closed, order_expired, those of internal.fill_order.
create function public.change_search_order(p_order uuid, p_secret text, p_changes jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  perform internal.check_open(one);
  one := internal.fill_order(one, case when one.kind = 'order' then p_changes - 'category'
    when p_changes ? 'windows' then jsonb_build_object('windows', p_changes -> 'windows') else '{}' end);
  perform internal.keep_order(one);
  update public.search_orders set version = version + 1,
    next_check_at = case when kind <> 'order' then internal.present() end,
    expires_at = least(internal.order_end(one, internal.present()), confirmed_at + internal.wish_days(kind) * (extended + 1) * interval '1 day')
  where id = p_order returning * into one;
  return one.version;
end $$;

-- That an order takes changes and offers. Errors: order_expired, order_closed.
create function internal.check_open(one public.search_orders) returns void
language plpgsql stable set search_path = '' as $$
begin
  if one.state = 'expired' or one.state = 'open' and one.expires_at <= internal.present() then perform internal.fail('order_expired'); end if;
  if one.state <> 'open' then perform internal.fail('order_closed'); end if;
end $$;

-- Gives an open or expired order new windows and as many days more; twice. p_radius_km: how far from now on, null as before. Returns when it ends.
-- Errors: order_not_found, order_closed, extended_twice, radius_invalid, those of internal.check_open_orders and internal.read_windows.
create function public.extend_search_order(p_order uuid, p_secret text, p_windows jsonb, p_radius_km integer default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if one.state not in ('open', 'expired') or one.emptied_at is not null then perform internal.fail('order_closed'); end if;
  if one.extended >= 2 then perform internal.fail('extended_twice'); end if;
  if one.state = 'expired' and one.contact_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended(encode(one.contact_hash, 'hex'), 77));
    perform internal.check_open_orders(one);
  end if;
  one := internal.fill_order(one, jsonb_build_object('windows', p_windows)
    || case when p_radius_km is null or one.kind = 'waitlist' then '{}' else jsonb_build_object('radius_km', p_radius_km) end);
  perform internal.keep_order(one);
  update public.search_orders set state = 'open', closed_at = null, closed_reason = '', extended = extended + 1, version = version + 1,
    snoozed_until = null, rounds_missed = 0, next_check_at = case when kind <> 'order' then present end, expires_at = internal.order_end(one, present)
  where id = p_order returning * into one;
  return one.expires_at;
end $$;

-- Takes an order back; its offers are declined. For one that has ended without an appointment the answer is the same. Errors: order_not_found, order_closed (matched).
create function public.withdraw_search_order(p_order uuid, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if one.state = 'matched' then perform internal.fail('order_closed'); end if;
  if one.state in ('draft', 'open') then perform internal.close_order(p_order, 'withdrawn', case one.kind
    when 'waitlist' then 'Der Wartelistenplatz wurde aufgegeben.' when 'alert' then 'Die Benachrichtigung wurde beendet.'
    else 'Der Suchauftrag wurde zurückgezogen.' end); end if;
end $$;

-- Ends what is over, by the server's job every few minutes; returns how many. One that somebody is just changing waits for the next call.
create function public.expire_search_orders(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due uuid;
  one public.search_orders;
  ended integer := 0;
begin
  for due in select id from public.search_orders where state = 'open' and expires_at <= internal.present() order by id limit p_limit loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(due::text, 75));
    select * into one from public.search_orders where id = due;
    continue when one.state <> 'open' or one.expires_at > internal.present();
    perform internal.close_order(due, 'expired', case one.kind
      when 'waitlist' then 'Der Wartelistenplatz ist abgelaufen.' when 'alert' then 'Die Benachrichtigung ist abgelaufen.'
      else 'Der Suchauftrag ist abgelaufen.' end);
    select * into one from public.search_orders where id = due;
    perform internal.mail_order(one, 'order_closed', one.extended::text);
    ended := ended + 1;
  end loop;
  return ended;
end $$;

-- The caller's orders, newest first, with those that were confirmed by mail with the address of their account: [{id, state, category, title, place, windows, confirmed_at, expires_at, closed_at,
-- offers: live, appointment_id, kind, business}]. Error: not_signed_in.
create function public.own_search_orders() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if internal.person() is null then perform internal.fail('not_signed_in'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'state', case when one.state = 'open' and one.expires_at <= internal.present() then 'expired' else one.state end,
      'category', (select name from public.categories where id = one.category_id), 'title', one.title, 'place', internal.order_place(one), 'radius_km', one.radius_km, 'windows', one.windows,
      'confirmed_at', one.confirmed_at, 'expires_at', one.expires_at, 'closed_at', one.closed_at,
      'offers', (select count(*) from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > internal.present()),
      'appointment_id', (select offer.appointment_id from public.offers offer where offer.order_id = one.id and offer.state = 'accepted'),
      'kind', one.kind, 'business', (select place.name from public.locations place where place.id = one.location_id))
      order by one.confirmed_at desc, one.id), '[]')
    from (select * from internal.orders_of_person() mine where mine.state <> 'draft' order by mine.confirmed_at desc limit 50) one);
end $$;

-- Those of the caller's account, and those confirmed with its confirmed address.
create function internal.orders_of_person() returns setof public.search_orders
language plpgsql stable set search_path = '' rows 5 as $$
begin
  return query
  select * from public.search_orders one
  where one.user_id = internal.person()
    or one.contact_hash = sha256(convert_to(internal.mailbox(internal.own_email()), 'UTF8'))
      and lower(one.contact_email) = lower(internal.own_email()) and one.confirmed_at is not null;
end $$;

revoke execute on function internal.close_order, internal.check_open, internal.orders_of_person from public;
grant execute on function public.change_search_order, public.extend_search_order, public.withdraw_search_order to anon, authenticated;
grant execute on function public.own_search_orders to authenticated;
grant execute on function public.expire_search_orders to service_role;
