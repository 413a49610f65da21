-- What an export consists of: the tables in the order in which they are imported, each after those that it refers to. Rows leave in the order of
-- their keys, and an import gives new ids that rise in the same order: so the same company makes the same file wherever it lives.
-- Every id in a row is a uuid, or the number that a row of history is known by.

create table internal.exported_tables (
  position smallint primary key,
  name text not null unique,
  -- The column that says whose a row is, and the tables that it refers to; none: it is the company's id.
  via text not null,
  parents text[] not null default '{}',
  -- Which of these rows t leave.
  only_rows text not null default 'true',
  -- What does not come along, or stands otherwise after an import: accounts, keys of repeatable calls, what the platform says of a location.
  left_out text[] not null default '{}',
  -- Values that another installation could not keep as they are.
  put_in text not null default $$'{}'$$,
  -- The order of its rows, where ids of several tables share a column; else that of the primary key.
  sorted_by text,
  -- Leaves, but comes in nowhere: any file could claim it.
  only_out boolean not null default false
);
alter table internal.exported_tables enable row level security;

insert into internal.exported_tables (position, name, via, parents, only_rows, left_out, put_in, sorted_by) values
  (10, 'companies', 'id', default, default, '{state,goes_at,created_at,updated_at,sandbox}', default, default),
  (15, 'company_tax_data', 'company_id', default, default, '{updated_at}', default, default),
  (20, 'locations', 'company_id', default, default, '{slug,state,published_at,rating_average,rating_count}', default, default),
  (30, 'employees', 'location_id', '{locations}', default, '{user_id}', default, default),
  (40, 'resources', 'location_id', '{locations}', default, default, default, default),
  (50, 'services', 'location_id', '{locations}', default, default, default, default),
  (60, 'employee_services', 'location_id', '{locations}', default, default, default, default),
  (65, 'service_addons', 'location_id', '{locations}', default, default, default, default),
  (66, 'service_tests', 'location_id', '{locations}', default, default, default, default),
  (67, 'day_prices', 'location_id', '{locations}', default, default, default, default),
  (68, 'packages', 'location_id', '{locations}', default, default, default, default),
  (69, 'package_services', 'location_id', '{locations}', default, default, default, default),
  (70, 'working_hours', 'employee_id', '{employees}', default, default, default, default),
  (75, 'payment_rules', 'location_id', '{locations}', default, '{created_at,updated_at}', default, default),
  -- After the working hours: employees who come into a location with opening hours would follow these.
  (80, 'location_hours', 'location_id', '{locations}', default, default, default, default),
  (90, 'exceptions', 'location_id', '{locations}', default, default, default, default),
  (100, 'location_images', 'location_id', '{locations}', default, default, default, default),
  (105, 'offer_templates', 'company_id', default, default, default, default, default),
  (110, 'customers', 'company_id', default, default, '{user_id,words}', default, default),
  (120, 'customer_contacts', 'company_id', default, default, default, default, default),
  (130, 'customer_relatives', 'company_id', default, default, default, default, default),
  (140, 'customer_health', 'company_id', default, default, default, default, default),
  (145, 'customer_files', 'company_id', default, 't.stored', default, default, default),
  (150, 'events', 'location_id', '{locations}', default, '{created_by}', default, default),
  -- By their location, for which there is an index.
  -- What waits for a payment is not booked.
  (160, 'appointments', 'location_id', '{locations}', default, '{hold_expires_at,user_id,idempotency_key}',
    $$case when t.state = 'awaiting_payment' then '{"state": "expired"}' else '{}' end$$, default),
  (170, 'appointment_lines', 'appointment_id', '{appointments}', default, default, default, default),
  (180, 'appointment_notes', 'appointment_id', '{appointments}', default, default, default, default),
  (185, 'appointment_messages', 'appointment_id', '{appointments}', default, '{member_id}', default, default),
  (190, 'appointment_events', 'appointment_id', '{appointments}', default, '{actor_id,idempotency_key,mails_due,xid}', default, default),
  (200, 'appointment_changes', 'appointment_id', '{appointments}', default, default, default, default),
  (210, 'early_starts', 'appointment_id', '{appointments}', default, default, default, default),
  (220, 'withdrawals', 'company_id', default, default, default, default, default),
  -- Seats that are only held are free again.
  (230, 'event_seats', 'event_id', '{events}', default, '{expires_at}', $$case when t.expires_at is null then '{}' else '{"source": null}' end$$, default),
  -- Those who still wait: an offer ends with the time that is held for it.
  (240, 'event_waits', 'event_id', '{events}', 't.hold_id is null and t.left_at is null', '{user_id,hold_id,left_at}', default, default),
  (250, 'blocks', 'location_id', '{locations}', default, '{created_by,moved_by}', default, default),
  (260, 'disruptions', 'company_id', default, default, '{created_by}', default, default),
  -- A proposal is held time as well; without it the appointment is open again.
  (270, 'disruption_items', 'disruption_id', '{disruptions}', default, '{hold_id,answer_by}',
    $$case when t.state = 'proposed' then '{"state": "open"}' else '{}' end$$, default),
  (275, 'disruption_events', 'disruption_id', '{disruptions}', default, default, default, default),
  (280, 'occupancies', 'source', '{appointments,blocks,events}', $$t.expires_at is null and not exists (
      select from public.appointments visit where visit.id = t.source and visit.state = 'awaiting_payment')$$, '{expires_at}', default,
    't.kind, t.source, t.position, exists (select from public.resources r where r.id = t.subject), t.subject'),
  -- What has left, since a message that waits must not be sent by two; but none to the private address of a member.
  (290, 'messages', 'company_id', default, $$t.state not in ('queued', 'sending') and t.user_id is null$$,
    '{attempts,next_attempt_at,dedupe_key,rule_id,parent_id,provider,provider_id,handed_over_at,purpose,priority,user_id}', default, default);
