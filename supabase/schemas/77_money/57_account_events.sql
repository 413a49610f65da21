-- Keeps what a provider has sent about an account of a business, once, and orders that what it is about is read; nothing in it is believed. The caller has
-- verified that it comes from there. `p_ref` is what the provider calls the payment or its money, `p_payment` the payment of ours that the provider names.
-- A business may use its account for other things: what names no payment of ours is kept and nothing more. Answers {new, payment_id}. For the server only.
-- Error: provider_unknown.
create function public.receive_account_event(
  p_provider text, p_event text, p_account text, p_kind text, p_ref text default '', p_payment uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account public.payment_accounts;
  payment uuid;
  made bigint;
begin
  if not coalesce(p_provider = 'stripe' and p_event <> '', false) then perform internal.fail('provider_unknown'); end if;
  select * into account from public.payment_accounts where provider = p_provider and ref = left(p_account, 255) and ref <> '';
  select id into payment from public.payments one where one.provider = p_provider and one.company_id = account.company_id
    and (one.ref <> '' and one.ref = p_ref or one.intent_ref <> '' and one.intent_ref = p_ref or one.id = p_payment) limit 1 for no key update;
  insert into public.provider_events (provider, event_id, kind, ref, payment_id, received_at)
  values (p_provider, left(p_event, 255), left(coalesce(p_kind, ''), 100), left(coalesce(p_ref, ''), 255), payment, internal.present())
  on conflict (provider, event_id) do nothing returning id into made;
  if made is null then return jsonb_build_object('new', false, 'payment_id', payment); end if;
  if account.id is null and coalesce(p_account, '') <> '' then
    perform internal.alert('unknown_account', null, p_provider || ':' || left(p_account, 100), jsonb_build_object('account', left(p_account, 255)));
  elsif payment is not null then
    perform internal.command(payment, 'read');
  elsif p_payment is not null and account.id is not null then
    perform internal.alert('unknown_payment', null, p_provider || ':' || left(p_event, 100), jsonb_build_object('ref', left(coalesce(p_ref, ''), 255)));
  end if;
  if p_kind ~ '^(account|payout|capability)\.' then
    update public.payment_accounts set sync_at = internal.present() where id = account.id;
  end if;
  return jsonb_build_object('new', true, 'payment_id', payment);
end $$;

grant execute on function public.receive_account_event to service_role;
