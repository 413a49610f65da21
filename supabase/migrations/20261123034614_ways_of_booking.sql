set local check_function_bodies = off;

ALTER TABLE "public"."services" ADD COLUMN "new_by_request" boolean NOT NULL DEFAULT false;

CREATE TYPE "public"."booking_way" AS ENUM ('online', 'request', 'phone');

ALTER TABLE "public"."services" ADD COLUMN "booking_way" public.booking_way NOT NULL DEFAULT 'online'::public.booking_way;

CREATE OR REPLACE FUNCTION internal.asks_first(hold public.holds)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.locations location where location.id = hold.location_id and (location.confirms_by_hand or exists (
      select from jsonb_array_elements(hold.lines) line join public.services service on service.id = (line ->> 'service_id')::uuid
      where service.booking_way = 'request'
        or service.new_by_request and not internal.is_known(hold.company_id, coalesce(hold.user_id, internal.person())))));
end $function$;

CREATE OR REPLACE FUNCTION internal.check_wish(p_services uuid[], p_starts_at timestamp with time zone, p_secret_hash text, p_source text, p_origin text, p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_secret_hash is null then
    if internal.person() is null then perform internal.fail('secret_missing'); end if;
  elsif length(p_secret_hash) <> 64 or translate(p_secret_hash, '0123456789abcdef', '') <> '' then
    perform internal.fail('secret_invalid');
  end if;
  if p_source is null or p_source not in ('web', 'widget', 'assistant', 'api') then perform internal.fail('source_unknown'); end if;
  if p_origin is null or p_origin not in ('marketplace', 'offer', 'own_link', 'qr', 'unknown') then perform internal.fail('source_unknown'); end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at > p_present + interval '3 years' then perform internal.fail('not_bookable'); end if;
  if p_starts_at <= p_present then perform internal.fail('past'); end if;
  if internal.needs_phone(p_services) then perform internal.fail('by_phone'); end if;
end $function$;

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
    (at, null, false, false, p_fresh)::internal.outlook, p_by_hand);
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

CREATE OR REPLACE FUNCTION internal.confirm_hold(p_hold uuid, p_secret text, p_contact jsonb, p_early_start text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  hold public.holds;
  by_hand boolean;
  contact jsonb;
  demanded text;
  customer uuid;
  next_state public.appointment_state;
  unheard text;
begin
  select * into hold from public.holds where id = p_hold;
  if hold.id is null or not internal.is_holder(hold, p_secret) then return false; end if;
  contact := internal.clean_contact(p_contact, false);
  select internal.asks_first(hold) into by_hand from public.companies company where company.id = hold.company_id and company.state = 'active';
  if by_hand is null then perform internal.fail('not_possible'); end if;
  if hold.starts_at <= present then perform internal.fail('past'); end if;
  perform internal.lock_location(hold.location_id, hold.ended_at is not null or jsonb_array_length(hold.lines) > 1);
  if hold.ended_at is not null then hold := internal.retake(hold, present); end if;
  demanded := internal.demanded_early_start(internal.as_appointment(hold), hold.starts_at, p_early_start);
  -- While the hold has not ended the time is ours, however late: nobody else can have taken it.
  delete from public.holds where id = p_hold and ended_at is null;
  if not found then
    -- It ended between our first look and the lock: somebody is just taking its place. Or it was confirmed meanwhile.
    if exists (select from public.holds where id = p_hold) then perform internal.fail('slot_taken'); end if;
    return false;
  end if;
  hold.user_id := coalesce(hold.user_id, caller);
  customer := internal.keep_customer(hold.company_id, contact, hold.user_id, false);
  next_state := case when by_hand then 'requested' else 'confirmed' end;
  with made as (
    insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, user_id, contact_name, contact_email,
      contact_phone, note, total_cents, source, origin, cancellation_hours, idempotency_key, created_at, employee_chosen)
    values (p_hold, hold.company_id, hold.location_id, next_state, hold.starts_at, hold.ends_at, customer, hold.user_id, contact ->> 'name',
      contact ->> 'email', contact ->> 'phone', contact ->> 'note', hold.total_cents, hold.source, hold.origin, hold.cancellation_hours,
      hold.idempotency_key, hold.created_at, hold.employee_chosen)
  ), lines as (
    insert into public.appointment_lines
      (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, event_id, seats)
    select p_hold, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at, line.price_cents,
      line.resource_id, line.event_id, coalesce(line.seats, 1)
    from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line
  ), linked as (
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select hold.secret_hash, p_hold, hold.ends_at + interval '180 days' where hold.secret_hash is not null
  ), settled as (
    update public.occupancies set expires_at = null where source = p_hold
  ), seated as (
    update public.event_seats set expires_at = null where source = p_hold
  ), agreed as (
    insert into public.early_starts select p_hold, present, demanded where demanded is not null
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    values (p_hold, 'confirm', 'customer', caller, 'held', next_state, hold.starts_at, true)
  )
  delete from internal.hold_budget where appointment_id = p_hold;
  unheard := internal.spend_booking(contact ->> 'email', internal.account_of(hold.user_id, contact ->> 'email') is not null, hold.company_id);
  if unheard is not null then perform internal.compose_ordered(p_hold, unheard); end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.early_start_before(appointment public.appointments)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  zone constant text := (select location.time_zone from public.locations location where location.id = appointment.location_id);
  concluded timestamptz;
