set local check_function_bodies = off;

ALTER TABLE "public"."customer_looks" DROP CONSTRAINT "customer_looks_what_check";

CREATE TABLE "internal"."customer_merges" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "kept_id" uuid NOT NULL, "gone_id" uuid NOT NULL, "at" timestamp with time zone NOT NULL, "user_id" uuid NOT NULL, "who" character varying(254) NOT NULL, "gone" jsonb NOT NULL, "before" jsonb NOT NULL, "after" jsonb NOT NULL, "new_contacts" uuid[] NOT NULL, "new_relatives" uuid[] NOT NULL, CONSTRAINT "customer_merges_pkey" PRIMARY KEY (id));

ALTER TABLE "internal"."customer_merges" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."customers_to_compare" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "customer_id" uuid NOT NULL, CONSTRAINT "customers_to_compare_pkey" PRIMARY KEY (id));

ALTER TABLE "internal"."customers_to_compare" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."duplicate_keys" ("customer_id" uuid NOT NULL, "company_id" uuid NOT NULL, "why" text NOT NULL, "key" character varying(254) NOT NULL, CONSTRAINT "duplicate_keys_pkey" PRIMARY KEY (customer_id, why, key), CONSTRAINT "duplicate_keys_why_check" CHECK ((why = ANY (ARRAY['phone'::text, 'email'::text, 'birthday'::text]))));

ALTER TABLE "internal"."duplicate_keys" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."duplicate_pairs" ("company_id" uuid NOT NULL, "one" uuid NOT NULL, "other" uuid NOT NULL, "why" text NOT NULL, "key" character varying(254) NOT NULL, "since" timestamp with time zone NOT NULL, CONSTRAINT "duplicate_pairs_pkey" PRIMARY KEY (one, other, why, key));

ALTER TABLE "internal"."duplicate_pairs" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."merged_rows" ("merge_id" uuid NOT NULL, "place" text NOT NULL, "key" text NOT NULL, CONSTRAINT "merged_rows_pkey" PRIMARY KEY (merge_id, place, key));

ALTER TABLE "internal"."merged_rows" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."not_duplicates" ("one" uuid NOT NULL, "other" uuid NOT NULL, CONSTRAINT "not_duplicates_check" CHECK ((one < other)), CONSTRAINT "not_duplicates_pkey" PRIMARY KEY (one, other));

ALTER TABLE "internal"."not_duplicates" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."customer_erasures" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "company_id" uuid NOT NULL, "at" timestamp with time zone NOT NULL, "user_id" uuid NOT NULL, "who" character varying(254) NOT NULL, "appointments" integer NOT NULL, CONSTRAINT "customer_erasures_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."customer_erasures" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."appointment_events" ADD COLUMN "actor_reads_all" boolean;

ALTER TABLE "public"."customers" ADD COLUMN "merged_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION internal.coming_of(p_customer uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select count(*) from public.appointments
    where customer_id = p_customer and state in ('requested', 'confirmed') and ends_at > internal.present());
end $function$;

