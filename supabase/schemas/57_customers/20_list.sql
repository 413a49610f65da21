-- The list of customers, for members: managers see all files of their company, staff those of customers whom they serve.

-- The order of names.
create index customers_company_name on public.customers (company_id, internal.folded(name) collate "C", id);
create index customers_tagged on public.customers (company_id) where tags <> '{}';

-- Month and day of a birthday as one number that orders the days of a year: 229 is the 29th of February.
create function internal.year_day(p_day date) returns integer
language sql immutable parallel safe return extract(month from p_day)::integer * 100 + extract(day from p_day)::integer;

-- Whoever writes a birthday keeps the index.
grant execute on function internal.year_day to authenticated, service_role;

create index customers_birthdays on public.customers (company_id, internal.year_day(birthday)) where birthday is not null;

-- One page of the customers of a company: {total, rows}. `p_only`: blocked, missed (did not come once at least), away (here before, not
-- for half a year, and nothing booked), new (never here), coming (something is booked), birthday (in the next 30 days). `p_spent`: visits
-- worth at least that many cents. `p_last_from` and `p_last_to`: whose last visit was not before the one instant and before the other. `p_sort`: name, last, next, visits, spent, created, birthday (the next one first); `-` before it turns it round,
-- and who has none of it comes last. Pages of `p_limit` rows (1 to 1000) count from 1.
-- Who has no right to contact data gets none, finds by names, and neither asks for birthdays nor orders by them.
-- Errors: not_allowed (no member; birthdays without that right), list_wish (another word).
create function public.list_customers(
  p_company uuid, p_text text default '', p_tag text default null, p_only text default null, p_sort text default 'name',
  p_page integer default 1, p_limit integer default 50, p_spent integer default null, p_last_from timestamptz default null,
  p_last_to timestamptz default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  today constant date := (present at time zone 'Europe/Berlin')::date;
  first_day constant integer := internal.year_day(today);
  last_day constant integer := internal.year_day(today + 30);
  hidden constant boolean := internal.hides_contacts(p_company);
  -- One letter begins the name: as a part of anything it would be everybody.
  found constant text := coalesce(internal.customer_found(p_text, 'customer', hidden),
    'internal.folded(customer.name) collate "C" like ' || quote_literal(regexp_replace(internal.folded(nullif(btrim(p_text), '')), '([\\%_])', '\\\1', 'g') || '%'));
  caller constant uuid := internal.person();
  sorts constant jsonb := '{"name": "internal.folded(customer.name) collate \"C\"", "last": "facts.last_visit_at", "next": "facts.next_visit_at",
    "visits": "facts.visits", "spent": "facts.spent_cents", "created": "customer.created_at",
    "birthday": "(internal.year_day(customer.birthday) - $7 + 1300) % 1300"}';
  order_by constant text := sorts ->> ltrim(p_sort, '-');
  direction constant text := case when p_sort like '-%' then 'desc' else 'asc' end;
  condition text := 'customer.company_id = $1';
  manages constant boolean := p_company in (select internal.companies_with('all_customers'));
  -- All of them in an order of their facts: read from the facts alone.
  from_facts boolean := manages and order_by like 'facts.%' and p_tag is null and p_only is null and p_spent is null
    and num_nonnulls(p_last_from, p_last_to) = 0 and coalesce(btrim(p_text), '') = '';
  answer jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_as('staff')) then perform internal.fail('not_allowed'); end if;
  if order_by is null or coalesce(p_only, 'new') not in ('blocked', 'missed', 'away', 'new', 'coming', 'birthday') or p_spent < 0
    or not coalesce(p_page between 1 and 100000 and p_limit between 1 and 1000, false) then
    perform internal.fail('list_wish');
  end if;
  if hidden and (p_only = 'birthday' or ltrim(p_sort, '-') = 'birthday') then perform internal.fail('not_allowed'); end if;
  if not manages then
    condition := condition || ' and customer.id in (
      select visit.customer_id from public.employees employee join public.appointment_lines line on line.employee_id = employee.id
      join public.appointments visit on visit.id = line.appointment_id where employee.user_id = $4) and internal.serves_customer(customer.id)';
  end if;
  if found is not null then condition := condition || ' and ' || found; end if;
  if p_tag is not null then condition := condition || ' and $2 = any(customer.tags) and customer.tags <> ''{}'''; end if;
  condition := condition || case p_only
    when 'blocked' then ' and customer.blocked'
    when 'missed' then ' and facts.no_shows > 0'
    when 'away' then ' and facts.last_visit_at < $3 - interval ''180 days'' and facts.next_visit_at is null'
    when 'new' then ' and coalesce(facts.visits, 0) = 0'
    when 'coming' then ' and facts.next_visit_at is not null'
    when 'birthday' then ' and customer.birthday is not null and (internal.year_day(customer.birthday) '
      || case when first_day < last_day then 'between $7 and $8)' else '>= $7 or internal.year_day(customer.birthday) <= $8)' end
    else '' end;
  if p_spent is not null then condition := condition || ' and facts.spent_cents >= $9'; end if;
  if p_last_from is not null then condition := condition || ' and facts.last_visit_at >= $10'; end if;
  if p_last_to is not null then condition := condition || ' and facts.last_visit_at < $11'; end if;
  -- What a text finds, and whom staff serve, is found once, for the number and for the page; all else has an index in its order. Executed text is
  -- planned for its arguments each time; a setting of the function for that would have every function planned anew that is called for a row.
  loop
    execute format($list$
      with matches as %s materialized (
        select customer.id, %s as key
        from public.customers customer left join public.customer_facts facts on facts.customer_id = customer.id where %s
      ), page as (
        select id, key from %s order by key %s nulls last, id limit $5 offset $6
      )
      select jsonb_build_object('total', (select count(*) from matches), 'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', customer.id, 'name', customer.name, 'email', case when not $12 then customer.email end, 'phone', case when $12 then '' else customer.phone end, 'blocked', customer.blocked,
        'tags', customer.tags, 'created_at', customer.created_at, 'birthday', case when not $12 then customer.birthday end, 'visits', coalesce(facts.visits, 0),
        'no_shows', coalesce(facts.no_shows, 0), 'spent_cents', coalesce(facts.spent_cents, 0), 'last_visit_at', facts.last_visit_at,
        'next_visit_at', facts.next_visit_at) order by page.key %s nulls last, page.id), '[]'))
      from page join public.customers customer using (id) left join public.customer_facts facts on facts.customer_id = customer.id$list$,
      case when length(btrim(coalesce(p_text, ''))) < 2 and manages then 'not' else '' end, order_by, condition,
      case when from_facts
        then format('(select facts.customer_id as id, %1$s as key from public.customer_facts facts where facts.company_id = $1 and %1$s is not null) known', order_by)
        else 'matches' end,
      direction, direction)
    into answer using p_company, p_tag, present, caller, p_limit, (p_page - 1) * p_limit, first_day, last_day, p_spent,
      p_last_from, p_last_to, hidden;
    -- Whoever has none of it comes after these.
    exit when not from_facts or jsonb_array_length(answer -> 'rows') = p_limit;
    from_facts := false;
  end loop;
  return answer;
end $$;

-- The tags that a company has in use, by how often. Error: not_allowed.
create function public.customer_tags(p_company uuid) returns table (tag text, customers integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_company is null or p_company not in (select internal.companies_with('all_customers')) then perform internal.fail('not_allowed'); end if;
  return query
  select used.tag, count(*)::integer from public.customers customer cross join unnest(customer.tags) used (tag)
  where customer.company_id = p_company and customer.tags <> '{}' group by used.tag order by count(*) desc, used.tag limit 200;
end $$;

revoke execute on function public.list_customers, public.customer_tags from public;
grant execute on function public.list_customers, public.customer_tags to authenticated, service_role;
