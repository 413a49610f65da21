set local check_function_bodies = off;

ALTER TABLE "public"."locations" ADD COLUMN "logo_path" text NOT NULL DEFAULT ''::text;

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

CREATE OR REPLACE FUNCTION internal.imported_row(p_seed uuid, p_company uuid, line jsonb, ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  given text;
  place uuid;
begin
  foreach given in array ids loop
    if jsonb_typeof(line -> given) = 'number' then
      line := jsonb_set(line, array[given], to_jsonb(case when (line ->> given)::bigint = 1 then p_company
        else internal.imported_id(p_seed, (line ->> given)::bigint) end));
    elsif line ? given then
      line := jsonb_set(line, array[given], 'null');
    end if;
  end loop;
  place := case when line ? 'logo_path' then line ->> 'id' else line ->> 'location_id' end;
  foreach given in array '{path,source_path,image_path,logo_path}'::text[] loop
    if line ->> given ~ '^(pictures|sources)/' then
      line := jsonb_set(line, array[given], to_jsonb(internal.imported_picture(p_seed, place, line ->> given)));
    end if;
  end loop;
  return line;
end $function$;

CREATE OR REPLACE FUNCTION public.import_pictures(p_transfer uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('name', named.name,
    'bucket', case when split_part(named.name, '/', 1) = 'sources' then 'location-image-sources' else 'location-images' end,
    'path', internal.imported_picture(moved.seed, internal.imported_id(moved.seed, (owner.place #>> '{}')::bigint), named.name))), '[]')
  from internal.transfer_rows one join public.transfers moved on moved.id = one.transfer_id
  cross join lateral unnest(array[one.line ->> 'path', one.line ->> 'source_path', one.line ->> 'image_path', one.line ->> 'logo_path']) named (name)
  -- A logo belongs to its own row, every other picture to that of its location.
  cross join lateral (select case when one.line ? 'logo_path' then one.line -> 'id' else one.line -> 'location_id' end as place) owner
  where one.transfer_id = p_transfer and named.name ~ '^(pictures|sources)/\d{1,9}\.(webp|avif|png|jpe?g)$'
    and jsonb_typeof(owner.place) = 'number'
$function$;

ALTER TABLE "public"."locations" ADD CONSTRAINT "locations_logo_path" CHECK ((logo_path ~ (('^('::text || (id)::text) || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.png)?$'::text))) NOT VALID;

REVOKE ALL ("logo_path") ON TABLE "public"."locations" FROM "authenticated";

GRANT UPDATE ("logo_path") ON TABLE "public"."locations" TO "authenticated";
