-- Courses in a disruption: another person or room at the same time, another time, cancelled, or kept as they are. The verbs of events do it
-- (88_event_verbs) and tell those who have booked; what becomes of a course on the board follows from the course itself.

create function internal.event_lies_in(event public.events, disruption public.disruptions) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return event.location_id = disruption.location_id and event.employee_id = coalesce(disruption.employee_id, event.employee_id)
    and (disruption.resource_id is null or coalesce(event.resource_id = disruption.resource_id, false))
    and event.starts_at < disruption.ends_at and event.ends_at > disruption.starts_at;
end $$;

-- Lists the courses of a disruption that are still to begin; those that are listed stay as they are.
create function internal.list_events(disruption public.disruptions) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.disruption_events (disruption_id, event_id, starts_at)
  select disruption.id, event.id, event.starts_at from public.events event
  where event.location_id = disruption.location_id and event.cancelled_at is null and event.starts_at > internal.present()
    and internal.event_lies_in(event, disruption)
  on conflict do nothing;
end $$;

-- A course was changed by any verb.
create function internal.settle_disrupted_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.disruption_events course set changed_at = internal.present(), state = (case
    when new.cancelled_at is not null then 'cancelled'
    when not internal.event_lies_in(new, disruption) then 'moved'
    when course.state in ('moved', 'cancelled') then 'open'
    else course.state::text end)::public.disruption_state
  from public.disruptions disruption
  where course.event_id = new.id and disruption.id = course.disruption_id and disruption.ended_at is null;
  return null;
end $$;
create trigger settle_disrupted_events after update on public.events for each row
  when (old.employee_id is distinct from new.employee_id or old.resource_id is distinct from new.resource_id or old.starts_at is distinct from new.starts_at
    or old.ends_at is distinct from new.ends_at or old.cancelled_at is distinct from new.cancelled_at)
  execute function internal.settle_disrupted_events();

-- Who else could give a course at its time, at most five, those at work and those who offer its service first: [{id, name, usual}]; `usual`: it is in
-- their working hours. Nobody who is absent, and nobody while the whole location is closed.
create function internal.people_for(event public.events) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  place constant public.locations := (select location from public.locations location where location.id = event.location_id);
  lasts constant int4range := int4range(internal.minute(event.starts_at), internal.minute(event.ends_at));
  person public.employees;
  question internal.start_question;
  closings record;
  found jsonb := '[]';
begin
  for person in
    select employee.* from public.employees employee
    where employee.location_id = event.location_id and employee.active and employee.id <> event.employee_id
      and not exists (select from internal.taken_minutes(array[employee.id], lasts, present, event.id) taken where taken.minutes && lasts)
    order by not exists (select from public.employee_services own where own.employee_id = employee.id and own.service_id = event.service_id),
      employee.position, employee.id limit 20
  loop
    question := internal.question_to(person, place, event.starts_at, present, 10);
    question.served := tstzmultirange(tstzrange(event.starts_at, event.ends_at));
    closings := internal.closings_in_the_way(question, place.id);
    continue when cardinality(closings.reasons) > 0;
    found := found || jsonb_build_object('id', person.id, 'name', person.name, 'usual', internal.missing_hours(question, '{}') is null);
  end loop;
  return (select coalesce(jsonb_agg(best.one order by best.turn), '[]') from (
    select one, row_number() over (order by not (one ->> 'usual')::boolean, turn) as turn from jsonb_array_elements(found) with ordinality each (one, turn)
    order by 2 limit 5) best);
end $$;

-- In which other rooms or devices of the same kind a course could be at its time: [{id, name}].
create function internal.rooms_for(event public.events) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  lasts constant int4range := int4range(internal.minute(event.starts_at), internal.minute(event.ends_at));
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', other.id, 'name', other.name) order by other."position", other.id), '[]')
    from public.resources room join public.resources other on other.location_id = room.location_id and other.kind = room.kind and other.id <> room.id
    where room.id = event.resource_id and other.active
      and not exists (select from internal.taken_minutes(array[other.id], lasts, internal.present(), event.id) taken where taken.minutes && lasts));
end $$;

