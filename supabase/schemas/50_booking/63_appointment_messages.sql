-- What customers and the business write to each other about an appointment, masked as in search orders (75_orders/30_ground), so that who must not see contact data can answer. The verbs of
-- 80_messages/57_threads write here alone.

create table public.appointment_messages (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null references public.appointments on delete cascade,
  location_id uuid not null references public.locations on delete cascade,
  by_customer boolean not null,
  -- The member who wrote it; null for the customer, and for accounts that are gone.
  member_id uuid references auth.users on delete set null,
  text varchar(600) not null check (text <> ''),
  created_at timestamptz not null,
  -- When the other side saw it.
  seen_at timestamptz,
  -- Of the customer's: when somebody answered, or said that there is nothing to answer.
  settled_at timestamptz
);
create index appointment_messages_thread on public.appointment_messages (appointment_id, created_at, id);
create index appointment_messages_waiting on public.appointment_messages (location_id) where by_customer and settled_at is null;
create index appointment_messages_member on public.appointment_messages (member_id) where member_id is not null;

alter table public.appointment_messages enable row level security;
create policy business_read on public.appointment_messages for select to authenticated using (internal.works_on(appointment_id));
create policy customers_read on public.appointment_messages for select to authenticated using (
  exists (select from public.appointments visit where visit.id = appointment_id and visit.user_id = (select internal.person())));
grant select (id, appointment_id, location_id, by_customer, text, created_at, seen_at, settled_at) on public.appointment_messages to authenticated;
grant all on public.appointment_messages to service_role;
