-- alone
create index concurrently if not exists messages_parent on public.messages (parent_id) where parent_id is not null;
