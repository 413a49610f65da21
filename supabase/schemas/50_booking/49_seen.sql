-- Nobody moves unseen what somebody else has moved since. Whoever moves something says where they have seen it (`p_seen`); if it stands elsewhere now,
-- the verb refuses with `moved_meanwhile` and says where, who moved it and when. Several places may be named: in the calendar a second move can be on its
-- way before the first is answered. Without p_seen nothing is asked, as by programs before 0.4.0.

-- Where an appointment stands, to be compared: seconds since 1970 of its start, and the ids of its people in the order of the lines.
-- app/lib/seen.ts writes the same.
create function internal.standing(p_appointment uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select extract(epoch from visit.starts_at)::bigint || coalesce((
      select string_agg(' ' || line.employee_id, '' order by line."position") from public.appointment_lines line where line.appointment_id = visit.id), '')
    from public.appointments visit where visit.id = p_appointment);
end $$;

-- What a member is called at a location: the name in the team, else of the account; "" when the account is gone.
create function internal.name_in_team(p_user uuid, p_location uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select person.name from public.employees person
    where person.user_id = p_user and person.location_id in (
      select place.id from public.locations place
      where place.company_id = (select own.company_id from public.locations own where own.id = p_location))
    order by person.location_id = p_location desc, person.active desc, person.id limit 1), internal.person_name(p_user), '');
end $$;

-- Error: moved_meanwhile, with {seen, starts_at, people, actor, by, at}: where it stands now, for members also at whom (names), and who moved it
-- last and when. Customers compare the start alone, since who serves them is the business's matter, and are not told which member it was.
create function internal.check_seen(visit public.appointments, p_seen text[], p_actor public.actor_kind) returns void
language plpgsql stable set search_path = '' as $$
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
end $$;

-- Where a block stands: seconds since 1970 of its start and its end, and whose time it is.
create function internal.block_standing(block public.blocks) returns text
language plpgsql stable set search_path = '' as $$
begin
  return concat_ws(' ', extract(epoch from block.starts_at)::bigint, extract(epoch from block.ends_at)::bigint,
    coalesce(block.employee_id, block.resource_id));
end $$;

-- The same for a block, with `ends_at`. Error: moved_meanwhile.
create function internal.check_block_seen(block public.blocks, p_seen text[]) returns void
language plpgsql stable set search_path = '' as $$
declare
  stands constant text := internal.block_standing(block);
begin
  if p_seen is null or coalesce(stands = any(p_seen), false) then return; end if;
  perform internal.fail('moved_meanwhile', jsonb_build_object('seen', stands, 'starts_at', block.starts_at, 'ends_at', block.ends_at,
    'actor', 'business', 'at', block.moved_at, 'by', internal.name_in_team(block.moved_by, block.location_id), 'people', (
      select coalesce(jsonb_agg(person.name), '[]') from public.employees person where person.id = block.employee_id))::text);
end $$;

revoke execute on function internal.standing, internal.name_in_team, internal.check_seen, internal.block_standing, internal.check_block_seen from public;
