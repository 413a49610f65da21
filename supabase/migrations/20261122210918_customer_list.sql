set local check_function_bodies = off;

CREATE TABLE "public"."customer_facts" ("customer_id" uuid NOT NULL, "company_id" uuid NOT NULL, "visits" integer NOT NULL, "no_shows" integer NOT NULL, "cancelled" integer NOT NULL, "spent_cents" bigint NOT NULL, "first_visit_at" timestamp with time zone, "last_visit_at" timestamp with time zone, "next_visit_at" timestamp with time zone, CONSTRAINT "customer_facts_pkey" PRIMARY KEY (customer_id));

ALTER TABLE "public"."customer_facts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."customers" ADD COLUMN "tags" text[] NOT NULL DEFAULT '{}'::text[];

CREATE OR REPLACE FUNCTION internal.compute_customer_facts(p_customers uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.customer_facts as kept
    (customer_id, company_id, visits, no_shows, cancelled, spent_cents, first_visit_at, last_visit_at, next_visit_at)
  select customer.id, customer.company_id,
    count(*) filter (where visit.state = 'completed'),
    count(*) filter (where visit.state = 'no_show'),
    count(*) filter (where visit.state = 'cancelled'),
    coalesce(sum(visit.total_cents) filter (where visit.state = 'completed'), 0),
    min(visit.starts_at) filter (where visit.state = 'completed'),
    max(visit.starts_at) filter (where visit.state = 'completed'),
    min(visit.starts_at) filter (where visit.state in ('requested', 'confirmed'))
  from public.customers customer left join public.appointments visit on visit.customer_id = customer.id
  where customer.id = any(p_customers)
  group by customer.id, customer.company_id
  on conflict (customer_id) do update set (visits, no_shows, cancelled, spent_cents, first_visit_at, last_visit_at, next_visit_at) =
    (excluded.visits, excluded.no_shows, excluded.cancelled, excluded.spent_cents, excluded.first_visit_at, excluded.last_visit_at,
      excluded.next_visit_at)
  where (kept.visits, kept.no_shows, kept.cancelled, kept.spent_cents, kept.first_visit_at, kept.last_visit_at, kept.next_visit_at)
    is distinct from (excluded.visits, excluded.no_shows, excluded.cancelled, excluded.spent_cents, excluded.first_visit_at,
      excluded.last_visit_at, excluded.next_visit_at);
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_appointments(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  nobody constant text := 'Gelöschtes Konto';
  due uuid[];
begin
  with over as (
    delete from internal.appointments_to_forget where appointment_id in (
      select waiting.appointment_id from internal.appointments_to_forget waiting
      join public.appointments appointment on appointment.id = waiting.appointment_id
      where appointment.state not in ('requested', 'confirmed') or appointment.ends_at < internal.present() - interval '1 day'
      limit p_limit for update of waiting skip locked)
    returning appointment_id
  )
  select coalesce(array_agg(appointment_id), '{}') into due from over;
  if cardinality(due) = 0 then return 0; end if;
  update public.appointments set contact_name = nobody, contact_email = '', contact_phone = '', note = '' where id = any(due);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(due);
  update public.reviews set author = nobody where appointment_id = any(due);
  delete from public.appointment_links where appointment_id = any(due);
  delete from public.messages where appointment_id = any(due);
  update public.customers customer set name = nobody, email = null, phone = '', note = '', tags = '{}'
  where id in (select customer_id from public.appointments where id = any(due)) and not exists (
    select from public.appointments appointment where appointment.customer_id = customer.id and appointment.contact_name <> nobody);
  return cardinality(due);
end $function$;

CREATE OR REPLACE FUNCTION public.compute_all_customer_facts(p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 500)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  perform pg_advisory_xact_lock(hashtext('customer_facts'));
  ids := array(select id from public.customers where p_after is null or id > p_after order by id limit least(greatest(p_limit, 1), 2000));
  perform internal.compute_customer_facts(ids);
  return jsonb_build_object('last', ids[cardinality(ids)], 'done', cardinality(ids));
end $function$;

CREATE OR REPLACE FUNCTION public.customer_tags(p_company uuid)
 RETURNS TABLE(tag text, customers integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_company is null or p_company not in (select internal.companies_as('manager')) then perform internal.fail('not_allowed'); end if;
  return query
  select used.tag, count(*)::integer from public.customers customer cross join unnest(customer.tags) used (tag)
  where customer.company_id = p_company and customer.tags <> '{}' group by used.tag order by count(*) desc, used.tag limit 200;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_customer_facts(p_limit integer DEFAULT 500)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fed jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtext('customer_facts')) then return jsonb_build_object('done', 0, 'reset', false); end if;
  fed := public.read_feed('customer_facts', p_limit);
  perform internal.compute_customer_facts(array(
    select distinct visit.customer_id from jsonb_array_elements(fed -> 'changes') change
    join public.appointments visit on visit.id = (change ->> 'appointment_id')::uuid where visit.customer_id is not null));
  perform public.advance_feed('customer_facts', fed ->> 'from', fed ->> 'token');
  return jsonb_build_object('done', jsonb_array_length(fed -> 'changes'), 'reset', fed -> 'reset');
end $function$;

CREATE OR REPLACE FUNCTION public.list_customers(p_company uuid, p_text text DEFAULT ''::text, p_tag text DEFAULT NULL::text, p_only text DEFAULT NULL::text, p_sort text DEFAULT 'name'::text, p_page integer DEFAULT 1, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  present constant timestamptz := internal.present();
  found constant text := internal.words_found(p_text, 'customer.words');
  caller constant uuid := internal.person();
  sorts constant jsonb := '{"name": "internal.folded(customer.name) collate \"C\"", "last": "facts.last_visit_at", "next": "facts.next_visit_at",
    "visits": "facts.visits", "spent": "facts.spent_cents", "created": "customer.created_at"}';
  order_by constant text := sorts ->> ltrim(p_sort, '-');
  direction constant text := case when p_sort like '-%' then 'desc' else 'asc' end;
  condition text := 'customer.company_id = $1';
  answer jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_as('staff')) then perform internal.fail('not_allowed'); end if;
  if order_by is null or coalesce(p_only, 'new') not in ('blocked', 'missed', 'away', 'new', 'coming')
    or not coalesce(p_page between 1 and 100000 and p_limit between 1 and 1000, false) then
    perform internal.fail('list_wish');
  end if;
  if p_company not in (select internal.companies_as('manager')) then
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
  -- What a text finds is found once, for the number and for the page; all else has an index in its order.
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
    case when found is null then 'not' else '' end, order_by, condition, direction, direction)
  into answer using p_company, p_tag, present, caller, p_limit, (p_page - 1) * p_limit;
  return answer;
