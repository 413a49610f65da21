set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.refuse_review(step text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case step
    when 'visit_elsewhere' then perform internal.fail('visit_elsewhere');
    when 'not_completed' then perform internal.fail('not_completed');
    when 'self_review' then perform internal.fail('self_review');
    else perform internal.fail('review_closed');
  end case;
end $function$;

CREATE OR REPLACE FUNCTION internal.clean_words(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return btrim(regexp_replace(replace(coalesce(words, ''), E'\r\n', E'\n'),
    '[\u0001-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]', '', 'g'), E' \t\n');
end $function$;

CREATE OR REPLACE FUNCTION internal.count_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.rate_location(coalesce(new.location_id, old.location_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_appointments(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  due uuid[];
begin
  with over as (
    delete from internal.appointments_to_forget where appointment_id in (
      select waiting.appointment_id from internal.appointments_to_forget waiting
      join public.appointments appointment on appointment.id = waiting.appointment_id
      where appointment.state not in ('requested', 'confirmed') or appointment.ends_at < internal.present() - interval '1 day'
      limit p_limit for update of waiting skip locked)
    returning appointment_id
  )
  select coalesce(array_agg(appointment_id), '{}') into due from over;
  if cardinality(due) = 0 then return 0; end if;
  perform internal.take_contact_out(due, 'Gelöschtes Konto');
  -- With the reply, which may call the author by name.
  update public.reviews set author = 'Gelöschtes Konto', text = '', additions = '[]', reply = '', replied_at = null, version = version + 1
  where appointment_id = any(due);
  return cardinality(due);
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_review_networks(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from internal.review_networks where review_id in (
    select review_id from internal.review_networks where at < internal.kept_since('review_networks') order by at limit p_limit
    for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION internal.guest_visit_json(visit public.appointments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('number', internal.booking_number(visit.id), 'state', visit.state, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at,
      'time_zone', place.time_zone, 'location', place.name, 'name', visit.contact_name, 'phone', visit.contact_phone, 'for_name', visit.for_name,
      'note', visit.note, 'package', visit.package_name, 'total_cents', visit.total_cents, 'source', visit.source, 'created_at', visit.created_at,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('service', line.service_name, 'with', employee.name, 'starts_at', line.starts_at,
          'ends_at', line.ends_at, 'price_cents', line.price_cents, 'seats', line.seats) order by line."position"), '[]')
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id where line.appointment_id = visit.id),
      'early_start', (select jsonb_build_object('agreed_at', demanded.agreed_at) from public.early_starts demanded where demanded.appointment_id = visit.id),
      'review', (select jsonb_build_object('author', review.author, 'rating', review.rating, 'text', review.text, 'punctual', review.punctual,
          'as_priced', review.as_priced, 'clean', review.clean, 'again', review.again, 'additions', review.additions, 'created_at', review.created_at)
        from public.reviews review where review.appointment_id = visit.id))
    from public.locations place where place.id = visit.location_id);
end $function$;

CREATE OR REPLACE FUNCTION internal.is_own_visit(visit public.appointments)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.members member join auth.users account on account.id = member.user_id
    left join public.profiles profile on profile.id = member.user_id
    where member.company_id = visit.company_id and (member.user_id in (visit.user_id, internal.person())
      or visit.contact_email <> '' and internal.mailbox(account.email) = internal.mailbox(visit.contact_email)
      or visit.contact_phone <> '' and profile.phone = visit.contact_phone))
    or visit.contact_email <> '' and internal.mailbox(visit.contact_email) in (
      select internal.mailbox(place.email) from public.locations place where place.company_id = visit.company_id and place.email <> ''
      union all
      select internal.mailbox(company.email) from public.companies company where company.id = visit.company_id and company.email <> '');
end $function$;

CREATE OR REPLACE FUNCTION internal.is_telling(caller internal.visitor)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return not caller.unlimited and caller.address is not null and not caller.address <<= any(array[
    '127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7']::inet[]);
end $function$;

CREATE OR REPLACE FUNCTION internal.note_network(p_review uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller constant internal.visitor := internal.visitor();
begin
  if internal.is_telling(caller) then
    insert into internal.review_networks values (p_review, caller.network, internal.present());
  end if;
end $function$;

CREATE OR REPLACE FUNCTION internal.open_reviewed(p_appointment uuid, p_secret text)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  opened internal.opened;
begin
  -- Alone: what is counted afterwards writes the listing of the location.
  opened := internal.open_appointment(p_appointment, p_secret, true);
  if not opened.customer then perform internal.fail('appointment_not_found'); end if;
  return opened.appointment;
end $function$;

CREATE OR REPLACE FUNCTION internal.rate_location(p_location uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  update public.locations location
  set rating_average = sums.average, rating_count = sums.total
  from (
    select coalesce(round(sum(rating * weight) / sum(weight), 2), 0) as average, count(*)::integer as total
    from (select rating, internal.review_weight(created_at, present) as weight from public.reviews
      where location_id = p_location and state in ('published', 'reported')) counted
  ) sums
  where location.id = p_location and (location.rating_average, location.rating_count) is distinct from (sums.average, sums.total);
end $function$;

CREATE OR REPLACE FUNCTION internal.reason_to_hold_back(visit public.appointments)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  caller constant internal.visitor := internal.visitor();
begin
  if visit.created_at >= visit.ends_at or exists (select from public.appointment_events event where event.appointment_id = visit.id
      and event.verb = 'complete' and event.at < visit.created_at + interval '10 minutes') then
    return 'quick';
  end if;
  if not internal.is_telling(caller) then return null; end if;
  if exists (select from auth.sessions session join public.members member on member.user_id = session.user_id
      where member.company_id = visit.company_id and coalesce(session.refreshed_at, session.updated_at) > present - interval '30 days'
        and session.ip is not null and internal.visitor_network(session.ip) = caller.network) then
    return 'network';
  end if;
  if (select count(*) from internal.review_networks other where other.network = caller.network and other.at > present - interval '1 day') >= 3 then
    return 'many';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.review_step(visit public.appointments, review public.reviews)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
begin
  if internal.is_imported(visit.company_id, visit.id) then return 'visit_elsewhere'; end if;
  if visit.state <> 'completed' then return 'not_completed'; end if;
  if internal.is_own_visit(visit) then return 'self_review'; end if;
  if visit.ends_at < present - interval '180 days' or review.state = 'removed' then return 'review_closed'; end if;
  if review.id is null then return 'write'; end if;
  if review.created_at > present - interval '30 days' then return 'edit'; end if;
  return case when jsonb_array_length(review.additions) < 5 then 'add' else 'review_closed' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.review_weight(p_created_at timestamp with time zone, p_present timestamp with time zone)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_created_at > p_present - interval '12 months' then 1 when p_created_at > p_present - interval '24 months' then 0.5
    else 0.25 end;
end $function$;

CREATE OR REPLACE FUNCTION internal.short_name(p_name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  words constant text[] := array(select word from regexp_split_to_table(btrim(coalesce(p_name, '')), '\s+') word where word <> '');
  -- Signs that no name has; a class like [:alpha:] would hold other letters in another locale.
  odd constant text := '[-.0-9@/\\:;,<>"#&+_=()\[\]{}|!?%$€*~^`\u0001-\u001f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]';
  inner_odd constant text := '.\..|' || replace(odd, '[-.', '[');
  final constant text := left(words[cardinality(words)], 1);
begin
  if cardinality(words) = 0 or internal.is_nobody(p_name) or words[1] ~ inner_odd or words[1] ~ '^[-.]' then return 'Anonym'; end if;
  return left(words[1], 40) || case when cardinality(words) > 1 and final !~ odd then ' ' || upper(final) || '.' else '' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.sound_additions(additions jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_typeof(additions) = 'array' and jsonb_array_length(additions) <= 5 and octet_length(additions::text) <= 24000;
end $function$;

CREATE OR REPLACE FUNCTION internal.yes_or_no(answers jsonb, name text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when jsonb_typeof(answers -> name) = 'boolean' then (answers ->> name)::boolean end;
end $function$;

CREATE OR REPLACE FUNCTION public.add_to_review(p_appointment uuid, p_text text, p_version integer, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit constant public.appointments := internal.open_reviewed(p_appointment, p_secret);
  written constant text := internal.clean_words(p_text);
  review constant public.reviews := (select one from public.reviews one where one.appointment_id = p_appointment);
  step constant text := internal.review_step(visit, review);
begin
  if step <> 'add' then perform internal.refuse_review(step); end if;
  if written = '' then perform internal.fail('text_missing'); end if;
  if length(written) > 1000 then perform internal.fail('text_too_long'); end if;
  if p_version is distinct from review.version then perform internal.fail('edited_meanwhile'); end if;
  update public.reviews set version = review.version + 1,
    additions = review.additions || jsonb_build_object('at', internal.present(), 'text', written)
  where id = review.id;
  return public.get_review(p_appointment, p_secret);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_review(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit constant public.appointments := internal.open_reviewed(p_appointment, p_secret);
begin
  if exists (select from public.reviews where appointment_id = visit.id and state = 'removed') then perform internal.fail('review_closed'); end if;
  delete from public.reviews where appointment_id = visit.id;
end $function$;

CREATE OR REPLACE FUNCTION public.get_review(p_appointment uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  visit constant public.appointments := (select booked from public.appointments booked where booked.id = p_appointment);
  review public.reviews;
begin
  if visit.id is null or not internal.is_customer(visit, p_secret) then perform internal.fail('appointment_not_found'); end if;
  select * into review from public.reviews written where written.appointment_id = p_appointment;
  return (
    select jsonb_build_object('step', internal.review_step(visit, review), 'location', place.slug, 'business', place.name,
      'starts_at', visit.starts_at, 'time_zone', place.time_zone, 'author', internal.short_name(visit.contact_name),
      'services', (select coalesce(jsonb_agg(line.service_name order by line."position"), '[]') from public.appointment_lines line
        where line.appointment_id = visit.id),
      'review', case when review.id is not null then jsonb_build_object('rating', review.rating, 'text', review.text, 'punctual', review.punctual,
        'as_priced', review.as_priced, 'clean', review.clean, 'again', review.again, 'anonymous', review.author = 'Anonym', 'state', review.state,
        'reply', review.reply, 'additions', review.additions, 'version', review.version, 'created_at', review.created_at,
        'edited_at', review.edited_at) end)
    from public.locations place where place.id = visit.location_id);
end $function$;

CREATE OR REPLACE FUNCTION public.own_reviews()
 RETURNS TABLE(appointment_id uuid, rating smallint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
begin
  return query select review.appointment_id, review.rating from public.appointments visit
    join public.reviews review on review.appointment_id = visit.id where visit.user_id = internal.person()
    order by visit.starts_at desc limit 100;
end $function$;

CREATE OR REPLACE FUNCTION public.reply_review(p_review uuid, p_reply text, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  written constant text := internal.clean_words(p_reply);
  review public.reviews;
  company uuid;
begin
  select * into review from public.reviews one where one.id = p_review for update;
  select place.company_id into company from public.locations place where place.id = review.location_id;
  if company is null or company not in (select internal.companies_as('staff')) or review.state not in ('published', 'reported') then
    perform internal.fail('review_not_found');
  end if;
  if company not in (select internal.companies_as('manager')) then perform internal.fail('not_allowed'); end if;
  if written = '' and review.reply = '' then perform internal.fail('text_missing'); end if;
  if length(written) > 2000 then perform internal.fail('text_too_long'); end if;
  if p_version is distinct from review.version then perform internal.fail('edited_meanwhile'); end if;
  update public.reviews set reply = written, replied_at = case when written <> '' then internal.present() end where id = p_review;
end $function$;

CREATE OR REPLACE FUNCTION public.save_review(p_appointment uuid, p_rating integer, p_text text DEFAULT ''::text, p_answers jsonb DEFAULT '{}'::jsonb, p_anonymous boolean DEFAULT false, p_version integer DEFAULT NULL::integer, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  written constant text := internal.clean_words(p_text);
  visit public.appointments;
  before public.reviews;
  review public.reviews;
  step text;
  same_words boolean;
begin
  visit := internal.open_reviewed(p_appointment, p_secret);
  select * into before from public.reviews one where one.appointment_id = p_appointment;
  step := internal.review_step(visit, before);
  if step not in ('write', 'edit') then perform internal.refuse_review(step); end if;
  if p_rating is null or p_rating not between 1 and 5 then perform internal.fail('rating_invalid'); end if;
  if length(written) > 2000 then perform internal.fail('text_too_long'); end if;
  if before.id is not null and p_version is null then perform internal.fail('already_reviewed'); end if;
  if p_version is distinct from before.version then perform internal.fail('edited_meanwhile'); end if;

  review := before;
  review.rating := p_rating;
  review.text := written;
  review.author := case when p_anonymous then 'Anonym' else internal.short_name(visit.contact_name) end;
  review.punctual := internal.yes_or_no(p_answers, 'punctual');
  review.as_priced := internal.yes_or_no(p_answers, 'as_priced');
  review.clean := internal.yes_or_no(p_answers, 'clean');
  review.again := internal.yes_or_no(p_answers, 'again');
  if before.id is null then
    review.id := gen_random_uuid();
    review.location_id := visit.location_id;
    review.appointment_id := visit.id;
    review.reply := '';
    review.created_at := present;
    review.version := 1;
    review.additions := '[]';
    select coalesce(case when not (internal.legal_flags(visit.id)).secret then
        left(string_agg(line.service_name, ', ' order by line."position"), 400) end, ''),
      case when count(distinct line.employee_id) = 1 then min(line.employee_id::text)::uuid end
    into review.services, review.employee_id from public.appointment_lines line where line.appointment_id = visit.id;
    review.hold_reason := internal.reason_to_hold_back(visit);
    review.state := case when review.hold_reason is null then 'published' else 'held_back' end;
    insert into public.reviews values (review.*);
    perform internal.note_network(review.id);
  elsif row(before.*) is distinct from row(review.*) then
    -- A reply to other words would put words into somebody's mouth.
    same_words := (before.rating, before.text) is not distinct from (review.rating, review.text);
    update public.reviews stored set rating = review.rating, text = review.text, author = review.author, punctual = review.punctual,
      as_priced = review.as_priced, clean = review.clean, again = review.again, version = before.version + 1, edited_at = present,
      -- As they are stored: a reply can have come meanwhile.
      reply = case when same_words then stored.reply else '' end, replied_at = case when same_words then stored.replied_at end
    where id = before.id;
  end if;
  return public.get_review(p_appointment, p_secret);
end $function$;

CREATE OR REPLACE FUNCTION public.tend_reviews(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  place uuid;
  tended integer := 0;
begin
  for place in
    select distinct due.location_id from (
      (select review.location_id from public.reviews review
        where review.state = 'held_back' and review.created_at <= present - interval '47 hours' limit p_limit)
      union all
      (select sums.location_id from (
        select review.location_id, round(sum(review.rating * weight) / sum(weight), 2) as average
        from public.reviews review cross join lateral internal.review_weight(review.created_at, present) weight
        where review.state in ('published', 'reported') group by review.location_id) sums
      join public.locations location on location.id = sums.location_id where location.rating_average <> sums.average limit p_limit)) due
    order by 1
  loop
    perform internal.lock_location(place, true);
    update public.reviews set state = 'published', hold_reason = null
    where location_id = place and state = 'held_back' and created_at <= present - interval '47 hours';
    perform internal.rate_location(place);
    tended := tended + 1;
  end loop;
  return tended;
end $function$;

ALTER TABLE "internal"."review_networks" ADD CONSTRAINT "review_networks_review_id_fkey" FOREIGN KEY (review_id) REFERENCES public.reviews(id) ON DELETE CASCADE;

ALTER TABLE "public"."reviews" ADD CONSTRAINT "reviews_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employees(id) ON DELETE SET NULL NOT VALID;

ALTER TABLE "public"."reviews" ADD CONSTRAINT "reviews_hold_reason_check" CHECK ((hold_reason = ANY (ARRAY['quick'::text, 'network'::text, 'many'::text]))) NOT VALID;

ALTER TABLE "public"."reviews" ADD CONSTRAINT "reviews_services_check" CHECK ((length(services) <= 400)) NOT VALID;

CREATE INDEX review_networks_at ON internal.review_networks USING btree (at);

CREATE INDEX review_networks_network ON internal.review_networks USING btree (network, at);

REVOKE ALL ON FUNCTION "internal"."clean_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."refuse_review"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."forget_review_networks"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_own_visit"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_telling"(internal.visitor) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."note_network"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."open_reviewed"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."rate_location"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."reason_to_hold_back"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."review_step"(public.appointments, public.reviews) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."review_weight"(timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."short_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."sound_additions"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."sound_additions"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."yes_or_no"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_to_review"(uuid, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_to_review"(uuid, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_review"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_review"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_review"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_review"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."own_reviews"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."own_reviews"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reply_review"(uuid, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reply_review"(uuid, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_review"(uuid, integer, text, jsonb, boolean, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_review"(uuid, integer, text, jsonb, boolean, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."tend_reviews"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tend_reviews"(integer) TO "service_role";

REVOKE ALL ("additions") ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ("additions") ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ("again") ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ("again") ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ("as_priced") ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ("as_priced") ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ("clean") ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ("clean") ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ("edited_at") ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ("edited_at") ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ("employee_id") ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ("employee_id") ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ("punctual") ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ("punctual") ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ("replied_at") ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ("replied_at") ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ("services") ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ("services") ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ("version") ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ("version") ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ("additions") ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ("additions") ON TABLE "public"."reviews" TO "authenticated";

REVOKE ALL ("again") ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ("again") ON TABLE "public"."reviews" TO "authenticated";

REVOKE ALL ("as_priced") ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ("as_priced") ON TABLE "public"."reviews" TO "authenticated";

REVOKE ALL ("clean") ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ("clean") ON TABLE "public"."reviews" TO "authenticated";

REVOKE ALL ("edited_at") ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ("edited_at") ON TABLE "public"."reviews" TO "authenticated";

REVOKE ALL ("employee_id") ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ("employee_id") ON TABLE "public"."reviews" TO "authenticated";

REVOKE ALL ("punctual") ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ("punctual") ON TABLE "public"."reviews" TO "authenticated";

REVOKE ALL ("replied_at") ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ("replied_at") ON TABLE "public"."reviews" TO "authenticated";

REVOKE ALL ("services") ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ("services") ON TABLE "public"."reviews" TO "authenticated";

REVOKE ALL ("version") ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ("version") ON TABLE "public"."reviews" TO "authenticated";

ALTER TABLE "public"."reviews" ADD CONSTRAINT "reviews_additions" CHECK (internal.sound_additions(additions)) NOT VALID;

DROP POLICY "everyone_reads_reviews" ON "public"."reviews";

DROP POLICY "members_read_reviews" ON "public"."reviews";

CREATE POLICY "everyone_reads_reviews" ON "public"."reviews" FOR SELECT TO PUBLIC USING (((state = ANY (ARRAY['published'::public.review_state, 'reported'::public.review_state])) AND internal.is_published(location_id)));

CREATE POLICY "members_read_reviews" ON "public"."reviews" FOR SELECT TO "authenticated" USING (((state = ANY (ARRAY['published'::public.review_state, 'reported'::public.review_state])) AND (location_id IN ( SELECT locations.id
   FROM public.locations
  WHERE (locations.company_id IN ( SELECT internal.companies_as('staff'::public.member_role) AS companies_as))))));

insert into public.retention_rules (name, position, tables, what, how_long, why, fate, period, from_end_of_year, job) values
  ('review_networks', 46, '{internal.review_networks}', 'Aus welchem Netz eine Bewertung kam', 'zwei Tage',
    'Um gefälschte Bewertungen zu erkennen (Art. 6 Abs. 1 lit. f DSGVO, § 5b Abs. 3 UWG).', 'deleted', '2 days', false, 'internal.forget_review_networks');

update public.retention_rules set why = 'Sie sind zur Veröffentlichung bestimmt; mit dem Konto gehen Name und Text (Art. 17 DSGVO).' where name = 'reviews';
