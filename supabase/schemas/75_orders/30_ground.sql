-- What the verbs on orders and offers share: the lock, whose an order is, and what others may read of it.
--
-- Locks: the order (advisory), then the locations in the order of their ids (50_booking/35_appointment_verbs), then rows.

create function internal.lock_order(p_order uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if pg_current_xact_id_if_assigned() is not null then perform set_config('synchronous_commit', 'on', true); end if;
  perform pg_advisory_xact_lock(hashtextextended(p_order::text, 75));
end $$;

-- The caller's order: of their account, confirmed with its address, or opened by a secret whose scope reaches as far as p_scope: `own` opens all three, each of the others only
-- itself. A missing, a foreign and a wrong secret answer alike. Locks nothing. Error: order_not_found.
create function internal.order_of(p_order uuid, p_secret text, p_scope public.order_scope default 'own') returns public.search_orders
language plpgsql stable set search_path = '' as $$
declare
  found public.search_orders;
begin
  select * into found from public.search_orders one where one.id = p_order;
  if found.id is null or not (coalesce(found.user_id = internal.person(), false)
    or coalesce(found.confirmed_at is not null and lower(found.contact_email) = lower(internal.own_email()), false) or exists (
    select from public.search_order_links link
    where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and link.order_id = p_order and link.scope in ('own', p_scope)
      and link.expires_at > internal.present())) then
    perform internal.fail('order_not_found');
  end if;
  return found;
end $$;

-- Whether the trade of an order is one of those under § 203 StGB: then it is never public, and mails name nothing of it.
create function internal.is_secret_order(one public.search_orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select category.secret or coalesce(parent.secret, false) from public.categories category
    left join public.categories parent on parent.id = category.parent_id where category.id = one.category_id), false);
end $$;

-- Where it is, as others may know it: "Köln", or "Köln-Ehrenfeld" where the city has 100,000 inhabitants.
create function internal.order_place(one public.search_orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select case when city.population >= 100000 and one.district <> '' then city.name || '-' || one.district else city.name end
    from public.cities city where city.id = one.city_id);
end $$;

-- What a business that fits may read of an order: {id, state, category: {id, slug, name}, title, text, persons, place, radius_km, windows, budget_cents, secret,
-- version, confirmed_at, expires_at, kind}. Words are masked; neither contact nor point.
create function internal.order_summary(one public.search_orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', one.id, 'state', one.state,
    'category', (select jsonb_build_object('id', category.id, 'slug', category.slug, 'name', category.name)
      from public.categories category where category.id = one.category_id),
    'title', internal.masked(one.title), 'text', internal.masked(one.text), 'persons', one.persons, 'place', internal.order_place(one),
    'radius_km', one.radius_km, 'windows', one.windows, 'budget_cents', one.budget_cents, 'secret', internal.is_secret_order(one),
    'version', one.version, 'confirmed_at', one.confirmed_at, 'expires_at', one.expires_at,
    'kind', one.kind);
end $$;

revoke execute on function internal.lock_order, internal.order_of, internal.is_secret_order, internal.order_place,
  internal.order_summary from public;
