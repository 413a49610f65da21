set local check_function_bodies = off;

DROP POLICY "all_calendars_read" ON "public"."messages";

DROP POLICY "managers_read" ON "public"."messages";

ALTER TABLE "public"."messages" ADD COLUMN "user_id" uuid;

CREATE OR REPLACE FUNCTION internal.note_copy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select member.user_id into new.user_id
  from public.appointments visit join public.locations place on place.id = visit.location_id join public.companies company on company.id = place.company_id
  join public.members member on member.company_id = company.id join auth.users account on account.id = member.user_id
  where visit.id = new.appointment_id and company.id = new.company_id and lower(account.email) = lower(new.recipient)
    and lower(coalesce(nullif(place.email, ''), company.email)) <> lower(new.recipient)
  limit 1 for key share of member;
  return new;
end $function$;

ALTER TABLE "public"."messages" ADD CONSTRAINT "messages_copy_fkey" FOREIGN KEY (company_id, user_id) REFERENCES public.members(company_id, user_id) ON DELETE CASCADE NOT VALID;

CREATE TRIGGER note_copy BEFORE INSERT ON public.messages FOR EACH ROW WHEN (((new.audience = 'business'::public.actor_kind) AND (new.appointment_id IS NOT NULL))) EXECUTE FUNCTION internal.note_copy();

CREATE POLICY "all_calendars_read" ON "public"."messages" FOR SELECT TO "authenticated" USING (((appointment_id IS NOT NULL) AND ((user_id IS NULL) OR (user_id = ( SELECT internal.person() AS person))) AND (company_id = ANY (ARRAY( SELECT internal.companies_with('all_calendars'::public.member_right) AS companies_with)))));

CREATE POLICY "managers_read" ON "public"."messages" FOR SELECT TO "authenticated" USING ((((appointment_id IS NULL) OR (user_id IS NOT NULL)) AND (company_id = ANY (ARRAY( SELECT internal.companies_as('manager'::public.member_role) AS companies_as)))));

REVOKE ALL ON FUNCTION "internal"."note_copy"() FROM PUBLIC;

update internal.exported_tables set only_rows = $$t.state not in ('queued', 'sending') and t.user_id is null$$, left_out = left_out || 'user_id'::text
where name = 'messages';
