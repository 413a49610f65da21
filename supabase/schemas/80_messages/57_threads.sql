-- The thread of an appointment: its customer writes with the booking's link or account, the business from its panel, each at most 500 signs, three in a
-- row without an answer and 20 in all. It stays open until 30 days after the end. The other side gets a mail: what is written until that leaves is in
-- the same one, and the next leaves half an hour after it at the earliest. Under § 203 StGB no mail names a word of it.

-- Until when it can be written about an appointment; null: not at all.
create function internal.thread_ends(visit public.appointments) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return case when visit.state not in ('expired', 'declined') and not internal.is_nobody(visit.contact_name) then visit.ends_at + interval '30 days' end;
end $$;

-- Queues the mail about words of one side, or adds them to the one that waits.
create function internal.mail_thread(visit public.appointments, p_actor public.actor_kind, p_text text) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  target constant public.actor_kind := case p_actor when 'customer' then 'business' else 'customer' end;
  words constant jsonb := case when (internal.legal_flags(visit.id)).secret or internal.neutral(p_text, '') = '' then '[]' else jsonb_build_array(p_text) end;
  last timestamptz;
  unheard text;
begin
  update public.messages set payload = jsonb_set(payload, '{words}', (payload -> 'words') || words)
  where appointment_id = visit.id and kind = 'appointment_message' and audience = target and state = 'queued' and attempts = 0;
  if found then return; end if;
  last := (select max(message.created_at) from public.messages message
    where message.appointment_id = visit.id and message.kind = 'appointment_message' and message.audience = target);
  unheard := case when p_actor = 'customer' then internal.spend_notice(visit.company_id) else internal.spend_by_hand(visit.company_id, visit.contact_email) end;
  insert into public.messages (company_id, appointment_id, customer_id, kind, audience, recipient, payload, next_attempt_at, created_at, state, last_error)
  select mail.company_id, mail.appointment_id, mail.customer_id, mail.kind, mail.audience, mail.recipient, mail.payload,
    greatest(present + interval '2 minutes', last + interval '30 minutes'), mail.created_at,
    (case when why.reason is null then 'queued' else 'skipped' end)::public.message_state, coalesce(why.reason, '')
  from internal.composed_messages(visit.id, 'appointment_message', p_actor, jsonb_build_object('words', words), present) mail
  cross join lateral (select coalesce(mail.held_back, unheard) as reason) why
  where mail.audience = target;
end $$;

-- Writes one message of a side. The same again within a minute is one. Errors: words_missing, words_too_long, thread_closed, too_many_unanswered, thread_full.
create function internal.write_message(p_appointment uuid, p_by_customer boolean, p_text text) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  typed constant text := internal.typed_words(p_text);
  visit public.appointments;
  last public.appointment_messages;
  told text;
begin
  select * into visit from public.appointments where id = p_appointment for no key update;
  if visit.id is null or internal.thread_ends(visit) is null or internal.thread_ends(visit) <= present
    or (p_by_customer and internal.is_blocked(visit.company_id, visit.contact_email, visit.contact_phone, visit.user_id)) then
    perform internal.fail('thread_closed');
  end if;
  -- Nothing of it becomes visible later: this is after the booking.
  told := left(replace(internal.masked(typed), '▮ nach der Buchung sichtbar', '▮ ausgeblendet'), 600);
  select * into last from public.appointment_messages where appointment_id = visit.id order by created_at desc, id desc limit 1;
  if last.by_customer = p_by_customer and last.text = told and last.created_at > present - interval '1 minute' then return; end if;
  perform internal.check_turn(array(select one.by_customer from public.appointment_messages one where one.appointment_id = visit.id
    order by one.created_at desc, one.id desc), p_by_customer);
  -- One after the other, also within a transaction.
  insert into public.appointment_messages (appointment_id, location_id, by_customer, member_id, text, created_at)
  values (visit.id, visit.location_id, p_by_customer, case when not p_by_customer then internal.person() end, told,
    greatest(present, last.created_at + interval '1 microsecond'));
  if not p_by_customer then
    update public.appointment_messages set settled_at = present, seen_at = coalesce(seen_at, present)
    where appointment_id = visit.id and by_customer and settled_at is null;
  end if;
  perform internal.mail_thread(visit, (case when p_by_customer then 'customer' else 'business' end)::public.actor_kind, told);
end $$;

