-- Which visits the business answers first: they become requests, whatever door they came through.

-- Whether this account has been here. Anybody can type an address, and the answer would tell them who is a customer: so only the account counts,
-- by itself or by its confirmed address.
create function internal.is_known(p_company uuid, p_user uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  address constant text := (select email from auth.users where id = p_user and email_confirmed_at is not null);
begin
  return p_user is not null and exists (
    select from public.customers customer join public.appointments visit on visit.customer_id = customer.id
    where customer.company_id = p_company and (customer.user_id = p_user or customer.email operator(extensions.=) address::extensions.citext)
      and visit.state in ('confirmed', 'completed') and visit.starts_at <= internal.present());
end $$;

-- Whether a hold becomes a request: its location confirms by hand, or one of its services is booked by request, for everybody or for new customers.
-- With an offer the business has said yes already.
create function internal.asks_first(hold public.holds) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return hold.purpose <> 'offer' and exists (
    select from public.locations location where location.id = hold.location_id and (location.confirms_by_hand or exists (
      select from jsonb_array_elements(hold.lines) line join public.services service on service.id = (line ->> 'service_id')::uuid
      where service.booking_way = 'request'
        or service.new_by_request and not internal.is_known(hold.company_id, coalesce(hold.user_id, internal.person())))));
end $$;

revoke execute on function internal.is_known, internal.asks_first from public;
