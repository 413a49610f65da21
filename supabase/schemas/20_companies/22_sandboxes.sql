-- The demo without login: prepared companies that a visitor has for an hour (97_sandboxes). Only the visitor's own account, which is made for it and
-- goes with it, is a member; nothing of a sandbox is found by others, and nothing leaves it.

create table internal.sandboxes (
  company_id uuid primary key references public.companies on delete cascade,
  user_id uuid not null unique references auth.users on delete cascade,
  -- Its appointments are told from this day on, by the clock in Germany.
  prepared_on date not null,
  leased_at timestamptz,
  leased_until timestamptz,
  -- Of the secret in the browser that has it, which finds its way back with it.
  key_hash text check (key_hash ~ '^[0-9a-f]{64}$'),
  constraint sandboxes_lease check ((leased_at is null) = (leased_until is null) and (leased_at is null) = (key_hash is null))
);
create unique index sandboxes_key on internal.sandboxes (key_hash) where key_hash is not null;
alter table internal.sandboxes enable row level security;

-- The sandbox in which the caller tries things out; null for everybody else.
create function internal.own_sandbox() returns uuid
language sql stable security definer set search_path = '' as $$
  select company_id from internal.sandboxes where user_id = (select internal.person())
$$;

revoke execute on function internal.own_sandbox from public;
grant execute on function internal.own_sandbox to authenticated;
