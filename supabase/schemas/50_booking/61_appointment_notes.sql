-- What the business keeps of an appointment for itself. Customers read their appointments (50_booking/60_appointment_rules), so these are tables of
-- their own: who works on the appointment reads them, and the verbs of 94_editing write them.

-- A note for the team.
create table public.appointment_notes (
  appointment_id uuid primary key references public.appointments on delete cascade,
  text varchar(4000) not null
);

-- What members have changed with an event: [{what, old, new}], `what` a field of the appointment or `lines`.
create table public.appointment_changes (
  event_id bigint primary key references public.appointment_events on delete cascade,
  appointment_id uuid not null references public.appointments on delete cascade,
  changes jsonb not null check (pg_column_size(changes) <= 40000)
);
create index appointment_changes_appointment on public.appointment_changes (appointment_id);

-- Whether the caller works on this appointment. Definer, as internal.has_own_line.
create function internal.works_on(p_appointment uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.appointments visit where visit.id = p_appointment and (
      visit.location_id in (select internal.locations_with('all_calendars'))
      or visit.location_id in (select internal.locations_as('staff')) and internal.has_own_line(visit.id)));
end $$;
grant execute on function internal.works_on to authenticated, service_role;

alter table public.appointment_notes enable row level security;
alter table public.appointment_changes enable row level security;
create policy business_read on public.appointment_notes for select to authenticated using (internal.works_on(appointment_id));
create policy business_read on public.appointment_changes for select to authenticated using (internal.works_on(appointment_id));
-- With the right to contact data; others read `shown_appointment_changes` (62_shown).
create policy contact_data on public.appointment_changes as restrictive for select to authenticated
  using (exists (select from public.appointments visit where visit.id = appointment_id));
grant select on public.appointment_notes, public.appointment_changes to authenticated;
grant all on public.appointment_notes, public.appointment_changes to service_role;

-- What the members are called who did something with an appointment, by event, for who works on it: the name in the team, else of the account.
create function public.appointment_actors(p_appointment uuid) returns table (event_id bigint, name text)
language plpgsql stable security definer set search_path = '' rows 10 as $$
begin
  if not internal.works_on(p_appointment) then return; end if;
  return query
  select event.id, internal.name_in_team(event.actor_id, visit.location_id)
  from public.appointment_events event join public.appointments visit on visit.id = event.appointment_id
  where event.appointment_id = p_appointment and event.actor = 'business' and event.actor_id is not null
  order by event.id;
end $$;
revoke execute on function public.appointment_actors from public;
grant execute on function public.appointment_actors to authenticated;
