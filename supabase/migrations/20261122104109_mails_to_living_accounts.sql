set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.mail_account(p_user uuid, p_kind text, p_more jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at)
  select p_kind, 'customer', account.email,
    jsonb_build_object('name', coalesce(profile.name, ''), 'at', internal.present()) || p_more, internal.present()
  from auth.users account left join public.profiles profile on profile.id = account.id
  where account.id = p_user and account.email_confirmed_at is not null and coalesce(account.email, '') <> '' and account.deleted_at is null;
end $function$;
