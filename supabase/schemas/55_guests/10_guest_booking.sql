-- The page of a booking, /booking/{id}: for whoever has a secret link or is signed in with the account that booked.
-- And the links themselves: each mail carries a fresh secret, of which only the SHA-256 is stored.

-- The booking number that people copy and say: the first twelve digits of its id, as in 3F2A-91BC-7D04. By itself it opens nothing.
create function internal.booking_number(p_appointment uuid) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return upper(regexp_replace(left(replace(p_appointment::text, '-', ''), 12), '(....)(....)(....)', '\1-\2-\3'));
end $$;

-- Whether services are of a profession under § 203 StGB (never named in messages), and whether a right of withdrawal exists.
create function internal.legal_flags(p_appointment uuid, out secret boolean, out withdrawal boolean)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(bool_or(category.secret or coalesce(parent.secret, false)), false),
    coalesce(bool_or(category.withdrawal and coalesce(parent.withdrawal, true)), false)
  into secret, withdrawal
  from (
    select line.service_id from public.appointment_lines line where line.appointment_id = p_appointment
    union all
    select (line ->> 'service_id')::uuid from public.holds hold cross join jsonb_array_elements(hold.lines) line where hold.id = p_appointment) booked
  join public.services service on service.id = booked.service_id
  join public.categories category on category.id = service.category_id
  left join public.categories parent on parent.id = category.parent_id;
end $$;

-- Everything the customer may see of a booking or hold. `confirms_by_hand` of the location says of a hold whether it becomes a request.
-- `cancel_until` is the last moment to cancel or move by the policy;
-- `can_cancel` and `can_reschedule` are for now; seats of an event (`event_id`, `seats` in a line) have its time. `withdrawal`: there is a contract still to be performed, and it can be withdrawn from.
-- `early_start` is told there, `proposal` in 50_booking/87_proposals, `payment` in 77_money/70_shown. Error: appointment_not_found.
create function public.get_booking(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  hold public.holds;
  appointment public.appointments;
  visit jsonb;
  open boolean;
begin
  select * into hold from public.holds where id = p_appointment;
  if hold.id is not null then
    if not internal.is_holder(hold, p_secret) then perform internal.fail('appointment_not_found'); end if;
    appointment := internal.as_appointment(hold);
    visit := internal.hold_json(hold);
  else
    select * into appointment from public.appointments where id = p_appointment;
    if appointment.id is null or not internal.is_customer(appointment, p_secret) then perform internal.fail('appointment_not_found'); end if;
    visit := internal.visit_json(appointment.id);
  end if;
  open := internal.customer_may_change(appointment);
  return (
    select visit || jsonb_build_object(
      'number', internal.booking_number(appointment.id),
      'created_at', appointment.created_at,
      'employee_chosen', appointment.employee_chosen,
      'source', appointment.source,
      'package_name', appointment.package_name,
      'contact', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone, 'note', appointment.note, 'for_name', coalesce(appointment.for_name, '')),
      'shared', exists (select from public.appointment_shares share where share.appointment_id = appointment.id and share.expires_at > internal.present()),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'time_zone', location.time_zone, 'phone', location.phone,
        'email', location.email, 'latitude', location.latitude, 'longitude', location.longitude,
        'confirms_by_hand', case when hold.id is null then location.confirms_by_hand else internal.asks_first(hold) end, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name,
        'representative', company.representative, 'street', company.street, 'postal_code', company.postal_code, 'city', company.city,
        'email', company.email, 'phone', company.phone),
      'lines', (
        select coalesce(jsonb_agg(line || jsonb_build_object('employee_name', employee.name) || coalesce((
          select jsonb_build_object('event_id', booked.event_id, 'seats', booked.seats) from public.appointment_lines booked
          where booked.appointment_id = appointment.id and booked."position" = (line ->> 'position')::integer and booked.event_id is not null),
          '{}') order by line -> 'position'), '[]')
        from jsonb_array_elements(visit -> 'lines') line join public.employees employee on employee.id = (line ->> 'employee_id')::uuid),
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'can_cancel', open,
      'can_reschedule', open and internal.is_published(location.id) and internal.movable_services(appointment.id) is not null
        and not internal.needs_phone(internal.movable_services(appointment.id)),
      'secret', flags.secret,
      'withdrawal', flags.withdrawal and appointment.state in ('held', 'requested', 'confirmed'),
      'withdrawn_at', internal.withdrawn_at(appointment.id),
      'early_start', internal.early_start_json(appointment),
      'proposal', internal.proposal_json(appointment.id, false),
      'payment', internal.payment_json(hold, appointment))
    from public.locations location
    join public.companies company on company.id = location.company_id
    cross join internal.legal_flags(appointment.id) flags
    where location.id = appointment.location_id);
end $$;

-- Where the caller has booked with their account: names and zones, including those of places that are no longer public.
create function public.own_places() returns table (id uuid, name text, city text, time_zone text)
language sql stable security definer set search_path = '' as $$
  select location.id, location.name, location.city, location.time_zone from public.locations location
  where location.id in (select location_id from public.appointments where user_id = (select internal.person()))
$$;

-- The other appointments of somebody's series, with the same address: of their own series, or seats of other events of the same one.
create function internal.others_of_series(booked public.appointments) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(booked.contact_email, '') = '' then return '{}'; end if;
  return array(
    select other.id from public.appointments other
    where other.series = booked.series and other.id <> booked.id and lower(other.contact_email) = lower(booked.contact_email)
    union
    select other.id from public.appointment_lines line join public.events event on event.id = line.event_id
    join public.events sibling on sibling.series = event.series and sibling.location_id = event.location_id join public.appointment_lines seats on seats.event_id = sibling.id
    join public.appointments other on other.id = seats.appointment_id
    where line.appointment_id = booked.id and other.id <> booked.id and lower(other.contact_email) = lower(booked.contact_email));
end $$;

-- Stores the hash of a fresh secret for a mail; it opens the booking until 180 days after its end, and the others of its series with the same address.
-- For the server only. Errors: appointment_not_found, secret_invalid.
create function public.issue_booking_link(p_appointment uuid, p_secret_hash text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  booked public.appointments;
  others uuid[];
  expiry timestamptz;
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  select * into booked from public.appointments where id = p_appointment;
  others := internal.others_of_series(booked);
  -- Whoever cancels the rest of a series locks its appointments in another order, but holds the location alone.
  if cardinality(others) > 0 then perform internal.lock_location(booked.location_id, false); end if;
  perform from public.appointments where id = p_appointment for key share;
  if not found then perform internal.fail('appointment_not_found'); end if;
  insert into public.appointment_links (secret_hash, appointment_id, expires_at)
  select decode(p_secret_hash, 'hex'), visit.id, visit.ends_at + interval '180 days' from public.appointments visit where visit.id = p_appointment
  on conflict (secret_hash, appointment_id) do update set expires_at = greatest(appointment_links.expires_at, excluded.expires_at)
  returning expires_at into expiry;
  if cardinality(others) > 0 then
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select decode(p_secret_hash, 'hex'), other.id, other.ends_at + interval '180 days' from public.appointments other
    where other.id = any(others) and lower(other.contact_email) = lower(booked.contact_email)
    order by other.id for key share
    on conflict (secret_hash, appointment_id) do nothing;
  end if;
  return expiry;
end $$;

revoke execute on function internal.others_of_series from public;
grant execute on function public.get_booking to anon, authenticated;
grant execute on function public.own_places to authenticated;
grant execute on function public.issue_booking_link to service_role;
