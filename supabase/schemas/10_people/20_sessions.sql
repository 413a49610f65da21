-- Where a person is signed in: their own sessions of the auth service, and ending one of them. Access tokens that were given out
-- before stay valid until they end by themselves, at most an hour.

create function public.own_sessions()
returns table (id uuid, created_at timestamptz, seen_at timestamptz, user_agent text, present boolean)
language sql stable security definer set search_path = '' as $$
  select session.id, session.created_at, session.updated_at, coalesce(session.user_agent, ''),
    session.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions session
  where session.user_id = (select internal.person()) and coalesce(session.not_after > now(), true)
  order by session.updated_at desc nulls last limit 50
$$;

-- Whether there was such a session; ending one that has already ended is not an error.
create function public.end_session(p_session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where id = p_session and user_id = (select internal.person());
  return found;
end $$;

grant execute on function public.own_sessions, public.end_session to authenticated;
