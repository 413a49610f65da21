-- The list is filtered by the last visit, and a file of it has notes, further contacts and the consent to advertising. Processes of the previous
-- version call both by the names of the arguments, of which they give fewer.
set local check_function_bodies = off;

DROP FUNCTION "public"."export_customers"(uuid, text, text, text, text, integer, integer, integer);

DROP FUNCTION "public"."list_customers"(uuid, text, text, text, text, integer, integer, integer);

CREATE OR REPLACE FUNCTION public.export_customers(p_company uuid, p_text text DEFAULT ''::text, p_tag text DEFAULT NULL::text, p_only text DEFAULT NULL::text, p_sort text DEFAULT 'name'::text, p_page integer DEFAULT 1, p_limit integer DEFAULT 1000, p_spent integer DEFAULT NULL::integer, p_last_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_last_to timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  found jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_with('export')) then perform internal.fail('not_allowed'); end if;
  found := public.list_customers(p_company, p_text, p_tag, p_only, p_sort, p_page, p_limit, p_spent, p_last_from, p_last_to);
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select (file ->> 'id')::uuid, p_company, internal.present(), caller, left(internal.person_name(caller), 254), 'export'
  from jsonb_array_elements(found -> 'rows') file;
  return found || jsonb_build_object('rows', (
    select coalesce(jsonb_agg(listed.one || jsonb_build_object('note', file.note,
      'contacts', (select coalesce(jsonb_agg(jsonb_build_object('kind', other.kind, 'value', other.value) order by other.kind, other.created_at, other.id), '[]')
        from public.customer_contacts other where other.customer_id = file.id),
      'advertising', internal.has_consented(internal.address_hash(file.email::text), 'mail', p_company)) order by listed.place), '[]')
    from jsonb_array_elements(found -> 'rows') with ordinality listed (one, place)
    join public.customers file on file.id = (listed.one ->> 'id')::uuid));
end $function$;

CREATE OR REPLACE FUNCTION public.list_customers(p_company uuid, p_text text DEFAULT ''::text, p_tag text DEFAULT NULL::text, p_only text DEFAULT NULL::text, p_sort text DEFAULT 'name'::text, p_page integer DEFAULT 1, p_limit integer DEFAULT 50, p_spent integer DEFAULT NULL::integer, p_last_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_last_to timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  today constant date := (present at time zone 'Europe/Berlin')::date;
  first_day constant integer := internal.year_day(today);
  last_day constant integer := internal.year_day(today + 30);
  -- One letter begins the name: as a part of anything it would be everybody.
  found constant text := coalesce(internal.words_found(p_text, 'customer.words'),
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
        'id', customer.id, 'name', customer.name, 'email', customer.email, 'phone', customer.phone, 'blocked', customer.blocked,
        'tags', customer.tags, 'created_at', customer.created_at, 'birthday', customer.birthday, 'visits', coalesce(facts.visits, 0),
        'no_shows', coalesce(facts.no_shows, 0), 'spent_cents', coalesce(facts.spent_cents, 0), 'last_visit_at', facts.last_visit_at,
        'next_visit_at', facts.next_visit_at) order by page.key %s nulls last, page.id), '[]'))
      from page join public.customers customer using (id) left join public.customer_facts facts on facts.customer_id = customer.id$list$,
      case when length(btrim(coalesce(p_text, ''))) < 2 and manages then 'not' else '' end, order_by, condition,
      case when from_facts
        then format('(select facts.customer_id as id, %1$s as key from public.customer_facts facts where facts.company_id = $1 and %1$s is not null) known', order_by)
        else 'matches' end,
      direction, direction)
    into answer using p_company, p_tag, present, caller, p_limit, (p_page - 1) * p_limit, first_day, last_day, p_spent,
      p_last_from, p_last_to;
    -- Whoever has none of it comes after these.
    exit when not from_facts or jsonb_array_length(answer -> 'rows') = p_limit;
    from_facts := false;
  end loop;
  return answer;
end $function$;

REVOKE ALL ON FUNCTION "public"."export_customers"(uuid, text, text, text, text, integer, integer, integer, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_customers"(uuid, text, text, text, text, integer, integer, integer, timestamp with time zone, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_customers"(uuid, text, text, text, text, integer, integer, integer, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_customers"(uuid, text, text, text, text, integer, integer, integer, timestamp with time zone, timestamp with time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_customers"(uuid, text, text, text, text, integer, integer, integer, timestamp with time zone, timestamp with time zone) TO "service_role";
