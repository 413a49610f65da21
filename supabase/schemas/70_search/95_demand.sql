-- What visitors search for, as counts: nothing of who they are. The server counts in memory and stores every few seconds
-- (app/lib/search-demand.ts), so that no search waits for it. A search of several hours counts in each of them.

create table internal.search_demand (
  -- The local day of the search, in Germany.
  day date not null,
  -- 0: any.
  category smallint not null,
  city_id integer not null,
  -- The wanted weekday by ISO; 0: any.
  weekday smallint not null check (weekday between 0 and 7),
  -- The wanted hour of the local day; -1: any.
  hour smallint not null check (hour between -1 and 23),
  searched integer not null check (searched > 0),
  -- For how many of these something was free.
  found integer not null check (found between 0 and searched),
  primary key (city_id, category, day, weekday, hour)
);
create index search_demand_day on internal.search_demand (day);
alter table internal.search_demand enable row level security;

-- Adds counts: [{day, city, category, weekday, hour, searched, found}]. Drops what is older than two years. For the server only. Rows that make no
-- sense are left out. In one order, so that processes do not wait for each other in a circle.
create function public.count_demand(p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- What was searched in the city of a published location, in its categories or in any, over the days up to `p_last`, 366 at most, by wanted weekday (0: any)
-- and hour (-1: any): [{weekday, hour, searched, found}]. Whatever was searched less than five times is nobody's to see.
-- Errors: location_not_found, not_allowed.
create function public.demand_by_hour(p_location uuid, p_last date, p_days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

revoke execute on function public.count_demand, public.demand_by_hour from public;
grant execute on function public.count_demand to service_role;
grant execute on function public.demand_by_hour to authenticated;
