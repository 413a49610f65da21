set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.count_stars(p_location uuid)
 RETURNS integer[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array[
    count(*) filter (where rating = 5), count(*) filter (where rating = 4), count(*) filter (where rating = 3),
    count(*) filter (where rating = 2), count(*) filter (where rating = 1)]::integer[]
  from public.reviews where location_id = p_location;
$function$;

CREATE OR REPLACE FUNCTION public.list_starts(p_location uuid, p_services uuid[], p_employee uuid DEFAULT NULL::uuid, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(free) order by free.starts_at), '[]')
  from public.available_starts(p_location, p_services, p_employee, p_from, p_to) free;
$function$;

REVOKE ALL ON FUNCTION "public"."count_stars"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_stars"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."count_stars"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_starts"(uuid, uuid[], uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_starts"(uuid, uuid[], uuid, date, date) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_starts"(uuid, uuid[], uuid, date, date) TO "service_role";
