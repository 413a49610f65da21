-- What verbs answer to members without the right to contact data. Everybody has it until an owner takes it from somebody.
set local check_function_bodies = off;

insert into internal.rights (name, from_role) values ('contact_data', 'staff');

DROP FUNCTION "internal"."appointment_rows"(uuid[]);

DROP FUNCTION "internal"."message_rows"(uuid[], boolean);

CREATE OR REPLACE FUNCTION internal.appointment_found(p_location uuid, p_text text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  digits constant text := lower(regexp_replace(p_text, '[\s-]', '', 'g'));
  first_id uuid;
  last_id uuid;
begin
  if digits ~ '^[0-9a-f]{12}$' then
    first_id := rpad(digits, 32, '0')::uuid;
    last_id := rpad(digits, 32, 'f')::uuid;
    if exists (select from public.appointments where location_id = p_location and id between first_id and last_id) then
      return format('visit.id between %L and %L', first_id, last_id);
    end if;
  end if;
  return coalesce(internal.told_words(p_text, internal.hides_contacts((select place.company_id from public.locations place where place.id = p_location))),
    'told.words like ' || quote_literal(' ' || regexp_replace(internal.folded(nullif(btrim(p_text), '')), '([\\%_])', '\\\1', 'g') || '%'));
end $function$;

CREATE OR REPLACE FUNCTION internal.appointment_rows(p_ids uuid[], p_hidden boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', visit.id, 'state', visit.state, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at, 'contact_name', visit.contact_name,
    'contact_email', case when p_hidden then '' else visit.contact_email end, 'contact_phone', case when p_hidden then '' else visit.contact_phone end, 'note', visit.note, 'total_cents', visit.total_cents,
    'source', visit.source, 'origin', visit.origin, 'customer_id', visit.customer_id, 'created_at', visit.created_at, 'for_name', visit.for_name,
    'arrived_at', visit.arrived_at, 'package_name', visit.package_name, 'series', visit.series, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'service_id', line.service_id, 'service_name', line.service_name,
        'employee_id', line.employee_id, 'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents,
        'agreed_minutes', line.agreed_minutes, 'event_id', line.event_id, 'seats', line.seats) order by line.position), '[]')
      from public.appointment_lines line where line.appointment_id = visit.id)) order by chosen.turn), '[]')
  from unnest(p_ids) with ordinality chosen (id, turn) join public.appointments visit using (id)
$function$;

CREATE OR REPLACE FUNCTION internal.change_words(visit public.appointments, p_contact jsonb, p_counts boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION internal.companies_with_files()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select internal.companies_with('all_customers') intersect select internal.companies_with('contact_data')
$function$;

CREATE OR REPLACE FUNCTION internal.contact_by_hand(p_contact jsonb, p_company uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  customer public.customers;
begin
  if p_contact ->> 'customer_id' is null then return p_contact; end if;
  select * into customer from public.customers where id::text = p_contact ->> 'customer_id' and company_id = p_company;
  if customer.id is null or not internal.may_see_customer(customer.id, p_company) then perform internal.fail('customer_not_found'); end if;
  return jsonb_build_object('name', customer.name, 'email', coalesce(customer.email::text, ''), 'phone', customer.phone)
    -- Who sees no addresses and numbers leaves them as they are.
    || case when internal.hides_contacts(p_company) then internal.without_empty(p_contact) else p_contact end;
end $function$;

CREATE OR REPLACE FUNCTION internal.customer_consents(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with said as (
      select 'advertising' as kind, answer.at, answer.given, answer.channel, own.address, null::uuid as appointment, null::timestamptz as starts_at,
        answer.text_hash, answer.id
      from (
        select lower(file.email::text) as address from public.customers file where file.id = p_customer and file.email is not null
        union select other.value from public.customer_contacts other where other.customer_id = p_customer and other.kind = 'email') own
      join public.consents answer on answer.address_hash = internal.address_hash(own.address) and answer.company_id = p_company
      union all
      select 'early_start', demand.agreed_at, true, null, null, visit.id, visit.starts_at, demand.text_hash, 0
      from public.appointments visit join public.early_starts demand on demand.appointment_id = visit.id
      where visit.customer_id = p_customer and visit.company_id = p_company
        and (visit.location_id in (select internal.locations_with('all_calendars')) or internal.has_own_line(visit.id)))
    select coalesce(jsonb_agg(jsonb_build_object('kind', latest.kind, 'at', latest.at, 'given', latest.given, 'channel', latest.channel,
      'address', case when not internal.hides_contacts(p_company) then latest.address end, 'appointment', latest.appointment, 'starts_at', latest.starts_at, 'text', words.text)
      order by latest.at desc, latest.id desc), '[]')
    from (select * from said order by at desc, id desc limit 50) latest
    left join public.consent_texts words on words.hash = latest.text_hash);
end $function$;

CREATE OR REPLACE FUNCTION internal.customer_found(p_text text, file text, p_hidden boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return internal.words_found(p_text, file || '.words')
    || case when p_hidden then ' and ' || internal.words_found(p_text, format('internal.names_of(%s.id)', file)) else '' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.events_json(disruption public.disruptions)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('event_id', event.id, 'title', coalesce(nullif(event.title, ''), service.name),
      'starts_at', course.starts_at, 'state', course.state, 'now_at', event.starts_at, 'person', person.name, 'room', room.name,
      'booked', (select count(*) from public.event_seats seat where seat.event_id = event.id and seat.source is not null and seat.expires_at is null),
      'unreachable', (select coalesce(jsonb_agg(jsonb_build_object('name', silent.contact_name, 'phone',
          case when internal.hides_contacts(silent.company_id) then '' else silent.contact_phone end) order by silent.contact_name, silent.id), '[]')
        from (select visit.id, visit.company_id, visit.contact_name, visit.contact_phone from public.appointments visit
          where visit.contact_email = '' and visit.state in ('requested', 'confirmed')
            and visit.id in (select seat.source from public.event_seats seat where seat.event_id = event.id)
          order by visit.contact_name, visit.id limit 20) silent),
      'people', case when open.decides and disruption.employee_id is not null then internal.people_for(event) else '[]' end,
      'rooms', case when open.decides and disruption.resource_id is not null then internal.rooms_for(event) else '[]' end)
      order by course.starts_at, event.id), '[]')
    from public.disruption_events course join public.events event on event.id = course.event_id
    join public.services service on service.id = event.service_id join public.employees person on person.id = event.employee_id
    left join public.resources room on room.id = event.resource_id
    cross join lateral (select course.state = 'open' and event.starts_at > internal.present() and disruption.ended_at is null as decides) open
    where course.disruption_id = disruption.id);
