-- Two files of one person become one. What the file that goes has moves to the one that is kept, and its address, number and name become further
-- ones (50_booking/06_customer_contacts), so that later bookings find the person. For 30 days it can be taken back; until then what is needed for that
-- is here, health data included, and nobody reads it.

create table internal.customer_merges (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  -- No foreign key: this file may be merged into another one.
  kept_id uuid not null,
  gone_id uuid not null,
  at timestamptz not null,
  user_id uuid not null,
  who varchar(254) not null,
  -- The row of the file that goes, with `contacts`, `relatives` and `health`.
  gone jsonb not null,
  -- What merging changed of the kept file: fields before and after, with `health`.
  before jsonb not null,
  after jsonb not null,
  -- Rows that merging made for the kept file.
  new_contacts uuid[] not null,
  new_relatives uuid[] not null
);
create index customer_merges_kept on internal.customer_merges (kept_id);
create index customer_merges_gone on internal.customer_merges (gone_id);
create index customer_merges_company on internal.customer_merges (company_id);
create index customer_merges_at on internal.customer_merges (at);
alter table internal.customer_merges enable row level security;

-- Rows of other tables that pointed to the file that went: table and column, and the primary key as text.
create table internal.merged_rows (
  merge_id uuid not null references internal.customer_merges on delete cascade,
  place text not null,
  key text not null,
  primary key (merge_id, place, key)
);
alter table internal.merged_rows enable row level security;

-- Whatever points to a customer and is simply handed over, also tables of later versions: `key` is an expression for the primary key. What
-- belongs to one file only is joined row by row (internal.join_customers).
create function internal.customer_places() returns table (place text, tab text, col text, key text)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select format('%s.%s', link.conrelid::regclass, points.attname), link.conrelid::regclass::text, points.attname::text,
    format('row(%s)::text', (select string_agg(format('%I', part.attname), ', ' order by part.attnum)
      from pg_catalog.pg_constraint own join pg_catalog.pg_attribute part on part.attrelid = own.conrelid and part.attnum = any(own.conkey)
      where own.conrelid = link.conrelid and own.contype = 'p'))
  from pg_catalog.pg_constraint link
  join pg_catalog.pg_attribute points on points.attrelid = link.conrelid and points.attnum = link.conkey[1]
  where link.contype = 'f' and link.confrelid = 'public.customers'::regclass and link.conrelid not in (
    'public.customer_facts'::regclass, 'public.customer_health'::regclass, 'public.customer_contacts'::regclass,
    'public.customer_relatives'::regclass, 'internal.not_duplicates'::regclass,
    'internal.duplicate_keys'::regclass, 'internal.duplicate_pairs'::regclass)
  order by 1;
end $$;

-- Pairs of which somebody has said that they are two people. `one` is the smaller id.
create table internal.not_duplicates (
  one uuid not null references public.customers on delete cascade,
  other uuid not null references public.customers on delete cascade,
  primary key (one, other),
  check (one < other)
);
create index not_duplicates_other on internal.not_duplicates (other);
alter table internal.not_duplicates enable row level security;

-- What the kept file becomes: the fields as a JSON object. Errors: merge_too_long (note, tags or health data together).
create function internal.joined_customer(kept public.customers, gone public.customers, kept_health text, gone_health text) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  note constant text := case when strpos(kept.note, gone.note) > 0 then kept.note else concat_ws(E'\n\n', nullif(kept.note, ''), gone.note) end;
  health constant text := case when strpos(kept_health, gone_health) > 0 then kept_health else concat_ws(E'\n\n', kept_health, gone_health) end;
  tags constant text[] := array(select tag from unnest(kept.tags || gone.tags) with ordinality one (tag, place) group by tag order by min(place));
begin
  if length(note) > 4000 or length(health) > 2000 or cardinality(tags) > 20 then perform internal.fail('merge_too_long'); end if;
  return jsonb_build_object('name', kept.name, 'email', coalesce(kept.email, gone.email), 'phone', coalesce(nullif(kept.phone, ''), gone.phone),
    'birthday', coalesce(kept.birthday, gone.birthday), 'note', note, 'tags', tags, 'blocked', kept.blocked or gone.blocked,
    'user_id', coalesce(kept.user_id, gone.user_id), 'health', nullif(health, ''));
end $$;

-- Both files, locked, in the order of their ids, so that two merges at once wait for each other. Errors: customer_not_found, merge_same.
create function internal.lock_two_customers(p_company uuid, p_kept uuid, p_gone uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if p_kept = p_gone then perform internal.fail('merge_same'); end if;
  if p_company is null or p_company not in (select internal.companies_with_files()) then perform internal.fail('customer_not_found'); end if;
  -- The whole row, so that a booking that has just found the file ends first.
  perform from public.customers where id in (p_kept, p_gone) and company_id = p_company order by id for update;
  if (select count(*) from public.customers where id in (p_kept, p_gone) and company_id = p_company) < 2 then
    perform internal.fail('customer_not_found');
  end if;
end $$;

-- Merges `p_gone` into `p_kept`, and answers the id under which it can be taken back.
-- Errors: customer_not_found, merge_same, merge_too_long.
create function public.merge_customers(p_company uuid, p_kept uuid, p_gone uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Health data as a merge or its undoing leaves them; null for none.
create function internal.keep_health(file public.customers, p_note text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_note is null then
    delete from public.customer_health where customer_id = file.id;
  else
    insert into public.customer_health values (file.id, file.company_id, p_note, date_trunc('milliseconds', clock_timestamp()),
      left(internal.person_name(internal.person()), 254))
    on conflict (customer_id) do update set note = excluded.note, updated_at = excluded.updated_at, updated_by = excluded.updated_by
    where customer_health.note <> excluded.note;
  end if;
end $$;

-- Forgets how these files came together, and with it what merging kept of those that went. Answers the ids of all of them, the files given included.
create function internal.forget_merges_of(p_files uuid[]) returns uuid[]
language plpgsql set search_path = '' as $$
declare
  parts uuid[];
begin
  with recursive part (id) as (
    select unnest(p_files) union select made.gone_id from internal.customer_merges made join part on made.kept_id = part.id)
  select coalesce(array_agg(id), '{}') into parts from part;
  delete from internal.customer_merges where kept_id = any(parts) or gone_id = any(parts);
  return parts;
end $$;

revoke execute on function internal.forget_merges_of, internal.customer_places, internal.joined_customer, internal.lock_two_customers, internal.keep_health,
  public.merge_customers from public;
grant execute on function public.merge_customers to authenticated;
