-- What was booked. An appointment is one visit; its lines are the services, one after the other.
-- A hold is an appointment in state `held` which stops blocking at `hold_expires_at` by itself.
-- Nobody writes these tables directly: each state change is a verb function (43_…) that leaves a row in `appointment_events`.
--
-- The promise of the product is one constraint: `appointment_lines_no_overlap`. `occupied` is the employee's busy time:
-- the service with its buffers, without its processing gap, without what an earlier line of the same visit and employee
-- occupies already. It is the empty multirange once the appointment no longer blocks (cancelled, declined, expired).

create type public.appointment_state as enum (
  'held', 'requested', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'expired');
create type public.actor_kind as enum ('customer', 'business', 'system');

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  location_id uuid not null references public.locations on delete cascade,
  state public.appointment_state not null default 'held',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  hold_expires_at timestamptz,
  customer_id uuid references public.customers on delete set null,
  -- The signed-in person who booked; null for guests and bookings by hand.
  user_id uuid references auth.users on delete set null,
  -- Contact data as given with this booking; the customer file may change later.
  contact_name text not null default '' check (length(contact_name) <= 120),
  contact_email text not null default '' check (length(contact_email) <= 254),
  contact_phone text not null default '' check (length(contact_phone) <= 40),
  note text not null default '' check (length(note) <= 2000),
  total_cents integer not null check (total_cents >= 0),
  source text not null default 'web' check (source in ('web', 'admin', 'widget', 'offer')),
  -- Cancellation policy at the time of booking: later changes of the location do not bind the customer.
  cancellation_hours smallint not null default 24,
  -- SEQUENCE of the calendar entry; rises with every change sent by mail.
  sequence integer not null default 0,
  idempotency_key uuid unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (starts_at < ends_at),
  check ((state = 'held') = (hold_expires_at is not null)),
  check (state in ('held', 'expired') or length(btrim(contact_name)) > 0)
);
create index appointments_location_start on public.appointments (location_id, starts_at);
create index appointments_customer on public.appointments (customer_id) where customer_id is not null;
create index appointments_user on public.appointments (user_id, starts_at) where user_id is not null;
create index appointments_company_start on public.appointments (company_id, starts_at);
create index appointments_holds on public.appointments (hold_expires_at) where state = 'held';
create index appointments_requests on public.appointments (starts_at) where state = 'requested';
create index appointments_lapsed on public.appointments (updated_at) where state = 'expired';
create trigger touch before update on public.appointments for each row execute function internal.touch_updated_at();

create table public.appointment_lines (
  appointment_id uuid not null references public.appointments on delete cascade,
  position smallint not null,
  service_id uuid not null references public.services,
  employee_id uuid not null references public.employees,
  service_name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  price_cents integer not null check (price_cents >= 0),
  occupied tstzmultirange not null,
  -- Copy of the appointment's, so that reading free time needs no join: an expired hold does not count.
  hold_expires_at timestamptz,
  primary key (appointment_id, position),
  check (starts_at < ends_at),
  constraint appointment_lines_no_overlap exclude using gist (employee_id with =, occupied with &&) where (not isempty(occupied))
);
create index appointment_lines_employee_start on public.appointment_lines (employee_id, starts_at);

-- History: who moved an appointment, when and why. Append-only.
create table public.appointment_events (
  id bigint generated always as identity primary key,
  appointment_id uuid not null references public.appointments on delete cascade,
  at timestamptz not null default now(),
  verb text not null,
  actor public.actor_kind not null,
  actor_id uuid,
  from_state public.appointment_state,
  to_state public.appointment_state not null,
  reason text not null default '' check (length(reason) <= 1000),
  old_starts_at timestamptz,
  new_starts_at timestamptz
);
create index appointment_events_appointment on public.appointment_events (appointment_id, id);

-- Secret links of guests: only the SHA-256 of the secret is stored. Each mail carries a secret of its own;
-- a browser may hold several slots with one.
create table public.appointment_links (
  secret_hash bytea not null check (length(secret_hash) = 32),
  appointment_id uuid not null references public.appointments on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (secret_hash, appointment_id)
);
create index appointment_links_appointment on public.appointment_links (appointment_id);
