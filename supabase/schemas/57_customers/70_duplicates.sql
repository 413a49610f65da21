-- Which files may be the same person, and what merging two of them would do. Only people decide.

-- Pairs with the same number, with addresses of one mailbox, or with the same birthday and a similar name, each once: {total, rows}, a row is {one,
-- other, why}. The job of 67_likeness finds them. Pages count from 1. Errors: not_allowed, list_wish.
create function public.list_duplicates(p_company uuid, p_page integer default 1, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  answer jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_with_files()) then perform internal.fail('not_allowed'); end if;
  if not coalesce(p_page between 1 and 100000 and p_limit between 1 and 100, false) then perform internal.fail('list_wish'); end if;
  with pairs as materialized (
    select one, other, array_agg(distinct why order by why) as why, max(since) as since
    from internal.duplicate_pairs where company_id = p_company group by one, other
  ), page as (
    select * from pairs order by cardinality(why) desc, since desc, one, other limit p_limit offset (p_page - 1) * p_limit
  )
  select jsonb_build_object('total', (select count(*) from pairs), 'rows', coalesce(jsonb_agg(jsonb_build_object(
    'one', internal.customer_summary(page.one), 'other', internal.customer_summary(page.other), 'why', page.why)
    order by cardinality(page.why) desc, page.since desc, page.one, page.other), '[]'))
  into answer from page;
  return answer;
end $$;

create function internal.customer_summary(p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', file.id, 'name', file.name, 'email', file.email, 'phone', file.phone, 'birthday', file.birthday,
      'tags', file.tags, 'note', file.note, 'blocked', file.blocked, 'created_at', file.created_at,
      'visits', (select count(*) from public.appointments visit where visit.customer_id = file.id and visit.state <> 'expired'),
      'last_visit_at', (select max(visit.starts_at) from public.appointments visit where visit.customer_id = file.id and visit.state = 'completed'))
    from public.customers file where file.id = p_customer);
end $$;

-- Remembers that these are two people; repeated it changes nothing. Error: customer_not_found.
create function public.dismiss_duplicate(p_company uuid, p_one uuid, p_other uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.lock_two_customers(p_company, p_one, p_other);
  insert into internal.not_duplicates values (least(p_one, p_other), greatest(p_one, p_other)) on conflict do nothing;
  delete from internal.duplicate_pairs where one = least(p_one, p_other) and other = greatest(p_one, p_other);
end $$;

-- What merge_customers would do: {kept, gone, result, contacts, appointments, messages, health}. `contacts` are those that the result has besides the first
-- ones; numbers of rows that move; `health`: whether the one that goes has health data, null without the right to it.
-- Errors as merge_customers.
create function public.preview_merge(p_company uuid, p_kept uuid, p_gone uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  kept public.customers;
  gone public.customers;
  joined jsonb;
begin
  if p_kept = p_gone then perform internal.fail('merge_same'); end if;
  if p_company in (select internal.companies_with_files()) then
    select * into kept from public.customers where id = p_kept and company_id = p_company;
    select * into gone from public.customers where id = p_gone and company_id = p_company;
  end if;
  if kept.id is null or gone.id is null then perform internal.fail('customer_not_found'); end if;
  joined := internal.joined_customer(kept, gone, (select note from public.customer_health where customer_id = p_kept),
    (select note from public.customer_health where customer_id = p_gone)) - 'health' - 'user_id';
  return jsonb_build_object('kept', internal.customer_summary(p_kept), 'gone', internal.customer_summary(p_gone), 'result', joined,
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', one.kind, 'value', one.value) order by one.kind, one.value), '[]') from (
        select kind, value from public.customer_contacts where customer_id in (p_kept, p_gone)
        union select 'email', lower(gone.email::text) where gone.email is not null
        union select 'phone', gone.phone where gone.phone <> ''
        union select 'name', gone.name) one
      where one.value not in (coalesce(lower(joined ->> 'email'), ''), joined ->> 'phone', joined ->> 'name')),
    'appointments', (select count(*) from public.appointments where customer_id = p_gone),
    'messages', (select count(*) from public.messages where customer_id = p_gone),
    'health', case when p_company in (select internal.companies_with('health')) then
      exists (select from public.customer_health where customer_id = p_gone) end);
end $$;

revoke execute on function internal.customer_summary, public.list_duplicates, public.dismiss_duplicate, public.preview_merge from public;
grant execute on function public.list_duplicates, public.dismiss_duplicate, public.preview_merge to authenticated;
