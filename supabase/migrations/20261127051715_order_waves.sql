set local check_function_bodies = off;

CREATE TABLE "internal"."notice_turns" ("company_id" uuid NOT NULL, "last_at" timestamp with time zone NOT NULL, "day" date NOT NULL, "told" smallint NOT NULL, CONSTRAINT "notice_turns_pkey" PRIMARY KEY (company_id));

ALTER TABLE "internal"."notice_turns" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."order_tellings" ("company_id" uuid NOT NULL, "user_id" uuid NOT NULL, "order_id" uuid NOT NULL, "location_id" uuid NOT NULL, "due_at" timestamp with time zone NOT NULL, CONSTRAINT "order_tellings_pkey" PRIMARY KEY (company_id, user_id, order_id));

ALTER TABLE "internal"."order_tellings" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "internal"."order_waves" ("order_id" uuid NOT NULL, "wave" smallint NOT NULL DEFAULT 0, "next_at" timestamp with time zone NOT NULL, CONSTRAINT "order_waves_pkey" PRIMARY KEY (order_id));

ALTER TABLE "internal"."order_waves" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."order_notice_choices" ("company_id" uuid NOT NULL, "user_id" uuid NOT NULL, CONSTRAINT "order_notice_choices_pkey" PRIMARY KEY (company_id, user_id));

ALTER TABLE "public"."order_notice_choices" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."order_notices" ADD COLUMN "notified_at" timestamp with time zone;

ALTER TABLE "public"."order_notices" ADD COLUMN "wave" smallint;

CREATE TYPE "public"."notice_pace" AS ENUM ('now', 'hourly', 'daily', 'never');

ALTER TABLE "public"."order_notice_choices" ADD COLUMN "pace" public.notice_pace NOT NULL;

