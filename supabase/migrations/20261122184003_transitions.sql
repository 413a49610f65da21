set local check_function_bodies = off;

DROP FUNCTION "internal"."close_appointment"(uuid, public.appointment_state, text);

DROP FUNCTION "internal"."confirm_request"(uuid);

DROP FUNCTION "internal"."let_go"(uuid, public.appointment_state, text, public.actor_kind, text);

CREATE TABLE "internal"."transitions" ("verb" text NOT NULL, "from_state" public.appointment_state NOT NULL, "actor" public.actor_kind NOT NULL, "to_state" public.appointment_state NOT NULL, "frees" boolean NOT NULL, "message" text, CONSTRAINT "transitions_pkey" PRIMARY KEY (verb, from_state, actor));

ALTER TABLE "internal"."transitions" ENABLE ROW LEVEL SECURITY;

insert into internal.transitions (verb, from_state, actor, to_state, frees, message) values
  ('confirm', 'requested', 'business', 'confirmed', false, 'appointment_confirmed'),
  ('decline', 'requested', 'business', 'declined', true, 'appointment_declined'),
  ('expire', 'requested', 'system', 'expired', true, 'appointment_declined'),
  ('cancel', 'requested', 'customer', 'cancelled', true, 'appointment_cancelled'),
  ('cancel', 'requested', 'business', 'cancelled', true, 'appointment_cancelled'),
  ('cancel', 'confirmed', 'customer', 'cancelled', true, 'appointment_cancelled'),
  ('cancel', 'confirmed', 'business', 'cancelled', true, 'appointment_cancelled'),
  ('reschedule', 'requested', 'customer', 'requested', false, 'appointment_rescheduled'),
  ('reschedule', 'requested', 'business', 'requested', false, 'appointment_rescheduled'),
  ('reschedule', 'confirmed', 'customer', 'confirmed', false, 'appointment_rescheduled'),
  ('reschedule', 'confirmed', 'business', 'confirmed', false, 'appointment_rescheduled'),
  ('complete', 'confirmed', 'business', 'completed', false, null),
  ('complete', 'confirmed', 'system', 'completed', false, null),
  ('no_show', 'confirmed', 'business', 'no_show', false, null),
  ('reopen', 'completed', 'business', 'confirmed', false, null),
  ('reopen', 'no_show', 'business', 'confirmed', false, null);

CREATE OR REPLACE FUNCTION internal.check_move(p_state public.appointment_state, p_verb text, p_actor public.actor_kind)
 RETURNS internal.transitions
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  step internal.transitions;
begin
  select * into step from internal.transitions where verb = p_verb and from_state = p_state and actor = p_actor;
  if step.verb is null then perform internal.fail('wrong_state', p_state::text); end if;
  return step;
end $function$;

