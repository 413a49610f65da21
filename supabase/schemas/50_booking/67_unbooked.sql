-- "Entfernen" puts people, services, rooms and devices into the archive, where they are refused nothing and can be taken back at once. What
-- was never booked is good for nothing there, and goes for good after 30 days, by a job of the night.

-- `updated_at` says since when: nothing else changes in the archive.
create index employees_archived on public.employees (updated_at) where archived;
create index services_archived on public.services (updated_at) where archived;
create index resources_archived on public.resources (updated_at) where not active;

-- Deletes up to `p_limit` of what has been archived for 30 days and was never booked: no line of an appointment names it, and no event. Who was
-- booked stays for the appointments. What is taken back or booked meanwhile stays too. Returns how many are gone; 0 when none are left.
-- For the server's nightly job; each call is a transaction.
create function public.delete_unbooked(p_limit integer default 50) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '200ms' as $$
declare
  due constant timestamptz := internal.kept_since('archive');
  old record;
  gone integer;
  done integer := 0;
begin
  -- Deleting takes the locks of locations: in the order in which all take them.
  for old in
    select candidate.* from (
      (select 'employees' as kind, employee.id, employee.location_id from public.employees employee
      where employee.archived and employee.updated_at <= due
        and not exists (select from public.appointment_lines line where line.employee_id = employee.id)
        and not exists (select from public.events event where event.employee_id = employee.id))
      union all
      (select 'services', service.id, service.location_id from public.services service
      where service.archived and service.updated_at <= due
        and not exists (select from public.appointment_lines line where line.service_id = service.id)
        and not exists (select from public.events event where event.service_id = service.id))
      union all
      (select 'resources', resource.id, resource.location_id from public.resources resource
      where not resource.active and resource.updated_at <= due
        and not exists (select from public.appointment_lines line where line.resource_id = resource.id)
        and not exists (select from public.events event where event.resource_id = resource.id))
      limit p_limit) candidate
    order by candidate.location_id, candidate.kind, candidate.id
  loop
    begin
      perform internal.lock_location(old.location_id, true);
      -- Not what has been taken back since.
      execute format('delete from public.%I where id = $1 and updated_at <= $2 and %s', old.kind,
        case old.kind when 'resources' then 'not active' else 'archived' end) using old.id, due;
      get diagnostics gone = row_count;
      done := done + gone;
    -- Booked by hand at this moment, or in somebody's hands, who may be waiting for the location: the next night will do.
    exception when foreign_key_violation or lock_not_available then null;
    end;
  end loop;
  return done;
end $$;

revoke execute on function public.delete_unbooked from public;
grant execute on function public.delete_unbooked to service_role;
