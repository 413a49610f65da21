-- Events. Members make, change and cancel them (with all calendars for everybody, else for themselves; the rights are those of appointments), and
-- everybody can book. A seat is held and confirmed like a time: `confirm_appointment` and `cancel_appointment` treat both alike.

create trigger drop_belongings after delete on public.events referencing old table as gone for each statement
  execute function internal.drop_belongings();

-- Whether the caller may do this with events of this person. Errors: location_not_found, not_allowed.
create function internal.check_organiser(p_location uuid, p_employee uuid, p_right public.member_right) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform internal.check_blocker(p_location, p_employee, null);
  if p_location not in (select internal.locations_with(p_right)) then perform internal.fail('not_allowed'); end if;
end $$;

-- Checks what an event is to be, apart from its texts. Errors: not_allowed (a room of another location), event_times, seats_invalid, event_rules.
create function internal.check_event(event public.events, p_seats integer, p_notice integer, p_hours integer, p_coming boolean) returns void
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  if event.resource_id is not null and not exists (
    select from public.resources where id = event.resource_id and location_id = event.location_id) then
    perform internal.fail('not_allowed');
  end if;
  if not coalesce((not p_coming or event.starts_at >= present) and event.starts_at between present - interval '3 years' and present + interval '3 years'
    and event.starts_at < event.ends_at and event.ends_at <= event.starts_at + interval '24 hours'
    and date_trunc('minute', event.starts_at, 'UTC') = event.starts_at and date_trunc('minute', event.ends_at, 'UTC') = event.ends_at, false) then
    perform internal.fail('event_times');
  end if;
  if not coalesce(p_seats between 1 and 500 and event.price_cents between 0 and 10000000, false) then perform internal.fail('seats_invalid'); end if;
  if coalesce(p_notice, 0) not between 0 and 525600 or coalesce(p_hours, 0) not between 0 and 720 then perform internal.fail('event_rules'); end if;
end $$;

