-- Blocked time: an employee or a resource is not available, and no customer comes (a delivery, a training, cleaning). Unlike an exception
-- (30_setup/30_location_rules) it does not change the hours: the grid stays, and it never overlaps what is booked. What it takes is in `occupancies`.

create table public.blocks (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null,
  employee_id uuid,
  resource_id uuid,
  title varchar(120) not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Blocks that were made together, by a repetition.
  series uuid,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Who gave it another time or another person last, and when.
  moved_by uuid references auth.users on delete set null,
  moved_at timestamptz,
  foreign key (employee_id, location_id) references public.employees (id, location_id) on delete cascade,
  foreign key (resource_id, location_id) references public.resources (id, location_id) on delete cascade,
  constraint blocks_subject check (num_nonnulls(employee_id, resource_id) = 1),
  constraint blocks_times check (starts_at < ends_at and ends_at <= starts_at + interval '1 year'
    and date_trunc('minute', starts_at, 'UTC') = starts_at and date_trunc('minute', ends_at, 'UTC') = ends_at)
);
create index blocks_location on public.blocks (location_id, starts_at);
create index blocks_employee on public.blocks (employee_id, starts_at) where employee_id is not null;
create index blocks_resource on public.blocks (resource_id, starts_at) where resource_id is not null;
create index blocks_series on public.blocks (series) where series is not null;
create trigger touch before update on public.blocks for each row execute function internal.touch_updated_at();
create trigger drop_belongings after delete on public.blocks referencing old table as gone for each statement
  execute function internal.drop_belongings();

-- Staff see their own blocked time and that of rooms and devices, who has all calendars all; writing is for the verbs (50_booking/85_blocking).
alter table public.blocks enable row level security;
create policy all_calendars_read on public.blocks for select to authenticated
  using (location_id = any(array(select internal.locations_with('all_calendars'))));
create policy staff_read on public.blocks for select to authenticated
  using (location_id = any(array(select internal.locations_as('staff')))
    and (employee_id is null or employee_id = any(array(select internal.own_employees()))));
grant select on public.blocks to authenticated;
grant all on public.blocks to service_role;
