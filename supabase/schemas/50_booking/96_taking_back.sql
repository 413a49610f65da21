-- Taking back what was changed or cancelled together. What it was stands in internal.events_before and internal.lines_before; the texts of
-- appointments are in their history. Only one's own latest step comes back, and only where nobody has changed anything since.

-- What the lines of an appointment were before they were changed together with others. `now` is where each stands since, null for none.
create table internal.lines_before (
  appointment_id uuid not null references public.appointments on delete cascade,
  xid xid8 not null default pg_current_xact_id(),
  lines jsonb not null,
  at timestamptz not null default now(),
  primary key (appointment_id, xid)
);
create index lines_before_at on internal.lines_before (at);
alter table internal.lines_before enable row level security;

-- Keeps the lines of an appointment that are about to become `wishes`.
create function internal.keep_lines(p_appointment uuid, wishes internal.wished_line[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into internal.lines_before (appointment_id, lines)
  select p_appointment, jsonb_agg(jsonb_build_object('now', wish.turn, 'service_id', line.service_id, 'employee_id', line.employee_id,
    'minutes', (extract(epoch from line.ends_at - line.starts_at) / 60)::integer, 'price_cents', line.price_cents, 'resource_id', line.resource_id)
    order by line."position")
  from public.appointment_lines line
  left join unnest(wishes) with ordinality as wish (origin, service_id, employee_id, minutes, price_cents, resource_id, turn)
    on wish.origin = line."position" and wish.service_id = line.service_id
  where line.appointment_id = p_appointment;
end $$;

-- The visits of a series that a step has changed as the last one, locked and in order.
create function internal.changed_in(first public.appointments, step xid8) returns public.appointments[]
language plpgsql set search_path = '' as $$
begin
  return array(
    select visit from public.appointments visit
    where visit.id in (select event.appointment_id from public.appointment_events event where event.xid = step)
      and visit.location_id = first.location_id and visit.updated_at = first.updated_at and internal.is_business(visit)
      and step = (select event.xid from public.appointment_events event where event.appointment_id = visit.id order by event.id desc limit 1)
      and (exists (select from internal.lines_before kept where kept.appointment_id = visit.id and kept.xid = step) or not exists (
        select from public.appointment_events event join public.appointment_changes change on change.event_id = event.id,
          jsonb_array_elements(change.changes) part
        where event.appointment_id = visit.id and event.xid = step and part ->> 'what' in ('lines', 'resource')))
    order by visit.starts_at, visit.id for update);
end $$;

-- Takes back what the caller has just changed at an appointment and the later ones of its series (`change_following`). `p_version` is the `updated_at` that
-- they have seen since. What somebody has changed after it stays; all or none of the others. Answers {changed, left, notice}, how many.
-- Errors: appointment_not_found, edited_meanwhile (nothing of it is left to take back), wrong_state, not_allowed (a price), slot_taken (detail: what
-- stands there), and others of change_appointment.
create function public.change_back(p_appointment uuid, p_version timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  first constant public.appointments := opened.appointment;
  last public.appointment_events;
  going public.appointments[];
  visit public.appointments;
  lines internal.wished_line[];
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  select * into last from public.appointment_events event where event.appointment_id = p_appointment order by event.id desc limit 1;
  if first.updated_at is distinct from p_version or last.verb not in ('change', 'edit') or last.actor_id is distinct from internal.person() then
    perform internal.fail('edited_meanwhile');
  end if;
  going := internal.changed_in(first, last.xid);
  if cardinality(going) = 0 then perform internal.fail('edited_meanwhile'); end if;
  foreach visit in array going loop
    perform internal.check_move(visit, 'edit', 'business');
    perform internal.compose_ordered(visit.id);
    lines := (
      select array_agg(((part ->> 'now')::integer, (part ->> 'service_id')::uuid, (part ->> 'employee_id')::uuid, (part ->> 'minutes')::integer,
        (part ->> 'price_cents')::integer, (part ->> 'resource_id')::uuid)::internal.wished_line order by turn)
      from internal.lines_before kept, jsonb_array_elements(kept.lines) with ordinality every (part, turn)
      where kept.appointment_id = visit.id and kept.xid = last.xid);
    perform internal.rewrite_visit(visit, lines, (
      select jsonb_object_agg(part ->> 'what', part -> 'old')
      from public.appointment_events event join public.appointment_changes change on change.event_id = event.id, jsonb_array_elements(change.changes) part
      where event.appointment_id = visit.id and event.xid = last.xid and part ->> 'what' not in ('lines', 'resource', 'package')),
      present, true, internal.notice_for_several(null, first.location_id), false);
  end loop;
  perform internal.tell_moves_together(array(select one.id from unnest(going) one));
  return jsonb_build_object('changed', cardinality(going), 'notice', internal.notice_of_move(going[1].id), 'left', (
    select count(distinct event.appointment_id) from public.appointment_events event where event.xid = last.xid) - cardinality(going));
end $$;

-- Takes back what the caller has just done to an event, or to several of its series at once: changed it, moved it, or cancelled it. `p_version` is the
-- `updated_at` that they have seen since. Whatever somebody has changed after it stays; all or none of the others. A cancelled event takes place
-- again with those who had booked: where the mail about it has not left, they hear nothing, else they get a confirmation. Answers {restored, left}, how many.
-- Errors: event_not_found, not_allowed, edited_meanwhile (nothing of it is left to take back), event_times (it would have begun), seats_taken
-- (detail: how many there are at least), slot_taken (detail: what stands there).
create function public.take_events_back(p_event uuid, p_version timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  first constant public.events := internal.open_event(p_event, 'book');
  step constant xid8 := (select kept.xid from internal.events_before kept where kept.event_id = p_event and kept.version = first.updated_at
    and first.updated_at = p_version and kept.made_by = internal.person() and kept.at > internal.kept_since('steps'));
  going public.events[];
  event public.events;
  visits public.appointments[] := '{}';
begin
  going := array(
    select one from public.events one join internal.events_before kept on kept.event_id = one.id and kept.xid = step and kept.version = one.updated_at
    where one.location_id = first.location_id and internal.may_book_for(one.location_id, one.employee_id)
    order by one.starts_at, one.id for no key update of one);
  if cardinality(going) = 0 then perform internal.fail('edited_meanwhile'); end if;
  perform internal.vacate(one.id) from unnest(going) one;
  foreach event in array going loop
    visits := visits || internal.take_event_back(event, (
      select jsonb_populate_record(event, kept.before) from internal.events_before kept where kept.event_id = event.id and kept.xid = step), step);
  end loop;
  perform internal.restore_together(visits, internal.take_back_cancellations(visits));
  perform internal.tell_moves_together(array(
    select seat.source from public.event_seats seat where seat.event_id = any(array(select one.id from unnest(going) one)) and seat.source is not null));
  return jsonb_build_object('restored', cardinality(going), 'left', (
    select count(*) from internal.events_before kept where kept.xid = step) - cardinality(going));
end $$;

-- Makes one event, which has given its time back, what it was. Returns those of its bookings that the step has cancelled, with their seats again.
create function internal.take_event_back(event public.events, before public.events, step xid8) returns public.appointments[]
language plpgsql set search_path = '' as $$
declare
  again constant boolean := event.cancelled_at is not null and before.cancelled_at is null;
  visits public.appointments[] := '{}';
  obstacles jsonb;
begin
  if event.cancelled_at is not null and not again then perform internal.fail('edited_meanwhile'); end if;
  if (before.starts_at, before.ends_at, before.employee_id) is distinct from (event.starts_at, event.ends_at, event.employee_id) then
    perform internal.check_organiser(event.location_id, event.employee_id, 'move');
    perform internal.check_organiser(event.location_id, before.employee_id, 'move');
  end if;
  perform internal.check_event(before, before.seats, before.notice_minutes, before.cancellation_hours, again or before.starts_at <> event.starts_at);
  obstacles := internal.obstacles_of_event(before);
  if obstacles <> '[]' then perform internal.fail('slot_taken', obstacles::text); end if;
  if again then
    update public.events set cancelled_at = null where id = event.id;
    visits := array(
      select visit from public.appointments visit
      where visit.id in (select line.appointment_id from public.appointment_lines line where line.event_id = event.id) and visit.state = 'cancelled'
        and internal.cancelled_in(visit.id) = step and internal.withdrawn_at(visit.id) is null
      order by visit.starts_at, visit.id for update);
    if exists (select from unnest(visits) visit where not internal.take_seats(event.id, (
      select sum(line.seats)::integer from public.appointment_lines line where line.appointment_id = visit.id and line.event_id = event.id), visit.id, null)) then
      perform internal.fail('seats_taken', (select count(*)::text from public.event_seats seat where seat.event_id = event.id and seat.source is not null));
    end if;
    perform internal.delete_untold_cancellation(wait) from public.event_waits wait where wait.event_id = event.id;
  end if;
  perform internal.rewrite_event(event, before, before.seats, '', true);
  return visits;
end $$;

-- Whoever waits and has not been told that the event is cancelled need not be; a later mail is a new one.
create function internal.delete_untold_cancellation(wait public.event_waits) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.messages message where message.dedupe_key = internal.key_of_wait_mail(wait, 'event_cancelled', '')
    and message.state = 'queued' and message.attempts = 0 and message.next_attempt_at > internal.present();
end $$;

-- Takes back the mails about cancellations that have not left. Returns the addresses that need not hear of anything, in lower case; those whose request is
-- now a booking do.
create function internal.take_back_cancellations(visits public.appointments[]) returns text[]
language plpgsql set search_path = '' as $$
declare
  mailboxes text[];
begin
  with stopped as (
    update public.messages message set state = 'skipped', last_error = 'replaced'
    where message.appointment_id = any(array(select one.id from unnest(visits) one)) and message.kind = 'appointment_cancelled'
      and message.state = 'queued' and message.attempts = 0 and message.next_attempt_at > internal.present()
    returning message.audience, lower(message.recipient) as mailbox)
  select array_agg(distinct stopped.mailbox) into mailboxes from stopped where stopped.audience = 'customer' and not exists (
    select from unnest(visits) one where lower(one.contact_email) = stopped.mailbox and 'requested' = (
      select event.from_state from public.appointment_events event
      where event.appointment_id = one.id and event.verb = 'cancel' order by event.id desc limit 1));
  return coalesce(mailboxes, '{}');
end $$;

-- Forgets what was before steps that can no longer be taken back; returns how many.
create function internal.forget_steps(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  lines integer;
  events integer;
begin
  delete from internal.lines_before where (appointment_id, xid) in (
    select appointment_id, xid from internal.lines_before where at < internal.kept_since('steps') limit p_limit for update skip locked);
  get diagnostics lines = row_count;
  delete from internal.events_before where (event_id, xid) in (
    select event_id, xid from internal.events_before where at < internal.kept_since('steps') limit p_limit for update skip locked);
  get diagnostics events = row_count;
  return lines + events;
end $$;

revoke execute on function internal.keep_lines, internal.changed_in, internal.take_event_back, internal.delete_untold_cancellation,
  internal.take_back_cancellations, internal.forget_steps from public;
grant execute on function public.change_back, public.take_events_back to authenticated;
