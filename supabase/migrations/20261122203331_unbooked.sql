set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.delete_unbooked(p_limit integer DEFAULT 50)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '200ms'
AS $function$
declare
  due constant timestamptz := internal.present() - interval '30 days';
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
end $function$;

CREATE INDEX employees_archived ON public.employees USING btree (updated_at) WHERE archived;

CREATE INDEX resources_archived ON public.resources USING btree (updated_at) WHERE (NOT active);

CREATE INDEX services_archived ON public.services USING btree (updated_at) WHERE archived;

REVOKE ALL ON FUNCTION "public"."delete_unbooked"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_unbooked"(integer) TO "service_role";
