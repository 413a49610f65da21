-- Making, naming, publishing and pausing locations, opening hours, public holidays.
-- A location unknown to the caller and one that the caller is not allowed to manage answer alike: location_not_found.

-- "Salon Löwe, Köln" → "salon-loewe-koeln". Empty when nothing is left.
create function internal.slugified(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(left(btrim(regexp_replace(internal.folded(value), '[^a-z0-9]+', '-', 'g'), '-'), 80), '-')
$$;

-- The p_attempt-th slug for a location of this name and city.
create function internal.wished_slug(p_name text, p_city text, p_attempt integer) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when length(slug) < 3 then btrim('standort-' || slug, '-') else slug end || case when p_attempt > 1 then '-' || p_attempt else '' end
  from internal.slugified(btrim(p_name) || ' ' || p_city) slug
$$;

-- The first that no location has or had.
create function internal.free_slug(p_name text, p_city text) returns text
language sql stable set search_path = '' as $$
  select wish.slug from generate_series(1, 1000) attempt cross join lateral internal.wished_slug(p_name, p_city, attempt) wish (slug)
  where not exists (select from public.locations where slug = wish.slug) and not exists (select from public.location_slugs where slug = wish.slug)
  limit 1
$$;

-- Keeps the old slug, so that its addresses answer 301, and never lets another location have it. Error: slug_taken.
create function internal.keep_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.location_slugs where slug = new.slug and location_id <> new.id) then
    perform internal.fail('slug_taken');
  end if;
  if tg_op = 'UPDATE' then
    if exists (select from public.locations where slug = new.slug and id <> new.id) then perform internal.fail('slug_taken'); end if;
    delete from public.location_slugs where slug = new.slug;
    insert into public.location_slugs (slug, location_id) values (old.slug, new.id) on conflict (slug) do nothing;
  end if;
  return new;
end $$;
create trigger keep_slug before insert on public.locations for each row execute function internal.keep_slug();
create trigger keep_changed_slug before update on public.locations for each row when (old.slug <> new.slug)
  execute function internal.keep_slug();

-- Everything that counts days asks the zone, also for drafts. Error: a broken check (23514).
create function internal.check_time_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not exists (select from pg_timezone_names where name = new.time_zone) then
    raise exception using errcode = '23514', message = 'no such time zone', constraint = 'locations_time_zone';
  end if;
  return new;
end $$;
create trigger check_time_zone before insert or update of time_zone on public.locations for each row when (new.time_zone <> 'Europe/Berlin')
  execute function internal.check_time_zone();

-- The municipality follows the postal code unless it is given.
create function internal.fill_city() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.city_id := coalesce((select city_id from public.postal_codes where code = new.postal_code), new.city_id);
  return new;
end $$;
create trigger fill_city before insert or update of postal_code on public.locations
  for each row execute function internal.fill_city();

