-- The search by free time, and its pages.

-- For each hit a time before which none of its services can begin, null when they can't begin at all on these dates.
-- It looks at all employees at once: working time less what is booked, the grid only where every shift begins at a half or quarter
-- hour, no processing gaps, and clock changes an hour too generously. So it leaves out the impossible; internal.search_starts decides.
-- Minutes are of the local day: starts lie in [from_minute, to_minute).
create function internal.with_room(
  hits internal.search_hit[], first_date date, last_date date, from_minute integer, to_minute integer, at timestamptz)
returns setof internal.search_hit
language plpgsql stable set search_path = '' as $$
declare
  days constant integer := last_date - first_date;
begin
  return query
  with hit as materialized (
    select found.* from unnest(hits) as found
  ), person as materialized (
    select own.employee_id, hit.location_id, hit.zone, hit.grid_minutes, at + make_interval(mins => hit.notice_minutes) as earliest,
      make_interval(mins => min(service.buffer_before_minutes)) as before,
      make_interval(mins => min(case when service.processing_start is not null then service.processing_start
        else coalesce(own.duration_minutes, service.duration_minutes) + service.buffer_after_minutes end)) as needs
    from hit
    join public.services service on service.id = any(hit.service_ids)
    join public.employee_services own on own.service_id = service.id
    join public.employees worker on worker.id = own.employee_id and worker.active
    group by own.employee_id, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes
  ), weekly as (
    select person.employee_id,
      case when bool_and(extract(minute from row.starts) in (0, 30)) then 30
        when bool_and(extract(minute from row.starts) in (0, 15, 30, 45)) then 15 else 1 end as unit,
      range_agg(tstzrange(
        (first_date + day + row.starts) at time zone person.zone
          - case when row.starts < time '04:00' then interval '1 hour' else interval '0' end,
        (first_date + day + case when row.ends > row.starts then 0 else 1 end + row.ends) at time zone person.zone
          + case when row.ends < time '04:00' then interval '1 hour' else interval '0' end)) as lasts
    from person
    join public.working_hours row on row.employee_id = person.employee_id
    cross join generate_series((row.weekday + 6 - extract(isodow from first_date - 2)::integer) % 7 - 1, days + 1, 7) as day
    where (row.valid_from is null or first_date + day >= row.valid_from) and (row.valid_to is null or first_date + day <= row.valid_to)
    group by 1
  ), exception as (
    select person.employee_id,
      range_agg(bounds.lasts) filter (where row.kind = 'open') as opened,
      range_agg(bounds.lasts) filter (where row.kind = 'closed') as closed
    from person
    join public.exceptions row on row.location_id = person.location_id and (row.employee_id is null or row.employee_id = person.employee_id)
    cross join lateral (
      select internal.instant(row.starts_at, person.zone) as begins, internal.instant(row.ends_at, person.zone) as finishes) instants
    cross join lateral (select tstzrange(instants.begins, greatest(instants.begins, instants.finishes)) as lasts) bounds
    where row.ends_at > first_date - 1 and row.starts_at < last_date + 2
    group by 1
  ), busy as (
    select line.employee_id, range_agg(line.occupied) as lasts
    from person
    join public.appointment_lines line on line.employee_id = person.employee_id
      and line.starts_at > (first_date - 2)::timestamptz and line.starts_at < (last_date + 3)::timestamptz
    where not isempty(line.occupied) and (line.hold_expires_at is null or line.hold_expires_at > at)
    group by 1
  ), free as materialized (
    select person.employee_id, coalesce(weekly.lasts, '{}') - coalesce(exception.closed, '{}') + coalesce(exception.opened, '{}')
      - coalesce(busy.lasts, '{}') as lasts,
      case when exception.employee_id is null then coalesce(weekly.unit, 1) else 1 end as unit
    from person left join weekly using (employee_id) left join exception using (employee_id) left join busy using (employee_id)
  ), asked as materialized (
    -- On the day of a clock change an hour more on both sides.
    select zone.name, min(today.midnight) as midnight, range_agg(tstzrange(
      today.midnight + make_interval(mins => coalesce(from_minute, 0)) - today.slack,
      today.midnight + make_interval(mins => greatest(coalesce(to_minute, 1440), coalesce(from_minute, 0))) + today.slack)) as lasts
    from (select distinct hit.zone as name from hit) zone
    cross join lateral (select internal.midnights(zone.name, first_date, last_date + 1) as all) midnights
    cross join lateral (
      select midnights.all[day] as midnight,
        case when midnights.all[day + 1] = midnights.all[day] + interval '24 hours' then interval '0' else interval '1 hour' end as slack
      from generate_series(1, days + 1) as day
    ) today
    group by zone.name
  ), room as (
    select fitting.location_id,
      min(date_bin(fitting.unit, lower(fitting.starts) + fitting.unit - interval '1 microsecond', fitting.midnight)) as earliest
    from (
      select person.location_id, asked.midnight, make_interval(mins => gcd(person.grid_minutes, free.unit)) as unit, asked.lasts * range_agg(tstzrange(
        greatest(lower(piece) + person.before, person.earliest), upper(piece) - person.needs, '[]')) as starts
      from person
      join free on free.employee_id = person.employee_id
      join asked on asked.name = person.zone
      cross join unnest(free.lasts) as piece
      where greatest(lower(piece) + person.before, person.earliest) <= upper(piece) - person.needs
      group by person.employee_id, person.location_id, person.grid_minutes, free.unit, asked.midnight, asked.lasts
    ) fitting
    where not isempty(fitting.starts)
    group by 1
  )
  select hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, hit.service_ids, hit.distance_km,
    hit.score, hit.price_cents, hit.rating, room.earliest, null::jsonb
  from hit join room on room.location_id = hit.location_id;
