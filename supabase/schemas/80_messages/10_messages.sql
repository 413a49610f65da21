-- Outbox. Verb functions add a row in the transaction of the change, so that a message exists if and only if the change does.
-- The server's job claims rows with a lease and sends them: at least once, never for what was rolled back.

-- queued → sending → sent, then `delivered` or `bounced` where the other side reports it. `failed`: refused for good, or tried ten times;
-- `unknown`: handed over, but nobody answered, and it must not go out twice; `skipped`: never to be sent, for the reason in `last_error`.
create type public.message_state as enum ('queued', 'sending', 'sent', 'failed', 'skipped', 'delivered', 'bounced', 'unknown');

-- § 7 UWG: advertising needs the recipient's consent and a link to unsubscribe; what belongs to a contract or an account does not.
create type public.message_purpose as enum ('transactional', 'marketing');

-- All kinds of messages. Of those waiting, the lowest number goes first, so that nothing delays a confirmation.
create table internal.message_kinds (
  kind text primary key check (length(kind) <= 60),
  purpose public.message_purpose not null,
  priority smallint not null
);
alter table internal.message_kinds enable row level security;
insert into internal.message_kinds (kind, purpose, priority) values
  ('account_new_sign_in', 'transactional', 10),
  ('account_password_changed', 'transactional', 10),
  ('account_deletion_requested', 'transactional', 10),
  ('account_deletion_blocked', 'transactional', 10),
  ('account_deleted', 'transactional', 10),
  ('company_closed', 'transactional', 10),
  ('appointment_confirmed', 'transactional', 10),
  ('appointment_requested', 'transactional', 10),
  ('appointment_cancelled', 'transactional', 10),
  ('appointment_declined', 'transactional', 10),
  ('appointment_rescheduled', 'transactional', 10),
  ('appointment_proposed', 'transactional', 10),
  ('appointment_kept', 'transactional', 10),
  ('appointment_withdrawn', 'transactional', 10),
  ('appointment_not_booked', 'transactional', 10),
  ('appointment_payment_due', 'transactional', 10),
  ('appointment_message', 'transactional', 20),
  ('withdrawal_received', 'transactional', 10),
  ('event_wait_confirm', 'transactional', 10),
  ('event_waiting', 'transactional', 10),
  ('event_seat_free', 'transactional', 10),
  ('event_seat_open', 'transactional', 10),
  ('event_cancelled', 'transactional', 10),
  ('order_confirm', 'transactional', 10),
  ('order_open', 'transactional', 10),
  ('order_closed', 'transactional', 10),
  ('own_data_link', 'transactional', 10),
  ('booking_links', 'transactional', 10),
  ('erasure_answered', 'transactional', 10),
  ('offer_accepted', 'transactional', 10),
  ('offer_declined', 'transactional', 20),
  ('offer_lapsed', 'transactional', 20),
  ('offer_received', 'transactional', 10),
  ('offers_digest', 'transactional', 10),
  ('order_matching', 'transactional', 30),
  ('question', 'transactional', 20),
  ('offer_expiring', 'transactional', 10),
  ('order_still_wanted', 'transactional', 10),
  ('report_received', 'transactional', 30),
  ('decision', 'transactional', 30),
  ('appeal_decided', 'transactional', 30),
  ('ticket_received', 'transactional', 20),
  ('waitlist_joined', 'transactional', 10),
  ('waitlist_offer', 'transactional', 10),
  ('waitlist_missed', 'transactional', 10),
  ('alert_found', 'transactional', 10),
  ('referral_earned', 'transactional', 30),
  ('referral_rejected', 'transactional', 30),
  ('referral_paid', 'transactional', 30),
  ('partner_suspended', 'transactional', 30),
  ('plan_booked', 'transactional', 20),
  ('plan_cancelled', 'transactional', 20),
  ('invoice_issued', 'transactional', 30),
  ('invoice_reversed', 'transactional', 30),
  ('invoice_reminder', 'transactional', 30),
  ('listing_unpaid', 'transactional', 20),
  ('invoice_data_missing', 'transactional', 30),
  ('objection_decided', 'transactional', 30),
  ('member_invited', 'transactional', 30);

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  company_id uuid references public.companies on delete cascade,
  appointment_id uuid references public.appointments on delete cascade,
  channel text not null default 'mail' check (channel in ('mail', 'sms', 'push')),
  -- For example appointment_confirmed, appointment_requested, appointment_cancelled; the app has one template for each.
  kind text not null check (length(kind) <= 60),
  audience public.actor_kind not null,
  recipient text not null check (internal.is_address(recipient)),
  payload jsonb not null default '{}' check (length(payload::text) <= 65536),
  state public.message_state not null default 'queued',
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text not null default '' check (length(last_error) <= 1000),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  -- Those of the kind, see above.
  purpose public.message_purpose not null default 'transactional',
  priority smallint not null default 10,
  -- For a message that must exist only once, however often it is ordered: for example the mail to one side about one event.
  dedupe_key text check (length(dedupe_key) <= 200),
  -- The reminder or other rule that made it.
  rule_id uuid,
  customer_id uuid references public.customers on delete set null,
  -- The message that this one replaces because it did not arrive.
  parent_id uuid references public.messages on delete set null,
  -- Who took it for delivery, and under which number, to be able to ask them.
  provider text check (length(provider) <= 40),
  provider_id text check (length(provider_id) <= 200),
  -- When this attempt left us; null again once it is known to have failed.
  handed_over_at timestamptz,
  delivered_at timestamptz,
  -- After this it is of no use and is skipped.
  expires_at timestamptz,
  -- Of text messages.
  segments smallint,
  cost_cents integer,
  -- When a member said that nothing is left to do about one that did not arrive.
  settled_at timestamptz,
  -- The member whose private address this went to (47_copies); such messages go with the membership, also those that still wait.
  user_id uuid,
  constraint messages_copy_fkey foreign key (company_id, user_id) references public.members on delete cascade
);
create index messages_claimable on public.messages (priority, next_attempt_at) where state in ('queued', 'sending');
create unique index messages_dedupe_key on public.messages (dedupe_key);
create index messages_customer on public.messages (customer_id) where customer_id is not null;
create index messages_parent on public.messages (parent_id) where parent_id is not null;
create index messages_appointment on public.messages (appointment_id);
create index messages_company on public.messages (company_id, created_at);
create index messages_copy on public.messages (user_id, company_id) where user_id is not null;
create index messages_undelivered on public.messages (company_id) where settled_at is null and audience = 'customer' and appointment_id is not null
  and (state in ('failed', 'bounced') or state = 'skipped' and last_error = 'suppressed');

-- Whoever orders a message names only its kind.
create function internal.classify_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  select known.purpose, known.priority into new.purpose, new.priority from internal.message_kinds known where known.kind = new.kind;
  if not found then raise exception 'no such kind of message: %', new.kind; end if;
  return new;
end $$;
create trigger classify before insert on public.messages for each row execute function internal.classify_message();
