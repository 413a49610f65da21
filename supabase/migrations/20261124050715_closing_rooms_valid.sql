-- The constraints of the file before, for the rows that were there.
alter table public.blocks validate constraint blocks_times;
alter table public.disruptions validate constraint disruptions_block_id_fkey;
alter table public.disruptions validate constraint disruptions_resource_id_location_id_fkey;
alter table public.disruptions validate constraint disruptions_subject;