CREATE OR REPLACE FUNCTION internal.customer_places()
 RETURNS TABLE(place text, tab text, col text, key text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select format('%s.%s', link.conrelid::regclass, points.attname), link.conrelid::regclass::text, points.attname::text,
    format('row(%s)::text', (select string_agg(format('%I', part.attname), ', ' order by part.attnum)
      from pg_catalog.pg_constraint own join pg_catalog.pg_attribute part on part.attrelid = own.conrelid and part.attnum = any(own.conkey)
      where own.conrelid = link.conrelid and own.contype = 'p'))
  from pg_catalog.pg_constraint link
  join pg_catalog.pg_attribute points on points.attrelid = link.conrelid and points.attnum = link.conkey[1]
  where link.contype = 'f' and link.confrelid = 'public.customers'::regclass and link.conrelid not in (
    'public.customer_facts'::regclass, 'public.customer_health'::regclass, 'public.customer_contacts'::regclass,
    'public.customer_relatives'::regclass, 'internal.not_duplicates'::regclass,
    'internal.duplicate_keys'::regclass, 'internal.duplicate_pairs'::regclass)
  order by 1;
end $function$;

CREATE OR REPLACE FUNCTION internal.customer_summary(p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('id', file.id, 'name', file.name, 'email', file.email, 'phone', file.phone, 'birthday', file.birthday,
      'tags', file.tags, 'note', file.note, 'blocked', file.blocked, 'created_at', file.created_at,
      'visits', (select count(*) from public.appointments visit where visit.customer_id = file.id and visit.state <> 'expired'),
      'last_visit_at', (select max(visit.starts_at) from public.appointments visit where visit.customer_id = file.id and visit.state = 'completed'))
    from public.customers file where file.id = p_customer);
end $function$;

CREATE OR REPLACE FUNCTION internal.erasable_customer(p_company uuid, p_customer uuid)
 RETURNS public.customers
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  file public.customers;
begin
  if p_company is null or p_company not in (select internal.companies_as('manager')) then perform internal.fail('not_allowed'); end if;
  select * into file from public.customers where id = p_customer and company_id = p_company;
  if file.id is null then perform internal.fail('customer_not_found'); end if;
  return file;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_erasures(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.customer_erasures where id in (
    select id from public.customer_erasures where at < internal.kept_since('customer_erasures') order by at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_merges(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  forgotten integer;
begin
  delete from internal.customer_merges where id in (
    select id from internal.customer_merges where at < internal.kept_since('customer_merges') order by at limit p_limit for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION internal.joined_customer(kept public.customers, gone public.customers, kept_health text, gone_health text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  note constant text := case when strpos(kept.note, gone.note) > 0 then kept.note else concat_ws(E'\n\n', nullif(kept.note, ''), gone.note) end;
  health constant text := case when strpos(kept_health, gone_health) > 0 then kept_health else concat_ws(E'\n\n', kept_health, gone_health) end;
  tags constant text[] := array(select tag from unnest(kept.tags || gone.tags) with ordinality one (tag, place) group by tag order by min(place));
begin
  if length(note) > 4000 or length(health) > 2000 or cardinality(tags) > 20 then perform internal.fail('merge_too_long'); end if;
  return jsonb_build_object('name', kept.name, 'email', coalesce(kept.email, gone.email), 'phone', coalesce(nullif(kept.phone, ''), gone.phone),
    'birthday', coalesce(kept.birthday, gone.birthday), 'note', note, 'tags', tags, 'blocked', kept.blocked or gone.blocked,
    'user_id', coalesce(kept.user_id, gone.user_id), 'health', nullif(health, ''));
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_health(file public.customers, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_note is null then
    delete from public.customer_health where customer_id = file.id;
  else
    insert into public.customer_health values (file.id, file.company_id, p_note, date_trunc('milliseconds', clock_timestamp()),
      left(internal.person_name(internal.person()), 254))
    on conflict (customer_id) do update set note = excluded.note, updated_at = excluded.updated_at, updated_by = excluded.updated_by
    where customer_health.note <> excluded.note;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.likeness_keys(p_customers uuid[])
 RETURNS SETOF internal.duplicate_keys
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select one.id, one.company_id, one.why, one.key::varchar(254) from (
    select id, company_id, 'phone', phone from public.customers where id = any(p_customers) and phone <> ''
    union select customer_id, company_id, 'phone', value from public.customer_contacts where customer_id = any(p_customers) and kind = 'phone'
    union select id, company_id, 'email', internal.mailbox(email::text) from public.customers where id = any(p_customers) and email is not null
    union select customer_id, company_id, 'email', internal.mailbox(value) from public.customer_contacts
      where customer_id = any(p_customers) and kind = 'email'
    union select id, company_id, 'birthday', birthday::text from public.customers where id = any(p_customers) and birthday is not null
  ) one (id, company_id, why, key);
end $function$;

CREATE OR REPLACE FUNCTION internal.lock_two_customers(p_company uuid, p_kept uuid, p_gone uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_kept = p_gone then perform internal.fail('merge_same'); end if;
  if p_company is null or p_company not in (select internal.companies_with('all_customers')) then perform internal.fail('customer_not_found'); end if;
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
  if p_company not in (select internal.companies_with('all_customers')) then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', merge.id, 'name', merge.gone ->> 'name', 'at', merge.at, 'who', merge.who,
      'until', merge.at + interval '30 days') order by merge.at desc), '[]')
    from internal.customer_merges merge where merge.kept_id = p_customer and merge.at >= internal.present() - interval '30 days');
end $function$;

CREATE OR REPLACE FUNCTION internal.note_to_compare()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into internal.customers_to_compare (customer_id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.serves_customer(p_customer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
begin
  return exists (
    select from public.customers file
    join public.appointments visit on visit.customer_id = file.id
    join public.appointment_events event on event.appointment_id = visit.id
    where file.id = p_customer and visit.state in ('requested', 'confirmed', 'completed', 'no_show') and internal.has_own_line(visit.id)
      and case when event.verb = 'create' then event.actor_id <> caller and (
          select coalesce(event.actor_reads_all, event.actor_role > 'staff', bool_or(internal.has_right(colleague, 'all_customers')), false)
            and coalesce(bool_or(internal.has_right(colleague, 'all_customers')), true)
          from public.members colleague where colleague.company_id = file.company_id and colleague.user_id = event.actor_id)
        when event.verb = 'confirm' and event.actor = 'customer' then event.actor_id = file.user_id
          or (event.at = file.created_at and file.merged_at is null and not exists (
            select from public.appointments other where other.customer_id = file.id and not internal.has_own_line(other.id)))
        else false end);
end $function$;

CREATE OR REPLACE FUNCTION internal.shared_by(p_key internal.duplicate_keys)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select count(*) from (select from internal.duplicate_keys
    where company_id = p_key.company_id and why = p_key.why and key = p_key.key limit 52) file);
end $function$;

CREATE OR REPLACE FUNCTION internal.take_contact_out(p_appointments uuid[], p_nobody text, p_files_before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.appointments set contact_name = p_nobody, contact_email = '', contact_phone = '', note = '', for_name = '',
    -- An account of its own keeps its visits until it goes, and with it the name under a review.
    user_id = case when p_files_before = 'infinity' then null else user_id end
  where id = any(p_appointments);
  delete from public.appointment_notes where appointment_id = any(p_appointments);
  delete from public.appointment_changes where appointment_id = any(p_appointments);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(p_appointments);
  delete from public.appointment_links where appointment_id = any(p_appointments);
  delete from public.messages where appointment_id = any(p_appointments);
  with nameless as (
    update public.customers customer
    set name = p_nobody, email = null, phone = '', note = '', tags = '{}', birthday = null, user_id = null
    where id in (select customer_id from public.appointments where id = any(p_appointments)) and not exists (
      select from public.appointments appointment
      where appointment.customer_id = customer.id and not internal.is_nobody(appointment.contact_name))
      and (p_files_before = 'infinity' or not internal.is_in_use(customer, p_files_before))
    returning id
  ), health as (
    delete from public.customer_health where customer_id in (select id from nameless)
  ), relatives as (
    delete from public.customer_relatives where customer_id in (select id from nameless) or relative_id in (select id from nameless)
  ), merges as (
    delete from internal.customer_merges where kept_id in (select id from nameless)
  )
  delete from public.customer_contacts where customer_id in (select id from nameless);
end $function$;

CREATE OR REPLACE FUNCTION public.add_participant(p_event uuid, p_seats integer, p_contact jsonb, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event constant public.events := internal.open_event(p_event, 'book');
  made constant uuid := gen_random_uuid();
  place public.locations;
  known public.appointments;
  contact jsonb;
begin
  select * into place from public.locations where id = event.location_id;
  contact := internal.clean_contact(internal.contact_by_hand(p_contact, place.company_id) || jsonb_build_object('note', coalesce(p_note, '')), true);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if known.location_id <> place.id or not internal.is_business(known) then perform internal.fail('key_used'); end if;
      return internal.visit_json(known.id);
    end if;
  end if;
  if event.cancelled_at is not null then perform internal.fail('wrong_state', 'cancelled'); end if;
  if event.ends_at <= internal.present() then perform internal.fail('past'); end if;
  if not coalesce(p_seats between 1 and 100, false) then perform internal.fail('seats_invalid'); end if;
  if not internal.take_seats(p_event, p_seats, made, null) then perform internal.fail('seats_taken'); end if;
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key)
  values (made, place.company_id, place.id, 'confirmed', event.starts_at, event.ends_at,
    coalesce((p_contact ->> 'customer_id')::uuid, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name',
    contact ->> 'email', contact ->> 'phone', contact ->> 'note', p_seats * event.price_cents, 'admin',
    coalesce(event.cancellation_hours, place.cancellation_hours), p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  insert into public.appointment_lines (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, event_id, seats)
  values (made, 1, event.service_id, event.employee_id, coalesce(nullif(event.title, ''), (select name from public.services where id = event.service_id)),
    event.starts_at, event.ends_at, p_seats * event.price_cents, p_event, p_seats);
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at, actor_role, actor_reads_all)
  values (made, 'create', 'business', internal.person(), 'confirmed', event.starts_at,
    (select role from internal.memberships() where company_id = place.company_id),
    place.company_id in (select internal.companies_with('all_customers')));
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $function$;

CREATE OR REPLACE FUNCTION public.compare_customers(p_limit integer DEFAULT 100)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  done integer;
  ids uuid[];
  fresh internal.duplicate_keys[];
  touched internal.duplicate_keys[];
begin
  if not pg_try_advisory_xact_lock(hashtext('customers_to_compare')) then return 0; end if;
  with taken as (
    delete from internal.customers_to_compare
    where id in (select id from internal.customers_to_compare order by id limit least(greatest(coalesce(p_limit, 100), 1), 1000))
    returning customer_id)
  select count(*), array_agg(distinct customer_id) into done, ids from taken;
  if done = 0 then return 0; end if;
  fresh := array(select fresh_key from internal.likeness_keys(ids) fresh_key);
  touched := array(select distinct on (one.company_id, one.why, one.key) one::internal.duplicate_keys from (
    select (given).* from unnest(fresh) given union all select * from internal.duplicate_keys where customer_id = any(ids)) one);
  -- Whoever merges or deletes files locks them in the same order.
  perform from public.customers where id in (
      select unnest(ids)
      union select file.customer_id from unnest(touched) changed join internal.duplicate_keys file using (company_id, why, key)
        where internal.shared_by(changed) <= 51
      union select unnest(array[pair.one, pair.other]) from unnest(touched) changed join internal.duplicate_pairs pair using (company_id, why, key))
    order by id for key share;
  delete from internal.duplicate_keys where customer_id = any(ids);
  insert into internal.duplicate_keys select one.* from unnest(fresh) one join public.customers on id = one.customer_id;
  delete from internal.duplicate_pairs pair using unnest(touched) changed
  where (pair.company_id, pair.why, pair.key) = (changed.company_id, changed.why, changed.key);
  insert into internal.duplicate_pairs
  select changed.company_id, a.id, b.id, changed.why, changed.key, greatest(a.created_at, b.created_at)
  from unnest(touched) changed
  join internal.duplicate_keys first using (company_id, why, key)
  join internal.duplicate_keys second using (company_id, why, key)
  join public.customers a on a.id = first.customer_id join public.customers b on b.id = second.customer_id
  where first.customer_id < second.customer_id and internal.shared_by(changed) <= case changed.why when 'birthday' then 50 else 10 end
    and (changed.why <> 'birthday' or extensions.similarity(internal.folded(a.name), internal.folded(b.name)) >= 0.5)
    and not exists (select from internal.not_duplicates known where known.one = a.id and known.other = b.id)
  on conflict do nothing;
  return done;
end $function$;

CREATE OR REPLACE FUNCTION public.create_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_contact jsonb, p_anyway boolean, p_note text DEFAULT ''::text, p_notify boolean DEFAULT true, p_idempotency_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  made constant uuid := gen_random_uuid();
  place public.locations;
  known public.appointments;
  contact jsonb;
  warnings jsonb;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) or not internal.may_book_for(p_location, p_employee) then
    perform internal.fail('not_allowed');
  end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  select * into place from public.locations where id = p_location;
  p_contact := internal.contact_by_hand(p_contact, place.company_id);
  contact := internal.clean_contact(p_contact || jsonb_build_object('note', coalesce(p_note, '')), true);

  perform internal.lock_location(p_location, true);
  if p_idempotency_key is not null then
    select * into known from public.appointments where idempotency_key = p_idempotency_key;
    if known.id is not null then
      if known.location_id <> p_location or not internal.is_business(known) then perform internal.fail('key_used'); end if;
      return internal.visit_json(known.id);
    end if;
  end if;
  insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
    contact_phone, note, total_cents, source, cancellation_hours, idempotency_key, for_name)
  values (made, place.company_id, p_location, 'confirmed', p_starts_at, p_starts_at + interval '1 minute',
    coalesce((p_contact ->> 'customer_id')::uuid, internal.keep_customer(place.company_id, contact, null, true)), contact ->> 'name', contact ->> 'email',
    contact ->> 'phone', contact ->> 'note', 0, 'admin', place.cancellation_hours, p_idempotency_key, internal.clean_name(p_contact ->> 'for_name'))
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not internal.place_lines(made, p_services, p_employee, p_starts_at, present, true) then
    perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present, made, true);
  end if;
  if not coalesce(p_anyway, false) then
    warnings := internal.warnings_by_hand(made, present);
    if warnings is not null then perform internal.fail('unusual_time', warnings::text); end if;
  end if;
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, to_state, new_starts_at, actor_role, actor_reads_all)
  values (made, 'create', 'business', internal.person(), 'confirmed', p_starts_at,
    (select role from internal.memberships() where company_id = place.company_id),
    place.company_id in (select internal.companies_with('all_customers')));
  if p_notify then
    perform internal.queue_messages(made, 'appointment_confirmed', 'business', '{}',
      internal.spend_by_hand(place.company_id, contact ->> 'email'));
  end if;
  return internal.visit_json(made);
end $function$;

CREATE OR REPLACE FUNCTION public.dismiss_duplicate(p_company uuid, p_one uuid, p_other uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.lock_two_customers(p_company, p_one, p_other);
  insert into internal.not_duplicates values (least(p_one, p_other), greatest(p_one, p_other)) on conflict do nothing;
  delete from internal.duplicate_pairs where one = least(p_one, p_other) and other = greatest(p_one, p_other);
end $function$;

CREATE OR REPLACE FUNCTION public.erase_customer(p_company uuid, p_customer uuid, p_typed text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.erasable_customer(p_company, p_customer);
  booked uuid[];
begin
  perform from public.customers where id = file.id for update;
  if internal.search_key(coalesce(p_typed, '')) <> internal.search_key(file.name) then perform internal.fail('erasure_not_typed'); end if;
  if internal.coming_of(file.id) > 0 then perform internal.fail('erasure_too_early', internal.coming_of(file.id)::text); end if;
  booked := array(select id from public.appointments where customer_id = file.id);
  delete from public.event_waits wait using public.events event, public.locations place
  where event.id = wait.event_id and place.id = event.location_id and place.company_id = p_company and lower(wait.email) in (
    select lower(file.email::text) union select value from public.customer_contacts where customer_id = file.id and kind = 'email');
  perform internal.take_contact_out(booked, 'Daten gelöscht');
  update public.reviews set author = 'Daten gelöscht' where appointment_id = any(booked);
  delete from public.messages where customer_id = file.id;
  delete from internal.set_aside where place like 'customers.%' and row_id = file.id::text;
  delete from internal.customer_merges where kept_id = file.id or gone_id = file.id;
  delete from public.customers where id = file.id;
  insert into public.customer_erasures (company_id, at, user_id, who, appointments) values (p_company, internal.present(), internal.person(),
    left(internal.person_name(internal.person()), 254), cardinality(booked));
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
  if p_company is null or p_company not in (select internal.companies_with('all_customers')) then perform internal.fail('not_allowed'); end if;
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

CREATE OR REPLACE FUNCTION public.merge_customers(p_company uuid, p_kept uuid, p_gone uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made constant uuid := gen_random_uuid();
  kept public.customers;
  gone public.customers;
  place record;
  kept_health text;
  gone_health text;
  joined jsonb;
  contacts jsonb;
  relatives jsonb;
begin
  perform internal.lock_two_customers(p_company, p_kept, p_gone);
  perform pg_advisory_xact_lock(hashtext('customer_facts'));
  select * into kept from public.customers where id = p_kept;
  select * into gone from public.customers where id = p_gone;
  kept_health := (select note from public.customer_health where customer_id = p_kept);
  gone_health := (select note from public.customer_health where customer_id = p_gone);
  joined := internal.joined_customer(kept, gone, kept_health, gone_health);
  contacts := (select coalesce(jsonb_agg(to_jsonb(other)), '[]') from public.customer_contacts other where other.customer_id = p_gone);
  relatives := (select coalesce(jsonb_agg(to_jsonb(kin)), '[]') from public.customer_relatives kin where p_gone in (kin.customer_id, kin.relative_id));
  insert into internal.customer_merges values (made, p_company, p_kept, p_gone, internal.present(), internal.person(),
    left(internal.person_name(internal.person()), 254),
    to_jsonb(gone) || jsonb_build_object('contacts', contacts, 'relatives', relatives, 'health', gone_health),
    to_jsonb(kept) || jsonb_build_object('health', kept_health), joined, '{}', '{}');
  for place in select * from internal.customer_places() loop
    execute format('with moved as (update %1$s set %2$I = $1 where %2$I = $2 returning %3$s as key)
      insert into internal.merged_rows select $3, $4, key from moved', place.tab, place.col, place.key) using p_kept, p_gone, made, place.place;
  end loop;
  delete from public.customers where id = p_gone;
  update public.customers set (email, phone, birthday, note, tags, blocked, user_id, merged_at) = (
      select file.email, file.phone, file.birthday, file.note, file.tags, file.blocked, file.user_id, internal.present()
      from jsonb_populate_record(kept, joined) file)
  where id = p_kept returning * into kept;
  with made_contacts as (
    insert into public.customer_contacts (company_id, customer_id, kind, value, label)
    select p_company, p_kept, one.kind, one.value, coalesce(one.label, '')
    from (
      select * from jsonb_to_recordset(contacts) as other (kind text, value text, label text)
      union all select 'email', lower(gone.email::text), '' where gone.email <> kept.email
      union all select 'phone', gone.phone, '' where gone.phone not in ('', kept.phone)
      union all select 'name', gone.name, '' where gone.name <> kept.name) one
    where one.value <> '' and one.value not in (coalesce(lower(kept.email::text), ''), kept.phone, kept.name)
    on conflict (customer_id, kind, value) do nothing returning id
  ), made_relatives as (
    insert into public.customer_relatives (company_id, customer_id, relative_id, name, relation)
    select p_company, coalesce(nullif(kin.customer_id, p_gone), p_kept), case when kin.relative_id = p_gone then p_kept else kin.relative_id end,
      kin.name, kin.relation
    from jsonb_to_recordset(relatives) as kin (customer_id uuid, relative_id uuid, name text, relation text)
    where p_kept not in (kin.customer_id, coalesce(kin.relative_id, p_gone))
    on conflict (customer_id, relative_id) do nothing returning id
  )
  update internal.customer_merges set new_contacts = array(select id from made_contacts), new_relatives = array(select id from made_relatives)
  where id = made;
  perform internal.keep_health(kept, joined ->> 'health');
  perform internal.compute_customer_facts(array[p_kept]);
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select p_kept, p_company, merge.at, merge.user_id, merge.who, 'merged' from internal.customer_merges merge where merge.id = made;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.open_customer(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file public.customers;
  kept uuid;
begin
  if p_company in (select internal.companies_with('all_customers')) then
    select merge.kept_id into kept from internal.customer_merges merge where merge.gone_id = p_customer and merge.company_id = p_company;
    if kept is not null then perform internal.fail('customer_merged', kept::text); end if;
  end if;
  file := internal.look_at_customer(p_company, p_customer, 'card');
  return jsonb_build_object(
    'id', file.id, 'name', file.name, 'email', file.email, 'phone', file.phone, 'note', file.note, 'blocked', file.blocked, 'tags', file.tags,
    'user_id', file.user_id, 'created_at', file.created_at, 'updated_at', file.updated_at, 'birthday', file.birthday,
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('id', other.id, 'kind', other.kind, 'value', other.value, 'label', other.label)
      order by other.kind, other.created_at, other.id), '[]') from public.customer_contacts other where other.customer_id = file.id),
    'relatives', internal.relatives_of(p_company, p_customer), 'merges', internal.merges_of(p_company, p_customer),
    'facts', (select to_jsonb(facts) from public.customer_facts facts where facts.customer_id = file.id),
    'health', case when p_company in (select internal.companies_with('health')) then
      exists (select from public.customer_health health where health.customer_id = file.id) end);
end $function$;

CREATE OR REPLACE FUNCTION public.preview_erasure(p_company uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.erasable_customer(p_company, p_customer);
  booked constant uuid[] := array(select id from public.appointments where customer_id = file.id);
begin
  return jsonb_build_object('name', file.name, 'email', file.email, 'account', file.user_id is not null,
    'coming', internal.coming_of(file.id), 'appointments', cardinality(booked),
    'messages', (select count(*) from public.messages where customer_id = file.id or appointment_id = any(booked)),
    'reviews', (select count(*) from public.reviews where appointment_id = any(booked)),
    'contacts', (select count(*) from public.customer_contacts where customer_id = file.id),
    'relatives', (select count(*) from public.customer_relatives where file.id in (customer_id, relative_id)),
    'health', exists (select from public.customer_health where customer_id = file.id),
    'withdrawals', (select count(*) from public.withdrawals where appointment_id = any(booked)),
    'early_starts', (select count(*) from public.early_starts where appointment_id = any(booked)));
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
  if p_company in (select internal.companies_with('all_customers')) then
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
  if p_company in (select internal.companies_with('all_customers')) then
    select * into undone from internal.customer_merges where id = p_merge and company_id = p_company for update;
  end if;
  if undone.id is null then perform internal.fail('merge_not_found'); end if;
  if undone.at < internal.present() - interval '30 days' then perform internal.fail('merge_too_old'); end if;
  if exists (select from internal.customer_merges other
      where (other.kept_id = undone.kept_id and other.at > undone.at) or other.gone_id = undone.kept_id) then
    perform internal.fail('merge_later');
  end if;
  perform pg_advisory_xact_lock(hashtext('customer_facts'));
  select * into kept from public.customers where id = undone.kept_id for update;
  if kept.id is null then perform internal.fail('merge_not_found'); end if;
  back := jsonb_populate_record(kept, undone.before);
  joined := jsonb_populate_record(kept, undone.after);
  gone := jsonb_populate_record(null::public.customers, undone.gone);
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
  if gone.email is not null and (exists (select from public.customers where company_id = p_company and email = gone.email)
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

ALTER TABLE "internal"."customer_merges" ADD CONSTRAINT "customer_merges_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "internal"."duplicate_keys" ADD CONSTRAINT "duplicate_keys_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE "internal"."duplicate_pairs" ADD CONSTRAINT "duplicate_pairs_one_fkey" FOREIGN KEY (one) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE "internal"."duplicate_pairs" ADD CONSTRAINT "duplicate_pairs_other_fkey" FOREIGN KEY (other) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE "internal"."merged_rows" ADD CONSTRAINT "merged_rows_merge_id_fkey" FOREIGN KEY (merge_id) REFERENCES internal.customer_merges(id) ON DELETE CASCADE;

ALTER TABLE "internal"."not_duplicates" ADD CONSTRAINT "not_duplicates_one_fkey" FOREIGN KEY (one) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE "internal"."not_duplicates" ADD CONSTRAINT "not_duplicates_other_fkey" FOREIGN KEY (other) REFERENCES public.customers(id) ON DELETE CASCADE;

ALTER TABLE "public"."customer_erasures" ADD CONSTRAINT "customer_erasures_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "public"."customer_looks" ADD CONSTRAINT "customer_looks_what_check" CHECK ((what = ANY (ARRAY['card'::text, 'health'::text, 'health_changed'::text, 'export'::text, 'merged'::text, 'parted'::text]))) NOT VALID;

CREATE INDEX customer_merges_at ON internal.customer_merges USING btree (at);

CREATE INDEX customer_merges_company ON internal.customer_merges USING btree (company_id);

CREATE INDEX customer_merges_gone ON internal.customer_merges USING btree (gone_id);

CREATE INDEX customer_merges_kept ON internal.customer_merges USING btree (kept_id);

CREATE INDEX duplicate_keys_shared ON internal.duplicate_keys USING btree (company_id, why, key);

CREATE INDEX duplicate_pairs_listed ON internal.duplicate_pairs USING btree (company_id, one, other, why, since);

CREATE INDEX duplicate_pairs_other ON internal.duplicate_pairs USING btree (other);

CREATE INDEX duplicate_pairs_shared ON internal.duplicate_pairs USING btree (company_id, why, key);

CREATE INDEX not_duplicates_other ON internal.not_duplicates USING btree (other);

CREATE INDEX customer_erasures_at ON public.customer_erasures USING btree (at);

CREATE INDEX customer_erasures_company ON public.customer_erasures USING btree (company_id, at);

create trigger compare_changed after update on public.customers for each row
  when ((old.name, old.email, old.phone, old.other_words, old.birthday) is distinct from (new.name, new.email, new.phone, new.other_words, new.birthday))
  execute function internal.note_to_compare();

CREATE TRIGGER compare_new AFTER INSERT ON public.customers FOR EACH ROW EXECUTE FUNCTION internal.note_to_compare();

CREATE POLICY "managers_read" ON "public"."customer_erasures" FOR SELECT TO "authenticated" USING ((company_id = ANY (ARRAY( SELECT internal.companies_as('manager'::public.member_role) AS companies_as))));

REVOKE ALL ON FUNCTION "internal"."coming_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."customer_places"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."customer_summary"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."erasable_customer"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_erasures"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_merges"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."joined_customer"(public.customers, public.customers, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."keep_health"(public.customers, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."likeness_keys"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."lock_two_customers"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."merges_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_to_compare"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."shared_by"(internal.duplicate_keys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."compare_customers"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."compare_customers"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."dismiss_duplicate"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."dismiss_duplicate"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."erase_customer"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."erase_customer"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_duplicates"(uuid, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_duplicates"(uuid, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."merge_customers"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."merge_customers"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_erasure"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_erasure"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_merge"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_merge"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_merge"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_merge"(uuid, uuid) TO "authenticated";

GRANT SELECT ON TABLE "public"."customer_erasures" TO "authenticated";

GRANT ALL ON TABLE "public"."customer_erasures" TO "service_role";

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('customer_merges', 23, '{internal.customer_merges,internal.merged_rows}', 'Was nötig ist, um zusammengeführte Kundenkarten wieder zu trennen', '30 Tage',
    'So lange lässt sich das Zusammenführen zurücknehmen.', 'deleted', '30 days', false, 'internal.forget_merges'),
  ('not_duplicates', 24, '{internal.not_duplicates,internal.duplicate_keys,internal.duplicate_pairs,internal.customers_to_compare}',
    'Welche Kundenkarten sich ähneln, und welche davon verschiedene Personen sind', 'solange beide Karten bestehen',
    'Damit der Hinweis nicht wiederkommt (Art. 5 Abs. 1 lit. d DSGVO).', 'deleted', null, false, null),
  ('customer_erasures', 25, '{public.customer_erasures}', 'Dass eine Kundenkarte auf Wunsch gelöscht wurde, ohne Angaben zur Person',
    'bis drei Jahre nach dem Ende des Jahres, in dem es geschah', 'Nachweis (Art. 5 Abs. 2 DSGVO).', 'deleted', '3 years', true,
    'internal.forget_erasures');

-- The job compares them one batch after another.
insert into internal.customers_to_compare (customer_id) select id from public.customers;
