set local check_function_bodies = off;

REVOKE ALL ON TABLE "public"."transfers" FROM "authenticated";

DROP FUNCTION "internal"."import_table"(uuid, uuid, internal.exported_tables, text[]);

DROP FUNCTION "internal"."imported_id"(uuid, bigint);

DROP FUNCTION "internal"."imported_picture"(uuid, uuid, text);

DROP FUNCTION "internal"."imported_row"(uuid, uuid, jsonb, text[]);

DROP FUNCTION "public"."carry_out_import"(uuid);

DROP FUNCTION "public"."collect_export"(uuid);

DROP FUNCTION "public"."end_transfer"(uuid, bigint, text);

DROP FUNCTION "public"."read_transfer"(uuid, bigint, integer);

DROP FUNCTION "public"."stage_import"(uuid, text, jsonb);

ALTER TABLE "public"."day_prices" REPLICA IDENTITY FULL;

ALTER TABLE "public"."transfers" ADD COLUMN "seed" uuid NOT NULL DEFAULT gen_random_uuid();

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
  if exists (select from public.appointments where company_id = p_company and sequence not between 0 and 100000)
    or (select count(*) from public.appointments where company_id = p_company and state = 'requested') > 200
    or (select count(*) from public.event_waits wait join public.events event on event.id = wait.event_id
      join public.locations place on place.id = event.location_id where place.company_id = p_company) > 1000 then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.occupancies one join public.employees person on person.id = one.subject
    join public.locations place on place.id = person.location_id
    where place.company_id = p_company and not one.minutes <@ int4range(-36000000, 122000000)::int4multirange) then
    perform internal.fail('file_broken', 'occupancies');
  end if;
  if exists (select from public.occupancies one
    where one.subject in (select person.id from public.employees person join public.locations place on place.id = person.location_id where place.company_id = p_company)
    and not exists (select from public.appointments where id = one.source)
      and not exists (select from public.blocks where id = one.source) and not exists (select from public.events where id = one.source)) then
    perform internal.fail('file_broken', 'occupancies');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (select from pg_timezone_names where name = new.time_zone) then
    raise exception using errcode = '23514', message = 'no such time zone', constraint = 'locations_time_zone';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_times(p_transfer uuid, entry internal.exported_tables, given text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  outside constant text := (select string_agg(format($one$(one.line ->> %L)::timestamptz not between '1900-01-01' and '2200-01-01'$one$, held.attname), ' or ')
    from pg_attribute held where held.attrelid = ('public.' || quote_ident(entry.name))::regclass and held.attname = any(given)
      and held.atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype));
  found_one boolean;
begin
  if outside is null then return; end if;
  execute format('select exists (select from internal.transfer_rows one where one.transfer_id = $1 and one.part = $2 and (%s))', outside)
  into found_one using p_transfer, entry.position;
  if found_one then perform internal.fail('file_broken', entry.name); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_transfers(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.transfers where company_id = p_company and asked_at > internal.present() - interval '1 day') >= 10 then
    perform internal.fail('exported_too_often');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.erasable_customer(p_company uuid, p_customer uuid)
 RETURNS public.customers
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  file public.customers;
begin
  if p_company is null or p_company not in (select internal.importing_companies()) then perform internal.fail('not_allowed'); end if;
  select * into file from public.customers where id = p_customer and company_id = p_company;
  if file.id is null then perform internal.fail('customer_not_found'); end if;
  return file;
end $function$;

