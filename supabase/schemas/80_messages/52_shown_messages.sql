-- The messages that members see, as the policies of `messages` say, without what is in them, and the address of a customer only with the right to contact data.

-- Why a message was not sent. What a mail server says can name the address, the words of this product do not.
create function internal.shown_error(p_error text, p_hidden boolean) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_hidden and p_error !~ '^[a-z_]*$' then '' else p_error end;
end $$;

create view public.shown_messages with (security_barrier = true) as
select id, company_id, appointment_id, customer_id, kind, audience, channel, state, attempts, sent_at, created_at,
  case when audience <> 'customer' or company_id = any(array(select internal.companies_with('contact_data'))) then recipient else '' end as recipient,
  internal.shown_error(last_error, not company_id = any(array(select internal.companies_with('contact_data')))) as last_error,
  payload ->> 'invitation_id' as invitation_id
from public.messages
where (appointment_id is not null and (user_id is null or user_id = (select internal.person()))
    and company_id = any(array(select internal.companies_with('all_calendars'))))
  or ((appointment_id is null or user_id is not null) and company_id = any(array(select internal.companies_as('manager'))));

revoke all on public.shown_messages from anon, authenticated, service_role;
grant select on public.shown_messages to authenticated;
revoke execute on function internal.shown_error from public;
-- The view asks it as its reader.
grant execute on function internal.shown_error to authenticated;
