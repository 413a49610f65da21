-- What an appointment gives back that does not take place.

-- How long a refund waits, since what a business cancels it can take back: nothing that has left comes back.
create function internal.refund_wait(p_reason text) returns interval
language sql immutable set search_path = '' as $$ select case p_reason when 'business' then interval '1 minute' else interval '0' end $$;

-- Orders that this much of a payment goes back, from what is prepaid first, then from what was earned. The caller has locked the payment and knows that
-- there is as much. Answers the refund's id.
create function internal.refund(payment public.payments, p_cents integer, p_reason text, p_note text default '', p_key uuid default null) returns uuid
language plpgsql set search_path = '' as $$
declare
  made uuid;
begin
  insert into public.refunds (payment_id, amount_cents, reason, note, idempotency_key, asked_by, created_at)
  values (payment.id, p_cents, p_reason, left(coalesce(p_note, ''), 500), p_key, internal.person(), internal.present()) returning id into made;
  perform internal.post(payment, 'refund_asked', 'refund:' || made || ':asked', variadic internal.taken_from(payment.id, p_cents));
  perform internal.command(payment.id, 'refund', made);
  update public.payment_commands set next_attempt_at = next_attempt_at + internal.refund_wait(p_reason) where refund_id = made;
  -- The business made nothing of it, so that only the customer hears of it.
  if p_reason = 'slot_lost' and payment.appointment_id is not null then
    perform internal.queue_messages(payment.appointment_id, 'appointment_not_booked', 'business');
  end if;
  return made;
end $$;

-- The postings by which this much leaves what is prepaid, else what was earned, and becomes due to the customer, or covers a dispute that is lost.
create function internal.taken_from(p_payment uuid, p_cents integer, p_to public.money_account default 'refunds_due') returns internal.posting[]
language plpgsql stable set search_path = '' as $$
declare
  account public.money_account;
  left_over integer := p_cents;
  part integer;
  postings internal.posting[] := '{}';
begin
  foreach account in array '{prepaid,revenue,fee_income}'::public.money_account[] loop
    part := least(left_over, internal.balance_of(p_payment, account));
    if part > 0 then
      postings := postings || (account, p_to, part)::internal.posting;
      left_over := left_over - part;
    end if;
  end loop;
  return postings;
end $$;

-- What is paid and has not been given back, nor is about to be, nor was taken back by a dispute.
create function internal.refundable(payment public.payments) returns integer
language sql immutable set search_path = '' as $$
  select payment.captured_cents - payment.refunding_cents - payment.refunded_cents - payment.disputed_cents
$$;

-- Whether a visit is still to come for which something was paid: withdrawing from it in time ends it, whatever the policy says.
create function internal.is_prepaid(appointment public.appointments) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return appointment.state in ('requested', 'confirmed') and appointment.starts_at > internal.present()
    and internal.present() < internal.withdrawal_ends(internal.concluded_at(appointment),
      (select place.time_zone from public.locations place where place.id = appointment.location_id))
    and exists (
    select from public.payments payment where payment.appointment_id = appointment.id and internal.refundable(payment) > 0);
end $$;

-- The key of a posting about the fee for cancelling, which can be kept and given back again and again. The caller has locked the payment.
create function internal.late_key(p_payment uuid) returns text
language sql stable set search_path = '' as $$
  select 'late:' || p_payment || ':' || count(*) from public.money_transfers where payment_id = p_payment
$$;

-- An appointment that has just given its time back gives back what was paid for it, but for what was agreed to be kept, and takes no more. The caller has locked it.
create function internal.release_payments(p_appointment uuid, p_reason text) returns void
language plpgsql set search_path = '' as $$
declare
  payment public.payments;
  to_keep integer := coalesce((select terms.kept_cents from public.appointment_payment_terms terms where terms.appointment_id = p_appointment), 0);
  kept integer;
