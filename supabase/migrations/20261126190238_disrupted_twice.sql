set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.hand_over()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.disruption_items (disruption_id, appointment_id, starts_at)
  select other.id, visit.id, visit.starts_at
  from public.appointments visit join public.disruptions other on other.location_id = visit.location_id
  where visit.id = new.appointment_id and visit.state in ('requested', 'confirmed') and visit.starts_at > internal.present()
    and other.id <> new.disruption_id and other.ended_at is null and visit.starts_at < other.ends_at and visit.ends_at > other.starts_at
    and internal.lies_in(visit.id, other) and internal.movable_services(visit.id) is not null
    and not exists (select from public.disruption_items item where item.appointment_id = visit.id and item.state in ('open', 'proposed', 'call'))
    and not exists (select from public.disruption_items item where item.appointment_id = visit.id and item.disruption_id = other.id
      and item.state not in ('moved', 'accepted'))
  order by other.resource_id is not null, other.created_at, other.id limit 1
  on conflict (disruption_id, appointment_id) do update set state = 'open', changed_at = internal.present();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.other_boards(disruption public.disruptions)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if disruption.ended_at is not null then return '[]'; end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('id', board.id, 'name', board.name, 'items', board.items) order by board.starts_at, board.id), '[]')
    from (select other.id, other.starts_at, coalesce(employee.name, resource.name) as name, count(*) as items
      from public.disruptions other join public.disruption_items item on item.disruption_id = other.id and item.state in ('open', 'proposed', 'call')
      left join public.employees employee on employee.id = other.employee_id left join public.resources resource on resource.id = other.resource_id
      where other.location_id = disruption.location_id and other.id <> disruption.id and other.ended_at is null
        and internal.lies_in(item.appointment_id, disruption)
      group by other.id, employee.name, resource.name) board);
end $function$;

CREATE OR REPLACE FUNCTION internal.take_from_rooms(disruption public.disruptions)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if disruption.resource_id is not null then return; end if;
  delete from public.disruption_items item using public.disruptions room
  where room.id = item.disruption_id and room.location_id = disruption.location_id and room.resource_id is not null
    and item.state in ('open', 'call') and item.hold_id is null and not internal.was_asked(item) and internal.lies_in(item.appointment_id, disruption);
end $function$;

CREATE OR REPLACE FUNCTION public.answer_proposal(p_appointment uuid, p_accept boolean, p_secret text DEFAULT NULL::text, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret, true);
  item public.disruption_items;
  hold public.holds;
  demanded text;
begin
  -- Who answers on the phone needs the right to move, whatever the answer.
  if opened.actor = 'business' then perform internal.check_move(opened.appointment, 'reschedule', 'business'); end if;
  -- What is proposed; else what was answered last, also when another board has the appointment since.
  select * into item from public.disruption_items last where last.appointment_id = p_appointment
  order by last.hold_id is null, not coalesce(last.state = 'accepted' or last.why = 'declined', false), last.changed_at desc limit 1 for update;
  select * into hold from public.holds kept where kept.id = item.hold_id for update;
  if p_accept and item.state = 'accepted' or not p_accept and item.why = 'declined' then return internal.visit_json(p_appointment); end if;
  if p_accept is null or hold.id is null or hold.ended_at is not null or item.state not in ('proposed', 'call') then perform internal.fail('proposal_over'); end if;
  if not p_accept then
    perform internal.drop_proposal(item);
    update public.disruption_items set state = 'call', why = 'declined', hold_id = null, answer_by = null, changed_at = present
    where disruption_id = item.disruption_id and appointment_id = p_appointment;
    return internal.visit_json(p_appointment);
  end if;
  if hold.starts_at <= present then perform internal.fail('past'); end if;
  if opened.actor = 'customer' then
    demanded := internal.demanded_early_start(opened.appointment, hold.starts_at, p_early_start);
    insert into public.early_starts select p_appointment, present, demanded where demanded is not null;
  end if;
  -- First, so that the move is known to be this answer.
  update public.disruption_items set state = 'accepted', hold_id = null, answer_by = null, why = null, changed_at = present
  where disruption_id = item.disruption_id and appointment_id = p_appointment;
  perform internal.move_to_hold(p_appointment, hold.id, opened.actor);
  return internal.visit_json(p_appointment);
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
  perform internal.take_from_rooms(made);
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
      'closed', coalesce(disruption.exception_id, disruption.block_id) is not null, 'time_zone', location.time_zone, 'others', internal.other_boards(disruption), 'events', internal.events_json(disruption),
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

CREATE CONSTRAINT TRIGGER hand_over AFTER UPDATE OF state ON public.disruption_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state = ANY (ARRAY['open'::public.disruption_state, 'proposed'::public.disruption_state, 'call'::public.disruption_state])) AND (new.state = ANY (ARRAY['accepted'::public.disruption_state, 'moved'::public.disruption_state, 'kept'::public.disruption_state])))) EXECUTE FUNCTION internal.hand_over();

REVOKE ALL ON FUNCTION "internal"."hand_over"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."other_boards"(public.disruptions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_from_rooms"(public.disruptions) FROM PUBLIC;
