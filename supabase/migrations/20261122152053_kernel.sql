set local check_function_bodies = off;

DROP FUNCTION "internal"."booked_minutes"(tstzmultirange, timestamp with time zone[]);

DROP FUNCTION "internal"."busy_times"(uuid[], timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid);

DROP FUNCTION "internal"."chosen_offer"(internal.line_offer[], integer, integer, timestamp with time zone, timestamp with time zone[], integer, integer);

DROP FUNCTION "internal"."computed_starts"(uuid, uuid[], uuid, date, date, timestamp with time zone);

DROP FUNCTION "internal"."first_free"(tstzmultirange[], tstzmultirange);

DROP FUNCTION "internal"."fitting"(tstzmultirange, integer, integer);

DROP FUNCTION "internal"."free_resources"(uuid, text, tstzrange, timestamp with time zone, uuid);

DROP FUNCTION "internal"."fresh_days"(uuid[], uuid, text, date, date);

DROP FUNCTION "internal"."grid_runs"(internal.line_offer, timestamp with time zone[], integer, timestamp with time zone, timestamp with time zone);

DROP FUNCTION "internal"."indexed_runs"(uuid, date, date, integer, integer, integer, integer, int4multirange);

DROP FUNCTION "internal"."least_booked"(uuid, timestamp with time zone, timestamp with time zone);

DROP FUNCTION "internal"."line_offers"(uuid, uuid[], uuid, text, date, timestamp with time zone[], timestamp with time zone, uuid, boolean);

DROP FUNCTION "internal"."line_starts"(internal.line_offer);

DROP FUNCTION "internal"."moved"(tstzmultirange, integer);

DROP FUNCTION "internal"."occupied_by"(internal.line_offer, timestamp with time zone);

DROP FUNCTION "internal"."on_grid"(tstzmultirange, timestamp with time zone, timestamp with time zone, integer);

DROP FUNCTION "internal"."plan_visit"(uuid, uuid[], uuid, timestamp with time zone, timestamp with time zone, uuid, boolean);

DROP FUNCTION "internal"."resources_taken"(uuid, uuid[], timestamp with time zone, timestamp with time zone, uuid);

DROP FUNCTION "internal"."starts_with_anyone"(internal.line_offer[], integer, timestamp with time zone[], integer, timestamp with time zone, timestamp with time zone);

DROP FUNCTION "internal"."with_starts"(internal.line_offer[], integer);

DROP FUNCTION "internal"."offered_lines"(uuid, uuid[], uuid, boolean);

-- Its attributes have an order that altering could not give them.
DROP TYPE "internal"."line_offer";

CREATE TYPE "internal"."line_offer" AS ("line" integer, "turn" integer, "employee_id" uuid, "service_id" uuid, "service_name" text, "price_cents" integer, "minutes" integer, "before" integer, "after" integer, "gap_start" integer, "gap_minutes" integer, "alone" boolean, "visit_minutes" integer, "resource_kind" text, "resources" uuid[], "spare" int4multirange[], "work" int4multirange, "free" int4multirange, "starts" int4multirange);

ALTER TYPE "internal"."quick_plan" DROP ATTRIBUTE "anyone" CASCADE;

ALTER TYPE "internal"."quick_plan" DROP ATTRIBUTE "free" CASCADE;

ALTER TYPE "internal"."quick_plan" DROP ATTRIBUTE "gap_begins" CASCADE;

ALTER TYPE "internal"."quick_plan" DROP ATTRIBUTE "gap_ends" CASCADE;

CREATE TYPE "internal"."employee_day" AS ("turn" integer, "day" date, "begins" integer, "ends" integer, "booked" integer, "work" int4multirange);

CREATE TYPE "internal"."outlook" AS ("at" timestamp with time zone, "ignored" uuid, "by_hand" boolean, "unbooked" boolean, "fresh" boolean);

CREATE OR REPLACE FUNCTION internal.busy(minute integer, before integer, minutes integer, after integer, gap_start integer, gap_minutes integer)
 RETURNS int4multirange
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (int4multirange(int4range((minute - before), ((minute + minutes) + after))) - CASE WHEN (gap_start IS NULL) THEN '{}'::int4multirange ELSE int4multirange(int4range((minute + gap_start), ((minute + gap_start) + gap_minutes))) END);

CREATE OR REPLACE FUNCTION internal.computed_starts(p_location uuid, p_services uuid[], p_employee uuid, p_from date, p_to date, at timestamp with time zone, p_fresh boolean DEFAULT false)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  lines constant integer := cardinality(p_services);
  place public.locations := internal.bookable_location(p_location);
  today date := (at at time zone place.time_zone)::date;
  first_date date := greatest(p_from, today);
  last_date date := least(p_to, today + place.horizon_days, first_date + 61);
  earliest integer := ceil(date_part('epoch', at + make_interval(mins => place.notice_minutes)) / 60);
  grid integer := place.grid_minutes;
  found record;
  turns integer;
begin
  if place.id is null or last_date < first_date or lines not between 1 and 10 then return; end if;
  select * into found from internal.offers(p_location, p_services, p_employee, place.time_zone, first_date, last_date,
    (at, null, false, false, p_fresh)::internal.outlook);
  if cardinality(found.offers) = 0 then return; end if;
  turns := (select max(turn) + 1 from unnest(found.offers));
  return query
  -- Rule 7 line by line: one number for booked time, then turn, whose minimum is the one chosen.
  with recursive person as materialized (
    select offer.line, offer.turn, offer.employee_id, offer.minutes, offer.alone, offer.starts,
      array(select day.booked from unnest(found.days) day where day.turn = offer.turn order by day.day) as booked
    from unnest(found.offers) offer
  ), first_line as (
    select start, day.day, min(day.booked * turns + person.turn) % turns as turn
    from person join unnest(found.days) day on day.turn = person.turn
    cross join lateral internal.runs(person.starts * int4multirange(int4range(day.begins, day.ends)), 0, 1, day.work, day.begins, grid,
      greatest(day.begins, earliest), day.ends - 1) run
    cross join generate_series(run.first, run.last, grid) start
    where person.line = 1
    group by start, day.day
  ), visit as (
    select first_line.start, first_line.day, 1 as line, first_line.start + person.minutes as finish, array[person.employee_id] as people,
      case when person.alone then person.turn end as alone
    from first_line join person on person.line = 1 and person.turn = first_line.turn
    union all
    select visit.start, visit.day, visit.line + 1, visit.finish + next.minutes, visit.people || next.employee_id, visit.alone
    from visit
    cross join lateral (
      select person.employee_id, person.minutes from person
      where person.line = visit.line + 1 and case when visit.alone is null then person.starts @> visit.finish else person.turn = visit.alone end
      order by person.booked[visit.day - first_date + 1], person.turn limit 1) next
    where visit.line < lines
  )
  select internal.instant(visit.start), internal.instant(visit.finish), visit.people from visit where visit.line = lines order by visit.start;
