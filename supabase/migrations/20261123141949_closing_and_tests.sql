set local check_function_bodies = off;

ALTER TABLE "public"."withdrawals" DROP CONSTRAINT "withdrawals_company_id_fkey";

DROP FUNCTION "public"."coming_appointments"(uuid);

CREATE OR REPLACE FUNCTION internal.missing_test(p_services uuid[], p_starts_at timestamp with time zone, p_user uuid, p_secret bytea DEFAULT NULL::bytea, p_customer uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  address constant text := (select email from auth.users where id = p_user and email_confirmed_at is not null);
  need record;
  known uuid[];
begin
  for need in
    select link.*, service.name as service, test.name as test from public.service_tests link
    join public.services service on service.id = link.service_id join public.services test on test.id = link.test_service_id
    where link.service_id = any(p_services) order by array_position(p_services, link.service_id)
  loop
    known := coalesce(known, array(
      select customer.id from public.customers customer join public.locations place on place.company_id = customer.company_id
      where place.id = need.location_id and (customer.id = p_customer or customer.user_id = p_user
        or customer.email operator(extensions.=) address::extensions.citext
        or exists (select from public.customer_contacts further where further.customer_id = customer.id and further.kind = 'email'
          and further.value = lower(address)))));
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

CREATE OR REPLACE FUNCTION internal.refuse_when_closed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.companies where id = new.company_id and goes_at is not null) then perform internal.fail('company_closed'); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.coming_appointments(p_company uuid, p_untold boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_company not in (select internal.companies_as('owner')) then return 0; end if;
  return (
    select count(*) from public.appointments visit
    join public.locations place on place.id = visit.location_id join public.companies company on company.id = place.company_id
    where place.company_id = p_company and visit.starts_at > internal.present() and visit.state in ('requested', 'confirmed')
      and (not p_untold or visit.contact_email = ''
        or internal.customer_held_back(visit, company.state = 'active', place.state = 'published') is not null));
end $function$;

CREATE OR REPLACE FUNCTION public.delete_company(p_company uuid, p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  perform from public.companies where id = p_company and goes_at <= internal.present() for update;
  if not found then return 0; end if;
  delete from public.appointments where id in (select id from public.appointments
    where location_id in (select id from public.locations where company_id = p_company) limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  with file as (
    delete from public.customers where id in (select id from public.customers where company_id = p_company limit p_limit) returning id
  ), aside as (
    delete from internal.set_aside where place like 'customers.%' and row_id in (select id::text from file)
  )
  select count(*) into gone from file;
  if gone > 0 then return gone; end if;
  delete from public.messages where id in (select id from public.messages where company_id = p_company limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  -- An export that is just being collected ends first, and no other begins.
  perform from public.transfers where company_id = p_company order by id for update;
  delete from internal.transfer_rows where (transfer_id, n) in (select line.transfer_id, line.n from internal.transfer_rows line
    where line.transfer_id in (select id from public.transfers where company_id = p_company) limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.companies where id = p_company;
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_seats(p_event uuid, p_seats integer DEFAULT 1, p_secret_hash text DEFAULT NULL::text, p_source text DEFAULT 'web'::text, p_origin text DEFAULT 'unknown'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  event record;
  hold public.holds;
  visitor internal.visitor;
  answer jsonb;
begin
  select one.*, place.company_id, place.time_zone, place.hold_minutes, internal.event_closes(one, place) as closes_at,
    coalesce(one.cancellation_hours, place.cancellation_hours) as hours, coalesce(nullif(one.title, ''), service.name) as name
  into event
  from public.events one join public.services service on service.id = one.service_id
  join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  perform internal.check_wish(array[event.service_id], event.starts_at, p_secret_hash, p_source, p_origin, present);
  if not coalesce(p_seats between 1 and 10, false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
  perform internal.check_tests(array[event.service_id], event.starts_at, caller, decode(p_secret_hash, 'hex'));
  perform pg_advisory_xact_lock(hashtextextended(coalesce(caller::text, p_secret_hash), 42));
  hold.secret_hash := decode(p_secret_hash, 'hex');
  if internal.live_holds(caller, hold.secret_hash, null, present) >= (case internal.hold_share(caller) when 2 then 12 else 3 end) then
    perform internal.fail('too_many_holds');
  end if;
  perform internal.lock_location(event.location_id, false);
  visitor := internal.visitor();
  answer := internal.refuse_hold(visitor, caller, event.employee_id, (event.starts_at at time zone event.time_zone)::date, 0, present);
  if answer is not null then return answer; end if;
  hold.id := gen_random_uuid();
  hold.company_id := event.company_id;
  hold.location_id := event.location_id;
  hold.purpose := 'customer';
  hold.expires_at := present + make_interval(mins => event.hold_minutes);
  hold.user_id := caller;
  hold.source := p_source;
  hold.origin := p_origin;
  hold.cancellation_hours := event.hours;
  hold.employee_chosen := true;
  hold.created_at := present;
  if not internal.take_seats(p_event, p_seats, hold.id, hold.expires_at) then perform internal.fail('seats_taken'); end if;
  return internal.write_hold(hold, array[(1, event.service_id, event.employee_id, event.name, event.starts_at, event.ends_at,
    p_seats * event.price_cents, null, null, null, p_event, p_seats, null)::internal.planned_line], visitor, event.time_zone, true);
end $function$;

CREATE OR REPLACE FUNCTION public.keep_reports(p_limit integer DEFAULT 500)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fed jsonb;
  changes integer;
  days integer := 0;
  spot uuid;
  marks datemultirange;
begin
  if not pg_try_advisory_xact_lock(hashtext('reports')) then return jsonb_build_object('done', 0, 'more', false); end if;
  fed := public.read_feed('reports', p_limit);
  changes := jsonb_array_length(fed -> 'changes');
  if (fed ->> 'reset')::boolean then perform public.mark_reports(); end if;
  insert into internal.report_due (location_id, first, last)
  select distinct location.id, day.date, day.date
  from jsonb_to_recordset(fed -> 'changes') change (appointment_id uuid, old_starts_at timestamptz, new_starts_at timestamptz)
  join public.appointments visit on visit.id = change.appointment_id
  join public.locations location on location.id = visit.location_id
  cross join lateral (values (visit.starts_at), (change.old_starts_at), (change.new_starts_at)) moment (at)
  cross join lateral (select (moment.at at time zone location.time_zone)::date as date) day
  where day.date is not null;
  perform public.advance_feed('reports', fed ->> 'from', fed ->> 'token');
  while days < p_limit loop
    spot := (select location_id from internal.report_due order by id limit 1);
    exit when spot is null;
    with taken as (delete from internal.report_due where location_id = spot returning first, last)
    select range_agg(daterange(first, last, '[]')) into marks from taken;
    begin
      days := days + coalesce((select internal.sum_marked(id, marks) from public.locations where id = spot), 0) + 1;
    exception when deadlock_detected or serialization_failure then
      raise;
    when others then
      -- One location must not keep all others waiting. Its last weeks come again in the night.
      raise warning 'reports of location % cannot be summed: % %', spot, sqlstate, sqlerrm;
      days := days + 1;
    end;
  end loop;
  return jsonb_build_object('done', changes + days, 'more', changes >= p_limit or exists (select from internal.report_due));
end $function$;

CREATE OR REPLACE FUNCTION public.open_tasks(p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  if p_location is null or p_location not in (select internal.locations_with('all_calendars')) then
    return '{"undelivered": [], "untested": [], "offers": []}';
  end if;
  return jsonb_build_object(
    'undelivered', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.starts_at, shown.appointment_id), '[]') from (
        select distinct on (visit.starts_at, visit.id) message.id as message_id, message.kind, visit.id as appointment_id,
          visit.contact_name as name, visit.contact_phone as phone, visit.starts_at
        from public.messages message join public.appointments visit on visit.id = message.appointment_id
        where message.company_id = (select location.company_id from public.locations location where location.id = p_location)
          and message.settled_at is null and message.audience = 'customer' and message.appointment_id is not null
          and (message.state in ('failed', 'bounced') or message.state = 'skipped' and message.last_error = 'suppressed')
          and visit.location_id = p_location and visit.starts_at > present
          and not exists (select from public.messages later where later.appointment_id = visit.id and later.audience = 'customer'
            and later.created_at > message.created_at and later.state in ('sent', 'delivered'))
        order by visit.starts_at, visit.id, message.created_at desc limit 50) shown),
    'untested', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.starts_at, shown.appointment_id), '[]') from (
        select visit.id as appointment_id, visit.contact_name as name, visit.contact_phone as phone, visit.starts_at,
          lacks.test ->> 'service' as service, lacks.test ->> 'test' as test
        from public.appointments visit
        cross join lateral (select array_agg(line.service_id order by line."position") as services from public.appointment_lines line
          join public.service_tests link on link.service_id = line.service_id where line.appointment_id = visit.id) need
        cross join lateral (select internal.missing_test(need.services, visit.starts_at, visit.user_id,
          (select link.secret_hash from public.appointment_links link where link.appointment_id = visit.id limit 1), visit.customer_id) as test) lacks
        where visit.location_id = p_location and visit.state = 'confirmed' and visit.starts_at > present
          and visit.starts_at < present + interval '14 days' and need.services is not null and lacks.test is not null
          and exists (select from public.service_tests one where one.location_id = p_location)
        order by visit.starts_at limit 50) shown),
    'offers', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.answer_by, shown.event_id), '[]') from (
        select event.id as event_id, coalesce(nullif(event.title, ''), service.name) as title, event.starts_at, count(*) as offered,
          min(hold.expires_at) as answer_by
        from public.holds hold join public.event_waits wait on wait.hold_id = hold.id
        join public.events event on event.id = wait.event_id join public.services service on service.id = event.service_id
        where hold.location_id = p_location and hold.purpose = 'waitlist' and hold.ended_at is null and hold.expires_at > present
          and wait.left_at is null and event.starts_at > present
        group by event.id, service.name order by answer_by limit 50) shown));
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_company(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.open_company(p_company, 'owner');
  if (select goes_at from public.companies where id = p_company) <= internal.present() then perform internal.fail('company_going'); end if;
  update public.companies set state = case when state = 'closed' then 'active' else state end, goes_at = null
  where id = p_company and goes_at is not null;
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_notify public.move_notice, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret, true);
  appointment constant public.appointments := opened.appointment;
  by_business constant boolean := opened.actor = 'business';
  known constant jsonb := internal.known_visit(p_appointment);
  services uuid[];
  employees uuid[];
  wanted uuid;
  demanded text;
  done boolean;
