-- The waiting list of an event. It moves up by itself: whenever seats become free, they are held for the first who waits for no more of them, who then has a
-- day to confirm, or until booking closes. What is not confirmed goes to the next. Each place is offered once.

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

-- Where somebody stands: waiting, offered (the hold lives), booked, lapsed, left, or over: the event was cancelled or has begun.
create function internal.wait_state(wait public.event_waits) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when exists (select from public.appointments visit where visit.id = wait.hold_id) then 'booked'
    when wait.left_at is not null then 'left'
    when exists (select from public.events event where event.id = wait.event_id
      and (event.cancelled_at is not null or event.starts_at <= internal.present())) then 'over'
    when wait.hold_id is null then 'waiting'
    when exists (select from public.holds hold where hold.id = wait.hold_id and hold.ended_at is null
      and hold.expires_at > internal.present()) then 'offered'
    else 'lapsed' end;
end $$;

-- Takes a place on the waiting list, with a mail that confirms it; a second place of the same address changes nothing. p_contact as for
-- `confirm_appointment`; counts as a booking for the limits of mails. Answers whether there is a place: false when so many seats are free.
-- Errors: event_not_found, not_bookable (too late), by_phone, seats_invalid, not_possible, too_many_to_address, too_many_bookings, those of internal.clean_contact.
create function public.wait_for_event(p_event uuid, p_seats integer, p_contact jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  contact constant jsonb := internal.clean_contact(p_contact, false);
  event record;
  wait public.event_waits;
begin
  select one.*, place.company_id, internal.event_closes(one, place) as closes_at into event
  from public.events one join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  if not coalesce(p_seats between 1 and least(10, event.seats), false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
  if internal.needs_phone(array[event.service_id]) then perform internal.fail('by_phone'); end if;
  if exists (select from public.customers customer where customer.company_id = event.company_id and customer.blocked
    and lower(customer.email::text) = lower(contact ->> 'email')) then
    perform internal.fail('not_possible');
  end if;
  perform internal.lock_location(event.location_id, false);
  perform from public.events one where one.id = p_event for no key update;
  perform internal.release_lapsed_seats(p_event);
  -- Whoever is just being offered a seat waits already.
  if exists (select from public.event_waits one join public.holds hold on hold.id = one.hold_id and hold.ended_at is null
    where one.event_id = p_event and lower(one.email) = lower(contact ->> 'email') and one.left_at is null) then
    return true;
  end if;
  if (select count(*) from public.event_seats seat where seat.event_id = p_event and seat.source is null) >= p_seats then return false; end if;
  insert into public.event_waits (event_id, seats, user_id, name, email, phone, created_at)
  values (p_event, p_seats, internal.person(), contact ->> 'name', contact ->> 'email', contact ->> 'phone', present)
  on conflict (event_id, lower(email)) where hold_id is null and left_at is null do nothing returning * into wait;
  if wait.id is null then return true; end if;
  perform internal.mail_waiting(wait, 'event_waiting');
  perform internal.spend_booking(wait.email, internal.account_of(wait.user_id, wait.email) is not null, event.company_id);
  return true;
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
  -- Read again: a seat may have been offered while this waited for the location.
  update public.event_waits set left_at = coalesce(left_at, internal.present()) where id = p_wait returning * into wait;
  perform internal.end_hold(hold.id, true) from (select id from public.holds where id = wait.hold_id and ended_at is null for update) hold;
end $$;

create function internal.own_wait(p_wait uuid, p_secret text) returns public.event_waits
language plpgsql stable set search_path = '' as $$
declare
  wait public.event_waits;
begin
  select * into wait from public.event_waits where id = p_wait;
  if wait.id is null or not (coalesce(wait.user_id = internal.person(), false)
    or coalesce(sha256(convert_to(p_secret, 'UTF8')) = sha256(convert_to(internal.wait_secret(p_wait), 'UTF8')), false)) then
    perform internal.fail('event_not_found');
  end if;
  return wait;
end $$;

-- Offers free seats to those who wait, first come, first served; whoever waits for more seats than are free is passed over, not forgotten.
create function internal.move_up(p_event uuid) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  event record;
  wait public.event_waits;
  hold public.holds;
  line internal.planned_line;
  free smallint[];
begin
  -- Nearly always nobody waits.
  if not exists (select from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null) then return; end if;
  perform from public.events one where one.id = p_event for no key update;
  select one.*, place.company_id, internal.event_closes(one, place) as closes_at, coalesce(one.cancellation_hours, place.cancellation_hours) as hours,
    coalesce(nullif(one.title, ''), service.name) as name
  into event
  from public.events one join public.services service on service.id = one.service_id
  join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  -- Too late to ask somebody who has to read a mail.
  if event.id is null or event.closes_at < present + interval '30 minutes' then return; end if;
  for wait in
    select * from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null
    order by one.created_at, one.id for update
  loop
    free := array(select seat.seat from public.event_seats seat where seat.event_id = p_event and seat.source is null order by seat.seat);
    exit when cardinality(free) = 0;
    continue when cardinality(free) < wait.seats;
    line := (1, event.service_id, event.employee_id, event.name, event.starts_at, event.ends_at, wait.seats * event.price_cents, null, null, null,
      p_event, wait.seats, null);
    hold := null;
    hold.id := gen_random_uuid();
    hold.company_id := event.company_id;
    hold.location_id := event.location_id;
    hold.purpose := 'waitlist';
    hold.starts_at := event.starts_at;
    hold.ends_at := event.ends_at;
    hold.expires_at := least(present + interval '1 day', event.closes_at);
    hold.released := false;
    hold.secret_hash := sha256(convert_to(internal.wait_secret(wait.id), 'UTF8'));
    hold.user_id := wait.user_id;
    hold.lines := jsonb_build_array(internal.line_json(line));
    hold.total_cents := line.price_cents;
    hold.source := 'web';
    hold.origin := 'own_link';
    hold.cancellation_hours := event.hours;
    hold.employee_chosen := true;
    hold.created_at := present;
    insert into public.holds values (hold.*);
    update public.event_seats seat set source = hold.id, expires_at = hold.expires_at where seat.event_id = p_event and seat.seat = any(free[1:wait.seats]);
    update public.event_waits set hold_id = hold.id where id = wait.id returning * into wait;
    perform internal.mail_waiting(wait, 'event_seat_free', jsonb_build_object('until', hold.expires_at));
  end loop;
end $$;

create function internal.offer_freed_seat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.move_up(new.event_id);
  return null;
end $$;
create trigger offer_freed_seat after update of source on public.event_seats for each row
  when (old.source is not null and new.source is null) execute function internal.offer_freed_seat();

-- Tells those who wait, or were offered a seat, that the event does not take place.
create function internal.tell_waiting(event public.events, p_reason text) returns void
language plpgsql set search_path = '' as $$
declare
  wait public.event_waits;
begin
  for wait in select * from public.event_waits one where one.event_id = event.id and one.left_at is null and (one.hold_id is null or exists (
    select from public.holds hold where hold.id = one.hold_id and hold.ended_at is null)) loop
    perform internal.mail_waiting(wait, 'event_cancelled', jsonb_build_object('reason', internal.neutral(left(p_reason, 1000), '')));
  end loop;
end $$;

-- Queues a mail to somebody who waits. Their address may be anybody's, so what people typed is neutral where it is not the confirmed one of their
-- account (80_messages/30_neutral_words). Each kind once for a place and a start.
create function internal.mail_waiting(wait public.event_waits, p_kind text, p_more jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
declare
  stranger constant boolean := internal.account_of(wait.user_id, wait.email) is null;
begin
  insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key)
  select place.company_id, p_kind, 'customer', wait.email, jsonb_build_object('wait_id', wait.id, 'seats', wait.seats,
    'name', case when stranger then internal.neutral_name(wait.name, '') else wait.name end,
    'title', case when stranger then internal.neutral(titles.title, '') else titles.title end,
    'starts_at', event.starts_at, 'ends_at', event.ends_at, 'time_zone', place.time_zone, 'total_cents', wait.seats * event.price_cents,
    'business', case when stranger then internal.neutral(place.name, 'Ihr Betrieb') else place.name end,
    'reply_to', place.email, 'small_business', company.small_business) || p_more,
    internal.present(), now(), concat('waiting ', wait.id, ' ', p_kind, ' ', wait.hold_id)
  from public.events event join public.locations place on place.id = event.location_id
  join public.companies company on company.id = place.company_id join public.services service on service.id = event.service_id
  join public.categories category on category.id = service.category_id left join public.categories parent on parent.id = category.parent_id
  -- Under § 203 StGB a mail names no service.
  cross join lateral (select case when category.secret or coalesce(parent.secret, false) then '' else coalesce(nullif(event.title, ''), service.name) end as title) titles
  where event.id = wait.event_id
  on conflict (dedupe_key) do nothing;
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

revoke execute on function internal.forget_waits, internal.wait_secret, internal.wait_state, internal.own_wait, internal.move_up, internal.offer_freed_seat,
  internal.tell_waiting, internal.mail_waiting from public;
grant execute on function public.wait_for_event, public.get_event_wait, public.leave_event_wait to anon, authenticated;
grant execute on function public.event_wait_secret to service_role;
