-- Beginning, watching, stopping and taking back the import of customers (80_imports). For managers and owners who read all files.

-- An import that the caller may work on, locked. Error: import_not_found.
create function internal.own_import(p_import uuid) returns public.imports
language plpgsql set search_path = '' as $$
declare
  found_import public.imports;
begin
  select * into found_import from public.imports
  where id = p_import and company_id in (select internal.importing_companies()) for update;
  if found_import.id is null then perform internal.fail('import_not_found'); end if;
  return found_import;
end $$;

-- A new import; its rows follow (add_import_rows). Errors: not_allowed, import_invalid, imports_full (three that nobody has carried out).
create function public.begin_import(p_company uuid, p_file text, p_head text[]) returns uuid
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Rows of the file, as lists of texts; `p_from_row` is the number of the first. At most 1,000 in a call and 50,000 in all; sent twice
-- they are kept once. Errors: import_not_found, wrong_state, import_invalid.
create function public.add_import_rows(p_import uuid, p_from_row integer, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Whether it names known fields and columns, and a name.
create function internal.sound_mapping(p_mapping jsonb, p_columns integer) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(jsonb_typeof(p_mapping) = 'object' and (p_mapping ? 'name' or p_mapping ? 'first' or p_mapping ? 'last'), false)
    and not exists (select from jsonb_each(p_mapping) one
      where one.key not in ('name', 'first', 'last', 'email', 'phone', 'mobile', 'birthday', 'tags', 'note')
        or jsonb_typeof(one.value) <> 'number' or one.value::text !~ '^\d{1,2}$' or one.value::text::integer >= p_columns);
end $$;

-- What the first rows would become: [{n, state, code, name, email, phone, other_phone, birthday, tags, note}]; `state` is made, known or refused. Errors:
-- import_not_found, mapping_invalid.
create function public.preview_import(p_import uuid, p_mapping jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

-- Carries it out by this mapping, or goes on where it was stopped. Errors: import_not_found, wrong_state, mapping_invalid.
create function public.start_import(p_import uuid, p_mapping jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  import constant public.imports := internal.own_import(p_import);
  wanted constant jsonb := case import.state when 'stopped' then import.mapping else p_mapping end;
begin
  if import.state = 'running' then return; end if;
  if import.state not in ('reading', 'stopped') then perform internal.fail('wrong_state', import.state); end if;
  if not internal.sound_mapping(wanted, cardinality(import.head)) then perform internal.fail('mapping_invalid'); end if;
  update public.imports set state = 'running', mapping = wanted, changed_at = internal.present() where id = p_import;
end $$;

-- Stops after the rows that are just being carried out. Errors: import_not_found, wrong_state.
create function public.stop_import(p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  import constant public.imports := internal.own_import(p_import);
begin
  if import.state = 'stopped' then return; end if;
  if import.state <> 'running' then perform internal.fail('wrong_state', import.state); end if;
  update public.imports set state = 'stopped', changed_at = internal.present() where id = p_import;
end $$;

-- Takes it back: what it made goes, unless somebody has changed or used it since. Errors: import_not_found, wrong_state, import_too_old (30 days).
create function public.undo_import(p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  import constant public.imports := internal.own_import(p_import);
begin
  if import.state in ('undoing', 'undone') then return; end if;
  if import.state = 'reading' then perform internal.fail('wrong_state', import.state); end if;
  if import.created_at < internal.present() - interval '30 days' then perform internal.fail('import_too_old'); end if;
  update public.imports set state = 'undoing', changed_at = internal.present() where id = p_import;
end $$;

-- Throws away a file that was not carried out. Errors: import_not_found, wrong_state.
create function public.drop_import(p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  import constant public.imports := internal.own_import(p_import);
begin
  if import.state <> 'reading' then perform internal.fail('wrong_state', import.state); end if;
  delete from public.imports where id = p_import;
end $$;

-- How many rows are in which state: {waiting, made, known, refused, removed, stays}. Error: import_not_found.
create function public.import_progress(p_import uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.imports where id = p_import and company_id in (select internal.importing_companies())) then
    perform internal.fail('import_not_found');
  end if;
  return '{"waiting": 0, "made": 0, "known": 0, "refused": 0, "removed": 0, "stays": 0}'::jsonb || (
    select coalesce(jsonb_object_agg(counted.state, counted.rows), '{}') from (
      select state, count(*) as rows from public.import_rows where import_id = p_import group by state) counted);
end $$;

-- The next rows of one import that runs or is taken back; how many. Two processes do not take the same. For the server's job only.
create function public.advance_imports(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- For the server's nightly job (85_accounts/60_retention): rows first, so many at a time, then imports that have none left.
create function internal.forget_imports(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
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
end $$;

revoke execute on function internal.own_import, internal.sound_mapping, internal.forget_imports, public.begin_import, public.add_import_rows,
  public.preview_import, public.start_import, public.stop_import, public.undo_import, public.drop_import, public.import_progress,
  public.advance_imports from public;
grant execute on function public.begin_import, public.add_import_rows, public.preview_import, public.start_import, public.stop_import,
  public.undo_import, public.drop_import, public.import_progress to authenticated;
grant execute on function public.advance_imports to service_role;
