set local check_function_bodies = off;

CREATE TABLE "public"."package_services" ("package_id" uuid NOT NULL, "position" smallint NOT NULL, "service_id" uuid NOT NULL, "location_id" uuid NOT NULL, CONSTRAINT "package_services_package_id_service_id_key" UNIQUE (package_id, service_id), CONSTRAINT "package_services_pkey" PRIMARY KEY (package_id, "position"), CONSTRAINT "package_services_position_check" CHECK ((("position" >= 1) AND ("position" <= 10))));

ALTER TABLE "public"."package_services" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."packages" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "location_id" uuid NOT NULL, "name" text NOT NULL, "description" text NOT NULL DEFAULT ''::text, "price_cents" integer NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "packages_description_check" CHECK ((length(description) <= 1000)), CONSTRAINT "packages_id_location_id_key" UNIQUE (id, location_id), CONSTRAINT "packages_name_check" CHECK (((length(btrim(name)) >= 2) AND (length(name) <= 120))), CONSTRAINT "packages_pkey" PRIMARY KEY (id), CONSTRAINT "packages_price_cents_check" CHECK (((price_cents >= 0) AND (price_cents <= 10000000))));

ALTER TABLE "public"."packages" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."packages" REPLICA IDENTITY FULL;

ALTER TABLE "public"."appointments" ADD COLUMN "package_name" character varying(120);

ALTER TABLE "public"."holds" ADD COLUMN "package_name" character varying(120);

CREATE OR REPLACE FUNCTION internal.as_appointment(hold public.holds)
 RETURNS public.appointments
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  visit public.appointments;
begin
  visit.id := hold.id;
  visit.company_id := hold.company_id;
  visit.location_id := hold.location_id;
  visit.state := internal.hold_state(hold);
  visit.package_name := hold.package_name;
  visit.starts_at := hold.starts_at;
  visit.ends_at := hold.ends_at;
  visit.user_id := hold.user_id;
  visit.contact_name := '';
  visit.contact_email := '';
  visit.contact_phone := '';
  visit.note := '';
  visit.total_cents := hold.total_cents;
  visit.source := hold.source;
  visit.origin := hold.origin;
  visit.cancellation_hours := hold.cancellation_hours;
  visit.sequence := 0;
  visit.created_at := hold.created_at;
  visit.employee_chosen := hold.employee_chosen;
  return visit;
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
      contact_phone, note, total_cents, source, origin, cancellation_hours, idempotency_key, created_at, employee_chosen, package_name)
    values (p_hold, hold.company_id, hold.location_id, next_state, hold.starts_at, hold.ends_at, customer, hold.user_id, contact ->> 'name',
      contact ->> 'email', contact ->> 'phone', contact ->> 'note', hold.total_cents, hold.source, hold.origin, hold.cancellation_hours,
      hold.idempotency_key, hold.created_at, hold.employee_chosen, hold.package_name)
  ), lines as (
    insert into public.appointment_lines
      (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, event_id, seats,
      struck_cents)
    select p_hold, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at, line.price_cents,
      line.resource_id, line.event_id, coalesce(line.seats, 1), line.struck_cents
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

CREATE OR REPLACE FUNCTION internal.drop_package()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.packages where id = old.package_id;
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
      quick.price_cents, quick.occupied, null, null, null, null, null)::internal.planned_line], visitor, quick.zone,
      caller is not null or p_replace is not null);
    if answer is not null then return answer; end if;
  end if;
  perform internal.check_tests(p_services, p_starts_at, caller, secret);
  if caller is null and p_replace is null then
    if internal.live_holds(caller, secret, null, present) >= 3 then perform internal.fail('too_many_holds'); end if;
  end if;

  select location.company_id, location.time_zone, location.hold_minutes, location.cancellation_hours into place
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = p_location and location.state = 'published' and company.state = 'active';
  hold.company_id := place.company_id;
  hold.expires_at := present + make_interval(mins => place.hold_minutes);
  hold.cancellation_hours := place.cancellation_hours;
  if cardinality(p_services) > 1 then hold.package_name := (internal.package_of(p_location, p_services)).name; end if;
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

CREATE OR REPLACE FUNCTION internal.package_of(p_location uuid, p_services uuid[])
 RETURNS public.packages
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found public.packages;
begin
  select package.* into found from public.packages package
  where package.location_id = p_location and p_services = array(
    select part.service_id from public.package_services part where part.package_id = package.id order by part."position")
  order by package.price_cents, package.id limit 1;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.package_shares(p_location uuid, p_services uuid[])
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  price constant integer := (internal.package_of(p_location, p_services)).price_cents;
  shares integer[];
begin
  if price is null then return null; end if;
  select array_agg(case when sums.whole = 0 then 0 else floor(price::bigint * service.price_cents / sums.whole) end order by wish.turn) into shares
  from unnest(p_services) with ordinality wish (service_id, turn)
  join public.services service on service.id = wish.service_id
  cross join lateral (select sum(one.price_cents) as whole from unnest(p_services) each join public.services one on one.id = each) sums;
  -- The first line carries what rounding leaves.
  shares[1] := shares[1] + price - (select sum(share) from unnest(shares) share);
  return shares;
