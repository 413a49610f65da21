set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.wished_event(before public.events, p_version timestamp with time zone, p_employee uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_seats integer, p_price_cents integer, p_resource uuid, p_title text, p_description text, p_notice_minutes integer, p_cancellation_hours integer)
 RETURNS public.events
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  event public.events := before;
begin
  if before.cancelled_at is not null then perform internal.fail('wrong_state', 'cancelled'); end if;
  if before.updated_at is distinct from p_version then perform internal.fail('edited_meanwhile'); end if;
  if (before.starts_at, before.ends_at, before.employee_id) is distinct from (p_starts_at, p_ends_at, p_employee) then
    perform internal.check_organiser(before.location_id, before.employee_id, 'move');
    perform internal.check_organiser(before.location_id, p_employee, 'move');
  end if;
  perform internal.check_event_texts(p_title, p_description);
  event.resource_id := p_resource;
  event.starts_at := p_starts_at;
  event.ends_at := p_ends_at;
  event.price_cents := p_price_cents;
  perform internal.check_event(event, p_seats, p_notice_minutes, p_cancellation_hours, before.starts_at is distinct from p_starts_at);
  event.employee_id := p_employee;
  event.title := btrim(coalesce(p_title, ''));
  event.description := btrim(coalesce(p_description, ''));
  event.notice_minutes := p_notice_minutes;
  event.cancellation_hours := p_cancellation_hours;
  event.seats := p_seats;
  return event;
end $function$;

CREATE OR REPLACE FUNCTION public.change_event(p_event uuid, p_version timestamp with time zone, p_employee uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_seats integer, p_price_cents integer, p_resource uuid DEFAULT NULL::uuid, p_title text DEFAULT ''::text, p_description text DEFAULT ''::text, p_notice_minutes integer DEFAULT NULL::integer, p_cancellation_hours integer DEFAULT NULL::integer, p_reason text DEFAULT ''::text)
 RETURNS public.events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before constant public.events := internal.open_event(p_event, 'book');
begin
  return internal.rewrite_event(before, internal.wished_event(before, p_version, p_employee, p_starts_at, p_ends_at, p_seats, p_price_cents, p_resource,
    p_title, p_description, p_notice_minutes, p_cancellation_hours), p_seats, p_reason);
end $function$;

CREATE OR REPLACE FUNCTION public.change_following_events(p_event uuid, p_version timestamp with time zone, p_employee uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_seats integer, p_price_cents integer, p_resource uuid DEFAULT NULL::uuid, p_title text DEFAULT ''::text, p_description text DEFAULT ''::text, p_notice_minutes integer DEFAULT NULL::integer, p_cancellation_hours integer DEFAULT NULL::integer, p_reason text DEFAULT ''::text, p_later uuid[] DEFAULT NULL::uuid[], p_later_versions timestamp with time zone[] DEFAULT NULL::timestamp with time zone[], p_skipped uuid[] DEFAULT '{}'::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first constant public.events := internal.open_event(p_event, 'book');
  zone constant text := (select place.time_zone from public.locations place where place.id = first.location_id);
  going public.events[];
  wish constant public.events := internal.wished_event(first, p_version, p_employee, p_starts_at, p_ends_at, p_seats, p_price_cents, p_resource, p_title,
    p_description, p_notice_minutes, p_cancellation_hours);
  event public.events;
  before public.events;
  moves constant boolean := (first.starts_at, first.ends_at, first.employee_id, first.resource_id)
    is distinct from (wish.starts_at, wish.ends_at, wish.employee_id, wish.resource_id);
  code text;
  least_seats text;
  conflicts jsonb[] := '{}';
  changed uuid[] := '{}';
begin
  going := array(select one from unnest(internal.following_events(first)) one where one.id <> all(coalesce(p_skipped, '{}')) order by one.starts_at, one.id);
  if cardinality(going) = 0 then perform internal.fail('series_empty'); end if;
  begin
    -- All give their time back first: one may go to where the next one stood.
    if moves then perform internal.vacate(one.id) from unnest(going) one; end if;
    foreach before in array going loop
      code := null;
      least_seats := null;
      event := internal.follow_in_time(first, wish, internal.follow_event(first, wish, before), zone);
      if before.id <> p_event and p_later is not null
        and before.updated_at is distinct from p_later_versions[array_position(p_later, before.id)] then
        code := 'edited_meanwhile';
      elsif event.starts_at is null then
        code := 'no_such_time';
      else
        begin
          perform internal.check_event(event, event.seats, event.notice_minutes, event.cancellation_hours, before.starts_at <> event.starts_at);
          if moves then perform internal.take_event_time(event); end if;
          perform internal.rewrite_event(before, event, event.seats, p_reason);
          changed := changed || before.id;
        exception when sqlstate 'P0001' then
          get stacked diagnostics code = message_text, least_seats = pg_exception_detail;
          if code not in ('slot_taken', 'seats_taken', 'event_times') then raise; end if;
        end;
      end if;
      if code is not null then
        conflicts := conflicts || jsonb_build_object('event_id', before.id, 'starts_at', before.starts_at, 'code', code,
          'against', case when code = 'slot_taken' then internal.obstacles_of_event(event) else '[]' end,
          'least', case when code = 'seats_taken' then least_seats::integer end);
      end if;
    end loop;
    if cardinality(conflicts) > 0 then raise exception using errcode = 'ZP001'; end if;
  exception when sqlstate 'ZP001' then
    return jsonb_build_object('changed', '[]'::jsonb, 'conflicts', to_jsonb(conflicts));
  end;
  perform internal.tell_moves_together(array(select seat.source from public.event_seats seat where seat.event_id = any(changed) and seat.source is not null));
  return jsonb_build_object('changed', to_jsonb(changed), 'conflicts', '[]'::jsonb);
end $function$;

REVOKE ALL ON FUNCTION "internal"."wished_event"(public.events, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, integer, integer, uuid, text, text, integer, integer) FROM PUBLIC;