-- Checked before they are assigned: the columns' own errors are not in the product's words. Errors: title_too_long, note_too_long.
create function internal.check_event_texts(p_title text, p_description text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if length(btrim(coalesce(p_title, ''))) > 120 then perform internal.fail('title_too_long'); end if;
  if length(btrim(coalesce(p_description, ''))) > 2000 then perform internal.fail('note_too_long'); end if;
end $$;

-- Takes the time of an event, whose location is held alone. Error: slot_taken.
create function internal.take_event_time(event public.events) returns void
language plpgsql set search_path = '' as $$
declare
  takings constant internal.taking[] := array(
    select (1, subject, int4multirange(int4range(internal.minute(event.starts_at), internal.minute(event.ends_at))), resource)::internal.taking
    from (values (event.employee_id, false), (event.resource_id, true)) part (subject, resource) where subject is not null);
begin
  perform internal.vacate(event.id);
  if not internal.release_expired(takings, internal.present(), true) or not internal.occupy(event.id, 'event', takings, null) then
    perform internal.fail('slot_taken');
  end if;
end $$;

-- Makes an event. Without a price it costs what the service costs; p_notice_minutes and p_cancellation_hours null: as the location says.
-- `p_series` ties events together that were made at once. An archived service cannot be had, one that is not offered singly can.
-- Errors: location_not_found, not_allowed, service_not_found, title_too_long, note_too_long, event_times, seats_invalid, event_rules, slot_taken.
create function public.create_event(
  p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_seats integer,
  p_resource uuid default null, p_title text default '', p_price_cents integer default null, p_description text default '',
  p_notice_minutes integer default null, p_cancellation_hours integer default null, p_series uuid default null)
returns public.events
language plpgsql security definer set search_path = '' as $$
declare
  event public.events;
begin
  perform internal.check_organiser(p_location, p_employee, 'book');
  if not exists (select from public.services where id = p_service and location_id = p_location and not archived) then
    perform internal.fail('service_not_found');
  end if;
  perform internal.check_event_texts(p_title, p_description);
  event.location_id := p_location;
  event.resource_id := p_resource;
  event.starts_at := p_starts_at;
  event.ends_at := p_ends_at;
  event.price_cents := coalesce(p_price_cents, (select price_cents from public.services where id = p_service));
  perform internal.check_event(event, p_seats, p_notice_minutes, p_cancellation_hours, true);
  perform internal.lock_location(p_location, true);
  insert into public.events (location_id, service_id, employee_id, resource_id, title, starts_at, ends_at, seats, price_cents, created_by,
    description, notice_minutes, cancellation_hours, series)
  values (p_location, p_service, p_employee, p_resource, btrim(coalesce(p_title, '')), p_starts_at, p_ends_at, p_seats, event.price_cents,
    internal.person(), btrim(coalesce(p_description, '')), p_notice_minutes, p_cancellation_hours, p_series)
  returning * into event;
  perform internal.take_event_time(event);
  insert into public.event_seats (event_id, seat) select event.id, seat from generate_series(1, p_seats) seat;
  return event;
end $$;

-- An event that the caller may change; its location is held alone and its row locked. Errors: event_not_found, not_allowed.
create function internal.open_event(p_event uuid, p_right public.member_right) returns public.events
language plpgsql set search_path = '' as $$
declare
  event public.events;
begin
  select * into event from public.events where id = p_event;
  if event.id is null or event.location_id not in (select internal.locations_as('staff')) then perform internal.fail('event_not_found'); end if;
  perform internal.check_organiser(event.location_id, event.employee_id, p_right);
  perform internal.lock_location(event.location_id, true);
  select * into event from public.events where id = p_event for no key update;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  return event;
end $$;

-- Gives an event more seats or fewer, never fewer than are taken. Error: seats_taken (detail: how many there are at least).
create function internal.set_seats(event public.events, p_seats integer) returns void
language plpgsql set search_path = '' as $$
declare
  taken integer;
begin
  -- Whose time to confirm is over may find the seat gone.
  perform internal.release_lapsed_seats(event.id);
  taken := (select count(*) from public.event_seats where event_id = event.id and source is not null);
  if p_seats < taken then perform internal.fail('seats_taken', taken::text); end if;
  delete from public.event_seats where event_id = event.id and source is null and seat in (
    select seat from public.event_seats where event_id = event.id and source is null order by seat desc limit greatest(event.seats - p_seats, 0));
  insert into public.event_seats (event_id, seat)
  select event.id, (select coalesce(max(seat), 0) from public.event_seats where event_id = event.id) + more
  from generate_series(1, p_seats - event.seats) more;
end $$;

-- Changes everything of an event but its service, whose category says what law applies to what was booked. `p_version` is the `updated_at` that the
-- caller has seen. Those who have booked keep their price and what they were promised about cancelling; another time or person is told to all of
-- them, and to those who were just offered a seat once more.
-- Errors: event_not_found, not_allowed, wrong_state (cancelled), edited_meanwhile, those of `create_event`, seats_taken (detail: how many there are at least).
create function public.change_event(
  p_event uuid, p_version timestamptz, p_employee uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_seats integer, p_price_cents integer,
  p_resource uuid default null, p_title text default '', p_description text default '', p_notice_minutes integer default null,
  p_cancellation_hours integer default null, p_reason text default '')
returns public.events
language plpgsql security definer set search_path = '' as $$
declare
  before constant public.events := internal.open_event(p_event, 'book');
begin
  return internal.rewrite_event(before, internal.wished_event(before, p_version, p_employee, p_starts_at, p_ends_at, p_seats, p_price_cents, p_resource,
    p_title, p_description, p_notice_minutes, p_cancellation_hours), p_seats, p_reason);
end $$;

-- What an event that the caller has opened is to be, as `change_event` takes it. Errors: those of it but seats_taken and slot_taken.
create function internal.wished_event(
  before public.events, p_version timestamptz, p_employee uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_seats integer, p_price_cents integer,
  p_resource uuid, p_title text, p_description text, p_notice_minutes integer, p_cancellation_hours integer)
returns public.events
language plpgsql stable set search_path = '' as $$
declare
  event public.events := before;
begin
  if before.cancelled_at is not null then perform internal.fail('wrong_state', 'cancelled'); end if;
  if before.updated_at is distinct from p_version then perform internal.fail('edited_meanwhile'); end if;
  if (before.starts_at, before.ends_at, before.employee_id) is distinct from (p_starts_at, p_ends_at, p_employee) then
    perform internal.check_organiser(before.location_id, before.employee_id, 'move');
    perform internal.check_organiser(before.location_id, p_employee, 'move');
  end if;
  perform internal.check_event_texts(p_title, p_description);
  event.resource_id := p_resource;
  event.starts_at := p_starts_at;
  event.ends_at := p_ends_at;
  event.price_cents := p_price_cents;
  perform internal.check_event(event, p_seats, p_notice_minutes, p_cancellation_hours, before.starts_at is distinct from p_starts_at);
  event.employee_id := p_employee;
  event.title := btrim(coalesce(p_title, ''));
  event.description := btrim(coalesce(p_description, ''));
  event.notice_minutes := p_notice_minutes;
  event.cancellation_hours := p_cancellation_hours;
  event.seats := p_seats;
  return event;
end $$;

-- Makes an event what it is to be, which has been checked; those who have booked are told of another time or person. `p_vacated`: it has given its time
-- back before. Errors: seats_taken, slot_taken.
create function internal.rewrite_event(before public.events, event public.events, p_seats integer, p_reason text, p_vacated boolean default false)
returns public.events
language plpgsql set search_path = '' as $$
declare
  moved constant boolean := (before.starts_at, before.ends_at, before.employee_id) is distinct from (event.starts_at, event.ends_at, event.employee_id);
begin
  perform internal.set_seats(before, p_seats);
  update public.events set employee_id = event.employee_id, resource_id = event.resource_id, starts_at = event.starts_at, ends_at = event.ends_at,
    seats = p_seats, price_cents = event.price_cents, title = event.title, description = event.description,
    notice_minutes = event.notice_minutes, cancellation_hours = event.cancellation_hours
  where id = before.id returning * into event;
  if p_vacated or moved or before.resource_id is distinct from event.resource_id then perform internal.take_event_time(event); end if;
  if moved then perform internal.move_bookings(event, p_reason); end if;
  perform internal.move_up(before.id);
  return event;
end $$;

-- Brings what was booked of an event to its new time and person, and tells the customers. Holds end: nobody confirms a time that is not true any more.
create function internal.move_bookings(event public.events, p_reason text) returns void
language plpgsql set search_path = '' as $$
declare
  visit public.appointments;
  known jsonb;
begin
  for visit in select * from internal.open_bookings(event.id) loop
    perform internal.compose_ordered(visit.id);
    known := internal.known_visit(visit.id);
    update public.appointment_lines set starts_at = event.starts_at, ends_at = event.ends_at, employee_id = event.employee_id
    where appointment_id = visit.id and event_id = event.id;
    update public.appointments set starts_at = event.starts_at, ends_at = event.ends_at where id = visit.id;
    perform internal.note_move(visit, known, event.starts_at, 'business', p_reason, null, 'always');
  end loop;
  -- Who was just offered a seat is offered it again, for the whole time.
  update public.event_waits wait set hold_id = null
  where wait.event_id = event.id and wait.left_at is null and wait.hold_id in (select hold.id from public.holds hold where hold.ended_at is null);
  update public.event_seats seat set offered_from = null where seat.event_id = event.id and seat.offered_from is not null;
  perform internal.end_seat_holds(event.id);
end $$;

-- The requests and bookings of an event that are still to come, also those that wait for their payment, locked.
create function internal.open_bookings(p_event uuid) returns setof public.appointments
language plpgsql set search_path = '' as $$
begin
  return query select appointment.* from public.appointments appointment
    where appointment.state in ('requested', 'awaiting_payment', 'confirmed') and appointment.id in (
      select source from public.event_seats where event_id = p_event)
    order by appointment.id for update;
end $$;

create function internal.end_seat_holds(p_event uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.end_hold(hold.id, false) from (
    select id from public.holds where ended_at is null and id in (select source from public.event_seats where event_id = p_event)
    order by id for update) hold;
end $$;

-- Cancels an event and all its bookings and tells their customers and those who wait. A cancelled one answers the same.
-- Errors: event_not_found, not_allowed.
create function public.cancel_event(p_event uuid, p_reason text default '') returns public.events
language plpgsql security definer set search_path = '' as $$
declare
  event public.events := internal.open_event(p_event, 'cancel');
  visit public.appointments;
begin
  if event.cancelled_at is not null then return event; end if;
  -- First, so that no seat that becomes free is offered to anybody.
  update public.events set cancelled_at = internal.present() where id = p_event returning * into event;
  perform internal.tell_waiting(event, p_reason);
  for visit in select * from internal.open_bookings(p_event) loop
    perform internal.compose_ordered(visit.id);
    perform internal.move(visit, 'cancel', 'business', p_reason);
  end loop;
  perform internal.end_seat_holds(p_event);
  perform internal.vacate(p_event);
  return event;
end $$;

revoke execute on function internal.check_organiser, internal.check_event, internal.check_event_texts, internal.take_event_time,
  internal.open_event, internal.set_seats, internal.wished_event, internal.rewrite_event, internal.move_bookings, internal.open_bookings, internal.end_seat_holds from public;
grant execute on function public.create_event, public.change_event, public.cancel_event to authenticated;
