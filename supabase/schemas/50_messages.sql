-- Outbox. Verb functions add a row in the transaction of the change, so that a message exists exactly when the change does.
-- The server's job claims rows with a lease and sends them: at least once, never for what was rolled back.

-- `suppressed`: never to be sent, for the reason in `last_error` (50a).
create type public.message_state as enum ('queued', 'sending', 'sent', 'failed', 'suppressed');

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
  created_at timestamptz not null default now()
);
create index messages_due on public.messages (next_attempt_at) where state in ('queued', 'sending');
create index messages_appointment on public.messages (appointment_id);
create index messages_company on public.messages (company_id, created_at);
