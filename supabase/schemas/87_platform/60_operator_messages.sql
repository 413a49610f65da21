-- Messages that did not arrive, of the whole platform. To whom one went is personal data: of an address the first letter and the domain are shown.

create index messages_lost on public.messages (created_at desc, id) where state in ('failed', 'bounced');

create function internal.hinted_address(p_address text) returns text
language sql immutable set search_path = '' as $$
  select left(p_address, 1) || '…@' || split_part(p_address, '@', 2)
$$;

-- Whether a message that did not arrive may be sent again: it is at most two weeks old, still of use, and its recipient takes mail.
create function internal.may_send_again(message public.messages) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return message.state in ('failed', 'bounced') and message.created_at > internal.present() - interval '14 days' and internal.reason_to_skip(message) is null;
end $$;

-- Fifty a page, the newest first: {failed, bounced: of the last 14 days, waiting: for more than an hour, more, rows: [{id, kind, audience, company, recipient,
-- state, last_error, attempts, created_at, again}]}. Error: operator_only.
create function public.operator_messages(p_page integer default 1) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  page constant integer := least(greatest(coalesce(p_page, 1), 1), 10000);
begin
  perform internal.as_operator('support', 'read_messages');
  return (
    with found as (
      select message.*, row_number() over (order by message.created_at desc, message.id) as place from (
        select * from public.messages lost where lost.state in ('failed', 'bounced') order by lost.created_at desc, lost.id limit 51 offset (page - 1) * 50) message)
    select jsonb_build_object(
      'failed', (select count(*) from public.messages where state = 'failed' and created_at > present - interval '14 days'),
      'bounced', (select count(*) from public.messages where state = 'bounced' and created_at > present - interval '14 days'),
      'waiting', (select count(*) from public.messages where state in ('queued', 'sending') and next_attempt_at < present - interval '1 hour'),
      'more', count(*) > 50,
      'rows', coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'kind', found.kind, 'audience', found.audience, 'company', company.name, 'recipient', internal.hinted_address(found.recipient),
          'state', found.state, 'last_error', regexp_replace(found.last_error, '[^[:space:]<>]+@[^[:space:]<>]+', '…', 'g'), 'attempts', found.attempts,
          'created_at', found.created_at, 'again', internal.may_send_again(lost)) order by found.place) filter (where found.place <= 50), '[]'))
    from found join public.messages lost on lost.id = found.id left join public.companies company on company.id = found.company_id);
end $$;

-- Puts a message that did not arrive into the outbox again, with ten new attempts. Links in it are made anew when it leaves.
-- Errors: operator_only, reason_missing, reason_too_long, message_not_found, message_over (too old, of no use any more, or the address takes nothing).
create function public.operator_send_again(p_message uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  message public.messages;
begin
  select * into message from public.messages one where one.id = p_message for update;
  perform internal.as_operator('support', 'send_again', 'message ' || coalesce(p_message::text, ''), message.company_id, coalesce(p_reason, ''));
  if message.id is null then perform internal.fail('message_not_found'); end if;
  if not internal.may_send_again(message) then perform internal.fail('message_over'); end if;
  update public.messages set state = 'queued', attempts = 0, last_error = '', next_attempt_at = internal.present(), handed_over_at = null, settled_at = null
  where id = p_message;
end $$;

revoke execute on function internal.hinted_address, internal.may_send_again, public.operator_messages, public.operator_send_again from public;
grant execute on function public.operator_messages, public.operator_send_again to authenticated;
