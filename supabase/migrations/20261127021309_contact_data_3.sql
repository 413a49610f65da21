-- Members without the right read views instead of these tables; programs before read the tables, as everybody has the right as long as they run alone.
set local check_function_bodies = off;

CREATE VIEW "public"."shown_appointment_changes" WITH (security_barrier=true) AS  SELECT event_id,
    appointment_id,
        CASE
            WHEN (EXISTS ( SELECT
               FROM public.appointments visit
              WHERE ((visit.id = appointment_changes.appointment_id) AND (visit.company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with)))))) THEN changes
            ELSE ( SELECT COALESCE(jsonb_agg(every.part ORDER BY every.turn), '[]'::jsonb) AS "coalesce"
               FROM jsonb_array_elements(appointment_changes.changes) WITH ORDINALITY every(part, turn)
              WHERE ((every.part ->> 'what'::text) <> ALL (ARRAY['email'::text, 'phone'::text])))
        END AS changes
   FROM public.appointment_changes
  WHERE internal.works_on(appointment_id);

REVOKE ALL ON TABLE "public"."shown_appointment_changes" FROM "anon", "authenticated", "service_role";

CREATE VIEW "public"."shown_appointments" WITH (security_barrier=true) AS  SELECT id,
    company_id,
    location_id,
    state,
    starts_at,
    ends_at,
    customer_id,
    user_id,
    contact_name,
        CASE
            WHEN ((user_id = ( SELECT internal.person() AS person)) OR (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with)))) THEN contact_email
            ELSE ''::character varying
        END AS contact_email,
        CASE
            WHEN ((user_id = ( SELECT internal.person() AS person)) OR (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with)))) THEN contact_phone
            ELSE ''::character varying
        END AS contact_phone,
    note,
    total_cents,
    source,
    cancellation_hours,
    sequence,
    created_at,
    updated_at,
    employee_chosen,
    origin,
    for_name,
    arrived_at,
    package_name,
    series
   FROM public.appointments
  WHERE ((user_id = ( SELECT internal.person() AS person)) OR (location_id = ANY (ARRAY( SELECT internal.locations_with('all_calendars'::public.member_right) AS locations_with))) OR ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))) AND internal.has_own_line(id)));

REVOKE ALL ON TABLE "public"."shown_appointments" FROM "anon", "authenticated", "service_role";

CREATE VIEW "public"."shown_customers" WITH (security_barrier=true) AS  SELECT id,
    company_id,
    user_id,
    name,
        CASE
            WHEN (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with))) THEN email
            ELSE NULL::extensions.citext
        END AS email,
        CASE
            WHEN (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with))) THEN phone
            ELSE ''::character varying
        END AS phone,
    note,
    blocked,
    created_at,
    updated_at,
    tags,
        CASE
            WHEN (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with))) THEN birthday
            ELSE NULL::date
        END AS birthday,
    merged_at
   FROM public.customers
  WHERE ((company_id = ANY (ARRAY( SELECT internal.companies_with('all_customers'::public.member_right) AS companies_with))) OR ((company_id = ANY (ARRAY( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))) AND internal.serves_customer(id)));

REVOKE ALL ON TABLE "public"."shown_customers" FROM "anon", "authenticated", "service_role";

CREATE VIEW "public"."shown_event_waits" WITH (security_barrier=true) AS  SELECT wait.id,
    wait.event_id,
    wait.seats,
    wait.user_id,
    wait.name,
        CASE
            WHEN ((wait.user_id = ( SELECT internal.person() AS person)) OR (event.location_id = ANY (ARRAY( SELECT internal.locations_with('contact_data'::public.member_right) AS locations_with)))) THEN wait.email
            ELSE ''::character varying
        END AS email,
        CASE
            WHEN ((wait.user_id = ( SELECT internal.person() AS person)) OR (event.location_id = ANY (ARRAY( SELECT internal.locations_with('contact_data'::public.member_right) AS locations_with)))) THEN wait.phone
            ELSE ''::character varying
        END AS phone,
    wait.created_at,
    wait.hold_id,
    wait.left_at,
    wait.confirmed_at
   FROM (public.event_waits wait
     JOIN public.events event ON ((event.id = wait.event_id)))
  WHERE ((wait.user_id = ( SELECT internal.person() AS person)) OR ((wait.confirmed_at IS NOT NULL) AND ((event.location_id = ANY (ARRAY( SELECT internal.locations_with('all_calendars'::public.member_right) AS locations_with))) OR ((event.location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))) AND (event.employee_id = ANY (ARRAY( SELECT internal.own_employees() AS own_employees)))))));

REVOKE ALL ON TABLE "public"."shown_event_waits" FROM "anon", "authenticated", "service_role";

