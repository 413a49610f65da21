set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.end_offers_between(p_company uuid, p_contact bytea, p_state public.offer_state, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  orders constant uuid[] := array(
    select one.id from public.search_orders one where one.state = 'open' and one.contact_hash = p_contact
    union select offer.order_id from public.offers offer join public.search_orders one on one.id = offer.order_id
    where offer.company_id = p_company and offer.state = 'sent' and internal.contact_of(one) = p_contact order by 1);
  found uuid;
begin
  foreach found in array orders loop
    perform internal.lock_order(found);
  end loop;
  for found in select distinct offer.location_id from public.offers offer
    where offer.order_id = any(orders) and offer.company_id = p_company and offer.state = 'sent' order by 1 loop
    perform internal.lock_location(found, true);
  end loop;
  perform internal.free_starts(array(select offer.id from public.offers offer
    where offer.order_id = any(orders) and offer.company_id = p_company and offer.state = 'sent'));
  update public.offers set state = case when expires_at <= internal.present() then 'expired' else p_state end, decided_at = internal.present(), reason = p_reason
  where order_id = any(orders) and company_id = p_company and state = 'sent';
end $function$;

CREATE OR REPLACE FUNCTION internal.offer_freed(place public.locations, spans int4multirange)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  told constant timestamptz := internal.awake(present, place.time_zone);
  live integer := (select count(*) from public.offers offer where offer.location_id = place.id and offer.origin = 'waitlist' and offer.state = 'sent' and offer.expires_at > present);
  wish public.search_orders;
  due uuid;
  found record;
  done integer := 0;
begin
  for due in
    select one.id from public.search_orders one
    where one.state = 'open' and one.kind = 'waitlist' and one.location_id = place.id and one.wanted && spans and one.expires_at > present
      and one.snoozed_until is null and not exists (
        select from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present)
    order by one.confirmed_at, one.id limit 200
  loop
    exit when live >= 10;
    begin
      -- Who is just changing theirs comes with the next sweep.
      continue when not pg_try_advisory_xact_lock(hashtextextended(due::text, 75));
      select * into wish from public.search_orders one where one.id = due and one.state = 'open' for update skip locked;
      continue when wish.id is null or exists (select from public.offers offer where offer.order_id = due and offer.state = 'sent' and offer.expires_at > present)
        or internal.is_blocked(place.company_id, wish.contact_email, wish.contact_phone, wish.user_id)
        or internal.are_apart(place.company_id, wish);
      if wish.replaces_appointment is not null and not exists (
        select from public.appointments visit where visit.id = wish.replaces_appointment and internal.customer_may_change(visit)) then
        perform internal.close_order(due, 'withdrawn', 'Der frühere Termin steht nicht mehr.');
        continue;
      end if;
      if internal.has_booked(wish) then
        perform internal.close_order(due, 'withdrawn', 'Inzwischen ist ein Termin gebucht.');
        continue;
      end if;
      found := internal.start_for_waiting(wish, place, spans, told);
      continue when found.starts_at is null;
      update public.offers set state = 'expired', decided_at = expires_at where order_id = due and state = 'sent' and expires_at <= present;
      if found.kept_until is null then
        perform internal.call_waiting(wish, place, found.starts_at);
      elsif not internal.offer_to_waiting(wish, place, found.starts_at, found.kept_until) then
        continue;
      else
        live := live + 1;
      end if;
      done := done + 1;
    exception when others then
      -- One wish must not keep all others waiting.
      raise warning 'wish % cannot be offered a time: % %', due, sqlstate, sqlerrm;
    end;
  end loop;
  -- What is too near to be kept is offered in the morning, if it is still free then.
  if told > present then
    insert into internal.freed (location_id, minutes, at)
    select place.id, int4range(internal.minute(told), internal.minute(told + interval '6 hours')), told
    where spans && int4range(internal.minute(told), internal.minute(told + interval '6 hours')) and not exists (
      select from internal.freed kept where kept.location_id = place.id and kept.at = told);
  end if;
  return done;
end $function$;

CREATE OR REPLACE FUNCTION internal.swap_to_offer(one public.search_orders, offer public.offers, hold public.holds, p_early_start text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  visit public.appointments;
  demanded text;
begin
  select * into visit from public.appointments where id = one.replaces_appointment for update;
  if not coalesce(internal.customer_may_change(visit), false) or visit.location_id <> hold.location_id
    or array(select line.service_id from public.appointment_lines line where line.appointment_id = visit.id order by 1)
      <> array(select (line ->> 'service_id')::uuid from jsonb_array_elements(hold.lines) line order by 1) then
    perform internal.fail('swap_gone');
  end if;
  demanded := internal.demanded_early_start(visit, hold.starts_at, p_early_start);
  perform internal.move_to_hold(visit.id, hold.id, 'customer');
  insert into public.early_starts select visit.id, present, demanded where demanded is not null on conflict do nothing;
  perform internal.free_starts(array[offer.id]);
  perform internal.close_offers(one.id, 'Eine andere Zeit passte besser.', offer.id);
  update public.search_orders set state = 'matched', closed_at = present where id = one.id;
  update public.offers set state = 'accepted', decided_at = present, appointment_id = visit.id where id = offer.id;
end $function$;

CREATE OR REPLACE FUNCTION public.count_waiting(p_location uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  mine uuid[];
begin
  if p_location is null or p_location not in (select internal.locations_to_offer()) then return 0; end if;
  select * into place from public.locations where id = p_location;
  if place.waitlist <> 'by_hand' then return 0; end if;
  mine := internal.employees_to_offer(p_location);
  return (
    select count(*) from (
      select one from public.search_orders one where one.state = 'open' and one.kind = 'waitlist' and one.location_id = p_location
        and one.expires_at > present and (mine is null or one.employee_id = any(mine))
        and not internal.are_apart(place.company_id, row(one.*)::public.search_orders)
        and not exists (select from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present)
      order by one.confirmed_at, one.id limit 20) waiting
    where (internal.start_for_waiting(waiting.one, place, internal.wished_minutes(waiting.one, place.time_zone), present)).starts_at is not null);
end $function$;

CREATE OR REPLACE FUNCTION public.list_waiting(p_location uuid, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  mine uuid[];
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  select * into place from public.locations where id = p_location;
  mine := internal.employees_to_offer(p_location);
  return (
    with waiting as materialized (
      select * from public.search_orders one where one.state = 'open' and one.kind = 'waitlist' and one.location_id = p_location and one.expires_at > present
        and (mine is null or one.employee_id = any(mine)) and not internal.are_apart(place.company_id, row(one.*)::public.search_orders)
    ), page as (
      select * from waiting order by confirmed_at, id limit least(greatest(p_limit, 0), 100) offset greatest(p_offset, 0)
    )
    select jsonb_build_object('total', (select count(*) from waiting), 'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', page.id, 'employee_id', page.employee_id, 'windows', page.windows,
        'services', array(select service.name from unnest(page.service_ids) with ordinality wish (id, turn)
          join public.services service on service.id = wish.id order by wish.turn),
        'confirmed_at', page.confirmed_at, 'expires_at', page.expires_at, 'short_notice', page.short_notice, 'paused', page.snoozed_until is not null,
        'replaces', (select visit.starts_at from public.appointments visit where visit.id = page.replaces_appointment),
        'free', (internal.start_for_waiting(row(page.*)::public.search_orders, place, internal.wished_minutes(row(page.*)::public.search_orders,
          place.time_zone), present)).starts_at,
        'offer', (select jsonb_build_object('id', offer.id, 'expires_at', offer.expires_at,
            'starts_at', (select min(start.starts_at) from public.offer_starts start where start.offer_id = offer.id))
          from public.offers offer where offer.order_id = page.id and offer.state = 'sent' and offer.expires_at > present limit 1))
        order by page.confirmed_at, page.id), '[]') from page)));
