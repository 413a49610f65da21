-- A place on the waiting list of a location: bound to it and its services, maybe to a person, for the times that somebody can. With an appointment it waits for
-- an earlier time, to which that one moves. Like an order it is open once its address is confirmed (55_submitting).

-- Asks for a place. p_secret is made by the caller and opens the draft until it is confirmed. p_appointment: what is to move, with its secret; its
-- services count then. Answers {id, state: open | mail}. Errors: location_not_found (also without a list), service_not_found, employee_not_found, by_phone,
-- appointment_not_found, swap_gone, secret_missing, too_often, already_waiting and too_many_waits (accounts), those of internal.read_windows and internal.clean_contact.
create function public.join_waitlist(
  p_location uuid, p_services uuid[], p_secret text, p_windows jsonb, p_contact jsonb, p_employee uuid default null, p_short_notice boolean default false,
  p_appointment uuid default null, p_appointment_secret text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  visitor constant internal.visitor := internal.visitor();
  place public.locations;
  visit public.appointments;
  services uuid[] := p_services;
  wish public.search_orders;
begin
  if coalesce(length(p_secret), 0) not between 20 and 100 then perform internal.fail('secret_missing'); end if;
  select * into place from public.locations where id = p_location;
  if place.id is null or place.waitlist = 'off' or not internal.is_published(p_location) then perform internal.fail('location_not_found'); end if;
  if p_appointment is not null then
    select * into visit from public.appointments where id = p_appointment;
    if visit.id is null or not internal.is_customer(visit, p_appointment_secret) or visit.location_id <> p_location then
      perform internal.fail('appointment_not_found');
    end if;
    services := array(select line.service_id from public.appointment_lines line where line.appointment_id = p_appointment order by line."position");
    if not internal.customer_may_change(visit)
      or exists (select from public.appointment_lines line where line.appointment_id = p_appointment and line.event_id is not null) then
      perform internal.fail('swap_gone');
    end if;
  end if;
  if coalesce(cardinality(services), 0) not between 1 and 10 or array_position(services, null) is not null or exists (
    select from unnest(services) wanted where not exists (
      select from public.services service where service.id = wanted and service.location_id = p_location and service.active)) then
    perform internal.fail('service_not_found');
  end if;
  if internal.needs_phone(services) then perform internal.fail('by_phone'); end if;
  if p_employee is not null and not exists (select from public.employees person where person.id = p_employee and person.location_id = p_location and person.active) then
    perform internal.fail('employee_not_found');
  end if;
  wish.windows := internal.read_windows(p_windows, present);
  wish.wanted := internal.wanted_minutes(wish.windows, present);
  insert into public.search_orders (kind, location_id, service_ids, employee_id, replaces_appointment, short_notice, category_id, title, place_label, latitude,
    longitude, city_id, radius_km, windows, wanted, area, created_at, expires_at)
  select 'waitlist', place.id, services, p_employee, p_appointment, coalesce(p_short_notice, false), service.category_id, left(service.name, 80), place.city,
    coalesce(place.latitude, 0), coalesce(place.longitude, 0), place.city_id, 1, wish.windows, wish.wanted,
    extensions.cube_enlarge(internal.spot(coalesce(place.latitude, 0), coalesce(place.longitude, 0)), internal.chord(1), 3), present, present + interval '2 days'
  from public.services service where service.id = services[1] returning * into wish;
  insert into public.search_order_links (secret_hash, order_id, scope, expires_at)
  values (sha256(convert_to(p_secret, 'UTF8')), wish.id, 'draft', present + interval '2 days') on conflict (secret_hash) do nothing;
  if not found then perform internal.fail('secret_missing'); end if;
  if not visitor.unlimited and internal.spend(array[row('order drafts from ' || coalesce(visitor.address::text, 'unknown'),
      case when visitor.address is null then 60 else 10 end, 3600)::internal.budget]) is not null then
    perform internal.fail('too_often');
  end if;
  return jsonb_build_object('id', wish.id, 'state', public.submit_search_order(wish.id, p_secret, p_contact));
end $$;

-- Where somebody stands: how many wait before them for times that overlap with theirs. The first come is offered first; who pauses is not counted.
create function internal.waiting_before(one public.search_orders) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from public.search_orders other where other.state = 'open' and other.kind = 'waitlist' and other.location_id = one.location_id
    and other.wanted && one.wanted and other.expires_at > internal.present() and other.snoozed_until is null
    and (other.employee_id is null or one.employee_id is null or other.employee_id = one.employee_id)
    and (other.confirmed_at, other.id) < (one.confirmed_at, one.id));
end $$;

