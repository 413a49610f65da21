set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.empty_orders(p_orders uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.search_orders set user_id = null, contact_name = '', contact_email = '', contact_phone = '', contact_hash = null, title = '', text = '',
    for_name = '', place_label = '', latitude = null, longitude = null, area = null, told_starts = '{}', replaces_appointment = null, emptied_at = internal.present()
  where id = any(p_orders);
  delete from public.search_order_links where order_id = any(p_orders);
  delete from public.order_messages where order_id = any(p_orders);
  delete from public.search_order_images where order_id = any(p_orders);
  delete from public.order_notices where order_id = any(p_orders);
  update public.offers set text_masked = '', reason = '' where order_id = any(p_orders) and (text_masked <> '' or reason <> '');
end $function$;

CREATE OR REPLACE FUNCTION internal.fits_order(one public.search_orders, p_location uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  place constant public.locations := (select kept from public.locations kept where kept.id = p_location);
begin
  return one.state <> 'draft' and one.emptied_at is null and one.kind <> 'alert' and (one.kind = 'order' or one.location_id = p_location) and exists (
      select from internal.listings listing where listing.location_id = p_location and listing.category = one.category_id
        and listing.spot operator(extensions.<->) internal.spot(one.latitude, one.longitude) <= internal.chord(one.radius_km))
    and (one.kind = 'waitlist' or one.health_consent_at is not null or not internal.is_secret_order(one))
    and not internal.is_blocked(place.company_id, one.contact_email, one.contact_phone, one.user_id)
    and not internal.are_apart(place.company_id, one);
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
end $function$;

CREATE OR REPLACE FUNCTION internal.reported_target(p_kind text, p_target uuid)
 RETURNS internal.target
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found internal.target;
begin
  select place.id, place.company_id, place.name, place.slug, coalesce(seen.url, '/listings/' || place.slug), left(seen.shown, 4000) into found
  from (
    select listing.id as location_id, null as url, concat_ws(E'\n\n', listing.name, nullif(listing.description, '')) as shown
    from public.locations listing where p_kind = 'listing' and listing.id = p_target
    union all
    select picture.location_id, null, coalesce(nullif(picture.alt, ''), 'Bild') from public.location_images picture
    where p_kind = 'image' and picture.id = p_target
    union all
    select review.location_id, null, concat_ws(E'\n\n', review.author || ', ' || review.rating || case review.rating when 1 then ' Stern' else ' Sterne' end,
      nullif(review.text, ''), (select string_agg(addition ->> 'text', E'\n\n') from jsonb_array_elements(review.additions) addition))
    from public.reviews review where p_kind = 'review' and review.id = p_target and review.state in ('published', 'reported')
    union all
    select review.location_id, null, review.reply from public.reviews review
    where p_kind = 'reply' and review.id = p_target and review.reply <> '' and review.state in ('published', 'reported')
    union all
    select offer.location_id, '/request/' || offer.order_id, coalesce(nullif(offer.text_masked, ''), 'Angebot ohne Text') from public.offers offer
    where p_kind = 'offer' and offer.id = p_target
    union all
    select said.location_id, case when said.by_customer then '/admin/appointment/' else '/booking/' end || said.appointment_id, said.text
    from public.appointment_messages said where p_kind = 'message' and said.id = p_target
    union all
    select said.location_id, case when said.by_customer then '/admin/offers/' else '/request/' end || said.order_id, said.text
    from public.order_messages said where p_kind = 'message' and said.id = p_target
  ) seen join public.locations place on place.id = seen.location_id
  where p_kind in ('offer', 'message') or internal.is_listed(place.id);
  if p_kind = 'order' then
    select null, null, concat_ws(', ', category.name, internal.order_place(row(one.*)::public.search_orders)), '', '/admin/offers/' || one.id,
      coalesce(nullif(concat_ws(E'\n\n', nullif(internal.masked(one.title), ''), nullif(internal.masked(one.text), '')), ''), 'Suchauftrag ohne Text')
    into found
    from public.search_orders one join public.categories category on category.id = one.category_id
    where one.id = p_target and one.state <> 'draft' and one.emptied_at is null;
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_sender()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  outcome constant text := case new.state when 'accepted' then 'offer_accepted' when 'declined' then 'offer_declined' when 'expired' then 'offer_lapsed' end;
begin
  if outcome is null then return null; end if;
  insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key, user_id)
  select new.company_id, outcome, 'business', told.address, jsonb_build_object('offer_id', new.id, 'order_id', new.order_id,
      'title', case when flags.secret then '' else internal.neutral(internal.masked(wish.title), '') end, 'location', place.name, 'time_zone', place.time_zone,
      'price_cents', new.price_cents, 'appointment_id', new.appointment_id, 'starts_at', coalesce(
        (select visit.starts_at from public.appointments visit where visit.id = new.appointment_id),
        (select min(start.starts_at) from public.offer_starts start where start.offer_id = new.id))),
    internal.present(), now(), concat('offer ', new.id, ' ', outcome), new.sent_by
  from (select internal.address_for_offers(new.company_id, new.sent_by) as address) told
  join public.locations place on place.id = new.location_id join public.search_orders wish on wish.id = new.order_id
  cross join lateral (select internal.is_secret_order(wish) as secret) flags
  where told.address is not null
  on conflict (dedupe_key) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.answer_by_rules(p_limit integer DEFAULT 50)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  rule public.offer_rules;
  zone text;
  waiting uuid;
begin
  for rule in
    select one.* from public.offer_rules one
    join public.locations place on place.id = one.location_id and place.state = 'published'
    join public.companies company on company.id = place.company_id and company.state = 'active' and not company.sandbox
    where one.active and (one.checked_at is null or one.checked_at <= present - interval '1 minute')
    order by one.checked_at nulls first, one.id limit least(greatest(coalesce(p_limit, 0), 0), 500) for update of one skip locked
  loop
    zone := (select place.time_zone from public.locations place where place.id = rule.location_id);
    if extract(hour from present at time zone zone) between 8 and 20 and (select count(*) from public.offers sent where sent.rule_id = rule.id
      and (sent.sent_at at time zone zone)::date = (present at time zone zone)::date) < rule.per_day then
      for waiting in
        select wish.id from (
          select fitting.order_id from internal.fitting_orders(rule.location_id, present) fitting
          union all
          select one.id from public.search_orders one
          where one.state = 'open' and one.kind = 'waitlist' and one.location_id = rule.location_id and one.expires_at > present) known
        join public.search_orders wish on wish.id = known.order_id
        where internal.is_open_to_rule(rule, wish, present) order by wish.kind desc, wish.confirmed_at, wish.id limit 20
      loop
        -- What cannot be, because somebody was faster or the budget is used up, is undone with its locks.
        begin
          if internal.offer_by_rule(rule, waiting, present) then return true; end if;
          raise exception 'nothing to offer';
        exception when raise_exception then null;
        end;
      end loop;
    end if;
    update public.offer_rules set checked_at = present where id = rule.id;
  end loop;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.get_request(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := internal.order_of(p_order, p_secret, 'read');
  own constant boolean := internal.owns_order(one, p_secret);
  dearest constant integer := (select max(offer.price_cents) from public.offers offer where offer.order_id = p_order and offer.state = 'sent');
begin
  return (
    select jsonb_build_object('id', one.id, 'scope', case when own then 'own' else 'read' end,
      'state', case when one.state = 'open' and one.expires_at <= internal.present() then 'expired' else one.state::text end,
      'category', case when category.id is not null then jsonb_build_object('id', category.id, 'slug', category.slug, 'name', category.name,
        'icon', category.icon, 'hue', category.hue) end,
      'secret', internal.is_secret_order(one), 'title', one.title, 'text', case when own then one.text else '' end, 'persons', one.persons,
      'place', case when own then one.place_label else coalesce(internal.order_place(one), '') end, 'radius_km', one.radius_km, 'windows', one.windows,
      'budget_cents', one.budget_cents, 'version', one.version, 'created_at', one.created_at, 'submitted_at', one.submitted_at,
      'confirmed_at', one.confirmed_at, 'expires_at', one.expires_at, 'extended', one.extended, 'closed_at', one.closed_at,
      'closed_reason', one.closed_reason, 'kind', one.kind, 'waiting', case when one.kind = 'waitlist' then internal.waiting_json(one) end,
      'found', case when one.kind = 'alert' and one.state = 'open' then internal.alert_starts(one, internal.present(), false) end,
      'contact', case when own then jsonb_build_object('name', one.contact_name, 'email', one.contact_email, 'phone', one.contact_phone) end,
      'asked', case when one.state = 'open' and one.kind <> 'waitlist' and jsonb_array_length(found.offers) = 0 then internal.asked_json(one) end,
      'offers', found.offers,
      'messages', case when own then (select count(*) from public.order_messages said where said.order_id = p_order) else 0 end,
      'appointment', (select jsonb_build_object('id', case when own then visit.id end, 'starts_at', visit.starts_at, 'location', place.name,
          'time_zone', place.time_zone)
        from public.offers offer join public.appointments visit on visit.id = offer.appointment_id
        join public.locations place on place.id = visit.location_id where offer.order_id = p_order and offer.state = 'accepted'))
    from (select coalesce(jsonb_agg(internal.request_offer(one, offer, dearest) order by offer.sent_at, offer.id), '[]') as offers
      from public.offers offer where offer.order_id = p_order) found
    left join public.categories category on category.id = one.category_id);
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
  spot extensions.cube;
  candidates internal.search_hit[] := '{}';
  days internal.search_day[];
  hits internal.search_hit[];
  reach integer;
  affordable integer;
begin
  if asked is null then perform internal.fail('category_not_found'); end if;
  if not coalesce(p_latitude between -90 and 90 and p_longitude between -180 and 180, false) then perform internal.fail('place_missing'); end if;
  if not coalesce(p_radius_km between 1 and 50, false) then perform internal.fail('radius_invalid'); end if;
  spot := internal.spot(p_latitude, p_longitude);
  reach := internal.count_candidates(asked, spot, p_radius_km, null);
  affordable := case when p_budget_cents is null then reach else internal.count_candidates(asked, spot, p_radius_km, p_budget_cents) end;
  days := internal.order_days(windows, internal.listed_zones(), at);
  -- Mostly the nearest have enough, so services of the others are read only when they are needed.
  candidates := internal.order_candidates(asked, spot, p_radius_km, p_budget_cents, null, 48);
  hits := internal.nearest_free(candidates, days, at, wanted);
  if cardinality(hits) < wanted and affordable > cardinality(candidates) then
    candidates := (internal.order_candidates(asked, spot, p_radius_km, p_budget_cents, null, 1000))[cardinality(candidates) + 1:];
    hits := hits || internal.nearest_free(candidates, days, at, wanted - cardinality(hits));
  end if;
  return jsonb_build_object('reach', reach, 'affordable', affordable, 'matches', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', listing.slug, 'name', listing.name, 'city', listing.city, 'district', listing.district,
      'distance_km', round(hit.distance_km::numeric, 1), 'image', listing.image, 'rating_average', listing.rating_average,
      'rating_count', listing.rating_count, 'time_zone', hit.zone,
      'service', (select jsonb_build_object('id', service.id, 'name', service.name, 'duration_minutes', service.duration_minutes, 'price_cents', kept.price_cents)
        from public.services service join internal.listing_services kept on kept.service_id = service.id where service.id = hit.service_id),
      'starts', (select jsonb_agg(jsonb_build_object('starts_at', to_timestamp(start.minute::float8 * 60), 'employee_id', start.employee) order by start.minute)
        from unnest(hit.starts, hit.employees) start (minute, employee))) order by hit.place), '[]')
    from unnest(hits[1:wanted]) hit join internal.listings listing on listing.category = asked and listing.number = hit.number));
