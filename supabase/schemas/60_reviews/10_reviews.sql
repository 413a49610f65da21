-- 1–5 stars and words for a completed appointment, with one reply of the business. Only the verbs (20_review_verbs) write here.
--
-- `held_back` waits for a second look (30_held_back) and is seen by its author alone; `removed` stays for the reasons that were given.

create type public.review_state as enum ('published', 'reported', 'removed', 'held_back');

-- At most five additions of a thousand characters: [{at, text}].
create function internal.sound_additions(additions jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(additions) = 'array' and jsonb_array_length(additions) <= 5 and octet_length(additions::text) <= 24000;
end $$;

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references public.locations on delete cascade,
  appointment_id uuid not null unique references public.appointments on delete cascade,
  -- As it is shown: "Mia M.", or "Anonym".
  author text not null check (length(author) between 1 and 60),
  rating smallint not null check (rating between 1 and 5),
  text text not null default '' check (length(text) <= 2000),
  reply text not null default '' check (length(reply) <= 2000),
  state public.review_state not null default 'published',
  created_at timestamptz not null default now(),
  -- Yes, no, or no answer: began on time, cost what was agreed, was clean, would come again.
  punctual boolean,
  as_priced boolean,
  clean boolean,
  again boolean,
  -- What was done, and by whom if one person did it all; both empty where a trade must keep them secret (§ 203 StGB).
  services text not null default '' check (length(services) <= 400),
  employee_id uuid references public.employees on delete set null,
  -- Counts what the author has written; whoever writes names the one they saw.
  version integer not null default 1,
  edited_at timestamptz,
  replied_at timestamptz,
  -- What the author has added since it can no longer be edited.
  additions jsonb not null default '[]',
  hold_reason text constraint reviews_hold_reason check (hold_reason in ('quick', 'network', 'many', 'address')),
  -- As which kind of report it was removed (87_platform).
  removed_reason text constraint reviews_removed_reason check (length(removed_reason) <= 20),
  constraint reviews_additions check (internal.sound_additions(additions))
);
-- What is left of a review that its author took back: writing it anew gets round neither the second look nor the end of editing.
create table internal.withdrawn_reviews (
  appointment_id uuid primary key references public.appointments on delete cascade,
  created_at timestamptz not null,
  -- While it was still held back.
  hold_reason text
);
alter table internal.withdrawn_reviews enable row level security;
create index reviews_location on public.reviews (location_id, created_at desc);
create index reviews_held_back on public.reviews (created_at) where state = 'held_back';
create index reviews_latest on public.reviews (created_at desc) where state = 'published' and text <> '';
create index reviews_employee on public.reviews (employee_id) where employee_id is not null;

-- How much a review counts: whole for a year, half for another one, then a quarter.
create function internal.review_weight(p_created_at timestamptz, p_present timestamptz) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_created_at > p_present - interval '12 months' then 1 when p_created_at > p_present - interval '24 months' then 0.5
    else 0.25 end;
end $$;

-- Brings the average and the count of a location up to date; writes only what has changed.
create function internal.rate_location(p_location uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  update public.locations location
  set rating_average = sums.average, rating_count = sums.total
  from (
    select coalesce(round(sum(rating * weight) / sum(weight), 2), 0) as average, count(*)::integer as total
    from (select rating, internal.review_weight(created_at, present) as weight from public.reviews
      where location_id = p_location and state in ('published', 'reported')) counted
  ) sums
  where location.id = p_location and (location.rating_average, location.rating_count) is distinct from (sums.average, sums.total);
end $$;

-- Keeps the sums on the location current.
create function internal.count_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.rate_location(coalesce(new.location_id, old.location_id));
  return null;
end $$;
create trigger count_reviews after insert or update of rating, state or delete on public.reviews
  for each row execute function internal.count_reviews();

alter table public.reviews enable row level security;
create policy everyone_reads_reviews on public.reviews for select
  using (state in ('published', 'reported') and internal.is_published(location_id));
create policy members_read_reviews on public.reviews for select to authenticated
  using (state in ('published', 'reported')
    and location_id in (select id from public.locations where company_id in (select internal.companies_as('staff'))));

grant select (id, location_id, author, rating, text, reply, created_at, edited_at, replied_at, additions, punctual, as_priced, clean, again,
  services, employee_id, version, state) on public.reviews to anon, authenticated;
grant all on public.reviews to service_role;

-- How many of a location's reviews have 5, 4, 3, 2 and 1 stars; of those that the caller may read.
create function public.count_stars(p_location uuid) returns integer[]
language sql stable set search_path = '' as $$
  select array[
    count(*) filter (where rating = 5), count(*) filter (where rating = 4), count(*) filter (where rating = 3),
    count(*) filter (where rating = 2), count(*) filter (where rating = 1)]::integer[]
  from public.reviews where location_id = p_location;
$$;

-- The latest reviews with words, one per listed location, as every visitor may read them: [{id, author, rating, text, services, slug, name, city}].
-- Whatever the stars: nobody picks them. Definer: the policy would ask for the location of every review there is.
create function public.latest_reviews(p_limit integer default 3) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(shown) - 'created_at' order by shown.created_at desc, shown.id), '[]')
    from (
      select latest.* from (
        select distinct on (recent.location_id) recent.id, recent.author, recent.rating, recent.text, recent.services, recent.created_at,
          location.slug, location.name, location.city
        from (
          select review.* from public.reviews review
          where review.state = 'published' and review.text <> '' and internal.is_listed(review.location_id)
          order by review.created_at desc limit 50
        ) recent
        join public.locations location on location.id = recent.location_id
        order by recent.location_id, recent.created_at desc, recent.id
      ) latest
      order by latest.created_at desc, latest.id
      limit least(greatest(coalesce(p_limit, 3), 0), 12)
    ) shown);
end $$;

revoke execute on function internal.review_weight, internal.rate_location, internal.count_reviews, public.count_stars,
  public.latest_reviews from public;
grant execute on function internal.sound_additions to service_role;
grant execute on function public.count_stars, public.latest_reviews to anon, authenticated, service_role;