-- What is held back is seen by its author alone, and nobody of the business learns which visit a review is of: its author may be "Anonym".
insert into internal.exported_tables (position, name, via, parents, only_rows, left_out, only_out) values
  (300, 'reviews', 'location_id', '{locations}', $$t.state <> 'held_back'$$, '{hold_reason,version,state,appointment_id}', true),
  -- What was paid is a fact of this installation and its provider.
  (310, 'payments', 'company_id', default, default, '{ref,read_at,intent_ref}', true),
  (320, 'refunds', 'payment_id', '{payments}', default, '{idempotency_key,asked_by}', true),
  -- What the platform has billed the company here.
  (330, 'commission_items', 'company_id', default, default, default, true),
  (340, 'invoices', 'company_id', default, default, '{series,reverses}', true),
  (350, 'invoice_lines', 'invoice_id', '{invoices}', default, default, true);

-- Which rows t of a table belong to the company $1, as a condition.
create function internal.condition_of(p_table text) returns text
language plpgsql stable set search_path = '' as $$
declare
  entry internal.exported_tables;
  parent text;
  parts text[] := '{}';
begin
  select * into entry from internal.exported_tables where name = p_table;
  if entry.parents = '{}' then return format('t.%I = $1', entry.via); end if;
  foreach parent in array entry.parents loop
    parts := parts || format('t.%I in (select t.id from public.%I t where %s)', entry.via, parent, internal.condition_of(parent));
  end loop;
  return '(' || array_to_string(parts, ' or ') || ')';
end $$;

-- The columns of a table that hold ids.
create function internal.id_columns(p_table text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(held.attname order by held.attnum), '{}') from pg_attribute held
  where held.attrelid = ('public.' || quote_ident(p_table))::regclass and held.attnum > 0 and not held.attisdropped
    and (held.atttypid = 'uuid'::regtype or held.atttypid = 'bigint'::regtype and exists (
      select from pg_index key where key.indrelid = held.attrelid and key.indisprimary and held.attnum = any(key.indkey::smallint[])))
$$;

-- All rows of a company that leave, table by table. Stable: all of it is one moment, however long it takes.
create function internal.rows_of_company(p_company uuid) returns table (part smallint, line jsonb)
language plpgsql stable set search_path = '' as $$
declare
  entry internal.exported_tables;
  keys text;
begin
  for entry in select * from internal.exported_tables order by position loop
    select coalesce(entry.sorted_by, string_agg(format('t.%I', held.attname), ', ' order by array_position(key.indkey::smallint[], held.attnum))) into keys
    from pg_index key join pg_attribute held on held.attrelid = key.indrelid and held.attnum = any(key.indkey::smallint[])
    where key.indisprimary and key.indrelid = ('public.' || quote_ident(entry.name))::regclass;
    return query execute format('select %L::smallint, to_jsonb(t) - %L::text[] || (%s)::jsonb from public.%I t where %s and %s order by %s',
      entry.position, entry.left_out, entry.put_in, entry.name, internal.condition_of(entry.name), entry.only_rows, keys) using p_company;
  end loop;
end $$;
