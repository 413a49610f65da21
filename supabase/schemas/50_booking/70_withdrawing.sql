-- The withdrawal of § 356a BGB, undoing a wrong end, and ending what nobody ended.

-- The customer declares to withdraw from the contract: any time, also after the deadline for cancelling and after the visit.
-- The declaration is an event with its time, and both sides get a mail that says so. Inside the policy the appointment is
-- cancelled as well, and within the period for withdrawing when it was paid online, which goes back; one that waits for its payment ends. Else the state stays, and
-- the business decides. A repeated call answers the first declaration.
-- Errors: appointment_not_found, wrong_state (a hold, or no contract any more), withdrawal_excluded.
create function public.withdraw_appointment(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
  appointment constant public.appointments := opened.appointment;
  declared timestamptz;
begin
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  if not (internal.legal_flags(p_appointment)).withdrawal then perform internal.fail('withdrawal_excluded'); end if;
  declared := internal.withdrawn_at(p_appointment);
  if declared is null then
    if appointment.state in ('cancelled', 'declined', 'expired') then perform internal.fail('wrong_state', appointment.state::text); end if;
    declared := internal.withdraw(appointment);
    insert into public.withdrawals (appointment_id, company_id, name, email, booking_number, declared_at)
    values (appointment.id, appointment.company_id, appointment.contact_name, appointment.contact_email,
      internal.booking_number(appointment.id), declared);
  end if;
  return internal.visit_json(p_appointment) || jsonb_build_object('withdrawn_at', declared);
end $$;

-- What a withdrawal does to a locked appointment, of which the caller has checked that it can be withdrawn from; `more` goes into the mails.
create function internal.withdraw(appointment public.appointments, more jsonb default '{}') returns timestamptz
language plpgsql set search_path = '' as $$
declare
  declared constant timestamptz := internal.present();
begin
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state)
  values (appointment.id, declared, 'withdraw', 'customer', internal.person(), appointment.state, appointment.state);
  if internal.customer_may_change(appointment) or internal.is_prepaid(appointment) then
    perform internal.move(appointment, 'cancel', 'customer', 'Widerruf', p_quietly => true);
  elsif appointment.state = 'awaiting_payment' then
    perform internal.move(appointment, 'abandon', 'customer', 'Widerruf', p_quietly => true);
  end if;
  perform internal.queue_messages(appointment.id, 'appointment_withdrawn', 'customer', jsonb_build_object('declared_at', declared) || more);
  return declared;
end $$;

-- When the customer declared a withdrawal; null without one.
create function internal.withdrawn_at(p_appointment uuid) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return (select at from public.appointment_events where appointment_id = p_appointment and verb = 'withdraw' order by id limit 1);
end $$;

-- Takes back a wrong `completed` or `no_show` within a day, whoever or whatever set it. One that is confirmed answers the same.
-- Errors: appointment_not_found, wrong_state (also when there is a review already), undo_too_late.
create function public.reopen_appointment(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  appointment constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if appointment.state = 'confirmed' then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(appointment, 'reopen', 'business');
  perform internal.check_result_open(appointment);
  perform internal.move(appointment, 'reopen', 'business');
  return internal.visit_json(p_appointment);
end $$;

-- Whether how an appointment ended may still be said otherwise. Errors: wrong_state (there is a review already), undo_too_late.
create function internal.check_result_open(appointment public.appointments) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from public.reviews where appointment_id = appointment.id) then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  if (select max(at) from public.appointment_events where appointment_id = appointment.id and to_state = appointment.state
      and from_state <> to_state) < internal.present() - interval '1 day' then
    perform internal.fail('undo_too_late');
  end if;
end $$;

-- Says of somebody who has booked whether they came (p_came), did not, or takes that back (null), whatever was said before: one step for lists of
-- participants. From the start on; what has been said is changed within a day. `p_seen` is the state that the caller has seen; null asks nothing. What is
-- already so answers the same. Errors: appointment_not_found, wrong_state (detail: the state, also where it is not the one seen), too_early, undo_too_late.
create function public.mark_presence(p_appointment uuid, p_came boolean, p_seen public.appointment_state default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  visit public.appointments := opened.appointment;
  wanted constant public.appointment_state := case when p_came then 'completed' when not p_came then 'no_show' else 'confirmed' end;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if visit.state = wanted then return internal.visit_json(p_appointment); end if;
  if visit.state <> p_seen then perform internal.fail('wrong_state', visit.state::text); end if;
  if visit.state <> 'confirmed' then
    perform internal.check_move(visit, 'reopen', 'business');
    perform internal.check_result_open(visit);
    perform internal.move(visit, 'reopen', 'business');
    visit.state := 'confirmed';
  end if;
  if p_came is not null then
    if visit.starts_at > internal.present() then perform internal.fail('too_early'); end if;
    perform internal.move(visit, case when p_came then 'complete' else 'no_show' end, 'business');
  end if;
  return internal.visit_json(p_appointment);
end $$;

-- Completes confirmed appointments that ended more than a day ago: who did not come has been marked by then. What a member has
-- reopened is left to the members. For the server's job; skips what others work on. Returns how many it completed.
create function public.complete_past(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  due public.appointments;
  completed integer := 0;
begin
  for due in
    select appointment.* from public.appointments appointment
    where appointment.state = 'confirmed' and appointment.starts_at < present - interval '1 day'
      and appointment.ends_at < present - interval '1 day' and not exists (
        select from public.appointment_events event where event.appointment_id = appointment.id and event.verb = 'reopen')
    order by appointment.starts_at limit p_limit for update skip locked
  loop
    begin
      perform internal.move(due, 'complete', 'system');
      completed := completed + 1;
    exception when others then
      -- One row must not keep all others waiting.
      raise warning 'appointment % cannot be completed: % %', due.id, sqlstate, sqlerrm;
    end;
  end loop;
  return completed;
end $$;

revoke execute on function internal.withdrawn_at, internal.check_result_open from public;
grant execute on function public.withdraw_appointment to anon, authenticated;
grant execute on function public.reopen_appointment, public.mark_presence to authenticated;
grant execute on function public.complete_past to service_role;
