set local check_function_bodies = off;

DROP FUNCTION "internal"."let_offer_go"(uuid);

CREATE OR REPLACE FUNCTION public.expire_offers(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_offer(p_offer uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
