-- The provider of demonstrations: it does what a real one does, without money. Its side of a payment is kept here, apart from the books; the server asks it
-- by these verbs as it asks others by their interface, and its page (/testzahlung/{ref}) is open to whoever knows the reference.

create table internal.test_payments (
  ref varchar(80) primary key,
  payment_id uuid not null unique references public.payments on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  -- `asking`: somebody has to approve it; `later`: paid, which is told a minute later.
  state varchar(20) not null default 'open' check (state in ('open', 'asking', 'later', 'paid', 'declined', 'expired')),
  paid_at timestamptz,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents)
);
create table internal.test_refunds (
  key uuid primary key,
  ref varchar(80) not null references internal.test_payments on delete restrict,
  cents integer not null check (cents > 0)
);
create index test_refunds_ref on internal.test_refunds (ref);
alter table internal.test_payments enable row level security;
alter table internal.test_refunds enable row level security;

-- What it says of a payment: {ref, payment_id, appointment_id, description, business, state, amount_cents, captured_cents, refunded_cents}; null for none.
create function internal.test_payment_json(p_ref text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('ref', one.ref, 'payment_id', one.payment_id, 'appointment_id', payment.appointment_id, 'description', payment.description,
      'business', company.name, 'amount_cents', one.amount_cents, 'refunded_cents', one.refunded_cents,
      'state', case when one.state = 'later' and one.paid_at <= internal.present() then 'paid' else one.state end,
      'captured_cents', case when one.paid_at <= internal.present() then one.amount_cents else 0 end)
    from internal.test_payments one join public.payments payment on payment.id = one.payment_id
    join public.companies company on company.id = payment.company_id where one.ref = p_ref);
end $$;

-- Begins a payment; again answers the same. Null for a payment that is not of this provider.
create function public.start_test_payment(p_payment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.test_payments (ref, payment_id, amount_cents)
  select 'test_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), payment.id, payment.amount_cents
  from public.payments payment where payment.id = p_payment and payment.provider = 'test' on conflict (payment_id) do nothing;
  return internal.test_payment_json((select ref from internal.test_payments where payment_id = p_payment));
end $$;

create function public.get_test_payment(p_ref text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return internal.test_payment_json(p_ref);
end $$;

-- What the customer does on its page: pay, decline, ask (approval is needed), approve, later. What does not fit its state changes nothing. The provider tells
-- of it by an event, but for what comes later.
create function public.act_on_test_payment(p_ref text, p_action text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  next text;
begin
  update internal.test_payments one set state = step.to_state, paid_at = case step.to_state when 'paid' then present when 'later' then present + interval '1 minute' end
  from (values ('pay', 'open', 'paid'), ('decline', 'open', 'declined'), ('ask', 'open', 'asking'), ('later', 'open', 'later'), ('approve', 'asking', 'paid'),
    ('decline', 'asking', 'declined')) step (action, from_state, to_state)
  where one.ref = p_ref and one.state = step.from_state and step.action = p_action returning one.state into next;
  if next in ('paid', 'declined') then perform public.receive_provider_event('test', p_ref || ':' || next, next, p_ref); end if;
  return internal.test_payment_json(p_ref);
end $$;

-- Gives back once for each key; null when there is not as much left.
create function public.refund_test_payment(p_ref text, p_key uuid, p_cents integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  one internal.test_payments;
begin
  select * into one from internal.test_payments where ref = p_ref for update;
  if not exists (select from internal.test_refunds where key = p_key) then
    if one.ref is null or not coalesce(one.paid_at <= internal.present() and p_cents > 0 and one.refunded_cents + p_cents <= one.amount_cents, false) then
      return null;
    end if;
    insert into internal.test_refunds values (p_key, p_ref, p_cents);
    update internal.test_payments set refunded_cents = refunded_cents + p_cents where ref = p_ref;
  end if;
  return internal.test_payment_json(p_ref);
end $$;

-- Nobody can pay it any more; what is paid stays.
create function public.expire_test_payment(p_ref text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update internal.test_payments set state = 'expired' where ref = p_ref and state in ('open', 'asking');
  return internal.test_payment_json(p_ref);
end $$;

revoke execute on function internal.test_payment_json from public;
grant execute on function public.start_test_payment, public.get_test_payment, public.act_on_test_payment, public.refund_test_payment, public.expire_test_payment
  to service_role;
