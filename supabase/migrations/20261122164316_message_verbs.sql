-- Messages are claimed by priority, handed over with a lease of their own and finished with what the other side said. What is never to be
-- sent is called skipped: `suppressed` comes to mean an address. `finish_message(uuid, text)` stays for processes of the version before.
set local check_function_bodies = off;

alter type public.message_state rename value 'suppressed' to 'skipped';

drop function internal.composed_messages(uuid, text, public.actor_kind, jsonb, timestamptz);

CREATE OR REPLACE FUNCTION internal.classify_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  select known.purpose, known.priority into new.purpose, new.priority from internal.message_kinds known where known.kind = new.kind;
  if not found then raise exception 'no such kind of message: %', new.kind; end if;
  return new;
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
  insert into public.messages (company_id, appointment_id, customer_id, kind, audience, recipient, payload, next_attempt_at, created_at, state, last_error, dedupe_key)
  select mail.company_id, mail.appointment_id, mail.customer_id, mail.kind, mail.audience, mail.recipient, mail.payload,
    mail.next_attempt_at, mail.created_at,
    (case when why.reason is null then 'queued' else 'skipped' end)::public.message_state, coalesce(why.reason, ''),
    'event ' || p_event || ' to ' || mail.audience
  from ordered
  cross join lateral internal.composed_messages(ordered.appointment_id, 'appointment_' || ordered.to_state, ordered.actor, '{}', ordered.at) mail
  cross join lateral (select coalesce(mail.held_back, case when mail.audience = 'business' then p_unheard end) as reason) why
  on conflict (dedupe_key) do nothing;
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

CREATE OR REPLACE FUNCTION internal.customer_held_back(appointment public.appointments, p_active boolean, p_published boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if (p_active and p_published) or appointment.source <> 'admin' or exists (
    select from public.messages message where message.appointment_id = appointment.id and message.audience = 'customer'
      and message.state <> 'skipped') then
    return null;
  end if;
  return case when p_active then 'location_unpublished' else 'company_inactive' end;
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
    where internal.mailbox(message.recipient) = internal.mailbox(p_address) and message.audience = 'business' and message.created_at > present - interval '1 day'
      and message.state <> 'skipped' order by message.created_at desc limit p_daily) sent);
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
  insert into public.messages (company_id, kind, audience, recipient, expires_at, payload, next_attempt_at)
  select invitation.company_id, 'member_invited', 'business', invitation.email, invitation.expires_at, jsonb_build_object(
    'invitation_id', invitation.id, 'role', invitation.role,
    'invited_by', internal.neutral_name(invitation.invited_by, 'Die Leitung'), 'expires_at', invitation.expires_at,
    'company', jsonb_build_object('name', internal.neutral(company.name, 'Ein Unternehmen'), 'legal_name',
      internal.neutral(company.legal_name, ''), 'street', internal.neutral(company.street, ''), 'postal_code', company.postal_code,
      'city', internal.neutral(company.city, ''), 'email', company.email)), present
  from public.companies company where company.id = invitation.company_id;
  perform internal.log_member(invitation.company_id, p_verb, invitation.email, null, invitation.role);
  perform internal.spend_invitation(invitation.company_id, invitation.email);
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
  insert into public.messages (company_id, appointment_id, customer_id, kind, audience, recipient, payload, next_attempt_at, created_at, state, last_error)
  select mail.company_id, mail.appointment_id, mail.customer_id, mail.kind, mail.audience, mail.recipient, mail.payload,
    mail.next_attempt_at + wait, mail.created_at, (case when why.reason is null then 'queued' else 'skipped' end)::public.message_state, coalesce(why.reason, '')
  from internal.composed_messages(p_appointment, p_kind, p_actor, extra, now()) mail
  cross join lateral (select coalesce(mail.held_back, case mail.audience when 'customer' then p_held_back when 'business' then unheard end) as reason) why;
end $function$;

CREATE OR REPLACE FUNCTION internal.reason_to_skip(message public.messages)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if message.expires_at <= internal.present() then return 'expired'; end if;
  return null;
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
    update public.messages set state = 'skipped', last_error = 'replaced'
    where appointment_id = p_appointment and kind = 'appointment_rescheduled' and audience = 'customer' and state = 'queued' and attempts = 0
      and next_attempt_at > internal.present()
    returning payload
  )
  select jsonb_build_object('old_starts_at', replaced.payload -> 'old_starts_at', 'old_ends_at', replaced.payload -> 'old_ends_at')
  into told from replaced limit 1;
  return coalesce(case when p_kind = 'appointment_rescheduled' then told end, '{}');
end $function$;

