-- The whole index of a location: free days and listing.

create function internal.reindex_location(p_location uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.refresh_days(p_location);
  perform internal.refresh_listing(p_location);
end $$;

-- Every difference between the index and a fresh computation, named; no rows when the index is right.
-- p_location null: all locations, also those that should not be in the index.
create function internal.index_differences(p_location uuid default null)
returns table (location_id uuid, employee_id uuid, day date, what text, expected text, found text)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select place.id, days.employee_id, days.day, days.what, days.expected, days.found
  from (
    select location.id from public.locations location where p_location is null or location.id = p_location
    union select calendar.location_id from internal.calendars calendar where p_location is null or calendar.location_id = p_location
    union select listing.location_id from internal.listings listing where p_location is null or listing.location_id = p_location
  ) place
  cross join lateral (
    select * from internal.day_differences(place.id)
    union all select null, null, listing.* from internal.listing_differences(place.id) listing
  ) days;
end $$;

-- Builds the index anew for up to p_limit locations after this one in the order of ids; p_after null begins.
-- Returns {last, done}: `last` is null when all are done. For the server and `npm run db:index`.
create function public.rebuild_availability(p_after uuid default null, p_limit integer default 20) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
  last uuid;
  done integer := 0;
begin
  for place in
    select id from public.locations where p_after is null or id > p_after order by id limit p_limit
  loop
    perform internal.reindex_location(place);
    last := place;
    done := done + 1;
  end loop;
  return jsonb_build_object('last', last, 'done', done);
end $$;

-- Compares up to p_limit locations after this one and mends those that differ.
-- Returns {last, done, differences: [{location_id, employee_id, day, what, expected, found}]}. For the server's nightly job.
create function public.check_availability(p_after uuid default null, p_limit integer default 20) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  place uuid;
  last uuid;
  done integer := 0;
  differences jsonb := '[]';
  found jsonb;
begin
  for place in
    select id from public.locations where p_after is null or id > p_after order by id limit p_limit
  loop
    select jsonb_agg(to_jsonb(difference)) into found from internal.index_differences(place) difference;
    if found is not null then
      differences := differences || found;
      perform internal.reindex_location(place);
    end if;
    last := place;
    done := done + 1;
  end loop;
  return jsonb_build_object('last', last, 'done', done, 'differences', differences);
end $$;

revoke execute on function internal.reindex_location, internal.index_differences, public.rebuild_availability,
  public.check_availability from public;
grant execute on function public.rebuild_availability, public.check_availability to service_role;
