-- One mail about several appointments that were changed together. A mail about a move waits for ten seconds or more, and until it leaves the next move of
-- its appointment takes it back (50_booking/52_telling_of_moves). So each appointment has its own, and only those still waiting when the first of them
-- is due become one.

-- Mails that are to leave as one, until the first is due.
create table internal.mails_together (
  message_id uuid primary key references public.messages on delete cascade,
  bundle uuid not null
);
create index mails_together_bundle on internal.mails_together (bundle);
alter table internal.mails_together enable row level security;

-- Ties together what waits about moves of these appointments.
create function internal.tell_moves_together(visits uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  bundle constant uuid := gen_random_uuid();
begin
  if cardinality(visits) < 2 then return; end if;
  insert into internal.mails_together
  select message.id, bundle from public.messages message
  where message.appointment_id = any(visits) and message.kind = 'appointment_rescheduled' and message.audience = 'customer'
    and message.state = 'queued' and message.attempts = 0 and message.next_attempt_at > internal.present()
  on conflict (message_id) do update set bundle = excluded.bundle;
end $$;

-- Makes one mail for each address of what was tied together and is due now; the others of an address are skipped as `together`. For the job that claims messages.
create function internal.join_mails(p_present timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  due uuid;
  parts uuid[];
begin
  for due in
    select tied.bundle from internal.mails_together tied join public.messages message on message.id = tied.message_id
    where message.state <> 'queued' or message.next_attempt_at <= p_present group by tied.bundle limit 100
  loop
    -- Another process that is just doing the same is waited for, and leaves nothing.
    with untied as (delete from internal.mails_together tied where tied.bundle = due returning tied.message_id)
    select array_agg(untied.message_id) into parts from untied;
    -- Alone those that are still waiting, with the first appointment leading.
    with waiting as materialized (
      select message.id, lower(message.recipient) as mailbox, message.payload from public.messages message
      where message.id = any(parts) and message.state = 'queued' and message.attempts = 0 order by message.id for update skip locked
    ), joined as (
      select waiting.mailbox, (array_agg(waiting.id order by internal.starts_in(waiting.payload), waiting.id))[1] as leader,
        jsonb_agg(jsonb_build_object('appointment_id', waiting.payload -> 'appointment_id', 'starts_at', waiting.payload -> 'starts_at',
          'ends_at', waiting.payload -> 'ends_at', 'total_cents', waiting.payload -> 'total_cents', 'sequence', waiting.payload -> 'sequence',
          'old_starts_at', waiting.payload -> 'old_starts_at') order by internal.starts_in(waiting.payload), waiting.id) as series
      from waiting group by waiting.mailbox having count(*) > 1
    )
    update public.messages message set
      payload = case when message.id = joined.leader then message.payload || jsonb_build_object('series', joined.series) else message.payload end,
      next_attempt_at = case when message.id = joined.leader then p_present else message.next_attempt_at end,
      state = (case when message.id = joined.leader then 'queued' else 'skipped' end)::public.message_state,
      last_error = case when message.id = joined.leader then message.last_error else 'together' end
    from waiting join joined using (mailbox) where message.id = waiting.id;
  end loop;
end $$;

create function internal.starts_in(payload jsonb) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return (payload ->> 'starts_at')::timestamptz;
end $$;

-- Cancels several appointments, locked and in order, for the business; customers get one mail about all of theirs.
create function internal.cancel_together(going public.appointments[], p_reason text) returns void
language plpgsql set search_path = '' as $$
declare
  visit public.appointments;
  told text[] := '{}';
begin
  foreach visit in array going loop
    perform internal.compose_ordered(visit.id);
    if lower(visit.contact_email) = any(told) then
      -- What waits about a move of it is not true any more.
      perform internal.take_back_moves(visit.id);
      perform internal.move(visit, 'cancel', 'business', p_reason, p_quietly => true);
    else
      perform internal.move(visit, 'cancel', 'business', p_reason, internal.dates_of_series(array(
        select other.id from unnest(going) other where lower(other.contact_email) = lower(visit.contact_email)), 1));
      told := told || lower(visit.contact_email);
    end if;
  end loop;
end $$;

revoke execute on function internal.tell_moves_together, internal.join_mails, internal.starts_in, internal.cancel_together from public;
