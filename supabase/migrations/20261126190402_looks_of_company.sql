-- alone
-- customer_looks_company_at begins with the same column.
drop index concurrently if exists public.customer_looks_company;
