set local check_function_bodies = off;

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
        when made.appeal_of is not null or made.measure = 'lifted' then 'final'
        when exists (select from internal.content_reports appeal where appeal.appeal_of = made.id and appeal.party = party.party) then 'made'
        when made.told_at + interval '6 months' <= internal.present() then 'over' else 'open' end)
    from internal.decisions made left join public.locations place on place.id = made.location_id
    left join public.companies company on company.id = made.company_id where made.id = p_decision);
end $function$;

CREATE OR REPLACE FUNCTION public.operator_lift_suspension(p_company uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.company_state;
  decision internal.decisions;
begin
  select state into before from public.companies where id = p_company for update;
  decision.decided_by := internal.as_operator('admin', 'lift_suspension', 'company ' || coalesce(p_company::text, ''), p_company, coalesce(p_reason, ''));
  if exists (select from public.members member where member.company_id = p_company and member.user_id = internal.person()) then
    perform internal.fail('other_operator_needed');
  end if;
  if before is null then perform internal.fail('company_not_found'); end if;
  if before <> 'suspended' then perform internal.fail('wrong_state', before::text); end if;
  update public.companies set state = 'active' where id = p_company;
  decision.id := gen_random_uuid();
  decision.target_kind := 'company';
  decision.target_id := p_company;
  decision.company_id := p_company;
  decision.measure := 'lifted';
  decision.ground := 'rules';
  decision.scope := '';
  decision.facts := internal.clean_words(p_reason);
  decision.basis := 'Die Gründe der Sperre bestehen nicht mehr.';
  decision.automated := false;
  decision.told_at := internal.present();
  perform internal.decide(decision, '');
end $function$;
