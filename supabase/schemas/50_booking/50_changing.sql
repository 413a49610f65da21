-- Cancelling, declining and moving what was booked.

-- Whether a customer may still cancel or move: a request until its start, a booking until the policy of its own time, and until its start when the
-- business cannot keep it (22_disruptions).
create function internal.customer_may_change(appointment public.appointments) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  return case appointment.state
    when 'requested' then present < appointment.starts_at
    when 'confirmed' then present < appointment.starts_at
      and (present <= appointment.starts_at - make_interval(hours => appointment.cancellation_hours) or internal.is_disrupted(appointment.id))
    else false end;
end $$;

-- Cancels a request or a booking: customers inside the policy, later for the fee that they have accepted (77_money/47_late_fees), the business any time.
-- A cancelled one answers the same. `p_fee_cents`: what the customer was shown that it costs; null: nothing was shown. A reason of more than 1000 characters is cut.
create function internal.cancel(p_appointment uuid, p_secret text, p_reason text, p_fee_cents integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
  appointment constant public.appointments := opened.appointment;
begin
  if appointment.state = 'cancelled' then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(appointment, 'cancel', opened.actor);
  if opened.actor = 'customer' then perform internal.take_late_fee(appointment, p_fee_cents); end if;
  perform internal.move(appointment, 'cancel', opened.actor, p_reason);
  return internal.visit_json(p_appointment);
end $$;

-- Errors: appointment_not_found, wrong_state, too_late (detail: the last moment).
create function public.cancel_appointment(p_appointment uuid, p_secret text default null, p_reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return internal.cancel(p_appointment, p_secret, p_reason, null);
end $$;

-- The same by a customer who was shown a fee, or that there is none (0). Errors: also fee_changed (detail: what it costs now, in cents).
create function public.cancel_appointment(p_appointment uuid, p_fee_cents integer, p_secret text default null, p_reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return internal.cancel(p_appointment, p_secret, p_reason, coalesce(p_fee_cents, 0));
end $$;

-- Declines a request, for members. A declined one answers the same. Errors: appointment_not_found, wrong_state.
create function public.decline_appointment(p_appointment uuid, p_reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  appointment constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if appointment.state = 'declined' then return internal.visit_json(p_appointment); end if;
  perform internal.move(appointment, 'decline', 'business', p_reason);
  return internal.visit_json(p_appointment);
end $$;

-- Moves a request or a booking to another start, keeping id, services and agreed prices; all or nothing.
-- The price stays in both directions, also where day prices (30_setup/18_day_prices) say another for the new time: the contract is about that price, a higher
-- one would be another order with its own button (§ 312j BGB), and whoever wants a lower one cancels and books again. The page says so before the move.
-- p_employee null keeps the employee; a customer then gets anyone free when this one is not ("Egal wer").
-- Customers inside the policy and at bookable starts; members at any time that is free. Staff move to themselves only.
-- Moving it to where it already is returns the same, and so does a repeated key, wherever the appointment has been moved meanwhile.
-- p_early_start as for `confirm_appointment`, when a customer moves into the period for withdrawing.
-- p_notify says whether a customer hears of a move by the business (50_booking/52_telling_of_moves); null: as the location wants it. Customers'
-- own moves are always told. Answers the visit with `notice`: what becomes of the mail to the customer, see internal.notice_of_move.
-- Without p_anyway a member moves nothing to where it becomes unusual (internal.warnings_by_hand): the detail of `unusual_time` says what is.
-- p_seen: where the caller has seen it (internal.standing); null asks nothing.
-- Errors: key_used (for something else), appointment_not_found, wrong_state, event_fixed (seats of an event), moved_meanwhile, too_late, not_allowed
-- (staff, colleague), past, test_missing (the customer), early_start_missing, too_many_moves, slot_taken, unusual_time, not_bookable, location_not_found,
-- service_not_found.
create function public.reschedule_appointment(
  p_appointment uuid, p_starts_at timestamptz, p_notify public.move_notice, p_anyway boolean, p_employee uuid default null,
  p_secret text default null, p_reason text default '', p_idempotency_key uuid default null, p_early_start text default null,
  p_seen text[] default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret, true);
  appointment constant public.appointments := opened.appointment;
  by_business constant boolean := opened.actor = 'business';
  known constant jsonb := internal.known_visit(p_appointment);
  services uuid[];
  employees uuid[];
  wanted uuid;
  demanded text;
  done boolean;
  unusual_before jsonb;
begin
  if p_idempotency_key is not null and exists (
    select from public.appointment_events where idempotency_key = p_idempotency_key) then
    if not exists (select from public.appointment_events
      where idempotency_key = p_idempotency_key and appointment_id = p_appointment) then perform internal.fail('key_used'); end if;
    return internal.moved_json(p_appointment);
  end if;
  perform internal.check_move(appointment, 'reschedule', opened.actor);
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  -- Seats have the time of their event.
  if exists (select from public.appointment_lines where appointment_id = p_appointment and event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  select array_agg(service_id order by "position"), array_agg(distinct employee_id) into services, employees
  from public.appointment_lines where appointment_id = p_appointment;
  wanted := coalesce(p_employee, case when cardinality(employees) = 1 then employees[1] end);
  if appointment.starts_at = p_starts_at and (p_employee is null or employees = array[p_employee]) then
    return internal.moved_json(p_appointment);
  end if;
  perform internal.check_seen(appointment, p_seen, opened.actor);
  if not by_business then
    if not internal.customer_may_change(appointment) then
      perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
    end if;
    if p_starts_at <= present then perform internal.fail('past'); end if;
    perform internal.check_tests(services, p_starts_at, appointment.user_id, sha256(convert_to(p_secret, 'UTF8')), appointment.customer_id);
    demanded := internal.demanded_early_start(appointment, p_starts_at, p_early_start);
    if internal.is_limited() and (internal.moves_of_day(p_appointment, 'customer') >= 5 or (
      internal.account_of(appointment.user_id, appointment.contact_email) is null
      and internal.spend(internal.recipient_budgets(appointment.contact_email, 6, 10, 'move')) is not null)) then
      perform internal.fail('too_many_moves');
    end if;
  elsif not internal.may_book_for(appointment.location_id, p_employee) and p_employee is not null then
    perform internal.fail('not_allowed');
  end if;
  unusual_before := case when by_business then internal.warnings_by_hand(p_appointment, present) end;
  done := internal.place_lines(p_appointment, services, wanted, p_starts_at, present, by_business);
  if not done and p_employee is null and not by_business and wanted is not null then
    done := internal.place_lines(p_appointment, services, null, p_starts_at, present, false);
  end if;
  if not done then
    perform internal.refuse_start(appointment.location_id, services, wanted, p_starts_at, present, p_appointment, by_business);
  end if;
  if by_business and not coalesce(p_anyway, false) then
    perform internal.check_unusual(appointment, unusual_before, p_starts_at, present);
  end if;
  insert into public.early_starts select p_appointment, present, demanded where demanded is not null;
  perform internal.note_move(appointment, known, p_starts_at, opened.actor, p_reason, p_idempotency_key, p_notify);
  return internal.moved_json(p_appointment);
end $$;

-- Whether the moved appointment, as it has been placed, is unusual as it was not before: on another day it is asked again. Error: unusual_time.
create function internal.check_unusual(before public.appointments, p_unusual_before jsonb, p_starts_at timestamptz, p_present timestamptz)
returns void
language plpgsql stable set search_path = '' as $$
declare
  warnings constant jsonb := internal.warnings_by_hand(before.id, p_present);
  zone constant text := (select time_zone from public.locations where id = before.location_id);
begin
  if warnings is null then return; end if;
  if warnings is distinct from p_unusual_before or (before.starts_at at time zone zone)::date <> (p_starts_at at time zone zone)::date then
    perform internal.fail('unusual_time', warnings::text);
  end if;
end $$;

-- The same for processes of 0.3.0, which ask nothing about unusual times.
create function public.reschedule_appointment(
  p_appointment uuid, p_starts_at timestamptz, p_notify public.move_notice, p_employee uuid default null, p_secret text default null,
  p_reason text default '', p_idempotency_key uuid default null, p_early_start text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return public.reschedule_appointment(p_appointment, p_starts_at, p_notify, true, p_employee, p_secret, p_reason, p_idempotency_key,
    p_early_start);
end $$;

-- The same for customers, and for processes of 0.2.0, which know no p_notify: the customer always hears of it, and the answer is the visit alone.
create function public.reschedule_appointment(
  p_appointment uuid, p_starts_at timestamptz, p_employee uuid default null, p_secret text default null, p_reason text default '',
  p_idempotency_key uuid default null, p_early_start text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return public.reschedule_appointment(p_appointment, p_starts_at, 'always'::public.move_notice, true, p_employee, p_secret, p_reason,
    p_idempotency_key, p_early_start) - 'notice';
end $$;

-- What every move of an appointment entails: history, mails, links that are valid for long enough, and the next number of its calendar entry.
-- `before` is the appointment as it was, `known` its internal.known_visit. Error: key_used.
create function internal.note_move(
  before public.appointments, known jsonb, p_starts_at timestamptz, p_actor public.actor_kind, p_reason text, p_idempotency_key uuid,
  p_notify public.move_notice)
returns void
language plpgsql set search_path = '' as $$
declare
  reason constant text := left(coalesce(p_reason, ''), 1000);
begin
  -- Who came in before it moved to another day has not come to that.
  update public.appointments set sequence = sequence + 1,
    arrived_at = case when p_starts_at < internal.present() + interval '12 hours' then arrived_at end
  where id = before.id;
  update public.appointment_links set expires_at = greatest(expires_at, p_starts_at + interval '181 days') where appointment_id = before.id;
  insert into public.appointment_events
    (appointment_id, verb, actor, actor_id, from_state, to_state, reason, old_starts_at, new_starts_at, idempotency_key)
  values (before.id, 'reschedule', p_actor, case when p_actor <> 'system' then internal.person() end, before.state, before.state, reason,
    before.starts_at, p_starts_at, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if p_actor = 'business' then
    perform internal.tell_move(before.id, known, reason, coalesce(p_notify,
      (select location.move_notice from public.locations location where location.id = before.location_id)));
  else
    perform internal.queue_messages(before.id, 'appointment_rescheduled', p_actor, jsonb_build_object('reason', reason) || known);
  end if;
end $$;

-- Moves an appointment to the time that a hold of its location keeps, for verbs that have checked the caller's right. The old time is freed
-- and the new one taken in one transaction, whoever is waiting for either. Id, state and the prices agreed before stay.
-- Errors: wrong_state (detail: the state), hold_expired (its time is gone), not_bookable (another location).
create function internal.move_to_hold(p_appointment uuid, p_hold uuid, p_actor public.actor_kind, p_reason text default '') returns void
language plpgsql set search_path = '' as $$
declare
  appointment public.appointments;
  known jsonb;
  hold public.holds;
  takings internal.taking[];
begin
  perform internal.lock_location(location_id, true) from public.appointments where id = p_appointment;
  select * into appointment from public.appointments where id = p_appointment for update;
  if appointment.id is null then perform internal.fail('appointment_not_found'); end if;
  perform internal.check_move(appointment, 'reschedule', p_actor);
  select * into hold from public.holds where id = p_hold for update;
  if hold.id is null or hold.ended_at is not null then perform internal.fail('hold_expired'); end if;
  if hold.location_id <> appointment.location_id then perform internal.fail('not_bookable'); end if;
  known := internal.known_visit(p_appointment);
  select array_agg((part."position", part.subject, part.minutes, part.resource)::internal.taking) into takings from (
    select one."position", one.subject, range_agg(one.minutes) as minutes, exists (select from public.resources where id = one.subject) as resource
    from (select kept."position", kept.subject, kept.minutes from public.occupancies kept where kept.source = p_hold
      union all select lent."position", lent.subject, lent.minutes from jsonb_populate_recordset(null::internal.taking, hold.borrowed) lent) one
    group by one."position", one.subject) part;
  perform internal.vacate(p_appointment);
  perform internal.vacate(p_hold);
  if not internal.occupy(p_appointment, 'line', takings, null) then perform internal.fail('hold_expired'); end if;
  delete from public.holds where id = p_hold;
  delete from internal.hold_budget where appointment_id = p_hold;
  perform internal.write_lines(p_appointment, array(select line from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line));
  perform internal.note_move(appointment, known, hold.starts_at, p_actor, p_reason, null, 'always');
end $$;

revoke execute on function internal.check_unusual, internal.cancel from public;
grant execute on function public.cancel_appointment(uuid, text, text), public.cancel_appointment(uuid, integer, text, text),
  public.reschedule_appointment(uuid, timestamptz, uuid, text, text, uuid, text),
  public.reschedule_appointment(uuid, timestamptz, public.move_notice, uuid, text, text, uuid, text),
  public.reschedule_appointment(uuid, timestamptz, public.move_notice, boolean, uuid, text, text, uuid, text, text[]) to anon, authenticated;
grant execute on function public.decline_appointment to authenticated;
