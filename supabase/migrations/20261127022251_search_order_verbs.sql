set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.check_open(one public.search_orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if one.state = 'expired' or one.state = 'open' and one.expires_at <= internal.present() then perform internal.fail('order_expired'); end if;
  if one.state <> 'open' then perform internal.fail('order_closed'); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_open_orders(one public.search_orders)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if internal.is_limited() and (select count(*) from public.search_orders other
      where other.contact_hash = one.contact_hash and other.state = 'open' and other.id <> one.id) >= 3 then
    perform internal.fail('too_many_orders');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.close_order(p_order uuid, p_state public.order_state, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place uuid;
begin
  for place in select distinct location_id from public.offers where order_id = p_order and state = 'sent' order by 1 loop
    perform internal.lock_location(place, true);
  end loop;
  perform internal.end_hold(held.id, true) from (
    select hold.id from public.offers offer join public.offer_starts start on start.offer_id = offer.id join public.holds hold on hold.id = start.hold_id
    where offer.order_id = p_order and offer.state = 'sent' and hold.ended_at is null order by hold.id for update of hold) held;
  update public.offers set state = case when expires_at <= present then 'expired'::public.offer_state else 'declined' end, decided_at = present, reason = p_reason
  where order_id = p_order and state = 'sent';
  update public.search_orders set state = p_state, closed_at = present, closed_reason = p_reason where id = p_order;
end $function$;

CREATE OR REPLACE FUNCTION internal.delete_account(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  files constant uuid[] := array(
    select file.id from public.customers file where file.user_id = p_user
    union select visit.customer_id from public.appointments visit where visit.user_id = p_user and visit.customer_id is not null
    union select made.kept_id from internal.customer_merges made where p_user::text in (made.gone ->> 'user_id', made.before ->> 'user_id'));
  parts uuid[];
begin
  perform internal.erase_orders(array(
    select one.id from public.search_orders one where one.user_id = p_user
    union select own.id from auth.users account, internal.orders_with(account.email) own where account.id = p_user and account.email_confirmed_at is not null));
  perform internal.mail_account(p_user, 'account_deleted');
  insert into internal.appointments_to_forget select id from public.appointments where user_id = p_user on conflict do nothing;
  delete from public.event_waits wait using auth.users account
  where account.id = p_user and (wait.user_id = p_user or wait.id in (select own.id from public.event_waits own
    where account.email_confirmed_at is not null and internal.mailbox(own.email) = internal.mailbox(account.email)));
  -- The file can keep a name, of somebody else's visits; what merging has kept of this person must not wait for its 30 days.
  parts := internal.forget_merges_of(files);
  update public.import_rows line set raw = '{}'
  where customer_id = any(parts) and not exists (select from public.customers file where file.id = line.customer_id);
  delete from auth.users where id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION internal.erase_orders(p_orders uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION internal.fill_order(p_order public.search_orders, p_draft jsonb)
 RETURNS public.search_orders
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_order(filled public.search_orders)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.search_orders set category_id = filled.category_id, title = filled.title, text = filled.text, persons = filled.persons,
    for_name = filled.for_name, place_label = filled.place_label, latitude = filled.latitude, longitude = filled.longitude, city_id = filled.city_id,
    district = filled.district, radius_km = filled.radius_km, windows = filled.windows, wanted = filled.wanted, area = filled.area,
    budget_cents = filled.budget_cents
  where id = filled.id;
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_order(one public.search_orders, p_kind text, p_once text, p_more jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  hidden constant boolean := internal.is_secret_order(one);
begin
  if one.contact_email = '' then return; end if;
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key, expires_at)
  select p_kind, 'customer', one.contact_email, jsonb_build_object('order_id', one.id, 'name', internal.neutral_name(one.contact_name, ''),
    'category', case when hidden then '' else category.name end, 'place', case when hidden then '' else coalesce(internal.order_place(one), '') end,
    'radius_km', one.radius_km, 'expires_at', one.expires_at) || p_more,
    internal.present(), now(), concat('order ', one.id, ' ', p_kind, ' ', p_once), case when p_kind = 'order_confirm' then one.expires_at end
  from public.categories category where category.id = one.category_id
  on conflict (dedupe_key) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.masked(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  gap constant text := '▮ nach der Buchung sichtbar';
  digit constant text := '(?:null|eins|zwei|zwo|drei|vier|fünf|fuenf|sechs|sieben|acht|neun|zero|one|two|three|four|five|six|seven|eight|nine)';
  ending constant text := '(?:de|com|net|org|info|eu|at|ch|io|me|biz|shop|online|app|link|berlin|hamburg|koeln|cologne|bayern|nrw|email|web|site|co|tv|page|studio|salon|beauty)';
  plain text := regexp_replace(normalize(value, nfkc), '[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]', '', 'g');
begin
  -- Days and times of the day are not numbers: a sign that nobody types (U+E000, removed at the end) divides them.
  plain := regexp_replace(replace(plain, E'\uE000', ''), '\m(0?[1-9]|[12][0-9]|3[01])\.( ?)(0?[1-9]|1[0-2])\.( ?)(20[23][0-9])\M', E'\\1\uE000.\\2\\3\uE000.\\4\\5\uE000', 'g');
  plain := regexp_replace(plain, '(^|[[:space:](–-])([01]?[0-9]|2[0-4]):([0-5][0-9])(?=$|[[:space:],.)–-])', E'\\1\uE000\\2:\\3\uE000', 'g');
  -- IBANs before numbers, which they contain.
  plain := regexp_replace(plain, '\m[A-Za-z]{2} ?[0-9]{2}[ .-]?[A-Za-z0-9]{4}(?:[ .-]?[0-9]{4}){2,6}(?:[ .-]?[0-9]{1,3})?\M', gap, 'g');
  -- Mail addresses, also with (at), [ät], " at " before a domain, and dots as words.
  plain := regexp_replace(plain,
    '[[:alnum:]._%+-]+ *(?:@|[([{<] *(?:at|ät|@|a) *[])}>]|[[:space:]](?:at|ät|klammeraffe)[[:space:]]) *[[:alnum:]-]+(?: *(?:\.|[([{<] *(?:dot|punkt|\.) *[])}>]|\m(?:dot|punkt)\M) *[[:alnum:]-]+)+', gap, 'gi');
  plain := regexp_replace(plain, '(?:[a-z][a-z0-9+.-]*://|\mwww *\.? *|\mwa\.me/|\mt\.me/)[^[:space:]<>"]+', gap, 'gi');
  plain := regexp_replace(plain,
    '[[:alnum:]-]{2,}(?: *(?:[([{<] *(?:dot|punkt|\.) *[])}>]|\m(?:dot|punkt)\M) *|\.)' || ending || '\M(?:/[^[:space:]<>"]*)?', gap, 'gi');
  plain := regexp_replace(plain, '(^|[^[:alnum:]])@ ?[[:alnum:]_.]{2,}', '\1' || gap, 'g');
  plain := regexp_replace(plain,
    '\m(?:insta(?:gram)?|telegram|signal|whats ?app|snapchat|tiktok|facebook|fb|skype|threema|discord|ig)\M *(?:name|user|handle)? *[:=] *[[:alnum:]_.]{3,}', gap, 'gi');
  -- Seven digits and more, however they are divided; as words as well.
  plain := regexp_replace(plain, '[+(]*[0-9](?:[][ ()/.,:;_*+|~–—-]*[0-9]){6,}', gap, 'g');
  plain := regexp_replace(plain, digit || '(?:[ ,./_-]*(?:' || digit || '|[0-9])){6,}', gap, 'gi');
  return replace(plain, E'\uE000', '');
end $function$;

CREATE OR REPLACE FUNCTION internal.open_order(p_order uuid)
 RETURNS public.search_orders
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened public.search_orders;
begin
  select * into opened from public.search_orders where id = p_order;
  -- One after another for each contact, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended(encode(opened.contact_hash, 'hex'), 77));
  perform internal.check_open_orders(opened);
  opened.windows := internal.read_windows(opened.windows, present);
  opened.wanted := internal.wanted_minutes(opened.windows, present);
  update public.search_orders set state = 'open', confirmed_at = present, wanted = opened.wanted,
    expires_at = internal.order_end(opened.wanted, present)
  where id = p_order returning * into opened;
  -- The browser that filled it in has no more to do with it than anybody; the mail opens it.
  delete from public.search_order_links where order_id = p_order and scope = 'draft';
  perform internal.mail_order(opened, 'order_open', opened.version::text);
  return opened;
end $function$;

CREATE OR REPLACE FUNCTION internal.order_end(p_wanted int4multirange, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return least(to_timestamp(upper(p_wanted)::float8 * 60), at + interval '30 days');
end $function$;

CREATE OR REPLACE FUNCTION internal.order_of(p_order uuid, p_secret text, p_scope public.order_scope DEFAULT 'own'::public.order_scope)
 RETURNS public.search_orders
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION internal.orders_data(p_user uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('category', (select name from public.categories where id = one.category_id), 'state', one.state,
      'title', one.title, 'text', one.text, 'persons', one.persons, 'for_name', one.for_name, 'place', one.place_label, 'radius_km', one.radius_km,
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
end $function$;

CREATE OR REPLACE FUNCTION internal.orders_of_person()
 RETURNS SETOF public.search_orders
 LANGUAGE plpgsql
 STABLE ROWS 5
 SET search_path TO ''
AS $function$
begin
  return query
  select * from public.search_orders one
  where one.user_id = internal.person()
    or one.contact_hash = sha256(convert_to(internal.mailbox(internal.own_email()), 'UTF8'))
      and lower(one.contact_email) = lower(internal.own_email()) and one.confirmed_at is not null;
end $function$;

CREATE OR REPLACE FUNCTION internal.orders_with(p_email text)
 RETURNS SETOF public.search_orders
 LANGUAGE plpgsql
 STABLE ROWS 5
 SET search_path TO ''
AS $function$
begin
  return query
  select * from public.search_orders one
  where one.contact_hash = sha256(convert_to(internal.mailbox(p_email), 'UTF8')) and lower(one.contact_email) = lower(p_email);
end $function$;

CREATE OR REPLACE FUNCTION internal.public_key(p_order uuid)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return left(encode(sha256(convert_to(p_order::text, 'UTF8')), 'hex'), 16);
end $function$;

CREATE OR REPLACE FUNCTION internal.public_times(p_windows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_array(each.weekday, each.part) order by each.weekday, each.part), '[]')
    from (
      select distinct day.weekday, part.number as part
      from jsonb_to_recordset(p_windows) win (first date, last date, weekdays integer[], "from" integer, "to" integer)
      cross join lateral (select distinct extract(isodow from one)::integer as weekday from generate_series(win.first, win.last, interval '1 day') one) day
      join (values (0, 0, 720), (1, 720, 1020), (2, 1020, 1440)) part (number, low, high) on part.low < win."to" and part.high > win."from"
      where day.weekday = any(win.weekdays)) each);
end $function$;

CREATE OR REPLACE FUNCTION internal.read_windows(p_windows jsonb, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  today constant date := (at at time zone 'Europe/Berlin')::date;
  one jsonb;
  first date;
  last date;
  weekdays integer[];
  from_minute integer;
  to_minute integer;
  found jsonb := '[]';
  days internal.search_day[];
begin
  if p_windows is null or jsonb_typeof(p_windows) <> 'array' or octet_length(p_windows::text) > 8000 then perform internal.fail('window_invalid'); end if;
  if jsonb_array_length(p_windows) = 0 then perform internal.fail('window_missing'); end if;
  if jsonb_array_length(p_windows) > 5 then perform internal.fail('too_many_windows'); end if;
  for one in select jsonb_array_elements(p_windows) loop
    begin
      if jsonb_typeof(one) <> 'object' or jsonb_typeof(one -> 'weekdays') is distinct from 'array' or jsonb_array_length(one -> 'weekdays') > 7
        or coalesce(one ->> 'first', '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' or coalesce(one ->> 'last', '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
        or coalesce(one ->> 'from', '') !~ '^[0-9]{1,4}$' or coalesce(one ->> 'to', '') !~ '^[0-9]{1,4}$'
        or exists (select from jsonb_array_elements_text(one -> 'weekdays') day where day is null or day !~ '^[1-7]$') then
        perform internal.fail('window_invalid');
      end if;
      first := one ->> 'first';
      last := one ->> 'last';
    exception when datetime_field_overflow or invalid_datetime_format then
      perform internal.fail('window_invalid');
    end;
    weekdays := array(select distinct day::integer from jsonb_array_elements_text(one -> 'weekdays') day order by 1);
    from_minute := one ->> 'from';
    to_minute := one ->> 'to';
    if cardinality(weekdays) = 0 or first > last or last > first + 31 or from_minute >= to_minute or to_minute > 1440 then
      perform internal.fail('window_invalid');
    end if;
    if last > today + 60 then perform internal.fail('window_too_far'); end if;
    if first < today - 60 then perform internal.fail('window_past'); end if;
    found := found || jsonb_build_object('first', first, 'last', last, 'weekdays', weekdays, 'from', from_minute, 'to', to_minute);
  end loop;
  days := internal.order_days(found, '{Europe/Berlin}', at);
  if coalesce((select max(day.high) from unnest(days) day), 0) <= date_part('epoch', at) / 60 + 120 then perform internal.fail('window_past'); end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.wanted_minutes(p_windows jsonb, at timestamp with time zone)
 RETURNS int4multirange
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(range_agg(int4range(day.low, day.high)), '{}')
    from unnest(internal.order_days(p_windows, '{Europe/Berlin}', at)) day);
end $function$;

CREATE OR REPLACE FUNCTION public.change_search_order(p_order uuid, p_secret text, p_changes jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  perform internal.check_open(one);
  one := internal.fill_order(one, p_changes - 'category');
  perform internal.keep_order(one);
  update public.search_orders set version = version + 1,
    expires_at = least(internal.order_end(wanted, internal.present()), confirmed_at + (30 * (extended + 1)) * interval '1 day')
  where id = p_order returning * into one;
  return one.version;
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_search_order(p_order uuid, p_secret text)
 RETURNS public.order_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if one.state = 'open' or one.state = 'matched' then return one.state; end if;
  if one.state <> 'draft' or one.submitted_at is null then perform internal.fail('order_closed'); end if;
  update public.search_orders set user_id = internal.account_of(internal.person(), contact_email) where id = p_order;
  return (internal.open_order(p_order)).state;
end $function$;

CREATE OR REPLACE FUNCTION public.erase_own_data(p_link uuid, p_pass text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant internal.own_data_links := internal.opened_data_link(p_link, p_pass);
  waits integer;
  orders integer;
begin
  -- Of two that come at once the second finds the demands of the first.
  perform pg_advisory_xact_lock(hashtextextended(link.email, 76));
  orders := internal.erase_orders(array(select id from internal.orders_with(link.email) where user_id is null));
  delete from public.event_waits where id in (select id from internal.guest_waits(link.email));
  get diagnostics waits = row_count;
  insert into public.erasure_demands (company_id, customer_id, email, asked_at)
  select file.company_id, file.id, link.email, internal.present() from internal.files_of(link.email) file
  where file.user_id is null and not exists (
    select from public.erasure_demands known where known.customer_id = file.id and known.email = link.email and known.declined_at is null);
  return jsonb_build_object('waits', waits, 'orders', orders, 'demands', (
    select count(distinct company_id) from public.erasure_demands where customer_id in (select id from internal.files_of(link.email))
      and email = link.email and declined_at is null));
end $function$;

CREATE OR REPLACE FUNCTION public.expire_search_orders(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due uuid;
  one public.search_orders;
  ended integer := 0;
begin
  for due in select id from public.search_orders where state = 'open' and expires_at <= internal.present() order by id limit p_limit loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(due::text, 75));
    select * into one from public.search_orders where id = due;
    continue when one.state <> 'open' or one.expires_at > internal.present();
    perform internal.close_order(due, 'expired', 'Der Suchauftrag ist abgelaufen.');
    select * into one from public.search_orders where id = due;
    perform internal.mail_order(one, 'order_closed', one.extended::text);
    ended := ended + 1;
  end loop;
  return ended;
end $function$;

CREATE OR REPLACE FUNCTION public.extend_search_order(p_order uuid, p_secret text, p_windows jsonb, p_radius_km integer DEFAULT NULL::integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if one.state not in ('open', 'expired') or one.emptied_at is not null then perform internal.fail('order_closed'); end if;
  if one.extended >= 2 then perform internal.fail('extended_twice'); end if;
  if one.state = 'expired' and one.contact_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended(encode(one.contact_hash, 'hex'), 77));
    perform internal.check_open_orders(one);
  end if;
  one := internal.fill_order(one, jsonb_build_object('windows', p_windows)
    || case when p_radius_km is null then '{}' else jsonb_build_object('radius_km', p_radius_km) end);
  perform internal.keep_order(one);
  update public.search_orders set state = 'open', closed_at = null, closed_reason = '', extended = extended + 1, version = version + 1,
    expires_at = internal.order_end(wanted, present)
  where id = p_order returning * into one;
  return one.expires_at;
end $function$;

CREATE OR REPLACE FUNCTION public.get_search_order_draft(p_order uuid, p_secret text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  draft constant public.search_orders := internal.order_of(p_order, p_secret, 'draft');
begin
  return jsonb_build_object('id', draft.id, 'state', draft.state,
    'category', (select slug from public.categories where id = draft.category_id), 'title', draft.title, 'text', draft.text, 'persons', draft.persons,
    'for_name', draft.for_name, 'place_label', draft.place_label, 'latitude', draft.latitude, 'longitude', draft.longitude, 'city_id', draft.city_id,
    'radius_km', draft.radius_km, 'windows', draft.windows, 'budget_cents', draft.budget_cents, 'secret', internal.is_secret_order(draft),
    'place', internal.order_place(draft), 'contact', jsonb_build_object('name', draft.contact_name, 'email', draft.contact_email),
    'submitted_at', draft.submitted_at, 'expires_at', draft.expires_at);
end $function$;

CREATE OR REPLACE FUNCTION public.instant_matches(p_category text, p_latitude double precision, p_longitude double precision, p_radius_km integer, p_windows jsonb, p_budget_cents integer DEFAULT NULL::integer, p_limit integer DEFAULT 6)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  at constant timestamptz := internal.present();
  wanted constant integer := least(greatest(coalesce(p_limit, 6), 1), 12);
  asked constant smallint := (select id from public.categories where slug = p_category);
  windows constant jsonb := internal.read_windows(p_windows, at);
  candidates internal.search_hit[];
  days internal.search_day[];
  hits internal.search_hit[] := '{}';
  reach integer;
  step integer := 16;
  "next" integer := 1;
begin
  if asked is null then perform internal.fail('category_not_found'); end if;
  if not coalesce(p_latitude between -90 and 90 and p_longitude between -180 and 180, false) then perform internal.fail('place_missing'); end if;
  if not coalesce(p_radius_km between 1 and 50, false) then perform internal.fail('radius_invalid'); end if;
  reach := cardinality(internal.order_candidates(asked, internal.spot(p_latitude, p_longitude), p_radius_km, null, null, 1000));
  candidates := internal.order_candidates(asked, internal.spot(p_latitude, p_longitude), p_radius_km, p_budget_cents, null, 1000);
  days := internal.order_days(windows, internal.listed_zones(), at);
  while "next" <= cardinality(candidates) and cardinality(hits) < wanted loop
    hits := hits || array(select row(hit.*)::internal.search_hit
      from unnest(internal.hits_with_starts(candidates["next" : "next" + step - 1], days, at, null)) hit order by hit.place);
    "next" := "next" + step;
    step := least(step * 2, 128);
  end loop;
  return jsonb_build_object('reach', reach, 'affordable', cardinality(candidates), 'matches', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', listing.slug, 'name', listing.name, 'city', listing.city, 'district', listing.district,
      'distance_km', round(hit.distance_km::numeric, 1), 'image', listing.image, 'rating_average', listing.rating_average,
      'rating_count', listing.rating_count, 'time_zone', hit.zone,
      'service', (select jsonb_build_object('id', service.id, 'name', service.name, 'duration_minutes', service.duration_minutes, 'price_cents', kept.price_cents)
        from public.services service join internal.listing_services kept on kept.service_id = service.id where service.id = hit.service_id),
      'starts', (select jsonb_agg(jsonb_build_object('starts_at', to_timestamp(start.minute::float8 * 60), 'employee_id', start.employee) order by start.minute)
        from unnest(hit.starts, hit.employees) start (minute, employee))) order by hit.place), '[]')
    from unnest(hits[1:wanted]) hit join internal.listings listing on listing.category = asked and listing.number = hit.number));
end $function$;

CREATE OR REPLACE FUNCTION public.issue_search_order_link(p_order uuid, p_secret_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  perform from public.search_orders where id = p_order and emptied_at is null for key share;
  if not found then perform internal.fail('order_not_found'); end if;
  insert into public.search_order_links (secret_hash, order_id, scope, expires_at)
  values (decode(p_secret_hash, 'hex'), p_order, 'own', internal.present() + interval '120 days')
  on conflict (secret_hash) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.list_search_orders(p_category text DEFAULT NULL::text, p_city text DEFAULT NULL::text, p_cursor text DEFAULT NULL::text, p_limit integer DEFAULT 20)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    where one.state = 'open' and one.expires_at > present and not category.secret and not coalesce(parent.secret, false)
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
end $function$;

CREATE OR REPLACE FUNCTION public.own_account_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  address constant text := lower(internal.own_email());
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return jsonb_build_object(
    'waits', (select coalesce(jsonb_agg(internal.wait_json(wait) order by wait.created_at, wait.id), '[]') from public.event_waits wait where wait.user_id = caller),
    'withdrawals', (select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
      from public.appointments visit join public.withdrawals declared on declared.appointment_id = visit.id where visit.user_id = caller),
    'search_orders', internal.orders_data(caller, address),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'list', kept.list, 'name', kept.name, 'query', kept.query,
        'is_default', kept.is_default, 'created_at', kept.created_at) order by kept.created_at, kept.id), '[]')
      from public.saved_views kept join public.companies company on company.id = kept.company_id where kept.user_id = caller));
end $function$;

CREATE OR REPLACE FUNCTION public.own_data(p_link uuid, p_pass text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant internal.own_data_links := internal.opened_data_link(p_link, p_pass);
begin
  return jsonb_build_object('email', link.email, 'until', link.pass_ends_at,
    'account', exists (select from auth.users where lower(email) = link.email and email_confirmed_at is not null and deleted_at is null),
    'businesses', internal.data_of_guest(link.email),
    'search_orders', internal.orders_data(null, link.email),
    'withdrawals', internal.withdrawals_of(link.email), 'consents', internal.consents_of(link.email));
end $function$;

CREATE OR REPLACE FUNCTION public.own_search_orders()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if internal.person() is null then perform internal.fail('not_signed_in'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'state', case when one.state = 'open' and one.expires_at <= internal.present() then 'expired' else one.state end,
      'category', (select name from public.categories where id = one.category_id), 'title', one.title, 'place', internal.order_place(one), 'radius_km', one.radius_km, 'windows', one.windows,
      'confirmed_at', one.confirmed_at, 'expires_at', one.expires_at, 'closed_at', one.closed_at,
      'offers', (select count(*) from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > internal.present()),
      'appointment_id', (select offer.appointment_id from public.offers offer where offer.order_id = one.id and offer.state = 'accepted'))
      order by one.confirmed_at desc, one.id), '[]')
    from (select * from internal.orders_of_person() mine where mine.state <> 'draft' order by mine.confirmed_at desc limit 50) one);
end $function$;

CREATE OR REPLACE FUNCTION public.save_search_order_draft(p_secret text, p_draft jsonb, p_order uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    if draft.state <> 'draft' then perform internal.fail('order_closed'); end if;
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
end $function$;

CREATE OR REPLACE FUNCTION public.submit_search_order(p_order uuid, p_secret text, p_contact jsonb, p_consent boolean DEFAULT false)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  contact constant jsonb := internal.clean_contact(p_contact, false);
  own constant uuid := internal.account_of(internal.person(), contact ->> 'email');
  draft public.search_orders := internal.order_of(p_order, p_secret, 'draft');
  secret boolean;
begin
  perform internal.lock_order(p_order);
  draft := internal.order_of(p_order, p_secret, 'draft');
  if draft.state = 'open' and own is not null and draft.user_id = own then return 'open'; end if;
  if draft.state <> 'draft' then perform internal.fail('order_closed'); end if;
  if draft.category_id is null then perform internal.fail('category_not_found'); end if;
  if draft.latitude is null then perform internal.fail('place_missing'); end if;
  perform internal.read_windows(draft.windows, present);
  secret := internal.is_secret_order(draft);
  if secret and not coalesce(p_consent, false) then perform internal.fail('consent_missing'); end if;
  update public.search_orders set contact_name = contact ->> 'name', contact_email = contact ->> 'email', contact_phone = contact ->> 'phone',
    contact_hash = sha256(convert_to(internal.mailbox(contact ->> 'email'), 'UTF8')), user_id = own, submitted_at = present,
    expires_at = present + interval '2 days', health_consent_at = case when secret then present end
  where id = p_order returning * into draft;
  update public.search_order_links set expires_at = draft.expires_at where order_id = p_order and scope = 'draft';
  if own is not null then
    perform internal.open_order(p_order);
  else
    perform internal.mail_order(draft, 'order_confirm', floor(extract(epoch from present) / 60)::text);
  end if;
  if internal.is_limited() and internal.spend(internal.recipient_budgets(contact ->> 'email', 3, 5, 'order') || internal.place_budgets('orders')) is not null then
    perform internal.fail('too_often');
  end if;
  return case when own is not null then 'open' else 'mail' end;
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_search_order(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if one.state = 'matched' then perform internal.fail('order_closed'); end if;
  if one.state in ('draft', 'open') then perform internal.close_order(p_order, 'withdrawn', 'Der Suchauftrag wurde zurückgezogen.'); end if;
end $function$;

REVOKE ALL ON FUNCTION "internal"."check_open"(public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_open_orders"(public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."close_order"(uuid, public.order_state, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."erase_orders"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."fill_order"(public.search_orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_order"(public.search_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mail_order"(public.search_orders, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."open_order"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."order_end"(int4multirange, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."orders_data"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."orders_of_person"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."orders_with"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."public_key"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."public_times"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."read_windows"(jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."wanted_minutes"(jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_search_order"(uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_search_order"(uuid, text, jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."confirm_search_order"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."confirm_search_order"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."expire_search_orders"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."expire_search_orders"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."extend_search_order"(uuid, text, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."extend_search_order"(uuid, text, jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_search_order_draft"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_search_order_draft"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."instant_matches"(text, double precision, double precision, integer, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."instant_matches"(text, double precision, double precision, integer, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."issue_search_order_link"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."issue_search_order_link"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_search_orders"(text, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_search_orders"(text, text, text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."own_search_orders"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."own_search_orders"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_search_order_draft"(text, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_search_order_draft"(text, jsonb, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."submit_search_order"(uuid, text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."submit_search_order"(uuid, text, jsonb, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."withdraw_search_order"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_search_order"(uuid, text) TO "anon", "authenticated";

insert into internal.message_kinds (kind, purpose, priority) values
  ('order_confirm', 'transactional', 10),
  ('order_open', 'transactional', 10),
  ('order_closed', 'transactional', 10);
