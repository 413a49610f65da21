-- "Raum 2 fällt aus": a room or device that cannot be used for a while. A block closes its time: it takes what is free at once, and the rest as soon as what
-- is booked there goes, in the transaction in which it goes. So nobody books it in between, and `occupancies_no_overlap` rules over it as over everything.
-- What is booked there and moves finds another resource: internal.taken_minutes knows what is closed.

-- Blocks a resource, whose location is held alone. Holds of customers end; confirming looks for another resource then (internal.retake). Appointments
-- that were proposed another time with it are open again.
create function internal.close_resource(p_location uuid, p_resource uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_title text) returns uuid
language plpgsql set search_path = '' as $$
declare
  closed constant int4multirange := internal.closed_minutes(p_starts_at, p_ends_at);
  held uuid;
  made uuid;
begin
  for held in
    select hold.id from public.holds hold
    where hold.location_id = p_location and hold.ended_at is null and exists (
      select from (select one.subject, one.minutes from public.occupancies one where one.source = hold.id
        union all select lent.subject, lent.minutes from jsonb_populate_recordset(null::internal.taking, hold.borrowed) lent) part
      where part.subject = p_resource and part.minutes && closed)
    order by hold.id for update
  loop
    perform internal.settle_item(item, 'open') from public.disruption_items item where item.hold_id = held;
    if not found then perform internal.end_hold(held, false); end if;
  end loop;
  insert into public.blocks (location_id, resource_id, title, starts_at, ends_at, created_by)
  values (p_location, p_resource, p_title, p_starts_at, p_ends_at, internal.person()) returning id into made;
  perform internal.take_closed(made, p_resource, closed);
  return made;
end $$;

create function internal.closed_minutes(p_starts_at timestamptz, p_ends_at timestamptz) returns int4multirange
language plpgsql immutable set search_path = '' as $$
begin
  return int4multirange(int4range(internal.minute(p_starts_at), internal.minute(p_ends_at)));
end $$;

-- Takes for a block what nobody has of these minutes.
create function internal.take_closed(p_block uuid, p_resource uuid, p_minutes int4multirange) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.occupancies (subject, minutes, source, "position", kind)
  select p_resource, rest.minutes, p_block, (select coalesce(max(own."position"), 0) + 1 from public.occupancies own where own.source = p_block), 'block'
  from (select p_minutes - coalesce(range_agg(one.minutes), '{}') as minutes from public.occupancies one
    where one.subject = p_resource and one.minutes && p_minutes) rest
  where not isempty(rest.minutes)
  on conflict on constraint occupancies_no_overlap do nothing;
end $$;

-- Time of a closed resource was given back. At the end of the transaction, so that what is only written anew in its place keeps it.
create function internal.keep_closed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.take_closed(disruption.block_id, old.subject, old.minutes * internal.closed_minutes(disruption.starts_at, disruption.ends_at))
  from public.disruptions disruption where disruption.resource_id = old.subject and disruption.block_id is not null
    and old.minutes && internal.closed_minutes(disruption.starts_at, disruption.ends_at);
  return null;
end $$;
-- No hold has any of it.
create constraint trigger keep_closed after delete on public.occupancies deferrable initially deferred for each row
  when (old.expires_at is null) execute function internal.keep_closed();

-- The plan of a visit as it is, with the same people, in other resources than the closed one; no rows when one is missing.
create function internal.plan_elsewhere(visit public.appointments, disruption public.disruptions) returns setof internal.planned_line
language plpgsql stable rows 2 set search_path = '' as $$
declare
  plan record;
begin
  if internal.movable_services(visit.id) is null then return; end if;
  plan := internal.plan_wishes(visit, internal.stored_wishes(visit.id), visit.starts_at, internal.present());
  if exists (select from unnest(plan.planned) line where line.reserved is not null and line.resource_id is null
    or line.resource_id = disruption.resource_id and line.starts_at < disruption.ends_at and line.ends_at > disruption.starts_at) then return; end if;
  return query select * from unnest(plan.planned);
exception when raise_exception then
  -- Somebody does not offer a service any more.
  return;
end $$;

create function internal.resources_in_words(p_resources uuid[]) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select string_agg(resource.name, ', ' order by resource."position", resource.id) from public.resources resource where resource.id = any(p_resources));
end $$;
create function internal.resources_of(p_appointment uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return internal.resources_in_words(array(select line.resource_id from public.appointment_lines line where line.appointment_id = p_appointment));
end $$;

-- Gives an appointment of a closed room another one at the same time, with the same people. Nobody is asked; a customer who has been is told that the
-- appointment stays. Answers the item's state: `moved`.
-- Errors: disruption_not_found, appointment_not_found, wrong_state (detail: the item's), slot_taken (nothing else is free), not_offered, event_fixed.
create function public.change_resource(p_disruption uuid, p_appointment uuid) returns public.disruption_state
language plpgsql security definer set search_path = '' as $$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  item constant public.disruption_items := internal.open_item(p_disruption, p_appointment);
begin
  if disruption.ended_at is not null or disruption.resource_id is null or item.state not in ('open', 'proposed', 'call') then
    perform internal.fail('wrong_state', item.state::text);
  end if;
  if internal.seat_elsewhere(item) then perform internal.tell_kept(array[p_appointment]); end if;
  return (select now.state from public.disruption_items now where now.disruption_id = p_disruption and now.appointment_id = p_appointment);
end $$;

-- The same for a locked item. Whether the customer has to be told that the appointment stays.
create function internal.seat_elsewhere(item public.disruption_items) returns boolean
language plpgsql set search_path = '' as $$
declare
  visit constant public.appointments := (select booked from public.appointments booked where booked.id = item.appointment_id);
  before constant text := internal.resources_of(visit.id);
  asked constant boolean := internal.was_asked(item);
begin
  perform internal.check_move(visit, 'change', 'business');
  perform internal.drop_proposal(item);
  if internal.movable_services(visit.id) is null then perform internal.fail('event_fixed'); end if;
  perform internal.place_wishes(visit, internal.stored_wishes(visit.id), visit.starts_at, internal.present());
  -- Which settles the item (internal.settle_disruption).
  perform internal.note_change(visit, 'change', jsonb_build_array(jsonb_build_object('what', 'resource', 'old', before,
    'new', internal.resources_of(visit.id))));
  return asked;
end $$;

revoke execute on function internal.close_resource, internal.closed_minutes, internal.take_closed, internal.keep_closed, internal.plan_elsewhere,
  internal.resources_in_words, internal.resources_of, internal.seat_elsewhere from public;
grant execute on function public.change_resource to authenticated;
