-- Search orders and offers: the tables, and what their verbs share.
set local check_function_bodies = off;

-- What somebody looks for: a category, a place and times. Only the verbs write here.
--
-- `draft` while the form is filled in, and until the address is confirmed; `open` for 30 days at most; then `matched` (an offer was accepted),
-- `withdrawn` or `expired`. Contact, title, text and exact place go 30 days after the end (85_accounts/60_retention).

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
  constraint search_orders_complete check (state = 'draft' or emptied_at is not null or (category_id is not null and latitude is not null
    and longitude is not null and area is not null and windows <> '[]' and confirmed_at is not null)),
  constraint search_orders_closed check ((state in ('draft', 'open')) = (closed_at is null))
);
create index search_orders_match on public.search_orders using gist (category_id, area, wanted) where state = 'open';
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
  submitted_at, confirmed_at, expires_at, extended, closed_at, closed_reason) on public.search_orders to authenticated;
grant all on public.search_orders, public.search_order_links to service_role;
grant execute on function internal.sound_windows to service_role;

-- What businesses answer to an order: a price and up to three times that are held for it. Only the verbs write here.
-- An offer lives while it is `sent` and its `expires_at` is to come; jobs only tidy.

create type public.offer_state as enum ('sent', 'accepted', 'declined', 'withdrawn', 'expired');

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

-- What a location has done with an order that fits.
create table public.order_notices (
  order_id uuid not null references public.search_orders on delete cascade,
  location_id uuid not null references public.locations on delete cascade,
  seen_at timestamptz,
  dismissed_at timestamptz,
  primary key (order_id, location_id)
);
create index order_notices_location on public.order_notices (location_id);

-- Questions and answers between a customer and one location, masked.
create table public.order_messages (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.search_orders on delete cascade,
  location_id uuid not null references public.locations on delete cascade,
  by_customer boolean not null,
  text varchar(600) not null check (text <> ''),
  created_at timestamptz not null default now()
);
create index order_messages_thread on public.order_messages (order_id, location_id, created_at);
create index order_messages_location on public.order_messages (location_id);

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
  decided_at, reason, appointment_id) on public.offers to authenticated;
grant select on public.offer_starts, public.order_notices, public.order_messages to authenticated;
grant all on public.offers, public.offer_starts, public.order_notices, public.order_messages to service_role;

-- What the verbs on orders and offers share: the lock, whose an order is, masking, and what others may read of it.
--
-- Locks: the order (advisory), then the locations in the order of their ids (50_booking/35_appointment_verbs), then rows.

