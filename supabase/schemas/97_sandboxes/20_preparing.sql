-- A sandbox filled with a salon in the midst of its day. The rows come from supabase/seeds/demo/sandbox.ts, with new ids each time.

-- The tables that a salon consists of.
create function internal.is_sandbox_table(p_table text) returns boolean
language sql immutable set search_path = '' as $$
  select p_table in ('companies', 'locations', 'employees', 'services', 'employee_services', 'service_addons', 'service_tests', 'packages',
    'package_services', 'day_prices', 'location_images', 'resources', 'working_hours', 'exceptions', 'customers', 'customer_health', 'customer_relatives',
    'appointments', 'appointment_lines', 'occupancies', 'appointment_events', 'reviews')
$$;

-- Inserts rows that all have the columns of the first.
create function internal.insert_sandbox_rows(p_table text, p_rows jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  names text;
begin
  if not internal.is_sandbox_table(p_table) then perform internal.fail('table_unknown', p_table); end if;
  select string_agg(quote_ident(key), ', ' order by key) into names from jsonb_object_keys(p_rows -> 0) key;
  if names is null then return; end if;
  execute format('insert into public.%I (%s) select %s from jsonb_populate_recordset(null::public.%I, $1)', p_table, names, names, p_table) using p_rows;
end $$;

-- Makes a sandbox for an account from [{table, rows}], the company and its location first; null when enough are ready. For the server only.
-- Error: table_unknown.
create function public.prepare_sandbox(p_user uuid, p_parts jsonb, p_ready integer) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  claims constant text := current_setting('request.jwt.claims', true);
  company uuid;
  place uuid;
  part jsonb;
begin
  -- One process at a time looks and makes.
  perform pg_advisory_xact_lock(hashtextextended('sandboxes', 48));
  if internal.sandboxes_wanted(p_ready) = 0 then return null; end if;
  insert into public.companies select row.* from jsonb_populate_record(null::public.companies,
    p_parts -> 0 -> 'rows' -> 0 || jsonb_build_object('sandbox', true, 'state', 'active', 'goes_at', null)) row returning id into company;
  insert into internal.sandboxes (company_id, user_id, prepared_on) values (company, p_user, internal.sandbox_day());
  insert into public.members (company_id, user_id, role, created_at) values (company, p_user, 'owner', present);
  for part in select value from jsonb_array_elements(p_parts) with ordinality one (value, turn) where turn > 1 order by turn loop
    perform internal.insert_sandbox_rows(part ->> 'table', part -> 'rows');
  end loop;
  -- Pictures that this installation has no files of.
  delete from public.location_images image using public.locations held where held.id = image.location_id and held.company_id = company
    and not exists (select from storage.objects kept where kept.bucket_id = 'location-images' and kept.name = image.path);
  update public.locations set state = 'published', published_at = coalesce(published_at, present) where company_id = company returning id into place;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_user, 'role', 'authenticated', 'aal', 'aal1')::text, true);
  perform internal.keep_agreements(company, array(select hash from public.current_agreements()));
  perform internal.add_sandbox_course(place, present);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return company;
end $$;

-- A course on an evening of the next week, all but one seat taken. The caller acts as the owner.
create function internal.add_sandbox_course(p_location uuid, p_present timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  place constant public.locations := (select row(held.*)::public.locations from public.locations held where held.id = p_location);
  begins constant timestamptz := ((p_present at time zone place.time_zone)::date + 6 + time '20:15') at time zone place.time_zone;
  course uuid;
  guest record;
begin
  select (public.create_event(place.id, service.id, person.id, begins, begins + service.duration_minutes * interval '1 minute', 6, null, service.name,
    service.price_cents, 'Mit eigener Bürste und Föhn: wir zeigen Ansatz, Spitzen und Locken, Schritt für Schritt.')).id into course
  from public.services service join public.employees person on person.location_id = place.id and person.position = 1
  where service.location_id = place.id and service.heading = 'Kurse' limit 1;
  for guest in
    select file.id, file.name, file.email, file.phone from public.customers file
    where file.company_id = place.company_id and file.email is not null order by file.created_at desc, file.id limit 5
  loop
    perform public.add_participant(course, 1,
      jsonb_build_object('customer_id', guest.id, 'name', guest.name, 'email', guest.email, 'phone', guest.phone), '', false);
  end loop;
end $$;

revoke execute on function internal.is_sandbox_table, internal.insert_sandbox_rows, internal.add_sandbox_course from public;
grant execute on function public.prepare_sandbox to service_role;
