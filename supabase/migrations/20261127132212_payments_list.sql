set local check_function_bodies = off;

ALTER TABLE "public"."money_alerts" ADD COLUMN "checked_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION internal.colleague_name(p_company uuid, p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when exists (select from public.members where company_id = p_company and user_id = p_user) then internal.person_name(p_user) else '' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.concerns_business(p_kind text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return p_kind not like 'drift\_%' and p_kind not in ('unknown_payment', 'declined');
end $function$;

CREATE OR REPLACE FUNCTION internal.payment_found(p_company uuid, p_text text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  digits constant text := upper(regexp_replace(p_text, '[\s-]', '', 'g'));
  words constant text := internal.told_words(p_text, internal.hides_contacts(p_company));
  -- What was paid says its booking's number, also when the booking is gone.
  number constant text := case when digits ~ '^[0-9A-F]{4,12}$' then format('replace(right(payment.description, 14), ''-'', '''') like %L', digits || '%') end;
  named constant text := case when words is not null then format('exists (select from internal.appointment_words told
    where told.appointment_id = payment.appointment_id and internal.works_on(told.appointment_id) and %s)', words) end;
begin
  if coalesce(btrim(p_text), '') = '' then return null; end if;
  return coalesce('(' || nullif(concat_ws(' or ', number, named), '') || ')', 'false');
end $function$;

CREATE OR REPLACE FUNCTION internal.payment_history(p_payment uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('at', event.at, 'verb', event.verb, 'actor', internal.colleague_name(event.company_id, event.actor),
    'reason', (select refund.reason from public.refunds refund where event.idempotency_key like 'refund:' || refund.id || ':%' and refund.payment_id = p_payment),
    'transfers', (select jsonb_agg(jsonb_build_object('debit', line.debit, 'credit', line.credit, 'amount_cents', line.amount_cents) order by line.position)
      from public.money_transfers line where line.event_id = event.id and line.payment_id = p_payment)) order by event.id), '[]')
  from public.money_events event
  where event.id in (select line.event_id from public.money_transfers line where line.payment_id = p_payment)
$function$;

CREATE OR REPLACE FUNCTION internal.payment_rows(p_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', payment.id, 'description', payment.description, 'kind', payment.kind, 'test', payment.test, 'state', payment.state,
    'amount_cents', payment.amount_cents, 'captured_cents', payment.captured_cents, 'refunding_cents', payment.refunding_cents,
    'refunded_cents', payment.refunded_cents, 'fee_cents', internal.balance_of(payment.id, 'provider_fee'), 'created_at', payment.created_at,
    'paid_at', payment.paid_at, 'location_id', payment.location_id,
    'check', exists (select from public.money_alerts alert
      where alert.payment_id = payment.id and alert.checked_at is null and internal.concerns_business(alert.kind)),
    'appointment', case when visit.id is not null and internal.works_on(visit.id) then jsonb_build_object(
      'id', visit.id, 'state', visit.state, 'starts_at', visit.starts_at, 'name', visit.contact_name) end) order by chosen.turn), '[]')
  from unnest(p_ids) with ordinality chosen (id, turn) join public.payments payment using (id)
  left join public.appointments visit on visit.id = payment.appointment_id
$function$;

CREATE OR REPLACE FUNCTION public.check_off_payment(p_payment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.payments where id = p_payment and company_id in (select internal.companies_as('manager')) for update;
  if not found then perform internal.fail('payment_not_found'); end if;
  update public.money_alerts set checked_at = internal.present()
  where payment_id = p_payment and checked_at is null and internal.concerns_business(kind);
end $function$;

CREATE OR REPLACE FUNCTION public.count_payments_to_check(p_company uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_company is null or p_company not in (select internal.companies_as('manager')) then return 0; end if;
  return (select count(distinct payment.id)::integer from public.money_alerts alert join public.payments payment on payment.id = alert.payment_id
    where alert.checked_at is null and payment.company_id = p_company and internal.concerns_business(alert.kind));
end $function$;

CREATE OR REPLACE FUNCTION public.get_payment(p_payment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  payment public.payments;
begin
  select * into payment from public.payments where id = p_payment and company_id in (select internal.companies_as('manager'));
  if payment.id is null then perform internal.fail('payment_not_found'); end if;
  return (internal.payment_rows(array[payment.id]) -> 0) || jsonb_build_object('provider', payment.provider, 'left_cents', internal.refundable(payment),
    'read_at', payment.read_at, 'settled_at', payment.settled_at, 'history', internal.payment_history(payment.id),
    'time_zone', (select place.time_zone from public.locations place where place.id = payment.location_id),
    'location_name', (select place.name from public.locations place where place.id = payment.location_id),
    'refunds', (select coalesce(jsonb_agg(jsonb_build_object('id', refund.id, 'amount_cents', refund.amount_cents, 'reason', refund.reason, 'note', refund.note,
        'state', refund.state, 'asked_by', internal.colleague_name(payment.company_id, refund.asked_by), 'created_at', refund.created_at, 'ended_at', refund.ended_at)
        order by refund.created_at, refund.id), '[]') from public.refunds refund where refund.payment_id = payment.id),
    'alerts', (select coalesce(jsonb_agg(jsonb_build_object('kind', alert.kind, 'at', alert.at, 'checked_at', alert.checked_at) order by alert.id), '[]')
      from public.money_alerts alert where alert.payment_id = payment.id and internal.concerns_business(alert.kind)));
end $function$;

CREATE OR REPLACE FUNCTION public.list_payments(p_company uuid, p_text text DEFAULT ''::text, p_state text DEFAULT NULL::text, p_kind text DEFAULT NULL::text, p_location uuid DEFAULT NULL::uuid, p_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to timestamp with time zone DEFAULT NULL::timestamp with time zone, p_sort text DEFAULT '-time'::text, p_page integer DEFAULT 1, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  in_state constant text := case p_state when 'waiting' then 'payment.state in (''open'', ''processing'')'
    when 'paid' then 'payment.captured_cents > 0 and payment.refunding_cents + payment.refunded_cents = 0' when 'refunding' then 'payment.refunding_cents > 0'
    when 'refunded' then 'payment.refunded_cents > 0' when 'failed' then 'payment.state = ''failed'''
    when 'expired' then 'payment.state = ''expired''' when 'check' then 'exists (select from public.money_alerts alert
      where alert.payment_id = payment.id and alert.checked_at is null and internal.concerns_business(alert.kind))' end;
  in_order constant text := case p_sort when 'time' then 'created_at, id' when '-time' then 'created_at desc, id desc' when 'amount' then 'amount_cents, id'
    when '-amount' then 'amount_cents desc, id desc' end;
  condition text;
  ids uuid[];
  sums jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_as('manager')) then perform internal.fail('not_allowed'); end if;
  if in_order is null or (in_state is null) <> (p_state is null) or not coalesce(p_page between 1 and 100000 and p_limit between 1 and 1000, false) then
    perform internal.fail('list_wish');
  end if;
  condition := concat_ws(' and ', 'payment.company_id = $1', in_state, internal.payment_found(p_company, p_text),
    case when p_kind is not null then 'payment.kind = $2' end, case when p_location is not null then 'payment.location_id = $3' end,
    case when p_from is not null then 'payment.created_at >= $4' end, case when p_to is not null then 'payment.created_at < $5' end);
  execute format('select array(select payment.id from public.payments payment where %s order by %s limit $6 offset $7)', condition, in_order)
  into ids using p_company, p_kind, p_location, p_from, p_to, p_limit, (p_page::bigint - 1) * p_limit;
  execute format('select coalesce(jsonb_agg(one order by one.test), ''[]'') from (
    select payment.test, count(*), sum(payment.captured_cents) as paid_cents, sum(payment.refunding_cents) as refunding_cents,
      sum(payment.refunded_cents) as refunded_cents, coalesce(sum(fee.cents), 0) as fee_cents
    from public.payments payment cross join lateral (
      select sum(case line.debit when ''provider_fee'' then line.amount_cents else -line.amount_cents end) as cents from public.money_transfers line
      where line.payment_id = payment.id and ''provider_fee'' in (line.debit, line.credit)) fee
    where %s group by payment.test) one', condition) into sums using p_company, p_kind, p_location, p_from, p_to;
  return jsonb_build_object('total', (select coalesce(sum((one ->> 'count')::integer), 0) from jsonb_array_elements(sums) one), 'sums', sums,
    'rows', internal.payment_rows(ids));
