-- What the public sees of open orders: bands and parts of the day. No title, text, name or point; nothing of trades under § 203 StGB.

-- {monday morning} and the like: [[weekday, part]], 1 is Monday; 0 morning until 12, 1 afternoon until 17, 2 evening.
create function internal.public_times(p_windows jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_array(each.weekday, each.part) order by each.weekday, each.part), '[]')
    from (
      select distinct day.weekday, part.number as part
      from jsonb_to_recordset(p_windows) win (first date, last date, weekdays integer[], "from" integer, "to" integer)
      cross join lateral (select distinct extract(isodow from one)::integer as weekday from generate_series(win.first, win.last, interval '1 day') one) day
      join (values (0, 0, 720), (1, 720, 1020), (2, 1020, 1440)) part (number, low, high) on part.low < win."to" and part.high > win."from"
      where day.weekday = any(win.weekdays)) each);
end $$;

-- Open orders, newest first: {orders: [{category: {slug, name}, place, city, radius_km, times, budget_to_cents, persons, age_hours, offers}], next}. `radius_km` and `budget_to_cents` are the upper
-- ends of bands (2, 5, 10, 25, 50 km; 25, 50, 100, 200 € and more: null); `offers` counts the live ones. p_cursor: `next` of the page before. Unknown categories and cities find nothing.
create function public.list_search_orders(p_category text default null, p_city text default null, p_cursor text default null, p_limit integer default 20)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  shown constant integer := least(greatest(coalesce(p_limit, 20), 1), 50);
  after_at timestamptz;
  after_key text;
  page public.search_orders[];
begin
  if p_cursor ~ '^[0-9]{14,17}\.[0-9a-f]{16}$' then
    after_at := timestamptz 'epoch' + split_part(p_cursor, '.', 1)::bigint * interval '1 microsecond';
    after_key := split_part(p_cursor, '.', 2);
  end if;
  page := array(
    select one from public.search_orders one join public.categories category on category.id = one.category_id
    left join public.categories parent on parent.id = category.parent_id
    where one.state = 'open' and one.kind = 'order' and one.expires_at > present and not category.secret and not coalesce(parent.secret, false)
      and (p_category is null or p_category in (category.slug, parent.slug))
      and (p_city is null or one.city_id = (select id from public.cities where slug = p_city))
      and (after_at is null or one.confirmed_at < after_at or one.confirmed_at = after_at and internal.public_key(one.id) > after_key)
    order by one.confirmed_at desc, internal.public_key(one.id) limit shown + 1);
  return jsonb_build_object('orders', (
    select coalesce(jsonb_agg(jsonb_build_object('category', (select jsonb_build_object('slug', slug, 'name', name) from public.categories where id = one.category_id),
      'place', internal.order_place(row(one.*)::public.search_orders), 'city', (select slug from public.cities where id = one.city_id),
      'radius_km', (select min(band) from unnest(array[2, 5, 10, 25, 50]) band where band >= one.radius_km), 'times', internal.public_times(one.windows),
      'budget', one.budget_cents is not null,
      'budget_to_cents', (select min(band) from unnest(array[2500, 5000, 10000, 20000]) band where band >= one.budget_cents), 'persons', one.persons,
      'age_hours', floor(extract(epoch from present - one.confirmed_at) / 3600)::integer,
      'offers', (select count(*) from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present)) order by one.confirmed_at desc, internal.public_key(one.id)), '[]')
    from unnest(page[1:shown]) one),
    'next', case when cardinality(page) > shown then
      (extract(epoch from (page[shown]).confirmed_at) * 1000000)::bigint || '.' || internal.public_key((page[shown]).id) end);
end $$;

-- An order among others of the same moment, without its id.
create function internal.public_key(p_order uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(encode(sha256(convert_to(p_order::text, 'UTF8')), 'hex'), 16);
end $$;

revoke execute on function internal.public_times, internal.public_key from public;
grant execute on function public.list_search_orders to anon, authenticated;
