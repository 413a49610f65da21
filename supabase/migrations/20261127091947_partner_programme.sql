set local check_function_bodies = off;

CREATE TYPE "public"."referral_state" AS ENUM ('pending', 'earned', 'rejected', 'paid');

CREATE TYPE "public"."partner_state" AS ENUM ('active', 'suspended', 'left');

CREATE TABLE "internal"."partner_days" ("partner_id" uuid NOT NULL, "day" date NOT NULL, "visits" integer NOT NULL, CONSTRAINT "partner_days_pkey" PRIMARY KEY (partner_id, day), CONSTRAINT "partner_days_visits_check" CHECK (((visits >= 0) AND (visits <= 1000000))));

ALTER TABLE "internal"."partner_days" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."partners" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid, "company_id" uuid, "code" text NOT NULL, "state" public.partner_state NOT NULL DEFAULT 'active'::public.partner_state, "terms_version" smallint NOT NULL, "terms_accepted_at" timestamp with time zone NOT NULL, "joined_at" timestamp with time zone NOT NULL, "suspended_reason" text NOT NULL DEFAULT ''::text, CONSTRAINT "partners_code_key" UNIQUE (code), CONSTRAINT "partners_code" CHECK ((code ~ '^[CDFGHJKMNPQRTVWXY34679]{8}$'::text)), CONSTRAINT "partners_company_id_key" UNIQUE (company_id), CONSTRAINT "partners_pkey" PRIMARY KEY (id), CONSTRAINT "partners_suspended_reason_check" CHECK ((length(suspended_reason) <= 500)), CONSTRAINT "partners_user_id_key" UNIQUE (user_id), CONSTRAINT "partners_whose" CHECK ((num_nonnulls(user_id, company_id) <= 1)));

ALTER TABLE "internal"."partners" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."referrals" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid, "partner_id" uuid NOT NULL, "state" public.referral_state NOT NULL DEFAULT 'pending'::public.referral_state, "reason" text NOT NULL DEFAULT ''::text, "note" text NOT NULL DEFAULT ''::text, "reward_cents" integer NOT NULL DEFAULT 5000, "created_at" timestamp with time zone NOT NULL, "checked_at" timestamp with time zone NOT NULL, "decided_at" timestamp with time zone, "paid_at" timestamp with time zone, CONSTRAINT "referrals_company_id_key" UNIQUE (company_id), CONSTRAINT "referrals_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "referrals_pkey" PRIMARY KEY (id), CONSTRAINT "referrals_reason" CHECK ((reason = ANY (ARRAY[''::text, 'same_person'::text, 'mail'::text, 'phone'::text, 'tax'::text, 'iban'::text, 'ring'::text, 'not_reached'::text, 'company_gone'::text, 'partner_gone'::text, 'operator'::text]))), CONSTRAINT "referrals_reward_cents_check" CHECK (((reward_cents >= 0) AND (reward_cents <= 1000000))));

