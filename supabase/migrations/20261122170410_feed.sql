-- The change feed (supabase/schemas/47_feed.sql). Nobody reads it yet; the next file makes its index.
set local check_function_bodies = off;

CREATE TABLE "internal"."feed_cursors" ("consumer" text NOT NULL, "token" text NOT NULL, "moved_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "feed_cursors_consumer_check" CHECK ((length(consumer) <= 100)), CONSTRAINT "feed_cursors_pkey" PRIMARY KEY (consumer), CONSTRAINT "feed_cursors_token_check" CHECK ((length(token) <= 100)));

ALTER TABLE "internal"."feed_cursors" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."feed_epoch" ("is_only" boolean NOT NULL DEFAULT true, "epoch" uuid NOT NULL DEFAULT gen_random_uuid(), CONSTRAINT "feed_epoch_is_only_check" CHECK (is_only), CONSTRAINT "feed_epoch_pkey" PRIMARY KEY (is_only));

ALTER TABLE "internal"."feed_epoch" ENABLE ROW LEVEL SECURITY;

INSERT INTO internal.feed_epoch DEFAULT VALUES;

-- Computed once, not for each row: what is there counts as written by this transaction.
ALTER TABLE "public"."appointment_events" ADD COLUMN "xid" xid8 NOT NULL DEFAULT pg_current_xact_id();

CREATE OR REPLACE FUNCTION internal.changes_since(p_token text, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  oldest constant xid8 := pg_snapshot_xmin(pg_current_snapshot());
  place constant text[] := regexp_match(p_token, '^([0-9a-f-]{36})\.([0-9]{1,19})\.([0-9]{1,18})$');
begin
  if place[1] is distinct from (select epoch::text from internal.feed_epoch) then
    return jsonb_build_object('token', internal.feed_token(oldest, 0), 'reset', true, 'changes', '[]'::jsonb);
  end if;
  return (
    with settled as (
      select event.* from public.appointment_events event
      where (event.xid, event.id) > (place[2]::xid8, place[3]::bigint) and event.xid < oldest
      order by event.xid, event.id limit greatest(p_limit, 1)
    ), page as (
      select count(*) >= greatest(p_limit, 1) as is_full from settled
    ), found as (
      select * from settled
      union all
      select event.* from public.appointment_events event cross join page where not page.is_full and event.xid >= oldest
    )
    select jsonb_build_object(
      'token', case when page.is_full
        then (select internal.feed_token(last.xid, last.id) from settled last order by last.xid desc, last.id desc limit 1)
        else internal.feed_token(oldest, 0) end,
      'reset', false,
      'changes', (select coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'at', found.at, 'verb', found.verb, 'actor', found.actor,
          'appointment_id', found.appointment_id, 'company_id', appointment.company_id, 'location_id', appointment.location_id,
          'from_state', found.from_state, 'to_state', found.to_state, 'old_starts_at', found.old_starts_at,
          'new_starts_at', found.new_starts_at) order by found.xid, found.id), '[]')
        from found join public.appointments appointment on appointment.id = found.appointment_id))
    from page);
end $function$;

CREATE OR REPLACE FUNCTION internal.feed_token(p_xid xid8, p_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select epoch from internal.feed_epoch) || '.' || p_xid || '.' || p_id;
end $function$;

CREATE OR REPLACE FUNCTION internal.renew_feed()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update internal.feed_epoch set epoch = gen_random_uuid();
  update public.appointment_events set xid = pg_current_xact_id() where xid > pg_current_xact_id();
end $function$;

CREATE OR REPLACE FUNCTION public.advance_feed(p_consumer text, p_from text, p_to text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into internal.feed_cursors as present (consumer, token) values (p_consumer, p_to)
  on conflict (consumer) do update set token = excluded.token, moved_at = excluded.moved_at where present.token = p_from;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.read_feed(p_consumer text, p_limit integer DEFAULT 500)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept constant text := (select token from internal.feed_cursors where consumer = p_consumer);
begin
  return internal.changes_since(kept, p_limit) || jsonb_build_object('from', kept);
end $function$;

REVOKE ALL ON FUNCTION "internal"."changes_since"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."feed_token"(xid8, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."renew_feed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."advance_feed"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."advance_feed"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_feed"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_feed"(text, integer) TO "service_role";