end $function$;

CREATE OR REPLACE FUNCTION public.refund_payment(p_payment uuid, p_key uuid, p_amount_cents integer DEFAULT NULL::integer, p_note text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  payment public.payments;
  made public.refunds;
  refund uuid;
  cents integer;
begin
  select * into payment from public.payments where id = p_payment and company_id in (select internal.companies_as('manager')) for update;
  if payment.id is null then perform internal.fail('payment_not_found'); end if;
  select * into made from public.refunds where idempotency_key = p_key;
  if made.id is null then
    if payment.captured_cents = 0 then perform internal.fail('payment_not_paid'); end if;
    cents := coalesce(p_amount_cents, internal.refundable(payment));
    if cents <= 0 or cents > internal.refundable(payment) then perform internal.fail('refund_too_high', internal.refundable(payment)::text); end if;
    refund := internal.refund(payment, cents, 'by_hand', p_note, p_key);
    -- What had failed before is seen to now.
    update public.money_alerts set checked_at = internal.present()
    where payment_id = payment.id and kind = 'refund_failed' and checked_at is null;
    select * into made from public.refunds where id = refund;
    select * into payment from public.payments where id = p_payment;
  elsif made.payment_id <> p_payment or made.amount_cents <> coalesce(p_amount_cents, made.amount_cents) then
    perform internal.fail('idempotency_mismatch');
  end if;
  return jsonb_build_object('refund_id', made.id, 'amount_cents', made.amount_cents, 'left_cents', internal.refundable(payment));
end $function$;

CREATE INDEX money_alerts_unchecked ON public.money_alerts USING btree (payment_id) WHERE (checked_at IS NULL);

REVOKE ALL ON FUNCTION "internal"."colleague_name"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."concerns_business"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."payment_found"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."payment_history"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."payment_rows"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."check_off_payment"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_off_payment"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_payments_to_check"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_payments_to_check"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_payment"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_payment"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_payments"(uuid, text, text, text, uuid, timestamp with time zone, timestamp with time zone, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_payments"(uuid, text, text, text, uuid, timestamp with time zone, timestamp with time zone, text, integer, integer) TO "authenticated";
