-- What a member is told of a time for a visit by hand: what has to give way before it can be booked, and what is unusual about it.
-- The reasons are those of explain_start (50_booking/90_explain.sql), of each person as {employee_id, employee_name, reasons}.

-- What is booked, held or reserved where a visit by hand should go: of the person named, else of everybody who offers all the services.
-- p_ignored: the appointment that is being moved, which is not in its own way. Null for nothing.
create function internal.obstacles_by_hand(
  p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamptz, p_present timestamptz, p_ignored uuid)
returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  place public.locations;
  person public.employees;
  question internal.start_question;
  reasons jsonb[];
  found jsonb[] := '{}';
begin
  select * into place from public.locations where id = p_location;
  for person in
    select * from public.employees where location_id = p_location and active and (p_employee is null or id = p_employee)
    order by employees.position, id
  loop
    question := internal.with_lines(internal.question_to(person, place, p_starts_at, p_present, cardinality(p_services)), p_location, p_services, true);
    reasons := internal.visits_in_the_way(question)
      || array(select internal.bookings_in_the_way(question, question.occupied, true, 'held'))
      || array(select internal.resources_in_the_way(question));
    reasons := array(select each from unnest(reasons) each where each ->> 'appointment_id' is distinct from p_ignored::text);
    if cardinality(reasons) > 0 then
      found := found || jsonb_build_object('employee_id', person.id, 'employee_name', person.name, 'reasons', to_jsonb(reasons));
    end if;
  end loop;
  return case when cardinality(found) > 0 then to_jsonb(found) end;
end $$;

-- What is unusual about an appointment as it has been placed: closed or absent, outside hours or in a break, or past, which is more than a
-- quarter of an hour ago; and that a test is missing which a service needs before. Null for nothing.
create function internal.warnings_by_hand(p_appointment uuid, p_present timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  place public.locations;
  part record;
  question internal.start_question;
  closings record;
  reasons jsonb[];
  found jsonb[] := '{}';
  missing jsonb := (
    select internal.missing_test(array_agg(line.service_id), visit.starts_at, visit.user_id, null, visit.customer_id)
    from public.appointments visit join public.appointment_lines line on line.appointment_id = visit.id where visit.id = p_appointment group by visit.id);
begin
  select location.* into place
  from public.appointments visit join public.locations location on location.id = visit.location_id where visit.id = p_appointment;
  for part in
    select person, min(line.starts_at) as starts_at, range_agg(tstzrange(line.starts_at, line.ends_at)) as served
    from public.appointment_lines line join public.employees person on person.id = line.employee_id
    where line.appointment_id = p_appointment
    group by person.id order by min(line."position")
  loop
    question := internal.question_to(part.person, place, part.starts_at, p_present, 10);
    question.served := part.served;
    closings := internal.closings_in_the_way(question, place.id);
    reasons := array_remove(closings.reasons || internal.missing_hours(question, closings.closed), null);
    if part.starts_at < p_present - interval '15 minutes' then reasons := reasons || '{"reason": "past"}'::jsonb; end if;
    if missing is not null then
      reasons := reasons || (missing - 'service_id' - 'test_id' || jsonb_build_object('reason', 'test_missing',
        'customer', (select coalesce(nullif(visit.for_name, ''), visit.contact_name) from public.appointments visit where visit.id = p_appointment)));
      missing := null;
    end if;
    if cardinality(reasons) > 0 then
      found := found || jsonb_build_object(
        'employee_id', (part.person).id, 'employee_name', (part.person).name, 'reasons', to_jsonb(reasons));
    end if;
  end loop;
  return case when cardinality(found) > 0 then to_jsonb(found) end;
end $$;

revoke execute on function internal.obstacles_by_hand, internal.warnings_by_hand from public;