CREATE VIEW "public"."shown_messages" WITH (security_barrier=true) AS  SELECT id,
    company_id,
    appointment_id,
    customer_id,
    kind,
    audience,
    channel,
    state,
    attempts,
    sent_at,
    created_at,
        CASE
            WHEN ((audience <> 'customer'::public.actor_kind) OR (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with)))) THEN recipient
            ELSE ''::text
        END AS recipient,
    internal.shown_error(last_error, (NOT (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with))))) AS last_error,
    payload ->> 'invitation_id'::text AS invitation_id
   FROM public.messages
  WHERE (((appointment_id IS NOT NULL) AND ((user_id IS NULL) OR (user_id = ( SELECT internal.person() AS person))) AND (company_id = ANY (ARRAY( SELECT internal.companies_with('all_calendars'::public.member_right) AS companies_with)))) OR (((appointment_id IS NULL) OR (user_id IS NOT NULL)) AND (company_id = ANY (ARRAY( SELECT internal.companies_as('manager'::public.member_role) AS companies_as)))));

REVOKE ALL ON TABLE "public"."shown_messages" FROM "anon", "authenticated", "service_role";

CREATE VIEW "public"."shown_withdrawals" WITH (security_barrier=true) AS  SELECT id,
    appointment_id,
    company_id,
    name,
        CASE
            WHEN (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with))) THEN email
            ELSE ''::text
        END AS email,
    booking_number,
    statement,
    declared_at
   FROM public.withdrawals
  WHERE ((company_id = ANY (ARRAY( SELECT internal.companies_with('all_calendars'::public.member_right) AS companies_with))) OR ((company_id = ANY (ARRAY( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))) AND internal.has_own_line(appointment_id)));

REVOKE ALL ON TABLE "public"."shown_withdrawals" FROM "anon", "authenticated", "service_role";

CREATE TRIGGER tell_calendars_of_changed AFTER UPDATE ON public.appointments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_visits();

CREATE TRIGGER tell_calendars_of_new AFTER INSERT ON public.appointments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_visits();

CREATE POLICY "contact_data" ON "public"."appointment_changes" AS RESTRICTIVE FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.appointments visit
  WHERE (visit.id = appointment_changes.appointment_id))));

DROP POLICY "with_appointment" ON "public"."appointment_events";

CREATE POLICY "with_appointment" ON "public"."appointment_events" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.shown_appointments appointment
  WHERE (appointment.id = appointment_events.appointment_id))));

DROP POLICY "with_appointment" ON "public"."appointment_lines";

CREATE POLICY "with_appointment" ON "public"."appointment_lines" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.shown_appointments appointment
  WHERE (appointment.id = appointment_lines.appointment_id))));

CREATE POLICY "contact_data" ON "public"."appointments" AS RESTRICTIVE FOR SELECT TO "authenticated" USING (((user_id = ( SELECT internal.person() AS person)) OR (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with)))));

CREATE POLICY "contact_data" ON "public"."customer_contacts" AS RESTRICTIVE FOR SELECT TO "authenticated" USING (((kind = 'name'::text) OR (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with)))));

CREATE POLICY "contact_data_update" ON "public"."customers" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING ((company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with))));

CREATE POLICY "contact_data" ON "public"."customers" AS RESTRICTIVE FOR SELECT TO "authenticated" USING ((company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with))));

DROP POLICY "with_appointment" ON "public"."early_starts";

CREATE POLICY "with_appointment" ON "public"."early_starts" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.shown_appointments appointment
  WHERE (appointment.id = early_starts.appointment_id))));

CREATE POLICY "contact_data" ON "public"."event_waits" AS RESTRICTIVE FOR SELECT TO "authenticated" USING (((user_id = ( SELECT internal.person() AS person)) OR (EXISTS ( SELECT
   FROM public.events event
  WHERE ((event.id = event_waits.event_id) AND (event.location_id = ANY (ARRAY( SELECT internal.locations_with('contact_data'::public.member_right) AS locations_with))))))));

CREATE POLICY "contact_data" ON "public"."messages" AS RESTRICTIVE FOR SELECT TO "authenticated" USING ((company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with))));

CREATE POLICY "contact_data" ON "public"."withdrawals" AS RESTRICTIVE FOR SELECT TO "authenticated" USING ((company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with))));

REVOKE ALL ON FUNCTION "internal"."appointment_rows"(uuid[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."companies_with_files"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."customer_found"(text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."hides_contacts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."message_rows"(uuid[], boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."names_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_change_of_visits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."reached_customer"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."shown_error"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."shown_error"(text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "internal"."told_words"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."without_empty"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_customer_words"(uuid, uuid, timestamp with time zone, text, text, text[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_customer_words"(uuid, uuid, timestamp with time zone, text, text, text[], boolean) TO "authenticated";

GRANT SELECT ON TABLE "public"."shown_appointment_changes" TO "authenticated";

GRANT SELECT ON TABLE "public"."shown_appointments" TO "authenticated";

GRANT SELECT ON TABLE "public"."shown_customers" TO "authenticated";

GRANT SELECT ON TABLE "public"."shown_event_waits" TO "authenticated";

GRANT SELECT ON TABLE "public"."shown_messages" TO "authenticated";

GRANT SELECT ON TABLE "public"."shown_withdrawals" TO "authenticated";
