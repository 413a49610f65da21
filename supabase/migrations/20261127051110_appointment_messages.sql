set local check_function_bodies = off;

CREATE TABLE "public"."appointment_messages" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "appointment_id" uuid NOT NULL, "location_id" uuid NOT NULL, "by_customer" boolean NOT NULL, "member_id" uuid, "text" character varying(600) NOT NULL, "created_at" timestamp with time zone NOT NULL, "seen_at" timestamp with time zone, "settled_at" timestamp with time zone, CONSTRAINT "appointment_messages_pkey" PRIMARY KEY (id), CONSTRAINT "appointment_messages_text_check" CHECK (((text)::text <> ''::text)));

ALTER TABLE "public"."appointment_messages" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.guest_visit_json(visit public.appointments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('number', internal.booking_number(visit.id), 'state', visit.state, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at,
      'time_zone', place.time_zone, 'location', place.name, 'name', visit.contact_name, 'phone', visit.contact_phone, 'for_name', visit.for_name,
      'note', visit.note, 'package', visit.package_name, 'total_cents', visit.total_cents, 'source', visit.source, 'created_at', visit.created_at,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('service', line.service_name, 'with', employee.name, 'starts_at', line.starts_at,
          'ends_at', line.ends_at, 'price_cents', line.price_cents, 'seats', line.seats) order by line."position"), '[]')
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id where line.appointment_id = visit.id),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('by_customer', said.by_customer, 'text', said.text, 'at', said.created_at)
          order by said.created_at, said.id), '[]') from public.appointment_messages said where said.appointment_id = visit.id),
      'early_start', (select jsonb_build_object('agreed_at', demanded.agreed_at) from public.early_starts demanded where demanded.appointment_id = visit.id),
      'review', (select jsonb_build_object('author', review.author, 'rating', review.rating, 'text', review.text, 'punctual', review.punctual,
          'as_priced', review.as_priced, 'clean', review.clean, 'again', review.again, 'additions', review.additions, 'created_at', review.created_at)
        from public.reviews review where review.appointment_id = visit.id))
    from public.locations place where place.id = visit.location_id);
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_thread(visit public.appointments, p_actor public.actor_kind, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  target constant public.actor_kind := case p_actor when 'customer' then 'business' else 'customer' end;
  words constant jsonb := case when (internal.legal_flags(visit.id)).secret or internal.neutral(p_text, '') = '' then '[]' else jsonb_build_array(p_text) end;
  last timestamptz;
  unheard text;
begin
  update public.messages set payload = jsonb_set(payload, '{words}', (payload -> 'words') || words)
  where appointment_id = visit.id and kind = 'appointment_message' and audience = target and state = 'queued' and attempts = 0;
  if found then return; end if;
  last := (select max(message.created_at) from public.messages message
    where message.appointment_id = visit.id and message.kind = 'appointment_message' and message.audience = target);
  unheard := case when p_actor = 'customer' then internal.spend_notice(visit.company_id) else internal.spend_by_hand(visit.company_id, visit.contact_email) end;
  insert into public.messages (company_id, appointment_id, customer_id, kind, audience, recipient, payload, next_attempt_at, created_at, state, last_error)
  select mail.company_id, mail.appointment_id, mail.customer_id, mail.kind, mail.audience, mail.recipient, mail.payload,
    greatest(present + interval '2 minutes', last + interval '30 minutes'), mail.created_at,
    (case when why.reason is null then 'queued' else 'skipped' end)::public.message_state, coalesce(why.reason, '')
  from internal.composed_messages(visit.id, 'appointment_message', p_actor, jsonb_build_object('words', words), present) mail
  cross join lateral (select coalesce(mail.held_back, unheard) as reason) why
  where mail.audience = target;
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

CREATE OR REPLACE FUNCTION internal.thread_ends(visit public.appointments)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when visit.state not in ('expired', 'declined') and not internal.is_nobody(visit.contact_name) then visit.ends_at + interval '30 days' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.thread_json(visit public.appointments, p_by_customer boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'open', coalesce(internal.thread_ends(visit) > internal.present(), false) and count(*) < 20
        and not (count(*) >= 3 and (array_agg(one.by_customer order by one.created_at desc, one.id desc))[1:3] = array[p_by_customer, p_by_customer, p_by_customer])
        and not (p_by_customer and internal.is_blocked(visit.company_id, visit.contact_email, visit.contact_phone, visit.user_id)),
      'waiting', coalesce(bool_or(one.by_customer and one.settled_at is null), false),
      'messages', coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'by_customer', one.by_customer, 'text', one.text, 'at', one.created_at,
        'seen', one.seen_at is not null,
        'author', case when not one.by_customer and not p_by_customer then internal.name_in_team(one.member_id, visit.location_id) end)
        order by one.created_at, one.id), '[]'))
    from public.appointment_messages one where one.appointment_id = visit.id);
