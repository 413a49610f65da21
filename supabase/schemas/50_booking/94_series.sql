-- Series: appointments of one customer at the same wall time every so many weeks, made at once. They share `series` and are otherwise appointments
-- like any other. Weeks are counted on the wall clock of the location, so 9:00 stays 9:00 when the clock changes.

-- The start of the turn-th visit of a series, counted from one; an hour later where the clock skips it.
create function internal.start_in_series(p_first timestamptz, p_weeks integer, p_turn integer, p_zone text) returns timestamptz
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_turn = 1 then p_first else ((p_first at time zone p_zone) + make_interval(days => 7 * p_weeks * (p_turn - 1))) at time zone p_zone end;
end $$;

-- The next start within a week at which nothing speaks against the visit; null for none.
create function internal.next_start_in_week(p_location uuid, p_services uuid[], p_employee uuid, p_from timestamptz, p_zone text)
returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  day constant date := (p_from at time zone p_zone)::date;
begin
  return (select free.starts_at from internal.computed_starts(p_location, p_services, p_employee, day, day + 6, internal.present(), true, true) free
    where free.starts_at >= p_from order by free.starts_at limit 1);
end $$;

-- What a series is asked to be. `wishes` is null where services and person say it all. `minutes`: how long each visit takes altogether; null: as usual.
create type internal.wished_series as (
  services uuid[], employee uuid, wishes internal.wished_line[], starts_at timestamptz, weeks integer, first_turn integer,
  turns integer, contact jsonb, customer_id uuid, for_name text, series uuid, skipped integer[], anyway integer[], moved integer[],
  moved_to timestamptz[], key uuid, minutes integer);

-- Makes the visits of a series, whose location is held alone, all or none. Answers {series, visits, conflicts}: where something speaks against a visit and
-- the caller has not said what to do, `conflicts` has {turn, starts_at, code, against, next} for each and nothing is made. `code` is slot_taken,
-- unusual_time or no_such_time (the clock skips it), `next` the next free time.
-- Errors: series_range, series_empty, and those of internal.refuse_start and internal.plan_wishes.
create function internal.make_series(wish internal.wished_series, place public.locations) returns jsonb
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  zone constant text := place.time_zone;
  start timestamptz;
  moved timestamptz;
  made uuid[] := '{}';
  conflicts jsonb[] := '{}';
  code text;
  against text;
begin
  if not coalesce(wish.weeks between 1 and 26 and wish.turns between 2 and 52, false) then perform internal.fail('series_range'); end if;
  begin
    -- Within, because a file that nothing was booked for must not stay.
    if wish.first_turn = 1 then
      wish.customer_id := coalesce(wish.customer_id, internal.keep_customer(place.company_id, wish.contact, null, true));
    end if;
    for turn in wish.first_turn .. wish.turns loop
      continue when turn = any(wish.skipped);
      start := internal.start_in_series(wish.starts_at, wish.weeks, turn, zone);
      moved := wish.moved_to[array_position(wish.moved, turn)];
      if moved is null and (start at time zone zone)::time <> (wish.starts_at at time zone zone)::time then
        conflicts := conflicts || jsonb_build_object('turn', turn, 'starts_at', start, 'code', 'no_such_time', 'against', '[]'::jsonb, 'next', start);
        continue;
      end if;
      start := coalesce(moved, start);
      if start not between present - interval '3 years' and present + interval '3 years' then perform internal.fail('series_range'); end if;
      begin
        made := made || internal.make_visit(wish, place, start, present, coalesce(turn = any(wish.anyway), false), case when cardinality(made) = 0 then wish.key end);
      exception when sqlstate 'P0001' then
        get stacked diagnostics code = message_text, against = pg_exception_detail;
        if code not in ('slot_taken', 'unusual_time') then raise; end if;
        conflicts := conflicts || jsonb_build_object('turn', turn, 'starts_at', start, 'code', code,
          'against', coalesce(nullif(against, '')::jsonb, '[]'), 'next', case when wish.wishes is null then
            internal.next_start_in_week(place.id, wish.services, wish.employee, greatest(start, present), zone) end);
      end;
    end loop;
    if cardinality(conflicts) > 0 then raise exception using errcode = 'ZP001'; end if;
  exception when sqlstate 'ZP001' then
    return jsonb_build_object('series', null, 'visits', '[]'::jsonb, 'conflicts', to_jsonb(conflicts));
  end;
  if cardinality(made) = 0 then perform internal.fail('series_empty'); end if;
  return internal.series_json(wish.series, made);
end $$;

