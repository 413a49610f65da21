-- Holding a slot while the form is filled, and giving it back. Guests and customers; members book by hand (43d).

-- Holds a visit at exactly this start for as long as the location says.
-- p_employee null is "Egal wer"; when the race for one employee is lost, the next free one is tried.
-- p_secret_hash: hex SHA-256 of a secret of the caller's making; guests need one, since it is all that opens the hold later.
-- p_idempotency_key: a repeated call of the same caller answers the first one's appointment as it is now.
-- p_replace: an earlier hold of the same caller, which is given back. Nothing changes on any error.
-- A start that is known to be taken is answered as internal.refusal does; everything else is raised.
-- Errors: secret_missing, secret_invalid, source_unknown, service_not_found, past, location_not_found, not_bookable, slot_taken,
-- too_many_holds (3 live ones for a secret or a user, 12 for a confirmed account), key_used (by someone else), appointment_not_found
-- (p_replace), and those of internal.refuse_hold.
create function public.hold_appointment(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid default null, p_secret_hash text default null,
  p_idempotency_key uuid default null, p_source text default 'web', p_replace uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- internal.present, as an expression.
  present constant timestamptz := coalesce(nullif(current_setting('zeitplatz.now', true), '')::timestamptz, now());
begin
  -- The usual answer to those who come too late, before anything else is asked, even how they ask.
  if p_employee is not null and p_replace is null and p_idempotency_key is null then
    perform from public.appointment_lines line
    where line.employee_id = p_employee and line.starts_at = p_starts_at and line.service_id = p_services[1]
      and not isempty(line.occupied) and internal.is_live(line.hold_expires_at, present);
    if found and p_starts_at > present then return internal.refusal('slot_taken'); end if;
  end if;
  -- The digits are no pattern: PostgreSQL builds its automaton anew for each text.
  if not coalesce(length(p_secret_hash) = 64 and translate(p_secret_hash, '0123456789abcdef', '') = '' and p_source in ('web', 'widget')
    and cardinality(p_services) between 1 and 10 and p_starts_at > present and p_starts_at <= present + interval '3 years', false) then
    perform internal.check_wish(p_services, p_starts_at, p_secret_hash, p_source, present);
  end if;
  return internal.hold_visit(p_location, p_services, p_starts_at, p_employee, p_secret_hash, p_idempotency_key, p_source, p_replace, present);
end $$;

-- The same for a wish without faults. Its settings are for all that it calls: plans that are made once, and by indexes also while the
-- tables are small, since connections keep them. What is read without an index then seems so dear that PostgreSQL would compile it.
create function internal.hold_visit(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid, p_secret_hash text, p_idempotency_key uuid,
  p_source text, p_replace uuid, present timestamptz)
returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
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
    planned := array(select plan from internal.plan_visit(p_location, p_services, p_employee, p_starts_at, present) plan where place.id is not null);
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
end $$;

-- Says what is wrong with a wish; signed in it needs no secret.
create function internal.check_wish(
  p_services uuid[], p_starts_at timestamptz, p_secret_hash text, p_source text, p_present timestamptz)
returns void
language plpgsql set search_path = '' as $$
begin
  if p_secret_hash is null then
    if internal.person() is null then perform internal.fail('secret_missing'); end if;
  elsif length(p_secret_hash) <> 64 or translate(p_secret_hash, '0123456789abcdef', '') <> '' then
    perform internal.fail('secret_invalid');
  end if;
  if p_source is null or p_source not in ('web', 'widget') then perform internal.fail('source_unknown'); end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at > p_present + interval '3 years' then perform internal.fail('not_bookable'); end if;
  if p_starts_at <= p_present then perform internal.fail('past'); end if;
end $$;

-- How many slots the caller holds now, but for one that is given back.
create function internal.live_holds(p_caller uuid, p_secret bytea, p_replace uuid, p_present timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  -- In two steps, since a plan made for an empty table would walk through all holds.
  linked constant uuid[] := case when p_caller is null then
    array(select appointment_id from public.appointment_links where secret_hash = p_secret) end;
begin
  if p_caller is not null then
    return (select count(*) from public.appointments held where held.user_id = p_caller and held.state = 'held'
      and held.hold_expires_at > p_present and held.id is distinct from p_replace);
  elsif cardinality(linked) = 0 then
    return 0;
  end if;
  return (select count(*) from public.appointments held where held.id = any(linked) and held.state = 'held'
    and held.hold_expires_at > p_present and held.id is distinct from p_replace);
end $$;

-- Line, appointment, link and budget of a quick plan in one statement, and the answer of the verb; null when someone else has the time, or
-- when `p_counted` is false and the caller may have other holds, which have to be counted first. The line comes first: who is too late
-- writes nothing.
create function internal.hold_one(
  quick internal.quick_plan, p_location uuid, p_service uuid, p_starts_at timestamptz, p_secret bytea, p_source text, p_caller uuid,
  p_present timestamptz, p_counted boolean, visitor internal.visitor, p_chosen boolean)
returns jsonb
language plpgsql set search_path = '' as $$
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
end $$;

-- Writes a plan of any number of lines, and answers as the verb does; null when someone else has the time of one. Error: key_used.
create function internal.hold_lines(
  place public.locations, planned internal.planned_line[], p_secret bytea, p_idempotency_key uuid, p_source text, p_caller uuid,
  p_present timestamptz, visitor internal.visitor, p_chosen boolean)
returns jsonb
language plpgsql set search_path = '' as $$
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
end $$;

-- Gives back an earlier hold of the caller and takes the locks of both locations, in one order for everybody.
-- What is no longer held is left alone. Error: appointment_not_found.
create function internal.replace_hold(p_replace uuid, p_location uuid, p_secret bytea) returns void
language plpgsql set search_path = '' as $$
declare
  replaced public.appointments;
  place uuid;
begin
  select * into replaced from public.appointments appointment where appointment.id = p_replace and (
    appointment.user_id = internal.person() or exists (
      select from public.appointment_links where secret_hash = p_secret and appointment_id = p_replace));
  if replaced.id is null then perform internal.fail('appointment_not_found'); end if;
  for place in select distinct id from unnest(array[p_location, replaced.location_id]) id order by id loop
    perform internal.lock_location(place, true);
  end loop;
  select * into replaced from public.appointments where id = p_replace for update;
  if replaced.state = 'held' then perform internal.let_go(p_replace, 'expired', 'release', 'customer'); end if;
end $$;

-- Gives a hold back. One that is already over answers the same. Errors: appointment_not_found, wrong_state.
create function public.release_hold(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
begin
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  if (opened.appointment).state = 'held' then
    perform internal.let_go(p_appointment, 'expired', 'release', 'customer');
  elsif (opened.appointment).state <> 'expired' then
    perform internal.fail('wrong_state', (opened.appointment).state::text);
  end if;
  return internal.visit_json(p_appointment);
end $$;

grant execute on function public.hold_appointment, public.release_hold to anon, authenticated;
