set local check_function_bodies = off;

DROP FUNCTION "public"."change_appointment"(uuid, timestamp with time zone, uuid[], uuid[], integer[], integer[], integer[], jsonb, boolean, public.move_notice);

ALTER TYPE "internal"."start_question" ADD ATTRIBUTE "rooms" uuid[] CASCADE;

ALTER TYPE "internal"."wished_line" ADD ATTRIBUTE "resource_id" uuid CASCADE;

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
  if array(select (service_id, employee_id, minutes) from unnest(wishes)) = array(select (service_id, employee_id, minutes) from unnest(stored))
    and not exists (select from unnest(wishes) wish join public.appointment_lines line on line.appointment_id = visit.id and line."position" = wish.origin
      where wish.resource_id <> line.resource_id or wish.resource_id is not null and line.resource_id is null) then
    update public.appointment_lines line set price_cents = wish.price_cents
    from unnest(wishes) with ordinality as wish (origin, service_id, employee_id, minutes, price_cents, resource_id, turn)
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
    (select * from before except all select * from after) union all (select * from after except all select * from before)
    union all
    select line.service_id, line.employee_id, null from unnest(wishes) wish
    join public.appointment_lines line on line.appointment_id = visit.id and line."position" = wish.origin
    where wish.resource_id is not null and wish.resource_id is distinct from line.resource_id
      and wish.employee_id not in (select id from own)) then
    perform internal.fail('not_allowed');
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
      array_agg(internal.instants(line.reserved)) filter (where service.resource_kind is not null) as needed,
      array_agg(line.resource_id) filter (where service.resource_kind is not null) as rooms
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
    question.rooms := part.rooms;
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
  if array(select line.service_id from unnest(earlier) line order by line."position")
    <> array(select line.service_id from unnest(plan.planned) line order by line."position") then
    update public.appointments set package_name = null where id = visit.id and package_name is not null;
  end if;
  delete from public.appointment_lines where appointment_id = visit.id;
  insert into public.appointment_lines
    (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, agreed_minutes,
    struck_cents)
  select visit.id, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    coalesce(wish.price_cents, was.price_cents, line.price_cents), line.resource_id, plan.agreed[line."position"],
    case when wish.price_cents is null and was.price_cents is null then line.struck_cents
      when coalesce(wish.price_cents, was.price_cents) = was.price_cents then was.struck_cents end
  from unnest(plan.planned) line
  join unnest(wishes) with ordinality as wish (origin, service_id, employee_id, minutes, price_cents, resource_id, turn) on wish.turn = line."position"
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
  struck integer;
  zone constant text := (select location.time_zone from public.locations location where location.id = visit.location_id);
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
      if wish.resource_id is not null and not coalesce(wish.resource_id = any(spare.ids), false) then perform internal.fail('resource_not_found'); end if;
      resource := coalesce(wish.resource_id, (select one.id from unnest(spare.ids, spare.spare) with ordinality one (id, times, place)
        where one.times @> whole
        order by exists (select from public.appointment_lines line where line.appointment_id = visit.id and line."position" = wish.origin
          and line.resource_id = one.id) desc, one.place limit 1));
    end if;
    struck := null;
    if offer.day_priced then
      select * into offer.price_cents, struck
      from internal.price_on(offer.service_id, offer.employee_id, offer.price_cents, internal.instant(minute), zone, p_present);
    end if;
    planned := planned || (turn, offer.service_id, offer.employee_id, offer.service_name, internal.instant(minute),
      internal.instant(minute + offer.minutes), offer.price_cents,
      internal.busy(minute, offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes)
        - coalesce((select range_agg(line.occupied) from unnest(planned) line where line.employee_id = offer.employee_id), '{}'),
      resource, case when offer.resource_kind is not null then
        whole - coalesce((select range_agg(line.reserved) from unnest(planned) line where line.resource_id = resource), '{}') end,
      null, null, struck)::internal.planned_line;
    minute := minute + offer.minutes;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.resources_in_the_way(question internal.start_question)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found record;
begin
  for kind_index in 1 .. coalesce(cardinality(question.kinds), 0) loop
    select * into found from internal.resources(question.location_id, question.kinds[kind_index],
      internal.minute(lower(question.needed[kind_index])), internal.minute(upper(question.needed[kind_index])),
      (question.asked_at, null, false, false, false)::internal.outlook);
    continue when exists (
      select from unnest(found.ids, found.spare) resource (id, times) where resource.times @> internal.minute_ranges(question.needed[kind_index])
        and resource.id = coalesce(question.rooms[kind_index], resource.id));
    return next jsonb_build_object('reason', 'resource', 'kind', question.kinds[kind_index], 'resources', coalesce((
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', resource.name,
        'appointment_id', case when question.may_read_all then taken.appointment_id end,
        'from', internal.iso(taken.starts_at), 'to', internal.iso(taken.ends_at),
        'customer', case when question.may_read_all then nullif(taken.contact_name, '') end)) order by resource.position, resource.id)
      from public.resources resource
      left join lateral (
        select case when one.kind = 'line' then one.source end as appointment_id, source.starts_at, source.ends_at, source.contact_name
        from public.occupancies one cross join lateral internal.source_of(one) source
        where one.subject = resource.id and one.minutes && internal.minute_ranges(question.needed[kind_index])
          and internal.is_live(one.expires_at, question.asked_at)
        order by source.starts_at limit 1) taken on true
      where resource.id = any(found.ids) and resource.id = coalesce(question.rooms[kind_index], resource.id)), '[]'));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.stored_wishes(p_appointment uuid)
 RETURNS internal.wished_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select (line."position", line.service_id, line.employee_id, extract(epoch from line.ends_at - line.starts_at) / 60, line.price_cents, null)::internal.wished_line
    from public.appointment_lines line where line.appointment_id = p_appointment order by line."position");
