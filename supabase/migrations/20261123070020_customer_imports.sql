set local check_function_bodies = off;

CREATE TABLE "public"."import_rows" ("import_id" uuid NOT NULL, "n" integer NOT NULL, "raw" text[] NOT NULL, "state" text NOT NULL DEFAULT 'waiting'::text, "code" character varying(40) NOT NULL DEFAULT ''::character varying, "customer_id" uuid, CONSTRAINT "import_rows_pkey" PRIMARY KEY (import_id, n), CONSTRAINT "import_rows_state_check" CHECK ((state = ANY (ARRAY['waiting'::text, 'made'::text, 'known'::text, 'refused'::text, 'removed'::text, 'stays'::text]))), CONSTRAINT "import_rows_raw_short" CHECK (internal.short_texts(raw, 60, 2000)));

ALTER TABLE "public"."import_rows" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."imports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "user_id" uuid NOT NULL, "who" character varying(254) NOT NULL, "file" character varying(200) NOT NULL, "head" text[] NOT NULL, "mapping" jsonb NOT NULL DEFAULT '{}'::jsonb, "state" text NOT NULL DEFAULT 'reading'::text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "changed_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "imports_mapping_short" CHECK ((length((mapping)::text) <= 2000)), CONSTRAINT "imports_pkey" PRIMARY KEY (id), CONSTRAINT "imports_state_check" CHECK ((state = ANY (ARRAY['reading'::text, 'running'::text, 'stopped'::text, 'done'::text, 'undoing'::text, 'undone'::text]))), CONSTRAINT "imports_head_short" CHECK (((cardinality(head) >= 1) AND (cardinality(head) <= 60) AND internal.short_texts(head, 60, 200))));

ALTER TABLE "public"."imports" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "internal"."imported" AS ("code" text, "name" text, "email" text, "phone" text, "other_phone" text, "birthday" date, "tags" text[], "note" text);

