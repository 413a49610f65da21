-- A right to see how customers are reached. The rest is in the next files.
alter type public.member_right add value 'contact_data' after 'reports';
