set local check_function_bodies = off;

ALTER TABLE "public"."messages" ADD COLUMN "settled_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION public.open_tasks(p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  if p_location is null or p_location not in (select internal.locations_with('all_calendars')) then
    return '{"undelivered": [], "offers": []}';
  end if;
  return jsonb_build_object(
    'undelivered', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.starts_at, shown.appointment_id), '[]') from (
        select distinct on (visit.starts_at, visit.id) message.id as message_id, message.kind, visit.id as appointment_id,
          visit.contact_name as name, visit.contact_phone as phone, visit.starts_at
        from public.messages message join public.appointments visit on visit.id = message.appointment_id
        where message.company_id = (select location.company_id from public.locations location where location.id = p_location)
          and message.settled_at is null and message.audience = 'customer' and message.appointment_id is not null
          and (message.state in ('failed', 'bounced') or message.state = 'skipped' and message.last_error = 'suppressed')
          and visit.location_id = p_location and visit.starts_at > present
          and not exists (select from public.messages later where later.appointment_id = visit.id and later.audience = 'customer'
            and later.created_at > message.created_at and later.state in ('sent', 'delivered'))
        order by visit.starts_at, visit.id, message.created_at desc limit 50) shown),
    'offers', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.answer_by, shown.event_id), '[]') from (
        select event.id as event_id, coalesce(nullif(event.title, ''), service.name) as title, event.starts_at, count(*) as offered,
          min(hold.expires_at) as answer_by
        from public.holds hold join public.event_waits wait on wait.hold_id = hold.id
        join public.events event on event.id = wait.event_id join public.services service on service.id = event.service_id
        where hold.location_id = p_location and hold.purpose = 'waitlist' and hold.ended_at is null and hold.expires_at > present
          and wait.left_at is null and event.starts_at > present
        group by event.id, service.name order by answer_by limit 50) shown));
end $function$;

CREATE OR REPLACE FUNCTION public.settle_message(p_message uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message public.messages;
begin
  select one.* into message from public.messages one join public.appointments visit on visit.id = one.appointment_id
  where one.id = p_message and one.audience = 'customer' and visit.location_id in (select internal.locations_with('all_calendars'));
  if message.id is null then perform internal.fail('message_not_found'); end if;
  update public.messages set settled_at = internal.present()
  where appointment_id = message.appointment_id and audience = 'customer' and created_at <= message.created_at and settled_at is null
    and state in ('failed', 'bounced', 'skipped');
end $function$;

REVOKE ALL ON FUNCTION "public"."open_tasks"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_tasks"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_message"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_message"(uuid) TO "authenticated";
