-- Businesses that a person wants to find again. Who has no account keeps theirs in the browser (app/features/favourites).

create table public.favourites (
  user_id uuid not null references auth.users on delete cascade,
  location_id uuid not null references public.locations on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, location_id)
);
create index favourites_location on public.favourites (location_id);

-- Keeps these locations, the first hundred of them; what is kept already or isn't public is passed over. Errors: not_signed_in,
-- favourites_full (more than a hundred in all).
create function public.keep_favourites(p_locations uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  -- Of two at once the second waits and counts the first.
  perform from public.profiles where id = caller for no key update;
  insert into public.favourites (user_id, location_id, created_at)
  select caller, place.id, internal.present() from public.locations place
  where place.id = any(p_locations[:100]) and internal.is_published(place.id)
  on conflict do nothing;
  if (select count(*) from public.favourites where user_id = caller) > 100 then perform internal.fail('favourites_full'); end if;
end $$;

-- Error: not_signed_in.
create function public.drop_favourite(p_location uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  delete from public.favourites where user_id = caller and location_id = p_location;
end $$;

alter table public.favourites enable row level security;
create policy own on public.favourites for select to authenticated using (user_id = (select internal.person()));
grant select on public.favourites to authenticated;
grant all on public.favourites to service_role;
grant execute on function public.keep_favourites, public.drop_favourite to authenticated;
