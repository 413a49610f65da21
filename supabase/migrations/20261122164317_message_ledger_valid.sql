alter table public.messages
  validate constraint messages_dedupe_key_check,
  validate constraint messages_provider_check,
  validate constraint messages_provider_id_check;
