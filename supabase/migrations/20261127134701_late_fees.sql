set local check_function_bodies = off;

DROP FUNCTION "public"."set_payment_rule"(uuid, uuid, text, integer, integer, boolean);

ALTER TABLE "public"."appointment_payment_terms" ADD COLUMN "late_cents" integer;

ALTER TABLE "public"."appointment_payment_terms" ADD COLUMN "kept_cents" integer;

ALTER TABLE "public"."payment_rules" ADD COLUMN "late_percent" smallint;

CREATE OR REPLACE FUNCTION internal.await_payment(hold public.holds)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  terms public.appointment_payment_terms;
  visit public.appointments;
begin
  insert into public.appointment_payment_terms (appointment_id, mode, pay_now_cents, no_show_cents, late_cents, pay_until)
  values (hold.id, hold.terms ->> 'mode', (hold.terms ->> 'pay_now_cents')::integer, (hold.terms ->> 'no_show_cents')::integer,
    (hold.terms ->> 'late_cents')::integer, internal.present() + internal.payment_window()) returning * into terms;
  select * into visit from public.appointments where id = hold.id;
  perform internal.ask_payment(visit, terms);
end $function$;

CREATE OR REPLACE FUNCTION internal.cancel(p_appointment uuid, p_secret text, p_reason text, p_fee_cents integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
  appointment constant public.appointments := opened.appointment;
begin
  if appointment.state = 'cancelled' then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(appointment, 'cancel', opened.actor);
  if opened.actor = 'customer' then perform internal.take_late_fee(appointment, p_fee_cents); end if;
  perform internal.move(appointment, 'cancel', opened.actor, p_reason);
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION internal.cancelling_cents(appointment public.appointments)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if internal.customer_may_change(appointment) then return 0; end if;
  if appointment.state <> 'confirmed' or appointment.starts_at <= internal.present() then return null; end if;
  return (
    select least(terms.late_cents, sum(internal.refundable(payment)))::integer
    from public.appointment_payment_terms terms join public.payments payment on payment.appointment_id = terms.appointment_id
    where terms.appointment_id = appointment.id and terms.waived_at is null and terms.late_cents is not null
    group by terms.late_cents having sum(internal.refundable(payment)) > 0);
end $function$;

CREATE OR REPLACE FUNCTION internal.money_of_move(p_appointment uuid, p_verb text, p_actor public.actor_kind, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_verb = 'restore' then
    perform internal.waive_payments(p_appointment);
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
      'late_cents', (p_hold.terms ->> 'late_cents')::integer, 'cancel_cents', null, 'kept_cents', null,
      'test', (p_hold.terms ->> 'test')::boolean, 'pay_until', null, 'payments', '[]'::jsonb);
  end if;
  select * into terms from public.appointment_payment_terms where appointment_id = visit.id;
  if terms.appointment_id is null then return null; end if;
  return (
    select jsonb_build_object('mode', terms.mode, 'due_cents', terms.pay_now_cents,
      'later_cents', greatest(visit.total_cents - case when terms.waived_at is null then terms.pay_now_cents else 0 end, 0),
      'no_show_cents', terms.no_show_cents, 'late_cents', terms.late_cents, 'cancel_cents', internal.cancelling_cents(visit), 'kept_cents', terms.kept_cents,
      'test', coalesce(bool_or(payment.test), false),
      'pay_until', case when visit.state = 'awaiting_payment' then terms.pay_until end,
      'payments', coalesce(jsonb_agg(jsonb_build_object('id', payment.id, 'kind', payment.kind, 'amount_cents', payment.amount_cents,
        'captured_cents', payment.captured_cents, 'refunding_cents', payment.refunding_cents, 'refunded_cents', payment.refunded_cents,
        'state', payment.state, 'created_at', payment.created_at, 'paid_at', payment.paid_at,
        'refunds', (select coalesce(jsonb_agg(jsonb_build_object('amount_cents', refund.amount_cents, 'reason', refund.reason, 'state', refund.state,
            'created_at', refund.created_at) order by refund.created_at, refund.id), '[]') from public.refunds refund where refund.payment_id = payment.id))
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
      'later_cents', greatest(max(visit.total_cents) - sum(internal.refundable(payment)), 0),
      'kept_cents', (select coalesce(terms.kept_cents, 0) from public.appointment_payment_terms terms where terms.appointment_id = p_appointment),
      'test', bool_or(payment.test))
    from public.payments payment join public.appointments visit on visit.id = payment.appointment_id
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
      perform internal.post(payment, 'late_cancelled', 'late:' || payment.id, ('prepaid', 'fee_income', kept)::internal.posting);
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

CREATE OR REPLACE FUNCTION internal.take_late_fee(appointment public.appointments, p_accepted integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  cents integer;
begin
  -- Who gives money back meanwhile comes before or after.
  perform from public.payments where appointment_id = appointment.id order by id for update;
  cents := internal.cancelling_cents(appointment);
  if cents is null or p_accepted is null and cents > 0 then
    perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
  end if;
  if cents <> coalesce(p_accepted, 0) then perform internal.fail('fee_changed', cents::text); end if;
  if cents > 0 then update public.appointment_payment_terms set kept_cents = cents where appointment_id = appointment.id; end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.terms_of(p_company uuid, p_location uuid, planned internal.planned_line[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  account public.payment_accounts;
  terms record;
begin
  if not exists (select from public.payment_rules where location_id = p_location) then return null; end if;
  account := internal.paying_account(p_company);
  if account.id is null then return null; end if;
  select sum(due.cents)::integer as pay_now, sum(due.cents) filter (where rule.keeps_on_no_show)::integer as no_show, sum(line.price_cents)::integer as total,
    -- Without a fee for one of them there is none for the visit.
    case when bool_and(rule.late_percent is not null) filter (where due.cents > 0) then
      greatest(sum(round(due.cents * rule.late_percent / 100.0)) filter (where due.cents > 0)::integer, 1) end as late
  into terms
  from unnest(planned) line
  cross join lateral internal.rule_of(p_location, line.service_id) rule
  cross join lateral internal.due_now(rule, line.price_cents, coalesce(line.seats, 1)) due (cents);
  if terms.pay_now is null or terms.pay_now < internal.least_payment() then return null; end if;
  return jsonb_build_object('mode', case when terms.pay_now = terms.total then 'full' else 'deposit' end, 'pay_now_cents', terms.pay_now,
    'no_show_cents', coalesce(terms.no_show, 0), 'late_cents', terms.late, 'test', account.test);
end $function$;

CREATE OR REPLACE FUNCTION internal.waive_payments(p_appointment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kept constant integer := (select terms.kept_cents from public.appointment_payment_terms terms where terms.appointment_id = p_appointment);
  payment public.payments;
begin
  update public.appointment_payment_terms set waived_at = internal.present(), kept_cents = null where appointment_id = p_appointment;
  for payment in select * from public.payments where appointment_id = p_appointment and kept is not null order by id for update loop
    if internal.balance_of(payment.id, 'fee_income') > 0 then perform internal.refund(payment, internal.balance_of(payment.id, 'fee_income'), 'business'); end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_appointment(p_appointment uuid, p_fee_cents integer, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return internal.cancel(p_appointment, p_secret, p_reason, coalesce(p_fee_cents, 0));
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_appointment(p_appointment uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return internal.cancel(p_appointment, p_secret, p_reason, null);
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
        'due_cents', due.cents, 'keeps_on_no_show', rule.keeps_on_no_show, 'late_percent', rule.late_percent, 'test', account.test) order by service.id), '[]')
    from public.locations place
    cross join lateral internal.paying_account(place.company_id) account
    join public.services service on service.location_id = place.id and service.active and service.booking_way <> 'request'
    cross join lateral internal.rule_of(place.id, service.id) rule
    cross join lateral internal.due_now(rule, service.price_cents) due (cents)
    where place.id = p_location and not place.confirms_by_hand and account.id is not null and due.cents >= internal.least_payment());
end $function$;

CREATE OR REPLACE FUNCTION public.set_payment_rule(p_location uuid, p_service uuid DEFAULT NULL::uuid, p_mode text DEFAULT NULL::text, p_percent integer DEFAULT NULL::integer, p_cents integer DEFAULT NULL::integer, p_keeps_on_no_show boolean DEFAULT true, p_late_percent integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  if p_service is not null and not exists (select from public.services where id = p_service and location_id = p_location) then
    perform internal.fail('service_not_found');
  end if;
  -- One at a time, and whoever shows the location does it anew.
  update public.locations set updated_at = now() where id = p_location;
  if p_mode is null then
    delete from public.payment_rules where location_id = p_location and service_id is not distinct from p_service;
    return;
  end if;
  if not coalesce(case p_mode
      when 'deposit' then num_nonnulls(p_percent, p_cents) = 1 and coalesce(p_percent between 1 and 100, p_cents between 100 and 1000000)
      when 'on_site' then num_nonnulls(p_percent, p_cents) = 0
      when 'full' then num_nonnulls(p_percent, p_cents) = 0 end, false)
    or p_late_percent is not null and (p_mode = 'on_site' or p_late_percent not between 1 and 100) then
    perform internal.fail('payment_rule_invalid');
  end if;
  delete from public.payment_rules where location_id = p_location and service_id is not distinct from p_service;
  insert into public.payment_rules (location_id, service_id, mode, percent, cents, keeps_on_no_show, late_percent)
  values (p_location, p_service, p_mode, p_percent, p_cents, coalesce(p_keeps_on_no_show, true), p_late_percent);
end $function$;

ALTER TABLE "public"."appointment_payment_terms" ADD CONSTRAINT "appointment_payment_terms_check1" CHECK (((late_cents >= 1) AND (late_cents <= pay_now_cents)));

ALTER TABLE "public"."appointment_payment_terms" ADD CONSTRAINT "appointment_payment_terms_kept_cents_check" CHECK ((kept_cents > 0));

ALTER TABLE "public"."payment_rules" ADD CONSTRAINT "payment_rules_late_percent_check" CHECK (((late_percent >= 1) AND (late_percent <= 100)));

REVOKE ALL ON FUNCTION "internal"."cancel"(uuid, text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."cancelling_cents"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_late_fee"(public.appointments, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."waive_payments"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."cancel_appointment"(uuid, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_appointment"(uuid, integer, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."set_payment_rule"(uuid, uuid, text, integer, integer, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_payment_rule"(uuid, uuid, text, integer, integer, boolean, integer) TO "authenticated";
