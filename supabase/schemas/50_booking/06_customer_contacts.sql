-- Further addresses, numbers and names of a customer besides the first ones, which are in the file itself. Search finds them, and whoever books
-- with one of them is this customer. Whoever reads the file reads them; writing is for the verbs (57_customers/15_contacts).

create function internal.sound_contact(kind text, value text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case kind when 'email' then internal.is_address(value) and value = lower(value) when 'phone' then length(value) <= 40 else length(value) <= 120 end
    and length(btrim(value)) > 0;
end $$;

create table public.customer_contacts (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  customer_id uuid not null references public.customers on delete cascade,
  -- `name`: another name of the same person.
  kind text not null check (kind in ('email', 'phone', 'name')),
  -- Addresses in small letters, numbers in E.164 where they can be read.
  value varchar(254) not null,
  label varchar(40) not null default '',
  created_at timestamptz not null default now(),
  unique (customer_id, kind, value),
  constraint customer_contacts_sound check (internal.sound_contact(kind, value))
);
-- An address belongs to one customer of a company.
create unique index customer_contacts_email on public.customer_contacts (company_id, value) where kind = 'email';
create index customer_contacts_other on public.customer_contacts (company_id, value) where kind <> 'email';
-- For accounts that look for their bookings in all companies.
create index customer_contacts_address on public.customer_contacts (value) where kind = 'email';
alter table public.customer_contacts enable row level security;
grant select on public.customer_contacts to authenticated;
grant all on public.customer_contacts to service_role;

-- What further contacts and the names of those for whom somebody books add to the words of a file. A relative with a file of their own is found there.
create function internal.other_words_of(p_customer uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(left(string_agg(' ' || told.word, '' order by told.place, told.at, told.word), 3000), '')
    from (
      select 1 as place, contact.created_at as at, case contact.kind when 'phone' then internal.phone_digits(contact.value)
        when 'name' then internal.folded(contact.value) else contact.value end as word
      from public.customer_contacts contact where contact.customer_id = p_customer
      union all select 2, min(person.at), internal.folded(person.name) from (
        select kin.name, kin.created_at as at from public.customer_relatives kin where kin.customer_id = p_customer and kin.name <> ''
        union all select visit.for_name, visit.created_at from public.appointments visit where visit.customer_id = p_customer and visit.for_name <> '') person
      group by person.name) told);
end $$;

-- For whom a visit was booked comes with the facts of the customer (57_customers/10_facts), so that bookings pay nothing for it.
create function internal.keep_other_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  customer constant uuid := case when tg_op = 'DELETE' then old.customer_id else new.customer_id end;
  told constant text := internal.other_words_of(customer);
begin
  update public.customers set other_words = told where id = customer and other_words <> told;
  return null;
end $$;
create trigger keep_other_words after insert or update or delete on public.customer_contacts
  for each row execute function internal.keep_other_words();

grant execute on function internal.sound_contact to authenticated, service_role;
revoke execute on function internal.keep_other_words, internal.other_words_of from public;
