-- Only a function changes: mails to a business are counted by mailbox.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.has_had(p_address text, p_hourly integer, p_daily integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  return (select count(*) >= p_daily or count(*) filter (where sent.created_at > present - interval '1 hour') >= p_hourly from (
    select message.created_at from public.messages message
    where internal.mailbox(message.recipient) = internal.mailbox(p_address) and message.audience = 'business' and message.created_at > present - interval '1 day'
      and message.state <> 'suppressed' order by message.created_at desc limit p_daily) sent);
end $function$;
