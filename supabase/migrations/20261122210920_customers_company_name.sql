-- alone
-- The order of names in the list of customers.
create index concurrently if not exists customers_company_name ON public.customers USING btree (company_id, internal.folded((name)::text) COLLATE "C", id);