create function internal.lock_order(p_order uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if pg_current_xact_id_if_assigned() is not null then perform set_config('synchronous_commit', 'on', true); end if;
  perform pg_advisory_xact_lock(hashtextextended(p_order::text, 75));
end $$;

-- The caller's order: of their account, or opened by a secret whose scope reaches as far as p_scope: `own` opens all three, each of the others only
-- itself. A missing, a foreign and a wrong secret answer alike. Locks nothing. Error: order_not_found.
create function internal.order_of(p_order uuid, p_secret text, p_scope public.order_scope default 'own') returns public.search_orders
language plpgsql stable set search_path = '' as $$
declare
  found public.search_orders;
begin
  select * into found from public.search_orders one where one.id = p_order;
  if found.id is null or not (coalesce(found.user_id = internal.person(), false) or exists (
    select from public.search_order_links link
    where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and link.order_id = p_order and link.scope in ('own', p_scope)
      and link.expires_at > internal.present())) then
    perform internal.fail('order_not_found');
  end if;
  return found;
end $$;

-- A text without what would let two people meet past the platform: mail addresses, links, handles, IBANs and numbers of seven digits and more, in
-- whatever spelling. What was there is said; the rest stays. Lookalike signs are unified (NFKC), invisible ones go.
create function internal.masked(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  gap constant text := '▮ nach der Buchung sichtbar';
  digit constant text := '(?:null|eins|zwei|zwo|drei|vier|fünf|fuenf|sechs|sieben|acht|neun|zero|one|two|three|four|five|six|seven|eight|nine)';
  ending constant text := '(?:de|com|net|org|info|eu|at|ch|io|me|biz|shop|online|app|link|berlin|hamburg|koeln|cologne|bayern|nrw|email|web|site|co|tv|page|studio|salon|beauty)';
  plain text := regexp_replace(normalize(value, nfkc), '[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]', '', 'g');
begin
  -- IBANs before numbers, which they contain.
  plain := regexp_replace(plain, '\m[A-Za-z]{2} ?[0-9]{2}(?:[ .-]?[A-Za-z0-9]{4}){3,7}(?:[ .-]?[A-Za-z0-9]{1,3})?\M', gap, 'g');
  -- Mail addresses, also with (at), [ät], " at " before a domain, and dots as words.
  plain := regexp_replace(plain,
    '[[:alnum:]._%+-]+ *(?:@|[([{<] *(?:at|ät|@|a) *[])}>]|\m(?:at|ät|klammeraffe)\M) *[[:alnum:]-]+(?: *(?:\.|[([{<] *(?:dot|punkt|\.) *[])}>]|\m(?:dot|punkt)\M) *[[:alnum:]-]+)+', gap, 'gi');
  plain := regexp_replace(plain, '(?:[a-z][a-z0-9+.-]*://|\mwww *\.? *|\mwa\.me/|\mt\.me/)[^[:space:]<>"]+', gap, 'gi');
  plain := regexp_replace(plain,
    '[[:alnum:]-]{2,}(?: *(?:[([{<] *(?:dot|punkt|\.) *[])}>]|\m(?:dot|punkt)\M) *|\.)' || ending || '\M(?:/[^[:space:]<>"]*)?', gap, 'gi');
  plain := regexp_replace(plain, '(^|[^[:alnum:]])@ ?[[:alnum:]_.]{2,}', '\1' || gap, 'g');
  plain := regexp_replace(plain,
    '\m(?:insta(?:gram)?|telegram|signal|whats ?app|snapchat|tiktok|facebook|fb|skype|threema|discord|ig)\M *(?:name|user|handle)? *[:=] *[[:alnum:]_.]{3,}', gap, 'gi');
  -- Seven digits and more, however they are divided; as words as well.
  plain := regexp_replace(plain, '[+(]*[0-9](?:[][ ()/.,:;_*+|~–—-]*[0-9]){6,}', gap, 'g');
  return regexp_replace(plain, digit || '(?:[ ,./_-]*(?:' || digit || '|[0-9])){6,}', gap, 'gi');
end $$;

-- Whether the trade of an order is one of those under § 203 StGB: then it is never public, and mails name nothing of it.
create function internal.is_secret_order(one public.search_orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select category.secret or coalesce(parent.secret, false) from public.categories category
    left join public.categories parent on parent.id = category.parent_id where category.id = one.category_id), false);
end $$;

-- Where it is, as others may know it: "Köln", or "Köln-Ehrenfeld" where the city has 100,000 inhabitants.
create function internal.order_place(one public.search_orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select case when city.population >= 100000 and one.district <> '' then city.name || '-' || one.district else city.name end
    from public.cities city where city.id = one.city_id);
end $$;

-- What a business that fits may read of an order: {id, state, category: {id, slug, name}, title, text, persons, place, radius_km, windows, budget_cents, secret,
-- version, confirmed_at, expires_at}. Words are masked; neither name nor contact nor point.
create function internal.order_summary(one public.search_orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', one.id, 'state', one.state,
    'category', (select jsonb_build_object('id', category.id, 'slug', category.slug, 'name', category.name)
      from public.categories category where category.id = one.category_id),
    'title', internal.masked(one.title), 'text', internal.masked(one.text), 'persons', one.persons, 'place', internal.order_place(one),
    'radius_km', one.radius_km, 'windows', one.windows, 'budget_cents', one.budget_cents, 'secret', internal.is_secret_order(one),
    'version', one.version, 'confirmed_at', one.confirmed_at, 'expires_at', one.expires_at);
end $$;

revoke execute on function internal.lock_order, internal.order_of, internal.masked, internal.is_secret_order, internal.order_place,
  internal.order_summary from public;

-- Which locations fit an order: its category is offered within its radius, and there is a free start in one of its windows. Starts are read from the
-- index, as by the search (70_search/40_search_starts).

-- The windows as days of the search in these zones, in their order and without overlaps.
create function internal.order_days(p_windows jsonb, zones text[], at timestamptz) returns internal.search_day[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select (day.zone, day.day, day.weekday, day.today, day.midnight, day.slack, lower(piece), upper(piece))::internal.search_day
    from (
      select each.zone, each.day, each.weekday, each.today, each.midnight, each.slack, range_agg(int4range(each.low, each.high)) as pieces
      from jsonb_to_recordset(p_windows) win (first date, last date, weekdays integer[], "from" integer, "to" integer)
      cross join lateral unnest(internal.search_days(zones, win.first, win.last, win."from", win."to", at)) each
      where each.weekday = any(win.weekdays)
      group by 1, 2, 3, 4, 5, 6) day
    cross join lateral unnest(day.pieces) piece
    order by day.zone, lower(piece));
end $$;

-- The locations of a category around a place, nearest first, with all their services of it; p_location: only that one, p_max_price_cents: services up to it.
create function internal.order_candidates(
  p_category smallint, p_spot extensions.cube, p_radius_km float8, p_max_price_cents integer, p_location uuid, p_limit integer)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  chord constant float8 := internal.chord(p_radius_km);
begin
  return array(
    select (row_number() over (order by listing.away, listing.number), listing.number, listing.location_id, listing.zone, listing.grid_minutes,
      listing.notice_minutes, listing.horizon_days, fitting.services, 12742 * asin(least(listing.away / 12742, 1)), listing.away, null, null, null,
      null)::internal.search_hit
    from (
      select every.*, every.spot operator(extensions.<->) p_spot as away from internal.listings every
      where every.category = p_category and every.spot operator(extensions.<@) extensions.cube_enlarge(p_spot, chord, 3)
        and every.spot operator(extensions.<->) p_spot <= chord and (p_location is null or every.location_id = p_location)
        and (p_max_price_cents is null or every.price_cents <= p_max_price_cents)
      order by away, every.number limit p_limit) listing
    cross join lateral (
      select array(
        select (service.service_id, service.before, service.after, service.gap_start, service.gap_minutes, service.resource_kind,
          service.employees, service.minutes)::internal.listed_service
        from internal.listing_services service
        where service.number = listing.number and p_category in (service.category, service.parent)
          and (p_max_price_cents is null or service.price_cents <= p_max_price_cents)
        order by service."position") as services) fitting
    order by 1);
end $$;

-- Whether a location fits an order now: the hit with its first starts (up to p_most), or null.
create function internal.order_hit(one public.search_orders, p_location uuid, p_most integer default 3) returns internal.search_hit
language plpgsql stable set search_path = '' as $$
declare
  at constant timestamptz := internal.present();
  candidates constant internal.search_hit[] := internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude),
    one.radius_km, null, p_location, 1);
