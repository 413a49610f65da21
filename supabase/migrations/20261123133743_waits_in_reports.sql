set local check_function_bodies = off;

CREATE TABLE "internal"."report_waits" ("location_id" uuid NOT NULL, "day" date NOT NULL, "asked" integer NOT NULL, "seated" integer NOT NULL, CONSTRAINT "report_waits_pkey" PRIMARY KEY (location_id, day));

ALTER TABLE "internal"."report_waits" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.keep_wait()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into internal.report_waits as known (location_id, day, asked, seated)
  select place.id, (old.created_at at time zone place.time_zone)::date, 1,
    (exists (select from public.appointments visit where visit.id = old.hold_id))::integer
  from public.events event join public.locations place on place.id = event.location_id where event.id = old.event_id
  on conflict (location_id, day) do update set asked = known.asked + 1, seated = known.seated + excluded.seated;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.waits_by_day(p_location uuid, p_first date, p_last date)
 RETURNS TABLE(day date, asked bigint, seated bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select known.day, known.asked::bigint, known.seated::bigint from internal.report_waits known
  where known.location_id = p_location and known.day between p_first and p_last
  union all
  select spot.day, count(*), count(*) filter (where exists (select from public.appointments visit where visit.id = wait.hold_id))
  from public.locations place join public.events event on event.location_id = place.id join public.event_waits wait on wait.event_id = event.id
  cross join lateral (select (wait.created_at at time zone place.time_zone)::date as day) spot
  where place.id = p_location and wait.confirmed_at is not null and spot.day between p_first and p_last
  group by spot.day;
end $function$;

CREATE OR REPLACE FUNCTION public.report_figures(p_location uuid, p_last date, p_days integer DEFAULT 30)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  days constant integer := least(greatest(p_days, 1), 366);
  last constant date := internal.reckonable(p_last);
  answer jsonb;
begin
  perform internal.require_reports(p_location);
  if last is null then return '{"parts": [], "sources": [], "leads": [], "people": [], "waits": []}'; end if;
  with kept as materialized (
    select report.*, report.day > last - days as recent, case when report.day > last - days then report.day else report.day + days end as place
    from internal.report_days report where report.location_id = p_location and report.day > last - 2 * days and report.day <= last
  ), part as (
    select min(each.date) as first, internal.report_part(each.date, last, days) as last,
      coalesce(sum(kept.visits) filter (where recent), 0) as visits, coalesce(sum(kept.cents) filter (where recent), 0) as cents,
      coalesce(sum(kept.fresh) filter (where recent), 0) as fresh, coalesce(sum(kept.again) filter (where recent), 0) as again,
      coalesce(sum(kept.missed) filter (where recent), 0) as missed,
      coalesce(sum(kept.visits) filter (where not recent), 0) as visits_before, coalesce(sum(kept.cents) filter (where not recent), 0) as cents_before,
      coalesce(sum(kept.fresh) filter (where not recent), 0) as fresh_before,
      coalesce(sum(kept.again) filter (where not recent), 0) as again_before,
      coalesce(sum(kept.missed) filter (where not recent), 0) as missed_before
    from (select last - days + number as date from generate_series(1, days) number) each left join kept on kept.place = each.date
    group by 2
  ), brought as (
    select split_part(door.key, ' ', 1) as source, split_part(door.key, ' ', 2) as origin,
      coalesce(sum(door.value::integer) filter (where recent), 0) as visits, coalesce(sum(door.value::integer) filter (where not recent), 0) as before
    from kept cross join lateral jsonb_each_text(kept.sources) door group by 1, 2
  ), ahead as (
    select (array[0, 1, 2, 4, 8, 15, 31])[class] as days, coalesce(sum(kept.leads[class]) filter (where recent), 0) as visits,
      coalesce(sum(kept.leads[class]) filter (where not recent), 0) as before
    from kept cross join generate_series(1, 7) class group by class having sum(kept.leads[class]) > 0
  ), worked as (
    select employee.id, employee.name, coalesce(sum(noted.taken) filter (where noted.day > last - days), 0) as taken,
      coalesce(sum(noted.working) filter (where noted.day > last - days), 0) as working,
      coalesce(sum(noted.taken) filter (where noted.day <= last - days), 0) as taken_before,
      coalesce(sum(noted.working) filter (where noted.day <= last - days), 0) as working_before, employee.position
    from internal.report_use noted join public.employees employee on employee.id = noted.employee_id
    where noted.location_id = p_location and noted.day > last - 2 * days and noted.day <= last group by employee.id
  ), waited as (
    select internal.report_part(case when wait.day > last - days then wait.day else wait.day + days end, last, days) as last,
      coalesce(sum(wait.asked) filter (where wait.day > last - days), 0) as asked,
      coalesce(sum(wait.seated) filter (where wait.day > last - days), 0) as seated,
      coalesce(sum(wait.asked) filter (where wait.day <= last - days), 0) as asked_before,
      coalesce(sum(wait.seated) filter (where wait.day <= last - days), 0) as seated_before
    from internal.waits_by_day(p_location, last - 2 * days + 1, last) wait group by 1
  )
  select jsonb_build_object(
    'parts', (select coalesce(jsonb_agg(to_jsonb(part) order by part.last), '[]') from part),
    'sources', (select coalesce(jsonb_agg(to_jsonb(brought) order by brought.source, brought.origin), '[]') from brought),
    'leads', (select coalesce(jsonb_agg(to_jsonb(ahead) order by ahead.days), '[]') from ahead),
    'people', (select coalesce(jsonb_agg(to_jsonb(worked) - 'position' order by worked.position, worked.id), '[]') from worked),
    'waits', (select coalesce(jsonb_agg(to_jsonb(waited) order by waited.last), '[]') from waited)) into answer;
  return answer;
end $function$;

ALTER TABLE "internal"."report_waits" ADD CONSTRAINT "report_waits_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

CREATE TRIGGER keep_wait AFTER DELETE ON public.event_waits FOR EACH ROW WHEN ((old.confirmed_at IS NOT NULL)) EXECUTE FUNCTION internal.keep_wait();

REVOKE ALL ON FUNCTION "internal"."keep_wait"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."waits_by_day"(uuid, date, date) FROM PUBLIC;
