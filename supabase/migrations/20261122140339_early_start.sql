-- confirm_appointment and reschedule_appointment get a last argument with a default. The functions of 0.1.0 go in the same transaction:
-- beside them a call without the argument would fit both, which PostgREST refuses. Programs of 0.1.0 call by name and reach the new ones;
-- what these take from them says internal.demanded_early_start.
set local check_function_bodies = off;

DROP POLICY "managers_read" ON "public"."withdrawals";

DROP FUNCTION "internal"."confirm_hold"(internal.opened, jsonb);

DROP FUNCTION "internal"."confirm_live"(uuid, text, jsonb);

DROP FUNCTION "public"."confirm_appointment"(uuid, text, jsonb);

DROP FUNCTION "public"."reschedule_appointment"(uuid, timestamp with time zone, uuid, text, text, uuid);

CREATE TABLE "public"."consent_texts" ("hash" character varying(64) NOT NULL, "kind" text NOT NULL, "version" smallint NOT NULL, "text" text NOT NULL, CONSTRAINT "consent_texts_kind_check" CHECK ((kind = 'early_start'::text)), CONSTRAINT "consent_texts_kind_version_key" UNIQUE (kind, version), CONSTRAINT "consent_texts_pkey" PRIMARY KEY (hash), CONSTRAINT "consent_texts_text_check" CHECK (((length(text) >= 1) AND (length(text) <= 4000))));

ALTER TABLE "public"."consent_texts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."early_starts" ("appointment_id" uuid NOT NULL, "agreed_at" timestamp with time zone NOT NULL, "text_hash" character varying(64) NOT NULL, CONSTRAINT "early_starts_pkey" PRIMARY KEY (appointment_id));

ALTER TABLE "public"."early_starts" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.composed_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb, ordered_at timestamp with time zone)
 RETURNS TABLE(company_id uuid, appointment_id uuid, kind text, audience public.actor_kind, recipient text, payload jsonb, next_attempt_at timestamp with time zone, created_at timestamp with time zone, held_back text)
 LANGUAGE plpgsql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
begin
  return query
  select appointment.company_id, appointment.id, p_kind, target.audience, coalesce(own.mailbox, target.recipient),
    jsonb_build_object(
      'appointment_id', appointment.id, 'number', internal.booking_number(appointment.id), 'sequence', appointment.sequence, 'state', appointment.state, 'actor', p_actor,
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
      when stranger or p_actor = 'customer' then internal.neutral(extra ->> 'reason', '') end,
      'early_start', case when target.audience = 'customer' then (
        select jsonb_build_object('text', worded.text, 'agreed_at', demanded.agreed_at)
        from public.early_starts demanded join public.consent_texts worded on worded.hash = demanded.text_hash
        where demanded.appointment_id = appointment.id) end)), internal.present(), ordered_at,
    case when target.audience = 'business' then case when own.mailbox is null then 'too_many_mails' end
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
  cross join lateral (select case when target.audience = 'business' and target.recipient <> '' then
    internal.business_mailbox(company.id, target.recipient) end as mailbox) own
  where appointment.id = p_appointment and target.recipient <> '';
end $function$;

CREATE OR REPLACE FUNCTION internal.confirm_hold(opened internal.opened, p_contact jsonb, p_early_start text)
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
  demanded text;
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
  demanded := internal.demanded_early_start(appointment, appointment.starts_at, p_early_start);
  customer := internal.keep_customer(appointment.company_id, p_contact, coalesce(appointment.user_id, caller), false);
  next_state := case when by_hand then 'requested' else 'confirmed' end;
  update public.appointments
  set state = next_state, hold_expires_at = null, customer_id = customer, user_id = coalesce(appointment.user_id, caller),
    contact_name = p_contact ->> 'name', contact_email = p_contact ->> 'email', contact_phone = p_contact ->> 'phone',
    note = p_contact ->> 'note'
  where id = appointment.id;
  update public.appointment_lines set hold_expires_at = null where appointment_id = appointment.id;
  insert into public.early_starts select appointment.id, present, demanded where demanded is not null;
  delete from internal.hold_budget where appointment_id = appointment.id;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
  values (appointment.id, 'confirm', 'customer', caller, appointment.state, next_state, appointment.starts_at, true);
  unheard := internal.spend_booking(p_contact ->> 'email',
    internal.account_of(coalesce(appointment.user_id, caller), p_contact ->> 'email') is not null, appointment.company_id);
  if unheard is not null then perform internal.compose_ordered(appointment.id, unheard); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.confirm_live(p_appointment uuid, p_secret text, p_contact jsonb, p_early_start text)
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
  demanded text;
  account uuid;
  next_state public.appointment_state;
  changed boolean;
  blocked boolean;
  unheard text;
