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
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(nullif(current_setting('zeitplatz.now', true), '')::timestamptz, now());
end $$;

-- Raises one of the documented error codes (docs/errors.md); the app translates the code, `detail` helps developers.
create function internal.fail(code text, detail text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = code, detail = coalesce(detail, '');
end $$;

-- The same error as an answer, for a verb that has written nothing yet: the rest service passes it on with the status and the body of
-- the raised one. Where a crowd wants one thing it counts that an error costs server and client several times an answer.
create function internal.refusal(code text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform set_config('response.status', '400', true);
  return jsonb_build_object('code', 'P0001', 'message', code, 'details', '', 'hint', null);
end $$;

-- Folds case, umlauts and accents, so that "Frisör", "frisoer" and "FRISÖR" are one.
-- The large letters stand here because `lower` leaves Ä as it is in a database with the locale C.
create function internal.folded(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return lower(extensions.unaccent('extensions.unaccent',
    replace(replace(replace(replace(replace(replace(replace(value, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'),
      'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue')));
end $$;

-- "Friseur & Kosmetik (Mitte)" → "friseur kosmetik mitte".
create function internal.search_key(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(internal.folded(value), '[^a-z0-9]+', ' ', 'g'))
$$;

create function internal.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

grant execute on all functions in schema internal to anon, authenticated, service_role;

-- schemas/01_person.sql

-- Who calls. Everything that belongs to a person or a company is open to `internal.person()` only, never to `auth.uid()` alone:
-- a password is not enough for an account with a second factor. A structural test holds every schema file to it.

-- The signed-in person, once they have shown a second factor if they have set one up (`aal2` in the token); else null, as for a
-- visitor. Definer: the factors are the auth service's.
create function internal.person() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null or auth.jwt() ->> 'aal' = 'aal2' then return caller; end if;
  if exists (select from auth.mfa_factors where user_id = caller and status = 'verified') then return null; end if;
  return caller;
end $$;

-- Whether the caller is signed in by half: the second factor has yet to be shown.
create function public.second_factor_missing() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return auth.uid() is not null and internal.person() is null;
end $$;

grant execute on function internal.person to anon, authenticated, service_role;
grant execute on function public.second_factor_missing to authenticated;

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
create policy own_profile_select on public.profiles for select to authenticated using (id = (select internal.person()));
create policy own_profile_update on public.profiles for update to authenticated
  using (id = (select internal.person())) with check (id = (select internal.person()));

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

-- Companies that ask their members, from this role on, for a second factor. A table of its own: visitors read companies.
create table public.second_factor_duties (
  company_id uuid primary key references public.companies on delete cascade,
  from_role public.member_role not null
);

-- The caller's companies and roles that count in this session: where the company asks for a second factor, the token says that one
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

-- schemas/22_sessions.sql

-- Where a person is signed in: the own sessions of the auth service, and ending one of them. Access tokens that were given out
-- before stay valid until they end by themselves, at most an hour.

create function public.own_sessions()
returns table (id uuid, created_at timestamptz, seen_at timestamptz, user_agent text, present boolean)
language sql stable security definer set search_path = '' as $$
  select session.id, session.created_at, session.updated_at, coalesce(session.user_agent, ''),
    session.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions session
  where session.user_id = (select internal.person()) and coalesce(session.not_after > now(), true)
  order by session.updated_at desc nulls last limit 50
$$;

-- Whether there was such a session; ending one that has ended already is no error.
create function public.end_session(p_session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where id = p_session and user_id = (select internal.person());
  return found;
end $$;

grant execute on function public.own_sessions, public.end_session to authenticated;

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
  -- Closed for good: out of sight in the admin area, kept for the appointments. Set by `archive_location`.
  archived boolean not null default false check (not (archived and state = 'published')),
  rating_average numeric(3, 2) not null default 0,
  rating_count integer not null default 0,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- For appointments, which copy the company.
  unique (id, company_id)
);

create index locations_company on public.locations (company_id);
create index locations_city on public.locations (city_id) where state = 'published';
create trigger touch before update on public.locations for each row execute function internal.touch_updated_at();

-- Slugs a location had before: its old addresses answer 301.
create table public.location_slugs (
  slug text primary key,
  location_id uuid not null references public.locations on delete cascade
);

-- Pictures. `path` is the file that is shown, in the storage bucket `location-images`; `source_path` the whole picture it was made of, in
-- `location-image-sources`, which visitors cannot read: what was cut away may be what nobody should see. Without it `path` is the whole.
create table public.location_images (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  path text not null,
  source_path text check (split_part(source_path, '/', 1) = location_id::text),
  alt text not null default '' check (length(alt) <= 200),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Dominant colour, shown until the picture is there.
  color text not null default '#dfe5ea' check (color ~ '^#[0-9a-f]{6}$'),
  position smallint not null default 0,
  -- The part of the whole picture that is shown, in fractions of its width and height; null: all of it.
  crop_left numeric(6, 5) check (crop_left >= 0),
  crop_top numeric(6, 5) check (crop_top >= 0),
  crop_width numeric(6, 5) check (crop_width >= 0.05),
  crop_height numeric(6, 5) check (crop_height >= 0.05),
  check (num_nulls(crop_left, crop_top, crop_width, crop_height) in (0, 4)),
  check (crop_left + crop_width <= 1 and crop_top + crop_height <= 1),
  -- A part can be taken back only while the whole is kept.
  check (crop_left is null or source_path is not null)
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
  -- Two-letter codes of the languages spoken with customers; empty: what the location says (attributes language:…).
  languages text[] not null default '{}' check (array_to_string(languages, ',', '?') ~ '^([a-z]{2}(,[a-z]{2}){0,11})?$'),
  position smallint not null default 0,
  active boolean not null default true,
  -- Out of sight in the admin area, kept for the appointments; never active.
  archived boolean not null default false check (not (archived and active)),
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
  -- Needs one resource of this kind of its location; see 32b_resources.sql.
  resource_kind text check (length(btrim(resource_kind)) between 1 and 60),
  position smallint not null default 0,
  active boolean not null default true,
  -- As with employees.
  archived boolean not null default false check (not (archived and active)),
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

-- schemas/32b_resources.sql

-- Rooms, chairs and devices of a location. A service that names a kind needs any one of this kind that is in use, from its buffer
-- before to its buffer after, without a break: the customer stays in the chair while the employee is free (processing gap).

create table public.resources (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  -- What services ask for: "Raum", "Stuhl", "Laser". Compared letter by letter.
  kind text not null check (length(btrim(kind)) between 1 and 60),
  name text not null check (length(btrim(name)) between 1 and 120),
  position smallint not null default 0,
  -- One that is archived takes no new bookings; what is booked stays.
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index resources_location on public.resources (location_id, kind, position);
create trigger touch before update on public.resources for each row execute function internal.touch_updated_at();

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
  -- Times are whole minutes everywhere.
  check (extract(second from starts) = 0 and extract(second from ends) = 0),
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
  check (extract(second from starts_at) = 0 and extract(second from ends_at) = 0),
  foreign key (employee_id, location_id) references public.employees (id, location_id) on delete cascade
);
create index exceptions_location on public.exceptions (location_id, ends_at);
create unique index exceptions_holiday on public.exceptions (location_id, holiday) where holiday is not null and employee_id is null;

-- schemas/34_location_rules.sql

-- Who may see and change locations and what hangs on them: images, employees, services, hours.
-- Visitors: published locations of active companies with images, active employees and services, the company's imprint.
-- Not for visitors: `employees.user_id`, the whole of a picture of which a part is shown, hours, exceptions (`opening_hours` shows the times), `location_slugs`.
-- Members: read their company's; staff read only common exceptions and their own, because reasons may name an illness.
-- Managers and owners write, column by column. Never writable: ids, `company_id`, `location_id` of a row that exists,
-- `state`, `published_at`, ratings. Rows of another company fail the check, whoever owns what.

-- Lists for policies: `= any(array(select …))` runs them once per query and lets an index serve.
create function internal.locations_as(lowest public.member_role) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select location.id from internal.memberships() member join public.locations location on location.company_id = member.company_id
  where member.role >= lowest
$$;

create function internal.employees_as(lowest public.member_role) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select employee.id from internal.memberships() member
  join public.locations location on location.company_id = member.company_id
  join public.employees employee on employee.location_id = location.id
  where member.role >= lowest
$$;

-- The caller's own employee rows, as long as the caller is a member of the company.
create function internal.own_employees() returns setof uuid
language sql stable security definer set search_path = '' rows 1 as $$
  select employee.id from public.employees employee
  join public.locations location on location.id = employee.location_id
  join internal.memberships() member on member.company_id = location.company_id
  where employee.user_id = (select internal.person())
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
    'working_hours', 'exceptions', 'resources'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('grant all on public.%I to service_role', name);
  end loop;
  -- Tables whose rows carry `location_id`: members read, managers write.
  foreach name in array array['location_images', 'employees', 'services', 'employee_services', 'resources'] loop
    execute format('create policy members_read on public.%I for select to authenticated
      using (location_id = any(array(select internal.locations_as(''staff''))))', name);
  end loop;
  foreach name in array array['location_images', 'employees', 'services', 'employee_services', 'exceptions', 'resources'] loop
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

grant select on public.locations, public.services, public.employee_services to anon, authenticated;
grant select (id, location_id, path, alt, width, height, color, position) on public.location_images to anon;
grant select on public.location_images to authenticated;
grant select (id, location_id, name, title, color, image_path, languages, position, active, archived) on public.employees to anon, authenticated;
grant select on public.working_hours, public.exceptions, public.resources to authenticated;

grant update (slug, name, description, street, postal_code, city, district, city_id, latitude, longitude, time_zone, phone, email,
  website, attributes, grid_minutes, notice_minutes, horizon_days, hold_minutes, cancellation_hours, confirms_by_hand)
  on public.locations to authenticated;
grant insert (id, location_id, path, source_path, alt, width, height, color, position),
  update (path, source_path, alt, width, height, color, position, crop_left, crop_top, crop_width, crop_height), delete
  on public.location_images to authenticated;
grant insert (id, location_id, user_id, name, title, color, image_path, languages, position, active),
  update (user_id, name, title, color, image_path, languages, position, active, archived), delete on public.employees to authenticated;
grant insert (id, location_id, category_id, name, description, duration_minutes, buffer_before_minutes, buffer_after_minutes,
  processing_start, processing_minutes, price_cents, price_from, resource_kind, position, active),
  update (category_id, name, description, duration_minutes, buffer_before_minutes, buffer_after_minutes,
  processing_start, processing_minutes, price_cents, price_from, resource_kind, position, active, archived), delete on public.services to authenticated;
grant insert (employee_id, service_id, location_id, duration_minutes, price_cents), update (duration_minutes, price_cents), delete
  on public.employee_services to authenticated;
grant insert (id, employee_id, weekday, starts, ends, valid_from, valid_to), update (weekday, starts, ends, valid_from, valid_to),
  delete on public.working_hours to authenticated;
grant insert (id, location_id, kind, name, position, active), update (kind, name, position, active), delete on public.resources
  to authenticated;
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
  from internal.memberships() caller
  join public.locations location on location.company_id = caller.company_id
  join public.employees employee on employee.location_id = location.id
  where caller.company_id = p_company and employee.user_id is not null
    and (caller.role >= 'manager' or employee.user_id = (select internal.person()))
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
  perform from public.locations where id = p_location for no key update;
  if exists (select from public.locations location join public.companies company on company.id = location.company_id
    where location.id = p_location and company.state <> 'active') then
    perform internal.fail('company_inactive');
  end if;
  select string_agg(checks.step, ',') into missing from internal.checklist(p_location) checks where not checks.done;
  if missing is not null then perform internal.fail('checklist_incomplete', missing); end if;
  update public.locations set state = 'published', archived = false, published_at = coalesce(published_at, internal.present())
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

-- Closes a location for good, or takes it back as a paused one (a draft stays one). Not while somebody is still expected there.
-- For managers and owners. Errors: location_not_found, appointments_coming (detail: how many).
create function public.archive_location(p_location uuid, p_archived boolean) returns public.location_state
language plpgsql security definer set search_path = '' as $$
declare
  expected integer;
  result public.location_state;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  -- Nobody books meanwhile.
  perform internal.lock_location(p_location, true);
  select count(*) into expected from public.appointments
  where location_id = p_location and ends_at > internal.present()
    and (state in ('requested', 'confirmed') or (state = 'held' and hold_expires_at > internal.present()));
  if p_archived and expected > 0 then perform internal.fail('appointments_coming', expected::text); end if;
  update public.locations set archived = p_archived, state = case when state = 'draft' then state else 'paused' end
  where id = p_location and archived <> p_archived;
  select state into result from public.locations where id = p_location;
  return result;
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
  public.archive_location, public.add_public_holidays to authenticated;
grant execute on function public.location_by_slug, public.opening_hours to anon, authenticated, service_role;

-- schemas/34b_working_hours_verb.sql

-- Replaces the week of one employee in one step; on an error the old week stays. For managers and owners.
-- `p_rows` is [{id?, weekday, starts, ends, valid_from?, valid_to?}], wall times and local dates of the location. A row with the id of
-- one that exists changes that one and keeps validity dates that are not named; a new row without them is open-ended; rows that are
-- not named go.
-- Runs with the rights of the caller. Error: employee_not_found.
create function public.replace_working_hours(p_employee uuid, p_rows jsonb) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  if p_employee is null or p_employee not in (select internal.employees_as('manager')) then
    perform internal.fail('employee_not_found');
  end if;
  -- Two who save at once wait for each other instead of mixing their weeks.
  perform from public.employees where id = p_employee for no key update;
  delete from public.working_hours hours where hours.employee_id = p_employee
    and not exists (select from jsonb_to_recordset(p_rows) as typed (id uuid) where typed.id = hours.id);
  update public.working_hours hours set weekday = typed.weekday, starts = typed.starts, ends = typed.ends,
    valid_from = case when given.value ? 'valid_from' then typed.valid_from else hours.valid_from end,
    valid_to = case when given.value ? 'valid_to' then typed.valid_to else hours.valid_to end
  from jsonb_array_elements(p_rows) given (value),
    jsonb_to_record(given.value) as typed (id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date)
  where hours.id = typed.id and hours.employee_id = p_employee;
  insert into public.working_hours (employee_id, weekday, starts, ends, valid_from, valid_to)
  select p_employee, typed.weekday, typed.starts, typed.ends, typed.valid_from, typed.valid_to
  from jsonb_to_recordset(p_rows) as typed (id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date)
  where not exists (select from public.working_hours hours where hours.id = typed.id and hours.employee_id = p_employee);
end $$;

grant execute on function public.replace_working_hours to authenticated;

-- schemas/34c_order.sql

-- The order in which services, employees and pictures of a location are shown: the ids in the wanted order, in one step.
-- Ids of other locations are passed over, rows that are not named keep their place. With the rights of the caller, for managers and
-- owners. Error: location_not_found.

create function public.order_services(p_location uuid, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform internal.check_manages(p_location);
  update public.services set position = listed.place from unnest(p_ids) with ordinality listed (id, place)
  where services.id = listed.id and location_id = p_location;
end $$;

create function public.order_employees(p_location uuid, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform internal.check_manages(p_location);
  update public.employees set position = listed.place from unnest(p_ids) with ordinality listed (id, place)
  where employees.id = listed.id and location_id = p_location;
end $$;

create function public.order_pictures(p_location uuid, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform internal.check_manages(p_location);
  update public.location_images set position = listed.place from unnest(p_ids) with ordinality listed (id, place)
  where location_images.id = listed.id and location_id = p_location;
end $$;

create function internal.check_manages(p_location uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then
    perform internal.fail('location_not_found');
  end if;
end $$;

grant execute on function internal.check_manages, public.order_services, public.order_employees, public.order_pictures to authenticated;

-- schemas/34d_resource_kinds.sql

-- Renames a kind of resources at a location: its resources and the services that need it, in one step. A kind that is there already
-- takes them in. With the rights of the caller, for managers and owners. Error: location_not_found.
create function public.rename_resource_kind(p_location uuid, p_from text, p_to text) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform internal.check_manages(p_location);
  update public.resources set kind = btrim(p_to) where location_id = p_location and kind = p_from;
  update public.services set resource_kind = btrim(p_to) where location_id = p_location and resource_kind = p_from;
end $$;

grant execute on function public.rename_resource_kind to authenticated;

-- schemas/35_location_images.sql

-- Buckets of the pictures of locations, where managers of the location's company write below `<location id>/`: what is shown, which
-- everyone reads, and the whole pictures it was made of, which the same managers read.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('location-images', 'location-images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('location-image-sources', 'location-image-sources', false, 20971520, '{image/webp}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Definer-free: `locations_as` already answers for the caller. Names that are no location id match nothing.
create function internal.manages_picture(p_name text) returns boolean
language sql stable set search_path = '' as $$
  select split_part(p_name, '/', 1) in (select location.id::text from internal.locations_as('manager') location (id))
$$;
grant execute on function internal.manages_picture to anon, authenticated, service_role;

create policy location_images_read on storage.objects for select using (bucket_id = 'location-images');
create policy location_images_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'location-images' and internal.manages_picture(name));
create policy location_images_update on storage.objects for update to authenticated
  using (bucket_id = 'location-images' and internal.manages_picture(name))
  with check (bucket_id = 'location-images' and internal.manages_picture(name));
create policy location_images_delete on storage.objects for delete to authenticated
  using (bucket_id = 'location-images' and internal.manages_picture(name));

create policy location_image_sources on storage.objects for all to authenticated
  using (bucket_id = 'location-image-sources' and internal.manages_picture(name))
  with check (bucket_id = 'location-image-sources' and internal.manages_picture(name));

-- schemas/36_members.sql

-- Who works in a company, with which rights, and what has changed about that.
-- Everybody sees the colleagues' names and roles. Managers take staff out and say whose calendar is whose; owners change roles, take
-- out everyone and hand over. Whoever writes: a company that is not closed keeps at least one owner (internal.keep_an_owner).
-- A company unknown to the caller and one that the caller does not work for answer alike: company_not_found.

-- Append-only. Names as they were then, so that the list outlives accounts. Managers read, verbs write.
create table public.member_events (
  id bigint generated always as identity primary key,
  company_id uuid not null references public.companies on delete cascade,
  at timestamptz not null,
  verb text not null check (verb in ('invited', 'invited_again', 'invitation_withdrawn', 'joined', 'role_changed', 'removed', 'left',
    'handed_over', 'duty_changed')),
  actor varchar(254) not null,
  -- Whom it was about; the mail address while someone is only invited.
  subject varchar(254) not null,
  old_role public.member_role,
  new_role public.member_role
);
create index member_events_company on public.member_events (company_id, id);

-- The caller's role in a company, or null.
create function internal.role_in(p_company uuid) returns public.member_role
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select role from internal.memberships() where company_id = p_company);
end $$;

-- What a person is called: the name, else the mail address.
create function internal.person_name(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(profile.name), ''), account.email, '') from auth.users account
  left join public.profiles profile on profile.id = account.id where account.id = p_user
$$;

-- The caller's role, with the company's members locked against other verbs. Errors: company_not_found; role_not_allowed below `lowest`.
create function internal.open_company(p_company uuid, lowest public.member_role) returns public.member_role
language plpgsql set search_path = '' as $$
declare
  found_role public.member_role := internal.role_in(p_company);
begin
  if found_role is null then perform internal.fail('company_not_found'); end if;
  -- Bookings refer to the company meanwhile.
  perform from public.companies where id = p_company for no key update;
  found_role := internal.role_in(p_company);
  if found_role is null then perform internal.fail('company_not_found'); end if;
  if found_role < lowest then perform internal.fail('role_not_allowed'); end if;
  return found_role;
end $$;

create function internal.log_member(p_company uuid, p_verb text, p_subject text, p_old public.member_role, p_new public.member_role)
returns void
language sql set search_path = '' as $$
  insert into public.member_events (company_id, at, verb, actor, subject, old_role, new_role)
  values (p_company, internal.present(), p_verb, left(internal.person_name(internal.person()), 254), left(p_subject, 254), p_old, p_new)
$$;

-- Error: last_owner. The lock makes two owners who leave at once wait for each other. A company that is being deleted is gone already.
create function internal.keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.companies where id = old.company_id and state <> 'closed' for no key update;
  if found and not exists (select from public.members where company_id = old.company_id and role = 'owner') then
    perform internal.fail('last_owner');
  end if;
  return null;
end $$;
create trigger keep_an_owner_on_delete after delete on public.members for each row when (old.role = 'owner')
  execute function internal.keep_an_owner();
create trigger keep_an_owner_on_update after update on public.members for each row
  when (old.role = 'owner' and (new.role <> 'owner' or new.company_id <> old.company_id)) execute function internal.keep_an_owner();

-- The people of a company. Mail addresses and the second factor are for managers and the person.
create function public.company_members(p_company uuid)
returns table (user_id uuid, name text, email text, role public.member_role, since timestamptz, second_factor boolean, self boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_role constant public.member_role := internal.role_in(p_company);
  caller constant uuid := internal.person();
begin
  if caller_role is null then perform internal.fail('company_not_found'); end if;
  return query
  select member.user_id, internal.person_name(member.user_id),
    case when caller_role >= 'manager' or member.user_id = caller then account.email::text else '' end,
    member.role, member.created_at,
    case when caller_role >= 'manager' or member.user_id = caller then
      exists (select from auth.mfa_factors factor where factor.user_id = member.user_id and factor.status = 'verified') end,
    member.user_id = caller
  from public.members member join auth.users account on account.id = member.user_id
  where member.company_id = p_company
  order by member.role desc, 2, member.user_id;
end $$;

-- Gives a member another role. For owners. Errors: company_not_found, role_not_allowed, member_not_found, last_owner.
create function public.change_member_role(p_company uuid, p_user uuid, p_role public.member_role) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.member_role;
begin
  perform internal.open_company(p_company, 'owner');
  select role into before from public.members where company_id = p_company and user_id = p_user;
  if before is null then perform internal.fail('member_not_found'); end if;
  if before = p_role then return; end if;
  update public.members set role = p_role where company_id = p_company and user_id = p_user;
  perform internal.log_member(p_company, 'role_changed', internal.person_name(p_user), before, p_role);
end $$;

-- Takes a member out, or lets the caller leave. Owners may take out everyone, managers staff, everyone themselves.
-- Errors: company_not_found, role_not_allowed, member_not_found, last_owner.
create function public.remove_member(p_company uuid, p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own constant public.member_role := internal.open_company(p_company, 'staff');
  leaving constant boolean := p_user = internal.person();
  theirs public.member_role;
begin
  select role into theirs from public.members where company_id = p_company and user_id = p_user;
  if theirs is null then perform internal.fail('member_not_found'); end if;
  if not leaving and own <> 'owner' and (own <> 'manager' or theirs <> 'staff') then perform internal.fail('role_not_allowed'); end if;
  delete from public.members where company_id = p_company and user_id = p_user;
  perform internal.log_member(p_company, case when leaving then 'left' else 'removed' end, internal.person_name(p_user), theirs, null);
end $$;

-- Makes another member the owner in the caller's place, who stays as a manager. Further owners stay.
-- Errors: company_not_found, role_not_allowed, member_not_found.
create function public.hand_over_company(p_company uuid, p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.member_role;
begin
  perform internal.open_company(p_company, 'owner');
  select role into before from public.members where company_id = p_company and user_id = p_user and user_id <> internal.person();
  if before is null then perform internal.fail('member_not_found'); end if;
  update public.members set role = 'owner' where company_id = p_company and user_id = p_user;
  update public.members set role = 'manager' where company_id = p_company and user_id = internal.person();
  perform internal.log_member(p_company, 'handed_over', internal.person_name(p_user), before, 'owner');
end $$;

-- Asks members from this role on for a second factor, or nobody (null). For owners, who go first: without a second factor of their own
-- in this session they would shut themselves out. Errors: company_not_found, role_not_allowed, second_factor_first.
create function public.set_second_factor_duty(p_company uuid, p_from public.member_role default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.member_role;
begin
  perform internal.open_company(p_company, 'owner');
  if p_from is not null and auth.jwt() ->> 'aal' is distinct from 'aal2' then perform internal.fail('second_factor_first'); end if;
  select from_role into before from public.second_factor_duties where company_id = p_company;
  if before is not distinct from p_from then return; end if;
  delete from public.second_factor_duties where company_id = p_company;
  insert into public.second_factor_duties (company_id, from_role) select p_company, p_from where p_from is not null;
  perform internal.log_member(p_company, 'duty_changed', '', before, p_from);
end $$;

-- The companies the caller works for, also those that are shut until this session shows a second factor: by then nothing but name
-- and role is open.
create function public.own_memberships()
returns table (company_id uuid, company_name text, role public.member_role, second_factor_due boolean)
language sql stable security definer set search_path = '' as $$
  select member.company_id, company.name, member.role,
    member.company_id not in (select counted.company_id from internal.memberships() counted)
  from public.members member join public.companies company on company.id = member.company_id
  where member.user_id = (select internal.person())
  order by member.created_at
$$;

-- Says which employees of the company a member is; others lose the link. For managers.
-- Errors: company_not_found, role_not_allowed, member_not_found, employee_not_found, employee_linked (to another member).
create function public.link_member(p_company uuid, p_user uuid, p_employees uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant uuid[] := array(select distinct unnest(p_employees));
begin
  perform internal.open_company(p_company, 'manager');
  if not exists (select from public.members where company_id = p_company and user_id = p_user) then
    perform internal.fail('member_not_found');
  end if;
  perform from public.employees employee join public.locations location on location.id = employee.location_id
  where location.company_id = p_company and (employee.id = any(wanted) or employee.user_id = p_user)
  order by employee.id for no key update of employee;
  if (select count(*) from public.employees employee join public.locations location on location.id = employee.location_id
    where employee.id = any(wanted) and location.company_id = p_company) < cardinality(wanted) then
    perform internal.fail('employee_not_found');
  end if;
  if exists (select from public.employees where id = any(wanted) and user_id <> p_user) then perform internal.fail('employee_linked'); end if;
  update public.employees employee set user_id = null from public.locations location
  where location.id = employee.location_id and location.company_id = p_company and employee.user_id = p_user
    and employee.id <> all(wanted);
  update public.employees set user_id = p_user where id = any(wanted) and user_id is null;
end $$;

alter table public.member_events enable row level security;
create policy managers_read on public.member_events for select to authenticated
  using (company_id = any(array(select internal.companies_as('manager'))));
grant select on public.member_events to authenticated;
grant all on public.member_events to service_role;
grant execute on function public.company_members, public.change_member_role, public.remove_member, public.hand_over_company,
  public.link_member, public.set_second_factor_duty, public.own_memberships to authenticated;

-- schemas/40_customers.sql

-- A person in one company's customer file. Companies never see each other's files.
-- Rows are made by bookings and by hand; a signed-in customer's bookings link `user_id`.

-- One function for what the types don't say; see internal.sound_appointment for the reason.
create function internal.sound_customer(name text, email text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return length(btrim(name)) > 0 and coalesce(length(email), 0) <= 254;
end $$;

create table public.customers (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  user_id uuid references auth.users on delete set null,
  name varchar(120) not null,
  email extensions.citext,
  phone varchar(40) not null default '',
  note varchar(4000) not null default '',
  blocked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, email),
  constraint customers_sound check (internal.sound_customer(name, email::text))
);
create index customers_user on public.customers (user_id) where user_id is not null;
create index customers_name on public.customers using gin (internal.folded(name) extensions.gin_trgm_ops);
create trigger touch before update on public.customers for each row execute function internal.touch_updated_at();
grant execute on function internal.sound_customer to authenticated, service_role;

-- schemas/41_appointments.sql

-- What was booked. An appointment is one visit; its lines are the services, one after the other.
-- A hold is an appointment in state `held` which stops blocking at `hold_expires_at` by itself.
-- Nobody writes these tables directly: each state change is a verb function (43_…) that leaves a row in `appointment_events`. A hold
-- leaves none: most end as they came, and `created_at` says when the booking began.
--
-- The promise of the product is one constraint: `appointment_lines_no_overlap`. `occupied` is the employee's busy time:
-- the service with its buffers, without its processing gap, without what an earlier line of the same visit and employee
-- occupies already. It is the empty multirange once the appointment no longer blocks (cancelled, declined, expired).

create type public.appointment_state as enum (
  'held', 'requested', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'expired');
create type public.actor_kind as enum ('customer', 'business', 'system');

-- One function for all checks of a row: PostgreSQL reads each check expression anew from its text in every statement, which
-- would cost more than the row itself. Lengths of texts are in their types.
create function internal.sound_appointment(
  state public.appointment_state, starts_at timestamptz, ends_at timestamptz, hold_expires_at timestamptz, contact_name text,
  total_cents integer, source text)
returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return starts_at < ends_at and total_cents >= 0 and (state = 'held') = (hold_expires_at is not null)
    and (state in ('held', 'expired') or length(btrim(contact_name)) > 0) and source in ('web', 'admin', 'widget', 'offer');
end $$;

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  location_id uuid not null,
  state public.appointment_state not null default 'held',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  hold_expires_at timestamptz,
  customer_id uuid references public.customers on delete set null,
  -- The signed-in person who booked; null for guests and bookings by hand.
  user_id uuid references auth.users on delete set null,
  -- Contact data as given with this booking; the customer file may change later.
  contact_name varchar(120) not null default '',
  contact_email varchar(254) not null default '',
  contact_phone varchar(40) not null default '',
  note varchar(2000) not null default '',
  total_cents integer not null,
  source text not null default 'web',
  -- Cancellation policy at the time of booking: later changes of the location do not bind the customer.
  cancellation_hours smallint not null default 24,
  -- SEQUENCE of the calendar entry; rises with every change sent by mail.
  sequence integer not null default 0,
  idempotency_key uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One check for both: the location is this company's.
  foreign key (location_id, company_id) references public.locations (id, company_id) on delete cascade,
  constraint appointments_sound check (internal.sound_appointment(
    state, starts_at, ends_at, hold_expires_at, contact_name, total_cents, source))
);
create unique index appointments_idempotency_key on public.appointments (idempotency_key) where idempotency_key is not null;
create index appointments_location_start on public.appointments (location_id, starts_at);
create index appointments_customer on public.appointments (customer_id) where customer_id is not null;
create index appointments_user on public.appointments (user_id, starts_at) where user_id is not null;
-- The live holds of some locations, for whoever reads free time from the index (46), and the lapsed ones for the job.
create index appointments_held on public.appointments (location_id, hold_expires_at) where state = 'held';
-- What the jobs ask for: requests whose start has passed, and past bookings that nobody ended.
create index appointments_open on public.appointments (starts_at) where state in ('requested', 'confirmed');
create index appointments_lapsed on public.appointments (updated_at) where state = 'expired';
create trigger touch before update on public.appointments for each row execute function internal.touch_updated_at();

-- Readers of busy time look two days back (internal.busy_times), so no line may last longer than a day.
create function internal.sound_line(starts_at timestamptz, ends_at timestamptz, price_cents integer) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return starts_at < ends_at and ends_at <= starts_at + interval '24 hours' and price_cents >= 0;
end $$;

create table public.appointment_lines (
  appointment_id uuid not null references public.appointments on delete cascade,
  position smallint not null,
  service_id uuid not null references public.services,
  employee_id uuid not null references public.employees,
  service_name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  price_cents integer not null,
  occupied tstzmultirange not null,
  -- Copy of the appointment's, so that reading free time needs no join: an expired hold does not count.
  hold_expires_at timestamptz,
  primary key (appointment_id, position),
  constraint appointment_lines_sound check (internal.sound_line(starts_at, ends_at, price_cents)),
  constraint appointment_lines_no_overlap exclude using gist (employee_id with =, occupied with &&) where (not isempty(occupied))
  -- Room on the page for the confirmed version of a line: it then needs no new entry in the exclusion index.
) with (fillfactor = 70);
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
  reason varchar(1000) not null default '',
  old_starts_at timestamptz,
  new_starts_at timestamptz,
  -- Given with a call that may be repeated: the second one finds that the first has done its work.
  idempotency_key uuid,
  -- The mails about it are yet to be composed (51): the busiest verb leaves that to the job.
  mails_due boolean not null default false
);
create index appointment_events_mails_due on public.appointment_events (id) where mails_due;
create unique index appointment_events_idempotency_key on public.appointment_events (idempotency_key)
  where idempotency_key is not null;
create index appointment_events_appointment on public.appointment_events (appointment_id, id);

-- Secret links of guests: only the SHA-256 of the secret is stored. Each mail carries a secret of its own;
-- a browser may hold several slots with one.
-- No foreign key, whose check every hold would pay: a link is made with its appointment or while that is locked, and goes with it.
create table public.appointment_links (
  secret_hash bytea not null,
  appointment_id uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (secret_hash, appointment_id)
);
create index appointment_links_appointment on public.appointment_links (appointment_id);

create function internal.drop_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.appointment_links where appointment_id in (select id from gone);
  return null;
end $$;
create trigger drop_links after delete on public.appointments referencing old table as gone for each statement
  execute function internal.drop_links();
revoke execute on function internal.drop_links from public;

grant execute on function internal.sound_appointment, internal.sound_line to service_role;

-- schemas/41b_reservations.sql

-- What lines of appointments reserve besides their employee. The promise for resources is the same as for employees, and so is the
-- means: one exclusion constraint. A row exists as long as its line blocks; a hold's row counts until its line's hold expires.

create table public.appointment_resources (
  appointment_id uuid not null,
  "position" smallint not null,
  resource_id uuid not null references public.resources,
  -- From buffer to buffer, less what an earlier line of the visit reserves of the same resource already.
  occupied tstzmultirange not null,
  primary key (appointment_id, "position"),
  foreign key (appointment_id, "position") references public.appointment_lines (appointment_id, "position") on delete cascade,
  constraint appointment_resources_no_overlap exclude using gist (resource_id with =, occupied with &&)
);

-- The reservations of some resources that count at a moment, but for those of `ignored`, which is being moved.
create function internal.reserved_times(resources uuid[], period tstzrange, at timestamptz, ignored uuid)
returns table (resource_id uuid, reserved tstzmultirange)
language plpgsql stable rows 1 set search_path = '' as $$
begin
  return query
  select row.resource_id, range_agg(row.occupied)
  from public.appointment_resources row
  join public.appointment_lines line on line.appointment_id = row.appointment_id and line."position" = row."position"
  where row.resource_id = any(resources) and row.occupied && period
    and (line.hold_expires_at is null or line.hold_expires_at > at)
    and (ignored is null or row.appointment_id <> ignored)
  group by row.resource_id;
end $$;

-- The resources of a kind at a location with their free time in a period, in the order in which they are taken.
create function internal.free_resources(
  location uuid, wanted text, period tstzrange, at timestamptz, ignored uuid, out ids uuid[], out free tstzmultirange[])
language plpgsql stable set search_path = '' as $$
begin
  ids := array(select id from public.resources where location_id = location and kind = wanted and active order by resources.position, id);
  free := array(
    select tstzmultirange(period) - coalesce(reserved.reserved, '{}')
    from unnest(ids) with ordinality as resource (id, index)
    left join internal.reserved_times(ids, period, at, ignored) reserved on reserved.resource_id = resource.id
    order by resource.index);
end $$;

revoke execute on function internal.reserved_times, internal.free_resources from public;

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

-- An exception as a time, with the employee it holds for; null is all.
create type internal.exception_period as (employee_id uuid, kind public.exception_kind, lasts tstzrange);

-- Rule 2: the shifts of employees that begin on the dates from `first_date`, whose midnight is midnights[1], to the last midnight.
-- So the second date and all later ones are complete; of the first, a shift of the day before is missing. No row: no shift.
create function internal.weekly_times(employees uuid[], zone text, first_date date, midnights timestamptz[])
returns table (employee_id uuid, working tstzmultirange)
language plpgsql stable rows 1 set search_path = '' as $$
declare
  days constant integer := cardinality(midnights) - 1;
  first_weekday constant integer := extract(isodow from first_date);
begin
  -- On a day of 24 hours a wall time is so many minutes after midnight; only days of a clock change need the zone.
  return query
  select row.employee_id, range_agg(tstzrange(shift.begins, greatest(shift.begins, shift.finishes)))
  from public.working_hours row
  cross join generate_series(1 + (row.weekday + 7 - first_weekday) % 7, days, 7) as day
  cross join lateral (select
    case when midnights[day + 1] = midnights[day] + interval '24 hours' then midnights[day] + row.starts::interval
      else internal.instant(first_date + (day - 1) + row.starts, zone) end as begins,
    case when row.ends > row.starts then
        case when midnights[day + 1] = midnights[day] + interval '24 hours' then midnights[day] + row.ends::interval
          else internal.instant(first_date + (day - 1) + row.ends, zone) end
      when midnights[day + 2] = midnights[day + 1] + interval '24 hours' then midnights[day + 1] + row.ends::interval
      else internal.instant(first_date + day + row.ends, zone) end as finishes
  ) shift
  where row.employee_id = any(employees)
    and (row.valid_from is null or first_date + (day - 1) >= row.valid_from)
    and (row.valid_to is null or first_date + (day - 1) <= row.valid_to)
  group by row.employee_id;
end $$;

-- Rule 3: when employees of a location work; the same dates as internal.weekly_times. No row: never.
create function internal.working_times(employees uuid[], location uuid, zone text, first_date date, midnights timestamptz[])
returns table (employee_id uuid, working tstzmultirange)
language plpgsql stable rows 1 set search_path = '' as $$
declare
  days constant integer := cardinality(midnights) - 1;
  periods internal.exception_period[] := array(
    select (row.employee_id, row.kind, tstzrange(bounds.begins, greatest(bounds.begins, bounds.finishes)))::internal.exception_period
    from public.exceptions row
    cross join lateral (
      select internal.instant(row.starts_at, zone) as begins, internal.instant(row.ends_at, zone) as finishes) bounds
    where row.location_id = location and row.ends_at > first_date - 1 and row.starts_at < first_date + days + 1);
begin
  if cardinality(periods) = 0 then
    return query select * from internal.weekly_times(employees, zone, first_date, midnights);
    return;
  end if;
  return query
  select person.id, coalesce(weekly.working, '{}')
    - coalesce(range_agg(period.lasts) filter (where period.kind = 'closed'), '{}')
    + coalesce(range_agg(period.lasts) filter (where period.kind = 'open'), '{}')
  from unnest(employees) as person (id)
  left join internal.weekly_times(employees, zone, first_date, midnights) weekly on weekly.employee_id = person.id
  left join unnest(periods) as period on period.employee_id is null or period.employee_id = person.id
  group by person.id, weekly.working;
end $$;

-- What blocks employees between two instants, perhaps more around them. Expired holds do not; `ignored` is an appointment that is
-- being moved. No row: nothing. A line with its buffers takes at most 24 + 8 + 8 hours (see services), so two days before suffice;
-- the condition on `starts_at` and not on `occupied` keeps the reading to the few rows of these employees.
create function internal.busy_times(employees uuid[], earliest timestamptz, latest timestamptz, at timestamptz, ignored uuid)
returns table (employee_id uuid, busy tstzmultirange)
language plpgsql stable rows 1 set search_path = '' as $$
begin
  return query
  select line.employee_id, range_agg(line.occupied)
  from public.appointment_lines line
  where line.employee_id = any(employees)
    and line.starts_at > earliest - interval '48 hours' and line.starts_at < latest + interval '8 hours'
    and not isempty(line.occupied)
    and (line.hold_expires_at is null or line.hold_expires_at > at)
    and (ignored is null or line.appointment_id <> ignored)
  group by line.employee_id;
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
    finishes := least(finishes, midnights[days + 1]);
    continue when begins >= finishes;
    while day < days and midnights[day + 1] <= begins loop day := day + 1; end loop;
    while midnights[day + 1] < finishes loop
      booked[day] := booked[day] + date_part('epoch', midnights[day + 1] - begins) / 60;
      day := day + 1;
      begins := midnights[day];
    end loop;
    booked[day] := booked[day] + date_part('epoch', finishes - begins) / 60;
  end loop;
  return booked;
end $$;

-- Instants as whole minutes since 1970.
create function internal.minutes(instants timestamptz[]) returns integer[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array(select (date_part('epoch', instant) / 60)::integer from unnest(instants) as instant);
end $$;

revoke execute on function internal.instant, internal.midnights, internal.weekly_times, internal.working_times, internal.busy_times,
  internal.fitting, internal.moved, internal.booked_minutes, internal.minutes from public;

-- schemas/42b_visits.sql

-- Bookable visits: one or several services one after the other (rules 5 to 7).
--
-- Line i of a visit runs [s_i, s_i + d_i) and s_{i+1} = s_i + d_i. Each line needs, for its employee,
--   * [s_i - buffer before, s_i + d_i + buffer after) wholly in working time, and
--   * the same without the processing gap free of what is booked. The gap itself may be booked, but lies in working time.
-- A service may need a resource: any one of its kind that is free from buffer to buffer, the gap included.
-- Lines of one visit never conflict with each other: a buffer between two of them may be used by the visit itself.
-- Grid, notice, horizon and dates are asked of s_1, the grid by the working time of the first line's employee.
-- Duration and price are the employee's own where set, so the end of a visit depends on who performs it.
--
-- Who: with a chosen employee, this one for all lines. Otherwise ("Egal wer") anyone who offers all services; only when nobody
-- offers all, a chain: for each line anyone who offers it. Among those who can, the one with the least booked time on the local
-- date of s_1 (minutes occupied, buffers included, gaps not, live holds included), then by position, then by id; in a chain line
-- after line, always leaving the later lines possible. Only active services and employees count.

-- One employee who may perform one line. `alone`: one employee performs the whole visit, which then takes `visit_minutes` from the
-- start of this line. `free` is working time less busy time. `starts`: the instants at which this line and all later ones can begin;
-- null for a visit of one line without gap and resource, which can begin wherever it fits into free time.
create type internal.line_offer as (
  line integer, turn integer, employee_id uuid, service_id uuid, service_name text, price_cents integer,
  minutes integer, before integer, after integer, gap_start integer, gap_minutes integer, alone boolean, visit_minutes integer,
  working tstzmultirange, busy tstzmultirange, free tstzmultirange, starts tstzmultirange,
  -- What the service needs besides the employee: null for nothing, else the possible resources and their free times.
  resource_kind text, resources uuid[], resources_free tstzmultirange[]
);

-- Who offers which line, last line first. Inactive services count by hand only.
create function internal.offered_lines(location uuid, services uuid[], employee uuid, by_hand boolean)
returns setof internal.line_offer
language plpgsql stable set search_path = '' as $$
begin
  return query
  select offer.line, offer.turn, offer.employee_id, offer.service_id, offer.service_name, offer.price_cents,
    offer.minutes, offer.before, offer.after, offer.gap_start, offer.gap_minutes,
    offer.lines = cardinality(services), null::integer, null::tstzmultirange, null::tstzmultirange, null::tstzmultirange,
    null::tstzmultirange, offer.resource_kind, null::uuid[], null::tstzmultirange[]
  from (
    select every.*, max(every.lines) over () as most_lines
    from (
      select wish.line::integer, dense_rank() over (order by person.position, person.id)::integer as turn,
        person.id as employee_id, service.id as service_id, service.name as service_name,
        coalesce(own.price_cents, service.price_cents) as price_cents,
        coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)::integer as minutes,
        service.buffer_before_minutes::integer as before, service.buffer_after_minutes::integer as after,
        service.resource_kind, service.processing_start::integer as gap_start, service.processing_minutes::integer as gap_minutes,
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

-- When a line can begin as far as its own employee and resources go.
create function internal.line_starts(offer internal.line_offer) returns tstzmultirange
language plpgsql immutable set search_path = '' as $$
declare
  reservable tstzmultirange := '{}';
  free tstzmultirange;
begin
  if offer.resource_kind is not null then
    foreach free in array offer.resources_free loop
      reservable := reservable + internal.fitting(free, -offer.before, offer.minutes + offer.after);
    end loop;
    offer.resource_kind := null;
    return reservable * internal.line_starts(offer);
  end if;
  if offer.gap_start is null then return internal.fitting(offer.free, -offer.before, offer.minutes + offer.after); end if;
  return internal.fitting(offer.working, -offer.before, offer.minutes + offer.after)
    * internal.fitting(offer.free, -offer.before, offer.gap_start)
    * internal.fitting(offer.free, offer.gap_start + offer.gap_minutes, offer.minutes + offer.after);
end $$;

-- When each offer can begin with all later lines: with the same employee where one performs all, else with anyone.
create function internal.with_starts(offers internal.line_offer[], lines integer) returns internal.line_offer[]
language plpgsql immutable set search_path = '' as $$
declare
  offer internal.line_offer;
  done internal.line_offer[] := '{}';
  line integer := lines;
  -- When the later lines can begin: with anyone, and with the employee of each turn alone.
  rest tstzmultirange;
  rest_alone tstzmultirange[] := '{}';
  minutes_alone integer[] := '{}';
  found tstzmultirange := '{}';
begin
  foreach offer in array offers loop
    if offer.line < line then
      line := offer.line;
      rest := found;
      found := '{}';
    end if;
    offer.starts := internal.line_starts(offer);
    if line < lines then
      offer.starts := offer.starts * internal.moved(case when offer.alone then rest_alone[offer.turn] else rest end, -offer.minutes);
    end if;
    offer.visit_minutes := offer.minutes + coalesce(minutes_alone[offer.turn], 0);
    minutes_alone[offer.turn] := offer.visit_minutes;
    rest_alone[offer.turn] := offer.starts;
    found := found + offer.starts;
    done := done || offer;
  end loop;
  return done;
end $$;

-- The offers of each line with their employees' times, last line first; empty when nobody offers one of the lines.
-- midnights[1] is the midnight of `first_date`: two days before the first wanted start, and three days and one for each service
-- after the last. By hand working time is not asked: everything between the first and the last midnight is.
create function internal.line_offers(
  location uuid, services uuid[], employee uuid, zone text, first_date date, midnights timestamptz[],
  at timestamptz, ignored uuid, by_hand boolean)
returns internal.line_offer[]
language plpgsql stable set search_path = '' as $$
declare
  last constant timestamptz := midnights[cardinality(midnights)];
  always constant tstzmultirange := case when by_hand then tstzmultirange(tstzrange(midnights[1], last)) else '{}' end;
  offer internal.line_offer;
  offers internal.line_offer[] := '{}';
  found internal.line_offer[] := '{}';
  -- By turn.
  employees uuid[] := '{}';
  working tstzmultirange[] := '{}';
  busy tstzmultirange[] := '{}';
  person uuid;
  times tstzmultirange;
  line integer := cardinality(services) + 1;
begin
  for offer in select * from internal.offered_lines(location, services, employee, by_hand) loop
    if offer.line < line - 1 then return '{}'; end if;
    line := offer.line;
    employees[offer.turn] := offer.employee_id;
    found := found || offer;
  end loop;
  if line > 1 then return '{}'; end if;

  if not by_hand then
    for person, times in select * from internal.working_times(employees, location, zone, first_date, midnights) loop
      working[array_position(employees, person)] := times;
    end loop;
  end if;
  for person, times in select * from internal.busy_times(employees, midnights[1], last, at, ignored) loop
    busy[array_position(employees, person)] := times;
  end loop;
  foreach offer in array found loop
    offer.working := coalesce(working[offer.turn], always);
    offer.busy := coalesce(busy[offer.turn], '{}');
    offer.free := offer.working - offer.busy;
    offer.visit_minutes := offer.minutes;
    if offer.resource_kind is not null then
      select ids, free into offer.resources, offer.resources_free
      from internal.free_resources(location, offer.resource_kind, tstzrange(midnights[1], last), at, ignored);
    end if;
    offers := offers || offer;
  end loop;
  if cardinality(services) > 1 or offer.gap_start is not null or offer.resource_kind is not null then return internal.with_starts(offers, cardinality(services)); end if;
  return offers;
end $$;

-- Rule 5's grid: the starts of an offer from `earliest` to `latest`. Each row is first, first + grid, ... up to last, in minutes
-- since 1970, all on the local day midnights[day]; rows are in order.
-- Every piece of free time lies in one piece of working time; both are walked along together, and so are the days.
create function internal.grid_runs(
  offer internal.line_offer, midnights timestamptz[], grid integer, earliest timestamptz, latest timestamptz)
returns table (day integer, first integer, last integer)
language plpgsql immutable rows 100 set search_path = '' as $$
declare
  before constant integer := case when offer.starts is null then offer.before else 0 end;
  after constant integer := case when offer.starts is null then offer.minutes + offer.after else 0 end;
  midnight constant integer[] := internal.minutes(midnights);
  earliest_minute constant integer := ceil(date_part('epoch', earliest) / 60);
  latest_minute constant integer := floor(date_part('epoch', latest) / 60);
  begins integer[] := array(select (date_part('epoch', lower(piece)) / 60)::integer from unnest(offer.working) as piece);
  piece integer := 1;
  low integer;
  high integer;
  next_midnight integer := midnight[2];
  anchor integer;
begin
  begins := begins || 2147483647;
  day := 1;
  for low, high in
    select ceil(date_part('epoch', lower(part)) / 60)::integer + before, floor(date_part('epoch', upper(part)) / 60)::integer - after
    from unnest(coalesce(offer.starts, offer.free)) as part
  loop
    if low < earliest_minute then low := earliest_minute; end if;
    if high > latest_minute then high := latest_minute; end if;
    continue when low > high;
    while begins[piece + 1] <= low loop piece := piece + 1; end loop;
    while next_midnight <= low loop
      day := day + 1;
      next_midnight := midnight[day + 1];
    end loop;
    loop
      anchor := greatest(midnight[day], begins[piece]);
      first := anchor + (low - anchor + grid - 1) / grid * grid;
      last := least(high, next_midnight - 1);
      if first <= last then return next; end if;
      exit when high < next_midnight;
      low := next_midnight;
      day := day + 1;
      next_midnight := midnight[day + 1];
    end loop;
  end loop;
end $$;

-- Whether a visit begins on the grid at this instant of working time; `midnight` is that of its local date.
create function internal.on_grid(working tstzmultirange, at timestamptz, midnight timestamptz, grid integer) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  piece_begins timestamptz := (select lower(piece) from unnest(working) as piece where piece @> at);
begin
  return date_part('epoch', at - greatest(midnight, piece_begins))::integer % (grid * 60) = 0;
end $$;

-- The offer that performs a line which begins at `at`, if anyone can (rule 7). `day` is the index of the local date of the visit.
-- `turn` when the employee is settled by an earlier line, `grid` when the grid is asked, else null.
create function internal.chosen_offer(
  offers internal.line_offer[], line integer, turn integer, at timestamptz, midnights timestamptz[], day integer, grid integer)
returns internal.line_offer
language plpgsql immutable set search_path = '' as $$
declare
  today constant timestamptz[] := midnights[day : day + 1];
  offer internal.line_offer;
  chosen internal.line_offer;
  booked integer;
  least_booked integer;
begin
  foreach offer in array offers loop
    continue when offer.line <> line or offer.turn <> turn;
    continue when not case
      when offer.starts is not null then offer.starts @> at
      else offer.free @> tstzrange(at - make_interval(mins => offer.before), at + make_interval(mins => offer.minutes + offer.after)) end;
    continue when grid is not null and not internal.on_grid(offer.working, at, midnights[day], grid);
    if turn is not null then return offer; end if;
    booked := (internal.booked_minutes(offer.busy, today))[1];
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

revoke execute on function internal.offered_lines, internal.line_starts, internal.with_starts, internal.line_offers,
  internal.grid_runs, internal.on_grid, internal.chosen_offer, internal.bookable_location from public;

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

-- The first of some free times that holds all of `wanted`.
create function internal.first_free(free tstzmultirange[], wanted tstzmultirange) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  for index in 1 .. cardinality(free) loop
    if free[index] @> wanted then return index; end if;
  end loop;
  return null;
end $$;

-- A row of internal.plan_visit.
create type internal.planned_line as (
  "position" smallint, service_id uuid, employee_id uuid, service_name text, starts_at timestamptz, ends_at timestamptz,
  price_cents integer, occupied tstzmultirange, resource_id uuid, reserved tstzmultirange
);

-- The lines of a visit that begins at exactly this instant, if it can be booked; else no rows.
-- p_employee null is "Egal wer". p_ignore_appointment: the appointment that is being moved, which is not in its own way.
-- p_free_choice: booked by hand by a member, who may leave working hours, grid, notice and horizon; what is booked still blocks.
-- `occupied` is what the line adds to its employee's busy time: not the processing gap, nor what earlier lines of the visit occupy.
-- `reserved` is what it adds to the times of its resource.
-- A plan is no promise: it is read without locks. The constraint of appointment_lines decides.
create function internal.plan_visit(
  p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamptz, p_now timestamptz,
  p_ignore_appointment uuid default null, p_free_choice boolean default false)
returns table (
  "position" smallint, service_id uuid, employee_id uuid, service_name text, starts_at timestamptz, ends_at timestamptz,
  price_cents integer, occupied tstzmultirange, resource_id uuid, reserved tstzmultirange)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
  -- What the lines so far reserve of which resource.
  keepers uuid[] := '{}';
  kept tstzmultirange[] := '{}';
  whole tstzmultirange;
begin
  if place.id is null or p_starts_at <> date_trunc('minute', p_starts_at) then return; end if;
  start_date := (p_starts_at at time zone place.time_zone)::date;
  if not p_free_choice and (p_starts_at < p_now + make_interval(mins => place.notice_minutes)
    or start_date > (p_now at time zone place.time_zone)::date + place.horizon_days) then return; end if;

  midnights := internal.midnights(place.time_zone, start_date - 2, start_date + 3 + cardinality(p_services));
  offers := internal.line_offers(p_location, p_services, p_employee, place.time_zone, start_date - 2, midnights,
    p_now, p_ignore_appointment, p_free_choice);
  starts_at := p_starts_at;
  for line in 1 .. cardinality(p_services) loop
    offer := internal.chosen_offer(offers, line, case when offer.alone then offer.turn end, starts_at, midnights, day,
      case when line = 1 and not p_free_choice then place.grid_minutes end);
    if offer.line is null then return; end if;
    "position" := line;
    service_id := offer.service_id;
    employee_id := offer.employee_id;
    service_name := offer.service_name;
    price_cents := offer.price_cents;
    ends_at := starts_at + make_interval(mins => offer.minutes);
    occupied := internal.occupied_by(offer, starts_at) - coalesce(taken[offer.turn], '{}');
    taken[offer.turn] := coalesce(taken[offer.turn], '{}') + occupied;
    resource_id := null;
    reserved := null;
    if offer.resource_kind is not null then
      whole := tstzmultirange(tstzrange(starts_at - make_interval(mins => offer.before), ends_at + make_interval(mins => offer.after)));
      resource_id := offer.resources[internal.first_free(offer.resources_free, whole)];
      reserved := whole - coalesce((
        select range_agg(earlier) from unnest(keepers, kept) as own (id, earlier) where own.id = resource_id), '{}');
      keepers := keepers || resource_id;
      kept := kept || whole;
    end if;
    return next;
    starts_at := ends_at;
  end loop;
end $$;

revoke execute on function internal.plan_visit, internal.first_free, internal.occupied_by from public;

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
      cross join internal.grid_runs(offer, midnights, grid, earliest, latest) as run
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
    select offer.line, offer.turn, offer.employee_id, offer.minutes, offer.starts, offer as self, booked
    from unnest(offers) as offer cross join internal.booked_minutes(offer.busy, midnights) as booked
  ), first_line as (
    select start, run.day, min(person.booked[run.day] * turns + person.turn) as choice
    from person
    cross join internal.grid_runs(person.self, midnights, grid, earliest, latest) as run
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

-- What the index (46b) is asked for one service: who performs a service, in the order of rule 7, how long each takes, and on which local days.
create type internal.indexed_wish as (
  employees uuid[], minutes smallint[], before integer, after integer, grid integer, first_day date, last_day date, earliest timestamptz);

-- All bookable starts of a visit in order. employee_ids[i] performs p_services[i]; ends_at is the end of the last service.
-- p_employee null is "Egal wer". p_from and p_to are local dates, both included, at most 62; without them from today to the horizon.
-- Published locations of active companies; members also see their drafts and paused locations. Unknown ids give no rows.
create function public.available_starts(
  p_location uuid, p_services uuid[], p_employee uuid default null, p_from date default null, p_to date default null,
  p_now timestamptz default null)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 1000 as $$
declare
  at constant timestamptz := internal.present_or(p_now);
  -- What most ask, one plain service of a published location, the index knows.
  wish constant internal.indexed_wish := case when cardinality(p_services) = 1 then
    internal.read_indexed_wish(p_location, p_services[1], p_employee, p_from, p_to, at) end;
begin
  if wish is not null then
    return query select * from internal.indexed_starts(p_location, wish, at);
  else
    return query select * from internal.computed_starts(p_location, p_services, p_employee, p_from, p_to, at);
  end if;
end $$;

-- The same for every visit, from what people wrote.
create function internal.computed_starts(p_location uuid, p_services uuid[], p_employee uuid, p_from date, p_to date, at timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable set search_path = '' rows 1000 as $$
declare
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

  if (offers[1]).alone and cardinality(offers) = lines then
    -- One employee: pieces of time come in order, and so do the starts in them.
    return query
    select to_timestamp(start * 60::float8), to_timestamp((start + offer.visit_minutes) * 60::float8),
      array_fill(offer.employee_id, array[lines])
    from unnest(offers) as offer
    cross join internal.grid_runs(offer, midnights, place.grid_minutes, earliest, latest) as run
    cross join generate_series(run.first, run.last, place.grid_minutes) as start
    where offer.line = 1;
  else
    return query select * from internal.starts_with_anyone(offers, lines, midnights, place.grid_minutes, earliest, latest);
  end if;
end $$;

-- The next starts at or after p_from (null: now), at most 50, up to the location's horizon. Else as available_starts.
create function public.next_starts(
  p_location uuid, p_services uuid[], p_employee uuid default null, p_from timestamptz default null, p_limit integer default 3,
  p_now timestamptz default null)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 3 as $$
declare
  at constant timestamptz := internal.present_or(p_now);
  wanted integer := least(p_limit, 50);
  place public.locations := internal.bookable_location(p_location);
  first_date date := (greatest(p_from, at) at time zone place.time_zone)::date;
  last_date date := (at at time zone place.time_zone)::date + place.horizon_days;
  days integer := 3;
  found integer;
begin
  while first_date <= last_date and wanted > 0 loop
    return query
    select next.* from public.available_starts(p_location, p_services, p_employee, first_date, first_date + days - 1, at) next
    where p_from is null or next.starts_at >= p_from limit wanted;
    get diagnostics found = row_count;
    wanted := wanted - found;
    first_date := first_date + days;
    -- Most visits are found in the first days; whoever is booked out is searched in longer steps.
    days := least(2 * days + 1, 62);
  end loop;
end $$;

-- How many starts each local day has, for all days from p_from to p_to (at most 62), those without any included.
create function public.available_days(p_location uuid, p_services uuid[], p_employee uuid, p_from date, p_to date)
returns table (day date, starts integer)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 31 as $$
declare
  place public.locations := internal.bookable_location(p_location);
begin
  if place.id is null or not p_to - p_from between 0 and 61 then return; end if;
  return query
  select p_from + every.index, coalesce(counted.starts, 0)
  from generate_series(0, p_to - p_from) as every (index)
  left join (
    select (free.starts_at at time zone place.time_zone)::date as day, count(*)::integer as starts
    from public.available_starts(p_location, p_services, p_employee, p_from, p_to) free group by 1
  ) counted on counted.day = p_from + every.index
  order by every.index;
end $$;

revoke execute on function internal.present_or, internal.starts_with_anyone, internal.computed_starts, public.available_starts, public.next_starts,
  public.available_days from public;
grant execute on function public.available_starts, public.next_starts, public.available_days to anon, authenticated, service_role;

-- schemas/42e_quick_plan.sql

-- The plan of one service at one start, for the many who want a slot at the same time. It equals internal.plan_visit's, but reads two
-- rows that the search keeps: the service with who performs it (internal.listing_services, 70) and the employee's day
-- (internal.free_days, 46). Starting a statement costs PostgreSQL more than reading rows, so there are few. What is rare it leaves to
-- plan_visit: days without a row in the index, visits that reach beyond the day, services that need a resource.
--
-- Both rows exist only for published locations of active companies, active services and active employees; that is not asked again.

-- `bookable` is null when plan_visit has to be asked. `taken`: everyone who performs the service is busy at the start.
-- `company_id`, `hold_minutes` and `cancellation_hours` are the location's.
create type internal.quick_plan as (
  bookable boolean, taken boolean, company_id uuid, hold_minutes smallint, cancellation_hours smallint,
  employee_id uuid, service_name text, ends_at timestamptz, price_cents integer, occupied tstzmultirange,
  -- The processing gap in minutes since 1970, and what the index says is free that day.
  gap_begins integer, gap_ends integer, free int4multirange,
  -- Who performs the service, where it is not said who shall.
  anyone uuid[]
);

-- With one possible employee it is not asked whether the whole visit is free of holds: the constraint will say so. `taken` is asked of
-- visits that begin at this very start; whoever begins within another one learns it from the constraint or from plan_visit.
create function internal.plan_one(p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamptz, p_present timestamptz)
returns internal.quick_plan
language plpgsql stable set search_path = '' as $$
declare
  minute constant integer := floor(date_part('epoch', p_starts_at) / 60);
  plan internal.quick_plan;
  index integer;
begin
  -- One statement, and few expressions in it: PostgreSQL prepares each anew in every transaction, also those of a branch not taken.
  select
    -- The grid counts from where the piece of working time begins: the end of the last gap before the start.
    case when day.begins <= visit.low and visit.high <= day.ends and service.resource_kind is null then
      case when service.gap_start is null then day.free @> int4range(visit.low, visit.high) else day.work @> int4range(visit.low, visit.high) end
      and (minute - coalesce(upper(int4multirange(int4range(least(day.begins, minute), minute + 1)) - day.work), day.begins))
        % service.grid_minutes = 0
      and date_trunc('minute', p_starts_at) = p_starts_at
      and p_starts_at >= p_present + service.notice_minutes * interval '1 minute'
      and day.day <= (p_present at time zone service.zone)::date + service.horizon_days end,
    exists (
      select from public.appointment_lines line
      where line.employee_id = coalesce(p_employee, service.employees[1]) and line.starts_at = p_starts_at
        and not isempty(line.occupied) and (line.hold_expires_at is null or line.hold_expires_at > p_present)),
    service.company_id, service.hold_minutes, service.cancellation_hours, service.employees[visit.person], service.service_name,
    p_starts_at + service.minutes[visit.person] * interval '1 minute', service.prices[visit.person],
    tstzmultirange(tstzrange(p_starts_at + (visit.low - minute) * interval '1 minute', p_starts_at + (visit.high - minute) * interval '1 minute')),
    minute + service.gap_start, minute + service.gap_start + service.gap_minutes, day.free,
    case when p_employee is null and cardinality(service.employees) > 1 then service.employees end
  into plan
  from internal.listing_services service
  cross join lateral (
    select every.person, minute - service.before as low, minute + service.minutes[every.person] + service.after as high
    from (select case when p_employee is null then 1 else array_position(service.employees, p_employee) end as person offset 0) every
    offset 0) visit
  left join internal.free_days day on day.employee_id = coalesce(p_employee, service.employees[1])
    and day.day = (p_starts_at at time zone service.zone)::date
  where service.service_id = p_service and service.location_id = p_location and visit.person is not null;
  -- In the processing gap the employee is free for others.
  if plan.bookable and plan.gap_begins is not null then
    plan.occupied := plan.occupied
      - tstzmultirange(tstzrange(to_timestamp(plan.gap_begins * 60.0), to_timestamp(plan.gap_ends * 60.0)));
    plan.bookable := plan.free @> internal.minute_ranges(plan.occupied);
  end if;
  if plan.anyone is null then return plan; end if;

  plan.taken := plan.taken and not exists (
    select from unnest(plan.anyone) person (id) where not exists (
      select from public.appointment_lines line
      where line.employee_id = person.id and line.starts_at = p_starts_at and not isempty(line.occupied)
        and (line.hold_expires_at is null or line.hold_expires_at > p_present)));
  if plan.taken then return plan; end if;
  index := internal.least_booked(p_service, p_starts_at, p_present);
  if index > 0 then return internal.plan_one(p_location, p_service, plan.anyone[index], p_starts_at, p_present); end if;
  plan.bookable := case when index is null then false end;
  return plan;
end $$;

-- Rule 7 among employees in their order: the index of the one who is free for the visit and has the least booked time that day, live
-- holds included. 0 when the visit of one of them reaches beyond the day, null when nobody is free.
create function internal.least_booked(p_service uuid, p_starts_at timestamptz, p_present timestamptz) returns integer
language plpgsql stable set search_path = '' as $$
declare
  minute constant integer := floor(date_part('epoch', p_starts_at) / 60);
begin
  return (
    select case when person.known then person.index else 0 end
    from (
      select each.index, service.grid_minutes, day.begins, day.ends, day.booked, day.work, day.free, visit.wanted, visit.busy, held.times,
        day.begins <= lower(visit.wanted) and upper(visit.wanted) <= day.ends as known
      from internal.listing_services service
      cross join unnest(service.employees, service.minutes) with ordinality as each (id, minutes, index)
      join internal.free_days day on day.employee_id = each.id and day.day = (p_starts_at at time zone service.zone)::date
      cross join lateral (
        select int4range(minute - service.before, minute + each.minutes + service.after) as wanted,
          int4multirange(int4range(minute - service.before, minute + each.minutes + service.after))
            - case when service.gap_start is null then '{}'
              else int4multirange(int4range(minute + service.gap_start, minute + service.gap_start + service.gap_minutes)) end as busy
        offset 0) visit
      cross join lateral (
        select internal.minute_ranges(range_agg(line.occupied)) as times from public.appointment_lines line
        where line.employee_id = each.id and line.hold_expires_at > p_present
          and line.starts_at > to_timestamp(day.begins * 60.0) - interval '48 hours'
          and line.starts_at < to_timestamp(day.ends * 60.0) + interval '8 hours') held
      where service.service_id = p_service
    ) person
    where not person.known or (
      person.work @> person.wanted and person.free @> person.busy and not coalesce(person.times && person.busy, false)
      and (minute - coalesce(upper(int4multirange(int4range(least(person.begins, minute), minute + 1)) - person.work), person.begins))
        % person.grid_minutes = 0)
    order by person.known, person.booked + case when person.times is null then 0
      else internal.length_of(person.times * int4multirange(int4range(person.begins, person.ends))) end, person.index
    limit 1);
end $$;

revoke execute on function internal.plan_one, internal.least_booked from public;

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
  -- A hold earlier in this transaction would not have waited for the disk (43a); with what follows, the transaction does.
  if pg_current_xact_id_if_assigned() is not null then perform set_config('synchronous_commit', 'on', true); end if;
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
  return coalesce(appointment.user_id = internal.person(), false) or (p_secret is not null and exists (
    select from public.appointment_links link
    where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and link.appointment_id = appointment.id
      and link.expires_at > internal.present()));
end $$;

-- Whether the caller works on this appointment for the company: managers on all, staff on those with a line of their own.
create function internal.is_business(appointment public.appointments) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from internal.memberships() member
    where member.company_id = appointment.company_id and (member.role >= 'manager' or exists (
      select from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
      where line.appointment_id = appointment.id and employee.user_id = internal.person())));
end $$;

-- An appointment that is locked, who the caller is, and whether no other verb writes lines of its location meanwhile.
create type internal.opened as (appointment public.appointments, customer boolean, business boolean, alone boolean);

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
    opened.business := internal.person() is not null and internal.is_business(found);
  end if;
  if found.id is null or not (opened.customer or opened.business) then perform internal.fail('appointment_not_found'); end if;
  -- A lapsed hold may have to take its slot anew.
  opened.alone := p_alone or found.state = 'expired' or coalesce(found.hold_expires_at <= internal.present(), false)
    or (select count(*) from public.appointment_lines where appointment_id = found.id) > 1;
  perform internal.lock_location(found.location_id, opened.alone);
  select * into found from public.appointments where id = p_appointment for update;
  if found.id is null then perform internal.fail('appointment_not_found'); end if;
  if found.state <> 'held' then perform internal.compose_ordered(p_appointment); end if;
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
  select id, p_verb, p_actor, case when p_actor <> 'system' then internal.person() end, state, p_to, left(coalesce(p_reason, ''), 1000)
  from public.appointments where id = p_appointment;
  update public.appointments
  set state = p_to, hold_expires_at = null, sequence = sequence + case when p_to in ('cancelled', 'declined') then 1 else 0 end
  where id = p_appointment;
  update public.appointment_lines set occupied = '{}', hold_expires_at = null where appointment_id = p_appointment;
  delete from public.appointment_resources where appointment_id = p_appointment;
end $$;

-- Ends the expired holds that stand in the way of these employees and resources in this period. False when others hold one locked, which
-- says that they are just taking its place; `p_patient` waits for them and is for callers without any row lock.
create function internal.release_expired(
  p_employees uuid[], p_resources uuid[], p_period tstzrange, p_present timestamptz, p_patient boolean)
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
  if cardinality(p_resources) > 0 then
    standing := standing || array(
      select line.appointment_id from public.appointment_resources row
      join public.appointment_lines line on line.appointment_id = row.appointment_id and line."position" = row."position"
      where row.resource_id = any(p_resources) and row.occupied && p_period and line.hold_expires_at <= p_present
        and line.appointment_id <> all(coalesce(standing, '{}')));
    standing := array(select distinct id from unnest(standing) id);
    if cardinality(standing) = 0 then standing := null; end if;
  end if;
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

-- What planned lines need, as arrays for internal.release_expired: their resources, and the whole time they touch.
create function internal.resources_of(planned internal.planned_line[]) returns uuid[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select distinct resource_id from unnest(planned) where resource_id is not null);
end $$;

create function internal.period_of(planned internal.planned_line[]) returns tstzrange
language plpgsql immutable set search_path = '' as $$
begin
  return (select range_merge(range_agg(range_merge(occupied + coalesce(reserved, '{}')))) from unnest(planned));
end $$;

-- Reserves the resources of lines that are placed; false when someone else has one of them. Lines come before resources in every
-- transaction, and whoever reserves more than one holds the location alone: so nobody waits in a circle.
create function internal.reserve(p_appointment uuid, planned internal.planned_line[]) returns boolean
language plpgsql set search_path = '' as $$
declare
  wanted constant integer := (select count(*) from unnest(planned) where resource_id is not null);
  placed integer;
begin
  if wanted = 0 then return true; end if;
  insert into public.appointment_resources (appointment_id, "position", resource_id, occupied)
  select p_appointment, line."position", line.resource_id, line.reserved
  from unnest(planned) line where line.resource_id is not null order by line.resource_id, line.starts_at
  on conflict on constraint appointment_resources_no_overlap do nothing;
  get diagnostics placed = row_count;
  return placed = wanted;
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
  if not internal.release_expired(array(select employee_id from unnest(planned)), internal.resources_of(planned),
    internal.period_of(planned), p_present, false) then
    perform internal.fail('slot_taken');
  end if;
  insert into public.appointment_lines
    (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, occupied)
  select p_appointment, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    coalesce(agreed[line."position"], line.price_cents), line.occupied
  from unnest(planned) line order by line.employee_id, line.starts_at
  on conflict on constraint appointment_lines_no_overlap do nothing;
  get diagnostics placed = row_count;
  if placed < cardinality(planned) or not internal.reserve(p_appointment, planned) then perform internal.fail('slot_taken'); end if;
  update public.appointments appointment
  set starts_at = sums.starts_at, ends_at = sums.ends_at, total_cents = sums.total
  from (select min(starts_at) as starts_at, max(ends_at) as ends_at, sum(price_cents) as total
    from public.appointment_lines where appointment_id = p_appointment) sums
  where appointment.id = p_appointment;
  return true;
end $$;

-- Whether one of the services lacks its resource because all of the kind are reserved at some time of the visit.
create function internal.resources_taken(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_present timestamptz, p_ignore uuid)
returns boolean
language plpgsql stable set search_path = '' as $$
declare
  visit constant tstzrange := (
    select tstzrange(p_starts_at - make_interval(mins => max(service.buffer_before_minutes)),
      p_starts_at + make_interval(mins => (sum(service.duration_minutes) + max(service.buffer_after_minutes))::integer))
    from unnest(p_services) wish (id) join public.services service on service.id = wish.id);
  wanted text;
  free tstzmultirange;
  all_free boolean;
  any_resource boolean;
begin
  for wanted in
    select distinct resource_kind from public.services
    where id = any(p_services) and location_id = p_location and resource_kind is not null
  loop
    all_free := false;
    any_resource := false;
    for free in select unnest(found.free) from internal.free_resources(p_location, wanted, visit, p_present, p_ignore) found loop
      any_resource := true;
      all_free := all_free or free @> visit;
    end loop;
    if any_resource and not all_free then return true; end if;
  end loop;
  return false;
end $$;

-- Says why a start can't be had. Always raises one of: location_not_found, past, slot_taken, service_not_found, not_bookable.
create function internal.refuse_start(
  p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamptz, p_present timestamptz, p_ignore uuid default null,
  p_by_hand boolean default false)
returns void
language plpgsql stable set search_path = '' as $$
begin
  if not internal.is_published(p_location) and p_location not in (select internal.locations_as('staff')) then
    perform internal.fail('location_not_found');
  end if;
  if p_starts_at <= p_present and not p_by_hand then perform internal.fail('past'); end if;
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
  ) or internal.resources_taken(p_location, p_services, p_starts_at, p_present, p_ignore) then
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
-- A start that is known to be taken is answered as internal.refusal does; everything else is raised.
-- Errors: secret_missing, secret_invalid, source_unknown, service_not_found, past, location_not_found, not_bookable, slot_taken,
-- too_many_holds (3 live ones for a user or a secret), key_used (by someone else), appointment_not_found (p_replace).
create function public.hold_appointment(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid default null, p_secret_hash text default null,
  p_idempotency_key uuid default null, p_source text default 'web', p_replace uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- internal.present, as an expression.
  present constant timestamptz := coalesce(nullif(current_setting('zeitplatz.now', true), '')::timestamptz, now());
begin
  -- The usual answer to those who come too late, before anything else is asked, even how they ask.
  if p_employee is not null and p_replace is null and p_idempotency_key is null then
    perform from public.appointment_lines line
    where line.employee_id = p_employee and line.starts_at = p_starts_at and line.service_id = p_services[1]
      and not isempty(line.occupied) and (line.hold_expires_at is null or line.hold_expires_at > present);
    if found and p_starts_at > present then return internal.refusal('slot_taken'); end if;
  end if;
  -- The digits are no pattern: PostgreSQL builds its automaton anew for each text.
  if not coalesce(length(p_secret_hash) = 64 and translate(p_secret_hash, '0123456789abcdef', '') = '' and p_source in ('web', 'widget')
    and cardinality(p_services) between 1 and 10 and p_starts_at > present and p_starts_at <= present + interval '3 years', false) then
    perform internal.check_wish(p_services, p_starts_at, p_secret_hash, p_source, present);
  end if;
  return internal.hold_visit(p_location, p_services, p_starts_at, p_employee, p_secret_hash, p_idempotency_key, p_source, p_replace, present);
end $$;

-- The same for a wish without faults. Its settings are for all that it calls: plans that are made once, and by indexes also while the
-- tables are small, since connections keep them.
create function internal.hold_visit(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid, p_secret_hash text, p_idempotency_key uuid,
  p_source text, p_replace uuid, present timestamptz)
returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  caller constant uuid := internal.person();
  secret constant bytea := decode(p_secret_hash, 'hex');
  quickly constant boolean := cardinality(p_services) = 1 and p_idempotency_key is null;
  locked text;
  known public.appointments;
  quick internal.quick_plan;
  place public.locations;
  planned internal.planned_line[];
  held jsonb;
begin
  if quickly and p_replace is null then
    quick := internal.plan_one(p_location, p_services[1], p_employee, p_starts_at, present);
    if quick.taken then return internal.refusal('slot_taken'); end if;
  end if;
  -- The lock of the caller's holds: one call at a time makes a retry see the first try, and keeps the limit.
  -- A hold lives for minutes and its loss in a crash of the machine costs nobody a booking: nobody waits for the disk. Whatever is
  -- confirmed later is written after it and waited for.
  locked := concat(pg_advisory_xact_lock(hashtextextended(coalesce(caller::text, p_secret_hash), 42)),
    case when pg_current_xact_id_if_assigned() is null then set_config('synchronous_commit', 'off', true) end);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if not (coalesce(known.user_id = caller, false) or exists (
        select from public.appointment_links where secret_hash = secret and appointment_id = known.id)) then
        perform internal.fail('key_used');
      end if;
      return internal.visit_json(known.id);
    end if;
  end if;

  if caller is not null or p_replace is not null then
    if internal.live_holds(caller, secret, p_replace, present) >= 3 then perform internal.fail('too_many_holds'); end if;
  end if;
  if p_replace is not null then
    perform internal.replace_hold(p_replace, p_location, secret);
  elsif cardinality(p_services) > 1 then
    perform internal.lock_location(p_location, true);
  else
    -- internal.lock_location, as an expression.
    locked := pg_advisory_xact_lock_shared(hashtextextended(p_location::text, 43));
  end if;
  if quickly and p_replace is not null then
    quick := internal.plan_one(p_location, p_services[1], p_employee, p_starts_at, present);
    if quick.taken then perform internal.fail('slot_taken'); end if;
  end if;
  if quick.bookable then
    held := internal.hold_one(quick, p_location, p_services[1], p_starts_at, secret, p_source, caller, present,
      caller is not null or p_replace is not null);
    if held is not null then return held; end if;
  end if;
  if caller is null and p_replace is null then
    if internal.live_holds(caller, secret, null, present) >= 3 then perform internal.fail('too_many_holds'); end if;
  end if;

  select location.* into place
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = p_location and location.state = 'published' and company.state = 'active';
  -- Each lost round means that someone else has won an employee; more rounds than employees are never needed.
  for round in 1..30 loop
    planned := array(select row(plan.*)::internal.planned_line
      from internal.plan_visit(p_location, p_services, p_employee, p_starts_at, present) plan where place.id is not null);
    if cardinality(planned) = 0 then
      if round > 1 or quick.bookable then perform internal.fail('slot_taken'); end if;
      perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present);
    end if;
    held := internal.hold_lines(place, planned, secret, p_idempotency_key, p_source, caller, present);
    if held is not null then return held; end if;
    -- Either an expired hold stands there, or someone was quicker.
    if not internal.release_expired(array(select employee_id from unnest(planned)), internal.resources_of(planned),
      internal.period_of(planned), present, round = 1) then exit; end if;
  end loop;
  perform internal.fail('slot_taken');
end $$;

-- Says what is wrong with a wish; signed in it needs no secret.
create function internal.check_wish(
  p_services uuid[], p_starts_at timestamptz, p_secret_hash text, p_source text, p_present timestamptz)
returns void
language plpgsql set search_path = '' as $$
begin
  if p_secret_hash is null then
    if internal.person() is null then perform internal.fail('secret_missing'); end if;
  elsif length(p_secret_hash) <> 64 or translate(p_secret_hash, '0123456789abcdef', '') <> '' then
    perform internal.fail('secret_invalid');
  end if;
  if p_source is null or p_source not in ('web', 'widget') then perform internal.fail('source_unknown'); end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at > p_present + interval '3 years' then perform internal.fail('not_bookable'); end if;
  if p_starts_at <= p_present then perform internal.fail('past'); end if;
end $$;

-- How many slots the caller holds now, but for one that is given back.
create function internal.live_holds(p_caller uuid, p_secret bytea, p_replace uuid, p_present timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  -- In two steps, since a plan made for an empty table would walk through all holds.
  linked constant uuid[] := case when p_caller is null then
    array(select appointment_id from public.appointment_links where secret_hash = p_secret) end;
begin
  if p_caller is not null then
    return (select count(*) from public.appointments held where held.user_id = p_caller and held.state = 'held'
      and held.hold_expires_at > p_present and held.id is distinct from p_replace);
  elsif cardinality(linked) = 0 then
    return 0;
  end if;
  return (select count(*) from public.appointments held where held.id = any(linked) and held.state = 'held'
    and held.hold_expires_at > p_present and held.id is distinct from p_replace);
end $$;

-- Line, appointment and link of a quick plan in one statement, and the answer of the verb; null when someone else has the time, or
-- when `p_counted` is false and the caller may have other holds, which have to be counted first. The line comes first: who is too late
-- writes nothing.
create function internal.hold_one(
  quick internal.quick_plan, p_location uuid, p_service uuid, p_starts_at timestamptz, p_secret bytea, p_source text, p_caller uuid,
  p_present timestamptz, p_counted boolean)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  visit constant uuid := gen_random_uuid();
  expiry constant timestamptz := p_present + make_interval(mins => quick.hold_minutes);
  placed boolean;
begin
  with placed as (
    insert into public.appointment_lines (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at,
      price_cents, occupied, hold_expires_at)
    select visit, 1, p_service, quick.employee_id, quick.service_name, p_starts_at, quick.ends_at, quick.price_cents, quick.occupied, expiry
    where p_counted or not exists (select from public.appointment_links where secret_hash = p_secret)
    on conflict on constraint appointment_lines_no_overlap do nothing
    returning true as placed
  ), made as (
    insert into public.appointments (id, company_id, location_id, starts_at, ends_at, hold_expires_at, user_id, total_cents,
      source, cancellation_hours)
    select visit, quick.company_id, p_location, p_starts_at, quick.ends_at, expiry, p_caller, quick.price_cents, p_source,
      quick.cancellation_hours
    from placed
  ), linked as (
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select p_secret, visit, quick.ends_at + interval '180 days' from placed where p_secret is not null
  )
  select placed.placed into placed from placed;
  if placed is null then return null; end if;
  return jsonb_build_object('id', visit, 'state', 'held', 'starts_at', p_starts_at, 'ends_at', quick.ends_at,
    'hold_expires_at', expiry, 'total_cents', quick.price_cents, 'sequence', 0, 'lines', jsonb_build_array(jsonb_build_object(
      'position', 1, 'service_id', p_service, 'service_name', quick.service_name, 'employee_id', quick.employee_id,
      'starts_at', p_starts_at, 'ends_at', quick.ends_at, 'price_cents', quick.price_cents)));
end $$;

-- Writes a plan of any number of lines, and answers as the verb does; null when someone else has the time of one. Error: key_used.
create function internal.hold_lines(
  place public.locations, planned internal.planned_line[], p_secret bytea, p_idempotency_key uuid, p_source text, p_caller uuid,
  p_present timestamptz)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  visit constant uuid := gen_random_uuid();
  placed integer;
begin
  insert into public.appointments (id, company_id, location_id, starts_at, ends_at, hold_expires_at, user_id, total_cents,
    source, cancellation_hours, idempotency_key)
  select visit, place.company_id, place.id, min(line.starts_at), max(line.ends_at),
    p_present + make_interval(mins => place.hold_minutes), p_caller, sum(line.price_cents), p_source, place.cancellation_hours,
    p_idempotency_key
  from unnest(planned) line
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  insert into public.appointment_lines (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at,
    price_cents, occupied, hold_expires_at)
  select visit, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    line.price_cents, line.occupied, p_present + make_interval(mins => place.hold_minutes)
  from unnest(planned) line order by line.employee_id, line.starts_at
  on conflict on constraint appointment_lines_no_overlap do nothing;
  get diagnostics placed = row_count;
  if placed < cardinality(planned) or not internal.reserve(visit, planned) then
    delete from public.appointments where id = visit;
    return null;
  end if;
  insert into public.appointment_links (secret_hash, appointment_id, expires_at)
  select p_secret, visit, max(line.ends_at) + interval '180 days' from unnest(planned) line where p_secret is not null;
  return internal.visit_json(visit);
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
    appointment.user_id = internal.person() or exists (
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

-- schemas/43b_confirming.sql

-- From a hold to a booking, and from a request to a confirmed appointment. Contact data and the company's customer file.

-- Contact data as they are stored: {name, email, phone, note}, trimmed, names and numbers without control characters.
-- By hand only the name must be there. Errors: name_missing, name_too_long, email_missing, email_invalid, phone_invalid, note_too_long.
create function internal.clean_contact(p_contact jsonb, p_by_hand boolean) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  name text := btrim(regexp_replace(coalesce(p_contact ->> 'name', ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  email text := btrim(coalesce(p_contact ->> 'email', ''));
  phone text := btrim(regexp_replace(coalesce(p_contact ->> 'phone', ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  note text := btrim(coalesce(p_contact ->> 'note', ''), E' \t\r\n');
begin
  if name = '' then perform internal.fail('name_missing'); end if;
  if length(name) > 120 then perform internal.fail('name_too_long'); end if;
  if email = '' and not p_by_hand then perform internal.fail('email_missing'); end if;
  -- No class like [:alnum:]: what it holds depends on the locale of the database.
  -- The length of the first part is not in the pattern: a counted repetition makes its automaton large.
  if email <> '' and (length(email) > 254 or strpos(email, '@') > 65
    or email !~ '^[^[:space:][:cntrl:]@<>(),;:"\\\[\]]+@([^[:space:][:cntrl:]@<>(),;:"\\\[\]./_]+\.)+[^[:space:][:cntrl:]@<>(),;:"\\\[\]./_0-9][^[:space:][:cntrl:]@<>(),;:"\\\[\]./_]+$'
    or email ~ '\.\.|^\.|\.@|[@.]-|-(\.|$)') then
    perform internal.fail('email_invalid');
  end if;
  if phone <> '' and (phone !~ '^[+]?[0-9 ()/.-]{5,39}$' or length(regexp_replace(phone, '[^0-9]', '', 'g')) < 5) then
    perform internal.fail('phone_invalid');
  end if;
  if length(note) > 2000 then perform internal.fail('note_too_long'); end if;
  return jsonb_build_object('name', name, 'email', email, 'phone', phone, 'note', note);
end $$;

-- Finds or makes the entry in the company's customer file. An entry is known by its mail address, without one by name and phone.
-- What the business wrote stays; only an empty phone is filled. A signed-in person is linked when the address is the account's own.
-- Error: not_possible, when the business has blocked the customer.
create function internal.keep_customer(p_company uuid, p_contact jsonb, p_user uuid, p_by_hand boolean) returns uuid
language plpgsql set search_path = '' as $$
declare
  address extensions.citext := nullif(p_contact ->> 'email', '')::extensions.citext;
  kept public.customers;
  linked uuid;
begin
  if address is null then
    select * into kept from public.customers customer
    where customer.company_id = p_company and customer.name = p_contact ->> 'name' and customer.phone = p_contact ->> 'phone'
      and customer.phone <> '' order by customer.created_at limit 1;
    if kept.id is null then
      insert into public.customers (company_id, name, phone) values (p_company, p_contact ->> 'name', p_contact ->> 'phone')
      returning * into kept;
    end if;
  else
    select account.id into linked from auth.users account where account.id = p_user and lower(account.email) = lower(address::text);
    insert into public.customers as customer (company_id, user_id, name, email, phone)
    values (p_company, linked, p_contact ->> 'name', address, p_contact ->> 'phone')
    on conflict (company_id, email) do update set
      phone = case when customer.phone = '' then excluded.phone else customer.phone end,
      user_id = coalesce(customer.user_id, excluded.user_id)
    returning * into kept;
  end if;
  if kept.blocked and not p_by_hand then perform internal.fail('not_possible'); end if;
  return kept.id;
end $$;

-- By the customer: makes a hold a booking, or a request when the location confirms by hand. p_contact is {name, email, phone, note}.
-- An expired hold takes its slot anew if it is still free. A repeated call with the same contact answers the same.
-- By a member: confirms a request; one that is confirmed answers the same.
-- Errors: appointment_not_found, wrong_state (detail: the state), past, hold_expired, slot_taken, not_possible (customer blocked or
-- company closed), and those of internal.clean_contact.
create function public.confirm_appointment(p_appointment uuid, p_secret text default null, p_contact jsonb default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened internal.opened;
  appointment public.appointments;
  answer jsonb := internal.confirm_live(p_appointment, p_secret, p_contact);
begin
  if answer is not null then return answer; end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  appointment := opened.appointment;
  if opened.business and appointment.state = 'requested' then
    if appointment.starts_at <= internal.present() then perform internal.fail('past'); end if;
    perform internal.confirm_request(p_appointment);
  elsif opened.customer and (appointment.state = 'held' or (appointment.state = 'expired' and appointment.contact_name = '')) then
    perform internal.confirm_hold(opened, internal.clean_contact(p_contact, false));
  elsif opened.customer and appointment.state in ('confirmed', 'requested') then
    if p_contact is null or internal.clean_contact(p_contact, false) <> jsonb_build_object('name', appointment.contact_name,
      'email', appointment.contact_email, 'phone', appointment.contact_phone, 'note', appointment.note) then
      perform internal.fail('wrong_state', appointment.state::text);
    end if;
  elsif not opened.business or appointment.state <> 'confirmed' then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  return internal.visit_json(p_appointment);
end $$;

-- The usual confirmation, with few statements: a live hold of one line. Null when it is something else, for the general way.
-- No row is locked beforehand: ending or retaking a hold of the same appointment waits for the location's lock.
create function internal.confirm_live(p_appointment uuid, p_secret text, p_contact jsonb) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  held record;
  locked text;
  contact jsonb;
  account uuid;
  next_state public.appointment_state;
  changed boolean;
  blocked boolean;
begin
  -- With one line its times are those of the appointment.
  select visit.company_id, visit.location_id, visit.user_id, visit.starts_at, visit.ends_at, visit.total_cents, visit.sequence,
    line.service_id, line.service_name, line.employee_id, location.confirms_by_hand as by_hand
  into held
  from public.appointments visit
  join public.appointment_lines line on line.appointment_id = visit.id and line."position" = 1
  join public.locations location on location.id = visit.location_id
  join public.companies company on company.id = visit.company_id
  where visit.id = p_appointment and visit.state = 'held' and visit.hold_expires_at > present and visit.starts_at > present
    and line.starts_at = visit.starts_at and line.ends_at = visit.ends_at and company.state = 'active'
    and (visit.user_id = caller or exists (
      select from public.appointment_links link where link.secret_hash = sha256(convert_to(p_secret, 'UTF8'))
        and link.appointment_id = p_appointment and link.expires_at > present));
  if held.location_id is null then return null; end if;
  contact := internal.clean_contact(p_contact, false);
  -- internal.lock_location, as an expression.
  locked := concat(pg_advisory_xact_lock_shared(hashtextextended(held.location_id::text, 43)),
    case when pg_current_xact_id_if_assigned() is not null then set_config('synchronous_commit', 'on', true) end);
  held.user_id := coalesce(held.user_id, caller);
  if held.user_id is not null then
    account := (select id from auth.users where id = held.user_id and lower(email) = lower(contact ->> 'email'));
  end if;
  next_state := case when held.by_hand then 'requested' else 'confirmed' end;
  with kept as (
    insert into public.customers as customer (company_id, user_id, name, email, phone)
    values (held.company_id, account, contact ->> 'name', (contact ->> 'email')::extensions.citext, contact ->> 'phone')
    on conflict (company_id, email) do update set
      phone = case when customer.phone = '' then excluded.phone else customer.phone end,
      user_id = coalesce(customer.user_id, excluded.user_id)
    returning customer.id, customer.blocked
  ), changed as (
    update public.appointments
    set state = next_state, hold_expires_at = null, customer_id = kept.id, user_id = held.user_id, contact_name = contact ->> 'name',
      contact_email = contact ->> 'email', contact_phone = contact ->> 'phone', note = contact ->> 'note'
    from kept where appointments.id = p_appointment and appointments.state = 'held'
    returning true as changed
  ), blocking as (
    update public.appointment_lines set hold_expires_at = null from changed where appointment_id = p_appointment and "position" = 1
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    select p_appointment, 'confirm', 'customer', caller, 'held', next_state, held.starts_at, true from changed
  )
  select (select kept.blocked from kept), (select one.changed from changed one) into blocked, changed;
  if blocked then perform internal.fail('not_possible'); end if;
  -- Somebody was quicker: what they made of it decides.
  if changed is null then return null; end if;
  return jsonb_build_object('id', p_appointment, 'state', next_state, 'starts_at', held.starts_at, 'ends_at', held.ends_at,
    'hold_expires_at', null, 'total_cents', held.total_cents, 'sequence', held.sequence, 'lines', jsonb_build_array(jsonb_build_object(
      'position', 1, 'service_id', held.service_id, 'service_name', held.service_name, 'employee_id', held.employee_id,
      'starts_at', held.starts_at, 'ends_at', held.ends_at, 'price_cents', held.total_cents)));
end $$;

create function internal.confirm_request(p_appointment uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.appointments set state = 'confirmed', sequence = sequence + 1 where id = p_appointment;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state)
  values (p_appointment, 'confirm', 'business', internal.person(), 'requested', 'confirmed');
  perform internal.queue_messages(p_appointment, 'appointment_confirmed', 'business');
end $$;

create function internal.confirm_hold(opened internal.opened, p_contact jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  appointment constant public.appointments := opened.appointment;
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  by_hand boolean;
  next_state public.appointment_state;
  customer uuid;
begin
  select location.confirms_by_hand into by_hand
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = appointment.location_id and company.state = 'active';
  if by_hand is null then perform internal.fail('not_possible'); end if;
  if appointment.starts_at <= present then perform internal.fail('past'); end if;
  -- While the state is `held` the slot is ours, however late: nobody else can have taken it.
  if appointment.state = 'expired' then
    -- It ended between our first look and the lock: somebody is just taking its place.
    if not opened.alone then perform internal.fail('slot_taken'); end if;
    perform internal.retake(appointment, present);
  end if;
  customer := internal.keep_customer(appointment.company_id, p_contact, coalesce(appointment.user_id, caller), false);
  next_state := case when by_hand then 'requested' else 'confirmed' end;
  update public.appointments
  set state = next_state, hold_expires_at = null, customer_id = customer, user_id = coalesce(appointment.user_id, caller),
    contact_name = p_contact ->> 'name', contact_email = p_contact ->> 'email', contact_phone = p_contact ->> 'phone',
    note = p_contact ->> 'note'
  where id = appointment.id;
  update public.appointment_lines set hold_expires_at = null where appointment_id = appointment.id;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
  values (appointment.id, 'confirm', 'customer', caller, appointment.state, next_state, appointment.starts_at, true);
end $$;

-- Takes the slot of an ended hold anew, with the same employee. Errors: slot_taken, hold_expired (no longer bookable).
create function internal.retake(appointment public.appointments, p_present timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  services uuid[];
  employees uuid[];
begin
  select array_agg(service_id order by "position"), array_agg(distinct employee_id) into services, employees
  from public.appointment_lines where appointment_id = appointment.id;
  if internal.place_lines(appointment.id, services, case when cardinality(employees) = 1 then employees[1] end,
    appointment.starts_at, p_present, false) then
    return;
  end if;
  if exists (select from public.appointment_lines line join public.appointment_lines other on other.employee_id = line.employee_id
      and other.appointment_id <> line.appointment_id and not isempty(other.occupied)
      and other.occupied && tstzrange(line.starts_at, line.ends_at) and coalesce(other.hold_expires_at > p_present, true)
    where line.appointment_id = appointment.id) then
    perform internal.fail('slot_taken');
  end if;
  perform internal.fail('hold_expired');
end $$;

grant execute on function public.confirm_appointment to anon, authenticated;

-- schemas/43c_changing.sql

-- Cancelling, declining and moving what was booked.

-- Whether a customer may still cancel or move: a request until its start, a booking until the policy of its own time.
create function internal.customer_may_change(appointment public.appointments) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  return case appointment.state
    when 'requested' then present < appointment.starts_at
    when 'confirmed' then present < appointment.starts_at
      and present <= appointment.starts_at - make_interval(hours => appointment.cancellation_hours)
    else false end;
end $$;

-- Cancels a request or a booking: customers inside the policy, the business any time. A cancelled one answers the same.
-- A reason of more than 1000 characters is cut. Errors: appointment_not_found, wrong_state, too_late (detail: the last moment).
create function public.cancel_appointment(p_appointment uuid, p_secret text default null, p_reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
  appointment constant public.appointments := opened.appointment;
  by_business constant boolean := opened.business and p_secret is null;
  actor constant public.actor_kind := case when by_business then 'business' else 'customer' end;
begin
  if appointment.state = 'cancelled' then return internal.visit_json(p_appointment); end if;
  if appointment.state not in ('requested', 'confirmed') then perform internal.fail('wrong_state', appointment.state::text); end if;
  if not by_business and not internal.customer_may_change(appointment) then
    perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
  end if;
  perform internal.let_go(p_appointment, 'cancelled', 'cancel', actor, p_reason);
  perform internal.queue_messages(p_appointment, 'appointment_cancelled', actor,
    jsonb_build_object('reason', left(coalesce(p_reason, ''), 1000)));
  return internal.visit_json(p_appointment);
end $$;

-- Declines a request, for members. A declined one answers the same. Errors: appointment_not_found, wrong_state.
create function public.decline_appointment(p_appointment uuid, p_reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  appointment constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if appointment.state = 'declined' then return internal.visit_json(p_appointment); end if;
  if appointment.state <> 'requested' then perform internal.fail('wrong_state', appointment.state::text); end if;
  perform internal.let_go(p_appointment, 'declined', 'decline', 'business', p_reason);
  perform internal.queue_messages(p_appointment, 'appointment_declined', 'business',
    jsonb_build_object('reason', left(coalesce(p_reason, ''), 1000)));
  return internal.visit_json(p_appointment);
end $$;

-- Moves a request or a booking to another start, keeping id, services and agreed prices; all or nothing.
-- p_employee null keeps the employee; a customer then gets anyone free when this one is not ("Egal wer").
-- Customers inside the policy and at bookable starts; members at any time that is free. Staff move to themselves only.
-- Moving to where it is answers the same, and so does a repeated key, wherever the appointment has been moved meanwhile.
-- Errors: key_used (for something else), appointment_not_found, wrong_state, too_late, not_allowed (staff, colleague),
-- past, slot_taken, not_bookable, location_not_found, service_not_found.
create function public.reschedule_appointment(
  p_appointment uuid, p_starts_at timestamptz, p_employee uuid default null, p_secret text default null, p_reason text default '',
  p_idempotency_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret, true);
  appointment constant public.appointments := opened.appointment;
  by_business constant boolean := opened.business and p_secret is null;
  actor constant public.actor_kind := case when by_business then 'business' else 'customer' end;
  services uuid[];
  employees uuid[];
  wanted uuid;
  done boolean;
begin
  if p_idempotency_key is not null and exists (
    select from public.appointment_events where idempotency_key = p_idempotency_key) then
    if not exists (select from public.appointment_events
      where idempotency_key = p_idempotency_key and appointment_id = p_appointment) then perform internal.fail('key_used'); end if;
    return internal.visit_json(p_appointment);
  end if;
  if appointment.state not in ('requested', 'confirmed') then perform internal.fail('wrong_state', appointment.state::text); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  select array_agg(service_id order by "position"), array_agg(distinct employee_id) into services, employees
  from public.appointment_lines where appointment_id = p_appointment;
  wanted := coalesce(p_employee, case when cardinality(employees) = 1 then employees[1] end);
  if appointment.starts_at = p_starts_at and (p_employee is null or employees = array[p_employee]) then
    return internal.visit_json(p_appointment);
  end if;
  if not by_business then
    if not internal.customer_may_change(appointment) then
      perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
    end if;
    if p_starts_at <= present then perform internal.fail('past'); end if;
  elsif not internal.may_book_for(appointment.location_id, p_employee) and p_employee is not null then
    perform internal.fail('not_allowed');
  end if;
  done := internal.place_lines(p_appointment, services, wanted, p_starts_at, present, by_business);
  if not done and p_employee is null and not by_business and wanted is not null then
    done := internal.place_lines(p_appointment, services, null, p_starts_at, present, false);
  end if;
  if not done then
    perform internal.refuse_start(appointment.location_id, services, wanted, p_starts_at, present, p_appointment, by_business);
  end if;
  update public.appointments set sequence = sequence + 1 where id = p_appointment;
  update public.appointment_links set expires_at = greatest(expires_at, p_starts_at + interval '181 days') where appointment_id = p_appointment;
  insert into public.appointment_events
    (appointment_id, verb, actor, actor_id, from_state, to_state, reason, old_starts_at, new_starts_at, idempotency_key)
  values (p_appointment, 'reschedule', actor, internal.person(), appointment.state, appointment.state, left(coalesce(p_reason, ''), 1000),
    appointment.starts_at, p_starts_at, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  perform internal.queue_messages(p_appointment, 'appointment_rescheduled',
    actor,
    jsonb_build_object('reason', left(coalesce(p_reason, ''), 1000), 'old_starts_at', appointment.starts_at,
      'old_ends_at', appointment.ends_at));
  return internal.visit_json(p_appointment);
end $$;

grant execute on function public.cancel_appointment, public.reschedule_appointment to anon, authenticated;
grant execute on function public.decline_appointment to authenticated;

-- schemas/43d_by_hand.sql

-- What only members do: booking by hand, and saying how an appointment ended.

-- Whether the caller may book at a location for this employee: managers for everyone, staff for themselves only.
create function internal.may_book_for(p_location uuid, p_employee uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_location in (select internal.locations_as('manager'))
    or coalesce(p_employee in (select internal.own_employees()) and exists (
      select from public.employees where id = p_employee and location_id = p_location), false);
end $$;

-- Books by hand: confirmed at once, at any time at which the employee is not busy, also in the past and at unpublished locations.
-- p_employee null lets managers have anyone free. p_contact is {name, email, phone, customer_id}; only the name must be there, and
-- what is missing comes from the customer with this id. p_notify false sends no mail. A repeated key answers the first appointment.
-- Errors: location_not_found, not_allowed (staff, colleague), customer_not_found, service_not_found, slot_taken, not_bookable,
-- key_used, and those of internal.clean_contact.
create function public.create_appointment(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid, p_contact jsonb, p_note text default '',
  p_notify boolean default true, p_idempotency_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  made constant uuid := gen_random_uuid();
  place public.locations;
  known public.appointments;
  customer public.customers;
  contact jsonb;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if not internal.may_book_for(p_location, p_employee) then perform internal.fail('not_allowed'); end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  select * into place from public.locations where id = p_location;
  if p_contact ->> 'customer_id' is not null then
    select * into customer from public.customers
    where id::text = p_contact ->> 'customer_id' and company_id = place.company_id;
    if customer.id is null or not internal.may_see_customer(customer.id, place.company_id) then
      perform internal.fail('customer_not_found');
    end if;
    p_contact := jsonb_build_object('name', customer.name, 'email', coalesce(customer.email::text, ''), 'phone', customer.phone) || p_contact;
  end if;
  contact := internal.clean_contact(p_contact || jsonb_build_object('note', coalesce(p_note, '')), true);

  perform internal.lock_location(p_location, true);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if known.location_id <> p_location or not internal.is_business(known) then perform internal.fail('key_used'); end if;
      return internal.visit_json(known.id);
    end if;
  end if;
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key)
  values (made, place.company_id, p_location, 'confirmed', p_starts_at, p_starts_at + interval '1 minute',
    coalesce(customer.id, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name', contact ->> 'email',
    contact ->> 'phone', contact ->> 'note', 0, 'admin', place.cancellation_hours, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not internal.place_lines(made, p_services, p_employee, p_starts_at, present, true) then
    perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present, made, true);
  end if;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at)
  values (made, 'create', 'business', internal.person(), 'confirmed', p_starts_at);
  if p_notify then perform internal.queue_messages(made, 'appointment_confirmed', 'business'); end if;
  return internal.visit_json(made);
end $$;

-- The customer came. Not before the start. A completed one answers the same.
-- Errors: appointment_not_found, wrong_state, too_early.
create function public.complete_appointment(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return internal.close_appointment(p_appointment, 'completed', 'complete');
end $$;

-- The customer did not come. Not before the start. One marked so answers the same.
-- Errors: appointment_not_found, wrong_state, too_early.
create function public.mark_no_show(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return internal.close_appointment(p_appointment, 'no_show', 'no_show');
end $$;

create function internal.close_appointment(p_appointment uuid, p_to public.appointment_state, p_verb text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  appointment constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if appointment.state = p_to then return internal.visit_json(p_appointment); end if;
  if appointment.state <> 'confirmed' then perform internal.fail('wrong_state', appointment.state::text); end if;
  if appointment.starts_at > internal.present() then perform internal.fail('too_early'); end if;
  update public.appointments set state = p_to where id = p_appointment;
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state)
  values (p_appointment, internal.present(), p_verb, 'business', internal.person(), 'confirmed', p_to);
  return internal.visit_json(p_appointment);
end $$;

grant execute on function public.create_appointment, public.complete_appointment, public.mark_no_show to authenticated;

-- schemas/43e_appointment_rules.sql

-- Who may see customers, appointments and what belongs to them. Nobody writes appointments, lines, events, links or messages
-- but the verbs; managers keep the customer file.
-- A customer sees the own appointments with lines and events, never the company's customer file.
-- Staff see appointments with a line of their own employee row, and the customers of those. Managers and owners see all.
-- Secret links are for nobody; messages are for managers.

-- Per row, after the company has matched. Definer: asks lines, whose own policy asks appointments.
create function internal.has_own_line(p_appointment uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
    where line.appointment_id = p_appointment and employee.user_id = internal.person());
end $$;

create function internal.serves_customer(p_customer uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.appointments appointment
    join public.appointment_lines line on line.appointment_id = appointment.id
    join public.employees employee on employee.id = line.employee_id
    where appointment.customer_id = p_customer and employee.user_id = internal.person());
end $$;

create function internal.may_see_customer(p_customer uuid, p_company uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_company in (select internal.companies_as('manager'))
    or (p_company in (select internal.companies_as('staff')) and internal.serves_customer(p_customer));
end $$;

grant execute on function internal.has_own_line, internal.serves_customer to authenticated, service_role;

do $$
declare
  name text;
begin
  foreach name in array array['customers', 'appointments', 'appointment_lines', 'appointment_events', 'appointment_links', 'appointment_resources'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('grant all on public.%I to service_role', name);
  end loop;
end $$;

-- Each arm can use an index: `= any(array(select …))` is computed once. One policy, so that the arms are asked in this order:
-- staff row by row, within their company's locations, and only when nothing before said yes.
create policy customers_and_members_read on public.appointments for select to authenticated using (
  user_id = (select internal.person())
  or location_id = any(array(select internal.locations_as('manager')))
  or (location_id = any(array(select internal.locations_as('staff'))) and internal.has_own_line(id)));

create policy with_appointment on public.appointment_lines for select to authenticated
  using (exists (select from public.appointments appointment where appointment.id = appointment_id));
create policy with_appointment on public.appointment_resources for select to authenticated
  using (exists (select from public.appointments appointment where appointment.id = appointment_id));
create policy with_appointment on public.appointment_events for select to authenticated
  using (exists (select from public.appointments appointment where appointment.id = appointment_id));

create policy members_read on public.customers for select to authenticated using (
  company_id = any(array(select internal.companies_as('manager')))
  or (company_id = any(array(select internal.companies_as('staff'))) and internal.serves_customer(id)));
create policy managers_insert on public.customers for insert to authenticated
  with check (company_id = any(array(select internal.companies_as('manager'))));
create policy managers_update on public.customers for update to authenticated
  using (company_id = any(array(select internal.companies_as('manager'))))
  with check (company_id = any(array(select internal.companies_as('manager'))));

grant select on public.customers, public.appointments, public.appointment_lines, public.appointment_events,
  public.appointment_resources to authenticated;
grant insert (id, company_id, name, email, phone, note, blocked), update (name, email, phone, note, blocked)
  on public.customers to authenticated;

-- An open calendar is live. New rows come whole; of deleted lines the primary key is enough, and the appointment's own row
-- changes with every verb, so the replica identity stays the default.
alter publication supabase_realtime add table public.appointments, public.appointment_lines;

-- schemas/43f_archiving.sql

-- Nobody goes into the archive who is still expected to serve. Error: appointments_coming (detail: how many).
create function internal.check_archived_employee() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  expected integer;
begin
  -- Nobody books meanwhile.
  perform internal.lock_location(new.location_id, true);
  select count(distinct appointment.id) into expected
  from public.appointment_lines line join public.appointments appointment on appointment.id = line.appointment_id
  where line.employee_id = new.id and line.ends_at > internal.present() and (appointment.state in ('requested', 'confirmed')
    or (appointment.state = 'held' and appointment.hold_expires_at > internal.present()));
  if expected > 0 then perform internal.fail('appointments_coming', expected::text); end if;
  return new;
end $$;
create trigger check_archived before update of archived on public.employees for each row when (new.archived and not old.archived)
  execute function internal.check_archived_employee();

-- schemas/43g_withdrawing.sql

-- The withdrawal of § 356a BGB, undoing a wrong end, and ending what nobody ended.

-- The customer declares to withdraw from the contract: any time, also after the deadline for cancelling and after the visit.
-- The declaration is an event with its time, and both sides get a mail that says so. Inside the policy the appointment is
-- cancelled as well; after it the state stays, and the business decides. A repeated call answers the first declaration.
-- Errors: appointment_not_found, wrong_state (a hold), withdrawal_excluded.
create function public.withdraw_appointment(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
  appointment constant public.appointments := opened.appointment;
  declared timestamptz;
begin
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  if appointment.contact_name = '' then perform internal.fail('wrong_state', appointment.state::text); end if;
  if not (internal.legal_flags(p_appointment)).withdrawal then perform internal.fail('withdrawal_excluded'); end if;
  declared := internal.withdrawn_at(p_appointment);
  if declared is null then
    declared := present;
    insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state)
    values (p_appointment, declared, 'withdraw', 'customer', internal.person(), appointment.state, appointment.state);
    if internal.customer_may_change(appointment) then
      perform internal.let_go(p_appointment, 'cancelled', 'cancel', 'customer', 'Widerruf');
    end if;
    perform internal.queue_messages(p_appointment, 'appointment_withdrawn', 'customer', jsonb_build_object('declared_at', declared));
  end if;
  return internal.visit_json(p_appointment) || jsonb_build_object('withdrawn_at', declared);
end $$;

-- When the customer declared a withdrawal; null without one.
create function internal.withdrawn_at(p_appointment uuid) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return (select at from public.appointment_events where appointment_id = p_appointment and verb = 'withdraw' order by id limit 1);
end $$;

-- Takes back a wrong `completed` or `no_show` within a day, whoever or whatever set it. One that is confirmed answers the same.
-- Errors: appointment_not_found, wrong_state (also when there is a review already), undo_too_late.
create function public.reopen_appointment(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  appointment constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if appointment.state = 'confirmed' then return internal.visit_json(p_appointment); end if;
  if appointment.state not in ('completed', 'no_show') or exists (
    select from public.reviews where appointment_id = p_appointment) then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  if (select max(at) from public.appointment_events where appointment_id = p_appointment and to_state = appointment.state
      and from_state <> to_state) < internal.present() - interval '1 day' then
    perform internal.fail('undo_too_late');
  end if;
  update public.appointments set state = 'confirmed' where id = p_appointment;
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state)
  values (p_appointment, internal.present(), 'reopen', 'business', internal.person(), appointment.state, 'confirmed');
  return internal.visit_json(p_appointment);
end $$;

-- Completes confirmed appointments that ended more than a day ago: who did not come has been marked by then. What a member has
-- reopened is left to the members. For the server's job; skips what others work on. Returns how many it completed.
create function public.complete_past(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  completed integer;
begin
  with due as (
    select appointment.id from public.appointments appointment
    where appointment.state = 'confirmed' and appointment.starts_at < present - interval '1 day'
      and appointment.ends_at < present - interval '1 day' and not exists (
        select from public.appointment_events event where event.appointment_id = appointment.id and event.verb = 'reopen')
    order by appointment.starts_at limit p_limit for update skip locked
  ), done as (
    update public.appointments appointment set state = 'completed' from due where appointment.id = due.id returning appointment.id
  )
  insert into public.appointment_events (appointment_id, at, verb, actor, from_state, to_state)
  select id, present, 'complete', 'system', 'confirmed', 'completed' from done;
  get diagnostics completed = row_count;
  return completed;
end $$;

revoke execute on function internal.withdrawn_at from public;
grant execute on function public.withdraw_appointment to anon, authenticated;
grant execute on function public.reopen_appointment to authenticated;
grant execute on function public.complete_past to service_role;

-- schemas/44_explain.sql

-- Why a time can or cannot be booked, for the members of the company: "Warum ist 10 Uhr nicht frei?".

create function internal.iso(instant timestamptz) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
end $$;

-- Everything about one wish at one employee that the reasons look at.
-- `served` is the time of the services, `buffered` with their buffers; `serving` and `occupied` are the same without processing gaps.
create type internal.start_question as (
  employee_id uuid, starts_at timestamptz, asked_at timestamptz, zone text, first_date date, midnights timestamptz[],
  served tstzmultirange, buffered tstzmultirange, serving tstzmultirange, occupied tstzmultirange,
  working tstzmultirange, may_read boolean, may_read_all boolean, location_id uuid,
  -- What each line needs of which kind of resource.
  kinds text[], needed tstzmultirange[]
);

-- The booked lines in the way of `wanted`, each as a reason: held ones when `held`, else the others.
-- Staff read names, and follow links, in their own calendar only.
create function internal.bookings_in_the_way(
  question internal.start_question, wanted tstzmultirange, held boolean, reason text) returns setof jsonb
language plpgsql stable set search_path = '' as $$
begin
  return query
  select jsonb_strip_nulls(jsonb_build_object('reason', reason,
    'from', internal.iso(line.starts_at), 'to', internal.iso(line.ends_at), 'expires_at', internal.iso(line.hold_expires_at))
    || case when question.may_read then jsonb_build_object('appointment_id', line.appointment_id,
      'customer', nullif(appointment.contact_name, '')) else '{}' end)
  from public.appointment_lines line join public.appointments appointment on appointment.id = line.appointment_id
  where line.employee_id = question.employee_id and not isempty(line.occupied) and line.occupied && wanted
    and case when held then line.hold_expires_at > question.asked_at else line.hold_expires_at is null end
  order by line.starts_at;
end $$;

-- The closings in the way of the services that no special opening lifts, and the time that they take.
create function internal.closings_in_the_way(
  question internal.start_question, location uuid, out reasons jsonb[], out closed tstzmultirange)
language plpgsql stable set search_path = '' as $$
declare
  row public.exceptions;
  lasts tstzrange;
begin
  reasons := '{}';
  closed := '{}';
  for row in
    select * from public.exceptions where location_id = location and (employee_id is null or employee_id = question.employee_id)
      and kind = 'closed' and ends_at > question.first_date order by starts_at
  loop
    lasts := tstzrange(internal.instant(row.starts_at, question.zone),
      greatest(internal.instant(row.starts_at, question.zone), internal.instant(row.ends_at, question.zone)));
    continue when isempty(question.served * tstzmultirange(lasts) - question.working);
    closed := closed + tstzmultirange(lasts);
    reasons := reasons || (jsonb_build_object('reason', 'closed', 'from', internal.iso(lower(lasts)), 'to', internal.iso(upper(lasts)),
        'everyone', row.employee_id is null)
      || case when row.employee_id is null or question.may_read then jsonb_build_object('text', row.reason) else '{}' end);
  end loop;
end $$;

-- Why the services lie outside the working hours; null when they don't. A break has work before it and after it on the same day.
-- `hours` are those of the local day of the start.
create function internal.missing_hours(question internal.start_question, closed tstzmultirange) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  today constant tstzmultirange := question.working * tstzmultirange(tstzrange(question.midnights[3], question.midnights[4]));
  missing constant tstzmultirange := question.served - question.working - closed;
begin
  if isempty(missing) then return null; end if;
  return jsonb_build_object(
    'reason', case when lower(today) < lower(missing) and upper(today) > upper(missing) then 'break' else 'outside_hours' end,
    'from', internal.iso(lower(missing)), 'to', internal.iso(upper(missing)), 'hours', coalesce((
      select jsonb_agg(jsonb_build_object('from', internal.iso(lower(piece)), 'to', internal.iso(upper(piece)))) from unnest(today) as piece
    ), '[]'));
end $$;

-- The kinds of which no resource is free for what the visit needs, each as a reason with what reserves each resource.
-- Appointments and names of customers are for managers.
create function internal.resources_in_the_way(question internal.start_question) returns setof jsonb
language plpgsql stable set search_path = '' as $$
declare
  found record;
begin
  for kind_index in 1 .. coalesce(cardinality(question.kinds), 0) loop
    select ids, free into found from internal.free_resources(question.location_id, question.kinds[kind_index],
      range_merge(question.needed[kind_index]), question.asked_at, null);
    continue when internal.first_free(found.free, question.needed[kind_index]) is not null;
    return next jsonb_build_object('reason', 'resource', 'kind', question.kinds[kind_index], 'resources', coalesce((
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', resource.name,
        'appointment_id', case when question.may_read_all then taken.appointment_id end,
        'from', internal.iso(taken.starts_at), 'to', internal.iso(taken.ends_at),
        'customer', case when question.may_read_all then nullif(taken.contact_name, '') end)) order by resource.position, resource.id)
      from public.resources resource
      left join lateral (
        select line.appointment_id, line.starts_at, line.ends_at, appointment.contact_name
        from public.appointment_resources row
        join public.appointment_lines line on line.appointment_id = row.appointment_id and line."position" = row."position"
        join public.appointments appointment on appointment.id = row.appointment_id
        where row.resource_id = resource.id and row.occupied && question.needed[kind_index]
          and coalesce(line.hold_expires_at > question.asked_at, true)
        order by line.starts_at limit 1) taken on true
      where resource.id = any(found.ids)), '[]'));
  end loop;
end $$;

-- Everything against this start, each with times in ISO form; empty when it can be booked.
create function internal.reasons_against(question internal.start_question, place public.locations) returns jsonb[]
language plpgsql stable set search_path = '' as $$
declare
  closings record;
  found jsonb[];
  last_date constant date := (question.asked_at at time zone question.zone)::date + place.horizon_days;
  earliest constant timestamptz := question.asked_at + make_interval(mins => place.notice_minutes);
  short constant tstzmultirange := question.buffered - question.working;
begin
  closings := internal.closings_in_the_way(question, place.id);
  found := array_remove(closings.reasons || internal.missing_hours(question, closings.closed), null)
    || array(select internal.bookings_in_the_way(question, question.serving, false, 'busy'))
    || array(
      select beside from internal.bookings_in_the_way(question, question.occupied, false, 'buffer') as beside
      where beside - 'reason' <> all (array(
        select busy - 'reason' from internal.bookings_in_the_way(question, question.serving, false, 'busy') as busy)));
  if isempty(question.served - question.working) and not isempty(short) then
    found := found || jsonb_build_object('reason', 'buffer', 'from', internal.iso(lower(short)), 'to', internal.iso(upper(short)));
  end if;
  found := found || array(select internal.bookings_in_the_way(question, question.occupied, true, 'held'))
    || array(select internal.resources_in_the_way(question));
  if question.starts_at < earliest then
    found := found || jsonb_build_object('reason', 'notice', 'earliest', internal.iso(earliest));
  end if;
  if (question.starts_at at time zone question.zone)::date > last_date then
    found := found || jsonb_build_object('reason', 'horizon', 'last_day', last_date);
  end if;
  if question.working @> question.starts_at
    and not internal.on_grid(question.working, question.starts_at, question.midnights[3], place.grid_minutes) then
    found := found || jsonb_build_object('reason', 'off_grid', 'grid_minutes', place.grid_minutes);
  end if;
  return found;
end $$;

-- The question with the times that the visit's lines take when its employee performs them all.
create function internal.with_lines(question internal.start_question, location uuid, services uuid[]) returns internal.start_question
language plpgsql stable set search_path = '' as $$
declare
  offer internal.line_offer;
  line_starts timestamptz := question.starts_at;
begin
  question.served := '{}';
  question.buffered := '{}';
  question.serving := '{}';
  question.occupied := '{}';
  question.kinds := '{}';
  question.needed := '{}';
  question.location_id := location;
  for offer in select * from internal.offered_lines(location, services, question.employee_id, false) order by line loop
    question.occupied := question.occupied + internal.occupied_by(offer, line_starts);
    question.buffered := question.buffered + tstzmultirange(tstzrange(
      line_starts - make_interval(mins => offer.before), line_starts + make_interval(mins => offer.minutes + offer.after)));
    if offer.resource_kind is not null then
      question.kinds := question.kinds || offer.resource_kind;
      question.needed := question.needed || tstzmultirange(tstzrange(
        line_starts - make_interval(mins => offer.before), line_starts + make_interval(mins => offer.minutes + offer.after)));
    end if;
    question.served := question.served + tstzmultirange(tstzrange(line_starts, line_starts + make_interval(mins => offer.minutes)));
    offer.before := 0;
    offer.after := 0;
    question.serving := question.serving + internal.occupied_by(offer, line_starts);
    line_starts := line_starts + make_interval(mins => offer.minutes);
  end loop;
  return question;
end $$;

-- Those of the services that this employee does not offer or that are switched off.
create function internal.missing_services(services uuid[], employee uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select distinct wish.service_id from unnest(services) as wish (service_id)
    where not exists (
      select from public.employee_services own join public.services service on service.id = own.service_id and service.active
      where own.employee_id = employee and own.service_id = wish.service_id));
end $$;

-- For each employee of the location (or the one given) whether the visit can begin at this start, performed by that employee alone,
-- and else everything against it, in this order: not_offered, inactive, closed, outside_hours or break, busy, buffer, held, resource,
-- notice, horizon, off_grid. Each reason is {reason, …} with what the sentence about it needs. Who does not offer all the services has no
-- duration for them, so that nothing else can be said. Errors: not_allowed for who is not a member of the company.
create function public.explain_start(p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid default null)
returns table (employee_id uuid, employee_name text, bookable boolean, reasons jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 10 as $$
declare
  place public.locations;
  person public.employees;
  question internal.start_question;
  missing uuid[];
  found jsonb[];
begin
  select * into place from public.locations where id = p_location and company_id in (select internal.companies_as('staff'));
  if place.id is null then perform internal.fail('not_allowed'); end if;
  question.starts_at := p_starts_at;
  question.asked_at := internal.present();
  question.zone := place.time_zone;
  question.first_date := (p_starts_at at time zone place.time_zone)::date - 2;
  question.midnights := internal.midnights(place.time_zone, question.first_date, question.first_date + 5 + cardinality(p_services));

  for person in
    select * from public.employees where location_id = p_location and (p_employee is null or id = p_employee)
    order by employees.position, id
  loop
    missing := internal.missing_services(p_services, person.id);
    found := case when cardinality(missing) > 0 then array[jsonb_build_object('reason', 'not_offered', 'service_ids', missing)]
      else '{}' end || case when person.active then '{}' else array[jsonb_build_object('reason', 'inactive')] end;
    if cardinality(found) = 0 then
      question.employee_id := person.id;
      question.may_read := coalesce(person.user_id = internal.person(), false)
        or place.company_id in (select internal.companies_as('manager'));
      question.may_read_all := place.company_id in (select internal.companies_as('manager'));
      question.working := coalesce((
        select working from internal.working_times(array[person.id], p_location, place.time_zone, question.first_date, question.midnights)
      ), '{}');
      found := internal.reasons_against(internal.with_lines(question, p_location, p_services), place);
    end if;
    employee_id := person.id;
    employee_name := person.name;
    bookable := cardinality(found) = 0;
    reasons := to_jsonb(found);
    return next;
  end loop;
end $$;

revoke execute on function internal.iso, internal.bookings_in_the_way, internal.closings_in_the_way, internal.missing_hours,
  internal.resources_in_the_way, internal.reasons_against, internal.with_lines, internal.missing_services, public.explain_start from public;
grant execute on function public.explain_start to authenticated, service_role;

-- schemas/45_guest_booking.sql

-- The page of a booking, /booking/{id}: for whoever has a secret link, or is signed in as who booked.
-- And the links themselves: each mail carries a fresh secret, of which only the SHA-256 is stored.

-- Whether services are of a profession under § 203 StGB (never named in messages), and whether a right of withdrawal exists.
create function internal.legal_flags(p_appointment uuid, out secret boolean, out withdrawal boolean)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(bool_or(category.secret or coalesce(parent.secret, false)), false),
    coalesce(bool_or(category.withdrawal and coalesce(parent.withdrawal, true)), false)
  into secret, withdrawal
  from public.appointment_lines line
  join public.services service on service.id = line.service_id
  join public.categories category on category.id = service.category_id
  left join public.categories parent on parent.id = category.parent_id
  where line.appointment_id = p_appointment;
end $$;

-- Everything the customer may see of a booking or hold. `cancel_until` is the last moment to cancel or move by the policy;
-- `can_cancel` and `can_reschedule` are for now. Error: appointment_not_found.
create function public.get_booking(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  appointment public.appointments;
  open boolean;
begin
  select * into appointment from public.appointments where id = p_appointment;
  if appointment.id is null or not internal.is_customer(appointment, p_secret) then perform internal.fail('appointment_not_found'); end if;
  open := internal.customer_may_change(appointment);
  return (
    select internal.visit_json(appointment.id) || jsonb_build_object(
      'created_at', appointment.created_at,
      'source', appointment.source,
      'contact', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone, 'note', appointment.note),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'time_zone', location.time_zone, 'phone', location.phone,
        'email', location.email, 'latitude', location.latitude, 'longitude', location.longitude,
        'confirms_by_hand', location.confirms_by_hand, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name),
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('position', line."position", 'service_id', line.service_id,
          'service_name', line.service_name, 'employee_id', line.employee_id, 'employee_name', employee.name,
          'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents) order by line."position"), '[]')
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id),
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'can_cancel', open,
      'can_reschedule', open and internal.is_published(location.id),
      'secret', flags.secret,
      'withdrawal', flags.withdrawal,
      'withdrawn_at', internal.withdrawn_at(appointment.id))
    from public.locations location
    join public.companies company on company.id = location.company_id
    cross join internal.legal_flags(appointment.id) flags
    where location.id = appointment.location_id);
end $$;

-- Where the caller has booked with the account: names and zones also of places that are not public any more.
create function public.own_places() returns table (id uuid, name text, city text, time_zone text)
language sql stable security definer set search_path = '' as $$
  select location.id, location.name, location.city, location.time_zone from public.locations location
  where location.id in (select location_id from public.appointments where user_id = (select internal.person()))
$$;

-- Stores the hash of a fresh secret for a mail; it opens the booking until 180 days after its end. For the server only.
-- Errors: appointment_not_found, secret_invalid.
create function public.issue_booking_link(p_appointment uuid, p_secret_hash text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  expiry timestamptz;
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  insert into public.appointment_links (secret_hash, appointment_id, expires_at)
  select decode(p_secret_hash, 'hex'), id, ends_at + interval '180 days' from public.appointments where id = p_appointment
  for key share
  on conflict (secret_hash, appointment_id) do update set expires_at = greatest(appointment_links.expires_at, excluded.expires_at)
  returning expires_at into expiry;
  if expiry is null then perform internal.fail('appointment_not_found'); end if;
  return expiry;
end $$;

grant execute on function public.get_booking to anon, authenticated;
grant execute on function public.own_places to authenticated;
grant execute on function public.issue_booking_link to service_role;

-- schemas/45b_guest_bookings.sql

-- Bookings made as a guest, offered to the account of the same mail address. Only a confirmed address counts: whoever types another's
-- address at registration must not see their bookings. Found through the customer files, whose rows a booking's contact makes;
-- the address given with the booking itself must be the same.

create index customers_guest_email on public.customers (email) where user_id is null;

-- The caller's confirmed address, else null.
create function internal.own_email() returns text
language sql stable security definer set search_path = '' as $$
  select email from auth.users where id = (select internal.person()) and email_confirmed_at is not null
$$;

create function internal.guest_appointments() returns setof public.appointments
language sql stable security definer set search_path = '' rows 10 as $$
  select appointment.* from public.customers customer
  join public.appointments appointment on appointment.customer_id = customer.id
  where customer.email operator(extensions.=) (select internal.own_email())::extensions.citext and appointment.user_id is null
    and appointment.state not in ('held', 'expired') and lower(appointment.contact_email) = lower((select internal.own_email()))
$$;

-- What `adopt_guest_bookings` would take over, newest first.
create function public.own_guest_bookings()
returns table (id uuid, starts_at timestamptz, location_name text, city text, time_zone text)
language sql stable security definer set search_path = '' as $$
  select appointment.id, appointment.starts_at, location.name, location.city, location.time_zone
  from internal.guest_appointments() appointment join public.locations location on location.id = appointment.location_id
  order by appointment.starts_at desc limit 50
$$;

-- Takes the guest bookings into the caller's account, with the customer files they stand in. Returns how many there were.
create function public.adopt_guest_bookings() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  taken uuid[];
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  select coalesce(array_agg(id), '{}') into taken from internal.guest_appointments();
  update public.appointments set user_id = caller where id = any(taken) and user_id is null;
  update public.customers set user_id = caller
  where user_id is null and id in (select customer_id from public.appointments where id = any(taken));
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state)
  select id, 'adopt', 'customer', caller, state, state from public.appointments where id = any(taken) and user_id = caller;
  return cardinality(taken);
end $$;

grant execute on function public.own_guest_bookings, public.adopt_guest_bookings to authenticated;

-- schemas/46_free_days.sql

-- The index of free time: when each employee of a published location works and is free, one row per employee and local day.
--
-- The invariant, at every commit: a row's `free` is its `work` less everything booked, and its `booked` is the minutes of
-- everything booked on that day. `work` is rule 3 of "Availability (normative)" in ARCHITECTURE.md. Booked is what blocks
-- for good: lines whose `occupied` is not empty and that are no holds. Holds come and go without a trace here; whoever reads
-- free time subtracts the live ones (`appointments_held`). So a hold costs the index nothing and an expired one needs no care.
--
-- A row begins at local midnight and ends at the next (23 to 25 hours). Pieces that cross midnight are cut there and touch, so
-- that readers merge them again, and the lower bound of the piece of `work` that holds a start is the anchor of the grid (rule 5).
-- All times are whole minutes since 1970, UTC. There is a row for each active employee of a published location of an active
-- company and each day from the day before yesterday to the horizon and some days more; days without work have empty ones.
--
-- How it is kept, and why so:
--   * One line begins to block: subtract it, in one statement. The row's lock makes a second one wait and read what the first
--     left. The statement must not look at `free` to find its rows: it would pass over one that is just being given time back.
--   * One line stops blocking: lock the rows, then compute them anew in a second statement. In one statement the lines would be
--     read before the lock is had, and a booking committed meanwhile would be lost from the row for good.
--   * Everything else (hours, exceptions, employees, publishing, the turn of the day) holds the lock of the location alone, as
--     verbs of several lines do (43), then the locks of the employees in the order of their ids, and computes their rows anew.
--     Lines take the lock of their employee shared before they touch rows: so no row appears between a line and its row.
-- Locks come in one order: location, employee, day. A visit with several employees holds the location alone, so no two
-- transactions that hold the lock of one employee wait for that of another.
--
-- internal.index_differences compares all of it with a fresh computation; 46a has the upkeep.

create table internal.calendars (
  employee_id uuid primary key,
  location_id uuid not null,
  -- The last day that has a row.
  until date not null
);
create index calendars_location on internal.calendars (location_id);

-- No foreign keys: the upkeep removes rows, and a check of each row of 60 days would cost more than the row.
-- The search reads a day of all employees of a location: one walk down an index, and rows that mostly lie on one page, because
-- they are written day by day.
create table internal.free_days (
  employee_id uuid not null,
  location_id uuid not null,
  day date not null,
  begins integer not null,
  ends integer not null,
  booked integer not null,
  work int4multirange not null,
  free int4multirange not null,
  primary key (employee_id, day)
) with (fillfactor = 80);
create index free_days_location on internal.free_days (location_id, day);

alter table internal.calendars enable row level security;
alter table internal.free_days enable row level security;

-- Times as minutes since 1970; what does not begin at a whole minute is rounded to the outside.
create function internal.minute_ranges(times tstzmultirange) returns int4multirange
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  found int4multirange;
begin
  select range_agg(int4range(floor(date_part('epoch', lower(piece)) / 60)::integer,
    ceil(date_part('epoch', upper(piece)) / 60)::integer)) into found from unnest(times) as piece;
  return coalesce(found, '{}');
end $$;

create function internal.length_of(pieces int4multirange) returns integer
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (select coalesce(sum(upper(piece) - lower(piece)), 0)::integer from unnest(pieces) as piece);
end $$;

-- The rows as they should be, from the tables that people write. Employees without any shift have rows as well.
create function internal.fresh_days(p_employees uuid[], p_location uuid, p_zone text, p_first date, p_last date)
returns setof internal.free_days
language plpgsql stable set search_path = '' rows 70 as $$
declare
  -- A shift that reaches into the first day began the day before.
  midnights constant timestamptz[] := internal.midnights(p_zone, p_first - 1, p_last + 1);
  minutes constant integer[] := internal.minutes(midnights);
begin
  -- Pieces are cut at the midnights one by one, which costs far less than the part of each day of all of them.
  return query
  with piece as materialized (
    select found.employee_id, true as works, floor(date_part('epoch', lower(part)) / 60)::integer as begins,
      ceil(date_part('epoch', upper(part)) / 60)::integer as ends
    from internal.working_times(p_employees, p_location, p_zone, p_first - 1, midnights) found cross join unnest(found.working) part
    union all
    select line.employee_id, false, floor(date_part('epoch', lower(part)) / 60)::integer, ceil(date_part('epoch', upper(part)) / 60)::integer
    from public.appointment_lines line cross join unnest(line.occupied) part
    where line.employee_id = any(p_employees) and line.hold_expires_at is null
      and line.starts_at > midnights[2] - interval '48 hours'
      and line.starts_at < midnights[cardinality(midnights)] + interval '8 hours'
  ), today as (
    select piece.employee_id, day.index, range_agg(span.minutes) filter (where piece.works) as work,
      range_agg(span.minutes) filter (where not piece.works) as busy
    from piece
    cross join generate_series(greatest(width_bucket(piece.begins, minutes), 2),
      least(width_bucket(piece.ends - 1, minutes), cardinality(minutes) - 1)) as day (index)
    cross join lateral (
      select int4range(greatest(piece.begins, minutes[day.index]), least(piece.ends, minutes[day.index + 1])) as minutes) span
    group by piece.employee_id, day.index
  )
  select person.id, p_location, p_first + (day.index - 2), minutes[day.index], minutes[day.index + 1],
    case when today.busy is null then 0 else (select sum(upper(p) - lower(p))::integer from unnest(today.busy) p) end,
    coalesce(today.work, '{}'), coalesce(today.work - coalesce(today.busy, '{}'), '{}')
  from unnest(p_employees) as person (id)
  cross join generate_series(2, cardinality(minutes) - 1) as day (index)
  left join today on today.employee_id = person.id and today.index = day.index
  order by day.index, person.id;
end $$;

-- The lock of an employee's rows: shared for a line that begins or stops to block, alone for the upkeep.
create function internal.lock_days(p_employee uuid, p_alone boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if p_alone then
    perform pg_advisory_xact_lock(hashtextextended(p_employee::text, 46));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended(p_employee::text, 46));
  end if;
end $$;

-- A line has stopped blocking, or has come from elsewhere: the rows that this time touches are computed anew.
create function internal.recompute_days(p_employee uuid, p_occupied tstzmultirange) returns void
language plpgsql set search_path = '' as $$
declare
  first constant date := (lower(p_occupied) at time zone 'UTC')::date - 1;
  last constant date := (upper(p_occupied) at time zone 'UTC')::date + 1;
  begins_at constant integer := floor(date_part('epoch', lower(p_occupied)) / 60);
  ends_at constant integer := ceil(date_part('epoch', upper(p_occupied)) / 60);
begin
  perform internal.lock_days(p_employee, false);
  perform from internal.free_days row
  where row.employee_id = p_employee and row.day between first and last and row.begins < ends_at and row.ends > begins_at
  order by row.day for update;
  if not found then return; end if;
  update internal.free_days row
  set free = row.work - busy.minutes, booked = internal.length_of(busy.minutes * int4multirange(int4range(row.begins, row.ends)))
  from (
    select internal.minute_ranges(coalesce(range_agg(line.occupied), '{}')) as minutes
    from public.appointment_lines line
    where line.employee_id = p_employee and line.hold_expires_at is null and not isempty(line.occupied)
      and line.starts_at > lower(p_occupied) - interval '74 hours' and line.starts_at < upper(p_occupied) + interval '34 hours'
  ) busy
  where row.employee_id = p_employee and row.day between first and last and row.begins < ends_at and row.ends > begins_at;
end $$;

-- The frequent case, a line that begins to block, is written out: every call of a function here would be paid by each booking.
create function internal.index_line() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  locked text;
  begins_at integer;
  ends_at integer;
  first date;
  last date;
begin
  if tg_op <> 'INSERT' and old.hold_expires_at is null and not isempty(old.occupied) then
    if tg_op = 'UPDATE' and (new.employee_id, new.occupied, new.hold_expires_at) is not distinct from (old.employee_id, old.occupied, null) then
      return null;
    end if;
    perform internal.recompute_days(old.employee_id, old.occupied);
    if tg_op = 'UPDATE' and new.hold_expires_at is null and not isempty(new.occupied) then
      perform internal.recompute_days(new.employee_id, new.occupied);
    end if;
    return null;
  end if;
  if new.hold_expires_at is not null or isempty(new.occupied) then return null; end if;
  -- internal.lock_days, as an expression.
  locked := pg_advisory_xact_lock_shared(hashtextextended(new.employee_id::text, 46));
  begins_at := floor(date_part('epoch', lower(new.occupied)) / 60);
  ends_at := ceil(date_part('epoch', upper(new.occupied)) / 60);
  first := (lower(new.occupied) at time zone 'UTC')::date - 1;
  last := (upper(new.occupied) at time zone 'UTC')::date + 1;
  if new.occupied = tstzmultirange(range_merge(new.occupied)) then
    update internal.free_days row
    set free = row.free - int4multirange(int4range(begins_at, ends_at)),
      booked = row.booked + least(row.ends, ends_at) - greatest(row.begins, begins_at)
    where row.employee_id = new.employee_id and row.day between first and last and row.begins < ends_at and row.ends > begins_at;
  else
    update internal.free_days row
    set free = row.free - internal.minute_ranges(new.occupied), booked = row.booked
      + internal.length_of(internal.minute_ranges(new.occupied) * int4multirange(int4range(row.begins, row.ends)))
    where row.employee_id = new.employee_id and row.day between first and last and row.begins < ends_at and row.ends > begins_at;
  end if;
  return null;
end $$;

-- The conditions keep holds, and what changes nothing, from paying for a call.
create trigger index_new_line after insert on public.appointment_lines for each row
  when (new.hold_expires_at is null and not isempty(new.occupied)) execute function internal.index_line();
-- Of updates the columns decide: a long condition is read anew in every statement.
create trigger index_changed_line after update of employee_id, occupied, hold_expires_at on public.appointment_lines for each row
  execute function internal.index_line();
create trigger index_gone_line after delete on public.appointment_lines for each row
  when (old.hold_expires_at is null and not isempty(old.occupied)) execute function internal.index_line();

revoke execute on function internal.minute_ranges, internal.length_of, internal.fresh_days, internal.lock_days,
  internal.recompute_days, internal.index_line from public;

-- schemas/46a_free_days_upkeep.sql

-- Upkeep of the index of free time (46): hours, exceptions, employees, publishing, the turn of the day.

-- Days that have rows, from today on this location's calendar: some past ones, because free time may begin the evening before
-- a start, and some more than visitors may book, because services reach beyond their day and the nightly job may be late.
create function internal.first_row(p_today date) returns date
language sql immutable set search_path = '' as $$ select p_today - 2 $$;
create function internal.last_row(p_today date, p_horizon integer) returns date
language sql immutable set search_path = '' as $$ select p_today + p_horizon + 10 $$;
-- Fewer than these days must not be there.
create function internal.last_needed_row(p_today date, p_horizon integer) returns date
language sql immutable set search_path = '' as $$ select p_today + p_horizon + 3 $$;

-- What the index should hold of a location; no row: nothing. One row, `employees` may be empty.
create function internal.indexed_location(p_location uuid, out zone text, out first date, out last date, out employees uuid[])
language plpgsql stable set search_path = '' as $$
declare
  today date;
  horizon integer;
begin
  select place.time_zone, (internal.present() at time zone place.time_zone)::date, place.horizon_days into zone, today, horizon
  from public.locations place join public.companies company on company.id = place.company_id
  where place.id = p_location and place.state = 'published' and company.state = 'active';
  first := internal.first_row(today);
  last := internal.last_row(today, horizon);
  employees := array(
    select id from public.employees where location_id = p_location and active and zone is not null order by id);
end $$;

-- Brings the rows of a location up to date, or of some of its employees. Takes the locks of location and employees alone.
create function internal.refresh_days(p_location uuid, p_employees uuid[] default null) returns void
language plpgsql set search_path = '' as $$
declare
  wanted record;
  employees uuid[];
begin
  perform internal.lock_location(p_location, true);
  select * into wanted from internal.indexed_location(p_location);
  if wanted.zone is null and not exists (select from internal.calendars where location_id = p_location) then return; end if;
  perform internal.lock_days(employee.id, true) from (
    select id from public.employees where location_id = p_location and (p_employees is null or id = any(p_employees)) order by id) employee;
  with gone as (
    delete from internal.calendars where location_id = p_location and employee_id <> all(wanted.employees) returning employee_id
  )
  delete from internal.free_days where employee_id in (select employee_id from gone);
  employees := array(select id from unnest(wanted.employees) id where p_employees is null or id = any(p_employees));
  if cardinality(employees) = 0 then return; end if;

  insert into internal.calendars (employee_id, location_id, until) select id, p_location, wanted.last from unnest(employees) id
  on conflict (employee_id) do update set until = excluded.until, location_id = excluded.location_id
  where (calendars.until, calendars.location_id) is distinct from (excluded.until, excluded.location_id);
  delete from internal.free_days where employee_id = any(employees) and day not between wanted.first and wanted.last;
  insert into internal.free_days as row
  select * from internal.fresh_days(employees, p_location, wanted.zone, wanted.first, wanted.last)
  on conflict (employee_id, day) do update
  set location_id = excluded.location_id, begins = excluded.begins, ends = excluded.ends, booked = excluded.booked, work = excluded.work,
    free = excluded.free
  where (row.location_id, row.begins, row.ends, row.booked, row.work, row.free)
    is distinct from (excluded.location_id, excluded.begins, excluded.ends, excluded.booked, excluded.work, excluded.free);
end $$;

-- Rows that differ from a fresh computation, of some locations or all; none when the index is right.
-- Only days from today to the last one that must be there are asked: the rest is reserve.
create function internal.day_differences(p_location uuid)
returns table (employee_id uuid, day date, what text, expected text, found text)
language plpgsql stable set search_path = '' as $$
declare
  wanted record;
  today date;
begin
  select * into wanted from internal.indexed_location(p_location);
  today := wanted.first + 2;
  return query
  select coalesce(fresh.employee_id, row.employee_id), coalesce(fresh.day, row.day),
    case when row.employee_id is null then 'missing' when fresh.employee_id is null then 'surplus'
      when row.location_id <> fresh.location_id then 'location' when (row.begins, row.ends) <> (fresh.begins, fresh.ends) then 'bounds'
      when row.work <> fresh.work then 'work' when row.free <> fresh.free then 'free' else 'booked' end,
    case when row.begins = fresh.begins and row.ends = fresh.ends and row.work = fresh.work and row.free = fresh.free
      then fresh.booked::text else format('%s free of %s', fresh.free, fresh.work) end,
    case when row.begins = fresh.begins and row.ends = fresh.ends and row.work = fresh.work and row.free = fresh.free
      then row.booked::text else format('%s free of %s', row.free, row.work) end
  from internal.fresh_days(wanted.employees, p_location, wanted.zone, today, wanted.last - 7) fresh
  full join (
    select kept.* from internal.free_days kept
    where kept.employee_id in (
      select calendar.employee_id from internal.calendars calendar where calendar.location_id = p_location)
      and (kept.day between today and wanted.last - 7 or wanted.zone is null)
  ) row on row.employee_id = fresh.employee_id and row.day = fresh.day
  where (row.location_id, row.begins, row.ends, row.booked, row.work, row.free)
    is distinct from (fresh.location_id, fresh.begins, fresh.ends, fresh.booked, fresh.work, fresh.free);
end $$;

-- Adds the days that have come nearer and drops past ones, for up to p_limit locations; returns for how many. Published locations that
-- are not in the index at all (data loaded with triggers off) are built as well. For the server's job.
create function public.extend_availability(p_limit integer default 20) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
  extended integer := 0;
begin
  for place in
    select late.location_id from (
      select distinct calendar.location_id from internal.calendars calendar
      join public.locations location on location.id = calendar.location_id
      where calendar.until < internal.last_needed_row((internal.present() at time zone location.time_zone)::date, location.horizon_days)
      union
      select location.id from public.locations location join public.companies company on company.id = location.company_id
      where location.state = 'published' and company.state = 'active'
        and exists (select from public.employees where location_id = location.id and active)
        and not exists (select from internal.calendars calendar where calendar.location_id = location.id)
    ) late order by late.location_id limit p_limit
  loop
    perform internal.refresh_days(place);
    perform internal.refresh_listing(place);
    extended := extended + 1;
  end loop;
  return extended;
end $$;

create function internal.index_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
  employees uuid[];
begin
  for place, employees in
    select employee.location_id, array_agg(distinct employee.id) from public.employees employee
    where employee.id in (select employee_id from changed) group by 1 order by 1
  loop
    perform internal.refresh_days(place, employees);
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;
create trigger index_new_hours after insert on public.working_hours referencing new table as changed
  for each statement execute function internal.index_hours();
create trigger index_gone_hours after delete on public.working_hours referencing old table as changed
  for each statement execute function internal.index_hours();
-- An update never moves hours to another employee: `employee_id` is granted to nobody for update.
create trigger index_changed_hours after update on public.working_hours referencing new table as changed
  for each statement execute function internal.index_hours();

-- Exceptions and employees: the whole location.
create function internal.index_location_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
begin
  for place in select distinct location_id from changed order by 1 loop
    perform internal.refresh_days(place);
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;
create trigger index_new_exceptions after insert on public.exceptions referencing new table as changed
  for each statement execute function internal.index_location_rows();
create trigger index_gone_exceptions after delete on public.exceptions referencing old table as changed
  for each statement execute function internal.index_location_rows();
create trigger index_changed_exceptions after update on public.exceptions referencing new table as changed
  for each statement execute function internal.index_location_rows();
create trigger index_new_employees after insert on public.employees referencing new table as changed
  for each statement execute function internal.index_location_rows();
create trigger index_gone_employees after delete on public.employees referencing old table as changed
  for each statement execute function internal.index_location_rows();
create trigger index_changed_employees after update on public.employees referencing new table as changed
  for each statement execute function internal.index_location_rows();

-- Locations: publishing, zone and horizon touch the days; everything visitors search by touches the listing.
create function internal.index_locations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
  days boolean;
begin
  for place, days in
    select fresh.id, (fresh.state, fresh.time_zone, fresh.horizon_days) is distinct from (past.state, past.time_zone, past.horizon_days)
    from fresh join past using (id)
    where (fresh.state = 'published' or past.state = 'published')
      and (fresh.state, fresh.time_zone, fresh.horizon_days, fresh.name, fresh.slug, fresh.street, fresh.postal_code,
        fresh.city, fresh.district, fresh.city_id, fresh.latitude, fresh.longitude, fresh.attributes,
        fresh.grid_minutes, fresh.notice_minutes, fresh.hold_minutes, fresh.cancellation_hours, fresh.rating_average,
        fresh.rating_count)
      is distinct from (past.state, past.time_zone, past.horizon_days, past.name, past.slug, past.street, past.postal_code, past.city,
        past.district, past.city_id, past.latitude, past.longitude, past.attributes, past.grid_minutes,
        past.notice_minutes, past.hold_minutes, past.cancellation_hours, past.rating_average, past.rating_count)
    order by 1
  loop
    if days then perform internal.refresh_days(place); end if;
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;
create trigger index_changed after update on public.locations referencing new table as fresh old table as past
  for each statement execute function internal.index_locations();

create function internal.drop_from_index() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
begin
  for place in select id from gone order by 1 loop
    perform internal.refresh_days(place);
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;
create trigger index_gone after delete on public.locations referencing old table as gone
  for each statement execute function internal.drop_from_index();

create function internal.index_company() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
begin
  for place in select id from public.locations where company_id = new.id and state = 'published' order by 1 loop
    perform internal.refresh_days(place);
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;
create trigger index_changed after update on public.companies for each row when (old.state <> new.state)
  execute function internal.index_company();

revoke execute on function internal.first_row, internal.last_row, internal.last_needed_row, internal.indexed_location,
  internal.refresh_days, internal.day_differences, internal.index_hours, internal.index_location_rows, internal.index_locations,
  internal.drop_from_index, internal.index_company, public.extend_availability from public;
grant execute on function public.extend_availability to service_role;

-- schemas/46b_indexed_starts.sql

-- The free starts of one service read from the index (46), for the many who look at a calendar: what is computed from what people
-- wrote (42b) costs several times as much. Both answer the same, by the same rules; a property test holds each against the oracle.
--
-- The service, who performs it and the rules of the location are one row (internal.listing_services, 70), which exists only for active
-- services of published locations of active companies. What is rare is left to 42b: several services, a processing gap, a resource,
-- days without a row in the index, and members who look at what is not published.

-- What live holds take of the time of locations, by employee: the index leaves that to its readers. Holds are few at any time, so that
-- they are looked for by location first. Null where there are none.
create function internal.held_times(locations uuid[], at timestamptz, out employees uuid[], out times int4multirange[])
language plpgsql stable set search_path = '' as $$
begin
  select array_agg(hold.employee_id), array_agg(internal.minute_ranges(hold.occupied)) into employees, times
  from (
    select line.employee_id, range_agg(line.occupied) as occupied
    from public.appointments visit join public.appointment_lines line on line.appointment_id = visit.id
    where visit.location_id = any(locations) and visit.state = 'held' and visit.hold_expires_at > at and not isempty(line.occupied)
    group by line.employee_id) hold;
end $$;

-- The starts of an employee from one local day to another, both included, as runs on the grid: first, first + grid, … up to last, in
-- minutes since 1970; where nothing begins on the grid, last is before first. `booked` is what is booked that day, live holds included.
-- p_after is counted from the start, buffer included.
create function internal.indexed_runs(
  p_employee uuid, p_first date, p_last date, p_before integer, p_after integer, p_grid integer, p_earliest integer, held int4multirange)
returns table (first integer, last integer, booked integer)
language plpgsql stable set search_path = '' rows 100 as $$
begin
  return query
  select bounded.low + (p_grid - (bounded.low - bounded.anchor) % p_grid) % p_grid, bounded.high, bounded.booked
  from (
    -- The grid counts from where the piece of working time begins: the end of what is before the start and no work.
    select slot.low, slot.high, upper(int4multirange(int4range(null, slot.low + 1)) - slot.work) as anchor,
      case when held is null then slot.booked
        else slot.booked + internal.length_of(held * int4multirange(int4range(slot.begins, slot.ends))) end as booked
    from (
      select row.begins, row.ends, row.work, row.booked, greatest(row.begins, p_earliest, lower(piece) + p_before) as low,
        least(row.ends - 1, upper(piece) - p_after) as high
      from internal.free_days row
      cross join lateral unnest(case
        -- What touches a midnight goes on beyond it.
        when lower(row.free) = row.begins or upper(row.free) = row.ends
          then internal.joined_free(p_employee, row.day) - coalesce(held, '{}')
        when held is not null then row.free - held
        else row.free end) piece
      where row.employee_id = p_employee and row.day between p_first and p_last
    ) slot
    where slot.low <= slot.high
    offset 0
  ) bounded
  order by bounded.low;
end $$;

-- The wish of available_starts for one service; null where the index can't say.
create function internal.read_indexed_wish(p_location uuid, p_service uuid, p_employee uuid, p_from date, p_to date, at timestamptz)
returns internal.indexed_wish
language plpgsql stable set search_path = '' as $$
declare
  service record;
  wish internal.indexed_wish;
  today date;
  turn integer;
begin
  select kept.* into service from internal.listing_services kept
  where kept.service_id = p_service and kept.location_id = p_location and kept.gap_start is null and kept.resource_kind is null;
  if service.service_id is null then return null; end if;
  today := (at at time zone service.zone)::date;
  wish := (service.employees, service.minutes, service.before, service.after, service.grid_minutes, greatest(p_from, today), null,
    at + make_interval(mins => service.notice_minutes));
  wish.last_day := least(p_to, today + service.horizon_days, wish.first_day + 61);
  if p_employee is not null then
    turn := coalesce(array_position(service.employees, p_employee), 0);
    wish.employees := service.employees[turn : turn];
    wish.minutes := service.minutes[turn : turn];
  end if;
  -- Visits reach into the days around, which must be there for everybody.
  if (select count(*) < cardinality(wish.employees) from internal.calendars calendar
      where calendar.employee_id = any(wish.employees) and calendar.until >= wish.last_day + 2 and exists (
        select from internal.free_days row where row.employee_id = calendar.employee_id and row.day = wish.first_day - 1)) then
    return null;
  end if;
  return wish;
end $$;

-- The starts of a wish, as available_starts answers them.
create function internal.indexed_starts(p_location uuid, wish internal.indexed_wish, at timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable set search_path = '' set enable_seqscan = off rows 1000 as $$
declare
  earliest constant integer := ceil(date_part('epoch', wish.earliest) / 60);
  turns constant integer := cardinality(wish.employees);
  held_employees uuid[];
  held_times int4multirange[];
begin
  select * into held_employees, held_times from internal.held_times(array[p_location], at);

  if turns = 1 then
    return query
    select to_timestamp(start * 60::float8), to_timestamp((start + wish.minutes[1]) * 60::float8), wish.employees
    from internal.indexed_runs(wish.employees[1], wish.first_day, wish.last_day, wish.before, wish.minutes[1] + wish.after, wish.grid,
      earliest, held_times[array_position(held_employees, wish.employees[1])]) run
    cross join generate_series(run.first, run.last, wish.grid) as start;
    return;
  end if;
  -- `choice` is one number for booked time, then turn: its minimum is the one chosen (rule 7).
  return query
  select to_timestamp(best.start * 60::float8), to_timestamp((best.start + wish.minutes[best.turn]) * 60::float8),
    wish.employees[best.turn : best.turn]
  from (
    select start, min(run.booked * turns + person.turn - 1) % turns + 1 as turn
    from unnest(wish.employees) with ordinality as person (id, turn)
    cross join lateral internal.indexed_runs(person.id, wish.first_day, wish.last_day, wish.before, wish.minutes[person.turn] + wish.after,
      wish.grid, earliest, held_times[array_position(held_employees, person.id)]) run
    cross join generate_series(run.first, run.last, wish.grid) as start
    group by start
  ) best
  order by best.start;
end $$;

revoke execute on function internal.held_times, internal.indexed_runs, internal.read_indexed_wish, internal.indexed_starts from public;

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

-- schemas/51_message_verbs.sql

-- The outbox: verbs queue messages in their own transaction, the server's job claims, sends and finishes them.
-- Delivery is at least once: a job that dies leaves a lease that runs out. Managers see their company's messages.

alter table public.messages enable row level security;
grant all on public.messages to service_role;
grant select on public.messages to authenticated;
create policy managers_read on public.messages for select to authenticated
  using (company_id = any(array(select internal.companies_as('manager'))));

-- The mails about a change: to the customer always, to the business unless it made the change itself. Without an address
-- there is no message. The payload is all a mail needs, as it was in this moment; `extra` adds reason, old time and the like.
-- Where services are secret (§ 203 StGB) neither their names nor the customer's note are in it.
create function internal.composed_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb, ordered_at timestamptz)
returns table (company_id uuid, appointment_id uuid, kind text, audience public.actor_kind, recipient text, payload jsonb,
  next_attempt_at timestamptz, created_at timestamptz)
language plpgsql stable rows 2 set search_path = '' as $$
begin
  return query
  select appointment.company_id, appointment.id, p_kind, target.audience, target.recipient::text,
    jsonb_build_object(
      'appointment_id', appointment.id, 'sequence', appointment.sequence, 'state', appointment.state, 'actor', p_actor,
      'starts_at', appointment.starts_at, 'ends_at', appointment.ends_at, 'time_zone', location.time_zone,
      'total_cents', appointment.total_cents, 'created_at', appointment.created_at,
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'secret', flags.secret, 'withdrawal', flags.withdrawal,
      'note', case when flags.secret then '' else appointment.note end,
      'customer', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'phone', location.phone, 'email', location.email,
        'latitude', location.latitude, 'longitude', location.longitude),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name,
        'representative', company.representative, 'street', company.street, 'postal_code', company.postal_code,
        'city', company.city, 'email', company.email, 'phone', company.phone, 'small_business', company.small_business),
      'services', (
        select jsonb_agg(jsonb_build_object('name', case when not flags.secret then line.service_name end,
          'employee', employee.name, 'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents)
          order by line."position")
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id)
    ) || extra, internal.present(), ordered_at
  from public.appointments appointment
  join public.locations location on location.id = appointment.location_id
  join public.companies company on company.id = appointment.company_id
  cross join internal.legal_flags(appointment.id) flags
  cross join lateral (values
    ('customer'::public.actor_kind, appointment.contact_email::text),
    ('business', case when p_actor = 'business' then '' else coalesce(nullif(location.email, ''), company.email) end)
  ) target (audience, recipient)
  where appointment.id = p_appointment and target.recipient <> '';
end $$;

create function internal.queue_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.messages (company_id, appointment_id, kind, audience, recipient, payload, next_attempt_at, created_at)
  select * from internal.composed_messages(p_appointment, p_kind, p_actor, extra, now());
end $$;

-- Composes the mails that events wait for: for the server's job, and for the next verb on an appointment before it changes anything,
-- so that a mail says what was true when it was ordered. What another has locked is being composed from a snapshot without our change.
-- One statement, so that the events and what they speak of are of one snapshot.
create function internal.compose_ordered(p_appointment uuid) returns void
language plpgsql set search_path = '' as $$
begin
  with ordered as (
    update public.appointment_events set mails_due = false where id = any(array(
      select id from public.appointment_events where appointment_id = p_appointment and mails_due for update skip locked))
    returning *
  )
  insert into public.messages (company_id, appointment_id, kind, audience, recipient, payload, next_attempt_at, created_at)
  select mail.* from ordered
  cross join lateral internal.composed_messages(ordered.appointment_id, 'appointment_' || ordered.to_state, ordered.actor, '{}', ordered.at) mail;
end $$;

create function internal.compose_all_ordered(p_limit integer) returns void
language plpgsql set search_path = '' as $$
begin
  with ordered as (
    update public.appointment_events set mails_due = false where id = any(array(
      select id from public.appointment_events where mails_due order by id limit p_limit for update skip locked))
    returning *
  )
  insert into public.messages (company_id, appointment_id, kind, audience, recipient, payload, next_attempt_at, created_at)
  select mail.* from ordered
  cross join lateral internal.composed_messages(ordered.appointment_id, 'appointment_' || ordered.to_state, ordered.actor, '{}', ordered.at) mail;
end $$;

-- Claims due messages for one minute: they are `sending`, and come again when nobody finishes them in that time.
-- Several jobs at once get different ones. One that was claimed ten times without an end has failed. For the server only.
create function public.claim_messages(p_limit integer default 20) returns setof public.messages
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  perform internal.compose_all_ordered(100);
  update public.messages set state = 'failed', last_error = 'lease ran out'
  where id in (select id from public.messages where state = 'sending' and attempts >= 10 and next_attempt_at <= present
    for update skip locked);
  return query
  update public.messages message
  set state = 'sending', attempts = message.attempts + 1, next_attempt_at = present + interval '60 seconds'
  from (
    select id from public.messages where state in ('queued', 'sending') and next_attempt_at <= present
    order by next_attempt_at limit p_limit for update skip locked
  ) due
  where message.id = due.id
  returning message.*;
end $$;

-- Ends a claim: without an error the message is sent; with one it comes again after 1, 2, 4 … minutes, at most 6 hours, and has
-- failed after ten attempts. What is sent stays sent. For the server only.
create function public.finish_message(p_id uuid, p_error text default null) returns public.message_state
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  reached public.message_state;
begin
  update public.messages
  set state = case when p_error is null then 'sent' when attempts >= 10 then 'failed' else 'queued' end::public.message_state,
    last_error = left(coalesce(p_error, ''), 1000),
    sent_at = case when p_error is null then present end,
    next_attempt_at = case when p_error is null then next_attempt_at
      else present + least(interval '1 minute' * power(2, greatest(attempts - 1, 0)), interval '6 hours') end
  where id = p_id and (state = 'sending' or (state in ('queued', 'failed') and p_error is null))
  returning state into reached;
  return coalesce(reached, (select state from public.messages where id = p_id));
end $$;

grant execute on function public.claim_messages, public.finish_message to service_role;

-- schemas/52_invitations.sql

-- Invitations into a company, by mail. The role stands in the invitation; owners are made among members only (36_members.sql).
-- The mail carries a secret; only its SHA-256 is stored, and each mail has one of its own. An invitation is for one mail address:
-- whoever accepts is signed in with it, confirmed. Managers invite staff; owners invite staff and managers.
-- Kept after it was accepted, so that a second click on the link leads on; 90 days later it goes with the next invitation.

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  -- In small letters, as the auth service keeps addresses.
  email varchar(254) not null check (email = lower(email) and length(email) >= 3),
  role public.member_role not null check (role <> 'owner'),
  -- Whose calendar it will be.
  employee_id uuid references public.employees on delete set null,
  invited_by varchar(254) not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now()
);
create unique index invitations_open on public.invitations (company_id, email) where accepted_at is null;
create index invitations_employee on public.invitations (employee_id) where employee_id is not null;
create index invitations_accepted_by on public.invitations (accepted_by) where accepted_by is not null;

create table public.invitation_links (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  invitation_id uuid not null references public.invitations on delete cascade,
  created_at timestamptz not null default now()
);
create index invitation_links_invitation on public.invitation_links (invitation_id);

-- Orders the mail and notes it. At most three in an hour to an address, a hundred a day from a company, so that nobody is pestered.
-- Errors: resend_too_soon, too_many_invitations.
create function internal.mail_invitation(invitation public.invitations, p_verb text) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  if (select count(*) from public.member_events where company_id = invitation.company_id and subject = invitation.email
    and verb in ('invited', 'invited_again') and at > present - interval '1 hour') >= 3 then
    perform internal.fail('resend_too_soon');
  end if;
  if (select count(*) from public.member_events where company_id = invitation.company_id
    and verb in ('invited', 'invited_again') and at > present - interval '1 day') >= 100 then
    perform internal.fail('too_many_invitations');
  end if;
  insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at)
  select invitation.company_id, 'member_invited', 'business', invitation.email, jsonb_build_object(
    'invitation_id', invitation.id, 'role', invitation.role, 'invited_by', invitation.invited_by,
    'expires_at', invitation.expires_at, 'company', jsonb_build_object('name', company.name, 'legal_name', company.legal_name,
      'street', company.street, 'postal_code', company.postal_code, 'city', company.city, 'email', company.email)), present
  from public.companies company where company.id = invitation.company_id;
  perform internal.log_member(invitation.company_id, p_verb, invitation.email, null, invitation.role);
end $$;

-- An open invitation of a company in which the caller may invite this role, locked. Errors: invitation_not_found, role_not_allowed.
create function internal.open_invitation(p_invitation uuid) returns public.invitations
language plpgsql set search_path = '' as $$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations where id = p_invitation and accepted_at is null;
  if invitation.id is null or internal.role_in(invitation.company_id) is null then perform internal.fail('invitation_not_found'); end if;
  perform internal.open_company(invitation.company_id, case when invitation.role = 'staff' then 'manager' else 'owner' end::public.member_role);
  select * into invitation from public.invitations where id = p_invitation and accepted_at is null for update;
  if invitation.id is null then perform internal.fail('invitation_not_found'); end if;
  return invitation;
end $$;

-- Invites a mail address with a role, for seven days; an invitation that has lapsed is renewed.
-- Errors: company_not_found, role_not_allowed, email_invalid, already_member, already_invited, employee_not_found, employee_linked,
-- resend_too_soon, too_many_invitations.
create function public.invite_member(p_company uuid, p_email text, p_role public.member_role, p_employee uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  address constant text := lower(btrim(coalesce(p_email, '')));
  employee record;
  invitation public.invitations;
begin
  perform internal.open_company(p_company, case when p_role = 'staff' then 'manager' else 'owner' end::public.member_role);
  if p_role is null or p_role = 'owner' then perform internal.fail('role_not_allowed'); end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+\.[^[:space:]@]+$' or length(address) > 254 then
    perform internal.fail('email_invalid');
  end if;
  if exists (select from public.members member join auth.users account on account.id = member.user_id
    where member.company_id = p_company and account.email = address) then
    perform internal.fail('already_member');
  end if;
  if p_employee is not null then
    select other.user_id into employee from public.employees other join public.locations location on location.id = other.location_id
    where other.id = p_employee and location.company_id = p_company and not other.archived;
    if not found then perform internal.fail('employee_not_found'); end if;
    if employee.user_id is not null then perform internal.fail('employee_linked'); end if;
  end if;
  delete from public.invitations where company_id = p_company and accepted_at < present - interval '90 days';
  delete from public.invitations where company_id = p_company and email = address and accepted_at is null and expires_at <= present;
  insert into public.invitations (company_id, email, role, employee_id, invited_by, expires_at)
  values (p_company, address, p_role, p_employee, left(internal.person_name(internal.person()), 254), present + interval '7 days')
  on conflict (company_id, email) where accepted_at is null do nothing returning * into invitation;
  if invitation.id is null then perform internal.fail('already_invited'); end if;
  perform internal.mail_invitation(invitation, 'invited');
  return invitation.id;
end $$;

-- Sends the mail once more, with seven new days. Errors: invitation_not_found, role_not_allowed, resend_too_soon, too_many_invitations.
create function public.resend_invitation(p_invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations := internal.open_invitation(p_invitation);
begin
  update public.invitations
  set expires_at = internal.present() + interval '7 days', invited_by = left(internal.person_name(internal.person()), 254)
  where id = p_invitation returning * into invitation;
  perform internal.mail_invitation(invitation, 'invited_again');
end $$;

-- Takes an invitation back: its links are dead, a mail not yet sent stays here. Errors: invitation_not_found, role_not_allowed.
create function public.withdraw_invitation(p_invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invitation constant public.invitations := internal.open_invitation(p_invitation);
begin
  delete from public.messages where company_id = invitation.company_id and kind = 'member_invited' and state <> 'sent'
    and payload ->> 'invitation_id' = p_invitation::text;
  delete from public.invitations where id = p_invitation;
  perform internal.log_member(invitation.company_id, 'invitation_withdrawn', invitation.email, invitation.role, null);
end $$;

-- What the link of the mail opens; no row when there is no such invitation. Whether the address has an account is told to those
-- who hold its mail only.
create function public.get_invitation(p_secret text)
returns table (company_name text, email text, role public.member_role, invited_by text, expires_at timestamptz, state text, has_account boolean)
language sql stable security definer set search_path = '' as $$
  select company.name, invitation.email::text, invitation.role, invitation.invited_by::text, invitation.expires_at,
    case when invitation.accepted_at is not null then 'accepted' when invitation.expires_at <= internal.present() then 'expired'
      else 'open' end,
    exists (select from auth.users account where account.email = invitation.email)
  from public.invitation_links link
  join public.invitations invitation on invitation.id = link.invitation_id
  join public.companies company on company.id = invitation.company_id
  where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and company.state <> 'closed'
$$;

-- Makes the caller a member, with the role of the invitation and the calendar named there, and gives the company. A member already
-- keeps the role. A repetition by the same member gives the same answer.
-- Errors: not_signed_in, invitation_not_found, invitation_for_other (another address, or not confirmed), invitation_expired.
create function public.accept_invitation(p_secret text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  invitation public.invitations;
  added boolean;
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  select found_one.* into invitation from public.invitations found_one
  join public.invitation_links link on link.invitation_id = found_one.id
  join public.companies company on company.id = found_one.company_id
  where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and company.state <> 'closed';
  if invitation.id is null then perform internal.fail('invitation_not_found'); end if;
  perform from public.companies where id = invitation.company_id for no key update;
  select * into invitation from public.invitations where id = invitation.id for update;
  if invitation.id is null then perform internal.fail('invitation_not_found'); end if;
  if not exists (select from auth.users account
    where account.id = caller and account.email = invitation.email and account.email_confirmed_at is not null) then
    perform internal.fail('invitation_for_other');
  end if;
  if invitation.accepted_at is not null then
    if invitation.accepted_by = caller
      and exists (select from public.members where company_id = invitation.company_id and user_id = caller) then
      return invitation.company_id;
    end if;
    perform internal.fail('invitation_not_found');
  end if;
  if invitation.expires_at <= internal.present() then perform internal.fail('invitation_expired'); end if;
  insert into public.members (company_id, user_id, role) values (invitation.company_id, caller, invitation.role) on conflict do nothing;
  added := found;
  update public.employees employee set user_id = caller from public.locations location
  where employee.id = invitation.employee_id and location.id = employee.location_id and location.company_id = invitation.company_id
    and employee.user_id is null and not employee.archived;
  update public.invitations set accepted_at = internal.present(), accepted_by = caller where id = invitation.id;
  if added then
    perform internal.log_member(invitation.company_id, 'joined', internal.person_name(caller), null, invitation.role);
  end if;
  return invitation.company_id;
end $$;

-- Keeps the hash of a mail's secret. Error: invitation_not_found. For the server only.
create function public.issue_invitation_link(p_invitation uuid, p_secret_hash text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  insert into public.invitation_links (secret_hash, invitation_id)
  select decode(p_secret_hash, 'hex'), id from public.invitations where id = p_invitation and accepted_at is null;
  if not found then perform internal.fail('invitation_not_found'); end if;
end $$;

alter table public.invitations enable row level security;
alter table public.invitation_links enable row level security;
create policy managers_read on public.invitations for select to authenticated
  using (company_id = any(array(select internal.companies_as('manager'))));
grant select on public.invitations to authenticated;
grant all on public.invitations, public.invitation_links to service_role;
grant execute on function public.invite_member, public.resend_invitation, public.withdraw_invitation, public.accept_invitation
  to authenticated;
grant execute on function public.get_invitation to anon, authenticated;
grant execute on function public.issue_invitation_link to service_role;

-- schemas/53_account_mails.sql

-- Mails about an account that its owner must see: a sign-in from a device not seen before, another password. Triggers on the auth
-- service's tables, so that no way in or around is left out.

-- Devices that an account was used from: the browser's description of itself without its versions, which change every few weeks.
create table internal.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  device text not null check (length(device) <= 1000),
  first_seen_at timestamptz not null default now(),
  primary key (user_id, device)
);
alter table internal.known_devices enable row level security;

-- Orders a mail to the account's own address; without a confirmed one there is nobody to tell.
create function internal.mail_account(p_user uuid, p_kind text, p_more jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at)
  select p_kind, 'customer', account.email,
    jsonb_build_object('name', coalesce(profile.name, ''), 'at', internal.present()) || p_more, internal.present()
  from auth.users account left join public.profiles profile on profile.id = account.id
  where account.id = p_user and account.email_confirmed_at is not null and coalesce(account.email, '') <> '';
end $$;

-- The first device of an account is no news: its owner has just registered.
create function internal.notice_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  described constant text := left(regexp_replace(coalesce(new.user_agent, ''), '[0-9][0-9._]*', '', 'g'), 1000);
  others boolean;
begin
  others := exists (select from internal.known_devices where user_id = new.user_id);
  insert into internal.known_devices (user_id, device) values (new.user_id, described) on conflict do nothing;
  if found and others then
    perform internal.mail_account(new.user_id, 'account_new_sign_in', jsonb_build_object('user_agent', left(coalesce(new.user_agent, ''), 1000)));
  end if;
  return null;
end $$;
create trigger notice_sign_in after insert on auth.sessions for each row execute function internal.notice_sign_in();

create function internal.notice_new_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.mail_account(new.id, 'account_password_changed');
  return null;
end $$;
create trigger notice_new_password after update of encrypted_password on auth.users for each row
  when (coalesce(old.encrypted_password, '') <> '' and new.encrypted_password is distinct from old.encrypted_password)
  execute function internal.notice_new_password();

-- schemas/54_account_deletion.sql

-- Deleting an account (Art. 17 DSGVO): asked for, then carried out after fourteen days by the server's job; until then the person can
-- take it back. The appointments stay with the businesses, which have to account for them, but without a name: what is over at once,
-- what is still to come a day after it has ended. Customer files that then name nobody else's visits lose their name as well.
-- Who is the only owner of a company has to hand it over or close it first.

create table internal.account_deletions (
  user_id uuid primary key references auth.users on delete cascade,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  -- When the person was told that the company has to be handed over first.
  blocked_at timestamptz
);
create index account_deletions_due on internal.account_deletions (due_at);
alter table internal.account_deletions enable row level security;

-- Appointments of accounts that are gone, until nobody needs the contact any more.
create table internal.appointments_to_forget (
  appointment_id uuid primary key references public.appointments on delete cascade
);
alter table internal.appointments_to_forget enable row level security;

-- When the caller's account will be deleted; null while nobody has asked for that.
create function public.account_deletion() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select due_at from internal.account_deletions where user_id = (select internal.person())
$$;

-- A company that has no other owner than this person; null when there is none.
create function internal.solely_owned(p_user uuid) returns text
language sql stable set search_path = '' as $$
  select company.name from public.members member join public.companies company on company.id = member.company_id
  where member.user_id = p_user and member.role = 'owner' and company.state <> 'closed' and not exists (
    select from public.members other where other.company_id = company.id and other.role = 'owner' and other.user_id <> p_user) limit 1
$$;

-- Asks for it; a repetition changes nothing. Errors: not_signed_in, last_owner (detail: the company).
create function public.request_account_deletion() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  present constant timestamptz := internal.present();
  owned text;
  due timestamptz;
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  owned := internal.solely_owned(caller);
  if owned is not null then perform internal.fail('last_owner', owned); end if;
  insert into internal.account_deletions values (caller, present, present + interval '14 days')
  on conflict do nothing returning due_at into due;
  if due is null then return (select due_at from internal.account_deletions where user_id = caller); end if;
  perform internal.mail_account(caller, 'account_deletion_requested', jsonb_build_object('due_at', due));
  return due;
end $$;

-- Takes it back; whether there was anything to take back.
create function public.cancel_account_deletion() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from internal.account_deletions where user_id = internal.person();
  return found;
end $$;

-- Takes the names out of what is left of accounts that are gone; so many at a time.
create function internal.forget_appointments(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  nobody constant text := 'Gelöschtes Konto';
  due uuid[];
begin
  with over as (
    delete from internal.appointments_to_forget where appointment_id in (
      select waiting.appointment_id from internal.appointments_to_forget waiting
      join public.appointments appointment on appointment.id = waiting.appointment_id
      where appointment.state not in ('requested', 'confirmed') or appointment.ends_at < internal.present() - interval '1 day'
      limit p_limit for update of waiting skip locked)
    returning appointment_id
  )
  select coalesce(array_agg(appointment_id), '{}') into due from over;
  if cardinality(due) = 0 then return 0; end if;
  update public.appointments set contact_name = nobody, contact_email = '', contact_phone = '', note = '' where id = any(due);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(due);
  update public.reviews set author = nobody where appointment_id = any(due);
  delete from public.appointment_links where appointment_id = any(due);
  delete from public.messages where appointment_id = any(due);
  update public.customers customer set name = nobody, email = null, phone = '', note = ''
  where id in (select customer_id from public.appointments where id = any(due)) and not exists (
    select from public.appointments appointment where appointment.customer_id = customer.id and appointment.contact_name <> nobody);
  return cardinality(due);
end $$;

create function internal.delete_account(p_user uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.mail_account(p_user, 'account_deleted');
  insert into internal.appointments_to_forget select id from public.appointments where user_id = p_user on conflict do nothing;
  delete from auth.users where id = p_user;
end $$;

-- Carries out what is due, and forgets what is over; how much there was. One that cannot be deleted, because it has become the only
-- owner of a company meanwhile, is told so once and tried again the next day. Mails about deleted accounts go a day after they were sent.
-- For the server only.
create function public.delete_due_accounts(p_limit integer default 50) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  due uuid;
  first_time boolean;
  done integer := 0;
begin
  for due in select user_id from internal.account_deletions where due_at <= present order by due_at limit p_limit for update skip locked loop
    begin
      perform internal.delete_account(due);
      done := done + 1;
    exception when raise_exception then
      update internal.account_deletions set due_at = present + interval '1 day', blocked_at = coalesce(blocked_at, present)
      where user_id = due returning blocked_at = present into first_time;
      if first_time then
        perform internal.mail_account(due, 'account_deletion_blocked', jsonb_build_object('company', internal.solely_owned(due)));
      end if;
    end;
  end loop;
  delete from public.messages where kind = 'account_deleted' and state in ('sent', 'failed') and created_at < present - interval '1 day';
  return done + internal.forget_appointments(500);
end $$;

grant execute on function public.account_deletion, public.request_account_deletion, public.cancel_account_deletion to authenticated;
grant execute on function public.delete_due_accounts to service_role;

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
  using (state <> 'removed' and internal.is_published(location_id));
create policy members_read_reviews on public.reviews for select to authenticated
  using (location_id in (select id from public.locations where company_id in (select internal.companies_as('staff'))));

grant select (id, location_id, author, rating, text, reply, created_at) on public.reviews to anon, authenticated;
grant all on public.reviews to service_role;

-- schemas/70_listing_bounds.sql

-- Where starts of a location can't be, see internal.listings: the greatest unit that divides the grid and everything a start may be
-- counted from, and for each weekday (1 Monday) the minutes of the day between which somebody works. An opening by exception may be at
-- any time.
create function internal.possible_starts(p_location uuid, out unit smallint, out opens smallint[], out closes smallint[])
language plpgsql stable set search_path = '' as $$
declare
  place public.locations;
  minute integer;
begin
  select * into place from public.locations where id = p_location;
  unit := gcd(place.grid_minutes::integer, 60);
  for minute in
    select date_part('minute', hours.starts)::integer
    from public.working_hours hours join public.employees person on person.id = hours.employee_id
    where person.location_id = p_location
    union select date_part('minute', bound)::integer from public.exceptions exception
      cross join lateral (values (exception.starts_at), (exception.ends_at)) bounds (bound) where exception.location_id = p_location
    -- The offsets of the zone, so that minutes of the day and since 1970 go together.
    union select date_part('minute', instant at time zone place.time_zone)::integer
      from unnest(array[timestamptz '2026-01-01 00:00+00', timestamptz '2026-07-01 00:00+00']) instant
  loop
    unit := gcd(unit::integer, minute);
  end loop;
  if exists (select from public.exceptions where location_id = p_location and kind = 'open') then
    opens := '{0,0,0,0,0,0,0}';
    closes := '{1440,1440,1440,1440,1440,1440,1440}';
    return;
  end if;
  with shift as materialized (
    select hours.weekday, (date_part('epoch', hours.starts) / 60)::smallint as starts, (date_part('epoch', hours.ends) / 60)::smallint as ends
    from public.working_hours hours join public.employees person on person.id = hours.employee_id where person.location_id = p_location
  ), part as (
    -- A shift that ends the next morning is one until midnight, and another from then on.
    select shift.weekday, shift.starts as begins, case when shift.ends <= shift.starts then 1440 else shift.ends end as ends from shift
    union all select shift.weekday % 7 + 1, 0, shift.ends from shift where shift.ends <= shift.starts and shift.ends > 0
  )
  select array_agg(span.begins order by day), array_agg(span.ends order by day) into opens, closes
  from generate_series(1, 7) as day
  cross join lateral (select min(part.begins) as begins, max(part.ends) as ends from part where part.weekday = day) span;
end $$;

revoke execute on function internal.possible_starts from public;

-- schemas/70_listings.sql

-- What the search reads: published locations of active companies that have an active service with an active employee.
-- Derived like 46: one function says what should be there, one brings it up to date under the location's lock, triggers call it,
-- and internal.index_differences compares. Nobody but the search and the holding of slots (42e) reads
-- these tables.

create sequence internal.listing_numbers as integer;

-- What the search must know of a service to find its starts: as in internal.listing_services.
create type internal.listed_service as (
  service_id uuid, before smallint, after smallint, gap_start smallint, gap_minutes smallint, resource_kind text,
  employees uuid[], minutes smallint[]
);

-- One row for each category in which a location offers something, for its parent, and for 0, which is everything. It has all that a page
-- of the search shows and needs besides the free time: looking up one more row for each hit costs more than all that is kept here twice.
create table internal.listings (
  category smallint not null,
  number integer not null,
  location_id uuid not null,
  -- The place on a sphere in kilometres: the index orders by the chord, which grows with the distance.
  spot extensions.cube,
  city_id integer,
  -- Average drawn towards 4 by five imagined reviews, so that one review of five stars does not win.
  rating real not null,
  rating_average real not null,
  -- The cheapest service of the category.
  price_cents integer not null,
  attributes text[] not null,
  zone text not null,
  grid_minutes smallint not null,
  notice_minutes integer not null,
  horizon_days smallint not null,
  -- Starts are multiples of so many minutes since 1970, and on each weekday all lie between these minutes of the local day (null: there
  -- are none at all). They only say what can't be: whom the search need not read, and the order in which it looks for the first start.
  unit smallint not null,
  opens smallint[] not null,
  closes smallint[] not null,
  -- The first three of the category, in the order of the location.
  services internal.listed_service[] not null,
  -- The categories right below this one in which the location offers something.
  below smallint[] not null,
  -- What cards show: the location, its first picture and the services, both as finished JSON.
  slug text not null,
  name text not null,
  street text not null,
  postal_code text not null,
  city text not null,
  district text not null,
  latitude float8,
  longitude float8,
  rating_count integer not null,
  image text,
  offers text not null,
  -- Words of name, services and categories; of category 0 only.
  document tsvector,
  primary key (category, number)
);
create index listings_spot on internal.listings using gist (category, spot);
create index listings_rating on internal.listings (category, rating desc, number);
create index listings_price on internal.listings (category, price_cents, number);
create index listings_city on internal.listings (category, city_id);
create index listings_location on internal.listings (location_id);
-- Few: most listings are where the marketplace is.
create index listings_other_zones on internal.listings (zone) where zone <> 'Europe/Berlin';
create index listings_words on internal.listings using gin (document) where category = 0;

-- The services of the locations, with those who perform them in the order of rule 7 and how long each takes.
create table internal.listing_services (
  service_id uuid primary key,
  number integer not null,
  category smallint not null,
  parent smallint,
  "position" integer not null,
  price_cents integer not null,
  before smallint not null,
  after smallint not null,
  gap_start smallint,
  gap_minutes smallint,
  employees uuid[] not null,
  minutes smallint[] not null,
  document tsvector not null,
  -- What it needs of the location's resources.
  resource_kind text,
  -- What a booking needs besides (42e): the employees' prices, and the rules of the location.
  service_name text not null,
  prices integer[] not null,
  location_id uuid not null,
  company_id uuid not null,
  zone text not null,
  grid_minutes smallint not null,
  notice_minutes integer not null,
  horizon_days smallint not null,
  hold_minutes smallint not null,
  cancellation_hours smallint not null
);
create index listing_services_number on internal.listing_services (number, "position");

-- Every folded word that a document holds, with its stem: what a misspelt word may mean.
create table internal.search_words (word text primary key, stem text not null);
create index search_words_trigrams on internal.search_words using gin (word extensions.gin_trgm_ops);

alter table internal.listings enable row level security;
alter table internal.listing_services enable row level security;
alter table internal.search_words enable row level security;

-- A place in kilometres from the centre of the earth; null without coordinates.
create function internal.spot(latitude float8, longitude float8) returns extensions.cube
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return extensions.cube(array[6371 * cosd(latitude) * cosd(longitude), 6371 * cosd(latitude) * sind(longitude), 6371 * sind(latitude)]);
end $$;

-- The chord below kilometres along the sphere.
create function internal.chord(arc float8) returns float8
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return 12742 * sin(least(arc, 20015) / 12742);
end $$;

-- A folded word as documents hold it: those with digits are kept as they are.
create function internal.stem_of(word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return case when word ~ '[0-9]' then word else coalesce((ts_lexize('pg_catalog.german_stem', word))[1], word) end;
end $$;

-- The stems of a text with their places. Not by to_tsvector, whose parser takes "40e21abc" for a number and a word.
create function internal.words_of(value text, weight "char") returns tsvector
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(format('%L:%s%s', internal.stem_of(part.word), part.place, weight), ' '), '')
    from regexp_split_to_table(internal.search_key(value), ' ') with ordinality part (word, place)
    where ts_lexize('pg_catalog.german_stem', part.word) <> '{}')::tsvector;
end $$;

-- The services of a location as they should be. No rows when it is not published.
create function internal.fresh_services(p_location uuid, p_number integer) returns setof internal.listing_services
language plpgsql stable set search_path = '' rows 15 as $$
begin
  if not internal.is_published(p_location) then return; end if;
  return query
  with category as materialized (
    select self.id, self.parent_id, internal.words_of(self.name || ' ' || array_to_string(self.synonyms, ' '), 'B')
      || coalesce(internal.words_of(parent.name || ' ' || array_to_string(parent.synonyms, ' '), 'C'), '') as document
    from public.categories self left join public.categories parent on parent.id = self.parent_id
    where self.id in (select service.category_id from public.services service where service.location_id = p_location)
  )
  select service.id, p_number, service.category_id, category.parent_id,
    (row_number() over (order by service.position, service.id))::integer, service.price_cents,
    service.buffer_before_minutes, service.buffer_after_minutes, service.processing_start, service.processing_minutes,
    offer.employees, offer.minutes, internal.words_of(service.name, 'A') || category.document,
    service.resource_kind, service.name, offer.prices, place.id, place.company_id, place.time_zone, place.grid_minutes,
    place.notice_minutes, place.horizon_days, place.hold_minutes, place.cancellation_hours
  from public.services service
  join public.locations place on place.id = service.location_id
  join category on category.id = service.category_id
  join lateral (
    select array_agg(person.id order by person.position, person.id) as employees,
      array_agg(coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)
        order by person.position, person.id) as minutes,
      array_agg(coalesce(own.price_cents, service.price_cents) order by person.position, person.id) as prices
    from public.employee_services own join public.employees person on person.id = own.employee_id and person.active
    where own.service_id = service.id
  ) offer on offer.employees is not null
  where service.location_id = p_location and service.active;
end $$;

-- Services as cards show them, in this order: [{id, category_id, name, duration_minutes, price_cents, price_from}].
create function internal.offers_json(p_services internal.listed_service[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  ids constant uuid[] := array(select wish.service_id from unnest(p_services) wish);
begin
  return (
    select jsonb_agg(jsonb_build_object('id', service.id, 'category_id', service.category_id, 'name', service.name, 'duration_minutes', service.duration_minutes,
      'price_cents', service.price_cents, 'price_from', service.price_from) order by array_position(ids, service.id))::text
    from public.services service where service.id = any(ids));
end $$;

-- The listing of a location with these services as it should be.
create function internal.fresh_listing(p_location uuid, p_number integer, p_services internal.listing_services[]) returns setof internal.listings
language plpgsql stable set search_path = '' rows 5 as $$
begin
  return query
  with service as materialized (select * from unnest(p_services)),
  offered as (
    select every.category, min(service.price_cents) as price_cents,
      (array_agg((service.service_id, service.before, service.after, service.gap_start, service.gap_minutes, service.resource_kind,
        service.employees, service.minutes)::internal.listed_service order by service."position"))[1:3] as services,
      array_agg(distinct every.below) filter (where every.below is not null) as below
    from service cross join lateral (values (service.category, null), (service.parent, service.category),
      (0::smallint, coalesce(service.parent, service.category))) every (category, below)
    where every.category is not null group by 1
  ), words as (
    select (select string_agg(document::text, ' ') from service)::tsvector as document
  )
  select offered.category, p_number, place.id, internal.spot(place.latitude, place.longitude), place.city_id,
    ((place.rating_average * place.rating_count + 20) / (place.rating_count + 5))::real, place.rating_average::real,
    offered.price_cents,
    array(select distinct value from unnest(place.attributes || array(
      select 'language:' || spoken from public.employees person cross join unnest(person.languages) spoken
      where person.location_id = place.id and person.active)) value order by value),
    place.time_zone, place.grid_minutes, place.notice_minutes, place.horizon_days, possible.unit, possible.opens, possible.closes,
    offered.services, coalesce(offered.below, '{}'), place.slug, place.name, place.street, place.postal_code, place.city, place.district,
    place.latitude, place.longitude, place.rating_count, picture.image, internal.offers_json(offered.services),
    case when offered.category = 0 then internal.words_of(place.name, 'A') || words.document end
  from offered cross join words cross join internal.possible_starts(p_location) possible
  join public.locations place on place.id = p_location
  left join lateral (
    select jsonb_build_object('path', shot.path, 'alt', shot.alt, 'width', shot.width, 'height', shot.height, 'color', shot.color)::text as image
    from public.location_images shot where shot.location_id = p_location order by shot.position, shot.id limit 1) picture on true;
end $$;

-- Brings the listing of a location up to date; writes only what has changed. Takes the location's lock alone.
create function internal.refresh_listing(p_location uuid) returns void
language plpgsql set search_path = '' as $$
declare
  place_number integer;
  services internal.listing_services[];
  listings internal.listings[];
begin
  perform internal.lock_location(p_location, true);
  select kept.number into place_number from internal.listings kept where kept.location_id = p_location limit 1;
  if place_number is null and not internal.is_published(p_location) then return; end if;
  place_number := coalesce(place_number, nextval('internal.listing_numbers'));
  services := array(select row(fresh.*)::internal.listing_services from internal.fresh_services(p_location, place_number) fresh);
  listings := array(select row(fresh.*)::internal.listings from internal.fresh_listing(p_location, place_number, services) fresh);
  delete from internal.listing_services kept
  where kept.number = place_number and not exists (
    select from unnest(services) fresh where fresh.service_id = kept.service_id and fresh is not distinct from kept);
  insert into internal.listing_services select * from unnest(services) on conflict (service_id) do nothing;
  delete from internal.listings kept
  where kept.location_id = p_location and not exists (
    select from unnest(listings) fresh where fresh.category = kept.category and fresh is not distinct from kept);
  insert into internal.listings select * from unnest(listings) on conflict (category, number) do nothing;
  insert into internal.search_words
  select word, internal.stem_of(word) from (
    select distinct word from (
      select place.name as text from public.locations place where place.id = p_location
      union all select service.name from public.services service where service.location_id = p_location
      union all select self.name || ' ' || array_to_string(self.synonyms, ' ')
        from public.categories self where self.id in (select fresh.category from unnest(listings) fresh)
    ) texts cross join regexp_split_to_table(internal.search_key(texts.text), ' ') word
    where length(word) > 1 and cardinality(listings) > 0) new
  where not exists (select from internal.search_words known where known.word = new.word)
  order by word on conflict do nothing;
end $$;

-- Listings and services that differ from what they should be.
create function internal.listing_differences(p_location uuid) returns table (what text, expected text, found text)
language plpgsql stable set search_path = '' as $$
declare
  place_number integer := (select kept.number from internal.listings kept where kept.location_id = p_location limit 1);
  services internal.listing_services[] := array(
    select row(fresh.*)::internal.listing_services from internal.fresh_services(p_location, coalesce(place_number, 0)) fresh);
begin
  return query
  select 'listing', fresh::text, kept::text
  from internal.fresh_listing(p_location, coalesce(place_number, 0), services) fresh
  full join (select * from internal.listings every where every.location_id = p_location) kept on kept.category = fresh.category
  where kept is distinct from fresh;
  return query
  select 'service', fresh::text, kept::text
  from unnest(services) fresh
  full join (select * from internal.listing_services every where every.number = place_number) kept on kept.service_id = fresh.service_id
  where kept is distinct from fresh;
end $$;

create function internal.index_services() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
begin
  for place in select distinct location_id from changed order by 1 loop
    perform internal.refresh_listing(place);
  end loop;
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['services', 'employee_services', 'location_images'] loop
    execute format('create trigger index_new after insert on public.%I referencing new table as changed
      for each statement execute function internal.index_services()', name);
    execute format('create trigger index_changed after update on public.%I referencing new table as changed
      for each statement execute function internal.index_services()', name);
    execute format('create trigger index_gone after delete on public.%I referencing old table as changed
      for each statement execute function internal.index_services()', name);
  end loop;
end $$;

revoke execute on function internal.spot, internal.chord, internal.words_of, internal.stem_of,
  internal.fresh_services, internal.offers_json, internal.fresh_listing, internal.refresh_listing,
  internal.listing_differences, internal.index_services from public;

-- schemas/71_index_check.sql

-- The whole index of a location: 46 (free days) and 70 (listing).

create function internal.reindex_location(p_location uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.refresh_days(p_location);
  perform internal.refresh_listing(p_location);
end $$;

-- Every difference between the index and a fresh computation, named; no rows when the index is right.
-- p_location null: all locations, also those that should not be in the index.
create function internal.index_differences(p_location uuid default null)
returns table (location_id uuid, employee_id uuid, day date, what text, expected text, found text)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select place.id, days.employee_id, days.day, days.what, days.expected, days.found
  from (
    select location.id from public.locations location where p_location is null or location.id = p_location
    union select calendar.location_id from internal.calendars calendar where p_location is null or calendar.location_id = p_location
    union select listing.location_id from internal.listings listing where p_location is null or listing.location_id = p_location
  ) place
  cross join lateral (
    select * from internal.day_differences(place.id)
    union all select null, null, listing.* from internal.listing_differences(place.id) listing
  ) days;
end $$;

-- Builds the index anew for up to p_limit locations after this one in the order of ids; p_after null begins.
-- Returns {last, done}: `last` is null when all are done. For the server and `npm run db:index`.
create function public.rebuild_availability(p_after uuid default null, p_limit integer default 20) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
  last uuid;
  done integer := 0;
begin
  for place in
    select id from public.locations where p_after is null or id > p_after order by id limit p_limit
  loop
    perform internal.reindex_location(place);
    last := place;
    done := done + 1;
  end loop;
  return jsonb_build_object('last', last, 'done', done);
end $$;

-- Compares up to p_limit locations after this one and mends those that differ.
-- Returns {last, done, differences: [{location_id, employee_id, day, what, expected, found}]}. For the server's nightly job.
create function public.check_availability(p_after uuid default null, p_limit integer default 20) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
  last uuid;
  done integer := 0;
  differences jsonb := '[]';
  found jsonb;
begin
  for place in
    select id from public.locations where p_after is null or id > p_after order by id limit p_limit
  loop
    select jsonb_agg(to_jsonb(difference)) into found from internal.index_differences(place) difference;
    if found is not null then
      differences := differences || found;
      perform internal.reindex_location(place);
    end if;
    last := place;
    done := done + 1;
  end loop;
  return jsonb_build_object('last', last, 'done', done, 'differences', differences);
end $$;

revoke execute on function internal.reindex_location, internal.index_differences, public.rebuild_availability,
  public.check_availability from public;
grant execute on function public.rebuild_availability, public.check_availability to service_role;

-- schemas/72_search_starts.sql

-- Free starts of many locations at once, read from the index (46) by the rules 4, 5 and 7 of "Availability (normative)".
-- internal.hits_with_starts does so; a property test holds it against what is computed without the index (internal.computed_starts).

-- A found location on its way to a page. `place`: its number in the order of the search; `services`: what to look for, best first;
-- `bound`: no start before this minute; `key`: what it is sorted by, ascending.
create type internal.search_hit as (
  place integer, number integer, location_id uuid, zone text, grid_minutes smallint, notice_minutes integer, horizon_days smallint,
  services internal.listed_service[], distance_km float8, "key" float8, bound integer, service_id uuid, starts integer[], employees uuid[]
);

-- A day of the searched window in a zone: starts lie in [low, high). `weekday`: 1 is Monday; `slack`: minutes by which its clocks may change.
create type internal.search_day as (
  zone text, day date, weekday integer, today date, midnight integer, slack integer, low integer, high integer
);

-- The window in these zones. Minutes are wall times of each day, from_minute to to_minute (null: the whole day).
create function internal.search_days(zones text[], first_date date, last_date date, from_minute integer, to_minute integer, at timestamptz)
returns internal.search_day[]
language plpgsql stable set search_path = '' as $$
declare
  zone text;
  day date;
  today date;
  midnight timestamptz;
  next_midnight timestamptz;
  low timestamptz;
  high timestamptz;
  found internal.search_day[] := '{}';
begin
  foreach zone in array zones loop
    today := (at at time zone zone)::date;
    day := first_date;
    midnight := internal.instant(day, zone);
    while day <= last_date loop
      next_midnight := internal.instant(day + 1, zone);
      low := case when coalesce(from_minute, 0) = 0 then midnight else internal.instant(day + make_interval(mins => from_minute), zone) end;
      high := case when coalesce(to_minute, 1440) >= 1440 then next_midnight else internal.instant(day + make_interval(mins => to_minute), zone) end;
      if low < high then
        found := found || (zone, day, extract(isodow from day)::integer, today, date_part('epoch', midnight) / 60,
          case when next_midnight - midnight = interval '24 hours' then 0 else 60 end,
          date_part('epoch', low) / 60, date_part('epoch', high) / 60)::internal.search_day;
      end if;
      day := day + 1;
      midnight := next_midnight;
    end loop;
  end loop;
  return found;
end $$;

-- The free time, or working time, of a day together with the days that a service may reach into.
create function internal.joined_free(p_employee uuid, p_day date) returns int4multirange
language plpgsql stable set search_path = '' as $$
begin
  return (select range_agg(piece) from internal.free_days row cross join unnest(row.free) piece
    where row.employee_id = p_employee and row.day between p_day - 1 and p_day + 2);
end $$;
create function internal.joined_work(p_employee uuid, p_day date) returns int4multirange
language plpgsql stable set search_path = '' as $$
begin
  return (select range_agg(piece) from internal.free_days row cross join unnest(row.work) piece
    where row.employee_id = p_employee and row.day between p_day - 1 and p_day + 2);
end $$;

-- When each resource of a kind is free between two minutes. Holds that have lapsed are few and do not count; asking each reservation for its
-- line would cost more than reading it.
create function internal.spare_resources(p_location uuid, p_kind text, first integer, final integer, at timestamptz) returns int4multirange[]
language plpgsql stable set search_path = '' as $$
declare
  period constant tstzrange := tstzrange(to_timestamp(first * 60::float8), to_timestamp(final * 60::float8));
  minutes constant int4multirange := int4multirange(int4range(first, final));
begin
  return array(
    select minutes - coalesce((
      select range_agg(int4range(floor(date_part('epoch', lower(piece)) / 60)::integer, ceil(date_part('epoch', upper(piece)) / 60)::integer))
      from public.appointment_resources row cross join unnest(row.occupied) piece
      where row.resource_id = resource.id and row.occupied && period and row.appointment_id <> all(array(
        select lapsed.id from public.appointments lapsed
        where lapsed.location_id = p_location and lapsed.state = 'held' and lapsed.hold_expires_at <= at))), '{}')
    from public.resources resource
    where resource.location_id = p_location and resource.kind = p_kind and resource.active);
end $$;

-- The hits with the first starts (three, unless p_most says less) in the window of the first of their services that has any, and who performs
-- them ("Egal wer", rule 7), in no order; those without any are left out. p_languages: only employees who speak them all.
-- All is asked hit by hit, service by service, day by day, and of each employee piece by piece, and ends as soon as there is enough: most of
-- what could be read is not. Who can't be among the first three minutes of a day with one of the first three of their own, can't at all.
-- Days come in their order, because rows with ordinality do, and within a day the minutes as the innermost query sorts them: both limits
-- need it, and nothing is sorted for the outer one.
create function internal.hits_with_starts(
  hits internal.search_hit[], days internal.search_day[], at timestamptz, p_languages text[], p_most integer default 3)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  present constant integer := ceil(date_part('epoch', at) / 60);
  held_employees uuid[];
  held_times int4multirange[];
begin
  select * into held_employees, held_times
  from internal.held_times(array(select hit.location_id from unnest(hits) as hit), at);

  return array(
    select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, hit.services,
      hit.distance_km, hit."key", hit.bound, best.service_id, best.starts, best.employees)::internal.search_hit
    from unnest(hits) as hit
    cross join lateral (
      select service.service_id, found.starts, found.employees
      from unnest(hit.services) with ordinality as service (
        service_id, before, after, gap_start, gap_minutes, resource_kind, employees, minutes, turn)
      cross join lateral (
        select array_agg("first".minute) as starts, array_agg("first".employee_id) as employees
        from (
          select start.minute, start.employee_id
          from (
            -- Resources are looked at only where somebody has time.
            select every.index, every.day, greatest(every.low, present + hit.notice_minutes) as low, every.high - 1 as high,
              case when service.resource_kind is not null and exists (
                  select from internal.free_days one where one.location_id = hit.location_id and one.day = every.day
                    and lower(one.free) < every.high and upper(one.free) > greatest(every.low, present + hit.notice_minutes))
                then internal.spare_resources(hit.location_id, service.resource_kind, every.low - service.before,
                  every.high + service.after + (select max(each)::integer from unnest(service.minutes) each), at) end as spare
            from unnest(days) with ordinality as every (zone, day, weekday, today, midnight, slack, low, high, index)
            where every.zone = hit.zone and every.day <= every.today + hit.horizon_days and every.high > present + hit.notice_minutes
            order by every.index
          ) day
          cross join lateral (
            select distinct on (run.minute) run.minute, row.employee_id
            from (
              -- Where working time touches midnight, a visit may reach beyond it.
              select one.employee_id, one.turn, one.finish, coalesce(service.gap_start, one.finish) as part,
                case when one.held is null then one.booked
                  else one.booked + internal.length_of(held_times[one.held] * int4multirange(int4range(one.begins, one.ends))) end as booked,
                one.work, case when one.edge and service.gap_start is not null then internal.joined_work(one.employee_id, one.day) else one.work end as shift,
                case when one.edge then internal.joined_free(one.employee_id, one.day) - coalesce(held_times[one.held], '{}')
                  when one.held is not null then one.free - held_times[one.held]
                  else one.free end as free
              from (
                select each.*, service.minutes[each.turn] + service.after as finish, array_position(held_employees, each.employee_id) as held,
                  lower(each.work) = each.begins or upper(each.work) = each.ends as edge
                from (
                  select every.*, array_position(service.employees, every.employee_id) as turn
                  from internal.free_days every
                  where every.location_id = hit.location_id and every.day = day.day and every.employee_id = any(service.employees)
                    -- Who has nothing free from then on needs no further look.
                    and upper(every.free) > day.low
                  offset 0) each
                where p_languages is null or internal.speaks(each.employee_id, hit.location_id, p_languages)
                offset 0) one
              offset 0
            ) row
            cross join lateral (
              select each.minute
              from (
                select generate_series(anchored."begin", anchored."last", hit.grid_minutes) as minute
                from (
                  -- The grid counts from where the piece of work that holds the start begins: there ends what is before it and no work.
                  select bounded."last", bounded."first" + mod(hit.grid_minutes - mod(
                    bounded."first" - upper(int4multirange(int4range(null, bounded."first" + 1)) - row.work), hit.grid_minutes), hit.grid_minutes) as "begin"
                  from (
                    select greatest(day.low, lower(piece.minutes) + service.before) as "first", least(day.high, upper(piece.minutes) - row.part) as "last"
                    from (select unnest(row.free) as minutes offset 0) piece
                  ) bounded where bounded."first" <= bounded."last" offset 0
                ) anchored offset 0
              ) each
              -- The time until the processing gap is free; so must be what follows it, and the employee at work all the while.
              where (service.gap_start is null or row.shift @> int4range(each.minute - service.before, each.minute + row.finish)
                  and row.free @> int4range(each.minute + service.gap_start + service.gap_minutes, each.minute + row.finish))
                and (service.resource_kind is null or exists (
                  select from unnest(day.spare) resource (times)
                  where resource.times @> int4range(each.minute - service.before, each.minute + row.finish)))
              limit p_most
            ) run
            order by run.minute, row.booked, row.turn
            limit p_most
          ) start
          order by day.index
          limit p_most
        ) "first"
        having count(*) > 0
      ) found
      order by service.turn limit 1
    ) best);
end $$;

-- Whether an employee speaks all these languages; who names none speaks those of the location.
create function internal.speaks(p_employee uuid, p_location uuid, p_languages text[]) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  spoken text[] := (select languages from public.employees where id = p_employee);
begin
  if spoken = '{}' then
    spoken := array(select substr(value, 10) from public.locations place cross join unnest(place.attributes) value
      where place.id = p_location and value like 'language:%');
  end if;
  return spoken @> p_languages;
end $$;

revoke execute on function internal.search_days, internal.joined_free, internal.joined_work, internal.spare_resources,
  internal.speaks, internal.hits_with_starts from public;

-- schemas/73_search_wish.sql

-- What is looked for, and the locations that match all of it but the time.

-- `category` 0: any; null: one that does not exist. `words` must all be found at a location, `any_word` names its best services.
create type internal.search_wish as (
  category smallint, words tsquery, any_word tsquery, center extensions.cube, radius_km float8, city integer,
  min_price_cents integer, max_price_cents integer, min_rating real, attributes text[], languages text[], open_now boolean
);

-- The weights of the order "relevance"; /legal/ranking prints this table. All components lie between 0 and 1.
create table public.ranking_weights (
  component text primary key check (component in ('text', 'distance', 'rating')),
  weight real not null check (weight between 0 and 1),
  name text not null,
  description text not null,
  position smallint not null
);
insert into public.ranking_weights values
  ('text', 0.5, 'Passende Wörter', 'Wie gut Ihre Suchwörter zu Name, Leistungen und Kategorien des Betriebs passen; Treffer im Namen und in Leistungen zählen am meisten. Ohne Suchwörter zählt dieser Teil nicht.', 1),
  ('distance', 0.3, 'Entfernung', 'Wie nah der Betrieb am gesuchten Ort liegt: am Ort selbst volle Punkte, in 5 km Entfernung die halben. Ohne Ort zählt dieser Teil nicht.', 2),
  ('rating', 0.2, 'Bewertungen', 'Der Durchschnitt der Bewertungen. Bei wenigen Bewertungen wird er zur Mitte gezogen: Es zählen fünf gedachte Bewertungen mit 4 Sternen mit.', 3);
alter table public.ranking_weights enable row level security;
create policy everyone_reads on public.ranking_weights for select using (true);
grant select on public.ranking_weights to anon, authenticated, service_role;

-- What a typed word may mean: its stem, words that begin with or contain it, and those that differ by a slip of the keyboard.
create function internal.meant_by(p_word text) returns tsquery
language plpgsql stable set search_path = '' as $$
declare
  stem text := internal.stem_of(p_word);
  stems text[];
begin
  stems := array(
    select known.stem from internal.search_words known
    where case when length(p_word) >= 4 then known.word like '%' || p_word || '%' else known.word like p_word || '%' end
    order by length(known.word), known.word limit 60);
  -- Slips of the keyboard only where the word itself is unknown.
  if not exists (select from unnest(stems) known where known = stem) and length(p_word) >= 4 then
    stems := stems || array(
      select known.stem from internal.search_words known
      where known.word operator(extensions.%) p_word and extensions.similarity(known.word, p_word) >= 0.38
      order by extensions.similarity(known.word, p_word) desc, known.word limit 8);
  end if;
  return (select string_agg(distinct quote_literal(every), ' | ') from unnest(stems || stem) every)::tsquery;
end $$;

-- Puts together what is asked; see public.search_locations for the parameters.
create function internal.read_wish(
  p_category text, p_text text, p_latitude float8, p_longitude float8, p_radius_km float8, p_city_id integer, p_postal_code text,
  p_min_price_cents integer, p_max_price_cents integer, p_min_rating numeric, p_attributes text[], p_languages text[],
  p_open_now boolean)
returns internal.search_wish
language plpgsql stable set search_path = '' as $$
declare
  wish internal.search_wish;
  word text;
  meant tsquery;
begin
  wish.category := case when p_category is null then 0 else (select id from public.categories where slug = p_category) end;
  if p_text <> '' then
    for word in
      select part from regexp_split_to_table(internal.search_key(left(p_text, 200)), ' ') part where length(part) > 1 limit 6
    loop
      -- Words like "und" mean nothing.
      continue when ts_lexize('pg_catalog.german_stem', word) = '{}';
      meant := internal.meant_by(word);
      wish.words := case when wish.words is null then meant else wish.words && meant end;
      wish.any_word := case when wish.any_word is null then meant else wish.any_word || meant end;
    end loop;
  end if;
  wish.center := internal.spot(p_latitude, p_longitude);
  wish.radius_km := case when p_radius_km < 2000 then p_radius_km when p_radius_km is not null then 2000 end;
  wish.city := p_city_id;
  if wish.center is null and p_postal_code is not null then
    select internal.spot(latitude, longitude), coalesce(wish.radius_km, 6) into wish.center, wish.radius_km
    from public.postal_codes where code = p_postal_code;
    -- A code that nobody knows finds nothing.
    if not found then wish.category := null; end if;
  elsif wish.center is null and p_city_id is not null then
    select internal.spot(latitude, longitude) into wish.center from public.cities where id = p_city_id;
  end if;
  wish.min_price_cents := p_min_price_cents;
  wish.max_price_cents := p_max_price_cents;
  wish.min_rating := p_min_rating;
  wish.languages := nullif(p_languages, '{}');
  wish.attributes := nullif(p_attributes, '{}');
  if wish.languages is not null then
    wish.attributes := coalesce(wish.attributes, '{}') || array(select 'language:' || spoken from unnest(p_languages) spoken);
  end if;
  wish.open_now := coalesce(p_open_now, false);
  return wish;
end $$;

-- Where the locations are that match all but the time: tables and conditions of a statement, put together from fixed parts, since one plan
-- can't serve all wishes. What matters of p_wish is which parts are null; values travel as the parameters of internal.candidates_….
create function internal.matching(p_wish internal.search_wish, out source text, out conditions text)
language plpgsql stable set search_path = '' as $$
begin
  source := 'internal.listings listing';
  conditions := 'listing.category = $1';
  if p_wish.words is not null then
    if p_wish.category <> 0 then
      source := 'internal.listings every join internal.listings listing on listing.number = every.number';
      conditions := conditions || ' and every.category = 0 and every.document @@ $3';
    else
      conditions := conditions || ' and listing.document @@ $3';
    end if;
  end if;
  if p_wish.radius_km is not null and p_wish.center is not null then
    conditions := conditions || ' and listing.spot operator(extensions.<@) extensions.cube_enlarge($2, $4, 3) and listing.spot operator(extensions.<->) $2 <= $4';
  end if;
  if p_wish.city is not null then conditions := conditions || ' and listing.city_id = $5'; end if;
  if p_wish.max_price_cents is not null then conditions := conditions || ' and listing.price_cents <= $6'; end if;
  if p_wish.min_price_cents is not null then
    conditions := conditions || ' and exists (select from internal.listing_services service where service.number = listing.number
      and ($1 = 0 or $1 in (service.category, service.parent)) and service.price_cents between $7 and coalesce($6, 2147483647))';
  end if;
  if p_wish.min_rating is not null then conditions := conditions || ' and listing.rating_average >= $8'; end if;
  if p_wish.attributes is not null then conditions := conditions || ' and listing.attributes @> $9'; end if;
  if p_wish.open_now then
    conditions := conditions || ' and exists (select from internal.free_days row
      where row.location_id = listing.location_id and row.work @> floor(date_part(''epoch'', $10) / 60)::integer
        and row.day between ($10 at time zone ''UTC'')::date - 1 and ($10 at time zone ''UTC'')::date + 1)';
  end if;
end $$;

-- The statement of internal.search_candidates for what is asked.
create function internal.candidates_statement(p_wish internal.search_wish, p_sort text, p_after boolean, p_seen boolean) returns text
language plpgsql stable set search_path = '' as $$
declare
  chord constant text := 'listing.spot operator(extensions.<->) $2';
  -- Kilometres along the sphere. Written out, a call for each row would cost more than the row; a hair more than the diameter, since
  -- rounding must not lead asin beyond 1.
  arc constant text := '12742 * asin((' || chord || ') / 12742.000001)';
  source text;
  conditions text;
  sorted_by text;
  "key" text;
  bound text := 'null::integer';
begin
  select * into source, conditions from internal.matching(p_wish);
  if p_seen then conditions := conditions || ' and listing.number <> all($11)'; end if;

  "key" := case
    when p_sort in ('distance', 'next') and p_wish.center is not null then chord
    when p_sort = 'price' then 'listing.price_cents::float8'
    when p_sort = 'relevance' and (p_wish.center is not null or p_wish.words is not null) then concat_ws(' ',
      (select '-' || weight || ' * (listing.rating - 1) / 4' from public.ranking_weights where component = 'rating'),
      (select '-' || weight || ' / (1 + coalesce(' || arc || ', 20000) / 5)' from public.ranking_weights
        where component = 'distance' and p_wish.center is not null),
      (select '-' || weight || ' * 2 * ts_rank(' || case when p_wish.category = 0 then 'listing' else 'every' end || '.document, $3, 32)'
        from public.ranking_weights where component = 'text' and p_wish.words is not null))
    else '-listing.rating' end;
  sorted_by := case
    when p_sort = 'price' then 'listing.price_cents, listing.number'
    when "key" = '-listing.rating' then 'listing.rating desc, listing.number'
    else '"key", listing.number' end;
  if p_after then
    conditions := conditions || format(' and (%1$s > $12 or %1$s = $12 and listing.number > $13)', "key");
  end if;
  if p_sort = 'next' then
    bound := '(select min(greatest(day.low, day.midnight + listing.opens[day.weekday] - day.slack, $16 + listing.notice_minutes)) + listing.unit - 1
      from unnest($14) as day
      where day.zone = listing.zone and day.high > $16 + listing.notice_minutes
        and greatest(day.low, $16 + listing.notice_minutes) < day.midnight + listing.closes[day.weekday] + day.slack
        and day.day <= day.today + listing.horizon_days)';
    bound := 'case when listing.zone = ''Europe/Berlin'' then ' || bound || ' / listing.unit * listing.unit else 0 end';
  end if;
  return format($statement$
    select array_agg((found.place, found.number, found.location_id, found.zone, found.grid_minutes, found.notice_minutes,
      found.horizon_days, found.services, found.distance_km, found."key", found.bound, null, null, null)::internal.search_hit order by %5$s)
    from (
      select row_number() over (order by %5$s) as place, %8$s as distance_km, found.* from (
        select listing.number, listing.location_id, listing.zone, listing.grid_minutes, listing.notice_minutes, listing.horizon_days,
          listing.services, %4$s, %1$s as "key", %6$s as bound
        from %2$s where %3$s order by %7$s limit $15) found
    ) found $statement$,
    "key", source, conditions, case when "key" = chord then '0' else chord end || ' as chord', case when p_sort = 'next' then 'found.bound, found."key", found.number' else 'found."key", found.number' end,
    bound, sorted_by, '12742 * asin(found.' || case when "key" = chord then '"key"' else 'chord' end || ' / 12742.000001)');
end $$;

-- What is asked most often has functions of its own, whose statement is planned once per connection and not with every call.
-- Their parameters are those of the statement.
do $$
declare
  near constant internal.search_wish := row(0, null, null, '(0,0,0)'::extensions.cube, 1, null, null, null, null, null, null, false);
  town constant internal.search_wish := row(0, null, null, '(0,0,0)'::extensions.cube, null, 1, null, null, null, null, null, false);
  wish internal.search_wish;
  name text;
  seen boolean;
begin
  for name, seen in values ('next_near', false), ('next_near_seen', true), ('next_town', false), ('next_town_seen', true) loop
    wish := case when name like '%near%' then near else town end;
    execute format('create function internal.candidates_%s(smallint, extensions.cube, tsquery, float8, integer, integer, integer, real, text[],
      timestamptz, integer[], float8, integer, internal.search_day[], integer, integer) returns internal.search_hit[]
      language plpgsql stable set search_path = %L as $f$ begin return (%s); end $f$',
      name, '', internal.candidates_statement(wish, 'next', false, seen));
    execute format('revoke execute on function internal.candidates_%s from public', name);
  end loop;
end $$;

-- Which of them serves, null if none.
create function internal.candidates_shape(p_wish internal.search_wish, p_sort text, p_after boolean, p_seen boolean) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_sort = 'next' and not p_after and not p_wish.open_now and p_wish.center is not null
      and (p_wish.radius_km is null) <> (p_wish.city is null)
      and num_nonnulls(p_wish.words, p_wish.max_price_cents, p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes) = 0
    then 'next' || case when p_wish.city is null then '_near' else '_town' end || case when p_seen then '_seen' else '' end end;
end $$;

-- Locations that match all but the time, in order, at most p_limit, after a key and number, without those seen.
-- p_sort: next, distance, rating, price, relevance. For `next`, p_days is the window: `bound` is then the first minute at which a start
-- is imaginable, null when none is, and hits are ordered by it, nearer ones (without a place: better rated ones) first among equals.
create function internal.search_candidates(
  p_wish internal.search_wish, p_sort text, p_limit integer, p_days internal.search_day[], p_at timestamptz,
  p_after_key float8 default null, p_after_number integer default null, p_seen integer[] default null)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  reach constant float8 := internal.chord(p_wish.radius_km);
  shape constant text := internal.candidates_shape(p_wish, p_sort, p_after_number is not null, p_seen is not null);
  present constant integer := ceil(date_part('epoch', p_at) / 60);
  hits internal.search_hit[];
begin
  if p_wish.category is null then return '{}'; end if;
  if shape = 'next_near' then
    hits := internal.candidates_next_near(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  elsif shape = 'next_near_seen' then
    hits := internal.candidates_next_near_seen(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  elsif shape = 'next_town' then
    hits := internal.candidates_next_town(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  elsif shape = 'next_town_seen' then
    hits := internal.candidates_next_town_seen(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  else
    execute internal.candidates_statement(p_wish, p_sort, p_after_number is not null, p_seen is not null) into hits
    using p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present;
  end if;
  return coalesce(hits, '{}');
end $$;

-- Whether a wish says which services are meant, beyond their category.
create function internal.chooses_services(p_wish internal.search_wish) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return num_nonnulls(p_wish.any_word, p_wish.min_price_cents, p_wish.max_price_cents) > 0;
end $$;

-- Hits with the services that fit the wish, when these are not simply the first of the category. Those without any are left out.
create function internal.with_services(p_hits internal.search_hit[], p_wish internal.search_wish) returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
begin
  if not internal.chooses_services(p_wish) then return p_hits; end if;
  return array(
    select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, fitting.services,
      hit.distance_km, hit."key", hit.bound, null, null, null)::internal.search_hit
    from unnest(p_hits) hit
    cross join lateral (
      select array(
        select (service.service_id, service.before, service.after, service.gap_start, service.gap_minutes, service.resource_kind,
          service.employees, service.minutes)::internal.listed_service
        from internal.listing_services service
        where service.number = hit.number and (p_wish.category = 0 or p_wish.category in (service.category, service.parent))
          and (p_wish.min_price_cents is null or service.price_cents >= p_wish.min_price_cents)
          and (p_wish.max_price_cents is null or service.price_cents <= p_wish.max_price_cents)
        order by case when p_wish.any_word is null then 0 else -ts_rank(service.document, p_wish.any_word) end, service."position"
        limit 3) as services) fitting
    where cardinality(fitting.services) > 0);
end $$;

revoke execute on function internal.meant_by, internal.read_wish, internal.matching, internal.candidates_statement, internal.candidates_shape,
  internal.search_candidates, internal.chooses_services, internal.with_services from public;

-- schemas/74_search.sql

-- Which locations a page of the search shows (75), one hit per location.
-- It takes candidates in the order asked, reads free starts of some at a time, and stops when the page is full.

-- The first `wanted` of these candidates with a start in the window, in their order.
create function internal.first_hits(
  candidates internal.search_hit[], wanted integer, p_wish internal.search_wish, days internal.search_day[], at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  found internal.search_hit[] := '{}';
  step integer := 32;
  "next" integer := 1;
begin
  while "next" <= cardinality(candidates) and cardinality(found) < wanted loop
    found := found || array(
      select row(hit.*)::internal.search_hit
      from unnest(internal.hits_with_starts(
        internal.with_services(candidates["next" : "next" + step - 1], p_wish), days, at, p_wish.languages)) hit order by hit.place);
    "next" := "next" + step;
    step := least(step * 2, 256);
  end loop;
  return found[1:wanted];
end $$;

-- The `wanted` candidates that can begin first; among equals the order of the candidates. They come by `bound`: once enough
-- start before the next one's bound, nobody later can be earlier. Each step reads as many as are likely to be missing.
create function internal.earliest_hits(
  candidates internal.search_hit[], wanted integer, p_wish internal.search_wish, days internal.search_day[], at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  last constant integer := cardinality(candidates);
  found internal.search_hit[] := '{}';
  step integer := wanted + 8;
  "next" integer := 1;
  sure integer := 0;
begin
  while "next" <= last loop
    found := found || internal.hits_with_starts(
      internal.with_services(candidates["next" : "next" + step - 1], p_wish), days, at, p_wish.languages);
    "next" := "next" + step;
    exit when "next" > last;
    sure := (select count(*) from unnest(found) hit where hit.starts[1] <= (candidates["next"]).bound);
    exit when sure >= wanted;
    step := least(greatest((wanted - sure) * "next" * 5 / (4 * (sure + 1)), 8), 256);
  end loop;
  return array(
    select row(hit.*)::internal.search_hit from unnest(found) hit order by hit.starts[1], hit.place limit wanted);
end $$;

-- Without those who can't begin in the window at all.
create function internal.possible_hits(candidates internal.search_hit[]) returns internal.search_hit[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select row(each.*)::internal.search_hit from unnest(candidates) each where each.bound is not null);
end $$;

-- How a page ends, for the next one: the key and number of its last row, or for `next`, whose order changes with every booking,
-- the numbers of all shown so far. What is no cursor of ours begins anew.
create function internal.read_cursor(
  p_cursor text, p_sort text, out after_key float8, out after_number integer, out seen integer[])
language plpgsql immutable set search_path = '' as $$
begin
  if p_sort = 'next' then
    if length(p_cursor) <= 8000 and p_cursor ~ '^n(\.[0-9a-f]{1,7})+$' then
      seen := array(select ('x' || lpad(part, 8, '0'))::bit(32)::integer from unnest((string_to_array(p_cursor, '.'))[2:]) part);
    end if;
  elsif p_cursor ~ ('^' || left(p_sort, 1) || '~-?[0-9]{1,6}(\.[0-9]{1,20})?(e-[0-9]{1,3})?~[0-9]{1,9}$') then
    after_key := split_part(p_cursor, '~', 2)::float8;
    after_number := split_part(p_cursor, '~', 3)::integer;
  end if;
end $$;

-- The hits of a page: `shown` after the first `skipped`, and after a cursor. `timed`: only who has a start in the window; `instant`: the window
-- begins at a time of the day.
create function internal.page_hits(
  p_wish internal.search_wish, sort text, days internal.search_day[], timed boolean, instant boolean, skipped integer, shown integer,
  after_key float8, after_number integer, seen integer[], at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := skipped + shown;
  -- How many candidates are read at first, which is enough for most pages, and at most. They cost little until their times are read.
  few constant integer := 4 * wanted + 32;
  most constant integer := greatest(3000, few);
  candidates internal.search_hit[];
  hits internal.search_hit[];
begin
  if sort <> 'next' and not timed then
    candidates := internal.search_candidates(p_wish, sort, wanted, null, at, after_key, after_number);
    return internal.with_all_starts(internal.with_first_starts(
      internal.with_services(candidates[skipped + 1:], p_wish), p_wish, at), p_wish, at);
  end if;
  if sort <> 'next' then
    candidates := internal.search_candidates(p_wish, sort, few, null, at, after_key, after_number);
    hits := internal.first_hits(candidates, wanted, p_wish, days, at);
    if cardinality(hits) < wanted and cardinality(candidates) = few then
      candidates := internal.search_candidates(p_wish, sort, most, null, at, after_key, after_number);
      hits := hits || internal.first_hits(candidates[few + 1:], wanted - cardinality(hits), p_wish, days, at);
    end if;
    return hits[skipped + 1 : wanted];
  end if;
  -- With a time of the day, a page of those who can begin at its very first minute is complete: nobody is earlier.
  if instant then
    candidates := internal.search_candidates(p_wish, sort, few, days, at, null, null, seen);
    hits := internal.earliest_hits(internal.possible_hits(candidates), wanted, p_wish, days, at);
  end if;
  if candidates is null or cardinality(candidates) = few and (cardinality(hits) < wanted
      or (hits[wanted]).starts[1] > (select min(day.low) from unnest(days) as day)) then
    candidates := internal.search_candidates(p_wish, sort, most, days, at, null, null, seen);
    hits := internal.earliest_hits(internal.possible_hits(candidates), wanted, p_wish, days, at);
  end if;
  if timed then return hits[skipped + 1 : wanted]; end if;
  if cardinality(hits) < wanted then
    hits := hits || internal.later_hits(candidates, hits, wanted, most, p_wish, at, seen);
  end if;
  return internal.with_all_starts(hits[skipped + 1 : wanted], p_wish, at);
end $$;

-- The searched window; without one, today and tomorrow, where most find their next start.
create function internal.window_days(p_date date, p_date_to date, p_from_minute integer, p_to_minute integer, at timestamptz)
returns internal.search_day[]
language plpgsql stable set search_path = '' as $$
declare
  today constant date := (at at time zone 'Europe/Berlin')::date;
  first_date date := greatest(coalesce(p_date, p_date_to, today), today);
  last_date date := coalesce(p_date_to, p_date, case when p_from_minute is null and p_to_minute is null then today + 1 else today + 6 end);
begin
  return internal.search_days(internal.listed_zones(), first_date, least(last_date, first_date + 30), p_from_minute, p_to_minute, at);
end $$;

-- Without a window 14 days are looked at, in these parts, counted from today: most find their next start in the first. A service with a
-- start in an earlier part is shown rather than a better fitting one without.
create function internal.spans() returns int4range[]
language sql immutable set search_path = '' as $$ select '{"[0,1]","[2,3]","[4,6]","[7,13]"}'::int4range[] $$;

create function internal.coming_days(p_days int4range, at timestamptz) returns internal.search_day[]
language plpgsql stable set search_path = '' as $$
declare
  today constant date := (at at time zone 'Europe/Berlin')::date;
begin
  return internal.search_days(internal.listed_zones(), today + lower(p_days), today + upper(p_days) - 1, null, null, at);
end $$;

-- Zones in which there are listings.
create function internal.listed_zones() returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return '{Europe/Berlin}'::text[] || array(
    select distinct listing.zone from internal.listings listing where listing.zone <> 'Europe/Berlin');
end $$;

-- Who follows the hits of today and tomorrow: who can begin within 14 days, a few days at a time, since most pages are full after the next
-- ones; then the others of the candidates, in the order of their key.
create function internal.later_hits(
  candidates internal.search_hit[], hits internal.search_hit[], wanted integer, p_limit integer, p_wish internal.search_wish,
  at timestamptz, p_seen integer[])
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  shown integer[] := array(select hit.number from unnest(hits) hit);
  found internal.search_hit[] := '{}';
  more internal.search_hit[];
  missing integer := wanted - cardinality(hits);
  days internal.search_day[];
  span int4range;
begin
  foreach span in array (internal.spans())[2:] loop
    exit when missing = 0;
    days := internal.coming_days(span, at);
    more := internal.earliest_hits(internal.possible_hits(internal.search_candidates(
      p_wish, 'next', p_limit, days, at, null, null, coalesce(p_seen, '{}') || shown)), missing, p_wish, days, at);
    found := found || more;
    shown := shown || array(select hit.number from unnest(more) hit);
    missing := missing - cardinality(more);
  end loop;
  if missing = 0 then return found; end if;
  return found || array(
    select row(each.*)::internal.search_hit
    from unnest(internal.with_services(candidates, p_wish)) each
    where each.number <> all(shown) order by each."key", each.number limit missing);
end $$;

-- Hits in their order, with their first starts within 14 days where they have any.
create function internal.with_first_starts(hits internal.search_hit[], p_wish internal.search_wish, at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  found internal.search_hit[] := '{}';
  missing internal.search_hit[] := hits;
  span int4range;
begin
  foreach span in array internal.spans() loop
    found := found || internal.hits_with_starts(missing, internal.coming_days(span, at), at, p_wish.languages);
    exit when cardinality(found) = cardinality(hits);
    missing := array(
      select row(hit.*)::internal.search_hit from unnest(hits) hit
      where hit.number <> all(array(select done.number from unnest(found) done)));
  end loop;
  return array(
    select case when done.number is null then row(hit.*)::internal.search_hit else row(done.*)::internal.search_hit end
    from unnest(hits) hit left join unnest(found) done on done.number = hit.number order by hit.place);
end $$;

-- Hits with fewer than three starts get the next ones of the same service: so far only a part of the 14 days was asked. It was asked to its
-- end, and nothing before it is free; so what the days after the first part give follows, or begins with what is known.
create function internal.with_all_starts(hits internal.search_hit[], p_wish internal.search_wish, at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  incomplete internal.search_hit[] := array(
    select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days,
      array(select row(service.*)::internal.listed_service from unnest(hit.services) service where service.service_id = hit.service_id), hit.distance_km, hit."key", hit.bound, hit.service_id, hit.starts, hit.employees)::internal.search_hit
    from unnest(hits) hit where cardinality(hit.starts) < 3);
begin
  if cardinality(incomplete) = 0 then return hits; end if;
  return array(
    select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, hit.services,
      hit.distance_km, hit."key", hit.bound, hit.service_id, (hit.starts[:known.first] || later.starts)[:3],
      (hit.employees[:known.first] || later.employees)[:3])::internal.search_hit
    from unnest(hits) with ordinality hit (place, number, location_id, zone, grid_minutes, notice_minutes, horizon_days, services,
      distance_km, "key", bound, service_id, starts, employees, index)
    left join unnest(internal.hits_with_starts(incomplete, internal.coming_days('[2,13]', at), at, p_wish.languages)) later
      on later.number = hit.number
    cross join lateral (
      select count(*) filter (where later.number is null or each.minute < later.starts[1])::integer as first from unnest(hit.starts) each (minute)) known
    order by hit.index);
end $$;

revoke execute on function internal.first_hits, internal.earliest_hits, internal.possible_hits, internal.read_cursor, internal.page_hits,
  internal.window_days, internal.listed_zones, internal.spans, internal.coming_days, internal.later_hits, internal.with_first_starts,
  internal.with_all_starts from public;

-- schemas/74_suggestions.sql

-- What the search fields offer while someone types: "Was" (categories with their synonyms, services, businesses) and
-- "Wo" (cities, districts, postal codes). Names are compared folded and without punctuation, so that "Koeln", "Köln" and
-- "KÖLN" are one; with fewer exact hits than wanted, names that are alike are offered too.
-- The view is a picture of the moment it was refreshed (a job does it every few minutes): a new business or service is
-- offered a little later. Businesses that are no longer public are left out at once, because the function looks them up.

create materialized view internal.suggestions as
  -- A category is found by its name, its slug, and each synonym; the label is always its name.
  select 'what' as field, 'category' as kind, category.slug as key, null::uuid as place_id, category.name as label,
    coalesce(parent.name, '') as detail, internal.search_key(word) as folded,
    case when category.parent_id is null then 3.0 else 2.0 end::float8 as weight
  from public.categories category
  left join public.categories parent on parent.id = category.parent_id
  cross join lateral (select distinct internal.search_key(each) as word
    from unnest(category.synonyms || array[category.name, category.slug]) as each) words
  union all
  -- Each name of a service once, however many businesses offer it. Folding is the dear part: each spelling is folded once.
  select 'what', 'service', '', null, min(offer.name), '', spelling.folded, ln(count(distinct offer.location_id))::float8
  from (
    select distinct service.name, service.location_id
    from public.services service
    join public.locations place on place.id = service.location_id and place.state = 'published'
    join public.companies company on company.id = place.company_id and company.state = 'active'
    where service.active
  ) offer
  join (
    select name, internal.search_key(name) as folded
    from (select distinct name from public.services where active offset 0) names offset 0
  ) spelling on spelling.name = offer.name
  where spelling.folded <> ''
  group by spelling.folded
  union all
  select 'what', 'business', place.id::text, place.id, place.name, place.city, internal.search_key(place.name),
    ln(1 + place.rating_count)::float8 / 10
  from public.locations place join public.companies company on company.id = place.company_id
  where place.state = 'published' and company.state = 'active' and internal.search_key(place.name) <> ''
  union all
  select 'where', 'city', city.id::text, null, city.name, state.name, internal.search_key(city.name), ln(1 + city.population)::float8
  from public.cities city join public.federal_states state on state.code = city.state_code
  union all
  select 'where', 'district', district.id::text, null, district.name || ', ' || city.name, '',
    internal.search_key(words), ln(1 + city.population)::float8 - 6
  from public.districts district join public.cities city on city.id = district.city_id
  cross join lateral unnest(array[district.name || ' ' || city.name, city.name || ' ' || district.name]) as words
  union all
  select 'where', 'postal', code.code, null, code.code || ' ' || city.name, case when code.name = city.name then '' else code.name end,
    internal.search_key(code.code || ' ' || city.name), ln(1 + city.population)::float8 - 4
  from public.postal_codes code join public.cities city on city.id = code.city_id;

create unique index suggestions_key on internal.suggestions (field, kind, key, folded);
create index suggestions_start on internal.suggestions (field, folded text_pattern_ops);
create index suggestions_trigrams on internal.suggestions using gin (folded extensions.gin_trgm_ops);

-- Up to `p_limit` suggestions for a typed text in the field 'what' or 'where', best first, at most four of a kind.
-- kind: category, service, business, city, district, postal. slug: of the category or the business, else ''.
-- Without a text: the main categories or the largest cities. Unknown fields give nothing.
create function public.suggest(p_text text default '', p_field text default 'what', p_limit integer default 8)
returns table (kind text, label text, detail text, slug text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
set pg_trgm.similarity_threshold = 0.25 rows 8 as $$
declare
  term constant text := coalesce(internal.search_key(left(p_text, 60)), '');
  wanted constant integer := least(greatest(coalesce(p_limit, 8), 1), 20);
  found internal.suggestions[];
  alike internal.suggestions[] := '{}';
begin
  if term = '' then
    return query
    (select 'category', category.name, '', category.slug from public.categories category
      where p_field = 'what' and category.parent_id is null order by category.position limit wanted)
    union all
    (select 'city', city.name, state.name, '' from public.cities city join public.federal_states state on state.code = city.state_code
      where p_field = 'where' order by city.population desc limit wanted);
    return;
  end if;
  found := array(
    select entry from internal.suggestions entry
    where entry.field = p_field and entry.folded like term || '%' and (length(term) > 1 or entry.kind <> 'business')
    order by entry.folded = term desc, entry.weight desc limit 60);
  if cardinality(found) < 60 and length(term) > 2 then
    found := found || array(
      select entry from internal.suggestions entry
      where entry.field = p_field and entry.folded like '%' || term || '%' and entry.folded not like term || '%' limit 60);
  end if;
  -- Only when the typed word leads nowhere by itself.
  if cardinality(found) < 3 and length(term) > 3 and not exists (select from unnest(found) as entry where entry.folded = term) then
    alike := array(
      select entry from internal.suggestions entry
      where entry.field = p_field and entry.folded operator(extensions.%) term and entry.folded not like '%' || term || '%'
        and entry.kind <> 'postal'
      order by extensions.similarity(entry.folded, term) + entry.weight / 40 desc limit 2 * wanted);
  end if;
  return query
  with ranked as (
    -- One entry for all synonyms of a category.
    select distinct on (entry.kind, entry.key, entry.label) entry.kind, entry.label, entry.detail, entry.key, entry.place_id, entry.weight,
      case when entry.folded = term then 0 when entry.folded like term || '%' then 1 when entry.folded like '% ' || term || '%' then 2
        when entry.folded like '%' || term || '%' then 4 else 5 - extensions.similarity(entry.folded, term) end
        -- A synonym counts a little less than the name that is shown.
        + case when internal.search_key(entry.label) = entry.folded then 0 else 0.5 end as distance
    from unnest(found || alike) entry
    order by entry.kind, entry.key, entry.label, distance
  ), live as (
    select ranked.*, coalesce(place.slug, case when ranked.kind = 'category' then ranked.key else '' end) as slug,
      row_number() over (partition by ranked.kind order by floor(ranked.distance), ranked.distance - ranked.weight / 40, ranked.label) as number
    from ranked left join public.locations place on place.id = ranked.place_id and place.state = 'published'
      and exists (select from public.companies company where company.id = place.company_id and company.state = 'active')
    where ranked.place_id is null or place.id is not null
  )
  select live.kind, live.label, live.detail, live.slug from live
  where live.number <= 4
  order by floor(live.distance), case live.kind when 'category' then 0 when 'city' then 0 when 'service' then 1 when 'district' then 2 else 3 end,
    live.distance - live.weight / 40, live.label
  limit wanted;
end $$;

-- Brings the picture up to date; readers are not held up. Called by a job; one process at a time, the others return at once.
create function public.refresh_suggestions() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('refresh_suggestions', 0)) then
    refresh materialized view concurrently internal.suggestions;
    -- Without it, misspelt words are compared with every name instead of those that share letters: eight times the work.
    analyze internal.suggestions;
  end if;
end $$;

revoke execute on function public.suggest, public.refresh_suggestions from public;
grant execute on function public.suggest to anon, authenticated, service_role;
grant execute on function public.refresh_suggestions to service_role;

-- schemas/75_search_page.sql

-- The search of the marketplace: a page of cards, and the counts next to the filters.

-- Finds published locations of active companies. All conditions are optional and hold together:
--   p_category a slug, parents include their children;
--   p_text words in names of location, services or categories and their synonyms, also inflected, with umlauts written out or misspelt;
--   p_radius_km around p_latitude and p_longitude or p_postal_code (6 km when nothing is said); p_city_id the municipality;
--   p_min_price_cents to p_max_price_cents of a matching service; p_min_rating; p_attributes, all of them (payment:card, …);
--   p_languages two-letter codes: an employee who speaks them all; p_open_now somebody works at this moment;
--   p_date to p_date_to (local dates, at most 31 days) and p_from_minute to p_to_minute of the local day: a start lies in this window
--   for one of the up to three best matching services, "Egal wer". Minutes without dates mean the coming 7 days.
-- p_sort: next (the first start; ties: who opens first, then distance or rating), distance, rating, price, relevance (ranking_weights).
-- Without a window, `next` looks 14 days ahead, and who has no start there comes last.
-- `services`: up to three that match. `next_starts`: up to three of the first of them that has any in the window; without one, of the
-- first that has any soon (internal.spans), and then from all 14 days. Live holds do not count as free.
-- `cursor` stands on the last row of a full page: give it as p_cursor, with everything else unchanged, for the next page. No location comes
-- twice and none is lost, whatever is booked meanwhile. p_offset skips rows, for addresses with page numbers.
create function public.search_locations(
  p_category text default null, p_text text default null, p_latitude float8 default null, p_longitude float8 default null,
  p_radius_km float8 default null, p_city_id integer default null, p_postal_code text default null,
  p_date date default null, p_date_to date default null, p_from_minute integer default null, p_to_minute integer default null,
  p_min_price_cents integer default null, p_max_price_cents integer default null, p_min_rating numeric default null,
  p_attributes text[] default null, p_languages text[] default null, p_open_now boolean default false,
  p_sort text default 'relevance', p_limit integer default 24, p_cursor text default null, p_offset integer default 0)
returns table (
  id uuid, slug text, name text, street text, postal_code text, city text, district text, latitude float8, longitude float8,
  distance_km float8, rating_average numeric, rating_count integer, image json, services json, next_starts json, "cursor" text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set jit = off rows 24 as $$
declare
  at constant timestamptz := internal.present();
  sort constant text := case when p_sort in ('next', 'distance', 'rating', 'price') then p_sort else 'relevance' end;
  timed constant boolean := coalesce(p_date, p_date_to) is not null or p_from_minute is not null or p_to_minute is not null;
  shown constant integer := least(greatest(coalesce(p_limit, 24), 0), 100);
  skipped constant integer := least(greatest(coalesce(p_offset, 0), 0), 2000);
  wish constant internal.search_wish := internal.read_wish(p_category, p_text, p_latitude, p_longitude, p_radius_km, p_city_id,
    p_postal_code, p_min_price_cents, p_max_price_cents, p_min_rating, p_attributes, p_languages, p_open_now);
  chosen constant boolean := internal.chooses_services(wish);
  epoch constant timestamp := '1970-01-01';
  minute constant interval := '1 minute';
  after_key float8;
  after_number integer;
  seen integer[];
  hits internal.search_hit[];
  last integer;
  ending text;
begin
  if p_cursor is not null then
    select past.after_key, past.after_number, past.seen into after_key, after_number, seen from internal.read_cursor(p_cursor, sort) past;
  end if;
  hits := internal.page_hits(wish, sort, internal.window_days(p_date, p_date_to, p_from_minute, p_to_minute, at), timed,
    p_from_minute is not null, skipped, shown, after_key, after_number, seen, at);
  last := cardinality(hits);
  -- The last row of a full page carries the cursor.
  if last = shown and last > 0 then
    ending := case when sort = 'next'
      then 'n' || (select string_agg('.' || to_hex(number), '') from (
        select unnest(seen) as number union all select hit.number from unnest(hits) hit) every)
      else format('%s~%s~%s', left(sort, 1), (hits[last])."key", (hits[last]).number) end;
  end if;
  -- JSON is put together as text: that takes a third of the time of functions that look up the types of their arguments.
  return query
  select listing.location_id, listing.slug, listing.name, listing.street, listing.postal_code, listing.city, listing.district,
    listing.latitude, listing.longitude, round(hit.distance_km * 100) / 100, listing.rating_average::numeric, listing.rating_count,
    listing.image::json,
    case when chosen and listing.services <> hit.services then internal.offers_json(hit.services) else listing.offers end::json,
    ('[' || concat_ws(',',
      '{"starts_at":' || rtrim(to_json(epoch + hit.starts[1] * minute)::text, '"') || '+00:00","service_id":"' || hit.service_id
        || '","employee_id":"' || hit.employees[1] || '"}',
      '{"starts_at":' || rtrim(to_json(epoch + hit.starts[2] * minute)::text, '"') || '+00:00","service_id":"' || hit.service_id
        || '","employee_id":"' || hit.employees[2] || '"}',
      '{"starts_at":' || rtrim(to_json(epoch + hit.starts[3] * minute)::text, '"') || '+00:00","service_id":"' || hit.service_id
        || '","employee_id":"' || hit.employees[3] || '"}') || ']')::json,
    case when hit.index = last then ending end
  from unnest(hits) with ordinality hit (place, number, location_id, zone, grid_minutes, notice_minutes, horizon_days, services,
    distance_km, "key", bound, service_id, starts, employees, index)
  join internal.listings listing on listing.category = wish.category and listing.number = hit.number
  order by hit.index;
end $$;

-- How many locations match, with the same parameters as public.search_locations, altogether and by what visitors can choose next:
-- {total, capped, categories: [{id, count}], attributes: {"payment:card": n, …}, ratings: {"3": n, "4": n, "4.5": n},
-- prices: [least, most]}. With a window only those with a start in it count. `capped`: more match than are counted (3000).
-- Categories are those below the one asked (without one, the upper level). Languages are the attributes language:…
create function public.search_facets(
  p_category text default null, p_text text default null, p_latitude float8 default null, p_longitude float8 default null,
  p_radius_km float8 default null, p_city_id integer default null, p_postal_code text default null,
  p_date date default null, p_date_to date default null, p_from_minute integer default null, p_to_minute integer default null,
  p_min_price_cents integer default null, p_max_price_cents integer default null, p_min_rating numeric default null,
  p_attributes text[] default null, p_languages text[] default null, p_open_now boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  at constant timestamptz := internal.present();
  timed constant boolean := coalesce(p_date, p_date_to) is not null or p_from_minute is not null or p_to_minute is not null;
  most constant integer := 3000;
  wish constant internal.search_wish := internal.read_wish(p_category, p_text, p_latitude, p_longitude, p_radius_km, p_city_id,
    p_postal_code, p_min_price_cents, p_max_price_cents, p_min_rating, p_attributes, p_languages, p_open_now);
  days internal.search_day[];
  hits internal.search_hit[];
  source text := 'internal.listings listing';
  conditions text := 'listing.category = $1 and listing.number = any($11)';
  capped boolean;
  counts jsonb;
begin
  if timed then
    days := internal.window_days(p_date, p_date_to, p_from_minute, p_to_minute, at);
    hits := internal.search_candidates(wish, 'next', most + 1, days, at);
    capped := cardinality(hits) > most;
    hits := internal.hits_with_starts(internal.with_services(internal.possible_hits(hits[1:most]), wish), days, at, wish.languages, 1);
  else
    select * into source, conditions from internal.matching(wish);
  end if;
  execute format($statement$
    with own as materialized (
      select listing.attributes, listing.rating_average, listing.price_cents, listing.below from %s where %s limit $12
    )
    select jsonb_build_object('total', least(count(*), $12 - 1), 'capped', count(*) = $12,
      'ratings', jsonb_build_object('3', count(*) filter (where own.rating_average >= 3), '4', count(*) filter (where own.rating_average >= 4),
        '4.5', count(*) filter (where own.rating_average >= 4.5)),
      'prices', jsonb_build_array(min(own.price_cents), max(own.price_cents)),
      'categories', (
        select coalesce(jsonb_agg(jsonb_build_object('id', counted.id, 'count', counted.found) order by counted.found desc, counted.id), '[]')
        from (select id, count(*) as found from own cross join unnest(own.below) id group by id) counted),
      'attributes', (
        select coalesce(jsonb_object_agg(counted.value, counted.found), '{}')
        from (select value, count(*) as found from own cross join unnest(own.attributes) value group by value) counted))
    from own $statement$, source, conditions)
  into counts
  using wish.category, wish.center, wish.words, internal.chord(wish.radius_km), wish.city, wish.max_price_cents, wish.min_price_cents,
    wish.min_rating, wish.attributes, at, array(select hit.number from unnest(hits) hit), most + 1;
  return case when capped then counts || '{"capped":true}' else counts end;
end $$;

revoke execute on function public.search_locations, public.search_facets from public;
grant execute on function public.search_locations, public.search_facets to anon, authenticated, service_role;

-- schemas/76_catalogue_counts.sql

-- How many published locations offer a category (itself or below it), in each municipality and altogether, for the page of all
-- categories, the home page, results and the sitemap: [[category, municipality, locations], …]. The number 0 stands for "all categories"
-- or "all municipalities". One value and not rows, which a service gives away a thousand at a time, counting all anew for each.
create function public.catalogue_counts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(counted.category, counted.city, counted.locations) order by counted.category, counted.city), '[]')
  from (
    select listing.category, coalesce(listing.city_id, 0) as city, count(*) as locations
    from internal.listings listing where listing.city_id is not null
    group by grouping sets ((listing.category, listing.city_id), (listing.category))) counted
$$;

revoke execute on function public.catalogue_counts from public;
grant execute on function public.catalogue_counts to anon, authenticated, service_role;

-- schemas/80_page_changes.sql

-- Finished public pages are kept in the memory of the server processes. Each process follows this publication and drops the pages
-- of a location as soon as something they show has changed: a hold, a booking, a service, its hours. A publication costs the writers
-- nothing, where a NOTIFY in every transaction would make them commit one after the other.
create publication page_changes for table
  public.appointments, public.locations, public.location_images, public.services, public.employees, public.employee_services,
  public.working_hours, public.exceptions, public.reviews, public.companies
  with (publish = 'insert, update, delete');

-- The stream names only the id of a deleted row. Nothing but people at the database deletes an appointment that blocks a time (holds
-- end by an update): its location says so then, by an update of its own, which is gone itself when it takes its appointments along.
create function internal.tell_of_freed_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.locations set updated_at = now() where id = old.location_id;
  return null;
end $$;
create trigger tell_of_freed_time after delete on public.appointments for each row
  when (old.state in ('requested', 'confirmed')) execute function internal.tell_of_freed_time();
revoke execute on function internal.tell_of_freed_time from public;
