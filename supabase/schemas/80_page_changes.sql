-- Finished public pages are kept in the memory of the server processes. Each process follows this publication and drops the pages
-- of a location as soon as something they show has changed: a hold, a booking, a service, its hours. A publication costs the writers
-- nothing, where a NOTIFY in every transaction would make them commit one after the other.
create publication page_changes for table
  public.appointments, public.locations, public.location_images, public.services, public.employees, public.employee_services,
  public.working_hours, public.exceptions, public.reviews, public.companies
  with (publish = 'insert, update, delete');