CREATE OR REPLACE FUNCTION internal.close_appointment(p_appointment uuid, p_verb text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  appointment constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if appointment.state = (case p_verb when 'complete' then 'completed' else 'no_show' end)::public.appointment_state then
    return internal.visit_json(p_appointment);
  end if;
  perform internal.check_move(appointment.state, p_verb, 'business');
  if appointment.starts_at > internal.present() then perform internal.fail('too_early'); end if;
  perform internal.move(appointment, p_verb, 'business');
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION internal.drop_occupancies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  if exists (
    select from gone join public.locations place on place.id = gone.location_id
    join public.occupancies one on one.subject = gone.id and one.kind <> 'block'
      and internal.is_live(one.expires_at, present)) then
    raise exception using errcode = '23503', message = format('time of these %s is taken', tg_table_name);
  end if;
  perform internal.end_hold(hold.id, false) from (
    select distinct one.source as id from public.occupancies one where one.subject in (select id from gone) and one.expires_at <= present) hold;
  delete from public.occupancies where subject in (select id from gone);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.move(appointment public.appointments, p_verb text, p_actor public.actor_kind, p_reason text DEFAULT ''::text, p_more jsonb DEFAULT '{}'::jsonb, p_quietly boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  step constant internal.transitions := internal.check_move(appointment.state, p_verb, p_actor);
  reason constant text := left(coalesce(p_reason, ''), 1000);
begin
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state, reason)
  values (appointment.id, internal.present(), p_verb, p_actor, case when p_actor <> 'system' then internal.person() end, appointment.state,
    step.to_state, reason);
  update public.appointments set state = step.to_state, sequence = sequence + case when step.message is null then 0 else 1 end
  where id = appointment.id;
  if step.frees then perform internal.vacate(appointment.id); end if;
  if step.message is not null and not p_quietly then
    perform internal.queue_messages(appointment.id, step.message, p_actor,
      case when p_verb in ('cancel', 'decline') then jsonb_build_object('reason', reason) else '{}' end || p_more);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.move_to_hold(p_appointment uuid, p_hold uuid, p_actor public.actor_kind, p_reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  appointment public.appointments;
  hold public.holds;
begin
  perform internal.lock_location(location_id, true) from public.appointments where id = p_appointment;
  select * into appointment from public.appointments where id = p_appointment for update;
  if appointment.id is null then perform internal.fail('appointment_not_found'); end if;
  perform internal.check_move(appointment.state, 'reschedule', p_actor);
  select * into hold from public.holds where id = p_hold for update;
  if hold.id is null or hold.ended_at is not null then perform internal.fail('hold_expired'); end if;
  if hold.location_id <> appointment.location_id then perform internal.fail('not_bookable'); end if;
  perform internal.vacate(p_appointment);
  update public.occupancies set source = p_appointment, expires_at = null where source = p_hold;
  delete from public.holds where id = p_hold;
  delete from internal.hold_budget where appointment_id = p_hold;
  perform internal.write_lines(p_appointment, array(select line from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line));
  perform internal.note_move(appointment, hold.starts_at, p_actor, p_reason, null);
end $function$;

CREATE OR REPLACE FUNCTION internal.withdraw(appointment public.appointments, more jsonb DEFAULT '{}'::jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  declared constant timestamptz := internal.present();
begin
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state)
  values (appointment.id, declared, 'withdraw', 'customer', internal.person(), appointment.state, appointment.state);
  if internal.customer_may_change(appointment) then
    perform internal.move(appointment, 'cancel', 'customer', 'Widerruf', p_quietly => true);
  end if;
  perform internal.queue_messages(appointment.id, 'appointment_withdrawn', 'customer', jsonb_build_object('declared_at', declared) || more);
  return declared;
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
begin
  if appointment.state = 'cancelled' then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(appointment.state, 'cancel', opened.actor);
  if opened.actor = 'customer' and not internal.customer_may_change(appointment) then
    perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
  end if;
  perform internal.move(appointment, 'cancel', opened.actor, p_reason);
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_event(p_event uuid, p_reason text DEFAULT ''::text)
 RETURNS public.events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event public.events := internal.open_event(p_event);
  visit public.appointments;
begin
  if event.cancelled_at is not null then return event; end if;
  for visit in
    select appointment.* from public.appointments appointment
    where appointment.state in ('requested', 'confirmed') and appointment.id in (
      select source from public.event_seats where event_id = p_event)
    order by appointment.id for update
  loop
    perform internal.compose_ordered(visit.id);
    perform internal.move(visit, 'cancel', 'business', p_reason);
  end loop;
  perform internal.end_hold(hold.id, false) from (
    select id from public.holds where ended_at is null and id in (select source from public.event_seats where event_id = p_event)
    order by id for update) hold;
  perform internal.vacate(p_event);
  update public.events set cancelled_at = internal.present() where id = p_event returning * into event;
  return event;
end $function$;

CREATE OR REPLACE FUNCTION public.complete_appointment(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return internal.close_appointment(p_appointment, 'complete');
end $function$;

CREATE OR REPLACE FUNCTION public.complete_past(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  due public.appointments;
  completed integer := 0;
begin
  for due in
    select appointment.* from public.appointments appointment
    where appointment.state = 'confirmed' and appointment.starts_at < present - interval '1 day'
      and appointment.ends_at < present - interval '1 day' and not exists (
        select from public.appointment_events event where event.appointment_id = appointment.id and event.verb = 'reopen')
    order by appointment.starts_at limit p_limit for update skip locked
  loop
    perform internal.move(due, 'complete', 'system');
    completed := completed + 1;
  end loop;
  return completed;
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
      'email', appointment.contact_email, 'phone', appointment.contact_phone, 'note', appointment.note) then
      perform internal.fail('wrong_state', appointment.state::text);
    end if;
  elsif not opened.business or appointment.state <> 'confirmed' then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.decline_appointment(p_appointment uuid, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  appointment constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if appointment.state = 'declined' then return internal.visit_json(p_appointment); end if;
  perform internal.move(appointment, 'decline', 'business', p_reason);
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.expire_holds(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  lapsed record;
  visit public.appointments;
  tidied integer;
begin
  delete from internal.hold_budget
  where expires_at < present - interval '1 hour' or (released and created_at < present - interval '1 minute');
  delete from public.holds where id in (
    select id from public.holds where ended_at is not null
      and (expires_at < present - interval '1 day' or (released and ended_at < present - interval '10 minutes'))
    order by ended_at limit p_limit for update skip locked);
  get diagnostics tidied = row_count;
  for lapsed in
    select id, location_id from public.holds where ended_at is null and expires_at <= present order by expires_at limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(lapsed.location_id::text, 43));
    perform from public.holds where id = lapsed.id and ended_at is null for update skip locked;
    continue when not found;
    perform internal.end_hold(lapsed.id, false);
    tidied := tidied + 1;
  end loop;
  for lapsed in
    select id, location_id from public.appointments where state = 'requested' and starts_at <= present order by starts_at limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(lapsed.location_id::text, 43));
    select * into visit from public.appointments where id = lapsed.id and state = 'requested' for update skip locked;
    continue when not found;
    perform internal.move(visit, 'expire', 'system', '', '{"lapsed": true}');
    tidied := tidied + 1;
  end loop;
  return tidied;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_no_show(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return internal.close_appointment(p_appointment, 'no_show');
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_appointment(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  appointment constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if appointment.state = 'confirmed' then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(appointment.state, 'reopen', 'business');
  if exists (select from public.reviews where appointment_id = p_appointment) then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  if (select max(at) from public.appointment_events where appointment_id = p_appointment and to_state = appointment.state
      and from_state <> to_state) < internal.present() - interval '1 day' then
    perform internal.fail('undo_too_late');
  end if;
  perform internal.move(appointment, 'reopen', 'business');
  return internal.visit_json(p_appointment);
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
  perform internal.check_move(appointment.state, 'reschedule', opened.actor);
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  -- Seats have the time of their event.
  if exists (select from public.appointment_lines where appointment_id = p_appointment and event_id is not null) then
    perform internal.fail('event_fixed');
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
  insert into public.early_starts select p_appointment, present, demanded where demanded is not null;
  perform internal.note_move(appointment, p_starts_at, opened.actor, p_reason, p_idempotency_key);
  return internal.visit_json(p_appointment);
end $function$;

REVOKE ALL ON FUNCTION "internal"."check_move"(public.appointment_state, text, public.actor_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."close_appointment"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."move"(public.appointments, text, public.actor_kind, text, jsonb, boolean) FROM PUBLIC;
