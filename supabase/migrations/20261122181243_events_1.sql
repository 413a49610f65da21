set local check_function_bodies = off;

CREATE TABLE "public"."event_seats" ("event_id" uuid NOT NULL, "seat" smallint NOT NULL, "source" uuid, "expires_at" timestamp with time zone, CONSTRAINT "event_seats_held" CHECK (((expires_at IS NULL) OR (source IS NOT NULL))), CONSTRAINT "event_seats_pkey" PRIMARY KEY (event_id, seat));

ALTER TABLE "public"."event_seats" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."event_seats" SET (fillfactor=70);

CREATE TABLE "public"."events" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "location_id" uuid NOT NULL, "service_id" uuid NOT NULL, "employee_id" uuid NOT NULL, "resource_id" uuid, "title" character varying(120) NOT NULL DEFAULT ''::character varying, "starts_at" timestamp with time zone NOT NULL, "ends_at" timestamp with time zone NOT NULL, "seats" smallint NOT NULL, "price_cents" integer NOT NULL, "cancelled_at" timestamp with time zone, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "events_pkey" PRIMARY KEY (id), CONSTRAINT "events_price_cents_check" CHECK ((price_cents >= 0)), CONSTRAINT "events_seats_check" CHECK (((seats >= 1) AND (seats <= 500))), CONSTRAINT "events_times" CHECK (((starts_at < ends_at) AND (ends_at <= (starts_at + '24:00:00'::interval)) AND (date_trunc('minute'::text, starts_at, 'UTC'::text) = starts_at) AND (date_trunc('minute'::text, ends_at, 'UTC'::text) = ends_at))));

ALTER TABLE "public"."events" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."events" REPLICA IDENTITY FULL;

ALTER TABLE "public"."appointment_lines" ADD COLUMN "event_id" uuid;

ALTER TABLE "public"."appointment_lines" ADD COLUMN "seats" smallint NOT NULL DEFAULT 1;

ALTER TYPE "internal"."occupancy_kind" ADD VALUE 'event' AFTER 'block';
