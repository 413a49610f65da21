-- What the law on the tax transparency of platforms (PStTG, after DAC7) makes the operator ask of every business, to report it once a year: who offers,
-- under which tax number, and to which account money goes. Apart from `companies`, which visitors read: only owners see and change it. It may be
-- incomplete at first; what is there is checked, numbers of other states by their form only. The name and address of a firm are those of its imprint.
-- Who changed what, and what stays when the company goes: 77_kept_tax_data.

-- Whether the last digit follows from the others as ISO 7064 says (MOD 11,10), as in the German tax numbers.
create function internal.ends_in_check_digit(digits text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  product integer := 10;
  sum integer;
begin
  for place in 1 .. length(digits) - 1 loop
    sum := (substr(digits, place, 1)::integer + product) % 10;
    product := case sum when 0 then 10 else sum end * 2 % 11;
  end loop;
  return (11 - product) % 10 = right(digits, 1)::integer;
end $$;

-- Whether this is the tax number of a person (Steuer-Identifikationsnummer): eleven digits, of the first ten one twice or three times and no other
-- twice, and never three in a row.
create function internal.is_tax_id(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  often integer[];
begin
  if value !~ '^[1-9][0-9]{10}$' or left(value, 10) ~ '(.)\1\1' then return false; end if;
  often := array(select count(*)::integer from regexp_split_to_table(left(value, 10), '') digit group by digit order by count(*) desc);
  return often[1] in (2, 3) and often[2] = 1 and internal.ends_in_check_digit(value);
end $$;

-- Whether this is the tax number of a firm: the national one (Wirtschafts-Identifikationsnummer) or that of its tax office, whose check digit every
-- state computes otherwise.
create function internal.is_tax_number(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  if value ~ '^DE[0-9]{9}(-[0-9]{5})?$' then return internal.ends_in_check_digit(substr(value, 3, 9)); end if;
  return value ~ '^[0-9]{10,13}$';
end $$;

-- Whether this can be a tax number of another state: letters and digits, at least one of them a digit. How each state writes its own is not known here.
create function internal.is_foreign_tax_number(value text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select value ~ '^[A-Z0-9-]{4,30}$' and value ~ '[0-9]'
$$;

-- Whether this is an IBAN without spaces, with its check digits (ISO 13616); a German one has 22 characters.
create function internal.is_iban(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  if value !~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' or value ~ '^DE' and value !~ '^DE[0-9]{20}$' then return false; end if;
  return (select string_agg(case when letter ~ '[0-9]' then letter else (ascii(letter) - 55)::text end, '' order by turn)::numeric % 97 = 1
    from regexp_split_to_table(substr(value, 5) || left(value, 4), '') with ordinality one (letter, turn));
end $$;

-- Who offers: a person on their own account, or a firm or association.
create type public.taxpayer as enum ('person', 'firm');

create table public.company_tax_data (
  company_id uuid primary key references public.companies on delete cascade,
  taxpayer public.taxpayer not null,
  -- Of a person: the name, where they live, the birthday.
  first_name text not null default '' check (length(first_name) <= 80),
  last_name text not null default '' check (length(last_name) <= 80),
  street text not null default '' check (length(street) <= 120),
  postal_code text not null default '',
  city text not null default '' check (length(city) <= 80),
  birthday date check (birthday between '1900-01-01' and '2199-12-31'),
  tax_id text not null default '',
  -- Of a firm.
  tax_number text not null default '',
  -- A firm that no register has, for example of several people without a contract.
  unregistered boolean not null default false,
  iban text not null default '' check (iban = '' or internal.is_iban(iban)),
  -- Whose account it is; empty: the business's own.
  account_holder text not null default '' check (length(account_holder) <= 120),
  updated_at timestamptz not null default now(),
  -- Where the person lives, and the state that has given the number of the person or the firm (ISO 3166).
  country text not null default 'DE' check (country ~ '^[A-Z]{2}$'),
  tax_country text not null default 'DE' check (tax_country ~ '^[A-Z]{2}$'),
  constraint company_tax_data_postal_code_check check (postal_code ~ case country when 'DE' then '^(\d{5})?$' else '^[A-Z0-9 -]{0,12}$' end),
  constraint company_tax_data_tax_id_check check (tax_id = ''
    or case tax_country when 'DE' then internal.is_tax_id(tax_id) else internal.is_foreign_tax_number(tax_id) end),
  constraint company_tax_data_tax_number_check check (tax_number = ''
    or case tax_country when 'DE' then internal.is_tax_number(tax_number) else internal.is_foreign_tax_number(tax_number) end),
  -- Nothing stays of what is not asked.
  constraint company_tax_data_firm check (taxpayer = 'person'
    or first_name || last_name || street || postal_code || city || tax_id = '' and birthday is null and country = 'DE'),
  constraint company_tax_data_person check (taxpayer = 'firm' or tax_number = '' and not unregistered)
);
create trigger touch before update on public.company_tax_data for each row execute function internal.touch_updated_at();

alter table public.company_tax_data enable row level security;
create policy owners_read on public.company_tax_data for select to authenticated using (company_id in (select internal.companies_as('owner')));
create policy owners_insert on public.company_tax_data for insert to authenticated with check (company_id in (select internal.companies_as('owner')));
create policy owners_update on public.company_tax_data for update to authenticated
  using (company_id in (select internal.companies_as('owner'))) with check (company_id in (select internal.companies_as('owner')));

-- The fields that are still empty, in the order of the form: of the tax data and, called company.…, of the imprint. {taxpayer}: nothing is there.
create function internal.tax_gaps(p_company uuid) returns text[]
language sql stable set search_path = '' as $$
  select case when held.company_id is null then '{taxpayer}' else array_remove(array[
    case when held.taxpayer = 'person' and held.first_name = '' then 'first_name' end,
    case when held.taxpayer = 'person' and held.last_name = '' then 'last_name' end,
    case when held.taxpayer = 'person' and '' in (held.street, held.postal_code, held.city) then 'street' end,
    case when held.taxpayer = 'person' and held.birthday is null then 'birthday' end,
    case when held.taxpayer = 'person' and held.tax_id = '' then 'tax_id' end,
    case when held.taxpayer = 'firm' and company.legal_name = '' then 'company.legal_name' end,
    case when held.taxpayer = 'firm' and '' in (company.street, company.postal_code, company.city) then 'company.street' end,
    case when held.taxpayer = 'firm' and held.tax_number = '' then 'tax_number' end,
    case when held.taxpayer = 'firm' and company.register_entry = '' and not held.unregistered then 'company.register_entry' end,
    case when held.iban = '' then 'iban' end], null) end
  from public.companies company left join public.company_tax_data held on held.company_id = company.id
  where company.id = p_company
$$;

-- The same for the company's owners; null for everybody else.
create function public.missing_tax_data(p_company uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select case when p_company in (select internal.companies_as('owner')) then internal.tax_gaps(p_company) end
$$;

revoke execute on function internal.tax_gaps from public;

grant select, insert (company_id, taxpayer, first_name, last_name, street, postal_code, city, birthday, tax_id, tax_number, unregistered, iban,
  account_holder, country, tax_country), update (taxpayer, first_name, last_name, street, postal_code, city, birthday, tax_id, tax_number, unregistered, iban, account_holder,
  country, tax_country) on public.company_tax_data to authenticated;
grant all on public.company_tax_data to service_role;
grant execute on function internal.is_tax_id, internal.is_tax_number, internal.is_foreign_tax_number, internal.is_iban, internal.ends_in_check_digit to authenticated, service_role;
grant execute on function public.missing_tax_data to authenticated;
