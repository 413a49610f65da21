set local check_function_bodies = off;

CREATE TABLE "internal"."former_prices" ("service_id" uuid NOT NULL, "employee_id" uuid, "price_cents" integer NOT NULL, "until" timestamp with time zone NOT NULL);

ALTER TABLE "internal"."former_prices" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."day_prices" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "service_id" uuid NOT NULL, "location_id" uuid NOT NULL, "percent" smallint NOT NULL, "weekdays" smallint[] NOT NULL, "starts" time without time zone NOT NULL DEFAULT '00:00:00'::time without time zone, "ends" time without time zone NOT NULL DEFAULT '24:00:00'::time without time zone, "first_day" date NOT NULL, "last_day" date, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "day_prices_check1" CHECK ((last_day >= first_day)), CONSTRAINT "day_prices_check" CHECK ((starts < ends)), CONSTRAINT "day_prices_first_day_check" CHECK (((first_day >= '2000-01-01'::date) AND (first_day <= '2200-01-01'::date))), CONSTRAINT "day_prices_last_day_check" CHECK ((last_day <= '2200-01-01'::date)), CONSTRAINT "day_prices_percent_check" CHECK (((percent >= '-90'::integer) AND (percent <= 90) AND (percent <> 0))), CONSTRAINT "day_prices_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."day_prices" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "internal"."listing_services" ADD COLUMN "special" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."appointment_lines" ADD COLUMN "struck_cents" integer;

ALTER TABLE "public"."services" ADD COLUMN "day_percent" smallint;

ALTER TYPE "internal"."line_offer" ADD ATTRIBUTE "day_priced" boolean CASCADE;

ALTER TYPE "internal"."planned_line" ADD ATTRIBUTE "struck_cents" integer CASCADE;

