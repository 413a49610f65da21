-- The last of the days that are drawn together: up to 31 days each alone, up to 92 by seven ending with the last, otherwise by month.
create function internal.report_part(p_day date, p_last date, p_days integer) returns date
language sql immutable set search_path = '' as $$
  select case when p_days <= 31 then p_day when p_days <= 92 then p_last - (p_last - p_day) / 7 * 7
    else least((date_trunc('month', p_day::timestamp) + interval '1 month')::date - 1, p_last) end
$$;

-- The days up to `p_last`, 366 at most, each sum beside that of as many days before: {parts: [{first, last, visits, cents, fresh, again, missed,
-- visits_before, cents_before, fresh_before, again_before, missed_before}], sources: [{source, origin, visits, before}], leads: [{days, visits, before}],
-- people: [{id, name, taken, working, taken_before, working_before}], waits: [{last, asked, seated, asked_before, seated_before}]}. `days` between booking and visit are the least of a class (0, 1, 2, 4, 8, 15, 31).
-- `waits`: places on waiting lists of courses asked for in a part, and how many led to a booking; only parts with any.
-- Errors: location_not_found, not_allowed.
create function public.report_figures(p_location uuid, p_last date, p_days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  days constant integer := least(greatest(p_days, 1), 366);
  last constant date := internal.reckonable(p_last);
  answer jsonb;
begin
  perform internal.require_reports(p_location);
  if last is null then return '{"parts": [], "sources": [], "leads": [], "people": [], "waits": []}'; end if;
  with kept as materialized (
    select report.*, report.day > last - days as recent, case when report.day > last - days then report.day else report.day + days end as place
    from internal.report_days report where report.location_id = p_location and report.day > last - 2 * days and report.day <= last
  ), part as (
    select min(each.date) as first, internal.report_part(each.date, last, days) as last,
      coalesce(sum(kept.visits) filter (where recent), 0) as visits, coalesce(sum(kept.cents) filter (where recent), 0) as cents,
      coalesce(sum(kept.fresh) filter (where recent), 0) as fresh, coalesce(sum(kept.again) filter (where recent), 0) as again,
      coalesce(sum(kept.missed) filter (where recent), 0) as missed,
      coalesce(sum(kept.visits) filter (where not recent), 0) as visits_before, coalesce(sum(kept.cents) filter (where not recent), 0) as cents_before,
      coalesce(sum(kept.fresh) filter (where not recent), 0) as fresh_before,
      coalesce(sum(kept.again) filter (where not recent), 0) as again_before,
      coalesce(sum(kept.missed) filter (where not recent), 0) as missed_before
    from (select last - days + number as date from generate_series(1, days) number) each left join kept on kept.place = each.date
    group by 2
  ), brought as (
    select split_part(door.key, ' ', 1) as source, split_part(door.key, ' ', 2) as origin,
      coalesce(sum(door.value::integer) filter (where recent), 0) as visits, coalesce(sum(door.value::integer) filter (where not recent), 0) as before
    from kept cross join lateral jsonb_each_text(kept.sources) door group by 1, 2
  ), ahead as (
    select (array[0, 1, 2, 4, 8, 15, 31])[class] as days, coalesce(sum(kept.leads[class]) filter (where recent), 0) as visits,
      coalesce(sum(kept.leads[class]) filter (where not recent), 0) as before
    from kept cross join generate_series(1, 7) class group by class having sum(kept.leads[class]) > 0
  ), worked as (
    select employee.id, employee.name, coalesce(sum(noted.taken) filter (where noted.day > last - days), 0) as taken,
      coalesce(sum(noted.working) filter (where noted.day > last - days), 0) as working,
      coalesce(sum(noted.taken) filter (where noted.day <= last - days), 0) as taken_before,
      coalesce(sum(noted.working) filter (where noted.day <= last - days), 0) as working_before, employee.position
    from internal.report_use noted join public.employees employee on employee.id = noted.employee_id
    where noted.location_id = p_location and noted.day > last - 2 * days and noted.day <= last group by employee.id
  ), waited as (
    select internal.report_part(case when wait.day > last - days then wait.day else wait.day + days end, last, days) as last,
      coalesce(sum(wait.asked) filter (where wait.day > last - days), 0) as asked,
      coalesce(sum(wait.seated) filter (where wait.day > last - days), 0) as seated,
      coalesce(sum(wait.asked) filter (where wait.day <= last - days), 0) as asked_before,
      coalesce(sum(wait.seated) filter (where wait.day <= last - days), 0) as seated_before
    from internal.waits_by_day(p_location, last - 2 * days + 1, last) wait group by 1
  )
  select jsonb_build_object(
    'parts', (select coalesce(jsonb_agg(to_jsonb(part) order by part.last), '[]') from part),
    'sources', (select coalesce(jsonb_agg(to_jsonb(brought) order by brought.source, brought.origin), '[]') from brought),
    'leads', (select coalesce(jsonb_agg(to_jsonb(ahead) order by ahead.days), '[]') from ahead),
    'people', (select coalesce(jsonb_agg(to_jsonb(worked) - 'position' order by worked.position, worked.id), '[]') from worked),
    'waits', (select coalesce(jsonb_agg(to_jsonb(waited) order by waited.last), '[]') from waited)) into answer;
  return answer;
end $$;

revoke execute on function internal.report_part from public;
grant execute on function public.report_figures to authenticated;
