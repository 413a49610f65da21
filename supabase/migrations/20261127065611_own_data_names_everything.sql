set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.own_account_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  address constant text := lower(internal.own_email());
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return jsonb_build_object(
    'waits', (select coalesce(jsonb_agg(internal.wait_json(wait) order by wait.created_at, wait.id), '[]') from public.event_waits wait where wait.user_id = caller),
    'withdrawals', (select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
      from public.appointments visit join public.withdrawals declared on declared.appointment_id = visit.id where visit.user_id = caller),
    'search_orders', internal.orders_data(caller, address),
    'tickets', internal.tickets_data(caller, address),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'content_reports', case when address is null then '[]' else internal.content_reports_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'order_notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'pace', choice.pace) order by company.name, company.id), '[]')
      from public.order_notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object('location', place.name, 'created_at', kept.created_at) order by kept.created_at, place.id), '[]')
      from public.favourites kept join public.locations place on place.id = kept.location_id where kept.user_id = caller),
    'relatives', (select coalesce(jsonb_agg(jsonb_build_object('name', kin.name, 'birth_year', kin.birth_year, 'created_at', kin.created_at)
        order by kin.created_at, kin.id), '[]') from public.relatives kin where kin.user_id = caller),
    'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'list', kept.list, 'name', kept.name, 'query', kept.query,
        'is_default', kept.is_default, 'created_at', kept.created_at) order by kept.created_at, kept.id), '[]')
      from public.saved_views kept join public.companies company on company.id = kept.company_id where kept.user_id = caller));
end $function$;

CREATE OR REPLACE FUNCTION public.own_data(p_link uuid, p_pass text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant internal.own_data_links := internal.opened_data_link(p_link, p_pass);
begin
  return jsonb_build_object('email', link.email, 'until', link.pass_ends_at,
    'account', exists (select from auth.users where lower(email) = link.email and email_confirmed_at is not null and deleted_at is null),
    'businesses', internal.data_of_guest(link.email),
    'search_orders', internal.orders_data(null, link.email),
    'tickets', internal.tickets_data(null, link.email),
    'withdrawals', internal.withdrawals_of(link.email), 'consents', internal.consents_of(link.email),
    'content_reports', internal.content_reports_of(link.email));
end $function$;