CREATE OR REPLACE FUNCTION internal.are_weekdays(days smallint[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return cardinality(days) between 1 and 7 and days <@ '{1,2,3,4,5,6,7}' and array_position(days, null) is null;
end $function$;

CREATE OR REPLACE FUNCTION internal.began(price public.day_prices, p_zone text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return greatest(price.first_day, (price.created_at at time zone p_zone)::date);
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
    place.notice_minutes, place.horizon_days, place.hold_minutes, place.cancellation_hours, service.day_percent is not null
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
  where service.location_id = p_location and service.active and service.booking_way <> 'phone' and not service.addon;
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

CREATE OR REPLACE FUNCTION internal.keep_day_percent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    perform internal.note_former_price(old.service_id, null, internal.with_percent(offered.cents, old.percent))
    from (select min(coalesce(own.price_cents, service.price_cents)) as cents
      from public.services service join public.locations place on place.id = service.location_id
      left join public.employee_services own on own.service_id = service.id
      where service.id = old.service_id and old.first_day <= (internal.present() at time zone place.time_zone)::date having count(*) > 0) offered;
  end if;
  update public.services set day_percent = (select max(price.percent) from public.day_prices price where price.service_id = services.id)
  where id = coalesce(new.service_id, old.service_id);
  return null;
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
    || case when line.event_id is null then '{}' else jsonb_build_object('event_id', line.event_id, 'seats', line.seats) end
    || case when line.struck_cents is null then '{}' else jsonb_build_object('struck_cents', line.struck_cents) end;
end $function$;

CREATE OR REPLACE FUNCTION internal.move_up(p_event uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  event record;
  wait public.event_waits;
  hold public.holds;
  line internal.planned_line;
  free smallint[];
begin
  -- Nearly always nobody waits.
  if not exists (select from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null) then return; end if;
  perform from public.events one where one.id = p_event for no key update;
  select one.*, place.company_id, internal.event_closes(one, place) as closes_at, coalesce(one.cancellation_hours, place.cancellation_hours) as hours,
    coalesce(nullif(one.title, ''), service.name) as name
  into event
  from public.events one join public.services service on service.id = one.service_id
  join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  -- Too late to ask somebody who has to read a mail.
  if event.id is null or event.closes_at < present + interval '30 minutes' then return; end if;
  for wait in
    select * from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null
    order by one.created_at, one.id for update
  loop
    free := array(select seat.seat from public.event_seats seat where seat.event_id = p_event and seat.source is null order by seat.seat);
    exit when cardinality(free) = 0;
    continue when cardinality(free) < wait.seats;
    line := (1, event.service_id, event.employee_id, event.name, event.starts_at, event.ends_at, wait.seats * event.price_cents, null, null, null,
      p_event, wait.seats, null);
    hold := null;
    hold.id := gen_random_uuid();
    hold.company_id := event.company_id;
    hold.location_id := event.location_id;
    hold.purpose := 'waitlist';
    hold.starts_at := event.starts_at;
    hold.ends_at := event.ends_at;
    hold.expires_at := least(present + interval '1 day', event.closes_at);
    hold.released := false;
    hold.secret_hash := sha256(convert_to(internal.wait_secret(wait.id), 'UTF8'));
    hold.user_id := wait.user_id;
    hold.lines := jsonb_build_array(internal.line_json(line));
    hold.total_cents := line.price_cents;
    hold.source := 'web';
    hold.origin := 'own_link';
    hold.cancellation_hours := event.hours;
    hold.employee_chosen := true;
    hold.created_at := present;
    insert into public.holds values (hold.*);
    update public.event_seats seat set source = hold.id, expires_at = hold.expires_at where seat.event_id = p_event and seat.seat = any(free[1:wait.seats]);
    update public.event_waits set hold_id = hold.id where id = wait.id returning * into wait;
    perform internal.mail_waiting(wait, 'event_seat_free', jsonb_build_object('until', hold.expires_at));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.note_former_price(p_service uuid, p_employee uuid, p_cents integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from internal.former_prices where service_id = p_service and until < internal.present() - interval '60 days';
  -- A service that is just being deleted takes its people and day prices with it.
  insert into internal.former_prices select p_service, p_employee, p_cents, internal.present() where exists (select from public.services where id = p_service);
end $function$;

CREATE OR REPLACE FUNCTION internal.note_own_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or old.price_cents is distinct from new.price_cents then
    perform internal.note_former_price(old.service_id, old.employee_id, coalesce(old.price_cents, service.price_cents))
    from public.services service where service.id = old.service_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.note_service_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.note_former_price(old.id, null, old.price_cents);
  return null;
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
    null::int4multirange, null::int4multirange, offer.day_priced
  from (
    select every.*, max(every.lines) over () as most_lines
    from (
      select wish.line::integer, dense_rank() over (order by person.position, person.id)::integer as turn,
        person.id as employee_id, service.id as service_id, service.name as service_name,
        coalesce(own.price_cents, service.price_cents) as price_cents,
        coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)::integer as minutes,
        service.buffer_before_minutes::integer as before, service.buffer_after_minutes::integer as after,
        service.resource_kind, service.day_percent is not null as day_priced, service.processing_start::integer as gap_start, service.processing_minutes::integer as gap_minutes,
        count(*) over (partition by person.id) as lines
      from unnest(services) with ordinality as wish (service_id, line)
      join public.services service on service.id = wish.service_id and service.location_id = location
      join public.employee_services own on own.service_id = service.id
      join public.employees person on person.id = own.employee_id
      where person.active and (by_hand or service.active and service.booking_way <> 'phone' and (not service.addon
          or exists (select from public.service_addons link where link.addon_id = service.id and link.service_id = any(services))))
        and (employee is null or person.id = employee)
    ) every
  ) offer
  where offer.lines = cardinality(services) or (employee is null and offer.most_lines < cardinality(services))
  order by offer.line desc, offer.turn;
end $function$;

CREATE OR REPLACE FUNCTION internal.offers_json(p_shown uuid[], p_services internal.listing_services[] DEFAULT NULL::internal.listing_services[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_agg(jsonb_build_object('id', service.id, 'category_id', service.category_id, 'name', service.name, 'duration_minutes', service.duration_minutes,
      'price_cents', kept.price_cents, 'price_from', service.price_from or kept.price_cents < any(kept.prices) or coalesce(service.day_percent, 0) > 0)
      order by array_position(p_shown, service.id))::text
    from unnest(coalesce(p_services, array(
      select row(known.*)::internal.listing_services from internal.listing_services known where known.service_id = any(p_shown)))) kept
    join public.services service on service.id = kept.service_id where service.id = any(p_shown));
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

CREATE OR REPLACE FUNCTION internal.plan_one(p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamp with time zone, p_present timestamp with time zone)
 RETURNS internal.quick_plan
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wanted constant integer := internal.minute(p_starts_at);
  plan internal.quick_plan;
begin
  -- One statement: starting one costs PostgreSQL more than reading rows.
  select person.fits and not person.held, person.fits_unbooked and (person.held or not person.fits),
    person.company_id, person.hold_minutes, person.cancellation_hours, person.id, person.service_name,
    p_starts_at + person.minutes * interval '1 minute', person.price,
    person.busy, person.date, person.zone
  into plan
  from (
    select visit.*, day.booked + case when hold.minutes is null or visit.alone then 0
        else internal.length_of(hold.minutes * int4multirange(int4range(day.begins, day.ends))) end as booked,
      coalesce(hold.minutes && visit.busy, false) as held,
      case when visit.resource_kind is null and not visit.special and day.begins <= visit.low and visit.high <= day.ends then
        visit.may and exists (
          select from internal.runs(
            case when visit.gap_start is null then day.free else (
              select open from internal.openings(
                day.work, day.free, visit.before, visit.minutes, visit.after, visit.gap_start, visit.gap_minutes, null)) end,
            case when visit.gap_start is null then wanted - visit.low else 0 end,
            case when visit.gap_start is null then visit.high - wanted else 1 end,
            day.work, day.begins, visit.grid_minutes, wanted, wanted) run
          where run.first = wanted) end as fits,
      visit.may and exists (
        select from internal.runs(
          day.work, wanted - visit.low, visit.high - wanted, day.work, day.begins, visit.grid_minutes, wanted, wanted) run
        where run.first = wanted) as fits_unbooked
    from (
      select service.company_id, service.hold_minutes, service.cancellation_hours, service.service_name, service.grid_minutes,
        service.resource_kind, service.special, service.gap_start, service.gap_minutes, service.before, service.after, each.id, each.minutes, each.price,
        each.turn, wanted - service.before as low, wanted + each.minutes + service.after as high,
        service.zone, (p_starts_at at time zone service.zone)::date as date,
        date_trunc('minute', p_starts_at) = p_starts_at and p_starts_at >= p_present + service.notice_minutes * interval '1 minute'
          and (p_starts_at at time zone service.zone)::date <= (p_present at time zone service.zone)::date + service.horizon_days as may,
        p_employee is not null or cardinality(service.employees) = 1 as alone,
        internal.busy(wanted, service.before, each.minutes, service.after, service.gap_start, service.gap_minutes) as busy
      from internal.listing_services service
      cross join lateral unnest(service.employees, service.minutes, service.prices) with ordinality each (id, minutes, price, turn)
      where service.service_id = p_service and service.location_id = p_location and (p_employee is null or each.id = p_employee)
      offset 0) visit
    left join internal.free_days day on day.employee_id = visit.id and day.day = visit.date
    -- What is held: of who is alone, in the way of this visit; else on the whole day, since who has the least decides.
    cross join lateral (
      select range_agg(one.minutes) as minutes from public.occupancies one
      where one.subject = visit.id and one.expires_at > p_present
        and one.minutes && case when visit.alone then range_merge(visit.busy) else int4range(day.begins, day.ends) end) hold
    offset 0) person
  -- Whoever's day is not known decides; then who can, by rule 7.
  order by person.fits is null desc, (person.fits and not person.held) desc, person.booked, person.turn
  limit 1;
  return plan;
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
    struck := null;
    if offer.day_priced then
      select * into offer.price_cents, struck
      from internal.price_on(offer.service_id, offer.employee_id, offer.price_cents, internal.instant(minute), place.time_zone, p_now);
    end if;
    return next (step, offer.service_id, offer.employee_id, offer.service_name, internal.instant(minute),
      internal.instant(minute + offer.minutes), offer.price_cents, occupied, resource, reserved, null, null,
      struck)::internal.planned_line;
    minute := minute + offer.minutes;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_wishes(visit public.appointments, wishes internal.wished_line[], p_starts_at timestamp with time zone, p_present timestamp with time zone, OUT planned internal.planned_line[], OUT agreed integer[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  minute integer := internal.minute(p_starts_at);
  wish internal.wished_line;
  offer internal.line_offer;
  usual integer;
  whole int4multirange;
  spare record;
  resource uuid;
  struck integer;
  zone constant text := (select location.time_zone from public.locations location where location.id = visit.location_id);
begin
  planned := '{}';
  for turn in 1 .. cardinality(wishes) loop
    wish := wishes[turn];
    select * into offer from internal.offered_lines(visit.location_id, array[wish.service_id], wish.employee_id, true) where wish.employee_id is not null;
    if offer.line is null then
      perform internal.fail('not_offered', (select service.name from public.services service
        where service.id = wish.service_id and service.location_id = visit.location_id));
    end if;
    usual := offer.minutes;
    if wish.minutes not between 5 and 1440 then perform internal.fail('line_minutes'); end if;
    if wish.minutes is not null then offer := internal.lasting(offer, wish.minutes); end if;
    agreed[turn] := nullif(wish.minutes, usual);
    whole := int4multirange(int4range(minute - offer.before, minute + offer.minutes + offer.after));
    resource := null;
    if offer.resource_kind is not null then
      select * into spare from internal.resources(visit.location_id, offer.resource_kind, lower(whole), upper(whole),
        (p_present, visit.id, false, false, false)::internal.outlook);
      resource := (select one.id from unnest(spare.ids, spare.spare) with ordinality one (id, times, place)
        where one.times @> whole order by one.place limit 1);
    end if;
    struck := null;
    if offer.day_priced then
      select * into offer.price_cents, struck
      from internal.price_on(offer.service_id, offer.employee_id, offer.price_cents, internal.instant(minute), zone, p_present);
    end if;
    planned := planned || (turn, offer.service_id, offer.employee_id, offer.service_name, internal.instant(minute),
      internal.instant(minute + offer.minutes), offer.price_cents,
      internal.busy(minute, offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes)
        - coalesce((select range_agg(line.occupied) from unnest(planned) line where line.employee_id = offer.employee_id), '{}'),
      resource, case when offer.resource_kind is not null then
        whole - coalesce((select range_agg(line.reserved) from unnest(planned) line where line.resource_id = resource), '{}') end,
      null, null, struck)::internal.planned_line;
    minute := minute + offer.minutes;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.price_on(p_service uuid, p_employee uuid, p_regular integer, p_starts_at timestamp with time zone, p_zone text, p_present timestamp with time zone, OUT price_cents integer, OUT struck_cents integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  local constant timestamp := p_starts_at at time zone p_zone;
  price public.day_prices;
begin
  select * into price from public.day_prices every
  where every.service_id = p_service and extract(isodow from local) = any(every.weekdays) and local::time >= every.starts and local::time < every.ends
    and local::date >= every.first_day and (every.last_day is null or local::date <= every.last_day)
  order by every.percent limit 1;
  if price.id is null then
    price_cents := p_regular;
  else
    select * into price_cents, struck_cents from internal.reduced_price(price, p_employee, p_regular, p_zone, p_present);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.reduced_price(price public.day_prices, p_employee uuid, p_regular integer, p_zone text, p_present timestamp with time zone, OUT price_cents integer, OUT struck_cents integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  began constant date := internal.began(price, p_zone);
  since constant timestamptz := (least(began, (p_present at time zone p_zone)::date) - 30)::timestamp at time zone p_zone;
begin
  price_cents := internal.with_percent(p_regular, price.percent);
  if price_cents >= p_regular or p_present >= (began + 30)::timestamp at time zone p_zone then return; end if;
  struck_cents := least(p_regular,
    (select min(former.price_cents) from internal.former_prices former
      where former.service_id = price.service_id and (former.employee_id is null or former.employee_id = p_employee) and former.until > since),
    (select internal.with_percent(p_regular, min(other.percent)) from public.day_prices other
      where other.service_id = price.service_id and internal.began(other, p_zone) < began and coalesce(other.last_day, began) >= began - 30));
  if struck_cents <= price_cents then struck_cents := null; end if;
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
    -- What the customer has seen must still be so.
    if not exists (select from public.events event where event.id = (hold.lines -> 0 ->> 'event_id')::uuid and event.starts_at = hold.starts_at
      and event.ends_at = hold.ends_at and event.employee_id = (hold.lines -> 0 ->> 'employee_id')::uuid) then
      perform internal.fail('seats_taken');
    end if;
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
    lines = (select jsonb_agg(internal.line_json(line) || jsonb_build_object('price_cents', hold.lines -> (line."position" - 1) -> 'price_cents',
        'struck_cents', hold.lines -> (line."position" - 1) -> 'struck_cents'))
      from unnest(planned) line)
  where id = hold.id returning * into hold;
  return hold;
end $function$;

CREATE OR REPLACE FUNCTION internal.visit_json(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('id', appointment.id, 'state', appointment.state, 'starts_at', appointment.starts_at,
      'ends_at', appointment.ends_at, 'hold_expires_at', null, 'total_cents', appointment.total_cents,
      'sequence', appointment.sequence, 'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('position', line."position", 'service_id', line.service_id,
          'service_name', line.service_name, 'employee_id', line.employee_id, 'starts_at', line.starts_at,
          'ends_at', line.ends_at, 'price_cents', line.price_cents, 'struck_cents', line.struck_cents) order by line."position"), '[]')
        from public.appointment_lines line where line.appointment_id = appointment.id))
    from public.appointments appointment where appointment.id = p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION internal.with_percent(p_cents integer, p_percent integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((round((((p_cents * (100 + p_percent)))::numeric / 1000.0)))::integer * 10);

CREATE OR REPLACE FUNCTION internal.write_lines(p_appointment uuid, planned internal.planned_line[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  agreed constant public.appointment_lines[] := array(
    select line from public.appointment_lines line where line.appointment_id = p_appointment order by line."position");
begin
  delete from public.appointment_lines where appointment_id = p_appointment;
  insert into public.appointment_lines
    (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, agreed_minutes,
    struck_cents)
  select p_appointment, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    coalesce((agreed[line."position"]).price_cents, line.price_cents), line.resource_id, (agreed[line."position"]).agreed_minutes,
    case when (agreed[line."position"]).price_cents is null then line.struck_cents else (agreed[line."position"]).struck_cents end
  from unnest(planned) line;
  perform internal.add_up(p_appointment);
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
  select one.*, place.company_id, place.time_zone, place.hold_minutes, internal.event_closes(one, place) as closes_at,
    coalesce(one.cancellation_hours, place.cancellation_hours) as hours, coalesce(nullif(one.title, ''), service.name) as name
  into event
  from public.events one join public.services service on service.id = one.service_id
  join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  perform internal.check_wish(array[event.service_id], event.starts_at, p_secret_hash, p_source, p_origin, present);
  if not coalesce(p_seats between 1 and 10, false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
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
  hold.cancellation_hours := event.hours;
  hold.employee_chosen := true;
  hold.created_at := present;
  if not internal.take_seats(p_event, p_seats, hold.id, hold.expires_at) then perform internal.fail('seats_taken'); end if;
  return internal.write_hold(hold, array[(1, event.service_id, event.employee_id, event.name, event.starts_at, event.ends_at,
    p_seats * event.price_cents, null, null, null, p_event, p_seats, null)::internal.planned_line], visitor, event.time_zone, true);
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
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(free) || jsonb_build_object('total_cents', priced.total) order by free.starts_at), '[]')
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

CREATE OR REPLACE FUNCTION public.listed_day_prices(p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place constant public.locations := internal.bookable_location(p_location);
  present constant timestamptz := internal.present();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', price.id, 'service_id', price.service_id, 'percent', price.percent, 'weekdays', price.weekdays,
        'starts', to_char(price.starts, 'HH24:MI'), 'ends', to_char(price.ends, 'HH24:MI'), 'first_day', price.first_day, 'last_day', price.last_day,
        'price_cents', offered.price_cents, 'dearer', offered.dearer or service.price_from, 'struck_cents', offered.struck_cents)
      order by price.weekdays, price.starts, price.id), '[]')
    from public.day_prices price
    join public.services service on service.id = price.service_id
    cross join lateral (
      select (array_agg(one.price_cents order by one.price_cents))[1] as price_cents, min(one.price_cents) < max(one.price_cents) as dearer,
        (array_agg(one.struck_cents order by one.price_cents))[1] as struck_cents
      from public.employee_services own
      join public.employees person on person.id = own.employee_id and person.active
      cross join lateral internal.reduced_price(
        price, own.employee_id, coalesce(own.price_cents, service.price_cents), place.time_zone, present) one
      where own.service_id = service.id having count(*) > 0) offered
    where price.location_id = place.id and (price.last_day is null or price.last_day >= (present at time zone place.time_zone)::date));
end $function$;

ALTER TABLE "internal"."former_prices" ADD CONSTRAINT "former_prices_service_id_fkey" FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE CASCADE;

ALTER TABLE "public"."day_prices" ADD CONSTRAINT "day_prices_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

ALTER TABLE "public"."day_prices" ADD CONSTRAINT "day_prices_service_id_location_id_fkey" FOREIGN KEY (service_id, location_id) REFERENCES public.services(id, location_id) ON DELETE CASCADE;

CREATE INDEX former_prices_service ON internal.former_prices USING btree (service_id, until);

CREATE INDEX day_prices_location ON public.day_prices USING btree (location_id);

CREATE INDEX day_prices_service ON public.day_prices USING btree (service_id);

CREATE TRIGGER keep_day_percent AFTER INSERT OR DELETE ON public.day_prices FOR EACH ROW EXECUTE FUNCTION internal.keep_day_percent();

CREATE TRIGGER note_own_price AFTER DELETE OR UPDATE ON public.employee_services FOR EACH ROW EXECUTE FUNCTION internal.note_own_price();

CREATE TRIGGER note_service_price AFTER UPDATE OF price_cents ON public.services FOR EACH ROW WHEN ((old.price_cents <> new.price_cents)) EXECUTE FUNCTION internal.note_service_price();

CREATE POLICY "managers_delete" ON "public"."day_prices" FOR DELETE TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "managers_insert" ON "public"."day_prices" FOR INSERT TO "authenticated" WITH CHECK ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "managers_update" ON "public"."day_prices" FOR UPDATE TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as)))) WITH CHECK ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "members_read" ON "public"."day_prices" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))));

