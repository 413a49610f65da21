-- "Link nicht zur Hand?": who booked without an account has the links to what is coming sent again, to the address of the booking and to nobody else.
-- Whoever types an address gets the same answer, whether anything was booked with it or not; a mail goes out only if something was. What somebody
-- booked with an account is in that account.

-- The address that somebody has typed to have a link sent to, as mails go there; null when it has had three an hour or six a day of this kind: then
-- none goes out, and the answer is the same. Errors: email_missing, email_invalid, too_many_data_links (from the visitor's place).
create function internal.address_for_link(p_email text, p_kind text) returns text
language plpgsql set search_path = '' as $$
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
end $$;

-- Orders one mail with the links to the next ten visits. Names in it are neutral words where they lead away (80_messages/30_neutral_words).
-- Errors: those of internal.address_for_link.
create function public.request_booking_links(p_email text) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

revoke execute on function internal.address_for_link from public;
grant execute on function public.request_booking_links to anon, authenticated;
