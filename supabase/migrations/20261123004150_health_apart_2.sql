set local check_function_bodies = off;

insert into internal.rights (name, from_role) values ('health', 'manager');

CREATE OR REPLACE FUNCTION internal.forget_appointments(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  nobody constant text := 'Gelöschtes Konto';
  due uuid[];
begin
  with over as (
    delete from internal.appointments_to_forget where appointment_id in (
      select waiting.appointment_id from internal.appointments_to_forget waiting
      join public.appointments appointment on appointment.id = waiting.appointment_id
      where appointment.state not in ('requested', 'confirmed') or appointment.ends_at < internal.present() - interval '1 day'
      limit p_limit for update of waiting skip locked)
    returning appointment_id
  )
  select coalesce(array_agg(appointment_id), '{}') into due from over;
  if cardinality(due) = 0 then return 0; end if;
  update public.appointments set contact_name = nobody, contact_email = '', contact_phone = '', note = '' where id = any(due);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(due);
  update public.reviews set author = nobody where appointment_id = any(due);
  delete from public.appointment_links where appointment_id = any(due);
  delete from public.messages where appointment_id = any(due);
  with nameless as (
    update public.customers customer set name = nobody, email = null, phone = '', note = '', tags = '{}'
    where id in (select customer_id from public.appointments where id = any(due)) and not exists (
      select from public.appointments appointment where appointment.customer_id = customer.id and appointment.contact_name <> nobody)
    returning id
  )
  delete from public.customer_health where customer_id in (select id from nameless);
  return cardinality(due);
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_looks(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  forgotten integer;
begin
  delete from public.customer_looks where id in (
    select id from public.customer_looks where at < internal.present() - interval '1 year' order by at limit p_limit for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION internal.look_at_customer(p_company uuid, p_customer uuid, p_what text)
 RETURNS public.customers
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  file public.customers;
begin
  select * into file from public.customers where id = p_customer and company_id = p_company;
  if file.id is null or not internal.may_see_customer(file.id, file.company_id) then perform internal.fail('customer_not_found'); end if;
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select file.id, file.company_id, present, caller, left(internal.person_name(caller), 254), p_what
  where p_what = 'health_changed' or not exists (
    select from public.customer_looks look where look.customer_id = file.id and look.user_id = caller and look.what = p_what
      and look.at > present - interval '10 minutes');
  return file;
end $function$;

CREATE OR REPLACE FUNCTION internal.may_see_health(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_company is null or p_company not in (select internal.companies_with('health')) then perform internal.fail('not_allowed'); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_due_accounts(p_limit integer DEFAULT 50)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  due uuid;
  first_time boolean;
  done integer := 0;
begin
  for due in select user_id from internal.account_deletions where due_at <= present order by due_at limit p_limit for update skip locked loop
    begin
      perform internal.delete_account(due);
      done := done + 1;
    exception when raise_exception then
      update internal.account_deletions set due_at = present + interval '1 day', blocked_at = coalesce(blocked_at, present)
      where user_id = due returning blocked_at = present into first_time;
      if first_time then
        perform internal.mail_account(due, 'account_deletion_blocked', jsonb_build_object('company', internal.solely_owned(due)));
      end if;
    end;
  end loop;
  delete from public.messages where kind = 'account_deleted' and state not in ('queued', 'sending') and created_at < present - interval '1 day';
  return done + internal.forget_appointments(500) + internal.forget_proofs(500) + internal.forget_looks(5000);
end $function$;

CREATE OR REPLACE FUNCTION public.export_customers(p_company uuid, p_text text DEFAULT ''::text, p_tag text DEFAULT NULL::text, p_only text DEFAULT NULL::text, p_sort text DEFAULT 'name'::text, p_page integer DEFAULT 1, p_limit integer DEFAULT 1000)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  found jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_with('export')) then perform internal.fail('not_allowed'); end if;
  found := public.list_customers(p_company, p_text, p_tag, p_only, p_sort, p_page, p_limit);
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select (file ->> 'id')::uuid, p_company, internal.present(), caller, left(internal.person_name(caller), 254), 'export'
  from jsonb_array_elements(found -> 'rows') file;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.open_customer(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.look_at_customer(p_company, p_customer, 'card');
begin
  return jsonb_build_object(
    'id', file.id, 'name', file.name, 'email', file.email, 'phone', file.phone, 'note', file.note, 'blocked', file.blocked, 'tags', file.tags,
    'user_id', file.user_id, 'created_at', file.created_at, 'updated_at', file.updated_at,
    'facts', (select to_jsonb(facts) from public.customer_facts facts where facts.customer_id = file.id),
    'health', case when p_company in (select internal.companies_with('health')) then
      exists (select from public.customer_health health where health.customer_id = file.id) end);
end $function$;

CREATE OR REPLACE FUNCTION public.open_health(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept public.customer_health;
begin
  perform internal.may_see_health(p_company);
  perform internal.look_at_customer(p_company, p_customer, 'health');
  select * into kept from public.customer_health where customer_id = p_customer;
  return jsonb_build_object('note', coalesce(kept.note, ''), 'updated_at', kept.updated_at, 'updated_by', kept.updated_by);
end $function$;

CREATE OR REPLACE FUNCTION public.save_health(p_company uuid, p_customer uuid, p_note text, p_version timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed constant text := btrim(coalesce(p_note, ''), E' \t\r\n');
  saved timestamptz;
begin
  perform internal.may_see_health(p_company);
  perform internal.look_at_customer(p_company, p_customer, 'health_changed');
  if length(typed) > 2000 then perform internal.fail('note_too_long'); end if;
  -- Of two that come at once the second waits and compares.
  perform from public.customers where id = p_customer for no key update;
  select updated_at into saved from public.customer_health where customer_id = p_customer;
  if saved is distinct from p_version then perform internal.fail('health_changed'); end if;
  if typed = '' then
    delete from public.customer_health where customer_id = p_customer;
  else
    insert into public.customer_health values (p_customer, p_company, typed, date_trunc('milliseconds', clock_timestamp()), left(internal.person_name(internal.person()), 254))
    on conflict (customer_id) do update set note = excluded.note, updated_at = excluded.updated_at, updated_by = excluded.updated_by;
  end if;
end $function$;

ALTER TABLE "public"."customer_health" ADD CONSTRAINT "customer_health_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "public"."customer_health" ADD CONSTRAINT "customer_health_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE "public"."customer_looks" ADD CONSTRAINT "customer_looks_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "public"."customer_looks" ADD CONSTRAINT "customer_looks_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

CREATE INDEX customer_health_company ON public.customer_health USING btree (company_id);

CREATE INDEX customer_looks_at ON public.customer_looks USING btree (at);

CREATE INDEX customer_looks_company ON public.customer_looks USING btree (company_id);

CREATE INDEX customer_looks_customer ON public.customer_looks USING btree (customer_id, at);

CREATE POLICY "owners_read" ON "public"."customer_looks" FOR SELECT TO "authenticated" USING ((company_id = ANY (ARRAY( SELECT internal.companies_as('owner'::public.member_role) AS companies_as))));

REVOKE ALL ON FUNCTION "internal"."forget_looks"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."look_at_customer"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."may_see_health"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."export_customers"(uuid, text, text, text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_customers"(uuid, text, text, text, text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_customer"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_customer"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_health"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_health"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_health"(uuid, uuid, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_health"(uuid, uuid, text, timestamp with time zone) TO "authenticated";

GRANT ALL ON TABLE "public"."customer_health" TO "service_role";

GRANT SELECT ON TABLE "public"."customer_looks" TO "authenticated";

GRANT ALL ON TABLE "public"."customer_looks" TO "service_role";
