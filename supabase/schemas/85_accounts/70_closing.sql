-- Closing a company: at once for everybody outside, and for 14 days its owners can take their data along or open it again. Then all of it is deleted;
-- what the operator has to keep as a proof (30_withdrawals, 50_agreements) does not go with the company. A suspended one stays suspended meanwhile, and afterwards too when
-- it is opened again.

-- Whether the caller signed in within the last hour: for what must not happen to a session that somebody left open.
create function internal.signed_in_lately() returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from jsonb_array_elements(case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end) method
    where to_timestamp((method ->> 'timestamp')::double precision) > internal.present() - interval '1 hour')
$$;

-- Cancels up to p_limit appointments that are still to come, of group events with them, and tells their customers while the company can still write.
create function internal.cancel_coming(p_company uuid, p_limit integer) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  reason constant text := 'Der Betrieb schließt.';
  event uuid;
  visit public.appointments;
begin
  for event in select one.id from public.events one join public.locations held on held.id = one.location_id
    where held.company_id = p_company and one.cancelled_at is null and one.starts_at > present order by one.id limit p_limit loop
    perform public.cancel_event(event, reason);
  end loop;
  for visit in select * from public.appointments
    where location_id in (select id from public.locations where company_id = p_company) and starts_at > present
      and state in ('requested', 'awaiting_payment', 'confirmed') order by id limit p_limit for update loop
    perform internal.compose_ordered(visit.id);
    perform internal.move(visit, 'cancel', 'business', reason);
  end loop;
  perform internal.compose_ordered(ordered.appointment_id) from (
    select distinct one.appointment_id from public.appointment_events one join public.appointments own on own.id = one.appointment_id
    where one.mails_due and own.company_id = p_company) ordered;
end $$;

-- Closes a company whose owner has typed its name and signed in lately. What is still to come is cancelled with a mail where p_cancel says so, up to
-- p_limit a call; null means that there is more, and the caller calls again. Else returns when the data go. Again changes nothing.
-- Errors: company_not_found, role_not_allowed, sign_in_again, name_differs, appointments_coming (detail: how many).
create function public.close_company(p_company uuid, p_name text default '', p_cancel boolean default false, p_limit integer default 200) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  company public.companies;
  place uuid;
  expected integer;
begin
  perform internal.open_company(p_company, 'owner');
  select * into company from public.companies where id = p_company;
  if company.goes_at is not null then return company.goes_at; end if;
  if not internal.signed_in_lately() then perform internal.fail('sign_in_again'); end if;
  if btrim(coalesce(p_name, '')) <> btrim(company.name) then perform internal.fail('name_differs'); end if;
  -- Nobody books meanwhile.
  for place in select id from public.locations where company_id = p_company order by id loop
    perform internal.lock_location(place, true);
  end loop;
  if p_cancel then perform internal.cancel_coming(p_company, greatest(least(p_limit, 1000), 1)); end if;
  expected := public.coming_appointments(p_company);
  if expected > 0 and p_cancel then return null; end if;
  if expected > 0 then perform internal.fail('appointments_coming', expected::text); end if;
  -- Courses that nobody has booked, and whoever is just booking.
  perform internal.cancel_coming(p_company, 1000);
  perform internal.end_hold(open.id, false) from public.holds open
  where open.location_id in (select id from public.locations where company_id = p_company) and open.ended_at is null;
  update public.locations set state = 'paused' where company_id = p_company and state = 'published';
  update public.companies set state = case when state = 'suspended' then state else 'closed' end, goes_at = present + interval '14 days'
  where id = p_company returning * into company;
  -- Else the next sign-in after the deletion would make the company of the registration again.
  update auth.users set raw_user_meta_data = raw_user_meta_data - 'company_name' - 'agreements'
  where id in (select user_id from public.members where company_id = p_company) and raw_user_meta_data ? 'company_name';
  perform internal.mail_account(owner.user_id, 'company_closed', jsonb_build_object('company', company.name, 'due_at', company.goes_at))
  from public.members owner where owner.company_id = p_company and owner.role = 'owner';
  return company.goes_at;
