-- How an offer ends other than by its customer (who accepts or declines): the business withdraws it, or its time is over. Whoever ends one holds the locks of
-- its order and its location.

-- Gives back the times that are held for offers; the caller writes what became of them.
create function internal.free_starts(p_offers uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.end_hold(kept.id, true) from (
    select hold.id from public.offer_starts start join public.holds hold on hold.id = start.hold_id and hold.ended_at is null
    where start.offer_id = any(p_offers) order by hold.id for update of hold) kept;
end $$;

-- Withdraws an offer of the caller's business that nobody has answered yet; its times are free again. The customer reads the reason, without contact data.
-- The same again changes nothing. Errors: offer_not_found, reason_missing, text_too_long, offer_closed (detail: the state).
create function public.withdraw_offer(p_offer uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := btrim(coalesce(p_reason, ''));
  offer public.offers := internal.open_offer(p_offer);
begin
  if offer.state = 'withdrawn' then return internal.offer_json(offer); end if;
  if internal.offer_state(offer) <> 'sent' then perform internal.fail('offer_closed', internal.offer_state(offer)::text); end if;
  if words = '' then perform internal.fail('reason_missing'); end if;
  if length(words) > 500 then perform internal.fail('text_too_long'); end if;
  perform internal.free_starts(array[p_offer]);
  update public.offers set state = 'withdrawn', decided_at = internal.present(), reason = left(internal.masked(words), 500)
  where id = p_offer returning * into offer;
  return internal.offer_json(offer);
end $$;

-- Writes down which offers are over, for the server's job, and gives back their time. Nothing depends on it. Skips what others work on. Returns how many.
create function public.expire_offers(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  due record;
  expired integer := 0;
begin
  for due in
    select id, order_id, location_id from public.offers where state = 'sent' and expires_at <= present order by expires_at limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(due.order_id::text, 75)) or not pg_try_advisory_xact_lock(hashtextextended(due.location_id::text, 43));
    perform from public.offers where id = due.id and state = 'sent' for update skip locked;
    continue when not found;
    perform internal.free_starts(array[due.id]);
    update public.offers set state = 'expired', decided_at = expires_at where id = due.id;
    expired := expired + 1;
  end loop;
  return expired;
end $$;

revoke execute on function internal.free_starts from public;
grant execute on function public.withdraw_offer to authenticated;
grant execute on function public.expire_offers to service_role;
