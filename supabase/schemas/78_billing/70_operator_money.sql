-- The platform's money for operators: /operator/money.

-- Revenue without VAT in a year of Berlin, by the ledger.
create function internal.revenue_of_year(p_year integer) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(sum(case when line.credit in ('plan_revenue', 'commission_revenue') then line.amount_cents else -line.amount_cents end), 0)
    from public.money_events event join public.money_transfers line on line.event_id = event.id
    where event.book = 'platform' and extract(year from event.at at time zone 'Europe/Berlin') = p_year
      and (line.credit in ('plan_revenue', 'commission_revenue') or line.debit in ('plan_revenue', 'commission_revenue')));
end $$;

-- Everything that waits for an operator: {billed_from, seller_gaps, small_business, years: [{year, cents}], limits: {last_year_cents, this_year_cents},
-- open: {count, cents, late}, alerts: [{id, kind, at, detail}], transfers: [{id, booked_on, cents, payer, text}],
-- objections: [{id, company, day, base_cents, fee_cents, objection, objected_at, evidence}], missing: [{company, months}], teams: [{company, people}] without a
-- plan}; lists have fifty rows. Error: operator_only.
create function public.operator_money() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := internal.billing_day();
  year constant integer := extract(year from today);
  settings internal.billing_settings;
begin
  perform internal.as_operator('support', 'read_money');
  select * into settings from internal.billing_settings;
  return jsonb_build_object('billed_from', settings.billed_from,
    'seller_gaps', (select coalesce(jsonb_agg(field), '[]') from unnest('{name,street,postal_code,city,iban}'::text[]) field where coalesce(settings.seller ->> field, '') = ''),
    'small_business', coalesce((settings.seller ->> 'small_business')::boolean, false),
    'years', jsonb_build_array(jsonb_build_object('year', year - 1, 'cents', internal.revenue_of_year(year - 1)),
      jsonb_build_object('year', year, 'cents', internal.revenue_of_year(year))),
    'limits', jsonb_build_object('last_year_cents', 2500000, 'this_year_cents', 10000000),
    'open', (select jsonb_build_object('count', count(*), 'cents', coalesce(sum(bill.due_cents - bill.paid_cents), 0), 'late', count(*) filter (where bill.due_on < today))
      from public.invoices bill where bill.type = 380 and bill.state = 'issued'),
    'alerts', (select coalesce(jsonb_agg(to_jsonb(one) order by one.id desc), '[]') from (
      select alert.id, alert.kind, alert.at, alert.detail from public.money_alerts alert where alert.seen_at is null order by alert.id desc limit 50) one),
    'transfers', (select coalesce(jsonb_agg(to_jsonb(one) order by one.booked_on, one.id), '[]') from (
      select line.id, line.booked_on, line.cents, line.payer, line.text from public.bank_transfers line where line.invoice_id is null and line.note = ''
      order by line.booked_on, line.id limit 50) one),
    'objections', (select coalesce(jsonb_agg(to_jsonb(one) order by one.objected_at, one.id), '[]') from (
      select item.id, company.name as company, item.day, item.base_cents, item.fee_cents, item.objection, item.objected_at, item.evidence
      from public.commission_items item join public.companies company on company.id = item.company_id where item.state = 'objected'
      order by item.objected_at, item.id limit 50) one),
    'missing', (select coalesce(jsonb_agg(to_jsonb(one) order by one.company), '[]') from (
      select company.name as company, count(*) as months from public.billing_months held join public.companies company on company.id = held.company_id
      where held.waits_for <> '' group by company.id order by company.name limit 50) one),
    'teams', case when coalesce(settings.billed_from > today, true) then '[]'::jsonb else (select coalesce(jsonb_agg(to_jsonb(one) order by one.people desc, one.company), '[]') from (
      select company.name as company, internal.counted_people(company.id) as people from public.companies company
      where company.state = 'active' and not company.sandbox and internal.counted_people(company.id) > (internal.prices_on(today)).free_people
        and not exists (select from public.subscriptions plan where plan.company_id = company.id and coalesce(plan.ends_on, today) >= today)
      order by 2 desc, 1 limit 50) one) end);
end $$;

-- Invoices, the open ones first due first, or all newest first, fifty a page: {more, rows: [{id, number, company, type, kind, state, issued_on, due_on, gross_cents,
-- due_cents, paid_cents, late_days, level: of the last step, paused, rendered}]}. Error: operator_only.
create function public.operator_invoices(p_open boolean default true, p_page integer default 1) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  page constant integer := least(greatest(coalesce(p_page, 1), 1), 10000);
  today constant date := internal.billing_day();
  open constant boolean := coalesce(p_open, true);
