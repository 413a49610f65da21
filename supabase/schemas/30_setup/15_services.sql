-- What can be booked, and which employees offer it. Durations and buffers in minutes, prices in euro cents with VAT.
-- Buffers keep the employee busy before and after; the customer does not see them.
-- In a processing gap (`processing_start` minutes after the start, `processing_minutes` long) the employee is free for others.

-- Through what a service is booked: online at once, online as a request that the business answers, or by phone only. By hand always.
create type public.booking_way as enum ('online', 'request', 'phone');

-- The VAT in its price; `exempt` by a law that `vat_reason` names. Where the business charges none at all (§ 19 UStG), nothing of this counts.
create type public.service_vat as enum ('19', '7', 'exempt');

create table public.services (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  category_id smallint not null references public.categories,
  name text not null check (length(btrim(name)) >= 2 and length(name) <= 120),
  description text not null default '' check (length(description) <= 1000),
  duration_minutes smallint not null check (duration_minutes between 5 and 1440),
  buffer_before_minutes smallint not null default 0 check (buffer_before_minutes between 0 and 480),
  buffer_after_minutes smallint not null default 0 check (buffer_after_minutes between 0 and 480),
  processing_start smallint,
  processing_minutes smallint,
  price_cents integer not null check (price_cents between 0 and 10000000),
  price_from boolean not null default false,
  -- Needs one resource of this kind of its location; see 30_setup/20_resources.sql.
  resource_kind text check (length(btrim(resource_kind)) >= 1 and length(resource_kind) <= 60),
  position smallint not null default 0,
  active boolean not null default true,
  -- As with employees.
  archived boolean not null default false check (not (archived and active)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whoever is not known to have been here (50_booking/43_asking_first) books it as a request.
  new_by_request boolean not null default false,
  booking_way public.booking_way not null default 'online',
  -- The heading under which it is listed; '' for its category's. Headings stand in the order of their first services.
  heading text not null default '' check (length(heading) <= 60),
  -- Variants (kurz, mittel, lang) are services of one family, which is listed once; `name` then consists of both (internal.name_variant).
  family text not null default '' check (length(family) <= 75),
  variant text not null default '' check (length(variant) <= 40),
  -- Booked by customers only together with a service that `service_addons` names.
  addon boolean not null default false,
  -- The greatest percent of its day prices (30_setup/18_day_prices), kept by them; null without any.
  day_percent smallint,
  vat public.service_vat not null default '19',
  -- As it stands on invoices: § 4 Nr. 14 UStG.
  vat_reason text not null default '' check (length(vat_reason) <= 160),
  constraint services_vat check ((vat = 'exempt') = (length(btrim(vat_reason)) > 0)),
  constraint services_variant check ((family = '') = (variant = '')),
  unique (id, location_id),
  check ((processing_start is null) = (processing_minutes is null)),
  check (processing_start is null or (processing_start > 0 and processing_minutes > 0
    and processing_start + processing_minutes < duration_minutes))
);
create index services_location on public.services (location_id, position);
create index services_category on public.services (category_id);
create trigger touch before update on public.services for each row execute function internal.touch_updated_at();

create function internal.name_variant() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.family <> '' then new.name := new.family || ', ' || new.variant; end if;
  return new;
end $$;
create trigger name_variant before insert or update of family, variant, name on public.services
  for each row execute function internal.name_variant();

-- A family has one name.
create function internal.rename_family() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.services set family = new.family where location_id = new.location_id and family = old.family;
  return null;
end $$;
create trigger rename_family after update of family on public.services for each row
  when (old.family <> '' and new.family <> '' and old.family <> new.family) execute function internal.rename_family();
revoke execute on function internal.name_variant, internal.rename_family from public;

-- With which services an add-on can be booked.
create table public.service_addons (
  addon_id uuid not null,
  service_id uuid not null,
  location_id uuid not null references public.locations on delete cascade,
  primary key (addon_id, service_id),
  foreign key (addon_id, location_id) references public.services (id, location_id) on delete cascade,
  foreign key (service_id, location_id) references public.services (id, location_id) on delete cascade,
  check (addon_id <> service_id)
);
create index service_addons_service on public.service_addons (service_id);
create index service_addons_location on public.service_addons (location_id);

-- Services that need another before (50_booking/44_tests_before), a patch test before colour: it has to be over so many hours before, and counts for so many
-- days. A table of its own, because a table that refers to itself has no order in which an import could write its rows.
create table public.service_tests (
  service_id uuid primary key,
  test_service_id uuid not null,
  location_id uuid not null references public.locations on delete cascade,
  hours smallint not null default 48 check (hours >= 0 and hours <= 336),
  days smallint not null default 180 check (days >= 1 and days <= 730),
  foreign key (service_id, location_id) references public.services (id, location_id) on delete cascade,
  foreign key (test_service_id, location_id) references public.services (id, location_id) on delete cascade,
  check (test_service_id <> service_id),
  check (hours < days * 24)
);
create index service_tests_test on public.service_tests (test_service_id);
create index service_tests_location on public.service_tests (location_id);

-- An employee's own duration or price replaces the service's when set. Their own duration does not move the processing gap:
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
