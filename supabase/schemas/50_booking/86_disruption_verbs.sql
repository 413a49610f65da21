-- "Jonas fällt aus, heute": entering a disruption, deciding about single appointments, taking it back. For members who have all calendars and may
-- move appointments, also of a room; closing a whole location is for managers. Where the location allows it, everybody enters their own absence; what becomes of the
-- appointments in it is for those members all the same.

-- Where the caller may decide what becomes of appointments.
create function internal.locations_to_rearrange() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select internal.locations_with('all_calendars') intersect select internal.locations_with('move')
$$;

-- A disruption of the caller's, its location locked alone. Error: disruption_not_found.
create function internal.open_disruption(p_disruption uuid) returns public.disruptions
language plpgsql set search_path = '' as $$
declare
  found public.disruptions;
begin
  select * into found from public.disruptions where id = p_disruption;
  if found.id is null or found.location_id not in (select internal.locations_to_rearrange()) then perform internal.fail('disruption_not_found'); end if;
  perform internal.lock_location(found.location_id, true);
  select * into found from public.disruptions where id = p_disruption for update;
  if found.id is null then perform internal.fail('disruption_not_found'); end if;
  return found;
end $$;

-- Closes the time of an employee or a resource, or without either of the whole location, and lists the appointments and courses in it that are still to begin. The
-- same again closes the time anew where somebody has opened it, and adds what has come since. Which board shows what lies in two: 92_disrupted_twice. Answers {id, items}: how many appointments. `p_reason` is cut after 120 characters; who has all calendars and the employee can read it,
-- that of a resource the whole team.
-- Errors: location_not_found, not_allowed, employee_not_found, resource_not_found, disruption_times (whole minutes, not over yet, at most a year; one's own absence from
-- today on, and at most 50 to come).
create function public.begin_disruption(
  p_location uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_employee uuid default null, p_reason text default '',
  p_resource uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  place public.locations;
  made public.disruptions;
  own_only boolean;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  select * into place from public.locations where id = p_location;
  own_only := p_location not in (select internal.locations_to_rearrange())
    or num_nonnulls(p_employee, p_resource) = 0 and p_location not in (select internal.locations_as('manager'));
  if own_only and not coalesce(place.staff_absence = 'allowed' and p_employee in (select internal.own_employees()), false) then
    perform internal.fail('not_allowed');
  end if;
  if p_employee is not null and not exists (select from public.employees where id = p_employee and location_id = p_location) then
    perform internal.fail('employee_not_found');
  end if;
  if p_resource is not null and (p_employee is not null or not exists (
    select from public.resources where id = p_resource and location_id = p_location)) then
    perform internal.fail('resource_not_found');
  end if;
  if not coalesce(p_starts_at between present - interval '1 year' and present + interval '3 years' and p_ends_at > present
    and p_ends_at <= p_starts_at + interval '1 year' and date_trunc('minute', p_starts_at, 'UTC') = p_starts_at
    and date_trunc('minute', p_ends_at, 'UTC') = p_ends_at
    and p_starts_at at time zone place.time_zone < p_ends_at at time zone place.time_zone, false) then
    perform internal.fail('disruption_times');
  end if;
  perform internal.lock_location(p_location, true);
  if own_only and (p_starts_at < date_trunc('day', present at time zone place.time_zone) at time zone place.time_zone
    or (select count(*) from public.disruptions one where one.employee_id = p_employee and one.ended_at is null and one.ends_at > present) >= 50) then
    perform internal.fail('disruption_times');
  end if;
  select * into made from public.disruptions
  where location_id = p_location and (employee_id, resource_id) is not distinct from (p_employee, p_resource) and (starts_at, ends_at) = (p_starts_at, p_ends_at) and ended_at is null;
  -- Somebody can have taken away or changed since what closed the time.
  if p_resource is null and not exists (select from public.exceptions closed where closed.id = made.exception_id and closed.kind = 'closed'
    and (closed.starts_at, closed.ends_at) = (p_starts_at at time zone place.time_zone, p_ends_at at time zone place.time_zone)) then
    insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
    values (p_location, p_employee, 'closed', p_starts_at at time zone place.time_zone, p_ends_at at time zone place.time_zone,
      left(btrim(coalesce(p_reason, '')), 120))
    returning id into made.exception_id;
  elsif p_resource is not null and not exists (select from public.blocks closed where closed.id = made.block_id
    and closed.resource_id = p_resource and (closed.starts_at, closed.ends_at) = (p_starts_at, p_ends_at)) then
    made.block_id := internal.close_resource(p_location, p_resource, p_starts_at, p_ends_at, left(btrim(coalesce(p_reason, '')), 120));
  end if;
  if made.id is null then
    insert into public.disruptions (company_id, location_id, employee_id, resource_id, starts_at, ends_at, exception_id, block_id, created_by)
    values (place.company_id, p_location, p_employee, p_resource, p_starts_at, p_ends_at, made.exception_id, made.block_id, internal.person())
    returning * into made;
  else
    update public.disruptions set exception_id = made.exception_id, block_id = made.block_id
    where id = made.id and (exception_id, block_id) is distinct from (made.exception_id, made.block_id);
  end if;
  perform internal.take_from_rooms(made);
  insert into public.disruption_items (disruption_id, appointment_id, starts_at)
  select made.id, visit.id, visit.starts_at from public.appointments visit
  where visit.location_id = p_location and visit.state in ('requested', 'confirmed') and visit.starts_at > present and visit.starts_at < p_ends_at
    and visit.ends_at > p_starts_at and internal.lies_in(visit.id, made) and internal.movable_services(visit.id) is not null
  on conflict do nothing;
  perform internal.list_events(made);
  return jsonb_build_object('id', made.id, 'items', (select count(*) from public.disruption_items item where item.disruption_id = made.id));
end $$;

-- An appointment of a disruption, both locked, whose location is locked alone. Error: appointment_not_found.
create function internal.open_item(p_disruption uuid, p_appointment uuid) returns public.disruption_items
language plpgsql set search_path = '' as $$
declare
  item public.disruption_items;
begin
  perform from public.appointments where id = p_appointment for update;
  select * into item from public.disruption_items where disruption_id = p_disruption and appointment_id = p_appointment for update;
  if item.appointment_id is null then perform internal.fail('appointment_not_found'); end if;
  return item;
end $$;

-- Gives back the time of a proposal, and takes back its mail while that waits. Whoever calls writes the item.
create function internal.drop_proposal(item public.disruption_items) returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.end_hold(hold.id, true) from (select id from public.holds where id = item.hold_id and ended_at is null for update) hold;
  update public.messages set state = 'skipped', last_error = 'replaced'
  where appointment_id = item.appointment_id and kind = 'appointment_proposed' and state = 'queued';
end $$;

-- Whether a mail with a proposal has left and none after it that the appointment stays, so that the customer waits for what comes of it.
create function internal.was_asked(item public.disruption_items) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return item.state in ('proposed', 'call') and exists (select from public.messages message where message.appointment_id = item.appointment_id
    and message.kind = 'appointment_proposed' and message.state not in ('queued', 'skipped') and not exists (
      select from public.messages later where later.appointment_id = item.appointment_id and later.kind = 'appointment_kept'
        and later.created_at >= message.created_at));
end $$;

-- The business settles an appointment by hand: `kept`, which a customer who has been asked is told, or `open` again, which takes a proposal back.
-- Answers the item's state. Errors: disruption_not_found, appointment_not_found, wrong_state (detail: the item's).
create function public.settle_disrupted(p_disruption uuid, p_appointment uuid, p_state public.disruption_state) returns public.disruption_state
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Whether the customer has to be told that the appointment stays.
create function internal.settle_item(item public.disruption_items, p_state public.disruption_state) returns boolean
language plpgsql set search_path = '' as $$
declare
  asked constant boolean := internal.was_asked(item);
