-- Adds a variant to a service: a copy with its own name, duration and price, offered by the same people at no price of their own. The first
-- variant makes the service itself one, too: `p_family` is what both are called, `p_own` what the service is called among them; both are ignored
-- for a service that is a variant already. With the rights of the caller, for managers and owners. Answers the id of the new service.
-- Errors: service_not_found, variant_invalid (texts missing or too long, minutes, price).
create function public.add_variant(
  p_service uuid, p_family text, p_own text, p_variant text, p_minutes integer, p_price_cents integer) returns uuid
language plpgsql security invoker set search_path = '' as $$
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
end $$;

grant execute on function public.add_variant to authenticated;
