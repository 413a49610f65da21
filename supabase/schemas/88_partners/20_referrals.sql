-- Referrals: that a company came by a partner's code, once and for good. Whether the reward is earned is decided later (30_deciding).

create type public.referral_state as enum ('pending', 'earned', 'rejected', 'paid');

create table internal.referrals (
  id uuid primary key default gen_random_uuid(),
  -- Null once the company is gone.
  company_id uuid unique references public.companies on delete set null,
  partner_id uuid not null references internal.partners,
  state public.referral_state not null default 'pending',
  -- Why it was rejected; the words for people are in the app.
  reason text not null default '' constraint referrals_reason
    check (reason in ('', 'same_person', 'mail', 'phone', 'tax', 'iban', 'ring', 'not_reached', 'company_gone', 'partner_gone', 'operator')),
  -- What an operator who decided wrote to the partner.
  note text not null default '' check (length(note) <= 500),
  -- What was promised then.
  reward_cents integer not null default 5000 check (reward_cents between 0 and 1000000),
  created_at timestamptz not null,
  checked_at timestamptz not null,
  decided_at timestamptz,
  paid_at timestamptz,
  constraint referrals_decided check ((state = 'pending') = (decided_at is null) and (state = 'paid') = (paid_at is not null)
    and (state = 'rejected') = (reason <> ''))
);
create index referrals_partner on internal.referrals (partner_id, created_at desc);
create index referrals_to_check on internal.referrals (checked_at) where state = 'pending';
create index referrals_decided_at on internal.referrals (decided_at) where state in ('rejected', 'paid');
alter table internal.referrals enable row level security;

-- The accounts behind a partner: the person, or who leads the company.
create function internal.people_of(partner internal.partners) returns uuid[]
language sql stable set search_path = '' as $$
  select case when partner.user_id is not null then array[partner.user_id] else array(
    select member.user_id from public.members member where member.company_id = partner.company_id and member.role >= 'manager') end
$$;

-- The partner's companies: those of a person are the ones that they own.
create function internal.companies_of(partner internal.partners) returns uuid[]
language sql stable set search_path = '' as $$
  select case when partner.company_id is not null then array[partner.company_id] else array(
    select member.company_id from public.members member where member.user_id = partner.user_id and member.role = 'owner') end
$$;

-- Keeps by whose code a company came, at its registration or within 14 days; the same code again changes nothing. For owners.
-- Errors: company_not_found, role_not_allowed, company_closed, already_referred, referral_too_late, code_unknown (also of a partner who has left or is suspended),
-- own_code (the partner works for the company).
create function public.refer_company(p_company uuid, p_code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  company public.companies;
  partner internal.partners;
  known uuid;
begin
  perform internal.open_company(p_company, 'owner');
  update auth.users set raw_user_meta_data = raw_user_meta_data - 'partner_code'
  where id = internal.person() and raw_user_meta_data ? 'partner_code';
  select * into company from public.companies one where one.id = p_company;
  if not internal.takes_part(company) then perform internal.fail('company_closed'); end if;
  -- Who suspends the partner meanwhile waits.
  select * into partner from internal.partners one where one.code = internal.clean_partner_code(p_code) for share;
  select one.partner_id into known from internal.referrals one where one.company_id = p_company;
  if known = partner.id then return; end if;
  if known is not null then perform internal.fail('already_referred'); end if;
  if company.created_at < present - interval '14 days' then perform internal.fail('referral_too_late'); end if;
  if partner.state is distinct from 'active' then perform internal.fail('code_unknown'); end if;
  if p_company = any(internal.companies_of(partner)) or exists (
      select from public.members member where member.company_id = p_company and member.user_id = any(internal.people_of(partner))) then
    perform internal.fail('own_code');
  end if;
  insert into internal.referrals (company_id, partner_id, reward_cents, created_at, checked_at)
  values (p_company, partner.id, (internal.prices_on(internal.billing_day())).reward_cents, present, present)
  on conflict (company_id) do nothing;
  if not found then perform internal.fail('already_referred'); end if;
end $$;

-- By whose code a company came, for its owners: {code, state, referred_at}, each null without one, and {until}: until when one can be entered, null
-- when that is over. Error: company_not_found.
create function public.company_referral(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_company is null or internal.role_in(p_company) is distinct from 'owner' then perform internal.fail('company_not_found'); end if;
  return (
    select jsonb_build_object('code', partner.code, 'state', one.state, 'referred_at', one.created_at,
      'until', case when one.id is null and internal.takes_part(company) and company.created_at >= internal.present() - interval '14 days'
        then company.created_at + interval '14 days' end)
    from public.companies company left join internal.referrals one on one.company_id = company.id
    left join internal.partners partner on partner.id = one.partner_id where company.id = p_company);
end $$;

-- Mails a partner: the person, or the owners of the company. Nothing says which business it is about.
create function internal.tell_partner(partner internal.partners, p_kind text, p_more jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.mail_account(told.user_id, p_kind, jsonb_build_object('code', partner.code) || p_more)
  from (select partner.user_id where partner.user_id is not null
    union select member.user_id from public.members member where member.company_id = partner.company_id and member.role = 'owner') told;
end $$;

-- Referrals that are decided, and partners without a person or a company of whom nothing else is left. For the server's nightly job.
create function internal.forget_referrals(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
  partners integer;
begin
  delete from internal.referrals where id in (
    select id from internal.referrals where state in ('rejected', 'paid') and decided_at < internal.kept_since('referrals')
    order by decided_at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  delete from internal.partners where id in (
    select partner.id from internal.partners partner where partner.user_id is null and partner.company_id is null
      and not exists (select from internal.referrals one where one.partner_id = partner.id) limit p_limit for update skip locked);
  get diagnostics partners = row_count;
  return gone + partners;
end $$;

revoke execute on function internal.people_of, internal.companies_of, internal.tell_partner, internal.forget_referrals from public;
grant execute on function public.refer_company, public.company_referral to authenticated;
