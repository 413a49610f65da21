-- What becomes of a referral. A job looks at each that is open once a day: rejected as soon as both sides turn out to be one, earned 30 days after the business
-- was published with five completed visits of three people, over after a year.

-- Mail services for everybody: who has an address there is not known by its domain.
create function internal.is_free_mail(p_host text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_host in ('gmail.com', 'googlemail.com', 'gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.com', 'gmx.eu', 'gmx.org', 'web.de', 't-online.de', 'magenta.de',
    'outlook.com', 'outlook.de', 'hotmail.com', 'hotmail.de', 'live.com', 'live.de', 'msn.com', 'yahoo.com', 'yahoo.de', 'ymail.com', 'rocketmail.com',
    'icloud.com', 'me.com', 'mac.com', 'aol.com', 'aol.de', 'freenet.de', 'arcor.de', 'posteo.de', 'posteo.net', 'mailbox.org', 'proton.me', 'protonmail.com', 'pm.me',
    'tutanota.com', 'tutanota.de', 'tuta.io', 'tuta.com', 'mail.de', 'mail.com', 'email.de', 'email.com', 'online.de', 'online.com', 'vodafone.de', 'vodafonemail.de',
    'kabelmail.de', 'unitybox.de', 'o2mail.de', 'o2online.de', 'ewe.net', 'ewetel.net', 'netcologne.de', 'osnanet.de', 'htp-tel.de', 'alice.de', 'alice-dsl.net',
    'yandex.com', 'zoho.com', 'fastmail.com', 'hey.com', 'hushmail.com', 'bluewin.ch', 'aon.at', 'chello.at', 'directbox.com', 'firemail.de', 'genion.de',
    'privaterelay.appleid.com', 'duck.com', 'ukr.net', 'wp.pl', 'onet.pl', 'o2.pl', 'libero.it', 'orange.fr', 'free.fr', 'laposte.net', 'mail.ru', 'qq.com')
$$;

-- What tells two sides to be one: addresses of their accounts and imprints as mailboxes, and as domains where these are their own; numbers of phones, of
-- taxes and of accounts at banks. Each begins with its kind.
create function internal.marks_of(p_people uuid[], p_companies uuid[]) returns text[]
language sql stable set search_path = '' as $$
  with address as (
    select account.email as email from auth.users account where account.id = any(p_people)
    union select company.email from public.companies company where company.id = any(p_companies)
    union select place.email from public.locations place where place.company_id = any(p_companies)
  ), phone as (
    select profile.phone as phone from public.profiles profile where profile.id = any(p_people)
    union select company.phone from public.companies company where company.id = any(p_companies)
    union select place.phone from public.locations place where place.company_id = any(p_companies)
  ), number as (
    select unnest(array['tax ' || nullif(held.tax_id, ''), 'tax ' || nullif(held.tax_number, ''), 'iban ' || nullif(held.iban, '')]) as mark
    from public.company_tax_data held where held.company_id = any(p_companies)
    union select 'tax ' || nullif(company.vat_id, '') from public.companies company where company.id = any(p_companies)
  )
  select coalesce(array_agg(distinct mark), '{}') from (
    select 'mail ' || internal.mailbox(email) from address where email <> ''
    union select 'mail @' || lower(split_part(email, '@', 2)) from address where email <> '' and not internal.is_free_mail(lower(split_part(email, '@', 2)))
    union select 'phone ' || internal.e164(phone) from phone where internal.e164(phone) like '+%'
    union select mark from number) one (mark)
  where mark is not null
$$;

-- Whether what the company has referred in turn, and so on, comes back to the partner. Everything that was ever referred counts, so that all of a ring go.
create function internal.is_ring(p_company uuid, partner internal.partners) returns boolean
language sql stable set search_path = '' as $$
  with recursive led (company_id) as (
    select p_company
    union
    select next.company_id from led
    join internal.partners onward on onward.company_id = led.company_id or onward.user_id in (
      select member.user_id from public.members member where member.company_id = led.company_id and member.role = 'owner')
    join internal.referrals next on next.partner_id = onward.id and next.company_id is not null
  )
  select exists (select from led where led.company_id = any(internal.companies_of(partner)))
$$;

-- Why a referral cannot be rewarded, as referrals.reason says it; null as long as nothing speaks against it.
create function internal.referral_flaw(referral internal.referrals, partner internal.partners) returns text
language plpgsql stable set search_path = '' as $$
declare
  company public.companies;
  leaders uuid[];
  shared text[];
  kind text;
begin
  if partner.user_id is null and partner.company_id is null then return 'partner_gone'; end if;
  select * into company from public.companies one where one.id = referral.company_id;
  if company.id is null or not internal.takes_part(company) then return 'company_gone'; end if;
  if company.id = any(internal.companies_of(partner)) or exists (
      select from public.members member where member.company_id = company.id and member.user_id = any(internal.people_of(partner))) then
    return 'same_person';
  end if;
  leaders := array(select member.user_id from public.members member where member.company_id = company.id and member.role >= 'manager');
  shared := array(select unnest(internal.marks_of(internal.people_of(partner), internal.companies_of(partner)))
    intersect select unnest(internal.marks_of(leaders, array[company.id])));
  foreach kind in array '{tax,iban,phone,mail}'::text[] loop
    if exists (select from unnest(shared) mark where mark like kind || ' %') then return kind; end if;
  end loop;
  return case when internal.is_ring(company.id, partner) then 'ring' end;
end $$;

-- Whether the business is open to customers for 30 days, and five visits of three people have taken place since it was referred. Visits of those who work
-- there, or of the partner, do not count; somebody is known by address, then by number, then by their card.
create function internal.is_reached(referral internal.referrals, partner internal.partners) returns boolean
language sql stable set search_path = '' as $$
  with inside as (
    select account.id, internal.mailbox(account.email) as mailbox from auth.users account
    where account.id = any(internal.people_of(partner)) or account.id in (
      select member.user_id from public.members member where member.company_id = referral.company_id)
  ), visit as (
    select coalesce(internal.mailbox(nullif(one.contact_email, '')), nullif(one.contact_phone, ''), one.customer_id::text) as who
    from public.locations place join public.appointments one on one.location_id = place.id
    where place.company_id = referral.company_id and one.state = 'completed' and one.starts_at >= referral.created_at and one.ends_at <= internal.present()
      and not exists (select from inside where inside.id = one.user_id or inside.mailbox = internal.mailbox(nullif(one.contact_email, '')))
  )
  select (select company.state = 'active' from public.companies company where company.id = referral.company_id)
    and exists (select from public.locations place where place.company_id = referral.company_id and place.state = 'published'
      and place.published_at <= internal.present() - interval '30 days')
    and (select count(*) >= 5 and count(distinct who) >= 3 from visit where who is not null)
$$;

-- Decides about up to p_limit referrals that were not looked at within 20 hours; returns how many it looked at. A partner who is suspended earns nothing
-- meanwhile. For the server's job.
create function public.decide_referrals(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  one internal.referrals;
  partner internal.partners;
  flaw text;
  looked integer := 0;
begin
  for one in select * from internal.referrals where state = 'pending' and checked_at < present - interval '20 hours'
    order by checked_at limit p_limit for update skip locked loop
    looked := looked + 1;
    select * into partner from internal.partners where id = one.partner_id;
    flaw := internal.referral_flaw(one, partner);
    if flaw is null and partner.state <> 'suspended' and internal.is_reached(one, partner) then
      perform internal.settle_referral(one, 'earned', '', '');
    elsif flaw is not null or one.created_at < present - interval '1 year' then
      perform internal.settle_referral(one, 'rejected', coalesce(flaw, 'not_reached'), '');
    else
      update internal.referrals set checked_at = present where id = one.id;
    end if;
  end loop;
  return looked;
end $$;

-- Writes what was decided and tells the partner.
create function internal.settle_referral(referral internal.referrals, p_state public.referral_state, p_reason text, p_note text) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  partner internal.partners;
begin
  update internal.referrals set state = p_state, reason = p_reason, note = p_note, checked_at = present,
    decided_at = case when p_state = 'paid' then decided_at else present end, paid_at = case when p_state = 'paid' then present end
  where id = referral.id;
  select * into partner from internal.partners where id = referral.partner_id;
  perform internal.tell_partner(partner, 'referral_' || p_state, jsonb_build_object('referred_at', referral.created_at,
    'reward_cents', referral.reward_cents, 'reason', p_reason, 'note', p_note));
end $$;

revoke execute on function internal.is_free_mail, internal.marks_of, internal.is_ring, internal.referral_flaw, internal.is_reached, internal.settle_referral,
  public.decide_referrals from public;
grant execute on function public.decide_referrals to service_role;
