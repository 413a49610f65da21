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
  -- When the provider is asked next how the account stands, what has happened and what it has paid out; null: not at all.
  sync_at timestamptz,
  -- Up to when it has told what has happened.
  synced_until timestamptz,
  unique (company_id, provider)
);
create unique index payment_accounts_ref on public.payment_accounts (provider, ref) where ref <> '';
create index payment_accounts_sync on public.payment_accounts (sync_at) where sync_at is not null;

-- The provider through which this installation takes payments, as its server has said when it started; at first none. Rules of businesses
-- have an effect only where their account is with this one.
create table internal.payment_provider (
  only_one boolean primary key default true check (only_one),
  provider text not null check (provider in ('off', 'test', 'stripe')),
  -- Whether money flows: not with the test provider, nor with keys of a provider that are for trials.
  live boolean not null default false
);
alter table internal.payment_provider enable row level security;
insert into internal.payment_provider (provider) values ('off');

-- Says through which provider payments are taken from now on, and whether money flows; payments that are on their way stay with theirs. For the server only,
-- at its start. Error: provider_unknown.
create function public.use_payment_provider(p_provider text, p_live boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not coalesce(p_provider in ('off', 'test', 'stripe'), false) then perform internal.fail('provider_unknown'); end if;
  update internal.payment_provider set provider = p_provider, live = coalesce(p_live, false)
  where (provider, live) is distinct from (p_provider, coalesce(p_live, false));
end $$;

-- The account by which a company can be paid now; null when it cannot.
create function internal.paying_account(p_company uuid) returns public.payment_accounts
language plpgsql stable set search_path = '' as $$
declare
  account public.payment_accounts;
begin
  select held.* into account from public.payment_accounts held join internal.payment_provider used on used.provider = held.provider and used.live <> held.test
  where held.company_id = p_company and held.state = 'active';
  return account;
end $$;

-- Connects a company with the provider of this installation; again changes nothing. With the test provider it can be paid at once; another one is asked by
-- the server, which then says what it calls the account (`name_account`). For owners. Errors: company_not_found, role_not_allowed,
-- payments_unavailable (there is no provider, it is a trial and real money has flowed, or the company is one of the demo).
create function public.connect_account(p_company uuid) returns public.payment_accounts
language plpgsql security definer set search_path = '' as $$
declare
  used internal.payment_provider;
  account public.payment_accounts;
begin
  perform internal.open_company(p_company, 'owner');
  select * into used from internal.payment_provider;
  if used.provider = 'off' or not used.live and exists (select from public.payment_accounts where company_id = p_company and not test)
    or used.provider <> 'test' and exists (select from public.companies where id = p_company and sandbox) then
    perform internal.fail('payments_unavailable');
  end if;
  insert into public.payment_accounts as known (company_id, provider, ref, test, state)
  values (p_company, used.provider, case used.provider when 'test' then p_company::text else '' end, not used.live,
    case used.provider when 'test' then 'active' else 'onboarding' end::public.payment_account_state)
  -- An account for trials becomes another one when money flows.
  on conflict (company_id, provider) do update set test = excluded.test,
    ref = case when known.test = excluded.test then known.ref else '' end,
    state = case when known.test = excluded.test and known.state <> 'none' then known.state else excluded.state end,
    sync_at = internal.present()
  returning * into account;
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
