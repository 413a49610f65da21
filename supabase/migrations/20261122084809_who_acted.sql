-- Who acted follows from what opened the appointment. Only functions change, and a type that no table uses.

set local check_function_bodies = off;

ALTER TYPE "internal"."opened" ADD ATTRIBUTE "actor" public.actor_kind CASCADE;

CREATE OR REPLACE FUNCTION internal.is_customer(appointment public.appointments, p_secret text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(appointment.user_id = internal.person(), false) or internal.opens(appointment.id, p_secret);
end $function$;

CREATE OR REPLACE FUNCTION internal.open_appointment(p_appointment uuid, p_secret text, p_alone boolean DEFAULT false)
 RETURNS internal.opened
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found public.appointments;
  opened internal.opened;
begin
  select * into found from public.appointments where id = p_appointment;
  if found.id is not null then
    opened.customer := internal.is_customer(found, p_secret);
    opened.business := internal.person() is not null and internal.is_business(found);
    opened.actor := case when opened.business and not internal.opens(found.id, p_secret) then 'business' else 'customer' end;
  end if;
  if found.id is null or not (opened.customer or opened.business) then perform internal.fail('appointment_not_found'); end if;
  -- A lapsed hold may have to take its slot anew.
  opened.alone := p_alone or found.state = 'expired' or coalesce(found.hold_expires_at <= internal.present(), false)
    or (select count(*) from public.appointment_lines where appointment_id = found.id) > 1;
  perform internal.lock_location(found.location_id, opened.alone);
  select * into found from public.appointments where id = p_appointment for update;
  if found.id is null then perform internal.fail('appointment_not_found'); end if;
  if found.state <> 'held' then perform internal.compose_ordered(p_appointment); end if;
  opened.appointment := found;
  return opened;
end $function$;

CREATE OR REPLACE FUNCTION internal.opens(p_appointment uuid, p_secret text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return p_secret is not null and exists (
    select from public.appointment_links link
    where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and link.appointment_id = p_appointment
      and link.expires_at > internal.present());
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_appointment(p_appointment uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
  appointment constant public.appointments := opened.appointment;
  by_business constant boolean := opened.actor = 'business';
begin
  if appointment.state = 'cancelled' then return internal.visit_json(p_appointment); end if;
  if appointment.state not in ('requested', 'confirmed') then perform internal.fail('wrong_state', appointment.state::text); end if;
  if not by_business and not internal.customer_may_change(appointment) then
    perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
  end if;
  perform internal.let_go(p_appointment, 'cancelled', 'cancel', opened.actor, p_reason);
  perform internal.queue_messages(p_appointment, 'appointment_cancelled', opened.actor,
    jsonb_build_object('reason', left(coalesce(p_reason, ''), 1000)));
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_appointment(p_appointment uuid, p_secret text DEFAULT NULL::text, p_contact jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened internal.opened;
  appointment public.appointments;
  answer jsonb := internal.confirm_live(p_appointment, p_secret, p_contact);
begin
  if answer is not null then return answer; end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  appointment := opened.appointment;
  if opened.actor = 'business' and appointment.state = 'requested' then
    if appointment.starts_at <= internal.present() then perform internal.fail('past'); end if;
    perform internal.confirm_request(p_appointment);
  elsif opened.customer and (appointment.state = 'held' or (appointment.state = 'expired' and appointment.contact_name = '')) then
    perform internal.confirm_hold(opened, internal.clean_contact(p_contact, false));
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

REVOKE ALL ON FUNCTION "internal"."opens"(uuid, text) FROM PUBLIC;
