-- Free starts of many locations at once, read from the index (46) by the rules 4, 5 and 7 of "Availability (normative)".
-- internal.start_times is the one place that does so; a property test holds it against available_starts.

-- A found location on its way to a page. `place`: its number in the order of the search; `services`: what to look for, best first;
-- `bound`: no start before this minute; `key`: what it is sorted by, ascending.
create type internal.search_hit as (
  place integer, number integer, location_id uuid, zone text, grid_minutes smallint, notice_minutes integer, horizon_days smallint,
  services uuid[], distance_km float8, "key" float8, bound integer, service_id uuid, starts integer[], employees uuid[]
);

-- A day of the searched window in a zone: starts lie in [low, high). `odd`: not of 24 hours.
create type internal.search_day as (zone text, day date, today date, midnight integer, odd boolean, low integer, high integer);

-- The window in these zones. Minutes are wall times of each day, from_minute to to_minute (null: the whole day).
create function internal.search_days(zones text[], first_date date, last_date date, from_minute integer, to_minute integer, at timestamptz)
returns internal.search_day[]
language plpgsql stable set search_path = '' as $$
declare
  midnights timestamptz[];
  zone text;
  found internal.search_day[] := '{}';
  bounds integer[];
begin
  foreach zone in array zones loop
    midnights := internal.midnights(zone, first_date, last_date + 1);
    for day in 1 .. cardinality(midnights) - 1 loop
      bounds := internal.minutes(array[midnights[day], midnights[day + 1],
        case when coalesce(from_minute, 0) = 0 then midnights[day]
          else internal.instant(first_date + (day - 1) + make_interval(mins => from_minute), zone) end,
        case when coalesce(to_minute, 1440) >= 1440 then midnights[day + 1]
          else internal.instant(first_date + (day - 1) + make_interval(mins => to_minute), zone) end]);
      if bounds[3] < bounds[4] then
        found := found || (zone, first_date + (day - 1), (at at time zone zone)::date, bounds[1], bounds[2] - bounds[1] <> 1440,
          bounds[3], bounds[4])::internal.search_day;
      end if;
    end loop;
  end loop;
  return found;
end $$;

-- The free time, or working time, of a day together with the days that a service may reach into.
create function internal.joined_free(p_employee uuid, p_day date) returns int4multirange
language plpgsql stable set search_path = '' as $$
begin
  return (select range_agg(piece) from internal.free_days row cross join unnest(row.free) piece
    where row.employee_id = p_employee and row.day between p_day - 1 and p_day + 2);
end $$;
create function internal.joined_work(p_employee uuid, p_day date) returns int4multirange
language plpgsql stable set search_path = '' as $$
begin
  return (select range_agg(piece) from internal.free_days row cross join unnest(row.work) piece
    where row.employee_id = p_employee and row.day between p_day - 1 and p_day + 2);
end $$;

-- The minutes at which a service with a processing gap can begin.
create function internal.gap_starts(
  work int4multirange, free int4multirange, before integer, gap_start integer, gap_end integer, finish integer)
returns int4multirange
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  found int4multirange;
begin
  select range_agg(int4range(lower(piece) + before, upper(piece) - finish + 1)) into found
  from unnest(work) piece where upper(piece) - finish >= lower(piece) + before;
  found := found * (select range_agg(int4range(lower(piece) + before, upper(piece) - gap_start + 1))
    from unnest(free) piece where upper(piece) - gap_start >= lower(piece) + before);
  return found * (select range_agg(int4range(lower(piece) - gap_end, upper(piece) - finish + 1))
    from unnest(free) piece where upper(piece) - finish >= lower(piece) - gap_end);
end $$;

-- The minutes near a day at which a service that needs a resource can begin: those of its employee at which one is free.
create function internal.starts_with_resource(
  p_location uuid, kind text, p_day date, work int4multirange, free int4multirange, before integer, gap_start integer,
  gap_minutes integer, finish integer, at timestamptz)
