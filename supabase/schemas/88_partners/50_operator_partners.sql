-- Partners for operators: found by code or company, suspended with a reason, their referrals settled by hand. Who a partner is takes a reason to be seen.

-- Fifty a page, those first to whom something is owed: {partners, pending, earned, owed_cents, more, rows: [{id, code, company, gone, state, joined_at,
-- visits, pending, earned, paid, rejected}]}. Error: operator_only.
create function public.operator_partners(p_words text default '', p_page integer default 1) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  page constant integer := least(greatest(coalesce(p_page, 1), 1), 10000);
  typed constant text := left(btrim(coalesce(p_words, '')), 100);
  typed_code constant text := internal.clean_partner_code(p_words);
begin
  perform internal.as_operator('support', 'read_partners');
  return (
    with found as (
      select partner.*, company.name as company, sums.*, row_number() over (order by sums.earned desc, partner.joined_at desc, partner.id) as place
      from internal.partners partner left join public.companies company on company.id = partner.company_id
      cross join lateral (
        select count(*) filter (where one.state = 'pending') as pending, count(*) filter (where one.state = 'earned') as earned,
          count(*) filter (where one.state = 'paid') as paid, count(*) filter (where one.state = 'rejected') as rejected
        from internal.referrals one where one.partner_id = partner.id) sums
      where typed = '' or typed_code <> '' and starts_with(partner.code, typed_code) or strpos(lower(company.name), lower(typed)) > 0
      order by place offset (page - 1) * 50 limit 51)
    select jsonb_build_object(
      'partners', (select count(*) from internal.partners where state = 'active'),
      'pending', (select count(*) from internal.referrals where state = 'pending'),
      'earned', (select count(*) from internal.referrals where state = 'earned'),
      'owed_cents', (select coalesce(sum(reward_cents), 0) from internal.referrals where state = 'earned'),
      'more', count(*) > 50,
      'rows', coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'code', found.code, 'company', found.company,
        'gone', found.user_id is null and found.company_id is null, 'state', found.state, 'joined_at', found.joined_at,
        'visits', (select coalesce(sum(counted.visits), 0) from internal.partner_days counted where counted.partner_id = found.id),
        'pending', found.pending, 'earned', found.earned, 'paid', found.paid, 'rejected', found.rejected) order by found.place)
        filter (where found.place <= page * 50), '[]'))
    from found);
end $$;

-- One partner with their referrals: {id, code, company: {id, name} or null, gone, state, suspended_reason, terms_version, joined_at, visits, own: whether
-- they are the operator's own, referrals: [{id, company, state, reason, note, reward_cents, created_at, decided_at, paid_at}]}.
-- Errors: operator_only, partner_not_found.
create function public.operator_partner(p_partner uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.as_operator('support', 'read_partner', 'partner ' || coalesce(p_partner::text, ''));
  partner internal.partners;
begin
  select * into partner from internal.partners one where one.id = p_partner;
  if partner.id is null then perform internal.fail('partner_not_found'); end if;
  return jsonb_build_object('id', partner.id, 'code', partner.code, 'state', partner.state, 'suspended_reason', partner.suspended_reason,
    'terms_version', partner.terms_version, 'joined_at', partner.joined_at, 'gone', partner.user_id is null and partner.company_id is null,
    'own', caller = any(internal.people_of(partner)),
    'company', (select jsonb_build_object('id', company.id, 'name', company.name) from public.companies company where company.id = partner.company_id),
    'visits', (select coalesce(sum(counted.visits), 0) from internal.partner_days counted where counted.partner_id = partner.id),
    'referrals', (select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'company', company.name, 'company_id', company.id, 'state', one.state,
        'reason', one.reason, 'note', one.note, 'reward_cents', one.reward_cents, 'created_at', one.created_at, 'decided_at', one.decided_at,
        'paid_at', one.paid_at) order by one.created_at desc, one.id), '[]')
      from internal.referrals one left join public.companies company on company.id = one.company_id where one.partner_id = partner.id));
end $$;

