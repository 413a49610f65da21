set local check_function_bodies = off;

CREATE TABLE "internal"."exported_tables" ("position" smallint NOT NULL, "name" text NOT NULL, "via" text NOT NULL, "parents" text[] NOT NULL DEFAULT '{}'::text[], "only_rows" text NOT NULL DEFAULT 'true'::text, "left_out" text[] NOT NULL DEFAULT '{}'::text[], "put_in" text NOT NULL DEFAULT '''{}'''::text, "sorted_by" text, CONSTRAINT "exported_tables_name_key" UNIQUE (name), CONSTRAINT "exported_tables_pkey" PRIMARY KEY ("position"));

ALTER TABLE "internal"."exported_tables" ENABLE ROW LEVEL SECURITY;

CREATE UNLOGGED TABLE "internal"."transfer_rows" ("transfer_id" uuid NOT NULL, "n" bigint NOT NULL, "part" smallint NOT NULL, "line" jsonb NOT NULL, CONSTRAINT "transfer_rows_pkey" PRIMARY KEY (transfer_id, n));

ALTER TABLE "internal"."transfer_rows" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."transfers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "asked_at" timestamp with time zone NOT NULL DEFAULT now(), "asked_by" character varying(254) NOT NULL, "leased_until" timestamp with time zone, "attempts" smallint NOT NULL DEFAULT 0, "finished_at" timestamp with time zone, "done_rows" integer NOT NULL DEFAULT 0, "all_rows" integer, "bytes" bigint, "fault" character varying(60) NOT NULL DEFAULT ''::character varying, "expires_at" timestamp with time zone, CONSTRAINT "transfers_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."transfers" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."transfer_direction" AS ENUM ('export', 'import');

ALTER TABLE "public"."transfers" ADD COLUMN "direction" public.transfer_direction NOT NULL;

CREATE TYPE "public"."transfer_state" AS ENUM ('waiting', 'running', 'done', 'failed');

ALTER TABLE "public"."transfers" ADD COLUMN "state" public.transfer_state NOT NULL DEFAULT 'waiting'::public.transfer_state;

