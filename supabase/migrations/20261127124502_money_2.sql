-- Payments: the room 77_money as it is in supabase/schemas, what booking asks of it, and the rows that name it.

set local check_function_bodies = off;

DROP TRIGGER "refuse_when_closed_again" ON "public"."appointments";

DROP TRIGGER "refuse_when_closed_made" ON "public"."appointments";

DROP TRIGGER "tell_of_freed_time" ON "public"."appointments";

DROP FUNCTION "internal"."confirm_hold"(uuid, text, jsonb, text);

DROP FUNCTION "internal"."write_hold"(public.holds, internal.planned_line[], internal.visitor, text, boolean);

alter table public.holds add column terms jsonb check (pg_column_size(terms) <= 1000);

-- 77_money/10_accounts.sql

-- Who can be paid online: a business by its own account with a provider. `test` is the provider of demonstrations, whose money is none.

create type public.payment_account_state as enum ('none', 'onboarding', 'active', 'restricted');

create table public.payment_accounts (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  provider varchar(20) not null check (provider in ('test', 'stripe')),
  -- What the provider calls it.
  ref varchar(255) not null default '',
  -- Its payments are a trial: no invoice and no export counts them.
  test boolean not null,
  state public.payment_account_state not null default 'none',
  -- What the provider still asks of the business, in the provider's words.
  requirements text[] not null default '{}' check (internal.short_texts(requirements, 50, 200)),
  created_at timestamptz not null default now(),
  unique (company_id, provider)
);

-- The provider through which this installation takes payments, as its server has said when it started; at first none. Rules of businesses
-- have an effect only where their account is with this one.
create table internal.payment_provider (
  only_one boolean primary key default true check (only_one),
  provider text not null check (provider in ('off', 'test', 'stripe'))
);
alter table internal.payment_provider enable row level security;
insert into internal.payment_provider (provider) values ('off');

-- Says through which provider payments are taken from now on; payments that are on their way stay with theirs. For the server only, at its start.
-- Error: provider_unknown.
create function public.use_payment_provider(p_provider text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not coalesce(p_provider in ('off', 'test', 'stripe'), false) then perform internal.fail('provider_unknown'); end if;
  update internal.payment_provider set provider = p_provider where provider <> p_provider;
end $$;

-- The account by which a company can be paid now; null when it cannot.
create function internal.paying_account(p_company uuid) returns public.payment_accounts
language plpgsql stable set search_path = '' as $$
declare
  account public.payment_accounts;
begin
  select held.* into account from public.payment_accounts held join internal.payment_provider used on used.provider = held.provider
  where held.company_id = p_company and held.state = 'active';
  return account;
end $$;

-- Connects a company with the provider of this installation; again changes nothing. With the test provider it can be paid at once. For owners.
-- Errors: company_not_found, role_not_allowed, payments_unavailable (none, or one that has to be asked first).
create function public.connect_account(p_company uuid) returns public.payment_accounts
language plpgsql security definer set search_path = '' as $$
declare
  account public.payment_accounts;
begin
  perform internal.open_company(p_company, 'owner');
  if not exists (select from internal.payment_provider where provider = 'test')
    or exists (select from public.payment_accounts where company_id = p_company and not test) then
    perform internal.fail('payments_unavailable');
  end if;
  insert into public.payment_accounts (company_id, provider, ref, test, state) values (p_company, 'test', p_company::text, true, 'active')
  on conflict (company_id, provider) do update set state = 'active' returning * into account;
  -- Whoever shows them does it anew.
  update public.locations set updated_at = now() where company_id = p_company;
  return account;
end $$;

-- Ends taking payments; what was paid stays and can be given back. Again changes nothing. For owners. Errors: company_not_found, role_not_allowed.
create function public.disconnect_account(p_company uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.open_company(p_company, 'owner');
  update public.payment_accounts set state = 'none' where company_id = p_company and state <> 'none';
  update public.locations set updated_at = now() where company_id = p_company;
end $$;

alter table public.payment_accounts enable row level security;
create policy managers_read on public.payment_accounts for select to authenticated using (company_id in (select internal.companies_as('manager')));
revoke all on public.payment_accounts from service_role;
grant select (id, company_id, provider, test, state, requirements, created_at) on public.payment_accounts to authenticated;
grant select on public.payment_accounts to service_role;
revoke execute on function internal.paying_account from public;
grant execute on function public.connect_account, public.disconnect_account to authenticated;
grant execute on function public.use_payment_provider to service_role;

-- 77_money/15_payments.sql

-- What was asked of customers, and what was given back. The sums of a payment are those of the ledger, whose trigger alone writes them.

create type public.payment_state as enum ('open', 'processing', 'paid', 'failed', 'expired');
create type public.refund_state as enum ('asked', 'done', 'failed');

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
  constraint payments_captured check (captured_cents between 0 and amount_cents),
  constraint payments_refunded check (refunding_cents >= 0 and refunded_cents >= 0 and refunding_cents + refunded_cents <= captured_cents)
);
create index payments_company on public.payments (company_id, created_at);
create index payments_appointment on public.payments (appointment_id) where appointment_id is not null;
create index payments_location on public.payments (location_id) where location_id is not null;
create unique index payments_ref on public.payments (provider, ref) where ref <> '';
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
    if (new.captured_cents, new.refunding_cents, new.refunded_cents) is distinct from (0, 0, 0) then
      raise exception using errcode = '42501', message = 'the sums of payments are written by the ledger';
    end if;
    return new;
  end if;
  if (new.id, new.company_id, new.kind, new.provider, new.test, new.amount_cents, new.created_at)
    is distinct from (old.id, old.company_id, old.kind, old.provider, old.test, old.amount_cents, old.created_at) then
    raise exception using errcode = '42501', message = 'what a payment is stays';
  end if;
  if (new.captured_cents, new.refunding_cents, new.refunded_cents) is distinct from (old.captured_cents, old.refunding_cents, old.refunded_cents)
    and pg_trigger_depth() < 2 then
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
grant select (id, company_id, location_id, appointment_id, description, kind, provider, test, amount_cents, captured_cents, refunding_cents, refunded_cents,
  state, created_at, paid_at, settled_at) on public.payments to authenticated;
grant select on public.payments to service_role;

alter table public.refunds enable row level security;
create policy managers_read on public.refunds for select to authenticated using (exists (select from public.payments payment where payment.id = payment_id));
revoke all on public.refunds from service_role;
grant select (id, payment_id, amount_cents, reason, note, state, asked_by, created_at, ended_at) on public.refunds to authenticated;
grant select on public.refunds to service_role;
revoke execute on function internal.guard_payment, internal.guard_refund from public;

-- 77_money/20_ledger.sql

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
  'receivable', 'plan_revenue', 'commission_revenue', 'vat', 'platform_bank');

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
  payment_id uuid not null references public.payments on delete restrict,
  debit public.money_account not null,
  credit public.money_account not null,
  amount_cents integer not null check (amount_cents > 0),
  primary key (event_id, position),
  constraint money_transfers_sides check (debit <> credit)
);
create index money_transfers_payment on public.money_transfers (payment_id);

create trigger append_only before update or delete or truncate on public.money_events for each statement execute function internal.refuse_change();
create trigger append_only before update or delete or truncate on public.money_transfers for each statement execute function internal.refuse_change();

-- A transfer comes with its event, and stays in one company.
create function internal.guard_transfer() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not exists (
    select from public.money_events event join public.payments payment on payment.company_id = event.company_id
    where event.id = new.event_id and event.xid = pg_current_xact_id() and payment.id = new.payment_id) then
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
    refunded_cents = refunded_cents + case when new.debit = 'refunds_due' and new.credit = 'provider_balance' then new.amount_cents else 0 end
  where id = new.payment_id;
  return null;
end $$;
create trigger keep_sums after insert on public.money_transfers for each row execute function internal.keep_sums();

create type internal.posting as (debit public.money_account, credit public.money_account, cents integer);

-- Writes what happened to a payment, whose row the caller has locked. False when it is known already, or nothing moves.
create function internal.post(payment public.payments, p_verb text, p_key text, variadic postings internal.posting[]) returns boolean
language plpgsql set search_path = '' as $$
declare
  event bigint;
begin
  if not exists (select from unnest(postings) line where line.cents > 0) then return false; end if;
  insert into public.money_events (book, company_id, at, verb, actor, idempotency_key)
  values ('company', payment.company_id, internal.present(), p_verb, internal.person(), p_key)
  on conflict (idempotency_key) do nothing returning id into event;
  if event is null then return false; end if;
  insert into public.money_transfers (event_id, "position", payment_id, debit, credit, amount_cents)
  select event, row_number() over (order by line.n), payment.id, line.debit, line.credit, line.cents
  from unnest(postings) with ordinality line (debit, credit, cents, n) where line.cents > 0;
  return true;
end $$;

