-- Moves say where the mover has seen what they move; blocks remember who moved them. The new arguments can be left out, so that programs of 0.4.0 go on.
set local check_function_bodies = off;

DROP FUNCTION "public"."change_block"(uuid, timestamp with time zone, timestamp with time zone, uuid, text);

DROP FUNCTION "public"."reschedule_appointment"(uuid, timestamp with time zone, public.move_notice, boolean, uuid, text, text, uuid, text);

ALTER TABLE "public"."blocks" ADD COLUMN "moved_by" uuid;

ALTER TABLE "public"."blocks" ADD COLUMN "moved_at" timestamp with time zone;

update internal.exported_tables set left_out = left_out || 'moved_by'::text where name = 'blocks';

CREATE OR REPLACE FUNCTION internal.block_standing(block public.blocks)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return concat_ws(' ', extract(epoch from block.starts_at)::bigint, extract(epoch from block.ends_at)::bigint,
    coalesce(block.employee_id, block.resource_id));
end $function$;

CREATE OR REPLACE FUNCTION internal.check_block_seen(block public.blocks, p_seen text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  stands constant text := internal.block_standing(block);
begin
  if p_seen is null or coalesce(stands = any(p_seen), false) then return; end if;
  perform internal.fail('moved_meanwhile', jsonb_build_object('seen', stands, 'starts_at', block.starts_at, 'ends_at', block.ends_at,
    'actor', 'business', 'at', block.moved_at, 'by', internal.name_in_team(block.moved_by, block.location_id), 'people', (
      select coalesce(jsonb_agg(person.name), '[]') from public.employees person where person.id = block.employee_id))::text);
end $function$;

CREATE OR REPLACE FUNCTION internal.check_seen(visit public.appointments, p_seen text[], p_actor public.actor_kind)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  stands constant text := case when p_actor = 'business' then internal.standing(visit.id) else extract(epoch from visit.starts_at)::bigint::text end;
  event public.appointment_events;
begin
  if p_seen is null or coalesce(stands = any(p_seen), false) then return; end if;
  select * into event from public.appointment_events
  where appointment_id = visit.id and verb in ('reschedule', 'change') order by id desc limit 1;
  perform internal.fail('moved_meanwhile', jsonb_build_object('seen', stands, 'starts_at', visit.starts_at,
    'actor', event.actor, 'at', event.at, 'by', case when p_actor = 'business' and event.actor = 'business' then
      internal.name_in_team(event.actor_id, visit.location_id) else '' end,
    'people', case when p_actor = 'business' then (
      select coalesce(jsonb_agg(distinct person.name), '[]')
      from public.appointment_lines line join public.employees person on person.id = line.employee_id where line.appointment_id = visit.id)
      else '[]' end)::text);
end $function$;

CREATE OR REPLACE FUNCTION internal.name_in_team(p_user uuid, p_location uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select person.name from public.employees person
    where person.user_id = p_user and person.location_id in (
      select place.id from public.locations place
      where place.company_id = (select own.company_id from public.locations own where own.id = p_location))
    order by person.location_id = p_location desc, person.active desc, person.id limit 1), internal.person_name(p_user), '');
end $function$;

