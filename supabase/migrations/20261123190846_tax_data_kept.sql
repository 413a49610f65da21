set local check_function_bodies = off;

ALTER TABLE "public"."company_tax_data" DROP CONSTRAINT "company_tax_data_firm";

ALTER TABLE "public"."company_tax_data" DROP CONSTRAINT "company_tax_data_postal_code_check";

ALTER TABLE "public"."company_tax_data" DROP CONSTRAINT "company_tax_data_tax_id_check";

ALTER TABLE "public"."company_tax_data" DROP CONSTRAINT "company_tax_data_tax_number_check";

CREATE TABLE "public"."kept_tax_data" ("company_id" uuid NOT NULL, "gone_at" timestamp with time zone NOT NULL, "tax_data" jsonb NOT NULL, "imprint" jsonb NOT NULL, CONSTRAINT "kept_tax_data_imprint_check" CHECK ((length((imprint)::text) <= 4000)), CONSTRAINT "kept_tax_data_pkey" PRIMARY KEY (company_id), CONSTRAINT "kept_tax_data_tax_data_check" CHECK ((length((tax_data)::text) <= 4000)));

ALTER TABLE "public"."kept_tax_data" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."tax_data_changes" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "company_id" uuid NOT NULL, "at" timestamp with time zone NOT NULL, "who" character varying(254) NOT NULL, "fields" text[] NOT NULL, CONSTRAINT "tax_data_changes_pkey" PRIMARY KEY (id), CONSTRAINT "tax_data_changes_fields_check" CHECK (internal.short_texts(fields, 20, 40)));

ALTER TABLE "public"."tax_data_changes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."company_tax_data" ADD COLUMN "country" text NOT NULL DEFAULT 'DE'::text;

ALTER TABLE "public"."company_tax_data" ADD COLUMN "tax_country" text NOT NULL DEFAULT 'DE'::text;

