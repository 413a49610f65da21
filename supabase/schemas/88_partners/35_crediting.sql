-- Rewards of companies are set off against their invoices, when they have any (78_billing/35_month); those of people are paid by hand.

-- Sets rewards off against what is to be paid; returns how much. The referral is paid with it, and left_cents keeps what is over for the next invoice.
create function internal.take_credit(p_company uuid, p_most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  referral internal.referrals;
  credit internal.billing_credits;
  taken integer := 0;
  part integer;
begin
  for credit in select * from internal.billing_credits where company_id = p_company and left_cents > 0 order by referral_id for update loop
    part := least(credit.left_cents, p_most - taken);
    update internal.billing_credits set left_cents = left_cents - part where referral_id = credit.referral_id;
    taken := taken + part;
  end loop;
  for referral in select one.* from internal.referrals one join internal.partners partner on partner.id = one.partner_id
    where partner.company_id = p_company and partner.state <> 'suspended' and one.state = 'earned' order by one.decided_at, one.id for update of one
  loop
    exit when taken >= p_most;
    part := least(referral.reward_cents, p_most - taken);
    continue when part <= 0;
    insert into internal.billing_credits values (referral.id, p_company, referral.reward_cents, referral.reward_cents - part);
    perform internal.settle_referral(referral, 'paid', '', 'Mit Ihrer Rechnung verrechnet.');
    taken := taken + part;
  end loop;
  return taken;
end $$;

revoke execute on function internal.take_credit from public;
