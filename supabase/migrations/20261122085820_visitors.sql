set local check_function_bodies = off;

CREATE TABLE "internal"."visitor_keys" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "key" bytea NOT NULL DEFAULT extensions.gen_random_bytes(32), "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "visitor_keys_pkey" PRIMARY KEY (id));

ALTER TABLE "internal"."visitor_keys" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "internal"."visitor" AS ("address" inet, "unlimited" boolean);

CREATE OR REPLACE FUNCTION internal.is_limited()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return current_setting('role') not in ('none', 'service_role') and not (internal.visitor()).unlimited;
end $function$;

CREATE OR REPLACE FUNCTION internal.visitor()
 RETURNS internal.visitor
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- Minutes that the clocks of app server and database may differ, with the time that a call takes.
  lifetime constant integer := 5;
  parts constant text[] := string_to_array(
    nullif(current_setting('request.headers', true), '')::json ->> 'x-zeitplatz-visitor', '.');
  signed bytea;
  address inet;
  caller internal.visitor := row(null::inet, false);
begin
  if coalesce(cardinality(parts), 0) <> 4 then return caller; end if;
  signed := convert_to(concat_ws('.', parts[1], parts[2], parts[3]), 'UTF8');
  -- Digests are compared, not what was sent: how long that takes tells nothing.
  if not exists (
    select from internal.visitor_keys
    where sha256(convert_to(parts[4], 'UTF8')) = sha256(convert_to(
      translate(encode(extensions.hmac(signed, key, 'sha256'), 'base64'), '+/=', '-_'), 'UTF8'))) then
    return caller;
  end if;
  -- From here on it is what the app server wrote.
  if parts[1] not in ('v1', 'v1-unlimited')
    or abs(extract(epoch from now()) - parts[3]::bigint) > lifetime * 60 then
    return caller;
  end if;
  address := convert_from(decode(rpad(translate(parts[2], '-_', '+/'), (length(parts[2]) + 3) / 4 * 4, '='), 'base64'), 'UTF8')::inet;
  caller.address := case when family(address) = 6 then network(set_masklen(address, 64)) else address end;
  caller.unlimited := parts[1] = 'v1-unlimited';
  return caller;
end $function$;

CREATE OR REPLACE FUNCTION internal.visitor_address()
 RETURNS inet
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (internal.visitor()).address;
end $function$;

CREATE OR REPLACE FUNCTION internal.visitor_network(p_address inet)
 RETURNS inet
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  return network(set_masklen(p_address, case when family(p_address) = 4 then 24 else 56 end));
end $function$;

CREATE OR REPLACE FUNCTION public.rotate_visitor_key()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('visitor_keys', 44));
  delete from internal.visitor_keys where id < (select max(id) from internal.visitor_keys);
  insert into internal.visitor_keys default values;
end $function$;

CREATE OR REPLACE FUNCTION public.visitor_signing_key()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('visitor_keys', 44));
  if not exists (select from internal.visitor_keys) then insert into internal.visitor_keys default values; end if;
  return (select encode(key, 'base64') from internal.visitor_keys order by id desc limit 1);
end $function$;

REVOKE ALL ON FUNCTION "internal"."is_limited"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."visitor"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."visitor_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."visitor_network"(inet) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."rotate_visitor_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rotate_visitor_key"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."visitor_signing_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."visitor_signing_key"() TO "service_role";
