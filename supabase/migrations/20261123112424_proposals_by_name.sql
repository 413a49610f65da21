set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.source_of(one public.occupancies, OUT starts_at timestamp with time zone, OUT ends_at timestamp with time zone, OUT contact_name text, OUT title text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if one.kind = 'block' then
    select block.starts_at, block.ends_at, block.title into starts_at, ends_at, title from public.blocks block where block.id = one.source;
  elsif one.kind = 'event' then
    select event.starts_at, event.ends_at, coalesce(nullif(event.title, ''), service.name) into starts_at, ends_at, title
    from public.events event join public.services service on service.id = event.service_id where event.id = one.source;
  elsif one.expires_at is not null then
    select line.starts_at, line.ends_at, visit.contact_name into starts_at, ends_at, contact_name
    from public.holds hold cross join jsonb_populate_recordset(null::internal.planned_line, hold.lines) line
    left join public.disruption_items item on hold.purpose = 'proposal' and item.hold_id = hold.id
    left join public.appointments visit on visit.id = item.appointment_id
    where hold.id = one.source and line."position" = one."position";
  else
    select line.starts_at, line.ends_at, visit.contact_name into starts_at, ends_at, contact_name
    from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
    where line.appointment_id = one.source and line."position" = one."position";
  end if;
end $function$;
