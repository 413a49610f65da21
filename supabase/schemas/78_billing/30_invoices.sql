-- Invoices of the platform (§ 14 UStG): numbers without gaps, and everything on them as it was when they were written. Nothing of them changes afterwards but
-- whether they are paid or reversed; their files are kept once. A mistake is undone by another invoice (40_reversing).

-- The next number of each series. The row is locked until the end of the transaction, so whoever rolls back gives the number back.
create table public.number_series (
  name varchar(60) primary key,
  next integer not null default 1 check (next > 0)
);
alter table public.number_series enable row level security;
revoke all on public.number_series from service_role;
grant select on public.number_series to service_role;

-- Takes a number. Called last, after every other lock.
create function internal.next_number(p_series text) returns integer
language plpgsql set search_path = '' as $$
declare
  taken integer;
begin
  insert into public.number_series as series (name, next) values (p_series, 2)
  on conflict (name) do update set next = series.next + 1 returning next - 1 into taken;
  return taken;
end $$;

create type public.invoice_state as enum ('issued', 'paid', 'reversed');
-- `small_business`: the seller charges no VAT (§ 19 UStG). `reverse_charge`: a firm of another EU state pays it there (§ 13b UStG).
create type public.invoice_kind as enum ('standard', 'small_business', 'reverse_charge');

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete restrict,
  -- Of EN 16931: 380 an invoice, 384 one that reverses another.
  type smallint not null check (type in (380, 384)),
  series varchar(60) not null,
  number varchar(40) not null unique,
  kind public.invoice_kind not null,
  -- The month that was closed with it, by its first day.
  month date not null check (extract(day from month) = 1),
  issued_on date not null,
  due_on date not null,
  -- What was delivered when.
  period_from date not null,
  period_to date not null,
  state public.invoice_state not null default 'issued',
  reverses uuid unique references public.invoices on delete restrict,
  reason varchar(500) not null default '',
  -- As in internal.billing_settings; {name, contact, street, postal_code, city, country, vat_id, email}.
  seller jsonb not null check (pg_column_size(seller) <= 4000),
  buyer jsonb not null check (pg_column_size(buyer) <= 4000),
  net_cents integer not null,
  vat_cents integer not null,
  gross_cents integer not null,
  -- A partner's reward that is set off; what is left to be paid.
  credit_cents integer not null default 0,
  due_cents integer not null,
  -- [{category: S | E | AE, percent, net_cents, vat_cents}].
  vat jsonb not null check (pg_column_size(vat) <= 2000),
  paid_cents integer not null default 0,
  paid_at timestamptz,
  created_at timestamptz not null,
  -- The electronic invoice, which is the original, and where its readable copy lies. Written once.
  xml text check (length(xml) <= 1000000),
  xml_sha256 varchar(64) check (xml_sha256 ~ '^[0-9a-f]{64}$'),
  pdf_path varchar(200),
  constraint invoices_sums check (gross_cents = net_cents + vat_cents and due_cents = gross_cents - credit_cents),
  constraint invoices_type check ((type = 384) = (reverses is not null)),
  constraint invoices_sign check (case type when 380 then gross_cents > 0 and credit_cents between 0 and gross_cents
    else gross_cents < 0 and credit_cents between gross_cents and 0 end),
  constraint invoices_file check ((xml is null) = (xml_sha256 is null))
);
create unique index invoices_month on public.invoices (company_id, month) where type = 380 and state <> 'reversed';
create index invoices_company on public.invoices (company_id, issued_on desc);
create index invoices_due on public.invoices (due_on) where state = 'issued' and type = 380;
create index invoices_to_render on public.invoices (created_at) where xml is null;

create table public.invoice_lines (
  invoice_id uuid not null references public.invoices on delete restrict,
  position smallint not null check (position > 0),
  kind varchar(20) not null check (kind in ('plan', 'commission', 'refund')),
  text varchar(300) not null check (length(text) > 0),
  -- Less than zero where something is given back.
  quantity integer not null check (quantity <> 0),
  unit_cents integer not null check (unit_cents >= 0),
  net_cents integer not null,
  vat_category varchar(2) not null check (vat_category in ('S', 'E', 'AE')),
  vat_percent smallint not null check (vat_percent between 0 and 30),
  item_id uuid references public.commission_items on delete restrict,
  primary key (invoice_id, position),
  constraint invoice_lines_sum check (net_cents = quantity * unit_cents),
  constraint invoice_lines_rate check (vat_category = 'S' or vat_percent = 0)
);
create index invoice_lines_item on public.invoice_lines (item_id) where item_id is not null;