-- Makes a draft location of a company with the company's address and a free slug from name and city. For managers and owners.
-- Errors: company_not_found, name_missing, name_too_long.
create function public.create_location(p_company uuid, p_name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  company public.companies;
  made uuid;
begin
  select * into company from public.companies where id = p_company and id in (select internal.companies_as('manager'));
  if company.id is null then perform internal.fail('company_not_found'); end if;
  if length(btrim(coalesce(p_name, ''))) < 2 then perform internal.fail('name_missing'); end if;
  if length(btrim(p_name)) > 120 then perform internal.fail('name_too_long'); end if;
  for attempt in 1..1000 loop
    insert into public.locations (company_id, slug, name, street, postal_code, city, phone, email)
    select p_company, tried, btrim(p_name), company.street, company.postal_code, company.city, company.phone, company.email
    from internal.wished_slug(p_name, company.city, attempt) tried
    where not exists (select from public.location_slugs where slug = tried)
    on conflict (slug) do nothing
    returning id into made;
    exit when made is not null;
  end loop;
  if made is null then perform internal.fail('slug_taken'); end if;
  return made;
end $$;

-- The published location with this id, slug or old slug as {id, slug, moved}; null when there is none.
-- `moved` is true for an old slug: answer 301. Open to everyone.
create function public.location_by_slug(p_key text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found uuid;
  moved boolean := false;
begin
  if p_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    found := p_key::uuid;
  else
    select id into found from public.locations where slug = lower(p_key);
    if found is null then
      select location_id into found from public.location_slugs where slug = lower(p_key);
      moved := found is not null;
    end if;
  end if;
  if found is null or not internal.is_published(found) then return null; end if;
  return (select jsonb_build_object('id', id, 'slug', slug, 'moved', moved) from public.locations where id = found);
end $$;

-- What a location needs before it may be published, in the order of the form; `imprint` is Art. 30 DSA.
create function internal.checklist(p_location uuid) returns table (step text, done boolean)
language sql stable set search_path = '' as $$
  with place as (
    select location.*, company.legal_name, company.representative, company.street as legal_street, company.postal_code as legal_code,
      company.city as legal_city, company.email as legal_email
    from public.locations location join public.companies company on company.id = location.company_id
    where location.id = p_location
  )
  select steps.* from place, lateral (values
    ('address', place.street <> '' and place.postal_code <> '' and place.city <> ''),
    ('coordinates', place.latitude is not null and place.longitude is not null),
    ('employee', exists (select from public.employees where location_id = place.id and active)),
    ('service', exists (select from public.services where location_id = place.id and active)),
    ('offered', exists (select from public.services where location_id = place.id and active) and not exists (
      select from public.services service where service.location_id = place.id and service.active and not exists (
        select from public.employee_services offer join public.employees employee on employee.id = offer.employee_id
        where offer.service_id = service.id and employee.active))),
    ('hours', exists (select from public.working_hours hours join public.employees employee on employee.id = hours.employee_id
      where employee.location_id = place.id and employee.active
        and (hours.valid_to is null or hours.valid_to >= (internal.present() at time zone place.time_zone)::date))),
    ('imprint', '' not in (place.legal_name, place.representative, place.legal_street, place.legal_code, place.legal_city,
      place.legal_email))
  ) steps (step, done)
$$;

-- The checklist for members of the company. Error: location_not_found.
create function public.publishing_checklist(p_location uuid) returns table (step text, done boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  return query select checks.step, checks.done from internal.checklist(p_location) checks;
end $$;

-- Shows a draft or paused location to everyone; a published one stays published. For managers and owners.
-- Errors: location_not_found, company_inactive, checklist_incomplete (detail: the missing steps, separated by commas).
create function public.publish_location(p_location uuid) returns public.location_state
language plpgsql security definer set search_path = '' as $$
declare
  missing text;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  perform from public.locations where id = p_location for no key update;
  if exists (select from public.locations location join public.companies company on company.id = location.company_id
    where location.id = p_location and company.state <> 'active') then
    perform internal.fail('company_inactive');
  end if;
  select string_agg(checks.step, ',') into missing from internal.checklist(p_location) checks where not checks.done;
  if missing is not null then perform internal.fail('checklist_incomplete', missing); end if;
  update public.locations set state = 'published', archived = false, published_at = coalesce(published_at, internal.present())
  where id = p_location and state <> 'published';
  return 'published';
end $$;

-- Takes a published location off the catalogue; its appointments stay. For managers and owners.
-- Errors: location_not_found, wrong_state (a draft).
create function public.pause_location(p_location uuid) returns public.location_state
language plpgsql security definer set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  update public.locations set state = 'paused' where id = p_location and state <> 'draft';
  if not found then perform internal.fail('wrong_state', 'draft'); end if;
  return 'paused';
end $$;

-- Closes a location for good, or reopens it as a paused one (a draft stays a draft). Not while somebody is still expected there.
-- For managers and owners. Errors: location_not_found, appointments_coming (detail: how many).
create function public.archive_location(p_location uuid, p_archived boolean) returns public.location_state
language plpgsql security definer set search_path = '' as $$
declare
  expected integer;
  result public.location_state;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  -- Nobody books meanwhile.
  perform internal.lock_location(p_location, true);
  expected := (select count(*) from public.appointments
      where location_id = p_location and ends_at > internal.present() and state in ('requested', 'awaiting_payment', 'confirmed'))
    + (select count(*) from public.holds where location_id = p_location and ended_at is null
      and internal.is_live(expires_at, internal.present()));
  if p_archived and expected > 0 then perform internal.fail('appointments_coming', expected::text); end if;
  update public.locations set archived = p_archived, state = case when state = 'draft' then state else 'paused' end
  where id = p_location and archived <> p_archived;
  select state into result from public.locations where id = p_location;
  return result;
end $$;

-- Adds the public holidays of a year in the location's federal state as closed days; returns how many are new.
-- Repeating adds nothing. For managers and owners. Errors: location_not_found, city_missing.
create function public.add_public_holidays(p_location uuid, p_year integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  state text;
  added integer;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  select city.state_code into state from public.locations location join public.cities city on city.id = location.city_id
  where location.id = p_location;
  if state is null then perform internal.fail('city_missing'); end if;
  insert into public.exceptions (location_id, kind, starts_at, ends_at, reason, holiday)
  select p_location, 'closed', holiday.date, holiday.date + 1, left(holiday.name, 120), holiday.date
  from public.public_holidays holiday where holiday.state_code = state and extract(year from holiday.date) = p_year
  on conflict (location_id, holiday) where holiday is not null and employee_id is null do nothing;
  get diagnostics added = row_count;
  return added;
end $$;

-- When a location is open in an ordinary week: for each weekday (1 Monday … 7 Sunday) the union of the active employees' hours
-- that are valid today and, with a rota, hold on its next date from today on. Wall times; `ends` not after `starts` is on the next day. Exceptions and breaks of one person do not show.
-- For visitors of a published location and for members; others get no rows.
create function public.opening_hours(p_location uuid) returns table (weekday smallint, starts time, ends time)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not internal.is_published(p_location) and p_location not in (select internal.locations_as('staff')) then return; end if;
  return query
  with rows as (
    select hours.weekday as day, (extract(epoch from hours.starts) / 60)::integer as opens,
      (extract(epoch from hours.ends) / 60)::integer + case when hours.ends <= hours.starts then 1440 else 0 end as closes
    from public.working_hours hours
    join public.employees employee on employee.id = hours.employee_id and employee.active
    join public.locations location on location.id = employee.location_id
    cross join lateral (select (internal.present() at time zone location.time_zone)::date as date) today
    where employee.location_id = p_location and coalesce(hours.valid_from <= today.date, true)
      and coalesce(hours.valid_to >= today.date, true)
      and internal.in_rota(hours.rota_weeks, hours.rota_week, hours.rota_start,
        today.date + (hours.weekday + 7 - extract(isodow from today.date)::integer) % 7)
  ), merged as (
    select day, unnest(range_agg(int4range(opens, least(closes, opens + 1440)))) as open from rows group by day
  )
  select day, make_time(lower(open) / 60, lower(open) % 60, 0),
    case when upper(open) = 1440 then time '24:00' else make_time(upper(open) / 60 % 24, upper(open) % 60, 0) end
  from merged order by day, lower(open);
end $$;

grant execute on function public.create_location, public.publishing_checklist, public.publish_location, public.pause_location,
  public.archive_location, public.add_public_holidays to authenticated;
grant execute on function public.location_by_slug, public.opening_hours to anon, authenticated, service_role;
