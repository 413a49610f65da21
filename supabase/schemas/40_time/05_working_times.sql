-- Instants of wall times and working time: the rules 1 to 3 of docs/availability.md, whose numbers the schemas cite.
--
-- All intervals are half-open; times are whole minutes. A local date is the index of its midnight in an array of midnights:
-- zones are asked once a day, never once a minute. Functions here trust their callers and are granted to nobody.

-- Rule 1: the instant of a wall time as RFC 5545 and Temporal's `compatible` read it. A time skipped by the clock is read with
-- the offset before the gap, as PostgreSQL does; of a time that occurs twice we take the first, PostgreSQL the second.
create function internal.instant(local timestamp, zone text) returns timestamptz
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  later timestamptz := local at time zone zone;
  -- Longer than any change of offset, shorter than the time between two of them.
  before timestamptz := later - interval '26 hours';
  elapsed interval := local - (before at time zone zone);
  earlier timestamptz;
begin
  if elapsed = interval '26 hours' then return later; end if;
  earlier := ((before at time zone 'UTC') + elapsed) at time zone 'UTC';
  if earlier < later and (earlier at time zone zone) = local then return earlier; end if;
  return later;
end $$;

-- Local midnights of the dates `first` to `last`, in order.
create function internal.midnights(zone text, first date, last date) returns timestamptz[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  found timestamptz[] := array(
    select (first + day)::timestamp at time zone zone from generate_series(0, last - first) as day);
begin
  -- Only a midnight that is not 24 hours after the one before can be the second of two.
  for day in 1 .. cardinality(found) loop
    if day = 1 or found[day] <> found[day - 1] + interval '24 hours' then
      found[day] := internal.instant((first + day - 1)::timestamp, zone);
    end if;
  end loop;
  return found;
end $$;

-- An exception as a time, with the employee it holds for; null is all.
create type internal.exception_period as (employee_id uuid, kind public.exception_kind, lasts tstzrange);

-- Rule 2: the shifts of employees that begin on the dates from `first_date`, whose midnight is midnights[1], to the last midnight.
-- So the second date and all later ones are complete; the first lacks shifts that began on the day before. No row: no shift.
create function internal.weekly_times(employees uuid[], zone text, first_date date, midnights timestamptz[])
returns table (employee_id uuid, working tstzmultirange)
language plpgsql stable rows 1 set search_path = '' as $$
declare
  days constant integer := cardinality(midnights) - 1;
  first_weekday constant integer := extract(isodow from first_date);
begin
  -- On a day of 24 hours a wall time is so many minutes after midnight; only days of a clock change need the zone.
  return query
  select row.employee_id, range_agg(tstzrange(shift.begins, greatest(shift.begins, shift.finishes)))
  from public.working_hours row
  -- With a rota: from the first such day of the cycle on, cycle by cycle.
  cross join generate_series(1 + case
      when row.rota_weeks is null then (row.weekday + 7 - first_weekday) % 7
      else ((row.rota_start + 7 * (row.rota_week - 1) + row.weekday - 1 - first_date) % (7 * row.rota_weeks) + 7 * row.rota_weeks)
        % (7 * row.rota_weeks) end, days, 7 * coalesce(row.rota_weeks, 1)) as day
  cross join lateral (select
    case when midnights[day + 1] = midnights[day] + interval '24 hours' then midnights[day] + row.starts::interval
      else internal.instant(first_date + (day - 1) + row.starts, zone) end as begins,
    case when row.ends > row.starts then
        case when midnights[day + 1] = midnights[day] + interval '24 hours' then midnights[day] + row.ends::interval
          else internal.instant(first_date + (day - 1) + row.ends, zone) end
      when midnights[day + 2] = midnights[day + 1] + interval '24 hours' then midnights[day + 1] + row.ends::interval
      else internal.instant(first_date + day + row.ends, zone) end as finishes
  ) shift
  where row.employee_id = any(employees)
    and (row.valid_from is null or first_date + (day - 1) >= row.valid_from)
    and (row.valid_to is null or first_date + (day - 1) <= row.valid_to)
  group by row.employee_id;
end $$;

-- Rule 3: when employees of a location work; the same dates as internal.weekly_times. No row: never.
create function internal.working_times(employees uuid[], location uuid, zone text, first_date date, midnights timestamptz[])
returns table (employee_id uuid, working tstzmultirange)
language plpgsql stable rows 1 set search_path = '' as $$
declare
  days constant integer := cardinality(midnights) - 1;
  periods internal.exception_period[] := array(
    select (row.employee_id, row.kind, tstzrange(bounds.begins, greatest(bounds.begins, bounds.finishes)))::internal.exception_period
    from public.exceptions row
    cross join lateral (
      select internal.instant(row.starts_at, zone) as begins, internal.instant(row.ends_at, zone) as finishes) bounds
    where row.location_id = location and row.ends_at > first_date - 1 and row.starts_at < first_date + days + 1);
begin
  if cardinality(periods) = 0 then
    return query select * from internal.weekly_times(employees, zone, first_date, midnights);
    return;
  end if;
  return query
  select person.id, coalesce(weekly.working, '{}')
    - coalesce(range_agg(period.lasts) filter (where period.kind = 'closed'), '{}')
    + coalesce(range_agg(period.lasts) filter (where period.kind = 'open'), '{}')
  from unnest(employees) as person (id)
  left join internal.weekly_times(employees, zone, first_date, midnights) weekly on weekly.employee_id = person.id
  left join unnest(periods) as period on period.employee_id is null or period.employee_id = person.id
  group by person.id, weekly.working;
end $$;

-- Instants as whole minutes since 1970.
create function internal.minutes(instants timestamptz[]) returns integer[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array(select (date_part('epoch', instant) / 60)::integer from unnest(instants) as instant);
end $$;

revoke execute on function internal.instant(timestamp, text), internal.midnights, internal.weekly_times, internal.working_times,
  internal.minutes from public;
