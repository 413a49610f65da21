-- The change feed: what happened to appointments, for those who pass it on. Booking writes nothing for it but the event that it
-- writes anyway.
--
-- Ids are assigned before their transaction commits, so whoever remembers only the highest one misses what commits late. So each event keeps
-- the transaction that wrote it, and a place in the feed is the oldest transaction that was still open when it was read. From there on all
-- is read again: a reader may see an event twice, and drops the second by its id, but never misses one.
--
-- A place is a token, "<epoch>.<xid>.<id>". A restored backup goes back in time and numbers its transactions again, so it begins a new
-- epoch, in which older tokens are worthless. Consumers without a token, or with an old one, get the present place and `reset`: they first
-- store that place, then read the appointments themselves, and continue from there.

create table internal.feed_epoch (
  is_only boolean primary key default true check (is_only),
  epoch uuid not null default gen_random_uuid()
);
alter table internal.feed_epoch enable row level security;
insert into internal.feed_epoch default values;

-- How far each named consumer has read.
create table internal.feed_cursors (
  consumer text primary key check (length(consumer) <= 100),
  token text not null check (length(token) <= 100),
  moved_at timestamptz not null default now()
);
alter table internal.feed_cursors enable row level security;

create function internal.feed_token(p_xid xid8, p_id bigint) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select epoch from internal.feed_epoch) || '.' || p_xid || '.' || p_id;
end $$;

-- The changes after a place, and the place after them: {token, reset, changes}. What is older than every open transaction comes in pages
-- of `p_limit`; fewer means that there are no more. Younger ones all come at the end, since there is no place among them to stop at.
-- Reasons, names and notes are not in it. Stable: place and changes are of one snapshot.
create function internal.changes_since(p_token text, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  oldest constant xid8 := pg_snapshot_xmin(pg_current_snapshot());
  place constant text[] := regexp_match(p_token, '^([0-9a-f-]{36})\.([0-9]{1,19})\.([0-9]{1,18})$');
begin
  if place[1] is distinct from (select epoch::text from internal.feed_epoch) then
    return jsonb_build_object('token', internal.feed_token(oldest, 0), 'reset', true, 'changes', '[]'::jsonb);
  end if;
  return (
    with settled as (
      select event.* from public.appointment_events event
      where (event.xid, event.id) > (place[2]::xid8, place[3]::bigint) and event.xid < oldest
      order by event.xid, event.id limit greatest(p_limit, 1)
    ), page as (
      select count(*) >= greatest(p_limit, 1) as is_full from settled
    ), found as (
      select * from settled
      union all
      select event.* from public.appointment_events event cross join page where not page.is_full and event.xid >= oldest
    )
    select jsonb_build_object(
      'token', case when page.is_full
        then (select internal.feed_token(last.xid, last.id) from settled last order by last.xid desc, last.id desc limit 1)
        else internal.feed_token(oldest, 0) end,
      'reset', false,
      'changes', (select coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'at', found.at, 'verb', found.verb, 'actor', found.actor,
          'appointment_id', found.appointment_id, 'company_id', appointment.company_id, 'location_id', appointment.location_id,
          'from_state', found.from_state, 'to_state', found.to_state, 'old_starts_at', found.old_starts_at,
          'new_starts_at', found.new_starts_at) order by found.xid, found.id), '[]')
        from found join public.appointments appointment on appointment.id = found.appointment_id))
    from page);
end $$;

-- The changes that a consumer has not dealt with yet. For the server only.
create function public.read_feed(p_consumer text, p_limit integer default 500) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  kept constant text := (select token from internal.feed_cursors where consumer = p_consumer);
begin
  return internal.changes_since(kept, p_limit) || jsonb_build_object('from', kept);
end $$;

-- Moves a consumer from one place to the next, once it has dealt with what lies between. False: another process has moved it meanwhile, and
-- stays where it is. For the server only.
create function public.advance_feed(p_consumer text, p_from text, p_to text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.feed_cursors as present (consumer, token) values (p_consumer, p_to)
  on conflict (consumer) do update set token = excluded.token, moved_at = excluded.moved_at where present.token = p_from;
  return found;
end $$;

-- For after a restore: older places are worthless. Restored events whose transaction numbers this server has not reached yet would look
-- younger than all events to come.
create function internal.renew_feed() returns void
language plpgsql set search_path = '' as $$
begin
  update internal.feed_epoch set epoch = gen_random_uuid();
  update public.appointment_events set xid = pg_current_xact_id() where xid > pg_current_xact_id();
end $$;

grant execute on function public.read_feed, public.advance_feed to service_role;
