-- alone
create index concurrently if not exists reviews_latest on public.reviews (created_at desc) where state = 'published' and text <> '';
