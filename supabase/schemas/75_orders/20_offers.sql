-- What businesses answer to an order: a price and up to three times that are held for it. Only the verbs write here.
-- An offer lives while it is `sent` and its `expires_at` is to come; jobs only tidy.

create type public.offer_state as enum ('sent', 'accepted', 'declined', 'withdrawn', 'expired');

-- Who made it: a member, a rule of the business, or the waiting list by itself.
create type public.offer_origin as enum ('hand', 'rule', 'waitlist');

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.search_orders on delete cascade,
  company_id uuid not null references public.companies on delete cascade,
  location_id uuid not null references public.locations on delete cascade,
  -- Who would do it, in all of its starts; by this staff see their own.
  employee_ids uuid[] not null check (cardinality(employee_ids) between 1 and 30),
  service_ids uuid[] not null check (cardinality(service_ids) between 1 and 10),
  state public.offer_state not null default 'sent',
  -- All of it, with VAT.
  price_cents integer not null check (price_cents between 0 and 10000000),
  text_masked varchar(1100) not null default '',
  expires_at timestamptz not null,
  sent_by uuid references auth.users on delete set null,
  sent_at timestamptz not null default now(),
  -- When the customer first saw it.
  seen_at timestamptz,
  decided_at timestamptz,
  -- Why it was withdrawn or declined.
  reason varchar(500) not null default '',
  idempotency_key uuid,
  -- What it became.
  appointment_id uuid references public.appointments on delete set null,
  -- The rule that sent it (15_offer_rules).
  rule_id uuid references public.offer_rules on delete set null,
  -- The lowest price of the last 30 days before it was sent, for the same services by the same people; null for older ones.
  reference_cents integer,
  origin public.offer_origin not null default 'hand',
  constraint offers_decided check ((state = 'sent') = (decided_at is null))
);
create unique index offers_sent on public.offers (order_id, location_id) where state = 'sent';
create unique index offers_accepted on public.offers (order_id) where state = 'accepted';
create unique index offers_idempotency_key on public.offers (idempotency_key) where idempotency_key is not null;
create index offers_order on public.offers (order_id);
create index offers_location on public.offers (location_id, sent_at desc);
create index offers_company on public.offers (company_id);
create index offers_expiry on public.offers (expires_at) where state = 'sent';
create index offers_appointment on public.offers (appointment_id) where appointment_id is not null;
create index offers_rule on public.offers (rule_id, sent_at) where rule_id is not null;
create index offers_sender on public.offers (sent_by) where sent_by is not null;

-- The times of an offer. Ended holds are deleted after a day, so what was offered is kept here.
create table public.offer_starts (
  offer_id uuid not null references public.offers on delete cascade,
  position smallint not null check (position between 1 and 3),
  hold_id uuid references public.holds on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  employee_id uuid not null references public.employees on delete cascade,
  -- Not in one of the windows of the order.
  outside boolean not null default false,
  primary key (offer_id, position),
  constraint offer_starts_times check (starts_at < ends_at)
);
create index offer_starts_hold on public.offer_starts (hold_id) where hold_id is not null;
create index offer_starts_employee on public.offer_starts (employee_id);

-- What a location knows of an order that fits, and has done with it.
create table public.order_notices (
  order_id uuid not null references public.search_orders on delete cascade,
  location_id uuid not null references public.locations on delete cascade,
  seen_at timestamptz,
  dismissed_at timestamptz,
  primary key (order_id, location_id),
  -- When it was told of it, and in which wave (92_waves): 1 to 3, or 4 for the mail of the next morning.
  notified_at timestamptz,
  wave smallint
);
create index order_notices_location on public.order_notices (location_id);

-- Questions and answers between a customer and one location, masked.
create table public.order_messages (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.search_orders on delete cascade,
  location_id uuid not null references public.locations on delete cascade,
  by_customer boolean not null,
  text varchar(600) not null check (text <> ''),
  created_at timestamptz not null default now(),
  -- The member who wrote it; null for the customer, and for accounts that are gone.
  member_id uuid references auth.users on delete set null,
  -- When the other side saw it.
  seen_at timestamptz,
  -- Of the customer's: when the business wrote again, sent an offer, or said that there is nothing to answer.
  settled_at timestamptz
);
create index order_messages_thread on public.order_messages (order_id, location_id, created_at);
create index order_messages_location on public.order_messages (location_id);
create index order_messages_waiting on public.order_messages (location_id) where by_customer and settled_at is null;
create index order_messages_member on public.order_messages (member_id) where member_id is not null;

alter table public.offers enable row level security;
alter table public.offer_starts enable row level security;
alter table public.order_notices enable row level security;
alter table public.order_messages enable row level security;
create policy members_read on public.offers for select to authenticated using (
  location_id = any(array(select internal.locations_with('all_calendars')))
  or (location_id = any(array(select internal.locations_as('staff'))) and employee_ids && array(select internal.own_employees())));
create policy customers_read on public.offers for select to authenticated using (
  order_id in (select one.id from public.search_orders one where one.user_id = (select internal.person())));
create policy readers_of_offer on public.offer_starts for select to authenticated using (
  exists (select from public.offers offer where offer.id = offer_id));
create policy members_read on public.order_notices for select to authenticated using (
  location_id = any(array(select internal.locations_as('staff'))));
create policy members_read on public.order_messages for select to authenticated using (
  location_id = any(array(select internal.locations_as('staff'))));
create policy customers_read on public.order_messages for select to authenticated using (
  order_id in (select one.id from public.search_orders one where one.user_id = (select internal.person())));
grant select (id, order_id, company_id, location_id, employee_ids, service_ids, state, price_cents, text_masked, expires_at, sent_at, seen_at,
  decided_at, reason, appointment_id, origin) on public.offers to authenticated;
grant select on public.offer_starts, public.order_notices to authenticated;
grant select (id, order_id, location_id, by_customer, text, created_at, seen_at, settled_at) on public.order_messages to authenticated;
grant all on public.offers, public.offer_starts, public.order_notices, public.order_messages to service_role;
