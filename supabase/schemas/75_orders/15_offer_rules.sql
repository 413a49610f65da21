-- "Lückenfüller": what a location answers by itself to orders that fit, with time that would soon stay empty (69_rule_offers). Managers keep them.

create table public.offer_rules (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  -- Each may answer an order; the first that fits does.
  service_ids uuid[] not null check (cardinality(service_ids) between 1 and 10),
  active boolean not null default true,
  -- Only starts of the next so many hours.
  horizon_hours smallint not null check (horizon_hours between 2 and 48),
  -- Only where somebody is free for so many minutes on end, of those still to come.
  min_gap_minutes smallint not null default 0 check (min_gap_minutes between 0 and 480),
  -- Below what the services cost then, in percent.
  discount_percent smallint not null default 0 check (discount_percent between 0 and 30),
  -- Offers a local day.
  per_day smallint not null check (per_day between 1 and 10),
  -- Starts from and before these minutes of the local day.
  from_minute smallint not null default 0 check (from_minute between 0 and 1439),
  to_minute smallint not null default 1440 check (to_minute between 1 and 1440),
  -- Only people of whom the business has no file.
  new_customers boolean not null default false,
  text varchar(500) not null default '',
  -- Who is told what becomes of its offers.
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  -- When it last found nothing to do.
  checked_at timestamptz,
  constraint offer_rules_hours check (from_minute < to_minute)
);
create index offer_rules_location on public.offer_rules (location_id);
create index offer_rules_due on public.offer_rules (checked_at nulls first) where active;
create index offer_rules_creator on public.offer_rules (created_by) where created_by is not null;

alter table public.offer_rules enable row level security;
create policy members_read on public.offer_rules for select to authenticated
  using (location_id = any(array(select internal.locations_with('book'))));
grant select (id, location_id, service_ids, active, horizon_hours, min_gap_minutes, discount_percent, per_day, from_minute, to_minute, new_customers, text,
  created_at) on public.offer_rules to authenticated;
grant all on public.offer_rules to service_role;

-- Makes a rule, or changes the one with this id, and answers its id. Errors: location_not_found, not_allowed, rule_not_found, service_not_found (also
-- add-ons and what is booked by phone), rule_invalid (a number out of its range), text_too_long, too_many_rules (5).
create function public.save_offer_rule(
  p_location uuid, p_services uuid[], p_horizon integer, p_gap integer, p_discount integer, p_per_day integer, p_from integer default 0,
  p_to integer default 1440, p_new boolean default false, p_active boolean default true, p_text text default '', p_rule uuid default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := btrim(coalesce(p_text, ''), E' \t\r\n');
  chosen uuid[];
  made uuid;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_as('manager')) then perform internal.fail('not_allowed'); end if;
  chosen := array(select wish.id from unnest(p_services[:10]) with ordinality wish (id, turn)
    join public.services service on service.id = wish.id and service.location_id = p_location and service.active and not service.addon
      and service.booking_way <> 'phone'
    group by wish.id order by min(wish.turn));
  if cardinality(chosen) = 0 or cardinality(chosen) <> (select count(distinct wish) from unnest(p_services) wish) then perform internal.fail('service_not_found'); end if;
  if not coalesce(p_horizon between 2 and 48 and p_gap between 0 and 480 and p_discount between 0 and 30 and p_per_day between 1 and 10
    and p_from between 0 and 1439 and p_to between 1 and 1440 and p_from < p_to, false) then
    perform internal.fail('rule_invalid');
  end if;
  if length(words) > 500 then perform internal.fail('text_too_long'); end if;
  -- Of two at once the second waits and counts the first.
  perform from public.locations where id = p_location for no key update;
  if p_rule is not null then
    update public.offer_rules one set (service_ids, horizon_hours, min_gap_minutes, discount_percent, per_day, from_minute, to_minute, new_customers, active,
        text, created_by, checked_at)
      = (chosen, p_horizon, p_gap, p_discount, p_per_day, p_from, p_to, coalesce(p_new, false), coalesce(p_active, true), words, internal.person(), null)
    where one.id = p_rule and one.location_id = p_location returning one.id into made;
    if made is null then perform internal.fail('rule_not_found'); end if;
    return made;
  end if;
  if (select count(*) from public.offer_rules where location_id = p_location) >= 5 then perform internal.fail('too_many_rules'); end if;
  insert into public.offer_rules (location_id, service_ids, horizon_hours, min_gap_minutes, discount_percent, per_day, from_minute, to_minute, new_customers,
    active, text, created_by)
  values (p_location, chosen, p_horizon, p_gap, p_discount, p_per_day, p_from, p_to, coalesce(p_new, false), coalesce(p_active, true), words, internal.person())
  returning id into made;
  return made;
end $$;

-- Deletes a rule; its offers stay. One that is gone answers the same.
create function public.delete_offer_rule(p_rule uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.offer_rules one where one.id = p_rule and one.location_id in (select internal.locations_as('manager'));
end $$;

-- The lowest price that a service was sold at by somebody within the last 30 days, today's included: by it a reduction is measured (our own rule against
-- § 5 UWG; § 11 PAngV covers goods). A price that ended exactly 30 days ago no longer counts.
create function internal.lowest_price(p_service uuid, p_employee uuid, p_present timestamptz) returns integer
language plpgsql stable set search_path = '' as $$
declare
  regular constant integer := (select coalesce(own.price_cents, service.price_cents) from public.services service
    left join public.employee_services own on own.service_id = service.id and own.employee_id = p_employee where service.id = p_service);
begin
  return least(regular,
    (select min(former.price_cents) from internal.former_prices former where former.service_id = p_service
      and (former.employee_id is null or former.employee_id = p_employee) and former.until > p_present - interval '30 days'),
    (select internal.with_percent(regular, min(price.percent)) from public.day_prices price join public.locations place on place.id = price.location_id
      where price.service_id = p_service and internal.began(price, place.time_zone) <= (p_present at time zone place.time_zone)::date
        and coalesce(price.last_day, '2200-01-01') > ((p_present - interval '30 days') at time zone place.time_zone)::date));
end $$;

-- The same of a whole visit.
create function internal.lowest_total(planned internal.planned_line[], p_present timestamptz) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (select sum(internal.lowest_price(line.service_id, line.employee_id, p_present))::integer from unnest(planned) line);
end $$;

revoke execute on function internal.lowest_price, internal.lowest_total, public.save_offer_rule, public.delete_offer_rule from public;
grant execute on function public.save_offer_rule, public.delete_offer_rule to authenticated;
