set local check_function_bodies = off;

DROP FUNCTION "internal"."take_contact_out"(uuid[], text);

CREATE OR REPLACE FUNCTION internal.change_words(visit public.appointments, p_contact jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  private constant text := coalesce((select text from public.appointment_notes where appointment_id = visit.id), '');
  before constant jsonb := jsonb_build_object('name', visit.contact_name, 'email', visit.contact_email, 'phone', visit.contact_phone,
    'note', visit.note, 'for_name', visit.for_name, 'internal_note', private);
  typed constant jsonb := before || p_contact;
  after jsonb;
begin
  if typed = before then return '[]'; end if;
  if length(coalesce(typed ->> 'internal_note', '')) > 4000 then perform internal.fail('note_too_long'); end if;
  after := internal.clean_contact(typed, true) || jsonb_build_object('for_name', internal.clean_name(typed ->> 'for_name'),
    'internal_note', btrim(coalesce(typed ->> 'internal_note', ''), E' \t\r\n'));
  if lower(after ->> 'email') <> lower(visit.contact_email) and internal.spend_by_hand(visit.company_id, after ->> 'email') is not null then
    perform internal.fail('too_many_to_address');
  end if;
  update public.appointments set contact_name = after ->> 'name', contact_email = after ->> 'email', contact_phone = after ->> 'phone',
    note = after ->> 'note', for_name = after ->> 'for_name'
  where id = visit.id;
  -- A mail to a wrong address must not open the appointment of whoever is meant.
  if lower(after ->> 'email') <> lower(visit.contact_email) then
    delete from public.appointment_links where appointment_id = visit.id;
  end if;
  if after ->> 'internal_note' = '' then
    delete from public.appointment_notes where appointment_id = visit.id;
  else
    insert into public.appointment_notes values (visit.id, after ->> 'internal_note')
    on conflict (appointment_id) do update set text = excluded.text;
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('what', field.key, 'old', before -> field.key, 'new', field.value)), '[]')
    from jsonb_each(after) field where before -> field.key is distinct from field.value);
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_customers(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.customers where id in (
    select file.id from public.customers file
    where file.updated_at < internal.kept_since('customers') and not internal.is_in_use(file, internal.kept_since('customers'))
      and not exists (select from public.appointments visit where visit.customer_id = file.id)
    limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_old_appointments(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before constant timestamptz := internal.kept_since('appointments');
  due uuid[];
begin
  select coalesce(array_agg(old.id), '{}') into due from (
    select visit.id from public.locations place cross join lateral (
      select appointment.id from public.appointments appointment
      where appointment.location_id = place.id and appointment.starts_at < before and appointment.state not in ('requested', 'confirmed')
        and not internal.is_nobody(appointment.contact_name)
      order by appointment.starts_at limit p_limit) visit
    limit p_limit) old;
  if cardinality(due) = 0 then return 0; end if;
  perform internal.take_contact_out(due, 'Daten gelöscht', internal.kept_since('customers'));
  return cardinality(due);
end $function$;

CREATE OR REPLACE FUNCTION internal.is_in_use(file public.customers, p_since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select file.updated_at >= p_since or file.user_id is not null
    or exists (select from public.customer_health health where health.customer_id = file.id and health.updated_at >= p_since)
    or exists (select from public.customer_relatives relative join public.appointments visit
      on visit.customer_id = case when relative.customer_id = file.id then relative.relative_id else relative.customer_id end
      where file.id in (relative.customer_id, relative.relative_id) and visit.starts_at >= p_since)
$function$;

CREATE OR REPLACE FUNCTION internal.take_contact_out(p_appointments uuid[], p_nobody text, p_files_before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  with nameless as (
    update public.customers customer
    set name = p_nobody, email = null, phone = '', note = '', tags = '{}', birthday = null, user_id = null
    where id in (select customer_id from public.appointments where id = any(p_appointments)) and not exists (
      select from public.appointments appointment
      where appointment.customer_id = customer.id and not internal.is_nobody(appointment.contact_name))
      and (p_files_before = 'infinity' or not internal.is_in_use(customer, p_files_before))
    returning id
  ), health as (
    delete from public.customer_health where customer_id in (select id from nameless)
  ), relatives as (
    delete from public.customer_relatives where customer_id in (select id from nameless)
  )
  delete from public.customer_contacts where customer_id in (select id from nameless);
end $function$;

CREATE OR REPLACE FUNCTION public.change_appointment(p_appointment uuid, p_version timestamp with time zone, p_services uuid[] DEFAULT NULL::uuid[], p_employees uuid[] DEFAULT NULL::uuid[], p_minutes integer[] DEFAULT NULL::integer[], p_prices integer[] DEFAULT NULL::integer[], p_origins integer[] DEFAULT NULL::integer[], p_contact jsonb DEFAULT NULL::jsonb, p_anyway boolean DEFAULT false, p_notify public.move_notice DEFAULT NULL::public.move_notice)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  visit constant public.appointments := opened.appointment;
  known constant jsonb := internal.known_visit(p_appointment);
  lines_before constant jsonb := internal.lines_in_words(p_appointment);
  changes jsonb;
  moved boolean := false;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if p_version is distinct from visit.updated_at then perform internal.fail('edited_meanwhile'); end if;
  perform internal.check_move(visit, 'edit', 'business');
  if p_services is not null then
    if cardinality(p_services) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
    -- Each line that was there is kept once: a price that was agreed is not for copying.
    if exists (select from unnest(p_origins) origin where origin is not null group by origin having count(*) > 1) then
      perform internal.fail('service_not_found');
    end if;
    moved := internal.change_lines(visit, array(
      select (wish.origin, wish.service, wish.employee, wish.minutes, wish.price)::internal.wished_line
      from unnest(p_services, p_employees, p_minutes, p_prices, p_origins) with ordinality wish (service, employee, minutes, price, origin, turn)
      where wish.turn <= cardinality(p_services) order by wish.turn), present, p_anyway);
  end if;
  changes := internal.change_words(visit, coalesce(p_contact, '{}'));
  if lines_before <> internal.lines_in_words(p_appointment) then
    changes := jsonb_build_array(jsonb_build_object('what', 'lines', 'old', lines_before, 'new', internal.lines_in_words(p_appointment))) || changes;
  end if;
  if jsonb_array_length(changes) = 0 then return internal.moved_json(p_appointment); end if;
  perform internal.note_change(visit, case when moved then 'change' else 'edit' end, changes);
  if moved then
    update public.appointments set sequence = sequence + 1 where id = p_appointment;
    perform internal.tell_move(p_appointment, known, '', coalesce(p_notify,
      (select location.move_notice from public.locations location where location.id = visit.location_id)));
  end if;
  return internal.moved_json(p_appointment);
end $function$;

REVOKE ALL ON FUNCTION "internal"."is_in_use"(public.customers, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_contact_out"(uuid[], text, timestamp with time zone) FROM PUBLIC;
