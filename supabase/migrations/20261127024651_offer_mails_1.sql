set local check_function_bodies = off;

ALTER TYPE "public"."notice_topic" ADD VALUE 'offers' AFTER 'moved';
