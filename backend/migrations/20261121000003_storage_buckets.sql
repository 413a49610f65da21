-- Tables of the storage service, as hosted Supabase has them. Repeatable: databases of 0.1.0 have all of it and no history yet.

grant usage on schema storage to authenticator;

create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- Uploads that come in parts. Only the service reads and writes here; the finished object is written as its uploader.
create table if not exists storage.resumable_uploads (
  id uuid primary key,
  bucket_id text not null,
  name text not null,
  uploader text not null,
  upsert boolean not null,
  length bigint not null,
  upload_offset bigint not null default 0,
  parts text[] not null default '{}',
  metadata jsonb not null,
  expires_at timestamptz not null
);
create index if not exists resumable_uploads_expires_at on storage.resumable_uploads (expires_at);
alter table storage.resumable_uploads enable row level security;
revoke all on storage.resumable_uploads from public;
