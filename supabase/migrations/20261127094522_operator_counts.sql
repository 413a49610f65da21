set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.operator_self()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('role', own.role, 'second_factor', shown.shown,
      'reports', case when shown.shown then (select count(*) from internal.content_reports where state = 'open') else 0 end,
      'tickets', case when shown.shown then (select count(*) from public.tickets where state = 'open') else 0 end)
    from internal.operators own, lateral (select auth.jwt() ->> 'aal' is not distinct from 'aal2') shown (shown)
    where own.user_id = internal.person());
end $function$;
