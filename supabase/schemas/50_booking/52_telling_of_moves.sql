-- Who hears of a move by the business. Moving an appointment in the calendar mails nobody by itself: the location says whether the customer is told
-- always, never, or when the member asks for it (`notify_of_move`). The order is the message itself, queued and due only after ten
-- seconds or more (internal.wait_of_move): the next move takes it back and orders one mail from what the customer last knew to where the
-- appointment stands now; a move back to there orders none. All of it happens under the lock on the appointment.

-- What the customers of moved appointments still believe, where no mail about it waits: internal.known_visit as they were last told.
create table internal.untold_moves (
  appointment_id uuid primary key references public.appointments on delete cascade,
  told jsonb not null check (length(told::text) <= 2000)
);
alter table internal.untold_moves enable row level security;

-- What a mail about a move compares with: the time, the people and the services, in the order of the lines.
create function internal.known_visit(p_appointment uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('old_starts_at', appointment.starts_at, 'old_ends_at', appointment.ends_at, 'old_people', (
      select coalesce(jsonb_agg(line.employee_id order by line."position"), '[]')
      from public.appointment_lines line where line.appointment_id = appointment.id), 'old_services', (
      select coalesce(jsonb_agg(line.service_id order by line."position"), '[]')
      from public.appointment_lines line where line.appointment_id = appointment.id))
    from public.appointments appointment where appointment.id = p_appointment);
end $$;

-- Whether the appointment is as somebody was told. Instants are compared as such: their text depends on the caller's time zone.
create function internal.still_true(p_appointment uuid, told jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  known constant jsonb := internal.known_visit(p_appointment);
begin
  return (told ->> 'old_starts_at')::timestamptz = (known ->> 'old_starts_at')::timestamptz
    and (told ->> 'old_ends_at')::timestamptz = (known ->> 'old_ends_at')::timestamptz
    and coalesce(told -> 'old_people', known -> 'old_people') = known -> 'old_people'
    and coalesce(told -> 'old_services', known -> 'old_services') = known -> 'old_services';
end $$;

-- Takes back what the customer has not been told: the waiting mail about moves, which the next change makes untrue, and moves for which nobody
-- ordered one. Returns what they were last told; null: how it is.
create function internal.take_back_moves(p_appointment uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  told jsonb;
begin
  with replaced as (
    update public.messages set state = 'skipped', last_error = 'replaced'
    where appointment_id = p_appointment and kind = 'appointment_rescheduled' and audience = 'customer' and state = 'queued' and attempts = 0
      and next_attempt_at > internal.present()
    returning jsonb_strip_nulls(jsonb_build_object('old_starts_at', payload -> 'old_starts_at', 'old_ends_at', payload -> 'old_ends_at',
      'old_people', payload -> 'old_people', 'old_services', payload -> 'old_services')) as told
  ), untold as (
    delete from internal.untold_moves where appointment_id = p_appointment returning untold_moves.told
  )
  select found.told into told from (select untold.told from untold union all select replaced.told from replaced) found limit 1;
  return told;
end $$;

-- What follows from a move by the business: one mail from what the customer knew to where it stands now, or the note that they do not know.
-- A mail that was ordered and still waits follows the appointment unless this move is to be kept quiet. `known` is how it was before.
create function internal.tell_move(p_appointment uuid, known jsonb, p_reason text, p_notify public.move_notice) returns void
language plpgsql set search_path = '' as $$
declare
  ordered constant boolean := internal.notice_of_move(p_appointment) = 'waiting';
  told constant jsonb := coalesce(internal.take_back_moves(p_appointment), known);
begin
  if internal.still_true(p_appointment, told) then return; end if;
  if p_notify = 'always' or p_notify = 'ask' and ordered then
    perform internal.queue_messages(p_appointment, 'appointment_rescheduled', 'business', jsonb_build_object('reason', p_reason) || told);
  else
    insert into internal.untold_moves
    select appointment.id, told from public.appointments appointment where appointment.id = p_appointment and appointment.contact_email <> '';
  end if;
end $$;

-- What becomes of the mail to the customer about moves: `waiting` to leave, `untold` (nobody has ordered it), or `none`: it has left, there is
-- nothing to say, or they get no mail.
create function internal.notice_of_move(p_appointment uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when exists (select from internal.untold_moves untold where untold.appointment_id = p_appointment) then 'untold'
    when exists (select from public.messages message where message.appointment_id = p_appointment and message.audience = 'customer'
      and message.kind = 'appointment_rescheduled' and message.state = 'queued' and message.attempts = 0
      and message.next_attempt_at > internal.present()) then 'waiting'
    else 'none' end;
end $$;

create function internal.moved_json(p_appointment uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return internal.visit_json(p_appointment) || jsonb_build_object('notice', internal.notice_of_move(p_appointment));
end $$;

-- Orders the mail about moves of which the customer has not been told, for members: managers all, staff their own. Answers the visit with `notice`
-- as `reschedule_appointment` does. Asked again, or with nothing to tell, it orders nothing.
-- Errors: appointment_not_found, wrong_state (detail: the state).
create function public.notify_of_move(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  perform internal.check_move(opened.appointment, 'reschedule', 'business');
  if internal.notice_of_move(p_appointment) = 'untold' then
    perform internal.queue_messages(p_appointment, 'appointment_rescheduled', 'business');
  end if;
  return internal.moved_json(p_appointment);
end $$;

grant execute on function public.notify_of_move to authenticated;
