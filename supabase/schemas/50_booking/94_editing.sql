-- Changing what was booked: services, people, lengths, prices, contact and notes. Moving it in time is 50_changing.

-- The lines in words for the history: [{service, employee, minutes, price_cents}].
create function internal.lines_in_words(p_appointment uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('service', line.service_name, 'employee', person.name,
      'minutes', (extract(epoch from line.ends_at - line.starts_at) / 60)::integer, 'price_cents', line.price_cents) order by line."position"), '[]')
    from public.appointment_lines line join public.employees person on person.id = line.employee_id where line.appointment_id = p_appointment);
end $$;

-- Who has not all calendars changes lines of their own only: those of colleagues stay as they are and where they are, and no colleague gets one.
-- Errors: not_allowed; event_fixed, since seats have the time of their event.
create function internal.check_wishes(visit public.appointments, wishes internal.wished_line[]) returns void
language plpgsql stable set search_path = '' as $$
declare
  stored constant internal.wished_line[] := internal.stored_wishes(visit.id);
begin
  if exists (select from public.appointment_lines where appointment_id = visit.id and event_id is not null) then
    perform internal.fail('event_fixed');
  end if;
  if visit.location_id not in (select internal.locations_with('all_calendars')) and exists (
    with own (id) as (select internal.own_employees()),
    before as (select service_id, employee_id, minutes from unnest(stored) where employee_id not in (select id from own)),
    after as (select service_id, employee_id, minutes from unnest(wishes) where employee_id is null or employee_id not in (select id from own))
    (select * from before except all select * from after) union all (select * from after except all select * from before)
    union all
    -- Whatever a line says it was.
    select wish.service_id, wish.employee_id, null from unnest(wishes) wish
    left join public.appointment_lines line on line.appointment_id = visit.id and line."position" = wish.origin
      and (line.service_id, line.employee_id) = (wish.service_id, wish.employee_id)
    where wish.resource_id is not null and wish.resource_id is distinct from line.resource_id
      and wish.employee_id not in (select id from own)) then
    perform internal.fail('not_allowed');
  end if;
end $$;