ALTER TABLE "internal"."referrals" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.clean_partner_code(p_code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select upper(regexp_replace(left(coalesce(p_code, ''), 100), '[^A-Za-z0-9]', '', 'g'))
$function$;

CREATE OR REPLACE FUNCTION internal.companies_of(partner internal.partners)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when partner.company_id is not null then array[partner.company_id] else array(
    select member.company_id from public.members member where member.user_id = partner.user_id and member.role = 'owner') end
$function$;

CREATE OR REPLACE FUNCTION internal.forget_partner_days(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from internal.partner_days where (partner_id, day) in (
    select partner_id, day from internal.partner_days where day < (internal.kept_since('partner_days') at time zone 'Europe/Berlin')::date
    order by day limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_referrals(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
  partners integer;
begin
  delete from internal.referrals where id in (
    select id from internal.referrals where state in ('rejected', 'paid') and decided_at < internal.kept_since('referrals')
    order by decided_at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  delete from internal.partners where id in (
    select partner.id from internal.partners partner where partner.user_id is null and partner.company_id is null
      and not exists (select from internal.referrals one where one.partner_id = partner.id) limit p_limit for update skip locked);
  get diagnostics partners = row_count;
  return gone + partners;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_free_mail(p_host text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_host in ('gmail.com', 'googlemail.com', 'gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.com', 'gmx.eu', 'gmx.org', 'web.de', 't-online.de', 'magenta.de',
    'outlook.com', 'outlook.de', 'hotmail.com', 'hotmail.de', 'live.com', 'live.de', 'msn.com', 'yahoo.com', 'yahoo.de', 'ymail.com', 'rocketmail.com',
    'icloud.com', 'me.com', 'mac.com', 'aol.com', 'aol.de', 'freenet.de', 'arcor.de', 'posteo.de', 'posteo.net', 'mailbox.org', 'proton.me', 'protonmail.com', 'pm.me',
    'tutanota.com', 'tutanota.de', 'tuta.io', 'tuta.com', 'mail.de', 'mail.com', 'email.de', 'email.com', 'online.de', 'online.com', 'vodafone.de', 'vodafonemail.de',
    'kabelmail.de', 'unitybox.de', 'o2mail.de', 'o2online.de', 'ewe.net', 'ewetel.net', 'netcologne.de', 'osnanet.de', 'htp-tel.de', 'alice.de', 'alice-dsl.net',
    'yandex.com', 'zoho.com', 'fastmail.com', 'hey.com', 'hushmail.com', 'bluewin.ch', 'aon.at', 'chello.at', 'directbox.com', 'firemail.de', 'genion.de',
    'privaterelay.appleid.com', 'duck.com', 'ukr.net', 'wp.pl', 'onet.pl', 'o2.pl', 'libero.it', 'orange.fr', 'free.fr', 'laposte.net', 'mail.ru', 'qq.com')
$function$;

CREATE OR REPLACE FUNCTION internal.is_reached(referral internal.referrals, partner internal.partners)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with inside as (
    select account.id, internal.mailbox(account.email) as mailbox from auth.users account
    where account.id = any(internal.people_of(partner)) or account.id in (
      select member.user_id from public.members member where member.company_id = referral.company_id)
  ), visit as (
    select coalesce(internal.mailbox(nullif(one.contact_email, '')), nullif(one.contact_phone, ''), one.customer_id::text) as who
    from public.locations place join public.appointments one on one.location_id = place.id
    where place.company_id = referral.company_id and one.state = 'completed' and one.starts_at >= referral.created_at and one.ends_at <= internal.present()
      and not exists (select from inside where inside.id = one.user_id or inside.mailbox = internal.mailbox(nullif(one.contact_email, '')))
  )
  select (select company.state = 'active' from public.companies company where company.id = referral.company_id)
    and exists (select from public.locations place where place.company_id = referral.company_id and place.state = 'published'
      and place.published_at <= internal.present() - interval '30 days')
    and (select count(*) >= 5 and count(distinct who) >= 3 from visit where who is not null)
$function$;

CREATE OR REPLACE FUNCTION internal.is_ring(p_company uuid, partner internal.partners)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive led (company_id) as (
    select p_company
    union
    select next.company_id from led
    join internal.partners onward on onward.company_id = led.company_id or onward.user_id in (
      select member.user_id from public.members member where member.company_id = led.company_id and member.role = 'owner')
    join internal.referrals next on next.partner_id = onward.id and next.company_id is not null
  )
  select exists (select from led where led.company_id = any(internal.companies_of(partner)))
$function$;

CREATE OR REPLACE FUNCTION internal.judged_partner(p_partner uuid, p_operator uuid)
 RETURNS internal.partners
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  partner internal.partners;
begin
  select * into partner from internal.partners one where one.id = p_partner for no key update;
  if partner.id is null then perform internal.fail('partner_not_found'); end if;
  if p_operator = any(internal.people_of(partner)) then perform internal.fail('other_operator_needed'); end if;
  return partner;
end $function$;

CREATE OR REPLACE FUNCTION internal.leave_with_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.state := 'left';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.marks_of(p_people uuid[], p_companies uuid[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with address as (
    select account.email as email from auth.users account where account.id = any(p_people)
    union select company.email from public.companies company where company.id = any(p_companies)
    union select place.email from public.locations place where place.company_id = any(p_companies)
  ), phone as (
    select profile.phone as phone from public.profiles profile where profile.id = any(p_people)
    union select company.phone from public.companies company where company.id = any(p_companies)
    union select place.phone from public.locations place where place.company_id = any(p_companies)
  ), number as (
    select unnest(array['tax ' || nullif(held.tax_id, ''), 'tax ' || nullif(held.tax_number, ''), 'iban ' || nullif(held.iban, '')]) as mark
    from public.company_tax_data held where held.company_id = any(p_companies)
    union select 'tax ' || nullif(company.vat_id, '') from public.companies company where company.id = any(p_companies)
  )
  select coalesce(array_agg(distinct mark), '{}') from (
    select 'mail ' || internal.mailbox(email) from address where email <> ''
    union select 'mail @' || lower(split_part(email, '@', 2)) from address where email <> '' and not internal.is_free_mail(lower(split_part(email, '@', 2)))
    union select 'phone ' || internal.e164(phone) from phone where internal.e164(phone) like '+%'
    union select mark from number) one (mark)
  where mark is not null
$function$;

CREATE OR REPLACE FUNCTION internal.new_partner_code()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select string_agg(substr('CDFGHJKMNPQRTVWXY34679', get_byte(chance.bytes, place) % 22 + 1, 1), '')
  from (select extensions.gen_random_bytes(8) as bytes) chance, generate_series(0, 7) place
$function$;

CREATE OR REPLACE FUNCTION internal.own_partner(p_partner uuid)
 RETURNS internal.partners
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found_partner internal.partners;
begin
  select * into found_partner from internal.partners partner where partner.id = p_partner
    and (partner.user_id = internal.person() or partner.company_id in (select internal.companies_as('owner')));
  if found_partner.id is null then perform internal.fail('partner_not_found'); end if;
  return found_partner;
end $function$;

CREATE OR REPLACE FUNCTION internal.partner_data(p_user uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('code', partner.code, 'state', partner.state, 'joined_at', partner.joined_at,
    'terms_version', partner.terms_version, 'suspended_reason', partner.suspended_reason, 'referrals', internal.referrals_json(partner.id))), '[]')
  from internal.partners partner where partner.user_id = p_user
$function$;

CREATE OR REPLACE FUNCTION internal.people_of(partner internal.partners)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when partner.user_id is not null then array[partner.user_id] else array(
    select member.user_id from public.members member where member.company_id = partner.company_id and member.role >= 'manager') end
$function$;

CREATE OR REPLACE FUNCTION internal.referral_flaw(referral internal.referrals, partner internal.partners)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  company public.companies;
  leaders uuid[];
  shared text[];
  kind text;
begin
  if partner.user_id is null and partner.company_id is null then return 'partner_gone'; end if;
  select * into company from public.companies one where one.id = referral.company_id;
  if company.id is null or not internal.takes_part(company) then return 'company_gone'; end if;
  if company.id = any(internal.companies_of(partner)) or exists (
      select from public.members member where member.company_id = company.id and member.user_id = any(internal.people_of(partner))) then
    return 'same_person';
  end if;
  leaders := array(select member.user_id from public.members member where member.company_id = company.id and member.role >= 'manager');
  shared := array(select unnest(internal.marks_of(internal.people_of(partner), internal.companies_of(partner)))
    intersect select unnest(internal.marks_of(leaders, array[company.id])));
  foreach kind in array '{tax,iban,phone,mail}'::text[] loop
    if exists (select from unnest(shared) mark where mark like kind || ' %') then return kind; end if;
  end loop;
  return case when internal.is_ring(company.id, partner) then 'ring' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.referrals_json(p_partner uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('state', one.state, 'reason', one.reason, 'note', one.note, 'reward_cents', one.reward_cents,
    'referred_at', one.created_at, 'decided_at', one.decided_at, 'paid_at', one.paid_at) order by one.created_at desc, one.id), '[]')
  from internal.referrals one where one.partner_id = p_partner
$function$;

CREATE OR REPLACE FUNCTION internal.settle_referral(referral internal.referrals, p_state public.referral_state, p_reason text, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  partner internal.partners;
begin
  update internal.referrals set state = p_state, reason = p_reason, note = p_note, checked_at = present,
    decided_at = case when p_state = 'paid' then decided_at else present end, paid_at = case when p_state = 'paid' then present end
  where id = referral.id;
  select * into partner from internal.partners where id = referral.partner_id;
  perform internal.tell_partner(partner, 'referral_' || p_state, jsonb_build_object('referred_at', referral.created_at,
    'reward_cents', referral.reward_cents, 'reason', p_reason, 'note', p_note));
end $function$;

CREATE OR REPLACE FUNCTION internal.takes_part(company public.companies)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select company.goes_at is null and company.state <> 'closed' and coalesce(to_jsonb(company) ->> 'sandbox', 'false') <> 'true'
$function$;

CREATE OR REPLACE FUNCTION internal.tell_partner(partner internal.partners, p_kind text, p_more jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.mail_account(told.user_id, p_kind, jsonb_build_object('code', partner.code) || p_more)
  from (select partner.user_id where partner.user_id is not null
    union select member.user_id from public.members member where member.company_id = partner.company_id and member.role = 'owner') told;
end $function$;

CREATE OR REPLACE FUNCTION public.company_referral(p_company uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_company is null or internal.role_in(p_company) is distinct from 'owner' then perform internal.fail('company_not_found'); end if;
  return (
    select jsonb_build_object('code', partner.code, 'state', one.state, 'referred_at', one.created_at,
      'until', case when one.id is null and internal.takes_part(company) and company.created_at >= internal.present() - interval '14 days'
        then company.created_at + interval '14 days' end)
    from public.companies company left join internal.referrals one on one.company_id = company.id
    left join internal.partners partner on partner.id = one.partner_id where company.id = p_company);
end $function$;

CREATE OR REPLACE FUNCTION public.count_partner_visit(p_code text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant text := public.find_partner_code(p_code);
begin
  insert into internal.partner_days as counted (partner_id, day, visits)
  select partner.id, (internal.present() at time zone 'Europe/Berlin')::date, 1 from internal.partners partner where partner.code = known
  on conflict (partner_id, day) do update set visits = least(counted.visits + 1, 1000000);
  return known;
end $function$;

CREATE OR REPLACE FUNCTION public.current_agreements()
 RETURNS SETOF public.agreement_texts
 LANGUAGE sql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
  select distinct on (kind) * from public.agreement_texts where kind <> 'partner_terms' order by kind, version desc
$function$;

CREATE OR REPLACE FUNCTION public.current_partner_terms()
 RETURNS public.agreement_texts
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from public.agreement_texts where kind = 'partner_terms' order by version desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.decide_referrals(p_limit integer DEFAULT 100)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  one internal.referrals;
  partner internal.partners;
  flaw text;
  looked integer := 0;
begin
  for one in select * from internal.referrals where state = 'pending' and checked_at < present - interval '20 hours'
    order by checked_at limit p_limit for update skip locked loop
    looked := looked + 1;
    select * into partner from internal.partners where id = one.partner_id;
    flaw := internal.referral_flaw(one, partner);
    if flaw is null and partner.state <> 'suspended' and internal.is_reached(one, partner) then
      perform internal.settle_referral(one, 'earned', '', '');
    elsif flaw is not null or one.created_at < present - interval '1 year' then
      perform internal.settle_referral(one, 'rejected', coalesce(flaw, 'not_reached'), '');
    else
      update internal.referrals set checked_at = present where id = one.id;
    end if;
  end loop;
  return looked;
end $function$;

CREATE OR REPLACE FUNCTION public.find_partner_code(p_code text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select partner.code from internal.partners partner where partner.code = internal.clean_partner_code(p_code) and partner.state = 'active'
$function$;

CREATE OR REPLACE FUNCTION public.join_partners(p_terms text, p_company uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  present constant timestamptz := internal.present();
  terms constant public.agreement_texts := public.current_partner_terms();
  own uuid;
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  if p_terms is distinct from terms.hash then perform internal.fail('agreement_outdated'); end if;
  if p_company is not null then
    perform internal.open_company(p_company, 'owner');
    if not (select internal.takes_part(company) from public.companies company where company.id = p_company) then
      perform internal.fail('company_closed');
    end if;
  end if;
  -- Of two at once the second finds the first. A code that is taken, which is next to impossible, is drawn again.
  perform pg_advisory_xact_lock(hashtextextended(coalesce(p_company, caller)::text, 88));
  loop
    update internal.partners set terms_version = terms.version, terms_accepted_at = present,
      state = case when state = 'left' then 'active' else state end
    where case when p_company is null then user_id = caller else company_id = p_company end
    returning id into own;
    if own is not null then return own; end if;
    insert into internal.partners (user_id, company_id, code, terms_version, terms_accepted_at, joined_at)
    values (case when p_company is null then caller end, p_company, internal.new_partner_code(), terms.version, present, present)
    on conflict do nothing returning id into own;
    if own is not null then return own; end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.leave_partners(p_partner uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update internal.partners set state = 'left' where id = (internal.own_partner(p_partner)).id and state = 'active';
end $function$;

CREATE OR REPLACE FUNCTION public.operator_lift_partner(p_partner uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.as_operator('admin', 'lift_partner', 'partner ' || coalesce(p_partner::text, ''), null, coalesce(p_reason, ''));
  partner constant internal.partners := internal.judged_partner(p_partner, caller);
begin
  if partner.state <> 'suspended' then perform internal.fail('wrong_state', partner.state::text); end if;
  update internal.partners set state = 'active', suspended_reason = '' where id = partner.id;
end $function$;

CREATE OR REPLACE FUNCTION public.operator_partner(p_partner uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.as_operator('support', 'read_partner', 'partner ' || coalesce(p_partner::text, ''));
  partner internal.partners;
begin
  select * into partner from internal.partners one where one.id = p_partner;
  if partner.id is null then perform internal.fail('partner_not_found'); end if;
  return jsonb_build_object('id', partner.id, 'code', partner.code, 'state', partner.state, 'suspended_reason', partner.suspended_reason,
    'terms_version', partner.terms_version, 'joined_at', partner.joined_at, 'gone', partner.user_id is null and partner.company_id is null,
    'own', caller = any(internal.people_of(partner)),
    'company', (select jsonb_build_object('id', company.id, 'name', company.name) from public.companies company where company.id = partner.company_id),
    'visits', (select coalesce(sum(counted.visits), 0) from internal.partner_days counted where counted.partner_id = partner.id),
    'referrals', (select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'company', company.name, 'company_id', company.id, 'state', one.state,
        'reason', one.reason, 'note', one.note, 'reward_cents', one.reward_cents, 'created_at', one.created_at, 'decided_at', one.decided_at,
        'paid_at', one.paid_at) order by one.created_at desc, one.id), '[]')
      from internal.referrals one left join public.companies company on company.id = one.company_id where one.partner_id = partner.id));
end $function$;

CREATE OR REPLACE FUNCTION public.operator_partner_person(p_partner uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  partner internal.partners;
begin
  perform internal.as_operator('moderator', 'read_partner_person', 'partner ' || coalesce(p_partner::text, ''), null, coalesce(p_reason, ''));
  select * into partner from internal.partners one where one.id = p_partner;
  if partner.id is null then perform internal.fail('partner_not_found'); end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('name', internal.person_name(account.id), 'email', account.email) order by account.email), '[]')
    from auth.users account where account.id = partner.user_id or account.id in (
      select member.user_id from public.members member where member.company_id = partner.company_id and member.role = 'owner'));
end $function$;

CREATE OR REPLACE FUNCTION public.operator_partners(p_words text DEFAULT ''::text, p_page integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page constant integer := least(greatest(coalesce(p_page, 1), 1), 10000);
  typed constant text := left(btrim(coalesce(p_words, '')), 100);
  typed_code constant text := internal.clean_partner_code(p_words);
begin
  perform internal.as_operator('support', 'read_partners');
  return (
    with found as (
      select partner.*, company.name as company, sums.*, row_number() over (order by sums.earned desc, partner.joined_at desc, partner.id) as place
      from internal.partners partner left join public.companies company on company.id = partner.company_id
      cross join lateral (
        select count(*) filter (where one.state = 'pending') as pending, count(*) filter (where one.state = 'earned') as earned,
          count(*) filter (where one.state = 'paid') as paid, count(*) filter (where one.state = 'rejected') as rejected
        from internal.referrals one where one.partner_id = partner.id) sums
      where typed = '' or typed_code <> '' and starts_with(partner.code, typed_code) or strpos(lower(company.name), lower(typed)) > 0
      order by place offset (page - 1) * 50 limit 51)
    select jsonb_build_object(
      'partners', (select count(*) from internal.partners where state = 'active'),
      'pending', (select count(*) from internal.referrals where state = 'pending'),
      'earned', (select count(*) from internal.referrals where state = 'earned'),
      'owed_cents', (select coalesce(sum(reward_cents), 0) from internal.referrals where state = 'earned'),
      'more', count(*) > 50,
      'rows', coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'code', found.code, 'company', found.company,
        'gone', found.user_id is null and found.company_id is null, 'state', found.state, 'joined_at', found.joined_at,
        'visits', (select coalesce(sum(counted.visits), 0) from internal.partner_days counted where counted.partner_id = found.id),
        'pending', found.pending, 'earned', found.earned, 'paid', found.paid, 'rejected', found.rejected) order by found.place)
        filter (where found.place <= page * 50), '[]'))
    from found);
end $function$;

CREATE OR REPLACE FUNCTION public.operator_settle_referral(p_referral uuid, p_state public.referral_state, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.as_operator('admin', 'settle_referral', 'referral ' || coalesce(p_referral::text, ''), null, coalesce(p_reason, ''));
  before internal.referrals;
begin
  select * into before from internal.referrals one where one.id = p_referral for update;
  if before.id is null then perform internal.fail('referral_not_found'); end if;
  perform internal.judged_partner(before.partner_id, caller);
  if p_state is null or (before.state, p_state) not in (('earned', 'paid'), ('rejected', 'earned'), ('pending', 'rejected'), ('earned', 'rejected')) then
    perform internal.fail('wrong_state', before.state::text);
  end if;
  perform internal.settle_referral(before, p_state, case when p_state = 'rejected' then 'operator' else '' end, internal.clean_words(p_reason));
end $function$;

CREATE OR REPLACE FUNCTION public.operator_suspend_partner(p_partner uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.as_operator('admin', 'suspend_partner', 'partner ' || coalesce(p_partner::text, ''), null, coalesce(p_reason, ''));
  partner constant internal.partners := internal.judged_partner(p_partner, caller);
begin
  if partner.state = 'suspended' then perform internal.fail('wrong_state', 'suspended'); end if;
  update internal.partners set state = 'suspended', suspended_reason = internal.clean_words(p_reason) where id = partner.id;
  perform internal.tell_partner(partner, 'partner_suspended', jsonb_build_object('note', internal.clean_words(p_reason)));
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
    'tickets', internal.tickets_data(caller, address),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'content_reports', case when address is null then '[]' else internal.content_reports_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'order_notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'pace', choice.pace) order by company.name, company.id), '[]')
      from public.order_notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object('location', place.name, 'created_at', kept.created_at) order by kept.created_at, place.id), '[]')
      from public.favourites kept join public.locations place on place.id = kept.location_id where kept.user_id = caller),
    'relatives', (select coalesce(jsonb_agg(jsonb_build_object('name', kin.name, 'birth_year', kin.birth_year, 'created_at', kin.created_at)
        order by kin.created_at, kin.id), '[]') from public.relatives kin where kin.user_id = caller),
    'partners', internal.partner_data(caller),
    'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'list', kept.list, 'name', kept.name, 'query', kept.query,
        'is_default', kept.is_default, 'created_at', kept.created_at) order by kept.created_at, kept.id), '[]')
      from public.saved_views kept join public.companies company on company.id = kept.company_id where kept.user_id = caller));
end $function$;

CREATE OR REPLACE FUNCTION public.own_partners()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', partner.id, 'company', company.name, 'company_id', company.id, 'code', partner.code, 'state', partner.state,
      'suspended_reason', partner.suspended_reason, 'terms_version', partner.terms_version, 'joined_at', partner.joined_at,
      'days', (select coalesce(jsonb_agg(jsonb_build_object('day', counted.day, 'visits', counted.visits) order by counted.day), '[]')
        from internal.partner_days counted where counted.partner_id = partner.id),
      'referrals', internal.referrals_json(partner.id)) order by company.name nulls first, partner.id), '[]')
    from internal.partners partner left join public.companies company on company.id = partner.company_id
    where partner.user_id = caller or partner.company_id in (select internal.companies_as('owner')));
