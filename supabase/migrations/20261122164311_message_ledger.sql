-- § 7 UWG: advertising needs the recipient's consent and a way out; what belongs to a contract or an account does not.
create type public.message_purpose as enum ('transactional', 'marketing');

-- Every kind of message there is. Of those that wait the lowest priority goes first, so that nothing delays a confirmation.
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
  ('appointment_confirmed', 'transactional', 10),
  ('appointment_requested', 'transactional', 10),
  ('appointment_cancelled', 'transactional', 10),
  ('appointment_declined', 'transactional', 10),
  ('appointment_rescheduled', 'transactional', 10),
  ('appointment_withdrawn', 'transactional', 10),
  ('withdrawal_received', 'transactional', 10),
  ('member_invited', 'transactional', 30);

-- All with a constant default or none, and without looking at the rows that are there.
alter table public.messages
  add column purpose public.message_purpose not null default 'transactional',
  add column priority smallint not null default 10,
  add column dedupe_key text,
  add column rule_id uuid,
  add column customer_id uuid references public.customers on delete set null,
  add column parent_id uuid references public.messages on delete set null,
  add column provider text,
  add column provider_id text,
  add column handed_over_at timestamptz,
  add column delivered_at timestamptz,
  add column expires_at timestamptz,
  add column segments smallint,
  add column cost_cents integer,
  add constraint messages_dedupe_key_check check (length(dedupe_key) <= 200) not valid,
  add constraint messages_provider_check check (length(provider) <= 40) not valid,
  add constraint messages_provider_id_check check (length(provider_id) <= 200) not valid;
