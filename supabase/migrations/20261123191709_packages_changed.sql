set local check_function_bodies = off;

DROP POLICY "visitors_read" ON "public"."package_services";

DROP POLICY "visitors_read" ON "public"."packages";

DROP TRIGGER "drop_package" ON "public"."package_services";

DROP FUNCTION "internal"."drop_package"();

ALTER TABLE "public"."packages" ADD COLUMN "active" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."packages" ADD COLUMN "updated_at" timestamp with time zone NOT NULL DEFAULT now();

CREATE OR REPLACE FUNCTION internal.check_package(p_location uuid, p_name text, p_services uuid[], p_price_cents integer, p_description text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not coalesce(length(btrim(p_name)) between 2 and 120 and cardinality(p_services) between 2 and 10 and p_price_cents between 0 and 10000000
    and length(coalesce(p_description, '')) <= 1000
    and (select count(distinct wish) from unnest(p_services) wish) = cardinality(p_services), false) then
    perform internal.fail('package_invalid');
  end if;
  if exists (select from unnest(p_services) wish where not exists (
    select from public.services service where service.id = wish and service.location_id = p_location)) then
    perform internal.fail('service_not_found');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.composed_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb, ordered_at timestamp with time zone)
 RETURNS TABLE(company_id uuid, appointment_id uuid, customer_id uuid, kind text, audience public.actor_kind, recipient text, payload jsonb, next_attempt_at timestamp with time zone, created_at timestamp with time zone, held_back text)
 LANGUAGE plpgsql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
begin
  return query
  select appointment.company_id, appointment.id, case target.audience when 'customer' then appointment.customer_id end, p_kind, target.audience, coalesce(own.mailbox, target.recipient),
    jsonb_build_object(
      'appointment_id', appointment.id, 'number', internal.booking_number(appointment.id), 'sequence', appointment.sequence, 'state', appointment.state, 'actor', p_actor,
      'starts_at', appointment.starts_at, 'ends_at', appointment.ends_at, 'time_zone', location.time_zone,
      'total_cents', appointment.total_cents, 'created_at', appointment.created_at,
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'secret', flags.secret, 'withdrawal', flags.withdrawal,
      'note', case when flags.secret then '' else internal.neutral(appointment.note, 'Steht im Kalender.') end,
      'for_name', case when stranger then internal.neutral_name(appointment.for_name, '') else appointment.for_name end,
      'customer', jsonb_build_object('name', case when stranger then internal.neutral_name(appointment.contact_name, '')
          when target.audience = 'business' then internal.neutral(appointment.contact_name, 'Gast') else appointment.contact_name end,
        'email', appointment.contact_email, 'phone', appointment.contact_phone),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug,
        'name', case when stranger then names.shown else location.name end,
        'street', case when stranger then internal.neutral(location.street, '') else location.street end,
        'postal_code', location.postal_code, 'city', case when stranger then internal.neutral(location.city, '') else location.city end,
        'phone', case when stranger then names.phone else location.phone end, 'email', location.email,
        'latitude', location.latitude, 'longitude', location.longitude, 'logo_path', case when stranger then '' else location.logo_path end),
      'company', jsonb_build_object('id', company.id, 'name', case when stranger then names.shown else company.name end,
        'legal_name', case when stranger then internal.neutral(company.legal_name, '') else company.legal_name end,
        'representative', case when stranger then internal.neutral(company.representative, '') else company.representative end,
        'street', case when stranger then internal.neutral(company.street, '') else company.street end,
        'postal_code', company.postal_code, 'city', case when stranger then internal.neutral(company.city, '') else company.city end,
        'email', company.email, 'phone', case when stranger then '' else company.phone end, 'small_business', company.small_business),
      'package_name', case when not flags.secret and not (stranger and internal.leads_away(appointment.package_name)) then appointment.package_name end,
      'services', (
        select jsonb_agg(jsonb_build_object(
          'service_id', line.service_id, 'name', case when not flags.secret and not (stranger and internal.leads_away(line.service_name)) then line.service_name end,
          'employee', case when stranger then internal.neutral_name(employee.name, 'Team') else employee.name end,
          'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents)
          || case when line.event_id is null then '{}' else jsonb_build_object('seats', line.seats) end order by line."position")
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id)
    ) || extra || jsonb_strip_nulls(jsonb_build_object('reason', case when company.state <> 'active' and p_actor = 'business' then ''
      when stranger or p_actor = 'customer' then internal.neutral(extra ->> 'reason', '') end,
      'early_start', case when target.audience = 'customer' then (
        select jsonb_build_object('text', worded.text, 'agreed_at', demanded.agreed_at)
        from public.early_starts demanded join public.consent_texts worded on worded.hash = demanded.text_hash
        where demanded.appointment_id = appointment.id) end)), internal.present(), ordered_at,
    case when target.audience = 'business' then case when own.mailbox is null then 'too_many_mails' end
      else internal.customer_held_back(appointment, company.state = 'active', location.state = 'published') end
  from public.appointments appointment
  join public.locations location on location.id = appointment.location_id
  join public.companies company on company.id = appointment.company_id
  cross join internal.legal_flags(appointment.id) flags
  cross join lateral (select
    coalesce(internal.neutral(location.name, null), internal.neutral(company.name, null), 'Ihr gebuchter Betrieb') as shown,
    case when location.phone ~ '^[+]?[0-9 ()/.-]*$' then location.phone else '' end as phone) names
  cross join lateral (values
    ('customer'::public.actor_kind, appointment.contact_email::text),
    ('business', case when p_actor = 'business' then '' else coalesce(nullif(location.email, ''), company.email) end)
  ) target (audience, recipient)
  cross join lateral (select target.audience = 'customer'
    and internal.account_of(appointment.user_id, appointment.contact_email) is null as stranger) known
  cross join lateral (select case when target.audience = 'business' and target.recipient <> '' then
    internal.business_mailbox(company.id, target.recipient) end as mailbox) own
  where appointment.id = p_appointment and target.recipient <> '';