end $function$;

CREATE OR REPLACE FUNCTION internal.write_message(p_appointment uuid, p_by_customer boolean, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  typed constant text := btrim(regexp_replace(coalesce(p_text, ''), '[ \t]+', ' ', 'g'), E' \n\r\t');
  visit public.appointments;
  last public.appointment_messages;
  told text;
begin
  if typed = '' then perform internal.fail('words_missing'); end if;
  if length(typed) > 500 then perform internal.fail('words_too_long'); end if;
  select * into visit from public.appointments where id = p_appointment for no key update;
  if visit.id is null or internal.thread_ends(visit) is null or internal.thread_ends(visit) <= present
    or (p_by_customer and internal.is_blocked(visit.company_id, visit.contact_email, visit.contact_phone, visit.user_id)) then
    perform internal.fail('thread_closed');
  end if;
  -- Nothing of it becomes visible later: this is after the booking.
  told := left(replace(internal.masked(typed), '▮ nach der Buchung sichtbar', '▮ ausgeblendet'), 600);
  select * into last from public.appointment_messages where appointment_id = visit.id order by created_at desc, id desc limit 1;
  if last.by_customer = p_by_customer and last.text = told and last.created_at > present - interval '1 minute' then return; end if;
  if (select count(*) from (select one.by_customer from public.appointment_messages one where one.appointment_id = visit.id
      order by one.created_at desc, one.id desc limit 3) recent where recent.by_customer = p_by_customer) = 3 then
    perform internal.fail('too_many_unanswered');
  end if;
  if (select count(*) from public.appointment_messages where appointment_id = visit.id) >= 20 then perform internal.fail('thread_full'); end if;
  -- One after the other, also within a transaction.
  insert into public.appointment_messages (appointment_id, location_id, by_customer, member_id, text, created_at)
  values (visit.id, visit.location_id, p_by_customer, case when not p_by_customer then internal.person() end, told,
    greatest(present, last.created_at + interval '1 microsecond'));
  if not p_by_customer then
    update public.appointment_messages set settled_at = present, seen_at = coalesce(seen_at, present)
    where appointment_id = visit.id and by_customer and settled_at is null;
  end if;
  perform internal.mail_thread(visit, (case when p_by_customer then 'customer' else 'business' end)::public.actor_kind, told);
end $function$;

CREATE OR REPLACE FUNCTION public.appointment_thread(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit constant public.appointments := (select one from public.appointments one where one.id = p_appointment);
begin
  if not internal.works_on(p_appointment) then perform internal.fail('appointment_not_found'); end if;
  update public.appointment_messages set seen_at = internal.present() where appointment_id = visit.id and by_customer and seen_at is null;
  return internal.thread_json(visit, false);
end $function$;

CREATE OR REPLACE FUNCTION public.booking_thread(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit constant public.appointments := (select one from public.appointments one where one.id = p_appointment);
begin
  if visit.id is null or not internal.is_customer(visit, p_secret) then perform internal.fail('appointment_not_found'); end if;
  update public.appointment_messages set seen_at = internal.present() where appointment_id = visit.id and not by_customer and seen_at is null;
  return internal.thread_json(visit, true);
end $function$;

CREATE OR REPLACE FUNCTION public.settle_thread(p_appointment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not internal.works_on(p_appointment) then perform internal.fail('appointment_not_found'); end if;
  update public.appointment_messages set settled_at = internal.present(), seen_at = coalesce(seen_at, internal.present())
  where appointment_id = p_appointment and by_customer and settled_at is null;
end $function$;

CREATE OR REPLACE FUNCTION public.waiting_messages(p_location uuid, p_limit integer DEFAULT 5)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then return '{"total": 0, "rows": []}'; end if;
  return (
    with waiting as materialized (
      select one.appointment_id, count(*) as count, min(one.created_at) as at, (array_agg(one.text order by one.created_at desc, one.id desc))[1] as text
      from public.appointment_messages one
      where one.location_id = p_location and one.by_customer and one.settled_at is null and internal.works_on(one.appointment_id)
      group by one.appointment_id)
    select jsonb_build_object('total', (select count(*) from waiting), 'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('appointment_id', visit.id, 'name', visit.contact_name, 'starts_at', visit.starts_at,
        'text', first.text, 'at', first.at, 'count', first.count) order by first.at, visit.id), '[]')
      from (select * from waiting order by at, appointment_id limit least(greatest(coalesce(p_limit, 0), 0), 100)) first
      join public.appointments visit on visit.id = first.appointment_id)));
