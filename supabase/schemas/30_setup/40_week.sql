-- Replaces the week of one employee in one step; on an error the old week stays. For managers and owners.
-- `p_rows` is [{id?, weekday, starts, ends, valid_from?, valid_to?}], wall times and local dates of the location. A row with the id of
-- one that exists changes that one and keeps validity dates that are not named; a new row without them is open-ended; rows that are
-- not named go.
-- Runs with the rights of the caller. Error: employee_not_found.
create function public.replace_working_hours(p_employee uuid, p_rows jsonb) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  if p_employee is null or p_employee not in (select internal.employees_as('manager')) then
    perform internal.fail('employee_not_found');
  end if;
  -- Two who save at once wait for each other instead of mixing their weeks.
  perform from public.employees where id = p_employee for no key update;
  delete from public.working_hours hours where hours.employee_id = p_employee
    and not exists (select from jsonb_to_recordset(p_rows) as typed (id uuid) where typed.id = hours.id);
  update public.working_hours hours set weekday = typed.weekday, starts = typed.starts, ends = typed.ends,
    valid_from = case when given.value ? 'valid_from' then typed.valid_from else hours.valid_from end,
    valid_to = case when given.value ? 'valid_to' then typed.valid_to else hours.valid_to end
  from jsonb_array_elements(p_rows) given (value),
    jsonb_to_record(given.value) as typed (id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date)
  where hours.id = typed.id and hours.employee_id = p_employee;
  insert into public.working_hours (employee_id, weekday, starts, ends, valid_from, valid_to)
  select p_employee, typed.weekday, typed.starts, typed.ends, typed.valid_from, typed.valid_to
  from jsonb_to_recordset(p_rows) as typed (id uuid, weekday smallint, starts time, ends time, valid_from date, valid_to date)
  where not exists (select from public.working_hours hours where hours.id = typed.id and hours.employee_id = p_employee);
end $$;

grant execute on function public.replace_working_hours to authenticated;
