-- Answering an order: up to three starts are held for the customer at a fixed price. Holds keep time from others, so they are counted, under the locks of the
-- order and of the location:
--   3 starts of an offer, 5 held ones of a company for an order;
--   as many held ones of a location as it allows (30_setup/05_locations, `offer_holds`), 3 of an employee on a day;
--   5 live offers for an order, one of each location, and 5 of a location over time.
-- An offer lasts as long as was chosen, but never into the time that the business itself needs before a visit, nor longer than the order.

-- What an offer answers: {id, order_id, state, price_cents, expires_at, starts: [{position, starts_at, ends_at, employee_id, outside}]}.
create function internal.offer_json(offer public.offers) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', offer.id, 'order_id', offer.order_id, 'state', internal.offer_state(offer), 'price_cents', offer.price_cents,
    'expires_at', offer.expires_at, 'starts', (
      select coalesce(jsonb_agg(jsonb_build_object('position', start."position", 'starts_at', start.starts_at, 'ends_at', start.ends_at,
        'employee_id', start.employee_id, 'outside', start.outside) order by start."position"), '[]')
      from public.offer_starts start where start.offer_id = offer.id));
end $$;

-- Lines whose prices come to a total: each has its share, the last one the rest.
create function internal.priced_lines(planned internal.planned_line[], p_total integer) returns internal.planned_line[]
language plpgsql immutable set search_path = '' as $$
declare
  listed constant bigint := (select sum(line.price_cents) from unnest(planned) line);
  rest integer := p_total;
  share integer;
begin
  if listed = p_total then return planned; end if;
  for turn in 1 .. cardinality(planned) loop
    share := case when turn = cardinality(planned) then rest when listed = 0 then 0
      else (planned[turn]).price_cents * p_total::bigint / listed end;
    planned[turn].price_cents := share;
    planned[turn].struck_cents := null;
    rest := rest - share;
  end loop;
  return planned;
end $$;

-- How many more starts may be held at a location, of a company for an order, and by an employee on a local day.
create function internal.holds_left(place public.locations, p_order uuid, p_present timestamptz, out here integer, out for_order integer)
language plpgsql stable set search_path = '' as $$
begin
  here := place.offer_holds - (select count(*) from public.holds hold where hold.location_id = place.id and hold.ended_at is null
    and hold.expires_at > p_present and hold.purpose = 'offer');
  for_order := 5 - (select count(*) from public.offers offer join public.offer_starts start on start.offer_id = offer.id
    where offer.order_id = p_order and offer.company_id = place.company_id and offer.state = 'sent' and offer.expires_at > p_present);
end $$;

create function internal.holds_left_of(p_location uuid, p_employee uuid, p_day date, p_zone text, p_present timestamptz) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return 3 - (select count(*) from public.holds hold where hold.location_id = p_location and hold.ended_at is null and hold.expires_at > p_present
    and hold.purpose = 'offer' and exists (
      select from jsonb_array_elements(hold.lines) line where (line ->> 'employee_id')::uuid = p_employee
        and ((line ->> 'starts_at')::timestamptz at time zone p_zone)::date = p_day));
end $$;