CREATE OR REPLACE FUNCTION internal.begin_waves()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into internal.order_waves as waiting (order_id, next_at) values (new.id, internal.present())
  on conflict (order_id) do update set wave = 0, next_at = excluded.next_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_daytime(p_zone text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (at at time zone p_zone)::time >= time '08:00' and (at at time zone p_zone)::time < time '20:00';
end $function$;

CREATE OR REPLACE FUNCTION internal.is_worth_telling(one public.search_orders, p_location uuid, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return one.state = 'open' and one.expires_at > at and internal.fits_order(one, p_location) and internal.is_unanswered(one.id, p_location, at, false)
    and (select count(*) from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > at) < 5;
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_matching(p_limit integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  due record;
  done integer := 0;
begin
  update internal.order_tellings telling set due_at = internal.next_morning(place.time_zone, at)
  from public.locations place where place.id = telling.location_id and telling.due_at <= at and not internal.is_daytime(place.time_zone, at);
  for due in
    select telling.company_id, telling.user_id, telling.location_id, array_agg(telling.order_id order by telling.order_id) as orders
    from internal.order_tellings telling where telling.due_at <= at
    group by 1, 2, 3 order by min(telling.due_at), 2, 3 limit p_limit
  loop
    insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key, user_id, expires_at)
    select due.company_id, 'order_matching', 'business', who.email,
      jsonb_build_object('location_id', place.id, 'location', place.name, 'time_zone', place.time_zone, 'total', cardinality(worth.ids), 'orders', (
        select jsonb_agg(internal.order_for_mail(one, place.id, case when not who.everybody then array(
          select person.id from public.employees person where person.location_id = place.id and person.active and person.user_id = who.user_id) end)
          order by one.confirmed_at desc, one.id)
        from (select * from public.search_orders wish where wish.id = any(worth.ids) order by wish.confirmed_at desc, wish.id limit 10) one)),
      at, now(), concat('orders ', place.id, ' ', who.user_id, ' ', md5(due.orders::text)), who.user_id, at + interval '12 hours'
    from internal.who_is_told(due.company_id) who join public.locations place on place.id = due.location_id
    cross join lateral (select array(select one.id from public.search_orders one
      where one.id = any(due.orders) and internal.is_worth_telling(one, place.id, at)) as ids) worth
    where who.user_id = due.user_id and cardinality(worth.ids) > 0
    on conflict (dedupe_key) do nothing;
    delete from internal.order_tellings where company_id = due.company_id and user_id = due.user_id and location_id = due.location_id and order_id = any(due.orders);
    done := done + 1;
  end loop;
  return done;
end $function$;

CREATE OR REPLACE FUNCTION internal.may_be_told(one public.search_orders, place public.locations, p_push boolean, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (not p_push or internal.is_daytime(place.time_zone, at) and not exists (
      select from internal.notice_turns turn where turn.company_id = place.company_id and turn.told >= 10 and turn.day = (at at time zone place.time_zone)::date))
    and exists (select from public.companies company where company.id = place.company_id and company.state = 'active')
    and not exists (select from public.order_notices known join public.locations other on other.id = known.location_id
      where known.order_id = one.id and other.company_id = place.company_id)
    and not exists (select from public.offers offer where offer.order_id = one.id and offer.company_id = place.company_id)
    and not internal.is_blocked(place.company_id, one.contact_email, one.contact_phone, one.user_id)
    and exists (select from internal.who_is_told(place.company_id));
end $function$;

CREATE OR REPLACE FUNCTION internal.next_morning(p_zone text, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  local constant timestamp := at at time zone p_zone;
begin
  return (local::date + case when local::time < time '08:00' then 0 else 1 end + time '08:00') at time zone p_zone;
end $function$;

CREATE OR REPLACE FUNCTION internal.next_to_tell(one public.search_orders, candidates internal.search_hit[], p_most integer, p_push boolean, at timestamp with time zone)
 RETURNS TABLE(company_id uuid, location_id uuid, zone text)
 LANGUAGE plpgsql
 STABLE ROWS 8
 SET search_path TO ''
AS $function$
declare
  days constant internal.search_day[] := internal.order_days(one.windows, internal.listed_zones(), at);
  sorted constant internal.search_hit[] := array(
    select (row_number() over (order by case when hit.distance_km <= 3 then 1 when hit.distance_km <= 10 then 2 else 3 end, turn.last_at nulls first,
        md5(concat(one.id, place.company_id)), hit.distance_km, place.id), hit.number, hit.location_id, hit.zone, hit.grid_minutes, hit.notice_minutes,
      hit.horizon_days, hit.services, hit.distance_km, hit."key", hit.bound, null, null, null)::internal.search_hit
    from unnest(candidates) hit join public.locations place on place.id = hit.location_id
    left join internal.notice_turns turn on turn.company_id = place.company_id
    order by 1);
  told uuid[] := '{}';
  "next" integer := 1;
  found record;
begin
  while "next" <= cardinality(sorted) and cardinality(told) < p_most loop
    for found in
      select place.company_id as company, place.id, place.time_zone
      from unnest(internal.hits_with_starts(array(
        select row(hit.*)::internal.search_hit from unnest(sorted["next" : "next" + 15]) hit join public.locations known on known.id = hit.location_id
        where known.company_id <> all(told) and internal.may_be_told(one, row(known.*)::public.locations, p_push, at)), days, at, null, 1)) hit
      join public.locations place on place.id = hit.location_id order by hit.place
    loop
      exit when cardinality(told) >= p_most;
      continue when found.company = any(told);
      told := told || found.company;
      company_id := found.company;
      location_id := found.id;
      zone := found.time_zone;
      return next;
    end loop;
    "next" := "next" + 16;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.order_for_mail(one public.search_orders, p_location uuid, p_employees uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  away float8;
begin
  if internal.is_secret_order(one) then
    return jsonb_build_object('id', one.id, 'title', '', 'category', '', 'place', '', 'starts', '[]'::jsonb, 'persons', 1, 'expires_at', one.expires_at);
  end if;
  select internal.spot(place.latitude, place.longitude) operator(extensions.<->) internal.spot(one.latitude, one.longitude) into away
  from public.locations place where place.id = p_location;
  return jsonb_build_object('id', one.id, 'title', internal.neutral(internal.masked(one.title), ''),
    'category', (select category.name from public.categories category where category.id = one.category_id),
    'place', coalesce(internal.order_place(one), ''), 'distance_km', round((12742 * asin(least(away / 12742, 1)))::numeric, 1),
    'persons', one.persons, 'budget_cents', one.budget_cents, 'expires_at', one.expires_at,
    'starts', internal.starts_for_order(one, p_location, p_employees));
end $function$;

CREATE OR REPLACE FUNCTION internal.run_wave(one public.search_orders, waiting internal.order_waves, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  candidates internal.search_hit[];
  due record;
  told integer := 0;
  turn constant integer := waiting.wave + 1;
begin
  if (select count(*) from public.offers offer where offer.order_id = one.id and offer.state = 'sent' and offer.expires_at > at) >= 5 then
    update internal.order_waves set next_at = at + interval '1 hour' where order_id = one.id;
    return;
  end if;
  candidates := internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude), one.radius_km, null, null, 1000);
  if cardinality(candidates) > 0 and not internal.is_daytime(candidates[1].zone, at) then
    update internal.order_waves set next_at = internal.next_morning(candidates[1].zone, at) where order_id = one.id;
    return;
  end if;
  for due in select * from internal.next_to_tell(one, candidates, case when turn < 3 then 8 else 16 end, true, at) loop
    perform internal.tell_company(one.id, due.company_id, due.location_id, due.zone, turn, at);
    told := told + 1;
  end loop;
  if turn = 3 then
    for due in select * from internal.next_to_tell(one, candidates, 200, false, at) loop
      perform internal.tell_company(one.id, due.company_id, due.location_id, due.zone, 4, at);
    end loop;
    delete from internal.order_waves where order_id = one.id;
  elsif told = 0 and turn = 1 then
    -- Nobody has time yet; somebody may have in an hour.
    update internal.order_waves set next_at = at + interval '1 hour' where order_id = one.id;
  else
    update internal.order_waves set wave = turn, next_at = at + case when turn = 1 then interval '1 hour' else interval '3 hours' end
    where order_id = one.id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_company(p_order uuid, p_company uuid, p_location uuid, p_zone text, p_wave integer, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  morning constant timestamptz := internal.next_morning(p_zone, at);
  hour constant timestamptz := date_trunc('hour', at) + interval '1 hour';
begin
  insert into public.order_notices (order_id, location_id, notified_at, wave) values (p_order, p_location, at, p_wave)
  on conflict (order_id, location_id) do nothing;
  if p_wave < 4 then
    insert into internal.notice_turns as turn (company_id, last_at, day, told) values (p_company, at, (at at time zone p_zone)::date, 1)
    on conflict (company_id) do update set last_at = excluded.last_at, day = excluded.day,
      told = case when turn.day = excluded.day then turn.told + 1 else 1 end;
  end if;
  insert into internal.order_tellings (company_id, user_id, order_id, location_id, due_at)
  select p_company, who.user_id, p_order, p_location, case
    when p_wave = 4 or who.pace = 'daily' then morning
    when who.pace = 'now' then at
    when internal.is_daytime(p_zone, hour) then hour else morning end
  from internal.who_is_told(p_company) who
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.who_is_told(p_company uuid)
 RETURNS TABLE(user_id uuid, email text, pace public.notice_pace, everybody boolean)
 LANGUAGE plpgsql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
begin
  return query
  select found.id, found.address, found.wanted, found.all_calendars from (
    select account.id, account.email::text as address, flags.all_calendars,
      coalesce(choice.pace, case when flags.all_calendars then 'now' else 'never' end::public.notice_pace) as wanted
    from public.members member join auth.users account on account.id = member.user_id
    cross join lateral (select internal.has_right(member, 'all_calendars') as all_calendars) flags
    left join public.order_notice_choices choice on choice.company_id = member.company_id and choice.user_id = member.user_id
    where member.company_id = p_company and account.email_confirmed_at is not null and account.deleted_at is null and internal.has_right(member, 'book')) found
  where found.wanted <> 'never';
end $function$;

CREATE OR REPLACE FUNCTION public.choose_order_notices(p_company uuid, p_pace public.notice_pace)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if internal.role_in(p_company) is null then perform internal.fail('company_not_found'); end if;
  insert into public.order_notice_choices as kept (company_id, user_id, pace)
  select p_company, internal.person(), p_pace where p_pace is not null
  on conflict (company_id, user_id) do update set pace = excluded.pace;
end $function$;

CREATE OR REPLACE FUNCTION public.own_account_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  address constant text := lower(internal.own_email());
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return jsonb_build_object(
    'waits', (select coalesce(jsonb_agg(internal.wait_json(wait) order by wait.created_at, wait.id), '[]') from public.event_waits wait where wait.user_id = caller),
    'withdrawals', (select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
      from public.appointments visit join public.withdrawals declared on declared.appointment_id = visit.id where visit.user_id = caller),
    'search_orders', internal.orders_data(caller, address),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'order_notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'pace', choice.pace) order by company.name, company.id), '[]')
      from public.order_notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object('location', place.name, 'created_at', kept.created_at) order by kept.created_at, place.id), '[]')
      from public.favourites kept join public.locations place on place.id = kept.location_id where kept.user_id = caller),
    'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'list', kept.list, 'name', kept.name, 'query', kept.query,
        'is_default', kept.is_default, 'created_at', kept.created_at) order by kept.created_at, kept.id), '[]')
      from public.saved_views kept join public.companies company on company.id = kept.company_id where kept.user_id = caller));
