-- Partners: a person, or a company by its owners, who has accepted the terms and recommends the platform with a code. Openings of their link are counts
-- by day; whose they were is not known.

create type public.partner_state as enum ('active', 'suspended', 'left');

create table internal.partners (
  id uuid primary key default gen_random_uuid(),
  -- One of both; neither once account or company is gone. Then nothing leads to a person any more.
  user_id uuid unique references auth.users on delete set null,
  company_id uuid unique references public.companies on delete set null,
  -- Without vowels, so that no word appears, and without what is taken for another sign. Never given twice.
  code text not null unique constraint partners_code check (code ~ '^[CDFGHJKMNPQRTVWXY34679]{8}$'),
  state public.partner_state not null default 'active',
  -- Of the last acceptance; the words are in agreement_texts.
  terms_version smallint not null,
  terms_accepted_at timestamptz not null,
  joined_at timestamptz not null,
  suspended_reason text not null default '' check (length(suspended_reason) <= 500),
  constraint partners_whose check (num_nonnulls(user_id, company_id) <= 1)
);
alter table internal.partners enable row level security;

create table internal.partner_days (
  partner_id uuid not null references internal.partners on delete cascade,
  -- In Berlin.
  day date not null,
  visits integer not null check (visits between 0 and 1000000),
  primary key (partner_id, day)
);
create index partner_days_age on internal.partner_days (day);
alter table internal.partner_days enable row level security;

-- Whose partnership ends with their account or company has left.
create function internal.leave_with_owner() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.state := 'left';
  return new;
end $$;
create trigger leave_with_owner before update of user_id, company_id on internal.partners for each row
  when (new.user_id is null and new.company_id is null) execute function internal.leave_with_owner();

-- As a code is kept, however it was typed: "cdfg-hjkm" is CDFGHJKM.
create function internal.clean_partner_code(p_code text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select upper(regexp_replace(left(coalesce(p_code, ''), 100), '[^A-Za-z0-9]', '', 'g'))
$$;

create function internal.new_partner_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('CDFGHJKMNPQRTVWXY34679', get_byte(chance.bytes, place) % 22 + 1, 1), '')
  from (select extensions.gen_random_bytes(8) as bytes) chance, generate_series(0, 7) place
$$;

-- Whether a company can refer or be referred: it is open, and none of the prepared ones of a demo. By the row's JSON: where there is no
-- such column there is no such company.
create function internal.takes_part(company public.companies) returns boolean
language sql stable set search_path = '' as $$
  select company.goes_at is null and company.state <> 'closed' and coalesce(to_jsonb(company) ->> 'sandbox', 'false') <> 'true'
$$;

-- The caller's partnership, of their own or of a company that they own. Error: partner_not_found.
create function internal.own_partner(p_partner uuid) returns internal.partners
language plpgsql stable set search_path = '' as $$
declare
  found_partner internal.partners;
begin
  select * into found_partner from internal.partners partner where partner.id = p_partner
    and (partner.user_id = internal.person() or partner.company_id in (select internal.companies_as('owner')));
  if found_partner.id is null then perform internal.fail('partner_not_found'); end if;
  return found_partner;
end $$;

-- Whether the partnership of somebody, or of a company, is shut by a suspension of the same people's: of the person, of an owner of the company, or of a company that
-- they own. Its own suspension is not asked for.
create function internal.is_partner_shut(p_person uuid, p_company uuid) returns boolean
language sql stable set search_path = '' as $$
  with people as (
    select p_person as id where p_person is not null
    union select member.user_id from public.members member where member.company_id = p_company and member.role = 'owner'
  )
  select exists (
    select from internal.partners partner where partner.state = 'suspended'
      and case when p_company is null then partner.user_id is distinct from p_person else partner.company_id is distinct from p_company end
      and (partner.user_id in (select id from people) or partner.company_id in (
        select member.company_id from public.members member join people on people.id = member.user_id where member.role = 'owner')))
$$;

-- Makes the caller, or a company that they own, a partner, and keeps which terms were accepted: p_terms is the hash of the words that the page showed. Again it
-- takes up what was left, with the same code; a suspension stays, and shuts all partnerships of the same people. Returns the partnership.
-- Errors: not_signed_in, agreement_outdated, company_not_found, role_not_allowed, company_closed, partner_shut, not_in_demo.
create function public.join_partners(p_terms text, p_company uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  present constant timestamptz := internal.present();
  terms constant public.agreement_texts := public.current_partner_terms();
  own uuid;
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  if p_terms is distinct from terms.hash then perform internal.fail('agreement_outdated'); end if;
  if p_company is not null then
    perform internal.open_company(p_company, 'owner');
    if not (select internal.takes_part(company) from public.companies company where company.id = p_company) then
      perform internal.fail('company_closed');
    end if;
  end if;
  if internal.is_partner_shut(caller, p_company) then perform internal.fail('partner_shut'); end if;
  -- Of two at once the second finds the first. A code that is taken, which is next to impossible, is drawn again.
  perform pg_advisory_xact_lock(hashtextextended(coalesce(p_company, caller)::text, 88));
  loop
    update internal.partners set terms_version = terms.version, terms_accepted_at = present,
      state = case when state = 'left' then 'active' else state end
    where case when p_company is null then user_id = caller else company_id = p_company end
    returning id into own;
    if own is not null then return own; end if;
    insert into internal.partners (user_id, company_id, code, terms_version, terms_accepted_at, joined_at)
    values (case when p_company is null then caller end, p_company, internal.new_partner_code(), terms.version, present, present)
    on conflict do nothing returning id into own;
    if own is not null then return own; end if;
  end loop;
end $$;

-- Ends taking part; what has been referred goes on. Again it changes nothing, and a suspension stays. Error: partner_not_found.
create function public.leave_partners(p_partner uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update internal.partners set state = 'left' where id = (internal.own_partner(p_partner)).id and state = 'active';
end $$;

-- A code as it is kept, if businesses can be referred with it; else null.
create function public.find_partner_code(p_code text) returns text
language sql stable security definer set search_path = '' as $$
  select partner.code from internal.partners partner where partner.code = internal.clean_partner_code(p_code) and partner.state = 'active'
$$;

-- Counts that somebody has opened a partner's link, and returns the code as find_partner_code does. For the server only: it knows what is no person.
create function public.count_partner_visit(p_code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  known constant text := public.find_partner_code(p_code);
begin
  insert into internal.partner_days as counted (partner_id, day, visits)
  select partner.id, (internal.present() at time zone 'Europe/Berlin')::date, 1 from internal.partners partner where partner.code = known
  on conflict (partner_id, day) do update set visits = least(counted.visits + 1, 1000000);
  return known;
end $$;

-- For the server's nightly job (85_accounts/60_retention).
create function internal.forget_partner_days(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from internal.partner_days where (partner_id, day) in (
    select partner_id, day from internal.partner_days where day < (internal.kept_since('partner_days') at time zone 'Europe/Berlin')::date
    order by day limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function internal.leave_with_owner, internal.clean_partner_code, internal.new_partner_code, internal.takes_part, internal.own_partner, internal.is_partner_shut,
  internal.forget_partner_days, public.count_partner_visit from public;
grant execute on function public.join_partners, public.leave_partners to authenticated;
grant execute on function public.find_partner_code to anon, authenticated;
grant execute on function public.count_partner_visit to service_role;
