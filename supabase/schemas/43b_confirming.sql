-- From a hold to a booking, and from a request to a confirmed appointment. Contact data and the company's customer file.

-- Contact data as they are stored: {name, email, phone, note}, trimmed, names and numbers without control characters.
-- By hand only the name must be there. Errors: name_missing, name_too_long, email_missing, email_invalid, phone_invalid, note_too_long.
create function internal.clean_contact(p_contact jsonb, p_by_hand boolean) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  name text := btrim(regexp_replace(coalesce(p_contact ->> 'name', ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  email text := btrim(coalesce(p_contact ->> 'email', ''));
  phone text := btrim(regexp_replace(coalesce(p_contact ->> 'phone', ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  note text := btrim(coalesce(p_contact ->> 'note', ''), E' \t\r\n');
begin
  if name = '' then perform internal.fail('name_missing'); end if;
  if length(name) > 120 then perform internal.fail('name_too_long'); end if;
  if email = '' and not p_by_hand then perform internal.fail('email_missing'); end if;
  if email <> '' and not internal.is_address(email) then perform internal.fail('email_invalid'); end if;
  if phone <> '' and (phone !~ '^[+]?[0-9 ()/.-]{5,39}$' or length(regexp_replace(phone, '[^0-9]', '', 'g')) < 5) then
    perform internal.fail('phone_invalid');
  end if;
  if length(note) > 2000 then perform internal.fail('note_too_long'); end if;
  return jsonb_build_object('name', name, 'email', email, 'phone', phone, 'note', note);
end $$;

-- The account, if this is its confirmed address.
create function internal.account_of(p_user uuid, p_email text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (select id from auth.users where id = p_user and lower(email) = lower(p_email) and email_confirmed_at is not null);
end $$;

-- Finds or makes the entry in the company's customer file. An entry is known by its mail address, without one by name and phone.
-- What the file holds stays; 40_customers.sql says who fills an empty phone. A signed-in person is linked when the address is the
-- account's own and confirmed.
-- Error: not_possible, when the business has blocked the customer.
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
    where customer.company_id = p_company and customer.name = p_contact ->> 'name' and customer.phone = p_contact ->> 'phone'
      and customer.phone <> '' order by customer.created_at limit 1;
    if kept.id is null then
      insert into public.customers (company_id, name, phone) values (p_company, p_contact ->> 'name', p_contact ->> 'phone')
      returning * into kept;
    end if;
  else
    linked := internal.account_of(p_user, p_contact ->> 'email');
    fills := linked is not null or (p_by_hand and p_company in (select internal.companies_as('manager')));
    insert into public.customers as customer (company_id, user_id, name, email, phone)
    values (p_company, linked, p_contact ->> 'name', address, p_contact ->> 'phone')
    on conflict (company_id, email) do update set
      phone = case when customer.phone = '' and fills then excluded.phone else customer.phone end,
      user_id = coalesce(customer.user_id, excluded.user_id)
    returning * into kept;
  end if;
  if kept.blocked and not p_by_hand then perform internal.fail('not_possible'); end if;
  return kept.id;
end $$;

-- By the customer: makes a hold a booking, or a request when the location confirms by hand. p_contact is {name, email, phone, note}.
-- An expired hold takes its slot anew if it is still free. A repeated call with the same contact answers the same.
-- p_early_start is the hash of the words that the customer has agreed to, '' for none; 43i says when they are needed.
-- By a member: confirms a request; one that is confirmed answers the same.
-- Errors: appointment_not_found, wrong_state (detail: the state), past, hold_expired, slot_taken, not_possible (customer blocked or
-- company closed), early_start_missing, too_many_to_address, too_many_bookings, and those of internal.clean_contact.
create function public.confirm_appointment(
  p_appointment uuid, p_secret text default null, p_contact jsonb default null, p_early_start text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened internal.opened;
  appointment public.appointments;
  answer jsonb := internal.confirm_live(p_appointment, p_secret, p_contact, p_early_start);
begin
  if answer is not null then return answer; end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  appointment := opened.appointment;
  if opened.actor = 'business' and appointment.state = 'requested' then
    if appointment.starts_at <= internal.present() then perform internal.fail('past'); end if;
    perform internal.confirm_request(p_appointment);
  elsif opened.customer and (appointment.state = 'held' or (appointment.state = 'expired' and appointment.contact_name = '')) then
    perform internal.confirm_hold(opened, internal.clean_contact(p_contact, false), p_early_start);
  elsif opened.customer and appointment.state in ('confirmed', 'requested') then
    if p_contact is null or internal.clean_contact(p_contact, false) <> jsonb_build_object('name', appointment.contact_name,
      'email', appointment.contact_email, 'phone', appointment.contact_phone, 'note', appointment.note) then
      perform internal.fail('wrong_state', appointment.state::text);
    end if;
  elsif not opened.business or appointment.state <> 'confirmed' then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  return internal.visit_json(p_appointment);
end $$;

-- The usual confirmation, with few statements: a live hold of one line. Null when it is something else, for the general way.
-- No row is locked beforehand: ending or retaking a hold of the same appointment waits for the location's lock.
create function internal.confirm_live(p_appointment uuid, p_secret text, p_contact jsonb, p_early_start text) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  held record;
  locked text;
  contact jsonb;
  demanded text;
  account uuid;
  next_state public.appointment_state;
  changed boolean;
  blocked boolean;
  unheard text;
begin
  -- With one line its times are those of the appointment.
  select visit.company_id, visit.location_id, visit.user_id, visit.starts_at, visit.ends_at, visit.total_cents, visit.sequence,
    line.service_id, line.service_name, line.employee_id, location.confirms_by_hand as by_hand, visit
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
  demanded := internal.demanded_early_start(held.visit, held.starts_at, p_early_start);
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
  ), agreed as (
    insert into public.early_starts select p_appointment, present, demanded from changed where demanded is not null
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
  unheard := internal.spend_booking(contact ->> 'email', account is not null, held.company_id);
  if unheard is not null then perform internal.compose_ordered(p_appointment, unheard); end if;
  return jsonb_build_object('id', p_appointment, 'state', next_state, 'starts_at', held.starts_at, 'ends_at', held.ends_at,
    'hold_expires_at', null, 'total_cents', held.total_cents, 'sequence', held.sequence, 'lines', jsonb_build_array(jsonb_build_object(
      'position', 1, 'service_id', held.service_id, 'service_name', held.service_name, 'employee_id', held.employee_id,
      'starts_at', held.starts_at, 'ends_at', held.ends_at, 'price_cents', held.total_cents)));
end $$;

create function internal.confirm_request(p_appointment uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.appointments set state = 'confirmed', sequence = sequence + 1 where id = p_appointment;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state)
  values (p_appointment, 'confirm', 'business', internal.person(), 'requested', 'confirmed');
  perform internal.queue_messages(p_appointment, 'appointment_confirmed', 'business');
end $$;

create function internal.confirm_hold(opened internal.opened, p_contact jsonb, p_early_start text) returns void
language plpgsql set search_path = '' as $$
declare
  appointment constant public.appointments := opened.appointment;
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  by_hand boolean;
  next_state public.appointment_state;
  demanded text;
  customer uuid;
  unheard text;
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
  demanded := internal.demanded_early_start(appointment, appointment.starts_at, p_early_start);
  customer := internal.keep_customer(appointment.company_id, p_contact, coalesce(appointment.user_id, caller), false);
  next_state := case when by_hand then 'requested' else 'confirmed' end;
  update public.appointments
  set state = next_state, hold_expires_at = null, customer_id = customer, user_id = coalesce(appointment.user_id, caller),
    contact_name = p_contact ->> 'name', contact_email = p_contact ->> 'email', contact_phone = p_contact ->> 'phone',
    note = p_contact ->> 'note'
  where id = appointment.id;
  update public.appointment_lines set hold_expires_at = null where appointment_id = appointment.id;
  insert into public.early_starts select appointment.id, present, demanded where demanded is not null;
  delete from internal.hold_budget where appointment_id = appointment.id;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
  values (appointment.id, 'confirm', 'customer', caller, appointment.state, next_state, appointment.starts_at, true);
  unheard := internal.spend_booking(p_contact ->> 'email',
    internal.account_of(coalesce(appointment.user_id, caller), p_contact ->> 'email') is not null, appointment.company_id);
  if unheard is not null then perform internal.compose_ordered(appointment.id, unheard); end if;
end $$;

-- Takes the slot of an ended hold anew, with the same employee. Errors: slot_taken, hold_expired (no longer bookable).
create function internal.retake(appointment public.appointments, p_present timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  services uuid[];
  employees uuid[];
begin
  select array_agg(service_id order by "position"), array_agg(distinct employee_id) into services, employees
  from public.appointment_lines where appointment_id = appointment.id;
  if internal.place_lines(appointment.id, services, case when cardinality(employees) = 1 then employees[1] end,
    appointment.starts_at, p_present, false) then
    return;
  end if;
  if exists (select from public.appointment_lines line join public.appointment_lines other on other.employee_id = line.employee_id
      and other.appointment_id <> line.appointment_id and not isempty(other.occupied)
      and other.occupied && tstzrange(line.starts_at, line.ends_at) and internal.is_live(other.hold_expires_at, p_present)
    where line.appointment_id = appointment.id) then
    perform internal.fail('slot_taken');
  end if;
  perform internal.fail('hold_expired');
end $$;

grant execute on function public.confirm_appointment to anon, authenticated;
