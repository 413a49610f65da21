set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.budget_again(code text, visitor internal.visitor, p_person uuid, p_employee uuid, p_day date, p_present timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  share constant integer := internal.hold_share(p_person);
  mine timestamptz[] := array(
    select expires_at from internal.hold_budget where internal.is_live(expires_at, p_present) and not released and first
      and (address = coalesce(visitor.address, visitor.network) or user_id = p_person) order by 1 desc);
  near timestamptz[] := array(
    select expires_at from internal.hold_budget
    where internal.is_live(expires_at, p_present) and not released and first and network = visitor.network order by 1 desc);
begin
  return case code
    when 'too_many_holds_here' then greatest(mine[6 * share], near[30 * share])
    when 'too_many_holds_of_day' then (
      select min(expires_at) from internal.hold_budget
      where internal.is_live(expires_at, p_present) and not released and employee_id = p_employee and day = p_day and (network = visitor.network or user_id = p_person))
    else internal.next_begin(visitor, p_person, share, p_present) end;
end $function$;

CREATE OR REPLACE FUNCTION internal.held_times(locations uuid[], at timestamp with time zone, OUT employees uuid[], OUT times int4multirange[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  select array_agg(held.subject), array_agg(held.minutes) into employees, times
  from (
    select taken.subject, range_agg(taken.minutes) as minutes
    from public.holds hold join public.occupancies taken on taken.source = hold.id
    where hold.location_id = any(locations) and hold.ended_at is null and internal.is_live(hold.expires_at, at)
    group by taken.subject) held;
end $function$;

CREATE OR REPLACE FUNCTION internal.live_holds(p_caller uuid, p_secret bytea, p_replace uuid, p_present timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_caller is not null then
    return (select count(*) from public.holds hold where hold.user_id = p_caller and hold.ended_at is null
      and internal.is_live(hold.expires_at, p_present) and hold.id is distinct from p_replace);
  end if;
  return (select count(*) from public.holds hold where hold.secret_hash = p_secret and hold.ended_at is null
    and internal.is_live(hold.expires_at, p_present) and hold.id is distinct from p_replace);
end $function$;

CREATE OR REPLACE FUNCTION internal.refuse_hold(visitor internal.visitor, p_person uuid, p_employee uuid, p_day date, p_minutes integer, p_present timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  code text;
begin
  if visitor.unlimited then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(visitor.network::text, 45));
  -- Mostly there is nothing to count.
  perform from internal.hold_budget where network = visitor.network;
  if not found and (p_person is null or not exists (select from internal.hold_budget where user_id = p_person)) then return null; end if;
  select case
    when used.mine >= 6 * used.share or used.near >= 30 * used.share then 'too_many_holds_here'
    when used.mine_here >= 2 * used.share then 'too_many_holds_of_day'
    when used.near_here > 0 and (
      select used.mine_here > 0 and used.my_minutes + p_minutes > sum(upper(piece) - lower(piece)) * 0.25
        or used.near_minutes + p_minutes > sum(upper(piece) - lower(piece)) * 0.5
      from internal.free_days known cross join unnest(known.work) piece where known.employee_id = p_employee and known.day = p_day)
      then 'too_many_holds_of_day'
    when used.lapsed >= 3 * used.share and used.recent >= used.share or used.begun >= 20 * used.share or used.begun_near >= 60 * used.share
      then 'holds_too_fast' end
  into code
  from (
    select internal.hold_share(p_person) as share,
      count(*) filter (where live and first and mine) as mine, count(*) filter (where live and first and near) as near,
      count(*) filter (where live and here and mine) as mine_here, count(*) filter (where live and here) as near_here,
      sum(minutes) filter (where live and here and mine) as my_minutes, sum(minutes) filter (where live and here) as near_minutes,
      count(*) filter (where not live and not released and first and mine) as lapsed,
      count(*) filter (where recent and not released and mine) as recent,
      count(*) filter (where recent and mine) as begun, count(*) filter (where recent and near) as begun_near
    from (
      select minutes, first, released, first and created_at > p_present - interval '1 minute' as recent,
        internal.is_live(expires_at, p_present) and not released as live, employee_id = p_employee and day = p_day as here,
        network = visitor.network as near, address = coalesce(visitor.address, visitor.network) or coalesce(user_id = p_person, false) as mine
      from internal.hold_budget
      where (network = visitor.network or user_id = p_person) and expires_at > p_present - interval '1 hour') one) used;
  if code is null then return null; end if;
  return internal.refuse_until(code, p_present, internal.budget_again(code, visitor, p_person, p_employee, p_day, p_present));
end $function$;

CREATE OR REPLACE FUNCTION public.archive_location(p_location uuid, p_archived boolean)
 RETURNS public.location_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  expected integer;
  result public.location_state;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  -- Nobody books meanwhile.
  perform internal.lock_location(p_location, true);
  expected := (select count(*) from public.appointments
      where location_id = p_location and ends_at > internal.present() and state in ('requested', 'confirmed'))
    + (select count(*) from public.holds where location_id = p_location and ended_at is null
      and internal.is_live(expires_at, internal.present()));
  if p_archived and expected > 0 then perform internal.fail('appointments_coming', expected::text); end if;
  update public.locations set archived = p_archived, state = case when state = 'draft' then state else 'paused' end
  where id = p_location and archived <> p_archived;
  select state into result from public.locations where id = p_location;
  return result;
end $function$;

CREATE OR REPLACE FUNCTION public.upcoming_events(p_location uuid, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date)
 RETURNS TABLE(id uuid, service_id uuid, title text, employee_id uuid, starts_at timestamp with time zone, ends_at timestamp with time zone, price_cents integer, seats smallint, free_seats integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  place constant public.locations := internal.bookable_location(p_location);
  present constant timestamptz := internal.present();
  today constant date := (present at time zone place.time_zone)::date;
  first constant date := greatest(internal.reckonable(p_from), today);
  last constant date := least(coalesce(internal.reckonable(p_to), first + 91), first + 91);
begin
  return query
  select event.id, event.service_id, coalesce(nullif(event.title, ''), service.name)::text, event.employee_id, event.starts_at, event.ends_at,
    event.price_cents, event.seats, (select count(*) from public.event_seats seat
      where seat.event_id = event.id and (seat.source is null or not internal.is_live(seat.expires_at, present)))::integer
  from public.events event join public.services service on service.id = event.service_id
  where event.location_id = place.id and event.cancelled_at is null and event.starts_at > present
    and (event.starts_at at time zone place.time_zone)::date between first and last
  order by event.starts_at, event.id;
end $function$;