-- What an account holds of a payment: what it was credited less what it was debited; the other way round for what lies with the provider and its fees.
create function internal.balance_of(p_payment uuid, p_account public.money_account) returns integer
language sql stable set search_path = '' as $$
  select case when p_account in ('provider_balance', 'provider_fee') then -1 else 1 end * coalesce(sum(
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
revoke execute on function internal.guard_transfer, internal.keep_sums, internal.post, internal.balance_of from public;

-- 77_money/25_outbox.sql

-- What the provider is to be asked, what it has said by itself, and what does not fit. No verb calls a provider: it writes a command in its own
-- transaction, a process of the server takes it for a while (a lease), asks, and reports what came of it (55_commands).

create table public.payment_commands (
  -- Also the key by which the provider knows a repeated request.
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments on delete restrict,
  refund_id uuid references public.refunds on delete restrict,
  kind varchar(20) not null check (kind in ('start', 'refund', 'expire', 'read')),
  state varchar(20) not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'dropped')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  -- Whose turn it is, and until when; another process may take it afterwards.
  lease uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  last_error varchar(500) not null default '',
  constraint payment_commands_refund check ((kind = 'refund') = (refund_id is not null))
);
create index payment_commands_due on public.payment_commands (next_attempt_at) where state = 'waiting';
create index payment_commands_payment on public.payment_commands (payment_id, kind);
create index payment_commands_refund on public.payment_commands (refund_id) where refund_id is not null;
create index payment_commands_ended on public.payment_commands (ended_at) where ended_at is not null;
-- Reading is one thing, however often it is asked for.
create unique index payment_commands_one on public.payment_commands (payment_id, kind) where state = 'waiting' and kind in ('start', 'expire', 'read');

create table public.provider_events (
  id bigint generated always as identity primary key,
  provider varchar(20) not null,
  event_id varchar(255) not null,
  kind varchar(100) not null,
  -- What the provider calls the payment that it is about.
  ref varchar(255) not null default '',
  payment_id uuid references public.payments on delete restrict,
  received_at timestamptz not null,
  unique (provider, event_id)
);
create index provider_events_age on public.provider_events (received_at);
create index provider_events_payment on public.provider_events (payment_id) where payment_id is not null;

-- Facts that break a rule of ours. The provider is right about its money, so that somebody has to look.
create table public.money_alerts (
  id bigint generated always as identity primary key,
  kind varchar(40) not null,
  payment_id uuid references public.payments on delete restrict,
  detail jsonb not null default '{}' check (pg_column_size(detail) <= 8000),
  -- The same fact again is no new alert.
  key varchar(200) not null unique,
  at timestamptz not null,
  seen_at timestamptz
);
create index money_alerts_payment on public.money_alerts (payment_id) where payment_id is not null;
create index money_alerts_unseen on public.money_alerts (at) where seen_at is null;

create function internal.alert(p_kind text, p_payment uuid, p_key text, p_detail jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.money_alerts (kind, payment_id, detail, key, at)
  values (p_kind, p_payment, p_detail, left(p_kind || ':' || coalesce(p_payment::text, '') || ':' || p_key, 200), internal.present())
  on conflict (key) do nothing;
end $$;

-- Orders something of the provider; what is ordered already is ordered once. The caller has locked the payment.
create function internal.command(p_payment uuid, p_kind text, p_refund uuid default null) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.payment_commands (payment_id, refund_id, kind, next_attempt_at, created_at)
  values (p_payment, p_refund, p_kind, internal.present(), internal.present())
  on conflict (payment_id, kind) where state = 'waiting' and kind in ('start', 'expire', 'read') do nothing;
end $$;

-- For the server and the operator only.
alter table public.payment_commands enable row level security;
alter table public.provider_events enable row level security;
alter table public.money_alerts enable row level security;
revoke all on public.payment_commands, public.provider_events, public.money_alerts from service_role;
grant select on public.payment_commands, public.provider_events, public.money_alerts to service_role;
revoke execute on function internal.alert, internal.command from public;

-- 77_money/30_rules.sql

-- What customers pay when they book: a rule for each location, and for single services one of their own. Without a rule, and where the business cannot be paid
-- online, everything is paid on site. Rules bind bookings from then on; what was booked before keeps its terms (35_terms).

create table public.payment_rules (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  -- Null: of all services without a rule of their own.
  service_id uuid,
  mode varchar(20) not null check (mode in ('on_site', 'deposit', 'full')),
  -- Of a deposit: a share of the price, or a fixed sum, which is never more than the price.
  percent smallint check (percent between 1 and 100),
  cents integer check (cents between 100 and 1000000),
  -- Whether the business keeps what was paid when nobody comes.
  keeps_on_no_show boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (service_id, location_id) references public.services (id, location_id) on delete cascade,
  constraint payment_rules_deposit check (case mode when 'deposit' then num_nonnulls(percent, cents) = 1 else num_nonnulls(percent, cents) = 0 end)
);
create unique index payment_rules_location on public.payment_rules (location_id) where service_id is null;
create unique index payment_rules_service on public.payment_rules (location_id, service_id) where service_id is not null;
create trigger touch before update on public.payment_rules for each row execute function internal.touch_updated_at();

-- The smallest sum that is asked for online; what would be less is paid on site.
create function internal.least_payment() returns integer
language sql immutable set search_path = '' as $$ select 50 $$;

-- Sets the rule of a location, or of one of its services. `p_mode` null removes the rule of a service, so that it follows its location. For managers and
-- owners. Errors: location_not_found, service_not_found, payment_rule_invalid (an unknown mode, no sum or two for a deposit, or one that is out of bounds).
create function public.set_payment_rule(
  p_location uuid, p_service uuid default null, p_mode text default null, p_percent integer default null, p_cents integer default null,
  p_keeps_on_no_show boolean default true)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  if p_service is not null and not exists (select from public.services where id = p_service and location_id = p_location) then
    perform internal.fail('service_not_found');
  end if;
  -- One at a time, and whoever shows the location does it anew.
  update public.locations set updated_at = now() where id = p_location;
  if p_mode is null then
    delete from public.payment_rules where location_id = p_location and service_id is not distinct from p_service;
    return;
  end if;
  if not coalesce(case p_mode
      when 'deposit' then num_nonnulls(p_percent, p_cents) = 1 and coalesce(p_percent between 1 and 100, p_cents between 100 and 1000000)
      when 'on_site' then num_nonnulls(p_percent, p_cents) = 0
      when 'full' then num_nonnulls(p_percent, p_cents) = 0 end, false) then
    perform internal.fail('payment_rule_invalid');
  end if;
  delete from public.payment_rules where location_id = p_location and service_id is not distinct from p_service;
  insert into public.payment_rules (location_id, service_id, mode, percent, cents, keeps_on_no_show)
  values (p_location, p_service, p_mode, p_percent, p_cents, coalesce(p_keeps_on_no_show, true));
end $$;

-- What a rule asks for at once of a price, in cents; none asks for nothing.
create function internal.due_now(rule public.payment_rules, p_price integer, p_seats integer default 1) returns integer
language sql immutable set search_path = '' as $$
  select case rule.mode when 'full' then p_price
    when 'deposit' then least(p_price, coalesce(rule.cents * p_seats, round(p_price * rule.percent / 100.0)::integer)) else 0 end
$$;

-- The rule that holds for a service; all of it null without one.
create function internal.rule_of(p_location uuid, p_service uuid) returns public.payment_rules
language plpgsql stable set search_path = '' as $$
declare
  rule public.payment_rules;
begin
  select * into rule from public.payment_rules one where one.location_id = p_location and (one.service_id = p_service or one.service_id is null)
  order by one.service_id is null limit 1;
  return rule;
end $$;

-- What visitors are shown at the services of a published location, for those of which something is paid when they are booked:
-- [{service_id, mode, percent, cents, due_cents: of its price, keeps_on_no_show, test}]. What the business confirms first is paid on site.
create function public.list_payment_terms(p_location uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not internal.is_published(p_location) and p_location not in (select internal.locations_as('staff')) then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('service_id', service.id, 'mode', rule.mode, 'percent', rule.percent, 'cents', rule.cents,
        'due_cents', due.cents, 'keeps_on_no_show', rule.keeps_on_no_show, 'test', account.test) order by service.id), '[]')
    from public.locations place
    cross join lateral internal.paying_account(place.company_id) account
    join public.services service on service.location_id = place.id and service.active and service.booking_way <> 'request'
    cross join lateral internal.rule_of(place.id, service.id) rule
    cross join lateral internal.due_now(rule, service.price_cents) due (cents)
    where place.id = p_location and not place.confirms_by_hand and account.id is not null and due.cents >= internal.least_payment());
end $$;

alter table public.payment_rules enable row level security;
create policy members_read on public.payment_rules for select to authenticated using (location_id = any(array(select internal.locations_as('staff'))));
revoke all on public.payment_rules from service_role;
grant select on public.payment_rules to authenticated, service_role;
revoke execute on function internal.least_payment, internal.due_now, internal.rule_of from public;
grant execute on function public.set_payment_rule to authenticated;
grant execute on function public.list_payment_terms to anon, authenticated;

-- 77_money/35_terms.sql

-- What was agreed about paying one booking. A hold keeps it as {mode, pay_now_cents, no_show_cents, test} in its row, and nothing where everything is paid on
-- site; from there it comes to the appointment when the customer goes to pay. Later changes of rules or prices do not touch it.

create table public.appointment_payment_terms (
  appointment_id uuid primary key references public.appointments on delete cascade,
  mode varchar(20) not null check (mode in ('deposit', 'full')),
  pay_now_cents integer not null check (pay_now_cents > 0),
  -- Of that: what the business keeps when nobody comes.
  no_show_cents integer not null check (no_show_cents between 0 and pay_now_cents),
  -- Until when the time is kept for the payment; null once that is decided.
  pay_until timestamptz,
  -- When a cancelled visit, whose payment went back, was set up again: it is paid on site.
  waived_at timestamptz
);
create index appointment_payment_terms_until on public.appointment_payment_terms (pay_until) where pay_until is not null;

