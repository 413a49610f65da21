-- Which days are to be summed anew. Rows are only added and taken, never shared: one that a transaction adds is taken after its changes
-- can be seen. No foreign key: a company that is deleted marks days of locations that are gone, which are then skipped.
create table internal.report_due (
  id bigint generated always as identity primary key,
  location_id uuid not null,
  first date not null,
  last date not null,
  check (first <= last)
);
create index report_due_location on internal.report_due (location_id);
alter table internal.report_due enable row level security;

-- Of two years: as far as reports look back, and the time before.
create function internal.report_reach() returns integer
language sql immutable set search_path = '' as $$ select 2 * 366 $$;

-- A visit that becomes another customer's, when files are merged or erased, is somebody's first or not. No event of the feed says so.
create function internal.mark_visit_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.report_due (location_id, first, last)
  select location.id, spot.day, spot.day from public.locations location
  cross join lateral (select (new.starts_at at time zone location.time_zone)::date as day) spot where location.id = new.location_id;
  return null;
end $$;
create trigger mark_visit_day after update of customer_id on public.appointments for each row
  when (old.customer_id is distinct from new.customer_id) execute function internal.mark_visit_day();

-- When a customer's first visit is another one, those up to the later of both change between first and returning.
create function internal.mark_visits_between(p_customers uuid[], p_were timestamptz[], p_are timestamptz[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into internal.report_due (location_id, first, last)
  select distinct visit.location_id, spot.day, spot.day
  from unnest(p_customers, p_were, p_are) changed (customer_id, was, now)
  join public.appointments visit on visit.customer_id = changed.customer_id and visit.starts_at > least(changed.was, changed.now)
    and visit.starts_at <= greatest(coalesce(changed.was, 'infinity'), coalesce(changed.now, 'infinity'))
  join public.locations location on location.id = visit.location_id
  cross join lateral (select (visit.starts_at at time zone location.time_zone)::date as day) spot
  where changed.was is distinct from changed.now;
end $$;
create function internal.mark_first_visits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform internal.mark_visits_between(array_agg(customer_id), array_agg(null::timestamptz), array_agg(first_visit_at)) from made;
  elsif tg_op = 'UPDATE' then
    perform internal.mark_visits_between(array_agg(made.customer_id), array_agg(gone.first_visit_at), array_agg(made.first_visit_at))
    from made join gone on gone.customer_id = made.customer_id;
  else
    perform internal.mark_visits_between(array_agg(customer_id), array_agg(first_visit_at), array_agg(null::timestamptz)) from gone;
  end if;
  return null;
end $$;
create trigger mark_first_visits_made after insert on public.customer_facts referencing new table as made
  for each statement execute function internal.mark_first_visits();
create trigger mark_first_visits_changed after update on public.customer_facts referencing old table as gone new table as made
  for each statement execute function internal.mark_first_visits();
create trigger mark_first_visits_gone after delete on public.customer_facts referencing old table as gone
  for each statement execute function internal.mark_first_visits();

-- In another zone, visits are on other days.
create function internal.mark_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.report_due (location_id, first, last) values (new.id, '-infinity', 'infinity');
  return null;
end $$;
create trigger mark_zone after update of time_zone on public.locations for each row
  when (old.time_zone <> new.time_zone) execute function internal.mark_zone();

-- Marks all days of all locations, or those since `p_first`, to be summed anew: after a restore, and the last weeks every night, for whatever
-- no event tells of: hours, absences, blocked time. For the server's job only.
create function public.mark_reports(p_first date default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.report_due (location_id, first, last)
  select location.id, least(coalesce(p_first, '-infinity'), day.last), day.last from public.locations location
  cross join lateral (select case when p_first is null then 'infinity' else (internal.present() at time zone location.time_zone)::date end as last) day;
end $$;

-- Sums anew what is marked of one location. What people worked is noted for the last weeks, and at first for all days. @returns the days
create function internal.sum_marked(p_location uuid, p_marks datemultirange) returns integer
language plpgsql set search_path = '' as $$
declare
  today constant date := (select (internal.present() at time zone time_zone)::date from public.locations where id = p_location);
  oldest constant date := today - internal.report_reach();
  -- Outside of these there is neither a visit nor a sum.
  begins constant date := greatest(oldest, coalesce(least(
    (select min(starts_at)::date - 1 from public.appointments where location_id = p_location),
    (select min(day) from internal.report_days where location_id = p_location)), today - 35));
  ends constant date := greatest(
    (select max(starts_at)::date + 1 from public.appointments where location_id = p_location),
    (select max(day) from internal.report_days where location_id = p_location));
  days constant date[] := array(select begins + number from generate_series(0, ends - begins) number where p_marks @> begins + number);
  noted constant datemultirange := p_marks * datemultirange(daterange(
    case when exists (select from internal.report_use where location_id = p_location) then today - 35 else least(begins, today) end, today, '[]'));
begin
  delete from internal.report_days where location_id = p_location and day < oldest;
  delete from internal.report_use where location_id = p_location and day < oldest;
  perform internal.sum_report_days(p_location, days);
  if not isempty(noted) then perform internal.note_report_use(p_location, lower(noted), upper(noted) - 1); end if;
  return cardinality(days);
end $$;

-- Sums anew the days that have changed since the last call and those that are marked: {done, more}; one location after the other, until `p_limit`
-- days are done. At the first call and after a restore all days are marked. For the server's job only.
create function public.keep_reports(p_limit integer default 500) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
    exception when deadlock_detected or serialization_failure then
      raise;
    when others then
      -- One location must not keep all others waiting. Its last weeks come again in the night.
      raise warning 'reports of location % cannot be summed: % %', spot, sqlstate, sqlerrm;
      days := days + 1;
    end;
  end loop;
  return jsonb_build_object('done', changes + days, 'more', changes >= p_limit or exists (select from internal.report_due));
end $$;

revoke execute on function internal.report_reach, internal.mark_visit_day, internal.mark_visits_between, internal.mark_first_visits, internal.mark_zone, internal.sum_marked,
  public.mark_reports, public.keep_reports from public;
grant execute on function public.mark_reports, public.keep_reports to service_role;
