-- alone
-- Nothing asks by the written address any more.
drop index concurrently if exists public.messages_recipient;
