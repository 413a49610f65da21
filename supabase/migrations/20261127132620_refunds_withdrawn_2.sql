set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.guest_visit_json(visit public.appointments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('number', internal.booking_number(visit.id), 'state', visit.state, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at,
      'time_zone', place.time_zone, 'location', place.name, 'name', visit.contact_name, 'phone', visit.contact_phone, 'for_name', visit.for_name,
      'note', visit.note, 'package', visit.package_name, 'total_cents', visit.total_cents, 'source', visit.source, 'created_at', visit.created_at,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('service', line.service_name, 'with', employee.name, 'starts_at', line.starts_at,
          'ends_at', line.ends_at, 'price_cents', line.price_cents, 'seats', line.seats) order by line."position"), '[]')
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id where line.appointment_id = visit.id),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('by_customer', said.by_customer, 'text', said.text, 'at', said.created_at)
          order by said.created_at, said.id), '[]') from public.appointment_messages said where said.appointment_id = visit.id),
      'early_start', (select jsonb_build_object('agreed_at', demanded.agreed_at) from public.early_starts demanded where demanded.appointment_id = visit.id),
      'payment', internal.payment_json(null, visit),
      'review', (select jsonb_build_object('author', review.author, 'rating', review.rating, 'text', review.text, 'punctual', review.punctual,
          'as_priced', review.as_priced, 'clean', review.clean, 'again', review.again, 'additions', review.additions, 'created_at', review.created_at)
        from public.reviews review where review.appointment_id = visit.id))
    from public.locations place where place.id = visit.location_id);
end $function$;

CREATE OR REPLACE FUNCTION internal.money_of_move(p_appointment uuid, p_verb text, p_actor public.actor_kind, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_verb = 'restore' then
    perform internal.withdraw_refunds(p_appointment);
    update public.appointment_payment_terms set waived_at = internal.present() where appointment_id = p_appointment and not exists (
      select from public.payments payment where payment.appointment_id = p_appointment and internal.refundable(payment) > 0);
    return;
  end if;
  update public.appointment_payment_terms set pay_until = null where appointment_id = p_appointment and pay_until is not null;
  perform internal.release_payments(p_appointment, case when p_verb = 'expire' then 'slot_lost' when p_actor = 'business' then 'business'
    when p_reason = 'Widerruf' then 'withdrawal' else 'customer' end);
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
    if not internal.is_to_be_paid(p_hold) then return null; end if;
    return jsonb_build_object('mode', p_hold.terms ->> 'mode', 'due_cents', (p_hold.terms ->> 'pay_now_cents')::integer,
      'later_cents', p_hold.total_cents - (p_hold.terms ->> 'pay_now_cents')::integer, 'no_show_cents', (p_hold.terms ->> 'no_show_cents')::integer,
      'test', (p_hold.terms ->> 'test')::boolean, 'pay_until', null, 'payments', '[]'::jsonb);
  end if;
  select * into terms from public.appointment_payment_terms where appointment_id = visit.id;
  if terms.appointment_id is null then return null; end if;
  return (
    select jsonb_build_object('mode', terms.mode, 'due_cents', terms.pay_now_cents,
      'later_cents', greatest(visit.total_cents - case when terms.waived_at is null then terms.pay_now_cents else 0 end, 0),
      'no_show_cents', terms.no_show_cents, 'test', coalesce(bool_or(payment.test), false),
      'pay_until', case when visit.state = 'awaiting_payment' then terms.pay_until end,
      'payments', coalesce(jsonb_agg(jsonb_build_object('id', payment.id, 'kind', payment.kind, 'amount_cents', payment.amount_cents,
        'captured_cents', payment.captured_cents, 'refunding_cents', payment.refunding_cents, 'refunded_cents', payment.refunded_cents,
        'state', payment.state, 'created_at', payment.created_at, 'paid_at', payment.paid_at,
        'refunds', (select coalesce(jsonb_agg(jsonb_build_object('amount_cents', refund.amount_cents, 'reason', refund.reason, 'state', refund.state,
            'created_at', refund.created_at) order by refund.created_at, refund.id), '[]') from public.refunds refund where refund.payment_id = payment.id and refund.state <> 'withdrawn'))
        order by payment.created_at, payment.id) filter (where payment.id is not null), '[]'))
    from (select) one left join public.payments payment on payment.appointment_id = visit.id);
end $function$;

CREATE OR REPLACE FUNCTION internal.refund(payment public.payments, p_cents integer, p_reason text, p_note text DEFAULT ''::text, p_key uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into public.refunds (payment_id, amount_cents, reason, note, idempotency_key, asked_by, created_at)
  values (payment.id, p_cents, p_reason, left(coalesce(p_note, ''), 500), p_key, internal.person(), internal.present()) returning id into made;
  perform internal.post(payment, 'refund_asked', 'refund:' || made || ':asked', variadic internal.taken_from(payment.id, p_cents));
  perform internal.command(payment.id, 'refund', made);
  update public.payment_commands set next_attempt_at = next_attempt_at + internal.refund_wait(p_reason) where refund_id = made;
  -- The business made nothing of it, so that only the customer hears of it.
  if p_reason = 'slot_lost' and payment.appointment_id is not null then
    perform internal.queue_messages(payment.appointment_id, 'appointment_not_booked', 'business');
  end if;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION internal.refund_wait(p_reason text)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case p_reason when 'business' then interval '1 minute' else interval '0' end $function$;

CREATE OR REPLACE FUNCTION internal.withdraw_refunds(p_appointment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  payment public.payments;
  taken record;
begin
  for payment in select * from public.payments where appointment_id = p_appointment and refunding_cents > 0 order by id for update loop
    for taken in
      update public.payment_commands command set state = 'dropped', ended_at = internal.present() from public.refunds refund
      where command.payment_id = payment.id and command.refund_id = refund.id and refund.state = 'asked' and refund.reason in ('business', 'customer')
        and command.state = 'waiting' and command.attempts = 0 returning refund.id
    loop
      update public.refunds set state = 'withdrawn', ended_at = internal.present() where id = taken.id;
      perform internal.post(payment, 'refund_withdrawn', 'refund:' || taken.id || ':withdrawn', variadic array(
        select ('refunds_due', line.debit, line.amount_cents)::internal.posting from public.money_events event
        join public.money_transfers line on line.event_id = event.id
        where event.idempotency_key = 'refund:' || taken.id || ':asked' order by line."position"));
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_payment_commands(p_limit integer DEFAULT 20, p_payment uuid DEFAULT NULL::uuid)
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
    select waiting.id from public.payment_commands waiting
    where waiting.state = 'waiting' and (waiting.lease_until is null or waiting.lease_until <= present)
      and case when p_payment is null then waiting.kind <> 'start' else waiting.payment_id = p_payment end
      and (waiting.next_attempt_at <= present or p_payment is not null and waiting.kind <> 'refund')
    order by waiting.next_attempt_at, waiting.id limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.payment_commands command set lease = gen_random_uuid(), lease_until = present + interval '1 minute',
      attempts = least(command.attempts + 1, 30000)
    from due where command.id = due.id returning command.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', command.id, 'lease', command.lease, 'kind', command.kind, 'attempts', command.attempts,
      'read_first', command.attempts > 1 and command.created_at < present - interval '20 hours',
      'payment', jsonb_build_object('id', payment.id, 'provider', payment.provider, 'ref', payment.ref, 'account_ref', coalesce(account.ref, ''),
        'amount_cents', payment.amount_cents, 'description', payment.description, 'test', payment.test, 'appointment_id', payment.appointment_id,
        'created_at', payment.created_at),
      'refund', case when refund.id is not null then jsonb_build_object('id', refund.id, 'amount_cents', refund.amount_cents) end)
    order by command.next_attempt_at, command.id), '[]') into claimed
  from taken command join public.payments payment on payment.id = command.payment_id
  left join public.payment_accounts account on account.company_id = payment.company_id and account.provider = payment.provider
  left join public.refunds refund on refund.id = command.refund_id;
  return claimed;
