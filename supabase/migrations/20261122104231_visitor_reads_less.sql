set local check_function_bodies = off;

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
    when used.lapsed >= 3 * used.share and used.recent >= used.share then 'holds_too_fast' end
  into code
  from (
    select internal.hold_share(p_person) as share,
      count(*) filter (where live and first and mine) as mine, count(*) filter (where live and first and near) as near,
      count(*) filter (where live and here and mine) as mine_here, count(*) filter (where live and here) as near_here,
      sum(minutes) filter (where live and here and mine) as my_minutes, sum(minutes) filter (where live and here) as near_minutes,
      count(*) filter (where not live and first and mine) as lapsed,
      count(*) filter (where first and mine and created_at > p_present - interval '1 minute') as recent
    from (
      select minutes, first, created_at, expires_at > p_present as live, employee_id = p_employee and day = p_day as here,
        network = visitor.network as near, address = coalesce(visitor.address, visitor.network) or coalesce(user_id = p_person, false) as mine
      from internal.hold_budget
      where (network = visitor.network or user_id = p_person) and expires_at > p_present - interval '1 hour') one) used;
  if code is null then return null; end if;
  return internal.refuse_until(code, p_present, internal.budget_again(code, visitor, p_person, p_employee, p_day, p_present));
end $function$;

CREATE OR REPLACE FUNCTION internal.visitor()
 RETURNS internal.visitor
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  caller internal.visitor := row(null, false, '0.0.0.0');
  parts text[];
  address inet;
begin
  if current_setting('role') in ('none', 'service_role') then
    caller.unlimited := true;
    return caller;
  end if;
  parts := string_to_array(nullif(current_setting('request.headers', true), '')::json ->> 'x-zeitplatz-visitor', '.');
  if cardinality(parts) = 4 and exists (
      select from internal.visitor_keys
      where sha256(convert_to(parts[4], 'UTF8')) = sha256(convert_to(translate(encode(extensions.hmac(
        convert_to(concat_ws('.', parts[1], parts[2], parts[3]), 'UTF8'), key, 'sha256'), 'base64'), '+/=', '-_'), 'UTF8'))) then
    if parts[1] not in ('v1', 'v1-unlimited') or abs(extract(epoch from now()) - parts[3]::bigint) > 300 then return caller; end if;
    address := convert_from(decode(rpad(translate(parts[2], '-_', '+/'), (length(parts[2]) + 3) / 4 * 4, '='), 'base64'), 'UTF8');
    caller := row(case family(address) when 4 then address else network(set_masklen(address, 64)) end, parts[1] = 'v1-unlimited',
      internal.visitor_network(address));
  end if;
  return caller;
end $function$;
