set local check_function_bodies = off;

DROP TRIGGER "note_freed" ON "public"."offers";

CREATE OR REPLACE FUNCTION internal.awake_after(at timestamp with time zone, p_minutes integer, zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
declare
  reached timestamptz := internal.awake(at, zone);
  rest interval := make_interval(mins => p_minutes);
  evening timestamptz;
begin
  loop
    evening := internal.instant((reached at time zone zone)::date + time '21:00', zone);
    if reached + rest <= evening then return reached + rest; end if;
    rest := rest - (evening - reached);
    reached := internal.awake(evening, zone);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.services_for_order(one public.search_orders, p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', service.id, 'name', service.name, 'minutes', service.duration_minutes,
      'price_cents', service.price_cents) order by coalesce(array_position(one.service_ids, service.id), 0), service."position", service.id), '[]')
    from public.services service join public.categories category on category.id = service.category_id
    where service.location_id = p_location and service.active and not service.addon and case when one.kind = 'waitlist' then service.id = any(one.service_ids)
        else one.category_id in (category.id, category.parent_id) end
      and exists (select from public.employee_services own join public.employees person on person.id = own.employee_id and person.active
        where own.service_id = service.id));
end $function$;

CREATE OR REPLACE FUNCTION internal.start_for_waiting(wish public.search_orders, place public.locations, spans int4multirange, p_told timestamp with time zone, OUT starts_at timestamp with time zone, OUT kept_until timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  wished constant int4multirange := internal.wished_minutes(wish, place.time_zone) * spans;
begin
  if isempty(wished) then return; end if;
  select found.starts_at, found.kept into start_for_waiting.starts_at, start_for_waiting.kept_until from (
    select free.starts_at, case when tired.rounds < 3 then internal.kept_until(p_told, free.starts_at, place.notice_minutes, place.time_zone) end as kept
    from public.available_starts(place.id, wish.service_ids, wish.employee_id, (internal.instant(lower(wished)) at time zone place.time_zone)::date,
      (internal.instant(upper(wished) - 1) at time zone place.time_zone)::date) free
    cross join lateral (
      select count(*) as rounds from public.offers past join public.offer_starts start on start.offer_id = past.id
      where past.location_id = place.id and past.origin = 'waitlist' and past.state in ('expired', 'declined') and past.sent_at > present - interval '4 days'
        and start.starts_at < free.ends_at and start.ends_at > free.starts_at) tired
    where internal.minute(free.starts_at) <@ wished and free.starts_at > p_told
      and not exists (select from public.offers past join public.offer_starts start on start.offer_id = past.id
        where past.location_id = place.id and past.origin = 'waitlist' and past.state = 'withdrawn' and start.starts_at < free.ends_at
          and start.ends_at > free.starts_at)
      and not exists (select from public.offers past join public.offer_starts start on start.offer_id = past.id
        where past.order_id = wish.id and start.starts_at between free.starts_at - interval '1 hour' and free.starts_at + interval '1 hour')
      and not exists (select from internal.free_calls told where told.order_id = wish.id
        and (told.at > present - interval '2 hours' or told.starts_at between free.starts_at - interval '1 hour' and free.starts_at + interval '1 hour'))
    order by free.starts_at) found
  where found.kept is not null
    -- For nobody: the first five of those who wait, when mails may leave.
    or (p_told <= present and (found.starts_at >= present + interval '2 hours' or wish.short_notice)
      and (select count(*) from internal.free_calls told where told.location_id = place.id and told.starts_at = found.starts_at) < 5)
  order by found.starts_at limit 1;
end $function$;

CREATE OR REPLACE FUNCTION public.list_offers(p_location uuid, p_accepted boolean DEFAULT false, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0, p_offer uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  everybody constant boolean := p_location in (select internal.locations_with('all_calendars'));
  mine constant uuid[] := array(select internal.own_employees());
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  return (
    with found as materialized (
      select offer.id, offer.sent_at from public.offers offer
      where offer.location_id = p_location and case when p_offer is null then (offer.state = 'accepted') = coalesce(p_accepted, false) else offer.id = p_offer end
        and (everybody or offer.employee_ids && mine)
    ), page as (
      select * from found order by sent_at desc, id limit least(greatest(p_limit, 0), 100) offset greatest(p_offset, 0)
    )
    select jsonb_build_object('total', (select count(*) from found), 'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', offer.id, 'order_id', offer.order_id, 'state', internal.offer_state(offer),
        'category', category.name, 'title', internal.masked(wish.title), 'place', internal.order_place(wish), 'price_cents', offer.price_cents,
        'by_rule', offer.rule_id is not null, 'origin', offer.origin, 'kind', wish.kind, 'text', offer.text_masked, 'sent_at', offer.sent_at, 'expires_at', offer.expires_at, 'decided_at', offer.decided_at,
        'seen', offer.seen_at is not null, 'reason', offer.reason, 'appointment_id', visit.id, 'customer', coalesce(visit.contact_name, ''),
        'services', array(select service.name from unnest(offer.service_ids) with ordinality asked (id, turn)
          join public.services service on service.id = asked.id order by asked.turn),
        'starts', (select coalesce(jsonb_agg(jsonb_build_object('starts_at', start.starts_at, 'ends_at', start.ends_at, 'employee_id', start.employee_id,
          'outside', start.outside) order by start."position"), '[]') from public.offer_starts start where start.offer_id = offer.id))
        order by page.sent_at desc, page.id), '[]')
      from page join public.offers offer on offer.id = page.id join public.search_orders wish on wish.id = offer.order_id
      left join public.categories category on category.id = wish.category_id
      left join public.appointments visit on visit.id = offer.appointment_id)));
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
        and (mine is null or one.employee_id = any(mine))
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
      from internal.report_days where day > today - days and day <= today),
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
      from public.companies company));
