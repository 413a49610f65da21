-- Tables of the realtime service. Repeatable: databases of 0.1.0 have all of it and no history yet.

grant usage on schema realtime to authenticator, anon, authenticated, service_role;

-- Policies on this table say who may read (select) and write (insert) private channels. A row that is inserted is sent.
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
alter table realtime.messages alter inserted_at set default (now() at time zone 'utc');
alter table realtime.messages add column if not exists binary_payload bytea;
create index if not exists messages_topic_index on realtime.messages (topic, inserted_at) where private and event is not null;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- Messages between server processes that are too long for a notification; a minute later they are gone.
create unlogged table if not exists realtime.relay (
  id bigint generated always as identity primary key,
  body text not null,
  created_at timestamptz not null default now()
);
revoke all on realtime.relay from public;
