-- The same rights in every world. On hosted projects of before 2026 the foundation's tables gave anon and authenticated every right that
-- row level security leaves, also on columns that are nobody's business; on later ones the service role lacked seven tables.
-- Takes no lock that anybody waits for, and others see either all of it or nothing.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;

revoke all on all tables in schema public from anon, authenticated;
revoke all on all sequences in schema public from anon, authenticated;
grant all on all tables in schema public to service_role;
grant all on all sequences in schema public to service_role;

grant select on public.appointment_events to authenticated;
grant select on public.appointment_lines to authenticated;
grant select on public.appointment_resources to authenticated;
grant select on public.appointments to authenticated;
grant select on public.categories to anon, authenticated;
grant select on public.cities to anon, authenticated;
grant select on public.companies to anon, authenticated;
grant update (name, legal_name, representative, street, postal_code, city, email, phone, register_entry, vat_id, small_business) on
  public.companies to authenticated;
grant insert (id, company_id, name, email, phone, note, blocked), update (name, email, phone, note, blocked) on public.customers to
  authenticated;
grant select on public.customers to authenticated;
grant select on public.districts to anon, authenticated;
grant delete, select on public.employee_services to authenticated;
grant insert (employee_id, service_id, location_id, duration_minutes, price_cents), update (duration_minutes, price_cents) on
  public.employee_services to authenticated;
grant select on public.employee_services to anon;
grant delete on public.employees to authenticated;
grant insert (id, location_id, user_id, name, title, color, image_path, languages, position, active), select (id, location_id, name,
  title, color, image_path, languages, position, active, archived), update (user_id, name, title, color, image_path, languages, position,
  active, archived) on public.employees to authenticated;
grant select (id, location_id, name, title, color, image_path, languages, position, active, archived) on public.employees to anon;
grant delete, select on public.exceptions to authenticated;
grant insert (id, location_id, employee_id, kind, starts_at, ends_at, reason), update (employee_id, kind, starts_at, ends_at, reason) on
  public.exceptions to authenticated;
grant select on public.federal_states to anon, authenticated;
grant select on public.invitations to authenticated;
grant delete on public.location_images to authenticated;
grant insert (id, location_id, path, source_path, alt, width, height, color, position), select (id, location_id, path, alt, width, height,
  color, position, crop_left, crop_top, crop_width, crop_height), update (path, source_path, alt, width, height, color, position,
  crop_left, crop_top, crop_width, crop_height) on public.location_images to authenticated;
grant select (id, location_id, path, alt, width, height, color, position) on public.location_images to anon;
grant select on public.locations to anon, authenticated;
grant update (slug, name, description, street, postal_code, city, district, city_id, latitude, longitude, time_zone, phone, email,
  website, attributes, grid_minutes, notice_minutes, horizon_days, hold_minutes, cancellation_hours, confirms_by_hand) on public.locations
  to authenticated;
grant select on public.member_events to authenticated;
grant select on public.members to authenticated;
grant select on public.messages to authenticated;
grant select on public.postal_codes to anon, authenticated;
grant select on public.profiles to authenticated;
grant update (name, phone) on public.profiles to authenticated;
grant select on public.public_holidays to anon, authenticated;
grant select on public.ranking_weights to anon, authenticated;
grant delete, select on public.resources to authenticated;
grant insert (id, location_id, kind, name, position, active), update (kind, name, position, active) on public.resources to authenticated;
grant select (id, location_id, author, rating, text, reply, created_at) on public.reviews to anon, authenticated;
grant select on public.second_factor_duties to authenticated;
grant delete, select on public.services to authenticated;
grant insert (id, location_id, category_id, name, description, duration_minutes, buffer_before_minutes, buffer_after_minutes,
  processing_start, processing_minutes, price_cents, price_from, resource_kind, position, active), update (category_id, name, description,
  duration_minutes, buffer_before_minutes, buffer_after_minutes, processing_start, processing_minutes, price_cents, price_from,
  resource_kind, position, active, archived) on public.services to authenticated;
grant select on public.services to anon;
grant delete, select on public.working_hours to authenticated;
grant insert (id, employee_id, weekday, starts, ends, valid_from, valid_to), update (weekday, starts, ends, valid_from, valid_to) on
  public.working_hours to authenticated;
