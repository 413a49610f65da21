-- What customers pay when they book: a rule for each location, and for single services one of their own. Without a rule, and where the business cannot be paid
-- online, everything is paid on site. Rules bind bookings from then on; what was booked before keeps its terms (35_terms).

create table public.payment_rules (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  -- Null: of all services without a rule of their own.
  service_id uuid,
  mode varchar(20) not null check (mode in ('on_site', 'deposit', 'full')),
  -- Of a deposit: a share of the price, or a fixed sum, which is never more than the price.
  percent smallint check (percent between 1 and 100),
  cents integer check (cents between 100 and 1000000),
  -- Whether the business keeps what was paid when nobody comes.
  keeps_on_no_show boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the business keeps of what was paid online when the customer cancels after the deadline, which they then may; null: they cannot any more.
  late_percent smallint check (late_percent between 1 and 100),
  foreign key (service_id, location_id) references public.services (id, location_id) on delete cascade,
  constraint payment_rules_deposit check (case mode when 'deposit' then num_nonnulls(percent, cents) = 1 else num_nonnulls(percent, cents) = 0 end)
);
create unique index payment_rules_location on public.payment_rules (location_id) where service_id is null;
create unique index payment_rules_service on public.payment_rules (location_id, service_id) where service_id is not null;
create trigger touch before update on public.payment_rules for each row execute function internal.touch_updated_at();

-- The smallest sum that is asked for online; what would be less is paid on site.
create function internal.least_payment() returns integer
language sql immutable set search_path = '' as $$ select 50 $$;

-- Sets the rule of a location, or of one of its services. `p_mode` null removes the rule of a service, so that it follows its location. For managers and
-- owners. Errors: location_not_found, service_not_found, payment_rule_invalid (an unknown mode, no sum or two for a deposit, or one that is out of bounds, a fee
-- for what is paid on site).
create function public.set_payment_rule(
  p_location uuid, p_service uuid default null, p_mode text default null, p_percent integer default null, p_cents integer default null,
  p_keeps_on_no_show boolean default true, p_late_percent integer default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  if p_service is not null and not exists (select from public.services where id = p_service and location_id = p_location) then
    perform internal.fail('service_not_found');
  end if;
  -- One at a time, and whoever shows the location does it anew.
  update public.locations set updated_at = now() where id = p_location;
  if p_mode is null then
    delete from public.payment_rules where location_id = p_location and service_id is not distinct from p_service;
    return;
  end if;
  if not coalesce(case p_mode
      when 'deposit' then num_nonnulls(p_percent, p_cents) = 1 and coalesce(p_percent between 1 and 100, p_cents between 100 and 1000000)
      when 'on_site' then num_nonnulls(p_percent, p_cents) = 0
      when 'full' then num_nonnulls(p_percent, p_cents) = 0 end, false)
    or p_late_percent is not null and (p_mode = 'on_site' or p_late_percent not between 1 and 100) then
    perform internal.fail('payment_rule_invalid');
  end if;
  delete from public.payment_rules where location_id = p_location and service_id is not distinct from p_service;
  insert into public.payment_rules (location_id, service_id, mode, percent, cents, keeps_on_no_show, late_percent)
  values (p_location, p_service, p_mode, p_percent, p_cents, coalesce(p_keeps_on_no_show, true), p_late_percent);
end $$;

-- What a rule asks for at once of a price, in cents; none asks for nothing.
create function internal.due_now(rule public.payment_rules, p_price integer, p_seats integer default 1) returns integer
language sql immutable set search_path = '' as $$
  select case rule.mode when 'full' then p_price
    when 'deposit' then least(p_price, coalesce(rule.cents * p_seats, round(p_price * rule.percent / 100.0)::integer)) else 0 end
$$;

-- The rule that holds for a service; all of it null without one.
create function internal.rule_of(p_location uuid, p_service uuid) returns public.payment_rules
language plpgsql stable set search_path = '' as $$
declare
  rule public.payment_rules;
begin
  select * into rule from public.payment_rules one where one.location_id = p_location and (one.service_id = p_service or one.service_id is null)
  order by one.service_id is null limit 1;
  return rule;
end $$;

-- What visitors are shown at the services of a published location, for those of which something is paid when they are booked:
-- [{service_id, mode, percent, cents, due_cents: of its price, keeps_on_no_show, late_percent, test, after_answer: whether only when the business has
-- said yes}].
create function public.list_payment_terms(p_location uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not internal.is_published(p_location) and p_location not in (select internal.locations_as('staff')) then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('service_id', service.id, 'mode', rule.mode, 'percent', rule.percent, 'cents', rule.cents,
        'due_cents', due.cents, 'keeps_on_no_show', rule.keeps_on_no_show, 'late_percent', rule.late_percent, 'test', account.test,
        'after_answer', place.confirms_by_hand or service.booking_way = 'request') order by service.id), '[]')
    from public.locations place
    cross join lateral internal.paying_account(place.company_id) account
    join public.services service on service.location_id = place.id and service.active
    cross join lateral internal.rule_of(place.id, service.id) rule
    cross join lateral internal.due_now(rule, service.price_cents) due (cents)
    where place.id = p_location and account.id is not null and due.cents >= internal.least_payment());
end $$;

alter table public.payment_rules enable row level security;
create policy members_read on public.payment_rules for select to authenticated using (location_id = any(array(select internal.locations_as('staff'))));
revoke all on public.payment_rules from service_role;
grant select on public.payment_rules to authenticated, service_role;
revoke execute on function internal.least_payment, internal.due_now, internal.rule_of from public;
grant execute on function public.set_payment_rule to authenticated;
grant execute on function public.list_payment_terms to anon, authenticated;
