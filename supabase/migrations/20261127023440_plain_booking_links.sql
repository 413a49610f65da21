set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.request_booking_links(p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  address constant text := internal.address_for_link(p_email, 'booking links');
  coming jsonb;
begin
  if address is null then return; end if;
  select jsonb_agg(jsonb_build_object('appointment_id', visit.id, 'starts_at', visit.starts_at,
    'time_zone', location.time_zone, 'location', internal.neutral(location.name, 'Ihr gebuchter Betrieb'),
    'city', internal.neutral(location.city, '')) order by visit.starts_at, visit.id) into coming
  from (
    select * from internal.guest_visits(address) guest
    where guest.state in ('requested', 'confirmed') and guest.ends_at > present order by guest.starts_at, guest.id limit 10) visit
  join public.locations location on location.id = visit.location_id;
  if coming is null then return; end if;
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at, expires_at)
  values ('booking_links', 'customer', address, jsonb_build_object('appointments', coming), present, present + interval '1 hour');
end $function$;
