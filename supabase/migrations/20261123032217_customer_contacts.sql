set local check_function_bodies = off;

CREATE TABLE "public"."customer_contacts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "kind" text NOT NULL, "value" character varying(254) NOT NULL, "label" character varying(40) NOT NULL DEFAULT ''::character varying, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "customer_contacts_customer_id_kind_value_key" UNIQUE (customer_id, kind, value), CONSTRAINT "customer_contacts_kind_check" CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text, 'name'::text]))), CONSTRAINT "customer_contacts_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."customer_contacts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."customer_relatives" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "relative_id" uuid, "name" character varying(120) NOT NULL DEFAULT ''::character varying, "relation" character varying(40) NOT NULL DEFAULT ''::character varying, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "customer_relatives_customer_id_relative_id_key" UNIQUE (customer_id, relative_id), CONSTRAINT "customer_relatives_pkey" PRIMARY KEY (id), CONSTRAINT "customer_relatives_sound" CHECK (((relative_id IS DISTINCT FROM customer_id) AND ((relative_id IS NULL) = (length(btrim((name)::text)) > 0)))));

ALTER TABLE "public"."customer_relatives" ENABLE ROW LEVEL SECURITY;

-- The words stay as they were computed; from here on triggers keep them. Neither rewrites the table.
ALTER TABLE "public"."customers" ALTER COLUMN "words" DROP EXPRESSION;
ALTER TABLE "public"."customers" ALTER COLUMN "words" TYPE character varying(4000);
ALTER TABLE "public"."customers" ALTER COLUMN "words" SET DEFAULT '';

ALTER TABLE "public"."customers" ADD COLUMN "birthday" date;

ALTER TABLE "public"."customers" ADD COLUMN "other_words" character varying(3000) NOT NULL DEFAULT ''::character varying;

CREATE OR REPLACE FUNCTION internal.check_first_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.customer_contacts other
      where other.company_id = new.company_id and other.kind = 'email' and other.value = lower(new.email::text) and other.customer_id <> new.id) then
    raise unique_violation using message = 'another customer has this address';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.customer_known_as(p_company uuid, p_name text, p_phone text)
 RETURNS public.customers
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  kept public.customers;
begin
  if p_phone = '' then return null; end if;
  select customer.* into kept from public.customers customer
  where customer.id in (select other.customer_id from public.customer_contacts other
      where other.company_id = p_company and other.kind <> 'email' and other.value in (p_name, p_phone))
    and (customer.name = p_name or exists (select from public.customer_contacts other
      where other.customer_id = customer.id and other.kind = 'name' and other.value = p_name))
    and (customer.phone = p_phone or exists (select from public.customer_contacts other
      where other.customer_id = customer.id and other.kind = 'phone' and other.value = p_phone))
  order by customer.created_at, customer.id limit 1;
  return kept;
end $function$;

CREATE OR REPLACE FUNCTION internal.guest_appointments()
 RETURNS SETOF public.appointments
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  select appointment.* from (
    select id from public.customers where email operator(extensions.=) (select internal.own_email())::extensions.citext
    union select customer_id from public.customer_contacts where kind = 'email' and value = lower((select internal.own_email()))) customer
  join public.appointments appointment on appointment.customer_id = customer.id
  where appointment.user_id is null
    and appointment.state <> 'expired' and lower(appointment.contact_email) = lower((select internal.own_email()))
$function$;