end $function$;

CREATE OR REPLACE FUNCTION internal.hides_contacts(p_company uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return p_company in (select internal.companies_as('staff')) and p_company not in (select internal.companies_with('contact_data'));
end $function$;

CREATE OR REPLACE FUNCTION internal.importing_companies()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select internal.companies_as('manager') intersect select internal.companies_with('all_customers')
  intersect select internal.companies_with('contact_data')
$function$;

CREATE OR REPLACE FUNCTION internal.lock_two_customers(p_company uuid, p_kept uuid, p_gone uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_kept = p_gone then perform internal.fail('merge_same'); end if;
  if p_company is null or p_company not in (select internal.companies_with_files()) then perform internal.fail('customer_not_found'); end if;
  -- The whole row, so that a booking that has just found the file ends first.
  perform from public.customers where id in (p_kept, p_gone) and company_id = p_company order by id for update;
  if (select count(*) from public.customers where id in (p_kept, p_gone) and company_id = p_company) < 2 then
    perform internal.fail('customer_not_found');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.merges_of(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_company not in (select internal.companies_with_files()) then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', merge.id, 'name', merge.gone ->> 'name', 'at', merge.at, 'who', merge.who,
      'until', merge.at + interval '30 days') order by merge.at desc), '[]')
    from internal.customer_merges merge where merge.kept_id = p_customer and merge.at >= internal.present() - interval '30 days');
end $function$;

CREATE OR REPLACE FUNCTION internal.message_rows(p_ids uuid[], p_cards boolean, p_hidden boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', message.id, 'kind', message.kind, 'audience', message.audience, 'channel', message.channel, 'recipient', case when p_hidden and message.audience = 'customer' then '' else message.recipient end,
    'state', message.state, 'attempts', message.attempts, 'last_error', internal.shown_error(message.last_error, p_hidden), 'sent_at', message.sent_at, 'created_at', message.created_at,
    'appointment_id', visit.id, 'starts_at', visit.starts_at, 'location_id', visit.location_id,
    'name', coalesce(visit.contact_name, message.payload ->> 'name', ''),
    'customer_id', case when p_cards then coalesce(visit.customer_id, message.customer_id) end) order by chosen.turn), '[]')
  from unnest(p_ids) with ordinality chosen (id, turn) join public.messages message using (id)
  left join public.appointments visit on visit.id = message.appointment_id
$function$;

CREATE OR REPLACE FUNCTION internal.names_of(p_customer uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(string_agg(' ' || internal.folded(known.name), ''), '') from (
      select file.name from public.customers file where file.id = p_customer
      union all select other.value from public.customer_contacts other where other.customer_id = p_customer and other.kind = 'name'
      union all select kin.name from public.customer_relatives kin where kin.customer_id = p_customer
      union all select visit.for_name from public.appointments visit where visit.customer_id = p_customer and visit.for_name <> '') known);
end $function$;

CREATE OR REPLACE FUNCTION internal.note_change_of_visits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.calendar_changes (location_id)
  select distinct visit.location_id from changed visit
  where exists (select from public.member_rights own where own.company_id = visit.company_id and own.name = 'contact_data' and not own.granted);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.reached_customer(p_company uuid, p_customer uuid)
 RETURNS public.customers
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_company not in (select internal.companies_with_files()) then perform internal.fail('customer_not_found'); end if;
  return internal.own_customer(p_company, p_customer);
end $function$;

