set local check_function_bodies = off;

CREATE TYPE "public"."disruption_state" AS ENUM ('open', 'proposed', 'accepted', 'call', 'moved', 'cancelled', 'kept');

CREATE TABLE "public"."disruption_items" ("disruption_id" uuid NOT NULL, "appointment_id" uuid NOT NULL, "state" public.disruption_state NOT NULL DEFAULT 'open'::public.disruption_state, "hold_id" uuid, "answer_by" timestamp with time zone, "why" text, "starts_at" timestamp with time zone NOT NULL, "changed_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "disruption_items_pkey" PRIMARY KEY (disruption_id, appointment_id), CONSTRAINT "disruption_items_why_check" CHECK ((why = ANY (ARRAY['declined'::text, 'unanswered'::text, 'unreachable'::text, 'nothing_free'::text]))));

ALTER TABLE "public"."disruption_items" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."disruptions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "location_id" uuid NOT NULL, "employee_id" uuid, "starts_at" timestamp with time zone NOT NULL, "ends_at" timestamp with time zone NOT NULL, "exception_id" uuid, "ended_at" timestamp with time zone, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "disruptions_pkey" PRIMARY KEY (id), CONSTRAINT "disruptions_times" CHECK ((starts_at < ends_at)));

ALTER TABLE "public"."disruptions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."holds" ADD COLUMN "borrowed" jsonb;

CREATE OR REPLACE FUNCTION internal.ask_customer(p_disruption uuid, p_appointment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  visit constant public.appointments := (select booked from public.appointments booked where booked.id = p_appointment);
  stranger constant boolean := internal.account_of(visit.user_id, visit.contact_email) is null;
begin
  perform internal.queue_messages(p_appointment, 'appointment_proposed', 'business', jsonb_build_object('proposal', internal.proposal_json(p_appointment, stranger)),
    internal.spend_by_hand(visit.company_id, visit.contact_email));
  if not exists (select from public.messages message where message.appointment_id = p_appointment and message.kind = 'appointment_proposed'
    and message.state = 'queued') then
    update public.disruption_items set state = 'call', why = 'unreachable' where disruption_id = p_disruption and appointment_id = p_appointment;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.customer_may_change(appointment public.appointments)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  return case appointment.state
    when 'requested' then present < appointment.starts_at
    when 'confirmed' then present < appointment.starts_at
      and (present <= appointment.starts_at - make_interval(hours => appointment.cancellation_hours) or internal.is_disrupted(appointment.id))
    else false end;
end $function$;

CREATE OR REPLACE FUNCTION internal.drop_proposal(item public.disruption_items)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.end_hold(hold.id, true) from (select id from public.holds where id = item.hold_id and ended_at is null for update) hold;
  update public.messages set state = 'skipped', last_error = 'replaced'
  where appointment_id = item.appointment_id and kind = 'appointment_proposed' and state = 'queued' and attempts = 0;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_disrupted(p_appointment uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.disruption_items item where item.appointment_id = p_appointment and item.state in ('open', 'proposed', 'call'));
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_proposal(item public.disruption_items, disruption public.disruptions, p_starts_at timestamp with time zone, p_employee uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  visit constant public.appointments := (select booked from public.appointments booked where booked.id = item.appointment_id);
  services constant uuid[] := internal.movable_services(visit.id);
  planned constant internal.planned_line[] := internal.plan_replacement(visit, disruption, p_starts_at, p_employee, present);
  takings constant internal.taking[] := internal.takings(planned);
  own constant internal.taking[] := array(select (1, one.subject, one.minutes, false)::internal.taking from public.occupancies one where one.source = visit.id);
  needed internal.taking[];
  lasts interval;
  hold public.holds;
begin
  if services is null then perform internal.fail('event_fixed'); end if;
  if cardinality(planned) = 0 then
    perform internal.refuse_start(visit.location_id, services, p_employee, internal.reckonable(p_starts_at), present, visit.id);
  end if;
  lasts := least(interval '1 day', p_starts_at - present, case when visit.starts_at > present then visit.starts_at - present end);
  if lasts < interval '15 minutes' then perform internal.fail('too_late_to_ask'); end if;
  hold.id := gen_random_uuid();
  hold.company_id := visit.company_id;
  hold.location_id := visit.location_id;
  hold.purpose := 'proposal';
  hold.expires_at := present + lasts;
  hold.released := false;
  hold.source := 'admin';
  hold.origin := visit.origin;
  hold.cancellation_hours := visit.cancellation_hours;
  hold.employee_chosen := visit.employee_chosen;
  hold.created_at := present;
  select min(line.starts_at), max(line.ends_at), sum(line.price_cents), jsonb_agg(internal.line_json(line) order by line."position")
  into hold.starts_at, hold.ends_at, hold.total_cents, hold.lines from unnest(planned) line;
  needed := internal.without(takings, own);
  hold.borrowed := to_jsonb(internal.without(takings, needed));
  if not internal.release_expired(needed, present, false) or not internal.occupy(hold.id, 'line', needed, hold.expires_at) then
    perform internal.fail('slot_taken');
  end if;
  insert into public.holds values (hold.*);
  update public.disruption_items set state = 'proposed', hold_id = hold.id, why = null, changed_at = present,
    answer_by = date_trunc('minute', hold.expires_at - least(interval '30 minutes', lasts / 3))
  where disruption_id = item.disruption_id and appointment_id = item.appointment_id;
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
    and line.starts_at < disruption.ends_at and line.ends_at > disruption.starts_at);
end $function$;

CREATE OR REPLACE FUNCTION internal.locations_to_rearrange()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select internal.locations_with('all_calendars') intersect select internal.locations_with('move')
$function$;

CREATE OR REPLACE FUNCTION internal.movable_services(p_appointment uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select array_agg(line.service_id order by line."position") from public.appointment_lines line
    where line.appointment_id = p_appointment having bool_and(line.event_id is null));
end $function$;

CREATE OR REPLACE FUNCTION internal.move_to_hold(p_appointment uuid, p_hold uuid, p_actor public.actor_kind, p_reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  appointment public.appointments;
  known jsonb;
  hold public.holds;
  takings internal.taking[];
begin
  perform internal.lock_location(location_id, true) from public.appointments where id = p_appointment;
  select * into appointment from public.appointments where id = p_appointment for update;
  if appointment.id is null then perform internal.fail('appointment_not_found'); end if;
  perform internal.check_move(appointment, 'reschedule', p_actor);
  select * into hold from public.holds where id = p_hold for update;
  if hold.id is null or hold.ended_at is not null then perform internal.fail('hold_expired'); end if;
  if hold.location_id <> appointment.location_id then perform internal.fail('not_bookable'); end if;
  known := internal.known_visit(p_appointment);
  select array_agg((part."position", part.subject, part.minutes, part.resource)::internal.taking) into takings from (
    select one."position", one.subject, range_agg(one.minutes) as minutes, exists (select from public.resources where id = one.subject) as resource
    from (select kept."position", kept.subject, kept.minutes from public.occupancies kept where kept.source = p_hold
      union all select lent."position", lent.subject, lent.minutes from jsonb_populate_recordset(null::internal.taking, hold.borrowed) lent) one
    group by one."position", one.subject) part;
  perform internal.vacate(p_appointment);
  perform internal.vacate(p_hold);
  if not internal.occupy(p_appointment, 'line', takings, null) then perform internal.fail('hold_expired'); end if;
  delete from public.holds where id = p_hold;
  delete from internal.hold_budget where appointment_id = p_hold;
  perform internal.write_lines(p_appointment, array(select line from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line));
  perform internal.note_move(appointment, known, hold.starts_at, p_actor, p_reason, null, 'always');
end $function$;

CREATE OR REPLACE FUNCTION internal.open_disruption(p_disruption uuid)
 RETURNS public.disruptions
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found public.disruptions;
begin
  select * into found from public.disruptions where id = p_disruption;
  if found.id is null or found.location_id not in (select internal.locations_to_rearrange()) then perform internal.fail('disruption_not_found'); end if;
  perform internal.lock_location(found.location_id, true);
  select * into found from public.disruptions where id = p_disruption for update;
  if found.id is null then perform internal.fail('disruption_not_found'); end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_item(p_disruption uuid, p_appointment uuid)
 RETURNS public.disruption_items
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item public.disruption_items;
begin
  perform from public.appointments where id = p_appointment for update;
  select * into item from public.disruption_items where disruption_id = p_disruption and appointment_id = p_appointment for update;
  if item.appointment_id is null then perform internal.fail('appointment_not_found'); end if;
  return item;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_replacement(visit public.appointments, disruption public.disruptions, p_starts_at timestamp with time zone, p_employee uuid, p_present timestamp with time zone)
 RETURNS internal.planned_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  notice constant integer := (select location.notice_minutes from public.locations location where location.id = visit.location_id);
  planned constant internal.planned_line[] := array(select plan from internal.plan_visit(visit.location_id, internal.movable_services(visit.id), p_employee,
    p_starts_at, p_present - make_interval(mins => notice), visit.id) plan);
begin
  if p_starts_at <= p_present or exists (select from unnest(planned) line where line.employee_id = disruption.employee_id
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
      'away', (select case when p_neutral then internal.neutral_name(employee.name, '') else employee.name end
        from public.employees employee where employee.id = disruption.employee_id))
    from public.disruption_items item join public.disruptions disruption on disruption.id = item.disruption_id
    join public.holds hold on hold.id = item.hold_id and hold.ended_at is null
    where item.appointment_id = p_appointment and item.state in ('proposed', 'call'));
end $function$;

CREATE OR REPLACE FUNCTION internal.replacements(visit public.appointments, disruption public.disruptions)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  zone constant text := (select location.time_zone from public.locations location where location.id = visit.location_id);
  services constant uuid[] := internal.movable_services(visit.id);
  first constant date := (greatest(visit.starts_at, present) at time zone zone)::date;
  hour constant time := (visit.starts_at at time zone zone)::time;
  same internal.planned_line[];
begin
  if services is null then return; end if;
  same := internal.plan_replacement(visit, disruption, visit.starts_at, null, present);
  if cardinality(same) > 0 then
    return query select min(line.starts_at), max(line.ends_at), array_agg(line.employee_id order by line."position") from unnest(same) line;
  end if;
  return query
  select near.starts_at, near.ends_at, near.employee_ids from (
    select distinct on (local.day) free.starts_at, free.ends_at, free.employee_ids
    from public.available_starts(visit.location_id, services, null, first, first + 13) free
    cross join lateral (select (free.starts_at at time zone zone)::date as day, (free.starts_at at time zone zone)::time as clock) local
    where free.starts_at > present and free.starts_at <> visit.starts_at and not (
      coalesce(disruption.employee_id = any(free.employee_ids), false) and free.starts_at < disruption.ends_at and free.ends_at > disruption.starts_at)
    order by local.day, abs(extract(epoch from local.clock - hour)), free.starts_at) near
  order by near.starts_at limit 3;
end $function$;

CREATE OR REPLACE FUNCTION internal.settle_disruption()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  item public.disruption_items;
begin
  select * into item from public.disruption_items where appointment_id = new.appointment_id and state in ('open', 'proposed', 'call') for update;
  if item.appointment_id is null then return null; end if;
  perform internal.drop_proposal(item);
  update public.disruption_items set hold_id = null, answer_by = null, changed_at = internal.present(), state = (case
    when new.to_state in ('cancelled', 'declined', 'expired') then 'cancelled'
    when new.to_state in ('completed', 'no_show') then 'kept'
    when internal.lies_in(new.appointment_id, (select disruption from public.disruptions disruption where disruption.id = item.disruption_id)) then 'open'
    else 'moved' end)::public.disruption_state
  where disruption_id = item.disruption_id and appointment_id = item.appointment_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.settle_item(item public.disruption_items, p_state public.disruption_state)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked constant boolean := internal.was_asked(item);
begin
  perform internal.drop_proposal(item);
  update public.disruption_items set state = p_state, hold_id = null, answer_by = null, why = null, changed_at = internal.present()
  where disruption_id = item.disruption_id and appointment_id = item.appointment_id;
  if asked and p_state = 'kept' then perform internal.queue_messages(item.appointment_id, 'appointment_kept', 'business'); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.was_asked(item public.disruption_items)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return item.state in ('proposed', 'call') and exists (select from public.messages message where message.appointment_id = item.appointment_id
    and message.kind = 'appointment_proposed' and message.state not in ('queued', 'skipped'));
end $function$;

CREATE OR REPLACE FUNCTION internal.without(takings internal.taking[], others internal.taking[])
 RETURNS internal.taking[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return array(select (taking."position", taking.subject, rest.minutes, taking.resource)::internal.taking
    from unnest(takings) taking cross join lateral (select taking.minutes - coalesce((
      select range_agg(other.minutes) from unnest(others) other where other.subject = taking.subject), '{}') as minutes) rest
    where not isempty(rest.minutes));
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
  select * into item from public.disruption_items last where last.appointment_id = p_appointment order by last.changed_at desc limit 1 for update;
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

CREATE OR REPLACE FUNCTION public.begin_disruption(p_location uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  made public.disruptions;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_to_rearrange())
    or p_employee is null and p_location not in (select internal.locations_as('manager')) then
    perform internal.fail('not_allowed');
  end if;
  if p_employee is not null and not exists (select from public.employees where id = p_employee and location_id = p_location) then
    perform internal.fail('employee_not_found');
  end if;
  select * into place from public.locations where id = p_location;
  if not coalesce(p_starts_at between present - interval '1 year' and present + interval '3 years' and p_ends_at > present
    and p_ends_at <= p_starts_at + interval '1 year' and date_trunc('minute', p_starts_at, 'UTC') = p_starts_at
    and date_trunc('minute', p_ends_at, 'UTC') = p_ends_at
    and p_starts_at at time zone place.time_zone < p_ends_at at time zone place.time_zone, false) then
    perform internal.fail('disruption_times');
  end if;
  perform internal.lock_location(p_location, true);
  select * into made from public.disruptions
  where location_id = p_location and employee_id is not distinct from p_employee and (starts_at, ends_at) = (p_starts_at, p_ends_at) and ended_at is null;
  if made.id is null then
    insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
    values (p_location, p_employee, 'closed', p_starts_at at time zone place.time_zone, p_ends_at at time zone place.time_zone,
      left(btrim(coalesce(p_reason, '')), 120))
    returning id into made.exception_id;
    insert into public.disruptions (company_id, location_id, employee_id, starts_at, ends_at, exception_id, created_by)
    values (place.company_id, p_location, p_employee, p_starts_at, p_ends_at, made.exception_id, internal.person()) returning * into made;
  end if;
  insert into public.disruption_items (disruption_id, appointment_id, starts_at)
  select made.id, visit.id, visit.starts_at from public.appointments visit
  where visit.location_id = p_location and visit.state in ('requested', 'confirmed') and visit.starts_at > present and visit.starts_at < p_ends_at
    and visit.ends_at > p_starts_at and internal.lies_in(visit.id, made)
  on conflict do nothing;
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
    select jsonb_build_object('id', disruption.id, 'name', employee.name, 'starts_at', disruption.starts_at, 'ends_at', disruption.ends_at,
      'ended_at', disruption.ended_at, 'closed', disruption.exception_id is not null, 'time_zone', location.time_zone, 'items', (
        select coalesce(jsonb_agg(jsonb_build_object('appointment_id', row.id, 'state', row.shown, 'why', case when row.shown = row.state::text then row.why else 'unanswered' end,
          'starts_at', row.began_at, 'ends_at', row.began_at + (row.ends_at - row.starts_at),
          'contact_name', row.contact_name, 'contact_phone', row.contact_phone, 'contact_email', row.contact_email,
          'services', (select jsonb_agg(line.service_name order by line."position") from public.appointment_lines line where line.appointment_id = row.id),
          'people', (select jsonb_agg(served.name order by served.turn) from (select person.name, min(line."position") as turn
            from public.appointment_lines line join public.employees person on person.id = line.employee_id
            where line.appointment_id = row.id group by person.name) served),
          'now_at', row.starts_at, 'proposal', internal.proposal_json(row.id, false), 'options', case when row.turn <= 40 then (
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
          where item.disruption_id = disruption.id) row))
    from public.locations location left join public.employees employee on employee.id = disruption.employee_id
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
  if disruption.ended_at is null then
    update public.disruptions set ended_at = internal.present() where id = p_disruption;
    delete from public.exceptions where id = disruption.exception_id;
    perform from public.appointments visit where visit.id in (select item.appointment_id from public.disruption_items item
      where item.disruption_id = p_disruption and item.state in ('open', 'proposed', 'call')) order by visit.id for update;
    select array_agg(item.appointment_id order by item.appointment_id) into kept
    from public.disruption_items item where item.disruption_id = p_disruption and item.state in ('open', 'proposed', 'call');
    perform internal.settle_item(item, 'kept') from public.disruption_items item
    where item.disruption_id = p_disruption and item.appointment_id = any(kept);
  end if;
  return coalesce(cardinality(kept), 0);
end $function$;

CREATE OR REPLACE FUNCTION public.get_booking(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hold public.holds;
  appointment public.appointments;
  visit jsonb;
  open boolean;
begin
  select * into hold from public.holds where id = p_appointment;
  if hold.id is not null then
    if not internal.is_holder(hold, p_secret) then perform internal.fail('appointment_not_found'); end if;
    appointment := internal.as_appointment(hold);
    visit := internal.hold_json(hold);
  else
    select * into appointment from public.appointments where id = p_appointment;
    if appointment.id is null or not internal.is_customer(appointment, p_secret) then perform internal.fail('appointment_not_found'); end if;
    visit := internal.visit_json(appointment.id);
  end if;
  open := internal.customer_may_change(appointment);
  return (
    select visit || jsonb_build_object(
      'number', internal.booking_number(appointment.id),
      'created_at', appointment.created_at,
      'employee_chosen', appointment.employee_chosen,
      'source', appointment.source,
      'contact', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone, 'note', appointment.note),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'time_zone', location.time_zone, 'phone', location.phone,
        'email', location.email, 'latitude', location.latitude, 'longitude', location.longitude,
        'confirms_by_hand', location.confirms_by_hand, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name,
        'representative', company.representative, 'street', company.street, 'postal_code', company.postal_code, 'city', company.city,
        'email', company.email, 'phone', company.phone),
      'lines', (
        select coalesce(jsonb_agg(line || jsonb_build_object('employee_name', employee.name) order by line -> 'position'), '[]')
        from jsonb_array_elements(visit -> 'lines') line join public.employees employee on employee.id = (line ->> 'employee_id')::uuid),
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'can_cancel', open,
      'can_reschedule', open and internal.is_published(location.id),
      'secret', flags.secret,
      'withdrawal', flags.withdrawal and appointment.state in ('held', 'requested', 'confirmed'),
      'withdrawn_at', internal.withdrawn_at(appointment.id),
      'early_start', internal.early_start_json(appointment),
      'proposal', internal.proposal_json(appointment.id, false))
    from public.locations location
    join public.companies company on company.id = location.company_id
    cross join internal.legal_flags(appointment.id) flags
    where location.id = appointment.location_id);
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
      select disruption.id, employee.name, disruption.starts_at, disruption.ends_at, counted.unsettled, counted.call, counted.items
      from public.disruptions disruption left join public.employees employee on employee.id = disruption.employee_id
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
begin
  for visit in
    select booked.* from public.appointments booked
    where disruption.ended_at is null and booked.id in (
      select one.appointment_id from public.disruption_items one where one.disruption_id = p_disruption and one.state = 'open')
    order by booked.starts_at, booked.id limit 60
  loop
    item := internal.open_item(p_disruption, visit.id);
    select * into best from internal.replacements(visit, disruption) limit 1;
    if best.starts_at is null or least(best.starts_at, visit.starts_at) < internal.present() + interval '15 minutes' then
      update public.disruption_items set state = 'call', why = 'nothing_free', changed_at = internal.present()
      where disruption_id = p_disruption and appointment_id = visit.id;
      continue;
    end if;
    perform internal.keep_proposal(item, disruption, best.starts_at, case when cardinality(best.employee_ids) = 1 then best.employee_ids[1] end);
    asked := asked || visit.id;
  end loop;
  -- Last, since it counts mails.
  perform internal.ask_customer(p_disruption, id) from unnest(asked) id;
  return (select jsonb_build_object('proposed', count(*) filter (where one.state = 'proposed'), 'call', count(*) filter (where one.state = 'call'),
    'open', count(*) filter (where one.state = 'open')) from public.disruption_items one where one.disruption_id = p_disruption);
end $function$;

CREATE OR REPLACE FUNCTION public.propose_move(p_disruption uuid, p_appointment uuid, p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid)
 RETURNS public.disruption_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  item constant public.disruption_items := internal.open_item(p_disruption, p_appointment);
begin
  if disruption.ended_at is not null or item.state not in ('open', 'proposed', 'call') then perform internal.fail('wrong_state', item.state::text); end if;
  perform internal.drop_proposal(item);
  perform internal.keep_proposal(item, disruption, p_starts_at, p_employee);
  perform internal.ask_customer(p_disruption, p_appointment);
  return (select now.state from public.disruption_items now where now.disruption_id = p_disruption and now.appointment_id = p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.return_proposals(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  returned integer;
begin
  update public.disruption_items item set state = 'call', why = 'unanswered', changed_at = internal.present()
  where (item.disruption_id, item.appointment_id) in (
    select due.disruption_id, due.appointment_id from public.disruption_items due
    where due.state = 'proposed' and due.answer_by <= internal.present() order by due.answer_by limit p_limit for update skip locked);
  get diagnostics returned = row_count;
  return returned;
end $function$;

CREATE OR REPLACE FUNCTION public.settle_disrupted(p_disruption uuid, p_appointment uuid, p_state public.disruption_state)
 RETURNS public.disruption_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  item constant public.disruption_items := internal.open_item(p_disruption, p_appointment);
begin
  if item.state = p_state then return p_state; end if;
  if disruption.ended_at is not null or item.state not in ('open', 'proposed', 'call', 'kept') or not coalesce(p_state in ('open', 'kept'), false)
    or exists (select from public.appointments visit where visit.id = p_appointment and visit.state not in ('requested', 'confirmed'))
    or p_state = 'open' and exists (select from public.disruption_items other where other.appointment_id = p_appointment
      and other.disruption_id <> p_disruption and other.state in ('open', 'proposed', 'call')) then
    perform internal.fail('wrong_state', item.state::text);
  end if;
  perform internal.settle_item(item, p_state);
  return p_state;
end $function$;

ALTER TABLE "public"."disruption_items" ADD CONSTRAINT "disruption_items_appointment_id_fkey" FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE;

ALTER TABLE "public"."disruptions" ADD CONSTRAINT "disruptions_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."disruptions" ADD CONSTRAINT "disruptions_employee_id_location_id_fkey" FOREIGN KEY (employee_id, location_id) REFERENCES public.employees(id, location_id) ON DELETE CASCADE;

ALTER TABLE "public"."disruptions" ADD CONSTRAINT "disruptions_exception_id_fkey" FOREIGN KEY (exception_id) REFERENCES public.exceptions(id) ON DELETE SET NULL;

ALTER TABLE "public"."disruptions" ADD CONSTRAINT "disruptions_location_id_company_id_fkey" FOREIGN KEY (location_id, company_id) REFERENCES public.locations(id, company_id) ON DELETE CASCADE;

ALTER TABLE "public"."disruption_items" ADD CONSTRAINT "disruption_items_disruption_id_fkey" FOREIGN KEY (disruption_id) REFERENCES public.disruptions(id) ON DELETE CASCADE;

ALTER TABLE "public"."holds" ADD CONSTRAINT "holds_borrowed_check" CHECK ((pg_column_size(borrowed) <= 16000));

CREATE INDEX disruption_items_appointment ON public.disruption_items USING btree (appointment_id);

CREATE INDEX disruption_items_due ON public.disruption_items USING btree (answer_by) WHERE (state = 'proposed'::public.disruption_state);

CREATE UNIQUE INDEX disruption_items_unsettled ON public.disruption_items USING btree (appointment_id) WHERE (state = ANY (ARRAY['open'::public.disruption_state, 'proposed'::public.disruption_state, 'call'::public.disruption_state]));

CREATE INDEX disruptions_employee ON public.disruptions USING btree (employee_id) WHERE (employee_id IS NOT NULL);

CREATE INDEX disruptions_exception ON public.disruptions USING btree (exception_id) WHERE (exception_id IS NOT NULL);

CREATE INDEX disruptions_location ON public.disruptions USING btree (location_id, ends_at);

CREATE TRIGGER settle_disruption AFTER INSERT ON public.appointment_events FOR EACH ROW WHEN ((new.verb = ANY (ARRAY['reschedule'::text, 'cancel'::text, 'decline'::text, 'expire'::text, 'complete'::text, 'no_show'::text]))) EXECUTE FUNCTION internal.settle_disruption();

CREATE POLICY "with_disruption" ON "public"."disruption_items" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.disruptions disruption
  WHERE (disruption.id = disruption_items.disruption_id))));

CREATE POLICY "all_calendars_read" ON "public"."disruptions" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_with('all_calendars'::public.member_right) AS locations_with))));

