-- alone
create index concurrently if not exists appointment_events_xid on public.appointment_events (xid, id);
