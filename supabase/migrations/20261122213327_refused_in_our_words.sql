set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.change_block(p_block uuid, p_starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_title text DEFAULT NULL::text)
 RETURNS public.blocks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  block public.blocks;
begin
  block := internal.open_block(p_block);
  if p_employee is not null then
    block.employee_id := p_employee;
    block.resource_id := null;
    perform internal.check_blocker(block.location_id, block.employee_id, null);
  end if;
  block.starts_at := coalesce(p_starts_at, block.starts_at);
  block.ends_at := coalesce(p_ends_at, block.ends_at);
  perform internal.check_block_times(block.starts_at, block.ends_at);
  -- Before it is assigned: the column's own error is not in the product's words.
  if length(btrim(p_title)) > 120 then perform internal.fail('title_too_long'); end if;
  block.title := btrim(coalesce(p_title, block.title));
  update public.blocks set employee_id = block.employee_id, resource_id = block.resource_id, starts_at = block.starts_at,
    ends_at = block.ends_at, title = block.title
  where id = p_block returning * into block;
  perform internal.take_block(block);
  return block;
end $function$;

CREATE OR REPLACE FUNCTION public.explain_start(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid)
 RETURNS TABLE(employee_id uuid, employee_name text, bookable boolean, reasons jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  place public.locations;
  person public.employees;
  question internal.start_question;
  missing uuid[];
  found jsonb[];
begin
  select * into place from public.locations where id = p_location and company_id in (select internal.companies_as('staff'));
  if place.id is null then perform internal.fail('not_allowed'); end if;
  question.starts_at := p_starts_at;
  question.asked_at := internal.present();
  if cardinality(p_services) is null or p_starts_at is null or p_starts_at not between question.asked_at - interval '3 years' and question.asked_at + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  question.zone := place.time_zone;
  question.first_date := (p_starts_at at time zone place.time_zone)::date - 2;
  question.midnights := internal.midnights(place.time_zone, question.first_date, question.first_date + 5 + cardinality(p_services));

  for person in
    select * from public.employees where location_id = p_location and (p_employee is null or id = p_employee)
    order by employees.position, id
  loop
    missing := internal.missing_services(p_services, person.id);
    found := case when cardinality(missing) > 0 then array[jsonb_build_object('reason', 'not_offered', 'service_ids', missing)]
      else '{}' end || case when person.active then '{}' else array[jsonb_build_object('reason', 'inactive')] end;
    if cardinality(found) = 0 then
      question.employee_id := person.id;
      question.may_read := coalesce(person.user_id = internal.person(), false)
        or place.company_id in (select internal.companies_as('manager'));
      question.may_read_all := place.company_id in (select internal.companies_as('manager'));
      question.working := coalesce((
        select working from internal.working_times(array[person.id], p_location, place.time_zone, question.first_date, question.midnights)
      ), '{}');
      found := internal.reasons_against(internal.with_lines(question, p_location, p_services), place);
    end if;
    employee_id := person.id;
    employee_name := person.name;
    bookable := exists (select from internal.plan_visit(p_location, p_services, person.id, p_starts_at, question.asked_at));
    reasons := to_jsonb(found);
    return next;
  end loop;
end $function$;
