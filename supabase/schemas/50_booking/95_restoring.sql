-- Taking a cancellation back, of one appointment or of what was cancelled together.

-- Takes a cancellation back when the time is still free: the appointment is confirmed again, and the customer gets a confirmation unless it has begun.
-- One that is confirmed answers the same. Not after a declared withdrawal, which ended the contract.
-- Without p_anyway neither what the customer has cancelled (they have to want it again), nor what was cancelled more than a day ago or has begun:
-- restore_doubtful (detail: {actor, by, at, begun}). What the customer has cancelled and what has begun as well stays cancelled: restore_too_late.
-- Errors: appointment_not_found, wrong_state, event_fixed (seats of an event), restore_too_late, restore_doubtful, slot_taken (detail: what stands
-- there), not_offered.
create function public.restore_appointment(p_appointment uuid, p_anyway boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  visit constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if visit.state = 'confirmed' then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(visit, 'restore', 'business');
  if internal.withdrawn_at(p_appointment) is not null then perform internal.fail('wrong_state', visit.state::text); end if;
  if exists (select from public.appointment_lines where appointment_id = p_appointment and event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  perform internal.check_restorable(visit, present, coalesce(p_anyway, false));
  perform internal.place_wishes(visit, internal.stored_wishes(p_appointment), visit.starts_at, present);
  perform internal.move(visit, 'restore', 'business', p_quietly => visit.starts_at <= present);
  return internal.visit_json(p_appointment);
end $$;

-- Who has cancelled an appointment and how long ago makes taking that back a question. Errors: restore_doubtful, restore_too_late.
create function internal.check_restorable(visit public.appointments, p_present timestamptz, p_anyway boolean) returns void
language plpgsql stable set search_path = '' as $$
declare
  event public.appointment_events;
  begun constant boolean := visit.starts_at <= p_present;
begin
  select * into event from public.appointment_events where appointment_id = visit.id and to_state = 'cancelled' order by id desc limit 1;
  if event.actor = 'customer' and begun then perform internal.fail('restore_too_late'); end if;
  if p_anyway or event.actor = 'business' and event.at > p_present - interval '1 day' and not begun then return; end if;
  perform internal.fail('restore_doubtful', jsonb_build_object('actor', event.actor, 'at', event.at, 'begun', begun,
    'by', case when event.actor = 'business' then internal.name_in_team(event.actor_id, visit.location_id) else '' end)::text);
end $$;

-- The same for programs before 0.4.0, which ask nothing.
create function public.restore_appointment(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return public.restore_appointment(p_appointment, true);
end $$;

-- Takes the cancellation of an appointment back, and with it that of the others of its series that were cancelled by the same step, all or none. Where the
-- time of single ones is taken nothing is restored, and `conflicts` has {id, starts_at, code, against} for each (95_following_visits); `p_skipped` stay
-- cancelled. Customers get one confirmation of all of theirs. Answers {restored, conflicts}, how many. Errors: those of restore_appointment but slot_taken; series_empty.
create function public.restore_following(p_appointment uuid, p_skipped uuid[] default '{}', p_anyway boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  first constant public.appointments := opened.appointment;
  going public.appointments[];
  visit public.appointments;
  against text;
  code text;
  conflicts jsonb[] := '{}';
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if first.state <> 'confirmed' then perform internal.check_move(first, 'restore', 'business'); end if;
  going := array(
    select other from public.appointments other
    where (other.id = p_appointment or (other.series = first.series and other.location_id = first.location_id)) and other.state = 'cancelled'
      and other.id <> all(coalesce(p_skipped, '{}')) and internal.is_business(other) and internal.cancelled_in(other.id) = internal.cancelled_in(p_appointment)
      and internal.withdrawn_at(other.id) is null
    order by other.starts_at, other.id for update);
  if first.state = 'confirmed' then return jsonb_build_object('restored', 0, 'conflicts', '[]'::jsonb); end if;
  if cardinality(going) = 0 then perform internal.fail('series_empty'); end if;
  if exists (select from public.appointment_lines line where line.appointment_id = any(array(select one.id from unnest(going) one)) and line.event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  begin
    foreach visit in array going loop
      perform internal.check_restorable(visit, present, coalesce(p_anyway, false));
      begin
        perform internal.place_wishes(visit, internal.stored_wishes(visit.id), visit.starts_at, present);
      exception when sqlstate 'P0001' then
        get stacked diagnostics code = message_text, against = pg_exception_detail;
        if code <> 'slot_taken' then raise; end if;
        conflicts := conflicts || internal.conflict_of(visit, code, against);
      end;
    end loop;
    if cardinality(conflicts) > 0 then raise exception using errcode = 'ZP001'; end if;
  exception when sqlstate 'ZP001' then
    return jsonb_build_object('restored', 0, 'conflicts', to_jsonb(conflicts));
  end;
  perform internal.restore_together(going);
  return jsonb_build_object('restored', cardinality(going), 'conflicts', '[]'::jsonb);
end $$;

-- Confirms cancelled appointments, locked and in order, which have their time again; customers get one confirmation of all of theirs that are to come,
-- but not at the addresses in `told`, in lower case.
create function internal.restore_together(going public.appointments[], told text[] default '{}') returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  visit public.appointments;
begin
  foreach visit in array going loop
    perform internal.move(visit, 'restore', 'business', '', internal.dates_of_series(array(
      select other.id from unnest(going) other where lower(other.contact_email) = lower(visit.contact_email) and other.starts_at > present), 1),
      p_quietly => visit.starts_at <= present or lower(visit.contact_email) = any(told));
    if visit.starts_at > present then told := told || lower(visit.contact_email); end if;
  end loop;
end $$;

-- The transaction in which an appointment was cancelled.
create function internal.cancelled_in(p_appointment uuid) returns xid8
language plpgsql stable set search_path = '' as $$
begin
  return (select event.xid from public.appointment_events event
    where event.appointment_id = p_appointment and event.to_state = 'cancelled' and event.verb = 'cancel' order by event.id desc limit 1);
end $$;

revoke execute on function internal.check_restorable, internal.cancelled_in, internal.restore_together from public;
grant execute on function public.restore_appointment(uuid), public.restore_appointment(uuid, boolean), public.restore_following to authenticated;
