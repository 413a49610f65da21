-- What a business has answered.

-- One page of the offers of a location, the newest first: {total, rows: [{id, order_id, state, category, title, place, price_cents, by_rule, origin, kind, text, sent_at, expires_at,
-- decided_at, seen, reason, services, starts: [{starts_at, ends_at, employee_id, outside}], appointment_id, customer}]}. p_accepted: only those that were
-- accepted, else the others; p_offer: only this one. Who has not all calendars sees offers of their own time. Words are masked; `customer` is the name in what was booked.
-- Error: location_not_found.
create function public.list_offers(p_location uuid, p_accepted boolean default false, p_limit integer default 25, p_offset integer default 0,
  p_offer uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  everybody constant boolean := p_location in (select internal.locations_with('all_calendars'));
  mine constant uuid[] := array(select internal.own_employees());
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  return (
    with found as materialized (
      select offer.id, offer.sent_at from public.offers offer
      where offer.location_id = p_location and case when p_offer is null then (offer.state = 'accepted') = coalesce(p_accepted, false) else offer.id = p_offer end
        and (everybody or offer.employee_ids && mine)
    ), page as (
      select * from found order by sent_at desc, id limit least(greatest(p_limit, 0), 100) offset greatest(p_offset, 0)
    )
    select jsonb_build_object('total', (select count(*) from found), 'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', offer.id, 'order_id', offer.order_id, 'state', internal.offer_state(offer),
        'category', category.name, 'title', internal.masked(wish.title), 'place', internal.order_place(wish), 'price_cents', offer.price_cents,
        'by_rule', offer.rule_id is not null, 'origin', offer.origin, 'kind', wish.kind, 'text', offer.text_masked, 'sent_at', offer.sent_at, 'expires_at', offer.expires_at, 'decided_at', offer.decided_at,
        'seen', offer.seen_at is not null, 'reason', offer.reason, 'appointment_id', visit.id, 'customer', coalesce(visit.contact_name, ''),
        'services', array(select service.name from unnest(offer.service_ids) with ordinality asked (id, turn)
          join public.services service on service.id = asked.id order by asked.turn),
        'starts', (select coalesce(jsonb_agg(jsonb_build_object('starts_at', start.starts_at, 'ends_at', start.ends_at, 'employee_id', start.employee_id,
          'outside', start.outside) order by start."position"), '[]') from public.offer_starts start where start.offer_id = offer.id))
        order by page.sent_at desc, page.id), '[]')
      from page join public.offers offer on offer.id = page.id join public.search_orders wish on wish.id = offer.order_id
      left join public.categories category on category.id = wish.category_id
      left join public.appointments visit on visit.id = offer.appointment_id)));
end $$;

-- The services of a location that answer an order: of its category, in their order; or those that somebody waits for, in theirs. {id, name, minutes, price_cents}.
create function internal.services_for_order(one public.search_orders, p_location uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', service.id, 'name', service.name, 'minutes', service.duration_minutes,
      'price_cents', service.price_cents) order by coalesce(array_position(one.service_ids, service.id), 0), service."position", service.id), '[]')
    from public.services service join public.categories category on category.id = service.category_id
    where service.location_id = p_location and service.active and not service.addon and case when one.kind = 'waitlist' then service.id = any(one.service_ids)
        else one.category_id in (category.id, category.parent_id) end
      and exists (select from public.employee_services own join public.employees person on person.id = own.employee_id and person.active
        where own.service_id = service.id));
end $$;

revoke execute on function internal.services_for_order from public;
grant execute on function public.list_offers to authenticated;
