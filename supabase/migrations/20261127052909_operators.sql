set local check_function_bodies = off;

DROP FUNCTION "internal"."acknowledge_report"(internal.content_reports);

CREATE TABLE "internal"."decision_parties" ("decision_id" uuid NOT NULL, "party" text NOT NULL, "email" text NOT NULL, "secret_hash" bytea, CONSTRAINT "decision_parties_party_check" CHECK ((party = ANY (ARRAY['author'::text, 'reporter'::text]))), CONSTRAINT "decision_parties_pkey" PRIMARY KEY (decision_id, party), CONSTRAINT "decision_parties_email_check" CHECK (internal.is_address(email)));

ALTER TABLE "internal"."decision_parties" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."decisions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "report_id" uuid, "target_kind" text NOT NULL, "target_id" uuid NOT NULL, "location_id" uuid, "company_id" uuid, "measure" text NOT NULL, "ground" text NOT NULL, "scope" text NOT NULL, "facts" text NOT NULL, "basis" text NOT NULL, "automated" boolean NOT NULL DEFAULT false, "appeal_of" uuid, "decided_by" uuid, "told_at" timestamp with time zone NOT NULL, CONSTRAINT "decisions_basis_check" CHECK (((length(basis) >= 1) AND (length(basis) <= 2000))), CONSTRAINT "decisions_facts_check" CHECK (((length(facts) >= 1) AND (length(facts) <= 4000))), CONSTRAINT "decisions_ground" CHECK ((ground = ANY (ARRAY['insult'::text, 'untrue'::text, 'not_customer'::text, 'privacy'::text, 'rights'::text, 'minors'::text, 'other'::text, 'rules'::text]))), CONSTRAINT "decisions_kind" CHECK ((target_kind = ANY (ARRAY['listing'::text, 'image'::text, 'review'::text, 'reply'::text, 'order'::text, 'offer'::text, 'company'::text]))), CONSTRAINT "decisions_measure" CHECK ((measure = ANY (ARRAY['none'::text, 'review_removed'::text, 'reply_removed'::text, 'picture_removed'::text, 'listing_paused'::text, 'order_closed'::text, 'offer_withdrawn'::text, 'company_suspended'::text, 'lifted'::text]))), CONSTRAINT "decisions_pkey" PRIMARY KEY (id), CONSTRAINT "decisions_report_id_key" UNIQUE (report_id), CONSTRAINT "decisions_scope_check" CHECK ((length(scope) <= 500)));

ALTER TABLE "internal"."decisions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."operator_log" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "who" uuid, "name" text NOT NULL, "verb" text NOT NULL, "target" text NOT NULL, "company_id" uuid, "reason" text NOT NULL, "at" timestamp with time zone NOT NULL, CONSTRAINT "operator_log_name_check" CHECK ((length(name) <= 254)), CONSTRAINT "operator_log_pkey" PRIMARY KEY (id), CONSTRAINT "operator_log_reason_check" CHECK ((length(reason) <= 500)), CONSTRAINT "operator_log_target_check" CHECK ((length(target) <= 100)), CONSTRAINT "operator_log_verb_check" CHECK ((length(verb) <= 60)));

ALTER TABLE "internal"."operator_log" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."operators" ("user_id" uuid NOT NULL, "role" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "operators_pkey" PRIMARY KEY (user_id), CONSTRAINT "operators_role" CHECK ((role = ANY (ARRAY['support'::text, 'moderator'::text, 'admin'::text]))));

ALTER TABLE "internal"."operators" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."paused_locations" ("location_id" uuid NOT NULL, "decision_id" uuid NOT NULL, CONSTRAINT "paused_locations_pkey" PRIMARY KEY (location_id));

ALTER TABLE "internal"."paused_locations" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "internal"."content_reports" ADD COLUMN "appeal_of" uuid;

ALTER TABLE "internal"."content_reports" ADD COLUMN "party" text;

ALTER TABLE "public"."reviews" ADD COLUMN "removed_reason" text;