end $function$;

ALTER TABLE "public"."customer_facts" ADD CONSTRAINT "customer_facts_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "public"."customer_facts" ADD CONSTRAINT "customer_facts_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

CREATE INDEX customer_facts_company ON public.customer_facts USING btree (company_id);

CREATE POLICY "with_customer" ON "public"."customer_facts" FOR SELECT TO "authenticated" USING (((company_id = ANY (ARRAY( SELECT internal.companies_as('manager'::public.member_role) AS companies_as))) OR ((company_id = ANY (ARRAY( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))) AND internal.serves_customer(customer_id))));

REVOKE ALL ON FUNCTION "internal"."compute_customer_facts"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."compute_all_customer_facts"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."compute_all_customer_facts"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."customer_tags"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."customer_tags"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."customer_tags"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."keep_customer_facts"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_customer_facts"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_customers"(uuid, text, text, text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_customers"(uuid, text, text, text, text, integer, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_customers"(uuid, text, text, text, text, integer, integer) TO "service_role";

GRANT SELECT ON TABLE "public"."customer_facts" TO "authenticated";

GRANT ALL ON TABLE "public"."customer_facts" TO "service_role";

REVOKE ALL ("tags") ON TABLE "public"."customers" FROM "authenticated";

GRANT INSERT ("tags"), UPDATE ("tags") ON TABLE "public"."customers" TO "authenticated";

ALTER TABLE "public"."customers" ADD CONSTRAINT "customers_tags_short" CHECK (internal.short_texts(tags, 20, 30)) NOT VALID;

