-- Lines that a member puts together by hand: for each its service, person and length. Hours do not matter here, and what is booked decides
-- (40_time/15_occupancies). The rules for buffers, gaps and resources are those of internal.plan_visit.

-- `origin`: the position of the stored line that it was; null for a new one. `minutes` null: as long as the service lasts.
-- `price_cents` null: as agreed before, else the price of the service. `resource_id` null: the room or device that it has if that is free, else any of the kind
-- that the service needs.
create type internal.wished_line as (
  origin integer, service_id uuid, employee_id uuid, minutes integer, price_cents integer, resource_id uuid
);

-- The lines as they are stored, in whatever room is free.
create function internal.stored_wishes(p_appointment uuid) returns internal.wished_line[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select (line."position", line.service_id, line.employee_id, extract(epoch from line.ends_at - line.starts_at) / 60, line.price_cents, null)::internal.wished_line
    from public.appointment_lines line where line.appointment_id = p_appointment order by line."position");
end $$;

-- Lines of a moving visit last as long as agreed for it. A processing gap stays as long as there is service after it.
create function internal.with_agreed_length(offer internal.line_offer, p_appointment uuid) returns internal.line_offer
language plpgsql stable set search_path = '' as $$
declare
  agreed constant integer := (select line.agreed_minutes from public.appointment_lines line
    where line.appointment_id = p_appointment and line."position" = offer.line and line.service_id = offer.service_id);
begin
  return case when agreed is null then offer else internal.lasting(offer, agreed) end;
end $$;

create function internal.lasting(offer internal.line_offer, p_minutes integer) returns internal.line_offer
language plpgsql immutable set search_path = '' as $$
begin
  offer.minutes := p_minutes;
  if offer.gap_start + offer.gap_minutes >= p_minutes then
    offer.gap_start := null;
    offer.gap_minutes := null;
  end if;
  return offer;
end $$;

-- The plan of wished lines, one after the other, and for each how many minutes were agreed, null for those of the service. A line that needs a
-- resource has none when none is free; one that is named it has in any case. Errors: not_offered (detail: the service), line_minutes, resource_not_found.
create function internal.plan_wishes(
  visit public.appointments, wishes internal.wished_line[], p_starts_at timestamptz, p_present timestamptz,
  out planned internal.planned_line[], out agreed integer[])
language plpgsql stable set search_path = '' as $$
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
end $$;

-- What stands where these lines should go, as internal.obstacles_by_hand says it. The visit has given its own time back.
create function internal.obstacles_to(visit public.appointments, planned internal.planned_line[], p_present timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
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
end $$;

-- Gives the visit, whose location is held alone, the time of these lines from its start on and writes them. Prices that are not named stay as agreed.
-- Errors: slot_taken (detail: what stands there), and those of internal.plan_wishes.
create function internal.place_wishes(
  visit public.appointments, wishes internal.wished_line[], p_starts_at timestamptz, p_present timestamptz)
returns void
language plpgsql set search_path = '' as $$
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
end $$;

revoke execute on function internal.stored_wishes, internal.with_agreed_length, internal.lasting, internal.plan_wishes, internal.obstacles_to,
  internal.place_wishes from public;
