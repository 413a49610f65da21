set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.count_attempt(p_limit text, p_key text, p_most integer, p_seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key text := p_key;
begin
  if p_key like '%:%' then
    begin
      key := network(set_masklen(split_part(p_key, ' ', 1)::inet, 64))::text || substr(p_key, strpos(p_key || ' ', ' '));
    exception when invalid_text_representation or invalid_parameter_value then
      -- No address: it counts as it is.
    end;
  end if;
  return internal.spend(array[
    row('attempts of ' || p_limit || ' ' || encode(sha256(convert_to(key, 'UTF8')), 'hex'), p_most, p_seconds)::internal.budget]) is null;
end $function$;

REVOKE ALL ON FUNCTION "public"."count_attempt"(text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_attempt"(text, text, integer, integer) TO "service_role";
