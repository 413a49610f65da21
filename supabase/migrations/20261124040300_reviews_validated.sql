alter table public.reviews validate constraint reviews_employee_id_fkey;
alter table public.reviews validate constraint reviews_hold_reason_check;
alter table public.reviews validate constraint reviews_services_check;
alter table public.reviews validate constraint reviews_additions;
