-- From a hold to a booking, and from a request to a confirmed appointment. Contact data and the company's customer file.

-- A name as it is stored: trimmed, on one line. Error: name_too_long.
create function internal.clean_name(p_name text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  name constant text := btrim(regexp_replace(coalesce(p_name, ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
begin
  if length(name) > 120 then perform internal.fail('name_too_long'); end if;
  return name;
end $$;

-- Contact data as they are stored: {name, email, phone, note}, trimmed, names and numbers without control characters, numbers in E.164.
-- By hand only the name must be there, and a number that cannot be read stays as it is. Errors: name_missing, name_too_long, email_missing, email_invalid, phone_invalid, note_too_long.
create function internal.clean_contact(p_contact jsonb, p_by_hand boolean) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  name constant text := internal.clean_name(p_contact ->> 'name');
  email text := btrim(coalesce(p_contact ->> 'email', ''));
  phone text := btrim(regexp_replace(coalesce(p_contact ->> 'phone', ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  note text := btrim(coalesce(p_contact ->> 'note', ''), E' \t\r\n');
begin
  if name = '' then perform internal.fail('name_missing'); end if;
  if email = '' and not p_by_hand then perform internal.fail('email_missing'); end if;
  if email <> '' and not internal.is_address(email) then perform internal.fail('email_invalid'); end if;
  if phone <> '' and (phone !~ '^[+]?[0-9 ()/.-]{5,39}$' or length(regexp_replace(phone, '[^0-9]', '', 'g')) < 5) then
    perform internal.fail('phone_invalid');
  end if;
  phone := internal.e164(phone);
  if phone <> '' and phone not like '+%' and not p_by_hand then perform internal.fail('phone_invalid'); end if;
  if length(note) > 2000 then perform internal.fail('note_too_long'); end if;
  return jsonb_build_object('name', name, 'email', email, 'phone', phone, 'note', note);
end $$;

-- The account, if this is its confirmed address.
create function internal.account_of(p_user uuid, p_email text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (select id from auth.users where id = p_user and lower(email) = lower(p_email) and email_confirmed_at is not null);
end $$;

-- Finds or makes the entry in the company's customer file. An entry is recognized by its mail address, or without one by name and phone, each
-- the first one or a further one (06_customer_contacts).
-- What is in the file stays; 50_booking/05_customers.sql says who fills an empty phone. A signed-in person is linked when the address is the
-- account's own and confirmed.
create function internal.keep_customer(p_company uuid, p_contact jsonb, p_user uuid, p_by_hand boolean) returns uuid
language plpgsql set search_path = '' as $$
declare
  address extensions.citext := nullif(p_contact ->> 'email', '')::extensions.citext;
  kept public.customers;
  linked uuid;
  fills boolean;
begin
  if address is null then
    select * into kept from public.customers customer
    where customer.company_id = p_company and customer.name = p_contact ->> 'name' and internal.e164(customer.phone) = p_contact ->> 'phone'
      and customer.phone <> '' order by customer.created_at limit 1;
    if kept.id is null then kept := internal.customer_known_as(p_company, p_contact ->> 'name', p_contact ->> 'phone'); end if;
    if kept.id is null then
      insert into public.customers (company_id, name, phone) values (p_company, p_contact ->> 'name', p_contact ->> 'phone')
      returning * into kept;
    end if;
  else
    linked := internal.account_of(p_user, p_contact ->> 'email');
    fills := linked is not null or (p_by_hand and p_company in (select internal.companies_with('all_customers')));
    insert into public.customers as customer (company_id, user_id, name, email, phone)
    select p_company, linked, p_contact ->> 'name', address, p_contact ->> 'phone'
    where not exists (
      select from public.customer_contacts other
      where other.company_id = p_company and other.kind = 'email' and other.value = lower(address::text))
    on conflict (company_id, email) do update set
      phone = case when customer.phone = '' and fills then excluded.phone else customer.phone end,
      user_id = coalesce(customer.user_id, excluded.user_id)
    returning * into kept;
    if kept.id is null then
      update public.customers customer set
        phone = case when customer.phone = '' and fills then p_contact ->> 'phone' else customer.phone end,
        user_id = coalesce(customer.user_id, linked)
      where customer.id = (select other.customer_id from public.customer_contacts other
        where other.company_id = p_company and other.kind = 'email' and other.value = lower(address::text))
      returning * into kept;
    end if;
  end if;
  return kept.id;
end $$;

-- By the customer: makes a hold a booking, or a request when the business answers first (50_booking/43_asking_first). p_contact is {name, email, phone, note,
-- for_name}; for_name is who comes, if not who books.
-- A hold that has ended takes its slot again if it is still free. A repeated call with the same contact returns the same.
-- p_early_start is the hash of the words that the customer has agreed to, '' for none; early_start says when they are needed.
-- By a member: confirms a request, which then waits for its payment if there is one; again answers the same.
-- Errors: appointment_not_found, wrong_state (detail: the state), past, hold_expired, slot_taken, not_possible (customer blocked or
-- company closed; detail: the location's phone number), early_start_missing, too_many_to_address, too_many_bookings, and those of internal.clean_contact.
create function public.confirm_appointment(
  p_appointment uuid, p_secret text default null, p_contact jsonb default null, p_early_start text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened internal.opened;
  appointment public.appointments;
begin
  if internal.confirm_hold(p_appointment, p_secret, p_contact, p_early_start) then return internal.visit_json(p_appointment); end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  appointment := opened.appointment;
  if opened.actor = 'business' and appointment.state = 'requested' then
    if appointment.starts_at <= internal.present() then perform internal.fail('past'); end if;
    perform internal.move(appointment, 'confirm', 'business');
  elsif opened.customer and appointment.state in ('confirmed', 'requested') then
    if p_contact is null or internal.clean_contact(p_contact, false) <> jsonb_build_object('name', appointment.contact_name,
      'email', appointment.contact_email, 'phone', internal.e164(appointment.contact_phone), 'note', appointment.note)
      or internal.clean_name(p_contact ->> 'for_name') not in (appointment.for_name, appointment.contact_name) then
      perform internal.fail('wrong_state', appointment.state::text);
    end if;
  elsif not opened.business or appointment.state not in ('confirmed', 'awaiting_payment') then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  return internal.visit_json(p_appointment);
end $$;

-- Turns a hold of the caller into an appointment; false when there is none (any more). Of two calls at once the second finds none. `p_paying`: into one that
-- waits for its payment, which is so for holds with terms and for no others; mails follow when it is paid.
create function internal.confirm_hold(p_hold uuid, p_secret text, p_contact jsonb, p_early_start text, p_paying boolean default false) returns boolean
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  hold public.holds;
  by_hand boolean;
  contact jsonb;
  demanded text;
begin
  select * into hold from public.holds where id = p_hold;
  if hold.id is null or not internal.is_holder(hold, p_secret) then return false; end if;
  contact := internal.clean_contact(p_contact, false) || jsonb_build_object('for_name', internal.clean_name(p_contact ->> 'for_name'));
  select internal.asks_first(hold) into by_hand from public.companies company where company.id = hold.company_id and company.state = 'active';
  if by_hand is null then perform internal.fail('not_possible', internal.phone_of(hold.location_id)); end if;
  if hold.starts_at <= present then perform internal.fail('past'); end if;
  if p_paying and (hold.terms is null or by_hand) then perform internal.fail('payment_not_needed'); end if;
  if not p_paying and hold.terms is not null and not by_hand then perform internal.fail('payment_required'); end if;
  perform internal.lock_location(hold.location_id, hold.ended_at is not null or jsonb_array_length(hold.lines) > 1);
  if hold.ended_at is not null then hold := internal.retake(hold, present); end if;
  demanded := internal.demanded_early_start(internal.as_appointment(hold), hold.starts_at, p_early_start);
  -- While the hold has not ended the time is ours, however late: nobody else can have taken it.
  delete from public.holds where id = p_hold and ended_at is null;
  if not found then
    -- It ended between our first look and the lock: somebody is just taking its place. Or it was confirmed meanwhile.
    if exists (select from public.holds where id = p_hold) then perform internal.fail('slot_taken'); end if;
    return false;
  end if;
  hold.user_id := coalesce(hold.user_id, caller);
  perform internal.book_hold(hold, contact,
    (case when p_paying then 'awaiting_payment' when by_hand then 'requested' else 'confirmed' end)::public.appointment_state, demanded);
  if p_paying then
    perform internal.await_payment(hold);
  elsif hold.terms is not null then
    perform internal.keep_terms(hold);
  end if;
  return true;
end $$;

-- Writes what a hold becomes, whose row the caller has just deleted: the appointment with its lines, the key of its customer, what was agreed to, its first
-- event and the order for its mails. Called last in a transaction: counts of mails are taken in one order (80_messages/20_mail_limits).
-- Errors: too_many_to_address, too_many_bookings, not_possible (customer blocked).
create function internal.book_hold(hold public.holds, p_contact jsonb, p_state public.appointment_state, p_demanded text) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  customer constant uuid := internal.keep_customer(hold.company_id, p_contact, hold.user_id, false);
  unheard text;
begin
  with made as (
    insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, user_id, contact_name, contact_email,
      contact_phone, note, total_cents, source, origin, cancellation_hours, idempotency_key, created_at, employee_chosen, package_name,
      for_name)
    values (hold.id, hold.company_id, hold.location_id, p_state, hold.starts_at, hold.ends_at, customer, hold.user_id, p_contact ->> 'name',
      p_contact ->> 'email', p_contact ->> 'phone', p_contact ->> 'note', hold.total_cents, hold.source, hold.origin, hold.cancellation_hours,
      hold.idempotency_key, hold.created_at, hold.employee_chosen, hold.package_name,
      coalesce(nullif(p_contact ->> 'for_name', p_contact ->> 'name'), ''))
  ), lines as (
    insert into public.appointment_lines
      (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, event_id, seats,
      struck_cents)
    select hold.id, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at, line.price_cents,
      line.resource_id, line.event_id, coalesce(line.seats, 1), line.struck_cents
    from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line
  ), linked as (
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select hold.secret_hash, hold.id, hold.ends_at + interval '180 days' where hold.secret_hash is not null
  ), settled as (
    update public.occupancies set expires_at = null where source = hold.id
  ), seated as (
    update public.event_seats set expires_at = null where source = hold.id
  ), agreed as (
    insert into public.early_starts select hold.id, present, p_demanded where p_demanded is not null
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    values (hold.id, 'confirm', 'customer', internal.person(), 'held', p_state, hold.starts_at, p_state <> 'awaiting_payment')
  )
  delete from internal.hold_budget where appointment_id = hold.id;
  unheard := internal.spend_booking(p_contact ->> 'email', internal.account_of(hold.user_id, p_contact ->> 'email') is not null, hold.company_id);
  -- Last, when all budgets have room: whoever tries whether a number is blocked pays for each that is not with a booking.
  if internal.is_blocked(hold.company_id, p_contact ->> 'email', p_contact ->> 'phone', hold.user_id) then
    perform internal.fail('not_possible', internal.phone_of(hold.location_id));
  end if;
  if unheard is not null then perform internal.compose_ordered(hold.id, unheard); end if;
end $$;

-- Takes the time of an ended hold again, with the same employee, until the end of this transaction. The caller has locked the location exclusively.
-- Errors: slot_taken, seats_taken, hold_expired (no longer bookable).
create function internal.retake(ended public.holds, p_present timestamptz) returns public.holds
language plpgsql set search_path = '' as $$
declare
  hold public.holds;
  services uuid[];
  employees uuid[];
  planned internal.planned_line[];
  takings internal.taking[];
begin
  select * into hold from public.holds where id = ended.id for update;
  if hold.ended_at is null then return hold; end if;
  if hold.lines -> 0 ? 'event_id' then
    -- What the customer has seen must still be so.
    if not exists (select from public.events event where event.id = (hold.lines -> 0 ->> 'event_id')::uuid and event.starts_at = hold.starts_at
      and event.ends_at = hold.ends_at and event.employee_id = (hold.lines -> 0 ->> 'employee_id')::uuid) then
      perform internal.fail('seats_taken');
    end if;
    if not internal.take_seats((hold.lines -> 0 ->> 'event_id')::uuid, (hold.lines -> 0 ->> 'seats')::integer, hold.id,
      p_present + interval '1 minute') then
      perform internal.fail('seats_taken');
    end if;
    update public.holds set ended_at = null, expires_at = p_present + interval '1 minute' where id = hold.id returning * into hold;
    return hold;
  end if;
  select array_agg(line.service_id order by line."position"), array_agg(distinct line.employee_id) into services, employees
  from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line;
  if cardinality(employees) > 1 then employees := null; end if;
  planned := array(select plan from internal.plan_visit(hold.location_id, services, employees[1], hold.starts_at, p_present) plan);
  takings := internal.takings(planned);
  if cardinality(planned) = 0 then
    if exists (select from internal.plan_visit(hold.location_id, services, employees[1], hold.starts_at, p_present, null, false, true)) then
      perform internal.fail('slot_taken');
    end if;
    perform internal.fail('hold_expired');
  end if;
  hold.expires_at := p_present + interval '1 minute';
  if not internal.release_expired(takings, p_present, false) or not internal.occupy(hold.id, 'line', takings, hold.expires_at) then
    perform internal.fail('slot_taken');
  end if;
  -- Prices stay as they were agreed.
  update public.holds set ended_at = null, expires_at = hold.expires_at, ends_at = (select max(line.ends_at) from unnest(planned) line),
    lines = (select jsonb_agg(internal.line_json(line) || jsonb_build_object('price_cents', hold.lines -> (line."position" - 1) -> 'price_cents',
        'struck_cents', hold.lines -> (line."position" - 1) -> 'struck_cents'))
      from unnest(planned) line)
  where id = hold.id returning * into hold;
  return hold;
end $$;

grant execute on function public.confirm_appointment to anon, authenticated;
