-- Whoever gives blocked time back says where they have seen it. The new argument can be left out, so that programs of 0.4.0 go on.
set local check_function_bodies = off;

DROP FUNCTION "public"."unblock_time"(uuid, boolean);

CREATE OR REPLACE FUNCTION public.unblock_time(p_block uuid, p_following boolean DEFAULT false, p_seen text[] DEFAULT NULL::text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  block constant public.blocks := internal.open_block(p_block);
  gone integer;
begin
  perform internal.check_block_seen(block, p_seen);
  delete from public.blocks other
  where other.id = p_block or (p_following and other.series = block.series and other.location_id = block.location_id
    and other.starts_at >= block.starts_at and (other.employee_id, other.resource_id) is not distinct from (block.employee_id, block.resource_id));
  get diagnostics gone = row_count;
  return gone;
end $function$;

REVOKE ALL ON FUNCTION "public"."unblock_time"(uuid, boolean, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unblock_time"(uuid, boolean, text[]) TO "authenticated";
