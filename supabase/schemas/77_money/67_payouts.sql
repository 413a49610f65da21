-- What a provider has sent to the bank of a business, and of what it is made up. The items of a payout add up to it, or there are none.

create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete restrict,
  provider varchar(20) not null check (provider in ('test', 'stripe')),
  ref varchar(255) not null,
  test boolean not null,
  -- Below zero when the provider has taken money from the bank.
  amount_cents integer not null,
  state varchar(20) not null check (state in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  arrives_on date not null,
  created_at timestamptz not null,
  -- Of it: what does not come from payments here, because the business uses its account for other things too. Null without items.
  other_cents integer,
  -- Its events in the ledger: sent, and come back because the bank did not take it.
  event_id bigint references public.money_events on delete restrict,
  returned_event_id bigint references public.money_events on delete restrict,
  unique (provider, ref)
);
create index payouts_company on public.payouts (company_id, arrives_on);
create index payouts_event on public.payouts (event_id) where event_id is not null;
create index payouts_returned on public.payouts (returned_event_id) where returned_event_id is not null;

create table public.payout_items (
  payout_id uuid not null references public.payouts on delete restrict,
  position integer not null check (position > 0),
  ref varchar(255) not null,
  kind varchar(20) not null check (kind in ('payment', 'refund', 'dispute', 'fee', 'returned', 'other')),
  payment_id uuid references public.payments on delete restrict,
  amount_cents integer not null,
  -- What the provider has kept of it.
  fee_cents integer not null,
  primary key (payout_id, position)
);
create index payout_items_payment on public.payout_items (payment_id) where payment_id is not null;

create trigger keep before delete or truncate on public.payouts for each statement execute function internal.refuse_change();
create trigger append_only before update or delete or truncate on public.payout_items for each statement execute function internal.refuse_change();

create function internal.match_items() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (select sum(amount_cents::bigint - fee_cents) from public.payout_items where payout_id = new.payout_id)
    <> (select amount_cents from public.payouts where id = new.payout_id) then
    raise exception using errcode = '23514', message = 'the items of a payout add up to it';
  end if;
  return null;
end $$;
create constraint trigger match after insert on public.payout_items deferrable initially deferred for each row execute function internal.match_items();

create function internal.guard_payout() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.id, new.company_id, new.provider, new.ref, new.test, new.amount_cents, new.created_at)
    is distinct from (old.id, old.company_id, old.provider, old.ref, old.test, old.amount_cents, old.created_at)
    or new.event_id is distinct from old.event_id and old.event_id is not null
    or new.returned_event_id is distinct from old.returned_event_id and old.returned_event_id is not null then
    raise exception using errcode = '42501', message = 'what a payout is stays';
  end if;
  return new;
end $$;
create trigger guard before update on public.payouts for each row execute function internal.guard_payout();

