set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.delete_account(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.mail_account(p_user, 'account_deleted');
  insert into internal.appointments_to_forget select id from public.appointments where user_id = p_user on conflict do nothing;
  delete from public.event_waits wait using auth.users account
  where account.id = p_user and (wait.user_id = p_user or wait.id in (select own.id from public.event_waits own
    where account.email_confirmed_at is not null and internal.mailbox(own.email) = internal.mailbox(account.email)));
  -- The file can keep a name, of somebody else's visits; what merging has kept of this person must not wait for its 30 days.
  perform internal.forget_merges_of(array(
    select file.id from public.customers file where file.user_id = p_user
    union select visit.customer_id from public.appointments visit where visit.user_id = p_user and visit.customer_id is not null
    union select made.kept_id from internal.customer_merges made where p_user::text in (made.gone ->> 'user_id', made.before ->> 'user_id')));
  delete from auth.users where id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_customers(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before constant timestamptz := internal.kept_since('customers');
  gone integer;
  spared uuid[];
begin
  delete from public.customers where id in (
    select file.id from public.customers file
    where file.updated_at < before and not internal.is_in_use(file, before)
      and not exists (select from public.appointments visit where visit.customer_id = file.id)
    limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  select coalesce(array_agg(last.id), '{}') into spared from (
    select visit.id from public.customers file cross join lateral (
      select one.id from public.appointments one where one.customer_id = file.id limit 1) visit
    where file.updated_at < before and not internal.is_nobody(file.name) and not internal.is_in_use(file, before)
      and not exists (select from public.appointments one where one.customer_id = file.id and not internal.is_nobody(one.contact_name))
    limit greatest(p_limit - gone, 0)) last;
  if cardinality(spared) > 0 then perform internal.take_contact_out(spared, 'Daten gelöscht', before); end if;
  return gone + cardinality(spared);
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_merges_of(p_files uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  parts uuid[];
begin
  with recursive part (id) as (
    select unnest(p_files) union select made.gone_id from internal.customer_merges made join part on made.kept_id = part.id)
  select coalesce(array_agg(id), '{}') into parts from part;
  delete from internal.customer_merges where kept_id = any(parts) or gone_id = any(parts);
  return parts;
end $function$;

CREATE OR REPLACE FUNCTION internal.take_contact_out(p_appointments uuid[], p_nobody text, p_files_before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  nameless uuid[];
begin
  update public.appointments set contact_name = p_nobody, contact_email = '', contact_phone = '', note = '', for_name = '',
    -- An account of its own keeps its visits until it goes, and with it the name under a review.
    user_id = case when p_files_before = 'infinity' then null else user_id end
  where id = any(p_appointments);
  delete from public.appointment_notes where appointment_id = any(p_appointments);
  delete from public.appointment_changes where appointment_id = any(p_appointments);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(p_appointments);
  delete from public.appointment_links where appointment_id = any(p_appointments);
  delete from public.messages where appointment_id = any(p_appointments);
  with emptied as (
    update public.customers customer
    set name = p_nobody, email = null, phone = '', note = '', tags = '{}', birthday = null, user_id = null, other_words = ''
    where id in (select customer_id from public.appointments where id = any(p_appointments)) and not exists (
      select from public.appointments appointment
      where appointment.customer_id = customer.id and not internal.is_nobody(appointment.contact_name))
      and (p_files_before = 'infinity' or not internal.is_in_use(customer, p_files_before))
    returning id)
  select coalesce(array_agg(id), '{}') into nameless from emptied;
  delete from public.customer_health where customer_id = any(nameless);
  delete from public.customer_relatives where customer_id = any(nameless) or relative_id = any(nameless);
  delete from public.customer_contacts where customer_id = any(nameless);
  delete from public.erasure_demands where customer_id = any(nameless);
  update public.import_rows set raw = '{}' where customer_id = any(internal.forget_merges_of(nameless));
end $function$;

CREATE OR REPLACE FUNCTION public.erase_customer(p_company uuid, p_customer uuid, p_typed text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file public.customers := internal.erasable_customer(p_company, p_customer);
  booked uuid[];
  merged uuid[];
begin
  -- It can have been merged into another one meanwhile.
  select * into file from public.customers where id = file.id for update;
  if not found then perform internal.fail('customer_not_found'); end if;
  if internal.search_key(coalesce(p_typed, '')) <> internal.search_key(file.name) then perform internal.fail('erasure_not_typed'); end if;
  if internal.coming_of(file.id) > 0 then perform internal.fail('erasure_too_early', internal.coming_of(file.id)::text); end if;
  booked := array(select id from public.appointments where customer_id = file.id);
  delete from public.event_waits wait using public.events event, public.locations place
  where event.id = wait.event_id and place.id = event.location_id and place.company_id = p_company and lower(wait.email) in (
    select lower(file.email::text) union select value from public.customer_contacts where customer_id = file.id and kind = 'email');
  perform internal.mail_demand(demand, true) from public.erasure_demands demand where demand.customer_id = file.id and demand.declined_at is null;
  perform internal.take_contact_out(booked, 'Daten gelöscht');
  update public.reviews set author = 'Daten gelöscht' where appointment_id = any(booked);
  delete from public.messages where customer_id = file.id;
  delete from internal.set_aside where place like 'customers.%' and row_id = file.id::text;
  merged := internal.forget_merges_of(array[file.id]);
  update public.import_rows set raw = '{}' where customer_id = any(merged);
  delete from public.customers where id = file.id;
  insert into public.customer_erasures (company_id, at, user_id, who, appointments) values (p_company, internal.present(), internal.person(),
    left(internal.person_name(internal.person()), 254), cardinality(booked));
end $function$;

CREATE OR REPLACE FUNCTION public.preview_erasure(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.erasable_customer(p_company, p_customer);
  booked constant uuid[] := array(select id from public.appointments where customer_id = file.id);
begin
  return jsonb_build_object('name', file.name, 'email', file.email, 'account', file.user_id is not null,
    'coming', internal.coming_of(file.id), 'appointments', cardinality(booked),
    'messages', (select count(*) from public.messages where customer_id = file.id or appointment_id = any(booked)),
    'reviews', (select count(*) from public.reviews where appointment_id = any(booked)),
    'contacts', (select count(*) from public.customer_contacts where customer_id = file.id),
    'relatives', (select count(*) from public.customer_relatives where file.id in (customer_id, relative_id)),
    'health', case when p_company in (select internal.companies_with('health')) then exists (select from public.customer_health where customer_id = file.id) end,
    'withdrawals', (select count(*) from public.withdrawals where appointment_id = any(booked)),
    'early_starts', (select count(*) from public.early_starts where appointment_id = any(booked)));
end $function$;

REVOKE ALL ON FUNCTION "internal"."forget_merges_of"(uuid[]) FROM PUBLIC;
