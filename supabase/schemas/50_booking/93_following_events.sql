-- Changing and cancelling an event together with the later ones of its series ("folgende"), as far as the caller may: all or none.

-- Who or what stands where an event should go, as internal.obstacles_by_hand says it of visits: of its person, and of its room or device.
create function internal.obstacles_of_event(event public.events) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  person public.employees;
  wanted constant tstzmultirange := tstzmultirange(tstzrange(event.starts_at, event.ends_at));
  question internal.start_question;
  subject record;
  reasons jsonb[];
  found jsonb[] := '{}';
begin
  select * into place from public.locations where id = event.location_id;
  select * into person from public.employees where id = event.employee_id;
  question := internal.question_to(person, place, event.starts_at, present, 1);
  for subject in
    select person.id, person.name, question.may_read union all
    select room.id, room.name, question.may_read_all from public.resources room where room.id = event.resource_id
  loop
    question.employee_id := subject.id;
    question.may_read := subject.may_read;
    reasons := array(select internal.bookings_in_the_way(question, wanted, false, 'busy'))
      || array(select internal.bookings_in_the_way(question, wanted, true, 'held'));
    if cardinality(reasons) > 0 then
      found := found || jsonb_build_object('employee_id', subject.id, 'employee_name', subject.name, 'reasons', to_jsonb(reasons));
    end if;
  end loop;
  return to_jsonb(found);
end $$;

-- An event and the later ones of its series that take place and that the caller organises, in order, locked.
create function internal.following_events(first public.events) returns public.events[]
language plpgsql set search_path = '' as $$
begin
  return array(
    select other from public.events other
    where (other.id = first.id or (other.series = first.series and other.location_id = first.location_id and other.starts_at >= first.starts_at))
      and other.cancelled_at is null and internal.may_book_for(other.location_id, other.employee_id)
    order by other.starts_at, other.id for no key update);
end $$;

-- When an event of a series is, where the first of those that are changed together goes from one time to another: as many days later on the calendar, and
-- at the new wall time where that is another; without a start where the clock skips it.
create function internal.follow_in_time(first public.events, wish public.events, event public.events, p_zone text) returns public.events
language plpgsql immutable set search_path = '' as $$
declare
  was constant timestamp := first.starts_at at time zone p_zone;
  now_at constant timestamp := wish.starts_at at time zone p_zone;
  lasted constant interval := (first.ends_at at time zone p_zone) - was;
  lasts constant interval := (wish.ends_at at time zone p_zone) - now_at;
  own constant timestamp := event.starts_at at time zone p_zone;
  begins timestamp;
  ends timestamp;
begin
  if event.id = first.id then
    event.starts_at := wish.starts_at;
    event.ends_at := wish.ends_at;
  elsif (was, lasted) is distinct from (now_at, lasts) then
    begins := own::date + (now_at::date - was::date) + case when (was::time, lasted) = (now_at::time, lasts) then own::time else now_at::time end;
    ends := begins + case when (was::time, lasted) = (now_at::time, lasts) then (event.ends_at at time zone p_zone) - own else lasts end;
    event.starts_at := internal.instant(begins, p_zone);
    event.ends_at := internal.instant(ends, p_zone);
    if (event.starts_at at time zone p_zone, event.ends_at at time zone p_zone) <> (begins, ends) then event.starts_at := null; end if;
  end if;
  return event;
end $$;

-- Changes an event as `change_event` does, and with it the later ones of its series: whatever is other than the first one was becomes so in all of them,
-- everything else they keep. The time is that of the wall clock: so many days later, and the new hours. `p_later` and `p_later_versions` say which later ones
-- the caller has seen, and their `updated_at`; null asks nothing. `p_skipped` stay as they are. All or none: where something speaks against single ones, nothing is
-- changed and `conflicts` has {event_id, starts_at (as it stands), code, against, least} for each. `code` is slot_taken (`against`: what stands there),
-- seats_taken (`least`: how many there are at least), no_such_time (the clock skips it), event_times, or edited_meanwhile (another than the caller has
-- seen). Answers {changed, conflicts}, `changed` being ids. Who has booked several that are moved gets one mail about all of them.
-- Errors: those of `change_event` but slot_taken and seats_taken; series_empty (all are left out).
create function public.change_following_events(
  p_event uuid, p_version timestamptz, p_employee uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_seats integer, p_price_cents integer,
  p_resource uuid default null, p_title text default '', p_description text default '', p_notice_minutes integer default null,
  p_cancellation_hours integer default null, p_reason text default '', p_later uuid[] default null,
  p_later_versions timestamptz[] default null, p_skipped uuid[] default '{}')
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  first constant public.events := internal.open_event(p_event, 'book');
  zone constant text := (select place.time_zone from public.locations place where place.id = first.location_id);
  going public.events[];
  wish constant public.events := internal.wished_event(first, p_version, p_employee, p_starts_at, p_ends_at, p_seats, p_price_cents, p_resource, p_title,
    p_description, p_notice_minutes, p_cancellation_hours);
  event public.events;
  before public.events;
  moves constant boolean := (first.starts_at, first.ends_at, first.employee_id, first.resource_id)
    is distinct from (wish.starts_at, wish.ends_at, wish.employee_id, wish.resource_id);
  code text;
  least_seats text;
  conflicts jsonb[] := '{}';
  changed uuid[] := '{}';
