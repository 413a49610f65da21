set local check_function_bodies = off;

-- What somebody waits for is among their own data.
create or replace function internal.orders_data(p_user uuid, p_email text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('category', (select name from public.categories where id = one.category_id), 'state', one.state,
      'kind', one.kind, 'business', (select place.name from public.locations place where place.id = one.location_id),
      'services', array(select service.name from unnest(one.service_ids) with ordinality wanted (id, turn)
        join public.services service on service.id = wanted.id order by wanted.turn),
      'employee', (select person.name from public.employees person where person.id = one.employee_id), 'short_notice', one.short_notice,
      'instead_of', (select visit.starts_at from public.appointments visit where visit.id = one.replaces_appointment), 'title', one.title, 'text', one.text, 'persons', one.persons, 'for_name', one.for_name, 'place', one.place_label, 'radius_km', one.radius_km,
      'windows', one.windows, 'budget_cents', one.budget_cents, 'name', one.contact_name, 'email', one.contact_email, 'phone', one.contact_phone,
      'created_at', one.created_at, 'confirmed_at', one.confirmed_at, 'closed_at', one.closed_at,
      'offers', (select coalesce(jsonb_agg(jsonb_build_object('business', place.name, 'state', offer.state, 'price_cents', offer.price_cents,
          'text', offer.text_masked, 'sent_at', offer.sent_at, 'decided_at', offer.decided_at) order by offer.sent_at, offer.id), '[]')
        from public.offers offer join public.locations place on place.id = offer.location_id where offer.order_id = one.id),
      'questions', (select coalesce(jsonb_agg(jsonb_build_object('business', place.name, 'by_customer', said.by_customer, 'text', said.text,
          'created_at', said.created_at) order by said.created_at, said.id), '[]')
        from public.order_messages said join public.locations place on place.id = said.location_id where said.order_id = one.id))
      order by one.created_at, one.id), '[]')
    from (select * from public.search_orders mine where mine.user_id = p_user union select * from internal.orders_with(p_email)) one);
end $$;
