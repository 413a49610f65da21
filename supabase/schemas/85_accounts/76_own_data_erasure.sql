-- Having it erased (Art. 17 DSGVO). Places on waiting lists, search orders and messages to the platform go at once. What a business keeps of its customers is for that business to decide: it gets a
-- demand for each file in which the address stands, except files of accounts, which go with the account's wish. Proofs stay (40_proofs).

-- Answers {waits, orders, tickets, demands}: how many places, search orders and messages went, and how many businesses have been asked, those with an open demand included. Again it changes nothing.
-- Error: data_link_invalid.
create function public.erase_own_data(p_link uuid, p_pass text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link constant internal.own_data_links := internal.opened_data_link(p_link, p_pass);
  waits integer;
  orders integer;
  tickets integer;
begin
  -- Of two that come at once the second finds the demands of the first.
  perform pg_advisory_xact_lock(hashtextextended(link.email, 76));
  orders := internal.erase_orders(array(select id from internal.orders_with(link.email) where user_id is null));
  perform internal.forget_blocks_of(link.email);
  tickets := internal.empty_tickets(array(select id from internal.tickets_with(link.email) where user_id is null));
  delete from public.event_waits where id in (select id from internal.guest_waits(link.email));
  get diagnostics waits = row_count;
  insert into public.erasure_demands (company_id, customer_id, email, asked_at)
  select file.company_id, file.id, link.email, internal.present() from internal.files_of(link.email) file
  where file.user_id is null and not exists (
    select from public.erasure_demands known where known.customer_id = file.id and known.email = link.email and known.declined_at is null);
  return jsonb_build_object('waits', waits, 'orders', orders, 'tickets', tickets, 'demands', (
    select count(distinct company_id) from public.erasure_demands where customer_id in (select id from internal.files_of(link.email))
      and email = link.email and declined_at is null));
end $$;

-- Forgets the links and the mails about all this, by 60_retention; returns how many.
create function internal.forget_own_data_links(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  before constant timestamptz := internal.kept_since('own_data_links');
  links integer;
  mails integer;
begin
  delete from internal.own_data_links where id in (
    select id from internal.own_data_links where created_at < before limit p_limit for update skip locked);
  get diagnostics links = row_count;
  delete from public.messages where id in (
    select id from public.messages where company_id is null and kind in ('own_data_link', 'booking_links', 'erasure_answered')
      and state not in ('queued', 'sending') and created_at < before limit p_limit);
  get diagnostics mails = row_count;
  return links + mails;
end $$;

revoke execute on function internal.forget_own_data_links from public;
grant execute on function public.erase_own_data to anon, authenticated;
