-- Paths of pictures have one form, folders of drafts are not listed, and where the whole pictures are is for those who change them.

-- They hold for new rows at once; the next file cleans the older ones.
alter table public.location_images
  drop constraint location_images_check,
  add constraint location_images_path check (path ~
    ('^(' || location_id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp|avif|png|jpe?g)|demo/[a-z0-9-]{1,80}\.webp)$')) not valid,
  add constraint location_images_check check (source_path ~
    ('^' || location_id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp|avif|png|jpe?g)$')) not valid;
alter table public.employees
  add constraint employees_image_path check (image_path ~
    ('^(' || location_id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp|avif|png|jpe?g))?$')) not valid;

drop policy location_images_read on storage.objects;
create policy location_images_read on storage.objects for select to authenticated
  using (bucket_id = 'location-images' and internal.manages_picture(name));

create function public.picture_files(p_location uuid, p_id uuid)
returns table (path text, source_path text, crop_left numeric)
language sql stable security definer set search_path = '' rows 1 as $$
  select image.path, image.source_path, image.crop_left from public.location_images image
  where image.id = p_id and image.location_id = p_location and p_location in (select internal.locations_as('manager'))
$$;
grant execute on function public.picture_files to authenticated;

revoke select on public.location_images from authenticated;
grant select (id, location_id, path, alt, width, height, color, position, crop_left, crop_top, crop_width, crop_height)
  on public.location_images to authenticated;
