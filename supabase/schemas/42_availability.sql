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

-- Rules 2 and 3: when an employee works on the dates from `first_date`, whose midnight is midnights[1], up to the last midnight.
-- Complete from the second date on: a shift that began the day before the first is missing.
create function internal.working_time(employee uuid, location uuid, zone text, first_date date, midnights timestamptz[])
returns tstzmultirange
language plpgsql stable set search_path = '' as $$
declare
  days constant integer := cardinality(midnights) - 1;
  weekly tstzmultirange;
  closed tstzmultirange;
  opened tstzmultirange;
begin
  -- On a day of 24 hours a wall time is so many minutes after midnight; only days of a clock change need the zone.
  select range_agg(tstzrange(shift.begins, greatest(shift.begins, shift.finishes))) into weekly
  from public.working_hours row
  cross join generate_series(1 + (row.weekday + 7 - extract(isodow from first_date)::integer) % 7, days, 7) as day
  cross join lateral (select
    case when midnights[day + 1] = midnights[day] + interval '24 hours' then midnights[day] + row.starts::interval
      else internal.instant(first_date + (day - 1) + row.starts, zone) end as begins,
    case when row.ends > row.starts and midnights[day + 1] = midnights[day] + interval '24 hours'
        then midnights[day] + row.ends::interval
      when row.ends > row.starts then internal.instant(first_date + (day - 1) + row.ends, zone)
      when midnights[day + 2] = midnights[day + 1] + interval '24 hours' then midnights[day + 1] + row.ends::interval
      else internal.instant(first_date + day + row.ends, zone) end as finishes
  ) shift
  where row.employee_id = employee
    and (row.valid_from is null or first_date + (day - 1) >= row.valid_from)
    and (row.valid_to is null or first_date + (day - 1) <= row.valid_to);

  select range_agg(period.lasts) filter (where row.kind = 'closed'), range_agg(period.lasts) filter (where row.kind = 'open')
  into closed, opened
  from public.exceptions row
  cross join lateral (select internal.instant(row.starts_at, zone) as begins, internal.instant(row.ends_at, zone) as finishes) bounds
  cross join lateral (select tstzrange(bounds.begins, greatest(bounds.begins, bounds.finishes)) as lasts) period
  where row.location_id = location and (row.employee_id is null or row.employee_id = employee)
    and row.ends_at > first_date - 1 and row.starts_at < first_date + days + 1;

  return coalesce(weekly, '{}') - coalesce(closed, '{}') + coalesce(opened, '{}');
end $$;

-- What blocks an employee between two instants. Expired holds do not; `ignored` is an appointment that is being moved.
create function internal.busy_time(employee uuid, earliest timestamptz, latest timestamptz, at timestamptz, ignored uuid)
returns tstzmultirange
language plpgsql stable set search_path = '' as $$
declare
  busy tstzmultirange;
begin
  select range_agg(line.occupied) into busy
  from public.appointment_lines line
  where line.employee_id = employee
    and not isempty(line.occupied) and line.occupied && tstzrange(earliest, latest)
    and (line.hold_expires_at is null or line.hold_expires_at > at)
    and (ignored is null or line.appointment_id <> ignored);
  return coalesce(busy, '{}');
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

revoke execute on function internal.instant, internal.midnights, internal.working_time, internal.busy_time, internal.fitting,
  internal.moved, internal.booked_minutes, internal.minutes from public;
