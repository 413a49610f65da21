CREATE OR REPLACE VIEW "public"."shown_appointments" WITH (security_barrier=true) AS  SELECT id,
    company_id,
    location_id,
    state,
    starts_at,
    ends_at,
    customer_id,
    user_id,
    contact_name,
        CASE
            WHEN ((user_id = ( SELECT internal.person() AS person)) OR (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with)))) THEN contact_email
            ELSE ''::character varying
        END AS contact_email,
        CASE
            WHEN ((user_id = ( SELECT internal.person() AS person)) OR (company_id = ANY (ARRAY( SELECT internal.companies_with('contact_data'::public.member_right) AS companies_with)))) THEN contact_phone
            ELSE ''::character varying
        END AS contact_phone,
    note,
    total_cents,
    source,
    cancellation_hours,
    sequence,
    created_at,
    updated_at,
    employee_chosen,
    origin,
    for_name,
    arrived_at,
    package_name,
    series,
        CASE
            WHEN ((company_id = ANY (ARRAY( SELECT internal.companies_with('all_customers'::public.member_right) AS companies_with))) OR ((company_id = ANY (ARRAY( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))) AND internal.serves_customer(customer_id))) THEN customer_id
            ELSE NULL::uuid
        END AS card_id
   FROM public.appointments
  WHERE ((user_id = ( SELECT internal.person() AS person)) OR (location_id = ANY (ARRAY( SELECT internal.locations_with('all_calendars'::public.member_right) AS locations_with))) OR ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))) AND internal.has_own_line(id)));

create or replace view public.shown_withdrawals with (security_barrier = true) as
select id, appointment_id, company_id, name,
  case when company_id = any(array(select internal.companies_with('contact_data'))) then email else '' end as email,
  booking_number, statement, declared_at, (select visit.location_id from public.appointments visit where visit.id = appointment_id) as location_id
from public.withdrawals
where company_id = any(array(select internal.companies_with('all_calendars')))
  or (company_id = any(array(select internal.companies_as('staff'))) and internal.has_own_line(appointment_id));