returns int4multirange
language plpgsql stable set search_path = '' as $$
declare
  period constant tstzrange := tstzrange((p_day - 2)::timestamp at time zone 'UTC', (p_day + 4)::timestamp at time zone 'UTC');
  piece tstzmultirange;
  reservable int4multirange := '{}';
  found int4multirange;
begin
  if gap_start is null then
    select range_agg(int4range(lower(part) + before, upper(part) - finish + 1)) into found
    from unnest(free) part where upper(part) - finish >= lower(part) + before;
  else
    found := internal.gap_starts(work, free, before, gap_start, gap_start + gap_minutes, finish);
  end if;
  for piece in select unnest(resource.free) from internal.free_resources(p_location, kind, period, at, null) resource loop
    reservable := reservable + coalesce((
      select range_agg(int4range(lower(part) + before, upper(part) - finish + 1))
      from unnest(internal.minute_ranges(piece)) part where upper(part) - finish >= lower(part) + before), '{}');
  end loop;
  return found * reservable;
end $$;

-- The first three starts in the window of each hit's service number p_turn, and who performs them ("Egal wer", rule 7).
-- `index` is the hit's place in the array; hits without a start have no row. p_languages: only employees who speak them all.
create function internal.start_times(
  hits internal.search_hit[], p_turn integer, days internal.search_day[], at timestamptz, p_languages text[])
returns table (index integer, service_id uuid, starts integer[], employees uuid[])
language plpgsql stable set search_path = '' rows 24 as $$
declare
  first_day constant date := (select min(day.day) from unnest(days) as day);
  last_day constant date := (select max(day.day) from unnest(days) as day);
  held_employees uuid[];
  held_times int4multirange[];
begin
  -- Live holds: few at any time, so that they are looked for by location first.
  select array_agg(hold.employee_id), array_agg(internal.minute_ranges(hold.occupied)) into held_employees, held_times
  from (
    select line.employee_id, range_agg(line.occupied) as occupied
    from public.appointments visit join public.appointment_lines line on line.appointment_id = visit.id
    where visit.location_id = any(array(select hit.location_id from unnest(hits) as hit))
      and visit.state = 'held' and visit.hold_expires_at > at and not isempty(line.occupied)
    group by line.employee_id) hold;

  return query
  with slot as materialized (
    select hit.index::integer as index, hit.grid_minutes::integer as grid, service.service_id, row.employee_id, row.turn, row.work,
      greatest(row.begins, day.low, ceil(date_part('epoch', at) / 60 + hit.notice_minutes)::integer) as low,
      least(row.ends, day.high) - 1 as high,
      case when service.gap_start is null and service.resource_kind is null then service.before::integer else 0 end as before,
      case when service.gap_start is null and service.resource_kind is null then (service.minutes[row.turn] + service.after)::integer
        else 1 end as after,
      case when held.times is null then row.booked
        else row.booked + internal.length_of(held.times * int4multirange(int4range(row.begins, row.ends))) end as booked,
      case
        when service.resource_kind is not null then internal.starts_with_resource(hit.location_id, service.resource_kind, row.day,
          internal.joined_work(row.employee_id, row.day),
          internal.joined_free(row.employee_id, row.day) - coalesce(held.times, '{}'), service.before, service.gap_start,
          service.gap_minutes, service.minutes[row.turn] + service.after, at)
        when service.gap_start is not null then internal.gap_starts(internal.joined_work(row.employee_id, row.day),
          internal.joined_free(row.employee_id, row.day) - coalesce(held.times, '{}'), service.before, service.gap_start,
          service.gap_start + service.gap_minutes, service.minutes[row.turn] + service.after)
        when lower(row.free) = row.begins or upper(row.free) = row.ends
          then internal.joined_free(row.employee_id, row.day) - coalesce(held.times, '{}')
        when held.times is not null then row.free - held.times
        else row.free end as pieces
    from unnest(hits) with ordinality as hit (place, number, location_id, zone, grid_minutes, notice_minutes, horizon_days, services,
      distance_km, "key", bound, service_id, starts, employees, index)
    join internal.listing_services service on service.service_id = hit.services[p_turn]
    cross join lateral (
      select every.*, array_position(service.employees, every.employee_id) as turn from internal.free_days every
      where every.employee_id = any(service.employees) and every.day between first_day and last_day
      offset 0) row
    join unnest(days) as day on day.day = row.day and day.zone = hit.zone and row.day <= day.today + hit.horizon_days
    left join unnest(held_employees, held_times) as held (employee_id, times) on held.employee_id = row.employee_id
    where p_languages is null or internal.speaks(row.employee_id, hit.location_id, p_languages)
  ), piece as (
    select slot.index, slot.service_id, slot.employee_id, slot.turn, slot.booked, slot.grid, slot.low, slot.high, slot.before, slot.after,
      slot.work, unnest(slot.pieces) as minutes
    from slot
  ), bounded as (
    select piece.*, greatest(piece.low, lower(piece.minutes) + piece.before) as "first", least(piece.high, upper(piece.minutes) - piece.after) as "last"
    from piece offset 0
  ), anchored as (
    -- Where the piece of work that holds this minute begins: there ends what is before it and no work. Who does not work has none.
    select bounded.*, upper(int4multirange(int4range(null, bounded."first" + 1)) - bounded.work) as anchor
    from bounded where bounded."first" <= bounded."last" offset 0
  ), run as (
    select anchored.*, anchored.anchor + (anchored."first" - anchored.anchor + anchored.grid - 1) / anchored.grid * anchored.grid as "begin"
    from anchored where anchored.anchor <= anchored."first" offset 0
  ), start as (
    select distinct on (run.index, run.minute) run.index, run.service_id, run.employee_id, run.minute
    from (
      select every.*, generate_series(every."begin", least(every."last", every."begin" + 2 * every.grid), every.grid) as minute
      from run every) run
    order by run.index, run.minute, run.booked, run.turn
  ), numbered as (
    select start.*, row_number() over (partition by start.index order by start.minute) as place from start
  )
  select numbered.index, numbered.service_id, array_agg(numbered.minute order by numbered.minute),
    array_agg(numbered.employee_id order by numbered.minute)
  from numbered where numbered.place <= 3 group by numbered.index, numbered.service_id;
