-- alone
create index concurrently if not exists messages_copy on public.messages (user_id, company_id) where user_id is not null;
