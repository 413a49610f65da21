-- Group events across businesses, for the catalogue and the sitemap.

create index events_upcoming on public.events (starts_at) where cancelled_at is null;

-- The next events of published locations that can still be booked or waited for, by time: of a municipality, of a category (itself or below it), between
-- two local dates of the location, both included; null for any, and three months from today. At most 100, and 1000 for the server. Prices are of one seat, in cents.
create function public.find_events(
  p_city_id integer default null, p_category text default null, p_from date default null, p_to date default null, p_limit integer default 6)
returns table (id uuid, location_id uuid, slug text, business text, city text, time_zone text, title text, starts_at timestamptz,
  ends_at timestamptz, price_cents integer, seats smallint, free_seats integer, closes_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 6 as $$
declare
  present constant timestamptz := internal.present();
  first constant date := greatest(internal.reckonable(p_from), (present at time zone 'UTC')::date - 1);
  last constant date := least(coalesce(internal.reckonable(p_to), first + 91), first + 91);
begin
  return query
  select found.id, found.location_id, found.slug, found.business, found.city, found.time_zone, found.title, found.starts_at, found.ends_at,
    found.price_cents, found.seats, (select count(*) from public.event_seats seat
      where seat.event_id = found.id and (seat.source is null or not internal.is_live(seat.expires_at, present)))::integer, found.closes_at
  from (
    select event.id, place.id as location_id, place.slug::text as slug, place.name::text as business, place.city::text as city,
      place.time_zone::text as time_zone, coalesce(nullif(event.title, ''), service.name)::text as title, event.starts_at, event.ends_at,
      event.price_cents, event.seats, internal.event_closes(event, place) as closes_at
    from public.events event
    join public.locations place on place.id = event.location_id and place.state = 'published' and (p_city_id is null or place.city_id = p_city_id)
    join public.companies company on company.id = place.company_id and company.state = 'active' and not company.sandbox
    join public.services service on service.id = event.service_id and (p_category is null or service.category_id in (
      select one.id from public.categories one left join public.categories parent on parent.id = one.parent_id where p_category in (one.slug, parent.slug)))
    where event.cancelled_at is null and event.starts_at > present
      -- Wider than any zone, for the index; then by the location's clock.
      and event.starts_at >= (first - 1)::timestamp at time zone 'UTC' and event.starts_at < (last + 2)::timestamp at time zone 'UTC'
      and (event.starts_at at time zone place.time_zone)::date between first and last
      and internal.event_closes(event, place) >= present
    order by event.starts_at, event.id limit least(greatest(coalesce(p_limit, 6), 0),
      case when current_setting('role') in ('none', 'service_role') then 1000 else 100 end)) found
  order by found.starts_at, found.id;
end $$;

revoke execute on function public.find_events from public;
grant execute on function public.find_events to anon, authenticated, service_role;
