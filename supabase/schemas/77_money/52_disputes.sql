-- A customer's bank can demand money back (a dispute): the provider takes it at once, and pays it back when the business wins. What is lost is taken from
-- what was prepaid or earned. Facts are totals of all disputes of a payment, and what is booked is the difference to the ledger.
create function internal.apply_disputes(p_payment uuid, p_facts jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  payment public.payments;
  known text;
  taken integer;
  won integer;
  lost integer;
  due integer;
begin
  if not p_facts ?| '{disputed,dispute_won,dispute_lost}' then return; end if;
  select * into payment from public.payments where id = p_payment;
  known := payment.provider || ':' || payment.id;
  select coalesce(sum(line.amount_cents) filter (where line.debit = 'disputed'), 0),
    coalesce(sum(line.amount_cents) filter (where line.debit = 'provider_balance'), 0),
    coalesce(sum(line.amount_cents) filter (where line.credit = 'disputed' and line.debit <> 'provider_balance'), 0)
  into taken, won, lost from public.money_transfers line where line.payment_id = p_payment and 'disputed' in (line.debit, line.credit);

  due := coalesce(internal.fact(p_facts, 'disputed'), 0) - taken;
  if due > internal.refundable(payment) then
    perform internal.alert('disputed_too_much', payment.id, (taken + due)::text, jsonb_build_object('disputed', taken + due));
    due := internal.refundable(payment);
  end if;
  if internal.post(payment, 'dispute_opened', known || ':disputed:' || taken + due, ('disputed', 'provider_balance', due)::internal.posting) then
    taken := taken + due;
  end if;
  due := least(coalesce(internal.fact(p_facts, 'dispute_won'), 0), taken - lost) - won;
  if internal.post(payment, 'dispute_won', known || ':dispute_won:' || won + due, ('provider_balance', 'disputed', due)::internal.posting) then
    won := won + due;
    perform internal.return_won(payment.id);
  end if;
  due := least(coalesce(internal.fact(p_facts, 'dispute_lost'), 0), taken - won) - lost;
  if due > 0 then
    perform internal.post(payment, 'dispute_lost', known || ':dispute_lost:' || lost + due, variadic internal.taken_from(payment.id, due, 'disputed'));
  end if;
end $$;

-- What has come back of a dispute and nobody has earned goes to the customer where the visit does not take place, or is paid on site meanwhile: it would have
-- gone before.
create function internal.return_won(p_payment uuid) returns void
language plpgsql set search_path = '' as $$
declare
  payment public.payments;
  due integer;
begin
  select * into payment from public.payments where id = p_payment;
  due := least(internal.balance_of(p_payment, 'prepaid'), internal.refundable(payment));
  if due > 0 and exists (
    select from public.appointments visit left join public.appointment_payment_terms terms on terms.appointment_id = visit.id
    where visit.id = payment.appointment_id and (visit.state in ('cancelled', 'declined', 'expired') or terms.waived_at is not null
      or visit.state = 'no_show' and payment.settled_at is not null)) then
    perform internal.refund(payment, due, 'customer');
  end if;
end $$;

revoke execute on function internal.apply_disputes, internal.return_won from public;