begin
  if cardinality(candidates) = 0 then return null; end if;
  return (internal.hits_with_starts(candidates, internal.order_days(one.windows, array[candidates[1].zone], at), at, null, p_most))[1];
end $$;

create function internal.matches_order(one public.search_orders, p_location uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (internal.order_hit(one, p_location, 1)).location_id is not null;
end $$;

revoke execute on function internal.order_days, internal.order_candidates, internal.order_hit, internal.matches_order from public;

-- How long orders are kept (85_accounts/60_retention): drafts two days; of an order that has ended the category, city and counts stay, for the
-- statistics of demand, the person goes.

-- Takes the person out of ended orders: contact, words, exact place, links, questions, and what businesses wrote to them.
create function internal.empty_orders(p_orders uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.search_orders set user_id = null, contact_name = '', contact_email = '', contact_phone = '', contact_hash = null, title = '', text = '',
    for_name = '', place_label = '', latitude = null, longitude = null, area = null, emptied_at = internal.present()
  where id = any(p_orders);
  delete from public.search_order_links where order_id = any(p_orders);
  delete from public.order_messages where order_id = any(p_orders);
  delete from public.order_notices where order_id = any(p_orders);
  update public.offers set text_masked = '', reason = '' where order_id = any(p_orders) and (text_masked <> '' or reason <> '');
end $$;

create function internal.forget_closed_orders(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  due uuid[];
begin
  select coalesce(array_agg(old.id), '{}') into due from (
    select one.id from public.search_orders one
    where one.closed_at < internal.kept_since('closed_orders') and one.emptied_at is null
    order by one.closed_at limit p_limit for update skip locked) old;
  perform internal.empty_orders(due);
  return cardinality(due);
end $$;

create function internal.forget_order_drafts(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.search_orders where id in (
    select one.id from public.search_orders one
    where one.state = 'draft' and coalesce(one.submitted_at, one.created_at) < internal.kept_since('order_drafts') limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function internal.empty_orders, internal.forget_closed_orders, internal.forget_order_drafts from public;

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('closed_orders', 48, '{public.search_orders,public.search_order_links,public.order_notices,public.order_messages,public.offers,public.offer_starts}',
    'Beendete Suchaufträge mit Kontakt, Text und Ort, Fragen und Angebote dazu', 'bis 30 Tage nach dem Ende des Suchauftrags',
    'So lange lassen sich Fragen zu Angeboten klären (Art. 6 Abs. 1 lit. b DSGVO). Kategorie, Stadt und Anzahl bleiben ohne Person.',
    'anonymous', '30 days', false, 'internal.forget_closed_orders'),
  ('order_drafts', 49, '{public.search_orders,public.search_order_links}', 'Begonnene Suchaufträge, die niemand bestätigt hat', 'zwei Tage',
    'Damit sich das Formular später fortsetzen lässt (Art. 6 Abs. 1 lit. b DSGVO).', 'deleted', '2 days', false, 'internal.forget_order_drafts');
