set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.leave_event_wait(p_wait uuid, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait public.event_waits;
begin
  select * into wait from public.event_waits where id = p_wait;
  if wait.id is not null and p_secret is null and wait.user_id is distinct from internal.person() then
    perform internal.open_event(wait.event_id, 'cancel');
  else
    wait := internal.own_wait(p_wait, p_secret);
    perform internal.lock_location(event.location_id, true) from public.events event where event.id = wait.event_id;
  end if;
  -- Read again: a seat may have been offered while this waited for the location.
  update public.event_waits set left_at = coalesce(left_at, internal.present()) where id = p_wait returning * into wait;
  perform internal.end_hold(hold.id, true) from (select id from public.holds where id = wait.hold_id and ended_at is null for update) hold;
end $function$;

CREATE OR REPLACE FUNCTION public.wait_for_event(p_event uuid, p_seats integer, p_contact jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  contact constant jsonb := internal.clean_contact(p_contact, false);
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
  if exists (select from public.customers customer where customer.company_id = event.company_id and customer.blocked
    and lower(customer.email::text) = lower(contact ->> 'email')) then
    perform internal.fail('not_possible');
  end if;
  perform internal.lock_location(event.location_id, false);
  perform from public.events one where one.id = p_event for no key update;
  perform internal.release_lapsed_seats(p_event);
  -- Whoever is just being offered a seat waits already.
  if exists (select from public.event_waits one join public.holds hold on hold.id = one.hold_id and hold.ended_at is null
    where one.event_id = p_event and lower(one.email) = lower(contact ->> 'email') and one.left_at is null) then
    return true;
  end if;
  if (select count(*) from public.event_seats seat where seat.event_id = p_event and seat.source is null) >= p_seats then return false; end if;
  insert into public.event_waits (event_id, seats, user_id, name, email, phone, created_at)
  values (p_event, p_seats, internal.person(), contact ->> 'name', contact ->> 'email', contact ->> 'phone', present)
  on conflict (event_id, lower(email)) where hold_id is null and left_at is null do nothing returning * into wait;
  if wait.id is null then return true; end if;
  perform internal.mail_waiting(wait, 'event_waiting');
  perform internal.spend_booking(wait.email, internal.account_of(wait.user_id, wait.email) is not null, event.company_id);
  return true;
end $function$;
