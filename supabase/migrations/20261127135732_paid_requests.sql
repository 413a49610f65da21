set local check_function_bodies = off;

DROP FUNCTION "internal"."is_to_be_paid"(public.holds);

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
  perform internal.ask_payment(request, terms);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.await_payment(hold public.holds)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  terms constant public.appointment_payment_terms := internal.keep_terms(hold, internal.present() + internal.payment_window());
  visit public.appointments;
begin
  select * into visit from public.appointments where id = hold.id;
  perform internal.ask_payment(visit, terms);
end $function$;

CREATE OR REPLACE FUNCTION internal.composed_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb, ordered_at timestamp with time zone)
 RETURNS TABLE(company_id uuid, appointment_id uuid, customer_id uuid, kind text, audience public.actor_kind, recipient text, payload jsonb, next_attempt_at timestamp with time zone, created_at timestamp with time zone, held_back text)
 LANGUAGE plpgsql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
begin
  return query
  select appointment.company_id, appointment.id, case target.audience when 'customer' then appointment.customer_id end, p_kind, target.audience, coalesce(own.mailbox, target.recipient),
    jsonb_build_object(
      'appointment_id', appointment.id, 'number', internal.booking_number(appointment.id), 'sequence', appointment.sequence, 'state', appointment.state, 'actor', p_actor,
      'starts_at', appointment.starts_at, 'ends_at', appointment.ends_at, 'time_zone', location.time_zone,
      'total_cents', appointment.total_cents, 'created_at', appointment.created_at,
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'secret', flags.secret, 'withdrawal', flags.withdrawal,
      'note', case when flags.secret then '' else internal.neutral(appointment.note, 'Steht im Kalender.') end,
      'for_name', case when stranger then internal.neutral_name(appointment.for_name, '') else appointment.for_name end,
      'customer', jsonb_build_object('name', case when stranger then internal.neutral_name(appointment.contact_name, '')
          when target.audience = 'business' then internal.neutral(appointment.contact_name, 'Gast') else appointment.contact_name end,
        'email', appointment.contact_email, 'phone', appointment.contact_phone),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug,
        'name', case when stranger then names.shown else location.name end,
        'street', case when stranger then internal.neutral(location.street, '') else location.street end,
        'postal_code', location.postal_code, 'city', case when stranger then internal.neutral(location.city, '') else location.city end,
        'phone', case when stranger then names.phone else location.phone end, 'email', location.email,
        'latitude', location.latitude, 'longitude', location.longitude, 'logo_path', case when stranger then '' else location.logo_path end),
      'company', jsonb_build_object('id', company.id, 'name', case when stranger then names.shown else company.name end,
        'legal_name', case when stranger then internal.neutral(company.legal_name, '') else company.legal_name end,
        'representative', case when stranger then internal.neutral(company.representative, '') else company.representative end,
        'street', case when stranger then internal.neutral(company.street, '') else company.street end,
        'postal_code', company.postal_code, 'city', case when stranger then internal.neutral(company.city, '') else company.city end,
        'email', company.email, 'phone', case when stranger then '' else company.phone end, 'small_business', company.small_business),
      'package_name', case when not flags.secret and not (stranger and internal.leads_away(appointment.package_name)) then appointment.package_name end,
      'services', (
        select jsonb_agg(jsonb_build_object(
          'service_id', line.service_id, 'name', case when not flags.secret and not (stranger and internal.leads_away(line.service_name)) then line.service_name end,
          'employee', case when stranger then internal.neutral_name(employee.name, 'Team') else employee.name end,
          'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents)
          || case when line.event_id is null then '{}' else jsonb_build_object('seats', line.seats) end order by line."position")
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id),
      'payment', internal.payment_of_mail(appointment.id), 'due', internal.due_of_mail(appointment.id)
    ) || extra || jsonb_strip_nulls(jsonb_build_object('reason', case when company.state <> 'active' and p_actor = 'business' then ''
      when stranger or p_actor = 'customer' then internal.neutral(extra ->> 'reason', '') end,
      'early_start', case when target.audience = 'customer' then (
        select jsonb_build_object('text', worded.text, 'agreed_at', demanded.agreed_at)
        from public.early_starts demanded join public.consent_texts worded on worded.hash = demanded.text_hash
        where demanded.appointment_id = appointment.id) end)), internal.present(), ordered_at,
    case when target.audience = 'business' then case when own.mailbox is null then 'too_many_mails' when not target.wanted then 'not_wanted' end
      else internal.customer_held_back(appointment, company.state = 'active', location.state = 'published') end
  from public.appointments appointment
  join public.locations location on location.id = appointment.location_id
  join public.companies company on company.id = appointment.company_id
  cross join internal.legal_flags(appointment.id) flags
  cross join lateral (select
    coalesce(internal.neutral(location.name, null), internal.neutral(company.name, null), 'Ihr gebuchter Betrieb') as shown,
    case when location.phone ~ '^[+]?[0-9 ()/.-]*$' then location.phone else '' end as phone) names
  cross join lateral (select case when p_actor <> 'business' then coalesce(nullif(location.email, ''), company.email) end as recipient) shared
  cross join lateral (
    select 'customer'::public.actor_kind, appointment.contact_email::text, true
    union all select 'business', shared.recipient, not exists (
      select from internal.chosen_notices(appointment.id, company.id, internal.topic_of(p_kind)) chosen
      where chosen.for_all and not chosen.wanted and lower(chosen.email) = lower(shared.recipient))
    union all select 'business', chosen.email, true from internal.chosen_notices(appointment.id, company.id, internal.topic_of(p_kind)) chosen
    where p_actor <> 'business' and chosen.wanted and internal.mailbox(chosen.email) is distinct from internal.mailbox(shared.recipient)
  ) target (audience, recipient, wanted)
  cross join lateral (select target.audience = 'customer'
    and internal.account_of(appointment.user_id, appointment.contact_email) is null as stranger) known
  cross join lateral (select case when target.audience = 'business' and target.recipient <> '' then
    internal.business_mailbox(company.id, target.recipient) end as mailbox) own
  where appointment.id = p_appointment and target.recipient <> '';
