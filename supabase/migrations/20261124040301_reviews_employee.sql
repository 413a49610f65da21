-- alone
create index concurrently if not exists reviews_employee ON public.reviews USING btree (employee_id) WHERE (employee_id IS NOT NULL);
