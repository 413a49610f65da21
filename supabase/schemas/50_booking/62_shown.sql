-- What members see of appointments, customers and those who wait, by the same rules as the policies of the tables, and how these people are reached only with the
-- right `contact_data`: without it addresses and numbers are empty. The views read with the rights of their owner, since a policy hides whole rows
-- only; each therefore repeats the rule of its table, as a barrier. Nothing can be written or, by a filter, found out through a column that is empty.

create view public.shown_appointments with (security_barrier = true) as
select id, company_id, location_id, state, starts_at, ends_at, customer_id, user_id, contact_name,
  case when user_id = (select internal.person()) or company_id = any(array(select internal.companies_with('contact_data'))) then contact_email else '' end as contact_email,
  case when user_id = (select internal.person()) or company_id = any(array(select internal.companies_with('contact_data'))) then contact_phone else '' end as contact_phone,
  note, total_cents, source, cancellation_hours, sequence, created_at, updated_at, employee_chosen, origin, for_name, arrived_at, package_name, series,
  -- The file that the reader may open, by the rule of `shown_customers`. Joining that view would read it whole: nothing reaches through a barrier.
  case when company_id = any(array(select internal.companies_with('all_customers')))
      or (company_id = any(array(select internal.companies_as('staff'))) and internal.serves_customer(customer_id)) then customer_id end as card_id
from public.appointments
where user_id = (select internal.person())
  or location_id = any(array(select internal.locations_with('all_calendars')))
  or (location_id = any(array(select internal.locations_as('staff'))) and internal.has_own_line(id));

create view public.shown_customers with (security_barrier = true) as
select id, company_id, user_id, name,
  case when company_id = any(array(select internal.companies_with('contact_data'))) then email end as email,
  case when company_id = any(array(select internal.companies_with('contact_data'))) then phone else '' end as phone,
  note, blocked, created_at, updated_at, tags,
  case when company_id = any(array(select internal.companies_with('contact_data'))) then birthday end as birthday,
  merged_at
from public.customers
where company_id = any(array(select internal.companies_with('all_customers')))
  or (company_id = any(array(select internal.companies_as('staff'))) and internal.serves_customer(id));

create view public.shown_event_waits with (security_barrier = true) as
select wait.id, wait.event_id, wait.seats, wait.user_id, wait.name,
  case when wait.user_id = (select internal.person()) or event.location_id = any(array(select internal.locations_with('contact_data'))) then wait.email else '' end as email,
  case when wait.user_id = (select internal.person()) or event.location_id = any(array(select internal.locations_with('contact_data'))) then wait.phone else '' end as phone,
  wait.created_at, wait.hold_id, wait.left_at, wait.confirmed_at
from public.event_waits wait join public.events event on event.id = wait.event_id
where wait.user_id = (select internal.person()) or (wait.confirmed_at is not null and (
  event.location_id = any(array(select internal.locations_with('all_calendars')))
  or (event.location_id = any(array(select internal.locations_as('staff'))) and event.employee_id = any(array(select internal.own_employees())))));

-- What members changed, without addresses and numbers for who lacks the right.
create view public.shown_appointment_changes with (security_barrier = true) as
select event_id, appointment_id,
  case when exists (select from public.appointments visit
    where visit.id = appointment_id and visit.company_id = any(array(select internal.companies_with('contact_data')))) then changes
  else (select coalesce(jsonb_agg(part order by turn), '[]') from jsonb_array_elements(changes) with ordinality every (part, turn)
    where part ->> 'what' not in ('email', 'phone')) end as changes
from public.appointment_changes
where internal.works_on(appointment_id);

create policy contact_data on public.event_waits as restrictive for select to authenticated using (
  user_id = (select internal.person()) or exists (select from public.events event
    where event.id = event_id and event.location_id = any(array(select internal.locations_with('contact_data')))));

-- Lines and history go with what is shown.
create policy with_appointment on public.appointment_lines for select to authenticated
  using (exists (select from public.shown_appointments appointment where appointment.id = appointment_id));
create policy with_appointment on public.appointment_events for select to authenticated
  using (exists (select from public.shown_appointments appointment where appointment.id = appointment_id));

revoke all on public.shown_appointments, public.shown_customers, public.shown_event_waits, public.shown_appointment_changes
  from anon, authenticated, service_role;
grant select on public.shown_appointments, public.shown_customers, public.shown_event_waits, public.shown_appointment_changes to authenticated;
