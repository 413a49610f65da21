-- Day prices: on some weekdays, between two hours, a service costs some percent less or more, whoever performs it. The one rule for them is
-- internal.price_on, asked where a visit is planned; what it says stays with the hold and the appointment.

create function internal.are_weekdays(days smallint[]) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return cardinality(days) between 1 and 7 and days <@ '{1,2,3,4,5,6,7}' and array_position(days, null) is null;
end $$;

create table public.day_prices (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null,
  location_id uuid not null references public.locations on delete cascade,
  -- Of the usual price of whoever performs it; below zero it is cheaper.
  percent smallint not null check (percent >= -90 and percent <= 90 and percent <> 0),
  -- ISO: 1 is Monday. The service begins on such a day, from `starts` on and before `ends`, by the clock of the location.
  weekdays smallint[] not null check (internal.are_weekdays(weekdays)),
  starts time not null default '00:00',
  ends time not null default '24:00',
  first_day date not null check (first_day >= '2000-01-01' and first_day <= '2200-01-01'),
  last_day date check (last_day <= '2200-01-01'),
  created_at timestamptz not null default now(),
  foreign key (service_id, location_id) references public.services (id, location_id) on delete cascade,
  check (starts < ends),
  check (last_day >= first_day)
);
create index day_prices_service on public.day_prices (service_id);
create index day_prices_location on public.day_prices (location_id);

-- What a service cost before its present price: of one employee, or of all who have no price of their own. Kept for as long as a struck price
-- looks back (§ 11 PAngV), and some.
create table internal.former_prices (
  service_id uuid not null references public.services on delete cascade,
  employee_id uuid,
  price_cents integer not null,
  until timestamptz not null
);
create index former_prices_service on internal.former_prices (service_id, until);
alter table internal.former_prices enable row level security;

-- A price in cents with some percent more or less, in steps of ten cents.
create function internal.with_percent(p_cents integer, p_percent integer) returns integer language sql immutable parallel safe
return round(p_cents * (100 + p_percent) / 1000.0)::integer * 10;

create function internal.note_former_price(p_service uuid, p_employee uuid, p_cents integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from internal.former_prices where service_id = p_service and until < internal.present() - interval '60 days';
  -- A service that is just being deleted takes its people and day prices with it.
  insert into internal.former_prices select p_service, p_employee, p_cents, internal.present() where exists (select from public.services where id = p_service);
end $$;

create function internal.note_service_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.note_former_price(old.id, null, old.price_cents);
  return null;
end $$;
create trigger note_service_price after update of price_cents on public.services for each row
  when (old.price_cents <> new.price_cents) execute function internal.note_service_price();

create function internal.note_own_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or old.price_cents is distinct from new.price_cents then
    perform internal.note_former_price(old.service_id, old.employee_id, coalesce(old.price_cents, service.price_cents))
    from public.services service where service.id = old.service_id;
  end if;
  return null;
end $$;
create trigger note_own_price after update or delete on public.employee_services for each row execute function internal.note_own_price();

-- Whether a service has day prices is kept with it, so that planning looks for them only where there are some.
create function internal.keep_day_percent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform internal.note_former_price(old.service_id, null, internal.with_percent(offered.cents, old.percent))
    from (select min(coalesce(own.price_cents, service.price_cents)) as cents
      from public.services service join public.locations place on place.id = service.location_id
      left join public.employee_services own on own.service_id = service.id
      where service.id = old.service_id and old.first_day <= (internal.present() at time zone place.time_zone)::date having count(*) > 0) offered;
  end if;
  -- Before the update reads the prices: two people may change them at once.
  perform from public.services where id = coalesce(new.service_id, old.service_id) for no key update;
  update public.services set day_percent = (select max(price.percent) from public.day_prices price where price.service_id = services.id)
  where id = coalesce(new.service_id, old.service_id) and day_percent is distinct from (
    select max(price.percent) from public.day_prices price where price.service_id = services.id);
  return null;
end $$;
create trigger keep_day_percent after insert or delete on public.day_prices for each row execute function internal.keep_day_percent();

-- When a day price began to be asked, by the location's calendar.
create function internal.began(price public.day_prices, p_zone text) returns date
language plpgsql stable set search_path = '' as $$
begin
  return greatest(price.first_day, (price.created_at at time zone p_zone)::date);
end $$;

-- The price of a service with a day price, and what may be struck beside it: the lowest price of the 30 days before it began (§ 11 PAngV), for its first
-- 30 days and only if that is more. Nothing is struck later, because then the price is no reduction any more.
create function internal.reduced_price(
  price public.day_prices, p_employee uuid, p_regular integer, p_zone text, p_present timestamptz, out price_cents integer, out struck_cents integer)
language plpgsql stable set search_path = '' as $$
declare
  began constant date := internal.began(price, p_zone);
  since constant timestamptz := (least(began, (p_present at time zone p_zone)::date) - 30)::timestamp at time zone p_zone;
begin
  price_cents := internal.with_percent(p_regular, price.percent);
  if price_cents >= p_regular or p_present >= (began + 30)::timestamp at time zone p_zone then return; end if;
  struck_cents := least(p_regular,
    (select min(former.price_cents) from internal.former_prices former
      where former.service_id = price.service_id and (former.employee_id is null or former.employee_id = p_employee) and former.until > since),
    (select internal.with_percent(p_regular, min(other.percent)) from public.day_prices other
      where other.service_id = price.service_id and internal.began(other, p_zone) < began and coalesce(other.last_day, began) >= began - 30));
  if struck_cents <= price_cents then struck_cents := null; end if;
end $$;

-- What a service costs that begins at this instant, in cents, and what may be struck beside it. `p_regular` is the usual price of who performs it. Of several
-- day prices the lowest counts.
create function internal.price_on(
  p_service uuid, p_employee uuid, p_regular integer, p_starts_at timestamptz, p_zone text, p_present timestamptz,
  out price_cents integer, out struck_cents integer)
language plpgsql stable set search_path = '' as $$
declare
  local constant timestamp := p_starts_at at time zone p_zone;
  price public.day_prices;
begin
  select * into price from public.day_prices every
  where every.service_id = p_service and extract(isodow from local) = any(every.weekdays) and local::time >= every.starts and local::time < every.ends
    and local::date >= every.first_day and (every.last_day is null or local::date <= every.last_day)
  order by every.percent limit 1;
  if price.id is null then
    price_cents := p_regular;
  else
    select * into price_cents, struck_cents from internal.reduced_price(price, p_employee, p_regular, p_zone, p_present);
  end if;
end $$;

revoke execute on function internal.with_percent, internal.note_former_price, internal.note_service_price, internal.note_own_price,
  internal.keep_day_percent, internal.began, internal.reduced_price, internal.price_on from public;
grant execute on function internal.are_weekdays to authenticated, service_role;
