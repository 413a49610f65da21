set local check_function_bodies = off;

CREATE TABLE "public"."order_blocks" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "contact_hash" bytea NOT NULL, "by_customer" boolean NOT NULL, "label" character varying(80) NOT NULL DEFAULT ''::character varying, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_blocks_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."order_blocks" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.are_apart(p_company uuid, one public.search_orders)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.order_blocks kept where kept.company_id = p_company and kept.contact_hash = internal.contact_of(one));
end $function$;

CREATE OR REPLACE FUNCTION internal.asked_json(one public.search_orders)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  reached internal.search_hit[] := internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude), one.radius_km,
    null, null, 50);
begin
  -- Whom the customer has blocked is not asked. Who has blocked them stays in, since nobody is told.
  if exists (select from public.order_blocks kept where kept.contact_hash = internal.contact_of(one) and kept.by_customer) then
    reached := array(select row(hit.*)::internal.search_hit from unnest(reached) hit
      where not exists (select from public.order_blocks kept join public.locations place on place.company_id = kept.company_id
        where place.id = hit.location_id and kept.contact_hash = internal.contact_of(one) and kept.by_customer)
      order by hit.distance_km, hit.location_id);
  end if;
  return jsonb_build_object('count', cardinality(reached), 'nearest', (
    select coalesce(jsonb_agg(jsonb_build_object('name', place.name, 'slug', place.slug) order by hit.ordinality), '[]')
    from unnest(reached[1:6]) with ordinality hit join public.locations place on place.id = hit.location_id));
end $function$;

CREATE OR REPLACE FUNCTION internal.blocks_of(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'blocked_at', kept.created_at) order by kept.created_at, kept.id), '[]')
    from public.order_blocks kept join public.companies company on company.id = kept.company_id
    where kept.by_customer and kept.contact_hash = sha256(convert_to(internal.mailbox(p_email), 'UTF8')));
end $function$;

CREATE OR REPLACE FUNCTION internal.contact_of(one public.search_orders)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(one.contact_hash, case when one.contact_email <> '' then sha256(convert_to(internal.mailbox(one.contact_email), 'UTF8')) end);
end $function$;

