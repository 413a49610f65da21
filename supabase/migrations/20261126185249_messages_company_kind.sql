-- alone
create index concurrently if not exists messages_company_kind on public.messages (company_id, kind, created_at);
