set local check_function_bodies = off;

DROP FUNCTION "internal"."events_in"(public.disruptions);

CREATE TABLE "public"."disruption_events" ("disruption_id" uuid NOT NULL, "event_id" uuid NOT NULL, "state" public.disruption_state NOT NULL DEFAULT 'open'::public.disruption_state, "starts_at" timestamp with time zone NOT NULL, "changed_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "disruption_events_pkey" PRIMARY KEY (disruption_id, event_id), CONSTRAINT "disruption_events_state" CHECK ((state = ANY (ARRAY['open'::public.disruption_state, 'moved'::public.disruption_state, 'cancelled'::public.disruption_state, 'kept'::public.disruption_state]))));

ALTER TABLE "public"."disruption_events" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.event_lies_in(event public.events, disruption public.disruptions)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return event.location_id = disruption.location_id and event.employee_id = coalesce(disruption.employee_id, event.employee_id)
    and (disruption.resource_id is null or coalesce(event.resource_id = disruption.resource_id, false))
    and event.starts_at < disruption.ends_at and event.ends_at > disruption.starts_at;
end $function$;

CREATE OR REPLACE FUNCTION internal.events_json(disruption public.disruptions)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('event_id', event.id, 'title', coalesce(nullif(event.title, ''), service.name),
      'starts_at', course.starts_at, 'state', course.state, 'now_at', event.starts_at, 'person', person.name, 'room', room.name,
      'booked', (select count(*) from public.event_seats seat where seat.event_id = event.id and seat.source is not null and seat.expires_at is null),
      'unreachable', (select coalesce(jsonb_agg(jsonb_build_object('name', silent.contact_name, 'phone', silent.contact_phone) order by silent.contact_name, silent.id), '[]')
        from (select visit.id, visit.contact_name, visit.contact_phone from public.appointments visit
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
end $function$;

CREATE OR REPLACE FUNCTION internal.is_disrupted(p_appointment uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.disruption_items item where item.appointment_id = p_appointment and item.state in ('open', 'proposed', 'call'))
    or exists (select from public.appointment_lines line join public.disruption_events course on course.event_id = line.event_id
      where line.appointment_id = p_appointment and course.state = 'open');
end $function$;

CREATE OR REPLACE FUNCTION internal.list_events(disruption public.disruptions)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.disruption_events (disruption_id, event_id, starts_at)
  select disruption.id, event.id, event.starts_at from public.events event
  where event.location_id = disruption.location_id and event.cancelled_at is null and event.starts_at > internal.present()
    and internal.event_lies_in(event, disruption)
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_course(disruption public.disruptions, p_event uuid)
 RETURNS public.disruption_events
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  course public.disruption_events;
begin
  perform from public.events where id = p_event for no key update;
  select * into course from public.disruption_events where disruption_id = disruption.id and event_id = p_event for update;
  if course.event_id is null then perform internal.fail('event_not_found'); end if;
  if disruption.ended_at is not null or course.state not in ('open', 'kept') then perform internal.fail('wrong_state', course.state::text); end if;
  return course;
end $function$;

CREATE OR REPLACE FUNCTION internal.people_for(event public.events)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION internal.rooms_for(event public.events)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  lasts constant int4range := int4range(internal.minute(event.starts_at), internal.minute(event.ends_at));
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', other.id, 'name', other.name) order by other."position", other.id), '[]')
    from public.resources room join public.resources other on other.location_id = room.location_id and other.kind = room.kind and other.id <> room.id
    where room.id = event.resource_id and other.active
      and not exists (select from internal.taken_minutes(array[other.id], lasts, internal.present(), event.id) taken where taken.minutes && lasts));
end $function$;

CREATE OR REPLACE FUNCTION internal.settle_disrupted_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.disruption_events course set changed_at = internal.present(), state = (case
    when new.cancelled_at is not null then 'cancelled'
    when not internal.event_lies_in(new, disruption) then 'moved'
    when course.state = 'moved' then 'open'
    else course.state::text end)::public.disruption_state
  from public.disruptions disruption
  where course.event_id = new.id and disruption.id = course.disruption_id and disruption.ended_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_disruption(p_location uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_reason text DEFAULT ''::text, p_resource uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  made public.disruptions;
  own_only boolean;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  select * into place from public.locations where id = p_location;
  own_only := p_location not in (select internal.locations_to_rearrange())
    or num_nonnulls(p_employee, p_resource) = 0 and p_location not in (select internal.locations_as('manager'));
  if own_only and not coalesce(place.staff_absence = 'allowed' and p_employee in (select internal.own_employees()), false) then
    perform internal.fail('not_allowed');
  end if;
  if p_employee is not null and not exists (select from public.employees where id = p_employee and location_id = p_location) then
    perform internal.fail('employee_not_found');
  end if;
  if p_resource is not null and (p_employee is not null or not exists (
    select from public.resources where id = p_resource and location_id = p_location)) then
    perform internal.fail('resource_not_found');
  end if;
  if not coalesce(p_starts_at between present - interval '1 year' and present + interval '3 years' and p_ends_at > present
    and p_ends_at <= p_starts_at + interval '1 year' and date_trunc('minute', p_starts_at, 'UTC') = p_starts_at
    and date_trunc('minute', p_ends_at, 'UTC') = p_ends_at
    and p_starts_at at time zone place.time_zone < p_ends_at at time zone place.time_zone, false) then
    perform internal.fail('disruption_times');
  end if;
  perform internal.lock_location(p_location, true);
  if own_only and (p_starts_at < date_trunc('day', present at time zone place.time_zone) at time zone place.time_zone
    or (select count(*) from public.disruptions one where one.employee_id = p_employee and one.ended_at is null and one.ends_at > present) >= 50) then
    perform internal.fail('disruption_times');
  end if;
  select * into made from public.disruptions
  where location_id = p_location and (employee_id, resource_id) is not distinct from (p_employee, p_resource) and (starts_at, ends_at) = (p_starts_at, p_ends_at) and ended_at is null;
  if made.id is null then
    if p_resource is null then
      insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
      values (p_location, p_employee, 'closed', p_starts_at at time zone place.time_zone, p_ends_at at time zone place.time_zone,
        left(btrim(coalesce(p_reason, '')), 120))
      returning id into made.exception_id;
    else
      made.block_id := internal.close_resource(p_location, p_resource, p_starts_at, p_ends_at, left(btrim(coalesce(p_reason, '')), 120));
    end if;
    insert into public.disruptions (company_id, location_id, employee_id, resource_id, starts_at, ends_at, exception_id, block_id, created_by)
    values (place.company_id, p_location, p_employee, p_resource, p_starts_at, p_ends_at, made.exception_id, made.block_id, internal.person())
    returning * into made;
  end if;
  insert into public.disruption_items (disruption_id, appointment_id, starts_at)
  select made.id, visit.id, visit.starts_at from public.appointments visit
  where visit.location_id = p_location and visit.state in ('requested', 'confirmed') and visit.starts_at > present and visit.starts_at < p_ends_at
    and visit.ends_at > p_starts_at and internal.lies_in(visit.id, made) and internal.movable_services(visit.id) is not null
  on conflict do nothing;
  perform internal.list_events(made);
  return jsonb_build_object('id', made.id, 'items', (select count(*) from public.disruption_items item where item.disruption_id = made.id));
end $function$;

CREATE OR REPLACE FUNCTION public.disruption_board(p_disruption uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  disruption public.disruptions;
begin
  select * into disruption from public.disruptions where id = p_disruption;
  if disruption.id is null or disruption.location_id not in (select internal.locations_to_rearrange()) then perform internal.fail('disruption_not_found'); end if;
  return (
    select jsonb_build_object('id', disruption.id, 'name', coalesce(employee.name, resource.name), 'resource', resource.id is not null,
      'starts_at', disruption.starts_at, 'ends_at', disruption.ends_at, 'ended_at', disruption.ended_at,
      'closed', coalesce(disruption.exception_id, disruption.block_id) is not null, 'time_zone', location.time_zone, 'events', internal.events_json(disruption),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object('appointment_id', row.id, 'state', row.shown, 'why', case when row.shown = row.state::text then row.why else 'unanswered' end,
          'starts_at', row.began_at, 'ends_at', row.began_at + (row.ends_at - row.starts_at),
          'contact_name', row.contact_name, 'contact_phone', row.contact_phone, 'contact_email', row.contact_email,
          'services', (select jsonb_agg(line.service_name order by line."position") from public.appointment_lines line where line.appointment_id = row.id),
          'people', (select jsonb_agg(served.name order by served.turn) from (select person.name, min(line."position") as turn
            from public.appointment_lines line join public.employees person on person.id = line.employee_id
            where line.appointment_id = row.id group by person.name) served),
          'now_at', row.starts_at, 'resource', case when resource.id is not null then internal.resources_of(row.id) end,
          'proposal', internal.proposal_json(row.id, false), 'elsewhere', other.names, 'options', case when row.turn <= 40 and other.names is null then (
            select coalesce(jsonb_agg(jsonb_build_object('starts_at', free.starts_at, 'ends_at', free.ends_at, 'employee_ids', free.employee_ids,
              'people', (select jsonb_agg(distinct person.name) from public.employees person where person.id = any(free.employee_ids))) order by free.starts_at), '[]')
            from internal.replacements(row.visit, disruption) free) end) order by row.began_at, row.id), '[]')
        from (
          select visit.id, visit.starts_at, visit.ends_at, visit.contact_name, visit.contact_phone, visit.contact_email, visit as visit, item.state, item.why,
            item.starts_at as began_at, shown.state as shown,
            case when shown.state in ('open', 'call') and visit.starts_at > present and disruption.ended_at is null
                and not exists (select from public.holds hold where hold.id = item.hold_id and hold.ended_at is null)
              then row_number() over (partition by shown.state in ('open', 'call') order by visit.starts_at, visit.id) end as turn
          from public.disruption_items item join public.appointments visit on visit.id = item.appointment_id
          cross join lateral (select (case when item.state = 'proposed' and item.answer_by <= present then 'call' else item.state::text end) as state) shown
          where item.disruption_id = disruption.id) row
        cross join lateral (select case when row.turn <= 40 and resource.id is not null then (select internal.resources_in_words(array_agg(line.resource_id))
          from internal.plan_elsewhere(row.visit, disruption) line) end as names) other))
    from public.locations location left join public.employees employee on employee.id = disruption.employee_id
    left join public.resources resource on resource.id = disruption.resource_id
    where location.id = disruption.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.end_disruption(p_disruption uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  kept uuid[];
begin
  if num_nonnulls(disruption.employee_id, disruption.resource_id) = 0 and disruption.location_id not in (select internal.locations_as('manager')) then
    perform internal.fail('not_allowed');
  end if;
  if disruption.ended_at is null then
    update public.disruptions set ended_at = internal.present() where id = p_disruption;
    delete from public.blocks where id = disruption.block_id;
    -- What somebody has made of it since is theirs.
    delete from public.exceptions closed using public.locations place
    where closed.id = disruption.exception_id and place.id = disruption.location_id
      and closed.employee_id is not distinct from disruption.employee_id and closed.kind = 'closed'
      and closed.starts_at = disruption.starts_at at time zone place.time_zone
      and closed.ends_at = disruption.ends_at at time zone place.time_zone;
    update public.disruption_events set state = 'kept', changed_at = internal.present() where disruption_id = p_disruption and state = 'open';
    perform from public.appointments visit where visit.id in (select item.appointment_id from public.disruption_items item
      where item.disruption_id = p_disruption and item.state in ('open', 'proposed', 'call')) order by visit.id for update;
    select array_agg(item.appointment_id order by item.appointment_id) into kept
    from public.disruption_items item where item.disruption_id = p_disruption and item.state in ('open', 'proposed', 'call');
    perform internal.tell_kept(array(select settled.appointment_id from (
      select item.appointment_id, internal.settle_item(item, 'kept') as tell from public.disruption_items item
      where item.disruption_id = p_disruption and item.appointment_id = any(kept)) settled where settled.tell));
  end if;
  return coalesce(cardinality(kept), 0);
end $function$;

CREATE OR REPLACE FUNCTION public.list_disruptions(p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_to_rearrange()) then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(shown) order by shown.starts_at, shown.id), '[]') from (
      select disruption.id, coalesce(employee.name, resource.name) as name, disruption.starts_at, disruption.ends_at, counted.unsettled, counted.call, counted.items,
        courses.events, courses.events_open
      from public.disruptions disruption left join public.employees employee on employee.id = disruption.employee_id
      left join public.resources resource on resource.id = disruption.resource_id
      cross join lateral (select count(*) filter (where item.state in ('open', 'proposed', 'call')) as unsettled,
          count(*) filter (where item.state = 'call' or item.state = 'proposed' and item.answer_by <= internal.present()) as call, count(*) as items
        from public.disruption_items item where item.disruption_id = disruption.id) counted
      cross join lateral (select count(*) as events, count(*) filter (where course.state = 'open' and event.starts_at > internal.present()) as events_open
        from public.disruption_events course join public.events event on event.id = course.event_id where course.disruption_id = disruption.id) courses
      where disruption.location_id = p_location and disruption.ended_at is null
        and (disruption.ends_at > internal.present() or counted.unsettled > 0 and disruption.ends_at > internal.present() - interval '30 days')
      order by disruption.starts_at, disruption.id limit 100) shown);
end $function$;

CREATE OR REPLACE FUNCTION public.replace_in_event(p_disruption uuid, p_event uuid, p_employee uuid DEFAULT NULL::uuid, p_resource uuid DEFAULT NULL::uuid)
 RETURNS public.disruption_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  course constant public.disruption_events := internal.open_course(disruption, p_event);
  event constant public.events := (select one from public.events one where one.id = p_event);
begin
  if num_nonnulls(p_employee, p_resource) <> 1 then perform internal.fail('not_allowed'); end if;
  perform public.change_event(event.id, event.updated_at, coalesce(p_employee, event.employee_id), event.starts_at, event.ends_at, event.seats, event.price_cents,
    coalesce(p_resource, event.resource_id), event.title, event.description, event.notice_minutes, event.cancellation_hours);
  return (select now.state from public.disruption_events now where now.disruption_id = p_disruption and now.event_id = p_event);
end $function$;

CREATE OR REPLACE FUNCTION public.settle_disrupted_event(p_disruption uuid, p_event uuid, p_state public.disruption_state)
 RETURNS public.disruption_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  course constant public.disruption_events := internal.open_course(disruption, p_event);
begin
  if not coalesce(p_state in ('open', 'kept'), false) then perform internal.fail('wrong_state', course.state::text); end if;
  update public.disruption_events set state = p_state, changed_at = internal.present() where disruption_id = p_disruption and event_id = p_event and state <> p_state;
  return p_state;
end $function$;

ALTER TABLE "public"."disruption_events" ADD CONSTRAINT "disruption_events_disruption_id_fkey" FOREIGN KEY (disruption_id) REFERENCES public.disruptions(id) ON DELETE CASCADE;

ALTER TABLE "public"."disruption_events" ADD CONSTRAINT "disruption_events_event_id_fkey" FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;

CREATE INDEX disruption_events_event ON public.disruption_events USING btree (event_id);

CREATE TRIGGER settle_disrupted_events AFTER UPDATE ON public.events FOR EACH ROW WHEN (((old.employee_id IS DISTINCT FROM new.employee_id) OR (old.resource_id IS DISTINCT FROM new.resource_id) OR (old.starts_at IS DISTINCT FROM new.starts_at) OR (old.ends_at IS DISTINCT FROM new.ends_at) OR (old.cancelled_at IS DISTINCT FROM new.cancelled_at))) EXECUTE FUNCTION internal.settle_disrupted_events();

CREATE POLICY "with_disruption" ON "public"."disruption_events" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.disruptions disruption
  WHERE (disruption.id = disruption_events.disruption_id))));

