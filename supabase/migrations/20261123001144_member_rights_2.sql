set local check_function_bodies = off;

DROP POLICY "customers_and_members_read" ON "public"."appointments";

DROP POLICY "managers_read" ON "public"."blocks";

DROP POLICY "with_customer" ON "public"."customer_facts";

DROP POLICY "managers_insert" ON "public"."customers";

DROP POLICY "managers_update" ON "public"."customers";

DROP POLICY "members_read" ON "public"."customers";

DROP POLICY "managers_read" ON "public"."exceptions";

DROP POLICY "holders_and_members_read" ON "public"."holds";

DROP POLICY "managers_read" ON "public"."messages";

DROP POLICY "members_read" ON "public"."withdrawals";

ALTER TABLE "public"."member_events" DROP CONSTRAINT "member_events_verb_check";

DROP FUNCTION "internal"."check_move"(public.appointment_state, text, public.actor_kind);

DROP FUNCTION "internal"."log_member"(uuid, text, text, public.member_role, public.member_role);

DROP FUNCTION "public"."company_members"(uuid);

DROP FUNCTION "public"."own_memberships"();

CREATE TYPE "public"."member_right" AS ENUM ('all_calendars', 'all_customers', 'book', 'move', 'cancel', 'export');

CREATE TABLE "internal"."rights" ("name" public.member_right NOT NULL, "from_role" public.member_role NOT NULL);

ALTER TABLE "internal"."rights" ENABLE ROW LEVEL SECURITY;

INSERT INTO "internal"."rights" (name, from_role) VALUES
  ('all_calendars', 'reception'), ('all_customers', 'reception'), ('book', 'staff'), ('move', 'staff'), ('cancel', 'staff'), ('export', 'manager');

ALTER TABLE "internal"."transitions" ADD COLUMN "needs" public.member_right;

UPDATE "internal"."transitions" SET needs = (case verb when 'confirm' then 'book' when 'reschedule' then 'move' else 'cancel' end)::public.member_right
WHERE actor = 'business' AND verb IN ('confirm', 'decline', 'cancel', 'reschedule');

ALTER TABLE "public"."member_events" ADD COLUMN "about_right" public.member_right;

CREATE TABLE "public"."member_rights" (
  "company_id" uuid NOT NULL, "user_id" uuid NOT NULL, "name" public.member_right NOT NULL, "granted" boolean NOT NULL);

