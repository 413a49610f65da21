-- The waiting list moves up by itself: whenever seats become free, they are held for the first who waits for no more of them, who then has a day to
-- confirm, or until booking closes. What is not confirmed goes to the next. Each place is offered once.
--
-- Addresses cost nothing, so somebody with many could keep a seat from everybody, a day with each. Therefore
--   nothing is offered to a person or a network that has let an offer of this event lapse;
--   three days after a seat was first offered, however many were asked meanwhile, it is free for everybody until somebody books it. By lapsed
--   offers that is three: one may be on holiday, a second too late, and after a third a seat is better sold than kept. Time is counted and not offers,
--   because whoever gives back at the last moment keeps a seat as long, and whoever declines at once keeps it from nobody.
-- Those who still wait hear of a seat that is free for everybody. So do those whom the business has blocked, like the others.

-- Whether somebody who waits is not offered anything: blocked by the business, or an offer lapsed already, to them or their network.
create function internal.is_passed_over(wait public.event_waits, p_company uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return internal.is_blocked(p_company, wait.email, wait.phone, wait.user_id)
  or exists (
    select from public.event_waits other where other.event_id = wait.event_id and other.id <> wait.id
      and (other.network = wait.network or other.user_id = wait.user_id or internal.mailbox(other.email) = internal.mailbox(wait.email))
      and internal.wait_state(other) = 'lapsed');
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
  offerable integer;
  first_offered timestamptz;
begin
  -- Nearly always nobody waits.
  if not exists (select from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null
    and one.confirmed_at is not null) then return; end if;
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
    select * from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null and one.confirmed_at is not null
    order by one.confirmed_at, one.id for update
  loop
    select array_agg(seat.seat order by seat.seat), count(*), min(seat.offered_from) into free, offerable, first_offered
    from (select one.seat, one.offered_from from public.event_seats one where one.event_id = p_event and one.source is null
      and (one.offered_from is null or one.offered_from > present - interval '3 days' + interval '30 minutes') order by one.seat limit wait.seats) seat;
    exit when offerable = 0;
    continue when offerable < wait.seats or internal.is_imported(event.company_id, wait.id) or internal.is_passed_over(wait, event.company_id);
    line := (1, event.service_id, event.employee_id, event.name, event.starts_at, event.ends_at, wait.seats * event.price_cents, null, null, null,
      p_event, wait.seats, null);
    hold := null;
    hold.id := gen_random_uuid();
    hold.company_id := event.company_id;
    hold.location_id := event.location_id;
    hold.purpose := 'waitlist';
    hold.starts_at := event.starts_at;
    hold.ends_at := event.ends_at;
    hold.expires_at := least(present + interval '1 day', event.closes_at, first_offered + interval '3 days');
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
    update public.event_seats seat set source = hold.id, expires_at = hold.expires_at, offered_from = coalesce(seat.offered_from, present)
    where seat.event_id = p_event and seat.seat = any(free);
    update public.event_waits set hold_id = hold.id where id = wait.id returning * into wait;
    perform internal.mail_waiting(wait, 'event_seat_free', jsonb_build_object('until', hold.expires_at));
  end loop;
  -- What is left is free for everybody; once a day is enough to hear of it.
  perform internal.mail_waiting(one, 'event_seat_open', '{}', to_char(present at time zone 'UTC', 'YYYY-MM-DD'))
  from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null and one.confirmed_at is not null
    and one.seats <= (select count(*) from public.event_seats seat where seat.event_id = p_event and seat.source is null);
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
  for wait in select * from public.event_waits one where one.event_id = event.id and one.left_at is null and one.confirmed_at is not null
    and (one.hold_id is null or exists (select from public.holds hold where hold.id = one.hold_id and hold.ended_at is null)) loop
    perform internal.mail_waiting(wait, 'event_cancelled', jsonb_build_object('reason', internal.neutral(left(p_reason, 1000), '')));
  end loop;
end $$;

create function internal.key_of_wait_mail(wait public.event_waits, p_kind text, p_once text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return concat('waiting ', wait.id, ' ', p_kind, ' ', wait.hold_id, ' ', p_once);
end $$;

-- Queues a mail to somebody who waits. Their address may be anybody's, so what people typed is neutral where it is not the confirmed one of their
-- account (80_messages/30_neutral_words). Each kind once for a place, an offer and `p_once`. That the event is cancelled leaves when it can no longer be taken
-- back without a word (96_taking_back).
create function internal.mail_waiting(wait public.event_waits, p_kind text, p_more jsonb default '{}', p_once text default '') returns void
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
    internal.present() + case when p_kind = 'event_cancelled' then interval '10 seconds' else interval '0' end, now(),
    internal.key_of_wait_mail(wait, p_kind, p_once)
  from public.events event join public.locations place on place.id = event.location_id
  join public.companies company on company.id = place.company_id join public.services service on service.id = event.service_id
  join public.categories category on category.id = service.category_id left join public.categories parent on parent.id = category.parent_id
  -- Under § 203 StGB a mail names no service.
  cross join lateral (select case when category.secret or coalesce(parent.secret, false) then '' else coalesce(nullif(event.title, ''), service.name) end as title) titles
  -- Who came by an import hears only that a course does not take place, from a business that is to be seen.
  where event.id = wait.event_id
    and not (internal.is_imported(place.company_id, wait.id) and (p_kind <> 'event_cancelled' or place.state <> 'published'))
  on conflict (dedupe_key) do nothing;
end $$;

revoke execute on function internal.is_passed_over, internal.move_up, internal.offer_freed_seat, internal.tell_waiting, internal.key_of_wait_mail,
  internal.mail_waiting from public;
