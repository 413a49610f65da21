-- Why a time can or cannot be booked, for the members of the company: "Warum ist 10 Uhr nicht frei?".

create function internal.iso(instant timestamptz) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
end $$;

-- Everything about one wish at one employee that the reasons look at.
-- `served` is the time of the services, `buffered` with their buffers; `serving` and `occupied` are the same without processing gaps.
create type internal.start_question as (
  employee_id uuid, starts_at timestamptz, asked_at timestamptz, zone text, first_date date, midnights timestamptz[],
  served tstzmultirange, buffered tstzmultirange, serving tstzmultirange, occupied tstzmultirange,
  working tstzmultirange, may_read boolean, may_read_all boolean, location_id uuid,
  -- What each line needs of which kind of resource.
  kinds text[], needed tstzmultirange[]
);

-- The first booked line in the way of `wanted`: held ones when `held`, else the others. Null when there is none.
-- Staff read names in their own calendar only.
create function internal.booking_in_the_way(question internal.start_question, wanted tstzmultirange, held boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  found jsonb;
begin
  select jsonb_build_object('appointment_id', line.appointment_id, 'from', internal.iso(line.starts_at), 'to', internal.iso(line.ends_at),
      'customer', case when question.may_read then appointment.contact_name end, 'expires_at', internal.iso(line.hold_expires_at))
  into found
  from public.appointment_lines line join public.appointments appointment on appointment.id = line.appointment_id
  where line.employee_id = question.employee_id and not isempty(line.occupied) and line.occupied && wanted
    and case when held then line.hold_expires_at > question.asked_at else line.hold_expires_at is null end
  order by line.starts_at limit 1;
  return jsonb_strip_nulls(found);
end $$;

-- The closing in the way of the services that no special opening lifts. Null when there is none.
create function internal.closing_in_the_way(question internal.start_question, location uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  row public.exceptions;
  lasts tstzrange;
begin
  for row in
    select * from public.exceptions where location_id = location and (employee_id is null or employee_id = question.employee_id)
      and kind = 'closed' order by starts_at
  loop
    lasts := tstzrange(internal.instant(row.starts_at, question.zone),
      greatest(internal.instant(row.starts_at, question.zone), internal.instant(row.ends_at, question.zone)));
    if not isempty(question.served * tstzmultirange(lasts) - question.working) then
      return jsonb_build_object('from', internal.iso(lower(lasts)), 'to', internal.iso(upper(lasts)))
        || case when row.employee_id is null or question.may_read then jsonb_build_object('reason', row.reason) else '{}' end;
    end if;
  end loop;
  return null;
end $$;

-- The part of the services outside working time, and whether it is a break: work before it and after it on the same local day.
create function internal.missing_hours(question internal.start_question, out missing tstzmultirange, out is_break boolean, out detail jsonb)
language plpgsql stable set search_path = '' as $$
declare
  today constant tstzmultirange := question.working * tstzmultirange(tstzrange(question.midnights[3], question.midnights[4]));
begin
  missing := question.served - question.working;
  is_break := lower(today) < lower(missing) and upper(today) > upper(missing);
  detail := jsonb_build_object('from', internal.iso(lower(missing)), 'to', internal.iso(upper(missing)), 'hours', coalesce((
    select jsonb_agg(jsonb_build_object('from', internal.iso(lower(piece)), 'to', internal.iso(upper(piece)))) from unnest(today) as piece
  ), '[]'));
end $$;

-- The first kind of which no resource is free for what the visit needs, with what reserves each. Null when there is none.
-- Names of customers are for managers.
create function internal.resource_in_the_way(question internal.start_question) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  found record;
begin
  for kind_index in 1 .. coalesce(cardinality(question.kinds), 0) loop
    select ids, free into found from internal.free_resources(question.location_id, question.kinds[kind_index],
      range_merge(question.needed[kind_index]), question.asked_at, null);
    continue when internal.first_free(found.free, question.needed[kind_index]) is not null;
    return jsonb_build_object('kind', question.kinds[kind_index], 'resources', coalesce((
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', resource.name, 'appointment_id', taken.appointment_id,
        'from', internal.iso(taken.starts_at), 'to', internal.iso(taken.ends_at),
        'customer', case when question.may_read_all then taken.contact_name end)) order by resource.position, resource.id)
      from public.resources resource
      left join lateral (
        select line.appointment_id, line.starts_at, line.ends_at, appointment.contact_name
        from public.appointment_resources row
        join public.appointment_lines line on line.appointment_id = row.appointment_id and line."position" = row."position"
        join public.appointments appointment on appointment.id = row.appointment_id
        where row.resource_id = resource.id and row.occupied && question.needed[kind_index]
          and coalesce(line.hold_expires_at > question.asked_at, true)
        order by line.starts_at limit 1) taken on true
      where resource.id = any(found.ids)), '[]'));
  end loop;
  return null;
end $$;

-- The first reason against this start, null when it can be booked; `detail` says more, times in ISO form.
create function internal.reason_against(
  question internal.start_question, place public.locations, out reason text, out detail jsonb)
