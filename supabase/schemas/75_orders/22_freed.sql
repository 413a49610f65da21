-- Times that may have become free, until the waiting lists have looked at them (74_offering_freed). Written wherever time becomes free, by writers that
-- never wait for one another: no key but its own. A row that is lost costs speed, never correctness, since a sweep looks at each open wish anyway.

create table internal.freed (
  id bigint generated always as identity primary key,
  location_id uuid not null,
  -- From the first through the last minute since 1970.
  minutes int4range not null,
  -- Not looked at before.
  at timestamptz not null,
  -- The last place on the list that was looked at for this; null: none yet. Of one that is gone the list begins anew.
  after uuid
);
create index freed_due on internal.freed (at);
create index freed_location on internal.freed (location_id);

-- Who was told of a time that is kept for nobody: whoever books first has it.
create table internal.free_calls (
  order_id uuid not null references public.search_orders on delete cascade,
  location_id uuid not null,
  starts_at timestamptz not null,
  at timestamptz not null,
  primary key (order_id, starts_at)
);
create index free_calls_location on internal.free_calls (location_id, starts_at);

alter table internal.freed enable row level security;
alter table internal.free_calls enable row level security;

-- The open wishes of these kinds that a time at a location may be for. It only filters: the starts decide.
create function internal.open_wishes(p_location uuid, p_minutes int4range) returns table (order_id uuid, kind public.wish_kind)
language plpgsql stable set search_path = '' rows 20 as $$
begin
  return query
  select one.id, one.kind from public.search_orders one
  where one.state = 'open' and one.kind = 'waitlist' and one.location_id = p_location and one.wanted operator(pg_catalog.&&) p_minutes
  union all
  select one.id, one.kind from internal.listings listing
  join public.search_orders one on one.state = 'open' and one.category_id = listing.category and one.area operator(extensions.@>) listing.spot
    and one.wanted operator(pg_catalog.&&) p_minutes
  where listing.location_id = p_location and one.kind = 'alert';
end $$;

-- Notes that a location may have time again between two instants, if anybody wants any.
create function internal.note_freed(p_location uuid, p_from timestamptz, p_to timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  if p_from is null or p_to <= present then return; end if;
  insert into internal.freed (location_id, minutes, at)
  select p_location, int4range(internal.minute(greatest(p_from, present)), internal.minute(p_to) + 1), present
  where exists (select from internal.open_wishes(p_location, int4range(internal.minute(greatest(p_from, present)), internal.minute(p_to) + 1)));
end $$;

-- What an offer has kept is free again, or booked, but for its other times. What the business has taken back it needs itself.
create function internal.note_freed_offer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.note_freed(new.location_id, start.starts_at, start.ends_at) from public.offer_starts start where start.offer_id = new.id;
  return null;
end $$;
create trigger note_freed after update of state on public.offers for each row
  when (old.state = 'sent' and new.state not in ('sent', 'withdrawn')) execute function internal.note_freed_offer();

create function internal.note_freed_blocks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.note_freed(gone.location_id, gone.starts_at, gone.ends_at) from gone;
  return null;
end $$;
create trigger note_freed after delete on public.blocks referencing old table as gone for each statement execute function internal.note_freed_blocks();

-- Hours and exceptions: within the next sixty days.
create function internal.note_freed_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  if tg_table_name = 'working_hours' then
    perform internal.note_freed(place.location_id, present, present + interval '61 days') from (
      select distinct person.location_id from changed join public.employees person on person.id = changed.employee_id) place;
  else
    perform internal.note_freed(place.location_id, present, present + interval '61 days') from (select distinct location_id from changed) place;
  end if;
  return null;
end $$;
create trigger note_freed_new after insert on public.working_hours referencing new table as changed
  for each statement execute function internal.note_freed_hours();
create trigger note_freed_changed after update on public.working_hours referencing new table as changed
  for each statement execute function internal.note_freed_hours();
create trigger note_freed_new after insert on public.exceptions referencing new table as changed
  for each statement execute function internal.note_freed_hours();
create trigger note_freed_changed after update on public.exceptions referencing new table as changed
  for each statement execute function internal.note_freed_hours();
create trigger note_freed_gone after delete on public.exceptions referencing old table as changed
  for each statement execute function internal.note_freed_hours();

revoke execute on function internal.open_wishes, internal.note_freed, internal.note_freed_offer, internal.note_freed_blocks, internal.note_freed_hours from public;
