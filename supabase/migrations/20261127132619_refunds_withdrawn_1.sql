set local check_function_bodies = off;

ALTER TYPE "public"."refund_state" ADD VALUE 'withdrawn' AFTER 'failed';
