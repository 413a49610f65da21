-- Another role is given over the one that was seen. The new argument can be left out, as programs of 0.4.0 do.
set local check_function_bodies = off;

DROP FUNCTION "public"."change_member_role"(uuid, uuid, public.member_role);

CREATE OR REPLACE FUNCTION public.change_member_role(p_company uuid, p_user uuid, p_role public.member_role, p_was public.member_role DEFAULT NULL::public.member_role)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.member_role;
begin
  perform internal.open_company(p_company, 'owner');
  select role into before from public.members where company_id = p_company and user_id = p_user;
  if before is null then perform internal.fail('member_not_found'); end if;
  if before = p_role then return; end if;
  if before <> p_was then perform internal.fail('edited_meanwhile'); end if;
  update public.members set role = p_role where company_id = p_company and user_id = p_user;
  delete from public.member_rights where company_id = p_company and user_id = p_user;
  perform internal.log_member(p_company, 'role_changed', internal.person_name(p_user), before, p_role);
end $function$;

REVOKE ALL ON FUNCTION "public"."change_member_role"(uuid, uuid, public.member_role, public.member_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_member_role"(uuid, uuid, public.member_role, public.member_role) TO "authenticated";
