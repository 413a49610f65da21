set local check_function_bodies = off;

CREATE TABLE "internal"."ticket_numbers" ("year" smallint NOT NULL, "last" integer NOT NULL, CONSTRAINT "ticket_numbers_pkey" PRIMARY KEY (year));

ALTER TABLE "internal"."ticket_numbers" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."ticket_state" AS ENUM ('open', 'answered', 'closed');

CREATE TYPE "public"."ticket_subject" AS ENUM ('booking', 'account', 'business', 'order', 'review', 'privacy', 'accessibility', 'other');

CREATE TABLE "public"."tickets" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "number" text NOT NULL, "subject" public.ticket_subject NOT NULL, "text" text NOT NULL, "name" text NOT NULL, "email" text NOT NULL, "user_id" uuid, "state" public.ticket_state NOT NULL DEFAULT 'open'::public.ticket_state, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "moved_at" timestamp with time zone NOT NULL DEFAULT now(), "emptied_at" timestamp with time zone, CONSTRAINT "tickets_name_check" CHECK ((length(name) <= 120)), CONSTRAINT "tickets_number_check" CHECK ((number ~ '^ZP-[0-9]{4}-[0-9]{6,9}$'::text)), CONSTRAINT "tickets_number_key" UNIQUE (number), CONSTRAINT "tickets_pkey" PRIMARY KEY (id), CONSTRAINT "tickets_text_check" CHECK ((length(text) <= 4000)), CONSTRAINT "tickets_email_check" CHECK (((email = ''::text) OR internal.is_address(email))));

ALTER TABLE "public"."tickets" ENABLE ROW LEVEL SECURITY;

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

CREATE OR REPLACE FUNCTION internal.empty_tickets(p_tickets uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  emptied integer;
begin
  update public.tickets set text = '', name = '', email = '', user_id = null, state = 'closed', emptied_at = internal.present()
  where id = any(p_tickets) and emptied_at is null;
  get diagnostics emptied = row_count;
  return emptied;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_tickets(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return internal.empty_tickets(array(
    select old.id from public.tickets old where old.moved_at < internal.kept_since('tickets') and old.emptied_at is null
    order by old.moved_at limit p_limit for update skip locked));
end $function$;

CREATE OR REPLACE FUNCTION internal.next_ticket_number()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  this_year constant smallint := extract(year from internal.present() at time zone 'Europe/Berlin');
  taken integer;
begin
  insert into internal.ticket_numbers as counted (year, last) values (this_year, 1)
  on conflict (year) do update set last = counted.last + 1 returning last into taken;
  return 'ZP-' || this_year || '-' || lpad(taken::text, greatest(6, length(taken::text)), '0');
end $function$;

CREATE OR REPLACE FUNCTION internal.tickets_data(p_user uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('number', one.number, 'subject', one.subject, 'text', one.text, 'name', one.name, 'email', one.email,
      'state', one.state, 'created_at', one.created_at) order by one.created_at, one.id), '[]')
    from (select * from public.tickets mine where mine.user_id = p_user union select * from internal.tickets_with(p_email)) one);
end $function$;

CREATE OR REPLACE FUNCTION internal.tickets_with(p_email text)
 RETURNS SETOF public.tickets
 LANGUAGE plpgsql
 STABLE ROWS 5
 SET search_path TO ''
AS $function$
begin
  return query
  select * from public.tickets one
  where internal.mailbox(one.email) = internal.mailbox(p_email) and lower(one.email) = lower(p_email) and one.emptied_at is null;
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

