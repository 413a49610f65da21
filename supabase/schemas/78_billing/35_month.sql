-- The run of a month. What is to be billed is kept first, as it is then; a company whose data are incomplete keeps it until the next run.

-- What a month came to for a company: the plan of the following month, by the people of the day of the run. `invoice_id` is null until it is billed.
create table public.billing_months (
  company_id uuid not null references public.companies on delete cascade,
  -- The month that was closed, by its first day.
  month date not null check (extract(day from month) = 1),
  people integer not null,
  plan_cents integer not null check (plan_cents >= 0),
  invoice_id uuid references public.invoices on delete restrict,
  -- Why it was not billed: invoice_data_missing, or empty.
  waits_for varchar(40) not null default '',
  primary key (company_id, month)
);
create index billing_months_invoice on public.billing_months (invoice_id) where invoice_id is not null;
create index billing_months_waiting on public.billing_months (company_id) where waits_for <> '';
alter table public.billing_months enable row level security;
create policy owners_read on public.billing_months for select to authenticated using (company_id in (select internal.companies_as('owner')));
revoke all on public.billing_months from service_role;
grant select on public.billing_months to authenticated, service_role;

-- Rewards of a company as a partner that are set off: what is left of each.
create table internal.billing_credits (
  referral_id uuid primary key,
  company_id uuid not null references public.companies on delete restrict,
  cents integer not null check (cents > 0),
  left_cents integer not null check (left_cents between 0 and cents)
);
create index billing_credits_company on internal.billing_credits (company_id) where left_cents > 0;
alter table internal.billing_credits enable row level security;

-- What an invoice still needs of a company, as fields of its pages: company.legal_name, company.street, tax_data. Of one that is closed nobody can enter more.
create function internal.invoice_gaps(company public.companies) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array_remove(array[case when company.legal_name = '' then 'company.legal_name' end,
    case when '' in (company.street, company.postal_code, company.city) then 'company.street' end,
    case when company.goes_at is null and company.state <> 'closed'
      and not exists (select from public.company_tax_data held where held.company_id = company.id) then 'tax_data' end], null);
end $$;

create function internal.buyer_of(company public.companies) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('name', company.legal_name, 'contact', company.representative, 'street', company.street, 'postal_code', company.postal_code,
    'city', company.city, 'country', 'DE', 'vat_id', company.vat_id, 'email', company.email);
end $$;

-- "12.11.2026" and "November 2026".
create function internal.german_day(p_day date) returns text
language sql immutable parallel safe set search_path = '' as $$
  select to_char(p_day, 'DD.MM.YYYY')
$$;

create function internal.german_month(p_month date) returns text
language sql immutable parallel safe set search_path = '' as $$
  select (array['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'])[
    extract(month from p_month)] || to_char(p_month, ' YYYY')
$$;

-- What the invoice of a month would hold: [{kind, text, quantity, unit_cents, item_id}]. Plans of months that are kept, commission of visits until the end
-- of the month, what was waived after it had been invoiced.
create function internal.lines_to_bill(p_company uuid, p_month date) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(line) - 'place' order by line.place, line.text, line.item_id), '[]') from (
      select '1' || held.month as place, 'plan' as kind, 1 as quantity, held.plan_cents as unit_cents, null::uuid as item_id,
        'Team-Plan ' || internal.german_month((held.month + interval '1 month')::date) || ', ' || held.people || ' Personen' as text
      from public.billing_months held where held.company_id = p_company and held.invoice_id is null and held.month <= p_month and held.plan_cents > 0
      union all
      select '2' || item.day, 'commission', 1, item.fee_cents, item.id,
        format('Erster Besuch am %s, %s %% von %s €', internal.german_day(item.day), item.percent, replace(to_char(item.base_cents / 100.0, 'FM999990.00'), '.', ','))
      from public.commission_items item where item.company_id = p_company and item.state = 'open' and item.day < p_month + interval '1 month'
      union all
      select '3' || item.day, 'refund', -1, item.fee_cents, item.id, format('Nach Einspruch: erster Besuch am %s', internal.german_day(item.day))
      from public.commission_items item where item.company_id = p_company and item.state = 'waived'
        and (select coalesce(sum(line.net_cents), 0) from public.invoice_lines line where line.item_id = item.id) > 0) line);
end $$;

-- Keeps what a month came to, once. Who is blocked or closed pays for no plan.
create function internal.keep_month(p_company uuid, p_month date) returns void
language plpgsql set search_path = '' as $$
declare
  next constant date := (p_month + interval '1 month')::date;
  people constant integer := internal.counted_people(p_company);
begin
  insert into public.billing_months (company_id, month, people, plan_cents)
  select p_company, p_month, people, case when exists (
    select from public.subscriptions plan join public.companies company on company.id = plan.company_id and company.state = 'active'
    where plan.company_id = p_company and plan.starts_on <= next and coalesce(plan.ends_on, next) >= next) then internal.plan_cents(internal.prices_on(next), people) else 0 end
  on conflict do nothing;
end $$;

-- Writes the invoice of a company and month, whose row the caller has locked. Null when there is nothing to bill, or it is billed, or data are missing.
create function internal.bill_month(p_company uuid, p_month date) returns uuid
language plpgsql set search_path = '' as $$
declare
  company public.companies;
  today constant date := internal.billing_day();
  seller constant jsonb := (select held.seller from internal.billing_settings held);
  list constant public.price_lists := internal.prices_on(today);
  lines jsonb;
  sums jsonb;
  bill public.invoices;