CREATE OR REPLACE FUNCTION internal.shown_error(p_error text, p_hidden boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_hidden and p_error !~ '^[a-z_]*$' then '' else p_error end;
end $function$;

CREATE OR REPLACE FUNCTION internal.told_words(p_text text, p_hidden boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return internal.words_found(p_text, 'told.words') || case when p_hidden then ' and ' || internal.words_found(p_text,
    '(select '' '' || internal.folded(named.contact_name || '' '' || named.for_name) from public.appointments named where named.id = told.appointment_id)') else '' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.without_empty(p_contact jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return p_contact - array(select name from unnest(array['email', 'phone']) name where coalesce(btrim(p_contact ->> name), '') = '');
end $function$;

CREATE OR REPLACE FUNCTION public.add_customer_contact(p_company uuid, p_customer uuid, p_kind text, p_value text, p_label text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.reached_customer(p_company, p_customer);
  given constant text := case p_kind when 'email' then lower(btrim(p_value)) when 'phone' then internal.e164(p_value) else btrim(p_value) end;
begin
  if p_kind is null or p_kind not in ('email', 'phone', 'name') or not coalesce(internal.sound_contact(p_kind, given), false)
    or length(coalesce(p_label, '')) > 40 then
    perform internal.fail('further_contact_invalid');
  end if;
  if given in (lower(file.email::text), internal.e164(file.phone), file.name) then return; end if;
  if p_kind = 'email' and (
    exists (select from public.customers where company_id = p_company and email operator(extensions.=) given::extensions.citext)
    or exists (select from public.customer_contacts
      where company_id = p_company and kind = 'email' and value = given and customer_id <> p_customer)) then
    perform internal.fail('contact_taken');
  end if;
  if (select count(*) from public.customer_contacts where customer_id = p_customer) >= 20 then perform internal.fail('too_many_contacts'); end if;
  insert into public.customer_contacts (company_id, customer_id, kind, value, label)
  values (p_company, p_customer, p_kind, given, btrim(coalesce(p_label, ''))) on conflict (customer_id, kind, value) do nothing;
exception when unique_violation then
  perform internal.fail('contact_taken');
end $function$;

CREATE OR REPLACE FUNCTION public.change_customer_words(p_company uuid, p_customer uuid, p_version timestamp with time zone, p_name text, p_note text, p_tags text[], p_blocked boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.own_customer(p_company, p_customer);
  update public.customers set name = p_name, note = coalesce(p_note, ''), tags = coalesce(p_tags, '{}'), blocked = coalesce(p_blocked, false)
  where id = p_customer and company_id = p_company and updated_at = p_version;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.customers_on_numbers(p_company uuid, p_customers uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  numbers text[];
  found uuid[];
begin
  if p_company is null or p_company not in (select internal.companies_with('all_customers')) then perform internal.fail('not_allowed'); end if;
  if internal.hides_contacts(p_company) then return '{"total": 0, "first": []}'; end if;
  select array_agg(distinct internal.e164(had.number)) into numbers
  from public.customers file
  cross join lateral (
    select file.phone as number union all
    select other.value from public.customer_contacts other where other.customer_id = file.id and other.kind = 'phone') had
  where file.company_id = p_company and file.id = any(p_customers[1:200]) and had.number <> '';
  -- By the index of words first; they have the digits of all numbers.
  select array_agg(file.id) into found
  from public.customers file
  where file.company_id = p_company and not file.blocked and not file.id = any(p_customers[1:200])
    and file.words like any(array(select '% ' || internal.phone_digits(number) || '%' from unnest(numbers) number))
    and (internal.e164(file.phone) = any(numbers) or exists (select from public.customer_contacts other
      where other.customer_id = file.id and other.kind = 'phone' and other.value = any(numbers)));
  return jsonb_build_object('total', coalesce(cardinality(found), 0), 'first', (
    select coalesce(jsonb_agg(jsonb_build_object('id', shown.id, 'name', shown.name) order by shown.name, shown.id), '[]')
    from (select id, name from public.customers where id = any(found) order by name, id limit 5) shown));
end $function$;

CREATE OR REPLACE FUNCTION public.disruption_board(p_disruption uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  disruption public.disruptions;
  hidden boolean;
begin
  select * into disruption from public.disruptions where id = p_disruption;
  if disruption.id is null or disruption.location_id not in (select internal.locations_to_rearrange()) then perform internal.fail('disruption_not_found'); end if;
  hidden := internal.hides_contacts((select place.company_id from public.locations place where place.id = disruption.location_id));
  return (
    select jsonb_build_object('id', disruption.id, 'name', coalesce(employee.name, resource.name), 'resource', resource.id is not null,
      'starts_at', disruption.starts_at, 'ends_at', disruption.ends_at, 'ended_at', disruption.ended_at,
      'closed', coalesce(disruption.exception_id, disruption.block_id) is not null, 'time_zone', location.time_zone, 'others', internal.other_boards(disruption), 'events', internal.events_json(disruption),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object('appointment_id', row.id, 'state', row.shown, 'why', case when row.shown = row.state::text then row.why else 'unanswered' end,
          'starts_at', row.began_at, 'ends_at', row.began_at + (row.ends_at - row.starts_at),
          'contact_name', row.contact_name, 'contact_phone', case when hidden then '' else row.contact_phone end, 'contact_email', case when hidden then '' else row.contact_email end,
          'services', (select jsonb_agg(line.service_name order by line."position") from public.appointment_lines line where line.appointment_id = row.id),
          'people', (select jsonb_agg(served.name order by served.turn) from (select person.name, min(line."position") as turn
            from public.appointment_lines line join public.employees person on person.id = line.employee_id
            where line.appointment_id = row.id group by person.name) served),
          'now_at', row.starts_at, 'resource', case when resource.id is not null then internal.resources_of(row.id) end,
          'proposal', internal.proposal_json(row.id, false), 'elsewhere', other.names, 'options', case when row.turn <= 40 and other.names is null then (
            select coalesce(jsonb_agg(jsonb_build_object('starts_at', free.starts_at, 'ends_at', free.ends_at, 'employee_ids', free.employee_ids,
              'people', (select jsonb_agg(distinct person.name) from public.employees person where person.id = any(free.employee_ids))) order by free.starts_at), '[]')
            from internal.replacements(row.visit, disruption) free) end) order by row.began_at, row.id), '[]')
        from (
          select visit.id, visit.starts_at, visit.ends_at, visit.contact_name, visit.contact_phone, visit.contact_email, visit as visit, item.state, item.why,
            item.starts_at as began_at, shown.state as shown,
            case when shown.state in ('open', 'call') and visit.starts_at > present and disruption.ended_at is null
                and not exists (select from public.holds hold where hold.id = item.hold_id and hold.ended_at is null)
              then row_number() over (partition by shown.state in ('open', 'call') order by visit.starts_at, visit.id) end as turn
          from public.disruption_items item join public.appointments visit on visit.id = item.appointment_id
          cross join lateral (select (case when item.state = 'proposed' and item.answer_by <= present then 'call' else item.state::text end) as state) shown
          where item.disruption_id = disruption.id) row
        cross join lateral (select case when row.turn <= 40 and resource.id is not null then (select internal.resources_in_words(array_agg(line.resource_id))
          from internal.plan_elsewhere(row.visit, disruption) line) end as names) other))
    from public.locations location left join public.employees employee on employee.id = disruption.employee_id
    left join public.resources resource on resource.id = disruption.resource_id
    where location.id = disruption.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.export_customers(p_company uuid, p_text text DEFAULT ''::text, p_tag text DEFAULT NULL::text, p_only text DEFAULT NULL::text, p_sort text DEFAULT 'name'::text, p_page integer DEFAULT 1, p_limit integer DEFAULT 1000, p_spent integer DEFAULT NULL::integer, p_last_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_last_to timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  hidden constant boolean := internal.hides_contacts(p_company);
  found jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_with('export')) then perform internal.fail('not_allowed'); end if;
  found := public.list_customers(p_company, p_text, p_tag, p_only, p_sort, p_page, p_limit, p_spent, p_last_from, p_last_to);
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select (file ->> 'id')::uuid, p_company, internal.present(), caller, left(internal.person_name(caller), 254), 'export'
  from jsonb_array_elements(found -> 'rows') file;
  return found || jsonb_build_object('rows', (
    select coalesce(jsonb_agg(listed.one || jsonb_build_object('note', file.note,
      'contacts', (select coalesce(jsonb_agg(jsonb_build_object('kind', other.kind, 'value', other.value) order by other.kind, other.created_at, other.id), '[]')
        from public.customer_contacts other where other.customer_id = file.id and (other.kind = 'name' or not hidden)),
      'advertising', internal.has_consented(internal.address_hash(file.email::text), 'mail', p_company)) order by listed.place), '[]')
    from jsonb_array_elements(found -> 'rows') with ordinality listed (one, place)
    join public.customers file on file.id = (listed.one ->> 'id')::uuid));
end $function$;

CREATE OR REPLACE FUNCTION public.find_customers(p_location uuid, p_text text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  company uuid;
  hidden constant boolean := internal.hides_contacts((select place.company_id from public.locations place where place.id = p_location));
  filed constant text := internal.customer_found(p_text, 'file', hidden);
  given constant text := internal.words_found(p_text, case when hidden then '('' '' || internal.folded(visit.contact_name || '' '' || visit.for_name))'
    else 'internal.customer_words(visit.contact_name || '' '' || visit.for_name, visit.contact_email, visit.contact_phone)' end);
  begins constant text := ' ' || internal.folded(btrim(p_text));
  found jsonb;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if filed is null then return '[]'; end if;
  select company_id into company from public.locations where id = p_location;
  -- Whoever types little means many: 200 of them are looked at.
  if company in (select internal.companies_with('all_customers')) then
    execute format($sql$
      select jsonb_agg(to_jsonb(best) - 'first' order by best.first desc, best.name, best.id) from (
        select near.id, near.name, near.email, near.phone, near.blocked, starts_with(' ' || internal.folded(near.name), $2) as first,
          (select max(visit.starts_at) from public.appointments visit
            where visit.customer_id = near.id and visit.state in ('requested', 'confirmed', 'completed')) as last_visit,
          (select string_agg(distinct person.name, ', ') from (
            select kin.name from public.customer_relatives kin where kin.customer_id = near.id
            union all select visit.for_name from public.appointments visit where visit.customer_id = near.id and visit.for_name <> '') person
            where internal.is_meant(person.name, $3)) as books_for
        from (
          (select file.* from public.customers file where file.company_id = $1 and %1$s and %2$s limit 200)
          union (select file.* from public.customers file where file.company_id = $1 and %1$s limit 200)) near
        order by starts_with(' ' || internal.folded(near.name), $2) desc, near.name, near.id limit 8) best$sql$,
      filed, format('file.words like %L', regexp_replace(begins, '([\\%_])', '\\\1', 'g') || '%'))
    into found using company, begins, p_text;
  else
    execute format($sql$
      with own as materialized (
        select visit.* from (
          select line.appointment_id from public.appointment_lines line
          where line.employee_id in (select internal.own_employees()) order by line.starts_at desc limit 2000) line
        join public.appointments visit on visit.id = line.appointment_id
        where visit.company_id = $1 and visit.state <> 'expired'
      ), files as (
        select near.* from (
          select file.* from public.customers file
          where file.id in (select own.customer_id from own) and %1$s limit 50) near
        where internal.serves_customer(near.id)
      ), contacts as (
        select distinct on (coalesce(nullif(lower(visit.contact_email), ''), visit.contact_name || ' ' || visit.contact_phone))
          null::uuid as id, visit.contact_name as name, nullif(visit.contact_email, '')::extensions.citext as email, visit.contact_phone as phone, false as blocked
        from own visit
        where %2$s and not exists (select from files where files.id = visit.customer_id or files.email operator(extensions.=) nullif(visit.contact_email, '')::extensions.citext)
        order by coalesce(nullif(lower(visit.contact_email), ''), visit.contact_name || ' ' || visit.contact_phone), visit.starts_at desc
      )
      select jsonb_agg(to_jsonb(best) - 'first' order by best.first desc, best.name) from (
        select near.*, starts_with(' ' || internal.folded(near.name), $2) as first, (
          select max(own.starts_at) from own where own.state in ('requested', 'confirmed', 'completed')
            and (own.customer_id = near.id or near.id is null and own.contact_name = near.name)) as last_visit, (
          select string_agg(distinct own.for_name, ', ') from own where internal.is_meant(own.for_name, $3)
            and (own.customer_id = near.id or near.id is null and own.contact_name = near.name)) as books_for
        from (select id, name, email, phone, blocked from files union all select * from contacts) near
        order by starts_with(' ' || internal.folded(near.name), $2) desc, near.name limit 8) best$sql$, filed, given)
    into found using company, begins, p_text;
  end if;
  if hidden then
    return (select coalesce(jsonb_agg(one || '{"email": null, "phone": ""}' order by turn), '[]') from jsonb_array_elements(found) with ordinality every (one, turn));
  end if;
  return coalesce(found, '[]');
end $function$;

CREATE OR REPLACE FUNCTION public.list_appointments(p_location uuid, p_text text DEFAULT ''::text, p_state public.appointment_state DEFAULT NULL::public.appointment_state, p_employee uuid DEFAULT NULL::uuid, p_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to timestamp with time zone DEFAULT NULL::timestamp with time zone, p_sort text DEFAULT '-time'::text, p_page integer DEFAULT 1, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  -- So many at most are put in order after all are known.
  few constant integer := 500;
  needed constant bigint := p_page::bigint * p_limit;
  skipped constant bigint := needed - p_limit;
  sorted constant text := regexp_replace(p_sort, '^-', '');
  in_order constant text := format('order by key %1$s, id %1$s', case when p_sort like '-%' then 'desc' else 'asc' end);
  caller constant uuid := internal.person();
  -- Null for whoever has all calendars.
  own constant uuid[] := case when p_location not in (select internal.locations_with('all_calendars')) then array(select internal.own_employees()) end;
  found constant text := internal.appointment_found(p_location, p_text);
  narrow constant boolean := found is not null or own is not null or p_employee is not null;
  -- Whether words are read; place and time are read with them then.
  told constant boolean := coalesce(found like 'told.%', false) or sorted = 'name';
  told_of constant text := case when told then 'told.' else 'visit.' end;
  source constant text := case when not told then 'public.appointments visit'
    -- An upgrade is still filling them.
    when exists (select from internal.words_to_fill) then 'public.appointments visit
      cross join lateral (select visit.id as appointment_id, visit.location_id, visit.starts_at, internal.words_of_appointment(visit) as words) told'
    else 'internal.appointment_words told join public.appointments visit on visit.id = told.appointment_id' end;
  key constant text := jsonb_build_object('time', told_of || 'starts_at', 'created', 'visit.created_at', 'price', 'visit.total_cents',
    'name', 'left(told.words, 40) collate "C"') ->> sorted;
  simple constant text := 'visit.location_id = $1 and visit.state ' || case when p_state is null then '<> ''expired''' else '= $2' end
    || case when p_from is null then '' else ' and visit.starts_at >= $3' end || case when p_to is null then '' else ' and visit.starts_at < $4' end;
  condition text := regexp_replace(simple, 'visit\.(location_id|starts_at)', told_of || '\1', 'g') || coalesce(' and ' || found, '')
    || case when told and sorted in ('created', 'price') then ' and visit.location_id = $1' else '' end;
  -- One of these people has a line in it; null: anybody.
  people uuid[];
  serves constant text := ' exists (select from public.appointment_lines line where line.appointment_id = visit.id and line.employee_id = any(%s)%s)';
  -- The longest that a visit can take: ten services of a day.
  longest constant interval := interval '11 days';
  last_line constant timestamptz := least(p_to, timestamptz '2300-01-01') + longest;
  in_time constant text := case when p_from is null then '' else ' and line.starts_at >= $3' end || case when p_to is null then '' else ' and line.starts_at < $9' end;
  first_at timestamptz;
  last_at timestamptz;
  ids uuid[];
  total integer;
  most integer;
  more boolean := false;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if key is null or not coalesce(p_page between 1 and 100000 and p_limit between 1 and 1000, false) then perform internal.fail('list_wish'); end if;
  if own is null or p_employee = any(own) then
    people := case when p_employee is not null then array[p_employee] end;
  else
    if p_employee is not null then condition := condition || ' and' || format(serves, 'array[$5]', ''); end if;
    if exists (select from public.appointments visit where visit.user_id = caller and visit.location_id = p_location) then
      condition := condition || format(' and (visit.user_id = $6 or' || serves || ')', '$7', '');
    else
      people := own;
    end if;
  end if;
  -- Executed text is planned for its arguments each time.
  execute format($list$
    with matches as materialized (select visit.id, %s as key from %s where %s limit %s)
    select (select count(*) from matches), array(select id from matches %s limit $10 offset $11)$list$,
    key, source || case when people is null or told then '' else ' cross join public.appointment_lines line' end,
    condition || case when people is null then '' when told then ' and' || format(serves, '$8', in_time)
      -- Their first line in each, so that the number of lines says when there are enough.
      else ' and line.appointment_id = visit.id and line.employee_id = any($8)' || in_time || ' and not exists (select from public.appointment_lines before
        where before.appointment_id = line.appointment_id and before.employee_id = any($8) and before.position < line.position)' end,
    few + 1, in_order)
  into total, ids using p_location, p_state, p_from, p_to, p_employee, caller, own, people, last_line, p_limit, skipped;
  if total > few then
    if people is not null then
      select min(line.starts_at) - longest, max(line.starts_at) into first_at, last_at from public.appointment_lines line where line.employee_id = any(people);
      condition := condition || ' and' || format(serves, '$8', in_time) || format(' and %sstarts_at between $12 and $13', told_of);
    end if;
    -- Read in their order until the page is full.
    execute format('select array(select id from (select visit.id, %s as key from %s where %s) visit %s limit $10 + 1 offset $11)', key, source, condition, in_order)
    into ids using p_location, p_state, p_from, p_to, p_employee, caller, own, people, last_line, p_limit, skipped, first_at, last_at;
    if narrow and ids <> '{}' then
      more := cardinality(ids) > p_limit;
      total := case when more then greatest(needed, few) else skipped + cardinality(ids) end;
    else
      -- After the last page of a narrow list, all of it.
      most := case when not narrow then greatest(needed, 10000) end;
      execute format('select count(*) from (select from %s where %s limit $10 + 1) visit', case when narrow then source else 'public.appointments visit' end,
        case when narrow then condition else simple end)
      into total using p_location, p_state, p_from, p_to, p_employee, caller, own, people, last_line, most, skipped, first_at, last_at;
      more := coalesce(total > most, false);
      total := least(total, most);
    end if;
  end if;
  return jsonb_build_object('total', total, 'more', more, 'rows', internal.appointment_rows(ids[:p_limit],
    internal.hides_contacts((select place.company_id from public.locations place where place.id = p_location))));
end $function$;

CREATE OR REPLACE FUNCTION public.list_customers(p_company uuid, p_text text DEFAULT ''::text, p_tag text DEFAULT NULL::text, p_only text DEFAULT NULL::text, p_sort text DEFAULT 'name'::text, p_page integer DEFAULT 1, p_limit integer DEFAULT 50, p_spent integer DEFAULT NULL::integer, p_last_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_last_to timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  today constant date := (present at time zone 'Europe/Berlin')::date;
  first_day constant integer := internal.year_day(today);
  last_day constant integer := internal.year_day(today + 30);
  hidden constant boolean := internal.hides_contacts(p_company);
  -- One letter begins the name: as a part of anything it would be everybody.
  found constant text := coalesce(internal.customer_found(p_text, 'customer', hidden),
    'internal.folded(customer.name) collate "C" like ' || quote_literal(regexp_replace(internal.folded(nullif(btrim(p_text), '')), '([\\%_])', '\\\1', 'g') || '%'));
  caller constant uuid := internal.person();
  sorts constant jsonb := '{"name": "internal.folded(customer.name) collate \"C\"", "last": "facts.last_visit_at", "next": "facts.next_visit_at",
    "visits": "facts.visits", "spent": "facts.spent_cents", "created": "customer.created_at",
    "birthday": "(internal.year_day(customer.birthday) - $7 + 1300) % 1300"}';
  order_by constant text := sorts ->> ltrim(p_sort, '-');
  direction constant text := case when p_sort like '-%' then 'desc' else 'asc' end;
  condition text := 'customer.company_id = $1';
  manages constant boolean := p_company in (select internal.companies_with('all_customers'));
  -- All of them in an order of their facts: read from the facts alone.
  from_facts boolean := manages and order_by like 'facts.%' and p_tag is null and p_only is null and p_spent is null
    and num_nonnulls(p_last_from, p_last_to) = 0 and coalesce(btrim(p_text), '') = '';
  answer jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_as('staff')) then perform internal.fail('not_allowed'); end if;
  if order_by is null or coalesce(p_only, 'new') not in ('blocked', 'missed', 'away', 'new', 'coming', 'birthday') or p_spent < 0
    or not coalesce(p_page between 1 and 100000 and p_limit between 1 and 1000, false) then
    perform internal.fail('list_wish');
  end if;
  if hidden and (p_only = 'birthday' or ltrim(p_sort, '-') = 'birthday') then perform internal.fail('not_allowed'); end if;
  if not manages then
    condition := condition || ' and customer.id in (
      select visit.customer_id from public.employees employee join public.appointment_lines line on line.employee_id = employee.id
      join public.appointments visit on visit.id = line.appointment_id where employee.user_id = $4) and internal.serves_customer(customer.id)';
  end if;
  if found is not null then condition := condition || ' and ' || found; end if;
  if p_tag is not null then condition := condition || ' and $2 = any(customer.tags) and customer.tags <> ''{}'''; end if;
  condition := condition || case p_only
    when 'blocked' then ' and customer.blocked'
    when 'missed' then ' and facts.no_shows > 0'
    when 'away' then ' and facts.last_visit_at < $3 - interval ''180 days'' and facts.next_visit_at is null'
    when 'new' then ' and coalesce(facts.visits, 0) = 0'
    when 'coming' then ' and facts.next_visit_at is not null'
    when 'birthday' then ' and customer.birthday is not null and (internal.year_day(customer.birthday) '
      || case when first_day < last_day then 'between $7 and $8)' else '>= $7 or internal.year_day(customer.birthday) <= $8)' end
    else '' end;
  if p_spent is not null then condition := condition || ' and facts.spent_cents >= $9'; end if;
  if p_last_from is not null then condition := condition || ' and facts.last_visit_at >= $10'; end if;
  if p_last_to is not null then condition := condition || ' and facts.last_visit_at < $11'; end if;
  -- What a text finds, and whom staff serve, is found once, for the number and for the page; all else has an index in its order. Executed text is
  -- planned for its arguments each time; a setting of the function for that would have every function planned anew that is called for a row.
  loop
    execute format($list$
      with matches as %s materialized (
        select customer.id, %s as key
        from public.customers customer left join public.customer_facts facts on facts.customer_id = customer.id where %s
      ), page as (
        select id, key from %s order by key %s nulls last, id limit $5 offset $6
      )
      select jsonb_build_object('total', (select count(*) from matches), 'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', customer.id, 'name', customer.name, 'email', case when not $12 then customer.email end, 'phone', case when $12 then '' else customer.phone end, 'blocked', customer.blocked,
        'tags', customer.tags, 'created_at', customer.created_at, 'birthday', case when not $12 then customer.birthday end, 'visits', coalesce(facts.visits, 0),
        'no_shows', coalesce(facts.no_shows, 0), 'spent_cents', coalesce(facts.spent_cents, 0), 'last_visit_at', facts.last_visit_at,
        'next_visit_at', facts.next_visit_at) order by page.key %s nulls last, page.id), '[]'))
      from page join public.customers customer using (id) left join public.customer_facts facts on facts.customer_id = customer.id$list$,
      case when length(btrim(coalesce(p_text, ''))) < 2 and manages then 'not' else '' end, order_by, condition,
      case when from_facts
        then format('(select facts.customer_id as id, %1$s as key from public.customer_facts facts where facts.company_id = $1 and %1$s is not null) known', order_by)
        else 'matches' end,
      direction, direction)
    into answer using p_company, p_tag, present, caller, p_limit, (p_page - 1) * p_limit, first_day, last_day, p_spent,
      p_last_from, p_last_to, hidden;
    -- Whoever has none of it comes after these.
    exit when not from_facts or jsonb_array_length(answer -> 'rows') = p_limit;
    from_facts := false;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.list_duplicates(p_company uuid, p_page integer DEFAULT 1, p_limit integer DEFAULT 25)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  answer jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_with_files()) then perform internal.fail('not_allowed'); end if;
  if not coalesce(p_page between 1 and 100000 and p_limit between 1 and 100, false) then perform internal.fail('list_wish'); end if;
  with pairs as materialized (
    select one, other, array_agg(distinct why order by why) as why, max(since) as since
    from internal.duplicate_pairs where company_id = p_company group by one, other
  ), page as (
    select * from pairs order by cardinality(why) desc, since desc, one, other limit p_limit offset (p_page - 1) * p_limit
  )
  select jsonb_build_object('total', (select count(*) from pairs), 'rows', coalesce(jsonb_agg(jsonb_build_object(
    'one', internal.customer_summary(page.one), 'other', internal.customer_summary(page.other), 'why', page.why)
    order by cardinality(page.why) desc, page.since desc, page.one, page.other), '[]'))
  into answer from page;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.list_messages(p_company uuid, p_text text DEFAULT ''::text, p_states public.message_state[] DEFAULT NULL::public.message_state[], p_kinds text[] DEFAULT NULL::text[], p_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to timestamp with time zone DEFAULT NULL::timestamp with time zone, p_oldest boolean DEFAULT false, p_page integer DEFAULT 1, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  -- So many appointments at most are looked for by their words.
  few constant integer := 500;
  needed constant bigint := p_page::bigint * p_limit;
  caller constant uuid := internal.person();
  calendars constant boolean := p_company in (select internal.companies_with('all_calendars'));
  manages constant boolean := p_company in (select internal.companies_as('manager'));
  in_order constant text := format('order by created_at %1$s, id %1$s', case when p_oldest then 'asc' else 'desc' end);
  hidden constant boolean := internal.hides_contacts(p_company);
  words constant text := internal.told_words(p_text, hidden);
  -- Of messages without an appointment.
  addressed constant text := case when hidden then 'false' else internal.words_found(p_text, '('' '' || internal.folded(message.recipient))') end;
  whole constant boolean := coalesce(btrim(p_text) ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and not hidden, false);
  narrow boolean := words is not null and not whole;
  condition text := 'message.company_id = $1'
    -- As literals, so that an index of some states is found to be good for them.
    || case when p_states is null then '' else format(' and message.state = any(%L::public.message_state[])', p_states) end || case when p_kinds is null then '' else ' and message.kind = any($2)' end
    || case when p_from is null then '' else ' and message.created_at >= $3' end || case when p_to is null then '' else ' and message.created_at < $4' end
    || case when manages and calendars then ''
      when manages then ' and (message.appointment_id is null or message.user_id is not null)'
      else ' and message.appointment_id is not null and (message.user_id is null or message.user_id = $5)' end;
  visits uuid[];
  ids uuid[];
  most bigint := greatest(needed, 10000);
  total bigint;
  more boolean := false;
begin
  if p_company is null or not coalesce(calendars or manages, false) then perform internal.fail('not_allowed'); end if;
  if not coalesce(p_page between 1 and 100000 and p_limit between 1 and 1000, false) then perform internal.fail('list_wish'); end if;
  if whole then
    condition := condition || ' and internal.mailbox(message.recipient) = internal.mailbox(btrim($6))';
  elsif narrow then
    execute format('select array(select told.appointment_id from internal.appointment_words told
      where told.location_id = any(array(select location.id from public.locations location where location.company_id = $1)) and %s limit %s)', words, few + 1)
    into visits using p_company;
    if cardinality(visits) > few then
      condition := condition || format(' and (message.appointment_id is not null and exists (select from internal.appointment_words told
        where told.appointment_id = message.appointment_id and %s) or message.appointment_id is null and %s)', words, addressed);
    else
      narrow := false;
      condition := condition || format(' and (message.appointment_id = any($7) or message.appointment_id is null and %s
        and message.kind = any(array(select known.kind from internal.message_kinds known where known.kind not like ''appointment\_%%'')))', addressed);
    end if;
  elsif coalesce(btrim(p_text), '') <> '' then
    -- A single letter is no word.
    condition := condition || ' and false';
  end if;
  -- Executed text is planned for its arguments each time.
  execute format('select array(select message.id from public.messages message where %s %s limit $8 offset $9)', condition, in_order)
  into ids using p_company, p_kinds, p_from, p_to, caller, p_text, visits, p_limit + 1, needed - p_limit;
  if narrow and ids <> '{}' then
    more := cardinality(ids) > p_limit;
    total := case when more then greatest(needed, few) else needed - p_limit + cardinality(ids) end;
  else
    execute format('select count(*) from (select from public.messages message where %s limit $8) counted', condition)
    into total using p_company, p_kinds, p_from, p_to, caller, p_text, visits, most + 1;
    more := total > most;
    total := least(total, most);
  end if;
  return jsonb_build_object('total', total, 'more', more,
    'rows', internal.message_rows(ids[:p_limit], p_company in (select internal.companies_with('all_customers')), hidden));
