set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.booking_number(p_appointment uuid)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  return upper(regexp_replace(left(replace(p_appointment::text, '-', ''), 12), '(....)(....)(....)', '\1-\2-\3'));
end $function$;

CREATE OR REPLACE FUNCTION internal.composed_messages(p_appointment uuid, p_kind text, p_actor public.actor_kind, extra jsonb, ordered_at timestamp with time zone)
 RETURNS TABLE(company_id uuid, appointment_id uuid, kind text, audience public.actor_kind, recipient text, payload jsonb, next_attempt_at timestamp with time zone, created_at timestamp with time zone, held_back text)
 LANGUAGE plpgsql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
begin
  return query
  select appointment.company_id, appointment.id, p_kind, target.audience, coalesce(own.mailbox, target.recipient),
    jsonb_build_object(
      'appointment_id', appointment.id, 'number', internal.booking_number(appointment.id), 'sequence', appointment.sequence, 'state', appointment.state, 'actor', p_actor,
      'starts_at', appointment.starts_at, 'ends_at', appointment.ends_at, 'time_zone', location.time_zone,
      'total_cents', appointment.total_cents, 'created_at', appointment.created_at,
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'secret', flags.secret, 'withdrawal', flags.withdrawal,
      'note', case when flags.secret then '' else internal.neutral(appointment.note, 'Steht im Kalender.') end,
      'customer', jsonb_build_object('name', case when stranger then internal.neutral_name(appointment.contact_name, '')
          when target.audience = 'business' then internal.neutral(appointment.contact_name, 'Gast') else appointment.contact_name end,
        'email', appointment.contact_email, 'phone', appointment.contact_phone),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug,
        'name', case when stranger then names.shown else location.name end,
        'street', case when stranger then internal.neutral(location.street, '') else location.street end,
        'postal_code', location.postal_code, 'city', case when stranger then internal.neutral(location.city, '') else location.city end,
        'phone', case when stranger then names.phone else location.phone end, 'email', location.email,
        'latitude', location.latitude, 'longitude', location.longitude),
      'company', jsonb_build_object('id', company.id, 'name', case when stranger then names.shown else company.name end,
        'legal_name', case when stranger then internal.neutral(company.legal_name, '') else company.legal_name end,
        'representative', case when stranger then internal.neutral(company.representative, '') else company.representative end,
        'street', case when stranger then internal.neutral(company.street, '') else company.street end,
        'postal_code', company.postal_code, 'city', case when stranger then internal.neutral(company.city, '') else company.city end,
        'email', company.email, 'phone', case when stranger then '' else company.phone end, 'small_business', company.small_business),
      'services', (
        select jsonb_agg(jsonb_build_object(
          'name', case when not flags.secret and not (stranger and internal.leads_away(line.service_name)) then line.service_name end,
          'employee', case when stranger then internal.neutral_name(employee.name, 'Team') else employee.name end,
          'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents) order by line."position")
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
        where line.appointment_id = appointment.id)
    ) || extra || jsonb_strip_nulls(jsonb_build_object('reason', case when company.state <> 'active' and p_actor = 'business' then ''
      when stranger or p_actor = 'customer' then internal.neutral(extra ->> 'reason', '') end)), internal.present(), ordered_at,
    case when target.audience = 'business' then case when own.mailbox is null then 'too_many_mails' end
      else internal.customer_held_back(appointment, company.state = 'active', location.state = 'published') end
  from public.appointments appointment
  join public.locations location on location.id = appointment.location_id
  join public.companies company on company.id = appointment.company_id
  cross join internal.legal_flags(appointment.id) flags
  cross join lateral (select
    coalesce(internal.neutral(location.name, null), internal.neutral(company.name, null), 'Ihr gebuchter Betrieb') as shown,
    case when location.phone ~ '^[+]?[0-9 ()/.-]*$' then location.phone else '' end as phone) names
  cross join lateral (values
    ('customer'::public.actor_kind, appointment.contact_email::text),
    ('business', case when p_actor = 'business' then '' else coalesce(nullif(location.email, ''), company.email) end)
  ) target (audience, recipient)
  cross join lateral (select target.audience = 'customer'
    and internal.account_of(appointment.user_id, appointment.contact_email) is null as stranger) known
  cross join lateral (select case when target.audience = 'business' and target.recipient <> '' then
    internal.business_mailbox(company.id, target.recipient) end as mailbox) own
  where appointment.id = p_appointment and target.recipient <> '';
end $function$;

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
      'number', internal.booking_number(appointment.id),
      'created_at', appointment.created_at,
      'employee_chosen', appointment.employee_chosen,
      'source', appointment.source,
      'contact', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone, 'note', appointment.note),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'time_zone', location.time_zone, 'phone', location.phone,
        'email', location.email, 'latitude', location.latitude, 'longitude', location.longitude,
        'confirms_by_hand', location.confirms_by_hand, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name,
        'representative', company.representative, 'street', company.street, 'postal_code', company.postal_code, 'city', company.city,
        'email', company.email, 'phone', company.phone),
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

REVOKE ALL ON FUNCTION "internal"."booking_number"(uuid) FROM PUBLIC;
