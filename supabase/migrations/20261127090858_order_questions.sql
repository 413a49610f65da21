set local check_function_bodies = off;

insert into internal.message_kinds (kind, purpose, priority) values ('question', 'transactional', 20);

REVOKE ALL ON TABLE "public"."order_messages" FROM "authenticated";

DROP FUNCTION "internal"."mail_order"(public.search_orders, text, text, jsonb);

ALTER TABLE "public"."order_messages" ADD COLUMN "member_id" uuid;

ALTER TABLE "public"."order_messages" ADD COLUMN "seen_at" timestamp with time zone;

ALTER TABLE "public"."order_messages" ADD COLUMN "settled_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION internal.address_for_offers(p_company uuid, p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select account.email from public.members member join auth.users account on account.id = member.user_id
    where member.company_id = p_company and member.user_id = p_user and account.email_confirmed_at is not null and account.deleted_at is null
      and not exists (select from public.notice_choices choice where choice.company_id = member.company_id and choice.user_id = member.user_id
        and choice.topic = 'offers' and choice.scope = 'none'));
end $function$;

CREATE OR REPLACE FUNCTION internal.check_turn(p_sides boolean[], p_side boolean)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  why constant text := internal.turn_refused(p_sides, p_side);
begin
  if why = 'too_many_unanswered' then perform internal.fail('too_many_unanswered'); end if;
  if why = 'thread_full' then perform internal.fail('thread_full'); end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_answer(one public.search_orders, p_location uuid, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  place constant public.locations := (select known from public.locations known where known.id = p_location);
  asker constant uuid := (select said.member_id from public.order_messages said where said.order_id = one.id and said.location_id = p_location
    and not said.by_customer order by said.created_at desc, said.id desc limit 1);
  address constant text := internal.address_for_offers(place.company_id, asker);
  hidden constant boolean := internal.is_secret_order(one);
  words constant jsonb := case when hidden or internal.neutral(p_text, '') = '' then '[]' else jsonb_build_array(p_text) end;
  unheard text;
begin
  if address is null then return; end if;
  update public.messages set payload = jsonb_set(payload, '{words}', (payload -> 'words') || words)
  where id = internal.waiting_question(one, address, 'business', p_location) and state = 'queued' and attempts = 0;
  if found then return; end if;
  unheard := internal.spend_notice(place.company_id);
  insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at, created_at, user_id, state, last_error)
  values (place.company_id, 'question', 'business', address, jsonb_build_object('order_id', one.id, 'location_id', place.id, 'location', place.name,
      'title', case when hidden then '' else internal.neutral(internal.masked(one.title), '') end, 'words', words),
    internal.next_question_at(one, address, 'business'), now(), asker,
    (case when unheard is null then 'queued' else 'skipped' end)::public.message_state, coalesce(unheard, ''));
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_order(one public.search_orders, p_kind text, p_once text, p_more jsonb DEFAULT '{}'::jsonb, p_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  hidden constant boolean := internal.is_secret_order(one);
begin
  if one.contact_email = '' then return; end if;
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key, expires_at)
  select p_kind, 'customer', one.contact_email, jsonb_build_object('order_id', one.id, 'name', internal.neutral_name(one.contact_name, ''),
    'category', case when hidden then '' else category.name end, 'place', case when hidden then '' else coalesce(internal.order_place(one), '') end,
    'radius_km', one.radius_km, 'expires_at', one.expires_at) || p_more,
    coalesce(p_at, internal.present()), now(), concat('order ', one.id, ' ', p_kind, ' ', p_once), case when p_kind = 'order_confirm' then one.expires_at end
  from public.categories category where category.id = one.category_id
  on conflict (dedupe_key) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION internal.mail_question(one public.search_orders, p_location uuid, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked constant jsonb := case when internal.is_secret_order(one) then '[]' else (
    select jsonb_build_array(jsonb_build_object('business', internal.neutral(place.name, null),
      'words', case when internal.neutral(p_text, '') <> '' then p_text else '' end))
    from public.locations place where place.id = p_location) end;
  waiting constant uuid := internal.waiting_question(one, one.contact_email, 'customer');
begin
  -- What is more than fits into a mail stands on the page.
  update public.messages set payload = case when jsonb_array_length(payload -> 'questions') < 30
    then jsonb_set(payload, '{questions}', (payload -> 'questions') || asked) else payload end
  where id = waiting and state = 'queued' and attempts = 0;
  if found then return; end if;
  perform internal.mail_order(one, 'question', gen_random_uuid()::text, jsonb_build_object('questions', asked),
    internal.next_question_at(one, one.contact_email, 'customer'));
end $function$;

CREATE OR REPLACE FUNCTION internal.next_question_at(one public.search_orders, p_address text, p_audience public.actor_kind)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select greatest(internal.present() + interval '2 minutes', max(message.next_attempt_at) + interval '30 minutes') from public.messages message
    where internal.mailbox(message.recipient) = internal.mailbox(p_address) and message.kind = 'question' and message.audience = p_audience
      and message.payload ->> 'order_id' = one.id::text);
