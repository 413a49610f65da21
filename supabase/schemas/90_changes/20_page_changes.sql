-- Finished public pages are kept in the memory of the server processes. Each process follows this publication and drops the pages
-- of a location as soon as something they show has changed: a hold, a booking, a service, its hours. A publication costs the writers
-- nothing, where a NOTIFY in every transaction would make them commit one after the other.
create publication page_changes for table
  public.appointments, public.holds, public.blocks, public.events, public.locations, public.location_images, public.services,
  public.employees, public.employee_services, public.service_addons, public.service_tests, public.day_prices, public.packages, public.working_hours,
  public.exceptions, public.reviews, public.companies
  with (publish = 'insert, update, delete');

-- The stream contains the whole row that was deleted or changed, so that its location is known. These are written rarely.
alter table public.blocks replica identity full;
alter table public.events replica identity full;
alter table public.location_images replica identity full;
alter table public.services replica identity full;
alter table public.employees replica identity full;
alter table public.employee_services replica identity full;
alter table public.service_addons replica identity full;
alter table public.service_tests replica identity full;
alter table public.day_prices replica identity full;
alter table public.packages replica identity full;
alter table public.working_hours replica identity full;
alter table public.exceptions replica identity full;
alter table public.reviews replica identity full;

-- For a deleted appointment or hold it contains only the id. A hold ends by an update before it is deleted, or becomes an appointment. Appointments
-- that take time are deleted only by hand; then an update of the location reports it, unless the location itself is deleted with them.
create function internal.tell_of_freed_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.locations set updated_at = now() where id = old.location_id;
  return null;
end $$;
create trigger tell_of_freed_time after delete on public.appointments for each row
  when (old.state in ('requested', 'awaiting_payment', 'confirmed')) execute function internal.tell_of_freed_time();
revoke execute on function internal.tell_of_freed_time from public;
