set local check_function_bodies = off;

DROP FUNCTION "internal"."hold_lines"(public.locations, internal.planned_line[], bytea, uuid, text, uuid, timestamp with time zone);

DROP FUNCTION "internal"."hold_one"(internal.quick_plan, uuid, uuid, timestamp with time zone, bytea, text, uuid, timestamp with time zone, boolean);

CREATE UNLOGGED TABLE "internal"."hold_budget" ("appointment_id" uuid NOT NULL, "employee_id" uuid NOT NULL, "day" date NOT NULL, "minutes" integer NOT NULL, "first" boolean NOT NULL, "network" inet NOT NULL, "address" inet NOT NULL, "user_id" uuid, "created_at" timestamp with time zone NOT NULL, "expires_at" timestamp with time zone NOT NULL, CONSTRAINT "hold_budget_pkey" PRIMARY KEY (appointment_id, employee_id, day));

ALTER TABLE "internal"."hold_budget" ENABLE ROW LEVEL SECURITY;

ALTER TYPE "internal"."quick_plan" ADD ATTRIBUTE "day" date CASCADE;

ALTER TYPE "internal"."visitor" ADD ATTRIBUTE "network" inet CASCADE;

CREATE OR REPLACE FUNCTION internal.budget_again(code text, visitor internal.visitor, p_person uuid, p_employee uuid, p_day date, p_present timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  share constant integer := internal.hold_share(p_person);
  mine timestamptz[] := array(
    select expires_at from internal.hold_budget
    where expires_at > p_present and first and (address = coalesce(visitor.address, visitor.network) or user_id = p_person) order by 1 desc);
  near timestamptz[] := array(
    select expires_at from internal.hold_budget where expires_at > p_present and first and network = visitor.network order by 1 desc);
begin
  return case code
    when 'too_many_holds_here' then greatest(mine[6 * share], near[30 * share])
    when 'too_many_holds_of_day' then (
      select min(expires_at) from internal.hold_budget
      where expires_at > p_present and employee_id = p_employee and day = p_day and (network = visitor.network or user_id = p_person))
    else (
      select created_at + interval '1 minute' from internal.hold_budget
      where first and (address = coalesce(visitor.address, visitor.network) or user_id = p_person) and created_at > p_present - interval '1 minute'
      order by 1 desc offset share - 1 limit 1) end;
end $function$;

CREATE OR REPLACE FUNCTION internal.confirm_hold(opened internal.opened, p_contact jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  appointment constant public.appointments := opened.appointment;
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  by_hand boolean;
  next_state public.appointment_state;
  customer uuid;
begin
  select location.confirms_by_hand into by_hand
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = appointment.location_id and company.state = 'active';
  if by_hand is null then perform internal.fail('not_possible'); end if;
  if appointment.starts_at <= present then perform internal.fail('past'); end if;
  -- While the state is `held` the slot is ours, however late: nobody else can have taken it.
  if appointment.state = 'expired' then
    -- It ended between our first look and the lock: somebody is just taking its place.
    if not opened.alone then perform internal.fail('slot_taken'); end if;
    perform internal.retake(appointment, present);
  end if;
  customer := internal.keep_customer(appointment.company_id, p_contact, coalesce(appointment.user_id, caller), false);
  next_state := case when by_hand then 'requested' else 'confirmed' end;
  update public.appointments
  set state = next_state, hold_expires_at = null, customer_id = customer, user_id = coalesce(appointment.user_id, caller),
    contact_name = p_contact ->> 'name', contact_email = p_contact ->> 'email', contact_phone = p_contact ->> 'phone',
    note = p_contact ->> 'note'
  where id = appointment.id;
  update public.appointment_lines set hold_expires_at = null where appointment_id = appointment.id;
  delete from internal.hold_budget where appointment_id = appointment.id;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
  values (appointment.id, 'confirm', 'customer', caller, appointment.state, next_state, appointment.starts_at, true);
  if internal.account_of(coalesce(appointment.user_id, caller), p_contact ->> 'email') is null then
    perform internal.spend_booking(p_contact ->> 'email');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.confirm_live(p_appointment uuid, p_secret text, p_contact jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  held record;
  locked text;
  contact jsonb;
  account uuid;
  next_state public.appointment_state;
  changed boolean;
  blocked boolean;
begin
  -- With one line its times are those of the appointment.
  select visit.company_id, visit.location_id, visit.user_id, visit.starts_at, visit.ends_at, visit.total_cents, visit.sequence,
    line.service_id, line.service_name, line.employee_id, location.confirms_by_hand as by_hand
  into held
  from public.appointments visit
  join public.appointment_lines line on line.appointment_id = visit.id and line."position" = 1
  join public.locations location on location.id = visit.location_id
  join public.companies company on company.id = visit.company_id
  where visit.id = p_appointment and visit.state = 'held' and visit.hold_expires_at > present and visit.starts_at > present
    and line.starts_at = visit.starts_at and line.ends_at = visit.ends_at and company.state = 'active'
    and (visit.user_id = caller or exists (
      select from public.appointment_links link where link.secret_hash = sha256(convert_to(p_secret, 'UTF8'))
        and link.appointment_id = p_appointment and link.expires_at > present));
  if held.location_id is null then return null; end if;
  contact := internal.clean_contact(p_contact, false);
  -- internal.lock_location, as an expression.
  locked := concat(pg_advisory_xact_lock_shared(hashtextextended(held.location_id::text, 43)),
    case when pg_current_xact_id_if_assigned() is not null then set_config('synchronous_commit', 'on', true) end);
  held.user_id := coalesce(held.user_id, caller);
  if held.user_id is not null then
    account := internal.account_of(held.user_id, contact ->> 'email');
  end if;
  next_state := case when held.by_hand then 'requested' else 'confirmed' end;
  with kept as (
    insert into public.customers as customer (company_id, user_id, name, email, phone)
    values (held.company_id, account, contact ->> 'name', (contact ->> 'email')::extensions.citext, contact ->> 'phone')
    on conflict (company_id, email) do update set
      phone = case when customer.phone = '' and account is not null then excluded.phone else customer.phone end,
      user_id = coalesce(customer.user_id, excluded.user_id)
    returning customer.id, customer.blocked
  ), changed as (
    update public.appointments
    set state = next_state, hold_expires_at = null, customer_id = kept.id, user_id = held.user_id, contact_name = contact ->> 'name',
      contact_email = contact ->> 'email', contact_phone = contact ->> 'phone', note = contact ->> 'note'
    from kept where appointments.id = p_appointment and appointments.state = 'held'
    returning true as changed
  ), blocking as (
    update public.appointment_lines set hold_expires_at = null from changed where appointment_id = p_appointment and "position" = 1
  ), paid as (
    delete from internal.hold_budget using changed where appointment_id = p_appointment
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    select p_appointment, 'confirm', 'customer', caller, 'held', next_state, held.starts_at, true from changed
  )
  select (select kept.blocked from kept), (select one.changed from changed one) into blocked, changed;
  if blocked then perform internal.fail('not_possible'); end if;
  -- Somebody was quicker: what they made of it decides.
  if changed is null then return null; end if;
  if account is null then perform internal.spend_booking(contact ->> 'email'); end if;
  return jsonb_build_object('id', p_appointment, 'state', next_state, 'starts_at', held.starts_at, 'ends_at', held.ends_at,
    'hold_expires_at', null, 'total_cents', held.total_cents, 'sequence', held.sequence, 'lines', jsonb_build_array(jsonb_build_object(
      'position', 1, 'service_id', held.service_id, 'service_name', held.service_name, 'employee_id', held.employee_id,
      'starts_at', held.starts_at, 'ends_at', held.ends_at, 'price_cents', held.total_cents)));
end $function$;

CREATE OR REPLACE FUNCTION internal.hold_lines(place public.locations, planned internal.planned_line[], p_secret bytea, p_idempotency_key uuid, p_source text, p_caller uuid, p_present timestamp with time zone, visitor internal.visitor)
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
    source, cancellation_hours, idempotency_key)
  select visit, place.company_id, place.id, min(line.starts_at), max(line.ends_at), expiry, p_caller, sum(line.price_cents), p_source,
    place.cancellation_hours, p_idempotency_key
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

CREATE OR REPLACE FUNCTION internal.hold_one(quick internal.quick_plan, p_location uuid, p_service uuid, p_starts_at timestamp with time zone, p_secret bytea, p_source text, p_caller uuid, p_present timestamp with time zone, p_counted boolean, visitor internal.visitor)
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
      source, cancellation_hours)
    select visit, quick.company_id, p_location, p_starts_at, quick.ends_at, expiry, p_caller, quick.price_cents, p_source,
      quick.cancellation_hours
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

CREATE OR REPLACE FUNCTION internal.hold_share(p_person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_person is null then return 1; end if;
  return 1 + (select count(*) from auth.users where id = p_person and coalesce(email_confirmed_at, phone_confirmed_at) is not null);
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
      caller is not null or p_replace is not null, visitor);
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
    held := internal.hold_lines(place, planned, secret, p_idempotency_key, p_source, caller, present, visitor);
    if held is not null then return held; end if;
    -- Either an expired hold stands there, or someone was quicker.
    if not internal.release_expired(array(select employee_id from unnest(planned)), internal.resources_of(planned),
      internal.period_of(planned), present, round = 1) then exit; end if;
  end loop;
  perform internal.fail('slot_taken');
end $function$;

CREATE OR REPLACE FUNCTION internal.is_limited()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not (internal.visitor()).unlimited;
end $function$;

CREATE OR REPLACE FUNCTION internal.let_go(p_appointment uuid, p_to public.appointment_state, p_verb text, p_actor public.actor_kind, p_reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, reason)
  select id, p_verb, p_actor, case when p_actor <> 'system' then internal.person() end, state, p_to, left(coalesce(p_reason, ''), 1000)
  from public.appointments where id = p_appointment;
  update public.appointments
  set state = p_to, hold_expires_at = null, sequence = sequence + case when p_to in ('cancelled', 'declined') then 1 else 0 end
  where id = p_appointment;
  update public.appointment_lines set occupied = '{}', hold_expires_at = null where appointment_id = p_appointment;
  delete from public.appointment_resources where appointment_id = p_appointment;
  if p_verb = 'release' then delete from internal.hold_budget where appointment_id = p_appointment; end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_one(p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamp with time zone, p_present timestamp with time zone)
 RETURNS internal.quick_plan
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  minute constant integer := floor(date_part('epoch', p_starts_at) / 60);
  plan internal.quick_plan;
  index integer;
begin
  -- One statement, and few expressions in it: PostgreSQL prepares each anew in every transaction, also those of a branch not taken.
  select
    -- The grid counts from where the piece of working time begins: the end of the last gap before the start.
    case when day.begins <= visit.low and visit.high <= day.ends and service.resource_kind is null then
      case when service.gap_start is null then day.free @> int4range(visit.low, visit.high) else day.work @> int4range(visit.low, visit.high) end
      and (minute - coalesce(upper(int4multirange(int4range(least(day.begins, minute), minute + 1)) - day.work), day.begins))
        % service.grid_minutes = 0
      and date_trunc('minute', p_starts_at) = p_starts_at
      and p_starts_at >= p_present + service.notice_minutes * interval '1 minute'
      and day.day <= (p_present at time zone service.zone)::date + service.horizon_days end,
    exists (
      select from public.appointment_lines line
      where line.employee_id = coalesce(p_employee, service.employees[1]) and line.starts_at = p_starts_at
        and not isempty(line.occupied) and (line.hold_expires_at is null or line.hold_expires_at > p_present)),
    service.company_id, service.hold_minutes, service.cancellation_hours, service.employees[visit.person], service.service_name,
    p_starts_at + service.minutes[visit.person] * interval '1 minute', service.prices[visit.person],
    tstzmultirange(tstzrange(p_starts_at + (visit.low - minute) * interval '1 minute', p_starts_at + (visit.high - minute) * interval '1 minute')),
    minute + service.gap_start, minute + service.gap_start + service.gap_minutes, day.free,
    case when p_employee is null and cardinality(service.employees) > 1 then service.employees end, day.day
  into plan
  from internal.listing_services service
  cross join lateral (
    select every.person, minute - service.before as low, minute + service.minutes[every.person] + service.after as high
    from (select case when p_employee is null then 1 else array_position(service.employees, p_employee) end as person offset 0) every
    offset 0) visit
  left join internal.free_days day on day.employee_id = coalesce(p_employee, service.employees[1])
    and day.day = (p_starts_at at time zone service.zone)::date
  where service.service_id = p_service and service.location_id = p_location and visit.person is not null;
  -- In the processing gap the employee is free for others.
  if plan.bookable and plan.gap_begins is not null then
    plan.occupied := plan.occupied
      - tstzmultirange(tstzrange(to_timestamp(plan.gap_begins * 60.0), to_timestamp(plan.gap_ends * 60.0)));
    plan.bookable := plan.free @> internal.minute_ranges(plan.occupied);
  end if;
  if plan.anyone is null then return plan; end if;

  plan.taken := plan.taken and not exists (
    select from unnest(plan.anyone) person (id) where not exists (
      select from public.appointment_lines line
      where line.employee_id = person.id and line.starts_at = p_starts_at and not isempty(line.occupied)
        and (line.hold_expires_at is null or line.hold_expires_at > p_present)));
  if plan.taken then return plan; end if;
  index := internal.least_booked(p_service, p_starts_at, p_present);
  if index > 0 then return internal.plan_one(p_location, p_service, plan.anyone[index], p_starts_at, p_present); end if;
  plan.bookable := case when index is null then false end;
  return plan;
end $function$;

CREATE OR REPLACE FUNCTION internal.refuse_hold(visitor internal.visitor, p_person uuid, p_employee uuid, p_day date, p_minutes integer, p_present timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  code text;
begin
  if visitor.unlimited then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(visitor.network::text, 45));
  select case
    when used.mine >= 6 * used.share or used.near >= 30 * used.share then 'too_many_holds_here'
    when used.mine_here >= 2 * used.share then 'too_many_holds_of_day'
    when used.near_here > 0 and (
      select used.mine_here > 0 and used.my_minutes + p_minutes > sum(upper(piece) - lower(piece)) * 0.25
        or used.near_minutes + p_minutes > sum(upper(piece) - lower(piece)) * 0.5
      from internal.free_days known cross join unnest(known.work) piece where known.employee_id = p_employee and known.day = p_day)
      then 'too_many_holds_of_day'
    when used.lapsed >= 3 * used.share and used.recent >= used.share then 'holds_too_fast' end
  into code
  from (
    select internal.hold_share(p_person) as share,
      count(*) filter (where live and first and mine) as mine, count(*) filter (where live and first and near) as near,
      count(*) filter (where live and here and mine) as mine_here, count(*) filter (where live and here) as near_here,
      sum(minutes) filter (where live and here and mine) as my_minutes, sum(minutes) filter (where live and here) as near_minutes,
      count(*) filter (where not live and first and mine) as lapsed,
      count(*) filter (where first and mine and created_at > p_present - interval '1 minute') as recent
    from (
      select minutes, first, created_at, expires_at > p_present as live, employee_id = p_employee and day = p_day as here,
        network = visitor.network as near, address = coalesce(visitor.address, visitor.network) or coalesce(user_id = p_person, false) as mine
      from internal.hold_budget
      where (network = visitor.network or user_id = p_person) and expires_at > p_present - interval '1 hour') one) used;
  if code is null then return null; end if;
  return internal.refuse_until(code, p_present, internal.budget_again(code, visitor, p_person, p_employee, p_day, p_present));
end $function$;

CREATE OR REPLACE FUNCTION internal.refuse_hold_of(visitor internal.visitor, p_person uuid, planned internal.planned_line[], p_zone text, p_present timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  part record;
  refused jsonb;
begin
  for part in
    select line.employee_id, (line.starts_at at time zone p_zone)::date as day,
      (sum(extract(epoch from line.ends_at - line.starts_at)) / 60)::integer as minutes
    from unnest(planned) line group by 1, 2 order by 1, 2
  loop
    refused := internal.refuse_hold(visitor, p_person, part.employee_id, part.day, part.minutes, p_present);
    exit when refused is not null;
  end loop;
  return refused;
end $function$;

CREATE OR REPLACE FUNCTION internal.refuse_until(code text, p_present timestamp with time zone, p_again_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  seconds constant integer := greatest(1, ceil(extract(epoch from p_again_at - p_present)));
  detail constant text := jsonb_build_object('retry_after', seconds);
begin
  if pg_current_xact_id_if_assigned() is not null then
    raise exception using errcode = 'PT429', message = code, detail = detail;
  end if;
  perform set_config('response.status', '429', true),
    set_config('response.headers', jsonb_build_array(jsonb_build_object('Retry-After', seconds::text))::text, true);
  return jsonb_build_object('code', 'PT429', 'message', code, 'details', detail, 'hint', null);
end $function$;

CREATE OR REPLACE FUNCTION internal.spend_budget(visitor internal.visitor, p_person uuid, p_appointment uuid, planned internal.planned_line[], p_zone text, p_present timestamp with time zone, p_expires_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if visitor.unlimited then return; end if;
  insert into internal.hold_budget
  select p_appointment, line.employee_id, (line.starts_at at time zone p_zone)::date,
    sum(extract(epoch from line.ends_at - line.starts_at)) / 60, row_number() over () = 1,
    visitor.network, coalesce(visitor.address, visitor.network), p_person, p_present, p_expires_at
  from unnest(planned) line group by 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION internal.visitor()
 RETURNS internal.visitor
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  caller internal.visitor;
begin
  select case family(found.address) when 4 then found.address else network(set_masklen(found.address, 64)) end,
    current_setting('role') in ('none', 'service_role') or coalesce(found.parts[1] = 'v1-unlimited', false),
    coalesce(internal.visitor_network(found.address), '0.0.0.0')
  into caller
  from (select) everyone
  left join (
    select header.parts, convert_from(decode(rpad(translate(header.parts[2], '-_', '+/'), (length(header.parts[2]) + 3) / 4 * 4, '='),
      'base64'), 'UTF8')::inet as address
    from (
      select string_to_array(nullif(current_setting('request.headers', true), '')::json ->> 'x-zeitplatz-visitor', '.') as parts
      offset 0) header
    -- What follows a right signature is what the app server wrote; nothing else is read. Digests are compared, not what was sent: how
    -- long that takes tells nothing. The clocks of app server and database may differ by five minutes.
    where case when cardinality(header.parts) = 4 and exists (
        select from internal.visitor_keys
        where sha256(convert_to(header.parts[4], 'UTF8')) = sha256(convert_to(translate(encode(extensions.hmac(
          convert_to(concat_ws('.', header.parts[1], header.parts[2], header.parts[3]), 'UTF8'), key, 'sha256'), 'base64'), '+/=', '-_'), 'UTF8')))
      then header.parts[1] in ('v1', 'v1-unlimited') and abs(extract(epoch from now()) - header.parts[3]::bigint) <= 300 end
    offset 0) found on true;
  return caller;
end $function$;

CREATE OR REPLACE FUNCTION public.expire_holds(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  lapsed public.appointments;
  tidied integer := 0;
begin
  delete from internal.hold_budget where expires_at < present - interval '1 hour';
  for lapsed in
    (select * from public.appointments where state = 'held' and hold_expires_at <= present order by hold_expires_at limit p_limit)
    union all
    (select * from public.appointments where state = 'requested' and starts_at <= present order by starts_at limit p_limit)
    union all
    (select * from public.appointments where state = 'expired' and contact_name = '' and updated_at < present - interval '1 day'
      order by updated_at limit p_limit)
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(lapsed.location_id::text, 43));
    perform from public.appointments where id = lapsed.id and state = lapsed.state for update skip locked;
    continue when not found;
    if lapsed.state = 'expired' then
      delete from public.appointments where id = lapsed.id;
    else
      perform internal.let_go(lapsed.id, 'expired', 'expire', 'system');
      if lapsed.state = 'requested' then
        perform internal.queue_messages(lapsed.id, 'appointment_declined', 'system', '{"lapsed": true}');
      end if;
    end if;
    tidied := tidied + 1;
  end loop;
  return tidied;
end $function$;

CREATE INDEX hold_budget_network ON internal.hold_budget USING btree (network, expires_at);

CREATE INDEX hold_budget_user ON internal.hold_budget USING btree (user_id, expires_at) WHERE (user_id IS NOT NULL);

REVOKE ALL ON FUNCTION "internal"."budget_again"(text, internal.visitor, uuid, uuid, date, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."hold_lines"(public.locations, internal.planned_line[], bytea, uuid, text, uuid, timestamp with time zone, internal.visitor) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."hold_one"(internal.quick_plan, uuid, uuid, timestamp with time zone, bytea, text, uuid, timestamp with time zone, boolean, internal.visitor) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."hold_share"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."refuse_hold"(internal.visitor, uuid, uuid, date, integer, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."refuse_hold_of"(internal.visitor, uuid, internal.planned_line[], text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."refuse_until"(text, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."spend_budget"(internal.visitor, uuid, uuid, internal.planned_line[], text, timestamp with time zone, timestamp with time zone) FROM PUBLIC;
