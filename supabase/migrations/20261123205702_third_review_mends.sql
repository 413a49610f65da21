set local check_function_bodies = off;

DROP FUNCTION "internal"."chosen_notices"(uuid, uuid, public.notice_topic);

CREATE OR REPLACE FUNCTION internal.check_import(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.appointments visit where visit.company_id = p_company and visit.state in ('requested', 'confirmed')
    and exists (select from public.appointment_lines line where line.appointment_id = visit.id and line.event_id is null)
    and not exists (select from public.occupancies one where one.source = visit.id)) then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.appointments where company_id = p_company and sequence not between 0 and 100000)
    or (select count(*) from public.appointments where company_id = p_company and state = 'requested') > 200
    or (select count(*) from public.event_waits wait join public.events event on event.id = wait.event_id
      join public.locations place on place.id = event.location_id where place.company_id = p_company) > 1000 then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.appointments visit where visit.company_id = p_company and not internal.is_imported(p_company, visit.id))
    or exists (select from public.messages mail where mail.company_id = p_company and mail.appointment_id is not null and not internal.is_imported(p_company, mail.id))
    or exists (select from public.event_waits wait join public.events event on event.id = wait.event_id
      join public.locations place on place.id = event.location_id where place.company_id = p_company and not internal.is_imported(p_company, wait.id)) then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.occupancies one join public.employees person on person.id = one.subject
    join public.locations place on place.id = person.location_id
    where place.company_id = p_company and not one.minutes <@ int4range(-36000000, 122000000)::int4multirange) then
    perform internal.fail('file_broken', 'occupancies');
  end if;
  if exists (select from public.occupancies one
    where one.subject in (select person.id from public.employees person join public.locations place on place.id = person.location_id where place.company_id = p_company)
    and not exists (select from public.appointments where id = one.source)
      and not exists (select from public.blocks where id = one.source) and not exists (select from public.events where id = one.source)) then
    perform internal.fail('file_broken', 'occupancies');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.chosen_notices(p_appointment uuid, p_company uuid, p_topic public.notice_topic)
 RETURNS TABLE(email text, wanted boolean, for_all boolean)
 LANGUAGE plpgsql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
begin
  return query
  select account.email::text, choice.scope <> 'none' and (choice.scope = 'all' and internal.has_right(member, 'all_calendars') or exists (
      select from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
      where line.appointment_id = p_appointment and employee.user_id = choice.user_id)), internal.has_right(member, 'all_calendars')
  from public.notice_choices choice
  join public.members member on member.company_id = choice.company_id and member.user_id = choice.user_id
  join auth.users account on account.id = choice.user_id
  where choice.company_id = p_company and choice.topic = p_topic and account.email_confirmed_at is not null and account.deleted_at is null;
end $function$;

CREATE OR REPLACE FUNCTION internal.composed_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb, ordered_at timestamp with time zone)
 RETURNS TABLE(company_id uuid, appointment_id uuid, customer_id uuid, kind text, audience public.actor_kind, recipient text, payload jsonb, next_attempt_at timestamp with time zone, created_at timestamp with time zone, held_back text)
 LANGUAGE plpgsql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
