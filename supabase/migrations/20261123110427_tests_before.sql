set local check_function_bodies = off;

CREATE TABLE "public"."service_tests" ("service_id" uuid NOT NULL, "test_service_id" uuid NOT NULL, "location_id" uuid NOT NULL, "hours" smallint NOT NULL DEFAULT 48, "days" smallint NOT NULL DEFAULT 180, CONSTRAINT "service_tests_check1" CHECK ((hours < (days * 24))), CONSTRAINT "service_tests_check" CHECK ((test_service_id <> service_id)), CONSTRAINT "service_tests_days_check" CHECK (((days >= 1) AND (days <= 730))), CONSTRAINT "service_tests_hours_check" CHECK (((hours >= 0) AND (hours <= 336))), CONSTRAINT "service_tests_pkey" PRIMARY KEY (service_id));

ALTER TABLE "public"."service_tests" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."service_tests" REPLICA IDENTITY FULL;

CREATE OR REPLACE FUNCTION internal.check_tests(p_services uuid[], p_starts_at timestamp with time zone, p_user uuid, p_secret bytea DEFAULT NULL::bytea, p_customer uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  missing constant jsonb := internal.missing_test(p_services, p_starts_at, p_user, p_secret, p_customer);
begin
  if missing is not null then perform internal.fail('test_missing', missing::text); end if;
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
    service.buffer_before_minutes, service.buffer_after_minutes, service.processing_start, service.processing_minutes, offer.employees, offer.minutes,
    internal.words_of(service.name, 'A') || category.document, service.resource_kind, service.name, offer.prices, place.id, place.company_id,
    place.time_zone, place.grid_minutes, place.notice_minutes, place.horizon_days, place.hold_minutes, place.cancellation_hours,
    service.day_percent is not null or exists (select from public.service_tests need where need.service_id = service.id)
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

CREATE OR REPLACE FUNCTION internal.missing_test(p_services uuid[], p_starts_at timestamp with time zone, p_user uuid, p_secret bytea DEFAULT NULL::bytea, p_customer uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  need record;
  known uuid[];
begin
  for need in
    select link.*, service.name as service, test.name as test from public.service_tests link
    join public.services service on service.id = link.service_id join public.services test on test.id = link.test_service_id
    where link.service_id = any(p_services) order by array_position(p_services, link.service_id)
  loop
    known := coalesce(known, array(
      select customer.id from public.customers customer join public.locations place on place.company_id = customer.company_id
      where place.id = need.location_id and (customer.id = p_customer or customer.user_id = p_user
        or customer.email = (select email from auth.users where id = p_user and email_confirmed_at is not null))));
    continue when exists (
      select from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
      where line.service_id = need.test_service_id and visit.state in ('confirmed', 'completed')
        and line.ends_at <= p_starts_at - make_interval(hours => need.hours)
        and line.ends_at >= p_starts_at - make_interval(days => need.days)
        and (visit.customer_id = any(known) or visit.user_id = p_user
          or exists (select from public.appointment_links link where link.appointment_id = visit.id and link.secret_hash = p_secret)));
    return jsonb_build_object('service_id', need.service_id, 'service', need.service, 'test_id', need.test_service_id,
      'test', need.test, 'lead_hours', need.hours);
  end loop;
  return null;
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
  missing jsonb := (
    select internal.missing_test(array_agg(line.service_id), visit.starts_at, visit.user_id, null, visit.customer_id)
    from public.appointments visit join public.appointment_lines line on line.appointment_id = visit.id where visit.id = p_appointment group by visit.id);
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
    if missing is not null then
      reasons := reasons || (missing - 'service_id' - 'test_id' || jsonb_build_object('reason', 'test_missing',
        'customer', (select coalesce(nullif(visit.for_name, ''), visit.contact_name) from public.appointments visit where visit.id = p_appointment)));
      missing := null;
    end if;
    if cardinality(reasons) > 0 then
      found := found || jsonb_build_object(
        'employee_id', (part.person).id, 'employee_name', (part.person).name, 'reasons', to_jsonb(reasons));
    end if;
  end loop;
  return case when cardinality(found) > 0 then to_jsonb(found) end;
end $function$;

CREATE OR REPLACE FUNCTION public.add_variant(p_service uuid, p_family text, p_own text, p_variant text, p_minutes integer, p_price_cents integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  service public.services;
  made uuid;
begin
  select * into service from public.services
  where id = p_service and location_id in (select internal.locations_as('manager')) for no key update;
  if service.id is null then perform internal.fail('service_not_found'); end if;
  if not coalesce(length(btrim(p_variant)) between 1 and 40 and p_minutes between 5 and 1440 and p_price_cents between 0 and 10000000
    and (service.family <> '' or length(btrim(p_family)) between 1 and 75 and length(btrim(p_own)) between 1 and 40), false) then
    perform internal.fail('variant_invalid');
  end if;
  if service.family = '' then
    update public.services set family = btrim(p_family), variant = btrim(p_own) where id = p_service returning * into service;
  end if;
  -- A processing gap fits the duration that it was made for.
  insert into public.services (location_id, category_id, name, description, duration_minutes, buffer_before_minutes, buffer_after_minutes,
    processing_start, processing_minutes, price_cents, price_from, resource_kind, position, active, booking_way, new_by_request, heading, family,
    variant, addon)
  select service.location_id, service.category_id, '', service.description, p_minutes, service.buffer_before_minutes,
    service.buffer_after_minutes, gap.starts, gap.minutes, p_price_cents, service.price_from, service.resource_kind, service.position,
    service.active, service.booking_way, service.new_by_request, service.heading, service.family, btrim(p_variant), service.addon
  from (select) one left join lateral (select service.processing_start as starts, service.processing_minutes as minutes
    where service.processing_start + service.processing_minutes < p_minutes) gap on true
  returning id into made;
  insert into public.employee_services (employee_id, service_id, location_id)
  select own.employee_id, made, own.location_id from public.employee_services own where own.service_id = p_service;
  insert into public.service_addons (addon_id, service_id, location_id)
  select case link.addon_id when p_service then made else link.addon_id end, case link.service_id when p_service then made else link.service_id end,
    link.location_id
  from public.service_addons link where p_service in (link.addon_id, link.service_id);
  insert into public.service_tests (service_id, test_service_id, location_id, hours, days)
  select made, own.test_service_id, own.location_id, own.hours, own.days from public.service_tests own where own.service_id = p_service;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_notify public.move_notice, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
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
  known constant jsonb := internal.known_visit(p_appointment);
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
    return internal.moved_json(p_appointment);
  end if;
  perform internal.check_move(appointment, 'reschedule', opened.actor);
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
    return internal.moved_json(p_appointment);
  end if;
  if not by_business then
    if not internal.customer_may_change(appointment) then
      perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
    end if;
    if p_starts_at <= present then perform internal.fail('past'); end if;
    perform internal.check_tests(services, p_starts_at, appointment.user_id, null, appointment.customer_id);
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
  perform internal.note_move(appointment, known, p_starts_at, opened.actor, p_reason, p_idempotency_key, p_notify);
  return internal.moved_json(p_appointment);
end $function$;

ALTER TABLE "public"."service_tests" ADD CONSTRAINT "service_tests_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

ALTER TABLE "public"."service_tests" ADD CONSTRAINT "service_tests_service_id_location_id_fkey" FOREIGN KEY (service_id, location_id) REFERENCES public.services(id, location_id) ON DELETE CASCADE;

ALTER TABLE "public"."service_tests" ADD CONSTRAINT "service_tests_test_service_id_location_id_fkey" FOREIGN KEY (test_service_id, location_id) REFERENCES public.services(id, location_id) ON DELETE CASCADE;

CREATE INDEX service_tests_location ON public.service_tests USING btree (location_id);

CREATE INDEX service_tests_test ON public.service_tests USING btree (test_service_id);

CREATE TRIGGER index_changed AFTER UPDATE ON public.service_tests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.index_services();

CREATE TRIGGER index_gone AFTER DELETE ON public.service_tests REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.index_services();

CREATE TRIGGER index_new AFTER INSERT ON public.service_tests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.index_services();

CREATE POLICY "managers_delete" ON "public"."service_tests" FOR DELETE TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "managers_insert" ON "public"."service_tests" FOR INSERT TO "authenticated" WITH CHECK ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "managers_update" ON "public"."service_tests" FOR UPDATE TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as)))) WITH CHECK ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "members_read" ON "public"."service_tests" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))));

