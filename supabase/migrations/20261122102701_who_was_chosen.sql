set local check_function_bodies = off;

DROP FUNCTION "internal"."hold_lines"(public.locations, internal.planned_line[], bytea, uuid, text, uuid, timestamp with time zone, internal.visitor);

DROP FUNCTION "internal"."hold_one"(internal.quick_plan, uuid, uuid, timestamp with time zone, bytea, text, uuid, timestamp with time zone, boolean, internal.visitor);

ALTER TABLE "public"."appointments" ADD COLUMN "employee_chosen" boolean NOT NULL DEFAULT true;

CREATE OR REPLACE FUNCTION internal.hold_lines(place public.locations, planned internal.planned_line[], p_secret bytea, p_idempotency_key uuid, p_source text, p_caller uuid, p_present timestamp with time zone, visitor internal.visitor, p_chosen boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  visit constant uuid := gen_random_uuid();
  expiry constant timestamptz := p_present + make_interval(mins => place.hold_minutes);
  placed integer;
begin
  insert into public.appointments (id, company_id, location_id, starts_at, ends_at, hold_expires_at, user_id, total_cents,
    source, cancellation_hours, idempotency_key, employee_chosen)
  select visit, place.company_id, place.id, min(line.starts_at), max(line.ends_at), expiry, p_caller, sum(line.price_cents), p_source,
    place.cancellation_hours, p_idempotency_key, p_chosen
  from unnest(planned) line
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  insert into public.appointment_lines (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at,
    price_cents, occupied, hold_expires_at)
  select visit, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    line.price_cents, line.occupied, expiry
  from unnest(planned) line order by line.employee_id, line.starts_at
  on conflict on constraint appointment_lines_no_overlap do nothing;
  get diagnostics placed = row_count;
  if placed < cardinality(planned) or not internal.reserve(visit, planned) then
    delete from public.appointments where id = visit;
    return null;
  end if;
  insert into public.appointment_links (secret_hash, appointment_id, expires_at)
  select p_secret, visit, max(line.ends_at) + interval '180 days' from unnest(planned) line having p_secret is not null;
  perform internal.spend_budget(visitor, p_caller, visit, planned, place.time_zone, p_present, expiry);
  return internal.visit_json(visit);
end $function$;

CREATE OR REPLACE FUNCTION internal.hold_one(quick internal.quick_plan, p_location uuid, p_service uuid, p_starts_at timestamp with time zone, p_secret bytea, p_source text, p_caller uuid, p_present timestamp with time zone, p_counted boolean, visitor internal.visitor, p_chosen boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  visit constant uuid := gen_random_uuid();
  expiry constant timestamptz := p_present + make_interval(mins => quick.hold_minutes);
  placed boolean;
begin
  with placed as (
    insert into public.appointment_lines (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at,
      price_cents, occupied, hold_expires_at)
    select visit, 1, p_service, quick.employee_id, quick.service_name, p_starts_at, quick.ends_at, quick.price_cents, quick.occupied, expiry
    where p_counted or not exists (select from public.appointment_links where secret_hash = p_secret)
    on conflict on constraint appointment_lines_no_overlap do nothing
    returning true as placed
  ), made as (
    insert into public.appointments (id, company_id, location_id, starts_at, ends_at, hold_expires_at, user_id, total_cents,
      source, cancellation_hours, employee_chosen)
    select visit, quick.company_id, p_location, p_starts_at, quick.ends_at, expiry, p_caller, quick.price_cents, p_source,
      quick.cancellation_hours, p_chosen
    from placed
  ), linked as (
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select p_secret, visit, quick.ends_at + interval '180 days' from placed where p_secret is not null
  ), spent as (
    insert into internal.hold_budget
    select visit, quick.employee_id, quick.day, extract(epoch from quick.ends_at - p_starts_at) / 60, true,
      visitor.network, coalesce(visitor.address, visitor.network), p_caller, p_present, expiry
    from placed where not visitor.unlimited
  )
  select placed.placed into placed from placed;
  if placed is null then return null; end if;
  return jsonb_build_object('id', visit, 'state', 'held', 'starts_at', p_starts_at, 'ends_at', quick.ends_at,
    'hold_expires_at', expiry, 'total_cents', quick.price_cents, 'sequence', 0, 'lines', jsonb_build_array(jsonb_build_object(
      'position', 1, 'service_id', p_service, 'service_name', quick.service_name, 'employee_id', quick.employee_id,
      'starts_at', p_starts_at, 'ends_at', quick.ends_at, 'price_cents', quick.price_cents)));
end $function$;

CREATE OR REPLACE FUNCTION internal.hold_visit(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_secret_hash text, p_idempotency_key uuid, p_source text, p_replace uuid, present timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  caller constant uuid := internal.person();
  secret constant bytea := decode(p_secret_hash, 'hex');
  quickly constant boolean := cardinality(p_services) = 1 and p_idempotency_key is null;
  locked text;
  known public.appointments;
  quick internal.quick_plan;
  place public.locations;
  planned internal.planned_line[];
  visitor internal.visitor;
  refused jsonb;
  held jsonb;
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
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if not (coalesce(known.user_id = caller, false) or exists (
        select from public.appointment_links where secret_hash = secret and appointment_id = known.id)) then
        perform internal.fail('key_used');
      end if;
      return internal.visit_json(known.id);
    end if;
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
  if quick.bookable then
    refused := internal.refuse_hold(visitor, caller, quick.employee_id, quick.day,
      (extract(epoch from quick.ends_at - p_starts_at) / 60)::integer, present);
    if refused is not null then return refused; end if;
    held := internal.hold_one(quick, p_location, p_services[1], p_starts_at, secret, p_source, caller, present,
      caller is not null or p_replace is not null, visitor, p_employee is not null);
    if held is not null then return held; end if;
  end if;
  if caller is null and p_replace is null then
    if internal.live_holds(caller, secret, null, present) >= 3 then perform internal.fail('too_many_holds'); end if;
  end if;

  select location.* into place
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = p_location and location.state = 'published' and company.state = 'active';
  -- Each lost round means that someone else has won an employee; more rounds than employees are never needed.
  for round in 1..30 loop
    planned := array(select row(plan.*)::internal.planned_line
      from internal.plan_visit(p_location, p_services, p_employee, p_starts_at, present) plan where place.id is not null);
    if cardinality(planned) = 0 then
      if round > 1 or quick.bookable then perform internal.fail('slot_taken'); end if;
      perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present);
    end if;
    refused := internal.refuse_hold_of(visitor, caller, planned, place.time_zone, present);
    if refused is not null then return refused; end if;
    held := internal.hold_lines(place, planned, secret, p_idempotency_key, p_source, caller, present, visitor, p_employee is not null);
    if held is not null then return held; end if;
    -- Either an expired hold stands there, or someone was quicker.
    if not internal.release_expired(array(select employee_id from unnest(planned)), internal.resources_of(planned),
      internal.period_of(planned), present, round = 1) then exit; end if;
  end loop;
  perform internal.fail('slot_taken');
end $function$;

CREATE OR REPLACE FUNCTION public.get_booking(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  appointment public.appointments;
  open boolean;
begin
  select * into appointment from public.appointments where id = p_appointment;
  if appointment.id is null or not internal.is_customer(appointment, p_secret) then perform internal.fail('appointment_not_found'); end if;
  open := internal.customer_may_change(appointment);
  return (
    select internal.visit_json(appointment.id) || jsonb_build_object(
      'created_at', appointment.created_at,
      'employee_chosen', appointment.employee_chosen,
      'source', appointment.source,
      'contact', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone, 'note', appointment.note),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'time_zone', location.time_zone, 'phone', location.phone,
        'email', location.email, 'latitude', location.latitude, 'longitude', location.longitude,
        'confirms_by_hand', location.confirms_by_hand, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name),
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('position', line."position", 'service_id', line.service_id,
          'service_name', line.service_name, 'employee_id', line.employee_id, 'employee_name', employee.name,
          'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents) order by line."position"), '[]')
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id),
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'can_cancel', open,
      'can_reschedule', open and internal.is_published(location.id),
      'secret', flags.secret,
      'withdrawal', flags.withdrawal and appointment.state in ('held', 'requested', 'confirmed'),
      'withdrawn_at', internal.withdrawn_at(appointment.id))
    from public.locations location
    join public.companies company on company.id = location.company_id
    cross join internal.legal_flags(appointment.id) flags
    where location.id = appointment.location_id);
end $function$;

REVOKE ALL ON FUNCTION "internal"."hold_lines"(public.locations, internal.planned_line[], bytea, uuid, text, uuid, timestamp with time zone, internal.visitor, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."hold_one"(internal.quick_plan, uuid, uuid, timestamp with time zone, bytea, text, uuid, timestamp with time zone, boolean, internal.visitor, boolean) FROM PUBLIC;
