-- For whom a customer books besides themselves: another customer, or only a name. Seen from both files, by whoever reads both.

create table public.customer_relatives (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  -- Who books.
  customer_id uuid not null references public.customers on delete cascade,
  -- For whom: a file, or a name.
  relative_id uuid references public.customers on delete cascade,
  name varchar(120) not null default '',
  -- In the words of the business: "Tochter".
  relation varchar(40) not null default '',
  created_at timestamptz not null default now(),
  unique (customer_id, relative_id),
  constraint customer_relatives_sound check (
    relative_id is distinct from customer_id and (relative_id is null) = (length(btrim(name)) > 0))
);
create index customer_relatives_relative on public.customer_relatives (relative_id) where relative_id is not null;
create index customer_relatives_company on public.customer_relatives (company_id);
alter table public.customer_relatives enable row level security;
create policy with_customers on public.customer_relatives for select to authenticated using (
  company_id = any(array(select internal.companies_with('all_customers')))
  or (company_id = any(array(select internal.companies_as('staff'))) and internal.serves_customer(customer_id)
    and (relative_id is null or internal.serves_customer(relative_id))));
grant select on public.customer_relatives to authenticated;
grant all on public.customer_relatives to service_role;
-- Who is searched for by the name of their daughter is found.
create trigger keep_other_words after insert or update or delete on public.customer_relatives
  for each row execute function internal.keep_other_words();

-- Errors: customer_not_found (one of the two), relative_invalid (neither a file nor a name, or the customer themselves), too_many_relatives (20).
create function public.add_customer_relative(
  p_company uuid, p_customer uuid, p_name text, p_relation text default '', p_relative uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  called constant text := case when p_relative is null then btrim(coalesce(p_name, '')) else '' end;
begin
  perform internal.own_customer(p_company, p_customer);
  if p_relative = p_customer or length(called) > 120 or length(coalesce(p_relation, '')) > 40 or (p_relative is null and called = '') then
    perform internal.fail('relative_invalid');
  end if;
  if p_relative is not null then perform internal.own_customer(p_company, p_relative); end if;
  if (select count(*) from public.customer_relatives where customer_id = p_customer) >= 20 then perform internal.fail('too_many_relatives'); end if;
  insert into public.customer_relatives (company_id, customer_id, relative_id, name, relation)
  values (p_company, p_customer, p_relative, called, btrim(coalesce(p_relation, '')))
  on conflict (customer_id, relative_id) do update set relation = excluded.relation;
end $$;

-- From either side; repeated it changes nothing. Error: customer_not_found.
create function public.remove_customer_relative(p_company uuid, p_customer uuid, p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.own_customer(p_company, p_customer);
  delete from public.customer_relatives where id = p_id and p_customer in (customer_id, relative_id);
end $$;

-- As the card shows them: [{id, customer, name, relation, books}]; `customer` is the other file, null for a name, `books` whether the
-- customer of the card books for them, else they book for the customer. Only with files that the caller may read.
create function internal.relatives_of(p_company uuid, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', kin.id, 'customer', other.id, 'name', coalesce(other.name, kin.name),
      'relation', kin.relation, 'books', kin.customer_id = p_customer) order by kin.customer_id = p_customer desc, kin.created_at, kin.id), '[]')
    from public.customer_relatives kin
    left join public.customers other on other.id = case when kin.customer_id = p_customer then kin.relative_id else kin.customer_id end
    where p_customer in (kin.customer_id, kin.relative_id) and (other.id is null or internal.may_see_customer(other.id, p_company)));
end $$;

revoke execute on function internal.relatives_of, public.add_customer_relative, public.remove_customer_relative from public;
grant execute on function public.add_customer_relative, public.remove_customer_relative to authenticated;
