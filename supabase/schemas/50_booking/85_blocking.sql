-- Blocking time of an employee or a resource, for members: with all calendars of everybody and everything, else of themselves.

-- Where the caller may block this. Errors: location_not_found, not_allowed.
create function internal.check_blocker(p_location uuid, p_employee uuid, p_resource uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if num_nonnulls(p_employee, p_resource) <> 1
    or p_location not in (select internal.locations_with('all_calendars')) and not internal.may_book_for(p_location, p_employee)
    or not exists (
      select from public.employees where id = p_employee and location_id = p_location
      union all select from public.resources where id = p_resource and location_id = p_location) then
    perform internal.fail('not_allowed');
  end if;
end $$;

-- Takes the time of a block, which holds its location alone. Error: slot_taken.
create function internal.take_block(block public.blocks) returns void
language plpgsql set search_path = '' as $$
declare
  takings constant internal.taking[] := array[(1, coalesce(block.employee_id, block.resource_id), int4multirange(int4range(
    internal.minute(block.starts_at), internal.minute(block.ends_at))), block.resource_id is not null)::internal.taking];
begin
  perform internal.vacate(block.id);
  if not internal.release_expired(takings, internal.present(), true) or not internal.occupy(block.id, 'block', takings, null) then
    perform internal.fail('slot_taken');
  end if;
end $$;

-- The times of a block, checked: whole minutes, at most 31 days, within three years. Error: block_times.
create function internal.check_block_times(p_starts_at timestamptz, p_ends_at timestamptz) returns void
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  if not coalesce(p_starts_at between present - interval '3 years' and present + interval '3 years' and p_starts_at < p_ends_at
    and p_ends_at <= p_starts_at + interval '31 days' and date_trunc('minute', p_starts_at, 'UTC') = p_starts_at
    and date_trunc('minute', p_ends_at, 'UTC') = p_ends_at, false) then
    perform internal.fail('block_times');
  end if;
end $$;

-- Blocks time. Never over what is booked, held or blocked already. `p_series` ties blocks together that were made at once.
-- Errors: location_not_found, not_allowed, block_times, title_too_long (120 characters), slot_taken.
create function public.block_time(
  p_location uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_employee uuid default null, p_resource uuid default null,
  p_title text default '', p_series uuid default null)
returns public.blocks
language plpgsql security definer set search_path = '' as $$
declare
  block public.blocks;
begin
  perform internal.check_blocker(p_location, p_employee, p_resource);
  perform internal.check_block_times(p_starts_at, p_ends_at);
  if length(btrim(coalesce(p_title, ''))) > 120 then perform internal.fail('title_too_long'); end if;
  perform internal.lock_location(p_location, true);
  insert into public.blocks (location_id, employee_id, resource_id, title, starts_at, ends_at, series, created_by)
  values (p_location, p_employee, p_resource, btrim(coalesce(p_title, '')), p_starts_at, p_ends_at, p_series, internal.person())
  returning * into block;
  perform internal.take_block(block);
  return block;
end $$;

-- Moves or renames a block; arguments that are null change nothing. One that closes a resource (86_closing_resources) is an ordinary one once it has moved.
-- p_seen: where the caller has seen it (internal.block_standing); p_version: the `updated_at` of what a form showed; null asks nothing.
-- Errors: block_not_found, not_allowed, moved_meanwhile, edited_meanwhile, block_times, title_too_long, slot_taken.
create function public.change_block(
  p_block uuid, p_starts_at timestamptz default null, p_ends_at timestamptz default null, p_employee uuid default null,
  p_title text default null, p_seen text[] default null, p_version timestamptz default null)
returns public.blocks
language plpgsql security definer set search_path = '' as $$
declare
  block public.blocks := internal.open_block(p_block);
  moves constant boolean := (coalesce(p_starts_at, block.starts_at), coalesce(p_ends_at, block.ends_at), coalesce(p_employee, block.employee_id))
    is distinct from (block.starts_at, block.ends_at, block.employee_id);
begin
  if moves then perform internal.check_block_seen(block, p_seen); end if;
  if p_version <> block.updated_at then perform internal.fail('edited_meanwhile'); end if;
  if p_employee is not null then
    block.employee_id := p_employee;
    block.resource_id := null;
    perform internal.check_blocker(block.location_id, block.employee_id, null);
  end if;
  block.starts_at := coalesce(p_starts_at, block.starts_at);
  block.ends_at := coalesce(p_ends_at, block.ends_at);
  if moves then perform internal.check_block_times(block.starts_at, block.ends_at); end if;
  -- Before it is assigned: the column's own error is not in the product's words.
  if length(btrim(p_title)) > 120 then perform internal.fail('title_too_long'); end if;
  block.title := btrim(coalesce(p_title, block.title));
  update public.blocks set employee_id = block.employee_id, resource_id = block.resource_id, starts_at = block.starts_at,
    ends_at = block.ends_at, title = block.title, moved_by = case when moves then internal.person() else moved_by end,
    moved_at = case when moves then internal.present() else moved_at end
  where id = p_block returning * into block;
  if moves then
    update public.disruptions set block_id = null where block_id = p_block;
    perform internal.take_block(block);
  end if;
  return block;
end $$;

-- Gives blocked time back; `p_following`: with all later ones of its series. p_seen: as above, of the named block. Returns how many blocks went.
-- Errors: block_not_found, not_allowed, moved_meanwhile.
create function public.unblock_time(p_block uuid, p_following boolean default false, p_seen text[] default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  block constant public.blocks := internal.open_block(p_block);
  gone integer;
begin
  perform internal.check_block_seen(block, p_seen);
  delete from public.blocks other
  where other.id = p_block or (p_following and other.series = block.series and other.location_id = block.location_id
    and other.starts_at >= block.starts_at and (other.employee_id, other.resource_id) is not distinct from (block.employee_id, block.resource_id));
  get diagnostics gone = row_count;
  return gone;
end $$;

-- A block that the caller may change; its location is held alone. Errors: block_not_found, not_allowed.
create function internal.open_block(p_block uuid) returns public.blocks
language plpgsql set search_path = '' as $$
declare
  block public.blocks;
begin
  select * into block from public.blocks where id = p_block;
  if block.id is null or block.location_id not in (select internal.locations_as('staff')) then perform internal.fail('block_not_found'); end if;
  perform internal.check_blocker(block.location_id, block.employee_id, block.resource_id);
  perform internal.lock_location(block.location_id, true);
  select * into block from public.blocks where id = p_block for update;
  if block.id is null then perform internal.fail('block_not_found'); end if;
  return block;
end $$;

grant execute on function public.block_time, public.change_block, public.unblock_time to authenticated;
