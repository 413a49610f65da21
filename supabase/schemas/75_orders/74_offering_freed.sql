-- Free times go to those who wait, first come, first served: each is kept for one person after the other, who have an answer time (73_answer_times).
-- Nearer than six hours it is kept for nobody, and the first five hear of it; nearer than two hours only who has asked for that. So it is after three rounds.
-- Somebody has one offer at a time, a location ten. Whoever does not answer three times in a row pauses.
--
-- All in one transaction for a location: its lock, then those of the wishes, both only tried, so nothing waits and no mail can be lost between.

-- The first start that may be offered to somebody who waits, within these minutes; not again what they have had, nor what lies an hour around it, nor what the
-- business has taken back from somebody else. With `kept_until` or, when it is
-- kept for nobody, without.
create function internal.start_for_waiting(
  wish public.search_orders, place public.locations, spans int4multirange, p_told timestamptz, out starts_at timestamptz, out kept_until timestamptz)
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  wished constant int4multirange := internal.wished_minutes(wish, place.time_zone) * spans;
  agreed constant boolean := internal.has_agreed_length(wish.replaces_appointment);
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
  where (not agreed or cardinality(internal.plan_for_waiting(wish, place.id, found.starts_at, present)) > 0) and (found.kept is not null
    -- For nobody: the first five of those who wait, when mails may leave.
    or (p_told <= present and (found.starts_at >= present + interval '2 hours' or wish.short_notice)
      and (select count(*) from internal.free_calls told where told.location_id = place.id and told.starts_at = found.starts_at) < 5))
  order by found.starts_at limit 1;
end $$;

-- The visit of somebody who waits, as it would be at a start. What moves there lasts as long as was agreed for it.
create function internal.plan_for_waiting(wish public.search_orders, p_location uuid, p_starts_at timestamptz, p_present timestamptz)
returns internal.planned_line[]
language plpgsql stable set search_path = '' as $$
declare
  planned constant internal.planned_line[] := array(
    select plan from internal.plan_visit(p_location, wish.service_ids, wish.employee_id, p_starts_at, p_present,
      case when internal.has_agreed_length(wish.replaces_appointment) then wish.replaces_appointment end) plan);
begin
  -- Until the swap the appointment keeps its own time.
  return case when exists (select from unnest(internal.takings(planned)) taking join public.occupancies own
    on own.source = wish.replaces_appointment and own.subject = taking.subject and own.minutes operator(pg_catalog.&&) taking.minutes) then '{}' else planned end;
end $$;

create function internal.has_agreed_length(p_appointment uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.appointment_lines line where line.appointment_id = p_appointment and line.agreed_minutes is not null);
end $$;

-- Keeps a start for somebody who waits; false when it is taken meanwhile. Location and wish are locked.
create function internal.offer_to_waiting(wish public.search_orders, place public.locations, p_starts_at timestamptz, p_until timestamptz) returns boolean
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  planned constant internal.planned_line[] := internal.plan_for_waiting(wish, place.id, p_starts_at, present);
  visitor internal.visitor;
  hold public.holds;
  made uuid;
begin
  if cardinality(planned) = 0 or not internal.release_expired(internal.takings(planned), present, false) then return false; end if;
  visitor.unlimited := true;
  hold.id := gen_random_uuid();
  hold.company_id := place.company_id;
  hold.location_id := place.id;
  hold.purpose := 'waitlist';
  hold.source := 'web';
  hold.origin := 'offer';
  hold.employee_chosen := wish.employee_id is not null;
  hold.cancellation_hours := place.cancellation_hours;
  hold.expires_at := p_until;
  hold.created_at := present;
  hold.package_name := case when cardinality(wish.service_ids) > 1 then (internal.package_of(place.id, wish.service_ids)).name end;
  if internal.write_hold(hold, planned, visitor, place.time_zone, true, true) is null then return false; end if;
  insert into public.offers (order_id, company_id, location_id, employee_ids, service_ids, price_cents, expires_at, sent_at, origin)
  select wish.id, place.company_id, place.id, array_agg(distinct line.employee_id), wish.service_ids, sum(line.price_cents), p_until, present, 'waitlist'
  from unnest(planned) line returning id into made;
  insert into public.offer_starts (offer_id, "position", hold_id, starts_at, ends_at, employee_id)
  select made, 1, hold.id, min(line.starts_at), max(line.ends_at), (array_agg(line.employee_id order by line."position"))[1] from unnest(planned) line;
  perform internal.keep_agreed_price(made, wish);
  return true;
end $$;

