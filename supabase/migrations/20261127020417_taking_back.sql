set local check_function_bodies = off;

DROP FUNCTION "internal"."rewrite_event"(public.events, public.events, integer, text);

CREATE TABLE "internal"."events_before" ("event_id" uuid NOT NULL, "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(), "before" jsonb NOT NULL, "version" timestamp with time zone NOT NULL, "made_by" uuid, "at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "events_before_pkey" PRIMARY KEY (event_id, xid));

ALTER TABLE "internal"."events_before" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."lines_before" ("appointment_id" uuid NOT NULL, "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(), "lines" jsonb NOT NULL, "at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "lines_before_pkey" PRIMARY KEY (appointment_id, xid));

ALTER TABLE "internal"."lines_before" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.changed_in(first public.appointments, step xid8)
 RETURNS public.appointments[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return array(
    select visit from public.appointments visit
    where visit.id in (select event.appointment_id from public.appointment_events event where event.xid = step)
      and visit.location_id = first.location_id and visit.updated_at = first.updated_at and internal.is_business(visit)
      and step = (select event.xid from public.appointment_events event where event.appointment_id = visit.id order by event.id desc limit 1)
      and (exists (select from internal.lines_before kept where kept.appointment_id = visit.id and kept.xid = step) or not exists (
        select from public.appointment_events event join public.appointment_changes change on change.event_id = event.id,
          jsonb_array_elements(change.changes) part
        where event.appointment_id = visit.id and event.xid = step and part ->> 'what' in ('lines', 'resource')))
    order by visit.starts_at, visit.id for update);
end $function$;

CREATE OR REPLACE FUNCTION internal.delete_untold_cancellation(wait public.event_waits)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.messages message where message.dedupe_key = internal.key_of_wait_mail(wait, 'event_cancelled', '')
    and message.state = 'queued' and message.attempts = 0 and message.next_attempt_at > internal.present();
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_steps(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  lines integer;
  events integer;
begin
  delete from internal.lines_before where (appointment_id, xid) in (
    select appointment_id, xid from internal.lines_before where at < internal.kept_since('steps') limit p_limit for update skip locked);
  get diagnostics lines = row_count;
  delete from internal.events_before where (event_id, xid) in (
    select event_id, xid from internal.events_before where at < internal.kept_since('steps') limit p_limit for update skip locked);
  get diagnostics events = row_count;
  return lines + events;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into internal.events_before (event_id, before, version, made_by) values (old.id, to_jsonb(old), new.updated_at, internal.person())
  on conflict (event_id, xid) do update set version = excluded.version;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_lines(p_appointment uuid, wishes internal.wished_line[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into internal.lines_before (appointment_id, lines)
  select p_appointment, jsonb_agg(jsonb_build_object('now', wish.turn, 'service_id', line.service_id, 'employee_id', line.employee_id,
    'minutes', (extract(epoch from line.ends_at - line.starts_at) / 60)::integer, 'price_cents', line.price_cents, 'resource_id', line.resource_id)
    order by line."position")
  from public.appointment_lines line
  left join unnest(wishes) with ordinality as wish (origin, service_id, employee_id, minutes, price_cents, resource_id, turn)
    on wish.origin = line."position" and wish.service_id = line.service_id
  where line.appointment_id = p_appointment;
end $function$;

CREATE OR REPLACE FUNCTION internal.key_of_wait_mail(wait public.event_waits, p_kind text, p_once text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return concat('waiting ', wait.id, ' ', p_kind, ' ', wait.hold_id, ' ', p_once);
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_waiting(wait public.event_waits, p_kind text, p_more jsonb DEFAULT '{}'::jsonb, p_once text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stranger constant boolean := internal.account_of(wait.user_id, wait.email) is null;
begin
  insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key)
  select place.company_id, p_kind, 'customer', wait.email, jsonb_build_object('wait_id', wait.id, 'seats', wait.seats,
    'name', case when stranger then internal.neutral_name(wait.name, '') else wait.name end,
    'title', case when stranger then internal.neutral(titles.title, '') else titles.title end,
    'starts_at', event.starts_at, 'ends_at', event.ends_at, 'time_zone', place.time_zone, 'total_cents', wait.seats * event.price_cents,
    'business', case when stranger then internal.neutral(place.name, 'Ihr Betrieb') else place.name end,
    'reply_to', place.email, 'small_business', company.small_business) || p_more,
    internal.present() + case when p_kind = 'event_cancelled' then interval '10 seconds' else interval '0' end, now(),
    internal.key_of_wait_mail(wait, p_kind, p_once)
  from public.events event join public.locations place on place.id = event.location_id
  join public.companies company on company.id = place.company_id join public.services service on service.id = event.service_id
  join public.categories category on category.id = service.category_id left join public.categories parent on parent.id = category.parent_id
  -- Under § 203 StGB a mail names no service.
  cross join lateral (select case when category.secret or coalesce(parent.secret, false) then '' else coalesce(nullif(event.title, ''), service.name) end as title) titles
  -- Who came by an import hears only that a course does not take place, from a business that is to be seen.
  where event.id = wait.event_id
    and not (internal.is_imported(place.company_id, wait.id) and (p_kind <> 'event_cancelled' or place.state <> 'published'))
  on conflict (dedupe_key) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.restore_together(going public.appointments[], told text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  visit public.appointments;
begin
  foreach visit in array going loop
    perform internal.move(visit, 'restore', 'business', '', internal.dates_of_series(array(
      select other.id from unnest(going) other where lower(other.contact_email) = lower(visit.contact_email) and other.starts_at > present), 1),
      p_quietly => visit.starts_at <= present or lower(visit.contact_email) = any(told));
    if visit.starts_at > present then told := told || lower(visit.contact_email); end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.rewrite_event(before public.events, event public.events, p_seats integer, p_reason text, p_vacated boolean DEFAULT false)
 RETURNS public.events
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moved constant boolean := (before.starts_at, before.ends_at, before.employee_id) is distinct from (event.starts_at, event.ends_at, event.employee_id);
begin
  perform internal.set_seats(before, p_seats);
  update public.events set employee_id = event.employee_id, resource_id = event.resource_id, starts_at = event.starts_at, ends_at = event.ends_at,
    seats = p_seats, price_cents = event.price_cents, title = event.title, description = event.description,
    notice_minutes = event.notice_minutes, cancellation_hours = event.cancellation_hours
  where id = before.id returning * into event;
  if p_vacated or moved or before.resource_id is distinct from event.resource_id then perform internal.take_event_time(event); end if;
  if moved then perform internal.move_bookings(event, p_reason); end if;
  perform internal.move_up(before.id);
  return event;
end $function$;

CREATE OR REPLACE FUNCTION internal.settle_disrupted_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.disruption_events course set changed_at = internal.present(), state = (case
    when new.cancelled_at is not null then 'cancelled'
    when not internal.event_lies_in(new, disruption) then 'moved'
    when course.state in ('moved', 'cancelled') then 'open'
    else course.state::text end)::public.disruption_state
  from public.disruptions disruption
  where course.event_id = new.id and disruption.id = course.disruption_id and disruption.ended_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.take_back_cancellations(visits public.appointments[])
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  mailboxes text[];
begin
  with stopped as (
    update public.messages message set state = 'skipped', last_error = 'replaced'
    where message.appointment_id = any(array(select one.id from unnest(visits) one)) and message.kind = 'appointment_cancelled'
      and message.state = 'queued' and message.attempts = 0 and message.next_attempt_at > internal.present()
    returning message.audience, lower(message.recipient) as mailbox)
  select array_agg(distinct stopped.mailbox) into mailboxes from stopped where stopped.audience = 'customer' and not exists (
    select from unnest(visits) one where lower(one.contact_email) = stopped.mailbox and 'requested' = (
      select event.from_state from public.appointment_events event
      where event.appointment_id = one.id and event.verb = 'cancel' order by event.id desc limit 1));
  return coalesce(mailboxes, '{}');
end $function$;

CREATE OR REPLACE FUNCTION internal.take_event_back(event public.events, before public.events, step xid8)
 RETURNS public.appointments[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  again constant boolean := event.cancelled_at is not null and before.cancelled_at is null;
  visits public.appointments[] := '{}';
  obstacles jsonb;
begin
  if event.cancelled_at is not null and not again then perform internal.fail('edited_meanwhile'); end if;
  if (before.starts_at, before.ends_at, before.employee_id) is distinct from (event.starts_at, event.ends_at, event.employee_id) then
    perform internal.check_organiser(event.location_id, event.employee_id, 'move');
    perform internal.check_organiser(event.location_id, before.employee_id, 'move');
  end if;
  perform internal.check_event(before, before.seats, before.notice_minutes, before.cancellation_hours, again or before.starts_at <> event.starts_at);
  obstacles := internal.obstacles_of_event(before);
  if obstacles <> '[]' then perform internal.fail('slot_taken', obstacles::text); end if;
  if again then
    update public.events set cancelled_at = null where id = event.id;
    visits := array(
      select visit from public.appointments visit
      where visit.id in (select line.appointment_id from public.appointment_lines line where line.event_id = event.id) and visit.state = 'cancelled'
        and internal.cancelled_in(visit.id) = step and internal.withdrawn_at(visit.id) is null
      order by visit.starts_at, visit.id for update);
    if exists (select from unnest(visits) visit where not internal.take_seats(event.id, (
      select sum(line.seats)::integer from public.appointment_lines line where line.appointment_id = visit.id and line.event_id = event.id), visit.id, null)) then
      perform internal.fail('seats_taken', (select count(*)::text from public.event_seats seat where seat.event_id = event.id and seat.source is not null));
    end if;
    perform internal.delete_untold_cancellation(wait) from public.event_waits wait where wait.event_id = event.id;
  end if;
  perform internal.rewrite_event(event, before, before.seats, '', true);
  return visits;
end $function$;

CREATE OR REPLACE FUNCTION internal.wait_of_move(p_appointment uuid, p_kind text, p_actor public.actor_kind)
 RETURNS interval
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  mails bigint;
begin
  if p_actor <> 'business' then return interval '0'; end if;
  if p_kind = 'appointment_cancelled' and exists (
    select from public.appointment_lines line where line.appointment_id = p_appointment and line.event_id is not null) then return interval '10 seconds'; end if;
  if p_kind <> 'appointment_rescheduled' then return interval '0'; end if;
  select count(*) into mails from public.messages message
  where message.appointment_id = p_appointment and message.audience = 'customer' and message.kind = p_kind
    and message.payload ->> 'actor' = 'business' and message.state <> 'skipped' and message.created_at > internal.present() - interval '1 day';
  return case when mails >= 6 then interval '6 hours' when mails >= 3 then interval '1 hour' else interval '10 seconds' end;
end $function$;

CREATE OR REPLACE FUNCTION public.change_back(p_appointment uuid, p_version timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  first constant public.appointments := opened.appointment;
  last public.appointment_events;
  going public.appointments[];
  visit public.appointments;
  lines internal.wished_line[];
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  select * into last from public.appointment_events event where event.appointment_id = p_appointment order by event.id desc limit 1;
  if first.updated_at is distinct from p_version or last.verb not in ('change', 'edit') or last.actor_id is distinct from internal.person() then
    perform internal.fail('edited_meanwhile');
  end if;
  going := internal.changed_in(first, last.xid);
  if cardinality(going) = 0 then perform internal.fail('edited_meanwhile'); end if;
  foreach visit in array going loop
    perform internal.check_move(visit, 'edit', 'business');
    perform internal.compose_ordered(visit.id);
    lines := (
      select array_agg(((part ->> 'now')::integer, (part ->> 'service_id')::uuid, (part ->> 'employee_id')::uuid, (part ->> 'minutes')::integer,
        (part ->> 'price_cents')::integer, (part ->> 'resource_id')::uuid)::internal.wished_line order by turn)
      from internal.lines_before kept, jsonb_array_elements(kept.lines) with ordinality every (part, turn)
      where kept.appointment_id = visit.id and kept.xid = last.xid);
    perform internal.rewrite_visit(visit, lines, (
      select jsonb_object_agg(part ->> 'what', part -> 'old')
      from public.appointment_events event join public.appointment_changes change on change.event_id = event.id, jsonb_array_elements(change.changes) part
      where event.appointment_id = visit.id and event.xid = last.xid and part ->> 'what' not in ('lines', 'resource', 'package')),
      present, true, internal.notice_for_several(null, first.location_id), false);
  end loop;
  perform internal.tell_moves_together(array(select one.id from unnest(going) one));
  return jsonb_build_object('changed', cardinality(going), 'notice', internal.notice_of_move(going[1].id), 'left', (
    select count(distinct event.appointment_id) from public.appointment_events event where event.xid = last.xid) - cardinality(going));
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
          if own is not null then perform internal.keep_lines(visit.id, own); end if;
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
          perform internal.rewrite_event(before, event, event.seats, p_reason, moves);
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
  perform internal.restore_together(going);
  return jsonb_build_object('restored', cardinality(going), 'conflicts', '[]'::jsonb);
end $function$;

CREATE OR REPLACE FUNCTION public.take_events_back(p_event uuid, p_version timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first constant public.events := internal.open_event(p_event, 'book');
  step constant xid8 := (select kept.xid from internal.events_before kept where kept.event_id = p_event and kept.version = first.updated_at
    and first.updated_at = p_version and kept.made_by = internal.person() and kept.at > internal.kept_since('steps'));
  going public.events[];
  event public.events;
  visits public.appointments[] := '{}';
begin
  going := array(
    select one from public.events one join internal.events_before kept on kept.event_id = one.id and kept.xid = step and kept.version = one.updated_at
    where one.location_id = first.location_id and internal.may_book_for(one.location_id, one.employee_id)
    order by one.starts_at, one.id for no key update of one);
  if cardinality(going) = 0 then perform internal.fail('edited_meanwhile'); end if;
  perform internal.vacate(one.id) from unnest(going) one;
  foreach event in array going loop
    visits := visits || internal.take_event_back(event, (
      select jsonb_populate_record(event, kept.before) from internal.events_before kept where kept.event_id = event.id and kept.xid = step), step);
  end loop;
  perform internal.restore_together(visits, internal.take_back_cancellations(visits));
  perform internal.tell_moves_together(array(
    select seat.source from public.event_seats seat where seat.event_id = any(array(select one.id from unnest(going) one)) and seat.source is not null));
  return jsonb_build_object('restored', cardinality(going), 'left', (
    select count(*) from internal.events_before kept where kept.xid = step) - cardinality(going));
end $function$;

ALTER TABLE "internal"."events_before" ADD CONSTRAINT "events_before_event_id_fkey" FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;

ALTER TABLE "internal"."lines_before" ADD CONSTRAINT "lines_before_appointment_id_fkey" FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE;

CREATE INDEX events_before_at ON internal.events_before USING btree (at);

CREATE INDEX events_before_step ON internal.events_before USING btree (xid);

CREATE INDEX lines_before_at ON internal.lines_before USING btree (at);

CREATE TRIGGER keep_event AFTER UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION internal.keep_event();

REVOKE ALL ON FUNCTION "internal"."changed_in"(public.appointments, xid8) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."delete_untold_cancellation"(public.event_waits) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_steps"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_event"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_lines"(uuid, internal.wished_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."key_of_wait_mail"(public.event_waits, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."restore_together"(public.appointments[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."rewrite_event"(public.events, public.events, integer, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_back_cancellations"(public.appointments[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_event_back"(public.events, public.events, xid8) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_back"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_back"(uuid, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_events_back"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_events_back"(uuid, timestamp with time zone) TO "authenticated";

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('steps', 70, '{internal.lines_before,internal.events_before}', 'Wie Termine und Kurse vor der letzten Änderung waren, und wer sie geändert hat', 'einen Tag',
    'Damit sich die Änderung zurücknehmen lässt (Art. 6 Abs. 1 lit. f DSGVO).', 'deleted', '1 day', false, 'internal.forget_steps');
