-- The seats of an event: who may have them until when, and taking them, online and by hand.

-- Until when seats can be booked online.
create function internal.event_closes(event public.events, place public.locations) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return event.starts_at - make_interval(mins => coalesce(event.notice_minutes, place.notice_minutes));
end $$;

-- Frees the seats of an event that were held and whose time is over, but for those just being confirmed.
create function internal.release_lapsed_seats(p_event uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.end_hold(hold.id, false) from (
    select id from public.holds where ended_at is null and expires_at <= internal.present() and id in (
      select source from public.event_seats where event_id = p_event and expires_at <= internal.present())
    order by id for update skip locked) hold;
end $$;

-- Gives seats to a hold and locks the event, so that holds are served one after the other. False when there are not enough.
create function internal.take_seats(p_event uuid, p_count integer, p_hold uuid, p_expires_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
declare
  free smallint[];
begin
  perform from public.events where id = p_event and cancelled_at is null for no key update;
  if not found then return false; end if;
  perform internal.release_lapsed_seats(p_event);
  free := array(select seat from public.event_seats where event_id = p_event and source is null order by seat limit p_count);
  if cardinality(free) < p_count then return false; end if;
  update public.event_seats set source = p_hold, expires_at = p_expires_at where event_id = p_event and seat = any(free);
  return true;
end $$;

-- Holds seats of an event, as hold_appointment holds a time. Errors: event_not_found, seats_invalid (1 to 10), not_bookable (too late),
-- test_missing, seats_taken, too_many_holds, those of internal.check_wish and of internal.refuse_hold.
create function public.hold_seats(
  p_event uuid, p_seats integer default 1, p_secret_hash text default null, p_source text default 'web', p_origin text default 'unknown')
returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  event record;
  hold public.holds;
  visitor internal.visitor;
  answer jsonb;
begin
  select one.*, place.company_id, place.time_zone, place.hold_minutes, internal.event_closes(one, place) as closes_at,
    coalesce(one.cancellation_hours, place.cancellation_hours) as hours, coalesce(nullif(one.title, ''), service.name) as name
  into event
  from public.events one join public.services service on service.id = one.service_id
  join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
    and (not company.sandbox or company.id in (select internal.companies_as('staff')))
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  perform internal.check_wish(array[event.service_id], event.starts_at, p_secret_hash, p_source, p_origin, present);
  if not coalesce(p_seats between 1 and 10, false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
  perform internal.check_tests(array[event.service_id], event.starts_at, caller, decode(p_secret_hash, 'hex'));
  perform pg_advisory_xact_lock(hashtextextended(coalesce(caller::text, p_secret_hash), 42));
  hold.secret_hash := decode(p_secret_hash, 'hex');
  if internal.live_holds(caller, hold.secret_hash, null, present) >= (case internal.hold_share(caller) when 2 then 12 else 3 end) then
    perform internal.fail('too_many_holds');
  end if;
  perform internal.lock_location(event.location_id, false);
  visitor := internal.visitor();
  answer := internal.refuse_hold(visitor, caller, event.employee_id, (event.starts_at at time zone event.time_zone)::date, 0, present);
  if answer is not null then return answer; end if;
  hold.id := gen_random_uuid();
  hold.company_id := event.company_id;
  hold.location_id := event.location_id;
  hold.purpose := 'customer';
  hold.expires_at := present + make_interval(mins => event.hold_minutes);
  hold.user_id := caller;
  hold.source := p_source;
  hold.origin := p_origin;
  hold.cancellation_hours := event.hours;
  hold.employee_chosen := true;
  hold.created_at := present;
  if not internal.take_seats(p_event, p_seats, hold.id, hold.expires_at) then perform internal.fail('seats_taken'); end if;
  return internal.write_hold(hold, array[(1, event.service_id, event.employee_id, event.name, event.starts_at, event.ends_at,
    p_seats * event.price_cents, null, null, null, p_event, p_seats, null)::internal.planned_line], visitor, event.time_zone, true);
end $$;

-- Books seats by hand: confirmed at once, also when it is too late to book online and while the event is on. p_contact, p_note, p_notify and the key
-- as for `create_appointment`. Who waits is not asked: the business decides.
-- Errors: event_not_found, not_allowed, wrong_state (cancelled), past, seats_invalid, seats_taken, customer_not_found, key_used, those of internal.clean_contact.
create function public.add_participant(
  p_event uuid, p_seats integer, p_contact jsonb, p_note text default '', p_notify boolean default true, p_idempotency_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  event constant public.events := internal.open_event(p_event, 'book');
  made constant uuid := gen_random_uuid();
  place public.locations;
  known public.appointments;
  contact jsonb;
begin
  select * into place from public.locations where id = event.location_id;
  contact := internal.clean_contact(internal.contact_by_hand(p_contact, place.company_id) || jsonb_build_object('note', coalesce(p_note, '')), true);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if known.location_id <> place.id or not internal.is_business(known) then perform internal.fail('key_used'); end if;
      return internal.visit_json(known.id);
    end if;
  end if;
  if event.cancelled_at is not null then perform internal.fail('wrong_state', 'cancelled'); end if;
  if event.ends_at <= internal.present() then perform internal.fail('past'); end if;
  if not coalesce(p_seats between 1 and 100, false) then perform internal.fail('seats_invalid'); end if;
  if not internal.take_seats(p_event, p_seats, made, null) then perform internal.fail('seats_taken'); end if;
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key)
  values (made, place.company_id, place.id, 'confirmed', event.starts_at, event.ends_at,
    coalesce((p_contact ->> 'customer_id')::uuid, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name',
    contact ->> 'email', contact ->> 'phone', contact ->> 'note', p_seats * event.price_cents, 'admin',
    coalesce(event.cancellation_hours, place.cancellation_hours), p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  insert into public.appointment_lines (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, event_id, seats)
  values (made, 1, event.service_id, event.employee_id, coalesce(nullif(event.title, ''), (select name from public.services where id = event.service_id)),
    event.starts_at, event.ends_at, p_seats * event.price_cents, p_event, p_seats);
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at, actor_role, actor_reads_all)
  values (made, 'create', 'business', internal.person(), 'confirmed', event.starts_at,
    (select role from internal.memberships() where company_id = place.company_id),
    place.company_id in (select internal.companies_with('all_customers')));
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $$;

-- The events of a location that are still to come, with the seats that are free and until when they can be booked: for everybody when it is published,
-- for members always. p_from and p_to are local dates, both included, at most 92; without them three months from today. `p_event`: only this
-- one, whenever it is.
create function public.upcoming_events(p_location uuid, p_from date default null, p_to date default null, p_event uuid default null)
returns table (id uuid, service_id uuid, title text, employee_id uuid, starts_at timestamptz, ends_at timestamptz, price_cents integer,
  seats smallint, free_seats integer, description text, closes_at timestamptz, cancellation_hours smallint)
language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  place constant public.locations := internal.bookable_location(p_location);
  present constant timestamptz := internal.present();
  today constant date := (present at time zone place.time_zone)::date;
  first constant date := greatest(internal.reckonable(p_from), today);
  last constant date := least(coalesce(internal.reckonable(p_to), first + 91), first + 91);
begin
  return query
  select event.id, event.service_id, coalesce(nullif(event.title, ''), service.name)::text, event.employee_id, event.starts_at, event.ends_at,
    event.price_cents, event.seats, (select count(*) from public.event_seats seat
      where seat.event_id = event.id and (seat.source is null or not internal.is_live(seat.expires_at, present)))::integer,
    event.description::text, internal.event_closes(event, place), coalesce(event.cancellation_hours, place.cancellation_hours)
  from public.events event join public.services service on service.id = event.service_id
  where event.location_id = place.id and event.cancelled_at is null and event.starts_at > present and case when p_event is null
    then (event.starts_at at time zone place.time_zone)::date between first and last else event.id = p_event end
  order by event.starts_at, event.id;
end $$;

-- How many seats of an event are taken, by bookings and by holds that live, and how many people wait for one.
create function internal.counted_seats(p_event uuid, out taken integer, out waiting integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  select count(*) into taken from public.event_seats seat
  where seat.event_id = p_event and seat.source is not null and internal.is_live(seat.expires_at, internal.present());
  select count(*) into waiting from public.event_waits wait
  where wait.event_id = p_event and wait.hold_id is null and wait.left_at is null and wait.confirmed_at is not null;
end $$;

-- The events of a location that take place, or would have, between two instants, as far as the caller may see them; for members.
create function public.list_events(p_location uuid, p_from timestamptz, p_to timestamptz)
returns table (id uuid, service_id uuid, service_name text, title text, description text, employee_id uuid, resource_id uuid,
  starts_at timestamptz, ends_at timestamptz, seats smallint, taken integer, waiting integer, price_cents integer, notice_minutes integer,
  cancellation_hours smallint, series uuid, cancelled_at timestamptz, updated_at timestamptz)
language plpgsql stable set search_path = '' rows 50 as $$
begin
  return query
  select event.id, event.service_id, service.name::text, event.title::text, event.description::text, event.employee_id, event.resource_id,
    event.starts_at, event.ends_at, event.seats, counted.taken, counted.waiting, event.price_cents, event.notice_minutes,
    event.cancellation_hours, event.series, event.cancelled_at, event.updated_at
  from public.events event join public.services service on service.id = event.service_id
  cross join lateral internal.counted_seats(event.id) counted
  where event.location_id = p_location and event.starts_at < p_to and event.ends_at > p_from
  order by event.starts_at, event.id;
end $$;

revoke execute on function internal.counted_seats, internal.event_closes, internal.release_lapsed_seats, internal.take_seats from public;
grant execute on function public.hold_seats, public.upcoming_events to anon, authenticated;
grant execute on function public.add_participant, public.list_events, internal.counted_seats to authenticated;
