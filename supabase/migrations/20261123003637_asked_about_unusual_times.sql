set local check_function_bodies = off;

DROP FUNCTION "internal"."computed_starts"(uuid, uuid[], uuid, date, date, timestamp with time zone, boolean);

DROP FUNCTION "internal"."with_lines"(internal.start_question, uuid, uuid[]);

CREATE OR REPLACE FUNCTION internal.computed_starts(p_location uuid, p_services uuid[], p_employee uuid, p_from date, p_to date, at timestamp with time zone, p_fresh boolean DEFAULT false, p_by_hand boolean DEFAULT false)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  lines constant integer := cardinality(p_services);
  place public.locations := internal.bookable_location(p_location);
  today date := (at at time zone place.time_zone)::date;
  first_date date := greatest(p_from, today);
  last_date date := least(p_to, today + place.horizon_days, first_date + 61);
  earliest integer := ceil(date_part('epoch', at + make_interval(mins => case when p_by_hand then 0 else place.notice_minutes end)) / 60);
  grid integer := place.grid_minutes;
  found record;
  turns integer;
begin
  if place.id is null or last_date < first_date or lines not between 1 and 10 then return; end if;
  select * into found from internal.offers(p_location, p_services, p_employee, place.time_zone, first_date, last_date,
    (at, null, false, false, p_fresh)::internal.outlook);
  if cardinality(found.offers) = 0 then return; end if;
  turns := (select max(turn) + 1 from unnest(found.offers));
  return query
  -- Rule 7 line by line: one number for booked time, then turn, whose minimum is the one chosen.
  with recursive person as materialized (
    select offer.line, offer.turn, offer.employee_id, offer.minutes, offer.alone, offer.starts,
      array(select day.booked from unnest(found.days) day where day.turn = offer.turn order by day.day) as booked
    from unnest(found.offers) offer
  ), first_line as (
    select start, day.day, min(day.booked * turns + person.turn) % turns as turn
    from person join unnest(found.days) day on day.turn = person.turn
    cross join lateral internal.runs(person.starts * int4multirange(int4range(day.begins, day.ends)), 0, 1, day.work, day.begins, grid,
      greatest(day.begins, earliest), day.ends - 1) run
    cross join generate_series(run.first, run.last, grid) start
    where person.line = 1
    group by start, day.day
  ), visit as (
    select first_line.start, first_line.day, 1 as line, first_line.start + person.minutes as finish, array[person.employee_id] as people,
      case when person.alone then person.turn end as alone
    from first_line join person on person.line = 1 and person.turn = first_line.turn
    union all
    select visit.start, visit.day, visit.line + 1, visit.finish + next.minutes, visit.people || next.employee_id, visit.alone
    from visit
    cross join lateral (
      select person.employee_id, person.minutes from person
      where person.line = visit.line + 1 and case when visit.alone is null then person.starts @> visit.finish else person.turn = visit.alone end
      order by person.booked[visit.day - first_date + 1], person.turn limit 1) next
    where visit.line < lines
  )
  select internal.instant(visit.start), internal.instant(visit.finish), visit.people from visit where visit.line = lines order by visit.start;
end $function$;

CREATE OR REPLACE FUNCTION internal.next_starts(p_location uuid, p_services uuid[], p_employee uuid, p_from timestamp with time zone, p_limit integer, at timestamp with time zone, p_by_hand boolean)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE ROWS 3
 SET search_path TO ''
AS $function$
declare
  wanted integer := least(p_limit, 50);
  place public.locations := internal.bookable_location(p_location);
  first_date date := (greatest(internal.reckonable(p_from), at) at time zone place.time_zone)::date;
  last_date date := (at at time zone place.time_zone)::date + place.horizon_days;
  days integer := 3;
  found integer;
