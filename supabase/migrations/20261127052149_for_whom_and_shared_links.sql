set local check_function_bodies = off;

CREATE TABLE "public"."appointment_shares" ("appointment_id" uuid NOT NULL, "secret_hash" bytea NOT NULL, "created_at" timestamp with time zone NOT NULL, "expires_at" timestamp with time zone NOT NULL, CONSTRAINT "appointment_shares_pkey" PRIMARY KEY (appointment_id));

ALTER TABLE "public"."appointment_shares" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."relatives" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "name" character varying(120) NOT NULL, "birth_year" smallint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "relatives_birth_year_check" CHECK (((birth_year >= 1900) AND (birth_year <= 2200))), CONSTRAINT "relatives_name_check" CHECK ((length(btrim((name)::text)) > 0)), CONSTRAINT "relatives_pkey" PRIMARY KEY (id), CONSTRAINT "relatives_user_id_name_key" UNIQUE (user_id, name));

ALTER TABLE "public"."relatives" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.book_hold(hold public.holds, p_contact jsonb, p_state public.appointment_state, p_demanded text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  customer constant uuid := internal.keep_customer(hold.company_id, p_contact, hold.user_id, false);
  unheard text;
begin
  with made as (
    insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, user_id, contact_name, contact_email,
      contact_phone, note, total_cents, source, origin, cancellation_hours, idempotency_key, created_at, employee_chosen, package_name,
      for_name)
    values (hold.id, hold.company_id, hold.location_id, p_state, hold.starts_at, hold.ends_at, customer, hold.user_id, p_contact ->> 'name',
      p_contact ->> 'email', p_contact ->> 'phone', p_contact ->> 'note', hold.total_cents, hold.source, hold.origin, hold.cancellation_hours,
      hold.idempotency_key, hold.created_at, hold.employee_chosen, hold.package_name,
      coalesce(nullif(p_contact ->> 'for_name', p_contact ->> 'name'), ''))
  ), lines as (
    insert into public.appointment_lines
      (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id, event_id, seats,
      struck_cents)
    select hold.id, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at, line.price_cents,
      line.resource_id, line.event_id, coalesce(line.seats, 1), line.struck_cents
    from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line
  ), linked as (
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select hold.secret_hash, hold.id, hold.ends_at + interval '180 days' where hold.secret_hash is not null
  ), settled as (
    update public.occupancies set expires_at = null where source = hold.id
  ), seated as (
    update public.event_seats set expires_at = null where source = hold.id
  ), agreed as (
    insert into public.early_starts select hold.id, present, p_demanded where p_demanded is not null
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    values (hold.id, 'confirm', 'customer', internal.person(), 'held', p_state, hold.starts_at, true)
  )
  delete from internal.hold_budget where appointment_id = hold.id;
  unheard := internal.spend_booking(p_contact ->> 'email', internal.account_of(hold.user_id, p_contact ->> 'email') is not null, hold.company_id);
  -- Last, when all budgets have room: whoever tries whether a number is blocked pays for each that is not with a booking.
  if internal.is_blocked(hold.company_id, p_contact ->> 'email', p_contact ->> 'phone', hold.user_id) then
    perform internal.fail('not_possible', internal.phone_of(hold.location_id));
  end if;
  if unheard is not null then perform internal.compose_ordered(hold.id, unheard); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.confirm_hold(p_hold uuid, p_secret text, p_contact jsonb, p_early_start text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  hold public.holds;
  by_hand boolean;
  contact jsonb;
  demanded text;
begin
  select * into hold from public.holds where id = p_hold;
  if hold.id is null or not internal.is_holder(hold, p_secret) then return false; end if;
  contact := internal.clean_contact(p_contact, false) || jsonb_build_object('for_name', internal.clean_name(p_contact ->> 'for_name'));
  select internal.asks_first(hold) into by_hand from public.companies company where company.id = hold.company_id and company.state = 'active';
  if by_hand is null then perform internal.fail('not_possible', internal.phone_of(hold.location_id)); end if;
  if hold.starts_at <= present then perform internal.fail('past'); end if;
  perform internal.lock_location(hold.location_id, hold.ended_at is not null or jsonb_array_length(hold.lines) > 1);
  if hold.ended_at is not null then hold := internal.retake(hold, present); end if;
  demanded := internal.demanded_early_start(internal.as_appointment(hold), hold.starts_at, p_early_start);
  -- While the hold has not ended the time is ours, however late: nobody else can have taken it.
  delete from public.holds where id = p_hold and ended_at is null;
  if not found then
    -- It ended between our first look and the lock: somebody is just taking its place. Or it was confirmed meanwhile.
    if exists (select from public.holds where id = p_hold) then perform internal.fail('slot_taken'); end if;
    return false;
  end if;
  hold.user_id := coalesce(hold.user_id, caller);
  perform internal.book_hold(hold, contact, (case when by_hand then 'requested' else 'confirmed' end)::public.appointment_state, demanded);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_links(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.appointment_shares where appointment_id in (
    select appointment_id from public.appointment_shares where expires_at < internal.kept_since('booking_links') limit p_limit for update skip locked);
  delete from public.appointment_links where (secret_hash, appointment_id) in (
    select secret_hash, appointment_id from public.appointment_links where expires_at < internal.kept_since('booking_links')
    limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
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
  delete from public.appointment_messages where appointment_id = any(p_appointments);
  delete from public.appointment_changes where appointment_id = any(p_appointments);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(p_appointments);
  delete from public.appointment_links where appointment_id = any(p_appointments);
  delete from public.appointment_shares where appointment_id = any(p_appointments);
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

CREATE OR REPLACE FUNCTION public.confirm_appointment(p_appointment uuid, p_secret text DEFAULT NULL::text, p_contact jsonb DEFAULT NULL::jsonb, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened internal.opened;
  appointment public.appointments;
begin
  if internal.confirm_hold(p_appointment, p_secret, p_contact, p_early_start) then return internal.visit_json(p_appointment); end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  appointment := opened.appointment;
  if opened.actor = 'business' and appointment.state = 'requested' then
    if appointment.starts_at <= internal.present() then perform internal.fail('past'); end if;
    perform internal.move(appointment, 'confirm', 'business');
  elsif opened.customer and appointment.state in ('confirmed', 'requested') then
    if p_contact is null or internal.clean_contact(p_contact, false) <> jsonb_build_object('name', appointment.contact_name,
      'email', appointment.contact_email, 'phone', internal.e164(appointment.contact_phone), 'note', appointment.note)
      or internal.clean_name(p_contact ->> 'for_name') not in (appointment.for_name, appointment.contact_name) then
      perform internal.fail('wrong_state', appointment.state::text);
    end if;
  elsif not opened.business or appointment.state <> 'confirmed' then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.drop_relative(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  delete from public.relatives where user_id = caller and id = p_id;
end $function$;

CREATE OR REPLACE FUNCTION public.get_booking(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hold public.holds;
  appointment public.appointments;
  visit jsonb;
  open boolean;
begin
  select * into hold from public.holds where id = p_appointment;
  if hold.id is not null then
    if not internal.is_holder(hold, p_secret) then perform internal.fail('appointment_not_found'); end if;
    appointment := internal.as_appointment(hold);
    visit := internal.hold_json(hold);
  else
    select * into appointment from public.appointments where id = p_appointment;
    if appointment.id is null or not internal.is_customer(appointment, p_secret) then perform internal.fail('appointment_not_found'); end if;
    visit := internal.visit_json(appointment.id);
  end if;
  open := internal.customer_may_change(appointment);
  return (
    select visit || jsonb_build_object(
      'number', internal.booking_number(appointment.id),
      'created_at', appointment.created_at,
      'employee_chosen', appointment.employee_chosen,
      'source', appointment.source,
      'package_name', appointment.package_name,
      'contact', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone, 'note', appointment.note, 'for_name', coalesce(appointment.for_name, '')),
      'shared', exists (select from public.appointment_shares share where share.appointment_id = appointment.id and share.expires_at > internal.present()),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'time_zone', location.time_zone, 'phone', location.phone,
        'email', location.email, 'latitude', location.latitude, 'longitude', location.longitude,
        'confirms_by_hand', case when hold.id is null then location.confirms_by_hand else internal.asks_first(hold) end, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name,
        'representative', company.representative, 'street', company.street, 'postal_code', company.postal_code, 'city', company.city,
        'email', company.email, 'phone', company.phone),
      'lines', (
        select coalesce(jsonb_agg(line || jsonb_build_object('employee_name', employee.name) || coalesce((
          select jsonb_build_object('event_id', booked.event_id, 'seats', booked.seats) from public.appointment_lines booked
          where booked.appointment_id = appointment.id and booked."position" = (line ->> 'position')::integer and booked.event_id is not null),
          '{}') order by line -> 'position'), '[]')
        from jsonb_array_elements(visit -> 'lines') line join public.employees employee on employee.id = (line ->> 'employee_id')::uuid),
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'can_cancel', open,
      'can_reschedule', open and internal.is_published(location.id) and internal.movable_services(appointment.id) is not null
        and not internal.needs_phone(internal.movable_services(appointment.id)),
      'secret', flags.secret,
      'withdrawal', flags.withdrawal and appointment.state in ('held', 'requested', 'confirmed'),
      'withdrawn_at', internal.withdrawn_at(appointment.id),
      'early_start', internal.early_start_json(appointment),
      'proposal', internal.proposal_json(appointment.id, false))
    from public.locations location
    join public.companies company on company.id = location.company_id
    cross join internal.legal_flags(appointment.id) flags
    where location.id = appointment.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.own_account_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  address constant text := lower(internal.own_email());
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return jsonb_build_object(
    'waits', (select coalesce(jsonb_agg(internal.wait_json(wait) order by wait.created_at, wait.id), '[]') from public.event_waits wait where wait.user_id = caller),
    'withdrawals', (select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
      from public.appointments visit join public.withdrawals declared on declared.appointment_id = visit.id where visit.user_id = caller),
    'search_orders', internal.orders_data(caller, address),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object('location', place.name, 'created_at', kept.created_at) order by kept.created_at, place.id), '[]')
      from public.favourites kept join public.locations place on place.id = kept.location_id where kept.user_id = caller),
    'relatives', (select coalesce(jsonb_agg(jsonb_build_object('name', kin.name, 'birth_year', kin.birth_year, 'created_at', kin.created_at)
        order by kin.created_at, kin.id), '[]') from public.relatives kin where kin.user_id = caller),
    'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'list', kept.list, 'name', kept.name, 'query', kept.query,
        'is_default', kept.is_default, 'created_at', kept.created_at) order by kept.created_at, kept.id), '[]')
      from public.saved_views kept join public.companies company on company.id = kept.company_id where kept.user_id = caller));
