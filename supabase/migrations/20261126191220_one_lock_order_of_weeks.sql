-- Weeks of people and of the location are locked in one order, so that nobody keeps both.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.lock_week(p_employee uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.locations place
  where place.id = (select person.location_id from public.employees person where person.id = p_employee) for no key update;
  perform from public.employees where id = p_employee for no key update;
end $function$;

CREATE OR REPLACE FUNCTION public.choose_hours(p_employee uuid, p_own boolean, p_was jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_employee is null or p_employee not in (select internal.employees_as('manager')) then
    perform internal.fail('employee_not_found');
  end if;
  perform internal.lock_week(p_employee);
  if not internal.is_same_week(internal.week_of(p_employee), p_was) then perform internal.fail('hours_changed'); end if;
  update public.employees set own_hours = coalesce(p_own, true) where id = p_employee and own_hours <> coalesce(p_own, true);
end $function$;

CREATE OR REPLACE FUNCTION public.replace_working_hours(p_employee uuid, p_rows jsonb, p_was jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_employee is null or p_employee not in (select internal.employees_as('manager')) then
    perform internal.fail('employee_not_found');
  end if;
  -- Two who save at once wait for each other instead of mixing their weeks.
  perform internal.lock_week(p_employee);
  if not internal.is_same_week(internal.week_of(p_employee), p_was) then perform internal.fail('hours_changed'); end if;
  update public.employees set own_hours = true where id = p_employee and not own_hours;
  delete from public.working_hours hours where hours.employee_id = p_employee
    and not exists (select from jsonb_to_recordset(p_rows) as typed (id uuid) where typed.id = hours.id);
  update public.working_hours hours set weekday = typed.weekday, starts = typed.starts, ends = typed.ends,
    valid_from = case when given.value ? 'valid_from' then typed.valid_from else hours.valid_from end,
    valid_to = case when given.value ? 'valid_to' then typed.valid_to else hours.valid_to end,
    rota_weeks = case when given.value ? 'rota_weeks' then typed.rota_weeks else hours.rota_weeks end,
    rota_week = case when given.value ? 'rota_weeks' then typed.rota_week else hours.rota_week end,
    rota_start = case when given.value ? 'rota_weeks' then typed.rota_start else hours.rota_start end
  from jsonb_array_elements(p_rows) given (value), jsonb_to_record(given.value) as typed (
    id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date, rota_weeks smallint, rota_week smallint, rota_start date)
  where hours.id = typed.id and hours.employee_id = p_employee;
  insert into public.working_hours (employee_id, weekday, starts, ends, valid_from, valid_to, rota_weeks, rota_week, rota_start)
  select p_employee, typed.weekday, typed.starts, typed.ends, typed.valid_from, typed.valid_to, typed.rota_weeks, typed.rota_week, typed.rota_start
  from jsonb_to_recordset(p_rows) as typed (
    id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date, rota_weeks smallint, rota_week smallint, rota_start date)
  where not exists (select from public.working_hours hours where hours.id = typed.id and hours.employee_id = p_employee);
  perform internal.check_week(internal.week_of(p_employee));
end $function$;

REVOKE ALL ON FUNCTION "internal"."lock_week"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."lock_week"(uuid) TO "authenticated";
