-- The outbox: verbs queue messages in their own transaction; outbox says how they are sent. Who has all calendars sees those of appointments,
-- managers the others and those that went to the private address of a member (47_copies).

alter table public.messages enable row level security;
grant all on public.messages to service_role;
grant select on public.messages to authenticated;
create policy all_calendars_read on public.messages for select to authenticated
  using (appointment_id is not null and (user_id is null or user_id = (select internal.person()))
    and company_id = any(array(select internal.companies_with('all_calendars'))));
create policy managers_read on public.messages for select to authenticated
  using ((appointment_id is null or user_id is not null) and company_id = any(array(select internal.companies_as('manager'))));
-- To whom they go and what is in them is contact data; others read `shown_messages` (52_shown_messages).
create policy contact_data on public.messages as restrictive for select to authenticated
  using (company_id = any(array(select internal.companies_with('contact_data'))));

-- The mails about a change: to the customer always, to the business unless it made the change itself. Without an address
-- there is no message. Members who want them get copies of those to the business (45_notices). The payload is all a mail needs, as it was in this moment; `extra` adds reason, old time and the like.
-- Where services are secret (§ 203 StGB) neither their names nor the customer's note are in it. A recipient whose address is not the
-- confirmed one of the account that booked is a stranger: their mail replaces what people typed by neutral words (80_messages/30_neutral_words).
-- The business gets names and notes of its customers, but without links and the like. `held_back` says why a mail is not to be sent (80_messages/20_mail_limits).
create function internal.composed_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb, ordered_at timestamptz)
returns table (company_id uuid, appointment_id uuid, customer_id uuid, kind text, audience public.actor_kind, recipient text, payload jsonb,
  next_attempt_at timestamptz, created_at timestamptz, held_back text)
language plpgsql stable rows 2 set search_path = '' as $$
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
end $$;

-- Why the customer gets no mail about an appointment, or null. People who booked online here or have had a mail from here are told what becomes of it.
create function internal.customer_held_back(appointment public.appointments, p_active boolean, p_published boolean) returns text
language plpgsql stable set search_path = '' as $$
begin
  if (p_active and p_published) or (appointment.source <> 'admin' and not internal.is_imported(appointment.company_id, appointment.id)) or exists (
    select from public.messages message
    where message.appointment_id = any(appointment.id || array(
        select other.id from public.appointments other where other.series = appointment.series))
      and message.audience = 'customer' and message.state <> 'skipped'
      and not internal.is_imported(appointment.company_id, message.id)) then
    return null;
  end if;
  return case when p_active then 'location_unpublished' else 'company_inactive' end;
end $$;

-- Where mails go for a business that gives this address as its own (80_messages/20_mail_limits); null: nowhere.
create function internal.business_mailbox(p_company uuid, p_address text) returns text
language plpgsql stable set search_path = '' as $$
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
end $$;

-- Whether so many mails to businesses have gone to this mailbox within an hour or a day, however its address was written.
create function internal.has_had(p_address text, p_hourly integer, p_daily integer) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  return (select count(*) >= p_daily or count(*) filter (where sent.created_at > present - interval '1 hour') >= p_hourly from (
    select message.created_at from public.messages message
    where internal.mailbox(message.recipient) = internal.mailbox(p_address) and message.audience = 'business' and message.created_at > present - interval '1 day'
      and message.state <> 'skipped' order by message.created_at desc limit p_daily) sent);
end $$;

-- Puts composed mails into the outbox; `p_held_back` holds back the customer's. What a customer causes counts against the mails to the business
-- (80_messages/20_mail_limits).
create function internal.queue_messages(
  p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb default '{}', p_held_back text default null)
returns void
language plpgsql set search_path = '' as $$
declare
  -- Every mail says where the appointment stands now.
  told constant jsonb := internal.take_back_moves(p_appointment);
  since constant jsonb := case when p_kind = 'appointment_rescheduled' then coalesce(told, '{}') else '{}' end;
  wait constant interval := internal.wait_of_move(p_appointment, p_kind, p_actor);
  unheard constant text := case when p_actor = 'customer' then internal.spend_notice(
    (select appointment.company_id from public.appointments appointment where appointment.id = p_appointment)) end;
begin
  insert into public.messages (company_id, appointment_id, customer_id, kind, audience, recipient, payload, next_attempt_at, created_at, state, last_error)
  select mail.company_id, mail.appointment_id, mail.customer_id, mail.kind, mail.audience, mail.recipient,
    mail.payload || case mail.audience when 'customer' then since else '{}' end, mail.next_attempt_at + wait, mail.created_at,
    (case when why.reason is null then 'queued' else 'skipped' end)::public.message_state, coalesce(why.reason, '')
  from internal.composed_messages(p_appointment, p_kind, p_actor, extra, now()) mail
  cross join lateral (select coalesce(mail.held_back, case mail.audience when 'customer' then p_held_back when 'business' then unheard end) as reason) why;
end $$;

-- How long the mail about a move by the business waits in case it moves again: time to take it back, and longer the more of them have left
-- (80_messages/20_mail_limits). That seats of a course are cancelled can be taken back as well (50_booking/96_taking_back).
create function internal.wait_of_move(p_appointment uuid, p_kind text, p_actor public.actor_kind) returns interval
language plpgsql stable set search_path = '' as $$
declare
  mails bigint;
begin
  if p_actor <> 'business' then return interval '0'; end if;
  if p_kind = 'appointment_cancelled' and exists (
    select from public.appointment_lines line where line.appointment_id = p_appointment and line.event_id is not null) then return interval '10 seconds'; end if;
  if p_kind <> 'appointment_rescheduled' then return interval '0'; end if;
  select count(*) into mails from public.messages message
  where message.appointment_id = p_appointment and message.audience = 'customer' and message.kind = p_kind
    and message.payload ->> 'actor' = 'business' and message.state <> 'skipped' and message.created_at > internal.present() - interval '1 day';
  return case when mails >= 6 then interval '6 hours' when mails >= 3 then interval '1 hour' else interval '10 seconds' end;
end $$;

-- How often one side has moved an appointment within a day.
create function internal.moves_of_day(p_appointment uuid, p_actor public.actor_kind) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from public.appointment_events event where event.appointment_id = p_appointment and event.verb = 'reschedule'
    and event.actor = p_actor and event.at > internal.present() - interval '1 day');
end $$;

-- Composes the mails that events wait for: for the server's job, and for the next verb on an appointment before it changes anything,
-- so that a mail says what was true when it was ordered. An event that somebody else has locked is being composed from a snapshot without
-- our change. `p_unheard` says why the mail to the business is not to be sent.
create function internal.compose_ordered(p_appointment uuid, p_unheard text default null) returns void
language plpgsql set search_path = '' as $$
declare
  ordered bigint;
begin
  for ordered in select id from public.appointment_events where appointment_id = p_appointment and mails_due order by id for update skip locked loop
    perform internal.compose_event(ordered, p_unheard);
  end loop;
end $$;

create function internal.compose_all_ordered(p_limit integer) returns void
language plpgsql set search_path = '' as $$
declare
  ordered bigint;
begin
  for ordered in select id from public.appointment_events where mails_due order by id limit p_limit for update skip locked loop
    perform internal.compose_event(ordered);
  end loop;
end $$;

-- One after the other, since each counts the mails before it. One statement, so that the event and what it is about are read in one snapshot.
create function internal.compose_event(p_event bigint, p_unheard text default null) returns void
language plpgsql set search_path = '' as $$
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
end $$;
