set local check_function_bodies = off;

CREATE TYPE "internal"."occupancy_kind" AS ENUM ('line', 'block');

CREATE TYPE "internal"."taking" AS ("position" smallint, "subject" uuid, "minutes" int4multirange, "resource" boolean);

CREATE TYPE "public"."hold_purpose" AS ENUM ('customer', 'proposal', 'offer', 'waitlist', 'assistant');

CREATE TABLE "public"."blocks" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "location_id" uuid NOT NULL, "employee_id" uuid, "resource_id" uuid, "title" character varying(120) NOT NULL DEFAULT ''::character varying, "starts_at" timestamp with time zone NOT NULL, "ends_at" timestamp with time zone NOT NULL, "series" uuid, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "blocks_pkey" PRIMARY KEY (id), CONSTRAINT "blocks_subject" CHECK ((num_nonnulls(employee_id, resource_id) = 1)), CONSTRAINT "blocks_times" CHECK (((starts_at < ends_at) AND (ends_at <= (starts_at + '31 days'::interval)) AND (date_trunc('minute'::text, starts_at, 'UTC'::text) = starts_at) AND (date_trunc('minute'::text, ends_at, 'UTC'::text) = ends_at))));

CREATE TABLE "public"."holds" ("id" uuid NOT NULL, "company_id" uuid NOT NULL, "location_id" uuid NOT NULL, "purpose" public.hold_purpose NOT NULL DEFAULT 'customer', "starts_at" timestamp with time zone NOT NULL, "ends_at" timestamp with time zone NOT NULL, "expires_at" timestamp with time zone NOT NULL, "ended_at" timestamp with time zone, "released" boolean NOT NULL DEFAULT false, "secret_hash" bytea, "user_id" uuid, "lines" jsonb NOT NULL, "total_cents" integer NOT NULL, "source" character varying(20) NOT NULL, "origin" character varying(20) NOT NULL, "cancellation_hours" smallint NOT NULL, "employee_chosen" boolean NOT NULL, "idempotency_key" uuid, "created_at" timestamp with time zone NOT NULL, CONSTRAINT "holds_pkey" PRIMARY KEY (id));

CREATE TABLE "public"."occupancies" ("subject" uuid NOT NULL, "minutes" int4multirange NOT NULL, "source" uuid NOT NULL, "position" smallint NOT NULL, "kind" internal.occupancy_kind NOT NULL, "expires_at" timestamp with time zone, CONSTRAINT "occupancies_pkey" PRIMARY KEY (source, "position", subject));

ALTER TABLE "public"."blocks" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."holds" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."occupancies" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."occupancies" SET (fillfactor=70);

-- What is taken stands in lines, reservations and holds so far. Nobody books while it is copied.
LOCK TABLE "public"."appointments", "public"."appointment_lines", "public"."appointment_resources" IN ACCESS EXCLUSIVE MODE;

INSERT INTO public.occupancies (subject, minutes, source, "position", kind, expires_at)
SELECT line.employee_id, internal.minute_ranges(line.occupied), line.appointment_id, line."position", 'line'::internal.occupancy_kind, line.hold_expires_at
FROM public.appointment_lines line WHERE NOT isempty(line.occupied)
UNION ALL
SELECT row.resource_id, internal.minute_ranges(row.occupied), row.appointment_id, row."position", 'line', line.hold_expires_at
FROM public.appointment_resources row
JOIN public.appointment_lines line ON line.appointment_id = row.appointment_id AND line."position" = row."position"
WHERE NOT isempty(row.occupied);

-- Holds, live ones and those that may still be confirmed, are rows of their own.
INSERT INTO public.holds (id, company_id, location_id, starts_at, ends_at, expires_at, ended_at, released, secret_hash, user_id, lines, total_cents,
  source, origin, cancellation_hours, employee_chosen, idempotency_key, created_at)
