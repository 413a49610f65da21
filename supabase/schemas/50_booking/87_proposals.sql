-- Other times for the appointments of a disruption: finding them, keeping one for the customer, asking, and the answer.
--
-- A proposal is kept for a day at most, and never longer than until the old or the new start. The customer is asked to answer before the last half hour of
-- that (or its last third): whoever does not comes back to the board while the time is still theirs, so that one call can settle it.

-- The services of a visit in order; null where one of them is a seat of an event, whose time is fixed.
create function internal.movable_services(p_appointment uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return (select array_agg(line.service_id order by line."position") from public.appointment_lines line
    where line.appointment_id = p_appointment having bool_and(line.event_id is null));
end $$;

-- The plan of a visit at a start, by the rules that visitors book by, but without notice: the business asks. Who is away serves nobody then, even with a
-- special opening, and a room out of use serves nobody either.
create function internal.plan_replacement(
  visit public.appointments, disruption public.disruptions, p_starts_at timestamptz, p_employee uuid, p_present timestamptz)
returns internal.planned_line[]
language plpgsql stable set search_path = '' as $$
declare
  planned constant internal.planned_line[] := array(select plan from internal.plan_visit(visit.location_id, internal.movable_services(visit.id), p_employee,
    p_starts_at, p_present, visit.id, p_without_notice => true) plan);
begin
  if p_starts_at <= p_present or exists (select from unnest(planned) line where (line.employee_id = disruption.employee_id or line.resource_id = disruption.resource_id)
    and line.starts_at < disruption.ends_at and line.ends_at > disruption.starts_at) then return '{}'; end if;
  return planned;
end $$;

-- The best other times of an appointment within fourteen days from its own, or from today: the same time with somebody else, then on each other day the start
-- nearest to the hour of the old one, the earliest three. Nobody is shown a time twice.
create function internal.replacements(visit public.appointments, disruption public.disruptions)
returns table (starts_at timestamptz, ends_at timestamptz, employee_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  zone constant text := (select location.time_zone from public.locations location where location.id = visit.location_id);
  services constant uuid[] := internal.movable_services(visit.id);
  first constant date := (greatest(visit.starts_at, present) at time zone zone)::date;
  hour constant time := (visit.starts_at at time zone zone)::time;
  same internal.planned_line[];
begin
  if services is null then return; end if;
  same := internal.plan_replacement(visit, disruption, visit.starts_at, null, present);
  if cardinality(same) > 0 then
    return query select min(line.starts_at), max(line.ends_at), array_agg(line.employee_id order by line."position") from unnest(same) line;
  end if;
  return query
  select near.starts_at, near.ends_at, near.employee_ids from (
    select distinct on (local.day) free.starts_at, free.ends_at, free.employee_ids
    from public.available_starts(visit.location_id, services, null, first, first + 13) free
    cross join lateral (select (free.starts_at at time zone zone)::date as day, (free.starts_at at time zone zone)::time as clock) local
    where free.starts_at > present and free.starts_at <> visit.starts_at and (cardinality(same) = 0 or local.day > first) and not (
      coalesce(disruption.employee_id = any(free.employee_ids), false) and free.starts_at < disruption.ends_at and free.ends_at > disruption.starts_at)
    order by local.day, abs(extract(epoch from local.clock - hour)), free.starts_at) near
  order by near.starts_at limit 3;
end $$;

-- Keeps another time for an appointment; both are locked, and their location is locked alone. What the appointment itself takes (a room at the same time)
-- need not be free: the hold borrows it, see internal.move_to_hold. Errors: slot_taken, too_late_to_ask, event_fixed, and those of internal.refuse_start.
create function internal.keep_proposal(
  item public.disruption_items, disruption public.disruptions, p_starts_at timestamptz, p_employee uuid)
returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  visit constant public.appointments := (select booked from public.appointments booked where booked.id = item.appointment_id);
  services constant uuid[] := internal.movable_services(visit.id);
  planned constant internal.planned_line[] := internal.plan_replacement(visit, disruption, p_starts_at, p_employee, present);
  takings constant internal.taking[] := internal.takings(planned);
  own constant internal.taking[] := array(select (1, one.subject, one.minutes, false)::internal.taking from public.occupancies one where one.source = visit.id);
  needed internal.taking[];
  lasts interval;
  hold public.holds;
begin
  if services is null then perform internal.fail('event_fixed'); end if;
  if cardinality(planned) = 0 then
    perform internal.refuse_start(visit.location_id, services, p_employee, internal.reckonable(p_starts_at), present, visit.id);
  end if;
  lasts := least(interval '1 day', p_starts_at - present, case when visit.starts_at > present then visit.starts_at - present end);
  if lasts < interval '15 minutes' then perform internal.fail('too_late_to_ask'); end if;
  hold.id := gen_random_uuid();
  hold.company_id := visit.company_id;
  hold.location_id := visit.location_id;
  hold.purpose := 'proposal';
  hold.expires_at := present + lasts;
  hold.released := false;
  hold.source := 'admin';
  hold.origin := visit.origin;
  hold.cancellation_hours := visit.cancellation_hours;
  hold.employee_chosen := visit.employee_chosen;
  hold.created_at := present;
  select min(line.starts_at), max(line.ends_at), sum(line.price_cents), jsonb_agg(internal.line_json(line) order by line."position")
  into hold.starts_at, hold.ends_at, hold.total_cents, hold.lines from unnest(planned) line;
  needed := internal.without(takings, own);
  hold.borrowed := to_jsonb(internal.without(takings, needed));
  if not internal.release_expired(needed, present, false) or not internal.occupy(hold.id, 'line', needed, hold.expires_at) then
    perform internal.fail('slot_taken');
  end if;
  insert into public.holds values (hold.*);
  update public.disruption_items set state = 'proposed', hold_id = hold.id, why = null, changed_at = present,
    answer_by = date_trunc('minute', hold.expires_at - least(interval '30 minutes', lasts / 3))
  where disruption_id = item.disruption_id and appointment_id = item.appointment_id;
end $$;

-- Takings without the minutes that others take of the same subjects; what is left of none is dropped.
create function internal.without(takings internal.taking[], others internal.taking[]) returns internal.taking[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select (taking."position", taking.subject, rest.minutes, taking.resource)::internal.taking
    from unnest(takings) taking cross join lateral (select taking.minutes - coalesce((
      select range_agg(other.minutes) from unnest(others) other where other.subject = taking.subject), '{}') as minutes) rest
    where not isempty(rest.minutes));
end $$;

-- Asks the customer by mail; an item whose mail is not to be had, or is held back by the limits of mails (80_messages/20_mail_limits), is for a call.
create function internal.ask_customer(p_disruption uuid, p_appointment uuid) returns void
language plpgsql set search_path = '' as $$
declare
  visit constant public.appointments := (select booked from public.appointments booked where booked.id = p_appointment);
  stranger constant boolean := internal.account_of(visit.user_id, visit.contact_email) is null;
begin
  perform internal.queue_messages(p_appointment, 'appointment_proposed', 'business', jsonb_build_object('proposal', internal.proposal_json(p_appointment, stranger)),
    internal.spend_by_hand(visit.company_id, visit.contact_email));
  if not exists (select from public.messages message where message.appointment_id = p_appointment and message.kind = 'appointment_proposed'
    and message.state = 'queued') then
    update public.disruption_items set state = 'call', why = 'unreachable' where disruption_id = p_disruption and appointment_id = p_appointment;
  end if;
end $$;

-- What is proposed for an appointment, for its customer: {starts_at, ends_at, answer_by, people, away}; null when nothing is. `away`: who does not
-- come, '' where customers need not know what is the matter, null for a closed location. In mails to strangers
-- neutral words replace names that advertise (80_messages/30_neutral_words).
create function internal.proposal_json(p_appointment uuid, p_neutral boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('starts_at', hold.starts_at, 'ends_at', hold.ends_at, 'answer_by', item.answer_by,
      'people', (select jsonb_agg(case when p_neutral then internal.neutral_name(served.name, 'Team') else served.name end order by served.turn) from (
        select employee.name, min((line ->> 'position')::integer) as turn from jsonb_array_elements(hold.lines) line
        join public.employees employee on employee.id = (line ->> 'employee_id')::uuid group by employee.name) served),
      'away', case when disruption.resource_id is not null then '' else (select case when p_neutral then internal.neutral_name(employee.name, '') else employee.name end
        from public.employees employee where employee.id = disruption.employee_id) end)
    from public.disruption_items item join public.disruptions disruption on disruption.id = item.disruption_id
    join public.holds hold on hold.id = item.hold_id and hold.ended_at is null
    where item.appointment_id = p_appointment and item.state in ('proposed', 'call'));
end $$;

-- Keeps this time for an appointment of the disruption and asks its customer; an earlier proposal is replaced. Answers the item's state: `proposed`, or
-- `call` where no mail can be sent. p_employee null: whoever is free.
-- Errors: disruption_not_found, appointment_not_found, wrong_state (detail: the item's), slot_taken, past, not_bookable, too_late_to_ask, event_fixed.
create function public.propose_move(p_disruption uuid, p_appointment uuid, p_starts_at timestamptz, p_employee uuid default null)
returns public.disruption_state
language plpgsql security definer set search_path = '' as $$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  item constant public.disruption_items := internal.open_item(p_disruption, p_appointment);
begin
  if disruption.ended_at is not null or item.state not in ('open', 'proposed', 'call') then perform internal.fail('wrong_state', item.state::text); end if;
  perform internal.drop_proposal(item);
  perform internal.keep_proposal(item, disruption, p_starts_at, p_employee);
  perform internal.ask_customer(p_disruption, p_appointment);
  return (select now.state from public.disruption_items now where now.disruption_id = p_disruption and now.appointment_id = p_appointment);
end $$;

-- The answer to a proposal, by the customer or, on the phone, by a member for them. Yes moves the appointment to the time that is kept; no gives it back, and
-- somebody calls. The same answer again changes nothing. `p_early_start` as for `reschedule_appointment`; `p_starts_at`: the proposed time that the customer
-- has seen, null for whatever is proposed. Answers the visit.
-- Errors: appointment_not_found, proposal_over, past, hold_expired, wrong_state, not_allowed, early_start_missing.
create function public.answer_proposal(
  p_appointment uuid, p_accept boolean, p_secret text default null, p_early_start text default null, p_starts_at timestamptz default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Brings proposals that nobody has answered in time back to the board, for the server's job. Their time is still kept then. Returns how many.
create function public.return_proposals(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  returned integer;
begin
  update public.disruption_items item set state = 'call', why = 'unanswered', changed_at = internal.present()
  where (item.disruption_id, item.appointment_id) in (
    select due.disruption_id, due.appointment_id from public.disruption_items due
    where due.state = 'proposed' and due.answer_by <= internal.present() order by due.answer_by limit p_limit for update skip locked);
  get diagnostics returned = row_count;
  return returned;
end $$;

revoke execute on function internal.movable_services, internal.plan_replacement, internal.replacements, internal.keep_proposal, internal.without,
  internal.ask_customer, internal.proposal_json from public;
grant execute on function public.propose_move to authenticated;
grant execute on function public.answer_proposal to anon, authenticated;
grant execute on function public.return_proposals to service_role;
