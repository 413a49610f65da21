-- Reading what is kept about oneself without an account (Art. 15 DSGVO). Whoever types an address gets the same answer, and the address the same mail,
-- whether anything is known of it or not. The link of the mail lasts an hour and opens once; opening it is a form, because programs that check links
-- follow them. From then on the browser shows a pass for half an hour.
--
-- Who reads the mails of an address reads what was booked with it as a guest. What somebody booked with an account is in that account, behind its
-- password and second factor. Of a file only what stands in it for this address: a further address of somebody else's file opens nothing of it.

create table internal.own_data_links (
  id uuid primary key default gen_random_uuid(),
  email varchar(254) not null check (email = lower(email) and internal.is_address(email)),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- SHA-256 of what the latest mail carries; null before it is sent, and once it is used.
  secret_hash bytea,
  opened_at timestamptz,
  -- SHA-256 of what the browser shows afterwards.
  pass_hash bytea,
  pass_ends_at timestamptz
);
create index own_data_links_age on internal.own_data_links (created_at);
alter table internal.own_data_links enable row level security;

-- Orders the mail with the link. Errors: those of internal.address_for_link (55_guests/30_booking_links).
create function public.request_own_data(p_email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  address constant text := internal.address_for_link(p_email, 'own data');
  made uuid;
begin
  if address is null then return; end if;
  insert into internal.own_data_links (email, created_at, expires_at) values (address, present, present + interval '1 hour') returning id into made;
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at, expires_at)
  values ('own_data_link', 'customer', address, jsonb_build_object('link_id', made, 'expires_at', present + interval '1 hour'), present,
    present + interval '1 hour');
end $$;

-- Stores the hash of a fresh secret for a mail. For the server only. Errors: data_link_invalid, secret_invalid.
create function public.issue_own_data_link(p_link uuid, p_secret_hash text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  update internal.own_data_links set secret_hash = decode(p_secret_hash, 'hex')
  where id = p_link and opened_at is null and expires_at > internal.present();
  if not found then perform internal.fail('data_link_invalid'); end if;
end $$;

-- Uses the link up and answers the pass. Error: data_link_invalid (wrong, too late, or used).
create function public.open_own_data(p_link uuid, p_secret text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  pass constant text := translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_');
begin
  update internal.own_data_links set secret_hash = null, opened_at = internal.present(), pass_hash = sha256(convert_to(pass, 'UTF8')),
    pass_ends_at = internal.present() + interval '30 minutes'
  where id = p_link and opened_at is null and expires_at > internal.present() and secret_hash = sha256(convert_to(p_secret, 'UTF8'));
  if not found then perform internal.fail('data_link_invalid'); end if;
  return pass;
end $$;

-- The link that this pass belongs to. Error: data_link_invalid.
create function internal.opened_data_link(p_link uuid, p_pass text) returns internal.own_data_links
language plpgsql stable set search_path = '' as $$
declare
  link internal.own_data_links;
begin
  select * into link from internal.own_data_links
  where id = p_link and pass_ends_at > internal.present() and pass_hash = sha256(convert_to(p_pass, 'UTF8'));
  if link.id is null then perform internal.fail('data_link_invalid'); end if;
  return link;
end $$;

-- All that is kept of the address that opened the link, by business. Error: data_link_invalid.
create function public.own_data(p_link uuid, p_pass text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant internal.own_data_links := internal.opened_data_link(p_link, p_pass);
begin
  return jsonb_build_object('email', link.email, 'until', link.pass_ends_at,
    'account', exists (select from auth.users where lower(email) = link.email and email_confirmed_at is not null and deleted_at is null),
    'businesses', internal.data_of_guest(link.email),
    'search_orders', internal.orders_data(null, link.email), 'blocked_businesses', internal.blocks_of(link.email),
    'tickets', internal.tickets_data(null, link.email),
    'withdrawals', internal.withdrawals_of(link.email), 'consents', internal.consents_of(link.email),
    'content_reports', internal.content_reports_of(link.email));
end $$;

-- What is kept of the caller besides what their account shows: {waits, withdrawals, payments} of the account; and of its address, once that is confirmed, what
-- was left with it without the account ({businesses}) and what was said about advertising; and what the account has chosen and kept as a member.
-- Error: not_signed_in.
create function public.own_account_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  address constant text := lower(internal.own_email());
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return jsonb_build_object(
    'waits', (select coalesce(jsonb_agg(internal.wait_json(wait) order by wait.created_at, wait.id), '[]') from public.event_waits wait where wait.user_id = caller),
    'withdrawals', (select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
      from public.appointments visit join public.withdrawals declared on declared.appointment_id = visit.id where visit.user_id = caller),
    'payments', public.own_payments(),
    'search_orders', internal.orders_data(caller, address), 'blocked_businesses', internal.blocks_of(address),
    'tickets', internal.tickets_data(caller, address),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'content_reports', case when address is null then '[]' else internal.content_reports_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'order_notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'pace', choice.pace) order by company.name, company.id), '[]')
      from public.order_notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object('location', place.name, 'created_at', kept.created_at) order by kept.created_at, place.id), '[]')
      from public.favourites kept join public.locations place on place.id = kept.location_id where kept.user_id = caller),
    'relatives', (select coalesce(jsonb_agg(jsonb_build_object('name', kin.name, 'birth_year', kin.birth_year, 'created_at', kin.created_at)
        order by kin.created_at, kin.id), '[]') from public.relatives kin where kin.user_id = caller),
    'partners', internal.partner_data(caller),
    'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'list', kept.list, 'name', kept.name, 'query', kept.query,
        'is_default', kept.is_default, 'created_at', kept.created_at) order by kept.created_at, kept.id), '[]')
      from public.saved_views kept join public.companies company on company.id = kept.company_id where kept.user_id = caller));