CREATE OR REPLACE FUNCTION internal.acknowledge_report(report internal.content_reports, p_visit text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  limited constant boolean := internal.is_limited();
  receipt boolean := report.email <> '';
begin
  if limited and receipt then receipt := internal.spend(internal.recipient_budgets(report.email, 3, 6, 'report')) is null; end if;
  if limited and internal.spend(internal.place_budgets('reports')) is not null then perform internal.fail('too_many_reports'); end if;
  if receipt then
    insert into public.messages (kind, audience, recipient, payload, next_attempt_at, dedupe_key)
    values ('report_received', 'customer', report.email, jsonb_build_object('reported_at', report.reported_at, 'kind', report.target_kind,
      'url', report.url, 'ground', report.ground, 'visit', p_visit, 'name', internal.neutral_name(report.name, ''),
      'explanation', internal.neutral(report.explanation, '')), report.reported_at, 'report_received:' || report.id);
  end if;
  return receipt;
end $function$;

CREATE OR REPLACE FUNCTION internal.address_of_company(p_company uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(
    (select account.email from public.members member join auth.users account on account.id = member.user_id
      where member.company_id = company.id and member.role = 'owner' and account.email_confirmed_at is not null and account.deleted_at is null
      order by member.created_at, member.user_id limit 1), nullif(company.email, ''))
    from public.companies company where company.id = p_company);
end $function$;

CREATE OR REPLACE FUNCTION internal.as_operator(p_role text, p_verb text, p_target text DEFAULT ''::text, p_company uuid DEFAULT NULL::uuid, p_reason text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  present constant timestamptz := internal.present();
  reason constant text := internal.clean_words(p_reason);
  ranks constant text[] := '{support,moderator,admin}';
  own constant text := (select role from internal.operators where user_id = caller);
begin
  if own is null or auth.jwt() ->> 'aal' is distinct from 'aal2' or array_position(ranks, own) < array_position(ranks, p_role) then
    perform internal.fail('operator_only');
  end if;
  if p_reason is not null and reason = '' then perform internal.fail('reason_missing'); end if;
  if length(reason) > 500 then perform internal.fail('reason_too_long'); end if;
  if p_reason is not null or not exists (select from internal.operator_log earlier where earlier.who = caller and earlier.verb = p_verb
      and earlier.target = p_target and earlier.at > present - interval '5 minutes') then
    insert into internal.operator_log (who, name, verb, target, company_id, reason, at)
    select caller, account.email, p_verb, left(p_target, 100), (select id from public.companies where id = p_company), reason, present
    from auth.users account where account.id = caller;
  end if;
  return caller;
end $function$;

CREATE OR REPLACE FUNCTION internal.author_of(p_kind text, p_target uuid, p_company uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_kind = 'order' then return (select nullif(contact_email, '') from public.search_orders where id = p_target); end if;
  if p_kind <> 'review' then return internal.address_of_company(p_company); end if;
  return (select nullif(visit.contact_email, '') from public.reviews review join public.appointments visit on visit.id = review.appointment_id
    where review.id = p_target);
end $function$;

CREATE OR REPLACE FUNCTION internal.carry_out(decision internal.decisions)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  case decision.measure
    when 'review_removed' then
      update public.reviews set state = 'removed', removed_reason = decision.ground where id = decision.target_id;
    when 'reply_removed' then update public.reviews set reply = '', replied_at = null where id = decision.target_id;
    when 'picture_removed' then delete from public.location_images where id = decision.target_id;
    when 'order_closed' then
      perform internal.lock_order(decision.target_id);
      if exists (select from public.search_orders where id = decision.target_id and state = 'open') then
        perform internal.close_order(decision.target_id, 'withdrawn', 'Nach einer Meldung beendet.');
      end if;
      update public.search_orders set title = '', text = '' where id = decision.target_id;
    when 'offer_withdrawn' then perform internal.withdraw_offers('{}', decision.target_id);
    when 'listing_paused' then
      perform internal.withdraw_offers(array[decision.location_id]);
      insert into internal.paused_locations (location_id, decision_id) values (decision.location_id, decision.id) on conflict do nothing;
      update public.locations set state = 'paused' where id = decision.location_id and state = 'published';
    when 'company_suspended' then
      perform internal.withdraw_offers(array(select id from public.locations where company_id = decision.target_id));
      update public.companies set state = 'suspended' where id = decision.target_id and state = 'active';
    else null;
  end case;
end $function$;

CREATE OR REPLACE FUNCTION internal.decide(decision internal.decisions, p_reporter text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  place constant text := coalesce((select name from public.locations where id = decision.location_id),
    (select name from public.companies where id = decision.company_id), '');
begin
  insert into internal.decisions values (decision.*);
  insert into internal.decision_parties (decision_id, party, email)
  select decision.id, told.party, told.email from (
    select 'author' as party, internal.author_of(decision.target_kind, decision.target_id, decision.company_id) as email
      where decision.appeal_of is null and (decision.measure <> 'none')
    union all select 'reporter', nullif(p_reporter, '') where decision.appeal_of is null
    union all select party.party, party.email from internal.decision_parties party where party.decision_id = decision.appeal_of) told
  where told.email is not null;
  perform internal.carry_out(decision);
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at, dedupe_key)
  select case when decision.appeal_of is null then 'decision' else 'appeal_decided' end, 'customer', party.email,
    jsonb_build_object('decision_id', decision.id, 'party', party.party, 'kind', decision.target_kind, 'business', internal.neutral(place, ''),
      'measure', decision.measure, 'scope', decision.scope, 'facts', decision.facts, 'basis', decision.basis, 'automated', decision.automated, 'told_at', decision.told_at,
      'appeal_until', decision.told_at + interval '6 months'), decision.told_at, 'decision:' || decision.id || ':' || party.party
  from internal.decision_parties party where party.decision_id = decision.id;
  return decision.id;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_decisions(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  -- What still holds stays with its reasons.
  delete from internal.decisions where id in (
    select made.id from internal.decisions made where made.told_at < internal.kept_since('decisions')
      and not exists (select from internal.paused_locations paused where paused.decision_id = made.id)
      and not exists (select from public.companies company where made.measure = 'company_suspended' and company.id = made.target_id and company.state = 'suspended')
    order by made.told_at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_operator_log(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from internal.operator_log where id in (
    select id from internal.operator_log where at < internal.kept_since('operator_log') order by at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.hinted_address(p_address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(p_address, 1) || '…@' || split_part(p_address, '@', 2)
$function$;

CREATE OR REPLACE FUNCTION internal.is_own_matter(report internal.content_reports)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.members member where member.company_id = report.company_id and member.user_id = internal.person())
    or coalesce(lower(internal.own_email()) in (lower(report.email), lower(internal.author_of(report.target_kind, report.target_id, report.company_id))), false);
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_paused()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from internal.paused_locations where location_id = new.id) then perform internal.fail('location_paused'); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.may_send_again(message public.messages)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return message.state in ('failed', 'bounced') and message.created_at > internal.present() - interval '14 days' and internal.reason_to_skip(message) is null;
end $function$;

CREATE OR REPLACE FUNCTION internal.measure_against(p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_kind when 'listing' then 'listing_paused' when 'image' then 'picture_removed' when 'review' then 'review_removed'
    when 'reply' then 'reply_removed' when 'order' then 'order_closed' when 'offer' then 'offer_withdrawn' else 'company_suspended' end
$function$;

CREATE OR REPLACE FUNCTION internal.party_of(p_decision uuid, p_secret text)
 RETURNS internal.decision_parties
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  party internal.decision_parties;
begin
  select * into party from internal.decision_parties one where one.decision_id = p_decision and one.secret_hash = sha256(convert_to(p_secret, 'UTF8'));
  if party.decision_id is null then perform internal.fail('decision_not_found'); end if;
  return party;
end $function$;

CREATE OR REPLACE FUNCTION internal.take_back(earlier internal.decisions)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.reviews set state = 'published', removed_reason = null
  where earlier.measure = 'review_removed' and id = earlier.target_id and state = 'removed';
  delete from internal.paused_locations where decision_id = earlier.id and earlier.measure = 'listing_paused';
  if found then update public.locations set state = 'published' where id = earlier.location_id and state = 'paused' and not archived; end if;
  update public.companies set state = 'active' where earlier.measure = 'company_suspended' and id = earlier.target_id and state = 'suspended';
end $function$;

CREATE OR REPLACE FUNCTION internal.tax_gaps(p_company uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when held.company_id is null then '{taxpayer}' else array_remove(array[
    case when held.taxpayer = 'person' and held.first_name = '' then 'first_name' end,
    case when held.taxpayer = 'person' and held.last_name = '' then 'last_name' end,
    case when held.taxpayer = 'person' and '' in (held.street, held.postal_code, held.city) then 'street' end,
    case when held.taxpayer = 'person' and held.birthday is null then 'birthday' end,
    case when held.taxpayer = 'person' and held.tax_id = '' then 'tax_id' end,
    case when held.taxpayer = 'firm' and company.legal_name = '' then 'company.legal_name' end,
    case when held.taxpayer = 'firm' and '' in (company.street, company.postal_code, company.city) then 'company.street' end,
    case when held.taxpayer = 'firm' and held.tax_number = '' then 'tax_number' end,
    case when held.taxpayer = 'firm' and company.register_entry = '' and not held.unregistered then 'company.register_entry' end,
    case when held.iban = '' then 'iban' end], null) end
  from public.companies company left join public.company_tax_data held on held.company_id = company.id
  where company.id = p_company
$function$;

CREATE OR REPLACE FUNCTION internal.visit_month(p_kind text, p_target uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select to_char(visit.starts_at at time zone 'Europe/Berlin', 'YYYY-MM') from public.reviews review
    join public.appointments visit on visit.id = review.appointment_id where p_kind in ('review', 'reply') and review.id = p_target);
end $function$;

CREATE OR REPLACE FUNCTION internal.withdraw_offers(p_locations uuid[], p_offer uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  one uuid;
begin
  for one in select distinct offer.order_id from public.offers offer
    where offer.id = p_offer or offer.location_id = any(p_locations) and offer.state = 'sent' order by 1
  loop
    perform internal.lock_order(one);
  end loop;
  for one in select distinct offer.location_id from public.offers offer where offer.id = p_offer or offer.location_id = any(p_locations) order by 1 loop
    perform internal.lock_location(one, true);
  end loop;
  perform internal.free_starts(array(
    select offer.id from public.offers offer where offer.state = 'sent' and (offer.id = p_offer or offer.location_id = any(p_locations))));
  update public.offers set state = 'withdrawn', decided_at = internal.present(), reason = 'Von Zeitplatz zurückgezogen.'
  where state = 'sent' and (id = p_offer or location_id = any(p_locations));
  update public.offers set text_masked = '' where id = p_offer;
end $function$;

CREATE OR REPLACE FUNCTION public.appeal(p_decision uuid, p_secret text, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  party constant internal.decision_parties := internal.party_of(p_decision, p_secret);
  written constant text := internal.clean_words(p_text);
  made internal.decisions;
begin
  select * into made from internal.decisions one where one.id = p_decision for update;
  if made.appeal_of is not null or exists (select from internal.content_reports earlier where earlier.appeal_of = made.id and earlier.party = party.party) then
    perform internal.fail('appeal_exists');
  end if;
  if made.told_at + interval '6 months' <= internal.present() then perform internal.fail('appeal_too_late'); end if;
  if written = '' then perform internal.fail('explanation_missing'); end if;
  if length(written) > 4000 then perform internal.fail('text_too_long'); end if;
  insert into internal.content_reports (target_kind, target_id, location_id, company_id, url, shown, ground, explanation, name, email, good_faith,
    reported_at, appeal_of, party)
  select made.target_kind, made.target_id, made.location_id, made.company_id, coalesce(reported.url, '/'), coalesce(reported.shown, ''),
    case when made.ground = 'rules' then 'other' else made.ground end, written, '', party.email, true, internal.present(), made.id, party.party
  from internal.decisions one left join internal.content_reports reported on reported.id = one.report_id where one.id = made.id;
end $function$;

CREATE OR REPLACE FUNCTION public.appoint_operator(p_email text, p_role text DEFAULT 'admin'::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account constant uuid := (select id from auth.users where lower(email) = lower(btrim(p_email)) and email_confirmed_at is not null and deleted_at is null);
begin
  if account is null then perform internal.fail('account_not_found'); end if;
  if p_role is null then
    delete from internal.operators where user_id = account;
  elsif p_role not in ('support', 'moderator', 'admin') then
    perform internal.fail('role_unknown');
  else
    insert into internal.operators (user_id, role) values (account, p_role) on conflict (user_id) do update set role = excluded.role;
  end if;
  insert into internal.operator_log (name, verb, target, reason, at)
  values ('npm run operator', 'appoint_operator', 'account ' || account, coalesce(p_role, 'none'), internal.present());
end $function$;

CREATE OR REPLACE FUNCTION public.decide_report(p_report uuid, p_measure text, p_ground text, p_facts text, p_basis text, p_scope text DEFAULT ''::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  report internal.content_reports;
  earlier internal.decisions;
  decision internal.decisions;
begin
  select * into report from internal.content_reports one where one.id = p_report for update;
  decision.decided_by := internal.as_operator('moderator', 'decide_report', 'report ' || p_report, report.company_id);
  if report.id is null then perform internal.fail('report_not_found'); end if;
  if report.state = 'decided' then perform internal.fail('decision_exists'); end if;
  select * into earlier from internal.decisions one where one.id = report.appeal_of;
  if earlier.decided_by = decision.decided_by or internal.is_own_matter(report) then perform internal.fail('other_operator_needed'); end if;
  if coalesce(p_measure, '') not in ('none', internal.measure_against(report.target_kind),
      case when earlier.id is not null and earlier.measure <> 'none' then 'lifted' else 'none' end) then
    perform internal.fail('measure_invalid');
  end if;
  if coalesce(p_ground, '') not in ('insult', 'untrue', 'not_customer', 'privacy', 'rights', 'minors', 'other', 'rules') then perform internal.fail('ground_invalid'); end if;
  decision.id := gen_random_uuid();
  decision.report_id := report.id;
  decision.target_kind := report.target_kind;
  decision.target_id := report.target_id;
  decision.location_id := report.location_id;
  decision.company_id := report.company_id;
  decision.measure := p_measure;
  decision.ground := p_ground;
  decision.facts := internal.clean_words(p_facts);
  decision.basis := internal.clean_words(p_basis);
  decision.scope := internal.clean_words(p_scope);
  decision.automated := false;
  decision.appeal_of := earlier.id;
  decision.told_at := internal.present();
  if decision.facts = '' or decision.basis = '' then perform internal.fail('reason_missing'); end if;
  if length(decision.facts) > 4000 or length(decision.basis) > 2000 or length(decision.scope) > 500 then perform internal.fail('text_too_long'); end if;
  update internal.content_reports set state = 'decided' where id = report.id;
  if p_measure = 'lifted' then perform internal.take_back(earlier); end if;
  perform internal.decide(decision, report.email);
  update public.reviews set state = 'published' where report.target_kind = 'review' and id = report.target_id and state = 'reported' and not exists (
    select from internal.content_reports other where other.target_kind = 'review' and other.target_id = report.target_id and other.state = 'open');
  return decision.id;
end $function$;

CREATE OR REPLACE FUNCTION public.get_decision(p_decision uuid, p_secret text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  party constant internal.decision_parties := internal.party_of(p_decision, p_secret);
begin
  return (
    select jsonb_build_object('party', party.party, 'kind', made.target_kind, 'business', coalesce(place.name, company.name, ''), 'measure', made.measure,
      'ground', made.ground, 'scope', made.scope, 'facts', made.facts, 'basis', made.basis, 'automated', made.automated, 'told_at', made.told_at,
      'appeal_until', made.told_at + interval '6 months', 'appeal', case
        when made.appeal_of is not null then 'final'
        when exists (select from internal.content_reports appeal where appeal.appeal_of = made.id and appeal.party = party.party) then 'made'
        when made.told_at + interval '6 months' <= internal.present() then 'over' else 'open' end)
    from internal.decisions made left join public.locations place on place.id = made.location_id
    left join public.companies company on company.id = made.company_id where made.id = p_decision);
end $function$;

CREATE OR REPLACE FUNCTION public.issue_decision_link(p_decision uuid, p_party text, p_secret_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  update internal.decision_parties set secret_hash = decode(p_secret_hash, 'hex') where decision_id = p_decision and party = p_party;
  if not found then perform internal.fail('decision_not_found'); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.missing_tax_data(p_company uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p_company in (select internal.companies_as('owner')) then internal.tax_gaps(p_company) end
$function$;

CREATE OR REPLACE FUNCTION public.operator_companies(p_words text DEFAULT ''::text, p_only text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant text := '%' || replace(replace(replace(left(btrim(coalesce(p_words, '')), 100), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  perform internal.as_operator('support', 'read_companies');
  return (
    select coalesce(jsonb_agg(to_jsonb(known) order by known.state = 'active', known.name, known.id), '[]') from (
      select company.id, company.name, company.city, company.state, company.created_at,
        (select count(*) from public.locations place where place.company_id = company.id) as locations,
        (select count(*) from public.locations place where place.company_id = company.id and place.state = 'published') as published,
        (select count(*) from internal.content_reports report where report.company_id = company.id and report.state = 'open') as open_reports,
        cardinality(internal.tax_gaps(company.id)) as tax_missing
      from public.companies company
      where (company.name ilike wanted or company.city ilike wanted
          or exists (select from public.locations place where place.company_id = company.id and (place.name ilike wanted or place.slug ilike wanted)))
        and case p_only when 'suspended' then company.state = 'suspended' when 'tax_gaps' then internal.has_published_location(company.id)
          and cardinality(internal.tax_gaps(company.id)) > 0 else true end
      order by company.state = 'active', company.name, company.id limit 50) known);
end $function$;

CREATE OR REPLACE FUNCTION public.operator_company(p_company uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.as_operator('support', 'read_company', 'company ' || coalesce(p_company::text, ''), p_company);
  if not exists (select from public.companies where id = p_company) then perform internal.fail('company_not_found'); end if;
  return (
    select jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name, 'city', company.city, 'state', company.state,
      'created_at', company.created_at, 'tax_missing', internal.tax_gaps(company.id),
      'locations', (select coalesce(jsonb_agg(jsonb_build_object('id', place.id, 'name', place.name, 'slug', place.slug, 'state', place.state,
          'paused', exists (select from internal.paused_locations paused where paused.location_id = place.id)) order by place.name, place.id), '[]')
        from public.locations place where place.company_id = company.id),
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('measure', made.measure, 'kind', made.target_kind, 'facts', made.facts,
          'told_at', made.told_at) order by made.told_at desc, made.id), '[]')
        from internal.decisions made where made.company_id = company.id))
    from public.companies company where company.id = p_company);
end $function$;

CREATE OR REPLACE FUNCTION public.operator_figures(p_days integer DEFAULT 30)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  days constant integer := case when p_days in (7, 90) then p_days else 30 end;
  since constant timestamptz := present - days * interval '1 day';
  today constant date := (present at time zone 'Europe/Berlin')::date;
begin
  perform internal.as_operator('support', 'read_figures');
  return jsonb_build_object('days', days,
    'orders', (
      select jsonb_build_object('total', count(*),
        'answered', count(*) filter (where answer.first_at < one.confirmed_at + interval '4 hours'),
        'ripe', count(*) filter (where one.confirmed_at < present - interval '4 hours' or one.closed_at is not null
          or answer.first_at < one.confirmed_at + interval '4 hours'),
        'first_offer_minutes', round((percentile_cont(0.5) within group (order by extract(epoch from answer.first_at - one.confirmed_at) / 60))::numeric),
        'over', count(*) filter (where one.closed_at is not null), 'matched', count(*) filter (where one.state = 'matched'),
        'silent', count(*) filter (where one.closed_at is not null and answer.total > 0 and answer.seen = 0),
        'held_hours', round(sum(answer.held_hours) / nullif(count(*) filter (where one.state = 'matched'), 0), 1))
      from public.search_orders one cross join lateral (
        select min(offer.sent_at) as first_at, count(*) as total, count(offer.seen_at) as seen,
          coalesce(sum(extract(epoch from least(coalesce(offer.decided_at, present), offer.expires_at) - offer.sent_at) / 3600 * (
            select count(*) from public.offer_starts start where start.offer_id = offer.id)), 0) as held_hours
        from public.offers offer where offer.order_id = one.id) answer
      where one.confirmed_at >= since),
    'visits', (select jsonb_build_object('total', coalesce(sum(visits + missed), 0), 'missed', coalesce(sum(missed), 0))
      from internal.report_days where day > today - days and day <= today),
    'searches', (select jsonb_build_object('total', coalesce(sum(demand.searched), 0), 'empty', coalesce(sum(demand.searched - demand.found), 0))
      from internal.search_demand demand where demand.day > today - days and demand.day <= today),
    'reports', (
      select jsonb_build_object('total', count(*) filter (where report.reported_at >= since), 'open', count(*) filter (where report.state = 'open'),
        'overdue', count(*) filter (where report.state = 'open' and report.reported_at < present - interval '24 hours'),
        'decided', count(*) filter (where made.told_at >= since),
        'hours', round((percentile_cont(0.5) within group (order by extract(epoch from made.told_at - report.reported_at) / 3600)
          filter (where made.told_at >= since))::numeric, 1))
      from internal.content_reports report left join internal.decisions made on made.report_id = report.id),
    'companies', (
      select jsonb_build_object('total', count(*), 'active', count(*) filter (where company.state = 'active'),
        'published', count(*) filter (where company.state = 'active' and internal.has_published_location(company.id)),
        'fresh', count(*) filter (where company.created_at >= since))
      from public.companies company));
end $function$;

CREATE OR REPLACE FUNCTION public.operator_lift_suspension(p_company uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.company_state;
begin
  select state into before from public.companies where id = p_company for update;
  perform internal.as_operator('admin', 'lift_suspension', 'company ' || coalesce(p_company::text, ''), p_company, coalesce(p_reason, ''));
  if exists (select from public.members member where member.company_id = p_company and member.user_id = internal.person()) then
    perform internal.fail('other_operator_needed');
  end if;
  if before is null then perform internal.fail('company_not_found'); end if;
  if before <> 'suspended' then perform internal.fail('wrong_state', before::text); end if;
  update public.companies set state = 'active' where id = p_company;
end $function$;

CREATE OR REPLACE FUNCTION public.operator_log(p_page integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page constant integer := least(greatest(coalesce(p_page, 1), 1), 10000);
begin
  perform internal.as_operator('support', 'read_log');
  return (
    with found as (
      select line.id, line.at, line.name, line.verb, line.target, company.name as company, line.reason
      from internal.operator_log line left join public.companies company on company.id = line.company_id
      order by line.id desc offset (page - 1) * 50 limit 51)
    select jsonb_build_object('more', count(*) > 50, 'rows', coalesce(jsonb_agg(to_jsonb(shown) - 'id' order by shown.id desc)
      filter (where shown.place <= 50), '[]'))
    from (select *, row_number() over (order by id desc) as place from found) shown);
end $function$;

CREATE OR REPLACE FUNCTION public.operator_looks(p_company uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_company is null or internal.role_in(p_company) is distinct from 'owner' then perform internal.fail('company_not_found'); end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('at', line.at, 'verb', line.verb, 'reason', line.reason) order by line.id desc), '[]')
    from (select * from internal.operator_log where company_id = p_company order by at desc limit 200) line);
end $function$;

CREATE OR REPLACE FUNCTION public.operator_messages(p_page integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  page constant integer := least(greatest(coalesce(p_page, 1), 1), 10000);
begin
  perform internal.as_operator('support', 'read_messages');
  return (
    with found as (
      select message.*, row_number() over (order by message.created_at desc, message.id) as place from (
        select * from public.messages lost where lost.state in ('failed', 'bounced') order by lost.created_at desc, lost.id limit 51 offset (page - 1) * 50) message)
    select jsonb_build_object(
      'failed', (select count(*) from public.messages where state = 'failed' and created_at > present - interval '14 days'),
      'bounced', (select count(*) from public.messages where state = 'bounced' and created_at > present - interval '14 days'),
      'waiting', (select count(*) from public.messages where state in ('queued', 'sending') and next_attempt_at < present - interval '1 hour'),
      'more', count(*) > 50,
      'rows', coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'kind', found.kind, 'audience', found.audience, 'company', company.name, 'recipient', internal.hinted_address(found.recipient),
          'state', found.state, 'last_error', regexp_replace(found.last_error, '[^[:space:]<>]+@[^[:space:]<>]+', '…', 'g'), 'attempts', found.attempts,
          'created_at', found.created_at, 'again', internal.may_send_again(lost)) order by found.place) filter (where found.place <= 50), '[]'))
    from found join public.messages lost on lost.id = found.id left join public.companies company on company.id = found.company_id);
end $function$;

CREATE OR REPLACE FUNCTION public.operator_report(p_report uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  report internal.content_reports;
  target internal.target;
  earlier internal.decisions;
  caller uuid;
begin
  select * into report from internal.content_reports one where one.id = p_report;
  caller := internal.as_operator('support', 'read_report', 'report ' || coalesce(p_report::text, ''), report.company_id);
  if report.id is null then perform internal.fail('report_not_found'); end if;
  target := internal.reported_target(report.target_kind, report.target_id);
  select * into earlier from internal.decisions one where one.id = report.appeal_of;
  return jsonb_build_object('id', report.id, 'kind', report.target_kind, 'company', report.company_id,
    'business', coalesce((select name from public.locations where id = report.location_id), (select name from public.companies where id = report.company_id), ''),
    'url', report.url, 'ground', report.ground, 'explanation', report.explanation, 'shown', report.shown, 'now', target.shown, 'state', report.state,
    'reported_at', report.reported_at, 'own', internal.is_own_matter(report) or coalesce(earlier.decided_by = caller, false), 'has_address', report.email <> '',
    'image', (select jsonb_build_object('path', path, 'alt', alt, 'width', width, 'height', height, 'color', color) from public.location_images
      where report.target_kind = 'image' and id = report.target_id),
    'visit', internal.visit_month(report.target_kind, report.target_id),
    'others', (select count(*) from internal.content_reports other where other.target_id = report.target_id and other.target_kind = report.target_kind
      and other.state = 'open' and other.id <> report.id),
    'earlier', case when earlier.id is not null then jsonb_build_object('measure', earlier.measure, 'facts', earlier.facts, 'basis', earlier.basis,
      'told_at', earlier.told_at, 'party', report.party) end,
    'decision', (select jsonb_build_object('measure', made.measure, 'ground', made.ground, 'facts', made.facts, 'basis', made.basis, 'scope', made.scope,
      'told_at', made.told_at) from internal.decisions made where made.report_id = report.id));
end $function$;

CREATE OR REPLACE FUNCTION public.operator_reporter(p_report uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  report internal.content_reports;
begin
  select * into report from internal.content_reports one where one.id = p_report;
  perform internal.as_operator('moderator', 'read_reporter', 'report ' || coalesce(p_report::text, ''), report.company_id, coalesce(p_reason, ''));
  if report.id is null then perform internal.fail('report_not_found'); end if;
  return jsonb_build_object('name', report.name, 'email', report.email);
end $function$;

CREATE OR REPLACE FUNCTION public.operator_reports(p_state text DEFAULT 'open'::text, p_page integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  page constant integer := least(greatest(coalesce(p_page, 1), 1), 10000);
begin
  perform internal.as_operator('support', 'read_reports');
  return (
    with found as (
      select report.*, row_number() over (order by case when report.state = 'open' then report.reported_at end, report.reported_at desc, report.id) as place
      from internal.content_reports report where report.state = case when p_state = 'decided' then 'decided' else 'open' end)
    select jsonb_build_object('open', (select count(*) from internal.content_reports where state = 'open'),
      'overdue', (select count(*) from internal.content_reports where state = 'open' and reported_at < present - interval '24 hours'),
      'more', coalesce(bool_or(found.place > page * 50), false),
      'rows', coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'kind', found.target_kind, 'business', coalesce(place.name, company.name, ''),
          'url', found.url, 'ground', found.ground, 'reported_at', found.reported_at,
          'overdue', found.state = 'open' and found.reported_at < present - interval '24 hours', 'appeal', found.appeal_of is not null,
          'measure', made.measure, 'told_at', made.told_at)
        order by found.place) filter (where found.place > (page - 1) * 50 and found.place <= page * 50), '[]'))
    from found left join public.locations place on place.id = found.location_id left join public.companies company on company.id = found.company_id
    left join internal.decisions made on made.report_id = found.id);
end $function$;

CREATE OR REPLACE FUNCTION public.operator_self()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select jsonb_build_object('role', own.role, 'second_factor', auth.jwt() ->> 'aal' is not distinct from 'aal2')
    from internal.operators own where own.user_id = internal.person());
end $function$;

CREATE OR REPLACE FUNCTION public.operator_send_again(p_message uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message public.messages;
begin
  select * into message from public.messages one where one.id = p_message for update;
  perform internal.as_operator('support', 'send_again', 'message ' || coalesce(p_message::text, ''), message.company_id, coalesce(p_reason, ''));
  if message.id is null then perform internal.fail('message_not_found'); end if;
  if not internal.may_send_again(message) then perform internal.fail('message_over'); end if;
  update public.messages set state = 'queued', attempts = 0, last_error = '', next_attempt_at = internal.present(), handed_over_at = null, settled_at = null
  where id = p_message;
end $function$;

CREATE OR REPLACE FUNCTION public.operator_suspend_company(p_company uuid, p_facts text, p_basis text, p_scope text DEFAULT ''::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  company public.companies;
  decision internal.decisions;
begin
  select * into company from public.companies one where one.id = p_company for update;
  decision.decided_by := internal.as_operator('admin', 'suspend_company', 'company ' || coalesce(p_company::text, ''), p_company);
  if company.id is null then perform internal.fail('company_not_found'); end if;
  if company.state <> 'active' then perform internal.fail('wrong_state', company.state::text); end if;
  decision.id := gen_random_uuid();
  decision.target_kind := 'company';
  decision.target_id := company.id;
  decision.company_id := company.id;
  decision.measure := 'company_suspended';
  decision.ground := 'rules';
  decision.facts := internal.clean_words(p_facts);
  decision.basis := internal.clean_words(p_basis);
  decision.scope := internal.clean_words(p_scope);
  decision.automated := false;
  decision.told_at := internal.present();
  if decision.facts = '' or decision.basis = '' then perform internal.fail('reason_missing'); end if;
  if length(decision.facts) > 4000 or length(decision.basis) > 2000 or length(decision.scope) > 500 then perform internal.fail('text_too_long'); end if;
  return internal.decide(decision, '');
end $function$;

CREATE OR REPLACE FUNCTION public.removed_reviews(p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('reason', removed.reason, 'total', removed.total) order by removed.total desc, removed.reason), '[]')
    from (select review.removed_reason as reason, count(*) as total from public.reviews review
      where review.location_id = p_location and review.state = 'removed' and review.removed_reason is not null and internal.is_published(p_location)
      group by review.removed_reason) removed);
end $function$;

CREATE OR REPLACE FUNCTION public.report_content(p_kind text, p_target uuid, p_ground text, p_explanation text, p_name text DEFAULT ''::text, p_email text DEFAULT ''::text, p_good_faith boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  target constant internal.target := internal.target_to_report(p_kind, p_target);
  explained constant text := internal.clean_words(p_explanation);
  called constant text := btrim(regexp_replace(coalesce(p_name, ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  address constant text := btrim(coalesce(p_email, ''));
  visit constant text := case when p_kind = 'review' and p_ground = 'not_customer' then internal.visit_month(p_kind, p_target) end;
  report internal.content_reports;
begin
  if coalesce(p_ground, '') not in ('insult', 'untrue', 'not_customer', 'privacy', 'rights', 'minors', 'other') then perform internal.fail('ground_invalid'); end if;
  if explained = '' then perform internal.fail('explanation_missing'); end if;
  if length(explained) > 4000 then perform internal.fail('text_too_long'); end if;
  if length(called) > 120 then perform internal.fail('name_too_long'); end if;
  if address <> '' and not internal.is_address(address) then perform internal.fail('email_invalid'); end if;
  if p_good_faith is not true then perform internal.fail('good_faith_missing'); end if;
  perform pg_advisory_xact_lock(hashtextextended(p_target::text || lower(address), 87));
  select * into report from internal.content_reports earlier where earlier.target_id = p_target and earlier.target_kind = p_kind
    and lower(earlier.email) = lower(address) and earlier.explanation = explained and earlier.reported_at > present - interval '1 day'
    order by earlier.reported_at limit 1;
  if report.id is not null then
    return jsonb_build_object('reported_at', report.reported_at, 'visit', visit, 'receipt', exists (
      select from public.messages message where message.dedupe_key = 'report_received:' || report.id));
  end if;
  insert into internal.content_reports (target_kind, target_id, location_id, company_id, url, shown, ground, explanation, name, email, good_faith, reported_at)
  values (p_kind, p_target, target.location_id, target.company_id, target.url, target.shown, p_ground, explained, called, address, true, present)
  returning * into report;
  if p_kind = 'review' then
    update public.reviews set state = 'reported' where id = p_target and state = 'published';
  end if;
  return jsonb_build_object('reported_at', present, 'visit', visit, 'receipt', internal.acknowledge_report(report, visit));
end $function$;

ALTER TABLE "internal"."content_reports" ADD CONSTRAINT "content_reports_party_check" CHECK ((party = ANY (ARRAY['author'::text, 'reporter'::text])));

ALTER TABLE "internal"."decisions" ADD CONSTRAINT "decisions_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE SET NULL;

ALTER TABLE "internal"."decisions" ADD CONSTRAINT "decisions_decided_by_fkey" FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "internal"."decisions" ADD CONSTRAINT "decisions_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE SET NULL;

ALTER TABLE "internal"."content_reports" ADD CONSTRAINT "content_reports_appeal_of_fkey" FOREIGN KEY (appeal_of) REFERENCES internal.decisions(id) ON DELETE SET NULL;

ALTER TABLE "internal"."decision_parties" ADD CONSTRAINT "decision_parties_decision_id_fkey" FOREIGN KEY (decision_id) REFERENCES internal.decisions(id) ON DELETE CASCADE;

ALTER TABLE "internal"."decisions" ADD CONSTRAINT "decisions_appeal_of_fkey" FOREIGN KEY (appeal_of) REFERENCES internal.decisions(id) ON DELETE SET NULL;

ALTER TABLE "internal"."decisions" ADD CONSTRAINT "decisions_report_id_fkey" FOREIGN KEY (report_id) REFERENCES internal.content_reports(id) ON DELETE SET NULL;

ALTER TABLE "internal"."operator_log" ADD CONSTRAINT "operator_log_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE SET NULL;

ALTER TABLE "internal"."operator_log" ADD CONSTRAINT "operator_log_who_fkey" FOREIGN KEY (who) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "internal"."operators" ADD CONSTRAINT "operators_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "internal"."paused_locations" ADD CONSTRAINT "paused_locations_decision_id_fkey" FOREIGN KEY (decision_id) REFERENCES internal.decisions(id) ON DELETE CASCADE;

ALTER TABLE "internal"."paused_locations" ADD CONSTRAINT "paused_locations_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

ALTER TABLE "public"."reviews" ADD CONSTRAINT "reviews_removed_reason" CHECK ((length(removed_reason) <= 20));

CREATE UNIQUE INDEX content_reports_appeal ON internal.content_reports USING btree (appeal_of, party) WHERE (appeal_of IS NOT NULL);

CREATE INDEX decision_parties_email ON internal.decision_parties USING btree (lower(email));

CREATE INDEX decisions_appeal_of ON internal.decisions USING btree (appeal_of);

CREATE INDEX decisions_company ON internal.decisions USING btree (company_id);

CREATE INDEX decisions_decided_by ON internal.decisions USING btree (decided_by);

CREATE INDEX decisions_location ON internal.decisions USING btree (location_id);

CREATE INDEX decisions_target ON internal.decisions USING btree (target_id);

CREATE INDEX decisions_told ON internal.decisions USING btree (told_at);

CREATE INDEX operator_log_age ON internal.operator_log USING btree (at);

CREATE INDEX operator_log_company ON internal.operator_log USING btree (company_id, at DESC) WHERE (company_id IS NOT NULL);

CREATE INDEX operator_log_who ON internal.operator_log USING btree (who, at DESC);

CREATE INDEX paused_locations_decision ON internal.paused_locations USING btree (decision_id);

CREATE TRIGGER keep_paused BEFORE UPDATE OF state ON public.locations FOR EACH ROW WHEN (((new.state = 'published'::public.location_state) AND (old.state <> 'published'::public.location_state))) EXECUTE FUNCTION internal.keep_paused();

REVOKE ALL ON FUNCTION "internal"."acknowledge_report"(internal.content_reports, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."address_of_company"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."as_operator"(text, text, text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."author_of"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."carry_out"(internal.decisions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."decide"(internal.decisions, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_decisions"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_operator_log"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."hinted_address"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_own_matter"(internal.content_reports) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_paused"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."may_send_again"(public.messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."measure_against"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."party_of"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_back"(internal.decisions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."tax_gaps"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."visit_month"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."withdraw_offers"(uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."appeal"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."appeal"(uuid, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."appoint_operator"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."appoint_operator"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."decide_report"(uuid, text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_report"(uuid, text, text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_decision"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_decision"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."issue_decision_link"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."issue_decision_link"(uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."operator_companies"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_companies"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_company"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_company"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_figures"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_figures"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_lift_suspension"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_lift_suspension"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_log"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_log"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_looks"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_looks"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_messages"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_messages"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_report"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_report"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_reporter"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_reporter"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_reports"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_reports"(text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_self"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_self"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_send_again"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_send_again"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_suspend_company"(uuid, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_suspend_company"(uuid, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."removed_reviews"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."removed_reviews"(uuid) TO "anon", "authenticated";

INSERT INTO internal.message_kinds (kind, purpose, priority) VALUES
  ('decision', 'transactional', 30),
  ('appeal_decided', 'transactional', 30);

INSERT INTO public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) VALUES
  ('decisions', 61, '{internal.decisions,internal.decision_parties,internal.paused_locations}', 'Entscheidungen über gemeldete Inhalte und Unternehmen, mit den Adressen derer, denen sie mitgeteilt wurden', 'bis ein Jahr nach der Entscheidung, länger nur, solange eine Sperre gilt',
    'Gegen eine Entscheidung kann man sich sechs Monate lang beschweren (Art. 17 und 20 der Verordnung (EU) 2022/2065).', 'deleted', '1 year', false,
    'internal.forget_decisions'),
  ('operators', 62, '{internal.operators}', 'Wer die Plattform betreibt', 'solange die Person es tut', 'Für den Zugang zu den Seiten des Betreibers (Art. 32 DSGVO).', 'deleted', null, false, null),
  ('operator_log', 63, '{internal.operator_log}', 'Was die Plattform angesehen und entschieden hat', 'bis drei Jahre nach dem Ende des Jahres, in dem es geschah',
    'Nachweis über Zugriffe (Art. 5 Abs. 2, Art. 32 DSGVO).', 'deleted', '3 years', true, 'internal.forget_operator_log');