end $function$;

CREATE OR REPLACE FUNCTION internal.order_thread_json(one public.search_orders, p_location uuid, p_by_customer boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'open', one.state = 'open' and one.expires_at > internal.present() and internal.fits_order(one, p_location)
        and internal.turn_refused(array_agg(said.by_customer order by said.created_at desc, said.id desc), p_by_customer) is null,
      'waiting', coalesce(bool_or(said.by_customer and said.settled_at is null), false),
      'messages', coalesce(jsonb_agg(jsonb_build_object('id', said.id, 'by_customer', said.by_customer, 'text', said.text, 'at', said.created_at,
        'seen', said.seen_at is not null,
        'author', case when not said.by_customer and not p_by_customer then internal.name_in_team(said.member_id, p_location) end)
        order by said.created_at, said.id), '[]'))
    from public.order_messages said where said.order_id = one.id and said.location_id = p_location);
end $function$;

CREATE OR REPLACE FUNCTION internal.owns_order(one public.search_orders, p_secret text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(one.user_id = internal.person(), false)
    or coalesce(one.confirmed_at is not null and lower(one.contact_email) = lower(internal.own_email()), false) or exists (
    select from public.search_order_links link
    where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and link.order_id = one.id and link.scope = 'own'
      and link.expires_at > internal.present());
end $function$;

CREATE OR REPLACE FUNCTION internal.settle_by_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_messages set settled_at = new.sent_at, seen_at = coalesce(seen_at, new.sent_at)
  where order_id = new.order_id and location_id = new.location_id and by_customer and settled_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.tell_sender()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := case new.state when 'accepted' then 'offer_accepted' when 'declined' then 'offer_declined' when 'expired' then 'offer_lapsed' end;
begin
  if kind is null then return null; end if;
  insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key, user_id)
  select new.company_id, kind, 'business', told.address, jsonb_build_object('offer_id', new.id, 'order_id', new.order_id,
      'title', case when flags.secret then '' else internal.neutral(internal.masked(wish.title), '') end, 'location', place.name, 'time_zone', place.time_zone,
      'price_cents', new.price_cents, 'appointment_id', new.appointment_id, 'starts_at', coalesce(
        (select visit.starts_at from public.appointments visit where visit.id = new.appointment_id),
        (select min(start.starts_at) from public.offer_starts start where start.offer_id = new.id))),
    internal.present(), now(), concat('offer ', new.id, ' ', kind), new.sent_by
  from (select internal.address_for_offers(new.company_id, new.sent_by) as address) told
  join public.locations place on place.id = new.location_id join public.search_orders wish on wish.id = new.order_id
  cross join lateral (select internal.is_secret_order(wish) as secret) flags
  where told.address is not null
  on conflict (dedupe_key) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.thread_json(visit public.appointments, p_by_customer boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'open', coalesce(internal.thread_ends(visit) > internal.present(), false)
        and internal.turn_refused(array_agg(one.by_customer order by one.created_at desc, one.id desc), p_by_customer) is null
        and not (p_by_customer and internal.is_blocked(visit.company_id, visit.contact_email, visit.contact_phone, visit.user_id)),
      'waiting', coalesce(bool_or(one.by_customer and one.settled_at is null), false),
      'messages', coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'by_customer', one.by_customer, 'text', one.text, 'at', one.created_at,
        'seen', one.seen_at is not null,
        'author', case when not one.by_customer and not p_by_customer then internal.name_in_team(one.member_id, visit.location_id) end)
        order by one.created_at, one.id), '[]'))
    from public.appointment_messages one where one.appointment_id = visit.id);
