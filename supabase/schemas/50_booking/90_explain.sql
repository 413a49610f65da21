-- Why a time can or cannot be booked, for the members of the company: "Warum ist 10 Uhr nicht frei?".

create function internal.iso(instant timestamptz) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
end $$;

-- Everything about one request to one employee that the reasons depend on.
-- `served` is the time of the services, `buffered` with their buffers; `serving` and `occupied` are the same without processing gaps.
create type internal.start_question as (
  employee_id uuid, starts_at timestamptz, asked_at timestamptz, zone text, first_date date, midnights timestamptz[],
  served tstzmultirange, buffered tstzmultirange, serving tstzmultirange, occupied tstzmultirange,
  working tstzmultirange, may_read boolean, may_read_all boolean, location_id uuid,
  -- What each line needs of which kind of resource.
  kinds text[], needed tstzmultirange[],
  -- Which resource of the kind it has to be; null: any.
  rooms uuid[]
);

-- Whatever is in the way of `wanted`, each as a reason: only holds when `held`, otherwise everything else. Blocked time and events are reasons of
-- their own.
-- Staff read names, and follow links, in their own calendar only.
create function internal.bookings_in_the_way(
  question internal.start_question, wanted tstzmultirange, held boolean, reason text) returns setof jsonb
language plpgsql stable set search_path = '' as $$
begin
  return query
  select jsonb_strip_nulls(jsonb_build_object('reason', case one.kind when 'block' then 'blocked' when 'event' then 'event' else reason end,
    'from', internal.iso(source.starts_at), 'to', internal.iso(source.ends_at), 'expires_at', internal.iso(one.expires_at))
    || case when question.may_read then jsonb_build_object('appointment_id', case when one.kind = 'line' then one.source end,
      'customer', nullif(source.contact_name, ''), 'text', nullif(source.title, '')) else '{}' end)
  from public.occupancies one cross join lateral internal.source_of(one) source
  where one.subject = question.employee_id and one.minutes && internal.minute_ranges(wanted)
    and case when held then one.expires_at > question.asked_at else one.expires_at is null end
  order by source.starts_at;
end $$;

-- What an occupancy comes from: when it is, without buffers, for whom and what for. A hold is for somebody known only when it is proposed to them.
create function internal.source_of(
  one public.occupancies, out starts_at timestamptz, out ends_at timestamptz, out contact_name text, out title text)
language plpgsql stable set search_path = '' as $$
begin
  if one.kind = 'block' then
    select block.starts_at, block.ends_at, block.title into starts_at, ends_at, title from public.blocks block where block.id = one.source;
  elsif one.kind = 'event' then
    select event.starts_at, event.ends_at, coalesce(nullif(event.title, ''), service.name) into starts_at, ends_at, title
    from public.events event join public.services service on service.id = event.service_id where event.id = one.source;
  elsif one.expires_at is not null then
    select line.starts_at, line.ends_at, visit.contact_name into starts_at, ends_at, contact_name
    from public.holds hold cross join jsonb_populate_recordset(null::internal.planned_line, hold.lines) line
    left join public.disruption_items item on hold.purpose = 'proposal' and item.hold_id = hold.id
    left join public.appointments visit on visit.id = item.appointment_id
    where hold.id = one.source and line."position" = one."position";
  else
    select line.starts_at, line.ends_at, visit.contact_name into starts_at, ends_at, contact_name
    from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
    where line.appointment_id = one.source and line."position" = one."position";
  end if;
end $$;

-- The closings in the way of the services that no special opening lifts, and the time that they take.
create function internal.closings_in_the_way(
  question internal.start_question, location uuid, out reasons jsonb[], out closed tstzmultirange)
language plpgsql stable set search_path = '' as $$
declare
  row public.exceptions;
  lasts tstzrange;
begin
  reasons := '{}';
  closed := '{}';
  for row in
    select * from public.exceptions where location_id = location and (employee_id is null or employee_id = question.employee_id)
      and kind = 'closed' and ends_at > question.first_date order by starts_at
  loop
    lasts := tstzrange(internal.instant(row.starts_at, question.zone),
      greatest(internal.instant(row.starts_at, question.zone), internal.instant(row.ends_at, question.zone)));
    continue when isempty(question.served * tstzmultirange(lasts) - question.working);
    closed := closed + tstzmultirange(lasts);
    reasons := reasons || (jsonb_build_object('reason', 'closed', 'from', internal.iso(lower(lasts)), 'to', internal.iso(upper(lasts)),
        'everyone', row.employee_id is null)
      || case when row.employee_id is null or question.may_read then jsonb_build_object('text', row.reason) else '{}' end);
  end loop;
end $$;

-- Why the services lie outside the working hours; null when they don't. A break has work before it and after it on the same day.
-- `hours` are those of the local day of the start.
create function internal.missing_hours(question internal.start_question, closed tstzmultirange) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  today constant tstzmultirange := question.working * tstzmultirange(tstzrange(question.midnights[3], question.midnights[4]));
  missing constant tstzmultirange := question.served - question.working - closed;
