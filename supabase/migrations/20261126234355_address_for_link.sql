set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.address_for_link(p_email text, p_kind text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address constant text := lower(btrim(coalesce(p_email, '')));
  over text;
begin
  if address = '' then perform internal.fail('email_missing'); end if;
  if not internal.is_address(address) then perform internal.fail('email_invalid'); end if;
  if internal.is_limited() then
    over := internal.spend(internal.recipient_budgets(address, 3, 6, p_kind) || internal.place_budgets(p_kind));
    if starts_with(over, p_kind || ' from ') then perform internal.fail('too_many_data_links'); end if;
  end if;
  return case when over is null then address end;
end $function$;

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
  select jsonb_agg(jsonb_build_object('appointment_id', visit.id, 'number', internal.booking_number(visit.id), 'starts_at', visit.starts_at,
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

CREATE OR REPLACE FUNCTION public.request_own_data(p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  address constant text := internal.address_for_link(p_email, 'own data');
  made uuid;
begin
  if address is null then return; end if;
  insert into internal.own_data_links (email, created_at, expires_at) values (address, present, present + interval '1 hour') returning id into made;
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at, expires_at)
  values ('own_data_link', 'customer', address, jsonb_build_object('link_id', made, 'expires_at', present + interval '1 hour'), present,
    present + interval '1 hour');
end $function$;

REVOKE ALL ON FUNCTION "internal"."address_for_link"(text, text) FROM PUBLIC;
