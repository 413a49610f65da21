-- Bookings made as a guest, offered to the account of the same mail address. Only a confirmed address counts: whoever types another's
-- address at registration must not see their bookings. Found through the customer files, whose rows a booking's contact makes;
-- the address given with the booking itself must be the same.

create index customers_email on public.customers (email) where email is not null;

-- The caller's confirmed address, else null.
create function internal.own_email() returns text
language sql stable security definer set search_path = '' as $$
  select email from auth.users where id = (select internal.person()) and email_confirmed_at is not null
$$;

-- What was booked with an address and without an account, in earnest.
create function internal.guest_visits(p_email text) returns setof public.appointments
language sql stable set search_path = '' rows 10 as $$
  select appointment.* from (
    select id from public.customers where email operator(extensions.=) p_email::extensions.citext
    union select customer_id from public.customer_contacts where kind = 'email' and value = lower(p_email)) customer
  join public.appointments appointment on appointment.customer_id = customer.id
  where appointment.user_id is null
    and appointment.state <> 'expired' and lower(appointment.contact_email) = lower(p_email)
    and not exists (select from public.companies company where company.id = appointment.company_id and company.sandbox)
$$;

create function internal.guest_appointments() returns setof public.appointments
language sql stable security definer set search_path = '' rows 10 as $$
  select * from internal.guest_visits((select internal.own_email()))
$$;

-- What `adopt_guest_bookings` would take over, newest first.
create function public.own_guest_bookings()
returns table (id uuid, starts_at timestamptz, location_name text, city text, time_zone text, state public.appointment_state, withdrawn boolean)
language sql stable security definer set search_path = '' as $$
  select appointment.id, appointment.starts_at, location.name, location.city, location.time_zone, appointment.state,
    internal.withdrawn_at(appointment.id) is not null
  from internal.guest_appointments() appointment join public.locations location on location.id = appointment.location_id
  order by appointment.starts_at desc limit 50
$$;

-- Takes the guest bookings into the caller's account, with the customer files they belong to. Returns how many there were.
create function public.adopt_guest_bookings() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  taken uuid[];
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  select coalesce(array_agg(id), '{}') into taken from internal.guest_appointments();
  update public.appointments set user_id = caller where id = any(taken) and user_id is null;
  update public.customers set user_id = caller
  where user_id is null and email operator(extensions.=) internal.own_email()::extensions.citext
    and id in (select customer_id from public.appointments where id = any(taken));
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state)
  select id, 'adopt', 'customer', caller, state, state from public.appointments where id = any(taken) and user_id = caller;
  return cardinality(taken);
end $$;

revoke execute on function internal.guest_visits from public;
grant execute on function public.own_guest_bookings, public.adopt_guest_bookings to authenticated;
