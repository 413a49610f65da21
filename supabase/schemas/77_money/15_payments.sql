-- What was asked of customers, and what was given back. The sums of a payment are those of the ledger, whose trigger alone writes them.

create type public.payment_state as enum ('open', 'processing', 'paid', 'failed', 'expired');
-- `withdrawn`: not asked of the provider after all.
create type public.refund_state as enum ('asked', 'done', 'failed', 'withdrawn');

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  -- Money stays when a business or an appointment goes.
  company_id uuid not null references public.companies on delete restrict,
  location_id uuid references public.locations on delete set null,
  appointment_id uuid references public.appointments on delete set null,
  -- As the provider and statements show it. It never names a service (§ 203 StGB).
  description varchar(200) not null,
  kind varchar(20) not null check (kind in ('deposit', 'full', 'remainder', 'late_fee', 'no_show_fee', 'voucher')),
  provider varchar(20) not null check (provider in ('test', 'stripe')),
  -- What the provider calls it; empty until it has been asked. Whoever knows it may be able to pay, so it is for the server only.
  ref varchar(255) not null default '',
  test boolean not null,
  amount_cents integer not null check (amount_cents > 0),
  captured_cents integer not null default 0,
  -- Asked to be given back, and not done yet.
  refunding_cents integer not null default 0,
  refunded_cents integer not null default 0,
  state public.payment_state not null default 'open',
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  -- When its visit was over and what it has earned was booked.
  settled_at timestamptz,
  -- When the provider was last asked about it.
  read_at timestamptz,
  -- What the provider calls the money, once there is some; '' before.
  intent_ref varchar(255) not null default '',
  -- What the provider has taken back because the customer's bank demands it: disputes that are open or lost.
  disputed_cents integer not null default 0,
  constraint payments_captured check (captured_cents between 0 and amount_cents),
  constraint payments_refunded check (refunding_cents >= 0 and refunded_cents >= 0 and refunding_cents + refunded_cents <= captured_cents),
  constraint payments_undisputed check (disputed_cents >= 0 and refunding_cents + refunded_cents + disputed_cents <= captured_cents)
);
create index payments_company on public.payments (company_id, created_at);
create index payments_appointment on public.payments (appointment_id) where appointment_id is not null;
create index payments_location on public.payments (location_id) where location_id is not null;
create unique index payments_ref on public.payments (provider, ref) where ref <> '';
create unique index payments_intent on public.payments (provider, intent_ref) where intent_ref <> '';
-- For the jobs: what the provider is asked about again and again, and what is not settled.
create index payments_read on public.payments (state, read_at nulls first);
create index payments_unsettled on public.payments (paid_at) where state = 'paid' and settled_at is null;

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  reason varchar(20) not null check (reason in ('business', 'customer', 'withdrawal', 'slot_lost', 'paid_twice', 'no_show', 'by_hand')),
  note varchar(500) not null default '',
  state public.refund_state not null default 'asked',
  -- The key of the call that asked for it.
  idempotency_key uuid unique,
  asked_by uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index refunds_payment on public.refunds (payment_id);

-- What was agreed stays; sums follow the ledger (20_ledger), which is the only trigger that writes them.
create function internal.guard_payment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if (new.captured_cents, new.refunding_cents, new.refunded_cents, new.disputed_cents) is distinct from (0, 0, 0, 0) then
      raise exception using errcode = '42501', message = 'the sums of payments are written by the ledger';
    end if;
    return new;
  end if;
  if (new.id, new.company_id, new.kind, new.provider, new.test, new.amount_cents, new.created_at)
    is distinct from (old.id, old.company_id, old.kind, old.provider, old.test, old.amount_cents, old.created_at) then
    raise exception using errcode = '42501', message = 'what a payment is stays';
  end if;
  if (new.captured_cents, new.refunding_cents, new.refunded_cents, new.disputed_cents)
    is distinct from (old.captured_cents, old.refunding_cents, old.refunded_cents, old.disputed_cents) and pg_trigger_depth() < 2 then
    raise exception using errcode = '42501', message = 'the sums of payments are written by the ledger';
  end if;
  return new;
end $$;
create trigger guard before insert or update on public.payments for each row execute function internal.guard_payment();
create trigger keep before delete or truncate on public.payments for each statement execute function internal.refuse_change();

create function internal.guard_refund() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.id, new.payment_id, new.amount_cents, new.reason, new.created_at) is distinct from (old.id, old.payment_id, old.amount_cents, old.reason, old.created_at)
    or old.state <> 'asked' then
    raise exception using errcode = '42501', message = 'what a refund is stays';
  end if;
  return new;
end $$;
create trigger guard before update on public.refunds for each row execute function internal.guard_refund();
create trigger keep before delete or truncate on public.refunds for each statement execute function internal.refuse_change();

-- Managers see what their company was paid; customers see it at their booking (70_shown).
alter table public.payments enable row level security;
create policy managers_read on public.payments for select to authenticated using (company_id in (select internal.companies_as('manager')));
revoke all on public.payments from service_role;
grant select (id, company_id, location_id, appointment_id, description, kind, provider, test, amount_cents, captured_cents, refunding_cents, refunded_cents, disputed_cents,
  state, created_at, paid_at, settled_at) on public.payments to authenticated;
grant select on public.payments to service_role;

alter table public.refunds enable row level security;
create policy managers_read on public.refunds for select to authenticated using (exists (select from public.payments payment where payment.id = payment_id));
revoke all on public.refunds from service_role;
grant select (id, payment_id, amount_cents, reason, note, state, asked_by, created_at, ended_at) on public.refunds to authenticated;
grant select on public.refunds to service_role;
revoke execute on function internal.guard_payment, internal.guard_refund from public;
