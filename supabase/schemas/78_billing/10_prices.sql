-- What the platform costs. A list of prices holds from its first day until the next one does; amounts are net of VAT, but for the reward.

create table public.price_lists (
  valid_from date primary key,
  -- A team that is not larger pays nothing.
  free_people smallint not null check (free_people between 1 and 1000),
  -- A month, for each person of a larger team, and the most for all of them.
  person_cents integer not null check (person_cents between 0 and 100000),
  team_cents integer not null check (team_cents between person_cents and 10000000),
  -- Of the first visit of somebody whom the marketplace brought, and the most of it.
  commission_percent smallint not null check (commission_percent between 0 and 100),
  commission_cap_cents integer not null check (commission_cap_cents between 0 and 100000),
  -- For partners, with VAT.
  reward_cents integer not null check (reward_cents between 0 and 1000000),
  vat_percent smallint not null check (vat_percent between 0 and 30)
);
insert into public.price_lists values ('2026-01-01', 1, 900, 5900, 15, 2500, 5000, 19);
alter table public.price_lists enable row level security;
create policy everyone_reads on public.price_lists for select using (true);
revoke all on public.price_lists from service_role;
grant select on public.price_lists to anon, authenticated, service_role;

create function internal.prices_on(p_day date) returns public.price_lists
language plpgsql stable set search_path = '' as $$
declare
  found_list public.price_lists;
begin
  select * into found_list from public.price_lists where valid_from <= p_day order by valid_from desc limit 1;
  return found_list;
end $$;

-- Who sells, and from which month on anything is billed, as the server has said when it started; nothing is billed before that.
create table internal.billing_settings (
  only_one boolean primary key default true check (only_one),
  -- {name, street, postal_code, city, email, phone, register, vat_id, tax_number, iban, small_business: boolean}; a name and an address at least.
  seller jsonb not null default '{}' check (pg_column_size(seller) <= 4000),
  billed_from date check (extract(day from billed_from) = 1)
);
insert into internal.billing_settings default values;
alter table internal.billing_settings enable row level security;

-- Says who sells and since when it is billed (null: not yet); the first day of that month counts. For the server only, at its start.
-- Error: invoice_data_missing (a bill without a seller).
create function public.use_billing(p_seller jsonb, p_from date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  said constant jsonb := coalesce(p_seller, '{}');
  first_day constant date := date_trunc('month', internal.reckonable(p_from))::date;
begin
  if p_from is not null and '' in (coalesce(said ->> 'name', ''), coalesce(said ->> 'street', ''), coalesce(said ->> 'city', '')) then
    perform internal.fail('invoice_data_missing');
  end if;
  update internal.billing_settings set seller = said, billed_from = first_day
  where (billing_settings.seller, billed_from) is distinct from (said, first_day);
end $$;

-- Today in Berlin, by whose calendar months are billed.
create function internal.billing_day() returns date
language plpgsql stable set search_path = '' as $$
begin
  return (internal.present() at time zone 'Europe/Berlin')::date;
end $$;

-- The prices of today, for everybody: {free_people, person_cents, team_cents, commission_percent, commission_cap_cents, reward_cents, billed_from: the day
-- from which they are billed, null while nothing is}.
create function public.current_prices() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return to_jsonb(internal.prices_on(internal.billing_day())) - '{valid_from,vat_percent}'::text[]
    || jsonb_build_object('billed_from', (select billed_from from internal.billing_settings));
end $$;

revoke execute on function internal.prices_on, internal.billing_day from public;
grant execute on function public.current_prices to anon, authenticated;
grant execute on function public.use_billing to service_role;
