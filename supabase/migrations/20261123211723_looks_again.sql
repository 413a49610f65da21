set local check_function_bodies = off;

DROP FUNCTION "internal"."look_at_customer"(uuid, uuid, text);

DROP FUNCTION "public"."open_customer"(uuid, uuid);

DROP FUNCTION "public"."open_health"(uuid, uuid);

CREATE OR REPLACE FUNCTION internal.look_at_customer(p_company uuid, p_customer uuid, p_what text, p_again boolean DEFAULT false)
 RETURNS public.customers
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  file public.customers;
begin
  select * into file from public.customers where id = p_customer and company_id = p_company;
  if file.id is null or not internal.may_see_customer(file.id, file.company_id) then perform internal.fail('customer_not_found'); end if;
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select file.id, file.company_id, present, caller, left(internal.person_name(caller), 254), p_what
  where p_what = 'health_changed' or not exists (
    select from public.customer_looks look where look.customer_id = file.id and look.user_id = caller and look.what = p_what
      and look.at > present - case when p_again then interval '12 hours' else interval '10 minutes' end);
  return file;
end $function$;

CREATE OR REPLACE FUNCTION public.open_customer(p_company uuid, p_customer uuid, p_again boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file public.customers;
  kept uuid;
begin
  if p_company in (select internal.companies_with('all_customers')) then
    select merge.kept_id into kept from internal.customer_merges merge where merge.gone_id = p_customer and merge.company_id = p_company;
    if kept is not null then perform internal.fail('customer_merged', kept::text); end if;
  end if;
  file := internal.look_at_customer(p_company, p_customer, 'card', p_again);
  return jsonb_build_object(
    'id', file.id, 'name', file.name, 'email', file.email, 'phone', file.phone, 'note', file.note, 'blocked', file.blocked, 'tags', file.tags,
    'user_id', file.user_id, 'created_at', file.created_at, 'updated_at', file.updated_at, 'birthday', file.birthday,
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('id', other.id, 'kind', other.kind, 'value', other.value, 'label', other.label)
      order by other.kind, other.created_at, other.id), '[]') from public.customer_contacts other where other.customer_id = file.id),
    'relatives', internal.relatives_of(p_company, p_customer), 'merges', internal.merges_of(p_company, p_customer),
    'facts', (select to_jsonb(facts) from public.customer_facts facts where facts.customer_id = file.id),
    'health', case when p_company in (select internal.companies_with('health')) then
      exists (select from public.customer_health health where health.customer_id = file.id) end);
end $function$;

CREATE OR REPLACE FUNCTION public.open_health(p_company uuid, p_customer uuid, p_again boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept public.customer_health;
begin
  perform internal.may_see_health(p_company);
  perform internal.look_at_customer(p_company, p_customer, 'health', p_again);
  select * into kept from public.customer_health where customer_id = p_customer;
  return jsonb_build_object('note', coalesce(kept.note, ''), 'updated_at', kept.updated_at, 'updated_by', kept.updated_by);
end $function$;

REVOKE ALL ON FUNCTION "internal"."look_at_customer"(uuid, uuid, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."open_customer"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_customer"(uuid, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_health"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_health"(uuid, uuid, boolean) TO "authenticated";
