-- Cancelling after the deadline for a fee that was agreed when the visit was booked: the business keeps so much of what was paid. It takes the place of the
-- refusal too_late; without such an agreement that stays.

-- What it costs the customer to cancel now: 0 as long as that is free, then the agreed fee, at most what is still paid; null when it cannot be done online.
create function internal.cancelling_cents(appointment public.appointments) returns integer
language plpgsql stable set search_path = '' as $$
begin
  if internal.customer_may_change(appointment) then return 0; end if;
  if appointment.state <> 'confirmed' or appointment.starts_at <= internal.present() then return null; end if;
  return (
    select least(terms.late_cents, sum(internal.refundable(payment)))::integer
    from public.appointment_payment_terms terms join public.payments payment on payment.appointment_id = terms.appointment_id
    where terms.appointment_id = appointment.id and terms.waived_at is null and terms.late_cents is not null
    group by terms.late_cents having sum(internal.refundable(payment)) > 0);
end $$;

-- Notes the fee for a visit that its customer is cancelling; the step itself books it (45_releasing). `p_accepted`: what they were shown, null for nothing.
-- The caller has locked the visit. Errors: too_late (detail: the last moment), fee_changed (detail: what it costs now, in cents).
create function internal.take_late_fee(appointment public.appointments, p_accepted integer) returns void
language plpgsql set search_path = '' as $$
declare
  cents integer;
begin
  -- Who gives money back meanwhile comes before or after.
  perform from public.payments where appointment_id = appointment.id order by id for update;
  cents := internal.cancelling_cents(appointment);
  if cents is null or p_accepted is null and cents > 0 then
    perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
  end if;
  if cents <> coalesce(p_accepted, 0) then perform internal.fail('fee_changed', cents::text); end if;
  if cents > 0 then update public.appointment_payment_terms set kept_cents = cents where appointment_id = appointment.id; end if;
end $$;

revoke execute on function internal.cancelling_cents, internal.take_late_fee from public;