ALTER TABLE "public"."member_rights" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.check_blocker(p_location uuid, p_employee uuid, p_resource uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if num_nonnulls(p_employee, p_resource) <> 1
    or p_location not in (select internal.locations_with('all_calendars')) and not internal.may_book_for(p_location, p_employee)
    or not exists (
      select from public.employees where id = p_employee and location_id = p_location
      union all select from public.resources where id = p_resource and location_id = p_location) then
    perform internal.fail('not_allowed');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_move(appointment public.appointments, p_verb text, p_actor public.actor_kind)
 RETURNS internal.transitions
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  step internal.transitions;
begin
  select * into step from internal.transitions where verb = p_verb and from_state = appointment.state and actor = p_actor;
  if step.verb is null then perform internal.fail('wrong_state', appointment.state::text); end if;
  if step.needs is not null and appointment.company_id not in (select internal.companies_with(step.needs)) then
    perform internal.fail('not_allowed');
  end if;
  return step;
end $function$;

CREATE OR REPLACE FUNCTION internal.close_appointment(p_appointment uuid, p_verb text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  appointment constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if appointment.state = (case p_verb when 'complete' then 'completed' else 'no_show' end)::public.appointment_state then
    return internal.visit_json(p_appointment);
  end if;
  perform internal.check_move(appointment, p_verb, 'business');
  if appointment.starts_at > internal.present() then perform internal.fail('too_early'); end if;
  perform internal.move(appointment, p_verb, 'business');
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION internal.companies_with(wanted public.member_right)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select counted.company_id from internal.memberships() counted
  where internal.has_right((counted.company_id, (select internal.person()), counted.role, null)::public.members, wanted)
$function$;

CREATE OR REPLACE FUNCTION internal.has_right(member public.members, wanted public.member_right)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select member.role = 'owner' or coalesce(
    (select own.granted from public.member_rights own
      where own.company_id = member.company_id and own.user_id = member.user_id and own.name = wanted),
    member.role >= (select usual.from_role from internal.rights usual where usual.name = wanted), false)
$function$;

CREATE OR REPLACE FUNCTION internal.inviter_of(invited public.member_role)
 RETURNS public.member_role
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when invited < 'manager' then 'manager' else 'owner' end::public.member_role
$function$;

CREATE OR REPLACE FUNCTION internal.is_business(appointment public.appointments)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from internal.memberships() member
    where member.company_id = appointment.company_id and (member.company_id in (select internal.companies_with('all_calendars')) or exists (
      select from public.appointment_lines line join public.employees employee on employee.id = line.employee_id
      where line.appointment_id = appointment.id and employee.user_id = internal.person())));
end $function$;

CREATE OR REPLACE FUNCTION internal.is_hold_business(hold public.holds)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from internal.memberships() member
    where member.company_id = hold.company_id
      and (member.company_id in (select internal.companies_with('all_calendars')) or internal.has_own_time(hold.lines)));
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_customer(p_company uuid, p_contact jsonb, p_user uuid, p_by_hand boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address extensions.citext := nullif(p_contact ->> 'email', '')::extensions.citext;
  kept public.customers;
  linked uuid;
  fills boolean;
begin
  if address is null then
    select * into kept from public.customers customer
    where customer.company_id = p_company and customer.name = p_contact ->> 'name' and customer.phone = p_contact ->> 'phone'
      and customer.phone <> '' order by customer.created_at limit 1;
    if kept.id is null then
      insert into public.customers (company_id, name, phone) values (p_company, p_contact ->> 'name', p_contact ->> 'phone')
      returning * into kept;
    end if;
  else
    linked := internal.account_of(p_user, p_contact ->> 'email');
    fills := linked is not null or (p_by_hand and p_company in (select internal.companies_with('all_customers')));
    insert into public.customers as customer (company_id, user_id, name, email, phone)
    values (p_company, linked, p_contact ->> 'name', address, p_contact ->> 'phone')
    on conflict (company_id, email) do update set
      phone = case when customer.phone = '' and fills then excluded.phone else customer.phone end,
      user_id = coalesce(customer.user_id, excluded.user_id)
    returning * into kept;
  end if;
  if kept.blocked and not p_by_hand then perform internal.fail('not_possible'); end if;
  return kept.id;
end $function$;

CREATE OR REPLACE FUNCTION internal.locations_with(wanted public.member_right)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select location.id from internal.companies_with(wanted) company join public.locations location on location.company_id = company
$function$;

CREATE OR REPLACE FUNCTION internal.log_member(p_company uuid, p_verb text, p_subject text, p_old public.member_role, p_new public.member_role, p_right public.member_right DEFAULT NULL::public.member_right)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.member_events (company_id, at, verb, actor, subject, old_role, new_role, about_right)
  values (p_company, internal.present(), p_verb, left(internal.person_name(internal.person()), 254), left(p_subject, 254), p_old, p_new, p_right)
$function$;

CREATE OR REPLACE FUNCTION internal.may_book_for(p_location uuid, p_employee uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return p_location in (select internal.locations_with('all_calendars'))
    or coalesce(p_employee in (select internal.own_employees()) and exists (
      select from public.employees where id = p_employee and location_id = p_location), false);
end $function$;

CREATE OR REPLACE FUNCTION internal.may_see_customer(p_customer uuid, p_company uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return p_company in (select internal.companies_with('all_customers'))
    or (p_company in (select internal.companies_as('staff')) and internal.serves_customer(p_customer));
end $function$;

CREATE OR REPLACE FUNCTION internal.move(appointment public.appointments, p_verb text, p_actor public.actor_kind, p_reason text DEFAULT ''::text, p_more jsonb DEFAULT '{}'::jsonb, p_quietly boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  step constant internal.transitions := internal.check_move(appointment, p_verb, p_actor);
  reason constant text := left(coalesce(p_reason, ''), 1000);
begin
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state, reason)
  values (appointment.id, internal.present(), p_verb, p_actor, case when p_actor <> 'system' then internal.person() end, appointment.state,
    step.to_state, reason);
  update public.appointments set state = step.to_state, sequence = sequence + case when step.message is null then 0 else 1 end
  where id = appointment.id;
  if step.frees then perform internal.vacate(appointment.id); end if;
  if step.message is not null and not p_quietly then
    perform internal.queue_messages(appointment.id, step.message, p_actor,
      case when p_verb in ('cancel', 'decline') then jsonb_build_object('reason', reason) else '{}' end || p_more);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.move_to_hold(p_appointment uuid, p_hold uuid, p_actor public.actor_kind, p_reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  appointment public.appointments;
  known jsonb;
  hold public.holds;
begin
  perform internal.lock_location(location_id, true) from public.appointments where id = p_appointment;
  select * into appointment from public.appointments where id = p_appointment for update;
  if appointment.id is null then perform internal.fail('appointment_not_found'); end if;
  perform internal.check_move(appointment, 'reschedule', p_actor);
  select * into hold from public.holds where id = p_hold for update;
  if hold.id is null or hold.ended_at is not null then perform internal.fail('hold_expired'); end if;
  if hold.location_id <> appointment.location_id then perform internal.fail('not_bookable'); end if;
  known := internal.known_visit(p_appointment);
  perform internal.vacate(p_appointment);
  update public.occupancies set source = p_appointment, expires_at = null where source = p_hold;
  delete from public.holds where id = p_hold;
  delete from internal.hold_budget where appointment_id = p_hold;
  perform internal.write_lines(p_appointment, array(select line from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line));
  perform internal.note_move(appointment, known, hold.starts_at, p_actor, p_reason, null, 'always');
end $function$;

CREATE OR REPLACE FUNCTION internal.open_invitation(p_invitation uuid)
 RETURNS public.invitations
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations where id = p_invitation and accepted_at is null;
  if invitation.id is null or internal.role_in(invitation.company_id) is null then perform internal.fail('invitation_not_found'); end if;
  perform internal.open_company(invitation.company_id, internal.inviter_of(invitation.role));
  select * into invitation from public.invitations where id = p_invitation and accepted_at is null for update;
  if invitation.id is null then perform internal.fail('invitation_not_found'); end if;
  return invitation;
end $function$;

CREATE OR REPLACE FUNCTION internal.rights_of(member public.members)
 RETURNS public.member_right[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(select usual.name from internal.rights usual where internal.has_right(member, usual.name) order by usual.name)
$function$;

CREATE OR REPLACE FUNCTION internal.seen_employees(p_location uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  return array(select id from public.employees where location_id = p_location and active and not archived
    and (p_location in (select internal.locations_with('all_calendars')) or id in (select internal.own_employees())) order by position, id);
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_appointment(p_appointment uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
  appointment constant public.appointments := opened.appointment;
begin
  if appointment.state = 'cancelled' then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(appointment, 'cancel', opened.actor);
  if opened.actor = 'customer' and not internal.customer_may_change(appointment) then
    perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
  end if;
  perform internal.move(appointment, 'cancel', opened.actor, p_reason);
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.change_member_rights(p_company uuid, p_user uuid, p_given public.member_right[] DEFAULT '{}'::public.member_right[], p_taken public.member_right[] DEFAULT '{}'::public.member_right[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member public.members;
  change record;
begin
  perform internal.open_company(p_company, 'owner');
  select * into member from public.members where company_id = p_company and user_id = p_user;
  if member.user_id is null then perform internal.fail('member_not_found'); end if;
  if member.role = 'owner' then perform internal.fail('owner_has_all'); end if;
  for change in
    select usual.name, usual.name = any(p_given) as given, member.role >= usual.from_role as by_role from internal.rights usual
    where (usual.name = any(p_given)) <> (usual.name = any(p_taken)) and internal.has_right(member, usual.name) <> (usual.name = any(p_given))
    order by usual.name
  loop
    delete from public.member_rights where company_id = p_company and user_id = p_user and name = change.name;
    insert into public.member_rights (company_id, user_id, name, granted)
    select p_company, p_user, change.name, change.given where change.given <> change.by_role;
    perform internal.log_member(p_company, case when change.given then 'right_given' else 'right_taken' end, internal.person_name(p_user),
      null, null, change.name);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.change_member_role(p_company uuid, p_user uuid, p_role public.member_role)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.member_role;
begin
  perform internal.open_company(p_company, 'owner');
  select role into before from public.members where company_id = p_company and user_id = p_user;
  if before is null then perform internal.fail('member_not_found'); end if;
  if before = p_role then return; end if;
  update public.members set role = p_role where company_id = p_company and user_id = p_user;
  delete from public.member_rights where company_id = p_company and user_id = p_user;
  perform internal.log_member(p_company, 'role_changed', internal.person_name(p_user), before, p_role);
end $function$;

CREATE OR REPLACE FUNCTION public.company_members(p_company uuid)
 RETURNS TABLE(user_id uuid, name text, email text, role public.member_role, since timestamp with time zone, second_factor boolean, self boolean, rights public.member_right[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_role constant public.member_role := internal.role_in(p_company);
  caller constant uuid := internal.person();
begin
  if caller_role is null then perform internal.fail('company_not_found'); end if;
  return query
  select member.user_id, internal.person_name(member.user_id),
    case when caller_role >= 'manager' or member.user_id = caller then account.email::text else '' end,
    member.role, member.created_at,
    case when caller_role >= 'manager' or member.user_id = caller then
      exists (select from auth.mfa_factors factor where factor.user_id = member.user_id and factor.status = 'verified') end,
    member.user_id = caller,
    case when caller_role >= 'manager' or member.user_id = caller then internal.rights_of(member) end
  from public.members member join auth.users account on account.id = member.user_id
  where member.company_id = p_company
  order by member.role desc, 2, member.user_id;
end $function$;

CREATE OR REPLACE FUNCTION public.create_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_contact jsonb, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  made constant uuid := gen_random_uuid();
  place public.locations;
  known public.appointments;
  customer public.customers;
  contact jsonb;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) or not internal.may_book_for(p_location, p_employee) then
    perform internal.fail('not_allowed');
  end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  select * into place from public.locations where id = p_location;
  if p_contact ->> 'customer_id' is not null then
    select * into customer from public.customers
    where id::text = p_contact ->> 'customer_id' and company_id = place.company_id;
    if customer.id is null or not internal.may_see_customer(customer.id, place.company_id) then
      perform internal.fail('customer_not_found');
    end if;
    p_contact := jsonb_build_object('name', customer.name, 'email', coalesce(customer.email::text, ''), 'phone', customer.phone) || p_contact;
  end if;
  contact := internal.clean_contact(p_contact || jsonb_build_object('note', coalesce(p_note, '')), true);

  perform internal.lock_location(p_location, true);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if known.location_id <> p_location or not internal.is_business(known) then perform internal.fail('key_used'); end if;
      return internal.visit_json(known.id);
    end if;
  end if;
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key)
  values (made, place.company_id, p_location, 'confirmed', p_starts_at, p_starts_at + interval '1 minute',
    coalesce(customer.id, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name', contact ->> 'email',
    contact ->> 'phone', contact ->> 'note', 0, 'admin', place.cancellation_hours, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not internal.place_lines(made, p_services, p_employee, p_starts_at, present, true) then
    perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present, made, true);
  end if;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at, actor_role)
  values (made, 'create', 'business', internal.person(), 'confirmed', p_starts_at,
    (select role from internal.memberships() where company_id = place.company_id));
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $function$;

CREATE OR REPLACE FUNCTION public.customer_tags(p_company uuid)
 RETURNS TABLE(tag text, customers integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_company is null or p_company not in (select internal.companies_with('all_customers')) then perform internal.fail('not_allowed'); end if;
  return query
  select used.tag, count(*)::integer from public.customers customer cross join unnest(customer.tags) used (tag)
  where customer.company_id = p_company and customer.tags <> '{}' group by used.tag order by count(*) desc, used.tag limit 200;
end $function$;

CREATE OR REPLACE FUNCTION public.explain_start(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid)
 RETURNS TABLE(employee_id uuid, employee_name text, bookable boolean, reasons jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  place public.locations;
  person public.employees;
  question internal.start_question;
  missing uuid[];
  found jsonb[];
begin
  select * into place from public.locations where id = p_location and company_id in (select internal.companies_as('staff'));
  if place.id is null then perform internal.fail('not_allowed'); end if;
  question.starts_at := p_starts_at;
  question.asked_at := internal.present();
  if cardinality(p_services) is null or p_starts_at is null or p_starts_at not between question.asked_at - interval '3 years' and question.asked_at + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  question.zone := place.time_zone;
  question.first_date := (p_starts_at at time zone place.time_zone)::date - 2;
  question.midnights := internal.midnights(place.time_zone, question.first_date, question.first_date + 5 + cardinality(p_services));

  for person in
    select * from public.employees where location_id = p_location and (p_employee is null or id = p_employee)
    order by employees.position, id
  loop
    missing := internal.missing_services(p_services, person.id);
    found := case when cardinality(missing) > 0 then array[jsonb_build_object('reason', 'not_offered', 'service_ids', missing)]
      else '{}' end || case when person.active then '{}' else array[jsonb_build_object('reason', 'inactive')] end;
    if cardinality(found) = 0 then
      question.employee_id := person.id;
      question.may_read := coalesce(person.user_id = internal.person(), false)
        or p_location in (select internal.locations_with('all_calendars'));
      question.may_read_all := p_location in (select internal.locations_with('all_calendars'));
      question.working := coalesce((
        select working from internal.working_times(array[person.id], p_location, place.time_zone, question.first_date, question.midnights)
      ), '{}');
      found := internal.reasons_against(internal.with_lines(question, p_location, p_services), place);
    end if;
    employee_id := person.id;
    employee_name := person.name;
    bookable := exists (select from internal.plan_visit(p_location, p_services, person.id, p_starts_at, question.asked_at));
    reasons := to_jsonb(found);
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.find_customers(p_location uuid, p_text text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  company uuid;
  filed constant text := internal.words_found(p_text, 'file.words');
  given constant text := internal.words_found(p_text, 'internal.customer_words(visit.contact_name, visit.contact_email, visit.contact_phone)');
  begins constant text := ' ' || internal.folded(btrim(p_text));
  found jsonb;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if filed is null then return '[]'; end if;
  select company_id into company from public.locations where id = p_location;
  -- Whoever types little means many: 200 of them are looked at.
  if company in (select internal.companies_with('all_customers')) then
    execute format($sql$
      select jsonb_agg(to_jsonb(best) - 'first' order by best.first desc, best.name, best.id) from (
        select near.id, near.name, near.email, near.phone, near.blocked, starts_with(' ' || internal.folded(near.name), $2) as first,
          (select max(visit.starts_at) from public.appointments visit
            where visit.customer_id = near.id and visit.state in ('requested', 'confirmed', 'completed')) as last_visit
        from (
          (select file.* from public.customers file where file.company_id = $1 and %1$s and %2$s limit 200)
          union (select file.* from public.customers file where file.company_id = $1 and %1$s limit 200)) near
        order by starts_with(' ' || internal.folded(near.name), $2) desc, near.name, near.id limit 8) best$sql$,
      filed, format('file.words like %L', regexp_replace(begins, '([\\%_])', '\\\1', 'g') || '%'))
    into found using company, begins;
  else
    execute format($sql$
      with own as materialized (
        select visit.* from (
          select line.appointment_id from public.appointment_lines line
          where line.employee_id in (select internal.own_employees()) order by line.starts_at desc limit 2000) line
        join public.appointments visit on visit.id = line.appointment_id
        where visit.company_id = $1 and visit.state <> 'expired'
      ), files as (
        select near.* from (
          select file.* from public.customers file
          where file.id in (select own.customer_id from own) and %1$s limit 50) near
        where internal.serves_customer(near.id)
      ), contacts as (
        select distinct on (coalesce(nullif(lower(visit.contact_email), ''), visit.contact_name || ' ' || visit.contact_phone))
          null::uuid as id, visit.contact_name as name, nullif(visit.contact_email, '')::extensions.citext as email, visit.contact_phone as phone, false as blocked
        from own visit
        where %2$s and not exists (select from files where files.id = visit.customer_id or files.email = nullif(visit.contact_email, '')::extensions.citext)
        order by coalesce(nullif(lower(visit.contact_email), ''), visit.contact_name || ' ' || visit.contact_phone), visit.starts_at desc
      )
      select jsonb_agg(to_jsonb(best) - 'first' order by best.first desc, best.name) from (
        select near.*, starts_with(' ' || internal.folded(near.name), $2) as first, (
          select max(own.starts_at) from own where own.state in ('requested', 'confirmed', 'completed')
            and (own.customer_id = near.id or near.id is null and own.contact_name = near.name)) as last_visit
        from (select id, name, email, phone, blocked from files union all select * from contacts) near
        order by starts_with(' ' || internal.folded(near.name), $2) desc, near.name limit 8) best$sql$, filed, given)
    into found using company, begins;
  end if;
  return coalesce(found, '[]');
end $function$;

CREATE OR REPLACE FUNCTION public.hand_over_company(p_company uuid, p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.member_role;
begin
  perform internal.open_company(p_company, 'owner');
  select role into before from public.members where company_id = p_company and user_id = p_user and user_id <> internal.person();
  if before is null then perform internal.fail('member_not_found'); end if;
  update public.members set role = 'owner' where company_id = p_company and user_id = p_user;
  delete from public.member_rights where company_id = p_company and user_id = p_user;
  update public.members set role = 'manager' where company_id = p_company and user_id = internal.person();
  perform internal.log_member(p_company, 'handed_over', internal.person_name(p_user), before, 'owner');
end $function$;

CREATE OR REPLACE FUNCTION public.invite_member(p_company uuid, p_email text, p_role public.member_role, p_employee uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  address constant text := lower(btrim(coalesce(p_email, '')));
  employee record;
  invitation public.invitations;
begin
  perform internal.open_company(p_company, internal.inviter_of(p_role));
  if p_role is null or p_role = 'owner' then perform internal.fail('role_not_allowed'); end if;
  if not internal.is_address(address) then perform internal.fail('email_invalid'); end if;
  if exists (select from public.members member join auth.users account on account.id = member.user_id
    where member.company_id = p_company and account.email = address) then
    perform internal.fail('already_member');
  end if;
  if p_employee is not null then
    select other.user_id into employee from public.employees other join public.locations location on location.id = other.location_id
    where other.id = p_employee and location.company_id = p_company and not other.archived;
    if not found then perform internal.fail('employee_not_found'); end if;
    if employee.user_id is not null then perform internal.fail('employee_linked'); end if;
  end if;
  delete from public.invitations where company_id = p_company and accepted_at < present - interval '90 days';
  delete from public.invitations where company_id = p_company and email = address and accepted_at is null and expires_at <= present;
  insert into public.invitations (company_id, email, role, employee_id, invited_by, expires_at)
  values (p_company, address, p_role, p_employee, left(internal.person_name(internal.person()), 254), present + interval '7 days')
  on conflict (company_id, email) where accepted_at is null do nothing returning * into invitation;
  if invitation.id is null then perform internal.fail('already_invited'); end if;
  perform internal.mail_invitation(invitation, 'invited');
  return invitation.id;
end $function$;

CREATE OR REPLACE FUNCTION public.list_customers(p_company uuid, p_text text DEFAULT ''::text, p_tag text DEFAULT NULL::text, p_only text DEFAULT NULL::text, p_sort text DEFAULT 'name'::text, p_page integer DEFAULT 1, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  found constant text := internal.words_found(p_text, 'customer.words');
  caller constant uuid := internal.person();
  sorts constant jsonb := '{"name": "internal.folded(customer.name) collate \"C\"", "last": "facts.last_visit_at", "next": "facts.next_visit_at",
    "visits": "facts.visits", "spent": "facts.spent_cents", "created": "customer.created_at"}';
  order_by constant text := sorts ->> ltrim(p_sort, '-');
  direction constant text := case when p_sort like '-%' then 'desc' else 'asc' end;
  condition text := 'customer.company_id = $1';
  manages constant boolean := p_company in (select internal.companies_with('all_customers'));
  answer jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_as('staff')) then perform internal.fail('not_allowed'); end if;
  if order_by is null or coalesce(p_only, 'new') not in ('blocked', 'missed', 'away', 'new', 'coming')
    or not coalesce(p_page between 1 and 100000 and p_limit between 1 and 1000, false) then
    perform internal.fail('list_wish');
  end if;
  if not manages then
    condition := condition || ' and customer.id in (
      select visit.customer_id from public.employees employee join public.appointment_lines line on line.employee_id = employee.id
      join public.appointments visit on visit.id = line.appointment_id where employee.user_id = $4) and internal.serves_customer(customer.id)';
  end if;
  if found is not null then condition := condition || ' and ' || found; end if;
  if p_tag is not null then condition := condition || ' and $2 = any(customer.tags) and customer.tags <> ''{}'''; end if;
  condition := condition || case p_only
    when 'blocked' then ' and customer.blocked'
    when 'missed' then ' and facts.no_shows > 0'
    when 'away' then ' and facts.last_visit_at < $3 - interval ''180 days'' and facts.next_visit_at is null'
    when 'new' then ' and coalesce(facts.visits, 0) = 0'
    when 'coming' then ' and facts.next_visit_at is not null'
    else '' end;
  -- What a text finds, and whom staff serve, is found once, for the number and for the page; all else has an index in its order. Executed text is
  -- planned for its arguments each time; a setting of the function for that would have every function planned anew that is called for a row.
  execute format($list$
    with matches as %s materialized (
      select customer.id, %s as key
      from public.customers customer left join public.customer_facts facts on facts.customer_id = customer.id where %s
    ), page as (
      select id, key from matches order by key %s nulls last, id limit $5 offset $6
    )
    select jsonb_build_object('total', (select count(*) from matches), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'id', customer.id, 'name', customer.name, 'email', customer.email, 'phone', customer.phone, 'blocked', customer.blocked,
      'tags', customer.tags, 'created_at', customer.created_at, 'visits', coalesce(facts.visits, 0),
      'no_shows', coalesce(facts.no_shows, 0), 'spent_cents', coalesce(facts.spent_cents, 0), 'last_visit_at', facts.last_visit_at,
      'next_visit_at', facts.next_visit_at) order by page.key %s nulls last, page.id), '[]'))
    from page join public.customers customer using (id) left join public.customer_facts facts on facts.customer_id = customer.id$list$,
    case when found is null and manages then 'not' else '' end, order_by, condition, direction, direction)
  into answer using p_company, p_tag, present, caller, p_limit, (p_page - 1) * p_limit;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_move(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  perform internal.check_move(opened.appointment, 'reschedule', 'business');
  if internal.notice_of_move(p_appointment) = 'untold' then
    perform internal.queue_messages(p_appointment, 'appointment_rescheduled', 'business');
  end if;
  return internal.moved_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.own_memberships()
 RETURNS TABLE(company_id uuid, company_name text, role public.member_role, second_factor_due boolean, rights public.member_right[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select member.company_id, company.name, member.role,
    member.company_id not in (select counted.company_id from internal.memberships() counted),
    internal.rights_of(member)
  from public.members member join public.companies company on company.id = member.company_id
  where member.user_id = (select internal.person())
  order by member.created_at
$function$;

CREATE OR REPLACE FUNCTION public.remove_member(p_company uuid, p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own constant public.member_role := internal.open_company(p_company, 'staff');
  leaving constant boolean := p_user = internal.person();
  theirs public.member_role;
begin
  select role into theirs from public.members where company_id = p_company and user_id = p_user;
  if theirs is null then perform internal.fail('member_not_found'); end if;
  if not leaving and own <> 'owner' and own < internal.inviter_of(theirs) then perform internal.fail('role_not_allowed'); end if;
  delete from public.members where company_id = p_company and user_id = p_user;
  perform internal.log_member(p_company, case when leaving then 'left' else 'removed' end, internal.person_name(p_user), theirs, null);
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_appointment(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  appointment constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if appointment.state = 'confirmed' then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(appointment, 'reopen', 'business');
  if exists (select from public.reviews where appointment_id = p_appointment) then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  if (select max(at) from public.appointment_events where appointment_id = p_appointment and to_state = appointment.state
      and from_state <> to_state) < internal.present() - interval '1 day' then
    perform internal.fail('undo_too_late');
  end if;
  perform internal.move(appointment, 'reopen', 'business');
  return internal.visit_json(p_appointment);
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

CREATE OR REPLACE FUNCTION public.roster(p_location uuid, p_first date, p_last date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first constant date := internal.reckonable(p_first);
  last constant date := least(internal.reckonable(p_last), first + 41);
  manages constant boolean := p_location in (select internal.locations_with('all_calendars'));
  zone text;
  people uuid[];
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if first is null or last is null or last < first then return '[]'; end if;
  select time_zone into zone from public.locations where id = p_location;
  people := array(
    select person.id from public.employees person
    where person.location_id = p_location and (manages or person.id in (select internal.own_employees()))
      and (person.active or exists (
        select from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
        where line.employee_id = person.id and visit.state in ('requested', 'confirmed', 'completed', 'no_show')
          and line.starts_at >= internal.instant(first::timestamp, zone) and line.starts_at < internal.instant((last + 1)::timestamp, zone)))
    order by person.position, person.id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'employee_id', people[one.turn], 'day', one.day, 'begins', internal.instant(one.begins),
        'work', internal.pieces_json(one.work, one.begins), 'taken', internal.pieces_json(one.work - one.free, one.begins),
        'appointments', coalesce(visits.number, 0), 'begun', coalesce(visits.begun, 0),
        'absences', coalesce(away.reasons, '[]')) order by one.turn, one.day), '[]')
    from (
      select each.turn, each.day, each.begins, each.work * int4multirange(int4range(each.begins, each.ends)) as work, each.free
      from internal.days(p_location, people, zone, first, last, row(internal.present(), null, false, false, false)::internal.outlook) each) one
    left join (
      select line.employee_id, (line.starts_at at time zone zone)::date as day, count(distinct line.appointment_id)::integer as number,
        count(*) filter (where line.starts_at = visit.starts_at)::integer as begun
      from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
      where line.employee_id = any(people) and visit.state in ('requested', 'confirmed', 'completed', 'no_show')
        and line.starts_at >= internal.instant(first::timestamp, zone) and line.starts_at < internal.instant((last + 1)::timestamp, zone)
      group by 1, 2) visits on visits.employee_id = people[one.turn] and visits.day = one.day
    left join lateral (
      select jsonb_agg(jsonb_build_object('reason', closed.reason, 'everyone', closed.employee_id is null) order by closed.starts_at, closed.id) as reasons
      from public.exceptions closed
      where closed.location_id = p_location and closed.kind = 'closed' and coalesce(closed.employee_id, people[one.turn]) = people[one.turn]
        and closed.starts_at < one.day + 1 and closed.ends_at > one.day) away on true);
end $function$;

CREATE OR REPLACE FUNCTION public.visits_by_day(p_location uuid, p_last date, p_days integer DEFAULT 28)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  people constant uuid[] := internal.seen_employees(p_location);
  manages constant boolean := p_location in (select internal.locations_with('all_calendars'));
  days constant integer := least(greatest(p_days, 1), 92);
  last constant date := internal.reckonable(p_last);
  zone constant text := (select time_zone from public.locations where id = p_location);
  bounds constant timestamptz[] := internal.midnights(zone, last - 2 * days + 1, last + 1);
begin
  return (
    with visit as (
      select width_bucket(starts_at, bounds) as index, count(*)::integer as visits from public.appointments
      where location_id = p_location and state in ('requested', 'confirmed', 'completed', 'no_show')
        and starts_at >= bounds[1] and starts_at < bounds[cardinality(bounds)] and (manages or internal.has_own_line(id))
      group by 1
    ), working as (
      select distinct each.day from internal.days(p_location, people, zone, last - days + 1, last,
        row(internal.present(), null, false, false, false)::internal.outlook) each
      where each.work && int4range(each.begins, each.ends)
    )
    select coalesce(jsonb_agg(jsonb_build_object('day', last - days + number, 'visits', coalesce(now.visits, 0),
      'before', coalesce(earlier.visits, 0), 'open', last - days + number in (select day from working)) order by number), '[]')
    from generate_series(1, case when last is null then 0 else days end) as number
    left join visit now on now.index = days + number
    left join visit earlier on earlier.index = number);
end $function$;

ALTER TABLE "internal"."rights" ADD CONSTRAINT "rights_pkey" PRIMARY KEY (name);

ALTER TABLE "public"."member_events" ADD CONSTRAINT "member_events_verb_check" CHECK ((verb = ANY (ARRAY['invited'::text, 'invited_again'::text, 'invitation_withdrawn'::text, 'joined'::text, 'role_changed'::text, 'removed'::text, 'left'::text, 'handed_over'::text, 'duty_changed'::text, 'right_given'::text, 'right_taken'::text]))) NOT VALID;

ALTER TABLE "public"."member_rights" ADD CONSTRAINT "member_rights_company_id_user_id_fkey" FOREIGN KEY (company_id, user_id) REFERENCES public.members(company_id, user_id) ON DELETE CASCADE;

ALTER TABLE "public"."member_rights" ADD CONSTRAINT "member_rights_pkey" PRIMARY KEY (company_id, user_id, name);

CREATE POLICY "customers_and_members_read" ON "public"."appointments" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT internal.person() AS person)) OR (location_id = ANY (ARRAY( SELECT internal.locations_with('all_calendars'::public.member_right) AS locations_with))) OR ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))) AND internal.has_own_line(id))));

CREATE POLICY "all_calendars_read" ON "public"."blocks" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_with('all_calendars'::public.member_right) AS locations_with))));

