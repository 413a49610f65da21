set local check_function_bodies = off;

REVOKE ALL ON TABLE "public"."event_waits" FROM "authenticated";

DROP POLICY "members_and_waiting_read" ON "public"."event_waits";

DROP INDEX "public"."event_waits_waiting";

DROP FUNCTION "internal"."mail_waiting"(public.event_waits, text, jsonb);

DROP FUNCTION "public"."wait_for_event"(uuid, integer, jsonb);

ALTER TABLE "public"."event_seats" ADD COLUMN "offered_from" timestamp with time zone;

ALTER TABLE "public"."event_waits" ADD COLUMN "confirmed_at" timestamp with time zone;

ALTER TABLE "public"."event_waits" ADD COLUMN "network" inet;

CREATE OR REPLACE FUNCTION internal.check_wait(wait public.event_waits)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  company constant uuid := (select place.company_id from public.events event join public.locations place on place.id = event.location_id
    where event.id = wait.event_id);
begin
  perform pg_advisory_xact_lock(hashtextextended(internal.mailbox(wait.email), 47));
  if exists (select from public.event_waits other where other.event_id = wait.event_id and other.id <> wait.id
    and internal.mailbox(other.email) = internal.mailbox(wait.email) and internal.wait_state(other) = 'lapsed') then
    perform internal.fail('wait_missed');
  end if;
  if internal.is_limited() and internal.open_waits(company, null, internal.mailbox(wait.email)) > 5 then perform internal.fail('too_many_waits'); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.counted_seats(p_event uuid, OUT taken integer, OUT waiting integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select count(*) into taken from public.event_seats seat
  where seat.event_id = p_event and seat.source is not null and internal.is_live(seat.expires_at, internal.present());
  select count(*) into waiting from public.event_waits wait
  where wait.event_id = p_event and wait.hold_id is null and wait.left_at is null and wait.confirmed_at is not null;
end $function$;

CREATE OR REPLACE FUNCTION internal.delete_account(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform internal.mail_account(p_user, 'account_deleted');
  insert into internal.appointments_to_forget select id from public.appointments where user_id = p_user on conflict do nothing;
  delete from public.event_waits wait using auth.users account
  where account.id = p_user and (wait.user_id = p_user or wait.id in (select own.id from public.event_waits own
    where account.email_confirmed_at is not null and internal.mailbox(own.email) = internal.mailbox(account.email)));
  delete from auth.users where id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION internal.end_offers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.offered_from := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_unconfirmed_waits(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from public.event_waits where id in (
    select wait.id from public.event_waits wait
    where wait.confirmed_at is null and wait.created_at < internal.kept_since('unconfirmed_waits') limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_passed_over(wait public.event_waits, p_company uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.customers customer
    where customer.company_id = p_company and customer.email operator(extensions.=) wait.email::extensions.citext and customer.blocked)
  or exists (
    select from public.customer_contacts other join public.customers customer on customer.id = other.customer_id and customer.blocked
    where other.company_id = p_company and other.kind = 'email' and other.value = lower(wait.email))
  or exists (
    select from public.event_waits other where other.event_id = wait.event_id and other.id <> wait.id
      and (other.network = wait.network or other.user_id = wait.user_id or internal.mailbox(other.email) = internal.mailbox(wait.email))
      and internal.wait_state(other) = 'lapsed');
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
  where event.id = wait.event_id
  on conflict (dedupe_key) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.move_bookings(event public.events, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  visit public.appointments;
  known jsonb;
begin
  for visit in select * from internal.open_bookings(event.id) loop
    perform internal.compose_ordered(visit.id);
    known := internal.known_visit(visit.id);
    update public.appointment_lines set starts_at = event.starts_at, ends_at = event.ends_at, employee_id = event.employee_id
    where appointment_id = visit.id and event_id = event.id;
    update public.appointments set starts_at = event.starts_at, ends_at = event.ends_at where id = visit.id;
    perform internal.note_move(visit, known, event.starts_at, 'business', p_reason, null, 'always');
  end loop;
  -- Who was just offered a seat is offered it again, for the whole time.
  update public.event_waits wait set hold_id = null
  where wait.event_id = event.id and wait.left_at is null and wait.hold_id in (select hold.id from public.holds hold where hold.ended_at is null);
  update public.event_seats seat set offered_from = null where seat.event_id = event.id and seat.offered_from is not null;
  perform internal.end_seat_holds(event.id);
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
    continue when offerable < wait.seats or internal.is_passed_over(wait, event.company_id);
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

CREATE OR REPLACE FUNCTION internal.open_waits(p_company uuid, p_network inet, p_mailbox text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select count(*) from public.event_waits wait join public.events event on event.id = wait.event_id
    join public.locations place on place.id = event.location_id
    where (wait.network = p_network or internal.mailbox(wait.email) = p_mailbox) and wait.left_at is null and place.company_id = p_company
      and (wait.confirmed_at is not null or (p_mailbox is null and wait.created_at >= internal.kept_since('unconfirmed_waits')))
      and internal.wait_state(wait) in ('unconfirmed', 'waiting', 'offered'));
end $function$;

CREATE OR REPLACE FUNCTION internal.own_wait(p_wait uuid, p_secret text)
 RETURNS public.event_waits
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wait public.event_waits;
begin
  select * into wait from public.event_waits where id = p_wait;
  if wait.id is null or (wait.confirmed_at is null and wait.created_at < internal.kept_since('unconfirmed_waits'))
    or not (coalesce(wait.user_id = internal.person(), false)
    or coalesce(sha256(convert_to(p_secret, 'UTF8')) = sha256(convert_to(internal.wait_secret(p_wait), 'UTF8')), false)) then
    perform internal.fail('event_not_found');
  end if;
  return wait;
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_waiting(event public.events, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wait public.event_waits;
begin
  for wait in select * from public.event_waits one where one.event_id = event.id and one.left_at is null and one.confirmed_at is not null
    and (one.hold_id is null or exists (select from public.holds hold where hold.id = one.hold_id and hold.ended_at is null)) loop
    perform internal.mail_waiting(wait, 'event_cancelled', jsonb_build_object('reason', internal.neutral(left(p_reason, 1000), '')));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION internal.wait_state(wait public.event_waits)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when exists (select from public.appointments visit where visit.id = wait.hold_id) then 'booked'
    when wait.left_at is not null then 'left'
    when exists (select from public.events event where event.id = wait.event_id
      and (event.cancelled_at is not null or event.starts_at <= internal.present())) then 'over'
    when wait.confirmed_at is null then 'unconfirmed'
    when wait.hold_id is null then 'waiting'
    when exists (select from public.holds hold where hold.id = wait.hold_id and hold.ended_at is null
      and hold.expires_at > internal.present()) then 'offered'
    else 'lapsed' end;
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_event_wait(p_wait uuid, p_secret text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait public.event_waits := internal.own_wait(p_wait, p_secret);
begin
  perform internal.lock_location(event.location_id, true) from public.events event where event.id = wait.event_id;
  perform from public.events event where event.id = wait.event_id for no key update;
  wait := internal.own_wait(p_wait, p_secret);
  if internal.wait_state(wait) <> 'unconfirmed' then return; end if;
  update public.event_waits set confirmed_at = internal.present() where id = p_wait returning * into wait;
  perform internal.check_wait(wait);
  perform internal.move_up(wait.event_id);
end $function$;

CREATE OR REPLACE FUNCTION public.leave_event_wait(p_wait uuid, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait public.event_waits;
begin
  select * into wait from public.event_waits where id = p_wait;
  if wait.id is not null and p_secret is null and wait.user_id is distinct from internal.person() then
    perform internal.open_event(wait.event_id, 'cancel');
  else
    wait := internal.own_wait(p_wait, p_secret);
    perform internal.lock_location(event.location_id, true) from public.events event where event.id = wait.event_id;
  end if;
  -- Read again: a seat may have been offered while this waited for the location. Whoever has let an offer lapse cannot undo that by leaving.
  update public.event_waits one set left_at = internal.present()
  where one.id = p_wait and internal.wait_state(one) in ('unconfirmed', 'waiting', 'offered') returning * into wait;
  perform internal.end_hold(hold.id, true) from (select id from public.holds where id = wait.hold_id and ended_at is null for update) hold;
end $function$;

CREATE OR REPLACE FUNCTION public.wait_for_event(p_event uuid, p_seats integer, p_contact jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  contact constant jsonb := internal.clean_contact(p_contact, false);
  own constant uuid := internal.account_of(internal.person(), contact ->> 'email');
  mailbox constant text := internal.mailbox(contact ->> 'email');
  visitor constant internal.visitor := internal.visitor();
  event record;
  wait public.event_waits;
begin
  select one.*, place.company_id, internal.event_closes(one, place) as closes_at into event
  from public.events one join public.locations place on place.id = one.location_id and place.state = 'published'
  join public.companies company on company.id = place.company_id and company.state = 'active'
  where one.id = p_event and one.cancelled_at is null;
  if event.id is null then perform internal.fail('event_not_found'); end if;
  if not coalesce(p_seats between 1 and least(10, event.seats), false) then perform internal.fail('seats_invalid'); end if;
  if event.closes_at < present then perform internal.fail('not_bookable'); end if;
  if internal.needs_phone(array[event.service_id]) then perform internal.fail('by_phone'); end if;
  perform internal.lock_location(event.location_id, false);
  perform pg_advisory_xact_lock(hashtextextended(visitor.network::text, 45));
  perform from public.events one where one.id = p_event for no key update;
  perform internal.release_lapsed_seats(p_event);
  if (select count(*) from public.event_seats seat where seat.event_id = p_event and seat.source is null) >= p_seats then return 'free'; end if;
  -- Whoever is just being offered a seat waits already.
  select one.* into wait from public.event_waits one join public.holds hold on hold.id = one.hold_id and hold.ended_at is null
  where one.event_id = p_event and internal.mailbox(one.email) = mailbox and one.left_at is null limit 1;
  if wait.id is null then
    insert into public.event_waits as known (event_id, seats, user_id, name, email, phone, created_at, confirmed_at, network)
    values (p_event, p_seats, own, contact ->> 'name', contact ->> 'email', contact ->> 'phone', present, case when own is not null then present end,
      case when not visitor.unlimited then visitor.network end)
    on conflict (event_id, internal.mailbox(email)) where hold_id is null and left_at is null do update set seats = excluded.seats,
      user_id = excluded.user_id, name = excluded.name, email = excluded.email, phone = excluded.phone, created_at = excluded.created_at,
      confirmed_at = excluded.confirmed_at, network = excluded.network
    where known.confirmed_at is null returning * into wait;
    if wait.id is null then
      select * into wait from public.event_waits one where one.event_id = p_event and internal.mailbox(one.email) = mailbox
        and one.hold_id is null and one.left_at is null;
    elsif not visitor.unlimited and internal.open_waits(event.company_id, visitor.network, null) > 10 then
      perform internal.fail('too_many_waits');
    end if;
    if own is not null then perform internal.check_wait(wait); end if;
    perform internal.mail_waiting(wait, case when wait.confirmed_at is null then 'event_wait_confirm' else 'event_waiting' end, '{}',
      floor(extract(epoch from present) / 600)::text);
  end if;
  perform internal.spend_booking(contact ->> 'email', own is not null, event.company_id);
  return case when own is null then 'mail' else 'waiting' end;
end $function$;

CREATE INDEX event_waits_network ON public.event_waits USING btree (network) WHERE ((left_at IS NULL) AND (network IS NOT NULL));

CREATE TRIGGER end_offers BEFORE UPDATE ON public.event_seats FOR EACH ROW WHEN (((new.offered_from IS NOT NULL) AND (new.source IS NOT NULL) AND (new.expires_at IS NULL))) EXECUTE FUNCTION internal.end_offers();

CREATE POLICY "members_and_waiting_read" ON "public"."event_waits" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT internal.person() AS person)) OR ((confirmed_at IS NOT NULL) AND (EXISTS ( SELECT
   FROM public.events event
  WHERE (event.id = event_waits.event_id))))));

REVOKE ALL ON FUNCTION "internal"."check_wait"(public.event_waits) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."end_offers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_unconfirmed_waits"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_passed_over"(public.event_waits, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mail_waiting"(public.event_waits, text, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."open_waits"(uuid, inet, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."confirm_event_wait"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."confirm_event_wait"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."wait_for_event"(uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."wait_for_event"(uuid, integer, jsonb) TO "anon", "authenticated";

REVOKE ALL ("confirmed_at") ON TABLE "public"."event_waits" FROM "authenticated";

GRANT SELECT ("confirmed_at") ON TABLE "public"."event_waits" TO "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."event_waits" FROM "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."event_waits" TO "authenticated";

REVOKE ALL ("email") ON TABLE "public"."event_waits" FROM "authenticated";

GRANT SELECT ("email") ON TABLE "public"."event_waits" TO "authenticated";

REVOKE ALL ("event_id") ON TABLE "public"."event_waits" FROM "authenticated";

GRANT SELECT ("event_id") ON TABLE "public"."event_waits" TO "authenticated";

REVOKE ALL ("hold_id") ON TABLE "public"."event_waits" FROM "authenticated";

GRANT SELECT ("hold_id") ON TABLE "public"."event_waits" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."event_waits" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."event_waits" TO "authenticated";

REVOKE ALL ("left_at") ON TABLE "public"."event_waits" FROM "authenticated";

GRANT SELECT ("left_at") ON TABLE "public"."event_waits" TO "authenticated";

REVOKE ALL ("name") ON TABLE "public"."event_waits" FROM "authenticated";

GRANT SELECT ("name") ON TABLE "public"."event_waits" TO "authenticated";

REVOKE ALL ("phone") ON TABLE "public"."event_waits" FROM "authenticated";

GRANT SELECT ("phone") ON TABLE "public"."event_waits" TO "authenticated";

REVOKE ALL ("seats") ON TABLE "public"."event_waits" FROM "authenticated";

GRANT SELECT ("seats") ON TABLE "public"."event_waits" TO "authenticated";

REVOKE ALL ("user_id") ON TABLE "public"."event_waits" FROM "authenticated";

GRANT SELECT ("user_id") ON TABLE "public"."event_waits" TO "authenticated";

CREATE INDEX event_waits_mailbox ON public.event_waits USING btree (internal.mailbox((email)::text));

CREATE UNIQUE INDEX event_waits_waiting ON public.event_waits USING btree (event_id, internal.mailbox((email)::text)) WHERE ((hold_id IS NULL) AND (left_at IS NULL));

-- Who has been offered a seat, or uses the confirmed address of their account, has nothing left to confirm.
UPDATE public.event_waits SET confirmed_at = created_at WHERE hold_id IS NOT NULL OR internal.account_of(user_id, email) IS NOT NULL;

INSERT INTO internal.message_kinds (kind, purpose, priority) VALUES
  ('event_wait_confirm', 'transactional', 10),
  ('event_seat_open', 'transactional', 10);

INSERT INTO public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) VALUES
  ('unconfirmed_waits', 30, '{public.event_waits}', 'Plätze auf Wartelisten, deren Adresse niemand bestätigt hat', 'einen Tag',
    'Die Adresse kann einer anderen Person gehören (Art. 5 Abs. 1 lit. d DSGVO).', 'deleted', '1 day', false, 'internal.forget_unconfirmed_waits');
