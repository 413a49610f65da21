-- Nobody waits while the rows are read.
alter table public.customers validate constraint customers_tags_short;
