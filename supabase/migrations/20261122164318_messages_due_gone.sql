-- alone
-- Nothing asks by the time alone any more.
drop index concurrently if exists public.messages_due;
