-- The rule of a bookable start, once: where a line can begin in free time (rule 4), and on which minutes of the grid (rule 5). Everything that
-- shows, plans, holds or explains a start asks these functions; only where the free time comes from differs (40_time/50_days).
--
-- Times are whole minutes since 1970, UTC. The functions are expressions that the planner puts into the statements around them, which makes
-- them cost what a copy would: names are bound when they are created (`begin atomic`, `return`), so that they need no search path, and
-- columns have to come from a subquery with `offset 0`, because an argument is copied to each of its uses.

create function internal.minute(at timestamptz) returns integer language sql stable parallel safe
return floor(date_part('epoch', at) / 60)::integer;

create function internal.instant(minute integer) returns timestamptz language sql immutable parallel safe
return to_timestamp(minute * 60::float8);

-- Whether something that may expire still counts: a hold until its end, anything without an end always. With `at` null only the latter.
create function internal.is_live(expires_at timestamptz, at timestamptz) returns boolean language sql immutable parallel safe
return expires_at is null or expires_at > at;

-- The minutes m for which [m - before, m + finish) lies within one piece; `before` may be negative.
create function internal.fitting(pieces int4multirange, before integer, finish integer) returns table (fits int4multirange)
language sql immutable parallel safe rows 1
begin atomic
  select coalesce(range_agg(int4range(lower(piece) + before, upper(piece) - finish, '[]')), '{}')
  from unnest(pieces) piece where lower(piece) + before <= upper(piece) - finish;
end;

-- Rule 4: the minutes at which a line can begin. `free` lies in `work`; `spare` says when each resource is free, null where none is needed.
create function internal.openings(
  work int4multirange, free int4multirange, before integer, minutes integer, after integer, gap_start integer, gap_minutes integer,
  spare int4multirange[])
returns table (open int4multirange)
language sql immutable parallel safe rows 1
begin atomic
  select case when gap_start is null then (select fits from internal.fitting(free, before, minutes + after))
      else (select hours.fits * begins.fits * ends.fits
        from internal.fitting(work, before, minutes + after) hours, internal.fitting(free, before, gap_start) begins,
          internal.fitting(free, -(gap_start + gap_minutes), minutes + after) ends) end
    * case when spare is null then '{(,)}'::int4multirange
      else (select coalesce(range_agg(one.fits), '{}')
        from unnest(spare) resource (times) cross join lateral internal.fitting(resource.times, before, minutes + after) one) end;
end;

-- Rule 5: the starts on the grid from `low` to `high`, both included, as runs: first, first + grid, … up to last; where last is before first,
-- nothing can begin. `open` are pieces into which a start fits with `before` and `finish` minutes around it (0 and 1 for what openings answers);
-- `begins` is the midnight of the day. The grid counts from there or from the beginning of the piece of work that contains the start, whichever
-- is later; that beginning is the end of the last stretch without work before the start.
create function internal.runs(
  open int4multirange, before integer, finish integer, work int4multirange, begins integer, grid integer, low integer, high integer)
returns table (first integer, last integer)
language sql immutable parallel safe rows 4
begin atomic
  select slot.low + (grid - (slot.low
      - greatest(begins, upper(int4multirange(int4range(null, slot.low + 1)) - work))) % grid) % grid, slot.high
  from (
    select greatest(low, lower(piece) + before) as low, least(high, upper(piece) - finish) as high
    from (select unnest(open) as piece offset 0) pieces offset 0) slot
  where slot.low <= slot.high;
end;

-- The time that a line beginning at a minute takes of its employee: the service with its buffers, without its processing gap.
create function internal.busy(minute integer, before integer, minutes integer, after integer, gap_start integer, gap_minutes integer)
returns int4multirange language sql immutable parallel safe
return int4multirange(int4range(minute - before, minute + minutes + after))
  - case when gap_start is null then '{}'::int4multirange
    else int4multirange(int4range(minute + gap_start, minute + gap_start + gap_minutes)) end;

-- Minutes, moved by some.
create function internal.moved(minutes int4multirange, by integer) returns int4multirange
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return coalesce((select range_agg(int4range(lower(piece) + by, upper(piece) + by)) from unnest(minutes) piece), '{}');
end $$;

-- Minutes as instants.
create function internal.instants(minutes int4multirange) returns tstzmultirange
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return coalesce((select range_agg(tstzrange(internal.instant(lower(piece)), internal.instant(upper(piece)))) from unnest(minutes) piece), '{}');
end $$;

revoke execute on function internal.minute, internal.instant(integer), internal.is_live, internal.fitting, internal.openings, internal.runs,
  internal.busy, internal.moved, internal.instants from public;
