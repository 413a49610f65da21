-- A person's shift of one day, otherwise than their week says: two exceptions (30_setup/25_working_hours) that carry the day, one closing the
-- usual shift and one opening the other times. For members who have all calendars and may move appointments.

-- Gives a person other times on one local day: from `p_starts` to `p_ends`, which is on the next day when it is not later; without both none at
-- all; with `p_usual` those of their week again. A special opening of the whole location stays open for them, too (rule 3).
-- `p_seen` is what the caller has seen of that day (internal.shift_standing); null asks nothing.
-- Errors: employee_not_found, not_allowed, shift_times (a past day, half a span, seconds), edited_meanwhile (detail: when), appointments_outside
-- (detail: ids of appointments that lay within working time and no longer do, the first 20 in order; with `p_sure` those of `p_agreed` stay as they
-- are, without it all).
create function public.change_shift(
  p_employee uuid, p_day date, p_starts time default null, p_ends time default null, p_usual boolean default false, p_sure boolean default false,
  p_agreed uuid[] default null, p_seen text default null)
returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- What was changed about a person's shift of one day, to be compared: each exception with kind, start and end, in wall times; "" when nothing was.
-- app/features/hours/shift.ts writes the same.
create function internal.shift_standing(p_employee uuid, p_day date) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select string_agg(concat_ws(' ', kind, to_char(starts_at, 'YYYY-MM-DD"T"HH24:MI:SS'), to_char(ends_at, 'YYYY-MM-DD"T"HH24:MI:SS')), ';'
      order by starts_at, id)
    from public.exceptions where employee_id = p_employee and shift_day = p_day), '');
end $$;

revoke execute on function internal.shift_standing from public;
grant execute on function public.change_shift to authenticated;
