-- Offers that rules send (15_offer_rules): by day only, to orders that nobody of the location has answered yet, the longest waiting first. They are as any
-- other offer: the same budgets of held time, the same limits. So that rules never push aside people who answer themselves, they stop at three live offers of an
-- order. Each call sends at most one, so that a transaction holds the locks of one order and one location.
-- They answer places on the waiting list as well, for one service each: in turn only, and where the server offers times itself, only what it has left over.

-- The starts that a rule may offer for an order with one service: up to three that stand in nobody's way, first what touches something booked.
create function internal.rule_starts(rule public.offer_rules, wish public.search_orders, place public.locations, p_service uuid, p_present timestamptz,
  out starts timestamptz[], out employees uuid[])
language plpgsql stable set search_path = '' as $$
declare
  earliest constant timestamptz := p_present + make_interval(mins => greatest(place.notice_minutes, 60) + 15);
  latest constant timestamptz := p_present + make_interval(hours => rule.horizon_hours);
  one record;
  taken tstzrange[] := '{}';
begin
  starts := '{}';
  employees := '{}';
  for one in
    select free.starts_at, free.ends_at, free.employee_ids[1] as employee
    from internal.free_within(wish, place, array[p_service], wish.employee_id) free
    cross join lateral (select free.starts_at at time zone place.time_zone as wall) local
    where free.starts_at between earliest and latest
      and extract(hour from local.wall) * 60 + extract(minute from local.wall) >= rule.from_minute
      and extract(hour from local.wall) * 60 + extract(minute from local.wall) < rule.to_minute
      and (rule.min_gap_minutes = 0 or exists (
        select from internal.free_days day cross join lateral unnest(day.free) gap
        where day.employee_id = free.employee_ids[1] and gap @> internal.minute(free.starts_at) and upper(gap) - greatest(lower(gap), internal.minute(p_present)) >= rule.min_gap_minutes))
    order by internal.touches_booked(free.employee_ids, array[p_service], free.starts_at, free.ends_at) desc, free.starts_at limit 100
  loop
    continue when exists (select from unnest(taken) other where other && tstzrange(one.starts_at - interval '30 minutes', one.ends_at + interval '30 minutes'));
    starts := starts || one.starts_at;
    employees := employees || one.employee;
    taken := taken || tstzrange(one.starts_at, one.ends_at);
    exit when cardinality(starts) = 3;
  end loop;
end $$;

-- Answers one order by a rule; false when it cannot. Checked once more under the locks of the order and the location.
create function internal.offer_by_rule(rule public.offer_rules, p_order uuid, p_present timestamptz) returns boolean
language plpgsql set search_path = '' as $$
declare
  wish public.search_orders;
  place public.locations;
  offer public.offers;
  found record;
  room record;
  service uuid;
  listed integer;
  most integer;
begin
  perform internal.lock_order(p_order);
  perform internal.lock_location(rule.location_id, true);
  select * into wish from public.search_orders where id = p_order;
  select * into place from public.locations where id = rule.location_id;
  if wish.id is null or not internal.fits_order(wish, place.id) then return false; end if;
  perform internal.check_room_for_offer(wish, place.id, p_present);
  if not internal.is_open_to_rule(rule, wish, p_present) then return false; end if;
  select * into room from internal.holds_left(place, wish.id, p_present);
  foreach service in array rule.service_ids loop
    continue when not exists (select from jsonb_array_elements(internal.services_for_order(wish, place.id)) fitting where (fitting ->> 'id')::uuid = service)
      or exists (select from public.service_tests test where test.service_id = service) or internal.needs_phone(array[service]);
    select * into found from internal.rule_starts(rule, wish, place, service, p_present);
    most := least(cardinality(found.starts), room.here, room.for_order);
    continue when most < 1;
    offer.id := gen_random_uuid();
    offer.expires_at := least(p_present + interval '6 hours', wish.expires_at,
      (select min(start) from unnest(found.starts[1:most]) start) - make_interval(mins => greatest(place.notice_minutes, 60)));
    continue when offer.expires_at < p_present + interval '15 minutes';
    listed := (select min(planned.total) from unnest(found.starts[1:most], found.employees[1:most]) start (at, employee)
      cross join lateral (select sum(plan.price_cents)::integer as total
        from internal.plan_visit(place.id, array[service], start.employee, start.at, p_present, p_without_notice => true) plan) planned);
    continue when listed is null;
    perform internal.hold_starts(offer, wish, place, array[service], found.starts[1:most], found.employees[1:most],
      internal.with_percent(listed, -rule.discount_percent), rule.text, null, rule);
    return true;
  end loop;
  return false;
