set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.issue_booking_link(p_appointment uuid, p_secret_hash text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  booked public.appointments;
  expiry timestamptz;
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  select * into booked from public.appointments where id = p_appointment;
  -- Whoever cancels the rest of a series locks its appointments in another order, but holds the location alone.
  if booked.series is not null then perform internal.lock_location(booked.location_id, false); end if;
  perform from public.appointments where id = p_appointment for key share;
  if not found then perform internal.fail('appointment_not_found'); end if;
  insert into public.appointment_links (secret_hash, appointment_id, expires_at)
  select decode(p_secret_hash, 'hex'), visit.id, visit.ends_at + interval '180 days' from public.appointments visit where visit.id = p_appointment
  on conflict (secret_hash, appointment_id) do update set expires_at = greatest(appointment_links.expires_at, excluded.expires_at)
  returning expires_at into expiry;
  if booked.series is not null and booked.contact_email <> '' then
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select decode(p_secret_hash, 'hex'), other.id, other.ends_at + interval '180 days' from public.appointments other
    where other.series = booked.series and other.id <> booked.id and lower(other.contact_email) = lower(booked.contact_email)
    order by other.id for key share
    on conflict (secret_hash, appointment_id) do nothing;
  end if;
  return expiry;
end $function$;
