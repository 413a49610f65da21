ALTER TABLE "public"."saved_views" DROP CONSTRAINT "saved_views_list_check";

ALTER TABLE "public"."saved_views" ADD CONSTRAINT "saved_views_list_check" CHECK ((list = ANY (ARRAY['appointments'::text, 'customers'::text])));
