set local check_function_bodies = off;

DROP FUNCTION "internal"."change_words"(public.appointments, jsonb);

CREATE OR REPLACE FUNCTION internal.cancelled_in(p_appointment uuid)
 RETURNS xid8
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select event.xid from public.appointment_events event
    where event.appointment_id = p_appointment and event.to_state = 'cancelled' and event.verb = 'cancel' order by event.id desc limit 1);
end $function$;

CREATE OR REPLACE FUNCTION internal.change_words(visit public.appointments, p_contact jsonb, p_counts boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before constant jsonb := internal.contact_words(visit);
  typed constant jsonb := before || p_contact;
  after jsonb;
begin
  if typed = before then return '[]'; end if;
  if length(coalesce(typed ->> 'internal_note', '')) > 4000 then perform internal.fail('note_too_long'); end if;
  after := internal.clean_contact(typed, true) || jsonb_build_object('for_name', internal.clean_name(typed ->> 'for_name'),
    'internal_note', btrim(coalesce(typed ->> 'internal_note', ''), E' \t\r\n'));
  if lower(after ->> 'email') <> lower(visit.contact_email) and p_counts and internal.spend_by_hand(visit.company_id, after ->> 'email') is not null then
    perform internal.fail('too_many_to_address');
  end if;
  update public.appointments set contact_name = after ->> 'name', contact_email = after ->> 'email', contact_phone = after ->> 'phone',
    note = after ->> 'note', for_name = after ->> 'for_name'
  where id = visit.id;
  -- A mail to a wrong address must not open the appointment of whoever is meant. Once it has begun, its customer keeps the link: with it they review.
  if lower(after ->> 'email') <> lower(visit.contact_email) and visit.starts_at > internal.present() then
    delete from public.appointment_links where appointment_id = visit.id;
  end if;
  if after ->> 'internal_note' = '' then
    delete from public.appointment_notes where appointment_id = visit.id;
  else
    insert into public.appointment_notes values (visit.id, after ->> 'internal_note')
    on conflict (appointment_id) do update set text = excluded.text;
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('what', field.key, 'old', before -> field.key, 'new', field.value)), '[]')
    from jsonb_each(after) field where before -> field.key is distinct from field.value);
end $function$;

