-- Waiting lists, alerts, questions and photos of search orders.
set local check_function_bodies = off;

DROP FUNCTION "internal"."nearest_free"(internal.search_hit[], internal.search_day[], timestamp with time zone, integer);

DROP FUNCTION "internal"."offer_freed"(public.locations, int4multirange);

ALTER TABLE "internal"."freed" ADD COLUMN "after" uuid;

CREATE OR REPLACE FUNCTION internal.alert_starts(one public.search_orders, at timestamp with time zone, p_mail boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  secret constant boolean := p_mail and internal.is_secret_order(one);
  candidates internal.search_hit[] := internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude), one.radius_km, one.budget_cents,
    null, 1000);
  apart constant uuid[] := internal.locations_apart(array(select near.location_id from unnest(candidates) near), one);
  hits internal.search_hit[];
begin
  if cardinality(apart) > 0 then
    candidates := array(select row(near.*)::internal.search_hit from unnest(candidates) near where near.location_id <> all(apart) order by near.place);
  end if;
  hits := internal.nearest_free(candidates, internal.order_days(one.windows, internal.listed_zones(), at), at, 6, 16);
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

CREATE OR REPLACE FUNCTION internal.has_agreed_length(p_appointment uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.appointment_lines line where line.appointment_id = p_appointment and line.agreed_minutes is not null);
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
      and (visit.user_id = wish.user_id or internal.mailbox(visit.contact_email) = internal.mailbox(wish.contact_email)
        and (visit.source = 'admin' or internal.account_of(visit.user_id, visit.contact_email) is not null))
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
    -- What moves to an earlier time lasts as long as was agreed for it.
    planned := array(select plan from internal.plan_visit(place.id, p_services, person, internal.reckonable(p_starts[turn]), present,
      case when internal.has_agreed_length(wish.replaces_appointment) then wish.replaces_appointment end, p_without_notice => true) plan);
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

CREATE OR REPLACE FUNCTION internal.locations_apart(p_locations uuid[], one public.search_orders)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    with company as materialized (
      select distinct place.company_id as id from public.locations place where place.id = any(p_locations)
    ), blocking as materialized (
      select company.id from company where exists (select from public.customers file where file.company_id = company.id and file.blocked)
    ), apart as (
      select kept.company_id as id from public.order_blocks kept where kept.contact_hash = internal.contact_of(one)
      union select blocking.id from blocking where internal.is_blocked(blocking.id, one.contact_email, one.contact_phone, one.user_id)
    )
    select place.id from public.locations place where place.id = any(p_locations) and place.company_id in (select apart.id from apart));
end $function$;

