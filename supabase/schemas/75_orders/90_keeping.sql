-- How long orders are kept (85_accounts/60_retention): drafts two days; of an order that has ended the category, city and counts stay, for the
-- statistics of demand, the person goes.

-- Takes the person out of ended orders: contact, words, photos, exact place, links, questions, and what businesses wrote to them.
create function internal.empty_orders(p_orders uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.search_orders set user_id = null, contact_name = '', contact_email = '', contact_phone = '', contact_hash = null, title = '', text = '',
    for_name = '', place_label = '', latitude = null, longitude = null, area = null, told_starts = '{}', replaces_appointment = null, emptied_at = internal.present()
  where id = any(p_orders);
  delete from public.search_order_links where order_id = any(p_orders);
  delete from public.order_messages where order_id = any(p_orders);
  delete from public.search_order_images where order_id = any(p_orders);
  delete from public.order_notices where order_id = any(p_orders);
  update public.offers set text_masked = '', reason = '' where order_id = any(p_orders) and (text_masked <> '' or reason <> '');
end $$;

create function internal.forget_closed_orders(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  due uuid[];
begin
  select coalesce(array_agg(old.id), '{}') into due from (
    select one.id from public.search_orders one
    where one.closed_at < internal.kept_since('closed_orders') and one.emptied_at is null
    order by one.closed_at limit p_limit for update skip locked) old;
  perform internal.empty_orders(due);
  return cardinality(due);
end $$;

create function internal.forget_order_drafts(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.search_orders where id in (
    select one.id from public.search_orders one
    where one.state = 'draft' and coalesce(one.submitted_at, one.created_at) < internal.kept_since('order_drafts') limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Orders with an address, confirmed or not, whoever began them.
create function internal.orders_with(p_email text) returns setof public.search_orders
language plpgsql stable set search_path = '' rows 5 as $$
begin
  return query
  select * from public.search_orders one
  where one.contact_hash = sha256(convert_to(internal.mailbox(p_email), 'UTF8')) and lower(one.contact_email) = lower(p_email);
end $$;

-- All that is kept of somebody's orders, for their own data (85_accounts/75_own_data): of an account and of an address, each may be null.
create function internal.orders_data(p_user uuid, p_email text) returns jsonb
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
      'photos', (select count(*) from public.search_order_images image where image.order_id = one.id and image.stored),
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

-- Erases somebody's orders at once (Art. 17 GDPR): open ones end, drafts go, the rest loses the person. Returns how many.
create function internal.erase_orders(p_orders uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  one uuid;
begin
  for one in select unnest(p_orders) order by 1 loop
    perform internal.lock_order(one);
    if exists (select from public.search_orders known where known.id = one and known.state = 'open') then
      perform internal.close_order(one, 'withdrawn', 'Der Suchauftrag wurde zurückgezogen.');
    end if;
  end loop;
  delete from public.search_orders where id = any(p_orders) and state = 'draft';
  perform internal.empty_orders(p_orders);
  return cardinality(p_orders);
end $$;

revoke execute on function internal.orders_with, internal.orders_data, internal.erase_orders, internal.empty_orders, internal.forget_closed_orders, internal.forget_order_drafts from public;
