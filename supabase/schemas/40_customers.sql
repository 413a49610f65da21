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
