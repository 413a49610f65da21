-- What the rules of 60_retention call: each takes up to p_limit rows that are due and returns how many there were. Accounts and proofs have files
-- of their own (20_account_deletion, 40_proofs), looks at customers and the archive as well (57_customers, 50_booking).

-- Takes the contact out of visits that nobody can claim anything from any more. By location, because the index begins with it.
create function internal.forget_old_appointments(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  before constant timestamptz := internal.kept_since('appointments');
  due uuid[];
begin
  select coalesce(array_agg(old.id), '{}') into due from (
    select visit.id from public.locations place cross join lateral (
      select appointment.id from public.appointments appointment
      where appointment.location_id = place.id and appointment.starts_at < before and appointment.state not in ('requested', 'confirmed')
        and not internal.is_nobody(appointment.contact_name)
      order by appointment.starts_at limit p_limit) visit
    limit p_limit) old;
  if cardinality(due) = 0 then return 0; end if;
  perform internal.take_contact_out(due, 'Daten gelöscht', internal.kept_since('customers'));
  return cardinality(due);
end $$;

-- Files without any visit that nobody has changed for so long; and those that kept their name when it was taken out of their last visit, because they
-- were in use then. What is linked to an account goes with the account's wish.
create function internal.forget_customers(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  before constant timestamptz := internal.kept_since('customers');
  gone integer;
  spared uuid[];
begin
  delete from public.customers where id in (
    select file.id from public.customers file
    where file.updated_at < before and not internal.is_in_use(file, before)
      and not exists (select from public.appointments visit where visit.customer_id = file.id)
    limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  select coalesce(array_agg(last.id), '{}') into spared from (
    select visit.id from public.customers file cross join lateral (
      select one.id from public.appointments one where one.customer_id = file.id limit 1) visit
    where file.updated_at < before and not internal.is_nobody(file.name) and not internal.is_in_use(file, before)
      and not exists (select from public.appointments one where one.customer_id = file.id and not internal.is_nobody(one.contact_name))
    limit greatest(p_limit - gone, 0)) last;
  if cardinality(spared) > 0 then perform internal.take_contact_out(spared, 'Daten gelöscht', before); end if;
  return gone + cardinality(spared);
end $$;

-- What has left or never will. By company, because the index begins with it.
create function internal.forget_messages(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  before constant timestamptz := internal.kept_since('messages');
  gone integer;
begin
  delete from public.messages where id in (
    select old.id from (
      select message.id from public.companies company cross join lateral (
        select one.id from public.messages one
        where one.company_id = company.id and one.created_at < before and one.state not in ('queued', 'sending') limit p_limit) message
      union all
      select one.id from public.messages one
      where one.company_id is null and one.created_at < before and one.state not in ('queued', 'sending')) old
    limit p_limit);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function internal.forget_account_mails(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.messages where id in (
    select id from public.messages where company_id is null and kind = 'account_deleted' and state not in ('queued', 'sending')
      and created_at < internal.kept_since('account_mails') limit p_limit);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function internal.forget_links(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.appointment_shares where appointment_id in (
    select appointment_id from public.appointment_shares where expires_at < internal.kept_since('booking_links') limit p_limit for update skip locked);
  delete from public.appointment_links where (secret_hash, appointment_id) in (
    select secret_hash, appointment_id from public.appointment_links where expires_at < internal.kept_since('booking_links')
    limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function internal.forget_invitations(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.invitations where id in (
    select id from public.invitations where coalesce(accepted_at, expires_at) < internal.kept_since('invitations')
    limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function internal.forget_member_events(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.member_events where id in (
    select id from public.member_events where at < internal.kept_since('member_events') limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function internal.forget_agreements(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.agreements where id in (
    select accepted.id from public.agreements accepted where accepted.accepted_at < internal.kept_since('agreements')
      and not exists (select from public.companies company where company.id = accepted.company_id)
    limit p_limit);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function internal.forget_set_aside(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from internal.set_aside where id in (
    select id from internal.set_aside where at < internal.kept_since('set_aside') limit p_limit);
  get diagnostics gone = row_count;
  return gone;
end $$;
