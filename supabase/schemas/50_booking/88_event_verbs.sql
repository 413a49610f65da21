-- Events. Members make and cancel them and set their seats (managers for everybody, staff for themselves); everybody can book. A seat is held and
-- confirmed like a time: `confirm_appointment` and `cancel_appointment` treat both alike.

create trigger drop_belongings after delete on public.events referencing old table as gone for each statement
  execute function internal.drop_belongings();

-- Makes an event. Errors: location_not_found, not_allowed, service_not_found, event_times, title_too_long, seats_invalid, slot_taken.
create function public.create_event(
  p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_seats integer,
  p_resource uuid default null, p_title text default '', p_price_cents integer default null)
returns public.events
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  event public.events;
  takings internal.taking[];
begin
  perform internal.check_blocker(p_location, p_employee, null);
  if p_resource is not null and not exists (select from public.resources where id = p_resource and location_id = p_location) then
    perform internal.fail('not_allowed');
  end if;
  if not exists (select from public.services where id = p_service and location_id = p_location and active) then
    perform internal.fail('service_not_found');
  end if;
  if not coalesce(p_starts_at between present and present + interval '3 years' and p_starts_at < p_ends_at
    and p_ends_at <= p_starts_at + interval '24 hours' and date_trunc('minute', p_starts_at, 'UTC') = p_starts_at
    and date_trunc('minute', p_ends_at, 'UTC') = p_ends_at, false) then
    perform internal.fail('event_times');
  end if;
  if length(btrim(coalesce(p_title, ''))) > 120 then perform internal.fail('title_too_long'); end if;
  if not coalesce(p_seats between 1 and 500 and coalesce(p_price_cents, 0) between 0 and 10000000, false) then
    perform internal.fail('seats_invalid');
  end if;
  perform internal.lock_location(p_location, true);
  insert into public.events (location_id, service_id, employee_id, resource_id, title, starts_at, ends_at, seats, price_cents, created_by)
  values (p_location, p_service, p_employee, p_resource, btrim(coalesce(p_title, '')), p_starts_at, p_ends_at, p_seats,
    coalesce(p_price_cents, (select price_cents from public.services where id = p_service)), internal.person())
  returning * into event;
  takings := array(
    select (1, subject, int4multirange(int4range(internal.minute(p_starts_at), internal.minute(p_ends_at))), resource)::internal.taking
    from (values (p_employee, false), (p_resource, true)) part (subject, resource) where subject is not null);
  if not internal.release_expired(takings, present, true) or not internal.occupy(event.id, 'event', takings, null) then
    perform internal.fail('slot_taken');
  end if;
  insert into public.event_seats (event_id, seat) select event.id, seat from generate_series(1, p_seats) seat;
  return event;
end $$;

-- An event that the caller may change; its location is held alone and its row locked. Errors: event_not_found, not_allowed.
create function internal.open_event(p_event uuid) returns public.events
language plpgsql set search_path = '' as $$
declare
  event public.events;
begin
  select * into event from public.events where id = p_event;
  if event.id is null or event.location_id not in (select internal.locations_as('staff')) then perform internal.fail('event_not_found'); end if;
  perform internal.check_blocker(event.location_id, event.employee_id, null);
  perform internal.lock_location(event.location_id, true);
  select * into event from public.events where id = p_event for no key update;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  return event;
end $$;

-- Gives an event more seats or fewer, never fewer than are taken. Errors: event_not_found, not_allowed, seats_invalid, seats_taken
-- (detail: how many there are at least), wrong_state (cancelled).
create function public.set_event_seats(p_event uuid, p_seats integer) returns public.events
language plpgsql security definer set search_path = '' as $$
declare
  event public.events := internal.open_event(p_event);
  taken integer;
