-- The states of an appointment as data: who may do what in which state, and what follows. Only internal.move changes a state
-- (internal.confirm_hold and public.create_appointment create an appointment in its first state). Deadlines and policies stay in the verbs,
-- which ask internal.check_move first. `npm run db:types` writes this table into docs/states.md and into what the admin area offers.

create table internal.transitions (
  verb text not null,
  from_state public.appointment_state not null,
  actor public.actor_kind not null,
  to_state public.appointment_state not null,
  -- Whether people's time and seats are given back.
  frees boolean not null,
  -- The mail that reports it, with a higher number in its calendar entry; null: none.
  message text,
  -- The right that a member needs for it (20_companies/20_rights); null: every member who works on the appointment.
  needs public.member_right,
  primary key (verb, from_state, actor)
);
alter table internal.transitions enable row level security;

insert into internal.transitions (verb, from_state, actor, to_state, frees, message, needs) values
  ('confirm', 'requested', 'business', 'confirmed', false, 'appointment_confirmed', 'book'),
  ('decline', 'requested', 'business', 'declined', true, 'appointment_declined', 'cancel'),
  ('expire', 'requested', 'system', 'expired', true, 'appointment_declined', null),
  ('cancel', 'requested', 'customer', 'cancelled', true, 'appointment_cancelled', null),
  ('cancel', 'requested', 'business', 'cancelled', true, 'appointment_cancelled', 'cancel'),
  ('cancel', 'confirmed', 'customer', 'cancelled', true, 'appointment_cancelled', null),
  ('cancel', 'confirmed', 'business', 'cancelled', true, 'appointment_cancelled', 'cancel'),
  ('reschedule', 'requested', 'customer', 'requested', false, 'appointment_rescheduled', null),
  ('reschedule', 'requested', 'business', 'requested', false, 'appointment_rescheduled', 'move'),
  ('reschedule', 'confirmed', 'customer', 'confirmed', false, 'appointment_rescheduled', null),
  ('reschedule', 'confirmed', 'business', 'confirmed', false, 'appointment_rescheduled', 'move'),
  ('change', 'requested', 'business', 'requested', false, 'appointment_rescheduled', 'move'),
  ('change', 'confirmed', 'business', 'confirmed', false, 'appointment_rescheduled', 'move'),
  ('edit', 'requested', 'business', 'requested', false, null, null),
  ('edit', 'confirmed', 'business', 'confirmed', false, null, null),
  ('edit', 'completed', 'business', 'completed', false, null, null),
  ('edit', 'no_show', 'business', 'no_show', false, null, null),
  ('arrive', 'confirmed', 'business', 'confirmed', false, null, null),
  ('restore', 'cancelled', 'business', 'confirmed', false, 'appointment_confirmed', 'book'),
  ('complete', 'confirmed', 'business', 'completed', false, null, null),
  ('complete', 'confirmed', 'system', 'completed', false, null, null),
  ('no_show', 'confirmed', 'business', 'no_show', false, null, null),
  ('reopen', 'completed', 'business', 'confirmed', false, null, null),
  ('reopen', 'no_show', 'business', 'confirmed', false, null, null),
  ('paid', 'awaiting_payment', 'system', 'confirmed', false, 'appointment_confirmed', null),
  ('abandon', 'awaiting_payment', 'customer', 'expired', true, null, null),
  ('expire', 'awaiting_payment', 'system', 'expired', true, null, null),
  ('cancel', 'awaiting_payment', 'business', 'cancelled', true, 'appointment_cancelled', 'cancel');

-- Errors: wrong_state (detail: the state), when this actor must not do it now; not_allowed, when a member lacks the right.
create function internal.check_move(appointment public.appointments, p_verb text, p_actor public.actor_kind) returns internal.transitions
language plpgsql stable set search_path = '' as $$
declare
  step internal.transitions;
begin
  select * into step from internal.transitions where verb = p_verb and from_state = appointment.state and actor = p_actor;
  if step.verb is null then perform internal.fail('wrong_state', appointment.state::text); end if;
  if step.needs is not null and appointment.company_id not in (select internal.companies_with(step.needs)) then
    perform internal.fail('not_allowed');
  end if;
  return step;
end $$;

-- Moves a locked appointment to the state that a verb leads to and writes its history; gives back time and sends mail as the transition says. `p_more` goes
-- into the mail; with `p_quietly` there is none. Errors: those of internal.check_move.
create function internal.move(
  appointment public.appointments, p_verb text, p_actor public.actor_kind, p_reason text default '', p_more jsonb default '{}',
  p_quietly boolean default false)
returns void
language plpgsql set search_path = '' as $$
declare
  step internal.transitions := internal.check_move(appointment, p_verb, p_actor);
  reason constant text := left(coalesce(p_reason, ''), 1000);
begin
  -- A request for which something is paid waits for that once the business has said yes.
  if p_verb = 'confirm' and appointment.state = 'requested' and internal.ask_on_yes(appointment) then
    step.to_state := 'awaiting_payment';
    step.message := 'appointment_payment_due';
  end if;
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state, reason)
  values (appointment.id, internal.present(), p_verb, p_actor, case when p_actor <> 'system' then internal.person() end, appointment.state,
    step.to_state, reason);
  update public.appointments set state = step.to_state, sequence = sequence + case when step.message is null then 0 else 1 end
  where id = appointment.id;
  if step.frees then perform internal.vacate(appointment.id); end if;
  if step.frees or p_verb = 'restore' then perform internal.money_of_move(appointment.id, p_verb, p_actor, reason); end if;
  if step.message is not null and not p_quietly then
    perform internal.queue_messages(appointment.id, step.message, p_actor,
      case when p_verb in ('cancel', 'decline') then jsonb_build_object('reason', reason) else '{}' end || p_more);
  end if;
end $$;

revoke execute on function internal.check_move, internal.move from public;