end $function$;

CREATE OR REPLACE FUNCTION internal.days(p_location uuid, p_employees uuid[], p_zone text, p_first date, p_last date, outlook internal.outlook)
 RETURNS TABLE(turn integer, day date, begins integer, ends integer, booked integer, work int4multirange, free int4multirange)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET search_path TO ''
AS $function$
declare
  held_employees uuid[];
  held_times int4multirange[];
begin
  if outlook.ignored is null and not (coalesce(outlook.by_hand, false) or coalesce(outlook.fresh, false))
    and internal.is_indexed(p_employees, p_first, p_last) then
    select * into held_employees, held_times from internal.held_times(array[p_location], outlook.at);
    return query
    select known.turn, known.day, known.begins, known.ends, known.booked,
      case when lower(known.work) = known.begins or upper(known.work) = known.ends
        then internal.joined_work(p_employees[known.turn], known.day) else known.work end, known.free
    from internal.indexed_days(p_employees, p_first, p_last, held_employees, held_times) known;
    return;
  end if;
  return query
  select array_position(p_employees, row.employee_id), row.day, row.begins, row.ends, row.booked, row.around_work, row.around_free
  from (
    select fresh.*, range_agg(fresh.work) over around as around_work, range_agg(fresh.free) over around as around_free
    from internal.fresh_days(p_employees, p_location, p_zone, p_first - 1, p_last + 2, outlook) fresh
    window around as (partition by fresh.employee_id order by fresh.day rows between 1 preceding and 2 following)) row
  where row.day between p_first and p_last;
end $function$;

CREATE OR REPLACE FUNCTION internal.fitting(pieces int4multirange, before integer, finish integer)
 RETURNS TABLE(fits int4multirange)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
 SELECT COALESCE(range_agg(int4range((lower(piece.piece) + fitting.before), (upper(piece.piece) - fitting.finish), '[]'::text)), '{}'::int4multirange) AS "coalesce"
    FROM unnest(fitting.pieces) piece(piece)
   WHERE ((lower(piece.piece) + fitting.before) <= (upper(piece.piece) - fitting.finish));
END;

CREATE OR REPLACE FUNCTION internal.fresh_days(p_employees uuid[], p_location uuid, p_zone text, p_first date, p_last date, outlook internal.outlook DEFAULT NULL::internal.outlook)
 RETURNS SETOF internal.free_days
 LANGUAGE plpgsql
 STABLE ROWS 70
 SET search_path TO ''
AS $function$
declare
  -- A shift that reaches into the first day began the day before.
  midnights constant timestamptz[] := internal.midnights(p_zone, p_first - 1, p_last + 1);
  minutes constant integer[] := internal.minutes(midnights);
  always constant boolean := coalesce(outlook.by_hand, false);
begin
  -- Pieces are cut at the midnights one by one, which costs far less than the part of each day of all of them.
  return query
  with piece as materialized (
    select person.id as employee_id, true as works, minutes[1] as begins, minutes[cardinality(minutes)] as ends
    from unnest(p_employees) person (id) where always
    union all
    select found.employee_id, true, internal.minute(lower(part)), ceil(date_part('epoch', upper(part)) / 60)::integer
    from internal.working_times(p_employees, p_location, p_zone, p_first - 1, midnights) found cross join unnest(found.working) part
    where not always
    union all
    select line.employee_id, false, internal.minute(lower(part)), ceil(date_part('epoch', upper(part)) / 60)::integer
    from public.appointment_lines line cross join unnest(line.occupied) part
    where line.employee_id = any(p_employees) and internal.is_live(line.hold_expires_at, outlook.at)
      and line.appointment_id is distinct from outlook.ignored
      and line.starts_at > midnights[2] - interval '48 hours'
      and line.starts_at < midnights[cardinality(midnights)] + interval '8 hours'
  ), today as (
    select piece.employee_id, day.index, range_agg(span.minutes) filter (where piece.works) as work,
      range_agg(span.minutes) filter (where not piece.works) as busy
    from piece
    cross join generate_series(greatest(width_bucket(piece.begins, minutes), 2),
      least(width_bucket(piece.ends - 1, minutes), cardinality(minutes) - 1)) as day (index)
    cross join lateral (
      select int4range(greatest(piece.begins, minutes[day.index]), least(piece.ends, minutes[day.index + 1])) as minutes) span
    group by piece.employee_id, day.index
  )
  select person.id, p_location, p_first + (day.index - 2), minutes[day.index], minutes[day.index + 1],
    case when today.busy is null then 0 else (select sum(upper(p) - lower(p))::integer from unnest(today.busy) p) end,
    coalesce(today.work, '{}'), coalesce(today.work - coalesce(today.busy, '{}'), '{}')
  from unnest(p_employees) as person (id)
  cross join generate_series(2, cardinality(minutes) - 1) as day (index)
  left join today on today.employee_id = person.id and today.index = day.index
  order by day.index, person.id;
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
  from internal.held_times(array(select hit.location_id from unnest(hits) as hit), at);

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
                then internal.spare_resources(hit.location_id, service.resource_kind, every.low - service.before,
                  every.high + service.after + (select max(each)::integer from unnest(service.minutes) each), at) end as spare
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

