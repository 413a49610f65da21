set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.is_blocked(p_company uuid, p_email text, p_phone text, p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  own text;
  addresses text[];
  number text := nullif(internal.e164(p_phone), '');
begin
  if not exists (select from public.customers file where file.company_id = p_company and file.blocked) then return false; end if;
  own := (select lower(account.email) from auth.users account where account.id = p_user and account.email_confirmed_at is not null);
  addresses := array(select lower(p_email) where p_email <> '' union select own where own is not null);
  if exists (select from public.customers file where file.user_id = p_user and file.company_id = p_company and not file.blocked)
    or exists (select from public.customers file where file.company_id = p_company and file.email operator(extensions.=) own::extensions.citext and not file.blocked) then
    number := null;
  end if;
  return exists (
    select from public.customers file
    where file.company_id = p_company and file.blocked and (
      lower(file.email::text) = any(addresses) or internal.e164(file.phone) = number or file.user_id = p_user
      or exists (select from public.customer_contacts other where other.customer_id = file.id
        and (other.kind = 'email' and other.value = any(addresses) or other.kind = 'phone' and other.value = number))));
end $function$;

CREATE OR REPLACE FUNCTION public.customers_on_numbers(p_company uuid, p_customers uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  numbers text[];
  found uuid[];
begin
  if p_company is null or p_company not in (select internal.companies_with('all_customers')) then perform internal.fail('not_allowed'); end if;
  select array_agg(distinct internal.e164(had.number)) into numbers
  from public.customers file
  cross join lateral (
    select file.phone as number union all
    select other.value from public.customer_contacts other where other.customer_id = file.id and other.kind = 'phone') had
  where file.company_id = p_company and file.id = any(p_customers[1:200]) and had.number <> '';
  -- By the index of words first; they have the digits of all numbers.
  select array_agg(file.id) into found
  from public.customers file
  where file.company_id = p_company and not file.blocked and not file.id = any(p_customers[1:200])
    and file.words like any(array(select '% ' || internal.phone_digits(number) || '%' from unnest(numbers) number))
    and (internal.e164(file.phone) = any(numbers) or exists (select from public.customer_contacts other
      where other.customer_id = file.id and other.kind = 'phone' and other.value = any(numbers)));
  return jsonb_build_object('total', coalesce(cardinality(found), 0), 'first', (
    select coalesce(jsonb_agg(jsonb_build_object('id', shown.id, 'name', shown.name) order by shown.name, shown.id), '[]')
    from (select id, name from public.customers where id = any(found) order by name, id limit 5) shown));
end $function$;

REVOKE ALL ON FUNCTION "public"."customers_on_numbers"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."customers_on_numbers"(uuid, uuid[]) TO "authenticated";
