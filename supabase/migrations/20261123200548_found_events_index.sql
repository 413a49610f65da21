-- alone
create index concurrently if not exists events_upcoming on public.events (starts_at) where cancelled_at is null;