end $$;

create function internal.withdrawal_json(declared public.withdrawals) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('business', (select name from public.companies where id = declared.company_id), 'name', declared.name,
    'booking_number', declared.booking_number, 'statement', declared.statement, 'declared_at', declared.declared_at);
end $$;

-- What somebody said about advertising; `business` is null for the platform and for companies that are gone.
create function internal.consents_of(p_email text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'channel', said.channel, 'given', said.given, 'at', said.at,
      'source', said.source) order by said.id), '[]')
    from public.consents said left join public.companies company on company.id = said.company_id
    where said.address_hash = internal.address_hash(p_email));
end $$;

-- Declared withdrawals with an address, but of visits that were booked with an account.
create function internal.withdrawals_of(p_email text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
    from public.withdrawals declared left join public.appointments visit on visit.id = declared.appointment_id
    where lower(declared.email) = p_email and visit.user_id is null);
end $$;

-- Places on waiting lists that nobody took with an account, with an address.
create function internal.guest_waits(p_email text) returns setof public.event_waits
language plpgsql stable set search_path = '' as $$
begin
  return query
  select * from public.event_waits wait
  where internal.mailbox(wait.email) = internal.mailbox(p_email) and lower(wait.email) = lower(p_email) and wait.user_id is null;
end $$;

create function internal.wait_json(wait public.event_waits) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('title', coalesce(nullif(event.title, ''), service.name), 'starts_at', event.starts_at, 'time_zone', place.time_zone,
      'location', place.name, 'seats', wait.seats, 'name', wait.name, 'phone', wait.phone, 'created_at', wait.created_at,
      'confirmed_at', wait.confirmed_at, 'left_at', wait.left_at)
    from public.events event join public.services service on service.id = event.service_id
    join public.locations place on place.id = event.location_id where event.id = wait.event_id);
end $$;

-- Files in which an address stands as the first or a further one, in earnest.
create function internal.files_of(p_email text) returns setof public.customers
language plpgsql stable set search_path = '' as $$
begin
  return query
  select found.* from (
    select * from public.customers file where file.email operator(extensions.=) p_email::extensions.citext
    union
    select file.* from public.customers file join public.customer_contacts other on other.customer_id = file.id
    where other.kind = 'email' and other.value = lower(p_email)
  ) found where not exists (select from public.companies company where company.id = found.company_id and company.sandbox);
end $$;

