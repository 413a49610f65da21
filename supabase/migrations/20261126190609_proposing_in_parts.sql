set local check_function_bodies = off;

DROP FUNCTION "internal"."seat_all_elsewhere"(public.disruptions);

CREATE OR REPLACE FUNCTION internal.open_visits(disruption public.disruptions, p_after uuid, p_limit integer)
 RETURNS SETOF public.appointments
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
declare
  after public.appointments;
begin
  select * into after from public.appointments visit where visit.id = p_after;
  return query select visit.* from public.disruption_items item join public.appointments visit on visit.id = item.appointment_id
    where item.disruption_id = disruption.id and item.state = 'open' and (after.id is null or (visit.starts_at, visit.id) > (after.starts_at, after.id))
    order by visit.starts_at, visit.id limit p_limit;
end $function$;

CREATE OR REPLACE FUNCTION internal.propose_each(disruption public.disruptions, p_visits uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  visit public.appointments;
  item public.disruption_items;
  best record;
  asked uuid[] := '{}';
begin
  for visit in select booked.* from public.appointments booked where booked.id = any(p_visits) order by booked.starts_at, booked.id loop
    item := internal.open_item(disruption.id, visit.id);
    select * into best from internal.replacements(visit, disruption) limit 1;
    if best.starts_at is null or least(best.starts_at, visit.starts_at) < internal.present() + interval '15 minutes' then
      update public.disruption_items set state = 'call', why = 'nothing_free', changed_at = internal.present()
      where disruption_id = disruption.id and appointment_id = visit.id;
      continue;
    end if;
    begin
      perform internal.keep_proposal(item, disruption, best.starts_at, case when cardinality(best.employee_ids) = 1 then best.employee_ids[1] end);
      asked := asked || visit.id;
    exception when raise_exception then
      -- One time that is not to be had must not undo the others.
      update public.disruption_items set state = 'call', why = 'nothing_free', changed_at = internal.present()
      where disruption_id = disruption.id and appointment_id = visit.id;
    end;
  end loop;
  -- Last, since it counts mails.
  perform internal.take_counts_by_hand(asked);
  perform internal.ask_customer(disruption.id, id) from unnest(asked) id;
end $function$;

CREATE OR REPLACE FUNCTION internal.seat_each(disruption public.disruptions, p_visits uuid[], p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  visit public.appointments;
  moved integer := 0;
begin
  for visit in select booked.* from public.appointments booked where booked.id = any(p_visits) order by booked.starts_at, booked.id loop
    continue when not exists (select from internal.plan_elsewhere(visit, disruption));
    begin
      perform internal.seat_elsewhere(internal.open_item(disruption.id, visit.id));
      moved := moved + 1;
    exception when raise_exception then
      -- One place that is not to be had must not undo the others.
      null;
    end;
  end loop;
  return jsonb_build_object('moved', moved, 'last', case when cardinality(p_visits) >= p_limit then visit.id end);
end $function$;

CREATE OR REPLACE FUNCTION public.propose_all(p_disruption uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seated constant jsonb := public.seat_some(p_disruption, null, 300);
begin
  return public.propose_some(p_disruption, 60) || jsonb_build_object('moved', seated -> 'moved');
end $function$;

CREATE OR REPLACE FUNCTION public.propose_some(p_disruption uuid, p_limit integer DEFAULT 8)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
begin
  if disruption.ended_at is null then
    perform internal.propose_each(disruption, array(select open.id from internal.open_visits(disruption, null, least(greatest(coalesce(p_limit, 1), 1), 60)) open));
  end if;
  return (select jsonb_build_object('proposed', count(*) filter (where one.state = 'proposed'), 'call', count(*) filter (where one.state = 'call'),
    'open', count(*) filter (where one.state = 'open')) from public.disruption_items one where one.disruption_id = p_disruption);
end $function$;

CREATE OR REPLACE FUNCTION public.seat_some(p_disruption uuid, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 20)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  size constant integer := least(greatest(coalesce(p_limit, 1), 1), 300);
begin
  if disruption.ended_at is not null or disruption.resource_id is null then return '{"moved": 0, "last": null}'; end if;
  return internal.seat_each(disruption, array(select open.id from internal.open_visits(disruption, p_after, size) open), size);
end $function$;

REVOKE ALL ON FUNCTION "internal"."open_visits"(public.disruptions, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."propose_each"(public.disruptions, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."seat_each"(public.disruptions, uuid[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."propose_some"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."propose_some"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."seat_some"(uuid, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."seat_some"(uuid, uuid, integer) TO "authenticated";