begin
  if appointment.source = 'admin' or appointment.total_cents = 0 or not (internal.legal_flags(appointment.id)).withdrawal then return null; end if;
  if appointment.contact_name = '' then
    if exists (select from public.holds hold where hold.id = appointment.id and internal.asks_first(hold)) then return 'infinity'; end if;
    concluded := internal.present();
  elsif appointment.state = 'requested' then
    return 'infinity';
  else
    select min(event.at) into concluded from public.appointment_events event
    where event.appointment_id = appointment.id and event.verb = 'confirm' and event.to_state = 'confirmed';
  end if;
  return internal.withdrawal_ends(coalesce(concluded, appointment.created_at), zone);
end $function$;

CREATE OR REPLACE FUNCTION internal.fresh_services(p_location uuid, p_number integer)
 RETURNS SETOF internal.listing_services
 LANGUAGE plpgsql
 STABLE ROWS 15
 SET search_path TO ''
AS $function$
begin
  if not internal.is_published(p_location) then return; end if;
  return query
  with category as materialized (
    select self.id, self.parent_id, internal.words_of(self.name || ' ' || array_to_string(self.synonyms, ' '), 'B')
      || coalesce(internal.words_of(parent.name || ' ' || array_to_string(parent.synonyms, ' '), 'C'), '') as document
    from public.categories self left join public.categories parent on parent.id = self.parent_id
    where self.id in (select service.category_id from public.services service where service.location_id = p_location)
  )
  select service.id, p_number, service.category_id, category.parent_id,
    (row_number() over (order by service.position, service.id))::integer, (select min(price) from unnest(offer.prices) price),
    service.buffer_before_minutes, service.buffer_after_minutes, service.processing_start, service.processing_minutes,
    offer.employees, offer.minutes, internal.words_of(service.name, 'A') || category.document,
    service.resource_kind, service.name, offer.prices, place.id, place.company_id, place.time_zone, place.grid_minutes,
    place.notice_minutes, place.horizon_days, place.hold_minutes, place.cancellation_hours
  from public.services service
  join public.locations place on place.id = service.location_id
  join category on category.id = service.category_id
  join lateral (
    select array_agg(person.id order by person.position, person.id) as employees,
      array_agg(coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)
        order by person.position, person.id) as minutes,
      array_agg(coalesce(own.price_cents, service.price_cents) order by person.position, person.id) as prices
    from public.employee_services own join public.employees person on person.id = own.employee_id and person.active
    where own.service_id = service.id
  ) offer on offer.employees is not null
  where service.location_id = p_location and service.active and service.booking_way <> 'phone';