begin
  if isempty(missing) then return null; end if;
  return jsonb_build_object(
    'reason', case when lower(today) < lower(missing) and upper(today) > upper(missing) then 'break' else 'outside_hours' end,
    'from', internal.iso(lower(missing)), 'to', internal.iso(upper(missing)), 'hours', coalesce((
      select jsonb_agg(jsonb_build_object('from', internal.iso(lower(piece)), 'to', internal.iso(upper(piece)))) from unnest(today) as piece
    ), '[]'));
end $$;

-- The kinds of which no resource, or not the one named, is free as the visit needs it, each as a reason with what occupies each resource.
-- Appointments and names of customers are for managers.
create function internal.resources_in_the_way(question internal.start_question) returns setof jsonb
language plpgsql stable set search_path = '' as $$
declare
  found record;
begin
  for kind_index in 1 .. coalesce(cardinality(question.kinds), 0) loop
    select * into found from internal.resources(question.location_id, question.kinds[kind_index],
      internal.minute(lower(question.needed[kind_index])), internal.minute(upper(question.needed[kind_index])),
      (question.asked_at, null, false, false, false)::internal.outlook);
    continue when exists (
      select from unnest(found.ids, found.spare) resource (id, times) where resource.times @> internal.minute_ranges(question.needed[kind_index])
        and resource.id = coalesce(question.rooms[kind_index], resource.id));
    return next jsonb_build_object('reason', 'resource', 'kind', question.kinds[kind_index], 'resources', coalesce((
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', resource.name,
        'appointment_id', case when question.may_read_all then taken.appointment_id end,
        'from', internal.iso(taken.starts_at), 'to', internal.iso(taken.ends_at),
        'customer', case when question.may_read_all then nullif(taken.contact_name, '') end)) order by resource.position, resource.id)
      from public.resources resource
      left join lateral (
        select case when one.kind = 'line' then one.source end as appointment_id, source.starts_at, source.ends_at, source.contact_name
        from public.occupancies one cross join lateral internal.source_of(one) source
        where one.subject = resource.id and one.minutes && internal.minute_ranges(question.needed[kind_index])
          and internal.is_live(one.expires_at, question.asked_at)
        order by source.starts_at limit 1) taken on true
      where resource.id = any(found.ids) and resource.id = coalesce(question.rooms[kind_index], resource.id)), '[]'));
  end loop;
end $$;

-- The bookings at the time of the services, then those at the time of their buffers only.
create function internal.visits_in_the_way(question internal.start_question) returns jsonb[]
language plpgsql stable set search_path = '' as $$
declare
  busy constant jsonb[] := array(select internal.bookings_in_the_way(question, question.serving, false, 'busy'));
begin
  return busy || array(
    select beside from internal.bookings_in_the_way(question, question.occupied, false, 'buffer') as beside
    where beside - 'reason' <> all (array(select each - 'reason' from unnest(busy) each)));
end $$;

-- Everything against this start, each with times in ISO form; empty when it can be booked.
create function internal.reasons_against(question internal.start_question, place public.locations) returns jsonb[]
language plpgsql stable set search_path = '' as $$
declare
  closings record;
  found jsonb[];
  last_date constant date := (question.asked_at at time zone question.zone)::date + place.horizon_days;
  earliest constant timestamptz := question.asked_at + make_interval(mins => place.notice_minutes);
  short constant tstzmultirange := question.buffered - question.working;
  start constant integer := internal.minute(question.starts_at);
begin
  closings := internal.closings_in_the_way(question, place.id);
  found := array_remove(closings.reasons || internal.missing_hours(question, closings.closed), null)
    || internal.visits_in_the_way(question);
  if isempty(question.served - question.working) and not isempty(short) then
    found := found || jsonb_build_object('reason', 'buffer', 'from', internal.iso(lower(short)), 'to', internal.iso(upper(short)));
  end if;
  found := found || array(select internal.bookings_in_the_way(question, question.occupied, true, 'held'))
    || array(select internal.resources_in_the_way(question));
  if question.starts_at < earliest then
    found := found || jsonb_build_object('reason', 'notice', 'earliest', internal.iso(earliest));
  end if;
  if (question.starts_at at time zone question.zone)::date > last_date then
    found := found || jsonb_build_object('reason', 'horizon', 'last_day', last_date);
  end if;
  if question.working @> question.starts_at and not exists (
    select from internal.runs(internal.minute_ranges(question.working), 0, 1, internal.minute_ranges(question.working),
      internal.minute(question.midnights[3]), place.grid_minutes::integer, start, start) run where run.first = start) then
    found := found || jsonb_build_object('reason', 'off_grid', 'grid_minutes', place.grid_minutes);
  end if;
  return found;
end $$;

-- A question to one employee, still without the times of services.
create function internal.question_to(
  person public.employees, place public.locations, p_starts_at timestamptz, p_present timestamptz, p_services integer)
returns internal.start_question
language plpgsql stable set search_path = '' as $$
declare
  question internal.start_question;
