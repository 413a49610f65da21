set local check_function_bodies = off;

insert into internal.rights (name, from_role) values ('reports', 'manager');

CREATE TABLE "internal"."search_demand" ("day" date NOT NULL, "category" smallint NOT NULL, "city_id" integer NOT NULL, "weekday" smallint NOT NULL, "hour" smallint NOT NULL, "searched" integer NOT NULL, "found" integer NOT NULL, CONSTRAINT "search_demand_check" CHECK (((found >= 0) AND (found <= searched))), CONSTRAINT "search_demand_hour_check" CHECK (((hour >= '-1'::integer) AND (hour <= 23))), CONSTRAINT "search_demand_pkey" PRIMARY KEY (city_id, category, day, weekday, hour), CONSTRAINT "search_demand_searched_check" CHECK ((searched > 0)), CONSTRAINT "search_demand_weekday_check" CHECK (((weekday >= 0) AND (weekday <= 7))));

ALTER TABLE "internal"."search_demand" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.require_reports(p_location uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('reports')) then perform internal.fail('not_allowed'); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.count_demand(p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := (internal.present() at time zone 'Europe/Berlin')::date;
begin
  insert into internal.search_demand as kept (day, category, city_id, weekday, hour, searched, found)
  select row.day, row.category, row.city, row.weekday, row.hour, sum(row.searched), sum(row.found)
  from jsonb_to_recordset(p_rows) row (day date, city integer, category smallint, weekday smallint, hour smallint, searched integer, found integer)
  where row.day between today - 7 and today + 1 and row.weekday between 0 and 7 and row.hour between -1 and 23
    and row.searched between 1 and 1000000 and row.found between 0 and row.searched and row.category is not null and row.city is not null
  group by row.city, row.category, row.day, row.weekday, row.hour
  order by row.city, row.category, row.day, row.weekday, row.hour
  on conflict (city_id, category, day, weekday, hour) do update
    set (searched, found) = row(kept.searched + excluded.searched, kept.found + excluded.found);
  delete from internal.search_demand old where old.day < today - 731;
end $function$;

CREATE OR REPLACE FUNCTION public.demand_by_hour(p_location uuid, p_last date, p_days integer DEFAULT 30)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last constant date := internal.reckonable(p_last);
  days constant integer := least(greatest(p_days, 1), 366);
begin
  perform internal.require_reports(p_location);
  return (
    select coalesce(jsonb_agg(to_jsonb(cell) order by cell.weekday, cell.hour), '[]') from (
      select demand.weekday, demand.hour, sum(demand.searched) as searched, sum(demand.found) as found
      from internal.listings listing
      join internal.search_demand demand on demand.city_id = listing.city_id and demand.category = listing.category
        and demand.day > last - days and demand.day <= last
      where listing.location_id = p_location
      group by demand.weekday, demand.hour having sum(demand.searched) >= 5) cell);
end $function$;

CREATE INDEX search_demand_day ON internal.search_demand USING btree (day);

REVOKE ALL ON FUNCTION "internal"."require_reports"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."count_demand"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_demand"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."demand_by_hour"(uuid, date, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."demand_by_hour"(uuid, date, integer) TO "authenticated";