end $$;

-- How many appointments of the caller's company are still to come, which closing would cancel; p_untold: only those whose customers get no mail about that,
-- because there is no address, or because they were entered by hand at a location that is not published. Zero for whom they are none of their business.
create function public.coming_appointments(p_company uuid, p_untold boolean default false) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_company not in (select internal.companies_as('owner')) then return 0; end if;
  return (
    select count(*) from public.appointments visit
    join public.locations place on place.id = visit.location_id join public.companies company on company.id = place.company_id
    where place.company_id = p_company and visit.starts_at > internal.present() and visit.state in ('requested', 'awaiting_payment', 'confirmed')
      and (not p_untold or visit.contact_email = ''
        or internal.customer_held_back(visit, company.state = 'active', place.state = 'published') is not null));
end $$;

-- A closed company takes nothing on: what was taken on would go unsaid with everything else.
create function internal.refuse_when_closed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.companies where id = new.company_id and goes_at is not null) then perform internal.fail('company_closed'); end if;
  return null;
end $$;
create trigger refuse_when_closed_made after insert on public.appointments for each row
  when (new.state in ('requested', 'awaiting_payment', 'confirmed')) execute function internal.refuse_when_closed();
create trigger refuse_when_closed_again after update of state on public.appointments for each row
  when (new.state in ('requested', 'awaiting_payment', 'confirmed') and old.state <> new.state) execute function internal.refuse_when_closed();

-- Opens a closed company again; its locations stay paused. For owners. Errors: company_not_found, role_not_allowed, company_going (its data are being deleted).
create function public.reopen_company(p_company uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.open_company(p_company, 'owner');
  if (select goes_at from public.companies where id = p_company) <= internal.present() then perform internal.fail('company_going'); end if;
  update public.companies set state = case when state = 'closed' then 'active' else state end, goes_at = null
  where id = p_company and goes_at is not null;
end $$;

-- Closed companies whose data are to go, with the folders of their pictures: [{id, locations}]. For the server only.
create function public.companies_to_delete(p_limit integer default 10) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', gone.id, 'locations', array(select place.id from public.locations place where place.company_id = gone.id))), '[]')
  from (select id from public.companies where goes_at <= internal.present() order by goes_at limit p_limit) gone
$$;

-- Deletes a company that is due, up to p_limit rows a call, and in the end itself, unless it was paid here (77_money/65_ending); 0 when it is gone, or is not due. For the server only.
create function public.delete_company(p_company uuid, p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  perform from public.companies where id = p_company and goes_at <= internal.present() for update;
  if not found then return 0; end if;
  perform internal.keep_tax_data_of(p_company);
  delete from public.appointments where id in (select id from public.appointments
    where location_id in (select id from public.locations where company_id = p_company) limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  with file as (
    delete from public.customers where id in (select id from public.customers where company_id = p_company limit p_limit) returning id
  ), aside as (
    delete from internal.set_aside where place like 'customers.%' and row_id in (select id::text from file)
  )
  select count(*) into gone from file;
  if gone > 0 then return gone; end if;
  delete from public.messages where id in (select id from public.messages where company_id = p_company limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  -- An export that is just being collected ends first, and no other begins.
  perform from public.transfers where company_id = p_company order by id for update;
  delete from internal.transfer_rows where (transfer_id, n) in (select line.transfer_id, line.n from internal.transfer_rows line
    where line.transfer_id in (select id from public.transfers where company_id = p_company) limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  if not internal.leave_for_books(p_company) then delete from public.companies where id = p_company; end if;
  return 0;
end $$;

revoke execute on function internal.signed_in_lately, internal.cancel_coming, internal.refuse_when_closed from public;
grant execute on function public.close_company, public.coming_appointments, public.reopen_company to authenticated;
grant execute on function public.companies_to_delete, public.delete_company to service_role;
