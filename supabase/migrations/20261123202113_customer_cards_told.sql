set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.note_change_of_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.calendar_changes (location_id) select location.id from public.locations location where location.company_id = new.company_id;
  return null;
end $function$;

create trigger tell_calendars_of_changed after update on public.customers for each row
  when ((old.name, old.email, old.phone, old.birthday, old.tags, old.note, old.blocked)
    is distinct from (new.name, new.email, new.phone, new.birthday, new.tags, new.note, new.blocked))
  execute function internal.note_change_of_customer();

REVOKE ALL ON FUNCTION "internal"."note_change_of_customer"() FROM PUBLIC;
