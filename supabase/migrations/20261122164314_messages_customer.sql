-- alone
create index concurrently if not exists messages_customer on public.messages (customer_id) where customer_id is not null;
