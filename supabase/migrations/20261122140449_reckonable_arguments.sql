-- Only functions change: dates and numbers that nobody can reckon with find nothing, or are refused in the words of the verbs.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.present_or(given timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if given is null or current_setting('role', true) in ('anon', 'authenticated') then return internal.present(); end if;
  return internal.reckonable(given);
end $function$;

CREATE OR REPLACE FUNCTION internal.read_wish(p_category text, p_text text, p_latitude double precision, p_longitude double precision, p_radius_km double precision, p_city_id integer, p_postal_code text, p_min_price_cents integer, p_max_price_cents integer, p_min_rating numeric, p_attributes text[], p_languages text[], p_open_now boolean)
 RETURNS internal.search_wish
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wish internal.search_wish;
  word text;
  meant tsquery;
begin
  wish.category := case when p_category is null then 0 else (select id from public.categories where slug = p_category) end;
  if p_text <> '' then
    for word in
      select part from regexp_split_to_table(internal.search_key(left(p_text, 200)), ' ') part where length(part) > 1 limit 6
    loop
      -- Words like "und" mean nothing.
      continue when ts_lexize('pg_catalog.german_stem', word) = '{}';
      meant := internal.meant_by(word);
      wish.words := case when wish.words is null then meant else wish.words && meant end;
      wish.any_word := case when wish.any_word is null then meant else wish.any_word || meant end;
    end loop;
  end if;
  -- What is nowhere on the globe, NaN and infinity among it, finds nothing.
  if p_latitude not between -90 and 90 or p_longitude not between -180 and 180 then
    wish.category := null;
  else
    wish.center := internal.spot(p_latitude, p_longitude);
  end if;
  wish.radius_km := case when p_radius_km < 0 then 0 when p_radius_km < 2000 then p_radius_km when p_radius_km is not null then 2000 end;
  wish.city := p_city_id;
  if wish.center is null and p_postal_code is not null then
    select internal.spot(latitude, longitude), coalesce(wish.radius_km, 6) into wish.center, wish.radius_km
    from public.postal_codes where code = p_postal_code;
    -- A code that nobody knows finds nothing.
    if not found then wish.category := null; end if;
  elsif wish.center is null and p_city_id is not null then
    select internal.spot(latitude, longitude) into wish.center from public.cities where id = p_city_id;
  end if;
  wish.min_price_cents := p_min_price_cents;
  wish.max_price_cents := p_max_price_cents;
  -- More than five stars nobody has; a type of fewer digits holds it.
  wish.min_rating := case when p_min_rating is not null then least(greatest(p_min_rating, 0), 6) end;
  wish.languages := nullif(p_languages, '{}');
  wish.attributes := nullif(p_attributes, '{}');
  if wish.languages is not null then
    wish.attributes := coalesce(wish.attributes, '{}') || array(select 'language:' || spoken from unnest(p_languages) spoken);
  end if;
  wish.open_now := coalesce(p_open_now, false);
  return wish;
end $function$;

CREATE OR REPLACE FUNCTION internal.reckonable(given timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case when given < timestamptz '1900-01-01 00:00+00' then timestamptz '1900-01-01 00:00+00'
    when given > timestamptz '2200-01-01 00:00+00' then timestamptz '2200-01-01 00:00+00' else given end;
end $function$;

CREATE OR REPLACE FUNCTION internal.reckonable(given date)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case when given < date '1900-01-01' then date '1900-01-01' when given > date '2200-01-01' then date '2200-01-01' else given end;
end $function$;

CREATE OR REPLACE FUNCTION internal.window_days(p_date date, p_date_to date, p_from_minute integer, p_to_minute integer, at timestamp with time zone)
 RETURNS internal.search_day[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  today constant date := (at at time zone 'Europe/Berlin')::date;
  first_date date := greatest(internal.reckonable(coalesce(p_date, p_date_to, today)), today);
  last_date date := coalesce(internal.reckonable(p_date_to), internal.reckonable(p_date), case when p_from_minute is null and p_to_minute is null then today + 1 else today + 6 end);
begin
  return internal.search_days(internal.listed_zones(), first_date, least(last_date, first_date + 30), p_from_minute, p_to_minute, at);
end $function$;

CREATE OR REPLACE FUNCTION public.available_days(p_location uuid, p_services uuid[], p_employee uuid, p_from date, p_to date)
 RETURNS TABLE(day date, starts integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 31
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  place public.locations := internal.bookable_location(p_location);
begin
  if place.id is null or (p_from, p_to) <> (internal.reckonable(p_from), internal.reckonable(p_to)) then return; end if;
  if not p_to - p_from between 0 and 61 then return; end if;
  return query
  select p_from + every.index, coalesce(counted.starts, 0)
  from generate_series(0, p_to - p_from) as every (index)
  left join (
    select (free.starts_at at time zone place.time_zone)::date as day, count(*)::integer as starts
    from public.available_starts(p_location, p_services, p_employee, p_from, p_to) free group by 1
  ) counted on counted.day = p_from + every.index
  order by every.index;
end $function$;

CREATE OR REPLACE FUNCTION public.available_starts(p_location uuid, p_services uuid[], p_employee uuid DEFAULT NULL::uuid, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date, p_now timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  at constant timestamptz := internal.present_or(p_now);
  first_date constant date := internal.reckonable(p_from);
  last_date constant date := internal.reckonable(p_to);
  -- What most ask, one plain service of a published location, the index knows.
  wish constant internal.indexed_wish := case when cardinality(p_services) = 1 then
    internal.read_indexed_wish(p_location, p_services[1], p_employee, first_date, last_date, at) end;
begin
  if wish is not null then
    return query select * from internal.indexed_starts(p_location, wish, at);
  else
    return query select * from internal.computed_starts(p_location, p_services, p_employee, first_date, last_date, at);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.explain_start(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid)
 RETURNS TABLE(employee_id uuid, employee_name text, bookable boolean, reasons jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  place public.locations;
  person public.employees;
  question internal.start_question;
  missing uuid[];
  found jsonb[];
begin
  select * into place from public.locations where id = p_location and company_id in (select internal.companies_as('staff'));
  if place.id is null then perform internal.fail('not_allowed'); end if;
  question.starts_at := p_starts_at;
  question.asked_at := internal.present();
  if p_starts_at is null or p_starts_at not between question.asked_at - interval '3 years' and question.asked_at + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  question.zone := place.time_zone;
  question.first_date := (p_starts_at at time zone place.time_zone)::date - 2;
  question.midnights := internal.midnights(place.time_zone, question.first_date, question.first_date + 5 + cardinality(p_services));

  for person in
    select * from public.employees where location_id = p_location and (p_employee is null or id = p_employee)
    order by employees.position, id
  loop
    missing := internal.missing_services(p_services, person.id);
    found := case when cardinality(missing) > 0 then array[jsonb_build_object('reason', 'not_offered', 'service_ids', missing)]
      else '{}' end || case when person.active then '{}' else array[jsonb_build_object('reason', 'inactive')] end;
    if cardinality(found) = 0 then
      question.employee_id := person.id;
      question.may_read := coalesce(person.user_id = internal.person(), false)
        or place.company_id in (select internal.companies_as('manager'));
      question.may_read_all := place.company_id in (select internal.companies_as('manager'));
      question.working := coalesce((
        select working from internal.working_times(array[person.id], p_location, place.time_zone, question.first_date, question.midnights)
      ), '{}');
      found := internal.reasons_against(internal.with_lines(question, p_location, p_services), place);
    end if;
    employee_id := person.id;
    employee_name := person.name;
    bookable := cardinality(found) = 0;
    reasons := to_jsonb(found);
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.next_starts(p_location uuid, p_services uuid[], p_employee uuid DEFAULT NULL::uuid, p_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_limit integer DEFAULT 3, p_now timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone, employee_ids uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  at constant timestamptz := internal.present_or(p_now);
  wanted integer := least(p_limit, 50);
  place public.locations := internal.bookable_location(p_location);
  first_date date := (greatest(internal.reckonable(p_from), at) at time zone place.time_zone)::date;
  last_date date := (at at time zone place.time_zone)::date + place.horizon_days;
  days integer := 3;
  found integer;
begin
  while first_date <= last_date and wanted > 0 loop
    return query
    select next.* from public.available_starts(p_location, p_services, p_employee, first_date, first_date + days - 1, at) next
    where p_from is null or next.starts_at >= p_from limit wanted;
    get diagnostics found = row_count;
    wanted := wanted - found;
    first_date := first_date + days;
    -- Most visits are found in the first days; whoever is booked out is searched in longer steps.
    days := least(2 * days + 1, 62);
  end loop;
end $function$;

REVOKE ALL ON FUNCTION "internal"."reckonable"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."reckonable"(timestamp with time zone) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."reckonable"(timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."reckonable"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."reckonable"(date) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."reckonable"(date) TO "service_role";
