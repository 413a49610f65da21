-- alone
-- What customers are found by while somebody types; a file of ten years is large.
create index concurrently if not exists customers_words ON public.customers USING gin (words extensions.gin_trgm_ops);
