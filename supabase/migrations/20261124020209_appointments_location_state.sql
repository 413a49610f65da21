-- alone
create index concurrently if not exists appointments_location_state on public.appointments (location_id, state, starts_at) where state <> 'completed';
