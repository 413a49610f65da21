set local check_function_bodies = off;

CREATE TABLE "public"."customer_health" ("customer_id" uuid NOT NULL, "company_id" uuid NOT NULL, "note" character varying(2000) NOT NULL, "updated_at" timestamp with time zone NOT NULL, "updated_by" character varying(254) NOT NULL, CONSTRAINT "customer_health_note_check" CHECK ((length(btrim((note)::text)) > 0)), CONSTRAINT "customer_health_pkey" PRIMARY KEY (customer_id));

ALTER TABLE "public"."customer_health" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."customer_looks" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "customer_id" uuid NOT NULL, "company_id" uuid NOT NULL, "at" timestamp with time zone NOT NULL, "user_id" uuid NOT NULL, "who" character varying(254) NOT NULL, "what" text NOT NULL, CONSTRAINT "customer_looks_pkey" PRIMARY KEY (id), CONSTRAINT "customer_looks_what_check" CHECK ((what = ANY (ARRAY['card'::text, 'health'::text, 'health_changed'::text, 'export'::text]))));

ALTER TABLE "public"."customer_looks" ENABLE ROW LEVEL SECURITY;

ALTER TYPE "public"."member_right" ADD VALUE 'health' AFTER 'export';