begin
  perform internal.as_operator('support', 'read_invoices');
  return (
    with found as (
      select bill.*, row_number() over (order by case when open then bill.due_on end, bill.created_at desc, bill.id) as place from public.invoices bill
      where not open or bill.type = 380 and bill.state = 'issued' order by place offset (page - 1) * 50 limit 51)
    select jsonb_build_object('more', count(*) > 50, 'rows', coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'number', found.number, 'company', company.name,
      'type', found.type, 'kind', found.kind, 'state', found.state, 'issued_on', found.issued_on, 'due_on', found.due_on, 'gross_cents', found.gross_cents,
      'due_cents', found.due_cents, 'paid_cents', found.paid_cents,
      'late_days', case when found.type = 380 and found.state = 'issued' then greatest(today - found.due_on, 0) else 0 end,
      'level', (select coalesce(max(step.level), 0) from public.dunning_steps step where step.invoice_id = found.id),
      'paused', exists (select from internal.billing_pauses pause where pause.invoice_id = found.id), 'rendered', found.xml is not null) order by found.place)
      filter (where found.place <= page * 50), '[]'))
    from found join public.companies company on company.id = found.company_id);
end $$;

-- Somebody has looked into an alert. Again changes nothing. Errors: operator_only, reason_missing, reason_too_long, alert_not_found.
create function public.operator_settle_alert(p_alert bigint, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.as_operator('admin', 'settle_alert', 'alert ' || coalesce(p_alert::text, ''), null, coalesce(p_reason, ''));
  if not exists (select from public.money_alerts where id = p_alert) then perform internal.fail('alert_not_found'); end if;
  update public.money_alerts set seen_at = internal.present() where id = p_alert and seen_at is null;
end $$;

-- What the platform reports to the tax authority for a year (PStTG), for each company and quarter: [{company_id, company, gone, gaps: fields that are missing, iban,
-- quarters: [{quarter, visits, cents: what visits came to, also on site, fees_cents: what was charged for them}]}]. Seeing it takes a reason.
-- Errors: operator_only, reason_missing, reason_too_long.
create function public.operator_tax_report(p_year integer, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  year constant text := least(greatest(coalesce(p_year, 0), 2000), 2200)::text;
  from_at constant timestamptz := (year || '-01-01')::timestamp at time zone 'Europe/Berlin';
  until_at constant timestamptz := ((year || '-01-01')::date + interval '1 year')::timestamp at time zone 'Europe/Berlin';
begin
  perform internal.as_operator('admin', 'read_tax_report', year, null, coalesce(p_reason, ''));
  return (
    with served as (
      select place.company_id, to_char(visit.starts_at at time zone 'Europe/Berlin', 'YYYY-"Q"Q') as quarter, count(*) as visits, sum(visit.total_cents) as cents
      from public.appointments visit join public.locations place on place.id = visit.location_id
      join public.companies company on company.id = place.company_id and not company.sandbox
      where visit.state = 'completed' and visit.starts_at >= from_at and visit.starts_at < until_at group by 1, 2
      union all
      select kept.company_id, one.quarter, one.visits, one.cents from public.kept_tax_data kept,
        jsonb_to_recordset(kept.sums) one (quarter text, visits bigint, cents bigint) where left(one.quarter, 4) = year
    ), charged as (
      select item.company_id, to_char(item.day, 'YYYY-"Q"Q') as quarter, sum(item.fee_cents) as cents from public.commission_items item
      where item.state in ('open', 'objected', 'invoiced') group by 1, 2
    )
    select coalesce(jsonb_agg(jsonb_build_object('company_id', one.company_id, 'company', coalesce(nullif(company.legal_name, ''), company.name, kept.imprint ->> 'legal_name', ''),
      'gone', kept.company_id is not null, 'gaps', case when kept.company_id is null then to_jsonb(internal.tax_gaps(one.company_id)) else '[]' end,
      'iban', coalesce(held.iban, kept.tax_data ->> 'iban', ''), 'quarters', one.quarters) order by company.name nulls last, one.company_id), '[]')
    from (
      select served.company_id, jsonb_agg(jsonb_build_object('quarter', served.quarter, 'visits', served.visits, 'cents', served.cents,
        'fees_cents', coalesce(charged.cents, 0)) order by served.quarter) as quarters
      from served left join charged on charged.company_id = served.company_id and charged.quarter = served.quarter group by 1) one
    left join public.companies company on company.id = one.company_id
    left join public.kept_tax_data kept on kept.company_id = one.company_id
    left join public.company_tax_data held on held.company_id = one.company_id);
end $$;

revoke execute on function internal.revenue_of_year from public;
grant execute on function public.operator_money, public.operator_invoices, public.operator_settle_alert, public.operator_tax_report to authenticated;
