set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.part_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if array_to_string(new.tags, ' ') like '%,%' then
    new.tags := array(
      select btrim(part) from unnest(new.tags) with ordinality given (tag, place)
      cross join regexp_split_to_table(given.tag, ',') with ordinality part (part, piece)
      where btrim(part) <> '' group by btrim(part) order by min(place), min(piece));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.list_customers(p_company uuid, p_text text DEFAULT ''::text, p_tag text DEFAULT NULL::text, p_only text DEFAULT NULL::text, p_sort text DEFAULT 'name'::text, p_page integer DEFAULT 1, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  -- One letter begins the name: as a part of anything it would be everybody.
  found constant text := coalesce(internal.words_found(p_text, 'customer.words'),
    'internal.folded(customer.name) collate "C" like ' || quote_literal(regexp_replace(internal.folded(nullif(btrim(p_text), '')), '([\\%_])', '\\\1', 'g') || '%'));
  caller constant uuid := internal.person();
  sorts constant jsonb := '{"name": "internal.folded(customer.name) collate \"C\"", "last": "facts.last_visit_at", "next": "facts.next_visit_at",
    "visits": "facts.visits", "spent": "facts.spent_cents", "created": "customer.created_at"}';
  order_by constant text := sorts ->> ltrim(p_sort, '-');
  direction constant text := case when p_sort like '-%' then 'desc' else 'asc' end;
  condition text := 'customer.company_id = $1';
  manages constant boolean := p_company in (select internal.companies_with('all_customers'));
  answer jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_as('staff')) then perform internal.fail('not_allowed'); end if;
  if order_by is null or coalesce(p_only, 'new') not in ('blocked', 'missed', 'away', 'new', 'coming')
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
    else '' end;
  -- What a text finds, and whom staff serve, is found once, for the number and for the page; all else has an index in its order. Executed text is
  -- planned for its arguments each time; a setting of the function for that would have every function planned anew that is called for a row.
  execute format($list$
    with matches as %s materialized (
      select customer.id, %s as key
      from public.customers customer left join public.customer_facts facts on facts.customer_id = customer.id where %s
    ), page as (
      select id, key from matches order by key %s nulls last, id limit $5 offset $6
    )
    select jsonb_build_object('total', (select count(*) from matches), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'id', customer.id, 'name', customer.name, 'email', customer.email, 'phone', customer.phone, 'blocked', customer.blocked,
      'tags', customer.tags, 'created_at', customer.created_at, 'visits', coalesce(facts.visits, 0),
      'no_shows', coalesce(facts.no_shows, 0), 'spent_cents', coalesce(facts.spent_cents, 0), 'last_visit_at', facts.last_visit_at,
      'next_visit_at', facts.next_visit_at) order by page.key %s nulls last, page.id), '[]'))
    from page join public.customers customer using (id) left join public.customer_facts facts on facts.customer_id = customer.id$list$,
    case when length(btrim(coalesce(p_text, ''))) < 2 and manages then 'not' else '' end, order_by, condition, direction, direction)
  into answer using p_company, p_tag, present, caller, p_limit, (p_page - 1) * p_limit;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.save_view(p_company uuid, p_list text, p_name text, p_query text, p_default boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  called constant text := left(btrim(coalesce(p_name, '')), 60);
  made uuid;
begin
  if internal.role_in(p_company) is null then perform internal.fail('company_not_found'); end if;
  -- Nor a name of signs that nobody sees.
  if called ~ '^[\s\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]*$' then
    perform internal.fail('view_name_missing');
  end if;
  -- Of two that come at once the second waits and counts the first.
  perform from public.members where company_id = p_company and user_id = caller for no key update;
  if exists (select from public.saved_views where company_id = p_company and user_id = caller and list = p_list
    and lower(name) = lower(called)) then perform internal.fail('view_name_taken'); end if;
  if (select count(*) from public.saved_views where company_id = p_company and user_id = caller and list = p_list) >= 20 then
    perform internal.fail('views_full');
  end if;
  if p_default then
    update public.saved_views set is_default = false where company_id = p_company and user_id = caller and list = p_list and is_default;
  end if;
  insert into public.saved_views (company_id, user_id, list, name, query, is_default)
  values (p_company, caller, p_list, called, left(coalesce(p_query, ''), 600), coalesce(p_default, false)) returning id into made;
  return made;
end $function$;

CREATE TRIGGER part_tags BEFORE INSERT OR UPDATE OF tags ON public.customers FOR EACH ROW EXECUTE FUNCTION internal.part_tags();

REVOKE ALL ON FUNCTION "internal"."part_tags"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."part_tags"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."part_tags"() TO "service_role";
