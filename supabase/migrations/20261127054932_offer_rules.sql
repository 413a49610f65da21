set local check_function_bodies = off;

DROP FUNCTION "internal"."hold_starts"(public.offers, public.search_orders, public.locations, uuid[], timestamp with time zone[], uuid[], integer, text, uuid);

CREATE TABLE "public"."offer_rules" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "location_id" uuid NOT NULL, "service_ids" uuid[] NOT NULL, "active" boolean NOT NULL DEFAULT true, "horizon_hours" smallint NOT NULL, "min_gap_minutes" smallint NOT NULL DEFAULT 0, "discount_percent" smallint NOT NULL DEFAULT 0, "per_day" smallint NOT NULL, "from_minute" smallint NOT NULL DEFAULT 0, "to_minute" smallint NOT NULL DEFAULT 1440, "new_customers" boolean NOT NULL DEFAULT false, "text" character varying(500) NOT NULL DEFAULT ''::character varying, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "checked_at" timestamp with time zone, CONSTRAINT "offer_rules_discount_percent_check" CHECK (((discount_percent >= 0) AND (discount_percent <= 30))), CONSTRAINT "offer_rules_from_minute_check" CHECK (((from_minute >= 0) AND (from_minute <= 1439))), CONSTRAINT "offer_rules_horizon_hours_check" CHECK (((horizon_hours >= 2) AND (horizon_hours <= 48))), CONSTRAINT "offer_rules_hours" CHECK ((from_minute < to_minute)), CONSTRAINT "offer_rules_min_gap_minutes_check" CHECK (((min_gap_minutes >= 0) AND (min_gap_minutes <= 480))), CONSTRAINT "offer_rules_per_day_check" CHECK (((per_day >= 1) AND (per_day <= 10))), CONSTRAINT "offer_rules_pkey" PRIMARY KEY (id), CONSTRAINT "offer_rules_service_ids_check" CHECK (((cardinality(service_ids) >= 1) AND (cardinality(service_ids) <= 10))), CONSTRAINT "offer_rules_to_minute_check" CHECK (((to_minute >= 1) AND (to_minute <= 1440))));

ALTER TABLE "public"."offer_rules" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."offers" ADD COLUMN "rule_id" uuid;

ALTER TABLE "public"."offers" ADD COLUMN "reference_cents" integer;