begin
  return query
  select appointment.company_id, appointment.id, case target.audience when 'customer' then appointment.customer_id end, p_kind, target.audience, coalesce(own.mailbox, target.recipient),
    jsonb_build_object(
      'appointment_id', appointment.id, 'number', internal.booking_number(appointment.id), 'sequence', appointment.sequence, 'state', appointment.state, 'actor', p_actor,
      'starts_at', appointment.starts_at, 'ends_at', appointment.ends_at, 'time_zone', location.time_zone,
      'total_cents', appointment.total_cents, 'created_at', appointment.created_at,
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'secret', flags.secret, 'withdrawal', flags.withdrawal,
      'note', case when flags.secret then '' else internal.neutral(appointment.note, 'Steht im Kalender.') end,
      'for_name', case when stranger then internal.neutral_name(appointment.for_name, '') else appointment.for_name end,
      'customer', jsonb_build_object('name', case when stranger then internal.neutral_name(appointment.contact_name, '')
          when target.audience = 'business' then internal.neutral(appointment.contact_name, 'Gast') else appointment.contact_name end,
        'email', appointment.contact_email, 'phone', appointment.contact_phone),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug,
        'name', case when stranger then names.shown else location.name end,
        'street', case when stranger then internal.neutral(location.street, '') else location.street end,
        'postal_code', location.postal_code, 'city', case when stranger then internal.neutral(location.city, '') else location.city end,
        'phone', case when stranger then names.phone else location.phone end, 'email', location.email,
        'latitude', location.latitude, 'longitude', location.longitude, 'logo_path', case when stranger then '' else location.logo_path end),
      'company', jsonb_build_object('id', company.id, 'name', case when stranger then names.shown else company.name end,
        'legal_name', case when stranger then internal.neutral(company.legal_name, '') else company.legal_name end,
        'representative', case when stranger then internal.neutral(company.representative, '') else company.representative end,
        'street', case when stranger then internal.neutral(company.street, '') else company.street end,
        'postal_code', company.postal_code, 'city', case when stranger then internal.neutral(company.city, '') else company.city end,
        'email', company.email, 'phone', case when stranger then '' else company.phone end, 'small_business', company.small_business),
      'package_name', case when not flags.secret and not (stranger and internal.leads_away(appointment.package_name)) then appointment.package_name end,
      'services', (
        select jsonb_agg(jsonb_build_object(
          'service_id', line.service_id, 'name', case when not flags.secret and not (stranger and internal.leads_away(line.service_name)) then line.service_name end,
          'employee', case when stranger then internal.neutral_name(employee.name, 'Team') else employee.name end,
          'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents)
          || case when line.event_id is null then '{}' else jsonb_build_object('seats', line.seats) end order by line."position")
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id)
    ) || extra || jsonb_strip_nulls(jsonb_build_object('reason', case when company.state <> 'active' and p_actor = 'business' then ''
      when stranger or p_actor = 'customer' then internal.neutral(extra ->> 'reason', '') end,
      'early_start', case when target.audience = 'customer' then (
        select jsonb_build_object('text', worded.text, 'agreed_at', demanded.agreed_at)
        from public.early_starts demanded join public.consent_texts worded on worded.hash = demanded.text_hash
        where demanded.appointment_id = appointment.id) end)), internal.present(), ordered_at,
    case when target.audience = 'business' then case when own.mailbox is null then 'too_many_mails' when not target.wanted then 'not_wanted' end
      else internal.customer_held_back(appointment, company.state = 'active', location.state = 'published') end
  from public.appointments appointment
  join public.locations location on location.id = appointment.location_id
  join public.companies company on company.id = appointment.company_id
  cross join internal.legal_flags(appointment.id) flags
  cross join lateral (select
    coalesce(internal.neutral(location.name, null), internal.neutral(company.name, null), 'Ihr gebuchter Betrieb') as shown,
    case when location.phone ~ '^[+]?[0-9 ()/.-]*$' then location.phone else '' end as phone) names
  cross join lateral (select case when p_actor <> 'business' then coalesce(nullif(location.email, ''), company.email) end as recipient) shared
  cross join lateral (
    select 'customer'::public.actor_kind, appointment.contact_email::text, true
    union all select 'business', shared.recipient, not exists (
      select from internal.chosen_notices(appointment.id, company.id, internal.topic_of(p_kind)) chosen
      where chosen.for_all and not chosen.wanted and lower(chosen.email) = lower(shared.recipient))
    union all select 'business', chosen.email, true from internal.chosen_notices(appointment.id, company.id, internal.topic_of(p_kind)) chosen
    where p_actor <> 'business' and chosen.wanted and internal.mailbox(chosen.email) is distinct from internal.mailbox(shared.recipient)
  ) target (audience, recipient, wanted)
  cross join lateral (select target.audience = 'customer'
    and internal.account_of(appointment.user_id, appointment.contact_email) is null as stranger) known
  cross join lateral (select case when target.audience = 'business' and target.recipient <> '' then
    internal.business_mailbox(company.id, target.recipient) end as mailbox) own
  where appointment.id = p_appointment and target.recipient <> '';
end $function$;

