-- A value of its own file: PostgreSQL uses it only after the commit.
alter type public.money_account add value if not exists 'partner_cost';
