set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.drop_occupancies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  if exists (
    select from gone join public.locations place on place.id = gone.location_id
    join public.occupancies one on one.subject = gone.id and internal.is_live(one.expires_at, present)) then
    raise exception using errcode = '23503', message = format('time of these %s is taken', tg_table_name);
  end if;
  perform internal.end_hold(hold.id, false) from (
    select distinct one.source as id from public.occupancies one where one.subject in (select id from gone) and one.expires_at <= present) hold;
  delete from public.occupancies where subject in (select id from gone);
  return null;
end $function$;
