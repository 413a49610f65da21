set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.sum_marked(p_location uuid, p_marks datemultirange)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today constant date := (select (internal.present() at time zone time_zone)::date from public.locations where id = p_location);
  oldest constant date := today - internal.report_reach();
  -- Outside of these there is neither a visit nor a sum.
  begins constant date := greatest(oldest, coalesce(least(
    (select min(starts_at)::date - 1 from public.appointments where location_id = p_location),
    (select min(day) from internal.report_days where location_id = p_location)), today - 35));
  ends constant date := greatest(
    (select max(starts_at)::date + 1 from public.appointments where location_id = p_location),
    (select max(day) from internal.report_days where location_id = p_location));
  days constant date[] := array(select begins + number from generate_series(0, ends - begins) number where p_marks @> begins + number);
  noted constant datemultirange := p_marks * datemultirange(daterange(
    case when exists (select from internal.report_use where location_id = p_location) then today - 35 else least(begins, today) end, today, '[]'));
begin
  delete from internal.report_days where location_id = p_location and day < oldest;
  delete from internal.report_use where location_id = p_location and day < oldest;
  perform internal.sum_report_days(p_location, days);
  if not isempty(noted) then perform internal.note_report_use(p_location, lower(noted), upper(noted) - 1); end if;
  return cardinality(days);
end $function$;
