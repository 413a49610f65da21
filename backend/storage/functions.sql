-- Functions of the storage service, as hosted Supabase has them. backend/README.md says when this runs.

create or replace function storage.foldername(name text) returns text[] language sql immutable
set search_path = '' as $$
  select p[1 : array_length(p, 1) - 1] from string_to_array(name, '/') p
$$;

create or replace function storage.filename(name text) returns text language sql immutable
set search_path = '' as $$
  select p[array_length(p, 1)] from string_to_array(name, '/') p
$$;

create or replace function storage.extension(name text) returns text language sql immutable
set search_path = '' as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

-- What the service is doing, for policies: `storage.object.upload`, `storage.object.list`, …
create or replace function storage.operation() returns text language sql stable as $$
  select nullif(current_setting('storage.operation', true), '')
$$;

create or replace function storage.update_updated_at_column() returns trigger language plpgsql
set search_path = '' as $$
begin
  new.updated_at = now();
  return new;
end $$;
create or replace trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- One page of a folder, folders first; runs as the caller, so that policies choose the rows.
create or replace function storage.list_folder(
  bucket text, prefix text, search text, sort_column text, descending boolean, max_rows int, skip_rows int)
returns table (name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
language sql stable as $$
  with matched as (
    select substr(o.name, length(prefix) + 1) as rest, o.* from storage.objects o
     where o.bucket_id = bucket and starts_with(o.name, prefix)
       and starts_with(lower(substr(o.name, length(prefix) + 1)), lower(search))
  ), entries as (
    select distinct split_part(m.rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from matched m where position('/' in m.rest) > 0
    union all
    select m.rest, m.id, m.updated_at, m.created_at, m.last_accessed_at, m.metadata
      from matched m where position('/' in m.rest) = 0 and m.rest <> ''
  ), ordered as (
    select e.*, case sort_column when 'updated_at' then e.updated_at when 'created_at' then e.created_at
      when 'last_accessed_at' then e.last_accessed_at end as at from entries e
  )
  select o.name, o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata from ordered o
   order by (o.id is not null),
     case when not descending then o.at end, case when descending then o.at end desc,
     case when not descending then o.name end, o.name desc
   limit max_rows offset skip_rows
$$;

-- One page of the list with cursors: every object below the prefix, or with `folded` one level of it, folders as one entry.
-- An entry's place is its time (folders come before every object) and its name; `after_*` is the last place of the page before.
create or replace function storage.list_page(
  bucket text, prefix text, folded boolean, sort_column text, descending boolean, max_rows int, after_at text, after_name text)
returns table (folder boolean, name text, id uuid, updated_at timestamptz, created_at timestamptz,
  last_accessed_at timestamptz, metadata jsonb, version text, at text)
language sql stable as $$
  with matched as (
    select o.*, position('/' in substr(o.name, length(prefix) + 1)) as slash from storage.objects o
     where o.bucket_id = bucket and starts_with(o.name, prefix)
  ), entries as (
    select distinct true as folder, substr(m.name, 1, length(prefix) + m.slash) as name, null::uuid as id,
      null::timestamptz as updated_at, null::timestamptz as created_at, null::timestamptz as last_accessed_at,
      null::jsonb as metadata, null::text as version
      from matched m where folded and m.slash > 0
    union all
    select false, m.name, m.id, m.updated_at, m.created_at, m.last_accessed_at, m.metadata, m.version
      from matched m where not folded or m.slash = 0
  ), placed as (
    select e.*, coalesce(to_char(case sort_column when 'created_at' then e.created_at when 'updated_at' then e.updated_at end
      at time zone 'UTC', 'YYYYMMDDHH24MISSUS'), '') as at from entries e
  )
  select p.* from placed p
   where after_name is null
      or (not descending and (p.at collate "C", p.name collate "C") > (after_at, after_name))
      or (descending and (p.at collate "C", p.name collate "C") < (after_at, after_name))
   order by case when not descending then p.at end collate "C", case when descending then p.at end collate "C" desc,
     case when not descending then p.name end collate "C", p.name collate "C" desc
   limit max_rows
$$;

-- By name: in a database whose owner closes new functions they would be closed as well.
grant execute on function storage.foldername, storage.filename, storage.extension, storage.operation,
  storage.update_updated_at_column, storage.list_folder, storage.list_page to public;
