-- What all verbs on appointments share: who may act, the order of locks, the answer, letting a slot go, taking one.
-- 43a holds, 43b confirms, 43c cancels and moves, 43d is for members; 43e says who reads. Messages are queued in 51.
--
-- Locks. Every verb that writes lines takes the advisory lock of the location first, then rows. Shared: one line appears or
-- goes, so that this transaction waits at most once while it holds a line. Alone: several lines at once, or a move. So no two
-- transactions wait for each other, and ordinary bookings do not wait for one another. The lock guards against deadlocks
-- only; double bookings are kept out by the constraint `appointment_lines_no_overlap`, whoever writes.
--
-- A missing appointment, a foreign one and a wrong secret answer alike: appointment_not_found.

create function internal.lock_location(p_location uuid, p_alone boolean) returns void
language plpgsql set search_path = '' as $$
begin
  -- A hold earlier in this transaction would not have waited for the disk (43a); with what follows, the transaction does.
  if pg_current_xact_id_if_assigned() is not null then perform set_config('synchronous_commit', 'on', true); end if;
  if p_alone then
    perform pg_advisory_xact_lock(hashtextextended(p_location::text, 43));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended(p_location::text, 43));
  end if;
end $$;

-- Whether this secret opens the appointment. A secret is any text; its SHA-256 over UTF-8 is what was stored.
create function internal.opens(p_appointment uuid, p_secret text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_secret is not null and exists (
    select from public.appointment_links link
    where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and link.appointment_id = p_appointment
      and link.expires_at > internal.present());
end $$;

-- Whether the caller is the customer: signed in as who booked, or with a secret that opens this appointment.
create function internal.is_customer(appointment public.appointments, p_secret text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(appointment.user_id = internal.person(), false) or internal.opens(appointment.id, p_secret);
end $$;

-- Whether the caller works on this appointment for the company: managers on all, staff on those with a line of their own.
create function internal.is_business(appointment public.appointments) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from internal.memberships() member
    where member.company_id = appointment.company_id and (member.role >= 'manager' or exists (
      select from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
      where line.appointment_id = appointment.id and employee.user_id = internal.person())));
end $$;

-- An appointment that is locked, who the caller may act as, whether no other verb writes lines of its location meanwhile, and for whom
-- the caller acts where a verb is open to both sides. That follows from what opened the appointment, never from what was only passed:
-- a secret that fits makes the caller the customer, whoever is signed in; without one a member of the business acts for the business,
-- also on an own booking; else it is the account that booked. Verbs for one side only ask `customer` or `business` and say so in the history.
create type internal.opened as (
  appointment public.appointments, customer boolean, business boolean, alone boolean, actor public.actor_kind);

-- Checks the caller's right to an appointment and locks it. Error: appointment_not_found.
create function internal.open_appointment(p_appointment uuid, p_secret text, p_alone boolean default false) returns internal.opened
language plpgsql set search_path = '' as $$
declare
  found public.appointments;
  opened internal.opened;
begin
  select * into found from public.appointments where id = p_appointment;
  if found.id is not null then
    opened.customer := internal.is_customer(found, p_secret);
    opened.business := internal.person() is not null and internal.is_business(found);
    opened.actor := case when opened.business and not internal.opens(found.id, p_secret) then 'business' else 'customer' end;
  end if;
  if found.id is null or not (opened.customer or opened.business) then perform internal.fail('appointment_not_found'); end if;
  -- A lapsed hold may have to take its slot anew.
  opened.alone := p_alone or found.state = 'expired' or coalesce(found.hold_expires_at <= internal.present(), false)
    or (select count(*) from public.appointment_lines where appointment_id = found.id) > 1;
  perform internal.lock_location(found.location_id, opened.alone);
  select * into found from public.appointments where id = p_appointment for update;
  if found.id is null then perform internal.fail('appointment_not_found'); end if;
  if found.state <> 'held' then perform internal.compose_ordered(p_appointment); end if;
  opened.appointment := found;
  return opened;
end $$;

-- What verbs answer: {id, state, starts_at, ends_at, hold_expires_at, total_cents, sequence, lines: [...]}.
create function internal.visit_json(p_appointment uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', appointment.id, 'state', appointment.state, 'starts_at', appointment.starts_at,
      'ends_at', appointment.ends_at, 'hold_expires_at', appointment.hold_expires_at, 'total_cents', appointment.total_cents,
      'sequence', appointment.sequence, 'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('position', line."position", 'service_id', line.service_id,
          'service_name', line.service_name, 'employee_id', line.employee_id, 'starts_at', line.starts_at,
          'ends_at', line.ends_at, 'price_cents', line.price_cents) order by line."position"), '[]')
        from public.appointment_lines line where line.appointment_id = appointment.id))
    from public.appointments appointment where appointment.id = p_appointment);
