-- A value of its own file: PostgreSQL uses it only after the commit.
alter type public.appointment_state add value if not exists 'awaiting_payment';
