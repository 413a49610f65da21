-- Buckets of the pictures of locations, where managers of the location's company write below `<location id>/`: what is shown, which
-- everyone reads, and the whole pictures it was made of, which the same managers read.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('location-images', 'location-images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('location-image-sources', 'location-image-sources', false, 20971520, '{image/webp}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Definer-free: `locations_as` already answers for the caller. Names that are no location id match nothing.
create function internal.manages_picture(p_name text) returns boolean
language sql stable set search_path = '' as $$
  select split_part(p_name, '/', 1) in (select location.id::text from internal.locations_as('manager') location (id))
$$;
grant execute on function internal.manages_picture to anon, authenticated, service_role;

create policy location_images_read on storage.objects for select using (bucket_id = 'location-images');
create policy location_images_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'location-images' and internal.manages_picture(name));
create policy location_images_update on storage.objects for update to authenticated
  using (bucket_id = 'location-images' and internal.manages_picture(name))
  with check (bucket_id = 'location-images' and internal.manages_picture(name));
create policy location_images_delete on storage.objects for delete to authenticated
  using (bucket_id = 'location-images' and internal.manages_picture(name));

create policy location_image_sources on storage.objects for all to authenticated
  using (bucket_id = 'location-image-sources' and internal.manages_picture(name))
  with check (bucket_id = 'location-image-sources' and internal.manages_picture(name));