-- The terms of a hold with these lines; null where everything is paid on site. The usual case is one look into an index.
create function internal.terms_of(p_company uuid, p_location uuid, planned internal.planned_line[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  account public.payment_accounts;
  terms record;
begin
  if not exists (select from public.payment_rules where location_id = p_location) then return null; end if;
  account := internal.paying_account(p_company);
  if account.id is null then return null; end if;
  select sum(due.cents)::integer as pay_now, sum(due.cents) filter (where rule.keeps_on_no_show)::integer as no_show, sum(line.price_cents)::integer as total
  into terms
  from unnest(planned) line
  cross join lateral internal.rule_of(p_location, line.service_id) rule
  cross join lateral internal.due_now(rule, line.price_cents, coalesce(line.seats, 1)) due (cents);
  if terms.pay_now is null or terms.pay_now < internal.least_payment() then return null; end if;
  return jsonb_build_object('mode', case when terms.pay_now = terms.total then 'full' else 'deposit' end, 'pay_now_cents', terms.pay_now,
    'no_show_cents', coalesce(terms.no_show, 0), 'test', account.test);
end $$;

-- Whether this hold becomes an appointment only by a payment. What the business confirms first is paid on site, and so are
-- offers, proposals and seats of courses: their holds have no terms.
create function internal.is_to_be_paid(hold public.holds) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return hold.terms is not null and not internal.asks_first(hold);
end $$;

alter table public.appointment_payment_terms enable row level security;
create policy managers_read on public.appointment_payment_terms for select to authenticated
  using (exists (select from public.appointments visit where visit.id = appointment_id and visit.company_id in (select internal.companies_as('manager'))));
revoke all on public.appointment_payment_terms from service_role;
grant select on public.appointment_payment_terms to authenticated, service_role;
revoke execute on function internal.terms_of, internal.is_to_be_paid from public;

-- 77_money/40_starting.sql

-- From a hold to an appointment that waits for its payment. Its time is kept for 35 minutes, because a provider's page of payment lives for 30. The
-- verbs only write what is to be paid; the server then asks the provider (55_commands) and sends the customer there.

create function internal.payment_window() returns interval
language sql immutable set search_path = '' as $$ select interval '35 minutes' $$;

-- Makes a payment of what an appointment's terms ask for, and orders its start. The caller has locked the appointment.
-- Error: payments_unavailable.
create function internal.ask_payment(appointment public.appointments, terms public.appointment_payment_terms) returns uuid
language plpgsql set search_path = '' as $$
declare
  account constant public.payment_accounts := internal.paying_account(appointment.company_id);
  made uuid;
begin
  if account.id is null then perform internal.fail('payments_unavailable'); end if;
  insert into public.payments (company_id, location_id, appointment_id, description, kind, provider, test, amount_cents, created_at)
  values (appointment.company_id, appointment.location_id, appointment.id,
    case terms.mode when 'full' then 'Zahlung' else 'Anzahlung' end || ', Buchung ' || internal.booking_number(appointment.id),
    terms.mode, account.provider, account.test, terms.pay_now_cents, internal.present())
  returning id into made;
  perform internal.command(made, 'start');
  return made;
end $$;

-- What a hold, which has just become an appointment, agrees on and is to pay.
create function internal.await_payment(hold public.holds) returns void
language plpgsql set search_path = '' as $$
declare
  terms public.appointment_payment_terms;
  visit public.appointments;
begin
  insert into public.appointment_payment_terms (appointment_id, mode, pay_now_cents, no_show_cents, pay_until)
  values (hold.id, hold.terms ->> 'mode', (hold.terms ->> 'pay_now_cents')::integer, (hold.terms ->> 'no_show_cents')::integer,
    internal.present() + internal.payment_window()) returning * into terms;
  select * into visit from public.appointments where id = hold.id;
  perform internal.ask_payment(visit, terms);
end $$;

-- Begins the payment of a hold, which becomes an appointment that waits for it; arguments as for `confirm_appointment`. Again, or for an appointment that
-- waits already, answers the payment that is open, or begins a new one when the last has failed. One that is paid answers the same.
-- Answers the visit with `payment_id`. Errors: those of `confirm_appointment`, payment_not_needed, payments_unavailable.
create function public.start_payment(
  p_appointment uuid, p_secret text default null, p_contact jsonb default null, p_early_start text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened internal.opened;
  terms public.appointment_payment_terms;
  payment public.payments;
  begun uuid;
begin
  -- Somebody else's call may just have done it: then it is an appointment.
  if internal.confirm_hold(p_appointment, p_secret, p_contact, p_early_start, true) then
    select id into begun from public.payments where appointment_id = p_appointment;
    return internal.visit_json(p_appointment) || jsonb_build_object('payment_id', begun);
  end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  select * into terms from public.appointment_payment_terms where appointment_id = p_appointment;
  if terms.appointment_id is null then perform internal.fail('payment_not_needed'); end if;
  select * into payment from public.payments where appointment_id = p_appointment order by state = 'paid' desc, created_at desc, id limit 1 for update;
  if (opened.appointment).state = 'awaiting_payment' and payment.state in ('failed', 'expired') then
    if terms.pay_until <= internal.present() then perform internal.fail('wrong_state', 'expired'); end if;
    begun := internal.ask_payment(opened.appointment, terms);
  elsif (opened.appointment).state = 'awaiting_payment' or (opened.appointment).state = 'confirmed' and payment.state = 'paid' then
    begun := payment.id;
  else
    perform internal.fail('wrong_state', (opened.appointment).state::text);
  end if;
  return internal.visit_json(p_appointment) || jsonb_build_object('payment_id', begun);
end $$;

-- Gives up an appointment that waits for its payment: its time is free again. What is paid all the same goes back. One that has ended answers the same.
-- Errors: appointment_not_found, wrong_state.
create function public.abandon_payment(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
begin
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  if (opened.appointment).state <> 'expired' then perform internal.move(opened.appointment, 'abandon', 'customer'); end if;
  return internal.visit_json(p_appointment);
end $$;

revoke execute on function internal.payment_window, internal.ask_payment, internal.await_payment from public;
grant execute on function public.start_payment, public.abandon_payment to anon, authenticated;

-- 77_money/45_releasing.sql

-- What an appointment gives back that does not take place.

-- Orders that this much of a payment goes back, from what is prepaid first, then from what was earned. The caller has locked the payment and knows that
-- there is as much. Answers the refund's id.
create function internal.refund(payment public.payments, p_cents integer, p_reason text, p_note text default '', p_key uuid default null) returns uuid
language plpgsql set search_path = '' as $$
declare
  made uuid;
begin
  insert into public.refunds (payment_id, amount_cents, reason, note, idempotency_key, asked_by, created_at)
  values (payment.id, p_cents, p_reason, left(coalesce(p_note, ''), 500), p_key, internal.person(), internal.present()) returning id into made;
  perform internal.post(payment, 'refund_asked', 'refund:' || made || ':asked', variadic internal.taken_from(payment.id, p_cents));
  perform internal.command(payment.id, 'refund', made);
  -- The business made nothing of it, so that only the customer hears of it.
  if p_reason = 'slot_lost' and payment.appointment_id is not null then
    perform internal.queue_messages(payment.appointment_id, 'appointment_not_booked', 'business');
  end if;
  return made;
end $$;

-- The postings by which this much leaves what is prepaid, else what was earned, and becomes due to the customer.
create function internal.taken_from(p_payment uuid, p_cents integer) returns internal.posting[]
language plpgsql stable set search_path = '' as $$
declare
  account public.money_account;
  left_over integer := p_cents;
  part integer;
  postings internal.posting[] := '{}';
begin
  foreach account in array '{prepaid,revenue,fee_income}'::public.money_account[] loop
    part := least(left_over, internal.balance_of(p_payment, account));
    if part > 0 then
      postings := postings || (account, 'refunds_due', part)::internal.posting;
      left_over := left_over - part;
    end if;
  end loop;
  return postings;
end $$;

-- What is paid and has not been given back, nor is about to be.
create function internal.refundable(payment public.payments) returns integer
language sql immutable set search_path = '' as $$
  select payment.captured_cents - payment.refunding_cents - payment.refunded_cents
$$;

-- Whether a visit is still to come for which something was paid: withdrawing from it ends it, whatever the policy says.
create function internal.is_prepaid(appointment public.appointments) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return appointment.state in ('requested', 'confirmed') and appointment.starts_at > internal.present() and exists (
    select from public.payments payment where payment.appointment_id = appointment.id and internal.refundable(payment) > 0);
end $$;

-- An appointment that has just given its time back gives back what was paid for it, and takes no more. The caller has locked it.
create function internal.release_payments(p_appointment uuid, p_reason text) returns void
language plpgsql set search_path = '' as $$
declare
  payment public.payments;
begin
  for payment in select * from public.payments where appointment_id = p_appointment order by id for update loop
    if internal.refundable(payment) > 0 then perform internal.refund(payment, internal.refundable(payment), p_reason); end if;
    if payment.state in ('open', 'processing') then
      update public.payments set state = 'expired' where id = payment.id;
      update public.payment_commands set state = 'dropped', ended_at = internal.present()
      where payment_id = payment.id and kind = 'start' and state = 'waiting' and attempts = 0;
      -- The provider knows nothing of what nobody has tried to start.
      if not found then perform internal.command(payment.id, 'expire'); end if;
    end if;
  end loop;
end $$;

-- What a step of an appointment means for its money; called by internal.move for steps that give time back, and for taking that back.
create function internal.money_of_move(p_appointment uuid, p_verb text, p_actor public.actor_kind, p_reason text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_verb = 'restore' then
    update public.appointment_payment_terms set waived_at = internal.present() where appointment_id = p_appointment;
    return;
  end if;
  update public.appointment_payment_terms set pay_until = null where appointment_id = p_appointment and pay_until is not null;
  perform internal.release_payments(p_appointment, case when p_verb = 'expire' then 'slot_lost' when p_actor = 'business' then 'business'
    when p_reason = 'Widerruf' then 'withdrawal' else 'customer' end);
end $$;

revoke execute on function internal.refund, internal.taken_from, internal.refundable, internal.is_prepaid, internal.release_payments, internal.money_of_move from public;

-- 77_money/50_facts.sql

-- What the provider says about a payment: totals of now. What is booked is the difference to what the ledger has, so that a report that comes twice, late
-- or in the wrong order books nothing. Facts are never refused: what breaks a rule of ours becomes an alert.

-- {state?: processing | failed | expired, captured?, refunded?, fee?: totals in cents, refunds?: [{id: of our row, state: done | failed}]}.
create function internal.fact(p_facts jsonb, p_name text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return case when jsonb_typeof(p_facts -> p_name) = 'number' then least(greatest((p_facts ->> p_name)::numeric, 0), 2000000000)::integer end;
end $$;

-- Locks a payment and, before it, what it is for: location, appointment, payment. Null when there is none.
create function internal.lock_payment(p_payment uuid) returns public.payments
language plpgsql set search_path = '' as $$
declare
  payment public.payments;
begin
  select * into payment from public.payments where id = p_payment;
  if payment.id is null then return payment; end if;
  if payment.location_id is not null then perform internal.lock_location(payment.location_id, false); end if;
  perform from public.appointments where id = payment.appointment_id for update;
  select * into payment from public.payments where id = p_payment for update;
  return payment;
end $$;

-- Books what the provider says. For the server only, after it has asked the provider or verified a signature. Answers the payment's state; null for a
-- payment that is not ours.
create function public.apply_payment_snapshot(p_payment uuid, p_facts jsonb) returns public.payment_state
language plpgsql security definer set search_path = '' as $$
declare
  payment public.payments := internal.lock_payment(p_payment);
begin
  if payment.id is null then return null; end if;
  perform internal.apply_facts(payment, coalesce(p_facts, '{}'));
  return (select state from public.payments where id = p_payment);
end $$;

-- The same for a payment that is locked with everything before it.
create function internal.apply_facts(payment public.payments, p_facts jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  -- What is not said has not changed.
  captured constant integer := coalesce(internal.fact(p_facts, 'captured'), payment.captured_cents);
  refunded constant integer := coalesce(internal.fact(p_facts, 'refunded'), payment.refunded_cents);
  fee constant integer := coalesce(internal.fact(p_facts, 'fee'), 0);
  before constant public.payments := payment;
  known constant text := payment.provider || ':' || payment.id;
  gone integer;
  unasked integer;
begin
  if captured > payment.amount_cents then
    perform internal.alert('captured_too_much', payment.id, captured::text, jsonb_build_object('captured', captured, 'amount', payment.amount_cents));
  end if;
  perform internal.post(payment, 'captured', known || ':captured:' || captured,
    ('provider_balance', 'prepaid', least(captured, payment.amount_cents) - payment.captured_cents)::internal.posting);
  select * into payment from public.payments where id = payment.id;

  gone := refunded - payment.refunded_cents;
  unasked := gone - payment.refunding_cents;
  if unasked > 0 then
    -- Given back without us, at the provider.
    perform internal.alert(case when unasked > internal.refundable(payment) then 'refunded_too_much' else 'refunded_outside' end, payment.id, refunded::text,
      jsonb_build_object('refunded', refunded, 'unasked', unasked));
    unasked := least(unasked, internal.refundable(payment));
    perform internal.post(payment, 'refund_outside', known || ':unasked:' || refunded, variadic internal.taken_from(payment.id, unasked));
    select * into payment from public.payments where id = payment.id;
  end if;
  perform internal.post(payment, 'refunded', known || ':refunded:' || refunded,
    ('refunds_due', 'provider_balance', least(gone, payment.refunding_cents))::internal.posting);
  perform internal.post(payment, 'fee', known || ':fee:' || fee,
    ('provider_fee', 'provider_balance', fee - internal.balance_of(payment.id, 'provider_fee'))::internal.posting);
  perform internal.end_refunds(payment, p_facts -> 'refunds');

  select * into payment from public.payments where id = payment.id;
  update public.payments set read_at = internal.present(),
    paid_at = case when payment.captured_cents = payment.amount_cents then coalesce(paid_at, internal.present()) end,
    state = case when payment.captured_cents = payment.amount_cents then 'paid'
      when state in ('open', 'processing') and p_facts ->> 'state' in ('processing', 'failed', 'expired') then (p_facts ->> 'state')::public.payment_state
      else state end
  where id = payment.id returning * into payment;
  if payment.state not in ('open', 'processing') then
    update public.payment_commands set state = 'dropped', ended_at = internal.present()
    where payment_id = payment.id and kind = 'start' and state = 'waiting';
  end if;
  if payment.state = 'paid' and before.state <> 'paid' then perform internal.take_payment(payment); end if;
end $$;

-- What becomes of the appointment of a payment that has just been paid: it is confirmed; where it has ended, or is paid already, all goes back.
create function internal.take_payment(payment public.payments) returns void
language plpgsql set search_path = '' as $$
declare
  appointment public.appointments;
begin
  select * into appointment from public.appointments where id = payment.appointment_id;
  if appointment.state = 'awaiting_payment' then
    begin
      update public.appointment_payment_terms set pay_until = null where appointment_id = appointment.id;
      perform internal.move(appointment, 'paid', 'system', '', jsonb_build_object('paid_cents', payment.captured_cents, 'test', payment.test));
      return;
    exception when others then
      -- The money is there, whatever stands against the visit: it lapses by itself and gives back what was paid.
      perform internal.alert('not_confirmed', payment.id, 'paid', jsonb_build_object('error', left(sqlerrm, 500)));
      return;
    end;
  end if;
  if internal.refundable(payment) > 0 then
    perform internal.refund(payment, internal.refundable(payment),
      case when appointment.state in ('confirmed', 'completed', 'no_show', 'requested') then 'paid_twice' else 'slot_lost' end);
  end if;
end $$;

-- Marks the refunds that the provider says have ended; what it could not give back is prepaid again, and somebody has to see to it.
create function internal.end_refunds(payment public.payments, p_refunds jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  told record;
begin
  for told in
    select refund.id, refund.amount_cents, one ->> 'state' as state
    from jsonb_array_elements(case when jsonb_typeof(p_refunds) = 'array' then p_refunds else '[]' end) one
    join public.refunds refund on refund.id::text = one ->> 'id' and refund.payment_id = payment.id
    where refund.state = 'asked' and one ->> 'state' in ('done', 'failed')
  loop
    update public.refunds set state = told.state::public.refund_state, ended_at = internal.present() where id = told.id;
    update public.payment_commands set state = case told.state when 'done' then 'done' else 'failed' end, ended_at = internal.present()
    where refund_id = told.id and state = 'waiting';
    if told.state = 'failed' then
      perform internal.post(payment, 'refund_failed', 'refund:' || told.id || ':failed',
        ('refunds_due', 'prepaid', least(told.amount_cents, (select refunding_cents from public.payments where id = payment.id)))::internal.posting);
      perform internal.alert('refund_failed', payment.id, told.id::text, jsonb_build_object('refund', told.id, 'amount', told.amount_cents));
    end if;
  end loop;
end $$;

revoke execute on function internal.fact, internal.lock_payment, internal.apply_facts, internal.take_payment, internal.end_refunds from public;
grant execute on function public.apply_payment_snapshot to service_role;

-- 77_money/55_commands.sql

-- The outbox: a process of the server claims commands for a minute, asks the provider with the command's or the payment's id as key, and reports. When it is
-- killed between the two, another one asks again with the same key, and the provider answers what it has done already.

-- Claims commands that are due: [{id, lease, kind, attempts, read_first, payment: {id, provider, ref, account_ref, amount_cents, description, test,
-- appointment_id, created_at}, refund: {id, amount_cents} or null}]. With p_payment those of one payment, also its start, which is left to whoever brings the
-- customer; else the oldest, up to p_limit. `read_first`: the key may no longer be known, so what has happened is to be read before. For the server only.
create function public.claim_payment_commands(p_limit integer default 20, p_payment uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  claimed jsonb;
begin
  with due as (
    select waiting.id from public.payment_commands waiting
    where waiting.state = 'waiting' and (waiting.lease_until is null or waiting.lease_until <= present)
      and case when p_payment is null then waiting.kind <> 'start' and waiting.next_attempt_at <= present else waiting.payment_id = p_payment end
    order by waiting.next_attempt_at, waiting.id limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.payment_commands command set lease = gen_random_uuid(), lease_until = present + interval '1 minute',
      attempts = least(command.attempts + 1, 30000)
    from due where command.id = due.id returning command.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', command.id, 'lease', command.lease, 'kind', command.kind, 'attempts', command.attempts,
      'read_first', command.attempts > 1 and command.created_at < present - interval '20 hours',
      'payment', jsonb_build_object('id', payment.id, 'provider', payment.provider, 'ref', payment.ref, 'account_ref', coalesce(account.ref, ''),
        'amount_cents', payment.amount_cents, 'description', payment.description, 'test', payment.test, 'appointment_id', payment.appointment_id,
        'created_at', payment.created_at),
      'refund', case when refund.id is not null then jsonb_build_object('id', refund.id, 'amount_cents', refund.amount_cents) end)
    order by command.next_attempt_at, command.id), '[]') into claimed
  from taken command join public.payments payment on payment.id = command.payment_id
  left join public.payment_accounts account on account.company_id = payment.company_id and account.provider = payment.provider
  left join public.refunds refund on refund.id = command.refund_id;
  return claimed;
end $$;

-- Reports what came of a command: `p_outcome` done, pending (accepted, to be read later), needs_customer (a page waits for them), declined or unknown (no answer;
-- it is repeated). `p_result` {ref?, facts?, error?}; facts as for `apply_payment_snapshot`. Facts count also when the lease has passed to somebody else;
-- then the command itself is left to them, and the answer is false. For the server only. Error: outcome_unknown.
create function public.finish_payment_command(p_command uuid, p_lease uuid, p_outcome text, p_result jsonb default '{}') returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  command public.payment_commands;
  payment public.payments;
  facts jsonb := case when jsonb_typeof(p_result -> 'facts') = 'object' then p_result -> 'facts' else '{}' end;
begin
  if not coalesce(p_outcome in ('done', 'pending', 'needs_customer', 'declined', 'unknown'), false) then perform internal.fail('outcome_unknown'); end if;
  select * into command from public.payment_commands where id = p_command;
  if command.id is null then return false; end if;
  payment := internal.lock_payment(command.payment_id);
  select * into command from public.payment_commands where id = p_command for update;
  if payment.ref = '' and coalesce(p_result ->> 'ref', '') <> '' then
    update public.payments set ref = left(p_result ->> 'ref', 255) where id = payment.id returning * into payment;
  end if;
  if command.state = 'waiting' and command.lease = p_lease then
    update public.payment_commands set lease = null, lease_until = null, last_error = left(coalesce(p_result ->> 'error', ''), 500),
      state = case p_outcome when 'unknown' then 'waiting' when 'declined' then 'failed' else 'done' end,
      ended_at = case when p_outcome <> 'unknown' then present end,
      next_attempt_at = present + least(interval '15 seconds' * 2 ^ least(command.attempts, 10), interval '1 hour')
    where id = command.id;
    if p_outcome = 'unknown' and command.attempts = 20 then perform internal.alert('no_answer', payment.id, command.id::text, to_jsonb(command)); end if;
    if p_outcome = 'declined' then
      facts := internal.facts_of_declined(command, facts);
    elsif p_outcome = 'done' and command.kind = 'refund' and not facts ? 'refunds' then
      facts := facts || jsonb_build_object('refunds', jsonb_build_array(jsonb_build_object('id', command.refund_id, 'state', 'done')));
    end if;
    if p_outcome = 'pending' then perform internal.command(payment.id, 'read'); end if;
  end if;
  perform internal.apply_facts(payment, facts);
  return command.state = 'waiting' and command.lease is not distinct from p_lease;
end $$;

-- What it means that the provider refuses a command: a payment cannot begin, a refund has failed; anything else is for somebody to look at.
create function internal.facts_of_declined(command public.payment_commands, p_facts jsonb) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if command.kind = 'start' then return '{"state": "failed"}'::jsonb || p_facts; end if;
  if command.kind = 'refund' then
    return jsonb_build_object('refunds', jsonb_build_array(jsonb_build_object('id', command.refund_id, 'state', 'failed'))) || p_facts;
  end if;
  perform internal.alert('declined', command.payment_id, command.id::text, jsonb_build_object('kind', command.kind));
  return p_facts;
end $$;

-- Keeps what the provider has sent by itself, once, and orders that its payment is read; nothing in it is believed. The caller has verified that it comes
-- from there. Answers {new, payment_id}. For the server only. Error: provider_unknown.
create function public.receive_provider_event(p_provider text, p_event text, p_kind text, p_ref text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  payment uuid;
  made bigint;
begin
  if not coalesce(p_provider in ('test', 'stripe') and p_event <> '', false) then perform internal.fail('provider_unknown'); end if;
  select id into payment from public.payments where provider = p_provider and ref = left(coalesce(p_ref, ''), 255) and ref <> '' for no key update;
  insert into public.provider_events (provider, event_id, kind, ref, payment_id, received_at)
  values (p_provider, left(p_event, 255), left(coalesce(p_kind, ''), 100), left(coalesce(p_ref, ''), 255), payment, internal.present())
  on conflict (provider, event_id) do nothing returning id into made;
  if made is not null then
    if payment is null then
      perform internal.alert('unknown_payment', null, p_provider || ':' || left(p_event, 100), jsonb_build_object('ref', left(coalesce(p_ref, ''), 255)));
    else
      perform internal.command(payment, 'read');
    end if;
  end if;
  return jsonb_build_object('new', made is not null, 'payment_id', payment);
end $$;

-- Orders reading: of payments on their way every ten minutes, of what was paid in the last four months once a day. Returns how many. For the server's job.
create function public.order_payment_reads(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  due uuid;
  ordered integer := 0;
begin
  for due in
    select payment.id from public.payments payment
    where payment.ref <> '' and (payment.state in ('open', 'processing') and coalesce(payment.read_at, payment.created_at) < present - interval '10 minutes'
        or payment.state in ('paid', 'expired') and coalesce(payment.read_at, payment.created_at) < present - interval '1 day' and payment.created_at > present - interval '120 days')
      and not exists (select from public.payment_commands waiting
        where waiting.payment_id = payment.id and waiting.kind = 'read' and waiting.state = 'waiting')
    order by payment.read_at nulls first limit p_limit for no key update skip locked
  loop
    perform internal.command(due, 'read');
    ordered := ordered + 1;
  end loop;
  return ordered;
end $$;

revoke execute on function internal.facts_of_declined from public;
grant execute on function public.claim_payment_commands, public.finish_payment_command, public.receive_provider_event, public.order_payment_reads
  to service_role;

-- 77_money/60_refunding.sql

-- Refunds by the business.

-- Gives back a payment, whole (p_amount_cents null) or in part. A repeated call with the same key answers the same. For managers and owners.
-- Answers {refund_id, amount_cents, left_cents: what could still be given back}.
-- Errors: payment_not_found, payment_not_paid, refund_too_high (detail: what is left, in cents), idempotency_mismatch (the key was for another refund).
create function public.refund_payment(p_payment uuid, p_key uuid, p_amount_cents integer default null, p_note text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  payment public.payments;
  made public.refunds;
  refund uuid;
  cents integer;
begin
  select * into payment from public.payments where id = p_payment and company_id in (select internal.companies_as('manager')) for update;
  if payment.id is null then perform internal.fail('payment_not_found'); end if;
  select * into made from public.refunds where idempotency_key = p_key;
  if made.id is null then
    if payment.captured_cents = 0 then perform internal.fail('payment_not_paid'); end if;
    cents := coalesce(p_amount_cents, internal.refundable(payment));
    if cents <= 0 or cents > internal.refundable(payment) then perform internal.fail('refund_too_high', internal.refundable(payment)::text); end if;
    refund := internal.refund(payment, cents, 'by_hand', p_note, p_key);
    select * into made from public.refunds where id = refund;
    select * into payment from public.payments where id = p_payment;
  elsif made.payment_id <> p_payment or made.amount_cents <> coalesce(p_amount_cents, made.amount_cents) then
    perform internal.fail('idempotency_mismatch');
  end if;
  return jsonb_build_object('refund_id', made.id, 'amount_cents', made.amount_cents, 'left_cents', internal.refundable(payment));
end $$;

grant execute on function public.refund_payment to authenticated;

-- 77_money/65_ending.sql

-- What ends by itself: times that are no longer kept for a payment, visits that have earned what was paid, and what nobody needs any more.

-- Ends appointments whose time to pay is over. Skips what others work on. For the server's job; returns how many.
create function public.expire_payments(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  due record;
  visit public.appointments;
  ended integer := 0;
begin
  for due in
    select appointment.id, appointment.location_id from public.appointments appointment
    join public.appointment_payment_terms terms on terms.appointment_id = appointment.id
    where appointment.state = 'awaiting_payment' and terms.pay_until <= present order by terms.pay_until limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(due.location_id::text, 43));
    select * into visit from public.appointments where id = due.id and state = 'awaiting_payment' for update skip locked;
    continue when not found;
    begin
      perform internal.move(visit, 'expire', 'system');
      ended := ended + 1;
    exception when others then
      raise warning 'appointment % cannot be ended: % %', due.id, sqlstate, sqlerrm;
    end;
  end loop;
  return ended;
end $$;

-- Books what was paid for visits that are over: earned when it took place, what was agreed when nobody came, the rest goes back. A day after the visit was marked,
-- when that cannot be taken back any more. For the server's job; returns how many.
create function public.settle_payments(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  payment public.payments;
  visit record;
  prepaid integer;
  kept integer;
  settled integer := 0;
begin
  for payment in
    select one.* from public.payments one join public.appointments over on over.id = one.appointment_id
    where one.state = 'paid' and one.settled_at is null and over.state in ('completed', 'no_show') and (
      select max(event.at) from public.appointment_events event
      where event.appointment_id = over.id and event.to_state = over.state and event.from_state <> event.to_state) < present - interval '1 day'
    order by one.paid_at limit p_limit for update of one skip locked
  loop
    select over.state, coalesce(terms.no_show_cents, 0) as no_show_cents into visit from public.appointments over
    left join public.appointment_payment_terms terms on terms.appointment_id = over.id where over.id = payment.appointment_id;
    prepaid := internal.balance_of(payment.id, 'prepaid');
    if visit.state = 'completed' then
      perform internal.post(payment, 'visit_completed', 'visit:' || payment.id, ('prepaid', 'revenue', prepaid)::internal.posting);
    else
      kept := least(prepaid, visit.no_show_cents);
      perform internal.post(payment, 'no_show', 'visit:' || payment.id, ('prepaid', 'fee_income', kept)::internal.posting);
      if prepaid > kept then perform internal.refund(payment, prepaid - kept, 'no_show'); end if;
    end if;
    update public.payments set settled_at = present where id = payment.id;
    settled := settled + 1;
  end loop;
  return settled;
end $$;

-- Deletes what was asked of providers and what they sent, some months later; the payments themselves stay. For the server's job; returns how many.
create function public.tidy_payments(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  commands integer;
  events integer;
begin
  delete from public.payment_commands where id in (
    select id from public.payment_commands where ended_at < internal.present() - interval '6 months' order by ended_at limit p_limit for update skip locked);
  get diagnostics commands = row_count;
  delete from public.provider_events where id in (
    select id from public.provider_events where received_at < internal.present() - interval '6 months' order by received_at limit p_limit for update skip locked);
  get diagnostics events = row_count;
  return commands + events;
end $$;

-- What is left of a company whose data are gone but that was paid here: its row, closed for good and without anything that hangs on it, because
-- bookkeeping outlives the business (§ 147 AO), and its account with the provider, by which money still goes back. False when nothing has to stay. The caller has locked the company.
create function internal.leave_for_books(p_company uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  belonging record;
begin
  if not exists (select from public.payments where company_id = p_company) then return false; end if;
  -- First the locations: what hangs on them goes with them.
  delete from public.locations where company_id = p_company;
  for belonging in
    select link.conrelid::regclass as held, one.attname as "column" from pg_constraint link
    join pg_attribute one on one.attrelid = link.conrelid and one.attnum = link.conkey[1]
    where link.contype = 'f' and link.confrelid = 'public.companies'::regclass and link.confdeltype = 'c'
      and link.conrelid <> 'public.payment_accounts'::regclass order by 1
  loop
    execute format('delete from %s where %I = $1', belonging.held, belonging.column) using p_company;
  end loop;
  update public.companies set state = 'closed', goes_at = null, email = '', phone = '' where id = p_company;
  return true;
end $$;

revoke execute on function internal.leave_for_books from public;
grant execute on function public.expire_payments, public.settle_payments, public.tidy_payments to service_role;

-- 77_money/70_shown.sql

-- What a customer is shown about paying a booking, as a part of `get_booking`: null where everything is paid on site, else {mode, due_cents: what is paid
-- online, later_cents: what is left for the visit, no_show_cents, test, pay_until: while it waits for the payment, payments: [{id, kind, amount_cents,
-- captured_cents, refunding_cents, refunded_cents, state, created_at, paid_at, refunds: [{amount_cents, reason, state, created_at}]}]}.
-- For internal use, after the right to the booking has been checked.
create function internal.payment_json(p_hold public.holds, visit public.appointments) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  terms public.appointment_payment_terms;
begin
  if p_hold.id is not null then
    if not internal.is_to_be_paid(p_hold) then return null; end if;
    return jsonb_build_object('mode', p_hold.terms ->> 'mode', 'due_cents', (p_hold.terms ->> 'pay_now_cents')::integer,
      'later_cents', p_hold.total_cents - (p_hold.terms ->> 'pay_now_cents')::integer, 'no_show_cents', (p_hold.terms ->> 'no_show_cents')::integer,
      'test', (p_hold.terms ->> 'test')::boolean, 'pay_until', null, 'payments', '[]'::jsonb);
  end if;
  select * into terms from public.appointment_payment_terms where appointment_id = visit.id;
  if terms.appointment_id is null then return null; end if;
  return (
    select jsonb_build_object('mode', terms.mode, 'due_cents', terms.pay_now_cents,
      'later_cents', greatest(visit.total_cents - case when terms.waived_at is null then terms.pay_now_cents else 0 end, 0),
      'no_show_cents', terms.no_show_cents, 'test', coalesce(bool_or(payment.test), false),
      'pay_until', case when visit.state = 'awaiting_payment' then terms.pay_until end,
      'payments', coalesce(jsonb_agg(jsonb_build_object('id', payment.id, 'kind', payment.kind, 'amount_cents', payment.amount_cents,
        'captured_cents', payment.captured_cents, 'refunding_cents', payment.refunding_cents, 'refunded_cents', payment.refunded_cents,
        'state', payment.state, 'created_at', payment.created_at, 'paid_at', payment.paid_at,
        'refunds', (select coalesce(jsonb_agg(jsonb_build_object('amount_cents', refund.amount_cents, 'reason', refund.reason, 'state', refund.state,
            'created_at', refund.created_at) order by refund.created_at, refund.id), '[]') from public.refunds refund where refund.payment_id = payment.id))
        order by payment.created_at, payment.id) filter (where payment.id is not null), '[]'))
    from (select) one left join public.payments payment on payment.appointment_id = visit.id);
end $$;

-- The same in a mail: {paid_cents, returned_cents: what has gone back or is about to, later_cents, test}; null where nothing was paid online.
create function internal.payment_of_mail(p_appointment uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('paid_cents', sum(payment.captured_cents), 'returned_cents', sum(payment.refunding_cents + payment.refunded_cents),
      'later_cents', greatest(max(visit.total_cents) - sum(internal.refundable(payment)), 0), 'test', bool_or(payment.test))
    from public.payments payment join public.appointments visit on visit.id = payment.appointment_id
    where payment.appointment_id = p_appointment having sum(payment.captured_cents) > 0);
end $$;

revoke execute on function internal.payment_json, internal.payment_of_mail from public;

-- 77_money/80_checking.sql

-- Compares everything with everything, at night and on demand. What differs becomes an alert, and is answered as [{kind, payment_id}]; an empty list is the
-- only good answer. Kinds: sums (stored sums are not those of the transfers), negative (an account below zero), refunds (what is on its way back is not
-- the sum of its rows), unpaid (a confirmed visit without the payment it needs), kept (paid, without a visit and without a refund). For the server only.
create function public.check_money() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found record;
  answer jsonb := '[]';
begin
  for found in
    with sums as (
      select line.payment_id,
        coalesce(sum(line.amount_cents) filter (where line.debit = 'provider_balance' and line.credit = 'prepaid'), 0) as captured,
        coalesce(sum(case when line.credit = 'refunds_due' then line.amount_cents when line.debit = 'refunds_due' then -line.amount_cents end), 0) as refunding,
        coalesce(sum(line.amount_cents) filter (where line.debit = 'refunds_due' and line.credit = 'provider_balance'), 0) as refunded
      from public.money_transfers line group by 1
    ), balances as (
      select side.payment_id, side.account, sum(side.cents) as cents from (
        select payment_id, credit as account, amount_cents as cents from public.money_transfers
        union all select payment_id, debit, -amount_cents from public.money_transfers) side group by 1, 2
    )
    select 'sums' as kind, payment.id as payment_id from public.payments payment left join sums on sums.payment_id = payment.id
    where (payment.captured_cents, payment.refunding_cents, payment.refunded_cents)
      is distinct from (coalesce(sums.captured, 0), coalesce(sums.refunding, 0), coalesce(sums.refunded, 0))
    union all
    select 'negative', balance.payment_id from balances balance
    where balance.account in ('prepaid', 'refunds_due', 'revenue', 'fee_income', 'voucher_liability') and balance.cents < 0
    union all
    -- A provider may give back more than was asked, never less of it than it says.
    select 'refunds', payment.id from public.payments payment
    where payment.refunding_cents > (select coalesce(sum(refund.amount_cents), 0) from public.refunds refund
      where refund.payment_id = payment.id and refund.state = 'asked')
      and not exists (select from public.money_alerts known where known.payment_id = payment.id and known.kind like 'refunded%')
    union all
    select 'unpaid', null from public.appointments visit join public.appointment_payment_terms terms on terms.appointment_id = visit.id
    where visit.state = 'confirmed' and terms.waived_at is null and not exists (
      select from public.payments payment where payment.appointment_id = visit.id and payment.captured_cents = terms.pay_now_cents)
    union all
    select 'kept', payment.id from public.payments payment left join public.appointments visit on visit.id = payment.appointment_id
    where payment.captured_cents > payment.refunding_cents + payment.refunded_cents and payment.settled_at is null
      and coalesce(visit.state in ('cancelled', 'declined', 'expired'), false)
      and not exists (select from public.refunds refund where refund.payment_id = payment.id and refund.state = 'failed')
  loop
    perform internal.alert('drift_' || found.kind, found.payment_id, to_char(internal.present(), 'YYYY-MM-DD'));
    answer := answer || jsonb_build_object('kind', found.kind, 'payment_id', found.payment_id);
  end loop;
  return answer;
end $$;

grant execute on function public.check_money to service_role;

-- 77_money/90_test_provider.sql

-- The provider of demonstrations: it does what a real one does, without money. Its side of a payment is kept here, apart from the books; the server asks it
-- by these verbs as it asks others by their interface, and its page (/testzahlung/{ref}) is open to whoever knows the reference.

create table internal.test_payments (
  ref varchar(80) primary key,
  payment_id uuid not null unique references public.payments on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  -- `asking`: somebody has to approve it; `later`: paid, which is told a minute later.
  state varchar(20) not null default 'open' check (state in ('open', 'asking', 'later', 'paid', 'declined', 'expired')),
  paid_at timestamptz,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents)
);
create table internal.test_refunds (
  key uuid primary key,
  ref varchar(80) not null references internal.test_payments on delete restrict,
  cents integer not null check (cents > 0)
);
create index test_refunds_ref on internal.test_refunds (ref);
alter table internal.test_payments enable row level security;
alter table internal.test_refunds enable row level security;

-- What it says of a payment: {ref, payment_id, appointment_id, description, business, state, amount_cents, captured_cents, refunded_cents}; null for none.
create function internal.test_payment_json(p_ref text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('ref', one.ref, 'payment_id', one.payment_id, 'appointment_id', payment.appointment_id, 'description', payment.description,
      'business', company.name, 'amount_cents', one.amount_cents, 'refunded_cents', one.refunded_cents,
      'state', case when one.state = 'later' and one.paid_at <= internal.present() then 'paid' else one.state end,
      'captured_cents', case when one.paid_at <= internal.present() then one.amount_cents else 0 end)
    from internal.test_payments one join public.payments payment on payment.id = one.payment_id
    join public.companies company on company.id = payment.company_id where one.ref = p_ref);
end $$;

-- Begins a payment; again answers the same. Null for a payment that is not of this provider.
create function public.start_test_payment(p_payment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.test_payments (ref, payment_id, amount_cents)
  select 'test_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), payment.id, payment.amount_cents
  from public.payments payment where payment.id = p_payment and payment.provider = 'test' on conflict (payment_id) do nothing;
  return internal.test_payment_json((select ref from internal.test_payments where payment_id = p_payment));
end $$;

create function public.get_test_payment(p_ref text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return internal.test_payment_json(p_ref);
end $$;

-- What the customer does on its page: pay, decline, ask (approval is needed), approve, later. What does not fit its state changes nothing. The provider tells
-- of it by an event, but for what comes later.
create function public.act_on_test_payment(p_ref text, p_action text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  next text;
begin
  update internal.test_payments one set state = step.to_state, paid_at = case step.to_state when 'paid' then present when 'later' then present + interval '1 minute' end
  from (values ('pay', 'open', 'paid'), ('decline', 'open', 'declined'), ('ask', 'open', 'asking'), ('later', 'open', 'later'), ('approve', 'asking', 'paid'),
    ('decline', 'asking', 'declined')) step (action, from_state, to_state)
  where one.ref = p_ref and one.state = step.from_state and step.action = p_action returning one.state into next;
  if next in ('paid', 'declined') then perform public.receive_provider_event('test', p_ref || ':' || next, next, p_ref); end if;
  return internal.test_payment_json(p_ref);
end $$;

-- Gives back once for each key; null when there is not as much left.
create function public.refund_test_payment(p_ref text, p_key uuid, p_cents integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  one internal.test_payments;
begin
  select * into one from internal.test_payments where ref = p_ref for update;
  if not exists (select from internal.test_refunds where key = p_key) then
    if one.ref is null or not coalesce(one.paid_at <= internal.present() and p_cents > 0 and one.refunded_cents + p_cents <= one.amount_cents, false) then
      return null;
    end if;
    insert into internal.test_refunds values (p_key, p_ref, p_cents);
    update internal.test_payments set refunded_cents = refunded_cents + p_cents where ref = p_ref;
  end if;
  return internal.test_payment_json(p_ref);
end $$;

-- Nobody can pay it any more; what is paid stays.
create function public.expire_test_payment(p_ref text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update internal.test_payments set state = 'expired' where ref = p_ref and state in ('open', 'asking');
  return internal.test_payment_json(p_ref);
end $$;

revoke execute on function internal.test_payment_json from public;
grant execute on function public.start_test_payment, public.get_test_payment, public.act_on_test_payment, public.refund_test_payment, public.expire_test_payment
  to service_role;

CREATE OR REPLACE FUNCTION internal.book_hold(hold public.holds, p_contact jsonb, p_state public.appointment_state, p_demanded text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  customer constant uuid := internal.keep_customer(hold.company_id, p_contact, hold.user_id, false);
  unheard text;
begin
  with made as (
    insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, user_id, contact_name, contact_email,
      contact_phone, note, total_cents, source, origin, cancellation_hours, idempotency_key, created_at, employee_chosen, package_name,
      for_name)
    values (hold.id, hold.company_id, hold.location_id, p_state, hold.starts_at, hold.ends_at, customer, hold.user_id, p_contact ->> 'name',
      p_contact ->> 'email', p_contact ->> 'phone', p_contact ->> 'note', hold.total_cents, hold.source, hold.origin, hold.cancellation_hours,
      hold.idempotency_key, hold.created_at, hold.employee_chosen, hold.package_name,
      coalesce(nullif(p_contact ->> 'for_name', p_contact ->> 'name'), ''))
  ), lines as (
    insert into public.appointment_lines
      (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, event_id, seats,
      struck_cents)
    select hold.id, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at, line.price_cents,
      line.resource_id, line.event_id, coalesce(line.seats, 1), line.struck_cents
    from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line
  ), linked as (
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select hold.secret_hash, hold.id, hold.ends_at + interval '180 days' where hold.secret_hash is not null
  ), settled as (
    update public.occupancies set expires_at = null where source = hold.id
  ), seated as (
    update public.event_seats set expires_at = null where source = hold.id
  ), agreed as (
    insert into public.early_starts select hold.id, present, p_demanded where p_demanded is not null
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    values (hold.id, 'confirm', 'customer', internal.person(), 'held', p_state, hold.starts_at, p_state <> 'awaiting_payment')
  )
  delete from internal.hold_budget where appointment_id = hold.id;
  unheard := internal.spend_booking(p_contact ->> 'email', internal.account_of(hold.user_id, p_contact ->> 'email') is not null, hold.company_id);
  -- Last, when all budgets have room: whoever tries whether a number is blocked pays for each that is not with a booking.
  if internal.is_blocked(hold.company_id, p_contact ->> 'email', p_contact ->> 'phone', hold.user_id) then
    perform internal.fail('not_possible', internal.phone_of(hold.location_id));
  end if;
  if unheard is not null then perform internal.compose_ordered(hold.id, unheard); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.cancel_coming(p_company uuid, p_limit integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  reason constant text := 'Der Betrieb schließt.';
  event uuid;
  visit public.appointments;
begin
  for event in select one.id from public.events one join public.locations held on held.id = one.location_id
    where held.company_id = p_company and one.cancelled_at is null and one.starts_at > present order by one.id limit p_limit loop
    perform public.cancel_event(event, reason);
  end loop;
  for visit in select * from public.appointments
    where location_id in (select id from public.locations where company_id = p_company) and starts_at > present
      and state in ('requested', 'awaiting_payment', 'confirmed') order by id limit p_limit for update loop
    perform internal.compose_ordered(visit.id);
    perform internal.move(visit, 'cancel', 'business', reason);
  end loop;
  perform internal.compose_ordered(ordered.appointment_id) from (
    select distinct one.appointment_id from public.appointment_events one join public.appointments own on own.id = one.appointment_id
    where one.mails_due and own.company_id = p_company) ordered;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_import(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.appointments visit where visit.company_id = p_company and visit.state in ('requested', 'confirmed')
    and exists (select from public.appointment_lines line where line.appointment_id = visit.id and line.event_id is null)
    and not exists (select from public.occupancies one where one.source = visit.id)) then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.appointments where company_id = p_company and (sequence not between 0 and 100000 or state = 'awaiting_payment'))
    or (select count(*) from public.appointments where company_id = p_company and state = 'requested') > 20000
    or (select count(*) from public.event_waits wait join public.events event on event.id = wait.event_id
      join public.locations place on place.id = event.location_id where place.company_id = p_company) > 20000 then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.appointments visit where visit.company_id = p_company and not internal.is_imported(p_company, visit.id))
    or exists (select from public.messages mail where mail.company_id = p_company and mail.appointment_id is not null and not internal.is_imported(p_company, mail.id))
    or exists (select from public.event_waits wait join public.events event on event.id = wait.event_id
      join public.locations place on place.id = event.location_id where place.company_id = p_company and not internal.is_imported(p_company, wait.id)) then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.occupancies one join public.employees person on person.id = one.subject
    join public.locations place on place.id = person.location_id
    where place.company_id = p_company and not one.minutes <@ int4range(-36000000, 122000000)::int4multirange) then
    perform internal.fail('file_broken', 'occupancies');
  end if;
  if exists (select from public.occupancies one
    where one.subject in (select person.id from public.employees person join public.locations place on place.id = person.location_id where place.company_id = p_company)
    and not exists (select from public.appointments where id = one.source)
      and not exists (select from public.blocks where id = one.source) and not exists (select from public.events where id = one.source)) then
    perform internal.fail('file_broken', 'occupancies');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.coming_of(p_customer uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select count(*) from public.appointments
    where customer_id = p_customer and state in ('requested', 'awaiting_payment', 'confirmed') and ends_at > internal.present());
end $function$;

CREATE OR REPLACE FUNCTION internal.confirm_hold(p_hold uuid, p_secret text, p_contact jsonb, p_early_start text, p_paying boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  hold public.holds;
  by_hand boolean;
  contact jsonb;
  demanded text;
begin
  select * into hold from public.holds where id = p_hold;
  if hold.id is null or not internal.is_holder(hold, p_secret) then return false; end if;
  contact := internal.clean_contact(p_contact, false) || jsonb_build_object('for_name', internal.clean_name(p_contact ->> 'for_name'));
  select internal.asks_first(hold) into by_hand from public.companies company where company.id = hold.company_id and company.state = 'active';
  if by_hand is null then perform internal.fail('not_possible', internal.phone_of(hold.location_id)); end if;
  if hold.starts_at <= present then perform internal.fail('past'); end if;
  if p_paying and (hold.terms is null or by_hand) then perform internal.fail('payment_not_needed'); end if;
  if not p_paying and hold.terms is not null and not by_hand then perform internal.fail('payment_required'); end if;
  perform internal.lock_location(hold.location_id, hold.ended_at is not null or jsonb_array_length(hold.lines) > 1);
  if hold.ended_at is not null then hold := internal.retake(hold, present); end if;
  demanded := internal.demanded_early_start(internal.as_appointment(hold), hold.starts_at, p_early_start);
  -- While the hold has not ended the time is ours, however late: nobody else can have taken it.
  delete from public.holds where id = p_hold and ended_at is null;
  if not found then
    -- It ended between our first look and the lock: somebody is just taking its place. Or it was confirmed meanwhile.
    if exists (select from public.holds where id = p_hold) then perform internal.fail('slot_taken'); end if;
    return false;
  end if;
  hold.user_id := coalesce(hold.user_id, caller);
  perform internal.book_hold(hold, contact,
    (case when p_paying then 'awaiting_payment' when by_hand then 'requested' else 'confirmed' end)::public.appointment_state, demanded);
  if p_paying then perform internal.await_payment(hold); end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_appointments(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  due uuid[];
begin
  with over as (
    delete from internal.appointments_to_forget where appointment_id in (
      select waiting.appointment_id from internal.appointments_to_forget waiting
      join public.appointments appointment on appointment.id = waiting.appointment_id
      where appointment.state not in ('requested', 'awaiting_payment', 'confirmed') or appointment.ends_at < internal.present() - interval '1 day'
      limit p_limit for update of waiting skip locked)
    returning appointment_id
  )
  select coalesce(array_agg(appointment_id), '{}') into due from over;
  if cardinality(due) = 0 then return 0; end if;
  perform internal.take_contact_out(due, 'Gelöschtes Konto');
  perform internal.silence_reviews(due, 'Gelöschtes Konto');
  return cardinality(due);
end $function$;

CREATE OR REPLACE FUNCTION internal.hold_visit(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_secret_hash text, p_idempotency_key uuid, p_source text, p_origin text, p_replace uuid, present timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  secret constant bytea := decode(p_secret_hash, 'hex');
  quickly constant boolean := cardinality(p_services) = 1 and p_idempotency_key is null;
  locked text;
  quick internal.quick_plan;
  place record;
  planned internal.planned_line[];
  visitor internal.visitor;
  hold public.holds;
  answer jsonb;
begin
  if quickly and p_replace is null then
    quick := internal.plan_one(p_location, p_services[1], p_employee, p_starts_at, present);
    if quick.taken then return internal.refusal('slot_taken'); end if;
  end if;
  -- The lock of the caller's holds: one call at a time makes a retry see the first try, and keeps the limit.
  -- A hold lives for minutes and its loss in a crash of the machine costs nobody a booking: nobody waits for the disk. Whatever is
  -- confirmed later is written after it and waited for.
  locked := concat(pg_advisory_xact_lock(hashtextextended(coalesce(caller::text, p_secret_hash), 42)),
    case when pg_current_xact_id_if_assigned() is null then set_config('synchronous_commit', 'off', true) end);
  if p_idempotency_key is not null then
    answer := internal.known_hold(p_idempotency_key, caller, secret);
    if answer is not null then return answer; end if;
  end if;

  if caller is not null or p_replace is not null then
    if internal.live_holds(caller, secret, p_replace, present) >= (case internal.hold_share(caller) when 2 then 12 else 3 end) then
      perform internal.fail('too_many_holds');
    end if;
  end if;
  if p_replace is not null then
    perform internal.replace_hold(p_replace, p_location, secret);
  elsif cardinality(p_services) > 1 then
    perform internal.lock_location(p_location, true);
  else
    -- internal.lock_location, as an expression.
    locked := pg_advisory_xact_lock_shared(hashtextextended(p_location::text, 43));
  end if;
  if quickly and p_replace is not null then
    quick := internal.plan_one(p_location, p_services[1], p_employee, p_starts_at, present);
    if quick.taken then perform internal.fail('slot_taken'); end if;
  end if;
  visitor := internal.visitor();
  hold.id := gen_random_uuid();
  hold.location_id := p_location;
  hold.purpose := 'customer';
  hold.secret_hash := secret;
  hold.user_id := caller;
  hold.source := p_source;
  hold.origin := p_origin;
  hold.employee_chosen := p_employee is not null;
  hold.idempotency_key := p_idempotency_key;
  hold.created_at := present;
  if quick.bookable then
    answer := internal.refuse_hold(visitor, caller, quick.employee_id, quick.day,
      (extract(epoch from quick.ends_at - p_starts_at) / 60)::integer, present);
    if answer is not null then return answer; end if;
    hold.company_id := quick.company_id;
    hold.expires_at := present + make_interval(mins => quick.hold_minutes);
    hold.cancellation_hours := quick.cancellation_hours;
    answer := internal.write_hold(hold, array[(1, p_services[1], quick.employee_id, quick.service_name, p_starts_at, quick.ends_at,
      quick.price_cents, quick.occupied, null, null, null, null, null)::internal.planned_line], visitor, quick.zone,
      caller is not null or p_replace is not null, true);
    if answer is not null then return answer; end if;
  end if;
  perform internal.check_tests(p_services, p_starts_at, caller, secret);
  if caller is null and p_replace is null then
    if internal.live_holds(caller, secret, null, present) >= 3 then perform internal.fail('too_many_holds'); end if;
  end if;

  select location.company_id, location.time_zone, location.hold_minutes, location.cancellation_hours into place
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = p_location and location.state = 'published' and company.state = 'active'
    and (not company.sandbox or company.id in (select internal.companies_as('staff')));
  hold.company_id := place.company_id;
  hold.expires_at := present + make_interval(mins => place.hold_minutes);
  hold.cancellation_hours := place.cancellation_hours;
  if cardinality(p_services) > 1 then hold.package_name := (internal.package_of(p_location, p_services)).name; end if;
  -- Each lost round means that someone else has won an employee; more rounds than employees are never needed.
  for round in 1..30 loop
    planned := array(select plan from internal.plan_visit(p_location, p_services, p_employee, p_starts_at, present) plan
      where place.company_id is not null);
    if cardinality(planned) = 0 then
      if round > 1 or quick.bookable then perform internal.fail('slot_taken'); end if;
      perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present);
    end if;
    answer := internal.refuse_hold_of(visitor, caller, planned, place.time_zone, present);
    if answer is not null then return answer; end if;
    answer := internal.write_hold(hold, planned, visitor, place.time_zone, true, true);
    if answer is not null then return answer; end if;
    -- Either an expired hold stands there, or someone was quicker.
    if not internal.release_expired(internal.takings(planned), present, round = 1) then exit; end if;
  end loop;
  perform internal.fail('slot_taken');
end $function$;

CREATE OR REPLACE FUNCTION internal.move(appointment public.appointments, p_verb text, p_actor public.actor_kind, p_reason text DEFAULT ''::text, p_more jsonb DEFAULT '{}'::jsonb, p_quietly boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  step constant internal.transitions := internal.check_move(appointment, p_verb, p_actor);
  reason constant text := left(coalesce(p_reason, ''), 1000);
begin
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state, reason)
  values (appointment.id, internal.present(), p_verb, p_actor, case when p_actor <> 'system' then internal.person() end, appointment.state,
    step.to_state, reason);
  update public.appointments set state = step.to_state, sequence = sequence + case when step.message is null then 0 else 1 end
  where id = appointment.id;
  if step.frees then perform internal.vacate(appointment.id); end if;
  if step.frees or p_verb = 'restore' then perform internal.money_of_move(appointment.id, p_verb, p_actor, reason); end if;
  if step.message is not null and not p_quietly then
    perform internal.queue_messages(appointment.id, step.message, p_actor,
      case when p_verb in ('cancel', 'decline') then jsonb_build_object('reason', reason) else '{}' end || p_more);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_bookings(p_event uuid)
 RETURNS SETOF public.appointments
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query select appointment.* from public.appointments appointment
    where appointment.state in ('requested', 'awaiting_payment', 'confirmed') and appointment.id in (
      select source from public.event_seats where event_id = p_event)
    order by appointment.id for update;
end $function$;

CREATE OR REPLACE FUNCTION internal.withdraw(appointment public.appointments, more jsonb DEFAULT '{}'::jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  declared constant timestamptz := internal.present();
begin
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state)
  values (appointment.id, declared, 'withdraw', 'customer', internal.person(), appointment.state, appointment.state);
  if internal.customer_may_change(appointment) or internal.is_prepaid(appointment) then
    perform internal.move(appointment, 'cancel', 'customer', 'Widerruf', p_quietly => true);
  end if;
  perform internal.queue_messages(appointment.id, 'appointment_withdrawn', 'customer', jsonb_build_object('declared_at', declared) || more);
  return declared;
end $function$;

CREATE OR REPLACE FUNCTION internal.write_hold(hold public.holds, planned internal.planned_line[], visitor internal.visitor, p_zone text, p_counted boolean, p_payable boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not p_counted and exists (select from public.holds other where other.secret_hash = hold.secret_hash) then return null; end if;
  if not internal.occupy(hold.id, 'line', internal.takings(planned), hold.expires_at) then return null; end if;
  hold.released := false;
  select min(line.starts_at), max(line.ends_at), sum(line.price_cents), jsonb_agg(internal.line_json(line) order by line."position")
  into hold.starts_at, hold.ends_at, hold.total_cents, hold.lines from unnest(planned) line;
  if p_payable then hold.terms := internal.terms_of(hold.company_id, hold.location_id, planned); end if;
  insert into public.holds values (hold.*) on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not visitor.unlimited then
    insert into internal.hold_budget
    select hold.id, line.employee_id, (line.starts_at at time zone p_zone)::date, sum(extract(epoch from line.ends_at - line.starts_at)) / 60,
      row_number() over () = 1, visitor.network, coalesce(visitor.address, visitor.network), hold.user_id, hold.created_at, hold.expires_at
    from unnest(planned) line group by 2, 3;
  end if;
  return internal.hold_json(hold);
end $function$;

CREATE OR REPLACE FUNCTION public.archive_location(p_location uuid, p_archived boolean)
 RETURNS public.location_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  expected integer;
  result public.location_state;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  -- Nobody books meanwhile.
  perform internal.lock_location(p_location, true);
  expected := (select count(*) from public.appointments
      where location_id = p_location and ends_at > internal.present() and state in ('requested', 'awaiting_payment', 'confirmed'))
    + (select count(*) from public.holds where location_id = p_location and ended_at is null
      and internal.is_live(expires_at, internal.present()));
  if p_archived and expected > 0 then perform internal.fail('appointments_coming', expected::text); end if;
  update public.locations set archived = p_archived, state = case when state = 'draft' then state else 'paused' end
  where id = p_location and archived <> p_archived;
  select state into result from public.locations where id = p_location;
  return result;
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_following_events(p_event uuid, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  going constant public.events[] := internal.following_events(internal.open_event(p_event, 'cancel'));
  event public.events;
begin
  foreach event in array going loop
    -- First, so that no seat that becomes free is offered to anybody.
    update public.events set cancelled_at = internal.present() where id = event.id returning * into event;
    perform internal.tell_waiting(event, p_reason);
  end loop;
  perform internal.cancel_together(array(
    select visit from public.appointments visit
    where visit.state in ('requested', 'awaiting_payment', 'confirmed') and visit.id in (
      select seat.source from public.event_seats seat where seat.event_id = any(array(select one.id from unnest(going) one)))
    order by visit.starts_at, visit.id for update), p_reason);
  perform internal.end_seat_holds(one.id), internal.vacate(one.id) from unnest(going) one;
  return jsonb_build_object('cancelled', cardinality(going));
end $function$;

CREATE OR REPLACE FUNCTION public.coming_appointments(p_company uuid, p_untold boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_company not in (select internal.companies_as('owner')) then return 0; end if;
  return (
    select count(*) from public.appointments visit
    join public.locations place on place.id = visit.location_id join public.companies company on company.id = place.company_id
    where place.company_id = p_company and visit.starts_at > internal.present() and visit.state in ('requested', 'awaiting_payment', 'confirmed')
      and (not p_untold or visit.contact_email = ''
        or internal.customer_held_back(visit, company.state = 'active', place.state = 'published') is not null));
end $function$;

CREATE OR REPLACE FUNCTION public.delete_company(p_company uuid, p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  perform from public.companies where id = p_company and goes_at <= internal.present() for update;
  if not found then return 0; end if;
  perform internal.keep_tax_data_of(p_company);
  delete from public.appointments where id in (select id from public.appointments
    where location_id in (select id from public.locations where company_id = p_company) limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  with file as (
    delete from public.customers where id in (select id from public.customers where company_id = p_company limit p_limit) returning id
  ), aside as (
    delete from internal.set_aside where place like 'customers.%' and row_id in (select id::text from file)
  )
  select count(*) into gone from file;
  if gone > 0 then return gone; end if;
  delete from public.messages where id in (select id from public.messages where company_id = p_company limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  -- An export that is just being collected ends first, and no other begins.
  perform from public.transfers where company_id = p_company order by id for update;
  delete from internal.transfer_rows where (transfer_id, n) in (select line.transfer_id, line.n from internal.transfer_rows line
    where line.transfer_id in (select id from public.transfers where company_id = p_company) limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  if not internal.leave_for_books(p_company) then delete from public.companies where id = p_company; end if;
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION public.get_booking(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hold public.holds;
  appointment public.appointments;
  visit jsonb;
  open boolean;
begin
  select * into hold from public.holds where id = p_appointment;
  if hold.id is not null then
    if not internal.is_holder(hold, p_secret) then perform internal.fail('appointment_not_found'); end if;
    appointment := internal.as_appointment(hold);
    visit := internal.hold_json(hold);
  else
    select * into appointment from public.appointments where id = p_appointment;
    if appointment.id is null or not internal.is_customer(appointment, p_secret) then perform internal.fail('appointment_not_found'); end if;
    visit := internal.visit_json(appointment.id);
  end if;
  open := internal.customer_may_change(appointment);
  return (
    select visit || jsonb_build_object(
      'number', internal.booking_number(appointment.id),
      'created_at', appointment.created_at,
      'employee_chosen', appointment.employee_chosen,
      'source', appointment.source,
      'package_name', appointment.package_name,
      'contact', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone, 'note', appointment.note, 'for_name', coalesce(appointment.for_name, '')),
      'shared', exists (select from public.appointment_shares share where share.appointment_id = appointment.id and share.expires_at > internal.present()),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'time_zone', location.time_zone, 'phone', location.phone,
        'email', location.email, 'latitude', location.latitude, 'longitude', location.longitude,
        'confirms_by_hand', case when hold.id is null then location.confirms_by_hand else internal.asks_first(hold) end, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name,
        'representative', company.representative, 'street', company.street, 'postal_code', company.postal_code, 'city', company.city,
        'email', company.email, 'phone', company.phone),
      'lines', (
        select coalesce(jsonb_agg(line || jsonb_build_object('employee_name', employee.name) || coalesce((
          select jsonb_build_object('event_id', booked.event_id, 'seats', booked.seats) from public.appointment_lines booked
          where booked.appointment_id = appointment.id and booked."position" = (line ->> 'position')::integer and booked.event_id is not null),
          '{}') order by line -> 'position'), '[]')
        from jsonb_array_elements(visit -> 'lines') line join public.employees employee on employee.id = (line ->> 'employee_id')::uuid),
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'can_cancel', open,
      'can_reschedule', open and internal.is_published(location.id) and internal.movable_services(appointment.id) is not null
        and not internal.needs_phone(internal.movable_services(appointment.id)),
      'secret', flags.secret,
      'withdrawal', flags.withdrawal and appointment.state in ('held', 'requested', 'confirmed'),
      'withdrawn_at', internal.withdrawn_at(appointment.id),
      'early_start', internal.early_start_json(appointment),
      'proposal', internal.proposal_json(appointment.id, false),
      'payment', internal.payment_json(hold, appointment))
    from public.locations location
    join public.companies company on company.id = location.company_id
    cross join internal.legal_flags(appointment.id) flags
    where location.id = appointment.location_id);
end $function$;
REVOKE ALL ON FUNCTION "internal"."confirm_hold"(uuid, text, jsonb, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."write_hold"(public.holds, internal.planned_line[], internal.visitor, text, boolean, boolean) FROM PUBLIC;

CREATE TRIGGER refuse_when_closed_again AFTER UPDATE OF state ON public.appointments FOR EACH ROW WHEN (((new.state = ANY (ARRAY['requested'::public.appointment_state, 'awaiting_payment'::public.appointment_state, 'confirmed'::public.appointment_state])) AND (old.state <> new.state))) EXECUTE FUNCTION internal.refuse_when_closed();

CREATE TRIGGER refuse_when_closed_made AFTER INSERT ON public.appointments FOR EACH ROW WHEN ((new.state = ANY (ARRAY['requested'::public.appointment_state, 'awaiting_payment'::public.appointment_state, 'confirmed'::public.appointment_state]))) EXECUTE FUNCTION internal.refuse_when_closed();

CREATE TRIGGER tell_of_freed_time AFTER DELETE ON public.appointments FOR EACH ROW WHEN ((old.state = ANY (ARRAY['requested'::public.appointment_state, 'awaiting_payment'::public.appointment_state, 'confirmed'::public.appointment_state]))) EXECUTE FUNCTION internal.tell_of_freed_time();

insert into internal.transitions (verb, from_state, actor, to_state, frees, message, needs) values
  ('paid', 'awaiting_payment', 'system', 'confirmed', false, 'appointment_confirmed', null),
  ('abandon', 'awaiting_payment', 'customer', 'expired', true, null, null),
  ('expire', 'awaiting_payment', 'system', 'expired', true, null, null),
  ('cancel', 'awaiting_payment', 'business', 'cancelled', true, 'appointment_cancelled', 'cancel');

update internal.exported_tables set put_in = $$case when t.state = 'awaiting_payment' then '{"state": "expired"}' else '{}' end$$ where name = 'appointments';
update internal.exported_tables set only_rows = $$t.expires_at is null and not exists (
      select from public.appointments visit where visit.id = t.source and visit.state = 'awaiting_payment')$$ where name = 'occupancies';
insert into internal.exported_tables (position, name, via, parents, left_out) values
  (75, 'payment_rules', 'location_id', '{locations}', '{created_at,updated_at}');
insert into internal.exported_tables (position, name, via, parents, left_out, only_out) values
  (310, 'payments', 'company_id', default, '{ref,read_at}', true),
  (320, 'refunds', 'payment_id', '{payments}', '{idempotency_key,asked_by}', true);

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('payments', 90, '{public.payments,public.refunds,public.money_events,public.money_transfers,public.appointment_payment_terms}',
    'Zahlungen und Erstattungen mit Betrag, Tag und Buchungsnummer, ohne Namen', 'solange die Bücher aufzubewahren sind',
    'Buchungsbelege werden nicht geändert und nicht gelöscht (§ 147 AO, GoBD). Mit dem Kontakt am Termin geht auch der Bezug zur Person.',
    'anonymous', null, false, null);

create or replace function internal.composed_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb, ordered_at timestamptz)
returns table (company_id uuid, appointment_id uuid, customer_id uuid, kind text, audience public.actor_kind, recipient text, payload jsonb,
  next_attempt_at timestamptz, created_at timestamptz, held_back text)
language plpgsql stable rows 2 set search_path = '' as $$
begin
  return query
  select appointment.company_id, appointment.id, case target.audience when 'customer' then appointment.customer_id end, p_kind, target.audience, coalesce(own.mailbox, target.recipient),
    jsonb_build_object(
      'appointment_id', appointment.id, 'number', internal.booking_number(appointment.id), 'sequence', appointment.sequence, 'state', appointment.state, 'actor', p_actor,
      'starts_at', appointment.starts_at, 'ends_at', appointment.ends_at, 'time_zone', location.time_zone,
      'total_cents', appointment.total_cents, 'created_at', appointment.created_at,
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'secret', flags.secret, 'withdrawal', flags.withdrawal,
      'note', case when flags.secret then '' else internal.neutral(appointment.note, 'Steht im Kalender.') end,
      'for_name', case when stranger then internal.neutral_name(appointment.for_name, '') else appointment.for_name end,
      'customer', jsonb_build_object('name', case when stranger then internal.neutral_name(appointment.contact_name, '')
          when target.audience = 'business' then internal.neutral(appointment.contact_name, 'Gast') else appointment.contact_name end,
        'email', appointment.contact_email, 'phone', appointment.contact_phone),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug,
        'name', case when stranger then names.shown else location.name end,
        'street', case when stranger then internal.neutral(location.street, '') else location.street end,
        'postal_code', location.postal_code, 'city', case when stranger then internal.neutral(location.city, '') else location.city end,
        'phone', case when stranger then names.phone else location.phone end, 'email', location.email,
        'latitude', location.latitude, 'longitude', location.longitude, 'logo_path', case when stranger then '' else location.logo_path end),
      'company', jsonb_build_object('id', company.id, 'name', case when stranger then names.shown else company.name end,
        'legal_name', case when stranger then internal.neutral(company.legal_name, '') else company.legal_name end,
        'representative', case when stranger then internal.neutral(company.representative, '') else company.representative end,
        'street', case when stranger then internal.neutral(company.street, '') else company.street end,
        'postal_code', company.postal_code, 'city', case when stranger then internal.neutral(company.city, '') else company.city end,
        'email', company.email, 'phone', case when stranger then '' else company.phone end, 'small_business', company.small_business),
      'package_name', case when not flags.secret and not (stranger and internal.leads_away(appointment.package_name)) then appointment.package_name end,
      'services', (
        select jsonb_agg(jsonb_build_object(
          'service_id', line.service_id, 'name', case when not flags.secret and not (stranger and internal.leads_away(line.service_name)) then line.service_name end,
          'employee', case when stranger then internal.neutral_name(employee.name, 'Team') else employee.name end,
          'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents)
          || case when line.event_id is null then '{}' else jsonb_build_object('seats', line.seats) end order by line."position")
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id),
      'payment', internal.payment_of_mail(appointment.id)
    ) || extra || jsonb_strip_nulls(jsonb_build_object('reason', case when company.state <> 'active' and p_actor = 'business' then ''
      when stranger or p_actor = 'customer' then internal.neutral(extra ->> 'reason', '') end,
      'early_start', case when target.audience = 'customer' then (
        select jsonb_build_object('text', worded.text, 'agreed_at', demanded.agreed_at)
        from public.early_starts demanded join public.consent_texts worded on worded.hash = demanded.text_hash
        where demanded.appointment_id = appointment.id) end)), internal.present(), ordered_at,
    case when target.audience = 'business' then case when own.mailbox is null then 'too_many_mails' when not target.wanted then 'not_wanted' end
      else internal.customer_held_back(appointment, company.state = 'active', location.state = 'published') end
  from public.appointments appointment
  join public.locations location on location.id = appointment.location_id
  join public.companies company on company.id = appointment.company_id
  cross join internal.legal_flags(appointment.id) flags
  cross join lateral (select
    coalesce(internal.neutral(location.name, null), internal.neutral(company.name, null), 'Ihr gebuchter Betrieb') as shown,
    case when location.phone ~ '^[+]?[0-9 ()/.-]*$' then location.phone else '' end as phone) names
  cross join lateral (select case when p_actor <> 'business' then coalesce(nullif(location.email, ''), company.email) end as recipient) shared
  cross join lateral (
    select 'customer'::public.actor_kind, appointment.contact_email::text, true
    union all select 'business', shared.recipient, not exists (
      select from internal.chosen_notices(appointment.id, company.id, internal.topic_of(p_kind)) chosen
      where chosen.for_all and not chosen.wanted and lower(chosen.email) = lower(shared.recipient))
    union all select 'business', chosen.email, true from internal.chosen_notices(appointment.id, company.id, internal.topic_of(p_kind)) chosen
    where p_actor <> 'business' and chosen.wanted and internal.mailbox(chosen.email) is distinct from internal.mailbox(shared.recipient)
  ) target (audience, recipient, wanted)
  cross join lateral (select target.audience = 'customer'
    and internal.account_of(appointment.user_id, appointment.contact_email) is null as stranger) known
  cross join lateral (select case when target.audience = 'business' and target.recipient <> '' then
    internal.business_mailbox(company.id, target.recipient) end as mailbox) own
  where appointment.id = p_appointment and target.recipient <> '';
end $$;

insert into internal.message_kinds (kind, purpose, priority) values ('appointment_not_booked', 'transactional', 10);
