set local check_function_bodies = off;

CREATE TABLE "internal"."content_reports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "target_kind" text NOT NULL, "target_id" uuid NOT NULL, "location_id" uuid, "company_id" uuid, "url" text NOT NULL, "shown" text NOT NULL, "ground" text NOT NULL, "explanation" text NOT NULL, "name" text NOT NULL, "email" text NOT NULL, "good_faith" boolean NOT NULL, "state" text NOT NULL DEFAULT 'open'::text, "reported_at" timestamp with time zone NOT NULL, CONSTRAINT "content_reports_explanation_check" CHECK (((length(explanation) >= 1) AND (length(explanation) <= 4000))), CONSTRAINT "content_reports_good_faith_check" CHECK (good_faith), CONSTRAINT "content_reports_ground" CHECK ((ground = ANY (ARRAY['insult'::text, 'untrue'::text, 'not_customer'::text, 'privacy'::text, 'rights'::text, 'minors'::text, 'other'::text]))), CONSTRAINT "content_reports_kind" CHECK ((target_kind = ANY (ARRAY['listing'::text, 'image'::text, 'review'::text, 'reply'::text, 'order'::text, 'offer'::text, 'company'::text]))), CONSTRAINT "content_reports_name_check" CHECK ((length(name) <= 120)), CONSTRAINT "content_reports_pkey" PRIMARY KEY (id), CONSTRAINT "content_reports_shown_check" CHECK ((length(shown) <= 4000)), CONSTRAINT "content_reports_state_check" CHECK ((state = ANY (ARRAY['open'::text, 'decided'::text]))), CONSTRAINT "content_reports_url_check" CHECK ((length(url) <= 300)), CONSTRAINT "content_reports_email_check" CHECK (((email = ''::text) OR internal.is_address(email))));

ALTER TABLE "internal"."content_reports" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "internal"."target" AS ("location_id" uuid, "company_id" uuid, "business" text, "slug" text, "url" text, "shown" text);

CREATE OR REPLACE FUNCTION internal.acknowledge_report(report internal.content_reports)
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
      'url', report.url, 'ground', report.ground, 'name', internal.neutral_name(report.name, ''),
      'explanation', internal.neutral(report.explanation, '')), report.reported_at, 'report_received:' || report.id);
  end if;
  return receipt;
end $function$;

CREATE OR REPLACE FUNCTION internal.content_reports_of(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('url', report.url, 'kind', report.target_kind, 'ground', report.ground, 'explanation', report.explanation,
      'name', report.name, 'state', report.state, 'reported_at', report.reported_at) order by report.reported_at, report.id), '[]')
    from internal.content_reports report where lower(report.email) = lower(p_email) and report.email <> '');
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_content_reports(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from internal.content_reports where id in (
    select id from internal.content_reports where state = 'decided' and reported_at < internal.kept_since('content_reports')
    order by reported_at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.reported_target(p_kind text, p_target uuid)
 RETURNS internal.target
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found internal.target;
begin
  select place.id, place.company_id, place.name, place.slug, coalesce(seen.url, '/listings/' || place.slug), left(seen.shown, 4000) into found
  from (
    select listing.id as location_id, null as url, concat_ws(E'\n\n', listing.name, nullif(listing.description, '')) as shown
    from public.locations listing where p_kind = 'listing' and listing.id = p_target
    union all
    select picture.location_id, null, coalesce(nullif(picture.alt, ''), 'Bild') from public.location_images picture
    where p_kind = 'image' and picture.id = p_target
    union all
    select review.location_id, null, concat_ws(E'\n\n', review.author || ', ' || review.rating || case review.rating when 1 then ' Stern' else ' Sterne' end,
      nullif(review.text, ''), (select string_agg(addition ->> 'text', E'\n\n') from jsonb_array_elements(review.additions) addition))
    from public.reviews review where p_kind = 'review' and review.id = p_target and review.state in ('published', 'reported')
    union all
    select review.location_id, null, review.reply from public.reviews review
    where p_kind = 'reply' and review.id = p_target and review.reply <> '' and review.state in ('published', 'reported')
    union all
    select offer.location_id, '/request/' || offer.order_id, coalesce(nullif(offer.text_masked, ''), 'Angebot ohne Text') from public.offers offer
    where p_kind = 'offer' and offer.id = p_target
  ) seen join public.locations place on place.id = seen.location_id
  where p_kind = 'offer' or internal.is_published(place.id);
  if p_kind = 'order' then
    select null, null, concat_ws(', ', category.name, internal.order_place(row(one.*)::public.search_orders)), '', '/admin/offers/' || one.id,
      coalesce(nullif(concat_ws(E'\n\n', nullif(internal.masked(one.title), ''), nullif(internal.masked(one.text), '')), ''), 'Suchauftrag ohne Text')
    into found
    from public.search_orders one join public.categories category on category.id = one.category_id
    where one.id = p_target and one.state <> 'draft' and one.emptied_at is null;
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.target_to_report(p_kind text, p_target uuid)
 RETURNS internal.target
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  target constant internal.target := internal.reported_target(p_kind, p_target);
begin
  if target.shown is null or p_kind = 'order' and not exists (
      select from internal.locations_to_offer() mine (id) where exists (
        select from public.search_orders one where one.id = p_target and internal.fits_order(row(one.*)::public.search_orders, mine.id))) then
    perform internal.fail('target_not_found');
  end if;
  return target;
end $function$;

CREATE OR REPLACE FUNCTION public.get_report_target(p_kind text, p_target uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target constant internal.target := internal.target_to_report(p_kind, p_target);
begin
  return jsonb_build_object('business', target.business, 'slug', target.slug, 'shown', case when p_kind = 'offer' then '' else target.shown end);
end $function$;

CREATE OR REPLACE FUNCTION public.own_account_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  address constant text := lower(internal.own_email());
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return jsonb_build_object(
    'waits', (select coalesce(jsonb_agg(internal.wait_json(wait) order by wait.created_at, wait.id), '[]') from public.event_waits wait where wait.user_id = caller),
    'withdrawals', (select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
      from public.appointments visit join public.withdrawals declared on declared.appointment_id = visit.id where visit.user_id = caller),
    'search_orders', internal.orders_data(caller, address),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'content_reports', case when address is null then '[]' else internal.content_reports_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object('location', place.name, 'created_at', kept.created_at) order by kept.created_at, place.id), '[]')
      from public.favourites kept join public.locations place on place.id = kept.location_id where kept.user_id = caller),
    'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'list', kept.list, 'name', kept.name, 'query', kept.query,
        'is_default', kept.is_default, 'created_at', kept.created_at) order by kept.created_at, kept.id), '[]')
      from public.saved_views kept join public.companies company on company.id = kept.company_id where kept.user_id = caller));
