-- Mails to the customer of an order: the first offer at once, later ones together every two hours, four hours before the last one ends, and after a day of
-- silence whether the order still holds. A second day of silence closes it. Offers that the customer has seen on their page are in no mail.

-- Queues a mail about some offers of an order, once for `p_once`. Names of businesses are replaced where they lead away; trades under § 203 StGB name none.
create function internal.mail_offers(one public.search_orders, p_kind text, p_once text, p_offers uuid[], p_at timestamptz default null)
returns void
language plpgsql set search_path = '' as $$
declare
  hidden constant boolean := internal.is_secret_order(one);
begin
  perform internal.mail_order(one, p_kind, p_once, jsonb_build_object('offers', (
      select coalesce(jsonb_agg(jsonb_build_object('business', case when not hidden then internal.neutral(place.name, null) end,
        'price_cents', offer.price_cents, 'expires_at', offer.expires_at, 'time_zone', place.time_zone, 'starts', (
          select jsonb_agg(start.starts_at order by start.starts_at) from public.offer_starts start where start.offer_id = offer.id))
        order by offer.sent_at, offer.id), '[]')
      from public.offers offer join public.locations place on place.id = offer.location_id where offer.id = any(p_offers))), p_at);
end $$;

-- At the end of the transaction that sends an offer, when its starts are written, too.
create function internal.tell_first_offer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.mail_offers(one, 'offer_received', 'first', array[new.id])
  from public.search_orders one where one.id = new.order_id and one.state = 'open' and one.kind = 'order';
  -- Who waits is told of each; by the server only when people are awake.
  perform internal.mail_offers(one, 'waitlist_offer', new.id::text, array[new.id],
    case when new.origin = 'waitlist' then internal.awake(new.sent_at, place.time_zone) end)
  from public.search_orders one join public.locations place on place.id = new.location_id
  where one.id = new.order_id and one.state = 'open' and one.kind = 'waitlist';
  return null;
end $$;
create constraint trigger tell_first_offer after insert on public.offers deferrable initially deferred
  for each row execute function internal.tell_first_offer();

-- When somebody was last told of offers of an order.
create function internal.told_of_offers(p_order uuid) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return (select max(message.created_at) from public.messages message
    where message.dedupe_key in (
      select concat('order ', p_order, ' offer_received first') union all
      select concat('order ', p_order, ' offers_digest ', offer.id) from public.offers offer where offer.order_id = p_order));
end $$;

-- The mails about offers that are due now, for the server's job: at most p_limit orders. Returns how many orders it has written to or closed.
create function public.nudge_orders(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
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
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open' and wish.kind = 'order'
      join public.messages asked on asked.dedupe_key = concat('order ', offer.order_id, ' order_still_wanted once') and asked.created_at <= present - interval '24 hours'
      where offer.seen_at is null and offer.sent_at <= asked.created_at - interval '24 hours'
      union all
      select offer.order_id, 2 from public.offers offer
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open' and wish.kind = 'order'
      where offer.seen_at is null and offer.sent_at <= present - interval '24 hours' and offer.state in ('sent', 'expired')
        and not exists (select from public.messages asked where asked.dedupe_key = concat('order ', offer.order_id, ' order_still_wanted once'))
      union all
      select offer.order_id, 3 from public.offers offer
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open' and wish.kind = 'order'
      where offer.state = 'sent' and offer.expires_at > present and offer.expires_at <= present + interval '4 hours'
        and offer.expires_at - offer.sent_at > interval '6 hours'
        and not exists (select from public.offers later where later.order_id = offer.order_id and later.state = 'sent' and later.expires_at > offer.expires_at)
        and not exists (select from public.messages told where told.dedupe_key = concat('order ', offer.order_id, ' offer_expiring ', offer.id))
      union all
      select offer.order_id, 4 from public.offers offer
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open' and wish.kind = 'order'
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
end $$;

-- The live offers of an order that its customer has not seen and was not told of before `p_since`, oldest first.
create function internal.new_offers(p_order uuid, p_since timestamptz) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(select offer.id from public.offers offer where offer.order_id = p_order and offer.state = 'sent' and offer.expires_at > internal.present()
    and offer.seen_at is null and (p_since is null or offer.sent_at > p_since) order by offer.sent_at, offer.id);
end $$;

revoke execute on function internal.mail_offers, internal.tell_first_offer, internal.told_of_offers, internal.new_offers from public;
grant execute on function public.nudge_orders to service_role;