end $$;

-- The first starts, at most three, on these dates of the best service that has one; null without any. Minutes null: whole days.
create function internal.search_starts(
  hit internal.search_hit, first_date date, last_date date, from_minute integer, to_minute integer, at timestamptz)
returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  begins constant date := greatest(first_date, (hit.room at time zone hit.zone)::date);
  service uuid;
  from_date date;
  days integer;
  found jsonb;
begin
  foreach service in array hit.service_ids loop
    from_date := begins;
    days := 1;
    -- Most have a start on the first day: look there before the others.
    while found is null and from_date <= last_date loop
      select jsonb_agg(jsonb_build_object('starts_at', free.starts_at, 'service_id', service, 'employee_id', free.employee_ids[1]))
      into found
      from (
        select every.starts_at, every.employee_ids
        from public.available_starts(hit.location_id, array[service], null, from_date, least(from_date + days - 1, last_date), at) every
        where (from_minute is null and to_minute is null)
          or (every.starts_at at time zone hit.zone)::time
            between time '00:00' + make_interval(mins => coalesce(from_minute, 0))
              and time '00:00' + make_interval(mins => coalesce(to_minute, 1440) - 1)
        limit 3
      ) free;
      from_date := from_date + days;
      days := 3 * days;
    end loop;
    exit when found is not null;
  end loop;
  return found;
end $$;

-- Each hit with its first starts.
create function internal.with_first_starts(hits internal.search_hit[], first_date date, last_date date, at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  hit internal.search_hit;
  found internal.search_hit[] := '{}';
begin
  foreach hit in array hits loop
    hit.starts := internal.search_starts(hit, first_date, last_date, null, null, at);
    found := found || hit;
  end loop;
  return found;
end $$;

-- Hits with starts in the window, in the order given, at most `wanted`; the others are left out.
create function internal.hits_with_starts(
  hits internal.search_hit[], wanted integer, first_date date, last_date date, from_minute integer, to_minute integer, at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  hit internal.search_hit;
  found internal.search_hit[] := '{}';
begin
  foreach hit in array hits loop
    exit when cardinality(found) >= wanted;
    hit.starts := internal.search_starts(hit, first_date, last_date, from_minute, to_minute, at);
    if hit.starts is not null then found := found || hit; end if;
  end loop;
  return found;
end $$;

-- The `wanted` hits that can begin first. Hits come by `room`, their lower bound: once enough are found before the next
-- bound, nobody later can be earlier.
create function internal.earliest_hits(
  hits internal.search_hit[], wanted integer, first_date date, last_date date, from_minute integer, to_minute integer, at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  hit internal.search_hit;
  found internal.search_hit[] := '{}';
  firsts timestamptz[] := '{}';
begin
  for hit in select each.* from unnest(hits) each order by each.room, each.location_id loop
    if cardinality(firsts) >= wanted then
      firsts := array(select first from unnest(firsts) as first order by first limit wanted);
      exit when firsts[wanted] <= hit.room;
    end if;
    hit.starts := internal.search_starts(hit, first_date, last_date, from_minute, to_minute, at);
    continue when hit.starts is null;
    found := found || hit;
    firsts := firsts || (hit.starts -> 0 ->> 'starts_at')::timestamptz;
  end loop;
  return array(
    select each from unnest(found) as each order by (each.starts -> 0 ->> 'starts_at')::timestamptz, each.location_id limit wanted);
end $$;

-- The `wanted` hits that can begin first on these dates.
create function internal.next_hits(hits internal.search_hit[], wanted integer, first_date date, last_date date, at timestamptz)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
begin
  return internal.earliest_hits(array(select each from internal.with_room(hits, first_date, last_date, null, null, at) as each),
    wanted, first_date, last_date, null, null, at);
end $$;

revoke execute on function internal.with_room, internal.search_starts, internal.with_first_starts,
  internal.hits_with_starts, internal.earliest_hits, internal.next_hits from public;