begin
  if p_idempotency_key is not null and exists (
    select from public.appointment_events where idempotency_key = p_idempotency_key) then
    if not exists (select from public.appointment_events
      where idempotency_key = p_idempotency_key and appointment_id = p_appointment) then perform internal.fail('key_used'); end if;
    return internal.moved_json(p_appointment);
  end if;
  perform internal.check_move(appointment, 'reschedule', opened.actor);
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  -- Seats have the time of their event.
  if exists (select from public.appointment_lines where appointment_id = p_appointment and event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  select array_agg(service_id order by "position"), array_agg(distinct employee_id) into services, employees
  from public.appointment_lines where appointment_id = p_appointment;
  wanted := coalesce(p_employee, case when cardinality(employees) = 1 then employees[1] end);
  if appointment.starts_at = p_starts_at and (p_employee is null or employees = array[p_employee]) then
    return internal.moved_json(p_appointment);
  end if;
  if not by_business then
    if not internal.customer_may_change(appointment) then
      perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
    end if;
    if p_starts_at <= present then perform internal.fail('past'); end if;
    perform internal.check_tests(services, p_starts_at, appointment.user_id, sha256(convert_to(p_secret, 'UTF8')), appointment.customer_id);
    demanded := internal.demanded_early_start(appointment, p_starts_at, p_early_start);
    if internal.is_limited() and (internal.moves_of_day(p_appointment, 'customer') >= 5 or (
      internal.account_of(appointment.user_id, appointment.contact_email) is null
      and internal.spend(internal.recipient_budgets(appointment.contact_email, 6, 10, 'move')) is not null)) then
      perform internal.fail('too_many_moves');
    end if;
  elsif not internal.may_book_for(appointment.location_id, p_employee) and p_employee is not null then
    perform internal.fail('not_allowed');
  end if;
  done := internal.place_lines(p_appointment, services, wanted, p_starts_at, present, by_business);
  if not done and p_employee is null and not by_business and wanted is not null then
    done := internal.place_lines(p_appointment, services, null, p_starts_at, present, false);
  end if;
  if not done then
    perform internal.refuse_start(appointment.location_id, services, wanted, p_starts_at, present, p_appointment, by_business);
  end if;
  insert into public.early_starts select p_appointment, present, demanded where demanded is not null;
  perform internal.note_move(appointment, known, p_starts_at, opened.actor, p_reason, p_idempotency_key, p_notify);
  return internal.moved_json(p_appointment);
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
  perform internal.check_tests(array[event.service_id], event.starts_at, internal.person());
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

ALTER TABLE "public"."withdrawals" ADD CONSTRAINT "withdrawals_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE SET NULL NOT VALID;

CREATE TRIGGER refuse_when_closed_again AFTER UPDATE OF state ON public.appointments FOR EACH ROW WHEN (((new.state = ANY (ARRAY['requested'::public.appointment_state, 'confirmed'::public.appointment_state])) AND (old.state <> new.state))) EXECUTE FUNCTION internal.refuse_when_closed();

CREATE TRIGGER refuse_when_closed_made AFTER INSERT ON public.appointments FOR EACH ROW WHEN ((new.state = ANY (ARRAY['requested'::public.appointment_state, 'confirmed'::public.appointment_state]))) EXECUTE FUNCTION internal.refuse_when_closed();

REVOKE ALL ON FUNCTION "internal"."refuse_when_closed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."coming_appointments"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."coming_appointments"(uuid, boolean) TO "authenticated";
