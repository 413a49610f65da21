-- Whom a business has blocked is recognised by number and account as well, also when a seat is offered, and the answer has the number to call.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.confirm_hold(p_hold uuid, p_secret text, p_contact jsonb, p_early_start text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  hold public.holds;
  by_hand boolean;
  contact jsonb;
  demanded text;
  customer uuid;
  next_state public.appointment_state;
  unheard text;
begin
  select * into hold from public.holds where id = p_hold;
  if hold.id is null or not internal.is_holder(hold, p_secret) then return false; end if;
  contact := internal.clean_contact(p_contact, false);
  select internal.asks_first(hold) into by_hand from public.companies company where company.id = hold.company_id and company.state = 'active';
  if by_hand is null then perform internal.fail('not_possible', internal.phone_of(hold.location_id)); end if;
  if hold.starts_at <= present then perform internal.fail('past'); end if;
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
  customer := internal.keep_customer(hold.company_id, contact, hold.user_id, false);
  if internal.is_blocked(hold.company_id, contact ->> 'email', contact ->> 'phone', hold.user_id) then
    perform internal.fail('not_possible', internal.phone_of(hold.location_id));
  end if;
  next_state := case when by_hand then 'requested' else 'confirmed' end;
  with made as (
    insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, user_id, contact_name, contact_email,
      contact_phone, note, total_cents, source, origin, cancellation_hours, idempotency_key, created_at, employee_chosen, package_name)
    values (p_hold, hold.company_id, hold.location_id, next_state, hold.starts_at, hold.ends_at, customer, hold.user_id, contact ->> 'name',
      contact ->> 'email', contact ->> 'phone', contact ->> 'note', hold.total_cents, hold.source, hold.origin, hold.cancellation_hours,
      hold.idempotency_key, hold.created_at, hold.employee_chosen, hold.package_name)
  ), lines as (
    insert into public.appointment_lines
      (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, event_id, seats,
      struck_cents)
    select p_hold, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at, line.price_cents,
      line.resource_id, line.event_id, coalesce(line.seats, 1), line.struck_cents
    from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line
  ), linked as (
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select hold.secret_hash, p_hold, hold.ends_at + interval '180 days' where hold.secret_hash is not null
  ), settled as (
    update public.occupancies set expires_at = null where source = p_hold
  ), seated as (
    update public.event_seats set expires_at = null where source = p_hold
  ), agreed as (
    insert into public.early_starts select p_hold, present, demanded where demanded is not null
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    values (p_hold, 'confirm', 'customer', caller, 'held', next_state, hold.starts_at, true)
  )
  delete from internal.hold_budget where appointment_id = p_hold;
  unheard := internal.spend_booking(contact ->> 'email', internal.account_of(hold.user_id, contact ->> 'email') is not null, hold.company_id);
  if unheard is not null then perform internal.compose_ordered(p_hold, unheard); end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_blocked(p_company uuid, p_email text, p_phone text, p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  addresses text[];
  number constant text := nullif(internal.e164(p_phone), '');
begin
  if not exists (select from public.customers file where file.company_id = p_company and file.blocked) then return false; end if;
  addresses := array(select lower(p_email) where p_email <> ''
    union select lower(account.email) from auth.users account where account.id = p_user and account.email_confirmed_at is not null);
  return exists (
    select from public.customers file
    where file.company_id = p_company and file.blocked and (
      lower(file.email::text) = any(addresses) or internal.e164(file.phone) = number or file.user_id = p_user
      or exists (select from public.customer_contacts other where other.customer_id = file.id
        and (other.kind = 'email' and other.value = any(addresses) or other.kind = 'phone' and other.value = number))));
end $function$;

CREATE OR REPLACE FUNCTION internal.is_passed_over(wait public.event_waits, p_company uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return internal.is_blocked(p_company, wait.email, wait.phone, wait.user_id)
  or exists (
    select from public.event_waits other where other.event_id = wait.event_id and other.id <> wait.id
      and (other.network = wait.network or other.user_id = wait.user_id or internal.mailbox(other.email) = internal.mailbox(wait.email))
      and internal.wait_state(other) = 'lapsed');
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_customer(p_company uuid, p_contact jsonb, p_user uuid, p_by_hand boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION internal.phone_of(p_location uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select phone from public.locations where id = p_location);
end $function$;

REVOKE ALL ON FUNCTION "internal"."is_blocked"(uuid, text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."phone_of"(uuid) FROM PUBLIC;
