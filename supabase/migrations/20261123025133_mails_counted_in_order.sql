set local check_function_bodies = off;

DROP FUNCTION "internal"."settle_item"(public.disruption_items, public.disruption_state);

DROP FUNCTION "internal"."spend"(internal.budget[]);

CREATE OR REPLACE FUNCTION internal.by_hand_budgets(p_company uuid, p_email text)
 RETURNS internal.budget[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return internal.recipient_budgets(p_email, 6, 10, 'booking') || array[row('mails from ' || internal.person(), 60, 3600),
    row('mails from company ' || p_company, 300, 86400)]::internal.budget[];
end $function$;

CREATE OR REPLACE FUNCTION internal.settle_item(item public.disruption_items, p_state public.disruption_state)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked constant boolean := internal.was_asked(item);
begin
  perform internal.drop_proposal(item);
  update public.disruption_items set state = p_state, hold_id = null, answer_by = null, why = null, changed_at = internal.present()
  where disruption_id = item.disruption_id and appointment_id = item.appointment_id;
  return asked and p_state = 'kept';
end $function$;

CREATE OR REPLACE FUNCTION internal.spend(p_budgets internal.budget[], p_used integer DEFAULT 1)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  over text;
begin
  with taken as (
    insert into internal.mail_counts as counted (subject, window_start, used, ends_at)
    select budget.subject || ' in ' || budget.seconds, start.at, p_used, start.at + make_interval(secs => budget.seconds)
    from unnest(p_budgets) budget
    cross join lateral (select to_timestamp(floor(extract(epoch from present) / budget.seconds) * budget.seconds) as at) start
    order by 1
    on conflict (subject, window_start) do update set used = counted.used + p_used
    returning subject, used
  )
  select budget.subject into over from unnest(p_budgets) budget
  join taken on taken.subject = budget.subject || ' in ' || budget.seconds
  where taken.used > budget.most order by budget.subject limit 1;
  return over;
end $function$;

CREATE OR REPLACE FUNCTION internal.spend_by_hand(p_company uuid, p_email text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_email = '' or not internal.is_limited() or internal.spend(internal.by_hand_budgets(p_company, p_email)) is null then return null; end if;
  return 'too_many_mails';
end $function$;

CREATE OR REPLACE FUNCTION internal.take_counts_by_hand(p_appointments uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not internal.is_limited() then return; end if;
  perform internal.spend(array(select distinct budget from public.appointments visit
    cross join unnest(internal.by_hand_budgets(visit.company_id, visit.contact_email)) budget
    where visit.id = any(p_appointments) and visit.contact_email <> ''), 0);
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_kept(p_appointments uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.take_counts_by_hand(p_appointments);
  perform internal.queue_messages(visit.id, 'appointment_kept', 'business', '{}', internal.spend_by_hand(visit.company_id, visit.contact_email))
  from public.appointments visit where visit.id = any(p_appointments) order by visit.starts_at;
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
    perform internal.tell_kept(array(select settled.appointment_id from (
      select item.appointment_id, internal.settle_item(item, 'kept') as tell from public.disruption_items item
      where item.disruption_id = p_disruption and item.appointment_id = any(kept)) settled where settled.tell));
  end if;
  return coalesce(cardinality(kept), 0);
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
  perform internal.take_counts_by_hand(asked);
  perform internal.ask_customer(p_disruption, id) from unnest(asked) id;
  return (select jsonb_build_object('proposed', count(*) filter (where one.state = 'proposed'), 'call', count(*) filter (where one.state = 'call'),
    'open', count(*) filter (where one.state = 'open')) from public.disruption_items one where one.disruption_id = p_disruption);
end $function$;

CREATE OR REPLACE FUNCTION public.settle_disrupted(p_disruption uuid, p_appointment uuid, p_state public.disruption_state)
 RETURNS public.disruption_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  item constant public.disruption_items := internal.open_item(p_disruption, p_appointment);
begin
  if item.state = p_state then return p_state; end if;
  if disruption.ended_at is not null or item.state not in ('open', 'proposed', 'call', 'kept') or not coalesce(p_state in ('open', 'kept'), false)
    or exists (select from public.appointments visit where visit.id = p_appointment and visit.state not in ('requested', 'confirmed'))
    or p_state = 'open' and exists (select from public.disruption_items other where other.appointment_id = p_appointment
      and other.disruption_id <> p_disruption and other.state in ('open', 'proposed', 'call')) then
    perform internal.fail('wrong_state', item.state::text);
  end if;
  if internal.settle_item(item, p_state) then perform internal.tell_kept(array[p_appointment]); end if;
  return p_state;
end $function$;

REVOKE ALL ON FUNCTION "internal"."by_hand_budgets"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."settle_item"(public.disruption_items, public.disruption_state) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."spend"(internal.budget[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_counts_by_hand"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."tell_kept"(uuid[]) FROM PUBLIC;
