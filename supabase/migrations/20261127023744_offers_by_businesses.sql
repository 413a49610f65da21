set local check_function_bodies = off;

CREATE TABLE "public"."offer_templates" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "name" text NOT NULL, "text" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "offer_templates_company_id_name_key" UNIQUE (company_id, name), CONSTRAINT "offer_templates_name_check" CHECK (((length(btrim(name)) >= 1) AND (length(name) <= 60))), CONSTRAINT "offer_templates_pkey" PRIMARY KEY (id), CONSTRAINT "offer_templates_text_check" CHECK (((length(btrim(text)) >= 1) AND (length(text) <= 1000))));

ALTER TABLE "public"."offer_templates" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."locations" ADD COLUMN "offer_holds" smallint NOT NULL DEFAULT 8;

CREATE OR REPLACE FUNCTION internal.check_apart(visits jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if exists (
    with taken as (
      select visit.turn, line.starts_at, taking.subject, taking.minutes, line."position" as line
      from jsonb_array_elements(visits) with ordinality visit (lines, turn)
      cross join lateral jsonb_populate_recordset(null::internal.planned_line, visit.lines) line
      cross join lateral unnest(internal.takings(array[line])) taking)
    select from taken one join taken other on one.turn < other.turn
    where one.subject = other.subject and one.minutes && other.minutes or one.line = 1 and other.line = 1 and one.starts_at = other.starts_at) then
    perform internal.fail('starts_overlap');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_day_budget(place public.locations, planned internal.planned_line[], p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  part record;
begin
  for part in select distinct line.employee_id, (line.starts_at at time zone place.time_zone)::date as day from unnest(planned) line loop
    if internal.holds_left_of(place.id, part.employee_id, part.day, place.time_zone, p_present) < 1 then
      perform internal.fail('hold_budget', jsonb_build_object('left', 0, 'employee', part.employee_id)::text);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.employees_to_offer(p_location uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_location in (select internal.locations_with('all_calendars')) then return null; end if;
  return array(select person.id from public.employees person
    where person.location_id = p_location and person.active and person.id in (select internal.own_employees()));
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
  return one.state <> 'draft' and one.emptied_at is null and exists (
      select from internal.listings listing where listing.location_id = p_location and listing.category = one.category_id
        and listing.spot operator(extensions.<->) internal.spot(one.latitude, one.longitude) <= internal.chord(one.radius_km))
    and (one.health_consent_at is not null or not internal.is_secret_order(one))
    and not internal.is_blocked(place.company_id, one.contact_email, one.contact_phone, one.user_id);
end $function$;

CREATE OR REPLACE FUNCTION internal.fitting_order_json(one public.search_orders, p_location uuid, p_away double precision, p_employees uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  return internal.order_summary(one) || jsonb_build_object('distance_km', round(p_away::numeric, 1), 'starts', internal.starts_for_order(one, p_location, p_employees),
    'offers', (select count(*) from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present),
    'dismissed', exists (select from public.order_notices seen where seen.order_id = one.id and seen.location_id = p_location and seen.dismissed_at is not null),
    'mine', (select jsonb_build_object('id', offer.id, 'state', internal.offer_state(offer), 'expires_at', offer.expires_at)
      from public.offers offer where offer.order_id = one.id and offer.location_id = p_location order by offer.sent_at desc limit 1));
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
  join public.search_orders one on one.state = 'open' and one.category_id = listing.category and one.area operator(extensions.@>) listing.spot
  cross join lateral (select listing.spot operator(extensions.<->) internal.spot(one.latitude, one.longitude) as chord) near
  where listing.location_id = p_location and one.expires_at > p_present and near.chord <= internal.chord(one.radius_km)
    and internal.fits_order(one, p_location);
end $function$;

CREATE OR REPLACE FUNCTION internal.free_within(wish public.search_orders, place public.locations, p_services uuid[], p_employee uuid)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  wished constant int4multirange := internal.wished_minutes(wish, place.time_zone);
  first constant date := (internal.instant(lower(wished)) at time zone place.time_zone)::date;
  last constant date := (internal.instant(upper(wished) - 1) at time zone place.time_zone)::date;
begin
  if isempty(wished) then return; end if;
  if internal.needs_phone(p_services) or internal.is_addon_alone(p_services) then
    return query select * from internal.computed_starts(place.id, p_services, p_employee, first, last, present, p_by_hand => true) free
      where internal.minute(free.starts_at) <@ wished;
  else
    return query select * from public.available_starts(place.id, p_services, p_employee, first, last) free
      where internal.minute(free.starts_at) <@ wished;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.hold_starts(offer public.offers, wish public.search_orders, place public.locations, p_services uuid[], p_starts timestamp with time zone[], p_employees uuid[], p_price_cents integer, p_text text, p_key uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  mine constant uuid[] := internal.employees_to_offer(place.id);
  wished constant int4multirange := internal.wished_minutes(wish, place.time_zone);
  left_over record;
  visits jsonb := '[]';
  planned internal.planned_line[];
  person uuid;
  visitor internal.visitor;
  hold public.holds;
  listed integer;
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
    if not (internal.minute(internal.reckonable(p_starts[turn])) <@ wished) then outside := outside + 1; end if;
    visits := visits || jsonb_build_array(to_jsonb(planned));
  end loop;
  if outside > 1 then perform internal.fail('too_many_outside'); end if;
  if coalesce(p_price_cents <> listed, false) and place.id not in (select internal.locations_with('appointment_price')) then
    perform internal.fail('not_allowed');
  end if;
  perform internal.check_apart(visits);
  insert into public.offers (id, order_id, company_id, location_id, employee_ids, service_ids, price_cents, text_masked, expires_at, sent_by,
    idempotency_key, sent_at)
  values (offer.id, wish.id, place.company_id, place.id, array(
      select distinct line.employee_id from jsonb_array_elements(visits) visit
      cross join lateral jsonb_populate_recordset(null::internal.planned_line, visit) line order by 1),
    p_services, coalesce(p_price_cents, listed), left(internal.masked(p_text), 1100), offer.expires_at, internal.person(), p_key, present)
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

CREATE OR REPLACE FUNCTION internal.holds_left(place public.locations, p_order uuid, p_present timestamp with time zone, OUT here integer, OUT for_order integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  here := place.offer_holds - (select count(*) from public.holds hold where hold.location_id = place.id and hold.ended_at is null
    and hold.expires_at > p_present and hold.purpose = 'offer');
  for_order := 5 - (select count(*) from public.offers offer join public.offer_starts start on start.offer_id = offer.id
    where offer.order_id = p_order and offer.company_id = place.company_id and offer.state = 'sent' and offer.expires_at > p_present);
end $function$;

CREATE OR REPLACE FUNCTION internal.holds_left_of(p_location uuid, p_employee uuid, p_day date, p_zone text, p_present timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return 3 - (select count(*) from public.holds hold where hold.location_id = p_location and hold.ended_at is null and hold.expires_at > p_present
    and hold.purpose = 'offer' and exists (
      select from jsonb_array_elements(hold.lines) line where (line ->> 'employee_id')::uuid = p_employee
        and ((line ->> 'starts_at')::timestamptz at time zone p_zone)::date = p_day));
end $function$;

CREATE OR REPLACE FUNCTION internal.is_unanswered(p_order uuid, p_location uuid, p_present timestamp with time zone, p_dismissed boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not exists (select from public.offers offer where offer.order_id = p_order and offer.location_id = p_location and offer.state = 'sent'
      and offer.expires_at > p_present)
    and p_dismissed = exists (select from public.order_notices seen where seen.order_id = p_order and seen.location_id = p_location
      and seen.dismissed_at is not null);
end $function$;

CREATE OR REPLACE FUNCTION internal.let_offer_go(p_offer uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.end_hold(hold.id, true) from (
    select kept.id from public.holds kept where kept.ended_at is null and kept.id = any(array(
      select start.hold_id from public.offer_starts start where start.offer_id = p_offer)) order by kept.id for update) hold;
end $function$;

CREATE OR REPLACE FUNCTION internal.locations_to_offer()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select place.id from internal.companies_with('book') company
  join public.companies business on business.id = company and business.state = 'active'
  join public.locations place on place.company_id = company and place.state = 'published'
$function$;

CREATE OR REPLACE FUNCTION internal.may_change_offer(offer public.offers)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return offer.location_id in (select internal.locations_with('book')) and (offer.location_id in (select internal.locations_with('all_calendars'))
    or offer.employee_ids <@ array(select internal.own_employees()));
end $function$;

CREATE OR REPLACE FUNCTION internal.offer_json(offer public.offers)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('id', offer.id, 'order_id', offer.order_id, 'state', internal.offer_state(offer), 'price_cents', offer.price_cents,
    'expires_at', offer.expires_at, 'starts', (
      select coalesce(jsonb_agg(jsonb_build_object('position', start."position", 'starts_at', start.starts_at, 'ends_at', start.ends_at,
        'employee_id', start.employee_id, 'outside', start.outside) order by start."position"), '[]')
      from public.offer_starts start where start.offer_id = offer.id));
end $function$;

CREATE OR REPLACE FUNCTION internal.offer_state(offer public.offers)
 RETURNS public.offer_state
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when offer.state = 'sent' and offer.expires_at <= internal.present() then 'expired' else offer.state end;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_offer(p_offer uuid)
 RETURNS public.offers
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found public.offers;
begin
  select * into found from public.offers where id = p_offer;
  if found.id is null or not internal.may_change_offer(found) then perform internal.fail('offer_not_found'); end if;
  perform internal.lock_order(found.order_id);
  perform internal.lock_location(found.location_id, true);
  select * into found from public.offers where id = p_offer for update;
  if found.id is null then perform internal.fail('offer_not_found'); end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.priced_lines(planned internal.planned_line[], p_total integer)
 RETURNS internal.planned_line[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  listed constant bigint := (select sum(line.price_cents) from unnest(planned) line);
  rest integer := p_total;
  share integer;
begin
  if listed = p_total then return planned; end if;
  for turn in 1 .. cardinality(planned) loop
    share := case when turn = cardinality(planned) then rest when listed = 0 then 0
      else (planned[turn]).price_cents * p_total::bigint / listed end;
    planned[turn].price_cents := share;
    planned[turn].struck_cents := null;
    rest := rest - share;
  end loop;
  return planned;
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
    where service.location_id = p_location and service.active and not service.addon and one.category_id in (category.id, category.parent_id)
      and exists (select from public.employee_services own join public.employees person on person.id = own.employee_id and person.active
        where own.service_id = service.id));
end $function$;

CREATE OR REPLACE FUNCTION internal.starts_for_order(one public.search_orders, p_location uuid, p_employees uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  hits internal.search_hit[] := internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude), one.radius_km, null, p_location, 1);
begin
  if p_employees is not null then
    hits := array(
      select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, array(
          select (service.service_id, service.before, service.after, service.gap_start, service.gap_minutes, service.resource_kind,
            own.employees, own.minutes)::internal.listed_service
          from unnest(hit.services) service
          cross join lateral (
            select array_agg(each.employee order by each.turn) as employees, array_agg(each.minutes order by each.turn) as minutes
            from unnest(service.employees, service.minutes) with ordinality each (employee, minutes, turn)
            where each.employee = any(p_employees) having count(*) > 0) own),
        hit.distance_km, hit."key", hit.bound, null, null, null)::internal.search_hit
      from unnest(hits) hit);
  end if;
  if cardinality(hits) = 0 then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(internal.instant(start) order by start), '[]')
    from unnest(internal.hits_with_starts(hits, internal.order_days(one.windows, array[hits[1].zone], present), present, null)) hit
    cross join lateral unnest(hit.starts) start);
end $function$;

CREATE OR REPLACE FUNCTION internal.touches_booked(p_employees uuid[], p_services uuid[], p_starts_at timestamp with time zone, p_ends_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  before constant integer := (select service.buffer_before_minutes from public.services service where service.id = p_services[1]);
  after constant integer := (select service.buffer_after_minutes from public.services service where service.id = p_services[cardinality(p_services)]);
  busy constant int4range := int4range(internal.minute(p_starts_at) - before, internal.minute(p_ends_at) + after);
begin
  return exists (select from public.occupancies one where one.subject in (p_employees[1], p_employees[cardinality(p_employees)])
    and one.expires_at is null and one.kind <> 'block' and one.minutes && int4range(lower(busy) - 1, upper(busy) + 1)
    and (one.subject = p_employees[1] and one.minutes @> lower(busy) - 1 or one.subject = p_employees[cardinality(p_employees)] and one.minutes @> upper(busy)));
end $function$;

CREATE OR REPLACE FUNCTION internal.wished_minutes(one public.search_orders, p_zone text)
 RETURNS int4multirange
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((select range_agg(int4range(day.low, day.high)) from unnest(internal.order_days(one.windows, array[p_zone], internal.present())) day), '{}');
end $function$;

CREATE OR REPLACE FUNCTION public.count_matching_orders(p_location uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  if p_location is null or p_location not in (select internal.locations_to_offer()) then return 0; end if;
  return (select count(*) from (
    select from internal.fitting_orders(p_location, present) fitting where internal.is_unanswered(fitting.order_id, p_location, present, false) limit 100) waiting);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_offer_template(p_template uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.offer_templates one where one.id = p_template and one.company_id in (select internal.companies_with('book'));
end $function$;

CREATE OR REPLACE FUNCTION public.dismiss_order(p_order uuid, p_location uuid, p_dismissed boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  wish constant public.search_orders := (select one from public.search_orders one where one.id = p_order);
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  if wish.id is null or not internal.fits_order(wish, p_location) then perform internal.fail('order_not_found'); end if;
  insert into public.order_notices (order_id, location_id, seen_at, dismissed_at) values (p_order, p_location, present, case when p_dismissed then present end)
  on conflict (order_id, location_id) do update set dismissed_at = excluded.dismissed_at;
end $function$;

CREATE OR REPLACE FUNCTION public.expire_offers(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  due record;
  expired integer := 0;
begin
  for due in
    select id, order_id, location_id from public.offers where state = 'sent' and expires_at <= present order by expires_at limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(due.order_id::text, 75)) or not pg_try_advisory_xact_lock(hashtextextended(due.location_id::text, 43));
    perform from public.offers where id = due.id and state = 'sent' for update skip locked;
    continue when not found;
    perform internal.let_offer_go(due.id);
    update public.offers set state = 'expired', decided_at = expires_at where id = due.id;
    expired := expired + 1;
  end loop;
  return expired;
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
        'text', offer.text_masked, 'sent_at', offer.sent_at, 'expires_at', offer.expires_at, 'decided_at', offer.decided_at,
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

CREATE OR REPLACE FUNCTION public.matching_order(p_order uuid, p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wish public.search_orders;
  place public.locations;
  away float8;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  select * into wish from public.search_orders where id = p_order;
  if wish.id is null or not internal.fits_order(wish, p_location) then perform internal.fail('order_not_found'); end if;
  insert into public.order_notices (order_id, location_id, seen_at) values (p_order, p_location, internal.present())
  on conflict (order_id, location_id) do update set seen_at = excluded.seen_at where order_notices.seen_at is null;
  select * into place from public.locations where id = p_location;
  away := internal.spot(place.latitude, place.longitude) operator(extensions.<->) internal.spot(wish.latitude, wish.longitude);
  return internal.fitting_order_json(wish, p_location, 12742 * asin(least(away / 12742, 1)), internal.employees_to_offer(p_location))
    || jsonb_build_object('services', internal.services_for_order(wish, p_location),
      'left', greatest((internal.holds_left(place, wish.id, internal.present())).here, 0));
end $function$;

CREATE OR REPLACE FUNCTION public.matching_orders(p_location uuid, p_dismissed boolean DEFAULT false, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  mine uuid[];
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  select * into place from public.locations where id = p_location;
  mine := internal.employees_to_offer(p_location);
  return (
    with found as materialized (
      select fitting.order_id, fitting.away, wish.confirmed_at from internal.fitting_orders(p_location, present) fitting
      join public.search_orders wish on wish.id = fitting.order_id
      where internal.is_unanswered(fitting.order_id, p_location, present, coalesce(p_dismissed, false))
    ), page as (
      select * from found order by confirmed_at desc, order_id limit least(greatest(p_limit, 0), 100) offset greatest(p_offset, 0)
    )
    select jsonb_build_object('total', (select count(*) from found), 'left', greatest((internal.holds_left(place, null, present)).here, 0), 'rows', (
      select coalesce(jsonb_agg(internal.fitting_order_json(wish, p_location, page.away, mine) order by page.confirmed_at desc, page.order_id), '[]')
      from page join public.search_orders wish on wish.id = page.order_id)));
end $function$;

CREATE OR REPLACE FUNCTION public.save_offer_template(p_company uuid, p_name text, p_text text, p_template uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  label constant text := btrim(regexp_replace(coalesce(p_name, ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  words constant text := btrim(coalesce(p_text, ''), E' \t\r\n');
  made uuid;
begin
  if internal.role_in(p_company) is null then perform internal.fail('company_not_found'); end if;
  if p_company not in (select internal.companies_with('book')) then perform internal.fail('not_allowed'); end if;
  perform from public.companies where id = p_company for no key update;
  if p_template is not null and not exists (select from public.offer_templates one where one.id = p_template and one.company_id = p_company) then
    perform internal.fail('template_not_found');
  end if;
  if label = '' then perform internal.fail('name_missing'); end if;
  if length(label) > 60 then perform internal.fail('template_name_too_long'); end if;
  if words = '' then perform internal.fail('text_missing'); end if;
  if length(words) > 1000 then perform internal.fail('text_too_long'); end if;
  if exists (select from public.offer_templates one where one.company_id = p_company and one.name = label
    and one.id is distinct from p_template) then
    perform internal.fail('template_name_taken');
  end if;
  if p_template is not null then
    update public.offer_templates one set name = label, text = words where one.id = p_template returning one.id into made;
    return made;
  end if;
  if (select count(*) from public.offer_templates one where one.company_id = p_company) >= 30 then perform internal.fail('too_many_templates'); end if;
  insert into public.offer_templates (company_id, name, text) values (p_company, label, words) returning id into made;
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
  if wish.state <> 'open' or wish.expires_at <= present then perform internal.fail('order_closed'); end if;
  update public.offers set state = 'expired', decided_at = expires_at where order_id = p_order and state = 'sent' and expires_at <= present;
  if exists (select from public.offers other where other.order_id = p_order and other.location_id = p_location and other.state = 'sent') then
    perform internal.fail('offer_exists');
  end if;
  if (select count(*) from public.offers other where other.order_id = p_order and other.state = 'sent') >= 5 then perform internal.fail('offers_full'); end if;
  if (select count(*) from public.offers other where other.order_id = p_order and other.location_id = p_location) >= 5 then
    perform internal.fail('too_many_offers');
  end if;
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

CREATE OR REPLACE FUNCTION public.suggest_starts(p_order uuid, p_location uuid, p_services uuid[], p_employee uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  wish public.search_orders;
  place public.locations;
  mine uuid[];
  earliest timestamptz;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_to_offer()) then perform internal.fail('not_allowed'); end if;
  select * into place from public.locations where id = p_location;
  select * into wish from public.search_orders where id = p_order;
  if wish.id is null or not internal.fits_order(wish, p_location) then perform internal.fail('order_not_found'); end if;
  mine := internal.employees_to_offer(p_location);
  if mine is not null and (p_employee is null and cardinality(mine) <> 1 or p_employee <> all(mine)) then return '[]'; end if;
  earliest := present + make_interval(mins => greatest(place.notice_minutes, 60) + 15);
  return (
    with free as materialized (
      select start.starts_at, start.ends_at, start.employee_ids, internal.touches_booked(start.employee_ids, p_services, start.starts_at, start.ends_at) as touches,
        (start.starts_at at time zone place.time_zone)::date as day,
        extract(hour from start.starts_at at time zone place.time_zone)::integer / 2 as part
      from internal.free_within(wish, place, p_services, coalesce(p_employee, mine[1])) start
      where start.starts_at >= earliest
    ), numbered as (
      select free.*, row_number() over (partition by touches, day, part order by starts_at) as of_part from free
    ), ranked as (
      select numbered.*, row_number() over (partition by touches, day order by of_part, starts_at) as of_day from numbered
    ), chosen as (
      select * from ranked order by touches desc, of_day, day, starts_at limit 12
    )
    select coalesce(jsonb_agg(jsonb_build_object('starts_at', chosen.starts_at, 'ends_at', chosen.ends_at, 'employee_ids', chosen.employee_ids,
      'total_cents', priced.total, 'touches', chosen.touches) order by chosen.starts_at), '[]')
    from chosen cross join lateral (
      select sum(plan.price_cents)::integer as total from internal.plan_visit(p_location, p_services,
        case when cardinality(array(select distinct unnest(chosen.employee_ids))) = 1 then chosen.employee_ids[1] end,
        chosen.starts_at, present, p_without_notice => true) plan having count(*) > 0) priced);
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_offer(p_offer uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words constant text := btrim(coalesce(p_reason, ''));
  offer public.offers := internal.open_offer(p_offer);
begin
  if offer.state = 'withdrawn' then return internal.offer_json(offer); end if;
  if internal.offer_state(offer) <> 'sent' then perform internal.fail('offer_closed', internal.offer_state(offer)::text); end if;
  if words = '' then perform internal.fail('reason_missing'); end if;
  if length(words) > 500 then perform internal.fail('text_too_long'); end if;
  perform internal.let_offer_go(p_offer);
  update public.offers set state = 'withdrawn', decided_at = internal.present(), reason = left(internal.masked(words), 500)
  where id = p_offer returning * into offer;
  return internal.offer_json(offer);
end $function$;

ALTER TABLE "public"."locations" ADD CONSTRAINT "locations_offer_holds" CHECK (((offer_holds >= 0) AND (offer_holds <= 20)));

ALTER TABLE "public"."offer_templates" ADD CONSTRAINT "offer_templates_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

CREATE POLICY "members_read" ON "public"."offer_templates" FOR SELECT TO "authenticated" USING ((company_id = ANY (ARRAY( SELECT internal.companies_with('book'::public.member_right) AS companies_with))));

REVOKE ALL ON FUNCTION "internal"."check_apart"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_day_budget"(public.locations, internal.planned_line[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."employees_to_offer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."fits_order"(public.search_orders, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."fitting_order_json"(public.search_orders, uuid, double precision, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."fitting_orders"(uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."free_within"(public.search_orders, public.locations, uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."hold_starts"(public.offers, public.search_orders, public.locations, uuid[], timestamp with time zone[], uuid[], integer, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."holds_left"(public.locations, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."holds_left_of"(uuid, uuid, date, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_unanswered"(uuid, uuid, timestamp with time zone, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."let_offer_go"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."locations_to_offer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."may_change_offer"(public.offers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."offer_json"(public.offers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."offer_state"(public.offers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."open_offer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."priced_lines"(internal.planned_line[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."services_for_order"(public.search_orders, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."starts_for_order"(public.search_orders, uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."touches_booked"(uuid[], uuid[], timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."wished_minutes"(public.search_orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."count_matching_orders"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_matching_orders"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_offer_template"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_offer_template"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."dismiss_order"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."dismiss_order"(uuid, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."expire_offers"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."expire_offers"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_offers"(uuid, boolean, integer, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_offers"(uuid, boolean, integer, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."matching_order"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."matching_order"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."matching_orders"(uuid, boolean, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."matching_orders"(uuid, boolean, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_offer_template"(uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_offer_template"(uuid, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_offer"(uuid, uuid, uuid[], timestamp with time zone[], uuid[], integer, integer, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_offer"(uuid, uuid, uuid[], timestamp with time zone[], uuid[], integer, integer, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."suggest_starts"(uuid, uuid, uuid[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."suggest_starts"(uuid, uuid, uuid[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_offer"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_offer"(uuid, text) TO "authenticated";

REVOKE ALL ("offer_holds") ON TABLE "public"."locations" FROM "authenticated";

GRANT UPDATE ("offer_holds") ON TABLE "public"."locations" TO "authenticated";

GRANT SELECT ON TABLE "public"."offer_templates" TO "authenticated";

GRANT ALL ON TABLE "public"."offer_templates" TO "service_role";

-- Rows.
insert into internal.exported_tables (position, name, via, parents, only_rows, left_out, put_in, sorted_by) values
  (105, 'offer_templates', 'company_id', default, default, default, default, default);