end $function$;

CREATE OR REPLACE FUNCTION public.write_to_business(p_appointment uuid, p_text text, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit constant public.appointments := (select one from public.appointments one where one.id = p_appointment);
begin
  if visit.id is null or not internal.is_customer(visit, p_secret) then perform internal.fail('appointment_not_found'); end if;
  perform internal.write_message(p_appointment, true, p_text);
end $function$;

CREATE OR REPLACE FUNCTION public.write_to_customer(p_appointment uuid, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not internal.works_on(p_appointment) then perform internal.fail('appointment_not_found'); end if;
  perform internal.write_message(p_appointment, false, p_text);
end $function$;

ALTER TABLE "public"."appointment_messages" ADD CONSTRAINT "appointment_messages_appointment_id_fkey" FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE;

ALTER TABLE "public"."appointment_messages" ADD CONSTRAINT "appointment_messages_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

ALTER TABLE "public"."appointment_messages" ADD CONSTRAINT "appointment_messages_member_id_fkey" FOREIGN KEY (member_id) REFERENCES auth.users(id) ON DELETE SET NULL;

CREATE INDEX appointment_messages_member ON public.appointment_messages USING btree (member_id) WHERE (member_id IS NOT NULL);

CREATE INDEX appointment_messages_thread ON public.appointment_messages USING btree (appointment_id, created_at, id);

CREATE INDEX appointment_messages_waiting ON public.appointment_messages USING btree (location_id) WHERE (by_customer AND (settled_at IS NULL));

CREATE TRIGGER tell_calendars_of_changed AFTER UPDATE ON public.appointment_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE TRIGGER tell_calendars_of_new AFTER INSERT ON public.appointment_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION internal.note_change_of_location();

CREATE POLICY "business_read" ON "public"."appointment_messages" FOR SELECT TO "authenticated" USING (internal.works_on(appointment_id));

CREATE POLICY "customers_read" ON "public"."appointment_messages" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.appointments visit
  WHERE ((visit.id = appointment_messages.appointment_id) AND (visit.user_id = ( SELECT internal.person() AS person))))));

REVOKE ALL ON FUNCTION "internal"."mail_thread"(public.appointments, public.actor_kind, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."thread_ends"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."thread_json"(public.appointments, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."write_message"(uuid, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."appointment_thread"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."appointment_thread"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."booking_thread"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."booking_thread"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_thread"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_thread"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."waiting_messages"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."waiting_messages"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."write_to_business"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."write_to_business"(uuid, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."write_to_customer"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."write_to_customer"(uuid, text) TO "authenticated";

GRANT SELECT ("appointment_id") ON TABLE "public"."appointment_messages" TO "authenticated";

GRANT SELECT ("by_customer") ON TABLE "public"."appointment_messages" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."appointment_messages" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."appointment_messages" TO "authenticated";

GRANT SELECT ("location_id") ON TABLE "public"."appointment_messages" TO "authenticated";

GRANT SELECT ("seen_at") ON TABLE "public"."appointment_messages" TO "authenticated";

GRANT SELECT ("settled_at") ON TABLE "public"."appointment_messages" TO "authenticated";

GRANT SELECT ("text") ON TABLE "public"."appointment_messages" TO "authenticated";

GRANT ALL ON TABLE "public"."appointment_messages" TO "service_role";

insert into internal.message_kinds (kind, purpose, priority) values ('appointment_message', 'transactional', 20);
insert into internal.exported_tables (position, name, via, parents, left_out) values
  (185, 'appointment_messages', 'appointment_id', '{appointments}', '{member_id}');
update public.retention_rules set tables = tables[:array_position(tables, 'public.appointment_notes')] || 'public.appointment_messages'::text
  || tables[array_position(tables, 'public.appointment_notes') + 1:] where name = 'appointments';
