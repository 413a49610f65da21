-- Companies for operators: found by name, suspended with reasons, and let go again. Of a suspended company nothing is found or booked (its locations are not
-- published to anybody, `internal.is_published`); what is already booked stays. Sandboxes (97_sandboxes) are none of them.

-- Up to fifty whose name, town or address of a location contains the words: [{id, name, city, state, locations, published, created_at, open_reports,
-- tax_missing: how many of the tax data}]. p_only: `suspended`, or `tax_gaps`, those with a published location and without all tax data; anything
-- else shows all. Error: operator_only.
create function public.operator_companies(p_words text default '', p_only text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
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
      where not company.sandbox and (company.name ilike wanted or company.city ilike wanted
          or exists (select from public.locations place where place.company_id = company.id and (place.name ilike wanted or place.slug ilike wanted)))
        and case p_only when 'suspended' then company.state = 'suspended' when 'tax_gaps' then internal.has_published_location(company.id)
          and cardinality(internal.tax_gaps(company.id)) > 0 else true end
      order by company.state = 'active', company.name, company.id limit 50) known);
end $$;

-- One company: {id, name, legal_name, city, state, created_at, tax_missing: the names of tax data that are empty, locations: [{id, name, slug, state, paused}], decisions: [{measure, kind, facts, told_at}]}.
-- What stands in its imprint is public; its customers, appointments and members are not here. Errors: operator_only, company_not_found.
create function public.operator_company(p_company uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.as_operator('support', 'read_company', 'company ' || coalesce(p_company::text, ''), p_company);
  if not exists (select from public.companies where id = p_company and not sandbox) then perform internal.fail('company_not_found'); end if;
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
end $$;

-- Suspends a company and tells its owner why. Errors: operator_only, company_not_found, wrong_state, reason_missing, text_too_long.
create function public.operator_suspend_company(p_company uuid, p_facts text, p_basis text, p_scope text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  company public.companies;
  decision internal.decisions;
begin
  select * into company from public.companies one where one.id = p_company and not one.sandbox for update;
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
end $$;

-- Ends a suspension, but not of one's own company, and tells its owner. Errors: operator_only, other_operator_needed, reason_missing, reason_too_long, company_not_found, wrong_state.
create function public.operator_lift_suspension(p_company uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

revoke execute on function public.operator_companies, public.operator_company, public.operator_suspend_company, public.operator_lift_suspension from public;
grant execute on function public.operator_companies, public.operator_company, public.operator_suspend_company, public.operator_lift_suspension
  to authenticated;
