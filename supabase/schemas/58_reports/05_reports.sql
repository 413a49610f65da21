-- Reports of a location over whole local days, for whoever has the right `reports`: all people of the location, whatever calendars they see.
-- Summed here, so that a year of many appointments is a short answer.

-- Errors: location_not_found, not_allowed.
create function internal.require_reports(p_location uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('reports')) then perform internal.fail('not_allowed'); end if;
end $$;

revoke execute on function internal.require_reports from public;