create function internal.guard_invoice() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - '{state,paid_cents,paid_at,xml,xml_sha256,pdf_path}'::text[] <> to_jsonb(old) - '{state,paid_cents,paid_at,xml,xml_sha256,pdf_path}'::text[]
    or old.state = 'reversed' and new.state <> old.state
    or old.xml is not null and (new.xml, new.xml_sha256) is distinct from (old.xml, old.xml_sha256)
    or old.pdf_path is not null and new.pdf_path is distinct from old.pdf_path then
    raise exception using errcode = '42501', message = 'an invoice stays as it was written';
  end if;
  return new;
end $$;
create trigger guard before update on public.invoices for each row execute function internal.guard_invoice();
alter table public.money_transfers add constraint money_transfers_invoice_id_fkey foreign key (invoice_id) references public.invoices on delete restrict;
create trigger keep before delete or truncate on public.invoices for each statement execute function internal.refuse_change();
create trigger append_only before update or delete or truncate on public.invoice_lines for each statement execute function internal.refuse_change();

-- Owners read them but for the file's text, which is asked for one by one.
alter table public.invoices enable row level security;
create policy owners_read on public.invoices for select to authenticated using (company_id in (select internal.companies_as('owner')));
revoke all on public.invoices from service_role;
grant select (id, company_id, type, number, kind, month, issued_on, due_on, period_from, period_to, state, reverses, reason, seller, buyer, net_cents, vat_cents,
  gross_cents, credit_cents, due_cents, vat, paid_cents, paid_at, created_at, xml, xml_sha256, pdf_path) on public.invoices to authenticated;
grant select on public.invoices to service_role;
alter table public.invoice_lines enable row level security;
create policy owners_read on public.invoice_lines for select to authenticated using (exists (select from public.invoices bill where bill.id = invoice_id));
revoke all on public.invoice_lines from service_role;
grant select on public.invoice_lines to authenticated, service_role;

-- An invoice as its files are made from: {id, number, type, kind, month, issued_on, due_on, period_from, period_to, seller, buyer, reason, references: null or
-- {number, issued_on}, lines: [{position, text, quantity, unit_cents, net_cents, vat_category, vat_percent}], vat, net_cents, vat_cents, gross_cents,
-- credit_cents, due_cents}.
create function internal.invoice_snapshot(p_invoice uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_jsonb(bill) - '{company_id,series,state,reverses,paid_cents,paid_at,created_at,xml,xml_sha256,pdf_path}'::text[] || jsonb_build_object(
      'references', (select jsonb_build_object('number', former.number, 'issued_on', former.issued_on) from public.invoices former where former.id = bill.reverses),
      'lines', (select jsonb_agg(to_jsonb(line) - '{invoice_id,kind,item_id}'::text[] order by line."position") from public.invoice_lines line where line.invoice_id = bill.id))
    from public.invoices bill where bill.id = p_invoice);
end $$;

-- Invoices whose files are not made yet, the oldest first: what internal.invoice_snapshot says of each. For the server's job.
create function public.invoices_to_render(p_limit integer default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(internal.invoice_snapshot(due.id) order by due.created_at, due.id), '[]') from (
    select id, created_at from public.invoices where xml is null order by created_at, id limit p_limit) due);
end $$;

-- Keeps the files of an invoice, once; false when they are there already. p_pdf_path may come later. For the server's job. Error: invoice_not_found.
create function public.keep_invoice_files(p_invoice uuid, p_xml text, p_xml_sha256 text, p_pdf_path text default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  bill public.invoices;
begin
  select * into bill from public.invoices where id = p_invoice for update;
  if bill.id is null then perform internal.fail('invoice_not_found'); end if;
  if bill.xml is not null and (bill.pdf_path is not null or p_pdf_path is null) then return false; end if;
  update public.invoices set xml = coalesce(xml, p_xml), xml_sha256 = coalesce(xml_sha256, p_xml_sha256), pdf_path = coalesce(pdf_path, p_pdf_path) where id = p_invoice;
  return true;
end $$;

revoke execute on function internal.next_number, internal.guard_invoice, internal.invoice_snapshot from public;
grant execute on function public.invoices_to_render, public.keep_invoice_files to service_role;
