-- Group events: a course, a class, a workshop. The event takes its employee and its room once (`occupancies`, kind `event`), however many
-- people come; bookings take seats. Each seat is a row and belongs to at most one booking or hold, so there is no counter that could go wrong.
-- A held seat whose time is over is free for anyone; whoever takes seats locks the event's row first.

create table public.events (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null,
  -- What is booked: its category says whether it can be withdrawn from, its name stands where the event has no title.
  service_id uuid not null,
  employee_id uuid not null,
  resource_id uuid,
  title varchar(120) not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  seats smallint not null check (seats between 1 and 500),
  -- Of one seat.
  price_cents integer not null check (price_cents >= 0),
  cancelled_at timestamptz,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What it is about, for visitors.
  description varchar(2000) not null default '',
  -- Bookable until so many minutes before the start, and to be cancelled until so many hours before; null: as the location says.
  notice_minutes integer check (notice_minutes between 0 and 525600),
  cancellation_hours smallint check (cancellation_hours between 0 and 720),
  -- Events that were made together, by a repetition.
  series uuid,
  foreign key (service_id, location_id) references public.services (id, location_id) on delete cascade,
  foreign key (employee_id, location_id) references public.employees (id, location_id) on delete cascade,
  foreign key (resource_id, location_id) references public.resources (id, location_id) on delete cascade,
  constraint events_times check (starts_at < ends_at and ends_at <= starts_at + interval '24 hours'
    and date_trunc('minute', starts_at, 'UTC') = starts_at and date_trunc('minute', ends_at, 'UTC') = ends_at)
);
create index events_location on public.events (location_id, starts_at);
create index events_employee on public.events (employee_id);
create index events_service on public.events (service_id);
create index events_series on public.events (series) where series is not null;
create index events_resource on public.events (resource_id) where resource_id is not null;
create trigger touch before update on public.events for each row execute function internal.touch_updated_at();

-- `source` is the hold and then the appointment, one id for both.
create table public.event_seats (
  event_id uuid not null references public.events on delete cascade,
  seat smallint not null,
  source uuid,
  expires_at timestamptz,
  -- Since when it has been offered to those who wait, one after the other; null once it is booked.
  offered_from timestamptz,
  primary key (event_id, seat),
  constraint event_seats_held check (expires_at is null or source is not null)
) with (fillfactor = 70);
create index event_seats_source on public.event_seats (source) where source is not null;

-- Whoever books a seat ends the row of its offers.
create function internal.end_offers() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.offered_from := null;
  return new;
end $$;
create trigger end_offers before update on public.event_seats for each row
  when (new.offered_from is not null and new.source is not null and new.expires_at is null) execute function internal.end_offers();
revoke execute on function internal.end_offers from public;

-- A place on the waiting list of an event. It counts once its address is confirmed, because whoever waits types any address. When seats become
-- free, they are offered once, in the order of coming, to the first for whom they are enough: by a hold (`hold_id`), which the person confirms like any
-- other, and a mail about it (50_booking/89_event_offers). What becomes of it then follows from the hold: booked, lapsed or given back.
create table public.event_waits (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events on delete cascade,
  seats smallint not null check (seats between 1 and 10),
  user_id uuid references auth.users on delete set null,
  name varchar(120) not null,
  email varchar(254) not null check (internal.is_address(email)),
  phone varchar(40) not null default '',
  created_at timestamptz not null default now(),
  hold_id uuid,
  -- When the person gave the place up.
  left_at timestamptz,
  -- When somebody who reads the mails of this address, or has it in their account as their own, said that they want the place.
  confirmed_at timestamptz,
  -- Where it was taken from (00_ground/30_visitors), for the limits; null: without limits.
  network inet
);
create index event_waits_event on public.event_waits (event_id, created_at);
create index event_waits_network on public.event_waits (network) where left_at is null and network is not null;
create index event_waits_user on public.event_waits (user_id) where user_id is not null;

-- Who has all calendars sees all events of their locations, staff their own, and who waits for them; visitors use public.upcoming_events. An
-- address that nobody has confirmed is no business's concern. Nobody reads seats, and only the verbs write.
alter table public.events enable row level security;
alter table public.event_seats enable row level security;
alter table public.event_waits enable row level security;
create policy members_read on public.events for select to authenticated using (
  location_id = any(array(select internal.locations_with('all_calendars')))
  or (location_id = any(array(select internal.locations_as('staff'))) and employee_id = any(array(select internal.own_employees()))));
create policy members_and_waiting_read on public.event_waits for select to authenticated using (
  user_id = (select internal.person()) or (confirmed_at is not null and exists (select from public.events event where event.id = event_id)));
grant select on public.events to authenticated;
grant select (id, event_id, seats, user_id, name, email, phone, created_at, hold_id, left_at, confirmed_at) on public.event_waits to authenticated;
grant all on public.events, public.event_seats, public.event_waits to service_role;

-- What an event was before each step of the last day, for who takes it back (50_booking/96_taking_back).
create table internal.events_before (
  event_id uuid not null references public.events on delete cascade,
  xid xid8 not null default pg_current_xact_id(),
  before jsonb not null,
  -- Its `updated_at` after the step.
  version timestamptz not null,
  made_by uuid,
  at timestamptz not null default now(),
  primary key (event_id, xid)
);
create index events_before_step on internal.events_before (xid);
create index events_before_at on internal.events_before (at);
alter table internal.events_before enable row level security;

create function internal.keep_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.events_before (event_id, before, version, made_by) values (old.id, to_jsonb(old), new.updated_at, internal.person())
  on conflict (event_id, xid) do update set version = excluded.version;
  return null;
end $$;
create trigger keep_event after update on public.events for each row execute function internal.keep_event();
revoke execute on function internal.keep_event from public;