-- Sends an offer of 1 to 3 starts, each with a person (null: whoever is free and has least to do), which are held until it ends. p_hours: 2, 6, 24 or 48.
-- p_price_cents: the total with VAT; null: what the services cost, at the cheapest of these starts. Another price needs the right appointment_price.
-- One start may lie outside the wished times. p_key: a repeated call answers the first one's offer.
-- Errors: location_not_found, not_allowed, order_not_found (also not matching), order_closed, offers_full, offer_exists, too_many_offers (of this
-- location), start_missing, too_many_starts (detail {"left"}), too_many_outside, starts_overlap, hold_budget (detail {"left", "employee"?}), slot_taken
-- (detail: the start), not_bookable, past, service_not_found, employee_not_found, price_invalid, expiry_invalid, text_too_long, key_used.
create function public.send_offer(
  p_order uuid, p_location uuid, p_services uuid[], p_starts timestamptz[], p_employees uuid[] default null, p_hours integer default 24,
  p_price_cents integer default null, p_text text default '', p_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  wish public.search_orders;
  place public.locations;
  known public.offers;
  offer public.offers;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_to_offer()) then perform internal.fail('not_allowed'); end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if coalesce(cardinality(p_starts), 0) = 0 or array_position(p_starts, null) is not null then perform internal.fail('start_missing'); end if;
  if cardinality(p_starts) > 3 then perform internal.fail('too_many_starts', '{"left": 3}'); end if;
  if length(p_text) > 1000 then perform internal.fail('text_too_long'); end if;
  if not coalesce(p_hours in (2, 6, 24, 48), false) then perform internal.fail('expiry_invalid'); end if;
  if p_price_cents not between 0 and 10000000 then perform internal.fail('price_invalid'); end if;
  perform internal.lock_order(p_order);
  perform internal.lock_location(p_location, true);
  if p_key is not null then
    select * into known from public.offers where idempotency_key = p_key;
    if known.id is not null then
      if (known.order_id, known.location_id) = (p_order, p_location) and internal.may_change_offer(known) then return internal.offer_json(known); end if;
      perform internal.fail('key_used');
    end if;
  end if;
  select * into place from public.locations where id = p_location;
  select * into wish from public.search_orders where id = p_order;
  if wish.id is null or not internal.fits_order(wish, p_location) then perform internal.fail('order_not_found'); end if;
  perform internal.check_room_for_offer(wish, p_location, present);
  if not exists (select from public.services service join public.categories category on category.id = service.category_id
    where service.id = any(p_services) and service.location_id = p_location and wish.category_id in (category.id, category.parent_id))
    -- Who waits has said for what; an appointment moves with all that it consists of.
    or wish.kind = 'waitlist' and not (p_services <@ wish.service_ids and (wish.replaces_appointment is null or p_services @> wish.service_ids)) then
    perform internal.fail('service_not_found');
  end if;
  offer.id := gen_random_uuid();
  offer.expires_at := least(present + make_interval(hours => p_hours), wish.expires_at,
    (select min(start) from unnest(p_starts) start) - make_interval(mins => greatest(place.notice_minutes, 60)));
  if offer.expires_at < present + interval '15 minutes' then
    perform internal.fail(case when (select min(start) from unnest(p_starts) start) <= present then 'past' else 'expiry_invalid' end);
  end if;
  perform internal.hold_starts(offer, wish, place, p_services, p_starts, p_employees, p_price_cents, left(btrim(coalesce(p_text, '')), 1000), p_key);
  perform internal.keep_agreed_price(offer.id, wish);
  select * into offer from public.offers where id = offer.id;
  return internal.offer_json(offer);
end $$;

