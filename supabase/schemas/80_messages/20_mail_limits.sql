-- How many mails somebody may cause to people who have not asked for them. Whoever books types an address, and nothing proves that it is
-- theirs: without limits the outbox would send what strangers want to whomever they want.
--
-- An address counts as the recipient's own when the account that booked has confirmed it; mails to it are not limited, bookings are. To all others
--   6 bookings an hour and 10 a day for an address, over all businesses; addresses that differ only after a + count as one;
--   20 an hour from a visitor's address (of IPv6 the /64), 60 from its network (/24, /56) and from all whose address is unknown together;
--   20 an hour and 60 a day from an account, also for its own address: somebody who confirms at once holds nothing but could still fill up a salon.
-- A guest's booking beyond that is refused and the hold stays, because a guest could not find a booking again without its mail. The answer
-- says what to do: sign in, or wait. A family that books five visits in a row notices nothing.
--   60 mails an hour from a member and 300 a day from a company about appointments that they enter by hand, and the counts of the recipient
--   from above. Beyond that the appointment stands, since the salon has its customer on the phone, and its mail is not sent.
--   5 moves a day of an appointment by its customer, and 6 an hour and 10 a day that a guest's address hears of; more are refused. Mails about moves by the business wait ten
--   seconds; from the fourth of a day on the customer gets one for all, an hour after the last move, from the seventh on six hours, with the final time.
--   3 invitations an hour and 6 a day for an address, over all companies; 100 a day from a company and from an account; more are refused.
--   15 mails an hour and 60 a day to the address that a business gives for itself, unless one of its members has confirmed it: anybody's
--   address can be given there. More go to the address of an owner's account. An address that a member has confirmed gets 120 an hour and
--   500 a day for each published location of the company, twice what a salon with 200 bookings a day makes with all their changes.
--   30 mails an hour and 100 a day that one network, and one account, cause at one business by booking, moving, cancelling and withdrawing.
--   Beyond these the booking stands, in the calendar as any other, and its mail to the business is not sent.
-- Only published locations of active companies send mails: an appointment entered by hand elsewhere causes none. People who booked
-- online or have had a mail about an appointment are told of its end in any case. Mails about accounts go to confirmed addresses only and are
-- not limited here: nobody must be able to use up the warning of a foreign sign-in.
-- A mail that is not sent is in `messages` as `skipped`, with its reason in `last_error`: company_inactive, location_unpublished,
-- too_many_mails, not_wanted (by whoever has the address), replaced (by a later mail about the same appointment).
-- Counts are per window, which begins with the hour or day (UTC), and are shared by all processes. The server's own work and visitors of a process
-- without limits are not counted (internal.is_limited).

-- Recipients are stored as hashes. Rows end with their window; the outbox job removes them. Unlogged: after a crash of the database all counts
-- start again.
create unlogged table internal.mail_counts (
  subject text not null check (length(subject) <= 200),
  window_start timestamptz not null,
  used integer not null,
  ends_at timestamptz not null,
  primary key (subject, window_start)
);
create index mail_counts_ends on internal.mail_counts (ends_at);
alter table internal.mail_counts enable row level security;

-- So many of something in so many seconds.
create type internal.budget as (subject text, most integer, seconds integer);

