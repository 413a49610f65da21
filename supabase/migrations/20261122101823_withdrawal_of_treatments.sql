set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.get_booking(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  appointment public.appointments;
  open boolean;
begin
  select * into appointment from public.appointments where id = p_appointment;
  if appointment.id is null or not internal.is_customer(appointment, p_secret) then perform internal.fail('appointment_not_found'); end if;
  open := internal.customer_may_change(appointment);
  return (
    select internal.visit_json(appointment.id) || jsonb_build_object(
      'created_at', appointment.created_at,
      'source', appointment.source,
      'contact', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone, 'note', appointment.note),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'time_zone', location.time_zone, 'phone', location.phone,
        'email', location.email, 'latitude', location.latitude, 'longitude', location.longitude,
        'confirms_by_hand', location.confirms_by_hand, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name),
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('position', line."position", 'service_id', line.service_id,
          'service_name', line.service_name, 'employee_id', line.employee_id, 'employee_name', employee.name,
          'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents) order by line."position"), '[]')
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id),
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'can_cancel', open,
      'can_reschedule', open and internal.is_published(location.id),
      'secret', flags.secret,
      'withdrawal', flags.withdrawal and appointment.state in ('held', 'requested', 'confirmed'),
      'withdrawn_at', internal.withdrawn_at(appointment.id))
    from public.locations location
    join public.companies company on company.id = location.company_id
    cross join internal.legal_flags(appointment.id) flags
    where location.id = appointment.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_appointment(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
  appointment constant public.appointments := opened.appointment;
  declared timestamptz;
begin
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  if appointment.contact_name = '' then perform internal.fail('wrong_state', appointment.state::text); end if;
  if not (internal.legal_flags(p_appointment)).withdrawal then perform internal.fail('withdrawal_excluded'); end if;
  declared := internal.withdrawn_at(p_appointment);
  if declared is null then
    if appointment.state in ('cancelled', 'declined', 'expired') then perform internal.fail('wrong_state', appointment.state::text); end if;
    declared := present;
    insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state)
    values (p_appointment, declared, 'withdraw', 'customer', internal.person(), appointment.state, appointment.state);
    if internal.customer_may_change(appointment) then
      perform internal.let_go(p_appointment, 'cancelled', 'cancel', 'customer', 'Widerruf');
    end if;
    perform internal.queue_messages(p_appointment, 'appointment_withdrawn', 'customer', jsonb_build_object('declared_at', declared));
  end if;
  return internal.visit_json(p_appointment) || jsonb_build_object('withdrawn_at', declared);
end $function$;

-- Treatments, which have no right of withdrawal (§ 312 II no. 7 BGB); courses and advice of the same trades keep it.
update public.categories set withdrawal = false
where slug in ('krankengymnastik', 'manuelle-therapie', 'lymphdrainage', 'geraetegestuetzte-krankengymnastik', 'osteopathie',
  'neurologische-physiotherapie', 'podologie', 'heilpraktiker', 'zahnreinigung', 'logopaedie', 'ergotherapie', 'akupunktur');
