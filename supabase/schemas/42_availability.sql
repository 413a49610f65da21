-- The parts of availability: instants of wall times, working time, busy time, and where a service fits between them.
-- 42b_visits.sql puts them together. The rules are "Availability (normative)" in ARCHITECTURE.md; rule numbers below are its.
--
-- All intervals are half-open; times are whole minutes. A local date is the index of its midnight in an array of midnights:
-- zones are asked once a day, never once a minute. Functions here trust their callers and are granted to nobody.

-- Rule 1: the instant of a wall time as RFC 5545 and Temporal's `compatible` read it. A time skipped by the clock is read with
-- the offset before the gap, as PostgreSQL does; of a time that comes twice we take the first, PostgreSQL the second.
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
-- So the second date and all later ones are complete; of the first, a shift of the day before is missing. No row: no shift.
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
  cross join generate_series(1 + (row.weekday + 7 - first_weekday) % 7, days, 7) as day
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

-- What blocks employees between two instants, perhaps more around them. Expired holds do not; `ignored` is an appointment that is
-- being moved. No row: nothing. A line with its buffers takes at most 24 + 8 + 8 hours (see services), so two days before suffice;
-- the condition on `starts_at` and not on `occupied` keeps the reading to the few rows of these employees.
create function internal.busy_times(employees uuid[], earliest timestamptz, latest timestamptz, at timestamptz, ignored uuid)
returns table (employee_id uuid, busy tstzmultirange)
language plpgsql stable rows 1 set search_path = '' as $$
begin
  return query
  select line.employee_id, range_agg(line.occupied)
  from public.appointment_lines line
  where line.employee_id = any(employees)
    and line.starts_at > earliest - interval '48 hours' and line.starts_at < latest + interval '8 hours'
    and not isempty(line.occupied)
    and (line.hold_expires_at is null or line.hold_expires_at > at)
    and (ignored is null or line.appointment_id <> ignored)
  group by line.employee_id;
end $$;

-- The instants S for which [S + first_minute, S + end_minute) lies within one piece; minutes may be negative.
create function internal.fitting(pieces tstzmultirange, first_minute integer, end_minute integer) returns tstzmultirange
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  before interval := make_interval(mins => first_minute);
  after interval := make_interval(mins => end_minute);
  found tstzmultirange;
begin
  select range_agg(tstzrange(lower(piece) - before, upper(piece) - after, '[]')) into found
  from unnest(pieces) as piece
  where lower(piece) - before <= upper(piece) - after;
  return coalesce(found, '{}');
end $$;

-- Instants moved by minutes.
create function internal.moved(instants tstzmultirange, minutes integer) returns tstzmultirange
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  offset_by interval := make_interval(mins => minutes);
  found tstzmultirange;
begin
  select range_agg(tstzrange(lower(piece) + offset_by, upper(piece) + offset_by, '[]')) into found from unnest(instants) as piece;
  return coalesce(found, '{}');
end $$;

-- Minutes of `busy` on each local day: booked[i] lies between midnights[i] and midnights[i + 1]. For rule 7.
create function internal.booked_minutes(busy tstzmultirange, midnights timestamptz[]) returns integer[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  days constant integer := cardinality(midnights) - 1;
  booked integer[] := array_fill(0, array[days]);
  day integer := 1;
  begins timestamptz;
  finishes timestamptz;
begin
  for begins, finishes in select lower(piece), upper(piece) from unnest(busy) as piece loop
    begins := greatest(begins, midnights[1]);
    finishes := least(finishes, midnights[days + 1]);
    continue when begins >= finishes;
    while day < days and midnights[day + 1] <= begins loop day := day + 1; end loop;
    while midnights[day + 1] < finishes loop
      booked[day] := booked[day] + date_part('epoch', midnights[day + 1] - begins) / 60;
      day := day + 1;
      begins := midnights[day];
    end loop;
    booked[day] := booked[day] + date_part('epoch', finishes - begins) / 60;
  end loop;
  return booked;
end $$;

-- Instants as whole minutes since 1970.
create function internal.minutes(instants timestamptz[]) returns integer[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array(select (date_part('epoch', instant) / 60)::integer from unnest(instants) as instant);
end $$;

revoke execute on function internal.instant, internal.midnights, internal.weekly_times, internal.working_times, internal.busy_times,
  internal.fitting, internal.moved, internal.booked_minutes, internal.minutes from public;
