-- The ledger: an event is what happened, its transfers are which money went where. A transfer takes an amount above zero from one account to another, so that
-- what does not balance cannot be written; it is one line of a bookkeeping file. Nothing of it is ever changed or removed. An arrow "a → b" in
-- comments is debit a, credit b.

create type public.money_account as enum (
  -- What lies with the provider, what is paid before the visit, what is to go back.
  'provider_balance', 'prepaid', 'refunds_due',
  -- What is earned: by visits, by what was agreed for those that did not take place.
  'revenue', 'fee_income',
  'provider_fee', 'disputed', 'bank', 'voucher_liability',
  -- The platform's own book.
  'receivable', 'plan_revenue', 'commission_revenue', 'vat', 'platform_bank',
  -- Rewards of partners that are set off against their invoices.
  'partner_cost');

create table public.money_events (
  id bigint generated always as identity primary key,
  book varchar(20) not null check (book in ('company', 'platform')),
  company_id uuid not null references public.companies on delete restrict,
  at timestamptz not null default now(),
  verb varchar(40) not null,
  -- Who: an account, or null for the server.
  actor uuid,
  -- The same thing twice is one event: for facts it is provider, object and total.
  idempotency_key varchar(200) not null unique,
  -- The transaction that wrote it, and alone may write its transfers.
  xid xid8 not null default pg_current_xact_id()
);
create index money_events_company on public.money_events (company_id, id);

create table public.money_transfers (
  event_id bigint not null references public.money_events on delete restrict,
  position smallint not null check (position > 0),
  -- Null for what concerns the account with the provider as a whole: payouts and their costs.
  payment_id uuid references public.payments on delete restrict,
  debit public.money_account not null,
  credit public.money_account not null,
  amount_cents integer not null check (amount_cents > 0),
  -- In the platform's book, instead of a payment (78_billing/30_invoices).
  invoice_id uuid,
  primary key (event_id, position),
  constraint money_transfers_sides check (debit <> credit),
  constraint money_transfers_about check (num_nonnulls(payment_id, invoice_id) <= 1)
);
create index money_transfers_payment on public.money_transfers (payment_id);
create index money_transfers_invoice on public.money_transfers (invoice_id) where invoice_id is not null;

create trigger append_only before update or delete or truncate on public.money_events for each statement execute function internal.refuse_change();
create trigger append_only before update or delete or truncate on public.money_transfers for each statement execute function internal.refuse_change();

-- A transfer comes with its event, and stays in one company.
create function internal.guard_transfer() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not exists (
    select from public.money_events event where event.id = new.event_id and event.xid = pg_current_xact_id() and case event.book
      when 'company' then new.invoice_id is null and (new.payment_id is null
        or exists (select from public.payments payment where payment.id = new.payment_id and payment.company_id = event.company_id))
      else exists (select from public.invoices bill where bill.id = new.invoice_id and bill.company_id = event.company_id) end) then
    raise exception using errcode = '42501', message = 'transfers are written with their event, in one company';
  end if;
  return new;
end $$;
create trigger guard before insert on public.money_transfers for each row execute function internal.guard_transfer();

create function internal.keep_sums() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.payments set
    captured_cents = captured_cents + case when new.debit = 'provider_balance' and new.credit = 'prepaid' then new.amount_cents else 0 end,
    refunding_cents = refunding_cents
      + case when new.credit = 'refunds_due' then new.amount_cents when new.debit = 'refunds_due' then -new.amount_cents else 0 end,
    refunded_cents = refunded_cents + case when new.debit = 'refunds_due' and new.credit = 'provider_balance' then new.amount_cents else 0 end,
    disputed_cents = disputed_cents + case when new.debit = 'disputed' and new.credit = 'provider_balance' then new.amount_cents
      when new.debit = 'provider_balance' and new.credit = 'disputed' then -new.amount_cents else 0 end
  where id = new.payment_id;
  return null;
end $$;
create trigger keep_sums after insert on public.money_transfers for each row execute function internal.keep_sums();

create type internal.posting as (debit public.money_account, credit public.money_account, cents integer);

-- Writes what happened in the books of a company, to one payment or, with null, to its account as a whole. Answers the event; null when it is known
-- already, or nothing moves.
create function internal.post_event(p_company uuid, p_payment uuid, p_verb text, p_key text, postings internal.posting[]) returns bigint
language plpgsql set search_path = '' as $$
declare
  event bigint;
begin
  if not exists (select from unnest(postings) line where line.cents > 0) then return null; end if;
  insert into public.money_events (book, company_id, at, verb, actor, idempotency_key)
  values ('company', p_company, internal.present(), p_verb, internal.person(), p_key)
  on conflict (idempotency_key) do nothing returning id into event;
  if event is null then return null; end if;
  insert into public.money_transfers (event_id, "position", payment_id, debit, credit, amount_cents)
  select event, row_number() over (order by line.n), p_payment, line.debit, line.credit, line.cents
  from unnest(postings) with ordinality line (debit, credit, cents, n) where line.cents > 0;
  return event;
end $$;

-- The same for a payment, whose row the caller has locked. False when it is known already, or nothing moves.
create function internal.post(payment public.payments, p_verb text, p_key text, variadic postings internal.posting[]) returns boolean
language plpgsql set search_path = '' as $$
begin
  return internal.post_event(payment.company_id, payment.id, p_verb, p_key, postings) is not null;
end $$;

-- What an account holds of a payment: what it was credited less what it was debited; the other way round for what lies with the provider or a bank, and fees.
create function internal.balance_of(p_payment uuid, p_account public.money_account) returns integer
language sql stable set search_path = '' as $$
  select case when p_account in ('provider_balance', 'provider_fee', 'disputed', 'bank') then -1 else 1 end * coalesce(sum(
    case when line.credit = p_account then line.amount_cents when line.debit = p_account then -line.amount_cents else 0 end), 0)::integer
  from public.money_transfers line where line.payment_id = p_payment
$$;

alter table public.money_events enable row level security;
create policy managers_read on public.money_events for select to authenticated
  using (book = 'company' and company_id in (select internal.companies_as('manager')));
revoke all on public.money_events from service_role;
grant select on public.money_events to authenticated, service_role;

alter table public.money_transfers enable row level security;
create policy managers_read on public.money_transfers for select to authenticated
  using (exists (select from public.money_events event where event.id = event_id));
revoke all on public.money_transfers from service_role;
grant select on public.money_transfers to authenticated, service_role;
revoke execute on function internal.guard_transfer, internal.keep_sums, internal.post_event, internal.post, internal.balance_of from public;
