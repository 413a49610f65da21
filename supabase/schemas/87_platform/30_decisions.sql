-- What the operator decides about content and companies: a statement of reasons (Art. 17 of Regulation (EU) 2022/2065), told to whoever it concerns and to
-- whoever has reported it. For six months both can appeal; another operator decides then (Art. 20).

create table internal.decisions (
  id uuid primary key default gen_random_uuid(),
  report_id uuid unique references internal.content_reports on delete set null,
  target_kind text not null constraint decisions_kind check (target_kind in ('listing', 'image', 'review', 'reply', 'order', 'offer', 'company', 'message')),
  target_id uuid not null,
  location_id uuid references public.locations on delete set null,
  company_id uuid references public.companies on delete set null,
  -- `lifted` takes the measure of the decision appealed against back.
  measure text not null constraint decisions_measure check (measure in
    ('none', 'review_removed', 'reply_removed', 'picture_removed', 'listing_paused', 'order_closed', 'offer_withdrawn', 'company_suspended', 'lifted', 'message_removed')),
  -- As which kind it was judged, in the words of reports; of a company, `rules`.
  ground text not null constraint decisions_ground check (ground in ('insult', 'untrue', 'not_customer', 'privacy', 'rights', 'minors', 'other', 'rules')),
  -- Where and how long it holds; the facts; the law or the term of our rules, and why it applies.
  scope text not null check (length(scope) <= 500),
  facts text not null check (length(facts) between 1 and 4000),
  basis text not null check (length(basis) between 1 and 2000),
  -- Whether a program found or decided it. None does so far.
  automated boolean not null default false,
  appeal_of uuid references internal.decisions on delete set null,
  decided_by uuid references auth.users on delete set null,
  told_at timestamptz not null
);
create index decisions_target on internal.decisions (target_id);
create index decisions_appeal_of on internal.decisions (appeal_of);
create index decisions_company on internal.decisions (company_id);
create index decisions_location on internal.decisions (location_id);
create index decisions_decided_by on internal.decisions (decided_by);
create index decisions_told on internal.decisions (told_at);
alter table internal.decisions enable row level security;

-- Who was told, and by which secret they read it and appeal: the hash of what the latest mail carries.
create table internal.decision_parties (
  decision_id uuid not null references internal.decisions on delete cascade,
  party text not null check (party in ('author', 'reporter')),
  email text not null check (internal.is_address(email)),
  secret_hash bytea,
  primary key (decision_id, party)
);
create index decision_parties_email on internal.decision_parties (lower(email));
alter table internal.decision_parties enable row level security;

-- An appeal is a report about a decision; once for each side.
alter table internal.content_reports add column appeal_of uuid references internal.decisions on delete set null,
  add column party text check (party in ('author', 'reporter'));
create unique index content_reports_appeal on internal.content_reports (appeal_of, party) where appeal_of is not null;

-- A location that is paused by a decision is not published again by its business.
create table internal.paused_locations (
  location_id uuid primary key references public.locations on delete cascade,
  decision_id uuid not null references internal.decisions on delete cascade
);
create index paused_locations_decision on internal.paused_locations (decision_id);
alter table internal.paused_locations enable row level security;

create function internal.keep_paused() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from internal.paused_locations where location_id = new.id) then perform internal.fail('location_paused'); end if;
  return new;
end $$;
create trigger keep_paused before update of state on public.locations for each row
  when (new.state = 'published' and old.state <> 'published') execute function internal.keep_paused();

-- Where a business reads what is decided about it: a confirmed owner's account if there is one.
create function internal.address_of_company(p_company uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(
    (select account.email from public.members member join auth.users account on account.id = member.user_id
      where member.company_id = company.id and member.role = 'owner' and account.email_confirmed_at is not null and account.deleted_at is null
      order by member.created_at, member.user_id limit 1), nullif(company.email, ''))
    from public.companies company where company.id = p_company);
end $$;

-- Who made what a decision is about; null when nobody can be told.
create function internal.author_of(p_kind text, p_target uuid, p_company uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  if p_kind = 'message' then
    return coalesce((select nullif(case when said.by_customer then visit.contact_email else internal.address_of_company(p_company) end, '')
        from public.appointment_messages said join public.appointments visit on visit.id = said.appointment_id where said.id = p_target),
      (select nullif(case when said.by_customer then one.contact_email else internal.address_of_company(p_company) end, '')
        from public.order_messages said join public.search_orders one on one.id = said.order_id where said.id = p_target));
  end if;
  if p_kind = 'order' then return (select nullif(contact_email, '') from public.search_orders where id = p_target); end if;
  if p_kind <> 'review' then return internal.address_of_company(p_company); end if;
  return (select nullif(visit.contact_email, '') from public.reviews review join public.appointments visit on visit.id = review.appointment_id
    where review.id = p_target);
end $$;

-- Writes a decision down, carries it out and orders its mails. The one about an appeal goes to whoever was told the first time.
create function internal.decide(decision internal.decisions, p_reporter text) returns uuid
language plpgsql set search_path = '' as $$
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
end $$;

-- Whether the caller has reported this, made what it is about, or is a member of the business that it is about.
create function internal.is_own_matter(report internal.content_reports) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.members member where member.company_id = report.company_id and member.user_id = internal.person())
    or coalesce(lower(internal.own_email()) in (lower(report.email), lower(internal.author_of(report.target_kind, report.target_id, report.company_id))), false);
end $$;

-- Decides about a report or an appeal. p_measure: none, the one that fits what was reported, or, about an appeal, `lifted`.
-- Errors: operator_only, report_not_found, decision_exists, measure_invalid, ground_invalid, reason_missing (facts or basis), text_too_long,
-- other_operator_needed (also in a matter of one's own).
create function public.decide_report(p_report uuid, p_measure text, p_ground text, p_facts text, p_basis text, p_scope text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
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
end $$;

revoke execute on function internal.keep_paused, internal.address_of_company, internal.author_of, internal.decide, internal.is_own_matter,
  public.decide_report from public;
grant execute on function public.decide_report to authenticated;
