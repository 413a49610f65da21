-- 1–5 stars for a completed appointment, with one reply of the business. The author's name is shortened when shown.

create type public.review_state as enum ('published', 'reported', 'removed');

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  appointment_id uuid not null unique references public.appointments on delete cascade,
  author text not null check (length(author) between 1 and 60),
  rating smallint not null check (rating between 1 and 5),
  text text not null default '' check (length(text) <= 2000),
  reply text not null default '' check (length(reply) <= 2000),
  state public.review_state not null default 'published',
  created_at timestamptz not null default now()
);
create index reviews_location on public.reviews (location_id, created_at desc);

-- Keeps the sums on the location current.
create function internal.count_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.locations location
  set rating_average = coalesce(sums.average, 0), rating_count = sums.total
  from (
    select round(avg(rating), 2) as average, count(*)::integer as total from public.reviews
    where location_id = coalesce(new.location_id, old.location_id) and state <> 'removed'
  ) sums
  where location.id = coalesce(new.location_id, old.location_id);
  return null;
end $$;
create trigger count_reviews after insert or update of rating, state or delete on public.reviews
  for each row execute function internal.count_reviews();

alter table public.reviews enable row level security;
create policy everyone_reads_reviews on public.reviews for select
  using (state <> 'removed' and internal.is_published(location_id));
create policy members_read_reviews on public.reviews for select to authenticated
  using (location_id in (select id from public.locations where company_id in (select internal.companies_as('staff'))));

grant select (id, location_id, author, rating, text, reply, created_at) on public.reviews to anon, authenticated;
grant all on public.reviews to service_role;

-- How many of a location's reviews have 5, 4, 3, 2 and 1 stars; of those that the caller may read.
create function public.count_stars(p_location uuid) returns integer[]
language sql stable set search_path = '' as $$
  select array[
    count(*) filter (where rating = 5), count(*) filter (where rating = 4), count(*) filter (where rating = 3),
    count(*) filter (where rating = 2), count(*) filter (where rating = 1)]::integer[]
  from public.reviews where location_id = p_location;
$$;
revoke execute on function public.count_stars from public;
grant execute on function public.count_stars to anon, authenticated, service_role;