-- By the customer. Errors: appointment_not_found and those of internal.write_message.
create function public.write_to_business(p_appointment uuid, p_text text, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  visit constant public.appointments := (select one from public.appointments one where one.id = p_appointment);
begin
  if visit.id is null or not internal.is_customer(visit, p_secret) then perform internal.fail('appointment_not_found'); end if;
  perform internal.write_message(p_appointment, true, p_text);
end $$;

-- By a member who works on the appointment. Errors: appointment_not_found and those of internal.write_message.
create function public.write_to_customer(p_appointment uuid, p_text text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not internal.works_on(p_appointment) then perform internal.fail('appointment_not_found'); end if;
  perform internal.write_message(p_appointment, false, p_text);
end $$;

-- There is nothing to answer to what the customer has written. The same again changes nothing. Error: appointment_not_found.
create function public.settle_thread(p_appointment uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not internal.works_on(p_appointment) then perform internal.fail('appointment_not_found'); end if;
  update public.appointment_messages set settled_at = internal.present(), seen_at = coalesce(seen_at, internal.present())
  where appointment_id = p_appointment and by_customer and settled_at is null;
end $$;

-- {open, full, waiting, messages: [{id, by_customer, author, text, at, seen}]}, oldest first. `author` is a member's name, only for the business; `open`:
-- whether this side may write now; `waiting`: whether the customer waits for an answer.
create function internal.thread_json(visit public.appointments, p_by_customer boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'open', coalesce(internal.thread_ends(visit) > internal.present(), false)
        and internal.turn_refused(array_agg(one.by_customer order by one.created_at desc, one.id desc), p_by_customer) is null
        and not (p_by_customer and internal.is_blocked(visit.company_id, visit.contact_email, visit.contact_phone, visit.user_id)),
      'waiting', coalesce(bool_or(one.by_customer and one.settled_at is null), false),
      'messages', coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'by_customer', one.by_customer, 'text', one.text, 'at', one.created_at,
        'seen', one.seen_at is not null,
        'author', case when not one.by_customer and not p_by_customer then internal.name_in_team(one.member_id, visit.location_id) end)
        order by one.created_at, one.id), '[]'))
    from public.appointment_messages one where one.appointment_id = visit.id);
end $$;

-- For the customer, who has then seen it. Error: appointment_not_found.
create function public.booking_thread(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  visit constant public.appointments := (select one from public.appointments one where one.id = p_appointment);
begin
  if visit.id is null or not internal.is_customer(visit, p_secret) then perform internal.fail('appointment_not_found'); end if;
  update public.appointment_messages set seen_at = internal.present() where appointment_id = visit.id and not by_customer and seen_at is null;
  return internal.thread_json(visit, true);
end $$;

-- The same, without having been seen by anybody: for programs that open the link of a mail before its reader does. Error: appointment_not_found.
create function public.peek_booking_thread(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  visit constant public.appointments := (select one from public.appointments one where one.id = p_appointment);
begin
  if visit.id is null or not internal.is_customer(visit, p_secret) then perform internal.fail('appointment_not_found'); end if;
  return internal.thread_json(visit, true);
end $$;

-- For a member who works on the appointment, who has then seen it. Error: appointment_not_found.
create function public.appointment_thread(p_appointment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  visit constant public.appointments := (select one from public.appointments one where one.id = p_appointment);
begin
  if not internal.works_on(p_appointment) then perform internal.fail('appointment_not_found'); end if;
  update public.appointment_messages set seen_at = internal.present() where appointment_id = visit.id and by_customer and seen_at is null;
  return internal.thread_json(visit, false);
end $$;

-- The appointments of a location whose customers wait for an answer, of those that the caller works on, the longest waiting first:
-- {total, rows: [{appointment_id, name, starts_at, text, at, count}]}; up to p_limit rows.
create function public.waiting_messages(p_location uuid, p_limit integer default 5) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then return '{"total": 0, "rows": []}'; end if;
  return (
    with waiting as materialized (
      select one.appointment_id, count(*) as count, min(one.created_at) as at, (array_agg(one.text order by one.created_at desc, one.id desc))[1] as text
      from public.appointment_messages one
      where one.location_id = p_location and one.by_customer and one.settled_at is null and internal.works_on(one.appointment_id)
      group by one.appointment_id)
    select jsonb_build_object('total', (select count(*) from waiting), 'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('appointment_id', visit.id, 'name', visit.contact_name, 'starts_at', visit.starts_at,
        'text', first.text, 'at', first.at, 'count', first.count) order by first.at, visit.id), '[]')
      from (select * from waiting order by at, appointment_id limit least(greatest(coalesce(p_limit, 0), 0), 100)) first
      join public.appointments visit on visit.id = first.appointment_id)));
end $$;

revoke execute on function internal.thread_ends, internal.mail_thread, internal.write_message, internal.thread_json,
  public.write_to_customer, public.settle_thread, public.appointment_thread, public.waiting_messages from public;
grant execute on function public.write_to_business, public.booking_thread, public.peek_booking_thread to anon, authenticated;
grant execute on function public.write_to_customer, public.settle_thread, public.appointment_thread, public.waiting_messages to authenticated;
