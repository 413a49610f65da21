-- How many places on waiting lists of courses were asked for on a local day, and how many of them led to a booking. The places themselves are
-- deleted some weeks after the course (85_accounts/60_retention); what they came to is kept here, without names.
create table internal.report_waits (
  location_id uuid not null references public.locations on delete cascade,
  day date not null,
  asked integer not null,
  seated integer not null,
  primary key (location_id, day)
);
alter table internal.report_waits enable row level security;

-- A place that is deleted still counts, if its address was confirmed. With its course or location everything goes.
create function internal.keep_wait() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.report_waits as known (location_id, day, asked, seated)
  select place.id, (old.created_at at time zone place.time_zone)::date, 1,
    (exists (select from public.appointments visit where visit.id = old.hold_id))::integer
  from public.events event join public.locations place on place.id = event.location_id where event.id = old.event_id
  on conflict (location_id, day) do update set asked = known.asked + 1, seated = known.seated + excluded.seated;
  return null;
end $$;
create trigger keep_wait after delete on public.event_waits for each row
  when (old.confirmed_at is not null) execute function internal.keep_wait();

-- The days with places asked for, in any order; a day may come twice.
create function internal.waits_by_day(p_location uuid, p_first date, p_last date) returns table (day date, asked bigint, seated bigint)
language plpgsql stable set search_path = '' as $$
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
end $$;

revoke execute on function internal.keep_wait, internal.waits_by_day from public;
