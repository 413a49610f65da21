set local check_function_bodies = off;

CREATE TABLE "internal"."imported_companies" ("company_id" uuid NOT NULL, "id_start" text NOT NULL, CONSTRAINT "imported_companies_id_start_check" CHECK ((length(id_start) = 26)), CONSTRAINT "imported_companies_pkey" PRIMARY KEY (company_id));

ALTER TABLE "internal"."imported_companies" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.customer_held_back(appointment public.appointments, p_active boolean, p_published boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if (p_active and p_published) or (appointment.source <> 'admin' and not internal.is_imported(appointment.company_id, appointment.id)) or exists (
    select from public.messages message
    where message.appointment_id = any(appointment.id || array(
        select other.id from public.appointments other where other.series = appointment.series))
      and message.audience = 'customer' and message.state <> 'skipped'
      and not internal.is_imported(appointment.company_id, message.id)) then
    return null;
  end if;
  return case when p_active then 'location_unpublished' else 'company_inactive' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_imported(p_company uuid, p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from internal.imported_companies one where one.company_id = p_company and one.id_start = left(p_id::text, 26));
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_waiting(wait public.event_waits, p_kind text, p_more jsonb DEFAULT '{}'::jsonb, p_once text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stranger constant boolean := internal.account_of(wait.user_id, wait.email) is null;
begin
  insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key)
  select place.company_id, p_kind, 'customer', wait.email, jsonb_build_object('wait_id', wait.id, 'seats', wait.seats,
    'name', case when stranger then internal.neutral_name(wait.name, '') else wait.name end,
    'title', case when stranger then internal.neutral(titles.title, '') else titles.title end,
    'starts_at', event.starts_at, 'ends_at', event.ends_at, 'time_zone', place.time_zone, 'total_cents', wait.seats * event.price_cents,
    'business', case when stranger then internal.neutral(place.name, 'Ihr Betrieb') else place.name end,
    'reply_to', place.email, 'small_business', company.small_business) || p_more,
    internal.present(), now(), concat('waiting ', wait.id, ' ', p_kind, ' ', wait.hold_id, ' ', p_once)
  from public.events event join public.locations place on place.id = event.location_id
  join public.companies company on company.id = place.company_id join public.services service on service.id = event.service_id
  join public.categories category on category.id = service.category_id left join public.categories parent on parent.id = category.parent_id
  -- Under § 203 StGB a mail names no service.
  cross join lateral (select case when category.secret or coalesce(parent.secret, false) then '' else coalesce(nullif(event.title, ''), service.name) end as title) titles
  -- Who came by an import hears only that a course does not take place, from a business that is to be seen.
  where event.id = wait.event_id
    and not (internal.is_imported(place.company_id, wait.id) and (p_kind <> 'event_cancelled' or place.state <> 'published'))
  on conflict (dedupe_key) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.move_up(p_event uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  event record;
  wait public.event_waits;
  hold public.holds;
  line internal.planned_line;
  free smallint[];
  offerable integer;
  first_offered timestamptz;
begin
  -- Nearly always nobody waits.
  if not exists (select from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null
    and one.confirmed_at is not null) then return; end if;
  perform from public.events one where one.id = p_event for no key update;
  select one.*, place.company_id, internal.event_closes(one, place) as closes_at, coalesce(one.cancellation_hours, place.cancellation_hours) as hours,
    coalesce(nullif(one.title, ''), service.name) as name
  into event
  from public.events one join public.services service on service.id = one.service_id
  join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  -- Too late to ask somebody who has to read a mail.
  if event.id is null or event.closes_at < present + interval '30 minutes' then return; end if;
  for wait in
    select * from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null and one.confirmed_at is not null
    order by one.confirmed_at, one.id for update
  loop
    select array_agg(seat.seat order by seat.seat), count(*), min(seat.offered_from) into free, offerable, first_offered
    from (select one.seat, one.offered_from from public.event_seats one where one.event_id = p_event and one.source is null
      and (one.offered_from is null or one.offered_from > present - interval '3 days' + interval '30 minutes') order by one.seat limit wait.seats) seat;
    exit when offerable = 0;
    continue when offerable < wait.seats or internal.is_imported(event.company_id, wait.id) or internal.is_passed_over(wait, event.company_id);
    line := (1, event.service_id, event.employee_id, event.name, event.starts_at, event.ends_at, wait.seats * event.price_cents, null, null, null,
      p_event, wait.seats, null);
    hold := null;
    hold.id := gen_random_uuid();
    hold.company_id := event.company_id;
    hold.location_id := event.location_id;
    hold.purpose := 'waitlist';
    hold.starts_at := event.starts_at;
    hold.ends_at := event.ends_at;
    hold.expires_at := least(present + interval '1 day', event.closes_at, first_offered + interval '3 days');
    hold.released := false;
    hold.secret_hash := sha256(convert_to(internal.wait_secret(wait.id), 'UTF8'));
    hold.user_id := wait.user_id;
    hold.lines := jsonb_build_array(internal.line_json(line));
    hold.total_cents := line.price_cents;
    hold.source := 'web';
    hold.origin := 'own_link';
    hold.cancellation_hours := event.hours;
    hold.employee_chosen := true;
    hold.created_at := present;
    insert into public.holds values (hold.*);
    update public.event_seats seat set source = hold.id, expires_at = hold.expires_at, offered_from = coalesce(seat.offered_from, present)
    where seat.event_id = p_event and seat.seat = any(free);
    update public.event_waits set hold_id = hold.id where id = wait.id returning * into wait;
    perform internal.mail_waiting(wait, 'event_seat_free', jsonb_build_object('until', hold.expires_at));
  end loop;
  -- What is left is free for everybody; once a day is enough to hear of it.
  perform internal.mail_waiting(one, 'event_seat_open', '{}', to_char(present at time zone 'UTC', 'YYYY-MM-DD'))
  from public.event_waits one where one.event_id = p_event and one.hold_id is null and one.left_at is null and one.confirmed_at is not null
    and one.seats <= (select count(*) from public.event_seats seat where seat.event_id = p_event and seat.source is null);
end $function$;

CREATE OR REPLACE FUNCTION public.carry_out_import(p_transfer uuid, p_attempt integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30min'
AS $function$
declare
  worked constant public.transfers := internal.working_transfer(p_transfer, p_attempt);
  target constant uuid := worked.company_id;
  entry internal.exported_tables;
  given text[];
begin
  if worked.direction <> 'import' then perform internal.fail('transfer_over'); end if;
  perform from public.companies where id = target for no key update;
  if not internal.is_empty_company(target) then perform internal.fail('company_not_empty'); end if;
  insert into internal.imported_companies values (target, left(worked.seed::text, 26))
  on conflict (company_id) do update set id_start = excluded.id_start;
  perform internal.number_history(p_transfer);
  -- What nobody has answered in time is over, and whoever asked has been told by the business that they asked.
  update internal.transfer_rows set line = line || '{"state": "expired"}'
  where transfer_id = p_transfer and part = (select position from internal.exported_tables where name = 'appointments')
    and line ->> 'state' = 'requested' and (line ->> 'starts_at')::timestamptz <= internal.present();
  for entry in select * from internal.exported_tables order by position loop
    given := array(select jsonb_object_keys(line) from (
      select line from internal.transfer_rows where transfer_id = p_transfer and part = entry.position order by n limit 1) first);
    continue when given = '{}';
    if exists (select from unnest(given) one where not exists (select from pg_attribute held
      where held.attrelid = ('public.' || quote_ident(entry.name))::regclass and held.attname = one and held.attnum > 0 and not held.attisdropped)) then
      perform internal.fail('file_too_new', entry.name);
    end if;
    -- What is entered once for a company may be there already.
    if entry.name = 'company_tax_data' then delete from public.company_tax_data where company_id = target; end if;
    perform internal.import_table(worked, entry, given);
  end loop;
  perform internal.check_import(target);
  return (select count(*) from internal.transfer_rows where transfer_id = p_transfer);
end $function$;

CREATE OR REPLACE FUNCTION public.expire_holds(p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  lapsed record;
  visit public.appointments;
  tidied integer;
begin
  delete from internal.hold_budget
  where expires_at < present - interval '1 hour' or (released and created_at < present - interval '1 minute');
  delete from public.holds where id in (
    select id from public.holds where ended_at is not null
      and (expires_at < present - interval '1 day' or (released and ended_at < present - interval '10 minutes'))
    order by ended_at limit p_limit for update skip locked);
  get diagnostics tidied = row_count;
  for lapsed in
    select id, location_id from public.holds where ended_at is null and expires_at <= present order by expires_at limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(lapsed.location_id::text, 43));
    perform from public.holds where id = lapsed.id and ended_at is null for update skip locked;
    continue when not found;
    begin
      perform internal.end_hold(lapsed.id, false);
      tidied := tidied + 1;
    exception when others then
      -- One row must not keep all others waiting.
      raise warning 'hold % cannot be ended: % %', lapsed.id, sqlstate, sqlerrm;
    end;
  end loop;
  for lapsed in
    select id, location_id from public.appointments where state = 'requested' and starts_at <= present order by starts_at limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(lapsed.location_id::text, 43));
    select * into visit from public.appointments where id = lapsed.id and state = 'requested' for update skip locked;
    continue when not found;
    begin
      perform internal.move(visit, 'expire', 'system', '', '{"lapsed": true}', p_quietly => internal.is_imported(visit.company_id, visit.id));
      tidied := tidied + 1;
    exception when others then
      raise warning 'request % cannot be ended: % %', lapsed.id, sqlstate, sqlerrm;
    end;
  end loop;
  return tidied;
end $function$;

ALTER TABLE "internal"."imported_companies" ADD CONSTRAINT "imported_companies_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

REVOKE ALL ON FUNCTION "internal"."is_imported"(uuid, uuid) FROM PUBLIC;