-- What counts as one mailbox: without letter case and tag, with Google without dots.
create function internal.mailbox(p_email text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  part constant text := split_part(lower(split_part(p_email, '@', 1)), '+', 1);
  host constant text := lower(split_part(p_email, '@', 2));
begin
  if host in ('gmail.com', 'googlemail.com') then return replace(part, '.', '') || '@gmail.com'; end if;
  return part || '@' || host;
end $$;

-- What was sent to a mailbox recently.
create index messages_mailbox on public.messages (internal.mailbox(recipient), created_at);
-- No mailbox waits twice for one event, and what it waits for can be counted.
create unique index event_waits_waiting on public.event_waits (event_id, internal.mailbox(email)) where hold_id is null and left_at is null;
create index event_waits_mailbox on public.event_waits (internal.mailbox(email));

create function internal.recipient_budgets(p_email text, p_hourly integer, p_daily integer, p_kind text) returns internal.budget[]
language plpgsql immutable set search_path = '' as $$
declare
  subject constant text := p_kind || ' to ' || encode(sha256(convert_to(internal.mailbox(p_email), 'UTF8')), 'hex');
begin
  return array[row(subject, p_hourly, 3600), row(subject, p_daily, 86400)]::internal.budget[];
end $$;

-- What a visitor's place may cause of one kind: an address, its network, and all whose address is unknown together.
create function internal.place_budgets(p_kind text) returns internal.budget[]
language plpgsql stable set search_path = '' as $$
declare
  address constant inet := internal.visitor_address();
begin
  if address is null then return array[row(p_kind || ' from unknown', 60, 3600)]::internal.budget[]; end if;
  return array[row(p_kind || ' from ' || address, 20, 3600),
    row(p_kind || ' from ' || internal.visitor_network(address) || ' (network)', 60, 3600)]::internal.budget[];
end $$;

-- How many mails a customer may cause at one business: counted for the caller and for their network.
create function internal.notice_budgets(p_company uuid) returns internal.budget[]
language plpgsql stable set search_path = '' as $$
declare
  subject constant text := 'notices at ' || p_company || ' from ';
begin
  return (select array_agg(row(subject || caller, budget.most, budget.seconds)::internal.budget)
    from unnest(array[(internal.visitor()).network::text, internal.person()::text]) caller
    cross join (values (30, 3600), (100, 86400)) budget (most, seconds) where caller is not null);
end $$;

-- Whose counts a budget belongs to. What is booked, moved and sent in a sandbox leaves nothing (97_sandboxes), so it counts there and uses up nothing of anybody
-- else; what its visitor writes to the operator counts as everybody's.
create function internal.count_of(budget internal.budget, p_sandbox uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_sandbox is not null and split_part(budget.subject, ' ', 1) in ('booking', 'bookings', 'move', 'notices', 'mails')
    then 'in sandbox ' || p_sandbox || ' ' else '' end || budget.subject || ' in ' || budget.seconds;
end $$;

-- Takes one from each budget; returns the subject of one that was already used up, else null. A caller that then refuses rolls the rest back.
-- Called last in a transaction, after all other locks, and always in one order, so that nobody who has locked a count waits for somebody else. Who spends
-- more than once therefore takes all of the counts before, with p_used 0.
create function internal.spend(p_budgets internal.budget[], p_used integer default 1) returns text
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  sandbox constant uuid := internal.own_sandbox();
  over text;
begin
  with taken as (
    insert into internal.mail_counts as counted (subject, window_start, used, ends_at)
    select internal.count_of(budget, sandbox), start.at, p_used, start.at + make_interval(secs => budget.seconds)
    from unnest(p_budgets) budget
    cross join lateral (select to_timestamp(floor(extract(epoch from present) / budget.seconds) * budget.seconds) as at) start
    order by 1
    on conflict (subject, window_start) do update set used = counted.used + p_used
    returning subject, used
  )
  select budget.subject into over from unnest(p_budgets) budget
  join taken on taken.subject = internal.count_of(budget, sandbox)
  where taken.used > budget.most order by budget.subject limit 1;
  return over;
end $$;

-- A booking. `p_own`: the account that books has confirmed the address; else it may be anybody's, and is counted as well.
-- Returns what spend_notice does; `spend` returns the first subject that is used up, and "notices" come last.
-- Errors: too_many_to_address, too_many_bookings.
create function internal.spend_booking(p_email text, p_own boolean, p_company uuid) returns text
language plpgsql set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  over text;
begin
  if not internal.is_limited() then return null; end if;
  over := internal.spend(case when p_own then '{}' else internal.recipient_budgets(p_email, 6, 10, 'booking') end
    || internal.place_budgets('bookings') || internal.notice_budgets(p_company)
    || case when caller is not null then array[row('bookings from ' || caller, 20, 3600), row('bookings from ' || caller, 60, 86400)]::internal.budget[] end);
  if over like 'booking to %' then perform internal.fail('too_many_to_address'); end if;
  if over like 'bookings from %' then perform internal.fail('too_many_bookings'); end if;
  return case when over is not null then 'too_many_mails' end;
end $$;

-- Why the business gets no mail about what its customer does just now; null when it does.
create function internal.spend_notice(p_company uuid) returns text
language plpgsql set search_path = '' as $$
begin
  if not internal.is_limited() or internal.spend(internal.notice_budgets(p_company)) is null then return null; end if;
  return 'too_many_mails';
end $$;

-- Of a mail to this address that a member causes by hand, about an appointment of this company.
create function internal.by_hand_budgets(p_company uuid, p_email text) returns internal.budget[]
language plpgsql stable set search_path = '' as $$
begin
  return internal.recipient_budgets(p_email, 6, 10, 'booking') || array[row('mails from ' || internal.person(), 60, 3600),
    row('mails from company ' || p_company, 300, 86400)]::internal.budget[];
end $$;

-- Why such a mail is not sent; null when it is.
create function internal.spend_by_hand(p_company uuid, p_email text) returns text
language plpgsql set search_path = '' as $$
begin
  if p_email = '' or not internal.is_limited() or internal.spend(internal.by_hand_budgets(p_company, p_email)) is null then return null; end if;
  return 'too_many_mails';
end $$;

-- Takes the counts of mails about several appointments that a transaction is going to spend one by one: in the order in which everybody takes them.
create function internal.take_counts_by_hand(p_appointments uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  if not internal.is_limited() then return; end if;
  perform internal.spend(array(select distinct budget from public.appointments visit
    cross join unnest(internal.by_hand_budgets(visit.company_id, visit.contact_email)) budget
    where visit.id = any(p_appointments) and visit.contact_email <> ''), 0);
end $$;

-- An invitation. Errors: resend_too_soon, too_many_invitations.
create function internal.spend_invitation(p_company uuid, p_email text) returns void
language plpgsql set search_path = '' as $$
declare
  over text;
begin
  if not internal.is_limited() then return; end if;
  over := internal.spend(internal.recipient_budgets(p_email, 3, 6, 'invitation') || array[
    row('invitations from ' || internal.person(), 100, 86400), row('invitations from company ' || p_company, 100, 86400)]::internal.budget[]);
  if over like 'invitation to %' then perform internal.fail('resend_too_soon'); end if;
  if over is not null then perform internal.fail('too_many_invitations'); end if;
end $$;
