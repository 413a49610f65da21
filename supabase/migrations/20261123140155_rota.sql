set local check_function_bodies = off;

ALTER TABLE "public"."working_hours" ADD COLUMN "rota_weeks" smallint;

ALTER TABLE "public"."working_hours" ADD COLUMN "rota_week" smallint;

ALTER TABLE "public"."working_hours" ADD COLUMN "rota_start" date;

ALTER TYPE "internal"."week_row" ADD ATTRIBUTE "rota_weeks" smallint CASCADE;

ALTER TYPE "internal"."week_row" ADD ATTRIBUTE "rota_week" smallint CASCADE;

ALTER TYPE "internal"."week_row" ADD ATTRIBUTE "rota_start" date CASCADE;

CREATE OR REPLACE FUNCTION internal.check_week(rows internal.week_row[])
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  twice smallint := (
    select one.weekday
    from unnest(rows) with ordinality as one (weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start, turn)
    join unnest(rows) with ordinality as other (weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start, turn)
      on other.weekday = one.weekday and other.turn > one.turn
    where one.starts < (case when other.ends <= other.starts then time '24:00' else other.ends end)
      and other.starts < (case when one.ends <= one.starts then time '24:00' else one.ends end)
      and coalesce(one.valid_from <= other.valid_to, true) and coalesce(other.valid_from <= one.valid_to, true)
      -- Weeks of two cycles meet one day unless a common part of both keeps them apart; a row without a rota meets all.
      and coalesce((one.rota_start - other.rota_start + 7 * (one.rota_week - other.rota_week))
        % (7 * gcd(one.rota_weeks::integer, other.rota_weeks::integer)) = 0, true)
    order by 1 limit 1);
