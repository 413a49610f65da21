-- A time that is kept for somebody for a while: while a form is being filled in, or until a proposal or an offer is answered. It is not an
-- appointment yet. When it is confirmed (50_booking/45_confirming), its id becomes the appointment's and its occupancies (40_time/15_occupancies)
-- lose their end. A lapsed hold takes nothing from others. Its row is deleted a day later; until then it can still be confirmed if its time is
-- free. Only the verbs write here.

create type public.hold_purpose as enum ('customer', 'proposal', 'offer', 'waitlist', 'assistant');

create function internal.sound_hold(starts_at timestamptz, ends_at timestamptz, total_cents integer, lines jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return starts_at < ends_at and total_cents >= 0 and jsonb_typeof(lines) = 'array' and pg_column_size(lines) <= 16000;
end $$;

-- No foreign keys to rows that every hold would lock: holds live for minutes, and what they name is checked again when they are confirmed.
create table public.holds (
  id uuid primary key,
  company_id uuid not null,
  location_id uuid not null,
  purpose public.hold_purpose not null default 'customer',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it was given back, or its time went to somebody else or to the job; it has no occupancies from then on.
  ended_at timestamptz,
  -- Given back or replaced by who held it.
  released boolean not null default false,
  -- What opens it: the SHA-256 of a guest's secret, or the account.
  secret_hash bytea,
  user_id uuid references auth.users on delete set null,
  -- [{position, service_id, service_name, employee_id, starts_at, ends_at, price_cents, resource_id?, struck_cents?}]
  lines jsonb not null,
  total_cents integer not null,
  source varchar(20) not null,
  origin varchar(20) not null,
  cancellation_hours smallint not null,
  employee_chosen boolean not null,
  idempotency_key uuid,
  created_at timestamptz not null,
  -- What the appointment that is to move here takes already, as internal.taking: it cannot be taken twice, and is handed over by internal.move_to_hold.
  borrowed jsonb check (pg_column_size(borrowed) <= 16000),
  -- The package that its services are sold as.
  package_name varchar(120),
  -- What is paid when it becomes an appointment (77_money/35_terms); null: everything on site.
  terms jsonb check (pg_column_size(terms) <= 1000),
  constraint holds_sound check (internal.sound_hold(starts_at, ends_at, total_cents, lines))
);
create index holds_secret on public.holds (secret_hash) where secret_hash is not null;
create index holds_user on public.holds (user_id) where user_id is not null;
create unique index holds_idempotency_key on public.holds (idempotency_key) where idempotency_key is not null;
-- The live ones of some locations, for whoever reads free time from the index (40_time/40_free_days), and the lapsed ones for the job.
create index holds_location on public.holds (location_id, expires_at) where ended_at is null;
create index holds_ended on public.holds (ended_at) where ended_at is not null;

-- The state that verbs answer of a hold. One whose time is over is `held` until somebody takes its time.
create function internal.hold_state(hold public.holds) returns public.appointment_state
language plpgsql immutable set search_path = '' as $$
begin
  return case when hold.ended_at is null then 'held'::public.appointment_state else 'expired' end;
end $$;

-- Whether the caller holds it: signed in as who began it, or with its secret.
create function internal.is_holder(hold public.holds, p_secret text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(hold.user_id = internal.person(), false) or coalesce(hold.secret_hash = sha256(convert_to(p_secret, 'UTF8')), false);
end $$;

-- A hold as the appointment that it may become, for what asks both.
create function internal.as_appointment(hold public.holds) returns public.appointments
language plpgsql stable set search_path = '' as $$
declare
  visit public.appointments;
begin
  visit.id := hold.id;
  visit.company_id := hold.company_id;
  visit.location_id := hold.location_id;
  visit.state := internal.hold_state(hold);
  visit.package_name := hold.package_name;
  visit.starts_at := hold.starts_at;
  visit.ends_at := hold.ends_at;
  visit.user_id := hold.user_id;
  visit.contact_name := '';
  visit.contact_email := '';
  visit.contact_phone := '';
  visit.note := '';
  visit.total_cents := hold.total_cents;
  visit.source := hold.source;
  visit.origin := hold.origin;
  visit.cancellation_hours := hold.cancellation_hours;
  visit.sequence := 0;
  visit.created_at := hold.created_at;
  visit.employee_chosen := hold.employee_chosen;
  return visit;
end $$;

alter table public.holds enable row level security;
grant all on public.holds to service_role;
grant execute on function internal.sound_hold to service_role;
revoke execute on function internal.hold_state, internal.is_holder, internal.as_appointment from public;
