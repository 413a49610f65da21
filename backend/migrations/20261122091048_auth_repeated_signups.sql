-- Sign-ups with an address whose account waits for its first proof already; each has a password, data and mail of its own.
create table if not exists auth.repeated_signups (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  relates_to text not null,
  encrypted_password varchar(255) not null,
  user_metadata jsonb not null,
  token_hash text not null unique,
  code_hash text not null,
  flow_state_id uuid references auth.flow_state (id) on delete set null,
  created_at timestamptz not null default now()
);
create index if not exists repeated_signups_user_id_idx on auth.repeated_signups (user_id, created_at);
create index if not exists repeated_signups_relates_to_idx on auth.repeated_signups (relates_to);
create index if not exists repeated_signups_flow_state_id_idx on auth.repeated_signups (flow_state_id);
alter table auth.repeated_signups enable row level security;
