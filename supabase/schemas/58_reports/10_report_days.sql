-- What the visits of a local day come to. A visit took place or is to take place (confirmed, completed); `missed` did not, though it should
-- have. Fresh is somebody's first, returning a later one; who is in no customer file is neither.
create table internal.report_days (
  location_id uuid not null references public.locations on delete cascade,
  day date not null,
  visits integer not null,
  cents bigint not null,
  fresh integer not null,
  again integer not null,
  missed integer not null,
  -- Visits by the days between booking and visit: 0, 1, 2–3, 4–7, 8–14, 15–30, more. Imports tell nothing of that.
  leads integer[] not null,
  -- Visits by source and origin: {"web marketplace": 3}.
  sources jsonb not null,
  primary key (location_id, day)
);
alter table internal.report_days enable row level security;

-- Minutes that a person worked on a local day, and how many of these were taken, as the roster counts them. They stay as they were when the
-- day had passed: other hours later on do not change the past, and whoever left has worked.
create table internal.report_use (
  -- The employee's. A second foreign key would make this a second way from locations to employees for the rest service.
  location_id uuid not null,
  day date not null,
  employee_id uuid not null references public.employees on delete cascade,
  working integer not null,
  taken integer not null,
  primary key (location_id, day, employee_id)
);
create index report_use_employee on internal.report_use (employee_id);
alter table internal.report_use enable row level security;

-- Sums the visits of some days of a location anew. Who calls holds the lock of keep_reports, so that no older sum comes last.
create function internal.sum_report_days(p_location uuid, p_days date[]) returns void
language plpgsql set search_path = '' set jit = off as $$
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
end $$;

-- Notes anew what people worked from one day to another. Those who have left keep what was noted while they were there.
create function internal.note_report_use(p_location uuid, p_first date, p_last date) returns void
language plpgsql set search_path = '' set jit = off as $$
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
end $$;

revoke execute on function internal.sum_report_days, internal.note_report_use from public;
