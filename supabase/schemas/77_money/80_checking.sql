-- Compares everything with everything, at night and on demand. What differs becomes an alert, and is answered as [{kind, payment_id}]; an empty list is the
-- only good answer. Kinds: sums (stored sums are not those of the transfers), negative (an account below zero), refunds (what is on its way back is not
-- the sum of its rows), unpaid (a confirmed visit without the payment it needs), kept (paid, without a visit and without a refund). For the server only.
create function public.check_money() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found record;
  answer jsonb := '[]';
begin
  for found in
    with sums as (
      select line.payment_id,
        coalesce(sum(line.amount_cents) filter (where line.debit = 'provider_balance' and line.credit = 'prepaid'), 0) as captured,
        coalesce(sum(case when line.credit = 'refunds_due' then line.amount_cents when line.debit = 'refunds_due' then -line.amount_cents end), 0) as refunding,
        coalesce(sum(line.amount_cents) filter (where line.debit = 'refunds_due' and line.credit = 'provider_balance'), 0) as refunded,
        coalesce(sum(case when line.debit = 'disputed' and line.credit = 'provider_balance' then line.amount_cents
          when line.debit = 'provider_balance' and line.credit = 'disputed' then -line.amount_cents end), 0) as disputed
      from public.money_transfers line group by 1
    ), balances as (
      select side.payment_id, side.account, sum(side.cents) as cents from (
        select payment_id, credit as account, amount_cents as cents from public.money_transfers
        union all select payment_id, debit, -amount_cents from public.money_transfers) side group by 1, 2
    )
    select 'sums' as kind, payment.id as payment_id from public.payments payment left join sums on sums.payment_id = payment.id
    where (payment.captured_cents, payment.refunding_cents, payment.refunded_cents, payment.disputed_cents)
      is distinct from (coalesce(sums.captured, 0), coalesce(sums.refunding, 0), coalesce(sums.refunded, 0), coalesce(sums.disputed, 0))
    union all
    select 'negative', balance.payment_id from balances balance
    where balance.account in ('prepaid', 'refunds_due', 'revenue', 'fee_income', 'voucher_liability') and balance.cents < 0
      -- More came back of disputes than was taken.
      or balance.account = 'disputed' and balance.cents > 0
    union all
    -- A provider may give back more than was asked, never less of it than it says.
    select 'refunds', payment.id from public.payments payment
    where payment.refunding_cents > (select coalesce(sum(refund.amount_cents), 0) from public.refunds refund
      where refund.payment_id = payment.id and refund.state = 'asked')
      and not exists (select from public.money_alerts known where known.payment_id = payment.id and known.kind like 'refunded%')
    union all
    select 'unpaid', null from public.appointments visit join public.appointment_payment_terms terms on terms.appointment_id = visit.id
    where visit.state = 'confirmed' and terms.waived_at is null and not exists (
      select from public.payments payment where payment.appointment_id = visit.id and payment.captured_cents = terms.pay_now_cents)
    union all
    select 'kept', payment.id from public.payments payment left join public.appointments visit on visit.id = payment.appointment_id
    where internal.refundable(payment) > 0 and payment.settled_at is null
      and coalesce(visit.state in ('cancelled', 'declined', 'expired'), false)
      and not exists (select from public.refunds refund where refund.payment_id = payment.id and refund.state = 'failed')
  loop
    perform internal.alert('drift_' || found.kind, found.payment_id, to_char(internal.present(), 'YYYY-MM-DD'));
    answer := answer || jsonb_build_object('kind', found.kind, 'payment_id', found.payment_id);
  end loop;
  return answer;
end $$;

grant execute on function public.check_money to service_role;
