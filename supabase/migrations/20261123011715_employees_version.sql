REVOKE ALL ("updated_at") ON TABLE "public"."employees" FROM "authenticated";

GRANT SELECT ("updated_at") ON TABLE "public"."employees" TO "authenticated";
