-- What a sandbox would have sent, to be read by its visitor: for the server, which makes the mails of it.

-- The newest hundred: [{id, kind, audience, recipient, created_at, ...}] as the outbox has them; with p_id only that one. Account mails are among them.
create function public.sandbox_messages(p_user uuid, p_id uuid default null) returns setof public.messages
language sql stable security definer set search_path = '' as $$
  select message.* from public.messages message
  where message.company_id = (select held.company_id from internal.sandboxes held where held.user_id = p_user)
    and message.state = 'skipped' and message.last_error = 'sandbox' and (p_id is null or message.id = p_id)
  order by message.created_at desc, message.id limit 100
$$;

grant execute on function public.sandbox_messages to service_role;
