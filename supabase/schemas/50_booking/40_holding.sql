-- Holding a slot while the form is filled in, and giving it back. Guests and customers; members book by hand (50_booking/55_by_hand).

-- Holds a visit at exactly this start for as long as the location says.
-- p_employee null is "Egal wer"; when the race for one employee is lost, the next free one is tried.
-- p_secret_hash: hex SHA-256 of a secret that the caller made; guests need one, since it is all that opens the hold later.
-- p_idempotency_key: a repeated call of the same caller answers the first one's hold, or appointment, as it is now.
-- p_source: the door, web, widget, assistant or api. p_origin: who brought the person, as far as the door knows.
-- p_replace: an earlier hold of the same caller, which is given back. Nothing changes on any error.
-- For a start known to be taken the error is returned (internal.refusal); all others are raised.
-- Errors: secret_missing, secret_invalid, source_unknown (also of the origin), service_not_found, past, location_not_found, not_bookable, slot_taken,
-- too_many_holds (3 live ones for a secret or a user, 12 for a confirmed account), key_used (by someone else), appointment_not_found
-- (p_replace), test_missing (detail: what is), and those of internal.refuse_hold.
-- Its settings apply to everything it calls: plans are made once and use indexes even while the tables are small, since connections keep
-- them. Reading without an index then looks so expensive that PostgreSQL would compile it, so compiling is off.
create function public.hold_appointment(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid default null, p_secret_hash text default null,
  p_idempotency_key uuid default null, p_source text default 'web', p_replace uuid default null, p_origin text default 'unknown')
returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  -- internal.present, as an expression.
  present constant timestamptz := coalesce(nullif(current_setting('zeitplatz.now', true), '')::timestamptz, now());
begin
  -- The usual answer to those who come too late, before anything else is asked, even how they ask.
  if p_employee is not null and p_replace is null and p_idempotency_key is null then
    perform from public.occupancies one
    where one.subject = p_employee and one.minutes @> internal.minute(internal.reckonable(p_starts_at)) and internal.is_live(one.expires_at, present)
      and (exists (select from public.appointment_lines line where line.appointment_id = one.source and line."position" = one."position"
          and line.starts_at = p_starts_at and line.service_id = p_services[1])
        or exists (select from public.holds hold where hold.id = one.source and hold.starts_at = p_starts_at
          and hold.lines -> 0 ->> 'service_id' = p_services[1]::text));
    if found and p_starts_at > present then return internal.refusal('slot_taken'); end if;
  end if;
  -- The digits are no pattern: PostgreSQL builds its automaton anew for each text.
  if not coalesce(length(p_secret_hash) = 64 and translate(p_secret_hash, '0123456789abcdef', '') = ''
    and p_source in ('web', 'widget', 'assistant', 'api') and p_origin in ('marketplace', 'offer', 'own_link', 'qr', 'unknown')
    and cardinality(p_services) between 1 and 10 and p_starts_at > present and p_starts_at <= present + interval '3 years', false) then
    perform internal.check_wish(p_services, p_starts_at, p_secret_hash, p_source, p_origin, present);
  end if;
  return internal.hold_visit(p_location, p_services, p_starts_at, p_employee, p_secret_hash, p_idempotency_key, p_source, p_origin,
    p_replace, present);
end $$;

-- The same for valid arguments.
create function internal.hold_visit(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid, p_secret_hash text, p_idempotency_key uuid,
  p_source text, p_origin text, p_replace uuid, present timestamptz)
returns jsonb
language plpgsql set search_path = '' as $$
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
      caller is not null or p_replace is not null, true);
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
    answer := internal.write_hold(hold, planned, visitor, place.time_zone, true, true);
    if answer is not null then return answer; end if;
    -- Either an expired hold stands there, or someone was quicker.
    if not internal.release_expired(internal.takings(planned), present, round = 1) then exit; end if;
  end loop;
  perform internal.fail('slot_taken');
end $$;

-- Says what is wrong with the arguments; somebody signed in needs no secret.
create function internal.check_wish(
  p_services uuid[], p_starts_at timestamptz, p_secret_hash text, p_source text, p_origin text, p_present timestamptz)
returns void
language plpgsql set search_path = '' as $$
begin
  if p_secret_hash is null then
    if internal.person() is null then perform internal.fail('secret_missing'); end if;
  elsif length(p_secret_hash) <> 64 or translate(p_secret_hash, '0123456789abcdef', '') <> '' then
    perform internal.fail('secret_invalid');
  end if;
  if p_source is null or p_source not in ('web', 'widget', 'assistant', 'api') then perform internal.fail('source_unknown'); end if;
  if p_origin is null or p_origin not in ('marketplace', 'offer', 'own_link', 'qr', 'unknown') then perform internal.fail('source_unknown'); end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at > p_present + interval '3 years' then perform internal.fail('not_bookable'); end if;
  if p_starts_at <= p_present then perform internal.fail('past'); end if;
  if internal.needs_phone(p_services) then perform internal.fail('by_phone'); end if;
end $$;

-- Gives back an earlier hold of the caller and locks both locations, always in the same order.
-- A hold that has ended is left alone. Error: appointment_not_found.
create function internal.replace_hold(p_replace uuid, p_location uuid, p_secret bytea) returns void
language plpgsql set search_path = '' as $$
declare
  replaced public.holds;
  place uuid;
begin
  select * into replaced from public.holds hold where hold.id = p_replace and (hold.user_id = internal.person() or hold.secret_hash = p_secret);
  if replaced.id is null then
    -- What became an appointment is kept, and so is what became of it.
    if exists (select from public.appointments visit where visit.id = p_replace and (visit.user_id = internal.person() or exists (
      select from public.appointment_links where secret_hash = p_secret and appointment_id = p_replace))) then
      perform internal.lock_location(p_location, true);
      return;
    end if;
    perform internal.fail('appointment_not_found');
  end if;
  for place in select distinct id from unnest(array[p_location, replaced.location_id]) id order by id loop
    perform internal.lock_location(place, true);
  end loop;
  perform internal.end_hold(id, true) from (select id from public.holds where id = p_replace and ended_at is null for update) hold;
end $$;

-- Gives a hold back. For one that is already over the answer is the same. Errors: appointment_not_found, wrong_state.
create function public.release_hold(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  hold public.holds;
  appointment public.appointments;
begin
  select * into hold from public.holds where id = p_appointment;
  if hold.id is null then
    select * into appointment from public.appointments where id = p_appointment;
    if appointment.id is not null and internal.is_customer(appointment, p_secret) then
      perform internal.fail('wrong_state', appointment.state::text);
    end if;
  end if;
  if hold.id is null or not internal.is_holder(hold, p_secret) then perform internal.fail('appointment_not_found'); end if;
  perform internal.lock_location(hold.location_id, jsonb_array_length(hold.lines) > 1);
  select * into hold from public.holds where id = p_appointment for update;
  if hold.id is null then perform internal.fail('appointment_not_found'); end if;
  if hold.ended_at is null then
    perform internal.end_hold(p_appointment, true);
    select * into hold from public.holds where id = p_appointment;
  end if;
  return internal.hold_json(hold);
end $$;

grant execute on function public.hold_appointment, public.release_hold to anon, authenticated;
