-- alone
create index concurrently if not exists customers_email on public.customers (email) where email is not null;
