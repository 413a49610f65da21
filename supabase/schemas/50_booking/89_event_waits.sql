-- The waiting list of an event: asking for a place, confirming its address, looking and leaving. 89_event_offers says how it moves up.

-- What opens somebody's place on the list, and the hold that is offered to them: the same in all their mails, so it is not stored.
create function internal.wait_secret(p_wait uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return translate(encode(extensions.hmac('waiting ' || p_wait, (select key::text from internal.opt_out_key), 'sha256'), 'base64'), '+/=', '-_');
end $$;

-- For the mails about it. For the server only.
create function public.event_wait_secret(p_wait uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return internal.wait_secret(p_wait);
end $$;

-- Where somebody stands: unconfirmed, waiting, offered (the hold lives), booked, lapsed, left, or over: the event was cancelled or has begun.
create function internal.wait_state(wait public.event_waits) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when exists (select from public.appointments visit where visit.id = wait.hold_id) then 'booked'
    when wait.left_at is not null then 'left'
    when exists (select from public.events event where event.id = wait.event_id
      and (event.cancelled_at is not null or event.starts_at <= internal.present())) then 'over'
    when wait.confirmed_at is null then 'unconfirmed'
    when wait.hold_id is null then 'waiting'
    when exists (select from public.holds hold where hold.id = wait.hold_id and hold.ended_at is null
      and hold.expires_at > internal.present()) then 'offered'
    else 'lapsed' end;
end $$;

-- Asks for a place on the waiting list. It is one once the address is confirmed: at once when it is the confirmed one of the caller's account, else by
-- the link of a mail, within a day. p_contact as for `confirm_appointment`; counts as a booking for the limits of mails. Answers `free` when so many
-- seats are free, `waiting`, or `mail`. Whether an address waits already, or is blocked by the business, nobody learns who only types it: whoever is
-- blocked waits as others do and is offered nothing. A test that the service needs before is looked for once the address is confirmed: at once for an account, for
-- guests by the link, since they cannot show before that it was theirs.
-- Errors: event_not_found, not_bookable (too late), by_phone, test_missing (accounts), seats_invalid, too_many_waits, wait_missed, too_many_to_address, too_many_bookings, those of
-- internal.clean_contact.
create function public.wait_for_event(p_event uuid, p_seats integer, p_contact jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  contact constant jsonb := internal.clean_contact(p_contact, false);
  own constant uuid := internal.account_of(internal.person(), contact ->> 'email');
  mailbox constant text := internal.mailbox(contact ->> 'email');
  visitor constant internal.visitor := internal.visitor();
  event record;
  wait public.event_waits;
begin
  select one.*, place.company_id, internal.event_closes(one, place) as closes_at into event
  from public.events one join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
    and (not company.sandbox or company.id in (select internal.companies_as('staff')))
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  if not coalesce(p_seats between 1 and least(10, event.seats), false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
  if internal.needs_phone(array[event.service_id]) then perform internal.fail('by_phone'); end if;
  if own is not null then perform internal.check_tests(array[event.service_id], event.starts_at, own); end if;
  perform internal.lock_location(event.location_id, false);
  perform pg_advisory_xact_lock(hashtextextended(visitor.network::text, 45));
  perform from public.events one where one.id = p_event for no key update;
  perform internal.release_lapsed_seats(p_event);
  if (select count(*) from public.event_seats seat where seat.event_id = p_event and seat.source is null) >= p_seats then return 'free'; end if;
  -- Before the address is looked at, so that the answer does not tell whether it waits.
  if not visitor.unlimited and internal.open_waits(event.company_id, visitor.network, null) >= 10 then perform internal.fail('too_many_waits'); end if;
  -- Whoever is just being offered a seat waits already.
  select one.* into wait from public.event_waits one join public.holds hold on hold.id = one.hold_id and hold.ended_at is null
  where one.event_id = p_event and internal.mailbox(one.email) = mailbox and one.left_at is null limit 1;
  if wait.id is null then
    insert into public.event_waits as known (event_id, seats, user_id, name, email, phone, created_at, confirmed_at, network)
    values (p_event, p_seats, own, contact ->> 'name', contact ->> 'email', contact ->> 'phone', present, case when own is not null then present end,
      case when not visitor.unlimited then visitor.network end)
    -- Whoever asks here for the place that they had in an imported file has one of this installation, with all its mails.
    on conflict (event_id, internal.mailbox(email)) where hold_id is null and left_at is null do update set
      id = case when internal.is_imported(event.company_id, known.id) then gen_random_uuid() else known.id end, seats = excluded.seats,
      user_id = excluded.user_id, name = excluded.name, email = excluded.email, phone = excluded.phone, created_at = excluded.created_at,
      confirmed_at = excluded.confirmed_at, network = excluded.network
    where known.confirmed_at is null or internal.is_imported(event.company_id, known.id) returning * into wait;
    if wait.id is null then
      select * into wait from public.event_waits one where one.event_id = p_event and internal.mailbox(one.email) = mailbox
        and one.hold_id is null and one.left_at is null;
    end if;
    if own is not null then perform internal.check_wait(wait); end if;
    perform internal.mail_waiting(wait, case when wait.confirmed_at is null then 'event_wait_confirm' else 'event_waiting' end, '{}',
      floor(extract(epoch from present) / 600)::text);
  end if;
  perform internal.spend_booking(contact ->> 'email', own is not null, event.company_id);
  return case when own is null then 'mail' else 'waiting' end;
end $$;

-- How many places of events to come, of one business, somebody has: a network with those that are not confirmed yet, or a mailbox only with those that are.
create function internal.open_waits(p_company uuid, p_network inet, p_mailbox text) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(*) from public.event_waits wait join public.events event on event.id = wait.event_id
    join public.locations place on place.id = event.location_id
    where (wait.network = p_network or internal.mailbox(wait.email) = p_mailbox) and wait.left_at is null and place.company_id = p_company
      and (wait.confirmed_at is not null or (p_mailbox is null and wait.created_at >= internal.kept_since('unconfirmed_waits')))
      and internal.wait_state(wait) in ('unconfirmed', 'waiting', 'offered'));
end $$;

-- What only the person at an address may be told about it: nobody waits for more than five events of a business, nor a second time for one of which a seat
-- was kept for them in vain. Errors: wait_missed, too_many_waits.
create function internal.check_wait(wait public.event_waits) returns void
language plpgsql set search_path = '' as $$
declare
  company constant uuid := (select place.company_id from public.events event join public.locations place on place.id = event.location_id
    where event.id = wait.event_id);
begin
  perform pg_advisory_xact_lock(hashtextextended(internal.mailbox(wait.email), 47));
  if exists (select from public.event_waits other where other.event_id = wait.event_id and other.id <> wait.id
    and internal.mailbox(other.email) = internal.mailbox(wait.email) and internal.wait_state(other) = 'lapsed') then
    perform internal.fail('wait_missed');
  end if;
  if internal.is_limited() and internal.open_waits(company, null, internal.mailbox(wait.email)) > 5 then perform internal.fail('too_many_waits'); end if;
end $$;

-- Confirms the address of a place with what stands in its mail; the place counts from now on. Again, or when it is over, changes nothing.
-- Errors: event_not_found (also a day after it was asked for), test_missing (none is booked with this address; whoever books it may confirm then),
-- wait_missed, too_many_waits.
create function public.confirm_event_wait(p_wait uuid, p_secret text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wait public.event_waits := internal.own_wait(p_wait, p_secret);
begin
  perform internal.lock_location(event.location_id, true) from public.events event where event.id = wait.event_id;
  perform from public.events event where event.id = wait.event_id for no key update;
  wait := internal.own_wait(p_wait, p_secret);
  if internal.wait_state(wait) <> 'unconfirmed' then return; end if;
  perform internal.check_tests(array[event.service_id], event.starts_at, wait.user_id, null, null, wait.email::text)
  from public.events event where event.id = wait.event_id;
  update public.event_waits set confirmed_at = internal.present() where id = p_wait returning * into wait;
  perform internal.check_wait(wait);
  perform internal.move_up(wait.event_id);
end $$;

-- A place and what the person may know of its event: {id, state, seats, name, hold_id, until, event: {id, title, starts_at, ends_at, price_cents},
-- location: {slug, name, time_zone, phone}}. Error: event_not_found, also for a wrong secret.
create function public.get_event_wait(p_wait uuid, p_secret text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wait constant public.event_waits := internal.own_wait(p_wait, p_secret);
begin
  return (
    select jsonb_build_object('id', wait.id, 'state', internal.wait_state(wait), 'seats', wait.seats, 'name', wait.name, 'hold_id', wait.hold_id,
      'until', (select hold.expires_at from public.holds hold where hold.id = wait.hold_id),
      'event', jsonb_build_object('id', event.id, 'title', coalesce(nullif(event.title, ''), service.name), 'starts_at', event.starts_at,
        'ends_at', event.ends_at, 'price_cents', event.price_cents),
      'location', jsonb_build_object('slug', place.slug, 'name', place.name, 'time_zone', place.time_zone, 'phone', place.phone))
    from public.events event join public.services service on service.id = event.service_id join public.locations place on place.id = event.location_id
    where event.id = wait.event_id);
end $$;

-- Gives a place up, and seats that are offered; by the person or, for them, by a member who may cancel. Again changes nothing.
-- Errors: event_not_found, not_allowed.
create function public.leave_event_wait(p_wait uuid, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wait public.event_waits;
begin
  select * into wait from public.event_waits where id = p_wait;
  if wait.id is not null and p_secret is null and wait.user_id is distinct from internal.person() then
    perform internal.open_event(wait.event_id, 'cancel');
  else
    wait := internal.own_wait(p_wait, p_secret);
    perform internal.lock_location(event.location_id, true) from public.events event where event.id = wait.event_id;
  end if;
  -- Read again: a seat may have been offered while this waited for the location. Whoever has let an offer lapse cannot undo that by leaving.
  update public.event_waits one set left_at = internal.present()
  where one.id = p_wait and internal.wait_state(one) in ('unconfirmed', 'waiting', 'offered') returning * into wait;
  perform internal.end_hold(hold.id, true) from (select id from public.holds where id = wait.hold_id and ended_at is null for update) hold;
end $$;

create function internal.own_wait(p_wait uuid, p_secret text) returns public.event_waits
language plpgsql stable set search_path = '' as $$
declare
  wait public.event_waits;
begin
  select * into wait from public.event_waits where id = p_wait;
  if wait.id is null or (wait.confirmed_at is null and wait.created_at < internal.kept_since('unconfirmed_waits'))
    or not (coalesce(wait.user_id = internal.person(), false)
    or coalesce(sha256(convert_to(p_secret, 'UTF8')) = sha256(convert_to(internal.wait_secret(p_wait), 'UTF8')), false)) then
    perform internal.fail('event_not_found');
  end if;
  return wait;
end $$;

-- Forgets who waited for events that are over, by 85_accounts/60_retention; returns how many.
create function internal.forget_waits(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.event_waits where id in (
    select wait.id from public.event_waits wait join public.events event on event.id = wait.event_id
    where event.ends_at < internal.kept_since('event_waits') limit p_limit for update of wait skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Forgets places whose address nobody has confirmed, by the same; returns how many.
create function internal.forget_unconfirmed_waits(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.event_waits where id in (
    select wait.id from public.event_waits wait
    where wait.confirmed_at is null and wait.created_at < internal.kept_since('unconfirmed_waits') limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function internal.forget_waits, internal.forget_unconfirmed_waits, internal.wait_secret, internal.wait_state, internal.own_wait,
  internal.open_waits, internal.check_wait from public;
grant execute on function public.wait_for_event, public.confirm_event_wait, public.get_event_wait, public.leave_event_wait to anon, authenticated;
grant execute on function public.event_wait_secret to service_role;