end $function$;

CREATE OR REPLACE FUNCTION public.run_waves(p_limit integer DEFAULT 20)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  waiting internal.order_waves;
  one public.search_orders;
  done integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('waves', 75)) then return 0; end if;
  for waiting in select * from internal.order_waves due where due.next_at <= present order by due.next_at, due.order_id limit p_limit loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(waiting.order_id::text, 75));
    select * into one from public.search_orders known where known.id = waiting.order_id;
    if one.state <> 'open' or one.expires_at <= present or internal.is_secret_order(one) and one.health_consent_at is null then
      delete from internal.order_waves where order_id = waiting.order_id;
    else
      perform internal.run_wave(one, waiting, present);
    end if;
    done := done + 1;
  end loop;
  return done + internal.mail_matching(p_limit, present);
end $function$;

ALTER TABLE "internal"."notice_turns" ADD CONSTRAINT "notice_turns_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE "internal"."order_tellings" ADD CONSTRAINT "order_tellings_company_id_user_id_fkey" FOREIGN KEY (company_id, user_id) REFERENCES public.members(company_id, user_id) ON DELETE CASCADE;

ALTER TABLE "internal"."order_tellings" ADD CONSTRAINT "order_tellings_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

ALTER TABLE "internal"."order_tellings" ADD CONSTRAINT "order_tellings_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.search_orders(id) ON DELETE CASCADE;