CREATE OR REPLACE FUNCTION internal.note_change_of_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.calendar_changes (location_id) select location.id from public.locations location
  where location.company_id = new.company_id and not location.archived;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_disruption(p_location uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  made public.disruptions;
  own_only boolean;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  select * into place from public.locations where id = p_location;
  own_only := p_location not in (select internal.locations_to_rearrange())
    or p_employee is null and p_location not in (select internal.locations_as('manager'));
  if own_only and not coalesce(place.staff_absence = 'allowed' and p_employee in (select internal.own_employees()), false) then
    perform internal.fail('not_allowed');
  end if;
  if p_employee is not null and not exists (select from public.employees where id = p_employee and location_id = p_location) then
    perform internal.fail('employee_not_found');
  end if;
  if not coalesce(p_starts_at between present - interval '1 year' and present + interval '3 years' and p_ends_at > present
    and p_ends_at <= p_starts_at + interval '1 year' and date_trunc('minute', p_starts_at, 'UTC') = p_starts_at
    and date_trunc('minute', p_ends_at, 'UTC') = p_ends_at
    and p_starts_at at time zone place.time_zone < p_ends_at at time zone place.time_zone, false) then
    perform internal.fail('disruption_times');
  end if;
  perform internal.lock_location(p_location, true);
  if own_only and (p_starts_at < date_trunc('day', present at time zone place.time_zone) at time zone place.time_zone
    or (select count(*) from public.disruptions one where one.employee_id = p_employee and one.ended_at is null and one.ends_at > present) >= 50) then
    perform internal.fail('disruption_times');
  end if;
  select * into made from public.disruptions
  where location_id = p_location and employee_id is not distinct from p_employee and (starts_at, ends_at) = (p_starts_at, p_ends_at) and ended_at is null;
  if made.id is null then
    insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
    values (p_location, p_employee, 'closed', p_starts_at at time zone place.time_zone, p_ends_at at time zone place.time_zone,
      left(btrim(coalesce(p_reason, '')), 120))
    returning id into made.exception_id;
    insert into public.disruptions (company_id, location_id, employee_id, starts_at, ends_at, exception_id, created_by)
    values (place.company_id, p_location, p_employee, p_starts_at, p_ends_at, made.exception_id, internal.person()) returning * into made;
  end if;
  insert into public.disruption_items (disruption_id, appointment_id, starts_at)
  select made.id, visit.id, visit.starts_at from public.appointments visit
  where visit.location_id = p_location and visit.state in ('requested', 'confirmed') and visit.starts_at > present and visit.starts_at < p_ends_at
    and visit.ends_at > p_starts_at and internal.lies_in(visit.id, made)
  on conflict do nothing;
  return jsonb_build_object('id', made.id, 'items', (select count(*) from public.disruption_items item where item.disruption_id = made.id));
end $function$;

CREATE OR REPLACE FUNCTION public.find_events(p_city_id integer DEFAULT NULL::integer, p_category text DEFAULT NULL::text, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date, p_limit integer DEFAULT 6)
 RETURNS TABLE(id uuid, location_id uuid, slug text, business text, city text, time_zone text, title text, starts_at timestamp with time zone, ends_at timestamp with time zone, price_cents integer, seats smallint, free_seats integer, closes_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  present constant timestamptz := internal.present();
  first constant date := greatest(internal.reckonable(p_from), (present at time zone 'UTC')::date - 1);
  last constant date := least(coalesce(internal.reckonable(p_to), first + 91), first + 91);
begin
  return query
  select found.id, found.location_id, found.slug, found.business, found.city, found.time_zone, found.title, found.starts_at, found.ends_at,
    found.price_cents, found.seats, (select count(*) from public.event_seats seat
      where seat.event_id = found.id and (seat.source is null or not internal.is_live(seat.expires_at, present)))::integer, found.closes_at
  from (
    select event.id, place.id as location_id, place.slug::text as slug, place.name::text as business, place.city::text as city,
      place.time_zone::text as time_zone, coalesce(nullif(event.title, ''), service.name)::text as title, event.starts_at, event.ends_at,
      event.price_cents, event.seats, internal.event_closes(event, place) as closes_at
    from public.events event
    join public.locations place on place.id = event.location_id and place.state = 'published' and (p_city_id is null or place.city_id = p_city_id)
    join public.companies company on company.id = place.company_id and company.state = 'active'
    join public.services service on service.id = event.service_id and (p_category is null or service.category_id in (
      select one.id from public.categories one left join public.categories parent on parent.id = one.parent_id where p_category in (one.slug, parent.slug)))
    where event.cancelled_at is null and event.starts_at > present
      -- Wider than any zone, for the index; then by the location's clock.
      and event.starts_at >= (first - 1)::timestamp at time zone 'UTC' and event.starts_at < (last + 2)::timestamp at time zone 'UTC'
      and (event.starts_at at time zone place.time_zone)::date between first and last
      and internal.event_closes(event, place) >= present
    order by event.starts_at, event.id limit least(greatest(coalesce(p_limit, 6), 0), 1000)) found
  order by found.starts_at, found.id;
end $function$;

CREATE OR REPLACE FUNCTION public.update_package(p_package uuid, p_version timestamp with time zone, p_name text, p_services uuid[], p_price_cents integer, p_description text DEFAULT ''::text, p_active boolean DEFAULT true)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  package public.packages;
begin
  if not exists (select from public.packages one where one.id = p_package and one.location_id in (select internal.locations_as('manager'))) then
    perform internal.fail('package_not_found');
  end if;
  -- The services first, as whoever deletes one goes on to its packages. Then the package: of several who save at once each waits here and reads
  -- what the one before has left.
  perform from public.services service where service.id = any(p_services[:10])
    and service.location_id = (select one.location_id from public.packages one where one.id = p_package) order by service.id for key share;
  select * into package from public.packages where id = p_package for no key update;
  if package.id is null then perform internal.fail('package_not_found'); end if;
  if p_version is distinct from package.updated_at then perform internal.fail('edited_meanwhile'); end if;
  perform internal.check_package(package.location_id, p_name, p_services, p_price_cents, p_description);
  update public.packages set name = btrim(p_name), description = btrim(coalesce(p_description, '')), price_cents = p_price_cents,
    active = coalesce(p_active, true)
  where id = p_package returning * into package;
  delete from public.package_services where package_id = p_package;
  perform internal.put_parts(p_package, package.location_id, p_services);
  return package.updated_at;
end $function$;

CREATE OR REPLACE FUNCTION public.wait_for_event(p_event uuid, p_seats integer, p_contact jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  contact constant jsonb := internal.clean_contact(p_contact, false);
  own constant uuid := internal.account_of(internal.person(), contact ->> 'email');
  mailbox constant text := internal.mailbox(contact ->> 'email');
  visitor constant internal.visitor := internal.visitor();
  event record;
  wait public.event_waits;
begin
  select one.*, place.company_id, internal.event_closes(one, place) as closes_at into event
  from public.events one join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  if not coalesce(p_seats between 1 and least(10, event.seats), false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
  if internal.needs_phone(array[event.service_id]) then perform internal.fail('by_phone'); end if;
  if own is not null then perform internal.check_tests(array[event.service_id], event.starts_at, own); end if;
  perform internal.lock_location(event.location_id, false);
  perform pg_advisory_xact_lock(hashtextextended(visitor.network::text, 45));
  perform from public.events one where one.id = p_event for no key update;
  perform internal.release_lapsed_seats(p_event);
  if (select count(*) from public.event_seats seat where seat.event_id = p_event and seat.source is null) >= p_seats then return 'free'; end if;
  -- Before the address is looked at, so that the answer does not tell whether it waits.
  if not visitor.unlimited and internal.open_waits(event.company_id, visitor.network, null) >= 10 then perform internal.fail('too_many_waits'); end if;
  -- Whoever is just being offered a seat waits already.
  select one.* into wait from public.event_waits one join public.holds hold on hold.id = one.hold_id and hold.ended_at is null
  where one.event_id = p_event and internal.mailbox(one.email) = mailbox and one.left_at is null limit 1;
  if wait.id is null then
    insert into public.event_waits as known (event_id, seats, user_id, name, email, phone, created_at, confirmed_at, network)
    values (p_event, p_seats, own, contact ->> 'name', contact ->> 'email', contact ->> 'phone', present, case when own is not null then present end,
      case when not visitor.unlimited then visitor.network end)
    -- Whoever asks here for the place that they had in an imported file has one of this installation, with all its mails.
    on conflict (event_id, internal.mailbox(email)) where hold_id is null and left_at is null do update set
      id = case when internal.is_imported(event.company_id, known.id) then gen_random_uuid() else known.id end, seats = excluded.seats,
      user_id = excluded.user_id, name = excluded.name, email = excluded.email, phone = excluded.phone, created_at = excluded.created_at,
      confirmed_at = excluded.confirmed_at, network = excluded.network
    where known.confirmed_at is null or internal.is_imported(event.company_id, known.id) returning * into wait;
    if wait.id is null then
      select * into wait from public.event_waits one where one.event_id = p_event and internal.mailbox(one.email) = mailbox
        and one.hold_id is null and one.left_at is null;
    end if;
    if own is not null then perform internal.check_wait(wait); end if;
    perform internal.mail_waiting(wait, case when wait.confirmed_at is null then 'event_wait_confirm' else 'event_waiting' end, '{}',
      floor(extract(epoch from present) / 600)::text);
  end if;
  perform internal.spend_booking(contact ->> 'email', own is not null, event.company_id);
  return case when own is null then 'mail' else 'waiting' end;
end $function$;

REVOKE ALL ON FUNCTION "internal"."chosen_notices"(uuid, uuid, public.notice_topic) FROM PUBLIC;
