-- Everything that takes time of an employee or a resource, whatever it is. The promise of the product is the one constraint of this table: nobody
-- and nothing is booked twice at the same time.
--
-- `minutes` are whole minutes since 1970. For the employee of a line of a visit: the service with its buffers, without its processing gap and
-- without what an earlier line of the visit already takes of the same person; for its resource: from buffer to buffer. What takes no minute has no
-- row. `expires_at` is set for holds: after it the time counts as free, and the row is removed when somebody takes the time (internal.release_expired).
-- `source` is the hold and then the appointment (`line`, one id for both), the block or the event. There are no foreign keys, since every booking
-- would pay for them: deleting a source deletes its occupancies, and a test looks for any left without one.

create type internal.occupancy_kind as enum ('line', 'block', 'event');

create table public.occupancies (
  subject uuid not null,
  minutes int4multirange not null,
  source uuid not null,
  "position" smallint not null,
  kind internal.occupancy_kind not null,
  expires_at timestamptz,
  primary key (source, "position", subject),
  constraint occupancies_no_overlap exclude using gist (subject with =, minutes with &&)
  -- Leaves room on the page for the confirmed version of a row, which then needs no new entry in the exclusion index. For the same reason
  -- `expires_at` has no index.
) with (fillfactor = 70);
alter table public.occupancies enable row level security;
grant all on public.occupancies to service_role;

-- What one source is to take.
create type internal.taking as ("position" smallint, subject uuid, minutes int4multirange, resource boolean);

-- Takes time; if somebody else has any of it, takes nothing and returns false. Every transaction takes people before resources, and
-- whoever takes more than one of either locks the location exclusively (50_booking/35_appointment_verbs), so there are no deadlocks.
create function internal.occupy(p_source uuid, p_kind internal.occupancy_kind, takings internal.taking[], p_expires_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
declare
  placed integer;
begin
  insert into public.occupancies (subject, minutes, source, "position", kind, expires_at)
  select taking.subject, taking.minutes, p_source, taking."position", p_kind, p_expires_at
  from unnest(takings) taking order by taking.resource, taking.subject, lower(taking.minutes)
  on conflict on constraint occupancies_no_overlap do nothing;
  get diagnostics placed = row_count;
  if placed = cardinality(takings) then return true; end if;
  if placed > 0 then perform internal.vacate(p_source); end if;
  return false;
end $$;

-- Gives back all that a source has taken: time, and seats of events.
create function internal.vacate(p_source uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.occupancies where source = p_source;
  update public.event_seats set source = null, expires_at = null where source = p_source;
end $$;

-- What is taken of some subjects as of a moment, except what `ignored` takes, which is being moved. A closed resource (50_booking/86_closing_resources) is
-- for nobody, whoever is still in it.
create function internal.taken_minutes(subjects uuid[], period int4range, at timestamptz, ignored uuid)
returns table (subject uuid, minutes int4multirange)
language plpgsql stable rows 1 set search_path = '' as $$
begin
  return query
  select part.subject, range_agg(part.minutes)
  from (
    select one.subject, one.minutes from public.occupancies one
    where one.subject = any(subjects) and one.minutes && period and internal.is_live(one.expires_at, at)
      and one.source is distinct from ignored
    union all
    select disruption.resource_id, internal.closed_minutes(disruption.starts_at, disruption.ends_at) from public.disruptions disruption
    where disruption.resource_id = any(subjects) and disruption.block_id is not null
      and internal.closed_minutes(disruption.starts_at, disruption.ends_at) && period) part
  group by part.subject;
end $$;

-- An employee or resource whose time is booked or held cannot be deleted, unless the whole location is: the error is that of a reference (23503).
-- Blocked time is deleted along with them, and lapsed holds end.
create function internal.drop_occupancies() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  if exists (
    select from gone join public.locations place on place.id = gone.location_id
    join public.occupancies one on one.subject = gone.id and one.kind <> 'block'
      and internal.is_live(one.expires_at, present)) then
    raise exception using errcode = '23503', message = format('time of these %s is taken', tg_table_name);
  end if;
  perform internal.end_hold(hold.id, false) from (
    select distinct one.source as id from public.occupancies one where one.subject in (select id from gone) and one.expires_at <= present) hold;
  delete from public.occupancies where subject in (select id from gone);
  return null;
end $$;
create trigger drop_occupancies after delete on public.employees referencing old table as gone for each statement
  execute function internal.drop_occupancies();
create trigger drop_occupancies after delete on public.resources referencing old table as gone for each statement
  execute function internal.drop_occupancies();

revoke execute on function internal.occupy, internal.vacate, internal.taken_minutes, internal.drop_occupancies from public;
