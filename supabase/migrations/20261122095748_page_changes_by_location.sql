ALTER TABLE "public"."employee_services" REPLICA IDENTITY FULL;

ALTER TABLE "public"."employees" REPLICA IDENTITY FULL;

ALTER TABLE "public"."exceptions" REPLICA IDENTITY FULL;

ALTER TABLE "public"."location_images" REPLICA IDENTITY FULL;

ALTER TABLE "public"."reviews" REPLICA IDENTITY FULL;

ALTER TABLE "public"."services" REPLICA IDENTITY FULL;

ALTER TABLE "public"."working_hours" REPLICA IDENTITY FULL;
