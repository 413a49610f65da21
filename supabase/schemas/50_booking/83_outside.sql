-- Appointments outside of working time: hours, absences and shifts change after something has been booked. Nothing is moved by that; whoever
-- changes them learns whom it is about.

-- The lines of open appointments with this person that are still to come, begin from `p_from` on and before `p_until`, and lie outside of `p_working`.
create function internal.lines_outside(p_employee uuid, p_working tstzmultirange, p_from timestamptz, p_until timestamptz)
returns setof public.appointment_lines
language sql stable set search_path = '' as $$
  select line.* from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
  where line.employee_id = p_employee and line.starts_at >= p_from and line.starts_at < p_until and line.ends_at > internal.present()
    and visit.state in ('requested', 'confirmed') and not tstzrange(line.starts_at, line.ends_at) <@ coalesce(p_working, '{}')
$$;

-- What of a location lies outside of working time from now on: {total, first: [{id, event, starts_at, name, employee}]}, the earliest first and up to
-- `p_limit` of them (1 to 200). `id` is the appointment, of a course the event, whose participants count as one. As the policy of
-- `appointments` has it: who lacks all calendars learns of their own appointments only. Error: location_not_found (no member).
create function public.appointments_outside(p_location uuid, p_limit integer default 5) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

revoke execute on function internal.lines_outside, public.appointments_outside from public;
grant execute on function public.appointments_outside to authenticated;
