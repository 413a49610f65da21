set local check_function_bodies = off;

DROP POLICY "managers_delete" ON "public"."working_hours";

DROP POLICY "managers_insert" ON "public"."working_hours";

DROP POLICY "managers_update" ON "public"."working_hours";

DROP FUNCTION "public"."replace_working_hours"(uuid, jsonb);

CREATE TABLE "public"."location_hours" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "location_id" uuid NOT NULL, "weekday" smallint NOT NULL, "starts" time without time zone NOT NULL, "ends" time without time zone NOT NULL, "valid_from" date, "valid_to" date, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "location_hours_check1" CHECK (((valid_from IS NULL) OR (valid_to IS NULL) OR (valid_from <= valid_to))), CONSTRAINT "location_hours_check" CHECK (((EXTRACT(second FROM starts) = (0)::numeric) AND (EXTRACT(second FROM ends) = (0)::numeric))), CONSTRAINT "location_hours_pkey" PRIMARY KEY (id), CONSTRAINT "location_hours_starts_check" CHECK ((starts < '24:00:00'::time without time zone)), CONSTRAINT "location_hours_weekday_check" CHECK (((weekday >= 1) AND (weekday <= 7))));

ALTER TABLE "public"."location_hours" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."employees" ADD COLUMN "own_hours" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."exceptions" ADD COLUMN "updated_at" timestamp with time zone NOT NULL DEFAULT now();

CREATE TYPE "internal"."week_row" AS ("weekday" smallint, "starts" time without time zone, "ends" time without time zone, "valid_from" date, "valid_to" date);