end $function$;

CREATE OR REPLACE FUNCTION public.change_appointment(p_appointment uuid, p_version timestamp with time zone, p_services uuid[] DEFAULT NULL::uuid[], p_employees uuid[] DEFAULT NULL::uuid[], p_minutes integer[] DEFAULT NULL::integer[], p_prices integer[] DEFAULT NULL::integer[], p_origins integer[] DEFAULT NULL::integer[], p_contact jsonb DEFAULT NULL::jsonb, p_anyway boolean DEFAULT false, p_notify public.move_notice DEFAULT NULL::public.move_notice, p_resources uuid[] DEFAULT NULL::uuid[])
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
  rooms_before constant text := coalesce(internal.resources_of(p_appointment), '');
  changes jsonb;
  package text;
  moved boolean := false;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if p_version is distinct from visit.updated_at then perform internal.fail('edited_meanwhile'); end if;
  perform internal.check_move(visit, 'edit', 'business');
  if p_services is not null then
    if cardinality(p_services) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
    -- Each line that was there is kept once: a price that was agreed is not for copying.
    if exists (select from unnest(p_origins) origin where origin is not null group by origin having count(*) > 1) then
      perform internal.fail('service_not_found');
    end if;
    moved := internal.change_lines(visit, array(
      select (wish.origin, wish.service, wish.employee, wish.minutes, wish.price, wish.resource)::internal.wished_line
      from unnest(p_services, p_employees, p_minutes, p_prices, p_origins, p_resources)
        with ordinality wish (service, employee, minutes, price, origin, resource, turn)
      where wish.turn <= cardinality(p_services) order by wish.turn), present, p_anyway);
    perform internal.put_together(p_appointment);
  end if;
  changes := internal.change_words(visit, coalesce(p_contact, '{}'));
  package := coalesce((select now.package_name from public.appointments now where now.id = p_appointment), '');
  if package <> coalesce(visit.package_name, '') then
    changes := jsonb_build_array(jsonb_build_object('what', 'package', 'old', coalesce(visit.package_name, ''), 'new', package)) || changes;
  end if;
  if rooms_before <> coalesce(internal.resources_of(p_appointment), '') then
    changes := jsonb_build_array(jsonb_build_object('what', 'resource', 'old', rooms_before, 'new', coalesce(internal.resources_of(p_appointment), ''))) || changes;
  end if;
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
end $function$;

CREATE OR REPLACE FUNCTION public.rooms_for_appointment(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit public.appointments;
  plan record;
begin
  select * into visit from public.appointments appointment where appointment.id = p_appointment;
  if visit.id is null or internal.person() is null or not internal.is_business(visit) or internal.movable_services(visit.id) is null then return '[]'; end if;
  plan := internal.plan_wishes(visit, internal.stored_wishes(visit.id), visit.starts_at, internal.present());
  return (select coalesce(jsonb_agg(jsonb_build_object('position', line."position", 'kind', service.resource_kind, 'rooms', (
      select jsonb_agg(jsonb_build_object('id', room.id, 'name', room.name, 'free', one.times @> line.reserved) order by one.turn)
      from unnest(spare.ids, spare.spare) with ordinality one (id, times, turn) join public.resources room on room.id = one.id)) order by line."position"), '[]')
    from unnest(plan.planned) line join public.services service on service.id = line.service_id
    cross join lateral internal.resources(visit.location_id, service.resource_kind, lower(line.reserved), upper(line.reserved),
      (internal.present(), visit.id, false, false, false)::internal.outlook) spare
    where line.reserved is not null and not isempty(line.reserved) and cardinality(spare.ids) > 0);
exception when raise_exception then
  -- Somebody does not offer a service any more.
  return '[]';
end $function$;

REVOKE ALL ON FUNCTION "public"."change_appointment"(uuid, timestamp with time zone, uuid[], uuid[], integer[], integer[], integer[], jsonb, boolean, public.move_notice, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_appointment"(uuid, timestamp with time zone, uuid[], uuid[], integer[], integer[], integer[], jsonb, boolean, public.move_notice, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."rooms_for_appointment"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rooms_for_appointment"(uuid) TO "authenticated";