ALTER TABLE "internal"."order_waves" ADD CONSTRAINT "order_waves_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.search_orders(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_notice_choices" ADD CONSTRAINT "order_notice_choices_company_id_user_id_fkey" FOREIGN KEY (company_id, user_id) REFERENCES public.members(company_id, user_id) ON DELETE CASCADE;

CREATE INDEX order_tellings_due ON internal.order_tellings USING btree (due_at);

CREATE INDEX order_tellings_location ON internal.order_tellings USING btree (location_id);

CREATE INDEX order_tellings_order ON internal.order_tellings USING btree (order_id);

CREATE INDEX order_waves_due ON internal.order_waves USING btree (next_at);

CREATE TRIGGER begin_waves_again AFTER UPDATE OF state ON public.search_orders FOR EACH ROW WHEN (((new.state = 'open'::public.order_state) AND (old.state <> 'open'::public.order_state))) EXECUTE FUNCTION internal.begin_waves();

CREATE TRIGGER begin_waves AFTER INSERT ON public.search_orders FOR EACH ROW WHEN ((new.state = 'open'::public.order_state)) EXECUTE FUNCTION internal.begin_waves();

CREATE POLICY "own_read" ON "public"."order_notice_choices" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT internal.person() AS person)) AND (company_id IN ( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))));

REVOKE ALL ON FUNCTION "internal"."begin_waves"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_daytime"(text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_worth_telling"(public.search_orders, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mail_matching"(integer, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."may_be_told"(public.search_orders, public.locations, boolean, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."next_morning"(text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."next_to_tell"(public.search_orders, internal.search_hit[], integer, boolean, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."order_for_mail"(public.search_orders, uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."run_wave"(public.search_orders, internal.order_waves, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."tell_company"(uuid, uuid, uuid, text, integer, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."who_is_told"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."choose_order_notices"(uuid, public.notice_pace) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."choose_order_notices"(uuid, public.notice_pace) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."run_waves"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."run_waves"(integer) TO "service_role";

GRANT SELECT ON TABLE "public"."order_notice_choices" TO "authenticated";

GRANT ALL ON TABLE "public"."order_notice_choices" TO "service_role";

insert into internal.message_kinds (kind, purpose, priority) values ('order_matching', 'transactional', 30);
update public.retention_rules set tables = '{public.members,public.member_rights,public.saved_views,public.notice_choices,public.order_notice_choices,internal.order_tellings}'
where name = 'members';
-- Of orders that are open businesses hear as of new ones.
insert into internal.order_waves (order_id, next_at) select id, now() from public.search_orders where state = 'open';