CREATE OR REPLACE FUNCTION internal.nearest_free(candidates internal.search_hit[], days internal.search_day[], at timestamp with time zone, p_wanted integer, p_step integer)
 RETURNS internal.search_hit[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  hits internal.search_hit[] := '{}';
  step integer := p_step;
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

CREATE OR REPLACE FUNCTION internal.offer_freed(place public.locations, spans int4multirange, p_after public.search_orders DEFAULT NULL::public.search_orders)
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
  looked integer := 0;
begin
  for due in
    select one.id from public.search_orders one
    where one.state = 'open' and one.kind = 'waitlist' and one.location_id = place.id and one.wanted && spans and one.expires_at > present
      and one.snoozed_until is null and not exists (
        select from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present)
      and (p_after.id is null or (one.confirmed_at, one.id) > (p_after.confirmed_at, p_after.id))
    order by one.confirmed_at, one.id limit 200
  loop
    exit when live >= 10;
    looked := looked + 1;
    begin
      -- Who is just changing theirs comes with the next sweep.
      continue when not pg_try_advisory_xact_lock(hashtextextended(due::text, 75));
      select * into wish from public.search_orders one where one.id = due and one.state = 'open' for update skip locked;
      continue when wish.id is null or exists (select from public.offers offer where offer.order_id = due and offer.state = 'sent' and offer.expires_at > present)
        or internal.is_blocked(place.company_id, wish.contact_email, wish.contact_phone, wish.user_id)
        or internal.are_apart(place.company_id, wish);
      if wish.replaces_appointment is not null and not exists (
        select from public.appointments visit where visit.id = wish.replaces_appointment and internal.customer_may_change(visit)) then
        perform internal.close_order(due, 'withdrawn', 'Der frühere Termin steht nicht mehr.');
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
    exception when others then
      -- One wish must not keep all others waiting.
      raise warning 'wish % cannot be offered a time: % %', due, sqlstate, sqlerrm;
    end;
  end loop;
  if looked = 200 then
    insert into internal.freed (location_id, minutes, at, after)
    select place.id, range_merge(spans), present, due where not isempty(spans);
  end if;
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
  planned constant internal.planned_line[] := internal.plan_for_waiting(wish, place.id, p_starts_at, present);
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

CREATE OR REPLACE FUNCTION internal.plan_for_waiting(wish public.search_orders, p_location uuid, p_starts_at timestamp with time zone, p_present timestamp with time zone)
 RETURNS internal.planned_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  planned constant internal.planned_line[] := array(
    select plan from internal.plan_visit(p_location, wish.service_ids, wish.employee_id, p_starts_at, p_present,
      case when internal.has_agreed_length(wish.replaces_appointment) then wish.replaces_appointment end) plan);
begin
  -- Until the swap the appointment keeps its own time.
  return case when exists (select from unnest(internal.takings(planned)) taking join public.occupancies own
    on own.source = wish.replaces_appointment and own.subject = taking.subject and own.minutes operator(pg_catalog.&&) taking.minutes) then '{}' else planned end;
end $function$;

CREATE OR REPLACE FUNCTION internal.request_threads_json(one public.search_orders)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('location', jsonb_build_object('id', place.id, 'slug', place.slug, 'name', place.name,
        'time_zone', place.time_zone, 'published', internal.is_published(place.id))) || internal.order_thread_json(one, place.id, true)
      order by thread.at desc, place.id), '[]')
    from (select said.location_id, max(said.created_at) as at from public.order_messages said where said.order_id = one.id group by 1) thread
    join public.locations place on place.id = thread.location_id);
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
  agreed constant boolean := internal.has_agreed_length(wish.replaces_appointment);
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
        where past.location_id = place.id and past.origin = 'waitlist' and past.state = 'withdrawn' and start.starts_at < free.ends_at
          and start.ends_at > free.starts_at)
      and not exists (select from public.offers past join public.offer_starts start on start.offer_id = past.id
        where past.order_id = wish.id and start.starts_at between free.starts_at - interval '1 hour' and free.starts_at + interval '1 hour')
      and not exists (select from internal.free_calls told where told.order_id = wish.id
        and (told.at > present - interval '2 hours' or told.starts_at between free.starts_at - interval '1 hour' and free.starts_at + interval '1 hour'))
    order by free.starts_at) found
  where (not agreed or cardinality(internal.plan_for_waiting(wish, place.id, found.starts_at, present)) > 0) and (found.kept is not null
    -- For nobody: the first five of those who wait, when mails may leave.
    or (p_told <= present and (found.starts_at >= present + interval '2 hours' or wish.short_notice)
      and (select count(*) from internal.free_calls told where told.location_id = place.id and told.starts_at = found.starts_at) < 5))
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
  if not coalesce(internal.customer_may_change(visit), false) or visit.location_id <> hold.location_id
    or array(select line.service_id from public.appointment_lines line where line.appointment_id = visit.id order by 1)
      <> array(select (line ->> 'service_id')::uuid from jsonb_array_elements(hold.lines) line order by 1)
    or exists (
      select from public.appointment_lines line
      left join jsonb_populate_recordset(null::internal.planned_line, hold.lines) kept on kept."position" = line."position" and kept.service_id = line.service_id
      where line.appointment_id = visit.id and line.agreed_minutes is not null
        and coalesce(kept.ends_at - kept.starts_at <> line.agreed_minutes * interval '1 minute', true)) then
    perform internal.fail('swap_gone');
  end if;
  demanded := internal.demanded_early_start(visit, hold.starts_at, p_early_start);
  perform internal.move_to_hold(visit.id, hold.id, 'customer');
  insert into public.early_starts select visit.id, present, demanded where demanded is not null on conflict do nothing;
  perform internal.free_starts(array[offer.id]);
  perform internal.close_offers(one.id, 'Eine andere Zeit passte besser.', offer.id);
  update public.search_orders set state = 'matched', closed_at = present where id = one.id;
  update public.offers set state = 'accepted', decided_at = present, appointment_id = visit.id where id = offer.id;
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
  spot extensions.cube;
  candidates internal.search_hit[] := '{}';
  days internal.search_day[];
  hits internal.search_hit[];
  reach integer;
  affordable integer;
