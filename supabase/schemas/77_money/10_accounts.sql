-- Who can be paid online: a business by its own account with a provider. `test` is the provider of demonstrations, whose money is none.

create type public.payment_account_state as enum ('none', 'onboarding', 'active', 'restricted');

create table public.payment_accounts (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  provider varchar(20) not null check (provider in ('test', 'stripe')),
  -- What the provider calls it.
  ref varchar(255) not null default '',
  -- Its payments are a trial: no invoice and no export counts them.
  test boolean not null,
  state public.payment_account_state not null default 'none',
  -- What the provider still asks of the business, in the provider's words.
  requirements text[] not null default '{}' check (internal.short_texts(requirements, 50, 200)),
  created_at timestamptz not null default now(),
  unique (company_id, provider)
);

-- The provider through which this installation takes payments, as its server has said when it started; at first none. Rules of businesses
-- have an effect only where their account is with this one.
create table internal.payment_provider (
  only_one boolean primary key default true check (only_one),
  provider text not null check (provider in ('off', 'test', 'stripe'))
);
alter table internal.payment_provider enable row level security;
insert into internal.payment_provider (provider) values ('off');

-- Says through which provider payments are taken from now on; payments that are on their way stay with theirs. For the server only, at its start.
-- Error: provider_unknown.
create function public.use_payment_provider(p_provider text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not coalesce(p_provider in ('off', 'test', 'stripe'), false) then perform internal.fail('provider_unknown'); end if;
  update internal.payment_provider set provider = p_provider where provider <> p_provider;
end $$;

-- The account by which a company can be paid now; null when it cannot.
create function internal.paying_account(p_company uuid) returns public.payment_accounts
language plpgsql stable set search_path = '' as $$
declare
  account public.payment_accounts;
begin
  select held.* into account from public.payment_accounts held join internal.payment_provider used on used.provider = held.provider
  where held.company_id = p_company and held.state = 'active';
  return account;
end $$;

-- Connects a company with the provider of this installation; again changes nothing. With the test provider it can be paid at once. For owners.
-- Errors: company_not_found, role_not_allowed, payments_unavailable (none, or one that has to be asked first).
create function public.connect_account(p_company uuid) returns public.payment_accounts
language plpgsql security definer set search_path = '' as $$
declare
  account public.payment_accounts;
begin
  perform internal.open_company(p_company, 'owner');
  if not exists (select from internal.payment_provider where provider = 'test')
    or exists (select from public.payment_accounts where company_id = p_company and not test) then
    perform internal.fail('payments_unavailable');
  end if;
  insert into public.payment_accounts (company_id, provider, ref, test, state) values (p_company, 'test', p_company::text, true, 'active')
  on conflict (company_id, provider) do update set state = 'active' returning * into account;
  -- Whoever shows them does it anew.
  update public.locations set updated_at = now() where company_id = p_company;
  return account;
end $$;

-- Ends taking payments; what was paid stays and can be given back. Again changes nothing. For owners. Errors: company_not_found, role_not_allowed.
create function public.disconnect_account(p_company uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.open_company(p_company, 'owner');
  update public.payment_accounts set state = 'none' where company_id = p_company and state <> 'none';
  update public.locations set updated_at = now() where company_id = p_company;
end $$;

alter table public.payment_accounts enable row level security;
create policy managers_read on public.payment_accounts for select to authenticated using (company_id in (select internal.companies_as('manager')));
revoke all on public.payment_accounts from service_role;
grant select (id, company_id, provider, test, state, requirements, created_at) on public.payment_accounts to authenticated;
grant select on public.payment_accounts to service_role;
revoke execute on function internal.paying_account from public;
grant execute on function public.connect_account, public.disconnect_account to authenticated;
grant execute on function public.use_payment_provider to service_role;
