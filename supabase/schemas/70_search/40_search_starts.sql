-- Free starts of many locations at once, read from the index (40_time/40_free_days) by the rules 4, 5 and 7 (40_time/10_kernel). internal.hits_with_starts does so; a property
-- test holds it against what is computed without the index (internal.computed_starts).

-- A found location on its way to a page. `place`: its number in the order of the search; `services`: what to look for, best first;
-- `bound`: no start before this minute; `key`: what it is sorted by, ascending.
create type internal.search_hit as (
  place integer, number integer, location_id uuid, zone text, grid_minutes smallint, notice_minutes integer, horizon_days smallint,
  services internal.listed_service[], distance_km float8, "key" float8, bound integer, service_id uuid, starts integer[], employees uuid[]
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
  zone text;
  day date;
  today date;
  midnight timestamptz;
  next_midnight timestamptz;
  low timestamptz;
  high timestamptz;
  found internal.search_day[] := '{}';
begin
  foreach zone in array zones loop
    today := (at at time zone zone)::date;
    day := first_date;
    midnight := internal.instant(day, zone);
    while day <= last_date loop
      next_midnight := internal.instant(day + 1, zone);
      low := case when coalesce(from_minute, 0) = 0 then midnight else internal.instant(day + make_interval(mins => from_minute), zone) end;
      high := case when coalesce(to_minute, 1440) >= 1440 then next_midnight else internal.instant(day + make_interval(mins => to_minute), zone) end;
      if low < high then
        found := found || (zone, day, extract(isodow from day)::integer, today, date_part('epoch', midnight) / 60,
          case when next_midnight - midnight = interval '24 hours' then 0 else 60 end,
          date_part('epoch', low) / 60, date_part('epoch', high) / 60)::internal.search_day;
      end if;
      day := day + 1;
      midnight := next_midnight;
    end loop;
  end loop;
  return found;
end $$;

-- The hits with the first starts (three, unless p_most says less) in the window of the first of their services that has any, and who performs
-- them ("Egal wer", rule 7), in no order; those without any are left out. p_languages: only employees who speak them all.
-- All is asked hit by hit, service by service, day by day, and of each employee piece by piece, and ends as soon as there is enough: most of
-- what could be read is not. Who can't be among the first three minutes of a day with one of the first three of their own, can't at all.
-- Days come in their order, because rows with ordinality do, and within a day the minutes as the innermost query sorts them: both limits
-- need it, and nothing is sorted for the outer one.
create function internal.hits_with_starts(
  hits internal.search_hit[], days internal.search_day[], at timestamptz, p_languages text[], p_most integer default 3)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  present constant integer := ceil(date_part('epoch', at) / 60);
  held_employees uuid[];
  held_times int4multirange[];
begin
  select * into held_employees, held_times
  -- From the day before, as whole days are compared, until the longest service that begins last is over, with its buffer.
  from internal.held_times_within(array(select hit.location_id from unnest(hits) as hit), at,
    (select min(day.low) - 1440 from unnest(days) day), (select max(day.high) + 1440 + 480 from unnest(days) day));

  return array(
    select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, hit.services,
      hit.distance_km, hit."key", hit.bound, best.service_id, best.starts, best.employees)::internal.search_hit
    from unnest(hits) as hit
    cross join lateral (
      select service.service_id, found.starts, found.employees
      from unnest(hit.services) with ordinality as service (
        service_id, before, after, gap_start, gap_minutes, resource_kind, employees, minutes, turn)
      cross join lateral (
        select array_agg("first".minute) as starts, array_agg("first".employee_id) as employees
        from (
          select start.minute, start.employee_id
          from (
            -- Resources are looked at only where somebody has time.
            select every.index, every.day, greatest(every.low, present + hit.notice_minutes) as low, every.high - 1 as high,
              case when service.resource_kind is not null and exists (
                  select from internal.free_days one where one.location_id = hit.location_id and one.day = every.day
                    and lower(one.free) < every.high and upper(one.free) > greatest(every.low, present + hit.notice_minutes))
                then (select found.spare from internal.resources(hit.location_id, service.resource_kind, every.low - service.before,
                  every.high + service.after + (select max(each)::integer from unnest(service.minutes) each),
                  (at, null, false, false, false)::internal.outlook) found) end as spare
            from unnest(days) with ordinality as every (zone, day, weekday, today, midnight, slack, low, high, index)
            where every.zone = hit.zone and every.day <= every.today + hit.horizon_days and every.high > present + hit.notice_minutes
            order by every.index
          ) day
          cross join lateral (
            select distinct on (run.minute) run.minute, row.employee_id
            from (
              -- A plain service begins wherever it fits into free time: its openings need not be made.
              select one.employee_id, one.turn, one.begins, one.work, one.booked,
                case when one.plain then one.free else (
                  select open from internal.openings(one.shift, one.free, service.before, one.minutes, service.after,
                    service.gap_start, service.gap_minutes, one.spare)) end as open,
                case when one.plain then service.before else 0 end as before,
                case when one.plain then one.minutes + service.after else 1 end as finish
              from (
                -- Where working time touches midnight, a visit may reach beyond it.
                select each.employee_id, each.turn, each.begins, each.work, service.minutes[each.turn] as minutes,
                  service.gap_start is null and service.resource_kind is null as plain,
                  case when service.resource_kind is not null then coalesce(day.spare, '{}') end as spare,
                  case when each.held is null then each.booked
                    else each.booked + internal.length_of(held_times[each.held] * int4multirange(int4range(each.begins, each.ends))) end as booked,
                  case when each.edge and service.gap_start is not null then internal.joined_work(each.employee_id, each.day)
                    else each.work end as shift,
                  case when each.edge then internal.joined_free(each.employee_id, each.day) - coalesce(held_times[each.held], '{}')
                    when each.held is not null then each.free - held_times[each.held]
                    else each.free end as free
                from (
                  select every.*, array_position(service.employees, every.employee_id) as turn,
                    array_position(held_employees, every.employee_id) as held,
                    lower(every.work) = every.begins or upper(every.work) = every.ends as edge
                  from internal.free_days every
                  where every.location_id = hit.location_id and every.day = day.day and every.employee_id = any(service.employees)
                    -- Who has nothing free from then on needs no further look.
                    and upper(every.free) > day.low
                  offset 0) each
                where p_languages is null or internal.speaks(each.employee_id, hit.location_id, p_languages)
                offset 0) one
              offset 0
            ) row
            cross join lateral (
              select generate_series(span.first, span.last, hit.grid_minutes) as minute
              from internal.runs(row.open, row.before, row.finish, row.work, row.begins, hit.grid_minutes::integer, day.low, day.high) span
              limit p_most
            ) run
            order by run.minute, row.booked, row.turn
            limit p_most
          ) start
          order by day.index
          limit p_most
        ) "first"
        having count(*) > 0
      ) found
      order by service.turn limit 1
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

revoke execute on function internal.search_days, internal.speaks, internal.hits_with_starts from public;
