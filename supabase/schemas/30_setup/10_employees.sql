-- Who performs services at a location. `user_id` links an employee to a signed-in member; visitors do not see it.

create table public.employees (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  user_id uuid references auth.users on delete set null,
  name text not null check (length(btrim(name)) >= 1 and length(name) <= 120),
  title text not null default '' check (length(title) <= 80),
  color text not null default '#235789' check (color ~ '^#[0-9a-f]{6}$'),
  image_path text not null default '' constraint employees_image_path check (image_path ~
    ('^(' || location_id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp|avif|png|jpe?g))?$')),
  -- Two-letter codes of the languages spoken with customers; empty: what the location says (attributes language:…).
  languages text[] not null default '{}' check (array_to_string(languages, ',', '?') ~ '^([a-z]{2}(,[a-z]{2}){0,11})?$'),
  position smallint not null default 0,
  active boolean not null default true,
  -- Out of sight in the admin area, kept for the appointments; never active.
  archived boolean not null default false check (not (archived and active)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether this person's week is their own; otherwise it follows the location's (40_week).
  own_hours boolean not null default true,
  unique (id, location_id)
);
create index employees_location on public.employees (location_id, position);
create index employees_user on public.employees (user_id);
create trigger touch before update on public.employees for each row execute function internal.touch_updated_at();
