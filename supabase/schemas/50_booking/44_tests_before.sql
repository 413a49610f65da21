-- Services that need a test before (`service_tests`). A booked test counts like one that was done, so that both can be booked in one go.

-- The first of these services whose test is missing for a visit that begins at this instant, as {service_id, service, test_id, test, lead_hours}; null when nothing is.
-- Whose tests count: those of the customer, of the account or its confirmed address, those booked with this secret, and those of `p_address`, which its
-- owner has confirmed. As with internal.is_known, what somebody merely types does not count, since the answer would tell who has been there.
create function internal.missing_test(
  p_services uuid[], p_starts_at timestamptz, p_user uuid, p_secret bytea default null, p_customer uuid default null, p_address text default null) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  address constant text := coalesce(p_address, (select email from auth.users where id = p_user and email_confirmed_at is not null));
  need record;
  known uuid[];
begin
  for need in
    select link.*, service.name as service, test.name as test, place.company_id from public.service_tests link
    join public.locations place on place.id = link.location_id join public.services service on service.id = link.service_id join public.services test on test.id = link.test_service_id
    where link.service_id = any(p_services) order by array_position(p_services, link.service_id)
  loop
    known := coalesce(known, array(
      select customer.id from public.customers customer where customer.id = p_customer and customer.company_id = need.company_id
      union select customer.id from public.customers customer where customer.company_id = need.company_id and customer.user_id = p_user
      union select customer.id from public.customers customer
        where customer.company_id = need.company_id and customer.email operator(extensions.=) address::extensions.citext
      union select further.customer_id from public.customer_contacts further
        where further.company_id = need.company_id and further.kind = 'email' and further.value = lower(address)));
    continue when exists (
      select from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id
      where line.service_id = need.test_service_id and visit.state in ('confirmed', 'completed')
        and line.ends_at <= p_starts_at - make_interval(hours => need.hours)
        and line.ends_at >= p_starts_at - make_interval(days => need.days)
        and (visit.customer_id = any(known) or visit.user_id = p_user
          or exists (select from public.appointment_links link where link.appointment_id = visit.id and link.secret_hash = p_secret)));
    return jsonb_build_object('service_id', need.service_id, 'service', need.service, 'test_id', need.test_service_id,
      'test', need.test, 'lead_hours', need.hours);
  end loop;
  return null;
end $$;

-- Error: test_missing, with the answer of internal.missing_test as its detail.
create function internal.check_tests(
  p_services uuid[], p_starts_at timestamptz, p_user uuid, p_secret bytea default null, p_customer uuid default null, p_address text default null) returns void
language plpgsql stable set search_path = '' as $$
declare
  missing constant jsonb := internal.missing_test(p_services, p_starts_at, p_user, p_secret, p_customer, p_address);
begin
  if missing is not null then perform internal.fail('test_missing', missing::text); end if;
end $$;

revoke execute on function internal.missing_test, internal.check_tests from public;