CREATE OR REPLACE FUNCTION internal.keep_customer(p_company uuid, p_contact jsonb, p_user uuid, p_by_hand boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address extensions.citext := nullif(p_contact ->> 'email', '')::extensions.citext;
  kept public.customers;
  linked uuid;
  fills boolean;
begin
  if address is null then
    select * into kept from public.customers customer
    where customer.company_id = p_company and customer.name = p_contact ->> 'name' and internal.e164(customer.phone) = p_contact ->> 'phone'
      and customer.phone <> '' order by customer.created_at limit 1;
    if kept.id is null then kept := internal.customer_known_as(p_company, p_contact ->> 'name', p_contact ->> 'phone'); end if;
    if kept.id is null then
      insert into public.customers (company_id, name, phone) values (p_company, p_contact ->> 'name', p_contact ->> 'phone')
      returning * into kept;
    end if;
  else
    linked := internal.account_of(p_user, p_contact ->> 'email');
    fills := linked is not null or (p_by_hand and p_company in (select internal.companies_with('all_customers')));
    insert into public.customers as customer (company_id, user_id, name, email, phone)
    select p_company, linked, p_contact ->> 'name', address, p_contact ->> 'phone'
    where not exists (
      select from public.customer_contacts other
      where other.company_id = p_company and other.kind = 'email' and other.value = lower(address::text))
    on conflict (company_id, email) do update set
      phone = case when customer.phone = '' and fills then excluded.phone else customer.phone end,
      user_id = coalesce(customer.user_id, excluded.user_id)
    returning * into kept;
    if kept.id is null then
      update public.customers customer set
        phone = case when customer.phone = '' and fills then p_contact ->> 'phone' else customer.phone end,
        user_id = coalesce(customer.user_id, linked)
      where customer.id = (select other.customer_id from public.customer_contacts other
        where other.company_id = p_company and other.kind = 'email' and other.value = lower(address::text))
      returning * into kept;
    end if;
  end if;
  if kept.blocked and not p_by_hand then perform internal.fail('not_possible'); end if;
  return kept.id;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_customer_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.words := left(internal.customer_words(new.name, new.email::text, new.phone) || new.other_words, 4000);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_other_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.customers set other_words = (
    select coalesce(left(string_agg(' ' || case contact.kind when 'phone' then internal.phone_digits(contact.value)
      when 'name' then internal.folded(contact.value) else contact.value end, '' order by contact.created_at, contact.id), 3000), '')
    from public.customer_contacts contact where contact.customer_id = coalesce(new.customer_id, old.customer_id))
  where id = coalesce(new.customer_id, old.customer_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.own_customer(p_company uuid, p_customer uuid)
 RETURNS public.customers
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  file public.customers;
begin
  if p_company in (select internal.companies_with('all_customers')) then
    select * into file from public.customers where id = p_customer and company_id = p_company for no key update;
  end if;
  if file.id is null then perform internal.fail('customer_not_found'); end if;
  return file;
end $function$;

CREATE OR REPLACE FUNCTION internal.relatives_of(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', kin.id, 'customer', other.id, 'name', coalesce(other.name, kin.name),
      'relation', kin.relation, 'books', kin.customer_id = p_customer) order by kin.customer_id = p_customer desc, kin.created_at, kin.id), '[]')
    from public.customer_relatives kin
    left join public.customers other on other.id = case when kin.customer_id = p_customer then kin.relative_id else kin.customer_id end
    where p_customer in (kin.customer_id, kin.relative_id) and (other.id is null or internal.may_see_customer(other.id, p_company)));
end $function$;

