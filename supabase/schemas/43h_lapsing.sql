-- What ends by itself.

-- Tidies up, for the server's job: ends expired holds and requests whose start has passed, deletes holds that lapsed more than
-- a day ago or were given back more than ten minutes ago, and what no budget counts any more. Nothing depends on it. Skips what others work on. Returns how many rows it ended or deleted.
create function public.expire_holds(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  lapsed public.appointments;
  tidied integer := 0;
begin
  delete from internal.hold_budget
  where expires_at < present - interval '1 hour' or (released and created_at < present - interval '1 minute');
  for lapsed in
    (select * from public.appointments where state = 'held' and hold_expires_at <= present order by hold_expires_at limit p_limit)
    union all
    (select * from public.appointments where state = 'requested' and starts_at <= present order by starts_at limit p_limit)
    union all
    (select * from public.appointments where state = 'expired' and contact_name = '' and updated_at < present - interval '1 day'
      order by updated_at limit p_limit)
    union all
    (select * from public.appointments given where state = 'expired' and contact_name = ''
      and updated_at between present - interval '1 day' and present - interval '10 minutes' and exists (
        select from public.appointment_events event where event.appointment_id = given.id and event.verb = 'release')
      order by updated_at limit p_limit)
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(lapsed.location_id::text, 43));
    perform from public.appointments where id = lapsed.id and state = lapsed.state for update skip locked;
    continue when not found;
    if lapsed.state = 'expired' then
      delete from public.appointments where id = lapsed.id;
    else
      perform internal.let_go(lapsed.id, 'expired', 'expire', 'system');
      if lapsed.state = 'requested' then
        perform internal.queue_messages(lapsed.id, 'appointment_declined', 'system', '{"lapsed": true}');
      end if;
    end if;
    tidied := tidied + 1;
  end loop;
  return tidied;
end $$;

grant execute on function public.expire_holds to service_role;
