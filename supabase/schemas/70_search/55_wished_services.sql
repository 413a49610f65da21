-- Which services of a found location are meant.

-- Whether a wish says which services are meant, beyond their category.
create function internal.chooses_services(p_wish internal.search_wish) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return num_nonnulls(p_wish.any_word, p_wish.min_price_cents, p_wish.max_price_cents) > 0;
end $$;

-- Hits with the services that fit the wish, when these are not simply the first of the category. Those without any are left out.
create function internal.with_services(p_hits internal.search_hit[], p_wish internal.search_wish) returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
begin
  if not internal.chooses_services(p_wish) then return p_hits; end if;
  return array(
    select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, fitting.services,
      hit.distance_km, hit."key", hit.bound, null, null, null)::internal.search_hit
    from unnest(p_hits) hit
    cross join lateral (
      select array(
        select (service.service_id, service.before, service.after, service.gap_start, service.gap_minutes, service.resource_kind,
          service.employees, service.minutes)::internal.listed_service
        from internal.listing_services service
        where service.number = hit.number and (p_wish.category = 0 or p_wish.category in (service.category, service.parent))
          and (p_wish.min_price_cents is null or service.price_cents >= p_wish.min_price_cents)
          and (p_wish.max_price_cents is null or service.price_cents <= p_wish.max_price_cents)
        order by case when p_wish.any_word is null then 0 else -ts_rank(service.document, p_wish.any_word) end, service."position"
        limit 3) as services) fitting
    where cardinality(fitting.services) > 0);
end $$;

revoke execute on function internal.chooses_services, internal.with_services from public;