begin
  if event.cancelled_at is not null then perform internal.fail('wrong_state', 'cancelled'); end if;
  if not coalesce(p_seats between 1 and 500, false) then perform internal.fail('seats_invalid'); end if;
  taken := (select count(*) from public.event_seats where event_id = p_event and source is not null
    and internal.is_live(expires_at, internal.present()));
  if p_seats < taken then perform internal.fail('seats_taken', taken::text); end if;
  -- Whose time to confirm is over may find the seat gone.
  perform internal.release_lapsed_seats(p_event);
  delete from public.event_seats where event_id = p_event and source is null and seat in (
    select seat from public.event_seats where event_id = p_event and source is null order by seat desc limit greatest(event.seats - p_seats, 0));
  insert into public.event_seats (event_id, seat)
  select p_event, (select coalesce(max(seat), 0) from public.event_seats where event_id = p_event) + more
  from generate_series(1, p_seats - event.seats) more;
  update public.events set seats = p_seats where id = p_event returning * into event;
  return event;
end $$;

-- Cancels an event and all its bookings and tells their customers. A cancelled one answers the same. Errors: event_not_found, not_allowed.
create function public.cancel_event(p_event uuid, p_reason text default '') returns public.events
language plpgsql security definer set search_path = '' as $$
declare
  event public.events := internal.open_event(p_event);
  visit public.appointments;
begin
  if event.cancelled_at is not null then return event; end if;
  for visit in
    select appointment.* from public.appointments appointment
    where appointment.state in ('requested', 'confirmed') and appointment.id in (
      select source from public.event_seats where event_id = p_event)
    order by appointment.id for update
  loop
    perform internal.compose_ordered(visit.id);
    perform internal.move(visit, 'cancel', 'business', p_reason);
  end loop;
  perform internal.end_hold(hold.id, false) from (
    select id from public.holds where ended_at is null and id in (select source from public.event_seats where event_id = p_event)
    order by id for update) hold;
  perform internal.vacate(p_event);
  update public.events set cancelled_at = internal.present() where id = p_event returning * into event;
  return event;
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
-- seats_taken, too_many_holds, those of internal.check_wish and of internal.refuse_hold.
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
  select one.*, place.company_id, place.time_zone, place.notice_minutes, place.hold_minutes, place.cancellation_hours,
    coalesce(nullif(one.title, ''), service.name) as name
  into event
  from public.events one join public.services service on service.id = one.service_id
  join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  perform internal.check_wish(array[event.service_id], event.starts_at, p_secret_hash, p_source, p_origin, present);
  if not coalesce(p_seats between 1 and 10, false) then perform internal.fail('seats_invalid'); end if;
  if event.starts_at < present + make_interval(mins => event.notice_minutes) then perform internal.fail('not_bookable'); end if;
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
  hold.cancellation_hours := event.cancellation_hours;
  hold.employee_chosen := true;
  hold.created_at := present;
  if not internal.take_seats(p_event, p_seats, hold.id, hold.expires_at) then perform internal.fail('seats_taken'); end if;
  return internal.write_hold(hold, array[(1, event.service_id, event.employee_id, event.name, event.starts_at, event.ends_at,
    p_seats * event.price_cents, null, null, null, p_event, p_seats)::internal.planned_line], visitor, event.time_zone, true);
end $$;

-- The events of a location that are still to come, with the seats that are free: for everybody when it is published, for members always.
-- p_from and p_to are local dates, both included, at most 92; without them three months from today.
create function public.upcoming_events(p_location uuid, p_from date default null, p_to date default null)
returns table (id uuid, service_id uuid, title text, employee_id uuid, starts_at timestamptz, ends_at timestamptz, price_cents integer,
  seats smallint, free_seats integer)
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
      where seat.event_id = event.id and (seat.source is null or not internal.is_live(seat.expires_at, present)))::integer
  from public.events event join public.services service on service.id = event.service_id
  where event.location_id = place.id and event.cancelled_at is null and event.starts_at > present
    and (event.starts_at at time zone place.time_zone)::date between first and last
  order by event.starts_at, event.id;
end $$;

revoke execute on function internal.open_event, internal.release_lapsed_seats, internal.take_seats from public;
grant execute on function public.create_event, public.set_event_seats, public.cancel_event to authenticated;
grant execute on function public.hold_seats, public.upcoming_events to anon, authenticated;
