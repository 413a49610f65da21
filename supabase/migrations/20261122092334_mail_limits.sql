-- Mails are counted for each recipient and sender. Messages that are queued or sent stay as they are; two functions that only others in
-- this schema call change their form, in this one transaction.
set local check_function_bodies = off;

DROP FUNCTION "internal"."composed_messages"(uuid, text, public.actor_kind, jsonb, timestamp with time zone);

DROP FUNCTION "internal"."queue_messages"(uuid, text, public.actor_kind, jsonb);

CREATE UNLOGGED TABLE "internal"."mail_counts" ("subject" text NOT NULL, "window_start" timestamp with time zone NOT NULL, "used" integer NOT NULL, "ends_at" timestamp with time zone NOT NULL, CONSTRAINT "mail_counts_pkey" PRIMARY KEY (subject, window_start), CONSTRAINT "mail_counts_subject_check" CHECK ((length(subject) <= 200)));

ALTER TABLE "internal"."mail_counts" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "internal"."budget" AS ("subject" text, "most" integer, "seconds" integer);

CREATE OR REPLACE FUNCTION internal.business_held_back(p_company uuid, p_recipient text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  hourly constant integer := 120;
  daily constant integer := 1000;
  sent timestamptz[];
begin
  sent := array(select message.created_at from public.messages message
    where message.recipient = p_recipient and message.audience = 'business' and message.created_at > present - interval '1 day'
      and message.state <> 'suppressed' order by message.created_at desc limit daily);
  if not (cardinality(sent) >= daily or coalesce(sent[hourly] > present - interval '1 hour', false)) or exists (
    select from public.members member join auth.users account on account.id = member.user_id
    where member.company_id = p_company and lower(account.email) = lower(p_recipient) and account.email_confirmed_at is not null) then
    return null;
  end if;
  return 'too_many_mails';
end $function$;

CREATE OR REPLACE FUNCTION internal.compose_all_ordered(p_limit integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with ordered as (
    update public.appointment_events set mails_due = false where id = any(array(
      select id from public.appointment_events where mails_due order by id limit p_limit for update skip locked))
    returning *
  )
  insert into public.messages (company_id, appointment_id, kind, audience, recipient, payload, next_attempt_at, created_at, state, last_error)
  select mail.company_id, mail.appointment_id, mail.kind, mail.audience, mail.recipient, mail.payload, mail.next_attempt_at, mail.created_at,
    (case when mail.held_back is null then 'queued' else 'suppressed' end)::public.message_state, coalesce(mail.held_back, '')
  from ordered
  cross join lateral internal.composed_messages(ordered.appointment_id, 'appointment_' || ordered.to_state, ordered.actor, '{}', ordered.at) mail;
end $function$;

CREATE OR REPLACE FUNCTION internal.compose_ordered(p_appointment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with ordered as (
    update public.appointment_events set mails_due = false where id = any(array(
      select id from public.appointment_events where appointment_id = p_appointment and mails_due for update skip locked))
    returning *
  )
  insert into public.messages (company_id, appointment_id, kind, audience, recipient, payload, next_attempt_at, created_at, state, last_error)
  select mail.company_id, mail.appointment_id, mail.kind, mail.audience, mail.recipient, mail.payload, mail.next_attempt_at, mail.created_at,
    (case when mail.held_back is null then 'queued' else 'suppressed' end)::public.message_state, coalesce(mail.held_back, '')
  from ordered
  cross join lateral internal.composed_messages(ordered.appointment_id, 'appointment_' || ordered.to_state, ordered.actor, '{}', ordered.at) mail;
end $function$;

CREATE OR REPLACE FUNCTION internal.composed_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb, ordered_at timestamp with time zone)
 RETURNS TABLE(company_id uuid, appointment_id uuid, kind text, audience public.actor_kind, recipient text, payload jsonb, next_attempt_at timestamp with time zone, created_at timestamp with time zone, held_back text)
 LANGUAGE plpgsql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
begin
  return query
  select appointment.company_id, appointment.id, p_kind, target.audience, target.recipient::text,
    jsonb_build_object(
      'appointment_id', appointment.id, 'sequence', appointment.sequence, 'state', appointment.state, 'actor', p_actor,
      'starts_at', appointment.starts_at, 'ends_at', appointment.ends_at, 'time_zone', location.time_zone,
      'total_cents', appointment.total_cents, 'created_at', appointment.created_at,
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'secret', flags.secret, 'withdrawal', flags.withdrawal,
      'note', case when flags.secret then '' else internal.neutral(appointment.note, 'Steht im Kalender.') end,
      'customer', jsonb_build_object('name', case when stranger then internal.neutral_name(appointment.contact_name, '')
          when target.audience = 'business' then internal.neutral(appointment.contact_name, 'Gast') else appointment.contact_name end,
        'email', appointment.contact_email, 'phone', appointment.contact_phone),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug,
        'name', case when stranger then names.shown else location.name end,
        'street', case when stranger then internal.neutral(location.street, '') else location.street end,
        'postal_code', location.postal_code, 'city', case when stranger then internal.neutral(location.city, '') else location.city end,
        'phone', case when stranger then names.phone else location.phone end, 'email', location.email,
        'latitude', location.latitude, 'longitude', location.longitude),
      'company', jsonb_build_object('id', company.id, 'name', case when stranger then names.shown else company.name end,
        'legal_name', case when stranger then internal.neutral(company.legal_name, '') else company.legal_name end,
        'representative', case when stranger then internal.neutral(company.representative, '') else company.representative end,
        'street', case when stranger then internal.neutral(company.street, '') else company.street end,
        'postal_code', company.postal_code, 'city', case when stranger then internal.neutral(company.city, '') else company.city end,
        'email', company.email, 'phone', case when stranger then '' else company.phone end, 'small_business', company.small_business),
      'services', (
        select jsonb_agg(jsonb_build_object(
          'name', case when not flags.secret and not (stranger and internal.leads_away(line.service_name)) then line.service_name end,
          'employee', case when stranger then internal.neutral_name(employee.name, 'Team') else employee.name end,
          'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents) order by line."position")
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id)
    ) || extra || jsonb_strip_nulls(jsonb_build_object('reason', case when company.state <> 'active' and p_actor = 'business' then ''
      when stranger or p_actor = 'customer' then internal.neutral(extra ->> 'reason', '') end)), internal.present(), ordered_at,
    case when target.audience = 'business' then internal.business_held_back(company.id, target.recipient)
      else internal.customer_held_back(appointment, company.state = 'active', location.state = 'published') end
  from public.appointments appointment
  join public.locations location on location.id = appointment.location_id
  join public.companies company on company.id = appointment.company_id
  cross join internal.legal_flags(appointment.id) flags
  cross join lateral (select
    coalesce(internal.neutral(location.name, null), internal.neutral(company.name, null), 'Ihr gebuchter Betrieb') as shown,
    case when location.phone ~ '^[+]?[0-9 ()/.-]*$' then location.phone else '' end as phone) names
  cross join lateral (values
    ('customer'::public.actor_kind, appointment.contact_email::text),
    ('business', case when p_actor = 'business' then '' else coalesce(nullif(location.email, ''), company.email) end)
  ) target (audience, recipient)
  cross join lateral (select target.audience = 'customer'
    and internal.account_of(appointment.user_id, appointment.contact_email) is null as stranger) known
  where appointment.id = p_appointment and target.recipient <> '';
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
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
  values (appointment.id, 'confirm', 'customer', caller, appointment.state, next_state, appointment.starts_at, true);
  if internal.account_of(coalesce(appointment.user_id, caller), p_contact ->> 'email') is null then
    perform internal.spend_booking(p_contact ->> 'email');
  end if;
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
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    select p_appointment, 'confirm', 'customer', caller, 'held', next_state, held.starts_at, true from changed
  )
  select (select kept.blocked from kept), (select one.changed from changed one) into blocked, changed;
  if blocked then perform internal.fail('not_possible'); end if;
  -- Somebody was quicker: what they made of it decides.
  if changed is null then return null; end if;
  if account is null then perform internal.spend_booking(contact ->> 'email'); end if;
  return jsonb_build_object('id', p_appointment, 'state', next_state, 'starts_at', held.starts_at, 'ends_at', held.ends_at,
    'hold_expires_at', null, 'total_cents', held.total_cents, 'sequence', held.sequence, 'lines', jsonb_build_array(jsonb_build_object(
      'position', 1, 'service_id', held.service_id, 'service_name', held.service_name, 'employee_id', held.employee_id,
      'starts_at', held.starts_at, 'ends_at', held.ends_at, 'price_cents', held.total_cents)));
end $function$;

CREATE OR REPLACE FUNCTION internal.customer_held_back(appointment public.appointments, p_active boolean, p_published boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if (p_active and p_published) or appointment.source <> 'admin' or exists (
    select from public.messages message where message.appointment_id = appointment.id and message.audience = 'customer'
      and message.state <> 'suppressed') then
    return null;
  end if;
  return case when p_active then 'location_unpublished' else 'company_inactive' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.leads_away(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  plain text := lower(normalize(value, nfkc));
begin
  -- Signs that nobody sees, between the letters of a domain or turning them round.
  if plain ~ '[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]' then return true; end if;
  if plain ~ '://|www\.|@|[([{<] *(at|dot|punkt|ät|\.) *[])}>]' then return true; end if;
  -- Eight digits and more, however they are divided.
  if plain ~ '([0-9][ ()/.,:_*+-]*){8}' then return true; end if;
  -- Titles and the like, which people write without a space behind them.
  plain := regexp_replace(plain, '\m(dr|prof|med|dent|vet|rer|nat|phil|jur|dipl|ing|st|str|inh|hr|fr|nr|geb|ca|inkl|max|min)\.', '\1 ', 'g');
  return plain ~ '[^][:space:].,;:!?()"''/<>|]{2,}[.。][^][:space:].,;:!?()"''/<>|0-9]{2,}'
    or plain ~ '[^][:space:].,;:!?()"''/<>|][.。][^][:space:].,;:!?()"''/<>|0-9]{2,}/';
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_invitation(invitation public.invitations, p_verb text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  if exists (select from public.companies where id = invitation.company_id and state <> 'active') then
    perform internal.fail('company_inactive');
  end if;
  if not internal.has_published_location(invitation.company_id) then perform internal.fail('not_published'); end if;
  insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at)
  select invitation.company_id, 'member_invited', 'business', invitation.email, jsonb_build_object(
    'invitation_id', invitation.id, 'role', invitation.role,
    'invited_by', internal.neutral_name(invitation.invited_by, 'Die Leitung'), 'expires_at', invitation.expires_at,
    'company', jsonb_build_object('name', internal.neutral(company.name, 'Ein Unternehmen'), 'legal_name',
      internal.neutral(company.legal_name, ''), 'street', internal.neutral(company.street, ''), 'postal_code', company.postal_code,
      'city', internal.neutral(company.city, ''), 'email', company.email)), present
  from public.companies company where company.id = invitation.company_id;
  perform internal.log_member(invitation.company_id, p_verb, invitation.email, null, invitation.role);
  perform internal.spend_invitation(invitation.company_id, invitation.email);
end $function$;

CREATE OR REPLACE FUNCTION internal.mailbox(p_email text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  part constant text := split_part(lower(split_part(p_email, '@', 1)), '+', 1);
  host constant text := lower(split_part(p_email, '@', 2));
begin
  if host in ('gmail.com', 'googlemail.com') then return replace(part, '.', '') || '@gmail.com'; end if;
  return part || '@' || host;
end $function$;

CREATE OR REPLACE FUNCTION internal.moves_of_day(p_appointment uuid, p_actor public.actor_kind)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select count(*) from public.appointment_events event where event.appointment_id = p_appointment and event.verb = 'reschedule'
    and event.actor = p_actor and event.at > internal.present() - interval '1 day');
end $function$;

CREATE OR REPLACE FUNCTION internal.neutral(value text, otherwise text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case when internal.leads_away(value) then otherwise else coalesce(value, otherwise) end;
end $function$;

CREATE OR REPLACE FUNCTION internal.neutral_name(value text, otherwise text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if length(value) > 60 or value ~ '[0-9:/\\<>{}|#$%^*=_~!?;+€"]' or strpos(value, '[') > 0 then return otherwise; end if;
  return internal.neutral(value, otherwise);
end $function$;

CREATE OR REPLACE FUNCTION internal.queue_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb DEFAULT '{}'::jsonb, p_held_back text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wait constant interval := internal.wait_of_move(p_appointment, p_kind, p_actor);
begin
  extra := extra || internal.replace_moves(p_appointment, p_kind);
  insert into public.messages (company_id, appointment_id, kind, audience, recipient, payload, next_attempt_at, created_at, state, last_error)
  select mail.company_id, mail.appointment_id, mail.kind, mail.audience, mail.recipient, mail.payload, mail.next_attempt_at + wait,
    mail.created_at, (case when why.reason is null then 'queued' else 'suppressed' end)::public.message_state, coalesce(why.reason, '')
  from internal.composed_messages(p_appointment, p_kind, p_actor, extra, now()) mail
  cross join lateral (select coalesce(mail.held_back, case when mail.audience = 'customer' then p_held_back end) as reason) why;
end $function$;

CREATE OR REPLACE FUNCTION internal.recipient_budgets(p_email text, p_hourly integer, p_daily integer, p_kind text)
 RETURNS internal.budget[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  subject constant text := p_kind || ' to ' || encode(sha256(convert_to(internal.mailbox(p_email), 'UTF8')), 'hex');
begin
  return array[row(subject, p_hourly, 3600), row(subject, p_daily, 86400)]::internal.budget[];
end $function$;

CREATE OR REPLACE FUNCTION internal.replace_moves(p_appointment uuid, p_kind text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  told jsonb;
begin
  with replaced as (
    update public.messages set state = 'suppressed', last_error = 'replaced'
    where appointment_id = p_appointment and kind = 'appointment_rescheduled' and audience = 'customer' and state = 'queued' and attempts = 0
      and next_attempt_at > internal.present()
    returning payload
  )
  select jsonb_build_object('old_starts_at', replaced.payload -> 'old_starts_at', 'old_ends_at', replaced.payload -> 'old_ends_at')
  into told from replaced limit 1;
  return coalesce(case when p_kind = 'appointment_rescheduled' then told end, '{}');
end $function$;

CREATE OR REPLACE FUNCTION internal.spend(p_budgets internal.budget[])
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  over text;
begin
  with taken as (
    insert into internal.mail_counts as counted (subject, window_start, used, ends_at)
    select budget.subject || ' in ' || budget.seconds, start.at, 1, start.at + make_interval(secs => budget.seconds)
    from unnest(p_budgets) budget
    cross join lateral (select to_timestamp(floor(extract(epoch from present) / budget.seconds) * budget.seconds) as at) start
    order by 1
    on conflict (subject, window_start) do update set used = counted.used + 1
    returning subject, used
  )
  select budget.subject into over from unnest(p_budgets) budget
  join taken on taken.subject = budget.subject || ' in ' || budget.seconds
  where taken.used > budget.most order by budget.subject limit 1;
  return over;
end $function$;

CREATE OR REPLACE FUNCTION internal.spend_booking(p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  address inet;
  over text;
begin
  if not internal.is_limited() then return; end if;
  address := internal.visitor_address();
  over := internal.spend(internal.recipient_budgets(p_email, 6, 10, 'booking')
    || case when address is null then array[row('bookings from unknown', 60, 3600)::internal.budget]
      else array[row('bookings from ' || address, 20, 3600), row('bookings from ' || internal.visitor_network(address) || ' (network)', 60, 3600)]::internal.budget[] end
    || case when caller is not null then array[row('bookings from ' || caller, 20, 3600)::internal.budget] end);
  if over like 'booking to %' then perform internal.fail('too_many_to_address'); end if;
  if over is not null then perform internal.fail('too_many_bookings'); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.spend_by_hand(p_company uuid, p_email text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_email = '' or not internal.is_limited() then return null; end if;
  if internal.spend(internal.recipient_budgets(p_email, 6, 10, 'booking') || array[row('mails from ' || internal.person(), 60, 3600),
    row('mails from company ' || p_company, 300, 86400)]::internal.budget[]) is null then
    return null;
  end if;
  return 'too_many_mails';
end $function$;

CREATE OR REPLACE FUNCTION internal.spend_invitation(p_company uuid, p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  over text;
begin
  if not internal.is_limited() then return; end if;
  over := internal.spend(internal.recipient_budgets(p_email, 3, 6, 'invitation') || array[
    row('invitations from ' || internal.person(), 100, 86400), row('invitations from company ' || p_company, 100, 86400)]::internal.budget[]);
  if over like 'invitation to %' then perform internal.fail('resend_too_soon'); end if;
  if over is not null then perform internal.fail('too_many_invitations'); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.wait_of_move(p_appointment uuid, p_kind text, p_actor public.actor_kind)
 RETURNS interval
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  moves constant bigint := case when p_kind = 'appointment_rescheduled' and p_actor = 'business' then internal.moves_of_day(p_appointment, p_actor) end;
begin
  return case when moves > 6 then interval '6 hours' when moves > 3 then interval '1 hour' else interval '0' end;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_messages(p_limit integer DEFAULT 20)
 RETURNS SETOF public.messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  perform internal.compose_all_ordered(100);
  delete from internal.mail_counts where ends_at < present;
  update public.messages set state = 'failed', last_error = 'lease ran out'
  where id in (select id from public.messages where state = 'sending' and attempts >= 10 and next_attempt_at <= present
    for update skip locked);
  return query
  update public.messages message
  set state = 'sending', attempts = message.attempts + 1, next_attempt_at = present + interval '60 seconds'
  from (
    select id from public.messages where state in ('queued', 'sending') and next_attempt_at <= present
    order by next_attempt_at limit p_limit for update skip locked
  ) due
  where message.id = due.id
  returning message.*;
end $function$;

CREATE OR REPLACE FUNCTION public.create_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_contact jsonb, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  made constant uuid := gen_random_uuid();
  place public.locations;
  known public.appointments;
  customer public.customers;
  contact jsonb;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if not internal.may_book_for(p_location, p_employee) then perform internal.fail('not_allowed'); end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  select * into place from public.locations where id = p_location;
  if p_contact ->> 'customer_id' is not null then
    select * into customer from public.customers
    where id::text = p_contact ->> 'customer_id' and company_id = place.company_id;
    if customer.id is null or not internal.may_see_customer(customer.id, place.company_id) then
      perform internal.fail('customer_not_found');
    end if;
    p_contact := jsonb_build_object('name', customer.name, 'email', coalesce(customer.email::text, ''), 'phone', customer.phone) || p_contact;
  end if;
  contact := internal.clean_contact(p_contact || jsonb_build_object('note', coalesce(p_note, '')), true);

  perform internal.lock_location(p_location, true);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if known.location_id <> p_location or not internal.is_business(known) then perform internal.fail('key_used'); end if;
      return internal.visit_json(known.id);
    end if;
  end if;
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key)
  values (made, place.company_id, p_location, 'confirmed', p_starts_at, p_starts_at + interval '1 minute',
    coalesce(customer.id, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name', contact ->> 'email',
    contact ->> 'phone', contact ->> 'note', 0, 'admin', place.cancellation_hours, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not internal.place_lines(made, p_services, p_employee, p_starts_at, present, true) then
    perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present, made, true);
  end if;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at)
  values (made, 'create', 'business', internal.person(), 'confirmed', p_starts_at);
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret, true);
  appointment constant public.appointments := opened.appointment;
  by_business constant boolean := opened.actor = 'business';
  services uuid[];
  employees uuid[];
  wanted uuid;
  done boolean;
begin
  if p_idempotency_key is not null and exists (
    select from public.appointment_events where idempotency_key = p_idempotency_key) then
    if not exists (select from public.appointment_events
      where idempotency_key = p_idempotency_key and appointment_id = p_appointment) then perform internal.fail('key_used'); end if;
    return internal.visit_json(p_appointment);
  end if;
  if appointment.state not in ('requested', 'confirmed') then perform internal.fail('wrong_state', appointment.state::text); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  select array_agg(service_id order by "position"), array_agg(distinct employee_id) into services, employees
  from public.appointment_lines where appointment_id = p_appointment;
  wanted := coalesce(p_employee, case when cardinality(employees) = 1 then employees[1] end);
  if appointment.starts_at = p_starts_at and (p_employee is null or employees = array[p_employee]) then
    return internal.visit_json(p_appointment);
  end if;
  if not by_business then
    if not internal.customer_may_change(appointment) then
      perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
    end if;
    if p_starts_at <= present then perform internal.fail('past'); end if;
    if internal.is_limited() and internal.moves_of_day(p_appointment, 'customer') >= 5 then perform internal.fail('too_many_moves'); end if;
  elsif not internal.may_book_for(appointment.location_id, p_employee) and p_employee is not null then
    perform internal.fail('not_allowed');
  end if;
  done := internal.place_lines(p_appointment, services, wanted, p_starts_at, present, by_business);
  if not done and p_employee is null and not by_business and wanted is not null then
    done := internal.place_lines(p_appointment, services, null, p_starts_at, present, false);
  end if;
  if not done then
    perform internal.refuse_start(appointment.location_id, services, wanted, p_starts_at, present, p_appointment, by_business);
  end if;
  update public.appointments set sequence = sequence + 1 where id = p_appointment;
  update public.appointment_links set expires_at = greatest(expires_at, p_starts_at + interval '181 days') where appointment_id = p_appointment;
  insert into public.appointment_events
    (appointment_id, verb, actor, actor_id, from_state, to_state, reason, old_starts_at, new_starts_at, idempotency_key)
  values (p_appointment, 'reschedule', opened.actor, internal.person(), appointment.state, appointment.state, left(coalesce(p_reason, ''), 1000),
    appointment.starts_at, p_starts_at, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  perform internal.queue_messages(p_appointment, 'appointment_rescheduled', opened.actor,
    jsonb_build_object('reason', left(coalesce(p_reason, ''), 1000), 'old_starts_at', appointment.starts_at,
      'old_ends_at', appointment.ends_at));
  return internal.visit_json(p_appointment);
end $function$;

CREATE INDEX mail_counts_ends ON internal.mail_counts USING btree (ends_at);


REVOKE ALL ON FUNCTION "internal"."business_held_back"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."composed_messages"(uuid, text, public.actor_kind, jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."customer_held_back"(public.appointments, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."leads_away"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mailbox"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."moves_of_day"(uuid, public.actor_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."neutral"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."neutral_name"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."queue_messages"(uuid, text, public.actor_kind, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."recipient_budgets"(text, integer, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."replace_moves"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."spend"(internal.budget[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."spend_booking"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."spend_by_hand"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."spend_invitation"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."wait_of_move"(uuid, text, public.actor_kind) FROM PUBLIC;
