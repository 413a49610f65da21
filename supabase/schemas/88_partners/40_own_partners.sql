-- What partners see of their partnerships. Referred businesses are not named: whose they are is none of the partner's business.

-- What came of a partnership: [{state, reason, note, reward_cents, referred_at, decided_at, paid_at}], the last first.
create function internal.referrals_json(p_partner uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('state', one.state, 'reason', one.reason, 'note', one.note, 'reward_cents', one.reward_cents,
    'referred_at', one.created_at, 'decided_at', one.decided_at, 'paid_at', one.paid_at) order by one.created_at desc, one.id), '[]')
  from internal.referrals one where one.partner_id = p_partner
$$;

-- The caller's partnerships, their own first: [{id, company: its name or null, company_id, code, state, suspended_reason, terms_version, joined_at, days: [{day, visits}] of
-- the last year, referrals}]. Error: not_signed_in.
create function public.own_partners() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', partner.id, 'company', company.name, 'company_id', company.id, 'code', partner.code, 'state', partner.state,
      'suspended_reason', partner.suspended_reason, 'terms_version', partner.terms_version, 'joined_at', partner.joined_at,
      'days', (select coalesce(jsonb_agg(jsonb_build_object('day', counted.day, 'visits', counted.visits) order by counted.day), '[]')
        from internal.partner_days counted where counted.partner_id = partner.id),
      'referrals', internal.referrals_json(partner.id)) order by company.name nulls first, partner.id), '[]')
    from internal.partners partner left join public.companies company on company.id = partner.company_id
    where partner.user_id = caller or partner.company_id in (select internal.companies_as('owner')));
end $$;

-- All that is kept of an account as a partner, for its own data (85_accounts/75_own_data).
create function internal.partner_data(p_user uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', partner.code, 'state', partner.state, 'joined_at', partner.joined_at,
    'terms_version', partner.terms_version, 'suspended_reason', partner.suspended_reason, 'referrals', internal.referrals_json(partner.id))), '[]')
  from internal.partners partner where partner.user_id = p_user
$$;

revoke execute on function internal.referrals_json, internal.partner_data from public;
grant execute on function public.own_partners to authenticated;
