-- Buckets of the pictures of locations, where managers of the location's company write below `<location id>/`: what is shown, which
-- everyone reads who knows the address, and the whole pictures it was made of, which the same managers read.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('location-images', 'location-images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('location-image-sources', 'location-image-sources', false, 20971520, '{image/webp}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Folders of the caller's pictures. Definer-free: `locations_as` already answers for the caller.
create function internal.picture_folders() returns setof text
language sql stable set search_path = '' as $$
  select location.id::text from internal.locations_as('manager') location (id)
$$;

-- Names that are no location id match nothing.
create function internal.manages_picture(p_name text) returns boolean
language sql stable set search_path = '' as $$
  select split_part(p_name, '/', 1) in (select internal.picture_folders())
$$;
grant execute on function internal.picture_folders, internal.manages_picture to anon, authenticated, service_role;

-- A public bucket answers for its files without a policy: this one is for lists, which would name the files of drafts.
-- The folders are found once for a list, not for each of all files.
create policy location_images_read on storage.objects for select to authenticated
  using (bucket_id = 'location-images' and split_part(name, '/', 1) = any (array(select internal.picture_folders())));
create policy location_images_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'location-images' and internal.manages_picture(name));
create policy location_images_update on storage.objects for update to authenticated
  using (bucket_id = 'location-images' and internal.manages_picture(name))
  with check (bucket_id = 'location-images' and internal.manages_picture(name));
create policy location_images_delete on storage.objects for delete to authenticated
  using (bucket_id = 'location-images' and internal.manages_picture(name));

create policy location_image_sources on storage.objects for all to authenticated
  using (bucket_id = 'location-image-sources' and split_part(name, '/', 1) = any (array(select internal.picture_folders())))
  with check (bucket_id = 'location-image-sources' and internal.manages_picture(name));

-- The files of a picture, for managers and owners of its location; others get no row.
create function public.picture_files(p_location uuid, p_id uuid)
returns table (path text, source_path text, crop_left numeric)
language sql stable security definer set search_path = '' rows 1 as $$
  select image.path, image.source_path, image.crop_left from public.location_images image
  where image.id = p_id and image.location_id = p_location and p_location in (select internal.locations_as('manager'))
$$;
grant execute on function public.picture_files to authenticated;
