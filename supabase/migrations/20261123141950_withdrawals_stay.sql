-- The rows were checked by the constraint before this one.
ALTER TABLE "public"."withdrawals" VALIDATE CONSTRAINT "withdrawals_company_id_fkey";
