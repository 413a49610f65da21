alter table public.messages validate constraint messages_copy_fkey;
