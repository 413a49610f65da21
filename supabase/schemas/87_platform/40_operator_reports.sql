-- The queue of reports. Who has reported is not in it: operator_reporter tells that, for a reason.

-- Fifty a page, open ones by age, decided ones newest first: {open, overdue, more, rows: [{id, kind, business, url, ground, reported_at, overdue, appeal,
-- measure, told_at}]}. Overdue is what came in more than 24 hours ago. Error: operator_only.
create function public.operator_reports(p_state text default 'open', p_page integer default 1) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- One report with all that a decision needs: {id, kind, target, company, business, slug, url, ground, explanation, shown, now, state, reported_at,
-- own: whether it is a matter of the caller's own, has_address, visit: null or the month of the verified visit of a review, others: how many more open reports about the same, earlier: what
-- the appeal is against, decision}. `own` is also true of an appeal against what the caller has decided. Errors: operator_only, report_not_found.
create function public.operator_report(p_report uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Who has reported: {name, email}. Errors: operator_only, reason_missing, reason_too_long, report_not_found.
create function public.operator_reporter(p_report uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  report internal.content_reports;
begin
  select * into report from internal.content_reports one where one.id = p_report;
  perform internal.as_operator('moderator', 'read_reporter', 'report ' || coalesce(p_report::text, ''), report.company_id, coalesce(p_reason, ''));
  if report.id is null then perform internal.fail('report_not_found'); end if;
  return jsonb_build_object('name', report.name, 'email', report.email);
end $$;

revoke execute on function public.operator_reports, public.operator_report, public.operator_reporter from public;
grant execute on function public.operator_reports, public.operator_report, public.operator_reporter to authenticated;
