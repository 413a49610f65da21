-- alone
create index concurrently if not exists appointments_location_created on public.appointments (location_id, created_at, id);
