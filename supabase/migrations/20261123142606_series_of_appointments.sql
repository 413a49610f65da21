set local check_function_bodies = off;

ALTER TABLE "public"."appointments" ADD COLUMN "series" uuid;

CREATE TYPE "internal"."wished_series" AS ("services" uuid[], "employee" uuid, "wishes" internal.wished_line[], "starts_at" timestamp with time zone, "weeks" integer, "first_turn" integer, "turns" integer, "contact" jsonb, "customer_id" uuid, "for_name" text, "series" uuid, "skipped" integer[], "anyway" integer[], "moved" integer[], "moved_to" timestamp with time zone[], "key" uuid);

CREATE OR REPLACE FUNCTION internal.check_by_hand(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) or not internal.may_book_for(p_location, p_employee) then
    perform internal.fail('not_allowed');
  end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at not between p_present - interval '3 years' and p_present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.customer_held_back(appointment public.appointments, p_active boolean, p_published boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if (p_active and p_published) or appointment.source <> 'admin' or exists (
    select from public.messages message
    where message.appointment_id = any(appointment.id || array(
        select other.id from public.appointments other where other.series = appointment.series))
      and message.audience = 'customer' and message.state <> 'skipped') then
    return null;
  end if;
  return case when p_active then 'location_unpublished' else 'company_inactive' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.dates_of_series(visits uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if cardinality(visits) < 2 then return '{}'; end if;
  return jsonb_build_object('series', (
    select jsonb_agg(jsonb_build_object('appointment_id', visit.id, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at,
      'total_cents', visit.total_cents, 'sequence', visit.sequence) order by visit.starts_at, visit.id)
    from public.appointments visit where visit.id = any(visits)));
end $function$;

CREATE OR REPLACE FUNCTION internal.known_by_key(p_key uuid, p_location uuid)
 RETURNS public.appointments
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  known public.appointments;
begin
  if p_key is null then return null; end if;
  select * into known from public.appointments where idempotency_key = p_key;
  if known.id is not null and (known.location_id <> p_location or not internal.is_business(known)) then perform internal.fail('key_used'); end if;
  return known;
end $function$;

CREATE OR REPLACE FUNCTION internal.make_series(wish internal.wished_series, place public.locations)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION internal.make_visit(wish internal.wished_series, place public.locations, p_starts_at timestamp with time zone, p_present timestamp with time zone, p_anyway boolean, p_key uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made constant uuid := internal.write_by_hand(
    place, wish.services, p_starts_at, wish.contact, wish.customer_id, wish.for_name, p_key, wish.series);
  visit public.appointments;
  warnings jsonb;
begin
  if wish.wishes is null then
    if not internal.place_lines(made, wish.services, wish.employee, p_starts_at, p_present, true) then
      perform internal.refuse_start(place.id, wish.services, wish.employee, p_starts_at, p_present, made, true);
    end if;
  else
    select * into visit from public.appointments where id = made;
    perform internal.place_wishes(visit, wish.wishes, p_starts_at, p_present);
  end if;
  if not p_anyway then
    warnings := internal.warnings_by_hand(made, p_present);
    if warnings is not null then perform internal.fail('unusual_time', warnings::text); end if;
  end if;
  perform internal.note_creation(made, place, p_starts_at);
  return made;
end $function$;

CREATE OR REPLACE FUNCTION internal.next_start_in_week(p_location uuid, p_services uuid[], p_employee uuid, p_from timestamp with time zone, p_zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  day constant date := (p_from at time zone p_zone)::date;
begin
  return (select free.starts_at from internal.computed_starts(p_location, p_services, p_employee, day, day + 6, internal.present(), true, true) free
    where free.starts_at >= p_from order by free.starts_at limit 1);
end $function$;

CREATE OR REPLACE FUNCTION internal.note_creation(p_appointment uuid, place public.locations, p_starts_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at, actor_role, actor_reads_all)
  values (p_appointment, 'create', 'business', internal.person(), 'confirmed', p_starts_at,
    (select role from internal.memberships() where company_id = place.company_id),
    place.company_id in (select internal.companies_with('all_customers')));
end $function$;

CREATE OR REPLACE FUNCTION internal.series_json(p_series uuid, visits uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('series', p_series, 'conflicts', '[]'::jsonb, 'visits', (
    select jsonb_agg(internal.visit_json(visit.id) order by visit.starts_at, visit.id) from public.appointments visit where visit.id = any(visits)));
end $function$;

CREATE OR REPLACE FUNCTION internal.start_in_series(p_first timestamp with time zone, p_weeks integer, p_turn integer, p_zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_turn = 1 then p_first else ((p_first at time zone p_zone) + make_interval(days => 7 * p_weeks * (p_turn - 1))) at time zone p_zone end;
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_series(made jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  first public.appointments;
begin
  select * into first from public.appointments where id = (made -> 'visits' -> 0 ->> 'id')::uuid;
  perform internal.queue_messages(first.id, 'appointment_confirmed', 'business',
    internal.dates_of_series(array(select (visit ->> 'id')::uuid from jsonb_array_elements(made -> 'visits') visit)),
    internal.spend_by_hand(first.company_id, first.contact_email));
end $function$;

CREATE OR REPLACE FUNCTION internal.write_by_hand(place public.locations, p_services uuid[], p_starts_at timestamp with time zone, p_contact jsonb, p_customer uuid, p_for_name text, p_key uuid, p_series uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made constant uuid := gen_random_uuid();
begin
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key, for_name, package_name, series)
  values (made, place.company_id, place.id, 'confirmed', p_starts_at, p_starts_at + interval '1 minute', p_customer, p_contact ->> 'name',
    p_contact ->> 'email', p_contact ->> 'phone', p_contact ->> 'note', 0, 'admin', place.cancellation_hours, p_key, p_for_name,
    (internal.package_of(place.id, p_services)).name, p_series)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  return made;
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
  visit public.appointments;
  told text[] := '{}';
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  going := array(
    select other from public.appointments other
    where (other.id = p_appointment or (other.series = first.series and other.location_id = first.location_id and other.starts_at >= first.starts_at))
      and other.state in ('requested', 'confirmed') and internal.is_business(other)
    order by other.starts_at, other.id for update);
  if cardinality(going) = 0 and first.state <> 'cancelled' then perform internal.fail('wrong_state', first.state::text); end if;
  foreach visit in array going loop
    perform internal.compose_ordered(visit.id);
    if lower(visit.contact_email) = any(told) then
      -- What waits about a move of it is not true any more.
      perform internal.take_back_moves(visit.id);
      perform internal.move(visit, 'cancel', 'business', p_reason, p_quietly => true);
    else
      perform internal.move(visit, 'cancel', 'business', p_reason, internal.dates_of_series(array(
        select other.id from unnest(going) other where lower(other.contact_email) = lower(visit.contact_email))));
      told := told || lower(visit.contact_email);
    end if;
  end loop;
  return jsonb_build_object('cancelled', coalesce(cardinality(going), 0));
end $function$;

CREATE OR REPLACE FUNCTION public.create_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_contact jsonb, p_anyway boolean, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  made uuid;
  place public.locations;
  known public.appointments;
  contact jsonb;
  warnings jsonb;
begin
  perform internal.check_by_hand(p_location, p_services, p_starts_at, p_employee, present);
  select * into place from public.locations where id = p_location;
  p_contact := internal.contact_by_hand(p_contact, place.company_id);
  contact := internal.clean_contact(p_contact || jsonb_build_object('note', coalesce(p_note, '')), true);

  perform internal.lock_location(p_location, true);
  known := internal.known_by_key(p_idempotency_key, p_location);
  if known.id is not null then return internal.visit_json(known.id); end if;
  made := internal.write_by_hand(place, p_services, p_starts_at, contact,
    coalesce((p_contact ->> 'customer_id')::uuid, internal.keep_customer(place.company_id, contact, null, true)),
    internal.clean_name(p_contact ->> 'for_name'), p_idempotency_key, null);
  if not internal.place_lines(made, p_services, p_employee, p_starts_at, present, true) then
    perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present, made, true);
  end if;
  if not coalesce(p_anyway, false) then
    warnings := internal.warnings_by_hand(made, present);
    if warnings is not null then perform internal.fail('unusual_time', warnings::text); end if;
  end if;
  perform internal.note_creation(made, place, p_starts_at);
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $function$;

CREATE OR REPLACE FUNCTION public.create_series(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_weeks integer, p_count integer, p_employee uuid, p_contact jsonb, p_skipped integer[] DEFAULT '{}'::integer[], p_anyway integer[] DEFAULT '{}'::integer[], p_moved integer[] DEFAULT '{}'::integer[], p_moved_to timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[], p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  made := internal.make_series(wish, place);
  if p_notify and made -> 'conflicts' = '[]' then perform internal.tell_series(made); end if;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.issue_booking_link(p_appointment uuid, p_secret_hash text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  booked public.appointments;
  expiry timestamptz;
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  select * into booked from public.appointments where id = p_appointment for key share;
  insert into public.appointment_links (secret_hash, appointment_id, expires_at)
  select decode(p_secret_hash, 'hex'), booked.id, booked.ends_at + interval '180 days' where booked.id is not null
  on conflict (secret_hash, appointment_id) do update set expires_at = greatest(appointment_links.expires_at, excluded.expires_at)
  returning expires_at into expiry;
  if expiry is null then perform internal.fail('appointment_not_found'); end if;
  if booked.series is not null and booked.contact_email <> '' then
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select decode(p_secret_hash, 'hex'), other.id, other.ends_at + interval '180 days' from public.appointments other
    where other.series = booked.series and other.id <> booked.id and lower(other.contact_email) = lower(booked.contact_email)
    order by other.id for key share
    on conflict (secret_hash, appointment_id) do nothing;
  end if;
  return expiry;
end $function$;

CREATE OR REPLACE FUNCTION public.repeat_appointment(p_appointment uuid, p_weeks integer, p_count integer, p_skipped integer[] DEFAULT '{}'::integer[], p_anyway integer[] DEFAULT '{}'::integer[], p_moved integer[] DEFAULT '{}'::integer[], p_moved_to timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[], p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    wish.wishes := array(select (null, line.service_id, line.employee_id, line.minutes, null)::internal.wished_line from unnest(stored) line);
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
end $function$;

REVOKE ALL ON FUNCTION "internal"."check_by_hand"(uuid, uuid[], timestamp with time zone, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."dates_of_series"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."known_by_key"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."make_series"(internal.wished_series, public.locations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."make_visit"(internal.wished_series, public.locations, timestamp with time zone, timestamp with time zone, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."next_start_in_week"(uuid, uuid[], uuid, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_creation"(uuid, public.locations, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."series_json"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."start_in_series"(timestamp with time zone, integer, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."tell_series"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."write_by_hand"(public.locations, uuid[], timestamp with time zone, jsonb, uuid, text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."cancel_following"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_following"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_series"(uuid, uuid[], timestamp with time zone, integer, integer, uuid, jsonb, integer[], integer[], integer[], timestamp with time zone[], text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_series"(uuid, uuid[], timestamp with time zone, integer, integer, uuid, jsonb, integer[], integer[], integer[], timestamp with time zone[], text, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."repeat_appointment"(uuid, integer, integer, integer[], integer[], integer[], timestamp with time zone[], boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."repeat_appointment"(uuid, integer, integer, integer[], integer[], integer[], timestamp with time zone[], boolean, uuid) TO "authenticated";