CREATE OR REPLACE FUNCTION public.open_ticket(p_subject public.ticket_subject, p_text text, p_name text, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  visitor constant internal.visitor := internal.visitor();
  typed constant jsonb := internal.clean_contact(jsonb_build_object('name', p_name, 'email', p_email), false);
  address constant text := typed ->> 'email';
  words constant text := btrim(regexp_replace(replace(coalesce(p_text, ''), E'\r\n', E'\n'), '[\u0001-\u0009\u000B-\u001F\u007F]', ' ', 'g'), E' \n');
  own constant boolean := internal.account_of(caller, address) is not null;
  made public.tickets;
  over text;
  mail uuid;
begin
  if words = '' then perform internal.fail('text_missing'); end if;
  if length(words) > 4000 then perform internal.fail('text_too_long'); end if;
  -- Of two at once, for example by a double click, the second finds the first.
  perform pg_advisory_xact_lock(hashtextextended(internal.mailbox(address), 86));
  select * into made from public.tickets earlier
  where internal.mailbox(earlier.email) = internal.mailbox(address) and earlier.text = words and earlier.subject = coalesce(p_subject, 'other')
    and earlier.created_at > present - interval '1 hour' and earlier.emptied_at is null limit 1;
  if made.id is not null then return jsonb_build_object('number', made.number, 'receipt', true); end if;
  if not visitor.unlimited then
    -- "from" comes before "to": a place or account that is over is known whatever else is.
    over := internal.spend(array[
        row('contact from ' || coalesce(visitor.address::text, 'unknown'), case when visitor.address is null then 60 else 5 end, 3600),
        row('contact from ' || visitor.network || ' (network)', 60, 3600)]::internal.budget[]
      || case when caller is not null then array[row('contact from ' || caller, 5, 3600)]::internal.budget[] else '{}' end
      || case when own then '{}' else internal.recipient_budgets(address, 3, 6, 'contact') end);
    if over like 'contact from %' then perform internal.fail('too_many_tickets'); end if;
  end if;
  if over is null then
    insert into public.messages (kind, audience, recipient, payload, next_attempt_at)
    values ('ticket_received', 'customer', address, '{}', present) returning id into mail;
  end if;
  -- The number last: whoever writes at the same time waits for no more than this.
  insert into public.tickets (number, subject, text, name, email, user_id, created_at, moved_at)
  values (internal.next_ticket_number(), coalesce(p_subject, 'other'), words, typed ->> 'name', address, caller, present, present) returning * into made;
  update public.messages set payload = jsonb_build_object('number', made.number, 'subject', made.subject,
    'name', internal.neutral_name(made.name, ''), 'text', case when own then words else '' end)
  where id = mail;
  return jsonb_build_object('number', made.number, 'receipt', mail is not null);
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
    'search_orders', internal.orders_data(caller, address),
    'tickets', internal.tickets_data(caller, address),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object('location', place.name, 'created_at', kept.created_at) order by kept.created_at, place.id), '[]')
      from public.favourites kept join public.locations place on place.id = kept.location_id where kept.user_id = caller),
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
    'search_orders', internal.orders_data(null, link.email),
    'tickets', internal.tickets_data(null, link.email),
    'withdrawals', internal.withdrawals_of(link.email), 'consents', internal.consents_of(link.email));
end $function$;

ALTER TABLE "public"."tickets" ADD CONSTRAINT "tickets_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;

CREATE INDEX tickets_age ON public.tickets USING btree (moved_at) WHERE (emptied_at IS NULL);

CREATE INDEX tickets_state ON public.tickets USING btree (state, created_at);

CREATE INDEX tickets_user ON public.tickets USING btree (user_id) WHERE (user_id IS NOT NULL);

REVOKE ALL ON FUNCTION "internal"."empty_tickets"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_tickets"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."next_ticket_number"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."tickets_data"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."tickets_with"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."open_ticket"(public.ticket_subject, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_ticket"(public.ticket_subject, text, text, text) TO "anon", "authenticated";

GRANT ALL ON TABLE "public"."tickets" TO "service_role";

CREATE INDEX tickets_address ON public.tickets USING btree (internal.mailbox(email), created_at) WHERE (emptied_at IS NULL);

insert into internal.message_kinds (kind, purpose, priority) values ('ticket_received', 'transactional', 20);

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('tickets', 80, '{public.tickets}', 'Nachrichten an die Plattform mit Name, Adresse und Text', 'bis ein Jahr nach der letzten Antwort',
    'Um sie zu beantworten und bei Rückfragen zu wissen, was besprochen war (Art. 6 Abs. 1 lit. b und f DSGVO). Nummer und Thema bleiben ohne Person.',
    'anonymous', '1 year', false, 'internal.forget_tickets');
