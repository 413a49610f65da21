-- How many times a client may keep from others at once. A hold costs its client nothing, and a new secret is made in a moment: without a
-- budget one person empties a salon. A client is an address (of IPv6 the /64) or a signed-in person, and has a network around it (00_ground/30_visitors).
--
-- The numbers. A confirmed account, which somebody had to open, gets twice the counts; the parts of a day stay.
--   6 live holds of a client, 30 of its network (IPv4 /24, IPv6 /56);
--   2 of a client at one person on one day, by the calendar of the location;
--   a quarter of that person's working time on the day for a client, half of it for a network; one hold always passes;
--   after 3 holds that lapsed within an hour, one hold a minute;
--   20 holds begun within a minute, 60 of a network: each leaves rows that wait for the job, also when it is given back at once.
-- A hold that is confirmed leaves no trace here, and one that is given back or replaced counts only as begun. One that lapses stays for
-- an hour, and is forgiven when it is confirmed after all. Not counted, because nobody can make them up from outside: appointments that the business writes by hand (50_booking/55_by_hand)
-- and moves (50_booking/50_changing), which hold nothing, what a sandbox holds (97_sandboxes), the server's own work, and visitors of a process without limits
-- (RATE_LIMITS=false).

-- One row for each hold, person and day. Unlogged: after a crash of the database everybody begins anew, for the few minutes a hold lives.
-- No foreign keys: rows go with time, and nobody should wait for their checks.
create unlogged table internal.hold_budget (
  appointment_id uuid not null,
  employee_id uuid not null,
  day date not null,
  minutes integer not null,
  -- One of the rows of a hold, so that holds can be counted.
  first boolean not null,
  network inet not null,
  address inet not null,
  user_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Given back or replaced: takes nothing from others any more.
  released boolean not null default false,
  primary key (appointment_id, employee_id, day)
);
create index hold_budget_network on internal.hold_budget (network, expires_at);
create index hold_budget_user on internal.hold_budget (user_id, expires_at) where user_id is not null;
alter table internal.hold_budget enable row level security;

-- How many times the counts a caller has. An account is confirmed when its mail address or phone number is.
create function internal.hold_share(p_person uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  if p_person is null then return 1; end if;
  return 1 + (select count(*) from auth.users where id = p_person and coalesce(email_confirmed_at, phone_confirmed_at) is not null);
end $$;

-- Null when the budget allows one more hold, of so many minutes of this person on this local day; else the refusal. From here to the end
-- of its transaction the client's network waits, so that two at once cannot spend the same. The caller holds the lock of the location,
-- and no lock of lines yet: nobody who has lines waits here.
-- Callers whose address is unknown are one client together.
-- Errors (detail: {"retry_after": seconds}): too_many_holds_here, too_many_holds_of_day, holds_too_fast.
create function internal.refuse_hold(
  visitor internal.visitor, p_person uuid, p_employee uuid, p_day date, p_minutes integer, p_present timestamptz)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  code text;
begin
  if visitor.unlimited or internal.own_sandbox() is not null then return null; end if;
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
end $$;

-- When a refused client may try again.
create function internal.budget_again(
  code text, visitor internal.visitor, p_person uuid, p_employee uuid, p_day date, p_present timestamptz)
returns timestamptz
language plpgsql stable set search_path = '' as $$
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
end $$;

-- The same of a client that begins holds too fast: a minute after the one that has to be forgotten first, by each of the counts.
create function internal.next_begin(visitor internal.visitor, p_person uuid, p_share integer, p_present timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
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
end $$;

-- The same for a visit of several lines.
create function internal.refuse_hold_of(
  visitor internal.visitor, p_person uuid, planned internal.planned_line[], p_zone text, p_present timestamptz)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  part record;
  refused jsonb;
begin
  for part in
    select line.employee_id, (line.starts_at at time zone p_zone)::date as day,
      (sum(extract(epoch from line.ends_at - line.starts_at)) / 60)::integer as minutes
    from unnest(planned) line group by 1, 2 order by 1, 2
  loop
    refused := internal.refuse_hold(visitor, p_person, part.employee_id, part.day, part.minutes, p_present);
    exit when refused is not null;
  end loop;
  return refused;
end $$;

-- An error that passes with time: status 429 with Retry-After. It is answered while nothing has been written, as internal.refusal does,
-- and raised otherwise.
create function internal.refuse_until(code text, p_present timestamptz, p_again_at timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
declare
  seconds constant integer := greatest(1, ceil(extract(epoch from p_again_at - p_present)));
  detail constant text := jsonb_build_object('retry_after', seconds);
begin
  if pg_current_xact_id_if_assigned() is not null then
    raise exception using errcode = 'PT429', message = code, detail = detail;
  end if;
  perform set_config('response.status', '429', true),
    set_config('response.headers', jsonb_build_array(jsonb_build_object('Retry-After', seconds::text))::text, true);
  return jsonb_build_object('code', 'PT429', 'message', code, 'details', detail, 'hint', null);
end $$;
