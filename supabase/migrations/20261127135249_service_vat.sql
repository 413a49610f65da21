set local check_function_bodies = off;

CREATE TYPE "public"."service_vat" AS ENUM ('19', '7', 'exempt');

ALTER TABLE "public"."services" ADD COLUMN "vat" public.service_vat NOT NULL DEFAULT '19'::public.service_vat;

ALTER TABLE "public"."services" ADD COLUMN "vat_reason" text NOT NULL DEFAULT ''::text;

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
    variant, addon, vat, vat_reason)
  select service.location_id, service.category_id, '', service.description, p_minutes, service.buffer_before_minutes,
    service.buffer_after_minutes, gap.starts, gap.minutes, p_price_cents, service.price_from, service.resource_kind, service.position,
    service.active, service.booking_way, service.new_by_request, service.heading, service.family, btrim(p_variant), service.addon, service.vat, service.vat_reason
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

ALTER TABLE "public"."services" ADD CONSTRAINT "services_vat_reason_check" CHECK ((length(vat_reason) <= 160));

ALTER TABLE "public"."services" ADD CONSTRAINT "services_vat" CHECK (((vat = 'exempt'::public.service_vat) = (length(btrim(vat_reason)) > 0)));

REVOKE ALL ("vat_reason") ON TABLE "public"."services" FROM "authenticated";

GRANT INSERT ("vat_reason"), UPDATE ("vat_reason") ON TABLE "public"."services" TO "authenticated";

REVOKE ALL ("vat") ON TABLE "public"."services" FROM "authenticated";

GRANT INSERT ("vat"), UPDATE ("vat") ON TABLE "public"."services" TO "authenticated";
