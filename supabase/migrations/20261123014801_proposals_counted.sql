set local check_function_bodies = off;

DROP FUNCTION "internal"."plan_visit"(uuid, uuid[], uuid, timestamp with time zone, timestamp with time zone, uuid, boolean, boolean);

CREATE OR REPLACE FUNCTION internal.check_employee_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.user_id is not null and not exists (
    select from public.members member join public.locations location on location.company_id = member.company_id
    where location.id = new.location_id and member.user_id = new.user_id
  ) then
    perform internal.fail('not_a_member');
  end if;
  if new.user_id is not null and new.location_id in (select internal.locations_as('manager'))
    and new.location_id not in (select internal.locations_with('all_calendars')) then
    perform internal.fail('not_allowed');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.drop_proposal(item public.disruption_items)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.end_hold(hold.id, true) from (select id from public.holds where id = item.hold_id and ended_at is null for update) hold;
  update public.messages set state = 'skipped', last_error = 'replaced'
  where appointment_id = item.appointment_id and kind = 'appointment_proposed' and state = 'queued';
end $function$;

CREATE OR REPLACE FUNCTION internal.open_invitation(p_invitation uuid)
 RETURNS public.invitations
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations where id = p_invitation and accepted_at is null;
  if invitation.id is null or internal.role_in(invitation.company_id) is null then perform internal.fail('invitation_not_found'); end if;
  perform internal.open_inviting(invitation.company_id, invitation.role);
  select * into invitation from public.invitations where id = p_invitation and accepted_at is null for update;
  if invitation.id is null then perform internal.fail('invitation_not_found'); end if;
  return invitation;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_inviting(p_company uuid, p_role public.member_role)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.open_company(p_company, internal.inviter_of(p_role));
  if exists (select from internal.rights usual
    where usual.from_role <= p_role and p_company not in (select internal.companies_with(usual.name))) then
    perform internal.fail('role_not_allowed');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_replacement(visit public.appointments, disruption public.disruptions, p_starts_at timestamp with time zone, p_employee uuid, p_present timestamp with time zone)
 RETURNS internal.planned_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  planned constant internal.planned_line[] := array(select plan from internal.plan_visit(visit.location_id, internal.movable_services(visit.id), p_employee,
    p_starts_at, p_present, visit.id, p_without_notice => true) plan);
begin
  if p_starts_at <= p_present or exists (select from unnest(planned) line where line.employee_id = disruption.employee_id
    and line.starts_at < disruption.ends_at and line.ends_at > disruption.starts_at) then return '{}'; end if;
  return planned;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_visit(p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamp with time zone, p_now timestamp with time zone, p_ignore_appointment uuid DEFAULT NULL::uuid, p_free_choice boolean DEFAULT false, p_unbooked boolean DEFAULT false, p_without_notice boolean DEFAULT false)
 RETURNS SETOF internal.planned_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  place public.locations := internal.bookable_location(p_location);
  start_date date := (internal.reckonable(p_starts_at) at time zone place.time_zone)::date;
  minute integer := internal.minute(internal.reckonable(p_starts_at));
  -- Whoever books a named person by hand books them out of hours, too.
  outlook internal.outlook := (p_now, p_ignore_appointment, p_free_choice and p_employee is not null, p_unbooked, false);
  found record;
  offer internal.line_offer;
  settled integer;
  -- What the lines so far occupy of the employee of each turn.
  taken int4multirange[] := '{}';
  occupied int4multirange;
  -- What the lines so far reserve of which resource.
  keepers uuid[] := '{}';
  kept int4multirange[] := '{}';
  whole int4multirange;
  resource uuid;
  reserved int4multirange;
