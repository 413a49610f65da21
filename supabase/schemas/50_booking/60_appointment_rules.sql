-- Who may see customers, appointments and what belongs to them. Nobody writes appointments, lines, events, links or messages
-- but the verbs; who has all customers keeps their files.
-- Customers see their own appointments with lines and events, never the company's customer file.
-- Staff see appointments with a line of their own employee row, and the files of customers they serve (50_booking/05_customers). Others see them by right (20_companies/20_rights).
-- Secret links and occupancies are for nobody; messages are for those who have all calendars.

-- Per row, after the company has matched. Definer: it reads lines, whose own policy reads appointments.
create function internal.has_own_line(p_appointment uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
    where line.appointment_id = p_appointment and employee.user_id = internal.person());
end $$;

-- Whether the caller serves this customer; 50_booking/05_customers.sql has the rule in words. A file and the confirmation that made it have
-- the same time, that of their transaction.
create function internal.serves_customer(p_customer uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
begin
  return exists (
    select from public.customers file
    join public.appointments visit on visit.customer_id = file.id
    join public.appointment_events event on event.appointment_id = visit.id
    where file.id = p_customer and visit.state in ('requested', 'confirmed', 'completed', 'no_show') and internal.has_own_line(visit.id)
      and case when event.verb = 'create' then event.actor_id <> caller and (
          select coalesce(event.actor_reads_all, event.actor_role > 'staff', bool_or(internal.has_right(colleague, 'all_customers')), false)
            and coalesce(bool_or(internal.has_right(colleague, 'all_customers')), true)
          from public.members colleague where colleague.company_id = file.company_id and colleague.user_id = event.actor_id)
        when event.verb = 'confirm' and event.actor = 'customer' then event.actor_id = file.user_id
          or (event.at = file.created_at and file.merged_at is null and not exists (
            select from public.appointments other where other.customer_id = file.id and not internal.has_own_line(other.id)))
        else false end);
end $$;

create function internal.may_see_customer(p_customer uuid, p_company uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_company in (select internal.companies_with('all_customers'))
    or (p_company in (select internal.companies_as('staff')) and internal.serves_customer(p_customer));
end $$;

grant execute on function internal.has_own_line, internal.serves_customer to authenticated, service_role;

do $$
declare
  name text;
begin
  foreach name in array array['customers', 'appointments', 'appointment_lines', 'appointment_events', 'appointment_links'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('grant all on public.%I to service_role', name);
  end loop;
end $$;

-- Each arm can use an index: `= any(array(select …))` is computed once. One policy, so that the arms are asked in this order:
-- staff row by row, within their company's locations, and only when nothing before said yes.
create policy customers_and_members_read on public.appointments for select to authenticated using (
  user_id = (select internal.person())
  or location_id = any(array(select internal.locations_with('all_calendars')))
  or (location_id = any(array(select internal.locations_as('staff'))) and internal.has_own_line(id)));

-- The same for holds.
create policy holders_and_members_read on public.holds for select to authenticated using (
  user_id = (select internal.person())
  or location_id = any(array(select internal.locations_with('all_calendars')))
  or (location_id = any(array(select internal.locations_as('staff'))) and internal.has_own_time(lines)));

-- How customers are reached is a right of its own. Rows cannot be read in part, so whoever lacks it reads these rows in `shown_appointments` and
-- `shown_customers` (62_shown), and changes no file but by the verb of 57_customers/22_words_of_files.
create policy contact_data on public.appointments as restrictive for select to authenticated using (
  user_id = (select internal.person()) or company_id = any(array(select internal.companies_with('contact_data'))));
create policy contact_data on public.customers as restrictive for select to authenticated
  using (company_id = any(array(select internal.companies_with('contact_data'))));
create policy contact_data_update on public.customers as restrictive for update to authenticated
  using (company_id = any(array(select internal.companies_with('contact_data'))));

create policy members_read on public.customers for select to authenticated using (
  company_id = any(array(select internal.companies_with('all_customers')))
  or (company_id = any(array(select internal.companies_as('staff'))) and internal.serves_customer(id)));
create policy all_customers_insert on public.customers for insert to authenticated
  with check (company_id = any(array(select internal.companies_with('all_customers'))));
create policy all_customers_update on public.customers for update to authenticated
  using (company_id = any(array(select internal.companies_with('all_customers'))))
  with check (company_id = any(array(select internal.companies_with('all_customers'))));

grant select on public.customers, public.appointments, public.appointment_lines, public.appointment_events to authenticated;
-- Nobody can read what opens a hold.
grant select (id, company_id, location_id, purpose, starts_at, ends_at, expires_at, ended_at, user_id, lines, total_cents, source, origin,
  employee_chosen, created_at) on public.holds to authenticated;
grant execute on function internal.has_own_time to authenticated;
grant insert (id, company_id, name, email, phone, note, blocked, tags, birthday), update (name, email, phone, note, blocked, tags, birthday)
  on public.customers to authenticated;

-- An open calendar is live. New rows come whole; of deleted lines the primary key is enough, and the appointment's own row
-- changes with every verb, so the replica identity stays the default.
alter publication supabase_realtime add table public.appointments, public.appointment_lines, public.holds;
