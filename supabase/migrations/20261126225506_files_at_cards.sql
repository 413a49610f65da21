set local check_function_bodies = off;

CREATE TABLE "internal"."files_to_remove" ("file_path" text NOT NULL, CONSTRAINT "files_to_remove_pkey" PRIMARY KEY (file_path));

ALTER TABLE "internal"."files_to_remove" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."customer_files" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "name" character varying(120) NOT NULL, "type" text NOT NULL, "bytes" integer NOT NULL, "health" boolean NOT NULL, "file_path" text NOT NULL, "stored" boolean NOT NULL DEFAULT false, "added_at" timestamp with time zone NOT NULL, "added_by" character varying(254) NOT NULL, CONSTRAINT "customer_files_bytes_check" CHECK (((bytes >= 1) AND (bytes <= 10485760))), CONSTRAINT "customer_files_file_path_check" CHECK ((file_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|pdf)$'::text)), CONSTRAINT "customer_files_file_path_key" UNIQUE (file_path), CONSTRAINT "customer_files_name_check" CHECK ((length(btrim((name)::text)) > 0)), CONSTRAINT "customer_files_pkey" PRIMARY KEY (id), CONSTRAINT "customer_files_place" CHECK (starts_with(file_path, ((company_id)::text || '/'::text))), CONSTRAINT "customer_files_type_check" CHECK ((type = ANY (ARRAY['image/webp'::text, 'application/pdf'::text]))));

ALTER TABLE "public"."customer_files" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.files_at(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'name', file.name, 'type', file.type, 'bytes', file.bytes, 'health', file.health,
      'added_at', file.added_at, 'added_by', file.added_by) order by file.added_at desc, file.id), '[]')
    from public.customer_files file
    where file.customer_id = p_customer and file.stored and (not file.health or p_company in (select internal.companies_with('health'))));
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_unstored_files(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  forgotten integer;
begin
  delete from public.customer_files where id in (
    select id from public.customer_files where not stored and added_at < internal.kept_since('unstored_files') order by added_at
    limit p_limit for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION internal.imported_picture(p_seed uuid, p_location uuid, p_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_location || '/' || internal.imported_id(p_seed, coalesce(part[2], part[5])::bigint) || '.' || coalesce(part[3], part[6])
  from regexp_match(p_name, '^(?:(pictures|sources)/(\d{1,9})\.(webp|avif|png|jpe?g)|(files)/(\d{1,9})\.(webp|pdf))$') part
$function$;

CREATE OR REPLACE FUNCTION internal.imported_row(p_seed uuid, p_company uuid, line jsonb, ids text[])
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
        else internal.imported_id(p_seed, (line ->> given)::bigint) end));
    elsif line ? given then
      line := jsonb_set(line, array[given], 'null');
    end if;
  end loop;
  place := case when line ? 'logo_path' then line ->> 'id' when line ? 'file_path' then p_company::text else line ->> 'location_id' end;
  foreach given in array '{path,source_path,image_path,logo_path,file_path}'::text[] loop
    if line ->> given ~ '^(pictures|sources|files)/' then
      line := jsonb_set(line, array[given], to_jsonb(internal.imported_picture(p_seed, place, line ->> given)));
    end if;
  end loop;
  return line;
end $function$;

CREATE OR REPLACE FUNCTION internal.remove_contents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into internal.files_to_remove values (old.file_path) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.visible_file(p_company uuid, p_customer uuid, p_id uuid)
 RETURNS public.customer_files
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  kept public.customer_files;
begin
  if not exists (select from public.customers card where card.id = p_customer and card.company_id = p_company)
    or not internal.may_see_customer(p_customer, p_company) then
    perform internal.fail('customer_not_found');
  end if;
  select * into kept from public.customer_files file where file.id = p_id and file.customer_id = p_customer and file.company_id = p_company
    and (not file.health or p_company in (select internal.companies_with('health')));
  if kept.id is null then perform internal.fail('customer_file_not_found'); end if;
  return kept;
end $function$;

CREATE OR REPLACE FUNCTION public.add_customer_file(p_company uuid, p_customer uuid, p_name text, p_type text, p_bytes integer, p_health boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  called constant text := btrim(regexp_replace(coalesce(p_name, ''), '[[:cntrl:]]+', ' ', 'g'));
  made public.customer_files;
begin
  perform internal.own_customer(p_company, p_customer);
  if coalesce(p_health, true) then
    perform internal.may_see_health(p_company);
    perform internal.look_at_customer(p_company, p_customer, 'health_changed');
  end if;
  if length(called) not between 1 and 120 or not coalesce(p_type in ('image/webp', 'application/pdf') and p_bytes between 1 and 10485760, false) then
    perform internal.fail('file_invalid');
  end if;
  if (select count(*) from public.customer_files where customer_id = p_customer) >= 50 then perform internal.fail('too_many_files'); end if;
  insert into public.customer_files (company_id, customer_id, name, type, bytes, health, file_path, added_at, added_by)
  values (p_company, p_customer, called, p_type, p_bytes, coalesce(p_health, true),
    p_company || '/' || gen_random_uuid() || case p_type when 'image/webp' then '.webp' else '.pdf' end,
    internal.present(), left(internal.person_name(internal.person()), 254))
  returning * into made;
  return jsonb_build_object('id', made.id, 'path', made.file_path);
end $function$;

CREATE OR REPLACE FUNCTION public.customer_file_stored(p_company uuid, p_customer uuid, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.own_customer(p_company, p_customer);
  update public.customer_files file set stored = true
  where file.id = (internal.visible_file(p_company, p_customer, p_id)).id
    and exists (select from storage.objects kept where kept.bucket_id = 'customer-files' and kept.name = file.file_path);
  if not found then perform internal.fail('customer_file_not_found'); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.files_removed(p_paths text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from internal.files_to_remove where file_path = any(p_paths)
$function$;

CREATE OR REPLACE FUNCTION public.files_to_remove(p_limit integer DEFAULT 100)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select file_path from internal.files_to_remove order by file_path limit least(greatest(coalesce(p_limit, 100), 1), 1000))
$function$;

CREATE OR REPLACE FUNCTION public.import_pictures(p_transfer uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('name', named.name,
    'bucket', case split_part(named.name, '/', 1) when 'sources' then 'location-image-sources' when 'files' then 'customer-files' else 'location-images' end,
    'path', internal.imported_picture(moved.seed, owner.id, named.name))), '[]')
  from internal.transfer_rows one join public.transfers moved on moved.id = one.transfer_id
  cross join lateral unnest(array[one.line ->> 'path', one.line ->> 'source_path', one.line ->> 'image_path', one.line ->> 'logo_path', one.line ->> 'file_path'])
    named (name)
  -- A logo belongs to its own row, what a card has to the company, every other picture to the location of its row.
  cross join lateral (select case when one.line ? 'logo_path' then one.line -> 'id' else one.line -> 'location_id' end as place) stated
  cross join lateral (select case when named.name like 'files/%' then moved.company_id
    when jsonb_typeof(stated.place) = 'number' then internal.imported_id(moved.seed, (stated.place #>> '{}')::bigint) end as id) owner
  where one.transfer_id = p_transfer and owner.id is not null
    and named.name ~ '^((pictures|sources)/\d{1,9}\.(webp|avif|png|jpe?g)|files/\d{1,9}\.(webp|pdf))$'
$function$;

CREATE OR REPLACE FUNCTION public.open_customer(p_company uuid, p_customer uuid, p_again boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file public.customers;
  kept uuid;
begin
  if p_company in (select internal.companies_with('all_customers')) then
    select merge.kept_id into kept from internal.customer_merges merge where merge.gone_id = p_customer and merge.company_id = p_company;
    if kept is not null then perform internal.fail('customer_merged', kept::text); end if;
  end if;
  file := internal.look_at_customer(p_company, p_customer, 'card', p_again);
  return jsonb_build_object(
    'id', file.id, 'name', file.name, 'email', file.email, 'phone', file.phone, 'note', file.note, 'blocked', file.blocked, 'tags', file.tags,
    'user_id', file.user_id, 'created_at', file.created_at, 'updated_at', file.updated_at, 'birthday', file.birthday,
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('id', other.id, 'kind', other.kind, 'value', other.value, 'label', other.label)
      order by other.kind, other.created_at, other.id), '[]') from public.customer_contacts other where other.customer_id = file.id),
    'relatives', internal.relatives_of(p_company, p_customer), 'merges', internal.merges_of(p_company, p_customer),
    'consents', internal.customer_consents(p_company, p_customer), 'files', internal.files_at(p_company, p_customer),
    'facts', (select to_jsonb(facts) from public.customer_facts facts where facts.customer_id = file.id),
    'health', case when p_company in (select internal.companies_with('health')) then
      exists (select from public.customer_health health where health.customer_id = file.id) end);
end $function$;

CREATE OR REPLACE FUNCTION public.open_customer_file(p_company uuid, p_customer uuid, p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept constant public.customer_files := internal.visible_file(p_company, p_customer, p_id);
begin
  if not kept.stored then perform internal.fail('customer_file_not_found'); end if;
  if kept.health then perform internal.look_at_customer(p_company, p_customer, 'health'); end if;
  return jsonb_build_object('path', kept.file_path, 'name', kept.name, 'type', kept.type);
end $function$;

CREATE OR REPLACE FUNCTION public.preview_erasure(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.erasable_customer(p_company, p_customer);
  booked constant uuid[] := array(select id from public.appointments where customer_id = file.id);
begin
  return jsonb_build_object('name', file.name, 'email', file.email, 'account', file.user_id is not null,
    'coming', internal.coming_of(file.id), 'appointments', cardinality(booked),
    'messages', (select count(*) from public.messages where customer_id = file.id or appointment_id = any(booked)),
    'reviews', (select count(*) from public.reviews where appointment_id = any(booked)),
    'contacts', (select count(*) from public.customer_contacts where customer_id = file.id),
    'relatives', (select count(*) from public.customer_relatives where file.id in (customer_id, relative_id)),
    'files', jsonb_array_length(internal.files_at(p_company, file.id)),
    'health', case when p_company in (select internal.companies_with('health')) then exists (select from public.customer_health where customer_id = file.id) end,
    'withdrawals', (select count(*) from public.withdrawals where appointment_id = any(booked)),
    'early_starts', (select count(*) from public.early_starts where appointment_id = any(booked)));
end $function$;

CREATE OR REPLACE FUNCTION public.remove_customer_file(p_company uuid, p_customer uuid, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept public.customer_files;
begin
  perform internal.own_customer(p_company, p_customer);
  kept := internal.visible_file(p_company, p_customer, p_id);
  if kept.health then perform internal.look_at_customer(p_company, p_customer, 'health_changed'); end if;
  delete from public.customer_files where id = kept.id;
end $function$;

ALTER TABLE "public"."customer_files" ADD CONSTRAINT "customer_files_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "public"."customer_files" ADD CONSTRAINT "customer_files_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

CREATE INDEX customer_files_company ON public.customer_files USING btree (company_id);

CREATE INDEX customer_files_customer ON public.customer_files USING btree (customer_id);

CREATE INDEX customer_files_unstored ON public.customer_files USING btree (added_at) WHERE (NOT stored);

CREATE TRIGGER remove_contents AFTER DELETE ON public.customer_files FOR EACH ROW EXECUTE FUNCTION internal.remove_contents();

REVOKE ALL ON FUNCTION "internal"."files_at"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_unstored_files"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."remove_contents"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."visible_file"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_customer_file"(uuid, uuid, text, text, integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_customer_file"(uuid, uuid, text, text, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."customer_file_stored"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."customer_file_stored"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."files_removed"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."files_removed"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."files_to_remove"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."files_to_remove"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."open_customer_file"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_customer_file"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_customer_file"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_customer_file"(uuid, uuid, uuid) TO "authenticated";

GRANT ALL ON TABLE "public"."customer_files" TO "service_role";

INSERT INTO storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
VALUES ('customer-files', 'customer-files', false, 10485760, '{image/webp,application/pdf}')
ON CONFLICT (id) DO UPDATE SET public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

INSERT INTO internal.exported_tables (position, name, via, only_rows) VALUES (145, 'customer_files', 'company_id', 't.stored');

UPDATE public.retention_rules SET tables = array_append(tables, 'public.customer_files') WHERE name = 'appointments';
INSERT INTO public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) VALUES
  ('unstored_files', 47, '{public.customer_files,internal.files_to_remove}', 'Fotos und Dokumente an Kundenkarten, deren Hochladen abgebrochen ist', 'einen Tag',
    'Sie sind unvollständig. Was von einer Karte entfernt wird, verschwindet auch aus dem Speicher, spätestens am selben Tag.',
    'deleted', '1 day', false, 'internal.forget_unstored_files');
