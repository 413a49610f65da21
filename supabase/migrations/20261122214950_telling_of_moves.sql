-- internal.note_move and internal.replace_moves are called by functions only, which change in the same transaction.
set local check_function_bodies = off;

DROP FUNCTION "internal"."note_move"(public.appointments, timestamp with time zone, public.actor_kind, text, uuid);

DROP FUNCTION "internal"."replace_moves"(uuid, text);

CREATE TABLE "internal"."untold_moves" ("appointment_id" uuid NOT NULL, "told" jsonb NOT NULL, CONSTRAINT "untold_moves_pkey" PRIMARY KEY (appointment_id), CONSTRAINT "untold_moves_told_check" CHECK ((length((told)::text) <= 2000)));

ALTER TABLE "internal"."untold_moves" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."move_notice" AS ENUM ('ask', 'always', 'never');

ALTER TABLE "public"."locations" ADD COLUMN "move_notice" public.move_notice NOT NULL DEFAULT 'ask'::public.move_notice;

CREATE OR REPLACE FUNCTION internal.known_visit(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('old_starts_at', appointment.starts_at, 'old_ends_at', appointment.ends_at, 'old_people', (
      select coalesce(jsonb_agg(line.employee_id order by line."position"), '[]')
      from public.appointment_lines line where line.appointment_id = appointment.id))
    from public.appointments appointment where appointment.id = p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION internal.move_to_hold(p_appointment uuid, p_hold uuid, p_actor public.actor_kind, p_reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  appointment public.appointments;
  known jsonb;
  hold public.holds;
begin
  perform internal.lock_location(location_id, true) from public.appointments where id = p_appointment;
  select * into appointment from public.appointments where id = p_appointment for update;
  if appointment.id is null then perform internal.fail('appointment_not_found'); end if;
  perform internal.check_move(appointment.state, 'reschedule', p_actor);
  select * into hold from public.holds where id = p_hold for update;
  if hold.id is null or hold.ended_at is not null then perform internal.fail('hold_expired'); end if;
  if hold.location_id <> appointment.location_id then perform internal.fail('not_bookable'); end if;
  known := internal.known_visit(p_appointment);
  perform internal.vacate(p_appointment);
  update public.occupancies set source = p_appointment, expires_at = null where source = p_hold;
  delete from public.holds where id = p_hold;
  delete from internal.hold_budget where appointment_id = p_hold;
  perform internal.write_lines(p_appointment, array(select line from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line));
  perform internal.note_move(appointment, known, hold.starts_at, p_actor, p_reason, null, 'always');
end $function$;

CREATE OR REPLACE FUNCTION internal.moved_json(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return internal.visit_json(p_appointment) || jsonb_build_object('notice', internal.notice_of_move(p_appointment));
end $function$;

CREATE OR REPLACE FUNCTION internal.note_move(before public.appointments, known jsonb, p_starts_at timestamp with time zone, p_actor public.actor_kind, p_reason text, p_idempotency_key uuid, p_notify public.move_notice)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reason constant text := left(coalesce(p_reason, ''), 1000);
begin
  update public.appointments set sequence = sequence + 1 where id = before.id;
  update public.appointment_links set expires_at = greatest(expires_at, p_starts_at + interval '181 days') where appointment_id = before.id;
  insert into public.appointment_events
    (appointment_id, verb, actor, actor_id, from_state, to_state, reason, old_starts_at, new_starts_at, idempotency_key)
  values (before.id, 'reschedule', p_actor, case when p_actor <> 'system' then internal.person() end, before.state, before.state, reason,
    before.starts_at, p_starts_at, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if p_actor = 'business' then
    perform internal.tell_move(before.id, known, reason, coalesce(p_notify,
      (select location.move_notice from public.locations location where location.id = before.location_id)));
  else
    perform internal.queue_messages(before.id, 'appointment_rescheduled', p_actor, jsonb_build_object('reason', reason) || known);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.notice_of_move(p_appointment uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when exists (select from internal.untold_moves untold where untold.appointment_id = p_appointment) then 'untold'
    when exists (select from public.messages message where message.appointment_id = p_appointment and message.audience = 'customer'
      and message.kind = 'appointment_rescheduled' and message.state = 'queued' and message.attempts = 0
      and message.next_attempt_at > internal.present()) then 'waiting'
    else 'none' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.queue_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb DEFAULT '{}'::jsonb, p_held_back text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION internal.still_true(p_appointment uuid, told jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  known constant jsonb := internal.known_visit(p_appointment);
begin
  return (told ->> 'old_starts_at')::timestamptz = (known ->> 'old_starts_at')::timestamptz
    and (told ->> 'old_ends_at')::timestamptz = (known ->> 'old_ends_at')::timestamptz
    and coalesce(told -> 'old_people', known -> 'old_people') = known -> 'old_people';
end $function$;

CREATE OR REPLACE FUNCTION internal.take_back_moves(p_appointment uuid)
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
    returning jsonb_strip_nulls(jsonb_build_object('old_starts_at', payload -> 'old_starts_at', 'old_ends_at', payload -> 'old_ends_at',
      'old_people', payload -> 'old_people')) as told
  ), untold as (
    delete from internal.untold_moves where appointment_id = p_appointment returning untold_moves.told
  )
  select found.told into told from (select untold.told from untold union all select replaced.told from replaced) found limit 1;
  return told;
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_move(p_appointment uuid, known jsonb, p_reason text, p_notify public.move_notice)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ordered constant boolean := internal.notice_of_move(p_appointment) = 'waiting';
  told constant jsonb := coalesce(internal.take_back_moves(p_appointment), known);
begin
  if internal.still_true(p_appointment, told) then return; end if;
  if p_notify = 'always' or p_notify = 'ask' and ordered then
    perform internal.queue_messages(p_appointment, 'appointment_rescheduled', 'business', jsonb_build_object('reason', p_reason) || told);
  else
    insert into internal.untold_moves
    select appointment.id, told from public.appointments appointment where appointment.id = p_appointment and appointment.contact_email <> '';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.wait_of_move(p_appointment uuid, p_kind text, p_actor public.actor_kind)
 RETURNS interval
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  mails bigint;
begin
  if p_kind <> 'appointment_rescheduled' or p_actor <> 'business' then return interval '0'; end if;
  select count(*) into mails from public.messages message
  where message.appointment_id = p_appointment and message.audience = 'customer' and message.kind = p_kind
    and message.payload ->> 'actor' = 'business' and message.state <> 'skipped' and message.created_at > internal.present() - interval '1 day';
  return case when mails >= 6 then interval '6 hours' when mails >= 3 then interval '1 hour' else interval '10 seconds' end;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_move(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  perform internal.check_move((opened.appointment).state, 'reschedule', 'business');
  if internal.notice_of_move(p_appointment) = 'untold' then
    perform internal.queue_messages(p_appointment, 'appointment_rescheduled', 'business');
  end if;
  return internal.moved_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_notify public.move_notice, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
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
  known constant jsonb := internal.known_visit(p_appointment);
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
    return internal.moved_json(p_appointment);
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
    return internal.moved_json(p_appointment);
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
  perform internal.note_move(appointment, known, p_starts_at, opened.actor, p_reason, p_idempotency_key, p_notify);
  return internal.moved_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.reschedule_appointment(p_appointment, p_starts_at, 'always'::public.move_notice, p_employee, p_secret, p_reason,
    p_idempotency_key, p_early_start) - 'notice';
end $function$;

ALTER TABLE "internal"."untold_moves" ADD CONSTRAINT "untold_moves_appointment_id_fkey" FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE;

REVOKE ALL ON FUNCTION "internal"."known_visit"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."moved_json"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_move"(public.appointments, jsonb, timestamp with time zone, public.actor_kind, text, uuid, public.move_notice) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."notice_of_move"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."still_true"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_back_moves"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."tell_move"(uuid, jsonb, text, public.move_notice) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."notify_of_move"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."notify_of_move"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reschedule_appointment"(uuid, timestamp with time zone, public.move_notice, uuid, text, text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reschedule_appointment"(uuid, timestamp with time zone, public.move_notice, uuid, text, text, uuid, text) TO "anon", "authenticated";

REVOKE ALL ("move_notice") ON TABLE "public"."locations" FROM "authenticated";

GRANT UPDATE ("move_notice") ON TABLE "public"."locations" TO "authenticated";