end $function$;

CREATE OR REPLACE FUNCTION public.save_relative(p_name text, p_birth_year integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  called constant text := internal.clean_name(p_name);
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  if called = '' then perform internal.fail('name_missing'); end if;
  if p_birth_year < 1900 or p_birth_year > extract(year from internal.present() at time zone 'Europe/Berlin') then perform internal.fail('birth_year_invalid'); end if;
  -- Of two at once the second waits and counts the first.
  perform from public.profiles where id = caller for no key update;
  insert into public.relatives (user_id, name, birth_year, created_at) values (caller, called, p_birth_year, internal.present())
  on conflict (user_id, name) do update set birth_year = excluded.birth_year;
  if (select count(*) from public.relatives where user_id = caller) > 10 then perform internal.fail('relatives_full'); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.share_booking(p_appointment uuid, p_secret_hash text, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit public.appointments;
begin
  select * into visit from public.appointments where id = p_appointment for key share;
  if visit.id is null or not internal.is_customer(visit, p_secret) then perform internal.fail('appointment_not_found'); end if;
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  insert into public.appointment_shares values (visit.id, decode(p_secret_hash, 'hex'), internal.present(), visit.ends_at + interval '30 days')
  on conflict (appointment_id) do update set secret_hash = excluded.secret_hash, created_at = excluded.created_at, expires_at = excluded.expires_at;
end $function$;

CREATE OR REPLACE FUNCTION public.shared_booking(p_appointment uuid, p_secret text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit public.appointments;
begin
  select one.* into visit from public.appointments one join public.appointment_shares share on share.appointment_id = one.id
  where one.id = p_appointment and share.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and share.expires_at > internal.present();
  if visit.id is null then perform internal.fail('appointment_not_found'); end if;
  return (
    select jsonb_build_object('id', visit.id, 'state', visit.state, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at, 'sequence', visit.sequence,
      'services', (select coalesce(jsonb_agg(jsonb_build_object('name', case when not flags.secret then line.service_name end, 'employee', employee.name,
          'starts_at', line.starts_at) order by line."position"), '[]')
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id where line.appointment_id = visit.id),
      'location', jsonb_build_object('slug', place.slug, 'name', place.name, 'street', place.street, 'postal_code', place.postal_code, 'city', place.city,
        'phone', place.phone, 'email', place.email, 'time_zone', place.time_zone, 'latitude', place.latitude, 'longitude', place.longitude,
        'published', internal.is_published(place.id)))
    from public.locations place cross join internal.legal_flags(visit.id) flags where place.id = visit.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.unshare_booking(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit constant public.appointments := (select one from public.appointments one where one.id = p_appointment);
begin
  if visit.id is null or not internal.is_customer(visit, p_secret) then perform internal.fail('appointment_not_found'); end if;
  delete from public.appointment_shares where appointment_id = visit.id;
end $function$;

ALTER TABLE "public"."appointment_shares" ADD CONSTRAINT "appointment_shares_appointment_id_fkey" FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE;

ALTER TABLE "public"."relatives" ADD CONSTRAINT "relatives_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX appointment_shares_expiry ON public.appointment_shares USING btree (expires_at);

CREATE POLICY "own" ON "public"."relatives" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT internal.person() AS person)));

REVOKE ALL ON FUNCTION "public"."drop_relative"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."drop_relative"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_relative"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_relative"(text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."share_booking"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."share_booking"(uuid, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."shared_booking"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shared_booking"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."unshare_booking"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unshare_booking"(uuid, text) TO "anon", "authenticated";

GRANT ALL ON TABLE "public"."appointment_shares" TO "service_role";

GRANT SELECT ON TABLE "public"."relatives" TO "authenticated";

GRANT ALL ON TABLE "public"."relatives" TO "service_role";

update public.retention_rules set tables = array['public.profiles', 'public.favourites', 'public.relatives'] || tables[3:] where name = 'accounts';
update public.retention_rules set tables = '{public.appointment_links,public.appointment_shares}', what = 'Links aus Bestätigungen und zum Weitergeben'
where name = 'booking_links';
