-- Which businesses are told of an order, and when. /legal/ranking prints the rule, so a change here is one there.
--   Told are businesses with a free start in one of the windows, at their nearest location: 8 at once, 8 an hour later, 16 three hours after that, in each
--   case between 8 and 20 o'clock there; all others with the mail of the next morning. Nobody while five offers live.
--   The order is: within 3 km, within 10 km, further; in each the one that was not told for longest; then by chance.
--   Neither rating nor money counts. A company is told of 10 orders on a day at most; what is more comes with the mail of the next morning.
-- Nobody is told twice of an order, nor of one that they have looked at, put aside or answered. All orders can be seen by all whom they fit anyway (44_fitting_orders).

create function internal.begin_waves() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.order_waves as waiting (order_id, next_at) values (new.id, internal.present())
  on conflict (order_id) do update set wave = 0, next_at = excluded.next_at;
  return null;
end $$;
create trigger begin_waves after insert on public.search_orders for each row when (new.state = 'open' and new.kind = 'order') execute function internal.begin_waves();
create trigger begin_waves_again after update of state on public.search_orders for each row when (new.state = 'open' and old.state <> 'open' and new.kind = 'order')
  execute function internal.begin_waves();

-- Whether a company may be told of an order at this location now. p_push: in one of the first three waves.
create function internal.may_be_told(one public.search_orders, place public.locations, p_push boolean, at timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (not p_push or internal.is_daytime(place.time_zone, at) and not exists (
      select from internal.notice_turns turn where turn.company_id = place.company_id and turn.told >= 10 and turn.day = (at at time zone place.time_zone)::date))
    and exists (select from public.companies company where company.id = place.company_id and company.state = 'active')
    and not exists (select from public.order_notices known join public.locations other on other.id = known.location_id
      where known.order_id = one.id and other.company_id = place.company_id)
    and not exists (select from public.offers offer where offer.order_id = one.id and offer.company_id = place.company_id)
    and not internal.is_blocked(place.company_id, one.contact_email, one.contact_phone, one.user_id)
    and not internal.are_apart(place.company_id, one)
    and exists (select from internal.who_is_told(place.company_id));
end $$;

-- The next companies to be told of an order, each with one location, up to p_most. Free starts are asked for in the order of turns, until there are enough.
create function internal.next_to_tell(one public.search_orders, candidates internal.search_hit[], p_most integer, p_push boolean, at timestamptz)
returns table (company_id uuid, location_id uuid, zone text)
language plpgsql stable rows 8 set search_path = '' as $$
declare
  days constant internal.search_day[] := internal.order_days(one.windows, internal.listed_zones(), at);
  sorted constant internal.search_hit[] := array(
    select (row_number() over (order by case when hit.distance_km <= 3 then 1 when hit.distance_km <= 10 then 2 else 3 end, turn.last_at nulls first,
        md5(concat(one.id, place.company_id)), hit.distance_km, place.id), hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes,
      hit.horizon_days, hit.services, hit.distance_km, hit."key", hit.bound, null, null, null)::internal.search_hit
    from unnest(candidates) hit join public.locations place on place.id = hit.location_id
    left join internal.notice_turns turn on turn.company_id = place.company_id
    order by 1);
  told uuid[] := '{}';
  "next" integer := 1;
  found record;
begin
  while "next" <= cardinality(sorted) and cardinality(told) < p_most loop
    for found in
      select place.company_id as company, place.id, place.time_zone
      from unnest(internal.hits_with_starts(array(
        select row(hit.*)::internal.search_hit from unnest(sorted["next" : "next" + 15]) hit join public.locations known on known.id = hit.location_id
        where known.company_id <> all(told) and internal.may_be_told(one, row(known.*)::public.locations, p_push, at)), days, at, null, 1)) hit
      join public.locations place on place.id = hit.location_id order by hit.place
    loop
      exit when cardinality(told) >= p_most;
      continue when found.company = any(told);
      told := told || found.company;
      company_id := found.company;
      location_id := found.id;
      zone := found.time_zone;
      return next;
    end loop;
    "next" := "next" + 16;
  end loop;
end $$;

-- Notes that a company is told of an order, and who of it is to be written to when.
create function internal.tell_company(p_order uuid, p_company uuid, p_location uuid, p_zone text, p_wave integer, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  morning constant timestamptz := internal.next_morning(p_zone, at);
  hour constant timestamptz := date_trunc('hour', at) + interval '1 hour';
begin
  insert into public.order_notices (order_id, location_id, notified_at, wave) values (p_order, p_location, at, p_wave)
  on conflict (order_id, location_id) do nothing;
  if p_wave < 4 then
    insert into internal.notice_turns as turn (company_id, last_at, day, told) values (p_company, at, (at at time zone p_zone)::date, 1)
    on conflict (company_id) do update set last_at = excluded.last_at, day = excluded.day,
      told = case when turn.day = excluded.day then turn.told + 1 else 1 end;
  end if;
  insert into internal.order_tellings (company_id, user_id, order_id, location_id, due_at)
  select p_company, who.user_id, p_order, p_location, case
    when p_wave = 4 or who.pace = 'daily' then morning
    when who.pace = 'now' then at
    when internal.is_daytime(p_zone, hour) then hour else morning end
  from internal.who_is_told(p_company) who
  on conflict do nothing;
end $$;

-- The next wave of one open order, which the caller has locked.
create function internal.run_wave(one public.search_orders, waiting internal.order_waves, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  candidates internal.search_hit[];
  due record;
  told integer := 0;
  turn constant integer := waiting.wave + 1;
begin
  if (select count(*) from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > at) >= 5 then
    update internal.order_waves set next_at = at + interval '1 hour' where order_id = one.id;
    return;
  end if;
  candidates := internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude), one.radius_km, null, null, 1000);
  if cardinality(candidates) > 0 and not internal.is_daytime(candidates[1].zone, at) then
    update internal.order_waves set next_at = internal.next_morning(candidates[1].zone, at) where order_id = one.id;
    return;
  end if;
  for due in select * from internal.next_to_tell(one, candidates, case when turn < 3 then 8 else 16 end, true, at) loop
    perform internal.tell_company(one.id, due.company_id, due.location_id, due.zone, turn, at);
    told := told + 1;
  end loop;
  if turn = 3 then
    for due in select * from internal.next_to_tell(one, candidates, 200, false, at) loop
      perform internal.tell_company(one.id, due.company_id, due.location_id, due.zone, 4, at);
    end loop;
    delete from internal.order_waves where order_id = one.id;
  elsif told = 0 and turn = 1 then
    -- Nobody has time yet; somebody may have in an hour.
    update internal.order_waves set next_at = at + interval '1 hour' where order_id = one.id;
  else
    update internal.order_waves set wave = turn, next_at = at + case when turn = 1 then interval '1 hour' else interval '3 hours' end
    where order_id = one.id;
  end if;
end $$;

-- Runs the waves that are due, of at most p_limit orders, and queues the mails that are, by the server's job every minute: how many of both. One server at a
-- time, so that turns and the limit of a day are right; the others have nothing to do.
create function public.run_waves(p_limit integer default 20) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  waiting internal.order_waves;
  one public.search_orders;
  done integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('waves', 75)) then return 0; end if;
  for waiting in select * from internal.order_waves due where due.next_at <= present order by due.next_at, due.order_id limit p_limit loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(waiting.order_id::text, 75));
    select * into one from public.search_orders known where known.id = waiting.order_id;
    if one.state <> 'open' or one.expires_at <= present or internal.is_secret_order(one) and one.health_consent_at is null then
      delete from internal.order_waves where order_id = waiting.order_id;
    else
      perform internal.run_wave(one, waiting, present);
    end if;
    done := done + 1;
  end loop;
  return done + internal.mail_matching(p_limit, present);
end $$;

revoke execute on function internal.begin_waves, internal.may_be_told, internal.next_to_tell, internal.tell_company, internal.run_wave from public;
grant execute on function public.run_waves to service_role;