end $$;

-- Moves an appointment to a state in which it no longer blocks, and writes the event.
create function internal.let_go(
  p_appointment uuid, p_to public.appointment_state, p_verb text, p_actor public.actor_kind, p_reason text default '')
returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, reason)
  select id, p_verb, p_actor, case when p_actor <> 'system' then internal.person() end, state, p_to, left(coalesce(p_reason, ''), 1000)
  from public.appointments where id = p_appointment;
  update public.appointments
  set state = p_to, hold_expires_at = null, sequence = sequence + case when p_to in ('cancelled', 'declined') then 1 else 0 end
  where id = p_appointment;
  update public.appointment_lines set occupied = '{}', hold_expires_at = null where appointment_id = p_appointment;
  delete from public.appointment_resources where appointment_id = p_appointment;
  if p_verb = 'release' then update internal.hold_budget set released = true where appointment_id = p_appointment; end if;
end $$;

-- Ends the expired holds that stand in the way of these employees and resources in this period. False when others hold one locked, which
-- says that they are just taking its place; `p_patient` waits for them and is for callers without any row lock.
create function internal.release_expired(
  p_employees uuid[], p_resources uuid[], p_period tstzrange, p_present timestamptz, p_patient boolean)
returns boolean
language plpgsql set search_path = '' as $$
declare
  standing uuid[];
  lapsed uuid;
  locked integer := 0;
begin
  select array_agg(distinct line.appointment_id) into standing from public.appointment_lines line
  where line.employee_id = any(p_employees) and not isempty(line.occupied) and line.occupied && p_period
    and line.hold_expires_at <= p_present;
  if cardinality(p_resources) > 0 then
    standing := standing || array(
      select line.appointment_id from public.appointment_resources row
      join public.appointment_lines line on line.appointment_id = row.appointment_id and line."position" = row."position"
      where row.resource_id = any(p_resources) and row.occupied && p_period and line.hold_expires_at <= p_present
        and line.appointment_id <> all(coalesce(standing, '{}')));
    standing := array(select distinct id from unnest(standing) id);
    if cardinality(standing) = 0 then standing := null; end if;
  end if;
  if standing is null then return true; end if;
  if p_patient then
    perform from public.appointments where id = any(standing) order by id for update;
  else
    select count(*) into locked from (
      select from public.appointments where id = any(standing) for update skip locked) free;
    if locked < cardinality(standing) then return false; end if;
  end if;
  for lapsed in
    select id from public.appointments where id = any(standing) and state = 'held' and hold_expires_at <= p_present order by id
  loop
    perform internal.let_go(lapsed, 'expired', 'expire', 'system');
  end loop;
  return true;
end $$;

-- What planned lines need, as arrays for internal.release_expired: their resources, and the whole time they touch.
create function internal.resources_of(planned internal.planned_line[]) returns uuid[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select distinct resource_id from unnest(planned) where resource_id is not null);
end $$;

create function internal.period_of(planned internal.planned_line[]) returns tstzrange
language plpgsql immutable set search_path = '' as $$
begin
  return (select range_merge(range_agg(range_merge(occupied + coalesce(reserved, '{}')))) from unnest(planned));
