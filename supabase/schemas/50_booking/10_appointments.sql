-- What was booked. An appointment is one visit; its lines are the services, one after the other. The time that it takes of people is in
-- `occupancies` (40_time/15_occupancies); time that is only kept for a while is in `holds` (50_booking/15_holds), and a hold's id becomes the
-- appointment's. Nobody writes these tables directly: each change of state is a verb function that leaves a row in `appointment_events`.

create type public.appointment_state as enum (
  'held', 'requested', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'expired',
  -- Waits for its payment, and has taken its time (77_money).
  'awaiting_payment');
create type public.actor_kind as enum ('customer', 'business', 'system');

-- One function for all checks of a row: PostgreSQL parses each check expression from its text in every statement, which
-- would cost more than the row itself. Lengths of texts are in their types.
create function internal.sound_appointment(
  state public.appointment_state, starts_at timestamptz, ends_at timestamptz, hold_expires_at timestamptz, contact_name text,
  total_cents integer, source text, origin text, contact_email text)
returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return starts_at < ends_at and total_cents >= 0 and state <> 'held' and hold_expires_at is null and length(btrim(contact_name)) > 0
    and source in ('web', 'widget', 'assistant', 'api', 'admin', 'import')
    and origin in ('marketplace', 'offer', 'own_link', 'qr', 'unknown') and (contact_email = '' or internal.is_address(contact_email));
end $$;

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  location_id uuid not null,
  -- Never `held`: that is what verbs return for a hold.
  state public.appointment_state not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Always null, but programs of 0.2 read it.
  hold_expires_at timestamptz,
  customer_id uuid references public.customers on delete set null,
  -- The signed-in person who booked; null for guests and bookings by hand.
  user_id uuid references auth.users on delete set null,
  -- Contact data as given with this booking; the customer file may change later.
  contact_name varchar(120) not null default '',
  contact_email varchar(254) not null default '',
  contact_phone varchar(40) not null default '',
  note varchar(2000) not null default '',
  total_cents integer not null,
  -- The door: through what it was booked.
  source text not null default 'web',
  -- Cancellation policy at the time of booking: later changes of the location do not bind the customer.
  cancellation_hours smallint not null default 24,
  -- SEQUENCE of the calendar entry; rises with every change sent by mail.
  sequence integer not null default 0,
  idempotency_key uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether a particular person was asked for; otherwise rule 7 chose who serves, and moving chooses again.
  employee_chosen boolean not null default true,
  -- Who brought the person to the business, as far as it is known.
  origin text not null default 'unknown',
  -- The person who comes, where somebody else books for them.
  for_name varchar(120) not null default '',
  -- When the customer came in; null: not yet, or nobody marked it.
  arrived_at timestamptz,
  -- The package that its services were sold as (30_setup/19_packages), as it was called then.
  package_name varchar(120),
  -- Appointments that were made together, every so many weeks (50_booking/94_series).
  series uuid,
  -- One check for both: the location is this company's.
  foreign key (location_id, company_id) references public.locations (id, company_id) on delete cascade,
  constraint appointments_sound check (internal.sound_appointment(
    state, starts_at, ends_at, hold_expires_at, contact_name, total_cents, source, origin, contact_email))
);
create unique index appointments_idempotency_key on public.appointments (idempotency_key) where idempotency_key is not null;
create index appointments_location_start on public.appointments (location_id, starts_at);
create index appointments_customer on public.appointments (customer_id) where customer_id is not null;
create index appointments_user on public.appointments (user_id, starts_at) where user_id is not null;
create index appointments_series on public.appointments (series) where series is not null;
-- For the jobs: requests whose start has passed, and past bookings that nobody completed.
create index appointments_open on public.appointments (starts_at) where state in ('requested', 'confirmed');
create trigger touch before update on public.appointments for each row execute function internal.touch_updated_at();

create function internal.sound_line(starts_at timestamptz, ends_at timestamptz, price_cents integer, service_name text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return starts_at < ends_at and ends_at <= starts_at + interval '24 hours' and price_cents >= 0 and length(service_name) <= 120;
end $$;

create table public.appointment_lines (
  appointment_id uuid not null references public.appointments on delete cascade,
  position smallint not null,
  service_id uuid not null references public.services,
  employee_id uuid not null references public.employees,
  service_name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  price_cents integer not null,
  -- The room, chair or device that was chosen for it. The line before may reserve the same, so that this one has no occupancy of its own.
  resource_id uuid references public.resources,
  -- Set for a line that is seats of an event and takes no time itself.
  event_id uuid references public.events,
  seats smallint not null default 1,
  -- How long a member lets this visit's line take; null: as long as the service lasts. It stays when the visit moves.
  agreed_minutes smallint,
  -- What was struck beside a day price when it was booked.
  struck_cents integer,
  primary key (appointment_id, position),
  constraint appointment_lines_sound check (internal.sound_line(starts_at, ends_at, price_cents, service_name))
);
create index appointment_lines_event on public.appointment_lines (event_id) where event_id is not null;
create index appointment_lines_resource on public.appointment_lines (resource_id, starts_at) where resource_id is not null;
create index appointment_lines_service on public.appointment_lines (service_id);
create index appointment_lines_employee_start on public.appointment_lines (employee_id, starts_at);

-- History: who moved an appointment, when and why. Append-only.
create table public.appointment_events (
  id bigint generated always as identity primary key,
  appointment_id uuid not null references public.appointments on delete cascade,
  at timestamptz not null default now(),
  verb text not null check (length(verb) <= 40),
  actor public.actor_kind not null,
  actor_id uuid,
  from_state public.appointment_state,
  to_state public.appointment_state not null,
  reason varchar(1000) not null default '',
  old_starts_at timestamptz,
  new_starts_at timestamptz,
  -- The key of a call that may be repeated: a second call sees that the first has done its work.
  idempotency_key uuid,
  -- Whether the mails about it have yet to be composed (80_messages/50_message_verbs): the busiest verb leaves that to the job.
  mails_due boolean not null default false,
  -- The role of the member who entered the appointment by hand; null otherwise, and for entries older than this column.
  actor_role public.member_role,
  -- The transaction that wrote it, for the change feed (90_changes/10_feed).
  xid xid8 not null default pg_current_xact_id(),
  -- Whether the member who entered the appointment by hand could read all files of the company then; null for entries older than this column.
  actor_reads_all boolean
);
create index appointment_events_xid on public.appointment_events (xid, id);
create index appointment_events_mails_due on public.appointment_events (id) where mails_due;
create unique index appointment_events_idempotency_key on public.appointment_events (idempotency_key)
  where idempotency_key is not null;
create index appointment_events_appointment on public.appointment_events (appointment_id, id);

-- Secret links of guests: only the SHA-256 of the secret is stored. Each mail carries its own secret;
-- a browser may hold several slots with one.
-- No foreign key, whose check every hold would pay for: a link is made with its appointment or while that is locked, and deleted with it.
create table public.appointment_links (
  secret_hash bytea not null,
  appointment_id uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (secret_hash, appointment_id)
);
create index appointment_links_appointment on public.appointment_links (appointment_id);

create function internal.drop_belongings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.appointment_links where appointment_id in (select id from gone);
  delete from public.occupancies where source in (select id from gone);
  update public.event_seats set source = null, expires_at = null where source in (select id from gone);
  return null;
end $$;
create trigger drop_belongings after delete on public.appointments referencing old table as gone for each statement
  execute function internal.drop_belongings();
revoke execute on function internal.drop_belongings from public;

grant execute on function internal.sound_appointment, internal.sound_line to service_role;
