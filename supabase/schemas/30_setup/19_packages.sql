-- Packages: services in a fixed order, sold as one at a price of its own. A package is no second kind of booking: whoever books exactly these services in this
-- order, by whatever door, gets one appointment of several lines as ever, and the price of the package (internal.package_shares).

create table public.packages (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  name text not null check (length(btrim(name)) >= 2 and length(name) <= 120),
  description text not null default '' check (length(description) <= 1000),
  price_cents integer not null check (price_cents >= 0 and price_cents <= 10000000),
  created_at timestamptz not null default now(),
  -- Nobody sees or books one that is not, by no door; its services are booked at their own prices.
  active boolean not null default true,
  updated_at timestamptz not null default now(),
  unique (id, location_id)
);
create index packages_location on public.packages (location_id);
create trigger touch before update on public.packages for each row execute function internal.touch_updated_at();

create table public.package_services (
  package_id uuid not null,
  "position" smallint not null check ("position" >= 1 and "position" <= 10),
  service_id uuid not null,
  location_id uuid not null references public.locations on delete cascade,
  primary key (package_id, "position"),
  unique (package_id, service_id),
  foreign key (package_id, location_id) references public.packages (id, location_id) on delete cascade,
  foreign key (service_id, location_id) references public.services (id, location_id) on delete cascade
);
create index package_services_service on public.package_services (service_id);
create index package_services_location on public.package_services (location_id);

-- A package with a service less is another one, which nobody has put together. Whoever is just changing the package is waited for.
create function internal.drop_packages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.packages where id in (select part.package_id from public.package_services part where part.service_id = old.id)
  order by id for update;
  delete from public.packages where id in (select part.package_id from public.package_services part where part.service_id = old.id);
  return old;
end $$;
create trigger drop_packages before delete on public.services for each row execute function internal.drop_packages();

-- The cheapest package on sale at a location that consists of exactly these services in this order; null when there is none.
create function internal.package_of(p_location uuid, p_services uuid[]) returns public.packages
language plpgsql stable set search_path = '' as $$
declare
  found public.packages;
begin
  select package.* into found from public.packages package
  where package.location_id = p_location and package.active and p_services = array(
    select part.service_id from public.package_services part where part.package_id = package.id order by part."position")
  order by package.price_cents, package.id limit 1;
  return found;
end $$;

-- What each of these services costs as a part of their package: its price, shared out by the usual prices of the services; null when they are no package.
create function internal.package_shares(p_location uuid, p_services uuid[]) returns integer[]
language plpgsql stable set search_path = '' as $$
declare
  price constant integer := (internal.package_of(p_location, p_services)).price_cents;
  shares integer[];
begin
  if price is null then return null; end if;
  select array_agg(case when sums.whole = 0 then 0 else floor(price::bigint * service.price_cents / sums.whole) end order by wish.turn) into shares
  from unnest(p_services) with ordinality wish (service_id, turn)
  join public.services service on service.id = wish.service_id
  cross join lateral (select sum(one.price_cents) as whole from unnest(p_services) each join public.services one on one.id = each) sums;
  -- The first line carries what rounding leaves.
  shares[1] := shares[1] + price - (select sum(share) from unnest(shares) share);
  return shares;
end $$;

-- Errors: package_invalid (fewer than two services, more than ten or one twice; text or price out of bounds), service_not_found.
create function internal.check_package(p_location uuid, p_name text, p_services uuid[], p_price_cents integer, p_description text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not coalesce(length(btrim(p_name)) between 2 and 120 and cardinality(p_services) between 2 and 10 and p_price_cents between 0 and 10000000
    and length(coalesce(p_description, '')) <= 1000
    and (select count(distinct wish) from unnest(p_services) wish) = cardinality(p_services), false) then
    perform internal.fail('package_invalid');
  end if;
  if exists (select from unnest(p_services) wish where not exists (
    select from public.services service where service.id = wish and service.location_id = p_location)) then
    perform internal.fail('service_not_found');
  end if;
end $$;

create function internal.put_parts(p_package uuid, p_location uuid, p_services uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.package_services (package_id, "position", service_id, location_id)
  select p_package, wish.turn, wish.service_id, p_location from unnest(p_services) with ordinality wish (service_id, turn);
end $$;

-- Makes a package of these services in this order, for managers and owners. Answers its id. Errors: location_not_found, those of internal.check_package.
create function public.create_package(p_location uuid, p_name text, p_services uuid[], p_price_cents integer, p_description text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  perform internal.check_package(p_location, p_name, p_services, p_price_cents, p_description);
  insert into public.packages (location_id, name, description, price_cents)
  values (p_location, btrim(p_name), btrim(coalesce(p_description, '')), p_price_cents) returning id into made;
  perform internal.put_parts(made, p_location, p_services);
  return made;
end $$;

-- Makes a package what is given here, for managers and owners; bookings keep what they were sold as. `p_version` is the `updated_at` of what the caller
-- saw; answers the new one. Errors: package_not_found, edited_meanwhile, those of internal.check_package.
create function public.update_package(
  p_package uuid, p_version timestamptz, p_name text, p_services uuid[], p_price_cents integer, p_description text default '', p_active boolean default true)
returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  package public.packages;
begin
  if not exists (select from public.packages one where one.id = p_package and one.location_id in (select internal.locations_as('manager'))) then
    perform internal.fail('package_not_found');
  end if;
  -- The services first, as whoever deletes one goes on to its packages. Then the package: of several who save at once each waits here and reads
  -- what the one before has left.
  perform from public.services service where service.id = any(p_services[:10])
    and service.location_id = (select one.location_id from public.packages one where one.id = p_package) order by service.id for key share;
  select * into package from public.packages where id = p_package for no key update;
  if package.id is null then perform internal.fail('package_not_found'); end if;
  if p_version is distinct from package.updated_at then perform internal.fail('edited_meanwhile'); end if;
  perform internal.check_package(package.location_id, p_name, p_services, p_price_cents, p_description);
  update public.packages set name = btrim(p_name), description = btrim(coalesce(p_description, '')), price_cents = p_price_cents,
    active = coalesce(p_active, true)
  where id = p_package returning * into package;
  delete from public.package_services where package_id = p_package;
  perform internal.put_parts(p_package, package.location_id, p_services);
  return package.updated_at;
end $$;

revoke execute on function internal.drop_packages, internal.package_of, internal.package_shares, internal.check_package, internal.put_parts,
  public.create_package, public.update_package from public;
grant execute on function public.create_package, public.update_package to authenticated;
