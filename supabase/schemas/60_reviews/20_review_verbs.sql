-- Writing, changing and taking back a review: for the customer of a completed appointment, by its secret link or the account that booked, for
-- 180 days after its end. It is edited for 30 days, also when it was taken back in between; after that the author adds to it, with the date. What is
-- edited loses the reply.

-- "Mia Maria Muster" → "Mia M."; what is gone, or no name (an address, a number, a page, invisible signs), becomes "Anonym".
create function internal.short_name(p_name text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words constant text[] := array(select word from regexp_split_to_table(btrim(coalesce(p_name, '')), '\s+') word where word <> '');
  -- Signs that no name has; a class like [:alpha:] would hold other letters in another locale.
  odd constant text := '[-.0-9@/\\:;,<>"#&+_=()\[\]{}|!?%$€*~^`\u0001-\u001f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]';
  inner_odd constant text := '.\..|' || replace(odd, '[-.', '[');
  final constant text := left(words[cardinality(words)], 1);
begin
  if cardinality(words) = 0 or internal.is_nobody(p_name) or words[1] ~ inner_odd or words[1] ~ '^[-.]' then return 'Anonym'; end if;
  return left(words[1], 40) || case when cardinality(words) > 1 and final !~ odd then ' ' || upper(final) || '.' else '' end;
end $$;

-- Whether the customer of an appointment works for the business: by account, or by the confirmed address of a member's account. What members can type
-- themselves, such as the address of the business, refuses nothing: it could silence a customer (internal.reason_to_hold_back).
create function internal.is_own_visit(visit public.appointments) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from public.members member join auth.users account on account.id = member.user_id
    where member.company_id = visit.company_id and (member.user_id in (visit.user_id, internal.person())
      or visit.contact_email <> '' and account.email_confirmed_at is not null
        and internal.mailbox(account.email) = internal.mailbox(visit.contact_email)));
end $$;

-- What may be done about the review of an appointment now: write, edit, add, or why nothing: visit_elsewhere (it came with a file, which could claim
-- any), not_completed, self_review, review_closed.
create function internal.review_step(visit public.appointments, review public.reviews) returns text
language plpgsql stable set search_path = '' as $$
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
end $$;

-- Refuses what cannot be done at this step.
create function internal.refuse_review(step text) returns void
language plpgsql stable set search_path = '' as $$
begin
  case step
    when 'visit_elsewhere' then perform internal.fail('visit_elsewhere');
    when 'not_completed' then perform internal.fail('not_completed');
    when 'self_review' then perform internal.fail('self_review');
    else perform internal.fail('review_closed');
  end case;
end $$;

-- For the page of a review: what was booked, what stands there, and what may be done: {step, business, location, starts_at, time_zone, services,
-- author, review: null or {rating, text, punctual, as_priced, clean, again, anonymous, state, reply, additions, version, created_at, edited_at}}.
-- Error: appointment_not_found.
create function public.get_review(p_appointment uuid, p_secret text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

-- Words as they are stored: trimmed, lines end in one sign, and nothing turns the direction of what stands after it.
create function internal.clean_words(words text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return btrim(regexp_replace(replace(coalesce(words, ''), E'\r\n', E'\n'),
    '[\u0001-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]', '', 'g'), E' \t\n');
end $$;

-- Writes a review, or its next version: p_version is the one that the author saw, null for the first. p_answers: {punctual, as_priced, clean,
-- again: true, false or absent}. Answers what public.get_review does.
-- Errors: appointment_not_found, visit_elsewhere, not_completed, self_review, review_closed, rating_invalid, text_too_long, already_reviewed,
-- edited_meanwhile, rate_limited.
create function public.save_review(
  p_appointment uuid, p_rating integer, p_text text default '', p_answers jsonb default '{}', p_anonymous boolean default false,
  p_version integer default null, p_secret text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- A yes or no of an object; null when it is neither.
create function internal.yes_or_no(answers jsonb, name text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case when jsonb_typeof(answers -> name) = 'boolean' then (answers ->> name)::boolean end;
end $$;

-- The appointment that the caller as its customer reviews, locked like by all other verbs: twenty times a day, since others wait for that lock.
-- Errors: appointment_not_found, rate_limited.
create function internal.open_reviewed(p_appointment uuid, p_secret text) returns public.appointments
language plpgsql set search_path = '' as $$
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
end $$;

-- Adds to a review that can no longer be edited; with the date, five times at most. Answers what public.get_review does.
-- Errors: appointment_not_found, visit_elsewhere, not_completed, self_review, review_closed (also while it can still be edited), text_missing,
-- text_too_long, edited_meanwhile, rate_limited.
create function public.add_to_review(p_appointment uuid, p_text text, p_version integer, p_secret text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Takes a review back: the row is gone, with what the business answered. The same when there is none. Errors: appointment_not_found,
-- review_closed, when it was removed: its reasons are kept; rate_limited.
create function public.delete_review(p_appointment uuid, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  visit constant public.appointments := internal.open_reviewed(p_appointment, p_secret);
begin
  if exists (select from public.reviews where appointment_id = visit.id and state = 'removed') then perform internal.fail('review_closed'); end if;
  with gone as (delete from public.reviews where appointment_id = visit.id returning created_at, hold_reason)
  insert into internal.withdrawn_reviews select visit.id, gone.created_at, gone.hold_reason from gone
  on conflict (appointment_id) do update set hold_reason = excluded.hold_reason;
end $$;

-- Of people whose data are deleted: the stars stay, the words go, with the reply, which may call the author by name.
create function internal.silence_reviews(p_appointments uuid[], p_author text) returns void
language plpgsql set search_path = '' as $$
begin
  update public.reviews set author = p_author, text = '', additions = '[]', reply = '', replied_at = null, version = version + 1
  where appointment_id = any(p_appointments);
end $$;

-- The business answers a review, changes its answer or takes it back (''). p_version is the review's that the member saw. For managers.
-- Errors: review_not_found, not_allowed, text_missing, text_too_long, edited_meanwhile.
create function public.reply_review(p_review uuid, p_reply text, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Which of the caller's last hundred reviewed appointments have which stars, for the profile.
create function public.own_reviews() returns table (appointment_id uuid, rating smallint)
language plpgsql stable security definer set search_path = '' rows 20 as $$
begin
  return query select review.appointment_id, review.rating from public.appointments visit
    join public.reviews review on review.appointment_id = visit.id where visit.user_id = internal.person()
    order by visit.starts_at desc limit 100;
end $$;

revoke execute on function internal.short_name, internal.is_own_visit, internal.review_step, internal.refuse_review, internal.clean_words, internal.yes_or_no, internal.open_reviewed, internal.silence_reviews,
  public.get_review, public.save_review, public.add_to_review, public.delete_review, public.reply_review, public.own_reviews from public;
grant execute on function public.get_review, public.save_review, public.add_to_review, public.delete_review to anon, authenticated;
grant execute on function public.reply_review, public.own_reviews to authenticated;