CREATE OR REPLACE FUNCTION internal.sound_contact(kind text, value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case kind when 'email' then internal.is_address(value) and value = lower(value) when 'phone' then length(value) <= 40 else length(value) <= 120 end
    and length(btrim(value)) > 0;
end $function$;

CREATE OR REPLACE FUNCTION public.add_customer_contact(p_company uuid, p_customer uuid, p_kind text, p_value text, p_label text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.own_customer(p_company, p_customer);
  given constant text := case p_kind when 'email' then lower(btrim(p_value)) when 'phone' then internal.e164(p_value) else btrim(p_value) end;
begin
  if p_kind is null or p_kind not in ('email', 'phone', 'name') or not coalesce(internal.sound_contact(p_kind, given), false)
    or length(coalesce(p_label, '')) > 40 then
    perform internal.fail('further_contact_invalid');
  end if;
  if given in (lower(file.email::text), internal.e164(file.phone), file.name) then return; end if;
  if p_kind = 'email' and (
    exists (select from public.customers where company_id = p_company and email = given::extensions.citext)
    or exists (select from public.customer_contacts
      where company_id = p_company and kind = 'email' and value = given and customer_id <> p_customer)) then
    perform internal.fail('contact_taken');
  end if;
  if (select count(*) from public.customer_contacts where customer_id = p_customer) >= 20 then perform internal.fail('too_many_contacts'); end if;
  insert into public.customer_contacts (company_id, customer_id, kind, value, label)
  values (p_company, p_customer, p_kind, given, btrim(coalesce(p_label, ''))) on conflict (customer_id, kind, value) do nothing;
exception when unique_violation then
  perform internal.fail('contact_taken');
end $function$;

CREATE OR REPLACE FUNCTION public.add_customer_relative(p_company uuid, p_customer uuid, p_name text, p_relation text DEFAULT ''::text, p_relative uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  called constant text := case when p_relative is null then btrim(coalesce(p_name, '')) else '' end;
begin
  perform internal.own_customer(p_company, p_customer);
  if p_relative = p_customer or length(called) > 120 or length(coalesce(p_relation, '')) > 40 or (p_relative is null and called = '') then
    perform internal.fail('relative_invalid');
  end if;
  if p_relative is not null then perform internal.own_customer(p_company, p_relative); end if;
  if (select count(*) from public.customer_relatives where customer_id = p_customer) >= 20 then perform internal.fail('too_many_relatives'); end if;
  insert into public.customer_relatives (company_id, customer_id, relative_id, name, relation)
  values (p_company, p_customer, p_relative, called, btrim(coalesce(p_relation, '')))
  on conflict (customer_id, relative_id) do update set relation = excluded.relation;
end $function$;

CREATE OR REPLACE FUNCTION public.adopt_guest_bookings()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  taken uuid[];
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  select coalesce(array_agg(id), '{}') into taken from internal.guest_appointments();
  update public.appointments set user_id = caller where id = any(taken) and user_id is null;
  update public.customers set user_id = caller
  where user_id is null and email operator(extensions.=) internal.own_email()::extensions.citext
    and id in (select customer_id from public.appointments where id = any(taken));
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state)
  select id, 'adopt', 'customer', caller, state, state from public.appointments where id = any(taken) and user_id = caller;
  return cardinality(taken);
end $function$;

CREATE OR REPLACE FUNCTION public.open_customer(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.look_at_customer(p_company, p_customer, 'card');
begin
  return jsonb_build_object(
    'id', file.id, 'name', file.name, 'email', file.email, 'phone', file.phone, 'note', file.note, 'blocked', file.blocked, 'tags', file.tags,
    'user_id', file.user_id, 'created_at', file.created_at, 'updated_at', file.updated_at, 'birthday', file.birthday,
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('id', other.id, 'kind', other.kind, 'value', other.value, 'label', other.label)
      order by other.kind, other.created_at, other.id), '[]') from public.customer_contacts other where other.customer_id = file.id),
    'relatives', internal.relatives_of(p_company, p_customer),
    'facts', (select to_jsonb(facts) from public.customer_facts facts where facts.customer_id = file.id),
    'health', case when p_company in (select internal.companies_with('health')) then
      exists (select from public.customer_health health where health.customer_id = file.id) end);
end $function$;

