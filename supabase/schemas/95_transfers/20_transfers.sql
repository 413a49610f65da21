-- A company's data on their way: out into a file, or from such a file into an empty company. Owners ask for it, the server's job does it. The
-- file of an export is there for a week, in a bucket that nobody reads but the server, which gives owners an address for a minute.

create type public.transfer_direction as enum ('export', 'import');
create type public.transfer_state as enum ('waiting', 'running', 'done', 'failed');

create table public.transfers (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  asked_at timestamptz not null default now(),
  -- Who asked, as they were called then.
  asked_by varchar(254) not null,
  -- The job that has it: another may begin anew after that.
  leased_until timestamptz,
  attempts smallint not null default 0,
  finished_at timestamptz,
  -- Rows so far, for the progress, and of how many; null: not known yet.
  done_rows integer not null default 0,
  all_rows integer,
  bytes bigint,
  -- Why it failed, as a code.
  fault varchar(60) not null default '',
  -- Of an export: until when its file is there.
  expires_at timestamptz,
  direction public.transfer_direction not null,
  state public.transfer_state not null default 'waiting',
  -- What the ids of an import begin with; nobody may choose it, and nobody reads it.
  seed uuid not null default gen_random_uuid()
);
-- One at a time.
create unique index transfers_running on public.transfers (company_id) where state in ('waiting', 'running');
create index transfers_company on public.transfers (company_id, asked_at);
alter table public.transfers enable row level security;
create policy owners_read on public.transfers for select to authenticated using (company_id in (select internal.companies_as('owner')));
grant select (id, company_id, direction, state, asked_at, asked_by, done_rows, all_rows, bytes, fault, expires_at) on public.transfers to authenticated;
grant all on public.transfers to service_role;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('company-exports', 'company-exports', false, 5368709120, '{application/zip}'),
  ('company-imports', 'company-imports', false, 1073741824, '{application/zip}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- The rows of a transfer while it runs, in the order of its file. Unlogged: after a crash it begins anew.
create unlogged table internal.transfer_rows (
  transfer_id uuid not null,
  n bigint not null,
  part smallint not null,
  line jsonb not null,
  primary key (transfer_id, n)
);
alter table internal.transfer_rows enable row level security;

-- Error: exported_too_often, after ten of a day.
create function internal.check_transfers(p_company uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (select count(*) from public.transfers where company_id = p_company and asked_at > internal.present() - interval '1 day') >= 10 then
    perform internal.fail('exported_too_often');
  end if;
end $$;

-- Orders an export of all data of a company; one that runs already is answered. For owners.
-- Errors: company_not_found, role_not_allowed, transfer_running, exported_too_often.
create function public.ask_for_export(p_company uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  made uuid;
begin
  perform internal.open_company(p_company, 'owner');
  select id into made from public.transfers where company_id = p_company and direction = 'export' and state in ('waiting', 'running');
  if made is not null then return made; end if;
  if exists (select from public.transfers where company_id = p_company and state in ('waiting', 'running')) then
    perform internal.fail('transfer_running');
  end if;
  perform internal.check_transfers(p_company);
  insert into public.transfers (company_id, direction, asked_at, asked_by)
  values (p_company, 'export', present, left(internal.person_name(internal.person()), 254)) returning id into made;
  return made;
end $$;

-- Takes the next transfer, for ten minutes: {id, company_id, direction, attempt}; null when there is none. What three jobs have begun in vain has
-- failed. A job that still works on a transfer has its row locked, or finds at its next step that somebody else has it. For the server only.
create function public.claim_transfer() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  taken public.transfers;
begin
  with vain as (
    update public.transfers set state = 'failed', fault = 'interrupted', finished_at = present where id in (
      select id from public.transfers where state = 'running' and leased_until <= present and attempts >= 3 for update skip locked)
    returning id
  )
  delete from internal.transfer_rows where transfer_id in (select id from vain);
  update public.transfers set state = 'running', leased_until = present + interval '10 minutes', attempts = attempts + 1, done_rows = 0
  where id = (select id from public.transfers where state = 'waiting' or state = 'running' and leased_until <= present and attempts < 3
    order by asked_at limit 1 for update skip locked)
  returning * into taken;
  if taken.id is null then return null; end if;
  delete from internal.transfer_rows where transfer_id = taken.id;
  return jsonb_build_object('id', taken.id, 'company_id', taken.company_id, 'direction', taken.direction, 'attempt', taken.attempts);
end $$;

-- The transfer that this attempt has, for ten minutes more and locked for the transaction. Error: transfer_over, when another attempt has it.
create function internal.working_transfer(p_transfer uuid, p_attempt integer) returns public.transfers
language plpgsql set search_path = '' as $$
declare
  worked public.transfers;
begin
  update public.transfers set leased_until = internal.present() + interval '10 minutes'
  where id = p_transfer and attempts = p_attempt and state = 'running' returning * into worked;
  if worked.id is null then perform internal.fail('transfer_over'); end if;
  return worked;
end $$;

-- Keeps a transfer while something outside of the database takes its time. For the server only. Error: transfer_over.
create function public.keep_transfer(p_transfer uuid, p_attempt integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.working_transfer(p_transfer, p_attempt);
end $$;

-- Gives a transfer back that this process cannot finish because it stops: the next one begins it anew. For the server only.
create function public.put_transfer_back(p_transfer uuid, p_attempt integer) returns void
language sql security definer set search_path = '' as $$
  update public.transfers set state = 'waiting', leased_until = null, attempts = attempts - 1
  where id = p_transfer and attempts = p_attempt and state = 'running'
$$;

-- Sets the rows of an export aside, as they are at this moment: {rows, tables: [{part, name, ids}]}. For the server only. Error: transfer_over.
create function public.collect_export(p_transfer uuid, p_attempt integer) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30min' as $$
declare
  worked constant public.transfers := internal.working_transfer(p_transfer, p_attempt);
  collected integer;
begin
  insert into internal.transfer_rows (transfer_id, n, part, line)
  select p_transfer, row_number() over (), one.part, one.line from internal.rows_of_company(worked.company_id) one;
  get diagnostics collected = row_count;
  update public.transfers set all_rows = collected, leased_until = clock_timestamp() + interval '10 minutes' where id = p_transfer;
  return jsonb_build_object('rows', collected, 'tables', (
    select jsonb_agg(jsonb_build_object('part', entry.position, 'name', entry.name, 'ids', internal.id_columns(entry.name)) order by entry.position)
    from internal.exported_tables entry));
end $$;

-- Up to p_limit rows of a transfer after the p_after-th, [{n, part, line}]. For the server only. Error: transfer_over.
create function public.read_transfer(p_transfer uuid, p_attempt integer, p_after bigint, p_limit integer default 1000) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.working_transfer(p_transfer, p_attempt);
  update public.transfers set done_rows = p_after where id = p_transfer;
  return (select coalesce(jsonb_agg(jsonb_build_object('n', one.n, 'part', one.part, 'line', one.line) order by one.n), '[]') from (
    select n, part, line from internal.transfer_rows
    where transfer_id = p_transfer and n > p_after order by n limit least(p_limit, 5000)) one);
end $$;

-- Ends a transfer: done, or failed for a reason. The file of an export stays for a week. Whether it was still this attempt's. For the server only.
create function public.end_transfer(p_transfer uuid, p_attempt integer, p_bytes bigint, p_fault text default '') returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  update public.transfers set state = case when p_fault = '' then 'done' else 'failed' end::public.transfer_state, fault = left(p_fault, 60),
    finished_at = present, bytes = p_bytes, leased_until = null, done_rows = case when p_fault = '' then coalesce(all_rows, done_rows) else done_rows end,
    expires_at = case when direction = 'export' and p_fault = '' then present + interval '7 days' end
  where id = p_transfer and attempts = p_attempt and state = 'running';
  if not found then return false; end if;
  delete from internal.transfer_rows where transfer_id = p_transfer;
  return true;
end $$;

-- Transfers whose files nobody may need any more, and which are forgotten once the server has deleted these. For the server only.
create function public.lapsed_transfers(p_limit integer default 50) returns table (id uuid, company_id uuid, direction public.transfer_direction)
language sql stable security definer set search_path = '' as $$
  select one.id, one.company_id, one.direction from public.transfers one
  where one.state in ('done', 'failed') and coalesce(one.expires_at, one.finished_at + interval '7 days') <= internal.present()
  order by one.finished_at limit p_limit
$$;
create function public.forget_transfers(p_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from internal.transfer_rows where transfer_id = any(p_ids);
  delete from public.transfers where id = any(p_ids) and state in ('done', 'failed')
$$;

grant execute on function public.ask_for_export to authenticated;
grant execute on function public.claim_transfer, public.keep_transfer, public.put_transfer_back, public.collect_export, public.read_transfer,
  public.end_transfer, public.lapsed_transfers, public.forget_transfers to service_role;
