-- The draft behind the form /create-order: saved with each step, opened by the browser that began it.

-- What was filled in, put into an order: category (slug), title, text, persons, for_name, place_label, latitude, longitude, city_id, radius_km, windows, budget_cents.
-- What is missing stays as it was. Errors: category_not_found, text_too_long, persons_invalid, name_too_long, place_missing, radius_invalid,
-- budget_invalid, those of internal.read_windows.
create function internal.fill_order(p_order public.search_orders, p_draft jsonb) returns public.search_orders
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  filled public.search_orders := p_order;
  point extensions.cube;
begin
  if p_draft is null or jsonb_typeof(p_draft) <> 'object' or octet_length(p_draft::text) > 20000 then perform internal.fail('order_invalid'); end if;
  if p_draft ? 'category' then
    filled.category_id := (select id from public.categories where slug = p_draft ->> 'category');
    if filled.category_id is null then perform internal.fail('category_not_found'); end if;
  end if;
  if length(p_draft ->> 'title') > 80 then perform internal.fail('text_too_long'); end if;
  if length(p_draft ->> 'text') > 1000 then perform internal.fail('text_too_long'); end if;
  if length(p_draft ->> 'for_name') > 120 then perform internal.fail('name_too_long'); end if;
  filled.title := internal.clean_name(coalesce(p_draft ->> 'title', filled.title));
  filled.text := coalesce(btrim(regexp_replace(p_draft ->> 'text', '[\u0001-\u0009\u000B-\u001F\u007F]', ' ', 'g'), E' \n'), filled.text);
  filled.for_name := internal.clean_name(coalesce(p_draft ->> 'for_name', filled.for_name));
  if p_draft ? 'persons' then
    if not coalesce(p_draft ->> 'persons' ~ '^([1-9]|10)$', false) then perform internal.fail('persons_invalid'); end if;
    filled.persons := p_draft ->> 'persons';
  end if;
  if p_draft ? 'latitude' then
    if jsonb_typeof(p_draft -> 'latitude') <> 'number' or coalesce(jsonb_typeof(p_draft -> 'longitude') <> 'number', true)
      or (p_draft ->> 'latitude')::numeric not between 47 and 56 or (p_draft ->> 'longitude')::numeric not between 5 and 16 then
      perform internal.fail('place_missing');
    end if;
    filled.latitude := p_draft ->> 'latitude';
    filled.longitude := p_draft ->> 'longitude';
    filled.place_label := internal.clean_name(p_draft ->> 'place_label');
    point := internal.spot(filled.latitude, filled.longitude);
    filled.city_id := coalesce(
      (select id from public.cities where id::text = p_draft ->> 'city_id'),
      (select id from public.cities order by internal.spot(latitude, longitude) operator(extensions.<->) point limit 1));
    -- Whoever names only the city is in none of its districts.
    filled.district := coalesce((select part.name from public.districts part join public.cities city on city.id = part.city_id
      where part.city_id = filled.city_id and (city.latitude, city.longitude) <> (filled.latitude, filled.longitude)
        and internal.spot(part.latitude, part.longitude) operator(extensions.<->) point <= 6
      order by internal.spot(part.latitude, part.longitude) operator(extensions.<->) point limit 1), '');
  end if;
  if p_draft ? 'radius_km' then
    if not coalesce(p_draft ->> 'radius_km' ~ '^([1-9]|[1-4][0-9]|50)$', false) then perform internal.fail('radius_invalid'); end if;
    filled.radius_km := p_draft ->> 'radius_km';
  end if;
  if p_draft ? 'budget_cents' then
    if p_draft ->> 'budget_cents' is not null and not coalesce(p_draft ->> 'budget_cents' ~ '^[1-9][0-9]{2,7}$' and (p_draft ->> 'budget_cents')::integer <= 10000000, false) then
      perform internal.fail('budget_invalid');
    end if;
    filled.budget_cents := p_draft ->> 'budget_cents';
  end if;
  if p_draft ? 'windows' then filled.windows := internal.read_windows(p_draft -> 'windows', present); end if;
  filled.wanted := internal.wanted_minutes(filled.windows, present);
  filled.area := case when filled.latitude is not null then
    extensions.cube_enlarge(internal.spot(filled.latitude, filled.longitude), internal.chord(filled.radius_km), 3) end;
  return filled;