-- Prices that differ from what was agreed need a right of their own. Errors: not_allowed, price_range.
create function internal.check_prices(visit public.appointments, wishes internal.wished_line[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from unnest(wishes) wish where wish.price_cents not between 0 and 10000000) then perform internal.fail('price_range'); end if;
  if visit.company_id not in (select internal.companies_with('appointment_price')) and exists (
    select from unnest(wishes) wish
    left join public.appointment_lines line on line.appointment_id = visit.id and line."position" = wish.origin and line.service_id = wish.service_id
    where wish.price_cents is not null and wish.price_cents is distinct from line.price_cents) then
    perform internal.fail('not_allowed');
  end if;
end $$;

-- Gives a locked appointment other lines at its start. What is unusual about the new ones and was not before is an error without p_anyway.
-- Returns whether anything but a price has changed. Errors: those of check_move, check_wishes, check_prices and place_wishes; unusual_time.
create function internal.change_lines(visit public.appointments, wishes internal.wished_line[], p_present timestamptz, p_anyway boolean)
returns boolean
language plpgsql set search_path = '' as $$
declare
  stored constant internal.wished_line[] := internal.stored_wishes(visit.id);
  before constant jsonb := internal.warnings_by_hand(visit.id, p_present);
  now_unusual jsonb;
begin
  perform internal.check_prices(visit, wishes);
  if array(select (service_id, employee_id, minutes) from unnest(wishes)) = array(select (service_id, employee_id, minutes) from unnest(stored))
    and not exists (select from unnest(wishes) wish join public.appointment_lines line on line.appointment_id = visit.id and line."position" = wish.origin
      where wish.resource_id <> line.resource_id or wish.resource_id is not null and line.resource_id is null) then
    update public.appointment_lines line set price_cents = wish.price_cents
    from unnest(wishes) with ordinality as wish (origin, service_id, employee_id, minutes, price_cents, resource_id, turn)
    where line.appointment_id = visit.id and line."position" = wish.turn and wish.price_cents <> line.price_cents;
    perform internal.add_up(visit.id);
    return false;
  end if;
  perform internal.check_move(visit, 'change', 'business');
  perform internal.check_wishes(visit, wishes);
  perform internal.place_wishes(visit, wishes, visit.starts_at, p_present);
  now_unusual := internal.warnings_by_hand(visit.id, p_present);
  if not coalesce(p_anyway, false) and now_unusual is not null and now_unusual is distinct from before then
    perform internal.fail('unusual_time', now_unusual::text);
  end if;
  return true;
end $$;

-- Lines whose services and prices are again what they were when the package was taken apart are that package again: taking an edit back loses nothing.
create function internal.put_together(p_appointment uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.appointments set package_name = before.name
  from (select part ->> 'old' as name, change.changes from public.appointment_changes change, jsonb_array_elements(change.changes) part
    where change.appointment_id = p_appointment and part ->> 'what' = 'package' order by change.event_id desc limit 1) before
  where id = p_appointment and package_name is null and before.name <> '' and exists (
    select from jsonb_array_elements(before.changes) lines where lines ->> 'what' = 'lines'
      and internal.sold(lines -> 'old') = internal.sold(internal.lines_in_words(p_appointment)));
end $$;

-- Of lines in words their services and prices.
create function internal.sold(p_lines jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (select jsonb_agg(line - 'employee' - 'minutes' order by turn) from jsonb_array_elements(p_lines) with ordinality every (line, turn));
end $$;

-- Changes an appointment, for members: who has all calendars any, others their own. `p_version` is the `updated_at` of what the caller saw. The lines are
-- given as a whole and in order, in lists of equal length: services, people, minutes (null: as the service lasts), prices in cents (null: as agreed),
-- the positions that they had (null: new), and rooms or devices (null: the one that it has, or any that is free). p_contact is {name, email, phone, note, for_name, internal_note}; what is missing stays.
-- Without p_anyway nothing is changed that is unusual (internal.warnings_by_hand). p_notify as for reschedule_appointment, whose answer is this one's, too.
-- Errors: appointment_not_found, edited_meanwhile, wrong_state, not_allowed, event_fixed, service_not_found (none, or more than ten), not_offered, line_minutes,
-- price_range, resource_not_found, slot_taken (detail: what stands there), unusual_time (detail: what is), too_many_to_address, and those of internal.clean_contact.
create function public.change_appointment(
  p_appointment uuid, p_version timestamptz, p_services uuid[] default null, p_employees uuid[] default null, p_minutes integer[] default null,
  p_prices integer[] default null, p_origins integer[] default null, p_contact jsonb default null, p_anyway boolean default false,
  p_notify public.move_notice default null, p_resources uuid[] default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  opened constant internal.opened := internal.open_appointment(p_appointment, null, true);
  visit constant public.appointments := opened.appointment;
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if p_version is distinct from visit.updated_at then perform internal.fail('edited_meanwhile'); end if;
  perform internal.check_move(visit, 'edit', 'business');
  perform internal.rewrite_visit(visit, internal.wished_lines(p_services, p_employees, p_minutes, p_prices, p_origins, p_resources), p_contact,
    internal.present(), p_anyway, p_notify);
  return internal.moved_json(p_appointment);
end $$;

-- The lines that a form gives as lists of equal length; null without services. Error: service_not_found (none, more than ten, or one line twice).
create function internal.wished_lines(
  p_services uuid[], p_employees uuid[], p_minutes integer[], p_prices integer[], p_origins integer[], p_resources uuid[])
returns internal.wished_line[]
language plpgsql immutable set search_path = '' as $$
begin
  if p_services is null then return null; end if;
  if cardinality(p_services) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  -- Each line that was there is kept once: a price that was agreed is not for copying.
  if exists (select from unnest(p_origins) origin where origin is not null group by origin having count(*) > 1) then
    perform internal.fail('service_not_found');
  end if;
  return array(
    select (wish.origin, wish.service, wish.employee, wish.minutes, wish.price, wish.resource)::internal.wished_line
    from unnest(p_services, p_employees, p_minutes, p_prices, p_origins, p_resources)
      with ordinality wish (service, employee, minutes, price, origin, resource, turn)
    where wish.turn <= cardinality(p_services) order by wish.turn);
end $$;

-- Gives a locked appointment other lines (null: as they are), contact and notes, with its history and the mail about it. Errors: those of change_appointment.
create function internal.rewrite_visit(
  visit public.appointments, wishes internal.wished_line[], p_contact jsonb, p_present timestamptz, p_anyway boolean, p_notify public.move_notice,
  p_counts boolean default true)
returns void
language plpgsql set search_path = '' as $$
declare
  known constant jsonb := internal.known_visit(visit.id);
  lines_before constant jsonb := internal.lines_in_words(visit.id);
  rooms_before constant text := coalesce(internal.resources_of(visit.id), '');
  changes jsonb;
  package text;
  moved boolean := false;
begin
  if wishes is not null then
    moved := internal.change_lines(visit, wishes, p_present, p_anyway);
    perform internal.put_together(visit.id);
  end if;
  changes := internal.change_words(visit, coalesce(p_contact, '{}'), p_counts);
  package := coalesce((select now.package_name from public.appointments now where now.id = visit.id), '');
  if package <> coalesce(visit.package_name, '') then
    changes := jsonb_build_array(jsonb_build_object('what', 'package', 'old', coalesce(visit.package_name, ''), 'new', package)) || changes;
  end if;
  if rooms_before <> coalesce(internal.resources_of(visit.id), '') then
    changes := jsonb_build_array(jsonb_build_object('what', 'resource', 'old', rooms_before, 'new', coalesce(internal.resources_of(visit.id), ''))) || changes;
  end if;
  if lines_before <> internal.lines_in_words(visit.id) then
    changes := jsonb_build_array(jsonb_build_object('what', 'lines', 'old', lines_before, 'new', internal.lines_in_words(visit.id))) || changes;
  end if;
  if jsonb_array_length(changes) = 0 then return; end if;
  perform internal.note_change(visit, case when moved then 'change' else 'edit' end, changes);
  if moved then
    update public.appointments set sequence = sequence + 1 where id = visit.id;
    perform internal.tell_move(visit.id, known, '', coalesce(p_notify,
      (select location.move_notice from public.locations location where location.id = visit.location_id)));
  end if;
end $$;

-- Contact and notes as change_appointment takes them.
create function internal.contact_words(visit public.appointments) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('name', visit.contact_name, 'email', visit.contact_email, 'phone', visit.contact_phone, 'note', visit.note,
    'for_name', visit.for_name, 'internal_note', coalesce((select text from public.appointment_notes where appointment_id = visit.id), ''));
end $$;

-- Stores contact and notes as they are given, and says what has changed by that: [{what, old, new}]. p_counts: a new address counts for the limits of mails.
create function internal.change_words(visit public.appointments, p_contact jsonb, p_counts boolean) returns jsonb
language plpgsql set search_path = '' as $$
declare
  before constant jsonb := internal.contact_words(visit);
  hidden constant boolean := internal.hides_contacts(visit.company_id);
  typed constant jsonb := before || case when hidden then internal.without_empty(p_contact) else p_contact end;
  after jsonb;
begin
  -- Whoever cannot see how a customer is reached does not change it.
  if hidden and (typed -> 'email', typed -> 'phone') is distinct from (before -> 'email', before -> 'phone') then perform internal.fail('not_allowed'); end if;
  if typed = before then return '[]'; end if;
  if length(coalesce(typed ->> 'internal_note', '')) > 4000 then perform internal.fail('note_too_long'); end if;
  after := internal.clean_contact(typed, true) || jsonb_build_object('for_name', internal.clean_name(typed ->> 'for_name'),
    'internal_note', btrim(coalesce(typed ->> 'internal_note', ''), E' \t\r\n'));
  if lower(after ->> 'email') <> lower(visit.contact_email) and p_counts and internal.spend_by_hand(visit.company_id, after ->> 'email') is not null then
    perform internal.fail('too_many_to_address');
  end if;
  update public.appointments set contact_name = after ->> 'name', contact_email = after ->> 'email', contact_phone = after ->> 'phone',
    note = after ->> 'note', for_name = after ->> 'for_name'
  where id = visit.id;
  -- A mail to a wrong address must not open the appointment of whoever is meant. Once it has begun, its customer keeps the link: with it they review.
  if lower(after ->> 'email') <> lower(visit.contact_email) and visit.starts_at > internal.present() then
    delete from public.appointment_links where appointment_id = visit.id;
  end if;
  if after ->> 'internal_note' = '' then
    delete from public.appointment_notes where appointment_id = visit.id;
  else
    insert into public.appointment_notes values (visit.id, after ->> 'internal_note')
    on conflict (appointment_id) do update set text = excluded.text;
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('what', field.key, 'old', before -> field.key, 'new', field.value)), '[]')
    from jsonb_each(after) field where before -> field.key is distinct from field.value);
end $$;

create function internal.note_change(visit public.appointments, p_verb text, p_changes jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  event bigint;
begin
  insert into public.appointment_events (appointment_id, at, verb, actor, actor_id, from_state, to_state)
  values (visit.id, internal.present(), p_verb, 'business', internal.person(), visit.state, visit.state) returning id into event;
  insert into public.appointment_changes values (event, visit.id, p_changes);
end $$;

-- Marks that the customer has come in, or takes that back; from the day of the appointment on. Errors: appointment_not_found, wrong_state, not_today.
create function public.mark_arrived(p_appointment uuid, p_arrived boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, null);
  visit constant public.appointments := opened.appointment;
  zone constant text := (select location.time_zone from public.locations location where location.id = visit.location_id);
begin
  if not opened.business then perform internal.fail('appointment_not_found'); end if;
  if coalesce(p_arrived, true) = (visit.arrived_at is not null) then return internal.visit_json(p_appointment); end if;
  perform internal.check_move(visit, 'arrive', 'business');
  if (visit.starts_at at time zone zone)::date > (present at time zone zone)::date then perform internal.fail('not_today'); end if;
  update public.appointments set arrived_at = case when coalesce(p_arrived, true) then present end where id = p_appointment;
  perform internal.note_change(visit, case when coalesce(p_arrived, true) then 'arrive' else 'not_arrived' end, '[]');
  return internal.visit_json(p_appointment);
end $$;

revoke execute on function internal.lines_in_words, internal.put_together, internal.sold, internal.check_wishes, internal.check_prices,
  internal.change_lines, internal.wished_lines, internal.rewrite_visit, internal.contact_words, internal.change_words, internal.note_change from public;
grant execute on function public.change_appointment, public.mark_arrived to authenticated;
