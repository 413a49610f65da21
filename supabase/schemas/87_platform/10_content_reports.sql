-- "Melden" (Art. 16 of Regulation (EU) 2022/2065): anybody says that something on a public page breaks the law or the rules; a business says it of
-- a search order, a customer of an offer, and both of what the other side has written to them. What is reported stays visible until somebody has decided; a review is marked meanwhile. An appeal against a decision (30_decisions) is a report, too.

create table internal.content_reports (
  id uuid primary key default gen_random_uuid(),
  -- What internal.reported_target knows.
  target_kind text not null constraint content_reports_kind check (target_kind in ('listing', 'image', 'review', 'reply', 'order', 'offer', 'company', 'message')),
  target_id uuid not null,
  location_id uuid references public.locations on delete set null,
  company_id uuid references public.companies on delete set null,
  -- The page, from the site's root, and what stood there when it was reported: it may be changed since.
  url text not null check (length(url) <= 300),
  shown text not null check (length(shown) <= 4000),
  ground text not null constraint content_reports_ground check (ground in ('insult', 'untrue', 'not_customer', 'privacy', 'rights', 'minors', 'other')),
  explanation text not null check (length(explanation) between 1 and 4000),
  name text not null check (length(name) <= 120),
  email text not null check (email = '' or internal.is_address(email)),
  -- That what is said is right and complete, to the best of their knowledge.
  good_faith boolean not null check (good_faith),
  state text not null default 'open' check (state in ('open', 'decided')),
  reported_at timestamptz not null
);
create index content_reports_open on internal.content_reports (reported_at) where state = 'open';
create index content_reports_age on internal.content_reports (reported_at);
create index content_reports_target on internal.content_reports (target_id);
create index content_reports_email on internal.content_reports (lower(email)) where email <> '';
create index content_reports_location on internal.content_reports (location_id);
create index content_reports_company on internal.content_reports (company_id);
alter table internal.content_reports enable row level security;

create type internal.target as (location_id uuid, company_id uuid, business text, slug text, url text, shown text);

-- What can be reported. `shown` are its words, of a picture its text for those who do not see it. Null when there is no such thing. An order has no
-- location: its `business` is what is looked for, and where.
create function internal.reported_target(p_kind text, p_target uuid) returns internal.target
language plpgsql stable set search_path = '' as $$
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
    union all
    select said.location_id, case when said.by_customer then '/admin/appointment/' else '/booking/' end || said.appointment_id, said.text
    from public.appointment_messages said where p_kind = 'message' and said.id = p_target
    union all
    select said.location_id, case when said.by_customer then '/admin/offers/' else '/request/' end || said.order_id, said.text
    from public.order_messages said where p_kind = 'message' and said.id = p_target
  ) seen join public.locations place on place.id = seen.location_id
  where p_kind in ('offer', 'message') or internal.is_listed(place.id);
  if p_kind = 'order' then
    select null, null, concat_ws(', ', category.name, internal.order_place(row(one.*)::public.search_orders)), '', '/admin/offers/' || one.id,
      coalesce(nullif(concat_ws(E'\n\n', nullif(internal.masked(one.title), ''), nullif(internal.masked(one.text), '')), ''), 'Suchauftrag ohne Text')
    into found
    from public.search_orders one join public.categories category on category.id = one.category_id
    where one.id = p_target and one.state <> 'draft' and one.emptied_at is null;
  end if;
  return found;
end $$;

-- The same for who reports: what everybody sees; an order whoever may answer it, and an offer or a message whoever has its address, of which no word is repeated.
-- Error: target_not_found.
create function internal.target_to_report(p_kind text, p_target uuid) returns internal.target
language plpgsql stable set search_path = '' as $$
declare
  target constant internal.target := internal.reported_target(p_kind, p_target);
begin
  if target.shown is null or p_kind = 'order' and not exists (
      select from internal.locations_to_offer() mine (id) where exists (
        select from public.search_orders one where one.id = p_target and internal.fits_order(row(one.*)::public.search_orders, mine.id))) then
    perform internal.fail('target_not_found');
  end if;
  return target;
end $$;

-- For the form: {business, slug, shown}. Error: target_not_found.
create function public.get_report_target(p_kind text, p_target uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  target constant internal.target := internal.target_to_report(p_kind, p_target);
begin
  return jsonb_build_object('business', target.business, 'slug', target.slug, 'shown', case when p_kind in ('offer', 'message') then '' else target.shown end);
end $$;

-- The month of the visit that a review is about, in Germany: "2026-11". Whoever says that somebody was never there is answered with it, and no more.
create function internal.visit_month(p_kind text, p_target uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select to_char(visit.starts_at at time zone 'Europe/Berlin', 'YYYY-MM') from public.reviews review
    join public.appointments visit on visit.id = review.appointment_id where p_kind in ('review', 'reply') and review.id = p_target);
end $$;

-- Records a report and orders its receipt, if there is an address. Answers {reported_at, receipt: whether one was ordered, visit: of a review that is
-- said to be nobody's who was there, the month of the visit}. The same again within a day
-- answers the first. Errors: target_not_found, ground_invalid, explanation_missing, text_too_long, name_too_long, email_invalid, good_faith_missing,
-- too_many_reports.
create function public.report_content(
  p_kind text, p_target uuid, p_ground text, p_explanation text, p_name text default '', p_email text default '', p_good_faith boolean default false)
returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Counts a report from the visitor's place, and its receipt to an address that may be anybody's. Too many receipts refuse no report. What a stranger
-- has typed goes into the mail only where it leads nowhere (80_messages/30_neutral_words). Error: too_many_reports.
create function internal.acknowledge_report(report internal.content_reports, p_visit text) returns boolean
language plpgsql set search_path = '' as $$
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
end $$;

-- For the server's nightly job (85_accounts/60_retention).
create function internal.forget_content_reports(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from internal.content_reports where id in (
    select id from internal.content_reports where state = 'decided' and reported_at < internal.kept_since('content_reports')
    order by reported_at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- What an address has reported (85_accounts/75_own_data).
create function internal.content_reports_of(p_email text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('url', report.url, 'kind', report.target_kind, 'ground', report.ground, 'explanation', report.explanation,
      'name', report.name, 'state', report.state, 'reported_at', report.reported_at) order by report.reported_at, report.id), '[]')
    from internal.content_reports report where lower(report.email) = lower(p_email) and report.email <> '');
end $$;

revoke execute on function internal.reported_target, internal.target_to_report, internal.visit_month, internal.acknowledge_report, internal.forget_content_reports, internal.content_reports_of,
  public.get_report_target, public.report_content from public;
grant execute on function public.get_report_target, public.report_content to anon, authenticated;
