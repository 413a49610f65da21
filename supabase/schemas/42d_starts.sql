-- Free times as visitors ask for them. Definer functions: they read appointments and give away nothing but free starts.

-- The present, or a time given by the server or a test; a visitor's own idea of it is not heard.
create function internal.present_or(given timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  if given is null or current_setting('role', true) in ('anon', 'authenticated') then return internal.present(); end if;
  return given;
end $$;

-- The starts of a visit that several employees can perform, in order, each with those who do by rule 7.
-- `choice` is one number for booked time, then turn: its minimum is the one chosen.
create function internal.starts_with_anyone(
  offers internal.line_offer[], lines integer, midnights timestamptz[], grid integer, earliest timestamptz, latest timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  turns constant integer := (select max(offer.turn) + 1 from unnest(offers) as offer);
begin
  if (offers[1]).alone then
    return query
    select to_timestamp(best.start * 60::float8), to_timestamp((best.start + offer.visit_minutes) * 60::float8),
      array_fill(offer.employee_id, array[lines])
    from (
      select start, min(booked[run.day] * turns + offer.turn) as choice
      from unnest(offers) as offer
      cross join internal.booked_minutes(offer.busy, midnights) as booked
      cross join internal.grid_runs(offer.starts, 0, 0, offer.working, midnights, grid, earliest, latest) as run
      cross join generate_series(run.first, run.last, grid) as start
      where offer.line = 1
      group by start
    ) best
    join unnest(offers) as offer on offer.line = 1 and offer.turn = best.choice % turns
    order by best.start;
    return;
  end if;

  return query
  with recursive person as materialized (
    select offer.*, booked from unnest(offers) as offer cross join internal.booked_minutes(offer.busy, midnights) as booked
  ), first_line as (
    select start, run.day, min(person.booked[run.day] * turns + person.turn) as choice
    from person
    cross join internal.grid_runs(person.starts, 0, 0, person.working, midnights, grid, earliest, latest) as run
    cross join generate_series(run.first, run.last, grid) as start
    where person.line = 1
    group by start, run.day
  ), visit as (
    select first_line.start, first_line.day, 1 as line, first_line.start + person.minutes as finish, array[person.employee_id] as people
    from first_line join person on person.line = 1 and person.turn = first_line.choice % turns
    union all
    select visit.start, visit.day, visit.line + 1, visit.finish + next.minutes, visit.people || next.employee_id
    from visit
    cross join lateral (
      select person.employee_id, person.minutes from person
      where person.line = visit.line + 1 and person.starts @> to_timestamp(visit.finish * 60::float8)
      order by person.booked[visit.day], person.turn limit 1
    ) next
    where visit.line < lines
  )
  select to_timestamp(visit.start * 60::float8), to_timestamp(visit.finish * 60::float8), visit.people
  from visit where visit.line = lines order by visit.start;
end $$;

-- All bookable starts of a visit in order. employee_ids[i] performs p_services[i]; ends_at is the end of the last service.
-- p_employee null is "Egal wer". p_from and p_to are local dates, both included, at most 62; without them from today to the horizon.
-- Published locations of active companies; members also see their drafts and paused locations. Unknown ids give no rows.
create function public.available_starts(
  p_location uuid, p_services uuid[], p_employee uuid default null, p_from date default null, p_to date default null,
  p_now timestamptz default null)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable security definer set search_path = '' rows 1000 as $$
declare
  at constant timestamptz := internal.present_or(p_now);
  lines constant integer := cardinality(p_services);
  place public.locations := internal.bookable_location(p_location);
  today date := (at at time zone place.time_zone)::date;
  first_date date := greatest(p_from, today);
  last_date date := least(p_to, today + place.horizon_days, first_date + 61);
  earliest timestamptz := at + make_interval(mins => place.notice_minutes);
  latest timestamptz;
  midnights timestamptz[];
  offers internal.line_offer[];
begin
  if place.id is null or last_date < first_date or lines not between 1 and 10 then return; end if;
  midnights := internal.midnights(place.time_zone, first_date - 2, last_date + 3 + lines);
  latest := midnights[last_date - first_date + 4] - interval '1 minute';
  earliest := greatest(earliest, midnights[3]);
  offers := internal.line_offers(p_location, p_services, p_employee, place.time_zone, first_date - 2, midnights, at, null, false);
  if cardinality(offers) = 0 or earliest > latest then return; end if;

  if cardinality(offers) = lines then
    -- One employee: pieces of time come in order, and so do the starts in them.
    return query
    select to_timestamp(start * 60::float8), to_timestamp((start + offer.visit_minutes) * 60::float8), array_fill(offer.employee_id, array[lines])
    from unnest(offers) as offer
    cross join internal.grid_runs(offer.starts, 0, 0, offer.working, midnights, place.grid_minutes, earliest, latest) as run
    cross join generate_series(run.first, run.last, place.grid_minutes) as start
    where offer.line = 1;
  else
    return query select * from internal.starts_with_anyone(offers, lines, midnights, place.grid_minutes, earliest, latest);
  end if;
end $$;

revoke execute on function internal.present_or, internal.starts_with_anyone, public.available_starts from public;
grant execute on function public.available_starts to anon, authenticated, service_role;
