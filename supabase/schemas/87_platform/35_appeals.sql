-- Reading a decision and appealing against it, by the link of its mail.

-- Stores the hash of a fresh secret for a mail. For the server only. Errors: decision_not_found, secret_invalid.
create function public.issue_decision_link(p_decision uuid, p_party text, p_secret_hash text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  update internal.decision_parties set secret_hash = decode(p_secret_hash, 'hex') where decision_id = p_decision and party = p_party;
  if not found then perform internal.fail('decision_not_found'); end if;
end $$;

-- The party whom this secret belongs to. Error: decision_not_found.
create function internal.party_of(p_decision uuid, p_secret text) returns internal.decision_parties
language plpgsql stable set search_path = '' as $$
declare
  party internal.decision_parties;
begin
  select * into party from internal.decision_parties one where one.decision_id = p_decision and one.secret_hash = sha256(convert_to(p_secret, 'UTF8'));
  if party.decision_id is null then perform internal.fail('decision_not_found'); end if;
  return party;
end $$;

-- The statement of reasons: {party, kind, business, measure, ground, scope, facts, basis, automated, told_at, appeal: open, made, over, or final (it decides
-- about an appeal or takes a measure back), appeal_until}. Error: decision_not_found.
create function public.get_decision(p_decision uuid, p_secret text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  party constant internal.decision_parties := internal.party_of(p_decision, p_secret);
begin
  return (
    select jsonb_build_object('party', party.party, 'kind', made.target_kind, 'business', coalesce(place.name, company.name, ''), 'measure', made.measure,
      'ground', made.ground, 'scope', made.scope, 'facts', made.facts, 'basis', made.basis, 'automated', made.automated, 'told_at', made.told_at,
      'appeal_until', made.told_at + interval '6 months', 'appeal', case
        when made.appeal_of is not null or made.measure = 'lifted' then 'final'
        when exists (select from internal.content_reports appeal where appeal.appeal_of = made.id and appeal.party = party.party) then 'made'
        when made.told_at + interval '6 months' <= internal.present() then 'over' else 'open' end)
    from internal.decisions made left join public.locations place on place.id = made.location_id
    left join public.companies company on company.id = made.company_id where made.id = p_decision);
end $$;

-- Appeals. Once for each side; about an appeal, and about a measure taken back, there is none. Errors: decision_not_found, appeal_exists, appeal_too_late, explanation_missing,
-- text_too_long.
create function public.appeal(p_decision uuid, p_secret text, p_text text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  party constant internal.decision_parties := internal.party_of(p_decision, p_secret);
  written constant text := internal.clean_words(p_text);
  made internal.decisions;
begin
  select * into made from internal.decisions one where one.id = p_decision for update;
  if made.appeal_of is not null or made.measure = 'lifted' or exists (select from internal.content_reports earlier where earlier.appeal_of = made.id and earlier.party = party.party) then
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
end $$;

-- How many reviews of a location were removed, by the reason given: [{reason, total}].
create function public.removed_reviews(p_location uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('reason', removed.reason, 'total', removed.total) order by removed.total desc, removed.reason), '[]')
    from (select review.removed_reason as reason, count(*) as total from public.reviews review
      where review.location_id = p_location and review.state = 'removed' and review.removed_reason is not null and internal.is_published(p_location)
      group by review.removed_reason) removed);
end $$;

-- For the server's nightly job (85_accounts/60_retention).
create function internal.forget_decisions(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
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
end $$;

revoke execute on function internal.party_of, internal.forget_decisions, public.issue_decision_link, public.get_decision, public.appeal,
  public.removed_reviews from public;
grant execute on function public.get_decision, public.appeal, public.removed_reviews to anon, authenticated;
grant execute on function public.issue_decision_link to service_role;