begin
  going := array(select one from unnest(internal.following_events(first)) one where one.id <> all(coalesce(p_skipped, '{}')) order by one.starts_at, one.id);
  if cardinality(going) = 0 then perform internal.fail('series_empty'); end if;
  begin
    -- All give their time back first: one may go to where the next one stood.
    if moves then perform internal.vacate(one.id) from unnest(going) one; end if;
    foreach before in array going loop
      code := null;
      least_seats := null;
      event := internal.follow_in_time(first, wish, internal.follow_event(first, wish, before), zone);
      if before.id <> p_event and p_later is not null
        and before.updated_at is distinct from p_later_versions[array_position(p_later, before.id)] then
        code := 'edited_meanwhile';
      elsif event.starts_at is null then
        code := 'no_such_time';
      else
        begin
          perform internal.check_event(event, event.seats, event.notice_minutes, event.cancellation_hours, before.starts_at <> event.starts_at);
          perform internal.rewrite_event(before, event, event.seats, p_reason, moves);
          changed := changed || before.id;
        exception when sqlstate 'P0001' then
          get stacked diagnostics code = message_text, least_seats = pg_exception_detail;
          if code not in ('slot_taken', 'seats_taken', 'event_times') then raise; end if;
        end;
      end if;
      if code is not null then
        conflicts := conflicts || jsonb_build_object('event_id', before.id, 'starts_at', before.starts_at, 'code', code,
          'against', case when code = 'slot_taken' then internal.obstacles_of_event(event) else '[]' end,
          'least', case when code = 'seats_taken' then least_seats::integer end);
      end if;
    end loop;
    if cardinality(conflicts) > 0 then raise exception using errcode = 'ZP001'; end if;
  exception when sqlstate 'ZP001' then
    return jsonb_build_object('changed', '[]'::jsonb, 'conflicts', to_jsonb(conflicts));
  end;
  perform internal.tell_moves_together(array(select seat.source from public.event_seats seat where seat.event_id = any(changed) and seat.source is not null));
  return jsonb_build_object('changed', to_jsonb(changed), 'conflicts', '[]'::jsonb);
end $$;

-- An event of a series with everything that is to be other than the first one was, but its time.
create function internal.follow_event(first public.events, wish public.events, event public.events) returns public.events
language plpgsql immutable set search_path = '' as $$
begin
  if wish.employee_id <> first.employee_id then event.employee_id := wish.employee_id; end if;
  if wish.resource_id is distinct from first.resource_id then event.resource_id := wish.resource_id; end if;
  if wish.title <> first.title then event.title := wish.title; end if;
  if wish.description <> first.description then event.description := wish.description; end if;
  if wish.seats <> first.seats then event.seats := wish.seats; end if;
  if wish.price_cents <> first.price_cents then event.price_cents := wish.price_cents; end if;
  if wish.notice_minutes is distinct from first.notice_minutes then event.notice_minutes := wish.notice_minutes; end if;
  if wish.cancellation_hours is distinct from first.cancellation_hours then event.cancellation_hours := wish.cancellation_hours; end if;
  return event;
end $$;

-- Cancels an event and the later ones of its series with all their bookings. Who has booked several gets one mail about all of them; who waits gets one for
-- each. Answers {cancelled}, how many events; nothing is left to cancel when asked again. Errors: event_not_found, not_allowed.
create function public.cancel_following_events(p_event uuid, p_reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  going constant public.events[] := internal.following_events(internal.open_event(p_event, 'cancel'));
  event public.events;
begin
  foreach event in array going loop
    -- First, so that no seat that becomes free is offered to anybody.
    update public.events set cancelled_at = internal.present() where id = event.id returning * into event;
    perform internal.tell_waiting(event, p_reason);
  end loop;
  perform internal.cancel_together(array(
    select visit from public.appointments visit
    where visit.state in ('requested', 'awaiting_payment', 'confirmed') and visit.id in (
      select seat.source from public.event_seats seat where seat.event_id = any(array(select one.id from unnest(going) one)))
    order by visit.starts_at, visit.id for update), p_reason);
  perform internal.end_seat_holds(one.id), internal.vacate(one.id) from unnest(going) one;
  return jsonb_build_object('cancelled', cardinality(going));
end $$;

revoke execute on function internal.obstacles_of_event, internal.following_events, internal.follow_in_time, internal.follow_event from public;
grant execute on function public.change_following_events, public.cancel_following_events to authenticated;