CREATE OR REPLACE FUNCTION internal.hold_visit(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_secret_hash text, p_idempotency_key uuid, p_source text, p_replace uuid, present timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  caller constant uuid := internal.person();
  secret constant bytea := decode(p_secret_hash, 'hex');
  quickly constant boolean := cardinality(p_services) = 1 and p_idempotency_key is null;
  locked text;
  known public.appointments;
  quick internal.quick_plan;
  place public.locations;
  planned internal.planned_line[];
  visitor internal.visitor;
  refused jsonb;
  held jsonb;
begin
  if quickly and p_replace is null then
    quick := internal.plan_one(p_location, p_services[1], p_employee, p_starts_at, present);
    if quick.taken then return internal.refusal('slot_taken'); end if;
  end if;
  -- The lock of the caller's holds: one call at a time makes a retry see the first try, and keeps the limit.
  -- A hold lives for minutes and its loss in a crash of the machine costs nobody a booking: nobody waits for the disk. Whatever is
  -- confirmed later is written after it and waited for.
  locked := concat(pg_advisory_xact_lock(hashtextextended(coalesce(caller::text, p_secret_hash), 42)),
    case when pg_current_xact_id_if_assigned() is null then set_config('synchronous_commit', 'off', true) end);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if not (coalesce(known.user_id = caller, false) or exists (
        select from public.appointment_links where secret_hash = secret and appointment_id = known.id)) then
        perform internal.fail('key_used');
      end if;
      return internal.visit_json(known.id);
    end if;
  end if;

  if caller is not null or p_replace is not null then
    if internal.live_holds(caller, secret, p_replace, present) >= (case internal.hold_share(caller) when 2 then 12 else 3 end) then
      perform internal.fail('too_many_holds');
    end if;
  end if;
  if p_replace is not null then
    perform internal.replace_hold(p_replace, p_location, secret);
  elsif cardinality(p_services) > 1 then
    perform internal.lock_location(p_location, true);
  else
    -- internal.lock_location, as an expression.
    locked := pg_advisory_xact_lock_shared(hashtextextended(p_location::text, 43));
  end if;
  if quickly and p_replace is not null then
    quick := internal.plan_one(p_location, p_services[1], p_employee, p_starts_at, present);
    if quick.taken then perform internal.fail('slot_taken'); end if;
  end if;
  visitor := internal.visitor();
  if quick.bookable then
    refused := internal.refuse_hold(visitor, caller, quick.employee_id, quick.day,
      (extract(epoch from quick.ends_at - p_starts_at) / 60)::integer, present);
    if refused is not null then return refused; end if;
    held := internal.hold_one(quick, p_location, p_services[1], p_starts_at, secret, p_source, caller, present,
      caller is not null or p_replace is not null, visitor, p_employee is not null);
    if held is not null then return held; end if;
  end if;
  if caller is null and p_replace is null then
    if internal.live_holds(caller, secret, null, present) >= 3 then perform internal.fail('too_many_holds'); end if;
  end if;

  select location.* into place
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = p_location and location.state = 'published' and company.state = 'active';
  -- Each lost round means that someone else has won an employee; more rounds than employees are never needed.
  for round in 1..30 loop
    planned := array(select plan from internal.plan_visit(p_location, p_services, p_employee, p_starts_at, present) plan where place.id is not null);
    if cardinality(planned) = 0 then
      if round > 1 or quick.bookable then perform internal.fail('slot_taken'); end if;
      perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present);
    end if;
    refused := internal.refuse_hold_of(visitor, caller, planned, place.time_zone, present);
    if refused is not null then return refused; end if;
    held := internal.hold_lines(place, planned, secret, p_idempotency_key, p_source, caller, present, visitor, p_employee is not null);
    if held is not null then return held; end if;
    -- Either an expired hold stands there, or someone was quicker.
    if not internal.release_expired(array(select employee_id from unnest(planned)), internal.resources_of(planned),
      internal.period_of(planned), present, round = 1) then exit; end if;
  end loop;
  perform internal.fail('slot_taken');
end $function$;

CREATE OR REPLACE FUNCTION internal.indexed_days(p_employees uuid[], p_first date, p_last date, held_employees uuid[], held_times int4multirange[])
 RETURNS TABLE(turn integer, day date, begins integer, ends integer, booked integer, work int4multirange, free int4multirange)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 100
BEGIN ATOMIC
 SELECT (person.turn)::integer AS turn,
     "row".day,
     "row".begins,
     "row".ends,
         CASE
             WHEN (person.held IS NULL) THEN "row".booked
             ELSE ("row".booked + internal.length_of((person.held * int4multirange(int4range("row".begins, "row".ends)))))
         END AS "case",
     "row".work,
         CASE
             WHEN ((lower("row".free) = "row".begins) OR (upper("row".free) = "row".ends)) THEN (internal.joined_free(person.id, "row".day) - COALESCE(person.held, '{}'::int4multirange))
             WHEN (person.held IS NOT NULL) THEN ("row".free - person.held)
             ELSE "row".free
         END AS free
    FROM (( SELECT each.id,
             each.turn,
             (indexed_days.held_times)[array_position(indexed_days.held_employees, each.id)] AS held
            FROM unnest(indexed_days.p_employees) WITH ORDINALITY each(id, turn)
          OFFSET 0) person
      JOIN internal.free_days "row" ON ((("row".employee_id = person.id) AND (("row".day >= indexed_days.p_first) AND ("row".day <= indexed_days.p_last)))));
END;

CREATE OR REPLACE FUNCTION internal.indexed_starts(p_location uuid, wish internal.indexed_wish, at timestamp with time zone)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  earliest constant integer := ceil(date_part('epoch', wish.earliest) / 60);
  turns constant integer := cardinality(wish.employees);
  held_employees uuid[];
  held_times int4multirange[];
begin
  select * into held_employees, held_times from internal.held_times(array[p_location], at);
  if turns = 1 then
    -- Days come in their order, and so do the starts in them: nothing is grouped or sorted.
    return query
    select internal.instant(start), internal.instant(start + wish.minutes[1]), wish.employees
    from (
      select run.first, run.last
      from (select * from internal.indexed_days(wish.employees, wish.first_day, wish.last_day, held_employees, held_times) offset 0) day
      cross join lateral internal.runs(day.free, wish.before, wish.minutes[1] + wish.after, day.work, day.begins, wish.grid,
        greatest(day.begins, earliest), day.ends - 1) run
      order by run.first offset 0) run
    cross join generate_series(run.first, run.last, wish.grid) start;
    return;
  end if;
  -- Rule 7: one number for booked time, then turn, whose minimum is the one chosen.
  return query
  select internal.instant(best.start), internal.instant(best.start + wish.minutes[best.turn]), wish.employees[best.turn : best.turn]
  from (
    select start, min(day.booked * turns + day.turn - 1) % turns + 1 as turn
    from (select * from internal.indexed_days(wish.employees, wish.first_day, wish.last_day, held_employees, held_times) offset 0) day
    cross join lateral internal.runs(day.free, wish.before, wish.minutes[day.turn] + wish.after, day.work, day.begins, wish.grid,
      greatest(day.begins, earliest), day.ends - 1) run
    cross join generate_series(run.first, run.last, wish.grid) start
    group by start) best
  order by best.start;
