-- alone
create index concurrently if not exists appointments_series on public.appointments (series) where series is not null;
