-- Taking a cancellation back asks who has cancelled and when; the old signature, which asks nothing, stays for programs of 0.4.0.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.check_restorable(visit public.appointments, p_present timestamp with time zone, p_anyway boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  event public.appointment_events;
  begun constant boolean := visit.starts_at <= p_present;
begin
  select * into event from public.appointment_events where appointment_id = visit.id and to_state = 'cancelled' order by id desc limit 1;
  if event.actor = 'customer' and begun then perform internal.fail('restore_too_late'); end if;
  if p_anyway or event.actor = 'business' and event.at > p_present - interval '1 day' and not begun then return; end if;
  perform internal.fail('restore_doubtful', jsonb_build_object('actor', event.actor, 'at', event.at, 'begun', begun,
    'by', case when event.actor = 'business' then internal.name_in_team(event.actor_id, visit.location_id) else '' end)::text);
end $function$;

CREATE OR REPLACE FUNCTION public.restore_appointment(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.restore_appointment(p_appointment, true);
end $function$;

CREATE OR REPLACE FUNCTION public.restore_appointment(p_appointment uuid, p_anyway boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  visit constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if visit.state = 'confirmed' then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(visit, 'restore', 'business');
  if internal.withdrawn_at(p_appointment) is not null then perform internal.fail('wrong_state', visit.state::text); end if;
  if exists (select from public.appointment_lines where appointment_id = p_appointment and event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  perform internal.check_restorable(visit, present, coalesce(p_anyway, false));
  perform internal.place_wishes(visit, internal.stored_wishes(p_appointment), visit.starts_at, present);
  perform internal.move(visit, 'restore', 'business', p_quietly => visit.starts_at <= present);
  return internal.visit_json(p_appointment);
end $function$;

REVOKE ALL ON FUNCTION "internal"."check_restorable"(public.appointments, timestamp with time zone, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."restore_appointment"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."restore_appointment"(uuid, boolean) TO "authenticated";
