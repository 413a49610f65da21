set local check_function_bodies = off;

DROP TRIGGER "begin_waves_again" ON "public"."search_orders";

DROP TRIGGER "begin_waves" ON "public"."search_orders";

DROP FUNCTION "internal"."mail_offers"(public.search_orders, text, text, uuid[]);

DROP FUNCTION IF EXISTS "internal"."mail_order"(public.search_orders, text, text, jsonb);

DROP FUNCTION "internal"."order_end"(int4multirange, timestamp with time zone);

CREATE TABLE "internal"."free_calls" ("order_id" uuid NOT NULL, "location_id" uuid NOT NULL, "starts_at" timestamp with time zone NOT NULL, "at" timestamp with time zone NOT NULL, CONSTRAINT "free_calls_pkey" PRIMARY KEY (order_id, starts_at));

ALTER TABLE "internal"."free_calls" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."freed" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "location_id" uuid NOT NULL, "minutes" int4range NOT NULL, "at" timestamp with time zone NOT NULL, CONSTRAINT "freed_pkey" PRIMARY KEY (id));

ALTER TABLE "internal"."freed" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."search_orders" ADD COLUMN "location_id" uuid;

ALTER TABLE "public"."search_orders" ADD COLUMN "service_ids" uuid[];

ALTER TABLE "public"."search_orders" ADD COLUMN "employee_id" uuid;

ALTER TABLE "public"."search_orders" ADD COLUMN "replaces_appointment" uuid;

ALTER TABLE "public"."search_orders" ADD COLUMN "short_notice" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."search_orders" ADD COLUMN "rounds_missed" smallint NOT NULL DEFAULT 0;

ALTER TABLE "public"."search_orders" ADD COLUMN "snoozed_until" timestamp with time zone;

ALTER TABLE "public"."search_orders" ADD COLUMN "next_check_at" timestamp with time zone;

ALTER TABLE "public"."search_orders" ADD COLUMN "told_at" timestamp with time zone;

ALTER TABLE "public"."search_orders" ADD COLUMN "told_starts" text[] NOT NULL DEFAULT '{}'::text[];

CREATE TYPE "public"."offer_origin" AS ENUM ('hand', 'rule', 'waitlist');

ALTER TABLE "public"."offers" ADD COLUMN "origin" public.offer_origin NOT NULL DEFAULT 'hand'::public.offer_origin;

CREATE TYPE "public"."waitlist_mode" AS ENUM ('automatic', 'by_hand', 'off');

ALTER TABLE "public"."locations" ADD COLUMN "waitlist" public.waitlist_mode NOT NULL DEFAULT 'automatic'::public.waitlist_mode;

CREATE TYPE "public"."wish_kind" AS ENUM ('order', 'waitlist', 'alert');

ALTER TABLE "public"."search_orders" ADD COLUMN "kind" public.wish_kind NOT NULL DEFAULT 'order'::public.wish_kind;

CREATE OR REPLACE FUNCTION internal.alert_starts(one public.search_orders, at timestamp with time zone, p_mail boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  secret constant boolean := p_mail and internal.is_secret_order(one);
  hits constant internal.search_hit[] := internal.nearest_free(
    internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude), one.radius_km, one.budget_cents, null, 1000),
    internal.order_days(one.windows, internal.listed_zones(), at), at, 6);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', concat(found.location_id, ' ', found.minute), 'starts_at', internal.instant(found.minute),
      'time_zone', found.zone, 'slug', case when not secret then place.slug end,
      'business', case when secret then null when p_mail then internal.neutral(place.name, null) else place.name end,
      'service_id', found.service_id, 'service', case when secret then '' when p_mail then internal.neutral(service.name, '') else service.name end,
      'employee_id', found.employee) order by found.minute, found.place), '[]')
    from (select hit.location_id, hit.zone, hit.service_id, hit.place, start.minute, start.employee
      from unnest(hits) hit cross join lateral unnest(hit.starts, hit.employees) start (minute, employee)
      order by start.minute, hit.place limit 6) found
    join public.locations place on place.id = found.location_id join public.services service on service.id = found.service_id);
end $function$;

CREATE OR REPLACE FUNCTION internal.answer_minutes(p_ahead interval)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_ahead >= interval '48 hours' then 720 when p_ahead >= interval '24 hours' then 240 when p_ahead >= interval '6 hours' then 60 end;
end $function$;

