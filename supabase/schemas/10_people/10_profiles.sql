-- A signed-in person's own data, created by a trigger when the auth service adds a user.
-- Only the person reads and changes it; companies see only their own customer file.

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  name text not null default '' check (length(name) <= 120),
  phone text not null default '' check (length(phone) <= 40),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger touch before update on public.profiles for each row execute function internal.touch_updated_at();
create trigger normalise_phone before insert or update of phone on public.profiles for each row execute function internal.normalise_phone();

create function internal.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, name, phone)
  values (new.id, left(coalesce(new.raw_user_meta_data ->> 'name', ''), 120), left(coalesce(new.raw_user_meta_data ->> 'phone', ''), 40))
  on conflict do nothing;
  return new;
end $$;

create trigger create_profile after insert on auth.users for each row execute function internal.create_profile();

-- Somebody else may have signed up with an address before its owner: the profile is filled from the sign-up whose mail was confirmed.
create function internal.settle_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set name = left(coalesce(new.raw_user_meta_data ->> 'name', ''), 120),
    phone = left(coalesce(new.raw_user_meta_data ->> 'phone', ''), 40)
  where id = new.id;
  return null;
end $$;

create trigger settle_profile after update of email_confirmed_at, phone_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and old.phone_confirmed_at is null
    and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null))
  execute function internal.settle_profile();

alter table public.profiles enable row level security;
create policy own_profile_select on public.profiles for select to authenticated using (id = (select internal.person()));
create policy own_profile_update on public.profiles for update to authenticated
  using (id = (select internal.person())) with check (id = (select internal.person()));

grant select on public.profiles to authenticated;
grant update (name, phone) on public.profiles to authenticated;
grant all on public.profiles to service_role;
