set local check_function_bodies = off;

DROP POLICY "members_read" ON "public"."events";

DROP FUNCTION "internal"."open_event"(uuid);

DROP FUNCTION "public"."create_event"(uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, integer, uuid, text, integer);

DROP FUNCTION "public"."set_event_seats"(uuid, integer);

DROP FUNCTION "public"."upcoming_events"(uuid, date, date);

CREATE TABLE "public"."event_waits" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "event_id" uuid NOT NULL, "seats" smallint NOT NULL, "user_id" uuid, "name" character varying(120) NOT NULL, "email" character varying(254) NOT NULL, "phone" character varying(40) NOT NULL DEFAULT ''::character varying, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "hold_id" uuid, "left_at" timestamp with time zone, CONSTRAINT "event_waits_pkey" PRIMARY KEY (id), CONSTRAINT "event_waits_seats_check" CHECK (((seats >= 1) AND (seats <= 10))), CONSTRAINT "event_waits_email_check" CHECK (internal.is_address((email)::text)));

ALTER TABLE "public"."event_waits" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."events" ADD COLUMN "description" character varying(2000) NOT NULL DEFAULT ''::character varying;

ALTER TABLE "public"."events" ADD COLUMN "notice_minutes" integer;

ALTER TABLE "public"."events" ADD COLUMN "cancellation_hours" smallint;

ALTER TABLE "public"."events" ADD COLUMN "series" uuid;

