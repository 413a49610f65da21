-- Which files may be one person: keys (number, mailbox, birthday) and the pairs that share one. The server's job keeps both some seconds behind
-- the files, so that neither a booking nor the page of duplicates compares anything.

create table internal.duplicate_keys (
  customer_id uuid not null references public.customers on delete cascade,
  company_id uuid not null,
  why text not null check (why in ('phone', 'email', 'birthday')),
  key varchar(254) not null,
  primary key (customer_id, why, key)
);
create index duplicate_keys_shared on internal.duplicate_keys (company_id, why, key);
alter table internal.duplicate_keys enable row level security;

create table internal.duplicate_pairs (
  company_id uuid not null,
  -- The smaller id.
  one uuid not null references public.customers on delete cascade,
  other uuid not null references public.customers on delete cascade,
  why text not null,
  key varchar(254) not null,
  -- When the younger file was made.
  since timestamptz not null,
  primary key (one, other, why, key)
);
create index duplicate_pairs_other on internal.duplicate_pairs (other);
create index duplicate_pairs_shared on internal.duplicate_pairs (company_id, why, key);
create index duplicate_pairs_listed on internal.duplicate_pairs (company_id, one, other, why, since);
alter table internal.duplicate_pairs enable row level security;

-- Files to compare. No unique column: a booking must not wait until the job has dealt with the same file.
create table internal.customers_to_compare (
  id bigint generated always as identity primary key,
  customer_id uuid not null
);
alter table internal.customers_to_compare enable row level security;

create function internal.note_to_compare() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.customers_to_compare (customer_id) values (new.id);
  return null;
end $$;
create trigger compare_new after insert on public.customers for each row execute function internal.note_to_compare();
create trigger compare_changed after update on public.customers for each row
  when ((old.name, old.email, old.phone, old.other_words, old.birthday) is distinct from (new.name, new.email, new.phone, new.other_words, new.birthday))
  execute function internal.note_to_compare();

create function internal.likeness_keys(p_customers uuid[]) returns setof internal.duplicate_keys
language plpgsql stable set search_path = '' as $$
begin
  return query
  select one.id, one.company_id, one.why, one.key::varchar(254) from (
    select id, company_id, 'phone', phone from public.customers where id = any(p_customers) and phone <> ''
    union select customer_id, company_id, 'phone', value from public.customer_contacts where customer_id = any(p_customers) and kind = 'phone'
    union select id, company_id, 'email', internal.mailbox(email::text) from public.customers where id = any(p_customers) and email is not null
    union select customer_id, company_id, 'email', internal.mailbox(value) from public.customer_contacts
      where customer_id = any(p_customers) and kind = 'email'
    union select id, company_id, 'birthday', birthday::text from public.customers where id = any(p_customers) and birthday is not null
  ) one (id, company_id, why, key);
end $$;

-- Compares the next files that are new or changed; how many there were. What more than 10 files share (a birthday: 50) says nothing about one
-- person. For the server's job only, one process at a time.
create function public.compare_customers(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
declare
  done integer;
  ids uuid[];
  fresh internal.duplicate_keys[];
  touched internal.duplicate_keys[];
begin
  if not pg_try_advisory_xact_lock(hashtext('customers_to_compare')) then return 0; end if;
  with taken as (
    delete from internal.customers_to_compare
    where id in (select id from internal.customers_to_compare order by id limit least(greatest(coalesce(p_limit, 100), 1), 1000))
    returning customer_id)
  select count(*), array_agg(distinct customer_id) into done, ids from taken;
  if done = 0 then return 0; end if;
  fresh := array(select fresh_key from internal.likeness_keys(ids) fresh_key);
  touched := array(select distinct on (one.company_id, one.why, one.key) one::internal.duplicate_keys from (
    select (given).* from unnest(fresh) given union all select * from internal.duplicate_keys where customer_id = any(ids)) one);
  -- Whoever merges or deletes files locks them in the same order.
  perform from public.customers where id in (
      select unnest(ids)
      union select file.customer_id from unnest(touched) changed join internal.duplicate_keys file using (company_id, why, key)
        where internal.shared_by(changed) <= 51
      union select unnest(array[pair.one, pair.other]) from unnest(touched) changed join internal.duplicate_pairs pair using (company_id, why, key))
    order by id for key share;
  delete from internal.duplicate_keys where customer_id = any(ids);
  insert into internal.duplicate_keys select one.* from unnest(fresh) one join public.customers on id = one.customer_id;
  delete from internal.duplicate_pairs pair using unnest(touched) changed
  where (pair.company_id, pair.why, pair.key) = (changed.company_id, changed.why, changed.key);
  insert into internal.duplicate_pairs
  select changed.company_id, a.id, b.id, changed.why, changed.key, greatest(a.created_at, b.created_at)
  from unnest(touched) changed
  join internal.duplicate_keys first using (company_id, why, key)
  join internal.duplicate_keys second using (company_id, why, key)
  join public.customers a on a.id = first.customer_id join public.customers b on b.id = second.customer_id
  where first.customer_id < second.customer_id and internal.shared_by(changed) <= case changed.why when 'birthday' then 50 else 10 end
    and (changed.why <> 'birthday' or extensions.similarity(internal.folded(a.name), internal.folded(b.name)) >= 0.5)
    and not exists (select from internal.not_duplicates known where known.one = a.id and known.other = b.id)
  on conflict do nothing;
  return done;
end $$;

-- How many files share a key, counted up to 52.
create function internal.shared_by(p_key internal.duplicate_keys) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from (select from internal.duplicate_keys
    where company_id = p_key.company_id and why = p_key.why and key = p_key.key limit 52) file);
end $$;

revoke execute on function internal.note_to_compare, internal.likeness_keys, internal.shared_by, public.compare_customers from public;
grant execute on function public.compare_customers to service_role;
