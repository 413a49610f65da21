-- Consents to advertising and the way out of them, and addresses that take no mail (supabase/schemas/51b_consents.sql).
set local check_function_bodies = off;

CREATE TABLE "internal"."opt_out_key" ("is_only" boolean NOT NULL DEFAULT true, "key" bytea NOT NULL DEFAULT extensions.gen_random_bytes(32), CONSTRAINT "opt_out_key_is_only_check" CHECK (is_only), CONSTRAINT "opt_out_key_pkey" PRIMARY KEY (is_only));

ALTER TABLE "internal"."opt_out_key" ENABLE ROW LEVEL SECURITY;

INSERT INTO internal.opt_out_key DEFAULT VALUES;

CREATE TABLE "public"."consents" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "at" timestamp with time zone NOT NULL DEFAULT now(), "address_hash" bytea NOT NULL, "channel" text NOT NULL, "company_id" uuid, "given" boolean NOT NULL, "source" text NOT NULL, "text_hash" character varying(64), CONSTRAINT "consents_address_hash_check" CHECK ((length(address_hash) = 32)), CONSTRAINT "consents_channel_check" CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text, 'push'::text]))), CONSTRAINT "consents_pkey" PRIMARY KEY (id), CONSTRAINT "consents_source_check" CHECK ((length(source) <= 60)), CONSTRAINT "consents_worded" CHECK (((NOT given) OR (text_hash IS NOT NULL))));

ALTER TABLE "public"."consents" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."suppressions" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "address_hash" bytea NOT NULL, "channel" text NOT NULL, "reason" text NOT NULL, "company_id" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "suppressions_address_hash_channel_company_id_key" UNIQUE NULLS NOT DISTINCT (address_hash, channel, company_id), CONSTRAINT "suppressions_address_hash_check" CHECK ((length(address_hash) = 32)), CONSTRAINT "suppressions_channel_check" CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text, 'push'::text]))), CONSTRAINT "suppressions_pkey" PRIMARY KEY (id), CONSTRAINT "suppressions_reason_check" CHECK ((reason = ANY (ARRAY['bounced'::text, 'complained'::text, 'blocked'::text]))));

