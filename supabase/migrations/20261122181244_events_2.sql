set local check_function_bodies = off;

ALTER TYPE "internal"."planned_line" ADD ATTRIBUTE "event_id" uuid CASCADE;

ALTER TYPE "internal"."planned_line" ADD ATTRIBUTE "seats" smallint CASCADE;

CREATE OR REPLACE FUNCTION internal.bookings_in_the_way(question internal.start_question, wanted tstzmultirange, held boolean, reason text)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select jsonb_strip_nulls(jsonb_build_object('reason', case one.kind when 'block' then 'blocked' when 'event' then 'event' else reason end,
    'from', internal.iso(source.starts_at), 'to', internal.iso(source.ends_at), 'expires_at', internal.iso(one.expires_at))
    || case when question.may_read then jsonb_build_object('appointment_id', case when one.kind = 'line' then one.source end,
      'customer', nullif(source.contact_name, ''), 'text', nullif(source.title, '')) else '{}' end)
  from public.occupancies one cross join lateral internal.source_of(one) source
  where one.subject = question.employee_id and one.minutes && internal.minute_ranges(wanted)
    and case when held then one.expires_at > question.asked_at else one.expires_at is null end
  order by source.starts_at;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_archived_employee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  expected integer;
begin
  -- Nobody books meanwhile.
  perform internal.lock_location(new.location_id, true);
  select count(distinct taken.source) into expected from public.occupancies taken
  where taken.subject = new.id and taken.kind <> 'block' and taken.minutes && int4range(internal.minute(internal.present()), null)
    and internal.is_live(taken.expires_at, internal.present());
  if expected > 0 then perform internal.fail('appointments_coming', expected::text); end if;
  return new;
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
  select location.confirms_by_hand into by_hand
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = hold.location_id and company.state = 'active';
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

CREATE OR REPLACE FUNCTION internal.drop_belongings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.appointment_links where appointment_id in (select id from gone);
  delete from public.occupancies where source in (select id from gone);
  update public.event_seats set source = null, expires_at = null where source in (select id from gone);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.hold_visit(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_secret_hash text, p_idempotency_key uuid, p_source text, p_origin text, p_replace uuid, present timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  secret constant bytea := decode(p_secret_hash, 'hex');
  quickly constant boolean := cardinality(p_services) = 1 and p_idempotency_key is null;
  locked text;
  quick internal.quick_plan;
  place record;
  planned internal.planned_line[];
  visitor internal.visitor;
  hold public.holds;
  answer jsonb;
begin
  if quickly and p_replace is null then
    quick := internal.plan_one(p_location, p_services[1], p_employee, p_starts_at, present);
    if quick.taken then return internal.refusal('slot_taken'); end if;
  end if;
  -- The lock of the caller's holds: one call at a time makes a retry see the first try, and keeps the limit.
  -- A hold lives for minutes and its loss in a crash of the machine costs nobody a booking: nobody waits for the disk. Whatever is
  -- confirmed later is written after it and waited for.
  locked := concat(pg_advisory_xact_lock(hashtextextended(coalesce(caller::text, p_secret_hash), 42)),
    case when pg_current_xact_id_if_assigned() is null then set_config('synchronous_commit', 'off', true) end);
  if p_idempotency_key is not null then
    answer := internal.known_hold(p_idempotency_key, caller, secret);
    if answer is not null then return answer; end if;
  end if;

  if caller is not null or p_replace is not null then
    if internal.live_holds(caller, secret, p_replace, present) >= (case internal.hold_share(caller) when 2 then 12 else 3 end) then
      perform internal.fail('too_many_holds');
    end if;
  end if;
  if p_replace is not null then
    perform internal.replace_hold(p_replace, p_location, secret);
  elsif cardinality(p_services) > 1 then
    perform internal.lock_location(p_location, true);
  else
    -- internal.lock_location, as an expression.
    locked := pg_advisory_xact_lock_shared(hashtextextended(p_location::text, 43));
  end if;
  if quickly and p_replace is not null then
    quick := internal.plan_one(p_location, p_services[1], p_employee, p_starts_at, present);
    if quick.taken then perform internal.fail('slot_taken'); end if;
  end if;
  visitor := internal.visitor();
  hold.id := gen_random_uuid();
  hold.location_id := p_location;
  hold.purpose := 'customer';
  hold.secret_hash := secret;
  hold.user_id := caller;
  hold.source := p_source;
  hold.origin := p_origin;
  hold.employee_chosen := p_employee is not null;
  hold.idempotency_key := p_idempotency_key;
  hold.created_at := present;
  if quick.bookable then
    answer := internal.refuse_hold(visitor, caller, quick.employee_id, quick.day,
      (extract(epoch from quick.ends_at - p_starts_at) / 60)::integer, present);
    if answer is not null then return answer; end if;
    hold.company_id := quick.company_id;
    hold.expires_at := present + make_interval(mins => quick.hold_minutes);
    hold.cancellation_hours := quick.cancellation_hours;
    answer := internal.write_hold(hold, array[(1, p_services[1], quick.employee_id, quick.service_name, p_starts_at, quick.ends_at,
      quick.price_cents, quick.occupied, null, null, null, null)::internal.planned_line], visitor, quick.zone,
      caller is not null or p_replace is not null);
    if answer is not null then return answer; end if;
  end if;
  if caller is null and p_replace is null then
    if internal.live_holds(caller, secret, null, present) >= 3 then perform internal.fail('too_many_holds'); end if;
  end if;

  select location.company_id, location.time_zone, location.hold_minutes, location.cancellation_hours into place
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = p_location and location.state = 'published' and company.state = 'active';
  hold.company_id := place.company_id;
  hold.expires_at := present + make_interval(mins => place.hold_minutes);
  hold.cancellation_hours := place.cancellation_hours;
  -- Each lost round means that someone else has won an employee; more rounds than employees are never needed.
  for round in 1..30 loop
    planned := array(select plan from internal.plan_visit(p_location, p_services, p_employee, p_starts_at, present) plan
      where place.company_id is not null);
    if cardinality(planned) = 0 then
      if round > 1 or quick.bookable then perform internal.fail('slot_taken'); end if;
      perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present);
    end if;
    answer := internal.refuse_hold_of(visitor, caller, planned, place.time_zone, present);
    if answer is not null then return answer; end if;
    answer := internal.write_hold(hold, planned, visitor, place.time_zone, true);
    if answer is not null then return answer; end if;
    -- Either an expired hold stands there, or someone was quicker.
    if not internal.release_expired(internal.takings(planned), present, round = 1) then exit; end if;
  end loop;
  perform internal.fail('slot_taken');
