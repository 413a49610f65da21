set local check_function_bodies = off;

CREATE TABLE "internal"."report_days" ("location_id" uuid NOT NULL, "day" date NOT NULL, "visits" integer NOT NULL, "cents" bigint NOT NULL, "fresh" integer NOT NULL, "again" integer NOT NULL, "missed" integer NOT NULL, "leads" integer[] NOT NULL, "sources" jsonb NOT NULL, CONSTRAINT "report_days_pkey" PRIMARY KEY (location_id, day));

ALTER TABLE "internal"."report_days" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."report_due" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "location_id" uuid NOT NULL, "first" date NOT NULL, "last" date NOT NULL, CONSTRAINT "report_due_check" CHECK ((first <= last)), CONSTRAINT "report_due_pkey" PRIMARY KEY (id));

ALTER TABLE "internal"."report_due" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."report_use" ("location_id" uuid NOT NULL, "day" date NOT NULL, "employee_id" uuid NOT NULL, "working" integer NOT NULL, "taken" integer NOT NULL, CONSTRAINT "report_use_pkey" PRIMARY KEY (location_id, day, employee_id));

ALTER TABLE "internal"."report_use" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.mark_first_visits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform internal.mark_visits_between(array_agg(customer_id), array_agg(null::timestamptz), array_agg(first_visit_at)) from made;
  elsif tg_op = 'UPDATE' then
    perform internal.mark_visits_between(array_agg(made.customer_id), array_agg(gone.first_visit_at), array_agg(made.first_visit_at))
    from made join gone on gone.customer_id = made.customer_id;
  else
    perform internal.mark_visits_between(array_agg(customer_id), array_agg(first_visit_at), array_agg(null::timestamptz)) from gone;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.mark_visit_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into internal.report_due (location_id, first, last)
  select location.id, spot.day, spot.day from public.locations location
  cross join lateral (select (new.starts_at at time zone location.time_zone)::date as day) spot where location.id = new.location_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.mark_visits_between(p_customers uuid[], p_were timestamp with time zone[], p_are timestamp with time zone[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into internal.report_due (location_id, first, last)
  select distinct visit.location_id, spot.day, spot.day
  from unnest(p_customers, p_were, p_are) changed (customer_id, was, now)
  join public.appointments visit on visit.customer_id = changed.customer_id and visit.starts_at > least(changed.was, changed.now)
    and visit.starts_at <= greatest(coalesce(changed.was, 'infinity'), coalesce(changed.now, 'infinity'))
  join public.locations location on location.id = visit.location_id
  cross join lateral (select (visit.starts_at at time zone location.time_zone)::date as day) spot
  where changed.was is distinct from changed.now;
end $function$;

CREATE OR REPLACE FUNCTION internal.mark_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into internal.report_due (location_id, first, last) values (new.id, '-infinity', 'infinity');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.note_report_use(p_location uuid, p_first date, p_last date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  zone constant text := (select time_zone from public.locations where id = p_location);
  people constant uuid[] := array(select id from public.employees where location_id = p_location and active and not archived order by id);
begin
  delete from internal.report_use where location_id = p_location and day between p_first and p_last and employee_id = any(people);
  insert into internal.report_use (location_id, day, employee_id, working, taken)
  select p_location, each.day, people[each.turn], internal.length_of(own.work), internal.length_of(own.work - each.free)
  from internal.days(p_location, people, zone, p_first, p_last, row(internal.present(), null, false, false, false)::internal.outlook) each
  cross join lateral (select each.work * int4multirange(int4range(each.begins, each.ends)) as work) own
  where not isempty(own.work);
end $function$;

CREATE OR REPLACE FUNCTION internal.report_part(p_day date, p_last date, p_days integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_days <= 31 then p_day when p_days <= 92 then p_last - (p_last - p_day) / 7 * 7
    else least((date_trunc('month', p_day::timestamp) + interval '1 month')::date - 1, p_last) end
$function$;

CREATE OR REPLACE FUNCTION internal.report_reach()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 2 * 366 $function$;

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
    case when exists (select from internal.report_use where location_id = p_location) then today - 35 else begins end, today, '[]'));
begin
  delete from internal.report_days where location_id = p_location and day < oldest;
  delete from internal.report_use where location_id = p_location and day < oldest;
  perform internal.sum_report_days(p_location, days);
  if not isempty(noted) then perform internal.note_report_use(p_location, lower(noted), upper(noted) - 1); end if;
  return cardinality(days);
end $function$;

CREATE OR REPLACE FUNCTION internal.sum_report_days(p_location uuid, p_days date[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  zone constant text := (select time_zone from public.locations where id = p_location);
begin
  delete from internal.report_days where location_id = p_location and day = any(p_days);
  insert into internal.report_days (location_id, day, visits, cents, fresh, again, missed, leads, sources)
  with visit as materialized (
    select wanted.day, booked.state = 'no_show' as missed, booked.source || ' ' || booked.origin as source,
      case when booked.source <> 'import'
        then width_bucket(wanted.day - (booked.created_at at time zone zone)::date, array[1, 2, 4, 8, 15, 31]) end as lead,
      case when booked.customer_id is not null then coalesce(facts.first_visit_at >= booked.starts_at, true) end as fresh,
      count(*) as visits, sum(booked.total_cents) as cents
    from unnest(p_days) wanted (day)
    join public.appointments booked on booked.location_id = p_location and booked.starts_at >= internal.instant(wanted.day::timestamp, zone)
      and booked.starts_at < internal.instant((wanted.day + 1)::timestamp, zone)
    left join public.customer_facts facts on facts.customer_id = booked.customer_id
    where booked.state in ('confirmed', 'completed', 'no_show')
    group by 1, 2, 3, 4, 5
  )
  select p_location, visit.day, coalesce(sum(visits) filter (where not missed), 0), coalesce(sum(cents) filter (where not missed), 0),
    coalesce(sum(visits) filter (where not missed and fresh), 0), coalesce(sum(visits) filter (where not missed and not fresh), 0),
    coalesce(sum(visits) filter (where missed), 0),
    array(select coalesce(sum(one.visits) filter (where not one.missed), 0) from generate_series(0, 6) class
      left join visit one on one.day = visit.day and one.lead = class group by class order by class),
    (select coalesce(jsonb_object_agg(door.source, door.visits), '{}') from (select one.source, sum(one.visits) as visits from visit one
      where one.day = visit.day and not one.missed group by one.source) door)
  from visit group by visit.day;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_reports(p_limit integer DEFAULT 500)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fed jsonb;
  changes integer;
  days integer := 0;
  spot uuid;
  marks datemultirange;
begin
  if not pg_try_advisory_xact_lock(hashtext('reports')) then return jsonb_build_object('done', 0, 'more', false); end if;
  fed := public.read_feed('reports', p_limit);
  changes := jsonb_array_length(fed -> 'changes');
  if (fed ->> 'reset')::boolean then perform public.mark_reports(); end if;
  insert into internal.report_due (location_id, first, last)
  select distinct location.id, day.date, day.date
  from jsonb_to_recordset(fed -> 'changes') change (appointment_id uuid, old_starts_at timestamptz, new_starts_at timestamptz)
  join public.appointments visit on visit.id = change.appointment_id
  join public.locations location on location.id = visit.location_id
  cross join lateral (values (visit.starts_at), (change.old_starts_at), (change.new_starts_at)) moment (at)
  cross join lateral (select (moment.at at time zone location.time_zone)::date as date) day
  where day.date is not null;
  perform public.advance_feed('reports', fed ->> 'from', fed ->> 'token');
  while days < p_limit loop
    spot := (select location_id from internal.report_due order by id limit 1);
    exit when spot is null;
    with taken as (delete from internal.report_due where location_id = spot returning first, last)
    select range_agg(daterange(first, last, '[]')) into marks from taken;
    days := days + coalesce((select internal.sum_marked(id, marks) from public.locations where id = spot), 0) + 1;
  end loop;
  return jsonb_build_object('done', changes + days, 'more', changes >= p_limit or exists (select from internal.report_due));
end $function$;

CREATE OR REPLACE FUNCTION public.mark_reports(p_first date DEFAULT NULL::date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into internal.report_due (location_id, first, last)
  select location.id, least(coalesce(p_first, '-infinity'), day.last), day.last from public.locations location
  cross join lateral (select case when p_first is null then 'infinity' else (internal.present() at time zone location.time_zone)::date end as last) day;
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
  if last is null then return '{"parts": [], "sources": [], "leads": [], "people": []}'; end if;
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
  )
  select jsonb_build_object(
    'parts', (select coalesce(jsonb_agg(to_jsonb(part) order by part.last), '[]') from part),
    'sources', (select coalesce(jsonb_agg(to_jsonb(brought) order by brought.source, brought.origin), '[]') from brought),
    'leads', (select coalesce(jsonb_agg(to_jsonb(ahead) order by ahead.days), '[]') from ahead),
    'people', (select coalesce(jsonb_agg(to_jsonb(worked) - 'position' order by worked.position, worked.id), '[]') from worked)) into answer;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.report_rows(p_location uuid, p_first date, p_last date, p_by text DEFAULT 'person'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  zone constant text := (select time_zone from public.locations where id = p_location);
  first constant date := internal.reckonable(p_first);
  last constant date := least(internal.reckonable(p_last), first + 30);
  begins constant timestamptz := internal.instant(first::timestamp, zone);
  ends constant timestamptz := internal.instant((last + 1)::timestamp, zone);
begin
  perform internal.require_reports(p_location);
  if p_location not in (select internal.locations_with('export')) then perform internal.fail('not_allowed'); end if;
  return (
    with part as (
      select visit.id, visit.state in ('confirmed', 'completed') as came, visit.state, visit.source, line.price_cents,
        case p_by when 'person' then line.employee_id when 'service' then line.service_id end as subject,
        case when line.event_id is null or row_number() over (
            partition by line.event_id, visit.state in ('confirmed', 'completed'),
              case p_by when 'person' then line.employee_id::text when 'service' then line.service_id::text else visit.source end
            order by visit.id, line.position) = 1
          then extract(epoch from line.ends_at - line.starts_at)::integer / 60 else 0 end as minutes
      from public.appointments visit join public.appointment_lines line on line.appointment_id = visit.id
      where visit.location_id = p_location and visit.starts_at >= begins and visit.starts_at < ends
        and visit.state in ('confirmed', 'completed', 'no_show', 'cancelled')
    ), summed as (
      select subject, case when p_by is distinct from 'person' and p_by is distinct from 'service' then source end as source,
        count(distinct id) filter (where came) as visits, coalesce(sum(minutes) filter (where came), 0) as minutes,
        coalesce(sum(price_cents) filter (where came), 0) as cents,
        count(distinct id) filter (where state = 'no_show') as missed, count(distinct id) filter (where state = 'cancelled') as cancelled
      from part group by 1, 2
    )
    select coalesce(jsonb_agg(jsonb_build_object('name', named.name, 'visits', summed.visits, 'minutes', summed.minutes, 'cents', summed.cents,
      'missed', summed.missed, 'cancelled', summed.cancelled) order by named.name, summed.subject), '[]')
    from summed cross join lateral (select coalesce(summed.source, (select person.name from public.employees person where person.id = summed.subject),
      (select service.name from public.services service where service.id = summed.subject)) as name) named);
end $function$;

ALTER TABLE "internal"."report_days" ADD CONSTRAINT "report_days_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

ALTER TABLE "internal"."report_use" ADD CONSTRAINT "report_use_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employees(id) ON DELETE CASCADE;

CREATE INDEX report_due_location ON internal.report_due USING btree (location_id);

CREATE INDEX report_use_employee ON internal.report_use USING btree (employee_id);

CREATE TRIGGER mark_visit_day AFTER UPDATE OF customer_id ON public.appointments FOR EACH ROW WHEN ((old.customer_id IS DISTINCT FROM new.customer_id)) EXECUTE FUNCTION internal.mark_visit_day();

CREATE TRIGGER mark_first_visits_changed AFTER UPDATE ON public.customer_facts REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION internal.mark_first_visits();

CREATE TRIGGER mark_first_visits_gone AFTER DELETE ON public.customer_facts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION internal.mark_first_visits();

CREATE TRIGGER mark_first_visits_made AFTER INSERT ON public.customer_facts REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION internal.mark_first_visits();

CREATE TRIGGER mark_zone AFTER UPDATE OF time_zone ON public.locations FOR EACH ROW WHEN ((old.time_zone <> new.time_zone)) EXECUTE FUNCTION internal.mark_zone();

REVOKE ALL ON FUNCTION "internal"."mark_first_visits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mark_visit_day"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mark_visits_between"(uuid[], timestamp with time zone[], timestamp with time zone[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mark_zone"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_report_use"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."report_part"(date, date, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."report_reach"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sum_marked"(uuid, datemultirange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sum_report_days"(uuid, date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."keep_reports"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_reports"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_reports"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mark_reports"(date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_figures"(uuid, date, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_figures"(uuid, date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_rows"(uuid, date, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_rows"(uuid, date, date, text) TO "authenticated";