ALTER TABLE "public"."suppressions" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.address_hash(p_address text)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  return sha256(convert_to(internal.mailbox(p_address), 'UTF8'));
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_proofs(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kept_since constant timestamptz := (date_trunc('year', internal.present() at time zone 'Europe/Berlin') - interval '3 years')
    at time zone 'Europe/Berlin';
  withdrawals integer;
  early_starts integer;
  consents integer;
begin
  delete from public.withdrawals where id in (
    select id from public.withdrawals where declared_at < kept_since order by declared_at limit p_limit for update skip locked);
  get diagnostics withdrawals = row_count;
  delete from public.early_starts where appointment_id in (
    select demanded.appointment_id from public.early_starts demanded
    join public.appointments appointment on appointment.id = demanded.appointment_id
    where demanded.agreed_at < kept_since and appointment.starts_at < kept_since
    order by demanded.agreed_at limit p_limit for update of demanded skip locked);
  get diagnostics early_starts = row_count;
  delete from public.consents where id in (
    select said.id from public.consents said where said.at < kept_since and exists (
      select from public.consents newer where newer.address_hash = said.address_hash and newer.channel = said.channel
        and newer.company_id is not distinct from said.company_id and newer.id > said.id and newer.at < kept_since)
    order by said.at limit p_limit for update skip locked);
  get diagnostics consents = row_count;
  return withdrawals + early_starts + consents;
end $function$;

CREATE OR REPLACE FUNCTION internal.has_consented(p_address_hash bytea, p_channel text, p_company uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select said.given from public.consents said
    where said.address_hash = p_address_hash and said.channel = p_channel and said.company_id is not distinct from p_company
    order by said.id desc limit 1);
end $function$;

CREATE OR REPLACE FUNCTION internal.opened_opt_out(p_token text, OUT address_hash bytea, OUT company_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  content bytea;
begin
  if (p_token ~ '^v1\.[A-Za-z0-9_-]{64}\.[A-Za-z0-9_-]{43}$') is not true then perform internal.fail('opt_out_invalid'); end if;
  content := decode(translate(split_part(p_token, '.', 2), '-_', '+/'), 'base64');
  if sha256(convert_to(p_token, 'UTF8')) <> sha256(convert_to(internal.signed_opt_out(content), 'UTF8')) then
    perform internal.fail('opt_out_invalid');
  end if;
  address_hash := substr(content, 1, 32);
  company_id := nullif(encode(substr(content, 33), 'hex')::uuid, '00000000-0000-0000-0000-000000000000');
end $function$;

CREATE OR REPLACE FUNCTION internal.reason_not_to_write(p_purpose public.message_purpose, p_channel text, p_address text, p_company uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  hashed constant bytea := internal.address_hash(p_address);
begin
  if exists (select from public.suppressions closed where closed.address_hash = hashed and closed.channel = p_channel
      and (closed.company_id is null or closed.company_id = p_company)) then
    return 'suppressed';
  end if;
  if p_purpose = 'transactional' then return null; end if;
  return case internal.has_consented(hashed, p_channel, p_company) when true then null when false then 'unsubscribed' else 'no_consent' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.reason_to_skip(message public.messages)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if message.expires_at <= internal.present() then return 'expired'; end if;
  return internal.reason_not_to_write(message.purpose, message.channel, message.recipient, message.company_id);
end $function$;

CREATE OR REPLACE FUNCTION internal.signed_opt_out(p_content bytea)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  content constant text := 'v1.' || translate(replace(encode(p_content, 'base64'), E'\n', ''), '+/=', '-_');
begin
  return content || '.' || translate(encode(extensions.hmac(convert_to(content, 'UTF8'), (select key from internal.opt_out_key), 'sha256'),
    'base64'), '+/=', '-_');
end $function$;

CREATE OR REPLACE FUNCTION public.get_opt_out(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant record := internal.opened_opt_out(p_token);
begin
  return jsonb_build_object('company', case when link.company_id is not null then
      coalesce((select name from public.companies where id = link.company_id), 'diesem Betrieb') end,
    'unsubscribed', internal.has_consented(link.address_hash, 'mail', link.company_id) is false);
end $function$;

CREATE OR REPLACE FUNCTION public.opt_out(p_token text, p_one_click boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant record := internal.opened_opt_out(p_token);
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(link.address_hash, 'hex'), 51));
  if internal.has_consented(link.address_hash, 'mail', link.company_id) is distinct from false then
    insert into public.consents (at, address_hash, channel, company_id, given, source)
    values (internal.present(), link.address_hash, 'mail', link.company_id, false, case when p_one_click then 'one_click' else 'page' end);
  end if;
  return public.get_opt_out(p_token);
end $function$;

CREATE OR REPLACE FUNCTION public.opt_out_token(p_message uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select internal.signed_opt_out(internal.address_hash(message.recipient)
      || uuid_send(coalesce(message.company_id, '00000000-0000-0000-0000-000000000000')))
    from public.messages message where message.id = p_message);
end $function$;

ALTER TABLE "public"."consents" ADD CONSTRAINT "consents_text_hash_fkey" FOREIGN KEY (text_hash) REFERENCES public.consent_texts(hash);

ALTER TABLE "public"."suppressions" ADD CONSTRAINT "suppressions_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

CREATE INDEX consents_address ON public.consents USING btree (address_hash, channel, company_id, id);

CREATE INDEX consents_at ON public.consents USING btree (at);

CREATE INDEX suppressions_company ON public.suppressions USING btree (company_id) WHERE (company_id IS NOT NULL);

CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON public.consents FOR EACH STATEMENT EXECUTE FUNCTION internal.refuse_change();

REVOKE ALL ON FUNCTION "internal"."address_hash"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."has_consented"(bytea, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."opened_opt_out"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."reason_not_to_write"(public.message_purpose, text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."signed_opt_out"(bytea) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_opt_out"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_opt_out"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."opt_out"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."opt_out"(text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."opt_out_token"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."opt_out_token"(uuid) TO "service_role";

REVOKE ALL ON TABLE "public"."consents" FROM "service_role";

GRANT INSERT, SELECT ON TABLE "public"."consents" TO "service_role";

GRANT ALL ON TABLE "public"."suppressions" TO "service_role";
