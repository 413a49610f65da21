-- alone
create index concurrently if not exists appointments_brought on public.appointments (ends_at) where state = 'completed' and origin in ('marketplace', 'offer');