CREATE OR REPLACE FUNCTION internal.awake(at timestamp with time zone, zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  local constant timestamp := at at time zone zone;
begin
  if local::time >= time '21:00' then return internal.instant((local::date + 1) + time '08:00', zone); end if;
  if local::time < time '08:00' then return internal.instant(local::date + time '08:00', zone); end if;
  return at;
end $function$;

CREATE OR REPLACE FUNCTION internal.awake_after(at timestamp with time zone, p_minutes integer, zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  reached timestamptz := internal.awake(at, zone);
  rest interval := make_interval(mins => p_minutes);
  evening timestamptz;
begin
  loop
    evening := internal.instant((reached at time zone zone)::date + time '21:00', zone);
    if reached + rest <= evening then return reached + rest; end if;
    rest := rest - (evening - reached);
    reached := internal.awake(evening, zone);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.call_waiting(wish public.search_orders, place public.locations, p_starts_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into internal.free_calls values (wish.id, place.id, p_starts_at, internal.present());
  perform internal.mail_order(wish, 'waitlist_offer', p_starts_at::text, jsonb_build_object('offers', jsonb_build_array(), 'free', p_starts_at));
end $function$;

CREATE OR REPLACE FUNCTION internal.check_open_orders(one public.search_orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  others integer;
begin
  if one.kind = 'waitlist' and exists (select from public.search_orders other where other.contact_hash = one.contact_hash and other.state = 'open'
      and other.id <> one.id and other.kind = 'waitlist' and other.expires_at > internal.present() and other.location_id = one.location_id
      and (other.service_ids @> one.service_ids and other.service_ids <@ one.service_ids and other.employee_id is not distinct from one.employee_id
        or other.replaces_appointment = one.replaces_appointment)) then
    perform internal.fail('already_waiting');
  end if;
  if not internal.is_limited() then return; end if;
  others := (select count(*) from public.search_orders other where other.contact_hash = one.contact_hash and other.state = 'open'
    and other.id <> one.id and other.kind = one.kind and (one.kind <> 'waitlist' or other.location_id = one.location_id));
  if one.kind = 'order' and others >= 3 then perform internal.fail('too_many_orders'); end if;
  if one.kind = 'waitlist' and others >= 5 then perform internal.fail('too_many_waits'); end if;
  if one.kind = 'alert' and others >= 10 then perform internal.fail('too_many_alerts'); end if;
end $function$;

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
  if (select count(*) from public.offers other where other.order_id = wish.id and other.location_id = p_location
    and other.origin <> 'waitlist') >= 5 then
    perform internal.fail('too_many_offers');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.count_unanswered()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wish public.search_orders;
begin
  update public.search_orders set rounds_missed = case when new.state = 'expired' then rounds_missed + 1 else 0 end
  where id = new.order_id and kind = 'waitlist' and state = 'open' and (new.state = 'expired' or rounds_missed > 0) returning * into wish;
  if wish.rounds_missed >= 3 and wish.snoozed_until is null then
    update public.search_orders set snoozed_until = 'infinity' where id = wish.id;
    perform internal.mail_order(wish, 'waitlist_missed', new.id::text, '{}', internal.awake(internal.present(), place.time_zone))
    from public.locations place where place.id = new.location_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.empty_orders(p_orders uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.search_orders set user_id = null, contact_name = '', contact_email = '', contact_phone = '', contact_hash = null, title = '', text = '',
    for_name = '', place_label = '', latitude = null, longitude = null, area = null, told_starts = '{}', replaces_appointment = null, emptied_at = internal.present()
  where id = any(p_orders);
  delete from public.search_order_links where order_id = any(p_orders);
  delete from public.order_messages where order_id = any(p_orders);
  delete from public.order_notices where order_id = any(p_orders);
  update public.offers set text_masked = '', reason = '' where order_id = any(p_orders) and (text_masked <> '' or reason <> '');
end $function$;

CREATE OR REPLACE FUNCTION internal.fits_order(one public.search_orders, p_location uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  place constant public.locations := (select kept from public.locations kept where kept.id = p_location);
begin
  return one.state <> 'draft' and one.emptied_at is null and one.kind <> 'alert' and (one.kind = 'order' or one.location_id = p_location) and exists (
      select from internal.listings listing where listing.location_id = p_location and listing.category = one.category_id
        and listing.spot operator(extensions.<->) internal.spot(one.latitude, one.longitude) <= internal.chord(one.radius_km))
    and (one.kind = 'waitlist' or one.health_consent_at is not null or not internal.is_secret_order(one))
    and not internal.is_blocked(place.company_id, one.contact_email, one.contact_phone, one.user_id);
end $function$;

CREATE OR REPLACE FUNCTION internal.fitting_orders(p_location uuid, p_present timestamp with time zone)
 RETURNS TABLE(order_id uuid, away double precision)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
begin
  return query
  select one.id, 12742 * asin(least(near.chord / 12742, 1)) from internal.listings listing
  join public.search_orders one on one.state = 'open' and one.kind = 'order' and one.category_id = listing.category and one.area operator(extensions.@>) listing.spot
  cross join lateral (select listing.spot operator(extensions.<->) internal.spot(one.latitude, one.longitude) as chord) near
  where listing.location_id = p_location and one.expires_at > p_present and near.chord <= internal.chord(one.radius_km)
    and internal.fits_order(one, p_location);
end $function$;

CREATE OR REPLACE FUNCTION internal.has_booked(wish public.search_orders)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return wish.replaces_appointment is null and exists (
    select from public.appointments visit where visit.location_id = wish.location_id and visit.created_at > wish.confirmed_at
      and visit.state in ('requested', 'confirmed') and internal.minute(visit.starts_at) <@ wish.wanted
      and (lower(visit.contact_email) = lower(wish.contact_email) or visit.user_id = wish.user_id)
      and wish.service_ids <@ array(select line.service_id from public.appointment_lines line where line.appointment_id = visit.id));
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
    idempotency_key, sent_at, rule_id, reference_cents, origin)
  values (offer.id, wish.id, place.company_id, place.id, array(
      select distinct line.employee_id from jsonb_array_elements(visits) visit
      cross join lateral jsonb_populate_recordset(null::internal.planned_line, visit) line order by 1),
    p_services, coalesce(p_price_cents, listed), left(internal.masked(p_text), 1100), offer.expires_at,
    coalesce(internal.person(), rule.created_by), p_key, present, rule.id, lowest,
    (case when rule.id is null then 'hand' else 'rule' end)::public.offer_origin)
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
    and (wish.kind = 'order' or internal.is_turn_for_rule(wish, p_present))
    and (select count(*) from public.offers other where other.order_id = wish.id and other.state = 'sent' and other.expires_at > p_present) < 3
    and not exists (select from public.order_notices aside where aside.order_id = wish.id and aside.location_id = rule.location_id and aside.dismissed_at is not null)
    and not (rule.new_customers and exists (select from public.customers file join public.locations place on place.company_id = file.company_id
      where place.id = rule.location_id and (file.email operator(extensions.=) nullif(wish.contact_email, '')::extensions.citext or file.user_id = wish.user_id)));
end $function$;

CREATE OR REPLACE FUNCTION internal.is_turn_for_rule(wish public.search_orders, p_present timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return wish.snoozed_until is null and wish.replaces_appointment is null and cardinality(wish.service_ids) = 1
    and exists (select from public.locations place where place.id = wish.location_id
      and (place.waitlist = 'by_hand' or place.waitlist = 'automatic' and wish.confirmed_at < p_present - interval '5 minutes'))
    and not exists (select from public.search_orders other where other.state = 'open' and other.kind = 'waitlist' and other.location_id = wish.location_id
      and other.wanted operator(pg_catalog.&&) wish.wanted and other.expires_at > p_present and other.snoozed_until is null
      and (other.employee_id is null or wish.employee_id is null or other.employee_id = wish.employee_id)
      and (other.confirmed_at, other.id) < (wish.confirmed_at, wish.id)
      and not exists (select from public.offers live where live.order_id = other.id and live.state = 'sent' and live.expires_at > p_present));
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_agreed_price(p_offer uuid, wish public.search_orders)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.offers set price_cents = visit.total_cents from public.appointments visit
  where offers.id = p_offer and visit.id = wish.replaces_appointment;
end $function$;

CREATE OR REPLACE FUNCTION internal.kept_until(p_told timestamp with time zone, p_starts_at timestamp with time zone, p_notice integer, zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  until timestamptz := internal.awake_after(p_told, internal.answer_minutes(p_starts_at - p_told), zone);
begin
  until := case when until is not null then least(until, p_starts_at - make_interval(mins => greatest(p_notice, 120))) end;
  return case when until >= p_told + interval '15 minutes' then until end;
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_offers(one public.search_orders, p_kind text, p_once text, p_offers uuid[], p_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  hidden constant boolean := internal.is_secret_order(one);
begin
  perform internal.mail_order(one, p_kind, p_once, jsonb_build_object('offers', (
      select coalesce(jsonb_agg(jsonb_build_object('business', case when not hidden then internal.neutral(place.name, null) end,
        'price_cents', offer.price_cents, 'expires_at', offer.expires_at, 'time_zone', place.time_zone, 'starts', (
          select jsonb_agg(start.starts_at order by start.starts_at) from public.offer_starts start where start.offer_id = offer.id))
        order by offer.sent_at, offer.id), '[]')
      from public.offers offer join public.locations place on place.id = offer.location_id where offer.id = any(p_offers))), p_at);
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_order(one public.search_orders, p_kind text, p_once text, p_more jsonb DEFAULT '{}'::jsonb, p_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  hidden constant boolean := internal.is_secret_order(one);
begin
  if one.contact_email = '' then return; end if;
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key, expires_at)
  select p_kind, 'customer', one.contact_email, jsonb_build_object('order_id', one.id, 'name', internal.neutral_name(one.contact_name, ''),
    'category', case when hidden then '' else category.name end, 'place', case when hidden then '' else coalesce(internal.order_place(one), '') end,
    'radius_km', one.radius_km, 'expires_at', one.expires_at, 'wish', one.kind,
    'business', case when not hidden then (select internal.neutral(place.name, '') from public.locations place where place.id = one.location_id) end,
    'services', case when hidden then '[]' else (select coalesce(jsonb_agg(internal.neutral(service.name, '') order by wish.turn), '[]')
      from unnest(one.service_ids) with ordinality wish (id, turn) join public.services service on service.id = wish.id) end,
    'time_zone', coalesce((select place.time_zone from public.locations place where place.id = one.location_id), 'Europe/Berlin'),
    'replaces', (select visit.starts_at from public.appointments visit where visit.id = one.replaces_appointment)) || p_more,
    coalesce(p_at, internal.present()), now(), concat('order ', one.id, ' ', p_kind, ' ', p_once), case when p_kind = 'order_confirm' then one.expires_at end
  from public.categories category where category.id = one.category_id
  on conflict (dedupe_key) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.nearest_free(candidates internal.search_hit[], days internal.search_day[], at timestamp with time zone, p_wanted integer)
 RETURNS internal.search_hit[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  hits internal.search_hit[] := '{}';
  step integer := 16;
  "next" integer := 1;
begin
  while "next" <= cardinality(candidates) and cardinality(hits) < p_wanted loop
    hits := hits || array(select row(hit.*)::internal.search_hit
      from unnest(internal.hits_with_starts(candidates["next" : "next" + step - 1], days, at, null)) hit order by hit.place);
    "next" := "next" + step;
    step := least(step * 2, 128);
  end loop;
  return hits;
end $function$;

CREATE OR REPLACE FUNCTION internal.note_freed(p_location uuid, p_from timestamp with time zone, p_to timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  if p_from is null or p_to <= present then return; end if;
  insert into internal.freed (location_id, minutes, at)
  select p_location, int4range(internal.minute(greatest(p_from, present)), internal.minute(p_to) + 1), present
  where exists (select from internal.open_wishes(p_location, int4range(internal.minute(greatest(p_from, present)), internal.minute(p_to) + 1)));
end $function$;

CREATE OR REPLACE FUNCTION internal.note_freed_blocks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.note_freed(gone.location_id, gone.starts_at, gone.ends_at) from gone;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.note_freed_hours()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  if tg_table_name = 'working_hours' then
    perform internal.note_freed(place.location_id, present, present + interval '61 days') from (
      select distinct person.location_id from changed join public.employees person on person.id = changed.employee_id) place;
  else
    perform internal.note_freed(place.location_id, present, present + interval '61 days') from (select distinct location_id from changed) place;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.note_freed_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.note_freed(new.location_id, start.starts_at, start.ends_at) from public.offer_starts start where start.offer_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.offer_freed(place public.locations, spans int4multirange)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  told constant timestamptz := internal.awake(present, place.time_zone);
  live integer := (select count(*) from public.offers offer where offer.location_id = place.id and offer.origin = 'waitlist' and offer.state = 'sent' and offer.expires_at > present);
  wish public.search_orders;
  due uuid;
  found record;
  done integer := 0;
begin
  for due in
    select one.id from public.search_orders one
    where one.state = 'open' and one.kind = 'waitlist' and one.location_id = place.id and one.wanted && spans and one.expires_at > present
      and one.snoozed_until is null and not exists (
        select from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present)
    order by one.confirmed_at, one.id limit 200
  loop
    exit when live >= 10;
    -- Who is just changing theirs comes with the next sweep.
    continue when not pg_try_advisory_xact_lock(hashtextextended(due::text, 75));
    select * into wish from public.search_orders one where one.id = due and one.state = 'open' for update skip locked;
    continue when wish.id is null or exists (select from public.offers offer where offer.order_id = due and offer.state = 'sent' and offer.expires_at > present)
      or internal.is_blocked(place.company_id, wish.contact_email, wish.contact_phone, wish.user_id);
    if wish.replaces_appointment is not null and not exists (
      select from public.appointments visit where visit.id = wish.replaces_appointment and internal.customer_may_change(visit)) then
      perform internal.close_order(due, 'withdrawn', 'Der Termin, der früher liegen sollte, steht nicht mehr.');
      continue;
    end if;
    if internal.has_booked(wish) then
      perform internal.close_order(due, 'withdrawn', 'Inzwischen ist ein Termin gebucht.');
      continue;
    end if;
    found := internal.start_for_waiting(wish, place, spans, told);
    continue when found.starts_at is null;
    update public.offers set state = 'expired', decided_at = expires_at where order_id = due and state = 'sent' and expires_at <= present;
    if found.kept_until is null then
      perform internal.call_waiting(wish, place, found.starts_at);
    elsif not internal.offer_to_waiting(wish, place, found.starts_at, found.kept_until) then
      continue;
    else
      live := live + 1;
    end if;
    done := done + 1;
  end loop;
  -- What is too near to be kept is offered in the morning, if it is still free then.
  if told > present then
    insert into internal.freed (location_id, minutes, at)
    select place.id, int4range(internal.minute(told), internal.minute(told + interval '6 hours')), told
    where spans && int4range(internal.minute(told), internal.minute(told + interval '6 hours')) and not exists (
      select from internal.freed kept where kept.location_id = place.id and kept.at = told);
  end if;
  return done;
end $function$;

CREATE OR REPLACE FUNCTION internal.offer_to_waiting(wish public.search_orders, place public.locations, p_starts_at timestamp with time zone, p_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  planned constant internal.planned_line[] := array(
    select plan from internal.plan_visit(place.id, wish.service_ids, wish.employee_id, p_starts_at, present) plan);
  visitor internal.visitor;
  hold public.holds;
  made uuid;
begin
  if cardinality(planned) = 0 or not internal.release_expired(internal.takings(planned), present, false) then return false; end if;
  visitor.unlimited := true;
  hold.id := gen_random_uuid();
  hold.company_id := place.company_id;
  hold.location_id := place.id;
  hold.purpose := 'waitlist';
  hold.source := 'web';
  hold.origin := 'offer';
  hold.employee_chosen := wish.employee_id is not null;
  hold.cancellation_hours := place.cancellation_hours;
  hold.expires_at := p_until;
  hold.created_at := present;
  hold.package_name := case when cardinality(wish.service_ids) > 1 then (internal.package_of(place.id, wish.service_ids)).name end;
  if internal.write_hold(hold, planned, visitor, place.time_zone, true) is null then return false; end if;
  insert into public.offers (order_id, company_id, location_id, employee_ids, service_ids, price_cents, expires_at, sent_at, origin)
  select wish.id, place.company_id, place.id, array_agg(distinct line.employee_id), wish.service_ids, sum(line.price_cents), p_until, present, 'waitlist'
  from unnest(planned) line returning id into made;
  insert into public.offer_starts (offer_id, "position", hold_id, starts_at, ends_at, employee_id)
  select made, 1, hold.id, min(line.starts_at), max(line.ends_at), (array_agg(line.employee_id order by line."position"))[1] from unnest(planned) line;
  perform internal.keep_agreed_price(made, wish);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_order(p_order uuid)
 RETURNS public.search_orders
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened public.search_orders;
begin
  select * into opened from public.search_orders where id = p_order;
  -- One after another for each contact, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended(encode(opened.contact_hash, 'hex'), 77));
  perform internal.check_open_orders(opened);
  opened.windows := internal.read_windows(opened.windows, present);
  opened.wanted := internal.wanted_minutes(opened.windows, present);
  update public.search_orders set state = 'open', confirmed_at = present, wanted = opened.wanted,
    expires_at = internal.order_end(opened, present), next_check_at = case when kind <> 'order' then present end
  where id = p_order returning * into opened;
  -- The browser that filled it in has no more to do with it than anybody; the mail opens it.
  delete from public.search_order_links where order_id = p_order and scope = 'draft';
  if opened.kind = 'waitlist' then
    perform internal.mail_order(opened, 'waitlist_joined', opened.version::text);
  elsif opened.kind = 'order' then
    perform internal.mail_order(opened, 'order_open', opened.version::text);
  end if;
  return opened;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_wishes(p_location uuid, p_minutes int4range)
 RETURNS TABLE(order_id uuid, kind public.wish_kind)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
begin
  return query
  select one.id, one.kind from public.search_orders one
  where one.state = 'open' and one.kind = 'waitlist' and one.location_id = p_location and one.wanted operator(pg_catalog.&&) p_minutes
  union all
  select one.id, one.kind from internal.listings listing
  join public.search_orders one on one.state = 'open' and one.category_id = listing.category and one.area operator(extensions.@>) listing.spot
    and one.wanted operator(pg_catalog.&&) p_minutes
  where listing.location_id = p_location and one.kind = 'alert';
end $function$;

CREATE OR REPLACE FUNCTION internal.order_end(one public.search_orders, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return least(to_timestamp(upper(one.wanted)::float8 * 60), at + make_interval(days => internal.wish_days(one.kind)), (
    select visit.starts_at - make_interval(hours => visit.cancellation_hours) from public.appointments visit
    where visit.id = one.replaces_appointment));
end $function$;

CREATE OR REPLACE FUNCTION internal.order_summary(one public.search_orders)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('id', one.id, 'state', one.state,
    'category', (select jsonb_build_object('id', category.id, 'slug', category.slug, 'name', category.name)
      from public.categories category where category.id = one.category_id),
    'title', internal.masked(one.title), 'text', internal.masked(one.text), 'persons', one.persons, 'place', internal.order_place(one),
    'radius_km', one.radius_km, 'windows', one.windows, 'budget_cents', one.budget_cents, 'secret', internal.is_secret_order(one),
    'version', one.version, 'confirmed_at', one.confirmed_at, 'expires_at', one.expires_at,
    'kind', one.kind);
end $function$;

CREATE OR REPLACE FUNCTION internal.orders_data(p_user uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('category', (select name from public.categories where id = one.category_id), 'state', one.state,
      'kind', one.kind,
      'business', (select place.name from public.locations place where place.id = one.location_id), 'title', one.title, 'text', one.text, 'persons', one.persons, 'for_name', one.for_name, 'place', one.place_label, 'radius_km', one.radius_km,
      'windows', one.windows, 'budget_cents', one.budget_cents, 'name', one.contact_name, 'email', one.contact_email, 'phone', one.contact_phone,
      'created_at', one.created_at, 'confirmed_at', one.confirmed_at, 'closed_at', one.closed_at,
      'offers', (select coalesce(jsonb_agg(jsonb_build_object('business', place.name, 'state', offer.state, 'price_cents', offer.price_cents,
          'text', offer.text_masked, 'sent_at', offer.sent_at, 'decided_at', offer.decided_at) order by offer.sent_at, offer.id), '[]')
        from public.offers offer join public.locations place on place.id = offer.location_id where offer.order_id = one.id),
      'questions', (select coalesce(jsonb_agg(jsonb_build_object('business', place.name, 'by_customer', said.by_customer, 'text', said.text,
          'created_at', said.created_at) order by said.created_at, said.id), '[]')
        from public.order_messages said join public.locations place on place.id = said.location_id where said.order_id = one.id))
      order by one.created_at, one.id), '[]')
    from (select * from public.search_orders mine where mine.user_id = p_user union select * from internal.orders_with(p_email)) one);
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
    from internal.free_within(wish, place, array[p_service], wish.employee_id) free
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

CREATE OR REPLACE FUNCTION internal.services_for_order(one public.search_orders, p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', service.id, 'name', service.name, 'minutes', service.duration_minutes,
      'price_cents', service.price_cents) order by service."position", service.id), '[]')
    from public.services service join public.categories category on category.id = service.category_id
    where service.location_id = p_location and service.active and not service.addon and case when one.kind = 'waitlist' then service.id = any(one.service_ids)
        else one.category_id in (category.id, category.parent_id) end
      and exists (select from public.employee_services own join public.employees person on person.id = own.employee_id and person.active
        where own.service_id = service.id));
end $function$;

CREATE OR REPLACE FUNCTION internal.start_for_waiting(wish public.search_orders, place public.locations, spans int4multirange, p_told timestamp with time zone, OUT starts_at timestamp with time zone, OUT kept_until timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  wished constant int4multirange := internal.wished_minutes(wish, place.time_zone) * spans;
begin
  if isempty(wished) then return; end if;
  select found.starts_at, found.kept into start_for_waiting.starts_at, start_for_waiting.kept_until from (
    select free.starts_at, case when tired.rounds < 3 then internal.kept_until(p_told, free.starts_at, place.notice_minutes, place.time_zone) end as kept
    from public.available_starts(place.id, wish.service_ids, wish.employee_id, (internal.instant(lower(wished)) at time zone place.time_zone)::date,
      (internal.instant(upper(wished) - 1) at time zone place.time_zone)::date) free
    cross join lateral (
      select count(*) as rounds from public.offers past join public.offer_starts start on start.offer_id = past.id
      where past.location_id = place.id and past.origin = 'waitlist' and past.state in ('expired', 'declined') and past.sent_at > present - interval '4 days'
        and start.starts_at < free.ends_at and start.ends_at > free.starts_at) tired
    where internal.minute(free.starts_at) <@ wished and free.starts_at > p_told
      and not exists (select from public.offers past join public.offer_starts start on start.offer_id = past.id
        where past.order_id = wish.id and start.starts_at between free.starts_at - interval '1 hour' and free.starts_at + interval '1 hour')
      and not exists (select from internal.free_calls told where told.order_id = wish.id
        and (told.at > present - interval '2 hours' or told.starts_at between free.starts_at - interval '1 hour' and free.starts_at + interval '1 hour'))
    order by free.starts_at) found
  where found.kept is not null
    -- For nobody: the first five of those who wait, when mails may leave.
    or (p_told <= present and (found.starts_at >= present + interval '2 hours' or wish.short_notice)
      and (select count(*) from internal.free_calls told where told.location_id = place.id and told.starts_at = found.starts_at) < 5)
  order by found.starts_at limit 1;
end $function$;

CREATE OR REPLACE FUNCTION internal.swap_to_offer(one public.search_orders, offer public.offers, hold public.holds, p_early_start text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  visit public.appointments;
  demanded text;
begin
  select * into visit from public.appointments where id = one.replaces_appointment for update;
  if not coalesce(internal.customer_may_change(visit), false) or visit.location_id <> hold.location_id then perform internal.fail('swap_gone'); end if;
  demanded := internal.demanded_early_start(visit, hold.starts_at, p_early_start);
  perform internal.move_to_hold(visit.id, hold.id, 'customer');
  insert into public.early_starts select visit.id, present, demanded where demanded is not null on conflict do nothing;
  perform internal.free_starts(array[offer.id]);
  perform internal.close_offers(one.id, 'Eine andere Zeit passte besser.', offer.id);
  update public.search_orders set state = 'matched', closed_at = present where id = one.id;
  update public.offers set state = 'accepted', decided_at = present, appointment_id = visit.id where id = offer.id;
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_first_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.mail_offers(one, 'offer_received', 'first', array[new.id])
  from public.search_orders one where one.id = new.order_id and one.state = 'open' and one.kind = 'order';
  -- Who waits is told of each; by the server only when people are awake.
  perform internal.mail_offers(one, 'waitlist_offer', new.id::text, array[new.id],
    case when new.origin = 'waitlist' then internal.awake(new.sent_at, place.time_zone) end)
  from public.search_orders one join public.locations place on place.id = new.location_id
  where one.id = new.order_id and one.state = 'open' and one.kind = 'waitlist';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_sender()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  outcome constant text := case new.state when 'accepted' then 'offer_accepted' when 'declined' then 'offer_declined' when 'expired' then 'offer_lapsed' end;
begin
  if outcome is null then return null; end if;
  insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key, user_id)
  select new.company_id, outcome, 'business', account.email, jsonb_build_object('offer_id', new.id, 'order_id', new.order_id,
      'title', case when flags.secret then '' else internal.neutral(internal.masked(wish.title), '') end, 'location', place.name, 'time_zone', place.time_zone,
      'price_cents', new.price_cents, 'appointment_id', new.appointment_id, 'starts_at', coalesce(
        (select visit.starts_at from public.appointments visit where visit.id = new.appointment_id),
        (select min(start.starts_at) from public.offer_starts start where start.offer_id = new.id))),
    internal.present(), now(), concat('offer ', new.id, ' ', outcome), account.id
  from public.members member join auth.users account on account.id = member.user_id
  join public.locations place on place.id = new.location_id join public.search_orders wish on wish.id = new.order_id
  cross join lateral (select internal.is_secret_order(wish) as secret) flags
  where member.company_id = new.company_id and member.user_id = new.sent_by and account.email_confirmed_at is not null and account.deleted_at is null
    and not exists (select from public.notice_choices choice where choice.company_id = member.company_id and choice.user_id = member.user_id
      and choice.topic = 'offers' and choice.scope = 'none')
  on conflict (dedupe_key) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.waiting_before(one public.search_orders)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select count(*) from public.search_orders other where other.state = 'open' and other.kind = 'waitlist' and other.location_id = one.location_id
    and other.wanted && one.wanted and other.expires_at > internal.present() and other.snoozed_until is null
    and (other.employee_id is null or one.employee_id is null or other.employee_id = one.employee_id)
    and (other.confirmed_at, other.id) < (one.confirmed_at, one.id));
end $function$;

CREATE OR REPLACE FUNCTION internal.waiting_json(one public.search_orders)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('location', jsonb_build_object('slug', place.slug, 'name', place.name, 'time_zone', place.time_zone, 'phone', place.phone,
        'mode', place.waitlist),
      'services', (select coalesce(jsonb_agg(jsonb_build_object('id', service.id, 'name', service.name) order by wish.turn), '[]')
        from unnest(one.service_ids) with ordinality wish (id, turn) join public.services service on service.id = wish.id),
      'employee', (select person.name from public.employees person where person.id = one.employee_id), 'before', internal.waiting_before(one),
      'short_notice', one.short_notice, 'paused', one.snoozed_until is not null,
      'replaces', (select visit.starts_at from public.appointments visit where visit.id = one.replaces_appointment),
      'free', (select coalesce(jsonb_agg(told.starts_at order by told.starts_at), '[]') from internal.free_calls told
        where told.order_id = one.id and told.starts_at > internal.present()))
    from public.locations place where place.id = one.location_id);
end $function$;

CREATE OR REPLACE FUNCTION internal.wish_days(p_kind public.wish_kind)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case p_kind when 'order' then 30 when 'alert' then 60 else 90 end;
end $function$;

CREATE OR REPLACE FUNCTION public.accept_offer(p_order uuid, p_offer uuid, p_position integer, p_secret text DEFAULT NULL::text, p_price_cents integer DEFAULT NULL::integer, p_contact jsonb DEFAULT NULL::jsonb, p_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  one public.search_orders := internal.order_of(p_order, p_secret);
  known uuid;
  offer public.offers;
  hold public.holds;
  contact jsonb;
  demanded text;
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if p_key is not null then
    select visit.id into known from public.appointments visit where visit.idempotency_key = p_key;
    if known is not null then
      if exists (select from public.offers made where made.order_id = p_order and made.appointment_id = known) then return internal.visit_json(known); end if;
      perform internal.fail('key_used');
    end if;
  end if;
  if exists (select from public.offers made where made.id = p_offer and made.order_id = p_order and made.appointment_id = one.replaces_appointment) then
    return internal.visit_json(one.replaces_appointment);
  end if;
  offer := internal.offer_to_answer(p_order, p_offer);
  if p_price_cents is distinct from offer.price_cents then perform internal.fail('price_changed'); end if;
  select kept.* into hold from public.offer_starts start join public.holds kept on kept.id = start.hold_id
  where start.offer_id = p_offer and start."position" = p_position and kept.ended_at is null for update of kept;
  if hold.id is null or hold.starts_at <= present then perform internal.fail('offer_expired'); end if;
  if not exists (select from public.companies company where company.id = hold.company_id and company.state = 'active') then
    perform internal.fail('not_possible', internal.phone_of(hold.location_id));
  end if;
  if one.replaces_appointment is not null then
    perform internal.swap_to_offer(one, offer, hold, p_early_start);
    return internal.visit_json(one.replaces_appointment);
  end if;
  contact := internal.clean_contact(jsonb_build_object('name', coalesce(nullif(btrim(p_contact ->> 'name'), ''), one.contact_name),
    'email', one.contact_email, 'phone', coalesce(p_contact ->> 'phone', one.contact_phone), 'note', p_contact ->> 'note'), false);
  hold.user_id := coalesce(one.user_id, internal.person());
  hold.source := 'web';
  hold.origin := 'offer';
  hold.idempotency_key := p_key;
  -- The link of the order opens the booking as well.
  select link.secret_hash into hold.secret_hash from public.search_order_links link
  where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and link.order_id = p_order and link.scope = 'own';
  demanded := internal.demanded_early_start(internal.as_appointment(hold), hold.starts_at, p_early_start);
  delete from public.holds where id = hold.id;
  perform internal.free_starts(array[p_offer]);
  perform internal.close_offers(p_order, 'Ein anderes Angebot passte besser.', p_offer);
  update public.search_orders set state = 'matched', closed_at = present where id = p_order;
  -- With a time that the server offered by itself the business has not said yes.
  perform internal.book_hold(hold, contact, (case when offer.origin = 'waitlist' and internal.asks_first(hold) then 'requested' else 'confirmed' end)::public.appointment_state, demanded);
  if one.for_name <> '' then update public.appointments set for_name = one.for_name where id = hold.id; end if;
  update public.offers set state = 'accepted', decided_at = present, appointment_id = hold.id where id = p_offer;
  return internal.visit_json(hold.id);
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
        select wish.id from (
          select fitting.order_id from internal.fitting_orders(rule.location_id, present) fitting
          union all
          select one.id from public.search_orders one
          where one.state = 'open' and one.kind = 'waitlist' and one.location_id = rule.location_id and one.expires_at > present) known
        join public.search_orders wish on wish.id = known.order_id
        where internal.is_open_to_rule(rule, wish, present) order by wish.kind desc, wish.confirmed_at, wish.id limit 20
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

CREATE OR REPLACE FUNCTION public.ask_for_alert(p_draft jsonb, p_secret text, p_contact jsonb, p_consent boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  if p_draft is null or jsonb_typeof(p_draft) <> 'object' then perform internal.fail('order_invalid'); end if;
  if not p_draft ? 'category' then perform internal.fail('category_not_found'); end if;
  if not p_draft ? 'latitude' then perform internal.fail('place_missing'); end if;
  if not p_draft ? 'windows' then perform internal.fail('window_missing'); end if;
  made := public.save_search_order_draft(p_secret, p_draft);
  update public.search_orders set kind = 'alert' where id = made;
  return jsonb_build_object('id', made, 'state', public.submit_search_order(made, p_secret, p_contact, p_consent));
end $function$;

CREATE OR REPLACE FUNCTION public.change_search_order(p_order uuid, p_secret text, p_changes jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  perform internal.check_open(one);
  one := internal.fill_order(one, case when one.kind = 'order' then p_changes - 'category'
    when p_changes ? 'windows' then jsonb_build_object('windows', p_changes -> 'windows') else '{}' end);
  perform internal.keep_order(one);
  update public.search_orders set version = version + 1,
    next_check_at = case when kind <> 'order' then internal.present() end,
    expires_at = least(internal.order_end(one, internal.present()), confirmed_at + internal.wish_days(kind) * (extended + 1) * interval '1 day')
  where id = p_order returning * into one;
  return one.version;
end $function$;

CREATE OR REPLACE FUNCTION public.collect_freed(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader internal.feed_cursors;
  found jsonb;
begin
  insert into internal.feed_cursors (consumer, token) values ('waitlists', '') on conflict do nothing;
  select * into reader from internal.feed_cursors where consumer = 'waitlists' for update skip locked;
  if reader.consumer is null then return 0; end if;
  found := internal.changes_since(reader.token, p_limit);
  perform internal.note_freed(change.location_id, coalesce(change.old_starts_at, visit.starts_at),
    coalesce(change.old_starts_at, visit.starts_at) + (visit.ends_at - visit.starts_at))
  from jsonb_to_recordset(found -> 'changes') change (appointment_id uuid, location_id uuid, verb text, to_state text, old_starts_at timestamptz)
  join public.appointments visit on visit.id = change.appointment_id
  where change.to_state in ('cancelled', 'declined', 'expired', 'withdrawn') or change.old_starts_at is not null;
  if found ->> 'token' <> reader.token then
    update internal.feed_cursors set token = found ->> 'token', moved_at = now() where consumer = 'waitlists';
  end if;
  return jsonb_array_length(found -> 'changes');
end $function$;

CREATE OR REPLACE FUNCTION public.count_waiting(p_location uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  mine uuid[];
begin
  if p_location is null or p_location not in (select internal.locations_to_offer()) then return 0; end if;
  select * into place from public.locations where id = p_location;
  if place.waitlist <> 'by_hand' then return 0; end if;
  mine := internal.employees_to_offer(p_location);
  return (
    select count(*) from (
      select one from public.search_orders one where one.state = 'open' and one.kind = 'waitlist' and one.location_id = p_location
        and one.expires_at > present and (mine is null or one.employee_id = any(mine))
        and not exists (select from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present)
      order by one.confirmed_at, one.id limit 20) waiting
    where (internal.start_for_waiting(waiting.one, place, internal.wished_minutes(waiting.one, place.time_zone), present)).starts_at is not null);
end $function$;

CREATE OR REPLACE FUNCTION public.expire_search_orders(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due uuid;
  one public.search_orders;
  ended integer := 0;
begin
  for due in select id from public.search_orders where state = 'open' and expires_at <= internal.present() order by id limit p_limit loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(due::text, 75));
    select * into one from public.search_orders where id = due;
    continue when one.state <> 'open' or one.expires_at > internal.present();
    perform internal.close_order(due, 'expired', case one.kind when 'waitlist' then 'Der Platz auf der Warteliste ist abgelaufen.'
      else 'Der Suchauftrag ist abgelaufen.' end);
    select * into one from public.search_orders where id = due;
    perform internal.mail_order(one, 'order_closed', one.extended::text);
    ended := ended + 1;
  end loop;
  return ended;
end $function$;

CREATE OR REPLACE FUNCTION public.extend_search_order(p_order uuid, p_secret text, p_windows jsonb, p_radius_km integer DEFAULT NULL::integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if one.state not in ('open', 'expired') or one.emptied_at is not null then perform internal.fail('order_closed'); end if;
  if one.extended >= 2 then perform internal.fail('extended_twice'); end if;
  if one.state = 'expired' and one.contact_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended(encode(one.contact_hash, 'hex'), 77));
    perform internal.check_open_orders(one);
  end if;
  one := internal.fill_order(one, jsonb_build_object('windows', p_windows)
    || case when p_radius_km is null or one.kind = 'waitlist' then '{}' else jsonb_build_object('radius_km', p_radius_km) end);
  perform internal.keep_order(one);
  update public.search_orders set state = 'open', closed_at = null, closed_reason = '', extended = extended + 1, version = version + 1,
    snoozed_until = null, rounds_missed = 0, next_check_at = case when kind <> 'order' then present end, expires_at = internal.order_end(one, present)
  where id = p_order returning * into one;
  return one.expires_at;
end $function$;

CREATE OR REPLACE FUNCTION public.get_offer(p_order uuid, p_offer uuid, p_position integer, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  one constant public.search_orders := internal.order_of(p_order, p_secret);
  offer public.offers;
  hold public.holds;
begin
  select * into offer from public.offers made where made.id = p_offer and made.order_id = p_order;
  if offer.id is null then perform internal.fail('offer_closed'); end if;
  select kept.* into hold from public.offer_starts start join public.holds kept on kept.id = start.hold_id
  where start.offer_id = p_offer and start."position" = p_position and kept.ended_at is null;
  if one.state <> 'open' then perform internal.fail('order_closed'); end if;
  if offer.state = 'expired' or offer.state = 'sent' and (offer.expires_at <= present or hold.id is null or hold.starts_at <= present) then
    perform internal.fail('offer_expired');
  end if;
  if offer.state <> 'sent' then perform internal.fail('offer_closed'); end if;
  -- As accept_offer will book it.
  hold.source := 'web';
  return (
    select jsonb_build_object('offer', internal.request_offer(one, offer, offer.price_cents),
      'lines', (select jsonb_agg(jsonb_build_object('service_name', line ->> 'service_name', 'starts_at', line ->> 'starts_at',
          'price_cents', (line ->> 'price_cents')::integer, 'employee_name', employee.name) order by line -> 'position')
        from jsonb_array_elements(hold.lines) line
        join public.employees employee on employee.id = (line ->> 'employee_id')::uuid),
      'starts_at', hold.starts_at, 'ends_at', hold.ends_at, 'cancellation_hours', hold.cancellation_hours,
      'cancel_until', hold.starts_at - make_interval(hours => hold.cancellation_hours),
      'location', jsonb_build_object('slug', place.slug, 'name', place.name, 'street', place.street, 'postal_code', place.postal_code,
        'city', place.city, 'time_zone', place.time_zone, 'phone', place.phone),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name, 'representative', company.representative,
        'street', company.street, 'postal_code', company.postal_code, 'city', company.city, 'email', company.email, 'phone', company.phone,
        'small_business', company.small_business),
      'contact', jsonb_build_object('name', one.contact_name, 'email', one.contact_email, 'phone', one.contact_phone),
      'withdrawal', (internal.legal_flags(hold.id)).withdrawal, 'early_start', internal.early_start_json(internal.as_appointment(hold)),
      'replaces', (select visit.starts_at from public.appointments visit where visit.id = one.replaces_appointment))
    from public.locations place join public.companies company on company.id = place.company_id where place.id = hold.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_request(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := internal.order_of(p_order, p_secret, 'read');
  own constant boolean := internal.owns_order(one, p_secret);
  dearest constant integer := (select max(offer.price_cents) from public.offers offer where offer.order_id = p_order and offer.state = 'sent');
begin
  return (
    select jsonb_build_object('id', one.id, 'scope', case when own then 'own' else 'read' end,
      'state', case when one.state = 'open' and one.expires_at <= internal.present() then 'expired' else one.state::text end,
      'category', case when category.id is not null then jsonb_build_object('id', category.id, 'slug', category.slug, 'name', category.name,
        'icon', category.icon, 'hue', category.hue) end,
      'secret', internal.is_secret_order(one), 'title', one.title, 'text', case when own then one.text else '' end, 'persons', one.persons,
      'place', case when own then one.place_label else coalesce(internal.order_place(one), '') end, 'radius_km', one.radius_km, 'windows', one.windows,
      'budget_cents', one.budget_cents, 'version', one.version, 'created_at', one.created_at, 'submitted_at', one.submitted_at,
      'confirmed_at', one.confirmed_at, 'expires_at', one.expires_at, 'extended', one.extended, 'closed_at', one.closed_at,
      'closed_reason', one.closed_reason, 'kind', one.kind, 'waiting', case when one.kind = 'waitlist' then internal.waiting_json(one) end,
      'found', case when one.kind = 'alert' and one.state = 'open' then internal.alert_starts(one, internal.present(), false) end,
      'contact', case when own then jsonb_build_object('name', one.contact_name, 'email', one.contact_email, 'phone', one.contact_phone) end,
      'asked', case when one.state = 'open' and one.kind <> 'waitlist' and jsonb_array_length(found.offers) = 0 then internal.asked_json(one) end,
      'offers', found.offers,
      'appointment', (select jsonb_build_object('id', case when own then visit.id end, 'starts_at', visit.starts_at, 'location', place.name,
          'time_zone', place.time_zone)
        from public.offers offer join public.appointments visit on visit.id = offer.appointment_id
        join public.locations place on place.id = visit.location_id where offer.order_id = p_order and offer.state = 'accepted'))
    from (select coalesce(jsonb_agg(internal.request_offer(one, offer, dearest) order by offer.sent_at, offer.id), '[]') as offers
      from public.offers offer where offer.order_id = p_order) found
    left join public.categories category on category.id = one.category_id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_search_order_draft(p_order uuid, p_secret text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  draft constant public.search_orders := internal.order_of(p_order, p_secret, 'draft');
begin
  return jsonb_build_object('id', draft.id, 'state', draft.state,
    'category', (select slug from public.categories where id = draft.category_id), 'title', draft.title, 'text', draft.text, 'persons', draft.persons,
    'for_name', draft.for_name, 'place_label', draft.place_label, 'latitude', draft.latitude, 'longitude', draft.longitude, 'city_id', draft.city_id,
    'radius_km', draft.radius_km, 'windows', draft.windows, 'budget_cents', draft.budget_cents, 'secret', internal.is_secret_order(draft),
    'place', internal.order_place(draft), 'contact', jsonb_build_object('name', draft.contact_name, 'email', draft.contact_email),
    'submitted_at', draft.submitted_at, 'expires_at', draft.expires_at, 'kind', draft.kind,
    'business', (select place.name from public.locations place where place.id = draft.location_id));
end $function$;

CREATE OR REPLACE FUNCTION public.instant_matches(p_category text, p_latitude double precision, p_longitude double precision, p_radius_km integer, p_windows jsonb, p_budget_cents integer DEFAULT NULL::integer, p_limit integer DEFAULT 6)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  at constant timestamptz := internal.present();
  wanted constant integer := least(greatest(coalesce(p_limit, 6), 1), 12);
  asked constant smallint := (select id from public.categories where slug = p_category);
  windows constant jsonb := internal.read_windows(p_windows, at);
  candidates internal.search_hit[];
  days internal.search_day[];
  hits internal.search_hit[];
  reach integer;
begin
  if asked is null then perform internal.fail('category_not_found'); end if;
  if not coalesce(p_latitude between -90 and 90 and p_longitude between -180 and 180, false) then perform internal.fail('place_missing'); end if;
  if not coalesce(p_radius_km between 1 and 50, false) then perform internal.fail('radius_invalid'); end if;
  reach := cardinality(internal.order_candidates(asked, internal.spot(p_latitude, p_longitude), p_radius_km, null, null, 1000));
  candidates := internal.order_candidates(asked, internal.spot(p_latitude, p_longitude), p_radius_km, p_budget_cents, null, 1000);
  days := internal.order_days(windows, internal.listed_zones(), at);
  hits := internal.nearest_free(candidates, days, at, wanted);
  return jsonb_build_object('reach', reach, 'affordable', cardinality(candidates), 'matches', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', listing.slug, 'name', listing.name, 'city', listing.city, 'district', listing.district,
      'distance_km', round(hit.distance_km::numeric, 1), 'image', listing.image, 'rating_average', listing.rating_average,
      'rating_count', listing.rating_count, 'time_zone', hit.zone,
      'service', (select jsonb_build_object('id', service.id, 'name', service.name, 'duration_minutes', service.duration_minutes, 'price_cents', kept.price_cents)
        from public.services service join internal.listing_services kept on kept.service_id = service.id where service.id = hit.service_id),
      'starts', (select jsonb_agg(jsonb_build_object('starts_at', to_timestamp(start.minute::float8 * 60), 'employee_id', start.employee) order by start.minute)
        from unnest(hit.starts, hit.employees) start (minute, employee))) order by hit.place), '[]')
    from unnest(hits[1:wanted]) hit join internal.listings listing on listing.category = asked and listing.number = hit.number));
end $function$;

CREATE OR REPLACE FUNCTION public.join_waitlist(p_location uuid, p_services uuid[], p_secret text, p_windows jsonb, p_contact jsonb, p_employee uuid DEFAULT NULL::uuid, p_short_notice boolean DEFAULT false, p_appointment uuid DEFAULT NULL::uuid, p_appointment_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  visitor constant internal.visitor := internal.visitor();
  place public.locations;
  visit public.appointments;
  services uuid[] := p_services;
  wish public.search_orders;
begin
  if coalesce(length(p_secret), 0) not between 20 and 100 then perform internal.fail('secret_missing'); end if;
  select * into place from public.locations where id = p_location;
  if place.id is null or place.waitlist = 'off' or not internal.is_published(p_location) then perform internal.fail('location_not_found'); end if;
  if p_appointment is not null then
    select * into visit from public.appointments where id = p_appointment;
    if visit.id is null or not internal.is_customer(visit, p_appointment_secret) or visit.location_id <> p_location then
      perform internal.fail('appointment_not_found');
    end if;
    services := array(select line.service_id from public.appointment_lines line where line.appointment_id = p_appointment order by line."position");
    if not internal.customer_may_change(visit)
      or exists (select from public.appointment_lines line where line.appointment_id = p_appointment and line.event_id is not null) then
      perform internal.fail('swap_gone');
    end if;
  end if;
  if coalesce(cardinality(services), 0) not between 1 and 10 or array_position(services, null) is not null or exists (
    select from unnest(services) wanted where not exists (
      select from public.services service where service.id = wanted and service.location_id = p_location and service.active)) then
    perform internal.fail('service_not_found');
  end if;
  if internal.needs_phone(services) then perform internal.fail('by_phone'); end if;
  if p_employee is not null and not exists (select from public.employees person where person.id = p_employee and person.location_id = p_location and person.active) then
    perform internal.fail('employee_not_found');
  end if;
  wish.windows := internal.read_windows(p_windows, present);
  wish.wanted := internal.wanted_minutes(wish.windows, present);
  insert into public.search_orders (kind, location_id, service_ids, employee_id, replaces_appointment, short_notice, category_id, title, place_label, latitude,
    longitude, city_id, radius_km, windows, wanted, area, created_at, expires_at)
  select 'waitlist', place.id, services, p_employee, p_appointment, coalesce(p_short_notice, false), service.category_id, left(service.name, 80), place.city,
    coalesce(place.latitude, 0), coalesce(place.longitude, 0), place.city_id, 1, wish.windows, wish.wanted,
    extensions.cube_enlarge(internal.spot(coalesce(place.latitude, 0), coalesce(place.longitude, 0)), internal.chord(1), 3), present, present + interval '2 days'
  from public.services service where service.id = services[1] returning * into wish;
  insert into public.search_order_links (secret_hash, order_id, scope, expires_at)
  values (sha256(convert_to(p_secret, 'UTF8')), wish.id, 'draft', present + interval '2 days') on conflict (secret_hash) do nothing;
  if not found then perform internal.fail('secret_missing'); end if;
  if not visitor.unlimited and internal.spend(array[row('order drafts from ' || coalesce(visitor.address::text, 'unknown'),
      case when visitor.address is null then 60 else 10 end, 3600)::internal.budget]) is not null then
    perform internal.fail('too_often');
  end if;
  return jsonb_build_object('id', wish.id, 'state', public.submit_search_order(wish.id, p_secret, p_contact));
end $function$;

CREATE OR REPLACE FUNCTION public.list_search_orders(p_category text DEFAULT NULL::text, p_city text DEFAULT NULL::text, p_cursor text DEFAULT NULL::text, p_limit integer DEFAULT 20)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  shown constant integer := least(greatest(coalesce(p_limit, 20), 1), 50);
  after_at timestamptz;
  after_key text;
  page public.search_orders[];
begin
  if p_cursor ~ '^[0-9]{14,17}\.[0-9a-f]{16}$' then
    after_at := timestamptz 'epoch' + split_part(p_cursor, '.', 1)::bigint * interval '1 microsecond';
    after_key := split_part(p_cursor, '.', 2);
  end if;
  page := array(
    select one from public.search_orders one join public.categories category on category.id = one.category_id
    left join public.categories parent on parent.id = category.parent_id
    where one.state = 'open' and one.kind = 'order' and one.expires_at > present and not category.secret and not coalesce(parent.secret, false)
      and (p_category is null or p_category in (category.slug, parent.slug))
      and (p_city is null or one.city_id = (select id from public.cities where slug = p_city))
      and (after_at is null or one.confirmed_at < after_at or one.confirmed_at = after_at and internal.public_key(one.id) > after_key)
    order by one.confirmed_at desc, internal.public_key(one.id) limit shown + 1);
  return jsonb_build_object('orders', (
    select coalesce(jsonb_agg(jsonb_build_object('category', (select jsonb_build_object('slug', slug, 'name', name) from public.categories where id = one.category_id),
      'place', internal.order_place(row(one.*)::public.search_orders), 'city', (select slug from public.cities where id = one.city_id),
      'radius_km', (select min(band) from unnest(array[2, 5, 10, 25, 50]) band where band >= one.radius_km), 'times', internal.public_times(one.windows),
      'budget', one.budget_cents is not null,
      'budget_to_cents', (select min(band) from unnest(array[2500, 5000, 10000, 20000]) band where band >= one.budget_cents), 'persons', one.persons,
      'age_hours', floor(extract(epoch from present - one.confirmed_at) / 3600)::integer,
      'offers', (select count(*) from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present)) order by one.confirmed_at desc, internal.public_key(one.id)), '[]')
    from unnest(page[1:shown]) one),
    'next', case when cardinality(page) > shown then
      (extract(epoch from (page[shown]).confirmed_at) * 1000000)::bigint || '.' || internal.public_key((page[shown]).id) end);
end $function$;

CREATE OR REPLACE FUNCTION public.list_waiting(p_location uuid, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  mine uuid[];
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  mine := internal.employees_to_offer(p_location);
  return (
    with waiting as materialized (
      select * from public.search_orders one where one.state = 'open' and one.kind = 'waitlist' and one.location_id = p_location and one.expires_at > present
        and (mine is null or one.employee_id = any(mine))
    ), page as (
      select * from waiting order by confirmed_at, id limit least(greatest(p_limit, 0), 100) offset greatest(p_offset, 0)
    )
    select jsonb_build_object('total', (select count(*) from waiting), 'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', page.id, 'employee_id', page.employee_id, 'windows', page.windows,
        'services', array(select service.name from unnest(page.service_ids) with ordinality wish (id, turn)
          join public.services service on service.id = wish.id order by wish.turn),
        'confirmed_at', page.confirmed_at, 'expires_at', page.expires_at, 'short_notice', page.short_notice, 'paused', page.snoozed_until is not null,
        'replaces', (select visit.starts_at from public.appointments visit where visit.id = page.replaces_appointment),
        'offer', (select jsonb_build_object('id', offer.id, 'expires_at', offer.expires_at,
            'starts_at', (select min(start.starts_at) from public.offer_starts start where start.offer_id = offer.id))
          from public.offers offer where offer.order_id = page.id and offer.state = 'sent' and offer.expires_at > present limit 1))
        order by page.confirmed_at, page.id), '[]') from page)));
end $function$;

CREATE OR REPLACE FUNCTION public.match_freed()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  due internal.freed;
  place public.locations;
  spans int4multirange;
begin
  select * into due from internal.freed where at <= present order by at, id limit 1 for update skip locked;
  if due.id is null then return null; end if;
  if not pg_try_advisory_xact_lock(hashtextextended(due.location_id::text, 43)) then
    update internal.freed set at = present + interval '5 seconds' where id = due.id;
    return 0;
  end if;
  with taken as (
    delete from internal.freed where id in (
      select one.id from internal.freed one where one.location_id = due.location_id and one.at <= present limit 500 for update skip locked)
    returning minutes)
  select range_agg(taken.minutes) into spans from taken;
  -- Alerts around are looked at next, unless they were told lately.
  update public.search_orders set next_check_at = present where id in (
    select one.id from public.search_orders one where one.id in (
        select wish.order_id from unnest(spans) span cross join lateral internal.open_wishes(due.location_id, span) wish where wish.kind = 'alert')
      and one.next_check_at > present and coalesce(one.told_at < present - interval '1 hour', true) for update skip locked);
  select * into place from public.locations where id = due.location_id and waitlist = 'automatic';
  if place.id is null or not internal.is_published(place.id) then return 0; end if;
  return internal.offer_freed(place, spans);
end $function$;

CREATE OR REPLACE FUNCTION public.nudge_orders(p_limit integer DEFAULT 100)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  due record;
  one public.search_orders;
  done integer := 0;
begin
  for due in
    select found.order_id, min(found.step) as step from (
      -- A day after the question the order closes, if nothing was looked at since.
      select offer.order_id, 1 as step from public.offers offer
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open' and wish.kind = 'order'
      join public.messages asked on asked.dedupe_key = concat('order ', offer.order_id, ' order_still_wanted once') and asked.created_at <= present - interval '24 hours'
      where offer.seen_at is null and offer.sent_at <= asked.created_at - interval '24 hours'
      union all
      select offer.order_id, 2 from public.offers offer
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open' and wish.kind = 'order'
      where offer.seen_at is null and offer.sent_at <= present - interval '24 hours' and offer.state in ('sent', 'expired')
        and not exists (select from public.messages asked where asked.dedupe_key = concat('order ', offer.order_id, ' order_still_wanted once'))
      union all
      select offer.order_id, 3 from public.offers offer
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open' and wish.kind = 'order'
      where offer.state = 'sent' and offer.expires_at > present and offer.expires_at <= present + interval '4 hours'
        and offer.expires_at - offer.sent_at > interval '6 hours'
        and not exists (select from public.offers later where later.order_id = offer.order_id and later.state = 'sent' and later.expires_at > offer.expires_at)
        and not exists (select from public.messages told where told.dedupe_key = concat('order ', offer.order_id, ' offer_expiring ', offer.id))
      union all
      select offer.order_id, 4 from public.offers offer
      join public.search_orders wish on wish.id = offer.order_id and wish.state = 'open' and wish.kind = 'order'
      cross join lateral (select internal.told_of_offers(offer.order_id) as at) told
      where offer.state = 'sent' and offer.expires_at > present and offer.seen_at is null and offer.sent_at > told.at and told.at <= present - interval '2 hours') found
    group by found.order_id order by min(found.step) limit p_limit
  loop
    perform internal.lock_order(due.order_id);
    select * into one from public.search_orders where id = due.order_id and state = 'open';
    continue when one.id is null;
    if due.step = 1 then
      perform internal.close_order(one.id, 'expired', 'Es kam keine Antwort mehr.');
      perform internal.mail_order(one, 'order_closed', 'silent');
    elsif due.step = 2 then
      perform internal.mail_offers(one, 'order_still_wanted', 'once', internal.new_offers(one.id, null));
    elsif due.step = 3 then
      perform internal.mail_offers(one, 'offer_expiring', offer.id::text, array[offer.id])
      from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present
      order by offer.expires_at desc limit 1;
    else
      perform internal.mail_offers(one, 'offers_digest', fresh.ids[cardinality(fresh.ids)]::text, fresh.ids)
      from (select internal.new_offers(one.id, internal.told_of_offers(one.id)) as ids) fresh where cardinality(fresh.ids) > 0;
    end if;
    done := done + 1;
  end loop;
  return done;
end $function$;

CREATE OR REPLACE FUNCTION public.own_search_orders()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if internal.person() is null then perform internal.fail('not_signed_in'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'state', case when one.state = 'open' and one.expires_at <= internal.present() then 'expired' else one.state end,
      'category', (select name from public.categories where id = one.category_id), 'title', one.title, 'place', internal.order_place(one), 'radius_km', one.radius_km, 'windows', one.windows,
      'confirmed_at', one.confirmed_at, 'expires_at', one.expires_at, 'closed_at', one.closed_at,
      'offers', (select count(*) from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > internal.present()),
      'appointment_id', (select offer.appointment_id from public.offers offer where offer.order_id = one.id and offer.state = 'accepted'),
      'kind', one.kind, 'business', (select place.name from public.locations place where place.id = one.location_id))
      order by one.confirmed_at desc, one.id), '[]')
    from (select * from internal.orders_of_person() mine where mine.state <> 'draft' order by mine.confirmed_at desc limit 50) one);
end $function$;

CREATE OR REPLACE FUNCTION public.resume_waiting(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.order_of(p_order, p_secret);
  perform internal.lock_order(p_order);
  perform internal.check_open(internal.order_of(p_order, p_secret));
  update public.search_orders set snoozed_until = null, rounds_missed = 0, next_check_at = internal.present() where id = p_order and kind = 'waitlist';
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
    where service.id = any(p_services) and service.location_id = p_location and wish.category_id in (category.id, category.parent_id))
    -- Who waits has said for what; an appointment moves with all that it consists of.
    or wish.kind = 'waitlist' and not (p_services <@ wish.service_ids and (wish.replaces_appointment is null or p_services @> wish.service_ids)) then
    perform internal.fail('service_not_found');
  end if;
  offer.id := gen_random_uuid();
  offer.expires_at := least(present + make_interval(hours => p_hours), wish.expires_at,
    (select min(start) from unnest(p_starts) start) - make_interval(mins => greatest(place.notice_minutes, 60)));
  if offer.expires_at < present + interval '15 minutes' then
    perform internal.fail(case when (select min(start) from unnest(p_starts) start) <= present then 'past' else 'expiry_invalid' end);
  end if;
  perform internal.hold_starts(offer, wish, place, p_services, p_starts, p_employees, p_price_cents, left(btrim(coalesce(p_text, '')), 1000), p_key);
  perform internal.keep_agreed_price(offer.id, wish);
  select * into offer from public.offers where id = offer.id;
  return internal.offer_json(offer);
end $function$;

CREATE OR REPLACE FUNCTION public.submit_search_order(p_order uuid, p_secret text, p_contact jsonb, p_consent boolean DEFAULT false)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  contact constant jsonb := internal.clean_contact(p_contact, false);
  own constant uuid := internal.account_of(internal.person(), contact ->> 'email');
  draft public.search_orders := internal.order_of(p_order, p_secret, 'draft');
  secret boolean;
begin
  perform internal.lock_order(p_order);
  draft := internal.order_of(p_order, p_secret, 'draft');
  if draft.state = 'open' and own is not null and draft.user_id = own then return 'open'; end if;
  if draft.state <> 'draft' then perform internal.fail('order_closed'); end if;
  if draft.category_id is null then perform internal.fail('category_not_found'); end if;
  if draft.latitude is null then perform internal.fail('place_missing'); end if;
  perform internal.read_windows(draft.windows, present);
  -- Whoever waits for one business tells it, as with a booking; the others go to more than one, or stay here.
  secret := draft.kind <> 'waitlist' and internal.is_secret_order(draft);
  if secret and not coalesce(p_consent, false) then perform internal.fail('consent_missing'); end if;
  update public.search_orders set contact_name = contact ->> 'name', contact_email = contact ->> 'email', contact_phone = contact ->> 'phone',
    contact_hash = sha256(convert_to(internal.mailbox(contact ->> 'email'), 'UTF8')), user_id = own, submitted_at = present,
    expires_at = present + interval '2 days', health_consent_at = case when secret then present end
  where id = p_order returning * into draft;
  update public.search_order_links set expires_at = draft.expires_at where order_id = p_order and scope = 'draft';
  if own is not null then
    perform internal.open_order(p_order);
  else
    perform internal.mail_order(draft, 'order_confirm', floor(extract(epoch from present) / 60)::text);
  end if;
  if internal.is_limited() and internal.spend(internal.recipient_budgets(contact ->> 'email', 3, 5, 'order') || internal.place_budgets('orders')) is not null then
    perform internal.fail('too_often');
  end if;
  return case when own is not null then 'open' else 'mail' end;
end $function$;

CREATE OR REPLACE FUNCTION public.sweep_waiting(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  swept integer;
begin
  delete from internal.free_calls where starts_at < present - interval '1 day';
  with due as (
    select one.location_id from public.search_orders one where one.state = 'open' and one.kind = 'waitlist' and one.next_check_at <= present
    group by 1 order by min(one.next_check_at) limit p_limit
  ), moved as (
    update public.search_orders one set next_check_at = present + interval '30 minutes' where one.id in (
      select wish.id from due join public.search_orders wish on wish.location_id = due.location_id
      where wish.state = 'open' and wish.kind = 'waitlist' for update of wish skip locked)
    returning one.location_id, one.wanted, one.snoozed_until
  ), noted as (
    insert into internal.freed (location_id, minutes, at)
    select location_id, int4range(min(lower(wanted)), max(upper(wanted))), present from moved
    where snoozed_until is null and not isempty(wanted) group by location_id
  )
  select count(*) into swept from moved;
  return swept;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_alerts(p_limit integer DEFAULT 100)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  one public.search_orders;
  starts jsonb;
  fresh text[];
  soonest timestamptz;
  looked integer := 0;
begin
  for one in
    select * from public.search_orders wish where wish.state = 'open' and wish.kind = 'alert' and wish.next_check_at <= present and wish.expires_at > present
    order by wish.next_check_at limit p_limit for update skip locked
  loop
    looked := looked + 1;
    if internal.awake(present, 'Europe/Berlin') > present then
      update public.search_orders set next_check_at = internal.awake(present, 'Europe/Berlin') where id = one.id;
      continue;
    end if;
    update public.search_orders set next_check_at = present + interval '30 minutes' where id = one.id;
    starts := internal.alert_starts(one, present, true);
    select array_agg(start ->> 'key'), min((start ->> 'starts_at')::timestamptz) into fresh, soonest
    from jsonb_array_elements(starts) start where (start ->> 'key') <> all(one.told_starts);
    continue when fresh is null or soonest > present + interval '48 hours' and one.told_at > present - interval '24 hours'
      or one.told_at > present - interval '1 hour';
    update public.search_orders set told_at = present, told_starts = (fresh || told_starts)[1:60] where id = one.id;
    perform internal.mail_order(one, 'alert_found', extract(epoch from present)::bigint::text, jsonb_build_object('starts', starts));
  end loop;
  return looked;
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_search_order(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if one.state = 'matched' then perform internal.fail('order_closed'); end if;
  if one.state in ('draft', 'open') then perform internal.close_order(p_order, 'withdrawn', case one.kind when 'waitlist' then 'Der Platz auf der Warteliste wurde aufgegeben.'
    else 'Der Suchauftrag wurde zurückgezogen.' end); end if;
end $function$;

ALTER TABLE "internal"."free_calls" ADD CONSTRAINT "free_calls_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.search_orders(id) ON DELETE CASCADE;

ALTER TABLE "public"."search_orders" ADD CONSTRAINT "search_orders_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employees(id) ON DELETE SET NULL;

ALTER TABLE "public"."search_orders" ADD CONSTRAINT "search_orders_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

ALTER TABLE "public"."search_orders" ADD CONSTRAINT "search_orders_replaces_appointment_fkey" FOREIGN KEY (replaces_appointment) REFERENCES public.appointments(id) ON DELETE SET NULL;

ALTER TABLE "public"."search_orders" ADD CONSTRAINT "search_orders_services" CHECK (((cardinality(service_ids) >= 1) AND (cardinality(service_ids) <= 10)));

ALTER TABLE "public"."search_orders" ADD CONSTRAINT "search_orders_told" CHECK (internal.short_texts(told_starts, 60, 60));

ALTER TABLE "public"."search_orders" ADD CONSTRAINT "search_orders_waitlist" CHECK (((kind <> 'waitlist'::public.wish_kind) OR ((location_id IS NOT NULL) AND (service_ids IS NOT NULL))));

CREATE INDEX free_calls_location ON internal.free_calls USING btree (location_id, starts_at);

CREATE INDEX freed_due ON internal.freed USING btree (at);

CREATE INDEX freed_location ON internal.freed USING btree (location_id);

CREATE INDEX search_orders_check ON public.search_orders USING btree (next_check_at) WHERE ((state = 'open'::public.order_state) AND (kind <> 'order'::public.wish_kind));

CREATE INDEX search_orders_employee ON public.search_orders USING btree (employee_id) WHERE (employee_id IS NOT NULL);

CREATE INDEX search_orders_location ON public.search_orders USING btree (location_id) WHERE (location_id IS NOT NULL);

CREATE INDEX search_orders_replaces ON public.search_orders USING btree (replaces_appointment) WHERE (replaces_appointment IS NOT NULL);

CREATE INDEX search_orders_waiting ON public.search_orders USING gist (location_id, wanted) WHERE ((state = 'open'::public.order_state) AND (kind = 'waitlist'::public.wish_kind));

CREATE TRIGGER note_freed AFTER DELETE ON public.blocks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION internal.note_freed_blocks();

CREATE TRIGGER note_freed_changed AFTER UPDATE ON public.exceptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_freed_hours();

CREATE TRIGGER note_freed_gone AFTER DELETE ON public.exceptions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_freed_hours();

CREATE TRIGGER note_freed_new AFTER INSERT ON public.exceptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_freed_hours();

CREATE TRIGGER count_unanswered AFTER UPDATE OF state ON public.offers FOR EACH ROW WHEN (((old.state = 'sent'::public.offer_state) AND (new.state = ANY (ARRAY['expired'::public.offer_state, 'declined'::public.offer_state])) AND (new.origin = 'waitlist'::public.offer_origin))) EXECUTE FUNCTION internal.count_unanswered();

CREATE TRIGGER note_freed AFTER UPDATE OF state ON public.offers FOR EACH ROW WHEN (((old.state = 'sent'::public.offer_state) AND (new.state <> 'sent'::public.offer_state))) EXECUTE FUNCTION internal.note_freed_offer();

CREATE TRIGGER begin_waves_again AFTER UPDATE OF state ON public.search_orders FOR EACH ROW WHEN (((new.state = 'open'::public.order_state) AND (old.state <> 'open'::public.order_state) AND (new.kind = 'order'::public.wish_kind))) EXECUTE FUNCTION internal.begin_waves();

CREATE TRIGGER begin_waves AFTER INSERT ON public.search_orders FOR EACH ROW WHEN (((new.state = 'open'::public.order_state) AND (new.kind = 'order'::public.wish_kind))) EXECUTE FUNCTION internal.begin_waves();

CREATE TRIGGER note_freed_changed AFTER UPDATE ON public.working_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_freed_hours();

CREATE TRIGGER note_freed_new AFTER INSERT ON public.working_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_freed_hours();

REVOKE ALL ON FUNCTION "internal"."alert_starts"(public.search_orders, timestamp with time zone, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."answer_minutes"(interval) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."awake"(timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."awake_after"(timestamp with time zone, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."call_waiting"(public.search_orders, public.locations, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."count_unanswered"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."has_booked"(public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_turn_for_rule"(public.search_orders, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_agreed_price"(uuid, public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."kept_until"(timestamp with time zone, timestamp with time zone, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mail_offers"(public.search_orders, text, text, uuid[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mail_order"(public.search_orders, text, text, jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."nearest_free"(internal.search_hit[], internal.search_day[], timestamp with time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_freed"(uuid, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_freed_blocks"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_freed_hours"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_freed_offer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."offer_freed"(public.locations, int4multirange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."offer_to_waiting"(public.search_orders, public.locations, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."open_wishes"(uuid, int4range) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."order_end"(public.search_orders, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."start_for_waiting"(public.search_orders, public.locations, int4multirange, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."swap_to_offer"(public.search_orders, public.offers, public.holds, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."waiting_before"(public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."waiting_json"(public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."wish_days"(public.wish_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."ask_for_alert"(jsonb, text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_for_alert"(jsonb, text, jsonb, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."collect_freed"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."collect_freed"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."count_waiting"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_waiting"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."join_waitlist"(uuid, uuid[], text, jsonb, jsonb, uuid, boolean, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."join_waitlist"(uuid, uuid[], text, jsonb, jsonb, uuid, boolean, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_waiting"(uuid, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_waiting"(uuid, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."match_freed"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."match_freed"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."resume_waiting"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resume_waiting"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."sweep_waiting"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sweep_waiting"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."tell_alerts"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tell_alerts"(integer) TO "service_role";

REVOKE ALL ("waitlist") ON TABLE "public"."locations" FROM "authenticated";

GRANT UPDATE ("waitlist") ON TABLE "public"."locations" TO "authenticated";

REVOKE ALL ("origin") ON TABLE "public"."offers" FROM "authenticated";

GRANT SELECT ("origin") ON TABLE "public"."offers" TO "authenticated";

REVOKE ALL ("employee_id") ON TABLE "public"."search_orders" FROM "authenticated";

GRANT SELECT ("employee_id") ON TABLE "public"."search_orders" TO "authenticated";

REVOKE ALL ("kind") ON TABLE "public"."search_orders" FROM "authenticated";

GRANT SELECT ("kind") ON TABLE "public"."search_orders" TO "authenticated";

REVOKE ALL ("location_id") ON TABLE "public"."search_orders" FROM "authenticated";

GRANT SELECT ("location_id") ON TABLE "public"."search_orders" TO "authenticated";

REVOKE ALL ("service_ids") ON TABLE "public"."search_orders" FROM "authenticated";

GRANT SELECT ("service_ids") ON TABLE "public"."search_orders" TO "authenticated";

-- The four mails, and what rules have sent so far.
insert into internal.message_kinds (kind, purpose, priority) values
  ('waitlist_joined', 'transactional', 10),
  ('waitlist_offer', 'transactional', 10),
  ('waitlist_missed', 'transactional', 10),
  ('alert_found', 'transactional', 10);

update public.offers set origin = 'rule' where rule_id is not null;