CREATE OR REPLACE FUNCTION internal.chosen_visits(first public.appointments, p_skipped uuid[])
 RETURNS public.appointments[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  going constant public.appointments[] := array(
    select one from unnest(internal.following_visits(first)) one where one.id <> all(coalesce(p_skipped, '{}')) order by one.starts_at, one.id);
begin
  if cardinality(going) = 0 then perform internal.fail('series_empty'); end if;
  if exists (select from public.appointment_lines line where line.appointment_id = any(array(select one.id from unnest(going) one)) and line.event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  return going;
end $function$;

CREATE OR REPLACE FUNCTION internal.conflict_of(visit public.appointments, p_code text, p_against text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('id', visit.id, 'starts_at', visit.starts_at, 'code', p_code, 'against', coalesce(nullif(p_against, '')::jsonb, '[]'));
end $function$;

CREATE OR REPLACE FUNCTION internal.contact_words(visit public.appointments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('name', visit.contact_name, 'email', visit.contact_email, 'phone', visit.contact_phone, 'note', visit.note,
    'for_name', visit.for_name, 'internal_note', coalesce((select text from public.appointment_notes where appointment_id = visit.id), ''));
end $function$;

CREATE OR REPLACE FUNCTION internal.follow_wishes(stored internal.wished_line[], wishes internal.wished_line[], p_visit uuid)
 RETURNS internal.wished_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  own constant internal.wished_line[] := internal.stored_wishes(p_visit);
  wish internal.wished_line;
  was internal.wished_line;
  has internal.wished_line;
  following internal.wished_line[] := '{}';
begin
  if array(select service_id from unnest(own)) <> array(select service_id from unnest(stored)) then return null; end if;
  foreach wish in array wishes loop
    was := stored[wish.origin];
    has := own[wish.origin];
    if wish.origin is not null and was.service_id is not null then
      wish.resource_id := nullif(wish.resource_id, was.resource_id);
      if wish.employee_id = was.employee_id and wish.service_id = was.service_id then wish.employee_id := has.employee_id; end if;
      if wish.minutes = was.minutes and wish.service_id = was.service_id then wish.minutes := has.minutes; end if;
      if wish.price_cents = was.price_cents then wish.price_cents := null; end if;
    end if;
    following := following || wish;
  end loop;
  return following;
end $function$;

CREATE OR REPLACE FUNCTION internal.following_visits(first public.appointments)
 RETURNS public.appointments[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return array(
    select other from public.appointments other
    where (other.id = first.id or (other.series = first.series and other.location_id = first.location_id and other.starts_at >= first.starts_at))
      and other.state in ('requested', 'confirmed') and internal.is_business(other)
    order by other.starts_at, other.id for update);
end $function$;

CREATE OR REPLACE FUNCTION internal.is_unseen(visit public.appointments, first uuid, p_later uuid[], p_versions timestamp with time zone[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return visit.id <> first and p_later is not null and visit.updated_at is distinct from p_versions[array_position(p_later, visit.id)];
end $function$;

CREATE OR REPLACE FUNCTION internal.move_visit(visit public.appointments, wishes internal.wished_line[], p_starts_at timestamp with time zone, p_present timestamp with time zone, p_notify public.move_notice, p_reason text, p_anyway boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION internal.notice_for_several(p_notify public.move_notice, p_location uuid)
 RETURNS public.move_notice
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  usual constant public.move_notice := coalesce(p_notify, (select place.move_notice from public.locations place where place.id = p_location));
begin
  return case when usual = 'ask' then 'always' else usual end;
end $function$;

CREATE OR REPLACE FUNCTION internal.others_of_series(booked public.appointments)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(booked.contact_email, '') = '' then return '{}'; end if;
  return array(
    select other.id from public.appointments other
    where other.series = booked.series and other.id <> booked.id and lower(other.contact_email) = lower(booked.contact_email)
    union
    select other.id from public.appointment_lines line join public.events event on event.id = line.event_id
    join public.events sibling on sibling.series = event.series and sibling.location_id = event.location_id join public.appointment_lines seats on seats.event_id = sibling.id
    join public.appointments other on other.id = seats.appointment_id
    where line.appointment_id = booked.id and other.id <> booked.id and lower(other.contact_email) = lower(booked.contact_email));
end $function$;

CREATE OR REPLACE FUNCTION internal.rewrite_visit(visit public.appointments, wishes internal.wished_line[], p_contact jsonb, p_present timestamp with time zone, p_anyway boolean, p_notify public.move_notice, p_counts boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known constant jsonb := internal.known_visit(visit.id);
  lines_before constant jsonb := internal.lines_in_words(visit.id);
  rooms_before constant text := coalesce(internal.resources_of(visit.id), '');
  changes jsonb;
  package text;
  moved boolean := false;
begin
  if wishes is not null then
    moved := internal.change_lines(visit, wishes, p_present, p_anyway);
    perform internal.put_together(visit.id);
  end if;
  changes := internal.change_words(visit, coalesce(p_contact, '{}'), p_counts);
  package := coalesce((select now.package_name from public.appointments now where now.id = visit.id), '');
  if package <> coalesce(visit.package_name, '') then
    changes := jsonb_build_array(jsonb_build_object('what', 'package', 'old', coalesce(visit.package_name, ''), 'new', package)) || changes;
  end if;
  if rooms_before <> coalesce(internal.resources_of(visit.id), '') then
    changes := jsonb_build_array(jsonb_build_object('what', 'resource', 'old', rooms_before, 'new', coalesce(internal.resources_of(visit.id), ''))) || changes;
  end if;
  if lines_before <> internal.lines_in_words(visit.id) then
    changes := jsonb_build_array(jsonb_build_object('what', 'lines', 'old', lines_before, 'new', internal.lines_in_words(visit.id))) || changes;
  end if;
  if jsonb_array_length(changes) = 0 then return; end if;
  perform internal.note_change(visit, case when moved then 'change' else 'edit' end, changes);
  if moved then
    update public.appointments set sequence = sequence + 1 where id = visit.id;
    perform internal.tell_move(visit.id, known, '', coalesce(p_notify,
      (select location.move_notice from public.locations location where location.id = visit.location_id)));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.wished_lines(p_services uuid[], p_employees uuid[], p_minutes integer[], p_prices integer[], p_origins integer[], p_resources uuid[])
 RETURNS internal.wished_line[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_services is null then return null; end if;
  if cardinality(p_services) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  -- Each line that was there is kept once: a price that was agreed is not for copying.
  if exists (select from unnest(p_origins) origin where origin is not null group by origin having count(*) > 1) then
    perform internal.fail('service_not_found');
  end if;
  return array(
    select (wish.origin, wish.service, wish.employee, wish.minutes, wish.price, wish.resource)::internal.wished_line
    from unnest(p_services, p_employees, p_minutes, p_prices, p_origins, p_resources)
      with ordinality wish (service, employee, minutes, price, origin, resource, turn)
    where wish.turn <= cardinality(p_services) order by wish.turn);
end $function$;

CREATE OR REPLACE FUNCTION internal.wishes_for(p_appointment uuid, p_employee uuid)
 RETURNS internal.wished_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  stored constant internal.wished_line[] := internal.stored_wishes(p_appointment);
begin
  if p_employee is null or exists (select from unnest(stored) line where line.employee_id <> stored[1].employee_id) then return stored; end if;
  return array(select (line.origin, line.service_id, p_employee, line.minutes, line.price_cents, line.resource_id)::internal.wished_line
    from unnest(stored) with ordinality line (origin, service_id, employee_id, minutes, price_cents, resource_id, turn) order by line.turn);
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_following(p_appointment uuid, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.change_appointment(p_appointment uuid, p_version timestamp with time zone, p_services uuid[] DEFAULT NULL::uuid[], p_employees uuid[] DEFAULT NULL::uuid[], p_minutes integer[] DEFAULT NULL::integer[], p_prices integer[] DEFAULT NULL::integer[], p_origins integer[] DEFAULT NULL::integer[], p_contact jsonb DEFAULT NULL::jsonb, p_anyway boolean DEFAULT false, p_notify public.move_notice DEFAULT NULL::public.move_notice, p_resources uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  visit constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if p_version is distinct from visit.updated_at then perform internal.fail('edited_meanwhile'); end if;
  perform internal.check_move(visit, 'edit', 'business');
  perform internal.rewrite_visit(visit, internal.wished_lines(p_services, p_employees, p_minutes, p_prices, p_origins, p_resources), p_contact,
    internal.present(), p_anyway, p_notify);
  return internal.moved_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.change_following(p_appointment uuid, p_version timestamp with time zone, p_services uuid[] DEFAULT NULL::uuid[], p_employees uuid[] DEFAULT NULL::uuid[], p_minutes integer[] DEFAULT NULL::integer[], p_prices integer[] DEFAULT NULL::integer[], p_origins integer[] DEFAULT NULL::integer[], p_contact jsonb DEFAULT NULL::jsonb, p_resources uuid[] DEFAULT NULL::uuid[], p_notify public.move_notice DEFAULT NULL::public.move_notice, p_later uuid[] DEFAULT NULL::uuid[], p_later_versions timestamp with time zone[] DEFAULT NULL::timestamp with time zone[], p_skipped uuid[] DEFAULT '{}'::uuid[], p_anyway uuid[] DEFAULT '{}'::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  first constant public.appointments := opened.appointment;
  wishes constant internal.wished_line[] := internal.wished_lines(p_services, p_employees, p_minutes, p_prices, p_origins, p_resources);
  stored constant internal.wished_line[] := array(
    select (wish.origin, wish.service_id, wish.employee_id, wish.minutes, wish.price_cents, line.resource_id)::internal.wished_line
    from unnest(internal.stored_wishes(p_appointment)) wish
    join public.appointment_lines line on line.appointment_id = p_appointment and line."position" = wish.origin order by wish.origin);
  contact jsonb;
  visit public.appointments;
  own internal.wished_line[];
  code text;
  against text;
  changed uuid[] := '{}';
  conflicts jsonb[] := '{}';
  going public.appointments[];
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if p_version is distinct from first.updated_at then perform internal.fail('edited_meanwhile'); end if;
  perform internal.check_move(first, 'edit', 'business');
  if jsonb_typeof(p_contact) <> 'object' then perform internal.fail('name_missing'); end if;
  going := internal.chosen_visits(first, p_skipped);
  -- Of the words those that are changed here.
  contact := (select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(coalesce(p_contact, '{}')) field
    where field.value is distinct from internal.contact_words(first) -> field.key);
  begin
    foreach visit in array going loop
      code := null;
      against := null;
      own := case when visit.id = p_appointment then wishes when wishes is not null then internal.follow_wishes(stored, wishes, visit.id) end;
      if internal.is_unseen(visit, p_appointment, p_later, p_later_versions) then
        code := 'edited_meanwhile';
      elsif own is null and wishes is not null then
        code := 'other_services';
      else
        begin
          perform internal.check_move(visit, 'edit', 'business');
          perform internal.compose_ordered(visit.id);
          perform internal.rewrite_visit(visit, own, contact, present, coalesce(visit.id = any(p_anyway), false),
            internal.notice_for_several(p_notify, first.location_id), visit.id = going[1].id);
          changed := changed || visit.id;
        exception when sqlstate 'P0001' then
          get stacked diagnostics code = message_text, against = pg_exception_detail;
          if code not in ('slot_taken', 'unusual_time') then raise; end if;
        end;
      end if;
      if code is not null then conflicts := conflicts || internal.conflict_of(visit, code, against); end if;
    end loop;
    if cardinality(conflicts) > 0 then raise exception using errcode = 'ZP001'; end if;
  exception when sqlstate 'ZP001' then
    return jsonb_build_object('changed', '[]'::jsonb, 'conflicts', to_jsonb(conflicts), 'notice', 'none');
  end;
  perform internal.tell_moves_together(changed);
  return jsonb_build_object('changed', to_jsonb(changed), 'conflicts', '[]'::jsonb, 'notice', internal.notice_of_move(going[1].id));
end $function$;

CREATE OR REPLACE FUNCTION public.move_back(p_visits uuid[], p_to text[], p_seen text[], p_notify public.move_notice DEFAULT NULL::public.move_notice)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.move_following(p_appointment uuid, p_starts_at timestamp with time zone, p_notify public.move_notice, p_employee uuid DEFAULT NULL::uuid, p_reason text DEFAULT ''::text, p_seen text[] DEFAULT NULL::text[], p_later uuid[] DEFAULT NULL::uuid[], p_later_versions timestamp with time zone[] DEFAULT NULL::timestamp with time zone[], p_skipped uuid[] DEFAULT '{}'::uuid[], p_anyway uuid[] DEFAULT '{}'::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.restore_following(p_appointment uuid, p_skipped uuid[] DEFAULT '{}'::uuid[], p_anyway boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  first constant public.appointments := opened.appointment;
  going public.appointments[];
  visit public.appointments;
  told text[] := '{}';
  against text;
  code text;
  conflicts jsonb[] := '{}';
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if first.state <> 'confirmed' then perform internal.check_move(first, 'restore', 'business'); end if;
  going := array(
    select other from public.appointments other
    where (other.id = p_appointment or (other.series = first.series and other.location_id = first.location_id)) and other.state = 'cancelled'
      and other.id <> all(coalesce(p_skipped, '{}')) and internal.is_business(other) and internal.cancelled_in(other.id) = internal.cancelled_in(p_appointment)
      and internal.withdrawn_at(other.id) is null
    order by other.starts_at, other.id for update);
  if first.state = 'confirmed' then return jsonb_build_object('restored', 0, 'conflicts', '[]'::jsonb); end if;
  if cardinality(going) = 0 then perform internal.fail('series_empty'); end if;
  if exists (select from public.appointment_lines line where line.appointment_id = any(array(select one.id from unnest(going) one)) and line.event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  begin
    foreach visit in array going loop
      perform internal.check_restorable(visit, present, coalesce(p_anyway, false));
      begin
        perform internal.place_wishes(visit, internal.stored_wishes(visit.id), visit.starts_at, present);
      exception when sqlstate 'P0001' then
        get stacked diagnostics code = message_text, against = pg_exception_detail;
        if code <> 'slot_taken' then raise; end if;
        conflicts := conflicts || internal.conflict_of(visit, code, against);
      end;
    end loop;
    if cardinality(conflicts) > 0 then raise exception using errcode = 'ZP001'; end if;
  exception when sqlstate 'ZP001' then
    return jsonb_build_object('restored', 0, 'conflicts', to_jsonb(conflicts));
  end;
  foreach visit in array going loop
    perform internal.move(visit, 'restore', 'business', '', internal.dates_of_series(array(
      select other.id from unnest(going) other where lower(other.contact_email) = lower(visit.contact_email) and other.starts_at > present), 1),
      p_quietly => visit.starts_at <= present or lower(visit.contact_email) = any(told));
    if visit.starts_at > present then told := told || lower(visit.contact_email); end if;
  end loop;
  return jsonb_build_object('restored', cardinality(going), 'conflicts', '[]'::jsonb);
end $function$;

REVOKE ALL ON FUNCTION "internal"."cancelled_in"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."change_words"(public.appointments, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."chosen_visits"(public.appointments, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."conflict_of"(public.appointments, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."contact_words"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."follow_wishes"(internal.wished_line[], internal.wished_line[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."following_visits"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_unseen"(public.appointments, uuid, uuid[], timestamp with time zone[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."move_visit"(public.appointments, internal.wished_line[], timestamp with time zone, timestamp with time zone, public.move_notice, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."notice_for_several"(public.move_notice, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."rewrite_visit"(public.appointments, internal.wished_line[], jsonb, timestamp with time zone, boolean, public.move_notice, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."wished_lines"(uuid[], uuid[], integer[], integer[], integer[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."wishes_for"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_following"(uuid, timestamp with time zone, uuid[], uuid[], integer[], integer[], integer[], jsonb, uuid[], public.move_notice, uuid[], timestamp with time zone[], uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_following"(uuid, timestamp with time zone, uuid[], uuid[], integer[], integer[], integer[], jsonb, uuid[], public.move_notice, uuid[], timestamp with time zone[], uuid[], uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_back"(uuid[], text[], text[], public.move_notice) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_back"(uuid[], text[], text[], public.move_notice) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_following"(uuid, timestamp with time zone, public.move_notice, uuid, text, text[], uuid[], timestamp with time zone[], uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_following"(uuid, timestamp with time zone, public.move_notice, uuid, text, text[], uuid[], timestamp with time zone[], uuid[], uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."restore_following"(uuid, uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."restore_following"(uuid, uuid[], boolean) TO "authenticated";