begin
  for payment in select * from public.payments where appointment_id = p_appointment order by id for update loop
    kept := least(to_keep, internal.balance_of(payment.id, 'prepaid'));
    if kept > 0 then
      to_keep := to_keep - kept;
      perform internal.post(payment, 'late_cancelled', internal.late_key(payment.id), ('prepaid', 'fee_income', kept)::internal.posting);
      update public.payments set settled_at = internal.present() where id = payment.id;
    end if;
    if internal.refundable(payment) > kept then perform internal.refund(payment, internal.refundable(payment) - kept, p_reason); end if;
    if payment.state in ('open', 'processing') then
      update public.payments set state = 'expired' where id = payment.id;
      update public.payment_commands set state = 'dropped', ended_at = internal.present()
      where payment_id = payment.id and kind = 'start' and state = 'waiting' and attempts = 0;
      -- The provider knows nothing of what nobody has tried to start.
      if not found then perform internal.command(payment.id, 'expire'); end if;
    end if;
  end loop;
end $$;

-- Takes back what a cancelled appointment was to give back, as far as nobody has begun to ask the provider for it: whoever takes a command first has it. The
-- caller has locked the appointment.
create function internal.withdraw_refunds(p_appointment uuid) returns void
language plpgsql set search_path = '' as $$
declare
  payment public.payments;
  taken record;
begin
  for payment in select * from public.payments where appointment_id = p_appointment and refunding_cents > 0 order by id for update loop
    for taken in
      update public.payment_commands command set state = 'dropped', ended_at = internal.present() from public.refunds refund
      where command.payment_id = payment.id and command.refund_id = refund.id and refund.state = 'asked' and refund.reason in ('business', 'customer')
        and command.state = 'waiting' and command.attempts = 0 returning refund.id
    loop
      update public.refunds set state = 'withdrawn', ended_at = internal.present() where id = taken.id;
      perform internal.post(payment, 'refund_withdrawn', 'refund:' || taken.id || ':withdrawn', variadic array(
        select ('refunds_due', line.debit, line.amount_cents)::internal.posting from public.money_events event
        join public.money_transfers line on line.event_id = event.id
        where event.idempotency_key = 'refund:' || taken.id || ':asked' order by line."position"));
    end loop;
  end loop;
end $$;

-- A cancelled visit that takes place after all: what nobody has begun to give back stays paid, and nothing is owed for having cancelled. Where something has
-- gone back already, a fee goes back as well, and all is paid on site. The caller has locked the appointment.
create function internal.restore_payments(p_appointment uuid) returns void
language plpgsql set search_path = '' as $$
declare
  payment public.payments;
  fee integer;
begin
  perform internal.withdraw_refunds(p_appointment);
  for payment in select * from public.payments where appointment_id = p_appointment order by id for update loop
    fee := least(internal.balance_of(payment.id, 'fee_income'), internal.refundable(payment));
    if fee > 0 and exists (select from public.refunds where payment_id = payment.id and reason = 'customer' and state in ('asked', 'done')) then
      perform internal.refund(payment, fee, 'business');
    elsif fee > 0 then
      perform internal.post(payment, 'late_waived', internal.late_key(payment.id), ('fee_income', 'prepaid', fee)::internal.posting);
      update public.payments set settled_at = null where id = payment.id;
    end if;
  end loop;
  update public.appointment_payment_terms set kept_cents = null where appointment_id = p_appointment and kept_cents is not null;
  update public.appointment_payment_terms set waived_at = internal.present() where appointment_id = p_appointment and not exists (
    select from public.payments held where held.appointment_id = p_appointment and internal.refundable(held) > 0);
end $$;

-- What a step of an appointment means for its money; called by internal.move for steps that give time back, and for taking that back.
create function internal.money_of_move(p_appointment uuid, p_verb text, p_actor public.actor_kind, p_reason text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_verb = 'restore' then
    perform internal.restore_payments(p_appointment);
    return;
  end if;
  update public.appointment_payment_terms set pay_until = null where appointment_id = p_appointment and pay_until is not null;
  perform internal.release_payments(p_appointment, case when p_verb = 'expire' then 'slot_lost' when p_actor = 'business' then 'business'
    when p_reason = 'Widerruf' then 'withdrawal' else 'customer' end);
end $$;

revoke execute on function internal.refund_wait, internal.withdraw_refunds, internal.refund, internal.taken_from, internal.refundable, internal.is_prepaid, internal.late_key,
  internal.release_payments, internal.restore_payments, internal.money_of_move from public;
