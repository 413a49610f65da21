-- Reads what was cancelled, declined and moved since the last time from the feed of changes (90_changes/10_feed), for the server's job. Of two servers one
-- reads, the other does nothing. Returns how many changes there were.
create function public.collect_freed(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  reader internal.feed_cursors;
  found jsonb;
begin
  insert into internal.feed_cursors (consumer, token) values ('waitlists', '') on conflict do nothing;
  select * into reader from internal.feed_cursors where consumer = 'waitlists' for update skip locked;
  if reader.consumer is null then return 0; end if;
  found := internal.changes_since(reader.token, p_limit);
  perform internal.note_freed(change.location_id, coalesce(change.old_starts_at, visit.starts_at),
    coalesce(change.old_starts_at, visit.starts_at) + (visit.ends_at - visit.starts_at))
  from jsonb_to_recordset(found -> 'changes') change (appointment_id uuid, location_id uuid, verb text, to_state text, old_starts_at timestamptz)
  join public.appointments visit on visit.id = change.appointment_id
  where change.to_state in ('cancelled', 'declined', 'expired', 'withdrawn') or change.old_starts_at is not null;
  if found ->> 'token' <> reader.token then
    update internal.feed_cursors set token = found ->> 'token', moved_at = now() where consumer = 'waitlists';
  end if;
  return jsonb_array_length(found -> 'changes');
end $$;

grant execute on function public.collect_freed to service_role;
