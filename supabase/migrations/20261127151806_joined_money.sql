set local check_function_bodies = off;

ALTER TABLE "public"."money_transfers" DROP CONSTRAINT "money_transfers_about";

DROP FUNCTION "internal"."waive_payments"(uuid);

CREATE OR REPLACE FUNCTION internal.ask_on_yes(request public.appointments)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  until constant timestamptz := least(internal.present() + interval '24 hours', request.starts_at - interval '2 hours');
  terms public.appointment_payment_terms;
begin
  select * into terms from public.appointment_payment_terms where appointment_id = request.id and waived_at is null;
  if terms.appointment_id is null then return false; end if;
  if until < internal.present() + internal.payment_window() or (internal.paying_account(request.company_id)).id is null then
    update public.appointment_payment_terms set waived_at = internal.present() where appointment_id = request.id;
    return false;
  end if;
  update public.appointment_payment_terms set pay_until = until where appointment_id = request.id;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.bill_month(p_company uuid, p_month date)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  company public.companies;
  today constant date := internal.billing_day();
  seller constant jsonb := (select held.seller from internal.billing_settings held);
  list constant public.price_lists := internal.prices_on(today);
  lines jsonb;
  sums jsonb;
  bill public.invoices;
begin
  select * into company from public.companies where id = p_company;
  perform internal.keep_month(p_company, p_month);
  if exists (select from public.invoices where company_id = p_company and month = p_month and type = 380 and state <> 'reversed') then return null; end if;
  perform from public.commission_items where company_id = p_company and state in ('open', 'waived') order by id for update;
  lines := internal.lines_to_bill(p_company, p_month);
  if (select coalesce(sum((line ->> 'quantity')::integer * (line ->> 'unit_cents')::integer), 0) from jsonb_array_elements(lines) line) <= 0 then
    return null;
  end if;
  if internal.invoice_gaps(company) <> '{}' then
    update public.billing_months set waits_for = 'invoice_data_missing' where company_id = p_company and month = p_month and waits_for = '';
    if found then perform internal.tell_owners(p_company, 'invoice_data_missing'); end if;
    return null;
  end if;
  bill.kind := internal.invoice_kind_of(seller, internal.buyer_of(company));
  sums := internal.with_vat((select jsonb_agg(jsonb_build_object('cents', (line ->> 'quantity')::integer * (line ->> 'unit_cents')::integer,
    'vat_category', case bill.kind when 'standard' then 'S' when 'small_business' then 'E' else 'AE' end,
    'vat_percent', case bill.kind when 'standard' then list.vat_percent else 0 end) order by turn) from jsonb_array_elements(lines) with ordinality one (line, turn)));
  bill.credit_cents := internal.take_credit(p_company, (sums ->> 'gross_cents')::integer);
  -- The number comes last.
  bill.series := 'platform:' || extract(year from today);
  bill.number := 'ZP-' || extract(year from today) || '-' || to_char(internal.next_number(bill.series), 'FM999900000');
  insert into public.invoices (company_id, type, series, number, kind, month, issued_on, due_on, period_from, period_to, seller, buyer, net_cents, vat_cents, gross_cents,
    credit_cents, due_cents, vat, created_at)
  values (p_company, 380, bill.series, bill.number, bill.kind, p_month, today, today + 14, p_month,
    case when lines @> '[{"kind": "plan"}]' then (p_month + interval '2 months')::date - 1 else (p_month + interval '1 month')::date - 1 end,
    seller, internal.buyer_of(company), (sums ->> 'net_cents')::integer, (sums ->> 'vat_cents')::integer, (sums ->> 'gross_cents')::integer, bill.credit_cents,
    (sums ->> 'gross_cents')::integer - bill.credit_cents, sums -> 'vat', internal.present())
  returning * into bill;
  insert into public.invoice_lines (invoice_id, "position", kind, text, quantity, unit_cents, net_cents, vat_category, vat_percent, item_id)
  select bill.id, one.turn, one.line ->> 'kind', one.line ->> 'text', (one.line ->> 'quantity')::integer, (one.line ->> 'unit_cents')::integer,
    (one.line ->> 'quantity')::integer * (one.line ->> 'unit_cents')::integer, sums -> 'vat' -> 0 ->> 'category', (sums -> 'vat' -> 0 ->> 'percent')::smallint,
    (one.line ->> 'item_id')::uuid
  from jsonb_array_elements(lines) with ordinality one (line, turn);
  update public.commission_items set state = 'invoiced' where state = 'open' and id in (
    select line.item_id from public.invoice_lines line where line.invoice_id = bill.id and line.kind = 'commission');
  update public.billing_months set invoice_id = bill.id, waits_for = '' where company_id = p_company and invoice_id is null and month <= p_month;
  perform internal.book_invoice(bill);
  if bill.due_cents = 0 then update public.invoices set state = 'paid', paid_at = internal.present() where id = bill.id; end if;
  perform internal.tell_owners(p_company, 'invoice_issued', jsonb_build_object('number', bill.number, 'cents', bill.due_cents, 'day', bill.due_on));
  return bill.id;
