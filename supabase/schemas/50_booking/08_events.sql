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
  foreign key (service_id, location_id) references public.services (id, location_id) on delete cascade,
  foreign key (employee_id, location_id) references public.employees (id, location_id) on delete cascade,
  foreign key (resource_id, location_id) references public.resources (id, location_id) on delete cascade,
  constraint events_times check (starts_at < ends_at and ends_at <= starts_at + interval '24 hours'
    and date_trunc('minute', starts_at, 'UTC') = starts_at and date_trunc('minute', ends_at, 'UTC') = ends_at)
);
create index events_location on public.events (location_id, starts_at);
create index events_employee on public.events (employee_id);
create index events_service on public.events (service_id);
create index events_resource on public.events (resource_id) where resource_id is not null;
create trigger touch before update on public.events for each row execute function internal.touch_updated_at();

-- `source` is the hold and then the appointment, one id for both.
create table public.event_seats (
  event_id uuid not null references public.events on delete cascade,
  seat smallint not null,
  source uuid,
  expires_at timestamptz,
  primary key (event_id, seat),
  constraint event_seats_held check (expires_at is null or source is not null)
) with (fillfactor = 70);
create index event_seats_source on public.event_seats (source) where source is not null;

-- Members see the events of their locations; visitors use public.upcoming_events. Nobody reads seats, and only the verbs write.
alter table public.events enable row level security;
alter table public.event_seats enable row level security;
create policy members_read on public.events for select to authenticated
  using (location_id = any(array(select internal.locations_as('staff'))));
grant select on public.events to authenticated;
grant all on public.events, public.event_seats to service_role;