begin
  if place.id is null or p_starts_at <> date_trunc('minute', internal.reckonable(p_starts_at)) then return; end if;
  if not p_free_choice and (not p_without_notice and p_starts_at < p_now + make_interval(mins => place.notice_minutes)
    or start_date > (p_now at time zone place.time_zone)::date + place.horizon_days) then return; end if;

  loop
    select * into found from internal.offers(p_location, p_services, p_employee, place.time_zone, start_date, start_date, outlook, p_free_choice);
    exit when outlook.by_hand or not p_free_choice
      or exists (select from unnest(found.offers) each where each.line = 1 and each.starts @> minute);
    outlook.by_hand := true;
  end loop;
  for step in 1 .. cardinality(p_services) loop
    -- Rule 7. Who performs the whole visit is settled by the first line.
    select each.* into offer
    from unnest(found.offers) each join unnest(found.days) day on day.turn = each.turn
    where each.line = step and (settled is null or each.turn = settled) and case
      when step > 1 or p_free_choice then each.starts @> minute
      else exists (select from internal.runs(each.starts, 0, 1, day.work, day.begins, place.grid_minutes::integer, minute, minute) run
        where run.first = minute) end
    order by day.booked, each.turn limit 1;
    if offer.line is null then return; end if;
    settled := case when offer.alone then offer.turn end;
    occupied := internal.busy(minute, offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes)
      - coalesce(taken[offer.turn], '{}');
    taken[offer.turn] := coalesce(taken[offer.turn], '{}') + occupied;
    resource := null;
    reserved := null;
    if offer.resource_kind is not null then
      whole := int4multirange(int4range(minute - offer.before, minute + offer.minutes + offer.after));
      resource := (select one.id from unnest(offer.resources, offer.spare) with ordinality one (id, times, turn)
        where one.times @> whole order by one.turn limit 1);
      reserved := whole - coalesce((
        select range_agg(own.earlier) from unnest(keepers, kept) as own (id, earlier) where own.id = resource), '{}');
      keepers := keepers || resource;
      kept := kept || whole;
    end if;
    return next (step, offer.service_id, offer.employee_id, offer.service_name, internal.instant(minute),
      internal.instant(minute + offer.minutes), offer.price_cents, occupied, resource, reserved, null, null)::internal.planned_line;
    minute := minute + offer.minutes;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.settle_item(item public.disruption_items, p_state public.disruption_state)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked constant boolean := internal.was_asked(item);
  visit constant public.appointments := (select booked from public.appointments booked where booked.id = item.appointment_id);
begin
  perform internal.drop_proposal(item);
  update public.disruption_items set state = p_state, hold_id = null, answer_by = null, why = null, changed_at = internal.present()
  where disruption_id = item.disruption_id and appointment_id = item.appointment_id;
  if asked and p_state = 'kept' then
    perform internal.queue_messages(item.appointment_id, 'appointment_kept', 'business', '{}',
      internal.spend_by_hand(visit.company_id, visit.contact_email));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.was_asked(item public.disruption_items)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return item.state in ('proposed', 'call') and exists (select from public.messages message where message.appointment_id = item.appointment_id
    and message.kind = 'appointment_proposed' and message.state not in ('queued', 'skipped') and not exists (
      select from public.messages later where later.appointment_id = item.appointment_id and later.kind = 'appointment_kept'
        and later.created_at >= message.created_at));
end $function$;

CREATE OR REPLACE FUNCTION public.answer_proposal(p_appointment uuid, p_accept boolean, p_secret text DEFAULT NULL::text, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret, true);
  item public.disruption_items;
  hold public.holds;
  demanded text;