end $function$;

CREATE OR REPLACE FUNCTION internal.concluded_at(appointment public.appointments)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((select min(event.at) from public.appointment_events event
    where event.appointment_id = appointment.id and event.verb in ('confirm', 'paid') and event.to_state = 'confirmed'), appointment.created_at);
end $function$;

CREATE OR REPLACE FUNCTION internal.early_start_before(appointment public.appointments)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  zone constant text := (select location.time_zone from public.locations location where location.id = appointment.location_id);
  concluded timestamptz;
begin
  if appointment.source = 'admin' or appointment.total_cents = 0 or not (internal.legal_flags(appointment.id)).withdrawal then return null; end if;
  if appointment.contact_name = '' then
    if exists (select from public.holds hold where hold.id = appointment.id and internal.asks_first(hold)) then return 'infinity'; end if;
    concluded := internal.present();
  elsif appointment.state = 'requested' then
    return 'infinity';
  else
    concluded := internal.concluded_at(appointment);
  end if;
  return internal.withdrawal_ends(concluded, zone);
end $function$;

CREATE OR REPLACE FUNCTION internal.end_refunds(payment public.payments, p_refunds jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  told record;
begin
  -- What had gone back already has come back: the bank of the customer did not take it.
  perform internal.alert('refund_failed', payment.id, refund.id || ':returned', jsonb_build_object('refund', refund.id, 'amount', refund.amount_cents))
  from jsonb_array_elements(case when jsonb_typeof(p_refunds) = 'array' then p_refunds else '[]' end) one
  join public.refunds refund on refund.id::text = one ->> 'id' and refund.payment_id = payment.id
  where refund.state = 'done' and one ->> 'state' = 'failed';
  for told in
    select refund.id, refund.amount_cents, one ->> 'state' as state
    from jsonb_array_elements(case when jsonb_typeof(p_refunds) = 'array' then p_refunds else '[]' end) one
    join public.refunds refund on refund.id::text = one ->> 'id' and refund.payment_id = payment.id
    where refund.state = 'asked' and one ->> 'state' in ('done', 'failed')
  loop
    update public.refunds set state = told.state::public.refund_state, ended_at = internal.present() where id = told.id;
    update public.payment_commands set state = case told.state when 'done' then 'done' else 'failed' end, ended_at = internal.present()
    where refund_id = told.id and state = 'waiting';
    if told.state = 'failed' then
      perform internal.post(payment, 'refund_failed', 'refund:' || told.id || ':failed',
        ('refunds_due', 'prepaid', least(told.amount_cents, (select refunding_cents from public.payments where id = payment.id)))::internal.posting);
      perform internal.alert('refund_failed', payment.id, told.id::text, jsonb_build_object('refund', told.id, 'amount', told.amount_cents));
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.guard_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from public.money_events event where event.id = new.event_id and event.xid = pg_current_xact_id() and case event.book
      when 'company' then new.invoice_id is null and (new.payment_id is null
        or exists (select from public.payments payment where payment.id = new.payment_id and payment.company_id = event.company_id))
      else exists (select from public.invoices bill where bill.id = new.invoice_id and bill.company_id = event.company_id) end) then
    raise exception using errcode = '42501', message = 'transfers are written with their event, in one company';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.invoice_kind_of(p_seller jsonb, p_buyer jsonb)
 RETURNS public.invoice_kind
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when coalesce((p_seller ->> 'small_business')::boolean, false) then 'small_business'
    when p_seller ->> 'vat_id' <> '' and coalesce(p_buyer ->> 'country', 'DE') <> 'DE' and left(coalesce(p_buyer ->> 'vat_id', ''), 2) = any('{AT,BE,BG,CY,CZ,DK,EE,EL,ES,FI,FR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK}')
      then 'reverse_charge' else 'standard' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_prepaid(appointment public.appointments)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return appointment.state in ('requested', 'confirmed') and appointment.starts_at > internal.present()
    and internal.present() < internal.withdrawal_ends(internal.concluded_at(appointment),
      (select place.time_zone from public.locations place where place.id = appointment.location_id))
    and exists (
    select from public.payments payment where payment.appointment_id = appointment.id and internal.refundable(payment) > 0);
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_terms(hold public.holds, p_until timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS public.appointment_payment_terms
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  terms public.appointment_payment_terms;
begin
  insert into public.appointment_payment_terms (appointment_id, mode, pay_now_cents, no_show_cents, late_cents, pay_until)
  values (hold.id, hold.terms ->> 'mode', (hold.terms ->> 'pay_now_cents')::integer, (hold.terms ->> 'no_show_cents')::integer,
    (hold.terms ->> 'late_cents')::integer, p_until) returning * into terms;
  return terms;
end $function$;

CREATE OR REPLACE FUNCTION internal.kept_of(terms public.appointment_payment_terms)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if terms.kept_cents is null then return null; end if;
  return nullif(least(terms.kept_cents, (select sum(internal.balance_of(payment.id, 'fee_income')) from public.payments payment
    where payment.appointment_id = terms.appointment_id)), 0);
end $function$;

CREATE OR REPLACE FUNCTION internal.known_before(visit public.appointments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  since constant timestamptz := internal.brought_at(visit);
  own_mail constant text := lower(nullif(visit.contact_email, ''));
  own_phone constant text := internal.e164(nullif(visit.contact_phone, ''));
begin
  return jsonb_build_object(
    'cards', (select count(*) from public.customers card where card.company_id = visit.company_id and card.created_at < since
      and (card.id = visit.customer_id or card.email = own_mail::extensions.citext or card.phone = own_phone or card.user_id = visit.user_id)),
    'contacts', (select count(*) from public.customer_contacts contact where contact.company_id = visit.company_id and contact.created_at < since
      and (contact.kind = 'email' and contact.value = own_mail or contact.kind = 'phone' and contact.value = own_phone)),
    'visits', (select count(*) from public.appointments other where other.customer_id = visit.customer_id and other.company_id = visit.company_id
      and other.id <> visit.id and (other.created_at < since
        or other.state = 'completed' and other.starts_at < visit.starts_at and other.created_at <= other.starts_at)),
    'charged', (select count(*) from internal.commission_people charged where charged.company_id = visit.company_id
      and charged.mark = any(internal.marks_of_person(visit)) and not exists (
        select from public.commission_items own where own.appointment_id = visit.id)));
end $function$;

CREATE OR REPLACE FUNCTION internal.late_key(p_payment uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'late:' || p_payment || ':' || count(*) from public.money_transfers where payment_id = p_payment
$function$;

CREATE OR REPLACE FUNCTION internal.leave_for_books(p_company uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  belonging record;
begin
  if not exists (select from public.payments where company_id = p_company) and not exists (select from public.payouts where company_id = p_company)
    and not exists (select from public.invoices where company_id = p_company)
    and not exists (select from public.commission_items where company_id = p_company) then
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

CREATE OR REPLACE FUNCTION internal.money_of_move(p_appointment uuid, p_verb text, p_actor public.actor_kind, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_verb = 'restore' then
    perform internal.restore_payments(p_appointment);
    return;
  end if;
  update public.appointment_payment_terms set pay_until = null where appointment_id = p_appointment and pay_until is not null;
  perform internal.release_payments(p_appointment, case when p_verb = 'expire' then 'slot_lost' when p_actor = 'business' then 'business'
    when p_reason = 'Widerruf' then 'withdrawal' else 'customer' end);
end $function$;

CREATE OR REPLACE FUNCTION internal.offer_to_waiting(wish public.search_orders, place public.locations, p_starts_at timestamp with time zone, p_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  planned constant internal.planned_line[] := internal.plan_for_waiting(wish, place.id, p_starts_at, present);
  visitor internal.visitor;
  hold public.holds;
  made uuid;
begin
  if cardinality(planned) = 0 or not internal.release_expired(internal.takings(planned), present, false) then return false; end if;
  visitor.unlimited := true;
  hold.id := gen_random_uuid();
  hold.company_id := place.company_id;
  hold.location_id := place.id;
  hold.purpose := 'waitlist';
  hold.source := 'web';
  hold.origin := 'offer';
  hold.employee_chosen := wish.employee_id is not null;
  hold.cancellation_hours := place.cancellation_hours;
  hold.expires_at := p_until;
  hold.created_at := present;
  hold.package_name := case when cardinality(wish.service_ids) > 1 then (internal.package_of(place.id, wish.service_ids)).name end;
  if internal.write_hold(hold, planned, visitor, place.time_zone, true, true) is null then return false; end if;
  insert into public.offers (order_id, company_id, location_id, employee_ids, service_ids, price_cents, expires_at, sent_at, origin)
  select wish.id, place.company_id, place.id, array_agg(distinct line.employee_id), wish.service_ids, sum(line.price_cents), p_until, present, 'waitlist'
  from unnest(planned) line returning id into made;
  insert into public.offer_starts (offer_id, "position", hold_id, starts_at, ends_at, employee_id)
  select made, 1, hold.id, min(line.starts_at), max(line.ends_at), (array_agg(line.employee_id order by line."position"))[1] from unnest(planned) line;
  perform internal.keep_agreed_price(made, wish);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.payment_json(p_hold public.holds, visit public.appointments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  terms public.appointment_payment_terms;
begin
  if p_hold.id is not null then
    if p_hold.terms is null then return null; end if;
    return jsonb_build_object('mode', p_hold.terms ->> 'mode', 'due_cents', (p_hold.terms ->> 'pay_now_cents')::integer,
      'later_cents', p_hold.total_cents - (p_hold.terms ->> 'pay_now_cents')::integer, 'no_show_cents', (p_hold.terms ->> 'no_show_cents')::integer,
      'late_cents', (p_hold.terms ->> 'late_cents')::integer, 'cancel_cents', null, 'kept_cents', null,
      'test', (p_hold.terms ->> 'test')::boolean, 'after_answer', internal.asks_first(p_hold), 'pay_until', null, 'payments', '[]'::jsonb);
  end if;
  select * into terms from public.appointment_payment_terms where appointment_id = visit.id;
  if terms.appointment_id is null then return null; end if;
  return (
    select jsonb_build_object('mode', terms.mode, 'due_cents', terms.pay_now_cents,
      'later_cents', greatest(visit.total_cents - case when terms.waived_at is null then terms.pay_now_cents else 0 end, 0),
      'no_show_cents', terms.no_show_cents, 'late_cents', terms.late_cents, 'cancel_cents', internal.cancelling_cents(visit), 'kept_cents', internal.kept_of(terms),
      'test', coalesce(bool_or(payment.test), (internal.paying_account(visit.company_id)).test, false),
      'after_answer', visit.state = 'requested' and terms.waived_at is null,
      'pay_until', case when visit.state = 'awaiting_payment' then terms.pay_until end,
      'payments', coalesce(jsonb_agg(jsonb_build_object('id', payment.id, 'kind', payment.kind, 'amount_cents', payment.amount_cents,
        'captured_cents', payment.captured_cents, 'refunding_cents', payment.refunding_cents, 'refunded_cents', payment.refunded_cents,
        'state', payment.state, 'created_at', payment.created_at, 'paid_at', payment.paid_at,
        'refunds', (select coalesce(jsonb_agg(jsonb_build_object('amount_cents', refund.amount_cents, 'reason', refund.reason, 'state', refund.state,
            'created_at', refund.created_at) order by refund.created_at, refund.id), '[]') from public.refunds refund where refund.payment_id = payment.id and refund.state <> 'withdrawn'))
        order by payment.created_at, payment.id) filter (where payment.id is not null), '[]'))
    from (select) one left join public.payments payment on payment.appointment_id = visit.id);
end $function$;

CREATE OR REPLACE FUNCTION internal.payment_of_mail(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('paid_cents', sum(payment.captured_cents), 'returned_cents', sum(payment.refunding_cents + payment.refunded_cents),
      'later_cents', greatest(max(visit.total_cents) - coalesce(max(terms.pay_now_cents) filter (where terms.waived_at is null), 0), 0),
      'kept_cents', coalesce((select internal.kept_of(agreed) from public.appointment_payment_terms agreed where agreed.appointment_id = p_appointment), 0),
      'test', bool_or(payment.test))
    from public.payments payment join public.appointments visit on visit.id = payment.appointment_id
    left join public.appointment_payment_terms terms on terms.appointment_id = visit.id
    where payment.appointment_id = p_appointment having sum(payment.captured_cents) > 0);
end $function$;

CREATE OR REPLACE FUNCTION internal.release_payments(p_appointment uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  payment public.payments;
  to_keep integer := coalesce((select terms.kept_cents from public.appointment_payment_terms terms where terms.appointment_id = p_appointment), 0);
  kept integer;
begin
  for payment in select * from public.payments where appointment_id = p_appointment order by id for update loop
    kept := least(to_keep, internal.balance_of(payment.id, 'prepaid'));
    if kept > 0 then
      to_keep := to_keep - kept;
      perform internal.post(payment, 'late_cancelled', internal.late_key(payment.id), ('prepaid', 'fee_income', kept)::internal.posting);
      update public.payments set settled_at = internal.present() where id = payment.id;
    end if;
    if internal.refundable(payment) > kept then perform internal.refund(payment, internal.refundable(payment) - kept, p_reason); end if;
    if payment.state in ('open', 'processing') then
      update public.payments set state = 'expired' where id = payment.id;
      update public.payment_commands set state = 'dropped', ended_at = internal.present()
      where payment_id = payment.id and kind = 'start' and state = 'waiting' and attempts = 0;
      -- The provider knows nothing of what nobody has tried to start.
      if not found then perform internal.command(payment.id, 'expire'); end if;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.restore_payments(p_appointment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  payment public.payments;
  fee integer;
begin
  perform internal.withdraw_refunds(p_appointment);
  for payment in select * from public.payments where appointment_id = p_appointment order by id for update loop
    fee := least(internal.balance_of(payment.id, 'fee_income'), internal.refundable(payment));
    if fee > 0 and exists (select from public.refunds where payment_id = payment.id and reason = 'customer' and state in ('asked', 'done')) then
      perform internal.refund(payment, fee, 'business');
    elsif fee > 0 then
      perform internal.post(payment, 'late_waived', internal.late_key(payment.id), ('fee_income', 'prepaid', fee)::internal.posting);
      update public.payments set settled_at = null where id = payment.id;
    end if;
  end loop;
  update public.appointment_payment_terms set kept_cents = null where appointment_id = p_appointment and kept_cents is not null;
  update public.appointment_payment_terms set waived_at = internal.present() where appointment_id = p_appointment and not exists (
    select from public.payments held where held.appointment_id = p_appointment and internal.refundable(held) > 0);
end $function$;

CREATE OR REPLACE FUNCTION internal.return_won(p_payment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  payment public.payments;
  due integer;
begin
  select * into payment from public.payments where id = p_payment;
  due := least(internal.balance_of(p_payment, 'prepaid'), internal.refundable(payment));
  if due > 0 and exists (
    select from public.appointments visit left join public.appointment_payment_terms terms on terms.appointment_id = visit.id
    where visit.id = payment.appointment_id and (visit.state in ('cancelled', 'declined', 'expired') or terms.waived_at is not null
      or visit.state = 'no_show' and payment.settled_at is not null)) then
    perform internal.refund(payment, due, 'customer');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.reverse_invoice(p_invoice uuid, p_reason text, p_again boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today constant date := internal.billing_day();
  former public.invoices;
  made public.invoices;
  number_taken integer;
begin
  select * into former from public.invoices where id = p_invoice;
  if former.id is null then perform internal.fail('invoice_not_found'); end if;
  perform from public.companies where id = former.company_id for no key update;
  perform from public.commission_items where id in (select line.item_id from public.invoice_lines line where line.invoice_id = p_invoice) order by id for update;
  select * into former from public.invoices where id = p_invoice for update;
  if former.type = 384 then perform internal.fail('wrong_state', 'reversal'); end if;
  if former.state = 'reversed' then perform internal.fail('already_reversed'); end if;
  update public.invoices set state = 'reversed' where id = former.id;
  update public.billing_months set invoice_id = null, plan_cents = case when p_again then plan_cents else 0 end where invoice_id = former.id;
  update public.commission_items set state = case when p_again then 'open' else 'waived' end::public.commission_state,
    decision = case when p_again then decision else 'reversed' end
  where state = 'invoiced' and id in (select line.item_id from public.invoice_lines line where line.invoice_id = former.id and line.kind = 'commission');
  if former.credit_cents > 0 then perform internal.give_back_credit(former.company_id, former.credit_cents); end if;
  made := former;
  made.series := 'platform:' || extract(year from today);
  number_taken := internal.next_number(made.series);
  insert into public.invoices (company_id, type, series, number, kind, month, issued_on, due_on, period_from, period_to, state, reverses, reason, seller, buyer,
    net_cents, vat_cents, gross_cents, credit_cents, due_cents, vat, created_at)
  values (former.company_id, 384, made.series, 'ZP-' || extract(year from today) || '-' || to_char(number_taken, 'FM999900000'), former.kind, former.month, today,
    today, former.period_from, former.period_to, 'issued', former.id, left(p_reason, 500), former.seller, former.buyer, -former.net_cents, -former.vat_cents,
    -former.gross_cents, -former.credit_cents, -former.due_cents, (
      select jsonb_agg(rate || jsonb_build_object('net_cents', -(rate ->> 'net_cents')::integer, 'vat_cents', -(rate ->> 'vat_cents')::integer) order by turn)
      from jsonb_array_elements(former.vat) with ordinality one (rate, turn)), internal.present())
  returning * into made;
  insert into public.invoice_lines select made.id, line."position", line.kind, line.text, -line.quantity, line.unit_cents, -line.net_cents, line.vat_category,
    line.vat_percent, line.item_id from public.invoice_lines line where line.invoice_id = former.id;
  -- Its plan as it was booked, so that the accounts come to nothing.
  perform internal.book_invoice(made);
  perform internal.lift_pause(former.company_id);
  if former.paid_cents > 0 then
    perform internal.alert('paid_and_reversed', null, former.id::text, jsonb_build_object('invoice', former.number, 'cents', former.paid_cents));
  end if;
  perform internal.tell_owners(former.company_id, 'invoice_reversed', jsonb_build_object('number', made.number, 'reversed', former.number));
  return made.id;
end $function$;

CREATE OR REPLACE FUNCTION internal.withdraw(appointment public.appointments, more jsonb DEFAULT '{}'::jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  declared constant timestamptz := internal.present();
begin
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state)
  values (appointment.id, declared, 'withdraw', 'customer', internal.person(), appointment.state, appointment.state);
  if internal.customer_may_change(appointment) or internal.is_prepaid(appointment) then
    perform internal.move(appointment, 'cancel', 'customer', 'Widerruf', p_quietly => true);
  elsif appointment.state = 'awaiting_payment' then
    perform internal.move(appointment, 'abandon', 'customer', 'Widerruf', p_quietly => true);
  end if;
  perform internal.queue_messages(appointment.id, 'appointment_withdrawn', 'customer', jsonb_build_object('declared_at', declared) || more);
  return declared;
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
end $function$;

CREATE OR REPLACE FUNCTION public.expire_payments(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  due record;
  visit public.appointments;
  ended integer := 0;
begin
  for due in
    select appointment.id, appointment.location_id from public.appointments appointment
    join public.appointment_payment_terms terms on terms.appointment_id = appointment.id
    where appointment.state = 'awaiting_payment' and terms.pay_until <= present order by terms.pay_until limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(due.location_id::text, 43));
    select * into visit from public.appointments where id = due.id and state = 'awaiting_payment' for update skip locked;
    continue when not found;
    begin
      perform internal.move(visit, 'expire', 'system');
      -- Whoever goes to pay at once sees it end; after a request both sides have waited for it.
      if exists (select from public.appointment_events said
        where said.appointment_id = visit.id and said.verb = 'confirm' and said.actor = 'business')
        and not exists (select from public.payments payment where payment.appointment_id = visit.id and payment.captured_cents > 0) then
        perform internal.queue_messages(visit.id, 'appointment_declined', 'system', '{"unpaid": true}');
      end if;
      ended := ended + 1;
    exception when others then
      raise warning 'appointment % cannot be ended: % %', due.id, sqlstate, sqlerrm;
    end;
  end loop;
  return ended;
end $function$;

CREATE OR REPLACE FUNCTION public.list_payment_terms(p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not internal.is_published(p_location) and p_location not in (select internal.locations_as('staff')) then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('service_id', service.id, 'mode', rule.mode, 'percent', rule.percent, 'cents', rule.cents,
        'due_cents', due.cents, 'keeps_on_no_show', rule.keeps_on_no_show, 'late_percent', rule.late_percent, 'test', account.test,
        'after_answer', place.confirms_by_hand or service.booking_way = 'request') order by service.id), '[]')
    from public.locations place
    cross join lateral internal.paying_account(place.company_id) account
    join public.services service on service.location_id = place.id and service.active
    cross join lateral internal.rule_of(place.id, service.id) rule
    cross join lateral internal.due_now(rule, service.price_cents) due (cents)
    where place.id = p_location and account.id is not null and due.cents >= internal.least_payment());
end $function$;

CREATE OR REPLACE FUNCTION public.object_commission(p_item uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  reason constant text := internal.clean_words(p_reason);
  item public.commission_items;
  visit public.appointments;
begin
  select * into item from public.commission_items where id = p_item and company_id in (select internal.companies_as('owner')) for update;
  if item.id is null then perform internal.fail('commission_not_found'); end if;
  if item.state = 'objected' then return jsonb_build_object('state', item.state, 'granted', false); end if;
  if item.objected_at is not null or item.state = 'waived' then perform internal.fail('wrong_state', item.state::text); end if;
  if item.object_until <= present then perform internal.fail('objection_too_late'); end if;
  if reason = '' then perform internal.fail('reason_missing'); end if;
  if length(reason) > 1000 then perform internal.fail('reason_too_long'); end if;
  select * into visit from public.appointments where id = item.appointment_id;
  if visit.id is not null and internal.is_older(internal.known_before(visit) - 'cards') then
    update public.commission_items set state = 'waived', objected_at = present, objection = reason, decided_at = present, decision = 'older_entry'
    where id = item.id;
    return jsonb_build_object('state', 'waived', 'granted', true);
  end if;
  update public.commission_items set state = 'objected', objected_at = present, objection = reason where id = item.id;
  return jsonb_build_object('state', 'objected', 'granted', false);
end $function$;

CREATE OR REPLACE FUNCTION public.run_dunning(p_limit integer DEFAULT 50)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := internal.billing_day();
  due record;
  bill public.invoices;
  steps integer := 0;
begin
  for due in
    select one.id, one.company_id, level.level from public.invoices one
    join (values (1, 14), (2, 28), (3, 42)) level (level, days) on one.due_on + level.days <= today
    where one.state = 'issued' and one.type = 380 and level.level = 1 + (select count(*) from public.dunning_steps step where step.invoice_id = one.id)
      -- Nobody is pressed for what is disputed, or comes back with the next invoice.
      and not exists (select from public.invoice_lines line join public.commission_items item on item.id = line.item_id
        where line.invoice_id = one.id and item.state = 'objected')
      and one.due_cents - one.paid_cents > (select coalesce(sum(round(line.net_cents * (100 + line.vat_percent) / 100.0)), 0)
        from public.invoice_lines line join public.commission_items item on item.id = line.item_id
        where line.invoice_id = one.id and line.kind = 'commission' and item.state = 'waived')
    order by one.due_on, one.id limit p_limit
  loop
    perform from public.companies where id = due.company_id for no key update;
    select * into bill from public.invoices where id = due.id and state = 'issued' for update;
    continue when bill.id is null;
    insert into public.dunning_steps values (bill.id, due.level, internal.present()) on conflict do nothing;
    continue when not found;
    if due.level = 3 then perform internal.pause_unpaid(bill); end if;
    perform internal.tell_owners(bill.company_id, case due.level when 3 then 'listing_unpaid' else 'invoice_reminder' end, jsonb_build_object('number', bill.number,
      'cents', bill.due_cents - bill.paid_cents, 'day', bill.due_on, 'level', due.level));
    steps := steps + 1;
  end loop;
  return steps;
end $function$;

CREATE OR REPLACE FUNCTION public.start_payment(p_appointment uuid, p_secret text DEFAULT NULL::text, p_contact jsonb DEFAULT NULL::jsonb, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened internal.opened;
  terms public.appointment_payment_terms;
  payment public.payments;
  begun uuid;
begin
  -- Somebody else's call may just have done it: then it is an appointment.
  if internal.confirm_hold(p_appointment, p_secret, p_contact, p_early_start, true) then
    select id into begun from public.payments where appointment_id = p_appointment;
    return internal.visit_json(p_appointment) || jsonb_build_object('payment_id', begun);
  end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  select * into terms from public.appointment_payment_terms where appointment_id = p_appointment;
  if terms.appointment_id is null then perform internal.fail('payment_not_needed'); end if;
  select * into payment from public.payments where appointment_id = p_appointment order by state = 'paid' desc, created_at desc, id limit 1 for update;
  if (opened.appointment).state = 'awaiting_payment' and (payment.id is null or payment.state in ('failed', 'expired')) then
    if terms.pay_until <= internal.present() then perform internal.fail('wrong_state', 'expired'); end if;
    begun := internal.ask_payment(opened.appointment, terms);
  elsif (opened.appointment).state = 'awaiting_payment' or (opened.appointment).state = 'confirmed' and payment.state = 'paid' then
    begun := payment.id;
  else
    perform internal.fail('wrong_state', (opened.appointment).state::text);
  end if;
  return internal.visit_json(p_appointment) || jsonb_build_object('payment_id', begun);
end $function$;

ALTER TABLE "public"."money_transfers" ADD CONSTRAINT "money_transfers_about" CHECK ((num_nonnulls(payment_id, invoice_id) <= 1));

REVOKE ALL ON FUNCTION "internal"."concluded_at"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."kept_of"(public.appointment_payment_terms) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."late_key"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."restore_payments"(uuid) FROM PUBLIC;