-- The courses of a disruption, soonest first, as the board shows them: [{event_id, title, starts_at, state, now_at, person, room, booked, unreachable, people,
-- rooms}]. `starts_at` as when the disruption began; `unreachable`: [{name, phone}] of those who have no mail, at most 20; `people` and `rooms`: what else is
-- free at the same time, where that helps.
create function internal.events_json(disruption public.disruptions) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('event_id', event.id, 'title', coalesce(nullif(event.title, ''), service.name),
      'starts_at', course.starts_at, 'state', course.state, 'now_at', event.starts_at, 'person', person.name, 'room', room.name,
      'booked', (select count(*) from public.event_seats seat where seat.event_id = event.id and seat.source is not null and seat.expires_at is null),
      'unreachable', (select coalesce(jsonb_agg(jsonb_build_object('name', silent.contact_name, 'phone',
          case when internal.hides_contacts(silent.company_id) then '' else silent.contact_phone end) order by silent.contact_name, silent.id), '[]')
        from (select visit.id, visit.company_id, visit.contact_name, visit.contact_phone from public.appointments visit
          where visit.contact_email = '' and visit.state in ('requested', 'confirmed')
            and visit.id in (select seat.source from public.event_seats seat where seat.event_id = event.id)
          order by visit.contact_name, visit.id limit 20) silent),
      'people', case when open.decides and disruption.employee_id is not null then internal.people_for(event) else '[]' end,
      'rooms', case when open.decides and disruption.resource_id is not null then internal.rooms_for(event) else '[]' end)
      order by course.starts_at, event.id), '[]')
    from public.disruption_events course join public.events event on event.id = course.event_id
    join public.services service on service.id = event.service_id join public.employees person on person.id = event.employee_id
    left join public.resources room on room.id = event.resource_id
    cross join lateral (select course.state = 'open' and event.starts_at > internal.present() and disruption.ended_at is null as decides) open
    where course.disruption_id = disruption.id);
end $$;

-- A course of a disruption, whose location is locked alone; both rows are locked. Errors: event_not_found; wrong_state (detail: the course's) unless it can be decided about.
create function internal.open_course(disruption public.disruptions, p_event uuid) returns public.disruption_events
language plpgsql set search_path = '' as $$
declare
  course public.disruption_events;
begin
  perform from public.events where id = p_event for no key update;
  select * into course from public.disruption_events where disruption_id = disruption.id and event_id = p_event for update;
  if course.event_id is null then perform internal.fail('event_not_found'); end if;
  if disruption.ended_at is not null or course.state not in ('open', 'kept') then perform internal.fail('wrong_state', course.state::text); end if;
  return course;
end $$;

-- Gives a course of a disruption to somebody else, or into another room, at the same time; whoever has booked is told of another person. Answers the course's
-- state. Errors: disruption_not_found, event_not_found, wrong_state, slot_taken, and those of public.change_event.
create function public.replace_in_event(p_disruption uuid, p_event uuid, p_employee uuid default null, p_resource uuid default null)
returns public.disruption_state
language plpgsql security definer set search_path = '' as $$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  course constant public.disruption_events := internal.open_course(disruption, p_event);
  event constant public.events := (select one from public.events one where one.id = p_event);
begin
  if num_nonnulls(p_employee, p_resource) <> 1 then perform internal.fail('not_allowed'); end if;
  perform public.change_event(event.id, event.updated_at, coalesce(p_employee, event.employee_id), event.starts_at, event.ends_at, event.seats, event.price_cents,
    coalesce(p_resource, event.resource_id), event.title, event.description, event.notice_minutes, event.cancellation_hours);
  return (select now.state from public.disruption_events now where now.disruption_id = p_disruption and now.event_id = p_event);
end $$;

-- Settles a course by hand: `kept` as it is, or `open` again. Answers its state. Errors: disruption_not_found, event_not_found, wrong_state.
create function public.settle_disrupted_event(p_disruption uuid, p_event uuid, p_state public.disruption_state) returns public.disruption_state
language plpgsql security definer set search_path = '' as $$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  course constant public.disruption_events := internal.open_course(disruption, p_event);
begin
  if not coalesce(p_state in ('open', 'kept'), false) then perform internal.fail('wrong_state', course.state::text); end if;
  update public.disruption_events set state = p_state, changed_at = internal.present() where disruption_id = p_disruption and event_id = p_event and state <> p_state;
  return p_state;
end $$;

revoke execute on function internal.event_lies_in, internal.list_events, internal.settle_disrupted_events, internal.people_for, internal.rooms_for,
  internal.events_json, internal.open_course from public;
grant execute on function public.replace_in_event, public.settle_disrupted_event to authenticated;
