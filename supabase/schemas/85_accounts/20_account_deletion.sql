-- Deleting an account (Art. 17 DSGVO): asked for, then carried out after fourteen days by the server's job; until then the person can
-- take it back. The appointments stay with the businesses, which have to account for them, but without a name: what is over at once,
-- what is still to come a day after it has ended. Customer files that then name nobody else's visits lose their name as well.
-- Declared withdrawals stay as they came until nobody needs the proof (85_accounts/40_proofs). Who is the only owner of a company has to hand it over or
-- close it first.

create table internal.account_deletions (
  user_id uuid primary key references auth.users on delete cascade,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  -- When the person was told that the company has to be handed over first.
  blocked_at timestamptz
);
create index account_deletions_due on internal.account_deletions (due_at);
alter table internal.account_deletions enable row level security;

-- Appointments of accounts that are gone, until nobody needs the contact any more.
create table internal.appointments_to_forget (
  appointment_id uuid primary key references public.appointments on delete cascade
);
alter table internal.appointments_to_forget enable row level security;

-- When the caller's account will be deleted; null while nobody has asked for that.
create function public.account_deletion() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select due_at from internal.account_deletions where user_id = (select internal.person())
$$;

-- A company that has no other owner than this person; null when there is none.
create function internal.solely_owned(p_user uuid) returns text
language sql stable set search_path = '' as $$
  select company.name from public.members member join public.companies company on company.id = member.company_id
  where member.user_id = p_user and member.role = 'owner' and company.state <> 'closed' and company.goes_at is null and not exists (
    select from public.members other where other.company_id = company.id and other.role = 'owner' and other.user_id <> p_user) limit 1
$$;

-- Asks for it; a repetition changes nothing. Errors: not_signed_in, last_owner (detail: the company).
create function public.request_account_deletion() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  present constant timestamptz := internal.present();
  owned text;
  due timestamptz;
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  owned := internal.solely_owned(caller);
  if owned is not null then perform internal.fail('last_owner', owned); end if;
  insert into internal.account_deletions values (caller, present, present + interval '14 days')
  on conflict do nothing returning due_at into due;
  if due is null then return (select due_at from internal.account_deletions where user_id = caller); end if;
  perform internal.mail_account(caller, 'account_deletion_requested', jsonb_build_object('due_at', due));
  return due;
end $$;

-- Takes it back; returns whether there was anything to take back.
create function public.cancel_account_deletion() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from internal.account_deletions where user_id = internal.person();
  return found;
end $$;

