-- An appointment that lies in two disruptions, its person sick and its room closed, is on one board at a time, so that nobody is asked about it twice and one
-- proposal answers everything: on that of its person or of the location before that of a room, whose board only changes the room; else on the
-- older one. Once it is settled there and still lies in another disruption, it goes on to that one's board. Courses are on both (92_disrupted_events):
-- nobody is asked about them.

-- The board of a person or location takes over from those of rooms what nobody has been asked about.
create function internal.take_from_rooms(disruption public.disruptions) returns void
language plpgsql set search_path = '' as $$
begin
  if disruption.resource_id is not null then return; end if;
  delete from public.disruption_items item using public.disruptions room
  where room.id = item.disruption_id and room.location_id = disruption.location_id and room.resource_id is not null
    and item.state in ('open', 'call') and item.hold_id is null and not internal.was_asked(item) and internal.lies_in(item.appointment_id, disruption);
end $$;

-- What was settled on one board goes on to the next. At the end of the transaction, when the appointment has its new time. What was decided there before stays
-- decided, unless the appointment had left and has come back.
create function internal.hand_over() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.disruption_items (disruption_id, appointment_id, starts_at)
  select other.id, visit.id, visit.starts_at
  from public.appointments visit join public.disruptions other on other.location_id = visit.location_id
  where visit.id = new.appointment_id and visit.state in ('requested', 'confirmed') and visit.starts_at > internal.present()
    and other.id <> new.disruption_id and other.ended_at is null and visit.starts_at < other.ends_at and visit.ends_at > other.starts_at
    and internal.lies_in(visit.id, other) and internal.movable_services(visit.id) is not null
    and not exists (select from public.disruption_items item where item.appointment_id = visit.id and item.state in ('open', 'proposed', 'call'))
    and not exists (select from public.disruption_items item where item.appointment_id = visit.id and item.disruption_id = other.id
      and item.state not in ('moved', 'accepted'))
  order by other.resource_id is not null, other.created_at, other.id limit 1
  on conflict (disruption_id, appointment_id) do update set state = 'open', changed_at = internal.present();
  return null;
end $$;
create constraint trigger hand_over after update of state on public.disruption_items deferrable initially deferred for each row
  when (old.state in ('open', 'proposed', 'call') and new.state in ('accepted', 'moved', 'kept')) execute function internal.hand_over();

-- The other boards on which appointments are that lie in this disruption as well: [{id, name, items}], `name` as on their own.
create function internal.other_boards(disruption public.disruptions) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if disruption.ended_at is not null then return '[]'; end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('id', board.id, 'name', board.name, 'items', board.items) order by board.starts_at, board.id), '[]')
    from (select other.id, other.starts_at, coalesce(employee.name, resource.name) as name, count(*) as items
      from public.disruptions other join public.disruption_items item on item.disruption_id = other.id and item.state in ('open', 'proposed', 'call')
      left join public.employees employee on employee.id = other.employee_id left join public.resources resource on resource.id = other.resource_id
      where other.location_id = disruption.location_id and other.id <> disruption.id and other.ended_at is null
        and internal.lies_in(item.appointment_id, disruption)
      group by other.id, employee.name, resource.name) board);
end $$;

revoke execute on function internal.take_from_rooms, internal.hand_over, internal.other_boards from public;
