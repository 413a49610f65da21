-- How far a message can be, beside what there was.
alter type public.message_state add value if not exists 'delivered';
alter type public.message_state add value if not exists 'bounced';
alter type public.message_state add value if not exists 'unknown';
