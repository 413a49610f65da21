-- One payment with everything that has happened to it, and what its business has looked at.

-- What a member of the company is called; '' for customers, the server and who has left.
create function internal.colleague_name(p_company uuid, p_user uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when exists (select from public.members where company_id = p_company and user_id = p_user) then internal.person_name(p_user) else '' end;
end $$;

-- What has happened to a payment, the oldest first: [{at, verb, actor: a name or '', reason: of a refund, transfers: [{debit, credit, amount_cents}]}].
create function internal.payment_history(p_payment uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', event.at, 'verb', event.verb, 'actor', internal.colleague_name(event.company_id, event.actor),
    'reason', (select refund.reason from public.refunds refund where event.idempotency_key like 'refund:' || refund.id || ':%' and refund.payment_id = p_payment),
    'transfers', (select jsonb_agg(jsonb_build_object('debit', line.debit, 'credit', line.credit, 'amount_cents', line.amount_cents) order by line.position)
      from public.money_transfers line where line.event_id = event.id and line.payment_id = p_payment)) order by event.id), '[]')
  from public.money_events event
  where event.id in (select line.event_id from public.money_transfers line where line.payment_id = p_payment)
$$;

-- A payment of a company that the caller manages: what `list_payments` says of it, and {provider, left_cents: what can still go back, read_at, settled_at,
-- time_zone: of its location or null, location_name, refunds: [{id, amount_cents, reason, note, state, asked_by, created_at, ended_at}], history, alerts:
-- [{kind, at, checked_at}]}. Error: payment_not_found.
create function public.get_payment(p_payment uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  payment public.payments;
begin
  select * into payment from public.payments where id = p_payment and company_id in (select internal.companies_as('manager'));
  if payment.id is null then perform internal.fail('payment_not_found'); end if;
  return (internal.payment_rows(array[payment.id]) -> 0) || jsonb_build_object('provider', payment.provider, 'left_cents', internal.refundable(payment),
    'read_at', payment.read_at, 'settled_at', payment.settled_at, 'history', internal.payment_history(payment.id),
    'time_zone', (select place.time_zone from public.locations place where place.id = payment.location_id),
    'location_name', (select place.name from public.locations place where place.id = payment.location_id),
    'refunds', (select coalesce(jsonb_agg(jsonb_build_object('id', refund.id, 'amount_cents', refund.amount_cents, 'reason', refund.reason, 'note', refund.note,
        'state', refund.state, 'asked_by', internal.colleague_name(payment.company_id, refund.asked_by), 'created_at', refund.created_at, 'ended_at', refund.ended_at)
        order by refund.created_at, refund.id), '[]') from public.refunds refund where refund.payment_id = payment.id),
    'alerts', (select coalesce(jsonb_agg(jsonb_build_object('kind', alert.kind, 'at', alert.at, 'checked_at', alert.checked_at) order by alert.id), '[]')
      from public.money_alerts alert where alert.payment_id = payment.id and internal.concerns_business(alert.kind)));
end $$;

-- How many payments of a company somebody has to look at; 0 for those who do not manage it.
create function public.count_payments_to_check(p_company uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_company is null or p_company not in (select internal.companies_as('manager')) then return 0; end if;
  return (select count(distinct payment.id)::integer from public.money_alerts alert join public.payments payment on payment.id = alert.payment_id
    where alert.checked_at is null and payment.company_id = p_company and internal.concerns_business(alert.kind));
end $$;

-- Says that somebody of the business has looked at what did not fit; again changes nothing. For managers and owners. Error: payment_not_found.
create function public.check_off_payment(p_payment uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.payments where id = p_payment and company_id in (select internal.companies_as('manager')) for update;
  if not found then perform internal.fail('payment_not_found'); end if;
  update public.money_alerts set checked_at = internal.present()
  where payment_id = p_payment and checked_at is null and internal.concerns_business(kind);
end $$;

revoke execute on function internal.colleague_name, internal.payment_history, public.get_payment, public.count_payments_to_check, public.check_off_payment from public;
grant execute on function public.get_payment, public.count_payments_to_check, public.check_off_payment to authenticated;
