set local check_function_bodies = off;

DROP FUNCTION "public"."own_guest_bookings"();

CREATE OR REPLACE FUNCTION public.own_guest_bookings()
 RETURNS TABLE(id uuid, starts_at timestamp with time zone, location_name text, city text, time_zone text, state public.appointment_state, withdrawn boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select appointment.id, appointment.starts_at, location.name, location.city, location.time_zone, appointment.state,
    internal.withdrawn_at(appointment.id) is not null
  from internal.guest_appointments() appointment join public.locations location on location.id = appointment.location_id
  order by appointment.starts_at desc limit 50
$function$;

REVOKE ALL ON FUNCTION "public"."own_guest_bookings"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."own_guest_bookings"() TO "authenticated";
