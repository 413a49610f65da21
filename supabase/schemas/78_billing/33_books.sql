-- What invoices move in the ledger, in the platform's own book: receivable → plan_revenue, commission_revenue and vat, by their sum; a reward that is set off is
-- partner_cost → receivable; what was paid is platform_bank → receivable. What goes the other way, as with a reversal, has its sides exchanged.

-- Writes one event of an invoice. Lines below zero turn around. False when it is known already.
create function internal.post_invoice(bill public.invoices, p_verb text, p_key text, variadic postings internal.posting[]) returns boolean
language plpgsql set search_path = '' as $$
declare
  event bigint;
begin
  if not exists (select from unnest(postings) line where line.cents <> 0) then return false; end if;
  insert into public.money_events (book, company_id, at, verb, actor, idempotency_key)
  values ('platform', bill.company_id, internal.present(), p_verb, internal.person(), p_key)
  on conflict (idempotency_key) do nothing returning id into event;
  if event is null then return false; end if;
  insert into public.money_transfers (event_id, "position", invoice_id, debit, credit, amount_cents)
  select event, row_number() over (order by line.n), bill.id, case when line.cents > 0 then line.debit else line.credit end,
    case when line.cents > 0 then line.credit else line.debit end, abs(line.cents)
  from unnest(postings) with ordinality line (debit, credit, cents, n) where line.cents <> 0;
  return true;
end $$;

-- Books an invoice that was just written, also one that reverses another.
create function internal.book_invoice(bill public.invoices) returns void
language plpgsql set search_path = '' as $$
declare
  plan constant integer := (select coalesce(sum(line.net_cents), 0) from public.invoice_lines line where line.invoice_id = bill.id and line.kind = 'plan');
begin
  perform internal.post_invoice(bill, case bill.type when 380 then 'invoice_issued' else 'invoice_reversed' end, 'invoice:' || bill.id,
    ('receivable', 'plan_revenue', plan)::internal.posting, ('receivable', 'commission_revenue', bill.net_cents - plan)::internal.posting,
    ('receivable', 'vat', bill.vat_cents)::internal.posting, ('partner_cost', 'receivable', bill.credit_cents)::internal.posting);
end $$;

revoke execute on function internal.post_invoice, internal.book_invoice from public;