begin
  -- With one line its times are those of the appointment.
  select visit.company_id, visit.location_id, visit.user_id, visit.starts_at, visit.ends_at, visit.total_cents, visit.sequence,
    line.service_id, line.service_name, line.employee_id, location.confirms_by_hand as by_hand, visit
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
  demanded := internal.demanded_early_start(held.visit, held.starts_at, p_early_start);
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
  ), agreed as (
    insert into public.early_starts select p_appointment, present, demanded from changed where demanded is not null
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

CREATE OR REPLACE FUNCTION internal.current_text(p_kind text)
 RETURNS public.consent_texts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  newest public.consent_texts;
begin
  select * into newest from public.consent_texts where kind = p_kind order by version desc limit 1;
  return newest;
end $function$;

CREATE OR REPLACE FUNCTION internal.demanded_early_start(appointment public.appointments, p_starts_at timestamp with time zone, p_hash text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  caller internal.visitor;
begin
  if coalesce(p_starts_at >= internal.early_start_before(appointment), true)
    or exists (select from public.early_starts demanded where demanded.appointment_id = appointment.id) then
    return null;
  end if;
  if p_hash is null then
    caller := internal.visitor();
    if current_setting('role') in ('none', 'service_role') or not (caller.unlimited or caller.address is not null) then return null; end if;
  end if;
  if p_hash is distinct from (internal.current_text('early_start')).hash then perform internal.fail('early_start_missing'); end if;
  return p_hash;
end $function$;

CREATE OR REPLACE FUNCTION internal.early_start_before(appointment public.appointments)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  place record;
  concluded timestamptz;
begin
  if appointment.source = 'admin' or appointment.total_cents = 0 or not (internal.legal_flags(appointment.id)).withdrawal then return null; end if;
  select location.time_zone, location.confirms_by_hand into place from public.locations location where location.id = appointment.location_id;
  if appointment.contact_name = '' then
    if place.confirms_by_hand then return 'infinity'; end if;
    concluded := internal.present();
  elsif appointment.state = 'requested' then
    return 'infinity';
  else
    select min(event.at) into concluded from public.appointment_events event
    where event.appointment_id = appointment.id and event.verb = 'confirm' and event.to_state = 'confirmed';
  end if;
  return internal.withdrawal_ends(coalesce(concluded, appointment.created_at), place.time_zone);
end $function$;

CREATE OR REPLACE FUNCTION internal.early_start_json(appointment public.appointments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  before timestamptz;
  newest public.consent_texts;
  agreed jsonb;
begin
  select jsonb_build_object('text', worded.text, 'hash', null, 'before', null, 'agreed_at', demanded.agreed_at) into agreed
  from public.early_starts demanded join public.consent_texts worded on worded.hash = demanded.text_hash
  where demanded.appointment_id = appointment.id;
  if agreed is not null or not (appointment.contact_name = '' or appointment.state in ('requested', 'confirmed')) then return agreed; end if;
  before := internal.early_start_before(appointment);
  if before is null then return null; end if;
  newest := internal.current_text('early_start');
  return jsonb_build_object('text', newest.text, 'hash', newest.hash, 'before', nullif(before, 'infinity'), 'agreed_at', null);
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_appointments(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  nobody constant text := 'Gelöschtes Konto';
  due uuid[];
begin
  with over as (
    delete from internal.appointments_to_forget where appointment_id in (
      select waiting.appointment_id from internal.appointments_to_forget waiting
      join public.appointments appointment on appointment.id = waiting.appointment_id
      where appointment.state not in ('requested', 'confirmed') or appointment.ends_at < internal.present() - interval '1 day'
      limit p_limit for update of waiting skip locked)
    returning appointment_id
  )
  select coalesce(array_agg(appointment_id), '{}') into due from over;
  if cardinality(due) = 0 then return 0; end if;
  update public.appointments set contact_name = nobody, contact_email = '', contact_phone = '', note = '' where id = any(due);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(due);
  update public.reviews set author = nobody where appointment_id = any(due);
  delete from public.appointment_links where appointment_id = any(due);
  delete from public.messages where appointment_id = any(due);
  update public.customers customer set name = nobody, email = null, phone = '', note = ''
  where id in (select customer_id from public.appointments where id = any(due)) and not exists (
    select from public.appointments appointment where appointment.customer_id = customer.id and appointment.contact_name <> nobody);
  return cardinality(due);
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_proofs(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kept_since constant timestamptz := (date_trunc('year', internal.present() at time zone 'Europe/Berlin') - interval '3 years')
    at time zone 'Europe/Berlin';
  withdrawals integer;
  early_starts integer;
begin
  delete from public.withdrawals where id in (
    select id from public.withdrawals where declared_at < kept_since order by declared_at limit p_limit for update skip locked);
  get diagnostics withdrawals = row_count;
  delete from public.early_starts where appointment_id in (
    select demanded.appointment_id from public.early_starts demanded
    join public.appointments appointment on appointment.id = demanded.appointment_id
    where demanded.agreed_at < kept_since and appointment.starts_at < kept_since
    order by demanded.agreed_at limit p_limit for update of demanded skip locked);
  get diagnostics early_starts = row_count;
  return withdrawals + early_starts;
end $function$;

CREATE OR REPLACE FUNCTION internal.hash_of_text(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return encode(sha256(convert_to(p_text, 'UTF8')), 'hex');
end $function$;

CREATE OR REPLACE FUNCTION internal.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = '42501', message = format('%s is append only', tg_table_name);
end $function$;

CREATE OR REPLACE FUNCTION internal.withdrawal_ends(p_concluded timestamp with time zone, p_zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  last date := (p_concluded at time zone p_zone)::date + 14;
begin
  while extract(isodow from last) > 5 or exists (select from public.public_holidays where date = last) loop
    last := last + 1;
  end loop;
  return (last + 1)::timestamp at time zone p_zone;
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
  answer jsonb := internal.confirm_live(p_appointment, p_secret, p_contact, p_early_start);
begin
  if answer is not null then return answer; end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  appointment := opened.appointment;
  if opened.actor = 'business' and appointment.state = 'requested' then
    if appointment.starts_at <= internal.present() then perform internal.fail('past'); end if;
    perform internal.confirm_request(p_appointment);
  elsif opened.customer and (appointment.state = 'held' or (appointment.state = 'expired' and appointment.contact_name = '')) then
    perform internal.confirm_hold(opened, internal.clean_contact(p_contact, false), p_early_start);
  elsif opened.customer and appointment.state in ('confirmed', 'requested') then
    if p_contact is null or internal.clean_contact(p_contact, false) <> jsonb_build_object('name', appointment.contact_name,
      'email', appointment.contact_email, 'phone', appointment.contact_phone, 'note', appointment.note) then
      perform internal.fail('wrong_state', appointment.state::text);
    end if;
  elsif not opened.business or appointment.state <> 'confirmed' then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_due_accounts(p_limit integer DEFAULT 50)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  due uuid;
  first_time boolean;
  done integer := 0;
begin
  for due in select user_id from internal.account_deletions where due_at <= present order by due_at limit p_limit for update skip locked loop
    begin
      perform internal.delete_account(due);
      done := done + 1;
    exception when raise_exception then
      update internal.account_deletions set due_at = present + interval '1 day', blocked_at = coalesce(blocked_at, present)
      where user_id = due returning blocked_at = present into first_time;
      if first_time then
        perform internal.mail_account(due, 'account_deletion_blocked', jsonb_build_object('company', internal.solely_owned(due)));
      end if;
    end;
  end loop;
  delete from public.messages where kind = 'account_deleted' and state in ('sent', 'failed') and created_at < present - interval '1 day';
  return done + internal.forget_appointments(500) + internal.forget_proofs(500);
end $function$;

CREATE OR REPLACE FUNCTION public.get_booking(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  appointment public.appointments;
  open boolean;
begin
  select * into appointment from public.appointments where id = p_appointment;
  if appointment.id is null or not internal.is_customer(appointment, p_secret) then perform internal.fail('appointment_not_found'); end if;
  open := internal.customer_may_change(appointment);
  return (
    select internal.visit_json(appointment.id) || jsonb_build_object(
      'number', internal.booking_number(appointment.id),
      'created_at', appointment.created_at,
      'employee_chosen', appointment.employee_chosen,
      'source', appointment.source,
      'contact', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone, 'note', appointment.note),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'time_zone', location.time_zone, 'phone', location.phone,
        'email', location.email, 'latitude', location.latitude, 'longitude', location.longitude,
        'confirms_by_hand', location.confirms_by_hand, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name,
        'representative', company.representative, 'street', company.street, 'postal_code', company.postal_code, 'city', company.city,
        'email', company.email, 'phone', company.phone),
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('position', line."position", 'service_id', line.service_id,
          'service_name', line.service_name, 'employee_id', line.employee_id, 'employee_name', employee.name,
          'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents) order by line."position"), '[]')
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id),
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'can_cancel', open,
      'can_reschedule', open and internal.is_published(location.id),
      'secret', flags.secret,
      'withdrawal', flags.withdrawal and appointment.state in ('held', 'requested', 'confirmed'),
      'withdrawn_at', internal.withdrawn_at(appointment.id),
      'early_start', internal.early_start_json(appointment))
    from public.locations location
    join public.companies company on company.id = location.company_id
    cross join internal.legal_flags(appointment.id) flags
    where location.id = appointment.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
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
  demanded text;
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
    demanded := internal.demanded_early_start(appointment, p_starts_at, p_early_start);
    if internal.is_limited() and (internal.moves_of_day(p_appointment, 'customer') >= 5 or (
      internal.account_of(appointment.user_id, appointment.contact_email) is null
      and internal.spend(internal.recipient_budgets(appointment.contact_email, 6, 10, 'move')) is not null)) then
      perform internal.fail('too_many_moves');
    end if;
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
  insert into public.early_starts select p_appointment, present, demanded where demanded is not null;
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

CREATE OR REPLACE FUNCTION public.withdraw_appointment(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
  appointment constant public.appointments := opened.appointment;
  declared timestamptz;
begin
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  if appointment.contact_name = '' then perform internal.fail('wrong_state', appointment.state::text); end if;
  if not (internal.legal_flags(p_appointment)).withdrawal then perform internal.fail('withdrawal_excluded'); end if;
  declared := internal.withdrawn_at(p_appointment);
  if declared is null then
    if appointment.state in ('cancelled', 'declined', 'expired') then perform internal.fail('wrong_state', appointment.state::text); end if;
    declared := internal.withdraw(appointment);
    insert into public.withdrawals (appointment_id, company_id, name, email, booking_number, declared_at)
    values (appointment.id, appointment.company_id, appointment.contact_name, appointment.contact_email,
      internal.booking_number(appointment.id), declared);
  end if;
  return internal.visit_json(p_appointment) || jsonb_build_object('withdrawn_at', declared);
end $function$;

ALTER TABLE "public"."early_starts" ADD CONSTRAINT "early_starts_appointment_id_fkey" FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE;

CREATE INDEX early_starts_agreed ON public.early_starts USING btree (agreed_at);

CREATE INDEX withdrawals_age ON public.withdrawals USING btree (declared_at);

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.consent_texts FOR EACH STATEMENT EXECUTE FUNCTION internal.refuse_change();

CREATE POLICY "everyone_reads" ON "public"."consent_texts" FOR SELECT TO PUBLIC USING (true);

CREATE POLICY "with_appointment" ON "public"."early_starts" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.appointments appointment
  WHERE (appointment.id = early_starts.appointment_id))));

CREATE POLICY "members_read" ON "public"."withdrawals" FOR SELECT TO "authenticated" USING (((company_id = ANY (ARRAY( SELECT internal.companies_as('manager'::public.member_role) AS companies_as))) OR ((company_id = ANY (ARRAY( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))) AND internal.has_own_line(appointment_id))));

REVOKE ALL ON FUNCTION "internal"."confirm_hold"(internal.opened, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."confirm_live"(uuid, text, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."current_text"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."demanded_early_start"(public.appointments, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."early_start_before"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."early_start_json"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_proofs"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."hash_of_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."hash_of_text"(text) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."refuse_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."withdrawal_ends"(timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."confirm_appointment"(uuid, text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."confirm_appointment"(uuid, text, jsonb, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."reschedule_appointment"(uuid, timestamp with time zone, uuid, text, text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reschedule_appointment"(uuid, timestamp with time zone, uuid, text, text, uuid, text) TO "anon", "authenticated";

GRANT SELECT ON TABLE "public"."consent_texts" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."consent_texts" FROM "service_role";

GRANT SELECT ON TABLE "public"."consent_texts" TO "service_role";

GRANT SELECT ON TABLE "public"."early_starts" TO "authenticated";

GRANT ALL ON TABLE "public"."early_starts" TO "service_role";

ALTER TABLE "public"."consent_texts" ADD CONSTRAINT "consent_texts_hash" CHECK (((hash)::text = internal.hash_of_text(text)));

insert into public.consent_texts (kind, version, text, hash)
select kind, version, text, internal.hash_of_text(text) from (values ('early_start', 1,
  'Ich verlange ausdrücklich und stimme zu, dass der Betrieb mit der gebuchten Leistung zum vereinbarten Termin beginnt, auch wenn die '
  'Widerrufsfrist von vierzehn Tagen dann noch nicht abgelaufen ist. Mir ist bekannt, dass mein Widerrufsrecht erlischt, sobald der '
  'Betrieb den Vertrag vollständig erfüllt hat. Widerrufe ich vorher, zahle ich für die bis dahin erbrachte Leistung einen '
  'angemessenen Betrag.')) worded (kind, version, text);

-- Withdrawals by the link of a booking were kept as events alone.
insert into public.withdrawals (appointment_id, company_id, name, email, booking_number, declared_at)
select appointment.id, appointment.company_id, appointment.contact_name, appointment.contact_email,
  internal.booking_number(appointment.id), min(event.at)
from public.appointment_events event join public.appointments appointment on appointment.id = event.appointment_id
where event.verb = 'withdraw' and not exists (
  select from public.withdrawals declared where declared.appointment_id = appointment.id)
group by appointment.id;
