-- Refunds by the business.

-- Gives back a payment, whole (p_amount_cents null) or in part. A repeated call with the same key answers the same. For managers and owners.
-- Answers {refund_id, amount_cents, left_cents: what could still be given back}.
-- Errors: payment_not_found, payment_not_paid, refund_too_high (detail: what is left, in cents), idempotency_mismatch (the key was for another refund).
create function public.refund_payment(p_payment uuid, p_key uuid, p_amount_cents integer default null, p_note text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  payment public.payments;
  made public.refunds;
  refund uuid;
  cents integer;
begin
  select * into payment from public.payments where id = p_payment and company_id in (select internal.companies_as('manager')) for update;
  if payment.id is null then perform internal.fail('payment_not_found'); end if;
  select * into made from public.refunds where idempotency_key = p_key;
  if made.id is null then
    if payment.captured_cents = 0 then perform internal.fail('payment_not_paid'); end if;
    cents := coalesce(p_amount_cents, internal.refundable(payment));
    if cents <= 0 or cents > internal.refundable(payment) then perform internal.fail('refund_too_high', internal.refundable(payment)::text); end if;
    refund := internal.refund(payment, cents, 'by_hand', p_note, p_key);
    -- What had failed before is seen to now.
    update public.money_alerts set checked_at = internal.present()
    where payment_id = payment.id and kind = 'refund_failed' and checked_at is null;
    select * into made from public.refunds where id = refund;
    select * into payment from public.payments where id = p_payment;
  elsif made.payment_id <> p_payment or made.amount_cents <> coalesce(p_amount_cents, made.amount_cents) then
    perform internal.fail('idempotency_mismatch');
  end if;
  return jsonb_build_object('refund_id', made.id, 'amount_cents', made.amount_cents, 'left_cents', internal.refundable(payment));
end $$;

grant execute on function public.refund_payment to authenticated;