end $function$;

CREATE TRIGGER note_freed AFTER UPDATE OF state ON public.offers FOR EACH ROW WHEN (((old.state = 'sent'::public.offer_state) AND (new.state <> ALL (ARRAY['sent'::public.offer_state, 'withdrawn'::public.offer_state])))) EXECUTE FUNCTION internal.note_freed_offer();

create or replace function public.withdraw_search_order(p_order uuid, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if one.state = 'matched' then perform internal.fail('order_closed'); end if;
  if one.state in ('draft', 'open') then perform internal.close_order(p_order, 'withdrawn', case one.kind
    when 'waitlist' then 'Der Wartelistenplatz wurde aufgegeben.' when 'alert' then 'Die Benachrichtigung wurde beendet.'
    else 'Der Suchauftrag wurde zurückgezogen.' end); end if;
end $$;

create or replace function public.expire_search_orders(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due uuid;
  one public.search_orders;
  ended integer := 0;
begin
  for due in select id from public.search_orders where state = 'open' and expires_at <= internal.present() order by id limit p_limit loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(due::text, 75));
    select * into one from public.search_orders where id = due;
    continue when one.state <> 'open' or one.expires_at > internal.present();
    perform internal.close_order(due, 'expired', case one.kind
      when 'waitlist' then 'Der Wartelistenplatz ist abgelaufen.' when 'alert' then 'Die Benachrichtigung ist abgelaufen.'
      else 'Der Suchauftrag ist abgelaufen.' end);
    select * into one from public.search_orders where id = due;
    perform internal.mail_order(one, 'order_closed', one.extended::text);
    ended := ended + 1;
  end loop;
  return ended;
end $$;

create or replace function internal.offer_freed(place public.locations, spans int4multirange) returns integer
language plpgsql set search_path = '' as $$
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
    -- Who is just changing theirs comes with the next sweep.
    continue when not pg_try_advisory_xact_lock(hashtextextended(due::text, 75));
    select * into wish from public.search_orders one where one.id = due and one.state = 'open' for update skip locked;
    continue when wish.id is null or exists (select from public.offers offer where offer.order_id = due and offer.state = 'sent' and offer.expires_at > present)
      or internal.is_blocked(place.company_id, wish.contact_email, wish.contact_phone, wish.user_id);
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
  end loop;
  -- What is too near to be kept is offered in the morning, if it is still free then.
  if told > present then
    insert into internal.freed (location_id, minutes, at)
    select place.id, int4range(internal.minute(told), internal.minute(told + interval '6 hours')), told
    where spans && int4range(internal.minute(told), internal.minute(told + interval '6 hours')) and not exists (
      select from internal.freed kept where kept.location_id = place.id and kept.at = told);
  end if;
  return done;
end $$;

update public.retention_rules set tables = tables || '{internal.free_calls}'::text[],
  what = 'Beendete Suchaufträge, Plätze auf Wartelisten und Benachrichtigungen mit Kontakt, Text und Ort, Fragen und Angebote dazu'
where name = 'closed_orders';
