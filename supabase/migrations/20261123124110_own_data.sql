set local check_function_bodies = off;

DROP INDEX "public"."customers_guest_email";

insert into internal.message_kinds (kind, purpose, priority) values
  ('own_data_link', 'transactional', 10),
  ('erasure_answered', 'transactional', 10);

CREATE TABLE "internal"."own_data_links" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "email" character varying(254) NOT NULL, "created_at" timestamp with time zone NOT NULL, "expires_at" timestamp with time zone NOT NULL, "secret_hash" bytea, "opened_at" timestamp with time zone, "pass_hash" bytea, "pass_ends_at" timestamp with time zone, CONSTRAINT "own_data_links_pkey" PRIMARY KEY (id), CONSTRAINT "own_data_links_email_check" CHECK ((((email)::text = lower((email)::text)) AND internal.is_address((email)::text))));

ALTER TABLE "internal"."own_data_links" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."erasure_demands" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "email" character varying(254) NOT NULL, "asked_at" timestamp with time zone NOT NULL, "declined_at" timestamp with time zone, "who" character varying(254) NOT NULL DEFAULT ''::character varying, "reason" character varying(1000) NOT NULL DEFAULT ''::character varying, CONSTRAINT "erasure_demands_pkey" PRIMARY KEY (id), CONSTRAINT "erasure_demands_email_check" CHECK (internal.is_address((email)::text)));

ALTER TABLE "public"."erasure_demands" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.consents_of(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'channel', said.channel, 'given', said.given, 'at', said.at,
      'source', said.source) order by said.id), '[]')
    from public.consents said left join public.companies company on company.id = said.company_id
    where said.address_hash = internal.address_hash(p_email));
end $function$;

CREATE OR REPLACE FUNCTION internal.data_of_guest(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with visits as materialized (select * from internal.guest_visits(p_email)),
    files as materialized (select * from internal.files_of(p_email)),
    waits as materialized (
      select internal.wait_json(wait) as told, wait.created_at, wait.id, place.company_id
      from internal.guest_waits(p_email) wait join public.events event on event.id = wait.event_id
      join public.locations place on place.id = event.location_id)
    select coalesce(jsonb_agg(jsonb_build_object('name', company.name, 'legal_name', company.legal_name, 'street', company.street,
      'postal_code', company.postal_code, 'city', company.city, 'email', company.email, 'phone', company.phone,
      -- A file of an account is the account's, and that of whoever has this as a further address is theirs.
      'card', (select jsonb_build_object('name', file.name, 'phone', file.phone, 'birthday', file.birthday, 'created_at', file.created_at)
        from files file where file.company_id = company.id and file.email operator(extensions.=) p_email::extensions.citext and file.user_id is null),
      'known', exists (select from files file where file.company_id = company.id),
      'askable', exists (select from files file where file.company_id = company.id and file.user_id is null),
      'coming', (select count(*) from visits visit where visit.company_id = company.id and visit.state in ('requested', 'confirmed')
        and visit.ends_at > internal.present()),
      'erasure', (select jsonb_build_object('asked_at', demand.asked_at, 'declined_at', demand.declined_at, 'reason', demand.reason)
        from public.erasure_demands demand where demand.company_id = company.id and demand.email = p_email order by demand.asked_at desc limit 1),
      'appointments', (select coalesce(jsonb_agg(internal.guest_visit_json(visit) order by visit.starts_at desc, visit.id), '[]')
        from visits visit where visit.company_id = company.id),
      'waits', (select coalesce(jsonb_agg(wait.told order by wait.created_at, wait.id), '[]') from waits wait where wait.company_id = company.id),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('kind', message.kind, 'state', message.state, 'created_at', message.created_at,
          'sent_at', message.sent_at) order by message.created_at, message.id), '[]')
        from public.messages message where message.company_id = company.id and message.audience = 'customer'
          and internal.mailbox(message.recipient) = internal.mailbox(p_email) and lower(message.recipient) = p_email
          and (message.appointment_id is null or message.appointment_id in (select id from visits))))
      order by company.name, company.id), '[]')
    from public.companies company
    where company.id in (select company_id from visits union select company_id from files union select company_id from waits));
end $function$;