CREATE OR REPLACE FUNCTION internal.forget_imports(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  forgotten integer;
begin
  delete from public.import_rows where (import_id, n) in (
    select line.import_id, line.n from public.imports import join public.import_rows line on line.import_id = import.id
    where import.created_at < internal.kept_since('imports') and import.state not in ('running', 'undoing') limit p_limit);
  get diagnostics forgotten = row_count;
  if forgotten = 0 then
    delete from public.imports where id in (
      select id from public.imports where created_at < internal.kept_since('imports') and state not in ('running', 'undoing') limit p_limit);
    get diagnostics forgotten = row_count;
  end if;
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION internal.import_fields(raw text[], mapping jsonb, p_today date)
 RETURNS internal.imported
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  said internal.imported;
  born text;
begin
  said.name := left(btrim(regexp_replace(coalesce(internal.import_text(raw, mapping, 'name'), concat_ws(' ',
    internal.import_text(raw, mapping, 'first'), internal.import_text(raw, mapping, 'last')), ''), '[[:cntrl:][:space:]]+', ' ', 'g')), 300);
  said.email := internal.import_text(raw, mapping, 'email');
  said.phone := internal.import_phone(internal.import_text(raw, mapping, 'phone'));
  said.other_phone := internal.import_phone(internal.import_text(raw, mapping, 'mobile'));
  if said.phone = '' then said.phone := said.other_phone; said.other_phone := ''; end if;
  born := internal.import_text(raw, mapping, 'birthday');
  said.birthday := internal.typed_birthday(born, p_today);
  said.tags := array(select btrim(tag) from regexp_split_to_table(coalesce(internal.import_text(raw, mapping, 'tags'), ''), '[,;|]')
    with ordinality one (tag, place) where btrim(tag) <> '' group by btrim(tag) order by min(place));
  said.note := coalesce(internal.import_text(raw, mapping, 'note'), '');
  said.code := case when said.name = '' then 'name_missing' when length(said.name) > 120 then 'name_too_long'
    when said.email is not null and not internal.is_address(said.email) then 'email_invalid'
    -- Also a number that a spreadsheet has rounded: 4,91714E+12.
    when exists (select from unnest(array[said.phone, said.other_phone]) number
      where length(number) > 40 or number ~* '[0-9]e\+[0-9]' or (number <> '' and number !~ '([0-9][^0-9]*){3}')) then 'phone_invalid'
    when born is not null and said.birthday is null then 'birthday_invalid'
    when not internal.short_texts(said.tags, 20, 30) then 'tags_invalid' end;
  return said;
end $function$;

CREATE OR REPLACE FUNCTION internal.import_known(p_company uuid, said internal.imported)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  known uuid;
begin
  if said.email is not null then
    select id into known from public.customers where company_id = p_company and email operator(extensions.=) said.email::extensions.citext;
    if known is null then
      select customer_id into known from public.customer_contacts
      where company_id = p_company and kind = 'email' and value = lower(said.email);
    end if;
    return known;
  end if;
  select id into known from public.customers file
  where company_id = p_company and internal.folded(name) collate "C" = internal.folded(said.name)
    and (phone = said.phone or exists (select from public.customer_contacts other
      where other.customer_id = file.id and other.kind = 'phone' and other.value = said.phone))
    and coalesce(birthday = said.birthday, true)
  order by id limit 1;
  return known;
end $function$;

CREATE OR REPLACE FUNCTION internal.import_phone(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  digits constant text := regexp_replace(coalesce(p_text, ''), '[ ()/.-]', '', 'g');
begin
  return internal.e164(case when digits ~ '^1[5-7][0-9]{8,9}$' then '0' || digits when digits ~ '^49[1-9][0-9]{7,11}$' then '+' || digits
    else coalesce(p_text, '') end);
end $function$;

CREATE OR REPLACE FUNCTION internal.import_row(import public.imports, given public.import_rows)
 RETURNS public.import_rows
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  said constant internal.imported := internal.import_fields(given.raw, import.mapping, (internal.present() at time zone 'Europe/Berlin')::date);
begin
  given.code := coalesce(said.code, '');
  if said.code is not null then
    given.state := 'refused';
    return given;
  end if;
  given.customer_id := internal.import_known(import.company_id, said);
  if given.customer_id is not null then
    given.state := 'known';
    return given;
  end if;
  insert into public.customers (company_id, name, email, phone, birthday, tags, note)
  values (import.company_id, said.name, said.email, said.phone, said.birthday, said.tags, said.note) returning id into given.customer_id;
  insert into public.customer_contacts (company_id, customer_id, kind, value)
  select import.company_id, given.customer_id, 'phone', said.other_phone where said.other_phone not in ('', said.phone);
  given.state := 'made';
  return given;
exception when unique_violation then
  -- Somebody has just booked with this address.
  given.state := 'known';
  given.customer_id := null;
  return given;
end $function$;

CREATE OR REPLACE FUNCTION internal.import_text(raw text[], mapping jsonb, field text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  said constant text := btrim(raw[(mapping ->> field)::integer + 1], E' \t\r\n\u00a0');
begin
  return case when said not in ('', '-', '–', '—') then said end;
end $function$;

CREATE OR REPLACE FUNCTION internal.importing_companies()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select internal.companies_as('manager') intersect select internal.companies_with('all_customers')
$function$;

CREATE OR REPLACE FUNCTION internal.own_import(p_import uuid)
 RETURNS public.imports
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found_import public.imports;
begin
  select * into found_import from public.imports
  where id = p_import and company_id in (select internal.importing_companies()) for update;
  if found_import.id is null then perform internal.fail('import_not_found'); end if;
  return found_import;
end $function$;

CREATE OR REPLACE FUNCTION internal.sound_mapping(p_mapping jsonb, p_columns integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(jsonb_typeof(p_mapping) = 'object' and (p_mapping ? 'name' or p_mapping ? 'first' or p_mapping ? 'last'), false)
    and not exists (select from jsonb_each(p_mapping) one
      where one.key not in ('name', 'first', 'last', 'email', 'phone', 'mobile', 'birthday', 'tags', 'note')
        or jsonb_typeof(one.value) <> 'number' or one.value::text !~ '^\d{1,2}$' or one.value::text::integer >= p_columns);
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
    set name = p_nobody, email = null, phone = '', note = '', tags = '{}', birthday = null, user_id = null
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
  )
  update public.import_rows set raw = '{}' where customer_id in (select id from nameless);
end $function$;

CREATE OR REPLACE FUNCTION internal.typed_birthday(p_text text, p_today date)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
declare
  part text[] := regexp_match(p_text, '^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$');
  day date;
begin
  if part is null then
    part := regexp_match(p_text, '^(\d{1,2})[./ -]+(\d{1,2})[./ -]+(\d{4}|\d{2})(?: .*)?$');
    if part is null then return null; end if;
    part := array[part[3], part[2], part[1]];
    if length(part[1]) = 2 then
      part[1] := case when 2000 + part[1]::integer <= extract(year from p_today) then '20' else '19' end || part[1];
    end if;
  end if;
  day := make_date(part[1]::integer, part[2]::integer, part[3]::integer);
  return case when day between date '1900-01-01' and p_today then day end;
exception when datetime_field_overflow then
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.unimport_row(given public.import_rows)
 RETURNS public.import_rows
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.customers file
  where file.id = given.customer_id and file.updated_at = file.created_at and file.merged_at is null
    and not exists (select from public.appointments where customer_id = file.id)
    and not exists (select from public.messages where customer_id = file.id)
    and not exists (select from public.customer_health where customer_id = file.id)
    and not exists (select from public.customer_relatives where file.id in (customer_id, relative_id));
  given.state := case when exists (select from public.customers where id = given.customer_id) then 'stays' else 'removed' end;
  return given;
end $function$;

CREATE OR REPLACE FUNCTION public.add_import_rows(p_import uuid, p_from_row integer, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import constant public.imports := internal.own_import(p_import);
begin
  if import.state <> 'reading' then perform internal.fail('wrong_state', import.state); end if;
  if not coalesce(jsonb_typeof(p_rows) = 'array' and p_from_row between 1 and 50000, false) or jsonb_array_length(p_rows) > 1000
    or p_from_row + jsonb_array_length(p_rows) > 50001
    or exists (select from jsonb_array_elements(p_rows) line where jsonb_typeof(line) <> 'array' or jsonb_array_length(line) > 60
      or exists (select from jsonb_array_elements(line) cell where jsonb_typeof(cell) <> 'string' or length(cell #>> '{}') > 2000)) then
    perform internal.fail('import_invalid');
  end if;
  insert into public.import_rows (import_id, n, raw)
  select p_import, p_from_row + place::integer - 1, array(select cell from jsonb_array_elements_text(line) with ordinality one (cell, at) order by at)
  from jsonb_array_elements(p_rows) with ordinality given (line, place)
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.advance_imports(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import public.imports;
  line public.import_rows;
  done integer := 0;
begin
  select * into import from public.imports where state in ('running', 'undoing') order by changed_at limit 1 for update skip locked;
  if import.id is null then return 0; end if;
  for line in
    select * from public.import_rows where import_id = import.id and state = case import.state when 'running' then 'waiting' else 'made' end
    order by n limit least(greatest(coalesce(p_limit, 200), 1), 1000)
  loop
    line := case import.state when 'running' then internal.import_row(import, line) else internal.unimport_row(line) end;
    update public.import_rows set state = line.state, code = line.code, customer_id = line.customer_id where import_id = line.import_id and n = line.n;
    done := done + 1;
  end loop;
  if done = 0 then
    update public.imports set state = case import.state when 'running' then 'done' else 'undone' end where id = import.id;
    return 1;
  end if;
  -- Another one that waits comes next.
  update public.imports set changed_at = clock_timestamp() where id = import.id;
  return done;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_import(p_company uuid, p_file text, p_head text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  if p_company is null or p_company not in (select internal.importing_companies()) then perform internal.fail('not_allowed'); end if;
  if p_file is null or length(p_file) > 200 or not coalesce(cardinality(p_head) between 1 and 60 and array_ndims(p_head) = 1
    and array_position(p_head, null) is null and internal.short_texts(p_head, 60, 200), false) then
    perform internal.fail('import_invalid');
  end if;
  perform from public.companies where id = p_company for no key update;
  delete from public.imports where company_id = p_company and state = 'reading' and created_at < internal.present() - interval '1 day';
  if (select count(*) from public.imports where company_id = p_company and state in ('reading', 'running', 'stopped')) >= 3 then
    perform internal.fail('imports_full');
  end if;
  insert into public.imports (company_id, user_id, who, file, head, created_at)
  values (p_company, internal.person(), left(internal.person_name(internal.person()), 254), p_file, p_head, internal.present()) returning id into made;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_import(p_import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import constant public.imports := internal.own_import(p_import);
begin
  if import.state <> 'reading' then perform internal.fail('wrong_state', import.state); end if;
  delete from public.imports where id = p_import;
end $function$;

CREATE OR REPLACE FUNCTION public.erase_customer(p_company uuid, p_customer uuid, p_typed text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.erasable_customer(p_company, p_customer);
  booked uuid[];
begin
  perform from public.customers where id = file.id for update;
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
  delete from internal.customer_merges where kept_id = file.id or gone_id = file.id;
  update public.import_rows set raw = '{}' where customer_id = file.id;
  delete from public.customers where id = file.id;
  insert into public.customer_erasures (company_id, at, user_id, who, appointments) values (p_company, internal.present(), internal.person(),
    left(internal.person_name(internal.person()), 254), cardinality(booked));
end $function$;

CREATE OR REPLACE FUNCTION public.import_progress(p_import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.imports where id = p_import and company_id in (select internal.importing_companies())) then
    perform internal.fail('import_not_found');
  end if;
  return '{"waiting": 0, "made": 0, "known": 0, "refused": 0, "removed": 0, "stays": 0}'::jsonb || (
    select coalesce(jsonb_object_agg(counted.state, counted.rows), '{}') from (
      select state, count(*) as rows from public.import_rows where import_id = p_import group by state) counted);
end $function$;

CREATE OR REPLACE FUNCTION public.preview_import(p_import uuid, p_mapping jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import public.imports;
begin
  select * into import from public.imports where id = p_import and company_id in (select internal.importing_companies());
  if import.id is null then perform internal.fail('import_not_found'); end if;
  if not internal.sound_mapping(p_mapping, cardinality(import.head)) then perform internal.fail('mapping_invalid'); end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(said) || jsonb_build_object('n', line.n, 'state', case when said.code is not null then 'refused'
      when internal.import_known(import.company_id, said) is not null then 'known' else 'made' end) order by line.n), '[]')
    from (select * from public.import_rows where import_id = p_import order by n limit 8) line
    cross join lateral internal.import_fields(line.raw, p_mapping, (internal.present() at time zone 'Europe/Berlin')::date) said);
end $function$;

CREATE OR REPLACE FUNCTION public.start_import(p_import uuid, p_mapping jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import constant public.imports := internal.own_import(p_import);
  wanted constant jsonb := case import.state when 'stopped' then import.mapping else p_mapping end;
begin
  if import.state = 'running' then return; end if;
  if import.state not in ('reading', 'stopped') then perform internal.fail('wrong_state', import.state); end if;
  if not internal.sound_mapping(wanted, cardinality(import.head)) then perform internal.fail('mapping_invalid'); end if;
  update public.imports set state = 'running', mapping = wanted, changed_at = internal.present() where id = p_import;
end $function$;

CREATE OR REPLACE FUNCTION public.stop_import(p_import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import constant public.imports := internal.own_import(p_import);
begin
  if import.state = 'stopped' then return; end if;
  if import.state <> 'running' then perform internal.fail('wrong_state', import.state); end if;
  update public.imports set state = 'stopped', changed_at = internal.present() where id = p_import;
end $function$;

CREATE OR REPLACE FUNCTION public.undo_import(p_import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import constant public.imports := internal.own_import(p_import);
begin
  if import.state in ('undoing', 'undone') then return; end if;
  if import.state = 'reading' then perform internal.fail('wrong_state', import.state); end if;
  if import.created_at < internal.present() - interval '30 days' then perform internal.fail('import_too_old'); end if;
  update public.imports set state = 'undoing', changed_at = internal.present() where id = p_import;
end $function$;

ALTER TABLE "public"."imports" ADD CONSTRAINT "imports_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "public"."import_rows" ADD CONSTRAINT "import_rows_import_id_fkey" FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;

CREATE INDEX import_rows_customer ON public.import_rows USING btree (customer_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX import_rows_state ON public.import_rows USING btree (import_id, state, n);

CREATE INDEX imports_company ON public.imports USING btree (company_id, created_at);

CREATE INDEX imports_working ON public.imports USING btree (changed_at) WHERE (state = ANY (ARRAY['running'::text, 'undoing'::text]));

CREATE POLICY "managers_read" ON "public"."import_rows" FOR SELECT TO "authenticated" USING ((import_id = ANY (ARRAY( SELECT imports.id
   FROM public.imports))));

CREATE POLICY "managers_read" ON "public"."imports" FOR SELECT TO "authenticated" USING ((company_id = ANY (ARRAY( SELECT internal.importing_companies() AS importing_companies))));

REVOKE ALL ON FUNCTION "internal"."forget_imports"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."import_fields"(text[], jsonb, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."import_known"(uuid, internal.imported) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."import_phone"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."import_row"(public.imports, public.import_rows) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."import_text"(text[], jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."importing_companies"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."importing_companies"() TO "authenticated";

REVOKE ALL ON FUNCTION "internal"."own_import"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sound_mapping"(jsonb, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."typed_birthday"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."unimport_row"(public.import_rows) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_import_rows"(uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_import_rows"(uuid, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."advance_imports"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."advance_imports"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."begin_import"(uuid, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_import"(uuid, text, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."drop_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."drop_import"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."import_progress"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_progress"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_import"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_import"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."start_import"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."start_import"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."stop_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."stop_import"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid) TO "authenticated";

GRANT SELECT ON TABLE "public"."import_rows" TO "authenticated";

GRANT ALL ON TABLE "public"."import_rows" TO "service_role";

GRANT SELECT ON TABLE "public"."imports" TO "authenticated";

GRANT ALL ON TABLE "public"."imports" TO "service_role";

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('imports', 26, '{public.imports,public.import_rows}', 'Eingelesene Dateien mit Kund:innen, Zeile für Zeile', '30 Tage',
    'So lange lässt sich der Import zurücknehmen (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '30 days', false, 'internal.forget_imports');
