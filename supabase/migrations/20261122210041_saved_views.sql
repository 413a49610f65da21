set local check_function_bodies = off;

CREATE TABLE "public"."saved_views" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "user_id" uuid NOT NULL, "list" text NOT NULL, "name" character varying(60) NOT NULL, "query" character varying(600) NOT NULL, "is_default" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "saved_views_list_check" CHECK ((list = 'appointments'::text)), CONSTRAINT "saved_views_name_check" CHECK ((length(btrim((name)::text)) > 0)), CONSTRAINT "saved_views_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."saved_views" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION public.delete_view(p_view uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.saved_views where id = p_view and user_id = internal.person()
    and company_id in (select internal.companies_as('staff'));
  if not found then perform internal.fail('view_not_found'); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.save_view(p_company uuid, p_list text, p_name text, p_query text, p_default boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  called constant text := left(btrim(coalesce(p_name, '')), 60);
  made uuid;
begin
  if internal.role_in(p_company) is null then perform internal.fail('company_not_found'); end if;
  if called = '' then perform internal.fail('view_name_missing'); end if;
  -- Of two that come at once the second waits and counts the first.
  perform from public.members where company_id = p_company and user_id = caller for no key update;
  if exists (select from public.saved_views where company_id = p_company and user_id = caller and list = p_list
    and lower(name) = lower(called)) then perform internal.fail('view_name_taken'); end if;
  if (select count(*) from public.saved_views where company_id = p_company and user_id = caller and list = p_list) >= 20 then
    perform internal.fail('views_full');
  end if;
  if p_default then
    update public.saved_views set is_default = false where company_id = p_company and user_id = caller and list = p_list and is_default;
  end if;
  insert into public.saved_views (company_id, user_id, list, name, query, is_default)
  values (p_company, caller, p_list, called, left(coalesce(p_query, ''), 600), coalesce(p_default, false)) returning id into made;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.set_default_view(p_view uuid, p_default boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_view public.saved_views;
begin
  select * into found_view from public.saved_views where id = p_view and user_id = internal.person()
    and company_id in (select internal.companies_as('staff'));
  if found_view.id is null then perform internal.fail('view_not_found'); end if;
  perform from public.members where company_id = found_view.company_id and user_id = found_view.user_id for no key update;
  update public.saved_views set is_default = false
  where company_id = found_view.company_id and user_id = found_view.user_id and list = found_view.list and is_default;
  update public.saved_views set is_default = true where id = p_view and p_default;
end $function$;

ALTER TABLE "public"."saved_views" ADD CONSTRAINT "saved_views_company_id_user_id_fkey" FOREIGN KEY (company_id, user_id) REFERENCES public.members(company_id, user_id) ON DELETE CASCADE;

CREATE UNIQUE INDEX saved_views_default ON public.saved_views USING btree (company_id, user_id, list) WHERE is_default;

CREATE UNIQUE INDEX saved_views_name ON public.saved_views USING btree (company_id, user_id, list, lower((name)::text));

CREATE POLICY "own" ON "public"."saved_views" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT internal.person() AS person)) AND (company_id IN ( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))));

REVOKE ALL ON FUNCTION "public"."delete_view"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_view"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_view"(uuid, text, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_view"(uuid, text, text, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_default_view"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_default_view"(uuid, boolean) TO "authenticated";

GRANT SELECT ON TABLE "public"."saved_views" TO "authenticated";

GRANT ALL ON TABLE "public"."saved_views" TO "service_role";
