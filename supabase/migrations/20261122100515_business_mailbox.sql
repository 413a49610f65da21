-- Only functions change: where mails to a business go whose address nobody has confirmed, and how mails that wait are composed.

set local check_function_bodies = off;

DROP FUNCTION "internal"."business_held_back"(uuid, text);

CREATE OR REPLACE FUNCTION internal.business_mailbox(p_company uuid, p_address text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  hourly constant integer := 15;
  daily constant integer := 60;
  sent timestamptz[];
begin
  sent := array(select message.created_at from public.messages message
    where message.recipient = p_address and message.audience = 'business' and message.created_at > present - interval '1 day'
      and message.state <> 'suppressed' order by message.created_at desc limit daily);
  if not (cardinality(sent) >= daily or coalesce(sent[hourly] > present - interval '1 hour', false)) then return p_address; end if;
  return (select account.email from public.members member join auth.users account on account.id = member.user_id
    where member.company_id = p_company and account.email_confirmed_at is not null
      and (member.role = 'owner' or lower(account.email) = lower(p_address))
    order by lower(account.email) = lower(p_address) desc, member.created_at limit 1);
end $function$;

CREATE OR REPLACE FUNCTION internal.compose_all_ordered(p_limit integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ordered bigint;
begin
  for ordered in select id from public.appointment_events where mails_due order by id limit p_limit for update skip locked loop
    perform internal.compose_event(ordered);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.compose_event(p_event bigint)
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
    (case when mail.held_back is null then 'queued' else 'suppressed' end)::public.message_state, coalesce(mail.held_back, '')
  from ordered
  cross join lateral internal.composed_messages(ordered.appointment_id, 'appointment_' || ordered.to_state, ordered.actor, '{}', ordered.at) mail;
end $function$;

CREATE OR REPLACE FUNCTION internal.compose_ordered(p_appointment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ordered bigint;
begin
  for ordered in select id from public.appointment_events where appointment_id = p_appointment and mails_due order by id for update skip locked loop
    perform internal.compose_event(ordered);
  end loop;
end $function$;

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

REVOKE ALL ON FUNCTION "internal"."business_mailbox"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."compose_event"(bigint) FROM PUBLIC;