end $function$;

CREATE OR REPLACE FUNCTION internal.is_known(p_company uuid, p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  address constant text := (select email from auth.users where id = p_user and email_confirmed_at is not null);
begin
  return p_user is not null and exists (
    select from public.customers customer join public.appointments visit on visit.customer_id = customer.id
    where customer.company_id = p_company and (customer.user_id = p_user or customer.email = address)
      and visit.state in ('confirmed', 'completed') and visit.starts_at <= internal.present());
end $function$;

CREATE OR REPLACE FUNCTION internal.needs_phone(p_services uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.services service where service.id = any(p_services) and service.active and service.booking_way = 'phone');
end $function$;

CREATE OR REPLACE FUNCTION internal.offered_lines(location uuid, services uuid[], employee uuid, by_hand boolean)
 RETURNS SETOF internal.line_offer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select offer.line, offer.turn, offer.employee_id, offer.service_id, offer.service_name, offer.price_cents,
    offer.minutes, offer.before, offer.after, offer.gap_start, offer.gap_minutes,
    offer.lines = cardinality(services), offer.resource_kind, null::uuid[], null::int4multirange[], null::int4multirange,
    null::int4multirange, null::int4multirange
  from (
    select every.*, max(every.lines) over () as most_lines
    from (
      select wish.line::integer, dense_rank() over (order by person.position, person.id)::integer as turn,
        person.id as employee_id, service.id as service_id, service.name as service_name,
        coalesce(own.price_cents, service.price_cents) as price_cents,
        coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)::integer as minutes,
        service.buffer_before_minutes::integer as before, service.buffer_after_minutes::integer as after,
        service.resource_kind, service.processing_start::integer as gap_start, service.processing_minutes::integer as gap_minutes,
        count(*) over (partition by person.id) as lines
      from unnest(services) with ordinality as wish (service_id, line)
      join public.services service on service.id = wish.service_id and service.location_id = location
      join public.employee_services own on own.service_id = service.id
      join public.employees person on person.id = own.employee_id
      where person.active and (by_hand or service.active and service.booking_way <> 'phone') and (employee is null or person.id = employee)
    ) every
  ) offer
  where offer.lines = cardinality(services) or (employee is null and offer.most_lines < cardinality(services))
  order by offer.line desc, offer.turn;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_visit(p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamp with time zone, p_now timestamp with time zone, p_ignore_appointment uuid DEFAULT NULL::uuid, p_free_choice boolean DEFAULT false, p_unbooked boolean DEFAULT false, p_without_notice boolean DEFAULT false)
 RETURNS SETOF internal.planned_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  place public.locations := internal.bookable_location(p_location);
  start_date date := (internal.reckonable(p_starts_at) at time zone place.time_zone)::date;
  minute integer := internal.minute(internal.reckonable(p_starts_at));
  -- Whoever books a named person by hand books them out of hours, too.
  outlook internal.outlook := (p_now, p_ignore_appointment, p_free_choice and p_employee is not null, p_unbooked, false);
  found record;
  offer internal.line_offer;
  settled integer;
  -- What the lines so far occupy of the employee of each turn.
  taken int4multirange[] := '{}';
  occupied int4multirange;
  -- What the lines so far reserve of which resource.
  keepers uuid[] := '{}';
  kept int4multirange[] := '{}';
  whole int4multirange;
  resource uuid;
  reserved int4multirange;
