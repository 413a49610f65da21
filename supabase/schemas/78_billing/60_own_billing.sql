-- What owners see of their billing besides their items and invoices, which they read themselves.

-- {billed_from, prices: as public.current_prices, people, plan_cents: what they would cost a month, plan: null or {starts_on, ends_on, cancelled_at}, gaps: what an
-- invoice still needs, waits: whether one waits for that, paused: whether the listing is paused for an unpaid invoice, items: {open, objected, invoiced, waived},
-- credit_cents: rewards that the next invoices are less by, next: {on: the day of the next run, lines: [{text, cents}], kind, net_cents, vat_cents, gross_cents}}.
-- For owners. Error: company_not_found.
create function public.own_billing(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company public.companies;
  settings internal.billing_settings;
  today constant date := internal.billing_day();
  month constant date := date_trunc('month', today)::date;
  next constant date := (month + interval '1 month')::date;
  people constant integer := internal.counted_people(p_company);
  cents constant integer := internal.plan_cents(internal.prices_on(next), people);
  plan public.subscriptions;
  lines jsonb;
begin
  if p_company is null or internal.role_in(p_company) is distinct from 'owner' then perform internal.fail('company_not_found'); end if;
  select * into company from public.companies where id = p_company;
  select * into settings from internal.billing_settings;
  select * into plan from public.subscriptions where company_id = p_company and coalesce(ends_on, today) >= today and coalesce(ends_on, starts_on) >= starts_on
  order by starts_on desc limit 1;
  lines := case when plan.id is not null and cents > 0 and plan.starts_on <= next and coalesce(plan.ends_on, next) >= next then jsonb_build_array(
    jsonb_build_object('text', 'Team-Plan ' || internal.german_month(next) || ', ' || people || ' Personen', 'quantity', 1, 'unit_cents', cents)) else '[]' end
    || internal.lines_to_bill(p_company, month);
  return jsonb_build_object('billed_from', settings.billed_from, 'prices', public.current_prices(), 'people', people, 'plan_cents', cents,
    'plan', case when plan.id is not null then jsonb_build_object('starts_on', plan.starts_on, 'ends_on', plan.ends_on, 'cancelled_at', plan.cancelled_at) end,
    'gaps', to_jsonb(internal.invoice_gaps(company)),
    'waits', exists (select from public.billing_months held where held.company_id = p_company and held.waits_for <> ''),
    'paused', exists (select from internal.billing_pauses where company_id = p_company),
    'items', (select jsonb_build_object('open', count(*) filter (where item.state = 'open'), 'objected', count(*) filter (where item.state = 'objected'),
      'invoiced', count(*) filter (where item.state = 'invoiced'), 'waived', count(*) filter (where item.state = 'waived'))
      from public.commission_items item where item.company_id = p_company),
    'credit_cents', internal.open_credit(p_company),
    'next', internal.next_invoice(lines, internal.invoice_kind_of(settings.seller, internal.buyer_of(company))) || jsonb_build_object('on', next + 2));
end $$;

create function internal.open_credit(p_company uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(sum(left_cents), 0) from internal.billing_credits where company_id = p_company)
    + (select coalesce(sum(one.reward_cents), 0) from internal.referrals one join internal.partners partner on partner.id = one.partner_id
      where partner.company_id = p_company and partner.state <> 'suspended' and one.state = 'earned');
end $$;

create function internal.next_invoice(p_lines jsonb, p_kind public.invoice_kind) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  sums constant jsonb := internal.with_vat((select jsonb_agg(jsonb_build_object('cents', (line ->> 'quantity')::integer * (line ->> 'unit_cents')::integer,
    'vat_category', 'S', 'vat_percent', case p_kind when 'standard' then (internal.prices_on(internal.billing_day())).vat_percent else 0 end))
    from jsonb_array_elements(p_lines) line));
begin
  return jsonb_build_object('kind', p_kind, 'net_cents', coalesce((sums ->> 'net_cents')::integer, 0), 'vat_cents', coalesce((sums ->> 'vat_cents')::integer, 0),
    'gross_cents', coalesce((sums ->> 'gross_cents')::integer, 0), 'lines', (select coalesce(jsonb_agg(jsonb_build_object('text', line ->> 'text',
      'cents', (line ->> 'quantity')::integer * (line ->> 'unit_cents')::integer) order by turn), '[]') from jsonb_array_elements(p_lines) with ordinality one (line, turn)));
end $$;

-- What an owner has to do about billing, for the list of what is to be done: {data_missing, plan_missing, unpaid: how many invoices are late, paused}; null for others.
create function public.billing_tasks(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := internal.billing_day();
begin
  if p_company is null or internal.role_in(p_company) is distinct from 'owner' then return null; end if;
  return jsonb_build_object(
    'data_missing', exists (select from public.billing_months held where held.company_id = p_company and held.waits_for <> ''),
    'plan_missing', exists (select from internal.billing_settings held where held.billed_from <= today)
      and internal.counted_people(p_company) > (internal.prices_on(today)).free_people
      and exists (select from public.companies company where company.id = p_company and not company.sandbox)
      and not exists (select from public.subscriptions plan where plan.company_id = p_company and coalesce(plan.ends_on, today) >= today),
    'unpaid', (select count(*) from public.invoices bill where bill.company_id = p_company and bill.type = 380 and bill.state = 'issued' and bill.due_on < today),
    'paused', exists (select from internal.billing_pauses where company_id = p_company));
end $$;

revoke execute on function internal.open_credit, internal.next_invoice from public;
grant execute on function public.own_billing, public.billing_tasks to authenticated;