end $$;

-- Whether an employee speaks all these languages; who names none speaks those of the location.
create function internal.speaks(p_employee uuid, p_location uuid, p_languages text[]) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  spoken text[] := (select languages from public.employees where id = p_employee);
begin
  if spoken = '{}' then
    spoken := array(select substr(value, 10) from public.locations place cross join unnest(place.attributes) value
      where place.id = p_location and value like 'language:%');
  end if;
  return spoken @> p_languages;
end $$;

-- The hits with their first starts, in no order; those without any are left out.
-- A service is looked at only when those before it have no start.
create function internal.hits_with_starts(
  hits internal.search_hit[], days internal.search_day[], at timestamptz, p_languages text[])
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  found internal.search_hit[] := '{}';
  open internal.search_hit[] := hits;
begin
  for turn in 1..3 loop
    exit when cardinality(open) = 0;
    select coalesce(array_agg((hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, hit.services,
        hit.distance_km, hit."key", hit.bound, time.service_id, time.starts, time.employees)::internal.search_hit)
        filter (where time.index is not null), '{}') || found,
      array_agg(hit.self) filter (where time.index is null and cardinality(hit.services) > turn)
    into found, open
    from (select every.*, row(every.*)::internal.search_hit as self, row_number() over () as index from unnest(open) every) hit
    left join internal.start_times(open, turn, days, at, p_languages) time on time.index = hit.index;
    open := coalesce(open, '{}');
  end loop;
  return found;
end $$;

revoke execute on function internal.search_days, internal.joined_free, internal.joined_work, internal.gap_starts, internal.starts_with_resource,
  internal.start_times, internal.speaks, internal.hits_with_starts from public;
