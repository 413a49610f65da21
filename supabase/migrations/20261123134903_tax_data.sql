set local check_function_bodies = off;

CREATE TYPE "public"."taxpayer" AS ENUM ('person', 'firm');

CREATE TABLE "public"."company_tax_data" ("company_id" uuid NOT NULL, "taxpayer" public.taxpayer NOT NULL, "first_name" text NOT NULL DEFAULT ''::text, "last_name" text NOT NULL DEFAULT ''::text, "street" text NOT NULL DEFAULT ''::text, "postal_code" text NOT NULL DEFAULT ''::text, "city" text NOT NULL DEFAULT ''::text, "birthday" date, "tax_id" text NOT NULL DEFAULT ''::text, "tax_number" text NOT NULL DEFAULT ''::text, "unregistered" boolean NOT NULL DEFAULT false, "iban" text NOT NULL DEFAULT ''::text, "account_holder" text NOT NULL DEFAULT ''::text, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "company_tax_data_account_holder_check" CHECK ((length(account_holder) <= 120)), CONSTRAINT "company_tax_data_birthday_check" CHECK (((birthday >= '1900-01-01'::date) AND (birthday <= '2199-12-31'::date))), CONSTRAINT "company_tax_data_city_check" CHECK ((length(city) <= 80)), CONSTRAINT "company_tax_data_first_name_check" CHECK ((length(first_name) <= 80)), CONSTRAINT "company_tax_data_last_name_check" CHECK ((length(last_name) <= 80)), CONSTRAINT "company_tax_data_pkey" PRIMARY KEY (company_id), CONSTRAINT "company_tax_data_postal_code_check" CHECK ((postal_code ~ '^(\d{5})?$'::text)), CONSTRAINT "company_tax_data_street_check" CHECK ((length(street) <= 120)));

