set local check_function_bodies = off;

DROP FUNCTION "internal"."spend_booking"(text);

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
  perform internal.spend_booking(p_contact ->> 'email',
    internal.account_of(coalesce(appointment.user_id, caller), p_contact ->> 'email') is not null);
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
  perform internal.spend_booking(contact ->> 'email', account is not null);
  return jsonb_build_object('id', p_appointment, 'state', next_state, 'starts_at', held.starts_at, 'ends_at', held.ends_at,
    'hold_expires_at', null, 'total_cents', held.total_cents, 'sequence', held.sequence, 'lines', jsonb_build_array(jsonb_build_object(
      'position', 1, 'service_id', held.service_id, 'service_name', held.service_name, 'employee_id', held.employee_id,
      'starts_at', held.starts_at, 'ends_at', held.ends_at, 'price_cents', held.total_cents)));
end $function$;

CREATE OR REPLACE FUNCTION internal.spend_booking(p_email text, p_own boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  address inet;
  over text;
begin
  if not internal.is_limited() then return; end if;
  address := internal.visitor_address();
  over := internal.spend(case when p_own then '{}' else internal.recipient_budgets(p_email, 6, 10, 'booking') end
    || case when address is null then array[row('bookings from unknown', 60, 3600)::internal.budget]
      else array[row('bookings from ' || address, 20, 3600), row('bookings from ' || internal.visitor_network(address) || ' (network)', 60, 3600)]::internal.budget[] end
    || case when caller is not null then array[row('bookings from ' || caller, 20, 3600), row('bookings from ' || caller, 60, 86400)]::internal.budget[] end);
  if over like 'booking to %' then perform internal.fail('too_many_to_address'); end if;
  if over is not null then perform internal.fail('too_many_bookings'); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret, true);
  appointment constant public.appointments := opened.appointment;
  by_business constant boolean := opened.actor = 'business';
  services uuid[];
  employees uuid[];
  wanted uuid;
  done boolean;
begin
  if p_idempotency_key is not null and exists (
    select from public.appointment_events where idempotency_key = p_idempotency_key) then
    if not exists (select from public.appointment_events
      where idempotency_key = p_idempotency_key and appointment_id = p_appointment) then perform internal.fail('key_used'); end if;
    return internal.visit_json(p_appointment);
  end if;
  if appointment.state not in ('requested', 'confirmed') then perform internal.fail('wrong_state', appointment.state::text); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  select array_agg(service_id order by "position"), array_agg(distinct employee_id) into services, employees
  from public.appointment_lines where appointment_id = p_appointment;
  wanted := coalesce(p_employee, case when cardinality(employees) = 1 then employees[1] end);
  if appointment.starts_at = p_starts_at and (p_employee is null or employees = array[p_employee]) then
    return internal.visit_json(p_appointment);
  end if;
  if not by_business then
    if not internal.customer_may_change(appointment) then
      perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
    end if;
    if p_starts_at <= present then perform internal.fail('past'); end if;
    if internal.is_limited() and (internal.moves_of_day(p_appointment, 'customer') >= 5 or (
      internal.account_of(appointment.user_id, appointment.contact_email) is null
      and internal.spend(internal.recipient_budgets(appointment.contact_email, 6, 10, 'move')) is not null)) then
      perform internal.fail('too_many_moves');
    end if;
  elsif not internal.may_book_for(appointment.location_id, p_employee) and p_employee is not null then
    perform internal.fail('not_allowed');
  end if;
  done := internal.place_lines(p_appointment, services, wanted, p_starts_at, present, by_business);
  if not done and p_employee is null and not by_business and wanted is not null then
    done := internal.place_lines(p_appointment, services, null, p_starts_at, present, false);
  end if;
  if not done then
    perform internal.refuse_start(appointment.location_id, services, wanted, p_starts_at, present, p_appointment, by_business);
  end if;
  update public.appointments set sequence = sequence + 1 where id = p_appointment;
  update public.appointment_links set expires_at = greatest(expires_at, p_starts_at + interval '181 days') where appointment_id = p_appointment;
  insert into public.appointment_events
    (appointment_id, verb, actor, actor_id, from_state, to_state, reason, old_starts_at, new_starts_at, idempotency_key)
  values (p_appointment, 'reschedule', opened.actor, internal.person(), appointment.state, appointment.state, left(coalesce(p_reason, ''), 1000),
    appointment.starts_at, p_starts_at, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  perform internal.queue_messages(p_appointment, 'appointment_rescheduled', opened.actor,
    jsonb_build_object('reason', left(coalesce(p_reason, ''), 1000), 'old_starts_at', appointment.starts_at,
      'old_ends_at', appointment.ends_at));
  return internal.visit_json(p_appointment);
end $function$;

REVOKE ALL ON FUNCTION "internal"."spend_booking"(text, boolean) FROM PUBLIC;
