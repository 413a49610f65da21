set local check_function_bodies = off;

ALTER TABLE "internal"."hold_budget" ADD COLUMN "released" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION internal.budget_again(code text, visitor internal.visitor, p_person uuid, p_employee uuid, p_day date, p_present timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  share constant integer := internal.hold_share(p_person);
  mine timestamptz[] := array(
    select expires_at from internal.hold_budget where expires_at > p_present and not released and first
      and (address = coalesce(visitor.address, visitor.network) or user_id = p_person) order by 1 desc);
  near timestamptz[] := array(
    select expires_at from internal.hold_budget
    where expires_at > p_present and not released and first and network = visitor.network order by 1 desc);
begin
  return case code
    when 'too_many_holds_here' then greatest(mine[6 * share], near[30 * share])
    when 'too_many_holds_of_day' then (
      select min(expires_at) from internal.hold_budget
      where expires_at > p_present and not released and employee_id = p_employee and day = p_day and (network = visitor.network or user_id = p_person))
    else internal.next_begin(visitor, p_person, share, p_present) end;
end $function$;

CREATE OR REPLACE FUNCTION internal.let_go(p_appointment uuid, p_to public.appointment_state, p_verb text, p_actor public.actor_kind, p_reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, reason)
  select id, p_verb, p_actor, case when p_actor <> 'system' then internal.person() end, state, p_to, left(coalesce(p_reason, ''), 1000)
  from public.appointments where id = p_appointment;
  update public.appointments
  set state = p_to, hold_expires_at = null, sequence = sequence + case when p_to in ('cancelled', 'declined') then 1 else 0 end
  where id = p_appointment;
  update public.appointment_lines set occupied = '{}', hold_expires_at = null where appointment_id = p_appointment;
  delete from public.appointment_resources where appointment_id = p_appointment;
  if p_verb = 'release' then update internal.hold_budget set released = true where appointment_id = p_appointment; end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.next_begin(visitor internal.visitor, p_person uuid, p_share integer, p_present timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select interval '1 minute' + max(created_at) filter (where (mine and nth_mine = 20 * p_share) or (near and nth_near = 60 * p_share)
      or (mine and not released and nth_kept = p_share and lapsed >= 3 * p_share))
    from (
      select created_at, released, mine, near, row_number() over (partition by mine order by created_at desc) as nth_mine,
        row_number() over (partition by near order by created_at desc) as nth_near,
        row_number() over (partition by mine, released order by created_at desc) as nth_kept,
        count(*) filter (where mine and not released and expires_at <= p_present) over () as lapsed
      from (
        select created_at, released, expires_at, network = visitor.network as near,
          address = coalesce(visitor.address, visitor.network) or coalesce(user_id = p_person, false) as mine
        from internal.hold_budget
        where first and (network = visitor.network or user_id = p_person) and expires_at > p_present - interval '1 hour') begun) counted);
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
        expires_at > p_present and not released as live, employee_id = p_employee and day = p_day as here,
        network = visitor.network as near, address = coalesce(visitor.address, visitor.network) or coalesce(user_id = p_person, false) as mine
      from internal.hold_budget
      where (network = visitor.network or user_id = p_person) and expires_at > p_present - interval '1 hour') one) used;
  if code is null then return null; end if;
  return internal.refuse_until(code, p_present, internal.budget_again(code, visitor, p_person, p_employee, p_day, p_present));
end $function$;

CREATE OR REPLACE FUNCTION public.expire_holds(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  lapsed public.appointments;
  tidied integer := 0;
begin
  delete from internal.hold_budget
  where expires_at < present - interval '1 hour' or (released and created_at < present - interval '1 minute');
  for lapsed in
    (select * from public.appointments where state = 'held' and hold_expires_at <= present order by hold_expires_at limit p_limit)
    union all
    (select * from public.appointments where state = 'requested' and starts_at <= present order by starts_at limit p_limit)
    union all
    (select * from public.appointments where state = 'expired' and contact_name = '' and updated_at < present - interval '1 day'
      order by updated_at limit p_limit)
    union all
    (select * from public.appointments given where state = 'expired' and contact_name = ''
      and updated_at between present - interval '1 day' and present - interval '10 minutes' and exists (
        select from public.appointment_events event where event.appointment_id = given.id and event.verb = 'release')
      order by updated_at limit p_limit)
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(lapsed.location_id::text, 43));
    perform from public.appointments where id = lapsed.id and state = lapsed.state for update skip locked;
    continue when not found;
    if lapsed.state = 'expired' then
      delete from public.appointments where id = lapsed.id;
    else
      perform internal.let_go(lapsed.id, 'expired', 'expire', 'system');
      if lapsed.state = 'requested' then
        perform internal.queue_messages(lapsed.id, 'appointment_declined', 'system', '{"lapsed": true}');
      end if;
    end if;
    tidied := tidied + 1;
  end loop;
  return tidied;
end $function$;

REVOKE ALL ON FUNCTION "internal"."next_begin"(internal.visitor, uuid, integer, timestamp with time zone) FROM PUBLIC;
