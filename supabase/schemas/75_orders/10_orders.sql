-- What somebody looks for: a category, a place and times. Only the verbs write here.
--
-- `draft` while the form is filled in, and until the address is confirmed; `open` for 30 days at most; then `matched` (an offer was accepted),
-- `withdrawn` or `expired`. Contact, title, text and exact place go 30 days after the end (85_accounts/60_retention).

-- `order`: businesses around answer it with offers. `waitlist`: waits for a time at one location (71_joining). `alert`: wants to hear of free times
-- around (76_alerts).
create type public.wish_kind as enum ('order', 'waitlist', 'alert');

create type public.order_state as enum ('draft', 'open', 'matched', 'withdrawn', 'expired');

-- [{first, last, weekdays: [1 Monday … 7], from, to}], at most five: days and minutes of the day, as internal.read_windows leaves them.
create function internal.sound_windows(windows jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(windows) = 'array' and jsonb_array_length(windows) <= 5 and octet_length(windows::text) <= 2000;
end $$;

create table public.search_orders (
  id uuid primary key default gen_random_uuid(),
  state public.order_state not null default 'draft',
  user_id uuid references auth.users on delete set null,
  contact_name varchar(120) not null default '',
  contact_email varchar(254) not null default '' constraint search_orders_email check (contact_email = '' or internal.is_address(contact_email)),
  contact_phone varchar(40) not null default '',
  -- SHA-256 of the mailbox, by which the limits count.
  contact_hash bytea,
  category_id smallint references public.categories,
  title varchar(80) not null default '',
  text varchar(1000) not null default '',
  persons smallint not null default 1 check (persons between 1 and 10),
  -- Who it is for, if not for who asks.
  for_name varchar(120) not null default '',
  -- As it was typed or chosen; what others see is the city, and the district of a large one.
  place_label varchar(120) not null default '',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  city_id integer references public.cities,
  district varchar(120) not null default '',
  radius_km smallint not null default 10 check (radius_km between 1 and 50),
  windows jsonb not null default '[]' constraint search_orders_windows check (internal.sound_windows(windows)),
  -- The windows in minutes since 1970 in Germany. It only filters: internal.order_days in the location's zone decides.
  wanted int4multirange not null default '{}',
  -- Place and radius on the sphere of 70_search/20_listings: only filters as well.
  area extensions.cube,
  budget_cents integer check (budget_cents between 100 and 10000000),
  -- Art. 9 GDPR, where the category is a trade under § 203 StGB.
  health_consent_at timestamptz,
  -- Counts changes by the customer.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- When the form was sent; the address is then still to be confirmed.
  submitted_at timestamptz,
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  extended smallint not null default 0 check (extended between 0 and 2),
  closed_at timestamptz,
  closed_reason varchar(40) not null default '',
  -- When contact and words were removed.
  emptied_at timestamptz,
  -- Of a place on a waiting list: where, what, and with whom (null: anybody).
  location_id uuid references public.locations on delete cascade,
  service_ids uuid[] constraint search_orders_services check (cardinality(service_ids) between 1 and 10),
  employee_id uuid references public.employees on delete set null,
  -- The appointment that moves to the time that is found.
  replaces_appointment uuid references public.appointments on delete set null,
  -- Also wants to hear of times less than two hours ahead.
  short_notice boolean not null default false,
  -- How many offers in a row were left unanswered; with the third nothing more is offered until they say so.
  rounds_missed smallint not null default 0,
  snoozed_until timestamptz,
  -- When the sweep looks at it again, and when an alert was last told.
  next_check_at timestamptz,
  told_at timestamptz,
  -- What an alert was told of, as "<location> <minute>".
  told_starts text[] not null default '{}' constraint search_orders_told check (internal.short_texts(told_starts, 60, 60)),
  kind public.wish_kind not null default 'order',
  constraint search_orders_waitlist check (kind <> 'waitlist' or location_id is not null and service_ids is not null),
  constraint search_orders_complete check (state = 'draft' or emptied_at is not null or (category_id is not null and latitude is not null
    and longitude is not null and area is not null and windows <> '[]' and confirmed_at is not null)),
  constraint search_orders_closed check ((state in ('draft', 'open')) = (closed_at is null))
);
create index search_orders_match on public.search_orders using gist (category_id, area, wanted) where state = 'open';
create index search_orders_waiting on public.search_orders using gist (location_id, wanted) where state = 'open' and kind = 'waitlist';
create index search_orders_check on public.search_orders (next_check_at) where state = 'open' and kind <> 'order';
create index search_orders_location on public.search_orders (location_id) where location_id is not null;
create index search_orders_replaces on public.search_orders (replaces_appointment) where replaces_appointment is not null;
create index search_orders_employee on public.search_orders (employee_id) where employee_id is not null;
create index search_orders_open on public.search_orders (confirmed_at desc, id) where state = 'open';
create index search_orders_contact on public.search_orders (contact_hash, created_at) where contact_hash is not null;
create index search_orders_user on public.search_orders (user_id) where user_id is not null;
create index search_orders_expiry on public.search_orders (expires_at) where state in ('draft', 'open');
create index search_orders_ended on public.search_orders (closed_at) where closed_at is not null and emptied_at is null;

-- What opens an order without an account. `draft`: the browser that fills it in; `own`: came by mail to the customer's address, may do everything;
-- `read`: somebody who helps choosing.
create type public.order_scope as enum ('draft', 'own', 'read');

create table public.search_order_links (
  secret_hash bytea primary key,
  order_id uuid not null references public.search_orders on delete cascade,
  scope public.order_scope not null,
  expires_at timestamptz not null
);
create index search_order_links_order on public.search_order_links (order_id);

alter table public.search_orders enable row level security;
alter table public.search_order_links enable row level security;
-- Members get orders from verbs alone, without contact and exact place.
create policy customers_read on public.search_orders for select to authenticated using (user_id = (select internal.person()));
grant select (id, state, user_id, category_id, persons, place_label, city_id, district, radius_km, windows, budget_cents, version, created_at,
  submitted_at, confirmed_at, expires_at, extended, closed_at, closed_reason, kind, location_id,
  service_ids, employee_id) on public.search_orders to authenticated;
grant all on public.search_orders, public.search_order_links to service_role;
grant execute on function internal.sound_windows to service_role;
