-- alone
create index concurrently if not exists messages_company_state on public.messages (company_id, state, created_at)
  where state in ('failed', 'bounced', 'skipped', 'unknown', 'delivered');
