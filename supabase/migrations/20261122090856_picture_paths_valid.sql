-- Paths of pictures from before get the form that the file before demands.

-- The pages have written no other; somebody with an own client may have. Such a picture is no file of its location.
delete from public.location_images where path !~
  ('^(' || location_id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp|avif|png|jpe?g)|demo/[a-z0-9-]{1,80}\.webp)$');
-- What is shown stays, and is then the whole.
update public.location_images
set source_path = null, crop_left = null, crop_top = null, crop_width = null, crop_height = null
where source_path !~ ('^' || location_id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp|avif|png|jpe?g)$');
update public.employees set image_path = '' where image_path !~
  ('^(' || location_id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp|avif|png|jpe?g))?$');

-- The commit-time triggers of what was cleaned, so that nothing is pending when the tables are changed again.
set constraints all immediate;
alter table public.location_images validate constraint location_images_path;
alter table public.location_images validate constraint location_images_check;
alter table public.employees validate constraint employees_image_path;
