-- Several customers are tagged, or blocked, at once.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.lock_customers(p_company uuid, p_customers uuid[])
 RETURNS SETOF public.customers
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_company is null or p_company not in (select internal.companies_with('all_customers')) then perform internal.fail('not_allowed'); end if;
  return query
  select * from public.customers file where file.company_id = p_company and file.id = any(p_customers[1:200]) order by file.id for no key update;
end $function$;

CREATE OR REPLACE FUNCTION public.block_customers(p_company uuid, p_customers uuid[], p_blocked boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.tag_customers(p_company uuid, p_customers uuid[], p_tag text, p_given boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "internal"."lock_customers"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."block_customers"(uuid, uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."block_customers"(uuid, uuid[], boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."tag_customers"(uuid, uuid[], text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tag_customers"(uuid, uuid[], text, boolean) TO "authenticated";
