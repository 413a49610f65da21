-- Messages from the page /contact (86_contact), for the operator, who answers them by mail.

-- Fifty a page: the open ones, the oldest first, or those of another state, the last moved first. {open, overdue: open for more than two days, more,
-- rows: [{id, number, subject, text, name, email, account, state, created_at}]}. Error: operator_only.
create function public.operator_tickets(p_state public.ticket_state default 'open', p_page integer default 1) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  page constant integer := least(greatest(coalesce(p_page, 1), 1), 10000);
begin
  perform internal.as_operator('support', 'read_tickets');
  return (
    with found as (
      select one.*, row_number() over (order by case when p_state = 'open' then one.created_at end, one.moved_at desc, one.id) as place
      from public.tickets one where one.state = coalesce(p_state, 'open') and one.emptied_at is null
      order by place offset (page - 1) * 50 limit 51)
    select jsonb_build_object(
      'open', (select count(*) from public.tickets where state = 'open'),
      'overdue', (select count(*) from public.tickets where state = 'open' and created_at < present - interval '2 days'),
      'more', count(*) > 50,
      'rows', coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'number', found.number, 'subject', found.subject, 'text', found.text, 'name', found.name,
        'email', found.email, 'account', found.user_id is not null, 'state', found.state, 'created_at', found.created_at) order by found.place)
        filter (where found.place <= page * 50), '[]'))
    from found);
end $$;

-- Says where a message stands. Errors: operator_only, ticket_not_found (also once it names nobody any more).
create function public.operator_settle_ticket(p_ticket uuid, p_state public.ticket_state) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.as_operator('support', 'settle_ticket', 'ticket ' || coalesce(p_ticket::text, ''));
  update public.tickets set state = coalesce(p_state, 'answered'), moved_at = internal.present() where id = p_ticket and emptied_at is null;
  if not found then perform internal.fail('ticket_not_found'); end if;
end $$;

revoke execute on function public.operator_tickets, public.operator_settle_ticket from public;
grant execute on function public.operator_tickets, public.operator_settle_ticket to authenticated;