begin
  perform internal.drop_proposal(item);
  update public.disruption_items set state = p_state, hold_id = null, answer_by = null, why = null, changed_at = internal.present()
  where disruption_id = item.disruption_id and appointment_id = item.appointment_id;
  return asked and p_state = 'kept';
end $$;

-- Tells the customers that their appointments stay. Called last, since it counts mails.
create function internal.tell_kept(p_appointments uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.take_counts_by_hand(p_appointments);
  perform internal.queue_messages(visit.id, 'appointment_kept', 'business', '{}', internal.spend_by_hand(visit.company_id, visit.contact_email))
  from public.appointments visit where visit.id = any(p_appointments) order by visit.starts_at;
end $$;

-- Takes a disruption back: the time is open again, what nobody has answered yet stays as it was booked, and whoever was asked hears of that.
-- What was accepted, moved or cancelled remains so. Returns how many appointments stay. A closed location is for managers.
-- Errors: disruption_not_found, not_allowed.
create function public.end_disruption(p_disruption uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  disruption constant public.disruptions := internal.open_disruption(p_disruption);
  kept uuid[];
begin
  if num_nonnulls(disruption.employee_id, disruption.resource_id) = 0 and disruption.location_id not in (select internal.locations_as('manager')) then
    perform internal.fail('not_allowed');
  end if;
  if disruption.ended_at is null then
    update public.disruptions set ended_at = internal.present() where id = p_disruption;
    delete from public.blocks where id = disruption.block_id;
    -- What somebody has made of it since is theirs.
    delete from public.exceptions closed using public.locations place
    where closed.id = disruption.exception_id and place.id = disruption.location_id
      and closed.employee_id is not distinct from disruption.employee_id and closed.kind = 'closed'
      and closed.starts_at = disruption.starts_at at time zone place.time_zone
      and closed.ends_at = disruption.ends_at at time zone place.time_zone;
    update public.disruption_events set state = 'kept', changed_at = internal.present() where disruption_id = p_disruption and state = 'open';
    perform from public.appointments visit where visit.id in (select item.appointment_id from public.disruption_items item
      where item.disruption_id = p_disruption and item.state in ('open', 'proposed', 'call')) order by visit.id for update;
    select array_agg(item.appointment_id order by item.appointment_id) into kept
    from public.disruption_items item where item.disruption_id = p_disruption and item.state in ('open', 'proposed', 'call');
    perform internal.tell_kept(array(select settled.appointment_id from (
      select item.appointment_id, internal.settle_item(item, 'kept') as tell from public.disruption_items item
      where item.disruption_id = p_disruption and item.appointment_id = any(kept)) settled where settled.tell));
  end if;
  return coalesce(cardinality(kept), 0);
end $$;

revoke execute on function internal.locations_to_rearrange, internal.open_disruption, internal.open_item, internal.drop_proposal, internal.was_asked, internal.settle_item, internal.tell_kept from public;
grant execute on function public.begin_disruption, public.settle_disrupted, public.end_disruption to authenticated;
