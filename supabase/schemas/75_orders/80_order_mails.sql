-- Mails to the customer about an order. Of trades under § 203 StGB they say nothing but "Ihr Suchauftrag", and what was typed stays out of all of
-- them: until it is confirmed, the address may be anybody's.

-- Queues one: each kind once for an order and `p_once`. p_more: further facts for its template; p_at: when it leaves, if not at once.
create function internal.mail_order(one public.search_orders, p_kind text, p_once text, p_more jsonb default '{}', p_at timestamptz default null) returns void
language plpgsql set search_path = '' as $$
declare
  hidden constant boolean := internal.is_secret_order(one);
begin
  if one.contact_email = '' then return; end if;
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key, expires_at)
  select p_kind, 'customer', one.contact_email, jsonb_build_object('order_id', one.id, 'name', internal.neutral_name(one.contact_name, ''),
    'category', case when hidden then '' else category.name end, 'place', case when hidden then '' else coalesce(internal.order_place(one), '') end,
    'radius_km', one.radius_km, 'expires_at', one.expires_at, 'wish', one.kind,
    'business', case when not hidden then (select internal.neutral(place.name, '') from public.locations place where place.id = one.location_id) end,
    'services', case when hidden then '[]' else (select coalesce(jsonb_agg(internal.neutral(service.name, '') order by wish.turn), '[]')
      from unnest(one.service_ids) with ordinality wish (id, turn) join public.services service on service.id = wish.id) end,
    'time_zone', coalesce((select place.time_zone from public.locations place where place.id = one.location_id), 'Europe/Berlin'),
    'replaces', (select visit.starts_at from public.appointments visit where visit.id = one.replaces_appointment)) || p_more,
    coalesce(p_at, internal.present()), now(), concat('order ', one.id, ' ', p_kind, ' ', p_once), case when p_kind = 'order_confirm' then one.expires_at end
  from public.categories category where category.id = one.category_id
  on conflict (dedupe_key) do nothing;
end $$;

revoke execute on function internal.mail_order from public;
