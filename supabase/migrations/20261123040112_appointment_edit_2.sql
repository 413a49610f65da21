set local check_function_bodies = off;

CREATE TABLE "public"."appointment_changes" ("event_id" bigint NOT NULL, "appointment_id" uuid NOT NULL, "changes" jsonb NOT NULL, CONSTRAINT "appointment_changes_changes_check" CHECK ((pg_column_size(changes) <= 40000)), CONSTRAINT "appointment_changes_pkey" PRIMARY KEY (event_id));

ALTER TABLE "public"."appointment_changes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."appointment_notes" ("appointment_id" uuid NOT NULL, "text" character varying(4000) NOT NULL, CONSTRAINT "appointment_notes_pkey" PRIMARY KEY (appointment_id));

ALTER TABLE "public"."appointment_notes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."appointment_lines" ADD COLUMN "agreed_minutes" smallint;

ALTER TABLE "public"."appointments" ADD COLUMN "for_name" character varying(120) NOT NULL DEFAULT ''::character varying;

ALTER TABLE "public"."appointments" ADD COLUMN "arrived_at" timestamp with time zone;

CREATE TYPE "internal"."wished_line" AS ("origin" integer, "service_id" uuid, "employee_id" uuid, "minutes" integer, "price_cents" integer);

CREATE OR REPLACE FUNCTION internal.add_up(p_appointment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.appointments appointment
  set starts_at = sums.starts_at, ends_at = sums.ends_at, total_cents = sums.total
  from (select min(starts_at) as starts_at, max(ends_at) as ends_at, sum(price_cents) as total
    from public.appointment_lines where appointment_id = p_appointment) sums
  where appointment.id = p_appointment;
end $function$;

CREATE OR REPLACE FUNCTION internal.change_lines(visit public.appointments, wishes internal.wished_line[], p_present timestamp with time zone, p_anyway boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored constant internal.wished_line[] := internal.stored_wishes(visit.id);
  before constant jsonb := internal.warnings_by_hand(visit.id, p_present);
  now_unusual jsonb;
begin
  perform internal.check_prices(visit, wishes);
  if array(select (service_id, employee_id, minutes) from unnest(wishes)) = array(select (service_id, employee_id, minutes) from unnest(stored)) then
    update public.appointment_lines line set price_cents = wish.price_cents
    from unnest(wishes) with ordinality as wish (origin, service_id, employee_id, minutes, price_cents, turn)
    where line.appointment_id = visit.id and line."position" = wish.turn and wish.price_cents <> line.price_cents;
    perform internal.add_up(visit.id);
    return false;
  end if;
  perform internal.check_move(visit, 'change', 'business');
  perform internal.check_wishes(visit, wishes);
  perform internal.place_wishes(visit, wishes, visit.starts_at, p_present);
  now_unusual := internal.warnings_by_hand(visit.id, p_present);
  if not coalesce(p_anyway, false) and now_unusual is not null and now_unusual is distinct from before then
    perform internal.fail('unusual_time', now_unusual::text);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.change_words(visit public.appointments, p_contact jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  private constant text := coalesce((select text from public.appointment_notes where appointment_id = visit.id), '');
  before constant jsonb := jsonb_build_object('name', visit.contact_name, 'email', visit.contact_email, 'phone', visit.contact_phone,
    'note', visit.note, 'for_name', visit.for_name, 'internal_note', private);
  typed constant jsonb := before || p_contact;
  after jsonb;
begin
  if typed = before then return '[]'; end if;
  if length(coalesce(typed ->> 'internal_note', '')) > 4000 then perform internal.fail('note_too_long'); end if;
  after := internal.clean_contact(typed, true) || jsonb_build_object('for_name', internal.clean_name(typed ->> 'for_name'),
    'internal_note', btrim(coalesce(typed ->> 'internal_note', ''), E' \t\r\n'));
  if lower(after ->> 'email') <> lower(visit.contact_email) and internal.spend_by_hand(visit.company_id, after ->> 'email') is not null then
    perform internal.fail('too_many_to_address');
  end if;
  update public.appointments set contact_name = after ->> 'name', contact_email = after ->> 'email', contact_phone = after ->> 'phone',
    note = after ->> 'note', for_name = after ->> 'for_name'
  where id = visit.id;
  if after ->> 'internal_note' = '' then
    delete from public.appointment_notes where appointment_id = visit.id;
  else
    insert into public.appointment_notes values (visit.id, after ->> 'internal_note')
    on conflict (appointment_id) do update set text = excluded.text;
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('what', field.key, 'old', before -> field.key, 'new', field.value)), '[]')
    from jsonb_each(after) field where before -> field.key is distinct from field.value);
