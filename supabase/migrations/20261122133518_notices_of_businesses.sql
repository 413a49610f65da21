-- Only functions change. The dropped ones are called by functions of the database alone, which are written anew here.

set local check_function_bodies = off;

DROP FUNCTION "internal"."compose_event"(bigint);

DROP FUNCTION "internal"."compose_ordered"(uuid);

DROP FUNCTION "internal"."spend_booking"(text, boolean);

CREATE OR REPLACE FUNCTION internal.business_mailbox(p_company uuid, p_address text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  own constant text := (select account.email from public.members member join auth.users account on account.id = member.user_id
    where member.company_id = p_company and account.email_confirmed_at is not null
      and (member.role = 'owner' or lower(account.email) = lower(p_address))
    order by lower(account.email) = lower(p_address) desc, member.created_at limit 1);
  published integer;
begin
  if lower(own) is distinct from lower(p_address) and not internal.has_had(p_address, 15, 60) then return p_address; end if;
  if own is null then return null; end if;
  published := (select greatest(count(*), 1) from public.locations where company_id = p_company and state = 'published');
  return case when not internal.has_had(own, 120 * published, 500 * published) then own end;
end $function$;

CREATE OR REPLACE FUNCTION internal.compose_event(p_event bigint, p_unheard text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with ordered as (
    update public.appointment_events set mails_due = false where id = p_event and mails_due returning *
  )
  insert into public.messages (company_id, appointment_id, kind, audience, recipient, payload, next_attempt_at, created_at, state, last_error)
  select mail.company_id, mail.appointment_id, mail.kind, mail.audience, mail.recipient, mail.payload, mail.next_attempt_at, mail.created_at,
    (case when why.reason is null then 'queued' else 'suppressed' end)::public.message_state, coalesce(why.reason, '')
  from ordered
  cross join lateral internal.composed_messages(ordered.appointment_id, 'appointment_' || ordered.to_state, ordered.actor, '{}', ordered.at) mail
  cross join lateral (select coalesce(mail.held_back, case when mail.audience = 'business' then p_unheard end) as reason) why;
end $function$;

CREATE OR REPLACE FUNCTION internal.compose_ordered(p_appointment uuid, p_unheard text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ordered bigint;
begin
  for ordered in select id from public.appointment_events where appointment_id = p_appointment and mails_due order by id for update skip locked loop
    perform internal.compose_event(ordered, p_unheard);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.confirm_hold(opened internal.opened, p_contact jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  appointment constant public.appointments := opened.appointment;
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  by_hand boolean;
  next_state public.appointment_state;
  customer uuid;
  unheard text;
begin
  select location.confirms_by_hand into by_hand
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = appointment.location_id and company.state = 'active';
  if by_hand is null then perform internal.fail('not_possible'); end if;
  if appointment.starts_at <= present then perform internal.fail('past'); end if;
  -- While the state is `held` the slot is ours, however late: nobody else can have taken it.
  if appointment.state = 'expired' then
    -- It ended between our first look and the lock: somebody is just taking its place.
    if not opened.alone then perform internal.fail('slot_taken'); end if;
    perform internal.retake(appointment, present);
  end if;
  customer := internal.keep_customer(appointment.company_id, p_contact, coalesce(appointment.user_id, caller), false);
  next_state := case when by_hand then 'requested' else 'confirmed' end;
  update public.appointments
  set state = next_state, hold_expires_at = null, customer_id = customer, user_id = coalesce(appointment.user_id, caller),
    contact_name = p_contact ->> 'name', contact_email = p_contact ->> 'email', contact_phone = p_contact ->> 'phone',
    note = p_contact ->> 'note'
  where id = appointment.id;
  update public.appointment_lines set hold_expires_at = null where appointment_id = appointment.id;
  delete from internal.hold_budget where appointment_id = appointment.id;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
  values (appointment.id, 'confirm', 'customer', caller, appointment.state, next_state, appointment.starts_at, true);
  unheard := internal.spend_booking(p_contact ->> 'email',
    internal.account_of(coalesce(appointment.user_id, caller), p_contact ->> 'email') is not null, appointment.company_id);
  if unheard is not null then perform internal.compose_ordered(appointment.id, unheard); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.confirm_live(p_appointment uuid, p_secret text, p_contact jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  held record;
  locked text;
  contact jsonb;
  account uuid;
  next_state public.appointment_state;
  changed boolean;
  blocked boolean;
  unheard text;
begin
  -- With one line its times are those of the appointment.
  select visit.company_id, visit.location_id, visit.user_id, visit.starts_at, visit.ends_at, visit.total_cents, visit.sequence,
    line.service_id, line.service_name, line.employee_id, location.confirms_by_hand as by_hand
  into held
  from public.appointments visit
  join public.appointment_lines line on line.appointment_id = visit.id and line."position" = 1
  join public.locations location on location.id = visit.location_id
  join public.companies company on company.id = visit.company_id
  where visit.id = p_appointment and visit.state = 'held' and visit.hold_expires_at > present and visit.starts_at > present
    and line.starts_at = visit.starts_at and line.ends_at = visit.ends_at and company.state = 'active'
    and (visit.user_id = caller or exists (
      select from public.appointment_links link where link.secret_hash = sha256(convert_to(p_secret, 'UTF8'))
        and link.appointment_id = p_appointment and link.expires_at > present));
  if held.location_id is null then return null; end if;
  contact := internal.clean_contact(p_contact, false);
  -- internal.lock_location, as an expression.
  locked := concat(pg_advisory_xact_lock_shared(hashtextextended(held.location_id::text, 43)),
    case when pg_current_xact_id_if_assigned() is not null then set_config('synchronous_commit', 'on', true) end);
  held.user_id := coalesce(held.user_id, caller);
  if held.user_id is not null then
    account := internal.account_of(held.user_id, contact ->> 'email');
  end if;
  next_state := case when held.by_hand then 'requested' else 'confirmed' end;
  with kept as (
    insert into public.customers as customer (company_id, user_id, name, email, phone)
    values (held.company_id, account, contact ->> 'name', (contact ->> 'email')::extensions.citext, contact ->> 'phone')
    on conflict (company_id, email) do update set
      phone = case when customer.phone = '' and account is not null then excluded.phone else customer.phone end,
      user_id = coalesce(customer.user_id, excluded.user_id)
    returning customer.id, customer.blocked
  ), changed as (
    update public.appointments
    set state = next_state, hold_expires_at = null, customer_id = kept.id, user_id = held.user_id, contact_name = contact ->> 'name',
      contact_email = contact ->> 'email', contact_phone = contact ->> 'phone', note = contact ->> 'note'
    from kept where appointments.id = p_appointment and appointments.state = 'held'
    returning true as changed
  ), blocking as (
    update public.appointment_lines set hold_expires_at = null from changed where appointment_id = p_appointment and "position" = 1
  ), paid as (
    delete from internal.hold_budget using changed where appointment_id = p_appointment
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    select p_appointment, 'confirm', 'customer', caller, 'held', next_state, held.starts_at, true from changed
  )
  select (select kept.blocked from kept), (select one.changed from changed one) into blocked, changed;
  if blocked then perform internal.fail('not_possible'); end if;
  -- Somebody was quicker: what they made of it decides.
  if changed is null then return null; end if;
  unheard := internal.spend_booking(contact ->> 'email', account is not null, held.company_id);
  if unheard is not null then perform internal.compose_ordered(p_appointment, unheard); end if;
  return jsonb_build_object('id', p_appointment, 'state', next_state, 'starts_at', held.starts_at, 'ends_at', held.ends_at,
    'hold_expires_at', null, 'total_cents', held.total_cents, 'sequence', held.sequence, 'lines', jsonb_build_array(jsonb_build_object(
      'position', 1, 'service_id', held.service_id, 'service_name', held.service_name, 'employee_id', held.employee_id,
      'starts_at', held.starts_at, 'ends_at', held.ends_at, 'price_cents', held.total_cents)));
end $function$;

CREATE OR REPLACE FUNCTION internal.has_had(p_address text, p_hourly integer, p_daily integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  return (select count(*) >= p_daily or count(*) filter (where sent.created_at > present - interval '1 hour') >= p_hourly from (
    select message.created_at from public.messages message
    where message.recipient = p_address and message.audience = 'business' and message.created_at > present - interval '1 day'
      and message.state <> 'suppressed' order by message.created_at desc limit p_daily) sent);
end $function$;

CREATE OR REPLACE FUNCTION internal.notice_budgets(p_company uuid)
 RETURNS internal.budget[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  subject constant text := 'notices at ' || p_company || ' from ';
begin
  return (select array_agg(row(subject || caller, budget.most, budget.seconds)::internal.budget)
    from unnest(array[(internal.visitor()).network::text, internal.person()::text]) caller
    cross join (values (30, 3600), (100, 86400)) budget (most, seconds) where caller is not null);
end $function$;

CREATE OR REPLACE FUNCTION internal.place_budgets(p_kind text)
 RETURNS internal.budget[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  address constant inet := internal.visitor_address();
begin
  if address is null then return array[row(p_kind || ' from unknown', 60, 3600)]::internal.budget[]; end if;
  return array[row(p_kind || ' from ' || address, 20, 3600),
    row(p_kind || ' from ' || internal.visitor_network(address) || ' (network)', 60, 3600)]::internal.budget[];
end $function$;

CREATE OR REPLACE FUNCTION internal.queue_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb DEFAULT '{}'::jsonb, p_held_back text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wait constant interval := internal.wait_of_move(p_appointment, p_kind, p_actor);
  unheard constant text := case when p_actor = 'customer' then internal.spend_notice(
    (select appointment.company_id from public.appointments appointment where appointment.id = p_appointment)) end;
begin
  extra := extra || internal.replace_moves(p_appointment, p_kind);
  insert into public.messages (company_id, appointment_id, kind, audience, recipient, payload, next_attempt_at, created_at, state, last_error)
  select mail.company_id, mail.appointment_id, mail.kind, mail.audience, mail.recipient, mail.payload, mail.next_attempt_at + wait,
    mail.created_at, (case when why.reason is null then 'queued' else 'suppressed' end)::public.message_state, coalesce(why.reason, '')
  from internal.composed_messages(p_appointment, p_kind, p_actor, extra, now()) mail
  cross join lateral (select coalesce(mail.held_back, case mail.audience when 'customer' then p_held_back when 'business' then unheard end) as reason) why;
end $function$;

CREATE OR REPLACE FUNCTION internal.spend_booking(p_email text, p_own boolean, p_company uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  over text;
begin
  if not internal.is_limited() then return null; end if;
  over := internal.spend(case when p_own then '{}' else internal.recipient_budgets(p_email, 6, 10, 'booking') end
    || internal.place_budgets('bookings') || internal.notice_budgets(p_company)
    || case when caller is not null then array[row('bookings from ' || caller, 20, 3600), row('bookings from ' || caller, 60, 86400)]::internal.budget[] end);
  if over like 'booking to %' then perform internal.fail('too_many_to_address'); end if;
  if over like 'bookings from %' then perform internal.fail('too_many_bookings'); end if;
  return case when over is not null then 'too_many_mails' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.spend_notice(p_company uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not internal.is_limited() or internal.spend(internal.notice_budgets(p_company)) is null then return null; end if;
  return 'too_many_mails';
end $function$;

CREATE OR REPLACE FUNCTION internal.spend_withdrawal(p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  receipt boolean := true;
begin
  if not internal.is_limited() then return true; end if;
  if p_email is not null then receipt := internal.spend(internal.recipient_budgets(p_email, 3, 6, 'withdrawal')) is null; end if;
  if internal.spend(internal.place_budgets('withdrawals')) is not null then perform internal.fail('too_many_withdrawals'); end if;
  return receipt;
end $function$;

REVOKE ALL ON FUNCTION "internal"."compose_event"(bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."compose_ordered"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."has_had"(text, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."notice_budgets"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."place_budgets"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."spend_booking"(text, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."spend_notice"(uuid) FROM PUBLIC;
