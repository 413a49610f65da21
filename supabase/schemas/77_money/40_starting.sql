-- From a hold to an appointment that waits for its payment. Its time is kept for 35 minutes, because a provider's page of payment lives for 30;
-- after a request that was accepted longer. The verbs only write what is to be paid; the server then asks the provider (55_commands) and sends the customer there.

create function internal.payment_window() returns interval
language sql immutable set search_path = '' as $$ select interval '35 minutes' $$;

-- Makes a payment of what an appointment's terms ask for, and orders its start. The caller has locked the appointment.
-- Error: payments_unavailable.
create function internal.ask_payment(appointment public.appointments, terms public.appointment_payment_terms) returns uuid
language plpgsql set search_path = '' as $$
declare
  account constant public.payment_accounts := internal.paying_account(appointment.company_id);
  made uuid;
begin
  if account.id is null then perform internal.fail('payments_unavailable'); end if;
  insert into public.payments (company_id, location_id, appointment_id, description, kind, provider, test, amount_cents, created_at)
  values (appointment.company_id, appointment.location_id, appointment.id,
    case terms.mode when 'full' then 'Zahlung' else 'Anzahlung' end || ', Buchung ' || internal.booking_number(appointment.id),
    terms.mode, account.provider, account.test, terms.pay_now_cents, internal.present())
  returning id into made;
  perform internal.command(made, 'start');
  return made;
end $$;

-- What a hold, which has just become an appointment or a request, agrees on. `p_until`: until when the time is kept for the payment.
create function internal.keep_terms(hold public.holds, p_until timestamptz default null) returns public.appointment_payment_terms
language plpgsql set search_path = '' as $$
declare
  terms public.appointment_payment_terms;
begin
  insert into public.appointment_payment_terms (appointment_id, mode, pay_now_cents, no_show_cents, late_cents, pay_until)
  values (hold.id, hold.terms ->> 'mode', (hold.terms ->> 'pay_now_cents')::integer, (hold.terms ->> 'no_show_cents')::integer,
    (hold.terms ->> 'late_cents')::integer, p_until) returning * into terms;
  return terms;
end $$;

-- What a hold, which has just become an appointment, agrees on and is to pay.
create function internal.await_payment(hold public.holds) returns void
language plpgsql set search_path = '' as $$
declare
  terms constant public.appointment_payment_terms := internal.keep_terms(hold, internal.present() + internal.payment_window());
  visit public.appointments;
begin
  select * into visit from public.appointments where id = hold.id;
  perform internal.ask_payment(visit, terms);
end $$;

-- The business says yes to a request, which it has locked: whether something is to be paid before it is booked. Then its time is kept for a day, but at
-- most until two hours before it begins. When that is too soon to pay, or the business cannot be paid any more, it is paid on site.
create function internal.ask_on_yes(request public.appointments) returns boolean
language plpgsql set search_path = '' as $$
declare
  until constant timestamptz := least(internal.present() + interval '24 hours', request.starts_at - interval '2 hours');
  terms public.appointment_payment_terms;
begin
  select * into terms from public.appointment_payment_terms where appointment_id = request.id and waived_at is null;
  if terms.appointment_id is null then return false; end if;
  if until < internal.present() + internal.payment_window() or (internal.paying_account(request.company_id)).id is null then
    update public.appointment_payment_terms set waived_at = internal.present() where appointment_id = request.id;
    return false;
  end if;
  update public.appointment_payment_terms set pay_until = until where appointment_id = request.id;
  return true;
end $$;

-- Begins the payment of a hold, which becomes an appointment that waits for it; arguments as for `confirm_appointment`. Again, or for an appointment that
-- waits already, answers the payment that is open, or begins a new one where there is none or the last has failed. A provider's page begins with it: after
-- a request that was accepted that may be hours later. One that is paid answers the same.
-- Answers the visit with `payment_id`. Errors: those of `confirm_appointment`, payment_not_needed, payments_unavailable.
create function public.start_payment(
  p_appointment uuid, p_secret text default null, p_contact jsonb default null, p_early_start text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened internal.opened;
  terms public.appointment_payment_terms;
  payment public.payments;
  begun uuid;
begin
  -- Somebody else's call may just have done it: then it is an appointment.
  if internal.confirm_hold(p_appointment, p_secret, p_contact, p_early_start, true) then
    select id into begun from public.payments where appointment_id = p_appointment;
    return internal.visit_json(p_appointment) || jsonb_build_object('payment_id', begun);
  end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  select * into terms from public.appointment_payment_terms where appointment_id = p_appointment;
  if terms.appointment_id is null then perform internal.fail('payment_not_needed'); end if;
  select * into payment from public.payments where appointment_id = p_appointment order by state = 'paid' desc, created_at desc, id limit 1 for update;
  if (opened.appointment).state = 'awaiting_payment' and (payment.id is null or payment.state in ('failed', 'expired')) then
    if terms.pay_until <= internal.present() then perform internal.fail('wrong_state', 'expired'); end if;
    begun := internal.ask_payment(opened.appointment, terms);
  elsif (opened.appointment).state = 'awaiting_payment' or (opened.appointment).state = 'confirmed' and payment.state = 'paid' then
    begun := payment.id;
  else
    perform internal.fail('wrong_state', (opened.appointment).state::text);
  end if;
  return internal.visit_json(p_appointment) || jsonb_build_object('payment_id', begun);
end $$;

-- Gives up an appointment that waits for its payment: its time is free again. What is paid all the same goes back. One that has ended answers the same.
-- Errors: appointment_not_found, wrong_state.
create function public.abandon_payment(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
begin
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  if (opened.appointment).state <> 'expired' then perform internal.move(opened.appointment, 'abandon', 'customer'); end if;
  return internal.visit_json(p_appointment);
end $$;

revoke execute on function internal.payment_window, internal.ask_payment, internal.keep_terms, internal.await_payment, internal.ask_on_yes from public;
grant execute on function public.start_payment, public.abandon_payment to anon, authenticated;
