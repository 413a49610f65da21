set local check_function_bodies = off;

DROP FUNCTION "internal"."dates_of_series"(uuid[]);

CREATE OR REPLACE FUNCTION internal.dates_of_series(visits uuid[], p_raised integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if cardinality(visits) < 2 then return '{}'; end if;
  return jsonb_build_object('series', (
    select jsonb_agg(jsonb_build_object('appointment_id', visit.id, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at,
      'total_cents', visit.total_cents, 'sequence', visit.sequence + p_raised) order by visit.starts_at, visit.id)
    from public.appointments visit where visit.id = any(visits)));
end $function$;

CREATE OR REPLACE FUNCTION internal.delete_account(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  files constant uuid[] := array(
    select file.id from public.customers file where file.user_id = p_user
    union select visit.customer_id from public.appointments visit where visit.user_id = p_user and visit.customer_id is not null
    union select made.kept_id from internal.customer_merges made where p_user::text in (made.gone ->> 'user_id', made.before ->> 'user_id'));
  parts uuid[];
begin
  perform internal.mail_account(p_user, 'account_deleted');
  insert into internal.appointments_to_forget select id from public.appointments where user_id = p_user on conflict do nothing;
  delete from public.event_waits wait using auth.users account
  where account.id = p_user and (wait.user_id = p_user or wait.id in (select own.id from public.event_waits own
    where account.email_confirmed_at is not null and internal.mailbox(own.email) = internal.mailbox(account.email)));
  -- The file can keep a name, of somebody else's visits; what merging has kept of this person must not wait for its 30 days.
  parts := internal.forget_merges_of(files);
  update public.import_rows line set raw = '{}'
  where customer_id = any(parts) and not exists (select from public.customers file where file.id = line.customer_id);
  delete from auth.users where id = p_user;
end $function$;

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

CREATE OR REPLACE FUNCTION internal.take_contact_out(p_appointments uuid[], p_nobody text, p_files_before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  nameless uuid[];
  parts uuid[];
begin
  update public.appointments set contact_name = p_nobody, contact_email = '', contact_phone = '', note = '', for_name = '',
    -- An account of its own keeps its visits until it goes, and with it the name under a review.
    user_id = case when p_files_before = 'infinity' then null else user_id end
  where id = any(p_appointments);
  delete from public.appointment_notes where appointment_id = any(p_appointments);
  delete from public.appointment_changes where appointment_id = any(p_appointments);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(p_appointments);
  delete from public.appointment_links where appointment_id = any(p_appointments);
  delete from public.messages where appointment_id = any(p_appointments);
  with emptied as (
    update public.customers customer
    set name = p_nobody, email = null, phone = '', note = '', tags = '{}', birthday = null, user_id = null, other_words = ''
    where id in (select customer_id from public.appointments where id = any(p_appointments)) and not exists (
      select from public.appointments appointment
      where appointment.customer_id = customer.id and not internal.is_nobody(appointment.contact_name))
      and (p_files_before = 'infinity' or not internal.is_in_use(customer, p_files_before))
    returning id)
  select coalesce(array_agg(id), '{}') into nameless from emptied;
  delete from public.customer_health where customer_id = any(nameless);
  delete from public.customer_relatives where customer_id = any(nameless) or relative_id = any(nameless);
  delete from public.customer_contacts where customer_id = any(nameless);
  delete from public.erasure_demands where customer_id = any(nameless);
  parts := internal.forget_merges_of(nameless);
  update public.import_rows set raw = '{}' where customer_id = any(parts);
end $function$;

CREATE OR REPLACE FUNCTION internal.withdrawals_of(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
    from public.withdrawals declared left join public.appointments visit on visit.id = declared.appointment_id
    where lower(declared.email) = p_email and visit.user_id is null);
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_following(p_appointment uuid, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  first constant public.appointments := opened.appointment;
  going public.appointments[];
  visit public.appointments;
  told text[] := '{}';
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  going := array(
    select other from public.appointments other
    where (other.id = p_appointment or (other.series = first.series and other.location_id = first.location_id and other.starts_at >= first.starts_at))
      and other.state in ('requested', 'confirmed') and internal.is_business(other)
    order by other.starts_at, other.id for update);
  if cardinality(going) = 0 and first.state <> 'cancelled' then perform internal.fail('wrong_state', first.state::text); end if;
  foreach visit in array going loop
    perform internal.compose_ordered(visit.id);
    if lower(visit.contact_email) = any(told) then
      -- What waits about a move of it is not true any more.
      perform internal.take_back_moves(visit.id);
      perform internal.move(visit, 'cancel', 'business', p_reason, p_quietly => true);
    else
      perform internal.move(visit, 'cancel', 'business', p_reason, internal.dates_of_series(array(
        select other.id from unnest(going) other where lower(other.contact_email) = lower(visit.contact_email)), 1));
      told := told || lower(visit.contact_email);
    end if;
  end loop;
  return jsonb_build_object('cancelled', coalesce(cardinality(going), 0));
end $function$;

CREATE OR REPLACE FUNCTION public.repeat_appointment(p_appointment uuid, p_weeks integer, p_count integer, p_skipped integer[] DEFAULT '{}'::integer[], p_anyway integer[] DEFAULT '{}'::integer[], p_moved integer[] DEFAULT '{}'::integer[], p_moved_to timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[], p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  visit constant public.appointments := opened.appointment;
  stored constant internal.wished_line[] := internal.stored_wishes(p_appointment);
  wish internal.wished_series;
  place public.locations;
  known public.appointments;
  made jsonb;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if visit.location_id not in (select internal.locations_with('book')) or exists (
    select from unnest(stored) line where not internal.may_book_for(visit.location_id, line.employee_id)) then
    perform internal.fail('not_allowed');
  end if;
  if visit.state not in ('confirmed', 'completed', 'no_show') then perform internal.fail('wrong_state', visit.state::text); end if;
  -- Nobody would come.
  if internal.is_nobody(visit.contact_name) then perform internal.fail('customer_not_found'); end if;
  if exists (select from public.appointment_lines where appointment_id = p_appointment and event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  known := internal.known_by_key(p_idempotency_key, visit.location_id);
  if known.id is not null then
    return internal.series_json(known.series, array(
      select other.id from public.appointments other where other.series = known.series and other.created_at = known.created_at));
  end if;
  select * into place from public.locations where id = visit.location_id;
  wish.services := array(select line.service_id from unnest(stored) line);
  wish.employee := stored[1].employee_id;
  if exists (select from public.appointment_lines where appointment_id = p_appointment
    and (agreed_minutes is not null or employee_id <> wish.employee)) then
    wish.wishes := array(select (null, line.service_id, line.employee_id, line.minutes, null)::internal.wished_line from unnest(stored) line);
  end if;
  wish.starts_at := visit.starts_at;
  wish.weeks := p_weeks;
  wish.first_turn := 2;
  wish.turns := p_count;
  wish.contact := jsonb_build_object('name', visit.contact_name, 'email', visit.contact_email, 'phone', visit.contact_phone, 'note', '');
  wish.customer_id := visit.customer_id;
  wish.for_name := visit.for_name;
  wish.series := coalesce(visit.series, gen_random_uuid());
  wish.skipped := coalesce(p_skipped, '{}');
  wish.anyway := coalesce(p_anyway, '{}');
  wish.moved := coalesce(p_moved, '{}');
  wish.moved_to := coalesce(p_moved_to, '{}');
  wish.key := p_idempotency_key;
  made := internal.make_series(wish, place);
  if made -> 'conflicts' <> '[]' then return made; end if;
  update public.appointments set series = wish.series where id = p_appointment and series is null;
  if p_notify then perform internal.tell_series(made); end if;
  return made;
end $function$;

REVOKE ALL ON FUNCTION "internal"."dates_of_series"(uuid[], integer) FROM PUBLIC;
