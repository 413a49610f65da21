ALTER TYPE "public"."member_right" ADD VALUE 'appointment_price' AFTER 'health';
