ALTER TYPE "public"."member_role" ADD VALUE 'reception' BEFORE 'manager';