-- Books a payout of an account: {ref, amount, state, arrives_on, created_at, items?: [{ref, kind, intent: what the provider calls the money of a payment, or '',
-- amount, fee}]}. Again, or with an older state, changes nothing. Items that do not add up are not kept and become an alert. For the server only.
-- Answers the payout's id; null for an account that is not ours.
create function public.apply_payout(p_account uuid, p_payout jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  account public.payment_accounts;
  payout public.payouts;
  items constant jsonb := case when jsonb_typeof(p_payout -> 'items') = 'array' then p_payout -> 'items' else '[]' end;
begin
  select * into account from public.payment_accounts where id = p_account for no key update;
  if account.id is null then return null; end if;
  insert into public.payouts as known (company_id, provider, ref, test, amount_cents, state, arrives_on, created_at)
  values (account.company_id, account.provider, p_payout ->> 'ref', account.test, (p_payout ->> 'amount')::integer, p_payout ->> 'state',
    (p_payout ->> 'arrives_on')::date, (p_payout ->> 'created_at')::timestamptz)
  -- One that has come back does not become paid again.
  on conflict (provider, ref) do update set arrives_on = excluded.arrives_on,
    state = case when known.state in ('failed', 'canceled') or known.state = 'paid' and excluded.state <> 'failed' then known.state
      else excluded.state end
  returning * into payout;
  if payout.company_id <> account.company_id or payout.amount_cents <> (p_payout ->> 'amount')::integer then
    perform internal.alert('payout_changed', null, payout.id::text, p_payout - 'items');
    return payout.id;
  end if;
  if payout.other_cents is null and jsonb_array_length(items) > 0 then payout := internal.keep_items(payout, items); end if;
  perform internal.post_payout(payout);
  return payout.id;
end $$;

-- Keeps the items of a payout that add up to it.
create function internal.keep_items(payout public.payouts, p_items jsonb) returns public.payouts
language plpgsql set search_path = '' as $$
declare
  total constant bigint := (select sum((one ->> 'amount')::bigint - (one ->> 'fee')::bigint) from jsonb_array_elements(p_items) one);
begin
  if total <> payout.amount_cents then
    perform internal.alert('payout_mismatch', null, payout.id::text, jsonb_build_object('payout', payout.id, 'amount', payout.amount_cents, 'items', total));
    return payout;
  end if;
  insert into public.payout_items (payout_id, position, ref, kind, payment_id, amount_cents, fee_cents)
  select payout.id, item.n, left(one ->> 'ref', 255), one ->> 'kind', payment.id, (one ->> 'amount')::integer, (one ->> 'fee')::integer
  from jsonb_array_elements(p_items) with ordinality item (one, n)
  left join public.payments payment on payment.provider = payout.provider and payment.company_id = payout.company_id
    and payment.intent_ref <> '' and payment.intent_ref = one ->> 'intent';
  update public.payouts set other_cents = (
    select coalesce(sum(item.amount_cents - item.fee_cents) filter (where item.payment_id is null and item.kind not in ('fee', 'returned')), 0)
    from public.payout_items item where item.payout_id = payout.id)
  where id = payout.id returning * into payout;
  return payout;
end $$;

-- bank → provider_balance for what of a payout comes from payments here, provider_fee → provider_balance for what the account itself has cost; the other way
-- round when the bank did not take it.
create function internal.post_payout(payout public.payouts) returns void
language plpgsql set search_path = '' as $$
declare
  known constant text := 'payout:' || payout.id;
  cents constant integer := payout.amount_cents - coalesce(payout.other_cents, 0);
  costs integer;
  posted bigint;
begin
  if payout.state = 'paid' and payout.event_id is null then
    select coalesce(sum(fee_cents - amount_cents), 0) into costs from public.payout_items where payout_id = payout.id and kind = 'fee' and payment_id is null;
    posted := internal.post_event(payout.company_id, null, 'payout', known || ':paid', array[('bank', 'provider_balance', cents)::internal.posting,
      ('provider_balance', 'bank', -cents)::internal.posting, ('provider_fee', 'provider_balance', costs)::internal.posting,
      ('provider_balance', 'provider_fee', -costs)::internal.posting]);
    update public.payouts set event_id = posted where id = payout.id;
  elsif payout.state = 'failed' and payout.event_id is not null and payout.returned_event_id is null then
    posted := internal.post_event(payout.company_id, null, 'payout_returned', known || ':returned', array(
      select (line.credit, line.debit, line.amount_cents)::internal.posting from public.money_transfers line
      where line.event_id = payout.event_id and 'bank' in (line.debit, line.credit)));
    update public.payouts set returned_event_id = posted where id = payout.id;
  end if;
end $$;

alter table public.payouts enable row level security;
create policy managers_read on public.payouts for select to authenticated using (company_id in (select internal.companies_as('manager')));
revoke all on public.payouts from service_role;
grant select (id, company_id, provider, test, amount_cents, state, arrives_on, created_at, other_cents, event_id, returned_event_id)
  on public.payouts to authenticated;
grant select on public.payouts to service_role;

alter table public.payout_items enable row level security;
create policy managers_read on public.payout_items for select to authenticated
  using (exists (select from public.payouts payout where payout.id = payout_id));
revoke all on public.payout_items from service_role;
grant select (payout_id, position, kind, payment_id, amount_cents, fee_cents) on public.payout_items to authenticated;
grant select on public.payout_items to service_role;

revoke execute on function internal.match_items, internal.guard_payout, internal.keep_items, internal.post_payout from public;
grant execute on function public.apply_payout to service_role;
