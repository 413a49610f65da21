set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.complete_past(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  due public.appointments;
  completed integer := 0;
begin
  for due in
    select appointment.* from public.appointments appointment
    where appointment.state = 'confirmed' and appointment.starts_at < present - interval '1 day'
      and appointment.ends_at < present - interval '1 day' and not exists (
        select from public.appointment_events event where event.appointment_id = appointment.id and event.verb = 'reopen')
    order by appointment.starts_at limit p_limit for update skip locked
  loop
    begin
      perform internal.move(due, 'complete', 'system');
      completed := completed + 1;
    exception when others then
      -- One row must not keep all others waiting.
      raise warning 'appointment % cannot be completed: % %', due.id, sqlstate, sqlerrm;
    end;
  end loop;
  return completed;
end $function$;

CREATE OR REPLACE FUNCTION public.expire_holds(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      perform internal.move(visit, 'expire', 'system', '', '{"lapsed": true}');
      tidied := tidied + 1;
    exception when others then
      raise warning 'request % cannot be ended: % %', lapsed.id, sqlstate, sqlerrm;
    end;
  end loop;
  return tidied;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_reports(p_limit integer DEFAULT 500)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fed jsonb;
  changes integer;
  days integer := 0;
  spot uuid;
  marks datemultirange;
begin
  if not pg_try_advisory_xact_lock(hashtext('reports')) then return jsonb_build_object('done', 0, 'more', false); end if;
  fed := public.read_feed('reports', p_limit);
  changes := jsonb_array_length(fed -> 'changes');
  if (fed ->> 'reset')::boolean then perform public.mark_reports(); end if;
  insert into internal.report_due (location_id, first, last)
  select distinct location.id, day.date, day.date
  from jsonb_to_recordset(fed -> 'changes') change (appointment_id uuid, old_starts_at timestamptz, new_starts_at timestamptz)
  join public.appointments visit on visit.id = change.appointment_id
  join public.locations location on location.id = visit.location_id
  cross join lateral (values (visit.starts_at), (change.old_starts_at), (change.new_starts_at)) moment (at)
  cross join lateral (select (moment.at at time zone location.time_zone)::date as date) day
  where day.date is not null;
  perform public.advance_feed('reports', fed ->> 'from', fed ->> 'token');
  while days < p_limit loop
    spot := (select location_id from internal.report_due order by id limit 1);
    exit when spot is null;
    with taken as (delete from internal.report_due where location_id = spot returning first, last)
    select range_agg(daterange(first, last, '[]')) into marks from taken;
    begin
      days := days + coalesce((select internal.sum_marked(id, marks) from public.locations where id = spot), 0) + 1;
    exception when others then
      -- One location must not keep all others waiting. Its last weeks come again in the night.
      raise warning 'reports of location % cannot be summed: % %', spot, sqlstate, sqlerrm;
      days := days + 1;
    end;
  end loop;
  return jsonb_build_object('done', changes + days, 'more', changes >= p_limit or exists (select from internal.report_due));
end $function$;
