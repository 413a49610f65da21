-- How messages leave, for the server's job: claimed with a lease of a minute, handed over, finished. Delivery is at least once: a job that
-- dies leaves a lease that runs out, and a mail that goes out again has the same Message-ID. A message that is no longer wanted is skipped.

-- Why a message that is due must not be sent; null when it may.
create function internal.reason_to_skip(message public.messages) returns text
language plpgsql stable set search_path = '' as $$
begin
  if message.expires_at <= internal.present() then return 'expired'; end if;
  return internal.reason_not_to_write(message.purpose, message.channel, message.recipient, message.company_id);
end $$;

-- Claims due messages for one minute: they are `sending`, and are claimed again when nobody finishes them in that time. The most urgent first.
-- Jobs running at once get different ones. A message claimed ten times without being finished has failed. For the server only.
create function public.claim_messages(p_limit integer default 20) returns setof public.messages
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  claimed public.messages[];
  skipped integer;
begin
  perform internal.compose_all_ordered(100);
  perform internal.join_mails(present);
  delete from internal.mail_counts where ends_at < present;
  update public.messages set state = 'failed', last_error = 'lease ran out'
  where id in (select id from public.messages where state = 'sending' and attempts >= 10 and next_attempt_at <= present
    for update skip locked);
  -- Nobody waits behind messages that are not sent.
  loop
    with due as materialized (
      select message.id, internal.reason_to_skip(message) as reason from public.messages message
      where message.state in ('queued', 'sending') and message.next_attempt_at <= present
      order by message.priority, message.next_attempt_at limit p_limit for update skip locked
    ), dropped as (
      update public.messages message set state = 'skipped', last_error = due.reason
      from due where message.id = due.id and due.reason is not null returning message.id
    ), taken as (
      update public.messages message
      set state = 'sending', attempts = message.attempts + 1, next_attempt_at = present + interval '60 seconds'
      from due where message.id = due.id and due.reason is null returning message.*
    )
    select (select count(*) from dropped),
      (select array_agg(row(taken.*)::public.messages order by taken.priority, taken.created_at) from taken)
    into skipped, claimed;
    exit when claimed is not null or skipped = 0;
  end loop;
  return query select * from unnest(claimed);
end $$;

-- Renews the lease of a message that is about to leave, for another minute. False: it is somebody else's by now, and must not be sent.
-- `p_attempt` is that of the claim. For the server only.
create function public.hand_over_message(p_id uuid, p_attempt integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  update public.messages set next_attempt_at = present + interval '60 seconds', handed_over_at = present
  where id = p_id and state = 'sending' and attempts = p_attempt;
  return found;
end $$;

-- Ends a claim: without an error the message is sent, by `p_provider` under its number there; with one it comes again after 1, 2, 4 …
-- minutes, at most 6 hours, and has failed after ten attempts, or at once when it was refused for good. What is sent stays sent, and an
-- error counts only from the one who still has the claim. For the server only.
create function public.finish_message(
  p_id uuid, p_attempt integer, p_error text default null, p_permanent boolean default false, p_provider text default null,
  p_provider_id text default null)
returns public.message_state
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  reached public.message_state;
begin
  update public.messages
  set state = case when p_error is null then 'sent' when p_permanent or attempts >= 10 then 'failed' else 'queued' end::public.message_state,
    last_error = left(coalesce(p_error, ''), 1000),
    sent_at = case when p_error is null then present end,
    provider = left(p_provider, 40), provider_id = left(p_provider_id, 200),
    handed_over_at = case when p_error is null then coalesce(handed_over_at, present) end,
    next_attempt_at = case when p_error is null then next_attempt_at
      else present + least(interval '1 minute' * power(2, greatest(attempts - 1, 0)), interval '6 hours') end
  where id = p_id and case when p_error is null then state in ('sending', 'queued', 'failed') else state = 'sending' and attempts = p_attempt end
  returning state into reached;
  return coalesce(reached, (select state from public.messages where id = p_id));
end $$;

-- What processes of 0.2.0 call; to be dropped with the minor version after the next.
create function public.finish_message(p_id uuid, p_error text default null) returns public.message_state
language plpgsql security definer set search_path = '' as $$
begin
  return public.finish_message(p_id, (select attempts::integer from public.messages where id = p_id), p_error);
end $$;

grant execute on function public.claim_messages, public.hand_over_message, public.finish_message(uuid, text),
  public.finish_message(uuid, integer, text, boolean, text, text) to service_role;