CREATE OR REPLACE FUNCTION internal.files_of(p_email text)
 RETURNS SETOF public.customers
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select * from public.customers file where file.email operator(extensions.=) p_email::extensions.citext
  union
  select file.* from public.customers file join public.customer_contacts other on other.customer_id = file.id
  where other.kind = 'email' and other.value = lower(p_email);
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_own_data_links(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before constant timestamptz := internal.kept_since('own_data_links');
  links integer;
  mails integer;
begin
  delete from internal.own_data_links where id in (
    select id from internal.own_data_links where created_at < before limit p_limit for update skip locked);
  get diagnostics links = row_count;
  delete from public.messages where id in (
    select id from public.messages where company_id is null and kind in ('own_data_link', 'erasure_answered')
      and state not in ('queued', 'sending') and created_at < before limit p_limit);
  get diagnostics mails = row_count;
  return links + mails;
end $function$;

CREATE OR REPLACE FUNCTION internal.guest_appointments()
 RETURNS SETOF public.appointments
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  select * from internal.guest_visits((select internal.own_email()))
$function$;

CREATE OR REPLACE FUNCTION internal.guest_visit_json(visit public.appointments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('number', internal.booking_number(visit.id), 'state', visit.state, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at,
      'time_zone', place.time_zone, 'location', place.name, 'name', visit.contact_name, 'phone', visit.contact_phone, 'for_name', visit.for_name,
      'note', visit.note, 'package', visit.package_name, 'total_cents', visit.total_cents, 'source', visit.source, 'created_at', visit.created_at,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('service', line.service_name, 'with', employee.name, 'starts_at', line.starts_at,
          'ends_at', line.ends_at, 'price_cents', line.price_cents, 'seats', line.seats) order by line."position"), '[]')
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id where line.appointment_id = visit.id),
      'early_start', (select jsonb_build_object('agreed_at', demanded.agreed_at) from public.early_starts demanded where demanded.appointment_id = visit.id),
      'review', (select jsonb_build_object('author', review.author, 'rating', review.rating, 'text', review.text, 'created_at', review.created_at)
        from public.reviews review where review.appointment_id = visit.id))
    from public.locations place where place.id = visit.location_id);
end $function$;

CREATE OR REPLACE FUNCTION internal.guest_visits(p_email text)
 RETURNS SETOF public.appointments
 LANGUAGE sql
 STABLE ROWS 10
 SET search_path TO ''
AS $function$
  select appointment.* from (
    select id from public.customers where email operator(extensions.=) p_email::extensions.citext
    union select customer_id from public.customer_contacts where kind = 'email' and value = lower(p_email)) customer
  join public.appointments appointment on appointment.customer_id = customer.id
  where appointment.user_id is null
    and appointment.state <> 'expired' and lower(appointment.contact_email) = lower(p_email)
$function$;

CREATE OR REPLACE FUNCTION internal.guest_waits(p_email text)
 RETURNS SETOF public.event_waits
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select * from public.event_waits wait
  where internal.mailbox(wait.email) = internal.mailbox(p_email) and lower(wait.email) = lower(p_email) and wait.user_id is null;
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_demand(demand public.erasure_demands, p_erased boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at)
  select 'erasure_answered', 'customer', demand.email, jsonb_build_object('erased', p_erased, 'reason', internal.neutral(demand.reason, ''),
    'business', internal.neutral(company.name, 'Der Betrieb')), internal.present()
  from public.companies company where company.id = demand.company_id;
end $function$;

CREATE OR REPLACE FUNCTION internal.opened_data_link(p_link uuid, p_pass text)
 RETURNS internal.own_data_links
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  link internal.own_data_links;
begin
  select * into link from internal.own_data_links
  where id = p_link and pass_ends_at > internal.present() and pass_hash = sha256(convert_to(p_pass, 'UTF8'));
  if link.id is null then perform internal.fail('data_link_invalid'); end if;
  return link;
end $function$;

CREATE OR REPLACE FUNCTION internal.take_contact_out(p_appointments uuid[], p_nobody text, p_files_before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.appointments set contact_name = p_nobody, contact_email = '', contact_phone = '', note = '', for_name = '',
    -- An account of its own keeps its visits until it goes, and with it the name under a review.
    user_id = case when p_files_before = 'infinity' then null else user_id end
  where id = any(p_appointments);
  delete from public.appointment_notes where appointment_id = any(p_appointments);
  delete from public.appointment_changes where appointment_id = any(p_appointments);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(p_appointments);
  delete from public.appointment_links where appointment_id = any(p_appointments);
  delete from public.messages where appointment_id = any(p_appointments);
  with nameless as (
    update public.customers customer
    set name = p_nobody, email = null, phone = '', note = '', tags = '{}', birthday = null, user_id = null, other_words = ''
    where id in (select customer_id from public.appointments where id = any(p_appointments)) and not exists (
      select from public.appointments appointment
      where appointment.customer_id = customer.id and not internal.is_nobody(appointment.contact_name))
      and (p_files_before = 'infinity' or not internal.is_in_use(customer, p_files_before))
    returning id
  ), health as (
    delete from public.customer_health where customer_id in (select id from nameless)
  ), relatives as (
    delete from public.customer_relatives where customer_id in (select id from nameless) or relative_id in (select id from nameless)
  ), merges as (
    delete from internal.customer_merges where kept_id in (select id from nameless)
  ), contacts as (
    delete from public.customer_contacts where customer_id in (select id from nameless)
  ), demands as (
    delete from public.erasure_demands where customer_id in (select id from nameless)
  )
  update public.import_rows set raw = '{}' where customer_id in (select id from nameless);
end $function$;

CREATE OR REPLACE FUNCTION internal.wait_json(wait public.event_waits)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('title', coalesce(nullif(event.title, ''), service.name), 'starts_at', event.starts_at, 'time_zone', place.time_zone,
      'location', place.name, 'seats', wait.seats, 'name', wait.name, 'phone', wait.phone, 'created_at', wait.created_at,
      'confirmed_at', wait.confirmed_at, 'left_at', wait.left_at)
    from public.events event join public.services service on service.id = event.service_id
    join public.locations place on place.id = event.location_id where event.id = wait.event_id);
