set local check_function_bodies = off;

CREATE TABLE "public"."calendar_changes" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "location_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "calendar_changes_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."calendar_changes" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.forget_calendar_changes(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.calendar_changes where id in (
    select id from public.calendar_changes where created_at < internal.kept_since('calendar_changes') limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.note_change_of_hours()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.calendar_changes (location_id)
  select distinct person.location_id from changed join public.employees person on person.id = changed.employee_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.note_change_of_location()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.calendar_changes (location_id) select distinct location_id from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.note_change_of_waits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.calendar_changes (location_id)
  select distinct event.location_id from changed join public.events event on event.id = changed.event_id;
  return null;
end $function$;

CREATE INDEX calendar_changes_created ON public.calendar_changes USING btree (created_at);

CREATE TRIGGER tell_calendars_of_changed AFTER UPDATE ON public.blocks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_gone AFTER DELETE ON public.blocks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_new AFTER INSERT ON public.blocks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_changed AFTER UPDATE ON public.employees REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_gone AFTER DELETE ON public.employees REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_new AFTER INSERT ON public.employees REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_changed AFTER UPDATE ON public.event_waits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_waits();

CREATE TRIGGER tell_calendars_of_gone AFTER DELETE ON public.event_waits REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_waits();

CREATE TRIGGER tell_calendars_of_new AFTER INSERT ON public.event_waits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_waits();

CREATE TRIGGER tell_calendars_of_changed AFTER UPDATE ON public.events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_gone AFTER DELETE ON public.events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_new AFTER INSERT ON public.events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_changed AFTER UPDATE ON public.exceptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_gone AFTER DELETE ON public.exceptions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_new AFTER INSERT ON public.exceptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_changed AFTER UPDATE ON public.resources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_gone AFTER DELETE ON public.resources REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_new AFTER INSERT ON public.resources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_changed AFTER UPDATE ON public.working_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_hours();

CREATE TRIGGER tell_calendars_of_gone AFTER DELETE ON public.working_hours REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_hours();

CREATE TRIGGER tell_calendars_of_new AFTER INSERT ON public.working_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_hours();

CREATE POLICY "members_read" ON "public"."calendar_changes" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))));

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."calendar_changes";

REVOKE ALL ON FUNCTION "internal"."forget_calendar_changes"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_change_of_hours"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_change_of_location"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_change_of_waits"() FROM PUBLIC;

GRANT SELECT ON TABLE "public"."calendar_changes" TO "authenticated";

GRANT ALL ON TABLE "public"."calendar_changes" TO "service_role";

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('calendar_changes', 45, '{public.calendar_changes}', 'Dass sich an einem Standort etwas geändert hat, ohne zu sagen, was', 'einen Tag',
    'Damit offene Kalender folgen (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '1 day', false, 'internal.forget_calendar_changes');
