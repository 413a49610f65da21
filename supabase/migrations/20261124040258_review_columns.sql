CREATE TABLE "internal"."review_networks" ("review_id" uuid NOT NULL, "network" inet NOT NULL, "at" timestamp with time zone NOT NULL, CONSTRAINT "review_networks_pkey" PRIMARY KEY (review_id));

ALTER TABLE "internal"."review_networks" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."reviews" ADD COLUMN "punctual" boolean;

ALTER TABLE "public"."reviews" ADD COLUMN "as_priced" boolean;

ALTER TABLE "public"."reviews" ADD COLUMN "clean" boolean;

ALTER TABLE "public"."reviews" ADD COLUMN "again" boolean;

ALTER TABLE "public"."reviews" ADD COLUMN "services" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."reviews" ADD COLUMN "employee_id" uuid;

ALTER TABLE "public"."reviews" ADD COLUMN "version" integer NOT NULL DEFAULT 1;

ALTER TABLE "public"."reviews" ADD COLUMN "edited_at" timestamp with time zone;

ALTER TABLE "public"."reviews" ADD COLUMN "replied_at" timestamp with time zone;

ALTER TABLE "public"."reviews" ADD COLUMN "additions" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "public"."reviews" ADD COLUMN "hold_reason" text;

ALTER TYPE "public"."review_state" ADD VALUE 'held_back' AFTER 'removed';