CREATE POLICY "with_customer" ON "public"."customer_facts" FOR SELECT TO "authenticated" USING (((company_id = ANY (ARRAY( SELECT internal.companies_with('all_customers'::public.member_right) AS companies_with))) OR ((company_id = ANY (ARRAY( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))) AND internal.serves_customer(customer_id))));

CREATE POLICY "all_customers_insert" ON "public"."customers" FOR INSERT TO "authenticated" WITH CHECK ((company_id = ANY (ARRAY( SELECT internal.companies_with('all_customers'::public.member_right) AS companies_with))));

CREATE POLICY "all_customers_update" ON "public"."customers" FOR UPDATE TO "authenticated" USING ((company_id = ANY (ARRAY( SELECT internal.companies_with('all_customers'::public.member_right) AS companies_with)))) WITH CHECK ((company_id = ANY (ARRAY( SELECT internal.companies_with('all_customers'::public.member_right) AS companies_with))));

CREATE POLICY "members_read" ON "public"."customers" FOR SELECT TO "authenticated" USING (((company_id = ANY (ARRAY( SELECT internal.companies_with('all_customers'::public.member_right) AS companies_with))) OR ((company_id = ANY (ARRAY( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))) AND internal.serves_customer(id))));

CREATE POLICY "all_calendars_read" ON "public"."exceptions" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_with('all_calendars'::public.member_right) AS locations_with))));