end $$;

-- Reserves the resources of lines that are placed; false when someone else has one of them. Lines come before resources in every
-- transaction, and whoever reserves more than one holds the location alone: so nobody waits in a circle.
create function internal.reserve(p_appointment uuid, planned internal.planned_line[]) returns boolean
language plpgsql set search_path = '' as $$
declare
  wanted constant integer := (select count(*) from unnest(planned) where resource_id is not null);
  placed integer;
begin
  if wanted = 0 then return true; end if;
  insert into public.appointment_resources (appointment_id, "position", resource_id, occupied)
  select p_appointment, line."position", line.resource_id, line.reserved
  from unnest(planned) line where line.resource_id is not null order by line.resource_id, line.starts_at
  on conflict on constraint appointment_resources_no_overlap do nothing;
  get diagnostics placed = row_count;
  return placed = wanted;
end $$;

-- Gives an appointment its lines anew at a start; false when it can't be booked there. Prices agreed before stay.
-- The caller holds the location alone. Error: slot_taken, when it was lost between the plan and now.
create function internal.place_lines(
  p_appointment uuid, p_services uuid[], p_employee uuid, p_starts_at timestamptz, p_present timestamptz, p_free_choice boolean)
returns boolean
language plpgsql set search_path = '' as $$
declare
  place uuid;
  agreed integer[];
  planned internal.planned_line[];
  placed integer;
begin
  select location_id into place from public.appointments where id = p_appointment;
  agreed := array(select price_cents from public.appointment_lines where appointment_id = p_appointment order by "position");
  planned := array(select plan
    from internal.plan_visit(place, p_services, p_employee, p_starts_at, p_present, p_appointment, p_free_choice) plan);
  if cardinality(planned) = 0 then return false; end if;
  delete from public.appointment_lines where appointment_id = p_appointment;
  if not internal.release_expired(array(select employee_id from unnest(planned)), internal.resources_of(planned),
    internal.period_of(planned), p_present, false) then
    perform internal.fail('slot_taken');
  end if;
  insert into public.appointment_lines
    (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, occupied)
  select p_appointment, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    coalesce(agreed[line."position"], line.price_cents), line.occupied
  from unnest(planned) line order by line.employee_id, line.starts_at
  on conflict on constraint appointment_lines_no_overlap do nothing;
  get diagnostics placed = row_count;
  if placed < cardinality(planned) or not internal.reserve(p_appointment, planned) then perform internal.fail('slot_taken'); end if;
  update public.appointments appointment
  set starts_at = sums.starts_at, ends_at = sums.ends_at, total_cents = sums.total
  from (select min(starts_at) as starts_at, max(ends_at) as ends_at, sum(price_cents) as total
    from public.appointment_lines where appointment_id = p_appointment) sums
  where appointment.id = p_appointment;
  return true;
end $$;

-- Says why a start can't be had. Always raises one of: location_not_found, past, slot_taken, service_not_found, not_bookable.
create function internal.refuse_start(
  p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamptz, p_present timestamptz, p_ignore uuid default null,
  p_by_hand boolean default false)
returns void
language plpgsql stable set search_path = '' as $$
begin
  if not internal.is_published(p_location) and p_location not in (select internal.locations_as('staff')) then
    perform internal.fail('location_not_found');
  end if;
  if p_starts_at <= p_present and not p_by_hand then perform internal.fail('past'); end if;
  -- Taken is what could begin there if nothing was booked.
  if exists (select from internal.plan_visit(p_location, p_services, p_employee, p_starts_at, p_present, p_ignore, p_by_hand, true)) then
    perform internal.fail('slot_taken');
  end if;
  if exists (select from unnest(p_services) wish (id) where not exists (
    select from public.services service where service.id = wish.id and service.location_id = p_location and service.active)) then
    perform internal.fail('service_not_found');
  end if;
  perform internal.fail('not_bookable');
end $$;
