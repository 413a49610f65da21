set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.set_default_view(p_view uuid, p_default boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_view public.saved_views;
begin
  select * into found_view from public.saved_views where id = p_view and user_id = internal.person()
    and company_id in (select internal.companies_as('staff'));
  if found_view.id is null then perform internal.fail('view_not_found'); end if;
  perform from public.members where company_id = found_view.company_id and user_id = found_view.user_id for no key update;
  update public.saved_views set is_default = false
  where company_id = found_view.company_id and user_id = found_view.user_id and list = found_view.list and is_default
    and (p_default or id = p_view);
  update public.saved_views set is_default = true where id = p_view and p_default;
end $function$;