language plpgsql stable set search_path = '' as $$
declare
  hours record;
  run record;
  last_date constant date := (question.asked_at at time zone question.zone)::date + place.horizon_days;
  earliest constant timestamptz := question.asked_at + make_interval(mins => place.notice_minutes);
begin
  detail := internal.closing_in_the_way(question, place.id);
  if detail is not null then reason := 'closed'; return; end if;
  hours := internal.missing_hours(question);
  detail := hours.detail;
  if not isempty(hours.missing) then
    reason := case when hours.is_break then 'break' else 'outside_hours' end;
    return;
  end if;
  detail := internal.booking_in_the_way(question, question.serving, false);
  if detail is not null then reason := 'busy'; return; end if;
  detail := internal.booking_in_the_way(question, question.occupied, false);
  if detail is null and not question.buffered <@ question.working then
    detail := jsonb_build_object('from', internal.iso(lower(question.buffered - question.working)),
      'to', internal.iso(upper(question.buffered - question.working)));
  end if;
  if detail is not null then reason := 'buffer'; return; end if;
  detail := internal.booking_in_the_way(question, question.occupied, true);
  if detail is not null then reason := 'held'; return; end if;
  detail := internal.resource_in_the_way(question);
  if detail is not null then reason := 'resource'; return; end if;
  detail := '{}';
  if question.starts_at < earliest then
    reason := 'notice';
    detail := jsonb_build_object('earliest', internal.iso(earliest));
  elsif (question.starts_at at time zone question.zone)::date > last_date then
    reason := 'horizon';
    detail := jsonb_build_object('last_day', last_date);
  elsif not internal.on_grid(question.working, question.starts_at, question.midnights[3], place.grid_minutes) then
    reason := 'off_grid';
    detail := jsonb_build_object('grid_minutes', place.grid_minutes);
  end if;
end $$;

-- The question with the times that the visit's lines take when its employee performs them all.
create function internal.with_lines(question internal.start_question, location uuid, services uuid[]) returns internal.start_question
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
  for offer in select * from internal.offered_lines(location, services, question.employee_id, false) order by line loop
    question.occupied := question.occupied + internal.occupied_by(offer, line_starts);
    question.buffered := question.buffered + tstzmultirange(tstzrange(
      line_starts - make_interval(mins => offer.before), line_starts + make_interval(mins => offer.minutes + offer.after)));
    if offer.resource_kind is not null then
      question.kinds := question.kinds || offer.resource_kind;
      question.needed := question.needed || tstzmultirange(tstzrange(
        line_starts - make_interval(mins => offer.before), line_starts + make_interval(mins => offer.minutes + offer.after)));
    end if;
    question.served := question.served + tstzmultirange(tstzrange(line_starts, line_starts + make_interval(mins => offer.minutes)));
    offer.before := 0;
    offer.after := 0;
    question.serving := question.serving + internal.occupied_by(offer, line_starts);
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
-- and else the first reason in this order: not_offered, inactive, closed, outside_hours or break, busy, buffer, held, resource, notice,
-- horizon, off_grid. Errors: not_allowed for who is not a member of the company.
create function public.explain_start(p_location uuid, p_services uuid[], p_starts_at timestamptz, p_employee uuid default null)
returns table (employee_id uuid, employee_name text, bookable boolean, reason text, detail jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 10 as $$
declare
  place public.locations;
  person public.employees;
  question internal.start_question;
  missing uuid[];
begin
  select * into place from public.locations where id = p_location and company_id in (select internal.companies_as('staff'));
  if place.id is null then perform internal.fail('not_allowed'); end if;
  question.starts_at := p_starts_at;
  question.asked_at := internal.present();
  question.zone := place.time_zone;
  question.first_date := (p_starts_at at time zone place.time_zone)::date - 2;
  question.midnights := internal.midnights(place.time_zone, question.first_date, question.first_date + 5 + cardinality(p_services));

  for person in
    select * from public.employees where location_id = p_location and (p_employee is null or id = p_employee)
    order by employees.position, id
  loop
    employee_id := person.id;
    employee_name := person.name;
    reason := null;
    detail := '{}';
    missing := internal.missing_services(p_services, person.id);
    if cardinality(missing) > 0 then
      reason := 'not_offered';
      detail := jsonb_build_object('service_ids', missing);
    elsif not person.active then
      reason := 'inactive';
    else
      question.employee_id := person.id;
      question.may_read := coalesce(person.user_id = auth.uid(), false)
        or place.company_id in (select internal.companies_as('manager'));
      question.may_read_all := place.company_id in (select internal.companies_as('manager'));
      question.working := coalesce((
        select working from internal.working_times(array[person.id], p_location, place.time_zone, question.first_date, question.midnights)
      ), '{}');
      question := internal.with_lines(question, p_location, p_services);
      select against.* into reason, detail from internal.reason_against(question, place) against;
    end if;
    bookable := reason is null;
    return next;
  end loop;
end $$;

revoke execute on function internal.iso, internal.booking_in_the_way, internal.closing_in_the_way, internal.missing_hours,
  internal.resource_in_the_way,
  internal.reason_against, internal.with_lines, internal.missing_services, public.explain_start from public;
grant execute on function public.explain_start to authenticated, service_role;
