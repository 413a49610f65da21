-- alone
create index concurrently if not exists customers_birthdays on public.customers (company_id, internal.year_day(birthday)) where birthday is not null;
