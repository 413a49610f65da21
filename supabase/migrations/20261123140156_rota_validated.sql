ALTER TABLE "public"."working_hours" VALIDATE CONSTRAINT "working_hours_rota";
