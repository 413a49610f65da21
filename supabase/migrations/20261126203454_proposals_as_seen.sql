set local check_function_bodies = off;

DROP FUNCTION "public"."answer_proposal"(uuid, boolean, text, text);

CREATE OR REPLACE FUNCTION public.answer_proposal(p_appointment uuid, p_accept boolean, p_secret text DEFAULT NULL::text, p_early_start text DEFAULT NULL::text, p_starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
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
  -- What is proposed; else what was answered last, also when another board has the appointment since.
  select * into item from public.disruption_items last where last.appointment_id = p_appointment
  order by last.hold_id is null, not coalesce(last.state = 'accepted' or last.why = 'declined', false), last.changed_at desc limit 1 for update;
  select * into hold from public.holds kept where kept.id = item.hold_id for update;
  -- Another board can have proposed and taken back another time since.
  if p_starts_at <> coalesce(hold.starts_at, case when p_accept then (opened.appointment).starts_at else p_starts_at end) then
    perform internal.fail('proposal_over');
  end if;
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

REVOKE ALL ON FUNCTION "public"."answer_proposal"(uuid, boolean, text, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_proposal"(uuid, boolean, text, text, timestamp with time zone) TO "anon", "authenticated";
