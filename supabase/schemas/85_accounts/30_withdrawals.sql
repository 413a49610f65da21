-- Every declared withdrawal (§ 356a BGB), and the way without a link: name, mail address and booking number, by the page
-- /vertrag-widerrufen.

-- Whether a contract was found or not: the proof of what came in and when. Managers read those of their company, staff those of
-- appointments that they see. One without a contract is visible only to the operator: no business must learn from it who wrote.
create table public.withdrawals (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid references public.appointments on delete set null,
  company_id uuid references public.companies on delete set null,
  name text not null check (length(name) <= 120),
  email text not null check (email = '' or internal.is_address(email)),
  booking_number text not null check (length(booking_number) <= 40),
  statement text not null default '' check (length(statement) <= 2000),
  declared_at timestamptz not null default now()
);
create index withdrawals_declared on public.withdrawals (email, booking_number);
create index withdrawals_appointment on public.withdrawals (appointment_id);
create index withdrawals_company on public.withdrawals (company_id, declared_at);
create index withdrawals_age on public.withdrawals (declared_at);

alter table public.withdrawals enable row level security;
grant select on public.withdrawals to authenticated;
grant all on public.withdrawals to service_role;
create policy members_read on public.withdrawals for select to authenticated
  using (company_id = any(array(select internal.companies_with('all_calendars')))
    or (company_id = any(array(select internal.companies_as('staff'))) and internal.has_own_line(appointment_id)));
create policy contact_data on public.withdrawals as restrictive for select to authenticated
  using (company_id = any(array(select internal.companies_with('contact_data'))));

-- The same without the address for who has no right to contact data (50_booking/62_shown).
create view public.shown_withdrawals with (security_barrier = true) as
select id, appointment_id, company_id, name,
  case when company_id = any(array(select internal.companies_with('contact_data'))) then email else '' end as email,
  booking_number, statement, declared_at, (select visit.location_id from public.appointments visit where visit.id = appointment_id) as location_id
from public.withdrawals
where company_id = any(array(select internal.companies_with('all_calendars')))
  or (company_id = any(array(select internal.companies_as('staff'))) and internal.has_own_line(appointment_id));
revoke all on public.shown_withdrawals from anon, authenticated, service_role;
grant select on public.shown_withdrawals to authenticated;

-- Records a declaration and, where address and number are those of a contract that can be withdrawn from, does what
-- `withdraw_appointment` does. Else a receipt goes to the address. The answer, {declared_at}, is the same in both cases, so that nobody
-- learns what others have booked. A repeated declaration returns the first of its day.
-- Errors: number_invalid, too_many_withdrawals (from the visitor's place), and those of internal.clean_contact.
create function public.declare_withdrawal(p_name text, p_email text, p_number text, p_statement text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- The booking with this number and contact address, locked for a change; null without one.
create function internal.find_contract(p_email text, p_number text) returns public.appointments
language plpgsql set search_path = '' as $$
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
end $$;

-- Counts a declaration from the visitor's place, and the receipt to an address that may be anybody's: whether it may be sent (80_messages/20_mail_limits).
-- Too many receipts never lead to a refused declaration, because a stranger could use them up. Error: too_many_withdrawals.
create function internal.spend_withdrawal(p_email text) returns boolean
language plpgsql set search_path = '' as $$
declare
  receipt boolean := true;
begin
  if not internal.is_limited() then return true; end if;
  if p_email is not null then receipt := internal.spend(internal.recipient_budgets(p_email, 3, 6, 'withdrawal')) is null; end if;
  if internal.spend(internal.place_budgets('withdrawals')) is not null then perform internal.fail('too_many_withdrawals'); end if;
  return receipt;
end $$;

grant execute on function public.declare_withdrawal to anon, authenticated;
