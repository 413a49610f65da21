set local check_function_bodies = off;

CREATE TABLE "public"."withdrawals" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "appointment_id" uuid, "company_id" uuid, "name" text NOT NULL, "email" text NOT NULL, "booking_number" text NOT NULL, "statement" text NOT NULL DEFAULT ''::text, "declared_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "withdrawals_booking_number_check" CHECK ((length(booking_number) <= 40)), CONSTRAINT "withdrawals_name_check" CHECK ((length(name) <= 120)), CONSTRAINT "withdrawals_pkey" PRIMARY KEY (id), CONSTRAINT "withdrawals_statement_check" CHECK ((length(statement) <= 2000)), CONSTRAINT "withdrawals_email_check" CHECK (((email = ''::text) OR internal.is_address(email))));

ALTER TABLE "public"."withdrawals" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.find_contract(p_email text, p_number text)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  digits constant text := regexp_replace(p_number, '[^0-9A-F]', '', 'g');
  found public.appointments;
begin
  if length(digits) <> 12 then return null; end if;
  select * into found from public.appointments appointment
  where appointment.id between (digits || repeat('0', 20))::uuid and (digits || repeat('f', 20))::uuid
    and lower(appointment.contact_email) = lower(p_email) and appointment.contact_name <> '' limit 1;
  if found.id is null then return null; end if;
  perform internal.lock_location(found.location_id, true);
  select * into found from public.appointments where id = found.id for update;
  perform internal.compose_ordered(found.id);
  return found;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_appointments(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  nobody constant text := 'Gelöschtes Konto';
  due uuid[];
begin
  with over as (
    delete from internal.appointments_to_forget where appointment_id in (
      select waiting.appointment_id from internal.appointments_to_forget waiting
      join public.appointments appointment on appointment.id = waiting.appointment_id
      where appointment.state not in ('requested', 'confirmed') or appointment.ends_at < internal.present() - interval '1 day'
      limit p_limit for update of waiting skip locked)
    returning appointment_id
  )
  select coalesce(array_agg(appointment_id), '{}') into due from over;
  if cardinality(due) = 0 then return 0; end if;
  update public.appointments set contact_name = nobody, contact_email = '', contact_phone = '', note = '' where id = any(due);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(due);
  update public.reviews set author = nobody where appointment_id = any(due);
  update public.withdrawals set name = nobody, email = '', statement = '' where appointment_id = any(due);
  delete from public.appointment_links where appointment_id = any(due);
  delete from public.messages where appointment_id = any(due);
  update public.customers customer set name = nobody, email = null, phone = '', note = ''
  where id in (select customer_id from public.appointments where id = any(due)) and not exists (
    select from public.appointments appointment where appointment.customer_id = customer.id and appointment.contact_name <> nobody);
  return cardinality(due);
end $function$;

CREATE OR REPLACE FUNCTION internal.spend_withdrawal(p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address inet;
  receipt boolean := true;
begin
  if not internal.is_limited() then return true; end if;
  if p_email is not null then receipt := internal.spend(internal.recipient_budgets(p_email, 3, 6, 'withdrawal')) is null; end if;
  address := internal.visitor_address();
  if internal.spend(case when address is null then array[row('withdrawals from unknown', 60, 3600)::internal.budget]
      else array[row('withdrawals from ' || address, 20, 3600),
        row('withdrawals from ' || internal.visitor_network(address) || ' (network)', 60, 3600)]::internal.budget[] end) is not null then
    perform internal.fail('too_many_withdrawals');
  end if;
  return receipt;
end $function$;

CREATE OR REPLACE FUNCTION internal.withdraw(appointment public.appointments, more jsonb DEFAULT '{}'::jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  declared constant timestamptz := internal.present();
begin
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state)
  values (appointment.id, declared, 'withdraw', 'customer', internal.person(), appointment.state, appointment.state);
  if internal.customer_may_change(appointment) then
    perform internal.let_go(appointment.id, 'cancelled', 'cancel', 'customer', 'Widerruf');
  end if;
  perform internal.queue_messages(appointment.id, 'appointment_withdrawn', 'customer', jsonb_build_object('declared_at', declared) || more);
  return declared;
end $function$;

CREATE OR REPLACE FUNCTION public.declare_withdrawal(p_name text, p_email text, p_number text, p_statement text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  typed constant jsonb := internal.clean_contact(jsonb_build_object('name', p_name, 'email', p_email, 'note', p_statement), false);
  number constant text := upper(btrim(regexp_replace(coalesce(p_number, ''), '[[:cntrl:][:space:]]+', ' ', 'g')));
  declaration public.withdrawals;
  appointment public.appointments;
begin
  if number = '' or length(number) > 40 then perform internal.fail('number_invalid'); end if;
  perform pg_advisory_xact_lock(hashtextextended(lower(typed ->> 'email') || ' ' || number, 55));
  select * into declaration from public.withdrawals earlier where earlier.email = typed ->> 'email' and earlier.booking_number = number
    and earlier.name = typed ->> 'name' and earlier.statement = typed ->> 'note' and earlier.declared_at > present - interval '1 day'
    order by earlier.declared_at limit 1;
  if declaration.id is not null then return jsonb_build_object('declared_at', declaration.declared_at); end if;
  appointment := internal.find_contract(typed ->> 'email', number);
  insert into public.withdrawals (appointment_id, company_id, name, email, booking_number, statement, declared_at)
  values (appointment.id, appointment.company_id, typed ->> 'name', typed ->> 'email', number, typed ->> 'note', present)
  returning * into declaration;
  if appointment.id is not null and internal.withdrawn_at(appointment.id) is null
    and appointment.state not in ('cancelled', 'declined', 'expired') and (internal.legal_flags(appointment.id)).withdrawal then
    perform internal.withdraw(appointment, jsonb_build_object('statement',
      internal.neutral(declaration.statement, 'Enthält Verweise und steht deshalb nicht in dieser Nachricht.')));
    perform internal.spend_withdrawal(null);
  elsif internal.spend_withdrawal(declaration.email) then
    insert into public.messages (kind, audience, recipient, payload, next_attempt_at)
    values ('withdrawal_received', 'customer', declaration.email, jsonb_build_object('declared_at', present,
      'name', internal.neutral_name(declaration.name, ''),
      'number', case when number ~ '^[0-9A-F]{4}(-[0-9A-F]{4}){2}$' then number else internal.neutral(number, '') end,
      'statement', internal.neutral(declaration.statement, '')), present);
  end if;
  return jsonb_build_object('declared_at', declaration.declared_at);
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_appointment(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret);
  appointment constant public.appointments := opened.appointment;
  declared timestamptz;
begin
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  if appointment.contact_name = '' then perform internal.fail('wrong_state', appointment.state::text); end if;
  if not (internal.legal_flags(p_appointment)).withdrawal then perform internal.fail('withdrawal_excluded'); end if;
  declared := internal.withdrawn_at(p_appointment);
  if declared is null then
    if appointment.state in ('cancelled', 'declined', 'expired') then perform internal.fail('wrong_state', appointment.state::text); end if;
    declared := internal.withdraw(appointment);
  end if;
  return internal.visit_json(p_appointment) || jsonb_build_object('withdrawn_at', declared);
end $function$;

ALTER TABLE "public"."withdrawals" ADD CONSTRAINT "withdrawals_appointment_id_fkey" FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE SET NULL;

ALTER TABLE "public"."withdrawals" ADD CONSTRAINT "withdrawals_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

CREATE INDEX withdrawals_appointment ON public.withdrawals USING btree (appointment_id);

CREATE INDEX withdrawals_company ON public.withdrawals USING btree (company_id, declared_at);

CREATE INDEX withdrawals_declared ON public.withdrawals USING btree (email, booking_number);

CREATE POLICY "managers_read" ON "public"."withdrawals" FOR SELECT TO "authenticated" USING ((company_id = ANY (ARRAY( SELECT internal.companies_as('manager'::public.member_role) AS companies_as))));

REVOKE ALL ON FUNCTION "internal"."find_contract"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."spend_withdrawal"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."withdraw"(public.appointments, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."declare_withdrawal"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."declare_withdrawal"(text, text, text, text) TO "anon", "authenticated";

GRANT SELECT ON TABLE "public"."withdrawals" TO "authenticated";

GRANT ALL ON TABLE "public"."withdrawals" TO "service_role";