end $function$;

CREATE OR REPLACE FUNCTION public.open_customer(p_company uuid, p_customer uuid, p_again boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file public.customers;
  kept uuid;
  hidden constant boolean := internal.hides_contacts(p_company);
begin
  if p_company in (select internal.companies_with('all_customers')) then
    select merge.kept_id into kept from internal.customer_merges merge where merge.gone_id = p_customer and merge.company_id = p_company;
    if kept is not null then perform internal.fail('customer_merged', kept::text); end if;
  end if;
  file := internal.look_at_customer(p_company, p_customer, 'card', p_again);
  return jsonb_build_object(
    'id', file.id, 'name', file.name, 'email', case when not hidden then file.email end, 'phone', case when hidden then '' else file.phone end, 'note', file.note, 'blocked', file.blocked, 'tags', file.tags,
    'user_id', file.user_id, 'created_at', file.created_at, 'updated_at', file.updated_at, 'birthday', case when not hidden then file.birthday end,
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('id', other.id, 'kind', other.kind, 'value', other.value, 'label', other.label)
      order by other.kind, other.created_at, other.id), '[]') from public.customer_contacts other where other.customer_id = file.id and (other.kind = 'name' or not hidden)),
    'relatives', internal.relatives_of(p_company, p_customer), 'merges', internal.merges_of(p_company, p_customer),
    'consents', internal.customer_consents(p_company, p_customer), 'files', internal.files_at(p_company, p_customer),
    'facts', (select to_jsonb(facts) from public.customer_facts facts where facts.customer_id = file.id),
    'health', case when p_company in (select internal.companies_with('health')) then
      exists (select from public.customer_health health where health.customer_id = file.id) end);
