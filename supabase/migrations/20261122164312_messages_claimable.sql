-- alone
-- Messages are claimed by priority; the outbox is large where it has run for years.
create index concurrently if not exists messages_claimable on public.messages (priority, next_attempt_at) where state in ('queued', 'sending');
