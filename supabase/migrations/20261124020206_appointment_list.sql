set local check_function_bodies = off;

CREATE TABLE "internal"."appointment_words" ("appointment_id" uuid NOT NULL, "location_id" uuid NOT NULL, "starts_at" timestamp with time zone NOT NULL, "words" character varying(800) NOT NULL, CONSTRAINT "appointment_words_pkey" PRIMARY KEY (appointment_id));

ALTER TABLE "internal"."appointment_words" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."words_to_fill" ("after" uuid NOT NULL, CONSTRAINT "words_to_fill_pkey" PRIMARY KEY (after));

ALTER TABLE "internal"."words_to_fill" ENABLE ROW LEVEL SECURITY;

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
  return coalesce(internal.words_found(p_text, 'told.words'),
    'told.words like ' || quote_literal(' ' || regexp_replace(internal.folded(nullif(btrim(p_text), '')), '([\\%_])', '\\\1', 'g') || '%'));
end $function$;

CREATE OR REPLACE FUNCTION internal.appointment_rows(p_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', visit.id, 'state', visit.state, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at, 'contact_name', visit.contact_name,
    'contact_email', visit.contact_email, 'contact_phone', visit.contact_phone, 'note', visit.note, 'total_cents', visit.total_cents,
    'source', visit.source, 'origin', visit.origin, 'customer_id', visit.customer_id, 'created_at', visit.created_at, 'for_name', visit.for_name,
    'arrived_at', visit.arrived_at, 'package_name', visit.package_name, 'series', visit.series, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'service_id', line.service_id, 'service_name', line.service_name,
        'employee_id', line.employee_id, 'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents,
        'agreed_minutes', line.agreed_minutes, 'event_id', line.event_id, 'seats', line.seats) order by line.position), '[]')
      from public.appointment_lines line where line.appointment_id = visit.id)) order by chosen.turn), '[]')
  from unnest(p_ids) with ordinality chosen (id, turn) join public.appointments visit using (id)
$function$;

CREATE OR REPLACE FUNCTION internal.keep_appointment_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into internal.appointment_words (appointment_id, location_id, starts_at, words)
  values (new.id, new.location_id, new.starts_at, internal.words_of_appointment(new))
  on conflict (appointment_id) do update set location_id = excluded.location_id, starts_at = excluded.starts_at, words = excluded.words;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.words_of_appointment(visit public.appointments)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return internal.customer_words(visit.contact_name || ' ' || visit.for_name, visit.contact_email, visit.contact_phone);
end $function$;

CREATE OR REPLACE FUNCTION public.fill_appointment_words(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  begun uuid;
  ids uuid[];
begin
  select after into begun from internal.words_to_fill for update skip locked;
  if not found then return 0; end if;
  ids := array(select id from public.appointments where id > begun order by id limit least(greatest(coalesce(p_limit, 500), 1), 2000));
  insert into internal.appointment_words (appointment_id, location_id, starts_at, words)
  select visit.id, visit.location_id, visit.starts_at, internal.words_of_appointment(visit) from public.appointments visit where visit.id = any(ids)
  on conflict do nothing;
  if ids = '{}' then delete from internal.words_to_fill; else update internal.words_to_fill set after = ids[cardinality(ids)]; end if;
  return cardinality(ids);
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
      cross join lateral (select visit.location_id, visit.starts_at, internal.words_of_appointment(visit) as words) told'
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
  return jsonb_build_object('total', total, 'more', more, 'rows', internal.appointment_rows(ids[:p_limit]));
end $function$;

ALTER TABLE "internal"."appointment_words" ADD CONSTRAINT "appointment_words_appointment_id_fkey" FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE;

CREATE INDEX appointment_words_name ON internal.appointment_words USING btree (location_id, "left"((words)::text, 40) COLLATE "C", appointment_id);

CREATE INDEX appointment_words_start ON internal.appointment_words USING btree (location_id, starts_at);

CREATE INDEX appointment_words_words ON internal.appointment_words USING gin (words extensions.gin_trgm_ops);

create trigger words_of_changed after update on public.appointments for each row
  when ((old.location_id, old.starts_at, old.contact_name, old.for_name, old.contact_email, old.contact_phone)
    is distinct from (new.location_id, new.starts_at, new.contact_name, new.for_name, new.contact_email, new.contact_phone))
  execute function internal.keep_appointment_words();

CREATE TRIGGER words_of_new AFTER INSERT ON public.appointments FOR EACH ROW EXECUTE FUNCTION internal.keep_appointment_words();

REVOKE ALL ON FUNCTION "internal"."appointment_found"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."appointment_rows"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_appointment_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."words_of_appointment"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."fill_appointment_words"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."fill_appointment_words"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_appointments"(uuid, text, public.appointment_state, uuid, timestamp with time zone, timestamp with time zone, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_appointments"(uuid, text, public.appointment_state, uuid, timestamp with time zone, timestamp with time zone, text, integer, integer) TO "authenticated";

update public.retention_rules set tables = '{public.appointments,internal.appointment_words,public.appointment_lines,public.appointment_events,public.appointment_notes,public.appointment_changes,public.customers,public.customer_facts,public.customer_health,public.customer_contacts,public.customer_relatives}'
where name = 'appointments';

-- What is there already gets its words from a job (public.fill_appointment_words); until then the list computes them.
insert into internal.words_to_fill select '00000000-0000-0000-0000-000000000000' where exists (select from public.appointments);
