-- Who reads a customer file, and who writes into one. Only functions change; files and appointments stay as they are.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.account_of(p_user uuid, p_email text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select id from auth.users where id = p_user and lower(email) = lower(p_email) and email_confirmed_at is not null);
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
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    select p_appointment, 'confirm', 'customer', caller, 'held', next_state, held.starts_at, true from changed
  )
  select (select kept.blocked from kept), (select one.changed from changed one) into blocked, changed;
  if blocked then perform internal.fail('not_possible'); end if;
  -- Somebody was quicker: what they made of it decides.
  if changed is null then return null; end if;
  return jsonb_build_object('id', p_appointment, 'state', next_state, 'starts_at', held.starts_at, 'ends_at', held.ends_at,
    'hold_expires_at', null, 'total_cents', held.total_cents, 'sequence', held.sequence, 'lines', jsonb_build_array(jsonb_build_object(
      'position', 1, 'service_id', held.service_id, 'service_name', held.service_name, 'employee_id', held.employee_id,
      'starts_at', held.starts_at, 'ends_at', held.ends_at, 'price_cents', held.total_cents)));
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
end $function$;

CREATE OR REPLACE FUNCTION internal.serves_customer(p_customer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
begin
  return exists (
    select from public.customers file
    join public.appointments visit on visit.customer_id = file.id
    join public.appointment_events event on event.appointment_id = visit.id
    where file.id = p_customer and visit.state in ('requested', 'confirmed', 'completed', 'no_show') and internal.has_own_line(visit.id)
      and case when event.verb = 'create' then event.actor_id <> caller and not exists (
          select from public.members colleague
          where colleague.company_id = file.company_id and colleague.user_id = event.actor_id and colleague.role = 'staff')
        when event.verb = 'confirm' and event.actor = 'customer' then event.actor_id = file.user_id
          or (event.at = file.created_at and not exists (
            select from public.appointments other where other.customer_id = file.id and not internal.has_own_line(other.id)))
        else false end);
end $function$;

REVOKE ALL ON FUNCTION "internal"."account_of"(uuid, text) FROM PUBLIC;