begin
  while first_date <= last_date and wanted > 0 loop
    if p_by_hand then
      return query
      select next.* from internal.computed_starts(p_location, p_services, p_employee, first_date, first_date + days - 1, at, false, true) next
      where p_from is null or next.starts_at >= p_from limit wanted;
    else
      return query
      select next.* from public.available_starts(p_location, p_services, p_employee, first_date, first_date + days - 1, at) next
      where p_from is null or next.starts_at >= p_from limit wanted;
    end if;
    get diagnostics found = row_count;
    wanted := wanted - found;
    first_date := first_date + days;
    -- Most visits are found in the first days; whoever is booked out is searched in longer steps.
    days := least(2 * days + 1, 62);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.obstacles_by_hand(p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamp with time zone, p_present timestamp with time zone, p_ignored uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  place public.locations;
  person public.employees;
  question internal.start_question;
  reasons jsonb[];
  found jsonb[] := '{}';
begin
  select * into place from public.locations where id = p_location;
  for person in
    select * from public.employees where location_id = p_location and active and (p_employee is null or id = p_employee)
    order by employees.position, id
  loop
    question := internal.with_lines(internal.question_to(person, place, p_starts_at, p_present, cardinality(p_services)), p_location, p_services, true);
    reasons := internal.visits_in_the_way(question)
      || array(select internal.bookings_in_the_way(question, question.occupied, true, 'held'))
      || array(select internal.resources_in_the_way(question));
    reasons := array(select each from unnest(reasons) each where each ->> 'appointment_id' is distinct from p_ignored::text);
    if cardinality(reasons) > 0 then
      found := found || jsonb_build_object('employee_id', person.id, 'employee_name', person.name, 'reasons', to_jsonb(reasons));
    end if;
  end loop;
  return case when cardinality(found) > 0 then to_jsonb(found) end;
end $function$;

CREATE OR REPLACE FUNCTION internal.question_to(person public.employees, place public.locations, p_starts_at timestamp with time zone, p_present timestamp with time zone, p_services integer)
 RETURNS internal.start_question
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  question internal.start_question;
begin
  question.employee_id := person.id;
  question.starts_at := p_starts_at;
  question.asked_at := p_present;
  question.zone := place.time_zone;
  question.first_date := (p_starts_at at time zone place.time_zone)::date - 2;
  question.midnights := internal.midnights(place.time_zone, question.first_date, question.first_date + 5 + p_services);
  question.may_read_all := place.id in (select internal.locations_with('all_calendars'));
  question.may_read := question.may_read_all or coalesce(person.user_id = internal.person(), false);
  question.working := coalesce((
    select working from internal.working_times(array[person.id], place.id, place.time_zone, question.first_date, question.midnights)), '{}');
  return question;
end $function$;

CREATE OR REPLACE FUNCTION internal.reasons_against(question internal.start_question, place public.locations)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  closings record;
  found jsonb[];
  last_date constant date := (question.asked_at at time zone question.zone)::date + place.horizon_days;
  earliest constant timestamptz := question.asked_at + make_interval(mins => place.notice_minutes);
  short constant tstzmultirange := question.buffered - question.working;
  start constant integer := internal.minute(question.starts_at);
begin
  closings := internal.closings_in_the_way(question, place.id);
  found := array_remove(closings.reasons || internal.missing_hours(question, closings.closed), null)
    || internal.visits_in_the_way(question);
  if isempty(question.served - question.working) and not isempty(short) then
    found := found || jsonb_build_object('reason', 'buffer', 'from', internal.iso(lower(short)), 'to', internal.iso(upper(short)));
  end if;
  found := found || array(select internal.bookings_in_the_way(question, question.occupied, true, 'held'))
    || array(select internal.resources_in_the_way(question));
  if question.starts_at < earliest then
    found := found || jsonb_build_object('reason', 'notice', 'earliest', internal.iso(earliest));
  end if;
  if (question.starts_at at time zone question.zone)::date > last_date then
    found := found || jsonb_build_object('reason', 'horizon', 'last_day', last_date);
  end if;
  if question.working @> question.starts_at and not exists (
    select from internal.runs(internal.minute_ranges(question.working), 0, 1, internal.minute_ranges(question.working),
      internal.minute(question.midnights[3]), place.grid_minutes::integer, start, start) run where run.first = start) then
    found := found || jsonb_build_object('reason', 'off_grid', 'grid_minutes', place.grid_minutes);
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.refuse_start(p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamp with time zone, p_present timestamp with time zone, p_ignore uuid DEFAULT NULL::uuid, p_by_hand boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not internal.is_published(p_location) and p_location not in (select internal.locations_as('staff')) then
    perform internal.fail('location_not_found');
  end if;
  if p_starts_at <= p_present and not p_by_hand then perform internal.fail('past'); end if;
  -- Taken is what could begin there if nothing was booked.
  if exists (select from internal.plan_visit(p_location, p_services, p_employee, p_starts_at, p_present, p_ignore, p_by_hand, true)) then
    perform internal.fail('slot_taken', case when p_by_hand then
      internal.obstacles_by_hand(p_location, p_services, p_employee, p_starts_at, p_present, p_ignore)::text end);
  end if;
  if exists (select from unnest(p_services) wish (id) where not exists (
    select from public.services service where service.id = wish.id and service.location_id = p_location and service.active)) then
    perform internal.fail('service_not_found');
  end if;
  perform internal.fail('not_bookable');
end $function$;

CREATE OR REPLACE FUNCTION internal.visits_in_the_way(question internal.start_question)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  busy constant jsonb[] := array(select internal.bookings_in_the_way(question, question.serving, false, 'busy'));
begin
  return busy || array(
    select beside from internal.bookings_in_the_way(question, question.occupied, false, 'buffer') as beside
    where beside - 'reason' <> all (array(select each - 'reason' from unnest(busy) each)));
end $function$;

CREATE OR REPLACE FUNCTION internal.warnings_by_hand(p_appointment uuid, p_present timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  place public.locations;
  part record;
  question internal.start_question;
  closings record;
  reasons jsonb[];
  found jsonb[] := '{}';
begin
  select location.* into place
  from public.appointments visit join public.locations location on location.id = visit.location_id where visit.id = p_appointment;
  for part in
    select person, min(line.starts_at) as starts_at, range_agg(tstzrange(line.starts_at, line.ends_at)) as served
    from public.appointment_lines line join public.employees person on person.id = line.employee_id
    where line.appointment_id = p_appointment
    group by person.id order by min(line."position")
  loop
    question := internal.question_to(part.person, place, part.starts_at, p_present, 10);
    question.served := part.served;
    closings := internal.closings_in_the_way(question, place.id);
    reasons := array_remove(closings.reasons || internal.missing_hours(question, closings.closed), null);
    if part.starts_at < p_present - interval '15 minutes' then reasons := reasons || '{"reason": "past"}'::jsonb; end if;
    if cardinality(reasons) > 0 then
      found := found || jsonb_build_object(
        'employee_id', (part.person).id, 'employee_name', (part.person).name, 'reasons', to_jsonb(reasons));
    end if;
  end loop;
  return case when cardinality(found) > 0 then to_jsonb(found) end;
end $function$;

CREATE OR REPLACE FUNCTION internal.with_lines(question internal.start_question, location uuid, services uuid[], p_by_hand boolean DEFAULT false)
 RETURNS internal.start_question
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  offer internal.line_offer;
  line_starts timestamptz := question.starts_at;
begin
  question.served := '{}';
  question.buffered := '{}';
  question.serving := '{}';
  question.occupied := '{}';
  question.kinds := '{}';
  question.needed := '{}';
  question.location_id := location;
  for offer in select * from internal.offered_lines(location, services, question.employee_id, p_by_hand) order by line loop
    question.occupied := question.occupied + internal.instants(internal.busy(internal.minute(line_starts),
      offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes));
    question.buffered := question.buffered + tstzmultirange(tstzrange(
      line_starts - make_interval(mins => offer.before), line_starts + make_interval(mins => offer.minutes + offer.after)));
    if offer.resource_kind is not null then
      question.kinds := question.kinds || offer.resource_kind;
      question.needed := question.needed || tstzmultirange(tstzrange(
        line_starts - make_interval(mins => offer.before), line_starts + make_interval(mins => offer.minutes + offer.after)));
    end if;
    question.served := question.served + tstzmultirange(tstzrange(line_starts, line_starts + make_interval(mins => offer.minutes)));
    question.serving := question.serving + internal.instants(internal.busy(internal.minute(line_starts),
      0, offer.minutes, 0, offer.gap_start, offer.gap_minutes));
    line_starts := line_starts + make_interval(mins => offer.minutes);
  end loop;
  return question;
end $function$;

CREATE OR REPLACE FUNCTION public.create_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_contact jsonb, p_anyway boolean, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  made constant uuid := gen_random_uuid();
  place public.locations;
  known public.appointments;
  customer public.customers;
  contact jsonb;
  warnings jsonb;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) or not internal.may_book_for(p_location, p_employee) then
    perform internal.fail('not_allowed');
  end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  select * into place from public.locations where id = p_location;
  if p_contact ->> 'customer_id' is not null then
    select * into customer from public.customers
    where id::text = p_contact ->> 'customer_id' and company_id = place.company_id;
    if customer.id is null or not internal.may_see_customer(customer.id, place.company_id) then
      perform internal.fail('customer_not_found');
    end if;
    p_contact := jsonb_build_object('name', customer.name, 'email', coalesce(customer.email::text, ''), 'phone', customer.phone) || p_contact;
  end if;
  contact := internal.clean_contact(p_contact || jsonb_build_object('note', coalesce(p_note, '')), true);

  perform internal.lock_location(p_location, true);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if known.location_id <> p_location or not internal.is_business(known) then perform internal.fail('key_used'); end if;
      return internal.visit_json(known.id);
    end if;
  end if;
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key)
  values (made, place.company_id, p_location, 'confirmed', p_starts_at, p_starts_at + interval '1 minute',
    coalesce(customer.id, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name', contact ->> 'email',
    contact ->> 'phone', contact ->> 'note', 0, 'admin', place.cancellation_hours, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not internal.place_lines(made, p_services, p_employee, p_starts_at, present, true) then
    perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present, made, true);
  end if;
  if not coalesce(p_anyway, false) then
    warnings := internal.warnings_by_hand(made, present);
    if warnings is not null then perform internal.fail('unusual_time', warnings::text); end if;
  end if;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at, actor_role)
  values (made, 'create', 'business', internal.person(), 'confirmed', p_starts_at,
    (select role from internal.memberships() where company_id = place.company_id));
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $function$;

CREATE OR REPLACE FUNCTION public.create_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_contact jsonb, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.create_appointment(
    p_location, p_services, p_starts_at, p_employee, p_contact, true, p_note, p_notify, p_idempotency_key);
end $function$;

CREATE OR REPLACE FUNCTION public.explain_start(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid)
 RETURNS TABLE(employee_id uuid, employee_name text, bookable boolean, reasons jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  place public.locations;
  person public.employees;
  present constant timestamptz := internal.present();
  missing uuid[];
  found jsonb[];
begin
  select * into place from public.locations where id = p_location and company_id in (select internal.companies_as('staff'));
  if place.id is null then perform internal.fail('not_allowed'); end if;
  if cardinality(p_services) is null or p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  for person in
    select * from public.employees where location_id = p_location and (p_employee is null or id = p_employee)
    order by employees.position, id
  loop
    missing := internal.missing_services(p_services, person.id);
    found := case when cardinality(missing) > 0 then array[jsonb_build_object('reason', 'not_offered', 'service_ids', missing)]
      else '{}' end || case when person.active then '{}' else array[jsonb_build_object('reason', 'inactive')] end;
    if cardinality(found) = 0 then
      found := internal.reasons_against(internal.with_lines(
        internal.question_to(person, place, p_starts_at, present, cardinality(p_services)), p_location, p_services), place);
    end if;
    employee_id := person.id;
    employee_name := person.name;
    bookable := exists (select from internal.plan_visit(p_location, p_services, person.id, p_starts_at, present));
    reasons := to_jsonb(found);
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.next_starts(p_location uuid, p_services uuid[], p_employee uuid DEFAULT NULL::uuid, p_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_limit integer DEFAULT 3, p_now timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select * from internal.next_starts(p_location, p_services, p_employee, p_from, p_limit, internal.present_or(p_now), false);
end $function$;

CREATE OR REPLACE FUNCTION public.next_starts_by_hand(p_location uuid, p_services uuid[], p_employee uuid DEFAULT NULL::uuid, p_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_limit integer DEFAULT 3)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  return query
  select * from internal.next_starts(p_location, p_services, p_employee, p_from, p_limit, internal.present(), true);
end $function$;

REVOKE ALL ON FUNCTION "internal"."computed_starts"(uuid, uuid[], uuid, date, date, timestamp with time zone, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."next_starts"(uuid, uuid[], uuid, timestamp with time zone, integer, timestamp with time zone, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."obstacles_by_hand"(uuid, uuid[], uuid, timestamp with time zone, timestamp with time zone, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."question_to"(public.employees, public.locations, timestamp with time zone, timestamp with time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."visits_in_the_way"(internal.start_question) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."warnings_by_hand"(uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."with_lines"(internal.start_question, uuid, uuid[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."create_appointment"(uuid, uuid[], timestamp with time zone, uuid, jsonb, boolean, text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_appointment"(uuid, uuid[], timestamp with time zone, uuid, jsonb, boolean, text, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."next_starts_by_hand"(uuid, uuid[], uuid, timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."next_starts_by_hand"(uuid, uuid[], uuid, timestamp with time zone, integer) TO "authenticated";
