-- "Link nicht zur Hand?": who booked without an account has the links to what is coming sent again, to the address of the booking and to nobody else.
-- Whoever types an address gets the same answer, whether anything was booked with it or not; a mail goes out only if something was. What somebody
-- booked with an account is in that account.

-- Orders one mail with the links to the next ten visits, three an hour and six a day for an address: then none goes out, and the answer is the same.
-- Names in it are neutral words where they lead away (80_messages/30_neutral_words). Errors: email_missing, email_invalid, too_many_data_links (from
-- the visitor's place).
create function public.request_booking_links(p_email text) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

grant execute on function public.request_booking_links to anon, authenticated;