begin
  select * into company from public.companies where id = p_company;
  perform internal.keep_month(p_company, p_month);
  if exists (select from public.invoices where company_id = p_company and month = p_month and type = 380 and state <> 'reversed') then return null; end if;
  perform from public.commission_items where company_id = p_company and state in ('open', 'waived') order by id for update;
  lines := internal.lines_to_bill(p_company, p_month);
  if (select coalesce(sum((line ->> 'quantity')::integer * (line ->> 'unit_cents')::integer), 0) from jsonb_array_elements(lines) line) <= 0 then
    return null;
  end if;
  if internal.invoice_gaps(company) <> '{}' then
    update public.billing_months set waits_for = 'invoice_data_missing' where company_id = p_company and month = p_month and waits_for = '';
    if found then perform internal.tell_owners(p_company, 'invoice_data_missing'); end if;
    return null;
  end if;
  bill.kind := internal.invoice_kind_of(seller, internal.buyer_of(company));
  sums := internal.with_vat((select jsonb_agg(jsonb_build_object('cents', (line ->> 'quantity')::integer * (line ->> 'unit_cents')::integer,
    'vat_category', case bill.kind when 'standard' then 'S' when 'small_business' then 'E' else 'AE' end,
    'vat_percent', case bill.kind when 'standard' then list.vat_percent else 0 end) order by turn) from jsonb_array_elements(lines) with ordinality one (line, turn)));
  bill.credit_cents := internal.take_credit(p_company, (sums ->> 'gross_cents')::integer);
  -- The number comes last.
  bill.series := 'platform:' || extract(year from today);
  bill.number := 'ZP-' || extract(year from today) || '-' || to_char(internal.next_number(bill.series), 'FM999900000');
  insert into public.invoices (company_id, type, series, number, kind, month, issued_on, due_on, period_from, period_to, seller, buyer, net_cents, vat_cents, gross_cents,
    credit_cents, due_cents, vat, created_at)
  values (p_company, 380, bill.series, bill.number, bill.kind, p_month, today, today + 14, p_month,
    case when lines @> '[{"kind": "plan"}]' then (p_month + interval '2 months')::date - 1 else (p_month + interval '1 month')::date - 1 end,
    seller, internal.buyer_of(company), (sums ->> 'net_cents')::integer, (sums ->> 'vat_cents')::integer, (sums ->> 'gross_cents')::integer, bill.credit_cents,
    (sums ->> 'gross_cents')::integer - bill.credit_cents, sums -> 'vat', internal.present())
  returning * into bill;
  insert into public.invoice_lines (invoice_id, "position", kind, text, quantity, unit_cents, net_cents, vat_category, vat_percent, item_id)
  select bill.id, one.turn, one.line ->> 'kind', one.line ->> 'text', (one.line ->> 'quantity')::integer, (one.line ->> 'unit_cents')::integer,
    (one.line ->> 'quantity')::integer * (one.line ->> 'unit_cents')::integer, sums -> 'vat' -> 0 ->> 'category', (sums -> 'vat' -> 0 ->> 'percent')::smallint,
    (one.line ->> 'item_id')::uuid
  from jsonb_array_elements(lines) with ordinality one (line, turn);
  update public.commission_items set state = 'invoiced' where state = 'open' and id in (
    select line.item_id from public.invoice_lines line where line.invoice_id = bill.id and line.kind = 'commission');
  update public.billing_months set invoice_id = bill.id, waits_for = '' where company_id = p_company and invoice_id is null and month <= p_month;
  perform internal.book_invoice(bill);
  if bill.due_cents = 0 then update public.invoices set state = 'paid', paid_at = internal.present() where id = bill.id; end if;
  perform internal.tell_owners(p_company, 'invoice_issued', jsonb_build_object('number', bill.number, 'cents', bill.due_cents, 'day', bill.due_on));
  return bill.id;
end $$;

-- Closes a month for up to p_limit companies that are not closed yet: null is the month before this one, once it is the third day. Months before billing began,
-- or that are not over, are left alone. For the server's job, which calls until it answers 0; answers how many companies it has done.
create function public.close_billing_month(p_month date default null, p_limit integer default 20) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := internal.billing_day();
  closed constant date := date_trunc('month', coalesce(internal.reckonable(p_month), (today - 2) - interval '1 month'))::date;
  begins constant date := (select billed_from from internal.billing_settings);
  due record;
  done integer := 0;
begin
  -- The plan of the first month is billed with the month before it.
  if begins is null or closed < (begins - interval '1 month')::date or closed + interval '1 month' > today then return 0; end if;
  for due in
    select company.id from public.companies company
    where not company.sandbox and not exists (select from public.billing_months held where held.company_id = company.id and held.month = closed)
      and (exists (select from public.commission_items item where item.company_id = company.id and item.state in ('open', 'waived', 'invoiced'))
        or exists (select from public.subscriptions plan where plan.company_id = company.id)
        or exists (select from public.billing_months held where held.company_id = company.id and held.waits_for <> ''))
    order by company.id limit p_limit for no key update skip locked
  loop
    begin
      perform internal.bill_month(due.id, closed);
      done := done + 1;
    exception when others then
      -- Nobody else's invoice waits for it.
      perform internal.alert('not_billed', null, due.id || ':' || closed, jsonb_build_object('company', due.id, 'error', left(sqlerrm, 500)));
    end;
  end loop;
  return done;
end $$;

revoke execute on function internal.invoice_gaps, internal.buyer_of, internal.german_day, internal.german_month, internal.lines_to_bill, internal.keep_month,
  internal.bill_month from public;
grant execute on function public.close_billing_month to service_role;