-- Whether somebody who waits has booked what they wait for by another way, at one of their times: with the same account, with one to which the address belongs, or
-- through the business. Who only typed the address may be anybody.
create function internal.has_booked(wish public.search_orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return wish.replaces_appointment is null and exists (
    select from public.appointments visit where visit.location_id = wish.location_id and visit.created_at > wish.confirmed_at
      and visit.state in ('requested', 'confirmed') and internal.minute(visit.starts_at) <@ wish.wanted
      and (visit.user_id = wish.user_id or internal.mailbox(visit.contact_email) = internal.mailbox(wish.contact_email)
        and (visit.source = 'admin' or internal.account_of(visit.user_id, visit.contact_email) is not null))
      and wish.service_ids <@ array(select line.service_id from public.appointment_lines line where line.appointment_id = visit.id));
end $$;

-- Tells somebody of a time that is kept for nobody.
create function internal.call_waiting(wish public.search_orders, place public.locations, p_starts_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  insert into internal.free_calls values (wish.id, place.id, p_starts_at, internal.present());
  perform internal.mail_order(wish, 'waitlist_offer', p_starts_at::text, jsonb_build_object('offers', jsonb_build_array(), 'free', p_starts_at));
end $$;

-- Offers what is free within these minutes at a location; the caller has its lock. Up to 200 of those who wait, of those after a place if one is given; the rest are looked at
-- in the next run, which goes on there. Returns how many were offered something.
create function internal.offer_freed(place public.locations, spans int4multirange, p_after public.search_orders default null) returns integer
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  told constant timestamptz := internal.awake(present, place.time_zone);
  live integer := (select count(*) from public.offers offer where offer.location_id = place.id and offer.origin = 'waitlist' and offer.state = 'sent' and offer.expires_at > present);
  wish public.search_orders;
  due uuid;
  found record;
  done integer := 0;
  looked integer := 0;
begin
  for due in
    select one.id from public.search_orders one
    where one.state = 'open' and one.kind = 'waitlist' and one.location_id = place.id and one.wanted && spans and one.expires_at > present
      and one.snoozed_until is null and not exists (
        select from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > present)
      and (p_after.id is null or (one.confirmed_at, one.id) > (p_after.confirmed_at, p_after.id))
    order by one.confirmed_at, one.id limit 200
  loop
    exit when live >= 10;
    looked := looked + 1;
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
  if looked = 200 then
    insert into internal.freed (location_id, minutes, at, after)
    select place.id, range_merge(spans), present, due where not isempty(spans);
  end if;
  -- What is too near to be kept is offered in the morning, if it is still free then.
  if told > present then
    insert into internal.freed (location_id, minutes, at)
    select place.id, int4range(internal.minute(told), internal.minute(told + interval '6 hours')), told
    where spans && int4range(internal.minute(told), internal.minute(told + interval '6 hours')) and not exists (
      select from internal.freed kept where kept.location_id = place.id and kept.at = told);
  end if;
  return done;
end $$;

-- Looks at what has become free at one location, for the server's job; returns how many were offered something, null when nothing is left to look at.
create function public.match_freed() returns integer
language plpgsql security definer set search_path = '' as $$
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
  -- Where an earlier run stopped another goes on; what begins with the first who waits is done together.
  with taken as (
    delete from internal.freed where id in (
      select one.id from internal.freed one where one.location_id = due.location_id and one.at <= present
        and (one.id = due.id or due.after is null and one.after is null) limit 500 for update skip locked)
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
    return internal.offer_freed(place, spans, (select one from public.search_orders one where one.id = due.after));
  exception when query_canceled or others then
    -- Nor must one location: it comes again after all others.
    raise warning 'location % cannot offer its times: % %', place.id, sqlstate, sqlerrm;
    insert into internal.freed (location_id, minutes, at, after)
    select place.id, span, present + interval '15 minutes', due.after from unnest(spans) span;
    return 0;
  end;
end $$;

-- Has each place that waits looked at every half hour, for the server's job, whether or not anybody said that time is free: those of a location together,
-- of at most p_limit locations. Returns how many.
create function public.sweep_waiting(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  swept integer;
begin
  delete from internal.free_calls where starts_at < present - interval '1 day';
  with due as (
    select one.location_id from public.search_orders one where one.state = 'open' and one.kind = 'waitlist' and one.next_check_at <= present
    group by 1 order by min(one.next_check_at) limit p_limit
  ), moved as (
    update public.search_orders one set next_check_at = present + interval '30 minutes' where one.id in (
      select wish.id from due join public.search_orders wish on wish.location_id = due.location_id
      where wish.state = 'open' and wish.kind = 'waitlist' for update of wish skip locked)
    returning one.location_id, one.wanted, one.snoozed_until
  ), noted as (
    insert into internal.freed (location_id, minutes, at)
    select location_id, int4range(min(lower(wanted)), max(upper(wanted))), present from moved
    where snoozed_until is null and not isempty(wanted) group by location_id
  )
  select count(*) into swept from moved;
  return swept;
end $$;

-- Counts offers without an answer: after three in a row the place pauses, with one mail.
create function internal.count_unanswered() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wish public.search_orders;
begin
  update public.search_orders set rounds_missed = case when new.state = 'expired' then rounds_missed + 1 else 0 end
  where id = new.order_id and kind = 'waitlist' and state = 'open' and (new.state = 'expired' or rounds_missed > 0) returning * into wish;
  if wish.rounds_missed >= 3 and wish.snoozed_until is null then
    update public.search_orders set snoozed_until = 'infinity' where id = wish.id;
    perform internal.mail_order(wish, 'waitlist_missed', new.id::text, '{}', internal.awake(internal.present(), place.time_zone))
    from public.locations place where place.id = new.location_id;
  end if;
  return null;
end $$;
create trigger count_unanswered after update of state on public.offers for each row
  when (old.state = 'sent' and new.state in ('expired', 'declined') and new.origin = 'waitlist') execute function internal.count_unanswered();

revoke execute on function internal.start_for_waiting, internal.plan_for_waiting, internal.has_agreed_length, internal.offer_to_waiting, internal.has_booked, internal.call_waiting, internal.offer_freed, internal.count_unanswered from public;
grant execute on function public.match_freed, public.sweep_waiting to service_role;