begin
  if place.id is null or p_starts_at <> date_trunc('minute', internal.reckonable(p_starts_at)) then return; end if;
  if not p_free_choice and (not p_without_notice and p_starts_at < p_now + make_interval(mins => place.notice_minutes)
    or start_date > (p_now at time zone place.time_zone)::date + place.horizon_days) then return; end if;

  loop
    select * into found from internal.offers(p_location, p_services, p_employee, place.time_zone, start_date, start_date, outlook,
      p_free_choice or p_without_notice);
    exit when outlook.by_hand or not p_free_choice
      or exists (select from unnest(found.offers) each where each.line = 1 and each.starts @> minute);
    outlook.by_hand := true;
  end loop;
  for step in 1 .. cardinality(p_services) loop
    -- Rule 7. Who performs the whole visit is settled by the first line.
    select each.* into offer
    from unnest(found.offers) each join unnest(found.days) day on day.turn = each.turn
    where each.line = step and (settled is null or each.turn = settled) and case
      when step > 1 or p_free_choice then each.starts @> minute
      else exists (select from internal.runs(each.starts, 0, 1, day.work, day.begins, place.grid_minutes::integer, minute, minute) run
        where run.first = minute) end
    order by day.booked, each.turn limit 1;
    if offer.line is null then return; end if;
    settled := case when offer.alone then offer.turn end;
    occupied := internal.busy(minute, offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes)
      - coalesce(taken[offer.turn], '{}');
    taken[offer.turn] := coalesce(taken[offer.turn], '{}') + occupied;
    resource := null;
    reserved := null;
    if offer.resource_kind is not null then
      whole := int4multirange(int4range(minute - offer.before, minute + offer.minutes + offer.after));
      resource := (select one.id from unnest(offer.resources, offer.spare) with ordinality one (id, times, turn)
        where one.times @> whole order by one.turn limit 1);
      reserved := whole - coalesce((
        select range_agg(own.earlier) from unnest(keepers, kept) as own (id, earlier) where own.id = resource), '{}');
      keepers := keepers || resource;
      kept := kept || whole;
    end if;
    return next (step, offer.service_id, offer.employee_id, offer.service_name, internal.instant(minute),
      internal.instant(minute + offer.minutes), offer.price_cents, occupied, resource, reserved, null, null)::internal.planned_line;
    minute := minute + offer.minutes;
  end loop;
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
  if not p_by_hand and internal.needs_phone(p_services) then perform internal.fail('by_phone'); end if;
  perform internal.fail('not_bookable');
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
    if cardinality(found) = 0 and internal.needs_phone(p_services) then found := array['{"reason": "by_phone"}'::jsonb]; end if;
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
        'confirms_by_hand', case when hold.id is null then location.confirms_by_hand else internal.asks_first(hold) end, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name,
        'representative', company.representative, 'street', company.street, 'postal_code', company.postal_code, 'city', company.city,
        'email', company.email, 'phone', company.phone),
      'lines', (
        select coalesce(jsonb_agg(line || jsonb_build_object('employee_name', employee.name) || coalesce((
          select jsonb_build_object('event_id', booked.event_id, 'seats', booked.seats) from public.appointment_lines booked
          where booked.appointment_id = appointment.id and booked."position" = (line ->> 'position')::integer and booked.event_id is not null),
          '{}') order by line -> 'position'), '[]')
        from jsonb_array_elements(visit -> 'lines') line join public.employees employee on employee.id = (line ->> 'employee_id')::uuid),
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'can_cancel', open,
      'can_reschedule', open and internal.is_published(location.id) and internal.movable_services(appointment.id) is not null
        and not internal.needs_phone(internal.movable_services(appointment.id)),
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

REVOKE ALL ON FUNCTION "internal"."asks_first"(public.holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_known"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."needs_phone"(uuid[]) FROM PUBLIC;

REVOKE ALL ("booking_way") ON TABLE "public"."services" FROM "authenticated";

GRANT INSERT ("booking_way"), UPDATE ("booking_way") ON TABLE "public"."services" TO "authenticated";

REVOKE ALL ("new_by_request") ON TABLE "public"."services" FROM "authenticated";

GRANT INSERT ("new_by_request"), UPDATE ("new_by_request") ON TABLE "public"."services" TO "authenticated";
