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

-- The job asks for these alone.
create index appointments_brought on public.appointments (ends_at) where state = 'completed' and origin in ('marketplace', 'offer');

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

-- What the company knew of the person before: {cards, contacts, visits, charged}. `visits` are those that were booked before, and completed
-- ones that lie before, unless they were entered afterwards.
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
      and other.id <> visit.id and (other.created_at < since
        or other.state = 'completed' and other.starts_at < visit.starts_at and other.created_at <= other.starts_at)),
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
