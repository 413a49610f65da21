-- Written by `npm run db:migration` from supabase/schemas. Change those instead.

-- schemas/00_internal.sql

-- Functions that only other functions and policies call. The rest service does not show this schema.

create schema if not exists internal;
revoke all on schema internal from public;
grant usage on schema internal to anon, authenticated, service_role;

-- Every function of the product is closed until it is granted by name.
-- PUBLIC's right is a global default, which a schema's defaults can't take away; hosted grants the roles' rights per schema.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

-- The present. Tests set `zeitplatz.now` on an owner's connection; the rest service can't set it.
create function internal.present() returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('zeitplatz.now', true), '')::timestamptz, now())
$$;

-- Raises one of the documented error codes (docs/errors.md); the app translates the code, `detail` helps developers.
create function internal.fail(code text, detail text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = code, detail = coalesce(detail, '');
end $$;

-- Folds case, umlauts and accents, so that "Frisör", "frisoer" and "FRISOER" are one.
create function internal.folded(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select extensions.unaccent('extensions.unaccent',
    replace(replace(replace(replace(lower(value), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'))
$$;

create function internal.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

grant execute on all functions in schema internal to anon, authenticated, service_role;

-- schemas/10_reference.sql

-- Reference data: federal states, cities, districts, postal codes, categories, public holidays.
-- Everyone reads it; nobody writes it but the seed (supabase/seeds/reference.ts), which runs as the owner.
-- Sources: GeoNames (CC BY 4.0), OpenStreetMap (ODbL); named on /legal/quellen.

create table public.federal_states (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text not null,
  slug text not null unique
);

-- Municipalities with more than 5,000 inhabitants. The id is the one of GeoNames.
create table public.cities (
  id integer primary key,
  name text not null,
  slug text not null unique,
  state_code text not null references public.federal_states,
  latitude double precision not null,
  longitude double precision not null,
  population integer not null
);

create table public.districts (
  id integer primary key,
  city_id integer not null references public.cities,
  name text not null,
  slug text not null,
  latitude double precision not null,
  longitude double precision not null,
  unique (city_id, slug)
);

create table public.postal_codes (
  code text primary key check (code ~ '^\d{5}$'),
  city_id integer not null references public.cities,
  name text not null,
  latitude double precision not null,
  longitude double precision not null
);

-- Two levels: a category without parent holds categories with one. `synonyms` feed the search.
-- `secret`: professions under § 203 StGB, whose services are never named in messages.
-- `withdrawal`: whether a contract has a right of withdrawal (dated leisure services have none).
create table public.categories (
  id smallint primary key,
  parent_id smallint references public.categories,
  slug text not null unique,
  name text not null,
  synonyms text[] not null default '{}',
  icon text not null,
  description text not null,
  hue smallint not null check (hue between 0 and 359),
  secret boolean not null default false,
  withdrawal boolean not null default true,
  position smallint not null,
  service_templates jsonb not null default '[]'
);

create table public.public_holidays (
  state_code text not null references public.federal_states,
  date date not null,
  name text not null,
  primary key (state_code, date)
);

create index cities_name_trigrams on public.cities using gin (internal.folded(name) extensions.gin_trgm_ops);
create index categories_parent on public.categories (parent_id);
create index postal_codes_city on public.postal_codes (city_id);

do $$
declare
  reference text;
begin
  foreach reference in array array['federal_states', 'cities', 'districts', 'postal_codes', 'categories', 'public_holidays'] loop
    execute format('alter table public.%I enable row level security', reference);
    execute format('create policy everyone_reads on public.%I for select using (true)', reference);
    execute format('grant select on public.%I to anon, authenticated, service_role', reference);
  end loop;
end $$;

-- schemas/20_profiles.sql

-- A signed-in person's own data. Made by a trigger when the auth service adds a user.
-- Only the person reads and changes it; the companies see what stands in their own customer file.

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  name text not null default '' check (length(name) <= 120),
  phone text not null default '' check (length(phone) <= 40),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger touch before update on public.profiles for each row execute function internal.touch_updated_at();

create function internal.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, name, phone)
  values (new.id, left(coalesce(new.raw_user_meta_data ->> 'name', ''), 120), left(coalesce(new.raw_user_meta_data ->> 'phone', ''), 40))
  on conflict do nothing;
  return new;
end $$;

create trigger create_profile after insert on auth.users for each row execute function internal.create_profile();

alter table public.profiles enable row level security;
create policy own_profile_select on public.profiles for select to authenticated using (id = (select auth.uid()));
create policy own_profile_update on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

grant select on public.profiles to authenticated;
grant update (name, phone) on public.profiles to authenticated;
grant all on public.profiles to service_role;

-- schemas/21_companies.sql

-- A business and the people who work in its admin area.
-- Roles: staff (own calendar and appointments), manager (all but money, roles and closing), owner (all).
-- Companies are made by `create_company` only, so that each has an owner from its first moment.
-- The legal data are public, because a business page must carry an imprint (§ 5 DDG).

create type public.member_role as enum ('staff', 'manager', 'owner');
create type public.company_state as enum ('active', 'suspended', 'closed');

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 2 and 120),
  state public.company_state not null default 'active',
  legal_name text not null default '' check (length(legal_name) <= 160),
  representative text not null default '' check (length(representative) <= 120),
  street text not null default '' check (length(street) <= 120),
  postal_code text not null default '' check (postal_code ~ '^(\d{5})?$'),
  city text not null default '' check (length(city) <= 80),
  email text not null default '' check (length(email) <= 254),
  phone text not null default '' check (length(phone) <= 40),
  register_entry text not null default '' check (length(register_entry) <= 160),
  vat_id text not null default '' check (vat_id ~ '^([A-Z]{2}[A-Z0-9]{2,12})?$'),
  small_business boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
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

-- The companies in which the caller has at least this role. Definer: policies on `members` itself use it.
create function internal.companies_as(lowest public.member_role) returns setof uuid
language sql stable security definer set search_path = '' rows 1 as $$
  select company_id from public.members where user_id = (select auth.uid()) and role >= lowest
$$;
grant execute on function internal.companies_as to anon, authenticated, service_role;

-- Makes a company with the caller as its owner. A retry with the same name by the same owner gives the same company.
-- Errors: not_signed_in, name_missing.
create function public.create_company(p_name text, p_phone text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
  made uuid;
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  if length(btrim(coalesce(p_name, ''))) < 2 then perform internal.fail('name_missing'); end if;
  perform pg_advisory_xact_lock(hashtextextended(caller::text, 1));
  select company.id into made from public.companies company join public.members member on member.company_id = company.id
  where member.user_id = caller and member.role = 'owner' and company.name = btrim(p_name);
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

create policy members_read_company on public.companies for select to authenticated
  using (id in (select internal.companies_as('staff')));
create policy owners_change_company on public.companies for update to authenticated
  using (id in (select internal.companies_as('owner'))) with check (id in (select internal.companies_as('owner')));
create policy colleagues_read_members on public.members for select to authenticated
  using (company_id in (select internal.companies_as('staff')));

grant select on public.companies to anon, authenticated;
grant update (name, legal_name, representative, street, postal_code, city, email, phone, register_entry, vat_id, small_business)
  on public.companies to authenticated;
grant select on public.members to authenticated;
grant all on public.companies, public.members to service_role;
grant execute on function public.create_company to authenticated;

-- schemas/30_locations.sql

-- A place of a company with its public page. Visitors see published locations of active companies;
-- members see all of their own. Writing is for managers and owners; publishing goes through `publish_location`.

create type public.location_state as enum ('draft', 'published', 'paused');

create table public.locations (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 100),
  name text not null check (length(btrim(name)) between 2 and 120),
  state public.location_state not null default 'draft',
  description text not null default '' check (length(description) <= 4000),
  street text not null default '' check (length(street) <= 120),
  postal_code text not null default '' check (postal_code ~ '^(\d{5})?$'),
  city text not null default '' check (length(city) <= 80),
  district text not null default '' check (length(district) <= 80),
  city_id integer references public.cities,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  time_zone text not null default 'Europe/Berlin',
  phone text not null default '' check (length(phone) <= 40),
  email text not null default '' check (length(email) <= 254),
  website text not null default '' check (website ~ '^(https?://.{3,200})?$'),
  -- Attributes visitors filter by: payment:card, payment:cash, access:wheelchair, language:en, …
  attributes text[] not null default '{}',
  -- Booking policy. Minutes and days; see "Availability (normative)" in ARCHITECTURE.md.
  grid_minutes smallint not null default 15 check (grid_minutes between 1 and 1440),
  notice_minutes integer not null default 60 check (notice_minutes between 0 and 525600),
  horizon_days smallint not null default 60 check (horizon_days between 0 and 730),
  hold_minutes smallint not null default 10 check (hold_minutes between 1 and 60),
  cancellation_hours smallint not null default 24 check (cancellation_hours between 0 and 720),
  confirms_by_hand boolean not null default false,
  rating_average numeric(3, 2) not null default 0,
  rating_count integer not null default 0,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index locations_company on public.locations (company_id);
create index locations_city on public.locations (city_id) where state = 'published';
create trigger touch before update on public.locations for each row execute function internal.touch_updated_at();

-- Slugs a location had before: its old addresses answer 301.
create table public.location_slugs (
  slug text primary key,
  location_id uuid not null references public.locations on delete cascade
);

-- Pictures; the files lie in the storage bucket `location-images`.
create table public.location_images (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  path text not null,
  alt text not null default '' check (length(alt) <= 200),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Dominant colour, shown until the picture is there.
  color text not null default '#dfe5ea' check (color ~ '^#[0-9a-f]{6}$'),
  position smallint not null default 0
);
create index location_images_location on public.location_images (location_id, position);

-- schemas/31_employees.sql

-- Who performs services at a location. `user_id` links an employee to a signed-in member; visitors do not see it.

create table public.employees (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  user_id uuid references auth.users on delete set null,
  name text not null check (length(btrim(name)) between 1 and 120),
  title text not null default '' check (length(title) <= 80),
  color text not null default '#235789' check (color ~ '^#[0-9a-f]{6}$'),
  image_path text not null default '',
  position smallint not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, location_id)
);
create index employees_location on public.employees (location_id, position);
create index employees_user on public.employees (user_id);
create trigger touch before update on public.employees for each row execute function internal.touch_updated_at();

-- schemas/32_services.sql

-- What can be booked, and which employees offer it. Durations and buffers in minutes, prices in euro cents with VAT.
-- Buffers keep the employee busy before and after; the customer does not see them.
-- In a processing gap (`processing_start` minutes after the start, `processing_minutes` long) the employee is free for others.

create table public.services (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  category_id smallint not null references public.categories,
  name text not null check (length(btrim(name)) between 2 and 120),
  description text not null default '' check (length(description) <= 1000),
  duration_minutes smallint not null check (duration_minutes between 5 and 1440),
  buffer_before_minutes smallint not null default 0 check (buffer_before_minutes between 0 and 480),
  buffer_after_minutes smallint not null default 0 check (buffer_after_minutes between 0 and 480),
  processing_start smallint,
  processing_minutes smallint,
  price_cents integer not null check (price_cents between 0 and 10000000),
  price_from boolean not null default false,
  position smallint not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, location_id),
  check ((processing_start is null) = (processing_minutes is null)),
  check (processing_start is null or (processing_start > 0 and processing_minutes > 0
    and processing_start + processing_minutes < duration_minutes))
);
create index services_location on public.services (location_id, position);
create index services_category on public.services (category_id);
create trigger touch before update on public.services for each row execute function internal.touch_updated_at();

-- An employee's own duration or price replaces the service's when set. An own duration moves no processing gap:
-- a service with a gap has one duration for all.
create table public.employee_services (
  employee_id uuid not null,
  service_id uuid not null,
  location_id uuid not null,
  duration_minutes smallint check (duration_minutes between 5 and 1440),
  price_cents integer check (price_cents between 0 and 10000000),
  primary key (employee_id, service_id),
  -- Both belong to the same location.
  foreign key (employee_id, location_id) references public.employees (id, location_id) on delete cascade,
  foreign key (service_id, location_id) references public.services (id, location_id) on delete cascade
);
create index employee_services_service on public.employee_services (service_id);
create index employee_services_location on public.employee_services (location_id);

-- schemas/33_working_hours.sql

-- When employees work. Wall times in the zone of the location.
-- A weekly row whose end is not after its start ends on the next day; 24:00 is midnight of the next day.
-- `valid_from` and `valid_to` are local dates on which the shift begins, both included; null is open.

create table public.working_hours (
  id uuid primary key default gen_random_uuid(),
  employee_id uuid not null references public.employees on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  starts time not null check (starts < time '24:00'),
  ends time not null,
  valid_from date,
  valid_to date,
  check (valid_from is null or valid_to is null or valid_from <= valid_to)
);
create index working_hours_employee on public.working_hours (employee_id, weekday);

-- Absences (`closed`: vacation, sick, public holiday) and special openings (`open`, which win over closed).
-- Without an employee the exception holds for the whole location. Local wall times, half-open.
create type public.exception_kind as enum ('closed', 'open');

create table public.exceptions (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  employee_id uuid,
  kind public.exception_kind not null,
  starts_at timestamp not null,
  ends_at timestamp not null,
  reason text not null default '' check (length(reason) <= 120),
  -- Set when the row came from the public holidays of the location's federal state.
  holiday date,
  created_at timestamptz not null default now(),
  check (starts_at < ends_at),
  foreign key (employee_id, location_id) references public.employees (id, location_id) on delete cascade
);
create index exceptions_location on public.exceptions (location_id, ends_at);
create unique index exceptions_holiday on public.exceptions (location_id, holiday) where holiday is not null and employee_id is null;

-- schemas/34_location_rules.sql

-- Who may see and change locations and what hangs on them: images, employees, services, hours.
-- Visitors: published locations of active companies with images, active employees and services, the company's imprint.
-- Not for visitors: `employees.user_id`, hours, exceptions (`opening_hours` shows the times), `location_slugs`.
-- Members: read their company's; staff read only common exceptions and their own, because reasons may name an illness.
-- Managers and owners write, column by column. Never writable: ids, `company_id`, `location_id` of a row that exists,
-- `state`, `published_at`, ratings. Rows of another company fail the check, whoever owns what.

-- Lists for policies: `= any(array(select …))` runs them once per query and lets an index serve.
create function internal.locations_as(lowest public.member_role) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select location.id from public.locations location join public.members member on member.company_id = location.company_id
  where member.user_id = (select auth.uid()) and member.role >= lowest
$$;

create function internal.employees_as(lowest public.member_role) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select employee.id from public.employees employee
  join public.locations location on location.id = employee.location_id
  join public.members member on member.company_id = location.company_id
  where member.user_id = (select auth.uid()) and member.role >= lowest
$$;

-- The caller's own employee rows, as long as the caller is a member of the company.
create function internal.own_employees() returns setof uuid
language sql stable security definer set search_path = '' rows 1 as $$
  select employee.id from public.employees employee
  join public.locations location on location.id = employee.location_id
  join public.members member on member.company_id = location.company_id and member.user_id = employee.user_id
  where employee.user_id = (select auth.uid())
$$;

-- Definer: visitors may not read `companies.state` through the policies of `companies`, which ask for locations.
create function internal.inactive_companies() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.companies where state <> 'active'
$$;

create function internal.is_published(p_location uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.locations location join public.companies company on company.id = location.company_id
    where location.id = p_location and location.state = 'published' and company.state = 'active');
end $$;

create function internal.has_published_location(p_company uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.locations where company_id = p_company and state = 'published');
end $$;

grant execute on function internal.locations_as, internal.employees_as, internal.own_employees, internal.inactive_companies,
  internal.is_published, internal.has_published_location to anon, authenticated, service_role;

do $$
declare
  name text;
begin
  foreach name in array array['locations', 'location_slugs', 'location_images', 'employees', 'services', 'employee_services',
    'working_hours', 'exceptions'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('grant all on public.%I to service_role', name);
  end loop;
  -- Tables whose rows carry `location_id`: members read, managers write.
  foreach name in array array['location_images', 'employees', 'services', 'employee_services'] loop
    execute format('create policy members_read on public.%I for select to authenticated
      using (location_id = any(array(select internal.locations_as(''staff''))))', name);
  end loop;
  foreach name in array array['location_images', 'employees', 'services', 'employee_services', 'exceptions'] loop
    execute format('create policy managers_insert on public.%I for insert to authenticated
      with check (location_id = any(array(select internal.locations_as(''manager''))))', name);
    execute format('create policy managers_update on public.%I for update to authenticated
      using (location_id = any(array(select internal.locations_as(''manager''))))
      with check (location_id = any(array(select internal.locations_as(''manager''))))', name);
    execute format('create policy managers_delete on public.%I for delete to authenticated
      using (location_id = any(array(select internal.locations_as(''manager''))))', name);
  end loop;
end $$;

-- The imprint of a company with a public page.
create policy visitors_read_company on public.companies for select
  using (state = 'active' and internal.has_published_location(id));
create index companies_inactive on public.companies (id) where state <> 'active';

create policy visitors_read on public.locations for select
  using (state = 'published' and company_id not in (select internal.inactive_companies()));
create policy members_read on public.locations for select to authenticated
  using (company_id = any(array(select internal.companies_as('staff'))));
create policy managers_update on public.locations for update to authenticated
  using (company_id = any(array(select internal.companies_as('manager'))))
  with check (company_id = any(array(select internal.companies_as('manager'))));

create policy visitors_read on public.location_images for select using (internal.is_published(location_id));
create policy visitors_read on public.employees for select using (active and internal.is_published(location_id));
create policy visitors_read on public.services for select using (active and internal.is_published(location_id));
-- Through the policies of both sides: an inactive employee or service takes its rows along.
create policy visitors_read on public.employee_services for select using (
  internal.is_published(location_id)
  and exists (select from public.employees employee where employee.id = employee_id and employee.active)
  and exists (select from public.services service where service.id = service_id and service.active));

create policy members_read on public.working_hours for select to authenticated
  using (employee_id = any(array(select internal.employees_as('staff'))));
create policy managers_insert on public.working_hours for insert to authenticated
  with check (employee_id = any(array(select internal.employees_as('manager'))));
create policy managers_update on public.working_hours for update to authenticated
  using (employee_id = any(array(select internal.employees_as('manager'))))
  with check (employee_id = any(array(select internal.employees_as('manager'))));
create policy managers_delete on public.working_hours for delete to authenticated
  using (employee_id = any(array(select internal.employees_as('manager'))));

create policy managers_read on public.exceptions for select to authenticated
  using (location_id = any(array(select internal.locations_as('manager'))));
create policy staff_read on public.exceptions for select to authenticated
  using (location_id = any(array(select internal.locations_as('staff')))
    and (employee_id is null or employee_id = any(array(select internal.own_employees()))));

grant select on public.locations, public.location_images, public.services, public.employee_services to anon, authenticated;
grant select (id, location_id, name, title, color, image_path, position, active) on public.employees to anon, authenticated;
grant select on public.working_hours, public.exceptions to authenticated;

grant update (slug, name, description, street, postal_code, city, district, city_id, latitude, longitude, time_zone, phone, email,
  website, attributes, grid_minutes, notice_minutes, horizon_days, hold_minutes, cancellation_hours, confirms_by_hand)
  on public.locations to authenticated;
grant insert (id, location_id, path, alt, width, height, color, position), update (alt, color, position), delete
  on public.location_images to authenticated;
grant insert (id, location_id, user_id, name, title, color, image_path, position, active),
  update (user_id, name, title, color, image_path, position, active), delete on public.employees to authenticated;
grant insert (id, location_id, category_id, name, description, duration_minutes, buffer_before_minutes, buffer_after_minutes,
  processing_start, processing_minutes, price_cents, price_from, position, active),
  update (category_id, name, description, duration_minutes, buffer_before_minutes, buffer_after_minutes,
  processing_start, processing_minutes, price_cents, price_from, position, active), delete on public.services to authenticated;
grant insert (employee_id, service_id, location_id, duration_minutes, price_cents), update (duration_minutes, price_cents), delete
  on public.employee_services to authenticated;
grant insert (id, employee_id, weekday, starts, ends, valid_from, valid_to), update (weekday, starts, ends, valid_from, valid_to),
  delete on public.working_hours to authenticated;
grant insert (id, location_id, employee_id, kind, starts_at, ends_at, reason), update (employee_id, kind, starts_at, ends_at, reason),
  delete on public.exceptions to authenticated;

-- An employee row is linked to members of its own company only: the link opens appointments. Error: not_a_member.
create function internal.check_employee_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not null and not exists (
    select from public.members member join public.locations location on location.company_id = member.company_id
    where location.id = new.location_id and member.user_id = new.user_id
  ) then
    perform internal.fail('not_a_member');
  end if;
  return new;
end $$;
create trigger check_account before insert or update of user_id on public.employees
  for each row execute function internal.check_employee_account();

-- A member who leaves loses the link as well, so that a later return starts without old rights.
create function internal.unlink_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.employees employee set user_id = null from public.locations location
  where location.id = employee.location_id and location.company_id = old.company_id and employee.user_id = old.user_id;
  return null;
end $$;
create trigger unlink_member after delete on public.members for each row execute function internal.unlink_member();

-- Which signed-in member is which employee: managers see all of their company, staff their own rows. Others get no rows.
create function public.employee_accounts(p_company uuid)
returns table (employee_id uuid, location_id uuid, user_id uuid)
language sql stable security definer set search_path = '' as $$
  select employee.id, employee.location_id, employee.user_id
  from public.members caller
  join public.locations location on location.company_id = caller.company_id
  join public.employees employee on employee.location_id = location.id
  where caller.company_id = p_company and caller.user_id = (select auth.uid()) and employee.user_id is not null
    and (caller.role >= 'manager' or employee.user_id = caller.user_id)
$$;
grant execute on function public.employee_accounts to authenticated, service_role;

-- schemas/34a_location_verbs.sql

-- Making, naming, publishing and pausing locations, opening hours, public holidays.
-- A location unknown to the caller and one that the caller may not manage answer alike: location_not_found.

-- "Salon Löwe, Köln" → "salon-loewe-koeln". Empty when nothing is left.
create function internal.slugified(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(left(btrim(regexp_replace(internal.folded(value), '[^a-z0-9]+', '-', 'g'), '-'), 80), '-')
$$;

-- Keeps the old slug, so that its addresses answer 301, and never lets another location have it. Error: slug_taken.
create function internal.keep_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.location_slugs where slug = new.slug and location_id <> new.id) then
    perform internal.fail('slug_taken');
  end if;
  if tg_op = 'UPDATE' then
    if exists (select from public.locations where slug = new.slug and id <> new.id) then perform internal.fail('slug_taken'); end if;
    delete from public.location_slugs where slug = new.slug;
    insert into public.location_slugs (slug, location_id) values (old.slug, new.id) on conflict (slug) do nothing;
  end if;
  return new;
end $$;
create trigger keep_slug before insert on public.locations for each row execute function internal.keep_slug();
create trigger keep_changed_slug before update on public.locations for each row when (old.slug <> new.slug)
  execute function internal.keep_slug();

-- The municipality follows the postal code unless it is given.
create function internal.fill_city() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.city_id := coalesce((select city_id from public.postal_codes where code = new.postal_code), new.city_id);
  return new;
end $$;
create trigger fill_city before insert or update of postal_code on public.locations
  for each row execute function internal.fill_city();

-- Makes a draft location of a company with the company's address and a free slug from name and city. For managers and owners.
-- Errors: company_not_found, name_missing, name_too_long.
create function public.create_location(p_company uuid, p_name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  company public.companies;
  wanted text;
  made uuid;
begin
  select * into company from public.companies where id = p_company and id in (select internal.companies_as('manager'));
  if company.id is null then perform internal.fail('company_not_found'); end if;
  if length(btrim(coalesce(p_name, ''))) < 2 then perform internal.fail('name_missing'); end if;
  if length(btrim(p_name)) > 120 then perform internal.fail('name_too_long'); end if;
  wanted := internal.slugified(btrim(p_name) || ' ' || company.city);
  if length(wanted) < 3 then wanted := btrim('standort-' || wanted, '-'); end if;
  for attempt in 1..1000 loop
    insert into public.locations (company_id, slug, name, street, postal_code, city, phone, email)
    select p_company, tried, btrim(p_name), company.street, company.postal_code, company.city, company.phone, company.email
    from (select wanted || case when attempt > 1 then '-' || attempt else '' end as tried) slugs
    where not exists (select from public.location_slugs where slug = tried)
    on conflict (slug) do nothing
    returning id into made;
    exit when made is not null;
  end loop;
  if made is null then perform internal.fail('slug_taken'); end if;
  return made;
end $$;

-- The published location with this id, slug or old slug as {id, slug, moved}; null when there is none.
-- `moved` is true for an old slug: answer 301. Open to everyone.
create function public.location_by_slug(p_key text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found uuid;
  moved boolean := false;
begin
  if p_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    found := p_key::uuid;
  else
    select id into found from public.locations where slug = lower(p_key);
    if found is null then
      select location_id into found from public.location_slugs where slug = lower(p_key);
      moved := found is not null;
    end if;
  end if;
  if found is null or not internal.is_published(found) then return null; end if;
  return (select jsonb_build_object('id', id, 'slug', slug, 'moved', moved) from public.locations where id = found);
end $$;

-- What a location needs before it may be published, in the order of the form; `imprint` is Art. 30 DSA.
create function internal.checklist(p_location uuid) returns table (step text, done boolean)
language sql stable set search_path = '' as $$
  with place as (
    select location.*, company.legal_name, company.representative, company.street as legal_street, company.postal_code as legal_code,
      company.city as legal_city, company.email as legal_email
    from public.locations location join public.companies company on company.id = location.company_id
    where location.id = p_location
  )
  select steps.* from place, lateral (values
    ('address', place.street <> '' and place.postal_code <> '' and place.city <> ''),
    ('coordinates', place.latitude is not null and place.longitude is not null),
    ('employee', exists (select from public.employees where location_id = place.id and active)),
    ('service', exists (select from public.services where location_id = place.id and active)),
    ('offered', exists (select from public.services where location_id = place.id and active) and not exists (
      select from public.services service where service.location_id = place.id and service.active and not exists (
        select from public.employee_services offer join public.employees employee on employee.id = offer.employee_id
        where offer.service_id = service.id and employee.active))),
    ('hours', exists (select from public.working_hours hours join public.employees employee on employee.id = hours.employee_id
      where employee.location_id = place.id and employee.active
        and (hours.valid_to is null or hours.valid_to >= (internal.present() at time zone place.time_zone)::date))),
    ('imprint', '' not in (place.legal_name, place.representative, place.legal_street, place.legal_code, place.legal_city,
      place.legal_email))
  ) steps (step, done)
$$;

-- The checklist for members of the company. Error: location_not_found.
create function public.publishing_checklist(p_location uuid) returns table (step text, done boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  return query select checks.step, checks.done from internal.checklist(p_location) checks;
end $$;

-- Shows a draft or paused location to everyone; a published one stays so. For managers and owners.
-- Errors: location_not_found, company_inactive, checklist_incomplete (detail: the missing steps, separated by commas).
create function public.publish_location(p_location uuid) returns public.location_state
language plpgsql security definer set search_path = '' as $$
declare
  missing text;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  perform from public.locations where id = p_location for update;
  if exists (select from public.locations location join public.companies company on company.id = location.company_id
    where location.id = p_location and company.state <> 'active') then
    perform internal.fail('company_inactive');
  end if;
  select string_agg(checks.step, ',') into missing from internal.checklist(p_location) checks where not checks.done;
  if missing is not null then perform internal.fail('checklist_incomplete', missing); end if;
  update public.locations set state = 'published', published_at = coalesce(published_at, internal.present())
  where id = p_location and state <> 'published';
  return 'published';
end $$;

-- Takes a published location off the catalogue; its appointments stay. For managers and owners.
-- Errors: location_not_found, wrong_state (a draft).
create function public.pause_location(p_location uuid) returns public.location_state
language plpgsql security definer set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  update public.locations set state = 'paused' where id = p_location and state <> 'draft';
  if not found then perform internal.fail('wrong_state', 'draft'); end if;
  return 'paused';
end $$;

-- Adds the public holidays of a year in the location's federal state as closed days; returns how many are new.
-- Repeating adds nothing. For managers and owners. Errors: location_not_found, city_missing.
create function public.add_public_holidays(p_location uuid, p_year integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  state text;
  added integer;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  select city.state_code into state from public.locations location join public.cities city on city.id = location.city_id
  where location.id = p_location;
  if state is null then perform internal.fail('city_missing'); end if;
  insert into public.exceptions (location_id, kind, starts_at, ends_at, reason, holiday)
  select p_location, 'closed', holiday.date, holiday.date + 1, left(holiday.name, 120), holiday.date
  from public.public_holidays holiday where holiday.state_code = state and extract(year from holiday.date) = p_year
  on conflict (location_id, holiday) where holiday is not null and employee_id is null do nothing;
  get diagnostics added = row_count;
  return added;
end $$;

-- When a location is open in an ordinary week: for each weekday (1 Monday … 7 Sunday) the union of the active employees' hours
-- that hold today. Wall times; `ends` not after `starts` is on the next day. Exceptions and breaks of one person do not show.
-- For visitors of a published location and for members; others get no rows.
create function public.opening_hours(p_location uuid) returns table (weekday smallint, starts time, ends time)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not internal.is_published(p_location) and p_location not in (select internal.locations_as('staff')) then return; end if;
  return query
  with rows as (
    select hours.weekday as day, (extract(epoch from hours.starts) / 60)::integer as opens,
      (extract(epoch from hours.ends) / 60)::integer + case when hours.ends <= hours.starts then 1440 else 0 end as closes
    from public.working_hours hours
    join public.employees employee on employee.id = hours.employee_id and employee.active
    join public.locations location on location.id = employee.location_id
    cross join lateral (select (internal.present() at time zone location.time_zone)::date as date) today
    where employee.location_id = p_location and coalesce(hours.valid_from <= today.date, true)
      and coalesce(hours.valid_to >= today.date, true)
  ), merged as (
    select day, unnest(range_agg(int4range(opens, least(closes, opens + 1440)))) as open from rows group by day
  )
  select day, make_time(lower(open) / 60, lower(open) % 60, 0),
    case when upper(open) = 1440 then time '24:00' else make_time(upper(open) / 60 % 24, upper(open) % 60, 0) end
  from merged order by day, lower(open);
end $$;

grant execute on function public.create_location, public.publishing_checklist, public.publish_location, public.pause_location,
  public.add_public_holidays to authenticated;
grant execute on function public.location_by_slug, public.opening_hours to anon, authenticated, service_role;

-- schemas/40_customers.sql

-- A person in one company's customer file. Companies never see each other's files.
-- Rows are made by bookings and by hand; a signed-in customer's bookings link `user_id`.

create table public.customers (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  user_id uuid references auth.users on delete set null,
  name text not null check (length(btrim(name)) between 1 and 120),
  email extensions.citext check (length(email::text) <= 254),
  phone text not null default '' check (length(phone) <= 40),
  note text not null default '' check (length(note) <= 4000),
  blocked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, email)
);
create index customers_user on public.customers (user_id);
create index customers_name on public.customers using gin (internal.folded(name) extensions.gin_trgm_ops);
create trigger touch before update on public.customers for each row execute function internal.touch_updated_at();

-- schemas/41_appointments.sql

-- What was booked. An appointment is one visit; its lines are the services, one after the other.
-- A hold is an appointment in state `held` which stops blocking at `hold_expires_at` by itself.
-- Nobody writes these tables directly: each state change is a verb function (43_…) that leaves a row in `appointment_events`.
--
-- The promise of the product is one constraint: `appointment_lines_no_overlap`. `occupied` is the employee's busy time:
-- the service with its buffers, without its processing gap, without what an earlier line of the same visit and employee
-- occupies already. It is the empty multirange once the appointment no longer blocks (cancelled, declined, expired).

create type public.appointment_state as enum (
  'held', 'requested', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'expired');
create type public.actor_kind as enum ('customer', 'business', 'system');

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  location_id uuid not null references public.locations on delete cascade,
  state public.appointment_state not null default 'held',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  hold_expires_at timestamptz,
  customer_id uuid references public.customers on delete set null,
  -- The signed-in person who booked; null for guests and bookings by hand.
  user_id uuid references auth.users on delete set null,
  -- Contact data as given with this booking; the customer file may change later.
  contact_name text not null default '' check (length(contact_name) <= 120),
  contact_email text not null default '' check (length(contact_email) <= 254),
  contact_phone text not null default '' check (length(contact_phone) <= 40),
  note text not null default '' check (length(note) <= 2000),
  total_cents integer not null check (total_cents >= 0),
  source text not null default 'web' check (source in ('web', 'admin', 'widget', 'offer')),
  -- Cancellation policy at the time of booking: later changes of the location do not bind the customer.
  cancellation_hours smallint not null default 24,
  -- SEQUENCE of the calendar entry; rises with every change sent by mail.
  sequence integer not null default 0,
  idempotency_key uuid unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (starts_at < ends_at),
  check ((state = 'held') = (hold_expires_at is not null)),
  check (state in ('held', 'expired') or length(btrim(contact_name)) > 0)
);
create index appointments_location_start on public.appointments (location_id, starts_at);
create index appointments_customer on public.appointments (customer_id);
create index appointments_user on public.appointments (user_id, starts_at);
create index appointments_company_start on public.appointments (company_id, starts_at);
create index appointments_holds on public.appointments (hold_expires_at) where state = 'held';
create index appointments_requests on public.appointments (starts_at) where state = 'requested';
create index appointments_lapsed on public.appointments (updated_at) where state = 'expired';
create trigger touch before update on public.appointments for each row execute function internal.touch_updated_at();

create table public.appointment_lines (
  appointment_id uuid not null references public.appointments on delete cascade,
  position smallint not null,
  service_id uuid not null references public.services,
  employee_id uuid not null references public.employees,
  service_name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  price_cents integer not null check (price_cents >= 0),
  occupied tstzmultirange not null,
  -- Copy of the appointment's, so that reading free time needs no join: an expired hold does not count.
  hold_expires_at timestamptz,
  primary key (appointment_id, position),
  check (starts_at < ends_at),
  constraint appointment_lines_no_overlap exclude using gist (employee_id with =, occupied with &&) where (not isempty(occupied))
);
create index appointment_lines_employee_start on public.appointment_lines (employee_id, starts_at);

-- History: who moved an appointment, when and why. Append-only.
create table public.appointment_events (
  id bigint generated always as identity primary key,
  appointment_id uuid not null references public.appointments on delete cascade,
  at timestamptz not null default now(),
  verb text not null,
  actor public.actor_kind not null,
  actor_id uuid,
  from_state public.appointment_state,
  to_state public.appointment_state not null,
  reason text not null default '' check (length(reason) <= 1000),
  old_starts_at timestamptz,
  new_starts_at timestamptz
);
create index appointment_events_appointment on public.appointment_events (appointment_id, id);

-- Secret links of guests: only the SHA-256 of the secret is stored. Each mail carries a secret of its own;
-- a browser may hold several slots with one.
create table public.appointment_links (
  secret_hash bytea not null check (length(secret_hash) = 32),
  appointment_id uuid not null references public.appointments on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (secret_hash, appointment_id)
);
create index appointment_links_appointment on public.appointment_links (appointment_id);

-- schemas/42_availability.sql

-- The parts of availability: instants of wall times, working time, busy time, and where a service fits between them.
-- 42b_visits.sql puts them together. The rules are "Availability (normative)" in ARCHITECTURE.md; rule numbers below are its.
--
-- All intervals are half-open; times are whole minutes. A local date is the index of its midnight in an array of midnights:
-- zones are asked once a day, never once a minute. Functions here trust their callers and are granted to nobody.

-- Rule 1: the instant of a wall time as RFC 5545 and Temporal's `compatible` read it. A time skipped by the clock is read with
-- the offset before the gap, as PostgreSQL does; of a time that comes twice we take the first, PostgreSQL the second.
create function internal.instant(local timestamp, zone text) returns timestamptz
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  later timestamptz := local at time zone zone;
  -- Longer than any change of offset, shorter than the time between two of them.
  before timestamptz := later - interval '26 hours';
  elapsed interval := local - (before at time zone zone);
  earlier timestamptz;
begin
  if elapsed = interval '26 hours' then return later; end if;
  earlier := ((before at time zone 'UTC') + elapsed) at time zone 'UTC';
  if earlier < later and (earlier at time zone zone) = local then return earlier; end if;
  return later;
end $$;

-- Local midnights of the dates `first` to `last`, in order.
create function internal.midnights(zone text, first date, last date) returns timestamptz[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  found timestamptz[] := array(
    select (first + day)::timestamp at time zone zone from generate_series(0, last - first) as day);
begin
  -- Only a midnight that is not 24 hours after the one before can be the second of two.
  for day in 1 .. cardinality(found) loop
    if day = 1 or found[day] <> found[day - 1] + interval '24 hours' then
      found[day] := internal.instant((first + day - 1)::timestamp, zone);
    end if;
  end loop;
  return found;
end $$;

-- Rules 2 and 3: when an employee works on the dates from `first_date`, whose midnight is midnights[1], up to the last midnight.
-- Complete from the second date on: a shift that began the day before the first is missing.
create function internal.working_time(employee uuid, location uuid, zone text, first_date date, midnights timestamptz[])
returns tstzmultirange
language plpgsql stable set search_path = '' as $$
declare
  days constant integer := cardinality(midnights) - 1;
  weekly tstzmultirange;
  closed tstzmultirange;
  opened tstzmultirange;
begin
  -- On a day of 24 hours a wall time is so many minutes after midnight; only days of a clock change need the zone.
  select range_agg(tstzrange(shift.begins, greatest(shift.begins, shift.finishes))) into weekly
  from public.working_hours row
  cross join generate_series(1 + (row.weekday + 7 - extract(isodow from first_date)::integer) % 7, days, 7) as day
  cross join lateral (select
    case when midnights[day + 1] = midnights[day] + interval '24 hours' then midnights[day] + row.starts::interval
      else internal.instant(first_date + (day - 1) + row.starts, zone) end as begins,
    case when row.ends > row.starts and midnights[day + 1] = midnights[day] + interval '24 hours'
        then midnights[day] + row.ends::interval
      when row.ends > row.starts then internal.instant(first_date + (day - 1) + row.ends, zone)
      when midnights[day + 2] = midnights[day + 1] + interval '24 hours' then midnights[day + 1] + row.ends::interval
      else internal.instant(first_date + day + row.ends, zone) end as finishes
  ) shift
  where row.employee_id = employee
    and (row.valid_from is null or first_date + (day - 1) >= row.valid_from)
    and (row.valid_to is null or first_date + (day - 1) <= row.valid_to);

  select range_agg(period.lasts) filter (where row.kind = 'closed'), range_agg(period.lasts) filter (where row.kind = 'open')
  into closed, opened
  from public.exceptions row
  cross join lateral (select internal.instant(row.starts_at, zone) as begins, internal.instant(row.ends_at, zone) as finishes) bounds
  cross join lateral (select tstzrange(bounds.begins, greatest(bounds.begins, bounds.finishes)) as lasts) period
  where row.location_id = location and (row.employee_id is null or row.employee_id = employee)
    and row.ends_at > first_date - 1 and row.starts_at < first_date + days + 1;

  return coalesce(weekly, '{}') - coalesce(closed, '{}') + coalesce(opened, '{}');
end $$;

-- What blocks an employee between two instants. Expired holds do not; `ignored` is an appointment that is being moved.
create function internal.busy_time(employee uuid, earliest timestamptz, latest timestamptz, at timestamptz, ignored uuid)
returns tstzmultirange
language plpgsql stable set search_path = '' as $$
declare
  busy tstzmultirange;
begin
  select range_agg(line.occupied) into busy
  from public.appointment_lines line
  where line.employee_id = employee
    and not isempty(line.occupied) and line.occupied && tstzrange(earliest, latest)
    and (line.hold_expires_at is null or line.hold_expires_at > at)
    and (ignored is null or line.appointment_id <> ignored);
  return coalesce(busy, '{}');
end $$;

-- The instants S for which [S + first_minute, S + end_minute) lies within one piece; minutes may be negative.
create function internal.fitting(pieces tstzmultirange, first_minute integer, end_minute integer) returns tstzmultirange
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  before interval := make_interval(mins => first_minute);
  after interval := make_interval(mins => end_minute);
  found tstzmultirange;
begin
  select range_agg(tstzrange(lower(piece) - before, upper(piece) - after, '[]')) into found
  from unnest(pieces) as piece
  where lower(piece) - before <= upper(piece) - after;
  return coalesce(found, '{}');
end $$;

-- Instants moved by minutes.
create function internal.moved(instants tstzmultirange, minutes integer) returns tstzmultirange
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  offset_by interval := make_interval(mins => minutes);
  found tstzmultirange;
begin
  select range_agg(tstzrange(lower(piece) + offset_by, upper(piece) + offset_by, '[]')) into found from unnest(instants) as piece;
  return coalesce(found, '{}');
end $$;

-- Minutes of `busy` on each local day: booked[i] lies between midnights[i] and midnights[i + 1]. For rule 7.
create function internal.booked_minutes(busy tstzmultirange, midnights timestamptz[]) returns integer[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  days constant integer := cardinality(midnights) - 1;
  booked integer[] := array_fill(0, array[days]);
  day integer := 1;
  begins timestamptz;
  finishes timestamptz;
begin
  for begins, finishes in select lower(piece), upper(piece) from unnest(busy) as piece loop
    begins := greatest(begins, midnights[1]);
    while day < days and midnights[day + 1] <= begins loop day := day + 1; end loop;
    while midnights[day + 1] < finishes loop
      booked[day] := booked[day] + date_part('epoch', midnights[day + 1] - begins) / 60;
      exit when day = days;
      day := day + 1;
      begins := midnights[day];
    end loop;
    if finishes <= midnights[day + 1] then booked[day] := booked[day] + date_part('epoch', finishes - begins) / 60; end if;
  end loop;
  return booked;
end $$;

-- Instants as whole minutes since 1970.
create function internal.minutes(instants timestamptz[]) returns integer[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array(select (date_part('epoch', instant) / 60)::integer from unnest(instants) as instant);
end $$;

revoke execute on function internal.instant, internal.midnights, internal.working_time, internal.busy_time, internal.fitting,
  internal.moved, internal.booked_minutes, internal.minutes from public;

-- schemas/42b_visits.sql

-- Bookable visits: one or several services one after the other (rules 5 to 7).
--
-- Line i of a visit runs [s_i, s_i + d_i) and s_{i+1} = s_i + d_i. Each line needs, for its employee,
--   * [s_i - buffer before, s_i + d_i + buffer after) wholly in working time, and
--   * the same without the processing gap free of what is booked. The gap itself may be booked, but lies in working time.
-- Lines of one visit never conflict with each other: a buffer between two of them may be used by the visit itself.
-- Grid, notice, horizon and dates are asked of s_1, the grid by the working time of the first line's employee.
-- Duration and price are the employee's own where set, so the end of a visit depends on who performs it.
--
-- Who: with a chosen employee, this one for all lines. Otherwise ("Egal wer") anyone who offers all services; only when nobody
-- offers all, a chain: for each line anyone who offers it. Among those who can, the one with the least booked time on the local
-- date of s_1 (minutes occupied, buffers included, gaps not, live holds included), then by position, then by id; in a chain line
-- after line, always leaving the later lines possible. Only active services and employees count.

-- One employee who may perform one line. `starts`: the instants at which this line and all later ones can begin.
-- `alone`: one employee performs the whole visit, which then takes `visit_minutes` from the start of this line.
create type internal.line_offer as (
  line integer, turn integer, employee_id uuid, service_id uuid, service_name text, price_cents integer,
  minutes integer, before integer, after integer, gap_start integer, gap_minutes integer,
  alone boolean, visit_minutes integer, working tstzmultirange, busy tstzmultirange, starts tstzmultirange
);

-- Who offers which line, last line first. Inactive services count by hand only.
create function internal.offered_lines(location uuid, services uuid[], employee uuid, by_hand boolean)
returns setof internal.line_offer
language plpgsql stable set search_path = '' as $$
begin
  return query
  select offer.line, offer.turn, offer.employee_id, offer.service_id, offer.service_name, offer.price_cents,
    offer.minutes, offer.before, offer.after, offer.gap_start, offer.gap_minutes,
    offer.lines = cardinality(services), null::integer, null::tstzmultirange, null::tstzmultirange, null::tstzmultirange
  from (
    select every.*, max(every.lines) over () as most_lines
    from (
      select wish.line::integer, dense_rank() over (order by person.position, person.id)::integer as turn,
        person.id as employee_id, service.id as service_id, service.name as service_name,
        coalesce(own.price_cents, service.price_cents) as price_cents,
        coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)::integer as minutes,
        service.buffer_before_minutes::integer as before, service.buffer_after_minutes::integer as after,
        service.processing_start::integer as gap_start, service.processing_minutes::integer as gap_minutes,
        count(*) over (partition by person.id) as lines
      from unnest(services) with ordinality as wish (service_id, line)
      join public.services service on service.id = wish.service_id and service.location_id = location
      join public.employee_services own on own.service_id = service.id
      join public.employees person on person.id = own.employee_id
      where person.active and (service.active or by_hand) and (employee is null or person.id = employee)
    ) every
  ) offer
  where offer.lines = cardinality(services) or (employee is null and offer.most_lines < cardinality(services))
  order by offer.line desc, offer.turn;
end $$;

-- When a line can begin as far as its own employee goes.
create function internal.line_starts(offer internal.line_offer) returns tstzmultirange
language plpgsql immutable set search_path = '' as $$
declare
  free tstzmultirange := offer.working - offer.busy;
begin
  if offer.gap_start is null then return internal.fitting(free, -offer.before, offer.minutes + offer.after); end if;
  return internal.fitting(offer.working, -offer.before, offer.minutes + offer.after)
    * internal.fitting(free, -offer.before, offer.gap_start)
    * internal.fitting(free, offer.gap_start + offer.gap_minutes, offer.minutes + offer.after);
end $$;

-- The offers of each line with the instants at which it can begin; empty when nobody offers one of the lines.
-- midnights[1] is the midnight of `first_date`: two days before the first wanted start, and three days and one for each service
-- after the last. By hand working time is not asked: everything between the first and the last midnight is.
create function internal.line_offers(
  location uuid, services uuid[], employee uuid, zone text, first_date date, midnights timestamptz[],
  at timestamptz, ignored uuid, by_hand boolean)
returns internal.line_offer[]
language plpgsql stable set search_path = '' as $$
declare
  lines constant integer := cardinality(services);
  last constant timestamptz := midnights[cardinality(midnights)];
  offer internal.line_offer;
  offers internal.line_offer[] := '{}';
  working tstzmultirange[] := '{}';
  busy tstzmultirange[] := '{}';
  line integer := lines + 1;
  -- When the later lines can begin: with anyone, and with the employee of each turn alone.
  rest tstzmultirange;
  rest_alone tstzmultirange[] := '{}';
  minutes_alone integer[] := '{}';
  found tstzmultirange := '{}';
begin
  for offer in select * from internal.offered_lines(location, services, employee, by_hand) loop
    if offer.line < line - 1 then return '{}'; end if;
    if offer.line < line then
      line := offer.line;
      rest := found;
      found := '{}';
    end if;
    if working[offer.turn] is null then
      working[offer.turn] := case when by_hand then tstzmultirange(tstzrange(midnights[1], last))
        else internal.working_time(offer.employee_id, location, zone, first_date, midnights) end;
      busy[offer.turn] := internal.busy_time(offer.employee_id, midnights[1], last, at, ignored);
    end if;
    offer.working := working[offer.turn];
    offer.busy := busy[offer.turn];
    offer.starts := internal.line_starts(offer);
    if line < lines then
      offer.starts := offer.starts * internal.moved(case when offer.alone then rest_alone[offer.turn] else rest end, -offer.minutes);
    end if;
    offer.visit_minutes := offer.minutes + coalesce(minutes_alone[offer.turn], 0);
    minutes_alone[offer.turn] := offer.visit_minutes;
    if line > 1 then
      rest_alone[offer.turn] := offer.starts;
      found := found + offer.starts;
    end if;
    offers := offers || offer;
  end loop;
  if line > 1 then return '{}'; end if;
  return offers;
end $$;

-- Rule 5's grid: the starts S for which [S - before, S + after) lies in one of the free pieces and `earliest` <= S <= `latest`.
-- Each row is first, first + grid, ... up to last, in minutes since 1970, all on the local day midnights[day]; rows are in order.
-- Every free piece lies in one piece of working time; both are walked along together, and so are the days.
create function internal.grid_runs(
  free tstzmultirange, before integer, after integer, working tstzmultirange, midnights timestamptz[], grid integer,
  earliest timestamptz, latest timestamptz)
returns table (day integer, first integer, last integer)
language plpgsql immutable rows 100 set search_path = '' as $$
declare
  midnight constant integer[] := internal.minutes(midnights);
  earliest_minute constant integer := ceil(date_part('epoch', earliest) / 60);
  latest_minute constant integer := floor(date_part('epoch', latest) / 60);
  begins integer[] := array(select (date_part('epoch', lower(piece)) / 60)::integer from unnest(working) as piece);
  piece integer := 1;
  anchor integer;
  low integer;
  high integer;
begin
  begins := begins || 2147483647;
  day := 1;
  for low, high in
    select ceil(date_part('epoch', lower(part)) / 60)::integer + before, floor(date_part('epoch', upper(part)) / 60)::integer - after
    from unnest(free) as part
  loop
    if low < earliest_minute then low := earliest_minute; end if;
    if high > latest_minute then high := latest_minute; end if;
    continue when low > high;
    while begins[piece + 1] <= low loop piece := piece + 1; end loop;
    while midnight[day + 1] <= low loop day := day + 1; end loop;
    loop
      anchor := greatest(midnight[day], begins[piece]);
      first := anchor + (low - anchor + grid - 1) / grid * grid;
      last := least(high, midnight[day + 1] - 1);
      if first <= last then return next; end if;
      exit when high < midnight[day + 1];
      day := day + 1;
      low := midnight[day];
    end loop;
  end loop;
end $$;

-- The offer that performs a line which begins at `at`, if anyone can (rule 7). `day` is the index of the local date of the visit.
create function internal.chosen_offer(offers internal.line_offer[], line integer, at timestamptz, midnights timestamptz[], day integer)
returns internal.line_offer
language plpgsql immutable set search_path = '' as $$
declare
  offer internal.line_offer;
  chosen internal.line_offer;
  booked integer;
  least_booked integer;
begin
  foreach offer in array offers loop
    continue when offer.line <> line or not offer.starts @> at;
    booked := (internal.booked_minutes(offer.busy, midnights[day : day + 1]))[1];
    if least_booked is null or booked < least_booked then
      chosen := offer;
      least_booked := booked;
    end if;
  end loop;
  return chosen;
end $$;

-- Whether the caller may see the free times of a location: everyone when it is published, members always.
create function internal.bookable_location(location uuid) returns public.locations
language plpgsql stable set search_path = '' as $$
declare
  found public.locations;
begin
  select place.* into found
  from public.locations place join public.companies company on company.id = place.company_id
  where place.id = location
    and ((place.state = 'published' and company.state = 'active') or place.company_id in (select internal.companies_as('staff')));
  return found;
end $$;

revoke execute on function internal.offered_lines, internal.line_starts, internal.line_offers, internal.grid_runs,
  internal.chosen_offer, internal.bookable_location from public;

-- schemas/42c_plans.sql

-- The plan of one visit at one start, for the verbs that hold, book and move (43_…).

-- The busy time of a line that begins at `at`: the service with its buffers without its processing gap.
create function internal.occupied_by(offer internal.line_offer, at timestamptz) returns tstzmultirange
language plpgsql immutable set search_path = '' as $$
declare
  whole tstzmultirange := tstzmultirange(tstzrange(
    at - make_interval(mins => offer.before), at + make_interval(mins => offer.minutes + offer.after)));
begin
  if offer.gap_start is null then return whole; end if;
  return whole - tstzmultirange(tstzrange(
    at + make_interval(mins => offer.gap_start), at + make_interval(mins => offer.gap_start + offer.gap_minutes)));
end $$;

-- The lines of a visit that begins at exactly this instant, if it can be booked; else no rows.
-- p_employee null is "Egal wer". p_ignore_appointment: the appointment that is being moved, which is not in its own way.
-- p_free_choice: booked by hand by a member, who may leave working hours, grid, notice and horizon; what is booked still blocks.
-- `occupied` is what the line adds to its employee's busy time: not the processing gap, nor what earlier lines of the visit occupy.
-- A plan is no promise: it is read without locks. The constraint of appointment_lines decides.
create function internal.plan_visit(
  p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamptz, p_now timestamptz,
  p_ignore_appointment uuid default null, p_free_choice boolean default false)
returns table (
  "position" smallint, service_id uuid, employee_id uuid, service_name text, starts_at timestamptz, ends_at timestamptz,
  price_cents integer, occupied tstzmultirange)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Index of the visit's local date in `midnights`, see internal.line_offers.
  day constant integer := 3;
  place public.locations := internal.bookable_location(p_location);
  start_date date;
  midnights timestamptz[];
  offers internal.line_offer[];
  offer internal.line_offer;
  -- What the lines so far occupy of the employee of each turn.
  taken tstzmultirange[] := '{}';
begin
  if place.id is null or p_starts_at <> date_trunc('minute', p_starts_at) then return; end if;
  start_date := (p_starts_at at time zone place.time_zone)::date;
  if not p_free_choice and (p_starts_at < p_now + make_interval(mins => place.notice_minutes)
    or start_date > (p_now at time zone place.time_zone)::date + place.horizon_days) then return; end if;

  midnights := internal.midnights(place.time_zone, start_date - 2, start_date + 3 + cardinality(p_services));
  offers := internal.line_offers(p_location, p_services, p_employee, place.time_zone, start_date - 2, midnights,
    p_now, p_ignore_appointment, p_free_choice);
  if not p_free_choice then
    offers := array(
      select candidate from unnest(offers) as candidate
      where candidate.line > 1 or exists (
        select from internal.grid_runs(candidate.starts, 0, 0, candidate.working, midnights, place.grid_minutes, p_starts_at, p_starts_at) run
        where run.first <= run.last));
  end if;

  starts_at := p_starts_at;
  for line in 1 .. cardinality(p_services) loop
    offer := internal.chosen_offer(offers, line, starts_at, midnights, day);
    if offer.line is null then return; end if;
    if offer.alone then
      offers := array(select candidate from unnest(offers) as candidate where candidate.turn = offer.turn);
    end if;
    "position" := line;
    service_id := offer.service_id;
    employee_id := offer.employee_id;
    service_name := offer.service_name;
    price_cents := offer.price_cents;
    ends_at := starts_at + make_interval(mins => offer.minutes);
    occupied := internal.occupied_by(offer, starts_at) - coalesce(taken[offer.turn], '{}');
    taken[offer.turn] := coalesce(taken[offer.turn], '{}') + occupied;
    return next;
    starts_at := ends_at;
  end loop;
end $$;

revoke execute on function internal.plan_visit, internal.occupied_by from public;

-- schemas/42d_starts.sql

-- Free times as visitors ask for them. Definer functions: they read appointments and give away nothing but free starts.

-- The present, or a time given by the server or a test; a visitor's own idea of it is not heard.
create function internal.present_or(given timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  if given is null or current_setting('role', true) in ('anon', 'authenticated') then return internal.present(); end if;
  return given;
end $$;

-- The starts of a visit that several employees can perform, in order, each with those who do by rule 7.
-- `choice` is one number for booked time, then turn: its minimum is the one chosen.
create function internal.starts_with_anyone(
  offers internal.line_offer[], lines integer, midnights timestamptz[], grid integer, earliest timestamptz, latest timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  turns constant integer := (select max(offer.turn) + 1 from unnest(offers) as offer);
begin
  if (offers[1]).alone then
    return query
    select to_timestamp(best.start * 60::float8), to_timestamp((best.start + offer.visit_minutes) * 60::float8),
      array_fill(offer.employee_id, array[lines])
    from (
      select start, min(booked[run.day] * turns + offer.turn) as choice
      from unnest(offers) as offer
      cross join internal.booked_minutes(offer.busy, midnights) as booked
      cross join internal.grid_runs(offer.starts, 0, 0, offer.working, midnights, grid, earliest, latest) as run
      cross join generate_series(run.first, run.last, grid) as start
      where offer.line = 1
      group by start
    ) best
    join unnest(offers) as offer on offer.line = 1 and offer.turn = best.choice % turns
    order by best.start;
    return;
  end if;

  return query
  with recursive person as materialized (
    select offer.*, booked from unnest(offers) as offer cross join internal.booked_minutes(offer.busy, midnights) as booked
  ), first_line as (
    select start, run.day, min(person.booked[run.day] * turns + person.turn) as choice
    from person
    cross join internal.grid_runs(person.starts, 0, 0, person.working, midnights, grid, earliest, latest) as run
    cross join generate_series(run.first, run.last, grid) as start
    where person.line = 1
    group by start, run.day
  ), visit as (
    select first_line.start, first_line.day, 1 as line, first_line.start + person.minutes as finish, array[person.employee_id] as people
    from first_line join person on person.line = 1 and person.turn = first_line.choice % turns
    union all
    select visit.start, visit.day, visit.line + 1, visit.finish + next.minutes, visit.people || next.employee_id
    from visit
    cross join lateral (
      select person.employee_id, person.minutes from person
      where person.line = visit.line + 1 and person.starts @> to_timestamp(visit.finish * 60::float8)
      order by person.booked[visit.day], person.turn limit 1
    ) next
    where visit.line < lines
  )
  select to_timestamp(visit.start * 60::float8), to_timestamp(visit.finish * 60::float8), visit.people
  from visit where visit.line = lines order by visit.start;
end $$;

-- All bookable starts of a visit in order. employee_ids[i] performs p_services[i]; ends_at is the end of the last service.
-- p_employee null is "Egal wer". p_from and p_to are local dates, both included, at most 62; without them from today to the horizon.
-- Published locations of active companies; members also see their drafts and paused locations. Unknown ids give no rows.
create function public.available_starts(
  p_location uuid, p_services uuid[], p_employee uuid default null, p_from date default null, p_to date default null,
  p_now timestamptz default null)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable security definer set search_path = '' rows 1000 as $$
declare
  at constant timestamptz := internal.present_or(p_now);
  lines constant integer := cardinality(p_services);
  place public.locations := internal.bookable_location(p_location);
  today date := (at at time zone place.time_zone)::date;
  first_date date := greatest(p_from, today);
  last_date date := least(p_to, today + place.horizon_days, first_date + 61);
  earliest timestamptz := at + make_interval(mins => place.notice_minutes);
  latest timestamptz;
  midnights timestamptz[];
  offers internal.line_offer[];
begin
  if place.id is null or last_date < first_date or lines not between 1 and 10 then return; end if;
  midnights := internal.midnights(place.time_zone, first_date - 2, last_date + 3 + lines);
  latest := midnights[last_date - first_date + 4] - interval '1 minute';
  earliest := greatest(earliest, midnights[3]);
  offers := internal.line_offers(p_location, p_services, p_employee, place.time_zone, first_date - 2, midnights, at, null, false);
  if cardinality(offers) = 0 or earliest > latest then return; end if;

  if cardinality(offers) = lines then
    -- One employee: pieces of time come in order, and so do the starts in them.
    return query
    select to_timestamp(start * 60::float8), to_timestamp((start + offer.visit_minutes) * 60::float8), array_fill(offer.employee_id, array[lines])
    from unnest(offers) as offer
    cross join internal.grid_runs(offer.starts, 0, 0, offer.working, midnights, place.grid_minutes, earliest, latest) as run
    cross join generate_series(run.first, run.last, place.grid_minutes) as start
    where offer.line = 1;
  else
    return query select * from internal.starts_with_anyone(offers, lines, midnights, place.grid_minutes, earliest, latest);
  end if;
end $$;

revoke execute on function internal.present_or, internal.starts_with_anyone, public.available_starts from public;
grant execute on function public.available_starts to anon, authenticated, service_role;

-- schemas/43_appointment_verbs.sql

-- What all verbs on appointments share: who may act, the order of locks, the answer, letting a slot go, taking one.
-- 43a holds, 43b confirms, 43c cancels and moves, 43d is for members; 43e says who reads. Messages are queued in 51.
--
-- Locks. Every verb that writes lines takes the advisory lock of the location first, then rows. Shared: one line appears or
-- goes, so that this transaction waits at most once while it holds a line. Alone: several lines at once, or a move. So no two
-- transactions wait for each other, and ordinary bookings do not wait for one another. The lock guards against deadlocks
-- only; double bookings are kept out by the constraint `appointment_lines_no_overlap`, whoever writes.
--
-- A missing appointment, a foreign one and a wrong secret answer alike: appointment_not_found.

create function internal.lock_location(p_location uuid, p_alone boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if p_alone then
    perform pg_advisory_xact_lock(hashtextextended(p_location::text, 43));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended(p_location::text, 43));
  end if;
end $$;

-- Whether the caller is the customer: signed in as who booked, or with a secret that opens this appointment.
-- A secret is any text; its SHA-256 over UTF-8 is what was stored.
create function internal.is_customer(appointment public.appointments, p_secret text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(appointment.user_id = auth.uid(), false) or (p_secret is not null and exists (
    select from public.appointment_links link
    where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and link.appointment_id = appointment.id
      and link.expires_at > internal.present()));
end $$;

-- Whether the caller works on this appointment for the company: managers on all, staff on those with a line of their own.
create function internal.is_business(appointment public.appointments) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from public.members member
    where member.company_id = appointment.company_id and member.user_id = auth.uid() and (member.role >= 'manager' or exists (
      select from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
      where line.appointment_id = appointment.id and employee.user_id = member.user_id)));
end $$;

-- A row of internal.plan_visit.
create type internal.planned_line as (
  "position" smallint, service_id uuid, employee_id uuid, service_name text, starts_at timestamptz, ends_at timestamptz,
  price_cents integer, occupied tstzmultirange
);

create type internal.opened as (appointment public.appointments, customer boolean, business boolean);

-- Checks the caller's right to an appointment and locks it. Error: appointment_not_found.
create function internal.open_appointment(p_appointment uuid, p_secret text, p_alone boolean default false) returns internal.opened
language plpgsql set search_path = '' as $$
declare
  found public.appointments;
  opened internal.opened;
begin
  select * into found from public.appointments where id = p_appointment;
  if found.id is not null then
    opened.customer := internal.is_customer(found, p_secret);
    opened.business := internal.is_business(found);
  end if;
  if found.id is null or not (opened.customer or opened.business) then perform internal.fail('appointment_not_found'); end if;
  -- A lapsed hold may have to take its slot anew.
  perform internal.lock_location(found.location_id, p_alone or found.state = 'expired'
    or coalesce(found.hold_expires_at <= internal.present(), false)
    or (select count(*) from public.appointment_lines where appointment_id = found.id) > 1);
  select * into found from public.appointments where id = p_appointment for update;
  if found.id is null then perform internal.fail('appointment_not_found'); end if;
  opened.appointment := found;
  return opened;
end $$;

-- What verbs answer: {id, state, starts_at, ends_at, hold_expires_at, total_cents, sequence, lines: [...]}.
create function internal.visit_json(p_appointment uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', appointment.id, 'state', appointment.state, 'starts_at', appointment.starts_at,
      'ends_at', appointment.ends_at, 'hold_expires_at', appointment.hold_expires_at, 'total_cents', appointment.total_cents,
      'sequence', appointment.sequence, 'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('position', line."position", 'service_id', line.service_id,
          'service_name', line.service_name, 'employee_id', line.employee_id, 'starts_at', line.starts_at,
          'ends_at', line.ends_at, 'price_cents', line.price_cents) order by line."position"), '[]')
        from public.appointment_lines line where line.appointment_id = appointment.id))
    from public.appointments appointment where appointment.id = p_appointment);
end $$;

-- Moves an appointment to a state in which it no longer blocks, and writes the event.
create function internal.let_go(
  p_appointment uuid, p_to public.appointment_state, p_verb text, p_actor public.actor_kind, p_reason text default '')
returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, reason)
  select id, p_verb, p_actor, case when p_actor <> 'system' then auth.uid() end, state, p_to, left(coalesce(p_reason, ''), 1000)
  from public.appointments where id = p_appointment;
  update public.appointments
  set state = p_to, hold_expires_at = null, sequence = sequence + case when p_to = 'cancelled' then 1 else 0 end
  where id = p_appointment;
  update public.appointment_lines set occupied = '{}', hold_expires_at = null where appointment_id = p_appointment;
end $$;

-- Ends the expired holds that stand in the way of these employees in this period. False when others hold one locked, which
-- says that they are just taking its place; `p_patient` waits for them and is for callers without any row lock.
create function internal.release_expired(p_employees uuid[], p_period tstzrange, p_present timestamptz, p_patient boolean)
returns boolean
language plpgsql set search_path = '' as $$
declare
  standing uuid[];
  lapsed uuid;
  locked integer := 0;
begin
  select array_agg(distinct line.appointment_id) into standing from public.appointment_lines line
  where line.employee_id = any(p_employees) and not isempty(line.occupied) and line.occupied && p_period
    and line.hold_expires_at <= p_present;
  if standing is null then return true; end if;
  if p_patient then
    perform from public.appointments where id = any(standing) order by id for update;
  else
    select count(*) into locked from (
      select from public.appointments where id = any(standing) for update skip locked) free;
    if locked < cardinality(standing) then return false; end if;
  end if;
  for lapsed in
    select id from public.appointments where id = any(standing) and state = 'held' and hold_expires_at <= p_present order by id
  loop
    perform internal.let_go(lapsed, 'expired', 'expire', 'system');
  end loop;
  return true;
end $$;

-- Gives an appointment its lines anew at a start; false when it can't be booked there. Prices agreed before stay.
-- The caller holds the location alone. Error: slot_taken, when it was lost between the plan and now.
create function internal.place_lines(
  p_appointment uuid, p_services uuid[], p_employee uuid, p_starts_at timestamptz, p_present timestamptz, p_free_choice boolean)
returns boolean
language plpgsql set search_path = '' as $$
declare
  place uuid;
  agreed integer[];
  planned internal.planned_line[];
  placed integer;
begin
  select location_id into place from public.appointments where id = p_appointment;
  agreed := array(select price_cents from public.appointment_lines where appointment_id = p_appointment order by "position");
  planned := array(select row(plan.*)::internal.planned_line
    from internal.plan_visit(place, p_services, p_employee, p_starts_at, p_present, p_appointment, p_free_choice) plan);
  if cardinality(planned) = 0 then return false; end if;
  delete from public.appointment_lines where appointment_id = p_appointment;
  if not internal.release_expired(array(select employee_id from unnest(planned)),
    (select range_merge(range_agg(range_merge(occupied))) from unnest(planned)), p_present, false) then
    perform internal.fail('slot_taken');
  end if;
  insert into public.appointment_lines
    (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, occupied)
  select p_appointment, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    coalesce(agreed[line."position"], line.price_cents), line.occupied
  from unnest(planned) line order by line.employee_id, line.starts_at
  on conflict on constraint appointment_lines_no_overlap do nothing;
  get diagnostics placed = row_count;
  if placed < cardinality(planned) then perform internal.fail('slot_taken'); end if;
  update public.appointments appointment
  set starts_at = sums.starts_at, ends_at = sums.ends_at, total_cents = sums.total
  from (select min(starts_at) as starts_at, max(ends_at) as ends_at, sum(price_cents) as total
    from public.appointment_lines where appointment_id = p_appointment) sums
  where appointment.id = p_appointment;
  return true;
end $$;

-- Says why a start can't be had. Always raises one of: location_not_found, past, slot_taken, service_not_found, not_bookable.
create function internal.refuse_start(
  p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamptz, p_present timestamptz, p_ignore uuid default null)
returns void
language plpgsql stable set search_path = '' as $$
begin
  if not internal.is_published(p_location) and p_location not in (select internal.locations_as('staff')) then
    perform internal.fail('location_not_found');
  end if;
  if p_starts_at <= p_present then perform internal.fail('past'); end if;
  if exists (
    select from (
      select sum(service.duration_minutes) as minutes, max(service.buffer_before_minutes) as before, max(service.buffer_after_minutes) as after
      from unnest(p_services) wish (id) join public.services service on service.id = wish.id and service.location_id = p_location
    ) visit
    join public.appointment_lines line on not isempty(line.occupied) and line.occupied && tstzrange(
      p_starts_at - make_interval(mins => visit.before), p_starts_at + make_interval(mins => (visit.minutes + visit.after)::integer))
    where line.employee_id = any(array(
        select employee.id from public.employees employee
        where employee.location_id = p_location and employee.active and employee.id = coalesce(p_employee, employee.id) and exists (
          select from public.employee_services offer where offer.employee_id = employee.id and offer.service_id = any(p_services))))
      and (line.hold_expires_at is null or line.hold_expires_at > p_present)
      and line.appointment_id is distinct from p_ignore
  ) then
    perform internal.fail('slot_taken');
  end if;
  if exists (select from unnest(p_services) wish (id) where not exists (
    select from public.services service where service.id = wish.id and service.location_id = p_location and service.active)) then
    perform internal.fail('service_not_found');
  end if;
  perform internal.fail('not_bookable');
end $$;

-- schemas/43a_holding.sql

-- Holding a slot while the form is filled, and giving it back. Guests and customers; members book by hand (43d).

-- Holds a visit at exactly this start for as long as the location says.
-- p_employee null is "Egal wer"; when the race for one employee is lost, the next free one is tried.
-- p_secret_hash: hex SHA-256 of a secret of the caller's making; guests need one, since it is all that opens the hold later.
-- p_idempotency_key: a repeated call of the same caller answers the first one's appointment as it is now.
-- p_replace: an earlier hold of the same caller, which is given back. Nothing changes on any error.
-- Errors: secret_missing, secret_invalid, source_unknown, service_not_found, past, location_not_found, not_bookable, slot_taken,
-- too_many_holds (3 live ones for a user or a secret), key_used (by someone else), appointment_not_found (p_replace).
create function public.hold_appointment(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid default null, p_secret_hash text default null,
  p_idempotency_key uuid default null, p_source text default 'web', p_replace uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := auth.uid();
  secret bytea;
  known public.appointments;
  answer record;
begin
  if p_secret_hash is null then
    if caller is null then perform internal.fail('secret_missing'); end if;
  elsif p_secret_hash !~ '^[0-9a-f]{64}$' then
    perform internal.fail('secret_invalid');
  else
    secret := decode(p_secret_hash, 'hex');
  end if;
  if p_source is null or p_source not in ('web', 'widget') then perform internal.fail('source_unknown'); end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at > present + interval '3 years' then perform internal.fail('not_bookable'); end if;
  if p_starts_at <= present then perform internal.fail('past'); end if;

  -- One call of a caller at a time: keeps the limit and makes a retry see the first try.
  perform pg_advisory_xact_lock(hashtextextended(coalesce(caller::text, p_secret_hash), 42));
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if known.user_id is distinct from caller or (caller is null and not exists (
        select from public.appointment_links where secret_hash = secret and appointment_id = known.id)) then
        perform internal.fail('key_used');
      end if;
      return internal.visit_json(known.id);
    end if;
  end if;
  if 3 <= (
    select count(*) from public.appointments held
    where held.state = 'held' and held.hold_expires_at > present and held.id is distinct from p_replace and (
      case when caller is not null then held.user_id = caller
      else held.id = any(array(select appointment_id from public.appointment_links where secret_hash = secret)) end)
  ) then
    perform internal.fail('too_many_holds');
  end if;

  if p_replace is not null then
    perform internal.replace_hold(p_replace, p_location, secret);
  else
    perform internal.lock_location(p_location, cardinality(p_services) > 1);
  end if;

  -- Each lost round means that someone else has won an employee; more rounds than employees are never needed.
  for round in 1..30 loop
    select * into answer from internal.try_hold(
      p_location, p_services, p_starts_at, p_employee, secret, p_idempotency_key, p_source, caller, present);
    if answer.held is not null then return answer.held; end if;
    if answer.employees is null then
      if round > 1 then perform internal.fail('slot_taken'); end if;
      if p_idempotency_key is not null and exists (select from public.appointments where idempotency_key = p_idempotency_key) then
        perform internal.fail('key_used');
      end if;
      perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present);
    end if;
    -- Either an expired hold stands there, or someone was quicker.
    if not internal.release_expired(answer.employees, answer.period, present, round = 1) then exit; end if;
  end loop;
  perform internal.fail('slot_taken');
end $$;

-- One try: plan, appointment, lines, event and link in one statement. `held` is the answer of the verb; without it, `employees`
-- and `period` say what was wanted and lost, and are null when nothing could be planned.
create function internal.try_hold(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid, p_secret bytea, p_idempotency_key uuid,
  p_source text, p_caller uuid, p_present timestamptz, out held jsonb, out employees uuid[], out period tstzrange)
language plpgsql set search_path = '' as $$
declare
  visit constant uuid := gen_random_uuid();
  wanted integer;
  placed_lines integer;
begin
  with planned as materialized (
    select * from internal.plan_visit(p_location, p_services, p_employee, p_starts_at, p_present)
  ), made as (
    insert into public.appointments (id, company_id, location_id, starts_at, ends_at, hold_expires_at, user_id, total_cents,
      source, cancellation_hours, idempotency_key)
    select visit, place.company_id, place.id, sums.starts_at, sums.ends_at, p_present + make_interval(mins => place.hold_minutes),
      p_caller, sums.total, p_source, place.cancellation_hours, p_idempotency_key
    from (select min(starts_at) as starts_at, max(ends_at) as ends_at, sum(price_cents) as total from planned) sums
    join public.locations place on place.id = p_location and place.state = 'published'
    join public.companies company on company.id = place.company_id and company.state = 'active'
    where sums.starts_at is not null
    on conflict (idempotency_key) do nothing
    returning id, state, starts_at, ends_at, hold_expires_at, total_cents, sequence
  ), placed as (
    insert into public.appointment_lines (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at,
      price_cents, occupied, hold_expires_at)
    select made.id, planned."position", planned.service_id, planned.employee_id, planned.service_name, planned.starts_at,
      planned.ends_at, planned.price_cents, planned.occupied, made.hold_expires_at
    from made cross join planned order by planned.employee_id, planned.starts_at
    on conflict on constraint appointment_lines_no_overlap do nothing
    returning "position"
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at)
    select made.id, 'hold', 'customer', p_caller, 'held', made.starts_at from made
  ), linked as (
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select p_secret, made.id, made.ends_at + interval '180 days' from made where p_secret is not null
  )
  select jsonb_build_object('id', made.id, 'state', made.state, 'starts_at', made.starts_at, 'ends_at', made.ends_at,
      'hold_expires_at', made.hold_expires_at, 'total_cents', made.total_cents, 'sequence', made.sequence, 'lines', lines.list),
    lines.employees, lines.period, lines.wanted, (select count(*) from placed)
  into held, employees, period, wanted, placed_lines
  from made cross join (
    select count(*) as wanted, array_agg(employee_id) as employees,
      tstzrange(min(lower(occupied)), max(upper(occupied))) as period,
      jsonb_agg(jsonb_build_object('position', "position", 'service_id', service_id, 'service_name', service_name, 'employee_id',
        employee_id, 'starts_at', starts_at, 'ends_at', ends_at, 'price_cents', price_cents) order by "position") as list
    from planned) lines;
  if placed_lines < wanted then
    delete from public.appointments where id = visit;
    held := null;
  end if;
end $$;

-- Gives back an earlier hold of the caller and takes the locks of both locations, in one order for everybody.
-- What is no longer held is left alone. Error: appointment_not_found.
create function internal.replace_hold(p_replace uuid, p_location uuid, p_secret bytea) returns void
language plpgsql set search_path = '' as $$
declare
  replaced public.appointments;
  place uuid;
begin
  select * into replaced from public.appointments appointment where appointment.id = p_replace and (
    appointment.user_id = auth.uid() or exists (
      select from public.appointment_links where secret_hash = p_secret and appointment_id = p_replace));
  if replaced.id is null then perform internal.fail('appointment_not_found'); end if;
  for place in select distinct id from unnest(array[p_location, replaced.location_id]) id order by id loop
    perform internal.lock_location(place, true);
  end loop;
  select * into replaced from public.appointments where id = p_replace for update;
  if replaced.state = 'held' then perform internal.let_go(p_replace, 'expired', 'release', 'customer'); end if;
end $$;

-- Gives a hold back. One that is already over answers the same. Errors: appointment_not_found, wrong_state.
create function public.release_hold(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
begin
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  if (opened.appointment).state = 'held' then
    perform internal.let_go(p_appointment, 'expired', 'release', 'customer');
  elsif (opened.appointment).state <> 'expired' then
    perform internal.fail('wrong_state', (opened.appointment).state::text);
  end if;
  return internal.visit_json(p_appointment);
end $$;

-- Tidies up, for the server's job: ends expired holds and requests whose start has passed, deletes holds that ended more than
-- a day ago. Nothing depends on it. Skips what others work on. Returns how many rows it ended or deleted.
create function public.expire_holds(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  lapsed public.appointments;
  tidied integer := 0;
begin
  for lapsed in
    (select * from public.appointments where state = 'held' and hold_expires_at <= present order by hold_expires_at limit p_limit)
    union all
    (select * from public.appointments where state = 'requested' and starts_at <= present order by starts_at limit p_limit)
    union all
    (select * from public.appointments where state = 'expired' and contact_name = '' and updated_at < present - interval '1 day'
      order by updated_at limit p_limit)
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(lapsed.location_id::text, 43));
    perform from public.appointments where id = lapsed.id and state = lapsed.state for update skip locked;
    continue when not found;
    if lapsed.state = 'expired' then
      delete from public.appointments where id = lapsed.id;
    else
      perform internal.let_go(lapsed.id, 'expired', 'expire', 'system');
      if lapsed.state = 'requested' then
        perform internal.queue_messages(lapsed.id, 'appointment_declined', 'system', '{"lapsed": true}');
      end if;
    end if;
    tidied := tidied + 1;
  end loop;
  return tidied;
end $$;

grant execute on function public.hold_appointment, public.release_hold to anon, authenticated;
grant execute on function public.expire_holds to service_role;

-- schemas/50_messages.sql

-- Outbox. Verb functions add a row in the transaction of the change, so that a message exists exactly when the change does.
-- The server's job claims rows with a lease and sends them: at least once, never for what was rolled back.

create type public.message_state as enum ('queued', 'sending', 'sent', 'failed');

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  company_id uuid references public.companies on delete cascade,
  appointment_id uuid references public.appointments on delete cascade,
  channel text not null default 'mail' check (channel in ('mail', 'sms', 'push')),
  -- For example appointment_confirmed, appointment_requested, appointment_cancelled; the app has one template for each.
  kind text not null,
  audience public.actor_kind not null,
  recipient text not null,
  payload jsonb not null default '{}',
  state public.message_state not null default 'queued',
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text not null default '',
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index messages_due on public.messages (next_attempt_at) where state in ('queued', 'sending');
create index messages_appointment on public.messages (appointment_id);
create index messages_company on public.messages (company_id, created_at);

-- schemas/60_reviews.sql

-- 1–5 stars for a completed appointment, with one reply of the business. The author's name is shortened when shown.

create type public.review_state as enum ('published', 'reported', 'removed');

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  appointment_id uuid not null unique references public.appointments on delete cascade,
  author text not null check (length(author) between 1 and 60),
  rating smallint not null check (rating between 1 and 5),
  text text not null default '' check (length(text) <= 2000),
  reply text not null default '' check (length(reply) <= 2000),
  state public.review_state not null default 'published',
  created_at timestamptz not null default now()
);
create index reviews_location on public.reviews (location_id, created_at desc);

-- Keeps the sums on the location current.
create function internal.count_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.locations location
  set rating_average = coalesce(sums.average, 0), rating_count = sums.total
  from (
    select round(avg(rating), 2) as average, count(*)::integer as total from public.reviews
    where location_id = coalesce(new.location_id, old.location_id) and state <> 'removed'
  ) sums
  where location.id = coalesce(new.location_id, old.location_id);
  return null;
end $$;
create trigger count_reviews after insert or update of rating, state or delete on public.reviews
  for each row execute function internal.count_reviews();

alter table public.reviews enable row level security;
create policy everyone_reads_reviews on public.reviews for select
  using (state <> 'removed' and location_id in (select id from public.locations where state = 'published'));
create policy members_read_reviews on public.reviews for select to authenticated
  using (location_id in (select id from public.locations where company_id in (select internal.companies_as('staff'))));

grant select (id, location_id, author, rating, text, reply, created_at) on public.reviews to anon, authenticated;
grant all on public.reviews to service_role;
