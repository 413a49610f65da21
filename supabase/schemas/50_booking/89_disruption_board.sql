-- What the pages show of disruptions, to those who may decide about them.

-- One disruption with its appointments in order: {id, name, resource, starts_at, ends_at, ended_at, closed, time_zone, others, events, items: [{appointment_id, state, why, starts_at, ends_at, contact_name, contact_phone, contact_email, services, people, resource, proposal,
-- elsewhere, options}]}. `resource`: whether it is about a room or device, and in which an appointment is now; `elsewhere`: in which others it could be at
-- the same time. `closed`: its time is still closed. An unanswered proposal
-- counts as returned when its time has come, whether or not the job has run. Options are worked out for the first forty that need them and cannot just change the room: `options` null are not.
-- Error: disruption_not_found.
create function public.disruption_board(p_disruption uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  disruption public.disruptions;
  hidden boolean;
begin
  select * into disruption from public.disruptions where id = p_disruption;
  if disruption.id is null or disruption.location_id not in (select internal.locations_to_rearrange()) then perform internal.fail('disruption_not_found'); end if;
  hidden := internal.hides_contacts((select place.company_id from public.locations place where place.id = disruption.location_id));
  return (
    select jsonb_build_object('id', disruption.id, 'name', coalesce(employee.name, resource.name), 'resource', resource.id is not null,
      'starts_at', disruption.starts_at, 'ends_at', disruption.ends_at, 'ended_at', disruption.ended_at,
      'closed', coalesce(disruption.exception_id, disruption.block_id) is not null, 'time_zone', location.time_zone, 'others', internal.other_boards(disruption), 'events', internal.events_json(disruption),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object('appointment_id', row.id, 'state', row.shown, 'why', case when row.shown = row.state::text then row.why else 'unanswered' end,
          'starts_at', row.began_at, 'ends_at', row.began_at + (row.ends_at - row.starts_at),
          'contact_name', row.contact_name, 'contact_phone', case when hidden then '' else row.contact_phone end, 'contact_email', case when hidden then '' else row.contact_email end,
          'services', (select jsonb_agg(line.service_name order by line."position") from public.appointment_lines line where line.appointment_id = row.id),
          'people', (select jsonb_agg(served.name order by served.turn) from (select person.name, min(line."position") as turn
            from public.appointment_lines line join public.employees person on person.id = line.employee_id
            where line.appointment_id = row.id group by person.name) served),
          'now_at', row.starts_at, 'resource', case when resource.id is not null then internal.resources_of(row.id) end,
          'proposal', internal.proposal_json(row.id, false), 'elsewhere', other.names, 'options', case when row.turn <= 40 and other.names is null then (
            select coalesce(jsonb_agg(jsonb_build_object('starts_at', free.starts_at, 'ends_at', free.ends_at, 'employee_ids', free.employee_ids,
              'people', (select jsonb_agg(distinct person.name) from public.employees person where person.id = any(free.employee_ids))) order by free.starts_at), '[]')
            from internal.replacements(row.visit, disruption) free) end) order by row.began_at, row.id), '[]')
        from (
          select visit.id, visit.starts_at, visit.ends_at, visit.contact_name, visit.contact_phone, visit.contact_email, visit as visit, item.state, item.why,
            item.starts_at as began_at, shown.state as shown,
            case when shown.state in ('open', 'call') and visit.starts_at > present and disruption.ended_at is null
                and not exists (select from public.holds hold where hold.id = item.hold_id and hold.ended_at is null)
              then row_number() over (partition by shown.state in ('open', 'call') order by visit.starts_at, visit.id) end as turn
          from public.disruption_items item join public.appointments visit on visit.id = item.appointment_id
          cross join lateral (select (case when item.state = 'proposed' and item.answer_by <= present then 'call' else item.state::text end) as state) shown
          where item.disruption_id = disruption.id) row
        cross join lateral (select case when row.turn <= 40 and resource.id is not null then (select internal.resources_in_words(array_agg(line.resource_id))
          from internal.plan_elsewhere(row.visit, disruption) line) end as names) other))
    from public.locations location left join public.employees employee on employee.id = disruption.employee_id
    left join public.resources resource on resource.id = disruption.resource_id
    where location.id = disruption.location_id);
end $$;

-- The disruptions of a location that are not over or not settled, soonest first, at most 100: [{id, name, starts_at, ends_at, unsettled, call, items,
-- events, events_open}].
-- For others: none.
create function public.list_disruptions(p_location uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_to_rearrange()) then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(shown) order by shown.starts_at, shown.id), '[]') from (
      select disruption.id, coalesce(employee.name, resource.name) as name, disruption.starts_at, disruption.ends_at, counted.unsettled, counted.call, counted.items,
        courses.events, courses.events_open
      from public.disruptions disruption left join public.employees employee on employee.id = disruption.employee_id
      left join public.resources resource on resource.id = disruption.resource_id
      cross join lateral (select count(*) filter (where item.state in ('open', 'proposed', 'call')) as unsettled,
          count(*) filter (where item.state = 'call' or item.state = 'proposed' and item.answer_by <= internal.present()) as call, count(*) as items
        from public.disruption_items item where item.disruption_id = disruption.id) counted
      cross join lateral (select count(*) as events, count(*) filter (where course.state = 'open' and event.starts_at > internal.present()) as events_open
        from public.disruption_events course join public.events event on event.id = course.event_id where course.disruption_id = disruption.id) courses
      where disruption.location_id = p_location and disruption.ended_at is null
        and (disruption.ends_at > internal.present() or counted.unsettled > 0 and disruption.ends_at > internal.present() - interval '30 days')
      order by disruption.starts_at, disruption.id limit 100) shown);
end $$;

grant execute on function public.disruption_board, public.list_disruptions to authenticated;