CREATE OR REPLACE FUNCTION internal.begin_to_follow()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.follow_hours(new.location_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_week(rows internal.week_row[])
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  twice smallint := (
    select one.weekday
    from unnest(rows) with ordinality as one (weekday, starts, ends, valid_from, valid_to, turn)
    join unnest(rows) with ordinality as other (weekday, starts, ends, valid_from, valid_to, turn)
      on other.weekday = one.weekday and other.turn > one.turn
    where one.starts < (case when other.ends <= other.starts then time '24:00' else other.ends end)
      and other.starts < (case when one.ends <= one.starts then time '24:00' else one.ends end)
      and coalesce(one.valid_from <= other.valid_to, true) and coalesce(other.valid_from <= one.valid_to, true)
    order by 1 limit 1);
begin
  if twice is not null then perform internal.fail('hours_overlap', twice::text); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.employees_with_own_hours()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select managed from internal.employees_as('manager') managed join public.employees employee on employee.id = managed
  where employee.own_hours
$function$;

CREATE OR REPLACE FUNCTION internal.follow_hours(p_location uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.locations where id = p_location for no key update;
  delete from public.working_hours hours using public.employees person
  where person.id = hours.employee_id and person.location_id = p_location and not person.own_hours
    and not exists (select from public.location_hours opened where opened.location_id = p_location
      and (opened.weekday, opened.starts, opened.ends, opened.valid_from, opened.valid_to)
        is not distinct from (hours.weekday, hours.starts, hours.ends, hours.valid_from, hours.valid_to));
  insert into public.working_hours (employee_id, weekday, starts, ends, valid_from, valid_to)
  select person.id, opened.weekday, opened.starts, opened.ends, opened.valid_from, opened.valid_to
  from public.employees person join public.location_hours opened on opened.location_id = person.location_id
  where person.location_id = p_location and not person.own_hours
    and not exists (select from public.working_hours hours where hours.employee_id = person.id
      and (opened.weekday, opened.starts, opened.ends, opened.valid_from, opened.valid_to)
        is not distinct from (hours.weekday, hours.starts, hours.ends, hours.valid_from, hours.valid_to));
end $function$;

CREATE OR REPLACE FUNCTION internal.is_same_week(stored internal.week_row[], p_was jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  was constant internal.week_row[] := array(select jsonb_populate_record(null::internal.week_row, value) from jsonb_array_elements(p_was));
begin
  return p_was is null or cardinality(was) = cardinality(stored)
    and not exists (select * from unnest(stored) except all select * from unnest(was));
end $function$;

CREATE OR REPLACE FUNCTION internal.week_of(p_employee uuid)
 RETURNS internal.week_row[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(select (weekday, starts, ends, valid_from, valid_to)::internal.week_row from public.working_hours where employee_id = p_employee)
$function$;

CREATE OR REPLACE FUNCTION public.choose_hours(p_employee uuid, p_own boolean, p_was jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_employee is null or p_employee not in (select internal.employees_as('manager')) then
    perform internal.fail('employee_not_found');
  end if;
  perform from public.employees where id = p_employee for no key update;
  if not internal.is_same_week(internal.week_of(p_employee), p_was) then perform internal.fail('hours_changed'); end if;
  update public.employees set own_hours = coalesce(p_own, true) where id = p_employee and own_hours <> coalesce(p_own, true);
end $function$;

CREATE OR REPLACE FUNCTION public.replace_location_hours(p_location uuid, p_rows jsonb, p_was jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  perform from public.locations where id = p_location for no key update;
  if not internal.is_same_week(array(select (weekday, starts, ends, valid_from, valid_to)::internal.week_row
    from public.location_hours where location_id = p_location), p_was) then
    perform internal.fail('hours_changed');
  end if;
  delete from public.location_hours where location_id = p_location;
  insert into public.location_hours (location_id, weekday, starts, ends, valid_from, valid_to)
  select p_location, typed.* from jsonb_to_recordset(p_rows) as typed (weekday smallint, starts time, ends time, valid_from date, valid_to date);
  perform internal.check_week(array(select (weekday, starts, ends, valid_from, valid_to)::internal.week_row
    from public.location_hours where location_id = p_location));
  perform internal.follow_hours(p_location);
end $function$;

CREATE OR REPLACE FUNCTION public.replace_working_hours(p_employee uuid, p_rows jsonb, p_was jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_employee is null or p_employee not in (select internal.employees_as('manager')) then
    perform internal.fail('employee_not_found');
  end if;
  -- Two who save at once wait for each other instead of mixing their weeks.
  perform from public.employees where id = p_employee for no key update;
  if not internal.is_same_week(internal.week_of(p_employee), p_was) then perform internal.fail('hours_changed'); end if;
  update public.employees set own_hours = true where id = p_employee and not own_hours;
  delete from public.working_hours hours where hours.employee_id = p_employee
    and not exists (select from jsonb_to_recordset(p_rows) as typed (id uuid) where typed.id = hours.id);
  update public.working_hours hours set weekday = typed.weekday, starts = typed.starts, ends = typed.ends,
    valid_from = case when given.value ? 'valid_from' then typed.valid_from else hours.valid_from end,
    valid_to = case when given.value ? 'valid_to' then typed.valid_to else hours.valid_to end
  from jsonb_array_elements(p_rows) given (value),
    jsonb_to_record(given.value) as typed (id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date)
  where hours.id = typed.id and hours.employee_id = p_employee;
  insert into public.working_hours (employee_id, weekday, starts, ends, valid_from, valid_to)
  select p_employee, typed.weekday, typed.starts, typed.ends, typed.valid_from, typed.valid_to
  from jsonb_to_recordset(p_rows) as typed (id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date)
  where not exists (select from public.working_hours hours where hours.id = typed.id and hours.employee_id = p_employee);
  perform internal.check_week(internal.week_of(p_employee));
end $function$;

ALTER TABLE "public"."location_hours" ADD CONSTRAINT "location_hours_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

CREATE INDEX location_hours_location ON public.location_hours USING btree (location_id, weekday);

CREATE TRIGGER follow_hours_again AFTER UPDATE OF own_hours ON public.employees FOR EACH ROW WHEN ((old.own_hours AND (NOT new.own_hours))) EXECUTE FUNCTION internal.begin_to_follow();

CREATE TRIGGER follow_hours AFTER INSERT ON public.employees FOR EACH ROW WHEN ((NOT new.own_hours)) EXECUTE FUNCTION internal.begin_to_follow();

CREATE TRIGGER touch BEFORE UPDATE ON public.exceptions FOR EACH ROW EXECUTE FUNCTION internal.touch_updated_at();

CREATE POLICY "members_read" ON "public"."location_hours" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))));

CREATE POLICY "managers_delete" ON "public"."working_hours" FOR DELETE TO "authenticated" USING ((employee_id = ANY (ARRAY( SELECT internal.employees_with_own_hours() AS employees_with_own_hours))));

CREATE POLICY "managers_insert" ON "public"."working_hours" FOR INSERT TO "authenticated" WITH CHECK ((employee_id = ANY (ARRAY( SELECT internal.employees_with_own_hours() AS employees_with_own_hours))));

CREATE POLICY "managers_update" ON "public"."working_hours" FOR UPDATE TO "authenticated" USING ((employee_id = ANY (ARRAY( SELECT internal.employees_with_own_hours() AS employees_with_own_hours)))) WITH CHECK ((employee_id = ANY (ARRAY( SELECT internal.employees_with_own_hours() AS employees_with_own_hours))));

REVOKE ALL ON FUNCTION "internal"."begin_to_follow"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_week"(internal.week_row[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."check_week"(internal.week_row[]) TO "authenticated";

REVOKE ALL ON FUNCTION "internal"."employees_with_own_hours"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."employees_with_own_hours"() TO "authenticated";

REVOKE ALL ON FUNCTION "internal"."follow_hours"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_same_week"(internal.week_row[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."is_same_week"(internal.week_row[], jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "internal"."week_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."week_of"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."choose_hours"(uuid, boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."choose_hours"(uuid, boolean, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."replace_location_hours"(uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."replace_location_hours"(uuid, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."replace_working_hours"(uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."replace_working_hours"(uuid, jsonb, jsonb) TO "authenticated";

REVOKE ALL ("own_hours") ON TABLE "public"."employees" FROM "authenticated";

GRANT INSERT ("own_hours"), SELECT ("own_hours"), UPDATE ("own_hours") ON TABLE "public"."employees" TO "authenticated";

GRANT SELECT ON TABLE "public"."location_hours" TO "authenticated";

GRANT ALL ON TABLE "public"."location_hours" TO "service_role";
