-- alone
create index concurrently if not exists appointments_location_price on public.appointments (location_id, total_cents, id);
