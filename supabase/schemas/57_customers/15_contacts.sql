-- Changing the further addresses, numbers and names of a customer (50_booking/06_customer_contacts), and finding a customer by them.

create policy contact_data on public.customer_contacts as restrictive for select to authenticated
  using (kind = 'name' or company_id = any(array(select internal.companies_with('contact_data'))));
create policy with_customer on public.customer_contacts for select to authenticated using (
  company_id = any(array(select internal.companies_with('all_customers')))
  or (company_id = any(array(select internal.companies_as('staff'))) and internal.serves_customer(customer_id)));

-- Who edits a file gives it no address that another file has as a further one. Verbs look for themselves.
create function internal.check_first_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.customer_contacts other
      where other.company_id = new.company_id and other.kind = 'email' and other.value = lower(new.email::text) and other.customer_id <> new.id) then
    raise unique_violation using message = 'another customer has this address';
  end if;
  return new;
end $$;
create trigger check_first_address before insert or update of email on public.customers for each row
  when (current_user = 'authenticated' and new.email is not null) execute function internal.check_first_address();

-- Who is entered without an address, found by further names and numbers; the oldest file.
create function internal.customer_known_as(p_company uuid, p_name text, p_phone text) returns public.customers
language plpgsql stable set search_path = '' as $$
declare
  kept public.customers;
begin
  if p_phone = '' then return null; end if;
  select customer.* into kept from public.customers customer
  where customer.id in (select other.customer_id from public.customer_contacts other
      where other.company_id = p_company and other.kind <> 'email' and other.value in (p_name, p_phone))
    and (customer.name = p_name or exists (select from public.customer_contacts other
      where other.customer_id = customer.id and other.kind = 'name' and other.value = p_name))
    and (customer.phone = p_phone or exists (select from public.customer_contacts other
      where other.customer_id = customer.id and other.kind = 'phone' and other.value = p_phone))
  order by customer.created_at, customer.id limit 1;
  return kept;
end $$;

-- A file that the caller may change, locked. Error: customer_not_found.
create function internal.own_customer(p_company uuid, p_customer uuid) returns public.customers
language plpgsql set search_path = '' as $$
declare
  file public.customers;
begin
  if p_company in (select internal.companies_with('all_customers')) then
    select * into file from public.customers where id = p_customer and company_id = p_company for no key update;
  end if;
  if file.id is null then perform internal.fail('customer_not_found'); end if;
  return file;
end $$;

-- Whoever cannot see how a customer is reached does not change it. Error: customer_not_found.
create function internal.reached_customer(p_company uuid, p_customer uuid) returns public.customers
language plpgsql set search_path = '' as $$
begin
  if p_company not in (select internal.companies_with_files()) then perform internal.fail('customer_not_found'); end if;
  return internal.own_customer(p_company, p_customer);
end $$;

-- Adds an address, number or name; one that the file has already stays as it is. p_kind: email, phone, name.
-- Errors: customer_not_found, further_contact_invalid, contact_taken (another customer has this address), too_many_contacts (20).
create function public.add_customer_contact(p_company uuid, p_customer uuid, p_kind text, p_value text, p_label text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  file constant public.customers := internal.reached_customer(p_company, p_customer);
  given constant text := case p_kind when 'email' then lower(btrim(p_value)) when 'phone' then internal.e164(p_value) else btrim(p_value) end;
begin
  if p_kind is null or p_kind not in ('email', 'phone', 'name') or not coalesce(internal.sound_contact(p_kind, given), false)
    or length(coalesce(p_label, '')) > 40 then
    perform internal.fail('further_contact_invalid');
  end if;
  if given in (lower(file.email::text), internal.e164(file.phone), file.name) then return; end if;
  if p_kind = 'email' and (
    exists (select from public.customers where company_id = p_company and email operator(extensions.=) given::extensions.citext)
    or exists (select from public.customer_contacts
      where company_id = p_company and kind = 'email' and value = given and customer_id <> p_customer)) then
    perform internal.fail('contact_taken');
  end if;
  if (select count(*) from public.customer_contacts where customer_id = p_customer) >= 20 then perform internal.fail('too_many_contacts'); end if;
  insert into public.customer_contacts (company_id, customer_id, kind, value, label)
  values (p_company, p_customer, p_kind, given, btrim(coalesce(p_label, ''))) on conflict (customer_id, kind, value) do nothing;
exception when unique_violation then
  perform internal.fail('contact_taken');
end $$;

-- Repeated it changes nothing. Error: customer_not_found.
create function public.remove_customer_contact(p_company uuid, p_customer uuid, p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.reached_customer(p_company, p_customer);
  delete from public.customer_contacts where id = p_id and customer_id = p_customer;
end $$;

-- Makes it the first of its kind; what was first becomes a further one. Errors: customer_not_found, contact_not_found.
create function public.put_contact_first(p_company uuid, p_customer uuid, p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  file constant public.customers := internal.reached_customer(p_company, p_customer);
  chosen public.customer_contacts;
  before text;
begin
  delete from public.customer_contacts where id = p_id and customer_id = p_customer returning * into chosen;
  if chosen.id is null then perform internal.fail('contact_not_found'); end if;
  before := case chosen.kind when 'email' then lower(file.email::text) when 'phone' then internal.e164(file.phone) else file.name end;
  update public.customers set
    email = case chosen.kind when 'email' then chosen.value::extensions.citext else email end,
    phone = case chosen.kind when 'phone' then chosen.value else phone end,
    name = case chosen.kind when 'name' then chosen.value else name end
  where id = p_customer;
  insert into public.customer_contacts (company_id, customer_id, kind, value)
  select p_company, p_customer, chosen.kind, before where before <> '' on conflict (customer_id, kind, value) do nothing;
end $$;

revoke execute on function internal.check_first_address, internal.customer_known_as, internal.own_customer, internal.reached_customer,
  public.add_customer_contact, public.remove_customer_contact, public.put_contact_first from public;
grant execute on function public.add_customer_contact, public.remove_customer_contact, public.put_contact_first to authenticated;
