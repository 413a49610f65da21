-- Messages that are never to be sent.
alter type public.message_state add value if not exists 'suppressed' after 'failed';
