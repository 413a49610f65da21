set local check_function_bodies = off;

DROP FUNCTION "internal"."check_tests"(uuid[], timestamp with time zone, uuid, bytea, uuid);

DROP FUNCTION "internal"."missing_test"(uuid[], timestamp with time zone, uuid, bytea, uuid);

CREATE OR REPLACE FUNCTION internal.check_tests(p_services uuid[], p_starts_at timestamp with time zone, p_user uuid, p_secret bytea DEFAULT NULL::bytea, p_customer uuid DEFAULT NULL::uuid, p_address text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  missing constant jsonb := internal.missing_test(p_services, p_starts_at, p_user, p_secret, p_customer, p_address);
begin
  if missing is not null then perform internal.fail('test_missing', missing::text); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.missing_test(p_services uuid[], p_starts_at timestamp with time zone, p_user uuid, p_secret bytea DEFAULT NULL::bytea, p_customer uuid DEFAULT NULL::uuid, p_address text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  address constant text := coalesce(p_address, (select email from auth.users where id = p_user and email_confirmed_at is not null));
  need record;
  known uuid[];
begin
  for need in
    select link.*, service.name as service, test.name as test, place.company_id from public.service_tests link
    join public.locations place on place.id = link.location_id join public.services service on service.id = link.service_id join public.services test on test.id = link.test_service_id
    where link.service_id = any(p_services) order by array_position(p_services, link.service_id)
  loop
    known := coalesce(known, array(
      select customer.id from public.customers customer where customer.id = p_customer and customer.company_id = need.company_id
      union select customer.id from public.customers customer where customer.company_id = need.company_id and customer.user_id = p_user
      union select customer.id from public.customers customer
        where customer.company_id = need.company_id and customer.email operator(extensions.=) address::extensions.citext
      union select further.customer_id from public.customer_contacts further
        where further.company_id = need.company_id and further.kind = 'email' and further.value = lower(address)));
    continue when exists (
      select from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
      where line.service_id = need.test_service_id and visit.state in ('confirmed', 'completed')
        and line.ends_at <= p_starts_at - make_interval(hours => need.hours)
        and line.ends_at >= p_starts_at - make_interval(days => need.days)
        and (visit.customer_id = any(known) or visit.user_id = p_user
          or exists (select from public.appointment_links link where link.appointment_id = visit.id and link.secret_hash = p_secret)));
    return jsonb_build_object('service_id', need.service_id, 'service', need.service, 'test_id', need.test_service_id,
      'test', need.test, 'lead_hours', need.hours);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_event_wait(p_wait uuid, p_secret text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait public.event_waits := internal.own_wait(p_wait, p_secret);
begin
  perform internal.lock_location(event.location_id, true) from public.events event where event.id = wait.event_id;
  perform from public.events event where event.id = wait.event_id for no key update;
  wait := internal.own_wait(p_wait, p_secret);
  if internal.wait_state(wait) <> 'unconfirmed' then return; end if;
  perform internal.check_tests(array[event.service_id], event.starts_at, wait.user_id, null, null, wait.email::text)
  from public.events event where event.id = wait.event_id;
  update public.event_waits set confirmed_at = internal.present() where id = p_wait returning * into wait;
  perform internal.check_wait(wait);
  perform internal.move_up(wait.event_id);
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
    on conflict (event_id, internal.mailbox(email)) where hold_id is null and left_at is null do update set seats = excluded.seats,
      user_id = excluded.user_id, name = excluded.name, email = excluded.email, phone = excluded.phone, created_at = excluded.created_at,
      confirmed_at = excluded.confirmed_at, network = excluded.network
    where known.confirmed_at is null returning * into wait;
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

REVOKE ALL ON FUNCTION "internal"."check_tests"(uuid[], timestamp with time zone, uuid, bytea, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."missing_test"(uuid[], timestamp with time zone, uuid, bytea, uuid, text) FROM PUBLIC;
