-- Questions of businesses about an open order, with or without an offer, and the customer's answers. Each location has a thread of its own, which no other
-- business sees; neither side reads contact data (30_ground). Each writes at most 500 signs, three in a row without an answer, and 20 stand in a thread.
-- It closes with the order. The other side gets a mail: what is written until that leaves is in the same one, and the next leaves half an hour after
-- it at the earliest. Under § 203 StGB no mail names a word of it, nor who asks.

-- What somebody has typed. Errors: words_missing, words_too_long.
create function internal.typed_words(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  typed constant text := btrim(regexp_replace(coalesce(p_text, ''), '[ \t]+', ' ', 'g'), E' \n\r\t');
begin
  if typed = '' then perform internal.fail('words_missing'); end if;
  if length(typed) > 500 then perform internal.fail('words_too_long'); end if;
  return typed;
end $$;

-- Why a side must not write into a thread now; null if it may. `p_sides`: whether each message is the customer's, the latest first.
create function internal.turn_refused(p_sides boolean[], p_side boolean) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_sides[1:3] = array[p_side, p_side, p_side] then 'too_many_unanswered' when cardinality(p_sides) >= 20 then 'thread_full' end;
end $$;

-- Errors: too_many_unanswered, thread_full.
create function internal.check_turn(p_sides boolean[], p_side boolean) returns void
language plpgsql immutable set search_path = '' as $$
declare
  why constant text := internal.turn_refused(p_sides, p_side);
begin
  if why = 'too_many_unanswered' then perform internal.fail('too_many_unanswered'); end if;
  if why = 'thread_full' then perform internal.fail('thread_full'); end if;
end $$;

-- A message into the thread of an open order, which the caller has locked. The same again within a minute is one. Errors: words_missing, words_too_long,
-- too_many_unanswered, thread_full.
create function internal.write_question(one public.search_orders, p_location uuid, p_by_customer boolean, p_text text) returns void
language plpgsql set search_path = '' as $$
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
end $$;

-- By a member who may answer the order: asks its customer. Errors: location_not_found, not_allowed, order_not_found (also not matching), order_closed and those of
-- internal.write_question.
create function public.ask(p_order uuid, p_location uuid, p_text text) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- By the customer: answers a location that has asked. Errors: order_not_found, question_not_found, order_closed, thread_closed (one side has blocked the other) and
-- those of internal.write_question.
create function public.answer(p_order uuid, p_location uuid, p_text text, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- There is nothing to reply to what the customer has answered. The same again changes nothing. Errors: location_not_found, not_allowed.
create function public.settle_question(p_order uuid, p_location uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  update public.order_messages set settled_at = internal.present(), seen_at = coalesce(seen_at, internal.present())
  where order_id = p_order and location_id = p_location and by_customer and settled_at is null;
end $$;

-- An offer is an answer, too.
create function internal.settle_by_offer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_messages set settled_at = new.sent_at, seen_at = coalesce(seen_at, new.sent_at)
  where order_id = new.order_id and location_id = new.location_id and by_customer and settled_at is null;
  return null;
end $$;
create trigger settle_questions after insert on public.offers for each row execute function internal.settle_by_offer();

-- {open, waiting, messages: [{id, by_customer, author, text, at, seen}]}, oldest first, as internal.thread_json of appointments.
create function internal.order_thread_json(one public.search_orders, p_location uuid, p_by_customer boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
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
end $$;

-- The thread of a location, which has then seen it, for whoever may answer the order. Errors: location_not_found, not_allowed, order_not_found.
create function public.order_thread(p_order uuid, p_location uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  one constant public.search_orders := (select known from public.search_orders known where known.id = p_order);
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_with('book')) then perform internal.fail('not_allowed'); end if;
  if one.id is null or not internal.fits_order(one, p_location) then perform internal.fail('order_not_found'); end if;
  update public.order_messages set seen_at = internal.present()
  where order_id = p_order and location_id = p_location and by_customer and seen_at is null;
  return internal.order_thread_json(one, p_location, false);
end $$;

-- All threads of an order for its customer, who has then seen them, the one with the latest message first: [{location: {id, slug, name, time_zone, published}, …} as
-- internal.order_thread_json]. A link for somebody who helps choosing opens none. Error: order_not_found.
create function public.request_threads(p_order uuid, p_secret text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  one constant public.search_orders := internal.order_of(p_order, p_secret);
begin
  update public.order_messages set seen_at = internal.present() where order_id = p_order and not by_customer and seen_at is null;
  return internal.request_threads_json(one);
end $$;

-- The same, without having been seen by anybody: for programs that open the link of a mail before its reader does. Error: order_not_found.
create function public.peek_request_threads(p_order uuid, p_secret text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  one constant public.search_orders := internal.order_of(p_order, p_secret);
begin
  return internal.request_threads_json(one);
end $$;

create function internal.request_threads_json(one public.search_orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('location', jsonb_build_object('id', place.id, 'slug', place.slug, 'name', place.name,
        'time_zone', place.time_zone, 'published', internal.is_published(place.id))) || internal.order_thread_json(one, place.id, true)
      order by thread.at desc, place.id), '[]')
    from (select said.location_id, max(said.created_at) as at from public.order_messages said where said.order_id = one.id group by 1) thread
    join public.locations place on place.id = thread.location_id);
end $$;

-- The open orders whose customers have answered a location and wait, the longest waiting first: {total, rows: [{order_id, title, text, at, count}]}; up to p_limit
-- rows. For whoever may answer orders there.
create function public.waiting_answers(p_location uuid, p_limit integer default 5) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

revoke execute on function internal.typed_words, internal.turn_refused, internal.check_turn, internal.write_question, internal.settle_by_offer,
  internal.order_thread_json, internal.request_threads_json, public.ask, public.settle_question, public.order_thread, public.waiting_answers from public;
grant execute on function public.ask, public.settle_question, public.order_thread, public.waiting_answers to authenticated;
grant execute on function public.answer, public.request_threads, public.peek_request_threads to anon, authenticated;