-- Who a partner is, to pay or to ask them: [{name, email}], the owners where it is a company. Errors: operator_only, reason_missing, reason_too_long,
-- partner_not_found.
create function public.operator_partner_person(p_partner uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  partner internal.partners;
begin
  perform internal.as_operator('moderator', 'read_partner_person', 'partner ' || coalesce(p_partner::text, ''), null, coalesce(p_reason, ''));
  select * into partner from internal.partners one where one.id = p_partner;
  if partner.id is null then perform internal.fail('partner_not_found'); end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('name', internal.person_name(account.id), 'email', account.email) order by account.email), '[]')
    from auth.users account where account.id = partner.user_id or account.id in (
      select member.user_id from public.members member where member.company_id = partner.company_id and member.role = 'owner'));
end $$;

-- The partner, for an operator who decides about somebody else. Errors: partner_not_found, other_operator_needed.
create function internal.judged_partner(p_partner uuid, p_operator uuid) returns internal.partners
language plpgsql set search_path = '' as $$
declare
  partner internal.partners;
begin
  select * into partner from internal.partners one where one.id = p_partner for no key update;
  if partner.id is null then perform internal.fail('partner_not_found'); end if;
  if p_operator = any(internal.people_of(partner)) then perform internal.fail('other_operator_needed'); end if;
  return partner;
end $$;

-- No new referrals and no rewards from now on, and the partner is told why. Errors: operator_only, reason_missing, reason_too_long, those of
-- internal.judged_partner, wrong_state.
create function public.operator_suspend_partner(p_partner uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.as_operator('admin', 'suspend_partner', 'partner ' || coalesce(p_partner::text, ''), null, coalesce(p_reason, ''));
  partner constant internal.partners := internal.judged_partner(p_partner, caller);
begin
  if partner.state = 'suspended' then perform internal.fail('wrong_state', 'suspended'); end if;
  update internal.partners set state = 'suspended', suspended_reason = internal.clean_words(p_reason) where id = partner.id;
  perform internal.tell_partner(partner, 'partner_suspended', jsonb_build_object('note', internal.clean_words(p_reason)));
end $$;

-- Ends a suspension. Errors: as operator_suspend_partner.
create function public.operator_lift_partner(p_partner uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.as_operator('admin', 'lift_partner', 'partner ' || coalesce(p_partner::text, ''), null, coalesce(p_reason, ''));
  partner constant internal.partners := internal.judged_partner(p_partner, caller);
begin
  if partner.state <> 'suspended' then perform internal.fail('wrong_state', partner.state::text); end if;
  update internal.partners set state = 'active', suspended_reason = '' where id = partner.id;
end $$;

-- Settles a referral by hand: one that is earned is paid, one that was rejected is earned after all, one that is open or earned is rejected; the
-- reason goes to the partner, too. Errors: as operator_suspend_partner, referral_not_found.
create function public.operator_settle_referral(p_referral uuid, p_state public.referral_state, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.as_operator('admin', 'settle_referral', 'referral ' || coalesce(p_referral::text, ''), null, coalesce(p_reason, ''));
  before internal.referrals;
begin
  select * into before from internal.referrals one where one.id = p_referral for update;
  if before.id is null then perform internal.fail('referral_not_found'); end if;
  perform internal.judged_partner(before.partner_id, caller);
  if p_state is null or (before.state, p_state) not in (('earned', 'paid'), ('rejected', 'earned'), ('pending', 'rejected'), ('earned', 'rejected')) then
    perform internal.fail('wrong_state', before.state::text);
  end if;
  perform internal.settle_referral(before, p_state, case when p_state = 'rejected' then 'operator' else '' end, internal.clean_words(p_reason));
end $$;

revoke execute on function internal.judged_partner, public.operator_partners, public.operator_partner, public.operator_partner_person, public.operator_suspend_partner,
  public.operator_lift_partner, public.operator_settle_referral from public;
grant execute on function public.operator_partners, public.operator_partner, public.operator_partner_person, public.operator_suspend_partner,
  public.operator_lift_partner, public.operator_settle_referral to authenticated;
