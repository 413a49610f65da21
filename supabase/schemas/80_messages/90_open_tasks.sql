-- What waits for somebody at the desk, besides requests and disruptions, which have verbs of their own.

-- The open tasks of a location, for those who see all its calendars; for others: none.
-- {undelivered: [{message_id, kind, appointment_id, name, phone, starts_at}], untested: [{appointment_id, name, phone, starts_at, service, test}],
-- offers: [{event_id, title, starts_at, offered, answer_by}]}, at most 50 of each.
-- `undelivered`: mails about appointments to come that failed, came back, or must not go to their address, the first appointment first; none once a later
-- mail about the appointment has left, or a member has settled it. `untested`: confirmed visits of the next two weeks whose test before is missing, for example
-- because it was cancelled. `offers`: courses with seats that people of the waiting list have not answered yet, with the earliest end of an offer.
create function public.open_tasks(p_location uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  hidden constant boolean := internal.hides_contacts((select place.company_id from public.locations place where place.id = p_location));
begin
  if p_location is null or p_location not in (select internal.locations_with('all_calendars')) then
    return '{"undelivered": [], "untested": [], "offers": []}';
  end if;
  return jsonb_build_object(
    'undelivered', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.starts_at, shown.appointment_id), '[]') from (
        select distinct on (visit.starts_at, visit.id) message.id as message_id, message.kind, visit.id as appointment_id,
          visit.contact_name as name, case when hidden then '' else visit.contact_phone end as phone, visit.starts_at
        from public.messages message join public.appointments visit on visit.id = message.appointment_id
        where message.company_id = (select location.company_id from public.locations location where location.id = p_location)
          and message.settled_at is null and message.audience = 'customer' and message.appointment_id is not null
          and (message.state in ('failed', 'bounced') or message.state = 'skipped' and message.last_error = 'suppressed')
          and visit.location_id = p_location and visit.starts_at > present
          and not exists (select from public.messages later where later.appointment_id = visit.id and later.audience = 'customer'
            and later.created_at > message.created_at and later.state in ('sent', 'delivered'))
        order by visit.starts_at, visit.id, message.created_at desc limit 50) shown),
    'untested', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.starts_at, shown.appointment_id), '[]') from (
        select visit.id as appointment_id, visit.contact_name as name, case when hidden then '' else visit.contact_phone end as phone, visit.starts_at,
          lacks.test ->> 'service' as service, lacks.test ->> 'test' as test
        from public.appointments visit
        cross join lateral (select array_agg(line.service_id order by line."position") as services from public.appointment_lines line
          join public.service_tests link on link.service_id = line.service_id where line.appointment_id = visit.id) need
        cross join lateral (select internal.missing_test(need.services, visit.starts_at, visit.user_id,
          (select link.secret_hash from public.appointment_links link where link.appointment_id = visit.id limit 1), visit.customer_id) as test) lacks
        where visit.location_id = p_location and visit.state = 'confirmed' and visit.starts_at > present
          and visit.starts_at < present + interval '14 days' and need.services is not null and lacks.test is not null
          and exists (select from public.service_tests one where one.location_id = p_location)
        order by visit.starts_at limit 50) shown),
    'offers', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.answer_by, shown.event_id), '[]') from (
        select event.id as event_id, coalesce(nullif(event.title, ''), service.name) as title, event.starts_at, count(*) as offered,
          min(hold.expires_at) as answer_by
        from public.holds hold join public.event_waits wait on wait.hold_id = hold.id
        join public.events event on event.id = wait.event_id join public.services service on service.id = event.service_id
        where hold.location_id = p_location and hold.purpose = 'waitlist' and hold.ended_at is null and hold.expires_at > present
          and wait.left_at is null and event.starts_at > present
        group by event.id, service.name order by answer_by limit 50) shown));
end $$;

-- Nothing is left to do about a mail that did not arrive, nor about earlier ones of the same appointment: somebody phoned. The same again changes nothing.
-- Error: message_not_found.
create function public.settle_message(p_message uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  message public.messages;
begin
  select one.* into message from public.messages one join public.appointments visit on visit.id = one.appointment_id
  where one.id = p_message and one.audience = 'customer' and visit.location_id in (select internal.locations_with('all_calendars'));
  if message.id is null then perform internal.fail('message_not_found'); end if;
  update public.messages set settled_at = internal.present()
  where appointment_id = message.appointment_id and audience = 'customer' and created_at <= message.created_at and settled_at is null
    and state in ('failed', 'bounced', 'skipped');
end $$;

grant execute on function public.open_tasks, public.settle_message to authenticated;
