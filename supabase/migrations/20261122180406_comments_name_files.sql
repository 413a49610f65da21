set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.lock_location(p_location uuid, p_alone boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A hold earlier in this transaction would not have waited for the disk; with what follows, the transaction does.
  if pg_current_xact_id_if_assigned() is not null then perform set_config('synchronous_commit', 'on', true); end if;
  if p_alone then
    perform pg_advisory_xact_lock(hashtextextended(p_location::text, 43));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended(p_location::text, 43));
  end if;
end $function$;
