-- Undoing an invoice: never changed, always by another one with everything below zero (type 384), which names it.

-- Reverses an invoice; what it held is billed again with the next run, or never when p_again is false. Returns the new invoice. For internal use, after the
-- caller's right has been checked. Errors: invoice_not_found, already_reversed, wrong_state (it is a reversal itself).
create function internal.reverse_invoice(p_invoice uuid, p_reason text, p_again boolean) returns uuid
language plpgsql set search_path = '' as $$
declare
  today constant date := internal.billing_day();
  former public.invoices;
  made public.invoices;
  number_taken integer;
begin
  select * into former from public.invoices where id = p_invoice;
  if former.id is null then perform internal.fail('invoice_not_found'); end if;
  perform from public.companies where id = former.company_id for no key update;
  perform from public.commission_items where id in (select line.item_id from public.invoice_lines line where line.invoice_id = p_invoice) order by id for update;
  select * into former from public.invoices where id = p_invoice for update;
  if former.type = 384 then perform internal.fail('wrong_state', 'reversal'); end if;
  if former.state = 'reversed' then perform internal.fail('already_reversed'); end if;
  update public.invoices set state = 'reversed' where id = former.id;
  update public.billing_months set invoice_id = null, plan_cents = case when p_again then plan_cents else 0 end where invoice_id = former.id;
  update public.commission_items set state = case when p_again then 'open' else 'waived' end::public.commission_state,
    decision = case when p_again then decision else 'reversed' end
  where state = 'invoiced' and id in (select line.item_id from public.invoice_lines line where line.invoice_id = former.id and line.kind = 'commission');
  if former.credit_cents > 0 then perform internal.give_back_credit(former.company_id, former.credit_cents); end if;
  made := former;
  made.series := 'platform:' || extract(year from today);
  number_taken := internal.next_number(made.series);
  insert into public.invoices (company_id, type, series, number, kind, month, issued_on, due_on, period_from, period_to, state, reverses, reason, seller, buyer,
    net_cents, vat_cents, gross_cents, credit_cents, due_cents, vat, created_at)
  values (former.company_id, 384, made.series, 'ZP-' || extract(year from today) || '-' || to_char(number_taken, 'FM999900000'), former.kind, former.month, today,
    today, former.period_from, former.period_to, 'issued', former.id, left(p_reason, 500), former.seller, former.buyer, -former.net_cents, -former.vat_cents,
    -former.gross_cents, -former.credit_cents, -former.due_cents, (
      select jsonb_agg(rate || jsonb_build_object('net_cents', -(rate ->> 'net_cents')::integer, 'vat_cents', -(rate ->> 'vat_cents')::integer) order by turn)
      from jsonb_array_elements(former.vat) with ordinality one (rate, turn)), internal.present())
  returning * into made;
  insert into public.invoice_lines select made.id, line."position", line.kind, line.text, -line.quantity, line.unit_cents, -line.net_cents, line.vat_category,
    line.vat_percent, line.item_id from public.invoice_lines line where line.invoice_id = former.id;
  -- Its plan as it was booked, so that the accounts come to nothing.
  perform internal.book_invoice(made);
  perform internal.lift_pause(former.company_id);
  if former.paid_cents > 0 then
    perform internal.alert('paid_and_reversed', null, former.id::text, jsonb_build_object('invoice', former.number, 'cents', former.paid_cents));
  end if;
  perform internal.tell_owners(former.company_id, 'invoice_reversed', jsonb_build_object('number', made.number, 'reversed', former.number));
  return made.id;
end $$;

-- What was set off counts again with the next invoice, newest reward first.
create function internal.give_back_credit(p_company uuid, p_cents integer) returns void
language plpgsql set search_path = '' as $$
declare
  credit internal.billing_credits;
  open integer := p_cents;
  part integer;
begin
  for credit in select * from internal.billing_credits where company_id = p_company and left_cents < cents order by referral_id desc for update loop
    part := least(open, credit.cents - credit.left_cents);
    update internal.billing_credits set left_cents = left_cents + part where referral_id = credit.referral_id;
    open := open - part;
  end loop;
end $$;

-- Errors: operator_only, reason_missing, reason_too_long, those of internal.reverse_invoice.
create function public.operator_reverse_invoice(p_invoice uuid, p_reason text, p_again boolean default true) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.as_operator('admin', 'reverse_invoice', 'invoice ' || coalesce(p_invoice::text, ''),
    (select company_id from public.invoices where id = p_invoice), coalesce(p_reason, ''));
  return internal.reverse_invoice(p_invoice, internal.clean_words(p_reason), coalesce(p_again, true));
end $$;

revoke execute on function internal.reverse_invoice, internal.give_back_credit from public;
grant execute on function public.operator_reverse_invoice to authenticated;