end $function$;

CREATE OR REPLACE FUNCTION public.open_tasks(p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  hidden constant boolean := internal.hides_contacts((select place.company_id from public.locations place where place.id = p_location));
begin
  if p_location is null or p_location not in (select internal.locations_with('all_calendars')) then
    return '{"undelivered": [], "untested": [], "offers": []}';
  end if;
  return jsonb_build_object(
    'undelivered', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.starts_at, shown.appointment_id), '[]') from (
        select distinct on (visit.starts_at, visit.id) message.id as message_id, message.kind, visit.id as appointment_id,
          visit.contact_name as name, case when hidden then '' else visit.contact_phone end as phone, visit.starts_at
        from public.messages message join public.appointments visit on visit.id = message.appointment_id
        where message.company_id = (select location.company_id from public.locations location where location.id = p_location)
          and message.settled_at is null and message.audience = 'customer' and message.appointment_id is not null
          and (message.state in ('failed', 'bounced') or message.state = 'skipped' and message.last_error = 'suppressed')
          and visit.location_id = p_location and visit.starts_at > present
          and not exists (select from public.messages later where later.appointment_id = visit.id and later.audience = 'customer'
            and later.created_at > message.created_at and later.state in ('sent', 'delivered'))
        order by visit.starts_at, visit.id, message.created_at desc limit 50) shown),
    'untested', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.starts_at, shown.appointment_id), '[]') from (
        select visit.id as appointment_id, visit.contact_name as name, case when hidden then '' else visit.contact_phone end as phone, visit.starts_at,
          lacks.test ->> 'service' as service, lacks.test ->> 'test' as test
        from public.appointments visit
        cross join lateral (select array_agg(line.service_id order by line."position") as services from public.appointment_lines line
          join public.service_tests link on link.service_id = line.service_id where line.appointment_id = visit.id) need
        cross join lateral (select internal.missing_test(need.services, visit.starts_at, visit.user_id,
          (select link.secret_hash from public.appointment_links link where link.appointment_id = visit.id limit 1), visit.customer_id) as test) lacks
        where visit.location_id = p_location and visit.state = 'confirmed' and visit.starts_at > present
          and visit.starts_at < present + interval '14 days' and need.services is not null and lacks.test is not null
          and exists (select from public.service_tests one where one.location_id = p_location)
        order by visit.starts_at limit 50) shown),
    'offers', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.answer_by, shown.event_id), '[]') from (
        select event.id as event_id, coalesce(nullif(event.title, ''), service.name) as title, event.starts_at, count(*) as offered,
          min(hold.expires_at) as answer_by
        from public.holds hold join public.event_waits wait on wait.hold_id = hold.id
        join public.events event on event.id = wait.event_id join public.services service on service.id = event.service_id
        where hold.location_id = p_location and hold.purpose = 'waitlist' and hold.ended_at is null and hold.expires_at > present
          and wait.left_at is null and event.starts_at > present
        group by event.id, service.name order by answer_by limit 50) shown));
