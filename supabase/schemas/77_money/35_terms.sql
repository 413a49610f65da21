-- What was agreed about paying one booking. A hold keeps it as {mode, pay_now_cents, no_show_cents, late_cents, test} in its row, and nothing where everything is
-- paid on site; from there it comes to the appointment when the customer goes to pay, and to a request, which is paid when the business has said yes. Later
-- changes of rules or prices do not touch it.

create table public.appointment_payment_terms (
  appointment_id uuid primary key references public.appointments on delete cascade,
  mode varchar(20) not null check (mode in ('deposit', 'full')),
  pay_now_cents integer not null check (pay_now_cents > 0),
  -- Of that: what the business keeps when nobody comes.
  no_show_cents integer not null check (no_show_cents between 0 and pay_now_cents),
  -- Until when the time is kept for the payment; null once that is decided.
  pay_until timestamptz,
  -- When a cancelled visit, whose payment went back, was set up again, or a request was accepted too late to be paid before: it is paid on site. Null where
  -- the payment could be kept.
  waived_at timestamptz,
  -- Of what was paid: what the business keeps when the customer cancels after the deadline; null: that cannot be done online.
  late_cents integer check (late_cents between 1 and pay_now_cents),
  -- What it has kept so.
  kept_cents integer check (kept_cents > 0)
);
create index appointment_payment_terms_until on public.appointment_payment_terms (pay_until) where pay_until is not null;

-- The terms of a hold with these lines; null where everything is paid on site, as offers, proposals and seats of courses are. The usual case is one look into an index.
create function internal.terms_of(p_company uuid, p_location uuid, planned internal.planned_line[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  account public.payment_accounts;
  terms record;
begin
  if not exists (select from public.payment_rules where location_id = p_location) then return null; end if;
  account := internal.paying_account(p_company);
  if account.id is null then return null; end if;
  select sum(due.cents)::integer as pay_now, sum(due.cents) filter (where rule.keeps_on_no_show)::integer as no_show, sum(line.price_cents)::integer as total,
    -- Without a fee for one of them there is none for the visit.
    case when bool_and(rule.late_percent is not null) filter (where due.cents > 0) then
      greatest(sum(round(due.cents * rule.late_percent / 100.0)) filter (where due.cents > 0)::integer, 1) end as late
  into terms
  from unnest(planned) line
  cross join lateral internal.rule_of(p_location, line.service_id) rule
  cross join lateral internal.due_now(rule, line.price_cents, coalesce(line.seats, 1)) due (cents);
  if terms.pay_now is null or terms.pay_now < internal.least_payment() then return null; end if;
  return jsonb_build_object('mode', case when terms.pay_now = terms.total then 'full' else 'deposit' end, 'pay_now_cents', terms.pay_now,
    'no_show_cents', coalesce(terms.no_show, 0), 'late_cents', terms.late, 'test', account.test);
end $$;

alter table public.appointment_payment_terms enable row level security;
create policy managers_read on public.appointment_payment_terms for select to authenticated
  using (exists (select from public.appointments visit where visit.id = appointment_id and visit.company_id in (select internal.companies_as('manager'))));
revoke all on public.appointment_payment_terms from service_role;
grant select on public.appointment_payment_terms to authenticated, service_role;
revoke execute on function internal.terms_of from public;