CREATE OR REPLACE FUNCTION internal.standing(p_appointment uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select extract(epoch from visit.starts_at)::bigint || coalesce((
      select string_agg(' ' || line.employee_id, '' order by line."position") from public.appointment_lines line where line.appointment_id = visit.id), '')
    from public.appointments visit where visit.id = p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.appointment_actors(p_appointment uuid)
 RETURNS TABLE(event_id bigint, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
begin
  if not internal.works_on(p_appointment) then return; end if;
  return query
  select event.id, internal.name_in_team(event.actor_id, visit.location_id)
  from public.appointment_events event join public.appointments visit on visit.id = event.appointment_id
  where event.appointment_id = p_appointment and event.actor = 'business' and event.actor_id is not null
  order by event.id;
end $function$;

CREATE OR REPLACE FUNCTION public.change_block(p_block uuid, p_starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_title text DEFAULT NULL::text, p_seen text[] DEFAULT NULL::text[], p_version timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS public.blocks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  block public.blocks := internal.open_block(p_block);
  moves constant boolean := (coalesce(p_starts_at, block.starts_at), coalesce(p_ends_at, block.ends_at), coalesce(p_employee, block.employee_id))
    is distinct from (block.starts_at, block.ends_at, block.employee_id);
begin
  if moves then perform internal.check_block_seen(block, p_seen); end if;
  if p_version <> block.updated_at then perform internal.fail('edited_meanwhile'); end if;
  if p_employee is not null then
    block.employee_id := p_employee;
    block.resource_id := null;
    perform internal.check_blocker(block.location_id, block.employee_id, null);
  end if;
  block.starts_at := coalesce(p_starts_at, block.starts_at);
  block.ends_at := coalesce(p_ends_at, block.ends_at);
  if moves then perform internal.check_block_times(block.starts_at, block.ends_at); end if;
  -- Before it is assigned: the column's own error is not in the product's words.
  if length(btrim(p_title)) > 120 then perform internal.fail('title_too_long'); end if;
  block.title := btrim(coalesce(p_title, block.title));
  update public.blocks set employee_id = block.employee_id, resource_id = block.resource_id, starts_at = block.starts_at,
    ends_at = block.ends_at, title = block.title, moved_by = case when moves then internal.person() else moved_by end,
    moved_at = case when moves then internal.present() else moved_at end
  where id = p_block returning * into block;
  if moves then
    update public.disruptions set block_id = null where block_id = p_block;
    perform internal.take_block(block);
  end if;
  return block;
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_notify public.move_notice, p_anyway boolean, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text, p_seen text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret, true);
  appointment constant public.appointments := opened.appointment;
  by_business constant boolean := opened.actor = 'business';
  known constant jsonb := internal.known_visit(p_appointment);
  services uuid[];
  employees uuid[];
  wanted uuid;
  demanded text;
  done boolean;
  unusual_before jsonb;
begin
  if p_idempotency_key is not null and exists (
    select from public.appointment_events where idempotency_key = p_idempotency_key) then
    if not exists (select from public.appointment_events
      where idempotency_key = p_idempotency_key and appointment_id = p_appointment) then perform internal.fail('key_used'); end if;
    return internal.moved_json(p_appointment);
  end if;
  perform internal.check_move(appointment, 'reschedule', opened.actor);
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  -- Seats have the time of their event.
  if exists (select from public.appointment_lines where appointment_id = p_appointment and event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  select array_agg(service_id order by "position"), array_agg(distinct employee_id) into services, employees
  from public.appointment_lines where appointment_id = p_appointment;
  wanted := coalesce(p_employee, case when cardinality(employees) = 1 then employees[1] end);
  if appointment.starts_at = p_starts_at and (p_employee is null or employees = array[p_employee]) then
    return internal.moved_json(p_appointment);
  end if;
  perform internal.check_seen(appointment, p_seen, opened.actor);
  if not by_business then
    if not internal.customer_may_change(appointment) then
      perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
    end if;
    if p_starts_at <= present then perform internal.fail('past'); end if;
    perform internal.check_tests(services, p_starts_at, appointment.user_id, sha256(convert_to(p_secret, 'UTF8')), appointment.customer_id);
    demanded := internal.demanded_early_start(appointment, p_starts_at, p_early_start);
    if internal.is_limited() and (internal.moves_of_day(p_appointment, 'customer') >= 5 or (
      internal.account_of(appointment.user_id, appointment.contact_email) is null
      and internal.spend(internal.recipient_budgets(appointment.contact_email, 6, 10, 'move')) is not null)) then
      perform internal.fail('too_many_moves');
    end if;
  elsif not internal.may_book_for(appointment.location_id, p_employee) and p_employee is not null then
    perform internal.fail('not_allowed');
  end if;
  unusual_before := case when by_business then internal.warnings_by_hand(p_appointment, present) end;
  done := internal.place_lines(p_appointment, services, wanted, p_starts_at, present, by_business);
  if not done and p_employee is null and not by_business and wanted is not null then
    done := internal.place_lines(p_appointment, services, null, p_starts_at, present, false);
  end if;
  if not done then
    perform internal.refuse_start(appointment.location_id, services, wanted, p_starts_at, present, p_appointment, by_business);
  end if;
  if by_business and not coalesce(p_anyway, false) then
    perform internal.check_unusual(appointment, unusual_before, p_starts_at, present);
  end if;
  insert into public.early_starts select p_appointment, present, demanded where demanded is not null;
  perform internal.note_move(appointment, known, p_starts_at, opened.actor, p_reason, p_idempotency_key, p_notify);
  return internal.moved_json(p_appointment);
end $function$;

ALTER TABLE "public"."blocks" ADD CONSTRAINT "blocks_moved_by_fkey" FOREIGN KEY (moved_by) REFERENCES auth.users(id) ON DELETE SET NULL;

REVOKE ALL ON FUNCTION "internal"."block_standing"(public.blocks) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_block_seen"(public.blocks, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_seen"(public.appointments, text[], public.actor_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."name_in_team"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."standing"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_block"(uuid, timestamp with time zone, timestamp with time zone, uuid, text, text[], timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_block"(uuid, timestamp with time zone, timestamp with time zone, uuid, text, text[], timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reschedule_appointment"(uuid, timestamp with time zone, public.move_notice, boolean, uuid, text, text, uuid, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reschedule_appointment"(uuid, timestamp with time zone, public.move_notice, boolean, uuid, text, text, uuid, text, text[]) TO "anon", "authenticated";
