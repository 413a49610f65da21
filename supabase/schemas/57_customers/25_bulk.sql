-- Changing several customers at once. Each verb answers whom it has changed, so that exactly this can be taken back, and whom it could not:
-- {changed: [id], refused: [id]}. Those that the caller must not change are in neither, nor are those that it leaves as they were.

-- The files among these that the caller may change, locked, at most 200. Error: not_allowed (no right to all customers).
create function internal.lock_customers(p_company uuid, p_customers uuid[]) returns setof public.customers
language plpgsql set search_path = '' as $$
begin
  if p_company is null or p_company not in (select internal.companies_with('all_customers')) then perform internal.fail('not_allowed'); end if;
  return query
  select * from public.customers file where file.company_id = p_company and file.id = any(p_customers[1:200]) order by file.id for no key update;
end $$;

-- Gives these customers a tag, as their last one, or takes it from them. Refused: who has 20 tags already. Errors: not_allowed, tag_invalid.
create function public.tag_customers(p_company uuid, p_customers uuid[], p_tag text, p_given boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  tag constant text := btrim(regexp_replace(coalesce(p_tag, ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  file public.customers;
  changed uuid[] := '{}';
  refused uuid[] := '{}';
begin
  -- A comma parts tags (50_booking/05_customers).
  if length(tag) not between 1 and 30 or strpos(tag, ',') > 0 or p_given is null then perform internal.fail('tag_invalid'); end if;
  for file in select * from internal.lock_customers(p_company, p_customers) loop
    continue when (tag = any(file.tags)) = p_given;
    if p_given and cardinality(file.tags) >= 20 then
      refused := refused || file.id;
      continue;
    end if;
    update public.customers set tags = case when p_given then file.tags || tag else array_remove(file.tags, tag) end where id = file.id;
    changed := changed || file.id;
  end loop;
  return jsonb_build_object('changed', changed, 'refused', refused);
end $$;

-- Blocks these customers (50_booking/46_blocked_customers) or lets them book online again. Errors: not_allowed, list_wish (neither).
create function public.block_customers(p_company uuid, p_customers uuid[], p_blocked boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid[];
begin
  if p_blocked is null then perform internal.fail('list_wish'); end if;
  with files as materialized (
    select file.id from internal.lock_customers(p_company, p_customers) file where file.blocked <> p_blocked
  ), written as (
    update public.customers file set blocked = p_blocked from files where file.id = files.id returning file.id
  )
  select array_agg(written.id order by written.id) into changed from written;
  return jsonb_build_object('changed', coalesce(changed, '{}'), 'refused', '[]'::jsonb);
end $$;

revoke execute on function internal.lock_customers, public.tag_customers, public.block_customers from public;
grant execute on function public.tag_customers, public.block_customers to authenticated;
