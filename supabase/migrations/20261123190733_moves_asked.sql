set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.check_unusual(before public.appointments, p_unusual_before jsonb, p_starts_at timestamp with time zone, p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  warnings constant jsonb := internal.warnings_by_hand(before.id, p_present);
  zone constant text := (select time_zone from public.locations where id = before.location_id);
begin
  if warnings is null then return; end if;
  if warnings is distinct from p_unusual_before or (before.starts_at at time zone zone)::date <> (p_starts_at at time zone zone)::date then
    perform internal.fail('unusual_time', warnings::text);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_notify public.move_notice, p_anyway boolean, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
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
  unusual_before jsonb;
begin
  if p_idempotency_key is not null and exists (
    select from public.appointment_events where idempotency_key = p_idempotency_key) then
    if not exists (select from public.appointment_events
      where idempotency_key = p_idempotency_key and appointment_id = p_appointment) then perform internal.fail('key_used'); end if;
    return internal.moved_json(p_appointment);
  end if;
  perform internal.check_move(appointment, 'reschedule', opened.actor);
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
    perform internal.check_tests(services, p_starts_at, appointment.user_id, sha256(convert_to(p_secret, 'UTF8')), appointment.customer_id);
    demanded := internal.demanded_early_start(appointment, p_starts_at, p_early_start);
    if internal.is_limited() and (internal.moves_of_day(p_appointment, 'customer') >= 5 or (
      internal.account_of(appointment.user_id, appointment.contact_email) is null
      and internal.spend(internal.recipient_budgets(appointment.contact_email, 6, 10, 'move')) is not null)) then
      perform internal.fail('too_many_moves');
    end if;
  elsif not internal.may_book_for(appointment.location_id, p_employee) and p_employee is not null then
    perform internal.fail('not_allowed');
  end if;
  unusual_before := case when by_business then internal.warnings_by_hand(p_appointment, present) end;
  done := internal.place_lines(p_appointment, services, wanted, p_starts_at, present, by_business);
  if not done and p_employee is null and not by_business and wanted is not null then
    done := internal.place_lines(p_appointment, services, null, p_starts_at, present, false);
  end if;
  if not done then
    perform internal.refuse_start(appointment.location_id, services, wanted, p_starts_at, present, p_appointment, by_business);
  end if;
  if by_business and not coalesce(p_anyway, false) then
    perform internal.check_unusual(appointment, unusual_before, p_starts_at, present);
  end if;
  insert into public.early_starts select p_appointment, present, demanded where demanded is not null;
  perform internal.note_move(appointment, known, p_starts_at, opened.actor, p_reason, p_idempotency_key, p_notify);
  return internal.moved_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_notify public.move_notice, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.reschedule_appointment(p_appointment, p_starts_at, p_notify, true, p_employee, p_secret, p_reason, p_idempotency_key,
    p_early_start);
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.reschedule_appointment(p_appointment, p_starts_at, 'always'::public.move_notice, true, p_employee, p_secret, p_reason,
    p_idempotency_key, p_early_start) - 'notice';
end $function$;

REVOKE ALL ON FUNCTION "internal"."check_unusual"(public.appointments, jsonb, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."reschedule_appointment"(uuid, timestamp with time zone, public.move_notice, boolean, uuid, text, text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reschedule_appointment"(uuid, timestamp with time zone, public.move_notice, boolean, uuid, text, text, uuid, text) TO "anon", "authenticated";
