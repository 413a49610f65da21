-- What the verbs on orders and offers share: the lock, whose an order is, masking, and what others may read of it.
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

-- A text without what would let two people meet past the platform: mail addresses, links, handles, IBANs and numbers of seven digits and more, in
-- whatever spelling. What was there is said; the rest stays. Lookalike signs are unified (NFKC), invisible ones go.
create function internal.masked(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
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
-- version, confirmed_at, expires_at}. Words are masked; neither name nor contact nor point.
create function internal.order_summary(one public.search_orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', one.id, 'state', one.state,
    'category', (select jsonb_build_object('id', category.id, 'slug', category.slug, 'name', category.name)
      from public.categories category where category.id = one.category_id),
    'title', internal.masked(one.title), 'text', internal.masked(one.text), 'persons', one.persons, 'place', internal.order_place(one),
    'radius_km', one.radius_km, 'windows', one.windows, 'budget_cents', one.budget_cents, 'secret', internal.is_secret_order(one),
    'version', one.version, 'confirmed_at', one.confirmed_at, 'expires_at', one.expires_at);
end $$;

revoke execute on function internal.lock_order, internal.order_of, internal.masked, internal.is_secret_order, internal.order_place,
  internal.order_summary from public;
