-- The list of payments of a company, for those who read them by the policy of `payments`: managers. Names of customers only where the caller sees the
-- appointment.

-- Alerts that a business can do something about; the others are the operator's.
create function internal.concerns_business(p_kind text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_kind not like 'drift\_%' and p_kind not in ('unknown_payment', 'declined');
end $$;

-- What a search for these words or this booking number means for `payment`, as a condition of SQL; null for no text.
create function internal.payment_found(p_company uuid, p_text text) returns text
language plpgsql stable set search_path = '' as $$
declare
  digits constant text := upper(regexp_replace(p_text, '[\s-]', '', 'g'));
  words constant text := internal.told_words(p_text, internal.hides_contacts(p_company));
  -- What was paid says its booking's number, also when the booking is gone.
  number constant text := case when digits ~ '^[0-9A-F]{4,12}$' then format('replace(right(payment.description, 14), ''-'', '''') like %L', digits || '%') end;
  named constant text := case when words is not null then format('exists (select from internal.appointment_words told
    where told.appointment_id = payment.appointment_id and internal.works_on(told.appointment_id) and %s)', words) end;
begin
  if coalesce(btrim(p_text), '') = '' then return null; end if;
  return coalesce('(' || nullif(concat_ws(' or ', number, named), '') || ')', 'false');
end $$;

-- What a list shows of these payments, in this order.
create function internal.payment_rows(p_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', payment.id, 'description', payment.description, 'kind', payment.kind, 'test', payment.test, 'state', payment.state,
    'amount_cents', payment.amount_cents, 'captured_cents', payment.captured_cents, 'refunding_cents', payment.refunding_cents,
    'refunded_cents', payment.refunded_cents, 'fee_cents', internal.balance_of(payment.id, 'provider_fee'), 'created_at', payment.created_at,
    'paid_at', payment.paid_at, 'location_id', payment.location_id,
    'check', exists (select from public.money_alerts alert
      where alert.payment_id = payment.id and alert.checked_at is null and internal.concerns_business(alert.kind)),
    'appointment', case when visit.id is not null and internal.works_on(visit.id) then jsonb_build_object(
      'id', visit.id, 'state', visit.state, 'starts_at', visit.starts_at, 'name', visit.contact_name) end) order by chosen.turn), '[]')
  from unnest(p_ids) with ordinality chosen (id, turn) join public.payments payment using (id)
  left join public.appointments visit on visit.id = payment.appointment_id
$$;

-- One page of the payments of a company: {total, sums, rows}. `sums` are those of all that match, [{test, count, paid_cents, refunding_cents, refunded_cents,
-- fee_cents}], trials apart from money. `p_text`: words of the customer or a booking number; `p_state`: waiting, paid (nothing has gone back), refunding,
-- refunded (at least a part), failed, expired, check (somebody has to look at it), null for all; `p_kind`: as in `payments`; `p_from` and `p_to`: it was
-- asked for at or after the one and before the other. `p_sort`: time, amount; `-` before it turns it round. Pages of `p_limit` rows (1 to 1000) count from 1.
-- Errors: not_allowed (no manager), list_wish (another order, state or page).
create function public.list_payments(
  p_company uuid, p_text text default '', p_state text default null, p_kind text default null, p_location uuid default null,
  p_from timestamptz default null, p_to timestamptz default null, p_sort text default '-time', p_page integer default 1, p_limit integer default 50)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  in_state constant text := case p_state when 'waiting' then 'payment.state in (''open'', ''processing'')'
    when 'paid' then 'payment.captured_cents > 0 and payment.refunding_cents + payment.refunded_cents = 0' when 'refunding' then 'payment.refunding_cents > 0'
    when 'refunded' then 'payment.refunded_cents > 0' when 'failed' then 'payment.state = ''failed'''
    when 'expired' then 'payment.state = ''expired''' when 'check' then 'exists (select from public.money_alerts alert
      where alert.payment_id = payment.id and alert.checked_at is null and internal.concerns_business(alert.kind))' end;
  in_order constant text := case p_sort when 'time' then 'created_at, id' when '-time' then 'created_at desc, id desc' when 'amount' then 'amount_cents, id'
    when '-amount' then 'amount_cents desc, id desc' end;
  condition text;
  ids uuid[];
  sums jsonb;
begin
  if p_company is null or p_company not in (select internal.companies_as('manager')) then perform internal.fail('not_allowed'); end if;
  if in_order is null or (in_state is null) <> (p_state is null) or not coalesce(p_page between 1 and 100000 and p_limit between 1 and 1000, false) then
    perform internal.fail('list_wish');
  end if;
  condition := concat_ws(' and ', 'payment.company_id = $1', in_state, internal.payment_found(p_company, p_text),
    case when p_kind is not null then 'payment.kind = $2' end, case when p_location is not null then 'payment.location_id = $3' end,
    case when p_from is not null then 'payment.created_at >= $4' end, case when p_to is not null then 'payment.created_at < $5' end);
  execute format('select array(select payment.id from public.payments payment where %s order by %s limit $6 offset $7)', condition, in_order)
  into ids using p_company, p_kind, p_location, p_from, p_to, p_limit, (p_page::bigint - 1) * p_limit;
  execute format('select coalesce(jsonb_agg(one order by one.test), ''[]'') from (
    select payment.test, count(*), sum(payment.captured_cents) as paid_cents, sum(payment.refunding_cents) as refunding_cents,
      sum(payment.refunded_cents) as refunded_cents, coalesce(sum(fee.cents), 0) as fee_cents
    from public.payments payment cross join lateral (
      select sum(case line.debit when ''provider_fee'' then line.amount_cents else -line.amount_cents end) as cents from public.money_transfers line
      where line.payment_id = payment.id and ''provider_fee'' in (line.debit, line.credit)) fee
    where %s group by payment.test) one', condition) into sums using p_company, p_kind, p_location, p_from, p_to;
  return jsonb_build_object('total', (select coalesce(sum((one ->> 'count')::integer), 0) from jsonb_array_elements(sums) one), 'sums', sums,
    'rows', internal.payment_rows(ids));
end $$;

revoke execute on function internal.concerns_business, internal.payment_found, internal.payment_rows, public.list_payments from public;
grant execute on function public.list_payments to authenticated;
