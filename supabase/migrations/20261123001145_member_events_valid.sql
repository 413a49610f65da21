ALTER TABLE "public"."member_events" VALIDATE CONSTRAINT "member_events_verb_check";
