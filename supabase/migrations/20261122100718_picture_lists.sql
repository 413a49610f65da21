-- A list of files looks up the caller's folders once instead of once for each file.

create function internal.picture_folders() returns setof text
language sql stable set search_path = '' as $$
  select location.id::text from internal.locations_as('manager') location (id)
$$;
grant execute on function internal.picture_folders to anon, authenticated, service_role;

create or replace function internal.manages_picture(p_name text) returns boolean
language sql stable set search_path = '' as $$
  select split_part(p_name, '/', 1) in (select internal.picture_folders())
$$;

alter policy location_images_read on storage.objects
  using (bucket_id = 'location-images' and split_part(name, '/', 1) = any (array(select internal.picture_folders())));
alter policy location_image_sources on storage.objects
  using (bucket_id = 'location-image-sources' and split_part(name, '/', 1) = any (array(select internal.picture_folders())));
