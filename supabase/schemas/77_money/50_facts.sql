-- What the provider says about a payment: totals of now. What is booked is the difference to what the ledger has, so that a report that comes twice, late
-- or in the wrong order books nothing. Facts are never refused: what breaks a rule of ours becomes an alert.

-- {state?: processing | failed | expired, captured?, refunded?, fee?, disputed?, dispute_won?, dispute_lost?: totals in cents, intent?: what the provider calls
-- the money, refunds?: [{id: of our row, state: done | failed}]}.
create function internal.fact(p_facts jsonb, p_name text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return case when jsonb_typeof(p_facts -> p_name) = 'number' then least(greatest((p_facts ->> p_name)::numeric, 0), 2000000000)::integer end;
end $$;

-- Locks a payment and, before it, what it is for: location, appointment, payment. Null when there is none.
create function internal.lock_payment(p_payment uuid) returns public.payments
language plpgsql set search_path = '' as $$
declare
  payment public.payments;
begin
  select * into payment from public.payments where id = p_payment;
  if payment.id is null then return payment; end if;
  if payment.location_id is not null then perform internal.lock_location(payment.location_id, false); end if;
  perform from public.appointments where id = payment.appointment_id for update;
  select * into payment from public.payments where id = p_payment for update;
  return payment;
end $$;

-- Books what the provider says. For the server only, after it has asked the provider or verified a signature. Answers the payment's state; null for a
-- payment that is not ours.
create function public.apply_payment_snapshot(p_payment uuid, p_facts jsonb) returns public.payment_state
language plpgsql security definer set search_path = '' as $$
declare
  payment public.payments := internal.lock_payment(p_payment);
begin
  if payment.id is null then return null; end if;
  perform internal.apply_facts(payment, coalesce(p_facts, '{}'));
  return (select state from public.payments where id = p_payment);
end $$;

-- The same for a payment that is locked with everything before it.
create function internal.apply_facts(payment public.payments, p_facts jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  -- What is not said has not changed.
  captured constant integer := coalesce(internal.fact(p_facts, 'captured'), payment.captured_cents);
  refunded constant integer := coalesce(internal.fact(p_facts, 'refunded'), payment.refunded_cents);
  fee constant integer := coalesce(internal.fact(p_facts, 'fee'), 0);
  before constant public.payments := payment;
  known constant text := payment.provider || ':' || payment.id;
  gone integer;
  unasked integer;
begin
  if captured > payment.amount_cents then
    perform internal.alert('captured_too_much', payment.id, captured::text, jsonb_build_object('captured', captured, 'amount', payment.amount_cents));
  end if;
  perform internal.post(payment, 'captured', known || ':captured:' || captured,
    ('provider_balance', 'prepaid', least(captured, payment.amount_cents) - payment.captured_cents)::internal.posting);
  select * into payment from public.payments where id = payment.id;

  gone := refunded - payment.refunded_cents;
  unasked := gone - payment.refunding_cents;
  if unasked > 0 then
    -- Given back without us, at the provider.
    perform internal.alert(case when unasked > internal.refundable(payment) then 'refunded_too_much' else 'refunded_outside' end, payment.id, refunded::text,
      jsonb_build_object('refunded', refunded, 'unasked', unasked));
    unasked := least(unasked, internal.refundable(payment));
    perform internal.post(payment, 'refund_outside', known || ':unasked:' || refunded, variadic internal.taken_from(payment.id, unasked));
    select * into payment from public.payments where id = payment.id;
  end if;
  perform internal.post(payment, 'refunded', known || ':refunded:' || refunded,
    ('refunds_due', 'provider_balance', least(gone, payment.refunding_cents))::internal.posting);
  perform internal.post(payment, 'fee', known || ':fee:' || fee,
    ('provider_fee', 'provider_balance', fee - internal.balance_of(payment.id, 'provider_fee'))::internal.posting);
  perform internal.apply_disputes(payment.id, p_facts);
  perform internal.end_refunds(payment, p_facts -> 'refunds');

  select * into payment from public.payments where id = payment.id;
  update public.payments set read_at = internal.present(),
    intent_ref = case when intent_ref = '' and jsonb_typeof(p_facts -> 'intent') = 'string' then left(p_facts ->> 'intent', 255) else intent_ref end,
    paid_at = case when payment.captured_cents = payment.amount_cents then coalesce(paid_at, internal.present()) end,
    state = case when payment.captured_cents = payment.amount_cents then 'paid'
      when state in ('open', 'processing') and p_facts ->> 'state' in ('processing', 'failed', 'expired') then (p_facts ->> 'state')::public.payment_state
      else state end
  where id = payment.id returning * into payment;
  if payment.state not in ('open', 'processing') then
    update public.payment_commands set state = 'dropped', ended_at = internal.present()
    where payment_id = payment.id and kind = 'start' and state = 'waiting';
  end if;
  if payment.state = 'paid' and before.state <> 'paid' then perform internal.take_payment(payment); end if;
end $$;

-- What becomes of the appointment of a payment that has just been paid: it is confirmed; where it has ended, or is paid already, all goes back.
create function internal.take_payment(payment public.payments) returns void
language plpgsql set search_path = '' as $$
declare
  appointment public.appointments;
begin
  select * into appointment from public.appointments where id = payment.appointment_id;
  if appointment.state = 'awaiting_payment' then
    begin
      update public.appointment_payment_terms set pay_until = null where appointment_id = appointment.id;
      perform internal.move(appointment, 'paid', 'system', '', jsonb_build_object('paid_cents', payment.captured_cents, 'test', payment.test));
      return;
    exception when others then
      -- The money is there, whatever stands against the visit: it lapses by itself and gives back what was paid.
      perform internal.alert('not_confirmed', payment.id, 'paid', jsonb_build_object('error', left(sqlerrm, 500)));
      return;
    end;
  end if;
  if internal.refundable(payment) > 0 then
    perform internal.refund(payment, internal.refundable(payment),
      case when appointment.state in ('confirmed', 'completed', 'no_show', 'requested') then 'paid_twice' else 'slot_lost' end);
  end if;
end $$;

-- Marks the refunds that the provider says have ended; what it could not give back is prepaid again, and somebody has to see to it.
create function internal.end_refunds(payment public.payments, p_refunds jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  told record;
begin
  -- What had gone back already has come back: the bank of the customer did not take it.
  perform internal.alert('refund_failed', payment.id, refund.id || ':returned', jsonb_build_object('refund', refund.id, 'amount', refund.amount_cents))
  from jsonb_array_elements(case when jsonb_typeof(p_refunds) = 'array' then p_refunds else '[]' end) one
  join public.refunds refund on refund.id::text = one ->> 'id' and refund.payment_id = payment.id
  where refund.state = 'done' and one ->> 'state' = 'failed';
  for told in
    select refund.id, refund.amount_cents, one ->> 'state' as state
    from jsonb_array_elements(case when jsonb_typeof(p_refunds) = 'array' then p_refunds else '[]' end) one
    join public.refunds refund on refund.id::text = one ->> 'id' and refund.payment_id = payment.id
    where refund.state = 'asked' and one ->> 'state' in ('done', 'failed')
  loop
    update public.refunds set state = told.state::public.refund_state, ended_at = internal.present() where id = told.id;
    update public.payment_commands set state = case told.state when 'done' then 'done' else 'failed' end, ended_at = internal.present()
    where refund_id = told.id and state = 'waiting';
    if told.state = 'failed' then
      perform internal.post(payment, 'refund_failed', 'refund:' || told.id || ':failed',
        ('refunds_due', 'prepaid', least(told.amount_cents, (select refunding_cents from public.payments where id = payment.id)))::internal.posting);
      perform internal.alert('refund_failed', payment.id, told.id::text, jsonb_build_object('refund', told.id, 'amount', told.amount_cents));
    end if;
  end loop;
end $$;

revoke execute on function internal.fact, internal.lock_payment, internal.apply_facts, internal.take_payment, internal.end_refunds from public;
grant execute on function public.apply_payment_snapshot to service_role;