end $function$;

CREATE OR REPLACE FUNCTION internal.confirm_hold(p_hold uuid, p_secret text, p_contact jsonb, p_early_start text, p_paying boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  hold public.holds;
  by_hand boolean;
  contact jsonb;
  demanded text;
begin
  select * into hold from public.holds where id = p_hold;
  if hold.id is null or not internal.is_holder(hold, p_secret) then return false; end if;
  contact := internal.clean_contact(p_contact, false) || jsonb_build_object('for_name', internal.clean_name(p_contact ->> 'for_name'));
  select internal.asks_first(hold) into by_hand from public.companies company where company.id = hold.company_id and company.state = 'active';
  if by_hand is null then perform internal.fail('not_possible', internal.phone_of(hold.location_id)); end if;
  if hold.starts_at <= present then perform internal.fail('past'); end if;
  if p_paying and (hold.terms is null or by_hand) then perform internal.fail('payment_not_needed'); end if;
  if not p_paying and hold.terms is not null and not by_hand then perform internal.fail('payment_required'); end if;
  perform internal.lock_location(hold.location_id, hold.ended_at is not null or jsonb_array_length(hold.lines) > 1);
  if hold.ended_at is not null then hold := internal.retake(hold, present); end if;
  demanded := internal.demanded_early_start(internal.as_appointment(hold), hold.starts_at, p_early_start);
  -- While the hold has not ended the time is ours, however late: nobody else can have taken it.
  delete from public.holds where id = p_hold and ended_at is null;
  if not found then
    -- It ended between our first look and the lock: somebody is just taking its place. Or it was confirmed meanwhile.
    if exists (select from public.holds where id = p_hold) then perform internal.fail('slot_taken'); end if;
    return false;
  end if;
  hold.user_id := coalesce(hold.user_id, caller);
  perform internal.book_hold(hold, contact,
    (case when p_paying then 'awaiting_payment' when by_hand then 'requested' else 'confirmed' end)::public.appointment_state, demanded);
  if p_paying then
    perform internal.await_payment(hold);
  elsif hold.terms is not null then
    perform internal.keep_terms(hold);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.due_of_mail(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('cents', terms.pay_now_cents, 'later_cents', greatest(visit.total_cents - terms.pay_now_cents, 0), 'until', terms.pay_until,
      'test', coalesce((internal.paying_account(visit.company_id)).test, false))
    from public.appointment_payment_terms terms join public.appointments visit on visit.id = terms.appointment_id
    where terms.appointment_id = p_appointment and terms.waived_at is null and visit.state in ('requested', 'awaiting_payment'));
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
    select min(event.at) into concluded from public.appointment_events event
    where event.appointment_id = appointment.id and event.verb in ('confirm', 'paid') and event.to_state = 'confirmed';
  end if;
  return internal.withdrawal_ends(coalesce(concluded, appointment.created_at), zone);
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_terms(hold public.holds, p_until timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS public.appointment_payment_terms
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  terms public.appointment_payment_terms;
begin
  insert into public.appointment_payment_terms (appointment_id, mode, pay_now_cents, no_show_cents, pay_until)
  values (hold.id, hold.terms ->> 'mode', (hold.terms ->> 'pay_now_cents')::integer, (hold.terms ->> 'no_show_cents')::integer, p_until)
  returning * into terms;
  return terms;
end $function$;

CREATE OR REPLACE FUNCTION internal.move(appointment public.appointments, p_verb text, p_actor public.actor_kind, p_reason text DEFAULT ''::text, p_more jsonb DEFAULT '{}'::jsonb, p_quietly boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  step internal.transitions := internal.check_move(appointment, p_verb, p_actor);
  reason constant text := left(coalesce(p_reason, ''), 1000);
begin
  -- A request for which something is paid waits for that once the business has said yes.
  if p_verb = 'confirm' and appointment.state = 'requested' and internal.ask_on_yes(appointment) then
    step.to_state := 'awaiting_payment';
    step.message := 'appointment_payment_due';
  end if;
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state, reason)
  values (appointment.id, internal.present(), p_verb, p_actor, case when p_actor <> 'system' then internal.person() end, appointment.state,
    step.to_state, reason);
  update public.appointments set state = step.to_state, sequence = sequence + case when step.message is null then 0 else 1 end
  where id = appointment.id;
  if step.frees then perform internal.vacate(appointment.id); end if;
  if step.frees or p_verb = 'restore' then perform internal.money_of_move(appointment.id, p_verb, p_actor, reason); end if;
  if step.message is not null and not p_quietly then
    perform internal.queue_messages(appointment.id, step.message, p_actor,
      case when p_verb in ('cancel', 'decline') then jsonb_build_object('reason', reason) else '{}' end || p_more);
  end if;
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
      'test', (p_hold.terms ->> 'test')::boolean, 'after_answer', internal.asks_first(p_hold), 'pay_until', null, 'payments', '[]'::jsonb);
  end if;
  select * into terms from public.appointment_payment_terms where appointment_id = visit.id;
  if terms.appointment_id is null then return null; end if;
  return (
    select jsonb_build_object('mode', terms.mode, 'due_cents', terms.pay_now_cents,
      'later_cents', greatest(visit.total_cents - case when terms.waived_at is null then terms.pay_now_cents else 0 end, 0),
      'no_show_cents', terms.no_show_cents, 'test', coalesce(bool_or(payment.test), (internal.paying_account(visit.company_id)).test, false),
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
      'test', bool_or(payment.test))
    from public.payments payment join public.appointments visit on visit.id = payment.appointment_id
    left join public.appointment_payment_terms terms on terms.appointment_id = visit.id
    where payment.appointment_id = p_appointment having sum(payment.captured_cents) > 0);
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_appointment(p_appointment uuid, p_secret text DEFAULT NULL::text, p_contact jsonb DEFAULT NULL::jsonb, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened internal.opened;
  appointment public.appointments;
begin
  if internal.confirm_hold(p_appointment, p_secret, p_contact, p_early_start) then return internal.visit_json(p_appointment); end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  appointment := opened.appointment;
  if opened.actor = 'business' and appointment.state = 'requested' then
    if appointment.starts_at <= internal.present() then perform internal.fail('past'); end if;
    perform internal.move(appointment, 'confirm', 'business');
  elsif opened.customer and appointment.state in ('confirmed', 'requested') then
    if p_contact is null or internal.clean_contact(p_contact, false) <> jsonb_build_object('name', appointment.contact_name,
      'email', appointment.contact_email, 'phone', internal.e164(appointment.contact_phone), 'note', appointment.note)
      or internal.clean_name(p_contact ->> 'for_name') not in (appointment.for_name, appointment.contact_name) then
      perform internal.fail('wrong_state', appointment.state::text);
    end if;
  elsif not opened.business or appointment.state not in ('confirmed', 'awaiting_payment') then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  return internal.visit_json(p_appointment);
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
        where said.appointment_id = visit.id and said.verb = 'confirm' and said.actor = 'business') then
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
        'due_cents', due.cents, 'keeps_on_no_show', rule.keeps_on_no_show, 'test', account.test,
        'after_answer', place.confirms_by_hand or service.booking_way = 'request') order by service.id), '[]')
    from public.locations place
    cross join lateral internal.paying_account(place.company_id) account
    join public.services service on service.location_id = place.id and service.active
    cross join lateral internal.rule_of(place.id, service.id) rule
    cross join lateral internal.due_now(rule, service.price_cents) due (cents)
    where place.id = p_location and account.id is not null and due.cents >= internal.least_payment());
end $function$;

REVOKE ALL ON FUNCTION "internal"."ask_on_yes"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."due_of_mail"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_terms"(public.holds, timestamp with time zone) FROM PUBLIC;

insert into internal.message_kinds (kind, purpose, priority) values ('appointment_payment_due', 'transactional', 10) on conflict do nothing;