CREATE OR REPLACE FUNCTION internal.check_room_for_offer(wish public.search_orders, p_location uuid, p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if wish.state <> 'open' or wish.expires_at <= p_present then perform internal.fail('order_closed'); end if;
  update public.offers set state = 'expired', decided_at = expires_at where order_id = wish.id and state = 'sent' and expires_at <= p_present;
  if exists (select from public.offers other where other.order_id = wish.id and other.location_id = p_location and other.state = 'sent') then
    perform internal.fail('offer_exists');
  end if;
  if (select count(*) from public.offers other where other.order_id = wish.id and other.state = 'sent') >= 5 then perform internal.fail('offers_full'); end if;
  if (select count(*) from public.offers other where other.order_id = wish.id and other.location_id = p_location) >= 5 then
    perform internal.fail('too_many_offers');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.hold_starts(offer public.offers, wish public.search_orders, place public.locations, p_services uuid[], p_starts timestamp with time zone[], p_employees uuid[], p_price_cents integer, p_text text, p_key uuid, rule public.offer_rules DEFAULT NULL::public.offer_rules)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  mine constant uuid[] := case when rule.id is null then internal.employees_to_offer(place.id) end;
  wished constant int4multirange := internal.wished_minutes(wish, place.time_zone);
  left_over record;
  visits jsonb := '[]';
  planned internal.planned_line[];
  person uuid;
  visitor internal.visitor;
  hold public.holds;
  listed integer;
  lowest integer;
  outside smallint := 0;
begin
  select * into left_over from internal.holds_left(place, wish.id, present);
  if left_over.for_order < cardinality(p_starts) then perform internal.fail('too_many_starts', jsonb_build_object('left', greatest(left_over.for_order, 0))::text); end if;
  if left_over.here < cardinality(p_starts) then perform internal.fail('hold_budget', jsonb_build_object('left', greatest(left_over.here, 0))::text); end if;
  for turn in 1 .. cardinality(p_starts) loop
    person := coalesce(p_employees[turn], case when cardinality(mine) = 1 then mine[1] end);
    if person is not null and not exists (select from public.employees one where one.id = person and one.location_id = place.id and one.active) then
      perform internal.fail('employee_not_found');
    end if;
    if mine is not null and (person is null or person <> all(mine)) then perform internal.fail('not_allowed'); end if;
    planned := array(select plan from internal.plan_visit(place.id, p_services, person, internal.reckonable(p_starts[turn]), present, p_without_notice => true) plan);
    if cardinality(planned) = 0 then
      perform internal.refuse_start(place.id, p_services, person, internal.reckonable(p_starts[turn]), present);
    end if;
    listed := least(listed, (select sum(line.price_cents)::integer from unnest(planned) line));
    lowest := least(lowest, internal.lowest_total(planned, present));
    if not (internal.minute(internal.reckonable(p_starts[turn])) <@ wished) then outside := outside + 1; end if;
    visits := visits || jsonb_build_array(to_jsonb(planned));
  end loop;
  if outside > 1 then perform internal.fail('too_many_outside'); end if;
  if rule.id is null and coalesce(p_price_cents <> listed, false) and place.id not in (select internal.locations_with('appointment_price')) then
    perform internal.fail('not_allowed');
  end if;
  perform internal.check_apart(visits);
  insert into public.offers (id, order_id, company_id, location_id, employee_ids, service_ids, price_cents, text_masked, expires_at, sent_by,
    idempotency_key, sent_at, rule_id, reference_cents)
  values (offer.id, wish.id, place.company_id, place.id, array(
      select distinct line.employee_id from jsonb_array_elements(visits) visit
      cross join lateral jsonb_populate_recordset(null::internal.planned_line, visit) line order by 1),
    p_services, coalesce(p_price_cents, listed), left(internal.masked(p_text), 1100), offer.expires_at,
    coalesce(internal.person(), rule.created_by), p_key, present, rule.id, lowest)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  visitor.unlimited := true;
  hold.company_id := place.company_id;
  hold.location_id := place.id;
  hold.purpose := 'offer';
  hold.source := 'admin';
  hold.origin := 'offer';
  hold.employee_chosen := true;
  hold.cancellation_hours := place.cancellation_hours;
  hold.expires_at := offer.expires_at;
  hold.created_at := present;
  hold.package_name := case when cardinality(p_services) > 1 then (internal.package_of(place.id, p_services)).name end;
  for turn in 1 .. cardinality(p_starts) loop
    planned := internal.priced_lines(array(select line from jsonb_populate_recordset(null::internal.planned_line, visits -> turn - 1) line),
      coalesce(p_price_cents, listed));
    perform internal.check_day_budget(place, planned, present);
    hold.id := gen_random_uuid();
    if not internal.release_expired(internal.takings(planned), present, false)
      or internal.write_hold(hold, planned, visitor, place.time_zone, true) is null then
      perform internal.fail('slot_taken', p_starts[turn]::text);
    end if;
    insert into public.offer_starts (offer_id, "position", hold_id, starts_at, ends_at, employee_id, outside)
    select offer.id, turn, hold.id, min(line.starts_at), max(line.ends_at), (array_agg(line.employee_id order by line."position"))[1],
      not (internal.minute(p_starts[turn]) <@ wished)
    from unnest(planned) line;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_open_to_rule(rule public.offer_rules, wish public.search_orders, p_present timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not exists (select from public.offers other where other.order_id = wish.id and other.location_id = rule.location_id)
    and (select count(*) from public.offers other where other.order_id = wish.id and other.state = 'sent' and other.expires_at > p_present) < 3
    and not exists (select from public.order_notices aside where aside.order_id = wish.id and aside.location_id = rule.location_id and aside.dismissed_at is not null)
    and not (rule.new_customers and exists (select from public.customers file join public.locations place on place.company_id = file.company_id
      where place.id = rule.location_id and (file.email operator(extensions.=) nullif(wish.contact_email, '')::extensions.citext or file.user_id = wish.user_id)));
end $function$;

CREATE OR REPLACE FUNCTION internal.lowest_price(p_service uuid, p_employee uuid, p_present timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  regular constant integer := (select coalesce(own.price_cents, service.price_cents) from public.services service
    left join public.employee_services own on own.service_id = service.id and own.employee_id = p_employee where service.id = p_service);
begin
  return least(regular,
    (select min(former.price_cents) from internal.former_prices former where former.service_id = p_service
      and (former.employee_id is null or former.employee_id = p_employee) and former.until > p_present - interval '30 days'),
    (select internal.with_percent(regular, min(price.percent)) from public.day_prices price join public.locations place on place.id = price.location_id
      where price.service_id = p_service and internal.began(price, place.time_zone) <= (p_present at time zone place.time_zone)::date
        and coalesce(price.last_day, '2200-01-01') > ((p_present - interval '30 days') at time zone place.time_zone)::date));
end $function$;

CREATE OR REPLACE FUNCTION internal.lowest_total(planned internal.planned_line[], p_present timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select sum(internal.lowest_price(line.service_id, line.employee_id, p_present))::integer from unnest(planned) line);
end $function$;

CREATE OR REPLACE FUNCTION internal.offer_by_rule(rule public.offer_rules, p_order uuid, p_present timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wish public.search_orders;
  place public.locations;
  offer public.offers;
  found record;
  room record;
  service uuid;
  listed integer;
  most integer;
begin
  perform internal.lock_order(p_order);
  perform internal.lock_location(rule.location_id, true);
  select * into wish from public.search_orders where id = p_order;
  select * into place from public.locations where id = rule.location_id;
  if wish.id is null or not internal.fits_order(wish, place.id) then return false; end if;
  perform internal.check_room_for_offer(wish, place.id, p_present);
  if not internal.is_open_to_rule(rule, wish, p_present) then return false; end if;
  select * into room from internal.holds_left(place, wish.id, p_present);
  foreach service in array rule.service_ids loop
    continue when not exists (select from jsonb_array_elements(internal.services_for_order(wish, place.id)) fitting where (fitting ->> 'id')::uuid = service)
      or exists (select from public.service_tests test where test.service_id = service) or internal.needs_phone(array[service]);
    select * into found from internal.rule_starts(rule, wish, place, service, p_present);
    most := least(cardinality(found.starts), room.here, room.for_order);
    continue when most < 1;
    offer.id := gen_random_uuid();
    offer.expires_at := least(p_present + interval '6 hours', wish.expires_at,
      (select min(start) from unnest(found.starts[1:most]) start) - make_interval(mins => greatest(place.notice_minutes, 60)));
    continue when offer.expires_at < p_present + interval '15 minutes';
    listed := (select min(planned.total) from unnest(found.starts[1:most], found.employees[1:most]) start (at, employee)
      cross join lateral (select sum(plan.price_cents)::integer as total
        from internal.plan_visit(place.id, array[service], start.employee, start.at, p_present, p_without_notice => true) plan) planned);
    continue when listed is null;
    perform internal.hold_starts(offer, wish, place, array[service], found.starts[1:most], found.employees[1:most],
      internal.with_percent(listed, -rule.discount_percent), rule.text, null, rule);
    return true;
  end loop;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION internal.request_offer(one public.search_orders, offer public.offers, p_dearest integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  live boolean := offer.state = 'sent' and offer.expires_at > present;
  starts jsonb;
  km float8;
begin
  select jsonb_agg(jsonb_build_object('position', start."position", 'starts_at', start.starts_at, 'ends_at', start.ends_at, 'employee', employee.name,
    'outside', start.outside, 'kept', live and hold.id is not null and start.starts_at > present) order by start.starts_at, start."position")
  into starts from public.offer_starts start join public.employees employee on employee.id = start.employee_id
  left join public.holds hold on hold.id = start.hold_id and hold.ended_at is null
  where start.offer_id = offer.id;
  live := live and jsonb_path_exists(starts, '$[*] ? (@.kept == true)');
  return (
    select jsonb_build_object('id', offer.id,
      'state', case when live then 'live' when offer.state = 'sent' then 'expired' else offer.state::text end,
      'price_cents', offer.price_cents, 'reference_cents', case when offer.reference_cents > offer.price_cents then offer.reference_cents end,
      'text', offer.text_masked, 'sent_at', offer.sent_at, 'expires_at', offer.expires_at,
      'reason', case when offer.state = 'withdrawn' then offer.reason else '' end,
      'points', internal.offer_points(one, offer, away.km, p_dearest), 'distance_km', away.km,
      'cancellation_hours', place.cancellation_hours, 'starts', coalesce(starts, '[]'),
      'services', (select jsonb_agg(jsonb_build_object('id', service.id, 'name', service.name) order by wish.turn)
        from unnest(offer.service_ids) with ordinality wish (id, turn) join public.services service on service.id = wish.id),
      'employee', case when cardinality(offer.employee_ids) = 1 then offer.employee_ids[1] end,
      'location', jsonb_build_object('id', place.id, 'slug', place.slug, 'name', place.name, 'city', place.city, 'time_zone', place.time_zone,
        'published', internal.is_published(place.id), 'rating_average', coalesce(listing.rating_average, 0), 'rating_count', coalesce(listing.rating_count, 0),
        'image', listing.image::jsonb, 'small_business', company.small_business))
    from public.locations place join public.companies company on company.id = place.company_id
    left join internal.listings listing on listing.location_id = place.id and listing.category = 0
    cross join lateral (select 12742 * asin(least(
      internal.spot(place.latitude, place.longitude) operator(extensions.<->) internal.spot(one.latitude, one.longitude), 12742) / 12742) as km) away
    where place.id = offer.location_id);
end $function$;

CREATE OR REPLACE FUNCTION internal.rule_starts(rule public.offer_rules, wish public.search_orders, place public.locations, p_service uuid, p_present timestamp with time zone, OUT starts timestamp with time zone[], OUT employees uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  earliest constant timestamptz := p_present + make_interval(mins => greatest(place.notice_minutes, 60) + 15);
  latest constant timestamptz := p_present + make_interval(hours => rule.horizon_hours);
  one record;
  taken tstzrange[] := '{}';
begin
  starts := '{}';
  employees := '{}';
  for one in
    select free.starts_at, free.ends_at, free.employee_ids[1] as employee
    from internal.free_within(wish, place, array[p_service], null) free
    cross join lateral (select free.starts_at at time zone place.time_zone as wall) local
    where free.starts_at between earliest and latest
      and extract(hour from local.wall) * 60 + extract(minute from local.wall) >= rule.from_minute
      and extract(hour from local.wall) * 60 + extract(minute from local.wall) < rule.to_minute
      and (rule.min_gap_minutes = 0 or exists (
        select from internal.free_days day cross join lateral unnest(day.free) gap
        where day.employee_id = free.employee_ids[1] and gap @> internal.minute(free.starts_at) and upper(gap) - greatest(lower(gap), internal.minute(p_present)) >= rule.min_gap_minutes))
    order by internal.touches_booked(free.employee_ids, array[p_service], free.starts_at, free.ends_at) desc, free.starts_at limit 100
  loop
    continue when exists (select from unnest(taken) other where other && tstzrange(one.starts_at - interval '30 minutes', one.ends_at + interval '30 minutes'));
    starts := starts || one.starts_at;
    employees := employees || one.employee;
    taken := taken || tstzrange(one.starts_at, one.ends_at);
    exit when cardinality(starts) = 3;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.answer_by_rules(p_limit integer DEFAULT 50)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  rule public.offer_rules;
  zone text;
  waiting uuid;
begin
  for rule in
    select one.* from public.offer_rules one
    join public.locations place on place.id = one.location_id and place.state = 'published'
    join public.companies company on company.id = place.company_id and company.state = 'active'
    where one.active and (one.checked_at is null or one.checked_at <= present - interval '1 minute')
    order by one.checked_at nulls first, one.id limit least(greatest(coalesce(p_limit, 0), 0), 500) for update of one skip locked
  loop
    zone := (select place.time_zone from public.locations place where place.id = rule.location_id);
    if extract(hour from present at time zone zone) between 8 and 20 and (select count(*) from public.offers sent where sent.rule_id = rule.id
      and (sent.sent_at at time zone zone)::date = (present at time zone zone)::date) < rule.per_day then
      for waiting in
        select wish.id from internal.fitting_orders(rule.location_id, present) fitting join public.search_orders wish on wish.id = fitting.order_id
        where internal.is_open_to_rule(rule, wish, present) order by wish.confirmed_at, wish.id limit 20
      loop
        -- What cannot be, because somebody was faster or the budget is used up, is undone with its locks.
        begin
          if internal.offer_by_rule(rule, waiting, present) then return true; end if;
          raise exception 'nothing to offer';
        exception when raise_exception then null;
        end;
      end loop;
    end if;
    update public.offer_rules set checked_at = present where id = rule.id;
  end loop;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_offer_rule(p_rule uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.offer_rules one where one.id = p_rule and one.location_id in (select internal.locations_as('manager'));
end $function$;

CREATE OR REPLACE FUNCTION public.list_offers(p_location uuid, p_accepted boolean DEFAULT false, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0, p_offer uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  everybody constant boolean := p_location in (select internal.locations_with('all_calendars'));
  mine constant uuid[] := array(select internal.own_employees());
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  return (
    with found as materialized (
      select offer.id, offer.sent_at from public.offers offer
      where offer.location_id = p_location and case when p_offer is null then (offer.state = 'accepted') = coalesce(p_accepted, false) else offer.id = p_offer end
        and (everybody or offer.employee_ids && mine)
    ), page as (
      select * from found order by sent_at desc, id limit least(greatest(p_limit, 0), 100) offset greatest(p_offset, 0)
    )
    select jsonb_build_object('total', (select count(*) from found), 'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', offer.id, 'order_id', offer.order_id, 'state', internal.offer_state(offer),
        'category', category.name, 'title', internal.masked(wish.title), 'place', internal.order_place(wish), 'price_cents', offer.price_cents,
        'by_rule', offer.rule_id is not null, 'text', offer.text_masked, 'sent_at', offer.sent_at, 'expires_at', offer.expires_at, 'decided_at', offer.decided_at,
        'seen', offer.seen_at is not null, 'reason', offer.reason, 'appointment_id', visit.id, 'customer', coalesce(visit.contact_name, ''),
        'services', array(select service.name from unnest(offer.service_ids) with ordinality asked (id, turn)
          join public.services service on service.id = asked.id order by asked.turn),
        'starts', (select coalesce(jsonb_agg(jsonb_build_object('starts_at', start.starts_at, 'ends_at', start.ends_at, 'employee_id', start.employee_id,
          'outside', start.outside) order by start."position"), '[]') from public.offer_starts start where start.offer_id = offer.id))
        order by page.sent_at desc, page.id), '[]')
      from page join public.offers offer on offer.id = page.id join public.search_orders wish on wish.id = offer.order_id
      left join public.categories category on category.id = wish.category_id
      left join public.appointments visit on visit.id = offer.appointment_id)));
end $function$;

CREATE OR REPLACE FUNCTION public.save_offer_rule(p_location uuid, p_services uuid[], p_horizon integer, p_gap integer, p_discount integer, p_per_day integer, p_from integer DEFAULT 0, p_to integer DEFAULT 1440, p_new boolean DEFAULT false, p_active boolean DEFAULT true, p_text text DEFAULT ''::text, p_rule uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words constant text := btrim(coalesce(p_text, ''), E' \t\r\n');
  chosen uuid[];
  made uuid;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_as('manager')) then perform internal.fail('not_allowed'); end if;
  chosen := array(select wish.id from unnest(p_services[:10]) with ordinality wish (id, turn)
    join public.services service on service.id = wish.id and service.location_id = p_location and service.active and not service.addon
      and service.booking_way <> 'phone'
    group by wish.id order by min(wish.turn));
  if cardinality(chosen) = 0 or cardinality(chosen) <> (select count(distinct wish) from unnest(p_services) wish) then perform internal.fail('service_not_found'); end if;
  if not coalesce(p_horizon between 2 and 48 and p_gap between 0 and 480 and p_discount between 0 and 30 and p_per_day between 1 and 10
    and p_from between 0 and 1439 and p_to between 1 and 1440 and p_from < p_to, false) then
    perform internal.fail('rule_invalid');
  end if;
  if length(words) > 500 then perform internal.fail('text_too_long'); end if;
  -- Of two at once the second waits and counts the first.
  perform from public.locations where id = p_location for no key update;
  if p_rule is not null then
    update public.offer_rules one set (service_ids, horizon_hours, min_gap_minutes, discount_percent, per_day, from_minute, to_minute, new_customers, active,
        text, created_by, checked_at)
      = (chosen, p_horizon, p_gap, p_discount, p_per_day, p_from, p_to, coalesce(p_new, false), coalesce(p_active, true), words, internal.person(), null)
    where one.id = p_rule and one.location_id = p_location returning one.id into made;
    if made is null then perform internal.fail('rule_not_found'); end if;
    return made;
  end if;
  if (select count(*) from public.offer_rules where location_id = p_location) >= 5 then perform internal.fail('too_many_rules'); end if;
  insert into public.offer_rules (location_id, service_ids, horizon_hours, min_gap_minutes, discount_percent, per_day, from_minute, to_minute, new_customers,
    active, text, created_by)
  values (p_location, chosen, p_horizon, p_gap, p_discount, p_per_day, p_from, p_to, coalesce(p_new, false), coalesce(p_active, true), words, internal.person())
  returning id into made;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.send_offer(p_order uuid, p_location uuid, p_services uuid[], p_starts timestamp with time zone[], p_employees uuid[] DEFAULT NULL::uuid[], p_hours integer DEFAULT 24, p_price_cents integer DEFAULT NULL::integer, p_text text DEFAULT ''::text, p_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  wish public.search_orders;
  place public.locations;
  known public.offers;
  offer public.offers;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_to_offer()) then perform internal.fail('not_allowed'); end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if coalesce(cardinality(p_starts), 0) = 0 or array_position(p_starts, null) is not null then perform internal.fail('start_missing'); end if;
  if cardinality(p_starts) > 3 then perform internal.fail('too_many_starts', '{"left": 3}'); end if;
  if length(p_text) > 1000 then perform internal.fail('text_too_long'); end if;
  if not coalesce(p_hours in (2, 6, 24, 48), false) then perform internal.fail('expiry_invalid'); end if;
  if p_price_cents not between 0 and 10000000 then perform internal.fail('price_invalid'); end if;
  perform internal.lock_order(p_order);
  perform internal.lock_location(p_location, true);
  if p_key is not null then
    select * into known from public.offers where idempotency_key = p_key;
    if known.id is not null then
      if (known.order_id, known.location_id) = (p_order, p_location) and internal.may_change_offer(known) then return internal.offer_json(known); end if;
      perform internal.fail('key_used');
    end if;
  end if;
  select * into place from public.locations where id = p_location;
  select * into wish from public.search_orders where id = p_order;
  if wish.id is null or not internal.fits_order(wish, p_location) then perform internal.fail('order_not_found'); end if;
  perform internal.check_room_for_offer(wish, p_location, present);
  if not exists (select from public.services service join public.categories category on category.id = service.category_id
    where service.id = any(p_services) and service.location_id = p_location and wish.category_id in (category.id, category.parent_id)) then
    perform internal.fail('service_not_found');
  end if;
  offer.id := gen_random_uuid();
  offer.expires_at := least(present + make_interval(hours => p_hours), wish.expires_at,
    (select min(start) from unnest(p_starts) start) - make_interval(mins => greatest(place.notice_minutes, 60)));
  if offer.expires_at < present + interval '15 minutes' then
    perform internal.fail(case when (select min(start) from unnest(p_starts) start) <= present then 'past' else 'expiry_invalid' end);
  end if;
  perform internal.hold_starts(offer, wish, place, p_services, p_starts, p_employees, p_price_cents, left(btrim(coalesce(p_text, '')), 1000), p_key);
  select * into offer from public.offers where id = offer.id;
  return internal.offer_json(offer);
end $function$;

ALTER TABLE "public"."offer_rules" ADD CONSTRAINT "offer_rules_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."offer_rules" ADD CONSTRAINT "offer_rules_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

ALTER TABLE "public"."offers" ADD CONSTRAINT "offers_rule_id_fkey" FOREIGN KEY (rule_id) REFERENCES public.offer_rules(id) ON DELETE SET NULL;

CREATE INDEX offer_rules_creator ON public.offer_rules USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX offer_rules_due ON public.offer_rules USING btree (checked_at NULLS FIRST) WHERE active;

CREATE INDEX offer_rules_location ON public.offer_rules USING btree (location_id);

CREATE INDEX offers_rule ON public.offers USING btree (rule_id, sent_at) WHERE (rule_id IS NOT NULL);

CREATE POLICY "members_read" ON "public"."offer_rules" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_with('book'::public.member_right) AS locations_with))));

REVOKE ALL ON FUNCTION "internal"."check_room_for_offer"(public.search_orders, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."hold_starts"(public.offers, public.search_orders, public.locations, uuid[], timestamp with time zone[], uuid[], integer, text, uuid, public.offer_rules) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_open_to_rule"(public.offer_rules, public.search_orders, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."lowest_price"(uuid, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."lowest_total"(internal.planned_line[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."offer_by_rule"(public.offer_rules, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."rule_starts"(public.offer_rules, public.search_orders, public.locations, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."answer_by_rules"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_by_rules"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."delete_offer_rule"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_offer_rule"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_offer_rule"(uuid, uuid[], integer, integer, integer, integer, integer, integer, boolean, boolean, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_offer_rule"(uuid, uuid[], integer, integer, integer, integer, integer, integer, boolean, boolean, text, uuid) TO "authenticated";

GRANT SELECT ("active") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("discount_percent") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("from_minute") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("horizon_hours") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("location_id") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("min_gap_minutes") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("new_customers") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("per_day") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("service_ids") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("text") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT SELECT ("to_minute") ON TABLE "public"."offer_rules" TO "authenticated";

GRANT ALL ON TABLE "public"."offer_rules" TO "service_role";
