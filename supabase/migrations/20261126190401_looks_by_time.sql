-- alone
-- Who of a company looked at what, the latest first.
create index concurrently if not exists customer_looks_company_at on public.customer_looks using btree (company_id, at);
