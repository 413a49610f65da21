-- What an open calendar follows besides appointments and holds: that something of a location has changed, and when. A row says nothing about people,
-- so every member of the company may hear of it; the calendar then reads what it may. The rows are written by triggers, one for each statement
-- and location, and go by the rule `calendar_changes` of 85_accounts/60_retention.

-- Without a foreign key, which would lock the location's row in every change.
create table public.calendar_changes (
  id bigint generated always as identity primary key,
  location_id uuid not null,
  created_at timestamptz not null default now()
);
create index calendar_changes_created on public.calendar_changes (created_at);

alter table public.calendar_changes enable row level security;
create policy members_read on public.calendar_changes for select to authenticated
  using (location_id = any(array(select internal.locations_as('staff'))));
grant select on public.calendar_changes to authenticated;
grant all on public.calendar_changes to service_role;
alter publication supabase_realtime add table public.calendar_changes;

create function internal.note_change_of_location() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.calendar_changes (location_id) select distinct location_id from changed;
  return null;
end $$;

-- Of working hours, by their person.
create function internal.note_change_of_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.calendar_changes (location_id)
  select distinct person.location_id from changed join public.employees person on person.id = changed.employee_id;
  return null;
end $$;

-- Of waiting places, by their event.
create function internal.note_change_of_waits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.calendar_changes (location_id)
  select distinct event.location_id from changed join public.events event on event.id = changed.event_id;
  return null;
end $$;

-- Of a customer's card, which belongs to all locations of the company. Only what its form shows, since every booking writes there.
create function internal.note_change_of_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.calendar_changes (location_id) select location.id from public.locations location
  where location.company_id = new.company_id and not location.archived;
  return null;
end $$;
create trigger tell_calendars_of_changed after update on public.customers for each row
  when ((old.name, old.email, old.phone, old.birthday, old.tags, old.note, old.blocked)
    is distinct from (new.name, new.email, new.phone, new.birthday, new.tags, new.note, new.blocked))
  execute function internal.note_change_of_customer();

-- Of appointments, where a member sees them without contact data (50_booking/62_shown): live rows of the table are not for them.
create function internal.note_change_of_visits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.calendar_changes (location_id)
  select distinct visit.location_id from changed visit
  where exists (select from public.member_rights own where own.company_id = visit.company_id and own.name = 'contact_data' and not own.granted);
  return null;
end $$;

create trigger tell_calendars_of_new after insert on public.appointments referencing new table as changed
  for each statement execute function internal.note_change_of_visits();
create trigger tell_calendars_of_changed after update on public.appointments referencing new table as changed
  for each statement execute function internal.note_change_of_visits();
create trigger tell_calendars_of_new after insert on public.blocks referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_changed after update on public.blocks referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_gone after delete on public.blocks referencing old table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_new after insert on public.appointment_messages referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_changed after update on public.appointment_messages referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_new after insert on public.events referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_changed after update on public.events referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_gone after delete on public.events referencing old table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_new after insert on public.exceptions referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_changed after update on public.exceptions referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_gone after delete on public.exceptions referencing old table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_new after insert on public.employees referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_changed after update on public.employees referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_gone after delete on public.employees referencing old table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_new after insert on public.resources referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_changed after update on public.resources referencing new table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_gone after delete on public.resources referencing old table as changed
  for each statement execute function internal.note_change_of_location();
create trigger tell_calendars_of_new after insert on public.working_hours referencing new table as changed
  for each statement execute function internal.note_change_of_hours();
create trigger tell_calendars_of_changed after update on public.working_hours referencing new table as changed
  for each statement execute function internal.note_change_of_hours();
create trigger tell_calendars_of_gone after delete on public.working_hours referencing old table as changed
  for each statement execute function internal.note_change_of_hours();
create trigger tell_calendars_of_new after insert on public.event_waits referencing new table as changed
  for each statement execute function internal.note_change_of_waits();
create trigger tell_calendars_of_changed after update on public.event_waits referencing new table as changed
  for each statement execute function internal.note_change_of_waits();
create trigger tell_calendars_of_gone after delete on public.event_waits referencing old table as changed
  for each statement execute function internal.note_change_of_waits();

-- The job of the rule.
create function internal.forget_calendar_changes(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.calendar_changes where id in (
    select id from public.calendar_changes where created_at < internal.kept_since('calendar_changes') limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function internal.note_change_of_location, internal.note_change_of_hours, internal.note_change_of_waits,
  internal.note_change_of_customer, internal.note_change_of_visits, internal.forget_calendar_changes from public;
