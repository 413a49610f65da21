set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.forget_own_data_links(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before constant timestamptz := internal.kept_since('own_data_links');
  links integer;
  mails integer;
begin
  delete from internal.own_data_links where id in (
    select id from internal.own_data_links where created_at < before limit p_limit for update skip locked);
  get diagnostics links = row_count;
  delete from public.messages where id in (
    select id from public.messages where company_id is null and kind in ('own_data_link', 'booking_links', 'erasure_answered')
      and state not in ('queued', 'sending') and created_at < before limit p_limit);
  get diagnostics mails = row_count;
  return links + mails;
end $function$;

CREATE OR REPLACE FUNCTION public.request_booking_links(p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  address constant text := lower(btrim(coalesce(p_email, '')));
  coming jsonb;
  over text;
begin
  if address = '' then perform internal.fail('email_missing'); end if;
  if not internal.is_address(address) then perform internal.fail('email_invalid'); end if;
  if internal.is_limited() then
    over := internal.spend(internal.recipient_budgets(address, 3, 6, 'booking links') || internal.place_budgets('booking links'));
    if over like 'booking links from %' then perform internal.fail('too_many_data_links'); end if;
  end if;
  if over is not null then return; end if;
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

REVOKE ALL ON FUNCTION "public"."request_booking_links"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_booking_links"(text) TO "anon", "authenticated";

insert into internal.message_kinds (kind, purpose, priority) values ('booking_links', 'transactional', 10);
update public.retention_rules set what = 'Wer ohne Konto nach den eigenen Daten oder dem Link zum Termin gefragt hat, mit den Nachrichten dazu'
where name = 'own_data_links';