CREATE POLICY "visitors_read" ON "public"."service_tests" FOR SELECT TO PUBLIC USING ((internal.is_published(location_id) AND (EXISTS ( SELECT
   FROM public.services service
  WHERE ((service.id = service_tests.service_id) AND service.active)))));

ALTER PUBLICATION "page_changes" ADD TABLE "public"."service_tests";

REVOKE ALL ON FUNCTION "internal"."check_tests"(uuid[], timestamp with time zone, uuid, bytea, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."missing_test"(uuid[], timestamp with time zone, uuid, bytea, uuid) FROM PUBLIC;

GRANT SELECT ON TABLE "public"."service_tests" TO "anon";

GRANT INSERT ("days"), UPDATE ("days") ON TABLE "public"."service_tests" TO "authenticated";

GRANT INSERT ("hours"), UPDATE ("hours") ON TABLE "public"."service_tests" TO "authenticated";

GRANT INSERT ("location_id") ON TABLE "public"."service_tests" TO "authenticated";

GRANT INSERT ("service_id") ON TABLE "public"."service_tests" TO "authenticated";

GRANT INSERT ("test_service_id"), UPDATE ("test_service_id") ON TABLE "public"."service_tests" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."service_tests" TO "authenticated";

GRANT ALL ON TABLE "public"."service_tests" TO "service_role";

insert into internal.exported_tables (position, name, via, parents) values (66, 'service_tests', 'location_id', '{locations}');
