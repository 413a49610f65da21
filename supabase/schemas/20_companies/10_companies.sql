-- A business and the people who work in its admin area.
-- Roles: staff (own calendar and appointments), reception (all calendars and customers, no set-up), manager (all but money, roles and closing),
-- owner (all). 20_companies/20_rights.sql says which rights a role brings.
-- Companies are made by `create_company` only, so that each has an owner from its first moment.
-- The legal data are public, because a business page must carry an imprint (§ 5 DDG).

create type public.member_role as enum ('staff', 'reception', 'manager', 'owner');
create type public.company_state as enum ('active', 'suspended', 'closed');

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) >= 2 and length(name) <= 120),
  state public.company_state not null default 'active',
  legal_name text not null default '' check (length(legal_name) <= 160),
  representative text not null default '' check (length(representative) <= 120),
  street text not null default '' check (length(street) <= 120),
  postal_code text not null default '' check (postal_code ~ '^(\d{5})?$'),
  city text not null default '' check (length(city) <= 80),
  email text not null default '' check (email = '' or internal.is_address(email)),
  phone text not null default '' check (length(phone) <= 40),
  register_entry text not null default '' check (length(register_entry) <= 160),
  vat_id text not null default '' check (vat_id ~ '^([A-Z]{2}[A-Z0-9]{2,12})?$'),
  small_business boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Of a company whose owners have closed it: when its data go (85_accounts/70_closing).
  goes_at timestamptz,
  -- One to try things out in (22_sandboxes.sql): only its own visitor sees it, and nothing of it leaves.
  sandbox boolean not null default false,
  constraint companies_goes check (goes_at is null or state <> 'active')
);

create trigger touch before update on public.companies for each row execute function internal.touch_updated_at();

create table public.members (
  company_id uuid not null references public.companies on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  role public.member_role not null,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id)
);
create index members_user on public.members (user_id);

-- Companies that require a second factor of their members from this role upwards. A separate table, because visitors read `companies`.
create table public.second_factor_duties (
  company_id uuid primary key references public.companies on delete cascade,
  from_role public.member_role not null
);

-- The caller's companies and roles that count in this session: where the company requires a second factor, only if the token says that one
-- was shown (aal2). Every rule about members goes through here (docs/decisions/012-duty-of-two-factor.md).
create function internal.memberships() returns table (company_id uuid, role public.member_role)
language sql stable security definer set search_path = '' rows 1 as $$
  select member.company_id, member.role from public.members member
  where member.user_id = (select internal.person()) and (coalesce(auth.jwt() ->> 'aal' = 'aal2', false) or not exists (
    select from public.second_factor_duties duty where duty.company_id = member.company_id and duty.from_role <= member.role))
$$;

-- The companies in which the caller has at least this role. Definer: policies on `members` itself use it.
create function internal.companies_as(lowest public.member_role) returns setof uuid
language sql stable security definer set search_path = '' rows 1 as $$
  select company_id from internal.memberships() where role >= lowest
$$;
grant execute on function internal.companies_as to anon, authenticated, service_role;

-- Makes a company with the caller as its owner. A retry with the same name by the same owner gives the same company.
-- Errors: not_signed_in, name_missing.
create function public.create_company(p_name text, p_phone text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := internal.person();
  made uuid;
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  if length(btrim(coalesce(p_name, ''))) < 2 then perform internal.fail('name_missing'); end if;
  perform pg_advisory_xact_lock(hashtextextended(caller::text, 1));
  select company.id into made from public.companies company join public.members member on member.company_id = company.id
  where member.user_id = caller and member.role = 'owner' and company.name = btrim(p_name) and company.goes_at is null;
  if made is not null then return made; end if;
  insert into public.companies (name, legal_name, phone, email, representative)
  select btrim(p_name), btrim(p_name), left(coalesce(p_phone, ''), 40), coalesce(account.email, ''), profile.name
  from public.profiles profile join auth.users account on account.id = profile.id where profile.id = caller
  returning id into made;
  insert into public.members (company_id, user_id, role) values (made, caller, 'owner');
  return made;
end $$;

alter table public.companies enable row level security;
alter table public.members enable row level security;
alter table public.second_factor_duties enable row level security;

create policy members_read_company on public.companies for select to authenticated
  using (id in (select internal.companies_as('staff')));
create policy owners_change_company on public.companies for update to authenticated
  using (id in (select internal.companies_as('owner'))) with check (id in (select internal.companies_as('owner')));
create policy colleagues_read_duty on public.second_factor_duties for select to authenticated
  using (company_id in (select internal.companies_as('staff')));
create policy colleagues_read_members on public.members for select to authenticated
  using (company_id in (select internal.companies_as('staff')));

grant select on public.companies to anon, authenticated;
grant update (name, legal_name, representative, street, postal_code, city, email, phone, register_entry, vat_id, small_business)
  on public.companies to authenticated;
grant select on public.members, public.second_factor_duties to authenticated;
grant all on public.companies, public.members, public.second_factor_duties to service_role;
grant execute on function public.create_company to authenticated;
