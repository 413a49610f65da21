-- Who may be written to. Advertising (§ 7 UWG) goes only to those whose latest answer is yes: to the business that writes, or to the platform
-- where none does. Every advertising mail carries a link that takes the yes back, without an account (app/features/opt-out). What belongs to
-- a contract or an account needs no consent; it goes to all addresses but those that take no mail at all.
-- Addresses are stored as hashes of their mailbox: an answer outlives accounts, customer files and messages.

create function internal.address_hash(p_address text) returns bytea
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return sha256(convert_to(internal.mailbox(p_address), 'UTF8'));
end $$;

-- What somebody said, newest last; append only, kept as proof (85_accounts/40_proofs). A yes has the words that were agreed to.
-- No foreign key to the company: the proof outlives it.
create table public.consents (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  address_hash bytea not null check (length(address_hash) = 32),
  channel text not null check (channel in ('mail', 'sms', 'push')),
  company_id uuid,
  given boolean not null,
  -- Which form or page; "one_click" is the mail program's own button (RFC 8058).
  source text not null check (length(source) <= 60),
  text_hash varchar(64) references public.consent_texts,
  constraint consents_worded check (not given or text_hash is not null)
);
create index consents_address on public.consents (address_hash, channel, company_id, id);
create index consents_at on public.consents (at);
create trigger append_only before update or truncate on public.consents for each statement execute function internal.refuse_change();

-- Addresses that take nothing on a channel, from anybody or from one company, for good: mail bounces, they complained, or they asked the
-- operator (`blocked`). Not sent counts for confirmations as well.
create table public.suppressions (
  id bigint generated always as identity primary key,
  address_hash bytea not null check (length(address_hash) = 32),
  channel text not null check (channel in ('mail', 'sms', 'push')),
  reason text not null check (reason in ('bounced', 'complained', 'blocked')),
  company_id uuid references public.companies on delete cascade,
  created_at timestamptz not null default now(),
  unique nulls not distinct (address_hash, channel, company_id)
);
create index suppressions_company on public.suppressions (company_id) where company_id is not null;

alter table public.consents enable row level security;
revoke all on public.consents from service_role;
grant select, insert on public.consents to service_role;
alter table public.suppressions enable row level security;
grant all on public.suppressions to service_role;

-- The latest answer of an address about advertising: yes, no, or null for none.
create function internal.has_consented(p_address_hash bytea, p_channel text, p_company uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (select said.given from public.consents said
    where said.address_hash = p_address_hash and said.channel = p_channel and said.company_id is not distinct from p_company
    order by said.id desc limit 1);
end $$;

-- Why nothing of this purpose may go to an address; null when it may: suppressed, unsubscribed, no_consent.
create function internal.reason_not_to_write(p_purpose public.message_purpose, p_channel text, p_address text, p_company uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  hashed constant bytea := internal.address_hash(p_address);
begin
  if exists (select from public.suppressions closed where closed.address_hash = hashed and closed.channel = p_channel
      and (closed.company_id is null or closed.company_id = p_company)) then
    return 'suppressed';
  end if;
  if p_purpose = 'transactional' then return null; end if;
  return case internal.has_consented(hashed, p_channel, p_company) when true then null when false then 'unsubscribed' else 'no_consent' end;
end $$;

-- The key of the links. Never changed: a link has to work as long as its mail is somewhere.
create table internal.opt_out_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null default extensions.gen_random_bytes(32)
);
alter table internal.opt_out_key enable row level security;
insert into internal.opt_out_key default values;

-- "v1.<address hash and company, base64url>.<HMAC-SHA-256 over all before, base64url>"; the platform's company is all zeros.
create function internal.signed_opt_out(p_content bytea) returns text
language plpgsql stable set search_path = '' as $$
declare
  content constant text := 'v1.' || translate(replace(encode(p_content, 'base64'), E'\n', ''), '+/=', '-_');
begin
  return content || '.' || translate(encode(extensions.hmac(convert_to(content, 'UTF8'), (select key from internal.opt_out_key), 'sha256'),
    'base64'), '+/=', '-_');
end $$;

-- The token of a message's link to unsubscribe. For the server only.
create function public.opt_out_token(p_message uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select internal.signed_opt_out(internal.address_hash(message.recipient)
      || uuid_send(coalesce(message.company_id, '00000000-0000-0000-0000-000000000000')))
    from public.messages message where message.id = p_message);
end $$;

-- Whom a token is about. Error: opt_out_invalid.
create function internal.opened_opt_out(p_token text, out address_hash bytea, out company_id uuid)
language plpgsql stable set search_path = '' as $$
declare
  content bytea;
begin
  if (p_token ~ '^v1\.[A-Za-z0-9_-]{64}\.[A-Za-z0-9_-]{43}$') is not true then perform internal.fail('opt_out_invalid'); end if;
  content := decode(translate(split_part(p_token, '.', 2), '-_', '+/'), 'base64');
  if sha256(convert_to(p_token, 'UTF8')) <> sha256(convert_to(internal.signed_opt_out(content), 'UTF8')) then
    perform internal.fail('opt_out_invalid');
  end if;
  address_hash := substr(content, 1, 32);
  company_id := nullif(encode(substr(content, 33), 'hex')::uuid, '00000000-0000-0000-0000-000000000000');
end $$;

-- What a link to unsubscribe is about: {company, unsubscribed}; without a company it is the platform. Error: opt_out_invalid.
create function public.get_opt_out(p_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant record := internal.opened_opt_out(p_token);
begin
  return jsonb_build_object('company', case when link.company_id is not null then
      coalesce((select name from public.companies where id = link.company_id), 'diesem Betrieb') end,
    'unsubscribed', internal.has_consented(link.address_hash, 'mail', link.company_id) is false);
end $$;

-- Takes the consent back, whether it was given or not; again changes nothing. Answers as get_opt_out. Error: opt_out_invalid.
create function public.opt_out(p_token text, p_one_click boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link constant record := internal.opened_opt_out(p_token);
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(link.address_hash, 'hex'), 51));
  if internal.has_consented(link.address_hash, 'mail', link.company_id) is distinct from false then
    insert into public.consents (at, address_hash, channel, company_id, given, source)
    values (internal.present(), link.address_hash, 'mail', link.company_id, false, case when p_one_click then 'one_click' else 'page' end);
  end if;
  return public.get_opt_out(p_token);
end $$;

grant execute on function public.get_opt_out, public.opt_out to anon, authenticated;
grant execute on function public.opt_out_token to service_role;
