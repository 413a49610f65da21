-- Whom one side of search orders does not want to meet again: a customer a business, or a business a customer. Between the two nothing passes any more: no
-- match, notice, question or offer. A customer is known by the hash of their mailbox, so a block holds for all of their orders, with and without an account,
-- and tells nobody who they are. The other side is not told. A block holds for two years (85_accounts/60_retention), or until it is lifted.

create table public.order_blocks (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  contact_hash bytea not null,
  -- Who blocked whom.
  by_customer boolean not null,
  -- What the customer was looking for, by which the business knows whom it has blocked; nothing for trades under § 203 StGB, and for blocks by customers.
  label varchar(80) not null default '',
  created_at timestamptz not null default now()
);
create unique index order_blocks_pair on public.order_blocks (company_id, contact_hash, by_customer);
create index order_blocks_contact on public.order_blocks (contact_hash);
create index order_blocks_age on public.order_blocks (created_at);
-- Only verbs read it.
alter table public.order_blocks enable row level security;
grant all on public.order_blocks to service_role;

create function internal.contact_of(one public.search_orders) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(one.contact_hash, case when one.contact_email <> '' then sha256(convert_to(internal.mailbox(one.contact_email), 'UTF8')) end);
end $$;

-- Whether one side has blocked the other.
create function internal.are_apart(p_company uuid, one public.search_orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.order_blocks kept where kept.company_id = p_company and kept.contact_hash = internal.contact_of(one));
end $$;

-- Those of these locations between whose business and a customer nothing passes: one has blocked the other, here or in the business's customer file.
create function internal.locations_apart(p_locations uuid[], one public.search_orders) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    with company as materialized (
      select distinct place.company_id as id from public.locations place where place.id = any(p_locations)
    ), blocking as materialized (
      select company.id from company where exists (select from public.customers file where file.company_id = company.id and file.blocked)
    ), apart as (
      select kept.company_id as id from public.order_blocks kept where kept.contact_hash = internal.contact_of(one)
      union select blocking.id from blocking where internal.is_blocked(blocking.id, one.contact_email, one.contact_phone, one.user_id)
    )
    select place.id from public.locations place where place.id = any(p_locations) and place.company_id in (select apart.id from apart));
end $$;

-- Ends the live offers of a company to a customer. Locks all of the orders, then all of the locations, in the order of their ids: open ones also without an
-- offer, so that one which is just being sent is ended, too.
create function internal.end_offers_between(p_company uuid, p_contact bytea, p_state public.offer_state, p_reason text) returns void
language plpgsql set search_path = '' as $$
declare
  orders constant uuid[] := array(
    select one.id from public.search_orders one where one.state = 'open' and one.contact_hash = p_contact
    union select offer.order_id from public.offers offer join public.search_orders one on one.id = offer.order_id
    where offer.company_id = p_company and offer.state = 'sent' and internal.contact_of(one) = p_contact order by 1);
  found uuid;
begin
  foreach found in array orders loop
    perform internal.lock_order(found);
  end loop;
  for found in select distinct offer.location_id from public.offers offer
    where offer.order_id = any(orders) and offer.company_id = p_company and offer.state = 'sent' order by 1 loop
    perform internal.lock_location(found, true);
  end loop;
  perform internal.free_starts(array(select offer.id from public.offers offer
    where offer.order_id = any(orders) and offer.company_id = p_company and offer.state = 'sent'));
  update public.offers set state = case when expires_at <= internal.present() then 'expired' else p_state end, decided_at = internal.present(), reason = p_reason
  where order_id = any(orders) and company_id = p_company and state = 'sent';
end $$;

