-- Sums of the days from `p_first` to `p_last`, 31 at most, for a file: for each person, service or source (`p_by`) {name, visits,
-- minutes, cents, missed, cancelled}. Visits of persons and services are those with a part of theirs; minutes and cents are of the parts.
-- An event takes its time once, however many come. Needs the right to take lists along, too. Errors: location_not_found, not_allowed.
create function public.report_rows(p_location uuid, p_first date, p_last date, p_by text default 'person') returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  zone constant text := (select time_zone from public.locations where id = p_location);
  first constant date := internal.reckonable(p_first);
  last constant date := least(internal.reckonable(p_last), first + 30);
  begins constant timestamptz := internal.instant(first::timestamp, zone);
  ends constant timestamptz := internal.instant((last + 1)::timestamp, zone);
begin
  perform internal.require_reports(p_location);
  if p_location not in (select internal.locations_with('export')) then perform internal.fail('not_allowed'); end if;
  return (
    with part as (
      select visit.id, visit.state in ('confirmed', 'completed') as came, visit.state, visit.source, line.price_cents,
        case p_by when 'person' then line.employee_id when 'service' then line.service_id end as subject,
        case when line.event_id is null or row_number() over (
            partition by line.event_id, visit.state in ('confirmed', 'completed'),
              case p_by when 'person' then line.employee_id::text when 'service' then line.service_id::text else visit.source end
            order by visit.id, line.position) = 1
          then extract(epoch from line.ends_at - line.starts_at)::integer / 60 else 0 end as minutes
      from public.appointments visit join public.appointment_lines line on line.appointment_id = visit.id
      where visit.location_id = p_location and visit.starts_at >= begins and visit.starts_at < ends
        and visit.state in ('confirmed', 'completed', 'no_show', 'cancelled')
    ), summed as (
      select subject, case when p_by is distinct from 'person' and p_by is distinct from 'service' then source end as source,
        count(distinct id) filter (where came) as visits, coalesce(sum(minutes) filter (where came), 0) as minutes,
        coalesce(sum(price_cents) filter (where came), 0) as cents,
        count(distinct id) filter (where state = 'no_show') as missed, count(distinct id) filter (where state = 'cancelled') as cancelled
      from part group by 1, 2
    )
    select coalesce(jsonb_agg(jsonb_build_object('name', named.name, 'visits', summed.visits, 'minutes', summed.minutes, 'cents', summed.cents,
      'missed', summed.missed, 'cancelled', summed.cancelled) order by named.name, summed.subject), '[]')
    from summed cross join lateral (select coalesce(summed.source, (select person.name from public.employees person where person.id = summed.subject),
      (select service.name from public.services service where service.id = summed.subject)) as name) named);
end $$;

grant execute on function public.report_rows to authenticated;