-- Whether an order takes one more offer of a location, both locked; what the waiting list has offered by itself does not count. Errors: order_closed, offer_exists, offers_full, too_many_offers.
create function internal.check_room_for_offer(wish public.search_orders, p_location uuid, p_present timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if wish.state <> 'open' or wish.expires_at <= p_present then perform internal.fail('order_closed'); end if;
  update public.offers set state = 'expired', decided_at = expires_at where order_id = wish.id and state = 'sent' and expires_at <= p_present;
  if exists (select from public.offers other where other.order_id = wish.id and other.location_id = p_location and other.state = 'sent') then
    perform internal.fail('offer_exists');
  end if;
  if (select count(*) from public.offers other where other.order_id = wish.id and other.state = 'sent') >= 5 then perform internal.fail('offers_full'); end if;
  if (select count(*) from public.offers other where other.order_id = wish.id and other.location_id = p_location
    and other.origin <> 'waitlist') >= 5 then
    perform internal.fail('too_many_offers');
  end if;
end $$;

-- An appointment that is moved keeps its price.
create function internal.keep_agreed_price(p_offer uuid, wish public.search_orders) returns void
language plpgsql set search_path = '' as $$
begin
  update public.offers set price_cents = visit.total_cents from public.appointments visit
  where offers.id = p_offer and visit.id = wish.replaces_appointment;
end $$;

-- Plans the starts, holds them and writes the offer. Order and location are locked. `rule`: which sends it, if nobody does.
create function internal.hold_starts(
  offer public.offers, wish public.search_orders, place public.locations, p_services uuid[], p_starts timestamptz[], p_employees uuid[],
  p_price_cents integer, p_text text, p_key uuid, rule public.offer_rules default null)
returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  mine constant uuid[] := case when rule.id is null then internal.employees_to_offer(place.id) end;
  wished constant int4multirange := internal.wished_minutes(wish, place.time_zone);
  left_over record;
  visits jsonb := '[]';
  planned internal.planned_line[];
  person uuid;
  visitor internal.visitor;
  hold public.holds;
  listed integer;
  lowest integer;
  outside smallint := 0;
begin
  select * into left_over from internal.holds_left(place, wish.id, present);
  if left_over.for_order < cardinality(p_starts) then perform internal.fail('too_many_starts', jsonb_build_object('left', greatest(left_over.for_order, 0))::text); end if;
  if left_over.here < cardinality(p_starts) then perform internal.fail('hold_budget', jsonb_build_object('left', greatest(left_over.here, 0))::text); end if;
  for turn in 1 .. cardinality(p_starts) loop
    person := coalesce(p_employees[turn], case when cardinality(mine) = 1 then mine[1] end);
    if person is not null and not exists (select from public.employees one where one.id = person and one.location_id = place.id and one.active) then
      perform internal.fail('employee_not_found');
    end if;
    if mine is not null and (person is null or person <> all(mine)) then perform internal.fail('not_allowed'); end if;
    -- What moves to an earlier time lasts as long as was agreed for it.
    planned := array(select plan from internal.plan_visit(place.id, p_services, person, internal.reckonable(p_starts[turn]), present,
      case when internal.has_agreed_length(wish.replaces_appointment) then wish.replaces_appointment end, p_without_notice => true) plan);
    if cardinality(planned) = 0 then
      perform internal.refuse_start(place.id, p_services, person, internal.reckonable(p_starts[turn]), present);
    end if;
    listed := least(listed, (select sum(line.price_cents)::integer from unnest(planned) line));
    lowest := least(lowest, internal.lowest_total(planned, present));
    if not (internal.minute(internal.reckonable(p_starts[turn])) <@ wished) then outside := outside + 1; end if;
    visits := visits || jsonb_build_array(to_jsonb(planned));
  end loop;
  if outside > 1 then perform internal.fail('too_many_outside'); end if;
  if rule.id is null and coalesce(p_price_cents <> listed, false) and place.id not in (select internal.locations_with('appointment_price')) then
    perform internal.fail('not_allowed');
  end if;
  perform internal.check_apart(visits);
  insert into public.offers (id, order_id, company_id, location_id, employee_ids, service_ids, price_cents, text_masked, expires_at, sent_by,
    idempotency_key, sent_at, rule_id, reference_cents, origin)
  values (offer.id, wish.id, place.company_id, place.id, array(
      select distinct line.employee_id from jsonb_array_elements(visits) visit
      cross join lateral jsonb_populate_recordset(null::internal.planned_line, visit) line order by 1),
    p_services, coalesce(p_price_cents, listed), left(internal.masked(p_text), 1100), offer.expires_at,
    coalesce(internal.person(), rule.created_by), p_key, present, rule.id, lowest,
    (case when rule.id is null then 'hand' else 'rule' end)::public.offer_origin)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  visitor.unlimited := true;
  hold.company_id := place.company_id;
  hold.location_id := place.id;
  hold.purpose := 'offer';
  hold.source := 'admin';
  hold.origin := 'offer';
  hold.employee_chosen := true;
  hold.cancellation_hours := place.cancellation_hours;
  hold.expires_at := offer.expires_at;
  hold.created_at := present;
  hold.package_name := case when cardinality(p_services) > 1 then (internal.package_of(place.id, p_services)).name end;
  for turn in 1 .. cardinality(p_starts) loop
    planned := internal.priced_lines(array(select line from jsonb_populate_recordset(null::internal.planned_line, visits -> turn - 1) line),
      coalesce(p_price_cents, listed));
    perform internal.check_day_budget(place, planned, present);
    hold.id := gen_random_uuid();
    if not internal.release_expired(internal.takings(planned), present, false)
      or internal.write_hold(hold, planned, visitor, place.time_zone, true) is null then
      perform internal.fail('slot_taken', p_starts[turn]::text);
    end if;
    insert into public.offer_starts (offer_id, "position", hold_id, starts_at, ends_at, employee_id, outside)
    select offer.id, turn, hold.id, min(line.starts_at), max(line.ends_at), (array_agg(line.employee_id order by line."position"))[1],
      not (internal.minute(p_starts[turn]) <@ wished)
    from unnest(planned) line;
  end loop;
end $$;

-- No start of an offer stands in the way of another: not the same time twice, nobody and no room at two at once. Error: starts_overlap.
create function internal.check_apart(visits jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (
    with taken as (
      select visit.turn, line.starts_at, taking.subject, taking.minutes, line."position" as line
      from jsonb_array_elements(visits) with ordinality visit (lines, turn)
      cross join lateral jsonb_populate_recordset(null::internal.planned_line, visit.lines) line
      cross join lateral unnest(internal.takings(array[line])) taking)
    select from taken one join taken other on one.turn < other.turn
    where one.subject = other.subject and one.minutes && other.minutes or one.line = 1 and other.line = 1 and one.starts_at = other.starts_at) then
    perform internal.fail('starts_overlap');
  end if;
end $$;

-- Error: hold_budget, when one of the people has no more starts to give on that day.
create function internal.check_day_budget(place public.locations, planned internal.planned_line[], p_present timestamptz) returns void
language plpgsql stable set search_path = '' as $$
declare
  part record;
begin
  for part in select distinct line.employee_id, (line.starts_at at time zone place.time_zone)::date as day from unnest(planned) line loop
    if internal.holds_left_of(place.id, part.employee_id, part.day, place.time_zone, p_present) < 1 then
      perform internal.fail('hold_budget', jsonb_build_object('left', 0, 'employee', part.employee_id)::text);
    end if;
  end loop;
end $$;

revoke execute on function internal.offer_json, internal.keep_agreed_price, internal.priced_lines, internal.holds_left, internal.holds_left_of,
  internal.check_room_for_offer, internal.hold_starts,
  internal.check_apart, internal.check_day_budget from public;
grant execute on function public.send_offer to authenticated;
