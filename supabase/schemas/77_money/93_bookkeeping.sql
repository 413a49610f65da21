-- What a business's tax adviser needs to read its bookings: the chart of accounts, their numbers of it, and accounts that are not the usual ones of the
-- chart (app/features/bookkeeping/accounts.ts). For owners only, like all that is about taxes. Without a row the usual ones hold.

create table public.bookkeeping_settings (
  company_id uuid primary key references public.companies on delete cascade,
  -- DATEV's SKR 03 or SKR 04.
  chart text not null default '03' check (chart in ('03', '04')),
  -- The adviser's number with DATEV, and the number that the adviser has given to the business.
  consultant integer check (consultant between 1001 and 9999999),
  client integer check (client between 1 and 99999),
  -- The month in which the business's year begins.
  year_begins smallint not null default 1 check (year_begins between 1 and 12),
  -- An account for each of the ledger's; empty: the usual one of the chart.
  provider_balance text not null default '' check (provider_balance ~ '^(\d{4})?$'),
  prepaid text not null default '' check (prepaid ~ '^(\d{4})?$'),
  refunds_due text not null default '' check (refunds_due ~ '^(\d{4})?$'),
  revenue text not null default '' check (revenue ~ '^(\d{4})?$'),
  fee_income text not null default '' check (fee_income ~ '^(\d{4})?$'),
  provider_fee text not null default '' check (provider_fee ~ '^(\d{4})?$'),
  disputed text not null default '' check (disputed ~ '^(\d{4})?$'),
  bank text not null default '' check (bank ~ '^(\d{4})?$'),
  voucher_liability text not null default '' check (voucher_liability ~ '^(\d{4})?$'),
  updated_at timestamptz not null default now()
);
create trigger touch before update on public.bookkeeping_settings for each row execute function internal.touch_updated_at();

alter table public.bookkeeping_settings enable row level security;
create policy owners_read on public.bookkeeping_settings for select to authenticated using (company_id in (select internal.companies_as('owner')));
create policy owners_insert on public.bookkeeping_settings for insert to authenticated with check (company_id in (select internal.companies_as('owner')));
create policy owners_update on public.bookkeeping_settings for update to authenticated
  using (company_id in (select internal.companies_as('owner'))) with check (company_id in (select internal.companies_as('owner')));
revoke all on public.bookkeeping_settings from service_role;
grant select, insert (company_id, chart, consultant, client, year_begins, provider_balance, prepaid, refunds_due, revenue, fee_income, provider_fee,
  disputed, bank, voucher_liability), update (chart, consultant, client, year_begins, provider_balance, prepaid, refunds_due, revenue, fee_income,
  provider_fee, disputed, bank, voucher_liability) on public.bookkeeping_settings to authenticated;
grant select on public.bookkeeping_settings to service_role;
