-- Moving and changing an appointment together with the later ones of its series ("folgende"), as far as the caller works on them: all or none.
-- `p_later` and `p_later_versions` say which later ones the caller has seen, and their `updated_at`; null asks nothing. `p_skipped` stay as they are, for
-- `p_anyway` it does not matter what is unusual. Where something speaks against single ones nothing is changed, and `conflicts` has {id, starts_at (as it stands),
-- code, against} for each: slot_taken, unusual_time, no_such_time (the clock skips it), other_services (not those of the first one), or edited_meanwhile
-- (another than the caller has seen). Customers get one mail about all of theirs (80_messages/55_mails_together).

create function internal.conflict_of(visit public.appointments, p_code text, p_against text) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', visit.id, 'starts_at', visit.starts_at, 'code', p_code, 'against', coalesce(nullif(p_against, '')::jsonb, '[]'));
end $$;

-- Those of the following visits that are not left out. Error: series_empty.
create function internal.chosen_visits(first public.appointments, p_skipped uuid[]) returns public.appointments[]
language plpgsql set search_path = '' as $$
declare
  going constant public.appointments[] := array(
    select one from unnest(internal.following_visits(first)) one where one.id <> all(coalesce(p_skipped, '{}')) order by one.starts_at, one.id);
begin
  if cardinality(going) = 0 then perform internal.fail('series_empty'); end if;
  if exists (select from public.appointment_lines line where line.appointment_id = any(array(select one.id from unnest(going) one)) and line.event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  return going;
end $$;

-- Whether a later visit is another than the caller has seen.
create function internal.is_unseen(visit public.appointments, first uuid, p_later uuid[], p_versions timestamptz[]) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return visit.id <> first and p_later is not null and visit.updated_at is distinct from p_versions[array_position(p_later, visit.id)];
end $$;

-- Moves an appointment as `reschedule_appointment` does, and with it the later ones: so many days later, and to the new wall time. `p_seen` is where the
-- first one was seen. Answers {moved, conflicts, notice}, `moved` being {id, was, now} for each: where it stood and stands (internal.standing), for `move_back`.
-- Errors: appointment_not_found, wrong_state, not_allowed, moved_meanwhile, not_bookable (out of range), not_offered, event_fixed, series_empty.
create function public.move_following(
  p_appointment uuid, p_starts_at timestamptz, p_notify public.move_notice, p_employee uuid default null, p_reason text default '',
  p_seen text[] default null, p_later uuid[] default null, p_later_versions timestamptz[] default null,
  p_skipped uuid[] default '{}', p_anyway uuid[] default '{}')
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  first constant public.appointments := opened.appointment;
  zone constant text := (select place.time_zone from public.locations place where place.id = first.location_id);
  was constant timestamp := first.starts_at at time zone zone;
  wanted timestamp;
  going public.appointments[];
  visit public.appointments;
  local timestamp;
  start timestamptz;
  stood text;
  code text;
  against text;
  moved jsonb[] := '{}';
  conflicts jsonb[] := '{}';
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  perform internal.check_move(first, 'reschedule', 'business');
  if not coalesce(p_starts_at between present - interval '3 years' and present + interval '3 years', false) then perform internal.fail('not_bookable'); end if;
  if p_employee is not null and not internal.may_book_for(first.location_id, p_employee) then perform internal.fail('not_allowed'); end if;
  perform internal.check_seen(first, p_seen, 'business');
  wanted := p_starts_at at time zone zone;
  going := internal.chosen_visits(first, p_skipped);
  begin
    -- All give their time back first: one may go to where the next one stood.
    perform internal.vacate(one.id) from unnest(going) one;
    foreach visit in array going loop
      local := (visit.starts_at at time zone zone)::date + (wanted::date - was::date)
        + case when wanted::time = was::time then (visit.starts_at at time zone zone)::time else wanted::time end;
      start := case when visit.id = p_appointment then p_starts_at else internal.instant(local, zone) end;
      stood := internal.standing(visit.id);
      code := null;
      against := null;
      if internal.is_unseen(visit, p_appointment, p_later, p_later_versions) then
        code := 'edited_meanwhile';
      elsif visit.id <> p_appointment and start at time zone zone <> local then
        code := 'no_such_time';
      elsif start not between present - interval '3 years' and present + interval '3 years' then
        perform internal.fail('not_bookable');
      else
        begin
          perform internal.move_visit(visit, internal.wishes_for(visit.id, p_employee), start, present,
            internal.notice_for_several(p_notify, first.location_id), p_reason, coalesce(visit.id = any(p_anyway), false));
          moved := moved || jsonb_build_object('id', visit.id, 'was', stood, 'now', internal.standing(visit.id));
        exception when sqlstate 'P0001' then
          get stacked diagnostics code = message_text, against = pg_exception_detail;
          if code not in ('slot_taken', 'unusual_time') then raise; end if;
        end;
      end if;
      if code is not null then conflicts := conflicts || internal.conflict_of(visit, code, against); end if;
    end loop;
    if cardinality(conflicts) > 0 then raise exception using errcode = 'ZP001'; end if;
  exception when sqlstate 'ZP001' then
    return jsonb_build_object('moved', '[]'::jsonb, 'conflicts', to_jsonb(conflicts), 'notice', 'none');
  end;
  perform internal.tell_moves_together(array(select one.id from unnest(going) one));
  return jsonb_build_object('moved', to_jsonb(moved), 'conflicts', '[]'::jsonb, 'notice', internal.notice_of_move(going[1].id));
end $$;

-- Whether customers hear of several changes at once: where the location would ask about a single one, they do, since nobody is asked about each.
create function internal.notice_for_several(p_notify public.move_notice, p_location uuid) returns public.move_notice
language plpgsql stable set search_path = '' as $$
declare
  usual constant public.move_notice := coalesce(p_notify, (select place.move_notice from public.locations place where place.id = p_location));
begin
  return case when usual = 'ask' then 'always' else usual end;
end $$;

-- The lines of a visit with somebody else for all of them, where one person serves.
create function internal.wishes_for(p_appointment uuid, p_employee uuid) returns internal.wished_line[]
language plpgsql stable set search_path = '' as $$
declare
  stored constant internal.wished_line[] := internal.stored_wishes(p_appointment);
begin
  if p_employee is null or exists (select from unnest(stored) line where line.employee_id <> stored[1].employee_id) then return stored; end if;
  return array(select (line.origin, line.service_id, p_employee, line.minutes, line.price_cents, line.resource_id)::internal.wished_line
    from unnest(stored) with ordinality line (origin, service_id, employee_id, minutes, price_cents, resource_id, turn) order by line.turn);
end $$;

-- Moves one visit, which has given its time back, with its history and mail. Errors: slot_taken, unusual_time, not_offered.
create function internal.move_visit(
  visit public.appointments, wishes internal.wished_line[], p_starts_at timestamptz, p_present timestamptz, p_notify public.move_notice, p_reason text,
  p_anyway boolean)
returns void
language plpgsql set search_path = '' as $$
declare
  known constant jsonb := internal.known_visit(visit.id);
  stood constant text := internal.standing(visit.id);
  unusual_before constant jsonb := internal.warnings_by_hand(visit.id, p_present);
begin
  perform internal.check_move(visit, 'reschedule', 'business');
  perform internal.compose_ordered(visit.id);
  perform internal.place_wishes(visit, wishes, p_starts_at, p_present);
  if internal.standing(visit.id) = stood then return; end if;
  if not p_anyway then perform internal.check_unusual(visit, unusual_before, p_starts_at, p_present); end if;
  perform internal.note_move(visit, known, p_starts_at, 'business', p_reason, null, p_notify);
end $$;

-- Moves appointments of one location back to where they stood (`p_to`), as far as they still stand where they were seen (`p_seen`), both as
-- internal.standing writes it; what somebody has moved since stays. All or none of the others. Answers {moved, left}, how many.
-- Errors: appointment_not_found, wrong_state, not_allowed, not_bookable (no such place), event_fixed, slot_taken (detail: what stands there).
create function public.move_back(p_visits uuid[], p_to text[], p_seen text[], p_notify public.move_notice default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_visits[1], null, true);
  place constant uuid := (opened.appointment).location_id;
  going public.appointments[];
  visit public.appointments;
  target text;
  people uuid[];
  stored internal.wished_line[];
begin
  if not opened.business or cardinality(p_visits) > 60 then perform internal.fail('appointment_not_found'); end if;
  going := array(select one from public.appointments one where one.id = any(p_visits) and one.location_id = place and internal.is_business(one)
    order by one.starts_at, one.id for update);
  if cardinality(going) <> (select count(distinct id) from unnest(p_visits) id) then perform internal.fail('appointment_not_found'); end if;
  going := array(select one from unnest(going) one
    where internal.standing(one.id) = p_seen[array_position(p_visits, one.id)] order by one.starts_at, one.id);
  perform internal.vacate(one.id) from unnest(going) one;
  foreach visit in array going loop
    target := p_to[array_position(p_visits, visit.id)];
    stored := internal.stored_wishes(visit.id);
    if coalesce(target, '') !~ '^[0-9]{1,11}( [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){1,10}$' then perform internal.fail('not_bookable'); end if;
    people := (string_to_array(target, ' '))[2:]::uuid[];
    if cardinality(people) <> cardinality(stored)
      or to_timestamp(split_part(target, ' ', 1)::bigint) not between present - interval '3 years' and present + interval '3 years' then
      perform internal.fail('not_bookable');
    end if;
    if exists (select from public.appointment_lines line where line.appointment_id = visit.id and line.event_id is not null) then
      perform internal.fail('event_fixed');
    end if;
    if exists (select from unnest(people) with ordinality who (id, turn)
      where who.id <> stored[who.turn].employee_id and not internal.may_book_for(place, who.id)) then perform internal.fail('not_allowed'); end if;
    perform internal.move_visit(visit, array(
      select (line.origin, line.service_id, people[line.turn], line.minutes, line.price_cents, line.resource_id)::internal.wished_line
      from unnest(stored) with ordinality line (origin, service_id, employee_id, minutes, price_cents, resource_id, turn) order by line.turn),
      to_timestamp(split_part(target, ' ', 1)::bigint), present, p_notify, '', true);
  end loop;
  perform internal.tell_moves_together(array(select one.id from unnest(going) one));
  return jsonb_build_object('moved', cardinality(going), 'left', cardinality(p_visits) - cardinality(going));
end $$;

revoke execute on function internal.conflict_of, internal.chosen_visits, internal.is_unseen, internal.notice_for_several, internal.wishes_for, internal.move_visit from public;
grant execute on function public.move_following, public.move_back to authenticated;