end $function$;

CREATE OR REPLACE FUNCTION public.preview_merge(p_company uuid, p_kept uuid, p_gone uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept public.customers;
  gone public.customers;
  joined jsonb;
begin
  if p_kept = p_gone then perform internal.fail('merge_same'); end if;
  if p_company in (select internal.companies_with_files()) then
    select * into kept from public.customers where id = p_kept and company_id = p_company;
    select * into gone from public.customers where id = p_gone and company_id = p_company;
  end if;
  if kept.id is null or gone.id is null then perform internal.fail('customer_not_found'); end if;
  joined := internal.joined_customer(kept, gone, (select note from public.customer_health where customer_id = p_kept),
    (select note from public.customer_health where customer_id = p_gone)) - 'health' - 'user_id';
  return jsonb_build_object('kept', internal.customer_summary(p_kept), 'gone', internal.customer_summary(p_gone), 'result', joined,
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', one.kind, 'value', one.value) order by one.kind, one.value), '[]') from (
        select kind, value from public.customer_contacts where customer_id in (p_kept, p_gone)
        union select 'email', lower(gone.email::text) where gone.email is not null
        union select 'phone', gone.phone where gone.phone <> ''
        union select 'name', gone.name) one
      where one.value not in (coalesce(lower(joined ->> 'email'), ''), joined ->> 'phone', joined ->> 'name')),
    'appointments', (select count(*) from public.appointments where customer_id = p_gone),
    'messages', (select count(*) from public.messages where customer_id = p_gone),
    'health', case when p_company in (select internal.companies_with('health')) then
      exists (select from public.customer_health where customer_id = p_gone) end);
