set local check_function_bodies = off;

DROP FUNCTION "internal"."taken_from"(uuid, integer);

DROP FUNCTION "public"."use_payment_provider"(text);

CREATE TABLE "public"."payout_items" ("payout_id" uuid NOT NULL, "position" integer NOT NULL, "ref" character varying(255) NOT NULL, "kind" character varying(20) NOT NULL, "payment_id" uuid, "amount_cents" integer NOT NULL, "fee_cents" integer NOT NULL, CONSTRAINT "payout_items_kind_check" CHECK (kind in ('payment', 'refund', 'dispute', 'fee', 'returned', 'other')), CONSTRAINT "payout_items_pkey" PRIMARY KEY (payout_id, "position"), CONSTRAINT "payout_items_position_check" CHECK (("position" > 0)));

ALTER TABLE "public"."payout_items" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."payouts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "provider" character varying(20) NOT NULL, "ref" character varying(255) NOT NULL, "test" boolean NOT NULL, "amount_cents" integer NOT NULL, "state" character varying(20) NOT NULL, "arrives_on" date NOT NULL, "created_at" timestamp with time zone NOT NULL, "other_cents" integer, "event_id" bigint, "returned_event_id" bigint, CONSTRAINT "payouts_pkey" PRIMARY KEY (id), CONSTRAINT "payouts_provider_check" CHECK (provider in ('test', 'stripe')), CONSTRAINT "payouts_provider_ref_key" UNIQUE (provider, ref), CONSTRAINT "payouts_state_check" CHECK (state in ('pending', 'in_transit', 'paid', 'failed', 'canceled')));

ALTER TABLE "public"."payouts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "internal"."payment_provider" ADD COLUMN "live" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."payment_accounts" ADD COLUMN "sync_at" timestamp with time zone;

ALTER TABLE "public"."payment_accounts" ADD COLUMN "synced_until" timestamp with time zone;

ALTER TABLE "public"."payments" ADD COLUMN "intent_ref" character varying(255) NOT NULL DEFAULT ''::character varying;

ALTER TABLE "public"."payments" ADD COLUMN "disputed_cents" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."money_transfers" ALTER COLUMN "payment_id" DROP NOT NULL;