CREATE POLICY "holders_and_members_read" ON "public"."holds" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT internal.person() AS person)) OR (location_id = ANY (ARRAY( SELECT internal.locations_with('all_calendars'::public.member_right) AS locations_with))) OR ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))) AND internal.has_own_time(lines))));

CREATE POLICY "managers_read" ON "public"."member_rights" FOR SELECT TO "authenticated" USING ((company_id IN ( SELECT internal.companies_as('manager'::public.member_role) AS companies_as)));

CREATE POLICY "own_read" ON "public"."member_rights" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT internal.person() AS person)) AND (company_id IN ( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))));

CREATE POLICY "all_calendars_read" ON "public"."messages" FOR SELECT TO "authenticated" USING (((appointment_id IS NOT NULL) AND (company_id = ANY (ARRAY( SELECT internal.companies_with('all_calendars'::public.member_right) AS companies_with)))));

CREATE POLICY "managers_read" ON "public"."messages" FOR SELECT TO "authenticated" USING (((appointment_id IS NULL) AND (company_id = ANY (ARRAY( SELECT internal.companies_as('manager'::public.member_role) AS companies_as)))));

CREATE POLICY "members_read" ON "public"."withdrawals" FOR SELECT TO "authenticated" USING (((company_id = ANY (ARRAY( SELECT internal.companies_with('all_calendars'::public.member_right) AS companies_with))) OR ((company_id = ANY (ARRAY( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))) AND internal.has_own_line(appointment_id))));

REVOKE ALL ON FUNCTION "internal"."check_move"(public.appointments, text, public.actor_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."companies_with"(public.member_right) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."companies_with"(public.member_right) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."companies_with"(public.member_right) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."has_right"(public.members, public.member_right) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."inviter_of"(public.member_role) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."locations_with"(public.member_right) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."locations_with"(public.member_right) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."locations_with"(public.member_right) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."log_member"(uuid, text, text, public.member_role, public.member_role, public.member_right) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."rights_of"(public.members) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_member_rights"(uuid, uuid, public.member_right[], public.member_right[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_member_rights"(uuid, uuid, public.member_right[], public.member_right[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."company_members"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."company_members"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."own_memberships"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."own_memberships"() TO "authenticated";

GRANT SELECT ON TABLE "public"."member_rights" TO "authenticated";

GRANT ALL ON TABLE "public"."member_rights" TO "service_role";
