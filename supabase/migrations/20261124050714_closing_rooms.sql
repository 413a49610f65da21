-- Rooms and devices can be out of use: a disruption may be of a resource, whose time a block closes.
set local check_function_bodies = off;

-- The new one takes the same calls.
DROP FUNCTION "public"."begin_disruption"(uuid, timestamp with time zone, timestamp with time zone, uuid, text);

ALTER TABLE "public"."disruptions" ADD COLUMN "resource_id" uuid;

ALTER TABLE "public"."disruptions" ADD COLUMN "block_id" uuid;

CREATE OR REPLACE FUNCTION internal.close_resource(p_location uuid, p_resource uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_title text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  closed constant int4multirange := internal.closed_minutes(p_starts_at, p_ends_at);
  held uuid;
  made uuid;
begin
  for held in
    select hold.id from public.holds hold
    where hold.location_id = p_location and hold.ended_at is null and exists (
      select from (select one.subject, one.minutes from public.occupancies one where one.source = hold.id
        union all select lent.subject, lent.minutes from jsonb_populate_recordset(null::internal.taking, hold.borrowed) lent) part
      where part.subject = p_resource and part.minutes && closed)
    order by hold.id for update
  loop
    perform internal.settle_item(item, 'open') from public.disruption_items item where item.hold_id = held;
    if not found then perform internal.end_hold(held, false); end if;
  end loop;
  insert into public.blocks (location_id, resource_id, title, starts_at, ends_at, created_by)
  values (p_location, p_resource, p_title, p_starts_at, p_ends_at, internal.person()) returning id into made;
  perform internal.take_closed(made, p_resource, closed);
  return made;
end $function$;

CREATE OR REPLACE FUNCTION internal.closed_minutes(p_starts_at timestamp with time zone, p_ends_at timestamp with time zone)
 RETURNS int4multirange
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return int4multirange(int4range(internal.minute(p_starts_at), internal.minute(p_ends_at)));
end $function$;

CREATE OR REPLACE FUNCTION internal.events_in(disruption public.disruptions)
 RETURNS SETOF public.events
 LANGUAGE plpgsql
 STABLE ROWS 1
 SET search_path TO ''
AS $function$
begin
  return query select event.* from public.events event
  where event.resource_id = disruption.resource_id and event.cancelled_at is null and event.starts_at > internal.present()
    and event.starts_at < disruption.ends_at and event.ends_at > disruption.starts_at;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_closed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.take_closed(disruption.block_id, old.subject, old.minutes * internal.closed_minutes(disruption.starts_at, disruption.ends_at))
  from public.disruptions disruption where disruption.resource_id = old.subject and disruption.block_id is not null
    and old.minutes && internal.closed_minutes(disruption.starts_at, disruption.ends_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.lies_in(p_appointment uuid, disruption public.disruptions)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.appointment_lines line where line.appointment_id = p_appointment
    and (disruption.employee_id is null or line.employee_id = disruption.employee_id)
    and (disruption.resource_id is null or line.resource_id = disruption.resource_id)
    and line.starts_at < disruption.ends_at and line.ends_at > disruption.starts_at);
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_elsewhere(visit public.appointments, disruption public.disruptions)
 RETURNS SETOF internal.planned_line
 LANGUAGE plpgsql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
declare
  plan record;
begin
  if internal.movable_services(visit.id) is null then return; end if;
  plan := internal.plan_wishes(visit, internal.stored_wishes(visit.id), visit.starts_at, internal.present());
  if exists (select from unnest(plan.planned) line where line.reserved is not null and line.resource_id is null
    or line.resource_id = disruption.resource_id and line.starts_at < disruption.ends_at and line.ends_at > disruption.starts_at) then return; end if;
  return query select * from unnest(plan.planned);
exception when raise_exception then
  -- Somebody does not offer a service any more.
  return;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_replacement(visit public.appointments, disruption public.disruptions, p_starts_at timestamp with time zone, p_employee uuid, p_present timestamp with time zone)
 RETURNS internal.planned_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  planned constant internal.planned_line[] := array(select plan from internal.plan_visit(visit.location_id, internal.movable_services(visit.id), p_employee,
    p_starts_at, p_present, visit.id, p_without_notice => true) plan);
begin
  if p_starts_at <= p_present or exists (select from unnest(planned) line where (line.employee_id = disruption.employee_id or line.resource_id = disruption.resource_id)
    and line.starts_at < disruption.ends_at and line.ends_at > disruption.starts_at) then return '{}'; end if;
  return planned;
end $function$;

CREATE OR REPLACE FUNCTION internal.proposal_json(p_appointment uuid, p_neutral boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('starts_at', hold.starts_at, 'ends_at', hold.ends_at, 'answer_by', item.answer_by,
      'people', (select jsonb_agg(case when p_neutral then internal.neutral_name(served.name, 'Team') else served.name end order by served.turn) from (
        select employee.name, min((line ->> 'position')::integer) as turn from jsonb_array_elements(hold.lines) line
        join public.employees employee on employee.id = (line ->> 'employee_id')::uuid group by employee.name) served),
      'away', case when disruption.resource_id is not null then '' else (select case when p_neutral then internal.neutral_name(employee.name, '') else employee.name end
        from public.employees employee where employee.id = disruption.employee_id) end)
    from public.disruption_items item join public.disruptions disruption on disruption.id = item.disruption_id
    join public.holds hold on hold.id = item.hold_id and hold.ended_at is null
    where item.appointment_id = p_appointment and item.state in ('proposed', 'call'));
end $function$;

CREATE OR REPLACE FUNCTION internal.resources_in_words(p_resources uuid[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select string_agg(resource.name, ', ' order by resource."position", resource.id) from public.resources resource where resource.id = any(p_resources));
end $function$;

CREATE OR REPLACE FUNCTION internal.resources_of(p_appointment uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return internal.resources_in_words(array(select line.resource_id from public.appointment_lines line where line.appointment_id = p_appointment));
end $function$;

CREATE OR REPLACE FUNCTION internal.seat_all_elsewhere(disruption public.disruptions, OUT moved integer, OUT remaining uuid[])
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  visit public.appointments;
begin
  moved := 0;
  remaining := '{}';
  for visit in
    select booked.* from public.appointments booked
    where disruption.ended_at is null and booked.id in (
      select one.appointment_id from public.disruption_items one where one.disruption_id = disruption.id and one.state = 'open')
    order by booked.starts_at, booked.id limit 300
  loop
    exit when cardinality(remaining) = 60;
    if disruption.resource_id is null or not exists (select from internal.plan_elsewhere(visit, disruption)) then
      remaining := remaining || visit.id;
      continue;
    end if;
    begin
      perform internal.seat_elsewhere(internal.open_item(disruption.id, visit.id));
      moved := moved + 1;
    exception when raise_exception then
      -- One place that is not to be had must not undo the others.
      remaining := remaining || visit.id;
    end;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.seat_elsewhere(item public.disruption_items)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  visit constant public.appointments := (select booked from public.appointments booked where booked.id = item.appointment_id);
  before constant text := internal.resources_of(visit.id);
  asked constant boolean := internal.was_asked(item);
begin
  perform internal.check_move(visit, 'change', 'business');
  perform internal.drop_proposal(item);
  if internal.movable_services(visit.id) is null then perform internal.fail('event_fixed'); end if;
  perform internal.place_wishes(visit, internal.stored_wishes(visit.id), visit.starts_at, internal.present());
  -- Which settles the item (internal.settle_disruption).
  perform internal.note_change(visit, 'change', jsonb_build_array(jsonb_build_object('what', 'resource', 'old', before,
    'new', internal.resources_of(visit.id))));
  return asked;
end $function$;

CREATE OR REPLACE FUNCTION internal.take_closed(p_block uuid, p_resource uuid, p_minutes int4multirange)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.occupancies (subject, minutes, source, "position", kind)
  select p_resource, rest.minutes, p_block, (select coalesce(max(own."position"), 0) + 1 from public.occupancies own where own.source = p_block), 'block'
  from (select p_minutes - coalesce(range_agg(one.minutes), '{}') as minutes from public.occupancies one
    where one.subject = p_resource and one.minutes && p_minutes) rest
  where not isempty(rest.minutes)
  on conflict on constraint occupancies_no_overlap do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.taken_minutes(subjects uuid[], period int4range, at timestamp with time zone, ignored uuid)
 RETURNS TABLE(subject uuid, minutes int4multirange)
 LANGUAGE plpgsql
 STABLE ROWS 1
 SET search_path TO ''
AS $function$
begin
  return query
  select part.subject, range_agg(part.minutes)
  from (
    select one.subject, one.minutes from public.occupancies one
    where one.subject = any(subjects) and one.minutes && period and internal.is_live(one.expires_at, at)
      and one.source is distinct from ignored
    union all
    select disruption.resource_id, internal.closed_minutes(disruption.starts_at, disruption.ends_at) from public.disruptions disruption
    where disruption.resource_id = any(subjects) and disruption.block_id is not null
      and internal.closed_minutes(disruption.starts_at, disruption.ends_at) && period) part
  group by part.subject;
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
    and visit.ends_at > p_starts_at and internal.lies_in(visit.id, made)
  on conflict do nothing;
  return jsonb_build_object('id', made.id, 'items', (select count(*) from public.disruption_items item where item.disruption_id = made.id));
end $function$;

CREATE OR REPLACE FUNCTION public.change_block(p_block uuid, p_starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_title text DEFAULT NULL::text)
 RETURNS public.blocks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  block public.blocks := internal.open_block(p_block);
  moves constant boolean := (coalesce(p_starts_at, block.starts_at), coalesce(p_ends_at, block.ends_at), coalesce(p_employee, block.employee_id))
    is distinct from (block.starts_at, block.ends_at, block.employee_id);
begin
  if p_employee is not null then
    block.employee_id := p_employee;
    block.resource_id := null;
    perform internal.check_blocker(block.location_id, block.employee_id, null);
  end if;
  block.starts_at := coalesce(p_starts_at, block.starts_at);
  block.ends_at := coalesce(p_ends_at, block.ends_at);
  if moves then perform internal.check_block_times(block.starts_at, block.ends_at); end if;
  -- Before it is assigned: the column's own error is not in the product's words.
  if length(btrim(p_title)) > 120 then perform internal.fail('title_too_long'); end if;
  block.title := btrim(coalesce(p_title, block.title));
  update public.blocks set employee_id = block.employee_id, resource_id = block.resource_id, starts_at = block.starts_at,
    ends_at = block.ends_at, title = block.title
  where id = p_block returning * into block;
  if moves then
    update public.disruptions set block_id = null where block_id = p_block;
    perform internal.take_block(block);
  end if;
  return block;
end $function$;

CREATE OR REPLACE FUNCTION public.change_resource(p_disruption uuid, p_appointment uuid)
 RETURNS public.disruption_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  item constant public.disruption_items := internal.open_item(p_disruption, p_appointment);
begin
  if disruption.ended_at is not null or disruption.resource_id is null or item.state not in ('open', 'proposed', 'call') then
    perform internal.fail('wrong_state', item.state::text);
  end if;
  if internal.seat_elsewhere(item) then perform internal.tell_kept(array[p_appointment]); end if;
  return (select now.state from public.disruption_items now where now.disruption_id = p_disruption and now.appointment_id = p_appointment);
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
      'closed', coalesce(disruption.exception_id, disruption.block_id) is not null, 'time_zone', location.time_zone, 'events', (
        select coalesce(jsonb_agg(jsonb_build_object('event_id', event.id, 'title', coalesce(nullif(event.title, ''), service.name), 'starts_at', event.starts_at,
          'booked', (select count(*) from public.event_seats seat where seat.event_id = event.id and seat.source is not null and seat.expires_at is null))
          order by event.starts_at, event.id), '[]')
        from internal.events_in(disruption) event join public.services service on service.id = event.service_id where disruption.ended_at is null),
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
        (select count(*) from internal.events_in(disruption)) as events
      from public.disruptions disruption left join public.employees employee on employee.id = disruption.employee_id
      left join public.resources resource on resource.id = disruption.resource_id
      cross join lateral (select count(*) filter (where item.state in ('open', 'proposed', 'call')) as unsettled,
          count(*) filter (where item.state = 'call' or item.state = 'proposed' and item.answer_by <= internal.present()) as call, count(*) as items
        from public.disruption_items item where item.disruption_id = disruption.id) counted
      where disruption.location_id = p_location and disruption.ended_at is null
        and (disruption.ends_at > internal.present() or counted.unsettled > 0 and disruption.ends_at > internal.present() - interval '30 days')
      order by disruption.starts_at, disruption.id limit 100) shown);
end $function$;

CREATE OR REPLACE FUNCTION public.propose_all(p_disruption uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  visit public.appointments;
  item public.disruption_items;
  best record;
  asked uuid[] := '{}';
  -- First, so that no proposal takes what another appointment only has to change to.
  seating constant record := internal.seat_all_elsewhere(disruption);
begin
  for visit in
    select booked.* from public.appointments booked where booked.id = any(seating.remaining) order by booked.starts_at, booked.id
  loop
    item := internal.open_item(p_disruption, visit.id);
    select * into best from internal.replacements(visit, disruption) limit 1;
    if best.starts_at is null or least(best.starts_at, visit.starts_at) < internal.present() + interval '15 minutes' then
      update public.disruption_items set state = 'call', why = 'nothing_free', changed_at = internal.present()
      where disruption_id = p_disruption and appointment_id = visit.id;
      continue;
    end if;
    begin
      perform internal.keep_proposal(item, disruption, best.starts_at, case when cardinality(best.employee_ids) = 1 then best.employee_ids[1] end);
      asked := asked || visit.id;
    exception when raise_exception then
      -- One time that is not to be had must not undo the others.
      update public.disruption_items set state = 'call', why = 'nothing_free', changed_at = internal.present()
      where disruption_id = p_disruption and appointment_id = visit.id;
    end;
  end loop;
  -- Last, since it counts mails.
  perform internal.take_counts_by_hand(asked);
  perform internal.ask_customer(p_disruption, id) from unnest(asked) id;
  return (select jsonb_build_object('proposed', count(*) filter (where one.state = 'proposed'), 'call', count(*) filter (where one.state = 'call'),
    'open', count(*) filter (where one.state = 'open'), 'moved', seating.moved) from public.disruption_items one where one.disruption_id = p_disruption);
end $function$;

-- Wider than the old one, which is gone in the same transaction.
ALTER TABLE "public"."blocks" DROP CONSTRAINT "blocks_times";
ALTER TABLE "public"."blocks" ADD CONSTRAINT "blocks_times" CHECK (((starts_at < ends_at) AND (ends_at <= (starts_at + '1 year'::interval)) AND (date_trunc('minute'::text, starts_at, 'UTC'::text) = starts_at) AND (date_trunc('minute'::text, ends_at, 'UTC'::text) = ends_at))) NOT VALID;

ALTER TABLE "public"."disruptions" ADD CONSTRAINT "disruptions_block_id_fkey" FOREIGN KEY (block_id) REFERENCES public.blocks(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."disruptions" ADD CONSTRAINT "disruptions_resource_id_location_id_fkey" FOREIGN KEY (resource_id, location_id) REFERENCES public.resources(id, location_id) ON DELETE CASCADE NOT VALID;

ALTER TABLE "public"."disruptions" ADD CONSTRAINT "disruptions_subject" CHECK ((num_nonnulls(employee_id, resource_id) <= 1)) NOT VALID;

-- Of a table with a few rows for each location.
CREATE INDEX disruptions_block ON public.disruptions USING btree (block_id) WHERE (block_id IS NOT NULL);
CREATE INDEX disruptions_resource ON public.disruptions USING btree (resource_id) WHERE (resource_id IS NOT NULL);

DROP TRIGGER "settle_disruption" ON "public"."appointment_events";
CREATE TRIGGER settle_disruption AFTER INSERT ON public.appointment_events FOR EACH ROW WHEN ((new.verb = ANY (ARRAY['reschedule'::text, 'change'::text, 'cancel'::text, 'decline'::text, 'expire'::text, 'complete'::text, 'no_show'::text]))) EXECUTE FUNCTION internal.settle_disruption();

CREATE CONSTRAINT TRIGGER keep_closed AFTER DELETE ON public.occupancies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.expires_at IS NULL)) EXECUTE FUNCTION internal.keep_closed();

REVOKE ALL ON FUNCTION "internal"."close_resource"(uuid, uuid, timestamp with time zone, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."closed_minutes"(timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."events_in"(public.disruptions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_closed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."plan_elsewhere"(public.appointments, public.disruptions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."resources_in_words"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."resources_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."seat_all_elsewhere"(public.disruptions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."seat_elsewhere"(public.disruption_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_closed"(uuid, uuid, int4multirange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."begin_disruption"(uuid, timestamp with time zone, timestamp with time zone, uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_disruption"(uuid, timestamp with time zone, timestamp with time zone, uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_resource"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_resource"(uuid, uuid) TO "authenticated";
