set local check_function_bodies = off;

DROP FUNCTION "internal"."forget_proofs"(integer);

CREATE TABLE "public"."retention_rules" ("name" text NOT NULL, "position" smallint NOT NULL, "tables" text[] NOT NULL, "what" text NOT NULL, "how_long" text NOT NULL, "why" text NOT NULL, "fate" text NOT NULL, "period" interval, "from_end_of_year" boolean NOT NULL DEFAULT false, "job" text, CONSTRAINT "retention_rules_fate_check" CHECK ((fate = ANY (ARRAY['deleted'::text, 'anonymous'::text]))), CONSTRAINT "retention_rules_how_long_check" CHECK ((length(how_long) <= 200)), CONSTRAINT "retention_rules_job_check" CHECK ((job ~ '^(internal|public)\.[a-z_]{1,60}$'::text)), CONSTRAINT "retention_rules_job" CHECK (((job IS NULL) OR (period IS NOT NULL))), CONSTRAINT "retention_rules_name_check" CHECK ((length(name) <= 40)), CONSTRAINT "retention_rules_pkey" PRIMARY KEY (name), CONSTRAINT "retention_rules_position_key" UNIQUE ("position"), CONSTRAINT "retention_rules_what_check" CHECK ((length(what) <= 200)), CONSTRAINT "retention_rules_why_check" CHECK ((length(why) <= 300)), CONSTRAINT "retention_rules_tables_check" CHECK (((cardinality(tables) > 0) AND internal.short_texts(tables, 20, 80))));