CREATE OR REPLACE FUNCTION internal.apply_disputes(p_payment uuid, p_facts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  payment public.payments;
  known text;
  taken integer;
  won integer;
  lost integer;
  due integer;
begin
  if not p_facts ?| '{disputed,dispute_won,dispute_lost}' then return; end if;
  select * into payment from public.payments where id = p_payment;
  known := payment.provider || ':' || payment.id;
  select coalesce(sum(line.amount_cents) filter (where line.debit = 'disputed'), 0),
    coalesce(sum(line.amount_cents) filter (where line.debit = 'provider_balance'), 0),
    coalesce(sum(line.amount_cents) filter (where line.credit = 'disputed' and line.debit <> 'provider_balance'), 0)
  into taken, won, lost from public.money_transfers line where line.payment_id = p_payment and 'disputed' in (line.debit, line.credit);

  due := coalesce(internal.fact(p_facts, 'disputed'), 0) - taken;
  if due > internal.refundable(payment) then
    perform internal.alert('disputed_too_much', payment.id, (taken + due)::text, jsonb_build_object('disputed', taken + due));
    due := internal.refundable(payment);
  end if;
  if internal.post(payment, 'dispute_opened', known || ':disputed:' || taken + due, ('disputed', 'provider_balance', due)::internal.posting) then
    taken := taken + due;
  end if;
  due := least(coalesce(internal.fact(p_facts, 'dispute_won'), 0), taken - lost) - won;
  if internal.post(payment, 'dispute_won', known || ':dispute_won:' || won + due, ('provider_balance', 'disputed', due)::internal.posting) then
    won := won + due;
    perform internal.return_won(payment.id);
  end if;
  due := least(coalesce(internal.fact(p_facts, 'dispute_lost'), 0), taken - won) - lost;
  if due > 0 then
    perform internal.post(payment, 'dispute_lost', known || ':dispute_lost:' || lost + due, variadic internal.taken_from(payment.id, due, 'disputed'));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.apply_facts(payment public.payments, p_facts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- What is not said has not changed.
  captured constant integer := coalesce(internal.fact(p_facts, 'captured'), payment.captured_cents);
  refunded constant integer := coalesce(internal.fact(p_facts, 'refunded'), payment.refunded_cents);
  fee constant integer := coalesce(internal.fact(p_facts, 'fee'), 0);
  before constant public.payments := payment;
  known constant text := payment.provider || ':' || payment.id;
  gone integer;
  unasked integer;
begin
  if captured > payment.amount_cents then
    perform internal.alert('captured_too_much', payment.id, captured::text, jsonb_build_object('captured', captured, 'amount', payment.amount_cents));
  end if;
  perform internal.post(payment, 'captured', known || ':captured:' || captured,
    ('provider_balance', 'prepaid', least(captured, payment.amount_cents) - payment.captured_cents)::internal.posting);
  select * into payment from public.payments where id = payment.id;

  gone := refunded - payment.refunded_cents;
  unasked := gone - payment.refunding_cents;
  if unasked > 0 then
    -- Given back without us, at the provider.
    perform internal.alert(case when unasked > internal.refundable(payment) then 'refunded_too_much' else 'refunded_outside' end, payment.id, refunded::text,
      jsonb_build_object('refunded', refunded, 'unasked', unasked));
    unasked := least(unasked, internal.refundable(payment));
    perform internal.post(payment, 'refund_outside', known || ':unasked:' || refunded, variadic internal.taken_from(payment.id, unasked));
    select * into payment from public.payments where id = payment.id;
  end if;
  perform internal.post(payment, 'refunded', known || ':refunded:' || refunded,
    ('refunds_due', 'provider_balance', least(gone, payment.refunding_cents))::internal.posting);
  perform internal.post(payment, 'fee', known || ':fee:' || fee,
    ('provider_fee', 'provider_balance', fee - internal.balance_of(payment.id, 'provider_fee'))::internal.posting);
  perform internal.apply_disputes(payment.id, p_facts);
  perform internal.end_refunds(payment, p_facts -> 'refunds');

  select * into payment from public.payments where id = payment.id;
  update public.payments set read_at = internal.present(),
    intent_ref = case when intent_ref = '' and jsonb_typeof(p_facts -> 'intent') = 'string' then left(p_facts ->> 'intent', 255) else intent_ref end,
    paid_at = case when payment.captured_cents = payment.amount_cents then coalesce(paid_at, internal.present()) end,
    state = case when payment.captured_cents = payment.amount_cents then 'paid'
      when state in ('open', 'processing') and p_facts ->> 'state' in ('processing', 'failed', 'expired') then (p_facts ->> 'state')::public.payment_state
      else state end
  where id = payment.id returning * into payment;
  if payment.state not in ('open', 'processing') then
    update public.payment_commands set state = 'dropped', ended_at = internal.present()
    where payment_id = payment.id and kind = 'start' and state = 'waiting';
  end if;
  if payment.state = 'paid' and before.state <> 'paid' then perform internal.take_payment(payment); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.balance_of(p_payment uuid, p_account public.money_account)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_account in ('provider_balance', 'provider_fee', 'disputed', 'bank') then -1 else 1 end * coalesce(sum(
    case when line.credit = p_account then line.amount_cents when line.debit = p_account then -line.amount_cents else 0 end), 0)::integer
  from public.money_transfers line where line.payment_id = p_payment
$function$;

CREATE OR REPLACE FUNCTION internal.guard_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if (new.captured_cents, new.refunding_cents, new.refunded_cents, new.disputed_cents) is distinct from (0, 0, 0, 0) then
      raise exception using errcode = '42501', message = 'the sums of payments are written by the ledger';
    end if;
    return new;
  end if;
  if (new.id, new.company_id, new.kind, new.provider, new.test, new.amount_cents, new.created_at)
    is distinct from (old.id, old.company_id, old.kind, old.provider, old.test, old.amount_cents, old.created_at) then
    raise exception using errcode = '42501', message = 'what a payment is stays';
  end if;
  if (new.captured_cents, new.refunding_cents, new.refunded_cents, new.disputed_cents)
    is distinct from (old.captured_cents, old.refunding_cents, old.refunded_cents, old.disputed_cents) and pg_trigger_depth() < 2 then
    raise exception using errcode = '42501', message = 'the sums of payments are written by the ledger';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.guard_payout()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (new.id, new.company_id, new.provider, new.ref, new.test, new.amount_cents, new.created_at)
    is distinct from (old.id, old.company_id, old.provider, old.ref, old.test, old.amount_cents, old.created_at)
    or new.event_id is distinct from old.event_id and old.event_id is not null
    or new.returned_event_id is distinct from old.returned_event_id and old.returned_event_id is not null then
    raise exception using errcode = '42501', message = 'what a payout is stays';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.guard_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from public.money_events event where event.id = new.event_id and event.xid = pg_current_xact_id() and (new.payment_id is null
      or exists (select from public.payments payment where payment.id = new.payment_id and payment.company_id = event.company_id))) then
    raise exception using errcode = '42501', message = 'transfers are written with their event, in one company';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_items(payout public.payouts, p_items jsonb)
 RETURNS public.payouts
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  total constant bigint := (select sum((one ->> 'amount')::bigint - (one ->> 'fee')::bigint) from jsonb_array_elements(p_items) one);
begin
  if total <> payout.amount_cents then
    perform internal.alert('payout_mismatch', null, payout.id::text, jsonb_build_object('payout', payout.id, 'amount', payout.amount_cents, 'items', total));
    return payout;
  end if;
  insert into public.payout_items (payout_id, position, ref, kind, payment_id, amount_cents, fee_cents)
  select payout.id, item.n, left(one ->> 'ref', 255), one ->> 'kind', payment.id, (one ->> 'amount')::integer, (one ->> 'fee')::integer
  from jsonb_array_elements(p_items) with ordinality item (one, n)
  left join public.payments payment on payment.provider = payout.provider and payment.company_id = payout.company_id
    and payment.intent_ref <> '' and payment.intent_ref = one ->> 'intent';
  update public.payouts set other_cents = (
    select coalesce(sum(item.amount_cents - item.fee_cents) filter (where item.payment_id is null and item.kind not in ('fee', 'returned')), 0)
    from public.payout_items item where item.payout_id = payout.id)
  where id = payout.id returning * into payout;
  return payout;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.payments set
    captured_cents = captured_cents + case when new.debit = 'provider_balance' and new.credit = 'prepaid' then new.amount_cents else 0 end,
    refunding_cents = refunding_cents
      + case when new.credit = 'refunds_due' then new.amount_cents when new.debit = 'refunds_due' then -new.amount_cents else 0 end,
    refunded_cents = refunded_cents + case when new.debit = 'refunds_due' and new.credit = 'provider_balance' then new.amount_cents else 0 end,
    disputed_cents = disputed_cents + case when new.debit = 'disputed' and new.credit = 'provider_balance' then new.amount_cents
      when new.debit = 'provider_balance' and new.credit = 'disputed' then -new.amount_cents else 0 end
  where id = new.payment_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.leave_for_books(p_company uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  belonging record;
begin
  if not exists (select from public.payments where company_id = p_company) and not exists (select from public.payouts where company_id = p_company) then
    return false;
  end if;
  -- First the locations: what hangs on them goes with them.
  delete from public.locations where company_id = p_company;
  for belonging in
    select link.conrelid::regclass as held, one.attname as "column" from pg_constraint link
    join pg_attribute one on one.attrelid = link.conrelid and one.attnum = link.conkey[1]
    where link.contype = 'f' and link.confrelid = 'public.companies'::regclass and link.confdeltype = 'c'
      and link.conrelid <> 'public.payment_accounts'::regclass order by 1
  loop
    execute format('delete from %s where %I = $1', belonging.held, belonging.column) using p_company;
  end loop;
  update public.companies set state = 'closed', goes_at = null, email = '', phone = '' where id = p_company;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.match_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (select sum(amount_cents::bigint - fee_cents) from public.payout_items where payout_id = new.payout_id)
    <> (select amount_cents from public.payouts where id = new.payout_id) then
    raise exception using errcode = '23514', message = 'the items of a payout add up to it';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.paying_account(p_company uuid)
 RETURNS public.payment_accounts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  account public.payment_accounts;
begin
  select held.* into account from public.payment_accounts held join internal.payment_provider used on used.provider = held.provider and used.live <> held.test
  where held.company_id = p_company and held.state = 'active';
  return account;
end $function$;

CREATE OR REPLACE FUNCTION internal.post(payment public.payments, p_verb text, p_key text, VARIADIC postings internal.posting[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return internal.post_event(payment.company_id, payment.id, p_verb, p_key, postings) is not null;
end $function$;

CREATE OR REPLACE FUNCTION internal.post_event(p_company uuid, p_payment uuid, p_verb text, p_key text, postings internal.posting[])
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  event bigint;
begin
  if not exists (select from unnest(postings) line where line.cents > 0) then return null; end if;
  insert into public.money_events (book, company_id, at, verb, actor, idempotency_key)
  values ('company', p_company, internal.present(), p_verb, internal.person(), p_key)
  on conflict (idempotency_key) do nothing returning id into event;
  if event is null then return null; end if;
  insert into public.money_transfers (event_id, "position", payment_id, debit, credit, amount_cents)
  select event, row_number() over (order by line.n), p_payment, line.debit, line.credit, line.cents
  from unnest(postings) with ordinality line (debit, credit, cents, n) where line.cents > 0;
  return event;
end $function$;

CREATE OR REPLACE FUNCTION internal.post_payout(payout public.payouts)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known constant text := 'payout:' || payout.id;
  cents constant integer := payout.amount_cents - coalesce(payout.other_cents, 0);
  costs integer;
  posted bigint;
begin
  if payout.state = 'paid' and payout.event_id is null then
    select coalesce(sum(fee_cents - amount_cents), 0) into costs from public.payout_items where payout_id = payout.id and kind = 'fee' and payment_id is null;
    posted := internal.post_event(payout.company_id, null, 'payout', known || ':paid', array[('bank', 'provider_balance', cents)::internal.posting,
      ('provider_balance', 'bank', -cents)::internal.posting, ('provider_fee', 'provider_balance', costs)::internal.posting,
      ('provider_balance', 'provider_fee', -costs)::internal.posting]);
    update public.payouts set event_id = posted where id = payout.id;
  elsif payout.state = 'failed' and payout.event_id is not null and payout.returned_event_id is null then
    posted := internal.post_event(payout.company_id, null, 'payout_returned', known || ':returned', array(
      select (line.credit, line.debit, line.amount_cents)::internal.posting from public.money_transfers line
      where line.event_id = payout.event_id and 'bank' in (line.debit, line.credit)));
    update public.payouts set returned_event_id = posted where id = payout.id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.refundable(payment public.payments)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select payment.captured_cents - payment.refunding_cents - payment.refunded_cents - payment.disputed_cents
$function$;

CREATE OR REPLACE FUNCTION internal.return_won(p_payment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  payment public.payments;
begin
  select * into payment from public.payments where id = p_payment;
  if internal.refundable(payment) > 0 and payment.settled_at is null
    and exists (select from public.appointments where id = payment.appointment_id and state in ('cancelled', 'declined', 'expired')) then
    perform internal.refund(payment, internal.refundable(payment), 'customer');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.taken_from(p_payment uuid, p_cents integer, p_to public.money_account DEFAULT 'refunds_due'::public.money_account)
 RETURNS internal.posting[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  account public.money_account;
  left_over integer := p_cents;
  part integer;
  postings internal.posting[] := '{}';
begin
  foreach account in array '{prepaid,revenue,fee_income}'::public.money_account[] loop
    part := least(left_over, internal.balance_of(p_payment, account));
    if part > 0 then
      postings := postings || (account, p_to, part)::internal.posting;
      left_over := left_over - part;
    end if;
  end loop;
  return postings;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_payout(p_account uuid, p_payout jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.payment_accounts;
  payout public.payouts;
  items constant jsonb := case when jsonb_typeof(p_payout -> 'items') = 'array' then p_payout -> 'items' else '[]' end;
begin
  select * into account from public.payment_accounts where id = p_account for no key update;
  if account.id is null then return null; end if;
  insert into public.payouts as known (company_id, provider, ref, test, amount_cents, state, arrives_on, created_at)
  values (account.company_id, account.provider, p_payout ->> 'ref', account.test, (p_payout ->> 'amount')::integer, p_payout ->> 'state',
    (p_payout ->> 'arrives_on')::date, (p_payout ->> 'created_at')::timestamptz)
  -- One that has come back does not become paid again.
  on conflict (provider, ref) do update set arrives_on = excluded.arrives_on,
    state = case when known.state in ('failed', 'canceled') or known.state = 'paid' and excluded.state <> 'failed' then known.state
      else excluded.state end
  returning * into payout;
  if payout.company_id <> account.company_id or payout.amount_cents <> (p_payout ->> 'amount')::integer then
    perform internal.alert('payout_changed', null, payout.id::text, p_payout - 'items');
    return payout.id;
  end if;
  if payout.other_cents is null and jsonb_array_length(items) > 0 then payout := internal.keep_items(payout, items); end if;
  perform internal.post_payout(payout);
  return payout.id;
end $function$;

CREATE OR REPLACE FUNCTION public.check_money()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found record;
  answer jsonb := '[]';
begin
  for found in
    with sums as (
      select line.payment_id,
        coalesce(sum(line.amount_cents) filter (where line.debit = 'provider_balance' and line.credit = 'prepaid'), 0) as captured,
        coalesce(sum(case when line.credit = 'refunds_due' then line.amount_cents when line.debit = 'refunds_due' then -line.amount_cents end), 0) as refunding,
        coalesce(sum(line.amount_cents) filter (where line.debit = 'refunds_due' and line.credit = 'provider_balance'), 0) as refunded,
        coalesce(sum(case when line.debit = 'disputed' and line.credit = 'provider_balance' then line.amount_cents
          when line.debit = 'provider_balance' and line.credit = 'disputed' then -line.amount_cents end), 0) as disputed
      from public.money_transfers line group by 1
    ), balances as (
      select side.payment_id, side.account, sum(side.cents) as cents from (
        select payment_id, credit as account, amount_cents as cents from public.money_transfers
        union all select payment_id, debit, -amount_cents from public.money_transfers) side group by 1, 2
    )
    select 'sums' as kind, payment.id as payment_id from public.payments payment left join sums on sums.payment_id = payment.id
    where (payment.captured_cents, payment.refunding_cents, payment.refunded_cents, payment.disputed_cents)
      is distinct from (coalesce(sums.captured, 0), coalesce(sums.refunding, 0), coalesce(sums.refunded, 0), coalesce(sums.disputed, 0))
    union all
    select 'negative', balance.payment_id from balances balance
    where balance.account in ('prepaid', 'refunds_due', 'revenue', 'fee_income', 'voucher_liability') and balance.cents < 0
      -- More came back of disputes than was taken.
      or balance.account = 'disputed' and balance.cents > 0
    union all
    -- A provider may give back more than was asked, never less of it than it says.
    select 'refunds', payment.id from public.payments payment
    where payment.refunding_cents > (select coalesce(sum(refund.amount_cents), 0) from public.refunds refund
      where refund.payment_id = payment.id and refund.state = 'asked')
      and not exists (select from public.money_alerts known where known.payment_id = payment.id and known.kind like 'refunded%')
    union all
    select 'unpaid', null from public.appointments visit join public.appointment_payment_terms terms on terms.appointment_id = visit.id
    where visit.state = 'confirmed' and terms.waived_at is null and not exists (
      select from public.payments payment where payment.appointment_id = visit.id and payment.captured_cents = terms.pay_now_cents)
    union all
    select 'kept', payment.id from public.payments payment left join public.appointments visit on visit.id = payment.appointment_id
    where internal.refundable(payment) > 0 and payment.settled_at is null
      and coalesce(visit.state in ('cancelled', 'declined', 'expired'), false)
      and not exists (select from public.refunds refund where refund.payment_id = payment.id and refund.state = 'failed')
  loop
    perform internal.alert('drift_' || found.kind, found.payment_id, to_char(internal.present(), 'YYYY-MM-DD'));
    answer := answer || jsonb_build_object('kind', found.kind, 'payment_id', found.payment_id);
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_account_syncs(p_limit integer DEFAULT 20, p_company uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  claimed jsonb;
begin
  with due as (
    select account.id from public.payment_accounts account
    where account.ref <> '' and account.provider <> 'test' and case when p_company is null then account.sync_at <= present else account.company_id = p_company end
    order by account.sync_at limit least(greatest(p_limit, 1), 100) for no key update skip locked
  ), taken as (
    update public.payment_accounts account set sync_at = present + interval '10 minutes' from due where account.id = due.id returning account.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', taken.id, 'provider', taken.provider, 'ref', taken.ref, 'since', taken.synced_until) order by taken.id), '[]')
  into claimed from taken;
  return claimed;
end $function$;

CREATE OR REPLACE FUNCTION public.connect_account(p_company uuid)
 RETURNS public.payment_accounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  used internal.payment_provider;
  account public.payment_accounts;
begin
  perform internal.open_company(p_company, 'owner');
  select * into used from internal.payment_provider;
  if used.provider = 'off' or not used.live and exists (select from public.payment_accounts where company_id = p_company and not test)
    or used.provider <> 'test' and exists (select from public.companies where id = p_company and sandbox) then
    perform internal.fail('payments_unavailable');
  end if;
  insert into public.payment_accounts as known (company_id, provider, ref, test, state)
  values (p_company, used.provider, case used.provider when 'test' then p_company::text else '' end, not used.live,
    case used.provider when 'test' then 'active' else 'onboarding' end::public.payment_account_state)
  -- An account for trials becomes another one when money flows.
  on conflict (company_id, provider) do update set test = excluded.test,
    ref = case when known.test = excluded.test then known.ref else '' end,
    state = case when known.test = excluded.test and known.state <> 'none' then known.state else excluded.state end,
    sync_at = internal.present()
  returning * into account;
  -- Whoever shows them does it anew.
  update public.locations set updated_at = now() where company_id = p_company;
  return account;
end $function$;

CREATE OR REPLACE FUNCTION public.finish_account_sync(p_account uuid, p_state text, p_requirements text[], p_until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  before public.payment_accounts;
begin
  if not coalesce(p_state in ('onboarding', 'active', 'restricted'), false) then perform internal.fail('outcome_unknown'); end if;
  select * into before from public.payment_accounts where id = p_account for update;
  if before.id is null then return; end if;
  update public.payment_accounts set
    -- What never was active is not restricted: it is still being opened.
    state = case when state = 'none' or state = 'onboarding' and p_state = 'restricted' then state else p_state::public.payment_account_state end,
    requirements = coalesce((select array_agg(left(word, 200)) from unnest(p_requirements[:50]) word where word <> ''), '{}'),
    synced_until = greatest(synced_until, p_until),
    sync_at = case when sync_at <= present then sync_at when p_state = 'active' then present + interval '1 day' else present + interval '1 hour' end
  where id = p_account;
  if before.state <> 'none' and before.state::text <> p_state then
    -- Whoever shows whether one can pay does it anew.
    update public.locations set updated_at = present where company_id = before.company_id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.name_account(p_account uuid, p_ref text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known text;
begin
  update public.payment_accounts set ref = case when ref = '' then left(coalesce(p_ref, ''), 255) else ref end, sync_at = internal.present()
  where id = p_account returning ref into known;
  return known;
end $function$;

CREATE OR REPLACE FUNCTION public.receive_account_event(p_provider text, p_event text, p_account text, p_kind text, p_ref text DEFAULT ''::text, p_payment uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.payment_accounts;
  payment uuid;
  made bigint;
begin
  if not coalesce(p_provider = 'stripe' and p_event <> '', false) then perform internal.fail('provider_unknown'); end if;
  select * into account from public.payment_accounts where provider = p_provider and ref = left(p_account, 255) and ref <> '';
  select id into payment from public.payments one where one.provider = p_provider and one.company_id = account.company_id
    and (one.ref <> '' and one.ref = p_ref or one.intent_ref <> '' and one.intent_ref = p_ref or one.id = p_payment) limit 1 for no key update;
  insert into public.provider_events (provider, event_id, kind, ref, payment_id, received_at)
  values (p_provider, left(p_event, 255), left(coalesce(p_kind, ''), 100), left(coalesce(p_ref, ''), 255), payment, internal.present())
  on conflict (provider, event_id) do nothing returning id into made;
  if made is null then return jsonb_build_object('new', false, 'payment_id', payment); end if;
  if account.id is null and coalesce(p_account, '') <> '' then
    perform internal.alert('unknown_account', null, p_provider || ':' || left(p_account, 100), jsonb_build_object('account', left(p_account, 255)));
  elsif payment is not null then
    perform internal.command(payment, 'read');
  elsif p_payment is not null and account.id is not null then
    perform internal.alert('unknown_payment', null, p_provider || ':' || left(p_event, 100), jsonb_build_object('ref', left(coalesce(p_ref, ''), 255)));
  end if;
  if p_kind ~ '^(account|payout|capability)\.' then
    update public.payment_accounts set sync_at = internal.present() where id = account.id;
  end if;
  return jsonb_build_object('new', true, 'payment_id', payment);
end $function$;

CREATE OR REPLACE FUNCTION public.settle_payments(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  payment public.payments;
  visit record;
  prepaid integer;
  kept integer;
  due integer;
  settled integer := 0;
begin
  for payment in
    select one.* from public.payments one join public.appointments over on over.id = one.appointment_id
    where one.state = 'paid' and one.settled_at is null and over.state in ('completed', 'no_show') and (
      select max(event.at) from public.appointment_events event
      where event.appointment_id = over.id and event.to_state = over.state and event.from_state <> event.to_state) < present - interval '1 day'
    order by one.paid_at limit p_limit for update of one skip locked
  loop
    select over.state, coalesce(terms.no_show_cents, 0) as no_show_cents into visit from public.appointments over
    left join public.appointment_payment_terms terms on terms.appointment_id = over.id where over.id = payment.appointment_id;
    prepaid := internal.balance_of(payment.id, 'prepaid');
    if visit.state = 'completed' then
      perform internal.post(payment, 'visit_completed', 'visit:' || payment.id, ('prepaid', 'revenue', prepaid)::internal.posting);
    else
      kept := least(prepaid, visit.no_show_cents);
      perform internal.post(payment, 'no_show', 'visit:' || payment.id, ('prepaid', 'fee_income', kept)::internal.posting);
      -- What is disputed does not go back a second time.
      due := least(prepaid - kept, internal.refundable(payment));
      if due > 0 then perform internal.refund(payment, due, 'no_show'); end if;
    end if;
    update public.payments set settled_at = present where id = payment.id;
    settled := settled + 1;
  end loop;
  return settled;
end $function$;

CREATE OR REPLACE FUNCTION public.use_payment_provider(p_provider text, p_live boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not coalesce(p_provider in ('off', 'test', 'stripe'), false) then perform internal.fail('provider_unknown'); end if;
  update internal.payment_provider set provider = p_provider, live = coalesce(p_live, false)
  where (provider, live) is distinct from (p_provider, coalesce(p_live, false));
end $function$;

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_undisputed" CHECK (((disputed_cents >= 0) AND (((refunding_cents + refunded_cents) + disputed_cents) <= captured_cents)));

ALTER TABLE "public"."payout_items" ADD CONSTRAINT "payout_items_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE RESTRICT;

ALTER TABLE "public"."payouts" ADD CONSTRAINT "payouts_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE RESTRICT;

ALTER TABLE "public"."payouts" ADD CONSTRAINT "payouts_event_id_fkey" FOREIGN KEY (event_id) REFERENCES public.money_events(id) ON DELETE RESTRICT;

ALTER TABLE "public"."payout_items" ADD CONSTRAINT "payout_items_payout_id_fkey" FOREIGN KEY (payout_id) REFERENCES public.payouts(id) ON DELETE RESTRICT;

ALTER TABLE "public"."payouts" ADD CONSTRAINT "payouts_returned_event_id_fkey" FOREIGN KEY (returned_event_id) REFERENCES public.money_events(id) ON DELETE RESTRICT;

CREATE UNIQUE INDEX payment_accounts_ref ON public.payment_accounts USING btree (provider, ref) WHERE ((ref)::text <> ''::text);

CREATE INDEX payment_accounts_sync ON public.payment_accounts USING btree (sync_at) WHERE (sync_at IS NOT NULL);

CREATE UNIQUE INDEX payments_intent ON public.payments USING btree (provider, intent_ref) WHERE ((intent_ref)::text <> ''::text);

CREATE INDEX payout_items_payment ON public.payout_items USING btree (payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX payouts_company ON public.payouts USING btree (company_id, arrives_on);

CREATE INDEX payouts_event ON public.payouts USING btree (event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX payouts_returned ON public.payouts USING btree (returned_event_id) WHERE (returned_event_id IS NOT NULL);

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payout_items FOR EACH STATEMENT EXECUTE FUNCTION internal.refuse_change();

CREATE CONSTRAINT TRIGGER match AFTER INSERT ON public.payout_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION internal.match_items();

CREATE TRIGGER guard BEFORE UPDATE ON public.payouts FOR EACH ROW EXECUTE FUNCTION internal.guard_payout();

CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON public.payouts FOR EACH STATEMENT EXECUTE FUNCTION internal.refuse_change();

CREATE POLICY "managers_read" ON "public"."payout_items" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.payouts payout
  WHERE (payout.id = payout_items.payout_id))));

CREATE POLICY "managers_read" ON "public"."payouts" FOR SELECT TO "authenticated" USING ((company_id IN ( SELECT internal.companies_as('manager'::public.member_role) AS companies_as)));

REVOKE ALL ON FUNCTION "internal"."apply_disputes"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."guard_payout"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_items"(public.payouts, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."match_items"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."post_event"(uuid, uuid, text, text, internal.posting[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."post_payout"(public.payouts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."return_won"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."taken_from"(uuid, integer, public.money_account) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."apply_payout"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."apply_payout"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_account_syncs"(integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_account_syncs"(integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_account_sync"(uuid, text, text[], timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_account_sync"(uuid, text, text[], timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."name_account"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."name_account"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."receive_account_event"(text, text, text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."receive_account_event"(text, text, text, text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."use_payment_provider"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."use_payment_provider"(text, boolean) TO "service_role";

REVOKE ALL ("disputed_cents") ON TABLE "public"."payments" FROM "authenticated";

GRANT SELECT ("disputed_cents") ON TABLE "public"."payments" TO "authenticated";

GRANT SELECT ("amount_cents") ON TABLE "public"."payout_items" TO "authenticated";

GRANT SELECT ("fee_cents") ON TABLE "public"."payout_items" TO "authenticated";

GRANT SELECT ("kind") ON TABLE "public"."payout_items" TO "authenticated";

GRANT SELECT ("payment_id") ON TABLE "public"."payout_items" TO "authenticated";

GRANT SELECT ("payout_id") ON TABLE "public"."payout_items" TO "authenticated";

GRANT SELECT ("position") ON TABLE "public"."payout_items" TO "authenticated";

REVOKE ALL ON TABLE "public"."payout_items" FROM "service_role";

GRANT SELECT ON TABLE "public"."payout_items" TO "service_role";

GRANT SELECT ("amount_cents") ON TABLE "public"."payouts" TO "authenticated";

GRANT SELECT ("arrives_on") ON TABLE "public"."payouts" TO "authenticated";

GRANT SELECT ("company_id") ON TABLE "public"."payouts" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."payouts" TO "authenticated";

GRANT SELECT ("event_id") ON TABLE "public"."payouts" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."payouts" TO "authenticated";

GRANT SELECT ("other_cents") ON TABLE "public"."payouts" TO "authenticated";

GRANT SELECT ("provider") ON TABLE "public"."payouts" TO "authenticated";

GRANT SELECT ("returned_event_id") ON TABLE "public"."payouts" TO "authenticated";

GRANT SELECT ("state") ON TABLE "public"."payouts" TO "authenticated";

GRANT SELECT ("test") ON TABLE "public"."payouts" TO "authenticated";

REVOKE ALL ON TABLE "public"."payouts" FROM "service_role";

GRANT SELECT ON TABLE "public"."payouts" TO "service_role";

update public.retention_rules set tables = '{public.payments,public.refunds,public.money_events,public.money_transfers,public.appointment_payment_terms,public.payouts,public.payout_items}'
where name = 'payments';

update internal.exported_tables set left_out = '{ref,read_at,intent_ref}' where name = 'payments';
