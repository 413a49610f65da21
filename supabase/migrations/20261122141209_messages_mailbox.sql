-- alone
-- What has gone to a mailbox lately, however its address was written; the outbox is large where it has run for years.
create index concurrently if not exists messages_mailbox on public.messages using btree (internal.mailbox(recipient), created_at);
