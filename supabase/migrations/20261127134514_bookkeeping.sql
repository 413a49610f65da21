CREATE TABLE "public"."bookkeeping_settings" ("company_id" uuid NOT NULL, "chart" text NOT NULL DEFAULT '03'::text, "consultant" integer, "client" integer, "year_begins" smallint NOT NULL DEFAULT 1, "provider_balance" text NOT NULL DEFAULT ''::text, "prepaid" text NOT NULL DEFAULT ''::text, "refunds_due" text NOT NULL DEFAULT ''::text, "revenue" text NOT NULL DEFAULT ''::text, "fee_income" text NOT NULL DEFAULT ''::text, "provider_fee" text NOT NULL DEFAULT ''::text, "disputed" text NOT NULL DEFAULT ''::text, "bank" text NOT NULL DEFAULT ''::text, "voucher_liability" text NOT NULL DEFAULT ''::text, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "bookkeeping_settings_bank_check" CHECK ((bank ~ '^(\d{4})?$'::text)), CONSTRAINT "bookkeeping_settings_chart_check" CHECK ((chart = ANY (ARRAY['03'::text, '04'::text]))), CONSTRAINT "bookkeeping_settings_client_check" CHECK (((client >= 1) AND (client <= 99999))), CONSTRAINT "bookkeeping_settings_consultant_check" CHECK (((consultant >= 1001) AND (consultant <= 9999999))), CONSTRAINT "bookkeeping_settings_disputed_check" CHECK ((disputed ~ '^(\d{4})?$'::text)), CONSTRAINT "bookkeeping_settings_fee_income_check" CHECK ((fee_income ~ '^(\d{4})?$'::text)), CONSTRAINT "bookkeeping_settings_pkey" PRIMARY KEY (company_id), CONSTRAINT "bookkeeping_settings_prepaid_check" CHECK ((prepaid ~ '^(\d{4})?$'::text)), CONSTRAINT "bookkeeping_settings_provider_balance_check" CHECK ((provider_balance ~ '^(\d{4})?$'::text)), CONSTRAINT "bookkeeping_settings_provider_fee_check" CHECK ((provider_fee ~ '^(\d{4})?$'::text)), CONSTRAINT "bookkeeping_settings_refunds_due_check" CHECK ((refunds_due ~ '^(\d{4})?$'::text)), CONSTRAINT "bookkeeping_settings_revenue_check" CHECK ((revenue ~ '^(\d{4})?$'::text)), CONSTRAINT "bookkeeping_settings_voucher_liability_check" CHECK ((voucher_liability ~ '^(\d{4})?$'::text)), CONSTRAINT "bookkeeping_settings_year_begins_check" CHECK (((year_begins >= 1) AND (year_begins <= 12))));

ALTER TABLE "public"."bookkeeping_settings" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."bookkeeping_settings" ADD CONSTRAINT "bookkeeping_settings_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

CREATE TRIGGER touch BEFORE UPDATE ON public.bookkeeping_settings FOR EACH ROW EXECUTE FUNCTION internal.touch_updated_at();

CREATE POLICY "owners_insert" ON "public"."bookkeeping_settings" FOR INSERT TO "authenticated" WITH CHECK ((company_id IN ( SELECT internal.companies_as('owner'::public.member_role) AS companies_as)));

CREATE POLICY "owners_read" ON "public"."bookkeeping_settings" FOR SELECT TO "authenticated" USING ((company_id IN ( SELECT internal.companies_as('owner'::public.member_role) AS companies_as)));

CREATE POLICY "owners_update" ON "public"."bookkeeping_settings" FOR UPDATE TO "authenticated" USING ((company_id IN ( SELECT internal.companies_as('owner'::public.member_role) AS companies_as))) WITH CHECK ((company_id IN ( SELECT internal.companies_as('owner'::public.member_role) AS companies_as)));

GRANT INSERT ("bank"), UPDATE ("bank") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("chart"), UPDATE ("chart") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("client"), UPDATE ("client") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("company_id") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("consultant"), UPDATE ("consultant") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("disputed"), UPDATE ("disputed") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("fee_income"), UPDATE ("fee_income") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("prepaid"), UPDATE ("prepaid") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("provider_balance"), UPDATE ("provider_balance") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("provider_fee"), UPDATE ("provider_fee") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("refunds_due"), UPDATE ("refunds_due") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("revenue"), UPDATE ("revenue") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("voucher_liability"), UPDATE ("voucher_liability") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT INSERT ("year_begins"), UPDATE ("year_begins") ON TABLE "public"."bookkeeping_settings" TO "authenticated";

GRANT SELECT ON TABLE "public"."bookkeeping_settings" TO "authenticated";

REVOKE ALL ON TABLE "public"."bookkeeping_settings" FROM "service_role";

GRANT SELECT ON TABLE "public"."bookkeeping_settings" TO "service_role";
