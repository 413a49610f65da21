-- What is shown of day prices (30_setup/18_day_prices): what a visit costs at its free starts, and which day prices a location has.

-- list_starts with `total_cents`, what the visit costs there, for services that have day prices.
create function public.list_priced_starts(
  p_location uuid, p_services uuid[], p_employee uuid default null, p_from date default null, p_to date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := (select location.time_zone from public.locations location where location.id = p_location);
  present constant timestamptz := internal.present();
  whole constant integer := (internal.package_of(p_location, p_services)).price_cents;
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(free) || jsonb_build_object('total_cents', coalesce(whole, priced.total)) order by free.starts_at), '[]')
    from public.available_starts(p_location, p_services, p_employee, p_from, p_to) free
    cross join lateral (
      select sum(case when line.day_percent is null then line.cents
        else (internal.price_on(line.service_id, line.employee_id, line.cents, line.starts_at, zone, present)).price_cents end) as total
      from (
        select service.id as service_id, own.employee_id, service.day_percent, coalesce(own.price_cents, service.price_cents) as cents,
          free.starts_at + make_interval(mins => coalesce(sum(
            coalesce(case when service.processing_start is null then own.duration_minutes end, service.duration_minutes)) over earlier, 0)::integer)
            as starts_at
        from unnest(p_services) with ordinality wish (service_id, turn)
        join public.services service on service.id = wish.service_id
        join public.employee_services own on own.service_id = service.id
          and own.employee_id = case when cardinality(free.employee_ids) = 1 then free.employee_ids[1] else free.employee_ids[wish.turn] end
        window earlier as (order by wish.turn rows between unbounded preceding and 1 preceding)) line) priced);
end $$;

-- The day prices of a location that have not ended, as visitors see them: [{id, service_id, percent, weekdays, starts, ends (HH:MM), first_day, last_day,
-- price_cents (the least that anyone asks for it then), dearer (somebody asks for more), struck_cents}]. Empty for whoever cannot see the location.
create function public.listed_day_prices(p_location uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant public.locations := internal.bookable_location(p_location);
  present constant timestamptz := internal.present();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', price.id, 'service_id', price.service_id, 'percent', price.percent, 'weekdays', price.weekdays,
        'starts', to_char(price.starts, 'HH24:MI'), 'ends', to_char(price.ends, 'HH24:MI'), 'first_day', price.first_day, 'last_day', price.last_day,
        'price_cents', offered.price_cents, 'dearer', offered.dearer or service.price_from, 'struck_cents', offered.struck_cents)
      order by price.weekdays, price.starts, price.id), '[]')
    from public.day_prices price
    join public.services service on service.id = price.service_id
    cross join lateral (
      select (array_agg(one.price_cents order by one.price_cents))[1] as price_cents, min(one.price_cents) < max(one.price_cents) as dearer,
        (array_agg(one.struck_cents order by one.price_cents))[1] as struck_cents
      from public.employee_services own
      join public.employees person on person.id = own.employee_id and person.active
      cross join lateral internal.reduced_price(
        price, own.employee_id, coalesce(own.price_cents, service.price_cents), place.time_zone, present) one
      where own.service_id = service.id having count(*) > 0) offered
    where price.location_id = place.id and (price.last_day is null or price.last_day >= (present at time zone place.time_zone)::date));
end $$;

revoke execute on function public.list_priced_starts, public.listed_day_prices from public;
grant execute on function public.list_priced_starts, public.listed_day_prices to anon, authenticated, service_role;