end $function$;

CREATE OR REPLACE FUNCTION public.match_freed()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  due internal.freed;
  place public.locations;
  spans int4multirange;
begin
  select * into due from internal.freed where at <= present order by at, id limit 1 for update skip locked;
  if due.id is null then return null; end if;
  if not pg_try_advisory_xact_lock(hashtextextended(due.location_id::text, 43)) then
    update internal.freed set at = present + interval '5 seconds' where id = due.id;
    return 0;
  end if;
  with taken as (
    delete from internal.freed where id in (
      select one.id from internal.freed one where one.location_id = due.location_id and one.at <= present limit 500 for update skip locked)
    returning minutes)
  select range_agg(taken.minutes) into spans from taken;
  -- Alerts around are looked at next, unless they were told lately.
  update public.search_orders set next_check_at = present where id in (
    select one.id from public.search_orders one where one.id in (
        select wish.order_id from unnest(spans) span cross join lateral internal.open_wishes(due.location_id, span) wish where wish.kind = 'alert')
      and one.next_check_at > present and coalesce(one.told_at < present - interval '1 hour', true) for update skip locked);
  select * into place from public.locations where id = due.location_id and waitlist = 'automatic';
  if place.id is null or not internal.is_published(place.id) then return 0; end if;
  begin
    return internal.offer_freed(place, spans);
  exception when query_canceled or others then
    -- Nor must one location: it comes again after all others.
    raise warning 'location % cannot offer its times: % %', place.id, sqlstate, sqlerrm;
    insert into internal.freed (location_id, minutes, at) select place.id, span, present + interval '15 minutes' from unnest(spans) span;
    return 0;
  end;
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
end $function$;

CREATE OR REPLACE FUNCTION public.tell_alerts(p_limit integer DEFAULT 100)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  one public.search_orders;
  starts jsonb;
  fresh text[];
  soonest timestamptz;
  looked integer := 0;
begin
  for one in
    select * from public.search_orders wish where wish.state = 'open' and wish.kind = 'alert' and wish.next_check_at <= present and wish.expires_at > present
    order by wish.next_check_at limit p_limit for update skip locked
  loop
    looked := looked + 1;
    if internal.awake(present, 'Europe/Berlin') > present then
      update public.search_orders set next_check_at = internal.awake(present, 'Europe/Berlin') where id = one.id;
      continue;
    end if;
    update public.search_orders set next_check_at = present + interval '30 minutes' where id = one.id;
    begin
      starts := internal.alert_starts(one, present, true);
      select array_agg(start ->> 'key'), min((start ->> 'starts_at')::timestamptz) into fresh, soonest
      from jsonb_array_elements(starts) start where (start ->> 'key') <> all(one.told_starts);
      continue when fresh is null or soonest > present + interval '48 hours' and one.told_at > present - interval '24 hours'
        or one.told_at > present - interval '1 hour';
      update public.search_orders set told_at = present, told_starts = (fresh || told_starts)[1:60] where id = one.id;
      perform internal.mail_order(one, 'alert_found', extract(epoch from present)::bigint::text, jsonb_build_object('starts', starts));
    exception when others then
      -- One alert must not keep all others waiting.
      raise warning 'alert % cannot be looked at: % %', one.id, sqlstate, sqlerrm;
    end;
  end loop;
  return looked;
end $function$;
