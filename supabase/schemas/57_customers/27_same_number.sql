-- Who blocks a customer by their number hits everybody who books with it as a guest: a family's landline (50_booking/46_blocked_customers).

-- Who else has a number of these customers and is not blocked, of at most 200: {total, first: [{id, name}]}, five at most, by name. For members who
-- have all customers; without the right to contact data nobody. Error: not_allowed.
create function public.customers_on_numbers(p_company uuid, p_customers uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  numbers text[];
  found uuid[];
begin
  if p_company is null or p_company not in (select internal.companies_with('all_customers')) then perform internal.fail('not_allowed'); end if;
  if internal.hides_contacts(p_company) then return '{"total": 0, "first": []}'; end if;
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
end $$;

revoke execute on function public.customers_on_numbers from public;
grant execute on function public.customers_on_numbers to authenticated;
