-- alone
-- Customers with tags, for the list of tags and the filter.
create index concurrently if not exists customers_tagged ON public.customers USING btree (company_id) WHERE (tags <> '{}'::text[]);