CREATE OR REPLACE FUNCTION public.claim_messages(p_limit integer DEFAULT 20)
 RETURNS SETOF public.messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  claimed public.messages[];
  skipped integer;
begin
  perform internal.compose_all_ordered(100);
  delete from internal.mail_counts where ends_at < present;
  update public.messages set state = 'failed', last_error = 'lease ran out'
  where id in (select id from public.messages where state = 'sending' and attempts >= 10 and next_attempt_at <= present
    for update skip locked);
  -- Nobody waits behind messages that are not sent.
  loop
    with due as materialized (
      select message.id, internal.reason_to_skip(message) as reason from public.messages message
      where message.state in ('queued', 'sending') and message.next_attempt_at <= present
      order by message.priority, message.next_attempt_at limit p_limit for update skip locked
    ), dropped as (
      update public.messages message set state = 'skipped', last_error = due.reason
      from due where message.id = due.id and due.reason is not null returning message.id
    ), taken as (
      update public.messages message
      set state = 'sending', attempts = message.attempts + 1, next_attempt_at = present + interval '60 seconds'
      from due where message.id = due.id and due.reason is null returning message.*
    )
    select (select count(*) from dropped),
      (select array_agg(row(taken.*)::public.messages order by taken.priority, taken.created_at) from taken)
    into skipped, claimed;
    exit when claimed is not null or skipped = 0;
  end loop;
  return query select * from unnest(claimed);
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
  delete from public.messages where kind = 'account_deleted' and state not in ('queued', 'sending') and created_at < present - interval '1 day';
  return done + internal.forget_appointments(500) + internal.forget_proofs(500);
end $function$;

CREATE OR REPLACE FUNCTION public.finish_message(p_id uuid, p_attempt integer, p_error text DEFAULT NULL::text, p_permanent boolean DEFAULT false, p_provider text DEFAULT NULL::text, p_provider_id text DEFAULT NULL::text)
 RETURNS public.message_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  reached public.message_state;
begin
  update public.messages
  set state = case when p_error is null then 'sent' when p_permanent or attempts >= 10 then 'failed' else 'queued' end::public.message_state,
    last_error = left(coalesce(p_error, ''), 1000),
    sent_at = case when p_error is null then present end,
    provider = left(p_provider, 40), provider_id = left(p_provider_id, 200),
    handed_over_at = case when p_error is null then coalesce(handed_over_at, present) end,
    next_attempt_at = case when p_error is null then next_attempt_at
      else present + least(interval '1 minute' * power(2, greatest(attempts - 1, 0)), interval '6 hours') end
  where id = p_id and case when p_error is null then state in ('sending', 'queued', 'failed') else state = 'sending' and attempts = p_attempt end
  returning state into reached;
  return coalesce(reached, (select state from public.messages where id = p_id));
end $function$;

CREATE OR REPLACE FUNCTION public.finish_message(p_id uuid, p_error text DEFAULT NULL::text)
 RETURNS public.message_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.finish_message(p_id, (select attempts::integer from public.messages where id = p_id), p_error);
end $function$;

CREATE OR REPLACE FUNCTION public.hand_over_message(p_id uuid, p_attempt integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  update public.messages set next_attempt_at = present + interval '60 seconds', handed_over_at = present
  where id = p_id and state = 'sending' and attempts = p_attempt;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_invitation(p_invitation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation constant public.invitations := internal.open_invitation(p_invitation);
begin
  delete from public.messages where company_id = invitation.company_id and kind = 'member_invited' and sent_at is null
    and payload ->> 'invitation_id' = p_invitation::text;
  delete from public.invitations where id = p_invitation;
  perform internal.log_member(invitation.company_id, 'invitation_withdrawn', invitation.email, invitation.role, null);
end $function$;

create trigger classify before insert on public.messages for each row execute function internal.classify_message();
REVOKE ALL ON FUNCTION "internal"."classify_message"() FROM PUBLIC;
REVOKE ALL ON FUNCTION "internal"."composed_messages"(uuid, text, public.actor_kind, jsonb, timestamp with time zone) FROM PUBLIC;
REVOKE ALL ON FUNCTION "internal"."reason_to_skip"(public.messages) FROM PUBLIC;
REVOKE ALL ON FUNCTION "public"."finish_message"(uuid, integer, text, boolean, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."finish_message"(uuid, integer, text, boolean, text, text) TO "service_role";
REVOKE ALL ON FUNCTION "public"."finish_message"(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."finish_message"(uuid, text) TO "service_role";
REVOKE ALL ON FUNCTION "public"."hand_over_message"(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "public"."hand_over_message"(uuid, integer) TO "service_role";
