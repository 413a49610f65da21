-- alone
create index concurrently if not exists appointment_lines_service on public.appointment_lines (service_id);
