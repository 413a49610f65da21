set local check_function_bodies = off;

REVOKE ALL ("location_id") ON TABLE "public"."package_services" FROM "authenticated";

REVOKE ALL ("package_id") ON TABLE "public"."package_services" FROM "authenticated";

REVOKE ALL ("position") ON TABLE "public"."package_services" FROM "authenticated";

REVOKE ALL ("service_id") ON TABLE "public"."package_services" FROM "authenticated";

REVOKE ALL ("description") ON TABLE "public"."packages" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."packages" FROM "authenticated";

REVOKE ALL ("location_id") ON TABLE "public"."packages" FROM "authenticated";

REVOKE ALL ("name") ON TABLE "public"."packages" FROM "authenticated";

REVOKE ALL ("price_cents") ON TABLE "public"."packages" FROM "authenticated";

ALTER TABLE "public"."reviews" DROP CONSTRAINT "reviews_hold_reason_check";

CREATE TABLE "internal"."withdrawn_reviews" ("appointment_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL, "hold_reason" text, CONSTRAINT "withdrawn_reviews_pkey" PRIMARY KEY (appointment_id));

ALTER TABLE "internal"."withdrawn_reviews" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION internal.change_words(visit public.appointments, p_contact jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  private constant text := coalesce((select text from public.appointment_notes where appointment_id = visit.id), '');
  before constant jsonb := jsonb_build_object('name', visit.contact_name, 'email', visit.contact_email, 'phone', visit.contact_phone,
    'note', visit.note, 'for_name', visit.for_name, 'internal_note', private);
  typed constant jsonb := before || p_contact;
  after jsonb;
begin
  if typed = before then return '[]'; end if;
  if length(coalesce(typed ->> 'internal_note', '')) > 4000 then perform internal.fail('note_too_long'); end if;
  after := internal.clean_contact(typed, true) || jsonb_build_object('for_name', internal.clean_name(typed ->> 'for_name'),
    'internal_note', btrim(coalesce(typed ->> 'internal_note', ''), E' \t\r\n'));
  if lower(after ->> 'email') <> lower(visit.contact_email) and internal.spend_by_hand(visit.company_id, after ->> 'email') is not null then
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
  perform internal.silence_reviews(due, 'Gelöschtes Konto');
  return cardinality(due);
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
    where member.company_id = visit.company_id and (member.user_id in (visit.user_id, internal.person())
      or visit.contact_email <> '' and account.email_confirmed_at is not null
        and internal.mailbox(account.email) = internal.mailbox(visit.contact_email)));
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_tax_data_of(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.kept_tax_data where company_id = p_company) then return; end if;
  insert into public.kept_tax_data (company_id, gone_at, tax_data, imprint, sums)
  select company.id, internal.present(), coalesce(to_jsonb(held) - 'company_id', '{}'), jsonb_build_object('legal_name', company.legal_name, 'street', company.street,
    'postal_code', company.postal_code, 'city', company.city, 'register_entry', company.register_entry, 'vat_id', company.vat_id), served.sums
  from public.companies company left join public.company_tax_data held on held.company_id = company.id
  cross join lateral (
    select jsonb_agg(jsonb_build_object('quarter', one.quarter, 'visits', one.visits, 'cents', one.cents) order by one.quarter) as sums
    from (
      select to_char(visit.starts_at at time zone 'Europe/Berlin', 'YYYY-"Q"Q') as quarter, count(*) as visits, sum(visit.total_cents) as cents
      from public.locations place join public.appointments visit on visit.location_id = place.id
      where place.company_id = company.id and visit.state = 'completed' group by 1) one) served
  where company.id = p_company and served.sums is not null
  on conflict (company_id) do nothing;
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
  if internal.is_limited() and internal.spend(array[row('reviewing ' || p_appointment, 20, 86400)]::internal.budget[]) is not null then
    perform internal.fail('rate_limited');
  end if;
  return opened.appointment;
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
  if visit.contact_email <> '' and internal.mailbox(visit.contact_email) in (
      select internal.mailbox(place.email) from public.locations place where place.company_id = visit.company_id and place.email <> ''
      union all
      select internal.mailbox(company.email) from public.companies company where company.id = visit.company_id and company.email <> '')
    or visit.contact_phone <> '' and exists (select from public.members member join public.profiles profile on profile.id = member.user_id
      where member.company_id = visit.company_id and profile.phone = visit.contact_phone) then
    return 'address';
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
  if review.id is null then
    return case when exists (select from internal.withdrawn_reviews earlier where earlier.appointment_id = visit.id
      and earlier.created_at <= present - interval '30 days') then 'review_closed' else 'write' end;
  end if;
  if review.created_at > present - interval '30 days' then return 'edit'; end if;
  return case when jsonb_array_length(review.additions) < 5 then 'add' else 'review_closed' end;
end $function$;

CREATE OR REPLACE FUNCTION internal.silence_reviews(p_appointments uuid[], p_author text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.reviews set author = p_author, text = '', additions = '[]', reply = '', replied_at = null, version = version + 1
  where appointment_id = any(p_appointments);
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
  with gone as (delete from public.reviews where appointment_id = visit.id returning created_at, hold_reason)
  insert into internal.withdrawn_reviews select visit.id, gone.created_at, gone.hold_reason from gone
  on conflict (appointment_id) do update set hold_reason = excluded.hold_reason;
end $function$;

CREATE OR REPLACE FUNCTION public.erase_customer(p_company uuid, p_customer uuid, p_typed text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file public.customers := internal.erasable_customer(p_company, p_customer);
  booked uuid[];
  merged uuid[];
begin
  -- It can have been merged into another one meanwhile.
  select * into file from public.customers where id = file.id for update;
  if not found then perform internal.fail('customer_not_found'); end if;
  if internal.search_key(coalesce(p_typed, '')) <> internal.search_key(file.name) then perform internal.fail('erasure_not_typed'); end if;
  if internal.coming_of(file.id) > 0 then perform internal.fail('erasure_too_early', internal.coming_of(file.id)::text); end if;
  booked := array(select id from public.appointments where customer_id = file.id);
  delete from public.event_waits wait using public.events event, public.locations place
  where event.id = wait.event_id and place.id = event.location_id and place.company_id = p_company and lower(wait.email) in (
    select lower(file.email::text) union select value from public.customer_contacts where customer_id = file.id and kind = 'email');
  perform internal.take_contact_out(booked, 'Daten gelöscht');
  perform internal.silence_reviews(booked, 'Daten gelöscht');
  delete from public.messages where customer_id = file.id;
  delete from internal.set_aside where place like 'customers.%' and row_id = file.id::text;
  merged := internal.forget_merges_of(array[file.id]);
  update public.import_rows set raw = '{}' where customer_id = any(merged);
  delete from public.customers where id = file.id;
  insert into public.customer_erasures (company_id, at, user_id, who, appointments) values (p_company, internal.present(), internal.person(),
    left(internal.person_name(internal.person()), 254), cardinality(booked));
end $function$;

CREATE OR REPLACE FUNCTION public.find_events(p_city_id integer DEFAULT NULL::integer, p_category text DEFAULT NULL::text, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date, p_limit integer DEFAULT 6)
 RETURNS TABLE(id uuid, location_id uuid, slug text, business text, city text, time_zone text, title text, starts_at timestamp with time zone, ends_at timestamp with time zone, price_cents integer, seats smallint, free_seats integer, closes_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  first constant date := greatest(internal.reckonable(p_from), (present at time zone 'UTC')::date - 1);
  last constant date := least(coalesce(internal.reckonable(p_to), first + 91), first + 91);
begin
  return query
  select found.id, found.location_id, found.slug, found.business, found.city, found.time_zone, found.title, found.starts_at, found.ends_at,
    found.price_cents, found.seats, (select count(*) from public.event_seats seat
      where seat.event_id = found.id and (seat.source is null or not internal.is_live(seat.expires_at, present)))::integer, found.closes_at
  from (
    select event.id, place.id as location_id, place.slug::text as slug, place.name::text as business, place.city::text as city,
      place.time_zone::text as time_zone, coalesce(nullif(event.title, ''), service.name)::text as title, event.starts_at, event.ends_at,
      event.price_cents, event.seats, internal.event_closes(event, place) as closes_at
    from public.events event
    join public.locations place on place.id = event.location_id and place.state = 'published' and (p_city_id is null or place.city_id = p_city_id)
    join public.companies company on company.id = place.company_id and company.state = 'active'
    join public.services service on service.id = event.service_id and (p_category is null or service.category_id in (
      select one.id from public.categories one left join public.categories parent on parent.id = one.parent_id where p_category in (one.slug, parent.slug)))
    where event.cancelled_at is null and event.starts_at > present
      -- Wider than any zone, for the index; then by the location's clock.
      and event.starts_at >= (first - 1)::timestamp at time zone 'UTC' and event.starts_at < (last + 2)::timestamp at time zone 'UTC'
      and (event.starts_at at time zone place.time_zone)::date between first and last
      and internal.event_closes(event, place) >= present
    order by event.starts_at, event.id limit least(greatest(coalesce(p_limit, 6), 0),
      case when current_setting('role') in ('none', 'service_role') then 1000 else 100 end)) found
  order by found.starts_at, found.id;
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
  earlier internal.withdrawn_reviews;
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
    select * into earlier from internal.withdrawn_reviews gone where gone.appointment_id = visit.id;
    review.created_at := coalesce(earlier.created_at, present);
    review.edited_at := case when earlier.created_at is not null then present end;
    review.version := 1;
    review.additions := '[]';
    review.services := '';
    if not (internal.legal_flags(visit.id)).secret then
      select coalesce(left(string_agg(line.service_name, ', ' order by line."position"), 400), ''),
        case when count(distinct line.employee_id) = 1 then min(line.employee_id::text)::uuid end
      into review.services, review.employee_id from public.appointment_lines line where line.appointment_id = visit.id;
    end if;
    review.hold_reason := coalesce(internal.reason_to_hold_back(visit), earlier.hold_reason);
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
    continue when not pg_try_advisory_xact_lock(hashtextextended(place::text, 43));
    update public.reviews set state = 'published', hold_reason = null
    where location_id = place and state = 'held_back' and created_at <= present - interval '47 hours';
    perform internal.rate_location(place);
    tended := tended + 1;
  end loop;
  return tended;
end $function$;

ALTER TABLE "internal"."withdrawn_reviews" ADD CONSTRAINT "withdrawn_reviews_appointment_id_fkey" FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE;

ALTER TABLE "public"."reviews" ADD CONSTRAINT "reviews_hold_reason" CHECK ((hold_reason = ANY (ARRAY['quick'::text, 'network'::text, 'many'::text, 'address'::text])));

REVOKE ALL ON FUNCTION "internal"."silence_reviews"(uuid[], text) FROM PUBLIC;

update public.retention_rules set tables = '{public.reviews,internal.withdrawn_reviews}' where name = 'reviews';

-- Where a trade must keep it secret, the person who treated is not named either (§ 203 StGB).
update public.reviews set employee_id = null where employee_id is not null and services = '';