CREATE OR REPLACE FUNCTION internal.import_table(worked public.transfers, entry internal.exported_tables, given text[])
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
  perform internal.check_times(worked.id, entry, given);
  if entry.name = 'companies' then
    execute format('update public.companies company set (%1$s) = (select %1$s from internal.transfer_rows one
      cross join lateral jsonb_populate_record(company, internal.imported_row($5, $2, one.line, $3)) where one.transfer_id = $1 and one.part = $4)
      where company.id = $2', columns) using worked.id, worked.company_id, ids, entry.position, worked.seed;
  elsif entry.name = 'locations' then
    for line in select one.line from internal.transfer_rows one where one.transfer_id = worked.id and one.part = entry.position order by one.n loop
      execute format('insert into public.locations (%1$s, slug) select %1$s, internal.free_slug(name, city)
        from jsonb_populate_record(null::public.locations, $1)', columns)
      using internal.imported_row(worked.seed, worked.company_id, line, ids);
    end loop;
  else
    execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from (
        select (jsonb_populate_record(null::public.%1$I, internal.imported_row($5, $2, one.line, $3))).* from internal.transfer_rows one
        where one.transfer_id = $1 and one.part = $4 order by one.n) t where %3$s', entry.name, columns, entry.only_rows)
    using worked.id, worked.company_id, ids, entry.position, worked.seed;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.imported_id(p_seed uuid, p_number bigint)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select overlay(p_seed::text placing right(lpad(to_hex(p_number), 10, '0'), 10) from 27)::uuid
$function$;

CREATE OR REPLACE FUNCTION internal.imported_picture(p_seed uuid, p_location uuid, p_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_location || '/' || internal.imported_id(p_seed, part[2]::bigint) || '.' || part[3]
  from regexp_match(p_name, '^(pictures|sources)/(\d{1,9})\.(webp|avif|png|jpe?g)$') part
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
  place := line ->> 'location_id';
  foreach given in array '{path,source_path,image_path}'::text[] loop
    if line ->> given ~ '^(pictures|sources)/' then
      line := jsonb_set(line, array[given], to_jsonb(internal.imported_picture(p_seed, place, line ->> given)));
    end if;
  end loop;
  return line;
end $function$;

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
  -- Before the update reads the prices: two people may change them at once.
  perform from public.services where id = coalesce(new.service_id, old.service_id) for no key update;
  update public.services set day_percent = (select max(price.percent) from public.day_prices price where price.service_id = services.id)
  where id = coalesce(new.service_id, old.service_id) and day_percent is distinct from (
    select max(price.percent) from public.day_prices price where price.service_id = services.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.working_transfer(p_transfer uuid, p_attempt integer)
 RETURNS public.transfers
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  worked public.transfers;
begin
  update public.transfers set leased_until = internal.present() + interval '10 minutes'
  where id = p_transfer and attempts = p_attempt and state = 'running' returning * into worked;
  if worked.id is null then perform internal.fail('transfer_over'); end if;
  return worked;
end $function$;

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
  perform internal.check_transfers(p_company);
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
  perform internal.check_transfers(p_company);
  insert into public.transfers (id, company_id, direction, asked_at, asked_by)
  values (p_id, p_company, 'import', internal.present(), left(internal.person_name(internal.person()), 254)) on conflict do nothing;
  if not exists (select from public.transfers where id = p_id and company_id = p_company and direction = 'import') then
    perform internal.fail('transfer_running');
  end if;
  return p_id;
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
    perform internal.import_table(worked, entry, given);
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
  with vain as (
    update public.transfers set state = 'failed', fault = 'interrupted', finished_at = present where id in (
      select id from public.transfers where state = 'running' and leased_until <= present and attempts >= 3 for update skip locked)
    returning id
  )
  delete from internal.transfer_rows where transfer_id in (select id from vain);
  update public.transfers set state = 'running', leased_until = present + interval '10 minutes', attempts = attempts + 1, done_rows = 0
  where id = (select id from public.transfers where state = 'waiting' or state = 'running' and leased_until <= present and attempts < 3
    order by asked_at limit 1 for update skip locked)
  returning * into taken;
  if taken.id is null then return null; end if;
  delete from internal.transfer_rows where transfer_id = taken.id;
  return jsonb_build_object('id', taken.id, 'company_id', taken.company_id, 'direction', taken.direction, 'attempt', taken.attempts);
end $function$;

CREATE OR REPLACE FUNCTION public.collect_export(p_transfer uuid, p_attempt integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30min'
AS $function$
declare
  worked constant public.transfers := internal.working_transfer(p_transfer, p_attempt);
  collected integer;
begin
  insert into internal.transfer_rows (transfer_id, n, part, line)
  select p_transfer, row_number() over (), one.part, one.line from internal.rows_of_company(worked.company_id) one;
  get diagnostics collected = row_count;
  update public.transfers set all_rows = collected, leased_until = clock_timestamp() + interval '10 minutes' where id = p_transfer;
  return jsonb_build_object('rows', collected, 'tables', (
    select jsonb_agg(jsonb_build_object('part', entry.position, 'name', entry.name, 'ids', internal.id_columns(entry.name)) order by entry.position)
    from internal.exported_tables entry));
end $function$;

CREATE OR REPLACE FUNCTION public.end_transfer(p_transfer uuid, p_attempt integer, p_bytes bigint, p_fault text DEFAULT ''::text)
 RETURNS boolean
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
  where id = p_transfer and attempts = p_attempt and state = 'running';
  if not found then return false; end if;
  delete from internal.transfer_rows where transfer_id = p_transfer;
  return true;
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

CREATE OR REPLACE FUNCTION public.forget_transfers(p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from internal.transfer_rows where transfer_id = any(p_ids);
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
    'path', internal.imported_picture(moved.seed, internal.imported_id(moved.seed, (one.line ->> 'location_id')::bigint), named.name))), '[]')
  from internal.transfer_rows one join public.transfers moved on moved.id = one.transfer_id cross join lateral unnest(array[one.line ->> 'path', one.line ->> 'source_path', one.line ->> 'image_path']) named (name)
  where one.transfer_id = p_transfer and named.name ~ '^(pictures|sources)/\d{1,9}\.(webp|avif|png|jpe?g)$'
    and jsonb_typeof(one.line -> 'location_id') = 'number'
$function$;

CREATE OR REPLACE FUNCTION public.keep_transfer(p_transfer uuid, p_attempt integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.working_transfer(p_transfer, p_attempt);
end $function$;

CREATE OR REPLACE FUNCTION public.merge_customers(p_company uuid, p_kept uuid, p_gone uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made constant uuid := gen_random_uuid();
  kept public.customers;
  gone public.customers;
  place record;
  kept_health text;
  gone_health text;
  joined jsonb;
  contacts jsonb;
  relatives jsonb;
begin
  -- First, as those do who compute facts and then touch the files.
  perform pg_advisory_xact_lock(hashtext('customer_facts'));
  perform internal.lock_two_customers(p_company, p_kept, p_gone);
  select * into kept from public.customers where id = p_kept;
  select * into gone from public.customers where id = p_gone;
  kept_health := (select note from public.customer_health where customer_id = p_kept);
  gone_health := (select note from public.customer_health where customer_id = p_gone);
  joined := internal.joined_customer(kept, gone, kept_health, gone_health);
  contacts := (select coalesce(jsonb_agg(to_jsonb(other)), '[]') from public.customer_contacts other where other.customer_id = p_gone);
  relatives := (select coalesce(jsonb_agg(to_jsonb(kin)), '[]') from public.customer_relatives kin where p_gone in (kin.customer_id, kin.relative_id));
  insert into internal.customer_merges values (made, p_company, p_kept, p_gone, internal.present(), internal.person(),
    left(internal.person_name(internal.person()), 254),
    to_jsonb(gone) || jsonb_build_object('contacts', contacts, 'relatives', relatives, 'health', gone_health),
    to_jsonb(kept) || jsonb_build_object('health', kept_health), joined, '{}', '{}');
  for place in select * from internal.customer_places() loop
    execute format('with moved as (update %1$s set %2$I = $1 where %2$I = $2 returning %3$s as key)
      insert into internal.merged_rows select $3, $4, key from moved', place.tab, place.col, place.key) using p_kept, p_gone, made, place.place;
  end loop;
  delete from public.customers where id = p_gone;
  update public.customers set (email, phone, birthday, note, tags, blocked, user_id, merged_at) = (
      select file.email, file.phone, file.birthday, file.note, file.tags, file.blocked, file.user_id, internal.present()
      from jsonb_populate_record(kept, joined) file)
  where id = p_kept returning * into kept;
  with made_contacts as (
    insert into public.customer_contacts (company_id, customer_id, kind, value, label)
    select p_company, p_kept, one.kind, one.value, coalesce(one.label, '')
    from (
      select * from jsonb_to_recordset(contacts) as other (kind text, value text, label text)
      union all select 'email', lower(gone.email::text), '' where gone.email <> kept.email
      union all select 'phone', gone.phone, '' where gone.phone not in ('', kept.phone)
      union all select 'name', gone.name, '' where gone.name <> kept.name) one
    where one.value <> '' and one.value not in (coalesce(lower(kept.email::text), ''), kept.phone, kept.name)
    on conflict (customer_id, kind, value) do nothing returning id
  ), made_relatives as (
    insert into public.customer_relatives (company_id, customer_id, relative_id, name, relation)
    select p_company, coalesce(nullif(kin.customer_id, p_gone), p_kept), case when kin.relative_id = p_gone then p_kept else kin.relative_id end,
      kin.name, kin.relation
    from jsonb_to_recordset(relatives) as kin (customer_id uuid, relative_id uuid, name text, relation text)
    where p_kept not in (kin.customer_id, coalesce(kin.relative_id, p_gone))
    on conflict (customer_id, relative_id) do nothing returning id
  )
  update internal.customer_merges set new_contacts = array(select id from made_contacts), new_relatives = array(select id from made_relatives)
  where id = made;
  perform internal.keep_health(kept, joined ->> 'health');
  perform internal.compute_customer_facts(array[p_kept]);
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select p_kept, p_company, merge.at, merge.user_id, merge.who, 'merged' from internal.customer_merges merge where merge.id = made;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.put_transfer_back(p_transfer uuid, p_attempt integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.transfers set state = 'waiting', leased_until = null, attempts = attempts - 1
  where id = p_transfer and attempts = p_attempt and state = 'running'
$function$;

CREATE OR REPLACE FUNCTION public.read_transfer(p_transfer uuid, p_attempt integer, p_after bigint, p_limit integer DEFAULT 1000)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.working_transfer(p_transfer, p_attempt);
  update public.transfers set done_rows = p_after where id = p_transfer;
  return (select coalesce(jsonb_agg(jsonb_build_object('n', one.n, 'part', one.part, 'line', one.line) order by one.n), '[]') from (
    select n, part, line from internal.transfer_rows
    where transfer_id = p_transfer and n > p_after order by n limit least(p_limit, 5000)) one);
end $function$;

CREATE OR REPLACE FUNCTION public.stage_import(p_transfer uuid, p_attempt integer, p_table text, p_lines jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  worked constant public.transfers := internal.working_transfer(p_transfer, p_attempt);
  table_part constant smallint := (select position from internal.exported_tables where name = p_table);
  so_far bigint;
begin
  if table_part is null then perform internal.fail('table_unknown', p_table); end if;
  select coalesce(max(n), 0) into so_far from internal.transfer_rows where transfer_id = p_transfer;
  if so_far + jsonb_array_length(p_lines) > 5000000 then perform internal.fail('file_too_large'); end if;
  insert into internal.transfer_rows (transfer_id, n, part, line)
  select p_transfer, so_far + one.turn, table_part, one.line from jsonb_array_elements(p_lines) with ordinality one (line, turn);
  so_far := so_far + jsonb_array_length(p_lines);
  update public.transfers set done_rows = so_far, all_rows = greatest(all_rows, so_far) where id = p_transfer;
  return so_far;
end $function$;

CREATE OR REPLACE FUNCTION public.undo_merge(p_company uuid, p_merge uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  undone internal.customer_merges;
  kept public.customers;
  gone public.customers;
  back public.customers;
  joined public.customers;
  place record;
  left_over text[] := '{}';
  later uuid[];
begin
  if p_company in (select internal.companies_with('all_customers')) then
    select * into undone from internal.customer_merges where id = p_merge and company_id = p_company for update;
  end if;
  if undone.id is null then perform internal.fail('merge_not_found'); end if;
  if undone.at < internal.present() - interval '30 days' then perform internal.fail('merge_too_old'); end if;
  perform pg_advisory_xact_lock(hashtext('customer_facts'));
  if exists (select from internal.customer_merges other
      where (other.kept_id = undone.kept_id and other.at > undone.at) or other.gone_id = undone.kept_id) then
    perform internal.fail('merge_later');
  end if;
  select * into kept from public.customers where id = undone.kept_id for update;
  if kept.id is null then perform internal.fail('merge_not_found'); end if;
  back := jsonb_populate_record(kept, undone.before);
  joined := jsonb_populate_record(kept, undone.after);
  gone := jsonb_populate_record(null::public.customers, undone.gone);
  -- Accounts can be gone since.
  gone.user_id := (select id from auth.users where id = gone.user_id);
  back.user_id := (select id from auth.users where id = back.user_id);
  -- What merging changed and nobody has changed since.
  if joined is distinct from kept then left_over := left_over || 'card_changed'::text; end if;
  update public.customers set merged_at = back.merged_at,
    email = case when email is not distinct from joined.email then back.email else email end,
    phone = case when phone = joined.phone then back.phone else phone end,
    birthday = case when birthday is not distinct from joined.birthday then back.birthday else birthday end,
    note = case when note = joined.note then back.note else note end,
    tags = case when tags = joined.tags then back.tags else tags end,
    blocked = case when blocked = joined.blocked then back.blocked else blocked end,
    user_id = case when user_id is not distinct from joined.user_id then back.user_id else user_id end
  where id = kept.id;
  delete from public.customer_contacts where customer_id = kept.id and (id = any(undone.new_contacts) or (kind = 'email' and value = lower(gone.email::text)));
  delete from public.customer_relatives where id = any(undone.new_relatives);
  if gone.email is not null and (exists (select from public.customers where company_id = p_company and email operator(extensions.=) gone.email)
      or exists (select from public.customer_contacts where company_id = p_company and kind = 'email' and value = lower(gone.email::text))) then
    gone.email := null;
    left_over := left_over || 'address_gone'::text;
  end if;
  insert into public.customers (id, company_id, user_id, name, email, phone, note, blocked, created_at, tags, birthday, merged_at)
  values (gone.id, p_company, gone.user_id, gone.name, gone.email, gone.phone, gone.note, gone.blocked, gone.created_at, gone.tags, gone.birthday, gone.merged_at);
  insert into public.customer_contacts (id, company_id, customer_id, kind, value, label, created_at)
  select other.* from jsonb_populate_recordset(null::public.customer_contacts, undone.gone -> 'contacts') contact
  cross join lateral (select contact.id, p_company, gone.id, contact.kind, contact.value, contact.label, contact.created_at) other
  on conflict do nothing;
  insert into public.customer_relatives (id, company_id, customer_id, relative_id, name, relation, created_at)
  select kin.id, p_company, kin.customer_id, kin.relative_id, kin.name, kin.relation, kin.created_at
  from jsonb_populate_recordset(null::public.customer_relatives, undone.gone -> 'relatives') kin
  where exists (select from public.customers where id = kin.customer_id)
    and (kin.relative_id is null or exists (select from public.customers where id = kin.relative_id))
  on conflict do nothing;

  for place in select * from internal.customer_places() loop
    execute format('update %1$s set %2$I = $1 where %2$I = $2 and %3$s in (select key from internal.merged_rows where merge_id = $3 and place = $4)',
      place.tab, place.col, place.key) using gone.id, kept.id, undone.id, place.place;
  end loop;
  -- A time that was held before may have been booked since.
  if gone.email is not null then
    with moved as (
      update public.appointments set customer_id = gone.id
      where customer_id = kept.id and created_at >= undone.at - interval '1 hour' and lower(contact_email) = lower(gone.email::text) returning id)
    select array_agg(id) into later from moved;
    update public.messages set customer_id = gone.id where customer_id = kept.id and appointment_id = any(later);
    if later is not null then left_over := left_over || 'later_bookings'::text; end if;
  end if;
  if (select note from public.customer_health where customer_id = kept.id) is not distinct from undone.after ->> 'health' then
    perform internal.keep_health(kept, undone.before ->> 'health');
  else
    left_over := left_over || 'health_changed'::text;
  end if;
  perform internal.keep_health(gone, undone.gone ->> 'health');
  perform internal.compute_customer_facts(array[kept.id, gone.id]);
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select file, p_company, internal.present(), internal.person(), left(internal.person_name(internal.person()), 254), 'parted'
  from unnest(array[kept.id, gone.id]) file;
  delete from internal.customer_merges where id = undone.id;
  return jsonb_build_object('customer', gone.id, 'left', left_over);
end $function$;

CREATE OR REPLACE FUNCTION public.wait_for_event(p_event uuid, p_seats integer, p_contact jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  contact constant jsonb := internal.clean_contact(p_contact, false);
  own constant uuid := internal.account_of(internal.person(), contact ->> 'email');
  mailbox constant text := internal.mailbox(contact ->> 'email');
  visitor constant internal.visitor := internal.visitor();
  event record;
  wait public.event_waits;
begin
  select one.*, place.company_id, internal.event_closes(one, place) as closes_at into event
  from public.events one join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  if not coalesce(p_seats between 1 and least(10, event.seats), false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
  if internal.needs_phone(array[event.service_id]) then perform internal.fail('by_phone'); end if;
  perform internal.lock_location(event.location_id, false);
  perform pg_advisory_xact_lock(hashtextextended(visitor.network::text, 45));
  perform from public.events one where one.id = p_event for no key update;
  perform internal.release_lapsed_seats(p_event);
  if (select count(*) from public.event_seats seat where seat.event_id = p_event and seat.source is null) >= p_seats then return 'free'; end if;
  -- Before the address is looked at, so that the answer does not tell whether it waits.
  if not visitor.unlimited and internal.open_waits(event.company_id, visitor.network, null) >= 10 then perform internal.fail('too_many_waits'); end if;
  -- Whoever is just being offered a seat waits already.
  select one.* into wait from public.event_waits one join public.holds hold on hold.id = one.hold_id and hold.ended_at is null
  where one.event_id = p_event and internal.mailbox(one.email) = mailbox and one.left_at is null limit 1;
  if wait.id is null then
    insert into public.event_waits as known (event_id, seats, user_id, name, email, phone, created_at, confirmed_at, network)
    values (p_event, p_seats, own, contact ->> 'name', contact ->> 'email', contact ->> 'phone', present, case when own is not null then present end,
      case when not visitor.unlimited then visitor.network end)
    on conflict (event_id, internal.mailbox(email)) where hold_id is null and left_at is null do update set seats = excluded.seats,
      user_id = excluded.user_id, name = excluded.name, email = excluded.email, phone = excluded.phone, created_at = excluded.created_at,
      confirmed_at = excluded.confirmed_at, network = excluded.network
    where known.confirmed_at is null returning * into wait;
    if wait.id is null then
      select * into wait from public.event_waits one where one.event_id = p_event and internal.mailbox(one.email) = mailbox
        and one.hold_id is null and one.left_at is null;
    end if;
    if own is not null then perform internal.check_wait(wait); end if;
    perform internal.mail_waiting(wait, case when wait.confirmed_at is null then 'event_wait_confirm' else 'event_waiting' end, '{}',
      floor(extract(epoch from present) / 600)::text);
  end if;
  perform internal.spend_booking(contact ->> 'email', own is not null, event.company_id);
  return case when own is null then 'mail' else 'waiting' end;
end $function$;

CREATE TRIGGER check_time_zone BEFORE INSERT OR UPDATE OF time_zone ON public.locations FOR EACH ROW WHEN ((new.time_zone <> 'Europe/Berlin'::text)) EXECUTE FUNCTION internal.check_time_zone();

ALTER PUBLICATION "page_changes" ADD TABLE "public"."day_prices";

REVOKE ALL ON FUNCTION "internal"."check_time_zone"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_times"(uuid, internal.exported_tables, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_transfers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."import_table"(public.transfers, internal.exported_tables, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."imported_id"(uuid, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."imported_picture"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."imported_row"(uuid, uuid, jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."working_transfer"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."carry_out_import"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."carry_out_import"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."collect_export"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."collect_export"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."end_transfer"(uuid, integer, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_transfer"(uuid, integer, bigint, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."keep_transfer"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_transfer"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."put_transfer_back"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."put_transfer_back"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_transfer"(uuid, integer, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_transfer"(uuid, integer, bigint, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stage_import"(uuid, integer, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."stage_import"(uuid, integer, text, jsonb) TO "service_role";

REVOKE ALL ("all_rows") ON TABLE "public"."transfers" FROM "authenticated";

GRANT SELECT ("all_rows") ON TABLE "public"."transfers" TO "authenticated";

REVOKE ALL ("asked_at") ON TABLE "public"."transfers" FROM "authenticated";

GRANT SELECT ("asked_at") ON TABLE "public"."transfers" TO "authenticated";

REVOKE ALL ("asked_by") ON TABLE "public"."transfers" FROM "authenticated";

GRANT SELECT ("asked_by") ON TABLE "public"."transfers" TO "authenticated";

REVOKE ALL ("bytes") ON TABLE "public"."transfers" FROM "authenticated";

GRANT SELECT ("bytes") ON TABLE "public"."transfers" TO "authenticated";

REVOKE ALL ("company_id") ON TABLE "public"."transfers" FROM "authenticated";

GRANT SELECT ("company_id") ON TABLE "public"."transfers" TO "authenticated";

REVOKE ALL ("direction") ON TABLE "public"."transfers" FROM "authenticated";

GRANT SELECT ("direction") ON TABLE "public"."transfers" TO "authenticated";

REVOKE ALL ("done_rows") ON TABLE "public"."transfers" FROM "authenticated";

GRANT SELECT ("done_rows") ON TABLE "public"."transfers" TO "authenticated";

REVOKE ALL ("expires_at") ON TABLE "public"."transfers" FROM "authenticated";

GRANT SELECT ("expires_at") ON TABLE "public"."transfers" TO "authenticated";

REVOKE ALL ("fault") ON TABLE "public"."transfers" FROM "authenticated";

GRANT SELECT ("fault") ON TABLE "public"."transfers" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."transfers" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."transfers" TO "authenticated";

REVOKE ALL ("state") ON TABLE "public"."transfers" FROM "authenticated";

GRANT SELECT ("state") ON TABLE "public"."transfers" TO "authenticated";

update storage.buckets set allowed_mime_types = '{application/zip}', file_size_limit = case id when 'company-exports' then 5368709120 else 209715200 end
where id in ('company-exports', 'company-imports');