ALTER TABLE "public"."retention_rules" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.forget_account_mails(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.messages where id in (
    select id from public.messages where company_id is null and kind = 'account_deleted' and state not in ('queued', 'sending')
      and created_at < internal.kept_since('account_mails') limit p_limit);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_agreements(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.agreements where id in (
    select accepted.id from public.agreements accepted where accepted.accepted_at < internal.kept_since('agreements')
      and not exists (select from public.companies company where company.id = accepted.company_id)
    limit p_limit);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_appointments(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
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
  perform internal.take_contact_out(due, 'Gelöschtes Konto');
  update public.reviews set author = 'Gelöschtes Konto' where appointment_id = any(due);
  return cardinality(due);
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_consents(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before constant timestamptz := internal.kept_since('consents');
  gone integer;
begin
  delete from public.consents where id in (
    select said.id from public.consents said where said.at < before and exists (
      select from public.consents newer where newer.address_hash = said.address_hash and newer.channel = said.channel
        and newer.company_id is not distinct from said.company_id and newer.id > said.id and newer.at < before)
    order by said.at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_customers(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.customers where id in (
    select file.id from public.customers file where file.updated_at < internal.kept_since('customers') and file.user_id is null
      and not exists (select from public.appointments visit where visit.customer_id = file.id)
    limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_early_starts(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before constant timestamptz := internal.kept_since('early_starts');
  gone integer;
begin
  delete from public.early_starts where appointment_id in (
    select demanded.appointment_id from public.early_starts demanded
    join public.appointments appointment on appointment.id = demanded.appointment_id
    where demanded.agreed_at < before and appointment.starts_at < before
    order by demanded.agreed_at limit p_limit for update of demanded skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_invitations(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.invitations where id in (
    select id from public.invitations where coalesce(accepted_at, expires_at) < internal.kept_since('invitations')
    limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_links(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.appointment_links where (secret_hash, appointment_id) in (
    select secret_hash, appointment_id from public.appointment_links where expires_at < internal.kept_since('booking_links')
    limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
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
    select id from public.customer_looks where at < internal.kept_since('customer_looks') order by at limit p_limit for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_member_events(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.member_events where id in (
    select id from public.member_events where at < internal.kept_since('member_events') limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_messages(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before constant timestamptz := internal.kept_since('messages');
  gone integer;
begin
  delete from public.messages where id in (
    select old.id from (
      select message.id from public.companies company cross join lateral (
        select one.id from public.messages one
        where one.company_id = company.id and one.created_at < before and one.state not in ('queued', 'sending') limit p_limit) message
      union all
      select one.id from public.messages one
      where one.company_id is null and one.created_at < before and one.state not in ('queued', 'sending')) old
    limit p_limit);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_old_appointments(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before constant timestamptz := internal.kept_since('appointments');
  due uuid[];
begin
  select coalesce(array_agg(old.id), '{}') into due from (
    select visit.id from public.locations place cross join lateral (
      select appointment.id from public.appointments appointment
      where appointment.location_id = place.id and appointment.starts_at < before and appointment.state not in ('requested', 'confirmed')
        and not internal.is_nobody(appointment.contact_name)
      order by appointment.starts_at limit p_limit) visit
    limit p_limit) old;
  if cardinality(due) = 0 then return 0; end if;
  perform internal.take_contact_out(due, 'Daten gelöscht');
  return cardinality(due);
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_set_aside(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from internal.set_aside where id in (
    select id from internal.set_aside where at < internal.kept_since('set_aside') limit p_limit);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_waits(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.event_waits where id in (
    select wait.id from public.event_waits wait join public.events event on event.id = wait.event_id
    where event.ends_at < internal.kept_since('event_waits') limit p_limit for update of wait skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_withdrawals(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.withdrawals where id in (
    select id from public.withdrawals where declared_at < internal.kept_since('withdrawals')
    order by declared_at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_nobody(p_name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_name in ('Gelöschtes Konto', 'Daten gelöscht')
$function$;

CREATE OR REPLACE FUNCTION internal.kept_since(p_rule text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select case when rule.from_end_of_year then
      (date_trunc('year', internal.present() at time zone 'Europe/Berlin') - rule.period) at time zone 'Europe/Berlin'
    else internal.present() - rule.period end from public.retention_rules rule where rule.name = p_rule);
end $function$;

CREATE OR REPLACE FUNCTION internal.take_contact_out(p_appointments uuid[], p_nobody text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.appointments set contact_name = p_nobody, contact_email = '', contact_phone = '', note = '', user_id = null
  where id = any(p_appointments);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(p_appointments);
  delete from public.appointment_links where appointment_id = any(p_appointments);
  delete from public.messages where appointment_id = any(p_appointments);
  with nameless as (
    update public.customers customer
    set name = p_nobody, email = null, phone = '', note = '', tags = '{}', birthday = null, user_id = null
    where id in (select customer_id from public.appointments where id = any(p_appointments)) and not exists (
      select from public.appointments appointment
      where appointment.customer_id = customer.id and not internal.is_nobody(appointment.contact_name))
    returning id
  ), health as (
    delete from public.customer_health where customer_id in (select id from nameless)
  ), relatives as (
    delete from public.customer_relatives where customer_id in (select id from nameless)
  )
  delete from public.customer_contacts where customer_id in (select id from nameless);
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
  return done + internal.forget_appointments(500);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_unbooked(p_limit integer DEFAULT 50)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '200ms'
AS $function$
declare
  due constant timestamptz := internal.kept_since('archive');
  old record;
  gone integer;
  done integer := 0;
begin
  -- Deleting takes the locks of locations: in the order in which all take them.
  for old in
    select candidate.* from (
      (select 'employees' as kind, employee.id, employee.location_id from public.employees employee
      where employee.archived and employee.updated_at <= due
        and not exists (select from public.appointment_lines line where line.employee_id = employee.id)
        and not exists (select from public.events event where event.employee_id = employee.id))
      union all
      (select 'services', service.id, service.location_id from public.services service
      where service.archived and service.updated_at <= due
        and not exists (select from public.appointment_lines line where line.service_id = service.id)
        and not exists (select from public.events event where event.service_id = service.id))
      union all
      (select 'resources', resource.id, resource.location_id from public.resources resource
      where not resource.active and resource.updated_at <= due
        and not exists (select from public.appointment_lines line where line.resource_id = resource.id)
        and not exists (select from public.events event where event.resource_id = resource.id))
      limit p_limit) candidate
    order by candidate.location_id, candidate.kind, candidate.id
  loop
    begin
      perform internal.lock_location(old.location_id, true);
      -- Not what has been taken back since.
      execute format('delete from public.%I where id = $1 and updated_at <= $2 and %s', old.kind,
        case old.kind when 'resources' then 'not active' else 'archived' end) using old.id, due;
      get diagnostics gone = row_count;
      done := done + gone;
    -- Booked by hand at this moment, or in somebody's hands, who may be waiting for the location: the next night will do.
    exception when foreign_key_violation or lock_not_available then null;
    end;
  end loop;
  return done;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_due(p_rule text, p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  work constant text := (select job from public.retention_rules where name = p_rule);
  done integer := 0;
begin
  if work is not null then execute format('select %s($1)', work) into done using p_limit; end if;
  return done;
end $function$;

CREATE POLICY "everyone_reads" ON "public"."retention_rules" FOR SELECT TO PUBLIC USING (true);

REVOKE ALL ON FUNCTION "internal"."forget_account_mails"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_agreements"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_consents"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_customers"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_early_starts"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_invitations"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_links"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_member_events"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_messages"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_old_appointments"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_set_aside"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_withdrawals"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_nobody"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."kept_since"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_contact_out"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."forget_due"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."forget_due"(text, integer) TO "service_role";

GRANT SELECT ON TABLE "public"."retention_rules" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."retention_rules" FROM "service_role";

GRANT SELECT ON TABLE "public"."retention_rules" TO "service_role";

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('appointments', 1, '{public.appointments,public.appointment_lines,public.appointment_events,public.customers,public.customer_facts,public.customer_health,public.customer_contacts,public.customer_relatives}',
    'Namen, Adressen, Nummern und Nachrichten vergangener Termine; die Kundenkarte mit dem letzten davon',
    'bis drei Jahre nach dem Ende des Jahres, in dem der Termin lag',
    'So lange können aus dem Vertrag Ansprüche geltend gemacht werden (§§ 195, 199 BGB). Zeit, Leistung und Preis bleiben ohne Namen.',
    'anonymous', '3 years', true, 'internal.forget_old_appointments'),
  ('customers', 2, '{public.customers}', 'Kundenkarten ohne einen einzigen Termin',
    'bis drei Jahre nach dem Ende des Jahres, in dem sie zuletzt geändert wurden', 'Danach besteht kein Anlass mehr, sie aufzubewahren (Art. 5 Abs. 1 lit. e DSGVO).',
    'deleted', '3 years', true, 'internal.forget_customers'),
  ('messages', 3, '{public.messages}', 'Gesendete Nachrichten mit Adresse und Inhalt', 'bis ein Jahr nach dem Versand',
    'Nachweis, dass und was gesendet wurde (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '1 year', false, 'internal.forget_messages'),
  ('account_mails', 4, '{public.messages}', 'Die letzte Nachricht an ein gelöschtes Konto', 'einen Tag', 'Sie muss noch ankommen.',
    'deleted', '1 day', false, 'internal.forget_account_mails'),
  ('customer_looks', 5, '{public.customer_looks}', 'Wer welche Kundenkarte geöffnet hat', 'ein Jahr',
    'Damit unbefugte Zugriffe auffallen (Art. 32 DSGVO).', 'deleted', '1 year', false, 'internal.forget_looks'),
  ('booking_links', 6, '{public.appointment_links}', 'Links aus Bestätigungen', 'bis 30 Tage nach ihrem Ablauf', 'Danach öffnen sie nichts mehr.',
    'deleted', '30 days', false, 'internal.forget_links'),
  ('holds', 7, '{public.holds,internal.hold_budget,internal.untold_moves,public.event_seats,internal.mail_counts}',
    'Reservierungen, Plätze und Zähler gegen Missbrauch', 'höchstens bis einen Tag nach ihrem Ende', 'Für die Buchung und um Missbrauch abzuwehren (Art. 6 Abs. 1 lit. f DSGVO).',
    'deleted', null, false, null),
  ('event_waits', 22, '{public.event_waits}', 'Plätze auf Wartelisten von Kursen', 'bis 30 Tage nach dem Kurs',
    'Um freie Plätze anzubieten (Art. 6 Abs. 1 lit. b DSGVO).', 'deleted', '30 days', false, 'internal.forget_waits'),
  ('withdrawals', 8, '{public.withdrawals}', 'Erklärte Widerrufe', 'bis drei Jahre nach dem Ende des Jahres, in dem sie eingegangen sind',
    'Nachweis nach § 356a BGB (§§ 195, 199 BGB, Art. 17 Abs. 3 lit. e DSGVO).', 'deleted', '3 years', true, 'internal.forget_withdrawals'),
  ('early_starts', 9, '{public.early_starts}', 'Das Verlangen, vor dem Ende der Widerrufsfrist zu beginnen',
    'bis drei Jahre nach dem Ende des Jahres, in dem der Termin lag', 'Nachweis nach § 356 Abs. 4 BGB (§§ 195, 199 BGB).', 'deleted', '3 years', true,
    'internal.forget_early_starts'),
  ('consents', 10, '{public.consents}', 'Frühere Einwilligungen in Werbung und ihre Rücknahme',
    'bis drei Jahre nach dem Ende des Jahres, in dem sie erklärt wurden; die neueste bleibt', 'Nachweis nach § 7a UWG; die neueste gilt noch.',
    'deleted', '3 years', true, 'internal.forget_consents'),
  ('suppressions', 11, '{public.suppressions}', 'Prüfwerte von Adressen, die keine Nachrichten bekommen',
    'solange die Plattform Nachrichten sendet', 'Damit niemand gegen den eigenen Willen angeschrieben wird (§ 7 UWG).', 'deleted', null, false, null),
  ('reviews', 12, '{public.reviews}', 'Bewertungen mit gekürztem Namen', 'bis sie zurückgenommen werden oder der Standort gelöscht wird',
    'Sie sind zur Veröffentlichung bestimmt; mit dem Konto geht der Name (Art. 17 DSGVO).', 'anonymous', null, false, null),
  ('invitations', 13, '{public.invitations,public.invitation_links}', 'Angenommene und abgelaufene Einladungen', '90 Tage',
    'Damit nachvollziehbar ist, wer eingeladen wurde (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '90 days', false, 'internal.forget_invitations'),
  ('member_events', 14, '{public.member_events}', 'Wer wem welche Rolle und welches Recht gegeben hat',
    'bis drei Jahre nach dem Ende des Jahres, in dem es geschah', 'Nachweis über Zugriffsrechte (Art. 5 Abs. 2, Art. 32 DSGVO).', 'deleted', '3 years', true,
    'internal.forget_member_events'),
  ('agreements', 15, '{public.agreements}', 'Angenommene Verträge von Unternehmen, die es nicht mehr gibt',
    'mindestens bis drei Jahre nach dem Ende des Jahres der Annahme', 'Nachweis nach Art. 28 Abs. 9 DSGVO (§§ 195, 199 BGB).', 'deleted', '3 years', true,
    'internal.forget_agreements'),
  ('archive', 16, '{public.employees,public.employee_services}', 'Entfernte Personen des Teams, die nie gebucht waren', 'bis 30 Tage nach dem Entfernen',
    'So lange lässt sich das Entfernen zurücknehmen. Wer gebucht war, bleibt an den Terminen.', 'deleted', '30 days', false, 'public.delete_unbooked'),
  ('team', 17, '{public.working_hours,public.exceptions,public.blocks,public.disruptions,public.disruption_items}',
    'Arbeitszeiten, Abwesenheiten und Ausfälle des Teams', 'solange die Person oder der Standort besteht',
    'Für Kalender und Auswertung der Auslastung (§ 26 BDSG).', 'deleted', null, false, null),
  ('companies', 18, '{public.companies,public.locations,public.location_images}', 'Angaben zum Unternehmen und seinen Standorten',
    'solange das Unternehmen besteht', 'Vertrag; Impressum nach § 5 DDG, Angaben nach Art. 30 der Verordnung (EU) 2022/2065.', 'deleted', null, false, null),
  ('members', 19, '{public.members,public.member_rights,public.saved_views}', 'Mitglieder, ihre Rechte und gespeicherten Ansichten', 'solange die Person Mitglied ist',
    'Vertrag (Art. 6 Abs. 1 lit. b DSGVO).', 'deleted', null, false, null),
  ('accounts', 20, '{public.profiles,internal.known_devices,internal.account_deletions,internal.appointments_to_forget}',
    'Konten mit Namen, Adresse und bekannten Geräten', 'bis zur Löschung des Kontos, 14 Tage nach dem Wunsch', 'Vertrag (Art. 6 Abs. 1 lit. b DSGVO).',
    'deleted', null, false, null),
  ('set_aside', 21, '{internal.set_aside}', 'Werte, die beim Umstellen zu lang oder nicht lesbar waren', 'ein Jahr', 'Zum Nachtragen von Hand.',
    'deleted', '1 year', false, 'internal.forget_set_aside');