-- What stands in the place of a name that is gone.
create function internal.is_nobody(p_name text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_name in ('Gelöschtes Konto', 'Daten gelöscht')
$$;

-- Whether a file is still in use: changed since, its health data too, linked to an account, or beside that of a relative who came since.
create function internal.is_in_use(file public.customers, p_since timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select file.updated_at >= p_since or file.user_id is not null
    or exists (select from public.customer_health health where health.customer_id = file.id and health.updated_at >= p_since)
    or exists (select from public.customer_relatives relative join public.appointments visit
      on visit.customer_id = case when relative.customer_id = file.id then relative.relative_id else relative.customer_id end
      where file.id in (relative.customer_id, relative.relative_id) and visit.starts_at >= p_since)
$$;

-- Takes the contact out of appointments, out of their history and links, and out of files that then name nobody else's visits.
-- `p_files_before`, when only time has passed, spares the account's own visits and files that are in use since.
create function internal.take_contact_out(p_appointments uuid[], p_nobody text, p_files_before timestamptz default 'infinity') returns void
language plpgsql set search_path = '' as $$
declare
  nameless uuid[];
  parts uuid[];
begin
  update public.appointments set contact_name = p_nobody, contact_email = '', contact_phone = '', note = '', for_name = '',
    -- An account of its own keeps its visits until it goes, and with it the name under a review.
    user_id = case when p_files_before = 'infinity' then null else user_id end
  where id = any(p_appointments);
  delete from public.appointment_notes where appointment_id = any(p_appointments);
  delete from public.appointment_messages where appointment_id = any(p_appointments);
  delete from public.appointment_changes where appointment_id = any(p_appointments);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(p_appointments);
  delete from public.appointment_links where appointment_id = any(p_appointments);
  delete from public.appointment_shares where appointment_id = any(p_appointments);
  delete from public.messages where appointment_id = any(p_appointments);
  with emptied as (
    update public.customers customer
    set name = p_nobody, email = null, phone = '', note = '', tags = '{}', birthday = null, user_id = null, other_words = ''
    where id in (select customer_id from public.appointments where id = any(p_appointments)) and not exists (
      select from public.appointments appointment
      where appointment.customer_id = customer.id and not internal.is_nobody(appointment.contact_name))
      and (p_files_before = 'infinity' or not internal.is_in_use(customer, p_files_before))
    returning id)
  select coalesce(array_agg(id), '{}') into nameless from emptied;
  delete from public.customer_health where customer_id = any(nameless);
  delete from public.customer_relatives where customer_id = any(nameless) or relative_id = any(nameless);
  delete from public.customer_contacts where customer_id = any(nameless);
  delete from public.erasure_demands where customer_id = any(nameless);
  parts := internal.forget_merges_of(nameless);
  update public.import_rows set raw = '{}' where customer_id = any(parts);
end $$;

-- Takes the names out of what is left of accounts that are gone; a limited number at a time.
create function internal.forget_appointments(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  due uuid[];
begin
  with over as (
    delete from internal.appointments_to_forget where appointment_id in (
      select waiting.appointment_id from internal.appointments_to_forget waiting
      join public.appointments appointment on appointment.id = waiting.appointment_id
      where appointment.state not in ('requested', 'awaiting_payment', 'confirmed') or appointment.ends_at < internal.present() - interval '1 day'
      limit p_limit for update of waiting skip locked)
    returning appointment_id
  )
  select coalesce(array_agg(appointment_id), '{}') into due from over;
  if cardinality(due) = 0 then return 0; end if;
  perform internal.take_contact_out(due, 'Gelöschtes Konto');
  perform internal.silence_reviews(due, 'Gelöschtes Konto');
  return cardinality(due);
end $$;

create function internal.delete_account(p_user uuid) returns void
language plpgsql set search_path = '' as $$
declare
  files constant uuid[] := array(
    select file.id from public.customers file where file.user_id = p_user
    union select visit.customer_id from public.appointments visit where visit.user_id = p_user and visit.customer_id is not null
    union select made.kept_id from internal.customer_merges made where p_user::text in (made.gone ->> 'user_id', made.before ->> 'user_id'));
  parts uuid[];
begin
  perform internal.erase_orders(array(
    select one.id from public.search_orders one where one.user_id = p_user
    union select own.id from auth.users account, internal.orders_with(account.email) own where account.id = p_user and account.email_confirmed_at is not null));
  perform internal.forget_blocks_of(account.email) from auth.users account where account.id = p_user and account.email_confirmed_at is not null;
  perform internal.empty_tickets(array(
    select mine.id from public.tickets mine where mine.user_id = p_user
    union select own.id from auth.users account, internal.tickets_with(account.email) own where account.id = p_user and account.email_confirmed_at is not null));
  perform internal.mail_account(p_user, 'account_deleted');
  insert into internal.appointments_to_forget select id from public.appointments where user_id = p_user on conflict do nothing;
  delete from public.event_waits wait using auth.users account
  where account.id = p_user and (wait.user_id = p_user or wait.id in (select own.id from public.event_waits own
    where account.email_confirmed_at is not null and internal.mailbox(own.email) = internal.mailbox(account.email)));
  -- The file can keep a name, of somebody else's visits; what merging has kept of this person must not wait for its 30 days.
  parts := internal.forget_merges_of(files);
  update public.import_rows line set raw = '{}'
  where customer_id = any(parts) and not exists (select from public.customers file where file.id = line.customer_id);
  delete from auth.users where id = p_user;
end $$;

-- Carries out what is due, and forgets what is over; how much there was. One that cannot be deleted, because it has become the only
-- owner of a company meanwhile, is told so once and tried again the next day. What else goes with time: 85_accounts/60_retention.
-- For the server only.
create function public.delete_due_accounts(p_limit integer default 50) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  due uuid;
  first_time boolean;
  done integer := 0;
begin
  for due in select user_id from internal.account_deletions where due_at <= present order by due_at limit p_limit for update skip locked loop
    begin
      perform internal.delete_account(due);
      done := done + 1;
    exception when raise_exception then
      update internal.account_deletions set due_at = present + interval '1 day', blocked_at = coalesce(blocked_at, present)
      where user_id = due returning blocked_at = present into first_time;
      if first_time then
        perform internal.mail_account(due, 'account_deletion_blocked', jsonb_build_object('company', internal.solely_owned(due)));
      end if;
    end;
  end loop;
  return done + internal.forget_appointments(500);
end $$;

grant execute on function public.account_deletion, public.request_account_deletion, public.cancel_account_deletion to authenticated;
grant execute on function public.delete_due_accounts to service_role;
