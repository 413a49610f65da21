-- What the operator has to show about tax data (75_tax_data) later: who changed which of them when (for owners, as long as the company is there), and,
-- since a year is reported after its end, the last state of a company that is gone.

-- One row for each change; the names of the columns, not what stood there.
create table public.tax_data_changes (
  id bigint generated always as identity primary key,
  company_id uuid not null references public.companies on delete cascade,
  at timestamptz not null,
  -- The name of the account then; empty for the server, for example when a file is read in.
  who varchar(254) not null,
  fields text[] not null check (internal.short_texts(fields, 20, 40))
);
create index tax_data_changes_company on public.tax_data_changes (company_id, id);
alter table public.tax_data_changes enable row level security;
create policy owners_read on public.tax_data_changes for select to authenticated using (company_id in (select internal.companies_as('owner')));
revoke all on public.tax_data_changes from service_role;
grant select on public.tax_data_changes to authenticated, service_role;

create function internal.note_tax_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  changed constant text[] := array(
    select now_there.key from jsonb_each(to_jsonb(new) - '{company_id,updated_at}'::text[]) now_there
    where now_there.value is distinct from before -> now_there.key and (tg_op = 'UPDATE' or now_there.value not in ('""', '"DE"', 'null', 'false'))
    order by now_there.key);
begin
  if cardinality(changed) > 0 then
    insert into public.tax_data_changes (company_id, at, who, fields)
    values (new.company_id, internal.present(), left(coalesce(internal.person_name(internal.person()), ''), 254), changed);
  end if;
  return null;
end $$;
create trigger note_change after insert or update on public.company_tax_data for each row execute function internal.note_tax_change();

-- Of a company that is gone and has served somebody: its tax data ({} where nobody entered any), what its imprint said, and its completed visits, for the report of its last years
-- (§ 24 Abs. 3 PStTG). Of others there is nothing to report. For the operator only.
create table public.kept_tax_data (
  company_id uuid primary key,
  gone_at timestamptz not null,
  tax_data jsonb not null check (length(tax_data::text) <= 4000),
  imprint jsonb not null check (length(imprint::text) <= 4000),
  -- [{quarter: "2026-Q3", visits, cents}], by the calendar of Berlin.
  sums jsonb not null default '[]' check (length(sums::text) <= 40000)
);
create index kept_tax_data_gone on public.kept_tax_data (gone_at);
alter table public.kept_tax_data enable row level security;
revoke all on public.kept_tax_data from service_role;
grant select on public.kept_tax_data to service_role;

-- Before the first of its visits goes; later calls change nothing.
create function internal.keep_tax_data_of(p_company uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if exists (select from public.kept_tax_data where company_id = p_company) then return; end if;
  insert into public.kept_tax_data (company_id, gone_at, tax_data, imprint, sums)
  select company.id, internal.present(), coalesce(to_jsonb(held) - 'company_id', '{}'), jsonb_build_object('legal_name', company.legal_name, 'street', company.street,
    'postal_code', company.postal_code, 'city', company.city, 'register_entry', company.register_entry, 'vat_id', company.vat_id), served.sums
  from public.companies company left join public.company_tax_data held on held.company_id = company.id
  cross join lateral (
    select jsonb_agg(jsonb_build_object('quarter', one.quarter, 'visits', one.visits, 'cents', one.cents) order by one.quarter) as sums
    from (
      select to_char(visit.starts_at at time zone 'Europe/Berlin', 'YYYY-"Q"Q') as quarter, count(*) as visits, sum(visit.total_cents) as cents
      from public.locations place join public.appointments visit on visit.location_id = place.id
      where place.company_id = company.id and visit.state = 'completed' group by 1) one) served
  where company.id = p_company and not company.sandbox and served.sums is not null
  on conflict (company_id) do nothing;
end $$;

create function internal.keep_tax_data() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.keep_tax_data_of(old.id);
  return old;
end $$;
-- Where a company goes at once; 70_closing deletes in steps. Before, since tax data and visits go with it.
create trigger keep_tax_data before delete on public.companies for each row execute function internal.keep_tax_data();

-- For the server's nightly job (60_retention).
create function internal.forget_tax_data(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.kept_tax_data where company_id in (
    select company_id from public.kept_tax_data where gone_at < internal.kept_since('kept_tax_data') order by gone_at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function internal.note_tax_change, internal.keep_tax_data, internal.keep_tax_data_of, internal.forget_tax_data from public;
