set local check_function_bodies = off;

DROP INDEX "public"."companies_inactive";

CREATE TABLE "internal"."sandboxes" ("company_id" uuid NOT NULL, "user_id" uuid NOT NULL, "prepared_on" date NOT NULL, "leased_at" timestamp with time zone, "leased_until" timestamp with time zone, "key_hash" text, CONSTRAINT "sandboxes_key_hash_check" CHECK ((key_hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "sandboxes_lease" CHECK ((((leased_at IS NULL) = (leased_until IS NULL)) AND ((leased_at IS NULL) = (key_hash IS NULL)))), CONSTRAINT "sandboxes_pkey" PRIMARY KEY (company_id), CONSTRAINT "sandboxes_user_id_key" UNIQUE (user_id));

ALTER TABLE "internal"."sandboxes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."companies" ADD COLUMN "sandbox" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION internal.add_sandbox_course(p_location uuid, p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  place constant public.locations := (select row(held.*)::public.locations from public.locations held where held.id = p_location);
  begins constant timestamptz := ((p_present at time zone place.time_zone)::date + 6 + time '20:15') at time zone place.time_zone;
  course uuid;
  guest record;
begin
  select (public.create_event(place.id, service.id, person.id, begins, begins + service.duration_minutes * interval '1 minute', 6, null, service.name,
    service.price_cents, 'Mit eigener Bürste und Föhn: wir zeigen Ansatz, Spitzen und Locken, Schritt für Schritt.')).id into course
  from public.services service join public.employees person on person.location_id = place.id and person.position = 1
  where service.location_id = place.id and service.heading = 'Kurse' limit 1;
  for guest in
    select file.id, file.name, file.email, file.phone from public.customers file
    where file.company_id = place.company_id and file.email is not null order by file.created_at desc, file.id limit 5
  loop
    perform public.add_participant(course, 1,
      jsonb_build_object('customer_id', guest.id, 'name', guest.name, 'email', guest.email, 'phone', guest.phone), '', false);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.bookable_location(location uuid)
 RETURNS public.locations
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found public.locations;
begin
  select place.* into found
  from public.locations place join public.companies company on company.id = place.company_id
  where place.id = location
    and ((place.state = 'published' and company.state = 'active' and not company.sandbox) or place.company_id in (select internal.companies_as('staff')));
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_sandbox_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.companies company where company.id = new.company_id and company.sandbox and not exists (
      select from internal.sandboxes held where held.company_id = company.id and held.user_id = new.user_id))
    or exists (select from internal.sandboxes held where held.user_id = new.user_id and held.company_id <> new.company_id) then
    perform internal.fail('not_in_demo');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_sandbox_room()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.company_id = internal.own_sandbox() and (
    select coalesce(sum(file.bytes), 0) + new.bytes > 5242880 from public.customer_files file where file.company_id = new.company_id) then
    perform internal.fail('demo_full');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.end_sandbox(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  visitor uuid := (select held.user_id from internal.sandboxes held where held.company_id = p_company);
begin
  update public.companies set state = 'closed', goes_at = internal.present() where id = p_company and sandbox and goes_at is null;
  delete from public.agreements where company_id = p_company;
  delete from public.withdrawals where company_id = p_company;
  delete from public.company_tax_data where company_id = p_company;
  delete from public.messages where company_id = p_company or visitor is not null and recipient = (select account.email from auth.users account where account.id = visitor);
  delete from internal.sandboxes where company_id = p_company;
  delete from auth.users where id = visitor;
end $function$;

CREATE OR REPLACE FUNCTION internal.files_of(p_email text)
 RETURNS SETOF public.customers
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select found.* from (
    select * from public.customers file where file.email operator(extensions.=) p_email::extensions.citext
    union
    select file.* from public.customers file join public.customer_contacts other on other.customer_id = file.id
    where other.kind = 'email' and other.value = lower(p_email)
  ) found where not exists (select from public.companies company where company.id = found.company_id and company.sandbox);
end $function$;

CREATE OR REPLACE FUNCTION internal.fresh_counts(p_places uuid[])
 RETURNS SETOF internal.counted_locations
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select place.id, coalesce(offers.names, '{}'), listed.city_id, coalesce(listed.categories, '{}')
  from unnest(p_places) place (id)
  left join lateral (
    select array_agg(each.name order by each.name) as names from (
      select min(service.name) as name
      from (select distinct name from public.services where location_id = place.id and active) service
      left join internal.offered_names known on known.name = service.name
      cross join lateral (select coalesce(known.folded, internal.search_key(service.name)) as folded) spelling
      where spelling.folded <> '' group by spelling.folded) each
  ) offers on internal.is_listed(place.id)
  left join lateral (
    select min(listing.city_id) as city_id, array_agg(listing.category order by listing.category) as categories
    from internal.listings listing where listing.location_id = place.id and listing.city_id is not null
  ) listed on true;
end $function$;

CREATE OR REPLACE FUNCTION internal.fresh_services(p_location uuid, p_number integer)
 RETURNS SETOF internal.listing_services
 LANGUAGE plpgsql
 STABLE ROWS 15
 SET search_path TO ''
AS $function$
begin
  if not internal.is_listed(p_location) then return; end if;
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

CREATE OR REPLACE FUNCTION internal.fresh_suggestions(p_sources text[])
 RETURNS SETOF internal.suggestions
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  categories constant smallint[] := internal.marked_ids(p_sources, 'category')::smallint[];
  cities constant integer[] := internal.marked_ids(p_sources, 'city')::integer[];
  places constant uuid[] := internal.marked_ids(p_sources, 'location')::uuid[];
  names constant text[] := internal.marked_ids(p_sources, 'name');
begin
  return query
  -- A category is found by its name, its slug, and each synonym; the label is always its name.
  select 'what', 'category', category.slug, null::uuid, category.name, coalesce(parent.name, ''), word.folded,
    case when category.parent_id is null then 3.0 else 2.0 end::float8, 'category ' || category.id
  from public.categories category left join public.categories parent on parent.id = category.parent_id
  cross join lateral (select distinct internal.search_key(each) as folded
    from unnest(category.synonyms || array[category.name, category.slug]) as each) word
  where category.id = any(categories);
  return query
  -- Each name of a service once, however many businesses offer it, and however they write it.
  select 'what', 'service', '', null::uuid, min(offer.name), '', offer.folded, ln(sum(offer.locations))::float8, ''
  from internal.offered_names offer where offer.folded = any(names) group by offer.folded;
  return query
  select 'what', 'business', place.id::text, place.id, place.name, place.city, internal.search_key(place.name),
    ln(1 + place.rating_count)::float8 / 10, 'location ' || place.id
  from public.locations place
  where place.id = any(places) and internal.is_listed(place.id) and internal.search_key(place.name) <> '';
  return query
  select 'where', 'city', city.id::text, null::uuid, city.name, state.name, internal.search_key(city.name),
    ln(1 + city.population)::float8, 'city ' || city.id
  from public.cities city join public.federal_states state on state.code = city.state_code where city.id = any(cities)
  union all
  select distinct 'where', 'district', district.id::text, null::uuid, district.name || ', ' || city.name, '', internal.search_key(words),
    ln(1 + city.population)::float8 - 6, 'city ' || city.id
  from public.districts district join public.cities city on city.id = district.city_id
  cross join lateral unnest(array[district.name || ' ' || city.name, city.name || ' ' || district.name]) as words
  where city.id = any(cities)
  union all
  select 'where', 'postal', code.code, null::uuid, code.code || ' ' || city.name, case when code.name = city.name then '' else code.name end,
    internal.search_key(code.code || ' ' || city.name), ln(1 + city.population)::float8 - 4, 'city ' || city.id
  from public.postal_codes code join public.cities city on city.id = code.city_id where city.id = any(cities);
end $function$;

CREATE OR REPLACE FUNCTION internal.guest_visits(p_email text)
 RETURNS SETOF public.appointments
 LANGUAGE sql
 STABLE ROWS 10
 SET search_path TO ''
AS $function$
  select appointment.* from (
    select id from public.customers where email operator(extensions.=) p_email::extensions.citext
    union select customer_id from public.customer_contacts where kind = 'email' and value = lower(p_email)) customer
  join public.appointments appointment on appointment.customer_id = customer.id
  where appointment.user_id is null
    and appointment.state <> 'expired' and lower(appointment.contact_email) = lower(p_email)
    and not exists (select from public.companies company where company.id = appointment.company_id and company.sandbox)
$function$;

CREATE OR REPLACE FUNCTION internal.has_published_location(p_company uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.locations where company_id = p_company and state = 'published')
    and not exists (select from public.companies where id = p_company and sandbox);
end $function$;

CREATE OR REPLACE FUNCTION internal.has_room(p_metadata jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select internal.own_sandbox() is null or internal.sandbox_bytes() + coalesce((p_metadata ->> 'size')::bigint, 0) <= 5242880
$function$;

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
  where location.id = p_location and location.state = 'published' and company.state = 'active'
    and (not company.sandbox or company.id in (select internal.companies_as('staff')));
  hold.company_id := place.company_id;
  hold.expires_at := present + make_interval(mins => place.hold_minutes);
  hold.cancellation_hours := place.cancellation_hours;
  if cardinality(p_services) > 1 then hold.package_name := (internal.package_of(p_location, p_services)).name; end if;
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

CREATE OR REPLACE FUNCTION internal.inactive_companies()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id from public.companies where state <> 'active' or sandbox
$function$;

CREATE OR REPLACE FUNCTION internal.indexed_location(p_location uuid, OUT zone text, OUT first date, OUT last date, OUT employees uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  today date;
  horizon integer;
begin
  select place.time_zone, (internal.present() at time zone place.time_zone)::date, place.horizon_days into zone, today, horizon
  from public.locations place join public.companies company on company.id = place.company_id
  where place.id = p_location and place.state = 'published' and company.state = 'active' and not company.sandbox;
  first := internal.first_row(today);
  last := internal.last_row(today, horizon);
  employees := array(
    select id from public.employees where location_id = p_location and active and zone is not null order by id);
end $function$;

CREATE OR REPLACE FUNCTION internal.insert_sandbox_rows(p_table text, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  names text;
begin
  if not internal.is_sandbox_table(p_table) then perform internal.fail('table_unknown', p_table); end if;
  select string_agg(quote_ident(key), ', ' order by key) into names from jsonb_object_keys(p_rows -> 0) key;
  if names is null then return; end if;
  execute format('insert into public.%I (%s) select %s from jsonb_populate_recordset(null::public.%I, $1)', p_table, names, names, p_table) using p_rows;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_listed(p_location uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.locations location join public.companies company on company.id = location.company_id
    where location.id = p_location and location.state = 'published' and company.state = 'active' and not company.sandbox);
end $function$;

CREATE OR REPLACE FUNCTION internal.is_published(p_location uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.locations location join public.companies company on company.id = location.company_id
    where location.id = p_location and location.state = 'published' and company.state = 'active'
      and (not company.sandbox or company.id in (select internal.companies_as('staff'))));
end $function$;

CREATE OR REPLACE FUNCTION internal.is_sandbox_table(p_table text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_table in ('companies', 'locations', 'employees', 'services', 'employee_services', 'service_addons', 'service_tests', 'packages',
    'package_services', 'day_prices', 'location_images', 'resources', 'working_hours', 'exceptions', 'customers', 'customer_health', 'customer_relatives',
    'appointments', 'appointment_lines', 'occupancies', 'appointment_events', 'reviews')
$function$;

CREATE OR REPLACE FUNCTION internal.keep_in_sandbox()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.companies company where company.id = new.company_id and company.sandbox) or exists (
    select from auth.users account join internal.sandboxes held on held.user_id = account.id where account.email = lower(new.recipient)) then
    new.state := 'skipped';
    new.last_error := 'sandbox';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_sandbox_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from internal.sandboxes held where held.user_id = new.id) then perform internal.fail('not_in_demo'); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_tax_data_of(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.kept_tax_data where company_id = p_company) then return; end if;
  insert into public.kept_tax_data (company_id, gone_at, tax_data, imprint, sums)
  select company.id, internal.present(), coalesce(to_jsonb(held) - 'company_id', '{}'), jsonb_build_object('legal_name', company.legal_name, 'street', company.street,
    'postal_code', company.postal_code, 'city', company.city, 'register_entry', company.register_entry, 'vat_id', company.vat_id), served.sums
  from public.companies company left join public.company_tax_data held on held.company_id = company.id
  cross join lateral (
    select jsonb_agg(jsonb_build_object('quarter', one.quarter, 'visits', one.visits, 'cents', one.cents) order by one.quarter) as sums
    from (
      select to_char(visit.starts_at at time zone 'Europe/Berlin', 'YYYY-"Q"Q') as quarter, count(*) as visits, sum(visit.total_cents) as cents
      from public.locations place join public.appointments visit on visit.location_id = place.id
      where place.company_id = company.id and visit.state = 'completed' group by 1) one) served
  where company.id = p_company and not company.sandbox and served.sums is not null
  on conflict (company_id) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.lease_of(held internal.sandboxes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('company_id', held.company_id, 'user_id', held.user_id, 'until', held.leased_until,
    'email', (select account.email from auth.users account where account.id = held.user_id))
$function$;

CREATE OR REPLACE FUNCTION internal.locations_to_offer()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select place.id from internal.companies_with('book') company
  join public.companies business on business.id = company and business.state = 'active' and not business.sandbox
  join public.locations place on place.company_id = company and place.state = 'published'
$function$;

CREATE OR REPLACE FUNCTION internal.mark_location(p_location uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into internal.suggestion_marks (source)
  select 'location ' || p_location
  where internal.is_listed(p_location) or exists (select from internal.counted_locations where location_id = p_location)
    or exists (select from internal.suggestions where source = 'location ' || p_location);
end $function$;

CREATE OR REPLACE FUNCTION internal.own_sandbox()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select company_id from internal.sandboxes where user_id = (select internal.person())
$function$;

CREATE OR REPLACE FUNCTION internal.refresh_listing(p_location uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  place_number integer;
  services internal.listing_services[];
  listings internal.listings[];
begin
  perform internal.lock_location(p_location, true);
  perform internal.mark_location(p_location);
  select kept.number into place_number from internal.listings kept where kept.location_id = p_location limit 1;
  if place_number is null and not internal.is_listed(p_location) then return; end if;
  place_number := coalesce(place_number, nextval('internal.listing_numbers'));
  services := array(select row(fresh.*)::internal.listing_services from internal.fresh_services(p_location, place_number) fresh);
  listings := array(select row(fresh.*)::internal.listings from internal.fresh_listing(p_location, place_number, services) fresh);
  delete from internal.listing_services kept
  where kept.number = place_number and not exists (
    select from unnest(services) fresh where fresh.service_id = kept.service_id and fresh is not distinct from kept);
  insert into internal.listing_services select * from unnest(services) on conflict (service_id) do nothing;
  delete from internal.listings kept
  where kept.location_id = p_location and not exists (
    select from unnest(listings) fresh where fresh.category = kept.category and fresh is not distinct from kept);
  insert into internal.listings select * from unnest(listings) on conflict (category, number) do nothing;
  insert into internal.search_words
  select word, internal.stem_of(word) from (
    select distinct word from (
      select place.name as text from public.locations place where place.id = p_location
      union all select service.name from public.services service where service.location_id = p_location
      union all select self.name || ' ' || array_to_string(self.synonyms, ' ')
        from public.categories self where self.id in (select fresh.category from unnest(listings) fresh)
    ) texts cross join regexp_split_to_table(internal.search_key(texts.text), ' ') word
    where length(word) > 1 and cardinality(listings) > 0) new
  where not exists (select from internal.search_words known where known.word = new.word)
  order by word on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.refuse_in_sandbox()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if internal.own_sandbox() is not null then perform internal.fail('not_in_demo'); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.refuse_offer_of_sandbox()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.companies company where company.id = new.company_id and company.sandbox) then perform internal.fail('not_in_demo'); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.refuse_sandbox_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from internal.sandboxes held where held.user_id = new.user_id) then perform internal.fail('not_in_demo'); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.reported_target(p_kind text, p_target uuid)
 RETURNS internal.target
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found internal.target;
begin
  select place.id, place.company_id, place.name, place.slug, coalesce(seen.url, '/listings/' || place.slug), left(seen.shown, 4000) into found
  from (
    select listing.id as location_id, null as url, concat_ws(E'\n\n', listing.name, nullif(listing.description, '')) as shown
    from public.locations listing where p_kind = 'listing' and listing.id = p_target
    union all
    select picture.location_id, null, coalesce(nullif(picture.alt, ''), 'Bild') from public.location_images picture
    where p_kind = 'image' and picture.id = p_target
    union all
    select review.location_id, null, concat_ws(E'\n\n', review.author || ', ' || review.rating || case review.rating when 1 then ' Stern' else ' Sterne' end,
      nullif(review.text, ''), (select string_agg(addition ->> 'text', E'\n\n') from jsonb_array_elements(review.additions) addition))
    from public.reviews review where p_kind = 'review' and review.id = p_target and review.state in ('published', 'reported')
    union all
    select review.location_id, null, review.reply from public.reviews review
    where p_kind = 'reply' and review.id = p_target and review.reply <> '' and review.state in ('published', 'reported')
    union all
    select offer.location_id, '/request/' || offer.order_id, coalesce(nullif(offer.text_masked, ''), 'Angebot ohne Text') from public.offers offer
    where p_kind = 'offer' and offer.id = p_target
  ) seen join public.locations place on place.id = seen.location_id
  where p_kind = 'offer' or internal.is_listed(place.id);
  if p_kind = 'order' then
    select null, null, concat_ws(', ', category.name, internal.order_place(row(one.*)::public.search_orders)), '', '/admin/offers/' || one.id,
      coalesce(nullif(concat_ws(E'\n\n', nullif(internal.masked(one.title), ''), nullif(internal.masked(one.text), '')), ''), 'Suchauftrag ohne Text')
    into found
    from public.search_orders one join public.categories category on category.id = one.category_id
    where one.id = p_target and one.state <> 'draft' and one.emptied_at is null;
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.sandbox_bytes()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum((kept.metadata ->> 'size')::bigint), 0)::bigint from storage.objects kept
  where kept.bucket_id in ('location-images', 'location-image-sources', 'customer-files') and split_part(kept.name, '/', 1) in (
    select internal.own_sandbox()::text union all select place.id::text from public.locations place where place.company_id = internal.own_sandbox())
$function$;

CREATE OR REPLACE FUNCTION internal.sandbox_day()
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select (internal.present() at time zone 'Europe/Berlin')::date $function$;

CREATE OR REPLACE FUNCTION internal.sandbox_places()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 20 $function$;

CREATE OR REPLACE FUNCTION internal.sandbox_time()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select interval '60 minutes' $function$;

CREATE OR REPLACE FUNCTION internal.sandboxes_wanted(p_ready integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select greatest(least(p_ready - count(*) filter (where leased_at is null), internal.sandbox_places() - count(*)), 0)::integer from internal.sandboxes
$function$;

CREATE OR REPLACE FUNCTION internal.stay_in_sandbox()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own constant uuid := internal.own_sandbox();
begin
  if own is not null and own is distinct from (select place.company_id from public.locations place where place.id = coalesce(
    (to_jsonb(new) ->> 'location_id')::uuid, (select event.location_id from public.events event where event.id = (to_jsonb(new) ->> 'event_id')::uuid))) then
    perform internal.fail('not_in_demo');
  end if;
  return new;
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
    join public.companies company on company.id = place.company_id and company.state = 'active' and not company.sandbox
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

CREATE OR REPLACE FUNCTION public.extend_availability(p_limit integer DEFAULT 20)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place uuid;
  extended integer := 0;
begin
  for place in
    select late.location_id from (
      select distinct calendar.location_id from internal.calendars calendar
      join public.locations location on location.id = calendar.location_id
      where calendar.until < internal.last_needed_row((internal.present() at time zone location.time_zone)::date, location.horizon_days)
      union
      select location.id from public.locations location join public.companies company on company.id = location.company_id
      where location.state = 'published' and company.state = 'active' and not company.sandbox
        and exists (select from public.employees where location_id = location.id and active)
        and not exists (select from internal.calendars calendar where calendar.location_id = location.id)
    ) late order by late.location_id limit p_limit
  loop
    perform internal.refresh_days(place);
    perform internal.refresh_listing(place);
    extended := extended + 1;
  end loop;
  return extended;
end $function$;

CREATE OR REPLACE FUNCTION public.find_events(p_city_id integer DEFAULT NULL::integer, p_category text DEFAULT NULL::text, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date, p_limit integer DEFAULT 6)
 RETURNS TABLE(id uuid, location_id uuid, slug text, business text, city text, time_zone text, title text, starts_at timestamp with time zone, ends_at timestamp with time zone, price_cents integer, seats smallint, free_seats integer, closes_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  first constant date := greatest(internal.reckonable(p_from), (present at time zone 'UTC')::date - 1);
  last constant date := least(coalesce(internal.reckonable(p_to), first + 91), first + 91);
begin
  return query
  select found.id, found.location_id, found.slug, found.business, found.city, found.time_zone, found.title, found.starts_at, found.ends_at,
    found.price_cents, found.seats, (select count(*) from public.event_seats seat
      where seat.event_id = found.id and (seat.source is null or not internal.is_live(seat.expires_at, present)))::integer, found.closes_at
  from (
    select event.id, place.id as location_id, place.slug::text as slug, place.name::text as business, place.city::text as city,
      place.time_zone::text as time_zone, coalesce(nullif(event.title, ''), service.name)::text as title, event.starts_at, event.ends_at,
      event.price_cents, event.seats, internal.event_closes(event, place) as closes_at
    from public.events event
    join public.locations place on place.id = event.location_id and place.state = 'published' and (p_city_id is null or place.city_id = p_city_id)
    join public.companies company on company.id = place.company_id and company.state = 'active' and not company.sandbox
    join public.services service on service.id = event.service_id and (p_category is null or service.category_id in (
      select one.id from public.categories one left join public.categories parent on parent.id = one.parent_id where p_category in (one.slug, parent.slug)))
    where event.cancelled_at is null and event.starts_at > present
      -- Wider than any zone, for the index; then by the location's clock.
      and event.starts_at >= (first - 1)::timestamp at time zone 'UTC' and event.starts_at < (last + 2)::timestamp at time zone 'UTC'
      and (event.starts_at at time zone place.time_zone)::date between first and last
      and internal.event_closes(event, place) >= present
    order by event.starts_at, event.id limit least(greatest(coalesce(p_limit, 6), 0),
      case when current_setting('role') in ('none', 'service_role') then 1000 else 100 end)) found
  order by found.starts_at, found.id;
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
    and (not company.sandbox or company.id in (select internal.companies_as('staff')))
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  perform internal.check_wish(array[event.service_id], event.starts_at, p_secret_hash, p_source, p_origin, present);
  if not coalesce(p_seats between 1 and 10, false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
  perform internal.check_tests(array[event.service_id], event.starts_at, caller, decode(p_secret_hash, 'hex'));
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

CREATE OR REPLACE FUNCTION public.lease_sandbox(p_key_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  got internal.sandboxes;
begin
  if coalesce(p_key_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  perform pg_advisory_xact_lock(hashtextextended(p_key_hash, 48));
  select held.* into got from internal.sandboxes held where held.key_hash = p_key_hash and held.leased_until > present;
  if got.company_id is not null then return internal.lease_of(got); end if;
  -- One that is over and not ended yet gives its key back.
  perform internal.end_sandbox(held.company_id) from internal.sandboxes held where held.key_hash = p_key_hash;
  update internal.sandboxes held set leased_at = present, leased_until = present + internal.sandbox_time(), key_hash = p_key_hash
  where held.company_id = (
    select free.company_id from internal.sandboxes free join public.companies company on company.id = free.company_id and company.goes_at is null
    where free.leased_at is null order by free.prepared_on desc, free.company_id limit 1 for update of free skip locked)
  returning held.* into got;
  return case when got.company_id is not null then internal.lease_of(got) end;
end $function$;

CREATE OR REPLACE FUNCTION public.operator_companies(p_words text DEFAULT ''::text, p_only text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant text := '%' || replace(replace(replace(left(btrim(coalesce(p_words, '')), 100), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  perform internal.as_operator('support', 'read_companies');
  return (
    select coalesce(jsonb_agg(to_jsonb(known) order by known.state = 'active', known.name, known.id), '[]') from (
      select company.id, company.name, company.city, company.state, company.created_at,
        (select count(*) from public.locations place where place.company_id = company.id) as locations,
        (select count(*) from public.locations place where place.company_id = company.id and place.state = 'published') as published,
        (select count(*) from internal.content_reports report where report.company_id = company.id and report.state = 'open') as open_reports,
        cardinality(internal.tax_gaps(company.id)) as tax_missing
      from public.companies company
      where not company.sandbox and (company.name ilike wanted or company.city ilike wanted
          or exists (select from public.locations place where place.company_id = company.id and (place.name ilike wanted or place.slug ilike wanted)))
        and case p_only when 'suspended' then company.state = 'suspended' when 'tax_gaps' then internal.has_published_location(company.id)
          and cardinality(internal.tax_gaps(company.id)) > 0 else true end
      order by company.state = 'active', company.name, company.id limit 50) known);
end $function$;

CREATE OR REPLACE FUNCTION public.operator_company(p_company uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.as_operator('support', 'read_company', 'company ' || coalesce(p_company::text, ''), p_company);
  if not exists (select from public.companies where id = p_company and not sandbox) then perform internal.fail('company_not_found'); end if;
  return (
    select jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name, 'city', company.city, 'state', company.state,
      'created_at', company.created_at, 'tax_missing', internal.tax_gaps(company.id),
      'locations', (select coalesce(jsonb_agg(jsonb_build_object('id', place.id, 'name', place.name, 'slug', place.slug, 'state', place.state,
          'paused', exists (select from internal.paused_locations paused where paused.location_id = place.id)) order by place.name, place.id), '[]')
        from public.locations place where place.company_id = company.id),
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('measure', made.measure, 'kind', made.target_kind, 'facts', made.facts,
          'told_at', made.told_at) order by made.told_at desc, made.id), '[]')
        from internal.decisions made where made.company_id = company.id))
    from public.companies company where company.id = p_company);
end $function$;

CREATE OR REPLACE FUNCTION public.operator_figures(p_days integer DEFAULT 30)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  days constant integer := case when p_days in (7, 90) then p_days else 30 end;
  since constant timestamptz := present - days * interval '1 day';
  today constant date := (present at time zone 'Europe/Berlin')::date;
begin
  perform internal.as_operator('support', 'read_figures');
  return jsonb_build_object('days', days,
    'orders', (
      select jsonb_build_object('total', count(*),
        'answered', count(*) filter (where answer.first_at < one.confirmed_at + interval '4 hours'),
        'ripe', count(*) filter (where one.confirmed_at < present - interval '4 hours' or one.closed_at is not null
          or answer.first_at < one.confirmed_at + interval '4 hours'),
        'first_offer_minutes', round((percentile_cont(0.5) within group (order by extract(epoch from answer.first_at - one.confirmed_at) / 60))::numeric),
        'over', count(*) filter (where one.closed_at is not null), 'matched', count(*) filter (where one.state = 'matched'),
        'silent', count(*) filter (where one.closed_at is not null and answer.total > 0 and answer.seen = 0),
        'held_hours', round(sum(answer.held_hours) / nullif(count(*) filter (where one.state = 'matched'), 0), 1))
      from public.search_orders one cross join lateral (
        select min(offer.sent_at) as first_at, count(*) as total, count(offer.seen_at) as seen,
          coalesce(sum(extract(epoch from least(coalesce(offer.decided_at, present), offer.expires_at) - offer.sent_at) / 3600 * (
            select count(*) from public.offer_starts start where start.offer_id = offer.id)), 0) as held_hours
        from public.offers offer where offer.order_id = one.id) answer
      where one.confirmed_at >= since),
    'visits', (select jsonb_build_object('total', coalesce(sum(visits + missed), 0), 'missed', coalesce(sum(missed), 0))
      from internal.report_days kept where day > today - days and day <= today and not exists (select from public.locations place
        join public.companies company on company.id = place.company_id and company.sandbox where place.id = kept.location_id)),
    'searches', (select jsonb_build_object('total', coalesce(sum(demand.searched), 0), 'empty', coalesce(sum(demand.searched - demand.found), 0))
      from internal.search_demand demand where demand.day > today - days and demand.day <= today),
    'reports', (
      select jsonb_build_object('total', count(*) filter (where report.reported_at >= since), 'open', count(*) filter (where report.state = 'open'),
        'overdue', count(*) filter (where report.state = 'open' and report.reported_at < present - interval '24 hours'),
        'decided', count(*) filter (where made.told_at >= since),
        'hours', round((percentile_cont(0.5) within group (order by extract(epoch from made.told_at - report.reported_at) / 3600)
          filter (where made.told_at >= since))::numeric, 1))
      from internal.content_reports report left join internal.decisions made on made.report_id = report.id),
    'companies', (
      select jsonb_build_object('total', count(*), 'active', count(*) filter (where company.state = 'active'),
        'published', count(*) filter (where company.state = 'active' and internal.has_published_location(company.id)),
        'fresh', count(*) filter (where company.created_at >= since))
      from public.companies company where not company.sandbox));
end $function$;

CREATE OR REPLACE FUNCTION public.operator_suspend_company(p_company uuid, p_facts text, p_basis text, p_scope text DEFAULT ''::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  company public.companies;
  decision internal.decisions;
begin
  select * into company from public.companies one where one.id = p_company and not one.sandbox for update;
  decision.decided_by := internal.as_operator('admin', 'suspend_company', 'company ' || coalesce(p_company::text, ''), p_company);
  if company.id is null then perform internal.fail('company_not_found'); end if;
  if company.state <> 'active' then perform internal.fail('wrong_state', company.state::text); end if;
  decision.id := gen_random_uuid();
  decision.target_kind := 'company';
  decision.target_id := company.id;
  decision.company_id := company.id;
  decision.measure := 'company_suspended';
  decision.ground := 'rules';
  decision.facts := internal.clean_words(p_facts);
  decision.basis := internal.clean_words(p_basis);
  decision.scope := internal.clean_words(p_scope);
  decision.automated := false;
  decision.told_at := internal.present();
  if decision.facts = '' or decision.basis = '' then perform internal.fail('reason_missing'); end if;
  if length(decision.facts) > 4000 or length(decision.basis) > 2000 or length(decision.scope) > 500 then perform internal.fail('text_too_long'); end if;
  return internal.decide(decision, '');
end $function$;

CREATE OR REPLACE FUNCTION public.prepare_sandbox(p_user uuid, p_parts jsonb, p_ready integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  claims constant text := current_setting('request.jwt.claims', true);
  company uuid;
  place uuid;
  part jsonb;
begin
  -- One process at a time looks and makes.
  perform pg_advisory_xact_lock(hashtextextended('sandboxes', 48));
  if internal.sandboxes_wanted(p_ready) = 0 then return null; end if;
  insert into public.companies select row.* from jsonb_populate_record(null::public.companies,
    p_parts -> 0 -> 'rows' -> 0 || jsonb_build_object('sandbox', true, 'state', 'active', 'goes_at', null)) row returning id into company;
  insert into internal.sandboxes (company_id, user_id, prepared_on) values (company, p_user, internal.sandbox_day());
  insert into public.members (company_id, user_id, role, created_at) values (company, p_user, 'owner', present);
  for part in select value from jsonb_array_elements(p_parts) with ordinality one (value, turn) where turn > 1 order by turn loop
    perform internal.insert_sandbox_rows(part ->> 'table', part -> 'rows');
  end loop;
  -- Pictures that this installation has no files of.
  delete from public.location_images image using public.locations held where held.id = image.location_id and held.company_id = company
    and not exists (select from storage.objects kept where kept.bucket_id = 'location-images' and kept.name = image.path);
  update public.locations set state = 'published', published_at = coalesce(published_at, present) where company_id = company returning id into place;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_user, 'role', 'authenticated', 'aal', 'aal1')::text, true);
  perform internal.keep_agreements(company, array(select hash from public.current_agreements()));
  perform internal.add_sandbox_course(place, present);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return company;
end $function$;

CREATE OR REPLACE FUNCTION public.reset_sandbox(p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  company uuid;
begin
  select held.company_id into company from internal.sandboxes held where held.user_id = p_user for update;
  if company is null then return false; end if;
  perform internal.end_sandbox(company);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.reset_sandboxes(p_ready integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  over uuid;
begin
  for over in
    select company.id from public.companies company left join internal.sandboxes held on held.company_id = company.id
    where company.sandbox and company.goes_at is null and (held.company_id is null or held.leased_until <= internal.present()
      or held.leased_at is null and held.prepared_on <> internal.sandbox_day())
    order by company.id for update of company skip locked
  loop
    perform internal.end_sandbox(over);
  end loop;
  delete from auth.users account where account.email like 'demo-%@demo.invalid' and account.created_at < now() - interval '10 minutes'
    and not exists (select from internal.sandboxes held where held.user_id = account.id)
    and not exists (select from public.members member where member.user_id = account.id);
  return internal.sandboxes_wanted(p_ready);
end $function$;

CREATE OR REPLACE FUNCTION public.sandbox_messages(p_user uuid, p_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.messages
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select message.* from public.messages message
  where message.company_id = (select held.company_id from internal.sandboxes held where held.user_id = p_user)
    and message.state = 'skipped' and message.last_error = 'sandbox' and (p_id is null or message.id = p_id)
  order by message.created_at desc, message.id limit 100
$function$;

CREATE OR REPLACE FUNCTION public.sandbox_until()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select held.leased_until from internal.sandboxes held where held.user_id = (select internal.person()) and held.leased_until > internal.present()
$function$;

CREATE OR REPLACE FUNCTION public.suggest(p_text text DEFAULT ''::text, p_field text DEFAULT 'what'::text, p_limit integer DEFAULT 8)
 RETURNS TABLE(kind text, label text, detail text, slug text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 8
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.similarity_threshold" TO '0.25'
AS $function$
declare
  term constant text := coalesce(internal.search_key(left(p_text, 60)), '');
  wanted constant integer := least(greatest(coalesce(p_limit, 8), 1), 20);
  found internal.suggestions[];
  alike internal.suggestions[] := '{}';
begin
  if term = '' then
    return query
    (select 'category', category.name, '', category.slug from public.categories category
      where p_field = 'what' and category.parent_id is null order by category.position limit wanted)
    union all
    (select 'city', city.name, state.name, '' from public.cities city join public.federal_states state on state.code = city.state_code
      where p_field = 'where' order by city.population desc limit wanted);
    return;
  end if;
  found := array(
    select entry from internal.suggestions entry
    where entry.field = p_field and entry.folded like term || '%' and (length(term) > 1 or entry.kind <> 'business')
    order by entry.folded = term desc, entry.weight desc limit 60);
  if cardinality(found) < 60 and length(term) > 2 then
    found := found || array(
      select entry from internal.suggestions entry
      where entry.field = p_field and entry.folded like '%' || term || '%' and entry.folded not like term || '%'
      order by entry.kind = 'business', entry.weight desc limit 60);
  end if;
  -- Only when the typed word leads nowhere by itself.
  if cardinality(found) < 3 and length(term) > 3 and not exists (select from unnest(found) as entry where entry.folded = term) then
    alike := array(
      select entry from internal.suggestions entry
      where entry.field = p_field and entry.folded operator(extensions.%) term and entry.folded not like '%' || term || '%'
        and entry.kind <> 'postal'
      order by extensions.similarity(entry.folded, term) + entry.weight / 40 desc limit 2 * wanted);
  end if;
  return query
  with ranked as (
    -- One entry for all synonyms of a category.
    select distinct on (entry.kind, entry.key, entry.label) entry.kind, entry.label, entry.detail, entry.key, entry.place_id,
      entry.weight + case when entry.kind = 'category' then coalesce((
        select ln(1 + numbers.locations) from internal.catalogue_numbers numbers
        where numbers.category = substr(entry.source, 10)::smallint and numbers.city_id = 0), 0) else 0 end as weight,
      case when entry.folded = term then 0 when entry.folded like term || '%' then 1
        -- A word that ends so is a kind of it: Rückenmassage.
        when entry.kind in ('category', 'service') and length(term) > 3 and entry.folded || ' ' like '%' || term || ' %' then 1
        when entry.folded like '% ' || term || '%' then 2
        when entry.folded like '%' || term || '%' then 4 else 5 - extensions.similarity(entry.folded, term) end
        -- A synonym counts a little less than the name that is shown.
        + case when internal.search_key(entry.label) = entry.folded then 0 else 0.5 end as distance
    from unnest(found || alike) entry
    order by entry.kind, entry.key, entry.label, distance
  ), live as (
    select ranked.*, coalesce(place.slug, case when ranked.kind = 'category' then ranked.key else '' end) as slug,
      row_number() over (partition by ranked.kind order by floor(ranked.distance), ranked.distance - ranked.weight / 40, ranked.label) as number
    from ranked left join public.locations place on place.id = ranked.place_id and place.state = 'published'
      and exists (select from public.companies company where company.id = place.company_id and company.state = 'active' and not company.sandbox)
    where ranked.place_id is null or place.id is not null
  )
  select live.kind, live.label, live.detail, live.slug from live
  where live.number <= 4
  order by floor(live.distance), case live.kind when 'category' then 0 when 'city' then 0 when 'service' then 1 when 'district' then 2 else 3 end,
    live.distance - live.weight / 40, live.label
  limit wanted;
end $function$;

CREATE OR REPLACE FUNCTION public.wait_for_event(p_event uuid, p_seats integer, p_contact jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  contact constant jsonb := internal.clean_contact(p_contact, false);
  own constant uuid := internal.account_of(internal.person(), contact ->> 'email');
  mailbox constant text := internal.mailbox(contact ->> 'email');
  visitor constant internal.visitor := internal.visitor();
  event record;
  wait public.event_waits;
begin
  select one.*, place.company_id, internal.event_closes(one, place) as closes_at into event
  from public.events one join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
    and (not company.sandbox or company.id in (select internal.companies_as('staff')))
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  if not coalesce(p_seats between 1 and least(10, event.seats), false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
  if internal.needs_phone(array[event.service_id]) then perform internal.fail('by_phone'); end if;
  if own is not null then perform internal.check_tests(array[event.service_id], event.starts_at, own); end if;
  perform internal.lock_location(event.location_id, false);
  perform pg_advisory_xact_lock(hashtextextended(visitor.network::text, 45));
  perform from public.events one where one.id = p_event for no key update;
  perform internal.release_lapsed_seats(p_event);
  if (select count(*) from public.event_seats seat where seat.event_id = p_event and seat.source is null) >= p_seats then return 'free'; end if;
  -- Before the address is looked at, so that the answer does not tell whether it waits.
  if not visitor.unlimited and internal.open_waits(event.company_id, visitor.network, null) >= 10 then perform internal.fail('too_many_waits'); end if;
  -- Whoever is just being offered a seat waits already.
  select one.* into wait from public.event_waits one join public.holds hold on hold.id = one.hold_id and hold.ended_at is null
  where one.event_id = p_event and internal.mailbox(one.email) = mailbox and one.left_at is null limit 1;
  if wait.id is null then
    insert into public.event_waits as known (event_id, seats, user_id, name, email, phone, created_at, confirmed_at, network)
    values (p_event, p_seats, own, contact ->> 'name', contact ->> 'email', contact ->> 'phone', present, case when own is not null then present end,
      case when not visitor.unlimited then visitor.network end)
    -- Whoever asks here for the place that they had in an imported file has one of this installation, with all its mails.
    on conflict (event_id, internal.mailbox(email)) where hold_id is null and left_at is null do update set
      id = case when internal.is_imported(event.company_id, known.id) then gen_random_uuid() else known.id end, seats = excluded.seats,
      user_id = excluded.user_id, name = excluded.name, email = excluded.email, phone = excluded.phone, created_at = excluded.created_at,
      confirmed_at = excluded.confirmed_at, network = excluded.network
    where known.confirmed_at is null or internal.is_imported(event.company_id, known.id) returning * into wait;
    if wait.id is null then
      select * into wait from public.event_waits one where one.event_id = p_event and internal.mailbox(one.email) = mailbox
        and one.hold_id is null and one.left_at is null;
    end if;
    if own is not null then perform internal.check_wait(wait); end if;
    perform internal.mail_waiting(wait, case when wait.confirmed_at is null then 'event_wait_confirm' else 'event_waiting' end, '{}',
      floor(extract(epoch from present) / 600)::text);
  end if;
  perform internal.spend_booking(contact ->> 'email', own is not null, event.company_id);
  return case when own is null then 'mail' else 'waiting' end;
end $function$;

ALTER TABLE "internal"."sandboxes" ADD CONSTRAINT "sandboxes_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "internal"."sandboxes" ADD CONSTRAINT "sandboxes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX sandboxes_key ON internal.sandboxes USING btree (key_hash) WHERE (key_hash IS NOT NULL);

CREATE INDEX companies_inactive ON public.companies USING btree (id) WHERE ((state <> 'active'::public.company_state) OR sandbox);

CREATE TRIGGER refuse_sandbox BEFORE INSERT ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION internal.refuse_sandbox_factor();

CREATE TRIGGER keep_sandbox_account BEFORE UPDATE OF email, phone, encrypted_password, email_change, phone_change ON auth.users FOR EACH ROW WHEN ((((old.email)::text IS DISTINCT FROM (new.email)::text) OR (old.phone IS DISTINCT FROM new.phone) OR ((old.encrypted_password)::text IS DISTINCT FROM (new.encrypted_password)::text) OR ((COALESCE(new.email_change, ''::character varying))::text <> ''::text) OR (COALESCE(new.phone_change, ''::text) <> ''::text))) EXECUTE FUNCTION internal.keep_sandbox_account();

CREATE TRIGGER refuse_in_sandbox BEFORE INSERT ON internal.account_deletions FOR EACH ROW EXECUTE FUNCTION internal.refuse_in_sandbox();

CREATE TRIGGER stay_in_sandbox BEFORE INSERT ON public.appointments FOR EACH ROW EXECUTE FUNCTION internal.stay_in_sandbox();

CREATE TRIGGER refuse_in_sandbox_closing BEFORE UPDATE OF goes_at ON public.companies FOR EACH ROW WHEN ((new.goes_at IS NOT NULL)) EXECUTE FUNCTION internal.refuse_in_sandbox();

CREATE TRIGGER refuse_in_sandbox BEFORE INSERT ON public.companies FOR EACH ROW EXECUTE FUNCTION internal.refuse_in_sandbox();

CREATE TRIGGER check_sandbox_room BEFORE INSERT ON public.customer_files FOR EACH ROW EXECUTE FUNCTION internal.check_sandbox_room();

CREATE TRIGGER stay_in_sandbox BEFORE INSERT ON public.event_waits FOR EACH ROW EXECUTE FUNCTION internal.stay_in_sandbox();

CREATE TRIGGER stay_in_sandbox BEFORE INSERT ON public.favourites FOR EACH ROW EXECUTE FUNCTION internal.stay_in_sandbox();

CREATE TRIGGER stay_in_sandbox BEFORE INSERT ON public.holds FOR EACH ROW EXECUTE FUNCTION internal.stay_in_sandbox();

CREATE TRIGGER refuse_in_sandbox BEFORE INSERT ON public.imports FOR EACH ROW EXECUTE FUNCTION internal.refuse_in_sandbox();

CREATE TRIGGER refuse_in_sandbox BEFORE INSERT ON public.invitations FOR EACH ROW EXECUTE FUNCTION internal.refuse_in_sandbox();

CREATE TRIGGER check_sandbox BEFORE INSERT OR UPDATE OF user_id, company_id ON public.members FOR EACH ROW EXECUTE FUNCTION internal.check_sandbox_member();

CREATE TRIGGER keep_in_sandbox_again BEFORE UPDATE OF state ON public.messages FOR EACH ROW WHEN ((new.state = ANY (ARRAY['queued'::public.message_state, 'sending'::public.message_state]))) EXECUTE FUNCTION internal.keep_in_sandbox();

CREATE TRIGGER keep_in_sandbox_made BEFORE INSERT ON public.messages FOR EACH ROW WHEN ((new.state = ANY (ARRAY['queued'::public.message_state, 'sending'::public.message_state]))) EXECUTE FUNCTION internal.keep_in_sandbox();

CREATE TRIGGER refuse_of_sandbox BEFORE INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION internal.refuse_offer_of_sandbox();

CREATE TRIGGER refuse_in_sandbox BEFORE INSERT ON public.search_orders FOR EACH ROW EXECUTE FUNCTION internal.refuse_in_sandbox();

CREATE TRIGGER refuse_in_sandbox BEFORE INSERT ON public.second_factor_duties FOR EACH ROW EXECUTE FUNCTION internal.refuse_in_sandbox();

CREATE TRIGGER refuse_in_sandbox BEFORE INSERT ON public.transfers FOR EACH ROW EXECUTE FUNCTION internal.refuse_in_sandbox();

CREATE POLICY "room_in_sandbox" ON "storage"."objects" AS RESTRICTIVE FOR INSERT TO "authenticated" WITH CHECK (internal.has_room(metadata));

REVOKE ALL ON FUNCTION "internal"."add_sandbox_course"(uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_sandbox_member"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_sandbox_room"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."end_sandbox"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."has_room"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."has_room"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "internal"."insert_sandbox_rows"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_listed"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_sandbox_table"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_in_sandbox"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_sandbox_account"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."lease_of"(internal.sandboxes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."own_sandbox"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."own_sandbox"() TO "authenticated";

REVOKE ALL ON FUNCTION "internal"."refuse_in_sandbox"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."refuse_offer_of_sandbox"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."refuse_sandbox_factor"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sandbox_bytes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sandbox_day"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sandbox_places"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sandbox_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sandboxes_wanted"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."stay_in_sandbox"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."lease_sandbox"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."lease_sandbox"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."prepare_sandbox"(uuid, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."prepare_sandbox"(uuid, jsonb, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reset_sandbox"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reset_sandbox"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reset_sandboxes"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reset_sandboxes"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."sandbox_messages"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sandbox_messages"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."sandbox_until"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sandbox_until"() TO "authenticated";

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('sandboxes', 51, '{internal.sandboxes}', 'Wer gerade die Demo ausprobiert, und alles, was dabei eingegeben wird', 'höchstens eine Stunde',
    'Zum Ausprobieren (Art. 6 Abs. 1 lit. b DSGVO). Danach wird die Demo vollständig gelöscht.', 'deleted', null, false, null);

update internal.exported_tables set left_out = '{state,goes_at,created_at,updated_at,sandbox}' where name = 'companies';
