set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.drawn_wishes(p_location uuid, p_services uuid[], p_employee uuid, p_minutes integer)
 RETURNS internal.wished_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  lines constant integer := cardinality(p_services);
  shares constant integer[] := case when lines > 1 then internal.package_shares(p_location, p_services) end;
  usual constant integer[] := array(
    select offer.minutes from internal.offered_lines(p_location, p_services, p_employee, true) offer order by offer.line);
  rest constant integer := p_minutes - coalesce((select sum(each) from unnest(usual[:lines - 1]) each), 0);
begin
  if cardinality(usual) < lines then
    perform internal.fail('not_offered', (
      select service.name from unnest(p_services) with ordinality wish (id, turn)
      join public.services service on service.id = wish.id and service.location_id = p_location
      where not exists (select from public.employee_services own where own.employee_id = p_employee and own.service_id = wish.id)
      order by wish.turn limit 1));
  end if;
  perform internal.check_last(rest, p_minutes);
  return array(
    select (null, wish.id, p_employee, case when wish.turn = lines then rest end, shares[wish.turn], null)::internal.wished_line
    from unnest(p_services) with ordinality wish (id, turn) order by wish.turn);
end $function$;
