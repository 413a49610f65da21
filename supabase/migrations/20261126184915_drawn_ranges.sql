set local check_function_bodies = off;

ALTER TYPE "internal"."wished_series" ADD ATTRIBUTE "minutes" integer CASCADE;

CREATE OR REPLACE FUNCTION internal.check_last(p_rest integer, p_minutes integer)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_rest < 5 then perform internal.fail('range_too_short', (p_minutes - p_rest + 5)::text); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.drawn_wishes(p_location uuid, p_services uuid[], p_employee uuid, p_minutes integer)
 RETURNS internal.wished_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  lines constant integer := cardinality(p_services);
  shares constant integer[] := case when lines > 1 then internal.package_shares(p_location, p_services) end;
  usual constant integer[] := array(
    select offer.minutes from internal.offered_lines(p_location, p_services, p_employee, true) offer order by offer.line);
  rest constant integer := p_minutes - coalesce((select sum(each) from unnest(usual[:lines - 1]) each), 0);
begin
  if cardinality(usual) < lines then
    perform internal.fail('not_offered', (
      select service.name from unnest(p_services) with ordinality wish (id, turn)
      join public.services service on service.id = wish.id and service.location_id = p_location
      where not exists (select from public.employee_services own where own.employee_id = p_employee and own.service_id = wish.id)
      order by wish.turn limit 1));
  end if;
  perform internal.check_last(rest, p_minutes);
  return array(
    select (null, wish.id, p_employee, case when wish.turn = lines then rest end, shares[wish.turn])::internal.wished_line
    from unnest(p_services) with ordinality wish (id, turn) order by wish.turn);
end $function$;

CREATE OR REPLACE FUNCTION internal.ending_after(wishes internal.wished_line[], p_minutes integer)
 RETURNS internal.wished_line[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  final internal.wished_line := wishes[cardinality(wishes)];
  rest constant integer := p_minutes - (select coalesce(sum(wish.minutes), 0) from unnest(wishes) wish) + final.minutes;
begin
  perform internal.check_last(rest, p_minutes);
  final.minutes := rest;
  return wishes[:cardinality(wishes) - 1] || final;
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
end $function$;

CREATE OR REPLACE FUNCTION internal.place_drawn(visit public.appointments, p_services uuid[], p_employee uuid, p_minutes integer, p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  place constant public.locations := internal.bookable_location(visit.location_id);
  on_day constant date := (visit.starts_at at time zone place.time_zone)::date;
  minute constant integer := internal.minute(visit.starts_at);
  offers internal.line_offer[];
  days internal.employee_day[];
  who uuid;
  code text;
  why text;
  against jsonb := '[]';
begin
  if not coalesce(p_minutes between 5 and 1440, false) then perform internal.fail('line_minutes'); end if;
  if place.id is null or visit.starts_at <> date_trunc('minute', visit.starts_at) then perform internal.fail('not_bookable'); end if;
  if exists (select from unnest(p_services) wish (id) where not exists (
    select from public.services service where service.id = wish.id and service.location_id = place.id)) then
    perform internal.fail('service_not_found');
  end if;
  if p_employee is null then
    select * into offers, days from internal.offers(place.id, p_services, null, place.time_zone, on_day, on_day,
      (p_present, visit.id, false, false, false)::internal.outlook, true);
  end if;
  for who in
    select p_employee where p_employee is not null
    union all (
      select each.employee_id from unnest(offers) each join unnest(days) day on day.turn = each.turn
      where each.line = 1 and each.alone
      order by each.work @> int4range(minute, minute + p_minutes) desc, day.booked, each.turn)
  loop
    begin
      perform internal.place_wishes(visit, internal.drawn_wishes(place.id, p_services, who, p_minutes), visit.starts_at, p_present);
      update public.appointments set package_name = visit.package_name where id = visit.id and visit.package_name is not null;
      return;
    exception when sqlstate 'P0001' then
      get stacked diagnostics code = message_text, why = pg_exception_detail;
      if p_employee is not null or code not in ('slot_taken', 'range_too_short') then raise; end if;
      if code = 'slot_taken' then against := against || coalesce(nullif(why, '')::jsonb, '[]'); end if;
    end;
  end loop;
  if against <> '[]' then perform internal.fail('slot_taken', against::text); end if;
  if code is not null then perform internal.fail(code, why); end if;

  if not internal.place_lines(visit.id, p_services, null, visit.starts_at, p_present, true) then
    perform internal.refuse_start(place.id, p_services, null, visit.starts_at, p_present, visit.id, true);
  end if;
  perform internal.place_wishes(visit, internal.ending_after(internal.stored_wishes(visit.id), p_minutes), visit.starts_at, p_present);
end $function$;

CREATE OR REPLACE FUNCTION public.create_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_contact jsonb, p_anyway boolean, p_minutes integer, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
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
  if p_minutes is not null then
    perform internal.place_drawn((select visit from public.appointments visit where visit.id = made), p_services, p_employee, p_minutes, present);
  elsif not internal.place_lines(made, p_services, p_employee, p_starts_at, present, true) then
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

CREATE OR REPLACE FUNCTION public.create_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_contact jsonb, p_anyway boolean, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.create_appointment(
    p_location, p_services, p_starts_at, p_employee, p_contact, p_anyway, null, p_note, p_notify, p_idempotency_key);
end $function$;

CREATE OR REPLACE FUNCTION public.create_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_contact jsonb, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.create_appointment(
    p_location, p_services, p_starts_at, p_employee, p_contact, true, null, p_note, p_notify, p_idempotency_key);
end $function$;

CREATE OR REPLACE FUNCTION public.create_series(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_weeks integer, p_count integer, p_employee uuid, p_contact jsonb, p_minutes integer, p_skipped integer[] DEFAULT '{}'::integer[], p_anyway integer[] DEFAULT '{}'::integer[], p_moved integer[] DEFAULT '{}'::integer[], p_moved_to timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[], p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
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
  wish.minutes := p_minutes;
  made := internal.make_series(wish, place);
  if p_notify and made -> 'conflicts' = '[]' then perform internal.tell_series(made); end if;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.create_series(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_weeks integer, p_count integer, p_employee uuid, p_contact jsonb, p_skipped integer[] DEFAULT '{}'::integer[], p_anyway integer[] DEFAULT '{}'::integer[], p_moved integer[] DEFAULT '{}'::integer[], p_moved_to timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[], p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.create_series(p_location, p_services, p_starts_at, p_weeks, p_count, p_employee, p_contact, null, p_skipped, p_anyway, p_moved,
    p_moved_to, p_note, p_notify, p_idempotency_key);
end $function$;

REVOKE ALL ON FUNCTION "internal"."check_last"(integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."drawn_wishes"(uuid, uuid[], uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."ending_after"(internal.wished_line[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."place_drawn"(public.appointments, uuid[], uuid, integer, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."create_appointment"(uuid, uuid[], timestamp with time zone, uuid, jsonb, boolean, integer, text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_appointment"(uuid, uuid[], timestamp with time zone, uuid, jsonb, boolean, integer, text, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_series"(uuid, uuid[], timestamp with time zone, integer, integer, uuid, jsonb, integer, integer[], integer[], integer[], timestamp with time zone[], text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_series"(uuid, uuid[], timestamp with time zone, integer, integer, uuid, jsonb, integer, integer[], integer[], integer[], timestamp with time zone[], text, boolean, uuid) TO "authenticated";