end $function$;

CREATE OR REPLACE FUNCTION internal.drop_packages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.packages where id in (select part.package_id from public.package_services part where part.service_id = old.id)
  order by id for update;
  delete from public.packages where id in (select part.package_id from public.package_services part where part.service_id = old.id);
  return old;
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
  where package.location_id = p_location and package.active and p_services = array(
    select part.service_id from public.package_services part where part.package_id = package.id order by part."position")
  order by package.price_cents, package.id limit 1;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.put_parts(p_package uuid, p_location uuid, p_services uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.package_services (package_id, "position", service_id, location_id)
  select p_package, wish.turn, wish.service_id, p_location from unnest(p_services) with ordinality wish (service_id, turn);
end $function$;

CREATE OR REPLACE FUNCTION internal.put_together(p_appointment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.appointments set package_name = before.name
  from (select part ->> 'old' as name, change.changes from public.appointment_changes change, jsonb_array_elements(change.changes) part
    where change.appointment_id = p_appointment and part ->> 'what' = 'package' order by change.event_id desc limit 1) before
  where id = p_appointment and package_name is null and before.name <> '' and exists (
    select from jsonb_array_elements(before.changes) lines where lines ->> 'what' = 'lines'
      and internal.sold(lines -> 'old') = internal.sold(internal.lines_in_words(p_appointment)));
end $function$;

CREATE OR REPLACE FUNCTION internal.sold(p_lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (select jsonb_agg(line - 'employee' - 'minutes' order by turn) from jsonb_array_elements(p_lines) with ordinality every (line, turn));
end $function$;

CREATE OR REPLACE FUNCTION public.change_appointment(p_appointment uuid, p_version timestamp with time zone, p_services uuid[] DEFAULT NULL::uuid[], p_employees uuid[] DEFAULT NULL::uuid[], p_minutes integer[] DEFAULT NULL::integer[], p_prices integer[] DEFAULT NULL::integer[], p_origins integer[] DEFAULT NULL::integer[], p_contact jsonb DEFAULT NULL::jsonb, p_anyway boolean DEFAULT false, p_notify public.move_notice DEFAULT NULL::public.move_notice)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  visit constant public.appointments := opened.appointment;
  known constant jsonb := internal.known_visit(p_appointment);
  lines_before constant jsonb := internal.lines_in_words(p_appointment);
  changes jsonb;
  package text;
  moved boolean := false;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if p_version is distinct from visit.updated_at then perform internal.fail('edited_meanwhile'); end if;
  perform internal.check_move(visit, 'edit', 'business');
  if p_services is not null then
    if cardinality(p_services) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
    -- Each line that was there is kept once: a price that was agreed is not for copying.
    if exists (select from unnest(p_origins) origin where origin is not null group by origin having count(*) > 1) then
      perform internal.fail('service_not_found');
    end if;
    moved := internal.change_lines(visit, array(
      select (wish.origin, wish.service, wish.employee, wish.minutes, wish.price)::internal.wished_line
      from unnest(p_services, p_employees, p_minutes, p_prices, p_origins) with ordinality wish (service, employee, minutes, price, origin, turn)
      where wish.turn <= cardinality(p_services) order by wish.turn), present, p_anyway);
    perform internal.put_together(p_appointment);
  end if;
  changes := internal.change_words(visit, coalesce(p_contact, '{}'));
  package := coalesce((select now.package_name from public.appointments now where now.id = p_appointment), '');
  if package <> coalesce(visit.package_name, '') then
    changes := jsonb_build_array(jsonb_build_object('what', 'package', 'old', coalesce(visit.package_name, ''), 'new', package)) || changes;
  end if;
  if lines_before <> internal.lines_in_words(p_appointment) then
    changes := jsonb_build_array(jsonb_build_object('what', 'lines', 'old', lines_before, 'new', internal.lines_in_words(p_appointment))) || changes;
  end if;
  if jsonb_array_length(changes) = 0 then return internal.moved_json(p_appointment); end if;
  perform internal.note_change(visit, case when moved then 'change' else 'edit' end, changes);
  if moved then
    update public.appointments set sequence = sequence + 1 where id = p_appointment;
    perform internal.tell_move(p_appointment, known, '', coalesce(p_notify,
      (select location.move_notice from public.locations location where location.id = visit.location_id)));
  end if;
  return internal.moved_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.create_package(p_location uuid, p_name text, p_services uuid[], p_price_cents integer, p_description text DEFAULT ''::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  perform internal.check_package(p_location, p_name, p_services, p_price_cents, p_description);
  insert into public.packages (location_id, name, description, price_cents)
  values (p_location, btrim(p_name), btrim(coalesce(p_description, '')), p_price_cents) returning id into made;
  perform internal.put_parts(made, p_location, p_services);
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.update_package(p_package uuid, p_version timestamp with time zone, p_name text, p_services uuid[], p_price_cents integer, p_description text DEFAULT ''::text, p_active boolean DEFAULT true)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  package public.packages;
begin
  -- The services first, as whoever deletes one goes on to its packages. Then the package: of several who save at once each waits here and reads
  -- what the one before has left.
  perform from public.services where id = any(p_services) order by id for key share;
  select * into package from public.packages where id = p_package for no key update;
  if package.id is null or package.location_id not in (select internal.locations_as('manager')) then perform internal.fail('package_not_found'); end if;
  if p_version is distinct from package.updated_at then perform internal.fail('edited_meanwhile'); end if;
  perform internal.check_package(package.location_id, p_name, p_services, p_price_cents, p_description);
  update public.packages set name = btrim(p_name), description = btrim(coalesce(p_description, '')), price_cents = p_price_cents,
    active = coalesce(p_active, true)
  where id = p_package returning * into package;
  delete from public.package_services where package_id = p_package;
  perform internal.put_parts(p_package, package.location_id, p_services);
  return package.updated_at;
end $function$;

CREATE TRIGGER touch BEFORE UPDATE ON public.packages FOR EACH ROW EXECUTE FUNCTION internal.touch_updated_at();

CREATE TRIGGER drop_packages BEFORE DELETE ON public.services FOR EACH ROW EXECUTE FUNCTION internal.drop_packages();

CREATE POLICY "visitors_read" ON "public"."package_services" FOR SELECT TO PUBLIC USING ((internal.is_published(location_id) AND (EXISTS ( SELECT
   FROM public.packages package
  WHERE ((package.id = package_services.package_id) AND package.active)))));

CREATE POLICY "visitors_read" ON "public"."packages" FOR SELECT TO PUBLIC USING ((active AND internal.is_published(location_id)));

REVOKE ALL ON FUNCTION "internal"."check_package"(uuid, text, uuid[], integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."drop_packages"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."put_parts"(uuid, uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."put_together"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sold"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."update_package"(uuid, timestamp with time zone, text, uuid[], integer, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_package"(uuid, timestamp with time zone, text, uuid[], integer, text, boolean) TO "authenticated";
