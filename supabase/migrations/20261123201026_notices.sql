set local check_function_bodies = off;

CREATE TABLE "public"."notice_choices" ("company_id" uuid NOT NULL, "user_id" uuid NOT NULL);

ALTER TABLE "public"."notice_choices" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."notice_topic" AS ENUM ('booked', 'requested', 'cancelled', 'moved');

CREATE TYPE "public"."notice_scope" AS ENUM ('all', 'own', 'none');

ALTER TABLE "public"."notice_choices" ADD COLUMN "topic" public.notice_topic NOT NULL;

ALTER TABLE "public"."notice_choices" ADD COLUMN "scope" public.notice_scope NOT NULL;

CREATE OR REPLACE FUNCTION internal.chosen_notices(p_appointment uuid, p_company uuid, p_topic public.notice_topic)
 RETURNS TABLE(email text, wanted boolean)
 LANGUAGE plpgsql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
begin
  return query
  select account.email::text, choice.scope <> 'none' and (choice.scope = 'all' and internal.has_right(member, 'all_calendars') or exists (
      select from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
      where line.appointment_id = p_appointment and employee.user_id = choice.user_id))
  from public.notice_choices choice
  join public.members member on member.company_id = choice.company_id and member.user_id = choice.user_id
  join auth.users account on account.id = choice.user_id
  where choice.company_id = p_company and choice.topic = p_topic and account.email_confirmed_at is not null and account.deleted_at is null;
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
    -- There can be several of the business.
    'event ' || p_event || ' to ' || mail.audience || case mail.audience when 'business' then ' ' || md5(mail.recipient) else '' end
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
        where line.appointment_id = appointment.id)
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
      where not chosen.wanted and lower(chosen.email) = lower(shared.recipient))
    union all select 'business', chosen.email, true from internal.chosen_notices(appointment.id, company.id, internal.topic_of(p_kind)) chosen
    where p_actor <> 'business' and chosen.wanted and internal.mailbox(chosen.email) is distinct from internal.mailbox(shared.recipient)
  ) target (audience, recipient, wanted)
  cross join lateral (select target.audience = 'customer'
    and internal.account_of(appointment.user_id, appointment.contact_email) is null as stranger) known
  cross join lateral (select case when target.audience = 'business' and target.recipient <> '' then
    internal.business_mailbox(company.id, target.recipient) end as mailbox) own
  where appointment.id = p_appointment and target.recipient <> '';
end $function$;

CREATE OR REPLACE FUNCTION internal.topic_of(p_kind text)
 RETURNS public.notice_topic
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_kind when 'appointment_confirmed' then 'booked' when 'appointment_requested' then 'requested' when 'appointment_cancelled' then 'cancelled'
    when 'appointment_withdrawn' then 'cancelled' when 'appointment_rescheduled' then 'moved' end::public.notice_topic
$function$;

CREATE OR REPLACE FUNCTION public.choose_notices(p_company uuid, p_booked public.notice_scope DEFAULT NULL::public.notice_scope, p_requested public.notice_scope DEFAULT NULL::public.notice_scope, p_cancelled public.notice_scope DEFAULT NULL::public.notice_scope, p_moved public.notice_scope DEFAULT NULL::public.notice_scope)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if internal.role_in(p_company) is null then perform internal.fail('company_not_found'); end if;
  insert into public.notice_choices as kept (company_id, user_id, topic, scope)
  select p_company, internal.person(), chosen.topic, chosen.scope
  from (values ('booked'::public.notice_topic, p_booked), ('requested', p_requested), ('cancelled', p_cancelled), ('moved', p_moved)) chosen (topic, scope)
  where chosen.scope is not null
  on conflict (company_id, user_id, topic) do update set scope = excluded.scope;
end $function$;

ALTER TABLE "public"."notice_choices" ADD CONSTRAINT "notice_choices_company_id_user_id_fkey" FOREIGN KEY (company_id, user_id) REFERENCES public.members(company_id, user_id) ON DELETE CASCADE;

ALTER TABLE "public"."notice_choices" ADD CONSTRAINT "notice_choices_pkey" PRIMARY KEY (company_id, user_id, topic);

CREATE POLICY "own_read" ON "public"."notice_choices" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT internal.person() AS person)) AND (company_id IN ( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))));

REVOKE ALL ON FUNCTION "internal"."chosen_notices"(uuid, uuid, public.notice_topic) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."topic_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."choose_notices"(uuid, public.notice_scope, public.notice_scope, public.notice_scope, public.notice_scope) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."choose_notices"(uuid, public.notice_scope, public.notice_scope, public.notice_scope, public.notice_scope) TO "authenticated";

GRANT SELECT ON TABLE "public"."notice_choices" TO "authenticated";

GRANT ALL ON TABLE "public"."notice_choices" TO "service_role";

update public.retention_rules set tables = '{public.members,public.member_rights,public.saved_views,public.notice_choices}',
  what = 'Mitglieder, ihre Rechte, gespeicherten Ansichten und gewählten E-Mails' where name = 'members';