begin
  question.employee_id := person.id;
  question.starts_at := p_starts_at;
  question.asked_at := p_present;
  question.zone := place.time_zone;
  question.first_date := (p_starts_at at time zone place.time_zone)::date - 2;
  question.midnights := internal.midnights(place.time_zone, question.first_date, question.first_date + 5 + p_services);
  question.may_read_all := place.id in (select internal.locations_with('all_calendars'));
  question.may_read := question.may_read_all or coalesce(person.user_id = internal.person(), false);
  question.working := coalesce((
    select working from internal.working_times(array[person.id], place.id, place.time_zone, question.first_date, question.midnights)), '{}');
  return question;
end $$;

-- The question with the times that the visit's lines take when its employee performs them all. p_by_hand as for internal.offered_lines.
create function internal.with_lines(
  question internal.start_question, location uuid, services uuid[], p_by_hand boolean default false) returns internal.start_question
language plpgsql stable set search_path = '' as $$
declare
  offer internal.line_offer;
  line_starts timestamptz := question.starts_at;
begin
  question.served := '{}';
  question.buffered := '{}';
  question.serving := '{}';
  question.occupied := '{}';
  question.kinds := '{}';
  question.needed := '{}';
  question.location_id := location;
  for offer in select * from internal.offered_lines(location, services, question.employee_id, p_by_hand) order by line loop
    question.occupied := question.occupied + internal.instants(internal.busy(internal.minute(line_starts),
      offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes));
    question.buffered := question.buffered + tstzmultirange(tstzrange(
      line_starts - make_interval(mins => offer.before), line_starts + make_interval(mins => offer.minutes + offer.after)));
    if offer.resource_kind is not null then
      question.kinds := question.kinds || offer.resource_kind;
      question.needed := question.needed || tstzmultirange(tstzrange(
        line_starts - make_interval(mins => offer.before), line_starts + make_interval(mins => offer.minutes + offer.after)));
    end if;
    question.served := question.served + tstzmultirange(tstzrange(line_starts, line_starts + make_interval(mins => offer.minutes)));
    question.serving := question.serving + internal.instants(internal.busy(internal.minute(line_starts),
      0, offer.minutes, 0, offer.gap_start, offer.gap_minutes));
    line_starts := line_starts + make_interval(mins => offer.minutes);
  end loop;
  return question;
end $$;

-- Those of the services that this employee does not offer or that are switched off.
create function internal.missing_services(services uuid[], employee uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select distinct wish.service_id from unnest(services) as wish (service_id)
    where not exists (
      select from public.employee_services own join public.services service on service.id = own.service_id and service.active
      where own.employee_id = employee and own.service_id = wish.service_id));
end $$;

-- For each employee of the location (or the one given) whether the visit can begin at this start, performed by that employee alone,
-- and else everything against it, in this order: not_offered, inactive, by_phone, addon_alone, closed, outside_hours or break, busy, buffer, held, resource,
-- notice, horizon, off_grid. Each reason is {reason, …} with what the sentence about it needs. Employees who do not offer all the services have
-- no duration for them, so nothing else can be said. Errors: not_allowed for callers who are not members of the company; not_bookable for times
-- more than three years away, as of the verbs, and without services.
create function public.explain_start(p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid default null)
returns table (employee_id uuid, employee_name text, bookable boolean, reasons jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 10 as $$
declare
  place public.locations;
  person public.employees;
  present constant timestamptz := internal.present();
  missing uuid[];
  found jsonb[];
begin
  select * into place from public.locations where id = p_location and company_id in (select internal.companies_as('staff'));
  if place.id is null then perform internal.fail('not_allowed'); end if;
  if cardinality(p_services) is null or p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  for person in
    select * from public.employees where location_id = p_location and (p_employee is null or id = p_employee)
    order by employees.position, id
  loop
    missing := internal.missing_services(p_services, person.id);
    found := case when cardinality(missing) > 0 then array[jsonb_build_object('reason', 'not_offered', 'service_ids', missing)]
      else '{}' end || case when person.active then '{}' else array[jsonb_build_object('reason', 'inactive')] end;
    if cardinality(found) = 0 and internal.needs_phone(p_services) then found := array['{"reason": "by_phone"}'::jsonb]; end if;
    if cardinality(found) = 0 and internal.is_addon_alone(p_services) then found := array['{"reason": "addon_alone"}'::jsonb]; end if;
    if cardinality(found) = 0 then
      found := internal.reasons_against(internal.with_lines(
        internal.question_to(person, place, p_starts_at, present, cardinality(p_services)), p_location, p_services), place);
    end if;
    employee_id := person.id;
    employee_name := person.name;
    bookable := exists (select from internal.plan_visit(p_location, p_services, person.id, p_starts_at, present));
    reasons := to_jsonb(found);
    return next;
  end loop;
end $$;

revoke execute on function internal.iso, internal.bookings_in_the_way, internal.source_of, internal.closings_in_the_way, internal.missing_hours,
  internal.resources_in_the_way, internal.visits_in_the_way, internal.question_to, internal.reasons_against, internal.with_lines, internal.missing_services, public.explain_start from public;
grant execute on function public.explain_start to authenticated, service_role;