end $function$;

CREATE OR REPLACE FUNCTION public.put_contact_first(p_company uuid, p_customer uuid, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.reached_customer(p_company, p_customer);
  chosen public.customer_contacts;
  before text;
begin
  delete from public.customer_contacts where id = p_id and customer_id = p_customer returning * into chosen;
  if chosen.id is null then perform internal.fail('contact_not_found'); end if;
  before := case chosen.kind when 'email' then lower(file.email::text) when 'phone' then internal.e164(file.phone) else file.name end;
  update public.customers set
    email = case chosen.kind when 'email' then chosen.value::extensions.citext else email end,
    phone = case chosen.kind when 'phone' then chosen.value else phone end,
    name = case chosen.kind when 'name' then chosen.value else name end
  where id = p_customer;
  insert into public.customer_contacts (company_id, customer_id, kind, value)
  select p_company, p_customer, chosen.kind, before where before <> '' on conflict (customer_id, kind, value) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_customer_contact(p_company uuid, p_customer uuid, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.reached_customer(p_company, p_customer);
  delete from public.customer_contacts where id = p_id and customer_id = p_customer;
end $function$;

CREATE OR REPLACE FUNCTION public.undo_merge(p_company uuid, p_merge uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  undone internal.customer_merges;
  kept public.customers;
  gone public.customers;
  back public.customers;
  joined public.customers;
  place record;
  left_over text[] := '{}';
  later uuid[];
begin
  if p_company in (select internal.companies_with_files()) then
    select * into undone from internal.customer_merges where id = p_merge and company_id = p_company for update;
  end if;
  if undone.id is null then perform internal.fail('merge_not_found'); end if;
  if undone.at < internal.present() - interval '30 days' then perform internal.fail('merge_too_old'); end if;
  perform pg_advisory_xact_lock(hashtext('customer_facts'));
  if exists (select from internal.customer_merges other
      where (other.kept_id = undone.kept_id and other.at > undone.at) or other.gone_id = undone.kept_id) then
    perform internal.fail('merge_later');
  end if;
  select * into kept from public.customers where id = undone.kept_id for update;
  if kept.id is null then perform internal.fail('merge_not_found'); end if;
  back := jsonb_populate_record(kept, undone.before);
  joined := jsonb_populate_record(kept, undone.after);
  gone := jsonb_populate_record(null::public.customers, undone.gone);
  -- Accounts can be gone since.
  gone.user_id := (select id from auth.users where id = gone.user_id);
  back.user_id := (select id from auth.users where id = back.user_id);
  -- What merging changed and nobody has changed since.
  if joined is distinct from kept then left_over := left_over || 'card_changed'::text; end if;
  update public.customers set merged_at = back.merged_at,
    email = case when email is not distinct from joined.email then back.email else email end,
    phone = case when phone = joined.phone then back.phone else phone end,
    birthday = case when birthday is not distinct from joined.birthday then back.birthday else birthday end,
    note = case when note = joined.note then back.note else note end,
    tags = case when tags = joined.tags then back.tags else tags end,
    blocked = case when blocked = joined.blocked then back.blocked else blocked end,
    user_id = case when user_id is not distinct from joined.user_id then back.user_id else user_id end
  where id = kept.id;
  delete from public.customer_contacts where customer_id = kept.id and (id = any(undone.new_contacts) or (kind = 'email' and value = lower(gone.email::text)));
  delete from public.customer_relatives where id = any(undone.new_relatives);
  if gone.email is not null and (exists (select from public.customers where company_id = p_company and email operator(extensions.=) gone.email)
      or exists (select from public.customer_contacts where company_id = p_company and kind = 'email' and value = lower(gone.email::text))) then
    gone.email := null;
    left_over := left_over || 'address_gone'::text;
  end if;
  insert into public.customers (id, company_id, user_id, name, email, phone, note, blocked, created_at, tags, birthday, merged_at)
  values (gone.id, p_company, gone.user_id, gone.name, gone.email, gone.phone, gone.note, gone.blocked, gone.created_at, gone.tags, gone.birthday, gone.merged_at);
  insert into public.customer_contacts (id, company_id, customer_id, kind, value, label, created_at)
  select other.* from jsonb_populate_recordset(null::public.customer_contacts, undone.gone -> 'contacts') contact
  cross join lateral (select contact.id, p_company, gone.id, contact.kind, contact.value, contact.label, contact.created_at) other
  on conflict do nothing;
  insert into public.customer_relatives (id, company_id, customer_id, relative_id, name, relation, created_at)
  select kin.id, p_company, kin.customer_id, kin.relative_id, kin.name, kin.relation, kin.created_at
  from jsonb_populate_recordset(null::public.customer_relatives, undone.gone -> 'relatives') kin
  where exists (select from public.customers where id = kin.customer_id)
    and (kin.relative_id is null or exists (select from public.customers where id = kin.relative_id))
  on conflict do nothing;

  for place in select * from internal.customer_places() loop
    execute format('update %1$s set %2$I = $1 where %2$I = $2 and %3$s in (select key from internal.merged_rows where merge_id = $3 and place = $4)',
      place.tab, place.col, place.key) using gone.id, kept.id, undone.id, place.place;
  end loop;
  -- A time that was held before may have been booked since.
  if gone.email is not null then
    with moved as (
      update public.appointments set customer_id = gone.id
      where customer_id = kept.id and created_at >= undone.at - interval '1 hour' and lower(contact_email) = lower(gone.email::text) returning id)
    select array_agg(id) into later from moved;
    update public.messages set customer_id = gone.id where customer_id = kept.id and appointment_id = any(later);
    if later is not null then left_over := left_over || 'later_bookings'::text; end if;
  end if;
  if (select note from public.customer_health where customer_id = kept.id) is not distinct from undone.after ->> 'health' then
    perform internal.keep_health(kept, undone.before ->> 'health');
  else
    left_over := left_over || 'health_changed'::text;
  end if;
  perform internal.keep_health(gone, undone.gone ->> 'health');
  perform internal.compute_customer_facts(array[kept.id, gone.id]);
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select file, p_company, internal.present(), internal.person(), left(internal.person_name(internal.person()), 254), 'parted'
  from unnest(array[kept.id, gone.id]) file;
  delete from internal.customer_merges where id = undone.id;
  return jsonb_build_object('customer', gone.id, 'left', left_over);
end $function$;
