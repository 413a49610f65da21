ALTER TYPE "public"."member_right" ADD VALUE 'reports' AFTER 'appointment_price';