CREATE OR REPLACE FUNCTION internal.answer_demand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.mail_demand(old, true);
  return old;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_tax_data(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.kept_tax_data where company_id in (
    select company_id from public.kept_tax_data where gone_at < internal.kept_since('kept_tax_data') order by gone_at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_foreign_tax_number(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select value ~ '^[A-Z0-9-]{4,30}$' and value ~ '[0-9]'
$function$;

CREATE OR REPLACE FUNCTION internal.keep_tax_data()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.kept_tax_data (company_id, gone_at, tax_data, imprint)
  select old.id, internal.present(), to_jsonb(held) - 'company_id', jsonb_build_object('legal_name', old.legal_name, 'street', old.street,
    'postal_code', old.postal_code, 'city', old.city, 'register_entry', old.register_entry, 'vat_id', old.vat_id)
  from public.company_tax_data held where held.company_id = old.id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION internal.note_tax_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  changed constant text[] := array(
    select now_there.key from jsonb_each(to_jsonb(new) - '{company_id,updated_at}'::text[]) now_there
    where now_there.value is distinct from before -> now_there.key and (tg_op = 'UPDATE' or now_there.value not in ('""', '"DE"', 'null', 'false'))
    order by now_there.key);
begin
  if cardinality(changed) > 0 then
    insert into public.tax_data_changes (company_id, at, who, fields)
    values (new.company_id, internal.present(), left(coalesce(internal.person_name(internal.person()), ''), 254), changed);
  end if;
  return null;
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
  perform internal.take_contact_out(booked, 'Daten gelöscht');
  update public.reviews set author = 'Daten gelöscht' where appointment_id = any(booked);
  delete from public.messages where customer_id = file.id;
  delete from internal.set_aside where place like 'customers.%' and row_id = file.id::text;
  merged := internal.forget_merges_of(array[file.id]);
  update public.import_rows set raw = '{}' where customer_id = any(merged);
  delete from public.customers where id = file.id;
  insert into public.customer_erasures (company_id, at, user_id, who, appointments) values (p_company, internal.present(), internal.person(),
    left(internal.person_name(internal.person()), 254), cardinality(booked));
end $function$;

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_country_check" CHECK ((country ~ '^[A-Z]{2}$'::text));

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_firm" CHECK (((taxpayer = 'person'::public.taxpayer) OR (((((((first_name || last_name) || street) || postal_code) || city) || tax_id) = ''::text) AND (birthday IS NULL) AND (country = 'DE'::text))));

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_postal_code_check" CHECK ((postal_code ~
CASE country
    WHEN 'DE'::text THEN '^(\d{5})?$'::text
    ELSE '^[A-Z0-9 -]{0,12}$'::text
END));

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_tax_country_check" CHECK ((tax_country ~ '^[A-Z]{2}$'::text));

ALTER TABLE "public"."tax_data_changes" ADD CONSTRAINT "tax_data_changes_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

CREATE INDEX kept_tax_data_gone ON public.kept_tax_data USING btree (gone_at);

CREATE INDEX tax_data_changes_company ON public.tax_data_changes USING btree (company_id, id);

CREATE TRIGGER keep_tax_data BEFORE DELETE ON public.companies FOR EACH ROW EXECUTE FUNCTION internal.keep_tax_data();

CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON public.company_tax_data FOR EACH ROW EXECUTE FUNCTION internal.note_tax_change();

CREATE TRIGGER answer_demand BEFORE DELETE ON public.erasure_demands FOR EACH ROW WHEN ((old.declined_at IS NULL)) EXECUTE FUNCTION internal.answer_demand();

CREATE POLICY "owners_read" ON "public"."tax_data_changes" FOR SELECT TO "authenticated" USING ((company_id IN ( SELECT internal.companies_as('owner'::public.member_role) AS companies_as)));

REVOKE ALL ON FUNCTION "internal"."answer_demand"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_tax_data"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_foreign_tax_number"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."is_foreign_tax_number"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."is_foreign_tax_number"(text) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."keep_tax_data"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_tax_change"() FROM PUBLIC;

REVOKE ALL ("country") ON TABLE "public"."company_tax_data" FROM "authenticated";

GRANT INSERT ("country"), UPDATE ("country") ON TABLE "public"."company_tax_data" TO "authenticated";

REVOKE ALL ("tax_country") ON TABLE "public"."company_tax_data" FROM "authenticated";

GRANT INSERT ("tax_country"), UPDATE ("tax_country") ON TABLE "public"."company_tax_data" TO "authenticated";

REVOKE ALL ON TABLE "public"."kept_tax_data" FROM "service_role";

GRANT SELECT ON TABLE "public"."kept_tax_data" TO "service_role";

GRANT SELECT ON TABLE "public"."tax_data_changes" TO "authenticated";

REVOKE ALL ON TABLE "public"."tax_data_changes" FROM "service_role";

GRANT SELECT ON TABLE "public"."tax_data_changes" TO "service_role";

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_tax_id_check" CHECK (((tax_id = ''::text) OR
CASE tax_country
    WHEN 'DE'::text THEN internal.is_tax_id(tax_id)
    ELSE internal.is_foreign_tax_number(tax_id)
END));

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_tax_number_check" CHECK (((tax_number = ''::text) OR
CASE tax_country
    WHEN 'DE'::text THEN internal.is_tax_number(tax_number)
    ELSE internal.is_foreign_tax_number(tax_number)
END));

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('kept_tax_data', 42, '{public.kept_tax_data}', 'Steuerdaten eines gelöschten Unternehmens; nur die Plattform liest sie',
    'zehn Jahre nach dem Ende des Jahres, in dem das Unternehmen gelöscht wurde', 'Das letzte Jahr ist noch zu melden, und die Meldung ist zu belegen (§ 24 Abs. 3 PStTG).',
    'deleted', '10 years', true, 'internal.forget_tax_data');
update public.retention_rules set tables = '{public.company_tax_data,public.tax_data_changes}',
  what = 'Steuerdaten des Unternehmens: Steuernummer, Geburtsdatum, Bankverbindung, und wer sie geändert hat' where name = 'tax_data';
