-- Where starts of a location can't be, see internal.listings: the greatest unit that divides the grid and everything a start may be
-- counted from, and for each weekday (1 Monday) the minutes of the day between which somebody works. An opening by exception may be at
-- any time.
create function internal.possible_starts(p_location uuid, out unit smallint, out opens smallint[], out closes smallint[])
language plpgsql stable set search_path = '' as $$
declare
  place public.locations;
  minute integer;
begin
  select * into place from public.locations where id = p_location;
  unit := gcd(place.grid_minutes::integer, 60);
  for minute in
    select date_part('minute', hours.starts)::integer
    from public.working_hours hours join public.employees person on person.id = hours.employee_id
    where person.location_id = p_location
    union select date_part('minute', bound)::integer from public.exceptions exception
      cross join lateral (values (exception.starts_at), (exception.ends_at)) bounds (bound) where exception.location_id = p_location
    -- The offsets of the zone, so that minutes of the day and since 1970 go together.
    union select date_part('minute', instant at time zone place.time_zone)::integer
      from unnest(array[timestamptz '2026-01-01 00:00+00', timestamptz '2026-07-01 00:00+00']) instant
  loop
    unit := gcd(unit::integer, minute);
  end loop;
  if exists (select from public.exceptions where location_id = p_location and kind = 'open') then
    opens := '{0,0,0,0,0,0,0}';
    closes := '{1440,1440,1440,1440,1440,1440,1440}';
    return;
  end if;
  with shift as materialized (
    select hours.weekday, (date_part('epoch', hours.starts) / 60)::smallint as starts, (date_part('epoch', hours.ends) / 60)::smallint as ends
    from public.working_hours hours join public.employees person on person.id = hours.employee_id where person.location_id = p_location
  ), part as (
    -- A shift that ends the next morning is one until midnight, and another from then on.
    select shift.weekday, shift.starts as begins, case when shift.ends <= shift.starts then 1440 else shift.ends end as ends from shift
    union all select shift.weekday % 7 + 1, 0, shift.ends from shift where shift.ends <= shift.starts and shift.ends > 0
  )
  select array_agg(span.begins order by day), array_agg(span.ends order by day) into opens, closes
  from generate_series(1, 7) as day
  cross join lateral (select min(part.begins) as begins, max(part.ends) as ends from part where part.weekday = day) span;
end $$;

revoke execute on function internal.possible_starts from public;