CREATE OR REPLACE FUNCTION internal.check_event(event public.events, p_seats integer, p_notice integer, p_hours integer, p_coming boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  if event.resource_id is not null and not exists (
    select from public.resources where id = event.resource_id and location_id = event.location_id) then
    perform internal.fail('not_allowed');
  end if;
  if not coalesce((not p_coming or event.starts_at >= present) and event.starts_at between present - interval '3 years' and present + interval '3 years'
    and event.starts_at < event.ends_at and event.ends_at <= event.starts_at + interval '24 hours'
    and date_trunc('minute', event.starts_at, 'UTC') = event.starts_at and date_trunc('minute', event.ends_at, 'UTC') = event.ends_at, false) then
    perform internal.fail('event_times');
  end if;
  if not coalesce(p_seats between 1 and 500 and event.price_cents between 0 and 10000000, false) then perform internal.fail('seats_invalid'); end if;
  if coalesce(p_notice, 0) not between 0 and 525600 or coalesce(p_hours, 0) not between 0 and 720 then perform internal.fail('event_rules'); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_event_texts(p_title text, p_description text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if length(btrim(coalesce(p_title, ''))) > 120 then perform internal.fail('title_too_long'); end if;
  if length(btrim(coalesce(p_description, ''))) > 2000 then perform internal.fail('note_too_long'); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_organiser(p_location uuid, p_employee uuid, p_right public.member_right)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform internal.check_blocker(p_location, p_employee, null);
  if p_location not in (select internal.locations_with(p_right)) then perform internal.fail('not_allowed'); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.composed_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb, ordered_at timestamp with time zone)
 RETURNS TABLE(company_id uuid, appointment_id uuid, customer_id uuid, kind text, audience public.actor_kind, recipient text, payload jsonb, next_attempt_at timestamp with time zone, created_at timestamp with time zone, held_back text)
 LANGUAGE plpgsql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
begin
  return query
  select appointment.company_id, appointment.id, case target.audience when 'customer' then appointment.customer_id end, p_kind, target.audience, coalesce(own.mailbox, target.recipient),
    jsonb_build_object(
      'appointment_id', appointment.id, 'number', internal.booking_number(appointment.id), 'sequence', appointment.sequence, 'state', appointment.state, 'actor', p_actor,
      'starts_at', appointment.starts_at, 'ends_at', appointment.ends_at, 'time_zone', location.time_zone,
      'total_cents', appointment.total_cents, 'created_at', appointment.created_at,
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'secret', flags.secret, 'withdrawal', flags.withdrawal,
      'note', case when flags.secret then '' else internal.neutral(appointment.note, 'Steht im Kalender.') end,
      'customer', jsonb_build_object('name', case when stranger then internal.neutral_name(appointment.contact_name, '')
          when target.audience = 'business' then internal.neutral(appointment.contact_name, 'Gast') else appointment.contact_name end,
        'email', appointment.contact_email, 'phone', appointment.contact_phone),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug,
        'name', case when stranger then names.shown else location.name end,
        'street', case when stranger then internal.neutral(location.street, '') else location.street end,
        'postal_code', location.postal_code, 'city', case when stranger then internal.neutral(location.city, '') else location.city end,
        'phone', case when stranger then names.phone else location.phone end, 'email', location.email,
        'latitude', location.latitude, 'longitude', location.longitude),
      'company', jsonb_build_object('id', company.id, 'name', case when stranger then names.shown else company.name end,
        'legal_name', case when stranger then internal.neutral(company.legal_name, '') else company.legal_name end,
        'representative', case when stranger then internal.neutral(company.representative, '') else company.representative end,
        'street', case when stranger then internal.neutral(company.street, '') else company.street end,
        'postal_code', company.postal_code, 'city', case when stranger then internal.neutral(company.city, '') else company.city end,
        'email', company.email, 'phone', case when stranger then '' else company.phone end, 'small_business', company.small_business),
      'services', (
        select jsonb_agg(jsonb_build_object(
          'name', case when not flags.secret and not (stranger and internal.leads_away(line.service_name)) then line.service_name end,
          'employee', case when stranger then internal.neutral_name(employee.name, 'Team') else employee.name end,
          'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents)
          || case when line.event_id is null then '{}' else jsonb_build_object('seats', line.seats) end order by line."position")
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id)
    ) || extra || jsonb_strip_nulls(jsonb_build_object('reason', case when company.state <> 'active' and p_actor = 'business' then ''
      when stranger or p_actor = 'customer' then internal.neutral(extra ->> 'reason', '') end,
      'early_start', case when target.audience = 'customer' then (
        select jsonb_build_object('text', worded.text, 'agreed_at', demanded.agreed_at)
        from public.early_starts demanded join public.consent_texts worded on worded.hash = demanded.text_hash
        where demanded.appointment_id = appointment.id) end)), internal.present(), ordered_at,
    case when target.audience = 'business' then case when own.mailbox is null then 'too_many_mails' end
      else internal.customer_held_back(appointment, company.state = 'active', location.state = 'published') end
  from public.appointments appointment
  join public.locations location on location.id = appointment.location_id
  join public.companies company on company.id = appointment.company_id
  cross join internal.legal_flags(appointment.id) flags
  cross join lateral (select
    coalesce(internal.neutral(location.name, null), internal.neutral(company.name, null), 'Ihr gebuchter Betrieb') as shown,
    case when location.phone ~ '^[+]?[0-9 ()/.-]*$' then location.phone else '' end as phone) names
  cross join lateral (values
    ('customer'::public.actor_kind, appointment.contact_email::text),
    ('business', case when p_actor = 'business' then '' else coalesce(nullif(location.email, ''), company.email) end)
  ) target (audience, recipient)
  cross join lateral (select target.audience = 'customer'
    and internal.account_of(appointment.user_id, appointment.contact_email) is null as stranger) known
  cross join lateral (select case when target.audience = 'business' and target.recipient <> '' then
    internal.business_mailbox(company.id, target.recipient) end as mailbox) own
  where appointment.id = p_appointment and target.recipient <> '';
end $function$;

CREATE OR REPLACE FUNCTION internal.contact_by_hand(p_contact jsonb, p_company uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  customer public.customers;
begin
  if p_contact ->> 'customer_id' is null then return p_contact; end if;
  select * into customer from public.customers where id::text = p_contact ->> 'customer_id' and company_id = p_company;
  if customer.id is null or not internal.may_see_customer(customer.id, p_company) then perform internal.fail('customer_not_found'); end if;
  return jsonb_build_object('name', customer.name, 'email', coalesce(customer.email::text, ''), 'phone', customer.phone) || p_contact;
end $function$;

CREATE OR REPLACE FUNCTION internal.counted_seats(p_event uuid, OUT taken integer, OUT waiting integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select count(*) into taken from public.event_seats seat
  where seat.event_id = p_event and seat.source is not null and internal.is_live(seat.expires_at, internal.present());
  select count(*) into waiting from public.event_waits wait where wait.event_id = p_event and wait.hold_id is null and wait.left_at is null;
end $function$;

CREATE OR REPLACE FUNCTION internal.delete_account(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.mail_account(p_user, 'account_deleted');
  insert into internal.appointments_to_forget select id from public.appointments where user_id = p_user on conflict do nothing;
  delete from public.event_waits where user_id = p_user;
  delete from auth.users where id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION internal.end_seat_holds(p_event uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.end_hold(hold.id, false) from (
    select id from public.holds where ended_at is null and id in (select source from public.event_seats where event_id = p_event)
    order by id for update) hold;
end $function$;

CREATE OR REPLACE FUNCTION internal.event_closes(event public.events, place public.locations)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return event.starts_at - make_interval(mins => coalesce(event.notice_minutes, place.notice_minutes));
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_waits(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.event_waits where id in (
    select wait.id from public.event_waits wait join public.events event on event.id = wait.event_id
    where event.ends_at < internal.present() - interval '30 days' limit p_limit for update of wait skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_waiting(wait public.event_waits, p_kind text, p_more jsonb DEFAULT '{}'::jsonb)
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
    internal.present(), now(), concat('waiting ', wait.id, ' ', p_kind, ' ', wait.hold_id)
  from public.events event join public.locations place on place.id = event.location_id
  join public.companies company on company.id = place.company_id join public.services service on service.id = event.service_id
  join public.categories category on category.id = service.category_id left join public.categories parent on parent.id = category.parent_id
  -- Under § 203 StGB a mail names no service.
  cross join lateral (select case when category.secret or coalesce(parent.secret, false) then '' else coalesce(nullif(event.title, ''), service.name) end as title) titles
  where event.id = wait.event_id
  on conflict (dedupe_key) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.move_bookings(event public.events, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  visit public.appointments;
  known jsonb;
begin
  for visit in select * from internal.open_bookings(event.id) loop
    perform internal.compose_ordered(visit.id);
    known := internal.known_visit(visit.id);
    update public.appointment_lines set starts_at = event.starts_at, ends_at = event.ends_at, employee_id = event.employee_id
    where appointment_id = visit.id and event_id = event.id;
    update public.appointments set starts_at = event.starts_at, ends_at = event.ends_at where id = visit.id;
    perform internal.note_move(visit, known, event.starts_at, 'business', p_reason, null, 'always');
  end loop;
  -- Who was just offered a seat is offered it again.
  update public.event_waits wait set hold_id = null
  where wait.event_id = event.id and wait.left_at is null and wait.hold_id in (select hold.id from public.holds hold where hold.ended_at is null);
  perform internal.end_seat_holds(event.id);
end $function$;

CREATE OR REPLACE FUNCTION internal.move_up(p_event uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  event record;
  wait public.event_waits;
  hold public.holds;
  line internal.planned_line;
  free smallint[];
begin
  -- Nearly always nobody waits.
  if not exists (select from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null) then return; end if;
  perform from public.events one where one.id = p_event for no key update;
  select one.*, place.company_id, internal.event_closes(one, place) as closes_at, coalesce(one.cancellation_hours, place.cancellation_hours) as hours,
    coalesce(nullif(one.title, ''), service.name) as name
  into event
  from public.events one join public.services service on service.id = one.service_id
  join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  -- Too late to ask somebody who has to read a mail.
  if event.id is null or event.closes_at < present + interval '30 minutes' then return; end if;
  for wait in
    select * from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null
    order by one.created_at, one.id for update
  loop
    free := array(select seat.seat from public.event_seats seat where seat.event_id = p_event and seat.source is null order by seat.seat);
    exit when cardinality(free) = 0;
    continue when cardinality(free) < wait.seats;
    line := (1, event.service_id, event.employee_id, event.name, event.starts_at, event.ends_at, wait.seats * event.price_cents, null, null, null,
      p_event, wait.seats);
    hold := null;
    hold.id := gen_random_uuid();
    hold.company_id := event.company_id;
    hold.location_id := event.location_id;
    hold.purpose := 'waitlist';
    hold.starts_at := event.starts_at;
    hold.ends_at := event.ends_at;
    hold.expires_at := least(present + interval '1 day', event.closes_at);
    hold.released := false;
    hold.secret_hash := sha256(convert_to(internal.wait_secret(wait.id), 'UTF8'));
    hold.user_id := wait.user_id;
    hold.lines := jsonb_build_array(internal.line_json(line));
    hold.total_cents := line.price_cents;
    hold.source := 'web';
    hold.origin := 'own_link';
    hold.cancellation_hours := event.hours;
    hold.employee_chosen := true;
    hold.created_at := present;
    insert into public.holds values (hold.*);
    update public.event_seats seat set source = hold.id, expires_at = hold.expires_at where seat.event_id = p_event and seat.seat = any(free[1:wait.seats]);
    update public.event_waits set hold_id = hold.id where id = wait.id returning * into wait;
    perform internal.mail_waiting(wait, 'event_seat_free', jsonb_build_object('until', hold.expires_at));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.offer_freed_seat()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.move_up(new.event_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_bookings(p_event uuid)
 RETURNS SETOF public.appointments
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return query select appointment.* from public.appointments appointment
    where appointment.state in ('requested', 'confirmed') and appointment.id in (
      select source from public.event_seats where event_id = p_event)
    order by appointment.id for update;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_event(p_event uuid, p_right public.member_right)
 RETURNS public.events
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  event public.events;
begin
  select * into event from public.events where id = p_event;
  if event.id is null or event.location_id not in (select internal.locations_as('staff')) then perform internal.fail('event_not_found'); end if;
  perform internal.check_organiser(event.location_id, event.employee_id, p_right);
  perform internal.lock_location(event.location_id, true);
  select * into event from public.events where id = p_event for no key update;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  return event;
end $function$;

CREATE OR REPLACE FUNCTION internal.own_wait(p_wait uuid, p_secret text)
 RETURNS public.event_waits
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wait public.event_waits;
begin
  select * into wait from public.event_waits where id = p_wait;
  if wait.id is null or not (coalesce(wait.user_id = internal.person(), false)
    or coalesce(sha256(convert_to(p_secret, 'UTF8')) = sha256(convert_to(internal.wait_secret(p_wait), 'UTF8')), false)) then
    perform internal.fail('event_not_found');
  end if;
  return wait;
end $function$;

CREATE OR REPLACE FUNCTION internal.retake(ended public.holds, p_present timestamp with time zone)
 RETURNS public.holds
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  hold public.holds;
  services uuid[];
  employees uuid[];
  planned internal.planned_line[];
  takings internal.taking[];
begin
  select * into hold from public.holds where id = ended.id for update;
  if hold.ended_at is null then return hold; end if;
  if hold.lines -> 0 ? 'event_id' then
    -- What the customer has seen must still be so.
    if not exists (select from public.events event where event.id = (hold.lines -> 0 ->> 'event_id')::uuid and event.starts_at = hold.starts_at
      and event.ends_at = hold.ends_at and event.employee_id = (hold.lines -> 0 ->> 'employee_id')::uuid) then
      perform internal.fail('seats_taken');
    end if;
    if not internal.take_seats((hold.lines -> 0 ->> 'event_id')::uuid, (hold.lines -> 0 ->> 'seats')::integer, hold.id,
      p_present + interval '1 minute') then
      perform internal.fail('seats_taken');
    end if;
    update public.holds set ended_at = null, expires_at = p_present + interval '1 minute' where id = hold.id returning * into hold;
    return hold;
  end if;
  select array_agg(line.service_id order by line."position"), array_agg(distinct line.employee_id) into services, employees
  from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line;
  if cardinality(employees) > 1 then employees := null; end if;
  planned := array(select plan from internal.plan_visit(hold.location_id, services, employees[1], hold.starts_at, p_present) plan);
  takings := internal.takings(planned);
  if cardinality(planned) = 0 then
    if exists (select from internal.plan_visit(hold.location_id, services, employees[1], hold.starts_at, p_present, null, false, true)) then
      perform internal.fail('slot_taken');
    end if;
    perform internal.fail('hold_expired');
  end if;
  hold.expires_at := p_present + interval '1 minute';
  if not internal.release_expired(takings, p_present, false) or not internal.occupy(hold.id, 'line', takings, hold.expires_at) then
    perform internal.fail('slot_taken');
  end if;
  -- Prices stay as they were agreed.
  update public.holds set ended_at = null, expires_at = hold.expires_at, ends_at = (select max(line.ends_at) from unnest(planned) line),
    lines = (select jsonb_agg(internal.line_json(line) || jsonb_build_object('price_cents', hold.lines -> (line."position" - 1) -> 'price_cents'))
      from unnest(planned) line)
  where id = hold.id returning * into hold;
  return hold;
end $function$;

CREATE OR REPLACE FUNCTION internal.set_seats(event public.events, p_seats integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken integer;
begin
  -- Whose time to confirm is over may find the seat gone.
  perform internal.release_lapsed_seats(event.id);
  taken := (select count(*) from public.event_seats where event_id = event.id and source is not null);
  if p_seats < taken then perform internal.fail('seats_taken', taken::text); end if;
  delete from public.event_seats where event_id = event.id and source is null and seat in (
    select seat from public.event_seats where event_id = event.id and source is null order by seat desc limit greatest(event.seats - p_seats, 0));
  insert into public.event_seats (event_id, seat)
  select event.id, (select coalesce(max(seat), 0) from public.event_seats where event_id = event.id) + more
  from generate_series(1, p_seats - event.seats) more;
end $function$;

CREATE OR REPLACE FUNCTION internal.take_event_time(event public.events)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  takings constant internal.taking[] := array(
    select (1, subject, int4multirange(int4range(internal.minute(event.starts_at), internal.minute(event.ends_at))), resource)::internal.taking
    from (values (event.employee_id, false), (event.resource_id, true)) part (subject, resource) where subject is not null);
begin
  perform internal.vacate(event.id);
  if not internal.release_expired(takings, internal.present(), true) or not internal.occupy(event.id, 'event', takings, null) then
    perform internal.fail('slot_taken');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_waiting(event public.events, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wait public.event_waits;
begin
  for wait in select * from public.event_waits one where one.event_id = event.id and one.left_at is null and (one.hold_id is null or exists (
    select from public.holds hold where hold.id = one.hold_id and hold.ended_at is null)) loop
    perform internal.mail_waiting(wait, 'event_cancelled', jsonb_build_object('reason', internal.neutral(left(p_reason, 1000), '')));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.wait_secret(p_wait uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return translate(encode(extensions.hmac('waiting ' || p_wait, (select key::text from internal.opt_out_key), 'sha256'), 'base64'), '+/=', '-_');
end $function$;

CREATE OR REPLACE FUNCTION internal.wait_state(wait public.event_waits)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when exists (select from public.appointments visit where visit.id = wait.hold_id) then 'booked'
    when wait.left_at is not null then 'left'
    when exists (select from public.events event where event.id = wait.event_id
      and (event.cancelled_at is not null or event.starts_at <= internal.present())) then 'over'
    when wait.hold_id is null then 'waiting'
    when exists (select from public.holds hold where hold.id = wait.hold_id and hold.ended_at is null
      and hold.expires_at > internal.present()) then 'offered'
    else 'lapsed' end;
end $function$;

CREATE OR REPLACE FUNCTION public.add_participant(p_event uuid, p_seats integer, p_contact jsonb, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event constant public.events := internal.open_event(p_event, 'book');
  made constant uuid := gen_random_uuid();
  place public.locations;
  known public.appointments;
  contact jsonb;
begin
  select * into place from public.locations where id = event.location_id;
  contact := internal.clean_contact(internal.contact_by_hand(p_contact, place.company_id) || jsonb_build_object('note', coalesce(p_note, '')), true);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if known.location_id <> place.id or not internal.is_business(known) then perform internal.fail('key_used'); end if;
      return internal.visit_json(known.id);
    end if;
  end if;
  if event.cancelled_at is not null then perform internal.fail('wrong_state', 'cancelled'); end if;
  if event.ends_at <= internal.present() then perform internal.fail('past'); end if;
  if not coalesce(p_seats between 1 and 100, false) then perform internal.fail('seats_invalid'); end if;
  if not internal.take_seats(p_event, p_seats, made, null) then perform internal.fail('seats_taken'); end if;
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key)
  values (made, place.company_id, place.id, 'confirmed', event.starts_at, event.ends_at,
    coalesce((p_contact ->> 'customer_id')::uuid, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name',
    contact ->> 'email', contact ->> 'phone', contact ->> 'note', p_seats * event.price_cents, 'admin',
    coalesce(event.cancellation_hours, place.cancellation_hours), p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  insert into public.appointment_lines (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, event_id, seats)
  values (made, 1, event.service_id, event.employee_id, coalesce(nullif(event.title, ''), (select name from public.services where id = event.service_id)),
    event.starts_at, event.ends_at, p_seats * event.price_cents, p_event, p_seats);
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at, actor_role)
  values (made, 'create', 'business', internal.person(), 'confirmed', event.starts_at,
    (select role from internal.memberships() where company_id = place.company_id));
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_event(p_event uuid, p_reason text DEFAULT ''::text)
 RETURNS public.events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event public.events := internal.open_event(p_event, 'cancel');
  visit public.appointments;
begin
  if event.cancelled_at is not null then return event; end if;
  -- First, so that no seat that becomes free is offered to anybody.
  update public.events set cancelled_at = internal.present() where id = p_event returning * into event;
  perform internal.tell_waiting(event, p_reason);
  for visit in select * from internal.open_bookings(p_event) loop
    perform internal.compose_ordered(visit.id);
    perform internal.move(visit, 'cancel', 'business', p_reason);
  end loop;
  perform internal.end_seat_holds(p_event);
  perform internal.vacate(p_event);
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
  perform internal.set_seats(before, p_seats);
  update public.events set employee_id = p_employee, resource_id = p_resource, starts_at = p_starts_at, ends_at = p_ends_at, seats = p_seats,
    price_cents = p_price_cents, title = btrim(coalesce(p_title, '')), description = btrim(coalesce(p_description, '')),
    notice_minutes = p_notice_minutes, cancellation_hours = p_cancellation_hours
  where id = p_event returning * into event;
  if moved or before.resource_id is distinct from p_resource then perform internal.take_event_time(event); end if;
  if moved then perform internal.move_bookings(event, p_reason); end if;
  perform internal.move_up(p_event);
  return event;
end $function$;

CREATE OR REPLACE FUNCTION public.create_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_contact jsonb, p_anyway boolean, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  made constant uuid := gen_random_uuid();
  place public.locations;
  known public.appointments;
  contact jsonb;
  warnings jsonb;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) or not internal.may_book_for(p_location, p_employee) then
    perform internal.fail('not_allowed');
  end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  select * into place from public.locations where id = p_location;
  p_contact := internal.contact_by_hand(p_contact, place.company_id);
  contact := internal.clean_contact(p_contact || jsonb_build_object('note', coalesce(p_note, '')), true);

  perform internal.lock_location(p_location, true);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if known.location_id <> p_location or not internal.is_business(known) then perform internal.fail('key_used'); end if;
      return internal.visit_json(known.id);
    end if;
  end if;
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key)
  values (made, place.company_id, p_location, 'confirmed', p_starts_at, p_starts_at + interval '1 minute',
    coalesce((p_contact ->> 'customer_id')::uuid, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name', contact ->> 'email',
    contact ->> 'phone', contact ->> 'note', 0, 'admin', place.cancellation_hours, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not internal.place_lines(made, p_services, p_employee, p_starts_at, present, true) then
    perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present, made, true);
  end if;
  if not coalesce(p_anyway, false) then
    warnings := internal.warnings_by_hand(made, present);
    if warnings is not null then perform internal.fail('unusual_time', warnings::text); end if;
  end if;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at, actor_role)
  values (made, 'create', 'business', internal.person(), 'confirmed', p_starts_at,
    (select role from internal.memberships() where company_id = place.company_id));
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $function$;

CREATE OR REPLACE FUNCTION public.create_event(p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_seats integer, p_resource uuid DEFAULT NULL::uuid, p_title text DEFAULT ''::text, p_price_cents integer DEFAULT NULL::integer, p_description text DEFAULT ''::text, p_notice_minutes integer DEFAULT NULL::integer, p_cancellation_hours integer DEFAULT NULL::integer, p_series uuid DEFAULT NULL::uuid)
 RETURNS public.events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event public.events;
begin
  perform internal.check_organiser(p_location, p_employee, 'book');
  if not exists (select from public.services where id = p_service and location_id = p_location and not archived) then
    perform internal.fail('service_not_found');
  end if;
  perform internal.check_event_texts(p_title, p_description);
  event.location_id := p_location;
  event.resource_id := p_resource;
  event.starts_at := p_starts_at;
  event.ends_at := p_ends_at;
  event.price_cents := coalesce(p_price_cents, (select price_cents from public.services where id = p_service));
  perform internal.check_event(event, p_seats, p_notice_minutes, p_cancellation_hours, true);
  perform internal.lock_location(p_location, true);
  insert into public.events (location_id, service_id, employee_id, resource_id, title, starts_at, ends_at, seats, price_cents, created_by,
    description, notice_minutes, cancellation_hours, series)
  values (p_location, p_service, p_employee, p_resource, btrim(coalesce(p_title, '')), p_starts_at, p_ends_at, p_seats, event.price_cents,
    internal.person(), btrim(coalesce(p_description, '')), p_notice_minutes, p_cancellation_hours, p_series)
  returning * into event;
  perform internal.take_event_time(event);
  insert into public.event_seats (event_id, seat) select event.id, seat from generate_series(1, p_seats) seat;
  return event;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_due_accounts(p_limit integer DEFAULT 50)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  due uuid;
  first_time boolean;
  done integer := 0;
begin
  for due in select user_id from internal.account_deletions where due_at <= present order by due_at limit p_limit for update skip locked loop
    begin
      perform internal.delete_account(due);
      done := done + 1;
    exception when raise_exception then
      update internal.account_deletions set due_at = present + interval '1 day', blocked_at = coalesce(blocked_at, present)
      where user_id = due returning blocked_at = present into first_time;
      if first_time then
        perform internal.mail_account(due, 'account_deletion_blocked', jsonb_build_object('company', internal.solely_owned(due)));
      end if;
    end;
  end loop;
  delete from public.messages where kind = 'account_deleted' and state not in ('queued', 'sending') and created_at < present - interval '1 day';
  return done + internal.forget_appointments(500) + internal.forget_proofs(500) + internal.forget_looks(5000) + internal.forget_waits(5000);
end $function$;

CREATE OR REPLACE FUNCTION public.event_wait_secret(p_wait uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return internal.wait_secret(p_wait);
end $function$;

CREATE OR REPLACE FUNCTION public.get_booking(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hold public.holds;
  appointment public.appointments;
  visit jsonb;
  open boolean;
begin
  select * into hold from public.holds where id = p_appointment;
  if hold.id is not null then
    if not internal.is_holder(hold, p_secret) then perform internal.fail('appointment_not_found'); end if;
    appointment := internal.as_appointment(hold);
    visit := internal.hold_json(hold);
  else
    select * into appointment from public.appointments where id = p_appointment;
    if appointment.id is null or not internal.is_customer(appointment, p_secret) then perform internal.fail('appointment_not_found'); end if;
    visit := internal.visit_json(appointment.id);
  end if;
  open := internal.customer_may_change(appointment);
  return (
    select visit || jsonb_build_object(
      'number', internal.booking_number(appointment.id),
      'created_at', appointment.created_at,
      'employee_chosen', appointment.employee_chosen,
      'source', appointment.source,
      'contact', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone, 'note', appointment.note),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'time_zone', location.time_zone, 'phone', location.phone,
        'email', location.email, 'latitude', location.latitude, 'longitude', location.longitude,
        'confirms_by_hand', location.confirms_by_hand, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name,
        'representative', company.representative, 'street', company.street, 'postal_code', company.postal_code, 'city', company.city,
        'email', company.email, 'phone', company.phone),
      'lines', (
        select coalesce(jsonb_agg(line || jsonb_build_object('employee_name', employee.name) || coalesce((
          select jsonb_build_object('event_id', booked.event_id, 'seats', booked.seats) from public.appointment_lines booked
          where booked.appointment_id = appointment.id and booked."position" = (line ->> 'position')::integer and booked.event_id is not null),
          '{}') order by line -> 'position'), '[]')
        from jsonb_array_elements(visit -> 'lines') line join public.employees employee on employee.id = (line ->> 'employee_id')::uuid),
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'can_cancel', open,
      'can_reschedule', open and internal.is_published(location.id) and internal.movable_services(appointment.id) is not null,
      'secret', flags.secret,
      'withdrawal', flags.withdrawal and appointment.state in ('held', 'requested', 'confirmed'),
      'withdrawn_at', internal.withdrawn_at(appointment.id),
      'early_start', internal.early_start_json(appointment),
      'proposal', internal.proposal_json(appointment.id, false))
    from public.locations location
    join public.companies company on company.id = location.company_id
    cross join internal.legal_flags(appointment.id) flags
    where location.id = appointment.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_event_wait(p_wait uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait constant public.event_waits := internal.own_wait(p_wait, p_secret);
begin
  return (
    select jsonb_build_object('id', wait.id, 'state', internal.wait_state(wait), 'seats', wait.seats, 'name', wait.name, 'hold_id', wait.hold_id,
      'until', (select hold.expires_at from public.holds hold where hold.id = wait.hold_id),
      'event', jsonb_build_object('id', event.id, 'title', coalesce(nullif(event.title, ''), service.name), 'starts_at', event.starts_at,
        'ends_at', event.ends_at, 'price_cents', event.price_cents),
      'location', jsonb_build_object('slug', place.slug, 'name', place.name, 'time_zone', place.time_zone, 'phone', place.phone))
    from public.events event join public.services service on service.id = event.service_id join public.locations place on place.id = event.location_id
    where event.id = wait.event_id);
end $function$;

CREATE OR REPLACE FUNCTION public.hold_seats(p_event uuid, p_seats integer DEFAULT 1, p_secret_hash text DEFAULT NULL::text, p_source text DEFAULT 'web'::text, p_origin text DEFAULT 'unknown'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  event record;
  hold public.holds;
  visitor internal.visitor;
  answer jsonb;
begin
  select one.*, place.company_id, place.time_zone, place.hold_minutes, internal.event_closes(one, place) as closes_at,
    coalesce(one.cancellation_hours, place.cancellation_hours) as hours, coalesce(nullif(one.title, ''), service.name) as name
  into event
  from public.events one join public.services service on service.id = one.service_id
  join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  perform internal.check_wish(array[event.service_id], event.starts_at, p_secret_hash, p_source, p_origin, present);
  if not coalesce(p_seats between 1 and 10, false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
  perform pg_advisory_xact_lock(hashtextextended(coalesce(caller::text, p_secret_hash), 42));
  hold.secret_hash := decode(p_secret_hash, 'hex');
  if internal.live_holds(caller, hold.secret_hash, null, present) >= (case internal.hold_share(caller) when 2 then 12 else 3 end) then
    perform internal.fail('too_many_holds');
  end if;
  perform internal.lock_location(event.location_id, false);
  visitor := internal.visitor();
  answer := internal.refuse_hold(visitor, caller, event.employee_id, (event.starts_at at time zone event.time_zone)::date, 0, present);
  if answer is not null then return answer; end if;
  hold.id := gen_random_uuid();
  hold.company_id := event.company_id;
  hold.location_id := event.location_id;
  hold.purpose := 'customer';
  hold.expires_at := present + make_interval(mins => event.hold_minutes);
  hold.user_id := caller;
  hold.source := p_source;
  hold.origin := p_origin;
  hold.cancellation_hours := event.hours;
  hold.employee_chosen := true;
  hold.created_at := present;
  if not internal.take_seats(p_event, p_seats, hold.id, hold.expires_at) then perform internal.fail('seats_taken'); end if;
  return internal.write_hold(hold, array[(1, event.service_id, event.employee_id, event.name, event.starts_at, event.ends_at,
    p_seats * event.price_cents, null, null, null, p_event, p_seats)::internal.planned_line], visitor, event.time_zone, true);
end $function$;

CREATE OR REPLACE FUNCTION public.leave_event_wait(p_wait uuid, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait public.event_waits;
begin
  select * into wait from public.event_waits where id = p_wait;
  if wait.id is not null and p_secret is null and wait.user_id is distinct from internal.person() then
    perform internal.open_event(wait.event_id, 'cancel');
  else
    wait := internal.own_wait(p_wait, p_secret);
    perform internal.lock_location(event.location_id, true) from public.events event where event.id = wait.event_id;
  end if;
  update public.event_waits set left_at = internal.present() where id = p_wait and left_at is null;
  perform internal.end_hold(hold.id, true) from (select id from public.holds where id = wait.hold_id and ended_at is null for update) hold;
end $function$;

CREATE OR REPLACE FUNCTION public.list_events(p_location uuid, p_from timestamp with time zone, p_to timestamp with time zone)
 RETURNS TABLE(id uuid, service_id uuid, service_name text, title text, description text, employee_id uuid, resource_id uuid, starts_at timestamp with time zone, ends_at timestamp with time zone, seats smallint, taken integer, waiting integer, price_cents integer, notice_minutes integer, cancellation_hours smallint, series uuid, cancelled_at timestamp with time zone, updated_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE ROWS 50
 SET search_path TO ''
AS $function$
begin
  return query
  select event.id, event.service_id, service.name::text, event.title::text, event.description::text, event.employee_id, event.resource_id,
    event.starts_at, event.ends_at, event.seats, counted.taken, counted.waiting, event.price_cents, event.notice_minutes,
    event.cancellation_hours, event.series, event.cancelled_at, event.updated_at
  from public.events event join public.services service on service.id = event.service_id
  cross join lateral internal.counted_seats(event.id) counted
  where event.location_id = p_location and event.starts_at < p_to and event.ends_at > p_from
  order by event.starts_at, event.id;
end $function$;

CREATE OR REPLACE FUNCTION public.upcoming_events(p_location uuid, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date, p_event uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, service_id uuid, title text, employee_id uuid, starts_at timestamp with time zone, ends_at timestamp with time zone, price_cents integer, seats smallint, free_seats integer, description text, closes_at timestamp with time zone, cancellation_hours smallint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  place constant public.locations := internal.bookable_location(p_location);
  present constant timestamptz := internal.present();
  today constant date := (present at time zone place.time_zone)::date;
  first constant date := greatest(internal.reckonable(p_from), today);
  last constant date := least(coalesce(internal.reckonable(p_to), first + 91), first + 91);
begin
  return query
  select event.id, event.service_id, coalesce(nullif(event.title, ''), service.name)::text, event.employee_id, event.starts_at, event.ends_at,
    event.price_cents, event.seats, (select count(*) from public.event_seats seat
      where seat.event_id = event.id and (seat.source is null or not internal.is_live(seat.expires_at, present)))::integer,
    event.description::text, internal.event_closes(event, place), coalesce(event.cancellation_hours, place.cancellation_hours)
  from public.events event join public.services service on service.id = event.service_id
  where event.location_id = place.id and event.cancelled_at is null and event.starts_at > present and case when p_event is null
    then (event.starts_at at time zone place.time_zone)::date between first and last else event.id = p_event end
  order by event.starts_at, event.id;
end $function$;

CREATE OR REPLACE FUNCTION public.wait_for_event(p_event uuid, p_seats integer, p_contact jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  contact constant jsonb := internal.clean_contact(p_contact, false);
  event record;
  wait public.event_waits;
begin
  select one.*, place.company_id, internal.event_closes(one, place) as closes_at into event
  from public.events one join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  if not coalesce(p_seats between 1 and least(10, event.seats), false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
  if exists (select from public.customers customer where customer.company_id = event.company_id and customer.blocked
    and lower(customer.email::text) = lower(contact ->> 'email')) then
    perform internal.fail('not_possible');
  end if;
  perform internal.lock_location(event.location_id, false);
  perform from public.events one where one.id = p_event for no key update;
  perform internal.release_lapsed_seats(p_event);
  if (select count(*) from public.event_seats seat where seat.event_id = p_event and seat.source is null) >= p_seats then return false; end if;
  insert into public.event_waits (event_id, seats, user_id, name, email, phone, created_at)
  values (p_event, p_seats, internal.person(), contact ->> 'name', contact ->> 'email', contact ->> 'phone', present)
  on conflict (event_id, lower(email)) where hold_id is null and left_at is null do nothing returning * into wait;
  if wait.id is null then return true; end if;
  perform internal.mail_waiting(wait, 'event_waiting');
  perform internal.spend_booking(wait.email, internal.account_of(wait.user_id, wait.email) is not null, event.company_id);
  return true;
end $function$;

ALTER TABLE "public"."event_waits" ADD CONSTRAINT "event_waits_event_id_fkey" FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;

ALTER TABLE "public"."event_waits" ADD CONSTRAINT "event_waits_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."events" ADD CONSTRAINT "events_cancellation_hours_check" CHECK (((cancellation_hours >= 0) AND (cancellation_hours <= 720)));

ALTER TABLE "public"."events" ADD CONSTRAINT "events_notice_minutes_check" CHECK (((notice_minutes >= 0) AND (notice_minutes <= 525600)));

CREATE INDEX event_waits_event ON public.event_waits USING btree (event_id, created_at);

CREATE INDEX event_waits_user ON public.event_waits USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE UNIQUE INDEX event_waits_waiting ON public.event_waits USING btree (event_id, lower((email)::text)) WHERE ((hold_id IS NULL) AND (left_at IS NULL));

CREATE INDEX events_series ON public.events USING btree (series) WHERE (series IS NOT NULL);

CREATE TRIGGER offer_freed_seat AFTER UPDATE OF source ON public.event_seats FOR EACH ROW WHEN (((old.source IS NOT NULL) AND (new.source IS NULL))) EXECUTE FUNCTION internal.offer_freed_seat();

CREATE POLICY "members_and_waiting_read" ON "public"."event_waits" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT internal.person() AS person)) OR (EXISTS ( SELECT
   FROM public.events event
  WHERE (event.id = event_waits.event_id)))));

CREATE POLICY "members_read" ON "public"."events" FOR SELECT TO "authenticated" USING (((location_id = ANY (ARRAY( SELECT internal.locations_with('all_calendars'::public.member_right) AS locations_with))) OR ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))) AND (employee_id = ANY (ARRAY( SELECT internal.own_employees() AS own_employees))))));

REVOKE ALL ON FUNCTION "internal"."check_event"(public.events, integer, integer, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_event_texts"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_organiser"(uuid, uuid, public.member_right) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."contact_by_hand"(jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."counted_seats"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."counted_seats"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "internal"."end_seat_holds"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."event_closes"(public.events, public.locations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_waits"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mail_waiting"(public.event_waits, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."move_bookings"(public.events, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."move_up"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."offer_freed_seat"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."open_bookings"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."open_event"(uuid, public.member_right) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."own_wait"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."set_seats"(public.events, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_event_time"(public.events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."tell_waiting"(public.events, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."wait_secret"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."wait_state"(public.event_waits) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_participant"(uuid, integer, jsonb, text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_participant"(uuid, integer, jsonb, text, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_event"(uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, integer, integer, uuid, text, text, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_event"(uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, integer, integer, uuid, text, text, integer, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_event"(uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, integer, uuid, text, integer, text, integer, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_event"(uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, integer, uuid, text, integer, text, integer, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."event_wait_secret"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."event_wait_secret"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_event_wait"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_event_wait"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."leave_event_wait"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."leave_event_wait"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_events"(uuid, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_events"(uuid, timestamp with time zone, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."upcoming_events"(uuid, date, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."upcoming_events"(uuid, date, date, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."wait_for_event"(uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."wait_for_event"(uuid, integer, jsonb) TO "anon", "authenticated";

GRANT SELECT ON TABLE "public"."event_waits" TO "authenticated";

GRANT ALL ON TABLE "public"."event_waits" TO "service_role";

INSERT INTO internal.message_kinds (kind, purpose, priority) VALUES
  ('event_waiting', 'transactional', 10),
  ('event_seat_free', 'transactional', 10),
  ('event_cancelled', 'transactional', 10);
