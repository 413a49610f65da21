set local check_function_bodies = off;

CREATE TABLE "internal"."mails_together" ("message_id" uuid NOT NULL, "bundle" uuid NOT NULL, CONSTRAINT "mails_together_pkey" PRIMARY KEY (message_id));

ALTER TABLE "internal"."mails_together" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.cancel_together(going public.appointments[], p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  visit public.appointments;
  told text[] := '{}';
begin
  foreach visit in array going loop
    perform internal.compose_ordered(visit.id);
    if lower(visit.contact_email) = any(told) then
      -- What waits about a move of it is not true any more.
      perform internal.take_back_moves(visit.id);
      perform internal.move(visit, 'cancel', 'business', p_reason, p_quietly => true);
    else
      perform internal.move(visit, 'cancel', 'business', p_reason, internal.dates_of_series(array(
        select other.id from unnest(going) other where lower(other.contact_email) = lower(visit.contact_email)), 1));
      told := told || lower(visit.contact_email);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.follow_event(first public.events, wish public.events, event public.events)
 RETURNS public.events
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if wish.employee_id <> first.employee_id then event.employee_id := wish.employee_id; end if;
  if wish.resource_id is distinct from first.resource_id then event.resource_id := wish.resource_id; end if;
  if wish.title <> first.title then event.title := wish.title; end if;
  if wish.description <> first.description then event.description := wish.description; end if;
  if wish.seats <> first.seats then event.seats := wish.seats; end if;
  if wish.price_cents <> first.price_cents then event.price_cents := wish.price_cents; end if;
  if wish.notice_minutes is distinct from first.notice_minutes then event.notice_minutes := wish.notice_minutes; end if;
  if wish.cancellation_hours is distinct from first.cancellation_hours then event.cancellation_hours := wish.cancellation_hours; end if;
  return event;
end $function$;

CREATE OR REPLACE FUNCTION internal.follow_in_time(first public.events, wish public.events, event public.events, p_zone text)
 RETURNS public.events
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  was constant timestamp := first.starts_at at time zone p_zone;
  now_at constant timestamp := wish.starts_at at time zone p_zone;
  lasted constant interval := (first.ends_at at time zone p_zone) - was;
  lasts constant interval := (wish.ends_at at time zone p_zone) - now_at;
  own constant timestamp := event.starts_at at time zone p_zone;
  begins timestamp;
  ends timestamp;
begin
  if event.id = first.id then
    event.starts_at := wish.starts_at;
    event.ends_at := wish.ends_at;
  elsif (was, lasted) is distinct from (now_at, lasts) then
    begins := own::date + (now_at::date - was::date) + case when (was::time, lasted) = (now_at::time, lasts) then own::time else now_at::time end;
    ends := begins + case when (was::time, lasted) = (now_at::time, lasts) then (event.ends_at at time zone p_zone) - own else lasts end;
    event.starts_at := internal.instant(begins, p_zone);
    event.ends_at := internal.instant(ends, p_zone);
    if (event.starts_at at time zone p_zone, event.ends_at at time zone p_zone) <> (begins, ends) then event.starts_at := null; end if;
  end if;
  return event;
end $function$;

CREATE OR REPLACE FUNCTION internal.following_events(first public.events)
 RETURNS public.events[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return array(
    select other from public.events other
    where (other.id = first.id or (other.series = first.series and other.location_id = first.location_id and other.starts_at >= first.starts_at))
      and other.cancelled_at is null and internal.may_book_for(other.location_id, other.employee_id)
    order by other.starts_at, other.id for no key update);
end $function$;

CREATE OR REPLACE FUNCTION internal.join_mails(p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  due uuid;
  parts uuid[];
begin
  for due in
    select tied.bundle from internal.mails_together tied join public.messages message on message.id = tied.message_id
    where message.state <> 'queued' or message.next_attempt_at <= p_present group by tied.bundle limit 100
  loop
    -- Another process that is just doing the same is waited for, and leaves nothing.
    with untied as (delete from internal.mails_together tied where tied.bundle = due returning tied.message_id)
    select array_agg(untied.message_id) into parts from untied;
    -- Alone those that are still waiting, with the first appointment leading.
    with waiting as materialized (
      select message.id, lower(message.recipient) as mailbox, message.payload from public.messages message
      where message.id = any(parts) and message.state = 'queued' and message.attempts = 0 order by message.id for update skip locked
    ), joined as (
      select waiting.mailbox, (array_agg(waiting.id order by internal.starts_in(waiting.payload), waiting.id))[1] as leader,
        jsonb_agg(jsonb_build_object('appointment_id', waiting.payload -> 'appointment_id', 'starts_at', waiting.payload -> 'starts_at',
          'ends_at', waiting.payload -> 'ends_at', 'total_cents', waiting.payload -> 'total_cents', 'sequence', waiting.payload -> 'sequence',
          'old_starts_at', waiting.payload -> 'old_starts_at') order by internal.starts_in(waiting.payload), waiting.id) as series
      from waiting group by waiting.mailbox having count(*) > 1
    )
    update public.messages message set
      payload = case when message.id = joined.leader then message.payload || jsonb_build_object('series', joined.series) else message.payload end,
      next_attempt_at = case when message.id = joined.leader then p_present else message.next_attempt_at end,
      state = (case when message.id = joined.leader then 'queued' else 'skipped' end)::public.message_state,
      last_error = case when message.id = joined.leader then message.last_error else 'together' end
    from waiting join joined using (mailbox) where message.id = waiting.id;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.obstacles_of_event(event public.events)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  person public.employees;
  wanted constant tstzmultirange := tstzmultirange(tstzrange(event.starts_at, event.ends_at));
  question internal.start_question;
  subject record;
  reasons jsonb[];
  found jsonb[] := '{}';
begin
  select * into place from public.locations where id = event.location_id;
  select * into person from public.employees where id = event.employee_id;
  question := internal.question_to(person, place, event.starts_at, present, 1);
  for subject in
    select person.id, person.name, question.may_read union all
    select room.id, room.name, question.may_read_all from public.resources room where room.id = event.resource_id
  loop
    question.employee_id := subject.id;
    question.may_read := subject.may_read;
    reasons := array(select internal.bookings_in_the_way(question, wanted, false, 'busy'))
      || array(select internal.bookings_in_the_way(question, wanted, true, 'held'));
    if cardinality(reasons) > 0 then
      found := found || jsonb_build_object('employee_id', subject.id, 'employee_name', subject.name, 'reasons', to_jsonb(reasons));
    end if;
  end loop;
  return to_jsonb(found);
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
    join public.events sibling on sibling.series = event.series join public.appointment_lines seats on seats.event_id = sibling.id
    join public.appointments other on other.id = seats.appointment_id
    where line.appointment_id = booked.id and other.id <> booked.id and lower(other.contact_email) = lower(booked.contact_email));
end $function$;

CREATE OR REPLACE FUNCTION internal.rewrite_event(before public.events, event public.events, p_seats integer, p_reason text)
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
  if moved or before.resource_id is distinct from event.resource_id then perform internal.take_event_time(event); end if;
  if moved then perform internal.move_bookings(event, p_reason); end if;
  perform internal.move_up(before.id);
  return event;
end $function$;

CREATE OR REPLACE FUNCTION internal.starts_in(payload jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (payload ->> 'starts_at')::timestamptz;
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_moves_together(visits uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  bundle constant uuid := gen_random_uuid();
begin
  if cardinality(visits) < 2 then return; end if;
  insert into internal.mails_together
  select message.id, bundle from public.messages message
  where message.appointment_id = any(visits) and message.kind = 'appointment_rescheduled' and message.audience = 'customer'
    and message.state = 'queued' and message.attempts = 0 and message.next_attempt_at > internal.present()
  on conflict (message_id) do update set bundle = excluded.bundle;
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
  going := array(
    select other from public.appointments other
    where (other.id = p_appointment or (other.series = first.series and other.location_id = first.location_id and other.starts_at >= first.starts_at))
      and other.state in ('requested', 'confirmed') and internal.is_business(other)
    order by other.starts_at, other.id for update);
  if cardinality(going) = 0 and first.state <> 'cancelled' then perform internal.fail('wrong_state', first.state::text); end if;
  perform internal.cancel_together(going, p_reason);
  return jsonb_build_object('cancelled', coalesce(cardinality(going), 0));
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_following_events(p_event uuid, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  going constant public.events[] := internal.following_events(internal.open_event(p_event, 'cancel'));
  event public.events;
begin
  foreach event in array going loop
    -- First, so that no seat that becomes free is offered to anybody.
    update public.events set cancelled_at = internal.present() where id = event.id returning * into event;
    perform internal.tell_waiting(event, p_reason);
  end loop;
  perform internal.cancel_together(array(
    select visit from public.appointments visit
    where visit.state in ('requested', 'confirmed') and visit.id in (
      select seat.source from public.event_seats seat where seat.event_id = any(array(select one.id from unnest(going) one)))
    order by visit.starts_at, visit.id for update), p_reason);
  perform internal.end_seat_holds(one.id), internal.vacate(one.id) from unnest(going) one;
  return jsonb_build_object('cancelled', cardinality(going));
end $function$;

CREATE OR REPLACE FUNCTION public.change_event(p_event uuid, p_version timestamp with time zone, p_employee uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_seats integer, p_price_cents integer, p_resource uuid DEFAULT NULL::uuid, p_title text DEFAULT ''::text, p_description text DEFAULT ''::text, p_notice_minutes integer DEFAULT NULL::integer, p_cancellation_hours integer DEFAULT NULL::integer, p_reason text DEFAULT ''::text)
 RETURNS public.events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before constant public.events := internal.open_event(p_event, 'book');
  event public.events := before;
  moved constant boolean := (before.starts_at, before.ends_at, before.employee_id) is distinct from (p_starts_at, p_ends_at, p_employee);
begin
  if before.cancelled_at is not null then perform internal.fail('wrong_state', 'cancelled'); end if;
  if before.updated_at is distinct from p_version then perform internal.fail('edited_meanwhile'); end if;
  if moved then
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
  return internal.rewrite_event(before, event, p_seats, p_reason);
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
  wish public.events := first;
  event public.events;
  before public.events;
  moves boolean;
  code text;
  least_seats text;
  conflicts jsonb[] := '{}';
  changed uuid[] := '{}';
begin
  if first.cancelled_at is not null then perform internal.fail('wrong_state', 'cancelled'); end if;
  if first.updated_at is distinct from p_version then perform internal.fail('edited_meanwhile'); end if;
  if (first.starts_at, first.ends_at, first.employee_id) is distinct from (p_starts_at, p_ends_at, p_employee) then
    perform internal.check_organiser(first.location_id, p_employee, 'move');
  end if;
  perform internal.check_event_texts(p_title, p_description);
  wish.resource_id := p_resource;
  wish.starts_at := p_starts_at;
  wish.ends_at := p_ends_at;
  wish.price_cents := p_price_cents;
  perform internal.check_event(wish, p_seats, p_notice_minutes, p_cancellation_hours, first.starts_at is distinct from p_starts_at);
  wish.employee_id := p_employee;
  wish.title := btrim(coalesce(p_title, ''));
  wish.description := btrim(coalesce(p_description, ''));
  wish.notice_minutes := p_notice_minutes;
  wish.cancellation_hours := p_cancellation_hours;
  wish.seats := p_seats;
  moves := (first.starts_at, first.ends_at, first.employee_id, first.resource_id)
    is distinct from (wish.starts_at, wish.ends_at, wish.employee_id, wish.resource_id);
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

CREATE OR REPLACE FUNCTION public.claim_messages(p_limit integer DEFAULT 20)
 RETURNS SETOF public.messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  claimed public.messages[];
  skipped integer;
begin
  perform internal.compose_all_ordered(100);
  perform internal.join_mails(present);
  delete from internal.mail_counts where ends_at < present;
  update public.messages set state = 'failed', last_error = 'lease ran out'
  where id in (select id from public.messages where state = 'sending' and attempts >= 10 and next_attempt_at <= present
    for update skip locked);
  -- Nobody waits behind messages that are not sent.
  loop
    with due as materialized (
      select message.id, internal.reason_to_skip(message) as reason from public.messages message
      where message.state in ('queued', 'sending') and message.next_attempt_at <= present
      order by message.priority, message.next_attempt_at limit p_limit for update skip locked
    ), dropped as (
      update public.messages message set state = 'skipped', last_error = due.reason
      from due where message.id = due.id and due.reason is not null returning message.id
    ), taken as (
      update public.messages message
      set state = 'sending', attempts = message.attempts + 1, next_attempt_at = present + interval '60 seconds'
      from due where message.id = due.id and due.reason is null returning message.*
    )
    select (select count(*) from dropped),
      (select array_agg(row(taken.*)::public.messages order by taken.priority, taken.created_at) from taken)
    into skipped, claimed;
    exit when claimed is not null or skipped = 0;
  end loop;
  return query select * from unnest(claimed);
end $function$;

CREATE OR REPLACE FUNCTION public.issue_booking_link(p_appointment uuid, p_secret_hash text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  booked public.appointments;
  others uuid[];
  expiry timestamptz;
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  select * into booked from public.appointments where id = p_appointment;
  others := internal.others_of_series(booked);
  -- Whoever cancels the rest of a series locks its appointments in another order, but holds the location alone.
  if cardinality(others) > 0 then perform internal.lock_location(booked.location_id, false); end if;
  perform from public.appointments where id = p_appointment for key share;
  if not found then perform internal.fail('appointment_not_found'); end if;
  insert into public.appointment_links (secret_hash, appointment_id, expires_at)
  select decode(p_secret_hash, 'hex'), visit.id, visit.ends_at + interval '180 days' from public.appointments visit where visit.id = p_appointment
  on conflict (secret_hash, appointment_id) do update set expires_at = greatest(appointment_links.expires_at, excluded.expires_at)
  returning expires_at into expiry;
  if cardinality(others) > 0 then
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select decode(p_secret_hash, 'hex'), other.id, other.ends_at + interval '180 days' from public.appointments other
    where other.id = any(others) and lower(other.contact_email) = lower(booked.contact_email)
    order by other.id for key share
    on conflict (secret_hash, appointment_id) do nothing;
  end if;
  return expiry;
end $function$;

ALTER TABLE "internal"."mails_together" ADD CONSTRAINT "mails_together_message_id_fkey" FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE CASCADE;

CREATE INDEX mails_together_bundle ON internal.mails_together USING btree (bundle);

REVOKE ALL ON FUNCTION "internal"."cancel_together"(public.appointments[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."follow_event"(public.events, public.events, public.events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."follow_in_time"(public.events, public.events, public.events, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."following_events"(public.events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."join_mails"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."obstacles_of_event"(public.events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."others_of_series"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."rewrite_event"(public.events, public.events, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."starts_in"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."tell_moves_together"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."cancel_following_events"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_following_events"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_following_events"(uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, integer, integer, uuid, text, text, integer, integer, text, uuid[], timestamp with time zone[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_following_events"(uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, integer, integer, uuid, text, text, integer, integer, text, uuid[], timestamp with time zone[], uuid[]) TO "authenticated";

update public.retention_rules
set tables = '{public.holds,internal.hold_budget,internal.untold_moves,internal.mails_together,public.event_seats,internal.mail_counts}' where name = 'holds';
