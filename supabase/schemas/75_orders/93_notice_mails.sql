-- The mails to members about orders that fit. Words are masked; of trades under § 203 StGB a mail names nothing.

-- What a mail says of an order: {id, title, category, place, distance_km, persons, budget_cents, starts, expires_at}; of a secret one only id and expires_at.
create function internal.order_for_mail(one public.search_orders, p_location uuid, p_employees uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  away float8;
begin
  if internal.is_secret_order(one) then
    return jsonb_build_object('id', one.id, 'title', '', 'category', '', 'place', '', 'starts', '[]'::jsonb, 'persons', 1, 'expires_at', one.expires_at);
  end if;
  select internal.spot(place.latitude, place.longitude) operator(extensions.<->) internal.spot(one.latitude, one.longitude) into away
  from public.locations place where place.id = p_location;
  return jsonb_build_object('id', one.id, 'title', internal.neutral(internal.masked(one.title), ''),
    'category', (select category.name from public.categories category where category.id = one.category_id),
    'place', coalesce(internal.order_place(one), ''), 'distance_km', round((12742 * asin(least(away / 12742, 1)))::numeric, 1),
    'persons', one.persons, 'budget_cents', one.budget_cents, 'expires_at', one.expires_at,
    'starts', internal.starts_for_order(one, p_location, p_employees));
end $$;

-- Whether an order still waits for an answer of this location.
create function internal.is_worth_telling(one public.search_orders, p_location uuid, at timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return one.state = 'open' and one.expires_at > at and internal.fits_order(one, p_location) and internal.is_unanswered(one.id, p_location, at, false)
    and (select count(*) from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > at) < 5;
end $$;

-- Queues the mails that are due, one for each member and location with up to ten orders, and `total` of all. What has been answered meanwhile is left out; by
-- night it waits. Returns how many members had any. Called by run_waves alone, one at a time.
create function internal.mail_matching(p_limit integer, at timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  due record;
  done integer := 0;
begin
  update internal.order_tellings telling set due_at = internal.next_morning(place.time_zone, at)
  from public.locations place where place.id = telling.location_id and telling.due_at <= at and not internal.is_daytime(place.time_zone, at);
  for due in
    select telling.company_id, telling.user_id, telling.location_id, array_agg(telling.order_id order by telling.order_id) as orders
    from internal.order_tellings telling where telling.due_at <= at
    group by 1, 2, 3 order by min(telling.due_at), 2, 3 limit p_limit
  loop
    insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key, user_id, expires_at)
    select due.company_id, 'order_matching', 'business', who.email,
      jsonb_build_object('location_id', place.id, 'location', place.name, 'time_zone', place.time_zone, 'total', cardinality(worth.ids), 'orders', (
        select jsonb_agg(internal.order_for_mail(one, place.id, case when not who.everybody then array(
          select person.id from public.employees person where person.location_id = place.id and person.active and person.user_id = who.user_id) end)
          order by one.confirmed_at desc, one.id)
        from (select * from public.search_orders wish where wish.id = any(worth.ids) order by wish.confirmed_at desc, wish.id limit 10) one)),
      at, now(), concat('orders ', place.id, ' ', who.user_id, ' ', md5(due.orders::text)), who.user_id, at + interval '12 hours'
    from internal.who_is_told(due.company_id) who join public.locations place on place.id = due.location_id
    cross join lateral (select array(select one.id from public.search_orders one
      where one.id = any(due.orders) and internal.is_worth_telling(one, place.id, at)) as ids) worth
    where who.user_id = due.user_id and cardinality(worth.ids) > 0
    on conflict (dedupe_key) do nothing;
    delete from internal.order_tellings where company_id = due.company_id and user_id = due.user_id and location_id = due.location_id and order_id = any(due.orders);
    done := done + 1;
  end loop;
  return done;
end $$;

revoke execute on function internal.order_for_mail, internal.is_worth_telling, internal.mail_matching from public;
