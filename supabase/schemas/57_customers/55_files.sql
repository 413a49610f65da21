-- Photos and documents at a customer's card: a colour before and after, a signed form. They lie in a bucket that only the server reaches: a verb tells it
-- where a file is, once it has looked who asks. What shows or says something of the customer's health takes the right `health`, and each look at it leaves
-- a trace (40_looks). Files go with their card; their contents follow within minutes (internal.files_to_remove).

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('customer-files', 'customer-files', false, 10485760, '{image/webp,application/pdf}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table public.customer_files (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  customer_id uuid not null references public.customers on delete cascade,
  name varchar(120) not null check (length(btrim(name)) > 0),
  type text not null check (type in ('image/webp', 'application/pdf')),
  bytes integer not null check (bytes between 1 and 10485760),
  health boolean not null,
  -- `<company>/<uuid>.<ending>` in the bucket.
  file_path text not null unique check (file_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|pdf)$'),
  -- Whether its contents have arrived; until then nobody sees it.
  stored boolean not null default false,
  added_at timestamptz not null,
  added_by varchar(254) not null,
  -- A row from an import names no contents of others.
  constraint customer_files_place check (starts_with(file_path, company_id::text || '/'))
);
create index customer_files_customer on public.customer_files (customer_id);
create index customer_files_company on public.customer_files (company_id);
create index customer_files_unstored on public.customer_files (added_at) where not stored;
alter table public.customer_files enable row level security;
grant all on public.customer_files to service_role;

-- Contents whose row is gone. The server's job removes them and then the line here.
create table internal.files_to_remove (
  file_path text primary key
);
alter table internal.files_to_remove enable row level security;

create function internal.remove_contents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.files_to_remove values (old.file_path) on conflict do nothing;
  return null;
end $$;
create trigger remove_contents after delete on public.customer_files for each row execute function internal.remove_contents();

-- The next paths of the bucket whose contents are to go. For the server only.
create function public.files_to_remove(p_limit integer default 100) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select file_path from internal.files_to_remove order by file_path limit least(greatest(coalesce(p_limit, 100), 1), 1000))
$$;

-- That these are gone from the bucket. For the server only.
create function public.files_removed(p_paths text[]) returns void
language sql security definer set search_path = '' as $$
  delete from internal.files_to_remove where file_path = any(p_paths)
$$;

-- A file at the card of a customer whom the caller may see; of health only with its right. Errors: customer_not_found, customer_file_not_found.
create function internal.visible_file(p_company uuid, p_customer uuid, p_id uuid) returns public.customer_files
language plpgsql stable set search_path = '' as $$
declare
  kept public.customer_files;
begin
  if not exists (select from public.customers card where card.id = p_customer and card.company_id = p_company)
    or not internal.may_see_customer(p_customer, p_company) then
    perform internal.fail('customer_not_found');
  end if;
  select * into kept from public.customer_files file where file.id = p_id and file.customer_id = p_customer and file.company_id = p_company
    and (not file.health or p_company in (select internal.companies_with('health')));
  if kept.id is null then perform internal.fail('customer_file_not_found'); end if;
  return kept;
end $$;

-- Announces a file of a customer: {id, path}. The server then puts its contents there and calls customer_file_stored. For members with all customers.
-- Errors: customer_not_found, not_allowed (health without its right), file_invalid (name, type or size), too_many_files (50 at a card).
create function public.add_customer_file(p_company uuid, p_customer uuid, p_name text, p_type text, p_bytes integer, p_health boolean default false)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  called constant text := btrim(regexp_replace(coalesce(p_name, ''), '[[:cntrl:]]+', ' ', 'g'));
  made public.customer_files;
begin
  perform internal.own_customer(p_company, p_customer);
  if coalesce(p_health, true) then
    perform internal.may_see_health(p_company);
    perform internal.look_at_customer(p_company, p_customer, 'health_changed');
  end if;
  if length(called) not between 1 and 120 or not coalesce(p_type in ('image/webp', 'application/pdf') and p_bytes between 1 and 10485760, false) then
    perform internal.fail('file_invalid');
  end if;
  if (select count(*) from public.customer_files where customer_id = p_customer) >= 50 then perform internal.fail('too_many_files'); end if;
  insert into public.customer_files (company_id, customer_id, name, type, bytes, health, file_path, added_at, added_by)
  values (p_company, p_customer, called, p_type, p_bytes, coalesce(p_health, true),
    p_company || '/' || gen_random_uuid() || case p_type when 'image/webp' then '.webp' else '.pdf' end,
    internal.present(), left(internal.person_name(internal.person()), 254))
  returning * into made;
  return jsonb_build_object('id', made.id, 'path', made.file_path);
end $$;

-- Shows an announced file, whose contents are there. Errors: customer_not_found, customer_file_not_found.
create function public.customer_file_stored(p_company uuid, p_customer uuid, p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.own_customer(p_company, p_customer);
  update public.customer_files file set stored = true
  where file.id = (internal.visible_file(p_company, p_customer, p_id)).id
    and exists (select from storage.objects kept where kept.bucket_id = 'customer-files' and kept.name = file.file_path);
  if not found then perform internal.fail('customer_file_not_found'); end if;
end $$;

-- Where the contents of a file are: {path, name, type}. Errors: customer_not_found, customer_file_not_found.
create function public.open_customer_file(p_company uuid, p_customer uuid, p_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant public.customer_files := internal.visible_file(p_company, p_customer, p_id);
begin
  if not kept.stored then perform internal.fail('customer_file_not_found'); end if;
  if kept.health then perform internal.look_at_customer(p_company, p_customer, 'health'); end if;
  return jsonb_build_object('path', kept.file_path, 'name', kept.name, 'type', kept.type);
end $$;

-- Removes a file for good. For members with all customers. Errors: customer_not_found, customer_file_not_found.
create function public.remove_customer_file(p_company uuid, p_customer uuid, p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept public.customer_files;
begin
  perform internal.own_customer(p_company, p_customer);
  kept := internal.visible_file(p_company, p_customer, p_id);
  if kept.health then perform internal.look_at_customer(p_company, p_customer, 'health_changed'); end if;
  delete from public.customer_files where id = kept.id;
end $$;

-- As the card lists them, the latest first: [{id, name, type, bytes, health, added_at, added_by}]; those of health for whoever has its right.
create function internal.files_at(p_company uuid, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'name', file.name, 'type', file.type, 'bytes', file.bytes, 'health', file.health,
      'added_at', file.added_at, 'added_by', file.added_by) order by file.added_at desc, file.id), '[]')
    from public.customer_files file
    where file.customer_id = p_customer and file.stored and (not file.health or p_company in (select internal.companies_with('health'))));
end $$;

-- Takes back what was announced and never came (85_accounts/60_retention).
create function internal.forget_unstored_files(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from public.customer_files where id in (
    select id from public.customer_files where not stored and added_at < internal.kept_since('unstored_files') order by added_at
    limit p_limit for update skip locked);
  get diagnostics forgotten = row_count;
  delete from public.search_order_images where id in (
    select id from public.search_order_images where not stored and added_at < internal.kept_since('unstored_files') order by added_at
    limit p_limit for update skip locked);
  return forgotten;
end $$;

revoke execute on function internal.remove_contents, internal.visible_file, internal.files_at, internal.forget_unstored_files, public.files_to_remove,
  public.files_removed, public.add_customer_file, public.customer_file_stored, public.open_customer_file, public.remove_customer_file from public;
grant execute on function public.add_customer_file, public.customer_file_stored, public.open_customer_file, public.remove_customer_file to authenticated;
grant execute on function public.files_to_remove, public.files_removed to service_role;
