set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.latest_reviews(p_limit integer DEFAULT 3)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(shown) - 'created_at' order by shown.created_at desc, shown.id), '[]')
    from (
      select latest.* from (
        select distinct on (recent.location_id) recent.id, recent.author, recent.rating, recent.text, recent.services, recent.created_at,
          location.slug, location.name, location.city
        from (
          select review.* from public.reviews review
          where review.state = 'published' and review.text <> '' and internal.is_listed(review.location_id)
          order by review.created_at desc limit 50
        ) recent
        join public.locations location on location.id = recent.location_id
        order by recent.location_id, recent.created_at desc, recent.id
      ) latest
      order by latest.created_at desc, latest.id
      limit least(greatest(coalesce(p_limit, 3), 0), 12)
    ) shown);
end $function$;

REVOKE ALL ON FUNCTION "public"."latest_reviews"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."latest_reviews"(integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."latest_reviews"(integer) TO "service_role";
