-- What all verbs on appointments share: who may act, the order of locks, the answer, letting a slot go, taking one.
-- The files after this one hold, confirm, change and book by hand; appointment_rules says who reads. Messages are queued in message_verbs.
--
-- Locks. Every verb that takes or gives back time takes the advisory lock of the location first, then rows. Shared: one line appears or
-- goes, so that this transaction waits at most once while it has taken time. Alone: several lines at once, or a move. So no two
-- transactions wait for each other, and ordinary bookings do not wait for one another. The lock guards against deadlocks
-- only; double bookings are kept out by the constraint `occupancies_no_overlap`, whoever writes.
--
-- A missing appointment, a foreign one and a wrong secret answer alike: appointment_not_found.

create function internal.lock_location(p_location uuid, p_alone boolean) returns void
language plpgsql set search_path = '' as $$
begin
  -- A hold earlier in this transaction would not have waited for the disk; with what follows, the transaction does.
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

-- Whether the caller is the customer: signed in with the account that booked, or with a secret that opens this appointment.
create function internal.is_customer(appointment public.appointments, p_secret text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(appointment.user_id = internal.person(), false) or internal.opens(appointment.id, p_secret);
end $$;

-- Whether the caller works on this appointment for the company: with all calendars on any, else on those with a line of their own.
create function internal.is_business(appointment public.appointments) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from internal.memberships() member
    where member.company_id = appointment.company_id and (member.company_id in (select internal.companies_with('all_calendars')) or exists (
      select from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
      where line.appointment_id = appointment.id and employee.user_id = internal.person())));
end $$;

-- The same for a hold.
create function internal.is_hold_business(hold public.holds) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from internal.memberships() member
    where member.company_id = hold.company_id
      and (member.company_id in (select internal.companies_with('all_calendars')) or internal.has_own_time(hold.lines)));
end $$;

-- Whether one of the lines of a hold is the caller's own as an employee.
create function internal.has_own_time(lines jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from jsonb_array_elements(lines) line where (line ->> 'employee_id')::uuid in (select internal.own_employees()));
end $$;

-- A locked appointment, as whom the caller may act, and for whom the caller acts where a verb is open to both sides. That follows from what
-- opened the appointment, never from what was merely passed: a secret that fits makes the caller the customer, whoever is signed in; without
-- one a member of the business acts for the business, even on their own booking; otherwise the caller is the account that booked. Verbs for one
-- side only check `customer` or `business` and record it in the history.
create type internal.opened as (
  appointment public.appointments, customer boolean, business boolean, actor public.actor_kind);

-- For an id that is not an appointment of the caller's; if it is their hold, the error names its state. Always raises.
create function internal.refuse_hold_as_appointment(p_id uuid, p_secret text) returns void
language plpgsql stable set search_path = '' as $$
declare
  hold public.holds;
begin
  select * into hold from public.holds where id = p_id;
  if hold.id is not null and (internal.is_holder(hold, p_secret) or internal.is_hold_business(hold)) then
    perform internal.fail('wrong_state', internal.hold_state(hold)::text);
  end if;
  perform internal.fail('appointment_not_found');
end $$;

-- Checks the caller's right to an appointment and locks it. Errors: appointment_not_found; wrong_state (detail: held or expired) for a hold.
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
  if found.id is null or not (opened.customer or opened.business) then perform internal.refuse_hold_as_appointment(p_appointment, p_secret); end if;
  perform internal.lock_location(found.location_id, p_alone or (
    select count(*) > 1 from public.appointment_lines line where line.appointment_id = found.id));
  select * into found from public.appointments where id = p_appointment for update;
  if found.id is null then perform internal.fail('appointment_not_found'); end if;
  perform internal.compose_ordered(p_appointment);
  opened.appointment := found;
  return opened;
end $$;

-- What verbs return: {id, state, starts_at, ends_at, hold_expires_at, total_cents, sequence, lines: [...]}.
create function internal.visit_json(p_appointment uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', appointment.id, 'state', appointment.state, 'starts_at', appointment.starts_at,
      'ends_at', appointment.ends_at, 'hold_expires_at', null, 'total_cents', appointment.total_cents,
      'sequence', appointment.sequence, 'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('position', line."position", 'service_id', line.service_id,
          'service_name', line.service_name, 'employee_id', line.employee_id, 'starts_at', line.starts_at,
          'ends_at', line.ends_at, 'price_cents', line.price_cents, 'struck_cents', line.struck_cents) order by line."position"), '[]')
        from public.appointment_lines line where line.appointment_id = appointment.id))
    from public.appointments appointment where appointment.id = p_appointment);
end $$;

-- The same of a hold.
create function internal.hold_json(hold public.holds) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', hold.id, 'state', internal.hold_state(hold), 'starts_at', hold.starts_at, 'ends_at', hold.ends_at,
    'hold_expires_at', case when hold.ended_at is null then hold.expires_at end, 'total_cents', hold.total_cents, 'sequence', 0,
    'lines', (select jsonb_agg(line - 'resource_id' order by line -> 'position') from jsonb_array_elements(hold.lines) line));
