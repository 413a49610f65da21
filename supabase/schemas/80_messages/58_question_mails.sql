-- The mails about questions and answers before an offer is accepted (75_orders/64_questions): {order_id, …, questions: [{business, words}]} to the customer,
-- {order_id, location_id, title, location, words} to the member who asked. Of trades under § 203 StGB both say only that there is something to read.

-- One that waits for this address and order.
create function internal.waiting_question(one public.search_orders, p_address text, p_audience public.actor_kind, p_location uuid default null) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (select message.id from public.messages message
    where internal.mailbox(message.recipient) = internal.mailbox(p_address) and message.kind = 'question' and message.audience = p_audience
      and message.payload ->> 'order_id' = one.id::text and (p_location is null or message.payload ->> 'location_id' = p_location::text)
      and message.state = 'queued' and message.attempts = 0
    order by message.created_at limit 1);
end $$;

-- When the next one leaves: after two minutes, and half an hour after the last.
create function internal.next_question_at(one public.search_orders, p_address text, p_audience public.actor_kind) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return (select greatest(internal.present() + interval '2 minutes', max(message.next_attempt_at) + interval '30 minutes') from public.messages message
    where internal.mailbox(message.recipient) = internal.mailbox(p_address) and message.kind = 'question' and message.audience = p_audience
      and message.payload ->> 'order_id' = one.id::text);
end $$;

-- To the customer.
create function internal.mail_question(one public.search_orders, p_location uuid, p_text text) returns void
language plpgsql set search_path = '' as $$
declare
  asked constant jsonb := case when internal.is_secret_order(one) then '[]' else (
    select jsonb_build_array(jsonb_build_object('business', internal.neutral(place.name, null),
      'words', case when internal.neutral(p_text, '') <> '' then p_text else '' end))
    from public.locations place where place.id = p_location) end;
  waiting constant uuid := internal.waiting_question(one, one.contact_email, 'customer');
begin
  -- What is more than fits into a mail stands on the page.
  update public.messages set payload = case when jsonb_array_length(payload -> 'questions') < 30
    then jsonb_set(payload, '{questions}', (payload -> 'questions') || asked) else payload end
  where id = waiting and state = 'queued' and attempts = 0;
  if found then return; end if;
  perform internal.mail_order(one, 'question', gen_random_uuid()::text, jsonb_build_object('questions', asked),
    internal.next_question_at(one, one.contact_email, 'customer'));
end $$;

-- To the member who asked last.
create function internal.mail_answer(one public.search_orders, p_location uuid, p_text text) returns void
language plpgsql set search_path = '' as $$
declare
  place constant public.locations := (select known from public.locations known where known.id = p_location);
  asker constant uuid := (select said.member_id from public.order_messages said where said.order_id = one.id and said.location_id = p_location
    and not said.by_customer order by said.created_at desc, said.id desc limit 1);
  address constant text := internal.address_for_offers(place.company_id, asker);
  hidden constant boolean := internal.is_secret_order(one);
  words constant jsonb := case when hidden or internal.neutral(p_text, '') = '' then '[]' else jsonb_build_array(p_text) end;
  unheard text;
begin
  if address is null then return; end if;
  update public.messages set payload = jsonb_set(payload, '{words}', (payload -> 'words') || words)
  where id = internal.waiting_question(one, address, 'business', p_location) and state = 'queued' and attempts = 0;
  if found then return; end if;
  unheard := internal.spend_notice(place.company_id);
  insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at, created_at, user_id, state, last_error)
  values (place.company_id, 'question', 'business', address, jsonb_build_object('order_id', one.id, 'location_id', place.id, 'location', place.name,
      'title', case when hidden then '' else internal.neutral(internal.masked(one.title), '') end, 'words', words),
    internal.next_question_at(one, address, 'business'), now(), asker,
    (case when unheard is null then 'queued' else 'skipped' end)::public.message_state, coalesce(unheard, ''));
end $$;

revoke execute on function internal.waiting_question, internal.next_question_at, internal.mail_question, internal.mail_answer from public;