end $function$;

CREATE OR REPLACE FUNCTION public.operator_figures(p_days integer DEFAULT 30)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  days constant integer := case when p_days in (7, 90) then p_days else 30 end;
  since constant timestamptz := present - days * interval '1 day';
  today constant date := (present at time zone 'Europe/Berlin')::date;
begin
  perform internal.as_operator('support', 'read_figures');
  return jsonb_build_object('days', days,
    'orders', (
      select jsonb_build_object('total', count(*),
        'answered', count(*) filter (where answer.first_at < one.confirmed_at + interval '4 hours'),
        'ripe', count(*) filter (where one.confirmed_at < present - interval '4 hours' or one.closed_at is not null
          or answer.first_at < one.confirmed_at + interval '4 hours'),
        'first_offer_minutes', round((percentile_cont(0.5) within group (order by extract(epoch from answer.first_at - one.confirmed_at) / 60))::numeric),
        'over', count(*) filter (where one.closed_at is not null), 'matched', count(*) filter (where one.state = 'matched'),
        'silent', count(*) filter (where one.closed_at is not null and answer.total > 0 and answer.seen = 0),
        'held_hours', round(sum(answer.held_hours) / nullif(count(*) filter (where one.state = 'matched'), 0), 1))
      from public.search_orders one cross join lateral (
        select min(offer.sent_at) as first_at, count(*) as total, count(offer.seen_at) as seen,
          coalesce(sum(extract(epoch from least(coalesce(offer.decided_at, present), offer.expires_at) - offer.sent_at) / 3600 * (
            select count(*) from public.offer_starts start where start.offer_id = offer.id)), 0) as held_hours
        from public.offers offer where offer.order_id = one.id) answer
      where one.confirmed_at >= since and one.kind = 'order') || jsonb_build_object('notices', (
        select round(count(*)::numeric / nullif(count(distinct place.company_id), 0), 1) from public.order_notices told
        join public.locations place on place.id = told.location_id where told.notified_at >= since)),
    'waiting', (
      select jsonb_build_object('total', count(*) filter (where one.kind = 'waitlist'), 'over', count(*) filter (where one.kind = 'waitlist' and one.closed_at is not null),
        'filled', count(*) filter (where one.kind = 'waitlist' and one.state = 'matched'), 'alerts', count(*) filter (where one.kind = 'alert'),
        'offered', coalesce(sum(kept.offered), 0), 'accepted', coalesce(sum(kept.accepted), 0))
      from public.search_orders one cross join lateral (
        select count(*) as offered, count(*) filter (where offer.state = 'accepted') as accepted
        from public.offers offer where offer.order_id = one.id and one.kind = 'waitlist') kept
      where one.confirmed_at >= since and one.kind <> 'order'),
    'visits', (select jsonb_build_object('total', coalesce(sum(visits + missed), 0), 'missed', coalesce(sum(missed), 0))
      from internal.report_days kept where day > today - days and day <= today and not exists (select from public.locations place
        join public.companies company on company.id = place.company_id and company.sandbox where place.id = kept.location_id)),
    'searches', (select jsonb_build_object('total', coalesce(sum(demand.searched), 0), 'empty', coalesce(sum(demand.searched - demand.found), 0))
      from internal.search_demand demand where demand.day > today - days and demand.day <= today),
    'reports', (
      select jsonb_build_object('total', count(*) filter (where report.reported_at >= since), 'open', count(*) filter (where report.state = 'open'),
        'overdue', count(*) filter (where report.state = 'open' and report.reported_at < present - interval '24 hours'),
        'decided', count(*) filter (where made.told_at >= since),
        'hours', round((percentile_cont(0.5) within group (order by extract(epoch from made.told_at - report.reported_at) / 3600)
          filter (where made.told_at >= since))::numeric, 1))
      from internal.content_reports report left join internal.decisions made on made.report_id = report.id),
    'companies', (
      select jsonb_build_object('total', count(*), 'active', count(*) filter (where company.state = 'active'),
        'published', count(*) filter (where company.state = 'active' and internal.has_published_location(company.id)),
        'fresh', count(*) filter (where company.created_at >= since))
      from public.companies company where not company.sandbox));
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
    'search_orders', internal.orders_data(caller, address), 'blocked_businesses', internal.blocks_of(address),
    'tickets', internal.tickets_data(caller, address),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'content_reports', case when address is null then '[]' else internal.content_reports_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'order_notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'pace', choice.pace) order by company.name, company.id), '[]')
      from public.order_notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object('location', place.name, 'created_at', kept.created_at) order by kept.created_at, place.id), '[]')
      from public.favourites kept join public.locations place on place.id = kept.location_id where kept.user_id = caller),
    'relatives', (select coalesce(jsonb_agg(jsonb_build_object('name', kin.name, 'birth_year', kin.birth_year, 'created_at', kin.created_at)
        order by kin.created_at, kin.id), '[]') from public.relatives kin where kin.user_id = caller),
    'partners', internal.partner_data(caller),
    'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'list', kept.list, 'name', kept.name, 'query', kept.query,
        'is_default', kept.is_default, 'created_at', kept.created_at) order by kept.created_at, kept.id), '[]')
      from public.saved_views kept join public.companies company on company.id = kept.company_id where kept.user_id = caller));
end $function$;

update public.retention_rules set what = 'Beendete Suchaufträge, Plätze auf Wartelisten und Benachrichtigungen mit Kontakt, Text, Fotos und Ort, Fragen und Angebote dazu',
  tables = '{public.search_orders,public.search_order_links,public.search_order_images,public.order_notices,public.order_messages,public.offers,public.offer_starts,internal.free_calls}'
where name = 'closed_orders';
