-- Taking over customers from a file. The app reads the file into rows of text; from then on everything happens here, so many rows at a time by the
-- server's job, so that it goes on after a crash where it was. It adds files and changes none: whoever is known already is named and left
-- alone. It writes to nobody and brings no consent. For 30 days it can be taken back; then the rows of the file go.

create table public.imports (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  -- Who, and the name of the account then.
  user_id uuid not null,
  who varchar(254) not null,
  file varchar(200) not null,
  -- The heads of the columns.
  head text[] not null constraint imports_head_short check (cardinality(head) >= 1 and cardinality(head) <= 60 and internal.short_texts(head, 60, 200)),
  -- Field → number of the column, from 0 (internal.import_fields).
  mapping jsonb not null default '{}' constraint imports_mapping_short check (length(mapping::text) <= 2000),
  state text not null default 'reading' check (state in ('reading', 'running', 'stopped', 'done', 'undoing', 'undone')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index imports_company on public.imports (company_id, created_at);
create index imports_working on public.imports (changed_at) where state in ('running', 'undoing');

create table public.import_rows (
  import_id uuid not null references public.imports on delete cascade,
  -- The row of the file, the first one below the head is 1.
  n integer not null,
  raw text[] not null constraint import_rows_raw_short check (internal.short_texts(raw, 60, 2000)),
  -- known: left alone; stays: made, but not removed by taking back, since somebody has used it since.
  state text not null default 'waiting' check (state in ('waiting', 'made', 'known', 'refused', 'removed', 'stays')),
  -- Why refused.
  code varchar(40) not null default '',
  -- The file that was made, or the one that is known. No foreign key: it may go.
  customer_id uuid,
  primary key (import_id, n)
);
create index import_rows_state on public.import_rows (import_id, state, n);
-- For erasing.
create index import_rows_customer on public.import_rows (customer_id) where customer_id is not null;

-- Companies into which the caller may import: as a manager who reads all files anyway, and how people are reached.
create function internal.importing_companies() returns setof uuid
language sql stable set search_path = '' as $$
  select internal.companies_as('manager') intersect select internal.companies_with('all_customers')
  intersect select internal.companies_with('contact_data')
$$;
grant execute on function internal.importing_companies to authenticated;

alter table public.imports enable row level security;
alter table public.import_rows enable row level security;
create policy managers_read on public.imports for select to authenticated
  using (company_id = any(array(select internal.importing_companies())));
create policy managers_read on public.import_rows for select to authenticated
  using (import_id = any(array(select id from public.imports)));
grant select on public.imports, public.import_rows to authenticated;
grant all on public.imports, public.import_rows to service_role;

-- A birthday as people write it: 24.12.1980, 24/12/80, 1980-12-24; null for what is none.
create function internal.typed_birthday(p_text text, p_today date) returns date
language plpgsql immutable strict set search_path = '' as $$
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
end $$;

-- A number in E.164 where it can be read. Spreadsheets take the zero or plus before a number away: what then begins like a German mobile number, or with 49,
-- is one.
create function internal.import_phone(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  digits constant text := regexp_replace(coalesce(p_text, ''), '[ ()/.-]', '', 'g');
begin
  return internal.e164(case when digits ~ '^1[5-7][0-9]{8,9}$' then '0' || digits when digits ~ '^49[1-9][0-9]{7,11}$' then '+' || digits
    else coalesce(p_text, '') end);
end $$;

create type internal.imported as (
  code text, name text, email text, phone text, other_phone text, birthday date, tags text[], note text);

-- What a row says by the mapping, and what is wrong with it: `code` is name_missing, name_too_long, email_invalid, phone_invalid,
-- birthday_invalid, tags_invalid or null.
create function internal.import_fields(raw text[], mapping jsonb, p_today date) returns internal.imported
language plpgsql immutable set search_path = '' as $$
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
end $$;

-- A cell; null for one that says nothing.
create function internal.import_text(raw text[], mapping jsonb, field text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  said constant text := btrim(raw[(mapping ->> field)::integer + 1], E' \t\r\n\u00a0');
begin
  return case when said not in ('', '-', '–', '—') then said end;
end $$;

-- Who is known by address, or without one by name and number, as long as birthdays do not differ; null for nobody. Others who may be the same person
-- are found by the list of duplicates, where people decide.
create function internal.import_known(p_company uuid, said internal.imported) returns uuid
language plpgsql stable set search_path = '' as $$
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
end $$;

-- Carries a row out, and answers it.
create function internal.import_row(import public.imports, given public.import_rows) returns public.import_rows
language plpgsql set search_path = '' as $$
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
end $$;

-- Removes what a row made, unless somebody has changed or used it since.
create function internal.unimport_row(given public.import_rows) returns public.import_rows
language plpgsql set search_path = '' as $$
begin
  delete from public.customers file
  where file.id = given.customer_id and file.updated_at = file.created_at and file.merged_at is null
    and not exists (select from public.appointments where customer_id = file.id)
    and not exists (select from public.messages where customer_id = file.id)
    and not exists (select from public.customer_health where customer_id = file.id)
    and not exists (select from public.customer_relatives where file.id in (customer_id, relative_id));
  given.state := case when exists (select from public.customers where id = given.customer_id) then 'stays' else 'removed' end;
  return given;
end $$;

revoke execute on function internal.typed_birthday, internal.import_phone, internal.import_fields, internal.import_text, internal.import_known,
  internal.import_row, internal.unimport_row from public;
