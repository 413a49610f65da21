-- How long orders are kept (85_accounts/60_retention): drafts two days; of an order that has ended the category, city and counts stay, for the
-- statistics of demand, the person goes.

-- Takes the person out of ended orders: contact, words, exact place, links, questions, and what businesses wrote to them.
create function internal.empty_orders(p_orders uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.search_orders set user_id = null, contact_name = '', contact_email = '', contact_phone = '', contact_hash = null, title = '', text = '',
    for_name = '', place_label = '', latitude = null, longitude = null, area = null, emptied_at = internal.present()
  where id = any(p_orders);
  delete from public.search_order_links where order_id = any(p_orders);
  delete from public.order_messages where order_id = any(p_orders);
  delete from public.order_notices where order_id = any(p_orders);
  update public.offers set text_masked = '', reason = '' where order_id = any(p_orders) and (text_masked <> '' or reason <> '');
end $$;

create function internal.forget_closed_orders(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  due uuid[];
begin
  select coalesce(array_agg(old.id), '{}') into due from (
    select one.id from public.search_orders one
    where one.closed_at < internal.kept_since('closed_orders') and one.emptied_at is null
    order by one.closed_at limit p_limit for update skip locked) old;
  perform internal.empty_orders(due);
  return cardinality(due);
end $$;

create function internal.forget_order_drafts(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.search_orders where id in (
    select one.id from public.search_orders one
    where one.state = 'draft' and coalesce(one.submitted_at, one.created_at) < internal.kept_since('order_drafts') limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function internal.empty_orders, internal.forget_closed_orders, internal.forget_order_drafts from public;
