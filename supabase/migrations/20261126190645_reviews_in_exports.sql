set local check_function_bodies = off;

ALTER TABLE "internal"."exported_tables" ADD COLUMN "only_out" boolean NOT NULL DEFAULT false;

insert into internal.exported_tables (position, name, via, parents, only_rows, left_out, only_out) values
  (300, 'reviews', 'location_id', '{locations}', $$t.state <> 'held_back'$$, '{hold_reason,version}', true);
update internal.exported_tables set via = 'location_id', parents = '{locations}' where name = 'appointments';
update storage.buckets set file_size_limit = 5368709120 where id = 'company-imports';

CREATE OR REPLACE FUNCTION internal.check_import(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.appointments visit where visit.company_id = p_company and visit.state in ('requested', 'confirmed')
    and exists (select from public.appointment_lines line where line.appointment_id = visit.id and line.event_id is null)
    and not exists (select from public.occupancies one where one.source = visit.id)) then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.appointments where company_id = p_company and sequence not between 0 and 100000)
    or (select count(*) from public.appointments where company_id = p_company and state = 'requested') > 20000
    or (select count(*) from public.event_waits wait join public.events event on event.id = wait.event_id
      join public.locations place on place.id = event.location_id where place.company_id = p_company) > 20000 then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.appointments visit where visit.company_id = p_company and not internal.is_imported(p_company, visit.id))
    or exists (select from public.messages mail where mail.company_id = p_company and mail.appointment_id is not null and not internal.is_imported(p_company, mail.id))
    or exists (select from public.event_waits wait join public.events event on event.id = wait.event_id
      join public.locations place on place.id = event.location_id where place.company_id = p_company and not internal.is_imported(p_company, wait.id)) then
    perform internal.fail('file_broken', 'appointments');
  end if;
  if exists (select from public.occupancies one join public.employees person on person.id = one.subject
    join public.locations place on place.id = person.location_id
    where place.company_id = p_company and not one.minutes <@ int4range(-36000000, 122000000)::int4multirange) then
    perform internal.fail('file_broken', 'occupancies');
  end if;
  if exists (select from public.occupancies one
    where one.subject in (select person.id from public.employees person join public.locations place on place.id = person.location_id where place.company_id = p_company)
    and not exists (select from public.appointments where id = one.source)
      and not exists (select from public.blocks where id = one.source) and not exists (select from public.events where id = one.source)) then
    perform internal.fail('file_broken', 'occupancies');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.stage_import(p_transfer uuid, p_attempt integer, p_table text, p_lines jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  worked constant public.transfers := internal.working_transfer(p_transfer, p_attempt);
  entry internal.exported_tables;
  so_far bigint;
begin
  select * into entry from internal.exported_tables where name = p_table;
  if entry.name is null then perform internal.fail('table_unknown', p_table); end if;
  select coalesce(max(n), 0) into so_far from internal.transfer_rows where transfer_id = p_transfer;
  if entry.only_out then return so_far; end if;
  if so_far + jsonb_array_length(p_lines) > 50000000 then perform internal.fail('file_too_large'); end if;
  insert into internal.transfer_rows (transfer_id, n, part, line)
  select p_transfer, so_far + one.turn, entry.position, one.line from jsonb_array_elements(p_lines) with ordinality one (line, turn);
  so_far := so_far + jsonb_array_length(p_lines);
  update public.transfers set done_rows = so_far, all_rows = greatest(all_rows, so_far) where id = p_transfer;
  return so_far;
end $function$;

alter function public.carry_out_import(uuid, integer) set statement_timeout = '2h';
