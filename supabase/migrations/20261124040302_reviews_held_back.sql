-- alone
create index concurrently if not exists reviews_held_back ON public.reviews USING btree (created_at) WHERE (state = 'held_back'::public.review_state);
