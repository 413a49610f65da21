-- The profile of an account that is proved for the first time is filled anew; the rows there stay as they are.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.settle_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.profiles set name = left(coalesce(new.raw_user_meta_data ->> 'name', ''), 120),
    phone = left(coalesce(new.raw_user_meta_data ->> 'phone', ''), 40)
  where id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.get_invitation(p_secret text)
 RETURNS TABLE(company_name text, email text, role public.member_role, invited_by text, expires_at timestamp with time zone, state text, has_account boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select company.name, invitation.email::text, invitation.role, invitation.invited_by::text, invitation.expires_at,
    case when invitation.accepted_at is not null then 'accepted' when invitation.expires_at <= internal.present() then 'expired'
      else 'open' end,
    exists (select from auth.users account where account.email = invitation.email and account.email_confirmed_at is not null)
  from public.invitation_links link
  join public.invitations invitation on invitation.id = link.invitation_id
  join public.companies company on company.id = invitation.company_id
  where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and company.state <> 'closed'
$function$;

CREATE TRIGGER settle_profile AFTER UPDATE OF email_confirmed_at, phone_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (old.phone_confirmed_at IS NULL) AND ((new.email_confirmed_at IS NOT NULL) OR (new.phone_confirmed_at IS NOT NULL)))) EXECUTE FUNCTION internal.settle_profile();

REVOKE ALL ON FUNCTION "internal"."settle_profile"() FROM PUBLIC;