SELECT visit.id, visit.company_id, visit.location_id, visit.starts_at, visit.ends_at, coalesce(visit.hold_expires_at, visit.updated_at),
  CASE WHEN visit.state = 'expired' THEN visit.updated_at END,
  EXISTS (SELECT FROM public.appointment_events event WHERE event.appointment_id = visit.id AND event.verb = 'release'),
  (SELECT link.secret_hash FROM public.appointment_links link WHERE link.appointment_id = visit.id ORDER BY link.created_at LIMIT 1),
  visit.user_id, (
    SELECT jsonb_agg(jsonb_build_object('position', line."position", 'service_id', line.service_id, 'service_name', line.service_name,
      'employee_id', line.employee_id, 'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents)
      || CASE WHEN row.resource_id IS NULL THEN '{}' ELSE jsonb_build_object('resource_id', row.resource_id) END ORDER BY line."position")
    FROM public.appointment_lines line
    LEFT JOIN public.appointment_resources row ON row.appointment_id = line.appointment_id AND row."position" = line."position"
    WHERE line.appointment_id = visit.id),
  visit.total_cents, visit.source, 'unknown', visit.cancellation_hours, visit.employee_chosen, visit.idempotency_key, visit.created_at
FROM public.appointments visit
WHERE (visit.state = 'held' OR (visit.state = 'expired' AND visit.contact_name = ''))
  AND EXISTS (SELECT FROM public.appointment_lines line WHERE line.appointment_id = visit.id);

DELETE FROM public.appointments WHERE state = 'held' OR (state = 'expired' AND contact_name = '');

ALTER TABLE "public"."appointment_lines" ADD COLUMN "resource_id" uuid;

UPDATE public.appointment_lines line SET resource_id = row.resource_id FROM public.appointment_resources row
WHERE row.appointment_id = line.appointment_id AND row."position" = line."position";

DROP TRIGGER "index_changed_line" ON "public"."appointment_lines";

DROP TRIGGER "index_gone_line" ON "public"."appointment_lines";

DROP TRIGGER "index_new_line" ON "public"."appointment_lines";

DROP TRIGGER "drop_links" ON "public"."appointments";

DROP INDEX "public"."appointments_held";

DROP INDEX "public"."appointments_lapsed";

ALTER TABLE "public"."appointment_lines" DROP CONSTRAINT "appointment_lines_no_overlap";

ALTER TABLE "public"."appointment_resources" DROP CONSTRAINT "appointment_resources_appointment_id_position_fkey";

ALTER TABLE "public"."appointment_resources" DROP CONSTRAINT "appointment_resources_resource_id_fkey";

ALTER TABLE "public"."appointments" DROP CONSTRAINT "appointments_sound";

DROP FUNCTION "internal"."check_wish"(uuid[], timestamp with time zone, text, text, timestamp with time zone);

DROP FUNCTION "internal"."confirm_hold"(internal.opened, jsonb, text);

DROP FUNCTION "internal"."confirm_live"(uuid, text, jsonb, text);

DROP FUNCTION "internal"."drop_links"();

DROP FUNCTION "internal"."hold_lines"(public.locations, internal.planned_line[], bytea, uuid, text, uuid, timestamp with time zone, internal.visitor, boolean);

DROP FUNCTION "internal"."hold_one"(internal.quick_plan, uuid, uuid, timestamp with time zone, bytea, text, uuid, timestamp with time zone, boolean, internal.visitor, boolean);

DROP FUNCTION "internal"."hold_visit"(uuid, uuid[], timestamp with time zone, uuid, text, uuid, text, uuid, timestamp with time zone);

DROP FUNCTION "internal"."index_line"();

DROP FUNCTION "internal"."period_of"(internal.planned_line[]);

DROP FUNCTION "internal"."recompute_days"(uuid, tstzmultirange);

DROP FUNCTION "internal"."release_expired"(uuid[], uuid[], tstzrange, timestamp with time zone, boolean);

DROP FUNCTION "internal"."reserve"(uuid, internal.planned_line[]);

DROP FUNCTION "internal"."reserved_times"(uuid[], tstzrange, timestamp with time zone, uuid);

DROP FUNCTION "internal"."resources_of"(internal.planned_line[]);

DROP FUNCTION "internal"."retake"(public.appointments, timestamp with time zone);

DROP FUNCTION "internal"."sound_appointment"(public.appointment_state, timestamp with time zone, timestamp with time zone, timestamp with time zone, text, integer, text, text);

DROP FUNCTION "internal"."spare_resources"(uuid, text, integer, integer, timestamp with time zone);

DROP FUNCTION "internal"."spend_budget"(internal.visitor, uuid, uuid, internal.planned_line[], text, timestamp with time zone, timestamp with time zone);

DROP FUNCTION "public"."hold_appointment"(uuid, uuid[], timestamp with time zone, uuid, text, uuid, text, uuid);

ALTER TYPE "internal"."opened" DROP ATTRIBUTE "alone" CASCADE;

ALTER TABLE "public"."appointments" ALTER COLUMN "state" DROP DEFAULT;

ALTER TABLE "public"."appointment_lines" DROP COLUMN "hold_expires_at";

ALTER TABLE "public"."appointment_lines" DROP COLUMN "occupied";

DROP TABLE "public"."appointment_resources";

ALTER TABLE "public"."appointment_lines" RESET (fillfactor);

ALTER TABLE "public"."blocks" REPLICA IDENTITY FULL;

ALTER TABLE "public"."appointments" ADD COLUMN "origin" text NOT NULL DEFAULT 'unknown'::text;

ALTER TYPE "internal"."planned_line" ALTER ATTRIBUTE "occupied" TYPE int4multirange CASCADE;

ALTER TYPE "internal"."planned_line" ALTER ATTRIBUTE "reserved" TYPE int4multirange CASCADE;

ALTER TYPE "internal"."quick_plan" ALTER ATTRIBUTE "occupied" TYPE int4multirange CASCADE;

ALTER TYPE "internal"."quick_plan" ADD ATTRIBUTE "zone" text CASCADE;

CREATE OR REPLACE FUNCTION internal.as_appointment(hold public.holds)
 RETURNS public.appointments
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  visit public.appointments;
begin
  visit.id := hold.id;
  visit.company_id := hold.company_id;
  visit.location_id := hold.location_id;
  visit.state := internal.hold_state(hold);
  visit.starts_at := hold.starts_at;
  visit.ends_at := hold.ends_at;
  visit.user_id := hold.user_id;
  visit.contact_name := '';
  visit.contact_email := '';
  visit.contact_phone := '';
  visit.note := '';
  visit.total_cents := hold.total_cents;
  visit.source := hold.source;
  visit.origin := hold.origin;
  visit.cancellation_hours := hold.cancellation_hours;
  visit.sequence := 0;
  visit.created_at := hold.created_at;
  visit.employee_chosen := hold.employee_chosen;
  return visit;
end $function$;

CREATE OR REPLACE FUNCTION internal.bookings_in_the_way(question internal.start_question, wanted tstzmultirange, held boolean, reason text)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select jsonb_strip_nulls(jsonb_build_object('reason', case when one.kind = 'block' then 'blocked' else reason end,
    'from', internal.iso(source.starts_at), 'to', internal.iso(source.ends_at), 'expires_at', internal.iso(one.expires_at))
    || case when question.may_read then jsonb_build_object('appointment_id', case when one.kind = 'line' then one.source end,
      'customer', nullif(source.contact_name, ''), 'text', nullif(source.title, '')) else '{}' end)
  from public.occupancies one cross join lateral internal.source_of(one) source
  where one.subject = question.employee_id and one.minutes && internal.minute_ranges(wanted)
    and case when held then one.expires_at > question.asked_at else one.expires_at is null end
  order by source.starts_at;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_archived_employee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  expected integer;
begin
  -- Nobody books meanwhile.
  perform internal.lock_location(new.location_id, true);
  select count(distinct taken.source) into expected from public.occupancies taken
  where taken.subject = new.id and taken.kind = 'line' and taken.minutes && int4range(internal.minute(internal.present()), null)
    and internal.is_live(taken.expires_at, internal.present());
  if expected > 0 then perform internal.fail('appointments_coming', expected::text); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_block_times(p_starts_at timestamp with time zone, p_ends_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  if not coalesce(p_starts_at between present - interval '3 years' and present + interval '3 years' and p_starts_at < p_ends_at
    and p_ends_at <= p_starts_at + interval '31 days' and date_trunc('minute', p_starts_at, 'UTC') = p_starts_at
    and date_trunc('minute', p_ends_at, 'UTC') = p_ends_at, false) then
    perform internal.fail('block_times');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_blocker(p_location uuid, p_employee uuid, p_resource uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if num_nonnulls(p_employee, p_resource) <> 1
    or p_location not in (select internal.locations_as('manager')) and not internal.may_book_for(p_location, p_employee)
    or not exists (
      select from public.employees where id = p_employee and location_id = p_location
      union all select from public.resources where id = p_resource and location_id = p_location) then
    perform internal.fail('not_allowed');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.check_wish(p_services uuid[], p_starts_at timestamp with time zone, p_secret_hash text, p_source text, p_origin text, p_present timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_secret_hash is null then
    if internal.person() is null then perform internal.fail('secret_missing'); end if;
  elsif length(p_secret_hash) <> 64 or translate(p_secret_hash, '0123456789abcdef', '') <> '' then
    perform internal.fail('secret_invalid');
  end if;
  if p_source is null or p_source not in ('web', 'widget', 'assistant', 'api') then perform internal.fail('source_unknown'); end if;
  if p_origin is null or p_origin not in ('marketplace', 'offer', 'own_link', 'qr', 'unknown') then perform internal.fail('source_unknown'); end if;
  if coalesce(cardinality(p_services), 0) not between 1 and 10 then perform internal.fail('service_not_found'); end if;
  if p_starts_at is null or p_starts_at > p_present + interval '3 years' then perform internal.fail('not_bookable'); end if;
  if p_starts_at <= p_present then perform internal.fail('past'); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.confirm_hold(p_hold uuid, p_secret text, p_contact jsonb, p_early_start text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  hold public.holds;
  by_hand boolean;
  contact jsonb;
  demanded text;
  customer uuid;
  next_state public.appointment_state;
  unheard text;
begin
  select * into hold from public.holds where id = p_hold;
  if hold.id is null or not internal.is_holder(hold, p_secret) then return false; end if;
  contact := internal.clean_contact(p_contact, false);
  select location.confirms_by_hand into by_hand
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = hold.location_id and company.state = 'active';
  if by_hand is null then perform internal.fail('not_possible'); end if;
  if hold.starts_at <= present then perform internal.fail('past'); end if;
  perform internal.lock_location(hold.location_id, hold.ended_at is not null or jsonb_array_length(hold.lines) > 1);
  if hold.ended_at is not null then hold := internal.retake(hold, present); end if;
  demanded := internal.demanded_early_start(internal.as_appointment(hold), hold.starts_at, p_early_start);
  -- While the hold has not ended the time is ours, however late: nobody else can have taken it.
  delete from public.holds where id = p_hold and ended_at is null;
  if not found then
    -- It ended between our first look and the lock: somebody is just taking its place. Or it was confirmed meanwhile.
    if exists (select from public.holds where id = p_hold) then perform internal.fail('slot_taken'); end if;
    return false;
  end if;
  hold.user_id := coalesce(hold.user_id, caller);
  customer := internal.keep_customer(hold.company_id, contact, hold.user_id, false);
  next_state := case when by_hand then 'requested' else 'confirmed' end;
  with made as (
    insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, user_id, contact_name, contact_email,
      contact_phone, note, total_cents, source, origin, cancellation_hours, idempotency_key, created_at, employee_chosen)
    values (p_hold, hold.company_id, hold.location_id, next_state, hold.starts_at, hold.ends_at, customer, hold.user_id, contact ->> 'name',
      contact ->> 'email', contact ->> 'phone', contact ->> 'note', hold.total_cents, hold.source, hold.origin, hold.cancellation_hours,
      hold.idempotency_key, hold.created_at, hold.employee_chosen)
  ), lines as (
    insert into public.appointment_lines
      (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id)
    select p_hold, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at, line.price_cents,
      line.resource_id
    from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line
  ), linked as (
    insert into public.appointment_links (secret_hash, appointment_id, expires_at)
    select hold.secret_hash, p_hold, hold.ends_at + interval '180 days' where hold.secret_hash is not null
  ), settled as (
    update public.occupancies set expires_at = null where source = p_hold
  ), agreed as (
    insert into public.early_starts select p_hold, present, demanded where demanded is not null
  ), noted as (
    insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, new_starts_at, mails_due)
    values (p_hold, 'confirm', 'customer', caller, 'held', next_state, hold.starts_at, true)
  )
  delete from internal.hold_budget where appointment_id = p_hold;
  unheard := internal.spend_booking(contact ->> 'email', internal.account_of(hold.user_id, contact ->> 'email') is not null, hold.company_id);
  if unheard is not null then perform internal.compose_ordered(p_hold, unheard); end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.drop_belongings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.appointment_links where appointment_id in (select id from gone);
  delete from public.occupancies where source in (select id from gone);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.drop_occupancies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.occupancies where subject in (select id from gone);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.end_hold(p_hold uuid, p_released boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.holds set ended_at = internal.present(), released = p_released where id = p_hold;
  perform internal.vacate(p_hold);
  if p_released then update internal.hold_budget set released = true where appointment_id = p_hold; end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.first_day(minutes int4multirange)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ('1970-01-01'::date + ((lower(minutes) / 1440) - 1));

CREATE OR REPLACE FUNCTION internal.fresh_days(p_employees uuid[], p_location uuid, p_zone text, p_first date, p_last date, outlook internal.outlook DEFAULT NULL::internal.outlook)
 RETURNS SETOF internal.free_days
 LANGUAGE plpgsql
 STABLE ROWS 70
 SET search_path TO ''
AS $function$
declare
  -- A shift that reaches into the first day began the day before.
  midnights constant timestamptz[] := internal.midnights(p_zone, p_first - 1, p_last + 1);
  bounds constant integer[] := internal.minutes(midnights);
  always constant boolean := coalesce(outlook.by_hand, false);
begin
  -- Pieces are cut at the midnights one by one, which costs far less than the part of each day of all of them.
  return query
  with piece as materialized (
    select person.id as employee_id, true as works, bounds[1] as begins, bounds[cardinality(bounds)] as ends
    from unnest(p_employees) person (id) where always
    union all
    select found.employee_id, true, internal.minute(lower(part)), ceil(date_part('epoch', upper(part)) / 60)::integer
    from internal.working_times(p_employees, p_location, p_zone, p_first - 1, midnights) found cross join unnest(found.working) part
    where not always
    union all
    select one.subject, false, greatest(lower(part), bounds[2]), least(upper(part), bounds[cardinality(bounds)])
    from public.occupancies one cross join unnest(one.minutes) part
    where one.subject = any(p_employees) and one.minutes && int4range(bounds[2], bounds[cardinality(bounds)])
      and internal.is_live(one.expires_at, outlook.at) and one.source is distinct from outlook.ignored
      and part && int4range(bounds[2], bounds[cardinality(bounds)])
  ), today as (
    select piece.employee_id, day.index, range_agg(span.minutes) filter (where piece.works) as work,
      range_agg(span.minutes) filter (where not piece.works) as busy
    from piece
    cross join generate_series(greatest(width_bucket(piece.begins, bounds), 2),
      least(width_bucket(piece.ends - 1, bounds), cardinality(bounds) - 1)) as day (index)
    cross join lateral (
      select int4range(greatest(piece.begins, bounds[day.index]), least(piece.ends, bounds[day.index + 1])) as minutes) span
    group by piece.employee_id, day.index
  )
  select person.id, p_location, p_first + (day.index - 2), bounds[day.index], bounds[day.index + 1],
    case when today.busy is null then 0 else (select sum(upper(p) - lower(p))::integer from unnest(today.busy) p) end,
    coalesce(today.work, '{}'), coalesce(today.work - coalesce(today.busy, '{}'), '{}')
  from unnest(p_employees) as person (id)
  cross join generate_series(2, cardinality(bounds) - 1) as day (index)
  left join today on today.employee_id = person.id and today.index = day.index
  order by day.index, person.id;
end $function$;

CREATE OR REPLACE FUNCTION internal.guest_appointments()
 RETURNS SETOF public.appointments
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  select appointment.* from public.customers customer
  join public.appointments appointment on appointment.customer_id = customer.id
  where customer.email operator(extensions.=) (select internal.own_email())::extensions.citext and appointment.user_id is null
    and appointment.state <> 'expired' and lower(appointment.contact_email) = lower((select internal.own_email()))
$function$;

CREATE OR REPLACE FUNCTION internal.has_own_time(lines jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from jsonb_array_elements(lines) line where (line ->> 'employee_id')::uuid in (select internal.own_employees()));
end $function$;

CREATE OR REPLACE FUNCTION internal.held_times(locations uuid[], at timestamp with time zone, OUT employees uuid[], OUT times int4multirange[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  select array_agg(held.subject), array_agg(held.minutes) into employees, times
  from (
    select taken.subject, range_agg(taken.minutes) as minutes
    from public.holds hold join public.occupancies taken on taken.source = hold.id
    where hold.location_id = any(locations) and hold.ended_at is null and hold.expires_at > at
    group by taken.subject) held;
end $function$;

CREATE OR REPLACE FUNCTION internal.hits_with_starts(hits internal.search_hit[], days internal.search_day[], at timestamp with time zone, p_languages text[], p_most integer DEFAULT 3)
 RETURNS internal.search_hit[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant integer := ceil(date_part('epoch', at) / 60);
  held_employees uuid[];
  held_times int4multirange[];
begin
  select * into held_employees, held_times
  from internal.held_times(array(select hit.location_id from unnest(hits) as hit), at);

  return array(
    select (hit.place, hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes, hit.horizon_days, hit.services,
      hit.distance_km, hit."key", hit.bound, best.service_id, best.starts, best.employees)::internal.search_hit
    from unnest(hits) as hit
    cross join lateral (
      select service.service_id, found.starts, found.employees
      from unnest(hit.services) with ordinality as service (
        service_id, before, after, gap_start, gap_minutes, resource_kind, employees, minutes, turn)
      cross join lateral (
        select array_agg("first".minute) as starts, array_agg("first".employee_id) as employees
        from (
          select start.minute, start.employee_id
          from (
            -- Resources are looked at only where somebody has time.
            select every.index, every.day, greatest(every.low, present + hit.notice_minutes) as low, every.high - 1 as high,
              case when service.resource_kind is not null and exists (
                  select from internal.free_days one where one.location_id = hit.location_id and one.day = every.day
                    and lower(one.free) < every.high and upper(one.free) > greatest(every.low, present + hit.notice_minutes))
                then (select found.spare from internal.resources(hit.location_id, service.resource_kind, every.low - service.before,
                  every.high + service.after + (select max(each)::integer from unnest(service.minutes) each),
                  (at, null, false, false, false)::internal.outlook) found) end as spare
            from unnest(days) with ordinality as every (zone, day, weekday, today, midnight, slack, low, high, index)
            where every.zone = hit.zone and every.day <= every.today + hit.horizon_days and every.high > present + hit.notice_minutes
            order by every.index
          ) day
          cross join lateral (
            select distinct on (run.minute) run.minute, row.employee_id
            from (
              -- A plain service begins wherever it fits into free time: its openings need not be made.
              select one.employee_id, one.turn, one.begins, one.work, one.booked,
                case when one.plain then one.free else (
                  select open from internal.openings(one.shift, one.free, service.before, one.minutes, service.after,
                    service.gap_start, service.gap_minutes, one.spare)) end as open,
                case when one.plain then service.before else 0 end as before,
                case when one.plain then one.minutes + service.after else 1 end as finish
              from (
                -- Where working time touches midnight, a visit may reach beyond it.
                select each.employee_id, each.turn, each.begins, each.work, service.minutes[each.turn] as minutes,
                  service.gap_start is null and service.resource_kind is null as plain,
                  case when service.resource_kind is not null then coalesce(day.spare, '{}') end as spare,
                  case when each.held is null then each.booked
                    else each.booked + internal.length_of(held_times[each.held] * int4multirange(int4range(each.begins, each.ends))) end as booked,
                  case when each.edge and service.gap_start is not null then internal.joined_work(each.employee_id, each.day)
                    else each.work end as shift,
                  case when each.edge then internal.joined_free(each.employee_id, each.day) - coalesce(held_times[each.held], '{}')
                    when each.held is not null then each.free - held_times[each.held]
                    else each.free end as free
                from (
                  select every.*, array_position(service.employees, every.employee_id) as turn,
                    array_position(held_employees, every.employee_id) as held,
                    lower(every.work) = every.begins or upper(every.work) = every.ends as edge
                  from internal.free_days every
                  where every.location_id = hit.location_id and every.day = day.day and every.employee_id = any(service.employees)
                    -- Who has nothing free from then on needs no further look.
                    and upper(every.free) > day.low
                  offset 0) each
                where p_languages is null or internal.speaks(each.employee_id, hit.location_id, p_languages)
                offset 0) one
              offset 0
            ) row
            cross join lateral (
              select generate_series(span.first, span.last, hit.grid_minutes) as minute
              from internal.runs(row.open, row.before, row.finish, row.work, row.begins, hit.grid_minutes::integer, day.low, day.high) span
              limit p_most
            ) run
            order by run.minute, row.booked, row.turn
            limit p_most
          ) start
          order by day.index
          limit p_most
        ) "first"
        having count(*) > 0
      ) found
      order by service.turn limit 1
    ) best);
end $function$;

CREATE OR REPLACE FUNCTION internal.hold_json(hold public.holds)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('id', hold.id, 'state', internal.hold_state(hold), 'starts_at', hold.starts_at, 'ends_at', hold.ends_at,
    'hold_expires_at', case when hold.ended_at is null then hold.expires_at end, 'total_cents', hold.total_cents, 'sequence', 0,
    'lines', (select jsonb_agg(line - 'resource_id' order by line -> 'position') from jsonb_array_elements(hold.lines) line));
end $function$;

CREATE OR REPLACE FUNCTION internal.hold_state(hold public.holds)
 RETURNS public.appointment_state
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when hold.ended_at is null then 'held'::public.appointment_state else 'expired' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.hold_visit(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid, p_secret_hash text, p_idempotency_key uuid, p_source text, p_origin text, p_replace uuid, present timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  secret constant bytea := decode(p_secret_hash, 'hex');
  quickly constant boolean := cardinality(p_services) = 1 and p_idempotency_key is null;
  locked text;
  quick internal.quick_plan;
  place record;
  planned internal.planned_line[];
  visitor internal.visitor;
  hold public.holds;
  answer jsonb;
begin
  if quickly and p_replace is null then
    quick := internal.plan_one(p_location, p_services[1], p_employee, p_starts_at, present);
    if quick.taken then return internal.refusal('slot_taken'); end if;
  end if;
  -- The lock of the caller's holds: one call at a time makes a retry see the first try, and keeps the limit.
  -- A hold lives for minutes and its loss in a crash of the machine costs nobody a booking: nobody waits for the disk. Whatever is
  -- confirmed later is written after it and waited for.
  locked := concat(pg_advisory_xact_lock(hashtextextended(coalesce(caller::text, p_secret_hash), 42)),
    case when pg_current_xact_id_if_assigned() is null then set_config('synchronous_commit', 'off', true) end);
  if p_idempotency_key is not null then
    answer := internal.known_hold(p_idempotency_key, caller, secret);
    if answer is not null then return answer; end if;
  end if;

  if caller is not null or p_replace is not null then
    if internal.live_holds(caller, secret, p_replace, present) >= (case internal.hold_share(caller) when 2 then 12 else 3 end) then
      perform internal.fail('too_many_holds');
    end if;
  end if;
  if p_replace is not null then
    perform internal.replace_hold(p_replace, p_location, secret);
  elsif cardinality(p_services) > 1 then
    perform internal.lock_location(p_location, true);
  else
    -- internal.lock_location, as an expression.
    locked := pg_advisory_xact_lock_shared(hashtextextended(p_location::text, 43));
  end if;
  if quickly and p_replace is not null then
    quick := internal.plan_one(p_location, p_services[1], p_employee, p_starts_at, present);
    if quick.taken then perform internal.fail('slot_taken'); end if;
  end if;
  visitor := internal.visitor();
  hold.id := gen_random_uuid();
  hold.location_id := p_location;
  hold.purpose := 'customer';
  hold.secret_hash := secret;
  hold.user_id := caller;
  hold.source := p_source;
  hold.origin := p_origin;
  hold.employee_chosen := p_employee is not null;
  hold.idempotency_key := p_idempotency_key;
  hold.created_at := present;
  if quick.bookable then
    answer := internal.refuse_hold(visitor, caller, quick.employee_id, quick.day,
      (extract(epoch from quick.ends_at - p_starts_at) / 60)::integer, present);
    if answer is not null then return answer; end if;
    hold.company_id := quick.company_id;
    hold.expires_at := present + make_interval(mins => quick.hold_minutes);
    hold.cancellation_hours := quick.cancellation_hours;
    answer := internal.write_hold(hold, array[(1, p_services[1], quick.employee_id, quick.service_name, p_starts_at, quick.ends_at,
      quick.price_cents, quick.occupied, null, null)::internal.planned_line], visitor, quick.zone,
      caller is not null or p_replace is not null);
    if answer is not null then return answer; end if;
  end if;
  if caller is null and p_replace is null then
    if internal.live_holds(caller, secret, null, present) >= 3 then perform internal.fail('too_many_holds'); end if;
  end if;

  select location.company_id, location.time_zone, location.hold_minutes, location.cancellation_hours into place
  from public.locations location join public.companies company on company.id = location.company_id
  where location.id = p_location and location.state = 'published' and company.state = 'active';
  hold.company_id := place.company_id;
  hold.expires_at := present + make_interval(mins => place.hold_minutes);
  hold.cancellation_hours := place.cancellation_hours;
  -- Each lost round means that someone else has won an employee; more rounds than employees are never needed.
  for round in 1..30 loop
    planned := array(select plan from internal.plan_visit(p_location, p_services, p_employee, p_starts_at, present) plan
      where place.company_id is not null);
    if cardinality(planned) = 0 then
      if round > 1 or quick.bookable then perform internal.fail('slot_taken'); end if;
      perform internal.refuse_start(p_location, p_services, p_employee, p_starts_at, present);
    end if;
    answer := internal.refuse_hold_of(visitor, caller, planned, place.time_zone, present);
    if answer is not null then return answer; end if;
    answer := internal.write_hold(hold, planned, visitor, place.time_zone, true);
    if answer is not null then return answer; end if;
    -- Either an expired hold stands there, or someone was quicker.
    if not internal.release_expired(internal.takings(planned), present, round = 1) then exit; end if;
  end loop;
  perform internal.fail('slot_taken');
end $function$;

CREATE OR REPLACE FUNCTION internal.index_occupancy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked text;
  begins_at integer;
  ends_at integer;
begin
  if tg_op <> 'INSERT' and old.expires_at is null then
    perform internal.recompute_days(old.subject, old.minutes);
    if tg_op = 'UPDATE' and new.expires_at is null then perform internal.recompute_days(new.subject, new.minutes); end if;
    return null;
  end if;
  if new.expires_at is not null then return null; end if;
  -- internal.lock_days, as an expression.
  locked := pg_advisory_xact_lock_shared(hashtextextended(new.subject::text, 46));
  begins_at := lower(new.minutes);
  ends_at := upper(new.minutes);
  update internal.free_days row
  set free = row.free - new.minutes, booked = row.booked + case
      when new.minutes = range_merge(new.minutes)::int4multirange then least(row.ends, ends_at) - greatest(row.begins, begins_at)
      else internal.length_of(new.minutes * int4multirange(int4range(row.begins, row.ends))) end
  where row.employee_id = new.subject and row.day between internal.first_day(new.minutes) and internal.last_day(new.minutes)
    and row.begins < ends_at and row.ends > begins_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_hold_business(hold public.holds)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from internal.memberships() member
    where member.company_id = hold.company_id and (member.role >= 'manager' or internal.has_own_time(hold.lines)));
end $function$;

CREATE OR REPLACE FUNCTION internal.is_holder(hold public.holds, p_secret text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(hold.user_id = internal.person(), false) or coalesce(hold.secret_hash = sha256(convert_to(p_secret, 'UTF8')), false);
end $function$;

CREATE OR REPLACE FUNCTION internal.known_hold(p_key uuid, p_caller uuid, p_secret bytea)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  hold public.holds;
  visit public.appointments;
begin
  select * into hold from public.holds where idempotency_key = p_key;
  if hold.id is not null then
    if hold.user_id = p_caller or hold.secret_hash = p_secret then return internal.hold_json(hold); end if;
    perform internal.fail('key_used');
  end if;
  select * into visit from public.appointments where idempotency_key = p_key;
  if visit.id is null then return null; end if;
  if visit.user_id = p_caller or exists (
    select from public.appointment_links where secret_hash = p_secret and appointment_id = visit.id) then
    return internal.visit_json(visit.id);
  end if;
  perform internal.fail('key_used');
end $function$;

CREATE OR REPLACE FUNCTION internal.last_day(minutes int4multirange)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ('1970-01-01'::date + ((upper(minutes) / 1440) + 1));

CREATE OR REPLACE FUNCTION internal.legal_flags(p_appointment uuid, OUT secret boolean, OUT withdrawal boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  select coalesce(bool_or(category.secret or coalesce(parent.secret, false)), false),
    coalesce(bool_or(category.withdrawal and coalesce(parent.withdrawal, true)), false)
  into secret, withdrawal
  from (
    select line.service_id from public.appointment_lines line where line.appointment_id = p_appointment
    union all
    select (line ->> 'service_id')::uuid from public.holds hold cross join jsonb_array_elements(hold.lines) line where hold.id = p_appointment) booked
  join public.services service on service.id = booked.service_id
  join public.categories category on category.id = service.category_id
  left join public.categories parent on parent.id = category.parent_id;
end $function$;

CREATE OR REPLACE FUNCTION internal.let_go(p_appointment uuid, p_to public.appointment_state, p_verb text, p_actor public.actor_kind, p_reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.appointment_events (appointment_id, verb, actor, actor_id, from_state, to_state, reason)
  select id, p_verb, p_actor, case when p_actor <> 'system' then internal.person() end, state, p_to, left(coalesce(p_reason, ''), 1000)
  from public.appointments where id = p_appointment;
  update public.appointments
  set state = p_to, sequence = sequence + case when p_to in ('cancelled', 'declined') then 1 else 0 end
  where id = p_appointment;
  perform internal.vacate(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION internal.line_json(line internal.planned_line)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('position', line."position", 'service_id', line.service_id, 'service_name', line.service_name,
    'employee_id', line.employee_id, 'starts_at', line.starts_at, 'ends_at', line.ends_at, 'price_cents', line.price_cents)
    || case when line.resource_id is null then '{}' else jsonb_build_object('resource_id', line.resource_id) end;
end $function$;

CREATE OR REPLACE FUNCTION internal.live_holds(p_caller uuid, p_secret bytea, p_replace uuid, p_present timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_caller is not null then
    return (select count(*) from public.holds hold where hold.user_id = p_caller and hold.ended_at is null
      and hold.expires_at > p_present and hold.id is distinct from p_replace);
  end if;
  return (select count(*) from public.holds hold where hold.secret_hash = p_secret and hold.ended_at is null
    and hold.expires_at > p_present and hold.id is distinct from p_replace);
end $function$;

CREATE OR REPLACE FUNCTION internal.move_to_hold(p_appointment uuid, p_hold uuid, p_actor public.actor_kind, p_reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  appointment public.appointments;
  hold public.holds;
begin
  perform internal.lock_location(location_id, true) from public.appointments where id = p_appointment;
  select * into appointment from public.appointments where id = p_appointment for update;
  if appointment.id is null then perform internal.fail('appointment_not_found'); end if;
  if appointment.state not in ('requested', 'confirmed') then perform internal.fail('wrong_state', appointment.state::text); end if;
  select * into hold from public.holds where id = p_hold for update;
  if hold.id is null or hold.ended_at is not null then perform internal.fail('hold_expired'); end if;
  if hold.location_id <> appointment.location_id then perform internal.fail('not_bookable'); end if;
  perform internal.vacate(p_appointment);
  update public.occupancies set source = p_appointment, expires_at = null where source = p_hold;
  delete from public.holds where id = p_hold;
  delete from internal.hold_budget where appointment_id = p_hold;
  perform internal.write_lines(p_appointment, array(select line from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line));
  perform internal.note_move(appointment, hold.starts_at, p_actor, p_reason, null);
end $function$;

CREATE OR REPLACE FUNCTION internal.note_move(before public.appointments, p_starts_at timestamp with time zone, p_actor public.actor_kind, p_reason text, p_idempotency_key uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reason constant text := left(coalesce(p_reason, ''), 1000);
begin
  update public.appointments set sequence = sequence + 1 where id = before.id;
  update public.appointment_links set expires_at = greatest(expires_at, p_starts_at + interval '181 days') where appointment_id = before.id;
  insert into public.appointment_events
    (appointment_id, verb, actor, actor_id, from_state, to_state, reason, old_starts_at, new_starts_at, idempotency_key)
  values (before.id, 'reschedule', p_actor, case when p_actor <> 'system' then internal.person() end, before.state, before.state, reason,
    before.starts_at, p_starts_at, p_idempotency_key)
  on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  perform internal.queue_messages(before.id, 'appointment_rescheduled', p_actor,
    jsonb_build_object('reason', reason, 'old_starts_at', before.starts_at, 'old_ends_at', before.ends_at));
end $function$;

CREATE OR REPLACE FUNCTION internal.occupy(p_source uuid, p_kind internal.occupancy_kind, takings internal.taking[], p_expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  placed integer;
begin
  insert into public.occupancies (subject, minutes, source, "position", kind, expires_at)
  select taking.subject, taking.minutes, p_source, taking."position", p_kind, p_expires_at
  from unnest(takings) taking order by taking.resource, taking.subject, lower(taking.minutes)
  on conflict on constraint occupancies_no_overlap do nothing;
  get diagnostics placed = row_count;
  if placed = cardinality(takings) then return true; end if;
  if placed > 0 then perform internal.vacate(p_source); end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_appointment(p_appointment uuid, p_secret text, p_alone boolean DEFAULT false)
 RETURNS internal.opened
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found public.appointments;
  opened internal.opened;
begin
  select * into found from public.appointments where id = p_appointment;
  if found.id is not null then
    opened.customer := internal.is_customer(found, p_secret);
    opened.business := internal.person() is not null and internal.is_business(found);
    opened.actor := case when opened.business and not internal.opens(found.id, p_secret) then 'business' else 'customer' end;
  end if;
  if found.id is null or not (opened.customer or opened.business) then perform internal.refuse_hold_as_appointment(p_appointment, p_secret); end if;
  perform internal.lock_location(found.location_id, p_alone or (
    select count(*) > 1 from public.appointment_lines line where line.appointment_id = found.id));
  select * into found from public.appointments where id = p_appointment for update;
  if found.id is null then perform internal.fail('appointment_not_found'); end if;
  perform internal.compose_ordered(p_appointment);
  opened.appointment := found;
  return opened;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_block(p_block uuid)
 RETURNS public.blocks
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  block public.blocks;
begin
  select * into block from public.blocks where id = p_block;
  if block.id is null or block.location_id not in (select internal.locations_as('staff')) then perform internal.fail('block_not_found'); end if;
  perform internal.check_blocker(block.location_id, block.employee_id, block.resource_id);
  perform internal.lock_location(block.location_id, true);
  select * into block from public.blocks where id = p_block for update;
  if block.id is null then perform internal.fail('block_not_found'); end if;
  return block;
end $function$;

CREATE OR REPLACE FUNCTION internal.place_lines(p_appointment uuid, p_services uuid[], p_employee uuid, p_starts_at timestamp with time zone, p_present timestamp with time zone, p_free_choice boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  place constant uuid := (select location_id from public.appointments where id = p_appointment);
  planned constant internal.planned_line[] := array(select plan
    from internal.plan_visit(place, p_services, p_employee, p_starts_at, p_present, p_appointment, p_free_choice) plan);
  takings constant internal.taking[] := internal.takings(planned);
begin
  if cardinality(planned) = 0 then return false; end if;
  perform internal.vacate(p_appointment);
  if not internal.release_expired(takings, p_present, false) or not internal.occupy(p_appointment, 'line', takings, null) then
    perform internal.fail('slot_taken');
  end if;
  perform internal.write_lines(p_appointment, planned);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_one(p_location uuid, p_service uuid, p_employee uuid, p_starts_at timestamp with time zone, p_present timestamp with time zone)
 RETURNS internal.quick_plan
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wanted constant integer := internal.minute(p_starts_at);
  plan internal.quick_plan;
begin
  -- One statement: starting one costs PostgreSQL more than reading rows.
  select person.fits and not person.held, person.fits_unbooked and (person.held or not person.fits),
    person.company_id, person.hold_minutes, person.cancellation_hours, person.id, person.service_name,
    p_starts_at + person.minutes * interval '1 minute', person.price,
    person.busy, person.date, person.zone
  into plan
  from (
    select visit.*, day.booked + case when hold.minutes is null or visit.alone then 0
        else internal.length_of(hold.minutes * int4multirange(int4range(day.begins, day.ends))) end as booked,
      coalesce(hold.minutes && visit.busy, false) as held,
      case when visit.resource_kind is null and day.begins <= visit.low and visit.high <= day.ends then
        visit.may and exists (
          select from internal.runs(
            case when visit.gap_start is null then day.free else (
              select open from internal.openings(
                day.work, day.free, visit.before, visit.minutes, visit.after, visit.gap_start, visit.gap_minutes, null)) end,
            case when visit.gap_start is null then wanted - visit.low else 0 end,
            case when visit.gap_start is null then visit.high - wanted else 1 end,
            day.work, day.begins, visit.grid_minutes, wanted, wanted) run
          where run.first = wanted) end as fits,
      visit.may and exists (
        select from internal.runs(
          day.work, wanted - visit.low, visit.high - wanted, day.work, day.begins, visit.grid_minutes, wanted, wanted) run
        where run.first = wanted) as fits_unbooked
    from (
      select service.company_id, service.hold_minutes, service.cancellation_hours, service.service_name, service.grid_minutes,
        service.resource_kind, service.gap_start, service.gap_minutes, service.before, service.after, each.id, each.minutes, each.price,
        each.turn, wanted - service.before as low, wanted + each.minutes + service.after as high,
        service.zone, (p_starts_at at time zone service.zone)::date as date,
        date_trunc('minute', p_starts_at) = p_starts_at and p_starts_at >= p_present + service.notice_minutes * interval '1 minute'
          and (p_starts_at at time zone service.zone)::date <= (p_present at time zone service.zone)::date + service.horizon_days as may,
        p_employee is not null or cardinality(service.employees) = 1 as alone,
        internal.busy(wanted, service.before, each.minutes, service.after, service.gap_start, service.gap_minutes) as busy
      from internal.listing_services service
      cross join lateral unnest(service.employees, service.minutes, service.prices) with ordinality each (id, minutes, price, turn)
      where service.service_id = p_service and service.location_id = p_location and (p_employee is null or each.id = p_employee)
      offset 0) visit
    left join internal.free_days day on day.employee_id = visit.id and day.day = visit.date
    -- What is held: of who is alone, in the way of this visit; else on the whole day, since who has the least decides.
    cross join lateral (
      select range_agg(one.minutes) as minutes from public.occupancies one
      where one.subject = visit.id and one.expires_at > p_present
        and one.minutes && case when visit.alone then range_merge(visit.busy) else int4range(day.begins, day.ends) end) hold
    offset 0) person
  -- Whoever's day is not known decides; then who can, by rule 7.
  order by person.fits is null desc, (person.fits and not person.held) desc, person.booked, person.turn
  limit 1;
  return plan;
end $function$;

CREATE OR REPLACE FUNCTION internal.plan_visit(p_location uuid, p_services uuid[], p_employee uuid, p_starts_at timestamp with time zone, p_now timestamp with time zone, p_ignore_appointment uuid DEFAULT NULL::uuid, p_free_choice boolean DEFAULT false, p_unbooked boolean DEFAULT false)
 RETURNS SETOF internal.planned_line
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  place public.locations := internal.bookable_location(p_location);
  start_date date := (internal.reckonable(p_starts_at) at time zone place.time_zone)::date;
  minute integer := internal.minute(internal.reckonable(p_starts_at));
  found record;
  offer internal.line_offer;
  settled integer;
  -- What the lines so far occupy of the employee of each turn.
  taken int4multirange[] := '{}';
  occupied int4multirange;
  -- What the lines so far reserve of which resource.
  keepers uuid[] := '{}';
  kept int4multirange[] := '{}';
  whole int4multirange;
  resource uuid;
  reserved int4multirange;
begin
  if place.id is null or p_starts_at <> date_trunc('minute', internal.reckonable(p_starts_at)) then return; end if;
  if not p_free_choice and (p_starts_at < p_now + make_interval(mins => place.notice_minutes)
    or start_date > (p_now at time zone place.time_zone)::date + place.horizon_days) then return; end if;

  select * into found from internal.offers(p_location, p_services, p_employee, place.time_zone, start_date, start_date,
    (p_now, p_ignore_appointment, p_free_choice, p_unbooked, false)::internal.outlook);
  for step in 1 .. cardinality(p_services) loop
    -- Rule 7. Who performs the whole visit is settled by the first line.
    select each.* into offer
    from unnest(found.offers) each join unnest(found.days) day on day.turn = each.turn
    where each.line = step and (settled is null or each.turn = settled) and case
      when step > 1 or p_free_choice then each.starts @> minute
      else exists (select from internal.runs(each.starts, 0, 1, day.work, day.begins, place.grid_minutes::integer, minute, minute) run
        where run.first = minute) end
    order by day.booked, each.turn limit 1;
    if offer.line is null then return; end if;
    settled := case when offer.alone then offer.turn end;
    occupied := internal.busy(minute, offer.before, offer.minutes, offer.after, offer.gap_start, offer.gap_minutes)
      - coalesce(taken[offer.turn], '{}');
    taken[offer.turn] := coalesce(taken[offer.turn], '{}') + occupied;
    resource := null;
    reserved := null;
    if offer.resource_kind is not null then
      whole := int4multirange(int4range(minute - offer.before, minute + offer.minutes + offer.after));
      resource := (select one.id from unnest(offer.resources, offer.spare) with ordinality one (id, times, turn)
        where one.times @> whole order by one.turn limit 1);
      reserved := whole - coalesce((
        select range_agg(own.earlier) from unnest(keepers, kept) as own (id, earlier) where own.id = resource), '{}');
      keepers := keepers || resource;
      kept := kept || whole;
    end if;
    return next (step, offer.service_id, offer.employee_id, offer.service_name, internal.instant(minute),
      internal.instant(minute + offer.minutes), offer.price_cents, occupied, resource, reserved)::internal.planned_line;
    minute := minute + offer.minutes;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.recompute_days(p_employee uuid, p_minutes int4multirange)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  first constant date := internal.first_day(p_minutes);
  last constant date := internal.last_day(p_minutes);
  begins_at constant integer := lower(p_minutes);
  ends_at constant integer := upper(p_minutes);
begin
  perform internal.lock_days(p_employee, false);
  perform from internal.free_days row
  where row.employee_id = p_employee and row.day between first and last and row.begins < ends_at and row.ends > begins_at
  order by row.day for update;
  if not found then return; end if;
  update internal.free_days row
  set free = row.work - busy.minutes, booked = internal.length_of(busy.minutes * int4multirange(int4range(row.begins, row.ends)))
  from (
    select coalesce(range_agg(one.minutes), '{}') as minutes from public.occupancies one
    where one.subject = p_employee and one.expires_at is null and one.minutes && (
      select int4range(min(day.begins), max(day.ends)) from internal.free_days day
      where day.employee_id = p_employee and day.day between first and last and day.begins < ends_at and day.ends > begins_at)
  ) busy
  where row.employee_id = p_employee and row.day between first and last and row.begins < ends_at and row.ends > begins_at;
end $function$;

CREATE OR REPLACE FUNCTION internal.refuse_hold_as_appointment(p_id uuid, p_secret text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  hold public.holds;
begin
  select * into hold from public.holds where id = p_id;
  if hold.id is not null and (internal.is_holder(hold, p_secret) or internal.is_hold_business(hold)) then
    perform internal.fail('wrong_state', internal.hold_state(hold)::text);
  end if;
  perform internal.fail('appointment_not_found');
end $function$;

CREATE OR REPLACE FUNCTION internal.release_expired(takings internal.taking[], p_present timestamp with time zone, p_patient boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  standing constant uuid[] := array(
    select distinct one.source from public.occupancies one
    where one.subject = any(array(select taking.subject from unnest(takings) taking)) and one.expires_at <= p_present
      and one.minutes && (select range_merge(range_agg(taking.minutes)) from unnest(takings) taking));
  locked integer := 0;
begin
  if cardinality(standing) = 0 then return true; end if;
  if p_patient then
    perform from public.holds where id = any(standing) order by id for update;
  else
    select count(*) into locked from (select from public.holds where id = any(standing) for update skip locked) free;
    if locked < cardinality(standing) then return false; end if;
  end if;
  perform internal.end_hold(lapsed.id, false)
  from (select id from public.holds where id = any(standing) and ended_at is null and expires_at <= p_present order by id) lapsed;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION internal.replace_hold(p_replace uuid, p_location uuid, p_secret bytea)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  replaced public.holds;
  place uuid;
begin
  select * into replaced from public.holds hold where hold.id = p_replace and (hold.user_id = internal.person() or hold.secret_hash = p_secret);
  if replaced.id is null then
    -- What became an appointment is kept, and so is what became of it.
    if exists (select from public.appointments visit where visit.id = p_replace and (visit.user_id = internal.person() or exists (
      select from public.appointment_links where secret_hash = p_secret and appointment_id = p_replace))) then
      perform internal.lock_location(p_location, true);
      return;
    end if;
    perform internal.fail('appointment_not_found');
  end if;
  for place in select distinct id from unnest(array[p_location, replaced.location_id]) id order by id loop
    perform internal.lock_location(place, true);
  end loop;
  perform internal.end_hold(id, true) from (select id from public.holds where id = p_replace and ended_at is null for update) hold;
end $function$;

CREATE OR REPLACE FUNCTION internal.resources(p_location uuid, p_kind text, first integer, final integer, outlook internal.outlook, OUT ids uuid[], OUT spare int4multirange[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  ids := array(select id from public.resources where location_id = p_location and kind = p_kind and active order by "position", id);
  spare := array(
    select int4multirange(int4range(first, final)) - coalesce(taken.minutes, '{}')
    from unnest(ids) with ordinality resource (id, turn)
    left join internal.taken_minutes(case when not outlook.unbooked then ids end,
      int4range(first, final), outlook.at, outlook.ignored) taken on taken.subject = resource.id
    order by resource.turn);
end $function$;

CREATE OR REPLACE FUNCTION internal.resources_in_the_way(question internal.start_question)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found record;
begin
  for kind_index in 1 .. coalesce(cardinality(question.kinds), 0) loop
    select * into found from internal.resources(question.location_id, question.kinds[kind_index],
      internal.minute(lower(question.needed[kind_index])), internal.minute(upper(question.needed[kind_index])),
      (question.asked_at, null, false, false, false)::internal.outlook);
    continue when exists (
      select from unnest(found.spare) resource (times) where resource.times @> internal.minute_ranges(question.needed[kind_index]));
    return next jsonb_build_object('reason', 'resource', 'kind', question.kinds[kind_index], 'resources', coalesce((
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', resource.name,
        'appointment_id', case when question.may_read_all then taken.appointment_id end,
        'from', internal.iso(taken.starts_at), 'to', internal.iso(taken.ends_at),
        'customer', case when question.may_read_all then nullif(taken.contact_name, '') end)) order by resource.position, resource.id)
      from public.resources resource
      left join lateral (
        select case when one.kind = 'line' then one.source end as appointment_id, source.starts_at, source.ends_at, source.contact_name
        from public.occupancies one cross join lateral internal.source_of(one) source
        where one.subject = resource.id and one.minutes && internal.minute_ranges(question.needed[kind_index])
          and internal.is_live(one.expires_at, question.asked_at)
        order by source.starts_at limit 1) taken on true
      where resource.id = any(found.ids)), '[]'));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.retake(ended public.holds, p_present timestamp with time zone)
 RETURNS public.holds
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  hold public.holds;
  services uuid[];
  employees uuid[];
  planned internal.planned_line[];
  takings internal.taking[];
begin
  select * into hold from public.holds where id = ended.id for update;
  if hold.ended_at is null then return hold; end if;
  select array_agg(line.service_id order by line."position"), array_agg(distinct line.employee_id) into services, employees
  from jsonb_populate_recordset(null::internal.planned_line, hold.lines) line;
  if cardinality(employees) > 1 then employees := null; end if;
  planned := array(select plan from internal.plan_visit(hold.location_id, services, employees[1], hold.starts_at, p_present) plan);
  takings := internal.takings(planned);
  if cardinality(planned) = 0 then
    if exists (select from internal.plan_visit(hold.location_id, services, employees[1], hold.starts_at, p_present, null, false, true)) then
      perform internal.fail('slot_taken');
    end if;
    perform internal.fail('hold_expired');
  end if;
  hold.expires_at := p_present + interval '1 minute';
  if not internal.release_expired(takings, p_present, false) or not internal.occupy(hold.id, 'line', takings, hold.expires_at) then
    perform internal.fail('slot_taken');
  end if;
  -- Prices stay as they were agreed.
  update public.holds set ended_at = null, expires_at = hold.expires_at, ends_at = (select max(line.ends_at) from unnest(planned) line),
    lines = (select jsonb_agg(internal.line_json(line) || jsonb_build_object('price_cents', hold.lines -> (line."position" - 1) -> 'price_cents'))
      from unnest(planned) line)
  where id = hold.id returning * into hold;
  return hold;
end $function$;

CREATE OR REPLACE FUNCTION internal.sound_appointment(state public.appointment_state, starts_at timestamp with time zone, ends_at timestamp with time zone, hold_expires_at timestamp with time zone, contact_name text, total_cents integer, source text, origin text, contact_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return starts_at < ends_at and total_cents >= 0 and state <> 'held' and hold_expires_at is null and length(btrim(contact_name)) > 0
    and source in ('web', 'widget', 'assistant', 'api', 'admin', 'import')
    and origin in ('marketplace', 'offer', 'own_link', 'qr', 'unknown') and (contact_email = '' or internal.is_address(contact_email));
end $function$;

CREATE OR REPLACE FUNCTION internal.sound_hold(starts_at timestamp with time zone, ends_at timestamp with time zone, total_cents integer, lines jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return starts_at < ends_at and total_cents >= 0 and jsonb_typeof(lines) = 'array' and pg_column_size(lines) <= 16000;
end $function$;

CREATE OR REPLACE FUNCTION internal.source_of(one public.occupancies, OUT starts_at timestamp with time zone, OUT ends_at timestamp with time zone, OUT contact_name text, OUT title text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if one.kind = 'block' then
    select block.starts_at, block.ends_at, block.title into starts_at, ends_at, title from public.blocks block where block.id = one.source;
  elsif one.expires_at is not null then
    select line.starts_at, line.ends_at into starts_at, ends_at
    from public.holds hold cross join jsonb_populate_recordset(null::internal.planned_line, hold.lines) line
    where hold.id = one.source and line."position" = one."position";
  else
    select line.starts_at, line.ends_at, visit.contact_name into starts_at, ends_at, contact_name
    from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
    where line.appointment_id = one.source and line."position" = one."position";
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.take_block(block public.blocks)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  takings constant internal.taking[] := array[(1, coalesce(block.employee_id, block.resource_id), int4multirange(int4range(
    internal.minute(block.starts_at), internal.minute(block.ends_at))), block.resource_id is not null)::internal.taking];
begin
  perform internal.vacate(block.id);
  if not internal.release_expired(takings, internal.present(), true) or not internal.occupy(block.id, 'block', takings, null) then
    perform internal.fail('slot_taken');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.taken_minutes(subjects uuid[], period int4range, at timestamp with time zone, ignored uuid)
 RETURNS TABLE(subject uuid, minutes int4multirange)
 LANGUAGE plpgsql
 STABLE ROWS 1
 SET search_path TO ''
AS $function$
begin
  return query
  select one.subject, range_agg(one.minutes)
  from public.occupancies one
  where one.subject = any(subjects) and one.minutes && period and internal.is_live(one.expires_at, at)
    and one.source is distinct from ignored
  group by one.subject;
end $function$;

CREATE OR REPLACE FUNCTION internal.takings(planned internal.planned_line[])
 RETURNS internal.taking[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select (line."position", part.subject, part.minutes, part.resource)::internal.taking
    from unnest(planned) line cross join lateral (
      values (line.employee_id, line.occupied, false), (line.resource_id, line.reserved, true)) part (subject, minutes, resource)
    where part.subject is not null and not isempty(part.minutes));
end $function$;

CREATE OR REPLACE FUNCTION internal.vacate(p_source uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.occupancies where source = p_source;
end $function$;

CREATE OR REPLACE FUNCTION internal.visit_json(p_appointment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('id', appointment.id, 'state', appointment.state, 'starts_at', appointment.starts_at,
      'ends_at', appointment.ends_at, 'hold_expires_at', null, 'total_cents', appointment.total_cents,
      'sequence', appointment.sequence, 'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('position', line."position", 'service_id', line.service_id,
          'service_name', line.service_name, 'employee_id', line.employee_id, 'starts_at', line.starts_at,
          'ends_at', line.ends_at, 'price_cents', line.price_cents) order by line."position"), '[]')
        from public.appointment_lines line where line.appointment_id = appointment.id))
    from public.appointments appointment where appointment.id = p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION internal.write_hold(hold public.holds, planned internal.planned_line[], visitor internal.visitor, p_zone text, p_counted boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  takings constant internal.taking[] := internal.takings(planned);
  placed integer;
  made boolean;
begin
  select min(line.starts_at), max(line.ends_at), sum(line.price_cents), jsonb_agg(internal.line_json(line) order by line."position")
  into hold.starts_at, hold.ends_at, hold.total_cents, hold.lines from unnest(planned) line;
  with placed as (
    insert into public.occupancies (subject, minutes, source, "position", kind, expires_at)
    select taking.subject, taking.minutes, hold.id, taking."position", 'line', hold.expires_at
    from unnest(takings) taking
    where p_counted or not exists (select from public.holds other where other.secret_hash = hold.secret_hash)
    order by taking.resource, taking.subject, lower(taking.minutes)
    on conflict on constraint occupancies_no_overlap do nothing
    returning true
  ), whole as (
    select from placed having count(*) = cardinality(takings)
  ), made as (
    insert into public.holds (id, company_id, location_id, purpose, starts_at, ends_at, expires_at, secret_hash, user_id, lines, total_cents,
      source, origin, cancellation_hours, employee_chosen, idempotency_key, created_at)
    select hold.id, hold.company_id, hold.location_id, hold.purpose, hold.starts_at, hold.ends_at, hold.expires_at, hold.secret_hash,
      hold.user_id, hold.lines, hold.total_cents, hold.source, hold.origin, hold.cancellation_hours, hold.employee_chosen,
      hold.idempotency_key, hold.created_at
    from whole
    on conflict (idempotency_key) where idempotency_key is not null do nothing
    returning true
  ), spent as (
    insert into internal.hold_budget
    select hold.id, line.employee_id, (line.starts_at at time zone p_zone)::date, sum(extract(epoch from line.ends_at - line.starts_at)) / 60,
      row_number() over () = 1, visitor.network, coalesce(visitor.address, visitor.network), hold.user_id, hold.created_at, hold.expires_at
    from whole cross join unnest(planned) line where not visitor.unlimited group by 2, 3
  )
  select (select count(*) from placed), exists (select from made) into placed, made;
  if made then return internal.hold_json(hold); end if;
  if placed = cardinality(takings) then perform internal.fail('key_used'); end if;
  if placed > 0 then perform internal.vacate(hold.id); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.write_lines(p_appointment uuid, planned internal.planned_line[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  agreed constant integer[] := array(
    select price_cents from public.appointment_lines where appointment_id = p_appointment order by "position");
begin
  delete from public.appointment_lines where appointment_id = p_appointment;
  insert into public.appointment_lines
    (appointment_id, "position", service_id, employee_id, service_name, starts_at, ends_at, price_cents, resource_id)
  select p_appointment, line."position", line.service_id, line.employee_id, line.service_name, line.starts_at, line.ends_at,
    coalesce(agreed[line."position"], line.price_cents), line.resource_id
  from unnest(planned) line;
  update public.appointments appointment
  set starts_at = sums.starts_at, ends_at = sums.ends_at, total_cents = sums.total
  from (select min(starts_at) as starts_at, max(ends_at) as ends_at, sum(price_cents) as total
    from public.appointment_lines where appointment_id = p_appointment) sums
  where appointment.id = p_appointment;
end $function$;

CREATE OR REPLACE FUNCTION public.archive_location(p_location uuid, p_archived boolean)
 RETURNS public.location_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  expected integer;
  result public.location_state;
begin
  if p_location is null or p_location not in (select internal.locations_as('manager')) then perform internal.fail('location_not_found'); end if;
  -- Nobody books meanwhile.
  perform internal.lock_location(p_location, true);
  expected := (select count(*) from public.appointments
      where location_id = p_location and ends_at > internal.present() and state in ('requested', 'confirmed'))
    + (select count(*) from public.holds where location_id = p_location and ended_at is null and expires_at > internal.present());
  if p_archived and expected > 0 then perform internal.fail('appointments_coming', expected::text); end if;
  update public.locations set archived = p_archived, state = case when state = 'draft' then state else 'paused' end
  where id = p_location and archived <> p_archived;
  select state into result from public.locations where id = p_location;
  return result;
end $function$;

CREATE OR REPLACE FUNCTION public.block_time(p_location uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_resource uuid DEFAULT NULL::uuid, p_title text DEFAULT ''::text, p_series uuid DEFAULT NULL::uuid)
 RETURNS public.blocks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  block public.blocks;
begin
  perform internal.check_blocker(p_location, p_employee, p_resource);
  perform internal.check_block_times(p_starts_at, p_ends_at);
  if length(btrim(coalesce(p_title, ''))) > 120 then perform internal.fail('title_too_long'); end if;
  perform internal.lock_location(p_location, true);
  insert into public.blocks (location_id, employee_id, resource_id, title, starts_at, ends_at, series, created_by)
  values (p_location, p_employee, p_resource, btrim(coalesce(p_title, '')), p_starts_at, p_ends_at, p_series, internal.person())
  returning * into block;
  perform internal.take_block(block);
  return block;
end $function$;

CREATE OR REPLACE FUNCTION public.change_block(p_block uuid, p_starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_title text DEFAULT NULL::text)
 RETURNS public.blocks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  block public.blocks;
begin
  block := internal.open_block(p_block);
  if p_employee is not null then
    block.employee_id := p_employee;
    block.resource_id := null;
    perform internal.check_blocker(block.location_id, block.employee_id, null);
  end if;
  block.starts_at := coalesce(p_starts_at, block.starts_at);
  block.ends_at := coalesce(p_ends_at, block.ends_at);
  block.title := btrim(coalesce(p_title, block.title));
  perform internal.check_block_times(block.starts_at, block.ends_at);
  if length(block.title) > 120 then perform internal.fail('title_too_long'); end if;
  update public.blocks set employee_id = block.employee_id, resource_id = block.resource_id, starts_at = block.starts_at,
    ends_at = block.ends_at, title = block.title
  where id = p_block returning * into block;
  perform internal.take_block(block);
  return block;
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_appointment(p_appointment uuid, p_secret text DEFAULT NULL::text, p_contact jsonb DEFAULT NULL::jsonb, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened internal.opened;
  appointment public.appointments;
begin
  if internal.confirm_hold(p_appointment, p_secret, p_contact, p_early_start) then return internal.visit_json(p_appointment); end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  appointment := opened.appointment;
  if opened.actor = 'business' and appointment.state = 'requested' then
    if appointment.starts_at <= internal.present() then perform internal.fail('past'); end if;
    perform internal.confirm_request(p_appointment);
  elsif opened.customer and appointment.state in ('confirmed', 'requested') then
    if p_contact is null or internal.clean_contact(p_contact, false) <> jsonb_build_object('name', appointment.contact_name,
      'email', appointment.contact_email, 'phone', appointment.contact_phone, 'note', appointment.note) then
      perform internal.fail('wrong_state', appointment.state::text);
    end if;
  elsif not opened.business or appointment.state <> 'confirmed' then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  return internal.visit_json(p_appointment);
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
    perform internal.end_hold(lapsed.id, false);
    tidied := tidied + 1;
  end loop;
  for lapsed in
    select id, location_id from public.appointments where state = 'requested' and starts_at <= present order by starts_at limit p_limit
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(lapsed.location_id::text, 43));
    perform from public.appointments where id = lapsed.id and state = 'requested' for update skip locked;
    continue when not found;
    perform internal.let_go(lapsed.id, 'expired', 'expire', 'system');
    perform internal.queue_messages(lapsed.id, 'appointment_declined', 'system', '{"lapsed": true}');
    tidied := tidied + 1;
  end loop;
  return tidied;
end $function$;

CREATE OR REPLACE FUNCTION public.get_booking(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hold public.holds;
  appointment public.appointments;
  visit jsonb;
  open boolean;
begin
  select * into hold from public.holds where id = p_appointment;
  if hold.id is not null then
    if not internal.is_holder(hold, p_secret) then perform internal.fail('appointment_not_found'); end if;
    appointment := internal.as_appointment(hold);
    visit := internal.hold_json(hold);
  else
    select * into appointment from public.appointments where id = p_appointment;
    if appointment.id is null or not internal.is_customer(appointment, p_secret) then perform internal.fail('appointment_not_found'); end if;
    visit := internal.visit_json(appointment.id);
  end if;
  open := internal.customer_may_change(appointment);
  return (
    select visit || jsonb_build_object(
      'number', internal.booking_number(appointment.id),
      'created_at', appointment.created_at,
      'employee_chosen', appointment.employee_chosen,
      'source', appointment.source,
      'contact', jsonb_build_object('name', appointment.contact_name, 'email', appointment.contact_email,
        'phone', appointment.contact_phone, 'note', appointment.note),
      'location', jsonb_build_object('id', location.id, 'slug', location.slug, 'name', location.name, 'street', location.street,
        'postal_code', location.postal_code, 'city', location.city, 'time_zone', location.time_zone, 'phone', location.phone,
        'email', location.email, 'latitude', location.latitude, 'longitude', location.longitude,
        'confirms_by_hand', location.confirms_by_hand, 'published', internal.is_published(location.id)),
      'company', jsonb_build_object('id', company.id, 'name', company.name, 'legal_name', company.legal_name,
        'representative', company.representative, 'street', company.street, 'postal_code', company.postal_code, 'city', company.city,
        'email', company.email, 'phone', company.phone),
      'lines', (
        select coalesce(jsonb_agg(line || jsonb_build_object('employee_name', employee.name) order by line -> 'position'), '[]')
        from jsonb_array_elements(visit -> 'lines') line join public.employees employee on employee.id = (line ->> 'employee_id')::uuid),
      'cancellation_hours', appointment.cancellation_hours,
      'cancel_until', appointment.starts_at - make_interval(hours => appointment.cancellation_hours),
      'can_cancel', open,
      'can_reschedule', open and internal.is_published(location.id),
      'secret', flags.secret,
      'withdrawal', flags.withdrawal and appointment.state in ('held', 'requested', 'confirmed'),
      'withdrawn_at', internal.withdrawn_at(appointment.id),
      'early_start', internal.early_start_json(appointment))
    from public.locations location
    join public.companies company on company.id = location.company_id
    cross join internal.legal_flags(appointment.id) flags
    where location.id = appointment.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.hold_appointment(p_location uuid, p_services uuid[], p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_secret_hash text DEFAULT NULL::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_source text DEFAULT 'web'::text, p_replace uuid DEFAULT NULL::uuid, p_origin text DEFAULT 'unknown'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  -- internal.present, as an expression.
  present constant timestamptz := coalesce(nullif(current_setting('zeitplatz.now', true), '')::timestamptz, now());
begin
  -- The usual answer to those who come too late, before anything else is asked, even how they ask.
  if p_employee is not null and p_replace is null and p_idempotency_key is null then
    perform from public.occupancies one
    where one.subject = p_employee and one.minutes @> internal.minute(internal.reckonable(p_starts_at)) and internal.is_live(one.expires_at, present)
      and (exists (select from public.appointment_lines line where line.appointment_id = one.source and line."position" = one."position"
          and line.starts_at = p_starts_at and line.service_id = p_services[1])
        or exists (select from public.holds hold where hold.id = one.source and hold.starts_at = p_starts_at
          and hold.lines -> 0 ->> 'service_id' = p_services[1]::text));
    if found and p_starts_at > present then return internal.refusal('slot_taken'); end if;
  end if;
  -- The digits are no pattern: PostgreSQL builds its automaton anew for each text.
  if not coalesce(length(p_secret_hash) = 64 and translate(p_secret_hash, '0123456789abcdef', '') = ''
    and p_source in ('web', 'widget', 'assistant', 'api') and p_origin in ('marketplace', 'offer', 'own_link', 'qr', 'unknown')
    and cardinality(p_services) between 1 and 10 and p_starts_at > present and p_starts_at <= present + interval '3 years', false) then
    perform internal.check_wish(p_services, p_starts_at, p_secret_hash, p_source, p_origin, present);
  end if;
  return internal.hold_visit(p_location, p_services, p_starts_at, p_employee, p_secret_hash, p_idempotency_key, p_source, p_origin,
    p_replace, present);
end $function$;

CREATE OR REPLACE FUNCTION public.release_hold(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hold public.holds;
  appointment public.appointments;
begin
  select * into hold from public.holds where id = p_appointment;
  if hold.id is null then
    select * into appointment from public.appointments where id = p_appointment;
    if appointment.id is not null and internal.is_customer(appointment, p_secret) then
      perform internal.fail('wrong_state', appointment.state::text);
    end if;
  end if;
  if hold.id is null or not internal.is_holder(hold, p_secret) then perform internal.fail('appointment_not_found'); end if;
  perform internal.lock_location(hold.location_id, jsonb_array_length(hold.lines) > 1);
  select * into hold from public.holds where id = p_appointment for update;
  if hold.id is null then perform internal.fail('appointment_not_found'); end if;
  if hold.ended_at is null then
    perform internal.end_hold(p_appointment, true);
    select * into hold from public.holds where id = p_appointment;
  end if;
  return internal.hold_json(hold);
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(p_appointment uuid, p_starts_at timestamp with time zone, p_employee uuid DEFAULT NULL::uuid, p_secret text DEFAULT NULL::text, p_reason text DEFAULT ''::text, p_idempotency_key uuid DEFAULT NULL::uuid, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  opened constant internal.opened := internal.open_appointment(p_appointment, p_secret, true);
  appointment constant public.appointments := opened.appointment;
  by_business constant boolean := opened.actor = 'business';
  services uuid[];
  employees uuid[];
  wanted uuid;
  demanded text;
  done boolean;
begin
  if p_idempotency_key is not null and exists (
    select from public.appointment_events where idempotency_key = p_idempotency_key) then
    if not exists (select from public.appointment_events
      where idempotency_key = p_idempotency_key and appointment_id = p_appointment) then perform internal.fail('key_used'); end if;
    return internal.visit_json(p_appointment);
  end if;
  if appointment.state not in ('requested', 'confirmed') then perform internal.fail('wrong_state', appointment.state::text); end if;
  if p_starts_at is null or p_starts_at not between present - interval '3 years' and present + interval '3 years' then
    perform internal.fail('not_bookable');
  end if;
  select array_agg(service_id order by "position"), array_agg(distinct employee_id) into services, employees
  from public.appointment_lines where appointment_id = p_appointment;
  wanted := coalesce(p_employee, case when cardinality(employees) = 1 then employees[1] end);
  if appointment.starts_at = p_starts_at and (p_employee is null or employees = array[p_employee]) then
    return internal.visit_json(p_appointment);
  end if;
  if not by_business then
    if not internal.customer_may_change(appointment) then
      perform internal.fail('too_late', (appointment.starts_at - make_interval(hours => appointment.cancellation_hours))::text);
    end if;
    if p_starts_at <= present then perform internal.fail('past'); end if;
    demanded := internal.demanded_early_start(appointment, p_starts_at, p_early_start);
    if internal.is_limited() and (internal.moves_of_day(p_appointment, 'customer') >= 5 or (
      internal.account_of(appointment.user_id, appointment.contact_email) is null
      and internal.spend(internal.recipient_budgets(appointment.contact_email, 6, 10, 'move')) is not null)) then
      perform internal.fail('too_many_moves');
    end if;
  elsif not internal.may_book_for(appointment.location_id, p_employee) and p_employee is not null then
    perform internal.fail('not_allowed');
  end if;
  done := internal.place_lines(p_appointment, services, wanted, p_starts_at, present, by_business);
  if not done and p_employee is null and not by_business and wanted is not null then
    done := internal.place_lines(p_appointment, services, null, p_starts_at, present, false);
  end if;
  if not done then
    perform internal.refuse_start(appointment.location_id, services, wanted, p_starts_at, present, p_appointment, by_business);
  end if;
  insert into public.early_starts select p_appointment, present, demanded where demanded is not null;
  perform internal.note_move(appointment, p_starts_at, opened.actor, p_reason, p_idempotency_key);
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.unblock_time(p_block uuid, p_following boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  block constant public.blocks := internal.open_block(p_block);
  gone integer;
begin
  delete from public.blocks other
  where other.id = p_block or (p_following and other.series = block.series and other.location_id = block.location_id
    and other.starts_at >= block.starts_at and (other.employee_id, other.resource_id) is not distinct from (block.employee_id, block.resource_id));
  get diagnostics gone = row_count;
  return gone;
end $function$;

ALTER TABLE "public"."appointment_lines" ADD CONSTRAINT "appointment_lines_resource_id_fkey" FOREIGN KEY (resource_id) REFERENCES public.resources(id);

ALTER TABLE "public"."blocks" ADD CONSTRAINT "blocks_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."blocks" ADD CONSTRAINT "blocks_employee_id_location_id_fkey" FOREIGN KEY (employee_id, location_id) REFERENCES public.employees(id, location_id) ON DELETE CASCADE;

ALTER TABLE "public"."holds" ADD CONSTRAINT "holds_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."occupancies" ADD CONSTRAINT "occupancies_no_overlap" EXCLUDE USING gist (subject WITH =, minutes WITH &&);

ALTER TABLE "public"."resources" ADD CONSTRAINT "resources_id_location_id_key" UNIQUE (id, location_id);

ALTER TABLE "public"."blocks" ADD CONSTRAINT "blocks_resource_id_location_id_fkey" FOREIGN KEY (resource_id, location_id) REFERENCES public.resources(id, location_id) ON DELETE CASCADE;

CREATE INDEX appointment_lines_resource ON public.appointment_lines USING btree (resource_id, starts_at) WHERE (resource_id IS NOT NULL);

CREATE INDEX blocks_employee ON public.blocks USING btree (employee_id, starts_at) WHERE (employee_id IS NOT NULL);

CREATE INDEX blocks_location ON public.blocks USING btree (location_id, starts_at);

CREATE INDEX blocks_resource ON public.blocks USING btree (resource_id, starts_at) WHERE (resource_id IS NOT NULL);

CREATE INDEX blocks_series ON public.blocks USING btree (series) WHERE (series IS NOT NULL);

CREATE INDEX holds_ended ON public.holds USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE UNIQUE INDEX holds_idempotency_key ON public.holds USING btree (idempotency_key) WHERE (idempotency_key IS NOT NULL);

CREATE INDEX holds_location ON public.holds USING btree (location_id, expires_at) WHERE (ended_at IS NULL);

CREATE INDEX holds_secret ON public.holds USING btree (secret_hash) WHERE (secret_hash IS NOT NULL);

CREATE INDEX holds_user ON public.holds USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE TRIGGER drop_belongings AFTER DELETE ON public.appointments REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION internal.drop_belongings();

CREATE TRIGGER drop_belongings AFTER DELETE ON public.blocks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION internal.drop_belongings();

CREATE TRIGGER touch BEFORE UPDATE ON public.blocks FOR EACH ROW EXECUTE FUNCTION internal.touch_updated_at();

CREATE TRIGGER drop_occupancies AFTER DELETE ON public.employees REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION internal.drop_occupancies();

CREATE TRIGGER index_changed AFTER UPDATE OF subject, minutes, expires_at ON public.occupancies FOR EACH ROW EXECUTE FUNCTION internal.index_occupancy();

CREATE TRIGGER index_gone AFTER DELETE ON public.occupancies FOR EACH ROW WHEN ((old.expires_at IS NULL)) EXECUTE FUNCTION internal.index_occupancy();

CREATE TRIGGER index_new AFTER INSERT ON public.occupancies FOR EACH ROW WHEN ((new.expires_at IS NULL)) EXECUTE FUNCTION internal.index_occupancy();

CREATE TRIGGER drop_occupancies AFTER DELETE ON public.resources REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION internal.drop_occupancies();

CREATE POLICY "managers_read" ON "public"."blocks" FOR SELECT TO "authenticated" USING ((location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))));

CREATE POLICY "staff_read" ON "public"."blocks" FOR SELECT TO "authenticated" USING (((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))) AND ((employee_id IS NULL) OR (employee_id = ANY (ARRAY( SELECT internal.own_employees() AS own_employees))))));

CREATE POLICY "holders_and_members_read" ON "public"."holds" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT internal.person() AS person)) OR (location_id = ANY (ARRAY( SELECT internal.locations_as('manager'::public.member_role) AS locations_as))) OR ((location_id = ANY (ARRAY( SELECT internal.locations_as('staff'::public.member_role) AS locations_as))) AND internal.has_own_time(lines))));

ALTER PUBLICATION "page_changes" ADD TABLE "public"."blocks";

ALTER PUBLICATION "page_changes" ADD TABLE "public"."holds";

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."holds";

REVOKE ALL ON FUNCTION "internal"."as_appointment"(public.holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_block_times"(timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_blocker"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_wish"(uuid[], timestamp with time zone, text, text, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."confirm_hold"(uuid, text, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."drop_belongings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."drop_occupancies"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."end_hold"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."first_day"(int4multirange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."has_own_time"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."has_own_time"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "internal"."hold_json"(public.holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."hold_state"(public.holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."hold_visit"(uuid, uuid[], timestamp with time zone, uuid, text, uuid, text, text, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."index_occupancy"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_hold_business"(public.holds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_holder"(public.holds, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."known_hold"(uuid, uuid, bytea) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."last_day"(int4multirange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."line_json"(internal.planned_line) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."move_to_hold"(uuid, uuid, public.actor_kind, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_move"(public.appointments, timestamp with time zone, public.actor_kind, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."occupy"(uuid, internal.occupancy_kind, internal.taking[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."open_block"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."recompute_days"(uuid, int4multirange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."refuse_hold_as_appointment"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."release_expired"(internal.taking[], timestamp with time zone, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."retake"(public.holds, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sound_appointment"(public.appointment_state, timestamp with time zone, timestamp with time zone, timestamp with time zone, text, integer, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."sound_appointment"(public.appointment_state, timestamp with time zone, timestamp with time zone, timestamp with time zone, text, integer, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."sound_hold"(timestamp with time zone, timestamp with time zone, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."sound_hold"(timestamp with time zone, timestamp with time zone, integer, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."source_of"(public.occupancies) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."take_block"(public.blocks) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."taken_minutes"(uuid[], int4range, timestamp with time zone, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."takings"(internal.planned_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."vacate"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."write_hold"(public.holds, internal.planned_line[], internal.visitor, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."write_lines"(uuid, internal.planned_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."block_time"(uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."block_time"(uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_block"(uuid, timestamp with time zone, timestamp with time zone, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_block"(uuid, timestamp with time zone, timestamp with time zone, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."hold_appointment"(uuid, uuid[], timestamp with time zone, uuid, text, uuid, text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hold_appointment"(uuid, uuid[], timestamp with time zone, uuid, text, uuid, text, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."unblock_time"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unblock_time"(uuid, boolean) TO "authenticated";

GRANT SELECT ON TABLE "public"."blocks" TO "authenticated";

GRANT ALL ON TABLE "public"."blocks" TO "service_role";

GRANT SELECT ("company_id") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("employee_chosen") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("ended_at") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("ends_at") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("expires_at") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("lines") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("location_id") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("origin") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("purpose") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("source") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("starts_at") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("total_cents") ON TABLE "public"."holds" TO "authenticated";

GRANT SELECT ("user_id") ON TABLE "public"."holds" TO "authenticated";

GRANT ALL ON TABLE "public"."holds" TO "service_role";

GRANT ALL ON TABLE "public"."occupancies" TO "service_role";

UPDATE public.appointments SET source = 'web', origin = 'offer' WHERE source = 'offer';

ALTER TABLE "public"."appointments" ADD CONSTRAINT "appointments_sound" CHECK (internal.sound_appointment(state, starts_at, ends_at, hold_expires_at, (contact_name)::text, total_cents, source, origin, (contact_email)::text));

ALTER TABLE "public"."holds" ADD CONSTRAINT "holds_sound" CHECK (internal.sound_hold(starts_at, ends_at, total_cents, lines));
