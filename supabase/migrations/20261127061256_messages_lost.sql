-- alone
create index concurrently if not exists messages_lost on public.messages (created_at desc, id) where state in ('failed', 'bounced');
