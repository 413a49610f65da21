-- Who may see and change locations and what belongs to them: images, employees, services, hours.
-- Visitors: published locations of active companies, no sandboxes, with images, active employees and services, the company's imprint.
-- Not for visitors: `employees.user_id`, the whole of a picture of which a part is shown, hours, exceptions (`opening_hours` shows the times), `location_slugs`.
-- Members: read their company's; staff read only common exceptions and their own, because reasons may name an illness.
-- Managers and owners write, column by column; the week of a location through `replace_location_hours`, and nobody the copies of it. Never writable: ids, `company_id`, `location_id` of a row that exists,
-- `state`, `published_at`, ratings. Rows of another company fail the check, whoever owns what.

-- Lists for policies: `= any(array(select …))` runs them once per query and can use an index.
create function internal.locations_as(lowest public.member_role) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select location.id from internal.memberships() member join public.locations location on location.company_id = member.company_id
  where member.role >= lowest
$$;

-- The locations of the companies in which the caller has this right.
create function internal.locations_with(wanted public.member_right) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select location.id from internal.companies_with(wanted) company join public.locations location on location.company_id = company
$$;

create function internal.employees_as(lowest public.member_role) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select employee.id from internal.memberships() member
  join public.locations location on location.company_id = member.company_id
  join public.employees employee on employee.location_id = location.id
  where member.role >= lowest
$$;

-- People whose week a manager may write: it is their own and no copy of the location's.
create function internal.employees_with_own_hours() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select managed from internal.employees_as('manager') managed join public.employees employee on employee.id = managed
  where employee.own_hours
$$;

-- The caller's own employee rows, as long as the caller is a member of the company.
create function internal.own_employees() returns setof uuid
language sql stable security definer set search_path = '' rows 1 as $$
  select employee.id from public.employees employee
  join public.locations location on location.id = employee.location_id
  join internal.memberships() member on member.company_id = location.company_id
  where employee.user_id = (select internal.person())
$$;

-- Companies that visitors do not see: closed, suspended, sandboxes. Definer: visitors must not read `companies.state` through the policies of
-- `companies`, which ask for locations.
create function internal.inactive_companies() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.companies where state <> 'active' or sandbox
$$;

-- Whether everybody finds a location: in the search, in suggestions, counts and sitemaps, and among those who may answer search orders. Never a sandbox.
create function internal.is_listed(p_location uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.locations location join public.companies company on company.id = location.company_id
    where location.id = p_location and location.state = 'published' and company.state = 'active' and not company.sandbox);
end $$;

-- Whether the caller may open the page of a location and book there: everybody where it is listed, in a sandbox whoever tries things out in it.
create function internal.is_published(p_location uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.locations location join public.companies company on company.id = location.company_id
    where location.id = p_location and location.state = 'published' and company.state = 'active'
      and (not company.sandbox or company.id in (select internal.companies_as('staff'))));
end $$;

create function internal.has_published_location(p_company uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.locations where company_id = p_company and state = 'published')
    and not exists (select from public.companies where id = p_company and sandbox);
end $$;

grant execute on function internal.locations_as, internal.locations_with, internal.employees_as, internal.own_employees, internal.inactive_companies,
  internal.is_published, internal.has_published_location to anon, authenticated, service_role;
grant execute on function internal.employees_with_own_hours to authenticated;

do $$
declare
  name text;
