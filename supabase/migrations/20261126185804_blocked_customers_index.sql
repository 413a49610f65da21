-- alone
-- The few blocked customers of a company, whom everybody who books online is compared with.
create index concurrently if not exists customers_blocked on public.customers using btree (company_id) where blocked;