end $function$;

CREATE OR REPLACE FUNCTION internal.line_json(line internal.planned_line)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('position', line."position", 'service_id', line.service_id, 'service_name', line.service_name,
    'employee_id', line.employee_id, 'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents)
    || case when line.resource_id is null then '{}' else jsonb_build_object('resource_id', line.resource_id) end
    || case when line.event_id is null then '{}' else jsonb_build_object('event_id', line.event_id, 'seats', line.seats) end;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_event(p_event uuid)
 RETURNS public.events
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  event public.events;
begin
  select * into event from public.events where id = p_event;
  if event.id is null or event.location_id not in (select internal.locations_as('staff')) then perform internal.fail('event_not_found'); end if;
  perform internal.check_blocker(event.location_id, event.employee_id, null);
  perform internal.lock_location(event.location_id, true);
  select * into event from public.events where id = p_event for no key update;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  return event;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_visit(p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamp with time zone, p_now timestamp with time zone, p_ignore_appointment uuid DEFAULT NULL::uuid, p_free_choice boolean DEFAULT false, p_unbooked boolean DEFAULT false)
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
  if not p_free_choice and (p_starts_at < p_now + make_interval(mins => place.notice_minutes)
    or start_date > (p_now at time zone place.time_zone)::date + place.horizon_days) then return; end if;

  select * into found from internal.offers(p_location, p_services, p_employee, place.time_zone, start_date, start_date,
    (p_now, p_ignore_appointment, p_free_choice, p_unbooked, false)::internal.outlook);
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

CREATE OR REPLACE FUNCTION internal.release_lapsed_seats(p_event uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.end_hold(hold.id, false) from (
    select id from public.holds where ended_at is null and expires_at <= internal.present() and id in (
      select source from public.event_seats where event_id = p_event and expires_at <= internal.present())
    order by id for update skip locked) hold;
end $function$;

CREATE OR REPLACE FUNCTION internal.retake(ended public.holds, p_present timestamp with time zone)
 RETURNS public.holds
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  hold public.holds;
  services uuid[];
  employees uuid[];
  planned internal.planned_line[];
  takings internal.taking[];
begin
  select * into hold from public.holds where id = ended.id for update;
  if hold.ended_at is null then return hold; end if;
  if hold.lines -> 0 ? 'event_id' then
    if not internal.take_seats((hold.lines -> 0 ->> 'event_id')::uuid, (hold.lines -> 0 ->> 'seats')::integer, hold.id,
      p_present + interval '1 minute') then
      perform internal.fail('seats_taken');
    end if;
    update public.holds set ended_at = null, expires_at = p_present + interval '1 minute' where id = hold.id returning * into hold;
    return hold;
  end if;
  select array_agg(line.service_id order by line."position"), array_agg(distinct line.employee_id) into services, employees
  from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line;
  if cardinality(employees) > 1 then employees := null; end if;
  planned := array(select plan from internal.plan_visit(hold.location_id, services, employees[1], hold.starts_at, p_present) plan);
  takings := internal.takings(planned);
  if cardinality(planned) = 0 then
    if exists (select from internal.plan_visit(hold.location_id, services, employees[1], hold.starts_at, p_present, null, false, true)) then
      perform internal.fail('slot_taken');
    end if;
    perform internal.fail('hold_expired');
  end if;
  hold.expires_at := p_present + interval '1 minute';
  if not internal.release_expired(takings, p_present, false) or not internal.occupy(hold.id, 'line', takings, hold.expires_at) then
    perform internal.fail('slot_taken');
  end if;
  -- Prices stay as they were agreed.
  update public.holds set ended_at = null, expires_at = hold.expires_at, ends_at = (select max(line.ends_at) from unnest(planned) line),
    lines = (select jsonb_agg(internal.line_json(line) || jsonb_build_object('price_cents', hold.lines -> (line."position" - 1) -> 'price_cents'))
      from unnest(planned) line)
  where id = hold.id returning * into hold;
  return hold;
end $function$;

CREATE OR REPLACE FUNCTION internal.source_of(one public.occupancies, OUT starts_at timestamp with time zone, OUT ends_at timestamp with time zone, OUT contact_name text, OUT title text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if one.kind = 'block' then
    select block.starts_at, block.ends_at, block.title into starts_at, ends_at, title from public.blocks block where block.id = one.source;
  elsif one.kind = 'event' then
    select event.starts_at, event.ends_at, coalesce(nullif(event.title, ''), service.name) into starts_at, ends_at, title
    from public.events event join public.services service on service.id = event.service_id where event.id = one.source;
  elsif one.expires_at is not null then
    select line.starts_at, line.ends_at into starts_at, ends_at
    from public.holds hold cross join jsonb_populate_recordset(null::internal.planned_line, hold.lines) line
    where hold.id = one.source and line."position" = one."position";
  else
    select line.starts_at, line.ends_at, visit.contact_name into starts_at, ends_at, contact_name
    from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
    where line.appointment_id = one.source and line."position" = one."position";
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.take_seats(p_event uuid, p_count integer, p_hold uuid, p_expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  free smallint[];
begin
  perform from public.events where id = p_event and cancelled_at is null for no key update;
  if not found then return false; end if;
  perform internal.release_lapsed_seats(p_event);
  free := array(select seat from public.event_seats where event_id = p_event and source is null order by seat limit p_count);
  if cardinality(free) < p_count then return false; end if;
  update public.event_seats set source = p_hold, expires_at = p_expires_at where event_id = p_event and seat = any(free);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.vacate(p_source uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.occupancies where source = p_source;
  update public.event_seats set source = null, expires_at = null where source = p_source;
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_event(p_event uuid, p_reason text DEFAULT ''::text)
 RETURNS public.events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event public.events := internal.open_event(p_event);
  visit uuid;
begin
  if event.cancelled_at is not null then return event; end if;
  for visit in
    select appointment.id from public.appointments appointment
    where appointment.state in ('requested', 'confirmed') and appointment.id in (
      select source from public.event_seats where event_id = p_event)
    order by appointment.id for update
  loop
    perform internal.compose_ordered(visit);
    perform internal.let_go(visit, 'cancelled', 'cancel', 'business', p_reason);
    perform internal.queue_messages(visit, 'appointment_cancelled', 'business',
      jsonb_build_object('reason', left(coalesce(p_reason, ''), 1000)));
  end loop;
  perform internal.end_hold(hold.id, false) from (
    select id from public.holds where ended_at is null and id in (select source from public.event_seats where event_id = p_event)
    order by id for update) hold;
  perform internal.vacate(p_event);
  update public.events set cancelled_at = internal.present() where id = p_event returning * into event;
  return event;
end $function$;

CREATE OR REPLACE FUNCTION public.create_event(p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_seats integer, p_resource uuid DEFAULT NULL::uuid, p_title text DEFAULT ''::text, p_price_cents integer DEFAULT NULL::integer)
 RETURNS public.events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  event public.events;
  takings internal.taking[];
begin
  perform internal.check_blocker(p_location, p_employee, null);
  if p_resource is not null and not exists (select from public.resources where id = p_resource and location_id = p_location) then
    perform internal.fail('not_allowed');
  end if;
  if not exists (select from public.services where id = p_service and location_id = p_location and active) then
    perform internal.fail('service_not_found');
  end if;
  if not coalesce(p_starts_at between present and present + interval '3 years' and p_starts_at < p_ends_at
    and p_ends_at <= p_starts_at + interval '24 hours' and date_trunc('minute', p_starts_at, 'UTC') = p_starts_at
    and date_trunc('minute', p_ends_at, 'UTC') = p_ends_at, false) then
    perform internal.fail('event_times');
  end if;
  if length(btrim(coalesce(p_title, ''))) > 120 then perform internal.fail('title_too_long'); end if;
  if not coalesce(p_seats between 1 and 500 and coalesce(p_price_cents, 0) between 0 and 10000000, false) then
    perform internal.fail('seats_invalid');
  end if;
  perform internal.lock_location(p_location, true);
  insert into public.events (location_id, service_id, employee_id, resource_id, title, starts_at, ends_at, seats, price_cents, created_by)
  values (p_location, p_service, p_employee, p_resource, btrim(coalesce(p_title, '')), p_starts_at, p_ends_at, p_seats,
    coalesce(p_price_cents, (select price_cents from public.services where id = p_service)), internal.person())
  returning * into event;
  takings := array(
    select (1, subject, int4multirange(int4range(internal.minute(p_starts_at), internal.minute(p_ends_at))), resource)::internal.taking
    from (values (p_employee, false), (p_resource, true)) part (subject, resource) where subject is not null);
  if not internal.release_expired(takings, present, true) or not internal.occupy(event.id, 'event', takings, null) then
    perform internal.fail('slot_taken');
  end if;
  insert into public.event_seats (event_id, seat) select event.id, seat from generate_series(1, p_seats) seat;
  return event;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_seats(p_event uuid, p_seats integer DEFAULT 1, p_secret_hash text DEFAULT NULL::text, p_source text DEFAULT 'web'::text, p_origin text DEFAULT 'unknown'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  event record;
  hold public.holds;
  visitor internal.visitor;
  answer jsonb;
begin
  select one.*, place.company_id, place.time_zone, place.notice_minutes, place.hold_minutes, place.cancellation_hours,
    coalesce(nullif(one.title, ''), service.name) as name
  into event
  from public.events one join public.services service on service.id = one.service_id
  join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  perform internal.check_wish(array[event.service_id], event.starts_at, p_secret_hash, p_source, p_origin, present);
  if not coalesce(p_seats between 1 and 10, false) then perform internal.fail('seats_invalid'); end if;
  if event.starts_at < present + make_interval(mins => event.notice_minutes) then perform internal.fail('not_bookable'); end if;
  perform pg_advisory_xact_lock(hashtextextended(coalesce(caller::text, p_secret_hash), 42));
  hold.secret_hash := decode(p_secret_hash, 'hex');
  if internal.live_holds(caller, hold.secret_hash, null, present) >= (case internal.hold_share(caller) when 2 then 12 else 3 end) then
    perform internal.fail('too_many_holds');
  end if;
  perform internal.lock_location(event.location_id, false);
  visitor := internal.visitor();
  answer := internal.refuse_hold(visitor, caller, event.employee_id, (event.starts_at at time zone event.time_zone)::date, 0, present);
  if answer is not null then return answer; end if;
  hold.id := gen_random_uuid();
  hold.company_id := event.company_id;
  hold.location_id := event.location_id;
  hold.purpose := 'customer';
  hold.expires_at := present + make_interval(mins => event.hold_minutes);
  hold.user_id := caller;
  hold.source := p_source;
  hold.origin := p_origin;
  hold.cancellation_hours := event.cancellation_hours;
  hold.employee_chosen := true;
  hold.created_at := present;
  if not internal.take_seats(p_event, p_seats, hold.id, hold.expires_at) then perform internal.fail('seats_taken'); end if;
  return internal.write_hold(hold, array[(1, event.service_id, event.employee_id, event.name, event.starts_at, event.ends_at,
    p_seats * event.price_cents, null, null, null, p_event, p_seats)::internal.planned_line], visitor, event.time_zone, true);
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret, true);
  appointment constant public.appointments := opened.appointment;
  by_business constant boolean := opened.actor = 'business';
  services uuid[];
  employees uuid[];
  wanted uuid;
  demanded text;
  done boolean;
begin
  if p_idempotency_key is not null and exists (
    select from public.appointment_events where idempotency_key = p_idempotency_key) then
    if not exists (select from public.appointment_events
      where idempotency_key = p_idempotency_key and appointment_id = p_appointment) then perform internal.fail('key_used'); end if;
    return internal.visit_json(p_appointment);
  end if;
  if appointment.state not in ('requested', 'confirmed') then perform internal.fail('wrong_state', appointment.state::text); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  -- Seats have the time of their event.
  if exists (select from public.appointment_lines where appointment_id = p_appointment and event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  select array_agg(service_id order by "position"), array_agg(distinct employee_id) into services, employees
  from public.appointment_lines where appointment_id = p_appointment;
  wanted := coalesce(p_employee, case when cardinality(employees) = 1 then employees[1] end);
  if appointment.starts_at = p_starts_at and (p_employee is null or employees = array[p_employee]) then
    return internal.visit_json(p_appointment);
  end if;
  if not by_business then
    if not internal.customer_may_change(appointment) then
      perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
    end if;
    if p_starts_at <= present then perform internal.fail('past'); end if;
    demanded := internal.demanded_early_start(appointment, p_starts_at, p_early_start);
    if internal.is_limited() and (internal.moves_of_day(p_appointment, 'customer') >= 5 or (
      internal.account_of(appointment.user_id, appointment.contact_email) is null
      and internal.spend(internal.recipient_budgets(appointment.contact_email, 6, 10, 'move')) is not null)) then
      perform internal.fail('too_many_moves');
    end if;
  elsif not internal.may_book_for(appointment.location_id, p_employee) and p_employee is not null then
    perform internal.fail('not_allowed');
  end if;
  done := internal.place_lines(p_appointment, services, wanted, p_starts_at, present, by_business);
  if not done and p_employee is null and not by_business and wanted is not null then
    done := internal.place_lines(p_appointment, services, null, p_starts_at, present, false);
  end if;
  if not done then
    perform internal.refuse_start(appointment.location_id, services, wanted, p_starts_at, present, p_appointment, by_business);
  end if;
  insert into public.early_starts select p_appointment, present, demanded where demanded is not null;
  perform internal.note_move(appointment, p_starts_at, opened.actor, p_reason, p_idempotency_key);
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.set_event_seats(p_event uuid, p_seats integer)
 RETURNS public.events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event public.events := internal.open_event(p_event);
  taken integer;
begin
  if event.cancelled_at is not null then perform internal.fail('wrong_state', 'cancelled'); end if;
  if not coalesce(p_seats between 1 and 500, false) then perform internal.fail('seats_invalid'); end if;
  taken := (select count(*) from public.event_seats where event_id = p_event and source is not null
    and internal.is_live(expires_at, internal.present()));
  if p_seats < taken then perform internal.fail('seats_taken', taken::text); end if;
  -- Whose time to confirm is over may find the seat gone.
  perform internal.release_lapsed_seats(p_event);
  delete from public.event_seats where event_id = p_event and source is null and seat in (
    select seat from public.event_seats where event_id = p_event and source is null order by seat desc limit greatest(event.seats - p_seats, 0));
  insert into public.event_seats (event_id, seat)
  select p_event, (select coalesce(max(seat), 0) from public.event_seats where event_id = p_event) + more
  from generate_series(1, p_seats - event.seats) more;
  update public.events set seats = p_seats where id = p_event returning * into event;
  return event;
end $function$;

CREATE OR REPLACE FUNCTION public.upcoming_events(p_location uuid, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date)
 RETURNS TABLE(id uuid, service_id uuid, title text, employee_id uuid, starts_at timestamp with time zone, ends_at timestamp with time zone, price_cents integer, seats smallint, free_seats integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  place constant public.locations := internal.bookable_location(p_location);
  present constant timestamptz := internal.present();
  today constant date := (present at time zone place.time_zone)::date;
  first constant date := greatest(internal.reckonable(p_from), today);
  last constant date := least(coalesce(internal.reckonable(p_to), first + 91), first + 91);
begin
  return query
  select event.id, event.service_id, coalesce(nullif(event.title, ''), service.name)::text, event.employee_id, event.starts_at, event.ends_at,
    event.price_cents, event.seats, (select count(*) from public.event_seats seat
      where seat.event_id = event.id and (seat.source is null or seat.expires_at <= present))::integer
  from public.events event join public.services service on service.id = event.service_id
  where event.location_id = place.id and event.cancelled_at is null and event.starts_at > present
    and (event.starts_at at time zone place.time_zone)::date between first and last
  order by event.starts_at, event.id;
end $function$;

ALTER TABLE "public"."events" ADD CONSTRAINT "events_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."events" ADD CONSTRAINT "events_employee_id_location_id_fkey" FOREIGN KEY (employee_id, location_id) REFERENCES public.employees(id, location_id) ON DELETE CASCADE;

ALTER TABLE "public"."appointment_lines" ADD CONSTRAINT "appointment_lines_event_id_fkey" FOREIGN KEY (event_id) REFERENCES public.events(id);

ALTER TABLE "public"."event_seats" ADD CONSTRAINT "event_seats_event_id_fkey" FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;

ALTER TABLE "public"."events" ADD CONSTRAINT "events_resource_id_location_id_fkey" FOREIGN KEY (resource_id, location_id) REFERENCES public.resources(id, location_id) ON DELETE CASCADE;

ALTER TABLE "public"."events" ADD CONSTRAINT "events_service_id_location_id_fkey" FOREIGN KEY (service_id, location_id) REFERENCES public.services(id, location_id) ON DELETE CASCADE;

CREATE INDEX appointment_lines_event ON public.appointment_lines USING btree (event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX event_seats_source ON public.event_seats USING btree (source) WHERE (source IS NOT NULL);

CREATE INDEX events_employee ON public.events USING btree (employee_id);

CREATE INDEX events_location ON public.events USING btree (location_id, starts_at);

CREATE INDEX events_resource ON public.events USING btree (resource_id) WHERE (resource_id IS NOT NULL);

CREATE INDEX events_service ON public.events USING btree (service_id);

CREATE TRIGGER drop_belongings AFTER DELETE ON public.events REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION internal.drop_belongings();

CREATE TRIGGER touch BEFORE UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION internal.touch_updated_at();

CREATE POLICY "members_read" ON "public"."events" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))));

ALTER PUBLICATION "page_changes" ADD TABLE "public"."events";

REVOKE ALL ON FUNCTION "internal"."open_event"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."release_lapsed_seats"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_seats"(uuid, integer, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."cancel_event"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_event"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_event"(uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, integer, uuid, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_event"(uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, integer, uuid, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."hold_seats"(uuid, integer, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hold_seats"(uuid, integer, text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."set_event_seats"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_event_seats"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."upcoming_events"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."upcoming_events"(uuid, date, date) TO "anon", "authenticated";

GRANT ALL ON TABLE "public"."event_seats" TO "service_role";

GRANT SELECT ON TABLE "public"."events" TO "authenticated";

GRANT ALL ON TABLE "public"."events" TO "service_role";