end $function$;

CREATE OR REPLACE FUNCTION internal.instant(minute integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_timestamp(((minute)::double precision * (60)::double precision));

CREATE OR REPLACE FUNCTION internal.instants(minutes int4multirange)
 RETURNS tstzmultirange
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  return coalesce((select range_agg(tstzrange(internal.instant(lower(piece)), internal.instant(upper(piece)))) from unnest(minutes) piece), '{}');
end $function$;

CREATE OR REPLACE FUNCTION internal.is_indexed(p_employees uuid[], p_first date, p_last date)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select count(*) = cardinality(p_employees) from internal.calendars calendar
    where calendar.employee_id = any(p_employees) and calendar.until >= p_last + 2 and exists (
      select from internal.free_days row where row.employee_id = calendar.employee_id and row.day = p_first - 1));
end $function$;

CREATE OR REPLACE FUNCTION internal.is_live(expires_at timestamp with time zone, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((expires_at IS NULL) OR (expires_at > at));

CREATE OR REPLACE FUNCTION internal.minute(at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (floor((date_part('epoch'::text, at) / (60)::double precision)))::integer;

CREATE OR REPLACE FUNCTION internal.moved(minutes int4multirange, by integer)
 RETURNS int4multirange
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  return coalesce((select range_agg(int4range(lower(piece) + by, upper(piece) + by)) from unnest(minutes) piece), '{}');
end $function$;

CREATE OR REPLACE FUNCTION internal.offered_lines(location uuid, services uuid[], employee uuid, by_hand boolean)
 RETURNS SETOF internal.line_offer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select offer.line, offer.turn, offer.employee_id, offer.service_id, offer.service_name, offer.price_cents,
    offer.minutes, offer.before, offer.after, offer.gap_start, offer.gap_minutes,
    offer.lines = cardinality(services), null::integer, offer.resource_kind, null::uuid[], null::int4multirange[], null::int4multirange,
    null::int4multirange, null::int4multirange
  from (
    select every.*, max(every.lines) over () as most_lines
    from (
      select wish.line::integer, dense_rank() over (order by person.position, person.id)::integer as turn,
        person.id as employee_id, service.id as service_id, service.name as service_name,
        coalesce(own.price_cents, service.price_cents) as price_cents,
        coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)::integer as minutes,
        service.buffer_before_minutes::integer as before, service.buffer_after_minutes::integer as after,
        service.resource_kind, service.processing_start::integer as gap_start, service.processing_minutes::integer as gap_minutes,
        count(*) over (partition by person.id) as lines
      from unnest(services) with ordinality as wish (service_id, line)
      join public.services service on service.id = wish.service_id and service.location_id = location
      join public.employee_services own on own.service_id = service.id
      join public.employees person on person.id = own.employee_id
      where person.active and (service.active or by_hand) and (employee is null or person.id = employee)
    ) every
  ) offer
  where offer.lines = cardinality(services) or (employee is null and offer.most_lines < cardinality(services))
  order by offer.line desc, offer.turn;
end $function$;

CREATE OR REPLACE FUNCTION internal.offers(p_location uuid, p_services uuid[], p_employee uuid, p_zone text, p_first date, p_last date, outlook internal.outlook, OUT offers internal.line_offer[], OUT days internal.employee_day[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  lines constant integer := cardinality(p_services);
  offer internal.line_offer;
  found internal.line_offer[] := '{}';
  employees uuid[] := '{}';
  works int4multirange[];
  frees int4multirange[];
  first integer;
  final integer;
  line integer := lines + 1;
  -- When the later lines can begin: with anyone, and with the employee of each turn alone.
  rest int4multirange;
  rest_alone int4multirange[] := '{}';
  minutes_alone integer[] := '{}';
  anyone int4multirange := '{}';
begin
  offers := '{}';
  for offer in select * from internal.offered_lines(p_location, p_services, p_employee, coalesce(outlook.by_hand, false)) loop
    if offer.line < line - 1 then return; end if;
    line := offer.line;
    employees[offer.turn] := offer.employee_id;
    found := found || offer;
  end loop;
  if line > 1 then return; end if;
  -- Turns without those of employees who dropped out.
  employees := array(select id from unnest(employees) id where id is not null);

  with row as materialized (
    select * from internal.days(p_location, employees, p_zone, p_first - 1, p_last + 1 + lines, outlook)
  ), person as (
    select row.turn, range_agg(row.work) as work, range_agg(row.free) as free from row group by row.turn
  )
  select (select array_agg(person.work order by person.turn) from person), (select array_agg(person.free order by person.turn) from person),
    (select array_agg((row.turn, row.day, row.begins, row.ends, row.booked, row.work)::internal.employee_day order by row.day, row.turn)
      from row where row.day between p_first and p_last),
    (select min(row.begins) from row), (select max(row.ends) from row)
  into works, frees, days, first, final;

  line := lines;
  foreach offer in array found loop
    if offer.line < line then
      line := offer.line;
      rest := anyone;
      anyone := '{}';
    end if;
    offer.turn := array_position(employees, offer.employee_id);
    offer.work := coalesce(works[offer.turn], '{}');
    offer.free := case when outlook.unbooked then offer.work else coalesce(frees[offer.turn], '{}') end;
    if offer.resource_kind is not null then
      select ids, spare into offer.resources, offer.spare
      from internal.resources(p_location, offer.resource_kind, first, final, outlook);
    end if;
    offer.starts := (select open from internal.openings(
      offer.work, offer.free, offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes, offer.spare));
    if line < lines then
      offer.starts := offer.starts * internal.moved(case when offer.alone then rest_alone[offer.turn] else rest end, -offer.minutes);
    end if;
    offer.visit_minutes := offer.minutes + coalesce(minutes_alone[offer.turn], 0);
    minutes_alone[offer.turn] := offer.visit_minutes;
    rest_alone[offer.turn] := offer.starts;
    anyone := anyone + offer.starts;
    offers := offers || offer;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.openings(work int4multirange, free int4multirange, before integer, minutes integer, after integer, gap_start integer, gap_minutes integer, spare int4multirange[])
 RETURNS TABLE(open int4multirange)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
 SELECT (
         CASE
             WHEN (gap_start IS NULL) THEN ( SELECT fitting.fits
                FROM internal.fitting(openings.free, openings.before, (openings.minutes + openings.after)) fitting(fits))
             ELSE ( SELECT ((hours.fits * begins.fits) * ends.fits)
                FROM internal.fitting(openings.work, openings.before, (openings.minutes + openings.after)) hours(fits),
                 internal.fitting(openings.free, openings.before, openings.gap_start) begins(fits),
                 internal.fitting(openings.free, (- (openings.gap_start + openings.gap_minutes)), (openings.minutes + openings.after)) ends(fits))
         END *
         CASE
             WHEN (spare IS NULL) THEN '{(,)}'::int4multirange
             ELSE ( SELECT COALESCE(range_agg(one.fits), '{}'::int4multirange) AS "coalesce"
                FROM (unnest(openings.spare) resource(times)
                  CROSS JOIN LATERAL internal.fitting(resource.times, openings.before, (openings.minutes + openings.after)) one(fits)))
         END);
END;

CREATE OR REPLACE FUNCTION internal.place_lines(p_appointment uuid, p_services uuid[], p_employee uuid, p_starts_at timestamp with time zone, p_present timestamp with time zone, p_free_choice boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  place uuid;
  agreed integer[];
  planned internal.planned_line[];
  placed integer;
begin
  select location_id into place from public.appointments where id = p_appointment;
  agreed := array(select price_cents from public.appointment_lines where appointment_id = p_appointment order by "position");
  planned := array(select plan
    from internal.plan_visit(place, p_services, p_employee, p_starts_at, p_present, p_appointment, p_free_choice) plan);
  if cardinality(planned) = 0 then return false; end if;
  delete from public.appointment_lines where appointment_id = p_appointment;
  if not internal.release_expired(array(select employee_id from unnest(planned)), internal.resources_of(planned),
    internal.period_of(planned), p_present, false) then
    perform internal.fail('slot_taken');
  end if;
  insert into public.appointment_lines
    (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, occupied)
  select p_appointment, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    coalesce(agreed[line."position"], line.price_cents), line.occupied
  from unnest(planned) line order by line.employee_id, line.starts_at
  on conflict on constraint appointment_lines_no_overlap do nothing;
  get diagnostics placed = row_count;
  if placed < cardinality(planned) or not internal.reserve(p_appointment, planned) then perform internal.fail('slot_taken'); end if;
  update public.appointments appointment
  set starts_at = sums.starts_at, ends_at = sums.ends_at, total_cents = sums.total
  from (select min(starts_at) as starts_at, max(ends_at) as ends_at, sum(price_cents) as total
    from public.appointment_lines where appointment_id = p_appointment) sums
  where appointment.id = p_appointment;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_one(p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamp with time zone, p_present timestamp with time zone)
 RETURNS internal.quick_plan
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wanted constant integer := internal.minute(p_starts_at);
  held_employees uuid[];
  held_times int4multirange[];
  plan internal.quick_plan;
begin
  select * into held_employees, held_times from internal.held_times(array[p_location], p_present);
  -- One statement: starting one costs PostgreSQL more than reading rows.
  select person.fits and not person.held, person.fits_unbooked and (person.held or not person.fits),
    person.company_id, person.hold_minutes, person.cancellation_hours, person.id, person.service_name,
    p_starts_at + person.minutes * interval '1 minute', person.price,
    case when person.gap_start is null then tstzmultirange(tstzrange(internal.instant(person.low), internal.instant(person.high)))
      else internal.instants(person.busy) end, person.date
  into plan
  from (
    select visit.*, day.booked + case when visit.hold is null then 0
        else internal.length_of(visit.hold * int4multirange(int4range(day.begins, day.ends))) end as booked,
      coalesce(visit.hold && visit.busy, false) as held,
      case when visit.resource_kind is null and day.begins <= visit.low and visit.high <= day.ends then
        visit.may and exists (
          select from internal.runs(
            case when visit.gap_start is null then day.free else (
              select open from internal.openings(
                day.work, day.free, visit.before, visit.minutes, visit.after, visit.gap_start, visit.gap_minutes, null)) end,
            case when visit.gap_start is null then wanted - visit.low else 0 end,
            case when visit.gap_start is null then visit.high - wanted else 1 end,
            day.work, day.begins, visit.grid_minutes, wanted, wanted) run
          where run.first = wanted) end as fits,
      visit.may and exists (
        select from internal.runs(
          day.work, wanted - visit.low, visit.high - wanted, day.work, day.begins, visit.grid_minutes, wanted, wanted) run
        where run.first = wanted) as fits_unbooked
    from (
      select service.company_id, service.hold_minutes, service.cancellation_hours, service.service_name, service.grid_minutes,
        service.resource_kind, service.gap_start, service.gap_minutes, service.before, service.after, each.id, each.minutes, each.price,
        each.turn, wanted - service.before as low, wanted + each.minutes + service.after as high,
        (p_starts_at at time zone service.zone)::date as date,
        date_trunc('minute', p_starts_at) = p_starts_at and p_starts_at >= p_present + service.notice_minutes * interval '1 minute'
          and (p_starts_at at time zone service.zone)::date <= (p_present at time zone service.zone)::date + service.horizon_days as may,
        held_times[array_position(held_employees, each.id)] as hold,
        internal.busy(wanted, service.before, each.minutes, service.after, service.gap_start, service.gap_minutes) as busy
      from internal.listing_services service
      cross join lateral unnest(service.employees, service.minutes, service.prices) with ordinality each (id, minutes, price, turn)
      where service.service_id = p_service and service.location_id = p_location and (p_employee is null or each.id = p_employee)
      offset 0) visit
    left join internal.free_days day on day.employee_id = visit.id and day.day = visit.date
    offset 0) person
  -- Whoever's day is not known decides; then who can, by rule 7.
  order by person.fits is null desc, (person.fits and not person.held) desc, person.booked, person.turn
  limit 1;
  return plan;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_visit(p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamp with time zone, p_now timestamp with time zone, p_ignore_appointment uuid DEFAULT NULL::uuid, p_free_choice boolean DEFAULT false, p_unbooked boolean DEFAULT false)
 RETURNS SETOF internal.planned_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  place public.locations := internal.bookable_location(p_location);
  start_date date := (internal.reckonable(p_starts_at) at time zone place.time_zone)::date;
  minute integer := internal.minute(internal.reckonable(p_starts_at));
  found record;
  offer internal.line_offer;
  settled integer;
  -- What the lines so far occupy of the employee of each turn.
  taken int4multirange[] := '{}';
  occupied int4multirange;
  -- What the lines so far reserve of which resource.
  keepers uuid[] := '{}';
  kept int4multirange[] := '{}';
  whole int4multirange;
  resource uuid;
  reserved int4multirange;
begin
  if place.id is null or p_starts_at <> date_trunc('minute', internal.reckonable(p_starts_at)) then return; end if;
  if not p_free_choice and (p_starts_at < p_now + make_interval(mins => place.notice_minutes)
    or start_date > (p_now at time zone place.time_zone)::date + place.horizon_days) then return; end if;

  select * into found from internal.offers(p_location, p_services, p_employee, place.time_zone, start_date, start_date,
    (p_now, p_ignore_appointment, p_free_choice, p_unbooked, false)::internal.outlook);
  for step in 1 .. cardinality(p_services) loop
    -- Rule 7. Who performs the whole visit is settled by the first line.
    select each.* into offer
    from unnest(found.offers) each join unnest(found.days) day on day.turn = each.turn
    where each.line = step and (settled is null or each.turn = settled) and case
      when step > 1 or p_free_choice then each.starts @> minute
      else exists (select from internal.runs(each.starts, 0, 1, day.work, day.begins, place.grid_minutes::integer, minute, minute) run
        where run.first = minute) end
    order by day.booked, each.turn limit 1;
    if offer.line is null then return; end if;
    settled := case when offer.alone then offer.turn end;
    occupied := internal.busy(minute, offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes)
      - coalesce(taken[offer.turn], '{}');
    taken[offer.turn] := coalesce(taken[offer.turn], '{}') + occupied;
    resource := null;
    reserved := null;
    if offer.resource_kind is not null then
      whole := int4multirange(int4range(minute - offer.before, minute + offer.minutes + offer.after));
      resource := (select one.id from unnest(offer.resources, offer.spare) with ordinality one (id, times, turn)
        where one.times @> whole order by one.turn limit 1);
      reserved := whole - coalesce((
        select range_agg(own.earlier) from unnest(keepers, kept) as own (id, earlier) where own.id = resource), '{}');
      keepers := keepers || resource;
      kept := kept || whole;
    end if;
    return next (step, offer.service_id, offer.employee_id, offer.service_name, internal.instant(minute),
      internal.instant(minute + offer.minutes), offer.price_cents, internal.instants(occupied), resource,
      internal.instants(reserved))::internal.planned_line;
    minute := minute + offer.minutes;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.read_indexed_wish(p_location uuid, p_service uuid, p_employee uuid, p_from date, p_to date, at timestamp with time zone)
 RETURNS internal.indexed_wish
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  service record;
  wish internal.indexed_wish;
  today date;
  turn integer;
begin
  select kept.* into service from internal.listing_services kept
  where kept.service_id = p_service and kept.location_id = p_location and kept.gap_start is null and kept.resource_kind is null;
  if service.service_id is null then return null; end if;
  today := (at at time zone service.zone)::date;
  wish := (service.employees, service.minutes, service.before, service.after, service.grid_minutes, greatest(p_from, today), null,
    at + make_interval(mins => service.notice_minutes));
  wish.last_day := least(p_to, today + service.horizon_days, wish.first_day + 61);
  if p_employee is not null then
    turn := coalesce(array_position(service.employees, p_employee), 0);
    wish.employees := service.employees[turn : turn];
    wish.minutes := service.minutes[turn : turn];
  end if;
  return case when internal.is_indexed(wish.employees, wish.first_day, wish.last_day) then wish end;
end $function$;

CREATE OR REPLACE FUNCTION internal.reasons_against(question internal.start_question, place public.locations)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  closings record;
  found jsonb[];
  last_date constant date := (question.asked_at at time zone question.zone)::date + place.horizon_days;
  earliest constant timestamptz := question.asked_at + make_interval(mins => place.notice_minutes);
  short constant tstzmultirange := question.buffered - question.working;
  start constant integer := internal.minute(question.starts_at);
begin
  closings := internal.closings_in_the_way(question, place.id);
  found := array_remove(closings.reasons || internal.missing_hours(question, closings.closed), null)
    || array(select internal.bookings_in_the_way(question, question.serving, false, 'busy'))
    || array(
      select beside from internal.bookings_in_the_way(question, question.occupied, false, 'buffer') as beside
      where beside - 'reason' <> all (array(
        select busy - 'reason' from internal.bookings_in_the_way(question, question.serving, false, 'busy') as busy)));
  if isempty(question.served - question.working) and not isempty(short) then
    found := found || jsonb_build_object('reason', 'buffer', 'from', internal.iso(lower(short)), 'to', internal.iso(upper(short)));
  end if;
  found := found || array(select internal.bookings_in_the_way(question, question.occupied, true, 'held'))
    || array(select internal.resources_in_the_way(question));
  if question.starts_at < earliest then
    found := found || jsonb_build_object('reason', 'notice', 'earliest', internal.iso(earliest));
  end if;
  if (question.starts_at at time zone question.zone)::date > last_date then
    found := found || jsonb_build_object('reason', 'horizon', 'last_day', last_date);
  end if;
  if question.working @> question.starts_at and not exists (
    select from internal.runs(internal.minute_ranges(question.working), 0, 1, internal.minute_ranges(question.working),
      internal.minute(question.midnights[3]), place.grid_minutes::integer, start, start) run where run.first = start) then
    found := found || jsonb_build_object('reason', 'off_grid', 'grid_minutes', place.grid_minutes);
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.refuse_start(p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamp with time zone, p_present timestamp with time zone, p_ignore uuid DEFAULT NULL::uuid, p_by_hand boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not internal.is_published(p_location) and p_location not in (select internal.locations_as('staff')) then
    perform internal.fail('location_not_found');
  end if;
  if p_starts_at <= p_present and not p_by_hand then perform internal.fail('past'); end if;
  -- Taken is what could begin there if nothing was booked.
  if exists (select from internal.plan_visit(p_location, p_services, p_employee, p_starts_at, p_present, p_ignore, p_by_hand, true)) then
    perform internal.fail('slot_taken');
  end if;
  if exists (select from unnest(p_services) wish (id) where not exists (
    select from public.services service where service.id = wish.id and service.location_id = p_location and service.active)) then
    perform internal.fail('service_not_found');
  end if;
  perform internal.fail('not_bookable');
end $function$;

CREATE OR REPLACE FUNCTION internal.reserved_times(resources uuid[], period tstzrange, at timestamp with time zone, ignored uuid)
 RETURNS TABLE(resource_id uuid, reserved tstzmultirange)
 LANGUAGE plpgsql
 STABLE ROWS 1
 SET search_path TO ''
AS $function$
begin
  return query
  select row.resource_id, range_agg(row.occupied)
  from public.appointment_resources row
  join public.appointment_lines line on line.appointment_id = row.appointment_id and line."position" = row."position"
  where row.resource_id = any(resources) and row.occupied && period
    and internal.is_live(line.hold_expires_at, at)
    and (ignored is null or row.appointment_id <> ignored)
  group by row.resource_id;
end $function$;

CREATE OR REPLACE FUNCTION internal.resources(p_location uuid, p_kind text, first integer, final integer, outlook internal.outlook, OUT ids uuid[], OUT spare int4multirange[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  ids := array(select id from public.resources where location_id = p_location and kind = p_kind and active order by "position", id);
  spare := array(
    select int4multirange(int4range(first, final)) - coalesce(internal.minute_ranges(taken.reserved), '{}')
    from unnest(ids) with ordinality resource (id, turn)
    left join internal.reserved_times(case when not coalesce(outlook.unbooked, false) then ids end,
      tstzrange(internal.instant(first), internal.instant(final)), outlook.at, outlook.ignored) taken on taken.resource_id = resource.id
    order by resource.turn);
end $function$;

CREATE OR REPLACE FUNCTION internal.resources_in_the_way(question internal.start_question)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found record;
begin
  for kind_index in 1 .. coalesce(cardinality(question.kinds), 0) loop
    select * into found from internal.resources(question.location_id, question.kinds[kind_index],
      internal.minute(lower(question.needed[kind_index])), internal.minute(upper(question.needed[kind_index])),
      (question.asked_at, null, false, false, false)::internal.outlook);
    continue when exists (
      select from unnest(found.spare) resource (times) where resource.times @> internal.minute_ranges(question.needed[kind_index]));
    return next jsonb_build_object('reason', 'resource', 'kind', question.kinds[kind_index], 'resources', coalesce((
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', resource.name,
        'appointment_id', case when question.may_read_all then taken.appointment_id end,
        'from', internal.iso(taken.starts_at), 'to', internal.iso(taken.ends_at),
        'customer', case when question.may_read_all then nullif(taken.contact_name, '') end)) order by resource.position, resource.id)
      from public.resources resource
      left join lateral (
        select line.appointment_id, line.starts_at, line.ends_at, appointment.contact_name
        from public.appointment_resources row
        join public.appointment_lines line on line.appointment_id = row.appointment_id and line."position" = row."position"
        join public.appointments appointment on appointment.id = row.appointment_id
        where row.resource_id = resource.id and row.occupied && question.needed[kind_index]
          and internal.is_live(line.hold_expires_at, question.asked_at)
        order by line.starts_at limit 1) taken on true
      where resource.id = any(found.ids)), '[]'));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.retake(appointment public.appointments, p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  services uuid[];
  employees uuid[];
begin
  select array_agg(service_id order by "position"), array_agg(distinct employee_id) into services, employees
  from public.appointment_lines where appointment_id = appointment.id;
  if internal.place_lines(appointment.id, services, case when cardinality(employees) = 1 then employees[1] end,
    appointment.starts_at, p_present, false) then
    return;
  end if;
  if exists (select from public.appointment_lines line join public.appointment_lines other on other.employee_id = line.employee_id
      and other.appointment_id <> line.appointment_id and not isempty(other.occupied)
      and other.occupied && tstzrange(line.starts_at, line.ends_at) and internal.is_live(other.hold_expires_at, p_present)
    where line.appointment_id = appointment.id) then
    perform internal.fail('slot_taken');
  end if;
  perform internal.fail('hold_expired');
end $function$;

CREATE OR REPLACE FUNCTION internal.runs(open int4multirange, before integer, finish integer, work int4multirange, begins integer, grid integer, low integer, high integer)
 RETURNS TABLE(first integer, last integer)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 4
BEGIN ATOMIC
 SELECT (slot.low + ((runs.grid - ((slot.low - GREATEST(runs.begins, upper((int4multirange(int4range(NULL::integer, (slot.low + 1))) - runs.work)))) % runs.grid)) % runs.grid)),
     slot.high
    FROM ( SELECT GREATEST(runs.low, (lower(pieces.piece) + runs.before)) AS low,
             LEAST(runs.high, (upper(pieces.piece) - runs.finish)) AS high
            FROM ( SELECT unnest(runs.open) AS piece
                  OFFSET 0) pieces
          OFFSET 0) slot
   WHERE (slot.low <= slot.high);
END;

CREATE OR REPLACE FUNCTION internal.with_lines(question internal.start_question, location uuid, services uuid[])
 RETURNS internal.start_question
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  offer internal.line_offer;
  line_starts timestamptz := question.starts_at;
begin
  question.served := '{}';
  question.buffered := '{}';
  question.serving := '{}';
  question.occupied := '{}';
  question.kinds := '{}';
  question.needed := '{}';
  question.location_id := location;
  for offer in select * from internal.offered_lines(location, services, question.employee_id, false) order by line loop
    question.occupied := question.occupied + internal.instants(internal.busy(internal.minute(line_starts),
      offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes));
    question.buffered := question.buffered + tstzmultirange(tstzrange(
      line_starts - make_interval(mins => offer.before), line_starts + make_interval(mins => offer.minutes + offer.after)));
    if offer.resource_kind is not null then
      question.kinds := question.kinds || offer.resource_kind;
      question.needed := question.needed || tstzmultirange(tstzrange(
        line_starts - make_interval(mins => offer.before), line_starts + make_interval(mins => offer.minutes + offer.after)));
    end if;
    question.served := question.served + tstzmultirange(tstzrange(line_starts, line_starts + make_interval(mins => offer.minutes)));
    question.serving := question.serving + internal.instants(internal.busy(internal.minute(line_starts),
      0, offer.minutes, 0, offer.gap_start, offer.gap_minutes));
    line_starts := line_starts + make_interval(mins => offer.minutes);
  end loop;
  return question;
end $function$;

CREATE OR REPLACE FUNCTION public.available_starts(p_location uuid, p_services uuid[], p_employee uuid DEFAULT NULL::uuid, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date, p_now timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  at constant timestamptz := internal.present_or(p_now);
  first_date constant date := internal.reckonable(p_from);
  last_date constant date := internal.reckonable(p_to);
  -- What most ask, one plain service of a published location, is read from rows that are ready.
  wish constant internal.indexed_wish := case when cardinality(p_services) = 1 then
    internal.read_indexed_wish(p_location, p_services[1], p_employee, first_date, last_date, at) end;
begin
  if wish is not null then
    return query select * from internal.indexed_starts(p_location, wish, at);
  else
    return query select * from internal.computed_starts(p_location, p_services, p_employee, first_date, last_date, at);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.explain_start(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid)
 RETURNS TABLE(employee_id uuid, employee_name text, bookable boolean, reasons jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  place public.locations;
  person public.employees;
  question internal.start_question;
  missing uuid[];
  found jsonb[];
begin
  select * into place from public.locations where id = p_location and company_id in (select internal.companies_as('staff'));
  if place.id is null then perform internal.fail('not_allowed'); end if;
  question.starts_at := p_starts_at;
  question.asked_at := internal.present();
  if p_starts_at is null or p_starts_at not between question.asked_at - interval '3 years' and question.asked_at + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  question.zone := place.time_zone;
  question.first_date := (p_starts_at at time zone place.time_zone)::date - 2;
  question.midnights := internal.midnights(place.time_zone, question.first_date, question.first_date + 5 + cardinality(p_services));

  for person in
    select * from public.employees where location_id = p_location and (p_employee is null or id = p_employee)
    order by employees.position, id
  loop
    missing := internal.missing_services(p_services, person.id);
    found := case when cardinality(missing) > 0 then array[jsonb_build_object('reason', 'not_offered', 'service_ids', missing)]
      else '{}' end || case when person.active then '{}' else array[jsonb_build_object('reason', 'inactive')] end;
    if cardinality(found) = 0 then
      question.employee_id := person.id;
      question.may_read := coalesce(person.user_id = internal.person(), false)
        or place.company_id in (select internal.companies_as('manager'));
      question.may_read_all := place.company_id in (select internal.companies_as('manager'));
      question.working := coalesce((
        select working from internal.working_times(array[person.id], p_location, place.time_zone, question.first_date, question.midnights)
      ), '{}');
      found := internal.reasons_against(internal.with_lines(question, p_location, p_services), place);
    end if;
    employee_id := person.id;
    employee_name := person.name;
    bookable := exists (select from internal.plan_visit(p_location, p_services, person.id, p_starts_at, question.asked_at));
    reasons := to_jsonb(found);
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_secret_hash text DEFAULT NULL::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_source text DEFAULT 'web'::text, p_replace uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- internal.present, as an expression.
  present constant timestamptz := coalesce(nullif(current_setting('zeitplatz.now', true), '')::timestamptz, now());
begin
  -- The usual answer to those who come too late, before anything else is asked, even how they ask.
  if p_employee is not null and p_replace is null and p_idempotency_key is null then
    perform from public.appointment_lines line
    where line.employee_id = p_employee and line.starts_at = p_starts_at and line.service_id = p_services[1]
      and not isempty(line.occupied) and internal.is_live(line.hold_expires_at, present);
    if found and p_starts_at > present then return internal.refusal('slot_taken'); end if;
  end if;
  -- The digits are no pattern: PostgreSQL builds its automaton anew for each text.
  if not coalesce(length(p_secret_hash) = 64 and translate(p_secret_hash, '0123456789abcdef', '') = '' and p_source in ('web', 'widget')
    and cardinality(p_services) between 1 and 10 and p_starts_at > present and p_starts_at <= present + interval '3 years', false) then
    perform internal.check_wish(p_services, p_starts_at, p_secret_hash, p_source, present);
  end if;
  return internal.hold_visit(p_location, p_services, p_starts_at, p_employee, p_secret_hash, p_idempotency_key, p_source, p_replace, present);
end $function$;

REVOKE ALL ON FUNCTION "internal"."busy"(integer, integer, integer, integer, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."computed_starts"(uuid, uuid[], uuid, date, date, timestamp with time zone, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."days"(uuid, uuid[], text, date, date, internal.outlook) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."fitting"(int4multirange, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."fresh_days"(uuid[], uuid, text, date, date, internal.outlook) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."indexed_days"(uuid[], date, date, uuid[], int4multirange[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."instant"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."instants"(int4multirange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_indexed"(uuid[], date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_live"(timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."minute"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."moved"(int4multirange, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."offers"(uuid, uuid[], uuid, text, date, date, internal.outlook) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."openings"(int4multirange, int4multirange, integer, integer, integer, integer, integer, int4multirange[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."plan_visit"(uuid, uuid[], uuid, timestamp with time zone, timestamp with time zone, uuid, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."resources"(uuid, text, integer, integer, internal.outlook) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."runs"(int4multirange, integer, integer, int4multirange, integer, integer, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."offered_lines"(uuid, uuid[], uuid, boolean) FROM PUBLIC;