end $function$;

CREATE OR REPLACE FUNCTION internal.turn_refused(p_sides boolean[], p_side boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_sides[1:3] = array[p_side, p_side, p_side] then 'too_many_unanswered' when cardinality(p_sides) >= 20 then 'thread_full' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.typed_words(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  typed constant text := btrim(regexp_replace(coalesce(p_text, ''), '[ \t]+', ' ', 'g'), E' \n\r\t');
begin
  if typed = '' then perform internal.fail('words_missing'); end if;
  if length(typed) > 500 then perform internal.fail('words_too_long'); end if;
  return typed;
end $function$;

CREATE OR REPLACE FUNCTION internal.waiting_question(one public.search_orders, p_address text, p_audience public.actor_kind, p_location uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select message.id from public.messages message
    where internal.mailbox(message.recipient) = internal.mailbox(p_address) and message.kind = 'question' and message.audience = p_audience
      and message.payload ->> 'order_id' = one.id::text and (p_location is null or message.payload ->> 'location_id' = p_location::text)
      and message.state = 'queued' and message.attempts = 0
    order by message.created_at limit 1);
end $function$;

CREATE OR REPLACE FUNCTION internal.write_message(p_appointment uuid, p_by_customer boolean, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  typed constant text := internal.typed_words(p_text);
  visit public.appointments;
  last public.appointment_messages;
  told text;
begin
  select * into visit from public.appointments where id = p_appointment for no key update;
  if visit.id is null or internal.thread_ends(visit) is null or internal.thread_ends(visit) <= present
    or (p_by_customer and internal.is_blocked(visit.company_id, visit.contact_email, visit.contact_phone, visit.user_id)) then
    perform internal.fail('thread_closed');
  end if;
  -- Nothing of it becomes visible later: this is after the booking.
  told := left(replace(internal.masked(typed), '▮ nach der Buchung sichtbar', '▮ ausgeblendet'), 600);
  select * into last from public.appointment_messages where appointment_id = visit.id order by created_at desc, id desc limit 1;
  if last.by_customer = p_by_customer and last.text = told and last.created_at > present - interval '1 minute' then return; end if;
  perform internal.check_turn(array(select one.by_customer from public.appointment_messages one where one.appointment_id = visit.id
    order by one.created_at desc, one.id desc), p_by_customer);
  -- One after the other, also within a transaction.
  insert into public.appointment_messages (appointment_id, location_id, by_customer, member_id, text, created_at)
  values (visit.id, visit.location_id, p_by_customer, case when not p_by_customer then internal.person() end, told,
    greatest(present, last.created_at + interval '1 microsecond'));
  if not p_by_customer then
    update public.appointment_messages set settled_at = present, seen_at = coalesce(seen_at, present)
    where appointment_id = visit.id and by_customer and settled_at is null;
  end if;
  perform internal.mail_thread(visit, (case when p_by_customer then 'customer' else 'business' end)::public.actor_kind, told);
end $function$;

CREATE OR REPLACE FUNCTION internal.write_question(one public.search_orders, p_location uuid, p_by_customer boolean, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  told constant text := left(internal.masked(internal.typed_words(p_text)), 600);
  last public.order_messages;
begin
  select * into last from public.order_messages said where said.order_id = one.id and said.location_id = p_location
  order by said.created_at desc, said.id desc limit 1;
  if last.by_customer = p_by_customer and last.text = told and last.created_at > present - interval '1 minute' then return; end if;
  perform internal.check_turn(array(select said.by_customer from public.order_messages said where said.order_id = one.id and said.location_id = p_location
    order by said.created_at desc, said.id desc), p_by_customer);
  insert into public.order_messages (order_id, location_id, by_customer, member_id, text, created_at)
  values (one.id, p_location, p_by_customer, case when not p_by_customer then internal.person() end, told,
    greatest(present, last.created_at + interval '1 microsecond'));
  if p_by_customer then
    perform internal.mail_answer(one, p_location, told);
  else
    update public.order_messages set settled_at = present, seen_at = coalesce(seen_at, present)
    where order_id = one.id and location_id = p_location and by_customer and settled_at is null;
    perform internal.mail_question(one, p_location, told);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.answer(p_order uuid, p_location uuid, p_text text, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if not exists (select from public.order_messages said where said.order_id = p_order and said.location_id = p_location and not said.by_customer) then
    perform internal.fail('question_not_found');
  end if;
  if one.state <> 'open' or one.expires_at <= internal.present() then perform internal.fail('order_closed'); end if;
  if not internal.fits_order(one, p_location) then perform internal.fail('thread_closed'); end if;
  perform internal.write_question(one, p_location, true, p_text);
end $function$;

CREATE OR REPLACE FUNCTION public.ask(p_order uuid, p_location uuid, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one public.search_orders;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_to_offer()) then perform internal.fail('not_allowed'); end if;
  perform internal.lock_order(p_order);
  select * into one from public.search_orders where id = p_order;
  if one.id is null or not internal.fits_order(one, p_location) then perform internal.fail('order_not_found'); end if;
  if one.state <> 'open' or one.expires_at <= internal.present() then perform internal.fail('order_closed'); end if;
  perform internal.write_question(one, p_location, false, p_text);
end $function$;

CREATE OR REPLACE FUNCTION public.get_request(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := internal.order_of(p_order, p_secret, 'read');
  own constant boolean := internal.owns_order(one, p_secret);
  dearest constant integer := (select max(offer.price_cents) from public.offers offer where offer.order_id = p_order and offer.state = 'sent');
begin
  return (
    select jsonb_build_object('id', one.id, 'scope', case when own then 'own' else 'read' end,
      'state', case when one.state = 'open' and one.expires_at <= internal.present() then 'expired' else one.state::text end,
      'category', case when category.id is not null then jsonb_build_object('id', category.id, 'slug', category.slug, 'name', category.name,
        'icon', category.icon, 'hue', category.hue) end,
      'secret', internal.is_secret_order(one), 'title', one.title, 'text', case when own then one.text else '' end, 'persons', one.persons,
      'place', case when own then one.place_label else coalesce(internal.order_place(one), '') end, 'radius_km', one.radius_km, 'windows', one.windows,
      'budget_cents', one.budget_cents, 'version', one.version, 'created_at', one.created_at, 'submitted_at', one.submitted_at,
      'confirmed_at', one.confirmed_at, 'expires_at', one.expires_at, 'extended', one.extended, 'closed_at', one.closed_at,
      'closed_reason', one.closed_reason,
      'contact', case when own then jsonb_build_object('name', one.contact_name, 'email', one.contact_email, 'phone', one.contact_phone) end,
      'asked', case when one.state = 'open' and jsonb_array_length(found.offers) = 0 then internal.asked_json(one) end,
      'offers', found.offers,
      'messages', case when own then (select count(*) from public.order_messages said where said.order_id = p_order) else 0 end,
      'appointment', (select jsonb_build_object('id', case when own then visit.id end, 'starts_at', visit.starts_at, 'location', place.name,
          'time_zone', place.time_zone)
        from public.offers offer join public.appointments visit on visit.id = offer.appointment_id
        join public.locations place on place.id = visit.location_id where offer.order_id = p_order and offer.state = 'accepted'))
    from (select coalesce(jsonb_agg(internal.request_offer(one, offer, dearest) order by offer.sent_at, offer.id), '[]') as offers
      from public.offers offer where offer.order_id = p_order) found
    left join public.categories category on category.id = one.category_id);
end $function$;

CREATE OR REPLACE FUNCTION public.order_thread(p_order uuid, p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := (select known from public.search_orders known where known.id = p_order);
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  if one.id is null or not internal.fits_order(one, p_location) then perform internal.fail('order_not_found'); end if;
  update public.order_messages set seen_at = internal.present()
  where order_id = p_order and location_id = p_location and by_customer and seen_at is null;
  return internal.order_thread_json(one, p_location, false);
end $function$;

CREATE OR REPLACE FUNCTION public.request_threads(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := internal.order_of(p_order, p_secret);
begin
  update public.order_messages set seen_at = internal.present() where order_id = p_order and not by_customer and seen_at is null;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('location', jsonb_build_object('id', place.id, 'slug', place.slug, 'name', place.name,
        'time_zone', place.time_zone, 'published', internal.is_published(place.id))) || internal.order_thread_json(one, place.id, true)
      order by thread.at desc, place.id), '[]')
    from (select said.location_id, max(said.created_at) as at from public.order_messages said where said.order_id = p_order group by 1) thread
    join public.locations place on place.id = thread.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.settle_question(p_order uuid, p_location uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  update public.order_messages set settled_at = internal.present(), seen_at = coalesce(seen_at, internal.present())
  where order_id = p_order and location_id = p_location and by_customer and settled_at is null;
end $function$;

CREATE OR REPLACE FUNCTION public.waiting_answers(p_location uuid, p_limit integer DEFAULT 5)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_location is null or p_location not in (select internal.locations_to_offer()) then return '{"total": 0, "rows": []}'; end if;
  return (
    with waiting as materialized (
      select said.order_id, count(*) as count, min(said.created_at) as at, (array_agg(said.text order by said.created_at desc, said.id desc))[1] as text
      from public.order_messages said join public.search_orders one on one.id = said.order_id
      where said.location_id = p_location and said.by_customer and said.settled_at is null and one.state = 'open' and one.expires_at > internal.present()
        and internal.fits_order(one, p_location)
      group by said.order_id)
    select jsonb_build_object('total', (select count(*) from waiting), 'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', one.id, 'title', coalesce(nullif(internal.masked(one.title), ''), category.name),
        'text', first.text, 'at', first.at, 'count', first.count) order by first.at, one.id), '[]')
      from (select * from waiting order by at, order_id limit least(greatest(coalesce(p_limit, 0), 0), 100)) first
      join public.search_orders one on one.id = first.order_id join public.categories category on category.id = one.category_id)));
end $function$;

ALTER TABLE "public"."order_messages" ADD CONSTRAINT "order_messages_member_id_fkey" FOREIGN KEY (member_id) REFERENCES auth.users(id) ON DELETE SET NULL;

CREATE INDEX order_messages_member ON public.order_messages USING btree (member_id) WHERE (member_id IS NOT NULL);

CREATE INDEX order_messages_waiting ON public.order_messages USING btree (location_id) WHERE (by_customer AND (settled_at IS NULL));

CREATE TRIGGER settle_questions AFTER INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION internal.settle_by_offer();

REVOKE ALL ON FUNCTION "internal"."address_for_offers"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."check_turn"(boolean[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mail_answer"(public.search_orders, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mail_order"(public.search_orders, text, text, jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."mail_question"(public.search_orders, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."next_question_at"(public.search_orders, text, public.actor_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."order_thread_json"(public.search_orders, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."settle_by_offer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."turn_refused"(boolean[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."typed_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."waiting_question"(public.search_orders, text, public.actor_kind, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."write_question"(public.search_orders, uuid, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."answer"(uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer"(uuid, uuid, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."ask"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_thread"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_thread"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_threads"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_threads"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_question"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_question"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."waiting_answers"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."waiting_answers"(uuid, integer) TO "authenticated";

REVOKE ALL ("by_customer") ON TABLE "public"."order_messages" FROM "authenticated";

GRANT SELECT ("by_customer") ON TABLE "public"."order_messages" TO "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."order_messages" FROM "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."order_messages" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."order_messages" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."order_messages" TO "authenticated";

REVOKE ALL ("location_id") ON TABLE "public"."order_messages" FROM "authenticated";

GRANT SELECT ("location_id") ON TABLE "public"."order_messages" TO "authenticated";

REVOKE ALL ("order_id") ON TABLE "public"."order_messages" FROM "authenticated";

GRANT SELECT ("order_id") ON TABLE "public"."order_messages" TO "authenticated";

REVOKE ALL ("seen_at") ON TABLE "public"."order_messages" FROM "authenticated";

GRANT SELECT ("seen_at") ON TABLE "public"."order_messages" TO "authenticated";

REVOKE ALL ("settled_at") ON TABLE "public"."order_messages" FROM "authenticated";

GRANT SELECT ("settled_at") ON TABLE "public"."order_messages" TO "authenticated";

REVOKE ALL ("text") ON TABLE "public"."order_messages" FROM "authenticated";

GRANT SELECT ("text") ON TABLE "public"."order_messages" TO "authenticated";
