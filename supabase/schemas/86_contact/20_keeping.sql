-- How long messages to the operator are kept (85_accounts/60_retention), and what somebody may do with their own (Art. 15 and 17 GDPR).

-- Takes the person out: what they wrote, name and address. Number, subject and state stay. Returns how many there were.
create function internal.empty_tickets(p_tickets uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  emptied integer;
begin
  update public.tickets set text = '', name = '', email = '', user_id = null, state = 'closed', emptied_at = internal.present()
  where id = any(p_tickets) and emptied_at is null;
  get diagnostics emptied = row_count;
  return emptied;
end $$;

create function internal.forget_tickets(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
begin
  return internal.empty_tickets(array(
    select old.id from public.tickets old where old.moved_at < internal.kept_since('tickets') and old.emptied_at is null
    order by old.moved_at limit p_limit for update skip locked));
end $$;

-- What was written with an address, signed in or not.
create function internal.tickets_with(p_email text) returns setof public.tickets
language plpgsql stable set search_path = '' rows 5 as $$
begin
  return query
  select * from public.tickets one
  where internal.mailbox(one.email) = internal.mailbox(p_email) and lower(one.email) = lower(p_email) and one.emptied_at is null;
end $$;

-- All that is kept of somebody's messages, for their own data (85_accounts/75_own_data): of an account and of an address, each may be null.
create function internal.tickets_data(p_user uuid, p_email text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('number', one.number, 'subject', one.subject, 'text', one.text, 'name', one.name, 'email', one.email,
      'state', one.state, 'created_at', one.created_at) order by one.created_at, one.id), '[]')
    from (select * from public.tickets mine where mine.user_id = p_user union select * from internal.tickets_with(p_email)) one);
end $$;

revoke execute on function internal.empty_tickets, internal.forget_tickets, internal.tickets_with, internal.tickets_data from public;
