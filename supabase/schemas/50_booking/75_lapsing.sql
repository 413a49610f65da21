-- What ends by itself.

-- Tidies up, for the server's job: ends expired holds and requests whose start has passed, deletes holds that lapsed more than
-- a day ago or were given back more than ten minutes ago, and what no budget counts any more. Nothing depends on it. Skips what others work on, and warns of what cannot be ended. Returns how many rows it ended or deleted.
create function public.expire_holds(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  lapsed record;
  visit public.appointments;
  tidied integer;
begin
  delete from internal.hold_budget
  where expires_at < present - interval '1 hour' or (released and created_at < present - interval '1 minute');
  delete from public.holds where id in (
    select id from public.holds where ended_at is not null
      and (expires_at < present - interval '1 day' or (released and ended_at < present - interval '10 minutes'))
    order by ended_at limit p_limit for update skip locked);
  get diagnostics tidied = row_count;
  for lapsed in
    select id, location_id from public.holds where ended_at is null and expires_at <= present order by expires_at limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(lapsed.location_id::text, 43));
    perform from public.holds where id = lapsed.id and ended_at is null for update skip locked;
    continue when not found;
    begin
      perform internal.end_hold(lapsed.id, false);
      tidied := tidied + 1;
    exception when others then
      -- One row must not keep all others waiting.
      raise warning 'hold % cannot be ended: % %', lapsed.id, sqlstate, sqlerrm;
    end;
  end loop;
  for lapsed in
    select id, location_id from public.appointments where state = 'requested' and starts_at <= present order by starts_at limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(lapsed.location_id::text, 43));
    select * into visit from public.appointments where id = lapsed.id and state = 'requested' for update skip locked;
    continue when not found;
    begin
      perform internal.move(visit, 'expire', 'system', '', '{"lapsed": true}', p_quietly => internal.is_imported(visit.company_id, visit.id));
      tidied := tidied + 1;
    exception when others then
      raise warning 'request % cannot be ended: % %', lapsed.id, sqlstate, sqlerrm;
    end;
  end loop;
  return tidied;
end $$;

grant execute on function public.expire_holds to service_role;
