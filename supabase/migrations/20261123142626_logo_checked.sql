alter table public.locations validate constraint locations_logo_path;