-- A place for the page of the customer: {location: {slug, name, time_zone, phone, mode}, services: [{id, name}], employee, before, short_notice,
-- paused, replaces, free: times that are kept for nobody and of which they were told}.
create function internal.waiting_json(one public.search_orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('location', jsonb_build_object('slug', place.slug, 'name', place.name, 'time_zone', place.time_zone, 'phone', place.phone,
        'mode', place.waitlist),
      'services', (select coalesce(jsonb_agg(jsonb_build_object('id', service.id, 'name', service.name) order by wish.turn), '[]')
        from unnest(one.service_ids) with ordinality wish (id, turn) join public.services service on service.id = wish.id),
      'employee', (select person.name from public.employees person where person.id = one.employee_id), 'before', internal.waiting_before(one),
      'short_notice', one.short_notice, 'paused', one.snoozed_until is not null,
      'replaces', (select visit.starts_at from public.appointments visit where visit.id = one.replaces_appointment),
      'free', (select coalesce(jsonb_agg(told.starts_at order by told.starts_at), '[]') from internal.free_calls told
        where told.order_id = one.id and told.starts_at > internal.present()))
    from public.locations place where place.id = one.location_id);
end $$;

-- Waits again after three offers without an answer. Again changes nothing. Errors: order_not_found, order_closed, order_expired.
create function public.resume_waiting(p_order uuid, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.order_of(p_order, p_secret);
  perform internal.lock_order(p_order);
  perform internal.check_open(internal.order_of(p_order, p_secret));
  update public.search_orders set snoozed_until = null, rounds_missed = 0, next_check_at = internal.present() where id = p_order and kind = 'waitlist';
end $$;

-- Who waits at a location, in the order in which they are offered times: {total, rows: [{id, services, employee_id, windows, confirmed_at, expires_at,
-- short_notice, paused, replaces, free: the first free start, offer: {id, starts_at, expires_at} or null}]}. No name: it comes with the booking. Members without all calendars see those who wait for them.
-- Errors: location_not_found, not_allowed.
create function public.list_waiting(p_location uuid, p_limit integer default 25, p_offset integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  mine uuid[];
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  select * into place from public.locations where id = p_location;
  mine := internal.employees_to_offer(p_location);
  return (
    with waiting as materialized (
      select * from public.search_orders one where one.state = 'open' and one.kind = 'waitlist' and one.location_id = p_location and one.expires_at > present
        and (mine is null or one.employee_id = any(mine)) and not internal.are_apart(place.company_id, row(one.*)::public.search_orders)
    ), page as (
      select * from waiting order by confirmed_at, id limit least(greatest(p_limit, 0), 100) offset greatest(p_offset, 0)
    )
    select jsonb_build_object('total', (select count(*) from waiting), 'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', page.id, 'employee_id', page.employee_id, 'windows', page.windows,
        'services', array(select service.name from unnest(page.service_ids) with ordinality wish (id, turn)
          join public.services service on service.id = wish.id order by wish.turn),
        'confirmed_at', page.confirmed_at, 'expires_at', page.expires_at, 'short_notice', page.short_notice, 'paused', page.snoozed_until is not null,
        'replaces', (select visit.starts_at from public.appointments visit where visit.id = page.replaces_appointment),
        'free', (internal.start_for_waiting(row(page.*)::public.search_orders, place, internal.wished_minutes(row(page.*)::public.search_orders,
          place.time_zone), present)).starts_at,
        'offer', (select jsonb_build_object('id', offer.id, 'expires_at', offer.expires_at,
            'starts_at', (select min(start.starts_at) from public.offer_starts start where start.offer_id = offer.id))
          from public.offers offer where offer.order_id = page.id and offer.state = 'sent' and offer.expires_at > present limit 1))
        order by page.confirmed_at, page.id), '[]') from page)));
end $$;

-- How many wait at a location that offers its free times by hand, and have time free for them but no offer, among the first twenty; 0 for whoever cannot
-- offer any.
create function public.count_waiting(p_location uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  mine uuid[];
begin
  if p_location is null or p_location not in (select internal.locations_to_offer()) then return 0; end if;
  select * into place from public.locations where id = p_location;
  if place.waitlist <> 'by_hand' then return 0; end if;
  mine := internal.employees_to_offer(p_location);
  return (
    select count(*) from (
      select one from public.search_orders one where one.state = 'open' and one.kind = 'waitlist' and one.location_id = p_location
        and one.expires_at > present and (mine is null or one.employee_id = any(mine))
        and not internal.are_apart(place.company_id, row(one.*)::public.search_orders)
        and not exists (select from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present)
      order by one.confirmed_at, one.id limit 20) waiting
    where (internal.start_for_waiting(waiting.one, place, internal.wished_minutes(waiting.one, place.time_zone), present)).starts_at is not null);
end $$;

revoke execute on function internal.waiting_before, internal.waiting_json from public;
grant execute on function public.join_waitlist, public.resume_waiting to anon, authenticated;
grant execute on function public.list_waiting, public.count_waiting to authenticated;
