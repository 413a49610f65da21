-- Rooms, chairs and devices of a location. A service that names a kind needs any one of this kind that is in use, from its buffer
-- before to its buffer after, without a break: the customer stays in the chair while the employee is free (processing gap).

create table public.resources (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  -- What services ask for: "Raum", "Stuhl", "Laser". Compared letter by letter.
  kind text not null check (length(btrim(kind)) >= 1 and length(kind) <= 60),
  name text not null check (length(btrim(name)) >= 1 and length(name) <= 120),
  position smallint not null default 0,
  -- One that is archived takes no new bookings; what is booked stays.
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, location_id)
);
create index resources_location on public.resources (location_id, kind, position);
create trigger touch before update on public.resources for each row execute function internal.touch_updated_at();