begin
  -- Who answers on the phone needs the right to move, whatever the answer.
  if opened.actor = 'business' then perform internal.check_move(opened.appointment, 'reschedule', 'business'); end if;
  select * into item from public.disruption_items last where last.appointment_id = p_appointment order by last.changed_at desc limit 1 for update;
  select * into hold from public.holds kept where kept.id = item.hold_id for update;
  if p_accept and item.state = 'accepted' or not p_accept and item.why = 'declined' then return internal.visit_json(p_appointment); end if;
  if p_accept is null or hold.id is null or hold.ended_at is not null or item.state not in ('proposed', 'call') then perform internal.fail('proposal_over'); end if;
  if not p_accept then
    perform internal.drop_proposal(item);
    update public.disruption_items set state = 'call', why = 'declined', hold_id = null, answer_by = null, changed_at = present
    where disruption_id = item.disruption_id and appointment_id = p_appointment;
    return internal.visit_json(p_appointment);
  end if;
  if hold.starts_at <= present then perform internal.fail('past'); end if;
  if opened.actor = 'customer' then
    demanded := internal.demanded_early_start(opened.appointment, hold.starts_at, p_early_start);
    insert into public.early_starts select p_appointment, present, demanded where demanded is not null;
  end if;
  -- First, so that the move is known to be this answer.
  update public.disruption_items set state = 'accepted', hold_id = null, answer_by = null, why = null, changed_at = present
  where disruption_id = item.disruption_id and appointment_id = p_appointment;
  perform internal.move_to_hold(p_appointment, hold.id, opened.actor);
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.end_disruption(p_disruption uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  kept uuid[];
begin
  if disruption.employee_id is null and disruption.location_id not in (select internal.locations_as('manager')) then
    perform internal.fail('not_allowed');
  end if;
  if disruption.ended_at is null then
    update public.disruptions set ended_at = internal.present() where id = p_disruption;
    -- What somebody has made of it since is theirs.
    delete from public.exceptions closed using public.locations place
    where closed.id = disruption.exception_id and place.id = disruption.location_id
      and closed.employee_id is not distinct from disruption.employee_id and closed.kind = 'closed'
      and closed.starts_at = disruption.starts_at at time zone place.time_zone
      and closed.ends_at = disruption.ends_at at time zone place.time_zone;
    perform from public.appointments visit where visit.id in (select item.appointment_id from public.disruption_items item
      where item.disruption_id = p_disruption and item.state in ('open', 'proposed', 'call')) order by visit.id for update;
    select array_agg(item.appointment_id order by item.appointment_id) into kept
    from public.disruption_items item where item.disruption_id = p_disruption and item.state in ('open', 'proposed', 'call');
    perform internal.settle_item(item, 'kept') from public.disruption_items item
    where item.disruption_id = p_disruption and item.appointment_id = any(kept);
  end if;
  return coalesce(cardinality(kept), 0);
end $function$;

CREATE OR REPLACE FUNCTION public.invite_member(p_company uuid, p_email text, p_role public.member_role, p_employee uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  address constant text := lower(btrim(coalesce(p_email, '')));
  employee record;
  invitation public.invitations;
begin
  perform internal.open_inviting(p_company, p_role);
  if p_role is null or p_role = 'owner' then perform internal.fail('role_not_allowed'); end if;
  if not internal.is_address(address) then perform internal.fail('email_invalid'); end if;
  if exists (select from public.members member join auth.users account on account.id = member.user_id
    where member.company_id = p_company and account.email = address) then
    perform internal.fail('already_member');
  end if;
  if p_employee is not null then
    select other.user_id into employee from public.employees other join public.locations location on location.id = other.location_id
    where other.id = p_employee and location.company_id = p_company and not other.archived;
    if not found then perform internal.fail('employee_not_found'); end if;
    if employee.user_id is not null then perform internal.fail('employee_linked'); end if;
  end if;
  delete from public.invitations where company_id = p_company and accepted_at < present - interval '90 days';
  delete from public.invitations where company_id = p_company and email = address and accepted_at is null and expires_at <= present;
  insert into public.invitations (company_id, email, role, employee_id, invited_by, expires_at)
  values (p_company, address, p_role, p_employee, left(internal.person_name(internal.person()), 254), present + interval '7 days')
  on conflict (company_id, email) where accepted_at is null do nothing returning * into invitation;
  if invitation.id is null then perform internal.fail('already_invited'); end if;
  perform internal.mail_invitation(invitation, 'invited');
  return invitation.id;
end $function$;

CREATE OR REPLACE FUNCTION public.propose_all(p_disruption uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  visit public.appointments;
  item public.disruption_items;
  best record;
  asked uuid[] := '{}';
begin
  for visit in
    select booked.* from public.appointments booked
    where disruption.ended_at is null and booked.id in (
      select one.appointment_id from public.disruption_items one where one.disruption_id = p_disruption and one.state = 'open')
    order by booked.starts_at, booked.id limit 60
  loop
    item := internal.open_item(p_disruption, visit.id);
    select * into best from internal.replacements(visit, disruption) limit 1;
    if best.starts_at is null or least(best.starts_at, visit.starts_at) < internal.present() + interval '15 minutes' then
      update public.disruption_items set state = 'call', why = 'nothing_free', changed_at = internal.present()
      where disruption_id = p_disruption and appointment_id = visit.id;
      continue;
    end if;
    begin
      perform internal.keep_proposal(item, disruption, best.starts_at, case when cardinality(best.employee_ids) = 1 then best.employee_ids[1] end);
      asked := asked || visit.id;
    exception when raise_exception then
      -- One time that is not to be had must not undo the others.
      update public.disruption_items set state = 'call', why = 'nothing_free', changed_at = internal.present()
      where disruption_id = p_disruption and appointment_id = visit.id;
    end;
  end loop;
  -- Last, since it counts mails.
  perform internal.ask_customer(p_disruption, id) from unnest(asked) id;
  return (select jsonb_build_object('proposed', count(*) filter (where one.state = 'proposed'), 'call', count(*) filter (where one.state = 'call'),
    'open', count(*) filter (where one.state = 'open')) from public.disruption_items one where one.disruption_id = p_disruption);
end $function$;

REVOKE ALL ON FUNCTION "internal"."open_inviting"(uuid, public.member_role) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."plan_visit"(uuid, uuid[], uuid, timestamp with time zone, timestamp with time zone, uuid, boolean, boolean, boolean) FROM PUBLIC;
