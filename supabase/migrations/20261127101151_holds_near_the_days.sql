set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.held_times_within(locations uuid[], at timestamp with time zone, p_from integer, p_to integer, OUT employees uuid[], OUT times int4multirange[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  select array_agg(held.subject), array_agg(held.minutes) into employees, times
  from (
    select taken.subject, range_agg(taken.minutes) as minutes
    from public.holds hold join public.occupancies taken on taken.source = hold.id
    where hold.location_id = any(locations) and hold.ended_at is null and internal.is_live(hold.expires_at, at)
      and hold.starts_at < to_timestamp((p_to + 480) * 60::float8) and hold.ends_at > to_timestamp((p_from - 480) * 60::float8)
    group by taken.subject) held;
end $function$;

CREATE OR REPLACE FUNCTION internal.hits_with_starts(hits internal.search_hit[], days internal.search_day[], at timestamp with time zone, p_languages text[], p_most integer DEFAULT 3)
 RETURNS internal.search_hit[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "internal"."held_times_within"(uuid[], timestamp with time zone, integer, integer) FROM PUBLIC;
