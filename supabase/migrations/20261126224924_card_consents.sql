set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.customer_consents(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with said as (
      select 'advertising' as kind, answer.at, answer.given, answer.channel, own.address, null::uuid as appointment, null::timestamptz as starts_at,
        answer.text_hash, answer.id
      from (
        select lower(file.email::text) as address from public.customers file where file.id = p_customer and file.email is not null
        union select other.value from public.customer_contacts other where other.customer_id = p_customer and other.kind = 'email') own
      join public.consents answer on answer.address_hash = internal.address_hash(own.address) and answer.company_id = p_company
      union all
      select 'early_start', demand.agreed_at, true, null, null, visit.id, visit.starts_at, demand.text_hash, 0
      from public.appointments visit join public.early_starts demand on demand.appointment_id = visit.id
      where visit.customer_id = p_customer and visit.company_id = p_company
        and (visit.location_id in (select internal.locations_with('all_calendars')) or internal.has_own_line(visit.id)))
    select coalesce(jsonb_agg(jsonb_build_object('kind', latest.kind, 'at', latest.at, 'given', latest.given, 'channel', latest.channel,
      'address', latest.address, 'appointment', latest.appointment, 'starts_at', latest.starts_at, 'text', words.text)
      order by latest.at desc, latest.id desc), '[]')
    from (select * from said order by at desc, id desc limit 50) latest
    left join public.consent_texts words on words.hash = latest.text_hash);
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
    'consents', internal.customer_consents(p_company, p_customer),
    'facts', (select to_jsonb(facts) from public.customer_facts facts where facts.customer_id = file.id),
    'health', case when p_company in (select internal.companies_with('health')) then
      exists (select from public.customer_health health where health.customer_id = file.id) end);
end $function$;

REVOKE ALL ON FUNCTION "internal"."customer_consents"(uuid, uuid) FROM PUBLIC;
