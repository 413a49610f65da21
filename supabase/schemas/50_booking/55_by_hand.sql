-- What only members do: booking by hand, and saying how an appointment ended.

-- Whether the caller may take this employee's time: with all calendars everybody's, else one's own.
create function internal.may_book_for(p_location uuid, p_employee uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_location in (select internal.locations_with('all_calendars'))
    or coalesce(p_employee in (select internal.own_employees()) and exists (
      select from public.employees where id = p_employee and location_id = p_location), false);
end $$;

-- A contact without the address and number that were left empty.
create function internal.without_empty(p_contact jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return p_contact - array(select name from unnest(array['email', 'phone']) name where coalesce(btrim(p_contact ->> name), '') = '');
end $$;

-- What a member says of a customer, completed from the file that they name. Error: customer_not_found, also where the caller must not read it.
create function internal.contact_by_hand(p_contact jsonb, p_company uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  customer public.customers;
begin
  if p_contact ->> 'customer_id' is null then return p_contact; end if;
  select * into customer from public.customers where id::text = p_contact ->> 'customer_id' and company_id = p_company;
  if customer.id is null or not internal.may_see_customer(customer.id, p_company) then perform internal.fail('customer_not_found'); end if;
  return jsonb_build_object('name', customer.name, 'email', coalesce(customer.email::text, ''), 'phone', customer.phone)
    -- Who sees no addresses and numbers leaves them as they are.
    || case when internal.hides_contacts(p_company) then internal.without_empty(p_contact) else p_contact end;
end $$;

-- Whether the caller may book this by hand. Errors: location_not_found, not_allowed (the right to book, a colleague), service_not_found, not_bookable.
create function internal.check_by_hand(p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid, p_present timestamptz) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) or not internal.may_book_for(p_location, p_employee) then
    perform internal.fail('not_allowed');
  end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at not between p_present - interval '3 years' and p_present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
end $$;

-- The appointment that a call with this key has made before; its location is held alone. Error: key_used (for something else).
create function internal.known_by_key(p_key uuid, p_location uuid) returns public.appointments
language plpgsql stable set search_path = '' as $$
declare
  known public.appointments;
begin
  if p_key is null then return null; end if;
  select * into known from public.appointments where idempotency_key = p_key;
  if known.id is not null and (known.location_id <> p_location or not internal.is_business(known)) then perform internal.fail('key_used'); end if;
  return known;
end $$;

-- Writes the row of an appointment by hand, whose lines come after. Error: key_used.
create function internal.write_by_hand(
  place public.locations, p_services uuid[], p_starts_at timestamptz, p_contact jsonb, p_customer uuid, p_for_name text, p_key uuid, p_series uuid)
returns uuid
language plpgsql set search_path = '' as $$
declare
  made constant uuid := gen_random_uuid();
begin
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key, for_name, package_name, series)
  values (made, place.company_id, place.id, 'confirmed', p_starts_at, p_starts_at + interval '1 minute', p_customer, p_contact ->> 'name',
    p_contact ->> 'email', p_contact ->> 'phone', p_contact ->> 'note', 0, 'admin', place.cancellation_hours, p_key, p_for_name,
    (internal.package_of(place.id, p_services)).name, p_series)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  return made;
end $$;

-- The first row of its history.
create function internal.note_creation(p_appointment uuid, place public.locations, p_starts_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at, actor_role, actor_reads_all)
  values (p_appointment, 'create', 'business', internal.person(), 'confirmed', p_starts_at,
    (select role from internal.memberships() where company_id = place.company_id),
    place.company_id in (select internal.companies_with('all_customers')));
end $$;

-- Books by hand: confirmed at once, at any time when the employee is not busy, even in the past and at unpublished locations.
-- p_employee null gives whoever has all calendars anyone who is free. p_contact is {name, email, phone, for_name, customer_id}; only the name must be there, and
-- what is missing comes from the customer with this id, whose file the caller must be able to read. A known address or number links the
-- appointment to its file but reveals nothing of it. p_notify false sends no mail; the mail limits may hold it back, too. A repeated key returns the
-- first appointment. Without p_anyway nothing is booked that is unusual (internal.warnings_by_hand): the detail of `unusual_time` says what is.
-- p_minutes is how long it takes altogether (92_ranges_by_hand); null: as long as its services.
-- Errors: location_not_found, not_allowed (the right to book, a colleague), customer_not_found, service_not_found, slot_taken (detail: what stands there),
-- not_bookable, unusual_time, key_used, with p_minutes also line_minutes, range_too_short (detail: the least) and not_offered, and those of
-- internal.clean_contact.
create function public.create_appointment(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid, p_contact jsonb, p_anyway boolean, p_minutes integer,
  p_note text default '', p_notify boolean default true, p_idempotency_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  made uuid;
  place public.locations;
  known public.appointments;
  contact jsonb;
  warnings jsonb;
begin
  perform internal.check_by_hand(p_location, p_services, p_starts_at, p_employee, present);
  select * into place from public.locations where id = p_location;
  p_contact := internal.contact_by_hand(p_contact, place.company_id);
  contact := internal.clean_contact(p_contact || jsonb_build_object('note', coalesce(p_note, '')), true);

  perform internal.lock_location(p_location, true);
  known := internal.known_by_key(p_idempotency_key, p_location);
  if known.id is not null then return internal.visit_json(known.id); end if;
  made := internal.write_by_hand(place, p_services, p_starts_at, contact,
    coalesce((p_contact ->> 'customer_id')::uuid, internal.keep_customer(place.company_id, contact, null, true)),
    internal.clean_name(p_contact ->> 'for_name'), p_idempotency_key, null);
  if p_minutes is not null then
    perform internal.place_drawn((select visit from public.appointments visit where visit.id = made), p_services, p_employee, p_minutes, present);
  elsif not internal.place_lines(made, p_services, p_employee, p_starts_at, present, true) then
    perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present, made, true);
  end if;
  if not coalesce(p_anyway, false) then
    warnings := internal.warnings_by_hand(made, present);
    if warnings is not null then perform internal.fail('unusual_time', warnings::text); end if;
  end if;
  perform internal.note_creation(made, place, p_starts_at);
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $$;

-- The same for programs before 0.4.0, which draw no ranges.
create function public.create_appointment(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid, p_contact jsonb, p_anyway boolean, p_note text default '',
  p_notify boolean default true, p_idempotency_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return public.create_appointment(
    p_location, p_services, p_starts_at, p_employee, p_contact, p_anyway, null, p_note, p_notify, p_idempotency_key);
end $$;

-- The same for processes of 0.3.0, which ask nothing about unusual times.
create function public.create_appointment(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid, p_contact jsonb, p_note text default '',
  p_notify boolean default true, p_idempotency_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return public.create_appointment(
    p_location, p_services, p_starts_at, p_employee, p_contact, true, null, p_note, p_notify, p_idempotency_key);
end $$;

-- The customer came. Not before the start. A completed one answers the same.
-- Errors: appointment_not_found, wrong_state, too_early.
create function public.complete_appointment(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return internal.close_appointment(p_appointment, 'complete');
end $$;

-- The customer did not come. Not before the start. For one already marked the answer is the same.
-- Errors: appointment_not_found, wrong_state, too_early.
create function public.mark_no_show(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return internal.close_appointment(p_appointment, 'no_show');
end $$;

create function internal.close_appointment(p_appointment uuid, p_verb text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  appointment constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if appointment.state = (case p_verb when 'complete' then 'completed' else 'no_show' end)::public.appointment_state then
    return internal.visit_json(p_appointment);
  end if;
  perform internal.check_move(appointment, p_verb, 'business');
  if appointment.starts_at > internal.present() then perform internal.fail('too_early'); end if;
  perform internal.move(appointment, p_verb, 'business');
  return internal.visit_json(p_appointment);
end $$;

revoke execute on function internal.without_empty, internal.check_by_hand, internal.known_by_key, internal.write_by_hand, internal.note_creation from public;
grant execute on function
  public.create_appointment(uuid, uuid[], timestamptz, uuid, jsonb, text, boolean, uuid),
  public.create_appointment(uuid, uuid[], timestamptz, uuid, jsonb, boolean, text, boolean, uuid),
  public.create_appointment(uuid, uuid[], timestamptz, uuid, jsonb, boolean, integer, text, boolean, uuid),
  public.complete_appointment, public.mark_no_show to authenticated;