end $$;

-- Whether a rule may answer an order now: nobody of the location has, there is room for others, and it is for whoever asks.
create function internal.is_open_to_rule(rule public.offer_rules, wish public.search_orders, p_present timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (select from public.offers other where other.order_id = wish.id and other.location_id = rule.location_id)
    and (wish.kind = 'order' or internal.is_turn_for_rule(wish, p_present))
    and (select count(*) from public.offers other where other.order_id = wish.id and other.state = 'sent' and other.expires_at > p_present) < 3
    and not exists (select from public.order_notices aside where aside.order_id = wish.id and aside.location_id = rule.location_id and aside.dismissed_at is not null)
    and not (rule.new_customers and exists (select from public.customers file join public.locations place on place.company_id = file.company_id
      where place.id = rule.location_id and (file.email operator(extensions.=) nullif(wish.contact_email, '')::extensions.citext or file.user_id = wish.user_id)));
end $$;

-- Whether somebody who waits is next: nobody came before who could take the same time and has no offer, and the server has had five minutes to offer one itself.
create function internal.is_turn_for_rule(wish public.search_orders, p_present timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return wish.snoozed_until is null and wish.replaces_appointment is null and cardinality(wish.service_ids) = 1
    and exists (select from public.locations place where place.id = wish.location_id
      and (place.waitlist = 'by_hand' or place.waitlist = 'automatic' and wish.confirmed_at < p_present - interval '5 minutes'))
    and not exists (select from public.search_orders other where other.state = 'open' and other.kind = 'waitlist' and other.location_id = wish.location_id
      and other.wanted operator(pg_catalog.&&) wish.wanted and other.expires_at > p_present and other.snoozed_until is null
      and (other.employee_id is null or wish.employee_id is null or other.employee_id = wish.employee_id)
      and (other.confirmed_at, other.id) < (wish.confirmed_at, wish.id)
      and not exists (select from public.offers live where live.order_id = other.id and live.state = 'sent' and live.expires_at > p_present));
end $$;

-- Sends at most one offer by the rules of all locations, of up to p_limit rules that are due. Answers whether it has. For the server's job, which asks again
-- until there is none; a rule that finds nothing rests for a minute.
create function public.answer_by_rules(p_limit integer default 50) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  rule public.offer_rules;
  zone text;
  waiting uuid;
begin
  for rule in
    select one.* from public.offer_rules one
    join public.locations place on place.id = one.location_id and place.state = 'published'
    join public.companies company on company.id = place.company_id and company.state = 'active' and not company.sandbox
    where one.active and (one.checked_at is null or one.checked_at <= present - interval '1 minute')
    order by one.checked_at nulls first, one.id limit least(greatest(coalesce(p_limit, 0), 0), 500) for update of one skip locked
  loop
    zone := (select place.time_zone from public.locations place where place.id = rule.location_id);
    if extract(hour from present at time zone zone) between 8 and 20 and (select count(*) from public.offers sent where sent.rule_id = rule.id
      and (sent.sent_at at time zone zone)::date = (present at time zone zone)::date) < rule.per_day then
      for waiting in
        select wish.id from (
          select fitting.order_id from internal.fitting_orders(rule.location_id, present) fitting
          union all
          select one.id from public.search_orders one
          where one.state = 'open' and one.kind = 'waitlist' and one.location_id = rule.location_id and one.expires_at > present) known
        join public.search_orders wish on wish.id = known.order_id
        where internal.is_open_to_rule(rule, wish, present) order by wish.kind desc, wish.confirmed_at, wish.id limit 20
      loop
        -- What cannot be, because somebody was faster or the budget is used up, is undone with its locks.
        begin
          if internal.offer_by_rule(rule, waiting, present) then return true; end if;
          raise exception 'nothing to offer';
        exception when raise_exception then null;
        end;
      end loop;
    end if;
    update public.offer_rules set checked_at = present where id = rule.id;
  end loop;
  return false;
end $$;

revoke execute on function internal.rule_starts, internal.offer_by_rule, internal.is_open_to_rule, internal.is_turn_for_rule, public.answer_by_rules from public;
grant execute on function public.answer_by_rules to service_role;