ALTER TABLE "public"."company_tax_data" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.ends_in_check_digit(digits text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  product integer := 10;
  sum integer;
begin
  for place in 1 .. length(digits) - 1 loop
    sum := (substr(digits, place, 1)::integer + product) % 10;
    product := case sum when 0 then 10 else sum end * 2 % 11;
  end loop;
  return (11 - product) % 10 = right(digits, 1)::integer;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_iban(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  if value !~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' or value ~ '^DE' and value !~ '^DE[0-9]{20}$' then return false; end if;
  return (select string_agg(case when letter ~ '[0-9]' then letter else (ascii(letter) - 55)::text end, '' order by turn)::numeric % 97 = 1
    from regexp_split_to_table(substr(value, 5) || left(value, 4), '') with ordinality one (letter, turn));
end $function$;

CREATE OR REPLACE FUNCTION internal.is_tax_id(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  often integer[];
begin
  if value !~ '^[1-9][0-9]{10}$' or left(value, 10) ~ '(.)\1\1' then return false; end if;
  often := array(select count(*)::integer from regexp_split_to_table(left(value, 10), '') digit group by digit order by count(*) desc);
  return often[1] in (2, 3) and often[2] = 1 and internal.ends_in_check_digit(value);
end $function$;

CREATE OR REPLACE FUNCTION internal.is_tax_number(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  if value ~ '^DE[0-9]{9}(-[0-9]{5})?$' then return internal.ends_in_check_digit(substr(value, 3, 9)); end if;
  return value ~ '^[0-9]{10,13}$';
end $function$;

CREATE OR REPLACE FUNCTION public.carry_out_import(p_transfer uuid, p_attempt integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30min'
AS $function$
declare
  worked constant public.transfers := internal.working_transfer(p_transfer, p_attempt);
  target constant uuid := worked.company_id;
  entry internal.exported_tables;
  given text[];
begin
  if worked.direction <> 'import' then perform internal.fail('transfer_over'); end if;
  perform from public.companies where id = target for no key update;
  if not internal.is_empty_company(target) then perform internal.fail('company_not_empty'); end if;
  perform internal.number_history(p_transfer);
  -- What nobody has answered in time is over, and whoever asked has been told by the business that they asked.
  update internal.transfer_rows set line = line || '{"state": "expired"}'
  where transfer_id = p_transfer and part = (select position from internal.exported_tables where name = 'appointments')
    and line ->> 'state' = 'requested' and (line ->> 'starts_at')::timestamptz <= internal.present();
  for entry in select * from internal.exported_tables order by position loop
    given := array(select jsonb_object_keys(line) from (
      select line from internal.transfer_rows where transfer_id = p_transfer and part = entry.position order by n limit 1) first);
    continue when given = '{}';
    if exists (select from unnest(given) one where not exists (select from pg_attribute held
      where held.attrelid = ('public.' || quote_ident(entry.name))::regclass and held.attname = one and held.attnum > 0 and not held.attisdropped)) then
      perform internal.fail('file_too_new', entry.name);
    end if;
    -- What is entered once for a company may be there already.
    if entry.name = 'company_tax_data' then delete from public.company_tax_data where company_id = target; end if;
    perform internal.import_table(worked, entry, given);
  end loop;
  perform internal.check_import(target);
  return (select count(*) from internal.transfer_rows where transfer_id = p_transfer);
end $function$;

CREATE OR REPLACE FUNCTION public.missing_tax_data(p_company uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when held.company_id is null then '{taxpayer}' else array_remove(array[
    case when held.taxpayer = 'person' and held.first_name = '' then 'first_name' end,
    case when held.taxpayer = 'person' and held.last_name = '' then 'last_name' end,
    case when held.taxpayer = 'person' and '' in (held.street, held.postal_code, held.city) then 'street' end,
    case when held.taxpayer = 'person' and held.birthday is null then 'birthday' end,
    case when held.taxpayer = 'person' and held.tax_id = '' then 'tax_id' end,
    case when held.taxpayer = 'firm' and company.legal_name = '' then 'company.legal_name' end,
    case when held.taxpayer = 'firm' and '' in (company.street, company.postal_code, company.city) then 'company.street' end,
    case when held.taxpayer = 'firm' and held.tax_number = '' then 'tax_number' end,
    case when held.taxpayer = 'firm' and company.register_entry = '' and not held.unregistered then 'company.register_entry' end,
    case when held.iban = '' then 'iban' end], null) end
  from public.companies company left join public.company_tax_data held on held.company_id = company.id
  where company.id = p_company and p_company in (select internal.companies_as('owner'))
$function$;

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_firm" CHECK (((taxpayer = 'person'::public.taxpayer) OR (((((((first_name || last_name) || street) || postal_code) || city) || tax_id) = ''::text) AND (birthday IS NULL))));

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_person" CHECK (((taxpayer = 'firm'::public.taxpayer) OR ((tax_number = ''::text) AND (NOT unregistered))));

CREATE TRIGGER touch BEFORE UPDATE ON public.company_tax_data FOR EACH ROW EXECUTE FUNCTION internal.touch_updated_at();

CREATE POLICY "owners_insert" ON "public"."company_tax_data" FOR INSERT TO "authenticated" WITH CHECK ((company_id IN ( SELECT internal.companies_as('owner'::public.member_role) AS companies_as)));

CREATE POLICY "owners_read" ON "public"."company_tax_data" FOR SELECT TO "authenticated" USING ((company_id IN ( SELECT internal.companies_as('owner'::public.member_role) AS companies_as)));

CREATE POLICY "owners_update" ON "public"."company_tax_data" FOR UPDATE TO "authenticated" USING ((company_id IN ( SELECT internal.companies_as('owner'::public.member_role) AS companies_as))) WITH CHECK ((company_id IN ( SELECT internal.companies_as('owner'::public.member_role) AS companies_as)));

REVOKE ALL ON FUNCTION "internal"."ends_in_check_digit"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."ends_in_check_digit"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."ends_in_check_digit"(text) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."is_iban"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."is_iban"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."is_iban"(text) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."is_tax_id"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."is_tax_id"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."is_tax_id"(text) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."is_tax_number"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."is_tax_number"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."is_tax_number"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."missing_tax_data"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."missing_tax_data"(uuid) TO "authenticated";

GRANT INSERT ("account_holder"), UPDATE ("account_holder") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("birthday"), UPDATE ("birthday") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("city"), UPDATE ("city") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("company_id") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("first_name"), UPDATE ("first_name") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("iban"), UPDATE ("iban") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("last_name"), UPDATE ("last_name") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("postal_code"), UPDATE ("postal_code") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("street"), UPDATE ("street") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("tax_id"), UPDATE ("tax_id") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("tax_number"), UPDATE ("tax_number") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("taxpayer"), UPDATE ("taxpayer") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT INSERT ("unregistered"), UPDATE ("unregistered") ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT SELECT ON TABLE "public"."company_tax_data" TO "authenticated";

GRANT ALL ON TABLE "public"."company_tax_data" TO "service_role";

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_iban_check" CHECK (((iban = ''::text) OR internal.is_iban(iban)));

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_tax_id_check" CHECK (((tax_id = ''::text) OR internal.is_tax_id(tax_id)));

ALTER TABLE "public"."company_tax_data" ADD CONSTRAINT "company_tax_data_tax_number_check" CHECK (((tax_number = ''::text) OR internal.is_tax_number(tax_number)));

insert into internal.exported_tables (position, name, via, left_out) values (15, 'company_tax_data', 'company_id', '{updated_at}');
insert into public.retention_rules (name, position, tables, what, how_long, why, fate) values
  ('tax_data', 31, '{public.company_tax_data}', 'Steuerdaten des Unternehmens: Steuernummer, Geburtsdatum, Bankverbindung', 'solange das Unternehmen besteht',
    'Die Plattform muss sie erheben und jährlich melden (§§ 13 bis 17 PStTG).', 'deleted');