end $function$;

CREATE OR REPLACE FUNCTION internal.place_wishes(visit public.appointments, wishes internal.wished_line[], p_starts_at timestamp with time zone, p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  plan constant record := internal.plan_wishes(visit, wishes, p_starts_at, p_present);
  takings constant internal.taking[] := internal.takings(plan.planned);
  earlier constant public.appointment_lines[] := array(
    select line from public.appointment_lines line where line.appointment_id = visit.id);
begin
  perform internal.vacate(visit.id);
  if exists (select from unnest(plan.planned) line where line.reserved is not null and line.resource_id is null)
    or not internal.release_expired(takings, p_present, false) or not internal.occupy(visit.id, 'line', takings, null) then
    perform internal.fail('slot_taken', internal.obstacles_to(visit, plan.planned, p_present)::text);
  end if;
  if array(select line.service_id from unnest(earlier) line order by line."position")
    <> array(select line.service_id from unnest(plan.planned) line order by line."position") then
    update public.appointments set package_name = null where id = visit.id and package_name is not null;
  end if;
  delete from public.appointment_lines where appointment_id = visit.id;
  insert into public.appointment_lines
    (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, agreed_minutes,
    struck_cents)
  select visit.id, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    coalesce(wish.price_cents, was.price_cents, line.price_cents), line.resource_id, plan.agreed[line."position"],
    case when wish.price_cents is null and was.price_cents is null then line.struck_cents
      when coalesce(wish.price_cents, was.price_cents) = was.price_cents then was.struck_cents end
  from unnest(plan.planned) line
  join unnest(wishes) with ordinality as wish (origin, service_id, employee_id, minutes, price_cents, turn) on wish.turn = line."position"
  left join unnest(earlier) was on was."position" = wish.origin and was.service_id = line.service_id;
  perform internal.add_up(visit.id);
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
  struck integer;
  -- What the lines cost as a package.
  shares integer[];
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
  if cardinality(p_services) > 1 then shares := internal.package_shares(p_location, p_services); end if;
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
    struck := null;
    if shares is not null then
      offer.price_cents := shares[step];
    elsif offer.day_priced then
      select * into offer.price_cents, struck
      from internal.price_on(offer.service_id, offer.employee_id, offer.price_cents, internal.instant(minute), place.time_zone, p_now);
    end if;
    return next (step, offer.service_id, offer.employee_id, offer.service_name, internal.instant(minute),
      internal.instant(minute + offer.minutes), offer.price_cents, occupied, resource, reserved, null, null,
      struck)::internal.planned_line;
    minute := minute + offer.minutes;
  end loop;
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
  p_contact := internal.contact_by_hand(p_contact, place.company_id);
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
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key, for_name, package_name)
  values (made, place.company_id, p_location, 'confirmed', p_starts_at, p_starts_at + interval '1 minute',
    coalesce((p_contact ->> 'customer_id')::uuid, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name', contact ->> 'email',
    contact ->> 'phone', contact ->> 'note', 0, 'admin', place.cancellation_hours, p_idempotency_key, internal.clean_name(p_contact ->> 'for_name'),
    (internal.package_of(p_location, p_services)).name)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not internal.place_lines(made, p_services, p_employee, p_starts_at, present, true) then
    perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present, made, true);
  end if;
  if not coalesce(p_anyway, false) then
    warnings := internal.warnings_by_hand(made, present);
    if warnings is not null then perform internal.fail('unusual_time', warnings::text); end if;
  end if;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at, actor_role, actor_reads_all)
  values (made, 'create', 'business', internal.person(), 'confirmed', p_starts_at,
    (select role from internal.memberships() where company_id = place.company_id),
    place.company_id in (select internal.companies_with('all_customers')));
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $function$;