-- By a customer: blocks the business of a location that has asked or offered, or lifts that again; its live offers are declined. The same again changes nothing.
-- Errors: order_not_found, location_not_found.
create function public.block_business(p_order uuid, p_location uuid, p_blocked boolean default true, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  contact constant bytea := internal.contact_of(internal.order_of(p_order, p_secret));
  company constant uuid := (select place.company_id from public.locations place where place.id = p_location);
begin
  if not coalesce(p_blocked, true) then
    delete from public.order_blocks where company_id = company and contact_hash = contact and by_customer;
    return;
  end if;
  if contact is null or not exists (select from public.offers offer where offer.order_id = p_order and offer.location_id = p_location)
    and not exists (select from public.order_messages said where said.order_id = p_order and said.location_id = p_location) then
    perform internal.fail('location_not_found');
  end if;
  insert into public.order_blocks (company_id, contact_hash, by_customer, created_at) values (company, contact, true, internal.present())
  on conflict (company_id, contact_hash, by_customer) do nothing;
  perform internal.end_offers_between(company, contact, 'declined', '');
end $$;

-- Whom the customer of an order has blocked: [{location, name, at}], any location of each business, the latest first. Error: order_not_found.
create function public.blocked_businesses(p_order uuid, p_secret text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  contact constant bytea := internal.contact_of(internal.order_of(p_order, p_secret));
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('location', place.id, 'name', company.name, 'at', kept.created_at) order by kept.created_at desc, kept.id), '[]')
    from public.order_blocks kept join public.companies company on company.id = kept.company_id
    join lateral (select one.id from public.locations one where one.company_id = company.id order by one.id limit 1) place on true
    where kept.contact_hash = contact and kept.by_customer);
end $$;

-- By a member who may answer the order: blocks its customer for the whole business; its live offers to them are withdrawn. The same again changes nothing.
-- Errors: location_not_found, not_allowed, order_not_found (also not matching), too_many_blocks (500).
create function public.block_order_customer(p_order uuid, p_location uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one constant public.search_orders := (select known from public.search_orders known where known.id = p_order);
  company constant uuid := (select place.company_id from public.locations place where place.id = p_location);
  contact bytea;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  contact := internal.contact_of(one);
  if contact is null then perform internal.fail('order_not_found'); end if;
  if exists (select from public.order_blocks kept where kept.company_id = company and kept.contact_hash = contact and not kept.by_customer) then return; end if;
  if not internal.fits_order(one, p_location) then perform internal.fail('order_not_found'); end if;
  -- Of two at once the second waits and counts the first.
  perform from public.companies where id = company for no key update;
  if (select count(*) from public.order_blocks kept where kept.company_id = company and not kept.by_customer) >= 500 then perform internal.fail('too_many_blocks'); end if;
  insert into public.order_blocks (company_id, contact_hash, by_customer, label, created_at)
  values (company, contact, false, case when internal.is_secret_order(one) then '' else left(coalesce(nullif(internal.masked(one.title), ''),
    (select category.name from public.categories category where category.id = one.category_id)), 80) end, internal.present())
  on conflict (company_id, contact_hash, by_customer) do nothing;
  perform internal.end_offers_between(company, contact, 'withdrawn', 'Der Betrieb kann die Zeit doch nicht anbieten.');
end $$;

-- Whom the business of a location has blocked: [{id, label, at}], the latest first. Errors: location_not_found, not_allowed.
create function public.blocked_order_customers(p_location uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', kept.id, 'label', kept.label, 'at', kept.created_at) order by kept.created_at desc, kept.id), '[]')
    from public.order_blocks kept join public.locations place on place.company_id = kept.company_id
    where place.id = p_location and not kept.by_customer);
end $$;

-- Lifts a block of the caller's business. One that is gone answers the same.
create function public.unblock_order_customer(p_block uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.order_blocks kept where kept.id = p_block and not kept.by_customer and kept.company_id in (select internal.companies_with('book'));
end $$;

-- The blocks that somebody with this address has set, for their own data, and without them.
create function internal.blocks_of(p_email text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'blocked_at', kept.created_at) order by kept.created_at, kept.id), '[]')
    from public.order_blocks kept join public.companies company on company.id = kept.company_id
    where kept.by_customer and kept.contact_hash = sha256(convert_to(internal.mailbox(p_email), 'UTF8')));
end $$;

create function internal.forget_blocks_of(p_email text) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.order_blocks where by_customer and contact_hash = sha256(convert_to(internal.mailbox(p_email), 'UTF8'));
end $$;

create function internal.forget_order_blocks(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.order_blocks where id in (
    select kept.id from public.order_blocks kept where kept.created_at < internal.kept_since('order_blocks') limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function internal.contact_of, internal.are_apart, internal.locations_apart, internal.end_offers_between, internal.blocks_of, internal.forget_blocks_of,
  internal.forget_order_blocks, public.block_order_customer, public.blocked_order_customers, public.unblock_order_customer from public;
grant execute on function public.block_business, public.blocked_businesses to anon, authenticated;
grant execute on function public.block_order_customer, public.blocked_order_customers, public.unblock_order_customer to authenticated;
