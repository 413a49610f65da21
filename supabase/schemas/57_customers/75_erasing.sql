-- Erasing a customer at their wish (Art. 17 DSGVO). The file goes with all that belongs to it. Appointments that are over stay without a name, since
-- the business has to account for them (§ 147 AO); declared withdrawals and demands for an early start stay as proofs with their own time
-- (85_accounts/40_proofs), and so do answers about advertising, which are hashes of addresses. An account of the marketplace is the person's own.

-- That it was done, for the business to prove it: when, by whom, how many appointments stay without a name. Nothing about the person. 85_accounts/60_retention
-- says how long.
create table public.customer_erasures (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  at timestamptz not null,
  -- The account and its name then; the row stays when the account goes.
  user_id uuid not null,
  who varchar(254) not null,
  appointments integer not null
);
create index customer_erasures_company on public.customer_erasures (company_id, at);
create index customer_erasures_at on public.customer_erasures (at);
alter table public.customer_erasures enable row level security;
create policy managers_read on public.customer_erasures for select to authenticated
  using (company_id = any(array(select internal.companies_as('manager'))));
grant select on public.customer_erasures to authenticated;
grant all on public.customer_erasures to service_role;

-- Error: customer_not_found, not_allowed (neither manager nor owner, or without the files of all customers).
create function internal.erasable_customer(p_company uuid, p_customer uuid) returns public.customers
language plpgsql stable set search_path = '' as $$
declare
  file public.customers;
begin
  if p_company is null or p_company not in (select internal.importing_companies()) then perform internal.fail('not_allowed'); end if;
  select * into file from public.customers where id = p_customer and company_id = p_company;
  if file.id is null then perform internal.fail('customer_not_found'); end if;
  return file;
end $$;

-- What erasing would do, as numbers: {name, email, account, coming, appointments, messages, reviews, contacts, relatives, files, health, withdrawals,
-- early_starts}. `files` counts those of health for whoever may read health data. `health` is null for whoever must not read health data. `coming` has to be zero. `account`: the person has an account of the marketplace, which stays. Errors: not_allowed, customer_not_found.
create function public.preview_erasure(p_company uuid, p_customer uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
    'files', jsonb_array_length(internal.files_at(p_company, file.id)),
    'health', case when p_company in (select internal.companies_with('health')) then exists (select from public.customer_health where customer_id = file.id) end,
    'withdrawals', (select count(*) from public.withdrawals where appointment_id = any(booked)),
    'early_starts', (select count(*) from public.early_starts where appointment_id = any(booked)));
end $$;

-- Appointments of a customer that are still to take place or under way.
create function internal.coming_of(p_customer uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from public.appointments
    where customer_id = p_customer and state in ('requested', 'awaiting_payment', 'confirmed') and ends_at > internal.present());
end $$;

-- Erases. `p_typed` is the name of the customer, typed again. Cannot be taken back.
-- Errors: not_allowed, customer_not_found, erasure_not_typed, erasure_too_early (detail: how many appointments are still to take place).
create function public.erase_customer(p_company uuid, p_customer uuid, p_typed text) returns void
language plpgsql security definer set search_path = '' as $$
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
  perform internal.take_contact_out(booked, 'Daten gelöscht');
  perform internal.silence_reviews(booked, 'Daten gelöscht');
  delete from public.messages where customer_id = file.id;
  delete from internal.set_aside where place like 'customers.%' and row_id = file.id::text;
  merged := internal.forget_merges_of(array[file.id]);
  update public.import_rows set raw = '{}' where customer_id = any(merged);
  delete from public.customers where id = file.id;
  insert into public.customer_erasures (company_id, at, user_id, who, appointments) values (p_company, internal.present(), internal.person(),
    left(internal.person_name(internal.person()), 254), cardinality(booked));
end $$;

-- For the server's nightly job (85_accounts/60_retention).
create function internal.forget_erasures(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.customer_erasures where id in (
    select id from public.customer_erasures where at < internal.kept_since('customer_erasures') order by at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function internal.forget_erasures, internal.erasable_customer, internal.coming_of, public.preview_erasure, public.erase_customer from public;
grant execute on function public.preview_erasure, public.erase_customer to authenticated;
