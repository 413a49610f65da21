-- What lines of appointments reserve besides their employee. The promise for resources is the same as for employees, and so is the
-- means: one exclusion constraint. A row exists as long as its line blocks; a hold's row counts until its line's hold expires.

create table public.appointment_resources (
  appointment_id uuid not null,
  "position" smallint not null,
  resource_id uuid not null references public.resources,
  -- From buffer to buffer, less what an earlier line of the visit reserves of the same resource already.
  occupied tstzmultirange not null,
  primary key (appointment_id, "position"),
  foreign key (appointment_id, "position") references public.appointment_lines (appointment_id, "position") on delete cascade,
  constraint appointment_resources_no_overlap exclude using gist (resource_id with =, occupied with &&)
);

-- The reservations of some resources that count at a moment, but for those of `ignored`, which is being moved.
create function internal.reserved_times(resources uuid[], period tstzrange, at timestamptz, ignored uuid)
returns table (resource_id uuid, reserved tstzmultirange)
language plpgsql stable rows 1 set search_path = '' as $$
begin
  return query
  select row.resource_id, range_agg(row.occupied)
  from public.appointment_resources row
  join public.appointment_lines line on line.appointment_id = row.appointment_id and line."position" = row."position"
  where row.resource_id = any(resources) and row.occupied && period
    and internal.is_live(line.hold_expires_at, at)
    and (ignored is null or row.appointment_id <> ignored)
  group by row.resource_id;
end $$;

revoke execute on function internal.reserved_times from public;
