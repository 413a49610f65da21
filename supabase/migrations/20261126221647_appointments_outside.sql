set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.lines_outside(p_employee uuid, p_working tstzmultirange, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS SETOF public.appointment_lines
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select line.* from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
  where line.employee_id = p_employee and line.starts_at >= p_from and line.starts_at < p_until and line.ends_at > internal.present()
    and visit.state in ('requested', 'confirmed') and not tstzrange(line.starts_at, line.ends_at) <@ coalesce(p_working, '{}')
$function$;

CREATE OR REPLACE FUNCTION public.appointments_outside(p_location uuid, p_limit integer DEFAULT 5)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place public.locations;
  caller constant uuid := internal.person();
  all_calendars constant boolean := p_location in (select internal.locations_with('all_calendars'));
  people uuid[];
  today date;
  last_day date;
  midnights timestamptz[];
  answer jsonb;
begin
  select * into place from public.locations where id = p_location and id in (select internal.locations_as('staff'));
  if place.id is null then perform internal.fail('location_not_found'); end if;
  today := (internal.present() at time zone place.time_zone)::date;
  -- Of people with something to come only, until the last of it.
  select array_agg(person.id), max((ahead.starts_at at time zone place.time_zone)::date) into people, last_day
  from public.employees person
  cross join lateral (
    select max(line.starts_at) as starts_at from public.appointment_lines line
    where line.employee_id = person.id and line.starts_at >= internal.present() - interval '1 day') ahead
  where person.location_id = p_location and ahead.starts_at is not null;
  -- Bookings reach about three years ahead; what lies beyond is no matter of today's hours.
  midnights := internal.midnights(place.time_zone, today - 2, least(last_day, today + 1100) + 2);
  with outside as (
    select coalesce(line.event_id, visit.id) as id, line.event_id, min(line.starts_at) as starts_at,
      min(case when event.id is null then coalesce(nullif(visit.contact_name, ''), 'Reserviert') else coalesce(nullif(event.title, ''), line.service_name) end) as name,
      min(person.name) as employee
    from public.employees person
    left join internal.working_times(people, p_location, place.time_zone, today - 2, midnights) found on found.employee_id = person.id
    cross join lateral internal.lines_outside(person.id, found.working, midnights[2], midnights[cardinality(midnights)]) line
    join public.appointments visit on visit.id = line.appointment_id
    left join public.events event on event.id = line.event_id
    where person.id = any(people) and (all_calendars or visit.user_id = caller or internal.has_own_line(visit.id))
    group by coalesce(line.event_id, visit.id), line.event_id)
  select jsonb_build_object('total', (select count(*) from outside), 'first', coalesce(jsonb_agg(jsonb_build_object(
      'id', shown.id, 'event', shown.event_id is not null, 'starts_at', shown.starts_at, 'name', shown.name, 'employee', shown.employee)
      order by shown.starts_at, shown.id), '[]'))
  into answer
  from (select * from outside order by starts_at, id limit least(greatest(coalesce(p_limit, 5), 1), 200)) shown;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.change_shift(p_employee uuid, p_day date, p_starts time without time zone DEFAULT NULL::time without time zone, p_ends time without time zone DEFAULT NULL::time without time zone, p_usual boolean DEFAULT false, p_sure boolean DEFAULT false, p_agreed uuid[] DEFAULT NULL::uuid[], p_seen text DEFAULT NULL::text)
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
  if p_seen <> internal.shift_standing(p_employee, p_day) then
    perform internal.fail('edited_meanwhile', (
      select max(updated_at)::text from public.exceptions where employee_id = p_employee and shift_day = p_day));
  end if;
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
  if coalesce(p_sure, false) and p_agreed is null then return; end if;
  later := coalesce((select working from internal.working_times(array[p_employee], place.id, place.time_zone, p_day - 1, midnights)), '{}');
  select string_agg(id::text, ',' order by begins) into outside from (
    select line.appointment_id as id, min(line.starts_at) as begins
    from internal.lines_outside(p_employee, later, midnights[1], midnights[4]) line
    where tstzrange(line.starts_at, line.ends_at) <@ before
      and not (coalesce(p_sure, false) and coalesce(line.appointment_id = any(p_agreed), false))
    group by line.appointment_id order by 2 limit 20) visits;
  if outside is not null then perform internal.fail('appointments_outside', outside); end if;
end $function$;

REVOKE ALL ON FUNCTION "internal"."lines_outside"(uuid, tstzmultirange, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."appointments_outside"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."appointments_outside"(uuid, integer) TO "authenticated";