begin
  if asked is null then perform internal.fail('category_not_found'); end if;
  if not coalesce(p_latitude between -90 and 90 and p_longitude between -180 and 180, false) then perform internal.fail('place_missing'); end if;
  if not coalesce(p_radius_km between 1 and 50, false) then perform internal.fail('radius_invalid'); end if;
  spot := internal.spot(p_latitude, p_longitude);
  reach := internal.count_candidates(asked, spot, p_radius_km, null);
  affordable := case when p_budget_cents is null then reach else internal.count_candidates(asked, spot, p_radius_km, p_budget_cents) end;
  days := internal.order_days(windows, internal.listed_zones(), at);
  -- Mostly the nearest have enough, so services of the others are read only when they are needed.
  candidates := internal.order_candidates(asked, spot, p_radius_km, p_budget_cents, null, 48);
  hits := internal.nearest_free(candidates, days, at, wanted, 8);
  if cardinality(hits) < wanted and affordable > cardinality(candidates) then
    candidates := (internal.order_candidates(asked, spot, p_radius_km, p_budget_cents, null, 1000))[cardinality(candidates) + 1:];
    hits := hits || internal.nearest_free(candidates, days, at, wanted - cardinality(hits), 8);
  end if;
  return jsonb_build_object('reach', reach, 'affordable', affordable, 'matches', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', listing.slug, 'name', listing.name, 'city', listing.city, 'district', listing.district,
      'distance_km', round(hit.distance_km::numeric, 1), 'image', listing.image, 'rating_average', listing.rating_average,
      'rating_count', listing.rating_count, 'time_zone', hit.zone,
      'service', (select jsonb_build_object('id', service.id, 'name', service.name, 'duration_minutes', service.duration_minutes, 'price_cents', kept.price_cents)
        from public.services service join internal.listing_services kept on kept.service_id = service.id where service.id = hit.service_id),
      'starts', (select jsonb_agg(jsonb_build_object('starts_at', to_timestamp(start.minute::float8 * 60), 'employee_id', start.employee) order by start.minute)
        from unnest(hit.starts, hit.employees) start (minute, employee))) order by hit.place), '[]')
    from unnest(hits[1:wanted]) hit join internal.listings listing on listing.category = asked and listing.number = hit.number));
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
  -- Where an earlier run stopped another goes on; what begins with the first who waits is done together.
  with taken as (
    delete from internal.freed where id in (
      select one.id from internal.freed one where one.location_id = due.location_id and one.at <= present
        and (one.id = due.id or due.after is null and one.after is null) limit 500 for update skip locked)
    returning minutes)
  select range_agg(taken.minutes) into spans from taken;
  -- Alerts around are looked at next, unless they were told lately.
  update public.search_orders set next_check_at = present where id in (
    select one.id from public.search_orders one where one.id in (
        select wish.order_id from unnest(spans) span cross join lateral internal.open_wishes(due.location_id, span) wish where wish.kind = 'alert')
      and one.next_check_at > present and coalesce(one.told_at < present - interval '1 hour', true) for update skip locked);
  select * into place from public.locations where id = due.location_id and waitlist = 'automatic';
  if place.id is null or not internal.is_published(place.id) then return 0; end if;
  begin
    return internal.offer_freed(place, spans, (select one from public.search_orders one where one.id = due.after));
  exception when query_canceled or others then
    -- Nor must one location: it comes again after all others.
    raise warning 'location % cannot offer its times: % %', place.id, sqlstate, sqlerrm;
    insert into internal.freed (location_id, minutes, at, after)
    select place.id, span, present + interval '15 minutes', due.after from unnest(spans) span;
    return 0;
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.matching_order_images(p_order uuid, p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := (select known from public.search_orders known where known.id = p_order);
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_to_offer()) then perform internal.fail('not_allowed'); end if;
  if one.id is null or not internal.fits_order(one, p_location) then perform internal.fail('order_not_found'); end if;
  if (one.state <> 'open' or one.expires_at <= internal.present()) and not exists (
      select from public.offers offer where offer.order_id = one.id and offer.location_id = p_location and offer.state = 'accepted') then
    perform internal.fail('order_closed');
  end if;
  return internal.order_images_json(one.id);
end $function$;

CREATE OR REPLACE FUNCTION public.peek_request_threads(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := internal.order_of(p_order, p_secret);
begin
  return internal.request_threads_json(one);
end $function$;

CREATE OR REPLACE FUNCTION public.request_threads(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := internal.order_of(p_order, p_secret);
begin
  update public.order_messages set seen_at = internal.present() where order_id = p_order and not by_customer and seen_at is null;
  return internal.request_threads_json(one);
end $function$;

REVOKE ALL ON FUNCTION "internal"."has_agreed_length"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."locations_apart"(uuid[], public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."nearest_free"(internal.search_hit[], internal.search_day[], timestamp with time zone, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."offer_freed"(public.locations, int4multirange, public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."plan_for_waiting"(public.search_orders, uuid, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."request_threads_json"(public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."peek_request_threads"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."peek_request_threads"(uuid, text) TO "anon", "authenticated";
