-- The outbox: a process of the server claims commands for a minute, asks the provider with the command's or the payment's id as key, and reports. When it is
-- killed between the two, another one asks again with the same key, and the provider answers what it has done already.

-- Claims commands that are due: [{id, lease, kind, attempts, read_first, payment: {id, provider, ref, account_ref, amount_cents, description, test,
-- appointment_id, created_at}, refund: {id, amount_cents} or null}]. With p_payment those of one payment, also its start, which is left to whoever brings the
-- customer; else the oldest, up to p_limit. `read_first`: the key may no longer be known, so what has happened is to be read before. For the server only.
create function public.claim_payment_commands(p_limit integer default 20, p_payment uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  claimed jsonb;
begin
  with due as (
    select waiting.id from public.payment_commands waiting
    where waiting.state = 'waiting' and (waiting.lease_until is null or waiting.lease_until <= present)
      and case when p_payment is null then waiting.kind <> 'start' else waiting.payment_id = p_payment end
      and (waiting.next_attempt_at <= present or p_payment is not null and waiting.kind <> 'refund')
    order by waiting.next_attempt_at, waiting.id limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.payment_commands command set lease = gen_random_uuid(), lease_until = present + interval '1 minute',
      attempts = least(command.attempts + 1, 30000)
    from due where command.id = due.id returning command.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', command.id, 'lease', command.lease, 'kind', command.kind, 'attempts', command.attempts,
      'read_first', command.attempts > 1 and command.created_at < present - interval '20 hours',
      'payment', jsonb_build_object('id', payment.id, 'provider', payment.provider, 'ref', payment.ref, 'account_ref', coalesce(account.ref, ''),
        'amount_cents', payment.amount_cents, 'description', payment.description, 'test', payment.test, 'appointment_id', payment.appointment_id,
        'created_at', payment.created_at),
      'refund', case when refund.id is not null then jsonb_build_object('id', refund.id, 'amount_cents', refund.amount_cents) end)
    order by command.next_attempt_at, command.id), '[]') into claimed
  from taken command join public.payments payment on payment.id = command.payment_id
  left join public.payment_accounts account on account.company_id = payment.company_id and account.provider = payment.provider
  left join public.refunds refund on refund.id = command.refund_id;
  return claimed;
end $$;

-- Reports what came of a command: `p_outcome` done, pending (accepted, to be read later), needs_customer (a page waits for them), declined or unknown (no answer;
-- it is repeated). `p_result` {ref?, facts?, error?}; facts as for `apply_payment_snapshot`. Facts count also when the lease has passed to somebody else;
-- then the command itself is left to them, and the answer is false. For the server only. Error: outcome_unknown.
create function public.finish_payment_command(p_command uuid, p_lease uuid, p_outcome text, p_result jsonb default '{}') returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  command public.payment_commands;
  payment public.payments;
  facts jsonb := case when jsonb_typeof(p_result -> 'facts') = 'object' then p_result -> 'facts' else '{}' end;
begin
  if not coalesce(p_outcome in ('done', 'pending', 'needs_customer', 'declined', 'unknown'), false) then perform internal.fail('outcome_unknown'); end if;
  select * into command from public.payment_commands where id = p_command;
  if command.id is null then return false; end if;
  payment := internal.lock_payment(command.payment_id);
  select * into command from public.payment_commands where id = p_command for update;
  if payment.ref = '' and coalesce(p_result ->> 'ref', '') <> '' then
    update public.payments set ref = left(p_result ->> 'ref', 255) where id = payment.id returning * into payment;
  end if;
  if command.state = 'waiting' and command.lease = p_lease then
    update public.payment_commands set lease = null, lease_until = null, last_error = left(coalesce(p_result ->> 'error', ''), 500),
      state = case p_outcome when 'unknown' then 'waiting' when 'declined' then 'failed' else 'done' end,
      ended_at = case when p_outcome <> 'unknown' then present end,
      next_attempt_at = present + least(interval '15 seconds' * 2 ^ least(command.attempts, 10), interval '1 hour')
    where id = command.id;
    if p_outcome = 'unknown' and command.attempts = 20 then perform internal.alert('no_answer', payment.id, command.id::text, to_jsonb(command)); end if;
    if p_outcome = 'declined' then
      facts := internal.facts_of_declined(command, facts);
    elsif p_outcome = 'done' and command.kind = 'refund' and not facts ? 'refunds' then
      facts := facts || jsonb_build_object('refunds', jsonb_build_array(jsonb_build_object('id', command.refund_id, 'state', 'done')));
    end if;
    if p_outcome = 'pending' then perform internal.command(payment.id, 'read'); end if;
  end if;
  perform internal.apply_facts(payment, facts);
  return command.state = 'waiting' and command.lease is not distinct from p_lease;
