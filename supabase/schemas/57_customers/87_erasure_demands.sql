-- Wishes of people without an account to have a customer file erased (85_accounts/76_own_data_erasure): a task for the business, which decides. Erasing
-- the file fulfils it, and the person hears of either answer by mail.

create table public.erasure_demands (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  customer_id uuid not null references public.customers on delete cascade,
  -- Whose owner opened a link that was sent there, and asked.
  email varchar(254) not null check (internal.is_address(email)),
  asked_at timestamptz not null,
  -- When the business said no, who that was, and what it wrote.
  declined_at timestamptz,
  who varchar(254) not null default '',
  reason varchar(1000) not null default ''
);
create index erasure_demands_company on public.erasure_demands (company_id, asked_at);
create index erasure_demands_customer on public.erasure_demands (customer_id);
alter table public.erasure_demands enable row level security;
create policy managers_read on public.erasure_demands for select to authenticated
  using (company_id = any(array(select internal.importing_companies())));
grant select on public.erasure_demands to authenticated;
grant all on public.erasure_demands to service_role;

-- Tells whoever asked what became of it. What a business writes contains no links.
create function internal.mail_demand(demand public.erasure_demands, p_erased boolean) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at)
  select 'erasure_answered', 'customer', demand.email, jsonb_build_object('erased', p_erased, 'reason', internal.neutral(demand.reason, ''),
    'business', internal.neutral(company.name, 'Der Betrieb')), internal.present()
  from public.companies company where company.id = demand.company_id;
end $$;

-- However a file goes, by hand or with time, whoever asked for that hears of it; not once the business has said no. A file that is merged takes its
-- demands along, and a company that goes at once, without its files before, tells nobody.
create function internal.answer_demand() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.mail_demand(old, true);
  return old;
end $$;
create trigger answer_demand before delete on public.erasure_demands for each row
  when (old.declined_at is null) execute function internal.answer_demand();

-- Says no, with a reason that the person reads. Errors: not_allowed, demand_not_found (also once it is answered), reason_missing.
create function public.decline_erasure(p_company uuid, p_demand uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  answer constant text := left(btrim(coalesce(p_reason, '')), 1000);
  demand public.erasure_demands;
begin
  if p_company is null or p_company not in (select internal.importing_companies()) then perform internal.fail('not_allowed'); end if;
  if answer = '' then perform internal.fail('reason_missing'); end if;
  update public.erasure_demands one set declined_at = internal.present(), reason = answer,
    who = left(internal.person_name(internal.person()), 254)
  where one.id = p_demand and one.company_id = p_company and one.declined_at is null returning * into demand;
  if demand.id is null then perform internal.fail('demand_not_found'); end if;
  perform internal.mail_demand(demand, false);
end $$;

revoke execute on function internal.mail_demand, internal.answer_demand, public.decline_erasure from public;
grant execute on function public.decline_erasure to authenticated;
