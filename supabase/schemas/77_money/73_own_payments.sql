-- What an account is shown of what it pays online.

-- What is paid online for the caller's bookings, the latest first: [{appointment_id, payment: as in `get_booking`}]; none where everything is paid on site.
-- Error: not_signed_in.
create function public.own_payments() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('appointment_id', visit.id, 'payment', internal.payment_json(null, visit)) order by visit.starts_at desc, visit.id), '[]')
    from public.appointments visit join public.appointment_payment_terms terms on terms.appointment_id = visit.id where visit.user_id = caller);
end $$;

revoke execute on function public.own_payments from public;
grant execute on function public.own_payments to authenticated;