end $$;

-- Ends a hold: it was given back, or its time is over and somebody wants it.
create function internal.end_hold(p_hold uuid, p_released boolean) returns void
language plpgsql set search_path = '' as $$
begin
  update public.holds set ended_at = internal.present(), released = p_released where id = p_hold;
  perform internal.vacate(p_hold);
  if p_released then update internal.hold_budget set released = true where appointment_id = p_hold; end if;
end $$;

-- Ends the expired holds that stand in the way of what is to be taken. False when somebody else has one locked, which means that they are just
-- taking its place; with `p_patient` it waits for them, which is for callers without any row lock.
create function internal.release_expired(takings internal.taking[], p_present timestamptz, p_patient boolean) returns boolean
language plpgsql set search_path = '' as $$
declare
  standing constant uuid[] := array(
    select distinct one.source from public.occupancies one
    where one.subject = any(array(select taking.subject from unnest(takings) taking)) and one.expires_at <= p_present
      and one.minutes && (select range_merge(range_agg(taking.minutes)) from unnest(takings) taking));
  locked integer := 0;
begin
  if cardinality(standing) = 0 then return true; end if;
  if p_patient then
    perform from public.holds where id = any(standing) order by id for update;
  else
    select count(*) into locked from (select from public.holds where id = any(standing) for update skip locked) free;
    if locked < cardinality(standing) then return false; end if;
  end if;
  perform internal.end_hold(lapsed.id, false)
  from (select id from public.holds where id = any(standing) and ended_at is null and expires_at <= p_present order by id) lapsed;
  return true;
end $$;

-- What planned lines take of people and resources.
create function internal.takings(planned internal.planned_line[]) returns internal.taking[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select (line."position", part.subject, part.minutes, part.resource)::internal.taking
    from unnest(planned) line cross join lateral (
      values (line.employee_id, line.occupied, false), (line.resource_id, line.reserved, true)) part (subject, minutes, resource)
    where part.subject is not null and not isempty(part.minutes));
end $$;

-- Gives an appointment new lines at a start; false when it cannot be booked there. Agreed prices stay.
-- The caller has locked the location exclusively. Error: slot_taken, when the time was lost after it was planned.
create function internal.place_lines(
  p_appointment uuid, p_services uuid[], p_employee uuid, p_starts_at timestamptz, p_present timestamptz, p_free_choice boolean)
returns boolean
language plpgsql set search_path = '' as $$
declare
  place constant uuid := (select location_id from public.appointments where id = p_appointment);
  planned constant internal.planned_line[] := array(select plan
    from internal.plan_visit(place, p_services, p_employee, p_starts_at, p_present, p_appointment, p_free_choice) plan);
  takings constant internal.taking[] := internal.takings(planned);
begin
  if cardinality(planned) = 0 then return false; end if;
  perform internal.vacate(p_appointment);
  if not internal.release_expired(takings, p_present, false) or not internal.occupy(p_appointment, 'line', takings, null) then
    perform internal.fail('slot_taken');
  end if;
  perform internal.write_lines(p_appointment, planned);
  return true;
end $$;

-- Rewrites the rows of an appointment's lines. Agreed prices and lengths stay.
create function internal.write_lines(p_appointment uuid, planned internal.planned_line[]) returns void
language plpgsql set search_path = '' as $$
declare
  agreed constant public.appointment_lines[] := array(
    select line from public.appointment_lines line where line.appointment_id = p_appointment order by line."position");
begin
  delete from public.appointment_lines where appointment_id = p_appointment;
  insert into public.appointment_lines
    (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, agreed_minutes,
    struck_cents)
  select p_appointment, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    coalesce((agreed[line."position"]).price_cents, line.price_cents), line.resource_id, (agreed[line."position"]).agreed_minutes,
    case when (agreed[line."position"]).price_cents is null then line.struck_cents else (agreed[line."position"]).struck_cents end
  from unnest(planned) line;
  perform internal.add_up(p_appointment);
end $$;

-- Times and total of an appointment follow from its lines.
create function internal.add_up(p_appointment uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.appointments appointment
  set starts_at = sums.starts_at, ends_at = sums.ends_at, total_cents = sums.total
  from (select min(starts_at) as starts_at, max(ends_at) as ends_at, sum(price_cents) as total
    from public.appointment_lines where appointment_id = p_appointment) sums
  where appointment.id = p_appointment;
end $$;

-- Whether one of the services is booked by phone only.
create function internal.needs_phone(p_services uuid[]) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.services service where service.id = any(p_services) and service.active and service.booking_way = 'phone');
end $$;

-- Whether one of the services is an add-on to none of the others.
create function internal.is_addon_alone(p_services uuid[]) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.services service where service.id = any(p_services) and service.addon and not exists (
    select from public.service_addons link where link.addon_id = service.id and link.service_id = any(p_services)));
end $$;

-- Says why a start cannot be booked. Always raises one of: location_not_found, past, slot_taken, service_not_found, by_phone, addon_alone,
-- not_bookable. By hand
-- slot_taken has who or what stands there as its detail: internal.obstacles_by_hand.
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
end $$;