end $$;

-- Writes what internal.fill_order has put together.
create function internal.keep_order(filled public.search_orders) returns void
language plpgsql set search_path = '' as $$
begin
  update public.search_orders set category_id = filled.category_id, title = filled.title, text = filled.text, persons = filled.persons,
    for_name = filled.for_name, place_label = filled.place_label, latitude = filled.latitude, longitude = filled.longitude, city_id = filled.city_id,
    district = filled.district, radius_km = filled.radius_km, windows = filled.windows, wanted = filled.wanted, area = filled.area,
    budget_cents = filled.budget_cents
  where id = filled.id;
end $$;

-- Begins a draft, or changes one that this secret opens: p_secret is made by the caller, 20 characters or more; the database keeps its hash. A draft that was sent
-- and not confirmed can still be changed, but not one of another kind. Returns its id. Errors: secret_missing, order_not_found, order_closed, too_often (ten an hour from a visitor's address), those of internal.fill_order.
create function public.save_search_order_draft(p_secret text, p_draft jsonb, p_order uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  visitor constant internal.visitor := internal.visitor();
  draft public.search_orders;
begin
  if coalesce(length(p_secret), 0) not between 20 and 100 then perform internal.fail('secret_missing'); end if;
  if p_order is not null then
    draft := internal.order_of(p_order, p_secret, 'draft');
    perform internal.lock_order(p_order);
    draft := internal.order_of(p_order, p_secret, 'draft');
    if draft.state <> 'draft' or draft.kind <> 'order' then perform internal.fail('order_closed'); end if;
    perform internal.keep_order(internal.fill_order(draft, p_draft));
    return p_order;
  end if;
  draft.radius_km := 10;
  draft.persons := 1;
  draft.windows := '[]';
  draft.title := '';
  draft.text := '';
  draft.for_name := '';
  draft.place_label := '';
  draft.district := '';
  draft := internal.fill_order(draft, p_draft);
  insert into public.search_orders (created_at, expires_at) values (present, present + interval '2 days') returning id into draft.id;
  perform internal.keep_order(draft);
  insert into public.search_order_links (secret_hash, order_id, scope, expires_at)
  values (sha256(convert_to(p_secret, 'UTF8')), draft.id, 'draft', present + interval '2 days')
  on conflict (secret_hash) do nothing;
  if not found then perform internal.fail('secret_missing'); end if;
  if not visitor.unlimited and internal.spend(array[
      row('order drafts from ' || coalesce(visitor.address::text, 'unknown'), case when visitor.address is null then 60 else 10 end, 3600)::internal.budget]) is not null then
    perform internal.fail('too_often');
  end if;
  return draft.id;
end $$;

-- What was filled in so far, for the same browser: {id, state, category, title, text, persons, for_name, place_label, latitude, longitude, city_id, radius_km, windows, budget_cents,
-- secret, contact, submitted_at, expires_at, kind, business}. Error: order_not_found.
create function public.get_search_order_draft(p_order uuid, p_secret text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  draft constant public.search_orders := internal.order_of(p_order, p_secret, 'draft');
begin
  return jsonb_build_object('id', draft.id, 'state', draft.state,
    'category', (select slug from public.categories where id = draft.category_id), 'title', draft.title, 'text', draft.text, 'persons', draft.persons,
    'for_name', draft.for_name, 'place_label', draft.place_label, 'latitude', draft.latitude, 'longitude', draft.longitude, 'city_id', draft.city_id,
    'radius_km', draft.radius_km, 'windows', draft.windows, 'budget_cents', draft.budget_cents, 'secret', internal.is_secret_order(draft),
    'place', internal.order_place(draft), 'contact', jsonb_build_object('name', draft.contact_name, 'email', draft.contact_email),
    'submitted_at', draft.submitted_at, 'expires_at', draft.expires_at, 'kind', draft.kind,
    'business', (select place.name from public.locations place where place.id = draft.location_id));
end $$;

revoke execute on function internal.fill_order, internal.keep_order from public;
grant execute on function public.save_search_order_draft, public.get_search_order_draft to anon, authenticated;
