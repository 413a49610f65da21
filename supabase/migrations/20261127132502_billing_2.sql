-- Billing: the room 78_billing as it is in supabase/schemas, its place in the ledger, and the rows that name it.

set local check_function_bodies = off;

-- A transfer is about a payment or an invoice.
alter table public.money_transfers alter column payment_id drop not null, add column invoice_id uuid,
  add constraint money_transfers_about check (num_nonnulls(payment_id, invoice_id) = 1);
create index money_transfers_invoice on public.money_transfers (invoice_id) where invoice_id is not null;

create or replace function internal.guard_transfer() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not exists (
    select from public.money_events event where event.id = new.event_id and event.xid = pg_current_xact_id() and case event.book
      when 'company' then exists (select from public.payments payment where payment.id = new.payment_id and payment.company_id = event.company_id)
      else exists (select from public.invoices bill where bill.id = new.invoice_id and bill.company_id = event.company_id) end) then
    raise exception using errcode = '42501', message = 'transfers are written with their event, in one company';
  end if;
  return new;
end $$;

create or replace function internal.leave_for_books(p_company uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  belonging record;
begin
  if not exists (select from public.payments where company_id = p_company) and not exists (select from public.invoices where company_id = p_company)
    and not exists (select from public.commission_items where company_id = p_company) then
    return false;
  end if;
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

-- 78_billing/10_prices.sql

-- What the platform costs. A list of prices holds from its first day until the next one does; amounts are net of VAT, but for the reward.

create table public.price_lists (
  valid_from date primary key,
  -- A team that is not larger pays nothing.
  free_people smallint not null check (free_people between 1 and 1000),
  -- A month, for each person of a larger team, and the most for all of them.
  person_cents integer not null check (person_cents between 0 and 100000),
  team_cents integer not null check (team_cents between person_cents and 10000000),
  -- Of the first visit of somebody whom the marketplace brought, and the most of it.
  commission_percent smallint not null check (commission_percent between 0 and 100),
  commission_cap_cents integer not null check (commission_cap_cents between 0 and 100000),
  -- For partners, with VAT.
  reward_cents integer not null check (reward_cents between 0 and 1000000),
  vat_percent smallint not null check (vat_percent between 0 and 30)
);
insert into public.price_lists values ('2026-01-01', 1, 900, 5900, 15, 2500, 5000, 19);
alter table public.price_lists enable row level security;
create policy everyone_reads on public.price_lists for select using (true);
revoke all on public.price_lists from service_role;
grant select on public.price_lists to anon, authenticated, service_role;

create function internal.prices_on(p_day date) returns public.price_lists
language plpgsql stable set search_path = '' as $$
declare
  found_list public.price_lists;
begin
  select * into found_list from public.price_lists where valid_from <= p_day order by valid_from desc limit 1;
  return found_list;
end $$;

-- Who sells, and from which month on anything is billed, as the server has said when it started; nothing is billed before that.
create table internal.billing_settings (
  only_one boolean primary key default true check (only_one),
  -- {name, street, postal_code, city, email, phone, register, vat_id, tax_number, iban, small_business: boolean}; a name and an address at least.
  seller jsonb not null default '{}' check (pg_column_size(seller) <= 4000),
  billed_from date check (extract(day from billed_from) = 1)
);
insert into internal.billing_settings default values;
alter table internal.billing_settings enable row level security;

-- Says who sells and since when it is billed (null: not yet); the first day of that month counts. For the server only, at its start.
-- Error: invoice_data_missing (a bill without a seller).
create function public.use_billing(p_seller jsonb, p_from date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  said constant jsonb := coalesce(p_seller, '{}');
  first_day constant date := date_trunc('month', internal.reckonable(p_from))::date;
begin
  if p_from is not null and '' in (coalesce(said ->> 'name', ''), coalesce(said ->> 'street', ''), coalesce(said ->> 'city', '')) then
    perform internal.fail('invoice_data_missing');
  end if;
  update internal.billing_settings set seller = said, billed_from = first_day
  where (billing_settings.seller, billed_from) is distinct from (said, first_day);
end $$;

-- Today in Berlin, by whose calendar months are billed.
create function internal.billing_day() returns date
language plpgsql stable set search_path = '' as $$
begin
  return (internal.present() at time zone 'Europe/Berlin')::date;
end $$;

-- The prices of today, for everybody: {free_people, person_cents, team_cents, commission_percent, commission_cap_cents, reward_cents, billed_from: the day
-- from which they are billed, null while nothing is}.
create function public.current_prices() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return to_jsonb(internal.prices_on(internal.billing_day())) - '{valid_from,vat_percent}'::text[]
    || jsonb_build_object('billed_from', (select billed_from from internal.billing_settings));
end $$;

revoke execute on function internal.prices_on, internal.billing_day from public;
grant execute on function public.current_prices to anon, authenticated;
grant execute on function public.use_billing to service_role;

-- 78_billing/15_plans.sql

-- The plan of a team. Whoever works alone needs none; a team books it, from the next month on, and pays each month in advance. People are counted on the day
-- of the run (35_month): everybody active at a location that is not archived, bookable or not; with an account once, wherever they work.

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  -- The first day of a month, and, once it is cancelled, the last day of one; a plan that ends before it begins never was.
  starts_on date not null check (extract(day from starts_on) = 1),
  ends_on date check (extract(day from ends_on + 1) = 1),
  booked_at timestamptz not null,
  booked_by uuid references auth.users on delete set null,
  cancelled_at timestamptz,
  constraint subscriptions_cancelled check ((ends_on is null) = (cancelled_at is null))
);
create unique index subscriptions_open on public.subscriptions (company_id) where ends_on is null;
create index subscriptions_company on public.subscriptions (company_id, starts_on);
create index subscriptions_booked_by on public.subscriptions (booked_by) where booked_by is not null;
alter table public.subscriptions enable row level security;
create policy owners_read on public.subscriptions for select to authenticated using (company_id in (select internal.companies_as('owner')));
revoke all on public.subscriptions from service_role;
grant select on public.subscriptions to authenticated, service_role;

create function internal.counted_people(p_company uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (select count(distinct coalesce(person.user_id, person.id)) from public.employees person
    join public.locations place on place.id = person.location_id
    where place.company_id = p_company and not place.archived and person.active);
end $$;

-- What the plan of a team costs a month.
create function internal.plan_cents(list public.price_lists, p_people integer) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_people <= list.free_people then 0 else least(p_people * list.person_cents, list.team_cents) end;
end $$;

-- Mails the owners of a company.
create function internal.tell_owners(p_company uuid, p_kind text, p_more jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.mail_account(member.user_id, p_kind, jsonb_build_object('company', company.name) || p_more)
  from public.members member join public.companies company on company.id = member.company_id
  where member.company_id = p_company and member.role = 'owner' and not company.sandbox;
end $$;

-- Books the plan from the next month on, not before billing begins; one that was cancelled and has not ended goes on. Again changes nothing. The owners get a
-- receipt. Answers the day from which it holds. For owners. Errors: company_not_found, role_not_allowed, not_in_demo, plan_unavailable (nothing is billed yet).
create function public.book_plan(p_company uuid) returns date
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  today constant date := internal.billing_day();
  first constant date := (select billed_from from internal.billing_settings);
  made public.subscriptions;
begin
  perform internal.open_company(p_company, 'owner');
  if (select sandbox from public.companies where id = p_company) then perform internal.fail('not_in_demo'); end if;
  if first is null then perform internal.fail('plan_unavailable'); end if;
  select * into made from public.subscriptions where company_id = p_company and ends_on is null;
  if made.id is not null then return made.starts_on; end if;
  update public.subscriptions set ends_on = null, cancelled_at = null
  where company_id = p_company and ends_on >= today and ends_on >= starts_on returning * into made;
  if made.id is null then
    insert into public.subscriptions (company_id, starts_on, booked_at, booked_by)
    values (p_company, greatest((date_trunc('month', today) + interval '1 month')::date, first), present, internal.person()) returning * into made;
  end if;
  perform internal.tell_owners(p_company, 'plan_booked', jsonb_build_object('day', made.starts_on,
    'cents', internal.plan_cents(internal.prices_on(made.starts_on), internal.counted_people(p_company))));
  return made.starts_on;
end $$;

-- Cancels the plan: it ends with this month, or does not begin. The page asks once more before that. Again changes nothing. The owners get a receipt. Answers
-- {cancelled_at, ends_on}. For owners. Errors: company_not_found, role_not_allowed, plan_missing.
create function public.cancel_plan(p_company uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  month_end constant date := (date_trunc('month', internal.billing_day()) + interval '1 month')::date - 1;
  held public.subscriptions;
begin
  perform internal.open_company(p_company, 'owner');
  update public.subscriptions set cancelled_at = present, ends_on = case when starts_on > month_end then starts_on - 1 else month_end end
  where company_id = p_company and ends_on is null returning * into held;
  if held.id is null then
    select * into held from public.subscriptions where company_id = p_company and ends_on >= internal.billing_day() order by cancelled_at desc limit 1;
    if held.id is null then perform internal.fail('plan_missing'); end if;
  else
    perform internal.tell_owners(p_company, 'plan_cancelled', jsonb_build_object('day', held.ends_on));
  end if;
  return jsonb_build_object('cancelled_at', held.cancelled_at, 'ends_on', held.ends_on);
end $$;

revoke execute on function internal.counted_people, internal.plan_cents, internal.tell_owners from public;
grant execute on function public.book_plan, public.cancel_plan to authenticated;

-- 78_billing/20_commission.sql

-- Commission: for the first completed visit of somebody whom the marketplace (or an offer to a search order) has brought, once in a lifetime for each company
-- and person. Not for anybody who was in the customer file before the marketplace brought them the first time, whether by address, number or account, nor for
-- members of the business, nor for visits to which nobody came. This is version 1 of the rule; `evidence` says by which it was decided.

create type public.commission_state as enum ('open', 'objected', 'waived', 'invoiced');

create table public.commission_items (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete restrict,
  customer_id uuid references public.customers on delete set null,
  appointment_id uuid unique references public.appointments on delete set null,
  -- The day of the visit in Berlin.
  day date not null,
  base_cents integer not null check (base_cents > 0),
  percent smallint not null,
  fee_cents integer not null check (fee_cents > 0 and fee_cents <= base_cents),
  state public.commission_state not null default 'open',
  -- {rule, origin, source, booked_at, brought_at, starts_at, completed_at, list: first day of the price list, compared: {mail, phone, account: whether there
  -- was one to compare}, found: {cards, contacts, visits, charged: how many were older}}. Nothing in it says who it was.
  evidence jsonb not null check (pg_column_size(evidence) <= 4000),
  created_at timestamptz not null,
  object_until timestamptz not null,
  objected_at timestamptz,
  objection varchar(1000) not null default '',
  decided_at timestamptz,
  -- What was answered to the objection; `older_entry` when the file itself has answered.
  decision varchar(1000) not null default '',
  unique (company_id, customer_id),
  constraint commission_items_objection check ((objected_at is null) = (state <> 'objected' and decided_at is null) or state = 'waived')
);
create index commission_items_company on public.commission_items (company_id, day desc);
create index commission_items_customer on public.commission_items (customer_id) where customer_id is not null;
create index commission_items_open on public.commission_items (company_id) where state = 'open';
create index commission_items_objected on public.commission_items (objected_at) where state = 'objected';
alter table public.commission_items enable row level security;
create policy owners_read on public.commission_items for select to authenticated using (company_id in (select internal.companies_as('owner')));
revoke all on public.commission_items from service_role;
grant select on public.commission_items to authenticated, service_role;
create trigger keep before delete or truncate on public.commission_items for each statement execute function internal.refuse_change();

-- For whom a company has been charged: check values of address, number and account, so that "once in a lifetime" outlives their card.
create table internal.commission_people (
  company_id uuid not null references public.companies on delete cascade,
  mark bytea not null,
  primary key (company_id, mark)
);
alter table internal.commission_people enable row level security;

-- Which visits have been looked at, and what came of it.
create table internal.commission_checks (
  appointment_id uuid primary key references public.appointments on delete cascade,
  outcome text not null check (outcome in ('charged', 'known', 'member', 'test', 'company', 'free'))
);
alter table internal.commission_checks enable row level security;

create function internal.marks_of_person(visit public.appointments) returns bytea[]
language plpgsql stable set search_path = '' as $$
begin
  return array(select sha256(convert_to(visit.company_id || ' ' || value, 'UTF8')) from unnest(array[
    'mail ' || lower(nullif(visit.contact_email, '')), 'phone ' || internal.e164(nullif(visit.contact_phone, '')), 'account ' || visit.user_id]) value
    where value is not null);
end $$;

-- When the marketplace has brought somebody the first time: the first of their bookings through it.
create function internal.brought_at(visit public.appointments) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return least(visit.created_at, (select min(other.created_at) from public.appointments other
    where other.customer_id = visit.customer_id and other.company_id = visit.company_id and other.origin in ('marketplace', 'offer')));
end $$;

-- What the company knew of the person before: {cards, contacts, visits, charged}. `visits` are those that were booked before, and completed ones that lie before.
create function internal.known_before(visit public.appointments) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  since constant timestamptz := internal.brought_at(visit);
  own_mail constant text := lower(nullif(visit.contact_email, ''));
  own_phone constant text := internal.e164(nullif(visit.contact_phone, ''));
begin
  return jsonb_build_object(
    'cards', (select count(*) from public.customers card where card.company_id = visit.company_id and card.created_at < since
      and (card.id = visit.customer_id or card.email = own_mail::extensions.citext or card.phone = own_phone or card.user_id = visit.user_id)),
    'contacts', (select count(*) from public.customer_contacts contact where contact.company_id = visit.company_id and contact.created_at < since
      and (contact.kind = 'email' and contact.value = own_mail or contact.kind = 'phone' and contact.value = own_phone)),
    'visits', (select count(*) from public.appointments other where other.customer_id = visit.customer_id and other.company_id = visit.company_id
      and other.id <> visit.id and (other.created_at < since or other.state = 'completed' and other.starts_at < visit.starts_at)),
    'charged', (select count(*) from internal.commission_people charged where charged.company_id = visit.company_id
      and charged.mark = any(internal.marks_of_person(visit)) and not exists (
        select from public.commission_items own where own.appointment_id = visit.id)));
end $$;

create function internal.is_older(p_found jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return exists (select from jsonb_each(p_found) entry where entry.value <> '0');
end $$;

-- Decides about one completed visit; the caller has locked its company. Returns the outcome.
create function internal.charge_visit(visit public.appointments, p_completed_at timestamptz) returns text
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  day constant date := (visit.starts_at at time zone 'Europe/Berlin')::date;
  list constant public.price_lists := internal.prices_on(day);
  fee constant integer := least(round(visit.total_cents * list.commission_percent / 100.0)::integer, list.commission_cap_cents);
  known jsonb;
begin
  if not exists (select from public.companies company where company.id = visit.company_id and company.state = 'active' and not company.sandbox) then
    return 'company';
  end if;
  if exists (select from public.payments payment where payment.appointment_id = visit.id and payment.test) then return 'test'; end if;
  if exists (select from public.members member join auth.users account on account.id = member.user_id where member.company_id = visit.company_id
      and (member.user_id = visit.user_id or lower(account.email) = lower(nullif(visit.contact_email, '')))) then
    return 'member';
  end if;
  known := internal.known_before(visit);
  if internal.is_older(known) or exists (select from public.commission_items where company_id = visit.company_id and customer_id = visit.customer_id) then
    return 'known';
  end if;
  if fee = 0 then return 'free'; end if;
  insert into public.commission_items (company_id, customer_id, appointment_id, day, base_cents, percent, fee_cents, evidence, created_at, object_until)
  values (visit.company_id, visit.customer_id, visit.id, day, visit.total_cents, list.commission_percent, fee, jsonb_build_object('rule', 1,
    'origin', visit.origin, 'source', visit.source, 'booked_at', visit.created_at, 'brought_at', internal.brought_at(visit), 'starts_at', visit.starts_at,
    'completed_at', p_completed_at, 'list', list.valid_from, 'compared', jsonb_build_object('mail', visit.contact_email <> '',
      'phone', visit.contact_phone <> '', 'account', visit.user_id is not null), 'found', known), present, present + interval '60 days');
  insert into internal.commission_people (company_id, mark)
  select visit.company_id, mark from unnest(internal.marks_of_person(visit)) mark on conflict do nothing;
  return 'charged';
end $$;

-- Decides about visits that were completed at least a day ago, when that cannot be taken back any more, up to p_limit of them, the earliest first. Visits before
-- billing began cost nothing. For the server's job; returns how many it looked at.
create function public.settle_commission(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  begins constant timestamptz := (select billed_from::timestamp at time zone 'Europe/Berlin' from internal.billing_settings);
  due record;
  visit public.appointments;
  looked integer := 0;
begin
  if begins is null then return 0; end if;
  for due in
    select one.id, one.company_id, told.at from public.appointments one
    cross join lateral (select max(event.at) as at from public.appointment_events event
      where event.appointment_id = one.id and event.to_state = 'completed' and event.from_state <> event.to_state) told
    where one.state = 'completed' and one.origin in ('marketplace', 'offer') and one.ends_at > present - interval '100 days' and one.starts_at >= begins
      and coalesce(told.at, one.ends_at) < present - interval '1 day'
      and not exists (select from internal.commission_checks checked where checked.appointment_id = one.id)
    order by one.ends_at, one.id limit p_limit
  loop
    -- Of two visits of one person only one is the first.
    perform from public.companies where id = due.company_id for no key update;
    select * into visit from public.appointments where id = due.id and state = 'completed' for update;
    continue when visit.id is null or exists (select from internal.commission_checks where appointment_id = due.id);
    insert into internal.commission_checks values (visit.id, internal.charge_visit(visit, coalesce(due.at, visit.ends_at)));
    looked := looked + 1;
  end loop;
  return looked;
end $$;

revoke execute on function internal.marks_of_person, internal.brought_at, internal.known_before, internal.is_older, internal.charge_visit from public;
grant execute on function public.settle_commission to service_role;

-- 78_billing/25_objecting.sql

-- "Einspruch": an owner says that a visit was no first one. Where the customer file has an older entry by now, it is granted at once; else an operator decides. What was
-- invoiced already and is waived comes back with the next invoice.

-- Objects to a commission within 60 days; again changes nothing. Answers {state, granted}. For owners.
-- Errors: commission_not_found, objection_too_late, reason_missing, reason_too_long, wrong_state (decided already).
create function public.object_commission(p_item uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  reason constant text := internal.clean_words(p_reason);
  item public.commission_items;
  visit public.appointments;
begin
  select * into item from public.commission_items where id = p_item and company_id in (select internal.companies_as('owner')) for update;
  if item.id is null then perform internal.fail('commission_not_found'); end if;
  if item.state = 'objected' then return jsonb_build_object('state', item.state, 'granted', false); end if;
  if item.objected_at is not null or item.state = 'waived' then perform internal.fail('wrong_state', item.state::text); end if;
  if item.object_until <= present then perform internal.fail('objection_too_late'); end if;
  if reason = '' then perform internal.fail('reason_missing'); end if;
  if length(reason) > 1000 then perform internal.fail('reason_too_long'); end if;
  select * into visit from public.appointments where id = item.appointment_id;
  if visit.id is not null and internal.is_older(internal.known_before(visit)) then
    update public.commission_items set state = 'waived', objected_at = present, objection = reason, decided_at = present, decision = 'older_entry'
    where id = item.id;
    return jsonb_build_object('state', 'waived', 'granted', true);
  end if;
  update public.commission_items set state = 'objected', objected_at = present, objection = reason where id = item.id;
  return jsonb_build_object('state', 'objected', 'granted', false);
end $$;

-- Decides about an objection and tells the owners why. Errors: operator_only, reason_missing, reason_too_long, commission_not_found, wrong_state.
create function public.operator_decide_objection(p_item uuid, p_grant boolean, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item public.commission_items;
begin
  perform internal.as_operator('moderator', 'decide_objection', 'commission ' || coalesce(p_item::text, ''),
    (select company_id from public.commission_items where id = p_item), coalesce(p_reason, ''));
  select * into item from public.commission_items where id = p_item for update;
  if item.id is null then perform internal.fail('commission_not_found'); end if;
  if item.state <> 'objected' then perform internal.fail('wrong_state', item.state::text); end if;
  update public.commission_items set decided_at = internal.present(), decision = internal.clean_words(p_reason), state = case
    when coalesce(p_grant, false) then 'waived'
    when exists (select from public.invoice_lines line join public.invoices bill on bill.id = line.invoice_id
      where line.item_id = item.id and line.kind = 'commission' and bill.type = 380 and bill.state <> 'reversed') then 'invoiced'
    else 'open' end::public.commission_state
  where id = item.id;
  perform internal.tell_owners(item.company_id, 'objection_decided', jsonb_build_object('day', item.day, 'cents', item.fee_cents,
    'granted', coalesce(p_grant, false), 'note', internal.clean_words(p_reason)));
end $$;

grant execute on function public.object_commission, public.operator_decide_objection to authenticated;

-- 78_billing/30_invoices.sql

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

-- 78_billing/32_vat.sql

-- The arithmetic of VAT. What validators and tax offices accept: VAT is computed once for each rate from the sum of its lines, never line by line.

-- Sums for each rate. p_lines: [{cents, vat_category, vat_percent}], net, or with VAT when p_gross says so. Answers {net: of each line in their order, in cents,
-- vat: [{category, percent, net_cents, vat_cents}], net_cents, vat_cents, gross_cents}. From gross prices the net of a rate is spread over its lines by the
-- largest remainder, so that lines, sums and what was agreed fit to the cent.
create function internal.with_vat(p_lines jsonb, p_gross boolean default false) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    with line as (
      select one.turn, (one.said ->> 'cents')::bigint as cents, one.said ->> 'vat_category' as category, (one.said ->> 'vat_percent')::integer as percent
      from jsonb_array_elements(p_lines) with ordinality one (said, turn)
    ), rate as (
      select sums.*, sums.cents - sums.vat * p_gross::integer as net from (
        select line.category, line.percent, sum(line.cents) as cents,
          round(sum(line.cents) * line.percent / (100.0 + case when p_gross then line.percent else 0 end)) as vat
        from line group by 1, 2) sums
    ), part as (
      select line.*, rate.net, case when p_gross then floor(line.cents * 100.0 / (100 + line.percent)) else line.cents end as least,
        case when p_gross then line.cents * 100.0 / (100 + line.percent) - floor(line.cents * 100.0 / (100 + line.percent)) else 0 end as rest
      from line join rate on rate.category = line.category and rate.percent = line.percent
    ), placed as (
      select part.*, part.net - sum(part.least) over (partition by part.category, part.percent) as missing,
        row_number() over (partition by part.category, part.percent order by part.rest desc, part.turn) as place from part
    )
    select jsonb_build_object(
      'net', (select jsonb_agg((placed.least + (placed.place <= placed.missing)::integer)::integer order by placed.turn) from placed),
      'vat', (select jsonb_agg(jsonb_build_object('category', rate.category, 'percent', rate.percent, 'net_cents', rate.net::integer, 'vat_cents', rate.vat::integer)
        order by rate.percent desc, rate.category) from rate),
      'net_cents', (select sum(rate.net)::integer from rate), 'vat_cents', (select sum(rate.vat)::integer from rate),
      'gross_cents', (select sum(rate.net + rate.vat)::integer from rate)));
end $$;

-- How an invoice is taxed, by who sells and who buys.
create function internal.invoice_kind_of(p_seller jsonb, p_buyer jsonb) returns public.invoice_kind
language plpgsql immutable set search_path = '' as $$
begin
  return case when coalesce((p_seller ->> 'small_business')::boolean, false) then 'small_business'
    when left(coalesce(p_buyer ->> 'vat_id', ''), 2) = any('{AT,BE,BG,CY,CZ,DK,EE,EL,ES,FI,FR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK}')
      then 'reverse_charge' else 'standard' end;
end $$;

revoke execute on function internal.with_vat, internal.invoice_kind_of from public;

-- 78_billing/33_books.sql

-- What invoices move in the ledger, in the platform's own book: receivable → plan_revenue, commission_revenue and vat, by their sum; a reward that is set off is
-- partner_cost → receivable; what was paid is platform_bank → receivable. What goes the other way, as with a reversal, has its sides exchanged.

-- Writes one event of an invoice. Lines below zero turn around. False when it is known already.
create function internal.post_invoice(bill public.invoices, p_verb text, p_key text, variadic postings internal.posting[]) returns boolean
language plpgsql set search_path = '' as $$
declare
  event bigint;
begin
  if not exists (select from unnest(postings) line where line.cents <> 0) then return false; end if;
  insert into public.money_events (book, company_id, at, verb, actor, idempotency_key)
  values ('platform', bill.company_id, internal.present(), p_verb, internal.person(), p_key)
  on conflict (idempotency_key) do nothing returning id into event;
  if event is null then return false; end if;
  insert into public.money_transfers (event_id, "position", invoice_id, debit, credit, amount_cents)
  select event, row_number() over (order by line.n), bill.id, case when line.cents > 0 then line.debit else line.credit end,
    case when line.cents > 0 then line.credit else line.debit end, abs(line.cents)
  from unnest(postings) with ordinality line (debit, credit, cents, n) where line.cents <> 0;
  return true;
end $$;

-- Books an invoice that was just written, also one that reverses another.
create function internal.book_invoice(bill public.invoices) returns void
language plpgsql set search_path = '' as $$
declare
  plan constant integer := (select coalesce(sum(line.net_cents), 0) from public.invoice_lines line where line.invoice_id = bill.id and line.kind = 'plan');
begin
  perform internal.post_invoice(bill, case bill.type when 380 then 'invoice_issued' else 'invoice_reversed' end, 'invoice:' || bill.id,
    ('receivable', 'plan_revenue', plan)::internal.posting, ('receivable', 'commission_revenue', bill.net_cents - plan)::internal.posting,
    ('receivable', 'vat', bill.vat_cents)::internal.posting, ('partner_cost', 'receivable', bill.credit_cents)::internal.posting);
end $$;

revoke execute on function internal.post_invoice, internal.book_invoice from public;

-- 78_billing/35_month.sql

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
  bill.number := 'ZP-' || extract(year from today) || '-' || lpad(internal.next_number(bill.series)::text, 5, '0');
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

-- 78_billing/40_reversing.sql

-- Undoing an invoice: never changed, always by another one with everything below zero (type 384), which names it.

-- Reverses an invoice; what it held is billed again with the next run, or never when p_again is false. Returns the new invoice. For internal use, after the
-- caller's right has been checked. Errors: invoice_not_found, already_reversed, wrong_state (it is a reversal itself).
create function internal.reverse_invoice(p_invoice uuid, p_reason text, p_again boolean) returns uuid
language plpgsql set search_path = '' as $$
declare
  today constant date := internal.billing_day();
  former public.invoices;
  made public.invoices;
  number_taken integer;
begin
  select * into former from public.invoices where id = p_invoice;
  if former.id is null then perform internal.fail('invoice_not_found'); end if;
  perform from public.companies where id = former.company_id for no key update;
  perform from public.commission_items where id in (select line.item_id from public.invoice_lines line where line.invoice_id = p_invoice) order by id for update;
  select * into former from public.invoices where id = p_invoice for update;
  if former.type = 384 then perform internal.fail('wrong_state', 'reversal'); end if;
  if former.state = 'reversed' then perform internal.fail('already_reversed'); end if;
  update public.invoices set state = 'reversed' where id = former.id;
  update public.billing_months set invoice_id = null, plan_cents = case when p_again then plan_cents else 0 end where invoice_id = former.id;
  update public.commission_items set state = case when p_again then 'open' else 'waived' end::public.commission_state,
    decision = case when p_again then decision else 'reversed' end
  where state = 'invoiced' and id in (select line.item_id from public.invoice_lines line where line.invoice_id = former.id and line.kind = 'commission');
  if former.credit_cents > 0 then perform internal.give_back_credit(former.company_id, former.credit_cents); end if;
  made := former;
  made.series := 'platform:' || extract(year from today);
  number_taken := internal.next_number(made.series);
  insert into public.invoices (company_id, type, series, number, kind, month, issued_on, due_on, period_from, period_to, state, reverses, reason, seller, buyer,
    net_cents, vat_cents, gross_cents, credit_cents, due_cents, vat, created_at)
  values (former.company_id, 384, made.series, 'ZP-' || extract(year from today) || '-' || lpad(number_taken::text, 5, '0'), former.kind, former.month, today,
    today, former.period_from, former.period_to, 'issued', former.id, left(p_reason, 500), former.seller, former.buyer, -former.net_cents, -former.vat_cents,
    -former.gross_cents, -former.credit_cents, -former.due_cents, (
      select jsonb_agg(rate || jsonb_build_object('net_cents', -(rate ->> 'net_cents')::integer, 'vat_cents', -(rate ->> 'vat_cents')::integer) order by turn)
      from jsonb_array_elements(former.vat) with ordinality one (rate, turn)), internal.present())
  returning * into made;
  insert into public.invoice_lines select made.id, line."position", line.kind, line.text, -line.quantity, line.unit_cents, -line.net_cents, line.vat_category,
    line.vat_percent, line.item_id from public.invoice_lines line where line.invoice_id = former.id;
  -- Its plan as it was booked, so that the accounts come to nothing.
  perform internal.book_invoice(made);
  perform internal.lift_pause(former.company_id);
  if former.paid_cents > 0 then
    perform internal.alert('paid_and_reversed', null, former.id::text, jsonb_build_object('invoice', former.number, 'cents', former.paid_cents));
  end if;
  perform internal.tell_owners(former.company_id, 'invoice_reversed', jsonb_build_object('number', made.number, 'reversed', former.number));
  return made.id;
end $$;

-- What was set off counts again with the next invoice, newest reward first.
create function internal.give_back_credit(p_company uuid, p_cents integer) returns void
language plpgsql set search_path = '' as $$
declare
  credit internal.billing_credits;
  open integer := p_cents;
  part integer;
begin
  for credit in select * from internal.billing_credits where company_id = p_company and left_cents < cents order by referral_id desc for update loop
    part := least(open, credit.cents - credit.left_cents);
    update internal.billing_credits set left_cents = left_cents + part where referral_id = credit.referral_id;
    open := open - part;
  end loop;
end $$;

-- Errors: operator_only, reason_missing, reason_too_long, those of internal.reverse_invoice.
create function public.operator_reverse_invoice(p_invoice uuid, p_reason text, p_again boolean default true) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.as_operator('admin', 'reverse_invoice', 'invoice ' || coalesce(p_invoice::text, ''),
    (select company_id from public.invoices where id = p_invoice), coalesce(p_reason, ''));
  return internal.reverse_invoice(p_invoice, internal.clean_words(p_reason), coalesce(p_again, true));
end $$;

revoke execute on function internal.reverse_invoice, internal.give_back_credit from public;
grant execute on function public.operator_reverse_invoice to authenticated;

-- 78_billing/45_transfers.sql

-- What arrives at the platform's bank: lines of a statement, each once. A line that names an invoice and pays all of it is matched by itself; operators match the rest.

create table public.bank_transfers (
  id uuid primary key default gen_random_uuid(),
  -- What the bank calls the line, or a check value of it: the same line from another file is the same.
  ref varchar(120) not null unique,
  booked_on date not null,
  cents integer not null check (cents > 0),
  payer varchar(140) not null default '',
  text varchar(500) not null default '',
  invoice_id uuid references public.invoices on delete restrict,
  matched_at timestamptz,
  created_at timestamptz not null,
  -- Set aside: money that is for no invoice.
  note varchar(500) not null default '',
  constraint bank_transfers_matched check ((invoice_id is null) = (matched_at is null))
);
create index bank_transfers_invoice on public.bank_transfers (invoice_id) where invoice_id is not null;
create index bank_transfers_open on public.bank_transfers (booked_on) where invoice_id is null and note = '';
alter table public.bank_transfers enable row level security;
revoke all on public.bank_transfers from service_role;
grant select on public.bank_transfers to service_role;

-- Pays an invoice with a line; more than is due stays with it and is an alert. Paid in full it lifts what its lateness has paused.
create function internal.pay_by_transfer(line public.bank_transfers, p_invoice uuid) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  bill public.invoices;
begin
  select * into bill from public.invoices where id = p_invoice for update;
  if bill.id is null then perform internal.fail('invoice_not_found'); end if;
  if bill.state <> 'issued' or bill.type <> 380 then perform internal.fail('wrong_state', bill.state::text); end if;
  update public.bank_transfers set invoice_id = bill.id, matched_at = present where id = line.id;
  update public.invoices set paid_cents = paid_cents + line.cents, state = case when paid_cents + line.cents >= due_cents then 'paid' else state end,
    paid_at = case when paid_cents + line.cents >= due_cents then present end where id = bill.id returning * into bill;
  perform internal.post_invoice(bill, 'invoice_paid', 'transfer:' || line.id, ('platform_bank', 'receivable', line.cents)::internal.posting);
  if bill.paid_cents > bill.due_cents then
    perform internal.alert('paid_too_much', null, bill.id::text, jsonb_build_object('invoice', bill.number, 'cents', bill.paid_cents - bill.due_cents));
  end if;
  if bill.state = 'paid' then perform internal.lift_pause(bill.company_id); end if;
end $$;

-- The open invoice that a line names and pays to the cent. Spaces, dashes and small letters are no difference.
create function internal.invoice_named(line public.bank_transfers) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  said constant text := upper(regexp_replace(line.text, '[^A-Za-z0-9]', '', 'g'));
  named constant uuid[] := array(select bill.id from public.invoices bill where bill.state = 'issued' and bill.type = 380
    and strpos(said, regexp_replace(bill.number, '[^A-Z0-9]', '', 'g')) > 0 and bill.due_cents - bill.paid_cents = line.cents);
begin
  return case when cardinality(named) = 1 then named[1] end;
end $$;

-- Takes lines of a statement in: [{ref, on, cents, payer, text}], up to 2000. Answers {new, known, matched}. Errors: operator_only, transfers_invalid.
create function public.operator_import_transfers(p_lines jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  said record;
  line public.bank_transfers;
  fitting uuid;
  taken integer := 0;
  matched integer := 0;
  asked integer;
begin
  perform internal.as_operator('admin', 'import_transfers');
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) > 2000 or exists (select from jsonb_array_elements(p_lines) one
      where jsonb_typeof(one) <> 'object' or coalesce(one ->> 'ref', '') = '' or coalesce(one ->> 'on', '') !~ '^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
        or coalesce(one ->> 'cents', '') !~ '^[1-9]\d{0,8}$') then
    perform internal.fail('transfers_invalid');
  end if;
  asked := jsonb_array_length(p_lines);
  for said in select * from jsonb_to_recordset(p_lines) one (ref text, "on" text, cents integer, payer text, text text) order by "on", ref loop
    insert into public.bank_transfers (ref, booked_on, cents, payer, text, created_at)
    values (left(said.ref, 120), internal.day_or_last(said."on"), said.cents, left(coalesce(said.payer, ''), 140), left(coalesce(said.text, ''), 500), internal.present())
    on conflict (ref) do nothing returning * into line;
    continue when not found;
    taken := taken + 1;
    fitting := internal.invoice_named(line);
    if fitting is not null then
      perform internal.pay_by_transfer(line, fitting);
      matched := matched + 1;
    end if;
  end loop;
  return jsonb_build_object('new', taken, 'known', asked - taken, 'matched', matched);
end $$;

-- "2026-02-30" of some bank is the last day of the month.
create function internal.day_or_last(p_day text) returns date
language plpgsql immutable set search_path = '' as $$
begin
  return least((left(p_day, 7) || '-01')::date + right(p_day, 2)::integer - 1, ((left(p_day, 7) || '-01')::date + interval '1 month')::date - 1);
end $$;

-- Says by hand which invoice a line pays; without one it is set aside with the reason. Errors: operator_only, reason_missing, reason_too_long,
-- transfer_not_found, invoice_not_found, wrong_state.
create function public.operator_match_transfer(p_transfer uuid, p_number text, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line public.bank_transfers;
begin
  perform internal.as_operator('admin', 'match_transfer', 'transfer ' || coalesce(p_transfer::text, ''), null, coalesce(p_reason, ''));
  select * into line from public.bank_transfers where id = p_transfer for update;
  if line.id is null then perform internal.fail('transfer_not_found'); end if;
  if line.invoice_id is not null or line.note <> '' then perform internal.fail('wrong_state', 'matched'); end if;
  if btrim(coalesce(p_number, '')) = '' then
    update public.bank_transfers set note = internal.clean_words(p_reason) where id = line.id;
  else
    perform internal.pay_by_transfer(line, (select id from public.invoices where number = upper(btrim(p_number))));
  end if;
end $$;

-- Books a payment that no file has: all that is still due. Errors: operator_only, reason_missing, reason_too_long, invoice_not_found, wrong_state.
create function public.operator_mark_paid(p_invoice uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  bill public.invoices;
  line public.bank_transfers;
begin
  perform internal.as_operator('admin', 'mark_paid', 'invoice ' || coalesce(p_invoice::text, ''),
    (select company_id from public.invoices where id = p_invoice), coalesce(p_reason, ''));
  select * into bill from public.invoices where id = p_invoice for update;
  if bill.id is null then perform internal.fail('invoice_not_found'); end if;
  if bill.state <> 'issued' or bill.type <> 380 then perform internal.fail('wrong_state', bill.state::text); end if;
  insert into public.bank_transfers (ref, booked_on, cents, payer, text, created_at) values ('by hand ' || gen_random_uuid(), internal.billing_day(),
    bill.due_cents - bill.paid_cents, 'von Hand', internal.clean_words(p_reason), internal.present()) returning * into line;
  perform internal.pay_by_transfer(line, bill.id);
end $$;

revoke execute on function internal.pay_by_transfer, internal.invoice_named, internal.day_or_last from public;
grant execute on function public.operator_import_transfers, public.operator_match_transfer, public.operator_mark_paid to authenticated;

-- 78_billing/50_dunning.sql

-- What happens when an invoice is not paid: a reminder 14 days after it was due, another after 28, and after 42 the business is not found any more until it has
-- paid. What is booked stays booked, the admin area and the export stay open.

create table public.dunning_steps (
  invoice_id uuid not null references public.invoices on delete restrict,
  -- 1 and 2 are reminders, 3 is the pause.
  level smallint not null check (level between 1 and 3),
  at timestamptz not null,
  primary key (invoice_id, level)
);
alter table public.dunning_steps enable row level security;
create policy owners_read on public.dunning_steps for select to authenticated using (exists (select from public.invoices bill where bill.id = invoice_id));
revoke all on public.dunning_steps from service_role;
grant select on public.dunning_steps to authenticated, service_role;

-- Companies that are paused, and which of their locations were published then.
create table internal.billing_pauses (
  company_id uuid primary key references public.companies on delete cascade,
  invoice_id uuid not null references public.invoices on delete restrict,
  locations uuid[] not null,
  at timestamptz not null
);
create index billing_pauses_invoice on internal.billing_pauses (invoice_id);
alter table internal.billing_pauses enable row level security;

-- Error: invoice_unpaid.
create function internal.keep_unpaid_paused() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from internal.billing_pauses where company_id = new.company_id) then perform internal.fail('invoice_unpaid'); end if;
  return new;
end $$;
create trigger keep_unpaid_paused before update of state on public.locations for each row
  when (new.state = 'published' and old.state <> 'published') execute function internal.keep_unpaid_paused();

create function internal.pause_unpaid(bill public.invoices) returns void
language plpgsql set search_path = '' as $$
declare
  shown constant uuid[] := array(select id from public.locations where company_id = bill.company_id and state = 'published' order by id);
begin
  insert into internal.billing_pauses values (bill.company_id, bill.id, shown, internal.present()) on conflict do nothing;
  if not found then return; end if;
  perform internal.withdraw_offers(shown);
  update public.locations set state = 'paused' where id = any(shown);
end $$;

-- Once nothing is due since 42 days any more.
create function internal.lift_pause(p_company uuid) returns void
language plpgsql set search_path = '' as $$
declare
  pause internal.billing_pauses;
begin
  delete from internal.billing_pauses where company_id = p_company and not exists (select from public.invoices bill
    where bill.company_id = p_company and bill.type = 380 and bill.state = 'issued' and bill.due_on + 42 <= internal.billing_day()) returning * into pause;
  if pause.company_id is null then return; end if;
  update public.locations place set state = 'published' where place.id = any(pause.locations) and place.state = 'paused' and not place.archived
    and not exists (select from internal.paused_locations kept where kept.location_id = place.id)
    and exists (select from public.companies company where company.id = p_company and company.state = 'active');
end $$;

-- Takes the next step for each invoice that is late, up to p_limit of them. For the server's job; returns how many.
create function public.run_dunning(p_limit integer default 50) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := internal.billing_day();
  due record;
  bill public.invoices;
  steps integer := 0;
begin
  for due in
    select one.id, one.company_id, level.level from public.invoices one
    join (values (1, 14), (2, 28), (3, 42)) level (level, days) on one.due_on + level.days <= today
    where one.state = 'issued' and one.type = 380 and level.level = 1 + (select count(*) from public.dunning_steps step where step.invoice_id = one.id)
    order by one.due_on, one.id limit p_limit
  loop
    perform from public.companies where id = due.company_id for no key update;
    select * into bill from public.invoices where id = due.id and state = 'issued' for update;
    continue when bill.id is null;
    insert into public.dunning_steps values (bill.id, due.level, internal.present()) on conflict do nothing;
    continue when not found;
    if due.level = 3 then perform internal.pause_unpaid(bill); end if;
    perform internal.tell_owners(bill.company_id, case due.level when 3 then 'listing_unpaid' else 'invoice_reminder' end, jsonb_build_object('number', bill.number,
      'cents', bill.due_cents - bill.paid_cents, 'day', bill.due_on, 'level', due.level));
    steps := steps + 1;
  end loop;
  return steps;
end $$;

revoke execute on function internal.keep_unpaid_paused, internal.pause_unpaid, internal.lift_pause from public;
grant execute on function public.run_dunning to service_role;

-- 78_billing/60_own_billing.sql

-- What owners see of their billing besides their items and invoices, which they read themselves.

-- {billed_from, prices: as public.current_prices, people, plan_cents: what they would cost a month, plan: null or {starts_on, ends_on, cancelled_at}, gaps: what an
-- invoice still needs, waits: whether one waits for that, paused: whether the listing is paused for an unpaid invoice, items: {open, objected, invoiced, waived},
-- credit_cents: rewards that the next invoices are less by, next: {on: the day of the next run, lines: [{text, cents}], kind, net_cents, vat_cents, gross_cents}}.
-- For owners. Error: company_not_found.
create function public.own_billing(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company public.companies;
  settings internal.billing_settings;
  today constant date := internal.billing_day();
  month constant date := date_trunc('month', today)::date;
  next constant date := (month + interval '1 month')::date;
  people constant integer := internal.counted_people(p_company);
  cents constant integer := internal.plan_cents(internal.prices_on(next), people);
  plan public.subscriptions;
  lines jsonb;
begin
  if p_company is null or internal.role_in(p_company) is distinct from 'owner' then perform internal.fail('company_not_found'); end if;
  select * into company from public.companies where id = p_company;
  select * into settings from internal.billing_settings;
  select * into plan from public.subscriptions where company_id = p_company and coalesce(ends_on, today) >= today and coalesce(ends_on, starts_on) >= starts_on
  order by starts_on desc limit 1;
  lines := case when plan.id is not null and cents > 0 and plan.starts_on <= next and coalesce(plan.ends_on, next) >= next then jsonb_build_array(
    jsonb_build_object('text', 'Team-Plan ' || internal.german_month(next) || ', ' || people || ' Personen', 'quantity', 1, 'unit_cents', cents)) else '[]' end
    || internal.lines_to_bill(p_company, month);
  return jsonb_build_object('billed_from', settings.billed_from, 'prices', public.current_prices(), 'people', people, 'plan_cents', cents,
    'plan', case when plan.id is not null then jsonb_build_object('starts_on', plan.starts_on, 'ends_on', plan.ends_on, 'cancelled_at', plan.cancelled_at) end,
    'gaps', to_jsonb(internal.invoice_gaps(company)),
    'waits', exists (select from public.billing_months held where held.company_id = p_company and held.waits_for <> ''),
    'paused', exists (select from internal.billing_pauses where company_id = p_company),
    'items', (select jsonb_build_object('open', count(*) filter (where item.state = 'open'), 'objected', count(*) filter (where item.state = 'objected'),
      'invoiced', count(*) filter (where item.state = 'invoiced'), 'waived', count(*) filter (where item.state = 'waived'))
      from public.commission_items item where item.company_id = p_company),
    'credit_cents', internal.open_credit(p_company),
    'next', internal.next_invoice(lines, internal.invoice_kind_of(settings.seller, internal.buyer_of(company))) || jsonb_build_object('on', next + 2));
end $$;

create function internal.open_credit(p_company uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(sum(left_cents), 0) from internal.billing_credits where company_id = p_company)
    + (select coalesce(sum(one.reward_cents), 0) from internal.referrals one join internal.partners partner on partner.id = one.partner_id
      where partner.company_id = p_company and partner.state <> 'suspended' and one.state = 'earned');
end $$;

create function internal.next_invoice(p_lines jsonb, p_kind public.invoice_kind) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  sums constant jsonb := internal.with_vat((select jsonb_agg(jsonb_build_object('cents', (line ->> 'quantity')::integer * (line ->> 'unit_cents')::integer,
    'vat_category', 'S', 'vat_percent', case p_kind when 'standard' then (internal.prices_on(internal.billing_day())).vat_percent else 0 end))
    from jsonb_array_elements(p_lines) line));
begin
  return jsonb_build_object('kind', p_kind, 'net_cents', coalesce((sums ->> 'net_cents')::integer, 0), 'vat_cents', coalesce((sums ->> 'vat_cents')::integer, 0),
    'gross_cents', coalesce((sums ->> 'gross_cents')::integer, 0), 'lines', (select coalesce(jsonb_agg(jsonb_build_object('text', line ->> 'text',
      'cents', (line ->> 'quantity')::integer * (line ->> 'unit_cents')::integer) order by turn), '[]') from jsonb_array_elements(p_lines) with ordinality one (line, turn)));
end $$;

-- What an owner has to do about billing, for the list of what is to be done: {data_missing, plan_missing, unpaid: how many invoices are late, paused}; null for others.
create function public.billing_tasks(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := internal.billing_day();
begin
  if p_company is null or internal.role_in(p_company) is distinct from 'owner' then return null; end if;
  return jsonb_build_object(
    'data_missing', exists (select from public.billing_months held where held.company_id = p_company and held.waits_for <> ''),
    'plan_missing', exists (select from internal.billing_settings held where held.billed_from <= today)
      and internal.counted_people(p_company) > (internal.prices_on(today)).free_people
      and exists (select from public.companies company where company.id = p_company and not company.sandbox)
      and not exists (select from public.subscriptions plan where plan.company_id = p_company and coalesce(plan.ends_on, today) >= today),
    'unpaid', (select count(*) from public.invoices bill where bill.company_id = p_company and bill.type = 380 and bill.state = 'issued' and bill.due_on < today),
    'paused', exists (select from internal.billing_pauses where company_id = p_company));
end $$;

revoke execute on function internal.open_credit, internal.next_invoice from public;
grant execute on function public.own_billing, public.billing_tasks to authenticated;

-- 78_billing/70_operator_money.sql

-- The platform's money for operators: /operator/money.

-- Revenue without VAT in a year of Berlin, by the ledger.
create function internal.revenue_of_year(p_year integer) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(sum(case when line.credit in ('plan_revenue', 'commission_revenue') then line.amount_cents else -line.amount_cents end), 0)
    from public.money_events event join public.money_transfers line on line.event_id = event.id
    where event.book = 'platform' and extract(year from event.at at time zone 'Europe/Berlin') = p_year
      and (line.credit in ('plan_revenue', 'commission_revenue') or line.debit in ('plan_revenue', 'commission_revenue')));
end $$;

-- Everything that waits for an operator: {billed_from, seller_gaps, small_business, years: [{year, cents}], limits: {last_year_cents, this_year_cents},
-- open: {count, cents, late}, alerts: [{id, kind, at, detail}], transfers: [{id, booked_on, cents, payer, text}],
-- objections: [{id, company, day, base_cents, fee_cents, objection, objected_at, evidence}], missing: [{company, months}], teams: [{company, people}] without a
-- plan}; lists have fifty rows. Error: operator_only.
create function public.operator_money() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := internal.billing_day();
  year constant integer := extract(year from today);
  settings internal.billing_settings;
begin
  perform internal.as_operator('support', 'read_money');
  select * into settings from internal.billing_settings;
  return jsonb_build_object('billed_from', settings.billed_from,
    'seller_gaps', (select coalesce(jsonb_agg(field), '[]') from unnest('{name,street,postal_code,city,iban}'::text[]) field where coalesce(settings.seller ->> field, '') = ''),
    'small_business', coalesce((settings.seller ->> 'small_business')::boolean, false),
    'years', jsonb_build_array(jsonb_build_object('year', year - 1, 'cents', internal.revenue_of_year(year - 1)),
      jsonb_build_object('year', year, 'cents', internal.revenue_of_year(year))),
    'limits', jsonb_build_object('last_year_cents', 2500000, 'this_year_cents', 10000000),
    'open', (select jsonb_build_object('count', count(*), 'cents', coalesce(sum(bill.due_cents - bill.paid_cents), 0), 'late', count(*) filter (where bill.due_on < today))
      from public.invoices bill where bill.type = 380 and bill.state = 'issued'),
    'alerts', (select coalesce(jsonb_agg(to_jsonb(one) order by one.id desc), '[]') from (
      select alert.id, alert.kind, alert.at, alert.detail from public.money_alerts alert where alert.seen_at is null order by alert.id desc limit 50) one),
    'transfers', (select coalesce(jsonb_agg(to_jsonb(one) order by one.booked_on, one.id), '[]') from (
      select line.id, line.booked_on, line.cents, line.payer, line.text from public.bank_transfers line where line.invoice_id is null and line.note = ''
      order by line.booked_on, line.id limit 50) one),
    'objections', (select coalesce(jsonb_agg(to_jsonb(one) order by one.objected_at, one.id), '[]') from (
      select item.id, company.name as company, item.day, item.base_cents, item.fee_cents, item.objection, item.objected_at, item.evidence
      from public.commission_items item join public.companies company on company.id = item.company_id where item.state = 'objected'
      order by item.objected_at, item.id limit 50) one),
    'missing', (select coalesce(jsonb_agg(to_jsonb(one) order by one.company), '[]') from (
      select company.name as company, count(*) as months from public.billing_months held join public.companies company on company.id = held.company_id
      where held.waits_for <> '' group by company.id order by company.name limit 50) one),
    'teams', case when coalesce(settings.billed_from > today, true) then '[]'::jsonb else (select coalesce(jsonb_agg(to_jsonb(one) order by one.people desc, one.company), '[]') from (
      select company.name as company, internal.counted_people(company.id) as people from public.companies company
      where company.state = 'active' and not company.sandbox and internal.counted_people(company.id) > (internal.prices_on(today)).free_people
        and not exists (select from public.subscriptions plan where plan.company_id = company.id and coalesce(plan.ends_on, today) >= today)
      order by 2 desc, 1 limit 50) one) end);
end $$;

-- Invoices, the open ones first due first, or all newest first, fifty a page: {more, rows: [{id, number, company, type, kind, state, issued_on, due_on, gross_cents,
-- due_cents, paid_cents, late_days, level: of the last step, paused, rendered}]}. Error: operator_only.
create function public.operator_invoices(p_open boolean default true, p_page integer default 1) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  page constant integer := least(greatest(coalesce(p_page, 1), 1), 10000);
  today constant date := internal.billing_day();
  open constant boolean := coalesce(p_open, true);
begin
  perform internal.as_operator('support', 'read_invoices');
  return (
    with found as (
      select bill.*, row_number() over (order by case when open then bill.due_on end, bill.created_at desc, bill.id) as place from public.invoices bill
      where not open or bill.type = 380 and bill.state = 'issued' order by place offset (page - 1) * 50 limit 51)
    select jsonb_build_object('more', count(*) > 50, 'rows', coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'number', found.number, 'company', company.name,
      'type', found.type, 'kind', found.kind, 'state', found.state, 'issued_on', found.issued_on, 'due_on', found.due_on, 'gross_cents', found.gross_cents,
      'due_cents', found.due_cents, 'paid_cents', found.paid_cents,
      'late_days', case when found.type = 380 and found.state = 'issued' then greatest(today - found.due_on, 0) else 0 end,
      'level', (select coalesce(max(step.level), 0) from public.dunning_steps step where step.invoice_id = found.id),
      'paused', exists (select from internal.billing_pauses pause where pause.invoice_id = found.id), 'rendered', found.xml is not null) order by found.place)
      filter (where found.place <= page * 50), '[]'))
    from found join public.companies company on company.id = found.company_id);
end $$;

-- Somebody has looked into an alert. Again changes nothing. Errors: operator_only, reason_missing, reason_too_long, alert_not_found.
create function public.operator_settle_alert(p_alert bigint, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.as_operator('admin', 'settle_alert', 'alert ' || coalesce(p_alert::text, ''), null, coalesce(p_reason, ''));
  if not exists (select from public.money_alerts where id = p_alert) then perform internal.fail('alert_not_found'); end if;
  update public.money_alerts set seen_at = internal.present() where id = p_alert and seen_at is null;
end $$;

-- What the platform reports to the tax authority for a year (PStTG), for each company and quarter: [{company_id, company, gone, gaps: fields that are missing, iban,
-- quarters: [{quarter, visits, cents: what visits came to, also on site, fees_cents: what was charged for them}]}]. Seeing it takes a reason.
-- Errors: operator_only, reason_missing, reason_too_long.
create function public.operator_tax_report(p_year integer, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  year constant text := least(greatest(coalesce(p_year, 0), 2000), 2200)::text;
  from_at constant timestamptz := (year || '-01-01')::timestamp at time zone 'Europe/Berlin';
  until_at constant timestamptz := ((year || '-01-01')::date + interval '1 year')::timestamp at time zone 'Europe/Berlin';
begin
  perform internal.as_operator('admin', 'read_tax_report', year, null, coalesce(p_reason, ''));
  return (
    with served as (
      select place.company_id, to_char(visit.starts_at at time zone 'Europe/Berlin', 'YYYY-"Q"Q') as quarter, count(*) as visits, sum(visit.total_cents) as cents
      from public.appointments visit join public.locations place on place.id = visit.location_id
      join public.companies company on company.id = place.company_id and not company.sandbox
      where visit.state = 'completed' and visit.starts_at >= from_at and visit.starts_at < until_at group by 1, 2
      union all
      select kept.company_id, one.quarter, one.visits, one.cents from public.kept_tax_data kept,
        jsonb_to_recordset(kept.sums) one (quarter text, visits bigint, cents bigint) where left(one.quarter, 4) = year
    ), charged as (
      select item.company_id, to_char(item.day, 'YYYY-"Q"Q') as quarter, sum(item.fee_cents) as cents from public.commission_items item
      where item.state in ('open', 'objected', 'invoiced') group by 1, 2
    )
    select coalesce(jsonb_agg(jsonb_build_object('company_id', one.company_id, 'company', coalesce(nullif(company.legal_name, ''), company.name, kept.imprint ->> 'legal_name', ''),
      'gone', kept.company_id is not null, 'gaps', case when kept.company_id is null then to_jsonb(internal.tax_gaps(one.company_id)) else '[]' end,
      'iban', coalesce(held.iban, kept.tax_data ->> 'iban', ''), 'quarters', one.quarters) order by company.name nulls last, one.company_id), '[]')
    from (
      select served.company_id, jsonb_agg(jsonb_build_object('quarter', served.quarter, 'visits', served.visits, 'cents', served.cents,
        'fees_cents', coalesce(charged.cents, 0)) order by served.quarter) as quarters
      from served left join charged on charged.company_id = served.company_id and charged.quarter = served.quarter group by 1) one
    left join public.companies company on company.id = one.company_id
    left join public.kept_tax_data kept on kept.company_id = one.company_id
    left join public.company_tax_data held on held.company_id = one.company_id);
end $$;

revoke execute on function internal.revenue_of_year from public;
grant execute on function public.operator_money, public.operator_invoices, public.operator_settle_alert, public.operator_tax_report to authenticated;

-- 78_billing/80_checking_billing.sql

-- Compares invoices with their lines, the ledger, their payments and their series, at night beside `check_money`, and looks at the thresholds of § 19 UStG.
-- What differs becomes an alert, and is answered as [{kind, of}]; an empty list is the only good answer. Kinds: lines, books, paid, gap (a number is missing),
-- charged_twice (an item on two invoices that hold). A threshold is an alert only. For the server only.
create function public.check_billing() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found record;
  answer jsonb := '[]';
  this_year constant integer := extract(year from internal.billing_day());
begin
  for found in
    select 'lines' as kind, bill.number as of from public.invoices bill
    where bill.net_cents is distinct from (select sum(line.net_cents) from public.invoice_lines line where line.invoice_id = bill.id)
      or bill.vat_cents is distinct from (select sum((rate ->> 'vat_cents')::integer) from jsonb_array_elements(bill.vat) rate)
    union all
    select 'books', bill.number from public.invoices bill
    where bill.due_cents - bill.paid_cents is distinct from (
      select coalesce(sum(case when line.debit = 'receivable' then line.amount_cents when line.credit = 'receivable' then -line.amount_cents end), 0)
      from public.money_transfers line where line.invoice_id = bill.id)
    union all
    select 'paid', bill.number from public.invoices bill
    where bill.paid_cents is distinct from (select coalesce(sum(line.cents), 0) from public.bank_transfers line where line.invoice_id = bill.id)
      or bill.type = 380 and bill.state = 'issued' and bill.paid_cents >= bill.due_cents
    union all
    select 'gap', series.name from public.number_series series
    where series.next - 1 is distinct from (select count(*) from public.invoices bill where bill.series = series.name)
    union all
    select 'charged_twice', line.item_id::text from public.invoice_lines line join public.invoices bill on bill.id = line.invoice_id
    where line.kind = 'commission' and bill.type = 380 and bill.state <> 'reversed' group by line.item_id having count(*) > 1
  loop
    perform internal.alert('drift_billing_' || found.kind, null, found.of || ':' || internal.billing_day());
    answer := answer || jsonb_build_object('kind', found.kind, 'of', found.of);
  end loop;
  if exists (select from internal.billing_settings where (seller ->> 'small_business')::boolean) then
    perform internal.alert('small_business_' || passed.level, null, this_year || ':' || passed.level, jsonb_build_object('year', passed.year, 'cents', passed.cents))
    from (values ('near', this_year - 1, 2000000), ('over', this_year - 1, 2500000), ('near_next', this_year, 2000000), ('over_next', this_year, 2500000), ('near_now', this_year, 8000000),
      ('over_now', this_year, 10000000)) limits (level, year, cents_at)
    cross join lateral (select limits.level, limits.year, internal.revenue_of_year(limits.year) as cents) passed where passed.cents > limits.cents_at;
  end if;
  return answer;
end $$;

grant execute on function public.check_billing to service_role;

create or replace function public.refer_company(p_company uuid, p_code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  company public.companies;
  partner internal.partners;
  known uuid;
begin
  perform internal.open_company(p_company, 'owner');
  update auth.users set raw_user_meta_data = raw_user_meta_data - 'partner_code'
  where id = internal.person() and raw_user_meta_data ? 'partner_code';
  select * into company from public.companies one where one.id = p_company;
  if not internal.takes_part(company) then perform internal.fail('company_closed'); end if;
  -- Who suspends the partner meanwhile waits.
  select * into partner from internal.partners one where one.code = internal.clean_partner_code(p_code) for share;
  select one.partner_id into known from internal.referrals one where one.company_id = p_company;
  if known = partner.id then return; end if;
  if known is not null then perform internal.fail('already_referred'); end if;
  if company.created_at < present - interval '14 days' then perform internal.fail('referral_too_late'); end if;
  if partner.state is distinct from 'active' then perform internal.fail('code_unknown'); end if;
  if p_company = any(internal.companies_of(partner)) or exists (
      select from public.members member where member.company_id = p_company and member.user_id = any(internal.people_of(partner))) then
    perform internal.fail('own_code');
  end if;
  insert into internal.referrals (company_id, partner_id, reward_cents, created_at, checked_at)
  values (p_company, partner.id, (internal.prices_on(internal.billing_day())).reward_cents, present, present)
  on conflict (company_id) do nothing;
  if not found then perform internal.fail('already_referred'); end if;
end $$;

-- 88_partners/35_crediting.sql

-- Rewards of companies are set off against their invoices, when they have any (78_billing/35_month); those of people are paid by hand.

-- Sets rewards off against what is to be paid; returns how much. The referral is paid with it, and left_cents keeps what is over for the next invoice.
create function internal.take_credit(p_company uuid, p_most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  referral internal.referrals;
  credit internal.billing_credits;
  taken integer := 0;
  part integer;
begin
  for credit in select * from internal.billing_credits where company_id = p_company and left_cents > 0 order by referral_id for update loop
    part := least(credit.left_cents, p_most - taken);
    update internal.billing_credits set left_cents = left_cents - part where referral_id = credit.referral_id;
    taken := taken + part;
  end loop;
  for referral in select one.* from internal.referrals one join internal.partners partner on partner.id = one.partner_id
    where partner.company_id = p_company and partner.state <> 'suspended' and one.state = 'earned' order by one.decided_at, one.id for update of one
  loop
    exit when taken >= p_most;
    part := least(referral.reward_cents, p_most - taken);
    continue when part <= 0;
    insert into internal.billing_credits values (referral.id, p_company, referral.reward_cents, referral.reward_cents - part);
    perform internal.settle_referral(referral, 'paid', '', 'Mit Ihrer Rechnung verrechnet.');
    taken := taken + part;
  end loop;
  return taken;
end $$;

revoke execute on function internal.take_credit from public;

insert into internal.message_kinds (kind, purpose, priority) values
  ('plan_booked', 'transactional', 20),
  ('plan_cancelled', 'transactional', 20),
  ('invoice_issued', 'transactional', 30),
  ('invoice_reversed', 'transactional', 30),
  ('invoice_reminder', 'transactional', 30),
  ('listing_unpaid', 'transactional', 20),
  ('invoice_data_missing', 'transactional', 30),
  ('objection_decided', 'transactional', 30);

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('invoices', 91, '{public.invoices,public.invoice_lines,public.bank_transfers,public.dunning_steps,public.billing_months}',
    'Rechnungen der Plattform an Unternehmen mit Anschrift, und was darauf bezahlt wurde', 'acht Jahre nach dem Ende des Jahres, in dem sie gestellt wurden, und solange sie für Steuern von Bedeutung sind',
    'Rechnungen sind acht Jahre aufzubewahren und werden nicht geändert (§ 14b UStG, § 147 AO, GoBD).', 'deleted', null, false, null),
  ('commission', 92, '{public.commission_items,internal.commission_people,internal.commission_checks}',
    'Für welche ersten Besuche eine Provision berechnet wurde, mit Nachweis ohne Namen, und Prüfwerte von Adresse, Nummer und Konto', 'solange das Unternehmen besteht; was auf Rechnungen steht, so lange wie diese',
    'Damit für einen Menschen nur einmal berechnet wird (Art. 6 Abs. 1 lit. b DSGVO). Der Bezug zur Person geht mit ihrer Karte.', 'anonymous', null, false, null),
  ('subscriptions', 93, '{public.subscriptions}', 'Wer den Plan für Teams gebucht und gekündigt hat', 'solange das Unternehmen besteht', 'Vertrag (Art. 6 Abs. 1 lit. b DSGVO).',
    'deleted', null, false, null);

insert into internal.exported_tables (position, name, via, parents, only_rows, left_out, only_out) values
  (330, 'commission_items', 'company_id', default, default, default, true),
  (340, 'invoices', 'company_id', default, default, '{series,reverses}', true),
  (350, 'invoice_lines', 'invoice_id', '{invoices}', default, default, true);
