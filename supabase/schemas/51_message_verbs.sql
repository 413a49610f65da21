-- The outbox: verbs queue messages in their own transaction, the server's job claims, sends and finishes them.
-- Delivery is at least once: a job that dies leaves a lease that runs out. Managers see their company's messages.

alter table public.messages enable row level security;
grant all on public.messages to service_role;
grant select on public.messages to authenticated;
create policy managers_read on public.messages for select to authenticated
  using (company_id = any(array(select internal.companies_as('manager'))));

-- The mails about a change: to the customer always, to the business unless it made the change itself. Without an address
-- there is no message. The payload is all a mail needs, as it was in this moment; `extra` adds reason, old time and the like.
-- Where services are secret (§ 203 StGB) neither their names nor the customer's note are in it.
create function internal.composed_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb, ordered_at timestamptz)
returns table (company_id uuid, appointment_id uuid, kind text, audience public.actor_kind, recipient text, payload jsonb,
  next_attempt_at timestamptz, created_at timestamptz)
language plpgsql stable rows 2 set search_path = '' as $$
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
      'note', case when flags.secret then '' else appointment.note end,
      'customer', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'phone', location.phone, 'email', location.email,
        'latitude', location.latitude, 'longitude', location.longitude),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name,
        'representative', company.representative, 'street', company.street, 'postal_code', company.postal_code,
        'city', company.city, 'email', company.email, 'phone', company.phone, 'small_business', company.small_business),
      'services', (
        select jsonb_agg(jsonb_build_object('name', case when not flags.secret then line.service_name end,
          'employee', employee.name, 'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents)
          order by line."position")
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id)
    ) || extra, internal.present(), ordered_at
  from public.appointments appointment
  join public.locations location on location.id = appointment.location_id
  join public.companies company on company.id = appointment.company_id
  cross join internal.legal_flags(appointment.id) flags
  cross join lateral (values
    ('customer'::public.actor_kind, appointment.contact_email::text),
    ('business', case when p_actor = 'business' then '' else coalesce(nullif(location.email, ''), company.email) end)
  ) target (audience, recipient)
  where appointment.id = p_appointment and target.recipient <> '';
end $$;

create function internal.queue_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.messages (company_id, appointment_id, kind, audience, recipient, payload, next_attempt_at, created_at)
  select * from internal.composed_messages(p_appointment, p_kind, p_actor, extra, now());
end $$;

-- Composes the mails that events wait for: for the server's job, and for the next verb on an appointment before it changes anything,
-- so that a mail says what was true when it was ordered. What another has locked is being composed from a snapshot without our change.
-- One statement, so that the events and what they speak of are of one snapshot.
create function internal.compose_ordered(p_appointment uuid) returns void
language plpgsql set search_path = '' as $$
begin
  with ordered as (
    update public.appointment_events set mails_due = false where id = any(array(
      select id from public.appointment_events where appointment_id = p_appointment and mails_due for update skip locked))
    returning *
  )
  insert into public.messages (company_id, appointment_id, kind, audience, recipient, payload, next_attempt_at, created_at)
  select mail.* from ordered
  cross join lateral internal.composed_messages(ordered.appointment_id, 'appointment_' || ordered.to_state, ordered.actor, '{}', ordered.at) mail;
end $$;

create function internal.compose_all_ordered(p_limit integer) returns void
language plpgsql set search_path = '' as $$
begin
  with ordered as (
    update public.appointment_events set mails_due = false where id = any(array(
      select id from public.appointment_events where mails_due order by id limit p_limit for update skip locked))
    returning *
  )
  insert into public.messages (company_id, appointment_id, kind, audience, recipient, payload, next_attempt_at, created_at)
  select mail.* from ordered
  cross join lateral internal.composed_messages(ordered.appointment_id, 'appointment_' || ordered.to_state, ordered.actor, '{}', ordered.at) mail;
end $$;

-- Claims due messages for one minute: they are `sending`, and come again when nobody finishes them in that time.
-- Several jobs at once get different ones. One that was claimed ten times without an end has failed. For the server only.
create function public.claim_messages(p_limit integer default 20) returns setof public.messages
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  perform internal.compose_all_ordered(100);
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
end $$;

-- Ends a claim: without an error the message is sent; with one it comes again after 1, 2, 4 … minutes, at most 6 hours, and has
-- failed after ten attempts. What is sent stays sent. For the server only.
create function public.finish_message(p_id uuid, p_error text default null) returns public.message_state
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  reached public.message_state;
begin
  update public.messages
  set state = case when p_error is null then 'sent' when attempts >= 10 then 'failed' else 'queued' end::public.message_state,
    last_error = left(coalesce(p_error, ''), 1000),
    sent_at = case when p_error is null then present end,
    next_attempt_at = case when p_error is null then next_attempt_at
      else present + least(interval '1 minute' * power(2, greatest(attempts - 1, 0)), interval '6 hours') end
  where id = p_id and (state = 'sending' or (state in ('queued', 'failed') and p_error is null))
  returning state into reached;
  return coalesce(reached, (select state from public.messages where id = p_id));
end $$;

grant execute on function public.claim_messages, public.finish_message to service_role;
