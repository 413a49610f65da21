-- The rows of holds: how many a caller has, the one that a key has made, and the writing of a new one.

-- How many slots the caller holds now, but for one that is given back.
create function internal.live_holds(p_caller uuid, p_secret bytea, p_replace uuid, p_present timestamptz) returns integer
language plpgsql set search_path = '' as $$
begin
  if p_caller is not null then
    return (select count(*) from public.holds hold where hold.user_id = p_caller and hold.ended_at is null
      and internal.is_live(hold.expires_at, p_present) and hold.id is distinct from p_replace);
  end if;
  return (select count(*) from public.holds hold where hold.secret_hash = p_secret and hold.ended_at is null
    and internal.is_live(hold.expires_at, p_present) and hold.id is distinct from p_replace);
end $$;

-- What an earlier call with this key has led to; null when there was none. Error: key_used, when it was somebody else's.
create function internal.known_hold(p_key uuid, p_caller uuid, p_secret bytea) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  hold public.holds;
  visit public.appointments;
begin
  select * into hold from public.holds where idempotency_key = p_key;
  if hold.id is not null then
    if hold.user_id = p_caller or hold.secret_hash = p_secret then return internal.hold_json(hold); end if;
    perform internal.fail('key_used');
  end if;
  select * into visit from public.appointments where idempotency_key = p_key;
  if visit.id is null then return null; end if;
  if visit.user_id = p_caller or exists (
    select from public.appointment_links where secret_hash = p_secret and appointment_id = visit.id) then
    return internal.visit_json(visit.id);
  end if;
  perform internal.fail('key_used');
end $$;

-- Takes the time of a plan, writes the hold and its part of the budget, and answers as the verb does; null when someone else has any of the
-- time, or when `p_counted` is false and the caller may have other holds, which have to be counted first. The time comes first: who is too
-- late writes nothing. `p_zone` is the location's; with `p_payable` the rules about paying online hold (77_money). Error: key_used.
create function internal.write_hold(
  hold public.holds, planned internal.planned_line[], visitor internal.visitor, p_zone text, p_counted boolean, p_payable boolean default false)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  if not p_counted and exists (select from public.holds other where other.secret_hash = hold.secret_hash) then return null; end if;
  if not internal.occupy(hold.id, 'line', internal.takings(planned), hold.expires_at) then return null; end if;
  hold.released := false;
  select min(line.starts_at), max(line.ends_at), sum(line.price_cents), jsonb_agg(internal.line_json(line) order by line."position")
  into hold.starts_at, hold.ends_at, hold.total_cents, hold.lines from unnest(planned) line;
  if p_payable then hold.terms := internal.terms_of(hold.company_id, hold.location_id, planned); end if;
  insert into public.holds values (hold.*) on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not visitor.unlimited and internal.own_sandbox() is null then
    insert into internal.hold_budget
    select hold.id, line.employee_id, (line.starts_at at time zone p_zone)::date, sum(extract(epoch from line.ends_at - line.starts_at)) / 60,
      row_number() over () = 1, visitor.network, coalesce(visitor.address, visitor.network), hold.user_id, hold.created_at, hold.expires_at
    from unnest(planned) line group by 2, 3;
  end if;
  return internal.hold_json(hold);
end $$;

-- A planned line as holds keep it.
create function internal.line_json(line internal.planned_line) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('position', line."position", 'service_id', line.service_id, 'service_name', line.service_name,
    'employee_id', line.employee_id, 'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents)
    || case when line.resource_id is null then '{}' else jsonb_build_object('resource_id', line.resource_id) end
    || case when line.event_id is null then '{}' else jsonb_build_object('event_id', line.event_id, 'seats', line.seats) end
    || case when line.struck_cents is null then '{}' else jsonb_build_object('struck_cents', line.struck_cents) end;
end $$;