end $function$;

CREATE OR REPLACE FUNCTION public.own_data(p_link uuid, p_pass text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant internal.own_data_links := internal.opened_data_link(p_link, p_pass);
begin
  return jsonb_build_object('email', link.email, 'until', link.pass_ends_at,
    'account', exists (select from auth.users where lower(email) = link.email and email_confirmed_at is not null and deleted_at is null),
    'businesses', internal.data_of_guest(link.email),
    'search_orders', internal.orders_data(null, link.email),
    'withdrawals', internal.withdrawals_of(link.email), 'consents', internal.consents_of(link.email),
    'content_reports', internal.content_reports_of(link.email));
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
    return jsonb_build_object('reported_at', report.reported_at, 'receipt', exists (
      select from public.messages message where message.dedupe_key = 'report_received:' || report.id));
  end if;
  insert into internal.content_reports (target_kind, target_id, location_id, company_id, url, shown, ground, explanation, name, email, good_faith, reported_at)
  values (p_kind, p_target, target.location_id, target.company_id, target.url, target.shown, p_ground, explained, called, address, true, present)
  returning * into report;
  if p_kind = 'review' then
    update public.reviews set state = 'reported' where id = p_target and state = 'published';
  end if;
  return jsonb_build_object('reported_at', present, 'receipt', internal.acknowledge_report(report));
end $function$;

ALTER TABLE "internal"."content_reports" ADD CONSTRAINT "content_reports_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE SET NULL;

ALTER TABLE "internal"."content_reports" ADD CONSTRAINT "content_reports_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE SET NULL;

CREATE INDEX content_reports_age ON internal.content_reports USING btree (reported_at);

CREATE INDEX content_reports_company ON internal.content_reports USING btree (company_id);

CREATE INDEX content_reports_email ON internal.content_reports USING btree (lower(email)) WHERE (email <> ''::text);

CREATE INDEX content_reports_location ON internal.content_reports USING btree (location_id);

CREATE INDEX content_reports_open ON internal.content_reports USING btree (reported_at) WHERE (state = 'open'::text);

CREATE INDEX content_reports_target ON internal.content_reports USING btree (target_id);

REVOKE ALL ON FUNCTION "internal"."acknowledge_report"(internal.content_reports) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."content_reports_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_content_reports"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."reported_target"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."target_to_report"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_report_target"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_report_target"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."report_content"(text, uuid, text, text, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_content"(text, uuid, text, text, text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ("state") ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ("state") ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ("state") ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ("state") ON TABLE "public"."reviews" TO "authenticated";

INSERT INTO internal.message_kinds (kind, purpose, priority) VALUES ('report_received', 'transactional', 30);

INSERT INTO public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) VALUES
  ('content_reports', 60, '{internal.content_reports}', 'Meldungen von Inhalten, mit Name und Adresse, wenn sie angegeben wurden', 'bis ein Jahr nach dem Eingang, wenn über sie entschieden ist',
    'Nachweis der Bearbeitung; gegen eine Entscheidung kann man sich sechs Monate lang beschweren (Art. 16, 17 und 20 der Verordnung (EU) 2022/2065).', 'deleted', '1 year', false,
    'internal.forget_content_reports');