CREATE OR REPLACE FUNCTION public.create_package(p_location uuid, p_name text, p_services uuid[], p_price_cents integer, p_description text DEFAULT ''::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  if not coalesce(length(btrim(p_name)) between 2 and 120 and cardinality(p_services) between 2 and 10 and p_price_cents between 0 and 10000000
    and length(coalesce(p_description, '')) <= 1000
    and (select count(distinct wish) from unnest(p_services) wish) = cardinality(p_services), false) then
    perform internal.fail('package_invalid');
  end if;
  if exists (select from unnest(p_services) wish where not exists (
    select from public.services service where service.id = wish and service.location_id = p_location)) then
    perform internal.fail('service_not_found');
  end if;
  insert into public.packages (location_id, name, description, price_cents)
  values (p_location, btrim(p_name), btrim(coalesce(p_description, '')), p_price_cents) returning id into made;
  insert into public.package_services (package_id, "position", service_id, location_id)
  select made, wish.turn, wish.service_id, p_location from unnest(p_services) with ordinality wish (service_id, turn);
  return made;
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
      'package_name', appointment.package_name,
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

CREATE OR REPLACE FUNCTION public.list_priced_starts(p_location uuid, p_services uuid[], p_employee uuid DEFAULT NULL::uuid, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := (select location.time_zone from public.locations location where location.id = p_location);
  present constant timestamptz := internal.present();
  whole constant integer := (internal.package_of(p_location, p_services)).price_cents;
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(free) || jsonb_build_object('total_cents', coalesce(whole, priced.total)) order by free.starts_at), '[]')
    from public.available_starts(p_location, p_services, p_employee, p_from, p_to) free
    cross join lateral (
      select sum(case when line.day_percent is null then line.cents
        else (internal.price_on(line.service_id, line.employee_id, line.cents, line.starts_at, zone, present)).price_cents end) as total
      from (
        select service.id as service_id, own.employee_id, service.day_percent, coalesce(own.price_cents, service.price_cents) as cents,
          free.starts_at + make_interval(mins => coalesce(sum(
            coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)) over earlier, 0)::integer)
            as starts_at
        from unnest(p_services) with ordinality wish (service_id, turn)
        join public.services service on service.id = wish.service_id
        join public.employee_services own on own.service_id = service.id
          and own.employee_id = case when cardinality(free.employee_ids) = 1 then free.employee_ids[1] else free.employee_ids[wish.turn] end
        window earlier as (order by wish.turn rows between unbounded preceding and 1 preceding)) line) priced);
end $function$;

ALTER TABLE "public"."package_services" ADD CONSTRAINT "package_services_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

ALTER TABLE "public"."package_services" ADD CONSTRAINT "package_services_service_id_location_id_fkey" FOREIGN KEY (service_id, location_id) REFERENCES public.services(id, location_id) ON DELETE CASCADE;

ALTER TABLE "public"."package_services" ADD CONSTRAINT "package_services_package_id_location_id_fkey" FOREIGN KEY (package_id, location_id) REFERENCES public.packages(id, location_id) ON DELETE CASCADE;

ALTER TABLE "public"."packages" ADD CONSTRAINT "packages_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

CREATE INDEX package_services_location ON public.package_services USING btree (location_id);

CREATE INDEX package_services_service ON public.package_services USING btree (service_id);

CREATE INDEX packages_location ON public.packages USING btree (location_id);

CREATE TRIGGER drop_package AFTER DELETE ON public.package_services FOR EACH ROW EXECUTE FUNCTION internal.drop_package();

CREATE POLICY "managers_delete" ON "public"."package_services" FOR DELETE TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "managers_insert" ON "public"."package_services" FOR INSERT TO "authenticated" WITH CHECK ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "managers_update" ON "public"."package_services" FOR UPDATE TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as)))) WITH CHECK ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "members_read" ON "public"."package_services" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))));

CREATE POLICY "visitors_read" ON "public"."package_services" FOR SELECT TO PUBLIC USING (internal.is_published(location_id));

CREATE POLICY "managers_delete" ON "public"."packages" FOR DELETE TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "managers_insert" ON "public"."packages" FOR INSERT TO "authenticated" WITH CHECK ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "managers_update" ON "public"."packages" FOR UPDATE TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as)))) WITH CHECK ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "members_read" ON "public"."packages" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))));

CREATE POLICY "visitors_read" ON "public"."packages" FOR SELECT TO PUBLIC USING (internal.is_published(location_id));

ALTER PUBLICATION "page_changes" ADD TABLE "public"."packages";

REVOKE ALL ON FUNCTION "internal"."drop_package"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."package_of"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."package_shares"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."create_package"(uuid, text, uuid[], integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_package"(uuid, text, uuid[], integer, text) TO "authenticated";

GRANT SELECT ON TABLE "public"."package_services" TO "anon";

GRANT INSERT ("location_id") ON TABLE "public"."package_services" TO "authenticated";

GRANT INSERT ("package_id") ON TABLE "public"."package_services" TO "authenticated";

GRANT INSERT ("position") ON TABLE "public"."package_services" TO "authenticated";

GRANT INSERT ("service_id") ON TABLE "public"."package_services" TO "authenticated";

GRANT SELECT ON TABLE "public"."package_services" TO "authenticated";

GRANT ALL ON TABLE "public"."package_services" TO "service_role";

GRANT SELECT ON TABLE "public"."packages" TO "anon";

GRANT INSERT ("description") ON TABLE "public"."packages" TO "authenticated";

GRANT INSERT ("id") ON TABLE "public"."packages" TO "authenticated";

GRANT INSERT ("location_id") ON TABLE "public"."packages" TO "authenticated";

GRANT INSERT ("name") ON TABLE "public"."packages" TO "authenticated";

GRANT INSERT ("price_cents") ON TABLE "public"."packages" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."packages" TO "authenticated";

GRANT ALL ON TABLE "public"."packages" TO "service_role";

insert into internal.exported_tables (position, name, via, parents) values
  (68, 'packages', 'location_id', '{locations}'), (69, 'package_services', 'location_id', '{locations}');
