-- The rooms and devices that each line of an appointment can have at its time, for the form that changes it: [{position, kind, rooms: [{id, name, free}]}] for the
-- lines whose service needs one, as agreed with its buffers. The one that it has is free for it. For members who may open the appointment; others get none.
create function public.rooms_for_appointment(p_appointment uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  visit public.appointments;
  plan record;
begin
  select * into visit from public.appointments appointment where appointment.id = p_appointment;
  if visit.id is null or internal.person() is null or not internal.is_business(visit) or internal.movable_services(visit.id) is null then return '[]'; end if;
  plan := internal.plan_wishes(visit, internal.stored_wishes(visit.id), visit.starts_at, internal.present());
  return (select coalesce(jsonb_agg(jsonb_build_object('position', line."position", 'kind', service.resource_kind, 'rooms', (
      select jsonb_agg(jsonb_build_object('id', room.id, 'name', room.name, 'free', one.times @> line.reserved) order by one.turn)
      from unnest(spare.ids, spare.spare) with ordinality one (id, times, turn) join public.resources room on room.id = one.id)) order by line."position"), '[]')
    from unnest(plan.planned) line join public.services service on service.id = line.service_id
    cross join lateral internal.resources(visit.location_id, service.resource_kind, lower(line.reserved), upper(line.reserved),
      (internal.present(), visit.id, false, false, false)::internal.outlook) spare
    where line.reserved is not null and not isempty(line.reserved) and cardinality(spare.ids) > 0);
exception when raise_exception then
  -- Somebody does not offer a service any more.
  return '[]';
end $$;

grant execute on function public.rooms_for_appointment to authenticated;
