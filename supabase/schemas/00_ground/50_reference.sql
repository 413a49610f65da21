-- Reference data: federal states, cities, districts, postal codes, categories, public holidays.
-- Everyone reads it; nobody writes it but the seed (supabase/seeds/reference.ts), which runs as the owner.
-- Sources: GeoNames (CC BY 4.0), OpenStreetMap (ODbL); named on /legal/quellen.

create table public.federal_states (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text not null check (length(name) <= 120),
  slug text not null unique check (length(slug) <= 100)
);

-- Municipalities with more than 5,000 inhabitants. The id is the one of GeoNames.
create table public.cities (
  id integer primary key,
  name text not null check (length(name) <= 120),
  slug text not null unique check (length(slug) <= 100),
  state_code text not null references public.federal_states,
  latitude double precision not null,
  longitude double precision not null,
  population integer not null
);

create table public.districts (
  id integer primary key,
  city_id integer not null references public.cities,
  name text not null check (length(name) <= 120),
  slug text not null check (length(slug) <= 100),
  latitude double precision not null,
  longitude double precision not null,
  unique (city_id, slug)
);

create table public.postal_codes (
  code text primary key check (code ~ '^\d{5}$'),
  city_id integer not null references public.cities,
  name text not null check (length(name) <= 120),
  latitude double precision not null,
  longitude double precision not null
);

-- Two levels: a category without parent holds categories with one. `synonyms` feed the search.
-- `secret`: professions under § 203 StGB, whose services are never named in messages.
-- `withdrawal`: whether a contract has a right of withdrawal: dated leisure services and treatments have none (§ 312g II no. 9, § 312 II
-- no. 7 BGB).
create table public.categories (
  id smallint primary key,
  parent_id smallint references public.categories,
  slug text not null unique check (length(slug) <= 100),
  name text not null check (length(name) <= 120),
  synonyms text[] not null default '{}' check (internal.short_texts(synonyms, 200, 120)),
  icon text not null check (length(icon) <= 4000),
  description text not null check (length(description) <= 2000),
  hue smallint not null check (hue between 0 and 359),
  secret boolean not null default false,
  withdrawal boolean not null default true,
  position smallint not null,
  service_templates jsonb not null default '[]' check (length(service_templates::text) <= 65536)
);

create table public.public_holidays (
  state_code text not null references public.federal_states,
  date date not null,
  name text not null check (length(name) <= 120),
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