CREATE OR REPLACE FUNCTION internal.delete_account(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  files constant uuid[] := array(
    select file.id from public.customers file where file.user_id = p_user
    union select visit.customer_id from public.appointments visit where visit.user_id = p_user and visit.customer_id is not null
    union select made.kept_id from internal.customer_merges made where p_user::text in (made.gone ->> 'user_id', made.before ->> 'user_id'));
  parts uuid[];
begin
  perform internal.erase_orders(array(
    select one.id from public.search_orders one where one.user_id = p_user
    union select own.id from auth.users account, internal.orders_with(account.email) own where account.id = p_user and account.email_confirmed_at is not null));
  perform internal.forget_blocks_of(account.email) from auth.users account where account.id = p_user and account.email_confirmed_at is not null;
  perform internal.empty_tickets(array(
    select mine.id from public.tickets mine where mine.user_id = p_user
    union select own.id from auth.users account, internal.tickets_with(account.email) own where account.id = p_user and account.email_confirmed_at is not null));
  perform internal.mail_account(p_user, 'account_deleted');
  insert into internal.appointments_to_forget select id from public.appointments where user_id = p_user on conflict do nothing;
  delete from public.event_waits wait using auth.users account
  where account.id = p_user and (wait.user_id = p_user or wait.id in (select own.id from public.event_waits own
    where account.email_confirmed_at is not null and internal.mailbox(own.email) = internal.mailbox(account.email)));
  -- The file can keep a name, of somebody else's visits; what merging has kept of this person must not wait for its 30 days.
  parts := internal.forget_merges_of(files);
  update public.import_rows line set raw = '{}'
  where customer_id = any(parts) and not exists (select from public.customers file where file.id = line.customer_id);
  delete from auth.users where id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION internal.end_offers_between(p_company uuid, p_contact bytea, p_state public.offer_state, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  orders constant uuid[] := array(select distinct offer.order_id from public.offers offer join public.search_orders one on one.id = offer.order_id
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
end $function$;

CREATE OR REPLACE FUNCTION internal.fits_order(one public.search_orders, p_location uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  place constant public.locations := (select kept from public.locations kept where kept.id = p_location);
begin
  return one.state <> 'draft' and one.emptied_at is null and exists (
      select from internal.listings listing where listing.location_id = p_location and listing.category = one.category_id
        and listing.spot operator(extensions.<->) internal.spot(one.latitude, one.longitude) <= internal.chord(one.radius_km))
    and (one.health_consent_at is not null or not internal.is_secret_order(one))
    and not internal.is_blocked(place.company_id, one.contact_email, one.contact_phone, one.user_id)
    and not internal.are_apart(place.company_id, one);
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_blocks_of(p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.order_blocks where by_customer and contact_hash = sha256(convert_to(internal.mailbox(p_email), 'UTF8'));
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_order_blocks(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.order_blocks where id in (
    select kept.id from public.order_blocks kept where kept.created_at < internal.kept_since('order_blocks') limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.may_be_told(one public.search_orders, place public.locations, p_push boolean, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (not p_push or internal.is_daytime(place.time_zone, at) and not exists (
      select from internal.notice_turns turn where turn.company_id = place.company_id and turn.told >= 10 and turn.day = (at at time zone place.time_zone)::date))
    and exists (select from public.companies company where company.id = place.company_id and company.state = 'active')
    and not exists (select from public.order_notices known join public.locations other on other.id = known.location_id
      where known.order_id = one.id and other.company_id = place.company_id)
    and not exists (select from public.offers offer where offer.order_id = one.id and offer.company_id = place.company_id)
    and not internal.is_blocked(place.company_id, one.contact_email, one.contact_phone, one.user_id)
    and not internal.are_apart(place.company_id, one)
    and exists (select from internal.who_is_told(place.company_id));
end $function$;

CREATE OR REPLACE FUNCTION public.block_business(p_order uuid, p_location uuid, p_blocked boolean DEFAULT true, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.block_order_customer(p_order uuid, p_location uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.blocked_businesses(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  contact constant bytea := internal.contact_of(internal.order_of(p_order, p_secret));
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('location', place.id, 'name', company.name, 'at', kept.created_at) order by kept.created_at desc, kept.id), '[]')
    from public.order_blocks kept join public.companies company on company.id = kept.company_id
    join lateral (select one.id from public.locations one where one.company_id = company.id order by one.id limit 1) place on true
    where kept.contact_hash = contact and kept.by_customer);
end $function$;

CREATE OR REPLACE FUNCTION public.blocked_order_customers(p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', kept.id, 'label', kept.label, 'at', kept.created_at) order by kept.created_at desc, kept.id), '[]')
    from public.order_blocks kept join public.locations place on place.company_id = kept.company_id
    where place.id = p_location and not kept.by_customer);
end $function$;

CREATE OR REPLACE FUNCTION public.erase_own_data(p_link uuid, p_pass text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant internal.own_data_links := internal.opened_data_link(p_link, p_pass);
  waits integer;
  orders integer;
  tickets integer;
begin
  -- Of two that come at once the second finds the demands of the first.
  perform pg_advisory_xact_lock(hashtextextended(link.email, 76));
  orders := internal.erase_orders(array(select id from internal.orders_with(link.email) where user_id is null));
  perform internal.forget_blocks_of(link.email);
  tickets := internal.empty_tickets(array(select id from internal.tickets_with(link.email) where user_id is null));
  delete from public.event_waits where id in (select id from internal.guest_waits(link.email));
  get diagnostics waits = row_count;
  insert into public.erasure_demands (company_id, customer_id, email, asked_at)
  select file.company_id, file.id, link.email, internal.present() from internal.files_of(link.email) file
  where file.user_id is null and not exists (
    select from public.erasure_demands known where known.customer_id = file.id and known.email = link.email and known.declined_at is null);
  return jsonb_build_object('waits', waits, 'orders', orders, 'tickets', tickets, 'demands', (
    select count(distinct company_id) from public.erasure_demands where customer_id in (select id from internal.files_of(link.email))
      and email = link.email and declined_at is null));
end $function$;

CREATE OR REPLACE FUNCTION public.own_account_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  address constant text := lower(internal.own_email());
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return jsonb_build_object(
    'waits', (select coalesce(jsonb_agg(internal.wait_json(wait) order by wait.created_at, wait.id), '[]') from public.event_waits wait where wait.user_id = caller),
    'withdrawals', (select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
      from public.appointments visit join public.withdrawals declared on declared.appointment_id = visit.id where visit.user_id = caller),
    'search_orders', internal.orders_data(caller, address), 'blocked_businesses', internal.blocks_of(address),
    'tickets', internal.tickets_data(caller, address),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'content_reports', case when address is null then '[]' else internal.content_reports_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'order_notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'pace', choice.pace) order by company.name, company.id), '[]')
      from public.order_notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object('location', place.name, 'created_at', kept.created_at) order by kept.created_at, place.id), '[]')
      from public.favourites kept join public.locations place on place.id = kept.location_id where kept.user_id = caller),
    'relatives', (select coalesce(jsonb_agg(jsonb_build_object('name', kin.name, 'birth_year', kin.birth_year, 'created_at', kin.created_at)
        order by kin.created_at, kin.id), '[]') from public.relatives kin where kin.user_id = caller),
    'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'list', kept.list, 'name', kept.name, 'query', kept.query,
        'is_default', kept.is_default, 'created_at', kept.created_at) order by kept.created_at, kept.id), '[]')
      from public.saved_views kept join public.companies company on company.id = kept.company_id where kept.user_id = caller));
end $function$;

CREATE OR REPLACE FUNCTION public.own_data(p_link uuid, p_pass text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant internal.own_data_links := internal.opened_data_link(p_link, p_pass);
begin
  return jsonb_build_object('email', link.email, 'until', link.pass_ends_at,
    'account', exists (select from auth.users where lower(email) = link.email and email_confirmed_at is not null and deleted_at is null),
    'businesses', internal.data_of_guest(link.email),
    'search_orders', internal.orders_data(null, link.email), 'blocked_businesses', internal.blocks_of(link.email),
    'tickets', internal.tickets_data(null, link.email),
    'withdrawals', internal.withdrawals_of(link.email), 'consents', internal.consents_of(link.email),
    'content_reports', internal.content_reports_of(link.email));
end $function$;

CREATE OR REPLACE FUNCTION public.unblock_order_customer(p_block uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.order_blocks kept where kept.id = p_block and not kept.by_customer and kept.company_id in (select internal.companies_with('book'));
end $function$;

ALTER TABLE "public"."order_blocks" ADD CONSTRAINT "order_blocks_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

CREATE INDEX order_blocks_age ON public.order_blocks USING btree (created_at);

CREATE INDEX order_blocks_contact ON public.order_blocks USING btree (contact_hash);

CREATE UNIQUE INDEX order_blocks_pair ON public.order_blocks USING btree (company_id, contact_hash, by_customer);

REVOKE ALL ON FUNCTION "internal"."are_apart"(uuid, public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."blocks_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."contact_of"(public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."end_offers_between"(uuid, bytea, public.offer_state, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_blocks_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_order_blocks"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."block_business"(uuid, uuid, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."block_business"(uuid, uuid, boolean, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."block_order_customer"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."block_order_customer"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."blocked_businesses"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."blocked_businesses"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."blocked_order_customers"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."blocked_order_customers"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."unblock_order_customer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unblock_order_customer"(uuid) TO "authenticated";

GRANT ALL ON TABLE "public"."order_blocks" TO "service_role";

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('order_blocks', 50, '{public.order_blocks}', 'Wer bei Suchaufträgen wen blockiert hat, ohne Namen und Adresse', 'zwei Jahre, oder bis es aufgehoben wird',
    'Damit die Sperre auch beim nächsten Suchauftrag gilt (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '2 years', false, 'internal.forget_order_blocks');
