-- What a decision does, and how an appeal undoes it.

-- The measure that fits what was reported; about anything one may also decide `none`.
create function internal.measure_against(p_kind text) returns text
language sql immutable set search_path = '' as $$
  select case p_kind when 'listing' then 'listing_paused' when 'image' then 'picture_removed' when 'review' then 'review_removed'
    when 'reply' then 'reply_removed' when 'order' then 'order_closed' when 'offer' then 'offer_withdrawn' when 'message' then 'message_removed' else 'company_suspended' end
$$;

-- Withdraws the live offers of these locations, or one offer, whose words go as well. Locks the orders, then the locations (75_orders/30_ground), each in
-- the order of their ids.
create function internal.withdraw_offers(p_locations uuid[], p_offer uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  one uuid;
begin
  for one in select distinct offer.order_id from public.offers offer
    where offer.id = p_offer or offer.location_id = any(p_locations) and offer.state = 'sent' order by 1
  loop
    perform internal.lock_order(one);
  end loop;
  for one in select distinct offer.location_id from public.offers offer where offer.id = p_offer or offer.location_id = any(p_locations) order by 1 loop
    perform internal.lock_location(one, true);
  end loop;
  perform internal.free_starts(array(
    select offer.id from public.offers offer where offer.state = 'sent' and (offer.id = p_offer or offer.location_id = any(p_locations))));
  update public.offers set state = 'withdrawn', decided_at = internal.present(), reason = 'Von Zeitplatz zurückgezogen.'
  where state = 'sent' and (id = p_offer or location_id = any(p_locations));
  update public.offers set text_masked = '' where id = p_offer;
end $$;

-- Carries a measure out. What is already gone stays gone.
create function internal.carry_out(decision internal.decisions) returns void
language plpgsql set search_path = '' as $$
begin
  case decision.measure
    when 'review_removed' then
      update public.reviews set state = 'removed', removed_reason = decision.ground where id = decision.target_id;
    when 'reply_removed' then update public.reviews set reply = '', replied_at = null where id = decision.target_id;
    when 'picture_removed' then delete from public.location_images where id = decision.target_id;
    when 'order_closed' then
      perform internal.lock_order(decision.target_id);
      if exists (select from public.search_orders where id = decision.target_id and state = 'open') then
        perform internal.close_order(decision.target_id, 'withdrawn', 'Nach einer Meldung beendet.');
      end if;
      update public.search_orders set title = '', text = '' where id = decision.target_id;
      delete from public.search_order_images where order_id = decision.target_id;
    when 'message_removed' then
      -- Its place stays, so that both sides see why an answer hangs in the air.
      update public.appointment_messages set text = '▮ von Zeitplatz entfernt', settled_at = coalesce(settled_at, decision.told_at) where id = decision.target_id;
      update public.order_messages set text = '▮ von Zeitplatz entfernt', settled_at = coalesce(settled_at, decision.told_at) where id = decision.target_id;
    when 'offer_withdrawn' then perform internal.withdraw_offers('{}', decision.target_id);
    when 'listing_paused' then
      perform internal.withdraw_offers(array[decision.location_id]);
      insert into internal.paused_locations (location_id, decision_id) values (decision.location_id, decision.id) on conflict do nothing;
      update public.locations set state = 'paused' where id = decision.location_id and state = 'published';
    when 'company_suspended' then
      perform internal.withdraw_offers(array(select id from public.locations where company_id = decision.target_id));
      update public.companies set state = 'suspended' where id = decision.target_id and state = 'active';
    else null;
  end case;
end $$;

-- Takes the measure of an earlier decision back. A picture has to be uploaded again, a reply or message written again, an order or offer sent again.
create function internal.take_back(earlier internal.decisions) returns void
language plpgsql set search_path = '' as $$
begin
  update public.reviews set state = 'published', removed_reason = null
  where earlier.measure = 'review_removed' and id = earlier.target_id and state = 'removed';
  delete from internal.paused_locations where decision_id = earlier.id and earlier.measure = 'listing_paused';
  if found then update public.locations set state = 'published' where id = earlier.location_id and state = 'paused' and not archived; end if;
  update public.companies set state = 'active' where earlier.measure = 'company_suspended' and id = earlier.target_id and state = 'suspended';
end $$;

revoke execute on function internal.measure_against, internal.withdraw_offers, internal.carry_out, internal.take_back from public;
