-- What a business keeps of a fee for cancelling late, less what it has given back of it by hand; null for nothing.
create function internal.kept_of(terms public.appointment_payment_terms) returns integer
language plpgsql stable set search_path = '' as $$
begin
  if terms.kept_cents is null then return null; end if;
  return nullif(least(terms.kept_cents, (select sum(internal.balance_of(payment.id, 'fee_income')) from public.payments payment
    where payment.appointment_id = terms.appointment_id)), 0);
end $$;

-- What a customer is shown about paying a booking, as a part of `get_booking`: null where everything is paid on site, else {mode, due_cents: what is paid
-- online, after_answer: whether only when the business has said yes, later_cents: what is left for the visit, no_show_cents, late_cents: agreed for cancelling
-- late, null when that cannot be done, cancel_cents: what cancelling costs now, as internal.cancelling_cents, kept_cents: what was kept so, test, pay_until:
-- while it waits for the payment, payments: [{id, kind, amount_cents,
-- captured_cents, refunding_cents, refunded_cents, state, created_at, paid_at, refunds: [{amount_cents, reason, state, created_at}]}]}.
-- For internal use, after the right to the booking has been checked.
create function internal.payment_json(p_hold public.holds, visit public.appointments) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  terms public.appointment_payment_terms;
begin
  if p_hold.id is not null then
    if p_hold.terms is null then return null; end if;
    return jsonb_build_object('mode', p_hold.terms ->> 'mode', 'due_cents', (p_hold.terms ->> 'pay_now_cents')::integer,
      'later_cents', p_hold.total_cents - (p_hold.terms ->> 'pay_now_cents')::integer, 'no_show_cents', (p_hold.terms ->> 'no_show_cents')::integer,
      'late_cents', (p_hold.terms ->> 'late_cents')::integer, 'cancel_cents', null, 'kept_cents', null,
      'test', (p_hold.terms ->> 'test')::boolean, 'after_answer', internal.asks_first(p_hold), 'pay_until', null, 'payments', '[]'::jsonb);
  end if;
  select * into terms from public.appointment_payment_terms where appointment_id = visit.id;
  if terms.appointment_id is null then return null; end if;
  return (
    select jsonb_build_object('mode', terms.mode, 'due_cents', terms.pay_now_cents,
      'later_cents', greatest(visit.total_cents - case when terms.waived_at is null then terms.pay_now_cents else 0 end, 0),
      'no_show_cents', terms.no_show_cents, 'late_cents', terms.late_cents, 'cancel_cents', internal.cancelling_cents(visit), 'kept_cents', internal.kept_of(terms),
      'test', coalesce(bool_or(payment.test), (internal.paying_account(visit.company_id)).test, false),
      'after_answer', visit.state = 'requested' and terms.waived_at is null,
      'pay_until', case when visit.state = 'awaiting_payment' then terms.pay_until end,
      'payments', coalesce(jsonb_agg(jsonb_build_object('id', payment.id, 'kind', payment.kind, 'amount_cents', payment.amount_cents,
        'captured_cents', payment.captured_cents, 'refunding_cents', payment.refunding_cents, 'refunded_cents', payment.refunded_cents,
        'state', payment.state, 'created_at', payment.created_at, 'paid_at', payment.paid_at,
        'refunds', (select coalesce(jsonb_agg(jsonb_build_object('amount_cents', refund.amount_cents, 'reason', refund.reason, 'state', refund.state,
            'created_at', refund.created_at) order by refund.created_at, refund.id), '[]') from public.refunds refund where refund.payment_id = payment.id and refund.state <> 'withdrawn'))
        order by payment.created_at, payment.id) filter (where payment.id is not null), '[]'))
    from (select) one left join public.payments payment on payment.appointment_id = visit.id);
end $$;

-- The same in a mail: {paid_cents, returned_cents: what has gone back or is about to, later_cents, kept_cents: as a fee for cancelling late, test}; null where nothing was paid online.
create function internal.payment_of_mail(p_appointment uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('paid_cents', sum(payment.captured_cents), 'returned_cents', sum(payment.refunding_cents + payment.refunded_cents),
      'later_cents', greatest(max(visit.total_cents) - coalesce(max(terms.pay_now_cents) filter (where terms.waived_at is null), 0), 0),
      'kept_cents', coalesce((select internal.kept_of(agreed) from public.appointment_payment_terms agreed where agreed.appointment_id = p_appointment), 0),
      'test', bool_or(payment.test))
    from public.payments payment join public.appointments visit on visit.id = payment.appointment_id
    left join public.appointment_payment_terms terms on terms.appointment_id = visit.id
    where payment.appointment_id = p_appointment having sum(payment.captured_cents) > 0);
end $$;

-- What is still to be paid online, in a mail: {cents, later_cents, test, until: null before the business has said yes}; null for nothing.
create function internal.due_of_mail(p_appointment uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('cents', terms.pay_now_cents, 'later_cents', greatest(visit.total_cents - terms.pay_now_cents, 0), 'until', terms.pay_until,
      'test', coalesce((internal.paying_account(visit.company_id)).test, false))
    from public.appointment_payment_terms terms join public.appointments visit on visit.id = terms.appointment_id
    where terms.appointment_id = p_appointment and terms.waived_at is null and visit.state in ('requested', 'awaiting_payment'));
end $$;

revoke execute on function internal.kept_of, internal.due_of_mail, internal.payment_json, internal.payment_of_mail from public;
