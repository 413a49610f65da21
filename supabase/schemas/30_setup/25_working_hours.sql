-- When employees work and when a location is open. Wall times in the zone of the location.
-- A weekly row whose end is not after its start ends on the next day; 24:00 is midnight of the next day.
-- `valid_from` and `valid_to` are local dates on which the shift begins, both included; null is open.
-- A rota is a cycle of 2 to 4 weeks, A to D, that begins on a Monday and goes on in both directions: the row holds in the week `rota_week` of it
-- (1 is A), counted from `rota_start`. Without one it holds every week.

create table public.working_hours (
  id uuid primary key default gen_random_uuid(),
  employee_id uuid not null references public.employees on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  starts time not null check (starts < time '24:00'),
  ends time not null,
  valid_from date,
  valid_to date,
  -- Times are whole minutes everywhere.
  check (extract(second from starts) = 0 and extract(second from ends) = 0),
  check (valid_from is null or valid_to is null or valid_from <= valid_to),
  rota_weeks smallint,
  rota_week smallint,
  rota_start date,
  constraint working_hours_rota check (num_nulls(rota_weeks, rota_week, rota_start) in (0, 3)
    and rota_weeks between 2 and 4 and rota_week between 1 and rota_weeks
    and rota_start between date '2000-01-01' and date '2200-01-01' and extract(isodow from rota_start) = 1)
);
create index working_hours_employee on public.working_hours (employee_id, weekday);

-- Whether a row of working hours with this rota holds in the week of a local date.
create function internal.in_rota(weeks smallint, week smallint, start date, day date) returns boolean language sql immutable parallel safe
return weeks is null or ((day - start) % (7 * weeks) + 7 * weeks) % (7 * weeks) / 7 = week - 1;
revoke execute on function internal.in_rota from public;

-- The week of a location, written once: the week of everybody without one of their own (`employees.own_hours`), whose rows of
-- working_hours are kept equal to these by 40_week. Availability and the public page read working_hours only.
create table public.location_hours (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  starts time not null check (starts < time '24:00'),
  ends time not null,
  valid_from date,
  valid_to date,
  created_at timestamptz not null default now(),
  check (extract(second from starts) = 0 and extract(second from ends) = 0),
  check (valid_from is null or valid_to is null or valid_from <= valid_to)
);
create index location_hours_location on public.location_hours (location_id, weekday);

-- Absences (`closed`: vacation, sick, public holiday) and special openings (`open`, which win over closed).
-- Without an employee the exception holds for the whole location. Local wall times, half-open.
create type public.exception_kind as enum ('closed', 'open');

create table public.exceptions (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  employee_id uuid,
  kind public.exception_kind not null,
  starts_at timestamp not null,
  ends_at timestamp not null,
  reason text not null default '' check (length(reason) <= 120),
  -- Set when the row came from the public holidays of the location's federal state.
  holiday date,
  created_at timestamptz not null default now(),
  -- What a form must find unchanged when it is saved.
  updated_at timestamptz not null default now(),
  -- The day whose shift of this person the row changes (50_booking/84_shifts).
  shift_day date,
  check (starts_at < ends_at),
  check (extract(second from starts_at) = 0 and extract(second from ends_at) = 0),
  foreign key (employee_id, location_id) references public.employees (id, location_id) on delete cascade
);
create trigger touch before update on public.exceptions for each row execute function internal.touch_updated_at();
create index exceptions_location on public.exceptions (location_id, ends_at);
create unique index exceptions_holiday on public.exceptions (location_id, holiday) where holiday is not null and employee_id is null;