create function internal.data_of_guest(p_email text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with visits as materialized (select * from internal.guest_visits(p_email)),
    files as materialized (select * from internal.files_of(p_email)),
    waits as materialized (
      select internal.wait_json(wait) as told, wait.created_at, wait.id, place.company_id
      from internal.guest_waits(p_email) wait join public.events event on event.id = wait.event_id
      join public.locations place on place.id = event.location_id)
    select coalesce(jsonb_agg(jsonb_build_object('name', company.name, 'legal_name', company.legal_name, 'street', company.street,
      'postal_code', company.postal_code, 'city', company.city, 'email', company.email, 'phone', company.phone,
      -- A file of an account is the account's, and that of whoever has this as a further address is theirs.
      'card', (select jsonb_build_object('name', file.name, 'phone', file.phone, 'birthday', file.birthday, 'created_at', file.created_at)
        from files file where file.company_id = company.id and file.email operator(extensions.=) p_email::extensions.citext and file.user_id is null),
      'known', exists (select from files file where file.company_id = company.id),
      'askable', exists (select from files file where file.company_id = company.id and file.user_id is null),
      'coming', (select count(*) from visits visit where visit.company_id = company.id and visit.state in ('requested', 'confirmed')
        and visit.ends_at > internal.present()),
      'erasure', (select jsonb_build_object('asked_at', demand.asked_at, 'declined_at', demand.declined_at, 'reason', demand.reason)
        from public.erasure_demands demand where demand.company_id = company.id and demand.email = p_email order by demand.asked_at desc limit 1),
      'appointments', (select coalesce(jsonb_agg(internal.guest_visit_json(visit) order by visit.starts_at desc, visit.id), '[]')
        from visits visit where visit.company_id = company.id),
      'waits', (select coalesce(jsonb_agg(wait.told order by wait.created_at, wait.id), '[]') from waits wait where wait.company_id = company.id),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('kind', message.kind, 'state', message.state, 'created_at', message.created_at,
          'sent_at', message.sent_at) order by message.created_at, message.id), '[]')
        from public.messages message where message.company_id = company.id and message.audience = 'customer'
          and internal.mailbox(message.recipient) = internal.mailbox(p_email) and lower(message.recipient) = p_email
          and (message.appointment_id is null or message.appointment_id in (select id from visits))))
      order by company.name, company.id), '[]')
    from public.companies company
    where company.id in (select company_id from visits union select company_id from files union select company_id from waits));
end $$;

create function internal.guest_visit_json(visit public.appointments) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('number', internal.booking_number(visit.id), 'state', visit.state, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at,
      'time_zone', place.time_zone, 'location', place.name, 'name', visit.contact_name, 'phone', visit.contact_phone, 'for_name', visit.for_name,
      'note', visit.note, 'package', visit.package_name, 'total_cents', visit.total_cents, 'source', visit.source, 'created_at', visit.created_at,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('service', line.service_name, 'with', employee.name, 'starts_at', line.starts_at,
          'ends_at', line.ends_at, 'price_cents', line.price_cents, 'seats', line.seats) order by line."position"), '[]')
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id where line.appointment_id = visit.id),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('by_customer', said.by_customer, 'text', said.text, 'at', said.created_at)
          order by said.created_at, said.id), '[]') from public.appointment_messages said where said.appointment_id = visit.id),
      'early_start', (select jsonb_build_object('agreed_at', demanded.agreed_at) from public.early_starts demanded where demanded.appointment_id = visit.id),
      'payment', internal.payment_json(null, visit),
      'review', (select jsonb_build_object('author', review.author, 'rating', review.rating, 'text', review.text, 'punctual', review.punctual,
          'as_priced', review.as_priced, 'clean', review.clean, 'again', review.again, 'additions', review.additions, 'created_at', review.created_at)
        from public.reviews review where review.appointment_id = visit.id))
    from public.locations place where place.id = visit.location_id);
end $$;

revoke execute on function internal.opened_data_link, internal.withdrawals_of, internal.guest_waits, internal.files_of, internal.data_of_guest,
  internal.guest_visit_json, internal.withdrawal_json, internal.consents_of, internal.wait_json, public.own_account_data from public;
grant execute on function public.request_own_data, public.open_own_data, public.own_data to anon, authenticated;
grant execute on function public.own_account_data to authenticated;
grant execute on function public.issue_own_data_link to service_role;