end $function$;

CREATE OR REPLACE FUNCTION internal.check_prices(visit public.appointments, wishes internal.wished_line[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if exists (select from unnest(wishes) wish where wish.price_cents not between 0 and 10000000) then perform internal.fail('price_range'); end if;
  if visit.company_id not in (select internal.companies_with('appointment_price')) and exists (
    select from unnest(wishes) wish
    left join public.appointment_lines line on line.appointment_id = visit.id and line."position" = wish.origin and line.service_id = wish.service_id
    where wish.price_cents is not null and wish.price_cents is distinct from line.price_cents) then
    perform internal.fail('not_allowed');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_wishes(visit public.appointments, wishes internal.wished_line[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  stored constant internal.wished_line[] := internal.stored_wishes(visit.id);
begin
  if exists (select from public.appointment_lines where appointment_id = visit.id and event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  if visit.location_id not in (select internal.locations_with('all_calendars')) and exists (
    with own (id) as (select internal.own_employees()),
    before as (select service_id, employee_id, minutes from unnest(stored) where employee_id not in (select id from own)),
    after as (select service_id, employee_id, minutes from unnest(wishes) where employee_id is null or employee_id not in (select id from own))
    (select * from before except all select * from after) union all (select * from after except all select * from before)) then
    perform internal.fail('not_allowed');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.clean_contact(p_contact jsonb, p_by_hand boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name constant text := internal.clean_name(p_contact ->> 'name');
  email text := btrim(coalesce(p_contact ->> 'email', ''));
  phone text := btrim(regexp_replace(coalesce(p_contact ->> 'phone', ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  note text := btrim(coalesce(p_contact ->> 'note', ''), E' \t\r\n');
begin
  if name = '' then perform internal.fail('name_missing'); end if;
  if email = '' and not p_by_hand then perform internal.fail('email_missing'); end if;
  if email <> '' and not internal.is_address(email) then perform internal.fail('email_invalid'); end if;
  if phone <> '' and (phone !~ '^[+]?[0-9 ()/.-]{5,39}$' or length(regexp_replace(phone, '[^0-9]', '', 'g')) < 5) then
    perform internal.fail('phone_invalid');
  end if;
  phone := internal.e164(phone);
  if phone <> '' and phone not like '+%' and not p_by_hand then perform internal.fail('phone_invalid'); end if;
  if length(note) > 2000 then perform internal.fail('note_too_long'); end if;
  return jsonb_build_object('name', name, 'email', email, 'phone', phone, 'note', note);
end $function$;

CREATE OR REPLACE FUNCTION internal.clean_name(p_name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name constant text := btrim(regexp_replace(coalesce(p_name, ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
begin
  if length(name) > 120 then perform internal.fail('name_too_long'); end if;
  return name;
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
      'for_name', case when stranger then internal.neutral_name(appointment.for_name, '') else appointment.for_name end,
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
          'service_id', line.service_id, 'name', case when not flags.secret and not (stranger and internal.leads_away(line.service_name)) then line.service_name end,
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

CREATE OR REPLACE FUNCTION internal.known_visit(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('old_starts_at', appointment.starts_at, 'old_ends_at', appointment.ends_at, 'old_people', (
      select coalesce(jsonb_agg(line.employee_id order by line."position"), '[]')
      from public.appointment_lines line where line.appointment_id = appointment.id), 'old_services', (
      select coalesce(jsonb_agg(line.service_id order by line."position"), '[]')
      from public.appointment_lines line where line.appointment_id = appointment.id))
    from public.appointments appointment where appointment.id = p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION internal.lasting(offer internal.line_offer, p_minutes integer)
 RETURNS internal.line_offer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  offer.minutes := p_minutes;
  if offer.gap_start + offer.gap_minutes >= p_minutes then
    offer.gap_start := null;
    offer.gap_minutes := null;
  end if;
  return offer;
end $function$;

CREATE OR REPLACE FUNCTION internal.lines_in_words(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('service', line.service_name, 'employee', person.name,
      'minutes', (extract(epoch from line.ends_at - line.starts_at) / 60)::integer, 'price_cents', line.price_cents) order by line."position"), '[]')
    from public.appointment_lines line join public.employees person on person.id = line.employee_id where line.appointment_id = p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION internal.note_change(visit public.appointments, p_verb text, p_changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  event bigint;
begin
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state)
  values (visit.id, internal.present(), p_verb, 'business', internal.person(), visit.state, visit.state) returning id into event;
  insert into public.appointment_changes values (event, visit.id, p_changes);
end $function$;

CREATE OR REPLACE FUNCTION internal.note_move(before public.appointments, known jsonb, p_starts_at timestamp with time zone, p_actor public.actor_kind, p_reason text, p_idempotency_key uuid, p_notify public.move_notice)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reason constant text := left(coalesce(p_reason, ''), 1000);
begin
  -- Who came in before it moved to another day has not come to that.
  update public.appointments set sequence = sequence + 1,
    arrived_at = case when p_starts_at < internal.present() + interval '12 hours' then arrived_at end
  where id = before.id;
  update public.appointment_links set expires_at = greatest(expires_at, p_starts_at + interval '181 days') where appointment_id = before.id;
  insert into public.appointment_events
    (appointment_id, verb, actor, actor_id, from_state, to_state, reason, old_starts_at, new_starts_at, idempotency_key)
  values (before.id, 'reschedule', p_actor, case when p_actor <> 'system' then internal.person() end, before.state, before.state, reason,
    before.starts_at, p_starts_at, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if p_actor = 'business' then
    perform internal.tell_move(before.id, known, reason, coalesce(p_notify,
      (select location.move_notice from public.locations location where location.id = before.location_id)));
  else
    perform internal.queue_messages(before.id, 'appointment_rescheduled', p_actor, jsonb_build_object('reason', reason) || known);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.obstacles_to(visit public.appointments, planned internal.planned_line[], p_present timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  place public.locations;
  part record;
  question internal.start_question;
  reasons jsonb[];
  found jsonb[] := '{}';
begin
  select * into place from public.locations where id = visit.location_id;
  for part in
    select person, min(line.starts_at) as starts_at, range_agg(line.occupied) as occupied,
      range_agg(tstzrange(line.starts_at, line.ends_at)) as served,
      array_agg(service.resource_kind) filter (where service.resource_kind is not null) as kinds,
      array_agg(internal.instants(line.reserved)) filter (where service.resource_kind is not null) as needed
    from unnest(planned) line join public.employees person on person.id = line.employee_id
    join public.services service on service.id = line.service_id
    group by person.id order by min(line."position")
  loop
    question := internal.question_to(part.person, place, part.starts_at, p_present, 10);
    question.location_id := place.id;
    question.served := part.served;
    question.occupied := internal.instants(part.occupied);
    question.serving := question.occupied * part.served;
    question.kinds := part.kinds;
    question.needed := part.needed;
    reasons := internal.visits_in_the_way(question)
      || array(select internal.bookings_in_the_way(question, question.occupied, true, 'held'))
      || array(select internal.resources_in_the_way(question));
    if cardinality(reasons) > 0 then
      found := found || jsonb_build_object(
        'employee_id', (part.person).id, 'employee_name', (part.person).name, 'reasons', to_jsonb(reasons));
    end if;
  end loop;
  return case when cardinality(found) > 0 then to_jsonb(found) end;
end $function$;

CREATE OR REPLACE FUNCTION internal.offers(p_location uuid, p_services uuid[], p_employee uuid, p_zone text, p_first date, p_last date, outlook internal.outlook, p_by_hand boolean DEFAULT false, OUT offers internal.line_offer[], OUT days internal.employee_day[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  lines constant integer := cardinality(p_services);
  offer internal.line_offer;
  found internal.line_offer[] := '{}';
  employees uuid[] := '{}';
  works int4multirange[];
  frees int4multirange[];
  first integer;
  final integer;
  line integer := lines + 1;
  -- When the later lines can begin: with anyone, and with the employee of each turn alone.
  rest int4multirange;
  rest_alone int4multirange[] := '{}';
  anyone int4multirange := '{}';
begin
  offers := '{}';
  for offer in select * from internal.offered_lines(p_location, p_services, p_employee, p_by_hand) loop
    if offer.line < line - 1 then return; end if;
    line := offer.line;
    -- What moves keeps the lengths agreed for it.
    if outlook.ignored is not null then offer := internal.with_agreed_length(offer, outlook.ignored); end if;
    employees[offer.turn] := offer.employee_id;
    found := found || offer;
  end loop;
  if line > 1 then return; end if;
  -- Turns without those of employees who dropped out.
  employees := array(select id from unnest(employees) id where id is not null);

  with row as materialized (
    select * from internal.days(p_location, employees, p_zone, p_first - 1, p_last + 1 + lines, outlook)
  ), person as (
    select row.turn, range_agg(row.work) as work, range_agg(row.free) as free from row group by row.turn
  )
  select (select array_agg(person.work order by person.turn) from person), (select array_agg(person.free order by person.turn) from person),
    (select array_agg((row.turn, row.day, row.begins, row.ends, row.booked, row.work)::internal.employee_day order by row.day, row.turn)
      from row where row.day between p_first and p_last),
    (select min(row.begins) from row), (select max(row.ends) from row)
  into works, frees, days, first, final;

  line := lines;
  foreach offer in array found loop
    if offer.line < line then
      line := offer.line;
      rest := anyone;
      anyone := '{}';
    end if;
    offer.turn := array_position(employees, offer.employee_id);
    offer.work := coalesce(works[offer.turn], '{}');
    offer.free := case when outlook.unbooked then offer.work else coalesce(frees[offer.turn], '{}') end;
    if offer.resource_kind is not null then
      select ids, spare into offer.resources, offer.spare
      from internal.resources(p_location, offer.resource_kind, first, final, outlook);
    end if;
    offer.starts := (select open from internal.openings(
      offer.work, offer.free, offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes, offer.spare));
    if line < lines then
      offer.starts := offer.starts * internal.moved(case when offer.alone then rest_alone[offer.turn] else rest end, -offer.minutes);
    end if;
    rest_alone[offer.turn] := offer.starts;
    anyone := anyone + offer.starts;
    offers := offers || offer;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.place_wishes(visit public.appointments, wishes internal.wished_line[], p_starts_at timestamp with time zone, p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  plan constant record := internal.plan_wishes(visit, wishes, p_starts_at, p_present);
  takings constant internal.taking[] := internal.takings(plan.planned);
  earlier constant public.appointment_lines[] := array(
    select line from public.appointment_lines line where line.appointment_id = visit.id);
begin
  perform internal.vacate(visit.id);
  if exists (select from unnest(plan.planned) line where line.reserved is not null and line.resource_id is null)
    or not internal.release_expired(takings, p_present, false) or not internal.occupy(visit.id, 'line', takings, null) then
    perform internal.fail('slot_taken', internal.obstacles_to(visit, plan.planned, p_present)::text);
  end if;
  delete from public.appointment_lines where appointment_id = visit.id;
  insert into public.appointment_lines
    (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, agreed_minutes)
  select visit.id, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    coalesce(wish.price_cents, was.price_cents, line.price_cents), line.resource_id, plan.agreed[line."position"]
  from unnest(plan.planned) line
  join unnest(wishes) with ordinality as wish (origin, service_id, employee_id, minutes, price_cents, turn) on wish.turn = line."position"
  left join unnest(earlier) was on was."position" = wish.origin and was.service_id = line.service_id;
  perform internal.add_up(visit.id);
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_wishes(visit public.appointments, wishes internal.wished_line[], p_starts_at timestamp with time zone, p_present timestamp with time zone, OUT planned internal.planned_line[], OUT agreed integer[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  minute integer := internal.minute(p_starts_at);
  wish internal.wished_line;
  offer internal.line_offer;
  usual integer;
  whole int4multirange;
  spare record;
  resource uuid;
begin
  planned := '{}';
  for turn in 1 .. cardinality(wishes) loop
    wish := wishes[turn];
    select * into offer from internal.offered_lines(visit.location_id, array[wish.service_id], wish.employee_id, true) where wish.employee_id is not null;
    if offer.line is null then
      perform internal.fail('not_offered', (select service.name from public.services service
        where service.id = wish.service_id and service.location_id = visit.location_id));
    end if;
    usual := offer.minutes;
    if wish.minutes not between 5 and 1440 then perform internal.fail('line_minutes'); end if;
    if wish.minutes is not null then offer := internal.lasting(offer, wish.minutes); end if;
    agreed[turn] := nullif(wish.minutes, usual);
    whole := int4multirange(int4range(minute - offer.before, minute + offer.minutes + offer.after));
    resource := null;
    if offer.resource_kind is not null then
      select * into spare from internal.resources(visit.location_id, offer.resource_kind, lower(whole), upper(whole),
        (p_present, visit.id, false, false, false)::internal.outlook);
      resource := (select one.id from unnest(spare.ids, spare.spare) with ordinality one (id, times, place)
        where one.times @> whole order by one.place limit 1);
    end if;
    planned := planned || (turn, offer.service_id, offer.employee_id, offer.service_name, internal.instant(minute),
      internal.instant(minute + offer.minutes), offer.price_cents,
      internal.busy(minute, offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes)
        - coalesce((select range_agg(line.occupied) from unnest(planned) line where line.employee_id = offer.employee_id), '{}'),
      resource, case when offer.resource_kind is not null then
        whole - coalesce((select range_agg(line.reserved) from unnest(planned) line where line.resource_id = resource), '{}') end,
      null, null)::internal.planned_line;
    minute := minute + offer.minutes;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.still_true(p_appointment uuid, told jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  known constant jsonb := internal.known_visit(p_appointment);
begin
  return (told ->> 'old_starts_at')::timestamptz = (known ->> 'old_starts_at')::timestamptz
    and (told ->> 'old_ends_at')::timestamptz = (known ->> 'old_ends_at')::timestamptz
    and coalesce(told -> 'old_people', known -> 'old_people') = known -> 'old_people'
    and coalesce(told -> 'old_services', known -> 'old_services') = known -> 'old_services';
end $function$;

CREATE OR REPLACE FUNCTION internal.stored_wishes(p_appointment uuid)
 RETURNS internal.wished_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select (line."position", line.service_id, line.employee_id, extract(epoch from line.ends_at - line.starts_at) / 60, line.price_cents)::internal.wished_line
    from public.appointment_lines line where line.appointment_id = p_appointment order by line."position");
end $function$;

CREATE OR REPLACE FUNCTION internal.take_back_moves(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  told jsonb;
begin
  with replaced as (
    update public.messages set state = 'skipped', last_error = 'replaced'
    where appointment_id = p_appointment and kind = 'appointment_rescheduled' and audience = 'customer' and state = 'queued' and attempts = 0
      and next_attempt_at > internal.present()
    returning jsonb_strip_nulls(jsonb_build_object('old_starts_at', payload -> 'old_starts_at', 'old_ends_at', payload -> 'old_ends_at',
      'old_people', payload -> 'old_people', 'old_services', payload -> 'old_services')) as told
  ), untold as (
    delete from internal.untold_moves where appointment_id = p_appointment returning untold_moves.told
  )
  select found.told into told from (select untold.told from untold union all select replaced.told from replaced) found limit 1;
  return told;
end $function$;

CREATE OR REPLACE FUNCTION internal.take_contact_out(p_appointments uuid[], p_nobody text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.appointments set contact_name = p_nobody, contact_email = '', contact_phone = '', note = '', user_id = null,
    for_name = ''
  where id = any(p_appointments);
  delete from public.appointment_notes where appointment_id = any(p_appointments);
  delete from public.appointment_changes where appointment_id = any(p_appointments);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(p_appointments);
  delete from public.appointment_links where appointment_id = any(p_appointments);
  delete from public.messages where appointment_id = any(p_appointments);
  with nameless as (
    update public.customers customer
    set name = p_nobody, email = null, phone = '', note = '', tags = '{}', birthday = null, user_id = null
    where id in (select customer_id from public.appointments where id = any(p_appointments)) and not exists (
      select from public.appointments appointment
      where appointment.customer_id = customer.id and not internal.is_nobody(appointment.contact_name))
    returning id
  ), health as (
    delete from public.customer_health where customer_id in (select id from nameless)
  ), relatives as (
    delete from public.customer_relatives where customer_id in (select id from nameless)
  )
  delete from public.customer_contacts where customer_id in (select id from nameless);
end $function$;

CREATE OR REPLACE FUNCTION internal.with_agreed_length(offer internal.line_offer, p_appointment uuid)
 RETURNS internal.line_offer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  agreed constant integer := (select line.agreed_minutes from public.appointment_lines line
    where line.appointment_id = p_appointment and line."position" = offer.line and line.service_id = offer.service_id);
begin
  return case when agreed is null then offer else internal.lasting(offer, agreed) end;
end $function$;

CREATE OR REPLACE FUNCTION internal.works_on(p_appointment uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.appointments visit where visit.id = p_appointment and (
      visit.location_id in (select internal.locations_with('all_calendars'))
      or visit.location_id in (select internal.locations_as('staff')) and internal.has_own_line(visit.id)));
end $function$;

CREATE OR REPLACE FUNCTION internal.write_lines(p_appointment uuid, planned internal.planned_line[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  agreed constant public.appointment_lines[] := array(
    select line from public.appointment_lines line where line.appointment_id = p_appointment order by line."position");
begin
  delete from public.appointment_lines where appointment_id = p_appointment;
  insert into public.appointment_lines
    (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, agreed_minutes)
  select p_appointment, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    coalesce((agreed[line."position"]).price_cents, line.price_cents), line.resource_id, (agreed[line."position"]).agreed_minutes
  from unnest(planned) line;
  perform internal.add_up(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.appointment_actors(p_appointment uuid)
 RETURNS TABLE(event_id bigint, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
begin
  if not internal.works_on(p_appointment) then return; end if;
  return query
  select event.id, coalesce((
      select person.name from public.employees person
      where person.user_id = event.actor_id and person.location_id in (
        select place.id from public.locations place where place.company_id = visit.company_id)
      order by person.location_id = visit.location_id desc, person.active desc, person.id limit 1), internal.person_name(event.actor_id))
  from public.appointment_events event join public.appointments visit on visit.id = event.appointment_id
  where event.appointment_id = p_appointment and event.actor = 'business' and event.actor_id is not null
  order by event.id;
end $function$;

CREATE OR REPLACE FUNCTION public.change_appointment(p_appointment uuid, p_version timestamp with time zone, p_services uuid[] DEFAULT NULL::uuid[], p_employees uuid[] DEFAULT NULL::uuid[], p_minutes integer[] DEFAULT NULL::integer[], p_prices integer[] DEFAULT NULL::integer[], p_origins integer[] DEFAULT NULL::integer[], p_contact jsonb DEFAULT NULL::jsonb, p_anyway boolean DEFAULT false, p_notify public.move_notice DEFAULT NULL::public.move_notice)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  visit constant public.appointments := opened.appointment;
  known constant jsonb := internal.known_visit(p_appointment);
  lines_before constant jsonb := internal.lines_in_words(p_appointment);
  changes jsonb;
  moved boolean := false;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if p_version is distinct from visit.updated_at then perform internal.fail('edited_meanwhile'); end if;
  perform internal.check_move(visit, 'edit', 'business');
  if p_services is not null then
    if cardinality(p_services) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
    moved := internal.change_lines(visit, array(
      select (wish.origin, wish.service, wish.employee, wish.minutes, wish.price)::internal.wished_line
      from unnest(p_services, p_employees, p_minutes, p_prices, p_origins) with ordinality wish (service, employee, minutes, price, origin, turn)
      where wish.turn <= cardinality(p_services) order by wish.turn), present, p_anyway);
  end if;
  changes := internal.change_words(visit, coalesce(p_contact, '{}'));
  if lines_before <> internal.lines_in_words(p_appointment) then
    changes := jsonb_build_array(jsonb_build_object('what', 'lines', 'old', lines_before, 'new', internal.lines_in_words(p_appointment))) || changes;
  end if;
  if jsonb_array_length(changes) = 0 then return internal.moved_json(p_appointment); end if;
  perform internal.note_change(visit, case when moved then 'change' else 'edit' end, changes);
  if moved then
    update public.appointments set sequence = sequence + 1 where id = p_appointment;
    perform internal.tell_move(p_appointment, known, '', coalesce(p_notify,
      (select location.move_notice from public.locations location where location.id = visit.location_id)));
  end if;
  return internal.moved_json(p_appointment);
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
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key, for_name)
  values (made, place.company_id, p_location, 'confirmed', p_starts_at, p_starts_at + interval '1 minute',
    coalesce((p_contact ->> 'customer_id')::uuid, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name', contact ->> 'email',
    contact ->> 'phone', contact ->> 'note', 0, 'admin', place.cancellation_hours, p_idempotency_key, internal.clean_name(p_contact ->> 'for_name'))
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

CREATE OR REPLACE FUNCTION public.mark_arrived(p_appointment uuid, p_arrived boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  visit constant public.appointments := opened.appointment;
  zone constant text := (select location.time_zone from public.locations location where location.id = visit.location_id);
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if coalesce(p_arrived, true) = (visit.arrived_at is not null) then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(visit, 'arrive', 'business');
  if (visit.starts_at at time zone zone)::date > (present at time zone zone)::date then perform internal.fail('not_today'); end if;
  update public.appointments set arrived_at = case when coalesce(p_arrived, true) then present end where id = p_appointment;
  perform internal.note_change(visit, case when coalesce(p_arrived, true) then 'arrive' else 'not_arrived' end, '[]');
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.restore_appointment(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  visit constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if visit.state = 'confirmed' then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(visit, 'restore', 'business');
  if internal.withdrawn_at(p_appointment) is not null then perform internal.fail('wrong_state', visit.state::text); end if;
  if exists (select from public.appointment_lines where appointment_id = p_appointment and event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  perform internal.place_wishes(visit, internal.stored_wishes(p_appointment), visit.starts_at, present);
  perform internal.move(visit, 'restore', 'business', p_quietly => visit.starts_at <= present);
  return internal.visit_json(p_appointment);
end $function$;

ALTER TABLE "public"."appointment_changes" ADD CONSTRAINT "appointment_changes_appointment_id_fkey" FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE;

ALTER TABLE "public"."appointment_changes" ADD CONSTRAINT "appointment_changes_event_id_fkey" FOREIGN KEY (event_id) REFERENCES public.appointment_events(id) ON DELETE CASCADE;

ALTER TABLE "public"."appointment_notes" ADD CONSTRAINT "appointment_notes_appointment_id_fkey" FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE;

CREATE INDEX appointment_changes_appointment ON public.appointment_changes USING btree (appointment_id);

CREATE POLICY "business_read" ON "public"."appointment_changes" FOR SELECT TO "authenticated" USING (internal.works_on(appointment_id));

CREATE POLICY "business_read" ON "public"."appointment_notes" FOR SELECT TO "authenticated" USING (internal.works_on(appointment_id));

REVOKE ALL ON FUNCTION "internal"."add_up"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."change_lines"(public.appointments, internal.wished_line[], timestamp with time zone, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."change_words"(public.appointments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_prices"(public.appointments, internal.wished_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_wishes"(public.appointments, internal.wished_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."clean_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."lasting"(internal.line_offer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."lines_in_words"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_change"(public.appointments, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."obstacles_to"(public.appointments, internal.planned_line[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."place_wishes"(public.appointments, internal.wished_line[], timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."plan_wishes"(public.appointments, internal.wished_line[], timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."stored_wishes"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."with_agreed_length"(internal.line_offer, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."works_on"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."works_on"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."works_on"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."appointment_actors"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."appointment_actors"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_appointment"(uuid, timestamp with time zone, uuid[], uuid[], integer[], integer[], integer[], jsonb, boolean, public.move_notice) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_appointment"(uuid, timestamp with time zone, uuid[], uuid[], integer[], integer[], integer[], jsonb, boolean, public.move_notice) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."mark_arrived"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_arrived"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."restore_appointment"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."restore_appointment"(uuid) TO "authenticated";

GRANT SELECT ON TABLE "public"."appointment_changes" TO "authenticated";

GRANT ALL ON TABLE "public"."appointment_changes" TO "service_role";

GRANT SELECT ON TABLE "public"."appointment_notes" TO "authenticated";

GRANT ALL ON TABLE "public"."appointment_notes" TO "service_role";

insert into internal.rights (name, from_role) values ('appointment_price', 'manager');

insert into internal.transitions (verb, from_state, actor, to_state, frees, message, needs) values
  ('change', 'requested', 'business', 'requested', false, 'appointment_rescheduled', 'move'),
  ('change', 'confirmed', 'business', 'confirmed', false, 'appointment_rescheduled', 'move'),
  ('edit', 'requested', 'business', 'requested', false, null, null),
  ('edit', 'confirmed', 'business', 'confirmed', false, null, null),
  ('edit', 'completed', 'business', 'completed', false, null, null),
  ('edit', 'no_show', 'business', 'no_show', false, null, null),
  ('arrive', 'confirmed', 'business', 'confirmed', false, null, null),
  ('restore', 'cancelled', 'business', 'confirmed', false, 'appointment_confirmed', 'book');

update public.retention_rules set tables = '{public.appointments,public.appointment_lines,public.appointment_events,public.appointment_notes,public.appointment_changes,public.customers,public.customer_facts,public.customer_health,public.customer_contacts,public.customer_relatives}'
where name = 'appointments';
