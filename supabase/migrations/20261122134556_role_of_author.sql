set local check_function_bodies = off;

ALTER TABLE "public"."appointment_events" ADD COLUMN "actor_role" public.member_role;

CREATE OR REPLACE FUNCTION internal.serves_customer(p_customer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
begin
  return exists (
    select from public.customers file
    join public.appointments visit on visit.customer_id = file.id
    join public.appointment_events event on event.appointment_id = visit.id
    where file.id = p_customer and visit.state in ('requested', 'confirmed', 'completed', 'no_show') and internal.has_own_line(visit.id)
      and case when event.verb = 'create' then event.actor_id <> caller and (
          select coalesce(event.actor_role, max(colleague.role)) > 'staff' and coalesce(max(colleague.role) > 'staff', true)
          from public.members colleague where colleague.company_id = file.company_id and colleague.user_id = event.actor_id)
        when event.verb = 'confirm' and event.actor = 'customer' then event.actor_id = file.user_id
          or (event.at = file.created_at and not exists (
            select from public.appointments other where other.customer_id = file.id and not internal.has_own_line(other.id)))
        else false end);
end $function$;

CREATE OR REPLACE FUNCTION public.create_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_contact jsonb, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  made constant uuid := gen_random_uuid();
  place public.locations;
  known public.appointments;
  customer public.customers;
  contact jsonb;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if not internal.may_book_for(p_location, p_employee) then perform internal.fail('not_allowed'); end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  select * into place from public.locations where id = p_location;
  if p_contact ->> 'customer_id' is not null then
    select * into customer from public.customers
    where id::text = p_contact ->> 'customer_id' and company_id = place.company_id;
    if customer.id is null or not internal.may_see_customer(customer.id, place.company_id) then
      perform internal.fail('customer_not_found');
    end if;
    p_contact := jsonb_build_object('name', customer.name, 'email', coalesce(customer.email::text, ''), 'phone', customer.phone) || p_contact;
  end if;
  contact := internal.clean_contact(p_contact || jsonb_build_object('note', coalesce(p_note, '')), true);

  perform internal.lock_location(p_location, true);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if known.location_id <> p_location or not internal.is_business(known) then perform internal.fail('key_used'); end if;
      return internal.visit_json(known.id);
    end if;
  end if;
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key)
  values (made, place.company_id, p_location, 'confirmed', p_starts_at, p_starts_at + interval '1 minute',
    coalesce(customer.id, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name', contact ->> 'email',
    contact ->> 'phone', contact ->> 'note', 0, 'admin', place.cancellation_hours, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not internal.place_lines(made, p_services, p_employee, p_starts_at, present, true) then
    perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present, made, true);
  end if;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at, actor_role)
  values (made, 'create', 'business', internal.person(), 'confirmed', p_starts_at,
    (select role from internal.memberships() where company_id = place.company_id));
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $function$;
