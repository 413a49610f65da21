-- From the file of an export into an empty company. In the file, ids are numbers in the order in which they appear, the company's is 1; here each
-- becomes a new id of this transfer. So a file cannot name anybody else's rows, whatever is written in it.

-- The id that a number of the file becomes: the transfer's secret with the number at its end, so that ids rise as the numbers do.
create function internal.imported_id(p_seed uuid, p_number bigint) returns uuid
language sql immutable strict parallel safe set search_path = '' as $$
  select overlay(p_seed::text placing right(lpad(to_hex(p_number), 10, '0'), 10) from 27)::uuid
$$;

-- The place in storage of a picture that the file calls `pictures/12.webp`, below its location, or of what a card has (`files/7.pdf`), below the
-- company; null for anything else.
create function internal.imported_picture(p_seed uuid, p_location uuid, p_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select p_location || '/' || internal.imported_id(p_seed, coalesce(part[2], part[5])::bigint) || '.' || coalesce(part[3], part[6])
  from regexp_match(p_name, '^(?:(pictures|sources)/(\d{1,9})\.(webp|avif|png|jpe?g)|(files)/(\d{1,9})\.(webp|pdf))$') part
$$;

-- A row of the file with this transfer's ids. Numbers of rows that are not in the file become ids that nothing has, and are refused by references.
create function internal.imported_row(p_seed uuid, p_company uuid, line jsonb, ids text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
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
end $$;

-- Whether a company has nothing yet that an import could mix with.
create function internal.is_empty_company(p_company uuid) returns boolean
language sql stable set search_path = '' as $$
  select not exists (select from public.locations where company_id = p_company) and not exists (select from public.customers where company_id = p_company)
$$;

-- Orders an import into a company that has neither locations nor customers; its file is in storage, under the company and `p_id`. For owners.
-- Errors: company_not_found, role_not_allowed, company_not_empty, exported_too_often, transfer_running.
create function public.ask_for_import(p_company uuid, p_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Keeps lines of one table of the file, in their order; how many lines there are now. What comes in nowhere is passed over. For the server only.
-- Errors: transfer_over, table_unknown, file_too_large.
create function public.stage_import(p_transfer uuid, p_attempt integer, p_table text, p_lines jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  worked constant public.transfers := internal.working_transfer(p_transfer, p_attempt);
  entry internal.exported_tables;
  so_far bigint;
begin
  select * into entry from internal.exported_tables where name = p_table;
  if entry.name is null then perform internal.fail('table_unknown', p_table); end if;
  select coalesce(max(n), 0) into so_far from internal.transfer_rows where transfer_id = p_transfer;
  if entry.only_out then return so_far; end if;
  if so_far + jsonb_array_length(p_lines) > 50000000 then perform internal.fail('file_too_large'); end if;
  insert into internal.transfer_rows (transfer_id, n, part, line)
  select p_transfer, so_far + one.turn, entry.position, one.line from jsonb_array_elements(p_lines) with ordinality one (line, turn);
  so_far := so_far + jsonb_array_length(p_lines);
  update public.transfers set done_rows = so_far, all_rows = greatest(all_rows, so_far) where id = p_transfer;
  return so_far;
end $$;

-- The pictures and files that the rows of an import name: [{name, bucket, path}], the name in the file and the place in storage. For the server only.
create function public.import_pictures(p_transfer uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;

-- Gives the rows of history their numbers, and those that refer to them as well.
create function internal.number_history(p_transfer uuid) returns void
language plpgsql set search_path = '' as $$
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
end $$;

-- Refuses times outside of two centuries: days are counted from them, by jobs that work for all. Error: file_broken.
create function internal.check_times(p_transfer uuid, entry internal.exported_tables, given text[]) returns void
language plpgsql set search_path = '' as $$
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
end $$;

-- Writes the rows of one table, as far as an export would have them. `given` are the columns that the file has; what it leaves out stands as in a
-- new row.
create function internal.import_table(worked public.transfers, entry internal.exported_tables, given text[]) returns void
language plpgsql set search_path = '' as $$
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
end $$;

-- Refuses a file in which a visit that is still to come has not taken its time, or time is taken for nothing, or more people wait for an answer than
-- would wait at a business: each of them hears of it when it lapses. A row without an id of the file would get one that does not say where it comes
-- from (25_imported). Error: file_broken.
create function internal.check_import(p_company uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if exists (select from public.appointments visit where visit.company_id = p_company and visit.state in ('requested', 'confirmed')
    and exists (select from public.appointment_lines line where line.appointment_id = visit.id and line.event_id is null)
    and not exists (select from public.occupancies one where one.source = visit.id)) then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.appointments where company_id = p_company and (sequence not between 0 and 100000 or state = 'awaiting_payment'))
    or (select count(*) from public.appointments where company_id = p_company and state = 'requested') > 20000
    or (select count(*) from public.event_waits wait join public.events event on event.id = wait.event_id
      join public.locations place on place.id = event.location_id where place.company_id = p_company) > 20000 then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.appointments visit where visit.company_id = p_company and not internal.is_imported(p_company, visit.id))
    or exists (select from public.messages mail where mail.company_id = p_company and mail.appointment_id is not null and not internal.is_imported(p_company, mail.id))
    or exists (select from public.event_waits wait join public.events event on event.id = wait.event_id
      join public.locations place on place.id = event.location_id where place.company_id = p_company and not internal.is_imported(p_company, wait.id)) then
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
end $$;

-- Writes all rows of an import at once, or none: how many. Locations come as drafts with addresses of their own, so that nothing is public before
-- somebody has looked. For the server only. Errors: transfer_over, company_not_empty, file_too_new, file_broken (detail: the table).
create function public.carry_out_import(p_transfer uuid, p_attempt integer) returns integer
language plpgsql security definer set search_path = '' set statement_timeout = '2h' as $$
declare
  worked constant public.transfers := internal.working_transfer(p_transfer, p_attempt);
  target constant uuid := worked.company_id;
  entry internal.exported_tables;
  given text[];
begin
  if worked.direction <> 'import' then perform internal.fail('transfer_over'); end if;
  perform from public.companies where id = target for no key update;
  if not internal.is_empty_company(target) then perform internal.fail('company_not_empty'); end if;
  insert into internal.imported_companies values (target, left(worked.seed::text, 26))
  on conflict (company_id) do update set id_start = excluded.id_start;
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
end $$;

grant execute on function public.ask_for_import to authenticated;
grant execute on function public.stage_import, public.import_pictures, public.carry_out_import to service_role;
