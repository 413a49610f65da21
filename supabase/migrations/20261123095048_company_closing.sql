set local check_function_bodies = off;

ALTER TABLE "public"."companies" ADD COLUMN "goes_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION internal.cancel_coming(p_company uuid, p_limit integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  reason constant text := 'Der Betrieb schließt.';
  event uuid;
  visit public.appointments;
begin
  for event in select one.id from public.events one join public.locations held on held.id = one.location_id
    where held.company_id = p_company and one.cancelled_at is null and one.starts_at > present order by one.id limit p_limit loop
    perform public.cancel_event(event, reason);
  end loop;
  for visit in select * from public.appointments
    where location_id in (select id from public.locations where company_id = p_company) and starts_at > present
      and state in ('requested', 'confirmed') order by id limit p_limit for update loop
    perform internal.compose_ordered(visit.id);
    perform internal.move(visit, 'cancel', 'business', reason);
  end loop;
  perform internal.compose_ordered(ordered.appointment_id) from (
    select distinct one.appointment_id from public.appointment_events one join public.appointments own on own.id = one.appointment_id
    where one.mails_due and own.company_id = p_company) ordered;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.companies where id = old.company_id and state <> 'closed' and goes_at is null for no key update;
  if found and not exists (select from public.members where company_id = old.company_id and role = 'owner') then
    perform internal.fail('last_owner');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.signed_in_lately()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from jsonb_array_elements(case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end) method
    where to_timestamp((method ->> 'timestamp')::double precision) > internal.present() - interval '1 hour')
$function$;

CREATE OR REPLACE FUNCTION internal.solely_owned(p_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select company.name from public.members member join public.companies company on company.id = member.company_id
  where member.user_id = p_user and member.role = 'owner' and company.state <> 'closed' and company.goes_at is null and not exists (
    select from public.members other where other.company_id = company.id and other.role = 'owner' and other.user_id <> p_user) limit 1
$function$;

CREATE OR REPLACE FUNCTION public.close_company(p_company uuid, p_name text DEFAULT ''::text, p_cancel boolean DEFAULT false, p_limit integer DEFAULT 200)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  company public.companies;
  place uuid;
  expected integer;
begin
  perform internal.open_company(p_company, 'owner');
  select * into company from public.companies where id = p_company;
  if company.goes_at is not null then return company.goes_at; end if;
  if not internal.signed_in_lately() then perform internal.fail('sign_in_again'); end if;
  if btrim(coalesce(p_name, '')) <> btrim(company.name) then perform internal.fail('name_differs'); end if;
  -- Nobody books meanwhile.
  for place in select id from public.locations where company_id = p_company order by id loop
    perform internal.lock_location(place, true);
  end loop;
  if p_cancel then perform internal.cancel_coming(p_company, greatest(least(p_limit, 1000), 1)); end if;
  expected := public.coming_appointments(p_company);
  if expected > 0 and p_cancel then return null; end if;
  if expected > 0 then perform internal.fail('appointments_coming', expected::text); end if;
  -- Courses that nobody has booked, and whoever is just booking.
  perform internal.cancel_coming(p_company, 1000);
  perform internal.end_hold(open.id, false) from public.holds open
  where open.location_id in (select id from public.locations where company_id = p_company) and open.ended_at is null;
  update public.locations set state = 'paused' where company_id = p_company and state = 'published';
  update public.companies set state = case when state = 'suspended' then state else 'closed' end, goes_at = present + interval '14 days'
  where id = p_company returning * into company;
  -- Else the next sign-in after the deletion would make the company of the registration again.
  update auth.users set raw_user_meta_data = raw_user_meta_data - 'company_name' - 'agreements'
  where id in (select user_id from public.members where company_id = p_company) and raw_user_meta_data ? 'company_name';
  perform internal.mail_account(owner.user_id, 'company_closed', jsonb_build_object('company', company.name, 'due_at', company.goes_at))
  from public.members owner where owner.company_id = p_company and owner.role = 'owner';
  return company.goes_at;
end $function$;

CREATE OR REPLACE FUNCTION public.coming_appointments(p_company uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer from public.appointments
  where location_id in (select id from public.locations where company_id = p_company) and starts_at > internal.present()
    and state in ('requested', 'confirmed') and p_company in (select internal.companies_as('owner'))
$function$;

CREATE OR REPLACE FUNCTION public.companies_to_delete(p_limit integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', gone.id, 'locations', array(select place.id from public.locations place where place.company_id = gone.id))), '[]')
  from (select id from public.companies where goes_at <= internal.present() order by goes_at limit p_limit) gone
$function$;

CREATE OR REPLACE FUNCTION public.create_company(p_name text, p_phone text DEFAULT ''::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := internal.person();
  made uuid;
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  if length(btrim(coalesce(p_name, ''))) < 2 then perform internal.fail('name_missing'); end if;
  perform pg_advisory_xact_lock(hashtextextended(caller::text, 1));
  select company.id into made from public.companies company join public.members member on member.company_id = company.id
  where member.user_id = caller and member.role = 'owner' and company.name = btrim(p_name) and company.goes_at is null;
  if made is not null then return made; end if;
  insert into public.companies (name, legal_name, phone, email, representative)
  select btrim(p_name), btrim(p_name), left(coalesce(p_phone, ''), 40), coalesce(account.email, ''), profile.name
  from public.profiles profile join auth.users account on account.id = profile.id where profile.id = caller
  returning id into made;
  insert into public.members (company_id, user_id, role) values (made, caller, 'owner');
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_company(p_company uuid, p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  perform from public.companies where id = p_company and goes_at <= internal.present() for update;
  if not found then return 0; end if;
  delete from public.appointments where id in (select id from public.appointments
    where location_id in (select id from public.locations where company_id = p_company) limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.customers where id in (select id from public.customers where company_id = p_company limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.messages where id in (select id from public.messages where company_id = p_company limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.companies where id = p_company;
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_company(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.open_company(p_company, 'owner');
  update public.companies set state = case when state = 'closed' then 'active' else state end, goes_at = null
  where id = p_company and goes_at is not null;
end $function$;

ALTER TABLE "public"."companies" ADD CONSTRAINT "companies_goes" CHECK (((goes_at IS NULL) OR (state <> 'active'::public.company_state)));

REVOKE ALL ON FUNCTION "internal"."cancel_coming"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."signed_in_lately"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."close_company"(uuid, text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."close_company"(uuid, text, boolean, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."coming_appointments"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."coming_appointments"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."companies_to_delete"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."companies_to_delete"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."delete_company"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_company"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reopen_company"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reopen_company"(uuid) TO "authenticated";

insert into internal.message_kinds (kind, purpose, priority) values ('company_closed', 'transactional', 10);
update internal.exported_tables set left_out = '{state,goes_at,created_at,updated_at}' where name = 'companies';
