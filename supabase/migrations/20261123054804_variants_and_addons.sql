set local check_function_bodies = off;

CREATE TABLE "public"."service_addons" ("addon_id" uuid NOT NULL, "service_id" uuid NOT NULL, "location_id" uuid NOT NULL, CONSTRAINT "service_addons_check" CHECK ((addon_id <> service_id)), CONSTRAINT "service_addons_pkey" PRIMARY KEY (addon_id, service_id));

ALTER TABLE "public"."service_addons" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."service_addons" REPLICA IDENTITY FULL;

ALTER TABLE "public"."services" ADD COLUMN "heading" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."services" ADD COLUMN "family" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."services" ADD COLUMN "variant" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."services" ADD COLUMN "addon" boolean NOT NULL DEFAULT false;

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
  where service.location_id = p_location and service.active and service.booking_way <> 'phone' and not service.addon;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_addon_alone(p_services uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.services service where service.id = any(p_services) and service.addon and not exists (
    select from public.service_addons link where link.addon_id = service.id and link.service_id = any(p_services)));
end $function$;

CREATE OR REPLACE FUNCTION internal.name_variant()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.family <> '' then new.name := new.family || ', ' || new.variant; end if;
  return new;
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
      where person.active and (by_hand or service.active and service.booking_way <> 'phone' and (not service.addon
          or exists (select from public.service_addons link where link.addon_id = service.id and link.service_id = any(services))))
        and (employee is null or person.id = employee)
    ) every
  ) offer
  where offer.lines = cardinality(services) or (employee is null and offer.most_lines < cardinality(services))
  order by offer.line desc, offer.turn;
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
  if not p_by_hand and internal.is_addon_alone(p_services) then perform internal.fail('addon_alone'); end if;
  perform internal.fail('not_bookable');
end $function$;

CREATE OR REPLACE FUNCTION internal.rename_family()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.services set family = new.family where location_id = new.location_id and family = old.family;
  return null;
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
  return made;
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
    if cardinality(found) = 0 and internal.is_addon_alone(p_services) then found := array['{"reason": "addon_alone"}'::jsonb]; end if;
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

ALTER TABLE "public"."service_addons" ADD CONSTRAINT "service_addons_addon_id_location_id_fkey" FOREIGN KEY (addon_id, location_id) REFERENCES public.services(id, location_id) ON DELETE CASCADE;

ALTER TABLE "public"."service_addons" ADD CONSTRAINT "service_addons_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

ALTER TABLE "public"."service_addons" ADD CONSTRAINT "service_addons_service_id_location_id_fkey" FOREIGN KEY (service_id, location_id) REFERENCES public.services(id, location_id) ON DELETE CASCADE;

ALTER TABLE "public"."services" ADD CONSTRAINT "services_family_check" CHECK ((length(family) <= 75));

ALTER TABLE "public"."services" ADD CONSTRAINT "services_heading_check" CHECK ((length(heading) <= 60));

ALTER TABLE "public"."services" ADD CONSTRAINT "services_variant_check" CHECK ((length(variant) <= 40));

ALTER TABLE "public"."services" ADD CONSTRAINT "services_variant" CHECK (((family = ''::text) = (variant = ''::text)));

CREATE INDEX service_addons_location ON public.service_addons USING btree (location_id);

CREATE INDEX service_addons_service ON public.service_addons USING btree (service_id);

CREATE TRIGGER name_variant BEFORE INSERT OR UPDATE OF family, variant, name ON public.services FOR EACH ROW EXECUTE FUNCTION internal.name_variant();

CREATE TRIGGER rename_family AFTER UPDATE OF family ON public.services FOR EACH ROW WHEN (((old.family <> ''::text) AND (new.family <> ''::text) AND (old.family <> new.family))) EXECUTE FUNCTION internal.rename_family();

CREATE POLICY "managers_delete" ON "public"."service_addons" FOR DELETE TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "managers_insert" ON "public"."service_addons" FOR INSERT TO "authenticated" WITH CHECK ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "managers_update" ON "public"."service_addons" FOR UPDATE TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as)))) WITH CHECK ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "members_read" ON "public"."service_addons" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))));

CREATE POLICY "visitors_read" ON "public"."service_addons" FOR SELECT TO PUBLIC USING ((internal.is_published(location_id) AND (EXISTS ( SELECT
   FROM public.services service
  WHERE ((service.id = service_addons.addon_id) AND service.active)))));

ALTER PUBLICATION "page_changes" ADD TABLE "public"."service_addons";

REVOKE ALL ON FUNCTION "internal"."is_addon_alone"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."name_variant"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."rename_family"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_variant"(uuid, text, text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_variant"(uuid, text, text, text, integer, integer) TO "authenticated";

GRANT SELECT ON TABLE "public"."service_addons" TO "anon";

GRANT INSERT ("addon_id") ON TABLE "public"."service_addons" TO "authenticated";

GRANT INSERT ("location_id") ON TABLE "public"."service_addons" TO "authenticated";

GRANT INSERT ("service_id") ON TABLE "public"."service_addons" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."service_addons" TO "authenticated";

GRANT ALL ON TABLE "public"."service_addons" TO "service_role";

REVOKE ALL ("addon") ON TABLE "public"."services" FROM "authenticated";

GRANT INSERT ("addon"), UPDATE ("addon") ON TABLE "public"."services" TO "authenticated";

REVOKE ALL ("family") ON TABLE "public"."services" FROM "authenticated";

GRANT INSERT ("family"), UPDATE ("family") ON TABLE "public"."services" TO "authenticated";

REVOKE ALL ("heading") ON TABLE "public"."services" FROM "authenticated";

GRANT INSERT ("heading"), UPDATE ("heading") ON TABLE "public"."services" TO "authenticated";

REVOKE ALL ("variant") ON TABLE "public"."services" FROM "authenticated";

GRANT INSERT ("variant"), UPDATE ("variant") ON TABLE "public"."services" TO "authenticated";
