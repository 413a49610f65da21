-- What the provider is to be asked, what it has said by itself, and what does not fit. No verb calls a provider: it writes a command in its own
-- transaction, a process of the server takes it for a while (a lease), asks, and reports what came of it (55_commands).

create table public.payment_commands (
  -- Also the key by which the provider knows a repeated request.
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments on delete restrict,
  refund_id uuid references public.refunds on delete restrict,
  kind varchar(20) not null check (kind in ('start', 'refund', 'expire', 'read')),
  state varchar(20) not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'dropped')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  -- Whose turn it is, and until when; another process may take it afterwards.
  lease uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  last_error varchar(500) not null default '',
  constraint payment_commands_refund check ((kind = 'refund') = (refund_id is not null))
);
create index payment_commands_due on public.payment_commands (next_attempt_at) where state = 'waiting';
create index payment_commands_payment on public.payment_commands (payment_id, kind);
create index payment_commands_refund on public.payment_commands (refund_id) where refund_id is not null;
create index payment_commands_ended on public.payment_commands (ended_at) where ended_at is not null;
-- Reading is one thing, however often it is asked for.
create unique index payment_commands_one on public.payment_commands (payment_id, kind) where state = 'waiting' and kind in ('start', 'expire', 'read');

create table public.provider_events (
  id bigint generated always as identity primary key,
  provider varchar(20) not null,
  event_id varchar(255) not null,
  kind varchar(100) not null,
  -- What the provider calls the payment that it is about.
  ref varchar(255) not null default '',
  payment_id uuid references public.payments on delete restrict,
  received_at timestamptz not null,
  unique (provider, event_id)
);
create index provider_events_age on public.provider_events (received_at);
create index provider_events_payment on public.provider_events (payment_id) where payment_id is not null;

-- Facts that break a rule of ours. The provider is right about its money, so that somebody has to look.
create table public.money_alerts (
  id bigint generated always as identity primary key,
  kind varchar(40) not null,
  payment_id uuid references public.payments on delete restrict,
  detail jsonb not null default '{}' check (pg_column_size(detail) <= 8000),
  -- The same fact again is no new alert.
  key varchar(200) not null unique,
  at timestamptz not null,
  seen_at timestamptz,
  -- When somebody of the business looked at it; `seen_at` is the operator's.
  checked_at timestamptz
);
create index money_alerts_payment on public.money_alerts (payment_id) where payment_id is not null;
create index money_alerts_unseen on public.money_alerts (at) where seen_at is null;
create index money_alerts_unchecked on public.money_alerts (payment_id) where checked_at is null;

create function internal.alert(p_kind text, p_payment uuid, p_key text, p_detail jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.money_alerts (kind, payment_id, detail, key, at)
  values (p_kind, p_payment, p_detail, left(p_kind || ':' || coalesce(p_payment::text, '') || ':' || p_key, 200), internal.present())
  on conflict (key) do nothing;
end $$;

-- Orders something of the provider; what is ordered already is ordered once. The caller has locked the payment.
create function internal.command(p_payment uuid, p_kind text, p_refund uuid default null) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.payment_commands (payment_id, refund_id, kind, next_attempt_at, created_at)
  values (p_payment, p_refund, p_kind, internal.present(), internal.present())
  on conflict (payment_id, kind) where state = 'waiting' and kind in ('start', 'expire', 'read') do nothing;
end $$;

-- For the server and the operator only.
alter table public.payment_commands enable row level security;
alter table public.provider_events enable row level security;
alter table public.money_alerts enable row level security;
revoke all on public.payment_commands, public.provider_events, public.money_alerts from service_role;
grant select on public.payment_commands, public.provider_events, public.money_alerts to service_role;
revoke execute on function internal.alert, internal.command from public;
