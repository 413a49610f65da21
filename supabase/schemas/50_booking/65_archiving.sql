-- Nobody goes into the archive who is still expected to serve. Error: appointments_coming (detail: how many).
create function internal.check_archived_employee() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  expected integer;
begin
  -- Nobody books meanwhile.
  perform internal.lock_location(new.location_id, true);
  select count(distinct taken.source) into expected from public.occupancies taken
  where taken.subject = new.id and taken.kind <> 'block' and taken.minutes && int4range(internal.minute(internal.present()), null)
    and internal.is_live(taken.expires_at, internal.present());
  if expected > 0 then perform internal.fail('appointments_coming', expected::text); end if;
  return new;
end $$;
create trigger check_archived before update of archived on public.employees for each row when (new.archived and not old.archived)
  execute function internal.check_archived_employee();
