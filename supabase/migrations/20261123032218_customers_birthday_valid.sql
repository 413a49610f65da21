alter table public.customers validate constraint customers_birthday_check;