end $$;

-- What it means that the provider refuses a command: a payment cannot begin, a refund has failed; anything else is for somebody to look at.
create function internal.facts_of_declined(command public.payment_commands, p_facts jsonb) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if command.kind = 'start' then return '{"state": "failed"}'::jsonb || p_facts; end if;
  if command.kind = 'refund' then
    return jsonb_build_object('refunds', jsonb_build_array(jsonb_build_object('id', command.refund_id, 'state', 'failed'))) || p_facts;
  end if;
  perform internal.alert('declined', command.payment_id, command.id::text, jsonb_build_object('kind', command.kind));
  return p_facts;
end $$;

-- Keeps what the provider has sent by itself, once, and orders that its payment is read; nothing in it is believed. The caller has verified that it comes
-- from there. Answers {new, payment_id}. For the server only. Error: provider_unknown.
create function public.receive_provider_event(p_provider text, p_event text, p_kind text, p_ref text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  payment uuid;
  made bigint;
begin
  if not coalesce(p_provider in ('test', 'stripe') and p_event <> '', false) then perform internal.fail('provider_unknown'); end if;
  select id into payment from public.payments where provider = p_provider and ref = left(coalesce(p_ref, ''), 255) and ref <> '' for no key update;
  insert into public.provider_events (provider, event_id, kind, ref, payment_id, received_at)
  values (p_provider, left(p_event, 255), left(coalesce(p_kind, ''), 100), left(coalesce(p_ref, ''), 255), payment, internal.present())
  on conflict (provider, event_id) do nothing returning id into made;
  if made is not null then
    if payment is null then
      perform internal.alert('unknown_payment', null, p_provider || ':' || left(p_event, 100), jsonb_build_object('ref', left(coalesce(p_ref, ''), 255)));
    else
      perform internal.command(payment, 'read');
    end if;
  end if;
  return jsonb_build_object('new', made is not null, 'payment_id', payment);
end $$;

-- Orders reading: of payments on their way every ten minutes, of what was paid in the last four months once a day. Returns how many. For the server's job.
create function public.order_payment_reads(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  due uuid;
  ordered integer := 0;
begin
  for due in
    select payment.id from public.payments payment
    where payment.ref <> '' and (payment.state in ('open', 'processing') and coalesce(payment.read_at, payment.created_at) < present - interval '10 minutes'
        or payment.state in ('paid', 'expired') and coalesce(payment.read_at, payment.created_at) < present - interval '1 day' and payment.created_at > present - interval '120 days')
      and not exists (select from public.payment_commands waiting
        where waiting.payment_id = payment.id and waiting.kind = 'read' and waiting.state = 'waiting')
    order by payment.read_at nulls first limit p_limit for no key update skip locked
  loop
    perform internal.command(due, 'read');
    ordered := ordered + 1;
  end loop;
  return ordered;
end $$;

revoke execute on function internal.facts_of_declined from public;
grant execute on function public.claim_payment_commands, public.finish_payment_command, public.receive_provider_event, public.order_payment_reads
  to service_role;
