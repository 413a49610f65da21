-- Free starts of many locations at once, read from the index (46) by the rules 4, 5 and 7 of "Availability (normative)".
-- internal.hits_with_starts is the one place that does so; a property test holds it against available_starts.

-- A found location on its way to a page. `place`: its number in the order of the search; `services`: what to look for, best first;
-- `bound`: no start before this minute; `key`: what it is sorted by, ascending.
create type internal.search_hit as (
  place integer, number integer, location_id uuid, zone text, grid_minutes smallint, notice_minutes integer, horizon_days smallint,
  services uuid[], distance_km float8, "key" float8, bound integer, service_id uuid, starts integer[], employees uuid[]
);

-- A day of the searched window in a zone: starts lie in [low, high). `weekday`: 1 is Monday; `slack`: minutes by which its clocks may change.
create type internal.search_day as (
  zone text, day date, weekday integer, today date, midnight integer, slack integer, low integer, high integer
);

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
        found := found || (zone, first_date + (day - 1), extract(isodow from first_date + (day - 1))::integer, (at at time zone zone)::date,
          bounds[1], case when bounds[2] - bounds[1] = 1440 then 0 else 60 end, bounds[3], bounds[4])::internal.search_day;
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

-- When each resource of a kind is free between two minutes.
create function internal.spare_resources(p_location uuid, p_kind text, first integer, final integer, at timestamptz) returns int4multirange[]
language plpgsql stable set search_path = '' as $$
declare
  period constant tstzrange := tstzrange(to_timestamp(first * 60::float8), to_timestamp(final * 60::float8));
  minutes constant int4multirange := int4multirange(int4range(first, final));
begin
  return array(
    select minutes - coalesce((
      select range_agg(int4range(floor(date_part('epoch', lower(piece)) / 60)::integer, ceil(date_part('epoch', upper(piece)) / 60)::integer))
      from public.appointment_resources row
      join public.appointment_lines line on line.appointment_id = row.appointment_id and line."position" = row."position"
      cross join unnest(row.occupied) piece
      where row.resource_id = resource.id and row.occupied && period and (line.hold_expires_at is null or line.hold_expires_at > at)), '{}')
    from public.resources resource
    where resource.location_id = p_location and resource.kind = p_kind and resource.active);
end $$;

-- The minutes near a day at which a service with a processing gap, or one that needs a resource, can begin with an employee.
-- `spare`: spare_resources, null when none is needed.
create function internal.special_starts(
  p_employee uuid, p_day date, begins integer, ends integer, p_work int4multirange, p_free int4multirange, held int4multirange,
  before integer, finish integer, gap_start integer, gap_minutes integer, spare int4multirange[])
returns int4multirange
language plpgsql stable set search_path = '' as $$
declare
  -- Where no working time touches midnight, no visit reaches beyond it.
  alone constant boolean := lower(p_work) > begins and upper(p_work) < ends;
  free constant int4multirange := case when alone then p_free else internal.joined_free(p_employee, p_day) end - coalesce(held, '{}');
  found int4multirange;
begin
  if gap_start is not null then
    found := internal.gap_starts(case when alone then p_work else internal.joined_work(p_employee, p_day) end, free, before, gap_start,
      gap_start + gap_minutes, finish);
    if spare is null then return found; end if;
    return found * (
      select range_agg(int4range(lower(part) + before, upper(part) - finish + 1))
      from unnest(spare) as resource (times) cross join unnest(resource.times) part where upper(part) - finish >= lower(part) + before);
  end if;
  return (
    select range_agg(int4range(lower(part) + before, upper(part) - finish + 1))
    from unnest(spare) as resource (times) cross join unnest(free * resource.times) part where upper(part) - finish >= lower(part) + before);
end $$;

