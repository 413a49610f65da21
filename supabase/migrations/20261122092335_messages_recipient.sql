-- alone
-- What has gone to an address lately; the outbox is large where it has run for years.
create index concurrently if not exists messages_recipient on public.messages using btree (recipient, created_at);