end $function$;

CREATE OR REPLACE FUNCTION public.own_account_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  address constant text := lower(internal.own_email());
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return jsonb_build_object(
    'waits', (select coalesce(jsonb_agg(internal.wait_json(wait) order by wait.created_at, wait.id), '[]') from public.event_waits wait where wait.user_id = caller),
    'withdrawals', (select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
      from public.appointments visit join public.withdrawals declared on declared.appointment_id = visit.id where visit.user_id = caller),
    'payments', public.own_payments(),
    'search_orders', internal.orders_data(caller, address), 'blocked_businesses', internal.blocks_of(address),
    'tickets', internal.tickets_data(caller, address),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'content_reports', case when address is null then '[]' else internal.content_reports_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'order_notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'pace', choice.pace) order by company.name, company.id), '[]')
      from public.order_notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object('location', place.name, 'created_at', kept.created_at) order by kept.created_at, place.id), '[]')
      from public.favourites kept join public.locations place on place.id = kept.location_id where kept.user_id = caller),
    'relatives', (select coalesce(jsonb_agg(jsonb_build_object('name', kin.name, 'birth_year', kin.birth_year, 'created_at', kin.created_at)
        order by kin.created_at, kin.id), '[]') from public.relatives kin where kin.user_id = caller),
    'partners', internal.partner_data(caller),
    'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'list', kept.list, 'name', kept.name, 'query', kept.query,
        'is_default', kept.is_default, 'created_at', kept.created_at) order by kept.created_at, kept.id), '[]')
      from public.saved_views kept join public.companies company on company.id = kept.company_id where kept.user_id = caller));
end $function$;

CREATE OR REPLACE FUNCTION public.own_payments()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('appointment_id', visit.id, 'payment', internal.payment_json(null, visit)) order by visit.starts_at desc, visit.id), '[]')
    from public.appointments visit join public.appointment_payment_terms terms on terms.appointment_id = visit.id where visit.user_id = caller);
end $function$;

REVOKE ALL ON FUNCTION "internal"."refund_wait"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."withdraw_refunds"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."own_payments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."own_payments"() TO "authenticated";