end $function$;

CREATE OR REPLACE FUNCTION public.refer_company(p_company uuid, p_code text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  company public.companies;
  partner internal.partners;
  known uuid;
begin
  perform internal.open_company(p_company, 'owner');
  update auth.users set raw_user_meta_data = raw_user_meta_data - 'partner_code'
  where id = internal.person() and raw_user_meta_data ? 'partner_code';
  select * into company from public.companies one where one.id = p_company;
  if not internal.takes_part(company) then perform internal.fail('company_closed'); end if;
  -- Who suspends the partner meanwhile waits.
  select * into partner from internal.partners one where one.code = internal.clean_partner_code(p_code) for share;
  select one.partner_id into known from internal.referrals one where one.company_id = p_company;
  if known = partner.id then return; end if;
  if known is not null then perform internal.fail('already_referred'); end if;
  if company.created_at < present - interval '14 days' then perform internal.fail('referral_too_late'); end if;
  if partner.state is distinct from 'active' then perform internal.fail('code_unknown'); end if;
  if p_company = any(internal.companies_of(partner)) or exists (
      select from public.members member where member.company_id = p_company and member.user_id = any(internal.people_of(partner))) then
    perform internal.fail('own_code');
  end if;
  insert into internal.referrals (company_id, partner_id, created_at, checked_at) values (p_company, partner.id, present, present)
  on conflict (company_id) do nothing;
  if not found then perform internal.fail('already_referred'); end if;
end $function$;

ALTER TABLE "internal"."partners" ADD CONSTRAINT "partners_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE SET NULL;

ALTER TABLE "internal"."partner_days" ADD CONSTRAINT "partner_days_partner_id_fkey" FOREIGN KEY (partner_id) REFERENCES internal.partners(id) ON DELETE CASCADE;

ALTER TABLE "internal"."partners" ADD CONSTRAINT "partners_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "internal"."referrals" ADD CONSTRAINT "referrals_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE SET NULL;

ALTER TABLE "internal"."referrals" ADD CONSTRAINT "referrals_decided" CHECK ((((state = 'pending'::public.referral_state) = (decided_at IS NULL)) AND ((state = 'paid'::public.referral_state) = (paid_at IS NOT NULL)) AND ((state = 'rejected'::public.referral_state) = (reason <> ''::text))));

ALTER TABLE "internal"."referrals" ADD CONSTRAINT "referrals_partner_id_fkey" FOREIGN KEY (partner_id) REFERENCES internal.partners(id);

ALTER TABLE "public"."agreement_texts" ADD CONSTRAINT "agreement_texts_kind_check_2" CHECK ((kind = ANY (ARRAY['business_terms'::text, 'processing'::text, 'partner_terms'::text])));
ALTER TABLE "public"."agreement_texts" DROP CONSTRAINT "agreement_texts_kind_check";
ALTER TABLE "public"."agreement_texts" RENAME CONSTRAINT "agreement_texts_kind_check_2" TO "agreement_texts_kind_check";

CREATE INDEX partner_days_age ON internal.partner_days USING btree (day);

CREATE INDEX referrals_decided_at ON internal.referrals USING btree (decided_at) WHERE (state = ANY (ARRAY['rejected'::public.referral_state, 'paid'::public.referral_state]));

CREATE INDEX referrals_partner ON internal.referrals USING btree (partner_id, created_at DESC);

CREATE INDEX referrals_to_check ON internal.referrals USING btree (checked_at) WHERE (state = 'pending'::public.referral_state);

CREATE TRIGGER leave_with_owner BEFORE UPDATE OF user_id, company_id ON internal.partners FOR EACH ROW WHEN (((new.user_id IS NULL) AND (new.company_id IS NULL))) EXECUTE FUNCTION internal.leave_with_owner();

REVOKE ALL ON FUNCTION "internal"."clean_partner_code"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."companies_of"(internal.partners) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_partner_days"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_referrals"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_free_mail"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_reached"(internal.referrals, internal.partners) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_ring"(uuid, internal.partners) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."judged_partner"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."leave_with_owner"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."marks_of"(uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."new_partner_code"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."own_partner"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."partner_data"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."people_of"(internal.partners) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."referral_flaw"(internal.referrals, internal.partners) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."referrals_json"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."settle_referral"(internal.referrals, public.referral_state, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."takes_part"(public.companies) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."tell_partner"(internal.partners, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."company_referral"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."company_referral"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_partner_visit"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_partner_visit"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."current_partner_terms"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."current_partner_terms"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_referrals"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_referrals"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_partner_code"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_partner_code"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."join_partners"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."join_partners"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."leave_partners"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."leave_partners"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_lift_partner"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_lift_partner"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_partner"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_partner"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_partner_person"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_partner_person"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_partners"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_partners"(text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_settle_referral"(uuid, public.referral_state, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_settle_referral"(uuid, public.referral_state, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_suspend_partner"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_suspend_partner"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."own_partners"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."own_partners"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."refer_company"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refer_company"(uuid, text) TO "authenticated";

insert into internal.message_kinds (kind, purpose, priority) values
  ('referral_earned', 'transactional', 30),
  ('referral_rejected', 'transactional', 30),
  ('referral_paid', 'transactional', 30),
  ('partner_suspended', 'transactional', 30);

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('partners', 100, '{internal.partners}', 'Wer am Partnerprogramm teilnimmt, mit Code und angenommenen Bedingungen', 'solange das Konto oder das Unternehmen besteht',
    'Vertrag (Art. 6 Abs. 1 lit. b DSGVO). Danach bleibt der Code ohne Person, solange es Empfehlungen dazu gibt.', 'anonymous', null, false, null),
  ('partner_days', 101, '{internal.partner_days}', 'Wie oft Partnerlinks geöffnet wurden: Zahlen je Tag, ohne Adressen', 'ein Jahr',
    'Damit Partner sehen, was ihr Link bringt (Art. 6 Abs. 1 lit. b DSGVO).', 'deleted', '1 year', false, 'internal.forget_partner_days'),
  ('referrals', 102, '{internal.referrals}', 'Durch wen ein Unternehmen empfohlen wurde, und was daraus geworden ist',
    'bis drei Jahre nach dem Ende des Jahres, in dem darüber entschieden wurde', 'So lange können aus dem Vertrag Ansprüche geltend gemacht werden (§§ 195, 199 BGB).',
    'deleted', '3 years', true, 'internal.forget_referrals');

insert into public.agreement_texts (kind, version, published_on, text, hash)
select kind, version, published_on::date, text, internal.hash_of_text(text) from (values ('partner_terms', 1, '2026-11-27',
$text$## 1. Worum es geht

Diese Bedingungen gelten zwischen dem Betreiber von Zeitplatz, den das Impressum der Plattform nennt („wir“), und Personen
oder Unternehmen, die Zeitplatz anderen Unternehmen empfehlen („Sie“). Sie können volljährige Person oder Unternehmen sein.
Die Teilnahme kostet nichts und verpflichtet zu nichts.

## 2. Ihr Code

Mit der Teilnahme bekommen Sie einen Code und einen Link. Eine Empfehlung entsteht, wenn ein Unternehmen sich über Ihren Link
einträgt oder Ihren Code innerhalb von 14 Tagen nach dem Eintragen in seinen Einstellungen angibt. Für jedes Unternehmen zählt
genau eine Empfehlung, und zwar die erste.

Wir setzen dafür kein Cookie und merken uns keine Adresse. Wer Ihren Link öffnet und später ohne ihn wiederkommt, gibt den
Code selbst an.

## 3. Wann Sie etwas verdienen

Sie verdienen 50 € für ein empfohlenes Unternehmen, sobald alles davon zutrifft:

- Ein Standort des Unternehmens ist seit mindestens 30 Tagen veröffentlicht und ist es noch.
- Seit der Empfehlung haben dort mindestens fünf über Zeitplatz geführte Termine stattgefunden, von mindestens drei verschiedenen Personen. Termine von Ihnen und von Menschen, die dort arbeiten, zählen nicht.
- Keiner der Gründe aus Abschnitt 4 liegt vor.

Das prüfen wir täglich und schreiben Ihnen, sobald es so weit ist. Ist es ein Jahr nach der Empfehlung nicht so weit, endet sie
ohne Belohnung.

## 4. Wann Sie nichts verdienen

Sich selbst zu empfehlen zählt nicht. Deshalb lehnen wir eine Empfehlung ab, wenn

- Sie in dem empfohlenen Unternehmen Mitglied sind oder es Ihnen gehört,
- bei Ihnen und dort dieselbe E-Mail-Adresse, dieselbe eigene Domain, dieselbe Telefonnummer, dieselbe Steuernummer oder dieselbe Bankverbindung steht; Domains von E-Mail-Anbietern für alle zählen dabei nicht,
- Unternehmen sich gegenseitig oder im Kreis empfehlen,
- das Unternehmen geschlossen wurde, bevor die Belohnung verdient war.

Wir nennen Ihnen den Grund. Halten Sie ihn für falsch, schreiben Sie uns; ein Mensch prüft es.

## 5. Auszahlung

Die Belohnung zahlen wir innerhalb von 30 Tagen, nachdem sie verdient ist und wir von Ihnen haben, was wir dafür brauchen. Wir
fragen danach per E-Mail. Unternehmen, die uns etwas schulden, können wir sie stattdessen gutschreiben. Der Betrag ist ein
Gesamtbetrag; fällt Umsatzsteuer an, ist sie darin enthalten. Um Ihre Steuern kümmern Sie sich selbst.

## 6. Wie Sie empfehlen dürfen

- Sagen Sie dazu, dass Sie für eine Empfehlung etwas bekommen können, wenn das nicht ohnehin klar ist (§ 5a UWG).
- Senden Sie keine unerwünschte Werbung (§ 7 UWG), schalten Sie keine Anzeigen auf unseren Namen, und treten Sie nicht in unserem Namen auf.
- Versprechen Sie nichts, was Zeitplatz nicht hält.

## 7. Sperren und Ende

Wer gegen diese Bedingungen verstößt, den können wir sperren. Wir nennen den Grund. Während einer Sperre entstehen keine neuen
Empfehlungen und keine Belohnungen; was schon verdient ist, zahlen wir, wenn es redlich zustande kam.

Sie können die Teilnahme jederzeit beenden. Wir können das mit einer Frist von zwei Monaten. Was bis dahin empfohlen wurde, läuft
nach diesen Bedingungen weiter. Löschen Sie Ihr Konto, verfallen Empfehlungen, über die noch nicht entschieden ist; bitte lassen
Sie sich vorher auszahlen, was Sie verdient haben.

## 8. Daten

Wir speichern Ihre Teilnahme, wie oft Ihr Link je Tag geöffnet wurde, und welche Unternehmen durch Sie kamen. Wer den Link
geöffnet hat, wissen wir nicht. Welche Unternehmen es sind und welche Termine dort stattfinden, erfahren Sie von uns nicht, und
das Unternehmen erfährt von uns nur Ihren Code.

## 9. Änderungen

Ändern wir diese Bedingungen, bieten wir Ihnen die neue Fassung mindestens 30 Tage vorher an. Für Empfehlungen, die es dann
schon gibt, gilt die Belohnung, die bei ihrem Entstehen versprochen war. Es gilt deutsches Recht.
$text$)) worded (kind, version, published_on, text);