CREATE OR REPLACE FUNCTION public.put_contact_first(p_company uuid, p_customer uuid, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.own_customer(p_company, p_customer);
  chosen public.customer_contacts;
  before text;
begin
  delete from public.customer_contacts where id = p_id and customer_id = p_customer returning * into chosen;
  if chosen.id is null then perform internal.fail('contact_not_found'); end if;
  before := case chosen.kind when 'email' then lower(file.email::text) when 'phone' then internal.e164(file.phone) else file.name end;
  update public.customers set
    email = case chosen.kind when 'email' then chosen.value::extensions.citext else email end,
    phone = case chosen.kind when 'phone' then chosen.value else phone end,
    name = case chosen.kind when 'name' then chosen.value else name end
  where id = p_customer;
  insert into public.customer_contacts (company_id, customer_id, kind, value)
  select p_company, p_customer, chosen.kind, before where before <> '' on conflict (customer_id, kind, value) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_customer_contact(p_company uuid, p_customer uuid, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.own_customer(p_company, p_customer);
  delete from public.customer_contacts where id = p_id and customer_id = p_customer;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_customer_relative(p_company uuid, p_customer uuid, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.own_customer(p_company, p_customer);
  delete from public.customer_relatives where id = p_id and p_customer in (customer_id, relative_id);
end $function$;

ALTER TABLE "public"."customer_contacts" ADD CONSTRAINT "customer_contacts_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "public"."customer_contacts" ADD CONSTRAINT "customer_contacts_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE "public"."customer_relatives" ADD CONSTRAINT "customer_relatives_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "public"."customer_relatives" ADD CONSTRAINT "customer_relatives_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE "public"."customer_relatives" ADD CONSTRAINT "customer_relatives_relative_id_fkey" FOREIGN KEY (relative_id) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE "public"."customers" ADD CONSTRAINT "customers_birthday_check" CHECK (((birthday >= '1900-01-01'::date) AND (birthday <= '2200-01-01'::date))) NOT VALID;

CREATE INDEX customer_contacts_address ON public.customer_contacts USING btree (value) WHERE (kind = 'email'::text);

CREATE UNIQUE INDEX customer_contacts_email ON public.customer_contacts USING btree (company_id, value) WHERE (kind = 'email'::text);

CREATE INDEX customer_contacts_other ON public.customer_contacts USING btree (company_id, value) WHERE (kind <> 'email'::text);

CREATE INDEX customer_relatives_company ON public.customer_relatives USING btree (company_id);

CREATE INDEX customer_relatives_relative ON public.customer_relatives USING btree (relative_id) WHERE (relative_id IS NOT NULL);

CREATE TRIGGER keep_other_words AFTER INSERT OR DELETE OR UPDATE ON public.customer_contacts FOR EACH ROW EXECUTE FUNCTION internal.keep_other_words();

CREATE TRIGGER check_first_address BEFORE INSERT OR UPDATE OF email ON public.customers FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.email IS NOT NULL))) EXECUTE FUNCTION internal.check_first_address();

CREATE TRIGGER words_of_changed BEFORE UPDATE ON public.customers FOR EACH ROW WHEN ((old.name, old.email, old.phone, old.other_words) IS DISTINCT FROM (new.name, new.email, new.phone, new.other_words)) EXECUTE FUNCTION internal.keep_customer_words();

CREATE TRIGGER words_of_new BEFORE INSERT ON public.customers FOR EACH ROW EXECUTE FUNCTION internal.keep_customer_words();

CREATE POLICY "with_customer" ON "public"."customer_contacts" FOR SELECT TO "authenticated" USING (((company_id = ANY (ARRAY( SELECT internal.companies_with('all_customers'::public.member_right) AS companies_with))) OR ((company_id = ANY (ARRAY( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))) AND internal.serves_customer(customer_id))));

CREATE POLICY "with_customers" ON "public"."customer_relatives" FOR SELECT TO "authenticated" USING (((company_id = ANY (ARRAY( SELECT internal.companies_with('all_customers'::public.member_right) AS companies_with))) OR ((company_id = ANY (ARRAY( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))) AND internal.serves_customer(customer_id) AND ((relative_id IS NULL) OR internal.serves_customer(relative_id)))));

REVOKE ALL ON FUNCTION "internal"."check_first_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."customer_known_as"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_customer_words"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."keep_customer_words"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."keep_customer_words"() TO "service_role";

REVOKE ALL ON FUNCTION "internal"."keep_other_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."own_customer"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."relatives_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sound_contact"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."sound_contact"(text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."sound_contact"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."add_customer_contact"(uuid, uuid, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_customer_contact"(uuid, uuid, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_customer_relative"(uuid, uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_customer_relative"(uuid, uuid, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."put_contact_first"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."put_contact_first"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_customer_contact"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_customer_contact"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_customer_relative"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_customer_relative"(uuid, uuid, uuid) TO "authenticated";

GRANT SELECT ON TABLE "public"."customer_contacts" TO "authenticated";

GRANT ALL ON TABLE "public"."customer_contacts" TO "service_role";

GRANT SELECT ON TABLE "public"."customer_relatives" TO "authenticated";

GRANT ALL ON TABLE "public"."customer_relatives" TO "service_role";

REVOKE ALL ("birthday") ON TABLE "public"."customers" FROM "authenticated";

GRANT INSERT ("birthday"), UPDATE ("birthday") ON TABLE "public"."customers" TO "authenticated";

ALTER TABLE "public"."customer_contacts" ADD CONSTRAINT "customer_contacts_sound" CHECK (internal.sound_contact(kind, (value)::text));
