set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.write_hold(hold public.holds, planned internal.planned_line[], visitor internal.visitor, p_zone text, p_counted boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not p_counted and exists (select from public.holds other where other.secret_hash = hold.secret_hash) then return null; end if;
  if not internal.occupy(hold.id, 'line', internal.takings(planned), hold.expires_at) then return null; end if;
  hold.released := false;
  select min(line.starts_at), max(line.ends_at), sum(line.price_cents), jsonb_agg(internal.line_json(line) order by line."position")
  into hold.starts_at, hold.ends_at, hold.total_cents, hold.lines from unnest(planned) line;
  insert into public.holds values (hold.*) on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not visitor.unlimited then
    insert into internal.hold_budget
    select hold.id, line.employee_id, (line.starts_at at time zone p_zone)::date, sum(extract(epoch from line.ends_at - line.starts_at)) / 60,
      row_number() over () = 1, visitor.network, coalesce(visitor.address, visitor.network), hold.user_id, hold.created_at, hold.expires_at
    from unnest(planned) line group by 2, 3;
  end if;
  return internal.hold_json(hold);
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
  if not (internal.legal_flags(p_appointment)).withdrawal then perform internal.fail('withdrawal_excluded'); end if;
  declared := internal.withdrawn_at(p_appointment);
  if declared is null then
    if appointment.state in ('cancelled', 'declined', 'expired') then perform internal.fail('wrong_state', appointment.state::text); end if;
    declared := internal.withdraw(appointment);
    insert into public.withdrawals (appointment_id, company_id, name, email, booking_number, declared_at)
    values (appointment.id, appointment.company_id, appointment.contact_name, appointment.contact_email,
      internal.booking_number(appointment.id), declared);
  end if;
  return internal.visit_json(p_appointment) || jsonb_build_object('withdrawn_at', declared);
end $function$;
