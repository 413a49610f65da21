-- What ends by itself: times that are no longer kept for a payment, visits that have earned what was paid, and what nobody needs any more.

-- Ends appointments whose time to pay is over. Skips what others work on. For the server's job; returns how many.
create function public.expire_payments(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  due record;
  visit public.appointments;
  ended integer := 0;
begin
  for due in
    select appointment.id, appointment.location_id from public.appointments appointment
    join public.appointment_payment_terms terms on terms.appointment_id = appointment.id
    where appointment.state = 'awaiting_payment' and terms.pay_until <= present order by terms.pay_until limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(due.location_id::text, 43));
    select * into visit from public.appointments where id = due.id and state = 'awaiting_payment' for update skip locked;
    continue when not found;
    begin
      perform internal.move(visit, 'expire', 'system');
      -- Whoever goes to pay at once sees it end; after a request both sides have waited for it.
      if exists (select from public.appointment_events said
        where said.appointment_id = visit.id and said.verb = 'confirm' and said.actor = 'business')
        and not exists (select from public.payments payment where payment.appointment_id = visit.id and payment.captured_cents > 0) then
        perform internal.queue_messages(visit.id, 'appointment_declined', 'system', '{"unpaid": true}');
      end if;
      ended := ended + 1;
    exception when others then
      raise warning 'appointment % cannot be ended: % %', due.id, sqlstate, sqlerrm;
    end;
  end loop;
  return ended;
end $$;

-- Books what was paid for visits that are over: earned when it took place, what was agreed when nobody came, the rest goes back. A day after the visit was marked,
-- when that cannot be taken back any more. For the server's job; returns how many.
create function public.settle_payments(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  payment public.payments;
  visit record;
  prepaid integer;
  kept integer;
  due integer;
  settled integer := 0;
begin
  for payment in
    select one.* from public.payments one join public.appointments over on over.id = one.appointment_id
    where one.state = 'paid' and one.settled_at is null and over.state in ('completed', 'no_show') and (
      select max(event.at) from public.appointment_events event
      where event.appointment_id = over.id and event.to_state = over.state and event.from_state <> event.to_state) < present - interval '1 day'
    order by one.paid_at limit p_limit for update of one skip locked
  loop
    select over.state, coalesce(terms.no_show_cents, 0) as no_show_cents into visit from public.appointments over
    left join public.appointment_payment_terms terms on terms.appointment_id = over.id where over.id = payment.appointment_id;
    prepaid := internal.balance_of(payment.id, 'prepaid');
    if visit.state = 'completed' then
      perform internal.post(payment, 'visit_completed', 'visit:' || payment.id, ('prepaid', 'revenue', prepaid)::internal.posting);
    else
      kept := least(prepaid, visit.no_show_cents);
      perform internal.post(payment, 'no_show', 'visit:' || payment.id, ('prepaid', 'fee_income', kept)::internal.posting);
      -- What is disputed does not go back a second time.
      due := least(prepaid - kept, internal.refundable(payment));
      if due > 0 then perform internal.refund(payment, due, 'no_show'); end if;
    end if;
    update public.payments set settled_at = present where id = payment.id;
    settled := settled + 1;
  end loop;
  return settled;
end $$;

-- Deletes what was asked of providers and what they sent, some months later; the payments themselves stay. For the server's job; returns how many.
create function public.tidy_payments(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  commands integer;
  events integer;
begin
  delete from public.payment_commands where id in (
    select id from public.payment_commands where ended_at < internal.present() - interval '6 months' order by ended_at limit p_limit for update skip locked);
  get diagnostics commands = row_count;
  delete from public.provider_events where id in (
    select id from public.provider_events where received_at < internal.present() - interval '6 months' order by received_at limit p_limit for update skip locked);
  get diagnostics events = row_count;
  return commands + events;
end $$;

-- What is left of a company whose data are gone but that was paid here: its row, closed for good and without anything that hangs on it, because
-- bookkeeping outlives the business (§ 147 AO), and its account with the provider, by which money still goes back. False when nothing has to stay. The caller has locked the company.
create function internal.leave_for_books(p_company uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  belonging record;
begin
  if not exists (select from public.payments where company_id = p_company) and not exists (select from public.payouts where company_id = p_company)
    and not exists (select from public.invoices where company_id = p_company)
    and not exists (select from public.commission_items where company_id = p_company) then
    return false;
  end if;
  -- First the locations: what hangs on them goes with them.
  delete from public.locations where company_id = p_company;
  for belonging in
    select link.conrelid::regclass as held, one.attname as "column" from pg_constraint link
    join pg_attribute one on one.attrelid = link.conrelid and one.attnum = link.conkey[1]
    where link.contype = 'f' and link.confrelid = 'public.companies'::regclass and link.confdeltype = 'c'
      and link.conrelid <> 'public.payment_accounts'::regclass order by 1
  loop
    execute format('delete from %s where %I = $1', belonging.held, belonging.column) using p_company;
  end loop;
  update public.companies set state = 'closed', goes_at = null, email = '', phone = '' where id = p_company;
  return true;
end $$;

revoke execute on function internal.leave_for_books from public;
grant execute on function public.expire_payments, public.settle_payments, public.tidy_payments to service_role;
