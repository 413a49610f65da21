-- Bounds of texts and lists, and columns that hold one mail address. They bind what is written from now on; the next file looks at what is
-- there. A rule that changes is replaced without a gap.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.clean_contact(p_contact jsonb, p_by_hand boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name text := btrim(regexp_replace(coalesce(p_contact ->> 'name', ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  email text := btrim(coalesce(p_contact ->> 'email', ''));
  phone text := btrim(regexp_replace(coalesce(p_contact ->> 'phone', ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  note text := btrim(coalesce(p_contact ->> 'note', ''), E' \t\r\n');
begin
  if name = '' then perform internal.fail('name_missing'); end if;
  if length(name) > 120 then perform internal.fail('name_too_long'); end if;
  if email = '' and not p_by_hand then perform internal.fail('email_missing'); end if;
  if email <> '' and not internal.is_address(email) then perform internal.fail('email_invalid'); end if;
  if phone <> '' and (phone !~ '^[+]?[0-9 ()/.-]{5,39}$' or length(regexp_replace(phone, '[^0-9]', '', 'g')) < 5) then
    perform internal.fail('phone_invalid');
  end if;
  if length(note) > 2000 then perform internal.fail('note_too_long'); end if;
  return jsonb_build_object('name', name, 'email', email, 'phone', phone, 'note', note);
end $function$;

CREATE OR REPLACE FUNCTION internal.is_address(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  return length(value) <= 254 and strpos(value, '@') <= 65
    and value ~ '^[^[:space:][:cntrl:]@<>(),;:"\\\[\]]+@([^[:space:][:cntrl:]@<>(),;:"\\\[\]./_]+\.)+[^[:space:][:cntrl:]@<>(),;:"\\\[\]./_0-9][^[:space:][:cntrl:]@<>(),;:"\\\[\]./_]+$'
    and value !~ '\.\.|^\.|\.@|[@.]-|-(\.|$)';
end $function$;

-- What older data held beyond its bounds, so that nothing is lost: see the next file.
CREATE TABLE internal.set_aside (
  id bigint generated always as identity primary key,
  place text not null,
  row_id text not null,
  value text not null,
  at timestamptz not null default now()
);
ALTER TABLE internal.set_aside ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.short_texts(list text[], most integer, longest integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  return cardinality(list) <= most and not exists (select from unnest(list) one where length(one) > longest);
end $function$;

CREATE OR REPLACE FUNCTION internal.sound_appointment(state public.appointment_state, starts_at timestamp with time zone, ends_at timestamp with time zone, hold_expires_at timestamp with time zone, contact_name text, total_cents integer, source text, contact_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return starts_at < ends_at and total_cents >= 0 and (state = 'held') = (hold_expires_at is not null)
    and (state in ('held', 'expired') or length(btrim(contact_name)) > 0) and source in ('web', 'admin', 'widget', 'offer')
    and (contact_email = '' or internal.is_address(contact_email));
end $function$;

CREATE OR REPLACE FUNCTION internal.sound_customer(name text, email text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return length(btrim(name)) > 0 and coalesce(internal.is_address(email), true);
end $function$;

CREATE OR REPLACE FUNCTION internal.sound_line(starts_at timestamp with time zone, ends_at timestamp with time zone, price_cents integer, service_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return starts_at < ends_at and ends_at <= starts_at + interval '24 hours' and price_cents >= 0 and length(service_name) <= 120;
end $function$;

CREATE OR REPLACE FUNCTION public.invite_member(p_company uuid, p_email text, p_role public.member_role, p_employee uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  address constant text := lower(btrim(coalesce(p_email, '')));
  employee record;
  invitation public.invitations;
begin
  perform internal.open_company(p_company, case when p_role = 'staff' then 'manager' else 'owner' end::public.member_role);
  if p_role is null or p_role = 'owner' then perform internal.fail('role_not_allowed'); end if;
  if not internal.is_address(address) then perform internal.fail('email_invalid'); end if;
  if exists (select from public.members member join auth.users account on account.id = member.user_id
    where member.company_id = p_company and account.email = address) then
    perform internal.fail('already_member');
  end if;
  if p_employee is not null then
    select other.user_id into employee from public.employees other join public.locations location on location.id = other.location_id
    where other.id = p_employee and location.company_id = p_company and not other.archived;
    if not found then perform internal.fail('employee_not_found'); end if;
    if employee.user_id is not null then perform internal.fail('employee_linked'); end if;
  end if;
  delete from public.invitations where company_id = p_company and accepted_at < present - interval '90 days';
  delete from public.invitations where company_id = p_company and email = address and accepted_at is null and expires_at <= present;
  insert into public.invitations (company_id, email, role, employee_id, invited_by, expires_at)
  values (p_company, address, p_role, p_employee, left(internal.person_name(internal.person()), 254), present + interval '7 days')
  on conflict (company_id, email) where accepted_at is null do nothing returning * into invitation;
  if invitation.id is null then perform internal.fail('already_invited'); end if;
  perform internal.mail_invitation(invitation, 'invited');
  return invitation.id;
end $function$;

ALTER TABLE public.appointment_events ADD CONSTRAINT appointment_events_verb_check CHECK ((length(verb) <= 40)) NOT VALID;

ALTER TABLE public.categories ADD CONSTRAINT categories_description_check CHECK ((length(description) <= 2000)) NOT VALID;

ALTER TABLE public.categories ADD CONSTRAINT categories_icon_check CHECK ((length(icon) <= 4000)) NOT VALID;

ALTER TABLE public.categories ADD CONSTRAINT categories_name_check CHECK ((length(name) <= 120)) NOT VALID;

ALTER TABLE public.categories ADD CONSTRAINT categories_service_templates_check CHECK ((length((service_templates)::text) <= 65536)) NOT VALID;

ALTER TABLE public.categories ADD CONSTRAINT categories_slug_check CHECK ((length(slug) <= 100)) NOT VALID;

ALTER TABLE public.cities ADD CONSTRAINT cities_name_check CHECK ((length(name) <= 120)) NOT VALID;

ALTER TABLE public.cities ADD CONSTRAINT cities_slug_check CHECK ((length(slug) <= 100)) NOT VALID;

ALTER TABLE public.companies ADD CONSTRAINT companies_name_check_2 CHECK (((length(btrim(name)) >= 2) AND (length(name) <= 120))) NOT VALID;
ALTER TABLE public.companies DROP CONSTRAINT companies_name_check;
ALTER TABLE public.companies RENAME CONSTRAINT companies_name_check_2 TO companies_name_check;

ALTER TABLE public.districts ADD CONSTRAINT districts_name_check CHECK ((length(name) <= 120)) NOT VALID;

ALTER TABLE public.districts ADD CONSTRAINT districts_slug_check CHECK ((length(slug) <= 100)) NOT VALID;

ALTER TABLE public.employees ADD CONSTRAINT employees_name_check_2 CHECK (((length(btrim(name)) >= 1) AND (length(name) <= 120))) NOT VALID;
ALTER TABLE public.employees DROP CONSTRAINT employees_name_check;
ALTER TABLE public.employees RENAME CONSTRAINT employees_name_check_2 TO employees_name_check;

ALTER TABLE public.federal_states ADD CONSTRAINT federal_states_name_check CHECK ((length(name) <= 120)) NOT VALID;

ALTER TABLE public.federal_states ADD CONSTRAINT federal_states_slug_check CHECK ((length(slug) <= 100)) NOT VALID;

ALTER TABLE public.location_slugs ADD CONSTRAINT location_slugs_slug_check CHECK ((length(slug) <= 100)) NOT VALID;

ALTER TABLE public.locations ADD CONSTRAINT locations_name_check_2 CHECK (((length(btrim(name)) >= 2) AND (length(name) <= 120))) NOT VALID;
ALTER TABLE public.locations DROP CONSTRAINT locations_name_check;
ALTER TABLE public.locations RENAME CONSTRAINT locations_name_check_2 TO locations_name_check;

ALTER TABLE public.locations ADD CONSTRAINT locations_time_zone_check CHECK ((length(time_zone) <= 64)) NOT VALID;

ALTER TABLE public.messages ADD CONSTRAINT messages_kind_check CHECK ((length(kind) <= 60)) NOT VALID;

ALTER TABLE public.messages ADD CONSTRAINT messages_last_error_check CHECK ((length(last_error) <= 1000)) NOT VALID;

ALTER TABLE public.messages ADD CONSTRAINT messages_payload_check CHECK ((length((payload)::text) <= 65536)) NOT VALID;

ALTER TABLE public.postal_codes ADD CONSTRAINT postal_codes_name_check CHECK ((length(name) <= 120)) NOT VALID;

ALTER TABLE public.public_holidays ADD CONSTRAINT public_holidays_name_check CHECK ((length(name) <= 120)) NOT VALID;

ALTER TABLE public.ranking_weights ADD CONSTRAINT ranking_weights_description_check CHECK ((length(description) <= 1000)) NOT VALID;

ALTER TABLE public.ranking_weights ADD CONSTRAINT ranking_weights_name_check CHECK ((length(name) <= 120)) NOT VALID;

ALTER TABLE public.resources ADD CONSTRAINT resources_kind_check_2 CHECK (((length(btrim(kind)) >= 1) AND (length(kind) <= 60))) NOT VALID;
ALTER TABLE public.resources DROP CONSTRAINT resources_kind_check;
ALTER TABLE public.resources RENAME CONSTRAINT resources_kind_check_2 TO resources_kind_check;

ALTER TABLE public.resources ADD CONSTRAINT resources_name_check_2 CHECK (((length(btrim(name)) >= 1) AND (length(name) <= 120))) NOT VALID;
ALTER TABLE public.resources DROP CONSTRAINT resources_name_check;
ALTER TABLE public.resources RENAME CONSTRAINT resources_name_check_2 TO resources_name_check;

ALTER TABLE public.services ADD CONSTRAINT services_name_check_2 CHECK (((length(btrim(name)) >= 2) AND (length(name) <= 120))) NOT VALID;
ALTER TABLE public.services DROP CONSTRAINT services_name_check;
ALTER TABLE public.services RENAME CONSTRAINT services_name_check_2 TO services_name_check;

ALTER TABLE public.services ADD CONSTRAINT services_resource_kind_check_2 CHECK (((length(btrim(resource_kind)) >= 1) AND (length(resource_kind) <= 60))) NOT VALID;
ALTER TABLE public.services DROP CONSTRAINT services_resource_kind_check;
ALTER TABLE public.services RENAME CONSTRAINT services_resource_kind_check_2 TO services_resource_kind_check;

REVOKE ALL ON FUNCTION "internal"."is_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."is_address"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."is_address"(text) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."short_texts"(text[], integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."short_texts"(text[], integer, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."short_texts"(text[], integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."sound_appointment"(public.appointment_state, timestamp with time zone, timestamp with time zone, timestamp with time zone, text, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."sound_appointment"(public.appointment_state, timestamp with time zone, timestamp with time zone, timestamp with time zone, text, integer, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."sound_line"(timestamp with time zone, timestamp with time zone, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."sound_line"(timestamp with time zone, timestamp with time zone, integer, text) TO "service_role";

ALTER TABLE public.appointment_lines ADD CONSTRAINT appointment_lines_sound_2 CHECK (internal.sound_line(starts_at, ends_at, price_cents, service_name)) NOT VALID;
ALTER TABLE public.appointment_lines DROP CONSTRAINT appointment_lines_sound;
ALTER TABLE public.appointment_lines RENAME CONSTRAINT appointment_lines_sound_2 TO appointment_lines_sound;

ALTER TABLE public.appointments ADD CONSTRAINT appointments_sound_2 CHECK (internal.sound_appointment(state, starts_at, ends_at, hold_expires_at, (contact_name)::text, total_cents, source, (contact_email)::text)) NOT VALID;
ALTER TABLE public.appointments DROP CONSTRAINT appointments_sound;
ALTER TABLE public.appointments RENAME CONSTRAINT appointments_sound_2 TO appointments_sound;

ALTER TABLE public.categories ADD CONSTRAINT categories_synonyms_check CHECK (internal.short_texts(synonyms, 200, 120)) NOT VALID;

ALTER TABLE public.companies ADD CONSTRAINT companies_email_check_2 CHECK (((email = ''::text) OR internal.is_address(email))) NOT VALID;
ALTER TABLE public.companies DROP CONSTRAINT companies_email_check;
ALTER TABLE public.companies RENAME CONSTRAINT companies_email_check_2 TO companies_email_check;

ALTER TABLE public.invitations ADD CONSTRAINT invitations_email_check_2 CHECK ((((email)::text = lower((email)::text)) AND internal.is_address((email)::text))) NOT VALID;
ALTER TABLE public.invitations DROP CONSTRAINT invitations_email_check;
ALTER TABLE public.invitations RENAME CONSTRAINT invitations_email_check_2 TO invitations_email_check;

ALTER TABLE public.locations ADD CONSTRAINT locations_attributes_check CHECK (internal.short_texts(attributes, 100, 60)) NOT VALID;

ALTER TABLE public.locations ADD CONSTRAINT locations_email_check_2 CHECK (((email = ''::text) OR internal.is_address(email))) NOT VALID;
ALTER TABLE public.locations DROP CONSTRAINT locations_email_check;
ALTER TABLE public.locations RENAME CONSTRAINT locations_email_check_2 TO locations_email_check;

ALTER TABLE public.messages ADD CONSTRAINT messages_recipient_check CHECK (internal.is_address(recipient)) NOT VALID;

DROP FUNCTION "internal"."sound_appointment"(public.appointment_state, timestamp with time zone, timestamp with time zone, timestamp with time zone, text, integer, text);

DROP FUNCTION "internal"."sound_line"(timestamp with time zone, timestamp with time zone, integer);