end $function$;

CREATE OR REPLACE FUNCTION internal.withdrawal_json(declared public.withdrawals)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('business', (select name from public.companies where id = declared.company_id), 'name', declared.name,
    'booking_number', declared.booking_number, 'statement', declared.statement, 'declared_at', declared.declared_at);
end $function$;

CREATE OR REPLACE FUNCTION internal.withdrawals_of(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
    from public.withdrawals declared left join public.appointments visit on visit.id = declared.appointment_id
    where declared.email = p_email and visit.user_id is null);
end $function$;

CREATE OR REPLACE FUNCTION public.decline_erasure(p_company uuid, p_demand uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer constant text := left(btrim(coalesce(p_reason, '')), 1000);
  demand public.erasure_demands;
begin
  if p_company is null or p_company not in (select internal.importing_companies()) then perform internal.fail('not_allowed'); end if;
  if answer = '' then perform internal.fail('reason_missing'); end if;
  update public.erasure_demands one set declined_at = internal.present(), reason = answer,
    who = left(internal.person_name(internal.person()), 254)
  where one.id = p_demand and one.company_id = p_company and one.declined_at is null returning * into demand;
  if demand.id is null then perform internal.fail('demand_not_found'); end if;
  perform internal.mail_demand(demand, false);
end $function$;

CREATE OR REPLACE FUNCTION public.erase_customer(p_company uuid, p_customer uuid, p_typed text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file public.customers := internal.erasable_customer(p_company, p_customer);
  booked uuid[];
  merged uuid[];
begin
  -- It can have been merged into another one meanwhile.
  select * into file from public.customers where id = file.id for update;
  if not found then perform internal.fail('customer_not_found'); end if;
  if internal.search_key(coalesce(p_typed, '')) <> internal.search_key(file.name) then perform internal.fail('erasure_not_typed'); end if;
  if internal.coming_of(file.id) > 0 then perform internal.fail('erasure_too_early', internal.coming_of(file.id)::text); end if;
  booked := array(select id from public.appointments where customer_id = file.id);
  delete from public.event_waits wait using public.events event, public.locations place
  where event.id = wait.event_id and place.id = event.location_id and place.company_id = p_company and lower(wait.email) in (
    select lower(file.email::text) union select value from public.customer_contacts where customer_id = file.id and kind = 'email');
  perform internal.mail_demand(demand, true) from public.erasure_demands demand where demand.customer_id = file.id and demand.declined_at is null;
  perform internal.take_contact_out(booked, 'Daten gelöscht');
  update public.reviews set author = 'Daten gelöscht' where appointment_id = any(booked);
  delete from public.messages where customer_id = file.id;
  delete from internal.set_aside where place like 'customers.%' and row_id = file.id::text;
  -- Files that were merged into it, and into those.
  with recursive parts (id) as (
    select file.id union select made.gone_id from internal.customer_merges made join parts on made.kept_id = parts.id)
  select array_agg(id) into merged from parts;
  delete from internal.customer_merges where kept_id = any(merged) or gone_id = any(merged);
  update public.import_rows set raw = '{}' where customer_id = any(merged);
  delete from public.customers where id = file.id;
  insert into public.customer_erasures (company_id, at, user_id, who, appointments) values (p_company, internal.present(), internal.person(),
    left(internal.person_name(internal.person()), 254), cardinality(booked));
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
begin
  -- Of two that come at once the second finds the demands of the first.
  perform pg_advisory_xact_lock(hashtextextended(link.email, 76));
  delete from public.event_waits where id in (select id from internal.guest_waits(link.email));
  get diagnostics waits = row_count;
  insert into public.erasure_demands (company_id, customer_id, email, asked_at)
  select file.company_id, file.id, link.email, internal.present() from internal.files_of(link.email) file
  where file.user_id is null and not exists (
    select from public.erasure_demands known where known.customer_id = file.id and known.email = link.email and known.declined_at is null);
  return jsonb_build_object('waits', waits, 'demands', (
    select count(distinct company_id) from public.erasure_demands where customer_id in (select id from internal.files_of(link.email))
      and email = link.email and declined_at is null));
end $function$;

CREATE OR REPLACE FUNCTION public.issue_own_data_link(p_link uuid, p_secret_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  update internal.own_data_links set secret_hash = decode(p_secret_hash, 'hex')
  where id = p_link and opened_at is null and expires_at > internal.present();
  if not found then perform internal.fail('data_link_invalid'); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.open_own_data(p_link uuid, p_secret text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pass constant text := translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_');
begin
  update internal.own_data_links set secret_hash = null, opened_at = internal.present(), pass_hash = sha256(convert_to(pass, 'UTF8')),
    pass_ends_at = internal.present() + interval '30 minutes'
  where id = p_link and opened_at is null and expires_at > internal.present() and secret_hash = sha256(convert_to(p_secret, 'UTF8'));
  if not found then perform internal.fail('data_link_invalid'); end if;
  return pass;
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
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end);
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
    'withdrawals', internal.withdrawals_of(link.email), 'consents', internal.consents_of(link.email));
end $function$;

CREATE OR REPLACE FUNCTION public.request_own_data(p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  address constant text := lower(btrim(coalesce(p_email, '')));
  made uuid;
  over text;
begin
  if address = '' then perform internal.fail('email_missing'); end if;
  if not internal.is_address(address) then perform internal.fail('email_invalid'); end if;
  if internal.is_limited() then
    over := internal.spend(internal.recipient_budgets(address, 3, 6, 'own data') || internal.place_budgets('own data'));
    if over like 'own data from %' then perform internal.fail('too_many_data_links'); end if;
  end if;
  if over is not null then return; end if;
  insert into internal.own_data_links (email, created_at, expires_at) values (address, present, present + interval '1 hour') returning id into made;
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at, expires_at)
  values ('own_data_link', 'customer', address, jsonb_build_object('link_id', made, 'expires_at', present + interval '1 hour'), present,
    present + interval '1 hour');
end $function$;

ALTER TABLE "public"."erasure_demands" ADD CONSTRAINT "erasure_demands_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "public"."erasure_demands" ADD CONSTRAINT "erasure_demands_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

CREATE INDEX own_data_links_age ON internal.own_data_links USING btree (created_at);

CREATE INDEX erasure_demands_company ON public.erasure_demands USING btree (company_id, asked_at);

CREATE INDEX erasure_demands_customer ON public.erasure_demands USING btree (customer_id);

CREATE POLICY "managers_read" ON "public"."erasure_demands" FOR SELECT TO "authenticated" USING ((company_id = ANY (ARRAY( SELECT internal.importing_companies() AS importing_companies))));

REVOKE ALL ON FUNCTION "internal"."consents_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."data_of_guest"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."files_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_own_data_links"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."guest_visit_json"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."guest_visits"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."guest_waits"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mail_demand"(public.erasure_demands, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."opened_data_link"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."wait_json"(public.event_waits) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."withdrawal_json"(public.withdrawals) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."withdrawals_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."decline_erasure"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decline_erasure"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."erase_own_data"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."erase_own_data"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."issue_own_data_link"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."issue_own_data_link"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."open_own_data"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_own_data"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."own_account_data"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."own_account_data"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."own_data"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."own_data"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."request_own_data"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_own_data"(text) TO "anon", "authenticated";

GRANT SELECT ON TABLE "public"."erasure_demands" TO "authenticated";

GRANT ALL ON TABLE "public"."erasure_demands" TO "service_role";

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('own_data_links', 40, '{internal.own_data_links,public.messages}', 'Wer ohne Konto nach den eigenen Daten gefragt hat, mit den Nachrichten dazu', 'einen Tag',
    'Der Link gilt eine Stunde; die Antwort muss noch ankommen.', 'deleted', '1 day', false, 'internal.forget_own_data_links'),
  ('erasure_demands', 41, '{public.erasure_demands}', 'Löschwünsche von Personen ohne Konto, und was das Unternehmen geantwortet hat',
    'bis die Kundenkarte gelöscht ist', 'Damit der Wunsch bearbeitet wird und die Antwort belegt ist (Art. 12, Art. 5 Abs. 2 DSGVO).',
    'deleted', null, false, null);
