set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.check_result_open(appointment public.appointments)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.reviews where appointment_id = appointment.id) then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  if (select max(at) from public.appointment_events where appointment_id = appointment.id and to_state = appointment.state
      and from_state <> to_state) < internal.present() - interval '1 day' then
    perform internal.fail('undo_too_late');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_presence(p_appointment uuid, p_came boolean, p_seen public.appointment_state DEFAULT NULL::public.appointment_state)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  visit public.appointments := opened.appointment;
  wanted constant public.appointment_state := case when p_came then 'completed' when not p_came then 'no_show' else 'confirmed' end;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if visit.state = wanted then return internal.visit_json(p_appointment); end if;
  if visit.state <> p_seen then perform internal.fail('wrong_state', visit.state::text); end if;
  if visit.state <> 'confirmed' then
    perform internal.check_move(visit, 'reopen', 'business');
    perform internal.check_result_open(visit);
    perform internal.move(visit, 'reopen', 'business');
    visit.state := 'confirmed';
  end if;
  if p_came is not null then
    if visit.starts_at > internal.present() then perform internal.fail('too_early'); end if;
    perform internal.move(visit, case when p_came then 'complete' else 'no_show' end, 'business');
  end if;
  return internal.visit_json(p_appointment);
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
  perform internal.check_move(appointment, 'reopen', 'business');
  perform internal.check_result_open(appointment);
  perform internal.move(appointment, 'reopen', 'business');
  return internal.visit_json(p_appointment);
end $function$;

REVOKE ALL ON FUNCTION "internal"."check_result_open"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."mark_presence"(uuid, boolean, public.appointment_state) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_presence"(uuid, boolean, public.appointment_state) TO "authenticated";