begin
  if twice is not null then perform internal.fail('hours_overlap', twice::text); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.follow_hours(p_location uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.locations where id = p_location for no key update;
  delete from public.working_hours hours using public.employees person
  where person.id = hours.employee_id and person.location_id = p_location and not person.own_hours
    and not exists (select from public.location_hours opened where opened.location_id = p_location and hours.rota_weeks is null
      and (opened.weekday, opened.starts, opened.ends, opened.valid_from, opened.valid_to)
        is not distinct from (hours.weekday, hours.starts, hours.ends, hours.valid_from, hours.valid_to));
  insert into public.working_hours (employee_id, weekday, starts, ends, valid_from, valid_to)
  select person.id, opened.weekday, opened.starts, opened.ends, opened.valid_from, opened.valid_to
  from public.employees person join public.location_hours opened on opened.location_id = person.location_id
  where person.location_id = p_location and not person.own_hours
    and not exists (select from public.working_hours hours where hours.employee_id = person.id
      and (opened.weekday, opened.starts, opened.ends, opened.valid_from, opened.valid_to)
        is not distinct from (hours.weekday, hours.starts, hours.ends, hours.valid_from, hours.valid_to));
end $function$;

CREATE OR REPLACE FUNCTION internal.in_rota(weeks smallint, week smallint, start date, day date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((weeks IS NULL) OR ((((((day - start) % (7 * weeks)) + (7 * weeks)) % (7 * weeks)) / 7) = (week - 1)));

CREATE OR REPLACE FUNCTION internal.week_of(p_employee uuid)
 RETURNS internal.week_row[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(select (weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start)::internal.week_row
    from public.working_hours where employee_id = p_employee)
$function$;

CREATE OR REPLACE FUNCTION internal.week_of_location(p_location uuid)
 RETURNS internal.week_row[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(select (weekday, starts, ends, valid_from, valid_to, null, null, null)::internal.week_row
    from public.location_hours where location_id = p_location)
$function$;

CREATE OR REPLACE FUNCTION internal.weekly_times(employees uuid[], zone text, first_date date, midnights timestamp with time zone[])
 RETURNS TABLE(employee_id uuid, working tstzmultirange)
 LANGUAGE plpgsql
 STABLE ROWS 1
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.change_shift(p_employee uuid, p_day date, p_starts time without time zone DEFAULT NULL::time without time zone, p_ends time without time zone DEFAULT NULL::time without time zone, p_usual boolean DEFAULT false, p_sure boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place public.locations;
  today date;
  midnights timestamptz[];
  before tstzmultirange;
  later tstzmultirange;
  usual record;
  outside text;
begin
  select location.* into place from public.employees person join public.locations location on location.id = person.location_id
  where person.id = p_employee and location.id in (select internal.locations_as('staff'));
  if place.id is null then perform internal.fail('employee_not_found'); end if;
  if place.id not in (select internal.locations_to_rearrange()) then perform internal.fail('not_allowed'); end if;
  today := (internal.present() at time zone place.time_zone)::date;
  if not coalesce(p_day between today and today + 1100 and num_nulls(p_starts, p_ends) <> 1, false)
    or p_starts = time '24:00' or extract(second from p_starts) <> 0 or extract(second from p_ends) <> 0 then
    perform internal.fail('shift_times');
  end if;
  perform internal.lock_location(place.id, true);
  midnights := internal.midnights(place.time_zone, p_day - 1, p_day + 2);
  before := coalesce((select working from internal.working_times(array[p_employee], place.id, place.time_zone, p_day - 1, midnights)), '{}');
  delete from public.exceptions where employee_id = p_employee and shift_day = p_day
    -- What somebody has made something else of is theirs.
    and starts_at >= p_day and ends_at <= p_day + 2;
  if not coalesce(p_usual, false) then
    select min(p_day + hours.starts) as begins, max(p_day + hours.ends + case when hours.ends <= hours.starts then interval '1 day' else '0' end) as finishes
      into usual
    from public.working_hours hours
    where hours.employee_id = p_employee and hours.weekday = extract(isodow from p_day)
      and coalesce(hours.valid_from <= p_day, true) and coalesce(hours.valid_to >= p_day, true)
      and internal.in_rota(hours.rota_weeks, hours.rota_week, hours.rota_start, p_day);
    insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason, shift_day)
    select place.id, p_employee, 'closed'::public.exception_kind, usual.begins, usual.finishes, 'Andere Schicht', p_day where usual.begins is not null
    union all
    select place.id, p_employee, 'open', p_day + p_starts, p_day + p_ends + case when p_ends <= p_starts then interval '1 day' else '0' end,
      'Andere Schicht', p_day
    where p_starts is not null;
  end if;
  if coalesce(p_sure, false) then return; end if;
  later := coalesce((select working from internal.working_times(array[p_employee], place.id, place.time_zone, p_day - 1, midnights)), '{}');
  select string_agg(id::text, ',' order by begins) into outside from (
    select visit.id, min(line.starts_at) as begins
    from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
    where line.employee_id = p_employee and visit.state in ('requested', 'confirmed') and line.ends_at > internal.present()
      and line.starts_at >= midnights[1] and line.starts_at < midnights[4]
      and tstzrange(line.starts_at, line.ends_at) <@ before and not tstzrange(line.starts_at, line.ends_at) <@ later
    group by visit.id order by 2 limit 20) visits;
  if outside is not null then perform internal.fail('appointments_outside', outside); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.opening_hours(p_location uuid)
 RETURNS TABLE(weekday smallint, starts time without time zone, ends time without time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not internal.is_published(p_location) and p_location not in (select internal.locations_as('staff')) then return; end if;
  return query
  with rows as (
    select hours.weekday as day, (extract(epoch from hours.starts) / 60)::integer as opens,
      (extract(epoch from hours.ends) / 60)::integer + case when hours.ends <= hours.starts then 1440 else 0 end as closes
    from public.working_hours hours
    join public.employees employee on employee.id = hours.employee_id and employee.active
    join public.locations location on location.id = employee.location_id
    cross join lateral (select (internal.present() at time zone location.time_zone)::date as date) today
    where employee.location_id = p_location and coalesce(hours.valid_from <= today.date, true)
      and coalesce(hours.valid_to >= today.date, true)
      and internal.in_rota(hours.rota_weeks, hours.rota_week, hours.rota_start,
        today.date + (hours.weekday + 7 - extract(isodow from today.date)::integer) % 7)
  ), merged as (
    select day, unnest(range_agg(int4range(opens, least(closes, opens + 1440)))) as open from rows group by day
  )
  select day, make_time(lower(open) / 60, lower(open) % 60, 0),
    case when upper(open) = 1440 then time '24:00' else make_time(upper(open) / 60 % 24, upper(open) % 60, 0) end
  from merged order by day, lower(open);
end $function$;

CREATE OR REPLACE FUNCTION public.replace_location_hours(p_location uuid, p_rows jsonb, p_was jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  perform from public.locations where id = p_location for no key update;
  if not internal.is_same_week(internal.week_of_location(p_location), p_was) then perform internal.fail('hours_changed'); end if;
  delete from public.location_hours where location_id = p_location;
  insert into public.location_hours (location_id, weekday, starts, ends, valid_from, valid_to)
  select p_location, typed.* from jsonb_to_recordset(p_rows) as typed (weekday smallint, starts time, ends time, valid_from date, valid_to date);
  perform internal.check_week(internal.week_of_location(p_location));
  perform internal.follow_hours(p_location);
end $function$;

CREATE OR REPLACE FUNCTION public.replace_working_hours(p_employee uuid, p_rows jsonb, p_was jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_employee is null or p_employee not in (select internal.employees_as('manager')) then
    perform internal.fail('employee_not_found');
  end if;
  -- Two who save at once wait for each other instead of mixing their weeks.
  perform from public.employees where id = p_employee for no key update;
  if not internal.is_same_week(internal.week_of(p_employee), p_was) then perform internal.fail('hours_changed'); end if;
  update public.employees set own_hours = true where id = p_employee and not own_hours;
  delete from public.working_hours hours where hours.employee_id = p_employee
    and not exists (select from jsonb_to_recordset(p_rows) as typed (id uuid) where typed.id = hours.id);
  update public.working_hours hours set weekday = typed.weekday, starts = typed.starts, ends = typed.ends,
    valid_from = case when given.value ? 'valid_from' then typed.valid_from else hours.valid_from end,
    valid_to = case when given.value ? 'valid_to' then typed.valid_to else hours.valid_to end,
    rota_weeks = case when given.value ? 'rota_weeks' then typed.rota_weeks else hours.rota_weeks end,
    rota_week = case when given.value ? 'rota_weeks' then typed.rota_week else hours.rota_week end,
    rota_start = case when given.value ? 'rota_weeks' then typed.rota_start else hours.rota_start end
  from jsonb_array_elements(p_rows) given (value), jsonb_to_record(given.value) as typed (
    id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date, rota_weeks smallint, rota_week smallint, rota_start date)
  where hours.id = typed.id and hours.employee_id = p_employee;
  insert into public.working_hours (employee_id, weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start)
  select p_employee, typed.weekday, typed.starts, typed.ends, typed.valid_from, typed.valid_to, typed.rota_weeks, typed.rota_week, typed.rota_start
  from jsonb_to_recordset(p_rows) as typed (
    id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date, rota_weeks smallint, rota_week smallint, rota_start date)
  where not exists (select from public.working_hours hours where hours.id = typed.id and hours.employee_id = p_employee);
  perform internal.check_week(internal.week_of(p_employee));
end $function$;

ALTER TABLE "public"."working_hours" ADD CONSTRAINT "working_hours_rota" CHECK (((num_nulls(rota_weeks, rota_week, rota_start) = ANY (ARRAY[0, 3])) AND ((rota_weeks >= 2) AND (rota_weeks <= 4)) AND ((rota_week >= 1) AND (rota_week <= rota_weeks)) AND ((rota_start >= '2000-01-01'::date) AND (rota_start <= '2200-01-01'::date)) AND (EXTRACT(isodow FROM rota_start) = (1)::numeric))) NOT VALID;

REVOKE ALL ON FUNCTION "internal"."in_rota"(smallint, smallint, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."week_of_location"(uuid) FROM PUBLIC;

REVOKE ALL ("rota_start") ON TABLE "public"."working_hours" FROM "authenticated";

GRANT INSERT ("rota_start"), UPDATE ("rota_start") ON TABLE "public"."working_hours" TO "authenticated";

REVOKE ALL ("rota_weeks") ON TABLE "public"."working_hours" FROM "authenticated";

GRANT INSERT ("rota_weeks"), UPDATE ("rota_weeks") ON TABLE "public"."working_hours" TO "authenticated";

REVOKE ALL ("rota_week") ON TABLE "public"."working_hours" FROM "authenticated";

GRANT INSERT ("rota_week"), UPDATE ("rota_week") ON TABLE "public"."working_hours" TO "authenticated";