create function internal.series_json(p_series uuid, visits uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('series', p_series, 'conflicts', '[]'::jsonb, 'visits', (
    select jsonb_agg(internal.visit_json(visit.id) order by visit.starts_at, visit.id) from public.appointments visit where visit.id = any(visits)));
end $$;

-- One visit of a series, as create_appointment makes it. Errors: slot_taken, unusual_time, key_used.
create function internal.make_visit(
  wish internal.wished_series, place public.locations, p_starts_at timestamptz, p_present timestamptz, p_anyway boolean, p_key uuid)
returns uuid
language plpgsql set search_path = '' as $$
declare
  made constant uuid := internal.write_by_hand(
    place, wish.services, p_starts_at, wish.contact, wish.customer_id, wish.for_name, p_key, wish.series);
  visit public.appointments;
  warnings jsonb;
begin
  select * into visit from public.appointments where id = made;
  if wish.minutes is not null then
    perform internal.place_drawn(visit, wish.services, wish.employee, wish.minutes, p_present);
  elsif wish.wishes is not null then
    perform internal.place_wishes(visit, wish.wishes, p_starts_at, p_present);
  elsif not internal.place_lines(made, wish.services, wish.employee, p_starts_at, p_present, true) then
    perform internal.refuse_start(place.id, wish.services, wish.employee, p_starts_at, p_present, made, true);
  end if;
  if not p_anyway then
    warnings := internal.warnings_by_hand(made, p_present);
    if warnings is not null then perform internal.fail('unusual_time', warnings::text); end if;
  end if;
  perform internal.note_creation(made, place, p_starts_at);
  return made;
end $$;

-- One mail about all visits of a series that were just made.
create function internal.tell_series(made jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  first public.appointments;
begin
  select * into first from public.appointments where id = (made -> 'visits' -> 0 ->> 'id')::uuid;
  perform internal.queue_messages(first.id, 'appointment_confirmed', 'business',
    internal.dates_of_series(array(select (visit ->> 'id')::uuid from jsonb_array_elements(made -> 'visits') visit)),
    internal.spend_by_hand(first.company_id, first.contact_email));
end $$;

-- What a mail says of several visits: {series: [{appointment_id, starts_at, ends_at, total_cents, sequence}]}; nothing of a single one.
-- `p_raised`: what the step that the mail tells of adds to the sequence, for calendars to take it as newer.
create function internal.dates_of_series(visits uuid[], p_raised integer default 0) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if cardinality(visits) < 2 then return '{}'; end if;
  return jsonb_build_object('series', (
    select jsonb_agg(jsonb_build_object('appointment_id', visit.id, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at,
      'total_cents', visit.total_cents, 'sequence', visit.sequence + p_raised) order by visit.starts_at, visit.id)
    from public.appointments visit where visit.id = any(visits)));
end $$;

-- Makes the visits of a series by hand, all or none: p_count of them, every p_weeks weeks from p_starts_at on. The other arguments are those of
-- create_appointment. What speaks against single visits is not an error but the answer, see internal.make_series; the caller then says of each turn,
-- counted from one, that it is left out (p_skipped), entered all the same (p_anyway, not where the time is taken) or at another time (p_moved, p_moved_to).
-- Errors: those of create_appointment but slot_taken and unusual_time; series_range; series_empty (every visit is left out).
create function public.create_series(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_weeks integer, p_count integer, p_employee uuid, p_contact jsonb, p_minutes integer,
  p_skipped integer[] default '{}', p_anyway integer[] default '{}', p_moved integer[] default '{}', p_moved_to timestamptz[] default '{}',
  p_note text default '', p_notify boolean default true, p_idempotency_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  wish internal.wished_series;
  place public.locations;
  known public.appointments;
  made jsonb;
begin
  perform internal.check_by_hand(p_location, p_services, p_starts_at, p_employee, present);
  select * into place from public.locations where id = p_location;
  p_contact := internal.contact_by_hand(p_contact, place.company_id);
  wish.contact := internal.clean_contact(p_contact || jsonb_build_object('note', coalesce(p_note, '')), true);
  perform internal.lock_location(p_location, true);
  known := internal.known_by_key(p_idempotency_key, p_location);
  if known.id is not null then
    return internal.series_json(known.series, array(
      select other.id from public.appointments other where other.id = known.id or other.series = known.series));
  end if;
  wish.services := p_services;
  wish.employee := p_employee;
  wish.starts_at := p_starts_at;
  wish.weeks := p_weeks;
  wish.first_turn := 1;
  wish.turns := p_count;
  wish.customer_id := (p_contact ->> 'customer_id')::uuid;
  wish.for_name := internal.clean_name(p_contact ->> 'for_name');
  wish.series := gen_random_uuid();
  wish.skipped := coalesce(p_skipped, '{}');
  wish.anyway := coalesce(p_anyway, '{}');
  wish.moved := coalesce(p_moved, '{}');
  wish.moved_to := coalesce(p_moved_to, '{}');
  wish.key := p_idempotency_key;
  wish.minutes := p_minutes;
  made := internal.make_series(wish, place);
  if p_notify and made -> 'conflicts' = '[]' then perform internal.tell_series(made); end if;
  return made;
end $$;

-- The same for programs before 0.4.0, which draw no ranges.
create function public.create_series(
  p_location uuid, p_services uuid[], p_starts_at timestamptz, p_weeks integer, p_count integer, p_employee uuid, p_contact jsonb,
  p_skipped integer[] default '{}', p_anyway integer[] default '{}', p_moved integer[] default '{}', p_moved_to timestamptz[] default '{}',
  p_note text default '', p_notify boolean default true, p_idempotency_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return public.create_series(p_location, p_services, p_starts_at, p_weeks, p_count, p_employee, p_contact, null, p_skipped, p_anyway, p_moved,
    p_moved_to, p_note, p_notify, p_idempotency_key);
end $$;

-- Repeats an appointment, which is the first of p_count: the same services, people and lengths at today's prices, for the same customer. The arguments and
-- the answer are those of create_series. An appointment of a series goes on with it.
-- Errors: appointment_not_found, wrong_state (not confirmed or over), not_allowed (the right to book, a colleague), event_fixed, key_used, not_offered,
-- series_range, series_empty, service_not_found, not_bookable, customer_not_found (erased).
create function public.repeat_appointment(
  p_appointment uuid, p_weeks integer, p_count integer, p_skipped integer[] default '{}', p_anyway integer[] default '{}',
  p_moved integer[] default '{}', p_moved_to timestamptz[] default '{}', p_notify boolean default true, p_idempotency_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  visit constant public.appointments := opened.appointment;
  stored constant internal.wished_line[] := internal.stored_wishes(p_appointment);
  wish internal.wished_series;
  place public.locations;
  known public.appointments;
  made jsonb;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if visit.location_id not in (select internal.locations_with('book')) or exists (
    select from unnest(stored) line where not internal.may_book_for(visit.location_id, line.employee_id)) then
    perform internal.fail('not_allowed');
  end if;
  if visit.state not in ('confirmed', 'completed', 'no_show') then perform internal.fail('wrong_state', visit.state::text); end if;
  -- Nobody would come.
  if internal.is_nobody(visit.contact_name) then perform internal.fail('customer_not_found'); end if;
  if exists (select from public.appointment_lines where appointment_id = p_appointment and event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  known := internal.known_by_key(p_idempotency_key, visit.location_id);
  if known.id is not null then
    return internal.series_json(known.series, array(
      select other.id from public.appointments other where other.series = known.series and other.created_at = known.created_at));
  end if;
  select * into place from public.locations where id = visit.location_id;
  wish.services := array(select line.service_id from unnest(stored) line);
  wish.employee := stored[1].employee_id;
  if exists (select from public.appointment_lines where appointment_id = p_appointment
    and (agreed_minutes is not null or employee_id <> wish.employee)) then
    wish.wishes := array(select (null, line.service_id, line.employee_id, line.minutes, null, null)::internal.wished_line from unnest(stored) line);
  end if;
  wish.starts_at := visit.starts_at;
  wish.weeks := p_weeks;
  wish.first_turn := 2;
  wish.turns := p_count;
  wish.contact := jsonb_build_object('name', visit.contact_name, 'email', visit.contact_email, 'phone', visit.contact_phone, 'note', '');
  wish.customer_id := visit.customer_id;
  wish.for_name := visit.for_name;
  wish.series := coalesce(visit.series, gen_random_uuid());
  wish.skipped := coalesce(p_skipped, '{}');
  wish.anyway := coalesce(p_anyway, '{}');
  wish.moved := coalesce(p_moved, '{}');
  wish.moved_to := coalesce(p_moved_to, '{}');
  wish.key := p_idempotency_key;
  made := internal.make_series(wish, place);
  if made -> 'conflicts' <> '[]' then return made; end if;
  update public.appointments set series = wish.series where id = p_appointment and series is null;
  if p_notify then perform internal.tell_series(made); end if;
  return made;
end $$;

-- Cancels an appointment and the later ones of its series that are still open and that the caller works on. Customers get one mail about all of theirs.
-- Answers {cancelled}, how many; nothing is left to cancel when asked again. Errors: appointment_not_found, wrong_state, not_allowed.
create function public.cancel_following(p_appointment uuid, p_reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  first constant public.appointments := opened.appointment;
  going public.appointments[];
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  going := internal.following_visits(first);
  if cardinality(going) = 0 and first.state <> 'cancelled' then perform internal.fail('wrong_state', first.state::text); end if;
  perform internal.cancel_together(going, p_reason);
  return jsonb_build_object('cancelled', coalesce(cardinality(going), 0));
end $$;

-- An appointment and the later ones of its series that are still open and that the caller works on, in order, locked; their location is held alone.
create function internal.following_visits(first public.appointments) returns public.appointments[]
language plpgsql set search_path = '' as $$
begin
  return array(
    select other from public.appointments other
    where (other.id = first.id or (other.series = first.series and other.location_id = first.location_id and other.starts_at >= first.starts_at))
      and other.state in ('requested', 'confirmed') and internal.is_business(other)
    order by other.starts_at, other.id for update);
end $$;

revoke execute on function internal.start_in_series, internal.next_start_in_week, internal.make_series, internal.series_json, internal.make_visit,
  internal.tell_series, internal.dates_of_series, internal.following_visits from public;
grant execute on function
  public.create_series(uuid, uuid[], timestamptz, integer, integer, uuid, jsonb, integer[], integer[], integer[], timestamptz[], text, boolean, uuid),
  public.create_series(uuid, uuid[], timestamptz, integer, integer, uuid, jsonb, integer, integer[], integer[], integer[], timestamptz[], text, boolean, uuid),
  public.repeat_appointment, public.cancel_following to authenticated;