begin
  foreach name in array array['locations', 'location_slugs', 'location_images', 'employees', 'services', 'employee_services',
    'service_addons', 'service_tests', 'day_prices', 'packages', 'package_services', 'working_hours', 'location_hours', 'exceptions', 'resources'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('grant all on public.%I to service_role', name);
  end loop;
  -- Tables whose rows carry `location_id`: members read, managers write.
  foreach name in array array['location_images', 'employees', 'services', 'employee_services', 'service_addons', 'service_tests', 'day_prices', 'packages',
    'package_services', 'location_hours',
    'resources'] loop
    execute format('create policy members_read on public.%I for select to authenticated
      using (location_id = any(array(select internal.locations_as(''staff''))))', name);
  end loop;
  foreach name in array array['location_images', 'employees', 'services', 'employee_services', 'service_addons', 'service_tests', 'day_prices', 'packages',
    'package_services', 'exceptions',
    'resources'] loop
    execute format('create policy managers_insert on public.%I for insert to authenticated
      with check (location_id = any(array(select internal.locations_as(''manager''))))', name);
    execute format('create policy managers_update on public.%I for update to authenticated
      using (location_id = any(array(select internal.locations_as(''manager''))))
      with check (location_id = any(array(select internal.locations_as(''manager''))))', name);
    execute format('create policy managers_delete on public.%I for delete to authenticated
      using (location_id = any(array(select internal.locations_as(''manager''))))', name);
  end loop;
end $$;

-- The imprint of a company with a public page.
create policy visitors_read_company on public.companies for select
  using (state = 'active' and internal.has_published_location(id));
create index companies_inactive on public.companies (id) where state <> 'active' or sandbox;

create policy visitors_read on public.locations for select
  using (state = 'published' and company_id not in (select internal.inactive_companies()));
create policy members_read on public.locations for select to authenticated
  using (company_id = any(array(select internal.companies_as('staff'))));
create policy managers_update on public.locations for update to authenticated
  using (company_id = any(array(select internal.companies_as('manager'))))
  with check (company_id = any(array(select internal.companies_as('manager'))));

create policy visitors_read on public.location_images for select using (internal.is_published(location_id));
create policy visitors_read on public.employees for select using (active and internal.is_published(location_id));
create policy visitors_read on public.services for select using (active and internal.is_published(location_id));
create policy visitors_read on public.packages for select using (active and internal.is_published(location_id));
create policy visitors_read on public.package_services for select using (internal.is_published(location_id)
  and exists (select from public.packages package where package.id = package_id and package.active));
create policy visitors_read on public.service_addons for select using (internal.is_published(location_id)
  and exists (select from public.services service where service.id = addon_id and service.active));
create policy visitors_read on public.service_tests for select using (internal.is_published(location_id)
  and exists (select from public.services service where service.id = service_id and service.active));
-- Uses the policies of both sides: the rows of an inactive employee or service are hidden with it.
create policy visitors_read on public.employee_services for select using (
  internal.is_published(location_id)
  and exists (select from public.employees employee where employee.id = employee_id and employee.active)
  and exists (select from public.services service where service.id = service_id and service.active));

create policy members_read on public.working_hours for select to authenticated
  using (employee_id = any(array(select internal.employees_as('staff'))));
create policy managers_insert on public.working_hours for insert to authenticated
  with check (employee_id = any(array(select internal.employees_with_own_hours())));
create policy managers_update on public.working_hours for update to authenticated
  using (employee_id = any(array(select internal.employees_with_own_hours())))
  with check (employee_id = any(array(select internal.employees_with_own_hours())));
create policy managers_delete on public.working_hours for delete to authenticated
  using (employee_id = any(array(select internal.employees_with_own_hours())));

create policy all_calendars_read on public.exceptions for select to authenticated
  using (location_id = any(array(select internal.locations_with('all_calendars'))));
create policy staff_read on public.exceptions for select to authenticated
  using (location_id = any(array(select internal.locations_as('staff')))
    and (employee_id is null or employee_id = any(array(select internal.own_employees()))));

grant select on public.locations, public.services, public.employee_services, public.service_addons, public.service_tests, public.packages,
  public.package_services to anon, authenticated;
-- Where the whole pictures are is for those who change them: `picture_files`.
grant select (id, location_id, path, alt, width, height, color, position) on public.location_images to anon;
grant select (id, location_id, path, alt, width, height, color, position, crop_left, crop_top, crop_width, crop_height)
  on public.location_images to authenticated;
grant select (id, location_id, name, title, color, image_path, languages, position, active, archived) on public.employees to anon, authenticated;
-- `updated_at` is what a form must find unchanged when it is saved.
grant select (updated_at, own_hours) on public.employees to authenticated;
grant select on public.working_hours, public.location_hours, public.exceptions, public.resources to authenticated;

grant update (slug, name, description, street, postal_code, city, district, city_id, latitude, longitude, time_zone, phone, email,
  website, attributes, grid_minutes, notice_minutes, horizon_days, hold_minutes, cancellation_hours, confirms_by_hand, move_notice, logo_path,
  staff_absence, offer_holds, waitlist)
  on public.locations to authenticated;
grant insert (id, location_id, path, source_path, alt, width, height, color, position),
  update (path, source_path, alt, width, height, color, position, crop_left, crop_top, crop_width, crop_height), delete
  on public.location_images to authenticated;
grant insert (id, location_id, user_id, name, title, color, image_path, languages, position, active, own_hours),
  update (user_id, name, title, color, image_path, languages, position, active, archived, own_hours), delete on public.employees to authenticated;
grant insert (id, location_id, category_id, name, description, duration_minutes, buffer_before_minutes, buffer_after_minutes,
  processing_start, processing_minutes, price_cents, price_from, resource_kind, position, active, booking_way, new_by_request,
  heading, family, variant, addon, vat, vat_reason),
  update (category_id, name, description, duration_minutes, buffer_before_minutes, buffer_after_minutes,
  processing_start, processing_minutes, price_cents, price_from, resource_kind, position, active, archived, booking_way, new_by_request,
  heading, family, variant, addon, vat, vat_reason),
  delete on public.services to authenticated;
grant insert (addon_id, service_id, location_id), delete on public.service_addons to authenticated;
grant insert (service_id, test_service_id, location_id, hours, days), update (test_service_id, hours, days), delete on public.service_tests to authenticated;
grant delete on public.packages to authenticated;
grant select, insert (id, service_id, location_id, percent, weekdays, starts, ends, first_day, last_day), delete on public.day_prices to authenticated;
grant insert (employee_id, service_id, location_id, duration_minutes, price_cents), update (duration_minutes, price_cents), delete
  on public.employee_services to authenticated;
grant insert (id, employee_id, weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start),
  update (weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start), delete on public.working_hours to authenticated;
grant insert (id, location_id, kind, name, position, active), update (kind, name, position, active), delete on public.resources
  to authenticated;
grant insert (id, location_id, employee_id, kind, starts_at, ends_at, reason), update (employee_id, kind, starts_at, ends_at, reason),
  delete on public.exceptions to authenticated;

-- An employee row is linked to members of its own company only: the link opens appointments. A manager who lacks the right to all calendars
-- links nobody, or they would open any calendar by it. Errors: not_a_member, not_allowed.
create function internal.check_employee_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not null and not exists (
    select from public.members member join public.locations location on location.company_id = member.company_id
    where location.id = new.location_id and member.user_id = new.user_id
  ) then
    perform internal.fail('not_a_member');
  end if;
  if new.user_id is not null and new.location_id in (select internal.locations_as('manager'))
    and new.location_id not in (select internal.locations_with('all_calendars')) then
    perform internal.fail('not_allowed');
  end if;
  return new;
end $$;
create trigger check_account before insert or update of user_id on public.employees
  for each row execute function internal.check_employee_account();

-- A member who leaves loses the link as well, so that a later return starts without old rights.
create function internal.unlink_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.employees employee set user_id = null from public.locations location
  where location.id = employee.location_id and location.company_id = old.company_id and employee.user_id = old.user_id;
  return null;
end $$;
create trigger unlink_member after delete on public.members for each row execute function internal.unlink_member();

-- Which signed-in member is which employee: managers see all of their company, staff their own rows. Others get no rows.
create function public.employee_accounts(p_company uuid)
returns table (employee_id uuid, location_id uuid, user_id uuid)
language sql stable security definer set search_path = '' as $$
  select employee.id, employee.location_id, employee.user_id
  from internal.memberships() caller
  join public.locations location on location.company_id = caller.company_id
  join public.employees employee on employee.location_id = location.id
  where caller.company_id = p_company and employee.user_id is not null
    and (caller.role >= 'manager' or employee.user_id = (select internal.person()))
$$;
grant execute on function public.employee_accounts to authenticated, service_role;
