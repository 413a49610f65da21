-- Who of the members looked at which customer's file, for the owners: opening the card or the health data, taking lists along, and merging
-- files. The verb that reads writes it. Lists and searches are no looks. 85_accounts/60_retention says how long they are kept.

create table public.customer_looks (
  id bigint generated always as identity primary key,
  customer_id uuid not null references public.customers on delete cascade,
  company_id uuid not null references public.companies on delete cascade,
  at timestamptz not null,
  -- The account and its name then; the row stays when the account goes.
  user_id uuid not null,
  who varchar(254) not null,
  what text not null check (what in ('card', 'health', 'health_changed', 'export', 'merged', 'parted'))
);
create index customer_looks_customer on public.customer_looks (customer_id, at);
create index customer_looks_company_at on public.customer_looks (company_id, at);
create index customer_looks_at on public.customer_looks (at);
alter table public.customer_looks enable row level security;
create policy owners_read on public.customer_looks for select to authenticated
  using (company_id = any(array(select internal.companies_as('owner'))));
grant select on public.customer_looks to authenticated;
grant all on public.customer_looks to service_role;

-- A file that the caller may read, and the trace of having read it: one in ten minutes for the same person and thing; for a page that stays open and
-- loads it `p_again`, one in twelve hours. Error: customer_not_found.
create function internal.look_at_customer(p_company uuid, p_customer uuid, p_what text, p_again boolean default false) returns public.customers
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  file public.customers;
begin
  select * into file from public.customers where id = p_customer and company_id = p_company;
  if file.id is null or not internal.may_see_customer(file.id, file.company_id) then perform internal.fail('customer_not_found'); end if;
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select file.id, file.company_id, present, caller, left(internal.person_name(caller), 254), p_what
  where p_what = 'health_changed' or not exists (
    select from public.customer_looks look where look.customer_id = file.id and look.user_id = caller and look.what = p_what
      and look.at > present - case when p_again then interval '12 hours' else interval '10 minutes' end);
  return file;
end $$;

-- The card: the row of the file, `facts` or null, further `contacts` and `relatives` (17_relatives), and `health`: whether there is
-- health data, null without the right to it.
-- `merges` is what can be taken back (65_undoing_merges), `consents` what was agreed to (45_consents), `files` what is kept at it (55_files). Errors: customer_not_found, customer_merged (detail: the id of the file that was kept).
create function public.open_customer(p_company uuid, p_customer uuid, p_again boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  file public.customers;
  kept uuid;
  hidden constant boolean := internal.hides_contacts(p_company);
begin
  if p_company in (select internal.companies_with('all_customers')) then
    select merge.kept_id into kept from internal.customer_merges merge where merge.gone_id = p_customer and merge.company_id = p_company;
    if kept is not null then perform internal.fail('customer_merged', kept::text); end if;
  end if;
  file := internal.look_at_customer(p_company, p_customer, 'card', p_again);
  return jsonb_build_object(
    'id', file.id, 'name', file.name, 'email', case when not hidden then file.email end, 'phone', case when hidden then '' else file.phone end, 'note', file.note, 'blocked', file.blocked, 'tags', file.tags,
    'user_id', file.user_id, 'created_at', file.created_at, 'updated_at', file.updated_at, 'birthday', case when not hidden then file.birthday end,
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('id', other.id, 'kind', other.kind, 'value', other.value, 'label', other.label)
      order by other.kind, other.created_at, other.id), '[]') from public.customer_contacts other where other.customer_id = file.id and (other.kind = 'name' or not hidden)),
    'relatives', internal.relatives_of(p_company, p_customer), 'merges', internal.merges_of(p_company, p_customer),
    'consents', internal.customer_consents(p_company, p_customer), 'files', internal.files_at(p_company, p_customer),
    'facts', (select to_jsonb(facts) from public.customer_facts facts where facts.customer_id = file.id),
    'health', case when p_company in (select internal.companies_with('health')) then
      exists (select from public.customer_health health where health.customer_id = file.id) end);
end $$;

-- A page of the list as list_customers answers it, to be taken along, with `note`, further `contacts` and `advertising`: the latest answer about mails
-- of this company, null for none. Each customer on it has been looked at.
-- Errors: not_allowed (no right to take lists along), list_wish.
create function public.export_customers(
  p_company uuid, p_text text default '', p_tag text default null, p_only text default null, p_sort text default 'name',
  p_page integer default 1, p_limit integer default 1000, p_spent integer default null, p_last_from timestamptz default null,
  p_last_to timestamptz default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  hidden constant boolean := internal.hides_contacts(p_company);
  found jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_with('export')) then perform internal.fail('not_allowed'); end if;
  found := public.list_customers(p_company, p_text, p_tag, p_only, p_sort, p_page, p_limit, p_spent, p_last_from, p_last_to);
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select (file ->> 'id')::uuid, p_company, internal.present(), caller, left(internal.person_name(caller), 254), 'export'
  from jsonb_array_elements(found -> 'rows') file;
  return found || jsonb_build_object('rows', (
    select coalesce(jsonb_agg(listed.one || jsonb_build_object('note', file.note,
      'contacts', (select coalesce(jsonb_agg(jsonb_build_object('kind', other.kind, 'value', other.value) order by other.kind, other.created_at, other.id), '[]')
        from public.customer_contacts other where other.customer_id = file.id and (other.kind = 'name' or not hidden)),
      'advertising', internal.has_consented(internal.address_hash(file.email::text), 'mail', p_company)) order by listed.place), '[]')
    from jsonb_array_elements(found -> 'rows') with ordinality listed (one, place)
    join public.customers file on file.id = (listed.one ->> 'id')::uuid));
end $$;

-- Deletes what is due by 85_accounts/60_retention, so much at a time.
create function internal.forget_looks(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from public.customer_looks where id in (
    select id from public.customer_looks where at < internal.kept_since('customer_looks') order by at limit p_limit for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

revoke execute on function internal.look_at_customer, internal.forget_looks, public.open_customer, public.export_customers from public;
grant execute on function public.open_customer, public.export_customers to authenticated;
