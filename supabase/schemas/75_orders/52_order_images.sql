-- Photos of a search order, four at most: what the hair looks like now, what it shall look like. The server keeps them without what a camera adds, beside the files of
-- customers' cards in the bucket that only it reaches (57_customers/55_files), so that the same job removes their contents. Members of locations that the order
-- fits see them by addresses that hold for ten minutes; under § 203 StGB only with the customer's consent, as the order itself (44_fitting_orders). They go with the
-- words of the order (90_keeping).

create table public.search_order_images (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.search_orders on delete cascade,
  bytes integer not null check (bytes between 1 and 8388608),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  -- `orders/<uuid>.webp` in the bucket.
  file_path text not null unique check (file_path ~ '^orders/[0-9a-f-]{36}\.webp$'),
  -- Whether its contents have arrived; until then nobody sees it.
  stored boolean not null default false,
  added_at timestamptz not null
);
create index search_order_images_order on public.search_order_images (order_id, added_at);
create index search_order_images_unstored on public.search_order_images (added_at) where not stored;
alter table public.search_order_images enable row level security;
grant all on public.search_order_images to service_role;
create trigger remove_contents after delete on public.search_order_images for each row execute function internal.remove_contents();

-- An order whose photos the caller may change: a draft of this browser, or an open one of their own. Error: order_not_found, order_closed.
create function internal.order_to_illustrate(p_order uuid, p_secret text) returns public.search_orders
language plpgsql set search_path = '' as $$
declare
  one public.search_orders := internal.order_of(p_order, p_secret, 'draft');
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret, 'draft');
  if one.state not in ('draft', 'open') or one.emptied_at is not null then perform internal.fail('order_closed'); end if;
  return one;
end $$;

-- Announces a photo: {id, path}. The server then puts its contents there and calls order_image_stored. Errors: order_not_found, order_closed, photo_invalid (size),
-- too_many_photos (four), too_often (40 an hour from a visitor's address).
create function public.add_order_image(p_order uuid, p_secret text, p_bytes integer, p_width integer, p_height integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  one constant public.search_orders := internal.order_to_illustrate(p_order, p_secret);
  visitor constant internal.visitor := internal.visitor();
  made public.search_order_images;
begin
  if not coalesce(p_bytes between 1 and 8388608 and p_width between 1 and 20000 and p_height between 1 and 20000, false) then perform internal.fail('photo_invalid'); end if;
  if (select count(*) from public.search_order_images where order_id = one.id) >= 4 then perform internal.fail('too_many_photos'); end if;
  insert into public.search_order_images (order_id, bytes, width, height, file_path, added_at)
  values (one.id, p_bytes, p_width, p_height, 'orders/' || gen_random_uuid() || '.webp', internal.present()) returning * into made;
  if not visitor.unlimited and internal.spend(array[
      row('order photos from ' || coalesce(visitor.address::text, 'unknown'), case when visitor.address is null then 240 else 40 end, 3600)::internal.budget]) is not null then
    perform internal.fail('too_often');
  end if;
  return jsonb_build_object('id', made.id, 'path', made.file_path);
end $$;

-- Shows an announced photo, whose contents are there. Errors: order_not_found, order_closed, photo_not_found.
create function public.order_image_stored(p_order uuid, p_secret text, p_image uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one constant public.search_orders := internal.order_to_illustrate(p_order, p_secret);
begin
  update public.search_order_images image set stored = true
  where image.id = p_image and image.order_id = one.id
    and exists (select from storage.objects kept where kept.bucket_id = 'customer-files' and kept.name = image.file_path);
  if not found then perform internal.fail('photo_not_found'); end if;
end $$;

-- Removes a photo for good. One that is gone answers the same. Errors: order_not_found, order_closed.
create function public.remove_order_image(p_order uuid, p_secret text, p_image uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one constant public.search_orders := internal.order_to_illustrate(p_order, p_secret);
begin
  delete from public.search_order_images where id = p_image and order_id = one.id;
end $$;

create function internal.order_images_json(p_order uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', image.id, 'path', image.file_path, 'width', image.width, 'height', image.height)
      order by image.added_at, image.id), '[]')
    from public.search_order_images image where image.order_id = p_order and image.stored);
end $$;

-- The photos of an order, the first one first: [{id, path, width, height}]. For its customer, and the browser that fills it in; a link for somebody who helps choosing shows
-- none. Error: order_not_found.
create function public.order_images(p_order uuid, p_secret text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return internal.order_images_json((internal.order_of(p_order, p_secret, 'draft')).id);
end $$;

-- The same for members of a published location that the order fits, as long as it is open; afterwards for whose offer was accepted. Errors: location_not_found, not_allowed,
-- order_not_found, order_closed.
create function public.matching_order_images(p_order uuid, p_location uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  one constant public.search_orders := (select known from public.search_orders known where known.id = p_order);
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_to_offer()) then perform internal.fail('not_allowed'); end if;
  if one.id is null or not internal.fits_order(one, p_location) then perform internal.fail('order_not_found'); end if;
  if (one.state <> 'open' or one.expires_at <= internal.present()) and not exists (
      select from public.offers offer where offer.order_id = one.id and offer.location_id = p_location and offer.state = 'accepted') then
    perform internal.fail('order_closed');
  end if;
  return internal.order_images_json(one.id);
end $$;

revoke execute on function internal.order_to_illustrate, internal.order_images_json, public.matching_order_images from public;
grant execute on function public.add_order_image, public.order_image_stored, public.remove_order_image, public.order_images to anon, authenticated;
grant execute on function public.matching_order_images to authenticated;
