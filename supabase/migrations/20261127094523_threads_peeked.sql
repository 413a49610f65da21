set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.peek_booking_thread(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit constant public.appointments := (select one from public.appointments one where one.id = p_appointment);
begin
  if visit.id is null or not internal.is_customer(visit, p_secret) then perform internal.fail('appointment_not_found'); end if;
  return internal.thread_json(visit, true);
end $function$;

REVOKE ALL ON FUNCTION "public"."peek_booking_thread"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."peek_booking_thread"(uuid, text) TO "anon", "authenticated";
