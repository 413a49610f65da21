-- Compares invoices with their lines, the ledger, their payments and their series, at night beside `check_money`, and looks at the thresholds of § 19 UStG.
-- What differs becomes an alert, and is answered as [{kind, of}]; an empty list is the only good answer. Kinds: lines, books, paid, gap (a number is missing),
-- charged_twice (an item on two invoices that hold). A threshold is an alert only. For the server only.
create function public.check_billing() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found record;
  answer jsonb := '[]';
  this_year constant integer := extract(year from internal.billing_day());
begin
  for found in
    select 'lines' as kind, bill.number as of from public.invoices bill
    where bill.net_cents is distinct from (select sum(line.net_cents) from public.invoice_lines line where line.invoice_id = bill.id)
      or bill.vat_cents is distinct from (select sum((rate ->> 'vat_cents')::integer) from jsonb_array_elements(bill.vat) rate)
    union all
    select 'books', bill.number from public.invoices bill
    where bill.due_cents - bill.paid_cents is distinct from (
      select coalesce(sum(case when line.debit = 'receivable' then line.amount_cents when line.credit = 'receivable' then -line.amount_cents end), 0)
      from public.money_transfers line where line.invoice_id = bill.id)
    union all
    select 'paid', bill.number from public.invoices bill
    where bill.paid_cents is distinct from (select coalesce(sum(line.cents), 0) from public.bank_transfers line where line.invoice_id = bill.id)
      or bill.type = 380 and bill.state = 'issued' and bill.paid_cents >= bill.due_cents
    union all
    select 'gap', series.name from public.number_series series
    where series.next - 1 is distinct from (select count(*) from public.invoices bill where bill.series = series.name)
    union all
    select 'charged_twice', line.item_id::text from public.invoice_lines line join public.invoices bill on bill.id = line.invoice_id
    where line.kind = 'commission' and bill.type = 380 and bill.state <> 'reversed' group by line.item_id having count(*) > 1
  loop
    perform internal.alert('drift_billing_' || found.kind, null, found.of || ':' || internal.billing_day());
    answer := answer || jsonb_build_object('kind', found.kind, 'of', found.of);
  end loop;
  if exists (select from internal.billing_settings where (seller ->> 'small_business')::boolean) then
    perform internal.alert('small_business_' || passed.level, null, this_year || ':' || passed.level, jsonb_build_object('year', passed.year, 'cents', passed.cents))
    from (values ('near', this_year - 1, 2000000), ('over', this_year - 1, 2500000), ('near_next', this_year, 2000000), ('over_next', this_year, 2500000), ('near_now', this_year, 8000000),
      ('over_now', this_year, 10000000)) limits (level, year, cents_at)
    cross join lateral (select limits.level, limits.year, internal.revenue_of_year(limits.year) as cents) passed where passed.cents > limits.cents_at;
  end if;
  return answer;
end $$;

grant execute on function public.check_billing to service_role;
