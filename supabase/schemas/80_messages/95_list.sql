-- The list of messages of a company, for those who read them by the policies of `messages`: who has all calendars those of appointments, managers the
-- others and those that went to the private address of a member.

create index messages_company_kind on public.messages (company_id, kind, created_at);
-- Most are sent; those are found soon without it.
create index messages_company_state on public.messages (company_id, state, created_at) where state in ('failed', 'bounced', 'skipped', 'unknown', 'delivered');

-- What a list shows of these messages, in this order. `p_cards`: whether the caller may open every customer's card,
-- `p_hidden`: without the addresses of customers.
create function internal.message_rows(p_ids uuid[], p_cards boolean, p_hidden boolean) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', message.id, 'kind', message.kind, 'audience', message.audience, 'channel', message.channel, 'recipient', case when p_hidden and message.audience = 'customer' then '' else message.recipient end,
    'state', message.state, 'attempts', message.attempts, 'last_error', internal.shown_error(message.last_error, p_hidden), 'sent_at', message.sent_at, 'created_at', message.created_at,
    'appointment_id', visit.id, 'starts_at', visit.starts_at, 'location_id', visit.location_id,
    'name', coalesce(visit.contact_name, message.payload ->> 'name', ''),
    'customer_id', case when p_cards then coalesce(visit.customer_id, message.customer_id) end) order by chosen.turn), '[]')
  from unnest(p_ids) with ordinality chosen (id, turn) join public.messages message using (id)
  left join public.appointments visit on visit.id = message.appointment_id
$$;

-- One page of the messages of a company, the newest first: {total, more, rows}. They are counted up to 10,000, or up to 500 where words narrow the list,
-- and at least to the end of the page; `more`: there are more than `total`. `p_text`: words of the customer of the appointment, a part of another address, or a whole
-- address; `p_states` and `p_kinds`: null for all; `p_from` and `p_to`: it was ordered at or after the one and before the other. `p_oldest` turns the
-- order round. Pages of `p_limit` rows (1 to 1000) count from 1.
-- Errors: not_allowed (who reads none), list_wish (another page).
create function public.list_messages(
  p_company uuid, p_text text default '', p_states public.message_state[] default null, p_kinds text[] default null, p_from timestamptz default null,
  p_to timestamptz default null, p_oldest boolean default false, p_page integer default 1, p_limit integer default 50)
returns jsonb
-- Parallel workers cost more than they save here.
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0 as $$
declare
  -- So many appointments at most are looked for by their words.
  few constant integer := 500;
  needed constant bigint := p_page::bigint * p_limit;
  caller constant uuid := internal.person();
  calendars constant boolean := p_company in (select internal.companies_with('all_calendars'));
  manages constant boolean := p_company in (select internal.companies_as('manager'));
  in_order constant text := format('order by created_at %1$s, id %1$s', case when p_oldest then 'asc' else 'desc' end);
  hidden constant boolean := internal.hides_contacts(p_company);
  words constant text := internal.told_words(p_text, hidden);
  -- Of messages without an appointment.
  addressed constant text := case when hidden then 'false' else internal.words_found(p_text, '('' '' || internal.folded(message.recipient))') end;
  whole constant boolean := coalesce(btrim(p_text) ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and not hidden, false);
  narrow boolean := words is not null and not whole;
  condition text := 'message.company_id = $1'
    -- As literals, so that an index of some states is found to be good for them.
    || case when p_states is null then '' else format(' and message.state = any(%L::public.message_state[])', p_states) end || case when p_kinds is null then '' else ' and message.kind = any($2)' end
    || case when p_from is null then '' else ' and message.created_at >= $3' end || case when p_to is null then '' else ' and message.created_at < $4' end
    || case when manages and calendars then ''
      when manages then ' and (message.appointment_id is null or message.user_id is not null)'
      else ' and message.appointment_id is not null and (message.user_id is null or message.user_id = $5)' end;
  visits uuid[];
  ids uuid[];
  most bigint := greatest(needed, 10000);
  total bigint;
  more boolean := false;
begin
  if p_company is null or not coalesce(calendars or manages, false) then perform internal.fail('not_allowed'); end if;
  if not coalesce(p_page between 1 and 100000 and p_limit between 1 and 1000, false) then perform internal.fail('list_wish'); end if;
  if whole then
    condition := condition || ' and internal.mailbox(message.recipient) = internal.mailbox(btrim($6))';
  elsif narrow then
    execute format('select array(select told.appointment_id from internal.appointment_words told
      where told.location_id = any(array(select location.id from public.locations location where location.company_id = $1)) and %s limit %s)', words, few + 1)
    into visits using p_company;
    if cardinality(visits) > few then
      condition := condition || format(' and (message.appointment_id is not null and exists (select from internal.appointment_words told
        where told.appointment_id = message.appointment_id and %s) or message.appointment_id is null and %s)', words, addressed);
    else
      narrow := false;
      condition := condition || format(' and (message.appointment_id = any($7) or message.appointment_id is null and %s
        and message.kind = any(array(select known.kind from internal.message_kinds known where known.kind not like ''appointment\_%%'')))', addressed);
    end if;
  elsif coalesce(btrim(p_text), '') <> '' then
    -- A single letter is no word.
    condition := condition || ' and false';
  end if;
  -- Executed text is planned for its arguments each time.
  execute format('select array(select message.id from public.messages message where %s %s limit $8 offset $9)', condition, in_order)
  into ids using p_company, p_kinds, p_from, p_to, caller, p_text, visits, p_limit + 1, needed - p_limit;
  if narrow and ids <> '{}' then
    more := cardinality(ids) > p_limit;
    total := case when more then greatest(needed, few) else needed - p_limit + cardinality(ids) end;
  else
    execute format('select count(*) from (select from public.messages message where %s limit $8) counted', condition)
    into total using p_company, p_kinds, p_from, p_to, caller, p_text, visits, most + 1;
    more := total > most;
    total := least(total, most);
  end if;
  return jsonb_build_object('total', total, 'more', more,
    'rows', internal.message_rows(ids[:p_limit], p_company in (select internal.companies_with('all_customers')), hidden));
end $$;

revoke execute on function internal.message_rows, public.list_messages from public;
grant execute on function public.list_messages to authenticated;