REVOKE ALL ON FUNCTION "internal"."are_weekdays"(smallint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."are_weekdays"(smallint[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."are_weekdays"(smallint[]) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."began"(public.day_prices, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_day_percent"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_former_price"(uuid, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_own_price"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_service_price"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."price_on"(uuid, uuid, integer, timestamp with time zone, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."reduced_price"(public.day_prices, uuid, integer, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."with_percent"(integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_priced_starts"(uuid, uuid[], uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_priced_starts"(uuid, uuid[], uuid, date, date) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_priced_starts"(uuid, uuid[], uuid, date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."listed_day_prices"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."listed_day_prices"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."listed_day_prices"(uuid) TO "service_role";

GRANT INSERT ("ends") ON TABLE "public"."day_prices" TO "authenticated";

GRANT INSERT ("first_day") ON TABLE "public"."day_prices" TO "authenticated";

GRANT INSERT ("id") ON TABLE "public"."day_prices" TO "authenticated";

GRANT INSERT ("last_day") ON TABLE "public"."day_prices" TO "authenticated";

GRANT INSERT ("location_id") ON TABLE "public"."day_prices" TO "authenticated";

GRANT INSERT ("percent") ON TABLE "public"."day_prices" TO "authenticated";

GRANT INSERT ("service_id") ON TABLE "public"."day_prices" TO "authenticated";

GRANT INSERT ("starts") ON TABLE "public"."day_prices" TO "authenticated";

GRANT INSERT ("weekdays") ON TABLE "public"."day_prices" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."day_prices" TO "authenticated";

GRANT ALL ON TABLE "public"."day_prices" TO "service_role";

ALTER TABLE "public"."day_prices" ADD CONSTRAINT "day_prices_weekdays_check" CHECK (internal.are_weekdays(weekdays));