REVOKE ALL ON FUNCTION "internal"."event_lies_in"(public.events, public.disruptions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."events_json"(public.disruptions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."list_events"(public.disruptions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."open_course"(public.disruptions, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."people_for"(public.events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."rooms_for"(public.events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."settle_disrupted_events"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."replace_in_event"(uuid, uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."replace_in_event"(uuid, uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_disrupted_event"(uuid, uuid, public.disruption_state) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_disrupted_event"(uuid, uuid, public.disruption_state) TO "authenticated";

GRANT SELECT ON TABLE "public"."disruption_events" TO "authenticated";

GRANT ALL ON TABLE "public"."disruption_events" TO "service_role";

-- Courses of the disruptions that have been entered already; their participants have no items of their own any more.
insert into public.disruption_events (disruption_id, event_id, starts_at)
select disruption.id, event.id, event.starts_at from public.disruptions disruption
join public.events event on event.location_id = disruption.location_id and event.starts_at < disruption.ends_at and event.ends_at > disruption.starts_at
where disruption.ended_at is null and event.cancelled_at is null and event.starts_at > now() and internal.event_lies_in(event, disruption)
on conflict do nothing;
delete from public.disruption_items item using public.appointment_lines line
where line.appointment_id = item.appointment_id and line.event_id is not null;

insert into internal.exported_tables (position, name, via, parents, only_rows, left_out, put_in, sorted_by) values
  (275, 'disruption_events', 'disruption_id', '{disruptions}', default, default, default, default)
on conflict do nothing;
update public.retention_rules set tables = '{public.working_hours,public.exceptions,public.blocks,public.disruptions,public.disruption_items,public.disruption_events}'
where name = 'team';
