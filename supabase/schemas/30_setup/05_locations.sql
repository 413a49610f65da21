-- A place of a company with its public page. Visitors see published locations of active companies;
-- members see all of their own. Writing is for managers and owners; publishing goes through `publish_location`.

create type public.location_state as enum ('draft', 'published', 'paused');

-- Whether the customer hears when a member moves an appointment: if the member says so, always, or only by a mail ordered expressly.
create type public.move_notice as enum ('ask', 'always', 'never');

-- Whether people of the team may enter that they are away (50_booking/86_disruption_verbs).
create type public.staff_absence as enum ('not', 'allowed');

-- What becomes of the waiting list (75_orders/74_offering_freed): free times are offered by the server, by hand, or there is no list.
create type public.waitlist_mode as enum ('automatic', 'by_hand', 'off');

create table public.locations (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 100),
  name text not null check (length(btrim(name)) >= 2 and length(name) <= 120),
  state public.location_state not null default 'draft',
  description text not null default '' check (length(description) <= 4000),
  street text not null default '' check (length(street) <= 120),
  postal_code text not null default '' check (postal_code ~ '^(\d{5})?$'),
  city text not null default '' check (length(city) <= 80),
  district text not null default '' check (length(district) <= 80),
  city_id integer references public.cities,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  time_zone text not null default 'Europe/Berlin' check (length(time_zone) <= 64),
  phone text not null default '' check (length(phone) <= 40),
  email text not null default '' check (email = '' or internal.is_address(email)),
  website text not null default '' check (website ~ '^(https?://.{3,200})?$'),
  -- Attributes visitors filter by: payment:card, payment:cash, access:wheelchair, language:en, …
  attributes text[] not null default '{}' check (internal.short_texts(attributes, 100, 60)),
  -- Booking policy. Minutes and days; see docs/availability.md.
  grid_minutes smallint not null default 15 check (grid_minutes between 1 and 1440),
  notice_minutes integer not null default 60 check (notice_minutes between 0 and 525600),
  horizon_days smallint not null default 60 check (horizon_days between 0 and 730),
  hold_minutes smallint not null default 10 check (hold_minutes between 1 and 60),
  cancellation_hours smallint not null default 24 check (cancellation_hours between 0 and 720),
  confirms_by_hand boolean not null default false,
  -- Closed for good: hidden in the admin area, kept for its appointments. Set by `archive_location`.
  archived boolean not null default false check (not (archived and state = 'published')),
  rating_average numeric(3, 2) not null default 0,
  rating_count integer not null default 0,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  move_notice public.move_notice not null default 'ask',
  -- The logo, a file of the bucket `location-images`; empty: none.
  logo_path text not null default '' constraint locations_logo_path check (logo_path ~
    ('^(' || id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.png)?$')),
  staff_absence public.staff_absence not null default 'not',
  -- How many times may be held at once for customers who compare offers (75_orders).
  offer_holds smallint not null default 8 constraint locations_offer_holds check (offer_holds between 0 and 20),
  waitlist public.waitlist_mode not null default 'automatic',
  -- For appointments, which copy the company.
  unique (id, company_id)
);

create index locations_company on public.locations (company_id);
create index locations_city on public.locations (city_id) where state = 'published';
create trigger touch before update on public.locations for each row execute function internal.touch_updated_at();

-- Slugs a location had before: its old addresses answer 301.
create table public.location_slugs (
  slug text primary key check (length(slug) <= 100),
  location_id uuid not null references public.locations on delete cascade
);

-- Pictures. `path` is the file that is shown, in the storage bucket `location-images`; `source_path` is the whole picture it was made from, in
-- `location-image-sources`, which visitors cannot read: the part cut away may be what nobody should see. Without it `path` is the whole picture.
-- Both become parts of addresses, so they are `<location id>/<uuid>.<ending>` and nothing else; the demo's businesses share the pictures
-- of `demo/`.
create table public.location_images (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  path text not null constraint location_images_path check (path ~
    ('^(' || location_id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp|avif|png|jpe?g)|demo/[a-z0-9-]{1,80}\.webp)$')),
  source_path text check (source_path ~
    ('^' || location_id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp|avif|png|jpe?g)$')),
  alt text not null default '' check (length(alt) <= 200),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Dominant colour, shown until the picture is there.
  color text not null default '#dfe5ea' check (color ~ '^#[0-9a-f]{6}$'),
  position smallint not null default 0,
  -- The part of the whole picture that is shown, in fractions of its width and height; null: all of it.
  crop_left numeric(6, 5) check (crop_left >= 0),
  crop_top numeric(6, 5) check (crop_top >= 0),
  crop_width numeric(6, 5) check (crop_width >= 0.05),
  crop_height numeric(6, 5) check (crop_height >= 0.05),
  check (num_nulls(crop_left, crop_top, crop_width, crop_height) in (0, 4)),
  check (crop_left + crop_width <= 1 and crop_top + crop_height <= 1),
  -- A part can be taken back only while the whole is kept.
  check (crop_left is null or source_path is not null)
);
create index location_images_location on public.location_images (location_id, position);