CREATE OR REPLACE FUNCTION internal.check_import(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.appointments visit where visit.company_id = p_company and visit.state in ('requested', 'confirmed')
    and exists (select from public.appointment_lines line where line.appointment_id = visit.id and line.event_id is null)
    and not exists (select from public.occupancies one where one.source = visit.id)) then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.occupancies one
    where one.subject in (select person.id from public.employees person join public.locations place on place.id = person.location_id where place.company_id = p_company)
    and not exists (select from public.appointments where id = one.source)
      and not exists (select from public.blocks where id = one.source) and not exists (select from public.events where id = one.source)) then
    perform internal.fail('file_broken', 'occupancies');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.condition_of(p_table text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  entry internal.exported_tables;
  parent text;
  parts text[] := '{}';
begin
  select * into entry from internal.exported_tables where name = p_table;
  if entry.parents = '{}' then return format('t.%I = $1', entry.via); end if;
  foreach parent in array entry.parents loop
    parts := parts || format('t.%I in (select t.id from public.%I t where %s)', entry.via, parent, internal.condition_of(parent));
  end loop;
  return '(' || array_to_string(parts, ' or ') || ')';
end $function$;

CREATE OR REPLACE FUNCTION internal.free_slug(p_name text, p_city text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select wish.slug from generate_series(1, 1000) attempt cross join lateral internal.wished_slug(p_name, p_city, attempt) wish (slug)
  where not exists (select from public.locations where slug = wish.slug) and not exists (select from public.location_slugs where slug = wish.slug)
  limit 1
$function$;

CREATE OR REPLACE FUNCTION internal.id_columns(p_table text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(held.attname order by held.attnum), '{}') from pg_attribute held
  where held.attrelid = ('public.' || quote_ident(p_table))::regclass and held.attnum > 0 and not held.attisdropped
    and (held.atttypid = 'uuid'::regtype or held.atttypid = 'bigint'::regtype and exists (
      select from pg_index key where key.indrelid = held.attrelid and key.indisprimary and held.attnum = any(key.indkey::smallint[])))
$function$;

CREATE OR REPLACE FUNCTION internal.import_table(p_transfer uuid, p_company uuid, entry internal.exported_tables, given text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ids constant text[] := array(select one from unnest(internal.id_columns(entry.name)) one
    where (entry.name, one) not in (('appointment_events', 'id'), ('appointment_changes', 'event_id')));
  columns constant text := (select string_agg(quote_ident(one), ', ') from unnest(given) one where one <> all(entry.left_out));
  line jsonb;
begin
  if entry.name = 'companies' then
    execute format('update public.companies company set (%1$s) = (select %1$s from internal.transfer_rows one
      cross join lateral jsonb_populate_record(company, internal.imported_row($1, $2, one.line, $3)) where one.transfer_id = $1 and one.part = $4)
      where company.id = $2', columns) using p_transfer, p_company, ids, entry.position;
  elsif entry.name = 'locations' then
    for line in select one.line from internal.transfer_rows one where one.transfer_id = p_transfer and one.part = entry.position order by one.n loop
      execute format('insert into public.locations (%1$s, slug) select %1$s, internal.free_slug(name, city)
        from jsonb_populate_record(null::public.locations, $1)', columns)
      using internal.imported_row(p_transfer, p_company, line, ids);
    end loop;
  else
    execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from (
        select (jsonb_populate_record(null::public.%1$I, internal.imported_row($1, $2, one.line, $3))).* from internal.transfer_rows one
        where one.transfer_id = $1 and one.part = $4 order by one.n) made', entry.name, columns)
    using p_transfer, p_company, ids, entry.position;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.imported_id(p_transfer uuid, p_number bigint)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select overlay(p_transfer::text placing right(lpad(to_hex(p_number), 10, '0'), 10) from 27)::uuid
$function$;

CREATE OR REPLACE FUNCTION internal.imported_picture(p_transfer uuid, p_location uuid, p_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_location || '/' || internal.imported_id(p_transfer, part[2]::bigint) || '.' || part[3]
  from regexp_match(p_name, '^(pictures|sources)/(\d{1,9})\.(webp|avif|png|jpe?g)$') part
$function$;

CREATE OR REPLACE FUNCTION internal.imported_row(p_transfer uuid, p_company uuid, line jsonb, ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  given text;
  place uuid;
begin
  foreach given in array ids loop
    if jsonb_typeof(line -> given) = 'number' then
      line := jsonb_set(line, array[given], to_jsonb(case when (line ->> given)::bigint = 1 then p_company
        else internal.imported_id(p_transfer, (line ->> given)::bigint) end));
    elsif line ? given then
      line := jsonb_set(line, array[given], 'null');
    end if;
  end loop;
  place := line ->> 'location_id';
  foreach given in array '{path,source_path,image_path}'::text[] loop
    if line ->> given ~ '^(pictures|sources)/' then
      line := jsonb_set(line, array[given], to_jsonb(internal.imported_picture(p_transfer, place, line ->> given)));
    end if;
  end loop;
  return line;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_empty_company(p_company uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not exists (select from public.locations where company_id = p_company) and not exists (select from public.customers where company_id = p_company)
$function$;

CREATE OR REPLACE FUNCTION internal.keep_day_percent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    perform internal.note_former_price(old.service_id, null, internal.with_percent(offered.cents, old.percent))
    from (select min(coalesce(own.price_cents, service.price_cents)) as cents
      from public.services service join public.locations place on place.id = service.location_id
      left join public.employee_services own on own.service_id = service.id
      where service.id = old.service_id and old.first_day <= (internal.present() at time zone place.time_zone)::date having count(*) > 0) offered;
  end if;
  update public.services set day_percent = (select max(price.percent) from public.day_prices price where price.service_id = services.id)
  where id = coalesce(new.service_id, old.service_id) and day_percent is distinct from (
    select max(price.percent) from public.day_prices price where price.service_id = services.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_other_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told constant text := (
    select coalesce(left(string_agg(' ' || case contact.kind when 'phone' then internal.phone_digits(contact.value)
      when 'name' then internal.folded(contact.value) else contact.value end, '' order by contact.created_at, contact.id), 3000), '')
    from public.customer_contacts contact where contact.customer_id = coalesce(new.customer_id, old.customer_id));
begin
  update public.customers set other_words = told where id = coalesce(new.customer_id, old.customer_id) and other_words <> told;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.number_history(p_transfer uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  create temporary table history_numbers on commit drop as
    select ordered.n, ordered.given, nextval(pg_get_serial_sequence('public.appointment_events', 'id')) as made from (
      select n, line ->> 'id' as given from internal.transfer_rows
      where transfer_id = p_transfer and part = (select position from internal.exported_tables where name = 'appointment_events') order by n) ordered;
  update internal.transfer_rows one set line = one.line || jsonb_build_object('id', numbered.made) from history_numbers numbered
  where one.transfer_id = p_transfer and one.n = numbered.n;
  update internal.transfer_rows one set line = one.line || jsonb_build_object('event_id', numbered.made) from history_numbers numbered
  where one.transfer_id = p_transfer and one.line ->> 'event_id' = numbered.given
    and one.part = (select position from internal.exported_tables where name = 'appointment_changes');
end $function$;

CREATE OR REPLACE FUNCTION internal.rows_of_company(p_company uuid)
 RETURNS TABLE(part smallint, line jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  entry internal.exported_tables;
  keys text;
begin
  for entry in select * from internal.exported_tables order by position loop
    select coalesce(entry.sorted_by, string_agg(format('t.%I', held.attname), ', ' order by array_position(key.indkey::smallint[], held.attnum))) into keys
    from pg_index key join pg_attribute held on held.attrelid = key.indrelid and held.attnum = any(key.indkey::smallint[])
    where key.indisprimary and key.indrelid = ('public.' || quote_ident(entry.name))::regclass;
    return query execute format('select %L::smallint, to_jsonb(t) - %L::text[] || (%s)::jsonb from public.%I t where %s and %s order by %s',
      entry.position, entry.left_out, entry.put_in, entry.name, internal.condition_of(entry.name), entry.only_rows, keys) using p_company;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.wished_slug(p_name text, p_city text, p_attempt integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when length(slug) < 3 then btrim('standort-' || slug, '-') else slug end || case when p_attempt > 1 then '-' || p_attempt else '' end
  from internal.slugified(btrim(p_name) || ' ' || p_city) slug
$function$;

CREATE OR REPLACE FUNCTION public.ask_for_export(p_company uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  made uuid;
begin
  perform internal.open_company(p_company, 'owner');
  select id into made from public.transfers where company_id = p_company and direction = 'export' and state in ('waiting', 'running');
  if made is not null then return made; end if;
  if exists (select from public.transfers where company_id = p_company and state in ('waiting', 'running')) then
    perform internal.fail('transfer_running');
  end if;
  if (select count(*) from public.transfers where company_id = p_company and asked_at > present - interval '1 day') >= 10 then
    perform internal.fail('exported_too_often');
  end if;
  insert into public.transfers (company_id, direction, asked_at, asked_by)
  values (p_company, 'export', present, left(internal.person_name(internal.person()), 254)) returning id into made;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.ask_for_import(p_company uuid, p_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.open_company(p_company, 'owner');
  if not internal.is_empty_company(p_company) then perform internal.fail('company_not_empty'); end if;
  insert into public.transfers (id, company_id, direction, asked_at, asked_by)
  values (p_id, p_company, 'import', internal.present(), left(internal.person_name(internal.person()), 254)) on conflict do nothing;
  if not exists (select from public.transfers where id = p_id and company_id = p_company and direction = 'import') then
    perform internal.fail('transfer_running');
  end if;
  return p_id;
end $function$;

CREATE OR REPLACE FUNCTION public.carry_out_import(p_transfer uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30min'
AS $function$
declare
  target constant uuid := (select company_id from public.transfers where id = p_transfer and direction = 'import' and state = 'running');
  entry internal.exported_tables;
  given text[];
begin
  if target is null then perform internal.fail('transfer_over'); end if;
  perform from public.companies where id = target for no key update;
  if not internal.is_empty_company(target) then perform internal.fail('company_not_empty'); end if;
  perform internal.number_history(p_transfer);
  for entry in select * from internal.exported_tables order by position loop
    given := array(select jsonb_object_keys(line) from (
      select line from internal.transfer_rows where transfer_id = p_transfer and part = entry.position order by n limit 1) first);
    continue when given = '{}';
    if exists (select from unnest(given) one where not exists (select from pg_attribute held
      where held.attrelid = ('public.' || quote_ident(entry.name))::regclass and held.attname = one and held.attnum > 0 and not held.attisdropped)) then
      perform internal.fail('file_too_new', entry.name);
    end if;
    perform internal.import_table(p_transfer, target, entry, given);
  end loop;
  perform internal.check_import(target);
  return (select count(*) from internal.transfer_rows where transfer_id = p_transfer);
end $function$;

CREATE OR REPLACE FUNCTION public.claim_transfer()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  taken public.transfers;
begin
  update public.transfers set state = 'failed', fault = 'interrupted', finished_at = present
  where state = 'running' and leased_until <= present and attempts >= 3;
  update public.transfers set state = 'running', leased_until = present + interval '10 minutes', attempts = attempts + 1, done_rows = 0
  where id = (select id from public.transfers where state = 'waiting' or state = 'running' and leased_until <= present
    order by asked_at limit 1 for update skip locked)
  returning * into taken;
  if taken.id is null then return null; end if;
  delete from internal.transfer_rows where transfer_id = taken.id;
  return jsonb_build_object('id', taken.id, 'company_id', taken.company_id, 'direction', taken.direction);
end $function$;

CREATE OR REPLACE FUNCTION public.collect_export(p_transfer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30min'
AS $function$
declare
  company constant uuid := (select company_id from public.transfers where id = p_transfer and direction = 'export' and state = 'running');
  collected integer;
begin
  insert into internal.transfer_rows (transfer_id, n, part, line)
  select p_transfer, row_number() over (), one.part, one.line from internal.rows_of_company(company) one;
  get diagnostics collected = row_count;
  update public.transfers set all_rows = collected where id = p_transfer;
  return jsonb_build_object('rows', collected, 'tables', (
    select jsonb_agg(jsonb_build_object('part', entry.position, 'name', entry.name, 'ids', internal.id_columns(entry.name)) order by entry.position)
    from internal.exported_tables entry));
end $function$;

CREATE OR REPLACE FUNCTION public.create_location(p_company uuid, p_name text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  company public.companies;
  made uuid;
begin
  select * into company from public.companies where id = p_company and id in (select internal.companies_as('manager'));
  if company.id is null then perform internal.fail('company_not_found'); end if;
  if length(btrim(coalesce(p_name, ''))) < 2 then perform internal.fail('name_missing'); end if;
  if length(btrim(p_name)) > 120 then perform internal.fail('name_too_long'); end if;
  for attempt in 1..1000 loop
    insert into public.locations (company_id, slug, name, street, postal_code, city, phone, email)
    select p_company, tried, btrim(p_name), company.street, company.postal_code, company.city, company.phone, company.email
    from internal.wished_slug(p_name, company.city, attempt) tried
    where not exists (select from public.location_slugs where slug = tried)
    on conflict (slug) do nothing
    returning id into made;
    exit when made is not null;
  end loop;
  if made is null then perform internal.fail('slug_taken'); end if;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.end_transfer(p_transfer uuid, p_bytes bigint, p_fault text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  update public.transfers set state = case when p_fault = '' then 'done' else 'failed' end::public.transfer_state, fault = left(p_fault, 60),
    finished_at = present, bytes = p_bytes, leased_until = null, done_rows = case when p_fault = '' then coalesce(all_rows, done_rows) else done_rows end,
    expires_at = case when direction = 'export' and p_fault = '' then present + interval '7 days' end
  where id = p_transfer and state = 'running';
  delete from internal.transfer_rows where transfer_id = p_transfer;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_transfers(p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.transfers where id = any(p_ids) and state in ('done', 'failed')
$function$;

CREATE OR REPLACE FUNCTION public.import_pictures(p_transfer uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('name', named.name,
    'bucket', case when split_part(named.name, '/', 1) = 'sources' then 'location-image-sources' else 'location-images' end,
    'path', internal.imported_picture(p_transfer, internal.imported_id(p_transfer, (one.line ->> 'location_id')::bigint), named.name))), '[]')
  from internal.transfer_rows one cross join lateral unnest(array[one.line ->> 'path', one.line ->> 'source_path', one.line ->> 'image_path']) named (name)
  where one.transfer_id = p_transfer and named.name ~ '^(pictures|sources)/\d{1,9}\.(webp|avif|png|jpe?g)$'
    and jsonb_typeof(one.line -> 'location_id') = 'number'
$function$;

CREATE OR REPLACE FUNCTION public.lapsed_transfers(p_limit integer DEFAULT 50)
 RETURNS TABLE(id uuid, company_id uuid, direction public.transfer_direction)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select one.id, one.company_id, one.direction from public.transfers one
  where one.state in ('done', 'failed') and coalesce(one.expires_at, one.finished_at + interval '7 days') <= internal.present()
  order by one.finished_at limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.read_transfer(p_transfer uuid, p_after bigint, p_limit integer DEFAULT 1000)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.transfers set leased_until = internal.present() + interval '10 minutes', done_rows = p_after
  where id = p_transfer and state = 'running';
  return (select coalesce(jsonb_agg(jsonb_build_object('n', one.n, 'part', one.part, 'line', one.line) order by one.n), '[]') from (
    select n, part, line from internal.transfer_rows
    where transfer_id = p_transfer and n > p_after order by n limit least(p_limit, 5000)) one);
end $function$;

CREATE OR REPLACE FUNCTION public.stage_import(p_transfer uuid, p_table text, p_lines jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  table_part constant smallint := (select position from internal.exported_tables where name = p_table);
  so_far bigint;
begin
  if table_part is null then perform internal.fail('table_unknown', p_table); end if;
  select coalesce(max(n), 0) into so_far from internal.transfer_rows where transfer_id = p_transfer;
  insert into internal.transfer_rows (transfer_id, n, part, line)
  select p_transfer, so_far + one.turn, table_part, one.line from jsonb_array_elements(p_lines) with ordinality one (line, turn);
  update public.transfers set leased_until = internal.present() + interval '10 minutes', done_rows = so_far + jsonb_array_length(p_lines),
    all_rows = greatest(all_rows, so_far + jsonb_array_length(p_lines))
  where id = p_transfer and state = 'running';
  if not found then perform internal.fail('transfer_over'); end if;
  return so_far + jsonb_array_length(p_lines);
end $function$;

ALTER TABLE "public"."transfers" ADD CONSTRAINT "transfers_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

CREATE INDEX transfers_company ON public.transfers USING btree (company_id, asked_at);

CREATE UNIQUE INDEX transfers_running ON public.transfers USING btree (company_id) WHERE (state = ANY (ARRAY['waiting'::public.transfer_state, 'running'::public.transfer_state]));

CREATE POLICY "owners_read" ON "public"."transfers" FOR SELECT TO "authenticated" USING ((company_id IN ( SELECT internal.companies_as('owner'::public.member_role) AS companies_as)));

REVOKE ALL ON FUNCTION "internal"."check_import"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."condition_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."free_slug"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."id_columns"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."import_table"(uuid, uuid, internal.exported_tables, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."imported_id"(uuid, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."imported_picture"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."imported_row"(uuid, uuid, jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_empty_company"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."number_history"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."rows_of_company"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."wished_slug"(text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."ask_for_export"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_for_export"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_for_import"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_for_import"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."carry_out_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."carry_out_import"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_transfer"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_transfer"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."collect_export"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."collect_export"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."end_transfer"(uuid, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_transfer"(uuid, bigint, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."forget_transfers"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."forget_transfers"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_pictures"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_pictures"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."lapsed_transfers"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."lapsed_transfers"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_transfer"(uuid, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_transfer"(uuid, bigint, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stage_import"(uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."stage_import"(uuid, text, jsonb) TO "service_role";

GRANT SELECT ON TABLE "public"."transfers" TO "authenticated";

GRANT ALL ON TABLE "public"."transfers" TO "service_role";

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('transfers', 27, '{public.transfers,internal.transfer_rows}', 'Dateien, mit denen ein Unternehmen seine Daten mitnimmt oder übernimmt', 'sieben Tage',
    'So lange lässt sich die Datei herunterladen (Art. 20 DSGVO).', 'deleted', null, false, null);

insert into internal.exported_tables (position, name, via, parents, only_rows, left_out, put_in, sorted_by) values
  (10, 'companies', 'id', default, default, '{state,created_at,updated_at}', default, default),
  (20, 'locations', 'company_id', default, default, '{slug,state,published_at,rating_average,rating_count}', default, default),
  (30, 'employees', 'location_id', '{locations}', default, '{user_id}', default, default),
  (40, 'resources', 'location_id', '{locations}', default, default, default, default),
  (50, 'services', 'location_id', '{locations}', default, default, default, default),
  (60, 'employee_services', 'location_id', '{locations}', default, default, default, default),
  (65, 'service_addons', 'location_id', '{locations}', default, default, default, default),
  (67, 'day_prices', 'location_id', '{locations}', default, default, default, default),
  (70, 'working_hours', 'employee_id', '{employees}', default, default, default, default),
  -- After the working hours: employees who come into a location with opening hours would follow these.
  (80, 'location_hours', 'location_id', '{locations}', default, default, default, default),
  (90, 'exceptions', 'location_id', '{locations}', default, default, default, default),
  (100, 'location_images', 'location_id', '{locations}', default, default, default, default),
  (110, 'customers', 'company_id', default, default, '{user_id,words}', default, default),
  (120, 'customer_contacts', 'company_id', default, default, default, default, default),
  (130, 'customer_relatives', 'company_id', default, default, default, default, default),
  (140, 'customer_health', 'company_id', default, default, default, default, default),
  (150, 'events', 'location_id', '{locations}', default, '{created_by}', default, default),
  (160, 'appointments', 'company_id', default, default, '{hold_expires_at,user_id,idempotency_key}', default, default),
  (170, 'appointment_lines', 'appointment_id', '{appointments}', default, default, default, default),
  (180, 'appointment_notes', 'appointment_id', '{appointments}', default, default, default, default),
  (190, 'appointment_events', 'appointment_id', '{appointments}', default, '{actor_id,idempotency_key,mails_due,xid}', default, default),
  (200, 'appointment_changes', 'appointment_id', '{appointments}', default, default, default, default),
  (210, 'early_starts', 'appointment_id', '{appointments}', default, default, default, default),
  (220, 'withdrawals', 'company_id', default, default, default, default, default),
  -- Seats that are only held are free again.
  (230, 'event_seats', 'event_id', '{events}', default, '{expires_at}', $$case when t.expires_at is null then '{}' else '{"source": null}' end$$, default),
  -- Those who still wait: an offer ends with the time that is held for it.
  (240, 'event_waits', 'event_id', '{events}', 't.hold_id is null and t.left_at is null', '{user_id,hold_id,left_at}', default, default),
  (250, 'blocks', 'location_id', '{locations}', default, '{created_by}', default, default),
  (260, 'disruptions', 'company_id', default, default, '{created_by}', default, default),
  -- A proposal is held time as well; without it the appointment is open again.
  (270, 'disruption_items', 'disruption_id', '{disruptions}', default, '{hold_id,answer_by}',
    $$case when t.state = 'proposed' then '{"state": "open"}' else '{}' end$$, default),
  (280, 'occupancies', 'source', '{appointments,blocks,events}', 't.expires_at is null', '{expires_at}', default,
    't.kind, t.source, t.position, exists (select from public.resources r where r.id = t.subject), t.subject'),
  -- What has left: a message that waits must not be sent by two.
  (290, 'messages', 'company_id', default, $$t.state not in ('queued', 'sending')$$,
    '{attempts,next_attempt_at,dedupe_key,rule_id,parent_id,provider,provider_id,handed_over_at,purpose,priority}', default, default);

insert into storage.buckets (id, name, public) values ('company-exports', 'company-exports', false), ('company-imports', 'company-imports', false)
on conflict (id) do update set public = excluded.public;