-- The hits with the first starts (three, unless p_most says less) in the window of the first of their services that has any, and who performs
-- them ("Egal wer", rule 7), in no order; those without any are left out. p_languages: only employees who speak them all.
-- All is asked hit by hit, service by service and day by day, and ends as soon as there is enough: further services and days, which are
-- the greater part, are mostly not read at all. PostgreSQL knows that rows with ordinality come in its order, so nothing is sorted for it.
create function internal.hits_with_starts(
  hits internal.search_hit[], days internal.search_day[], at timestamptz, p_languages text[], p_most integer default 3)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  present constant integer := ceil(date_part('epoch', at) / 60);
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

  return array(
    select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, hit.services,
      hit.distance_km, hit."key", hit.bound, best.service_id, best.starts, best.employees)::internal.search_hit
    from unnest(hits) as hit
    cross join lateral (
      select service.service_id, free.starts, free.employees
      from unnest(hit.services) with ordinality as wish (service_id, turn)
      join internal.listing_services service on service.service_id = wish.service_id
      cross join lateral (
        select array_agg(start.minute order by start.day, start.minute) as starts,
          array_agg(start.employee_id order by start.day, start.minute) as employees
        from (
          select distinct on (run.day, run.minute) run.day, run.minute, run.employee_id
          from (
            select anchored.day, anchored.employee_id, anchored.booked, anchored.turn,
              generate_series(anchored."begin", least(anchored."last", anchored."begin" + (p_most - 1) * hit.grid_minutes), hit.grid_minutes) as minute
            from (
              -- The grid counts from where the piece of work that holds the start begins: there ends what is before it and no work.
              select bounded.*, bounded."first" + mod(hit.grid_minutes - mod(
                bounded."first" - upper(int4multirange(int4range(null, bounded."first" + 1)) - bounded.work), hit.grid_minutes), hit.grid_minutes) as "begin"
              from (
                select slot.*, greatest(slot.low, lower(slot.minutes) + slot.before) as "first", least(slot.high, upper(slot.minutes) - slot.after) as "last"
                from (
                  select day.index as day, row.employee_id, row.turn, row.work, greatest(day.low, present + hit.notice_minutes) as low, day.high - 1 as high,
                    case when (service.gap_start is not null or service.resource_kind is not null) then 0 else service.before::integer end as before,
                    case when (service.gap_start is not null or service.resource_kind is not null) then 1 else service.minutes[row.turn] + service.after end as after,
                    case when row.held is null then row.booked
                      else row.booked + internal.length_of(held_times[row.held] * int4multirange(int4range(row.begins, row.ends))) end as booked,
                    unnest(case
                      when (service.gap_start is not null or service.resource_kind is not null) then internal.special_starts(
                        row.employee_id, row.day, row.begins, row.ends, row.work, row.free, held_times[row.held], service.before,
                        service.minutes[row.turn] + service.after, service.gap_start, service.gap_minutes, day.spare)
                      when lower(row.free) = row.begins or upper(row.free) = row.ends
                        then internal.joined_free(row.employee_id, row.day) - coalesce(held_times[row.held], '{}')
                      when row.held is not null then row.free - held_times[row.held]
                      else row.free end) as minutes
                  from (
                    -- Resources are looked at only where somebody has time.
                    select every.*, case when service.resource_kind is not null and exists (
                        select from internal.free_days one where one.location_id = hit.location_id and one.day = every.day
                          and lower(one.free) < every.high and upper(one.free) > greatest(every.low, present + hit.notice_minutes))
                      then internal.spare_resources(service.location_id, service.resource_kind, every.low - service.before,
                        every.high + service.after + (select max(each)::integer from unnest(service.minutes) each), at) end as spare
                    from unnest(days) with ordinality as every (zone, day, weekday, today, midnight, slack, low, high, index)
                    where every.zone = hit.zone and every.day <= every.today + hit.horizon_days and every.high > present + hit.notice_minutes
                    offset 0
                  ) day
                  cross join lateral (
                    select every.*, array_position(service.employees, every.employee_id) as turn, array_position(held_employees, every.employee_id) as held
                    from internal.free_days every
                    where every.location_id = hit.location_id and every.day = day.day and every.employee_id = any(service.employees)
                      -- Who has nothing free from then on needs no further look.
                      and lower(every.free) < day.high and upper(every.free) > greatest(day.low, present + hit.notice_minutes)
                    offset 0) row
                  where (p_languages is null or internal.speaks(row.employee_id, hit.location_id, p_languages))
                ) slot
              ) bounded where bounded."first" <= bounded."last" offset 0
            ) anchored
          ) run
          order by run.day, run.minute, run.booked, run.turn
          limit p_most
        ) start
        having count(*) > 0
      ) free
      order by wish.turn limit 1
    ) best);
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

revoke execute on function internal.search_days, internal.joined_free, internal.joined_work, internal.gap_starts, internal.special_starts, internal.spare_resources,
  internal.speaks, internal.hits_with_starts from public;