REVOKE ALL ON FUNCTION "internal"."ask_customer"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."drop_proposal"(public.disruption_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_disrupted"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_proposal"(public.disruption_items, public.disruptions, timestamp with time zone, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."lies_in"(uuid, public.disruptions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."locations_to_rearrange"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."movable_services"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."open_disruption"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."open_item"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."plan_replacement"(public.appointments, public.disruptions, timestamp with time zone, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."proposal_json"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."replacements"(public.appointments, public.disruptions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."settle_disruption"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."settle_item"(public.disruption_items, public.disruption_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."was_asked"(public.disruption_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."without"(internal.taking[], internal.taking[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."answer_proposal"(uuid, boolean, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_proposal"(uuid, boolean, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."begin_disruption"(uuid, timestamp with time zone, timestamp with time zone, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_disruption"(uuid, timestamp with time zone, timestamp with time zone, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."disruption_board"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."disruption_board"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."end_disruption"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_disruption"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_disruptions"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_disruptions"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."propose_all"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."propose_all"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."propose_move"(uuid, uuid, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."propose_move"(uuid, uuid, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."return_proposals"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."return_proposals"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."settle_disrupted"(uuid, uuid, public.disruption_state) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_disrupted"(uuid, uuid, public.disruption_state) TO "authenticated";

GRANT SELECT ON TABLE "public"."disruption_items" TO "authenticated";

GRANT ALL ON TABLE "public"."disruption_items" TO "service_role";

GRANT SELECT ON TABLE "public"."disruptions" TO "authenticated";

GRANT ALL ON TABLE "public"."disruptions" TO "service_role";

insert into internal.message_kinds (kind, purpose, priority) values
  ('appointment_proposed', 'transactional', 10),
  ('appointment_kept', 'transactional', 10);
