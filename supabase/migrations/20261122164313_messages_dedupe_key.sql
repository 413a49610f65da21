-- alone
create unique index concurrently if not exists messages_dedupe_key on public.messages (dedupe_key);
