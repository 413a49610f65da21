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
